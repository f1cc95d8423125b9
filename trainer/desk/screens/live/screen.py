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
from trainer.desk.screens.live.felt import LiveFelt, Target
from trainer.desk.screens.live.guide import GUIDED, HELD, HINTED, Guide, last_act
from trainer.desk.screens.live.hand import Hand
from trainer.desk.screens.live.key_events import key_of
from trainer.desk.screens.live.pause import PausePanel
from trainer.desk.screens.live.phrases import BY_DIGITS, CHIP, MORE, VERBS_AGAIN, Phrases
from trainer.desk.screens.live.scenes import live_scene, pushed_chips
from trainer.desk.screens.live.seats import SeatStrip, seats_of
from trainer.desk.screens.live.texts import ActWords, first_act
from trainer.desk.screens.live.top_line import TopLine
from trainer.desk.screens.live.wheel import RunningWheel
from trainer.desk.screens.run.announcements import announce
from trainer.desk.style.style import current_style
from trainer.desk.table.imprint import table_of
from trainer.desk.table.picture_cache import PictureCache
from trainer.desk.widgets.screen import Screen
from trainer.games.core import RequestError
from trainer.games.round import Act, Finding
from trainer.live.guest_orders import INCIDENT, OrderedIncident, guest_acts
from trainer.live.keys import Keyboard, Phrase, Typed
from trainer.live.pointing import point
from trainer.live.table import Happening, LiveTable
from trainer.sensors.events import Event
from trainer.sensors.live_acts import LiveActs
from trainer.texts import say
from trainer.texts.messages import has_message

