"""Where the program's own files lie: assets and lessons, in a checkout or inside an installed package."""

from pathlib import Path

_PACKAGE = Path(__file__).parent.parent


def folder(name: str) -> Path:
    """The folder ``assets`` or ``lessons``."""
    bundled = _PACKAGE / "_bundled" / name
    return bundled if bundled.is_dir() else _PACKAGE.parent / name
