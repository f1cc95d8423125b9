"""The exam office of a school on this machine: its folders, and every step from a scheme to a sealed result.

Desk and terminal both use it; `README.md` shows how.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import msgspec

from trainer import __version__
from trainer.exams.attempts import begun_with, check_bound, check_retake, other_sitting, was_drawn_for
from trainer.exams.calibration import calibrate, stored_difficulties
from trainer.exams.canonical import read_canonical
from trainer.exams.clock import Clock
from trainer.exams.clock_evidence import clock_jump, clock_warning, date_observations, running_stamp, trusted_now
from trainer.exams.corrections import Corrections
from trainer.exams.errors import RefusedError, check_file_name, check_length, refused
from trainer.exams.events import LONGEST_NOTE
from trainer.exams.key_files import Cost
from trainer.exams.key_history import note_keys, note_newer_keys
from trainer.exams.key_ring import KeyRing
from trainer.exams.keys import Domain, KeyRole, PrivateKey, PublicKey
from trainer.exams.locked_paper import LockedPaper, lock_paper, open_paper, read_locked
from trainer.exams.observations import Observation, observations
from trainer.exams.paper import Paper, rules_digests, seed_commitment
from trainer.exams.paper_assembly import DrawRequest, draw_paper
from trainer.exams.people import Candidate, People, document_key
from trainer.exams.people_doubts import people_doubts
from trainer.exams.pool import Difficulties
from trainer.exams.provenance import Origin, draw_bytes, register_doubts
from trainer.exams.register import REGISTER_FILE, Entry, Register
from trainer.exams.result import (
    ChainedEvent,
    SealedResult,
    SittingHeader,
    to_bytes,
)
from trainer.exams.result_archive import ResultArchive
from trainer.exams.roles import Right, Role, need, need_other_person
from trainer.exams.scheme import Scheme, scheme_digest
from trainer.exams.scheme_checks import require_valid
from trainer.exams.seals import result_of, reviewed, sealed
from trainer.exams.sitting import Sitting, check_other_person
from trainer.exams.sitting_storage import EVENTS
from trainer.exams.staff import SignedIn, Staff, new_code
from trainer.exams.trust import format_time, parse_time
from trainer.exams.verification import check_regrade_chain, verify
from trainer.runs.offers import Offers
from trainer.system.input_files import read_input_file
from trainer.system.private_files import free_path, write_private
from trainer.texts import Message

_USUAL = Cost()
_ANCHORS = 20  # results that the register is compared with before a decision
_LONGEST_SEAT = 100  # letters
_LONGEST_TRAINERS = 1000  # letters of all names together
YEARS_KEPT = 5  # after a certificate has ended: the time for appeals and claims


class Office:
    """One folder with ``keys``, ``staff``, ``people``, ``papers``, ``sittings``, ``counters``, ``results`` and the
    register."""

    def __init__(self, folder: Path, clock: Clock, key_cost: Cost = _USUAL) -> None:
        self.folder = folder
        self.clock = clock
        self.keys = KeyRing(folder / "keys", clock.wall, key_cost)
        self.register = Register(folder / REGISTER_FILE)
        self.archive = ResultArchive(folder / "results", self.register)
        self.people = People(folder / "people", self._erased)
        self.staff = Staff(folder / "staff", clock.wall, self._root_keys, self.register)

    def _erased(self) -> set[str]:
        """Candidates who were erased, as the register knows it: a restored backup must not bring them back."""
        return {line.about for line in self.register.of_kind("erased")}

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
        candidate: Candidate | None = None,
        reason: str = "",
        shared: bool = False,
        known: Difficulties | None = None,
    ) -> tuple[Paper, str]:
        """Draw a paper for a seat and a candidate, or for everybody (``shared``), and store it locked.

        Returns the paper and its code. The seed comes from the machine, and the register has its hash before anybody
        can know the paper. A second paper for the same seat or candidate needs a reason, so that nobody draws until the
        paper is easy.
        """
        need(by.role, Right.DRAW_PAPER)
        check_length(seat, _LONGEST_SEAT)
        reason = reason[:LONGEST_NOTE]
        if candidate is not None:
            check_other_person(by, candidate.identity)
        require_valid(scheme, offers)
        with self.register.hold():
            persons = " ".join(sorted(self._same_person(candidate))) if candidate else ""
            if not reason.strip() and was_drawn_for(self.register.entries(), seat, scheme.id, persons):
                raise refused("redraw", seat=seat)
            now, seed, nonce = self.clock.wall(), os.urandom(16).hex(), os.urandom(32)
            asked = {"seat": seat, "scheme": scheme.id, "scheme-digest": scheme_digest(scheme)}
            asked |= {"reason": reason, "candidate": persons}
            committed = seed_commitment(nonce, seed)
            self.register.add("drawing", committed, format_time(now), by.id, **asked)
            drawing = DrawRequest(seed=seed, nonce=nonce, now=now, by=by.id, redraw_reason=reason)
            paper = draw_paper(scheme, drawing, offers, self.difficulties() if known is None else known)
            code = new_code()
            locked = lock_paper(paper, code)
            write_private(self.paper_path(paper.id), locked.to_bytes())
            details = asked | {"commitment": locked.commitment.whole, "seed": committed}
            details |= {"rules": rules_digests(paper)}
            details |= {"shared": "yes"} if shared else {}
            if by.signer is not None:
                covered = draw_bytes(paper.id, details, paper.drawn)
                details["signature"] = by.signer.sign(Domain.PAPER, covered).hex()
            self.register.add("drawn", paper.id, paper.drawn, by.id, **details, **running_stamp(self.clock))
        return paper, code

    def note_look(self, about: str, by: str) -> None:
        """Register that somebody saw questions with their answers: of a drawn paper, or a sample of a scheme."""
        self.register.add("looked", about, format_time(self.clock.wall()), by)

    def open_paper(self, paper: str, code: str, by: SignedIn) -> Paper:
        """A drawn paper with its answers, for somebody who may see it; the register has it before anything is shown."""
        need(by.role, Right.SEE_PAPER)
        self.check_code(paper, code)
        self.note_look(paper, by.id)
        return open_paper(self.locked(paper), code)

    def paper_path(self, paper: str) -> Path:
        return self.folder / "papers" / f"{check_file_name(paper)}.json"

    def locked(self, paper: str) -> LockedPaper:
        """Load a drawn paper; raises `RefusedError`."""
        try:
            return read_locked(read_input_file(self.paper_path(paper)))
        except FileNotFoundError:
            raise refused("no-paper", paper=paper) from None

    def difficulties(self) -> dict[str, float]:
        """Difficulties of rungs estimated from this school's results, as `calibrate` stored them."""
        return stored_difficulties(self.folder, self.register, self.staff)

    def calibrate(self, by: SignedIn) -> dict[str, float]:
        """Estimate difficulties from all results; from now on papers are balanced by them."""
        need(by.role, Right.WRITE_SCHEME)
        return calibrate(self.folder, self.register, self.results(), format_time(self.clock.wall()), by)

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

    def check_not_sat(self, paper: str, candidate: Candidate) -> None:
        """Raise `RefusedError` if a paper is not this candidate's, or has been sat or begun."""
        drawn, persons = self._drawn(paper, self.locked(paper)), self._same_person(candidate)
        check_bound(drawn, persons)
        if begun := begun_with(self.register.entries(), drawn, persons):
            waiting = [sitting for sitting in begun if sitting in self.unfinished()]
            if waiting:
                raise refused("already-begun", paper=paper, sitting=waiting[0])
            raise refused("already-sat", paper=paper)

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
        check_length(seat, _LONGEST_SEAT)
        check_length(", ".join(trained_by), _LONGEST_TRAINERS)
        with self.register.hold():
            locked = self.locked(paper)
            drawn = self._drawn(paper, locked)
            self.check_not_sat(paper, candidate)
            lines = self.register.entries()
            before = [entry for entry in lines if entry.kind == "began"]
            persons = self._same_person(candidate)
            theirs = [entry for entry in before if entry.details["candidate"] in persons]
            tried = [entry for entry in theirs if entry.details["scheme"] == locked.scheme]
            check_retake(locked, tried, trusted_now(lines, self.clock), self.clock.wall())
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
            try:
                if jump := clock_jump(lines, self.clock):
                    sitting.incident("clock-doubtful", f"{round(jump.total_seconds()):+d} s")
                if unknown := self._unknown_sittings(lines):
                    sitting.incident("register-behind", unknown[0])
                details = {"paper": paper, "candidate": candidate.reference, "scheme": locked.scheme}
                self.register.add("began", header.sitting, header.created, "", **details, **running_stamp(self.clock))
            except BaseException:
                sitting.close()
                raise
        sitting.on_checkpoint = partial(self._note_checkpoint, sitting.header.sitting)
        return sitting

    def _note_checkpoint(self, sitting: str, number: int, last: str) -> None:
        """Register a checkpoint, so that the log cannot be put back to an earlier state without the register."""
        with contextlib.suppress(OSError), self.register.hold(patience=0.0):  # the exam does not wait for a drawing
            at = format_time(self.clock.wall())
            self.register.add("checkpoint", sitting, at, "", n=str(number), last=last)

    def note_service(self, fingerprint: str) -> None:
        """Register the certificate of the school's own service, once."""
        if self.register.find("service", fingerprint) is None:
            self.register.add("service", fingerprint, format_time(self.clock.wall()), "")

    def note_copy(self, header: SittingHeader, log: bytes) -> None:
        """Register the end of the log that the school received during a sitting, as a checkpoint that the result must
        agree with."""
        last = log[: log.rfind(b"\n")].rpartition(b"\n")[2] if b"\n" in log else b""
        with contextlib.suppress(RefusedError, msgspec.ValidationError):
            event = msgspec.convert(read_canonical(last), ChainedEvent)
            number = event.event.get("n")
            known = (line for line in self.register.of_kind("checkpoint") if line.about == header.sitting)
            if isinstance(number, int) and all(line.details["last"] != event.hash for line in known):
                details = {"n": str(number), "last": event.hash, "copy": "yes"}
                self.register.add("checkpoint", header.sitting, format_time(self.clock.wall()), "", **details)

    def _same_person(self, candidate: Candidate) -> frozenset[str]:
        """References of all records with this candidate's document number: another spelling of the name gives no new
        attempt."""
        document = document_key(candidate.identity.document)
        others = (each for each in self.people.everybody() if document_key(each.identity.document) == document)
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

    def reopen(self, sitting: str) -> Sitting:
        """Open an interrupted sitting; raises `RefusedError`."""
        if self.register.find("moved", sitting) is not None:
            raise refused("moved-away")
        opened = Sitting.reopen(self.sitting_path(sitting), self.counter_path(sitting), self.clock)
        for line in self.register.of_kind("checkpoint"):
            number = int(line.details["n"])
            hashes = [each.hash for each in opened.events[number : number + 1]]
            if line.about == sitting and hashes != [line.details["last"]]:
                opened.close()
                raise refused("checkpoint-differs", event=number)
        opened.on_checkpoint = partial(self._note_checkpoint, sitting)
        return opened

    def unfinished(self) -> list[str]:
        """Ids of sittings that were begun here and have no result yet."""
        done = {entry.details["sitting"] for entry in self.register.of_kind("result")}
        done |= {entry.about for entry in self.register.of_kind("moved")}
        begun = [entry.about for entry in self.register.of_kind("began")]
        return [sitting for sitting in begun if sitting not in done and self.sitting_path(sitting).is_dir()]

    def sitting_path(self, sitting: str) -> Path:
        return self.folder / "sittings" / check_file_name(sitting)

    def counter_path(self, sitting: str) -> Path:
        return self.folder / "counters" / check_file_name(sitting)

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
        """Store a result and register it, if the register, the staff and the clock agree with it (`provenance`).

        A second result of one sitting, and a second sitting of one paper, are stored as evidence and refused.
        """
        result, digest, now = found.result, found.digest, format_time(self.clock.wall())
        sitting = result.header.sitting
        path = self.archive.path(found)
        with self.register.hold():
            note_newer_keys(self.register, self.keys.trust, self.clock.wall())
            before = self.register.results_of(sitting)
            is_new = all(entry.about != digest for entry in before)
            if is_new and before and result.regrade is None:
                kept = self._keep_evidence(found, path, "second-result", digest, sitting=sitting)
                raise refused("second-result", sitting=sitting, path=str(kept))
            decides = self.keys.exists and self.keys.has(KeyRole.CERTIFIER)
            if is_new:
                lines = self.register.entries()
                if result.regrade is not None and all(entry.about != result.regrade.parent for entry in before):
                    raise refused("regrade-of-nothing")
                other = other_sitting(lines, result.header)
                if other:
                    kept = self._keep_evidence(
                        found, path, "second-sitting", sitting, paper=result.header.paper, digest=digest
                    )
                    raise refused("second-sitting", paper=result.header.paper, sitting=other, path=str(kept))
                Origin(found, lines, self.staff, decides=decides).check(self.clock.wall())
            if is_new and result.regrade and any(e.details["parent"] == result.regrade.parent for e in before):
                raise refused("superseded")  # otherwise there would be two current results to choose from
            known = self.register.reviews_of(digest)
            self.register.check_decisions(digest, found.decisions)
            decided = [seal.review.by for seal in found.seals if seal.review and seal.signature not in known]
            for person in decided if decides else ():  # who left may have the certifier's key in an earlier copy
                if not self.staff.is_active(person, Role.CERTIFIER):
                    raise refused("no-certifier", person=person[:60])
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

    def decide(
        self, found: SealedResult, by: SignedIn, decision: str, key: PrivateKey, note: str = ""
    ) -> tuple[SealedResult, Path]:
        """Add a certifier's decision to a result and store it; nobody decides on their own exam."""
        if (candidate := self.people.find(found.result.header.candidate)) is not None:
            check_other_person(by, candidate.identity)
        new = reviewed(found, by, decision, key, self.clock.wall(), note, self.register.anchor)
        return new, self.store_result(new)

    def replace_key(
        self, role: KeyRole, passphrase: str, signer_passphrase: str, by: KeyRole | None = None, name: str = ""
    ) -> PublicKey:
        """Replace a key as `KeyRing.rotate` does, and register it: what the old key signs now comes too late."""
        with self.register.hold():  # nothing is signed with the old key meanwhile
            new = self.keys.rotate(role, passphrase, signer_passphrase, by, name)
            note_keys(self.register, self.keys.trust, self.clock.wall())
        return new

    def declare_compromised(self, key: PublicKey, since: datetime, passphrase: str) -> int:
        """Declare a key stolen since a moment; returns how many signatures still count."""
        if since > self.clock.wall():
            raise refused("stolen-in-future", at=format_time(since))
        with self.register.hold():
            proven = self.archive.proven_before(since)
            self.keys.declare_compromised(key, since, passphrase, proven)
            note_keys(self.register, self.keys.trust, self.clock.wall())
        return len(proven)

    def _keep_evidence(self, found: SealedResult, path: Path, kind: str, about: str, **details: str) -> Path:
        """Store a refused result beside the others and register that it was offered."""
        kept = free_path(path.with_name(f"{path.stem}-second.json"))
        write_private(kept, to_bytes(found))
        self.register.add(kind, about, format_time(self.clock.wall()), "", **details)
        return kept

    def regrade(self, found: SealedResult, corrections: Corrections, key: PrivateKey) -> list[SealedResult]:
        """Void or correct items for everybody who had them; returns the new results, that of ``found`` first.

        That result is stored last: as long as it is not replaced, a correction that failed half way can be repeated.
        """
        now = self.clock.wall()
        with self.register.hold():
            items = corrections.items_of(found)
            self.check_current(found)
            current = [one for one in self.results() if not self.is_superseded(one) and one.digest != found.digest]
            made = corrections.applied(found, current, key, now)
            details = {"reason": corrections.reason, "cite": corrections.cite, "second": corrections.second.id}
            for item in items.values():
                self.register.add("correction", item, format_time(now), corrections.by.id, **details)
            for new in reversed(made):
                self.store_result(new)
        return made

    def check_known(self, found: SealedResult) -> None:
        """Raise `RefusedError` unless the register took this result and nothing replaced it since."""
        if self.register.find("result", found.digest) is None:
            raise refused("not-taken")
        self.check_current(found)

    def check_current(self, found: SealedResult) -> None:
        """Raise `RefusedError` if a regrade replaced this result or it lacks a later decision."""
        self.register.check_current(found.digest, found.decisions)

    def results(self) -> list[SealedResult]:
        """All results stored here as the register knows them; files that were changed or put there are left out."""
        return self.archive.all()

    def observations(self, found: SealedResult) -> tuple[Observation, ...]:
        """What could not be proved about a result, doubts about its date, and the observations in its log."""
        lines = self.register.entries()
        return (
            *register_doubts([found, *self.archive.newest()], lines),
            *Origin(found, lines, self.staff).doubts(),
            *people_doubts(found, lines, self.people, self.staff),
            *date_observations(lines, found.result.header.sitting),
            *self.archive.missing(),
            *observations(found.result),
        )

    def is_superseded(self, found: SealedResult) -> bool:
        """Whether a regrade replaced this result."""
        return self.register.is_superseded(found.digest)

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
        everything = self.results()
        for found in everything:
            verify(to_bytes(found), self.keys.trust)
        check_regrade_chain(everything)
