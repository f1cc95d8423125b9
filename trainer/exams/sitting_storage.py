"""The files, clocks and log under a sitting: whatever happens is on disk before it has happened.

`Sitting` builds on this; nothing here knows what candidates and invigilators do.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, Self

import msgspec

from trainer.exams import events as e
from trainer.exams.canonical import canonical, read_canonical
from trainer.exams.clock import Clock
from trainer.exams.errors import RefusedError, refused
from trainer.exams.locked_paper import LockedPaper, open_paper, read_locked
from trainer.exams.log_files import Counter, CounterFile, LogFile
from trainer.exams.paper import Paper
from trainer.exams.result import ChainedEvent, SittingHeader
from trainer.exams.sitting_state import Phase, State, replayed
from trainer.exams.staff import wait_after
from trainer.records.errors import InUseError
from trainer.records.writer_lock import WriterLock
from trainer.system.input_files import read_input_file
from trainer.system.private_files import make_private_folder, write_private
from trainer.texts import Message

HEADER, PAPER, EVENTS = "header.json", "paper.json", "events.jsonl"
MOVED = "moved.txt"  # why it came from another machine, until its log says so
BROKEN = "broken"


class StoredSitting:
    """Made by `begin`, opened again by `reopen`. One process at a time."""

    def __init__(
        self, folder: Path, mark: CounterFile, header: SittingHeader, locked: LockedPaper, clock: Clock
    ) -> None:
        self.folder = folder
        self.header = header
        self.locked = locked
        self.state = State(None, header.extra_time)
        self.is_broken = False  # it was left in the midst and waits for the invigilator's code
        self.is_ticked = True  # whether somebody calls `tick` every second, so that a gap means something
        self._mark = mark
        self._clock = clock
        self._log = LogFile(folder / EVENTS, header)
        self._turn = 0
        self._running = clock.running_ms()  # at the last event or tick
        # Who ends the program after wrong codes waits from the opening on: nothing is gained by it.
        self._wrong_codes, self._last_wrong = mark.wrong_codes(), self._running
        self._offset = self._wall_ms() - self._running  # between the two clocks: it changes when somebody sets one
        self._used = 0  # exam time at that moment
        try:
            self._lock = WriterLock(folder / EVENTS)
        except InUseError:
            raise refused("in-use") from None

    # ── beginning ────────────────────────────────────────────────────────────────────────────────────────────────

    @classmethod
    def begin(cls, folder: Path, mark: Path, header: SittingHeader, locked: LockedPaper, clock: Clock) -> Self:
        """A new sitting in a folder of its own; the commitment to its paper is the first thing in its log."""
        if (folder / HEADER).exists():
            raise refused("already-sat", paper=header.paper)
        if header.paper != locked.commitment.paper or header.commitment != locked.commitment:
            raise refused("other-paper")
        make_private_folder(folder)
        write_private(folder / PAPER, locked.to_bytes())
        write_private(folder / HEADER, canonical(msgspec.to_builtins(header)))
        marks = CounterFile(mark)
        marks.create()
        sitting = cls(folder, marks, header, locked, clock)
        commitment = locked.commitment
        sitting._happen(e.Committed, seed=commitment.seed, paper=commitment.whole)
        return sitting

    @classmethod
    def reopen(cls, folder: Path, mark: Path, clock: Clock) -> Self:
        """A sitting that was left, however it was left; raises `RefusedError` that says why it cannot go on."""
        try:
            header = msgspec.convert(read_canonical(read_input_file(folder / HEADER)), SittingHeader)
            locked = read_locked(read_input_file(folder / PAPER))
        except (FileNotFoundError, msgspec.ValidationError):
            raise refused("no-sitting") from None
        sitting = cls(folder, CounterFile(mark), header, locked, clock)
        try:
            sitting._take_up()
        except BaseException:
            sitting.close()
            raise
        return sitting

    def _take_up(self) -> None:
        log = self._log
        with contextlib.suppress(FileNotFoundError):
            log.read()
        mark = self._mark.read()
        if mark is not None:
            if mark.count > len(log.events):
                raise refused("counter-ahead", found=len(log.events), wanted=mark.count)
            if mark.count and log.events[mark.count - 1].hash != mark.last:
                raise refused("counter-ahead", found=len(log.events), wanted=mark.count)
            self._turn = mark.turn
        happened = [e.read_event(each.event) for each in log.events]
        self.is_broken = any(isinstance(event, e.Unlocked) for event in happened)
        if not happened:
            log.drop_torn()
            self._happen(e.Committed, seed=self.locked.commitment.seed, paper=self.locked.commitment.whole)
        elif not self.is_broken:
            log.drop_torn()
            self.state = replayed(None, self.header.extra_time, happened)
        elif isinstance(happened[-1], e.HandedIn):
            self.state.phase = Phase.HANDED_IN
        self._used = max([happened[-1].used if happened else 0, mark.used if mark else 0])
        if not self.is_broken:
            self._tell_of_move()

    def _tell_of_move(self) -> None:
        """Write into the log that it came from another machine, once."""
        note = self.folder / MOVED
        with contextlib.suppress(FileNotFoundError):
            self._happen(
                e.Incident, what="moved", detail=read_input_file(note).decode("utf-8")[: e.LONGEST_NOTE], lasted=0
            )
            note.unlink()

    def close(self) -> None:
        """Let go of the files; the sitting can be opened again."""
        self._lock.release()

    # ── how it stands ────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def phase(self) -> str:
        """One of `Phase`, or ``broken``."""
        return BROKEN if self.is_broken and self.state.phase is not Phase.HANDED_IN else self.state.phase.value

    @property
    def paper(self) -> Paper:
        return self.state.paper

    @property
    def events(self) -> tuple[ChainedEvent, ...]:
        return tuple(self._log.events)

    @property
    def last_hash(self) -> str:
        """For the invigilator's sheet: who writes it down can tell whether the log was put back later."""
        return self._log.last

    def collect(self, code: str = "") -> tuple[Paper, tuple[ChainedEvent, ...]]:
        """The paper and all that happened, once it is handed in; the code where the program was ended since."""
        if self.state.phase is not Phase.HANDED_IN:
            raise refused("not-handed-in")
        paper = self.state.known_paper or open_paper(self.locked, code)
        return paper, tuple(self._log.events)

    def _may_log(self) -> bool:
        return not self.is_broken and self.state.phase is not Phase.HANDED_IN

    # ── keeping ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _opened(self, code: str) -> Paper:
        """The paper, by its code. Wrong ones are logged, and slowed down more and more."""
        wait = wait_after(self._wrong_codes) - (self._clock.running_ms() - self._last_wrong) / 1000
        if self._wrong_codes and wait > 0:
            raise refused("slowed", seconds=int(wait) + 1)
        try:
            paper = open_paper(self.locked, code)
        except RefusedError as error:
            if error.message.id == "exams.refused.wrong-code":
                self._wrong_codes += 1
                self._last_wrong = self._clock.running_ms()
                self._mark.count_wrong_codes(self._wrong_codes)
                if self._may_log():
                    self._happen(e.WrongCode, role="invigilator", tries=self._wrong_codes)
            raise
        self._mark.count_wrong_codes(0)
        return paper

    def _happen(self, kind: type[e.Event], **fields: Any) -> None:
        self._keep(kind(**self._stamp(), **fields))

    def _keep(self, event: Any) -> None:
        """Write an event and take it; raises `RefusedError` or `OSError`, and then nothing has happened."""
        if self.is_broken:
            raise refused("not-in-phase", phase=Message(f"exams.phase.{BROKEN}"))
        self.state.check(event)
        self._log.append(e.chained(self._log.last, event))
        self.state.apply(event)
        self._used = event.used
        self._running = event.ms
        self._write_mark()

    def _write_mark(self) -> None:
        self._turn += 1
        mark = Counter(
            turn=self._turn, count=len(self._log.events), last=self._log.last, used=self._used, wall=self._wall_ms()
        )
        with contextlib.suppress(OSError):  # the log is what counts: a mark that is behind it is lawful
            self._mark.write(mark)

    def _stamp(self) -> dict[str, Any]:
        return {
            "n": len(self._log.events),
            "ms": self._clock.running_ms(),
            "used": self._used_now(),
            "wall": self._wall_ms(),
            "boot": self._clock.boot,
        }

    def _used_now(self) -> int:
        """Exam time: it runs only while the candidate works."""
        if self.state.phase is not Phase.RUNNING or self.is_broken:
            return self._used
        return self._used + max(0, self._clock.running_ms() - self._running)

    def _wall_ms(self) -> int:
        return int(self._clock.wall().timestamp() * 1000)
