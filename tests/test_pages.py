"""Links, modules and commands that the pages name exist."""

from __future__ import annotations

import re
from pathlib import Path

from trainer.cli.main import COMMANDS

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\[[^\]]*\]\((?!https?:)([^)#]+)")


def test_every_link_leads_to_a_file() -> None:
    pages = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "trainer").rglob("*.md")]
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in LINK.findall(page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []


def test_the_exams_page_names_every_module_once() -> None:
    folder = ROOT / "trainer" / "exams"
    table = (folder / "README.md").read_text(encoding="utf-8").split("## Modules")[1].split("## ")[0]
    named = [
        name for line in table.splitlines()[4:] for name in re.findall(r"`(\w+)`", line.split("|")[1] if line else "")
    ]
    assert sorted(named) == sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__")


def test_the_page_of_the_command_line_names_every_command() -> None:
    page = (ROOT / "trainer" / "cli" / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `trainer (\w+)", page, re.MULTILINE))
    assert named == set(COMMANDS) - {"start"}
