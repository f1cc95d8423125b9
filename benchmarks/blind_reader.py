"""Guess answers from the words of the questions alone, to find families whose wording betrays the answer.

The reader sees the prompt and the choices of half of the questions, and which choice was right. Of the other half it
chooses by what it has learnt: how often a choice with these words, of this length, at this place and with so many
words of the prompt was right; so it also finds the answer that is right most often. It never sees the felt, and it does
not learn which answer belongs to which prompt: that is what a pupil should learn. Questions are fair if it does hardly
better than a random pick. Levels with random questions are judged one by one; facts, of which a table has few, together
by family. Prints a table with::

    uv run python -m benchmarks.blind_reader [--seeds 300] [--over 10] [--only FAMILY] [RULEBOOK [GAME]]
"""

from __future__ import annotations

import argparse
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from tests.drills.level_measures import rungs
from tests.drills.revisions import tables
from trainer.drills.core import Draft, Family
from trainer.drills.forms import ChoiceForm
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.texts import Language, say

MOST_ABOVE_CHANCE = 0.10
FEWEST = 40  # questions of a level that say something about it
_WORD = re.compile(r"[^\W\d_]+|\d+")
_CARD = re.compile(r"(?:10|[2-9AKQJ])[♠♥♦♣]")  # a card in a sentence belongs to the felt
_TRUSTED = 4  # times a feature must have been seen


class Asked(msgspec.Struct, frozen=True):
    """What the reader sees of a question, the index of the right choice, and the level it was asked at."""

    prompt: str
    choices: tuple[str, ...]
    right: int
    level: int = 1


class Score(msgspec.Struct, frozen=True):
    """How well the reader guesses a level: shares of right answers, its own and by chance."""

    place: str
    count: int
    chance: float
    read: float

    @property
    def above(self) -> float:
        return self.read - self.chance


class BlindReader:
    """Log odds of each feature of a choice, learnt from answered questions (naive Bayes)."""

    def __init__(self, answered: Iterable[Asked]) -> None:
        self._right: Counter[str] = Counter()
        self._wrong: Counter[str] = Counter()
        for asked in answered:
            for place, features in enumerate(_features(asked)):
                (self._right if place == asked.right else self._wrong).update(features)
        self._weight = {name: self._log_odds(name) for name in self._right | self._wrong}

    def guess(self, asked: Asked) -> int:
        scores = [sum(sorted(map(self._known, features), key=abs)[-6:]) for features in _features(asked)]
        return max(range(len(scores)), key=scores.__getitem__)

    def _known(self, feature: str) -> float:
        return self._weight.get(feature, 0.0)

    def _log_odds(self, feature: str) -> float:
        right, wrong = self._right[feature], self._wrong[feature]
        if right + wrong < _TRUSTED:
            return 0.0
        all_right, all_wrong = max(1, self._right["any"]), max(1, self._wrong["any"])
        return math.log((right + 1) / (wrong + 1) * all_wrong / all_right)


def _features(asked: Asked) -> list[set[str]]:
    """For each choice its words, length, place and how it differs from the others."""
    words = [{*_WORD.findall(choice.casefold())} for choice in asked.choices]
    lengths = sorted(len(choice) for choice in asked.choices)
    prompt = {*_WORD.findall(_CARD.sub("", asked.prompt).casefold())}
    found = []
    for place, choice in enumerate(asked.choices):
        own = words[place]
        others = set().union(*(each for number, each in enumerate(words) if number != place))
        features = {"any", f"at {place} of {len(words)}", f"long {lengths.index(len(choice))} of {len(words)}"}
        features |= {f"has {word}" for word in own} | {f"alone has {word}" for word in own - others}
        features |= {f"lacks {word}" for word in others - own}
        features.add(f"whole {choice}")
        features.add(f"in prompt {min(5, len(own & prompt))}")
        found.append(features)
    return found


def seen(draft: Draft, language: Language, level: int = 1) -> Asked | None:
    """What the reader sees of a question with one right choice; nothing of other questions."""
    form = draft.form
    if not isinstance(form, ChoiceForm) or form.several:
        return None
    ids = [choice.id for choice in form.choices]
    return Asked(
        say(draft.prompt, language),
        tuple(say(choice.label, language) for choice in form.choices),
        ids.index(draft.solution),
        level,
    )


def score(place: str, questions: Sequence[Asked]) -> Score:
    """Learn from one half and guess the other, both ways round."""
    halves = questions[::2], questions[1::2]
    right = 0
    for known, asked in (halves, halves[::-1]):
        reader = BlindReader(known)
        right += sum(reader.guess(each) == each.right for each in asked)
    return Score(place, len(questions), _chance(questions), right / len(questions))


def _chance(questions: Sequence[Asked]) -> float:
    """Share of right answers of a reader who picks at random."""
    return sum(1 / len(each.choices) for each in questions) / len(questions)


def asked_of(rules: GameRules, family: Family, level: int, seeds: int) -> list[Asked]:
    """What the reader sees of the questions of a level; nothing of levels that are not answered by one choice."""
    count = family.facts(rules, level) if family.facts is not None else seeds
    found: list[Asked] = []
    for seed in range(count):
        asked = seen(family.make(rules, level, seed).draft, Language.ES, level)
        if asked is None and seed >= 5 and not found:
            return []
        if asked is not None:
            found.append(asked)
    return found


def scores(every: Iterable[GameRules], seeds: int, only: str = "") -> Iterator[Score]:
    """The reader's score at every level of random questions, then of every family of facts."""
    facts: dict[str, list[Asked]] = {}
    for rules in every:
        for family, level in rungs(rules):
            if only not in ("", family.id) or not (found := asked_of(rules, family, level, seeds)):
                continue
            if family.facts is not None:
                facts.setdefault(family.id, []).extend(found)
            elif len(found) >= min(FEWEST, seeds):
                yield score(f"{rules.rulebook}/{rules.game} {family.id}/{level}", found)
    for family_id, found in facts.items():
        if len(found) >= FEWEST:
            yield score(f"facts of {family_id}", found)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--seeds", type=int, default=300)
    options.add_argument("--over", type=float, default=MOST_ABOVE_CHANCE * 100, help="points above chance to print")
    options.add_argument("--only", default="", help="id of a family")
    options.add_argument("rulebook", nargs="?", default="")
    options.add_argument("game", nargs="?", default="")
    given = options.parse_args()
    library = shipped_library()
    every = (
        load_rules(library, rulebook, game)
        for rulebook, game in tables()
        if given.rulebook in ("", rulebook) and given.game in ("", game)
    )
    for each in scores(every, given.seeds, given.only):
        if each.above * 100 >= given.over:
            print(f"{each.place:55} {each.count:4} {each.chance:6.1%} {each.read:6.1%}", flush=True)


if __name__ == "__main__":
    main()
