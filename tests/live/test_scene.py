"""The picture of a live round: what lies on the cloth, nothing more."""

from __future__ import annotations

import pytest

from tests.live.tables import TABLES, table, world
from trainer.drills.scene import CardPiece, Chips, Marker
from trainer.live.perfect import play
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
