"""Numbers as people type them: 4.000 and 12,50 in Spanish, 4,000 and 12.50 in English.

A number that has only one reading is read that way in both languages; where it has two, the language decides. It has
two only if a single separator stands before exactly three digits: 4.000 is four thousand in Spanish and four in
English. So 12.50 is twelve and a half in Spanish too (numeric keypads have one separator), and 1.234.567 and 1.234,56
mean the same everywhere. 1.23.456 is rejected, and so is 4.0000 in Spanish, which may be a slip for 40.000. Thousands
may also be separated by a space: 1 000,5.
"""

from __future__ import annotations

import re
from fractions import Fraction

from trainer.equipment import NotReadableError
from trainer.texts.messages import Language

_FIGURE = re.compile(r"(?P<sign>[-−+]?)(?P<number>[\d.,]*\d[.,]?)(?:/(?P<under>\d+))?")
THIN_SPACES = "\u00a0\u2009\u202f"  # between thousands, never between two numbers
SPACES = " " + THIN_SPACES
_THOUSAND = 3  # digits
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*")


def decimal_sign(language: Language) -> str:
    """Decimal separator of the language.

    >>> decimal_sign(Language.ES)
    ','
    """
    return "," if language is Language.ES else "."


_PERCENT_SIGN = {Language.ES: "\N{NO-BREAK SPACE}%", Language.EN: "%"}  # no line break before the sign


def in_percent(figure: object, language: Language) -> str:
    """A percentage in the notation of the language: with or without a space before the sign.

    >>> in_percent("2,5", Language.ES), in_percent("2.5", Language.EN)
    ('2,5\\xa0%', '2.5%')
    """
    return f"{figure}{_PERCENT_SIGN[language]}"


def read_figure(text: str, language: Language) -> Fraction:
    """The number a person typed; raises `NotReadableError`.

    >>> [str(read_figure(text, Language.ES)) for text in ("4.000", "12,50", "12.50", "1.234,5", "1/3", "-2 500")]
    ['4000', '25/2', '25/2', '2469/2', '1/3', '-2500']
    >>> [str(read_figure(text, Language.EN)) for text in ("4,000", "12.50", "12,50", "1,234.5", "4.000", "0,125")]
    ['4000', '25/2', '25/2', '2469/2', '4', '1/8']
    >>> read_figure("1.23.456", Language.ES)
    Traceback (most recent call last):
    ...
    trainer.equipment.NotReadableError: '1.23.456' is not readable as amount
    """
    found = _FIGURE.fullmatch(closed_up(text.strip(), SPACES))
    whole, decimals = _parts(found["number"], language) if found else ("", "")
    under = found["under"] if found else None
    if found is None or not (whole + decimals).isdigit() or (under is not None and (decimals or not int(under))):
        raise NotReadableError("amount", text)
    value = Fraction(int(whole + decimals), 10 ** len(decimals)) / int(under or 1)
    return -value if found["sign"] in ("-", "−") else value


def closed_up(text: str, spaces: str) -> str:
    """The text without the spaces that separate thousands.

    >>> closed_up("1 000,5 12 50 1 234 567", SPACES)
    '1000,5 12 50 1234567'
    """
    apart = rf"(?<![\d.,])[1-9]\d{{0,2}}([{spaces}])\d{{3}}(?:\1\d{{3}})*(?!\d)"
    return re.sub(apart, lambda found: found[0].replace(found[1], ""), text)


def _parts(number: str, language: Language) -> tuple[str, str]:
    """Digits before and after the decimal separator; a separator that fits neither use is left in."""
    point = decimal_sign(language)
    group = "." if point == "," else ","
    signs = [character for character in number if character in ".,"]
    if len(set(signs)) == 2:  # the last one is the decimal separator
        whole, _, decimals = number.rpartition(signs[-1])
        return (_ungrouped(whole), decimals)
    if len(signs) == 1 and (signs[0] != group or not _GROUPED.fullmatch(number)):
        whole, _, decimals = number.partition(signs[0])
        # A thousands separator before four or more digits is a typing error: 4.0000 was meant as 40.000, not as 4.
        return (number, "") if signs[0] == group and len(decimals) > _THOUSAND else (whole, decimals)
    return (_ungrouped(number), "")


def _ungrouped(number: str) -> str:
    return re.sub("[.,]", "", number) if _GROUPED.fullmatch(number) else number
