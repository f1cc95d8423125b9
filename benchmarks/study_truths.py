"""Simulated trainees whose knowledge is known exactly, learning and forgetting by laws that the program does not use.

A *truth* is a law of learning. The laws here differ in form from one another and from the estimates of `trainer.study`,
so that a policy cannot win by assuming the right model. The parameters of `trainer.study` were set with the five of
`TRUTHS`; those of `OTHER_TRUTHS` only check them. Times are in days since the first session.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import Any, Protocol

from trainer.study.skills import Rung

Thing = tuple[str, int]
"""What is learned: a generated rung as a whole (seed -1), or one fact of a rung."""

WHOLE = -1
_AHEAD = 8


@dataclass(frozen=True)
class Kind:
    """A kind of trainee."""

    name: str
    talent: float = 1.0  # factor of the speed of learning
    forgets: float = 1.0  # factor of the speed of forgetting
    slip: float = 0.04  # chance of a wrong answer although it is known
    pace: float = 0.9  # time of a known answer as a share of the target
    knows: float = 0.1  # share of what is known before the first session
    attends: float = 0.85  # share of days with a session
    holidays: tuple[int, int] = (0, 0)  # days without any session: the first, and the number


KINDS = (
    Kind("quick", talent=1.7, forgets=0.8, pace=0.6, knows=0.15),
    Kind("slow and careful", talent=0.7, slip=0.01, pace=1.5),
    Kind("careless", slip=0.15, pace=0.6),
    Kind("absent", attends=0.5, holidays=(30, 14)),
    Kind("expert", talent=1.3, knows=0.85, pace=0.6),
    Kind("novice", talent=0.8, knows=0.0, pace=1.1),
)


class Truth(Protocol):
    """A law of learning for one trainee."""

    is_trying: bool  # `practise` has its expected effect instead of a random one

    def known(self, rung: Rung, seed: int, day: float) -> float:
        """Share of the thing that is known, without slips and guesses."""

    def practise(self, rung: Rung, seed: int, day: float, right: bool) -> None:
        """An answer with its explanation was given."""

    def save(self, rung: Rung, seed: int) -> object:
        """State of a thing, to try out an answer."""

    def restore(self, rung: Rung, seed: int, state: Any) -> None:
        """Undo what was tried out."""


def thing(rung: Rung, seed: int) -> Thing:
    return (rung.key, seed if rung.facts else WHOLE)


class LogCount:
    """Learning by the logarithm of the number of answers, with transfer between levels; power-law forgetting."""

    def __init__(self, rungs: Sequence[Rung], kind: Kind, source: Random) -> None:
        self._kind = kind
        self._bias = {rung.key: source.gauss(0.0, 0.5) for rung in rungs}
        self._count: dict[Thing, float] = {}
        self._last: dict[Thing, float] = {}
        self._skill: dict[str, float] = {}
        self._source = source
        self.is_trying = False
        self._head_start: dict[Thing, float] = {}

    def known(self, rung: Rung, seed: int, day: float) -> float:
        which = thing(rung, seed)
        count = self._count.get(which, 0.0) + self._start(which)
        kind = self._kind
        gone = max(0.0, day - self._last.get(which, day))
        if rung.facts:
            if not count:
                return 0.0
            strength = 0.6 * (1.0 + count) ** 1.5 * kind.talent / kind.forgets
            return float((1.0 + gone / strength) ** -0.5)
        moved = self._skill.get(rung.skill, 0.0) - self._count.get(which, 0.0)
        practice = log(1.0 + (count + 0.25 * moved) / 4.0)
        hard = 1.2 + 0.35 * (rung.level - 1) + self._bias[rung.key]
        logit = 1.7 * kind.talent * practice - hard - 0.25 * kind.forgets * log(1.0 + gone)
        return 1.0 / (1.0 + exp(-logit))

    def practise(self, rung: Rung, seed: int, day: float, right: bool) -> None:
        which = thing(rung, seed)
        # Massed repetition of a fact on one day adds little.
        adds = 1.0 if not rung.facts or day - self._last.get(which, -9.0) > 0.3 else 0.25
        self._count[which] = self._count.get(which, 0.0) + adds
        self._last[which] = day
        self._skill[rung.skill] = self._skill.get(rung.skill, 0.0) + 1.0

    def save(self, rung: Rung, seed: int) -> object:
        which = thing(rung, seed)
        return self._count.get(which, 0.0), self._last.get(which), self._skill.get(rung.skill, 0.0)

    def restore(self, rung: Rung, seed: int, state: Any) -> None:
        which = thing(rung, seed)
        self._count[which], last, self._skill[rung.skill] = state
        if last is None:
            self._last.pop(which, None)
        else:
            self._last[which] = last

    def _start(self, which: Thing) -> float:
        if which not in self._head_start:
            is_known = self._source.random() < self._kind.knows
            self._head_start[which] = (8.0 if which[1] != WHOLE else 25.0) * is_known
        return self._head_start[which]


class _ByThing:
    """A truth whose whole state is a tuple for each thing."""

    def __init__(self, rungs: Sequence[Rung], kind: Kind, source: Random) -> None:
        self._kind = kind
        self._source = source
        self._rate = {rung.key: source.lognormvariate(0.0, 0.3) / (1.0 + 0.15 * (rung.level - 1)) for rung in rungs}
        self._states: dict[Thing, tuple[float, ...]] = {}
        self.is_trying = False

    def save(self, rung: Rung, seed: int) -> object:
        return self._states.get(thing(rung, seed))

    def restore(self, rung: Rung, seed: int, state: Any) -> None:
        if state is None:
            self._states.pop(thing(rung, seed), None)
        else:
            self._states[thing(rung, seed)] = state

    def _starts_known(self) -> bool:
        return self._source.random() < self._kind.knows


class Exponential(_ByThing):
    """Learning towards a limit at a constant rate, no transfer, exponential forgetting that slows with each day."""

    def known(self, rung: Rung, seed: int, day: float) -> float:
        level, strength, last = self._state(rung, seed, day)
        return level * exp(-max(0.0, day - last) * self._kind.forgets / strength)

    def practise(self, rung: Rung, seed: int, day: float, right: bool) -> None:
        _, strength, last = self._state(rung, seed, day)
        now = self.known(rung, seed, day)
        rate = min(0.9, (0.5 if rung.facts else 0.06) * self._rate[rung.key] * self._kind.talent)
        if day - last > 0.3:
            strength *= 1.6
        self._states[thing(rung, seed)] = (now + rate * (1.0 - now), strength, day)

    def _state(self, rung: Rung, seed: int, day: float) -> tuple[float, ...]:
        which = thing(rung, seed)
        if which not in self._states:
            is_known = self._starts_known()
            first = 4.0 if rung.facts else 20.0
            self._states[which] = (0.95, 60.0, day) if is_known else (0.0, first, day)
        return self._states[which]


class Activation(_ByThing):
    """Activation as the sum of decaying traces, with the spacing effect of Pavlik and Anderson (2005)."""

    _TRACES = 24

    def known(self, rung: Rung, seed: int, day: float) -> float:
        return self._chance(rung, self._activation(self._state(rung, seed), day))

    def practise(self, rung: Rung, seed: int, day: float, right: bool) -> None:
        state = self._state(rung, seed)
        activation = self._activation(state, day)
        # The more active a trace is when it is practised, the faster the new one decays.
        decay = min(0.9, 0.14 + 0.05 * self._kind.forgets * exp(0.5 * min(3.0, activation)))
        self._states[thing(rung, seed)] = (*state, day, decay)[-2 * self._TRACES :]

    def _activation(self, state: tuple[float, ...], day: float) -> float:
        total = 0.0
        for place in range(0, len(state), 2):
            minutes = 1.0 + max(0.0, day - state[place]) * 24 * 60
            total += minutes ** -state[place + 1]
        return log(total) if total > 0.0 else -9.0

    def _chance(self, rung: Rung, activation: float) -> float:
        needed = (-1.1 if rung.facts else 0.55) - 0.5 * log(self._kind.talent * self._rate[rung.key])
        return 1.0 / (1.0 + exp(-(activation - needed) / 0.35))

    def _state(self, rung: Rung, seed: int) -> tuple[float, ...]:
        which = thing(rung, seed)
        if which not in self._states:
            is_known = self._starts_known()
            traces = 6 if rung.facts else 16
            self._states[which] = (-10.0, 0.12) * traces if is_known else ()
        return self._states[which]


class Tracing(_ByThing):
    """Knowledge tracing: a thing is known or not; each answer may teach it, each day may lose it."""

    def known(self, rung: Rung, seed: int, day: float) -> float:
        share, last, days = self._state(rung, seed, day)
        lost = (0.06 if rung.facts else 0.02) * self._kind.forgets / (1.0 + days)
        return share * exp(-max(0.0, day - last) * lost)

    def practise(self, rung: Rung, seed: int, day: float, right: bool) -> None:
        _, last, days = self._state(rung, seed, day)
        now = self.known(rung, seed, day)
        teaches = min(0.9, (0.35 if rung.facts else 0.05) * self._rate[rung.key] * self._kind.talent)
        after = now + (1.0 - now) * teaches
        if not self.is_trying:
            after = 1.0 if self._source.random() < after else 0.0
        days += day - last > 0.3
        self._states[thing(rung, seed)] = (after, day, days)

    def _state(self, rung: Rung, seed: int, day: float) -> tuple[float, ...]:
        which = thing(rung, seed)
        if which not in self._states:
            self._states[which] = (float(self._starts_known()), day, 0.0)
        return self._states[which]


class Prerequisites(_ByThing):
    """Learning is slow while what a rung depends on is not known, and slows within a session by fatigue."""

    def __init__(self, rungs: Sequence[Rung], kind: Kind, source: Random) -> None:
        super().__init__(rungs, kind, source)
        self._rungs = {rung.key: rung for rung in rungs}
        self._session, self._began = -1, 0.0
        self._shares: dict[str, tuple[float, float]] = {}

    def known(self, rung: Rung, seed: int, day: float) -> float:
        level, strength, last = self._state(rung, seed, day)
        return level * float((1.0 + max(0.0, day - last) * self._kind.forgets / strength) ** -0.3)

    def practise(self, rung: Rung, seed: int, day: float, right: bool) -> None:
        if day - self._began > 0.3 or self._session < 0:
            self._session, self._began = self._session + 1, day
        tired = exp(-(day - self._began) * 24 * 60 / 25.0)
        ready = 1.0
        for key in rung.needs:
            if key in self._rungs:
                ready *= 0.15 + 0.85 * self._share(self._rungs[key], day)
        _, strength, last = self._state(rung, seed, day)
        now = self.known(rung, seed, day)
        rate = (0.45 if rung.facts else 0.06) * self._rate[rung.key] * self._kind.talent * ready * tired
        strength += 0.8 * strength * (day - last > 0.3)
        self._states[thing(rung, seed)] = (now + min(0.9, rate) * (1.0 - now), strength, day)

    def _share(self, rung: Rung, day: float) -> float:
        """Mean knowledge of a rung; of some of its facts, remembered for an hour, because it is asked often."""
        found = self._shares.get(rung.key)
        if found is None or day - found[1] > 0.04:
            seeds = range(0, rung.facts, max(1, rung.facts // 12)) if rung.facts else (0,)
            found = (sum(self.known(rung, seed, day) for seed in seeds) / len(seeds), day)
            self._shares[rung.key] = found
        return found[0]

    def _state(self, rung: Rung, seed: int, day: float) -> tuple[float, ...]:
        which = thing(rung, seed)
        if which not in self._states:
            first = 2.0 if rung.facts else 5.0
            self._states[which] = (0.95, 40.0, day) if self._starts_known() else (0.0, first, day)
        return self._states[which]


class Consolidation(_ByThing):
    """A quick store that is gone within days, and a slow one that keeps part of it from one day to another.

    A right answer teaches more than a wrong one, and a repetition on the same day leaves the slow store as it is.
    """

    def known(self, rung: Rung, seed: int, day: float) -> float:
        quick, slow, last = self._state(rung, seed, day)
        gone = max(0.0, day - last) * self._kind.forgets
        return 1.0 - (1.0 - quick * exp(-gone / 2.0)) * (1.0 - slow * exp(-gone / 90.0))

    def practise(self, rung: Rung, seed: int, day: float, right: bool) -> None:
        quick, slow, last = self._state(rung, seed, day)
        gone = max(0.0, day - last) * self._kind.forgets
        quick, slow = quick * exp(-gone / 2.0), slow * exp(-gone / 90.0)
        rate = self._rate[rung.key] * self._kind.talent * (1.0 if right else 0.5)
        if gone > 0.3:
            slow += min(0.9, (0.35 if rung.facts else 0.2) * rate) * (1.0 - slow)
        elif not rung.facts:
            slow += 0.015 * rate * (1.0 - slow)
        quick += min(0.9, (0.6 if rung.facts else 0.1) * rate) * (1.0 - quick)
        self._states[thing(rung, seed)] = (quick, slow, day)

    def _state(self, rung: Rung, seed: int, day: float) -> tuple[float, ...]:
        which = thing(rung, seed)
        if which not in self._states:
            self._states[which] = (0.0, 0.95 * self._starts_known(), day)
        return self._states[which]


class Fluctuation(_ByThing):
    """Stimulus sampling (Estes, 1955): an answer teaches the cues that are present, and with time others take turns.

    So a series of answers soon adds nothing more that day, and what was taught on many days is never lost.
    """

    _PRESENT = 0.25  # share of the cues

    def known(self, rung: Rung, seed: int, day: float) -> float:
        return self._at(rung, seed, day)[0]

    def practise(self, rung: Rung, seed: int, day: float, right: bool) -> None:
        present, absent = self._at(rung, seed, day)
        teaches = min(0.9, (0.7 if rung.facts else 0.12) * self._rate[rung.key] * self._kind.talent)
        self._states[thing(rung, seed)] = (present + teaches * (1.0 - present), absent, day)

    def _at(self, rung: Rung, seed: int, day: float) -> tuple[float, float]:
        """Share of the present and of the absent cues that were taught."""
        which = thing(rung, seed)
        if which not in self._states:
            share = 0.95 * self._starts_known()
            self._states[which] = (share, share, day)
        present, absent, last = self._states[which]
        gone = max(0.0, day - last) * self._kind.forgets / (2.0 if rung.facts else 8.0)
        everywhere = self._PRESENT * present + (1.0 - self._PRESENT) * absent
        left = exp(-gone)
        return everywhere + (present - everywhere) * left, everywhere + (absent - everywhere) * left


class Interference(_ByThing):
    """Learning is slow, then quick, then slow; what was learned since of the same kind makes it forgotten, not time."""

    def __init__(self, rungs: Sequence[Rung], kind: Kind, source: Random) -> None:
        super().__init__(rungs, kind, source)
        self._others: dict[bool, float] = {True: 0.0, False: 0.0}  # answers so far, on facts and on generated rungs

    def known(self, rung: Rung, seed: int, day: float) -> float:
        count, _ = self._left(rung, seed)
        needed = (1.2 if rung.facts else 14.0) / (self._rate[rung.key] * self._kind.talent)
        return count**2 / (count**2 + needed**2)

    def practise(self, rung: Rung, seed: int, day: float, right: bool) -> None:
        count, times = self._left(rung, seed)
        if not self.is_trying:
            self._others[bool(rung.facts)] += 1.0
        self._states[thing(rung, seed)] = (count + 1.0, times + 1.0, self._others[bool(rung.facts)])

    def _left(self, rung: Rung, seed: int) -> tuple[float, float]:
        """What the answers on a thing are worth after the others that came between, and their number."""
        which = thing(rung, seed)
        others = self._others[bool(rung.facts)]
        if which not in self._states:
            first = (6.0 if rung.facts else 70.0) * self._starts_known()
            self._states[which] = (first, first, others)
        count, times, then = self._states[which]
        lost = self._kind.forgets * (others - then) / (300.0 if rung.facts else 1500.0)
        return count * (1.0 + lost / (1.0 + times)) ** -0.5, times


class Components(_ByThing):
    """A generated rung is known if each of its parts is, and other rungs of the table have parts of it too.

    Facts fade exponentially, the slower the more often they were right.
    """

    _PARTS = 3

    def __init__(self, rungs: Sequence[Rung], kind: Kind, source: Random) -> None:
        super().__init__(rungs, kind, source)
        number = max(self._PARTS, len(rungs) // 2)
        self._parts = {rung.key: source.sample(range(number), self._PARTS) for rung in rungs}
        self._shares = [(0.97 if source.random() < kind.knows ** (1 / 2) else 0.1, 0.0) for _ in range(number)]

    def known(self, rung: Rung, seed: int, day: float) -> float:
        if rung.facts:
            level, strength, last = self._state(rung, seed, day)
            return level * exp(-max(0.0, day - last) * self._kind.forgets / strength)
        product = 1.0
        for part in self._parts[rung.key]:
            product *= self._part(part, day)
        return product

    def practise(self, rung: Rung, seed: int, day: float, right: bool) -> None:
        rate = self._rate[rung.key] * self._kind.talent
        if rung.facts:
            _, strength, last = self._state(rung, seed, day)
            if right and day - last > 0.3:
                strength *= 1.9
            now = self.known(rung, seed, day)
            self._states[thing(rung, seed)] = (now + min(0.9, 0.6 * rate) * (1.0 - now), strength, day)
            return
        for part in self._parts[rung.key]:
            now = self._part(part, day)
            self._shares[part] = (now + min(0.9, 0.05 * rate) * (1.0 - now), day)

    def save(self, rung: Rung, seed: int) -> object:
        if rung.facts:
            return super().save(rung, seed)
        return [self._shares[part] for part in self._parts[rung.key]]

    def restore(self, rung: Rung, seed: int, state: Any) -> None:
        if rung.facts:
            super().restore(rung, seed, state)
            return
        for part, share in zip(self._parts[rung.key], state, strict=True):
            self._shares[part] = share

    def _part(self, part: int, day: float) -> float:
        share, last = self._shares[part]
        return share * exp(-max(0.0, day - last) * self._kind.forgets / 150.0)

    def _state(self, rung: Rung, seed: int, day: float) -> tuple[float, ...]:
        which = thing(rung, seed)
        if which not in self._states:
            self._states[which] = (0.95, 60.0, day) if self._starts_known() else (0.0, 3.0, day)
        return self._states[which]


class Mixed:
    """Each skill of a trainee follows another law, drawn at random."""

    def __init__(self, rungs: Sequence[Rung], kind: Kind, source: Random) -> None:
        laws = [law(rungs, kind, source) for law in (LogCount, Exponential, Activation, Tracing, Consolidation)]
        skills = dict.fromkeys(rung.skill for rung in rungs)
        self._laws: dict[str, Any] = {skill: source.choice(laws) for skill in skills}
        self._all = laws

    @property
    def is_trying(self) -> bool:
        return self._all[0].is_trying

    @is_trying.setter
    def is_trying(self, value: bool) -> None:
        for law in self._all:
            law.is_trying = value

    def known(self, rung: Rung, seed: int, day: float) -> float:
        return float(self._laws[rung.skill].known(rung, seed, day))

    def practise(self, rung: Rung, seed: int, day: float, right: bool) -> None:
        self._laws[rung.skill].practise(rung, seed, day, right)

    def save(self, rung: Rung, seed: int) -> object:
        return self._laws[rung.skill].save(rung, seed)

    def restore(self, rung: Rung, seed: int, state: Any) -> None:
        self._laws[rung.skill].restore(rung, seed, state)


TRUTHS: dict[str, type[LogCount] | type[_ByThing]] = {
    "log-count": LogCount,
    "exponential": Exponential,
    "activation": Activation,
    "tracing": Tracing,
    "prerequisites": Prerequisites,
}
OTHER_TRUTHS: dict[str, type[_ByThing] | type[Mixed]] = {
    "consolidation": Consolidation,
    "mixed": Mixed,
    "fluctuation": Fluctuation,
    "interference": Interference,
    "components": Components,
}


class Simulated:
    """A trainee of a kind under a truth, who answers questions and takes time."""

    def __init__(self, truth: str, rungs: Sequence[Rung], kind: Kind, source: Random) -> None:
        self.kind = kind
        self.truth: Truth = {**TRUTHS, **OTHER_TRUTHS}[truth](rungs, kind, source)  # type: ignore[assignment]
        self._source = source
        self._guess = {rung.key: source.choice((0.02, 0.1, 0.25)) for rung in rungs}
        for rung in rungs:  # what is known before is drawn now, so that it does not depend on what is asked first
            self.knowledge(rung, 0.0)

    def chance(self, rung: Rung, seed: int, day: float) -> float:
        """Probability of a right answer."""
        known = self.truth.known(rung, seed, day)
        return known * (1.0 - self.kind.slip) + (1.0 - known) * self._guess[rung.key]

    def answer(self, rung: Rung, seed: int, day: float) -> tuple[bool, float, float]:
        """Whether right, the seconds it took, and the true chance; answering teaches."""
        known = self.truth.known(rung, seed, day)
        chance = known * (1.0 - self.kind.slip) + (1.0 - known) * self._guess[rung.key]
        right = self._source.random() < chance
        self.truth.practise(rung, seed, day, right)
        usual = rung.target_seconds * self.kind.pace * (1.5 - 0.5 * known)
        return right, usual * self._source.lognormvariate(0.0, 0.25), chance

    def knowledge(self, rung: Rung, day: float) -> float:
        """Mean share of a rung that is known."""
        seeds = range(rung.facts) if rung.facts else (0,)
        return sum(self.truth.known(rung, seed, day) for seed in seeds) / len(seeds)

    def gain(self, rung: Rung, seed: int, day: float) -> float:
        """What an answer adds to the mean knowledge of its rung within a week: the best of one answer, or of eight in a
        row for a generated rung, because the first ones of a hard rung may not show."""
        truth = self.truth
        later = day + 7.0
        truth.is_trying = True
        before = truth.known(rung, seed, later)
        state = truth.save(rung, seed)
        truth.practise(rung, seed, day, True)
        gain = (truth.known(rung, seed, later) - before) / max(1, rung.facts)
        if not rung.facts:
            for _ in range(_AHEAD - 1):
                truth.practise(rung, seed, day, True)
            gain = max(gain, (truth.known(rung, seed, later) - before) / _AHEAD)
        truth.restore(rung, seed, state)
        truth.is_trying = False
        return gain
