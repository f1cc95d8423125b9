"""The storage: the same tests on SQLite and PostgreSQL."""

from __future__ import annotations

import random
import sqlite3
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import argon2
import msgspec
import psycopg
import pytest

from tests.exams.certificate_kit import school_keys
from tests.exams.support import CODE, NOW, small_paper
from tests.school.conftest import fresh_address
from tests.school.people import START, Clock, a_class, a_laptop, a_session, an_assignment, answers, ids, some_entries
from tests.school.sealed import CARD, TOKEN
from trainer.exams.errors import RefusedError
from trainer.exams.keys import PrivateKey
from trainer.exams.locked_paper import lock_paper
from trainer.exams.register import Register
from trainer.exams.result import SealedResult, to_bytes
from trainer.exams.trust import new_trust
from trainer.records.attempts import to_milliseconds
from trainer.records.errors import ExistsError
from trainer.school.assignments import What
from trainer.school.entries import Entry, Sort, attempt_entry, digest_of, rules_entry, sealed_entry, session_entry
from trainer.school.errors import (
    CannotOpenSchoolError,
    ConflictError,
    EmptyNameError,
    NotABackupError,
    NotEmptyError,
    NotJoinedError,
    SchoolTooNewError,
    StorageError,
    TakenError,
    UnknownError,
    WeakPasswordError,
)
from trainer.school.passwords import check_strength, hash_password, password_matches
from trainer.school.sealed_documents import (
    CertificateFiles,
    ResultFiles,
    accept_paper,
    certificate_id,
    check_certificate,
    check_result,
    result_id,
)
from trainer.school.storage.backup import back_up, restore
from trainer.school.storage.engine import Row, Value
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.laptops import CODE_MS, IDLE_MS, LOGIN_MS
from trainer.school.storage.people import Role
from trainer.school.storage.school_storage import Storage, open_storage


def test_people_and_classes_are_found_again_after_closing(where: str, clock: Clock) -> None:
    with open_storage(where, clock) as storage:
        group, (ana, bea) = a_class(storage)
        teacher = storage.add_person("Dora", Role.INSTRUCTOR, "dora", "a long password")
        storage.add_members(group.id, [teacher.id])
    with open_storage(where, clock) as storage:
        assert [one.name for one in storage.members(group.id)] == ["Ana", "Bea", "Dora"]
        assert storage.members(group.id, Role.TRAINEE) == [ana, bea]
        assert storage.by_login("dora") == teacher
        assert storage.classes(ana.id) == [group]
        assert password_matches("a long password", storage.password(teacher.id))
        assert not password_matches("another password", storage.password(teacher.id))


def test_names_are_cleaned_and_logins_and_classes_are_unique(either: Storage) -> None:
    assert either.add_person("  Ana\u200b  \x07 López ", Role.TRAINEE, "7").name == "Ana López"
    with pytest.raises(TakenError):
        either.add_person("Other", Role.TRAINEE, "7")
    for name in ("", "  ", "x" * 121):
        with pytest.raises(EmptyNameError):
            either.add_person(name, Role.TRAINEE)
    either.add_class("Lunes")
    with pytest.raises(TakenError):
        either.add_class(" Lunes ")


def test_a_deactivated_person_keeps_records_and_loses_access(either: Storage) -> None:
    group, (ana, _) = a_class(either)
    laptop, _ = a_laptop(either, ana)
    either.keep([Incoming(ana.id, laptop.id, some_entries())])
    either.add_login(ana.id, b"token")
    either.deactivate(ana.id)
    assert [one.name for one in either.members(group.id)] == ["Bea"]
    assert either.laptop(laptop.id).is_withdrawn
    assert either.login_of(b"token") is None
    assert either.person(ana.id).stored == 11


def test_entries_are_stored_once_in_any_order(either: Storage) -> None:
    _, (ana, bea) = a_class(either)
    laptop, _ = a_laptop(either, ana)
    entries = some_entries(30)
    session, *attempts = entries
    random.Random(1).shuffle(attempts)
    first, second = [session, *attempts[:20]], [session, *attempts[10:]]
    kept = either.keep([Incoming(ana.id, laptop.id, second), Incoming(ana.id, laptop.id, first)])
    assert [one.added for one in kept] == [21, 10]
    assert either.keep([Incoming(ana.id, laptop.id, entries)])[0].added == 0
    stored = list(either.all_entries(ana.id))
    assert [one.number for one in stored] == list(range(1, 32))
    assert ids([one.entry for one in stored]) == ids(entries)
    assert either.person(ana.id).stored == 31
    assert list(either.all_entries(bea.id)) == []


