"""Tables of a class for a spreadsheet, as CSV or XLSX. No cell becomes a formula."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import xlsxwriter
from xlsxwriter.exceptions import FileCreateError

from trainer.records.attempts import from_milliseconds
from trainer.records.database_files import new_file
from trainer.school.entries import AttemptBody, body_of, skill_of
from trainer.school.rights import Action, check_who
from trainer.school.skill_names import game_name, mistake_name, regulation_name, skill_name
from trainer.school.storage.people import Role
from trainer.school.storage.school_storage import Storage
from trainer.system.spreadsheet_cells import escape_formula
from trainer.texts import Language, text

Cell = str | int | float | datetime | None
_MOST_ROWS = 1_048_000  # per sheet

# Columns. Headings: ``school.table.ID``.
_ATTEMPTS = (
    *("trainee", "login", "at", "drill", "level", "game", "regulation", "answer", "right", "mistake"),
    *("milliseconds", "target", "behaviour", "question"),
)
_SKILLS = ("trainee", "login", "drill", "game", "regulation", "answers", "right", "accuracy", "enough")
_WORK = ("trainee", "login", "assignment", "answers", "right", "seconds", "done", "late", "last")


def _heading(columns: Sequence[str], language: Language) -> list[str]:
    return [text(f"school.table.{column}", language) for column in columns]


def _skill_cells(skill: str, language: Language) -> tuple[str, str, str]:
    """A skill as the names of its drill, game and regulation."""
    place = skill.partition(" ")[2]
    return skill_name(skill, language), game_name(place, language), regulation_name(place, language)


def attempts_table(storage: Storage, class_id: UUID, language: Language = Language.ES) -> Iterator[Sequence[Cell]]:
    """Every attempt of a class."""
    yield _heading(_ATTEMPTS, language)
    for person in storage.members(class_id, Role.TRAINEE):
        marks = storage.corrected_marks(person.id)
        for _, entry in storage.all_entries(person.id):
            body = body_of(entry)
            if isinstance(body, AttemptBody):
                at, right = from_milliseconds(body.at), marks.get(entry.id, body.right)
                mistake = "" if right else mistake_name(body.mistake, language)
                drill, *table = _skill_cells(skill_of(body.item), language)
                written = body.item.partition(" ")[0].rpartition("/")[2]
                level = int(written) if written.isascii() and written.isdecimal() and len(written) < 4 else None
                yield (
                    *(person.name, person.login, at, drill, level, *table, body.answer, int(right), mistake),
                    *(body.milliseconds, body.target_ms, _behaviour_name(body.behaviour, language), body.item),
                )


def skills_table(storage: Storage, class_id: UUID, language: Language = Language.ES) -> Iterator[Sequence[Cell]]:
    """The heat map of a class."""
    yield _heading(_SKILLS, language)
    people = {person.id: person for person in storage.members(class_id, Role.TRAINEE)}
    for cell in storage.heat_map(people):
        person = people[cell.person]
        accuracy = round(cell.accuracy, 3)
        skill = _skill_cells(cell.skill, language)
        yield person.name, person.login, *skill, cell.answers, cell.rights, accuracy, int(cell.is_enough)


def work_table(storage: Storage, class_id: UUID, language: Language = Language.ES) -> Iterator[Sequence[Cell]]:
    """The progress of a class on its assignments."""
    yield _heading(_WORK, language)
    people = {person.id: person for person in storage.members(class_id, Role.TRAINEE)}
    assignments = {one.id: one for one in storage.assignments([class_id])}
    for work in storage.work(assignments):
        if work.person in people:
            person, assignment = people[work.person], assignments[work.assignment]
            yield (
                *(person.name, person.login, assignment.title, work.answers, work.rights, work.milliseconds // 1000),
                *(int(work.is_done(assignment)), int(work.is_late(assignment)), from_milliseconds(work.last)),
            )


def _behaviour_name(behaviour: str, language: Language) -> str:
    try:
        return text(f"desk.behaviour.{behaviour}", language)
    except KeyError:
        return ""


TABLES = {"attempts": attempts_table, "skills": skills_table, "work": work_table}


def table_of(
    storage: Storage, name: str, class_id: UUID, language: Language = Language.ES, who: UUID | None = None
) -> Iterator[Sequence[Cell]]:
    """A table of a class by its name, for ``who`` (the command line for None); raises `NotAllowedError`."""
    check_who(storage, who, Action.EXPORT, class_id=class_id)
    return TABLES[name](storage, class_id, language)


def write_csv(rows: Iterable[Sequence[Cell]], path: Path) -> int:
    """Write a new CSV file; returns the number of rows after the header. Raises `ExistsError` or `OSError`."""
    number = -1
    with new_file(path) as unfinished, unfinished.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, lineterminator="\r\n")
        for row in rows:
            writer.writerow([_csv_cell(cell) for cell in row])
            number += 1
    return max(0, number)


def _csv_cell(cell: Cell) -> Cell:
    return cell.astimezone(UTC).isoformat(" ", "seconds") if isinstance(cell, datetime) else escape_formula(cell)


@contextmanager
def _unwrapped_errors() -> Iterator[None]:
    """Raise the `OSError` inside xlsxwriter's own exception."""
    try:
        yield
    except FileCreateError as error:
        raise error.args[0] if isinstance(error.args[0], OSError) else error from None


def write_xlsx(sheets: Iterable[tuple[str, Iterable[Sequence[Cell]]]], path: Path) -> int:
    """Write a new workbook with one sheet for each table; returns the number of rows after the headers."""
    number = 0
    with new_file(path) as unfinished, _unwrapped_errors():
        options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "in_memory": False}
        with xlsxwriter.Workbook(str(unfinished), options) as book:
            bold = book.add_format({"bold": True})
            moment = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
            for name, rows in sheets:
                sheet = book.add_worksheet(name[:31])
                sheet.freeze_panes(1, 0)
                for line, row in enumerate(rows):
                    if line > _MOST_ROWS:
                        break
                    for column, cell in enumerate(row):
                        if isinstance(cell, datetime):
                            sheet.write_datetime(line, column, cell.astimezone(UTC).replace(tzinfo=None), moment)
                        elif isinstance(cell, str):
                            sheet.write_string(line, column, cell[:32_000], bold if line == 0 else None)
                        elif cell is not None:
                            sheet.write_number(line, column, cell)
                    number += line > 0
    return number
