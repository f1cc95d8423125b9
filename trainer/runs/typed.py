"""An answer as a person types it, in the text form that is judged and kept: figures are in their own notation."""

from __future__ import annotations

from trainer.drills.forms import AmountForm, AnswerError, AnswerForm, ChipsForm
from trainer.equipment.money import print_amount
from trainer.texts import Language
from trainer.texts.figures import read_figure


def typed_answer(form: AnswerForm, line: str, language: Language) -> str:
    """The answer of a line; raises `AnswerError` with the cure if a figure in it is none.

    >>> typed_answer(AmountForm(labels=("a", "b")), "4.000 12,50", Language.ES)
    '4000 12.50'
    >>> typed_answer(ChipsForm(rack=()), "2x1.000 1x0,50", Language.ES)
    '2x1000 1x0.50'
    """
    try:
        match form:
            case AmountForm():
                words = line.replace(";", " ").split()
                return " ".join(print_amount(read_figure(word, language)) for word in words)
            case ChipsForm():
                return " ".join(_chips(word, language) for word in line.split())
    except ValueError:
        raise AnswerError("not-a-figure", given=line.strip()) from None
    return line.strip()


def _chips(word: str, language: Language) -> str:
    count, times, value = word.partition("x")
    return f"{count}x{print_amount(read_figure(value, language))}" if times and value else word
