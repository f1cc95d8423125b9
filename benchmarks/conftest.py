"""Benchmarks draw into memory, never on a screen. ``--smoke`` runs one small round of each."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--smoke", action="store_true", help="one small round of each benchmark, without bounds on time")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "exhaustive: has no small form, so a smoke run only collects it")
    if config.getoption("--smoke"):
        os.environ["BENCHMARKS_SMOKE"] = "1"  # before `benchmarks.sizes` is imported, and for the workers of xdist
        config.option.benchmark_disable = True


@pytest.hookimpl(wrapper=True, tryfirst=True)  # wrappers come before those who put tests into random order
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """A smoke run keeps the first set of parameters of each test, in every run the same."""
    if config.getoption("--smoke"):
        _keep_first(config, items)
    yield


def _keep_first(config: pytest.Config, items: list[pytest.Item]) -> None:
    kept: dict[str, pytest.Item] = {}
    for item in items:
        if item.get_closest_marker("exhaustive") is None:
            kept.setdefault(item.nodeid.partition("[")[0], item)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept.values()])
    items[:] = kept.values()
