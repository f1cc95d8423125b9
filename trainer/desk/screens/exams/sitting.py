"""Controller of a sitting, from unlocking the paper to the sealed result.

During the exam an invigilator who is called can pause it, give more time or end it; a remote one does so by orders. A
sitting that was interrupted is resumed here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from trainer.desk.screens.exams.formats import local_minute, percent
from trainer.desk.screens.exams.machine_check import MachineCheck
from trainer.desk.screens.exams.practice_screen import PracticeScreen
from trainer.desk.screens.exams.sitting_screen import SittingScreen
from trainer.desk.screens.exams.sitting_start import SittingStart, document_choices
from trainer.desk.screens.exams.watch import Watch
from trainer.desk.widgets.choice_list import Listing, Row
from trainer.desk.widgets.form import Field, Question
from trainer.exams.errors import refused
from trainer.exams.keys import KeyRole
from trainer.exams.people import Candidate
from trainer.exams.result import SealedResult
from trainer.exams.roles import Role
from trainer.exams.sitting import BROKEN, Machine, Sitting
from trainer.exams.sitting_state import Phase
from trainer.exams.staff import SignedIn
from trainer.texts import Message

if TYPE_CHECKING:
    from trainer.desk.screens.exams.controller import ExamController

_MINUTES = ("5", "10", "15")
_LOOKS = 3  # measurements of a machine that seems too slow, before it is refused
_BETWEEN_LOOKS_MS = 700


class SittingController:
    """Handles one sitting at a time."""

    def __init__(self, room: ExamController) -> None:
        self._room = room
        self._office = room.office
        self._shell = room.shell
        self._sitting: Sitting | None = None
        self._machine: Machine | None = None
        self._was_full_screen = False

    @property
    def sitting(self) -> Sitting:
        if self._sitting is None:
            raise RuntimeError("nobody sits")
        return self._sitting

    @cached_property
    def screen(self) -> SittingScreen:
        screen = SittingScreen(self._shell.workplace.clock)
        screen.ended.connect(self._handed_in)
        screen.invigilator_wanted.connect(self._call_invigilator)
        return screen

    @cached_property
    def practice(self) -> PracticeScreen:
        screen = PracticeScreen()
        screen.practised.connect(self._practised)
        screen.started.connect(self._start)
        return screen

    @cached_property
    def watch(self) -> Watch:
        assert isinstance(self._shell, QWidget)
        return Watch(self._shell, self._shell.workplace.clock)

    # ── beginning ────────────────────────────────────────────────────────────────────────────────────────────────

    def begin(self) -> None:
        """Choose a paper and a candidate, and unlock the paper."""

        def go_on(sitting: Sitting) -> None:
            self._sitting = sitting
            self._go_on()

        SittingStart(self._room, go_on).begin()

    # ── going on after whatever happened ─────────────────────────────────────────────────────────────────────────

    def resume(self) -> None:
        """List the interrupted sittings, to go on with one."""
        left = [(sitting, self._office.register.find("began", sitting)) for sitting in self._office.unfinished()]
        self._room.choose(
            Listing(
                title=Message("exam-room.left-title"),
                says=Message("exam-room.left-says"),
                rows=tuple(
                    Row(
                        self._who(entry.details["candidate"]),
                        Message("exam-room.left-note", {"at": local_minute(entry.at)}),
                        partial(self.take_up, sitting),
                    )
                    for sitting, entry in left
                    if entry is not None
                ),
                none=Message("exam-room.nothing"),
                back=self._room.show_lobby,
            )
        )

    def _who(self, reference: str) -> str:
        candidate = self._office.people.find(reference)
        return candidate.identity.name if candidate else reference[:16]

    def take_up(self, sitting: str) -> None:
        """Reopen a sitting that was interrupted, and ask for its code."""

        def open_it() -> None:
            if self._sitting is not None:
                self._sitting.close()
            self._sitting = self._office.reopen(sitting)

        if self._room.try_to(open_it):
            self._ask_code()

    def _ask_code(self) -> None:
        """Ask for the invigilator's password and the code of the paper, to resume a sitting."""
        people = self._office.staff.active(Role.INVIGILATOR)
        self._room.ask(
            Question(
                title=Message("exam-room.resume-title"),
                says=Message("exam-room.resume-says", {"who": self._who(self.sitting.header.candidate)}),
                fields=(
                    Field("person", Message("exam-room.person"), choices=tuple((one.id, one.name) for one in people)),
                    Field("password", Message("exam-room.password"), secret=True),
                    Field("document", Message("exam-room.document"), choices=document_choices()),
                    Field("code", Message("exam-room.code")),
                ),
                main=Message("exam-room.resume"),
                then=self._resume,
                back=self._leave,
            )
        )

    def _resume(self, given: dict[str, str]) -> None:
        by = self.sitting.sign_in(self._office.staff, given["person"], given["password"])
        code = given["code"].strip().upper()
        if self.sitting.phase == BROKEN:
            self.sitting.resume(by, code)
        if self.sitting.phase == Phase.LOCKED.value:
            self.sitting.identify(by, self._candidate(), given["document"])
        if self.sitting.phase == Phase.IDENTIFIED.value:
            self.sitting.unlock(by, code)
        if self.sitting.phase == Phase.PAUSED.value:
            self.sitting.go_on(by)
        if self.sitting.phase == Phase.HANDED_IN.value:
            self._seal(given["password"], code)
        else:
            self._go_on()

    def _candidate(self) -> Candidate:
        """The candidate; raises `RefusedError` if the person was erased meanwhile."""
        reference = self.sitting.header.candidate
        found = self._office.people.find(reference)
        if found is None:
            raise refused("no-candidate", candidate=reference)
        return found

    def _leave(self) -> None:
        """Close the sitting and return to the lobby; it can be resumed."""
        if self._sitting is not None:
            self._sitting.close()
            self._sitting = None
        self._room.show_lobby()

    def let_go(self) -> None:
        """Close the sitting as it is; its clock stops until an invigilator resumes it."""
        if self._sitting is not None:
            self.watch.end()
            self.screen.stop()
            self._sitting.close()
            self._sitting = None

    def _go_on(self) -> None:
        """Show the screen of the current phase."""
        phase = self.sitting.phase
        if phase == Phase.UNLOCKED.value:
            self._measure()
        elif phase == Phase.CHECKED.value:
            self._show_practice()
        elif phase == Phase.RUNNING.value:
            self._show_exam()
        elif phase == Phase.PAUSED.value:
            self._ask_to_go_on()
        elif phase == Phase.HANDED_IN.value:
            self._handed_in()

    # ── the machine, and something to practise on ────────────────────────────────────────────────────────────────

    def _measure(self) -> None:
        """Switch to full screen and measure the machine with the practice item."""
        self._was_full_screen = self._shell.isFullScreen()
        self._shell.showFullScreen()
        self.practice.measure(self.sitting)
        self._room.show(self.practice)
        self._look_at_machine(_LOOKS)

    def _look_at_machine(self, looks: int) -> None:
        MachineCheck(self.practice.table.felt, self._office.folder, lambda machine: self._measured(machine, looks - 1))

    def _measured(self, machine: Machine, looks: int) -> None:
        if looks and not machine.is_quick_enough:  # another program may have been busy
            QTimer.singleShot(_BETWEEN_LOOKS_MS, self.practice, lambda: self._look_at_machine(looks))
            return

        def keep() -> None:
            self.sitting.check_machine(machine)
            self._machine = machine

        if self._room.try_to(keep):
            self._show_practice()
        else:
            self._shell.showNormal()
            self._leave()

    def _show_practice(self) -> None:
        self.practice.show_practice(self.sitting, self._machine, self._who(self.sitting.header.candidate))
        self._room.show(self.practice)

    def _practised(self, answer: str) -> None:
        self._room.try_to(lambda: self.sitting.practise(answer))

    def _start(self) -> None:
        if self._room.try_to(self.sitting.start):
            self._go_on()

    # ── the exam ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _show_exam(self) -> None:
        if not self._shell.isFullScreen():
            self._was_full_screen = False
            self._shell.showFullScreen()
        self.watch.begin(self.sitting)
        self._room.show(self.screen)
        self.screen.start(self.sitting, self._machine)

    def _call_invigilator(self) -> None:
        """Call the invigilator. The clock runs on: only an invigilator can stop it."""
        self._room.sign_in(
            (Role.INVIGILATOR,),
            lambda by, _: self._offer_help(by),
            self._show_exam,
            check=lambda person, password: self.sitting.sign_in(self._office.staff, person, password),
            says=Message("exam-room.clock-runs"),
        )

    def _offer_help(self, by: SignedIn) -> None:
        rows: list[tuple[str, Callable[[], object]]] = [
            ("pause", lambda: self._ask_why("pause", lambda why: self._pause(by, why))),
            *((f"give-{minutes}", self._giving(by, int(minutes))) for minutes in _MINUTES),
            ("end", lambda: self._ask_why("end", lambda why: self._end(by, why))),
        ]
        self._room.choose(
            Listing(
                title=Message("exam-room.help-title"),
                says=Message("exam-room.clock-runs"),
                rows=tuple(
                    Row(_help_words(name), Message(f"exam-room.help-about-{name.partition('-')[0]}"), then)
                    for name, then in rows
                ),
                none=Message("exam-room.nothing"),
                back=self._show_exam,
            )
        )

    def _giving(self, by: SignedIn, minutes: int) -> Callable[[], None]:
        return lambda: self._ask_why("give", lambda why: self._give(by, minutes, why))

    def _ask_why(self, what: str, then: Callable[[str], None]) -> None:
        self._room.ask(
            Question(
                title=Message(f"exam-room.why-{what}"),
                fields=(Field("why", Message("exam-room.reason")),),
                main=Message("exam-room.do-it"),
                then=lambda given: then(given["why"]),
                back=self._show_exam,
            )
        )

    def _pause(self, by: SignedIn, why: str) -> None:
        self.sitting.tick()
        self.sitting.pause(by, why)
        self._ask_to_go_on()

    def obey(self, order: str, paper: str, by: SignedIn, why: str) -> bool:
        """Follow the order of a remote invigilator: ``pause``, ``go-on`` or ``end``. Tells whether it was followed; not
        if nobody sits that paper or the phase does not fit."""
        if self._sitting is None or self.sitting.header.commitment.paper != paper:
            return False
        phase = self.sitting.phase
        if order == "pause" and phase == Phase.RUNNING.value:
            return self._room.try_to(lambda: self._pause(by, why))
        if order == "go-on" and phase == Phase.PAUSED.value:
            if self._room.try_to(lambda: self.sitting.go_on(by)):
                self._show_exam()
                return True
        elif order == "end" and phase in (Phase.RUNNING.value, Phase.PAUSED.value):
            return self._room.try_to(lambda: self._end(by, why))
        return False

    def _ask_to_go_on(self) -> None:
        def go_on(by: SignedIn, _: str) -> None:
            self.sitting.go_on(by)
            self._show_exam()

        self.watch.end()
        self.screen.stop()
        self._room.sign_in(
            (Role.INVIGILATOR,),
            go_on,
            None,
            check=lambda person, password: self.sitting.sign_in(self._office.staff, person, password),
            says=Message("exam-room.paused"),
        )

    def _give(self, by: SignedIn, minutes: int, why: str) -> None:
        self.sitting.tick()
        self.sitting.give_time(by, minutes, why)
        self._show_exam()

    def _end(self, by: SignedIn, why: str) -> None:
        self.sitting.end(by, why)
        self._handed_in()

    # ── the end ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _handed_in(self) -> None:
        self.watch.end()
        self.screen.stop()
        if not self._was_full_screen:
            self._shell.showNormal()
        self._room.sign_in(
            (Role.INVIGILATOR,),
            lambda _, password: self._seal(password, ""),
            None,
            says=Message("exam-room.handed-in"),
        )

    def _seal(self, password: str, code: str) -> None:
        station = self._office.keys.unlock(KeyRole.STATION, password)
        found, _ = self._office.seal(self.sitting, station, code)
        who = self._who(self.sitting.header.candidate)
        self.sitting.close()
        self._sitting = None
        self._show_sealed(found, who)

    def _show_sealed(self, found: SealedResult, who: str) -> None:
        """Tell the candidate the mark or only that the paper was handed in, as the scheme says."""
        result = found.result
        tells = result.paper.scheme.verdicts == "at-end"
        params = {
            "who": who,
            "percent": percent(result.marks),
            "digest": found.digest[:16],
            "events": result.count,
        }
        passed = "passed" if result.marks.passed else "failed"
        self._room.ask(
            Question(
                title=Message(f"exam-room.sealed-{passed}" if tells else "exam-room.sealed"),
                says=Message("exam-room.sealed-says-mark" if tells else "exam-room.sealed-says", params),
                main=Message("exam-room.to-lobby"),
                then=lambda _: self._room.show_lobby(),
                back=self._room.show_lobby,
            )
        )


def _help_words(name: str) -> Message:
    act, _, minutes = name.partition("-")
    return Message("exam-room.help-give", {"minutes": minutes}) if minutes else Message(f"exam-room.help-{act}")
