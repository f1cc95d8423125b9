"""This house plays: house options are chosen at the desk, kept with the profile, said where answers hang on them."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.desk.rooms import squeezed
from tests.desk.shell.test_window import click, key
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import Workplace
from trainer.runs.plan import FIRST, drill_plan
from trainer.study.settings import settings_of

LIMITS = drill_plan(FIRST.rulebook, FIRST.game, "limits", options={"limit-level": "2"})


def kept(workplace: Workplace) -> dict[str, dict[str, str]]:
    return settings_of(*workplace.recording.open()).houses


@pytest.fixture
def at_house(open_window) -> MainWindow:
    window = open_window()
    window.home.work.finish()
    key(window, "h")
    assert window.shown_screen() is window.study.house
    return window


def test_every_option_stands_there_with_its_reason_article_and_default(at_house: MainWindow) -> None:
    house = at_house.study.house
    rules = house.rules
    assert {card.key for card in house.cards} == set(rules.options)
    for card in house.cards:
        assert card.name.text() == rules.options[card.key].names.es
        assert card.why.text() == rules.options[card.key].why.es
        assert card.cite.text() and not re.search(r"L\d", card.cite.text())
        defaults = [button.label for button in card.buttons.values() if button.label.endswith("lo previsto")]
        assert len(defaults) == (rules.options[card.key].kind != "amount")


def test_what_is_chosen_is_kept_with_the_profile_and_asked_by(at_house: MainWindow, workplace: Workplace) -> None:
    window = at_house
    house = window.study.house
    level = next(card for card in house.cards if card.key == "limit-level")
    click(level.buttons["2"])
    assert kept(workplace) == {"baleares/roulette-french": {"limit-level": "2"}}
    assert level.pressed == "2"
    key(window, Qt.Key.Key_Escape)
    window.home.work.finish()
    assert window.home.panel.table.house.label == "Esta casa juega (1)"
    window.home.drills.start_row(0)
    assert window.run.plan.options == {"limit-level": "2"}
    assert window.run.question.item.options == {"limit-level": "2"}
    window.start_session("path")
    assert window.run.question.item.options == {"limit-level": "2"}, "the study asks by the same house"


def test_back_to_the_defaults_keeps_nothing(at_house: MainWindow, workplace: Workplace) -> None:
    house = at_house.study.house
    click(next(card for card in house.cards if card.key == "no-choice").buttons["withdraw"])
    assert kept(workplace)
    click(house.reset)
    assert not kept(workplace)
    assert not house.reset.isVisible()


def test_the_keys_walk_over_the_options_and_turn_what_is_played(at_house: MainWindow, workplace: Workplace) -> None:
    house = at_house.study.house
    for _ in range(2):
        key(at_house, Qt.Key.Key_Down)
    key(at_house, Qt.Key.Key_Right)
    second = house.cards[1]
    assert kept(workplace) == {"baleares/roulette-french": {second.key: list(second.buttons)[1]}}
    assert house.focusWidget() is second.buttons[second.pressed]


def test_a_unit_is_typed_in_the_language_and_what_is_none_is_refused(
    at_house: MainWindow, workplace: Workplace
) -> None:
    house = at_house.study.house
    rounding = next(card for card in house.cards if card.key == "rounding")
    rounding.field.setFocus()
    rounding.field.selectAll()
    QTest.keyClicks(rounding.field, "0,50")
    QTest.keyClick(rounding.field, Qt.Key.Key_Return)
    assert at_house.shown_screen() is house
    assert kept(workplace) == {"baleares/roulette-french": {"rounding": "down to 0.50"}}
    rounding.field.setFocus()
    rounding.field.selectAll()
    QTest.keyClicks(rounding.field, "mucho")
    QTest.keyClick(rounding.field, Qt.Key.Key_Tab)
    assert house.message.isVisible()
    assert kept(workplace) == {"baleares/roulette-french": {"rounding": "down to 0.50"}}


def test_the_drill_says_what_the_house_plays_where_the_answer_hangs_on_it(open_window) -> None:
    window = open_window()
    window.start(LIMITS)
    window.runner.house.finish()
    assert window.runner.felt_area.house.text() == "Esta casa: Nivel de máximos autorizado: Segundo (el doble)"
    assert window.runner.felt_area.house.isVisible()
    window.start(drill_plan(FIRST.rulebook, FIRST.game, "pay-tables"))
    window.runner.house.finish()
    assert not window.runner.felt_area.house.isVisible()


def test_all_words_have_room_on_the_smallest_screen(open_window) -> None:
    window = open_window()
    window.resize(1024, 600)
    window.home.work.finish()
    window.choose_rulebook("puerto-rico")
    window.home._show_game("pai-gow-poker")
    window.open_screen("house")
    QApplication.processEvents()
    house = window.study.house
    assert len(house.cards) > 20
    for card in house.cards:
        for widget in (card.name, card.why, card.cite, *card.buttons.values()):
            assert not squeezed(widget)
