"""A page of the course: Markdown with its pictures and questions beside it.

In the text a picture stands as ``![words](scene:0)``, a question to try as ``[words](try:0)`` and what sets a picture
in motion as ``[words](play:0)``, each the number of its place in the page's lists. A citation is written with its
lines, ``*5.2 L474*``, and shown as a person cites.
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

_WRITTEN = re.compile(r"(?<!\*)\*([^*\n]+ L\d[^*\n]*)\*(?!\*)")  # a citation with its lines
_PERCENT = re.compile(r"(\d) %")


class Try(msgspec.Struct, frozen=True):
    """A question that can be tried in the middle of a page."""

    family: str
    level: int
    seed: int


Offer = Callable[[], Try]
"""A question that can be tried, found when it is: many are made to find one that the reader has not seen."""


class Heading(msgspec.Struct, frozen=True):
    """A page by name, as it stands in the table of contents; ``drills`` practise what it teaches."""

    id: str
    title: str
    drills: tuple[str, ...] = ()


class Movement(msgspec.Struct, frozen=True):
    """What happens on a picture: its cards, dice and markers come, and then it becomes the scene ``after``."""

    picture: int  # in the page's scenes
    after: Scene


class Page(msgspec.Struct, frozen=True):
    """A page with everything filled in."""

    heading: Heading
    markdown: str
    scenes: tuple[Scene, ...] = ()
    tries: tuple[Offer, ...] = ()
    movements: tuple[Movement, ...] = ()
    cites: frozenset[Citation] = frozenset()  # filled in by `shown`


def cited(cite: Citation, language: Language) -> str:
    """A citation as it is written in the text of a page."""
    return f"*{cite if cite.lines else citation_words(cite, language)}*"


def shown(page: Page, language: Language) -> Page:
    """A page as it is read: its citations as people cite, and beside the text what they are."""
    cites = frozenset(Citation.parse(written) for written in _WRITTEN.findall(page.markdown))

    def for_people(match: re.Match[str]) -> str:
        return f"*{citation_words(Citation.parse(match[1]), language)}*"

    written = _WRITTEN.sub(for_people, page.markdown)
    markdown = _PERCENT.sub(lambda match: in_percent(match[1], language), written)
    return msgspec.structs.replace(page, markdown=markdown, cites=cites)
