"""Lesson texts: Markdown whose figures are filled in from the rulebook in force, so that they cannot disagree with it.

A lesson file may say ``{{bets}}``, ``{{options}}``, ``{{procedure}}``, ``{{calls}}``, ``{{irregularities}}``,
``{{conduct}}``, ``{{equipment}}``, ``{{staff}}``, ``{{edges}}`` (the house's edge on each bet, computed by the
engine), ``{{option-edges}}`` (what each choice of the house makes of it, where that is kept), ``{{prizes}}`` (what a
progressive pot gives for each hand), ``{{pool}}`` (how a pool is shared), ``{{drawing}}`` (the bank's table of
baccarat), ``{{ranking}}`` (the hands of a card room) or ``{{house-way}}`` (the rules for setting a hand of pai gow) on
a line of its own. ``{{bets ID ID}}`` and ``{{irregularities ID ID}}`` list those alone, and the same without names
lists what no other page of the lesson names. Within sentences stand the figures of `trainer.course.figures`.
``{{offered BET}}…{{/offered}}`` is put around words that hold only where the bet is taken, ``{{where PATH
VALUE}}…{{/where}}`` around those that hold only where the rules say so (``{{where dealer.soft-17 draw}}``; ``none``
where they say nothing, ``some`` where they say anything), have it in a list (``{{where side-bets lucky-lucky}}``) or
where the house chose it (``{{where options.decks 8}}``). No figure of a rule stands in a lesson itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec

from trainer import catalogue, resources
from trainer.course.figures import figure_in_words, stated
from trainer.course.pages import cited
from trainer.drills.terms import in_terms
from trainer.drills.wording import option_value
from trainer.games import game
from trainer.games.edges import Edge
from trainer.games.kept_edges import Written, as_edges, kept_for
from trainer.rulebooks import BetRule, Citation, GameRules
from trainer.rulebooks.schema import Call
from trainer.texts import Language, Message, say, text
from trainer.texts.figures import decimal_sign, in_percent

_PLACEHOLDER = re.compile(r"\{\{([a-z-]+)((?: [A-Za-z0-9.-]+)*)\}\}")
_ONLY_ON_PAGES = re.compile(r"\{\{(?:practise|scene|after|play|try|lay) (?:\{\{[^}]+\}\}|[^{}])*\}\}\n?")
_PAGE_ID = re.compile(r"(?m)(?<=\S) \{[a-z0-9-]+\}$")
_CHANGING = re.compile(r"\(?\{([^}]*)\}\)?")  # in a call; a regulation may have put it in brackets itself
_RANKS = ("low", "medium", "high")  # words of house ways for ranks of cards
_SHORT_PRICE = 24  # letters that fit the narrowest cell
_OFFERED = re.compile(r"\{\{offered ([a-z0-9-]+)\}\}(.*?)\{\{/offered\}\}", re.DOTALL)

_SOME = re.compile(r"\{\{(bets|irregularities)((?: [a-z0-9-]+)+)\}\}")
_REST = re.compile(r"\{\{(bets|irregularities)\}\}")
_BUT = "but"  # those that other pages name

_WHERE = re.compile(r"\{\{where ([a-z0-9.-]+) ([a-z0-9-]+)\}\}(.*?)\{\{/where\}\}", re.DOTALL)


def lesson_file(game: str, language: Language, folder: Path | None = None) -> Path | None:
    """The lesson of a game; `None` if it has none, or no page in this language."""
    page = catalogue.lesson_page(game)
    path = (folder or resources.folder("lessons")) / language.value / f"{page}.md"
    return path if page and path.is_file() else None


def lesson(rules: GameRules, language: Language, folder: Path | None = None) -> str | None:
    """All that was written of a game as one text with the rulebook's own figures; `None` if there is nothing."""
    path = lesson_file(rules.game, language, folder)
    if path is None:
        return None
    written = _ONLY_ON_PAGES.sub("", offered(path.read_text(encoding="utf-8"), rules))
    return fill(_PAGE_ID.sub("", written), rules, language, str(path))


def offered(written: str, rules: GameRules) -> str:
    """A text without the words that hold only where some bet is taken, or where a rule is another."""
    written = _OFFERED.sub(lambda part: part[2] if part[1] in rules.bets else "", written)
    written = _WHERE.sub(lambda part: part[3] if _holds(stated(rules, part[1]), part[2]) else "", written)
    named: dict[str, str] = {}
    for section, entries in _SOME.findall(written):
        named[section] = named.get(section, "") + entries
    return _REST.sub(lambda part: f"{{{{{part[1]} {_BUT}{named[part[1]]}}}}}" if part[1] in named else part[0], written)


