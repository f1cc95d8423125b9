"""Every example in a docstring gives what it says."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import trainer

ROOT = Path(trainer.__file__).parent
WITH_EXAMPLES = sorted(path for path in ROOT.rglob("*.py") if ">>> " in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_examples(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(import_module(name), name):
        if test.examples:  # as `testmod`, which looks at every file Python has read for each docstring without any, too
            runner.run(test)
    assert runner.tries and not runner.failures
