"""Simulated study: months of sessions through the real chooser and ledger, and the same by simpler policies.

uv run python -m benchmarks.study_simulation --seeds 6 --days 90 --truths log-count --games arica/roulette-american
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from functools import cache
from itertools import groupby
from math import log, sqrt
from random import Random
from statistics import mean, stdev

from benchmarks.study_truths import KINDS, TRUTHS, Kind, Simulated
from trainer.records.store import LogEntry
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.study.day_plan import plan_today
from trainer.study.days import days_in
from trainer.study.ledger import Ledger
from trainer.study.mastery import Stand
from trainer.study.repetition import DAY_MS
from trainer.study.selection import Chooser
from trainer.study.settings import Settings
from trainer.study.skills import Rung, path
from trainer.study.sources import Placement
from trainer.study.standing import Standing
from trainer.study.trainee import asks_facts

GAMES = ("arica/roulette-american", "arica/blackjack", "bolivia/punto-banco")
OTHER_GAMES = (  # no parameter was set with these
    "bolivia/craps",
    "bolivia/trente-et-quarante",
    "puerto-rico/pai-gow-tiles",
    "coquimbo/blackjack",
    "puerto-rico/pai-gow-poker",
    "baleares/chemin-de-fer",
)
START_MS = 1_790_000_000_000 // DAY_MS * DAY_MS + 15 * 3_600_000
MINUTES = 12.0
VERDICT_SECONDS = {True: 2.0, False: 6.0}
EARLY = 30  # days after which knowledge is measured for the first time
PLACED_DAYS = 8  # with three hundred questions and more
KNOWN = {True: 0.8, False: 0.9}  # below this knowledge a mastery of facts, and of generated rungs, is false

PARTS = ("focus", "facts", "known")  # what a question practises
EXPERT = next(kind for kind in KINDS if kind.name == "expert")

Policy = Callable[[int], tuple[Rung, int]]
"""Chooses a rung and a seed at a moment."""


@cache
def _offers() -> Offers:
    return Offers(shipped_library())


@cache
def rungs_at(place: str) -> tuple[Rung, ...]:
    rulebook, _, game = place.partition("/")
    offer = _offers().offer(rulebook, game, "", {})
    return path(offer.rules, offer.families)


@dataclass
class Prediction:
    """Predictions of one kind of question beside what happened, and beside the simplest predictors."""

    rows: list[tuple[float, bool, float, float, float]] = field(default_factory=list)

    def scores(self) -> dict[str, dict[str, float]]:
        """Log-loss, Brier score, calibration error and 1 − AUC of each predictor over the same rows; less is better.

        The constant is the share of right answers in these very rows. So it has no calibration error by construction,
        and is left out there.
        """
        if not self.rows:
            return {}
        rights = [row[1] for row in self.rows]
        names = ("program", "average", "elo", "truth")
        columns = {name: [row[place] for row in self.rows] for name, place in zip(names, (0, 2, 3, 4), strict=True)}
        found = {"log-loss": {}, "brier": {}, "calibration": {}, "1 - auc": {}}  # type: dict[str, dict[str, float]]
        for name, column in {**columns, "constant": [mean(rights)] * len(rights)}.items():
            found["log-loss"][name] = _log_loss(column, rights)
            found["brier"][name] = sum((p - right) ** 2 for p, right in zip(column, rights, strict=True)) / len(rights)
            found["1 - auc"][name] = 1.0 - _auc(column, rights)
            if name != "constant":
                found["calibration"][name] = _calibration(column, rights)
        return found

    def behind(self) -> list[str]:
        """Measures in which the program is not ahead of a simple predictor."""
        return [
            f"{measure} {scores['program']:.4f}, {name} {score:.4f}"
            for measure, scores in self.scores().items()
            for name, score in scores.items()
            if name not in ("program", "truth") and scores["program"] >= score
        ]


def _log_loss(chances: Sequence[float], rights: Sequence[bool]) -> float:
    total = 0.0
    for chance, right in zip(chances, rights, strict=True):
        said = min(0.999, max(0.001, chance))
        total -= log(said if right else 1.0 - said)
    return total / len(rights)


def _calibration(chances: Sequence[float], rights: Sequence[bool]) -> float:
    """Expected calibration error over ten bins of equal width, the same for all predictors."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for chance, right in zip(chances, rights, strict=True):
        bins.setdefault(min(9, int(10 * chance)), []).append((chance, right))
    return sum(abs(sum(p - right for p, right in rows)) for rows in bins.values()) / len(rights)


