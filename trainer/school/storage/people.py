"""People, classes, and the audit log of changes to people or marks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from itertools import chain, count
from pathlib import Path
from uuid import UUID

import msgspec

from trainer.records.attempts import make_id, to_milliseconds
from trainer.school.entries import NO_CHECKSUM
from trainer.school.errors import ClassFullError, EmptyNameError, TakenError, UnknownError
from trainer.school.passwords import hash_password
from trainer.school.storage.engine import Engine, Row, Value, Writer
from trainer.school.storage.revocations import Revocation, RevocationList, Revoked, digest_of_hash
from trainer.system.people_names import distinct_names, without_invisible
from trainer.texts import Message

LONGEST_NAME = 120
MOST_MEMBERS = 1_000  # of a class; more do not fit into the messages of a board, a race or a list of names
ERASED = "–"
# The tables with rows of a person, besides `people` itself.
_OF_A_PERSON = (
    *("codes", "laptops", "logins", "entries", "skills", "mistakes", "hours", "work", "exam_orders"),
    *("sitting_copies", "members", "sizes", "contacts", "corrections", "marking", "presence", "race_answers"),
)
_WITH_NAMES = ("people", "laptops", "audit", "assignments", "classes", "exam_orders", "sitting_copies")
_NAMING = "action IN ('add-person', 'rename')"  # audit lines that contain a person's name
_TITLES = (  # table, key and column of texts that may contain a name, and which rows
    ("assignments", "id", "body", ""),
    ("classes", "id", "name", ""),
    ("audit", "number", "details", f" WHERE NOT {_NAMING}"),
    ("exam_orders", "sitting", "who", ""),
    ("laptops", "id", "name", ""),
)
_WHO_IS_GONE = "SELECT id, name, gone FROM people"
_ERASURES = "SELECT count(*) FROM audit WHERE action = 'erase'"
_PERSON = "id, role, name, login, password IS NOT NULL, gone, stored, checksum"


class Role(StrEnum):
    """A person's role. A laptop that is still joining has a role of its own."""

    TRAINEE = "trainee"
    INSTRUCTOR = "instructor"
    EXAMINER = "examiner"
    ADMINISTRATOR = "administrator"
    LAPTOP = "laptop"


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A person at the school."""

    id: UUID
    role: Role
    name: str
    login: str = ""  # identifies a person on rosters; staff log in with it
    has_password: bool = False
    is_gone: bool = False
    stored: int = 0  # number of entries, which is the number of the last one
    checksum: bytes = NO_CHECKSUM


class Class(msgspec.Struct, frozen=True, kw_only=True):
    """A class."""

    id: UUID
    name: str
    is_ended: bool = False


class AuditLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the audit log."""

    number: int
    at: int
    who: str  # name; empty for the command line
    action: str
    about: str
    details: str


