"""Payout tables of roulette bets, to know by heart forwards and backwards."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.kit import felt_of, plus
from trainer.drills.roulette.piles import chip_kinds
from trainer.drills.scene import Chips, Scene
from trainer.equipment.money import print_amount
from trainer.games.core import Reason
from trainer.games.roulette.layout import numbers_of_spots
from trainer.rulebooks import GameRules
from trainer.texts import Message

_SHOWN_ON = "17"
_EASY = ("six-line", "corner")
_INSIDE = ("six-line", "corner", "street", "split", "straight-up")


@lru_cache(maxsize=16)
def _facts(level: int, with_five: bool) -> tuple[tuple[str, int], ...]:
    """The facts of a level: kind of bet and number of chips."""
    inside = (*_INSIDE, "five-number") if with_five else _INSIDE
    kinds, last = {1: (_EASY, 10), 2: (inside, 10), 3: (inside, 20), 4: (inside, 20), 5: (inside, 40)}[level]
    first = 21 if level == 5 else 2
    return tuple((kind, count) for kind in kinds for count in range(first, last + 1))


def _of(rules: GameRules, level: int) -> tuple[tuple[str, int], ...]:
    return _facts(level, "five-number" in rules.bets)


def _count(rules: GameRules, level: int) -> int:
    return len(_of(rules, level))


def _is_it(kind: str, name: str, numbers: frozenset[str]) -> bool:
    """Whether a kind of bet is shown on this spot: one in the middle of the layout, if there are many."""
    return name.partition(":")[0] == kind and (_SHOWN_ON in numbers or kind == "five-number")


def _build(rules: GameRules, level: int, index: int) -> Draft:
    kind, count = _of(rules, level)[index]
    rule = rules.bets[kind]
    assert rule.pays is not None
    pays = rule.pays.pays(Fraction(count))
    backwards = level == 4
    if backwards:
        prompt = Message("roulette.prompt.table-backwards", {"bet": rule.names, "pays": pays})
        solution = str(count)
        wrong = [("one-off", str(count - 1)), ("one-off", str(count + 1))]
    else:
        prompt = Message("roulette.prompt.table", {"bet": rule.names, "count": count})
        solution = print_amount(pays)
        ratio = rule.pays.ratio
        wrong = [
            ("added-the-stake", print_amount(pays + count)),
            ("one-off", print_amount(pays - ratio)),
            ("one-off", print_amount(pays + ratio)),
        ]
        wrong += [
            (f"misread-{kind}", print_amount(other.pays.pays(Fraction(count))))
            for name, other in rules.bets.items()
            if name != kind and other.pays is not None and other.group == "inside" and other.pays != rule.pays
        ]
    reason = Reason("table.reason.pays", {"odds": rule.pays, "stake": count, "pays": pays}, rule.cite)
    name = next(name for name, numbers in numbers_of_spots(rules).items() if _is_it(kind, name, numbers))
    told = plus(name, pays)
    chips = Chips(spot=name, counts={chip_kinds(rules)[0]: count})
    return Draft(
        prompt=prompt,
        scene=Scene(felt=felt_of(rules), pieces=(told if backwards else chips,), glow=(name,)),
        form=AmountForm(unit="chips"),
        solution=solution,
        reasons=(reason,),
        mistakes=tuple(wrong),
        after=Scene(felt=felt_of(rules), pieces=(chips, told), glow=(name,)),
    )


FAMILIES = (
    Family(
        id="pay-tables",
        area="roulette",
        levels=(Level(4), Level(4), Level(5), Level(6), Level(8)),
        facts=_count,
        build_fact=_build,
        revision=2,  # 2: the chips lie on the bet
    ),
)