def _auc(chances: Sequence[float], rights: Sequence[bool]) -> float:
    """Chance that a right answer was predicted higher than a wrong one; equal predictions count half."""
    equal: dict[float, list[int]] = {}
    for chance, right in zip(chances, rights, strict=True):
        equal.setdefault(chance, [0, 0])[right] += 1
    below = total = 0.0
    for chance in sorted(equal):
        wrong, number = equal[chance]
        total += number * (below + wrong / 2)
        below += wrong
    number = len(rights) - int(below)
    return total / (below * number) if below and number else 0.5


@dataclass
class Outcome:
    """What a trainee had learned at the end, and how the time was used."""

    knowledge: float  # at the end
    early: float  # after a month, or at the end of a shorter time
    asked: Counter[str]
    facts_share: float  # of all questions
    false_mastery: dict[bool, tuple[int, int]]  # facts or generated: false, and all that were called mastered
    predictions: dict[bool, Prediction]
    longest_row: int
    on_known: float  # share of the first 300 questions on rungs known to .9 then, and before the placement test
    on_reached: float = 0.0  # the same on all rungs that were known to .9 then, also if they were learned here
    fading: tuple[int, int] = (0, 0)  # rungs called fading that are no longer known well enough, and all
    minutes: list[tuple[float, float]] = field(default_factory=list)  # taken and promised, by session
    mastered: int = 0
    seconds: Counter[str] = field(default_factory=Counter)  # of answers, by what they practised


class Baselines:
    """A running average and Elo, predicting the same answers."""

    def __init__(self) -> None:
        self._right, self._all = 1.0, 2.0
        self._trainee = 0.0
        self._rungs: dict[str, float] = {}

    def predict(self, rung: Rung) -> tuple[float, float]:
        lead = self._trainee - self._rungs.get(rung.key, 0.0)
        return self._right / self._all, 1.0 / (1.0 + 2.718281828**-lead)

    def add(self, rung: Rung, right: bool) -> None:
        _, elo = self.predict(rung)
        self._right += right
        self._all += 1.0
        self._trainee += 0.1 * (right - elo)
        self._rungs[rung.key] = self._rungs.get(rung.key, 0.0) - 0.3 * (right - elo)


class Forecasts:
    """Predicts the answers of a trainee as they come, by the program and by the baselines."""

    def __init__(self, standing: Standing) -> None:
        self.predictions = {True: Prediction(), False: Prediction()}
        self._standing = standing
        self._baselines = {True: Baselines(), False: Baselines()}
        self._last_met: dict[tuple[str, int], int] = {}
        self._said: tuple[float, float, float] | None = None

    def predict(self, rung: Rung, fact: int, now: int) -> None:
        """Predict the next answer. Facts are predicted after twelve hours; what was answered a minute ago is known."""
        which = (rung.key, fact if rung.facts else -1)
        self._said = None
        if not rung.facts or now - self._last_met.get(which, now) >= DAY_MS / 2:
            average, elo = self._baselines[bool(rung.facts)].predict(rung)
            self._said = self._standing.chance(rung, now, fact), average, elo
        self._last_met[which] = now

    def add(self, rung: Rung, right: bool, chance: float) -> None:
        """The predicted answer was given; it had this true chance to be right."""
        if self._said is not None:
            said, average, elo = self._said
            self.predictions[bool(rung.facts)].rows.append((said, right, average, elo, chance))
            self._baselines[bool(rung.facts)].add(rung, right)


