"""A list whose lines wrap: a long name takes a second line, and no word is cut."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QIcon, QPixmap
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from trainer.desk.style.style import current_style
from trainer.desk.widgets.touch import follow_a_finger

_HIGH = 10_000  # pixels: higher than any line
_INDENT = 12


class _WholeLines(QStyledItemDelegate):
    """Measures a line in the width in which it is painted; the style's own measurement ignores its padding."""

    def __init__(self, list_: QListWidget) -> None:
        super().__init__(list_)
        self._list = list_

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        shown = QStyleOptionViewItem(option)
        self.initStyleOption(shown, index)
        shown.rect = QRect(0, 0, self._list.viewport().width(), _HIGH)
        style = self._list.style()
        room = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, shown, self._list)
        beside = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, shown, self._list) + 1
        inside = room.adjusted(beside, 0, -beside, 0)
        words = QFontMetrics(shown.font).boundingRect(inside, Qt.TextFlag.TextWordWrap, shown.text)
        return QSize(shown.rect.width(), words.height() + _HIGH - room.height())


class ContentsList(QListWidget):
    """Names below one another, to choose from."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "contents")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)  # a scroll bar makes the lines narrower
        self.setItemDelegate(_WholeLines(self))
        follow_a_finger(self)

    def indent(self, item: QListWidgetItem) -> None:
        """Indent all lines of an item: an empty picture stands before its words."""
        width = current_style().px(_INDENT)
        empty = QPixmap(width, 1)
        empty.fill(Qt.GlobalColor.transparent)
        self.setIconSize(empty.size())
        item.setIcon(QIcon(empty))
