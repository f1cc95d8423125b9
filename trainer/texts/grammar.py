"""Format specifications of message templates: plurals, lists, articles and terms of art.

Besides ``{count}`` a template may say:

``{count:carta|cartas}``  singular or plural word, by a number or the length of a list
``{count:ninguna|una|varias}``  words for none, one and several
``{numbers:?ninguno}``  the parameter, or this word if it is empty
``{totals:&}``  a list with *y* or *and* before the last item
``{bet:el}``, ``{bet:al}``, ``{bet:del}``  a Spanish name with its article, contracted with *a* or *de*: *al rojo*;
    ``{bet:El}`` at the beginning of a sentence
``{bet:low}``, ``{@split:cap}``  the name with a lower-case or upper-case first letter
``{@six-line}``  a term of art: the regulation's own word, else the one in ``terms.toml``
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from string import Formatter

TERM = "@"  # prefix of a term of art
_ARTICLES = {"el": ("el", "la", "los", "las"), "al": ("al", "a la", "a los", "a las"), "del": ("del", "de la")}
_ARTICLES["del"] += ("de los", "de las")
# Names of bets whose gender does not follow from the last letter.
_FEMININE = {"calle", "transversal", "suerte", "serie", "serie grande", "línea", "banca", "mano"}
_MASCULINE = {"come", "dragón", "tie", "día"}
# Verbs, which have no article: one bets *a pasa*.
_BARE = {"falta", "pasa"}
_BEFORE_BARE = {"el": "", "al": "a ", "del": "de "}


@lru_cache(maxsize=4096)
def parsed(template: str) -> tuple[tuple[str, str, str], ...]:
    """The template as triples of literal text, field and format specification; the last field may be empty."""
    return tuple((literal, field or "", spec or "") for literal, field, spec, _ in Formatter().parse(template))


def terms_in(template: str) -> frozenset[str]:
    """Names of the terms of art that a template uses, without the ``@``."""
    return frozenset(field.removeprefix(TERM) for _, field, _ in parsed(template) if field.startswith(TERM))


def chosen_word(spec: str, value: object) -> str:
    """The word for a count: ``one|many`` or ``none|one|many``."""
    words = spec.split("|")
    count = len(value) if isinstance(value, list | tuple) else 1 if value == "1" else value
    if not isinstance(count, int | Fraction):
        count = 2  # a number that has been put into words already
    if len(words) == 3:
        return words[0] if count == 0 else words[1] if count == 1 else words[2]
    one, many = words
    return one if count == 1 else many


def enumerated(words: Sequence[str], last: str) -> str:
    """A list in a sentence: *17, 19 y 21*."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def lowered(name: str) -> str:
    """A name in the middle of a sentence: its first letter in lower case, unless it is an abbreviation or a proper
    name."""
    return name if re.match(r"\w*[A-Z]\w*[A-Z]|.*\s[A-Z]", name) else name[:1].lower() + name[1:]


def with_article(name: str, kind: str) -> str:
    """A Spanish name with its article: *la columna*, *al pleno*, *del rojo*.

    >>> [with_article(name, "al") for name in ("Pleno", "Columna 2", "Calle", "Dos docenas")]
    ['al pleno', 'a la columna 2', 'a la calle', 'a las dos docenas']
    >>> with_article("croupier", "El"), with_article("Pasa", "al")
    ('El croupier', 'a pasa')
    """
    words = lowered(name)
    if words in _BARE:
        return f"{_BEFORE_BARE[kind.lower()]}{words}"
    first = words.split()[0] if words else ""
    plural = first in ("dos", "tres") or (first.endswith("s") and len(first) > 3)
    noun = words.split()[1] if first in ("dos", "tres") and " " in words else first
    feminine = noun in _FEMININE or (noun.rstrip("s").endswith("a") and noun not in _MASCULINE)
    article = _ARTICLES[kind.lower()][2 * plural + feminine]
    return f"{article.capitalize() if kind[0].isupper() else article} {words}"
