"""Exams beyond what a suite has time for: papers of equal difficulty, every bit, kills and full disks, speed.

uv run pytest benchmarks/test_exams.py -n 0 -s
"""

from __future__ import annotations

import os
import random
import resource
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from math import gcd
from pathlib import Path

import pytest

from benchmarks.sizes import IS_SMOKE, sized
from tests.exams.killed_sitting import Witness, look_at, prepare, work
from tests.exams.support import CODE, INVIGILATOR, NOW, SCHEMES, Room, offers, small_paper, trust
from tests.exams.test_results_elsewhere import forgeries, line_of, refused_by_both
from trainer.exams.clock import MachineClock
from trainer.exams.errors import RefusedError
from trainer.exams.key_files import Cost
from trainer.exams.locked_paper import check_commitment, lock_paper, open_paper, read_locked
from trainer.exams.paper import commitment_of
from trainer.exams.paper_assembly import DrawRequest, borderline_skill, draw_paper, slots_of
from trainer.exams.paper_files import paper_from_bytes, paper_to_bytes
from trainer.exams.pool import offers_of
from trainer.exams.psychometrics import chance, information, pass_chance, skill_for
from trainer.exams.rehearsal import rehearse
from trainer.exams.result import to_bytes
from trainer.exams.scheme import exact
from trainer.exams.sitting import Sitting
from trainer.exams.verification import verify
from trainer.system.digests import sha256
from trainer.texts import Message

KILLS, FULL_DISKS = sized(300, 3), sized(50, 2)
RANDOM_FLIPS = sized(100_000, 20)
LARGE = "coquimbo/renewal"  # thirty items, the largest that a hundred thousand fit into the time
MOST_MINUTES, FEWEST_FLIPS = sized(30.0, 0.01), sized(10_000, 1)  # of the processor, for each kind of file
FORMS, CANDIDATES = sized(20, 2), sized(2000, 100)
CHI_SQUARE_95 = 30.14  # 19 degrees of freedom
SAMPLED = ("arica/roulette-professional", "baleares/blackjack-professional", "puerto-rico/croupier", "bolivia/renewal")


# ── papers of equal difficulty ───────────────────────────────────────────────────────────────────────────────────────


def spread(chances: Sequence[float]) -> float:
    """Between the easiest and the hardest paper, in points."""
    return 100 * (max(chances) - min(chances))


def test_strata_make_papers_alike_where_chance_does_not() -> None:
    """The pool of the worked figures: 600 items, a paper of 60, a cut of 45; exact, without simulation."""
    source = random.Random(4)
    pool = sorted(source.gauss(-1.1, 0.9) for _ in range(600))
    skill = skill_for(45, [pool[place] for place in range(5, 600, 10)])
    at_random = [pass_chance(skill, source.sample(pool, 60), 45) for _ in range(12)]
    by_strata = [
        pass_chance(skill, [source.choice(pool[place : place + 10]) for place in range(0, 600, 10)], 45)
        for _ in range(12)
    ]
    print(f"\n12 papers of 60 from 600: spread of the chance to pass {spread(at_random):.1f} points at random, "
          f"{spread(by_strata):.1f} by strata")  # fmt: skip
    assert spread(by_strata) < 4
    assert spread(at_random) > 20


@cache
def difficulties(scheme_id: str) -> tuple[tuple[float, ...], ...]:
    scheme = SCHEMES.load(scheme_id)
    papers = []
    for seed in range(FORMS):
        paper = draw_paper(scheme, DrawRequest(seed=str(seed), nonce=bytes(32), now=NOW, by="x"), offers())
        papers.append(tuple(item.difficulty / 1000 for item in paper.items))
    return tuple(papers)


