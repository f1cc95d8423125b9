"""Every declared dependency is used, every used one is declared, and each says what it is for."""

from __future__ import annotations

import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

from trainer.system.toml_cache import read_toml

ROOT = Path(__file__).parents[1]
PROJECT = read_toml(ROOT / "pyproject.toml")
PROGRAM = PROJECT["project"]["dependencies"]
EXTRAS = [line for lines in PROJECT["project"]["optional-dependencies"].values() for line in lines]
DEVELOPMENT = PROJECT["dependency-groups"]["dev"]
# Run by their own commands or by pytest itself, and imported by nobody.
TOOLS = {"ruff", "mypy", "import-linter", "pytest-qt", "pytest-randomly", "pytest-xdist", "pytest-benchmark"}
WITH_QT = {"pyside6", "shiboken6"}  # the meta package, which nobody installs, and what comes with its parts
IMPORT = re.compile(r"^\s*(?:from (\w+)[\w.]* import |import (\w+)[\w.]*(?: as \w+)?(?:  #.*)?$)", re.MULTILINE)


def names(requirements: list[str]) -> set[str]:
    """The names of distributions, without versions, as they are compared: in small letters with hyphens."""
    return {re.split(r"[^\w.-]", line)[0].lower().replace("_", "-") for line in requirements}


def imported(*folders: str) -> set[str]:
    """The distributions of all modules that the files of some folders import, at the top or inside of something."""
    files = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    modules = {name for path in files for found in IMPORT.findall(path.read_text(encoding="utf-8")) for name in found}
    known = packages_distributions()
    others = modules - sys.stdlib_module_names - {"trainer", "tests", "benchmarks", ""}
    public = {module for module in others if not module.startswith("_")}  # of the standard library of other versions
    return names([name for module in public for name in known.get(module, [module])]) - WITH_QT


def test_the_program_imports_what_it_depends_on_and_nothing_else() -> None:
    assert imported("trainer") == names(PROGRAM) | names(EXTRAS)


def test_tests_and_benchmarks_use_every_development_package() -> None:
    used = imported("tests", "benchmarks")
    assert names(DEVELOPMENT) - used - TOOLS == set()
    assert used <= names([*PROGRAM, *DEVELOPMENT])


def test_every_dependency_says_in_a_comment_what_it_is_for() -> None:
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    for package in [*PROGRAM, *DEVELOPMENT]:
        (line,) = [line for line in lines if line.startswith(f'    "{package}",')]
        assert re.search(r"# \w", line), package
