"""Input handling shared by drill and exam: focus, what is done on the felt, and the check for a missing answer."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QWidget

from trainer.desk.answering.felt_places import felt_places
from trainer.desk.answering.trays import Tray
from trainer.desk.style.style import current_style
from trainer.desk.table import make_felt
from trainer.desk.table.imprint import Table
from trainer.desk.table.view import FeltView
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.drills.forms import AnswerForm
from trainer.drills.scene import Chips, Scene
from trainer.equipment.money import Amount

SCREEN_KEYS = (*ENTER_KEYS, Qt.Key.Key_Backspace)  # Enter answers as everywhere; the space bar taps
_NONE = "-"


class Doubt:
    """Why an answer cannot be judged yet: something is missing, or the answer is empty and must be confirmed."""

    def __init__(self) -> None:
        self.is_none_sure = False

    def begin(self) -> None:
        """Forget the confirmation: the answer was changed, or another question is asked."""
        self.is_none_sure = False

    def problem(self, tray: Tray[AnswerForm]) -> str:
        """The reason as a sentence; empty if the answer can be judged. An empty answer is accepted the second time."""
        style = current_style()
        tray.finish_typing()
        if missing := tray.missing():
            return missing
        if tray.answer() == _NONE and not self.is_none_sure:
            self.is_none_sure = True
            return style.say(tray.nothing_entered)
        return ""


class FeltInput:
    """Passes what is done on a felt to the tray of the current question, and shows the tray's answer on the felt."""

    def __init__(self, felt: FeltView) -> None:
        self.felt = felt
        self._tray: Tray[AnswerForm] | None = None
        self._scene: Scene | None = None  # of the question
        felt.tapped.connect(lambda spot: self._tray.tap(spot) if self._tray else None)
        felt.untapped.connect(lambda spot: self._tray.untap(spot) if self._tray else None)
        felt.swept.connect(lambda spot: self._tray.sweep(spot) if self._tray else None)
        felt.picked.connect(lambda spot, text: self._tray.pick(spot, text) if self._tray else None)
        felt.dropped.connect(lambda spot, text, target: self._tray.drop(spot, text, target) if self._tray else None)

    def begin(self, tray: Tray[AnswerForm], scene: Scene, table: Table | None) -> None:
        """Offer the places of a question to its tray; without a table only what the form itself says is taken."""
        is_new = tray is not self._tray
        self._tray, self._scene = tray, scene
        has_chips = any(isinstance(piece, Chips) for piece in scene.pieces)
        self.felt.takes_strokes, self.felt.taps_cut = tray.takes_strokes and has_chips, tray.taps_cut
        if table is not None:
            tray.take_places(felt_places(tray.form, scene, make_felt(scene.felt, table.imprint), table.chip_colours))
        if is_new:
            tray.dropped.connect(self._chip_dropped)

    def end(self) -> None:
        """Forget the tray, which is about to be deleted."""
        self._tray = None

    def about(self) -> tuple[Scene, ...]:
        """What the camera must keep in view: the whole table if the answer is given on it, else the scene with the
        places that take a part of the answer."""
        if self._tray is None or self._scene is None:
            return ()
        if self._tray.is_on_felt:
            return (Scene(felt=self._scene.felt),)
        shown = self._tray.places.shown
        return (self._scene, Scene(felt=self._scene.felt, glow=shown)) if shown else (self._scene,)

    def _chip_dropped(self, value: Amount, at: QPoint) -> None:
        """A chip of the rack was released: on a place it is paid there, elsewhere on the felt to the current figure."""
        here = self.felt.mapFromGlobal(at)
        if self._tray is not None and self.felt.rect().contains(here):
            self._tray.push(value, self.felt.spot_near(QPointF(here)) or "")

    def show(self) -> None:
        """Show on the felt what was answered so far, and what can be done there."""
        tray, felt = self._tray, self.felt
        if tray is None or self._scene is None:
            return
        if tray.is_open and felt.scene != (laid := tray.laid(self._scene)):
            felt.show_scene(laid, current_style().language)
        if felt.felt is not None and felt.shown_felt == self._scene.felt:
            tray.follow_felt(tray.places.from_left(felt.felt))
        felt.set_tappable(tray.tappable())
        felt.set_numbers(tray.numbers() if tray.is_open else {})
        felt.set_pieces(tray.movable(), tray.chosen_pieces(), tray.places.sweeps if tray.is_open else ())
        felt.set_cut_out(tray.cut_out())
        felt.set_marks(tray.marks())
        felt.set_counts(tray.counts(), getattr(tray.form, "chip", ""))


def focus_answer(felt: FeltView, tray: Tray[AnswerForm] | None, screen: QWidget) -> None:
    """Focus the felt if the answer is given on it, else the tray's field, or the screen."""
    takes_taps = bool(tray and tray.is_on_felt and tray.is_open)
    felt.setFocusPolicy(Qt.FocusPolicy.StrongFocus if takes_taps else Qt.FocusPolicy.NoFocus)
    if takes_taps:
        felt.setFocus()
    elif tray is not None and tray.focusProxy() is not None:
        tray.setFocus()
    else:
        screen.setFocus()


def panel() -> QWidget:
    """The panel that holds a tray."""
    room = QWidget()
    room.setProperty("surface", "panel")
    room.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    return room