def some(rules: GameRules, section: str, entries: Sequence[str]) -> GameRules:
    """Rules that have of a section the named entries alone, or all but them."""
    is_rest = entries[0] == _BUT
    kept = {key: each for key, each in getattr(rules, section).items() if (key in entries) is not is_rest}
    return msgspec.structs.replace(rules, **{section: kept})


def _holds(found: object, wanted: str) -> bool:
    """Whether a rule is the one meant, or that is among those it lists."""
    if wanted == "some":
        return found is not None
    return wanted in found if isinstance(found, list) else str(found).lower() == wanted


def fill(written: str, rules: GameRules, language: Language, where: str) -> str:
    """A text with its figures filled in; raises `ValueError` that names ``where`` if one is not known."""

    def filled(match: re.Match[str]) -> str:
        name, arguments = match[1], match[2].split()
        if name in SECTIONS:
            return SECTIONS[name](some(rules, name, arguments) if arguments else rules, language)
        figure = figure_in_words(name, arguments, rules, language)
        if figure is None:
            raise ValueError(f"{where}: there is nothing to fill in for {match[0]}")
        return figure

    return _PLACEHOLDER.sub(filled, written)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _heading(key: str, language: Language) -> str:
    return text(f"lesson.{key}", language)


def _bets(rules: GameRules, language: Language) -> str:
    if not rules.bets:
        return ""
    head = [_heading(key, language) for key in ("bet", "wins", "pays", "article")]
    rows = [
        [say(bet.names, language), say(bet.wins, language), _pays(bet, rules, language), cited(bet.cite, language)]
        for bet in rules.bets.values()
    ]
    return _table(head, rows)


def _pays(bet: BetRule, rules: GameRules, language: Language) -> str:
    if "prizes" in bet.data:  # what others receive when one of them wins
        names = rules.bets[bet.data["on"]].outcomes
        prizes = [f"{say(names[hand], language)}: {say(prize, language)}" for hand, prize in bet.data["prizes"].items()]
        return "<br>".join(map(unbroken, prizes))
    usual = [unbroken(say(bet.pays, language))] if bet.pays is not None else []
    special = [
        unbroken(f"{say(bet.outcomes.get(outcome, outcome), language)}: {say(odds, language)}")
        for outcome, odds in bet.pay_table.items()
    ]
    won = [f"{hand}: {prize}" for hand, prize, _ in _prizes_of(bet, rules, language)]
    return "<br>".join(usual + special + won) or "—"


_QUOTED_WITHIN = {Language.ES: str.maketrans("«»", "“”"), Language.EN: str.maketrans("“”", "‘’")}


def unbroken(words: str) -> str:
    """A short price that stays on one line of its cell: a figure at the end of a line would seem another's price."""
    return words.replace(" ", "\N{NO-BREAK SPACE}") if len(words) <= _SHORT_PRICE else words


def _options(rules: GameRules, language: Language) -> str:
    lines = []
    for key, option in rules.options.items():
        chosen = rules.chosen.get(key, option.default)
        why = f"{say(option.why, language)} {cited(option.cite, language)}"
        lines.append(f"- **{say(option.names, language)}**: {say(option_value(option, chosen), language)}. {why}")
    return "\n".join(lines)


def _procedure(rules: GameRules, language: Language) -> str:
    lines = []
    for number, step in enumerate(rules.procedure.values(), 1):
        call = f" — {quoted(spoken(rules.calls[step.call], language), language)}" if step.call in rules.calls else ""
        lines.append(f"{number}. {say(step.does, language)}{call} {cited(step.cite, language)}")
    return "\n".join(lines)


def quoted(words: str, language: Language) -> str:
    """Words that somebody says, in the quotation marks of the language; a quotation in them has its own."""
    return text("lesson.quoted", language, words=words.translate(_QUOTED_WITHIN[language]))


def spoken(call: Call, language: Language) -> str:
    """The words of a call, with what changes from round to round (``{number}``) in brackets; they begin a sentence."""
    words = _CHANGING.sub(r"(\1)", say(call.says, language))
    return words[:1].upper() + words[1:]


def _calls(rules: GameRules, language: Language) -> str:
    lines = [
        f"- {quoted(spoken(call, language), language)}: {say(call.when, language)} {cited(call.cite, language)}"
        for call in rules.calls.values()
    ]
    changing = any(_CHANGING.search(say(call.says, language)) for call in rules.calls.values())
    return "\n".join([*lines, "", _heading("calls-changing", language)] if changing else lines)