def simulate(
    policy: str,
    truth: str,
    place: str,
    kind: Kind,
    seed: int,
    days: int = 90,
    minutes: float = MINUTES,
    is_placed: bool = False,
) -> Outcome:
    """Months of practice of one trainee under one policy, after a placement test if ``is_placed``."""
    rungs = rungs_at(place)
    source, calendar = Random(seed), Random(2000 + seed)  # the days of practice do not depend on the policy
    trainee = Simulated(truth, rungs, kind, Random(1000 + seed))
    ledger = Ledger(days_in(UTC), asks_facts)
    standing = Standing(rungs, ledger, Settings())
    order: list[str] = []  # rungs as they were asked
    forecasts = Forecasts(standing)
    on_known: Counter[bool] = Counter()  # known before or not
    fixed = _fixed(rungs, source)
    false_mastery = {True: [0, 0], False: [0, 0]}
    fading = [0, 0]
    sessions: list[tuple[float, float]] = []
    spent: Counter[str] = Counter()
    early: float | None = None
    known_before: set[str] = set()
    if is_placed:
        known_before = {rung.key for rung in rungs if trainee.knowledge(rung, -1.0) >= 0.9}
        _take_placement_test(standing, trainee, source)
    for day in range(days):
        if day == EARLY:
            early = _knowledge(trainee, rungs, day)
        if _is_away(kind, day, calendar):
            continue
        now = START_MS + day * DAY_MS + calendar.randrange(-3_600_000, 3_600_000)
        ends = now + minutes * 60_000
        ask = _policy(policy, standing, source, trainee, now, fixed)
        plan = plan_today(standing, now, Settings()) if policy == "today" else None
        ended = [now]
        while now < ends:
            rung, fact = ask(now)
            moment = (now - START_MS) / DAY_MS
            if policy == "today":
                forecasts.predict(rung, fact, now)
                if len(order) < 300 and trainee.knowledge(rung, moment) >= 0.9:
                    on_known[rung.key in known_before] += 1
            practised = _practised(standing, rung, fact, now)
            right, seconds, chance = trainee.answer(rung, fact, moment)
            forecasts.add(rung, right, chance)
            spent[practised] += seconds + VERDICT_SECONDS[right]
            now += round(1000 * seconds)
            ledger.add(_entry(len(order), rung, fact, right, seconds, str(day), now))
            now += round(1000 * VERDICT_SECONDS[right])
            order.append(rung.key)
            ended.append(now)
        if plan:
            sessions.append((_minutes(ended, plan.questions), plan.minutes))
        if policy == "today" and day % 15 == 14:
            _count_mastery(standing, trainee, rungs, now, false_mastery, fading)
    end = START_MS + days * DAY_MS
    knowledge, asked = _knowledge(trainee, rungs, days), Counter(order)
    return Outcome(
        knowledge,
        knowledge if early is None else early,
        asked,
        sum(asked[rung.key] for rung in rungs if rung.facts) / max(1, len(order)),
        {is_fact: (pair[0], pair[1]) for is_fact, pair in false_mastery.items()},
        forecasts.predictions,
        max((len(list(row)) for _, row in groupby(order)), default=0),
        on_known[True] / max(1, min(300, len(order))),
        on_known.total() / max(1, min(300, len(order))),
        (fading[0], fading[1]),
        sessions,
        sum(standing.mastery(rung, end).stand is Stand.MASTERED for rung in rungs) if policy == "today" else 0,
        spent,
    )


def _is_away(kind: Kind, day: int, calendar: Random) -> bool:
    first, many = kind.holidays
    return first <= day < first + many or calendar.random() > kind.attends


def _knowledge(trainee: Simulated, rungs: Sequence[Rung], day: int) -> float:
    return mean(trainee.knowledge(rung, float(day)) for rung in rungs)


def _practised(standing: Standing, rung: Rung, fact: int, now: int) -> str:
    """What a question practises: a skill in focus, a fact that is new, missed or due, or what is known."""
    if not rung.facts:
        return "known" if standing.is_finished(rung, now) else "focus"
    card = standing.deck(rung).get(fact)
    return "facts" if card is None or not card.is_learned or card.is_due(now) else "known"


def _minutes(ended: Sequence[int], questions: int) -> float:
    """Minutes that so many questions took, or would have taken; given the beginning and the end of each question."""
    asked = min(questions, len(ended) - 1)
    return (ended[asked] - ended[0]) / 60_000 * questions / asked


