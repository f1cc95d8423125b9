"""Attacks 11 to 27 and 64, and what a sitting keeps through kills, power cuts and full disks."""

from __future__ import annotations

import resource
import shutil
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from tests.exams.support import (
    CANDIDATE,
    CERTIFIER,
    CODE,
    EXAMINER,
    INVIGILATOR,
    MACHINE,
    NOW,
    SMALL,
    Room,
    candidate,
    header_for,
    keys,
    offers,
    office_in,
    school_in,
    small_paper,
)
from trainer.exams import events as e
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole
from trainer.exams.locked_paper import lock_paper
from trainer.exams.log_files import Counter, CounterFile
from trainer.exams.observations import observations
from trainer.exams.people import Candidate, Identity
from trainer.exams.rehearsal import RehearsalClock
from trainer.exams.roles import Role
from trainer.exams.seals import involved, result_of, sealed
from trainer.exams.sitting import Sitting
from trainer.exams.sitting_state import Phase
from trainer.exams.staff import SignedIn


def kinds(sitting: Sitting) -> list[str]:
    return [str(each.event["kind"]) for each in sitting.events]


def incidents(sitting: Sitting) -> list[str]:
    return [str(each.event["what"]) for each in sitting.events if each.event["kind"] == "incident"]


def right_answer(sitting: Sitting) -> str:
    return sitting.question.draft.form.canonical(sitting.question.draft.solution)


def test_a_sitting_goes_its_way(room: Room) -> None:
    sitting = room.unlocked()
    assert sitting.phase == Phase.UNLOCKED
    sitting.check_machine(MACHINE)
    sitting.practise(sitting.practice[0].draft.form.canonical(sitting.practice[0].draft.solution))
    sitting.start()
    assert (sitting.phase, sitting.item, sitting.part_left_ms) == (Phase.RUNNING, 1, 300_000)
    room.pass_time(10)
    assert sitting.part_left_ms == 290_000
    sitting.flag(1)
    sitting.show(3)
    sitting.answer(right_answer(sitting))
    sitting.show(1)
    strip = [(each.number, each.is_shown, each.is_answered, each.is_flagged, each.is_open) for each in sitting.overview]
    assert strip == [(1, True, False, True, True), (2, False, False, False, True), (3, False, True, False, True)]
    sitting.answer(right_answer(sitting))
    sitting.finish_part()
    assert sitting.item == 4 and sitting.state.is_forward
    room.answer_right()
    assert sitting.item == 5
    sitting.hand_in(confirmed=True)
    assert sitting.phase == Phase.HANDED_IN
    assert kinds(sitting)[0] == "committed" and kinds(sitting)[-1] == "handed-in"
    marks = result_of(sitting.header, *sitting.collect()).marks
    assert [mark.right for mark in marks.items] == [True, False, True, True, False]


def test_11_nothing_starts_without_the_unlock(room: Room) -> None:
    sitting = room.sitting
    for act in (sitting.start, lambda: sitting.check_machine(MACHINE), lambda: sitting.show(1)):
        with pytest.raises(RefusedError, match="locked"):
            act()
    with pytest.raises(RefusedError, match="exam is locked"):
        sitting.unlock(INVIGILATOR, CODE)  # who sits there is looked at first


def test_12_nobody_invigilates_their_own_exam(room: Room) -> None:
    own = Candidate(identity=Identity(name="Vera", document="1", staff="vera"), salt="00" * 32)
    with pytest.raises(RefusedError, match="same person"):
        room.sitting.identify(INVIGILATOR, own, "passport")
    with pytest.raises(RefusedError, match="another person"):
        room.sitting.identify(INVIGILATOR, candidate("Somebody else"), "passport")


