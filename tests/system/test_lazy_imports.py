"""Imports that wait until they are used."""

from __future__ import annotations

import ast
import builtins
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import trainer
from trainer.system.lazy_imports import lazily

_MODULE = """
import sys
from trainer.system.lazy_imports import lazily

with lazily():
    import tomli
    from difflib import get_close_matches as near
    from fractions import Fraction
    from xml.dom import minidom

def loaded():
    return [name for name in ("tomli", "difflib", "fractions", "xml.dom.minidom") if name in sys.modules]
"""


@pytest.mark.parametrize(
    ("use", "prints", "loads"),
    [
        ("", "None", []),
        ("tomli.loads('a = 1')", "{'a': 1}", ["tomli"]),
        ("near('pleno', ['plena', 'calle'])", "['plena']", ["difflib"]),
        ("Fraction(6, 4)", "Fraction(3, 2)", ["fractions"]),
        ("[isinstance(number, Fraction) for number in (0.5, Fraction(1, 2))]", "[False, True]", ["fractions"]),
        ("Fraction.from_float(0.5)", "Fraction(1, 2)", ["fractions"]),
        ("minidom.__name__", "'xml.dom.minidom'", ["xml.dom.minidom"]),
    ],
)
def test_nothing_is_loaded_before_its_first_use(use: str, prints: str, loads: list[str]) -> None:
    source = f"{_MODULE}\nassert loaded() == []\nprint(repr({use or None}))\nprint(loaded())"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [prints, str(loads)]


def test_what_is_not_there_is_told_at_the_first_use() -> None:
    with lazily():
        from trainer import no_such_thing  # type: ignore[attr-defined]  # noqa: PLC0415 - it is meant to be missing
    with pytest.raises(ImportError, match="no_such_thing"):
        no_such_thing()


def test_after_the_block_and_after_an_error_in_it_imports_are_as_ever() -> None:
    own = builtins.__import__
    with pytest.raises(ImportError, match="only"), lazily():
        import os.path  # noqa: F401, PLC0415
    assert builtins.__import__ is own


def test_another_thread_imports_as_ever_meanwhile() -> None:
    found: list[object] = []
    with lazily():
        thread = threading.Thread(target=lambda: exec("import json; found.append(json)", {"found": found}))
        thread.start()
        thread.join()
    assert found == [sys.modules["json"]]


def test_no_import_stands_inside_a_function() -> None:
    package = Path(trainer.__file__).parent
    inside = {
        f"{path.relative_to(package)}:{node.lineno}"
        for path in package.rglob("*.py")
        if re.search(r"^ +(import|from) ", source := path.read_text(encoding="utf-8"), re.MULTILINE)
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert inside == set()


def test_no_lazy_name_is_caught_or_subclassed() -> None:
    """A lazy name stands for a class but is none: ``except`` and ``class`` would fail when they are reached."""
    package = Path(trainer.__file__).parent
    found = set()
    for path in package.rglob("*.py"):
        if "with lazily()" not in (source := path.read_text(encoding="utf-8")):
            continue
        tree = ast.parse(source)
        blocks = [node for node in tree.body if isinstance(node, ast.With) and "lazily" in ast.dump(node.items[0])]
        imports = [one for block in blocks for one in block.body if isinstance(one, ast.Import | ast.ImportFrom)]
        lazy = {alias.asname or alias.name for one in imports for alias in one.names}
        for node in ast.walk(tree):
            used: list[ast.expr | None] = []
            if isinstance(node, ast.ExceptHandler):
                used = list(node.type.elts) if isinstance(node.type, ast.Tuple) else [node.type]
            elif isinstance(node, ast.ClassDef):
                used = list(node.bases)
            found |= {
                f"{path.relative_to(package)}:{one.lineno}"
                for one in used
                if isinstance(one, ast.Name) and one.id in lazy
            }
    assert found == set()
