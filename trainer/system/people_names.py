"""Compare names of people and schools as a reader would, without regard to case, accents and punctuation."""

from __future__ import annotations

import unicodedata


def same_name(one: str, other: str) -> bool:
    """Whether two names can be the same one: case, accents, spaces and punctuation are ignored.

    >>> same_name("Ana Ríos", "ANA RIOS"), same_name("Ana", "Anna")
    (True, False)
    """
    return _letters(one) == _letters(other)


def mixes_scripts(name: str) -> bool:
    """Whether a word has Latin letters and letters of another script, which may look the same to a reader.

    >>> mixes_scripts("Vera"), mixes_scripts("V\u0435ra"), mixes_scripts("Вера Rojas")
    (False, True, False)
    """
    for word in unicodedata.normalize("NFKC", name).split():
        scripts = {unicodedata.name(letter, "?").split()[0] for letter in word if letter.isalpha()}
        if "LATIN" in scripts and len(scripts - {"MODIFIER", "FEMININE", "MASCULINE"}) > 1:
            return True
    return False


def _letters(name: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", name).casefold() if letter.isalnum())
