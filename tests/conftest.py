"""Settings every test shares: Qt draws into memory, and random examples are the same on every run and machine."""

import faulthandler
import gc
import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

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


def pytest_collection_finish() -> None:
    """The tests themselves, and the rules and texts that came with them, stay to the end: looking through all of them
    for garbage again and again would take a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture
def ends() -> Iterator[None]:
    """For what once went on for ever: after ten minutes, which no busy machine makes of it, its process is ended with a
    traceback, and the test is named."""
    faulthandler.dump_traceback_later(600, exit=True, file=sys.__stderr__)
    yield
    faulthandler.cancel_dump_traceback_later()
