"""Files of the school: rosters, spreadsheets, bundles, and the commands for them."""

from __future__ import annotations

import csv
from pathlib import Path
from uuid import uuid4

import msgspec
import openpyxl
import pytest

from tests.school.laptops import MemoryEntries
from tests.school.people import START, a_class, a_laptop, an_assignment, ids, some_entries
from tests.school.sealed import TOKEN
from trainer.cli.main import main
from trainer.cli.places import user_places
from trainer.exams.result import SealedResult, to_bytes
from trainer.records.errors import ExistsError
from trainer.records.store import Store
from trainer.school import bundles, exports
from trainer.school.credentials import LaptopKey
from trainer.school.errors import BadRosterError, NotABundleError, NotJoinedError, TamperedError
from trainer.school.laptop.links import Link, LinkBook
from trainer.school.roster import RosterResult, import_roster, parse_roster, read_roster
from trainer.school.service_identity import ServiceIdentity
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.people import Person, Role
from trainer.school.storage.school_storage import Storage, open_storage

FORMULAS = ("=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\t=1", " =1", '=HYPERLINK("http://x")')


# Rosters


@pytest.mark.parametrize(
    "text",
    [
        "name,id,class\nAna,1,Lunes\nBea,2,Lunes\n",
        "Nombre;Matrícula;Grupo\r\nAna;1;Lunes\r\n\r\nBea;2;Lunes\r\n",
        'class\tname\tid\nLunes\t"Ana"\t1\nLunes\tBea\t2',
    ],
)
def test_rosters_in_usual_formats(text: str) -> None:
    assert [line[:3] for line in parse_roster(text)] == [("Ana", "1", "Lunes"), ("Bea", "2", "Lunes")]


def test_a_roster_of_a_spreadsheet_keeps_its_accents(tmp_path: Path) -> None:
    for encoding in ("utf-8-sig", "utf-8", "cp1252", "utf-16"):
        path = tmp_path / encoding
        path.write_text("nombre;id\nÁngela Núñez;1\n", encoding=encoding)
        assert read_roster(path)[0].name == "Ángela Núñez"


def test_a_roster_that_cannot_be_read_says_where(tmp_path: Path) -> None:
    for text, line in (("", 1), ("id\n1\n", 1), ("name,id\nAna,1\n ,2\n", 3), ('name\n"' + "x" * 200_000, 2)):
        with pytest.raises(BadRosterError) as caught:
            parse_roster(text)
        assert caught.value.message.params["line"] == str(line)
    path = tmp_path / "large.csv"
    path.write_bytes(b"name\n" + b"x\n" * 1_000_001)
    with pytest.raises(OSError, match=path.name):
        read_roster(path)


def test_importing_a_roster_twice_duplicates_nobody(storage: Storage) -> None:
    lines = parse_roster("name,id,class\nAna,1,Lunes\nBea,,Lunes\n")
    assert import_roster(storage, lines) == RosterResult(2, 0, 1)
    assert import_roster(storage, lines) == RosterResult(0, 2, 0)
    assert import_roster(storage, parse_roster("name\nBea\nEva\n"), "Lunes") == RosterResult(1, 1, 0)
    assert [one.name for one in storage.people(Role.TRAINEE)] == ["Ana", "Bea", "Eva"]


# Spreadsheets


def dangerous(storage: Storage) -> tuple[object, list[Person]]:
    group, people = a_class(storage, trainees=FORMULAS)
    assignment = msgspec.structs.replace(an_assignment(group, 3), title="=1+1")
    storage.add_assignment(assignment)
    for number, person in enumerate(people, 1):
        storage.keep([Incoming(person.id, None, some_entries(4, number, str(assignment.plan_for(person.id))))])
    return group, people


@pytest.mark.parametrize("table", list(exports.TABLES))
def test_no_cell_of_a_csv_is_a_formula(storage: Storage, tmp_path: Path, table: str) -> None:
    group, _ = dangerous(storage)
    path = tmp_path / "table.csv"
    count = exports.write_csv(exports.TABLES[table](storage, group.id), path)  # type: ignore[attr-defined]
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert len(rows) == count + 1 and count >= len(FORMULAS)
    assert all(not cell.strip().startswith(("=", "+", "-", "@")) for row in rows for cell in row)
    with pytest.raises(ExistsError):
        exports.write_csv([], path)


def test_no_cell_of_a_workbook_is_a_formula_and_names_stay_as_they_are(storage: Storage, tmp_path: Path) -> None:
    group, people = dangerous(storage)
    path = tmp_path / "book.xlsx"
    sheets = [(name, table(storage, group.id)) for name, table in exports.TABLES.items()]  # type: ignore[attr-defined]
    exports.write_xlsx(sheets, path)
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["attempts", "skills", "work"]
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "n", "d"}
    assert not any(cell.hyperlink for cell in cells)
    names = {row[0] for row in book["attempts"].iter_rows(min_row=2, values_only=True)}
    assert names == {person.name for person in people}
    assert book["work"]["C2"].value == "=1+1"
    book.close()


