"""Words for the guide line of the console: what is due, what just happened, or what the dealer did last.

At level 1, and after a hint at level 2, the line says what is due now, with its keys. A mistake is shown for some
seconds before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import structs

from trainer.desk.screens.live.console import Line
from trainer.desk.screens.live.phrases import key_caps
from trainer.desk.screens.live.texts import ActWords, first_act
from trainer.desk.screens.live.working import instruction
from trainer.desk.style.style import Style, current_style
from trainer.games.round import Act, Finding
from trainer.live.keys import Typed
from trainer.live.spelling import NoKeysError, as_typed, begun_number, grouped, spell
from trainer.live.table import LiveTable

GUIDED, HINTED = 1, 2  # levels
HELD = frozenset({"spin", "close", "deal", "dice", "call"})  # what waits for players who are still betting
_SHOWN = {
    "wrong": 5_000_000_000,
    "right": 2_000_000_000,
    "note": 2_500_000_000,
}  # nanoseconds after which the due act is shown again
_CORRECTABLE = frozenset({"pay", "take", "give-back", "change"})
_MOST_TOLD = 3  # mistakes of a round


def last_act(table: LiveTable) -> int | None:
    """The place of the dealer's last act in the round."""
    acts = table.record.acts
    return next((place for place in range(len(acts) - 1, -1, -1) if acts[place][1].by == "dealer"), None)


class Guide:
    """Words about one shift. Mistakes are told at once at level 1, and after the round at levels 1 and 2."""

    def __init__(self, table: LiveTable, words: ActWords, clock: Callable[[], int]) -> None:
        """``clock`` is monotonic, in nanoseconds."""
        self._table, self._words, self._clock = table, words, clock
        self._said, self._said_at, self._said_in = Line(), 0, current_style().language
        self._instructed: tuple[object, str] = (None, "")  # what is due, and how it is said
        self.is_hinted = False
        self.due_keys: tuple[str, ...] = ()  # of the first keycap

    def say(self, line: Line) -> None:
        """Show what was just said or what just happened; a verdict is not pushed away before it can be read."""
        if self._is_verdict() and line.role not in _SHOWN:
            return
        self._said, self._said_at, self._said_in = line, self._clock(), current_style().language

    def _is_verdict(self) -> bool:
        """Whether a mistake, a correction or a note stands there that was told a moment ago."""
        return self._clock() - self._said_at < _SHOWN.get(self._said.role, 0)

    def hush(self) -> None:
        """Stop showing the last sentence."""
        self._said = Line()

    def fault(self, found: tuple[Finding, ...], act: Act | None = None) -> Line | None:
        """What an act did wrong or put right, and how money is put right; `None` above level 1 and for a right act."""
        if not found or self._table.shift.level != GUIDED:
            return None
        style = current_style()
        if act is not None and act.do == "correct":
            words = self._words.finding(structs.replace(found[-1], corrected=False), style)
            return Line(style.text("live.guide.corrected"), f"{words}.", role="right")
        words = f"{self._words.finding(found[-1], style)}."
        if act is not None and act.do in _CORRECTABLE:
            words = style.text("live.guide.correct", fault=words)
        return Line(style.text("live.guide.fault"), words, role="wrong")

    def round_end(self, number: int, faults: Iterable[Finding]) -> Line | None:
        """What was wrong in a round; `None` above level 2."""
        if self._table.shift.level > HINTED:
            return None
        style = current_style()
        told = "; ".join(self._words.finding(each, style) for each in list(faults)[:_MOST_TOLD])
        line = style.text(f"live.guide.{'faults' if told else 'clean'}", round=number, faults=told)
        return Line(says=line, role="wrong" if told else "right")

    def line(self, typed: Typed, is_ball_running: bool, style: Style) -> Line:
        """What to show now."""
        table, said = self._table, self._line_said(style)
        self.due_keys = ()
        is_led = table.shift.level == GUIDED or (table.shift.level == HINTED and self.is_hinted)
        if table.over or not is_led or (said.says and self._is_verdict() and table.shift.level == GUIDED):
            return said if said.says or table.over else self._last_line(style)
        act = first_act(table.due())
        if act is None and table.next_time() is not None:
            waits = "wait-ball" if is_ball_running else "wait"
            return said if said.says else Line(says=style.text(f"live.guide.{waits}"))
        if act is not None and table.bets_to_come and act.do in HELD:
            return Line(says=style.text("live.guide.wait-bets"))
        return self._due_line(act or Act("end"), typed, style)

    def _line_said(self, style: Style) -> Line:
        """What was last said, unless it was in another language."""
        return self._said if style.language == self._said_in else Line()

    def _due_line(self, act: Act, typed: Typed, style: Style) -> Line:
        """An act that is due, with the keys that are still to be typed for it."""
        table, keyboard = self._table, self._words.keyboard
        act = as_typed(keyboard, act, table.state)
        try:
            keys = spell(keyboard, act, table.state, typed)
        except NoKeysError:
            keys = ()
        groups = grouped(keyboard, keys, table.state, typed)
        self.due_keys = groups[0] if groups else ()
        about = (table.round_number, table.state.count, act, style)
        if self._instructed[0] != about:  # a bet is settled for it; the line is written at every tick
            self._instructed = (about, instruction(table, self._words, act, style))
        begun = begun_number(keyboard, typed, keys[0], table.state) if keys else ""
        return Line(style.text("live.guide.now"), self._instructed[1], key_caps(groups, style, begun))

    def _last_line(self, style: Style) -> Line:
        """The dealer's last act in words: the felt does not show a call or a shuffle."""
        last = last_act(self._table)
        if last is None:
            return Line()
        return Line(
            style.text("live.guide.done"), self._words.act(self._table.record.acts[last][1], style), role="quiet"
        )
