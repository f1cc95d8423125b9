"""Answers as people read them: figures by the language's format, choices by their labels, spots by their names."""

from __future__ import annotations

from collections.abc import Sequence

from trainer.desk.answering.trays.felt_tray import BETWEEN_SPOTS, SpotNames
from trainer.desk.style.dress import Dress
from trainer.desk.style.units import with_unit
from trainer.desk.table.piece_names import piece_sign
from trainer.drills.forms import (
    AmountForm,
    AnswerForm,
    CallForm,
    ChipsForm,
    Choice,
    ChoiceForm,
    HandsForm,
    OrderForm,
    PlaceForm,
)
from trainer.equipment.chips import Stack
from trainer.equipment.money import parse_amount
from trainer.texts import say
from trainer.texts.messages import number


def answer_lines(form: AnswerForm, answer: str, dress: Dress, spot_name: SpotNames) -> list[str]:
    """An answer in its canonical text form, in words; several figures and hands take a line each."""
    if answer == "-":
        return [dress.say("verdict.nothing")]
    if isinstance(form, AmountForm):
        figures = [with_unit(parse_amount(word), form.unit, dress) for word in answer.split()]
        if not form.labels:
            return figures
        return [f"{say(label, dress.language)}: {figure}" for label, figure in zip(form.labels, figures, strict=True)]
    if isinstance(form, ChipsForm):
        stack = Stack.parse(answer)
        chips = "  ".join(f"{count}\u00a0×\u00a0{number(value, dress.language)}" for value, count in stack.counts)
        return [with_unit(stack.value, form.unit, dress), chips]
    if isinstance(form, ChoiceForm):
        return [", ".join(_labels(form.choices, answer.split(), dress))]
    if isinstance(form, OrderForm):
        groups = [" / ".join(_labels(form.steps, group.split(), dress)) for group in answer.split("|")]
        steps = groups if "|" in answer else _labels(form.steps, answer.split(), dress)
        return [f"{place}. {step}" for place, step in enumerate(steps, 1)]
    if isinstance(form, HandsForm):
        hands = dict(word.split("=") for word in answer.split())
        signs = {hand: "  ".join(piece_sign(piece) for piece in pieces.split(",")) for hand, pieces in hands.items()}
        return [f"{say(slot.label, dress.language)}: {signs[slot.id]}" for slot in form.slots]
    if isinstance(form, CallForm):
        words = zip(form.parts, answer.split(), strict=True)
        said = [label for part, word in words for label in _labels(part, [word], dress)]
        if not form.labels:
            return [", ".join(said)]
        return [f"{say(label, dress.language)}: {word}" for label, word in zip(form.labels, said, strict=True)]
    if isinstance(form, PlaceForm):
        placed = [word.split("=") for word in answer.split()]
        return [BETWEEN_SPOTS.join(f"{spot_name(spot, dress.language)}\u00a0×\u00a0{count}" for spot, count in placed)]
    return [BETWEEN_SPOTS.join(spot_name(spot, dress.language) for spot in answer.split())]


def _labels(choices: Sequence[Choice], ids: Sequence[str], dress: Dress) -> list[str]:
    labels = {choice.id: say(choice.label, dress.language) for choice in choices}
    return [labels[chosen] for chosen in ids]
