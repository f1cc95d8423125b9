"""A list to choose from shows long sentences whole."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from tests.desk.conftest import ENGLISH, SPANISH
from tests.desk.rooms import squeezed
from trainer.desk.style.style import Style, apply_style
from trainer.desk.widgets.choice_list import ChoosingScreen, Listing, Row
from trainer.texts import Language, Message, say

LONG = Message("exams.noted.no-checkpoints")


@pytest.mark.parametrize("style", [SPANISH, ENGLISH])
def test_rows_have_room_for_long_sentences(style: Style, owned: Callable[[QWidget], None]) -> None:
    sentence = " ".join([say(LONG, Language.ES)] * 3)
    screen = ChoosingScreen()
    owned(screen)
    rows = [Row(label, note, lambda: None) for label in ("short", sentence) for note in ("", "0:00", sentence)]
    title = Message("exam-room.noted-title")
    screen.show_listing(Listing(title=title, says=title, rows=tuple(rows), none=title, back=lambda: None))
    screen.resize(1280, 720)
    screen.show()
    for size in (style, SPANISH):
        apply_style(screen, size)
        QApplication.processEvents()
        assert [squeezed(row) for row in screen.rows] == [""] * len(rows)
    short, long = screen.rows[1], screen.rows[4]
    assert short.height() < long.height()
    image = QImage(long.size(), QImage.Format.Format_RGB32)
    long.render(image)
    line = {image.pixel(x, long.height() // 2 - 4) for x in range(12, long.width() // 2)}
    assert len(line) > 2, "something is written in the middle of the label's lines"
