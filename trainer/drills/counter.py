"""Drills for games without a dealer: procedure, order of the steps, and where a prize is paid."""

from __future__ import annotations

import random
from fractions import Fraction

from trainer.drills import regulation
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.drills.kit import felt_of
from trainer.drills.scene import Note, Scene
from trainer.games.counter.figures import counter
from trainer.games.counter.questions import PaymentQuestion, payment
from trainer.rulebooks import GameRules
from trainer.texts import Message

_PLACES = ("shop", "both", "office")


def _where_paid(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Where a prize is paid: amounts well inside a bracket and close to its ends.

    A prize of exactly the sum between two brackets belongs to both, so it is not asked.
    """
    brackets = counter(rules).payment
    assert brackets is not None  # the family fits only games with brackets
    edges = (brackets.shop - 1, brackets.shop + 1, brackets.office - 1, brackets.office + 1)
    inside = (brackets.shop / 2, (brackets.shop + brackets.office) / 2, brackets.office * 2)
    prize = Fraction(rng.choice(edges)) if rng.random() < 0.5 else rng.choice(inside) + rng.randint(-40, 40)
    decision = payment(rules, PaymentQuestion(prize=prize))
    places = decision.facts["where"]
    solution = "shop" if places == ["shop"] else "both" if "shop" in places else "office"
    return Draft(
        prompt=Message("counter.prompt.where-paid", {"prize": prize}),
        scene=Scene(
            felt=felt_of(rules), pieces=(Note(spot="ticket", says=Message("counter.prize", {"prize": prize})),)
        ),
        form=ChoiceForm(tuple(Choice(place, Message(f"counter.place.{place}")) for place in _PLACES)),
        solution=solution,
        reasons=decision.reasons,
        mistakes=tuple(("another-bracket", place) for place in _PLACES if place != solution),
    )


FAMILIES: tuple[Family, ...] = (
    regulation.irregularities("counter"),
    regulation.procedure("counter"),
    Family(
        id="where-paid",
        area="counter",
        levels=(Level(6, drafts=6),),
        build=_where_paid,
        fits=lambda rules: counter(rules).payment is not None,
        revision=3,
    ),
)
