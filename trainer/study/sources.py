"""Sources of questions, one for each kind of session."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from trainer.study.mastery import Stand
from trainer.study.placement import AT_MOST, Estimate, estimate, is_over, most_telling
from trainer.study.selection import Choice, Chooser, Why
from trainer.study.skills import Rung
from trainer.study.tallies import difficulty

Source = Callable[[int], Choice | None]
"""Gives the next question at a moment, or nothing when there are no more."""

_DRAWS = 40  # in a row, after which there is nothing new to ask


def from_path(chooser: Chooser) -> Source:
    """The first rung that is not finished, and facts in the learning steps that are due."""
    return lambda now: chooser.again(now) or chooser.next_on_path(now) or chooser.extra(now)


def from_skill(chooser: Chooser, rungs: Sequence[Rung]) -> Source:
    """The chosen rungs in turn; facts by need, also beyond the daily limit of new ones."""
    turns = iter(range(10**9))

    def source(now: int) -> Choice:
        rung = rungs[next(turns) % len(rungs)]
        choice = chooser.of_rung(rung, now) if rung.facts else None
        return choice or chooser.any_of(rung, Why.FOCUS)

    return source


def from_mistakes(chooser: Chooser, begun: int) -> Source:
    """What was answered wrong, latest first, once each. A fact is asked again; for a generated question another one of
    its rung is asked, if possible one in which the same mistake can be made."""
    standing = chooser.standing
    waiting = [key for key in standing.ledger.due_mistakes(begun) if key[0] in standing.by_key]

    def source(now: int) -> Choice | None:
        if not waiting:
            return None
        key = waiting.pop()
        rung, seed = standing.by_key[key[0]], key[1]
        if rung.facts:
            return Choice(rung, seed, Why.MISTAKE)
        one = standing.ledger.open.get(key)
        return _fresh(chooser, rung, seed, one.name if one else "")

    return source


def _fresh(chooser: Chooser, rung: Rung, seed: int, mistake: str) -> Choice:
    """Another question of a rung than that of a seed, if possible one in which a mistake can be made."""
    shown = _shown(rung, seed)
    found = chooser.any_of(rung, Why.MISTAKE)
    for _ in range(_DRAWS):
        names = [rung.family.mistake_id(name) for name, _ in rung.question(found.seed).draft.mistakes]
        if _shown(rung, found.seed) != shown and (not mistake or mistake in names):
            break
        found = chooser.any_of(rung, Why.MISTAKE)
    return found


def _shown(rung: Rung, seed: int) -> str:
    """What a question shows; other seeds can bring the same."""
    draft = rung.question(seed).draft
    return repr((draft.prompt, draft.scene))


def from_challenge(chooser: Chooser, random: Random) -> Source:
    """A mixture of the begun rungs or, if there are none, of the unlocked ones; no question comes twice. It ends when
    many draws in a row bring only questions that were asked."""
    standing = chooser.standing
    asked: set[str] = set()

    def source(now: int) -> Choice | None:
        begun = [rung for rung in standing.rungs if standing.mastery(rung, now).stand is not Stand.NEW]
        rungs = begun or [rung for rung in standing.rungs if standing.is_unlocked(rung, now)]
        for _ in range(_DRAWS if rungs else 0):
            choice = chooser.known_of(random.choice(rungs), Why.CHALLENGE)
            shown = _shown(choice.rung, choice.seed)
            if shown not in asked:
                asked.add(shown)
                return choice
        return None

    return source


def from_class(paper: Iterable[tuple[Rung, int]]) -> Source:
    """The same items for everybody with the same paper, independent of the trainee."""
    rest = iter(paper)
    return lambda now: next((Choice(rung, seed, Why.CLASS) for rung, seed in rest), None)


class Placement:
    """Most informative questions about the ability at a table, until it is known well enough; then one question on each
    generated rung that is probably known, so that today's session can leave it alone."""

    def __init__(self, chooser: Chooser, rungs: Sequence[Rung], random: Random, session: str) -> None:
        self._chooser = chooser
        self._rungs = rungs
        self._random = random
        self._session = session
        self._asked = [0] * len(rungs)

    @property
    def answers(self) -> list[tuple[float, bool]]:
        placed = self._chooser.standing.ledger.placements.get(self._rungs[0].place)
        return placed.answers if placed and placed.session == self._session else []

    @property
    def estimate(self) -> Estimate:
        return estimate(self.answers)

    def __call__(self, now: int) -> Choice | None:
        found, index = self.estimate, None
        if not is_over(self.answers, found):
            difficulties = [difficulty(rung.level) for rung in self._rungs]
            index = most_telling(difficulties, self._asked, found.ability, self._random)
        elif len(self.answers) < AT_MOST:
            index = self._probably_known(now)
        if index is None:
            return None
        self._asked[index] += 1
        return self._chooser.any_of(self._rungs[index], Why.PLACEMENT)

    def _probably_known(self, now: int) -> int | None:
        """The generated rung without an answer that is more likely known than not, the least likely first."""
        standing = self._chooser.standing
        chances = {
            index: standing.chance(rung, now)
            for index, rung in enumerate(self._rungs)
            if not rung.facts and rung.key not in standing.ledger.rungs and standing.is_probably_known(rung)
        }
        return min(chances, key=chances.__getitem__, default=None)