def _take_placement_test(standing: Standing, trainee: Simulated, source: Random) -> None:
    """A placement test on the day before the first session."""
    placement = Placement(Chooser(standing, Settings(), source), standing.rungs, source, session="placement")
    now, number = START_MS - DAY_MS, 0
    while choice := placement(now):
        right, seconds, _ = trainee.answer(choice.rung, choice.seed, -1.0)
        now += round(1000 * seconds)
        entry = _entry(number, choice.rung, choice.seed, right, seconds, "placement", now)
        standing.ledger.add((*entry[:9], "placement", *entry[10:]))
        number += 1


def _entry(number: int, rung: Rung, seed: int, right: bool, seconds: float, session: str, at: int) -> LogEntry:
    kind, target = f"{rung.family.id} {rung.place}@1", round(1000 * rung.target_seconds)
    answer = (number.to_bytes(16, "big"), kind, rung.level, seed, "", int(right), "")
    return (*answer, round(1000 * seconds), target, "practise", 1, session, "today", at)


def _count_mastery(
    standing: Standing,
    trainee: Simulated,
    rungs: Sequence[Rung],
    now: int,
    mastered: dict[bool, list[int]],
    fading: list[int],
) -> None:
    """Count the rungs that are called mastered and fading, and those of them that are not known well enough."""
    for rung in rungs:
        is_fact, stand = bool(rung.facts), standing.mastery(rung, now).stand
        if stand in (Stand.MASTERED, Stand.FADING):
            counts = mastered[is_fact] if stand is Stand.MASTERED else fading
            counts[0] += trainee.knowledge(rung, (now - START_MS) / DAY_MS) < KNOWN[is_fact]
            counts[1] += 1


def _policy(
    name: str, standing: Standing, source: Random, trainee: Simulated, now: int, fixed: Callable[[], tuple[Rung, int]]
) -> Policy:
    if name == "today":
        return _today(Chooser(standing, Settings(), source))
    if name == "random":
        return _random([rung for rung in standing.rungs if standing.is_unlocked(rung, now)], source)
    if name == "fixed":
        return lambda moment: fixed()
    return _oracle(standing.rungs, trainee, source)


def _today(chooser: Chooser) -> Policy:
    def ask(now: int) -> tuple[Rung, int]:
        choice = chooser.today(now)
        assert choice is not None
        chooser.asked(choice)
        return choice.rung, choice.seed

    return ask


def _random(unlocked: Sequence[Rung], source: Random) -> Policy:
    def ask(now: int) -> tuple[Rung, int]:
        rung = source.choice(unlocked)
        return rung, source.randrange(rung.facts) if rung.facts else source.getrandbits(31)

    return ask


