"""A sitting in the terminal: the same steps as at the desk, line by line.

The candidate types answers; a line that begins with a colon is a command. The invigilator's commands ask for a
password.
"""

from __future__ import annotations

import argparse
import os
import select
import shutil
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from trainer.cli.exam_text import item_lines, report_lines
from trainer.cli.streams import print_stderr, read_secret
from trainer.drills.forms import AnswerError
from trainer.exams.errors import RefusedError, refused
from trainer.exams.key_files import KeyFileError
from trainer.exams.keys import KeyRole
from trainer.exams.marks import judged
from trainer.exams.office import Office
from trainer.exams.paper import Paper, PaperItem
from trainer.exams.paper_assembly import DrawRequest, draw_paper
from trainer.exams.paper_items import question_of
from trainer.exams.result import SealedResult
from trainer.exams.roles import Right, need
from trainer.exams.scheme_checks import require_valid
from trainer.exams.scheme_files import Schemes
from trainer.exams.sitting import BROKEN, Machine, Sitting
from trainer.exams.sitting_state import Phase
from trainer.exams.staff import SignedIn
from trainer.runs.offers import Offers
from trainer.texts import Language, Message, say, text
from trainer.texts.system_errors import system_problem

_MEGABYTE = 1_000_000
_TRIES = 3  # attempts at the passphrase; afterwards the result can be sealed later


def sit_in_terminal(
    arguments: argparse.Namespace, office: Office, schemes: Schemes, offers: Offers, language: Language
) -> int:
    """Begin or resume a sitting and conduct it; raises `RefusedError`."""
    terminal = TerminalSitting(office, language)
    if arguments.rehearse:
        return terminal.rehearse(_preview(schemes, offers, arguments.rehearse))
    if not arguments.resume and not (arguments.paper and arguments.candidate):
        raise refused("say-who")
    terminal.invigilator = arguments.invigilator
    if arguments.resume:
        sitting = office.reopen(arguments.resume)
    else:
        candidate = office.people.find(arguments.candidate)
        if candidate is None:
            raise refused("no-candidate", candidate=arguments.candidate)
        station = office.keys.trust.current(KeyRole.STATION, office.clock.wall())
        if station is None:
            raise refused("no-station-key")
        for doubt in office.warnings():
            print_stderr(say(doubt, language))
        office.check_not_sat(arguments.paper, candidate)
        terminal.sign_in_first()
        sitting = office.begin(
            arguments.paper,
            candidate,
            station,
            extra_time=arguments.extra_time,
            trained_by=office.staff.ids_of(arguments.trained_by),
        )
        print(text("exams.say.sitting", language, sitting=sitting.header.sitting))
    try:
        return terminal.conduct(sitting, arguments.document)
    finally:
        sitting.close()


def _preview(schemes: Schemes, offers: Offers, scheme: str) -> Paper:
    from_chance = str(time.time_ns())
    drawing = DrawRequest(seed=from_chance, nonce=bytes(32), now=_now(), by="preview", rehearsal=True)
    return draw_paper(require_valid(schemes.load(scheme), offers), drawing, offers)


