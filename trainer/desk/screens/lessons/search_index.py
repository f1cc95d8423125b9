"""The search index of a course, built one page at a time between frames."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from trainer.course.pages import Page
from trainer.course.path import Course
from trainer.course.search import CourseIndex, Found

_A_FRAME = 17  # milliseconds


class SearchIndex(QObject):
    """Indexes the pages of one course; ``complete`` is emitted when all of them are indexed."""

    complete = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._index: CourseIndex | None = None
        self._unread: Iterator[Page] = iter(())
        self._soon = QTimer(self, singleShot=True, interval=_A_FRAME)
        self._soon.timeout.connect(self._add_next)

    def begin(self, course: Course) -> None:
        """Start indexing another course."""
        if self._index is not None:
            self._index.close()
        self._index, self._unread = CourseIndex(), iter(course.searched())
        self._soon.start()

    @property
    def is_growing(self) -> bool:
        """Whether there are pages that are not indexed yet."""
        return self._soon.isActive()

    def find(self, words: str) -> list[Found]:
        """The pages that contain the words, best first, among those indexed so far."""
        assert self._index is not None
        return self._index.find(words)

    def finish(self) -> None:
        """Index all remaining pages now."""
        assert self._index is not None
        self._soon.stop()
        for page in self._unread:
            self._index.add(page)

    def _add_next(self) -> None:
        assert self._index is not None
        page = next(self._unread, None)
        if page is None:
            self.complete.emit()
        else:
            self._index.add(page)
            self._soon.start()
