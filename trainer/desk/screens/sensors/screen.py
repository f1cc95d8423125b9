"""The sensors page: what was found, what it is, and *Connect*; everything technical behind *Advanced*."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QListWidget, QVBoxLayout, QWidget

from trainer.desk.screens.sensors.listener import Listener
from trainer.desk.screens.sensors.texts import dropped_words, event_words, raw_words
from trainer.desk.screens.sensors.trial import Trial
from trainer.desk.style.style import Style, current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.contents_list import ContentsList
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.title_bar import TitleBar
from trainer.desk.widgets.words import Words
from trainer.equipment.cards import Card
from trainer.sensors.dropped import Dropped
from trainer.sensors.events import Event
from trainer.sensors.health import Link
from trainer.sensors.profile import Profile
from trainer.texts import Message, say

TYPED = ("tcp", "shared", "port")  # sources whose address is typed
_VIEWS = ("decoded", "dropped", "raw")
_MOST_LINES = 300
_LIST_WIDTH = 300
_TYPED_ADDRESSES = ("tcp", "port")  # sources for people who know the line


class Source(msgspec.Struct, frozen=True):
    """Something to listen to: a port, a network box, a keyboard reader, a simulation, a recording."""

    kind: str  # serial, terminal, port, tcp, shared, wedge, simulated, recorded, hand
    where: str
    name: str
    maker: str = ""
    serial_number: str = ""
    profile: str = ""  # that it is known to speak

    def is_same(self, other: Source) -> bool:
        """Whether it is the same port or address, whatever device is there."""
        return self.kind == other.kind and (self.where == other.where or self.kind in TYPED)


class SensorsScreen(Screen):
    """``connect_wanted`` emits a source and the name of a profile, ``table_wanted`` whether the real table only
    watches, ``live_wanted`` asks for the live table, ``entered`` is typed text;
    ``record_wanted``, ``share_wanted`` and ``trial_wanted`` start or stop."""

    connect_wanted = Signal(object, str)
    disconnect_wanted = Signal()
    table_wanted = Signal(bool)
    live_wanted = Signal()
    entered = Signal(str)
    record_wanted = Signal()
    share_wanted = Signal()
    trial_wanted = Signal()
    look_wanted = Signal()
    source_chosen = Signal(object)
    back = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._found: list[Source] = []
        self.sources: list[Source] = []  # those that are shown
        self.profiles: dict[str, Profile] = {}
        self.listener: Listener | None = None
        self.trial: Trial | None = None
        self.notice: Message | None = None
        self.can_practise = False
        self.can_deal = False  # at the live table
        self.is_shared = False  # relayed to the laptops of a class
        self._lines: list[tuple[str, object, bool]] = []
        self._view = "decoded"
        self.is_advanced = False
        self._is_entered = False
        self._asks_for: Message | None = None  # an address or port to be typed
        self._connected: Source | None = None  # the source that is listened to, even if another is selected
        self.look, self.advanced = (KeyButton("quiet", height=44, step=STEPS.body) for _ in range(2))
        self.bar = TitleBar(self.look, self.advanced)
        self.device_list, self.profile_list, self.live = ContentsList(), ContentsList(), QListWidget()
        self.device_head, self.profile_head = Words("accent"), Words("accent")
        self.about = Words("quiet", wrap=True)
        self.danger = Words("trouble", wrap=True)
        self.says, self.cure = Words("heading", wrap=True), Words("large-quiet", wrap=True)
        self.found, self.what = Words("title", wrap=True), Words("large-quiet", wrap=True)
        self.live_head = Words("accent")
        self.tried = Words("note", wrap=True)
        self.views = Segments(height=36)
        self.field = QLineEdit()
        self.connect_button = KeyButton("primary", height=52)
        self.trial_button, self.record_button, self.share_button = (KeyButton(height=44) for _ in range(3))
        self.asked, self.watched, self.deal = KeyButton(height=48), KeyButton(height=48), KeyButton(height=48)
        self._build()
        self.bar.leave.clicked.connect(self.back)
        self.look.clicked.connect(self.look_wanted)
        self.advanced.clicked.connect(self.toggle_advanced)
        self.connect_button.clicked.connect(self._connect)
        self.trial_button.clicked.connect(self.trial_wanted)
        self.record_button.clicked.connect(self.record_wanted)
        self.share_button.clicked.connect(self.share_wanted)
        self.asked.clicked.connect(lambda: self.table_wanted.emit(False))
        self.watched.clicked.connect(lambda: self.table_wanted.emit(True))
        self.deal.clicked.connect(self.live_wanted)
        self.views.chosen.connect(self._show_view)
        self.field.returnPressed.connect(self._enter)
        self.device_list.currentRowChanged.connect(self._choose_source)
        self.profile_list.currentRowChanged.connect(lambda _: self._write())

    def _build(self) -> None:
        self.live.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        left = QVBoxLayout()
        for head, found, share in ((self.device_head, self.device_list, 2), (self.profile_head, self.profile_list, 3)):
            left.addWidget(head)
            left.addWidget(found, stretch=share)
        self._left_room = QWidget()
        self._left_room.setLayout(left)
        card = QFrame()
        card.setProperty("surface", "card")
        self._card = QVBoxLayout(card)
        for words in (self.found, self.what, self.says, self.cure, self.about, self.danger, self.tried):
            self._card.addWidget(words)
        self._connecting = QHBoxLayout()
        self._connecting.addWidget(self.connect_button)
        self._connecting.addWidget(self.field, stretch=1)
        self._connecting.addStretch()
        self._card.addLayout(self._connecting)
        buttons = QHBoxLayout()
        buttons.addWidget(self.views)
        buttons.addStretch()
        buttons.addWidget(self.trial_button)
        buttons.addWidget(self.record_button)
        buttons.addWidget(self.share_button)
        self._buttons = buttons
        below = QHBoxLayout()
        below.addStretch()
        below.addWidget(self.asked)
        below.addWidget(self.watched)
        below.addWidget(self.deal)
        self._below = below
        right = QVBoxLayout()
        right.addWidget(card)
        right.addWidget(self.live_head)
        right.addLayout(buttons)
        right.addWidget(self.live, stretch=1)
        right.addLayout(below)
        self._right = right
        self._body = QHBoxLayout()
        self._body.addWidget(self._left_room)
        self._body.addLayout(right, stretch=1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addLayout(self._body, stretch=1)

    # ── sources and profiles ─────────────────────────────────────────────────────────────────────────────────────

    def show_sources(self, sources: Sequence[Source], profiles: dict[str, Profile]) -> None:
        """Show devices and profiles; the selection is kept if it still exists."""
        before = self.source
        self._found, self.profiles = list(sources), profiles
        self.sources = [each for each in sources if self.is_advanced or each.kind not in _TYPED_ADDRESSES]
        self.device_list.blockSignals(True)
        self.device_list.clear()
        self.device_list.addItems([_source_words(source, current_style(), profiles) for source in self.sources])
        place = next((row for row, each in enumerate(self.sources) if before and each.is_same(before)), 0)
        self.device_list.setCurrentRow(place)
        self.device_list.blockSignals(False)
        chosen = self.profile_name
        self.profile_list.blockSignals(True)
        self.profile_list.clear()
        self.profile_list.addItems([each.names.in_language(current_style().language) for each in profiles.values()])
        self.profile_list.setCurrentRow(max(0, list(profiles).index(chosen) if chosen in profiles else 0))
        self.profile_list.blockSignals(False)
        self._write()

    @property
    def source(self) -> Source | None:
        row = self.device_list.currentRow()
        return self.sources[row] if 0 <= row < len(self.sources) else None

    @property
    def profile_name(self) -> str:
        row, names = self.profile_list.currentRow(), list(self.profiles)
        return names[row] if 0 <= row < len(names) else ""

    def choose_profile(self, name: str) -> None:
        if name in self.profiles:
            self.profile_list.setCurrentRow(list(self.profiles).index(name))

    def _choose_source(self, _row: int) -> None:
        if self.source is not None:
            self.source_chosen.emit(self.source)
        self._write()

    def _connect(self) -> None:
        if self.listener is not None:
            self.disconnect_wanted.emit()
        elif self.source is not None and self.profile_name:
            self.connect_wanted.emit(self.source, self.profile_name)

    def _enter(self) -> None:
        text = self.field.text().strip()
        self._is_entered = True
        if text:
            self.entered.emit(text)
        self.field.clear()

    # ── incoming events ──────────────────────────────────────────────────────────────────────────────────────────

    def show_listener(self, listener: Listener | None, source: Source | None = None) -> None:
        """Show the events of a listener to a source, or of none."""
        self.listener, self.trial = listener, None
        self._connected = source
        self._lines.clear()
        self.live.clear()
        if listener is not None:
            listener.heard.connect(self._heard)
            listener.corrected.connect(lambda correction: self._heard(correction.event, True))
            listener.dropped.connect(lambda dropped: self._note("dropped", dropped))
            listener.raw.connect(lambda raw: self._note("raw", raw))
            listener.linked.connect(lambda _: self._write())
        self._write()

    def show_trial(self, trial: Trial | None) -> None:
        self.trial = trial
        self._write()

    def tell(self, notice: Message | None) -> None:
        """Show a message in place of the advice."""
        self.notice = notice
        self._asks_for = None
        self._write()

    def ask_for(self, notice: Message) -> None:
        """Ask for the address or the port of the chosen source."""
        self.notice = self._asks_for = notice
        self._write()
        self.field.setFocus()

    def toggle_advanced(self) -> None:
        """Show or hide profiles, typed ports and addresses, bytes, the guided test, recording and sharing."""
        self.is_advanced, before = not self.is_advanced, self.source
        self.show_sources(self._found, self.profiles)
        if self.source != before:
            self._choose_source(0)
        if not self.is_advanced and self._view != "decoded":
            self._show_view("decoded")
        self._write()

    def _heard(self, event: Event, by_hand: bool) -> None:
        self._note("decoded", event, by_hand)
        if self.trial is not None and not by_hand:
            self.trial = self.trial.hear(event)
            self._write()

    def _note(self, view: str, what: object, by_hand: bool = False) -> None:
        self._lines.append((view, what, by_hand))
        del self._lines[:-_MOST_LINES]
        if view == self._view:
            self._add_line(what, by_hand)

    def _add_line(self, what: object, by_hand: bool) -> None:
        self.live.addItem(self._line_words(what, by_hand))
        while self.live.count() > _MOST_LINES:
            self.live.model().removeRow(0)
        self.live.scrollToBottom()

    def _line_words(self, what: object, by_hand: bool) -> str:
        if isinstance(what, Dropped):
            return dropped_words(what, current_style())
        if isinstance(what, bytes):
            return raw_words(what)
        return event_words(what, current_style(), by_hand)  # type: ignore[arg-type]

    def _show_view(self, view: str) -> None:
        self._view = view
        self.live.clear()
        for kind, what, by_hand in self._lines:
            if kind == view:
                self._add_line(what, by_hand)
        self._write()

    # ── keys, texts, sizes ───────────────────────────────────────────────────────────────────────────────────────

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_entered, self._is_entered = self._is_entered, False  # the Enter that ended the field comes here as well
        if event.key() == Qt.Key.Key_Escape:
            self.back.emit()
        elif event.key() in ENTER_KEYS and not is_entered and not isinstance(self.focusWidget(), QLineEdit):
            (self.focused_button() or self.connect_button).click()
        else:
            super().keyPressEvent(event)

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        px = style.px
        self._left_room.setFixedWidth(px(_LIST_WIDTH))
        self._body.setContentsMargins(px(20), px(12), px(20), px(16))
        self._body.setSpacing(px(20))
        self._card.setContentsMargins(px(16), px(10), px(16), px(10))
        self._card.setSpacing(px(8))
        for layout in (self._right, self._buttons, self._below, self._connecting):
            layout.setSpacing(px(10))
        self.field.setFixedHeight(style.target(48))
        self.live.setFont(style.font(STEPS.body))
        self._show_view(self._view)
        if self.sources:
            self.show_sources(self._found, self.profiles)
        self._write()

    def _write(self) -> None:
        """Write everything that depends on the state."""
        style, language = current_style(), current_style().language
        self.bar.set_back(style.text("sensors.page.back"))
        self.bar.title.setText(style.text("sensors.page.title"))
        self.bar.line.setText(style.text("sensors.page.line"))
        self.look.say(style.text("sensors.page.look"), "")
        self.advanced.say(style.text(f"sensors.page.{'simple' if self.is_advanced else 'advanced'}"), "")
        self.device_head.setText(style.text("sensors.page.devices"))
        self.profile_head.setText(style.text("sensors.page.profiles"))
        link = self.listener.link if self.listener is not None else Link.CLOSED
        self.says.setText(say(link.says, language))
        self.cure.setText(say(self.notice or link.cure, language))
        profile = self.profiles.get(self.profile_name)
        self.found.setText(self._source_title())
        self.what.setText(self._what_it_is(self.listener.profile if self.listener is not None else profile))
        self.what.setVisible(bool(self.what.text()))
        self.about.setText(self._profile_words(profile) if profile is not None else "")
        danger = profile.source.danger if profile is not None and self.is_advanced else None
        self.danger.setText(say(danger, language) if danger else "")
        self.danger.setVisible(danger is not None)
        self.live_head.setText(style.text("sensors.page.told"))
        self.live_head.setVisible(not self.is_advanced and self.listener is not None)
        technical = (self.profile_head, self.profile_list, self.about, self.views)
        for widget in (*technical, self.trial_button, self.record_button, self.share_button):
            widget.setVisible(self.is_advanced)
        self.tried.setText(self._trial_words())
        self.tried.setVisible(bool(self.tried.text()))
        views = [(view, style.text(f"sensors.page.{view}")) for view in _VIEWS]
        self.views.show_choices(views, self._view)
        is_open = self.listener is not None
        self.connect_button.say(style.text("sensors.page.disconnect" if is_open else "sensors.page.connect"), "")
        self.trial_button.say(style.text("sensors.page.end-trial" if self.trial else "sensors.page.trial"), "")
        is_recording = self.listener is not None and self.listener.is_recording
        self.record_button.say(style.text("sensors.page.end-record" if is_recording else "sensors.page.record"), "")
        self.share_button.say(style.text("sensors.page.end-share" if self.is_shared else "sensors.page.share"), "")
        self.asked.say(style.text("sensors.page.asked"), "")
        self.watched.say(style.text("sensors.page.watched"), "")
        self.deal.say(style.text("sensors.page.deal"), "")
        self.deal.setEnabled(self.can_deal and is_open)
        is_typed = not is_open and self.source is not None and self.source.kind in TYPED
        self.field.setPlaceholderText(style.text("sensors.page.address" if is_typed else "sensors.page.by-hand"))
        self.field.setVisible(is_typed or (is_open and self.is_advanced))
        for button in (self.trial_button, self.record_button, self.share_button):
            button.setEnabled(is_open)
        for button in (self.asked, self.watched):
            button.setEnabled(self.can_practise)

    def _source_title(self) -> str:
        """What was found at the chosen place."""
        style, source = current_style(), self._connected or self.source
        if source is None:
            return style.text("sensors.page.nothing-found")
        return _source_words(source, style, self.profiles).replace("\n", " · ")

    def _what_it_is(self, profile: Profile | None) -> str:
        """What the device is taken for, and what that means."""
        style, source = current_style(), self._connected or self.source
        if source is None or profile is None or source.kind == "hand":
            return ""
        name = profile.names.in_language(style.language)
        about = profile.about.in_language(style.language) if profile.about else ""
        words = style.text("sensors.page.taken-for", name=name)
        if source.kind in ("simulated", "terminal", "recorded"):
            return f"{words} {style.text('sensors.page.does-not-count')}"
        return f"{words} {about}"

    def _profile_words(self, profile: Profile) -> str:
        style = current_style()
        sure = style.text(f"sensors.certainty.{profile.source.certainty.value}")
        return style.text("sensors.page.line-settings", speed=str(profile.line.speeds[0]), sure=sure)

    def _trial_words(self) -> str:
        if self.trial is None:
            return ""
        style, now = current_style(), self.trial.now
        if now is None:
            return style.text("sensors.try.done")
        asks = say(now.asks, style.language)
        if not self.trial.misread:
            return asks
        read = self.trial.misread
        shown = Card.parse(read).sign if read[-1:] in "SHDC" and len(read) == 2 else read
        return style.text("sensors.try.misread", read=shown, asks=asks)


def _source_words(source: Source, style: Style, profiles: dict[str, Profile]) -> str:
    """A source in two lines: what it is, and where."""
    known = profiles.get(source.profile)
    name = known.names.in_language(style.language) if known is not None and source.kind == "serial" else source.name
    name = name or style.text(f"sensors.source.{source.kind}")
    below = " · ".join(part for part in (source.maker, source.where) if part)
    return f"{name}\n{below}" if below else name
