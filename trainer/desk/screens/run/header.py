"""The header above the felt: game and drill, whether it counts, time, progress of the run, streak.

Its buttons leave the run, show the whole table, and show notes.
"""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from trainer.desk.style.style import current_style
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import close_lines
from trainer.desk.widgets.timer_ring import TimerRing
from trainer.desk.widgets.words import Words
from trainer.runs.run import Run
from trainer.runs.summary import NANOSECONDS
from trainer.texts import Names, say

HEIGHT = 44
_TWO_LINES = 37  # pixels of type: a figure over its caption


class Counter(QWidget):
    """A figure over its caption."""

    def __init__(self) -> None:
        super().__init__()
        self.figure = Words("heading")
        self.caption = Words("small")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for words in (self.figure, self.caption):
            words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(words)

    def show_figure(self, figure: str, caption: str) -> None:
        self.figure.setText(figure)
        self.caption.setText(caption)


class RunHeader(QWidget):
    """Game and regulation, drill and level, behaviour, timer ring, position in the run and streak. A run that ends by
    the clock has the time left and the right answers in place of the position."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.leave = KeyButton("quiet", height=44, sign="back")
        self.place = Words("heading")
        self.drill = Words("quiet")
        self.behaviour = Words("badge")
        self.whole = KeyButton("quiet", height=44)
        self.notes = KeyButton("quiet", height=44)
        for button in (self.whole, self.notes):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.ring = TimerRing()
        self.left = Counter()
        self.number = Counter()
        self.streak = Counter()
        self._shown: tuple[object, ...] = ()  # the drill and style that are shown
        self._room: tuple[int, ...] = ()  # the widths that the buttons' names were fitted to
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self.leave)
        self._layout.addLayout(close_lines(self.place, self.drill))
        self._layout.addWidget(self.behaviour, alignment=Qt.AlignmentFlag.AlignVCenter)
        self._layout.addStretch()
        for widget in (self.whole, self.notes, self.ring, self.left, self.number, self.streak):
            self._layout.addWidget(widget, alignment=Qt.AlignmentFlag.AlignVCenter)

    def show_waiting(self, run: Run, *, counts: bool = True) -> None:
        """Show a run that waits for its first question; ``counts`` tells whether its answers may count."""
        style = current_style()
        self._shown = ()
        self.setFixedHeight(max(style.target(HEIGHT), style.type_px(_TWO_LINES)))
        self._layout.setContentsMargins(style.px(8), 0, style.px(24), 0)
        self.leave.say(style.say("runner.leave"), style.say("key.escape"))
        label = say(run.label, style.language)
        self.behaviour.set_role("badge" if counts else "badge-quiet")
        self.behaviour.setText(label if counts else f"{label} · {style.say('counts.no')}")
        if not run.answers:  # clear what the run before left
            for words in (self.place, self.drill):
                words.setText("")
            for counter in (self.number, self.streak):
                counter.show_figure("", "")
            self.ring.hide()

    def show_run(self, run: Run, game: Names, rulebook: Names) -> None:
        """Show everything but the running time."""
        style = current_style()
        question = run.question
        drill = (question.family, question.item.level, run.label, run.counts, run.behaviour.shows_time, game, rulebook)
        if (drill, style) != self._shown:  # most questions follow one of the same drill
            self._shown = (drill, style)
            self._room = ()
            self._show_drill(run, game, rulebook)
        self.left.setVisible(run.seconds is not None)
        if run.seconds is None:
            number = style.say("runner.number", number=run.number, length=run.length)
            self.number.show_figure(number, style.say("runner.number-caption"))
        else:
            number = str(sum(answered.mark.right for answered in run.answered))
            self.number.show_figure(number, style.say("runner.right-caption"))
        self.streak.show_figure(str(run.streak), style.say("runner.streak-caption"))
        self.show_time(run)
        self._fit((len(number), len(str(run.streak))))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()  # only now the labels have their final font

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self, figures: tuple[int, ...] | None = None) -> None:
        """Choose long or short button names by the room there is; ``figures`` are the lengths of the shown figures."""
        figures = self._room[2:] if figures is None else figures
        room = (self.width(), self.isVisible(), *figures)
        if self._shown and room != self._room:
            self._room = room
            self._name_buttons()

    def _show_drill(self, run: Run, game: Names, rulebook: Names) -> None:
        """Show what stays the same from question to question."""
        style = current_style()
        self.setFixedHeight(max(style.target(HEIGHT), style.type_px(_TWO_LINES)))
        self._layout.setContentsMargins(style.px(8), 0, style.px(24), 0)
        self._layout.setSpacing(style.px(16))
        self.leave.say(style.say("runner.leave"), style.say("key.escape"))
        item, family = run.question.item, run.question.family
        self.place.setText(style.say("runner.place", game=game, rulebook=rulebook))
        self.drill.setText(style.say("runner.level", family=say(family.name, style.language), level=item.level))
        self.drill.setToolTip(say(family.level_name(item.level), style.language))
        counts = style.say("counts.yes" if run.counts else "counts.no")
        self.behaviour.set_role("badge" if run.counts else "badge-quiet")
        self.behaviour.setText(f"{say(run.label, style.language)} · {counts}")
        self.ring.setVisible(run.behaviour.shows_time)

    def _name_buttons(self) -> None:
        """Name the buttons; if a long drill name leaves no room, by their keys alone."""
        style = current_style()
        for counter in (self.left, self.number, self.streak):
            counter.updateGeometry()  # its figure changed, which the layout would learn only later
        for has_room in (True, False):
            for button, action in ((self.whole, "whole"), (self.notes, "notes")):
                label = style.say(f"runner.{action}")
                button.say(label if has_room else "", style.say(f"key.{action}"), spoken=label)
            self._layout.invalidate()
            self._layout.activate()  # so that it measures the texts set just now
            if self._layout.totalSizeHint().width() <= self.width():
                return

    def show_time(self, run: Run) -> None:
        self.ring.show_time(run.elapsed_nanoseconds / NANOSECONDS, run.question.target_seconds)
        if run.seconds_left is not None:
            minutes, seconds = divmod(ceil(run.seconds_left), 60)
            left = current_style().say("runner.left", minutes=minutes, seconds=f"{seconds:02d}")
            self.left.show_figure(left, current_style().say("runner.left-caption"))
