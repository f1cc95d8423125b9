"""Folder with the licence of the program, of Python, of Qt and of every package that is shipped."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.packaging.site_folder import HERE, ROOT

_IS_LICENCE = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)


def collect_licences(site: Path, python_licence: Path, into: Path) -> None:
    """Copy the licence texts of everything in ``site`` into a folder, one folder a package."""
    into.mkdir(parents=True)
    shutil.copy(ROOT / "LICENSE", into / "GPL-3.0.txt")
    shutil.copy(ROOT / "assets" / "LICENCES.md", into / "fonts-and-artwork.md")
    shutil.copy(python_licence, into / "Python.txt")
    for path in (HERE / "licences").iterdir():
        shutil.copy(path, into / path.name)
    for package in sorted(site.glob("*.dist-info")):
        name = package.name.removesuffix(".dist-info")
        for path in sorted(package.rglob("*")):
            if path.is_file() and _IS_LICENCE.search(path.name):
                (into / name).mkdir(exist_ok=True)
                shutil.copy(path, into / name / path.name)