# Bundles


class Stick:
    """A joined laptop without a network, and the service's identity."""

    def __init__(self, storage: Storage, tmp_path: Path) -> None:
        self.group, (self.ana, self.bea) = a_class(storage)
        self.identity = ServiceIdentity(tmp_path / "school", START)
        laptop, self.key = a_laptop(storage, self.ana)
        self.link = Link(
            profile=uuid4(),
            school="Escuela",
            address="",
            fingerprint=self.identity.fingerprint,
            laptop=laptop.id.bytes,
            key=self.key.seed,
            person=self.ana.id.bytes,
            name="Ana",
            class_name="Lunes",
        )


def test_bundles_carry_everything_both_ways_and_twice_changes_nothing(storage: Storage, tmp_path: Path) -> None:
    stick = Stick(storage, tmp_path)
    local = MemoryEntries(some_entries(700))
    path = tmp_path / "ana.bundle"
    assert bundles.write_laptop_bundle(stick.link, local, path) == 701
    assert bundles.import_laptop_bundle(storage, path) == ("Ana", 701, 0, 0)
    assert bundles.import_laptop_bundle(storage, path) == ("Ana", 0, 701, 0)
    storage.keep([Incoming(stick.ana.id, None, some_entries(5, 2))])
    assignment = an_assignment(stick.group)
    storage.add_assignment(assignment)
    back = tmp_path / "back.bundle"
    bundles.write_school_bundle(storage, stick.identity, stick.ana.id, back)
    assert bundles.import_school_bundle(stick.link, local, back)[1] == 6
    assigned, added = bundles.import_school_bundle(stick.link, local, back)
    assert assigned.assignments == (assignment,) and added == 0
    assert ids(list(local.found.values())) == ids([one.entry for one in storage.all_entries(stick.ana.id)])
    assert storage.audit()[0].action in ("assign", "take-in")


def test_a_changed_or_foreign_bundle_is_refused(storage: Storage, tmp_path: Path) -> None:
    stick = Stick(storage, tmp_path)
    path, back = tmp_path / "ana.bundle", tmp_path / "back.bundle"
    bundles.write_laptop_bundle(stick.link, MemoryEntries(some_entries(5)), path)
    storage.keep([Incoming(stick.ana.id, None, some_entries(5, 2))])
    bundles.write_school_bundle(storage, stick.identity, stick.ana.id, back)
    spoilt = tmp_path / "spoilt.bundle"
    data = path.read_bytes()
    for changed in (
        data.replace(b"practise", b"practicE"),
        data.replace(stick.ana.id.bytes, stick.bea.id.bytes),
        data[:-5],
        data[: len(bundles.MAGIC)],
        b"nonsense" + data,
        data + b"\xff\xff\xff\xff",
        data.replace(stick.link.laptop, uuid4().bytes),
    ):
        assert changed != data
        spoilt.write_bytes(changed)
        with pytest.raises((TamperedError, NotABundleError, NotJoinedError)):
            bundles.import_laptop_bundle(storage, spoilt)
    assert storage.person(stick.ana.id).stored == 6
    local = MemoryEntries()
    whole = back.read_bytes()
    for changed in (whole.replace(b"practise", b"practicE"), whole[:-5], path.read_bytes()):
        spoilt.write_bytes(changed)
        with pytest.raises((TamperedError, NotABundleError)):
            bundles.import_school_bundle(stick.link, local, spoilt)
    other = ServiceIdentity(tmp_path / "false", START)
    false = tmp_path / "false.bundle"
    bundles.write_school_bundle(storage, other, stick.ana.id, false)
    with pytest.raises(TamperedError):  # correctly signed, by another service
        bundles.import_school_bundle(stick.link, local, false)
    with pytest.raises(NotJoinedError):
        bundles.import_school_bundle(msgspec.structs.replace(stick.link, person=stick.bea.id.bytes), local, back)
    assert local.found == {}
    storage.withdraw_laptop(storage.laptops(stick.ana.id)[0].id)
    with pytest.raises(NotJoinedError):
        bundles.import_laptop_bundle(storage, path)


def test_a_bundle_signed_by_a_key_that_never_joined_is_refused(storage: Storage, tmp_path: Path) -> None:
    stick = Stick(storage, tmp_path)
    path = tmp_path / "forged.bundle"
    forged = msgspec.structs.replace(stick.link, key=LaptopKey().seed)
    bundles.write_laptop_bundle(forged, MemoryEntries(some_entries(5)), path)
    with pytest.raises(TamperedError):
        bundles.import_laptop_bundle(storage, path)


