"""Valid names of rulebooks and games, and names shortened for error messages."""

from __future__ import annotations

_LONGEST_NAME = 60  # letters; short enough for every file system in UTF-8
_NOT_IN_NAMES = frozenset('/\\:*?"<>|')


def is_name(name: str) -> bool:
    """Whether a text can be the name of a rulebook or game: a file name that is not a path.

    >>> [name for name in ("arica", "mi escuela", "../arica", "/etc", ".hidden", "") if is_name(name)]
    ['arica', 'mi escuela']
    """
    return 0 < len(name) <= _LONGEST_NAME and name.isprintable() and name[0] != "." and not _NOT_IN_NAMES & set(name)


def shortened(name: str) -> str:
    """A name for an error message: shortened, without control characters."""
    printable = "".join(letter if letter.isprintable() else "·" for letter in name[: _LONGEST_NAME + 1])
    return printable if len(printable) <= _LONGEST_NAME else f"{printable[:_LONGEST_NAME]}…"
