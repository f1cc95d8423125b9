"""The plan of a class: everybody who types the same code at the same table gets the same questions."""

from __future__ import annotations

from trainer.runs.offers import Offer
from trainer.runs.plan import Kind, Plan, rung_name
from trainer.study.skills import path
from trainer.system.digests import sha256

CLASS_LENGTH = 20


def class_seed(code: str) -> int:
    """The seed of a class code; upper case and spaces do not matter.

    >>> class_seed(" Lunes  1") == class_seed("lunes 1")
    True
    """
    digest = sha256(" ".join(code.casefold().split()).encode()).digest()
    return int.from_bytes(digest[:6], "big")


def class_plan(offer: Offer, code: str, highest_level: int = 0, length: int = CLASS_LENGTH) -> Plan:
    """The plan of a class at a table: all its drills up to a level (0: no limit)."""
    rules = offer.rules
    rungs = [(rung.family.id, rung.level) for rung in path(rules, offer.families)]
    named = sorted((family, level) for family, level in rungs if not highest_level or level <= highest_level)
    return Plan(
        kind=Kind.CLASS,
        rulebook=rules.rulebook,
        game=rules.game,
        variant=rules.variant if rules.variant != rules.default_variant else "",
        options=rules.changed,
        rungs=tuple(rung_name(family, level) for family, level in named),
        seed=class_seed(code),
        length=length,
    )
