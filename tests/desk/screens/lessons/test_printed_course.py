"""The course on paper: sheets are cut where a person would cut them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument
from PySide6.QtCore import QUrl
from PySide6.QtGui import QPixmap, QTextDocument
from PySide6.QtPdf import QPdfDocument
from pytestqt.qtbot import QtBot

from trainer.course.path import Course
from trainer.desk.screens.lessons.page import lesson_page
from trainer.desk.screens.lessons.printing import Sheet, pages_begin, print_course, sheets_of
from trainer.desk.style.style import Style
from trainer.desk.style.theme import LIGHT
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language

ROOM = 600
LONG = "words that go on for some lines of a narrow column, " * 6


def document(markdown: str) -> QTextDocument:
    made = lesson_page(markdown, Style(Language.EN, LIGHT, motion=False), 500)
    made.setDocumentMargin(0)
    return made


def holding(made: QTextDocument, sheets: list[Sheet], words: str) -> list[int]:
    """The sheets on which the block that begins with these words lies."""
    block = made.find(words).block()
    rect = made.documentLayout().blockBoundingRect(block)
    return [
        place
        for place, sheet in enumerate(sheets)
        if any(strip.top < rect.bottom() - 1 and rect.top() + 1 < strip.bottom for strip in sheet)
    ]


@pytest.fixture
def table(qtbot: QtBot) -> QTextDocument:
    rows = "\n".join(f"| row {number:02} {LONG} | what is done |" for number in range(20))
    return document(f"## A page\n\n| Situation | Action |\n|---|---|\n{rows}\n")


def test_no_sheet_is_fuller_than_it_can_be(table: QTextDocument) -> None:
    sheets = sheets_of(table, ROOM)
    assert len(sheets) > 3 and all(sum(strip.height for strip in sheet) <= ROOM for sheet in sheets)


def test_a_row_stays_whole(table: QTextDocument) -> None:
    sheets = sheets_of(table, ROOM)
    assert all(len(holding(table, sheets, f"row {number:02}")) == 1 for number in range(20))


def test_a_table_that_goes_on_repeats_its_head(table: QTextDocument) -> None:
    sheets = sheets_of(table, ROOM)
    assert holding(table, sheets, "Situation") == [*range(len(sheets))]


def test_a_last_row_a_last_item_and_a_citation_are_not_left_alone(qtbot: QtBot) -> None:
    rows = "\n".join(f"| row {number:02} | what is done |" for number in range(8))
    items = "\n".join(f"- item {number:02}" for number in range(8))
    for filling in range(1, 40):
        lines = "\n\n".join(["One line of some length, as a paragraph has."] * filling)
        made = document(f"## A page\n\n{lines}\n\n| A | B |\n|---|---|\n{rows}\n\n{items}\n\n*Sec. 3.6*\n")
        sheets = sheets_of(made, ROOM)
        assert all(sum(strip.height for strip in sheet) <= ROOM for sheet in sheets)
        for last, before in (("row 07", "row 06"), ("item 07", "item 06"), ("Sec. 3.6", "item 07")):
            assert holding(made, sheets, last) == holding(made, sheets, before)


def test_a_heading_stays_with_what_follows(qtbot: QtBot) -> None:
    paragraphs = "\n\n".join(f"{number:02} {LONG}" for number in range(12))
    for filling in range(1, 12):
        lines = "\n\n".join(["One line."] * filling)
        made = document(f"## A page\n\n{paragraphs}\n\n{lines}\n\n### Heading\n\nWhat follows is this:\n\n- the point")
        sheets = sheets_of(made, ROOM)
        assert holding(made, sheets, "Heading") == holding(made, sheets, "the point")


def test_a_picture_that_ends_a_page_does_not_draw_the_next_one_to_it(qtbot: QtBot) -> None:
    picture = QPixmap(100, ROOM // 2)
    long = "\n\n".join(f"{number:02} {LONG}" for number in range(4))
    made = document(f"## A page\n\n![it](picture:0)\n\n## The next\n\n{long}")
    made.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl("picture:0"), picture)
    made.markContentsDirty(0, made.characterCount())
    assert [place for _, place in pages_begin(made, sheets_of(made, ROOM))] == [0, 1]


@pytest.mark.parametrize(
    ("left_over", "next_one", "begins"), [(1, [LONG] * 9, 1), (3, [LONG] * 9, 2), (1, [LONG] * 3 + ["A line."] * 3, 2)]
)
def test_a_sheet_that_is_hardly_used_takes_a_page_that_needs_two(
    qtbot: QtBot, left_over: int, next_one: list[str], begins: int
) -> None:
    """The first page is a sheet and what is left over of it; the next would want more than the rest of that."""
    picture = QPixmap(100, ROOM * 3 // 4)
    lines = "\n\n".join([LONG] * left_over)
    next_page = "\n\n".join(next_one)
    made = document(f"## A page\n\n![it](picture:0)\n\n{lines}\n\n## The next\n\n{next_page}")
    made.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl("picture:0"), picture)
    made.markContentsDirty(0, made.characterCount())
    assert [place for _, place in pages_begin(made, sheets_of(made, ROOM))] == [0, begins]


def test_a_page_that_fits_is_not_cut_and_the_contents_know_its_sheet(qtbot: QtBot) -> None:
    made = document("\n\n".join(f"## Page {number}\n\nText {number} {LONG}" for number in range(8)))
    sheets = sheets_of(made, ROOM)
    begin = pages_begin(made, sheets)
    assert [title for title, _ in begin] == [f"Page {number}" for number in range(8)]
    places = [place for _, place in begin]
    assert places == sorted(places) and len(set(places)) == len(sheets) < len(places)
    assert [holding(made, sheets, f"Text {number}") for number in range(8)] == [[place] for place in places]


def test_a_course_is_printed_with_its_contents(qtbot: QtBot, tmp_path: Path) -> None:
    library = shipped_library()
    path = tmp_path / "course.pdf"
    print_course(Course(load_rules(library, "baleares", "promotrot"), Language.EN, library), path)
    printed = QPdfDocument()
    printed.load(str(path))
    front, last = (printed.getAllText(number).text() for number in (0, printed.pageCount() - 1))
    assert "Contents" in front and "How it is examined" in front and "How it is examined" in last
    assert printed.pageCount() > 1 and all("Balearic Islands" in sheet for sheet in (front, last))  # at the foot


def test_figures_and_punctuation_can_be_read_from_the_pdf(qtbot: QtBot, tmp_path: Path) -> None:
    library = shipped_library()
    course = Course(load_rules(library, "baleares", "promotrot"), Language.ES, library)
    path = tmp_path / "course.pdf"
    print_course(course, path)
    with PdfDocument(path) as printed:
        text = "".join(page.get_textpage().get_text_bounded() for page in printed)
    page = course.page("examined").markdown
    wanted = Counter(each for each in page if not each.isspace() and each not in "|#-*_[]()")
    found = Counter(text[text.rindex(course.page("examined").heading.title) :])
    assert wanted - found == Counter()
    assert {*"0123456789.,:;¿?«»·"} <= {*text} and " — " in text and re.search(r"\d: \w", text)
