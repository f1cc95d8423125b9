"""House poker: every family, level and regulation makes sound questions."""

from __future__ import annotations

import pytest

from tests.drills.checks import LIBRARY, at_every_level, check_level, check_texts
from tests.drills.question_cache import made
from tests.loops import loop_over
from trainer.catalogue import BY_GAME
from trainer.drills import families, family
from trainer.drills.core import Family
from trainer.drills.scene import CardPiece, Chips
from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount, parse_amount
from trainer.games.blackjack.hands import TWENTY_ONE, points
from trainer.games.house_poker.figures import house_poker
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules
from trainer.texts import Message

GAMES = tuple(game for game, entry in BY_GAME.items() if "house_poker" in entry.drills)


@at_every_level(GAMES)
def test_questions_are_sound(rules: GameRules, one: Family, level: int) -> None:
    check_level(rules, one, level)


@loop_over("one", families(GAMES[0]), ids=lambda one: one.id)
def test_texts(one: Family) -> None:
    check_texts(one)


@at_every_level(GAMES)
def test_what_comes_next_follows_from_what_was_done_last(rules: GameRules, one: Family, level: int) -> None:
    if one.id != "next-act":
        return
    first = house_poker(rules).course[0].act
    for seed in range(40):
        draft = made(rules, one, level, seed).draft
        said = draft.prompt.params["said"]
        assert isinstance(said, Message)
        assert (draft.solution == first) == (said.id == "house-poker.far.bets")
        assert draft.scene.pieces


def test_a_bonus_without_a_stake_is_told_at_its_seat() -> None:
    """The figures of the working add up to what the seat is paid."""
    rules, one = load_rules(LIBRARY, "puerto-rico", "three-card-poker"), family("three-card-poker", "settle-the-table")
    told = 0
    for seed in range(30):
        draft = made(rules, one, 1, seed).draft
        paid: list[Amount] = []
        for reason in draft.reasons:
            if reason.rule == "at-seat":
                paid.append(ZERO)
            paid[-1] += reason.params.get("pays", ZERO)
            told += reason.rule == "bonus-paid"
        balances = [parse_amount(figure) for figure in draft.solution.split()]
        assert [max(figure, ZERO) for figure in balances] == paid
    assert told > 0


def test_somebody_is_paid_at_most_tables_also_where_most_hands_lose() -> None:
    rules, table = load_rules(LIBRARY, "puerto-rico", "let-it-ride"), family("let-it-ride", "settle-the-table")
    nets = [table.make(rules, 1, seed).draft.solution.split() for seed in range(40)]
    paid = [any(parse_amount(net) > 0 for net in seats) for seats in nets]
    assert 20 < sum(paid) < 40  # tables at which nobody is paid are asked too


@pytest.mark.parametrize("level", [1, 2])
def test_whoever_is_dealt_more_cards_has_a_bet_and_a_hand_that_could_be_dealt(level: int) -> None:
    rules, one = load_rules(LIBRARY, "puerto-rico", "triple-shot"), family("triple-shot", "complete-six")
    for seed in range(40):
        pieces = made(rules, one, level, seed).draft.scene.pieces
        hands: dict[str, list[Card]] = {}
        for piece in pieces:
            if isinstance(piece, CardPiece):
                hands.setdefault(piece.spot.partition(":")[2], []).append(Card.parse(piece.card))
        assert {f"poker:{seat}" for seat in hands} == {piece.spot for piece in pieces if isinstance(piece, Chips)}
        assert all(points(cards[:-1]).total < TWENTY_ONE for cards in hands.values())
