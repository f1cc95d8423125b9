"""Comparison of people's names."""

from __future__ import annotations

import unicodedata


def letters_of(name: str) -> str:
    """A name for comparison, without accents, case and spaces.

    >>> letters_of("Ana Ríos"), letters_of("ANA RIOS")
    ('anarios', 'anarios')
    """
    return "".join(letter for letter in unicodedata.normalize("NFD", name.casefold()) if letter.isalnum())


def same_letters(one: str, other: str) -> bool:
    """Whether two spellings can be the same name: Ana Ríos and ANA RIOS."""
    return letters_of(one) == letters_of(other)
