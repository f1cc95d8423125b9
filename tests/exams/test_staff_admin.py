"""Changes of the staff: passwords, roles, leaving, and replaced keys."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock

import msgspec
import pytest

from tests.exams.support import AGREED, EXAMINER, MACHINE, NOW, SMALL, candidate, offers, office_in
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole, PublicKey
from trainer.exams.office import Office
from trainer.exams.people import Identity
from trainer.exams.register import Register
from trainer.exams.rehearsal import RehearsalClock
from trainer.exams.result import SealedResult, to_bytes
from trainer.exams.roles import Role
from trainer.exams.seals import regraded
from trainer.exams.staff import Staff, wait_after
from trainer.exams.staff_admin import StaffAdmin
from trainer.exams.trust import Trust
from trainer.exams.verification import verify
from trainer.system.private_files import write_private

PHRASE = "a long phrase"
ROOT = "the root key"
PEOPLE = {Role.EXAMINER: "Elena", Role.INVIGILATOR: "Vera", Role.CERTIFIER: "Carlos"}


class Forgetful:
    """Key list that does not know that one key replaced another."""

    def __init__(self, trust: Trust) -> None:
        self.judge = trust.judge

    def follows(self, new: PublicKey, old: PublicKey) -> bool:
        return False


@pytest.fixture
def office(tmp_path: Path) -> Office:
    """A school with one person of each role, whose password is their name twice."""
    made = office_in(tmp_path, RehearsalClock(NOW))
    made.keys.found("Escuela", ROOT)
    for key, holder in ((KeyRole.STATION, "Elena"), (KeyRole.CERTIFIER, "Carlos")):
        made.keys.make(key, f"{holder} {holder}", ROOT, "first")
    staffing = StaffAdmin(made, ROOT)
    for role, name in PEOPLE.items():
        holder = "Carlos" if role is Role.CERTIFIER else "Elena"
        staffing.take_on(name, role, f"{name} {name}", f"{holder} {holder}")
    for key in (KeyRole.STATION, KeyRole.CERTIFIER):
        made.keys.unshare(key, "first")
    return made


def test_a_password_signs_in_and_opens_the_key_of_the_role(office: Office) -> None:
    for role, key in ((Role.EXAMINER, KeyRole.STATION), (Role.CERTIFIER, KeyRole.CERTIFIER)):
        name = PEOPLE[role]
        assert office.staff.sign_in(f"{name.lower()}-{role.value}", f"{name} {name}").role is role
        office.keys.unlock(key, f"{name} {name}")
    with pytest.raises(RefusedError):
        office.keys.unlock(KeyRole.CERTIFIER, "Vera Vera")
    with pytest.raises(RefusedError):
        StaffAdmin(office, "not the root key")


def test_another_role_takes_the_old_key_away(office: Office) -> None:
    staffing = StaffAdmin(office, ROOT)
    staffing.take_on("Victor", Role.INVIGILATOR, "victor victor", "Elena Elena")
    staffing.change("vera-invigilator", Role.CERTIFIER, "vera anew", "Carlos Carlos")
    assert office.staff.sign_in("vera-invigilator", "vera anew").role is Role.CERTIFIER
    office.keys.unlock(KeyRole.CERTIFIER, "vera anew")
    for password in ("Vera Vera", "vera anew"):
        with pytest.raises(RefusedError):
            office.keys.unlock(KeyRole.STATION, password)
    staffing.change("vera-invigilator", Role.CERTIFIER, "vera once more", "vera anew")
    office.keys.unlock(KeyRole.CERTIFIER, "vera once more")
    with pytest.raises(RefusedError):
        office.keys.unlock(KeyRole.CERTIFIER, "vera anew")


def test_retired_staff_cannot_sign_in_or_open_keys(office: Office) -> None:
    staffing = StaffAdmin(office, ROOT)
    with pytest.raises(RefusedError, match="last one in this role"):
        staffing.retire("vera-invigilator")
    staffing.take_on("Victor", Role.INVIGILATOR, "victor victor", "Elena Elena")
    staffing.retire("vera-invigilator")
    with pytest.raises(RefusedError, match="left the staff of the exams on 2026-11-16"):
        office.staff.sign_in("vera-invigilator", "Vera Vera")
    with pytest.raises(RefusedError):
        office.keys.unlock(KeyRole.STATION, "Vera Vera")
    assert [person.name for person in office.staff.active(Role.INVIGILATOR)] == ["Victor"]
    staffing.take_on("Vera", Role.INVIGILATOR, "vera is back", "Elena Elena")  # the same person again
    assert office.staff.sign_in("vera-invigilator", "vera is back")


def test_an_earlier_staff_file_put_back_counts_for_nothing(office: Office) -> None:
    """Its records are sealed, but the register knows later ones."""
    staffing, path = StaffAdmin(office, ROOT), office.folder / "staff" / "staff.json"
    staffing.take_on("Victor", Role.INVIGILATOR, "victor victor", "Elena Elena")
    before = path.read_bytes()
    staffing.retire("vera-invigilator")
    path.write_bytes(before)
    with pytest.raises(RefusedError, match="vera-invigilator"):
        office.staff.sign_in("vera-invigilator", "Vera Vera")
    assert office.staff.sign_in("victor-invigilator", "victor victor")


def test_nobody_is_taken_on_in_part(office: Office) -> None:
    staffing = StaffAdmin(office, ROOT)
    locks = office.keys.locks(KeyRole.STATION)
    for name, password, says in (
        ("Elena", "long enough", "already on the staff"),
        ("Nora", "short", "8 characters"),
        ("  ", "long enough", "name"),
    ):
        with pytest.raises(RefusedError, match=says):
            staffing.take_on(name, Role.EXAMINER, password)
    assert office.keys.locks(KeyRole.STATION) == locks and len(office.staff.people()) == 3


def test_a_key_that_the_root_does_not_open_needs_a_colleague(office: Office) -> None:
    staffing = StaffAdmin(office, ROOT)
    for key in (KeyRole.STATION, KeyRole.CERTIFIER):
        with pytest.raises(RefusedError):
            office.keys.unlock(key, ROOT)
    with pytest.raises(RefusedError, match="none of these passwords opens the key"):
        staffing.take_on("Nora", Role.EXAMINER, "nora nora")
    staffing.take_on("Nora", Role.EXAMINER, "nora nora", "Elena Elena")
    office.keys.unlock(KeyRole.STATION, "nora nora")


def test_a_sitting_outlives_the_key_of_its_station(office: Office) -> None:
    clock = office.clock
    assert isinstance(clock, RehearsalClock)
    paper, code = office.draw(SMALL, office.staff.sign_in("elena-examiner", "Elena Elena"), "1", offers())
    old = office.keys.unlock(KeyRole.STATION, "Vera Vera")
    sitting = office.begin(paper.id, candidate(), old.public)
    by = office.staff.sign_in("vera-invigilator", "Vera Vera")
    sitting.identify(by, candidate(), "passport")
    sitting.unlock(by, code)
    sitting.check_machine(MACHINE)
    sitting.start()
    clock.ms += 5000
    staffing = StaffAdmin(office, ROOT)
    staffing.replace_key(KeyRole.STATION)
    with pytest.raises(RefusedError):
        office.keys.unlock(KeyRole.STATION, "Vera Vera")
    staffing.change("vera-invigilator", Role.INVIGILATOR, "vera anew")  # the first needs no colleague
    with pytest.raises(RefusedError):
        office.keys.unlock(KeyRole.STATION, ROOT)
    sitting.hand_in(confirmed=True)
    found, _ = office.seal(sitting, office.keys.unlock(KeyRole.STATION, "vera anew"))
    sitting.close()
    assert verify(to_bytes(found), office.keys.trust).keys_checked
    with pytest.raises(RefusedError, match="another station"):
        verify(to_bytes(found), Forgetful(office.keys.trust))


def test_58_a_certifier_has_no_second_id(office: Office) -> None:
    """Ids consist of name and role; otherwise one person could examine under one id and decide under another."""
    staffing = StaffAdmin(office, ROOT)
    for name, role in (("Élena", Role.CERTIFIER), ("CARLOS", Role.EXAMINER), (" carlos ", Role.INVIGILATOR)):
        with pytest.raises(RefusedError, match="whoever decides has no other part in the exams"):
            staffing.take_on(name, role, "a password")
    staffing.take_on("Nora", Role.EXAMINER, "nora nora", "Elena Elena")
    staffing.retire("elena-examiner")
    with pytest.raises(RefusedError, match="whoever decides has no other part"):
        staffing.take_on("Elena", Role.CERTIFIER, "a password")  # what she drew is still to be decided upon
    assert staffing.take_on("Elena Rojas", Role.CERTIFIER, "a password", "Carlos Carlos").role is Role.CERTIFIER


def test_12_nobody_invigilates_their_own_exam_under_another_id(office: Office) -> None:
    StaffAdmin(office, ROOT).take_on("Vera", Role.EXAMINER, "vera vera", "Elena Elena")
    by = office.staff.sign_in("vera-invigilator", "Vera Vera")
    assert by.ids == ("vera-invigilator", "vera-examiner")
    assert office.staff.ids_of(["VERA"]) == office.staff.ids_of(["vera-examiner"]) == by.ids
    station = office.keys.trust.keys(KeyRole.STATION)[0]
    for number, identity in enumerate((Identity(name="Véra", document="7"), candidate("V", "vera-examiner").identity)):
        paper, _ = office.draw(SMALL, EXAMINER, f"seat {number}", offers())
        person = office.people.add(identity)
        sitting = office.begin(paper.id, person, station)
        with pytest.raises(RefusedError, match="their own exam"):
            sitting.identify(by, person, "passport")
        sitting.close()


def test_61_an_appeal_is_not_decided_by_the_invigilator_under_another_id(
    office: Office, small_result: SealedResult
) -> None:
    StaffAdmin(office, ROOT).take_on("Vera", Role.EXAMINER, "vera vera", "Elena Elena")
    by = msgspec.structs.replace(office.staff.sign_in("vera-examiner", "vera vera"), also=("vera",))
    key = office.keys.unlock(KeyRole.STATION, "vera vera")
    with pytest.raises(RefusedError, match="appeal is decided by somebody else"):
        regraded(small_result, by, "appeal", key, NOW, voided=[1], appeal=True, **AGREED)


def test_a_trainer_is_found_by_name(office: Office) -> None:
    assert office.staff.ids_of([" carlos ", "ELENA", "vera-invigilator", "", "Pedro  Ruiz"]) == (
        "carlos-certifier", "elena-examiner", "vera-invigilator", "Pedro Ruiz",
    )  # fmt: skip


def test_a_line_that_anybody_added_does_not_cut_the_order_of_signed_ones(office: Office) -> None:
    """After an unsigned copy of somebody's line, the line that retired them named none, and theirs could be moved."""
    hired = office.register.of_kind("staff")[-1]
    plain = {name: value for name, value in hired.details.items() if name not in ("signer", "signed", "replaces")}
    for added in (plain, {**hired.details, "signed": "ab" * 64}):
        office.register.add("staff", hired.about, hired.at, "", **added)
    office.staff.retire(hired.about, office.keys.unlock(KeyRole.ROOT, ROOT))
    assert office.register.of_kind("staff")[-1].details["replaces"] == hired.details["signed"]


