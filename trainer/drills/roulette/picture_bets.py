"""Picture bets: patterns around a number whose payout (the *key*) is known at a glance.

A picture is a number and the kinds of bets on every spot around it. A *maximum* picture has as many chips on each spot
as it covers numbers (one straight up, two on a split, … six on a six-line).
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.roulette.piles import Pile, chip_kinds, paid_scene, scene, settled, spots_on
from trainer.equipment.money import print_amount
from trainer.games.core import Reason
from trainer.games.roulette.figures import wheel
from trainer.games.roulette.layout import bet_of_spot, covered
from trainer.rulebooks import GameRules
from trainer.texts import Message


class Picture(msgspec.Struct, frozen=True):
    """A pattern around a number: kinds of bets, and chips on each spot or as many as the spot covers numbers."""

    number: str
    kinds: tuple[str, ...]
    chips: int = 1
    maximum: bool = False


_CORNERS = ("corner",)
_SPLITS = ("split",)
_CROSS = ("straight-up", "split")
_STAR = ("split", "corner")
_KEY = ("straight-up", "split", "corner")  # pays 135 around a number in the middle
_HALF = ("straight-up", "split", "corner", "street")
_COMPLETE = ("straight-up", "split", "corner", "street", "six-line")

_MIDDLE = tuple(str(n) for n in range(5, 35, 3))
_EDGE = tuple(str(n) for n in (*range(4, 34, 3), *range(6, 36, 3)))
_ENDS = ("1", "2", "3", "34", "35", "36")


@lru_cache(maxsize=16)
def _pictures(level: int, zeros: tuple[str, ...]) -> tuple[Picture, ...]:
    shapes: tuple[tuple[str, ...], ...]
    if level == 1:
        shapes, numbers = (_CORNERS, _SPLITS, _CROSS, _STAR, _KEY), _MIDDLE[::2]
    elif level == 2:
        shapes, numbers = (_CORNERS, _SPLITS, _CROSS, _STAR, _KEY, _HALF), _EDGE[::3]
    elif level == 3:
        shapes, numbers = (_HALF, _COMPLETE), (*_MIDDLE[::3], *_EDGE[::4], *_ENDS)
    elif level == 4:
        chosen = (*_MIDDLE[::4], *_EDGE[::5])
        return tuple(
            Picture(number, kinds, chips)
            for number in chosen
            for kinds in (_SPLITS, _CORNERS, _STAR, _KEY)
            for chips in (2, 3, 4, 5)
        )
    else:
        return tuple(Picture(n, _COMPLETE, maximum=True) for n in (*zeros, *map(str, range(1, 37))))
    return tuple(Picture(number, kinds) for number in numbers for kinds in shapes)


def pictures(rules: GameRules, level: int) -> tuple[Picture, ...]:
    """The pictures of a level on this table's layout."""
    return _pictures(level, wheel(rules).zeros)


def piles_of(rules: GameRules, picture: Picture, colour: str) -> list[Pile]:
    """The chips of a picture."""
    piles = []
    for name in spots_on(rules, picture.number, picture.kinds):
        chips = len(covered(rules, *bet_of_spot(name))) if picture.maximum else picture.chips
        piles.append(Pile(name, chips, colour))
    return piles


def _count(rules: GameRules, level: int) -> int:
    return len(pictures(rules, level))


def _build(rules: GameRules, level: int, index: int) -> Draft:
    picture = pictures(rules, level)[index]
    colour = chip_kinds(rules)[index % len(chip_kinds(rules))]
    piles = piles_of(rules, picture, colour)
    settlement = settled(rules, picture.number, piles)
    total = settlement.total_payout
    before = scene(rules, piles, picture.number)
    chips = sum(pile.count for pile in piles)
    wrong = [("added-the-stake", total + chips)]
    for pile, result in zip(piles, settlement.bets, strict=True):
        wrong += [(f"forgot-{pile.kind}", total - result.pays), ("one-too-many", total + result.pays)]
    counted = {kind: [p for p in piles if p.kind == kind] for kind in picture.kinds}
    reasons = []
    for kind, same in counted.items():
        if same:
            rule = rules.bets[kind]
            assert rule.pays is not None
            stake = sum(pile.count for pile in same)
            params = {"spots": len(same), "bet": rule.names, "chips": stake, "odds": rule.pays}
            reasons.append(Reason("picture-part", {**params, "pays": rule.pays.ratio * stake}, rule.cite))
    reasons.append(Reason("picture-total", {"total": total}))
    return Draft(
        prompt=Message(
            "roulette.prompt.picture-maximum" if picture.maximum else "roulette.prompt.picture",
            {"number": picture.number},
        ),
        scene=before,
        form=AmountForm(unit="chips"),
        solution=print_amount(total),
        reasons=tuple(reasons),
        mistakes=tuple((name, print_amount(value)) for name, value in wrong if value > 0),
        after=paid_scene(rules, before, settlement),
    )


FAMILIES = (
    Family(
        id="picture-bets",
        area="roulette",
        levels=(Level(5), Level(6), Level(10), Level(10), Level(12)),
        facts=_count,
        build_fact=_build,
        revision=2,
        needs=("pay-tables",),
    ),
)
