"""Puts rows back together that were read from a damaged file.

An attempt is kept if its own row can be read and the kind of its item is known. If something it refers to is lost (its
session, plan, profile name, mistake or behaviour), a placeholder is written instead, and the report says so.

A damaged date is corrected. Every id begins with the time it was made at, so each row holds its time twice. If one of
the two lies in the future, the other replaces it; if both do and they disagree, the time of the repair replaces them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from datetime import timedelta

from trainer import __version__
from trainer.records.attempts import id_time, join_item, make_id, split_item, to_milliseconds
from trainer.records.raw_pages import Row
from trainer.records.store import Store
from trainer.records.validation import invalid_column, is_id, is_text, is_time, is_uuid

_MANY = 5000  # attempts per transaction
_PLAN_MARK = "{"  # plans are JSON objects; no other text begins like this
_DAY = 86_400_000  # milliseconds


class Salvage:
    """Collects rows with `add`, most trustworthy source first. `settle` writes all but the attempts, which follow."""

    def __init__(self) -> None:
        self.attempts = 0
        self._redated: dict[tuple[str, Row], None] = {}
        self._latest = 0  # milliseconds since 1970; later dates are damaged
        self._left_out: dict[tuple[str, Row], str] = {}
        self._tables: dict[str, dict[Hashable, Row]] = {
            name: {} for name in ("profiles", "texts", "plans", "sessions", "rules", "uuids")
        }
        self._store: Store | None = None
        self._texts: dict[int, int] = {}  # text numbers in the damaged file → in the new one
        self._kinds: dict[int, bool] = {}  # text number → whether it is the kind of an item
        self._sessions: dict[tuple[int, int], int] = {}
        self._waiting: list[Row] = []

    def add(self, table: str, row: Row) -> None:
        """Take a row of a table, of ``texts or plans`` (which look alike), or of ``uuids`` (the index of profiles)."""
        if table == "attempts":
            self._add_attempt(row)
        elif table == "texts or plans":
            text = row[1]
            if isinstance(text, str):
                for name in ("texts", "plans") if not text else ("plans",) if text[:1] == _PLAN_MARK else ("texts",):
                    self.add(name, row)
        elif table == "profiles" and not _is_profile(row) and _is_number(row[0]) and is_uuid(row[1]):
            self._tables[table].setdefault(row[0], _repaired_profile(row))
            self._leave_out("profile", row, "mended")
        elif _IS_SOUND[table](row):
            self._tables[table].setdefault(row[0], row)
        else:
            self._leave_out(table, row, "unreadable")

    def settle(self, store: Store) -> None:
        """Write profiles, texts, plans, sessions and rules; attempts can be written from now on."""
        self._store = store
        self._latest = to_milliseconds(
            store.clock() + timedelta(days=1)
        )  # tolerates a clock that was set back a little
        tables = self._tables
        with store.writing() as connection:
            for number, uuid in tables["uuids"].items():  # profiles whose names are lost
                tables["profiles"].setdefault(number, (number, uuid[1], f"? {number}", 0, None, "{}"))
            for number, row in tables["profiles"].items():
                tables["profiles"][number] = (*row[:3], min(row[3], self._latest), *row[4:])
            connection.executemany(
                "INSERT OR IGNORE INTO profiles VALUES (?, ?, ?, ?, ?, ?)", tables["profiles"].values()
            )
            for number, (_, text) in tables["texts"].items():
                self._texts[int(str(number))] = store.text_number(text)
            plans: dict[Hashable, int] = {}
            for number, (_, text) in tables["plans"].items():
                plans[number] = _number_of_plan(store, text)
            for row in tables["sessions"].values():
                self._write_session(row, plans)
            connection.executemany("INSERT OR IGNORE INTO rules VALUES (?, ?)", tables["rules"].values())

    def _write_session(self, row: Row, plans: dict[Hashable, int]) -> None:
        number, profile, session_id, plan, kind, began, app = row
        session_id, began = self._dated("sessions", row, session_id, began)
        self._ensure_profile(profile)
        store = self._writing_store
        written = (
            *(profile, session_id, plans.get(plan) or _number_of_plan(store, "")),
            *(self._text(kind, "drill"), began, self._text(app, __version__)),
        )
        self._sessions[profile, number] = _number_of_session(store, written)

    @property
    def _writing_store(self) -> Store:
        if self._store is None:
            raise RuntimeError("settle comes first")
        return self._store

    def _text(self, number: int, stand_in: str) -> int:
        """The new number of a text, or of ``stand_in`` if the text is lost."""
        return self._texts.get(number) or self._writing_store.text_number(stand_in)

    def _ensure_profile(self, number: int) -> None:
        """Create a placeholder profile if only answers of it are left."""
        if number not in self._tables["profiles"]:
            row = (number, make_id(0).bytes, f"? {number}", 0, None, "{}")
            self._tables["profiles"][number] = row
            self._writing_store.connection.execute("INSERT OR IGNORE INTO profiles VALUES (?, ?, ?, ?, ?, ?)", row)

    def _add_attempt(self, row: Row) -> None:
        """Queue an attempt, or note why it cannot be stored."""
        fault = invalid_column(row) if type(row[0]) is int and len(row) == 16 else "profile"
        if not fault and row[2] not in self._texts:
            fault = "kind"
        if not fault and not self._is_item(row):
            fault = "item"
        if fault:
            self._leave_out("attempts", row, fault)
            return
        self._waiting.append(row)
        if len(self._waiting) >= _MANY:
            self._write_attempts()

    def _is_item(self, row: Row) -> bool:
        """Whether the columns of an attempt form the text of an item."""
        store = self._writing_store
        kind = self._texts[row[2]]
        if kind not in self._kinds:
            self._kinds[kind] = _is_item_text(join_item(store.texts[kind], 1, 1))
        return self._kinds[kind] and (
            row[5] is None or _is_item_text(join_item(store.texts[kind], row[3], row[4], row[5]))
        )

    def _write_attempts(self) -> None:
        """Write the queued attempts in one transaction."""
        store = self._writing_store
        with store.writing() as connection:
            for row in self._waiting:
                (profile, number, kind, level, seed, dealt, answer, right, mistake, taken, target, behaviour) = row[:12]
                counts, session, at, app = row[12:]
                number, at = self._dated("attempts", row, number, at)
                self._ensure_profile(profile)
                if (profile, session) not in self._sessions:
                    made_up = (
                        *(profile, make_id(id_time(number)).bytes, _number_of_plan(store, "")),
                        *(self._text(0, "drill"), at, self._text(app, __version__)),
                    )
                    self._sessions[profile, session] = _number_of_session(store, made_up)
                marks = ", ".join("?" * 16)
                self.attempts += connection.execute(
                    f"INSERT OR IGNORE INTO attempts VALUES ({marks})",
                    (
                        *(profile, number, self._texts[kind], level, seed, dealt, answer, right),
                        *(self._text(mistake, ""), taken, target, self._text(behaviour, "practise"), counts),
                        *(self._sessions[profile, session], at, self._text(app, __version__)),
                    ),
                ).rowcount
        self._waiting.clear()

    def finish(self, store: Store) -> None:
        """Write the remaining attempts, and forget failures of rows that were read elsewhere after all."""
        self._write_attempts()
        for table, row in list(self._left_out):
            if self._is_there(store, table, row):
                del self._left_out[table, row]
        store.clear_caches()

    def _dated(self, table: str, row: Row, number: bytes, at: int) -> tuple[bytes, int]:
        """The id and the time of a row, corrected if one of them lies in the future or ``at`` before 1970."""
        in_id = id_time(number)
        is_id_sane, is_at_sane = in_id <= self._latest, 0 <= at <= self._latest
        if (is_id_sane and is_at_sane) or abs(in_id - max(at, 0)) <= _DAY:  # if both agree, the clock itself was wrong
            return number, at
        self._redated[table, row] = None
        time = at if is_at_sane else min(in_id, self._latest)
        return number if is_id_sane else time.to_bytes(6, "big") + number[6:], time

    @property
    def redated(self) -> list[str]:
        """One report line for each row whose date was corrected, with the row as it was read."""
        return [f"{table}\tdate\t{row!r}" for table, row in self._redated]

    @property
    def left_out(self) -> list[str]:
        """One report line for each row that could not be stored: its table, the reason, and the row."""
        return [f"{table}\t{why}\t{row!r}" for (table, row), why in self._left_out.items()]

    def _is_there(self, store: Store, table: str, row: Row) -> bool:
        if table != "attempts":
            return row[0] in self._tables.get(table, {})
        key = [part if isinstance(part, int | bytes) else None for part in row[:2]]
        return bool(store.connection.execute("SELECT 1 FROM attempts WHERE profile = ? AND id = ?", key).fetchone())

    def _leave_out(self, table: str, row: Row, why: str) -> None:
        self._left_out.setdefault((table, row), why)


def _is_item_text(item: str) -> bool:
    try:
        split_item(item)
    except ValueError:
        return False
    return True


def _number_of_plan(store: Store, text: str) -> int:
    store.connection.execute("INSERT OR IGNORE INTO plans (text) VALUES (?)", (text,))
    return int(store.connection.execute("SELECT id FROM plans WHERE text = ?", (text,)).fetchone()[0])


def _number_of_session(store: Store, row: Row) -> int:
    store.connection.execute(
        "INSERT OR IGNORE INTO sessions (profile, id, plan, kind, began, app_version) VALUES (?, ?, ?, ?, ?, ?)", row
    )
    return int(
        store.connection.execute("SELECT number FROM sessions WHERE profile = ? AND id = ?", row[:2]).fetchone()[0]
    )


def _is_number(value: object) -> bool:
    return type(value) is int


def _is_numbered_text(row: Row) -> bool:
    return _is_number(row[0]) and is_text(row[1])


def _is_profile(row: Row) -> bool:
    number, uuid, name, created, pin, settings = row
    is_owned = pin is None or isinstance(pin, bytes)
    return (
        _is_number(number) and is_uuid(uuid) and is_text(name) and is_time(created) and is_owned and is_text(settings)
    )


def _repaired_profile(row: Row) -> Row:
    """A profile with damaged fields replaced. The PIN is kept above all."""
    number, uuid, name, created, pin, settings = row
    locked = pin if pin is None or isinstance(pin, bytes) else str(pin).encode("utf-8", "replace")
    name, created = name if is_text(name) else f"? {number}", created if is_time(created) else 0
    return (number, uuid, name, created, locked, settings if is_text(settings) else "{}")


def _is_session(row: Row) -> bool:
    return is_id(row[2]) and is_time(row[5]) and all(_is_number(row[place]) for place in (0, 1, 3, 4, 6))


_IS_SOUND: dict[str, Callable[[Row], bool]] = {
    "profiles": _is_profile,
    "texts": _is_numbered_text,
    "plans": _is_numbered_text,
    "sessions": _is_session,
    "rules": lambda row: is_text(row[0]) and isinstance(row[1], bytes),
    "uuids": lambda row: _is_number(row[0]) and is_uuid(row[1]),
}
