"""The exams of a school on this machine: its folders, and the steps from a scheme to a sealed result.

Desk and terminal go through here; `README.md` shows how.
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
YEARS_KEPT = 5  # after a certificate has ended: appeals and claims are over by then


class Office:
    """All under one folder: ``keys``, ``staff``, ``people``, ``papers``, ``sittings``, ``results`` and the register."""

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
        """A paper for a seat or (``shared``) everybody, locked on disk, and its code for the invigilator's sheet.

        The second one for a seat needs a reason: nobody draws until it is easy.
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
        """A paper that was drawn; raises `RefusedError`."""
        try:
            return read_locked(read_input_file(self.paper_path(paper)))
        except FileNotFoundError:
            raise refused("no-paper", paper=paper) from None

    def difficulties(self) -> dict[str, float]:
        """How hard rungs are by the results of this school, as far as they were counted; see `calibrate`."""
        try:
            return msgspec.json.decode(read_input_file(self.folder / _DIFFICULTIES), type=dict[str, float])
        except (FileNotFoundError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return {}

    def calibrate(self) -> dict[str, float]:
        """Count the results again: from now on papers are balanced by how hard things proved to be."""
        found = difficulties(item_figures(countable_results(self.results()), rung_of))
        write_private(self.folder / _DIFFICULTIES, msgspec.json.format(msgspec.json.encode(found)))
        return found

    def check_code(self, paper: str, code: str) -> int:
        """How many wrong codes were given for a paper before this one, which is right; raises `RefusedError`, and slows
        down whoever tries. To be asked before a sitting begins: who mistypes has begun nothing."""
        tries = f"paper {paper}"
        self.staff.slow_down(tries)
        try:
            open_paper(self.locked(paper), code)
        except RefusedError:
            self.staff.count_try(tries, wrong=True)
            raise
        before = self.staff.wrong_tries(tries)
        self.staff.count_try(tries, wrong=False)
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
        """A sitting of a paper by a candidate. A paper is sat once, unless it was drawn for everybody; then once by
        each candidate."""
        with self.register.hold():
            locked = self.locked(paper)
            drawn = self._drawn(paper, locked)
            lines = self.register.entries()
            before = [entry for entry in lines if entry.kind == "began"]
            same = [entry for entry in before if entry.details["paper"] == paper]
            persons = self._same_person(candidate)
            if any(not is_shared(drawn) or entry.details["candidate"] in persons for entry in same):
                waiting = [entry.about for entry in same if entry.about in self.left()]
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
            folder, mark = self.sitting_path(header.sitting), self.counter_path(header.sitting)
            sitting = Sitting.begin(folder, mark, header, locked, self.clock)
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
        """All references of whoever has this document: a name spelt otherwise gives no new tries."""
        document = _letters_of(candidate.identity.document)
        others = (each for each in self.people.everybody() if _letters_of(each.identity.document) == document)
        return frozenset({candidate.reference, *(each.reference for each in others)})

    def _drawn(self, paper: str, locked: LockedPaper) -> Entry:
        """The drawing of a paper; raises `RefusedError` for a file that nobody drew here, or another in its place."""
        drawn = self.register.find("drawn", paper)
        if drawn is None:
            raise refused("no-paper", paper=paper)
        if drawn.details["commitment"] != locked.commitment.whole:
            raise refused("other-paper")
        return drawn

    def warnings(self) -> list[Message]:
        """Sentences for the invigilator: the clock of this machine does not agree with the register, or the register
        does not know what was sat here."""
        lines = self.register.entries()
        found = [clock_warning(lines, self.clock)]
        found += [Message("exams.say.register-behind", {"sitting": one}) for one in self._unknown_sittings(lines)[:1]]
        return [doubt for doubt in found if doubt is not None]

    def _unknown_sittings(self, lines: Sequence[Entry]) -> list[str]:
        """Sittings that lie here and that no line tells of: the register was deleted or an earlier one put back. One
        that a power cut ended before its line was written has seen no candidate yet."""
        known = {line.about for line in lines if line.kind == "began"}
        logs = sorted((self.folder / "sittings").glob(f"*/{EVENTS}"))
        unknown = [path for path in logs if path.parent.name not in known and path.parent.suffix != ".moving"]
        return [path.parent.name for path in unknown if b'"kind":"identified"' in read_input_file(path)]

    def _check_retake(self, locked: LockedPaper, tried: Sequence[Entry], now: datetime) -> None:
        """Raise `RefusedError` if a candidate sat this exam too often or too short a time ago."""
        if len(tried) > locked.retakes:
            raise refused("no-retake-left", retakes=locked.retakes)
        if tried:
            last = max(entry.details.get("began", entry.at) for entry in tried)
            earliest = parse_time(last) + timedelta(days=locked.wait_days)
            if now < earliest:
                why = "retake-too-early" if self.clock.wall() < earliest else "retake-clock"
                raise refused(why, date=f"{earliest:%Y-%m-%d}")

    def reopen(self, sitting: str) -> Sitting:
        """A sitting that was left; raises `RefusedError`."""
        if self.register.find("moved", sitting) is not None:
            raise refused("moved-away")
        return Sitting.reopen(self.sitting_path(sitting), self.counter_path(sitting), self.clock)

    def left(self) -> list[str]:
        """Sittings that were begun here and have no result yet."""
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
        """The result of a sitting that was handed in, sealed and registered."""
        began_with = PublicKey.from_text(sitting.header.station)
        if station.public != began_with and not self.keys.trust.follows(station.public, began_with):
            raise refused("other-station")
        paper, events = sitting.collect(code)
        found = sealed(result_of(sitting.header, paper, events), station, self.clock.wall())
        return found, self.keep(found)

    def keep(self, found: SealedResult) -> Path:
        """Take a result into the register. A second first result of one sitting is kept as evidence, and refused."""
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
                raise refused("superseded")  # or two results would stand side by side, and one could choose
            known = self.register.reviews_of(digest)
            self.register.check_decisions(digest, found.decisions)
            write_private(path, to_bytes(found))
            if self.register.find("began", sitting) is None:  # sat at another machine: it counts as a try here too
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
        """Raise `RefusedError` if a later result took the place of this one, or a later decision is not in it."""
        self.register.check_current(found.digest, found.decisions)

    def results(self) -> list[SealedResult]:
        """Every result that is kept here, as it stands; what cannot be read is left out."""
        found = []
        for path in sorted((self.folder / "results").glob("*.json")):
            if not path.stem.endswith("-second"):
                try:
                    found.append(from_bytes(read_input_file(path)))
                except RefusedError:
                    continue
        return found

    def observations(self, found: SealedResult) -> tuple[Observation, ...]:
        """What its log notes besides answers, and whether the register doubts its date."""
        return (*date_observations(self.register.entries(), found.result.header.sitting), *observations(found.result))

    def is_superseded(self, found: SealedResult) -> bool:
        """Whether a regrade took its place."""
        return self.register.is_superseded(found.digest)

    def proven_before(self, moment: datetime) -> frozenset[str]:
        """The seals, decisions and certificates that the register knew before a moment: they keep their worth when a
        key turns out to have been stolen then."""
        entries = self.register.before(format_time(moment))
        results = {entry.about for entry in entries if entry.kind == "result"}
        seals = [seal.signature for found in self.results() if found.digest in results for seal in found.seals[:1]]
        seals += [entry.details["signature"] for entry in entries if entry.kind == "review"]
        proven = {each for entry in entries if entry.kind == "certificate" for each in entry.details.values()}
        for seal in seals:
            with contextlib.suppress(ValueError):  # a file that somebody touched
                proven.add(signature_digest(parse_hex(seal)))
        return frozenset(proven)

    def knows(self, reference: str) -> bool:
        """Whether a candidate was ever here, erased or not."""
        begun = (entry.details["candidate"] for entry in self.register.of_kind("began"))
        return self.people.find(reference) is not None or reference in {*self.people.erased(), *begun}

    def due_for_erasure(self, years_after: int = YEARS_KEPT) -> list[Candidate]:
        """Candidates whose last certificate could have ended so many years ago: nobody needs their names any more."""
        last: dict[str, datetime] = {}
        for found in self.results():
            header, scheme = found.result.header, found.result.paper.scheme
            until = parse_time(header.created) + timedelta(days=31 * scheme.valid_months + 366 * years_after)
            last[header.candidate] = max(until, last.get(header.candidate, until))
        now = self.clock.wall()
        return [each for each in self.people.everybody() if each.reference in last and last[each.reference] < now]

    def check_all(self) -> None:
        """Raise `RefusedError` that names the first kept result that does not hold."""
        trust = self.keys.trust
        everything = self.results()
        for found in everything:
            verify(to_bytes(found), trust)
        check_regrade_chain(everything)


def is_shared(drawn: Entry) -> bool:
    """Whether a paper was drawn for everybody, and not for one seat."""
    return drawn.details.get("shared") == "yes"


def _letters_of(document: str) -> str:
    """Its letters and figures: points, hyphens and spaces are written in many ways, and letters in many widths."""
    plain = unicodedata.normalize("NFKC", document).casefold()
    return "".join(letter for letter in plain if letter.isalnum())
