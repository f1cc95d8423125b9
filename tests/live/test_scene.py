"""The picture of a live round: what lies on the cloth, nothing more."""

from __future__ import annotations

import pytest

from tests.live.shifts import opened, step_until
from tests.live.tables import TABLES, play, table, world
from trainer.drills.scene import CardPiece, Chips, Marker
from trainer.live.scene import scene_of


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
