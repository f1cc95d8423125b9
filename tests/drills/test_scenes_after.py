"""What is paid, taken or moved lies on the felt after the answer."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.drills.checks import LIBRARY
from trainer.drills import family
from trainer.drills.scene import Chips, Note, Scene
from trainer.equipment.money import Amount, parse_amount
from trainer.games.rules import load_rules
from trainer.texts import Message

SEEDS = range(6)
# Drills whose answer is what the seats win or lose: before and after it, by so much more or less lies on the cloth.
NET = [
    ("puerto-rico", "triple-shot", "triple-amounts", 2),
    ("bolivia", "challenge-21", "three-rounds", 3),
    ("puerto-rico", "blackjack", "insurance", 3),
    ("puerto-rico", "blackjack", "insurance", 4),
    ("puerto-rico", "blackjack-switch", "side-bets", 2),
    ("puerto-rico", "blackjack-switch", "side-bets", 4),
    ("puerto-rico", "free-bet-blackjack", "free-bets", 3),
]
# Drills whose answer is what is paid: that stands or lies there afterwards, however many lost beside it.
PAID = [
    ("puerto-rico", "triple-shot", "pay-table", 2),
    ("bolivia", "progressive-jackpot", "share-the-prizes", 3),
    ("baleares", "baccarat-two-tables", "two-tables", 2),
    ("puerto-rico", "commission-free-baccarat", "dragon-bonus", 2),
    ("puerto-rico", "ez-baccarat", "special-hands", 2),
    ("puerto-rico", "pai-gow-poker", "side-bet", 2),
    ("baleares", "trente-et-quarante", "pay-the-chances", 2),
    ("arica", "roulette-american", "pay-tables", 1),
]
# Drills whose answer is what a stake leaves on the cloth, or the bank takes from it.
KEPT = [("bolivia", "blackjack", "surrender", 2), ("bolivia", "challenge-21", "surrender", 2)]
TAKEN = [
    ("bolivia", "trente-et-quarante", "thirty-one-tie", 2),
    ("baleares", "roulette-french", "zero", 3),
    ("arica", "roulette-american", "zero", 4),
]


def worth(scene: Scene, *spots: str) -> Amount:
    """What the chips of a scene come to, or those on some of its spots."""
    piles = [piece for piece in scene.pieces if isinstance(piece, Chips) and (not spots or piece.spot in spots)]
    return sum((parse_amount(value) * count for pile in piles for value, count in pile.counts.items()), Amount(0))


def told(scene: Scene, spot: str = "") -> Amount:
    """What is written beside spots as paid to them, or beside one of them; the meter tells what it held."""
    notes = [piece for piece in scene.pieces if isinstance(piece, Note) and isinstance(piece.says, Message)]
    amounts = [
        piece.says.params.get("amount", 0) for piece in notes if spot in ("", piece.spot) and piece.spot != "meter"
    ]
    return sum(map(Fraction, amounts), Amount(0))


def drafts(book: str, game: str, drill: str, level: int):
    rules = load_rules(LIBRARY, book, game)
    for seed in SEEDS:
        draft = family(game, drill).make(rules, level, seed).draft
        assert draft.after is not None, seed
        yield draft, sum(map(parse_amount, draft.solution.split()), Amount(0))


@pytest.mark.parametrize("place", NET, ids=str)
def test_the_cloth_changes_by_what_the_seats_win_and_lose(place) -> None:
    for draft, net in drafts(*place):
        assert worth(draft.after) + told(draft.after) - worth(draft.scene) == net


@pytest.mark.parametrize("place", PAID, ids=str)
def test_what_is_paid_lies_beside_the_bet_that_wins_it(place) -> None:
    for draft, paid in drafts(*place):
        before = {piece.spot for piece in draft.scene.pieces if isinstance(piece, Chips)}
        laid = {piece.spot for piece in draft.after.pieces if isinstance(piece, Chips)} - before
        assert (worth(draft.after, *laid) if laid else Amount(0)) + told(draft.after) == paid


@pytest.mark.parametrize("place", KEPT, ids=str)
def test_what_goes_back_is_what_is_left_of_the_stakes(place) -> None:
    for draft, back in drafts(*place):
        assert worth(draft.after) + told(draft.after) == back


@pytest.mark.parametrize("place", TAKEN, ids=str)
def test_what_the_bank_takes_is_gone(place) -> None:
    for draft, taken in drafts(*place):
        assert worth(draft.scene) - worth(draft.after) == taken


@pytest.mark.parametrize("book", ["baleares", "bolivia"])
def test_the_cagnotte_gets_its_part_and_the_bank_has_the_rest(book: str) -> None:
    for draft, deducted in drafts(book, "chemin-de-fer", "cagnotte", 1):
        assert told(draft.after, "cagnotte") == deducted
    for draft, left in drafts(book, "chemin-de-fer", "cagnotte", 2):
        assert worth(draft.after, "bank") + told(draft.after, "bank") == left


@pytest.mark.parametrize("level", [1, 2])
def test_what_goes_to_the_garage_leaves_the_bank(level: int) -> None:
    for draft, put_away in drafts("bolivia", "chemin-de-fer", "garage", level):
        assert worth(draft.after, "garage") == put_away == worth(draft.scene, "bank") - worth(draft.after, "bank")
