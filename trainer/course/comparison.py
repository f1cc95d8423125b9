"""Compare a game between regulations: prices, limits, calls, rulings, house options."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from trainer.course.generated_pages import limit_words
from trainer.course.pages import Heading, Page
from trainer.course.rule_lists import spoken, unbroken
from trainer.drills import families
from trainer.drills.terms import terms_of_area
from trainer.drills.wording import option_value
from trainer.games.roulette.layout import INSIDE
from trainer.games.rules import load_rules
from trainer.rulebooks import BetRule, GameRules, Library, RulebookError
from trainer.rulebooks.agreement import CASE, cases, rule_alike, without_dealer
from trainer.rulebooks.schema import Irregularity, Limit
from trainer.texts import Language, Names, say, text
from trainer.texts.grammar import lowered

NONE = "—"
COMPARED = {  # kinds of differences by page
    "compare": ("pays", "limits"),
    "compare-words": ("calls", "terms"),
    "compare-rulings": ("rulings",),
    "compare-options": ("options",),
}
_TABLE_MINIMUM = Limit.parse("1 x minimum")
_CHANGING = re.compile(r"\([^)]*\)")  # variable part of a call


def others(library: Library, rules: GameRules) -> list[str]:
    """Other regulations that have the game."""
    return [book for book in library.rulebooks() if book != rules.rulebook and rules.game in library.games(book)]


def compare_headings(library: Library, rules: GameRules, language: Language) -> list[Heading]:
    """Headings of the comparison pages; none if no other regulation has the game."""
    if not others(library, rules):
        return []
    titles = {page: lowered(text(f"lesson.{page}", language)) for page in COMPARED}
    return [Heading(page, text("lesson.compare-of", language, what=title)) for page, title in titles.items()]


def compare_page(heading: Heading, library: Library, rules: GameRules, language: Language) -> Page:
    """A comparison page with its kinds of differences."""
    books = [rules, *_loaded(library, others(library, rules), rules.game)]
    lines = [f"## {heading.title}", text("lesson.compare-says", language, count=len(books))]
    kinds, words = COMPARED[heading.id], _kinds(language)
    for kind in kinds:
        table = _table(words[kind](books), books, language)
        if table:
            lines += [f"### {text(f'lesson.compare-{kind}', language)}", table] if len(kinds) > 1 else [table]
            if f"| {NONE} |" in table:
                lines.append(
                    text("lesson.compare-none-options" if kind == "options" else "lesson.compare-none", language)
                )
        if kind == "pays":
            lines += _alone(books, language, is_priced=not table)
    if len(lines) == 2:
        lines[1] = text("lesson.compare-same", language, count=len(books))
    elif not any(line.startswith("|") for line in lines):
        lines[1] = text("lesson.compare-each", language, count=len(books))
    return Page(heading, "\n\n".join(lines))


def _loaded(library: Library, rulebooks: Iterable[str], game: str) -> Iterable[GameRules]:
    for rulebook in rulebooks:
        try:
            yield load_rules(library, rulebook, game)
        except RulebookError:  # skip a school's invalid file
            continue


Rows = Mapping[str, Sequence[str]]  # name of the row → one cell a regulation


def _kinds(language: Language) -> dict[str, Callable[[list[GameRules]], Rows]]:
    """Differences by kind. A regulation's silence is no difference, except that a bet is not offered."""
    return {
        "pays": lambda books: _differing(
            _together(_rows(books, "bets", language, lambda key, bet: _pays(key, bet, books, language)))
        ),
        "limits": lambda books: _contradicting(
            _together(_rows(books, "bets", language, lambda key, bet: _limits(bet, books, language)))
        ),
        "rulings": lambda books: _together(_rulings(books, language)),
        "calls": lambda books: _contradicting(
            _rows(books, "calls", language, lambda key, call: spoken(call, language))
        ),
        "options": lambda books: _contradicting(_options(books, language)),
        "terms": lambda books: _differing(_terms(books, language)),
    }


def _rows(books: list[GameRules], field: str, language: Language, words: Callable[[str, Any], str]) -> Rows:
    """Entries of a part of the rules, by the name in the first regulation that has them."""
    found: dict[str, list[str]] = {}
    for key in dict.fromkeys(key for rules in books for key in getattr(rules, field)):
        entries = [getattr(rules, field).get(key) for rules in books]
        name = _name(next(entry for entry in entries if entry is not None), language)
        said = [words(key, entry) if entry is not None else NONE for entry in entries]
        while name in found:  # two entries with the same name
            name += " "
        found[name] = said
    return found


def _rulings(books: list[GameRules], language: Language) -> Rows:
    """Cases on which two regulations rule differently."""
    ruled = [cases(rules) for rules in books]
    found: dict[str, list[str]] = {}
    for case in dict.fromkeys(case for each in ruled for case in each):
        having = [each[case] for each in ruled if case in each]
        if all(rule_alike(one, other) for one, other in combinations(having, 2)):
            continue
        title = having[0][0].situation
        # Entries with different names describe different circumstances.
        told_apart = any(CASE in entry.data for rulings in having for entry in rulings)
        found[say(title, language)] = [
            " ".join(_done(entry, language, told_apart and entry.situation != title) for entry in each.get(case, []))
            or NONE
            for each in ruled
        ]
    return found


