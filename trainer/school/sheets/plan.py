"""The plan of a sheet: one line that names its questions, fits into a QR code and can be typed.

The questions of a plan are made here, and written answers to them marked. Drawing a sheet is the part of `handouts`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from operator import itemgetter

import msgspec

from trainer.drills import family
from trainer.drills.core import Family, Question
from trainer.drills.forms import AnswerError
from trainer.drills.judge import Mark
from trainer.drills.scene import Scene
from trainer.drills.wording import citation_words
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, Library
from trainer.runs.scope import Scope
from trainer.texts import Language, Message, say

MOST_QUESTIONS = 200
_ONLY = "only"  # option name for the scope of a custom drill
_TRIES = 60  # seeds tried per question to stay within the scope
_LINE = re.compile(
    r"(?P<rulebook>[\w-]+)/(?P<game>[\w-]+)(?::(?P<variant>[\w-]+))? (?P<family>[\w-]+)/(?P<level>\d{1,3})"
    r"(?P<options>(?: [\w-]+=[^ ]+)*) #(?P<seed>\d{1,9})x(?P<count>\d{1,3})"
)

Draws = Callable[[Scene, GameRules], bytes]  # draws a scene as PNG


class SheetError(ValueError):
    """A sheet that cannot be made; ``message`` says why and what to do."""

    def __init__(self, problem: str, **params: str | int) -> None:
        self.message = Message(f"sheets.problem.{problem}", params)
        super().__init__(say(self.message, Language.EN))


class SheetPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A number of questions of one drill from a seed: the same on every machine with the same rules.

    >>> str(SheetPlan.parse("arica/roulette-american pay-the-layout/3 #77x10"))
    'arica/roulette-american pay-the-layout/3 #77x10'
    """

    rulebook: str
    game: str
    family: str
    level: int = 1
    seed: int = 1
    count: int = 10
    variant: str = ""
    options: Mapping[str, str] = {}
    only: Scope = Scope()  # of a custom drill

    @classmethod
    def parse(cls, line: str) -> SheetPlan:
        """Parse a line; raises `SheetError`."""
        found = _LINE.fullmatch(line.strip())
        if found is None:
            raise SheetError("no-code", code=line.strip()[:80])
        options = dict(pair.split("=", 1) for pair in found["options"].split())
        try:
            only = Scope.parse(options.pop(_ONLY, ""))
        except ValueError:
            raise SheetError("no-code", code=line.strip()[:80]) from None
        return cls(
            rulebook=found["rulebook"],
            game=found["game"],
            family=found["family"],
            level=int(found["level"]),
            seed=int(found["seed"]),
            count=int(found["count"]),
            variant=found["variant"] or "",
            options=options,
            only=only,
        )

    def __str__(self) -> str:
        variant = f":{self.variant}" if self.variant else ""
        only = {} if self.only.is_open else {_ONLY: str(self.only)}
        options = "".join(f" {key}={value}" for key, value in [*sorted(self.options.items()), *only.items()])
        return f"{self.rulebook}/{self.game}{variant} {self.family}/{self.level}{options} #{self.seed}x{self.count}"


class Sheet(msgspec.Struct, frozen=True):
    """A plan with its questions."""

    plan: SheetPlan
    rules: GameRules
    questions: tuple[Question, ...]


def make_sheet(library: Library, plan: SheetPlan) -> Sheet:
    """The questions of a plan, all different; raises `SheetError` or `RulebookError`."""
    if not 1 <= plan.count <= MOST_QUESTIONS:
        raise SheetError("count", most=MOST_QUESTIONS)
    rules = load_rules(library, plan.rulebook, plan.game, plan.variant, plan.options)
    try:
        asked = family(plan.game, plan.family)
    except KeyError:
        raise SheetError("no-drill", drill=plan.family) from None
    if not asked.fits(rules) or not 1 <= plan.level <= len(asked.levels):
        raise SheetError("no-level", drill=plan.family, level=plan.level)
    count = min(plan.count, asked.facts(rules, plan.level)) if asked.facts else plan.count
    return Sheet(plan, rules, _questions(asked, rules, plan, count))


def _questions(asked: Family, rules: GameRules, plan: SheetPlan, count: int) -> tuple[Question, ...]:
    """Questions from the seed on. For a custom drill those in its scope and, if too few, the closest others."""
    is_bound = not plan.only.is_open and asked.facts is None and asked.series == 1
    found: list[tuple[int, Question]] = []  # distance from the scope, question
    for number in range(count * _TRIES if is_bound else count):
        question = asked.make(rules, plan.level, plan.seed + number)
        found.append((plan.only.distance(question.draft.scene) if is_bound else 0, question))
        if [misses for misses, _ in found].count(0) == count:
            break
    return tuple(question for _, question in sorted(found, key=itemgetter(0))[:count])


def mark_sheet(sheet: Sheet, answers: list[str]) -> list[Mark | AnswerError]:
    """Mark written answers one by one; an answer that cannot be read gives its `AnswerError`."""
    found: list[Mark | AnswerError] = []
    for question, answer in zip(sheet.questions, answers, strict=False):
        try:
            found.append(question.family.mark(question, answer))
        except AnswerError as error:
            found.append(error)
    return found


# ── in words ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def choices_of(question: Question, language: Language) -> list[str]:
    """The texts of the choices or steps; empty for other answer forms."""
    return [say(choice.label, language) for choice in question.draft.form.listed]


def answer_of(sheet: Sheet, question: Question, language: Language) -> str:
    """The right answer in words."""
    return question.draft.form.prose(question.draft.solution, language, sheet.rules)


def working_of(question: Question, language: Language) -> list[str]:
    """The reasons, each with its article."""
    return [
        f"{words} [{citation_words(citation, language)}]" if citation else words
        for words, citation in question.family.explain_all(question.draft.reasons, language)
    ]