@pytest.mark.parametrize("scheme_id", SAMPLED)
def test_real_papers_of_a_scheme_are_alike(scheme_id: str) -> None:
    scheme = SCHEMES.load(scheme_id)
    slots = slots_of(scheme, offers_of(scheme, offers()), {})
    skill = borderline_skill(scheme, slots)
    cut = -int(-exact(scheme.pass_mark) * scheme.count // 1)
    papers = difficulties(scheme_id)
    exact_spread = max(spread([pass_chance(skill + step, paper, cut) for paper in papers]) for step in (-1, 0, 1))
    marks = [sum(chance(skill, item) for item in paper) for paper in papers]
    known = [information(skill, paper) for paper in papers]
    source = random.Random(7)
    passed = []
    for paper in papers:
        chances = [chance(skill, item) for item in paper]
        passed.append(sum(sum(source.random() < p for p in chances) >= cut for _ in range(CANDIDATES)))
    share = sum(passed) / (FORMS * CANDIDATES)
    chi_square = sum((count - CANDIDATES * share) ** 2 for count in passed) / (CANDIDATES * share * (1 - share))
    width, sharpness = max(marks) - min(marks), max(known) / min(known)
    print(f"\n{scheme_id}: {FORMS} papers, exact chance to pass differs by {exact_spread:.2f} points at most,")
    print(f"   expected marks by {width:.3f}, information by {100 * (sharpness - 1):.1f} %")
    print(f"   {CANDIDATES} candidates a paper: chi-square {chi_square:.1f}, luck alone stays below {CHI_SQUARE_95}")
    assert IS_SMOKE or (exact_spread <= 2 and width <= 0.2 and sharpness < 1.1)
    assert IS_SMOKE or chi_square < 1.4 * CHI_SQUARE_95


def test_every_shipped_scheme_is_drawn_sat_and_verified(tmp_path: Path) -> None:
    passed = 0
    ids = SCHEMES.ids()[: sized(1_000, 1)]
    for scheme_id in ids:
        found, path = rehearse(SCHEMES.load(scheme_id), 11, 0.95, tmp_path, offers())
        assert verify(path.read_bytes(), trust()).is_rehearsal
        passed += found.result.marks.passed
    print(f"\n{len(ids)} schemes drawn, sat by a candidate of 0.95 and verified: {passed} passed")
    assert IS_SMOKE or passed > len(ids) * 0.8


# ── every bit ────────────────────────────────────────────────────────────────────────────────────────────────────────


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << (bit % 8)
    return bytes(changed)


def refused_at(bits: Iterable[int], data: bytes, look: Callable[[bytes], object], minutes: float) -> int:
    """How many changes of one bit were looked at and refused; at most so many minutes of the processor."""
    end = time.process_time() + 60 * minutes
    count = 0
    for bit in bits:
        with pytest.raises(RefusedError):
            look(flipped(data, bit))
        count += 1
        if time.process_time() > end:
            break
    return count


def shuffled(bits: int) -> Iterator[int]:
    """Every bit once, far from the one before: a run that is cut short has looked everywhere."""
    step = next(step for step in range(int(bits * 0.618), bits) if gcd(step, bits) == 1)
    return (number * step % bits for number in range(bits))


def test_every_single_bit_of_a_small_result(tmp_path: Path) -> None:
    data = to_bytes(Room(tmp_path).sat())
    found = refused_at(shuffled(len(data) * 8), data, lambda changed: verify(changed, trust()), MOST_MINUTES)
    print(f"\n{found:,} of the {len(data) * 8:,} bits of a result: every change found")
    assert found > FEWEST_FLIPS


def test_every_single_bit_of_a_small_paper() -> None:
    data, committed = paper_to_bytes(small_paper()), commitment_of(small_paper())

    def look(changed: bytes) -> None:
        check_commitment(paper_from_bytes(changed), committed)

    found = refused_at(shuffled(len(data) * 8), data, look, MOST_MINUTES)
    print(f"\n{found:,} of the {len(data) * 8:,} bits of a paper: every change found")
    assert found > FEWEST_FLIPS


def random_bits(data: bytes) -> Iterator[int]:
    source = random.Random(1)
    return (source.randrange(len(data) * 8) for _ in range(RANDOM_FLIPS))


def test_random_bits_of_a_large_result(tmp_path: Path) -> None:
    _, path = rehearse(SCHEMES.load(LARGE), 1, 0.9, tmp_path, offers())
    data = path.read_bytes()
    verify(data, trust())
    found = refused_at(random_bits(data), data, lambda changed: verify(changed, trust()), MOST_MINUTES)
    print(f"\n{found:,} random bits of a result of {len(data):,} bytes: every change found")
    assert found > FEWEST_FLIPS


def test_random_bits_of_a_large_paper() -> None:
    paper = draw_paper(SCHEMES.load(LARGE), DrawRequest(seed="1", nonce=bytes(32), now=NOW, by="x"), offers())
    data, committed = paper_to_bytes(paper), commitment_of(paper)

    def look(changed: bytes) -> None:
        check_commitment(paper_from_bytes(changed), committed)

    look(data)
    found = refused_at(random_bits(data), data, look, MOST_MINUTES)
    print(f"\n{found:,} random bits of a paper of {len(data):,} bytes: every change found")
    assert found > FEWEST_FLIPS


def test_random_bits_of_a_locked_paper() -> None:
    """Opened with its code; a key that costs little to stretch, so that the closed part is what is tried."""
    locked = lock_paper(small_paper(), CODE, Cost(8, 1, 1))
    data = locked.to_bytes()
    registered = locked.commitment.whole

    def look(changed: bytes) -> None:
        found = read_locked(changed)
        open_paper(found, CODE)
        if found.commitment.whole != registered:  # the office holds it against the register
            raise RefusedError(Message("exams.refused.other-paper"))

    look(data)
    found = refused_at(random_bits(data), data, look, MOST_MINUTES)
    print(f"\n{found:,} random bits of a locked paper of {len(data):,} bytes: every change found")
    assert found > FEWEST_FLIPS


def test_every_forgery_is_refused_by_two_verifiers(tmp_path: Path) -> None:
    found = forgeries(line_of(Room(tmp_path / "first").sat()), tmp_path)
    for data in found[: sized(len(found), 3)]:
        refused_by_both(data)
    print(f"\n{len(found)} forged results: refused by ours and by a second verifier that shares no code with it")


# ── kills and full disks ─────────────────────────────────────────────────────────────────────────────────────────────


def test_three_hundred_kills(tmp_path: Path) -> None:
    home, witness, source = prepare(tmp_path), Witness(), random.Random(300)
    for _ in range(KILLS):
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            with open(writing, "w", encoding="utf-8") as out:  # noqa: PTH123 - a pipe
                work(home, out)
        os.close(writing)
        with open(reading, encoding="utf-8") as said:  # noqa: PTH123
            assert said.readline().startswith("resumed")
            time.sleep(source.uniform(0, 0.12))
            os.kill(child, signal.SIGKILL)
            witness.hear(said.read())
        os.waitpid(child, 0)
        look_at(home, witness)
    print(f"\n{KILLS} kills: resumed every time, no given answer lost, no second gained "
          f"({witness.used / 1000:.0f} s of exam time)")  # fmt: skip


@contextmanager
def room_for(path: Path, more: int) -> Iterator[None]:
    """Nothing may grow beyond so many bytes more than this file has: the system cuts writes off in the midst."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + more, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


def test_fifty_full_disks(tmp_path: Path) -> None:
    home, source = prepare(tmp_path), random.Random(50)
    log = home / "room" / "events.jsonl"
    refused = kept = 0
    for number in range(FULL_DISKS):
        sitting = Sitting.reopen(home / "room", home / "counter", MachineClock())
        sitting.resume(INVIGILATOR, CODE)
        form = sitting.question.draft.form
        answer = " ".join(part[number % len(part)].id for part in form.parts)  # type: ignore[union-attr]
        before, used = log.read_bytes(), sitting.state.used
        with room_for(log, source.randrange(250)), pytest.raises(OSError):
            sitting.answer(answer)
        refused += 1
        assert log.read_bytes() == before, "a part of a line stayed"
        sitting.answer(answer)  # there is room again
        kept += sitting.state.answers[sitting.item].answer == answer
        assert sitting.state.used >= used
        sitting.close()
    print(
        f"\n{FULL_DISKS} full disks at random bytes: {refused} refused without a trace, {kept} kept when there was room"
    )
    assert kept == refused == FULL_DISKS


# ── speed ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def best(times: Sequence[float]) -> float:
    return min(after - before for before, after in pairwise(times))


def timed(act: Callable[[], object], repeat: int = sized(5, 1)) -> float:
    """Seconds of the processor, so that what else runs on the machine does not count."""
    moments = [time.process_time()]
    for _ in range(repeat):
        act()
        moments.append(time.process_time())
    return best(moments)


@pytest.mark.parametrize(
    "scheme_id", ["baleares/twenty-spins", "arica/roulette-initial", "puerto-rico/card-room-initial"]
)
def test_sixty_items_are_drawn_and_verified_in_under_a_second(scheme_id: str, tmp_path: Path) -> None:
    scheme = SCHEMES.load(scheme_id)
    drawing = DrawRequest(seed="1", nonce=bytes(32), now=NOW, by="x")
    paper = draw_paper(scheme, drawing, offers())
    data = paper_to_bytes(paper)
    _, path = rehearse(scheme, 1, 0.9, tmp_path, offers())
    result = path.read_bytes()
    drawn = timed(lambda: draw_paper(scheme, drawing, offers()))
    looked_through = timed(lambda: check_commitment(paper_from_bytes(data), commitment_of(paper)))
    verified = timed(lambda: verify(result, None))
    hashed = timed(lambda: sha256(result).digest(), 50)
    print(f"\n{scheme_id}: {len(paper.items)} items drawn in {drawn * 1000:.0f} ms,")
    print(f"   the paper looked through in {looked_through * 1000:.0f} ms,")
    print(f"   the result ({len(result) // 1000} kB) verified in {verified * 1000:.0f} ms, "
          f"{verified / hashed:.0f} times its bare hash")  # fmt: skip
    assert IS_SMOKE or (drawn < 1 and looked_through < 1 and verified < 1)
