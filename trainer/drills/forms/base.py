"""What every form of answer has: a one-line text, parsing of typed input, words, and a plain JSON form for papers."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, ClassVar, Protocol, Self

import msgspec

from trainer.equipment.money import Amount
from trainer.rulebooks import GameRules
from trainer.texts import Language, Message, Names, Param, say, text

NOTHING = "-"  # the answer "none of them", where a form allows it

Label = Message | Names | str


class AnswerError(ValueError):
    """The text is not an answer of the question's form; ``message`` tells the trainee what to write."""

    def __init__(self, problem: str, **params: Param) -> None:
        self.message = Message(f"answer.{problem}", params)
        super().__init__(say(self.message, Language.EN))


class Printer(Protocol):
    """How a screen prints the parts of an answer: amounts with their unit, spots by their names."""

    @property
    def language(self) -> Language: ...

    def amount(self, value: Amount, unit: str) -> str: ...

    def spot(self, spot: str) -> str: ...


class Form(msgspec.Struct, frozen=True):
    """Base of all forms of answer.

    An answer is one line of text. `canonical` checks it and gives it its only spelling, in which it is stored, compared
    and printed. `parse_typed` reads what a person types; `words` and `prose` print an answer for people.
    """

    kind: ClassVar[str]  # its name in stored papers

    def canonical(self, answer: str) -> str:
        """The answer in its only spelling; raises `AnswerError` if it is not an answer of this form."""
        raise NotImplementedError

    def same(self, given: str, solution: str) -> bool:
        """Whether a canonical answer is as right as the solution."""
        return given == solution

    def equals(self, given: str, answer: str) -> bool:
        """Whether a canonical answer is exactly this one, right or wrong."""
        return self.same(given, answer)

    def is_one_off(self, given: str, solution: str) -> bool:
        """Whether a wrong answer is one too many or too few of what was counted."""
        return False

    def parse_typed(self, line: str, language: Language, rules: GameRules | None = None) -> str:
        """The answer in a typed line, with numbers in the language's notation and names instead of ids.

        Raises `AnswerError` if a number cannot be read or a name is not on the list.
        """
        raise NotImplementedError

    def input_help(self, language: Language, rules: GameRules | None) -> list[str]:
        """Lines for the terminal that say what can be typed; empty where a single figure is asked for."""
        raise NotImplementedError

    def words(self, answer: str, language: Language, rules: GameRules | None) -> str:
        """A canonical answer in words, short: for papers, terminals and flash cards."""
        raise NotImplementedError

    def prose(self, answer: str, language: Language, rules: GameRules | None) -> str:
        """A canonical answer in words, complete: for lessons and worksheets."""
        return text("lesson.nothing", language) if answer == NOTHING else self.words(answer, language, rules)

    def lines(self, answer: str, printer: Printer) -> list[str]:
        """A canonical answer for a screen; several figures, steps and hands take a line each."""
        raise NotImplementedError

    def to_plain(self, rules: GameRules | None) -> dict[str, Any]:
        """The form as a paper stores it: JSON with every label in both languages."""
        raise NotImplementedError

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Self:
        """The form that `to_plain` wrote."""
        raise NotImplementedError

    def guesses(self, solution: str, source: random.Random) -> list[str]:
        """Some well-formed answers, most of them wrong, for simulated candidates."""
        return [NOTHING]

    @property
    def listed(self) -> tuple[Choice, ...]:
        """What a printed question lists below its text: the choices, or the steps to put in order."""
        return ()


class Choice(msgspec.Struct, frozen=True):
    """Something to choose or to put in order."""

    id: str
    label: Label


def labelled(labels: Iterable[Label], texts: Iterable[str], language: Language) -> list[str]:
    """Each text after its label: ``Seat 3: 175``."""
    return [f"{say(label, language)}: {text}" for label, text in zip(labels, texts, strict=True)]


def plain_label(label: Label) -> dict[str, str]:
    """A label in both languages, as a paper stores it."""
    return {language.value: say(label, language) for language in Language}


def plain_choices(choices: Iterable[Choice]) -> list[dict[str, Any]]:
    """Choices as a paper stores them."""
    return [{"id": choice.id, "label": plain_label(choice.label)} for choice in choices]


def choices_from_plain(plain: Iterable[dict[str, Any]]) -> tuple[Choice, ...]:
    """The choices that `plain_choices` wrote."""
    return tuple(Choice(each["id"], Names(**each["label"])) for each in plain)


def labels_from_plain(plain: Iterable[dict[str, str]]) -> tuple[Names, ...]:
    """The labels that `plain_label` wrote."""
    return tuple(Names(**each) for each in plain)
