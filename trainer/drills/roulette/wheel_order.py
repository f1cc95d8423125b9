"""The order of the wheel in both directions: the number beside, the neighbours, and pockets further on."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import SpotsForm
from trainer.drills.kit import felt_of
from trainer.drills.scene import Marker, Scene
from trainer.equipment.wheel import WHEELS, Wheel
from trainer.games.core import Reason
from trainer.games.roulette.figures import wheel
from trainer.games.roulette.layout import spot
from trainer.rulebooks import Citation, GameRules
from trainer.texts import Message

_STANDARD = Citation("house standard")  # no regulation prints the order of the pockets


class _Ask(msgspec.Struct, frozen=True):
    """The start number and the pockets, relative to it, that must be tapped."""

    number: str
    steps: tuple[int, ...]
    prompt: str


@lru_cache(maxsize=16)
def _asks(level: int, wheel_name: str) -> tuple[_Ask, ...]:
    order = WHEELS[wheel_name].order
    if level == 1:
        return tuple(_Ask(n, (step,), name) for step, name in ((1, "right-of"), (-1, "left-of")) for n in order)
    if level == 2:
        return tuple(_Ask(n, (-1, 1), "beside") for n in order)
    if level == 3:
        return tuple(_Ask(n, (-2, -1, 0, 1, 2), "neighbours") for n in order)
    ways = {2: "pockets-right", 3: "pockets-right", -2: "pockets-left", -3: "pockets-left"}
    return tuple(_Ask(number, (step,), way) for number in order for step, way in ways.items())


def _count(rules: GameRules, level: int) -> int:
    return len(_asks(level, wheel(rules).name))


def _build(rules: GameRules, level: int, index: int) -> Draft:
    on_wheel = wheel(rules)
    ask = _asks(level, on_wheel.name)[index]
    right = [on_wheel.step(ask.number, step) for step in ask.steps]
    spots = tuple(_tap(number) for number in _on_cloth(on_wheel))
    form = SpotsForm(spots, single=len(ask.steps) == 1)
    mirrored = [on_wheel.step(ask.number, -step) for step in ask.steps]
    nearer = [on_wheel.step(ask.number, step - 1 if step > 0 else step + 1) for step in ask.steps]
    reason = Reason(
        "wheel-order", {"number": ask.number, "around": list(on_wheel.neighbours(ask.number, 3))}, _STANDARD
    )
    asked = Marker(spot=_tap(ask.number), kind="dolly")
    params: dict[str, object] = {"number": ask.number, "pockets": abs(ask.steps[0])}
    return Draft(
        prompt=Message(f"roulette.prompt.wheel-{ask.prompt}", params),
        scene=Scene(felt=f"{felt_of(rules)}-numbers", pieces=(asked,)),  # no racetrack or wheel to read it from
        form=form,
        solution=form.canonical(" ".join(_tap(number) for number in right)),
        reasons=(reason,),
        mistakes=(
            ("other-direction", form.canonical(" ".join(_tap(number) for number in mirrored))),
            ("one-pocket-short", form.canonical(" ".join(_tap(number) for number in nearer))),
        ),
        after=Scene(
            felt=f"wheel-{on_wheel.name}",
            pieces=(Marker(spot=f"pocket:{ask.number}", kind="dolly"),),
            glow=tuple(f"pocket:{number}" for number in right),
        ),
    )


def _on_cloth(on_wheel: Wheel) -> list[str]:
    return sorted(on_wheel.order, key=lambda number: (int(number), len(number)))


def _tap(number: str) -> str:
    return spot("straight-up", [number])


FAMILIES = (
    Family(
        id="wheel-order",
        area="roulette",
        revision=2,  # 2: clockwise or anticlockwise, on a felt that does not show the order
        levels=(Level(4), Level(6), Level(10), Level(8)),
        facts=_count,
        build_fact=_build,
    ),
)
