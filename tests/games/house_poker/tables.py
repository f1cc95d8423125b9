"""Hands and requests for tests of house poker."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.games.worked_cases import answered

# A hand of each row, and one of the croupier's that opens and is lower than all but the lowest of them.
HANDS: dict[str, str] = {
    "high-card": "AH KD QC 4S 2D",
    "pair": "8S 8D 5C 4H 3S",
    "two-pair": "9S 9D 5C 5H 3S",
    "three-of-a-kind": "6S 6D 6C 4H 3S",
    "straight": "AH 2D 3C 4S 5D",
    "flush": "KD JD 8D 4D 2D",
    "full-house": "KD KS KH 4D 4C",
    "four-of-a-kind": "6S 6D 6C 6H 3S",
    "straight-flush": "4C 5C 6C 7C 8C",
    "royal-flush": "TD JD QD KD AD",
}
OPENS = "AS KC JH TS 9C"
CLOSED = "QS JH 9C 5S 2C"


def settled(rulebook: str, game: str, round_: dict[str, Any], **head: Any) -> dict[str, Any]:
    """What ``trainer solve`` says of a round."""
    return answered({"rulebook": rulebook, "game": game, **head, "settle": round_})


def pays(answer: dict[str, Any], bet: str) -> Fraction:
    """What a bet is paid."""
    return Fraction(str(next(each["pays"] for each in answer["bets"] if each["bet"] == bet)))
