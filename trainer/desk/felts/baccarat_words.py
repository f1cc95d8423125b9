"""What is printed on baccarat cloths and said of their spots."""

from __future__ import annotations

from trainer.texts import Names

PRINTED = {
    "player": Names("PUNTO", "PLAYER"),
    "banker": Names("BANCA", "BANKER"),
    "tie": Names("EMPATE", "TIE"),
    "dragon-7": Names("DRAGÓN 7", "DRAGON 7"),
    "panda-8": Names("PANDA 8", "PANDA 8"),
    "fortune-7": Names("FORTUNE 7", "FORTUNE 7"),
    "dragon-bonus-player": Names("BONUS P", "BONUS P"),
    "dragon-bonus-banker": Names("BONUS B", "BONUS B"),
    "first": Names("PRIMER PAÑO", "FIRST TABLE"),
    "second": Names("SEGUNDO PAÑO", "SECOND TABLE"),
    "bank": Names("BANCA", "BANK"),
    "garage": Names("GARAGE", "GARAGE"),
    "cagnotte": Names("CAGNOTTE", "CAGNOTTE"),
}
SPOKEN = {
    "player": Names("punto", "player"),
    "banker": Names("banca", "banker"),
    "tie": Names("empate", "tie"),
    "dragon-7": Names("dragón 7", "dragon 7"),
    "panda-8": Names("panda 8", "panda 8"),
    "fortune-7": Names("fortune 7", "fortune 7"),
    "dragon-bonus-player": Names("dragon bonus al punto", "dragon bonus on the player"),
    "dragon-bonus-banker": Names("dragon bonus a la banca", "dragon bonus on the banker"),
    "commission": Names("comisión", "commission"),
    "first": Names("primer paño", "first table"),
    "second": Names("segundo paño", "second table"),
}
TINTS = {
    "player": "#1D4C86",
    "banker": "#8E1F28",
    "tie": "#0B6B45",
    "dragon-7": "#7A1E4B",
    "panda-8": "#2B3138",
    "fortune-7": "#7A1E4B",
    "dragon-bonus-player": "#1D4C86",
    "dragon-bonus-banker": "#8E1F28",
}
SHOE = Names("sabot", "shoe")
NEXT = Names("cartas que vienen", "cards to come")
DISCARD = Names("descarte", "discards")
RACK = Names("bandeja de fichas", "chip rack")
CALL = Names("canto", "call")
HANDS = {
    "player": Names("cartas del punto", "player's cards"),
    "banker": Names("cartas de la banca", "bank's cards"),
    "first": Names("cartas del primer paño", "first table's cards"),
    "second": Names("cartas del segundo paño", "second table's cards"),
}


def at_seat(words: Names, seat: int) -> Names:
    """A box of a seat as it is said: ``banca, asiento 3``."""
    return Names(f"{words.es}, asiento {seat}", f"{words.en}, seat {seat}")
