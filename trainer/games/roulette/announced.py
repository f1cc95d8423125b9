"""Announced bets: the chips on the cloth that a call stands for."""

from __future__ import annotations

from trainer.equipment.money import Amount
from trainer.equipment.wheel import Wheel
from trainer.games.core import Reason, RequestError
from trainer.games.roulette.figures import roulette, wheel
from trainer.games.roulette.layout import below, spot
from trainer.rulebooks.schema import Citation, GameRules
from trainer.texts import Message

NEIGHBOURS = "neighbours"
FINALS = "finals"


def is_announced(rules: GameRules, bet: str) -> bool:
    """Whether a bet is an announced one: neighbours, finals, or a set of the rulebook."""
    return bet in (NEIGHBOURS, FINALS) or bet in roulette(rules).announced.sets


def chips_of(rules: GameRules, bet: str, on: object, where: str = "") -> dict[str, int]:
    """The chips an announced bet takes, by spot; raises `RequestError` if it is not taken here."""
    announced = roulette(rules).announced
    if not announced.offered:
        raise RequestError(below(where, "bet"), f"announced bets are not taken at this table ({announced.cite})")
    if bet in announced.sets:
        if on is not None:
            raise RequestError(below(where, "on"), f"{bet} is one set of chips; leave it out")
        return dict(announced.sets[bet].chips)
    if bet == NEIGHBOURS:
        return {spot("straight-up", [n]): 1 for n in _middle(rules, on, below(where, "on"))}
    return {spot("straight-up", [n]): 1 for n in final_numbers(wheel(rules), on, below(where, "on"))}


def cite_of(rules: GameRules, bet: str) -> Citation:
    """Where an announced bet is written."""
    announced = roulette(rules).announced
    if bet in announced.sets:
        return announced.sets[bet].cite
    return (announced.neighbours_cite or announced.cite) if bet == NEIGHBOURS else Citation("house standard")


def chip_value(rules: GameRules, bet: str, on: object, stake: Amount, chip: Amount | None, where: str = "") -> Amount:
    """What each chip of an announced bet is worth; the stake must divide evenly."""
    chips = sum(chips_of(rules, bet, on, where).values())
    value = chip if chip is not None else stake / chips
    if value * chips != stake:
        raise RequestError(below(where, "chip"), f"{bet} takes {chips} equal chips: {chips} x {value} is not {stake}")
    return value


def placing_reason(rules: GameRules, bet: str, on: object) -> Reason:
    """Why the chips of an announced bet go where they go."""
    chips = chips_of(rules, bet, on)
    count = sum(chips.values())
    sets = roulette(rules).announced.sets
    if bet not in sets:
        return Reason(f"announced-{bet}", {"chips": count, "on": str(on)}, cite_of(rules, bet))
    places = [_chips_on(rules, name, laid) for name, laid in chips.items()]
    return Reason("announced-set", {"name": sets[bet].names, "chips": count, "places": places}, cite_of(rules, bet))


def _chips_on(rules: GameRules, name: str, count: int) -> Message:
    """So many chips on a spot, in words."""
    kind, _, numbers = name.partition(":")
    return Message("roulette.chips-on", {"count": count, "bet": rules.bets[kind].names, "numbers": numbers})


def final_numbers(on_wheel: Wheel, digit: object, field: str) -> tuple[str, ...]:
    """The numbers that end in a digit: final 7 is 7, 17, 27; final 0 is 0, 10, 20, 30."""
    if not (isinstance(digit, int | str) and str(digit).isdigit() and len(str(digit)) == 1):
        raise RequestError(field, f"finals are on a digit from 0 to 9, not on {digit!r}")
    return tuple(str(number) for number in range(int(digit), 37, 10) if str(number) in on_wheel)


def _middle(rules: GameRules, on: object, field: str) -> tuple[str, ...]:
    on_wheel = wheel(rules)
    middle = str(on) if isinstance(on, str | int) else ""
    if middle not in on_wheel:
        raise RequestError(field, f"there is no {on!r} on a {on_wheel} wheel")
    return on_wheel.neighbours(middle, roulette(rules).announced.neighbours_each_side)
