"""Files of exams, schools, devices and readers gone wrong: each goes through its own door, which may only refuse."""

from __future__ import annotations

import gzip
import io
import json
import random
import tempfile
import time
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec

from tests.exams import certificate_kit as kit
from tests.exams.support import CHEAP, CODE, NOW, Room, keys, offers, small_paper, trust
from tests.laboratory.moving import STRANGE
from tests.school.laptops import MemoryEntries
from tests.school.people import START, a_class, a_laptop, some_entries
from trainer.course.reading_progress import ReadingBook
from trainer.desk.screens.sensors.devices import KnownDevices
from trainer.exams import key_files, locked_paper, scheme_files
from trainer.exams.certificates.status_lists import read_status_list
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole
from trainer.exams.paper_files import paper_from_bytes, paper_to_bytes
from trainer.exams.people import People
from trainer.exams.register import Register
from trainer.exams.rehearsal import RehearsalClock
from trainer.exams.result import to_bytes
from trainer.exams.scheme_checks import check_scheme
from trainer.exams.sitting import Sitting
from trainer.exams.staff import Staff
from trainer.exams.trust import read_trust
from trainer.exams.verification import verify
from trainer.records.errors import RecordsError
from trainer.records.store import Store
from trainer.rulebooks import RulebookError
from trainer.runs.own_drills import own_drills
from trainer.runs.plan import FIRST, PlanError, read_plan
from trainer.school import bundles
from trainer.school.errors import SchoolError
from trainer.school.laptop.links import Link
from trainer.school.roster import read_roster
from trainer.school.storage.backup import back_up, restore
from trainer.school.storage.school_storage import open_storage
from trainer.sensors import profile_files as profiles
from trainer.sensors.recordings import Heading, RecordingError, heading_line, play, raw_line, read_recording
from trainer.study.settings import settings_of
from trainer.texts import Message

FORESEEN = (RefusedError, SchoolError, RecordsError, RulebookError, RecordingError, PlanError)
PASSPHRASE = "una frase larga"


class Kept(msgspec.Struct, frozen=True):
    """Sound files by their names, and the door that reads them in a folder; only those of a ``part`` are damaged."""

    files: dict[str, bytes]
    read: Callable[[Path], object]
    part: str = ""


def _one(data: bytes, read: Callable[[Path], object], name: str = "file") -> Kept:
    return Kept({name: data}, lambda folder: read(folder / name))


def _of_folder(fill: Callable[[Path], object], read: Callable[[Path], object], part: str = "") -> Kept:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder)
        files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return Kept({name: data for name, data in files.items() if not name.endswith(".lock")}, read, part)


def _open_locked(path: Path) -> object:
    return locked_paper.open_paper(locked_paper.read_locked(path.read_bytes()), CODE)


@cache
def kinds() -> dict[str, Kept]:
    """Every kind of file that came with exams, schools, devices and the course."""
    locked = locked_paper.lock_paper(small_paper(), CODE, CHEAP).to_bytes()
    issued = kit.one_issued()
    shipped = scheme_files.SHIPPED / "arica" / "roulette-initial.toml"
    return {
        "scheme": _one(shipped.read_bytes(), _read_scheme, "roulette-initial.toml"),
        "locked paper": _one(locked, _open_locked),
        "paper": _one(paper_to_bytes(small_paper()), lambda path: paper_from_bytes(path.read_bytes())),
        "result": _one(_result(), lambda path: verify(path.read_bytes(), trust())),
        "sitting": _of_folder(_fill_sitting, _reopen, "room"),
        "public keys": _one(trust().to_bytes(), lambda path: read_trust(path.read_bytes())),
        "key file": _one(_key_file(), _unlock),
        "register": _of_folder(_fill_register, lambda folder: Register(folder / "register").entries()),
        "staff": _one(b"[]", lambda path: Staff(path.parent, lambda: NOW, tuple).people(), "staff.json"),
        "candidates": _of_folder(_fill_people, lambda folder: People(folder).everybody()),
        "status list": _of_folder(_fill_lists, lambda folder: [_status(path) for path in folder.iterdir()]),
        "certificate, PDF": _one(issued.pdf, _verify_certificate),
        "certificate, picture": _one(issued.picture, _verify_certificate),
        "certificate, card": _one(issued.card.encode(), _verify_certificate),
        "school": _of_folder(_fill_school, _read_school),
        "school, backup": _of_folder(_fill_backup, _restore_school, "copy"),
        "bundle": _of_folder(_fill_bundle, _take_bundle, "bundle"),
        "roster": _one("nombre;id\nÁngela;1\nBea;2\n".encode(), read_roster),
        "sensor profile": _one(_profile(), profiles.load, "own.toml"),
        "recording": _one(_recording(), _play),
        "remembered devices": _one(b'{"usb 1": "cammegh"}', KnownDevices),
        "plan": _one(str(FIRST).encode(), read_plan),
        "own drills": _one(msgspec.json.encode({"own": {"mine": str(FIRST)}, "reviews-a-day": 5}), _own_drills),
        "notes": _one(b'{"read": {"a": "2026-11-16"}, "marked": ["a"], "notes": {"a": "doblar"}}', _read_notes),
    }


