"""Pointing at the felt: which keys a click on a spot stands for, with the verb that is armed."""

from __future__ import annotations

import re

from trainer.games.pai_gow.settle import PAI_GOW
from trainer.games.roulette.layout import EVEN_CHANCES, INSIDE
from trainer.games.roulette.round import neighbourhood
from trainer.games.round import Laid, State
from trainer.live.keys import BOXES, ENTER, OF_SPLIT, SPACE, WITH_NUMBER, Keyboard, Typed

_ARMS = {"wheel": SPACE, "shoe": "d", "rack": "p", "inventory": "p", "discard": "r", "shaker": SPACE}
RACKS = ("rack", "inventory")  # the names of the dealer's chips at different tables
STARTS = {"shoe": "d"}  # what is dragged from there to a hand
ENDS = {"rack": "t", "inventory": "t", "discard": "r"}  # what is dragged there
_OWN = frozenset({"dealer", "high:dealer", "low:dealer"})
_SIDES = {"cards:player": "P", "cards:banker": "B"}
_MONEY = frozenset({"take", "pay", "give-back"})
_OF_HANDS = frozenset({"deal", "deal-down", "turn", "pick-up"})
_OF_SEATS = frozenset({"ask", "say", "change", "chance"})
_BOX_KEYS = {number: key for key, number in BOXES.items()}


def seat_of_spot(spot: str) -> int | None:
    """The seat to which a spot belongs: ``bet:3``, ``hand:3:1``, ``place:6@3``; `None` for a spot of the whole table.

    >>> [seat_of_spot(spot) for spot in ("bet:3", "hand:2:1", "place:6@4", "dealer", "straight-up:17", "neighbours:5")]
    [3, 2, 4, None, None, None]
    """
    if "@" in spot:
        number = spot.rpartition("@")[2]
        return int(number) if number.isdigit() else None
    if spot.split(":", maxsplit=1)[0] in (
        *INSIDE,
        "column",
        "dozen",
        "neighbours",
        "beside",
        "pocket",
        "double-column",
        "double-dozen",
        "puck",
    ):
        return None
    found = re.fullmatch(r"[\w-]+:(\d)(?::\d+)?", spot)
    return int(found[1]) if found else None


def furniture_of(spot: str) -> str:
    """The piece of furniture that a click on a spot hits, empty for a spot of the cloth. A click on it arms what it is
    for."""
    name = "wheel" if spot.startswith("pocket:") else spot
    return name if name in _ARMS else ""


def point(keyboard: Keyboard, typed: Typed, spot: str, state: State, owner: int | None = None) -> tuple[str, ...]:
    """The keys that a click on a spot presses. ``owner`` is the player whose chips were hit, where chips of several lie
    on one spot."""
    verb = typed.verb
    seat = owner if owner is not None else seat_of_spot(spot)
    if keyboard.phrase(typed, state).slot == "number" and (number := _number(spot)):
        return number
    armed = _ARMS.get(furniture_of(spot), "")
    if armed in keyboard.verbs:
        return (armed,)
    if verb == "take" and keyboard.kind == "roulette":
        return _area(spot, state)
    if verb in _MONEY and seat is not None:
        bet = _bet(keyboard, spot, state, seat, by_bet=keyboard.names_bets or verb == "give-back")
        return (*bet, *_split_hand(keyboard, spot), str(seat), *((ENTER,) if verb == "give-back" else ()))
    if verb in _OF_HANDS:
        if spot in _OWN:
            return ("0",)
        if spot in _SIDES:
            return (_SIDES[spot],)
        return (*_split_hand(keyboard, spot), str(seat)) if seat is not None else ()
    if verb in _OF_SEATS and seat is not None:
        return (str(seat),)
    return ()


def _split_hand(keyboard: Keyboard, spot: str) -> tuple[str, ...]:
    """The keys that name a hand of a split: ``hand:3:2``."""
    number = spot.split(":")[2] if spot.count(":") == 2 and keyboard.kind == "blackjack" else ""
    return (OF_SPLIT, number) if number else ()


def lies(bet: Laid) -> bool:
    """Whether chips of a bet are still on the cloth."""
    return bet.stake - bet.taken - bet.back > 0


def _number(spot: str) -> tuple[str, ...]:
    name, _, rest = spot.partition(":")
    number = rest.partition("@")[0]
    return (*number, ENTER) if name in ("straight-up", "pocket", "puck") and number.isdigit() else ()


def _area(spot: str, state: State) -> tuple[str, ...]:
    """The area of the cloth round a spot, as it is cleared."""
    name, _, numbers = spot.partition(":")
    if name in ("column", "double-column"):
        return ("C",)
    if name in ("dozen", "double-dozen") or name in EVEN_CHANCES:
        return ("E",)
    if name not in INSIDE:
        return ()
    marked = getattr(state, "marked", "")
    near = neighbourhood(marked) if marked else frozenset[str]()
    return ("Z",) if near.isdisjoint(numbers.split("-")) else ("R",)


def _bet(keyboard: Keyboard, spot: str, state: State, seat: int, by_bet: bool) -> tuple[str, ...]:
    """The keys that name the bet of a spot; none where the player says enough."""
    name, _, rest = spot.partition("@")[0].partition(":")
    if name == "bet" and keyboard.kind == "pai-gow":
        name = PAI_GOW
    elif name == "side":  # the side bets of pai gow poker share a spot: the first that lies there is meant
        name = next((bet.bet for bet in state.bets if bet.seat == seat and bet.bet != PAI_GOW and lies(bet)), name)
    letter = next((letter for letter, bet in keyboard.bets.items() if bet == name), "")
    if not by_bet or not letter:
        return ()
    if keyboard.kind == "craps" and name in WITH_NUMBER and rest.isdigit():
        box = _BOX_KEYS[int(rest)]
        return (box,) if name == "place" else (letter, box)
    return (letter,)