class PeopleBook:
    """The people of a school. ``who`` is the person who makes a change, None for the command line."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime], folder: Path | None = None) -> None:
        self.engine = engine
        self.clock = clock
        self.revocations = RevocationList(folder)

    def now(self) -> int:
        """Milliseconds since 1970."""
        return to_milliseconds(self.clock())

    def new_id(self) -> UUID:
        """A new id that contains the time."""
        return make_id(self.now())

    # People

    def add_person(self, name: str, role: Role, login: str = "", password: str = "", who: UUID | None = None) -> Person:
        """Add a person; raises `TakenError` if the login is in use."""
        name, login = clean_name(name), clean_name(login) if login.strip() else ""
        number = self.new_id()
        hashed = hash_password(password) if password else None
        with self.engine.writing() as writer:
            if login:
                self.engine.lock(writer, "members")  # as a roster import, which adds logins too
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
        """A person by id; raises `UnknownError`."""
        rows = self.engine.rows(f"SELECT {_PERSON} FROM people WHERE id = ?", (person.bytes,))
        if not rows:
            raise UnknownError(what=Message("school.thing.person"))
        return _person(rows[0])

    def by_login(self, login: str, *, also_gone: bool = False) -> Person | None:
        """A person by login, or None."""
        gone = "" if also_gone else " AND gone IS NULL"
        stored = unicodedata.normalize("NFC", login.strip())
        rows = self.engine.rows(f"SELECT {_PERSON} FROM people WHERE login = ?{gone}", (stored,))
        return _person(rows[0]) if rows else None

    def password(self, person: UUID) -> bytes | None:
        """The hash of a person's password, or None."""
        rows = self.engine.rows("SELECT password FROM people WHERE id = ?", (person.bytes,))
        return bytes(rows[0][0]) if rows and rows[0][0] is not None else None

    def set_password(self, person: UUID, password: str, who: UUID | None = None) -> None:
        """Set a password and end the person's logins. An empty one removes it: the next laptop chooses a new one."""
        hashed = hash_password(password) if password else None
        with self.engine.writing() as writer:
            self._write_person(writer, person, "password", hashed, "set-password", "" if password else "none", who)
            writer.change("DELETE FROM logins WHERE person = ?", (person.bytes,))
            self.revocations.add(Revocation.PASSWORD, [person], digest_of_hash(hashed))

    def rename(self, person: UUID, name: str, who: UUID | None = None) -> None:
        """Rename a person."""
        name = clean_name(name)
        with self.engine.writing() as writer:
            self._write_person(writer, person, "name", name, "rename", name, who)

    def set_role(self, person: UUID, role: Role, who: UUID | None = None) -> None:
        """Change a person's role."""
        with self.engine.writing() as writer:
            self._write_person(writer, person, "role", role.value, "set-role", role.value, who)
            self.revocations.add(Revocation.ROLE, [person], role.value)

    def deactivate(self, person: UUID, who: UUID | None = None) -> None:
        """A person leaves: laptops and logins end, records stay."""
        with self.engine.writing() as writer:
            self._let_go(writer, person, who)
            self.revocations.add(Revocation.GONE, [person])
            laptops = writer.rows("SELECT id FROM laptops WHERE person = ?", (person.bytes,))
            self.revocations.add(Revocation.LAPTOP, [UUID(bytes=bytes(number)) for (number,) in laptops])

    def _let_go(self, writer: Writer, person: UUID, who: UUID | None) -> None:
        self._write_person(writer, person, "gone", self.now(), "let-go", "", who)
        writer.change("DELETE FROM logins WHERE person = ?", (person.bytes,))
        writer.change(
            "UPDATE laptops SET withdrawn = ? WHERE person = ? AND withdrawn IS NULL", (self.now(), person.bytes)
        )

    def readmit(self, person: UUID, who: UUID | None = None) -> None:
        """A person who had left returns, with their records; raises `ClassFullError`."""
        with self.engine.writing() as writer:
            self.engine.lock(writer, "members")
            self._write_person(writer, person, "gone", None, "take-back", "", who)
            check_class_sizes(writer, [number.bytes for number in self.class_ids(person)])
        self.revocations.add(Revocation.BACK, [person])  # once it is stored, unlike a withdrawal

    def erase(self, person: UUID, who: UUID | None = None) -> None:
        """Delete everything about a person, including the name in the audit log and in titles; only an empty row
        remains. Afterwards the files of the database are cleaned too."""
        name = self.person(person).name
        with self.engine.writing() as writer:
            self._erase(writer, person, name, who)
            self.revocations.add(Revocation.ERASED, [person])
        self.scrub_names()

    def _erase(self, writer: Writer, person: UUID, name: str, who: UUID | None) -> None:
        for table in (
            "members",
            "classes",
            "codes",
            "exam_orders",
        ):  # before other rows, in the order of others that lock them
            self.engine.lock(writer, table)
        logins = writer.rows("SELECT login FROM people WHERE id = ? AND login IS NOT NULL", (person.bytes,))
        # The person's row comes first: who is storing an answer or a laptop for them holds it until that is done.
        changed = writer.change(
            "UPDATE people SET name = ?, login = NULL, password = NULL, gone = ?, stored = 0, checksum = ? "
            "WHERE id = ?",
            (ERASED, self.now(), NO_CHECKSUM, person.bytes),
        )
        if not changed:
            raise UnknownError(what=Message("school.thing.person"))
        self._erase_names(writer, self._names_ever(writer, person, name))
        for table in _OF_A_PERSON:
            writer.change(f"DELETE FROM {table} WHERE person = ?", (person.bytes,))
        for (login,) in logins:
            writer.change("UPDATE exam_orders SET who = ? WHERE who = ?", (ERASED, login))
        writer.change("UPDATE audit SET details = '' WHERE about = ?", (str(person),))
        self.write_audit(writer, who, "erase", str(person), "")

    def is_erased(self, writer: Writer, person: UUID) -> bool:
        """Whether somebody was erased, perhaps by another service. If not, nobody is until this transaction ends."""
        here = f"SELECT 1 FROM people WHERE id = ? AND (gone IS NULL OR name <> ?){self.engine.for_update}"
        return not writer.rows(here, (person.bytes, ERASED))

    def apply_revocations(self, writer: Writer, who: UUID | None = None) -> bool:
        """Withdraw, let go and erase again what the list of the school's folder names, inside the transaction that
        restores a backup; passwords that were changed since are removed. Returns whether somebody was erased: then
        `scrub_names` has to follow."""
        listed = self.revocations.read()
        self._apply_changes(writer, listed, who)
        listed = [one for one in listed if one.kind not in (Revocation.ROLE, Revocation.PASSWORD)]
        last = {one.id: one.kind for one in listed}  # somebody who left may have returned
        for number, kind in last.items():
            if kind is Revocation.LAPTOP and writer.change(
                "UPDATE laptops SET withdrawn = ? WHERE id = ? AND withdrawn IS NULL", (self.now(), number.bytes)
            ):
                self.write_audit(writer, who, "withdraw-laptop", str(number), "")
        names = {UUID(bytes=bytes(number)): (name, gone) for number, name, gone in writer.rows(_WHO_IS_GONE)}
        for number in last.keys() & names.keys():
            if last[number] is Revocation.GONE and names[number][1] is None:
                self._let_go(writer, number, who)
        ever = {one.id for one in listed if one.kind is Revocation.ERASED}
        erased = [number for number in names if number in ever and (names[number][0] != ERASED or not names[number][1])]
        for number in erased:
            self._erase(writer, number, names[number][0], who)
        return bool(erased)

    def _apply_changes(self, writer: Writer, listed: Iterable[Revoked], who: UUID | None) -> None:
        """Give people the roles they have now, and remove passwords that are no longer theirs."""
        last = {(one.kind, one.id): one.value for one in listed}
        for number, role, password in writer.rows("SELECT id, role, password FROM people"):
            person = UUID(bytes=bytes(number))
            now = last.get((Revocation.ROLE, person), role)
            if now != role and now in list(Role):
                self._write_person(writer, person, "role", now, "set-role", now, who)
            digest = last.get((Revocation.PASSWORD, person))
            if password is not None and digest not in (None, digest_of_hash(bytes(password))):
                self._write_person(writer, person, "password", None, "set-password", "none", who)

    def scrub_names(self) -> None:
        """Remove the rows of erased people from the files of the database."""
        ((erasures,),) = self.engine.rows(_ERASURES)  # further ones may come meanwhile
        self.engine.scrub(_WITH_NAMES)
        self.log(None, "scrub", "", str(erasures))

    def finish_erasures(self) -> None:
        """Clean the files if somebody was erased and the process was killed before it had done so."""
        ((erasures,),) = self.engine.rows(_ERASURES)
        scrubs = self.engine.rows("SELECT details FROM audit WHERE action = 'scrub'")  # empty in earlier versions
        if erasures > max((int(done) for (done,) in scrubs if done), default=0):
            self.scrub_names()

    def _names_ever(self, writer: Writer, person: UUID, name: str) -> set[str]:
        """The name of a person, and earlier ones that nobody has now."""
        told = writer.rows(f"SELECT action, details FROM audit WHERE about = ? AND {_NAMING}", (str(person),))
        former = {_name_told(*line) for line in told}
        current = {known.casefold() for (known,) in writer.rows("SELECT name FROM people")}
        return {name} | {one for one in former if one and one.casefold() not in current}

    def _erase_names(self, writer: Writer, names: Iterable[str]) -> None:
        """Remove names from titles that people wrote: of assignments and classes, in the audit log, in exam orders."""
        seen = {_visible(name) for name in names} - {""}  # earlier versions stored names with invisible characters
        either = "|".join(_spelled(name) for name in sorted(seen, key=len, reverse=True)) or "(?!)"
        found = re.compile(rf"(?<![^\W_])({either})(?![^\W_])", re.IGNORECASE)
        taken = {name.casefold() for (name,) in writer.rows("SELECT name FROM classes")}
        for table, key, column, where in _TITLES:
            for number, title in writer.rows(f"SELECT {key}, {column} FROM {table}{where}"):
                if isinstance(title, bytes | memoryview):
                    new: bytes | str = _without_names(bytes(title), found)
                    title = bytes(title)  # noqa: PLW2901 - PostgreSQL returns a view
                else:
                    new = _without(title, found)
                    if table == "classes" and new != title:
                        new = _free_name(new, taken)
                if new != title:
                    writer.change(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (new, number))
        # Somebody else may have had the name by mistake; a namesake keeps it.
        now = {str(UUID(bytes=bytes(number))): name for number, name in writer.rows("SELECT id, name FROM people")}
        for number, about, *line in writer.rows(f"SELECT number, about, action, details FROM audit WHERE {_NAMING}"):
            if found.fullmatch(_visible(name := _name_told(*line))) and now.get(about) != name:
                writer.change("UPDATE audit SET details = ? WHERE number = ?", (ERASED, number))

    def _write_person(
        self, writer: Writer, person: UUID, column: str, value: Value, action: str, details: str, who: UUID | None
    ) -> None:
        # An erased person stays erased, also if another service erased them a moment ago.
        changing = f"UPDATE people SET {column} = ? WHERE id = ? AND NOT (gone IS NOT NULL AND name = ?)"
        if not writer.change(changing, (value, person.bytes, ERASED)):
            raise UnknownError(what=Message("school.thing.person"))
        self.write_audit(writer, who, action, str(person), details)

    # Classes

    def add_class(self, name: str, who: UUID | None = None, members: Iterable[UUID] = ()) -> Class:
        """Add a class with its first members; raises `TakenError` if the name is in use."""
        name = clean_name(name)
        number = self.new_id()
        with self.engine.writing() as writer:
            for table in ("members", "classes"):  # in the order of a roster import
                self.engine.lock(writer, table)
            free_class_name(writer, name)
            writer.change("INSERT INTO classes (id, name, created) VALUES (?, ?, ?)", (number.bytes, name, self.now()))
            self.write_audit(writer, who, "add-class", str(number), name)
            for person in sorted(members):
                self._add_member(writer, number, person, who)
        return Class(id=number, name=name)

    def classes(self, of: UUID | None = None) -> list[Class]:
        """The classes that have not ended, all or those of a person, by name."""
        rows = self.engine.rows("SELECT id, name, ended FROM classes WHERE ended IS NULL")
        found = [Class(id=UUID(bytes=bytes(number)), name=name) for number, name, _ in rows]
        if of is not None:
            mine = self.class_ids(of)
            found = [one for one in found if one.id in mine]
        return sorted(found, key=lambda one: one.name.casefold())

    def class_ids(self, person: UUID) -> set[UUID]:
        """The ids of a person's classes that have not ended."""
        rows = self.engine.rows(
            "SELECT members.class FROM members JOIN classes ON classes.id = members.class "
            "WHERE members.person = ? AND classes.ended IS NULL",
            (person.bytes,),
        )
        return {UUID(bytes=bytes(number)) for (number,) in rows}

    def class_by_name(self, name: str) -> Class | None:
        """A class by its name, ignoring case, or None."""
        with suppress(EmptyNameError):
            wanted = clean_name(name).casefold()
            return next((one for one in self.classes() if one.name.casefold() == wanted), None)
        return None

    def class_by_id(self, number: UUID) -> Class:
        """A class by its id; raises `UnknownError`."""
        found = next((one for one in self.classes() if one.id == number), None)
        if found is None:
            raise UnknownError(what=Message("school.thing.class"))
        return found

    def rename_class(self, number: UUID, name: str, who: UUID | None = None) -> None:
        """Rename a class; raises `TakenError`."""
        name = clean_name(name)
        with self.engine.writing() as writer:
            self.engine.lock(writer, "classes")
            free_class_name(writer, name, number)
            if not writer.change("UPDATE classes SET name = ? WHERE id = ?", (name, number.bytes)):
                raise UnknownError(what=Message("school.thing.class"))
            self.write_audit(writer, who, "rename-class", str(number), name)

    def end_class(self, number: UUID, who: UUID | None = None) -> None:
        """End a class and close its codes. Its records stay."""
        with self.engine.writing() as writer:
            ending = "UPDATE classes SET ended = ? WHERE id = ? AND ended IS NULL"
            if not writer.change(ending, (self.now(), number.bytes)):
                raise UnknownError(what=Message("school.thing.class"))
            writer.change("DELETE FROM codes WHERE class = ?", (number.bytes,))
            self.write_audit(writer, who, "end-class", str(number), "")

    def add_members(self, number: UUID, people: Iterable[UUID], who: UUID | None = None) -> None:
        """Add people to a class; raises `ClassFullError`."""
        with self.engine.writing() as writer:
            self.engine.lock(writer, "members")
            added = [self._add_member(writer, number, person, who) for person in sorted(people)]
            if any(added):
                check_class_sizes(writer, [number.bytes])

    def _add_member(self, writer: Writer, number: UUID, person: UUID, who: UUID | None) -> bool:
        """Add a person to a class; returns whether the person was no member. Raises `UnknownError`."""
        if self.is_erased(writer, person):
            raise UnknownError(what=Message("school.thing.person"))
        added = writer.change(
            "INSERT INTO members (class, person) VALUES (?, ?) ON CONFLICT DO NOTHING", (number.bytes, person.bytes)
        )
        if added:
            self.write_audit(writer, who, "put-in", str(person), str(number))
        return bool(added)

    def remove_member(self, number: UUID, person: UUID, who: UUID | None = None) -> None:
        """Remove a person from a class."""
        with self.engine.writing() as writer:
            if writer.change("DELETE FROM members WHERE class = ? AND person = ?", (number.bytes, person.bytes)):
                self.write_audit(writer, who, "take-out", str(person), str(number))

    def members(self, number: UUID, role: Role | None = None) -> list[Person]:
        """The members of a class who have not left, by name."""
        columns = ", ".join(f"people.{column}" for column in _PERSON.split(", "))
        rows = self.engine.rows(
            f"SELECT {columns} FROM members JOIN people ON people.id = members.person "
            "WHERE members.class = ? AND people.gone IS NULL",
            (number.bytes,),
        )
        chosen = [one for one in map(_person, rows) if role is None or one.role is role]
        return sorted(chosen, key=lambda one: (one.name.casefold(), one.id))

    # Audit log

    def write_audit(self, writer: Writer, who: UUID | None, action: str, about: str, details: str) -> None:
        """Write an audit line inside the transaction that makes the change."""
        writer.change(
            "INSERT INTO audit (at, who, action, about, details) VALUES (?, ?, ?, ?, ?)",
            (self.now(), who.bytes if who else None, action, about, _printable(details)),
        )

    def log(self, who: UUID | None, action: str, about: str, details: str = "") -> None:
        """Write an audit line for something that changes no table, such as an export."""
        with self.engine.writing() as writer:
            self.write_audit(writer, who, action, about, details)

    def audit(self, most: int = 1000) -> list[AuditLine]:
        """The audit log, newest first."""
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


