"""Screen of a shift at the live table: felt, players, the dealer's console and the clock.

It performs the acts that come from keyboard and mouse, from real devices (`hear`) and from an instructor (`obey`). At
level 1 the clock stops while the dealer has something to do. Acts are judged in `trainer.live`; mistakes are told at
once at level 1, and after the round at levels 1 and 2.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout

from trainer.desk.screens.live.console import Console, Line, fits_a_row
from trainer.desk.screens.live.felt import LiveFelt
from trainer.desk.screens.live.hand import Hand
from trainer.desk.screens.live.key_events import key_of
from trainer.desk.screens.live.pause import PausePanel
from trainer.desk.screens.live.phrases import BY_DIGITS, CHIP, MORE, VERBS_AGAIN, Phrases, first_cap, key_caps
from trainer.desk.screens.live.scenes import live_scene
from trainer.desk.screens.live.seats import SeatStrip, seats_of
from trainer.desk.screens.live.texts import ActWords, first_act
from trainer.desk.screens.live.top_line import TopLine
from trainer.desk.screens.live.wheel import RunningWheel
from trainer.desk.screens.live.working import instruction
from trainer.desk.screens.run.announcements import announce
from trainer.desk.style.style import current_style
from trainer.desk.table.imprint import table_of
from trainer.desk.table.picture_cache import PictureCache
from trainer.desk.widgets.screen import Screen
from trainer.games.core import RequestError
from trainer.games.round import Act, Finding
from trainer.live.guest_orders import INCIDENT, OrderedIncident, guest_acts
from trainer.live.keys import Keyboard, Typed
from trainer.live.spelling import NoKeysError, as_typed, spell
from trainer.live.table import Happening, LiveTable
from trainer.sensors.events import Event
from trainer.sensors.live_acts import LiveActs
from trainer.texts import say
from trainer.texts.messages import has_message

GUIDED, HINTED = 1, 2  # levels
_TICK_MILLISECONDS = 40
_MILLION = 1_000_000
_LONGEST_TICK = 500  # milliseconds of the shift that one tick may last: a stalled machine takes no time from the dealer
_HELD = frozenset({"spin", "close", "deal", "dice", "call"})  # what waits for players who are still betting
_OWN_CARDS = "high:dealer"  # at pai gow: they are set by their numbers
_FAULT_SHOWN = 5_000_000_000  # nanoseconds, then the guide says again what is due
_CORRECTABLE = frozenset({"pay", "take", "give-back", "change"})
_HOME = frozenset({"end", "give-back"})  # after these, chips that leave the felt are the players'
_IN_PLACE = frozenset({"turn", "set"})  # cards that are turned or set do not come from the shoe


def moves_nothing(act: Act) -> bool:
    """Whether an act pays, takes or returns 0, such as "as much as lies there" on an empty spot."""
    return act.do in _CORRECTABLE and act.amount == 0 and not act.facts


class LiveScreen(Screen):
    """``over`` is emitted when the shift has ended, ``leave_wanted`` when the trainee leaves it, ``end_wanted`` when he
    ends it early; ``lesson_wanted`` asks for the game's lesson."""

    over = Signal()
    leave_wanted = Signal()
    end_wanted = Signal()
    lesson_wanted = Signal()
    heard = Signal(str)  # a sound of the table
    spoken = Signal(str)  # what a player or the inspector says

    def __init__(self, clock: Callable[[], int], kept: PictureCache | None = None) -> None:
        """``clock`` is monotonic, in nanoseconds."""
        super().__init__()
        self._clock = clock
        self._last_tick = 0
        self.table: LiveTable | None = None
        self.typed = Typed()
        self.now = 0  # milliseconds of the shift
        self.is_paused = True
        self._by_hand = False  # whether the last input came from mouse or touch
        self._by_digits = False  # whether an amount is entered with digits by mouse
        self._is_done = False  # whether the last key completed an act: its choices cover nothing any more
        self._hinted = False
        self._said = Line()  # what was last told about an act or an event
        self._said_at, self._said_in = 0, current_style().language
        self._inspector = ""
        self._instructed: tuple[object, str] = (None, "")  # what is due, and how it is said
        self._due_keys: tuple[str, ...] = ()  # of the first keycap of the guide
        self._device: LiveActs | None = None
        self._ordered: OrderedIncident | None = None  # by an instructor
        self._round = 0
        self._running: RunningWheel | None = None
        self.top = TopLine()
        self.seats = SeatStrip()
        self.felt = LiveFelt(kept=kept)
        self.console = Console()
        self.pause_panel = PausePanel(self)
        self._hand = Hand(self, self.felt)
        self._build()
        self._ticks = QTimer(self, interval=_TICK_MILLISECONDS)
        self._ticks.timeout.connect(self.tick)

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.top)
        layout.addWidget(self.seats)
        layout.addWidget(self.felt, stretch=1)
        layout.addWidget(self.console)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.top.pause_wanted.connect(self.pause)
        self.top.hint_wanted.connect(self.hint)
        self.seats.pressed.connect(lambda seat: self.press_by_hand(str(seat)))
        self.console.pressed.connect(self.press_by_hand)
        self.console.guide.pressed.connect(self.press_due)
        self.pause_panel.go_on.connect(self.go_on)
        self.pause_panel.lesson.connect(self.lesson_wanted)
        self.pause_panel.end.connect(self.end_wanted)
        self.pause_panel.leave.connect(self.leave_wanted)

    # ── a shift ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def begin(
        self,
        table: LiveTable,
        perform: Callable[[Act], tuple[Finding, ...]] | None = None,
        device: LiveActs | None = None,
    ) -> None:
        """Show a shift and let its clock run; a shift that was left goes on where it was.

        ``perform`` does an act at the table and may write it down as well; ``device`` translates what `hear` is
        told by a real shoe, wheel or pair of dice.
        """
        self.table = table
        self._device, self._ordered = device, None
        self._perform = perform or table.perform
        self.now = table.now
        colours = {seat: guest.colour for seat, guest in table.guests.items()}
        self.keyboard = Keyboard(table.rules, max(table.guests, default=9), colours)
        self.words = ActWords(table, self.keyboard)
        self.phrases = Phrases(self.keyboard, self.words)
        self.typed, self._said, self._round = Typed(), Line(), table.round_number
        self._inspector, self._hinted = "", False
        shown = table_of(table.rules)
        self.felt.set_imprint(shown.imprint)
        self.felt.set_house_colours(shown.chip_colours)
        self.felt.fill_rack(self.phrases.chips)
        self._running = None
        self.console.wheel.setVisible(self.keyboard.kind == "roulette")
        if self.keyboard.kind == "roulette":
            self._running = self.console.wheel.show_wheel(str(table.rules.rules["wheel"]))
            for time, act in table.record.acts:  # a shift that was left while the ball ran
                if act.do == "spin":
                    self._running.spin(time, str(act.facts["wheel"]), str(act.facts["ball"]))
            if table.state.number is not None:
                self._running.fall(str(table.state.number))
        self._order: list[int] = []
        self.console.lead_with_guide(table.shift.level <= HINTED)
        self.show_table(animate=False)
        self.felt.point_at_all()
        self._order = self.felt.places_from_left(table.guests)
        self.restyle()
        self.go_on()

    def go_on(self) -> None:
        """Let the clock run."""
        self.pause_panel.hide()
        self.is_paused = False
        self._last_tick = self._clock()
        self._ticks.start()
        self.setFocus()
        self.write()

    def pause(self) -> None:
        """Stop the clock and ask what to do; a second call goes on."""
        if self.table is None:
            return
        if self.is_paused:
            self.go_on()
            return
        self.stop()
        self.console.offer((), at_once=True)
        self.pause_panel.show_for(self.phrases, current_style())
        self.pause_panel.setGeometry(self.rect())
        self.pause_panel.show()
        self.pause_panel.raise_()
        self.pause_panel.main.setFocus()

    def stop(self) -> None:
        """Stop the clock without asking."""
        self.is_paused = True
        self._ticks.stop()

    def tick(self) -> None:
        """Let the time since the last tick pass at the table."""
        read = self._clock()
        passed = min((read - self._last_tick) // _MILLION, _LONGEST_TICK)
        self._last_tick = read
        if self.table is None or self.is_paused:
            return
        if not self.stands_still():
            self.now += passed
            self._advance()
        if self._running is not None:
            self.console.wheel.show_time(self.now)
        self.seats.show_seats(seats_of(self.table, current_style(), self.now, self._order), self._order)
        self.top.show_time(self.now, current_style())
        self._write_guide()

    def stands_still(self) -> bool:
        """Whether the clock waits for the dealer: at level 1, while something is his to do."""
        table = self.table
        if table is None or table.shift.level > GUIDED:
            return False
        act = first_act(table.due())
        if any(guest.shows(self.now) is not None for guest in table.guests.values()):
            return False  # let the bubble end
        if act is None:  # he may end the round
            return table.next_time() is None and not table.bets_to_come
        return not (table.bets_to_come and act.do in _HELD)

    def _advance(self) -> None:
        table = self.table
        assert table is not None
        happened = table.advance(self.now)
        for each in happened:
            self._happened(each)
        if happened:  # chips slide from and to the rack; those of a player were not in it
            self.show_table(animate=any(each.act.by != "player" for each in happened))

    def _happened(self, happening: Happening) -> None:
        """Say what somebody else did."""
        act, style = happening.act, current_style()
        if act.by == "table":
            if act.do == "ball-falls" and self._running is not None:
                self._running.fall(str(act.facts["number"]))
                self.heard.emit("ball")
            if act.do == "throw":
                self.heard.emit("dice")
            words = self.words.happened(act, self.table_incidents(), style)
            if words:
                self.tell(Line(says=words))
        elif act.by == "inspector":
            name = f"live.inspector.{act.do}"
            self._inspector = style.text(name) if has_message(name) else style.text("live.inspector.says", words=act.do)
            announce(self, self._inspector)
            self.spoken.emit(self._inspector)
        elif act.by == "player" and act.seat is not None:
            self._player_did(act, happening.at)
        self._judge(happening.findings)

    def table_incidents(self) -> dict[str, str]:
        """What the table itself can do wrong, and which irregularity that is."""
        return dict(getattr(self.table.round, "incidents", {})) if self.table is not None else {}

    def _player_did(self, act: Act, time: int) -> None:
        """Say what a player said or showed at a time of the shift."""
        guest = self.table.guests.get(act.seat or 0) if self.table is not None else None
        bubble = guest.shows(self.now) if guest is not None else None
        if act.do in ("bets", "adds"):
            self.heard.emit("chips")
        if guest is not None and bubble is not None and bubble.at == time:
            words = say(bubble.says, current_style().language)
            if not bubble.signal:
                self.spoken.emit(words)
            self.tell(Line(says=current_style().text("live.seat.said", name=f"{guest.seat} {guest.name}", words=words)))

    def tell(self, line: Line) -> None:
        """Say something about an act or an event, also to screen readers."""
        self._said, self._said_at = line, self._clock()
        announce(self, line.lead, line.says)
        self.write()

    # ── acts ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def press(self, key: str) -> None:
        """Press a key of the table's keyboard or of a button of the console; a complete phrase is performed."""
        table = self.table
        if table is None or self.is_paused or table.over:
            return
        self._is_done = False
        if key == MORE:
            self.console.offer(self.phrases.other_verbs(current_style()), at_once=True)
            return
        if key == BY_DIGITS:
            self._by_digits = True
            self.write()
            return
        if key == VERBS_AGAIN:
            self.typed = Typed()
            self.write()
            return
        if key.startswith(CHIP):
            self.typed = self.phrases.with_chip(self.typed, table.state, Fraction(key.removeprefix(CHIP)))
            self.write()
            return
        before = self.typed
        self.typed, act = self.keyboard.press(self.typed, key, table.state, self._last_act())
        if act is not None:
            self._by_digits, self._is_done = False, True
            if moves_nothing(act):
                self.tell(Line(says=current_style().text("live.guide.nothing-there"), role="note"))
            else:
                self.perform(act)
        elif self.typed == before and key != self.phrases.armed_key(before):
            name = "not-here" if before.verb else "unknown-key"
            self.tell(Line(says=current_style().text(f"live.guide.{name}"), role="note"))
        else:
            self._said = Line()
        self.write()

    def press_by_hand(self, key: str) -> None:
        """Press a key with the mouse or a finger: choices are offered as buttons at once."""
        self._by_hand = True
        self.press(key)
        self.setFocus()

    def press_due(self) -> None:
        """Press what the first keycap of the guide shows: a key, or all digits of a number."""
        for key in self._due_keys:
            self.press_by_hand(key)

    def perform(self, act: Act, is_told: bool = False) -> None:
        """Do something at the table, now. ``is_told``: by a device, not by the dealer's hand."""
        table = self.table
        assert table is not None
        if not self.stands_still():
            self.tick()
        if table.over:
            return
        if act.do == "deal" and "card" not in act.facts and self._device is not None and "shoe" in table.shift.real:
            self.tell(Line(says=current_style().text("live.guide.real-shoe"), role="note"))
            return
        if self._device is not None and act.by == "dealer" and not is_told:
            for earlier in self._device.before(act):
                self.perform(earlier, is_told=True)
        try:
            found = self._perform(act)
        except RequestError as error:
            self.tell(Line(says=current_style().text("live.guide.impossible", problem=str(error)), role="wrong"))
            return
        if act.by != "dealer":  # the ball or the dice of a real table, or an instructor's guest
            self._happened(Happening(self.now, act, found))
            self.show_table(animate=act.by != "player")
            return
        self._hinted = False
        self._said = Line()
        if act.do == "spin" and self._running is not None:
            self._running.spin(self.now, str(act.facts["wheel"]), str(act.facts["ball"]))
        if act.do == "floor":
            comes = table.is_planned("inspector")
            self._inspector = current_style().text("live.inspector.comes" if comes else "live.inspector.told")
        elif not table.is_planned("inspector"):
            self._inspector = ""
        if act.do in ("pay", "take", "give-back", "change"):
            self.heard.emit("chips")
        elif act.do in ("deal", "turn", "burn"):
            self.heard.emit("cards")
        self._judge(found, act)
        if table.round_number != self._round or table.over:
            self._round_ended()
        self.felt.let_chips_go({seat: self.seats.middle(seat) for seat in table.guests} if act.do in _HOME else {})
        self.show_table(animate=act.do not in _IN_PLACE)
        self.felt.let_chips_go({})
        self._stage_ordered(act)
        if table.over:
            self.stop()
            self.over.emit()

    def hear(self, event: Event) -> None:
        """Do what a device reports; while the shift is paused it is not heard."""
        table = self.table
        if table is None or self._device is None or self.is_paused or table.over:
            return
        due = [act for step in table.due() for act in step.acts]
        for act in self._device.hear(event, due):
            self.perform(act, is_told=True)
        self.write()

    def obey(self, order: str, seat: int = 0) -> bool:
        """Let happen what an instructor orders, an incident once its moment comes; tells whether it can happen."""
        table = self.table
        if table is None or self.is_paused or table.over:
            return False
        if order == INCIDENT:
            self._ordered = OrderedIncident(table)
            return bool(self._ordered.event)
        acts = guest_acts(table, order, seat)
        for act in acts:
            self.perform(act, is_told=True)
        return bool(acts)

    def _stage_ordered(self, act: Act) -> None:
        """Stage the incident that an instructor has ordered, once its moment has come."""
        staged = self._ordered.staged(self.table, act) if self._ordered is not None and self.table is not None else None
        if staged is not None:
            self._ordered = None
            self.perform(staged, is_told=True)

    def _last_act(self) -> int | None:
        """The place of the dealer's last act in the round."""
        acts = self.table.record.acts if self.table is not None else []
        return next((place for place in range(len(acts) - 1, -1, -1) if acts[place][1].by == "dealer"), None)

    def _judge(self, found: tuple[Finding, ...], act: Act | None = None) -> None:
        """Name a mistake at once, at level 1, and how money that the dealer moved is put right."""
        if found and self.table is not None and self.table.shift.level == GUIDED:
            words = f"{self.words.finding(found[-1], current_style())}."
            if act is not None and act.do in _CORRECTABLE:
                words = current_style().text("live.guide.correct", fault=words)
            self.tell(Line(current_style().text("live.guide.fault", fault=""), words, role="wrong"))

    def _round_ended(self) -> None:
        table, style = self.table, current_style()
        assert table is not None
        played = table.log[self._round - 1]
        self._round = table.round_number
        self._inspector = ""
        if self._running is not None:
            self._running.clear()
        if table.shift.level <= HINTED:
            faults = played.all_findings
            words = "; ".join(self.words.finding(found, style) for found in faults[:3])
            name = "faults" if faults else "clean"
            line = style.text(f"live.guide.{name}", round=played.number, faults=words)
            self.tell(Line(says=line, role="wrong" if faults else "right"))

    # ── keys of the screen ───────────────────────────────────────────────────────────────────────────────────────────

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.is_paused:
            self.leave_wanted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self._escape()
        elif event.key() == Qt.Key.Key_F1:
            self.lesson_wanted.emit()
        elif event.key() == Qt.Key.Key_F4:
            self.hint()
        elif self.is_paused or not key_of(event):
            super().keyPressEvent(event)
        else:
            self._by_hand = False
            self.press(key_of(event))

    def _escape(self) -> None:
        """Clear what was typed; if nothing was, pause."""
        if self.typed.keys and not self.is_paused:
            self.typed = Typed(self.typed.verb, (), self.typed.stays)
            self.write()
        elif self.typed.stays and not self.is_paused:
            self.typed = Typed(self.typed.stays)
            self.write()
        else:
            self.pause()

    def hint(self) -> None:
        """Show the next step, at level 2."""
        if self.table is not None and self.table.shift.level == HINTED:
            self._hinted = True
            self.write()

    # ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────────

    def show_table(self, animate: bool = True) -> None:
        """Show what lies on the felt now."""
        if self.table is None:
            return
        scene = live_scene(self.table)
        self.felt.reduce_motion = not current_style().motion
        self.felt.show_scene(scene, current_style().language, animate=animate)
        self.seats.show_seats(seats_of(self.table, current_style(), self.now, self._order), self._order)
        self.felt.show_money(
            {
                self.seats.middle(seat): say(amount, current_style().language)
                for seat, amount in self.table.affairs.money_laid().items()
            }
        )
        self.write()

    def write(self) -> None:
        """Write the phrase that is being typed, its choices, the line at the top and the guide."""
        table, style = self.table, current_style()
        if table is None:
            return
        last = self._last_act()
        line = self.phrases.line(self.typed, table.state, last, style)
        self.console.typed.show_line(line)
        self.console.arm(self.phrases.armed_key(self.typed))
        slot = self.keyboard.phrase(self.typed, table.state, last).slot
        self.felt.number_cards(_OWN_CARDS if slot == "front" else "")
        if self._is_done and not self.typed.keys:  # the verb stays armed; its key shows the choices again
            self.console.offer((), at_once=True)
        elif not self.is_paused:
            choices = self.phrases.choices(self.typed, table.state, last, style, self._by_hand, self._by_digits)
            at_once = self._by_hand or (table.shift.level == GUIDED and fits_a_row(choices))
            self.console.offer(choices, at_once)
        self.top.show_shift(table, self._inspector, style)
        self._write_guide()

    def _write_guide(self) -> None:
        self._due_keys = ()
        self.console.guide.show_line(self._guide())

    def _guide(self) -> Line:
        """What is due now with its keys, at level 1 or after a hint at level 2; else what was last said or done."""
        table, style = self.table, current_style()
        if table is None or table.over:
            return self._said
        is_shown = table.shift.level == GUIDED or (table.shift.level == HINTED and self._hinted)
        is_fault = self._said.role == "wrong" and self._clock() - self._said_at < _FAULT_SHOWN
        if not is_shown or (is_fault and table.shift.level == GUIDED):
            return self._said if self._said.says else self._last_line()
        act = first_act(table.due())
        if act is None and table.next_time() is not None:
            waits = "wait-ball" if self._running is not None and self._running.is_running else "wait"
            return self._said if self._said.says else Line(says=style.text(f"live.guide.{waits}"))
        if act is not None and table.bets_to_come and act.do in _HELD:
            return Line(says=style.text("live.guide.wait-bets"))
        act = as_typed(self.keyboard, act or Act("end"), table.state)
        try:
            keys = spell(self.keyboard, act, table.state, self.typed)
        except NoKeysError:
            keys = ()
        caps = key_caps(keys, act.do, style)
        self._due_keys = first_cap(keys, act.do, style)
        about = (table.round_number, table.state.count, act, style)
        if self._instructed[0] != about:  # a bet is settled for it; the line is written at every tick
            self._instructed = (about, instruction(table, self.words, act, style))
        return Line(style.text("live.guide.now"), self._instructed[1], caps)

    def _last_line(self) -> Line:
        """What the dealer did last: it may be a call or a shuffle, of which the felt shows nothing."""
        last, style = self._last_act(), current_style()
        if self.table is None or last is None:
            return Line()
        act = self.table.record.acts[last][1]
        return Line(style.text("live.guide.done"), self.words.act(act, style), role="quiet")

    def restyle(self) -> None:
        style = current_style()
        if style.language != self._said_in:  # what was said stays in the language in which it was said
            self._said_in, self._said, self._inspector = style.language, Line(), ""
        if self.table is not None:
            self.console.show_verbs(self.phrases.verbs(style), self.phrases.armed_key(self.typed))
            self.felt.restyle()
            self.show_table(animate=False)
            self.pause_panel.show_for(self.phrases, style)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.pause_panel.setGeometry(self.rect())

    def take_focus(self) -> None:
        (self.pause_panel.main if self.pause_panel.isVisible() else self).setFocus()
