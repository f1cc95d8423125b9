"""A sitting: one candidate, one paper, one machine. `README.md` shows how a screen uses it.

Every event is in the hash-chained log on disk before a method returns. If writing fails, nothing has happened and the
method raises. A sitting that is opened again waits for the invigilator's code and continues at the same item with the
same time left.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from trainer.drills.core import Question
from trainer.exams import events as e
from trainer.exams.clock import Clock
from trainer.exams.errors import RefusedError, refused
from trainer.exams.locked_paper import LockedPaper
from trainer.exams.log_files import CounterFile
from trainer.exams.paper import PaperItem
from trainer.exams.paper_items import question_of, rules_in
from trainer.exams.people import Candidate, Identity
from trainer.exams.result import SittingHeader
from trainer.exams.roles import Right, need, need_other_person
from trainer.exams.sitting_state import LONGEST_LATENCY, SLOWEST_FRAME, Phase, replay
from trainer.exams.sitting_storage import BROKEN, CHECKPOINT_MS, StoredSitting
from trainer.exams.staff import SignedIn, Staff
from trainer.rulebooks import GameRules, RulebookError
from trainer.system.people_names import same_name
from trainer.texts import Message

__all__ = ["BROKEN", "ItemStanding", "Machine", "Sitting"]

CLOCK_JUMP_MS = 2000  # difference between wall clock and monotonic clock that counts as a change
GAP_MS = 5000  # between two ticks: the machine slept or hung
LEAST_FREE_MB = 50
LONG_STALL_MS = 2000  # a stall of the machine that is logged as an incident


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """Measurements of the machine, taken by the desk."""

    screen: str  # "1920x1080"
    screens: int = 1
    frame_ms: int = 0
    latency_ms: int = 0
    free_mb: int = 0
    readers: tuple[str, ...] = ()

    @property
    def is_quick_enough(self) -> bool:
        """Whether parts in which time counts can be sat on it."""
        return self.frame_ms <= SLOWEST_FRAME and self.latency_ms <= LONGEST_LATENCY


def check_other_person(by: SignedIn, identity: Identity) -> None:
    """Raise `RefusedError` if the invigilator and the candidate are the same person, under any id."""
    for own in by.ids:
        need_other_person(own, identity.staff, "own-exam")
    if by.name and same_name(by.name, identity.name):
        raise RefusedError(Message("exams.conflict.own-exam"))


class ItemStanding(msgspec.Struct, frozen=True, kw_only=True):
    """State of an item of the current part, for the overview."""

    number: int
    is_shown: bool  # now
    is_answered: bool
    is_flagged: bool
    is_open: bool  # may be turned to


class Sitting(StoredSitting):
    """What invigilator and candidate do, and what a screen shows of it."""

    def __init__(
        self, folder: Path, counter: CounterFile, header: SittingHeader, locked: LockedPaper, clock: Clock
    ) -> None:
        super().__init__(folder, counter, header, locked, clock)
        self._questions: dict[int, Question] = {}
        self._rules: dict[str, GameRules | None] = {}  # by game

    # ── display ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def item(self) -> int:
        """Number of the item shown; 0 if none."""
        return self.state.item

    @property
    def question(self) -> Question:
        """The question shown. The screen must not reveal its solution."""
        if not self.state.item:
            raise refused("not-open", item=0)
        return self.question_of(self.state.item)

    def question_of(self, number: int) -> Question:
        """Question of an item, converted once."""
        if number not in self._questions:
            item = self.paper.item(number)
            self._questions[number] = question_of(item, self._rules_of(item))
        return self._questions[number]

    def _rules_of(self, item: PaperItem) -> GameRules | None:
        if item.game not in self._rules:
            try:
                self._rules[item.game] = rules_in(self.paper, item)
            except (RulebookError, KeyError):
                self._rules[item.game] = None  # the felt is shown without details from the rules
        return self._rules[item.game]

    @property
    def overview(self) -> tuple[ItemStanding, ...]:
        """Items of the current part, in order."""
        state = self.state
        return tuple(
            ItemStanding(
                number=item.number,
                is_shown=item.number == state.item,
                is_answered=item.number in state.answers,
                is_flagged=item.number in state.flags,
                is_open=state.is_open(item.number),
            )
            for item in state.items
        )

    @property
    def practice(self) -> tuple[Question, ...]:
        """Practice questions."""
        return tuple(question_of(item) for item in self.paper.practice)

    @property
    def part_left_ms(self) -> int | None:
        """Time left in the part now; ``None`` where only items are timed."""
        left = self.state.part_left
        return None if left is None else max(0, left - self._since())

    @property
    def item_left_ms(self) -> int | None:
        """Time left for the item now; ``None`` if it is not timed."""
        left = self.state.item_left
        return None if left is None else max(0, left - self._since())

    def _since(self) -> int:
        """Exam time since the last event."""
        return self._used_now() - self.state.used

    # ── the invigilator ──────────────────────────────────────────────────────────────────────────────────────────

    def sign_in(self, staff: Staff, person: str, password: str) -> SignedIn:
        """Sign in a member of the staff; a wrong password is logged."""
        try:
            return staff.sign_in(person, password)
        except RefusedError as error:
            if error.message.id == "exams.refused.wrong-password" and self._may_log():
                self._record(e.WrongCode, role="staff", tries=staff.wrong_tries(person))
            raise

    def identify(self, by: SignedIn, candidate: Candidate, document: str) -> None:
        """Record that the invigilator saw the candidate and a document of this kind."""
        need(by.role, Right.IDENTIFY)
        check_other_person(by, candidate.identity)
        if candidate.reference != self.header.candidate:
            raise refused("other-candidate")
        self._record(e.Identified, by=by.id, document=document[: e.LONGEST_NOTE])

    def note_wrong_codes(self, tries: int) -> None:
        """Log wrong codes that were given before the log existed."""
        if tries:
            self._record(e.WrongCode, role="invigilator", tries=tries)

    def unlock(self, by: SignedIn, code: str) -> None:
        """Open the paper with its code; the time does not run yet."""
        need(by.role, Right.UNLOCK)
        self.state.check(e.Unlocked(**self._stamp(), by=by.id))
        paper = self._open_with_code(code)
        self.state.known_paper = paper
        self._wrong_codes = 0
        self._record(e.Unlocked, by=by.id)
        self.sign_with(by)
        self.checkpoint()

    def resume(self, by: SignedIn, code: str) -> None:
        """Continue an interrupted sitting."""
        need(by.role, Right.RESUME)
        if not self.is_broken or self.state.phase is Phase.HANDED_IN:
            raise refused("not-in-phase", phase=Message(f"exams.phase.{self.phase}"))
        paper = self._open_with_code(code)
        happened = [e.read_event(each.event) for each in self._log.events]
        state = replay(paper, self.header.extra_time, happened)
        # Exam time that no event holds yet is charged by the resumption.
        used = max(state.used, self._used) if state.phase is Phase.RUNNING else state.used
        away = max(0, self._wall_ms() - happened[-1].wall)
        self.state, self._used = state, used
        self._running = self._clock.running_ms()
        event = e.Resumed(**self._stamp(), by=by.id, torn=self._log.torn, away=away)
        self.is_broken = False
        try:
            self._append(event)
        except BaseException:
            self.is_broken = True
            raise
        if self._wrong_codes:  # given while the log was closed
            self._record(e.WrongCode, role="invigilator", tries=self._wrong_codes)
        self._wrong_codes = 0
        self._write_counter()
        if happened[-1].boot != self._clock.boot:
            self._record(e.Incident, what="restarted", detail="", lasted=away)
        if jumped := self._jump_since(happened[-1]):
            self._note_clock(jumped)
        self._log_transfer()
        self.sign_with(by)
        self.checkpoint()
        self._close_overdue()

    def _jump_since(self, last: e.Event) -> int:
        """How far the wall clock was set while the sitting was interrupted, in milliseconds.

        Within one boot the monotonic clock shows it in full; after a restart only a step back can be seen.
        """
        passed = self._clock.running_ms() - last.ms if last.boot == self._clock.boot else 0
        jumped = self._wall_ms() - last.wall - passed
        return jumped if jumped < -CLOCK_JUMP_MS or (passed and jumped > CLOCK_JUMP_MS) else 0

    def pause(self, by: SignedIn, why: str) -> None:
        """Pause the sitting: exam time stops."""
        need(by.role, Right.PAUSE)
        self._record(e.Paused, by=by.id, why=why[: e.LONGEST_NOTE])

    def go_on(self, by: SignedIn) -> None:
        """End a pause."""
        need(by.role, Right.PAUSE)
        self._record(e.Continued, by=by.id)

    def give_time(self, by: SignedIn, minutes: int, why: str) -> None:
        """Add minutes to the current part."""
        need(by.role, Right.GIVE_EXTRA_TIME)
        if not why.strip():
            raise refused("no-reason")
        self._record(e.ExtraTime, by=by.id, added=minutes * 60_000, why=why[: e.LONGEST_NOTE])

    def end(self, by: SignedIn, why: str) -> None:
        """End the sitting for the candidate."""
        need(by.role, Right.END_SITTING)
        if not why.strip():
            raise refused("no-reason")
        self._record(e.HandedIn, why="invigilator", by=by.id, note=why[: e.LONGEST_NOTE])

    # ── before the clock runs ────────────────────────────────────────────────────────────────────────────────────

    def check_machine(self, machine: Machine) -> None:
        """Record the measurements; raises `RefusedError` if the exam cannot be sat on this machine."""
        if machine.free_mb < LEAST_FREE_MB:
            raise refused("little-disk", free=machine.free_mb, least=LEAST_FREE_MB)
        timed = any(part.counts.value == "accuracy-and-time" for part in self.paper.scheme.parts)
        if timed and not machine.is_quick_enough:
            raise refused("slow-machine", frame=machine.frame_ms, latency=machine.latency_ms)
        self._record(e.MachineChecked, **msgspec.structs.asdict(machine), timed_parts=machine.is_quick_enough)
        if machine.screens > 1:
            self._record(e.Incident, what="second-screen", detail=str(machine.screens), lasted=0)

    def practise(self, answer: str) -> None:
        """Answer the practice item, which does not count."""
        question = self.practice[0]
        self._record(e.Practised, answer=question.family.mark(question, answer).given[: e.LONGEST_ANSWER])

    def start(self) -> None:
        """Start the time and show the first item of the first part."""
        self._record(e.Started)
        self._next_part()

    # ── the candidate ────────────────────────────────────────────────────────────────────────────────────────────

    def show(self, number: int) -> Question:
        """Go to an item of the part."""
        self.tick()
        self._record(e.Shown, item=number)
        return self.question

    def answer(self, given: str, *, frame_ms: int = 0, latency_ms: int = 0, stall_ms: int = 0) -> None:
        """Record an answer to the current item; in a forward part the next item follows.

        Raises `AnswerError` if the text is not an answer (the item stays) and `RefusedError` if its time is up.
        """
        number = self.state.item
        if not number:
            raise refused("closed") if self.state.phase is Phase.HANDED_IN else refused("not-open", item=0)
        self.tick()
        if self.state.item != number:  # its time is up; do not count this for the next item
            raise refused("time-up", item=number)
        if len(given) > e.LONGEST_ANSWER or not given.isprintable():
            raise refused("bad-answer", item=number)
        question = self.question
        kept = question.family.mark(question, given).given
        stamp = self._stamp()
        raw = self.state.item_used.get(number, 0) + stamp["used"] - self.state.used
        # A stall may have begun before the item was shown: never subtract more than was measured.
        stall_ms = min(stall_ms, raw)
        frame_ms, latency_ms = min(frame_ms, self.state.frame_ms), min(latency_ms, self.state.latency_ms)
        times = {"raw": raw, "frame": frame_ms, "latency": latency_ms, "stalls": stall_ms}
        self._append(e.Given(**stamp, item=number, answer=kept, **times))
        if stall_ms > LONG_STALL_MS:
            self.incident("stall", "", stall_ms)
        if self.state.is_forward:
            self._next_item()

    def skip(self) -> Question | None:
        """Go to the next open unanswered item in a part with free order; ``None`` if there is none."""
        following = self.state.next_open
        return self.show(following) if following and not self.state.is_forward else None

    def flag(self, number: int, on: bool = True) -> None:
        """Flag an item to come back to, or remove the flag."""
        self._record(e.Flagged, item=number, on=on)

    def finish_part(self) -> None:
        """Close the current part for good. The last part is handed in instead."""
        if self.state.part is None or self.state.is_last_part:
            raise refused("not-open-part")
        self._record(e.PartFinished, part=self.state.part.id, why="candidate")
        self._next_part()

    def hand_in(self, *, confirmed: bool) -> None:
        """Hand in; the candidate must have confirmed."""
        if not confirmed:
            raise refused("confirm")
        self._record(e.HandedIn, why="candidate")

    def hint(self) -> None:
        """Always raises `RefusedError`: an exam gives no hints."""
        raise refused("not-in-an-exam")

    # ── time and incidents ───────────────────────────────────────────────────────────────────────────────────────

    def tick(self) -> None:
        """Call every second: stores the time used, closes what has run out of time, and notes a changed clock."""
        if self.is_broken or self.state.phase not in (Phase.RUNNING, Phase.PAUSED):
            return
        running, wall = self._clock.running_ms(), self._wall_ms()
        passed, jumped = running - self._running, wall - running - self._offset
        self._used = self._used_now()
        self._running = running
        if abs(jumped) > CLOCK_JUMP_MS:
            self._offset = wall - running
            self._note_clock(jumped)
        if passed > GAP_MS and self.state.phase is Phase.RUNNING and self.is_ticked:
            self._record(e.Incident, what="gap", detail="", lasted=passed)
        self._write_counter()
        if running - self._signed_ms > CHECKPOINT_MS:
            self.checkpoint()
        self._close_overdue()

    def _note_clock(self, jumped: int) -> None:
        self._record(e.Incident, what="clock-changed", detail=f"{jumped} ms", lasted=0)

    def incident(self, what: str, detail: str = "", lasted_ms: int = 0) -> None:
        """Record something the invigilator should know: ``not-in-front``, ``second-screen``, ``sensor-lost`` …"""
        if self._may_log():
            self._record(e.Incident, what=what[:60], detail=detail[: e.LONGEST_NOTE], lasted=max(0, lasted_ms))

    def _close_overdue(self) -> None:
        """Close the item, part or sitting whose time is up."""
        if self.state.phase is not Phase.RUNNING:
            return
        if self.state.part is not None and self.part_left_ms == 0:
            self._record(e.PartFinished, part=self.state.part.id, why="time")
            self._next_part()
        elif self.state.item and self.item_left_ms == 0:
            self._record(e.ItemClosed, item=self.state.item)
            self._next_item()

    def _next_part(self) -> None:
        following = self.state.next_part
        if following is None:
            self._record(e.HandedIn, why="time")
            return
        self._record(e.PartStarted, part=following.id)
        self._next_item()

    def _next_item(self) -> None:
        following = self.state.next_open
        if following:
            self._record(e.Shown, item=following)
        elif self.state.is_forward and self.state.part is not None and not self.state.is_last_part:
            self._record(e.PartFinished, part=self.state.part.id, why="candidate")
            self._next_part()
