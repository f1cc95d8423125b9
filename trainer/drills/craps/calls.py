"""The stickman's calls for every throw, and whether a throw is valid."""

from __future__ import annotations

from msgspec import structs

from trainer.drills.core import Draft, Family, Level
from trainer.drills.craps.layouts import USUAL_SEAT, scene, state
from trainer.drills.forms import CallForm, Choice, ChoiceForm
from trainer.drills.irregularity_scenes import dice_after
from trainer.drills.scene import Note
from trainer.equipment.dice import ALL_ROLLS, Roll
from trainer.games.craps.decide import announce, throw_counts, throw_events
from trainer.games.craps.figures import craps
from trainer.games.craps.layout import CrapsBet, ordered
from trainer.games.craps.throw import LineEvent, Throw, point_after
from trainer.rulebooks import GameRules
from trainer.texts import Message

_ROLLS: tuple[Roll, ...] = tuple(dict.fromkeys(map(ordered, ALL_ROLLS)))
_MOSTLY_VOID = "Nearly all that can happen to the dice voids a throw; each event is a fact, remembered by itself."
_WAYS = ("none", "easy", "hard")


def _situations(rules: GameRules, level: int) -> list[tuple[Roll, int | None]]:
    """All 21 throws of a come-out, then with every point on."""
    if level == 1:
        return [(roll, None) for roll in _ROLLS]
    return [(roll, point) for point in craps(rules).come_out.points for roll in _ROLLS]


def _call(rules: GameRules, level: int, index: int) -> Draft:
    roll, point = _situations(rules, level)[index]
    throw = Throw(roll, point)
    decision = announce(rules, throw)
    event, way = LineEvent(decision.facts["line"]), str(decision.facts["way"] or "none")
    ways = tuple(Choice(each, Message(f"craps.way.{each}")) for each in _WAYS)
    events = tuple(Choice(each.value, Message(f"craps.line.{each.value}")) for each in LineEvent)
    solution = f"{way} {event.value}"
    other_way = {"hard": "easy", "easy": "hard", "none": "easy"}[way]
    wrong = [("wrong-way", f"{other_way} {event.value}")]
    wrong += [(_slip(event, each), f"{way} {each.value}") for each in LineEvent if each is not event]
    return Draft(
        prompt=Message("craps.prompt.call", {"state": state(point), "roll": str(roll)}),
        scene=scene(rules, point=point, roll=roll),
        form=CallForm((ways, events)),
        solution=solution,
        reasons=decision.reasons,
        mistakes=tuple(wrong),
        after=scene(rules, point=point_after(rules, throw), roll=roll, call=Message(f"craps.line.{event.value}")),
    )


def _slip(right: LineEvent, wrong: LineEvent) -> str:
    if {right, wrong} == {LineEvent.NATURAL, LineEvent.SEVEN_OUT}:
        return "seven-in-the-wrong-phase"
    if {right, wrong} == {LineEvent.POINT, LineEvent.POINT_MADE}:
        return "point-set-or-made"
    return "wrong-line-call"


def _count(rules: GameRules, level: int) -> int:
    return len(_situations(rules, level))


# ── does the throw count ─────────────────────────────────────────────────────────────────────────────────────────────


def _events(rules: GameRules) -> list[str]:
    return ["", *throw_events(rules)]


def _throw_count(rules: GameRules, level: int) -> int:
    return len(_events(rules))


def _throw(rules: GameRules, level: int, index: int) -> Draft:
    """Something happened to the dice: is the throw valid, or what is done?"""
    event = _events(rules)[index]
    decision = throw_counts(rules, event)
    valid = bool(decision.facts["valid"])
    situation = rules.irregularities[event].situation if event else Message("craps.throw.clean")
    roll = _ROLLS[index * 5 % len(_ROLLS)]
    if level == 1:
        solution, other = ("valid", "void") if valid else ("void", "valid")
        form = ChoiceForm(tuple(Choice(key, Message(f"craps.throw.{key}")) for key in ("valid", "void")))
        mistakes = [("voided-a-good-throw" if valid else "let-a-void-throw-count", other)]
    else:
        keys = ("settle", "call-and-repeat", "repeat-and-return", "next-shooter")
        solution = "settle" if valid else "call-and-repeat"
        form = ChoiceForm(tuple(Choice(key, Message(f"craps.throw.{key}")) for key in keys))
        mistakes = [("wrong-drill", key) for key in keys if key != solution]
    bets = [CrapsBet(bet="pass-line", stake=rules.table.minimum, seat=USUAL_SEAT)]
    table = scene(rules, bets)
    lying = dice_after(event, str(roll), table.pieces[0].spot)
    thrown = structs.replace(table, pieces=(*table.pieces, *lying))
    said = Note(spot="call", says=rules.calls[craps(rules).throw.call].says)
    return Draft(
        prompt=Message(f"craps.prompt.throw-{'counts' if level == 1 else 'act'}", {"what": situation}),
        scene=thrown,
        form=form,
        solution=solution,
        reasons=decision.reasons,
        mistakes=tuple(mistakes),
        after=thrown if valid else structs.replace(thrown, pieces=(*thrown.pieces, said)),
    )


CALL = Family(
    id="stick-call",
    area="craps",
    levels=(Level(4), Level(5)),
    facts=_count,
    build_fact=_call,
)

THROW = Family(
    id="valid-throw",
    area="craps",
    levels=(Level(5, one_sided=_MOSTLY_VOID), Level(7, one_sided=_MOSTLY_VOID)),
    facts=_throw_count,
    build_fact=_throw,
    revision=3,  # 3: every choice says what happens to the bets, in the same words at every table
)
