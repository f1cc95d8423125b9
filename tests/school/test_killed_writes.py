"""A process that is killed between any two writes leaves the whole of a change or nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.school.people import Clock, a_class, a_laptop, some_entries
from trainer.school.roster import import_roster, parse_roster
from trainer.school.storage.backup import back_up, restore
from trainer.school.storage.engine import Value, Writer
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.people import ERASED
from trainer.school.storage.revocations import RevocationList
from trainer.school.storage.school_storage import Storage, open_storage


class Killed(BaseException):
    """Stands for a process that ends at once."""


class Mortal:
    """A transaction in which one of the next writes kills."""

    def __init__(self, writer: Writer, count: Callable[[], None]) -> None:
        self._writer, self._count = writer, count

    def __getattr__(self, name: str) -> Any:
        return getattr(self._writer, name)

    def change(self, statement: str, values: Sequence[Value] = ()) -> int:
        self._count()
        return self._writer.change(statement, values)

    def change_many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        self._count()
        self._writer.change_many(statement, rows)


def killed_at_each_write(
    storage: Storage, patch: pytest.MonkeyPatch, work: Callable[[], object], check: Callable[[bool], None]
) -> int:
    """Do something again and again, killed one write later each time, until it succeeds; returns how often."""
    writing = storage.engine.writing
    for number in range(100):
        left = number

        def count() -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise Killed

        @contextmanager
        def mortal() -> Iterator[Any]:
            with writing() as writer:
                yield Mortal(writer, count)
                count()  # before the transaction is committed

        is_done = True
        with patch.context() as patched:
            patched.setattr(storage.engine, "writing", mortal)
            try:
                work()
            except Killed:
                is_done = False
        check(is_done)
        if is_done:
            return number
    raise AssertionError("it never ends")


def test_a_roster_is_imported_as_a_whole(either: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    a_class(either, trainees=("Ana",))
    lines = parse_roster("name,id,class\nBea,1,Lunes\nEva,2,Martes\nGil,,Martes\n")

    def check(is_done: bool) -> None:
        assert (len(either.people()), len(either.classes())) == ((4, 2) if is_done else (1, 1))

    assert killed_at_each_write(either, monkeypatch, lambda: import_roster(either, lines), check) > 5


def test_somebody_is_erased_as_a_whole_and_from_the_files(either: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    _, (ana, _) = a_class(either)
    laptop, _ = a_laptop(either, ana)
    either.keep([Incoming(ana.id, laptop.id, some_entries(5))])

    def erase() -> None:
        if either.person(ana.id).name != ERASED:
            either.erase(ana.id)

    def check(is_done: bool) -> None:
        left = [either.person(ana.id).name != ERASED, bool(either.entries(ana.id)), bool(either.laptops(ana.id))]
        assert len(set(left)) == 1 and not (is_done and left[0])

    assert killed_at_each_write(either, monkeypatch, erase, check) > 20
    either.finish_erasures()  # the last kill came after the erasure and before it was logged that the files are clean
    before = either.audit()
    either.finish_erasures()
    assert either.audit() == before


def test_somebody_leaves_with_every_laptop(either: Storage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    either.revocations = RevocationList(tmp_path)
    _, (ana, _) = a_class(either)
    laptop, _ = a_laptop(either, ana)

    def check(is_done: bool) -> None:
        assert either.person(ana.id).is_gone == either.laptop(laptop.id).is_withdrawn == is_done

    assert killed_at_each_write(either, monkeypatch, lambda: either.deactivate(ana.id), check) > 2


def test_a_backup_is_restored_as_a_whole(
    either: Storage, clock: Clock, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _, (ana, _) = a_class(either)
    either.keep([Incoming(ana.id, None, some_entries(5))])
    back_up(either, tmp_path / "copy.school")
    with open_storage(tmp_path / "new.db", clock) as restored:

        def check(is_done: bool) -> None:
            assert bool(restored.people()) == bool(restored.classes()) == is_done

        assert killed_at_each_write(restored, monkeypatch, lambda: restore(restored, tmp_path / "copy.school"), check)
        assert len(restored.entries(ana.id)) == len(either.entries(ana.id)) == 6
