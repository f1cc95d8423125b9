"""Escape CSV cells that a spreadsheet would run as formulas.

A name such as ``=HYPERLINK(…)`` would be executed on the machine of whoever opens the CSV file. Such cells get an
apostrophe in front.
"""

from __future__ import annotations

from typing import TypeVar

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

Cell = TypeVar("Cell")


def escape_formula(value: Cell) -> Cell | str:
    """The cell, with an apostrophe in front if a spreadsheet would take it for a formula.

    >>> escape_formula("=1+1"), escape_formula("Ana"), escape_formula(-5)
    ("'=1+1", 'Ana', -5)
    """
    if isinstance(value, str) and value.lstrip(" \u00a0\ufeff").startswith(_FORMULA):
        return f"'{value}"
    return value
