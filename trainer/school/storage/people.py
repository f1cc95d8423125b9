"""Who is who: people, classes, and the log of everything that changes people or marks."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from datetime import datetime
from enum import StrEnum
from uuid import UUID

import msgspec

from trainer.records.attempts import make_id, to_milliseconds
from trainer.school.entries import NO_CHECKSUM
from trainer.school.errors import EmptyNameError, TakenError, UnknownError
from trainer.school.passwords import hash_password
from trainer.school.storage.engine import Engine, Row, Value, Writer
from trainer.texts import Message

LONGEST_NAME = 120
ERASED = "–"
# Where the rows of a person lie, apart from those of `people` itself.
_OF_A_PERSON = (
    *("codes", "laptops", "logins", "entries", "skills", "mistakes", "hours", "work", "exam_orders"),
    *("sitting_copies", "members"),
)
_PERSON = "id, role, name, login, password IS NOT NULL, gone, stored, checksum"


class Role(StrEnum):
    """What somebody is at the school; a laptop on its own, before it is known whose it is, is a role too."""

    TRAINEE = "trainee"
    INSTRUCTOR = "instructor"
    EXAMINER = "examiner"
    ADMINISTRATOR = "administrator"
    LAPTOP = "laptop"


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at the school."""

    id: UUID
    role: Role
    name: str
    login: str = ""  # by which a roster knows somebody again; instructors sign in with it
    has_password: bool = False
    is_gone: bool = False
    stored: int = 0  # how many entries are kept, which is the number of the last of them
    checksum: bytes = NO_CHECKSUM


class Class(msgspec.Struct, frozen=True, kw_only=True):
    """A class."""

    id: UUID
    name: str
    is_ended: bool = False


class AuditLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was done, by whom and about whom."""

    number: int
    at: int
    who: str  # a name; empty for the command line
    action: str
    about: str
    details: str


class PeopleBook:
    """The people of a school. ``who`` is always whoever does it, `None` at the service's own command line."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime]) -> None:
        self.engine = engine
        self.clock = clock

    def now(self) -> int:
        """Milliseconds since 1970."""
        return to_milliseconds(self.clock())

    def new_id(self) -> UUID:
        return make_id(self.now())

    # People

    def add_person(self, name: str, role: Role, login: str = "", password: str = "", who: UUID | None = None) -> Person:
        """Somebody new; a login must be free."""
        name, login = clean_name(name), clean_name(login) if login.strip() else ""
        number = self.new_id()
        hashed = hash_password(password) if password else None
        with self.engine.writing() as writer:
            if login:
                writer.change("UPDATE people SET login = NULL WHERE login = ? AND gone IS NOT NULL", (login,))
                if writer.rows("SELECT 1 FROM people WHERE login = ?", (login,)):
                    raise TakenError(name=login)
            writer.change(
                "INSERT INTO people (id, role, name, login, password, created, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (number.bytes, role.value, name, login or None, hashed, self.now(), NO_CHECKSUM),
            )
            self.write_audit(writer, who, "add-person", str(number), f"{role.value} {name}")
        return self.person(number)

    def people(self, role: Role | None = None) -> list[Person]:
        """Everybody who has not left, by name."""
        found = map(_person, self.engine.rows(f"SELECT {_PERSON} FROM people WHERE gone IS NULL"))
        chosen = [one for one in found if role is None or one.role is role]
        return sorted(chosen, key=lambda one: (one.name.casefold(), one.id))

    def person(self, person: UUID) -> Person:
        rows = self.engine.rows(f"SELECT {_PERSON} FROM people WHERE id = ?", (person.bytes,))
        if not rows:
            raise UnknownError(what=Message("school.thing.person"))
        return _person(rows[0])

    def by_login(self, login: str, *, also_gone: bool = False) -> Person | None:
        gone = "" if also_gone else " AND gone IS NULL"
        rows = self.engine.rows(f"SELECT {_PERSON} FROM people WHERE login = ?{gone}", (login.strip(),))
        return _person(rows[0]) if rows else None

    def password(self, person: UUID) -> bytes | None:
        """The hash of somebody's password."""
        rows = self.engine.rows("SELECT password FROM people WHERE id = ?", (person.bytes,))
        return bytes(rows[0][0]) if rows and rows[0][0] is not None else None

    def set_password(self, person: UUID, password: str, who: UUID | None = None) -> None:
        """Set it, or take it away with an empty one: the next laptop that joins in this name chooses a new one."""
        hashed = hash_password(password) if password else None
        self._change_person(person, "password", hashed, "set-password", "" if password else "none", who)
        with self.engine.writing() as writer:
            writer.change("DELETE FROM logins WHERE person = ?", (person.bytes,))

    def rename(self, person: UUID, name: str, who: UUID | None = None) -> None:
        name = clean_name(name)
        self._change_person(person, "name", name, "rename", name, who)

    def set_role(self, person: UUID, role: Role, who: UUID | None = None) -> None:
        self._change_person(person, "role", role.value, "set-role", role.value, who)

    def deactivate(self, person: UUID, who: UUID | None = None) -> None:
        """Somebody leaves: laptops and logins end, what was recorded stays."""
        self._change_person(person, "gone", self.now(), "let-go", "", who)
        with self.engine.writing() as writer:
            writer.change("DELETE FROM logins WHERE person = ?", (person.bytes,))
            writer.change(
                "UPDATE laptops SET withdrawn = ? WHERE person = ? AND withdrawn IS NULL", (self.now(), person.bytes)
            )

    def readmit(self, person: UUID, who: UUID | None = None) -> None:
        """Somebody who had left is here again, with all that was recorded."""
        self._change_person(person, "gone", None, "take-back", "", who)

    def erase(self, person: UUID, who: UUID | None = None) -> None:
        """Nothing of somebody stays but that there was somebody: no name, no laptop, no record, nothing in the log."""
        with self.engine.writing() as writer:
            for table in _OF_A_PERSON:
                writer.change(f"DELETE FROM {table} WHERE person = ?", (person.bytes,))
            changed = writer.change(
                "UPDATE people SET name = ?, login = NULL, password = NULL, gone = ?, stored = 0, checksum = ? "
                "WHERE id = ?",
                (ERASED, self.now(), NO_CHECKSUM, person.bytes),
            )
            if not changed:
                raise UnknownError(what=Message("school.thing.person"))
            writer.change("UPDATE audit SET details = '' WHERE about = ? OR who = ?", (str(person), person.bytes))
            self.write_audit(writer, who, "erase", str(person), "")

    def _change_person(
        self, person: UUID, column: str, value: Value, action: str, details: str, who: UUID | None
    ) -> None:
        with self.engine.writing() as writer:
            if not writer.change(f"UPDATE people SET {column} = ? WHERE id = ?", (value, person.bytes)):
                raise UnknownError(what=Message("school.thing.person"))
            self.write_audit(writer, who, action, str(person), details)

    # Classes

    def add_class(self, name: str, who: UUID | None = None) -> Class:
        name = clean_name(name)
        number = self.new_id()
        with self.engine.writing() as writer:
            _free_class_name(writer, name)
            writer.change("INSERT INTO classes (id, name, created) VALUES (?, ?, ?)", (number.bytes, name, self.now()))
            self.write_audit(writer, who, "add-class", str(number), name)
        return Class(id=number, name=name)

    def classes(self, of: UUID | None = None) -> list[Class]:
        """The classes that go on, all or those somebody learns or teaches in, by name."""
        rows = self.engine.rows("SELECT id, name, ended FROM classes WHERE ended IS NULL")
        found = [Class(id=UUID(bytes=bytes(number)), name=name) for number, name, _ in rows]
        if of is not None:
            mine = self.class_ids(of)
            found = [one for one in found if one.id in mine]
        return sorted(found, key=lambda one: one.name.casefold())

    def class_ids(self, person: UUID) -> set[UUID]:
        """The classes that go on in which somebody is."""
        rows = self.engine.rows(
            "SELECT members.class FROM members JOIN classes ON classes.id = members.class "
            "WHERE members.person = ? AND classes.ended IS NULL",
            (person.bytes,),
        )
        return {UUID(bytes=bytes(number)) for (number,) in rows}

    def class_by_name(self, name: str) -> Class | None:
        return next((one for one in self.classes() if one.name.casefold() == " ".join(name.split()).casefold()), None)

    def class_by_id(self, number: UUID) -> Class:
        found = next((one for one in self.classes() if one.id == number), None)
        if found is None:
            raise UnknownError(what=Message("school.thing.class"))
        return found

    def rename_class(self, number: UUID, name: str, who: UUID | None = None) -> None:
        name = clean_name(name)
        with self.engine.writing() as writer:
            _free_class_name(writer, name, number)
            if not writer.change("UPDATE classes SET name = ? WHERE id = ?", (name, number.bytes)):
                raise UnknownError(what=Message("school.thing.class"))
            self.write_audit(writer, who, "rename-class", str(number), name)

    def end_class(self, number: UUID, who: UUID | None = None) -> None:
        with self.engine.writing() as writer:
            ending = "UPDATE classes SET ended = ? WHERE id = ? AND ended IS NULL"
            if not writer.change(ending, (self.now(), number.bytes)):
                raise UnknownError(what=Message("school.thing.class"))
            writer.change("DELETE FROM codes WHERE class = ?", (number.bytes,))
            self.write_audit(writer, who, "end-class", str(number), "")

    def add_members(self, number: UUID, people: Iterable[UUID], who: UUID | None = None) -> None:
        """Put people into a class; who is in it already stays."""
        with self.engine.writing() as writer:
            for person in people:
                added = writer.change(
                    "INSERT INTO members (class, person) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    (number.bytes, person.bytes),
                )
                if added:
                    self.write_audit(writer, who, "put-in", str(person), str(number))

    def remove_member(self, number: UUID, person: UUID, who: UUID | None = None) -> None:
        with self.engine.writing() as writer:
            writer.change("DELETE FROM members WHERE class = ? AND person = ?", (number.bytes, person.bytes))
            self.write_audit(writer, who, "take-out", str(person), str(number))

    def members(self, number: UUID, role: Role | None = None) -> list[Person]:
        """Who is in a class and has not left, by name."""
        columns = ", ".join(f"people.{column}" for column in _PERSON.split(", "))
        rows = self.engine.rows(
            f"SELECT {columns} FROM members JOIN people ON people.id = members.person "
            "WHERE members.class = ? AND people.gone IS NULL",
            (number.bytes,),
        )
        chosen = [one for one in map(_person, rows) if role is None or one.role is role]
        return sorted(chosen, key=lambda one: (one.name.casefold(), one.id))

    # The log of what was done

    def write_audit(self, writer: Writer, who: UUID | None, action: str, about: str, details: str) -> None:
        """Log something with the transaction that does it."""
        writer.change(
            "INSERT INTO audit (at, who, action, about, details) VALUES (?, ?, ?, ?, ?)",
            (self.now(), who.bytes if who else None, action, about, details),
        )

    def log(self, who: UUID | None, action: str, about: str, details: str = "") -> None:
        """Log something that changes no table, such as an export."""
        with self.engine.writing() as writer:
            self.write_audit(writer, who, action, about, details)

    def audit(self, most: int = 1000) -> list[AuditLine]:
        """What was done, newest first."""
        names = {bytes(number): name for number, name in self.engine.rows("SELECT id, name FROM people")}
        rows = self.engine.rows(
            "SELECT number, at, who, action, about, details FROM audit ORDER BY number DESC LIMIT ?", (most,)
        )
        return [
            AuditLine(
                number=number,
                at=at,
                who=names.get(bytes(who), "") if who is not None else "",
                action=action,
                about=about,
                details=details,
            )
            for number, at, who, action, about, details in rows
        ]


def clean_name(name: str) -> str:
    """A name as it is kept: letters that are written in two ways in one of them; raises `EmptyNameError`."""
    name = unicodedata.normalize("NFC", name)
    name = " ".join("".join(letter for letter in name if letter.isprintable()).split())
    if not name or len(name) > LONGEST_NAME:
        raise EmptyNameError(most=LONGEST_NAME)
    return name


def _free_class_name(writer: Writer, name: str, own: UUID | None = None) -> None:
    """A class that has ended gives up its name; raises `TakenError` if another one that goes on has it."""
    for number, known, ended in writer.rows("SELECT id, name, ended FROM classes"):
        found = UUID(bytes=bytes(number))
        if found == own or known.casefold() != name.casefold():
            continue
        if ended is None:
            raise TakenError(name=name)
        writer.change("UPDATE classes SET name = ? WHERE id = ?", (f"{known} {found}", number))


def _person(row: Row) -> Person:
    number, role, name, login, has_password, gone, stored, checksum = row
    return Person(
        id=UUID(bytes=bytes(number)),
        role=Role(role),
        name=name,
        login=login or "",
        has_password=bool(has_password),
        is_gone=gone is not None,
        stored=stored,
        checksum=bytes(checksum),
    )
