"""A shoe dealt coup by coup against the clock, with a filling score board.

A series is seventy coups. Its random source shuffles the shoe; burn and cut card follow the regulation. If a shoe ends
before the seventieth coup, the next one is shuffled and the board is cleared.
"""

from __future__ import annotations

import random

import msgspec

from trainer.drills.baccarat.calls import CALL_LABELS, THIRDS_LABEL, call_form, call_mistakes, call_of
from trainer.drills.baccarat.scenes import called, close_up, hand, next_cards
from trainer.drills.baccarat.third_cards import THIRDS, thirds_of, wrong_thirds
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import CallForm, Choice
from trainer.drills.scene import AnyPiece, Marker
from trainer.equipment.cards import Card
from trainer.equipment.shoe import Shoe
from trainer.games.baccarat.burn import cards_to_burn
from trainer.games.baccarat.calls import winner_call
from trainer.games.baccarat.coup import Coup, Winner, deal
from trainer.games.baccarat.figures import baccarat
from trainer.games.baccarat.roads import bead_plate, big_road
from trainer.rulebooks import GameRules
from trainer.texts import Message

COUPS = 70
FELT = "baccarat-shoe"
BEAD_COLUMNS = 12
ROAD_COLUMNS = 30
_CARDS_OF_A_COUP = 6


class Dealt(msgspec.Struct, frozen=True):
    """One coup of a shoe: the coming cards, and the score board before it."""

    coup: Coup
    next_cards: tuple[Card, ...]
    board: tuple[Winner, ...]
    number: int  # number within its shoe, from 1
    cut_card: bool  # whether the cut card comes out during this coup


def coup_of_series(rules: GameRules, rng: random.Random, place: int) -> Dealt:
    """The coup at a place of a series, dealt up to there."""
    figures = baccarat(rules)
    shoe = fresh_shoe(rules, rng)
    board: list[Winner] = []
    left: int | None = None  # coups left once the cut card is out
    for index in range(place + 1):
        if left is None and shoe.cut_card_is_next:
            left = figures.cut_card.between_coups
        if left == 0 or len(shoe) < _CARDS_OF_A_COUP:
            shoe, board, left = fresh_shoe(rules, rng), [], None
        before_cut = len(shoe) - shoe.behind_cut
        cards, _ = shoe.draw_many(_CARDS_OF_A_COUP)
        coup = deal(figures, cards, figures.deal.order)
        _, shoe = shoe.draw_many(len(figures.deal.order) + coup.used)
        out = left is None and len(figures.deal.order) + coup.used > before_cut
        if left is not None:
            left -= 1
        elif out:
            left = figures.cut_card.after_current
        if index == place:
            return Dealt(coup, tuple(cards[4:]), tuple(board), len(board) + 1, out)
        board.append(coup.result.winner)
    raise AssertionError("the loop ends with its last coup")


def fresh_shoe(rules: GameRules, rng: random.Random) -> Shoe:
    """A shoe shuffled, cut and burned as the regulation says."""
    figures = baccarat(rules)
    cut = figures.cut_card
    shoe = Shoe.shuffled(rng, figures.shoe.decks, rng.randint(cut.behind_least, cut.behind_most))
    if figures.burn.fixed is None:
        first, shoe = shoe.draw()
        _, shoe = shoe.draw_many(cards_to_burn(figures.burn, first))
    elif figures.burn.fixed:
        _, shoe = shoe.draw_many(figures.burn.fixed)
    return shoe


def board_pieces(results: tuple[Winner, ...]) -> list[AnyPiece]:
    """The score board: beads, and the big road with ties counted on its rings."""
    pieces: list[AnyPiece] = [
        Marker(spot=f"bead:{bead.column}-{bead.row}", kind=f"bead-{bead.winner}")
        for bead in bead_plate(results, BEAD_COLUMNS)
    ]
    for ring in big_road(results, ROAD_COLUMNS):
        ties = str(ring.ties) if ring.ties else ""
        pieces.append(Marker(spot=f"road:{ring.column}-{ring.row}", kind=f"ring-{ring.winner}", label=ties))
    return pieces


def _build(rules: GameRules, level: int, rng: random.Random, place: int) -> Draft:
    dealt = coup_of_series(rules, rng, place)
    coup = dealt.coup
    pieces = hand("player", coup.player[:2]) + hand("banker", coup.banker[:2]) + next_cards(dealt.next_cards)
    if dealt.cut_card:
        pieces.append(Marker(spot="shoe", kind="cut-card"))
    before = close_up([*pieces, *board_pieces(dealt.board)], felt=FELT)
    finished = hand("player", coup.player) + hand("banker", coup.banker)
    after = close_up([*finished, *board_pieces((*dealt.board, coup.result.winner))], felt=FELT)
    words = winner_call(rules, coup.result)
    winner = coup.result.winner
    glow = ("cards:player", "cards:banker") if winner == "tie" else (f"cards:{winner}",)
    thirds = thirds_of(coup)
    right = call_of(coup.result)
    wrong = [(wrong_thirds(coup, which), f"{which} {right}") for which in THIRDS if which != thirds]
    wrong += [(name, f"{thirds} {words}") for name, words in call_mistakes(coup.result)]
    choices = tuple(Choice(which, Message(f"baccarat.thirds.{which}")) for which in THIRDS)
    return Draft(
        prompt=Message("baccarat.prompt.running-shoe", {"number": dealt.number}),
        scene=before,
        form=CallForm((choices, *call_form().parts), (THIRDS_LABEL, *CALL_LABELS)),
        solution=f"{thirds} {right}",
        reasons=coup.reasons,
        mistakes=tuple(wrong),
        after=called(after, words, glow) if words else after,
    )


FAMILY = Family(
    id="running-shoe",
    area="baccarat",
    levels=(Level(14), Level(8)),
    series=COUPS,
    build_series=_build,
    needs=("third-card", "call-the-winner"),
)
