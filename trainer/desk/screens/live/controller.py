"""Controller of the live table: start page, shift and debrief.

It writes each act to the shift's file at once, lets a real or simulated device deal, plays the table's sounds,
stores an ended shift in the trainee's records and saves its report.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from pathlib import Path

from msgspec import structs
from PySide6.QtGui import QGuiApplication

from trainer.course.lessons import has_lesson
from trainer.course.path import Course
from trainer.desk.screens.live.debrief_screen import DebriefScreen
from trainer.desk.screens.live.lesson_pages import page_for
from trainer.desk.screens.live.screen import LiveScreen
from trainer.desk.screens.live.start_screen import LiveStartScreen
from trainer.desk.screens.live.texts import ActWords
from trainer.desk.screens.sensors.listener import Listener
from trainer.desk.shell.navigation import Place
from trainer.desk.shell.protocol import Shell
from trainer.desk.style.sounds import TableSounds
from trainer.desk.style.style import current_style
from trainer.desk.table.picture_cache import PictureCache
from trainer.games.core import RequestError
from trainer.games.round import Act, Finding
from trainer.games.rules import load_rules
from trainer.live.judge import open_table
from trainer.live.keys import Keyboard
from trainer.live.replay import Recorder, read_replay, replay_bytes, resume
from trainer.live.shift import Shift, read_shift_code, shift_code
from trainer.live.shift_records import Comparison, compare, store_shift
from trainer.live.table import LiveTable
from trainer.rulebooks import RulebookError
from trainer.rulebooks.schema import GameRules
from trainer.runs.offers import Offer
from trainer.runs.plan import Plan
from trainer.runs.run import RECORDING_FAILURES, problem_of
from trainer.sensors.events import Event
from trainer.sensors.live_acts import LiveActs, brings, is_gap, real_kind
from trainer.sensors.sessions import Origin
from trainer.system.input_files import read_input_file
from trainer.system.lazy_imports import lazily
from trainer.system.private_files import make_private_folder, write_private
from trainer.texts import Message, say
from trainer.texts.system_errors import system_problem

with lazily():  # reportlab is large
    from trainer.desk.screens.live.report_pdf import report_pdf

_SEEDS = 2**32


class LiveController:
    """One shift at a time. It is written act by act into the trainee's folder, so that it can be gone on with."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._library = shell.workplace.offers.library
        self._recorder: Recorder | None = None  # `None`: the shift cannot be saved
        self._device: Listener | None = None  # a real shoe, wheel or pair of dice
        self._unstored: LiveTable | None = None  # a shift that has ended, but could not be stored
        self._is_unsure = False  # whether anything of the shift came from a device that makes it not count
        self._has_gap = False  # whether the device missed anything of the shift
        self._start_place = Place(self._show_start)
        self._table_place = Place(self._show_table, self._leave_table)
        self._debrief_place = Place(lambda: shell.show_screen(self.debrief), self._leave_debrief)

    # ── screens ──────────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def start(self) -> LiveStartScreen:
        screen = LiveStartScreen()
        screen.back.connect(self._shell.navigation.pop)
        screen.began.connect(self.begin)
        screen.code_given.connect(self._begin_code)
        screen.go_on_wanted.connect(self.resume)
        return screen

    @cached_property
    def table(self) -> LiveScreen:
        workplace = self._shell.workplace
        screen = LiveScreen(workplace.clock, PictureCache(workplace.folders.tables))
        screen.over.connect(self._end)
        screen.end_wanted.connect(self._end)
        screen.leave_wanted.connect(self._shell.navigation.pop)
        screen.lesson_wanted.connect(self._open_lesson)
        screen.heard.connect(self._hear)
        screen.spoken.connect(self._speak)
        return screen

    @cached_property
    def debrief(self) -> DebriefScreen:
        screen = DebriefScreen(self._library, self._shell.workplace.clock)
        screen.back.connect(self._shell.navigation.pop)
        screen.again.connect(self._again)
        screen.another_wanted.connect(self._begin_another)
        screen.export_wanted.connect(self._export)
        return screen

    @cached_property
    def sounds(self) -> TableSounds:
        return TableSounds(self._shell.workplace.folders.sounds)

    def _hear(self, sound: str) -> None:
        if self._shell.settings.sound != "off":
            self.sounds.play(sound)

    def _speak(self, words: str) -> None:
        if self._shell.settings.sound == "voice":
            self.sounds.speak(words, current_style().language)

    # ── before the shift ─────────────────────────────────────────────────────────────────────────────────────────────

    def show(self, offer: Offer, device: Listener | None = None) -> None:
        """Open the page before a shift at a table; a notice if the game cannot be dealt live. ``device`` brings its
        cards, numbers or dice."""
        try:
            open_table(offer.rules)
            Keyboard(offer.rules, 9)
        except (RequestError, KeyError):
            self._shell.tell(Message("live.start.not-here"))
            return
        if device is not None and device is not self._device:
            device.heard.connect(self._hear_device)
        self._device = device
        self.start.show_table(offer.rules, "" if device is None else _trust(device, offer.rules))
        self._shell.navigation.push(self._start_place)

    def _show_start(self) -> None:
        """Show the page before a shift, with the shift that can be gone on with now."""
        self.start.show_left(self._left())
        self._shell.show_screen(self.start)

    def _path(self) -> Path:
        """The file of the current profile's shift."""
        workplace = self._shell.workplace
        profile = workplace.recording.wanted
        name = profile.hex if profile is not None else "first"
        return workplace.folders.shifts / f"{name}.jsonl"

    def _left(self) -> tuple[str, int] | None:
        """Name of the game and number of the round of an unfinished shift; `None` if there is none."""
        try:
            replay = read_replay(read_input_file(self._path()))
            shift = replay.shift
            rules = load_rules(self._library, shift.rulebook, shift.game, shift.variant, shift.options)
        except (OSError, RequestError, RulebookError):
            return None
        if not replay.acts:  # nothing to lose
            return None
        return say(rules.names, current_style().language), len(replay.digests) + 1

    def begin(self, shift: Shift) -> None:
        """Begin a new shift like this one, with a newly drawn seed and the device that was given to `show`."""
        seed = self._shell.workplace.rng.randrange(1, _SEEDS)
        shift = structs.replace(shift, seed=seed)
        if self._device is not None and self.start.rules is not None:
            shift = structs.replace(shift, real=(real_kind(self.start.rules),))
        self.begin_exactly(shift)

    def begin_exactly(self, shift: Shift) -> None:
        """Begin a shift with the seed that it has; the start page tells why if that is impossible."""
        try:
            table = LiveTable(shift, self._library)
        except (RequestError, RulebookError) as error:
            self.start.tell(current_style().text("live.start.bad-code", problem=str(error)))
            return
        self.close()
        try:
            make_private_folder(self._path().parent)
            self._recorder = Recorder(table, self._path())
        except OSError as error:
            self._shell.tell(Message("live.not-saved", {"problem": system_problem(error)}))
        self._open(table)

    def _begin_code(self, code: str) -> None:
        try:
            shift = read_shift_code(code)
        except RequestError as error:
            self.start.tell(current_style().text("live.start.bad-code", problem=str(error)))
            return
        self.begin_exactly(shift)

    def resume(self) -> None:
        """Go on, paused, with the shift that was left; the start page tells why if that is impossible."""
        self.close()
        try:
            recorder = resume(self._path(), self._library)
        except OSError as error:
            self.start.tell(
                current_style().text(
                    "live.start.not-resumed", problem=say(system_problem(error), current_style().language)
                )
            )
            return
        except (RequestError, RulebookError) as error:
            self.start.tell(current_style().text("live.start.not-resumed", problem=str(error)))
            return
        self._recorder = recorder
        real = recorder.table.shift.real
        if real and (self._device is None or real != (real_kind(recorder.table.rules),)):
            self.close()
            self.start.tell(current_style().text("live.start.needs-device"))
            return
        self._open(recorder.table)
        if recorder.table.shift.real:  # the device may have dealt meanwhile, and another one may have before
            self._miss()
        self.table.pause()  # the clock waits until the trainee is ready

    def _open(self, table: LiveTable) -> None:
        device = self._device if table.shift.real else None
        self._is_unsure = device is not None and _trust(device, table.rules) != "device"
        self._has_gap = False
        self.table.begin(table, self._perform, LiveActs() if device is not None else None)
        navigation = self._shell.navigation
        if navigation.current is self._debrief_place:
            navigation.replace(self._table_place)
        else:
            navigation.push(self._table_place)

    # ── the shift ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _show_table(self) -> None:
        """Show the table, paused if the user comes back from a lesson."""
        self._shell.show_screen(self.table)

    def obey(self, order: str, seat: int) -> bool:
        """Let happen what an instructor orders; `False` if it cannot, or the table is not in front of the trainee."""
        return self._shell.navigation.current is self._table_place and self.table.obey(order, seat)

    def _hear_device(self, event: Event, _by_hand: bool) -> None:
        """Let the device deal. What it brings while the shift is paused or a lesson is open is missed."""
        if self._table_place not in self._shell.navigation.places:
            return
        table = self.table.table
        if self._device is not None and table is not None and _trust(self._device, table.rules) != "device":
            self._is_unsure = True  # a laptop may hear late which device it is
        is_heard = self._shell.navigation.current is self._table_place and not self.table.is_paused
        if is_gap(event) or (brings(event) and not is_heard):
            self._miss()
        if is_heard:
            self.table.hear(event)

    def _miss(self) -> None:
        """Stop counting the shift: after a missed report later findings may be wrong without a mistake of the
        dealer."""
        if not self._has_gap:
            self._has_gap = True
            self._shell.tell(Message("live.device-missed"))

    def _leave_table(self) -> None:
        self.table.stop()
        self.close()

    def _perform(self, act: Act) -> tuple[Finding, ...]:
        """Do something at the table and write it down at once; a full disk does not stop the shift."""
        table = self.table.table
        assert table is not None
        if self._recorder is None:
            return table.perform(act)
        try:
            return self._recorder.perform(act)
        except OSError as error:  # the act was done, but not written
            self.close()
            self._shell.tell(Message("live.not-saved", {"problem": system_problem(error)}))
            return ()

    def close(self) -> None:
        """Close the file of the shift; what was done is in it."""
        if self._recorder is not None:
            with suppress(OSError):
                self._recorder.close()
            self._recorder = None

    def _open_lesson(self) -> None:
        """Pause and open the game's lesson at the page about what the dealer is doing."""
        table = self.table.table
        if table is None:
            return
        if not self.table.is_paused:
            self.table.pause()
        rules: GameRules = table.rules
        if not has_lesson(rules.game, current_style().language):
            self._shell.tell(Message("desk.window.no-lesson"))
            return
        shift = table.shift
        course = Course(rules, current_style().language, self._library)
        pages = {heading.id for heading in course.contents}
        plan = Plan(rulebook=rules.rulebook, game=rules.game, variant=shift.variant, options=shift.options)
        self._shell.show_lesson_of(plan, page_for(table, self.table.typed.verb, pages))

    def _end(self) -> None:
        """Show the debrief in place of the table."""
        self.table.stop()
        table = self.table.table
        if table is None:
            return
        self.close()
        self._shell.navigation.replace(self._debrief_place)
        compared, problem = self._store_ended(table)
        self.debrief.show_shift(table, compared)
        if problem is not None:
            self.debrief.tell(problem)

    def _store_ended(self, table: LiveTable) -> tuple[Comparison | None, Message | None]:
        """Store a shift that has ended and remove its file, which is kept as long as it could not be stored."""
        compared, problem = self._store(table)
        self._unstored = table if problem is not None else None
        if problem is None:
            with suppress(OSError):
                self._path().unlink(missing_ok=True)
        return compared, problem

    def _store(self, table: LiveTable) -> tuple[Comparison | None, Message | None]:
        """Store the rounds as attempts of skills; returns how the shift compares with earlier ones, and why it could
        not be stored."""
        try:
            store, profile = self._shell.workplace.recording.open()
            session = store_shift(store, profile, table, simulated=self._is_unsure or self._has_gap)
            return compare(store, profile, table, session) if session is not None else None, None
        except RECORDING_FAILURES as error:
            return None, Message("live.debrief.not-recorded", {"problem": problem_of(error)})

    def _leave_debrief(self) -> None:
        self.debrief.stop()

    # ── after the shift ──────────────────────────────────────────────────────────────────────────────────────────────

    def _again(self) -> None:
        if self.debrief.table is not None and self._is_stored():
            self.begin_exactly(self.debrief.table.shift)

    def _begin_another(self) -> None:
        if self.debrief.table is not None and self._is_stored():
            self.begin(structs.replace(self.debrief.table.shift, level=self.debrief.next_level))

    def _is_stored(self) -> bool:
        """Whether the shift that has ended is in the trainee's records; if it could not be stored, try again now. A new
        shift would take the place of its file."""
        if self._unstored is not None:
            _, problem = self._store_ended(self._unstored)
            if problem is not None:
                self.debrief.tell(problem)
        return self._unstored is None

    def _export(self) -> None:
        """Write the report and the replay beside the saved pictures, and copy the code of the shift."""
        table = self.debrief.table
        if table is None or self.debrief.shown is None:
            return
        style, workplace = current_style(), self._shell.workplace
        words = ActWords(table, Keyboard(table.rules, 9))
        path = workplace.folders.pictures / f"{table.rules.game}-{workplace.now():%Y%m%d-%H%M%S}.pdf"
        QGuiApplication.clipboard().setText(shift_code(table.shift))
        try:
            write_private(path, report_pdf(table, self.debrief.shown, words, style, self.debrief.compared))
            write_private(path.with_suffix(".jsonl"), replay_bytes(table))
        except OSError as error:
            self.debrief.tell(Message("live.debrief.not-saved", {"problem": system_problem(error)}))
            return
        self._shell.tell(Message("live.debrief.saved", {"path": str(path)}))


def _trust(device: Listener, rules: GameRules) -> str:
    """``device`` if a shift with this device counts, else why not: ``simulated``, or ``unnumbered`` if a shoe does not
    number its reports. A card that it did not read would go unnoticed, and all that follows would look wrong."""
    if not device.origin.is_real:
        return "simulated"
    is_numbered = device.origin is Origin.HAND or device.profile.numbers_reports
    return "device" if is_numbered or real_kind(rules) != "shoe" else "unnumbered"
