"""The forms of answer. A form owns everything about its answers: text, comparison, typed input, words, stored form.

The desk shows each form in its own tray (`trainer.desk`). A new form is a class here, a name in `AnswerForm`, and a
tray.
"""

from __future__ import annotations

from typing import Any, get_args

from trainer.drills.forms.base import NOTHING, AnswerError, Choice, Form
from trainer.drills.forms.choices import CallForm, ChoiceForm, OrderForm, are_numbers
from trainer.drills.forms.figures import AmountForm, ChipsForm
from trainer.drills.forms.hands import HandsForm, Slot
from trainer.drills.forms.spots import MOST_NUMBERED, PlaceForm, SpotsForm

__all__ = [
    "MOST_NUMBERED",
    "NOTHING",
    "AmountForm",
    "AnswerError",
    "AnswerForm",
    "CallForm",
    "ChipsForm",
    "Choice",
    "ChoiceForm",
    "Form",
    "HandsForm",
    "OrderForm",
    "PlaceForm",
    "Slot",
    "SpotsForm",
    "are_numbers",
    "form_from_plain",
]

AnswerForm = AmountForm | ChipsForm | ChoiceForm | OrderForm | SpotsForm | PlaceForm | HandsForm | CallForm

_BY_KIND: dict[str, type[AnswerForm]] = {form.kind: form for form in get_args(AnswerForm)}


def form_from_plain(plain: dict[str, Any]) -> AnswerForm:
    """The form that `Form.to_plain` wrote into a paper; raises `ValueError` or `LookupError` if it is damaged."""
    if plain["kind"] not in _BY_KIND:
        raise ValueError(f"{plain['kind']!r} is no form of answer")
    return _BY_KIND[plain["kind"]].from_plain(plain)
