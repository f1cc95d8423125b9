"""The picture of a live round: what lies on the cloth, nothing more."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.live.shifts import opened, step_until
from tests.live.tables import TABLES, play, table, world
from trainer.drills.scene import CardPiece, Chips, DicePiece, Marker, Note
from trainer.equipment.dice import Roll
from trainer.equipment.money import parse_amount
from trainer.games.house_poker.described_round import FOLD
from trainer.games.round import Act
from trainer.live.scene import handed, scene_of
from trainer.live.table import LiveTable


@pytest.mark.parametrize("name", TABLES)
def test_the_felt_is_empty_of_losing_chips_and_cards_at_the_end(name: str) -> None:
    rules = table(name).rules
    most = 0
    for _, state in play(table(name), table(name).start({}, ()), world(name, 5)):
        scene = scene_of(rules, state)
        most = max(most, len(scene.pieces))
    assert most > 10
    assert not [piece for piece in scene.pieces if isinstance(piece, CardPiece | Marker) and "roulette" not in name]
    chips = sum(isinstance(piece, Chips) for piece in scene.pieces)
    assert chips <= sum(bet.taken < bet.stake or bet.paid > 0 for bet in state.bets) * 2


def test_a_bet_that_cannot_be_made_lies_on_the_cloth() -> None:
    table = opened("arica/roulette-american", pinned=[(1, "bad-bet", 3)])
    act = step_until(table, "give-back")
    assert (act.seat, act.bet) == (3, "split")
    chips = [piece for piece in table.scene().pieces if isinstance(piece, Chips)]
    stray = [piece for piece in chips if piece.spot.startswith("beside:")]
    assert [(piece.spot, piece.owner) for piece in stray] == [(f"beside:{act.on[0]}", "3")]


@pytest.mark.parametrize("name", ["bolivia/punto-banco", "arica/craps", "puerto-rico/pai-gow-poker", "arica/blackjack"])
def test_a_payment_lies_by_the_bet_as_it_was_made(name: str) -> None:
    """What was paid lies there until the round ends, also if it was too little."""
    shown = opened(name, level=1, rounds=9, seed=3)
    act = step_until(shown, "pay")
    before = _worth(shown)
    unit = shown.rules.info.chips.colours[-1][0]
    shown.perform(replace(act, amount=unit))
    assert _worth(shown) - before == unit


def _worth(shown: LiveTable) -> Fraction:
    """What all chips on the felt are worth."""
    return sum(
        (parse_amount(chip) * count for piece in _chips(shown) for chip, count in piece.counts.items()), Fraction(0)
    )


def _chips(shown: LiveTable) -> list[Chips]:
    return [piece for piece in shown.scene().pieces if isinstance(piece, Chips)]


def test_a_payment_that_was_put_right_lies_there_no_more() -> None:
    shown = opened("arica/blackjack", level=1, rounds=9, seed=3)
    act = step_until(shown, "pay")
    before = _worth(shown)
    shown.perform(act)
    shown.perform(Act("correct", facts={"act": len(shown.record.acts) - 1}))
    assert _worth(shown) == before


def test_at_roulette_chips_are_handed_to_the_player() -> None:
    shown = opened("arica/roulette-american", level=1, rounds=9, seed=3)
    act = step_until(shown, "pay")
    before = _chips(shown)
    shown.perform(act)
    assert _chips(shown) == before
    assert handed(shown.rules, [each for _, each in shown.record.acts]) == {act.seat: act.amount}


@pytest.mark.parametrize("name", ["arica/caribbean-stud", "puerto-rico/three-card-poker"])
def test_who_gave_up_can_be_told_by_his_cards_until_they_are_taken(name: str) -> None:
    shown = opened(name, level=1, rounds=9, seed=3)
    act = step_until(shown, "pick-up")
    folded = {hand.seat for hand in shown.state.hands if hand.spoke == FOLD and not hand.picked}
    assert act.topic in folded or act.seat in folded
    cards = [piece for piece in shown.scene().pieces if isinstance(piece, CardPiece) and piece.spot.startswith("hand:")]
    for hand in shown.state.hands:
        lying = [(piece.card, piece.across) for piece in cards if piece.spot == f"hand:{hand.seat}"]
        if hand.seat in folded:
            assert lying == [("", True)]
        elif not hand.picked:
            assert len(lying) == len(hand.cards) and not any(across for _, across in lying)


@pytest.mark.parametrize("way", ["generator", "dice"])
def test_the_number_at_pai_gow_poker_can_be_read_before_it_is_called(way: str) -> None:
    shown = opened("puerto-rico/pai-gow-poker", level=1, rounds=2, options={"start-by": way})
    step_until(shown, "call")
    pieces = shown.scene().pieces
    notes = {piece.spot: piece.says for piece in pieces if isinstance(piece, Note)}
    rolls = [(piece.spot, Roll.parse(piece.roll).total) for piece in pieces if isinstance(piece, DicePiece)]
    if way == "generator":
        assert notes["generator"] == str(shown.state.total) and rolls == []
    else:
        assert rolls == [("shaker", shown.state.total)] and "generator" not in notes


def test_the_number_that_a_player_has_bet_on_lies_by_his_chips() -> None:
    shown = opened(
        "puerto-rico/pai-gow-poker", level=1, rounds=2, seats=((1, "number-player"), (2, "drunk"), (3, "whale"))
    )
    step_until(shown, "call")
    chosen = {f"side:{bet.seat}": str(bet.on) for bet in shown.state.bets if bet.bet == "starting-number"}
    notes = {piece.spot: piece.says for piece in shown.scene().pieces if isinstance(piece, Note)}
    assert chosen and chosen.items() <= notes.items()


@pytest.mark.parametrize("name", ["baleares/punto-banco", "puerto-rico/baccarat", "arica/punto-banco"])
def test_the_card_that_says_how_many_are_burned_is_seen_until_they_are(name: str) -> None:
    shown = opened(name, level=1, rounds=1)
    act = step_until(shown, "burn")
    assert [(piece.card, piece.face_up) for piece in _cards(shown)] == [(str(shown.state.turned), True)]
    shown.perform(act)
    assert _cards(shown) == []


def _cards(shown: LiveTable) -> list[CardPiece]:
    return [piece for piece in shown.scene().pieces if isinstance(piece, CardPiece)]
