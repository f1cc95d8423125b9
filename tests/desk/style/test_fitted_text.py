"""Words that the desk paints itself are whole: no name ends in dots, in a small window or in large type."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.desk.conftest import ENGLISH, SPANISH
from tests.drills.checks import LIBRARY
from trainer import desk
from trainer.catalogue import DRILLED
from trainer.desk.screens.home import felt_tile
from trainer.desk.style import fitted_text as whole_words
from trainer.desk.style.style import Style, apply_style, scale_for, text_size_for
from trainer.desk.widgets.charts import bars, skill_map
from trainer.drills import families
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules
from trainer.texts import say

WINDOWS = [(1024, 600, 100), (1920, 1080, 160)]

Drawn = list[tuple[str, QRectF, Style, bool]]


@cache
def all_rules() -> list[GameRules]:
    return [load_rules(LIBRARY, book, game) for book in LIBRARY.rulebooks() for game in LIBRARY.games(book)]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Drawn:
    """What the charts and tiles paint, with the room it has."""
    found: Drawn = []

    def note(painter: QPainter, room: QRectF, words: str, style: Style, step: int = 14, bold: bool = False) -> None:
        found.append((words, QRectF(room), style, bold))

    for module in (bars, felt_tile, skill_map):
        monkeypatch.setattr(module, "paint_whole", note)
    return found


def cut(drawn: Drawn) -> list[str]:
    return [words for words, room, style, bold in drawn if not whole_words.font_for(words, room, style, bold=bold)]


def painted(paint: Callable[[QPainter], None], size: QSize) -> None:
    image = QImage(size, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    paint(painter)
    painter.end()


def drill_names(rules: GameRules, style: Style) -> list[str]:
    drilled = families(rules.game) if rules.game in DRILLED else ()
    return [say(family.name, style.language) for family in drilled if family.fits(rules)]


def dressed(style: Style, width: int, height: int, text_size: int) -> Style:
    scale = scale_for(width, height)
    return structs.replace(style, scale=scale, text_size=text_size_for(text_size, width, height))


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("language", [SPANISH, ENGLISH], ids=["es", "en"])
def test_every_game_has_its_whole_name_on_its_tile(language: Style, window: tuple[int, int, int], drawn: Drawn) -> None:
    style = dressed(language, *window)
    for rules in all_rules():
        tile = felt_tile.FeltTile(rules.game)
        tile.say(say(rules.names, style.language))
        apply_style(tile, style)
        tile.show_mastery(0.5, 12)
        tile.grab()
    assert len(drawn) == len(all_rules()) and cut(drawn) == []


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("language", [SPANISH, ENGLISH], ids=["es", "en"])
def test_every_drill_has_its_whole_name_in_the_charts(
    language: Style, window: tuple[int, int, int], drawn: Drawn
) -> None:
    """A bar has two fifths of the progress page."""
    style = dressed(language, *window)
    names = {
        style.text("progress.skill-at", family=name, game=rules.names)
        for rules in all_rules()
        for name in drill_names(rules, style)
    }
    for name in names:
        bar = QRectF(0, 0, window[0] * 0.3, style.px(bars.ROW_HEIGHT))
        note = style.text("progress.themes.answers", right=100, answers=100)
        shown = (bars.Bar(name, 1.0, "100 %", note),)
        painted(lambda painter, bar=bar, shown=shown: bars.paint_bars(painter, bar, shown, style), QSize(10, 10))
    assert len(drawn) == len(names) and cut(drawn) == []


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("language", [SPANISH, ENGLISH], ids=["es", "en"])
def test_every_drill_has_its_whole_name_on_the_map(language: Style, window: tuple[int, int, int], drawn: Drawn) -> None:
    """Half of the page is the map's, and a game has up to twenty drills."""
    style = dressed(language, *window)
    room = QRectF(0, 0, window[0] * 0.5, window[1] * 0.6)
    for rules in all_rules():
        rows = tuple(skill_map.Row(name, ()) for name in drill_names(rules, style))
        chart = skill_map.SkillMap(rows)
        painted(lambda painter, chart=chart: skill_map.paint_skill_map(painter, room, chart, style), QSize(10, 10))
    assert drawn and cut(drawn) == []


def test_words_too_long_for_their_room_in_any_size_go_on_in_the_next_line(qapp: QApplication) -> None:
    room = QRectF(0, 0, 60, 40)
    assert whole_words.font_for("x" * 60, room, SPANISH) is None
    pictures = []
    for words in ("x" * 12, "x" * 24):
        image = QImage(60, 40, QImage.Format.Format_ARGB32)
        image.fill(0)
        painter = QPainter(image)
        whole_words.paint_whole(painter, room, words, SPANISH)
        painter.end()
        pictures.append(image)
    assert pictures[0] != pictures[1]


def test_nothing_on_the_desk_ends_in_dots() -> None:
    folder = Path(desk.__path__[0])
    assert [path.name for path in folder.rglob("*.py") if "elidedText(" in path.read_text(encoding="utf-8")] == []
