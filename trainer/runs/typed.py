"""An answer as a person types it, in the text form that is judged and kept.

Figures are in the language's own notation. What is chosen is typed by its number in the list, its label or its id; what
is itself a number (a seat, a total) only as that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from trainer.drills.forms import (
    AmountForm,
    AnswerError,
    AnswerForm,
    CallForm,
    ChipsForm,
    Choice,
    ChoiceForm,
    HandsForm,
    OrderForm,
    PlaceForm,
    SpotsForm,
)
from trainer.drills.wording import are_numbers, spot_words
from trainer.equipment.money import print_amount
from trainer.rulebooks import GameRules
from trainer.texts import Language, say
from trainer.texts.numbers import SPACES, THIN_SPACES, closed_up, read_figure

LISTED = 40  # spots that are listed with a number: of more, only names and ids are typed


def typed_answer(form: AnswerForm, line: str, language: Language, rules: GameRules | None = None) -> str:
    """The answer of a line; raises `AnswerError` with the cure if a figure in it is none, or if something is not in the
    list; what may be typed is told by the numbers that stand before it.

    >>> typed_answer(AmountForm(labels=("a", "b")), "4.000 12,50", Language.ES)
    '4000 12.50'
    >>> typed_answer(ChipsForm(rack=()), "2x1.000 1x0,50", Language.ES)
    '2x1000 1x0.50'
    >>> form = ChoiceForm((Choice("draw", "Pide carta"), Choice("stand", "Se planta")), several=True)
    >>> [typed_answer(form, line, Language.ES) for line in ("2", "pide carta", "draw", "1 2", "Se planta, pide carta")]
    ['stand', 'draw', 'draw', 'draw stand', 'stand draw']
    """
    try:
        match form:
            case AmountForm(labels=labels):
                words = _figures(line, single=not labels)
                return " ".join(print_amount(read_figure(word, language)) for word in words)
            case ChipsForm():
                return " ".join(_chips(word, language) for word in line.split())
    except ValueError:
        raise AnswerError("not-a-figure", given=line.strip()) from None
    match form:
        case ChoiceForm(choices=choices, several=several):
            names = _names(choices, language)
            return (
                "-"
                if several and line.strip() == "-"
                else " ".join(_chosen(word, names, choices, language) for word in _parts(line, names))
            )
        case OrderForm(steps=steps):
            names = _names(steps, language)
            order = [names.get(word.casefold(), word) for word in _parts(line, names)]
            if sorted(order) != sorted(step.id for step in steps):
                raise AnswerError("each-step-once", steps=_shown(steps, language))
            return " ".join(order)
        case CallForm(parts=parts):
            every = {name: "" for part in parts for name in _names(part, language)}
            words = _parts(line, every)
            if len(words) == len(parts):
                return " ".join(
                    _chosen(word, _names(part, language), part, language)
                    for word, part in zip(words, parts, strict=True)
                )
        case SpotsForm(spots=spots) | PlaceForm(spots=spots):
            return " ".join(_spots(line, spots, language, rules, numbered=isinstance(form, SpotsForm)))
        case HandsForm(slots=slots):
            known = {str(place): slot.id for place, slot in enumerate(slots, start=1)}
            known |= {say(slot.label, language).casefold(): slot.id for slot in slots}
            hands = [word.partition("=") for word in line.split()]
            for hand, _, _ in hands:
                if known.get(hand.casefold(), hand) not in known.values():
                    raise AnswerError("no-such-hand", hand=hand, hands=[str(place + 1) for place in range(len(slots))])
            return " ".join(f"{known.get(hand.casefold(), hand)}{sign}{rest}" for hand, sign, rest in hands)
    return line.strip()


def _figures(line: str, *, single: bool) -> list[str]:
    """The figures of a line. A usual space between thousands is one only where it cannot part two figures."""
    return closed_up(line, SPACES if single or ";" in line else THIN_SPACES).replace(";", " ").split()


def _chips(word: str, language: Language) -> str:
    count, times, value = word.partition("x")
    return f"{count}x{print_amount(read_figure(value, language))}" if times and value else word


def _names(choices: Sequence[Choice], language: Language) -> dict[str, str]:
    """What may be typed for each choice, in small letters, and its id."""
    names = {say(choice.label, language).casefold(): choice.id for choice in choices}
    if not are_numbers(tuple(choices)):
        names |= {str(place): choice.id for place, choice in enumerate(choices, start=1)}
    return names | {choice.id: choice.id for choice in choices}


def _parts(line: str, names: Mapping[str, str]) -> list[str]:
    """The line cut at commas and, where that gives no names, at spaces; a label may have spaces in it."""
    parts = [part.strip() for part in re.split(r"[,;·|]", line) if part.strip()]
    if all(part.casefold() in names for part in parts):
        return parts
    return [word for part in parts for word in ([part] if part.casefold() in names else part.split())]


def _chosen(word: str, names: Mapping[str, str], choices: Sequence[Choice], language: Language) -> str:
    found = names.get(word.casefold(), word)
    if found not in names.values():
        raise AnswerError("not-a-choice", given=word, choices=_shown(choices, language))
    return found


def _shown(choices: Sequence[Choice], language: Language) -> list[str]:
    """What stands before each choice in the list, or is itself a number."""
    if are_numbers(tuple(choices)):
        return [say(choice.label, language) for choice in choices]
    return [str(place) for place in range(1, len(choices) + 1)]


def _spots(
    line: str, spots: Sequence[str], language: Language, rules: GameRules | None, *, numbered: bool
) -> list[str]:
    names = {spot_words(rules, spot, language).casefold(): spot for spot in spots}
    if numbered and len(spots) <= LISTED:
        names |= {str(place): spot for place, spot in enumerate(spots, start=1)}
    names |= {spot: spot for spot in spots}
    counts = re.compile(r"\s*=\s*(\d+)$")
    cut = [part.strip() for part in re.split(r"[,;]", line) if part.strip()]
    whole = all(counts.sub("", part).casefold() in names for part in cut)
    found = []
    for part in cut if whole else line.replace(",", " ").split():
        count = counts.search(part)
        name = counts.sub("", part)
        found.append(names.get(name.casefold(), name) + (f"={count[1]}" if count else ""))
    return found
