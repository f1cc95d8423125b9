"""Continue a sitting on another machine when the first one dies, from its disk, a USB stick or a copy.

Paper, log, counter and the candidate's record are copied. The log and this machine's register record the transfer; the
other machine's register does too if it can still be written.
"""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

import msgspec

from trainer.exams.canonical import read_canonical
from trainer.exams.errors import RefusedError, check_file_name, refused
from trainer.exams.keys import KeyRole, PublicKey
from trainer.exams.log_files import Counter, CounterFile, LogFile
from trainer.exams.office import Office
from trainer.exams.people import People
from trainer.exams.register import REGISTER_FILE, Register
from trainer.exams.result import SittingHeader
from trainer.exams.roles import Right, need
from trainer.exams.sitting import Sitting
from trainer.exams.sitting_state import Phase
from trainer.exams.sitting_storage import EVENTS, HEADER, MOVED, PAPER
from trainer.exams.staff import SignedIn
from trainer.exams.trust import format_time
from trainer.system.input_files import read_input_file
from trainer.system.private_files import make_private_folder, write_private

WITHOUT_COUNTER = "no counter"


def sittings_in(folder: Path) -> list[SittingHeader]:
    """Sittings in another machine's exam folder, newest first; unreadable ones are left out."""
    found = []
    for path in (folder / "sittings").glob(f"*/{HEADER}"):
        with contextlib.suppress(OSError, RefusedError, msgspec.ValidationError):
            header = msgspec.convert(read_canonical(read_input_file(path)), SittingHeader)
            if check_file_name(header.sitting) == path.parent.name:
                found.append(header)
    return sorted(found, key=lambda header: header.created, reverse=True)


def move_here(office: Office, folder: Path, sitting: str, by: SignedIn, reason: str) -> None:
    """Copy a sitting from another machine's exam folder; then it is reopened like any interrupted one.

    Raises `RefusedError` without a reason, for another school's sitting, for one that is already here or sealed, and
    for a log that is not valid.
    """
    need(by.role, Right.RESUME)
    if not reason.strip():
        raise refused("no-reason")
    header = next((each for each in sittings_in(folder) if each.sitting == sitting), None)
    if header is None:
        raise refused("no-sitting")
    if PublicKey.from_text(header.station) not in office.keys.trust.keys(KeyRole.STATION):
        raise refused("other-station")
    with office.register.hold():
        if office.register.find("began", sitting) is not None or office.register.results_of(sitting):
            raise refused("already-here")
        here = office.sitting_path(sitting)
        if not here.exists():  # otherwise an earlier transfer ended before its register line
            staged = here.with_name(f"{sitting}.moving")
            shutil.rmtree(staged, ignore_errors=True)
            make_private_folder(staged)
            try:
                _copy(folder, office, header, staged, reason)
                staged.replace(here)
            except BaseException:
                shutil.rmtree(staged, ignore_errors=True)
                raise
        log = LogFile(here / EVENTS, header)
        log.read()
        details = {"paper": header.paper, "candidate": header.candidate, "scheme": header.scheme}
        details |= {"moved": reason[:200], "events": str(len(log.events)), "last": log.last}
        _bring_candidate(folder, office, header.candidate)
        _bring_draw(folder, office, header)
        office.register.add("began", sitting, format_time(office.clock.wall()), by.id, **details)
    with contextlib.suppress(OSError, RefusedError):  # a disk that is read-only or damaged
        there = Register(folder / REGISTER_FILE)
        there.add("moved", sitting, format_time(office.clock.wall()), by.id, reason=reason[:200])


def _copy(folder: Path, office: Office, header: SittingHeader, staged: Path, reason: str) -> None:
    """Copy the files of a sitting and check them by opening it."""
    for name in (HEADER, PAPER, EVENTS):
        write_private(staged / name, read_input_file(folder / "sittings" / header.sitting / name))
    counter = CounterFile(office.counter_path(header.sitting))
    try:
        write_private(counter.path, read_input_file(folder / "counters" / header.sitting))
    except FileNotFoundError:
        _make_counter(counter, staged, header)
        reason = f"{reason} ({WITHOUT_COUNTER})"
    sitting = Sitting.reopen(staged, counter.path, office.clock)
    is_over = sitting.state.phase is Phase.HANDED_IN
    sitting.close()
    if not is_over:
        write_private(staged / MOVED, reason.encode("utf-8"))


def _make_counter(counter: CounterFile, staged: Path, header: SittingHeader) -> None:
    """Create a counter from the log, if the old one did not come along."""
    log = LogFile(staged / EVENTS, header)
    log.read()
    last = log.events[-1].event if log.events else {}
    counter.create()
    counter.write(
        Counter(
            turn=1,
            count=len(log.events),
            last=log.last,
            used=int(last.get("used", 0)),
            wall=int(last.get("wall", 0)),
        )
    )


def _bring_draw(folder: Path, office: Office, header: SittingHeader) -> None:
    """Register the paper as drawn elsewhere, with the examiner's signature if the other register is there."""
    if office.register.find("drawn", header.paper) is not None:
        return
    drawn = None
    with contextlib.suppress(OSError, RefusedError):
        drawn = Register(folder / REGISTER_FILE).find("drawn", header.paper)
    if drawn is not None and drawn.details.get("commitment") == header.commitment.whole:
        office.register.add("drawn", drawn.about, drawn.at, drawn.by, **(drawn.details | {"moved": "yes"}))
        return
    details = {"seat": header.seat, "scheme": header.scheme, "commitment": header.commitment.whole}
    office.register.add("drawn", header.paper, header.created, "", **details, reason="", moved="yes")


def _bring_candidate(folder: Path, office: Office, reference: str) -> None:
    if office.people.find(reference) is None and reference not in office.people.erased():
        candidate = People(folder / "people").find(reference)
        if candidate is not None:
            office.people.keep(candidate)