def test_batches_of_two_laptops_are_stored_together(either: Storage) -> None:
    """A session in one batch and its answers in another, duplicates, and an id with two contents."""
    _, (ana, bea) = a_class(either)
    one, two = a_laptop(either, ana)[0].id, a_laptop(either, ana)[0].id
    session, first, second = some_entries(2)
    other = Entry(second.id, Sort.ATTEMPT, first.body)
    hers = some_entries(1, 2)
    kept = either.keep(
        [
            Incoming(ana.id, one, [session, first]),
            Incoming(bea.id, None, [hers[1], *hers]),
            Incoming(ana.id, two, [first, second, other]),
        ]
    )
    assert [(result.added, result.stored, [why.id for _, why in result.refused]) for result in kept] == [
        (2, 2, []),
        (2, 2, ["school.why.session"]),
        (1, 3, ["school.why.differs"]),
    ]
    assert kept[2].checksum == either.person(ana.id).checksum
    assert [one.entry for one in either.all_entries(ana.id)] == [session, first, second]
    before = either.heat_map([ana.id, bea.id])
    either.recount()
    assert either.heat_map([ana.id, bea.id]) == before


def test_a_group_may_be_as_large_as_a_whole_school(either: Storage) -> None:
    """More values than one statement allows."""
    _, people = a_class(either, trainees=[f"Trainee {number}" for number in range(450)])
    sent = {one.id: some_entries(1, number) for number, one in enumerate(people, 1)}
    kept = either.keep([Incoming(one.id, None, sent[one.id]) for one in people])
    assert {(one.added, one.refused) for one in kept} == {(2, ())}
    again = either.keep([Incoming(one.id, None, sent[one.id][1:]) for one in people])
    assert {(len(one.kept), one.added, one.stored) for one in again} == {(1, 0, 2)}


def test_the_first_content_of_an_id_stays(either: Storage) -> None:
    _, (ana, bea) = a_class(either)
    entries = some_entries(2)
    either.keep([Incoming(ana.id, None, entries)])
    session = a_session()
    other = attempt_entry(msgspec.structs.replace(answers(session, 1)[0], answer="999999"))
    assert other.id == entries[1].id
    (kept,) = either.keep([Incoming(ana.id, None, [other])])
    assert [(number, why.id) for number, why in kept.refused] == [(other.id, "school.why.differs")]
    assert either.entry(ana.id, other.id) == entries[1]
    # An entry belongs to one person, whatever its content.
    (of_another,) = either.keep([Incoming(bea.id, None, [entries[0], other])])
    assert [why.id for _, why in of_another.refused] == ["school.why.anothers"] * 2 and of_another.added == 0


def test_an_answer_without_its_session_is_refused_and_the_rest_is_kept(either: Storage) -> None:
    _, (ana, _) = a_class(either)
    entries = some_entries(3)
    (kept,) = either.keep([Incoming(ana.id, None, entries[2:] + entries[:1] + [Entry(bytes(16), Sort.ATTEMPT, b"x")])])
    assert kept.kept == (entries[0].id,)
    assert [why.id for _, why in kept.refused][:2] == ["school.why.session"] * 2
    assert len(kept.refused) == 3


def test_every_sort_of_entry_is_stored(either: Storage, small_result: SealedResult) -> None:
    _, (ana, _) = a_class(either)
    result = to_bytes(small_result)
    sealed = [
        sealed_entry(result_id(result), Sort.SITTING, result),
        sealed_entry(certificate_id(CARD), Sort.CERTIFICATE, CARD),
    ]
    entries = [*some_entries(2), rules_entry("ab12cd34", b"rules"), *sealed]
    (kept,) = either.keep([Incoming(ana.id, None, entries)])
    assert kept.refused == () and kept.added == len(entries)
    assert either.entries_of_sort(ana.id, Sort.SITTING) == sealed[:1]
    assert [one.entry for one in either.all_entries(ana.id)] == entries


