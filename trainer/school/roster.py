"""Import of class rosters: CSV files with a header line, in either language and with any usual separator."""

from __future__ import annotations

import csv
import io
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from trainer.school.entries import NO_CHECKSUM
from trainer.school.errors import BadRosterError, EmptyNameError, UnknownError
from trainer.school.storage.engine import Writer
from trainer.school.storage.people import ERASED, LONGEST_NAME, Role, check_class_sizes, clean_name, free_class_name
from trainer.school.storage.revocations import Revocation
from trainer.school.storage.school_storage import Storage
from trainer.system.input_files import read_input_file
from trainer.system.people_names import same_name, without_invisible
from trainer.texts import Message

LARGEST = 2_000_000  # bytes
MOST_LINES = 20_000
_UNDO_MS = 24 * 3_600_000  # within which somebody taken out of a class is the same person if added again
_COLUMNS = {
    "name": ("name", "first name", "given name", "nombre", "nombres", "alumno", "alumna", "trainee", "student"),
    "surname": ("surname", "last name", "family name", "apellido", "apellidos"),
    "login": ("login", "id", "usuario", "matrícula", "number", "número"),
    "class": ("class", "clase", "grupo", "group"),
}


class RosterLine(NamedTuple):
    """A trainee on a roster."""

    name: str
    login: str
    class_name: str
    number: int = 0  # of the line in its file


class RosterResult(NamedTuple):
    """The result of an import."""

    added: int
    known: int
    classes: int


