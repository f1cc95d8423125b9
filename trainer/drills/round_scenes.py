"""A round under way on the felt, for what is asked in words: it happens at a table with bets and cards on it.

The round is one that another drill of the game asks about.
"""

from __future__ import annotations

from trainer.drills.irregularity_scenes import Laid, shown_as
from trainer.drills.scene import Chips, Marker, Note, Scene
from trainer.rulebooks import GameRules
from trainer.system.lazy_imports import lazily

with lazily():  # the other drills of a game are made from this one's neighbours
    from trainer.drills import family

# Drills that ask about a whole table, the fullest first, with the level at which they do.
_ROUNDS = (
    ("settle-the-table", 2),
    ("settle-with-commission", 3),
    ("settle-boxes", 3),
    ("pay-the-chances", 2),
    ("two-tables", 3),
    ("who-plays", 3),
    ("complete-six", 2),
    ("settle-a-seat", 1),
    ("pay-the-layout", 3),
    ("pay-the-roll", 3),
    ("boule-pay", 3),
    ("wheel-pay", 2),
    ("whose-action", 3),
    ("good-card", 1),
    ("keeps-dice", 1),
    ("next-act", 2),
    ("bank-table", 3),
    ("count-the-float", 1),
)
_TRIES = 20  # for a round at a moment when something lies there: bets, where the dealer is about to act
# And about the cards alone, for what befalls a hand.
_DEALS = (("third-card", 3), ("bank-table", 3), ("complete-six", 2), ("settle-ultimate", 1), ("share-the-prizes", 2))
# And about the places round it, for who sits there.
_SEATED = (("cagnotte", 1), *_ROUNDS)
# And about a bet alone, where the rounds are told by their cards.
_STAKED = (("pay-table", 1),)
# Kinds of accident that are seen at the places of the players, and in the cards.
_PLACES = ("every-place", "free-place", "few-places", "one-place", "two-places")
_HANDS = (
    "player-card",
    "dealer-card",
    "common-card",
    "card-",
    "one-card",
    "no-cards",
    "hand",
    "dealer-hand",
    "discarded",
)
_MOST_KEPT = 200
_Rounds = tuple[tuple[str, int], ...]
# All that is asked in words lies on one of few rounds, and dealing one takes longer than the question. The rules are
# kept beside it, so that no others can come to stand at their address.
_kept: dict[tuple[int, str, int, _Rounds], tuple[GameRules, Scene]] = {}


def round_scene(rules: GameRules, felt: str, seed: int, event: str = "") -> Scene:
    """A round of the game, the same for the same seed; the empty felt where no drill shows one. An ``event`` that
    befalls a card is shown where the cards are seen."""
    kind = shown_as().get(event, "")
    rounds = (*_DEALS, *_ROUNDS) if kind.startswith(_HANDS) else _SEATED if kind in _PLACES else _ROUNDS
    return _round(rules, felt, seed, rounds)


def bets_down(rules: GameRules, felt: str, seed: int) -> Scene:
    """A table that is played on, before anything has come: bets, or the cards of bingo that were bought."""
    for rounds in (_ROUNDS, _SEATED, _STAKED):
        scene = _round(rules, felt, seed, rounds)
        pieces = tuple(piece for piece in scene.pieces if isinstance(piece, Chips) or _is_bought(piece))
        if pieces:
            break
    return Scene(felt=scene.felt, pieces=pieces)


def _is_bought(piece: Laid) -> bool:
    return isinstance(piece, Marker) and piece.spot.startswith("card:")


def _round(rules: GameRules, felt: str, seed: int, rounds: _Rounds) -> Scene:
    key = (id(rules), felt, seed, rounds)
    if key not in _kept:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[key] = (rules, _find_round(rules, felt, seed, rounds))
    return _kept[key][1]


def _find_round(rules: GameRules, felt: str, seed: int, rounds: _Rounds) -> Scene:
    for drill, level in rounds:
        try:
            asked = family(rules.game, drill)
        except KeyError:
            continue
        if not asked.fits(rules):
            continue
        for other in range(seed, seed + _TRIES):
            scene = asked.make(rules, min(level, len(asked.levels)), other).draft.scene
            pieces = tuple(piece for piece in scene.pieces if not isinstance(piece, Note))
            if pieces and (drill != "next-act" or any(isinstance(piece, Chips) for piece in pieces)):
                return Scene(felt=scene.felt, pieces=pieces)
    return Scene(felt=felt)
