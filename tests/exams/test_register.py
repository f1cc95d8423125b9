"""The register: two programs at once, a power cut, and decisions that cannot be taken back."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from tests.exams.certificate_kit import School, sealed_result
from tests.exams.support import (
    AGREED,
    CERTIFIER,
    CODE,
    EXAMINER,
    NOW,
    SMALL,
    candidate,
    keys,
    offers,
    office_in,
    school_in,
    small_paper,
    trust,
    write_line,
)
from trainer.exams.certificates.issuer import Issued, Issuer, NoCertificateError
from trainer.exams.errors import RefusedError
from trainer.exams.key_history import check_keys
from trainer.exams.keys import KeyRole, PrivateKey
from trainer.exams.locked_paper import lock_paper
from trainer.exams.register import Entry, Register
from trainer.exams.result import Correction, Regrade, SealedResult
from trainer.exams.seals import regraded, reviewed
from trainer.exams.signed_lines import counted_lines, lines_in_order, signed_details
from trainer.exams.trust import format_time
from trainer.system.private_files import write_private

STATION = keys()[KeyRole.STATION]
AT = format_time(NOW)

_WRITER = """
import sys
from pathlib import Path
from trainer.exams.register import Entry, Register
register = Register(Path(sys.argv[1]))
for number in range(12):
    register.add("looked", f"{sys.argv[2]}-{number}", "2026-11-16T09:00:00Z", "elena", path="1")
