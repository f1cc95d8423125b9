"""Where the dice lie after an irregular throw: leaning, on chips, one on the other, on the rail, or off the table."""

from __future__ import annotations

from collections.abc import Sequence

from trainer.drills.scene import DicePiece

DICE, WALL, RAIL, BOWL = "dice", "wall", "rail", "bowl"  # spots of a dice table
# Spot of the last die by the id of the irregularity; empty if it left the table.
_LAST_AT = {
    "die-leaning": WALL,
    "one-die-first": WALL,
    "die-on-rail": RAIL,
    "die-in-reserve-bowl": BOWL,
    "die-in-dice-cup": BOWL,
    "die-on-die": DICE,
    "die-off-table": "",
    "die-on-floor": "",
}
_ON_CHIPS = ("die-on-chips", "die-on-point")
_STATES = {"die-leaning": "leaning", "dice-slide": "sliding", "dice-broken": "broken", "dice-damaged": "broken"}


def needs_chips(event: str) -> bool:
    """Whether the irregularity is a die that lies on a bet."""
    return event in _ON_CHIPS


def at_rest(event: str, roll: str, bet: str = "") -> Sequence[DicePiece]:
    """The dice of a roll after an irregularity; side by side if it changes nothing.

    ``bet`` is the spot of the chips on which a die may lie.
    """
    state = _STATES.get(event, "")
    *first, last = roll.split("-")
    spot = bet if needs_chips(event) else _LAST_AT.get(event, DICE)
    if event not in _LAST_AT and not needs_chips(event):
        return (DicePiece(spot=DICE, roll=roll, state=state),)
    lying = DicePiece(spot=DICE, roll="-".join(first))
    return (lying, DicePiece(spot=spot, roll=last, state=state)) if spot else (lying,)