def test_an_invalid_or_foreign_certificate_is_refused(storage: Storage, tmp_path: Path) -> None:
    _, (ana, _) = a_class(storage)

    def refused(number: UUID, document: bytes) -> bool:
        (kept,) = storage.keep([Incoming(ana.id, None, [sealed_entry(number, Sort.CERTIFICATE, document)])])
        return bool(kept.refused)

    changed = TOKEN.replace(b'"data:', b'"date:')
    assert refused(certificate_id(b"{}"), b"{}") and refused(certificate_id(TOKEN), CARD) and refused(uuid4(), CARD)
    assert changed != TOKEN and refused(certificate_id(changed), changed)
    storage.document_checks = {
        Sort.CERTIFICATE: partial(check_certificate, trusted=[new_trust("Otra", PrivateKey.new(), NOW)])
    }
    assert refused(certificate_id(TOKEN), TOKEN)
    storage.document_checks = {Sort.CERTIFICATE: partial(check_certificate, trusted=[school_keys()])}
    assert not refused(certificate_id(TOKEN), TOKEN)
    files = CertificateFiles(tmp_path)
    files.keep_document(certificate_id(TOKEN), TOKEN)
    files.keep_document(certificate_id(b"{}"), b"{}")
    again = CertificateFiles(tmp_path)
    assert [again.document(number) for number in again.documents()] == [TOKEN]


def test_an_exam_that_was_set_is_done_when_its_result_comes_in(either: Storage, small_result: SealedResult) -> None:
    group, (ana, _) = a_class(either)
    scheme = small_result.result.header.scheme
    mine, other = (
        msgspec.structs.replace(an_assignment(group), id=uuid4(), what=What.EXAM, scheme=name)
        for name in (scheme, "arica/another")
    )
    for assignment in (mine, other):
        either.add_assignment(assignment)
    data = to_bytes(small_result)
    either.keep([Incoming(ana.id, None, [sealed_entry(result_id(data), Sort.SITTING, data)])])
    (work,) = either.work([mine.id, other.id])
    assert (work.person, work.assignment, work.is_done(mine)) == (ana.id, mine.id, True)
    assert work.answers == len(small_result.result.marks.items) and work.rights <= work.answers
    either.recount()
    assert either.work([mine.id, other.id]) == [work]
    # If the same exam is set twice both are done; set again later, it has to be sat again.
    sat = to_milliseconds(datetime.fromisoformat(small_result.result.header.created))
    twice, again = (
        msgspec.structs.replace(mine, id=uuid4(), made=made) for made in (sat - 1_000, sat + 2 * 24 * 3_600_000)
    )
    for assignment in (twice, again):
        either.add_assignment(assignment)
    either.recount()
    assert {one.assignment for one in either.work([mine.id, twice.id, again.id])} == {mine.id, twice.id}


def test_a_forged_sitting_is_refused(storage: Storage, small_result: SealedResult) -> None:
    _, (ana, _) = a_class(storage)
    good = to_bytes(small_result)
    plain = msgspec.json.decode(good)
    plain["result"]["marks"]["passed"] = not plain["result"]["marks"]["passed"]
    forged = msgspec.json.encode(plain, order="deterministic")
    candidate = small_result.result.header.candidate.encode()
    for number, document in (
        (result_id(good), forged),  # other marks
        (result_id(good), good.replace(candidate, bytes(reversed(candidate)))),  # another name over the same chain
        (result_id(good), b'{"seal": "of nobody"}'),
        (uuid4(), good),  # another id, to be counted twice
    ):
        (kept,) = storage.keep([Incoming(ana.id, None, [sealed_entry(number, Sort.SITTING, document)])])
        assert kept.kept == () and len(kept.refused) == 1
    stranger = new_trust("Otra", PrivateKey.new(), NOW)
    storage.document_checks = {Sort.SITTING: partial(check_result, trust=stranger)}
    (kept,) = storage.keep([Incoming(ana.id, None, [sealed_entry(result_id(good), Sort.SITTING, good)])])
    assert kept.kept == ()  # sealed by a key that is not the school's


def test_results_travel_from_one_folder_of_exams_to_another(small_result: SealedResult, tmp_path: Path) -> None:
    data = to_bytes(small_result)
    (tmp_path / "one" / "results").mkdir(parents=True)
    (tmp_path / "one" / "results" / "a.json").write_bytes(data)
    (tmp_path / "one" / "results" / "a-second.json").write_bytes(data)
    (tmp_path / "one" / "results" / "b.json").write_bytes(b"nonsense")
    one, two = ResultFiles(tmp_path / "one"), ResultFiles(tmp_path / "two")
    assert list(two.documents()) == []
    (number,) = one.documents()
    two.keep_document(number, one.document(number) or b"")
    two.keep_document(uuid4(), data)
    assert list(two.documents()) == [number] and two.document(number) == data
    assert [path.read_bytes() for path in (tmp_path / "two" / "results").iterdir()] == [data]