def _fixed(rungs: Sequence[Rung], source: Random) -> Callable[[], tuple[Rung, int]]:
    """Lesson by lesson, twenty questions each, and again from the beginning; facts one after the other."""
    number = 0
    following: Counter[str] = Counter()

    def ask() -> tuple[Rung, int]:
        nonlocal number
        rung = rungs[number // 20 % len(rungs)]
        number += 1
        following[rung.key] += 1
        return rung, following[rung.key] % rung.facts if rung.facts else source.getrandbits(31)

    return ask


def _oracle(rungs: Sequence[Rung], trainee: Simulated, source: Random) -> Policy:
    """The largest true gain a second, computed anew after every ten questions."""
    waiting: list[tuple[Rung, int]] = []

    def ask(now: int) -> tuple[Rung, int]:
        if not waiting:
            day = (now - START_MS) / DAY_MS
            found = []
            for rung in rungs:
                seeds: Sequence[int] = range(rung.facts) if rung.facts else (0,)
                if len(seeds) > 30:
                    seeds = source.sample(seeds, 30)
                cost = rung.target_seconds * trainee.kind.pace + 4.0
                found += [(trainee.gain(rung, seed, day) / cost, source.random(), rung, seed) for seed in seeds]
            found.sort(key=lambda one: one[:2], reverse=True)
            waiting.extend((rung, seed) for _, _, rung, seed in found[:10])
            waiting.reverse()
        return waiting.pop()

    return ask


def interval(values: Sequence[float]) -> str:
    """Mean with the half-width of its 95 % interval."""
    if len(values) < 2:
        return f"{mean(values):+.3f}"
    return f"{mean(values):+.3f} ± {1.96 * stdev(values) / sqrt(len(values)):.3f}"


def kept_minutes(outcomes: Sequence[Outcome]) -> float:
    """Minutes that sessions took for each minute that was promised, from the fourth session on."""
    kept = [session for one in outcomes for session in one.minutes[3:]]
    return sum(taken for taken, _ in kept) / max(1e-9, sum(promised for _, promised in kept))


def compare(places: Sequence[str], truths: Sequence[str], policies: Sequence[str], seeds: int, days: int) -> None:
    """Print a table of policies, then the predictions and mastery of today's session."""
    for place in places:
        for truth in truths:
            began = time.process_time()
            results = {
                policy: [simulate(policy, truth, place, KINDS[seed % len(KINDS)], seed, days) for seed in range(seeds)]
                for policy in policies
            }
            line = "  ".join(f"{name} {mean(one.knowledge for one in got):.3f}" for name, got in results.items())
            print(f"{place} · {truth}: {line}  ({time.process_time() - began:.0f} s)")
            ours = results.get("today")
            if not ours:
                continue
            for name, theirs in results.items():
                if name != "today":
                    lead = [a.knowledge - b.knowledge for a, b in zip(ours, theirs, strict=True)]
                    early = [a.early - b.early for a, b in zip(ours, theirs, strict=True)]
                    print(
                        f"    today − {name}: {interval(lead)}, worst {min(lead):+.3f}; day {EARLY} {interval(early)}"
                    )
            _print_details(ours, len(rungs_at(place)))
            _print_placed(
                [simulate("today", truth, place, EXPERT, seed, PLACED_DAYS, is_placed=True) for seed in range(seeds)]
            )
            sys.stdout.flush()


def _print_placed(experts: Sequence[Outcome]) -> None:
    already, reached = [one.on_known for one in experts], [one.on_reached for one in experts]
    print(
        f"    experts: of the first 300 questions {interval(already)} on rungs known before, "
        f"{interval(reached)} on rungs known then"
    )


def _print_details(ours: Sequence[Outcome], rungs: int) -> None:
    for is_fact, name in ((False, "generated"), (True, "facts")):
        pooled = Prediction([row for one in ours for row in one.predictions[is_fact].rows])
        figures = ", ".join(f"{key} {found['program']:.3f}" for key, found in pooled.scores().items())
        figures += f"; behind: {'; '.join(pooled.behind()) or 'nowhere'}; "
        false = sum(one.false_mastery[is_fact][0] for one in ours)
        called = sum(one.false_mastery[is_fact][1] for one in ours)
        print(f"    {name}: {figures}  false mastery {false}/{called}")
    total: Counter[str] = Counter()
    for one in ours:
        total += one.asked
    top = [count / total.total() for _, count in total.most_common(3)]
    never = mean(sum(one.asked[key] == 0 for key in {*total, *one.asked}) for one in ours) + rungs - len(total)
    print(
        f"    {_shares(ours)} of the seconds; facts are {mean(one.facts_share for one in ours):.0%} of the questions; "
        f"top drills {top[0]:.0%} {sum(top):.0%}; "
        f"never asked {never:.1f} of {rungs}; longest row {max(one.longest_row for one in ours)}; "
        f"mastered {mean(one.mastered for one in ours):.1f}; "
        f"fading {sum(one.fading[0] for one in ours)}/{sum(one.fading[1] for one in ours)}; "
        f"minutes {kept_minutes(ours):.2f} of those promised"
    )


def _shares(ours: Sequence[Outcome]) -> str:
    """How the time was used."""
    shares = {name: mean(one.seconds[name] / one.seconds.total() for one in ours) for name in PARTS}
    return ", ".join(f"{name} {share:.0%}" for name, share in shares.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=list(GAMES))
    parser.add_argument("--truths", nargs="+", default=list(TRUTHS))
    parser.add_argument("--policies", nargs="+", default=["today", "random", "fixed", "oracle"])
    parser.add_argument("--seeds", type=int, default=6)
    parser.add_argument("--days", type=int, default=90)
    given = parser.parse_args()
    compare(given.games, given.truths, given.policies, given.seeds, given.days)


if __name__ == "__main__":
    main()
