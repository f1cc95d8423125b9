"""A page of the course: Markdown with its pictures and questions.

In the text ``![words](scene:0)`` is a picture, ``[words](try:0)`` a question to try and ``[words](play:0)`` starts a
moving picture; the number is the index in the page's list. A citation is written with its lines, ``*5.2 L474*``, and
shown in the form people use.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from trainer.drills.scene import Scene
from trainer.drills.wording import citation_words
from trainer.rulebooks import Citation
from trainer.texts import Language
from trainer.texts.numbers import in_percent

CITATION = re.compile(r"(?<!\*)\*([^*\n]+ L\d[^*\n]*)\*(?!\*)")  # with lines, in the source of a page
_PERCENT = re.compile(r"(\d) %")


class Try(msgspec.Struct, frozen=True):
    """A question that can be tried on a page."""

    family: str
    level: int
    seed: int


Offer = Callable[[], Try]
"""A question that can be tried, found when it is: many are made to find one that the reader has not seen."""


class Heading(msgspec.Struct, frozen=True):
    """Entry of the table of contents; ``drills`` practise what the page teaches."""

    id: str
    title: str
    drills: tuple[str, ...] = ()


class Movement(msgspec.Struct, frozen=True):
    """A moving picture: cards, dice and markers appear, then the scene changes to ``after``."""

    picture: int  # index in the page's scenes
    after: Scene


class Page(msgspec.Struct, frozen=True):
    """A page with all placeholders filled in."""

    heading: Heading
    markdown: str
    scenes: tuple[Scene, ...] = ()
    tries: tuple[Offer, ...] = ()
    movements: tuple[Movement, ...] = ()
    cites: frozenset[Citation] = frozenset()  # filled in by `shown`


def cited(cite: Citation, language: Language) -> str:
    """A citation in the Markdown form of a page."""
    return f"*{cite if cite.lines else citation_words(cite, language)}*"


def shown(page: Page, language: Language) -> Page:
    """The page as it is displayed: citations in readable form, and listed."""
    cites = frozenset(Citation.parse(written) for written in CITATION.findall(page.markdown))

    def for_people(match: re.Match[str]) -> str:
        return f"*{citation_words(Citation.parse(match[1]), language)}*"

    written = CITATION.sub(for_people, page.markdown)
    markdown = _PERCENT.sub(lambda match: in_percent(match[1], language), written)
    return msgspec.structs.replace(page, markdown=markdown, cites=cites)