def test_papers_cannot_escape_their_folder(tmp_path: Path) -> None:
    locked = lock_paper(small_paper(), CODE)
    data, paper = locked.to_bytes(), locked.commitment.paper
    assert accept_paper(tmp_path, data, "Ana", "vera", NOW)
    assert not accept_paper(tmp_path, data, "Ana", "vera", NOW)
    (drawn,) = Register(tmp_path / "register.jsonl").of_kind("drawn")
    assert (drawn.about, drawn.by, drawn.details["seat"]) == (paper, "vera", "Ana")
    assert (tmp_path / "papers" / f"{paper}.json").read_bytes() == data
    for spoilt in (b"nonsense", data.replace(paper.encode(), b"../../" + paper.encode()[6:])):
        with pytest.raises((RefusedError, ValueError)):
            accept_paper(tmp_path, spoilt, "Ana", "vera", NOW)
    assert len(list(tmp_path.rglob("*.json"))) == 1


def test_a_failing_group_is_rolled_back(either: Storage) -> None:
    _, (ana, bea) = a_class(either)
    laptop, _ = a_laptop(either, ana)
    with pytest.raises(NotJoinedError):  # Bea does not own that laptop
        either.keep([Incoming(ana.id, laptop.id, some_entries()), Incoming(bea.id, laptop.id, some_entries())])
    assert either.person(ana.id).stored == either.person(bea.id).stored == 0
    either.withdraw_laptop(laptop.id)
    with pytest.raises(NotJoinedError):
        either.keep([Incoming(ana.id, laptop.id, some_entries())])


def test_totals_are_the_same_in_any_order_and_when_recounted(either: Storage) -> None:
    group, (ana, bea) = a_class(either)
    assignment = an_assignment(group, 20)
    either.add_assignment(assignment)
    mine = some_entries(25, 1, str(assignment.plan_for(ana.id)))
    either.keep([Incoming(ana.id, None, mine)])
    ours = a_session(1, str(assignment.plan_for(ana.id)))
    same = [
        msgspec.structs.replace(one, id=UUID(int=one.id.int ^ 1), session=a_session(2).id) for one in answers(ours, 25)
    ]
    session, attempts = session_entry(a_session(2, ours.plan)), [attempt_entry(one) for one in same]
    random.Random(3).shuffle(attempts)
    for at in range(0, 25, 4):
        either.keep([Incoming(bea.id, None, [session, *attempts[at : at + 4]])])

    def shown() -> object:
        people = [ana.id, bea.id]
        work = sorted(either.work([assignment.id]), key=lambda one: one.person)
        return either.heat_map(people), either.common_mistakes(people), either.today(people), work

    before = shown()
    cells = either.heat_map([ana.id, bea.id])
    assert [(cell.answers, cell.rights) for cell in cells[:1]] == [(cell.answers, cell.rights) for cell in cells[1:]]
    assert cells[0].answers == 25 and cells[0].is_enough
    assert [one.answers for one in either.work([assignment.id])] == [25, 25]
    assert all(one.is_done(assignment) for one in either.work([assignment.id]))
    assert either.common_mistakes([ana.id, bea.id])[0].people == 2
    either.recount()
    assert shown() == before


def test_only_the_work_for_an_assignment_counts_and_lateness_is_told(either: Storage, clock: Clock) -> None:
    group, (ana, bea) = a_class(either)
    assignment = an_assignment(group, 5, deadline=to_milliseconds(START) + 4_000)
    either.add_assignment(assignment)
    clock.go_on(minutes=1)
    either.keep([Incoming(ana.id, None, some_entries(5, 1, str(assignment.plan_for(ana.id))))])
    either.keep([Incoming(bea.id, None, some_entries(3, 2, str(assignment.plan_for(bea.id))))])
    either.keep([Incoming(bea.id, None, some_entries(9, 3))])
    of_ana, of_bea = sorted(either.work([assignment.id]), key=lambda one: -one.answers)
    assert (of_ana.answers, of_ana.is_done(assignment), of_ana.is_late(assignment)) == (5, True, True)
    assert (of_bea.answers, of_bea.is_done(assignment), of_bea.is_late(assignment)) == (3, False, False)
    either.add_assignment(assignment)  # repeated
    assert either.assignments([group.id]) == [assignment]
    with pytest.raises(ConflictError):
        either.add_assignment(msgspec.structs.replace(assignment, title="another"))
    with pytest.raises(ConflictError):
        either.add_code(either.new_id(), b"of a class that is nowhere")
    either.withdraw_assignment(assignment.id)
    assert either.assignments([group.id]) == []


