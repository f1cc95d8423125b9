"""Answer trays, one for each answer form. `make_tray` imports the tray of a form on first use."""

from __future__ import annotations

from trainer.desk.answering.trays.felt_tray import SpotNames
from trainer.desk.answering.trays.tray import Tray
from trainer.drills.forms import (
    AmountForm,
    AnswerForm,
    CallForm,
    ChipsForm,
    ChoiceForm,
    HandsForm,
    OrderForm,
    PlaceForm,
    SpotsForm,
)
from trainer.system.lazy_imports import lazily

with lazily():  # each with its first question
    from trainer.desk.answering.trays.amount import AmountTray
    from trainer.desk.answering.trays.call import CallTray
    from trainer.desk.answering.trays.chips import ChipsTray
    from trainer.desk.answering.trays.choice import ChoiceTray
    from trainer.desk.answering.trays.hands import HandsTray
    from trainer.desk.answering.trays.order import OrderTray
    from trainer.desk.answering.trays.spots import PlaceTray, SpotsTray


def make_tray(form: AnswerForm, spot_name: SpotNames, shows_rack: bool = False) -> Tray[AnswerForm]:
    """The tray for a form; ``shows_rack`` is what the trainee chose in the tray before."""
    tray = _make(form, spot_name)
    tray.shows_rack = shows_rack
    return tray


def _make(form: AnswerForm, spot_name: SpotNames) -> Tray[AnswerForm]:
    """A new tray for a form. Those for spots of the felt are given a function that names the spots."""
    match form:
        case AmountForm():
            return AmountTray(form)
        case ChipsForm():
            return ChipsTray(form)
        case ChoiceForm():
            return ChoiceTray(form)
        case OrderForm():
            return OrderTray(form)
        case HandsForm():
            return HandsTray(form)
        case CallForm():
            return CallTray(form)
        case SpotsForm():
            return SpotsTray(form, spot_name)
        case PlaceForm():
            return PlaceTray(form, spot_name)


__all__ = ["Tray", "make_tray"]
