"""The exam office of a school on this machine: its folders, and every step from a scheme to a sealed result.

Desk and terminal both use it; `README.md` shows how.
"""

from __future__ import annotations

import contextlib
import os
import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from trainer import __version__
from trainer.exams.clock import Clock
from trainer.exams.clock_evidence import clock_jump, clock_warning, date_observations, running_stamp, trusted_now
from trainer.exams.errors import RefusedError, refused
from trainer.exams.key_files import Cost
from trainer.exams.key_ring import KeyRing
from trainer.exams.keys import KeyRole, PrivateKey, PublicKey, parse_hex
from trainer.exams.locked_paper import LockedPaper, lock_paper, open_paper, read_locked
from trainer.exams.observations import Observation, observations
from trainer.exams.paper import Paper
from trainer.exams.paper_assembly import DrawRequest, draw_paper
from trainer.exams.people import Candidate, People
from trainer.exams.pool import Difficulties
from trainer.exams.register import REGISTER_FILE, Entry, Register
from trainer.exams.result import SealedResult, SittingHeader, from_bytes, to_bytes
from trainer.exams.roles import Right, need, need_other_person
from trainer.exams.scheme import Scheme
from trainer.exams.scheme_checks import require_valid
from trainer.exams.seals import result_of, sealed
from trainer.exams.sitting import Sitting
from trainer.exams.sitting_storage import EVENTS
from trainer.exams.staff import SignedIn, Staff, new_code
from trainer.exams.statistics import countable_results, difficulties, item_figures, rung_of
from trainer.exams.trust import format_time, parse_time, signature_digest
from trainer.exams.verification import check_regrade_chain, verify
from trainer.runs.offers import Offers
from trainer.system.input_files import read_input_file
from trainer.system.private_files import free_path, write_private
from trainer.texts import Message

_USUAL = Cost()
_DIFFICULTIES = "difficulties.json"
YEARS_KEPT = 5  # after a certificate has ended: the time for appeals and claims


