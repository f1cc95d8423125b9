"""A round on the felt, with a fault in it."""

from __future__ import annotations

import random

import pytest

from tests.drills.checks import LIBRARY
from trainer.drills import family
from trainer.drills.faults import round_scene, with_fault
from trainer.drills.scene import CardPiece, Chips, Marker, Scene
from trainer.games.rules import load_rules

CARDS = tuple(CardPiece(spot="hand:1", card=card, face_up=False) for card in ("9S", "4D", "KD"))
BETS = (Chips(spot="bet:1", counts={"5": 2}), Chips(spot="bet:2", counts={"25": 1}))
TABLE = Scene(felt="any", pieces=(*BETS, *CARDS))


def faulty(event: str, scene: Scene = TABLE) -> Scene:
    return with_fault(scene, event, random.Random(1))


def cards(scene: Scene) -> list[CardPiece]:
    return [piece for piece in scene.pieces if isinstance(piece, CardPiece)]


def test_a_card_that_was_seen_lies_face_up_and_is_lit() -> None:
    shown = faulty("player-card-seen")
    assert sum(card.face_up for card in cards(shown)) == 1 and shown.glow == ("hand:1",)


def test_a_card_too_many_and_one_too_few_can_be_counted() -> None:
    assert len(cards(faulty("surplus-cards"))) == 4
    assert len(cards(faulty("no-card-dealt"))) == 2


def test_a_bet_that_came_late_is_lit_and_while_the_ball_runs_no_number_is_marked() -> None:
    assert faulty("late-bet").glow[0] in ("bet:1", "bet:2")
    spun = Scene(felt="any", pieces=(*BETS, Marker(spot="straight-up:7", kind="dolly")))
    assert faulty("ball-hangs", spun).pieces == BETS


def test_what_cannot_be_seen_leaves_the_round_as_it_is() -> None:
    assert faulty("advice") == TABLE


@pytest.mark.parametrize(
    ("book", "game"),
    [
        ("arica", "blackjack"),
        ("arica", "punto-banco"),
        ("bolivia", "trente-et-quarante"),
        ("baleares", "chemin-de-fer"),
    ],
)
def test_irregularities_happen_at_a_table_with_a_round_on_it(book: str, game: str) -> None:
    rules = load_rules(LIBRARY, book, game)
    drill = family(game, "irregularities")
    for number in range(drill.facts(rules, 1)):
        assert drill.make(rules, 1, number).draft.scene.pieces


def test_the_same_round_lies_there_every_time() -> None:
    rules = load_rules(LIBRARY, "arica", "roulette-american")
    assert round_scene(rules, "roulette-double-zero", 5) == round_scene(rules, "roulette-double-zero", 5)
