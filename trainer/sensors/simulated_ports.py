"""Pseudo terminals at which simulated devices speak: how the desk finds them, and how it knows that they are not real.

A simulation leaves a link to its terminal in the folder ``ports`` of the school's profiles, named after its profile.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_FOLDER = "ports"
_TERMINALS = ("/dev/pts/", "/dev/ttys", "/dev/pty", "/dev/ttyp")  # Linux; macOS and BSD


@contextmanager
def offered_port(folder: Path, profile: str, port: str) -> Iterator[None]:
    """Offer a terminal to the desk for as long as the simulation runs. A folder that cannot be written is no error."""
    link = folder / _FOLDER / f"{profile}.{os.getpid()}"
    try:
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(port)
    except OSError:
        yield
        return
    try:
        yield
    finally:
        with suppress(OSError):
            link.unlink()


def simulated_ports(folder: Path) -> list[tuple[str, str]]:
    """Ports of the simulations that are running, each with the name of its profile."""
    try:
        links = sorted((folder / _FOLDER).iterdir())
    except OSError:
        return []
    return [(str(link.resolve()), link.stem) for link in links if link.is_symlink() and link.exists()]


def is_terminal(port: str) -> bool:
    """Whether a port is a pseudo terminal: then a program speaks there, not a device."""
    return os.path.realpath(port).startswith(_TERMINALS)
