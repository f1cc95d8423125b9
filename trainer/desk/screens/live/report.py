"""The sentences of a shift's report: result, marks, comparison, habits, and where a fault was made."""

from __future__ import annotations

from trainer.desk.screens.live.texts import ActWords
from trainer.desk.style.style import Style
from trainer.games.round import Act, Fault
from trainer.live.debrief import Debrief, Habit, Moment
from trainer.live.shift_records import Comparison
from trainer.live.table import LiveTable
from trainer.texts.messages import has_message
from trainer.texts.numbers import decimal_sign, in_percent

_SIGNS = {"minor": "▲", "serious": "◆", "critical": "■"}  # as the strip of rounds paints them
_RESULTS = frozenset({"ball-falls", "throw", "shoe-holder-deals"})  # before these the bets must be closed


def clock_words(milliseconds: int) -> str:
    """A time of the shift as minutes and seconds."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes:02d}:{seconds:02d}"


def result_words(shown: Debrief, is_paced: bool, style: Style) -> tuple[str, str]:
    """The line of the report card, and the marks. A pace is told only where the clock ran (not at level 1)."""
    score = shown.score
    counts = {grade: sum(one.grade == grade for one in shown.moments) for grade in ("minor", "serious", "critical")}
    graded = [style.text(f"live.debrief.grade.{grade}", count=count) for grade, count in counts.items() if count]
    line = style.text(
        "live.debrief.line",
        rounds=score.rounds,
        faults=len(shown.moments),
        grades=f" ({', '.join(graded)})" if graded else "",
        money=score.money_off,
    )
    if is_paced:
        line += style.text("live.debrief.pace", pace=score.pace, target=score.target)
    if not score.rounds:
        return line, ""
    marks = style.text(
        "live.debrief.marks", technique=mark_words(score.technique, style), control=mark_words(score.control, style)
    )
    won, due = (sum(cell.won for cell in shown.strip), sum(cell.due for cell in shown.strip))
    if won != due:
        marks = f"{marks} · {style.text('live.debrief.won', won=won, due=due)}"
    return line, marks


def mark_words(hundredths: int, style: Style) -> str:
    """A mark from 1 to 10 with one decimal, a whole one without: 8,5 and 10 in Spanish, 8.5 and 10 in English."""
    whole, tenths = divmod(round(hundredths / 10), 10)
    return f"{whole}{decimal_sign(style.language)}{tenths}" if tenths else str(whole)


def legend_words(shown: Debrief, style: Style) -> str:
    """What the signs in the strip of rounds mean, as far as there are any."""
    grades = {grade for cell in shown.strip for grade in cell.faults}
    signs = [f"{sign} {style.text(f'live.severity.{grade}')}" for grade, sign in _SIGNS.items() if grade in grades]
    if any(cell.staged for cell in shown.strip):
        signs.append(f"○ {style.text('live.debrief.incident')}")
    return "  ".join(signs)


def right_words(words: ActWords, moment: Moment, right: str, style: Style) -> str:
    """What would have been right, and for a late call when; ``words`` are those of a table with the moment's round."""
    if moment.finding.fault is not Fault.CALL_LATE:
        return style.text("live.debrief.right", act=right)
    before = _came_too_soon(words.table, moment)
    if before is None:
        return style.text("live.debrief.right-sooner", act=right)
    if before.by == "dealer":
        return style.text("live.debrief.right-before", act=right, next=words.act(before, style))
    return style.text(f"live.debrief.right-before-{before.do}", act=right)


def _came_too_soon(table: LiveTable, moment: Moment) -> Act | None:
    """The first act that should have waited for a late call, since the same call before; `None` if there is none."""
    round_, played = table.round, table.log[moment.round - 1]
    step = moment.finding.step
    named = round_.atom_of(round_.start(played.before, played.lying), Act("call", topic=step))
    calls = [atom for atom in round_.atoms if atom.is_call and (step in (atom.call, atom.step) or atom is named)]
    indices, too_soon = {atom.index for atom in calls}, None
    closes = any(atom.verb == "close" for atom in calls)
    state = round_.start(played.before, played.lying)
    for _, act in list(played.acts)[: moment.at]:
        atom = round_.atom_of(state, act) if act.by == "dealer" else None
        waits = bool(atom and indices & set(atom.needs)) or (act.do in _RESULTS and closes)
        if atom is not None and atom.index in indices:
            too_soon = None
        elif too_soon is None and waits:
            too_soon = act
        state = round_.perform(state, act)
    return too_soon


def habit_words(shown: Debrief, style: Style) -> list[str]:
    """One line for each habit to practise; if several habits are the same fault, with the act in which it was made."""
    faults = [habit.fault for habit in shown.habits]
    lines = []
    for habit in shown.habits:
        named = style.text(f"live.fault.{habit.fault}")
        done = next((one.done.do for one in shown.moments if is_of(one, habit) and one.done is not None), "")
        if faults.count(habit.fault) > 1 and has_message(f"live.verb.{done}"):
            named = style.text("live.found.step", fault=named, step=style.text(f"live.verb.{done}").lower())
        lines.append(style.text("live.debrief.habit", fault=named, count=habit.count))
    return lines


def is_of(moment: Moment, habit: Habit) -> bool:
    """Whether a fault is one of a habit."""
    return (moment.finding.fault.value, moment.finding.step) == (habit.fault, habit.step)


def comparison_words(compared: Comparison | None, style: Style) -> str:
    """How the shift compares with the same shift the last times and with other shifts at this table; empty if the
    trainee ran none before."""
    if compared is None or not (compared.same or compared.before):
        return ""
    parts = [style.text("live.debrief.right-share", now=in_percent(compared.now, style.language))]
    for name, shares in (("same", compared.same), ("before", compared.before)):
        if shares:
            listed = ", ".join(in_percent(each, style.language) for each in shares)
            parts.append(style.text(f"live.debrief.{name}", shares=listed))
    return " · ".join(parts)


def where_words(moment: Moment, style: Style) -> str:
    """In which round and when a fault was made."""
    return style.text("live.debrief.round", round=moment.round, time=clock_words(moment.time))


def came_words(table: LiveTable, style: Style) -> str:
    """The number that came at roulette; empty before it came and at other games."""
    number = getattr(table.state, "number", None)
    return style.text("live.debrief.came", number=str(number)) if number is not None else ""
