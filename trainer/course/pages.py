"""A page of the course: Markdown with its pictures and questions beside it.

In the text a picture stands as ``![words](scene:0)``, a question to try as ``[words](try:0)`` and what sets a picture
in motion as ``[words](play:0)``, each the number of its place in the page's lists.
"""

from __future__ import annotations

import msgspec

from trainer.drills.scene import Scene


class Try(msgspec.Struct, frozen=True):
    """A question that can be tried in the middle of a page."""

    family: str
    level: int
    seed: int


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
    tries: tuple[Try, ...] = ()
    movements: tuple[Movement, ...] = ()
