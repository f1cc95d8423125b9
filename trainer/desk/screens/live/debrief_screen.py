"""Screen for the debrief of a shift: result, comparison with earlier shifts, a strip of rounds, and habits to practise.

Each fault is replayed on the felt and frozen before the act. The trainee tries it again or has the answer shown: what a
perfect dealer would have done, and the article.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from trainer.desk.screens.live.console import Console
from trainer.desk.screens.live.faults import FaultReplay, fits
from trainer.desk.screens.live.felt import LiveFelt
from trainer.desk.screens.live.key_events import key_of
from trainer.desk.screens.live.phrases import BY_DIGITS, CHIP, MORE, VERBS_AGAIN, WITH_CHIPS, Phrases
from trainer.desk.screens.live.report import (
    came_words,
    comparison_words,
    habit_words,
    is_of,
    legend_words,
    result_words,
    right_words,
    where_words,
)
from trainer.desk.screens.live.scenes import live_scene
from trainer.desk.screens.live.seats import SeatStrip, seats_of
from trainer.desk.screens.live.strip import RoundCell, ShiftStrip
from trainer.desk.screens.live.texts import ActWords
from trainer.desk.screens.live.working import instruction, why
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.table.imprint import table_of
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.title_bar import TitleBar
from trainer.desk.widgets.words import Words
from trainer.games.core import RequestError
from trainer.games.round import Act
from trainer.live.debrief import MOST_HABITS, Debrief, Habit, Moment, debrief
from trainer.live.keys import Keyboard, Typed
from trainer.live.pointing import point
from trainer.live.shift_records import Comparison
from trainer.live.spelling import as_typed
from trainer.live.table import LiveTable
from trainer.rulebooks.library import Library
from trainer.texts import Message, say

MOST_LEVEL = 5
_TICK_MILLISECONDS = 40
_MILLION = 1_000_000
_LONG_TITLE = 60  # letters of a fault's title; longer ones are written smaller
_LONGEST_TICK = 500  # milliseconds of the shift that one tick may last
_PRACTISE_CAPS = ("F9", "F10", "F12")
_PRACTISE_KEYS = (Qt.Key.Key_F9, Qt.Key.Key_F10, Qt.Key.Key_F12)  # of the habits; F11 belongs to the window


class DebriefScreen(Screen):
    """``back`` leaves, ``again`` starts the same shift once more, ``another_wanted`` one with another seed at
    `next_level`, ``export_wanted`` saves the report."""

    back = Signal()
    again = Signal()
    another_wanted = Signal()
    export_wanted = Signal()

    def __init__(self, library: Library, clock: Callable[[], int]) -> None:
        """``clock`` is monotonic, in nanoseconds."""
        super().__init__()
        self._library = library
        self._clock = clock
        self.table: LiveTable | None = None
        self.shown: Debrief | None = None
        self.moments: list[Moment] = []  # the faults in the order in which they were made
        self.habit: Habit | None = None  # the habit being practised: only its faults are asked
        self._tried: dict[int, bool] = {}  # moments that were tried, and whether the first try was right
        self.compared: Comparison | None = None
        self._replay: FaultReplay | None = None
        self._replayed_to = 0  # milliseconds of the shift
        self._last_tick = 0
        self._ticks = QTimer(self, interval=_TICK_MILLISECONDS)
        self._ticks.timeout.connect(self.tick)
        self._current = 0
        self._is_revealed = False
        self._answer = ""  # text id of the comment on the trainee's second try
        self._wanted: Act | None = None  # what the perfect dealer did, once it is revealed
        self._typed = Typed()
        self._notice: Message | None = None
        self.export = KeyButton(height=40)
        self.bar = TitleBar(self.export)
        self.line = Words("heading", wrap=True)
        self.marks = Words("quiet", wrap=True)
        self.strip = ShiftStrip()
        self.seats = SeatStrip()
        self.felt = LiveFelt()
        self.felt.enlarges_chips = False
        self.where = Words("small")
        self.fault = Words("title", wrap=True)
        self.came = Words("body", wrap=True)  # the number or the dice
        self.did = Words("body", wrap=True)
        self.asks = Words("large", wrap=True)
        self.console = Console()  # for the second try
        self._by_hand = self._by_digits = False
        self.right = Words("heading", wrap=True)
        self.cite = Words("quiet", wrap=True)
        self.habits = Words("body", wrap=True)
        self.notice = Words("note", wrap=True)
        self.reveal, self.once_more = KeyButton("primary", height=48), KeyButton(height=48)
        self.practises = [KeyButton(height=36, step=STEPS.body) for _ in range(MOST_HABITS)]
        self.next, self.previous = KeyButton(height=44), KeyButton(height=44)
        self.another, self.again_button = KeyButton(height=48), KeyButton(height=48)
        self._build()

    def _build(self) -> None:
        panel = QFrame()
        panel.setProperty("surface", "card")
        self._panel = panel
        self._column = QVBoxLayout(panel)
        told = QWidget()
        self._told = QVBoxLayout(told)
        self._told.setContentsMargins(0, 0, 0, 0)
        for part in (self.where, self.fault, self.came, self.did, self.asks, self.right, self.cite):
            self._told.addWidget(part)
        self._told.addStretch()
        self._column.addWidget(scrolling(told), stretch=1)
        self._column.addLayout(_row(self.reveal, self.once_more))
        self._column.addWidget(self.habits)
        for index, button in enumerate(self.practises):
            self._column.addWidget(button)
            button.clicked.connect(lambda _=False, chosen=index: self.practise(chosen))
        self._column.addLayout(_row(self.previous, self.next))
        self._column.addLayout(_row(self.another, self.again_button))
        self._body = QHBoxLayout()
        seen = QVBoxLayout()
        seen.addWidget(self.seats)
        seen.addWidget(self.felt, stretch=1)
        seen.addWidget(self.console)
        self._body.addLayout(seen, stretch=1)
        self._body.addWidget(panel)
        self._inner = QVBoxLayout()
        self._inner.addWidget(self.line)
        self._inner.addWidget(self.marks)
        self._inner.addWidget(self.notice)
        self._inner.addWidget(self.strip)
        self._inner.addLayout(self._body, stretch=1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.bar)
        layout.addLayout(self._inner, stretch=1)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.bar.leave.clicked.connect(self.back)
        self.reveal.clicked.connect(self.show_right)
        self.once_more.clicked.connect(self.replay)
        self.next.clicked.connect(lambda: self.choose(self._current + 1))
        self.previous.clicked.connect(lambda: self.choose(self._current - 1))
        self.again_button.clicked.connect(self.again)
        self.another.clicked.connect(self.another_wanted)
        self.export.clicked.connect(self.export_wanted)
        self.strip.chosen.connect(self._choose_round)
        self.felt.pointed.connect(self._point)
        self.console.pressed.connect(self._press_by_hand)
        self.seats.pressed.connect(self._point_at_seat)
        self.felt.chip_pressed.connect(self._lay_chip)

    def show_shift(self, table: LiveTable, compared: Comparison | None = None) -> None:
        """Show the debrief of a shift that has ended, ``compared`` with earlier ones."""
        self.table, self.compared = table, compared
        self.habit, self._tried = None, {}
        self.shown = debrief(table, self._library)
        self.moments = sorted(self.shown.moments, key=lambda moment: moment.time)
        self._keyboard = Keyboard.of_table(table)
        self._words = ActWords(table, self._keyboard)
        self._phrases = Phrases(self._keyboard, self._words)
        self.felt.set_table(table_of(table.rules))
        self.felt.fill_rack(self._phrases.chips)
        self._notice = None
        self.choose(0)

    @property
    def next_level(self) -> int:
        """The level of another shift like this one: the next, up to `MOST_LEVEL`, if a round was finished and nothing
        was wrong."""
        if self.table is None or self.shown is None:
            return 1
        level = self.table.shift.level
        return min(MOST_LEVEL, level + 1) if self.shown.strip and not self.shown.moments else level

    def choose(self, index: int) -> None:
        """Show the moment with this index: replay the seconds before its act and freeze there."""
        if self.table is None:
            return
        self._current = max(0, min(index, len(self.moments) - 1))
        self._is_revealed, self._answer, self._typed, self._wanted = False, "", Typed(), None
        self._order: list[int] = []
        self.replay()
        self.felt.point_at_all()
        self._order = self.felt.places_from_left(self.table.guests)
        self._show_felt(animate=False)

    # ── the seconds before a fault ───────────────────────────────────────────────────────────────────────────────────

    def replay(self) -> None:
        """Play the seconds before the fault and freeze; at once where nothing may move."""
        self.stop()
        if self.table is None:
            return
        self._replay, self._typed, self._is_revealed = None, Typed(), False
        self._frozen = self.table
        if self.moments:
            moment = self.moments[self._current]
            self._replay = FaultReplay(self.table, moment, self._library)
            self._frozen, self._replayed_to = self._replay.table, moment.span[0]
            self._last_tick = self._clock()
            if current_style().motion:
                self._ticks.start()
            else:
                self._replay.finish()
        self.restyle()

    @property
    def is_replaying(self) -> bool:
        return self._replay is not None and not self._replay.is_frozen

    def tick(self) -> None:
        """Let the time since the last tick pass on the felt."""
        read, replay = self._clock(), self._replay
        if replay is None:
            return
        self._replayed_to += min((read - self._last_tick) // _MILLION, _LONGEST_TICK)
        self._last_tick = read
        replay.until(self._replayed_to)
        self._show_felt(animate=True)
        if replay.is_frozen:
            self.stop()
            self._write()

    def stop(self) -> None:
        """Stop the replay where it is."""
        self._ticks.stop()

    def freeze(self) -> None:
        """Go on to the fault at once."""
        if self.is_replaying and self._replay is not None:
            self.stop()
            self._replay.finish()
            self._show_felt(animate=False)
            self._write()

    # ── practice ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def practise(self, index: int) -> None:
        """Ask only the faults of a habit; called again for the same habit, ask all faults."""
        shown = self.shown
        if shown is None or index >= len(shown.habits):
            return
        habit = shown.habits[index]
        self.habit = None if self.habit == habit else habit
        of_habit = [one for one in shown.moments if self.habit is None or is_of(one, self.habit)]
        self.moments = sorted(of_habit, key=lambda moment: moment.time)
        self._tried, self._notice = {}, None
        self.choose(0)

    def _note_try(self, is_right: bool) -> None:
        self._tried.setdefault(self._current, is_right)
        if self.habit is not None and len(self._tried) == len(self.moments):
            right = sum(self._tried.values())
            self._notice = Message("live.debrief.practised", {"right": right, "all": len(self._tried)})

    def _choose_round(self, number: int) -> None:
        index = next((place for place, moment in enumerate(self.moments) if moment.round == number), None)
        if index is not None:
            self.choose(index)

    def show_right(self) -> None:
        """Show the article and what a perfect dealer would have done, in words and on the felt."""
        self.freeze()
        if not self._is_revealed and self.moments:
            self._note_try(False)
            self._reveal()
        self._write()

    def _reveal(self) -> None:
        """Let the perfect dealer do it on the felt."""
        self._is_revealed = True
        self._wanted = self._right_act()
        if self._wanted is not None:
            with suppress(RequestError):  # an act that is no longer possible is only described
                self._frozen.perform(self._wanted)
                self._show_felt(animate=True)

    def _right_act(self) -> Act | None:
        """What would have been right at the fault, as the keys say it."""
        right = self.moments[self._current].right
        return as_typed(self._keyboard, right, self._frozen.state) if right is not None else None

    def tell(self, message: Message) -> None:
        self._notice = message
        self._write()

    # ── the second try ───────────────────────────────────────────────────────────────────────────────────────────────

    def press(self, key: str) -> None:
        """Type on the frozen table: the second try before the answer."""
        if not self.moments or self._is_revealed:
            return
        self.freeze()
        self._typed, act = self._keyboard.press(self._typed, key, self._frozen.state)
        if act is not None:
            wanted = self._right_act()
            is_right = wanted is not None and fits(act, wanted)
            self._note_try(is_right)
            self._answer = "that-is-it" if is_right else "not-that"
            if is_right:
                self._reveal()
        self._write()

    def _press_by_hand(self, key: str) -> None:
        """Press the key that a button, a player or a place of the felt stands for."""
        self._by_hand = True
        if key == MORE:
            self.console.offer(self._phrases.other_verbs(current_style()), at_once=True)
        elif key == BY_DIGITS:
            self._by_digits = True
            self._write()
        elif key == VERBS_AGAIN:
            self._typed = Typed()
            self._write()
        elif key.startswith(CHIP):
            self._typed = self._phrases.with_chip(self._typed, self._frozen.state, Fraction(key.removeprefix(CHIP)))
            self._write()
        else:
            self.press(key)
        self.setFocus()

    def _point_at_seat(self, seat: int) -> None:
        if not self._phrases.takes_figures(self._typed, self._frozen.state):
            self._press_by_hand(str(seat))

    def _lay_chip(self, value: Fraction) -> None:
        slot = self._keyboard.phrase(self._typed, self._frozen.state).slot
        self._press_by_hand(f"{CHIP}{value}" if slot in WITH_CHIPS else "p")

    def _write_console(self) -> None:
        """What is armed and typed for the second try, with its choices."""
        style, state = current_style(), self._frozen.state
        self.console.typed.show_line(self._phrases.line(self._typed, state, None, style))
        self.console.show_verbs(self._phrases.verbs(style), self._phrases.armed_key(self._typed))
        choices = self._phrases.choices(self._typed, state, None, style, self._by_hand, self._by_digits)
        self.console.offer(choices if not self._is_revealed else (), at_once=True)

    def _point(self, spot: str, owner: int | None) -> None:
        keys = point(self._keyboard, self._typed, spot, self._frozen.state, owner)
        if not keys or self._phrases.takes_amount(self._typed, self._frozen.state):
            self.felt.cut_spot(spot)
            return
        for key in keys:
            self._press_by_hand(key)

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
        elif event.key() == Qt.Key.Key_F8:
            self.replay()
        elif event.key() in _PRACTISE_KEYS:
            self.practise(_PRACTISE_KEYS.index(event.key()))
        elif key_of(event):
            self._by_hand = self._by_digits = False
            self.press(key_of(event))
        else:
            super().keyPressEvent(event)

    # ── display ──────────────────────────────────────────────────────────────────────────────────────────────────────

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
        said = (marks, comparison_words(self.compared, style), legend_words(shown, style))
        self.marks.setText(" · ".join(part for part in said if part))
        current = self.moments[self._current] if self.moments else None
        target = shown.score.target if table.shift.level > 1 else 0
        self.strip.show_rounds(self._cells(), current.round if current else 0, target)
        self._write_moment(current)
        habits = habit_words(shown, style)
        self.habits.setText(style.text("live.debrief.habits") if shown.habits else "")
        self.habits.setVisible(bool(shown.habits))
        for index, button in enumerate(self.practises):
            button.setVisible(index < len(shown.habits))
            if index < len(shown.habits):
                habit = shown.habits[index]
                button.say(
                    style.text("live.debrief.all-again") if habit == self.habit else habits[index],
                    _PRACTISE_CAPS[index],
                )
        self.notice.setText(say(self._notice, style.language) if self._notice else "")
        self.notice.setVisible(self._notice is not None)

    def _cells(self) -> list[RoundCell]:
        cells = self.shown.strip if self.shown is not None else ()
        return [RoundCell(cell.round, cell.faults, bool(cell.staged), cell.pace) for cell in cells]

    def _write_moment(self, moment: Moment | None) -> None:
        style = current_style()
        for part in (
            self.where,
            self.came,
            self.did,
            self.asks,
            self.console,
            self.reveal,
            self.once_more,
            self.next,
            self.previous,
        ):
            part.setVisible(moment is not None)
        self.right.setVisible(moment is not None and self._is_revealed)
        self.cite.setVisible(moment is not None and self._is_revealed)
        self.another.kind = "primary" if moment is None or self._is_revealed else "plain"
        self.another.update()
        rises = self.table is not None and self.next_level > self.table.shift.level
        self.another.say(
            style.text("live.debrief.rise" if rises else "live.debrief.another", level=self.next_level), "F7"
        )
        if moment is None:
            self.fault.setText(style.text(f"live.debrief.{'none' if self.shown and self.shown.strip else 'no-round'}"))
            says = style.text(f"live.level-says.{self.next_level}")
            self.did.setText(style.text("live.debrief.rise-says", level=self.next_level, says=says))
            self.did.setVisible(rises)
            return
        place = f"{self._current + 1}/{len(self.moments)}"
        self.where.setText(f"{place} · {where_words(moment, style)} · {style.text(f'live.severity.{moment.grade}')}")
        title = _capital(self._words.finding(moment.finding, style, is_told=self._is_revealed))
        self.fault.set_role("title" if len(title) <= _LONG_TITLE else "heading")
        self.fault.setText(title)
        did = self._words.act(moment.done, style) if moment.done is not None and moment.done.by == "dealer" else ""
        self.did.setText(style.text("live.debrief.did", act=did) if did else style.text("live.debrief.did-nothing"))
        answered = style.text(f"live.debrief.{self._answer}") if self._answer else style.text("live.debrief.your-turn")
        asks = style.text("live.debrief.watch") if self.is_replaying else f"{style.text('live.debrief.ask')} {answered}"
        if self._is_revealed:
            asks = answered if self._answer == "that-is-it" else ""
        self.asks.setText(asks)
        self.asks.setVisible(bool(asks))
        self.console.setEnabled(not self._is_revealed)
        self._write_console()
        self.came.setText(came_words(self._frozen, style))
        self.came.setVisible(bool(self.came.text()))
        self.reveal.setVisible(not self._is_revealed)
        if self._is_revealed:
            right = instruction(self._frozen, self._words, self._wanted, style) if self._wanted is not None else ""
            self.right.setText(right_words(self._words, moment, right, style) if right else "")
            self.right.setVisible(bool(right))
            basis = style.text(f"live.basis.{moment.finding.basis}")
            cite = style.text("live.debrief.cite", basis=basis, cite=moment.finding.cite)
            reasons = why(self._frozen, self._wanted, style) if self._wanted is not None else []
            self.cite.setText(" ".join((*reasons, cite)))
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
        self._column.setSpacing(px(8))
        self._told.setSpacing(px(8))
        self.reveal.say(style.text("live.debrief.reveal"), "F4")
        self.next.say(style.text("live.debrief.next"), "↓")
        self.previous.say(style.text("live.debrief.previous"), "↑")
        self.again_button.say(style.text("live.debrief.again"), "F5")
        self.export.say(style.text("live.debrief.export"), "F6")
        self.once_more.say(style.text("live.debrief.once-more"), "F8")
        if self.table is not None:
            self._show_felt(animate=False)
            self._write()

    def _show_felt(self, animate: bool) -> None:
        """What lies on the felt, and what the players say."""
        style, shown = current_style(), self._frozen
        self.felt.reduce_motion = not style.motion
        self.felt.show_scene(live_scene(shown), style.language, animate=animate)
        self.seats.show_seats(seats_of(shown, style, shown.now, self._order), self._order)

    def take_focus(self) -> None:
        self.setFocus()


def _row(*parts: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for part in parts:
        row.addWidget(part)
    return row


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
