"""Felts: the printed cloths of the games, the pieces on them, and the widget that shows them.

`make_felt` finds a felt by id and loads its module when first asked for. `FeltView` shows a scene in a window,
`render_scene` draws one into an image.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from trainer.desk.felts.base import Felt, SpotGeometry, UnknownSpotError

# Felt id → the module whose `make(felt_id)` builds it. A new game's felt is one line here.
MODULES: dict[str, str] = {
    "roulette-french": "trainer.desk.felts.roulette",
    "roulette-american": "trainer.desk.felts.roulette",
    "roulette-double-zero": "trainer.desk.felts.roulette",
    "wheel-single-zero": "trainer.desk.felts.wheel",
    "wheel-double-zero": "trainer.desk.felts.wheel",
    **dict.fromkeys(
        (
            "blackjack-6",
            "blackjack-6-perfect-pairs",
            "blackjack-7",
            "blackjack-7-perfect-pairs",
            "blackjack-7-blazing-7s",
            "blackjack-7-lucky-lucky",
            "blackjack-7-kings-bounty",
            "blackjack-7-royal-match",
            "blackjack-7-bet-the-set",
            "blackjack-7-21-plus-3",
            "blackjack-9",
            "blackjack-switch",
            "free-bet-blackjack",
            "challenge-21",
        ),
        "trainer.desk.felts.blackjack",
    ),
    "craps-arica": "trainer.desk.felts.craps",
    "craps-bolivia": "trainer.desk.felts.craps",
    "craps-baleares": "trainer.desk.felts.craps",
    "craps-puerto-rico": "trainer.desk.felts.craps",
    "craps-puerto-rico-aces": "trainer.desk.felts.craps",
    "boule": "trainer.desk.felts.boule",
    "big-six-puerto-rico": "trainer.desk.felts.big_six",
    "big-six-baleares": "trainer.desk.felts.big_six",
    "caribbean-easy-roll": "trainer.desk.felts.easy_roll",
    "punto-banco-9": "trainer.desk.felts.baccarat",
    "punto-banco-12": "trainer.desk.felts.baccarat",
    "punto-banco-14": "trainer.desk.felts.baccarat",
    "punto-banco-mini-6": "trainer.desk.felts.baccarat",
    "punto-banco-mini-7": "trainer.desk.felts.baccarat",
    "punto-banco-mini-9": "trainer.desk.felts.baccarat",
    "ez-baccarat-14": "trainer.desk.felts.baccarat",
    "ez-baccarat-mini-7": "trainer.desk.felts.baccarat",
    "ez-baccarat-mini-9": "trainer.desk.felts.baccarat",
    "commission-free-baccarat-7": "trainer.desk.felts.baccarat",
    "commission-free-baccarat-9": "trainer.desk.felts.baccarat",
    "baccarat-cards": "trainer.desk.felts.baccarat_cards",
    "baccarat-shoe": "trainer.desk.felts.baccarat_cards",
    "chemin-de-fer": "trainer.desk.felts.chemin_de_fer",
    "baccarat-two-tables": "trainer.desk.felts.chemin_de_fer",
    "trente-et-quarante": "trainer.desk.felts.trente_et_quarante",
    "pai-gow-poker": "trainer.desk.felts.pai_gow",
    "pai-gow-tiles": "trainer.desk.felts.pai_gow",
    "pai-gow-poker-near": "trainer.desk.felts.pai_gow",
    "pai-gow-tiles-near": "trainer.desk.felts.pai_gow",
}


@cache
def make_felt(felt_id: str) -> Felt:
    """The felt of an id; `KeyError` names those there are."""
    if felt_id not in MODULES:
        raise KeyError(f"there is no felt {felt_id!r}; there are: {', '.join(MODULES)}")
    return import_module(MODULES[felt_id]).make(felt_id)


__all__ = ["MODULES", "Felt", "SpotGeometry", "UnknownSpotError", "make_felt"]