class Office:
    """One folder with ``keys``, ``staff``, ``people``, ``papers``, ``sittings``, ``counters``, ``results`` and the
    register."""

    def __init__(self, folder: Path, clock: Clock, key_cost: Cost = _USUAL) -> None:
        self.folder = folder
        self.clock = clock
        self.keys = KeyRing(folder / "keys", clock.wall, key_cost)
        self.people = People(folder / "people")
        self.register = Register(folder / REGISTER_FILE)
        self.staff = Staff(folder / "staff", clock.wall, self._root_keys, self.register)

    def _root_keys(self) -> tuple[PublicKey, ...]:
        return self.keys.trust.keys(KeyRole.ROOT)

    # ── papers ───────────────────────────────────────────────────────────────────────────────────────────────────

    def draw(
        self,
        scheme: Scheme,
        by: SignedIn,
        seat: str,
        offers: Offers,
        *,
        seed: str = "",
        reason: str = "",
        shared: bool = False,
        known: Difficulties | None = None,
    ) -> tuple[Paper, str]:
        """Draw a paper for a seat, or for everybody (``shared``), and store it locked; returns the paper and its code.

        A second paper for the same seat needs a reason, so that nobody draws until the paper is easy.
        """  # fmt: skip
        need(by.role, Right.DRAW_PAPER)
        with self.register.hold():
            if any(entry.details["seat"] == seat for entry in self.register.of_kind("drawn")) and not reason.strip():
                raise refused("redraw", seat=seat)
            drawing = DrawRequest(
                seed=seed or os.urandom(16).hex(),
                nonce=os.urandom(32),
                now=self.clock.wall(),
                by=by.id,
                redraw_reason=reason,
            )
            paper = draw_paper(
                require_valid(scheme, offers), drawing, offers, self.difficulties() if known is None else known
            )
            code = new_code()
            locked = lock_paper(paper, code)
            write_private(self.paper_path(paper.id), locked.to_bytes())
            details = {"seat": seat, "scheme": scheme.id, "commitment": locked.commitment.whole, "reason": reason}
            details |= running_stamp(self.clock) | ({"shared": "yes"} if shared else {})
            self.register.add("drawn", paper.id, paper.drawn, by.id, **details)
        return paper, code

    def paper_path(self, paper: str) -> Path:
        return self.folder / "papers" / f"{paper}.json"

    def locked(self, paper: str) -> LockedPaper:
        """Load a drawn paper; raises `RefusedError`."""
        try:
            return read_locked(read_input_file(self.paper_path(paper)))
        except FileNotFoundError:
            raise refused("no-paper", paper=paper) from None

    def difficulties(self) -> dict[str, float]:
        """Difficulties of rungs estimated from this school's results, as `calibrate` stored them."""
        try:
            return msgspec.json.decode(read_input_file(self.folder / _DIFFICULTIES), type=dict[str, float])
        except (FileNotFoundError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return {}

    def calibrate(self) -> dict[str, float]:
        """Estimate difficulties from all results; from now on papers are balanced by them."""
        found = difficulties(item_figures(countable_results(self.results()), rung_of))
        write_private(self.folder / _DIFFICULTIES, msgspec.json.format(msgspec.json.encode(found)))
        return found

    def check_code(self, paper: str, code: str) -> int:
        """Check the code of a paper before a sitting begins, so that a typing error starts nothing.

        Returns the number of wrong codes given before; raises `RefusedError` for a wrong one and delays further
        attempts.
        """
        tries = f"paper {paper}"
        self.staff.check_delay(tries)
        try:
            open_paper(self.locked(paper), code)
        except RefusedError:
            self.staff.record_attempt(tries, wrong=True)
            raise
        before = self.staff.wrong_tries(tries)
        self.staff.record_attempt(tries, wrong=False)
        return before

    # ── sittings ─────────────────────────────────────────────────────────────────────────────────────────────────

    def begin(
        self,
        paper: str,
        candidate: Candidate,
        station: PublicKey,
        *,
        seat: str = "",
        extra_time: int = 0,
        trained_by: Sequence[str] = (),
    ) -> Sitting:
        """Begin a sitting. A paper can be sat once; a shared one once by each candidate."""
        with self.register.hold():
            locked = self.locked(paper)
            drawn = self._drawn(paper, locked)
            lines = self.register.entries()
            before = [entry for entry in lines if entry.kind == "began"]
            same = [entry for entry in before if entry.details["paper"] == paper]
            persons = self._same_person(candidate)
            if any(not is_shared(drawn) or entry.details["candidate"] in persons for entry in same):
                waiting = [entry.about for entry in same if entry.about in self.unfinished()]
                raise (
                    refused("already-begun", paper=paper, sitting=waiting[0])
                    if waiting
                    else refused("already-sat", paper=paper)
                )
            theirs = [entry for entry in before if entry.details["candidate"] in persons]
            tried = [entry for entry in theirs if entry.details["scheme"] == locked.scheme]
            self._check_retake(locked, tried, trusted_now(lines, self.clock))
            if extra_time and extra_time not in locked.extra_time:
                raise refused("not-that-extra-time", percent=extra_time)
            for trainer in trained_by:
                need_other_person(drawn.by, trainer, "trained")
            header = SittingHeader(
                sitting=os.urandom(16).hex(),
                candidate=candidate.reference,
                paper=paper,
                commitment=locked.commitment,
                scheme=locked.scheme,
                scheme_digest=locked.commitment.scheme_digest,
                station=str(station),
                program=__version__,
                created=format_time(self.clock.wall()),
                anchor=self.register.anchor,
                seat=seat,
                extra_time=extra_time,
                attempt=len(tried) + 1,
                trained_by=tuple(trained_by),
                rehearsal=locked.rehearsal,
            )
            folder, counter = self.sitting_path(header.sitting), self.counter_path(header.sitting)
            sitting = Sitting.begin(folder, counter, header, locked, self.clock)
            details = {"paper": paper, "candidate": candidate.reference, "scheme": locked.scheme}
            try:
                if jump := clock_jump(lines, self.clock):
                    sitting.incident("clock-doubtful", f"{round(jump.total_seconds()):+d} s")
                if unknown := self._unknown_sittings(lines):
                    sitting.incident("register-behind", unknown[0])
                self.register.add("began", header.sitting, header.created, "", **details, **running_stamp(self.clock))
            except BaseException:
                sitting.close()
                raise
        return sitting

    def _same_person(self, candidate: Candidate) -> frozenset[str]:
        """References of all records with this candidate's document number: another spelling of the name gives no new
        attempt."""
        document = _letters_of(candidate.identity.document)
        others = (each for each in self.people.everybody() if _letters_of(each.identity.document) == document)
        return frozenset({candidate.reference, *(each.reference for each in others)})

    def _drawn(self, paper: str, locked: LockedPaper) -> Entry:
        """Register line of a drawn paper; raises `RefusedError` if the file was not drawn here or was replaced."""
        drawn = self.register.find("drawn", paper)
        if drawn is None:
            raise refused("no-paper", paper=paper)
        if drawn.details["commitment"] != locked.commitment.whole:
            raise refused("other-paper")
        return drawn

    def warnings(self) -> list[Message]:
        """Warnings for the invigilator: the clock disagrees with the register, or the register misses a sitting."""
        lines = self.register.entries()
        found = [clock_warning(lines, self.clock)]
        found += [Message("exams.say.register-behind", {"sitting": one}) for one in self._unknown_sittings(lines)[:1]]
        return [doubt for doubt in found if doubt is not None]

    def _unknown_sittings(self, lines: Sequence[Entry]) -> list[str]:
        """Sittings on disk that the register does not know: it was deleted or replaced by an earlier copy.

        A sitting that a power cut ended before its register line was written has no candidate yet and is not reported.
        """
        known = {line.about for line in lines if line.kind == "began"}
        logs = sorted((self.folder / "sittings").glob(f"*/{EVENTS}"))
        unknown = [path for path in logs if path.parent.name not in known and path.parent.suffix != ".moving"]
        return [path.parent.name for path in unknown if b'"kind":"identified"' in read_input_file(path)]

    def _check_retake(self, locked: LockedPaper, tried: Sequence[Entry], now: datetime) -> None:
        """Raise `RefusedError` if the candidate has no attempt left or the waiting time is not over."""
        if len(tried) > locked.retakes:
            raise refused("no-retake-left", retakes=locked.retakes)
        if tried:
            last = max(entry.details.get("began", entry.at) for entry in tried)
            earliest = parse_time(last) + timedelta(days=locked.wait_days)
            if now < earliest:
                why = "retake-too-early" if self.clock.wall() < earliest else "retake-clock"
                raise refused(why, date=f"{earliest:%Y-%m-%d}")

    def reopen(self, sitting: str) -> Sitting:
        """Open an interrupted sitting; raises `RefusedError`."""
        if self.register.find("moved", sitting) is not None:
            raise refused("moved-away")
        return Sitting.reopen(self.sitting_path(sitting), self.counter_path(sitting), self.clock)

    def unfinished(self) -> list[str]:
        """Ids of sittings that were begun here and have no result yet."""
        done = {entry.details["sitting"] for entry in self.register.of_kind("result")}
        done |= {entry.about for entry in self.register.of_kind("moved")}
        begun = [entry.about for entry in self.register.of_kind("began")]
        return [sitting for sitting in begun if sitting not in done and self.sitting_path(sitting).is_dir()]

    def sitting_path(self, sitting: str) -> Path:
        return self.folder / "sittings" / sitting

    def counter_path(self, sitting: str) -> Path:
        return self.folder / "counters" / sitting

    # ── results ──────────────────────────────────────────────────────────────────────────────────────────────────

    def seal(self, sitting: Sitting, station: PrivateKey, code: str = "") -> tuple[SealedResult, Path]:
        """Seal the result of a sitting that was handed in, store it and register it."""
        began_with = PublicKey.from_text(sitting.header.station)
        if station.public != began_with and not self.keys.trust.follows(station.public, began_with):
            raise refused("other-station")
        paper, events = sitting.collect(code)
        found = sealed(result_of(sitting.header, paper, events), station, self.clock.wall())
        return found, self.store_result(found)

    def store_result(self, found: SealedResult) -> Path:
        """Store a result and register it. A second original result of one sitting is stored as evidence and refused."""
        result, digest, now = found.result, found.digest, format_time(self.clock.wall())
        sitting = result.header.sitting
        path = self.folder / "results" / f"{sitting}-{digest[:12]}.json"
        with self.register.hold():
            before = self.register.results_of(sitting)
            is_new = all(entry.about != digest for entry in before)
            if is_new and before and result.regrade is None:
                kept = free_path(path.with_name(f"{path.stem}-second.json"))
                write_private(kept, to_bytes(found))
                self.register.add("second-result", digest, now, "", sitting=sitting)
                raise refused("second-result", sitting=sitting, path=str(kept))
            if is_new and result.regrade and any(e.details["parent"] == result.regrade.parent for e in before):
                raise refused("superseded")  # otherwise there would be two current results to choose from
            known = self.register.reviews_of(digest)
            self.register.check_decisions(digest, found.decisions)
            write_private(path, to_bytes(found))
            if self.register.find("began", sitting) is None:  # sat on another machine: it counts as an attempt here
                header = result.header
                details = {"paper": header.paper, "candidate": header.candidate, "scheme": header.scheme}
                self.register.add("began", sitting, now, "", began=header.created, **details)
            if is_new:
                parent, by = (result.regrade.parent, result.regrade.by) if result.regrade else ("", "")
                self.register.add("result", digest, now, by, sitting=sitting, parent=parent)
            for seal in found.seals:
                if seal.review is None or seal.signature in known:
                    continue
                details = {"decision": seal.review.decision, "signature": seal.signature}
                self.register.add("review", digest, now, seal.review.by, **details)
        return path

    def check_current(self, found: SealedResult) -> None:
        """Raise `RefusedError` if a regrade replaced this result or it lacks a later decision."""
        self.register.check_current(found.digest, found.decisions)

    def results(self) -> list[SealedResult]:
        """All results stored here; unreadable files are left out."""
        found = []
        for path in sorted((self.folder / "results").glob("*.json")):
            if not path.stem.endswith("-second"):
                try:
                    found.append(from_bytes(read_input_file(path)))
                except RefusedError:
                    continue
        return found

    def observations(self, found: SealedResult) -> tuple[Observation, ...]:
        """Observations in the log of a result, and doubts about its date from the register."""
        return (*date_observations(self.register.entries(), found.result.header.sitting), *observations(found.result))

    def is_superseded(self, found: SealedResult) -> bool:
        """Whether a regrade replaced this result."""
        return self.register.is_superseded(found.digest)

    def proven_before(self, moment: datetime) -> frozenset[str]:
        """Digests of all signatures that the register knew before a moment.

        They stay valid if a key turns out to have been stolen at that moment.
        """
        entries = self.register.before(format_time(moment))
        results = {entry.about for entry in entries if entry.kind == "result"}
        seals = [seal.signature for found in self.results() if found.digest in results for seal in found.seals[:1]]
        seals += [entry.details["signature"] for entry in entries if entry.kind == "review"]
        proven = {each for entry in entries if entry.kind == "certificate" for each in entry.details.values()}
        for seal in seals:
            with contextlib.suppress(ValueError):  # a result file that was changed
                proven.add(signature_digest(parse_hex(seal)))
        return frozenset(proven)

    def knows(self, reference: str) -> bool:
        """Whether a candidate was ever here, erased or not."""
        begun = (entry.details["candidate"] for entry in self.register.of_kind("began"))
        return self.people.find(reference) is not None or reference in {*self.people.erased(), *begun}

    def due_for_erasure(self, years_after: int = YEARS_KEPT) -> list[Candidate]:
        """Candidates whose last possible certificate ended more than ``years_after`` years ago: their names can be
        erased."""
        last: dict[str, datetime] = {}
        for found in self.results():
            header, scheme = found.result.header, found.result.paper.scheme
            until = parse_time(header.created) + timedelta(days=31 * scheme.valid_months + 366 * years_after)
            last[header.candidate] = max(until, last.get(header.candidate, until))
        now = self.clock.wall()
        return [each for each in self.people.everybody() if each.reference in last and last[each.reference] < now]

    def check_all(self) -> None:
        """Raise `RefusedError` for the first stored result that does not verify."""
        trust = self.keys.trust
        everything = self.results()
        for found in everything:
            verify(to_bytes(found), trust)
        check_regrade_chain(everything)


def is_shared(drawn: Entry) -> bool:
    """Whether a paper was drawn for everybody instead of one seat."""
    return drawn.details.get("shared") == "yes"


def _letters_of(document: str) -> str:
    """Letters and digits of a document number, so that punctuation and letter widths do not matter."""
    plain = unicodedata.normalize("NFKC", document).casefold()
    return "".join(letter for letter in plain if letter.isalnum())
