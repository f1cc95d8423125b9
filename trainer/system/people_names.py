"""Compare names of people and schools as a reader would, without regard to case, accents and punctuation."""

from __future__ import annotations

import unicodedata


def same_name(one: str, other: str) -> bool:
    """Whether two names can be the same one: case, accents, spaces and punctuation are ignored.

    >>> same_name("Ana Ríos", "ANA RIOS"), same_name("Ana", "Anna")
    (True, False)
    """
    return _letters(one) == _letters(other)


def _letters(name: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", name).casefold() if letter.isalnum())
