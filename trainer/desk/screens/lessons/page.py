"""Renders Markdown as a lesson page in the desk's type and colours."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrame,
    QTextFrameFormat,
    QTextLength,
    QTextOption,
    QTextTable,
    QTextTableFormat,
)

from trainer.desk.style.style import Style
from trainer.desk.style.theme import STEPS, colour

_HEADINGS = {1: (STEPS.figure, 8, 20), 2: (STEPS.title, 32, 10), 3: (STEPS.large, 20, 8)}  # size, above, below
_LINE_HEIGHT = 136  # percent
_MARGIN = 24


def lesson_page(markdown: str, style: Style, width: int) -> QTextDocument:
    """The page as a document: headings by the type scale, tables with thin lines, citations small and in brass."""
    page = QTextDocument()
    page.setDefaultFont(style.font(STEPS.large))
    page.setDocumentMargin(style.px(_MARGIN))
    _wrap(page, QTextOption.WrapMode.WordWrap)
    page.setMarkdown(markdown.replace("<br>", " · "))
    page.setTextWidth(width)
    cursor = QTextCursor(page)
    block = page.begin()
    while block.isValid():
        _style_block(cursor, block, style)
        block = block.next()
    for table in _tables(page.rootFrame()):
        _style_table(table, style)
    # A column is as wide as its longest word or price, which Qt would rather break; that is left to it where a table
    # of many columns would not fit.
    if page.size().width() > width + style.px(_MARGIN):
        _wrap(page, QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return page


def _wrap(page: QTextDocument, mode: QTextOption.WrapMode) -> None:
    option = page.defaultTextOption()
    option.setWrapMode(mode)
    page.setDefaultTextOption(option)


def _style_block(cursor: QTextCursor, block: QTextBlock, style: Style) -> None:
    level = block.blockFormat().headingLevel()
    cursor.setPosition(block.position())
    spacing = QTextBlockFormat()
    is_in_table = cursor.currentTable() is not None
    height = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
    is_picture = block.begin() != block.end() and block.begin().fragment().charFormat().isImageFormat()
    spacing.setLineHeight(100 if is_picture else 120 if level or is_in_table else _LINE_HEIGHT, height)
    _, above, below = _HEADINGS.get(level, (0, 0, 10))
    if not is_in_table:
        spacing.setTopMargin(style.px(above))
        spacing.setBottomMargin(style.px(4 if block.textList() else below))
    cursor.mergeBlockFormat(spacing)
    for start, length, before in list(_pieces(block)):
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(_letters(before, level, is_in_table, style))


def _pieces(block: QTextBlock) -> Iterator[tuple[int, int, QTextCharFormat]]:
    """Runs of text with one format."""
    walker = block.begin()
    while not walker.atEnd():
        fragment = walker.fragment()
        yield fragment.position(), fragment.length(), fragment.charFormat()
        walker += 1


def _letters(before: QTextCharFormat, level: int, is_in_table: bool, style: Style) -> QTextCharFormat:
    """The format of a run of text: a heading, a citation (in italics in Markdown), or running text."""
    theme = style.theme
    letters = QTextCharFormat()
    letters.clearProperty(QTextFormat.Property.FontSizeAdjustment)
    if level:
        face, ink = style.font(_HEADINGS.get(level, _HEADINGS[3])[0], bold=True), theme.text
    elif before.isAnchor():
        face, ink = style.font(STEPS.large, bold=True), theme.accent
    elif before.fontItalic():
        face, ink = style.font(STEPS.small, bold=True), theme.accent
    else:
        is_bold = before.fontWeight() > style.font(STEPS.large).weight()
        face, ink = style.font(STEPS.body if is_in_table else STEPS.large, bold=is_bold), theme.text
    letters.setFont(face, QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesAll)
    letters.setFontItalic(False)
    letters.setForeground(QBrush(colour(ink)))
    return letters


def _tables(frame: QTextFrame) -> Iterator[QTextTable]:
    for child in frame.childFrames():
        if isinstance(child, QTextTable):
            yield child
        yield from _tables(child)


def _style_table(table: QTextTable, style: Style) -> None:
    """Full width, a line under each row, a header in small letters."""
    theme, px = style.theme, style.px
    look = QTextTableFormat(table.format())
    look.setBorderCollapse(True)
    look.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
    look.setBorder(0)
    look.setCellSpacing(0)
    look.setCellPadding(0)
    look.setTopMargin(px(8))
    look.setBottomMargin(px(16))
    look.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    table.setFormat(look)
    for row in range(table.rows()):
        for column in range(table.columns()):
            cell = table.cellAt(row, column)
            shape = cell.format().toTableCellFormat()
            shape.setTopPadding(px(8))
            shape.setBottomPadding(px(8))
            shape.setLeftPadding(px(10))
            shape.setRightPadding(px(10))
            shape.setBottomBorder(px(2 if row == 0 else 1))
            shape.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            shape.setBottomBorderBrush(QBrush(colour(theme.accent if row == 0 else theme.line)))
            shape.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignTop)
            cell.setFormat(shape)
            if row == 0:
                _style_head(cell.firstCursorPosition(), cell.lastCursorPosition(), style)


def _style_head(first: QTextCursor, last: QTextCursor, style: Style) -> None:
    first.setPosition(last.position(), QTextCursor.MoveMode.KeepAnchor)
    head = QTextCharFormat()
    head.setFont(
        style.font(STEPS.small, bold=True), QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesAll
    )
    head.setForeground(QBrush(colour(style.theme.quiet)))
    first.mergeCharFormat(head)
    align = QTextBlockFormat()
    align.setAlignment(Qt.AlignmentFlag.AlignLeft)
    first.mergeBlockFormat(align)
