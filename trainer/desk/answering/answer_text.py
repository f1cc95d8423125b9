"""Answers as texts: figures with their unit, choices by their labels, spots by their names."""

from __future__ import annotations

import msgspec

from trainer.desk.answering.trays.felt_tray import SpotNames
from trainer.desk.style.style import Style
from trainer.desk.style.units import with_unit
from trainer.drills.forms import NOTHING, AnswerForm
from trainer.equipment.money import Amount
from trainer.texts import Language


class _DeskPrinter(msgspec.Struct, frozen=True):
    """Prints the parts of an answer as the desk shows them."""

    style: Style
    spot_name: SpotNames

    @property
    def language(self) -> Language:
        return self.style.language

    def amount(self, value: Amount, unit: str) -> str:
        return with_unit(value, unit, self.style)

    def spot(self, spot: str) -> str:
        return self.spot_name(spot, self.style.language)


def answer_lines(form: AnswerForm, answer: str, style: Style, spot_name: SpotNames) -> list[str]:
    """A canonical answer as lines of text; several figures, steps or hands take a line each."""
    if answer == NOTHING:
        return [style.say("verdict.nothing")]
    return form.lines(answer, _DeskPrinter(style, spot_name))
