"""Irregularities are shown in the scene of a round."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec import structs

from tests.drills.checks import LIBRARY
from trainer.catalogue import DRILLED
from trainer.drills import families, family, round_scenes
from trainer.drills.core import Family
from trainer.drills.forms import ChoiceForm
from trainer.drills.irregularity_scenes import moment_of, scene_kinds, with_irregularity, without_scene
from trainer.drills.round_scenes import round_scene
from trainer.drills.scene import CardPiece, Chips, Marker, Scene
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules

CARDS = tuple(CardPiece(spot="hand:1", card=card, face_up=False) for card in ("9S", "4D", "KD"))
BETS = (Chips(spot="bet:1", counts={"5": 2}), Chips(spot="bet:2", counts={"25": 1}))
TABLE = Scene(felt="any", pieces=(*BETS, *CARDS))


def irregularity_families() -> list[tuple[Family, GameRules]]:
    return [
        (family(game, "irregularities"), load_rules(LIBRARY, book, game))
        for book in LIBRARY.rulebooks()
        for game in LIBRARY.games(book)
        if game in DRILLED and any(each.id == "irregularities" for each in families(game))
    ]


def faulty(event: str, scene: Scene = TABLE) -> Scene:
    return with_irregularity(scene, event, random.Random(1))


def cards(scene: Scene) -> list[CardPiece]:
    return [piece for piece in scene.pieces if isinstance(piece, CardPiece)]


def test_a_card_that_was_seen_lies_face_up_among_closed_ones_and_is_lit() -> None:
    opened = Scene(felt="any", pieces=tuple(structs.replace(card, face_up=True) for card in CARDS))
    for scene in (TABLE, opened):
        shown = faulty("player-card-seen", scene)
        assert sum(card.face_up for card in cards(shown)) == 1 and shown.glow == ("hand:1",)


def test_a_card_too_many_and_one_too_few_can_be_counted() -> None:
    assert len(cards(faulty("surplus-cards"))) == 4
    assert len(cards(faulty("card-on-floor"))) == 2
    assert len(cards(faulty("one-card-dealt"))) == 1
    assert cards(faulty("no-card-dealt")) == [] and faulty("no-card-dealt").glow == ("hand:1",)


def test_a_card_in_the_shoe_lies_at_the_shoe_and_one_that_is_gone_with_the_discards() -> None:
    assert [card.spot for card in cards(faulty("one-card-face-up")) if card.face_up] == ["shoe"]
    thrown = faulty("player-discards-unseen")
    assert {card.spot for card in cards(thrown)} == {"discard"} and not any(card.face_up for card in cards(thrown))


def test_a_card_that_left_the_shoe_of_two_tables_does_not_lie_on_the_money_of_the_bank() -> None:
    two_tables = Scene(felt="baccarat-two-tables", pieces=(*BETS, Chips(spot="bank", counts={"100": 3})))
    assert [card.spot for card in cards(faulty("one-card-face-up", two_tables))] == ["shoe"]


def test_a_bet_that_came_late_is_lit_and_while_the_ball_runs_no_number_is_marked() -> None:
    assert faulty("late-bet").glow[0] in ("bet:1", "bet:2")
    spun = Scene(felt="any", pieces=(*BETS, Marker(spot="straight-up:7", kind="dolly")))
    assert faulty("ball-hangs", spun).pieces == BETS and faulty("ball-hangs", spun).glow == ("wheel",)


def test_an_invisible_irregularity_leaves_the_scene_unchanged() -> None:
    assert faulty("not-foreseen") == TABLE


def test_seating_irregularities_show_taken_and_free_seats() -> None:
    bets = tuple(Chips(spot=f"bet:{seat}", counts={"5": 1}) for seat in (1, 2, 4, 6))
    scene = Scene(felt="any", pieces=bets)
    assert faulty("extra-player", scene).glow == ("bet:1", "bet:2", "bet:4", "bet:6")
    full = with_irregularity(scene, "extra-player", random.Random(1), seats=7)
    assert [piece.spot for piece in full.pieces] == list(full.glow) == [f"bet:{seat}" for seat in range(1, 8)]
    assert faulty("empty-seat", scene).glow[0] in ("bet:3", "bet:5")
    own, wanted = faulty("two-positions", scene).glow
    assert own in {bet.spot for bet in bets} and wanted in ("bet:3", "bet:5")
    assert len(faulty("fewer-than-four", scene).pieces) == 3
    assert faulty("fewer-than-two", scene).pieces == bets[:1]


def test_every_irregularity_is_seen_on_its_felt_or_says_why_not() -> None:
    """A light would say something that is not so where nothing happens at the table."""
    asked: set[str] = set()
    for drill, rules in irregularity_families():
        for number in range(drill.facts(rules, 1)):
            draft = drill.make(rules, 1, number).draft
            event = draft.solution if draft.solution in rules.irregularities else list(rules.irregularities)[number]
            where = f"{rules.rulebook}/{rules.game} {event}"
            assert bool(draft.scene.glow) == (event in scene_kinds()), where
            assert (event in scene_kinds()) != (event in without_scene()), where
        asked |= set(rules.irregularities)
    assert asked == set(scene_kinds()) | set(without_scene()), (
        "the table names an irregularity that no regulation knows"
    )


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


def test_few_rounds_are_kept_because_each_takes_kilobytes() -> None:
    rules = load_rules(LIBRARY, "arica", "craps")
    for seed in range(60):
        round_scene(rules, "craps-arica", seed)
    assert len(round_scenes._cache) <= 32


def test_dice_fall_before_the_cards_are_dealt_and_accidents_of_the_deal_before_they_are_seen() -> None:
    opened = tuple(structs.replace(card, face_up=True) for card in CARDS)
    set_up = Scene(felt="pai-gow-poker", pieces=(*BETS, *opened))
    assert [piece.spot for piece in faulty("dice-not-flat", set_up).pieces] == ["bet:1", "bet:2", "shaker"]
    assert [card.spot for card in cards(faulty("one-card-face-up", set_up)) if card.face_up] == ["shoe"]
    assert not any(card.face_up for card in cards(faulty("misdealt", set_up)))


@pytest.mark.parametrize(
    ("book", "game"), [("arica", "blackjack"), ("bolivia", "blackjack"), ("bolivia", "chemin-de-fer")]
)
def test_wrong_rulings_are_those_of_the_same_moment_where_there_are_enough(book: str, game: str) -> None:
    rules, asked = load_rules(LIBRARY, book, game), family(game, "irregularities")
    assert asked.facts is not None
    of_the_moment = drawn = 0
    for number in range(asked.facts(rules, 1)):
        draft = asked.make(rules, 1, number).draft
        assert isinstance(draft.form, ChoiceForm)
        for choice in draft.form.choices:
            if choice.id != draft.solution:
                drawn += 1
                of_the_moment += moment_of(choice.id) == moment_of(draft.solution)
    moments = Counter(map(moment_of, rules.irregularities))
    by_chance = sum(count * (count - 1) for count in moments.values()) / moments.total() / (moments.total() - 1)
    assert of_the_moment / drawn > (1 + by_chance) / 2
