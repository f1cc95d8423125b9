"""A file of the user's is written whole or not at all: on a full disk the old one stays, and no half file is left."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest

import trainer
from tests.records.support import answered
from tests.school.laptops import MemoryEntries
from tests.school.people import a_class, a_laptop, some_entries
from trainer.cli.main import main
from trainer.course.path import Course
from trainer.desk.screens.lessons.printing import print_course
from trainer.desk.shell.settings import Settings, save_settings
from trainer.exams.statistics import write_statistics
from trainer.games.rules import load_rules
from trainer.records.backup import backup, restore
from trainer.records.errors import CopyFailedError, RecordsError
from trainer.records.profile_transfer import export_profile
from trainer.records.store import Store
from trainer.rulebooks import shipped_library
from trainer.school import bundles
from trainer.school.exports import write_csv, write_xlsx
from trainer.school.laptop.links import Link, LinkBook
from trainer.school.sheets.anki import write_deck
from trainer.school.sheets.plan import SheetPlan, make_sheet
from trainer.school.storage.backup import back_up
from trainer.school.storage.school_storage import open_storage
from trainer.system.private_files import atomic_file, write_atomically
from trainer.texts import Language, say

resource = pytest.importorskip("resource", reason="the size of files can be limited on Unix only")


# Modules that write files in other ways, and why. Everything else goes through `atomic_file`.
OTHER_WRITERS = {
    "system/private_files.py": "the mechanism itself",
    "system/toml_cache.py": "a cache beside the program",
    "desk/table/picture_cache.py": "a cache",
    "desk/shots/pictures.py": "a temporary rulebook",
    "school/sheets/anki.py": "pictures in a temporary folder",
    "rulebooks/library.py": "a report",
    "cli/streams.py": "the null device",
    "live/replay.py": "a shift, which grows with every act",
    "school/storage/revocations.py": "a list that is only appended to; a part of a line is skipped",
    "cli/sensors.py": "a recording, which grows as the device sends",
    "desk/screens/sensors/listener.py": "a recording, which grows as the device sends",
}
WRITES = re.compile(
    r"(?<!unfinished)\.write_(bytes|text)\(|(?<!unfinished\.)\bopen\([^)]*\"[wax]b?\"|QPdfWriter\(str|\.save\(str"
)


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file can grow beyond this many bytes: every write that goes further fails, also those of SQLite and Qt."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def fails_midway(write: Callable[[Path], object], path: Path, *, replaces: bool) -> None:
    """Write a file, then again with room for nine tenths of it: what was in the folder before is all that is in it."""
    write(path)
    whole = path.read_bytes()
    if not replaces:
        path.unlink()
    before = {file: file.read_bytes() for file in path.parent.iterdir()}
    with pytest.raises(OSError) as found, room_for(len(whole) * 9 // 10):
        write(path)
    assert isinstance(found.value, CopyFailedError) or found.value.filename == str(path), found.value
    assert {file: file.read_bytes() for file in path.parent.iterdir()} == before


def test_every_file_is_written_atomically_or_has_a_reason() -> None:
    package = Path(trainer.__file__).parent
    writing = {path for path in package.rglob("*.py") if WRITES.search(path.read_text(encoding="utf-8"))}
    assert {str(path.relative_to(package)) for path in writing} == set(OTHER_WRITERS)


def test_what_replaces_a_file_leaves_the_old_one(qtbot: object, tmp_path: Path) -> None:
    library = shipped_library()
    sheet = make_sheet(library, SheetPlan.parse("arica/roulette-american pay-the-layout/3 #77x3"))
    course = Course(load_rules(library, "baleares", "promotrot"), Language.EN, library)
    writers: dict[str, Callable[[Path], object]] = {
        "sheet.pdf": lambda path: write_atomically(path, b"%PDF" * 1_000),
        "cards.apkg": lambda path: write_deck(sheet, lambda scene, rules: os.urandom(200_000), Language.ES, path),
        "course.pdf": lambda path: print_course(course, path),
        "settings.json": lambda path: save_settings(Settings(), path),
        "figures.xlsx": lambda path: write_statistics([], path, Language.ES),
    }
    for name, write in writers.items():
        (tmp_path / name).with_suffix("").mkdir()
        fails_midway(write, (tmp_path / name).with_suffix("") / name, replaces=True)


def test_what_makes_a_new_file_leaves_nothing(tmp_path: Path) -> None:
    rows = [("name", "answer"), *(("Ana", str(number)) for number in range(500))]
    with Store(tmp_path / "records.db") as store, open_storage(None) as storage:
        ana = store.add_profile("Ana")
        for number in range(50):
            answered(store, ana.id, answer=str(number))
        _, (person, _) = a_class(storage)
        laptop, key = a_laptop(storage, person)
        link = Link(
            profile=uuid4(),
            school="Escuela",
            address="",
            fingerprint=bytes(32),
            laptop=laptop.id.bytes,
            key=key.seed,
            person=person.id.bytes,
            name="Ana",
            class_name="Lunes",
        )
        entries = MemoryEntries(some_entries(50))
        writers: dict[str, Callable[[Path], object]] = {
            "records.copy": lambda path: backup(store, path),
            "ana.profile": lambda path: export_profile(store, ana.id, path),
            "class.csv": lambda path: write_csv(rows, path),
            "class.xlsx": lambda path: write_xlsx([("work", rows)], path),
            "copy.school": lambda path: back_up(storage, path),
            "ana.bundle": lambda path: bundles.write_laptop_bundle(link, entries, path),
        }
        for name, write in writers.items():
            (tmp_path / "out").mkdir(exist_ok=True)
            fails_midway(write, tmp_path / "out" / name, replaces=False)


def test_a_backup_onto_a_full_disk_says_that_the_records_are_intact(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records, copy = tmp_path / "records.db", tmp_path / "copy.db"
    with Store(records) as store:
        answered(store, store.add_profile("Ana").id)
        with pytest.raises(CopyFailedError) as found, room_for(10_000):
            backup(store, copy)
    for language, word in ((Language.ES, "intactos"), (Language.EN, "intact")):
        told = say(found.value.message, language)
        assert word in told and str(copy) in told
        assert "última respuesta" not in told and "last answer" not in told
    with room_for(10_000):
        assert main(["records", "--records", str(records), "--language", "en", "backup", str(copy)]) == 1
    assert "the records are intact" in capsys.readouterr().err and not copy.exists()
    assert main(["records", "--records", str(records), "backup", str(copy)]) == 0
    before = records.read_bytes()
    with pytest.raises(CopyFailedError), room_for(10_000):
        restore(copy, records)
    assert records.read_bytes() == before


def test_anki_cards_that_do_not_fit_are_told_with_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cards.apkg"
    path.write_bytes(b"the cards of last week")
    asked = ["worksheet", "arica/roulette-american procedure/1 #1x1", "--language", "en", "--out", str(path)]
    with room_for(100_000):
        assert main(asked) == 1
    assert capsys.readouterr().err.startswith("trainer worksheet: ")
    assert path.read_bytes() == b"the cards of last week" and list(tmp_path.iterdir()) == [path]


def test_a_file_of_the_temporary_name_is_not_touched(tmp_path: Path) -> None:
    theirs = tmp_path / "sheet.pdf.unfinished"
    theirs.write_bytes(b"mine")
    write_atomically(tmp_path / "sheet.pdf", b"new")
    assert theirs.read_bytes() == b"mine" and (tmp_path / "sheet.pdf").read_bytes() == b"new"
    with pytest.raises(OSError) as found, atomic_file(tmp_path / "sheet.pdf"):
        raise OSError(errno.ENOENT, "not there", "another file")
    assert found.value.filename == "another file"
    with pytest.raises(OSError, match="nowhere"), atomic_file(tmp_path / "nowhere" / "sheet.pdf"):
        pass
    assert sorted(tmp_path.iterdir()) == [tmp_path / "sheet.pdf", theirs]


def test_the_links_to_schools_survive_a_full_disk(tmp_path: Path) -> None:
    path, profile = tmp_path / "schools.db", uuid4()
    link = Link(
        profile=profile,
        school="Escuela",
        address="127.0.0.1:1",
        fingerprint=bytes(32),
        laptop=uuid4().bytes,
        key=bytes(range(32)),
        person=uuid4().bytes,
        name="Ana",
        class_name="Lunes",
    )
    book = LinkBook(path)
    book.store_link(link)
    with room_for(10_000), pytest.raises(RecordsError):
        book.mark_known(profile, [(uuid4().bytes, bytes(16)) for _ in range(2_000)], 2_000)
    book.mark_known(profile, [(uuid4().bytes, bytes(16))], 1)  # the transaction that failed has ended
    book.forget_known(profile)
    book.close()
    with room_for(10), pytest.raises(RecordsError):
        LinkBook(path)
    book = LinkBook(path)
    assert [one.name for one in tmp_path.iterdir() if "damaged" in one.name] == []
    book.mark_known(profile, [(uuid4().bytes, bytes(16))], 1)
    assert book.link(profile) == link and book.position(profile)[0] == len(book.known(profile)) == 1
    book.close()
    path.write_bytes(b"no database" * 500)
    book = LinkBook(path)
    assert book.link(profile) is None and [one for one in tmp_path.iterdir() if "damaged" in one.name]
    book.close()
