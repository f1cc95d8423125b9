"""Texts for a CSV file that no spreadsheet takes for a formula.

A name like ``=HYPERLINK(…)`` is a formula to a spreadsheet that opens a CSV file, and whoever chose the name would act
on the reader's machine. Such cells get an apostrophe before them.
"""

from __future__ import annotations

from typing import TypeVar

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

Cell = TypeVar("Cell")


def escape_formula(value: Cell) -> Cell | str:
    """A cell that no spreadsheet takes for a formula.

    >>> escape_formula("=1+1"), escape_formula("Ana"), escape_formula(-5)
    ("'=1+1", 'Ana', -5)
    """
    if isinstance(value, str) and value.lstrip(" \u00a0\ufeff").startswith(_FORMULA):
        return f"'{value}"
    return value
