"""The debrief of a shift: one line of result, a strip of rounds, and each fault on the felt with what was right."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from trainer.desk.screens.live.console import ConsoleLine
from trainer.desk.screens.live.faults import fits, right_act, table_before
from trainer.desk.screens.live.felt import LiveFelt
from trainer.desk.screens.live.phrases import Phrases
from trainer.desk.screens.live.report import came_words, habit_words, result_words, where_words
from trainer.desk.screens.live.scenes import live_scene
from trainer.desk.screens.live.screen import key_of
from trainer.desk.screens.live.strip import RoundCell, ShiftStrip
from trainer.desk.screens.live.texts import ActWords
from trainer.desk.style.style import current_style
from trainer.desk.table.imprint import table_of
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.title_bar import TitleBar
from trainer.desk.widgets.words import Words
from trainer.live.debrief import Debrief, Moment, debrief
from trainer.live.keys import Keyboard, Typed
from trainer.live.pointing import point
from trainer.live.table import LiveTable
from trainer.rulebooks.library import Library
from trainer.texts import Message, say


class DebriefScreen(Screen):
    """``back`` leaves, ``again`` starts the same shift once more, ``another_wanted`` one with other
    players and another chance, ``export_wanted`` saves the report."""

    back = Signal()
    again = Signal()
    another_wanted = Signal()
    export_wanted = Signal()

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._library = library
        self.table: LiveTable | None = None
        self.shown: Debrief | None = None
        self.moments: list[Moment] = []  # the faults in the order in which they were made
        self._current = 0
        self._is_revealed = False
        self._answer = ""  # id of what was said about the trainee's second try
        self._typed = Typed()
        self._notice: Message | None = None
        self.bar = TitleBar()
        self.line = Words("heading", wrap=True)
        self.marks = Words("quiet", wrap=True)
        self.strip = ShiftStrip()
        self.felt = LiveFelt()
        self.where = Words("small")
        self.fault = Words("title", wrap=True)
        self.came = Words("body", wrap=True)  # the number or the dice
        self.did = Words("body", wrap=True)
        self.asks = Words("large", wrap=True)
        self.try_line = ConsoleLine()
        self.right = Words("heading", wrap=True)
        self.cite = Words("quiet", wrap=True)
        self.habits = Words("body", wrap=True)
        self.notice = Words("note", wrap=True)
        self.reveal = KeyButton("primary", height=52)
        self.next, self.previous = KeyButton(height=48), KeyButton(height=48)
        self.another = KeyButton(height=52)
        self.again_button, self.export = KeyButton(height=48), KeyButton(height=48)
        self._build()

    def _build(self) -> None:
        panel = QFrame()
        panel.setProperty("surface", "card")
        self._panel = panel
        self._column = QVBoxLayout(panel)
        for part in (
            self.where,
            self.fault,
            self.came,
            self.did,
            self.asks,
            self.try_line,
            self.reveal,
            self.right,
            self.cite,
        ):
            self._column.addWidget(part)
        self._column.addStretch()
        self._column.addWidget(self.habits)
        self._column.addWidget(self.notice)
        row = QHBoxLayout()
        row.addWidget(self.previous)
        row.addWidget(self.next)
        self._column.addLayout(row)
        self._column.addWidget(self.another)
        below = QHBoxLayout()
        below.addWidget(self.again_button)
        below.addWidget(self.export)
        self._column.addLayout(below)
        self._body = QHBoxLayout()
        self._body.addWidget(self.felt, stretch=1)
        self._body.addWidget(panel)
        self._inner = QVBoxLayout()
        self._inner.addWidget(self.line)
        self._inner.addWidget(self.marks)
        self._inner.addWidget(self.strip)
        self._inner.addLayout(self._body, stretch=1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.bar)
        layout.addLayout(self._inner, stretch=1)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.bar.leave.clicked.connect(self.back)
        self.reveal.clicked.connect(self.show_right)
        self.next.clicked.connect(lambda: self.choose(self._current + 1))
        self.previous.clicked.connect(lambda: self.choose(self._current - 1))
        self.again_button.clicked.connect(self.again)
        self.another.clicked.connect(self.another_wanted)
        self.export.clicked.connect(self.export_wanted)
        self.strip.chosen.connect(self._choose_round)
        self.felt.pointed.connect(self._point)

    def show_shift(self, table: LiveTable) -> None:
        """Show the debrief of a shift that has ended."""
        self.table = table
        self.shown = debrief(table, self._library)
        self.moments = sorted(self.shown.moments, key=lambda moment: moment.time)
        self._keyboard = Keyboard(
            table.rules,
            max(table.guests, default=9),
            {seat: guest.colour for seat, guest in table.guests.items()},
        )
        self._words = ActWords(table, self._keyboard)
        self._phrases = Phrases(self._keyboard, self._words)
        shown = table_of(table.rules)
        self.felt.set_imprint(shown.imprint)
        self.felt.set_house_colours(shown.chip_colours)
        self._notice = None
        self.choose(0)

    def choose(self, index: int) -> None:
        """Show a moment on the felt, frozen before its act."""
        if self.table is None:
            return
        self._current = max(0, min(index, len(self.moments) - 1))
        self._is_revealed, self._answer, self._typed = False, "", Typed()
        if self.moments:
            self._frozen = table_before(self.table, self.moments[self._current], self._library)
        else:
            self._frozen = self.table
        self.restyle()
        self.felt.point_at_all()

    def _choose_round(self, number: int) -> None:
        index = next((place for place, moment in enumerate(self.moments) if moment.round == number), None)
        if index is not None:
            self.choose(index)

    def show_right(self) -> None:
        """Show the article and what a perfect dealer would have done."""
        self._is_revealed = True
        self._write()

    def tell(self, message: Message) -> None:
        self._notice = message
        self._write()

    # ── the second try ───────────────────────────────────────────────────────────────────────────────────────────────

    def press(self, key: str) -> None:
        """Type on the frozen table: the second try before the answer."""
        if not self.moments or self._is_revealed:
            return
        self._typed, act = self._keyboard.press(self._typed, key, self._frozen.state)
        if act is not None:
            wanted = right_act(self._frozen, self.moments[self._current])
            is_right = wanted is not None and fits(act, wanted)
            self._answer = "that-is-it" if is_right else "not-that"
            self._is_revealed = is_right
        self._write()

    def _point(self, spot: str, owner: int | None) -> None:
        for key in point(self._keyboard, self._typed, spot, self._frozen.state, owner):
            self.press(key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.back.emit()
        elif event.key() in (Qt.Key.Key_PageDown, Qt.Key.Key_Down):
            self.choose(self._current + 1)
        elif event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_Up):
            self.choose(self._current - 1)
        elif event.key() == Qt.Key.Key_F4:
            self.show_right()
        elif event.key() == Qt.Key.Key_F5:
            self.again.emit()
        elif event.key() == Qt.Key.Key_F7:
            self.another_wanted.emit()
        elif event.key() == Qt.Key.Key_F6:
            self.export_wanted.emit()
        elif key_of(event):
            self.press(key_of(event))
        else:
            super().keyPressEvent(event)

    # ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────────

    def _write(self) -> None:
        table, style, shown = self.table, current_style(), self.shown
        if table is None or shown is None:
            return
        self.bar.title.setText(style.text("live.debrief.title"))
        self.bar.line.setText(
            style.text(
                "live.top.place", game=table.rules.names, rulebook=table.rules.info.names, level=table.shift.level
            )
        )
        line, marks = result_words(shown, table.shift.level > 1, style)
        self.line.setText(line)
        self.marks.setText(marks)
        current = self.moments[self._current] if self.moments else None
        self.strip.show_rounds(self._cells(), current.round if current else 0)
        self._write_moment(current)
        self.habits.setText(habit_words(shown.habits, style))
        self.notice.setText(say(self._notice, style.language) if self._notice else "")
        self.notice.setVisible(self._notice is not None)

    def _cells(self) -> list[RoundCell]:
        return [RoundCell(cell.round, cell.faults) for cell in self.shown.strip] if self.shown is not None else []

    def _write_moment(self, moment: Moment | None) -> None:
        style = current_style()
        for part in (
            self.where,
            self.came,
            self.did,
            self.asks,
            self.try_line,
            self.reveal,
            self.next,
            self.previous,
        ):
            part.setVisible(moment is not None)
        self.right.setVisible(moment is not None and self._is_revealed)
        self.cite.setVisible(moment is not None and self._is_revealed)
        self.another.kind = "primary" if moment is None or self._is_revealed else "plain"
        self.another.update()
        if moment is None:
            self.fault.setText(style.text("live.debrief.none"))
            return
        place = f"{self._current + 1}/{len(self.moments)}"
        self.where.setText(f"{place} · {where_words(moment, style)} · {style.text(f'live.severity.{moment.grade}')}")
        self.fault.setText(_capital(self._words.finding(moment.finding, style, is_told=self._is_revealed)))
        did = self._words.act(moment.done, style) if moment.done is not None and moment.done.by == "dealer" else ""
        self.did.setText(style.text("live.debrief.did", act=did) if did else style.text("live.debrief.did-nothing"))
        answered = style.text(f"live.debrief.{self._answer}") if self._answer else style.text("live.debrief.your-turn")
        self.asks.setText(f"{style.text('live.debrief.ask')} {answered}")
        self.try_line.show_line(self._phrases.line(self._typed, self._frozen.state, None, style))
        self.came.setText(came_words(self._frozen, style))
        self.came.setVisible(bool(self.came.text()))
        self.reveal.setVisible(not self._is_revealed)
        if self._is_revealed:
            wanted = right_act(self._frozen, moment)
            words = self._words.act(wanted, style) if wanted is not None else ""
            self.right.setText(style.text("live.debrief.right", act=words))
            basis = style.text(f"live.basis.{moment.finding.basis}")
            self.cite.setText(style.text("live.debrief.cite", basis=basis, cite=moment.finding.cite))
        self.next.setEnabled(self._current + 1 < len(self.moments))
        self.previous.setEnabled(self._current > 0)

    def restyle(self) -> None:
        style = current_style()
        px = style.px
        self.bar.set_back(style.text("live.debrief.back"))
        self._inner.setContentsMargins(px(20), px(10), px(20), px(16))
        self._inner.setSpacing(px(8))
        self._body.setSpacing(px(16))
        self._panel.setFixedWidth(px(400))
        self._column.setContentsMargins(px(20), px(16), px(20), px(16))
        self._column.setSpacing(px(10))
        self.reveal.say(style.text("live.debrief.reveal"), "F4")
        self.next.say(style.text("live.debrief.next"), "↓")
        self.previous.say(style.text("live.debrief.previous"), "↑")
        self.another.say(style.text("live.debrief.another"), "F7")
        self.again_button.say(style.text("live.debrief.again"), "F5")
        self.export.say(style.text("live.debrief.export"), "F6")
        if self.table is not None:
            self.felt.show_scene(live_scene(self._frozen), style.language)
            self._write()

    def take_focus(self) -> None:
        self.setFocus()


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
