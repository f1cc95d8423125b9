"""What a house chooses where the text is silent, or against it, is told as the house's and cites no article."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.games.option_witnesses import told, witnesses
from tests.loops import loop_over

# The reason that speaks of it, and the choice of the house by which it is said.
CHOSEN = [
    ("arica", "blackjack", "no-hole-card-loss", "original-only", "original-only"),
    ("bolivia", "blackjack", "no-hole-card-loss", "original-only", "original-only"),
    ("coquimbo", "blackjack", "no-hole-card-loss", "original-only", "original-only"),
    ("baleares", "blackjack", "lose-all-to-bj", "original-stake-only", "original-only"),
    ("baleares", "blackjack", "double-for-less", "yes", "double-for-less"),
    ("arica", "craps", "horn", "four-way", "split-stake"),
    ("baleares", "craps", "horn", "four-way", "split-stake"),
    ("bolivia", "craps", "horn", "four-way", "split-stake"),
    ("arica", "blackjack", "surrender", "none", "no-surrender"),
    ("arica", "blackjack", "stuck-cards", "supervisor", "table.reason.irregularity"),
    ("bolivia", "blackjack", "stuck-cards", "supervisor", "table.reason.irregularity"),
    ("coquimbo", "blackjack", "stuck-cards", "supervisor", "table.reason.irregularity"),
]
BY_DEFAULT = [
    ("puerto-rico", "triple-shot", "dealer-natural-beats-21", "dealer-natural"),
    ("puerto-rico", "three-card-poker", "progressive-after-fold", "folded"),
    ("bolivia", "roulette-french", "sector-bets", "announced-neighbours"),
]


def cites(answer: Any, rule: str) -> set[str]:
    """Every article that reasons of a rule cite in an answer."""
    if isinstance(answer, dict):
        own = {answer["cite"]} if answer.get("rule") == rule else set()
        return own.union(*(cites(part, rule) for part in answer.values()))
    return set().union(*(cites(part, rule) for part in answer)) if isinstance(answer, list) else set()


def answered(rulebook: str, game: str, option: str, choice: str | None) -> Any:
    """What the witness of an option is told, under a choice of the house or by default."""
    found = next(
        each
        for each in witnesses()
        if (each.rulebook, each.game, each.option) == (rulebook, game, option)
        and each.request
        and choice in (None, each.choice)
    )
    return msgspec.json.decode(told(found.request, {option: choice} if choice else {}))


@loop_over(("rulebook", "game", "option", "choice", "rule"), CHOSEN)
def test_a_choice_against_the_text_does_not_cite_it(
    rulebook: str, game: str, option: str, choice: str, rule: str
) -> None:
    assert cites(answered(rulebook, game, option, choice), rule) == {"house standard"}


@pytest.mark.parametrize(("rulebook", "game", "option", "rule"), BY_DEFAULT)
def test_a_default_of_which_the_text_is_silent_does_not_cite_it(
    rulebook: str, game: str, option: str, rule: str
) -> None:
    assert "house standard" in cites(answered(rulebook, game, option, None), rule)


@pytest.mark.parametrize(
    ("rulebook", "game", "bet", "cite"),
    [
        ("arica", "punto-banco", "tie", "III.2.5 L971"),
        ("bolivia", "punto-banco", "tie", "2.2.5.1 L775"),
        ("puerto-rico", "ez-baccarat", "dragon-7", "17.3 L2237"),
        ("puerto-rico", "ez-baccarat", "panda-8", "house standard"),
        ("puerto-rico", "commission-free-baccarat", "fortune-7", "house standard"),
    ],
)
def test_a_bet_that_lies_only_beside_another_cites_who_asks_for_it(
    rulebook: str, game: str, bet: str, cite: str
) -> None:
    limit = {"bets": [{"bet": bet, "stake": 2000, "seat": 1}], "minimum": 1000, "maximum": 100000}
    answer = msgspec.json.decode(told({"rulebook": rulebook, "game": game, "limit": limit}, {}))
    assert cites(answer, "needs-main-any") == {cite}
