"""Simulate a candidate who sits a paper: the same steps and files as a real sitting, marked as a rehearsal.

The rehearsal has its own clock, so nobody waits. A candidate of skill P answers each item right with probability P; a
wrong answer is one of the item's named mistakes if it has any.
"""

from __future__ import annotations

import random
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from trainer import __version__
from trainer.drills.forms import AnswerError
from trainer.exams.key_files import Cost
from trainer.exams.keys import rehearsal_key
from trainer.exams.locked_paper import lock_paper
from trainer.exams.paper import Paper, PaperItem
from trainer.exams.paper_assembly import DrawRequest, draw_paper
from trainer.exams.paper_items import question_of
from trainer.exams.people import Candidate, Identity
from trainer.exams.pool import Difficulties
from trainer.exams.result import SealedResult, SittingHeader, to_bytes
from trainer.exams.roles import Role
from trainer.exams.scheme import Scheme
from trainer.exams.scheme_checks import require_valid
from trainer.exams.seals import result_of, sealed
from trainer.exams.sitting import Machine, Sitting
from trainer.exams.sitting_state import Phase
from trainer.exams.staff import SignedIn
from trainer.exams.trust import format_time
from trainer.runs.offers import Offers
from trainer.system.private_files import write_private

CODE = "REHEARSAL"
_CHEAP = Cost(8, 1, 1)  # a rehearsal has no secrets
_START = datetime(2026, 1, 1, 9, 0, tzinfo=UTC)


class RehearsalClock:
    """Clock that is advanced by hand."""

    boot = "rehearsal"

    def __init__(self, start: datetime = _START) -> None:
        self.start = start
        self.ms = 0

    def running_ms(self) -> int:
        return self.ms

    def wall(self) -> datetime:
        return self.start + timedelta(milliseconds=self.ms)


def rehearse(
    scheme: Scheme, seed: int, skill: float, folder: Path, offers: Offers, known: Difficulties | None = None
) -> tuple[SealedResult, Path]:
    """Draw the paper of a seed and let a candidate of this skill sit it; returns the sealed result and its file."""
    clock = RehearsalClock()
    nonce = random.Random(f"nonce/{seed}").randbytes(32)
    drawing = DrawRequest(seed=str(seed), nonce=nonce, now=clock.wall(), by="rehearsal", rehearsal=True)
    paper = draw_paper(require_valid(scheme, offers), drawing, offers, known)
    return sit(paper, seed, skill, folder, clock)


def sit(paper: Paper, seed: int, skill: float, folder: Path, clock: RehearsalClock) -> tuple[SealedResult, Path]:
    """Let a candidate of this skill sit a rehearsal paper."""
    chance = random.Random(f"candidate/{paper.id}/{seed}/{skill}")
    locked = lock_paper(paper, CODE, _CHEAP)
    candidate = Candidate(identity=Identity(name="Rehearsal", document=str(seed)), salt=chance.randbytes(32).hex())
    key = rehearsal_key()
    header = SittingHeader(
        sitting=chance.randbytes(16).hex(),
        candidate=candidate.reference,
        paper=paper.id,
        commitment=locked.commitment,
        scheme=paper.scheme.id,
        scheme_digest=paper.scheme_digest,
        station=str(key.public),
        program=__version__,
        created=format_time(clock.wall()),
        anchor="",
        seat="",
        extra_time=0,
        attempt=1,
        trained_by=(),
        rehearsal=True,
    )
    room = folder / header.sitting
    shutil.rmtree(room, ignore_errors=True)  # from an earlier run of the same rehearsal
    sitting = Sitting.begin(room, room / "counter", header, locked, clock)
    sitting.is_ticked = False  # the clock moves on by a whole answer at a time
    try:
        invigilator = SignedIn("rehearsal-invigilator", Role.INVIGILATOR)
        sitting.identify(invigilator, candidate, "none")
        sitting.unlock(invigilator, CODE)
        sitting.check_machine(Machine(screen="none", frame_ms=16, latency_ms=0, free_mb=1000))
        sitting.start()
        while sitting.state.phase is not Phase.HANDED_IN:
            _work(sitting, skill, clock, chance)
        result = sealed(result_of(header, *sitting.collect()), key, clock.wall())
    finally:
        sitting.close()
    write_private(room / "paper-open.json", _plain(paper))
    path = room / "result.json"
    write_private(path, to_bytes(result))
    return result, path


def _work(sitting: Sitting, skill: float, clock: RehearsalClock, chance: random.Random) -> None:
    """One action of the candidate: answer, move on, or hand in."""
    number = sitting.item
    if number and number not in sitting.state.answers:
        item = sitting.paper.item(number)
        given = simulated_answer(item, chance.random() < skill, chance)
        clock.ms += int(item.target_ms * chance.uniform(0.6, 1.6))
        sitting.tick()
        if sitting.item == number:
            sitting.answer(given)
    elif sitting.state.next_open:
        sitting.show(sitting.state.next_open)
    elif sitting.state.is_last_part:
        sitting.hand_in(confirmed=True)
    else:
        sitting.finish_part()


def simulated_answer(item: PaperItem, right: bool, chance: random.Random) -> str:
    """A right answer, or a wrong one: a named mistake if the item has any."""
    question = question_of(item)
    form, solution = question.draft.form, item.solution
    if right:
        return form.canonical(solution)
    wrong = [mistake.answer for mistake in item.mistakes] + form.guesses(solution, chance)
    for answer in wrong:
        try:
            if not question.family.mark(question, form.canonical(answer)).right:
                return form.canonical(answer)
        except (AnswerError, ValueError):
            continue
    return form.canonical(solution)


def _plain(paper: Paper) -> bytes:
    return msgspec.json.format(msgspec.json.encode(paper))
