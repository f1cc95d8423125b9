"""A sitting that continues on another machine: same item, same time, and the log says so."""

from __future__ import annotations

import shutil
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.exams.support import (
    CERTIFIER,
    EXAMINER,
    INVIGILATOR,
    MACHINE,
    NOW,
    SMALL,
    candidate,
    keys,
    offers,
    office_in,
    school_in,
    trust,
)
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole
from trainer.exams.rehearsal import RehearsalClock
from trainer.exams.result import to_bytes
from trainer.exams.sitting import Sitting
from trainer.exams.sitting_transfer import WITHOUT_COUNTER, move_here, sittings_in
from trainer.exams.verification import verify

STATION = keys()[KeyRole.STATION]


class Laptops:
    """Two machines of a school; the first dies after one answer."""

    def __init__(self, folder: Path) -> None:
        self.clock = RehearsalClock(NOW)
        self.first, self.second = (school_in(folder / name, self.clock) for name in ("first", "second"))
        paper, self.code = self.first.draw(SMALL, EXAMINER, "1", offers())
        self.first.people.keep(candidate())
        sitting = self.first.begin(paper.id, candidate(), STATION.public)
        sitting.identify(INVIGILATOR, candidate(), "passport")
        sitting.unlock(INVIGILATOR, self.code)
        sitting.check_machine(MACHINE)
        sitting.start()
        self.clock.ms += 20_000
        sitting.answer(sitting.question.draft.solution)
        sitting.show(2)
        self.clock.ms += 10_000
        sitting.tick()
        sitting.close()
        self.id = sitting.header.sitting

    def move(self, reason: str = "the disk went into another laptop") -> None:
        move_here(self.second, self.first.folder, self.id, INVIGILATOR, reason)

    def resumed(self) -> Sitting:
        sitting = self.second.reopen(self.id)
        self.clock.ms += 600_000  # however long it took
        sitting.resume(INVIGILATOR, self.code)
        return sitting


@pytest.fixture
def laptops(tmp_path: Path) -> Laptops:
    return Laptops(tmp_path)


def incidents(sitting: Sitting) -> list[tuple[str, str]]:
    return [(each.event["what"], each.event["detail"]) for each in sitting.events if each.event["kind"] == "incident"]


@pytest.mark.parametrize("step", ["_bring_candidate", "_bring_draw"])
def test_a_transfer_that_failed_before_its_lines_is_repeated(
    laptops: Laptops, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """The sitting lay here without its draw: it could be neither brought again nor sealed."""
    with monkeypatch.context() as patch:
        patch.setattr(f"trainer.exams.sitting_transfer.{step}", Mock(side_effect=OSError(28, "full")))
        with pytest.raises(OSError, match="full"):
            laptops.move()
    laptops.move()
    sitting = laptops.resumed()
    sitting.hand_in(confirmed=True)
    laptops.second.seal(sitting, STATION)
    sitting.close()
    assert len(laptops.second.results()) == 1
    with pytest.raises(RefusedError, match="on this machine already"):
        laptops.move()


def test_it_goes_on_at_the_same_item_with_the_same_time_and_is_sealed(laptops: Laptops) -> None:
    assert [header.sitting for header in sittings_in(laptops.first.folder)] == [laptops.id]
    laptops.move()
    assert laptops.second.unfinished() == [laptops.id] and laptops.first.unfinished() == []
    sitting = laptops.resumed()
    assert (sitting.item, sitting.part_left_ms, set(sitting.state.answers)) == (2, 270_000, {1})
    assert ("moved", "the disk went into another laptop") in incidents(sitting)
    sitting.hand_in(confirmed=True)
    found, _ = laptops.second.seal(sitting, STATION)
    sitting.close()
    assert verify(to_bytes(found), trust()).keys_checked
    with pytest.raises(RefusedError, match="goes on at another machine"):
        laptops.first.reopen(laptops.id)
    with pytest.raises(RefusedError, match="on this machine already"):
        laptops.move()


def test_without_its_counter_the_log_says_that_too(laptops: Laptops) -> None:
    shutil.rmtree(laptops.first.folder / "counters")
    laptops.move("from a stick")
    sitting = laptops.resumed()
    assert ("moved", f"from a stick ({WITHOUT_COUNTER})") in incidents(sitting)
    sitting.close()


def test_it_is_told_once(laptops: Laptops) -> None:
    laptops.move()
    laptops.resumed().close()
    sitting = laptops.resumed()
    assert [what for what, _ in incidents(sitting)].count("moved") == 1
    sitting.close()


def test_what_does_not_hold_leaves_nothing_behind(laptops: Laptops, tmp_path: Path) -> None:
    log = laptops.first.sitting_path(laptops.id) / "events.jsonl"
    whole = log.read_bytes()
    lines = whole.splitlines(keepends=True)
    for spoiled, says in (
        (whole.replace(b'"item":2', b'"item":3'), "was changed"),
        (b"".join(lines[:-2]), "counter is ahead"),
    ):
        log.write_bytes(spoiled)
        with pytest.raises(RefusedError, match=says):
            laptops.move()
    log.write_bytes(whole)
    for by, reason in ((EXAMINER, "x"), (CERTIFIER, "x"), (INVIGILATOR, " ")):
        with pytest.raises(RefusedError):
            move_here(laptops.second, laptops.first.folder, laptops.id, by, reason)
    stranger = office_in(tmp_path / "stranger", laptops.clock)
    stranger.keys.found("Otra", "another root key")
    with pytest.raises(RefusedError, match="another station"):
        move_here(stranger, laptops.first.folder, laptops.id, INVIGILATOR, "x")
    with pytest.raises(RefusedError, match="no sitting"):
        move_here(laptops.second, laptops.first.folder, "0" * 32, INVIGILATOR, "x")
    assert laptops.second.unfinished() == [] and list((laptops.second.folder / "sittings").glob("*")) == []
    laptops.move()


def test_an_erased_person_does_not_come_along(laptops: Laptops) -> None:
    laptops.second.people.erase(candidate().reference)
    laptops.move()
    assert laptops.second.people.find(candidate().reference) is None