"""


def test_two_programs_write_one_chain(tmp_path: Path) -> None:
    path = tmp_path / "register.jsonl"
    command = [sys.executable, "-c", _WRITER, str(path)]
    writers = [subprocess.Popen([*command, name]) for name in ("one", "two")]
    assert [writer.wait(120) for writer in writers] == [0, 0]
    assert len({entry.about for entry in Register(path).entries()}) == 24


@pytest.mark.parametrize(
    ("kind", "details"),
    [
        ("began", {"paper": "p", "candidate": "c"}),
        ("drawn", {"scheme": "s", "commitment": "00"}),
        ("checkpoint", {"n": "-1", "last": "00"}),
        ("checkpoint", {"n": "7"}),
        ("result", {"sitting": "s"}),
        ("review", {}),
        ("review", {"signature": "00"}),
        ("review", {"signature": "00", "decision": "perhaps"}),
        ("drawing", {"seat": "1", "scheme": "s"}),
        ("second-result", {}),
        ("second-sitting", {}),
        ("status", {}),
        ("correction", {}),
        ("looked", {"boot": "b"}),
        ("looked", {"boot": "b", "ms": "soon"}),
        ("looked", {"boot": "b", "ms": "9" * 30}),
        ("began", {"paper": "p", "candidate": "c", "scheme": "s", "began": "yesterday"}),
        ("began", {"paper": "p", "candidate": "c", "scheme": "s", "began": "9999-12-31T23:59:59Z"}),
        ("staff", {"role": "examiner"}),
        ("staff", {"role": "king", "until": "", "seal": "00"}),
        ("wrong-password", {"second": "-1.000"}),
        ("wrong-password", {"second": "nan"}),
        ("key-list", {"statements": "many", "last": "00"}),
    ],
)
def test_a_line_without_what_its_kind_needs_is_named(tmp_path: Path, kind: str, details: dict[str, str]) -> None:
    register = Register(tmp_path / "register.jsonl")
    register.add("looked", "p", "2026-11-16T09:00:00Z", "elena")
    with pytest.raises(RefusedError, match="cannot be written"):  # no other line could be read after it
        register.add(kind, "x", "2026-11-16T09:00:00Z", "elena", **details)
    assert len(register.entries()) == 1
    write_line(register, kind, "x", "2026-11-16T09:00:00Z", "elena", **details)
    with pytest.raises(RefusedError) as refusal:
        register.entries()
    assert refusal.value.message.params["line"] == 2


def test_a_key_list_line_from_before_the_list_was_counted_is_passed_over(tmp_path: Path) -> None:
    register = Register(tmp_path / "register.jsonl")
    register.add("key-list", "aa", "2026-11-16T09:00:00Z", "", lent="station")
    check_keys(register, trust())
    register.add("key-list", "aa", "2026-11-16T09:00:00Z", "", statements="1", last="00")
    with pytest.raises(RefusedError):
        check_keys(register, trust())


def test_a_held_register_refuses_another_writer_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainer.exams.register._PATIENCE", 0.0)
    one, other = Register(tmp_path / "register.jsonl"), Register(tmp_path / "register.jsonl")
    with one.hold():
        one.add("looked", "1", "2026-11-16T09:00:00Z", "elena")  # the holder of the lock may write
        with pytest.raises(OSError, match="already open"):
            other.add("looked", "2", "2026-11-16T09:00:00Z", "elena")
    other.add("looked", "2", "2026-11-16T09:00:00Z", "elena")
    assert [entry.about for entry in one.entries()] == ["1", "2"]


def test_two_links_to_one_register_are_one_lock(tmp_path: Path) -> None:
    register, link = Register(tmp_path / "register.jsonl"), tmp_path / "link.jsonl"
    register.add("looked", "1", "2026-11-16T09:00:00Z", "elena")
    link.symlink_to(register.path)
    with register.hold(), pytest.raises(OSError, match="already open"), Register(link).hold(patience=0.0):
        pass


@pytest.mark.parametrize("part", [b"{", b'{"about":"x","after":"', b"\xff\x00" * 700])
def test_a_line_that_a_power_cut_left_in_part_was_never_there(tmp_path: Path, part: bytes) -> None:
    register = Register(tmp_path / "register.jsonl")
    register.add("looked", "1", "2026-11-16T09:00:00Z", "elena")
    with register.path.open("ab") as out:
        out.write(part)
    register.add("looked", "2", "2026-11-16T09:00:00Z", "elena")
    assert [entry.about for entry in register.entries()] == ["1", "2"]


def test_a_paper_that_nobody_drew_here_is_not_sat(tmp_path: Path) -> None:
    office = office_in(tmp_path)
    easy = small_paper("8")
    write_private(office.paper_path(easy.id), lock_paper(easy, CODE).to_bytes())
    with pytest.raises(RefusedError, match="no paper"):
        office.begin(easy.id, candidate(), STATION.public)
    drawn, _ = office.draw(SMALL, EXAMINER, "1", offers())
    in_its_place = lock_paper(msgspec.structs.replace(easy, id=drawn.id), CODE)
    write_private(office.paper_path(drawn.id), in_its_place.to_bytes())
    with pytest.raises(RefusedError):
        office.begin(drawn.id, candidate(), STATION.public)
    assert office.register.of_kind("began") == []


def refuse(found: SealedResult) -> SealedResult:
    return reviewed(found, CERTIFIER, "refused", keys()[KeyRole.CERTIFIER], NOW + timedelta(hours=2))


def confirm(found: SealedResult) -> SealedResult:
    return reviewed(found, CERTIFIER, "confirmed", keys()[KeyRole.CERTIFIER], NOW + timedelta(hours=1))


def test_a_decision_cannot_be_taken_off_a_result(tmp_path: Path, small_result: SealedResult) -> None:
    office = school_in(tmp_path, None, small_result)
    office.store_result(small_result)
    confirmed = confirm(small_result)
    office.store_result(confirmed)
    office.check_current(confirmed)
    office.store_result(refuse(confirmed))
    for earlier in (small_result, confirmed):
        with pytest.raises(RefusedError, match="decisions taken about this result: 2"):
            office.check_current(earlier)
        with pytest.raises(RefusedError, match="earlier copy"):
            office.store_result(earlier)
    assert [entry.details["decision"] for entry in office.register.of_kind("review")] == ["confirmed", "refused"]
    assert not office.results()[0].is_confirmed


def test_a_result_is_regraded_once(tmp_path: Path, small_result: SealedResult) -> None:
    """With two regrades of one result somebody could choose the better one."""
    office = school_in(tmp_path, None, small_result)
    office.store_result(small_result)
    one, other = (
        regraded(small_result, EXAMINER, "ambiguous", STATION, NOW, voided=[item], **AGREED) for item in (1, 2)
    )
    office.store_result(one)
    office.store_result(one)
    with pytest.raises(RefusedError, match="replaced by a later one"):
        office.store_result(other)
    with pytest.raises(RefusedError, match="replaced by a later one"):
        office.check_current(small_result)
    office.store_result(regraded(one, EXAMINER, "ambiguous too", STATION, NOW, voided=[2], **AGREED))


def test_a_regrade_changes_something_and_corrects_to_an_answer(small_result: SealedResult) -> None:
    for voided in ([], [1]):
        before = (
            regraded(small_result, EXAMINER, "ambiguous", STATION, NOW, voided=[1], **AGREED)
            if voided
            else small_result
        )
        with pytest.raises(RefusedError, match="nothing is voided"):
            regraded(before, EXAMINER, "again", STATION, NOW, voided=voided, **AGREED)
    wrong = Correction(item=4, solutions=("17", "seventeen"), cite="")
    with pytest.raises(RefusedError, match="“seventeen” is no answer to item 4"):
        regraded(
            small_result,
            EXAMINER,
            "a rule was corrected",
            STATION,
            NOW,
            corrected=[wrong],
            **AGREED,
        )


def test_no_certificate_comes_of_what_a_later_word_took_back(tmp_path: Path) -> None:
    school = School(tmp_path)
    confirmed = sealed_result()
    review = msgspec.structs.replace(confirmed.seals[1].review, decision="refused")  # type: ignore[type-var]
    refusal = msgspec.structs.replace(confirmed.seals[1], signature="11" * 64, review=review)
    sitting, at = confirmed.result.header.sitting, confirmed.seals[0].at
    school.issuer.exams.add("result", confirmed.digest, at, "", sitting=sitting, parent="")
    for seal in (confirmed.seals[1], refusal):
        school.issuer.exams.add("review", confirmed.digest, at, "c", decision="confirmed", signature=seal.signature)
    with pytest.raises(RefusedError, match="earlier copy"):
        school.issue(sealed=confirmed)
    assert list(school.issuer.register) == []


def test_a_second_certificate_of_a_sitting_waits_for_the_first_to_be_revoked(tmp_path: Path) -> None:
    school = School(tmp_path)
    first = sealed_result()
    number = school.issue(sealed=first).certificate.number
    why = Regrade(parent=first.digest, first=first.digest, reason="item 2", by="c", at="", voided=(2,), corrected=())
    result = msgspec.structs.replace(first.result, regrade=why)
    second = msgspec.structs.replace(first, result=result)
    with pytest.raises(NoCertificateError, match=f"{number} of the same sitting is still in force"):
        school.issue(sealed=second)
    school.issuer.book.suspend(number, "in doubt")
    with pytest.raises(NoCertificateError, match="revoke it first"):
        school.issue(sealed=second)
    school.issuer.book.revoke(number, "regraded")
    assert school.issue(sealed=second).certificate.number != number


# ── signed lines ─────────────────────────────────────────────────────────────────────────────────────────────────────


def signed(register: Register, about: str, status: str, key: PrivateKey) -> Entry:
    before = [line for line in lines_in_order(register.entries(), "status", [key.public]) if line.about == about]
    details = signed_details("status", about, {"status": status, "reason": ""}, key, before[-1] if before else None)
    return register.add("status", about, AT, "", **details)


def test_a_signed_line_that_is_repeated_or_moved_keeps_its_place(tmp_path: Path) -> None:
    """The end of a suspension was copied behind the next suspension with its own good signature, and ended that too."""
    key = keys()[KeyRole.CERTIFIER]
    register, moved = Register(tmp_path / "one.jsonl"), Register(tmp_path / "moved.jsonl")
    first, end, second = (signed(register, "A", status, key) for status in ("suspension", "", "suspension"))
    register.add("status", "A", AT, "", **end.details)
    for line in (first, second, end):
        moved.add("status", "A", AT, "", **line.details)
    for there in (register, moved):
        counted = list(counted_lines(there.entries(), "status", [key.public]))
        assert [line.details for line in counted] == [first.details, end.details, second.details]


def test_a_line_that_names_nothing_or_of_a_lost_copy_ends_nothing_newer(tmp_path: Path) -> None:
    """Signed lines that named nothing could be moved, and one of a lost copy of the register added at its end."""
    key = keys()[KeyRole.CERTIFIER]
    register = Register(tmp_path / "one.jsonl")

    def line(status: str, reason: str, replaced: Entry | None = None) -> Entry:
        said = signed_details("status", "A", {"status": status, "reason": reason}, key, replaced)
        return Entry(kind="status", about="A", at=AT, by="", details=said, after="")

    old, start = line("", "old"), line("suspension", "1")
    end, lost = line("", "ended", start), line("", "ended elsewhere", start)
    second = line("suspension", "2", end)
    for each in (start, end, second, lost, old):
        register.add("status", "A", AT, "", **each.details)
    counted = [one.details for one in counted_lines(register.entries(), "status", [key.public])]
    assert counted == [start.details, old.details, end.details, lost.details, second.details]


def test_only_signed_lines_count_and_those_about_different_things_stay_in_order(tmp_path: Path) -> None:
    """An unsigned line counted if it stood before all signed ones, and anybody who writes the file can put it there."""
    key = keys()[KeyRole.CERTIFIER]
    register = Register(tmp_path / "one.jsonl")
    register.add("status", "A", AT, "", status="revocation", reason="by nobody")
    for about in ("B", "A", "B"):
        signed(register, about, "suspension", key)
    register.add("status", "B", AT, "", status="", reason="by nobody")
    assert counted_lines(register.entries(), "status", [key.public]) == register.entries()[1:4]


def test_nothing_else_is_registered_while_a_certificate_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three programs certified one result at once, each before the others had registered theirs."""
    render = Issuer.render

    def meanwhile(issuer: Issuer, *given: Any) -> Issued:
        with pytest.raises(OSError), Register(issuer.exams.path).hold(patience=0.0):
            pass
        return render(issuer, *given)

    monkeypatch.setattr(Issuer, "render", meanwhile)
    school = School(tmp_path)
    assert school.issue().certificate.number in school.issuer.book.indices()


