"""A change of style reaches every widget by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication, QScrollArea, QVBoxLayout, QWidget

from tests.desk.conftest import ENGLISH, SPANISH
from trainer.desk.style.style import Styled, apply_style, current_style
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words
from trainer.texts import Message


class Noted(Styled, QWidget):
    """Notes its name when it is restyled."""

    def __init__(self, name: str, noted: list[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._noted = name, noted

    def restyle(self) -> None:
        self._noted.append(self._name)


@pytest.fixture
def page(qapp: QApplication, owned: Callable[[QWidget], None]) -> QWidget:
    page = QWidget()
    owned(page)
    return page


def test_a_change_reaches_widgets_inside_plain_qt_widgets_and_children_first(page: QWidget) -> None:
    noted: list[str] = []
    outer, area = Noted("outer", noted, page), QScrollArea(page)
    inner = Noted("inner", noted)
    Noted("innermost", noted, inner)
    area.setWidget(inner)
    area.setParent(outer)
    apply_style(page, ENGLISH)
    assert noted == ["innermost", "inner", "outer"]
    assert current_style() is ENGLISH


def test_labels_and_buttons_write_their_messages_again(page: QWidget) -> None:
    layout = QVBoxLayout(page)
    words, button, written = Words(), KeyButton(), Words()
    for widget in (words, button, written):
        layout.addWidget(widget)
    words.say(Message("desk.window.dismiss"))
    button.say(Message("desk.fault.home"), Message("desk.key.enter"))
    written.say(Message("desk.window.dismiss"))
    written.setText("as it is")  # replaces the message for good
    apply_style(page, ENGLISH)
    assert words.text() == ENGLISH.say("window.dismiss") != SPANISH.say("window.dismiss")
    assert (button.label, button.key) == (ENGLISH.say("fault.home"), ENGLISH.say("key.enter"))
    assert written.text() == "as it is"


def test_a_widget_that_another_one_deletes_meanwhile_is_left_alone(page: QWidget) -> None:
    noted: list[str] = []
    gone = Noted("gone", noted, page)

    class Deleting(Noted):
        def restyle(self) -> None:
            super().restyle()
            shiboken6.delete(gone)

    Deleting("deleting", noted, page)
    apply_style(page, ENGLISH)
    assert noted == ["deleting"]
