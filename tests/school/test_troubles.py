"""Errors of disk and network, in the user's language and with the cure."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from xlsxwriter.exceptions import FileCreateError

from trainer.school import errors, protocol
from trainer.school.errors import (
    BadRosterError,
    CannotOpenSchoolError,
    EmptyNameError,
    MalformedError,
    SchoolError,
    SlowDownError,
    StorageError,
    TakenError,
    UnknownError,
)
from trainer.school.exports import write_xlsx
from trainer.school.laptop.pinned_https import PinnedHTTPS
from trainer.school.refusals import from_wire, refusal, refusal_message
from trainer.school.rights import Action, not_allowed
from trainer.school.roster import parse_roster
from trainer.school.storage.sqlite_engine import SQLiteEngine
from trainer.texts import Language, Message, say


def told(error: SchoolError) -> tuple[str, str]:
    said = tuple(say(error.message, language) for language in Language)
    assert not any("Errno" in words or "sqlite" in words.lower() for words in said), said
    assert said[0] != said[1]
    return said


def test_a_storage_path_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "rubbish.db").write_bytes(b"rubbish" * 500)
    for path in (tmp_path, tmp_path / "file" / "school.db", tmp_path / "rubbish.db"):
        with pytest.raises(CannotOpenSchoolError) as found:
            SQLiteEngine(path)
        assert str(path) in told(found.value)[0]


def test_a_full_disk(tmp_path: Path) -> None:
    engine = SQLiteEngine(tmp_path / "school.db")
    with engine.writing() as writer:
        writer.change("CREATE TABLE songs (title TEXT)")
    with engine.writing() as writer:
        writer.rows("PRAGMA max_page_count = 4")
    with pytest.raises(StorageError) as found, engine.writing() as writer:
        writer.change("INSERT INTO songs VALUES (?)", ("x" * 100_000,))
    assert "no queda sitio" in " ".join(told(found.value))
    engine.close()


def test_an_address_without_a_service() -> None:
    for address in ("127.0.0.1:9", "no-such-host.invalid:8443"):
        with pytest.raises(CannotOpenSchoolError) as found:
            PinnedHTTPS(address).post("/hello", b"")
        assert "nadie responde" in " ".join(told(found.value))


def test_a_workbook_on_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    def rows() -> Iterator[tuple[str]]:
        yield ("a",)
        raise FileCreateError(OSError(errno.ENOSPC, "No space left on device"))

    with pytest.raises(OSError, match=r"class\.xlsx"):
        write_xlsx([("work", rows())], tmp_path / "class.xlsx")
    assert list(tmp_path.iterdir()) == []


def over_the_wire(error: SchoolError) -> Message:
    """The message as the laptop on the other side reads it."""
    read = protocol.read_from_service(protocol.encoded(refusal(error)))
    assert isinstance(read, protocol.Refused)
    return refusal_message(read)


def test_a_refusal_is_shown_in_the_readers_language() -> None:
    with pytest.raises(BadRosterError) as roster:
        parse_roster("apellido;clase\nRíos;Lunes\n")
    with pytest.raises(MalformedError) as malformed:
        protocol.read_request(b"rubbish")
    for error in (
        *map(not_allowed, Action),
        *(UnknownError(what=Message(f"school.thing.{thing}")) for thing in ("person", "class", "laptop", "race")),
        roster.value,
        malformed.value,
        SlowDownError(seconds=7),
        TakenError(name="Ana"),
        EmptyNameError(most=60),
        errors.WrongCodeError(),
    ):
        assert over_the_wire(error) == error.message
        spanish, english = (say(over_the_wire(error), language) for language in Language)
        assert spanish != english and not set(english.split("(")[1:]) & set(spanish.split("(")[1:]), spanish
    assert say(over_the_wire(not_allowed(Action.SEE_BOARD)), Language.ES).count("ver la clase") == 1
    stored = StorageError(where="/srv/school.db", problem=Message("system.full"))
    assert "/srv" not in say(over_the_wire(stored), Language.EN)


def test_replies_of_a_foreign_service_never_crash_a_laptop() -> None:
    """Anybody on a network can answer first and say anything."""
    deep = protocol.Said(id="school.error.unknown", params={"what": "x"})
    for _ in range(60):
        deep = protocol.Said(id="school.error.unknown", params={"what": deep})
    for told in (
        protocol.Refused(why="slow-down"),  # without its parameters
        protocol.Refused(why="slow-down", params={"seconds": "<b>many</b>"}),
        protocol.Refused(why="no such word"),
        protocol.Refused(why=""),
        protocol.Refused(why="../../system.full"),
        protocol.Refused(why="unknown", params={"what": protocol.Said(id="nowhere.at-all")}),
        protocol.Refused(why="unknown", params={"what": protocol.Said(id="school.error")}),
        protocol.Refused(why="unknown", params={"what": deep}),
    ):
        read = protocol.read_answer(protocol.encoded(told))
        assert isinstance(read, protocol.Refused)
        for language in Language:
            assert say(refusal_message(read), language)
    assert from_wire(protocol.Said(id="school.why.nothing")) == Message("school.error.trouble")
