"""Answer trays: one for each answer form. `make_tray` finds the tray of a form and loads it when first asked for."""

from __future__ import annotations

from importlib import import_module

from trainer.desk.look.dress import Dress
from trainer.desk.trays.felt_tray import SpotNames
from trainer.desk.trays.tray import Tray
from trainer.drills.forms import AnswerForm, PlaceForm, SpotsForm

# Answer form → (module, tray). A new form's tray is one line here.
_TRAYS = {
    "AmountForm": ("amount", "AmountTray"),
    "ChipsForm": ("chips", "ChipsTray"),
    "ChoiceForm": ("choice", "ChoiceTray"),
    "OrderForm": ("order", "OrderTray"),
    "SpotsForm": ("spots", "SpotsTray"),
    "PlaceForm": ("place", "PlaceTray"),
    "HandsForm": ("hands", "HandsTray"),
    "CallForm": ("call", "CallTray"),
}


def make_tray(form: AnswerForm, dress: Dress, spot_name: SpotNames) -> Tray:
    """The tray for a form; those answered on the felt learn what its spots are called."""
    module, name = _TRAYS[type(form).__name__]
    tray = getattr(import_module(f"trainer.desk.trays.{module}"), name)
    if isinstance(form, SpotsForm | PlaceForm):
        return tray(form, dress, spot_name)
    return tray(form, dress)


__all__ = ["Tray", "make_tray"]