def _read_scheme(path: Path) -> None:
    schemes = scheme_files.Schemes([scheme_files.SHIPPED, path.parent])
    check_scheme(schemes.read(path), str(path), offers())


def _result() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return to_bytes(Room(Path(folder)).sat())


def _fill_sitting(folder: Path) -> None:
    room = Room(folder)
    room.started()
    room.answer_right()
    room.sitting.close()


def _reopen(folder: Path) -> None:
    sitting = Sitting.reopen(folder / "room", folder / "counters" / "one", RehearsalClock(NOW))
    sitting.close()


def _key_file() -> bytes:
    return key_files.lock_key(keys()[KeyRole.ROOT], KeyRole.ROOT, PASSPHRASE, cost=CHEAP).to_bytes()


def _unlock(path: Path) -> None:
    file = key_files.read_key_file(path.read_bytes())
    if all(lock.cost == CHEAP for lock in file.locks):  # what another cost takes is told by a test of its own
        key_files.unlock(file, PASSPHRASE)


def _fill_register(folder: Path) -> None:
    register = Register(folder / "register")
    for number in range(3):
        register.add("paper", str(number), "2026-11-16T09:00:00Z", "elena", seat="1")


def _fill_people(folder: Path) -> None:
    People(folder).keep(kit.CANDIDATE)


