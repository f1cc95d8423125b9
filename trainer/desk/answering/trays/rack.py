"""The dealer's rack beside the figures: chips that are tapped or dragged to the felt as a payout."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from trainer.desk.answering.trays.chip_button import ChipButton
from trainer.desk.style.style import Styled, current_style
from trainer.desk.table.pieces.chips import ChipFace, chip_face, short_value
from trainer.desk.widgets.discard import discard
from trainer.equipment.money import Amount, print_amount

_SIDE = 50  # pixels at scale 1
_ROWS = 2
_GAP = 4


class Rack(Styled, QWidget):
    """``taken`` is a tapped chip with how many of it, ``dropped`` one that was dragged to a point of the screen."""

    taken = Signal(object, int)
    put_back = Signal(object, int)
    dropped = Signal(object, QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.chips: dict[Amount, ChipButton] = {}
        self._chips: tuple[tuple[Amount, str], ...] = ()
        self._colours: dict[str, str] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def fill(self, chips: tuple[tuple[Amount, str], ...], colours: dict[str, str]) -> None:
        """Put in the chips of a table, by value and by how scenes name them; ``colours`` are the house's."""
        if (chips, colours) != (self._chips, self._colours):
            self._chips, self._colours = chips, colours
            for button in self.chips.values():
                discard(button)
            self.chips = {}
            columns = -(-len(chips) // _ROWS)
            for index, (value, chip) in enumerate(chips):
                label = short_value(print_amount(value))
                face = chip_face(chip, colours) if chip[:1].isdigit() else ChipFace(chip or "white", label)
                button = ChipButton(face, side=_SIDE)
                button.taken.connect(lambda number, value=value: self.taken.emit(value, number))
                button.put_back.connect(lambda number, value=value: self.put_back.emit(value, number))
                button.dropped.connect(lambda at, value=value: self.dropped.emit(value, at))
                self.chips[value] = button
                self._grid.addWidget(button, *divmod(index, columns))
        self.restyle()

    @property
    def is_filled(self) -> bool:
        return bool(self.chips)

    def restyle(self) -> None:
        style = current_style()
        self._grid.setSpacing(style.px(_GAP))
        for value, button in self.chips.items():
            button.say(style.say("tray.chip-of", value=value), "")
