"""The index in which words of a course are looked for: it takes a page more between two frames."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from trainer.course.pages import Page
from trainer.course.path import Course
from trainer.course.search import CourseIndex, Found

_A_FRAME = 17  # milliseconds


class GrowingIndex(QObject):
    """The pages of one course, as far as they were looked through; ``complete`` when all of them were."""

    complete = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._index: CourseIndex | None = None
        self._unread: Iterator[Page] = iter(())
        self._soon = QTimer(self, singleShot=True, interval=_A_FRAME)
        self._soon.timeout.connect(self._add_next)

    def begin(self, course: Course) -> None:
        """Look through another course, from its first page."""
        if self._index is not None:
            self._index.close()
        self._index, self._unread = CourseIndex(), iter(course.searched())
        self._soon.start()

    @property
    def is_growing(self) -> bool:
        """Whether there are pages in which words are not yet looked for."""
        return self._soon.isActive()

    def find(self, words: str) -> list[Found]:
        """The pages that have the words, best first, of those that were looked through."""
        assert self._index is not None
        return self._index.find(words)

    def finish(self) -> None:
        """Look through all the rest now."""
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