class TerminalSitting:
    """Conducts one sitting in the terminal."""

    def __init__(self, office: Office, language: Language) -> None:
        self.invigilator = ""
        self._office = office
        self._language = language
        self._code = ""
        self._sitting: Sitting | None = None
        self._signed_in: SignedIn | None = None  # before the sitting began

    def sign_in_first(self) -> None:
        """Sign the invigilator in before a sitting begins, so that a wrong password begins nothing."""
        by = self._office.staff.sign_in(self.invigilator, self._ask_password())
        need(by.role, Right.IDENTIFY)
        self._signed_in = by

    def conduct(self, sitting: Sitting, document: str) -> int:
        """Conduct a sitting from its current phase to the sealed result; returns the exit status."""
        self._sitting = sitting
        sitting.is_ticked = os.name == "posix" and sys.stdin is not None and sys.stdin.isatty()
        if sitting.phase == BROKEN:
            sitting.resume(self._staff(sitting), self._ask_code())
        elif sitting.phase in (Phase.LOCKED, Phase.IDENTIFIED):
            self._unlock(sitting, document)
        if sitting.phase == Phase.UNLOCKED:
            sitting.check_machine(_machine(self._office.folder))
        if sitting.phase == Phase.CHECKED:
            self._practise(sitting)
        self._work(sitting)
        if sitting.state.phase is not Phase.HANDED_IN:
            raise self._left(sitting)
        self._say("handed-in", hash=sitting.last_hash[:16])
        found, path = self._seal(sitting)
        if found.result.paper.scheme.verdicts == "at-end":
            for line in report_lines(found, self._language):
                print(line)
        print(path)
        return 0

    def _unlock(self, sitting: Sitting, document: str) -> None:
        by = self._signed_in or self._staff(sitting)
        if sitting.phase == Phase.LOCKED:
            candidate = self._office.people.find(sitting.header.candidate)
            if candidate is None:
                raise refused("no-candidate", candidate=sitting.header.candidate)
            self._say("identify", name=candidate.identity.name, document=candidate.identity.document)
            self._wait_for_enter(sitting)
            sitting.identify(by, candidate, document)
        sitting.unlock(by, self._ask_code())

    def _seal(self, sitting: Sitting) -> tuple[SealedResult, Path]:
        """Seal the result; a wrong passphrase can be repeated.

        If the program ended since the paper was unlocked, its code is asked for again.
        """
        code = "" if sitting.state.known_paper else self._code or self._ask_code()
        role = Message(f"certificates.role.{KeyRole.STATION.value}")
        for tries in reversed(range(_TRIES)):
            passphrase = read_secret(text("exams.ask.passphrase", self._language, who=role))
            try:
                station = self._office.keys.unlock(KeyRole.STATION, passphrase)
            except KeyFileError as error:
                if not tries or not passphrase:
                    raise
                print(say(error.message, self._language))
            else:
                break
        return self._office.seal(sitting, station, code)

    def _left(self, sitting: Sitting) -> RefusedError:
        """Error that tells how to resume the sitting, for when the input ends."""
        return RefusedError(Message("exams.say.left", {"sitting": sitting.header.sitting}))

    def _staff(self, sitting: Sitting) -> SignedIn:
        return sitting.sign_in(self._office.staff, self.invigilator, self._ask_password())

    def _ask_password(self) -> str:
        return read_secret(text("exams.ask.password", self._language, who=self.invigilator))

    def _ask_code(self) -> str:
        self._code = read_secret(text("exams.ask.code", self._language, who=""))
        return self._code

    def _practise(self, sitting: Sitting) -> None:
        """Ask a practice item, if there is one, then start."""
        for item in sitting.paper.practice[:1]:
            self._say("practice")
            for line in item_lines(item, self._language, 0):
                print(line)
            given = self._line()
            question = sitting.practice[0]
            try:
                sitting.practise(question.draft.form.parse_typed(given, self._language, question.rules))
            except AnswerError as error:
                print(say(error.message, self._language))
        self._say("start")
        self._wait_for_enter(sitting)
        sitting.start()

    def _work(self, sitting: Sitting) -> None:
        """Read answers and commands until the sitting is handed in or the input ends."""
        shown = 0
        while True:
            sitting.tick()
            if sitting.state.phase is Phase.HANDED_IN:
                return
            if sitting.item and sitting.item != shown:
                for line in item_lines(sitting.paper.item(sitting.item), self._language, len(sitting.paper.items)):
                    print(line)
            shown = sitting.item
            print(self._time_left(sitting))
            line = self._line()
            if not line:
                return
            try:
                self._do(sitting, line.strip())
            except AnswerError as error:
                print(text("drill.not-an-answer", self._language, problem=error.message))
            except RefusedError as error:
                print(say(error.message, self._language))
            except OSError as error:  # for example a full disk: the answer is not stored and the item stays
                print(say(system_problem(error), self._language))

    def _do(self, sitting: Sitting, line: str) -> None:
        """Perform a command, or record an answer."""
        if not line.startswith(":"):
            question = sitting.question
            sitting.answer(question.draft.form.parse_typed(line, self._language, question.rules))
            if not sitting.state.is_forward:
                sitting.skip()
            return
        word, _, rest = line[1:].partition(" ")
        match word:
            case "flag" if not rest or rest.isdecimal():
                number = int(rest or sitting.item)
                sitting.flag(number, number not in sitting.state.flags)
            case "go" if rest.isdecimal():
                sitting.show(int(rest))
            case "next":
                sitting.skip()
            case "part":
                sitting.finish_part()
            case "hand-in":
                self._say("confirm", open=len(sitting.paper.items) - len(sitting.state.answers))
                sitting.hand_in(confirmed=self._line().strip().casefold() in ("sí", "si", "s", "yes", "y"))
            case "pause":
                sitting.pause(self._staff(sitting), rest)
            case "continue":
                sitting.go_on(self._staff(sitting))
            case "time" if rest.partition(" ")[0].isdecimal():
                minutes, _, why = rest.partition(" ")
                sitting.give_time(self._staff(sitting), int(minutes), why)
            case "end":
                sitting.end(self._staff(sitting), rest)
            case "hint" | "lesson":
                sitting.hint()
            case _:
                self._say("commands")

    def _time_left(self, sitting: Sitting) -> str:
        """Time left for the item, if it is timed, and for the part; and the flagged items."""
        left = [ms for ms in (sitting.item_left_ms, sitting.part_left_ms) if ms is not None]
        words = " · ".join(f"{ms // 60_000}:{ms // 1000 % 60:02}" for ms in left) or "–"
        flags = ", ".join(map(str, sorted(sitting.state.flags))) or "–"
        return text("exams.say.left-over", self._language, time=words, flags=flags)

    def rehearse(self, paper: Paper) -> int:
        """Ask all items for practice and count the right answers; nothing is stored."""
        right = 0
        for item in paper.items:
            for line in item_lines(item, self._language, len(paper.items)):
                print(line)
            line = self._line()
            if not line:
                break
            right += _is_right(item, line, self._language)
        self._say("rehearsed", right=right, items=len(paper.items))
        return 0

    def _wait_for_enter(self, sitting: Sitting) -> None:
        if not self._line():
            raise self._left(sitting)

    def _line(self) -> str:
        """Next line with its line end; empty at the end of input. The time goes on while waiting."""
        print("> ", end="", flush=True)
        try:
            if self._sitting is not None and self._sitting.is_ticked:
                while not select.select([sys.stdin], [], [], 1.0)[0]:
                    self._sitting.tick()
            return sys.stdin.readline() if sys.stdin is not None else ""
        except (OSError, UnicodeError):
            return ""

    def _say(self, what: str, **params: str | int) -> None:
        print(text(f"exams.say.{what}", self._language, **params))


def _is_right(item: PaperItem, line: str, language: Language) -> bool:
    try:
        return judged(item, question_of(item).draft.form.parse_typed(line, language))[0]
    except AnswerError:
        return False


def _machine(folder: Path) -> Machine:
    """Measurements of a terminal: only the free disk space."""
    free = shutil.disk_usage(folder).free // _MEGABYTE
    return Machine(screen="terminal", frame_ms=0, latency_ms=0, free_mb=int(free))


def _now() -> datetime:
    return datetime.now(UTC)