def test_the_delay_has_an_end_however_many_attempts_there_were() -> None:
    assert wait_after(2) == 1 and wait_after(5_000) == 300


def test_a_short_name_has_letters_that_everybody_can_type_and_looks_like_no_other(office: Office) -> None:
    root = office.keys.unlock(KeyRole.ROOT, ROOT)
    for hired in ("elena", "vera", "jose", "Ines", "carmen"):
        office.staff.add(hired, f"Another {hired}", Role.EXAMINER, PHRASE, root)
    letters = "d\u0131ego ver\u0251 vera- -vera ve--ra vera\u0663 v\u0338era \u0432\u0435\u0440\u0430 \u212aata ver/a"
    alike = "eIena e1ena carrnen v-e-r-a VERA jos\u00e9 j0se lnes root r00t Preview re-hearsal"
    for short_names, why in ((letters, "from a to z"), (alike, "mistaken")):
        for short_name in short_names.split():
            with pytest.raises(RefusedError, match=why):
                office.staff.check(short_name, "Somebody", Role.EXAMINER, PHRASE)
    for free in ("mario", "marlo", "p\u00e9rez-2", "rooster"):
        office.staff.check(free, "Somebody", Role.EXAMINER, PHRASE)


def test_people_of_old_schools_keep_their_short_names(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    root = office.keys.unlock(KeyRole.ROOT, ROOT)
    with monkeypatch.context() as patch:
        patch.setattr(Staff, "check", lambda *_: None)
        for old in ("v-e-r-a", "vera", "ver\u0251-"):
            office.staff.add(old, f"Person {old}", Role.INVIGILATOR, PHRASE, root)
    for old in ("v-e-r-a", "vera", "ver\u0251-"):
        office.staff.add(old, f"Person {old}", Role.EXAMINER, "another phrase", root)
        assert office.staff.sign_in(old, "another phrase").role is Role.EXAMINER
        assert office.staff.retire(old, root).until


def test_an_unsigned_line_makes_no_signed_record_old(office: Office) -> None:
    """Anybody who could write the register could shut somebody out, and cast doubt on all they had done."""
    vera = office.staff.person("vera-invigilator")
    office.register.add("staff", vera.id, vera.since, "", role="invigilator", until="", seal="ab" * 64)
    assert office.staff.person(vera.id) == vera
    gone = office.staff.retire(vera.id, office.keys.unlock(KeyRole.ROOT, ROOT))
    write_private(office.staff.folder / "staff.json", office.staff.lent([vera]))
    with pytest.raises(RefusedError, match=vera.id):
        office.staff.person(vera.id)
    write_private(office.staff.folder / "staff.json", office.staff.lent([gone]))
    assert office.staff.person(vera.id) == gone


def test_a_short_name_hides_nobody_of_that_name(office: Office) -> None:
    root = office.keys.unlock(KeyRole.ROOT, ROOT)
    office.staff.add("ana", "Eva", Role.INVIGILATOR, PHRASE, root)
    office.staff.add("a-2", "Ana", Role.EXAMINER, PHRASE, root)
    assert set(office.staff.ids_of(["Ana"])) == {"ana", "a-2"}


def test_a_delay_ends_when_the_clock_was_set_right(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two wrong passwords while the clock said 2030 shut somebody out until 2030."""
    clock = office.clock
    assert isinstance(clock, RehearsalClock)
    with monkeypatch.context() as patch:
        patch.setattr(office.staff, "_clock", lambda: clock.wall() + timedelta(days=1500))
        for _ in range(2):
            with pytest.raises(RefusedError, match="not the password"):
                office.staff.sign_in("vera-invigilator", "no password")
    for _ in range(2):
        with pytest.raises(RefusedError, match="too many wrong"):
            office.staff.sign_in("vera-invigilator", "Vera Vera")
    assert office.staff.wrong_tries("vera-invigilator") == 3
    monkeypatch.setattr(office.staff, "_clock", lambda: clock.wall() + timedelta(seconds=3))
    assert office.staff.sign_in("vera-invigilator", "Vera Vera").id == "vera-invigilator"


def test_programs_that_try_passwords_at_once_take_turns(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six programs looked at five passwords before the first one was counted."""

    def meanwhile(*_: object) -> bool:
        with pytest.raises(OSError, match="already open"), Register(office.register.path).hold(patience=0.0):
            pass
        return False

    monkeypatch.setattr("trainer.exams.staff.pin_matches", meanwhile)
    with pytest.raises(RefusedError, match="not the password"):
        office.staff.sign_in("vera-invigilator", "Vera Vera")


def test_a_password_of_another_encoding_is_one_like_others(office: Office) -> None:
    root = office.keys.unlock(KeyRole.ROOT, ROOT)
    office.staff.add("ana", "Ana", Role.INVIGILATOR, "contrase\udcf1a", root)
    assert office.staff.sign_in("ana", "contrase\udcf1a").id == "ana"
    with pytest.raises(RefusedError, match="not the password"):
        office.staff.sign_in("ana", "contrase\udcf2a")


@pytest.mark.parametrize("end", [OSError(28, "full"), KeyboardInterrupt()])
def test_a_change_that_failed_before_its_line_is_repeated(
    office: Office, monkeypatch: pytest.MonkeyPatch, end: BaseException
) -> None:
    """The record was called changed by somebody, and could be neither changed nor retired for good."""
    staffing = StaffAdmin(office, ROOT)
    staffing.take_on("Victor", Role.INVIGILATOR, "victor victor", "Elena Elena")

    def fails(step: Callable[[], object]) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(Staff, "_note", Mock(side_effect=end))
            with pytest.raises(type(end)):
                step()
        with pytest.raises(RefusedError, match="victor-invigilator"):
            office.staff.person("victor-invigilator")
        step()

    fails(lambda: staffing.change("victor-invigilator", Role.INVIGILATOR, "victor anew", "victor victor"))
    assert office.staff.sign_in("victor-invigilator", "victor anew").role is Role.INVIGILATOR
    fails(lambda: staffing.retire("victor-invigilator"))
    with pytest.raises(RefusedError, match="left the staff"):
        office.staff.sign_in("victor-invigilator", "victor anew")


def test_an_earlier_record_put_back_cannot_be_changed(office: Office) -> None:
    staffing, path = StaffAdmin(office, ROOT), office.folder / "staff" / "staff.json"
    before = path.read_bytes()
    staffing.change("vera-invigilator", Role.INVIGILATOR, "vera anew", "Vera Vera")
    path.write_bytes(before)
    for step in (staffing.retire, lambda who: staffing.change(who, Role.INVIGILATOR, "vera again", "vera anew")):
        with pytest.raises(RefusedError, match="vera-invigilator"):
            step("vera-invigilator")


def test_everybody_gets_a_short_name_of_their_own(office: Office) -> None:
    """Two names in Cyrillic letters had the same one, and “Ana Ö” took over the record of “Ana Ñ”, who had left."""
    staffing = StaffAdmin(office, ROOT)

    def hired(name: str) -> str:
        return staffing.take_on(name, Role.INVIGILATOR, "a long phrase", "Elena Elena").id

    assert [hired(name) for name in ("José Núñez", "Ana Ñ", "Вера")] == [
        "jose-nunez-invigilator",
        "ana-n-invigilator",
        "invigilator",
    ]
    staffing.retire("invigilator")
    assert [hired("王芳"), hired("Вера")] == ["invigilator-2", "invigilator"]
    assert office.staff.person("invigilator").name == "Вера"
    assert [hired("Elena 1"), hired("Elena L")] == ["elena-1-invigilator", "elena-l-invigilator-2"]
    assert len(hired("de la Vega y Rodríguez " * 8)) <= 60
    with pytest.raises(RefusedError, match="already on the staff"):
        hired("JOSE NUÑEZ")
    assert staffing.take_on("José Núñez", Role.EXAMINER, "a long phrase", "Elena Elena").id == "jose-nunez-examiner"
