"""Questions cannot be answered by habit, show only what can lie on a table, and levels have distinct names.

These check a few seeds of every table; `benchmarks/test_fairness.py` checks three hundred.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.drills.checks import LIBRARY
from tests.drills.level_measures import MORE_SEEDS, SEEDS, one_sided, questions, rungs, unreal
from tests.drills.revisions import tables
from tests.loops import loop_over
from trainer.drills import family
from trainer.drills.core import Draft, Family, Level
from trainer.drills.craps.layouts import are_opposed
from trainer.drills.fairness import fair_draft, unplayable
from trainer.drills.forms import AmountForm, ChipsForm, ChoiceForm
from trainer.drills.roulette.piles import is_cash
from trainer.drills.scene import Chips, Scene
from trainer.games.core import RequestError
from trainer.games.craps.layout import CrapsBet
from trainer.games.roulette.figures import roulette
from trainer.games.rules import load_rules
from trainer.texts import Language, Message, say


@pytest.mark.parametrize(("rulebook", "game"), tables())
def test_no_answer_is_always_right_and_every_stake_and_payment_can_be_made(rulebook: str, game: str) -> None:
    rules = load_rules(LIBRARY, rulebook, game)
    faults: list[str] = []
    for each, level in rungs(rules):
        asked = questions(rules, each, level, SEEDS)
        if one_sided(asked, most=0.99):
            fault = one_sided(questions(rules, each, level, MORE_SEEDS), most=0.99)
            faults += [fault] if fault else []
        faults += unreal(asked)
    assert not faults, "\n".join(faults)


@loop_over(("rulebook", "game"), tables())
def test_every_level_is_called_something_else_than_the_others(rulebook: str, game: str) -> None:
    for each in {each.id: each for each, _ in rungs(load_rules(LIBRARY, rulebook, game))}.values():
        for language in Language:
            names = [say(each.level_name(level), language) for level in range(1, len(each.levels) + 1)]
            assert len(set(names)) == len(names), (each.id, names)


def draft(solution: str, *stakes: dict[str, int], unit: str = "EUR") -> Draft:
    piles = tuple(Chips(spot=f"box:{place}", counts=counts) for place, counts in enumerate(stakes))
    return Draft(Message("x"), Scene(felt="x", pieces=piles), AmountForm(unit=unit), solution, ())


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (draft("13.30"), "13.30 cannot be made"),
        (draft("12.50"), ""),
        (draft("13.30", unit="chips"), ""),
        (draft("12 -0.30"), "-0.30 cannot be made"),
        (draft("5", {"20": 1}), "no chip of 20"),
        (draft("5", {"1000": 6, "1": 1}), "chips as small as 1"),
        (draft("5", {"25": 6, "5": 1}), ""),
        (draft("5", {"blue": 400}), ""),
    ],
)
def test_money_that_cannot_lie_on_a_table_is_found(made: Draft, why: str) -> None:
    found = unplayable(made, load_rules(LIBRARY, "baleares", "roulette-american"))
    assert why in found and bool(found) == bool(why)


def test_each_answer_of_several_drafts_is_equally_likely() -> None:
    rules = load_rules(LIBRARY, "baleares", "roulette-american")
    source = random.Random(1)

    def build() -> Draft:
        return draft("1" if source.random() < 0.1 else "0", unit="")

    answers = Counter(fair_draft(build, rules, 16, source).solution for _ in range(300))
    assert 0.4 < answers["1"] / 300 < 0.6
    assert Counter(fair_draft(build, rules, 1, source).solution for _ in range(300))["1"] < 60


def test_a_draft_that_cannot_be_paid_is_made_again() -> None:
    rules = load_rules(LIBRARY, "baleares", "roulette-american")
    made = iter(("13.30", "0.20", "7.50", "9"))
    assert fair_draft(lambda: draft(next(made)), rules, 1, random.Random(1)).solution == "7.50"


def test_a_draft_that_its_game_refuses_is_made_again() -> None:
    """Seven threes of spades from six decks, as one seed in a million deals them."""
    rules = load_rules(LIBRARY, "puerto-rico", "free-bet-blackjack")
    assert family("free-bet-blackjack", "settle-the-table").make(rules, 4, 225).draft.solution

    def refuse() -> Draft:
        raise RequestError("dealer", "too many")

    with pytest.raises(RequestError):
        fair_draft(refuse, rules, 1, random.Random(1))


def test_a_predictable_answer_is_found() -> None:
    rules = load_rules(LIBRARY, "baleares", "roulette-american")

    def always(levels: tuple[Level, ...]) -> Family:
        made = Draft(Message("x"), Scene(felt="x"), ChoiceForm(()), "no", ())
        return Family(id="x", area="x", levels=levels, build=lambda rules, level, rng: made)

    assert "is the answer to 20 of 20" in one_sided(questions(rules, always((Level(5),)), 1, 20), 0.7)
    assert not one_sided(questions(rules, always((Level(5, one_sided="It is one."),)), 1, 20), 0.7)


# ── scenes that no table sees ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("family_id", ["pay-the-roll", "seven-out", "fate-of-bets", "whole-hand"])
@pytest.mark.parametrize("rulebook", ["arica", "baleares", "bolivia", "puerto-rico"])
def test_no_player_bets_for_and_against_the_same_thing(rulebook: str, family_id: str) -> None:
    rules = load_rules(LIBRARY, rulebook, "craps")
    tested = family("craps", family_id)
    for level in range(1, len(tested.levels) + 1):
        for seed in range(25):
            by_player: dict[str, list[CrapsBet]] = {}
            for piece in tested.make(rules, level, seed).draft.scene.pieces:
                if isinstance(piece, Chips):
                    kind, _, on = piece.spot.partition("@")[0].partition(":")
                    by_player.setdefault(piece.owner, []).append(CrapsBet(bet=kind, on=on or None))
            for bets in by_player.values():
                assert not any(are_opposed(one, other) for one in bets for other in bets), (level, seed, bets)


@pytest.mark.parametrize(("rulebook", "article"), [("baleares", "02.I L214"), ("bolivia", "L2522")])
def test_french_roulette_is_played_with_cash_chips(rulebook: str, article: str) -> None:
    rules = load_rules(LIBRARY, rulebook, "roulette-french")
    assert roulette(rules).colour_chips is None, article
    for each, level in rungs(rules):
        for question in questions(rules, each, level, 5):
            for piece in question.draft.scene.pieces:
                assert not isinstance(piece, Chips) or all(map(is_cash, piece.counts)), question.item


def test_five_aces_are_as_rare_as_a_rule_of_their_own_allows() -> None:
    rules = load_rules(LIBRARY, "puerto-rico", "pai-gow-poker")
    asked = questions(rules, family("pai-gow-poker", "set-the-cards"), 5, 100)
    aces = sum(sum(card[0] in "AJ" and card != "JS" for card in _cards(q.draft)) == 5 for q in asked)
    assert aces <= 10


def _cards(made: Draft) -> list[str]:
    cards = [str(getattr(piece, "card", "")) for piece in made.scene.pieces]
    return ["A" if card == "JK" else card for card in cards if card == "JK" or card[:1] != "J"]


def test_what_is_wrong_is_explained_without_a_card_that_nobody_saw() -> None:
    rules = load_rules(LIBRARY, "puerto-rico", "baccarat")
    asked = [q for q in questions(rules, family("baccarat", "whats-wrong"), 1, 80) if "too-few" in q.draft.solution]
    assert asked
    for question in asked:
        made = question.draft
        assert made.after is not None
        seen = {piece.card for piece in made.scene.pieces if hasattr(piece, "card")}
        assert {piece.card for piece in made.after.pieces if hasattr(piece, "card")} <= {*seen, ""}
        if made.solution == "player-too-few":
            assert all("third" not in reason.params for reason in made.reasons), question.item


def test_a_payment_from_the_rack_is_still_paid_from_the_rack() -> None:
    rules = load_rules(LIBRARY, "arica", "blackjack")
    assert all(
        isinstance(q.draft.form, ChipsForm) for q in questions(rules, family("blackjack", "three-to-two"), 4, 20)
    )
