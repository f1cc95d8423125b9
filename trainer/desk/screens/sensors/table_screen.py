"""A real table on the felt: shows what is dealt as it comes, and asks about it or watches the dealer."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout

from trainer.desk.answering.reasons import ReasonList
from trainer.desk.screens.run.screen import RunnerScreen
from trainer.desk.screens.sensors.listener import Listener
from trainer.desk.screens.sensors.texts import event_words
from trainer.desk.style.style import current_style
from trainer.desk.table.imprint import table_of
from trainer.desk.table.picture_cache import PictureCache
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.drills.core import Question
from trainer.drills.dealt import DealtError
from trainer.drills.scene import Scene
from trainer.runs.run import Stage
from trainer.sensors.card_tables import BlackjackSession
from trainer.sensors.events import Event, ResultEvent
from trainer.sensors.following.core import Finding
from trainer.sensors.health import Link
from trainer.sensors.manual_input import Correction, typed_correction, typed_event
from trainer.sensors.message_events import Ball
from trainer.sensors.sessions import Session, pace_words
from trainer.sensors.wheel_table import WheelSession
from trainer.texts import Message, say

_ASKS = {"cards": "deal", "number": "spin", "dice": "throw"}
_WATCHED = {"cards": "deal-watched", "number": "spin-watched", "dice": "throw"}


class FindingPanel(QFrame):
    """What the dealer did wrong, with the rules."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "trouble")
        self.says = Words("heading", wrap=True)
        self.reasons = ReasonList()
        self._layout = QVBoxLayout(self)
        self._layout.addWidget(self.says)
        self._layout.addWidget(self.reasons)

    def show_finding(self, finding: Finding, session: Session) -> None:
        style = current_style()
        self._layout.setContentsMargins(style.px(20), style.px(10), style.px(20), style.px(10))
        self._layout.setSpacing(style.px(6))
        self._colour("note" if finding.doubt else "trouble")
        what = say(finding.message, style.language)
        self.says.setText(style.text("sensors.table.stopped", what=what) if finding.stops else what)
        # Beside a verdict the rules are already shown.
        self.reasons.setVisible(session.judged is None and bool(finding.reasons))
        self.reasons.show_reasons(session.offer.family(session.main), finding.reasons)

    def _colour(self, surface: str) -> None:
        """Set the surface of the message. A doubt is not shown as trouble, because perhaps nobody did anything
        wrong."""
        if self.property("surface") != surface:
            self.setProperty("surface", surface)
            self.setStyleSheet(" ")  # read the window's rules again