@pytest.mark.parametrize("change", ["revoke", "suspend"])
def test_a_status_that_the_register_did_not_take_can_be_set_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """On a full disk a revocation stood in the book alone, could not be repeated, and an older book undid it."""
    school = School(tmp_path)
    number, key = school.issue().certificate.number, keys()[KeyRole.CERTIFIER]
    with monkeypatch.context() as patch:
        patch.setattr("trainer.exams.register.append_durably", Mock(side_effect=OSError(28, "full")))
        with pytest.raises(OSError, match="full"):
            getattr(school.issuer, change)(number, "fraud", key)
    assert school.issuer.book.standing(number) == ("", "")
    getattr(school.issuer, change)(number, "fraud", key)
    assert school.issuer.exams.of_kind("status")[-1].about == number
    assert school.issuer.book.standing(number)[1] == "fraud"


def test_an_issue_that_failed_is_repeated_under_the_same_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its line was written before its file: on a full disk the result had a number but no certificate, for good."""
    school = School(tmp_path)
    made = iter(["3ZZZ-ZZZZ-ZZZZ-G", "7ZZZ-ZZZZ-ZZZZ-G"])
    monkeypatch.setattr("trainer.exams.certificates.issuer.new_number", lambda: next(made))
    with monkeypatch.context() as patch:
        patch.setattr(Issuer, "_add_signed", Mock(side_effect=OSError(28, "full")))
        with pytest.raises(OSError, match="full"):
            school.issue()
    unfinished = next(iter(school.issuer.register))
    assert not school.issuer.exams.of_kind("certificate")
    with pytest.raises(RefusedError, match="issue it again from its result"):
        school.issuer.reissue(unfinished, keys()[KeyRole.CERTIFIER])
    assert school.issuer.listed() == [(unfinished, "not-issued", "")]
    school.clock.now += timedelta(hours=1)
    issued = school.issue().certificate
    assert issued.number == unfinished.number and issued.status == unfinished.status
    assert list(school.issuer.register) == [issued] and list(school.issuer.book.indices()) == [issued.number]
    with pytest.raises(RefusedError, match=issued.number):
        school.issue()
    school.issuer.reissue(issued, keys()[KeyRole.CERTIFIER])


@pytest.mark.parametrize(
    "at",
    [
        "2026-11-16T09:00:00.000Z",
        "2026-13-16T09:00:00Z",
        "9",
        "",
        "2026-11-16T09:00:00",
        "2026-11-16",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z",
    ],
)
def test_a_line_whose_time_is_none_is_refused(tmp_path: Path, at: str) -> None:
    """Such a line about a member of the staff ended the program with a fault."""
    register = Register(tmp_path / "register.jsonl")
    write_line(register, "staff", "vera", at, role="invigilator", until="", seal="ab")
    with pytest.raises(RefusedError, match="line 1 "):
        register.entries()


def test_the_list_calls_no_certificate_valid_that_was_not_issued_like_this(tmp_path: Path) -> None:
    """Whoever could write files saw theirs listed as valid, and only this list shows what a school never issued."""
    school = School(tmp_path)
    issued, register = school.issue().certificate, school.issuer.register
    made_up = msgspec.structs.replace(issued, number="3ZZZ-ZZZZ-ZZZZ-G", holder="Eva Falsa", result="ab" * 32)
    register.add(made_up)
    (register.folder / "copy.json").write_bytes(issued.to_bytes())
    states = {one.number: state for one, state, _ in school.issuer.listed()}
    assert states == {issued.number: "valid", made_up.number: "not-issued"}
    register.add(msgspec.structs.replace(issued, expires="2099-01-01T00:00:00Z"))
    assert [state for one, state, _ in school.issuer.listed() if one.number == issued.number] == ["altered"]
    register.add(issued)
    register.forget(issued.number)
    assert [state for one, state, _ in school.issuer.listed() if one.number == issued.number] == ["valid"]
    school.issuer.suspend(issued.number, "fraud", keys()[KeyRole.CERTIFIER])
    assert (issued, "suspended", "fraud") not in school.issuer.listed()  # its holder was erased
    assert {state for one, state, _ in school.issuer.listed() if one.number == issued.number} == {"suspended"}