def _name_told(action: str, details: str) -> str:
    """The name in a line of the audit log; one about a new person begins with the role."""
    return details.partition(" ")[2] if action == "add-person" else details


def _without_names(body: bytes, names: re.Pattern[str]) -> bytes:
    """The body of an assignment without some names in its title and author."""
    assignment = msgspec.json.decode(body)
    for field in ("title", "by"):
        if field in assignment:
            assignment[field] = _without(assignment[field], names)
    return msgspec.json.encode(assignment)


def _without(title: str, names: re.Pattern[str]) -> str:
    """A title without some names, which are in normal form; it may have been written in another one."""
    read = _visible(title)
    new = names.sub(ERASED, read)
    return new if new != read else title


def _spelled(name: str) -> str:
    """A regular expression for a name as a title may write it: with other spaces or underscores, and ss for ß or the
    other way."""
    spellings = {name, name.casefold()}
    return "|".join(
        r"[\s_]+".join(re.escape(word).replace("ss", "(?:ss|ß)") for word in one.split()) for one in spellings
    )


def _free_name(name: str, taken: set[str]) -> str:
    """A name that is not taken yet, with a number if needed; it is taken afterwards."""
    numbered = (f"{name[: LONGEST_NAME - len(f' {number}')]} {number}" for number in count(2))
    free = next(one for one in chain([name], numbered) if one.casefold() not in taken)
    taken.add(free.casefold())
    return free


