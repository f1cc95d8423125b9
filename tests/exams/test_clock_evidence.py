"""A clock set forward or back between exams: what the register proves and who is warned."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.exams.support import CODE, EXAMINER, INVIGILATOR, NOW, SMALL, Room, candidate, keys, offers, office_in
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole
from trainer.exams.observations import observations
from trainer.exams.office import Office
from trainer.exams.paper import Paper
from trainer.exams.rehearsal import RehearsalClock
from trainer.exams.result import ChainedEvent, SittingHeader
from trainer.exams.seals import result_of, sealed
from trainer.exams.sitting import Sitting
from trainer.texts import Language, say

STATION = keys()[KeyRole.STATION]
DAY = 24 * 3_600_000


class School:
    """An office with enough papers, whose clock can be set and whose machine can be restarted."""

    def __init__(self, folder: Path) -> None:
        self.clock = RehearsalClock(NOW)
        self.office: Office = office_in(folder, self.clock)
        self.papers = [self.office.draw(SMALL, EXAMINER, f"seat {place}", offers())[0].id for place in range(3)]

    def set_clock(self, days: float) -> None:
        self.clock.start += timedelta(days=days)

    def restart(self) -> None:
        self.clock.boot = f"{self.clock.boot}+"
        self.clock.start += timedelta(milliseconds=self.clock.ms)
        self.clock.ms = 0

    def sit(self, paper: int = 0, who: str = "Ana") -> Sitting:
        sitting = self.office.begin(self.papers[paper], candidate(who), STATION.public)
        sitting.close()
        return sitting


@pytest.fixture
def school(tmp_path: Path) -> School:
    return School(tmp_path)


def told_by(school: School) -> list[str]:
    return [say(doubt, Language.EN) for doubt in school.office.warnings()]


def of_clock(sitting: Sitting) -> list[str]:
    return [each.event["detail"] for each in sitting.events if each.event.get("what") == "clock-doubtful"]


def test_a_clock_set_forward_shortens_no_waiting_time_while_the_machine_runs(school: School) -> None:
    school.sit()
    school.clock.ms += DAY
    school.set_clock(15)
    with pytest.raises(RefusedError, match="from 2026-11-30 on, and the clock of this computer was set forward"):
        school.sit(1)
    (said,) = told_by(school)
    assert "says that it is 2026-12-02 09:00 UTC" in said and "it is 2026-11-17 09:00 UTC" in said
    school.set_clock(-15)
    assert not told_by(school)
    school.clock.ms += 13 * DAY
    assert school.sit(1).header.attempt == 2 and not of_clock(school.sit(2, "Berta"))


def test_another_line_of_the_same_start_is_enough(school: School) -> None:
    school.sit()
    school.restart()
    school.clock.ms += DAY
    school.papers[1] = school.office.draw(SMALL, EXAMINER, "again", offers(), reason="a retake")[0].id
    school.set_clock(15)
    with pytest.raises(RefusedError, match="was set forward"):
        school.sit(1)


def test_where_no_waiting_time_hangs_on_it_the_exam_begins_and_says_so(school: School) -> None:
    school.set_clock(2)
    sitting = school.sit()
    assert of_clock(sitting) == ["+172800 s"]


def test_after_a_new_start_the_first_line_with_a_right_clock_gives_it_away(school: School) -> None:
    school.sit()
    school.restart()
    school.set_clock(15)
    retake = school.sit(1)  # not detectable yet
    assert not of_clock(retake)
    school.restart()
    school.set_clock(-15)
    assert "already has a line of 2026-12-01 09:00" in told_by(school)[0]
    assert of_clock(school.sit(2, "Berta")) == [f"{-15 * 86_400} s"]
    found = sealed(result_of(*sat_of(school, retake)), STATION, school.clock.wall())
    seen = " ".join(say(one.what, Language.EN) for one in school.office.observations(found))
    assert "dates this exam 2026-12-01 09:00 UTC and what followed 2026-11-16 09:00" in seen


def sat_of(school: School, sitting: Sitting) -> tuple[SittingHeader, Paper, tuple[ChainedEvent, ...]]:
    """A complete result with the header of this sitting."""
    whole = Room(school.office.folder / "whole").sat().result
    return sitting.header, whole.paper, whole.events


def test_a_clock_set_back_is_told_before_the_exam_and_in_it(school: School) -> None:
    school.sit()
    school.set_clock(-40)
    school.restart()
    assert "2026-11-16 09:00" in told_by(school)[0]
    assert of_clock(school.sit(1, "Berta")) == [f"{-40 * 86_400} s"]


def test_a_network_that_puts_the_clock_right_is_nobodys_doing(school: School) -> None:
    school.sit()
    school.set_clock(-1 / 1440)
    assert not told_by(school) and not of_clock(school.sit(1, "Berta"))


@pytest.mark.parametrize(
    ("hours", "restarted", "told"),
    [(-5, False, ["clock-changed"]), (5, False, ["clock-changed"]), (0, False, []), (-5, True, ["clock-changed"])],
)
def test_a_clock_set_while_the_program_was_away_is_noted(
    tmp_path: Path, hours: int, restarted: bool, told: list[str]
) -> None:
    room = Room(tmp_path)
    room.started()
    room.pass_time(4)
    room.sitting.tick()
    room.pass_time(60)
    room.clock.start += timedelta(hours=hours)
    if restarted:
        room.clock.boot = "another"
    sitting = room.reopened()
    sitting.resume(INVIGILATOR, CODE)
    found = [each.event["what"] for each in sitting.events if each.event["kind"] == "incident"]
    assert [what for what in found if what != "restarted"] == told
    sitting.hand_in(confirmed=True)
    said = [say(one.what, Language.EN) for one in observations(result_of(sitting.header, *sitting.collect()))]
    assert any("set back by " in one and " h" in one for one in said) is (hours < 0)  # not in milliseconds
    assert any("set forward by 5 h;" in one for one in said) is (hours > 0)


def test_a_pause_has_a_length_and_added_time_is_told_in_minutes(tmp_path: Path) -> None:
    room = Room(tmp_path)
    sitting = room.started()
    sitting.pause(INVIGILATOR, "fire alarm")
    room.pass_time(90)
    sitting.go_on(INVIGILATOR)
    sitting.give_time(INVIGILATOR, 5, "the alarm")
    sitting.hand_in(confirmed=True)
    paused, added = observations(result_of(sitting.header, *sitting.collect()))
    assert (paused.lasted_ms, added.lasted_ms) == (90_000, 0)
    assert say(added.what, Language.EN) == "the invigilator added 5 min"


def test_a_register_that_forgot_an_exam_is_told(school: School) -> None:
    """Deleting the register or putting back an earlier one does not hide an attempt."""
    before = school.office.register.path.read_bytes()
    sitting = school.office.begin(school.papers[0], candidate(), STATION.public)
    sitting.identify(INVIGILATOR, candidate(), "passport")
    sitting.close()
    school.office.register.path.write_bytes(before)
    assert sitting.header.sitting in told_by(school)[0]
    again = school.sit(1)
    assert [each.event["what"] for each in again.events if each.event["kind"] == "incident"] == ["register-behind"]
    assert again.header.attempt == 1


def test_a_power_cut_before_the_register_line_is_not_reported(school: School) -> None:
    before = school.office.register.path.read_bytes()
    school.sit()
    school.office.register.path.write_bytes(before)
    assert not told_by(school)