_TICK_MILLISECONDS = 40
_MILLION = 1_000_000
_LONGEST_TICK = 500  # milliseconds of the shift that one tick may last: a stalled machine takes no time from the dealer
_OWN_CARDS = "high:dealer"  # at pai gow: they are set by their numbers
_NEAR_STACKS = 3  # so many can be drawn large without hiding each other
_CORRECTABLE = frozenset({"pay", "take", "give-back", "change"})
_SOUNDS = {**dict.fromkeys(_CORRECTABLE, "chips"), **dict.fromkeys(("deal", "turn", "burn"), "cards")}
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

    def __init__(self, clock: Callable[[], int], pictures: PictureCache | None = None) -> None:
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
        self._is_done = False  # whether the last key completed an act, which hides the choices
        self._inspector, self._inspected_in = "", current_style().language
        self._has_judged = False  # the inspector has said whether a claim is true
        self._device: LiveActs | None = None
        self._ordered: OrderedIncident | None = None  # by an instructor
        self._round = 0
        self._running: RunningWheel | None = None
        self.top = TopLine()
        self.seats = SeatStrip()
        self.felt = LiveFelt(pictures=pictures)
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
        self.seats.pressed.connect(self._hand.point_at_seat)
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
        self.keyboard = Keyboard.of_table(table)
        self.words = ActWords(table, self.keyboard)
        self.phrases = Phrases(self.keyboard, self.words)
        self._guide = Guide(table, self.words, self._clock)
        self.typed, self._round, self._inspector = Typed(), table.round_number, ""
        self.felt.set_table(table_of(table.rules))
        self.felt.fill_rack(self.phrases.chips)
        self._running = None
        self.console.wheel.setVisible(self.keyboard.kind == "roulette")
        if self.keyboard.kind == "roulette":
            self._running = self.console.wheel.show_wheel(str(table.rules.rules["wheel"]))
            for time, act in table.record.acts:  # a shift that was left while the ball ran
                self._running.follow(time, act)
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
        self._show_players(self.table)
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
        return not (table.bets_to_come and act.do in HELD)

    def _advance(self) -> None:
        table = self.table
        assert table is not None
        happened = table.advance(self.now)
        for each in happened:
            self._happened(each)
        if happened:  # chips slide from and to the rack; those of a player were not in it
            self.show_table(animate=any(each.act.by != "player" for each in happened))

    def _happened(self, happening: Happening) -> None:
        """Report an act that the dealer did not do."""
        act, style = happening.act, current_style()
        if act.by == "table":
            if self._running is not None:
                self._running.follow(happening.at, act)
            if act.do == "ball-falls":
                self.heard.emit("ball")
            if act.do == "throw":
                self.heard.emit("dice")
            words = self.words.happened(act, self.table_incidents(), style)
            if words:
                self.tell(Line(says=words))
        elif act.by == "inspector" and not (act.do == "go-on" and self._has_judged):
            name = f"live.inspector.{act.do}"
            self._inspector = style.text(name) if has_message(name) else style.text("live.inspector.says", words=act.do)
            announce(self, self._inspector)
            self.spoken.emit(self._inspector)
        elif act.by == "player" and act.seat is not None:
            self._player_did(act, happening.at)
        self._judge(happening.findings)

    def _remind(self) -> None:
        """Say again what happened at the table as long as the dealer has not reacted: it can still be seen there."""
        table = self.table
        assert table is not None
        for incident in table.state.incidents:
            act = table.record.acts[incident.at][1] if incident.at in range(len(table.record.acts)) else None
            if act is not None and act.by == "table" and not (incident.reported or incident.closed):
                self._guide.say(Line(says=self.words.happened(act, self.table_incidents(), current_style())))

    def table_incidents(self) -> dict[str, str]:
        """Irregularities that the table itself causes (a ball off the wheel), by the act that shows them."""
        return dict(getattr(self.table.round, "incidents", {})) if self.table is not None else {}

    def _player_did(self, act: Act, time: int) -> None:
        """Report what a player said or showed at a time of the shift."""
        guest = self.table.guests.get(act.seat or 0) if self.table is not None else None
        bubble = guest.shows(self.now) if guest is not None else None
        if act.do in ("bets", "adds"):
            self.heard.emit("chips")
        if guest is not None and bubble is not None and bubble.at == time:
            words = say(bubble.says, current_style().language)
            if not bubble.signal:
                self.spoken.emit(words)
            line = Line(says=current_style().text("live.seat.said", name=f"{guest.seat} {guest.name}", words=words))
            self.tell(line)

    def tell(self, line: Line) -> None:
        """Say something about an act or an event, also to screen readers."""
        self._guide.say(line)
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
        self.typed, act = self.keyboard.press(self.typed, key, table.state, last_act(table))
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
            self._guide.hush()
        self.write()

    def press_by_hand(self, key: str) -> None:
        """Press a key with the mouse or a finger: choices are offered as buttons at once."""
        self._by_hand = True
        self.press(key)
        self.setFocus()

    def press_due(self) -> None:
        """Press what the first keycap of the guide shows: a key, or all digits of a number."""
        for key in self._guide.due_keys if self.table is not None else ():
            self.press_by_hand(key)

    def perform(self, act: Act, is_told: bool = False) -> None:
        """Perform an act at the table now; ``is_told`` if a device or an instructor did it, not the dealer's hand."""
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
        claim = self._claim_for(act)
        try:
            found = self._perform(act)
        except RequestError as error:
            self.tell(Line(says=current_style().text("live.guide.impossible", problem=str(error)), role="wrong"))
            return
        if act.by == "dealer":
            self._dealer_did(table, act, found, claim)
        else:  # the ball or the dice of a real table, or an instructor's guest
            self._happened(Happening(self.now, act, found))
            self.show_table(animate=act.by != "player")

    def _dealer_did(self, table: LiveTable, act: Act, found: tuple[Finding, ...], claim: str) -> None:
        """Show and judge an act of the dealer that was performed. ``claim`` is what the inspector then says of a
        player's claim; empty if there is none."""
        self._guide.is_hinted = False
        self._guide.hush()
        self._remind()
        if self._running is not None:
            self._running.follow(self.now, act)
        if act.do == "floor":
            comes = table.is_planned("inspector")
            self._has_judged = bool(claim)
            plain = current_style().text(f"live.inspector.{'comes' if comes else 'told'}")
            self._inspector = claim or plain
        elif not table.is_planned("inspector"):
            self._inspector = ""
        if act.do == "show" and "cut" not in str(act.topic):  # the winning chips, not the cut card
            self.felt.switch_cut(True)
        if act.do in _SOUNDS:
            self.heard.emit(_SOUNDS[act.do])
        self._judge(found, act)
        if table.round_number != self._round or table.over:
            self._round_ended()
        self.felt.let_chips_go({seat: self.seats.middle(seat) for seat in table.guests} if act.do in _HOME else {})
        chips = pushed_chips(table, act)
        if chips is not None and act.seat is not None:
            self.felt.pay_out(chips, self.seats.middle(act.seat))
        self.show_table(animate=act.do not in _IN_PLACE)
        self.felt.let_chips_go({})
        self._stage_ordered(act)
        if table.over:
            self.stop()
            self.over.emit()

    def _claim_for(self, act: Act) -> str:
        """What the inspector says about a claim to which an act calls him: whether it is true, and what is still to be
        paid; else empty."""
        requests = self.table.affairs.requests if self.table is not None and act.do == "floor" else []
        claims = [each for each in requests if each.kind == "claim" and act.seat in (None, each.seat)]
        if not claims:
            return ""
        says = "owed" if claims[0].is_owed else "true" if claims[0].amount else "false"
        return current_style().text(f"live.inspector.claim-{says}", amount=claims[0].amount)

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
        """Carry out an order of an instructor, an incident as soon as it is possible; returns whether it can happen."""
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
        """Stage the incident that an instructor has ordered, if it is possible after this act."""
        staged = self._ordered.staged(self.table, act) if self._ordered is not None and self.table is not None else None
        if staged is not None:
            self._ordered = None
            self.perform(staged, is_told=True)

    def _judge(self, found: tuple[Finding, ...], act: Act | None = None) -> None:
        """Report a mistake, or its correction, at the levels at which that is done at once."""
        line = self._guide.fault(found, act)
        if line is not None:
            self.tell(line)

    def _round_ended(self) -> None:
        table = self.table
        assert table is not None
        played = table.log[self._round - 1]
        self._round = table.round_number
        self._inspector = ""
        self.felt.switch_cut(False)
        if self._running is not None:
            self._running.clear()
        line = self._guide.round_end(played.number, played.all_findings)
        if line is not None:
            self.tell(line)

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
        elif event.key() == Qt.Key.Key_F8 and not self.is_paused:
            self.felt.switch_cut()
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
            self._guide.is_hinted = True
            self.write()

    # ── display ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def show_table(self, animate: bool = True) -> None:
        """Show what lies on the felt now."""
        if self.table is None:
            return
        scene = live_scene(self.table)
        self.felt.reduce_motion = not current_style().motion
        self.felt.show_scene(scene, current_style().language, animate=animate)
        self._show_players(self.table)
        self.felt.show_money(
            {
                self.seats.middle(seat): say(amount, current_style().language)
                for seat, amount in self.table.affairs.money_laid().items()
            }
        )
        self.write()

    def _show_players(self, table: LiveTable) -> None:
        """Show what the players say, and at the felt the signals of their hands."""
        seats = seats_of(table, current_style(), self.now, self._order)
        self.seats.show_seats(seats, self._order)
        self.felt.show_signals({one.seat: one.signal for one in seats if one.signal})

    def write(self) -> None:
        """Write the phrase that is being typed, its choices, the line at the top and the guide."""
        table, style = self.table, current_style()
        if table is None:
            return
        last = last_act(table)
        line = self.phrases.line(self.typed, table.state, last, style)
        self.console.typed.show_line(line)
        self.console.arm(self.phrases.armed_key(self.typed))
        phrase = self.keyboard.phrase(self.typed, table.state, last)
        self.felt.number_cards(_OWN_CARDS if phrase.slot == "front" else "")
        self.felt.look_at(self._named_stacks(phrase))
        if self._is_done and not self.typed.keys and phrase.slot != "seat-or-area":  # areas are taken one after another
            self.console.offer((), at_once=True)
        elif not self.is_paused:
            self.console.spared = self.felt.cards_of_table().translated(self.felt.pos())
            self.console.far = self.seats.y()
            choices = self.phrases.choices(self.typed, table.state, last, style, self._by_hand, self._by_digits)
            at_once = self._by_hand or (table.shift.level == GUIDED and fits_a_row(choices))
            self.console.offer(choices, at_once)
        self.top.show_shift(table, self._inspector, style)
        self._write_guide()

    def _named_stacks(self, phrase: Phrase) -> list[Target]:
        """The stacks of the bet for which an amount is being typed; none if there are too many to stand side by
        side."""
        table = self.table
        if table is None or phrase.slot != "amount":
            return []
        named = self.typed.keys[: phrase.figures_at]
        verb, state = Typed(self.typed.verb), table.state
        found = []
        for spot, owner in self.felt.stacks():
            keys = point(self.keyboard, verb, spot, state, owner)
            if keys[: len(named)] == named or (not phrase.what and named[-1] in keys):  # the player alone was named
                found.append((spot, owner))
        return found if len(found) <= _NEAR_STACKS else []

    def _write_guide(self) -> None:
        is_ball_running = self._running is not None and self._running.is_running
        self.console.guide.show_line(self._guide.line(self.typed, is_ball_running, current_style()))

    def restyle(self) -> None:
        style = current_style()
        if style.language != self._inspected_in:  # the inspector's sentence is not repeated in another language
            self._inspected_in, self._inspector = style.language, ""
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