def test_too_few_answers_are_not_judged(either: Storage) -> None:
    _, (ana, _) = a_class(either)
    either.keep([Incoming(ana.id, None, some_entries(5))])
    assert [cell.is_enough for cell in either.heat_map([ana.id])] == [False]


def test_old_answers_are_not_recent(either: Storage, clock: Clock) -> None:
    _, (ana, _) = a_class(either)
    either.keep([Incoming(ana.id, None, some_entries(20))])
    clock.go_on(weeks=9)
    assert either.heat_map([ana.id]) == either.common_mistakes([ana.id]) == []
    assert either.today([ana.id]) == {}


def test_a_board_reads_no_more_than_it_shows(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table is searched by person, and by week if it has one, so years do not matter."""
    _, (ana, bea) = a_class(storage)
    asked: list[tuple[str, list[object]]] = []
    read = storage.engine.rows

    def rows(statement: str, values: Sequence[Value] = ()) -> list[Row]:
        asked.append((statement, list(values)))
        return read(statement, values)

    monkeypatch.setattr(storage.engine, "rows", rows)
    storage.keep([Incoming(ana.id, None, some_entries(40))])
    for question in (storage.heat_map, storage.common_mistakes, storage.today):
        assert question([ana.id, bea.id])
    plans = {statement: read(f"EXPLAIN QUERY PLAN {statement}", values) for statement, values in asked}
    searched = [line[3] for plan in plans.values() for line in plan if " USING " in line[3] and "TEMP" not in line[3]]
    assert not [line for plan in plans.values() for line in plan if line[3].startswith("SCAN")]
    assert len(searched) >= 4 and all("person=?" in line for line in searched)
    assert all("week>?" in line or "hour>?" in line for line in searched)


def test_codes_expire_and_a_new_one_replaces_the_last(either: Storage, clock: Clock) -> None:
    group, (ana, _) = a_class(either)
    either.add_code(group.id, b"first")
    either.add_code(group.id, b"second")
    either.add_code(group.id, b"for one", ana.id)
    assert {code.secret for code in either.codes()} == {b"second", b"for one"}
    clock.go_on(milliseconds=CODE_MS)
    assert either.codes() == []


def test_logins_expire_by_time_and_by_disuse(either: Storage, clock: Clock) -> None:
    teacher = either.add_person("Dora", Role.INSTRUCTOR, "dora", "a long password")
    either.add_login(teacher.id, b"token")
    for _ in range(LOGIN_MS // (IDLE_MS // 2) - 1):
        clock.go_on(milliseconds=IDLE_MS // 2)
        assert either.login_of(b"token") == teacher.id
    clock.go_on(milliseconds=IDLE_MS // 2)
    assert either.login_of(b"token") is None
    either.add_login(teacher.id, b"unused")
    clock.go_on(milliseconds=IDLE_MS)
    assert either.login_of(b"unused") is None
    either.add_login(teacher.id, b"ended")
    either.set_password(teacher.id, "another long one")
    assert either.login_of(b"ended") is None


def test_everything_that_changes_people_is_in_the_audit_log(either: Storage) -> None:
    group, (ana, _) = a_class(either)
    boss = either.add_person("Boss", Role.ADMINISTRATOR, "boss", "a long password")
    laptop, _ = a_laptop(either, ana)
    either.rename(ana.id, "Ana María", boss.id)
    either.set_role(ana.id, Role.EXAMINER, boss.id)
    either.set_password(ana.id, "1234", boss.id)
    either.remove_member(group.id, ana.id, boss.id)
    either.withdraw_laptop(laptop.id, boss.id)
    either.deactivate(ana.id, boss.id)
    either.end_class(group.id, boss.id)
    lines = either.audit(7)
    actions = ["end-class", "let-go", "withdraw-laptop", "take-out", "set-password", "set-role", "rename"]
    assert [line.action for line in lines] == actions
    assert {line.who for line in lines} == {"Boss"}
    assert "1234" not in str(lines)


@pytest.mark.parametrize("forms", [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_password_is_the_same_from_every_keyboard(forms: tuple[Any, Any]) -> None:
    first, second = (unicodedata.normalize(form, "contraseña número uno") for form in forms)
    stored = hash_password(first)
    assert password_matches(second, stored) and password_matches(first, stored)
    assert not password_matches("contrasena numero uno", stored) and not password_matches(second, None)
    earlier = argon2.PasswordHasher().hash(first).encode()  # of a version that took it as it was typed
    assert password_matches(first, earlier)
    with pytest.raises(WeakPasswordError):
        check_strength(unicodedata.normalize("NFD", "ñññ"), is_staff=False)


def test_unknown_ids_are_reported(either: Storage) -> None:
    nobody = either.new_id()
    for call in (either.person, either.laptop, either.assignment, either.class_by_id, either.withdraw_laptop):
        with pytest.raises(UnknownError):
            call(nobody)


def test_a_connection_to_postgresql_that_was_lost_is_opened_again(postgresql: str, clock: Clock) -> None:
    address = f"{fresh_address(postgresql)}&application_name=lost"
    with open_storage(address, clock) as storage:
        _, (ana, _) = a_class(storage)
        with psycopg.connect(postgresql, autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lost'")
        with pytest.raises(StorageError):
            storage.keep([Incoming(ana.id, None, some_entries())])
        with pytest.raises(StorageError):
            storage.people()
        assert storage.keep([Incoming(ana.id, None, some_entries())])[0].added == 11
        assert storage.person(ana.id).stored == 11


def test_a_storage_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "school.db"
    open_storage(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(SchoolTooNewError):
        open_storage(path)
    with pytest.raises(CannotOpenSchoolError):
        open_storage(tmp_path)


def test_a_school_is_copied_from_either_storage_into_either(
    either: Storage, clock: Clock, tmp_path: Path, postgresql: str
) -> None:
    group, (ana, bea) = a_class(either)
    laptop, _ = a_laptop(either, ana)
    either.add_login(ana.id, b"token")
    either.add_code(group.id, b"code")
    assignment = an_assignment(group)
    either.add_assignment(assignment)
    either.keep([Incoming(ana.id, laptop.id, some_entries(40, 1, str(assignment.plan_for(ana.id))))])
    copy = tmp_path / "copy.school"
    back_up(either, copy)
    with pytest.raises(ExistsError):
        back_up(either, copy)
    with pytest.raises(NotEmptyError):
        restore(either, copy)
    for where in (tmp_path / "other.db", fresh_address(postgresql)):
        with open_storage(where, clock) as other:
            restore(other, copy)
            assert other.people() == either.people()
            assert other.laptops() == either.laptops()
            assert list(other.all_entries(ana.id)) == list(either.all_entries(ana.id))
            assert other.heat_map([ana.id, bea.id]) == either.heat_map([ana.id, bea.id])
            assert other.work([assignment.id]) == either.work([assignment.id])
            assert [line.action for line in other.audit()][1:] == [line.action for line in either.audit()]
            assert other.codes() == [] and other.login_of(b"token") is None  # a backup lets nobody in
            assert other.keep([Incoming(ana.id, laptop.id, some_entries(3, 2))])[0].stored == 45


def test_a_backup_that_is_not_whole_changes_nothing(storage: Storage, clock: Clock, tmp_path: Path) -> None:
    a_class(storage)
    copy = tmp_path / "copy.school"
    back_up(storage, copy)
    data = copy.read_bytes()
    for number, spoilt in enumerate((b"", data[:-10], b"\x1f\x8b" + data[5:], b"no backup at all")):
        path = tmp_path / f"{number}.school"
        path.write_bytes(spoilt)
        with open_storage(None, clock) as other:
            with pytest.raises(NotABackupError):
                restore(other, path)
            assert other.people() == []


def test_digests_tell_entries_apart() -> None:
    session = a_session()
    entry = session_entry(session)
    assert digest_of(entry) != digest_of(session_entry(msgspec.structs.replace(session, kind="today")))
    assert digest_of(entry) == digest_of(session_entry(session))