def read_roster(path: Path) -> list[RosterLine]:
    """The trainees in a file; raises `BadRosterError` with the line and the problem, or `OSError`."""
    data = read_input_file(path, LARGEST)
    is_utf16 = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))  # "Unicode text" of a spreadsheet program
    try:
        text = data.decode("utf-16" if is_utf16 else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")  # the encoding of older spreadsheet programs
    return parse_roster(text)


def parse_roster(text: str) -> list[RosterLine]:
    """The trainees in the text of a roster."""
    head = text.partition("\n")[0]
    separator = max(";,\t", key=head.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        columns = [_column(cell) for cell in next(rows, [])]
        if "name" not in columns:
            raise BadRosterError(line=1, what=Message("school.roster.name"))
        found: list[RosterLine] = []
        for row in rows:
            number, cells = rows.line_num, dict(zip(columns, row, strict=False))
            if not any(cell.strip() for cell in row):
                continue
            if number > MOST_LINES:
                raise BadRosterError(line=number, what=Message("school.roster.size"))
            name, login, group = (_cell(cells.get(column, ""), number) for column in ("name", "login", "class"))
            if "surname" in columns:
                name = _cell(f"{name} {cells.get('surname', '')}", number)
            if not name:
                raise BadRosterError(line=number, what=Message("school.roster.name"))
            found.append(RosterLine(name, login, group, number))
    except csv.Error:
        raise BadRosterError(line=rows.line_num, what=Message("school.roster.csv")) from None
    return found


def import_roster(
    storage: Storage,
    lines: list[RosterLine],
    default_class: str = "",
    who: UUID | None = None,
    *,
    only_class: UUID | None = None,
) -> RosterResult:
    """Add a roster's trainees to the school and their classes, in one transaction: all of them or none.

    A trainee known by login, or without a login by name in that class, is not duplicated; nor is one who was taken out
    of it within a day, unless several of that name were. A login that is new belongs to a trainee of that name in the
    class who has none yet; one who had left is readmitted. Several lines with the same name and not the same login are
    several people. If a login belongs to somebody else or a class would be too large, nothing is imported: raises
    `BadRosterError` or `ClassFullError`. With ``only_class`` all of them are added to that class, whatever its name is
    now; raises `UnknownError` if it has ended.
    """
    with storage.engine.writing() as writer:
        storage.engine.lock(
            writer, "members"
        )  # if two imports run at once, the second sees the people that the first has added
        storage.engine.lock(writer, "classes")
        reading = _Import(storage, writer, who, {line.login for line in lines if line.login})
        if only_class is not None and only_class.bytes not in reading.classes.values():
            raise UnknownError(what=Message("school.thing.class"))
        for line in lines:
            name = line.class_name or default_class
            group = reading.class_named(name) if name and only_class is None else None
            reading.take(line, only_class.bytes if only_class is not None else group)
        reading.write()
    # Once it is stored: after a failure nobody may be listed as returned who is not.
    storage.revocations.add(Revocation.BACK, [UUID(bytes=person) for person in reading.back])
    return RosterResult(reading.added, reading.known, len(reading.new_classes))


class _Import:
    """An import under way: who is known, and the rows to write."""

    def __init__(self, storage: Storage, writer: Writer, who: UUID | None, logins: set[str]) -> None:
        self._storage, self._writer, self._who = storage, writer, who
        self.added = self.known = 0
        self.new_classes: list[tuple[bytes, str]] = []
        self._people: list[tuple[bytes, RosterLine]] = []
        self.back: dict[bytes, None] = {}  # those who return, in the order of the roster
        self._members: set[tuple[bytes, bytes]] = set()
        self._by_login: dict[str, tuple[bytes, str, str, bool]] = {
            login: (bytes(number), role, name, gone is not None)
            for number, role, name, login, gone in writer.rows("SELECT id, role, name, login, gone FROM people")
            if login is not None
        }
        self._with_login = {person for person, *_ in self._by_login.values()}
        self._new_logins: list[tuple[str, bytes]] = []  # of people who were there without one
        self.classes = {
            name.casefold(): bytes(number)
            for number, name in writer.rows("SELECT id, name FROM classes WHERE ended IS NULL")
        }
        self._there: set[tuple[bytes, bytes]] = set()
        # In the order in which they were added; people whose login is on the roster are matched by that instead.
        self._by_name: dict[tuple[bytes, str], list[bytes]] = {}
        for group, number, role, name, login, gone in writer.rows(
            "SELECT members.class, people.id, people.role, people.name, people.login, people.gone FROM members "
            "JOIN people ON people.id = members.person ORDER BY people.id"
        ):
            self._there.add((bytes(group), bytes(number)))
            if role == Role.TRAINEE.value and gone is None and login not in logins:
                self._by_name.setdefault((bytes(group), name.casefold()), []).append(bytes(number))
        for place, people in self._taken_out(logins).items():
            if len(people) == 1:
                self._by_name.setdefault(place, []).extend(people)

    def _taken_out(self, logins: set[str]) -> dict[tuple[bytes, str], set[bytes]]:
        """Who was taken out of a class lately, by class and name: it may have been a mistake."""
        names = {
            str(UUID(bytes=bytes(number))): name.casefold()
            for number, name, login in self._writer.rows(
                "SELECT id, name, login FROM people WHERE role = ? AND gone IS NULL", (Role.TRAINEE.value,)
            )
            if login not in logins
        }
        found: dict[tuple[bytes, str], set[bytes]] = {}
        since = self._storage.now() - _UNDO_MS
        for person, group in self._writer.rows(
            # An earlier version emptied the details when whoever took them out was erased.
            "SELECT about, details FROM audit WHERE action = 'take-out' AND at >= ? AND details <> ''",
            (since,),
        ):
            place = (UUID(group).bytes, UUID(person).bytes) if person in names else None
            if place is not None and place not in self._there:
                found.setdefault((place[0], names[person]), set()).add(place[1])
        return found

    def take(self, line: RosterLine, group: bytes | None) -> None:
        """Take in one line, for a class if one is given; raises `BadRosterError` if its login is somebody else's."""
        person = self._known_by_login(line) if line.login else None
        if person is None and group is not None:
            namesakes = self._by_name.get((group, line.name.casefold()), [])
            person = next((one for one in namesakes if not line.login or one not in self._with_login), None)
            if person is not None:
                namesakes.remove(person)
                if line.login:
                    self._note_login(person, line)
                    self._new_logins.append((line.login, person))
        if person is None:
            person = self._storage.new_id().bytes
            self._people.append((person, line))
            self.added += 1
            if line.login:
                self._note_login(person, line)
        else:
            self.known += 1
        if group is not None and (group, person) not in self._there:
            self._there.add((group, person))
            self._members.add((group, person))

    def _note_login(self, person: bytes, line: RosterLine) -> None:
        self._by_login[line.login] = person, Role.TRAINEE.value, line.name, False
        self._with_login.add(person)

    def class_named(self, name: str) -> bytes:
        """A class by its name; a new one if there is none."""
        name = clean_name(name)
        if name.casefold() not in self.classes:
            number = self._storage.new_id().bytes
            free_class_name(self._writer, name)
            self.new_classes.append((number, name))
            self.classes[name.casefold()] = number
        return self.classes[name.casefold()]

    def _known_by_login(self, line: RosterLine) -> bytes | None:
        if line.login not in self._by_login:
            return None
        person, role, name, is_gone = self._by_login[line.login]
        if role != Role.TRAINEE.value or not same_name(name, line.name):
            taken = Message("school.roster.taken", {"login": line.login, "name": name})
            raise BadRosterError(line=line.number, what=taken)
        if is_gone:
            self.back[person] = None
            self._by_login[line.login] = person, role, name, False
        return person

    def write(self) -> None:
        """Write everything that was taken in, in a few statements."""
        now, writer = self._storage.now(), self._writer
        writer.change_many(
            "INSERT INTO classes (id, name, created) VALUES (?, ?, ?)",
            [(number, name, now) for number, name in self.new_classes],
        )
        writer.change_many(
            "INSERT INTO people (id, role, name, login, created, checksum) VALUES (?, ?, ?, ?, ?, ?)",
            [
                (person, Role.TRAINEE.value, line.name, line.login or None, now, NO_CHECKSUM)
                for person, line in self._people
            ],
        )
        # Locks everybody in one order, as those who store their answers do; all that follows locks them too.
        concerned = {person for _, person in self._members} | {person for _, person in self._new_logins} | {*self.back}
        writer.change_many("UPDATE people SET gone = gone WHERE id = ?", [(person,) for person in sorted(concerned)])
        writer.change_many("UPDATE people SET login = ? WHERE id = ?", self._new_logins)
        writer.change_many("UPDATE people SET gone = NULL WHERE id = ?", [(person,) for person in self.back])
        writer.change_many("INSERT INTO members (class, person) VALUES (?, ?)", sorted(self._members))
        told = [("add-class", number, name) for number, name in self.new_classes]
        told += [("add-person", person, f"{Role.TRAINEE.value} {line.name}") for person, line in self._people]
        told += [("set-login", person, login) for login, person in self._new_logins]
        told += [("take-back", person, "") for person in self.back]
        told += [("put-in", person, str(UUID(bytes=group))) for group, person in sorted(self._members)]
        who = self._who.bytes if self._who else None
        writer.change_many(
            "INSERT INTO audit (at, who, action, about, details) VALUES (?, ?, ?, ?, ?)",
            [(now, who, action, str(UUID(bytes=about)), details) for action, about, details in told],
        )
        entered = self._members | {(group, person) for group, person in self._there if person in self.back}
        check_class_sizes(writer, {group for group, _ in entered})


def _cell(written: str, line: int) -> str:
    """A cell as it is stored; empty if nothing visible is in it, or only a dash."""
    if written.strip() == ERASED or not without_invisible(written).strip():
        return ""
    try:
        return clean_name(written)
    except EmptyNameError:
        raise BadRosterError(line=line, what=Message("school.roster.long", {"most": LONGEST_NAME})) from None


def _column(cell: str) -> str:
    """The field of a column, from its heading in either language; empty if unknown."""
    return next((name for name, words in _COLUMNS.items() if any(same_name(cell, word) for word in words)), "")
