"""Blackjack cloths: every variant has its felt with the boxes it bets on, and every drill can be laid out there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF

from tests.drills.checks import rules_of
from tests.loops import loop_over
from trainer.desk.table import Imprint, make_felt
from trainer.desk.table.arrangement import arrange
from trainer.drills import families
from trainer.games.blackjack.figures import blackjack

RULES = rules_of(("blackjack", "blackjack-switch", "free-bet-blackjack", "challenge-21"))
IDS = [f"{rules.rulebook}-{rules.game}-{rules.variant}" for rules in RULES]


@loop_over("rules", RULES, ids=IDS)
def test_the_felt_has_a_place_and_the_boxes_of_the_variant_for_every_seat(rules) -> None:  # type: ignore[no-untyped-def]
    figures = blackjack(rules)
    felt = make_felt(figures.felt, Imprint(rules))
    for seat in range(1, figures.places.seats + 1):
        for bet in figures.side_bets:
            assert felt.spot(f"{bet}:{seat}")
        assert felt.spot(f"hand:{seat}") and felt.spot(f"paid:{seat}") and felt.spot(f"bet:{seat}:2")
    assert f"hand:{figures.places.seats + 1}" not in felt.spots()


@loop_over("rules", RULES, ids=IDS)
def test_seat_1_is_at_the_croupiers_left_as_he_sees_it(rules) -> None:  # type: ignore[no-untyped-def]
    felt = make_felt(blackjack(rules).felt, Imprint(rules))
    across = [felt.spot(f"hand:{seat}").centre.x() for seat in range(1, blackjack(rules).places.seats + 1)]
    assert across == sorted(across)
    shoe, discard = felt.spot("shoe").centre, felt.spot("discard").centre
    assert isinstance(shoe, QPointF) and shoe.x() < discard.x()


@pytest.mark.parametrize("rules", RULES, ids=IDS)
def test_every_drill_of_every_variant_can_be_laid_out(rules, qapp) -> None:  # type: ignore[no-untyped-def]
    for family in families(rules.game):
        if family.fits(rules):
            for level in range(1, len(family.levels) + 1):
                draft = family.make(rules, level, 2).draft
                for scene in filter(None, (draft.scene, draft.after)):
                    assert len(arrange(make_felt(scene.felt, Imprint(rules)), scene)) >= len(scene.pieces) - 1