def test_13_wrong_codes_are_slowed_and_logged(tmp_path: Path) -> None:
    office = office_in(tmp_path)
    office.keys.found("Escuela", "a long root phrase")
    root = office.keys.unlock(KeyRole.ROOT, "a long root phrase")
    office.staff.add("vera", "Vera", Role.INVIGILATOR, "correct horse", root)
    paper, code = office.draw(SMALL, EXAMINER, "1", offers())
    sitting = office.begin(paper.id, candidate(), keys()[KeyRole.STATION].public)
    for _ in range(2):
        with pytest.raises(RefusedError, match="not the password"):
            sitting.sign_in(office.staff, "vera", "wrong")
    for tries in (3, 4, 5):
        office.clock.ms += 10_000 * tries  # type: ignore[attr-defined]
        with pytest.raises(RefusedError, match="not the password"):
            sitting.sign_in(office.staff, "vera", "wrong")
        with pytest.raises(RefusedError, match=f"wait {2 ** (tries - 2)} seconds|wait {2 ** (tries - 2) + 1} seconds"):
            sitting.sign_in(office.staff, "vera", "correct horse")
    assert kinds(sitting).count("wrong-code") == 5
    office.clock.ms += 60_000  # type: ignore[attr-defined]
    by = sitting.sign_in(office.staff, "vera", "correct horse")
    sitting.identify(by, candidate(), "passport")
    with pytest.raises(RefusedError, match="code does not open"):
        sitting.unlock(by, "WRONG")
    assert kinds(sitting).count("wrong-code") == 6
    sitting.unlock(by, code)
    sitting.close()


def test_13_wrong_codes_of_a_paper_are_slowed_too(room: Room) -> None:
    room.started()
    sitting = room.reopened()
    for _ in range(2):
        with pytest.raises(RefusedError, match="code does not open"):
            sitting.resume(INVIGILATOR, "WRONG")
    with pytest.raises(RefusedError, match=r"wait [12] seconds"):
        sitting.resume(INVIGILATOR, CODE)
    room.pass_time(2)
    sitting.resume(INVIGILATOR, CODE)
    assert [each.event["tries"] for each in sitting.events if each.event["kind"] == "wrong-code"] == [2]


def test_13_wrong_codes_before_anything_has_begun_are_slowed_and_logged_too(tmp_path: Path) -> None:
    clock = RehearsalClock(NOW)
    office = office_in(tmp_path, clock)
    paper, code = office.draw(SMALL, EXAMINER, "1", offers())
    for _ in range(2):
        with pytest.raises(RefusedError, match="code does not open"):
            office.check_code(paper.id, "WRONG")
    with pytest.raises(RefusedError, match=r"wait [12] seconds"):
        office.check_code(paper.id, code)
    clock.ms += 2000
    assert office.check_code(paper.id, code.lower()) == 2
    assert office.check_code(paper.id, code) == 0
    sitting = office.begin(paper.id, candidate(), keys()[KeyRole.STATION].public)
    sitting.note_wrong_codes(2)
    assert sitting.events[-1].event["tries"] == 2
    sitting.close()


def test_13_ending_the_program_does_not_shorten_the_delay(room: Room) -> None:
    room.sitting.identify(INVIGILATOR, candidate(), "passport")
    for _ in range(3):
        with pytest.raises(RefusedError):
            room.sitting.unlock(INVIGILATOR, "AAAA-AAAA-AAAA")
        room.pass_time(2)
    sitting = room.reopened()
    with pytest.raises(RefusedError, match="wait"):
        sitting.unlock(INVIGILATOR, CODE)
    room.pass_time(3)
    sitting.unlock(INVIGILATOR, CODE)
    sitting = room.reopened()  # and who gave the right one does not
    sitting.resume(INVIGILATOR, CODE)


@pytest.mark.parametrize("hours", [-5, 5])
def test_14_and_15_a_changed_clock_changes_no_time(room: Room, hours: int) -> None:
    sitting = room.started()
    room.pass_time(4)
    room.clock.start += timedelta(hours=hours)
    sitting.tick()
    assert sitting.part_left_ms == 296_000
    assert incidents(sitting) == ["clock-changed"]


