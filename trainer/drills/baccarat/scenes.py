"""Baccarat scenes: hands with the third card across, stakes in their boxes, notes, and random coups."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from trainer.drills.kit import cash, felt_of, plus, scene_on
from trainer.drills.scene import AnyPiece, CardPiece, Chips, Note, Scene
from trainer.equipment.cards import DECK, Card
from trainer.games.baccarat.coup import Coup, deal
from trainer.games.baccarat.drawing import DrawingRules, total
from trainer.games.baccarat.figures import Side, baccarat
from trainer.games.core import Bet, BetResult, Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message, Names

DEALT = (Side.PLAYER, Side.BANKER, Side.PLAYER, Side.BANKER)
_TRIES = 100_000  # the rarest coup that is asked for comes once in a few hundred


def random_cards(rng: random.Random, count: int, decks: int = 8) -> list[Card]:
    """Cards from the top of a shuffled shoe."""
    return [DECK[index % len(DECK)] for index in rng.sample(range(len(DECK) * decks), count)]


def random_coup(
    figures: DrawingRules, rng: random.Random, wanted: Callable[[Coup], bool] = lambda coup: True
) -> tuple[Coup, list[Card]]:
    """A coup for which ``wanted`` is true, and the six cards it may need, in the order of the shoe."""
    for _ in range(_TRIES):
        cards = random_cards(rng, 6)
        coup = deal(figures, cards, DEALT)
        if wanted(coup):
            return coup, cards
    raise ValueError("no coup of that kind came out of the shoe")


def cards_needed(rules: GameRules, cards: Sequence[Card]) -> int:
    """Number of cards of the coup that begins with these."""
    if len(cards) < len(DEALT):
        return len(DEALT)
    coup = deal(baccarat(rules), cards, DEALT)
    return len(coup.player) + len(coup.banker) + (not coup.is_over)


def hand(side: str, cards: Sequence[Card], face_up: bool = True) -> list[AnyPiece]:
    """A hand at its place, the third card across."""
    return [
        CardPiece(
            spot=f"cards:{side}", card=str(card) if face_up else "", face_up=face_up, across=index == 2, offset=index
        )
        for index, card in enumerate(cards)
    ]


def hidden_hand(side: str, third: Card | None) -> list[AnyPiece]:
    """Two cards face down and the third card face up across."""
    pieces: list[AnyPiece] = [
        CardPiece(spot=f"cards:{side}", card="", face_up=False, offset=index) for index in range(2)
    ]
    if third is not None:
        pieces.append(CardPiece(spot=f"cards:{side}", card=str(third), across=True, offset=2))
    return pieces


def points_note(side: str, cards: Sequence[Card]) -> Note:
    """The points of a hand, written beside it."""
    return Note(spot=f"cards:{side}", says=str(total(cards)))


def next_cards(cards: Iterable[Card]) -> list[AnyPiece]:
    """The next cards, at the mouth of the shoe."""
    return [CardPiece(spot="next", card=str(card), offset=index) for index, card in enumerate(cards)]


def spot_of(bet: Bet) -> str:
    """The box of a bet: ``player:3``, ``dragon-bonus-banker:2``."""
    name = f"{bet.bet}-{bet.on}" if bet.on else bet.bet
    return f"{name}:{bet.seat}"


def stake(rules: GameRules, bet: Bet, *, shown: bool = True) -> Chips:
    """A stake in its box, in the fewest chips; with ``shown`` its value is printed."""
    return cash(rules, spot_of(bet), bet.stake, shown=shown)


def settled_boxes(
    rules: GameRules, results: Iterable[BetResult], box: Callable[[Bet], str] = spot_of
) -> list[AnyPiece]:
    """The boxes after a coup: losers gone, and the payment beside each winner."""
    pieces: list[AnyPiece] = []
    for result in results:
        kept = result.returned + result.stays
        pieces += [cash(rules, box(result.bet), kept, shown=False)] if kept else []
        pieces += [plus(box(result.bet), result.pays)] if result.pays else []
    return pieces


def scene(rules: GameRules, pieces: Iterable[AnyPiece], glow: Iterable[str] = ()) -> Scene:
    """Pieces on the table of the game."""
    return scene_on(felt_of(rules), pieces, glow)


def said_once(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Reasons without repetitions (two boxes lost to the same hand); every payment is kept."""
    found: list[Reason] = []
    for reason in reasons:
        if reason not in found or "pays" in reason.params:
            found.append(reason)
    return tuple(found)


def close_up(pieces: Iterable[AnyPiece], glow: Iterable[str] = (), felt: str = "baccarat-cards") -> Scene:
    """Pieces at the croupier's place in close-up, for questions about cards only."""
    return scene_on(felt, pieces, glow)


def called(scene_before: Scene, words: Names | Message | str, glow: Iterable[str] = ()) -> Scene:
    """The same felt with the call written on it."""
    note = Note(spot="call", says=words)
    return Scene(felt=scene_before.felt, pieces=(*scene_before.pieces, note), glow=tuple(glow))
