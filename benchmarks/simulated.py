"""Simulated trainees with known abilities and forgetting, to see what an order of questions is worth.

The model is not the scheduler's: abilities grow most where a question is neither trivial nor hopeless, fade with the
days, and facts are remembered by an exponential law with strengths of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp
from random import Random
from typing import Any

from trainer.drills.core import Family, Level
from trainer.study.repetition import DAY_MS
from trainer.study.skills import Rung, rung_key, skill_key

TABLE = "baleares/roulette-french"
TARGET_MS = 6000
FACT_FAMILIES = 2
GENERATED_FAMILIES = 2
FACTS = 16
FACT_LEVELS = 1
GENERATED_LEVELS = 3


def _never(*_: Any) -> Any:
    raise AssertionError("simulated trainees do not look at questions")


def make_rungs() -> tuple[Rung, ...]:
    """A path of facts and generated skills in which the later families need the first."""
    rungs: list[Rung] = []
    for number in range(FACT_FAMILIES + GENERATED_FAMILIES):
        is_fact = number < FACT_FAMILIES
        name = f"{'facts' if is_fact else 'skill'}-{number}"
        levels = FACT_LEVELS if is_fact else GENERATED_LEVELS
        makes: dict[str, Any] = {"facts": _never, "build_fact": _never} if is_fact else {"build": _never}
        family = Family(name, "test", (Level(TARGET_MS / 1000),) * levels, **makes)
        first = rung_key("facts-0", 1, TABLE)
        for level in range(1, levels + 1):
            below = rung_key(name, level - 1, TABLE)
            needs = (below,) if level > 1 else () if number == 0 else (first,)
            stage = level - 1 + (number > 0)
            rungs.append(
                Rung(
                    key=rung_key(name, level, TABLE),
                    skill=skill_key(name, TABLE),
                    family=family,
                    rules=None,  # type: ignore[arg-type] # nobody makes a question here
                    level=level,
                    facts=FACTS if is_fact else 0,
                    needs=needs,
                    stage=stage,
                )
            )
    return tuple(sorted(rungs, key=lambda rung: rung.stage))


def is_fact(family: str, game: str) -> bool:
    return family.startswith("facts")


@dataclass
class SimulatedTrainee:
    """Somebody whose abilities we know. Times are in milliseconds."""

    source: Random
    talent: float  # how quickly abilities grow, around 1
    skills: dict[str, float] = field(default_factory=dict)  # logits
    practised: dict[str, int] = field(default_factory=dict)  # when each skill was last practised
    facts: dict[tuple[str, int], tuple[float, int]] = field(default_factory=dict)  # strength in days, last time

    def answer(self, rung: Rung, seed: int, now: int) -> tuple[bool, int]:
        """Whether right, and how long it took; answering teaches."""
        return self._recall(rung, seed, now) if rung.facts else self._work_out(rung, now)

    def ability(self, skill: str, now: int) -> float:
        """What is left of an ability: a twentieth of it goes with each day without practice."""
        ability = self.skills.get(skill, -0.5 + 0.3 * self.talent)
        days = (now - self.practised.get(skill, now)) / DAY_MS
        return ability * 0.95**days if ability > 0 else ability

    def _work_out(self, rung: Rung, now: int) -> tuple[bool, int]:
        ability = self.ability(rung.skill, now)
        lead = ability - (rung.level - 1)
        chance = 0.05 + 0.94 / (1 + exp(-1.7 * lead))
        right = self.source.random() < chance
        telling = 6.75 * chance**2 * (1 - chance)  # most where two in three go right, nothing where all do or none
        self.skills[rung.skill] = ability + 0.09 * self.talent * telling
        self.practised[rung.skill] = now
        usual = TARGET_MS * exp(-0.35 * lead)
        return right, round(usual * self.source.lognormvariate(0, 0.25))

    def _recall(self, rung: Rung, seed: int, now: int) -> tuple[bool, int]:
        fact = (rung.key, seed)
        strength, last = self.facts.get(fact, (0.0, now))
        kept = exp(-((now - last) / DAY_MS) / strength) if strength else 0.2
        right = self.source.random() < kept
        if not strength:
            strength = 5 * self.talent
        elif right:
            # Recalling what was nearly forgotten strengthens most.
            strength *= 1.0 + 10 * self.talent * (1.005 - kept)
        else:
            strength = max(2.0, 0.4 * strength)
        self.facts[fact] = (strength, now)
        usual = TARGET_MS * (0.5 + 0.6 * (1 - kept))
        return right, round(usual * self.source.lognormvariate(0, 0.25))