def test_time_before_the_start_is_no_incident(room: Room) -> None:
    sitting = room.unlocked()
    room.pass_time(600)
    sitting.check_machine(MACHINE)
    room.pass_time(600)
    sitting.start()
    room.pass_time(1)
    sitting.tick()
    assert incidents(sitting) == [] and sitting.part_left_ms == 299_000


def test_16_and_17_a_kill_gains_no_time_and_needs_the_code(room: Room) -> None:
    sitting = room.started()
    room.pass_time(20)
    sitting.answer(right_answer(sitting))
    sitting.show(2)
    room.pass_time(7.5)
    sitting.tick()
    room.pass_time(0.9)  # after the last tick: less than a second is not charged
    again = room.reopened()
    assert again.phase == "broken"
    room.pass_time(600)
    for act in (lambda: again.answer("x"), again.finish_part, lambda: again.hand_in(confirmed=True)):
        with pytest.raises(RefusedError):
            act()
    with pytest.raises(RefusedError, match="code does not open"):
        again.resume(INVIGILATOR, "WRONG")
    with pytest.raises(RefusedError, match="may not do this"):
        again.resume(CANDIDATE, CODE)
    again.resume(INVIGILATOR, CODE)
    assert (again.item, again.part_left_ms) == (2, 300_000 - 27_500)
    assert again.state.answers[1].answer and "resumed" in kinds(again)


def test_18_a_folder_put_back_is_behind_its_counter(room: Room) -> None:
    sitting = room.started()
    shutil.copytree(room.folder / "room", room.folder / "copy")
    sitting.answer(right_answer(sitting))
    sitting.close()
    shutil.rmtree(room.folder / "room")
    shutil.copytree(room.folder / "copy", room.folder / "room")
    with pytest.raises(RefusedError, match="the counter is ahead"):
        Sitting.reopen(room.folder / "room", room.folder / "counters" / "one", room.clock)
    (room.folder / "counters" / "one").unlink()
    with pytest.raises(RefusedError, match="counter of this sitting is gone"):
        Sitting.reopen(room.folder / "room", room.folder / "counters" / "one", room.clock)


def test_19_a_second_result_of_a_sitting_is_refused_and_both_are_kept(tmp_path: Path) -> None:
    first = Room(tmp_path / "a").sat(5)
    office = school_in(tmp_path / "office", None, first)
    second = Room(tmp_path / "b").sat(3)
    office.store_result(first)
    office.store_result(first)  # the same again is no second
    with pytest.raises(RefusedError, match="refused and kept as evidence"):
        office.store_result(second)
    assert len(list((office.folder / "results").glob("*.json"))) == 2
    assert [found.digest for found in office.results()] == [first.digest]
    assert [entry.kind for entry in office.register.entries()] == ["drawn", "began", "result", "second-result"]


def test_20_and_64_after_the_end_it_is_closed(room: Room) -> None:
    sitting = room.started()
    sitting.hand_in(confirmed=True)
    for act in (
        lambda: sitting.answer("x"),
        lambda: sitting.give_time(INVIGILATOR, 5, "noise"),
        lambda: sitting.pause(INVIGILATOR, "late"),
        lambda: sitting.hand_in(confirmed=True),
    ):
        with pytest.raises(RefusedError, match="closed"):
            act()


def test_20_time_out_closes_item_part_and_sitting(room: Room) -> None:
    sitting = room.started()
    room.pass_time(301)
    with pytest.raises(RefusedError, match="time of item 1 is up"):
        sitting.answer(right_answer(sitting))
    assert not sitting.state.answers
    assert sitting.state.done == {"calls"} and sitting.item == 4
    left = sitting.item_left_ms
    assert left is not None
    room.pass_time(left / 1000 + 0.1)
    sitting.tick()
    assert sitting.item == 5 and 4 in sitting.state.closed
    room.pass_time(3600)
    sitting.tick()
    assert sitting.item == 0  # nothing is left to answer; handing in is left to the candidate
    sitting.hand_in(confirmed=True)


