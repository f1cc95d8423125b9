"""Settings every test shares: Qt draws into memory, and random examples are the same on every run and machine."""

import faulthandler
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from trainer.desk.shell.start.garbage import begin_collecting_when_told, collect_due
from trainer.rulebooks import GameRules

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# A busy machine is no failure of a test, and a failure must come again when it is looked into.
settings.register_profile("trainer", deadline=None, derandomize=True)
settings.load_profile("trainer")


def pytest_configure(config: pytest.Config) -> None:
    """Where Python is told to keep no bytecode, every worker and every program that a test starts would compile a
    thousand modules again: theirs is kept with what pytest keeps from one run to the next."""
    cache = getattr(config, "cache", None)
    if sys.dont_write_bytecode and cache is not None:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(cache.mkdir("bytecode")))


@pytest.hookimpl(trylast=True)  # after the tests were put in a random order
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one table follow one another, from whatever file they are, and so one worker runs them: most look at
    the same questions, and making those takes longer than looking at them (`tests/drills/question_cache.py`)."""
    tables: dict[str, int] = {"": 0}
    items.sort(key=lambda item: tables.setdefault(_table_of(item), len(tables)))


def _table_of(item: pytest.Item) -> str:
    """The regulation and game whose rules a test is about; empty if it is about none, or about more than one."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    rules = params.get("rules")
    if isinstance(rules, GameRules):
        return f"{rules.rulebook}/{rules.game}"
    book = params.get("rulebook", params.get("book"))
    return f"{book}/{params['game']}" if isinstance(book, str) and isinstance(params.get("game"), str) else ""


def pytest_collection_finish() -> None:
    """The tests themselves, and the rules and texts that came with them, stay to the end: looking through all of them
    for garbage again and again would take a tenth of the time."""
    gc.collect()
    gc.set_threshold(20_000, 20, 50)
    begin_collecting_when_told()


def pytest_runtest_logfinish() -> None:
    """Between tests and in this thread, as the desk does it: some tests run a school's service in another."""
    collect_due()


@pytest.fixture(scope="session", autouse=True)
def cheap_safety() -> Iterator[None]:
    """The passwords of tests are no secret and their files need not survive a power cut: neither a slow hash nor the
    disk is waited for. Tests that kill a program start one of its own, which does wait."""
    from tests.cheap_passwords import make_cheap  # noqa: PLC0415 - slow to import, and this file is imported first

    with pytest.MonkeyPatch.context() as patch:
        make_cheap(patch)
        patch.setattr(os, "fsync", lambda _file: None)
        yield


@pytest.fixture
def ends() -> Iterator[None]:
    """For what once went on for ever: after ten minutes, which no busy machine makes of it, its process is ended with a
    traceback, and the test is named."""
    faulthandler.dump_traceback_later(600, exit=True, file=sys.__stderr__)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can reach, unlike `tmp_path`: for tests that give up their privileges."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)
