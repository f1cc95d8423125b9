"""Random piles of chips on a roulette layout, as bets for the engine and as pieces for the felt."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from trainer.drills.kit import felt_of, plus, scene_on
from trainer.drills.scene import AnyPiece, Chips, Marker, Note, Scene
from trainer.equipment.money import Amount, parse_amount, print_amount
from trainer.games.core import Settlement
from trainer.games.roulette.figures import roulette, wheel
from trainer.games.roulette.layout import INSIDE, bet_of_spot, numbers_of_spots, spot
from trainer.games.roulette.settle import RouletteBet, Spin, settle
from trainer.rulebooks import GameRules
from trainer.texts import Message


class Pile(msgspec.Struct, frozen=True):
    """Chips of one colour, or of one value, on a spot.

    Each chip is worth ``value``, which is 1 if chips are counted and not money.
    """

    spot: str
    count: int
    colour: str
    value: Amount = Fraction(1)

    @property
    def stake(self) -> Amount:
        return self.count * self.value

    @property
    def kind(self) -> str:
        return self.spot.partition(":")[0]

    def bet(self) -> RouletteBet:
        kind, on = bet_of_spot(self.spot)
        return RouletteBet(bet=kind, on=on, stake=self.stake)


_USUAL = 100  # most table minimums that a player's chip is worth


def chip_kinds(rules: GameRules) -> list[str]:
    """What tells the players' chips apart: colours or, at a table without colours, values."""
    if roulette(rules).colour_chips is not None:
        return rules.info.colour_chips
    least = rules.table.minimum
    return [print_amount(value) for value in rules.info.chips.values if least <= value <= least * _USUAL]


def is_cash(kind: str) -> bool:
    """Whether a kind of chips is a value and not a colour."""
    return kind[0].isdigit()


def chip_name(kind: str) -> Message:
    """A player by his chips: a colour or a value."""
    if is_cash(kind):
        return Message("table.cash-chips", {"value": parse_amount(kind)})
    return Message(f"table.colour.{kind}")


def spots_on(rules: GameRules, number: str, kinds: Iterable[str] = INSIDE) -> list[str]:
    """The inside spots that cover a number, in the order of the layout."""
    wanted = set(kinds)
    every = numbers_of_spots(rules)
    return [name for name, numbers in every.items() if number in numbers and name.partition(":")[0] in wanted]


def any_number(rules: GameRules, rng: random.Random, with_zeros: bool = True) -> str:
    on_wheel = wheel(rules)
    return rng.choice([n for n in on_wheel.order if with_zeros or n not in on_wheel.zeros])


def losing_spots(rules: GameRules, rng: random.Random, number: str, count: int) -> list[str]:
    """Spots that lose on a number, half of them near it, where they are easily mistaken for winners."""
    losers = [name for name, numbers in numbers_of_spots(rules).items() if number not in numbers]
    near = [name for name in losers if ":" in name and _near(name, number)]
    picked = rng.sample(near, min(len(near), count // 2))
    rest = [name for name in losers if name not in picked]
    return picked + rng.sample(rest, min(len(rest), count - len(picked)))


def _near(name: str, number: str) -> bool:
    kind, _, where = name.partition(":")
    if kind not in ("split", "corner", "straight-up"):
        return False
    return any(abs(int(other) - int(number)) <= 4 for other in where.split("-"))


def settled(rules: GameRules, number: str, piles: Sequence[Pile]) -> Settlement:
    return settle(rules, Spin(winning_number=number, bets=tuple(pile.bet() for pile in piles)))


def scene(
    rules: GameRules, piles: Iterable[Pile], number: str | None = None, *, values: Sequence[tuple[str, Amount]] = ()
) -> Scene:
    """The felt with piles, the dolly on the winning number, and the value of each colour on the board."""
    pieces: list[AnyPiece] = [
        Chips(spot=pile.spot, counts={pile.colour: pile.count}, owner=pile.colour) for pile in piles
    ]
    if number is not None:
        pieces.append(Marker(spot=spot("straight-up", [number]), kind="dolly"))
    for colour, value in values:
        if not is_cash(colour):
            pieces.append(Note(spot=f"board:{colour}", says=Message("roulette.board", {"value": value})))
    return scene_on(felt_of(rules), pieces)


def paid_scene(rules: GameRules, before: Scene, settlement: Settlement) -> Scene:
    """The same felt with the winning spots glowing and, if there is room, the payment beside each."""
    paid = [(spot(result.bet.bet, result.bet.on), result.pays) for result in settlement.bets if result.pays]
    pieces: list[AnyPiece] = list(before.pieces)
    if len(paid) <= 2:
        pieces += [plus(name, pays) for name, pays in paid]
    return scene_on(before.felt, pieces, (name for name, _ in paid))