def _irregularities(rules: GameRules, language: Language) -> str:
    if not rules.irregularities:
        return ""
    head = [_heading(key, language) for key in ("situation", "action", "article")]
    return _table(
        head,
        [
            [say(each.situation, language), say(each.action, language), cited(each.cite, language)]
            for each in rules.irregularities.values()
        ],
    )


def _conduct(rules: GameRules, language: Language) -> str:
    return "\n".join(f"- {say(fact.says, language)} {cited(fact.cite, language)}" for fact in rules.conduct.values())


def _equipment(rules: GameRules, language: Language) -> str:
    return "\n".join(f"- {say(fact.says, language)} {cited(fact.cite, language)}" for fact in rules.equipment.values())


def _staff(rules: GameRules, language: Language) -> str:
    return "\n".join(
        f"- **{say(role.names, language)}**: {say(role.duties, language)} {cited(role.cite, language)}"
        for role in rules.staff.values()
    )


def _prizes(rules: GameRules, language: Language) -> str:
    """What the pot gives for each hand: an amount, so many times the bet, or a share of the pot."""
    head = [_heading(key, language) for key in ("hand", "prize", "article")]
    rows = [row for bet in rules.bets.values() for row in _prizes_of(bet, rules, language)]
    return _table(head, rows) if rows else ""


def _prizes_of(bet: BetRule, rules: GameRules, language: Language) -> list[tuple[str, str, str]]:
    """Of a bet on a pot: each hand, its prize and the article."""
    meter = bet.data.get("meter", {"prizes": {}})
    return [
        (
            say(bet.outcomes[hand], language)
            if hand in bet.outcomes
            else stated(rules, f"hands.main.names.{hand}")[language.value],
            _prize(prize, meter, bet.minimum == bet.maximum, language),
            cited(Citation.parse(prize["cite"]) if "cite" in prize else bet.cite, language),
        )
        for hand, prize in meter["prizes"].items()
    ]


def _prize(prize: Mapping[str, Any], meter: Mapping[str, Any], is_one_stake: bool, language: Language) -> str:
    if "fixed" in prize and is_one_stake:  # there is nothing it could be counted by
        return say(prize["fixed"], language)
    if "fixed" in prize:
        once = meter.get("fixed-per") == "winner"
        return text("lesson.prize-fixed-once" if once else "lesson.prize-fixed", language, amount=prize["fixed"])
    kind = "times" if "times" in prize else "share"
    words = text(f"lesson.prize-{kind}", language, amount=prize[kind])
    if "most-times" not in prize:
        return words
    most = text("lesson.prize-times", language, amount=prize["most-times"])
    return f"{words}; {text('lesson.most', language, limit=most)}"


def _pool(rules: GameRules, language: Language) -> str:
    """What part of the prize money each category of a pool gets, by how much has been accumulated."""
    pool = stated(rules, "pool")
    if pool is None:
        return ""
    sides = ("below", "above")
    head = [
        _heading("category", language),
        *(text(f"lesson.pool-{side}", language, amount=pool["threshold"]) for side in sides),
    ]
    names = {"reserve": _heading("pool-reserve", language)}
    rows = [
        [names.get(category, category), *(in_percent(pool[side].get(category, 0), language) for side in sides)]
        for category in pool["above"]
    ]
    cites = ["", *(cited(Citation.parse(pool[f"{side}-cite"]), language) for side in sides)]
    return _table(head, [*rows, cites])


def _ranking(rules: GameRules, language: Language) -> str:
    """The hands of a card room's game from the best down, and what each is made of."""
    ranking = stated(rules, "ranking")
    if ranking is None:
        return ""
    rows = [
        [say(in_terms(Message(f"card-room.hand.{hand}"), rules), language), _heading(f"formed.{hand}", language)]
        for hand in ranking["order"]
    ]
    table = _table([_heading(key, language) for key in ("hand", "formed-of")], rows)
    return f"{table}\n\n{cited(Citation.parse(ranking['cite']), language)}"


def _drawing(rules: GameRules, language: Language) -> str:
    """The bank's drawing table of a baccarat game: a row for its totals, a column for the player's third card."""
    letters = {letter: _heading(f"letter.{letter}", language) for letter in "DSO"}
    head = [
        _heading("bank", language),
        *map(str, range(10)),
        _heading("stood", language),
        _heading("article", language),
    ]
    rows = []
    for totals, row in rules.rules["banker-table"].items():
        cells = [letters[letter] for letter in row["third-card"] + row["stood"]]
        rows.append([totals, *cells, cited(Citation.parse(row["cite"]), language)])
    legend = [_heading("letters", language)]
    if any(letters["O"] in row[1:-1] for row in rows):
        legend.append(_heading("letters-may-choose", language))
    return f"{_table(head, rows)}\n\n{' '.join(legend)}"


