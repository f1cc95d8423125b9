"""How quickly a page of the course opens and words are found in it, beside bare Qt and a bare query in the same run.

Each figure is printed as a ratio or in frames; nothing is asserted about time, because machines differ.
"""

from __future__ import annotations

import sqlite3
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QTextBrowser

from benchmarks.sizes import sized
from tests.course.changed_figures import still_asked, unmarked
from tests.course.stale_prices import stale_prices
from tests.course.test_coverage import GAMES, check_coverage
from trainer.course.path import Course
from trainer.desk.screens.lessons.screen import COLUMN_WIDTH, LessonScreen
from trainer.desk.shell.start.garbage import begin_collecting_when_told
from trainer.desk.style.style import Style, use_style
from trainer.desk.style.theme import LIGHT
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language

FRAME = 1000 / 60  # milliseconds
TABLES = [
    ("arica", "roulette-american"),
    ("puerto-rico", "free-bet-blackjack"),
    ("bolivia", "go-poker"),
    ("baleares", "synthetic-poker"),
    ("puerto-rico", "pai-gow-poker"),
]
WORDS = ("apuesta", "carta comun", "jefe de mesa", "pagar derecha", "zzz")
TIMES = sized(5, 1)
LAID_OUT = sized(2, 1)  # times each of some thousand pages
MOST = 3  # frames in which a page should open


@pytest.fixture
def screen(qapp: QApplication) -> Iterator[LessonScreen]:
    use_style(Style(Language.ES, LIGHT, motion=False))
    shown = LessonScreen()
    shown.resize(1366, 768)
    shown.show()
    qapp.processEvents()
    begin_collecting_when_told()  # as the desk does: what was made before is not looked through again
    yield shown
    shown.close()


def milliseconds(act: Callable[[], object]) -> float:
    """The processor's time: what else the machine does is not the course's."""
    began = time.process_time()
    act()
    return (time.process_time() - began) * 1000


def fastest(act: Callable[[], object], times: int = TIMES) -> float:
    return min(milliseconds(act) for _ in range(times))


@pytest.mark.parametrize(("rulebook", "game"), GAMES)
def test_a_page_opens_beside_qt_laying_out_the_same_text(screen: LessonScreen, rulebook: str, game: str) -> None:
    library = shipped_library()
    screen.show_rules(load_rules(library, rulebook, game), library)
    bare = QTextBrowser()
    bare.resize(COLUMN_WIDTH, 768)
    bare.show()
    beyond = {}
    for heading in screen.headings:
        first = milliseconds(lambda page=heading.id: _open(screen, page))  # type: ignore[misc]
        again = fastest(lambda page=heading.id: _open(screen, page), LAID_OUT)  # type: ignore[misc]
        assert screen.page is not None
        text = screen.page.markdown
        alone = fastest(lambda markdown=text: _lay_out(bare, markdown), LAID_OUT)  # type: ignore[misc]
        beyond[heading.id] = ((first - alone) / FRAME, (again - alone) / FRAME)
    firsts, agains = zip(*beyond.values(), strict=True)
    worst = max(beyond, key=lambda page: beyond[page][0])
    print(
        f"\n{rulebook}/{game}, {len(beyond)} pages, in frames beyond Qt's own layout:"
        f" first time median {statistics.median(firsts):.1f}, most {max(firsts):.1f} ({worst}),"
        f" {sum(frames > MOST for frames in firsts)} above {MOST};"
        f" again median {statistics.median(agains):.1f}, most {max(agains):.1f}"
    )


def _open(screen: LessonScreen, page: str) -> None:
    screen.open(page)
    screen.browser.viewport().repaint()


def _lay_out(browser: QTextBrowser, markdown: str) -> None:
    browser.setMarkdown(markdown)
    browser.document().size()
    browser.viewport().repaint()


@pytest.mark.parametrize(("rulebook", "game"), TABLES)
def test_words_are_found_beside_a_bare_query(screen: LessonScreen, rulebook: str, game: str) -> None:
    library = shipped_library()
    screen.show_rules(load_rules(library, rulebook, game), library)
    at_once = milliseconds(lambda: _find(screen, "apue"))
    assert screen.is_indexing
    while screen.is_indexing:
        QApplication.processEvents()
    assert screen.contents.count() > 3
    bare = sqlite3.connect(":memory:")
    bare.execute("CREATE VIRTUAL TABLE pages USING fts5(title, body)")
    pages = Course(load_rules(library, rulebook, game), Language.ES, library).searched()
    bare.executemany("INSERT INTO pages VALUES (?, ?)", [(page.heading.title, page.markdown) for page in pages])
    ours = max(fastest(lambda typed=words: _find(screen, typed)) for words in WORDS)  # type: ignore[misc]
    alone = max(fastest(lambda typed=words: _query(bare, typed)) for words in WORDS)  # type: ignore[misc]
    print(
        f"\n{rulebook}/{game}: words typed at once {at_once / FRAME:.2f} frames, the slowest later {ours / FRAME:.2f};"
        f" a bare query over the same pages {alone / FRAME:.3f} ({ours / alone:.1f} times)"
    )
    bare.close()


def _find(screen: LessonScreen, words: str) -> None:
    screen.search.clear()
    screen.search.setText(words)
    screen.search.textEdited.emit(words)


def _query(database: sqlite3.Connection, words: str) -> None:
    query = " ".join(f'"{word}"*' for word in words.split())
    database.execute("SELECT title FROM pages WHERE pages MATCH ? ORDER BY rank LIMIT 40", (query,)).fetchall()


@pytest.mark.parametrize(("rulebook", "game"), GAMES)
def test_every_line_of_every_game_is_asked_and_told_or_says_why(rulebook: str, game: str) -> None:
    check_coverage(rulebook, game)


@pytest.mark.parametrize(("rulebook", "game"), GAMES)
def test_no_page_keeps_a_price_that_the_rules_changed(rulebook: str, game: str) -> None:
    library = shipped_library()
    rules = load_rules(library, rulebook, game)
    assert [said for language in Language for said in stale_prices(rules, library, language)] == []


@pytest.mark.parametrize(("rulebook", "game"), GAMES)
def test_no_page_keeps_a_figure_that_a_house_changed(rulebook: str, game: str, tmp_path: Path) -> None:
    assert list(unmarked(rulebook, game, tmp_path)) == []
    assert list(still_asked(rulebook, game, tmp_path)) == []
