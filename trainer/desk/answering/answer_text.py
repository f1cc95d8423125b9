"""Answers as texts: figures with their unit, choices by their labels, spots by their names."""

from __future__ import annotations

import msgspec

from trainer.desk.answering.trays.felt_tray import SpotNames
from trainer.desk.style.dress import Dress
from trainer.desk.style.units import with_unit
from trainer.drills.forms import NOTHING, AnswerForm
from trainer.equipment.money import Amount
from trainer.texts import Language


class _DeskPrinter(msgspec.Struct, frozen=True):
    """Prints the parts of an answer as the desk shows them."""

    dress: Dress
    spot_name: SpotNames

    @property
    def language(self) -> Language:
        return self.dress.language

    def amount(self, value: Amount, unit: str) -> str:
        return with_unit(value, unit, self.dress)

    def spot(self, spot: str) -> str:
        return self.spot_name(spot, self.dress.language)


def answer_lines(form: AnswerForm, answer: str, dress: Dress, spot_name: SpotNames) -> list[str]:
    """A canonical answer as lines of text; several figures, steps or hands take a line each."""
    if answer == NOTHING:
        return [dress.say("verdict.nothing")]
    return form.lines(answer, _DeskPrinter(dress, spot_name))