def _edges(rules: GameRules, language: Language) -> str:
    compute = game(rules.game).edges
    if compute is None:
        return ""
    head = [_heading(key, language) for key in ("bet", "on", "edge")]
    rows = [
        [
            say(rules.bets[each.bet].names, language),
            ", ".join(_selection(rules.bets[each.bet], on, language) for on in each.on) or "—",
            _percent(each, language),
        ]
        for each in compute(rules)
    ]
    if all(on == "—" for _, on, _ in rows):  # no bet of this game is on one thing or another
        return _table([head[0], head[2]], ([bet, edge] for bet, _, edge in rows))
    return _table(head, rows)


def _option_edges(rules: GameRules, language: Language) -> str:
    """What each choice of an option makes of the edges, where they are kept, and what a cap does at high stakes."""
    found = kept_for(rules)
    if found is None:
        return ""
    head = [_heading(key, language) for key in ("option", "choice", "bet", "edge")]
    rows = [
        [
            say(rules.options[option].names, language),
            say(rules.options[option].choices[choice], language),
            say(rules.bets[each.bet].names, language),
            _percent(each, language),
        ]
        for option, choices in found.choices.items()
        for choice, edges in choices.items()
        for each in as_edges(edges)
        # A bet that is offered only by that choice has no name at this table.
        if each.bet in rules.bets and len({written.get(each.bet) for written in choices.values()}) > 1
    ]
    lines = [_heading("by-choice", language), _table(head, rows)] if rows else []
    if found.capped:
        lines += [say(Message("lesson.capped"), language), _table(*_capped(rules, found.capped, language))]
    return "\n\n".join(lines)


def _capped(
    rules: GameRules, capped: dict[str, dict[str, Written]], language: Language
) -> tuple[list[str], list[list[str]]]:
    """What a cap on payments makes of the edge, a row a stake and a column a choice of the house."""
    columns = [entry.split("=", 1) for entry in capped]
    stakes = dict.fromkeys(stake for by_stake in capped.values() for stake in by_stake)
    head = [_heading("stake", language), *(say(rules.options[one].choices[other], language) for one, other in columns)]
    rows = [
        [say(int(stake), language)]
        + [
            ", ".join(_percent(each, language) for each in as_edges(by_stake.get(stake, {}))) or "—"
            for by_stake in capped.values()
        ]
        for stake in stakes
    ]
    return head, rows


def _selection(bet: BetRule, on: object, language: Language) -> str:
    written = "-".join(map(str, on)) if isinstance(on, tuple | list) else str(on)
    return say(bet.outcomes.get(written, written), language)


def _percent(edge: Edge, language: Language) -> str:
    """To a thousandth of a percent, as the books print it; with its error where it was found by playing."""
    written = _written_percent(f"{Decimal(edge.edge.numerator * 100) / edge.edge.denominator:.3f}", language)
    return f"{written} ± {_written_percent(f'{float(edge.error) * 100:.3f}', language)}" if edge.error else written


def _written_percent(figure: str, language: Language) -> str:
    written = figure.replace("-", "−").replace(".", decimal_sign(language))
    return in_percent(written, language)


def _house_way(rules: GameRules, language: Language) -> str:
    """The rules of the house way in force, in their order."""
    way = rules.house_ways[rules.option("house-way")]
    lines = [f"**{say(way.names, language)}.** {say(way.about, language)} {cited(way.cite, language)}", ""]
    words = [f"**{_heading(f'rank.{word}', language)}**: {way.words[word]}" for word in _RANKS if word in way.words]
    lines += [f"{'; '.join(words)}.", ""] if words else []
    lines += [f"- **{rule.id} · {say(rule.names, language)}**: {say(rule.text, language)}" for rule in way.rules]
    return "\n".join(lines)


SECTIONS: dict[str, Callable[[GameRules, Language], str]] = {
    "bets": _bets,
    "options": _options,
    "procedure": _procedure,
    "calls": _calls,
    "irregularities": _irregularities,
    "conduct": _conduct,
    "equipment": _equipment,
    "staff": _staff,
    "edges": _edges,
    "option-edges": _option_edges,
    "prizes": _prizes,
    "pool": _pool,
    "drawing": _drawing,
    "ranking": _ranking,
    "house-way": _house_way,
}