def _visible(text: str) -> str:
    """A text in normal form (NFC) without letters that cannot be seen."""
    return unicodedata.normalize("NFC", without_invisible(text))


def _printable(text: str) -> str:
    """A text without control characters, which would act on the terminal that shows it."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def clean_name(name: str) -> str:
    """A name in normal form (NFC, single spaces, printable); raises `EmptyNameError`, also for the name of somebody who
    was erased."""
    name = " ".join(_visible(name).split())  # unusual spaces, which spreadsheets write, separate words
    if not name or name == ERASED or len(name) > LONGEST_NAME:
        raise EmptyNameError(most=LONGEST_NAME)
    return name


def names_of(people: Sequence[Person]) -> dict[UUID, str]:
    """The names of the people of a class, in their order; namesakes get different ones."""
    names = distinct_names([(one.name, one.login) for one in people])
    return {one.id: name for one, name in zip(people, names, strict=True)}


def check_class_sizes(writer: Writer, classes: Iterable[bytes]) -> None:
    """Raise `ClassFullError` if one of these classes has not ended and has too many members now. The transaction that
    added some must hold the lock of the members."""
    for number in sorted(classes):
        rows = writer.rows(
            "SELECT classes.name FROM classes JOIN members ON members.class = classes.id "
            "JOIN people ON people.id = members.person "
            "WHERE classes.id = ? AND classes.ended IS NULL AND people.gone IS NULL "
            "GROUP BY classes.name HAVING count(*) > ?",
            (number, MOST_MEMBERS),
        )
        for (name,) in rows:
            raise ClassFullError(name=name, size=Message("school.roster.class-size", {"most": MOST_MEMBERS}))


def free_class_name(writer: Writer, name: str, own: UUID | None = None) -> None:
    """Rename an ended class that has this name; raises `TakenError` if a current class has it. The transaction must
    hold the lock of the classes."""
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
