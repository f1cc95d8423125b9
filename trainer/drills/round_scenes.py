"""Scenes of rounds for questions in words, so that bets and cards lie on the table.

The round is taken from another drill of the same game.
"""

from __future__ import annotations

from trainer.drills.irregularity_scenes import scene_kinds
from trainer.drills.scene import AnyPiece, Chips, Marker, Note, Scene
from trainer.rulebooks import GameRules
from trainer.system.lazy_imports import lazily

with lazily():  # imported later: other drills import this module
    from trainer.drills import family

# Drills that show a whole table, the fullest first, with the level to use.
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
_TRIES = 20  # seeds tried until something lies on the table
# Drills that show cards, for irregularities of a hand.
_DEALS = (("third-card", 3), ("bank-table", 3), ("complete-six", 2), ("settle-ultimate", 1), ("share-the-prizes", 2))
# Drills that show the seats.
_SEATED = (("cagnotte", 1), *_ROUNDS)
# Drills that show a single bet, for games whose other drills show only cards.
_STAKED = (("pay-table", 1),)
# Kinds of irregularities that are shown at the seats, and those shown in the cards.
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
_MOST_KEPT = 32  # scenes of about ten kilobytes; a question is rarely asked again, but is made several times
_Rounds = tuple[tuple[str, int], ...]
# Cache: dealing a round takes longer than making the question. The rules are stored with the scene, so that their
# id in the key stays unique.
_cache: dict[tuple[int, str, int, _Rounds], tuple[GameRules, Scene]] = {}


def round_scene(rules: GameRules, felt: str, seed: int, event: str = "") -> Scene:
    """A round of the game, the same for the same seed; the empty felt if no drill shows one.

    If ``event`` is an irregularity of a card, a round that shows the cards is preferred.
    """
    kind = scene_kinds().get(event, "")
    rounds = (*_DEALS, *_ROUNDS) if kind.startswith(_HANDS) else _SEATED if kind in _PLACES else _ROUNDS
    return _round(rules, felt, seed, rounds)


def bets_down(rules: GameRules, felt: str, seed: int) -> Scene:
    """A table with bets but nothing dealt; at bingo, the cards that were bought."""
    for rounds in (_ROUNDS, _SEATED, _STAKED):
        scene = _round(rules, felt, seed, rounds)
        pieces = tuple(piece for piece in scene.pieces if isinstance(piece, Chips) or _is_bought(piece))
        if pieces:
            break
    return Scene(felt=scene.felt, pieces=pieces)


def _is_bought(piece: AnyPiece) -> bool:
    return isinstance(piece, Marker) and piece.spot.startswith("card:")


def _round(rules: GameRules, felt: str, seed: int, rounds: _Rounds) -> Scene:
    key = (id(rules), felt, seed, rounds)
    if key not in _cache:
        if len(_cache) >= _MOST_KEPT:
            del _cache[next(iter(_cache))]  # the oldest
        _cache[key] = (rules, _find_round(rules, felt, seed, rounds))
    return _cache[key][1]


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
