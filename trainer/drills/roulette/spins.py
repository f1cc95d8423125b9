"""The spin: announcing the number, and whether a spin is valid."""

from __future__ import annotations

import random

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import CallForm, Choice, ChoiceForm
from trainer.drills.kit import felt_of
from trainer.drills.roulette.piles import any_number
from trainer.drills.scene import Marker, Note, Scene
from trainer.equipment.wheel import Colour, colour_of
from trainer.games.roulette.decide import SpinEvent, announce_reason, calls_chances, spin_counts, winning_chances
from trainer.games.roulette.figures import roulette, wheel
from trainer.games.roulette.layout import spot
from trainer.rulebooks import GameRules
from trainer.texts import Message, Names

_PARITY = ("even", "odd")
_HALF = ("low", "high")
_NONE = "none"


def _announce_facts(rules: GameRules, level: int) -> int:
    return len(wheel(rules).order)


def _announce(rules: GameRules, level: int, index: int) -> Draft:
    """Colour, parity and half of a number."""
    number = wheel(rules).order[index]
    wins = winning_chances(rules, number)
    colour = colour_of(number)
    colours = tuple(Choice(c.value, Message(f"roulette.colour.{c.value}")) for c in Colour)
    none = Choice(_NONE, Message("roulette.none"))
    parities = (*(Choice(bet, rules.bets[bet].names) for bet in _PARITY), none)
    halves = (*(Choice(bet, rules.bets[bet].names) for bet in _HALF), none)
    parity = next((bet for bet in wins if bet in _PARITY), _NONE)
    half = next((bet for bet in wins if bet in _HALF), _NONE)
    other_colour = {"red": "black", "black": "red", "green": "black"}[colour.value]
    other_parity = {"even": "odd", "odd": "even", _NONE: "even"}[parity]
    other_half = {"low": "high", "high": "low", _NONE: "low"}[half]
    dolly = Marker(spot=spot("straight-up", [number]), kind="dolly")
    shown = Scene(felt=felt_of(rules), pieces=(dolly,))
    heard = Scene(
        felt=felt_of(rules), pieces=(Note(spot="wheel", says=number),)
    )  # its place on the layout would give the answer away
    return Draft(
        prompt=Message(f"roulette.prompt.{'announce' if calls_chances(rules) else 'what-wins'}", {"number": number}),
        scene=shown if level == 1 else heard,
        form=CallForm((colours, parities, halves)),
        solution=f"{colour.value} {parity} {half}",
        reasons=(announce_reason(rules, number),),
        mistakes=(
            ("wrong-colour", f"{other_colour} {parity} {half}"),
            ("wrong-parity", f"{colour.value} {other_parity} {half}"),
            ("wrong-half", f"{colour.value} {parity} {other_half}"),
        ),
        after=shown,
    )


def _no_spin(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Something happened during the spin: is it valid, and what is done?

    Level 2 offers the payment of either number, and one remedy or two for a void spin: which is right is drawn first.
    """
    draft = _spin(rules, level, rng)
    if level == 2:
        assert isinstance(draft.form, ChoiceForm)
        is_paid = rng.randrange(len(draft.form.choices)) < 2
        while (draft.solution == "pay-number") != is_paid:
            draft = _spin(rules, level, rng)
    return draft


def _spin(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Level 1: does the spin count; level 2: what is done after it."""
    voids = [key for key, entry in rules.irregularities.items() if entry.data.get("spin") == "void"]
    causes = [cause for cause in voids if cause != "ball-turns"]  # asked with the number of turns
    if level == 2:  # a ball that did not come to rest leaves no number to pay
        causes = [cause for cause in causes if rules.irregularities[cause].data.get("lands", True)]
    number, previous, lands = any_number(rules, rng), any_number(rules, rng), True
    situation: Message | Names
    turns_rule = rules.irregularities.get("ball-turns")
    if turns_rule is not None and rng.random() < 0.4:
        needed = int(turns_rule.data["minimum-turns"])
        turns = rng.choice((needed - 1, needed, needed + 2, 1))
        event = SpinEvent(turns=turns, landed=number, previous_number=previous)
        situation = Message("roulette.spin.turns", {"turns": turns, "number": number})
    elif rng.random() < 0.25 or not causes:
        event = SpinEvent(landed=number, previous_number=previous)
        situation = Message("roulette.spin.ordinary", {"number": number})
    else:
        event = SpinEvent(event=rng.choice(causes), landed=number, previous_number=previous)
        entry = rules.irregularities[event.event]
        lands = bool(entry.data.get("lands", True))
        told = Message("roulette.spin.event", {"what": entry.situation, "number": number})
        situation = told if lands else entry.situation
    decision = spin_counts(rules, event)
    valid = bool(decision.facts["valid"])
    if level == 1:
        form = ChoiceForm(tuple(Choice(key, Message(f"roulette.spin.{key}")) for key in ("counts", "void")))
        solution, wrong = ("counts", "void") if valid else ("void", "counts")
        mistakes: tuple[tuple[str, str], ...] = (("voided-a-good-spin" if valid else "let-a-void-spin-count", wrong),)
    else:
        names = _spin_choices(rules, number, previous)
        form = ChoiceForm(tuple(Choice(key, name) for key, name in names.items()))
        solution = "pay-number" if valid else "bets-stay" if "bets-stay" in names else "ball-to-previous"
        mistakes = tuple(("wrong-drill", key) for key in names if key != solution)
    note = Note(spot="wheel", says=situation)
    return Draft(
        prompt=Message(f"roulette.prompt.no-spin-{level}", {"what": situation, "previous": previous}),
        scene=Scene(felt=felt_of(rules), pieces=(note,)),
        form=form,
        solution=solution,
        reasons=decision.reasons,
        mistakes=mistakes,
    )


def _spin_choices(rules: GameRules, number: str, previous: str) -> dict[str, Message]:
    """What can be done after a spin, for both numbers in their order: the one that came and the one before it."""

    def named(key: str, shown: str) -> Message:
        return Message(f"roulette.spin.{key}", {"number": shown, "previous": shown})

    both = sorted({number, previous}, key=lambda shown: (len(shown), shown))
    found = {"pay-number" if shown == number else "pay-previous": named("pay-number", shown) for shown in both}
    if not roulette(rules).no_spin.ball_to_previous:
        return {**found, "bets-stay": Message("roulette.spin.bets-stay")}
    keys = {previous: "ball-to-previous"}
    return found | {keys.get(shown, "ball-to-number"): named("ball-to-previous", shown) for shown in both}


ANNOUNCE = Family(
    id="announce",
    area="roulette",
    levels=(Level(5), Level(4)),
    facts=_announce_facts,
    build_fact=_announce,
    revision=2,  # 2: the number is written beside the wheel
)

NO_SPIN = Family(
    id="no-spin",
    area="roulette",
    levels=(Level(6, drafts=8), Level(8)),
    build=_no_spin,
    revision=4,  # 4: level 2 offers the actions for either number, and answers are balanced
)

FAMILIES = (ANNOUNCE, NO_SPIN)
