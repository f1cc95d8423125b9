"""Folders with the program's own files (assets, lessons, licences), in a checkout or in an installed package."""

import sys
from pathlib import Path

_PACKAGE = Path(__file__).parent.parent


def folder(name: str) -> Path:
    """Path of the folder ``assets`` or ``lessons``."""
    bundled = _PACKAGE / "_bundled" / name
    return bundled if bundled.is_dir() else _PACKAGE.parent / name


def licences() -> Path:
    """Where the licence texts are: beside the Python of an installer's folder, otherwise the program's own folder."""
    beside = (Path(sys.prefix).parent / "licences", Path(sys.prefix) / "licences")
    return next((path for path in beside if path.is_dir()), _PACKAGE.parent)


def release_key() -> Path:
    """Where the build puts the public release key; only in an installer's packages is there one."""
    return _PACKAGE / "_bundled" / "release-key.pem"
