"""Storage below a sitting: its folder, log, counter and clocks. Every event is on disk before it takes effect.

`Sitting` adds what candidates and invigilators do.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import msgspec

from trainer.exams import events as e
from trainer.exams.canonical import canonical, read_canonical
from trainer.exams.clock import Clock
from trainer.exams.countersignature import check_countersignature
from trainer.exams.errors import RefusedError, refused
from trainer.exams.keys import Domain
from trainer.exams.locked_paper import LockedPaper, open_paper, read_locked
from trainer.exams.log_files import Counter, CounterFile, LogFile
from trainer.exams.paper import Paper
from trainer.exams.result import ChainedEvent, SittingHeader
from trainer.exams.sitting_state import Phase, State, replay
from trainer.exams.staff import SignedIn, wait_after
from trainer.records.database import WriterLock
from trainer.records.errors import InUseError
from trainer.system.input_files import read_input_file
from trainer.system.private_files import make_private_folder, write_private
from trainer.texts import Message

HEADER, PAPER, EVENTS = "header.json", "paper.json", "events.jsonl"
MOVED = "moved.txt"  # why the sitting came from another machine, until its log says so
BROKEN = "broken"
ANSWERS_A_CHECKPOINT = 10
CHECKPOINT_MS = 5 * 60_000


class StoredSitting:
    """A sitting on disk: created by `begin`, opened again by `reopen`, used by one process at a time."""

    def __init__(
        self, folder: Path, counter: CounterFile, header: SittingHeader, locked: LockedPaper, clock: Clock
    ) -> None:
        self.folder = folder
        self.header = header
        self.locked = locked
        self.state = State(None, header.extra_time)
        self.is_broken = False  # interrupted after unlocking, waits for the invigilator's code
        self.is_ticked = True  # whether `tick` is called every second, so that a gap means something
        self._counter = counter
        self._clock = clock
        self._log = LogFile(folder / EVENTS, header)
        self._turn = 0
        self._running = clock.running_ms()  # at the last event or tick
        # The delay after wrong codes starts again when the sitting is opened: ending the program gains nothing.
        self._wrong_codes, self._last_wrong = 0, self._running
        self._offset = self._wall_ms() - self._running  # between the clocks; it changes when the wall clock is set
        self._used = 0  # exam time at the last event or tick
        self._signer: SignedIn | None = None  # the invigilator whose key signs checkpoints
        self._unsigned = 0  # answers since the last checkpoint
        self._signed_ms = self._running  # when it was written
        self.on_checkpoint: Callable[[int, str], None] = lambda number, last: None
        try:
            self._lock = WriterLock(folder / EVENTS)
        except InUseError:
            raise refused("in-use") from None

    # ── beginning ────────────────────────────────────────────────────────────────────────────────────────────────

    @classmethod
    def begin(cls, folder: Path, counter_path: Path, header: SittingHeader, locked: LockedPaper, clock: Clock) -> Self:
        """Create a sitting in a new folder. The commitment to its paper is the first event of its log."""
        if (folder / HEADER).exists():
            raise refused("already-sat", paper=header.paper)
        if header.paper != locked.commitment.paper or header.commitment != locked.commitment:
            raise refused("other-paper")
        make_private_folder(folder)
        write_private(folder / PAPER, locked.to_bytes())
        write_private(folder / HEADER, canonical(msgspec.to_builtins(header)))
        counter = CounterFile(counter_path)
        counter.create()
        sitting = cls(folder, counter, header, locked, clock)
        commitment = locked.commitment
        sitting._record(e.Committed, seed=commitment.seed, paper=commitment.whole)
        return sitting

    @classmethod
    def reopen(cls, folder: Path, counter_path: Path, clock: Clock) -> Self:
        """Open a sitting that was interrupted in any way; raises `RefusedError` with the reason if it cannot go on."""
        try:
            header = msgspec.convert(read_canonical(read_input_file(folder / HEADER)), SittingHeader)
            locked = read_locked(read_input_file(folder / PAPER))
        except (FileNotFoundError, msgspec.ValidationError):
            raise refused("no-sitting") from None
        sitting = cls(folder, CounterFile(counter_path), header, locked, clock)
        try:
            sitting._restore()
        except BaseException:
            sitting.close()
            raise
        return sitting

    def _restore(self) -> None:
        """Read the log, compare it with the counter, and restore the state as far as it is known without the paper."""
        log = self._log
        with contextlib.suppress(FileNotFoundError):
            log.read()
        stored = self._counter.read()
        if stored is None and len(log.events) > 1:  # it is written right after the first event
            raise refused("no-counter")
        if stored is not None:
            if stored.count > len(log.events):
                raise refused("counter-ahead", found=len(log.events), wanted=stored.count)
            if stored.count and log.events[stored.count - 1].hash != stored.last:
                raise refused("counter-ahead", found=len(log.events), wanted=stored.count)
            self._turn, self._wrong_codes = stored.turn, stored.wrong
        happened = [e.read_event(each.event) for each in log.events]
        self.is_broken = any(isinstance(event, e.Unlocked) for event in happened)
        if not happened:
            self._record(e.Committed, seed=self.locked.commitment.seed, paper=self.locked.commitment.whole)
        elif not self.is_broken:
            self.state = replay(None, self.header.extra_time, happened)
        elif isinstance(happened[-1], e.HandedIn):
            self.state.phase = Phase.HANDED_IN
        self._used = max([happened[-1].used if happened else 0, stored.used if stored else 0])
        if not self.is_broken:
            self._log_transfer()

    def _log_transfer(self) -> None:
        """Log once that the sitting came from another machine."""
        note = self.folder / MOVED
        with contextlib.suppress(FileNotFoundError):
            self._record(
                e.Incident, what="moved", detail=read_input_file(note).decode("utf-8")[: e.LONGEST_NOTE], lasted=0
            )
            note.unlink()

    def close(self) -> None:
        """Release the lock; the sitting can be opened again."""
        self._lock.release()

    # ── state ────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def phase(self) -> str:
        """Name of the `Phase`, or ``broken`` for a sitting that waits to be resumed."""
        return BROKEN if self.is_broken and self.state.phase is not Phase.HANDED_IN else self.state.phase.value

    @property
    def paper(self) -> Paper:
        return self.state.paper

    @property
    def events(self) -> tuple[ChainedEvent, ...]:
        return tuple(self._log.events)

    @property
    def last_hash(self) -> str:
        """Last hash of the log, for the invigilator's sheet: it later proves that the log was not put back."""
        return self._log.last

    def collect(self, code: str = "") -> tuple[Paper, tuple[ChainedEvent, ...]]:
        """Paper and log of a sitting that was handed in. ``code`` is needed if the program ended since the paper was
        unlocked."""
        if self.state.phase is not Phase.HANDED_IN:
            raise refused("not-handed-in")
        paper = self.state.known_paper or open_paper(self.locked, code)
        return paper, tuple(self._log.events)

    def _may_log(self) -> bool:
        return not self.is_broken and self.state.phase is not Phase.HANDED_IN

    # ── keeping ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _open_with_code(self, code: str) -> Paper:
        """Decrypt the paper. Wrong codes are logged and delayed more and more."""
        wait = wait_after(self._wrong_codes) - (self._clock.running_ms() - self._last_wrong) / 1000
        if self._wrong_codes and wait > 0:
            raise refused("slowed", seconds=int(wait) + 1)
        try:
            paper = open_paper(self.locked, code)
        except RefusedError as error:
            if error.message.id == "exams.refused.wrong-code":
                self._wrong_codes += 1
                self._last_wrong = self._clock.running_ms()
                self._write_counter()
                if self._may_log():
                    self._record(e.WrongCode, role="invigilator", tries=self._wrong_codes)
            raise
        return paper

    def _record(self, kind: type[e.Event], **fields: Any) -> None:
        """Record an event of this kind, stamped with the present time."""
        if kind is e.HandedIn:
            self.checkpoint()
        self._append(kind(**self._stamp(), **fields))

    def _append(self, event: Any) -> None:
        """Check an event, write it and apply it; after `RefusedError` or `OSError` nothing has changed."""
        if self.is_broken:
            raise refused("not-in-phase", phase=Message(f"exams.phase.{BROKEN}"))
        self.state.check(event)
        self._log.append(e.chained(self._log.last, event))
        self.state.apply(event)
        self._used = event.used
        self._running = event.ms
        self._write_counter()
        self._unsigned += isinstance(event, e.Given)
        if self._unsigned >= ANSWERS_A_CHECKPOINT:
            self.checkpoint()

    def sign_with(self, by: SignedIn) -> None:
        """Let this invigilator's own key sign checkpoints from now on."""
        if by.signer is not None:
            self._signer = by

    def checkpoint(self) -> None:
        """Sign the log so far, if the invigilator has a key and anything happened since the last checkpoint."""
        by = self._signer
        if by is None or by.signer is None or not self._may_log() or not self._log.events:
            return
        if self._log.events[-1].event["kind"] == "checkpoint":
            return
        number, last = len(self._log.events), self._log.last
        signature = by.signer.sign(Domain.CHECKPOINT, e.checkpoint_bytes(self.header.sitting, number, last))
        self._unsigned, self._signed_ms = 0, self._clock.running_ms()
        self._record(e.Checkpoint, by=by.id, key=str(by.signer.public), signature=signature.hex())
        self.on_checkpoint(number, self._log.last)

    def countersigned(self, checkpoint: int, last: str, at: str, certificate: bytes, signature: bytes) -> None:
        """Log that the school's service signed a checkpoint; one that came before is ignored.

        Raises `RefusedError` if it does not hold. The caller knows whether the certificate is that of its service.
        """
        known = (each.event.get("checkpoint") for each in self._log.events if each.event["kind"] == "counter-signed")
        if not self._may_log() or checkpoint in known:
            return
        event = e.CounterSigned(
            **self._stamp(),
            checkpoint=checkpoint,
            hash=last,
            at=at,
            certificate=certificate.hex(),
            signature=signature.hex(),
        )
        check_countersignature(self.header.sitting, event, self._log.events)
        self._append(event)

    def _write_counter(self) -> None:
        self._turn += 1
        counter = Counter(
            turn=self._turn,
            count=len(self._log.events),
            last=self._log.last,
            used=self._used,
            wall=self._wall_ms(),
            wrong=self._wrong_codes,
        )
        with contextlib.suppress(OSError):  # the log counts; a counter behind it is accepted
            self._counter.write(counter)

    def _stamp(self) -> dict[str, Any]:
        """Number and times of the next event."""
        return {
            "n": len(self._log.events),
            "ms": self._clock.running_ms(),
            "used": self._used_now(),
            "wall": self._wall_ms(),
            "boot": self._clock.boot,
        }

    def _used_now(self) -> int:
        """Exam time so far: it runs only while the candidate works."""
        if self.state.phase is not Phase.RUNNING or self.is_broken:
            return self._used
        return self._used + max(0, self._clock.running_ms() - self._running)

    def _wall_ms(self) -> int:
        return int(self._clock.wall().timestamp() * 1000)
