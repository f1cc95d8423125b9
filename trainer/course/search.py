"""Full-text search in a course: whole words or prefixes, with or without accents."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable

import msgspec

from trainer.course.pages import Page

_MOST = 40
_NOT_TEXT = re.compile(r"!?\[[^\]]*\]\([^)]*\)|[*_`#|]|<br>")


class Found(msgspec.Struct, frozen=True):
    """A page that contains the words, and an excerpt with the words between ``[`` and ``]``."""

    page: str
    title: str
    place: str


class CourseIndex:
    """Search index of some pages, in memory."""

    def __init__(self, pages: Iterable[Page] = ()) -> None:
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._database.execute(
            "CREATE VIRTUAL TABLE pages USING"
            " fts5(id UNINDEXED, title, body, tokenize = 'unicode61 remove_diacritics 2')"
        )
        for page in pages:
            self.add(page)

    def add(self, page: Page) -> None:
        """Add a page to the index."""
        row = (page.heading.id, page.heading.title, _NOT_TEXT.sub(" ", page.markdown))
        self._database.execute("INSERT INTO pages VALUES (?, ?, ?)", row)

    def find(self, words: str) -> list[Found]:
        """Pages that contain all words, matches in the title first; none for an empty query."""
        wanted = re.findall(r"\w+", words)
        if not wanted:
            return []
        query = " ".join(f'"{word}"*' for word in wanted)
        rows = self._database.execute(
            "SELECT id, title, snippet(pages, 2, '[', ']', '…', 12) FROM pages WHERE pages MATCH ?"
            " ORDER BY bm25(pages, 0, 8, 1) LIMIT ?",
            (query, _MOST),
        )
        return [Found(page, title, " ".join(place.split())) for page, title, place in rows]

    def close(self) -> None:
        self._database.close()