def test_21_a_closed_item_cannot_be_shown_or_answered(room: Room) -> None:
    sitting = room.started()
    for number in (0, 4, 6, -1):
        with pytest.raises((RefusedError, KeyError)):
            sitting.show(number)
    sitting.finish_part()
    with pytest.raises(RefusedError, match="item 5 is not open"):
        sitting.show(5)  # strictly forward
    room.answer_right()
    with pytest.raises(RefusedError, match="item 4 is not open"):
        sitting.show(4)
    with pytest.raises(RefusedError, match="item 1 is not open"):
        sitting.show(1)


def test_22_only_the_invigilator_pauses(room: Room) -> None:
    sitting = room.started()
    for person in (CANDIDATE, EXAMINER, CERTIFIER):
        for act in (
            lambda who=person: sitting.pause(who, ""),
            lambda who=person: sitting.give_time(who, 5, "x"),
            lambda who=person: sitting.end(who, "x"),
        ):
            with pytest.raises(RefusedError, match="may not do this"):
                act()  # type: ignore[no-untyped-call]
    sitting.pause(INVIGILATOR, "fire alarm")
    left = sitting.part_left_ms
    room.pass_time(120)
    sitting.tick()
    assert sitting.part_left_ms == left
    with pytest.raises(RefusedError, match="paused"):
        sitting.show(2)
    sitting.go_on(INVIGILATOR)
    sitting.give_time(INVIGILATOR, 2, "fire alarm")
    assert sitting.part_left_ms == (left or 0) + 120_000


def test_the_log_says_who_ended_it_and_why(room: Room) -> None:
    sitting = room.started()
    with pytest.raises(RefusedError, match="reason"):
        sitting.end(INVIGILATOR, " ")
    sitting.end(INVIGILATOR, "taken ill")
    assert sitting.events[-1].event["by"] == INVIGILATOR.id
    result = result_of(sitting.header, *sitting.collect())
    assert INVIGILATOR.id in involved(result)
    assert observations(result)[-1].detail == "taken ill"
    last = e.read_event({name: value for name, value in sitting.events[-1].event.items() if name not in ("by", "note")})
    assert isinstance(last, e.HandedIn)  # logs of before are read too


def test_23_a_closed_lid_and_a_second_screen_are_noted_and_time_runs(room: Room) -> None:
    sitting = room.started()
    room.pass_time(60)
    sitting.tick()
    assert incidents(sitting) == ["gap"] and sitting.part_left_ms == 240_000
    sitting.incident("second-screen", "HDMI-1")
    sitting.incident("not-in-front", "", 4200)
    assert incidents(sitting) == ["gap", "second-screen", "not-in-front"]


def test_24_a_full_disk_stops_before_the_next_item(room: Room) -> None:
    sitting = room.started()
    sitting.show(2)
    before, events = (room.folder / "room" / "events.jsonl").read_bytes(), len(sitting.events)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 40, limits[1]))  # no file grows: as on a full disk
    try:
        with pytest.raises(OSError, match="File too large"):
            sitting.answer(right_answer(sitting))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (sitting.item, len(sitting.events), sitting.state.answers) == (2, events, {})
    assert (room.folder / "room" / "events.jsonl").read_bytes() == before
    sitting.answer(right_answer(sitting))
    assert 2 in sitting.state.answers
    assert room.reopened().phase == "broken"


def test_25_there_are_no_hints(room: Room) -> None:
    with pytest.raises(RefusedError, match="not in an exam"):
        room.started().hint()


@pytest.mark.parametrize("answer", ["x" * 10_000_000, "17\x00", "17\n18", "\u202e71", "1\u200b7"])
def test_26_answers_are_bounded_and_plain(room: Room, answer: str) -> None:
    sitting = room.started()
    with pytest.raises(RefusedError, match="too long or has signs"):
        sitting.answer(answer)
    assert not sitting.state.answers