# Commands


def test_the_commands_that_manage_a_school(
    small_result: SealedResult, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = tmp_path / "school"

    def trainer(*arguments: object) -> str:
        status = main(["school", "--folder", str(folder), "--language", "en", *map(str, arguments)])
        told = capsys.readouterr()
        assert status == 0, told.err
        return told.out

    roster = tmp_path / "roster.csv"
    roster.write_text("nombre;id;clase\nAna;1;Lunes\nBea;2;Lunes\n", encoding="utf-8")
    assert trainer("roster", roster).startswith("2 people added")
    assert "signs in as 'dora'" in trainer("staff", "instructor", "Dora", "dora", "--class", "Lunes")
    assert "trainee\tAna\t1\tLunes\t0" in trainer("people")
    # A laptop without a network carries its records to the school and back.
    records = tmp_path / "data" / "croupier-trainer" / "progress.db"
    with Store(records) as store:
        profile = store.add_profile("Ana")
    with open_storage(folder / "school.db") as storage:
        ana = storage.people(Role.TRAINEE)[0]
        laptop, key = a_laptop(storage, ana)
    from_the_service = ServiceIdentity(folder, START).fingerprint
    link = Link(
        profile=profile.id,
        school="Escuela",
        address="",
        fingerprint=from_the_service,
        laptop=laptop.id.bytes,
        key=key.seed,
        person=ana.id.bytes,
        name="Ana",
        class_name="Lunes",
    )
    book = LinkBook(records.with_name("schools.db"))
    book.store_link(link)
    book.close()
    assert main(["records", "export", "Ana", str(tmp_path / "same.bundle")]) == 0  # `records export` writes bundles too
    assert main(["records", "import", str(tmp_path / "same.bundle")]) == 1  # it was written by us and not by the school
    capsys.readouterr()
    results = user_places().exams / "results"
    results.mkdir(parents=True)
    (results / "sat.json").write_bytes(to_bytes(small_result))  # another sort of entry, sent like the others
    assert trainer("carry", tmp_path / "a.bundle").strip().endswith("1 entry")
    assert trainer("take-in", tmp_path / "a.bundle").startswith("Ana: 1 new")
    (tmp_path / "given.json").write_bytes(TOKEN)
    assert "is Ana’s" in trainer("give", "1", tmp_path / "given.json")
    assert trainer("certificates", "Lunes").startswith(
        "Ana\t\tunknown-issuer"
    )  # this machine does not have the school's keys
    assert main(["school", "--folder", str(folder), "give", "1", str(roster)]) == 1
    assert "No es un certificado" in capsys.readouterr().err
    assert trainer("hand-out", "1", tmp_path / "b.bundle")
    assert trainer("bring", tmp_path / "b.bundle").strip().endswith("1 entry")
    assert [path.read_bytes() for path in (user_places().exams / "given").iterdir()] == [TOKEN]
    assert main(["records", "import", str(tmp_path / "b.bundle")]) == 0
    assert capsys.readouterr().out.endswith("0 added\n")
    assert trainer("export", "Lunes", tmp_path / "all.xlsx") and trainer("export", "Lunes", tmp_path / "all.csv")
    assert trainer("backup", tmp_path / "copy.school")
    assert "withdrawn" in trainer("withdraw", laptop.id)
    trainer("rename", "2", "Bea Salas")
    trainer("rename-class", "Lunes", "Martes")
    assert "signs in as 'dora'" in trainer("password", "dora")
    assert trainer("password", "1") == ""
    assert "trainee\tBea Salas\t2\tMartes\t0" in trainer("people")
    assert "everything is erased" in trainer("erase", "Bea Salas")
    trainer("let-go", "1")
    assert [line.split("\t")[1] for line in trainer("people").splitlines()] == ["Dora"]
    trainer("end-class", "Martes")
    assert main(["school", "--folder", str(folder), "export", "Martes", str(tmp_path / "no.csv")]) == 1
    assert main(["school", "--folder", str(folder), "rename", "nobody", "x"]) == 1
    roster.write_text("nombre\nCarla\n", encoding="utf-8")
    assert main(["school", "--folder", str(folder), "roster", str(roster)]) == 0
    assert "ninguna clase" in capsys.readouterr().err
    assert "withdraw-laptop" in trainer("audit")
    trainer("recount")
    assert trainer("--store", tmp_path / "other.db", "restore", tmp_path / "copy.school")
    assert main(["school", "--folder", str(folder), "take-in", str(roster)]) == 1
    assert "paquete" in capsys.readouterr().err
