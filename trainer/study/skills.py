"""Skills and rungs: the path through a game's drill families.

A *skill* is a drill family at a table (a rulebook's game in a variant); a *rung* is one level of it. House options and
rule versions do not make another skill. Keys of rungs and facts are prefixes of item texts: ``pay-the-layout/3
baleares/roulette-french`` and ``pay-the-layout/3 baleares/roulette-french #77``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from trainer.drills.core import Family, Question
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, Library

LIVE = "live-"
"""Begins the family of every skill of the live table (``live-payout``).

Its attempts feed rungs of their own and what is known of the trainee at the table. No drill asks them."""
_MISTAKE_SAMPLES = 12


@dataclass(frozen=True)
class Rung:
    """One level of a family at a table, and the rungs it depends on."""

    key: str
    skill: str
    family: Family = field(compare=False)
    rules: GameRules = field(compare=False)
    level: int
    facts: int  # number of facts; 0 if its questions are generated
    needs: tuple[str, ...]  # keys of the rungs it depends on
    stage: int  # length of the longest chain of dependencies

    @cached_property
    def target_seconds(self) -> float:
        return self.family.levels[self.level - 1].target_seconds

    @cached_property
    def place(self) -> str:
        """The table: ``baleares/roulette-french``."""
        return self.skill.partition(" ")[2]

    def question(self, seed: int) -> Question:
        return self.family.make(self.rules, self.level, seed)

    def typical_mistakes(self, samples: int = _MISTAKE_SAMPLES) -> tuple[str, ...]:
        """Message ids of the mistakes that sample questions can name, most frequent first."""
        counts: dict[str, int] = {}
        for seed in range(min(samples, self.facts or samples)):
            for mistake, _ in self.question(seed).draft.mistakes:
                name = f"{self.family.area}.mistake.{mistake}"
                counts[name] = counts.get(name, 0) + 1
        return tuple(sorted(counts, key=lambda name: -counts[name]))


def place_of(rules: GameRules) -> str:
    """A table as it is written in keys, without the default variant."""
    variant = f":{rules.variant}" if rules.variant and rules.variant != rules.default_variant else ""
    return f"{rules.rulebook}/{rules.game}{variant}"


def rules_at(library: Library, place: str) -> GameRules:
    """Rules of a table given as in a key, with default options; raises `RulebookError`."""
    rulebook, _, rest = place.partition("/")
    game, _, variant = rest.partition(":")
    return load_rules(library, rulebook, game, variant)


def rung_key(family: str, level: int, place: str) -> str:
    return f"{family}/{level} {place}"


def skill_key(family: str, place: str) -> str:
    return f"{family} {place}"


def is_live(key: str) -> bool:
    """Whether a rung or skill (by key) is one of the live table."""
    return key.startswith(LIVE)


def path(rules: GameRules, families: Iterable[Family]) -> tuple[Rung, ...]:
    """Rungs of a table in learning order: by dependencies, then by the order of the lessons.

    A rung depends on the level below it; the first level of a family depends on the first levels of the families it
    names.
    """
    fitting = {family.id: family for family in families if family.fits(rules)}
    place = place_of(rules)
    rungs: list[Rung] = []
    for family in fitting.values():
        first = _stage(family, fitting, ())
        for level in range(1, len(family.levels) + 1):
            facts = family.facts(rules, level) if family.facts else 0
            if family.facts and not facts:
                continue
            before = [(family.id, level - 1)] if level > 1 else [(need, 1) for need in family.needs if need in fitting]
            rungs.append(
                Rung(
                    key=rung_key(family.id, level, place),
                    skill=skill_key(family.id, place),
                    family=family,
                    rules=rules,
                    level=level,
                    facts=facts,
                    needs=tuple(rung_key(need, need_level, place) for need, need_level in before),
                    stage=first + level - 1,
                )
            )
    there = {rung.key for rung in rungs}
    rungs = [replace(rung, needs=tuple(need for need in rung.needs if need in there)) for rung in rungs]
    return tuple(sorted(rungs, key=lambda rung: rung.stage))


def paths(tables: Iterable[tuple[GameRules, Sequence[Family]]]) -> tuple[Rung, ...]:
    """Paths of several tables, stage by stage."""
    return tuple(
        sorted((rung for rules, families in tables for rung in path(rules, families)), key=lambda rung: rung.stage)
    )


def _stage(family: Family, families: dict[str, Family], above: tuple[str, ...]) -> int:
    if family.id in above:
        raise ValueError(f"drill families need each other in a circle: {' → '.join((*above, family.id))}")
    needed = [families[need] for need in family.needs if need in families]
    return max((_stage(need, families, (*above, family.id)) + 1 for need in needed), default=0)