def _fill_lists(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as school:
        for purpose, text in kit.School(Path(school)).issuer.publish(kit.CERTIFIER).items():
            (folder / f"{purpose}.jwt").write_text(text)


def _status(path: Path) -> None:
    read_status_list(path.read_bytes().decode("ascii", errors="replace"))


def _verify_certificate(path: Path) -> None:
    kit.Verifier([kit.school_keys()], kit.NewestLists(None), kit.Clock()).verify(path.read_bytes())


def _fill_school(folder: Path) -> None:
    storage = open_storage(folder / "school.db", lambda: START)
    a_class(storage)
    storage.close()


def _read_school(folder: Path) -> None:
    storage = open_storage(folder / "school.db", lambda: START)
    try:
        for group in storage.classes():
            storage.members(group.id)
        storage.audit()
    finally:
        storage.close()


def _fill_backup(folder: Path) -> None:
    _fill_school(folder)
    storage = open_storage(folder / "school.db", lambda: START)
    back_up(storage, folder / "copy")
    storage.close()


def _restore_school(folder: Path) -> None:
    storage = open_storage(None, lambda: START)
    try:
        restore(storage, folder / "copy")
    except SchoolError:
        assert not storage.classes(), "refused, and something of it is there"
        raise
    finally:
        storage.close()


def _fill_bundle(folder: Path) -> None:
    storage = open_storage(folder / "school.db", lambda: START)
    _, (ana, _) = a_class(storage)
    laptop, key = a_laptop(storage, ana)
    link = Link(
        profile=uuid4(), school="Escuela", address="", fingerprint=b"", laptop=laptop.id.bytes, key=key.seed,
        person=ana.id.bytes, name="Ana", class_name="Lunes",
    )  # fmt: skip
    bundles.write_laptop_bundle(link, MemoryEntries(some_entries(20)), folder / "bundle")
    storage.close()


def _take_bundle(folder: Path) -> None:
    storage = open_storage(folder / "school.db", lambda: START)
    try:
        bundles.import_laptop_bundle(storage, folder / "bundle")
    finally:
        storage.close()


def _profile() -> bytes:
    return (profiles.SHIPPED / "cammegh.toml").read_bytes()


def _recording() -> bytes:
    lines = [heading_line(Heading("cammegh")), *(raw_line(at, b"\x02S1;17\x03") for at in range(5))]
    return b"".join(lines)


def _play(path: Path) -> None:
    recording = read_recording(io.BytesIO(path.read_bytes()))
    list(play(profiles.decoder_of(profiles.ProfileShelf().profile("cammegh")), recording.entries))


def _own_drills(path: Path) -> None:
    with Store(None) as store:
        ana = store.add_profile("Ana").id
        store.set_settings(ana, path.read_bytes().decode(errors="replace"))
        own_drills(settings_of(store, ana))


def _read_notes(path: Path) -> None:
    before = path.read_bytes()
    told: list[Message] = []
    ReadingBook(path, told.append).read("b", date(2026, 11, 17))
    assert ReadingBook(path).is_read("b")
    if told:
        assert before in [other.read_bytes() for other in path.parent.iterdir()], "what was written there is lost"
    else:
        json.loads(before)  # all of it could be read


# ── damage ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def damaged(data: bytes, rng: random.Random) -> bytes:
    """The content of a file with something wrong in it: bytes, an end that is missing, a value that does not belong."""
    match rng.randrange(8):
        case 0:
            return data[: rng.randrange(len(data) + 1)]
        case 1:
            return rng.choice((b"", b"\0" * 4096, rng.randbytes(500), b"[" * 100_000, b'{"a":' * 50_000, b"\xff\xfe{}"))
        case 2:
            at = rng.randrange(len(data) + 1)
            strange = (b"\0", b"\xff", b"\xed\xa0\x80", b"9" * 5000, b"\x1b[31m", b"\r\n")
            return data[:at] + rng.choice(strange) + data[at:]
        case 3:
            lines = data.splitlines(keepends=True) or [data]
            place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[place] = rng.choice((b"", lines[other], lines[place] * 2, lines[place][::-1]))
            return b"".join(lines)
        case 4 | 5 | 6 if (changed := _with_a_value_changed(data, rng)) is not None:
            return changed
        case _:
            spoilt = bytearray(data)
            for _ in range(rng.choice((1, 1, 5, 50))):
                spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
            return bytes(spoilt)


def _with_a_value_changed(data: bytes, rng: random.Random) -> bytes | None:
    """A JSON document, or one line of many, packed or not, with one value replaced, however deep; None of others."""
    is_packed = data.startswith(b"\x1f\x8b")
    lines = (gzip.decompress(data) if is_packed else data).splitlines(keepends=True)
    place = rng.randrange(len(lines)) if lines else 0
    try:
        document = json.loads(lines[place])
    except (ValueError, IndexError):
        return None
    inside: Any = document
    while isinstance(inside, dict | list) and inside:
        key = rng.choice(list(inside)) if isinstance(inside, dict) else rng.randrange(len(inside))
        if not isinstance(inside[key], dict | list) or not inside[key] or rng.random() < 0.2:
            inside[key] = rng.choice(STRANGE)
            break
        inside = inside[key]
    lines[place] = json.dumps(document).encode() + b"\n"
    joined = b"".join(lines)
    return gzip.compress(joined, 1) if is_packed else joined


class Read(msgspec.Struct):
    """What came of it: read all the same, or refused by somebody who says why."""

    is_taken: bool
    seconds: float


def visit_document(folder: Path, kind: str, seed: int) -> Read:
    """Write the files of a kind with one of them damaged and go through their door; what raises anything but a refusal
    raises through here."""
    rng = random.Random(f"{kind} {seed}")
    kept = kinds()[kind]
    spoilt = rng.choice([name for name in sorted(kept.files) if name.startswith(kept.part)])
    for name, data in kept.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(damaged(data, rng) if name == spoilt else data)
    began = time.monotonic()
    is_taken = True
    try:
        kept.read(folder)
    except FORESEEN as error:
        is_taken = False
        assert str(error) or getattr(error, "faults", None) or isinstance(error, RecordingError), f"{kind} {seed}"
    return Read(is_taken, time.monotonic() - began)
