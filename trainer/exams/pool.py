"""Item pool of a scheme: the rungs (a drill at a level of a game) its draws name, with their difficulty.

Difficulties come from results where there are enough (`Difficulties`). Before that they are guessed from the level, the
prerequisite drills and the target time. The guess keeps papers of one scheme comparable, because it is the same for all
of them; it does not predict how many will pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import log

import msgspec

from trainer.drills.core import Family
from trainer.exams.scheme import Choice, Draw, Scheme
from trainer.rulebooks import GameRules
from trainer.runs.offers import Offer, Offers

_SOURCE = re.compile(r"(?:(?P<game>[a-z0-9-]+):)?(?P<family>[a-z0-9-]+)(?:/(?P<low>\d{1,2})(?:-(?P<high>\d{1,2}))?)?")
MOST_DIFFICULT = 20.0  # logits; nothing that can be estimated is as hard or as easy
_EASIEST, _HARDEST = -2.5, 1.5
_A_LEVEL, _A_NEED, _TARGET_GROWTH, _USUAL_TARGET = 0.45, 0.25, 0.35, 8.0
_START = -2.0


class Source(msgspec.Struct, frozen=True):
    """Parsed source of a draw."""

    family: str
    game: str = ""  # empty: every game of the scheme
    low: int = 1
    high: int = 99


class PoolRung(msgspec.Struct, frozen=True, dict=True):
    """A drill at a level of a game."""

    rules: GameRules
    family: Family
    level: int
    facts: int  # number of facts; 0 for generated questions
    difficulty: float  # logits

    @cached_property  # a draw asks for it thousands of times
    def key(self) -> str:
        return rung_key(self.rules, self.family.id, self.level)


Difficulties = Mapping[str, float]
"""Difficulties in logits by rung key."""


def rung_key(rules: GameRules, family: str, level: int) -> str:
    """Key of a rung in statistics, such as ``pay-the-layout/3 baleares/roulette-french``."""
    variant = f":{rules.variant}" if rules.variant and rules.variant != rules.default_variant else ""
    return f"{family}/{level} {rules.rulebook}/{rules.game}{variant}"


def read_source(text: str) -> Source | None:
    """Parse a source; ``None`` if it is malformed.

    >>> read_source("roulette-french:pay-the-layout/2-4")
    Source(family='pay-the-layout', game='roulette-french', low=2, high=4)
    """
    found = _SOURCE.fullmatch(text)
    if found is None:
        return None
    low = int(found["low"] or 1)
    high = int(found["high"] or found["low"] or 99)
    return Source(found["family"], found["game"] or "", low, high) if 1 <= low <= high else None


def offers_of(scheme: Scheme, offers: Offers) -> dict[str, Offer]:
    """Games of a scheme with its variants and house options; raises `RulebookError`."""
    return {
        game: offers.offer(scheme.rulebook, game, table.variant, table.options)
        for game in scheme.games
        for table in [scheme.tables.get(game, Choice())]
    }


def rungs_for(draw: Draw, there: Mapping[str, Offer], known: Difficulties) -> dict[str, list[PoolRung]]:
    """Rungs of a draw, grouped by topic (drill id) in the order of its sources and sorted by difficulty."""
    found: dict[str, dict[str, PoolRung]] = {}
    for text in draw.sources:
        source = read_source(text)
        if source is None:
            continue
        for game, offer in there.items():
            if source.game in ("", game):
                for rung in _rungs(offer, source, known):
                    found.setdefault(rung.family.id, {})[rung.key] = rung
    return {topic: sorted(rungs.values(), key=_by_difficulty) for topic, rungs in found.items()}


def _rungs(offer: Offer, source: Source, known: Difficulties) -> Iterator[PoolRung]:
    family = next((family for family in offer.families if family.id == source.family), None)
    if family is None:
        return
    rules = offer.rules
    for level in range(source.low, min(source.high, len(family.levels)) + 1):
        facts = family.facts(rules, level) if family.facts else 0
        if family.facts and not facts:
            continue
        guessed = guess(family, level, offer.families)
        yield PoolRung(rules, family, level, facts, known.get(rung_key(rules, family.id, level), guessed))


def guess(family: Family, level: int, others: Sequence[Family]) -> float:
    """Difficulty of a rung in logits before there are results."""
    depth = _depth(family, {other.id: other for other in others})
    longer = log(max(1.0, family.levels[level - 1].target_seconds) / _USUAL_TARGET)
    found = _START + _A_LEVEL * (level - 1) + _A_NEED * depth + _TARGET_GROWTH * longer
    return round(min(_HARDEST, max(_EASIEST, found)), 3)


def _depth(family: Family, others: Mapping[str, Family], below: int = 0) -> int:
    """Length of the longest chain of prerequisites of a drill."""
    needs = [others[need] for need in family.needs if need in others and need != family.id]
    return 0 if not needs or below > len(others) else 1 + max(_depth(need, others, below + 1) for need in needs)


def _by_difficulty(rung: PoolRung) -> tuple[float, str]:
    return rung.difficulty, rung.key
