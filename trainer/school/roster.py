"""Import of class rosters: CSV files with a header line, in either language and with any usual separator."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from trainer.school.errors import BadRosterError, EmptyNameError
from trainer.school.names import letters_of
from trainer.school.storage.people import Role, clean_name
from trainer.school.storage.school_storage import Storage
from trainer.system.input_files import read_input_file
from trainer.texts import Message

LARGEST = 2_000_000  # bytes
MOST_LINES = 20_000
_COLUMNS = {
    "name": ("name", "nombre", "alumno", "alumna", "trainee", "student"),
    "login": ("login", "id", "usuario", "matricula", "matrícula", "number", "número", "numero"),
    "class": ("class", "clase", "grupo", "group"),
}


class RosterLine(NamedTuple):
    """A trainee on a roster."""

    name: str
    login: str
    class_name: str


class RosterResult(NamedTuple):
    """The result of an import."""

    added: int
    known: int
    classes: int


def read_roster(path: Path) -> list[RosterLine]:
    """The trainees in a file; raises `BadRosterError` with the line and the problem, or `OSError`."""
    data = read_input_file(path, LARGEST)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")  # the encoding of older spreadsheet programs
    return parse_roster(text)


def parse_roster(text: str) -> list[RosterLine]:
    """The trainees in the text of a roster."""
    head = text.partition("\n")[0]
    separator = max(";,\t", key=head.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        columns = [_column(cell) for cell in next(rows, [])]
        if "name" not in columns:
            raise BadRosterError(line=1, what=Message("school.roster.name"))
        found: list[RosterLine] = []
        for number, row in enumerate(rows, start=2):
            cells = dict(zip(columns, row, strict=False))
            if not any(cell.strip() for cell in row):
                continue
            if number > MOST_LINES:
                raise BadRosterError(line=number, what=Message("school.roster.size"))
            try:
                login = " ".join(cells.get("login", "").split())
                class_name = cells.get("class", "").strip()
                found.append(
                    RosterLine(clean_name(cells.get("name", "")), login, clean_name(class_name) if class_name else "")
                )
            except EmptyNameError:
                raise BadRosterError(line=number, what=Message("school.roster.name")) from None
    except csv.Error:
        raise BadRosterError(line=rows.line_num, what=Message("school.roster.csv")) from None
    return found


def import_roster(
    storage: Storage, lines: list[RosterLine], default_class: str = "", who: UUID | None = None
) -> RosterResult:
    """Add a roster's trainees to the school and their classes.

    A trainee known by login, or without a login by name in that class, is not duplicated; one who had left is
    readmitted. If a login belongs to somebody else nothing is imported: raises `BadRosterError`.
    """
    by_login = {line.login: line for line in reversed(lines) if line.login}
    for number, line in enumerate(lines, start=2):
        first = by_login.get(line.login, line)
        if letters_of(first.name) != letters_of(line.name):
            taken = Message("school.roster.taken", {"login": line.login, "name": first.name})
            raise BadRosterError(line=number, what=taken)
        owner = storage.by_login(line.login, also_gone=True) if line.login else None
        if owner is not None and (owner.role is not Role.TRAINEE or letters_of(owner.name) != letters_of(line.name)):
            taken = Message("school.roster.taken", {"login": line.login, "name": owner.name})
            raise BadRosterError(line=number, what=taken)
    added = known = classes = 0
    for line in lines:
        class_name = line.class_name or default_class
        group = storage.class_by_name(class_name) if class_name else None
        if group is None and class_name:
            group = storage.add_class(class_name, who)
            classes += 1
        person = storage.by_login(line.login, also_gone=True) if line.login else None
        if person is not None and person.is_gone:
            storage.readmit(person.id, who)
        if person is None and group is not None and not line.login:
            there = storage.members(group.id, Role.TRAINEE)
            person = next((one for one in there if one.name.casefold() == line.name.casefold()), None)
        if person is None:
            person = storage.add_person(line.name, Role.TRAINEE, line.login, who=who)
            added += 1
        else:
            known += 1
        if group is not None:
            storage.add_members(group.id, [person.id], who)
    return RosterResult(added, known, classes)


def _column(cell: str) -> str:
    """The field of a column, from its heading in either language; empty if unknown."""
    word = " ".join(cell.casefold().split())
    return next((name for name, words in _COLUMNS.items() if word in words), "")
