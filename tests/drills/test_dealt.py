"""Questions about real numbers, throws and coups: each is asked about or refused with a sentence."""

import random

import pytest

from tests.loops import loop_over
from trainer import catalogue
from trainer.drills import families, family
from trainer.drills.core import Family, Item, make
from trainer.drills.dealt import DealtError, DealtKind
from trainer.drills.replay import remake
from trainer.drills.scene import DicePiece
from trainer.equipment.cards import DECK
from trainer.equipment.dice import ALL_ROLLS
from trainer.equipment.wheel import SINGLE_ZERO
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.texts import Language, say

LIBRARY = shipped_library()
ROULETTE = load_rules(LIBRARY, "baleares", "roulette-french")
CRAPS = load_rules(LIBRARY, "puerto-rico", "craps")
PUNTO_BANCO = load_rules(LIBRARY, "arica", "punto-banco")
LAYOUT, ROLL = family("roulette-french", "pay-the-layout"), family("craps", "pay-the-roll")
THIRD, BOXES = family("punto-banco", "third-card"), family("punto-banco", "settle-boxes")


def coup(rules: GameRules, drill: Family, level: int, source: random.Random) -> str:
    """Cards from a shoe, as many as the drill wants to see before it asks."""
    cards: list[str] = []
    assert drill.takes_dealt is not None
    while drill.takes_dealt.missing(rules, level, " ".join(cards)):
        cards.append(str(source.choice(DECK)))
    return " ".join(cards)


def test_families_that_take_dealt_input() -> None:
    found = {
        one.id: one.takes_dealt.kind
        for game in catalogue.BY_GAME
        for one in families(game)
        if one.takes_dealt is not None
    }
    assert found == {
        "pay-the-layout": DealtKind.NUMBER,
        "pay-the-roll": DealtKind.DICE,
        "dealer-hand": DealtKind.CARDS,
        "third-card": DealtKind.CARDS,
        "next-card": DealtKind.CARDS,
        "call-the-winner": DealtKind.CARDS,
        "settle-boxes": DealtKind.CARDS,
        "clear-and-pay": DealtKind.NUMBER,
        "whole-hand": DealtKind.DICE,
        "point-hand": DealtKind.CARDS,
    }


@loop_over("number", SINGLE_ZERO.order)
def test_what_is_cleared_is_asked_of_every_number_but_the_orders_of_none(number: str) -> None:
    clear = family("roulette-french", "clear-and-pay")
    for level in (1, 4):
        question = clear.make_dealt(ROULETTE, level, number, seed=7)
        assert question.draft.prompt.params["number"] == number
        assert clear.mark(question, question.draft.solution).right
    for level in (2, 3):
        with pytest.raises(DealtError):
            clear.make_dealt(ROULETTE, level, number, seed=7)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_bets_that_are_laid_first_stay_the_same_whatever_is_thrown(level: int) -> None:
    hand = family("craps", "whole-hand")
    rules = CRAPS
    after = ""
    for count in range(1, 5):
        throws = " ".join(("2-2", "6-5", "5-3", "6-4")[:count])
        question = hand.make_dealt(rules, level, throws, seed=7)
        before = [piece for piece in question.draft.scene.pieces if not isinstance(piece, DicePiece)]
        assert not after or str(before) == after, "as the throw before left it"
        assert question.draft.after is not None
        after = str([piece for piece in question.draft.after.pieces if not isinstance(piece, DicePiece)])
        assert hand.mark(question, question.draft.solution).right
    with pytest.raises(DealtError):
        hand.make_dealt(rules, level, "2-2 7-1", seed=7)


@pytest.mark.parametrize("level", range(1, len(LAYOUT.levels) + 1))
def test_every_number_of_the_wheel_is_paid(level: int) -> None:
    for number in SINGLE_ZERO.order:
        question = LAYOUT.make_dealt(ROULETTE, level, number, seed=7)
        assert question.draft.prompt.params["number"] == number
        assert str(question.item).endswith(f" #7={number}")
        assert LAYOUT.mark(question, question.draft.solution.replace("|", " ")).right


def test_another_seed_lays_other_bets_for_the_same_number() -> None:
    scenes = [LAYOUT.make_dealt(ROULETTE, 3, "17", seed).draft.scene for seed in range(1, 9)]
    assert all(scenes[0] != other for other in scenes[1:])


@pytest.mark.parametrize("level", range(1, len(ROLL.levels) + 1))
def test_every_throw_is_paid_or_refused_with_a_sentence(level: int) -> None:
    asked = 0
    for roll in ALL_ROLLS:
        try:
            question = ROLL.make_dealt(CRAPS, level, str(roll), seed=3)
        except DealtError as error:
            assert error.message.id == "dealt.no-question"
            continue
        asked += 1
        assert question.draft.prompt.params["roll"] == str(roll)
        assert ROLL.mark(question, question.draft.solution).right
    assert asked >= 30