def _done(entry: Irregularity, language: Language, with_situation: bool) -> str:
    done = say(entry.action, language)
    return f"**{say(entry.situation, language)}** {done}" if with_situation else done


def _contradicting(rows: Rows) -> Rows:
    """Rows in which two regulations contradict each other, ignoring the word for the dealer and the variable part of a
    call."""

    def compared(words: str) -> str:
        return _CHANGING.sub("", without_dealer(words))

    return {name: said for name, said in rows.items() if len({*map(compared, said)} - {NONE}) > 1}


def _differing(rows: Rows) -> Rows:
    """Rows that at least two regulations have and that differ."""
    return {name: said for name, said in rows.items() if len({*said}) > 1 and len(said) - said.count(NONE) > 1}


def _together(rows: Rows) -> Rows:
    """Rows with identical cells, merged into one."""
    names: dict[tuple[str, ...], list[str]] = {}
    for name, said in rows.items():
        names.setdefault(tuple(said), []).append(name.strip())
    return {" · ".join(alike): said for said, alike in names.items()}


def _name(entry: Any, language: Language) -> str:
    names: Names = getattr(entry, "names", None) or entry.when
    return say(names, language)


def _pays(key: str, bet: BetRule, books: list[GameRules], language: Language) -> str:
    """Prices of a bet, with the names of the first regulation that has them."""
    named = {
        row: names for rules in reversed(books) if key in rules.bets for row, names in rules.bets[key].outcomes.items()
    }
    said = [say(bet.pays, language)] if bet.pays is not None else []
    said += [
        _with_last_word(say(named.get(row, row), language), say(odds, language)) for row, odds in bet.pay_table.items()
    ]
    return " · ".join(said) or NONE


def _with_last_word(name: str, price: str) -> str:
    """A price kept together with the last word before it, so that it does not wrap into the next line of a narrow
    column."""
    first, space, last = name.rpartition(" ")
    return first + space + unbroken(f"{last}: {price}")


def _limits(bet: BetRule, books: list[GameRules], language: Language) -> str:
    """Minimum and maximum; a minimum that is the table's is left out."""

    def said(which: str, limit: Limit) -> str:
        having = next((rules for rules in books if limit.of in rules.bets), books[0])
        return text(f"lesson.{which}", language, limit=limit_words(limit, having, language))

    if bet.minimum is not None and bet.minimum == bet.maximum:
        return said("exactly", bet.minimum)
    limits = {"least": bet.minimum, "most": bet.maximum}
    return "; ".join(said(key, each) for key, each in limits.items() if each not in (None, _TABLE_MINIMUM)) or NONE


def _options(books: list[GameRules], language: Language) -> Rows:
    """Default of each house option; different wordings of one choice are treated as equal."""
    found: dict[str, list[str]] = {}
    for key in dict.fromkeys(key for rules in books for key in rules.options):
        having = [rules for rules in books if key in rules.options]
        if len({rules.chosen[key] for rules in having}) > 1:
            found[say(having[0].options[key].names, language)] = [
                say(option_value(rules.options[key], rules.chosen[key]), language) if rules in having else NONE
                for rules in books
            ]
    return found


def _terms(books: list[GameRules], language: Language) -> Rows:
    """The regulation's terms of art, by the usual term."""
    found: dict[str, list[str]] = {}
    for term in sorted(frozenset().union(*(terms_of_area(family.area) for family in families(books[0].game)))):
        if term in INSIDE and not any(term in rules.bets for rules in books):
            continue  # a bet of the other wheel
        usual = text(f"terms.{term}", language)
        found[usual] = [say(rules.info.terms.get(term, usual), language) for rules in books]
    return found


def _alone(books: list[GameRules], language: Language, is_priced: bool) -> list[str]:
    """Bets that only this regulation offers; with prices if there is nothing else to compare."""
    lines = []
    for rules in books:
        others_take = {key for other in books if other is not rules for key in other.bets}
        alone = [
            say(bet.names, language) + (_price(key, bet, books, language) if is_priced else "")
            for key, bet in rules.bets.items()
            if key not in others_take
        ]
        if alone:
            bets = ", ".join(alone)
            lines.append(text("lesson.compare-alone", language, book=say(rules.info.names, language), bets=bets))
    return ["\n".join(f"- {line}" for line in lines)] if lines else []


def _price(key: str, bet: BetRule, books: list[GameRules], language: Language) -> str:
    said = _pays(key, bet, books, language)
    return "" if said == NONE else f" ({said})"


def _table(rows: Rows, books: list[GameRules], language: Language) -> str:
    if not rows:
        return ""
    head = [text("lesson.point", language), *(say(rules.info.names, language) for rules in books)]
    lines = [head, ["---"] * len(head), *([name.strip(), *said] for name, said in rows.items())]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
