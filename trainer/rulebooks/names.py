"""What can name a rulebook or a game, and how a name that somebody asked for is said back."""

from __future__ import annotations

_LONGEST_NAME = 60  # of a rulebook or a game: with the longest of letters still a name that every disk takes
_NOT_IN_NAMES = frozenset('/\\:*?"<>|')


def is_name(name: str) -> bool:
    """Whether a text can name a rulebook or a game: a name of a folder or file, and no path to another.

    >>> [name for name in ("arica", "mi escuela", "../arica", "/etc", ".hidden", "") if is_name(name)]
    ['arica', 'mi escuela']
    """
    return 0 < len(name) <= _LONGEST_NAME and name.isprintable() and name[0] != "." and not _NOT_IN_NAMES & set(name)


def shortened(name: str) -> str:
    """A name that somebody asked for, fit to be said back."""
    printable = "".join(letter if letter.isprintable() else "·" for letter in name[: _LONGEST_NAME + 1])
    return printable if len(printable) <= _LONGEST_NAME else f"{printable[:_LONGEST_NAME]}…"
