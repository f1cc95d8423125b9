"""Items, questions and families: how a drill makes a question.

An item names a question completely: family, rules with their version, options, level, and the seed or what was dealt.
Only the item is stored; scene, solution and explanation are computed from it whenever they are needed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from trainer.drills.bounded_random import BoundedRandom
from trainer.drills.dealt import TakesDealt, refused
from trainer.drills.fairness import accepted_draft, fair_draft
from trainer.drills.forms import AnswerForm
from trainer.drills.judge import Mark, judge
from trainer.drills.scene import Note, Scene
from trainer.drills.terms import in_terms
from trainer.games.core import Reason
from trainer.rulebooks import Citation, GameRules
from trainer.system.digests import sha256
from trainer.texts import Language, Message, text


class Item(msgspec.Struct, frozen=True):
    """A question by name, in one line: ``pay-the-layout/3 baleares/roulette-french:single-zero@1+ab12cd34 a=b #77``.

    The variant (after ``:``) and the options (``key=value``, commas in place of spaces in a value) are left out if they
    are the defaults, and so is the family's revision (``pay-the-layout~2/3``) if it is 1.

    The last word is the source of the question: ``#77`` is a seed; ``=9S,4D,KD,2C`` is what was dealt, in the notation
    of the equipment with commas in place of spaces; ``#77=17`` is both: the seed places the bets and the rest was
    dealt. What was dealt without a seed has seed 0.

    >>> item = Item.parse("pay-the-layout~2/3 baleares/roulette-french@1+ab12cd34 #77=17")
    >>> item.revision, item.seed, item.dealt, str(item)
    (2, 77, '17', 'pay-the-layout~2/3 baleares/roulette-french@1+ab12cd34 #77=17')
    """

    family: str
    level: int
    rulebook: str
    game: str
    version: str
    seed: int
    variant: str = ""
    options: Mapping[str, str] = {}
    dealt: str = ""
    revision: int = 1

    @classmethod
    def parse(cls, line: str) -> Item:
        """The item of a line; raises `ValueError` if the line does not have the form above."""
        try:
            family_level, place, *options, source = line.split()
            family, level = family_level.split("/")
            family, _, revision = family.partition("~")
            seed, _, dealt = source.partition("=")
            where, version = place.split("@")
            rulebook, game = where.split("/")
            game, _, variant = game.partition(":")
            pairs = dict(pair.split("=", 1) for pair in options)
            chosen = {key: value.replace(",", " ") for key, value in pairs.items()}
            return cls(
                family,
                int(level),
                rulebook,
                game,
                version,
                int(seed.removeprefix("#")) if seed or not dealt else 0,
                variant,
                chosen,
                dealt.replace(",", " "),
                int(revision or 1),
            )
        except ValueError:
            raise ValueError(f"{line!r} does not name an item: family/level rulebook/game@version #seed") from None

    def __str__(self) -> str:
        variant = f":{self.variant}" if self.variant else ""
        options = "".join(f" {key}={value.replace(' ', ',')}" for key, value in sorted(self.options.items()))
        place = f"{self.rulebook}/{self.game}{variant}@{self.version}"
        revision = f"~{self.revision}" if self.revision != 1 else ""
        seed = f"#{self.seed}" if self.seed or not self.dealt else ""
        dealt = f"={self.dealt.replace(' ', ',')}" if self.dealt else ""
        return f"{self.family}{revision}/{self.level} {place}{options} {seed}{dealt}"

    @property
    def digest(self) -> str:
        """Digest of the rules under which the question was asked."""
        return self.version.rpartition("+")[2]


class Draft(msgspec.Struct, frozen=True):
    """What a family makes from a seed: the question, its solution, the reasons, and the mistakes it can name."""

    prompt: Message
    scene: Scene
    form: AnswerForm
    solution: str
    reasons: tuple[Reason, ...]
    mistakes: tuple[tuple[str, str], ...] = ()  # (mistake id, the wrong answer it leads to), most likely first
    after: Scene | None = None  # the felt after the right answer: payouts, glow
    target_seconds: float | None = None  # set if this question takes longer than others of its level


class Question(msgspec.Struct, frozen=True):
    """A draft with its item, its family and its target time."""

    item: Item
    family: Family
    draft: Draft
    target_seconds: float
    rules: GameRules | None = None  # the rules it was made under, which may be older than today's


ONE_OFF = "drill.mistake.one-off"  # names a count that is one too many or too few, in any family
ONE_ORDER = "The regulation has one order, and to know it is the whole task: the steps are shown in another one."


class Level(msgspec.Struct, frozen=True):
    """A level of a family: its target time in seconds, and how its answers are kept unpredictable.

    With ``drafts`` above 1, that many drafts are made and one is chosen so that each of their answers is equally
    likely. If one answer is still more common, ``one_sided`` gives the reason; a test checks every level.
    """

    target_seconds: float
    drafts: int = 1
    one_sided: str = ""


class Family(msgspec.Struct, frozen=True):
    """One skill that is drilled.

    A *generated* family has ``build``, which gets the rules, the level (from 1) and a random source seeded for the
    item. A family of *facts* has ``facts``, the number of distinct facts of a level, and ``build_fact``, which gets the
    number of the fact in place of the random source: its seeds are 0, 1, … and each is worth remembering. A family of
    *series* has ``series``, the number of questions that follow one another in the same play (the coups of a shoe), and
    ``build_series``, which gets the random source of the series and the number of the question in it, from 0: the seeds
    of a series are consecutive.

    A family can also be asked about what was really dealt: ``takes_dealt`` describes the input and ``build_dealt`` gets
    it as text, with a random source for the rest.

    ``revision`` is raised by one in the change that makes any seed of any level give another question or another answer
    under unchanged rules. Stored answers keep the revision they were given to, so an older one is never shown with a
    question that was not asked. Wording in texts, new mistakes and target times do not change a question. A test stores
    a digest of some questions of each family and game and fails if the revision was forgotten.

    The texts are in the area's message file: ``family.ID`` (its name), ``about.ID`` (one sentence), ``level.ID.N``,
    ``mistake.ID`` and ``reason.RULE``.
    """

    id: str
    area: str
    levels: tuple[Level, ...]
    build: Callable[[GameRules, int, random.Random], Draft] | None = None
    facts: Callable[[GameRules, int], int] | None = None
    build_fact: Callable[[GameRules, int, int], Draft] | None = None
    series: int = 1
    build_series: Callable[[GameRules, int, random.Random, int], Draft] | None = None
    build_dealt: Callable[[GameRules, int, str, random.Random], Draft] | None = None
    takes_dealt: TakesDealt | None = None
    revision: int = 1
    fits: Callable[[GameRules], bool] = lambda rules: True
    needs: tuple[str, ...] = ()  # ids of the families to learn first
    asked_in_words: bool = False  # the scene is only decoration

    def __post_init__(self) -> None:
        ways = [self.build is not None, self.build_fact is not None, self.build_series is not None]
        if ways.count(True) != 1 or (self.facts is None) != (self.build_fact is None):
            raise ValueError(f"{self.id}: a family builds from a random source, from numbered facts or in series")
        if (self.series > 1) != (self.build_series is not None):
            raise ValueError(f"{self.id}: a series has more than one question and is built as one")
        if (self.build_dealt is None) != (self.takes_dealt is None):
            raise ValueError(f"{self.id}: what was dealt is taken and built, or neither")

    @property
    def name(self) -> Message:
        return Message(f"{self.area}.family.{self.id}")

    @property
    def about(self) -> Message:
        return Message(f"{self.area}.about.{self.id}")

    def level_name(self, level: int) -> Message:
        return Message(f"{self.area}.level.{self.id}.{level}")

    def make(self, rules: GameRules, level: int, seed: int) -> Question:
        """The question of a seed: the same seed and rules give the same question on every machine."""
        self._check_level(level)
        return self._question(rules, level, seed, "", self._draft(rules, level, seed))

    def make_dealt(self, rules: GameRules, level: int, dealt: str, seed: int = 0) -> Question:
        """The question about what was dealt; raises `DealtError` with a sentence if there is none.

        The seed decides what was not dealt, such as the bets; a family that needs nothing more takes no seed.
        """
        self._check_level(level)
        if self.takes_dealt is None or self.build_dealt is None:
            raise refused("not-this-drill")
        if seed and not self.takes_dealt.seeded:
            raise refused("seed-without-use")
        whole = self.takes_dealt.read(rules, level, dealt)
        if whole.missing:
            raise refused("too-few", count=whole.missing)
        came = "" if self.takes_dealt.laid_first else whole.text
        source = self._random(rules, level, f"{seed}={came}")
        return self._question(rules, level, seed, whole.text, self.build_dealt(rules, level, whole.text, source))

    def _check_level(self, level: int) -> None:
        if not 1 <= level <= len(self.levels):
            raise ValueError(f"{self.id} has levels 1 to {len(self.levels)}, not {level}")

    def _question(self, rules: GameRules, level: int, seed: int, dealt: str, draft: Draft) -> Question:
        variant = rules.variant if rules.variant != rules.default_variant else ""
        place = (rules.rulebook, rules.game, rules.version)
        item = Item(self.id, level, *place, seed, variant, rules.changed, dealt, self.revision)
        draft = self._in_terms(draft, rules)
        return Question(item, self, draft, draft.target_seconds or self.levels[level - 1].target_seconds, rules)

    def _in_terms(self, draft: Draft, rules: GameRules) -> Draft:
        """A draft in the regulation's own terms of art."""
        return msgspec.structs.replace(
            draft,
            prompt=in_terms(draft.prompt, rules),
            scene=_notes_in_terms(draft.scene, rules),
            after=draft.after and _notes_in_terms(draft.after, rules),
            form=in_terms(draft.form, rules),
            reasons=in_terms(draft.reasons, rules, self.area),
        )

    def drafts(self, item: Item, rules: GameRules) -> Iterator[Draft]:
        """All drafts of an item under some rules, in order, before the fair one is chosen.

        With it the same question can be found again under rules that change only its answer.
        """
        level, seed = item.level, item.seed
        if item.dealt:
            yield self.make_dealt(rules, level, item.dealt, seed).draft
        elif self.build is None:
            yield self._in_terms(self._draft(rules, level, seed), rules)
        else:
            build, source = self.build, self._random(rules, level, seed)
            while True:
                yield self._in_terms(accepted_draft(lambda: build(rules, level, source)), rules)

    def _draft(self, rules: GameRules, level: int, seed: int) -> Draft:
        if self.build is not None:
            build, source = self.build, self._random(rules, level, seed)
            return fair_draft(lambda: build(rules, level, source), rules, self.levels[level - 1].drafts, source)
        if self.build_series is not None:
            number, place = divmod(seed, self.series)
            return self.build_series(rules, level, self._random(rules, level, number), place)
        assert self.facts is not None and self.build_fact is not None
        count = self.facts(rules, level)
        return self.build_fact(rules, level, seed % count)

    def _random(self, rules: GameRules, level: int, seed: int | str) -> random.Random:
        name = f"{self.id}/{level}/{rules.rulebook}/{rules.game}/{rules.variant}/{seed}"
        return BoundedRandom(int.from_bytes(sha256(name.encode()).digest()[:8], "big"))

    def following(self, seed: int) -> int | None:
        """The seed of the next question of the same series; `None` after the last, or if the family has no series."""
        return seed + 1 if (seed + 1) % self.series else None

    def first_of_series(self, seed: int) -> int:
        """The seed of the first question of its series; the seed itself if the family has no series."""
        return seed - seed % self.series

    def mark(self, question: Question, answer: str) -> Mark:
        """Judge an answer; raises `AnswerError` with a hint for the trainee if the text is not an answer at all."""
        draft = question.draft
        mistakes = ((self.mistake_id(mistake), wrong) for mistake, wrong in draft.mistakes)
        mark = judge(draft.form, draft.solution, mistakes, answer)
        if mark.right or mark.mistake or not draft.form.is_one_off(mark.given, mark.solution):
            return mark
        return msgspec.structs.replace(mark, mistake=ONE_OFF)

    def mistake_id(self, mistake: str) -> str:
        """The message id of a mistake; one that contains a dot is a message id already."""
        return mistake if "." in mistake else f"{self.area}.mistake.{mistake}"

    def explain(self, reason: Reason, language: Language) -> str:
        """A reason in words, without its citation. A rule shared by all games names its area: ``table.reason.pays``."""
        message = reason.rule if "." in reason.rule else f"{self.area}.reason.{reason.rule}"
        return text(message, language, **reason.params)

    def explain_all(self, reasons: Iterable[Reason], language: Language) -> list[tuple[str, Citation | None]]:
        """Reasons in words with their citations; a line that occurs several times is printed once: “… ×3”.

        A reason without a citation is a heading (a seat, a throw); lines are counted separately below each heading.
        """
        times: dict[tuple[int, str, Citation | None], int] = {}
        heading = 0
        for reason in reasons:
            heading += reason.cite is None
            line = (heading, self.explain(reason, language), reason.cite)
            times[line] = times.get(line, 0) + 1
        return [(f"{words} ×{count}" if count > 1 else words, cite) for (_, words, cite), count in times.items()]


class RevisedError(ValueError):
    """The family's revision has changed: the question that was asked cannot be made any more."""


def make(family: Family, item: Item, rules: GameRules) -> Question:
    """The question of an item under some rules, from its seed or from what was dealt; raises `RevisedError`."""
    if item.revision != family.revision:
        raise RevisedError(str(item))
    if item.dealt:
        return family.make_dealt(rules, item.level, item.dealt, item.seed)
    return family.make(rules, item.level, item.seed)


def _notes_in_terms(scene: Scene, rules: GameRules) -> Scene:
    """A scene whose notes are in the regulation's own terms."""
    if not any(isinstance(piece, Note) for piece in scene.pieces):
        return scene
    pieces = tuple(in_terms(piece, rules) if isinstance(piece, Note) else piece for piece in scene.pieces)
    return msgspec.structs.replace(scene, pieces=pieces)
