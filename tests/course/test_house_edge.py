"""Every house edge that a rulebook and one of its options can ask for stands on the page of the edges."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from trainer.course.house_edge import _percent
from trainer.course.path import Course
from trainer.equipment.odds import Odds
from trainer.games import game
from trainer.games.rules import load_rules
from trainer.games.stored_edges import as_edges, stored_for
from trainer.rulebooks import GameRules, shipped_library
from trainer.texts import Language, say


def tables_with_stored_edges() -> list[GameRules]:
    library = shipped_library()
    every = (load_rules(library, book, name) for book in library.rulebooks() for name in library.games(book))
    tables = (load_rules(library, r.rulebook, r.game, variant) for r in every for variant in r.variants or ("",))
    return [rules for rules in tables if stored_for(rules) is not None]


def test_every_stored_edge_is_told_with_the_choice_it_depends_on() -> None:
    asked = 0
    for rules in tables_with_stored_edges():
        found = stored_for(rules)
        assert found is not None
        page = Course(rules, Language.ES, shipped_library()).page("edge").markdown
        for each in as_edges(found.edges):
            assert _percent(each, Language.ES) in page, (rules.rulebook, rules.game, each.bet)
        for option, entry in rules.options.items():
            for choice, name in entry.choices.items():
                edges = found.choices.get(option, {}).get(
                    choice, found.edges
                )  # a choice that changes nothing is left out
                asked += len(edges)
                for each in as_edges(edges) if edges != found.edges else ():
                    told = [line for line in page.splitlines() if _percent(each, Language.ES) in line]
                    is_usual = found.edges.get(each.bet) == edges[each.bet]
                    assert is_usual or any(say(name, Language.ES) in line for line in told), (rules.game, choice, each)
    assert asked >= 388  # figures of house poker by table, option, choice and bet
    print(f"{asked} figures")


def forms_with_other_payouts() -> Iterator[GameRules]:
    """Tables of house poker under the usual options, and under every choice that changes a payout."""
    library = shipped_library()
    for book in library.rulebooks():
        for name in library.games(book):
            if game(name).family != "house-poker":
                continue
            usual = load_rules(library, book, name)
            yield usual
            for option, entry in usual.options.items():
                for choice in entry.choices:
                    changed = load_rules(library, book, name, "", {option: choice})
                    if payouts(changed) - payouts(usual):
                        yield changed


def payouts(rules: GameRules) -> set[tuple[str, str, Odds]]:
    """What each bet pays, by bet and row of its table."""
    return {
        (bet, row, odds)
        for bet, rule in rules.bets.items()
        for row, odds in [*rule.pay_table.items(), *([("", rule.pays)] if rule.pays is not None else [])]
    }


@pytest.mark.parametrize("language", Language)
def test_every_payout_of_house_poker_is_told_under_the_options_it_depends_on(language: Language) -> None:
    told = 0
    for rules in forms_with_other_payouts():
        course = Course(rules, language, shipped_library())
        lessons = (heading.id for heading in course.contents if not heading.id.startswith("drill:"))
        pages = "\n".join(course.page(lesson).markdown for lesson in lessons)
        rows = [line.replace("\N{NO-BREAK SPACE}", " ") for line in pages.splitlines()]
        for bet, row, odds in payouts(rules):
            rule = rules.bets[bet]
            named = say(rule.outcomes.get(row, row) if row else rule.names, language)
            price = say(odds, language)
            assert any(named in line and price in line for line in rows), (rules.rulebook, rules.game, bet, row, price)
            told += 1
    assert told > 250