@pytest.mark.parametrize("drill", [THIRD, BOXES], ids=lambda drill: drill.id)
def test_coups_from_a_shoe_are_asked_about_as_soon_as_enough_cards_lie(drill: Family) -> None:
    for level in range(1, len(drill.levels) + 1):
        asked = 0
        for seed in range(60):
            source = random.Random(seed)
            try:
                dealt = coup(PUNTO_BANCO, drill, level, source)
                question = drill.make_dealt(PUNTO_BANCO, level, dealt, seed if drill is BOXES else 0)
            except DealtError as error:
                assert error.message.id == "dealt.no-question"
                continue
            asked += 1
            shown = [str(getattr(piece, "card", "")) for piece in question.draft.scene.pieces]
            assert set(dealt.split()) <= set(shown)
            assert drill.mark(question, question.draft.solution.replace("|", " ")).right
        assert asked > 20, level


def test_how_many_more_cards_are_needed() -> None:
    takes = THIRD.takes_dealt
    assert takes is not None
    wanted = [("", 4), ("9S 2D", 2), ("9S 2D KH 5C", 0), ("2S 2D KH 3C", 1), ("2S 2D KH 3C 7H", 1)]
    for dealt, missing in wanted:
        assert takes.missing(PUNTO_BANCO, 2, dealt) == missing, dealt
    assert takes.missing(PUNTO_BANCO, 2, "2S 2D KH 3C 7H 2C") == 0
    assert takes.missing(PUNTO_BANCO, 1, "2S 2D KH 3C 7H") == 0  # the bank's own card is what is asked about
    assert ROLL.takes_dealt is not None and ROLL.takes_dealt.missing(CRAPS, 1, "") == 2
    assert LAYOUT.takes_dealt is not None and LAYOUT.takes_dealt.missing(ROULETTE, 1, "") == 1


def test_the_cards_that_wait_do_not_give_the_answer_away() -> None:
    waiting = set()
    for dealt in ("9S 2D KH 5C", "2S 2D KH 3C 7H 2C", "7S 2D KH 7C"):
        pieces = THIRD.make_dealt(PUNTO_BANCO, 2, dealt).draft.scene.pieces
        waiting.add(sum(piece.spot == "next" for piece in pieces))
    assert waiting == {2}


def test_the_bank_draws_by_the_cards_that_came() -> None:
    assert THIRD.make_dealt(PUNTO_BANCO, 1, "2S 2D KH 3C 7H").draft.solution == "draw"
    assert THIRD.make_dealt(PUNTO_BANCO, 2, "9S 2D KH 5C").draft.solution == "none"
    assert THIRD.make_dealt(PUNTO_BANCO, 2, "2S 2D KH 3C 7H 2C").draft.solution == "both"


@loop_over(
    ("drill", "rules", "level", "dealt", "why"),
    [
        (LAYOUT, ROULETTE, 1, "00", "no está en esta rueda"),
        (LAYOUT, ROULETTE, 1, "37", "no está en esta rueda"),
        (LAYOUT, ROULETTE, 1, "17 18", "Sobra"),
        (LAYOUT, ROULETTE, 1, "", "falta"),
        (ROLL, CRAPS, 1, "3-7", "3-7"),
        (ROLL, CRAPS, 1, "3-4-5", "Sobra"),
        (ROLL, CRAPS, 1, "3", "falta"),
        (THIRD, PUNTO_BANCO, 2, "9S XX", "XX"),
        (THIRD, PUNTO_BANCO, 2, "9S 2D JK 5C", "comodín"),
        (THIRD, PUNTO_BANCO, 2, "9S 2D KH 5C 4C", "Sobra"),
        (THIRD, PUNTO_BANCO, 1, "9S 2D KH 5C", "nada que preguntar"),
        (THIRD, PUNTO_BANCO, 2, "2S 2D KH 3C", "falta"),
        (BOXES, PUNTO_BANCO, 2, "7S 7D KH KC", "nada que preguntar"),
        (family("punto-banco", "first-four"), PUNTO_BANCO, 1, "9S 2D KH 5C", "no se puede hacer"),
    ],
)
def test_impossible_input_is_refused_with_a_sentence(
    drill: Family, rules: GameRules, level: int, dealt: str, why: str
) -> None:
    with pytest.raises(DealtError) as caught:
        drill.make_dealt(rules, level, dealt)
    assert why in say(caught.value.message, Language.ES)
    assert str(caught.value)


def test_a_drill_about_cards_alone_takes_no_seed() -> None:
    with pytest.raises(DealtError, match="no room for a seed"):
        THIRD.make_dealt(PUNTO_BANCO, 2, "9S 2D KH 5C", seed=5)


@pytest.mark.parametrize(
    ("drill", "rules", "dealt", "seed", "written"),
    [
        (LAYOUT, ROULETTE, "17", 77, " #77=17"),
        (ROLL, CRAPS, " 6-2 ", 5, " #5=6-2"),
        (THIRD, PUNTO_BANCO, "9s 2d  kh 5c", 0, " =9S,2D,KH,5C"),
        (BOXES, PUNTO_BANCO, "9S 2D KH 5C", 4, " #4=9S,2D,KH,5C"),
    ],
)
def test_an_item_with_dealt_cards_is_reproducible(
    drill: Family, rules: GameRules, dealt: str, seed: int, written: str
) -> None:
    question = drill.make_dealt(rules, 2, dealt, seed)
    assert str(question.item).endswith(written)
    item = Item.parse(str(question.item))
    assert item == question.item
    assert remake(item, LIBRARY, drill).question == question == make(drill, item, rules)