class RealTableScreen(RunnerScreen):
    """Shows a session at a real table. Enter goes on after a finding, F7 corrects or inserts a card by hand."""

    def __init__(self, pictures: PictureCache | None = None) -> None:
        super().__init__(pictures)
        self.session: Session | None = None
        self.listener: Listener | None = None
        self.finding = FindingPanel()
        self.finding.hide()
        self.facts = Words("quiet", wrap=True)
        self.correct_button = KeyButton(height=44)
        self.correct_button.clicked.connect(self.begin_correcting)
        self.boxes_button = KeyButton(height=44)
        self.boxes_button.clicked.connect(self._next_boxes)
        self.bar.line.insertWidget(1, self.facts)
        self.bar.line.insertWidget(2, self.boxes_button)
        self.bar.line.insertWidget(3, self.correct_button)
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(2, self.finding)
        self._last: Event | None = None
        self._is_by_hand = False  # whether the last event was typed
        self._corrects = False
        self._shown: Question | None = None  # the question that is shown

    def begin(self, session: Session, listener: Listener | None) -> None:
        """Start a session with a device, or by hand only."""
        self.end_listening()
        self.session, self.listener = session, listener
        self._last, self._is_by_hand, self._corrects = None, False, False
        self.hand_entry.clear()
        self.bar.tell("")
        if listener is not None:
            listener.heard.connect(self._heard)
            listener.corrected.connect(self._corrected)
            listener.paused.connect(session.note_pause)
            listener.measured.connect(self._measured)
            listener.linked.connect(self._linked)
        table = table_of(session.rules)
        self._names = (table.game, table.rulebook)
        self.felt.set_table(table)
        self.start(session.run)

    def end_listening(self) -> None:
        """Hear no device any more, and store what its last round showed."""
        if self.session is not None:
            self.session.run.save()
        if self.listener is not None:
            if self.session is not None:
                self.listener.paused.disconnect(self.session.note_pause)
            self.listener.heard.disconnect(self._heard)
            self.listener.corrected.disconnect(self._corrected)
            self.listener.measured.disconnect(self._measured)
            self.listener.linked.disconnect(self._linked)
            self.listener = None

    # ── incoming events ──────────────────────────────────────────────────────────────────────────────────────────

    def _heard(self, event: Event, by_hand: bool) -> None:
        if self.session is not None and self.session.run.stage is not Stage.FINISHED:
            self.session.hear(event, by_hand)
            self._came(event, by_hand)

    def _corrected(self, correction: Correction) -> None:
        """Handle a correction of the round."""
        self._corrects = False
        if self.session is not None and self.session.run.stage is not Stage.FINISHED:
            self.session.correct(correction.event, correction.place, inserts=correction.inserts)
            self._came(correction.event, True)

    def _came(self, event: Event, by_hand: bool) -> None:
        self._last = event
        self._is_by_hand = by_hand
        self.show_what_follows()

    def _measured(self, ball: Ball) -> None:
        if isinstance(self.session, WheelSession):
            self.session.measure(ball)

    def tell(self, notice: Message) -> None:
        """Show a message before the session begins."""
        self.bar.tell(say(notice, current_style().language))
        self._write_facts()

    def _linked(self, link: Link) -> None:
        says, cure = (say(words, current_style().language) for words in (link.says, link.cure))
        self.bar.tell(f"{says} {cure}" if link.is_trouble else "")
        self._write_facts()

    def tick(self) -> None:
        if isinstance(self.session, WheelSession):
            before = len(self.session.findings)
            self.session.tick()
            if len(self.session.findings) > before:
                self.show_what_follows()
        is_asked = self.session is None or not self.session.watched
        if is_asked and not self._corrects:  # the question is hidden during a correction
            super().tick()

    def _correcting_words(self) -> str:
        """The cards of the round with their places, and how one of them is corrected."""
        style, session = current_style(), self.session
        places = session.places if session is not None else ()
        if not places:
            return style.text("sensors.table.correcting")
        cards = "  ".join(f"{place}:{card.sign if card else '?'}" for place, card in enumerate(places, 1))
        return style.text("sensors.table.correcting-any", cards=cards)

    # ── display ──────────────────────────────────────────────────────────────────────────────────────────────────

    def show_what_follows(self) -> None:
        session = self.session
        if session is None or self.run.stage is Stage.FINISHED:
            super().show_what_follows()
            return
        finding = session.finding
        self.finding.setVisible(finding is not None and not self._corrects)
        if finding is not None:
            self.finding.show_finding(finding, session)
        if session.judged is not None:
            self._show_judged()
        elif self.run.stage is Stage.JUDGED:
            pass  # the verdict is being read
        elif self.run.stage is Stage.ASKING and not session.watched and not self._corrects:
            if self._tray is None or self.run.question is not self._shown:  # an answer may be in progress
                self._shown = self.run.question
                self._show_question()
        else:
            self._show_table()
        self._write_facts()

    def _about(self) -> tuple[Scene, ...]:
        """The whole table: cards come one by one, and the camera must not follow each."""
        return (Scene(felt=self.run.question.draft.scene.felt),)

    def _show_judged(self) -> None:
        """Show a wrong act: the coup as it was dealt, with the verdict and its article."""
        session = self.session
        assert session is not None and session.judged is not None
        super()._show_question()
        self.verdict_display.show(session.judged)
        if session.watched:  # dealing is no answering time
            self.column.verdict.time.setText("")
        scene = session.scene
        self.felt.show_scene(scene, current_style().language, about=(scene,))  # its cards stay in sight
        self._find_room_for_verdict()

    def _show_table(self) -> None:
        """Show the table while the session waits or watches."""
        session = self.session
        assert session is not None
        self._is_waiting = True
        self._drop_tray()
        self.column.show_asking(self.run, None)
        self.hand_entry.setVisible(True)
        scene = session.scene
        self.felt.show_scene(scene, current_style().language, about=(Scene(felt=scene.felt),))
        self.felt.set_tappable(())
        self._ask_by_hand()

    def _ask_by_hand(self) -> None:
        session, style = self.session, current_style()
        if session is None:
            super()._ask_by_hand()
            return
        asks = (_WATCHED if session.watched else _ASKS)[session.waits_for]
        words = self._correcting_words() if self._corrects else style.text(f"sensors.table.{asks}")
        if session.cannot_see is not None and not self._corrects:
            words = say(session.cannot_see, style.language)
        self.bar.question.ask(words)
        self.hand_entry.setVisible(True)
        told = "hands" if isinstance(session, BlackjackSession) else session.waits_for
        self.hand_entry.setPlaceholderText(style.text(f"sensors.table.by-hand-{told}"))
        self.tray_room.setFixedHeight(style.target(48) + style.px(24))
        self.hand_entry.setMinimumHeight(style.target(48))
        self.bar.hint.hide()
        self.bar.unknown.hide()  # nothing is asked
        self.bar.offer_view("")
        goes_on = session.finding is not None and not self._corrects
        self.bar.offer_answer(style.text(f"sensors.table.{'go-on' if goes_on else 'note'}"))
        self.header.show_waiting(self.run, counts=session.origin.is_real)
        self.header.place.setText(style.say("runner.place", game=self._names[0], rulebook=self._names[1]))
        self.header.drill.setText(style.text("sensors.page.watched" if session.watched else "sensors.page.asked"))
        self.header.streak.show_figure(str(self.run.streak), style.say("runner.streak-caption"))
        self.header.ring.hide()
        self.hand_entry.setFocus()

    def write(self) -> None:
        super().write()
        self._write_facts()

    def _write_facts(self) -> None:
        """Write the number of rounds, the pace, the last event and corrections."""
        session, style = self.session, current_style()
        if session is None:
            return
        pace = pace_words(session)
        rounds = "hands" if isinstance(session, BlackjackSession) else session.waits_for
        self.header.number.show_figure(str(session.pace.rounds), style.text(f"sensors.table.rounds-{rounds}"))
        is_read = self.run.stage is Stage.JUDGED  # the verdict of an answer
        is_answer = self.run.stage is Stage.ASKING and isinstance(self._last, ResultEvent)  # who won is being asked
        last = None if is_answer else self._last
        heard = event_words(last, style, self._is_by_hand) if last is not None else ""
        said = [heard, say(pace, style.language) if pace else ""]
        if not session.origin.is_real:
            what = style.text(f"sensors.table.with-{session.origin.value}")
            said.insert(0, style.text("sensors.table.does-not-count", what=what))
        if session.corrections:
            said.append(style.text("sensors.table.corrected", count=session.corrections))
        self.facts.setText(" · ".join(part for part in said if part))
        self.facts.setVisible(not self.bar.message.text())  # a message needs the whole line
        self.correct_button.setVisible(session.can_correct and (not is_read or session.judged is not None))
        self.correct_button.say(style.text("sensors.table.correct"), "F7")
        self._write_boxes()

    def _write_boxes(self) -> None:
        """Between two rounds of blackjack, ask how many boxes are dealt."""
        session, style = self.session, current_style()
        self.boxes_button.setVisible(isinstance(session, BlackjackSession) and not session.is_dealing)
        if isinstance(session, BlackjackSession):
            self.boxes_button.say(style.text("sensors.table.boxes", count=session.boxes), "")

    def _next_boxes(self) -> None:
        if isinstance(self.session, BlackjackSession):
            self.session.play_boxes(self.session.boxes % self.session.most_boxes + 1)
            self.show_what_follows()

    def restyle(self) -> None:
        super().restyle()
        if self.session is not None and self.session.run.stage is not Stage.FINISHED:
            self.show_what_follows()

    # ── by hand ──────────────────────────────────────────────────────────────────────────────────────────────────

    def begin_correcting(self) -> None:
        """Let the next typed event replace the last one; a second call cancels that."""
        if self.session is None or not self.session.can_correct:
            return
        self._corrects = not self._corrects
        if self._corrects:
            self.finding.hide()
            self._show_table()
        else:
            self._shown = None
            self.show_what_follows()

    def press_enter(self) -> None:
        session = self.session
        if self._corrects:  # even if the shown question rests on the misread event
            if self.hand_entry.text().strip():
                self._hand_over()
            return
        finding = session.finding if session is not None else None
        if session is not None and finding is not None and not finding.stops and session.judged is None:
            session.finding = None  # it was read; the session goes on
            self.finding.hide()
        if session is not None and (session.finding is not None or session.judged is not None):
            session.go_on()
            self.show_what_follows()
        elif session is not None and self.hand_entry.isVisibleTo(self) and self.hand_entry.text().strip():
            self._hand_over()
        elif session is None or self._tray is not None:  # nothing to answer while watching
            super().press_enter()

    def _hand_over(self) -> None:
        session = self.session
        assert session is not None
        text = self.hand_entry.text()
        try:
            if self._corrects:
                what: Event | Correction = typed_correction(text, session.waits_for, len(session.places))
            else:
                what = typed_event(text, session.waits_for)
        except DealtError as error:
            self.bar.tell(say(error.message, current_style().language))
            self._write_facts()
            return
        self.hand_entry.clear()
        self.bar.tell("")
        if self.listener is not None:
            is_last = isinstance(what, Correction) and what.place is None
            self.listener.enter(what, self._last if is_last else None)
        elif isinstance(what, Correction):
            self._corrected(what)
        else:
            self._heard(what, True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F7:
            self.begin_correcting()
        else:
            super().keyPressEvent(event)
