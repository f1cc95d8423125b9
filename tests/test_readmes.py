"""The READMEs of packages name only what exists, and fit on a page."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import trainer

ROOT = Path(trainer.__file__).parent
PACKAGES = ("course", "desk", "drills", "games", "live", "rulebooks", "runs", "sensors", "study", "system")
LONGEST = 90  # lines: about a page in print


@pytest.mark.parametrize("package", PACKAGES)
def test_a_readme_names_only_what_exists(package: str) -> None:
    text = (ROOT / package / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST
    modules = {path.stem for path in (ROOT / package).glob("*.py")} - {"__init__"}
    for name in re.findall(r"`([a-z_]+\.py)`", text):
        assert (ROOT / package / name).is_file(), name
    for dotted in re.findall(r"`([a-z_]+(?:\.\w+)+)`", text):
        module, *attributes = dotted.split(".")
        if module in modules and attributes != ["py"]:
            found = import_module(f"trainer.{package}.{module}")
            for attribute in attributes:
                assert hasattr(found, attribute), dotted
                found = getattr(found, attribute)
    named = set(re.findall(r"`([a-z_]+)(?:\.py)?`", text))
    assert modules <= named | {"__init__"}, f"not in the README of {package}: {modules - named}"