def test_a_stall_from_before_the_item_takes_no_more_off_than_there_was(room: Room) -> None:
    sitting = room.started()
    room.pass_time(1.5)
    sitting.answer(right_answer(sitting), frame_ms=40, latency_ms=90, stall_ms=1900)
    given = e.read_event(next(each.event for each in sitting.events if each.event["kind"] == "answer"))
    assert isinstance(given, e.Given)
    assert (given.raw, given.stalls, given.frame, given.latency) == (1500, 1500, 17, 20)


def test_27_a_second_process_finds_it_in_use(room: Room) -> None:
    room.started()
    with pytest.raises(RefusedError, match="in use"):
        Sitting.reopen(room.folder / "room", room.folder / "counters" / "one", room.clock)


def test_a_torn_last_line_is_set_aside_and_told(room: Room) -> None:
    room.started()
    with (room.folder / "room" / "events.jsonl").open("ab") as log:
        log.write(b'{"event":{"kind":"answ')
    sitting = room.reopened()
    sitting.resume(INVIGILATOR, CODE)
    resumed = next(each.event for each in sitting.events if each.event["kind"] == "resumed")
    assert resumed["torn"] == 22
    sitting.hand_in(confirmed=True)
    assert sealed(result_of(sitting.header, *sitting.collect()), keys()[KeyRole.STATION], room.clock.wall())


def test_a_changed_line_stops_the_resumption(room: Room) -> None:
    sitting = room.started()
    sitting.close()
    log = room.folder / "room" / "events.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"document":"passport"', b'"document":"nothing_"'))
    with pytest.raises(RefusedError, match="event 1 was changed"):
        Sitting.reopen(room.folder / "room", room.folder / "counters" / "one", room.clock)


def test_extra_time_stretches_limits(tmp_path: Path) -> None:
    sitting = Room(tmp_path, extra_time=50).started()
    assert sitting.part_left_ms == 450_000
    sitting.finish_part()
    assert sitting.item_left_ms == sitting.paper.item(4).limit_ms * 3 // 2


def test_a_slow_machine_or_a_full_disk_is_told_before_it_starts(room: Room) -> None:
    sitting = room.unlocked()
    for changes in ({"frame_ms": 51}, {"latency_ms": 201}):
        with pytest.raises(RefusedError, match="too slow for timed parts"):
            sitting.check_machine(msgspec.structs.replace(MACHINE, **changes))
    with pytest.raises(RefusedError, match="are left on the disk"):
        sitting.check_machine(msgspec.structs.replace(MACHINE, free_mb=10))


def test_the_log_holds_no_name(room: Room) -> None:
    room.sat()
    for path in (room.folder / "room").iterdir():
        if path.is_file():
            assert b'"Ana' not in path.read_bytes() and b'"X1' not in path.read_bytes()


def test_a_sitting_of_another_paper_is_refused(tmp_path: Path) -> None:
    header = header_for(small_paper("8"))
    with pytest.raises(RefusedError, match="not the paper"):
        Sitting.begin(
            tmp_path / "r", tmp_path / "c", header, lock_paper(small_paper(), CODE), Room(tmp_path / "x").clock
        )


def test_every_event_says_its_kind_in_words_that_can_be_read_back(room: Room) -> None:
    room.sat()
    for each in room.sitting.events:
        assert msgspec.to_builtins(e.read_event(each.event)) == each.event
    with pytest.raises(RefusedError, match="is none that there are"):
        e.read_event({"kind": "bribed", "n": 3})


def test_a_forged_role_is_nobody() -> None:
    with pytest.raises(ValueError, match="chief"):
        SignedIn("x", Role("chief"))


@pytest.mark.parametrize(
    ("name", "value"), [("count", -100), ("used", -1), ("used", 2**63 - 1), ("turn", 2**64 - 1), ("wrong", -9)]
)
def test_a_counter_with_figures_that_nobody_counted_to_is_none(tmp_path: Path, name: str, value: int) -> None:
    counter = CounterFile(tmp_path / "counter")
    counter.create()
    counter.write(msgspec.structs.replace(Counter(turn=1, count=1, last="", used=0, wall=0), **{name: value}))
    assert counter.read() is None
