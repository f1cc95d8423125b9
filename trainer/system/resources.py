"""Folders with the program's own files (assets and lessons), in a checkout or in an installed package."""

from pathlib import Path

_PACKAGE = Path(__file__).parent.parent


def folder(name: str) -> Path:
    """Path of the folder ``assets`` or ``lessons``."""
    bundled = _PACKAGE / "_bundled" / name
    return bundled if bundled.is_dir() else _PACKAGE.parent / name
