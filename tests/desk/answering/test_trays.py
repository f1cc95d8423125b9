"""Every answer tray, worked with real keys and a real mouse."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.desk.conftest import ENGLISH, SPANISH
from tests.desk.table.cloths import make_felt
from trainer.desk.answering.answer_input import Doubt
from trainer.desk.answering.trays import Tray, make_tray
from trainer.desk.answering.trays.amount import AmountTray
from trainer.desk.answering.trays.felt_tray import find_spot
from trainer.desk.shots.samples import WRONG_ANSWERS, sample_questions
from trainer.desk.style.style import apply_style, use_style
from trainer.desk.style.units import with_unit
from trainer.drills.forms import AmountForm, SpotsForm
from trainer.texts import Language

QUESTIONS = sample_questions()
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


@pytest.fixture
def tray_of(dressed: Callable[..., object]) -> Callable[..., Tray]:
    def make(name: str, style=SPANISH) -> Tray:
        draft = QUESTIONS[name].draft
        use_style(style)
        return dressed(make_tray(draft.form, make_felt(draft.scene.felt).spoken), style)

    return make


def press(tray: Tray, *keys: Qt.Key | str, modifier=Qt.KeyboardModifier.NoModifier) -> list[bool]:
    """Keys as the drill screen hands them on; tells which of them were used."""
    used = []
    for key in keys:
        code = Qt.Key(ord(key.upper())) if isinstance(key, str) else key
        event = QKeyEvent(QKeyEvent.Type.KeyPress, code, modifier, key if isinstance(key, str) else "")
        used.append(tray.take_key(event))
    return used


def test_numbers_of_the_wheel_are_not_named_like_bets(dressed) -> None:
    form = SpotsForm(("straight-up:17", "straight-up:34"))
    use_style(SPANISH)
    tray = dressed(make_tray(form, make_felt("roulette-french").spoken), SPANISH)
    assert tray.headline.text() == "Nada marcado"
    tray.tap("straight-up:34")
    assert (tray.headline.text(), tray.summary.text()) == ("1 número marcado", "34")
    assert tray.finder.text() == "O escriba el número, como «17»."
    assert tray.nothing_entered == "tray.no-number", "nothing cannot be the answer"


@pytest.mark.parametrize("name", QUESTIONS)
def test_an_answer_that_is_put_in_comes_out_again(name: str, tray_of) -> None:
    form = QUESTIONS[name].draft.form
    for answer in (QUESTIONS[name].draft.solution.replace("|", " "), WRONG_ANSWERS[name]):
        tray = tray_of(name)
        tray.put(answer)
        assert form.canonical(tray.answer()) == form.canonical(answer)
        assert tray.missing() == ""


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_closed_tray_takes_nothing_and_keeps_its_answer(name: str, tray_of) -> None:
    tray = tray_of(name)
    tray.put(WRONG_ANSWERS[name])
    before = tray.answer()
    tray.show_solution(QUESTIONS[name].draft.form.canonical(before), QUESTIONS[name].draft.solution)
    press(tray, "1", "2", Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Left)
    for spot in QUESTIONS[name].draft.form.spots[:1] if hasattr(QUESTIONS[name].draft.form, "spots") else ():
        tray.tap(spot)
        tray.untap(spot)
    assert tray.answer() == before
    assert tray.tappable() == ()


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_language_can_change_while_answering(name: str, tray_of) -> None:
    tray = tray_of(name)
    tray.put(WRONG_ANSWERS[name])
    before = tray.answer()
    apply_style(tray, ENGLISH)
    assert tray.answer() == before


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name not in ("chips", "spots", "place", "choices")])
def test_an_empty_tray_says_what_it_lacks_in_both_languages(name: str, tray_of) -> None:
    tray = tray_of(name)
    spanish = tray.missing()
    apply_style(tray, ENGLISH)
    assert spanish and tray.missing() and spanish != tray.missing()


# ── figures ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_figure_is_typed_and_the_decimal_sign_is_the_language_s(tray_of, qtbot: QtBot) -> None:
    tray = tray_of("amount")
    tray.setFocus()
    QTest.keyClicks(tray.fields[0], "12,5")
    assert tray.answer() == "12.50"
    apply_style(tray, ENGLISH)
    assert tray.fields[0].text() == "12.5"


def test_a_figure_is_read_as_the_language_writes_it(tray_of) -> None:
    """«4.000» is four thousand in Spanish; in English, where it would be four, the same figure is written 4,000."""
    tray = tray_of("amount")
    QTest.keyClicks(tray.fields[0], "4.000")
    assert tray.answer() == "4000"
    apply_style(tray, ENGLISH)
    assert (tray.fields[0].text(), tray.answer()) == ("4,000", "4000")
    tray.fields[0].clear()
    QTest.keyClicks(tray.fields[0], "1 000.5")
    assert tray.answer() == "1000.50"


def test_the_one_decimal_key_of_a_numeric_keypad_is_the_language_s_sign(tray_of) -> None:
    tray = tray_of("amount")
    QTest.keyClicks(tray.fields[0], "12")
    QTest.keyClick(tray.fields[0], ".", Qt.KeyboardModifier.KeypadModifier)
    QTest.keyClicks(tray.fields[0], "500")
    assert (tray.fields[0].text(), tray.answer()) == ("12,500", "12.50")


def test_letters_and_second_points_are_not_figures(tray_of) -> None:
    tray = tray_of("amount")
    QTest.keyClicks(tray.fields[0], "1a2..5x")
    assert tray.answer() == "12.50"


@pytest.mark.parametrize("name", ["amount", "amounts"])
def test_what_was_right_stands_above_its_own_field_in_a_wide_window(name: str, tray_of) -> None:
    tray = tray_of(name, structs.replace(SPANISH, scale=1.25))
    tray.resize(1900, tray.height())
    tray.put(WRONG_ANSWERS[name])
    tray.show_solution(WRONG_ANSWERS[name], QUESTIONS[name].draft.solution)
    QApplication.processEvents()
    for field, correction in zip(tray.fields, tray.corrections, strict=True):
        box = QRect(correction.mapTo(tray, QPoint()), correction.size())
        assert field.geometry().left() <= box.left() and box.right() <= field.geometry().right()


def test_a_figure_is_tapped_on_the_keypad(tray_of) -> None:
    tray = tray_of("amount")
    for name in ("8", "7", "erase", "5", "point", "0"):
        QTest.mouseClick(tray.keys[name], LEFT)
    assert tray.fields[0].text() == "85,0"


def test_what_is_taken_has_a_minus_by_key_and_by_keypad(dressed) -> None:
    tray = dressed(AmountTray(AmountForm(unit="EUR", signed=True)))
    assert press(tray, "4", "0", "-") == [True] * 3
    assert tray.answer() == "-40"
    QTest.mouseClick(tray.keys["minus"], LEFT)
    assert tray.answer() == "40"
    QTest.keyClicks(tray.fields[0], "5-")
    assert tray.answer() == "-405"


def test_a_figure_without_a_sign_takes_no_minus(tray_of) -> None:
    tray = tray_of("amount")
    QTest.keyClicks(tray.fields[0], "-40")
    assert tray.answer() == "40"
    assert "minus" not in tray.keys


def test_figures_reach_the_field_whoever_has_the_keys(tray_of) -> None:
    tray = tray_of("amount")
    tray.fields[0].clearFocus()
    assert press(tray, "8", "5", Qt.Key.Key_Backspace) == [True] * 3
    assert tray.answer() == "8"


def test_enter_goes_through_the_fields_before_it_answers(tray_of) -> None:
    tray = tray_of("amounts")
    tray.fields[0].setFocus()
    QTest.keyClicks(tray.fields[0], "350")
    assert press(tray, Qt.Key.Key_Return) == [True]
    assert tray.fields[1].hasFocus()
    QTest.keyClicks(tray.fields[1], "120")
    press(tray, Qt.Key.Key_Down)
    assert tray.fields[2].hasFocus()
    QTest.keyClicks(tray.fields[2], "85")
    assert press(tray, Qt.Key.Key_Return) == [False], "all fields are filled: Enter is the screen's"
    assert tray.answer() == "350 120 85"


def test_wrong_figures_are_marked_and_corrected_one_by_one(tray_of) -> None:
    tray = tray_of("amounts")
    tray.put("350 120 40")
    tray.show_solution("350 120 40", "350 120 85")
    assert [field.verdict for field in tray.fields] == ["right", "right", "wrong"]
    assert [words.text() for words in tray.corrections] == ["", "", "85"]


# ── chips ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_chips_are_taken_and_put_back_by_mouse(tray_of) -> None:
    tray = tray_of("chips")
    hundred, twenty_five = list(tray.chips.values())[1:3]
    QTest.mouseClick(hundred, LEFT)
    QTest.mouseClick(twenty_five, LEFT, Qt.KeyboardModifier.ControlModifier)
    assert tray.answer() == "1x100 5x25"
    QTest.mouseClick(twenty_five, RIGHT)
    QTest.mouseClick(hundred, RIGHT)
    QTest.mouseClick(hundred, RIGHT)
    assert (tray.answer(), tray.total.text()) == ("4x25", "100 €")
    QTest.mouseClick(tray.clear, LEFT)
    assert tray.answer() == "-"


def test_chips_are_taken_and_put_back_by_key(tray_of) -> None:
    tray = tray_of("chips")
    press(tray, "2", "3")
    press(tray, "3", modifier=Qt.KeyboardModifier.ControlModifier)
    assert tray.answer() == "1x100 6x25"
    press(tray, Qt.Key.Key_Backspace)
    assert tray.answer() == "1x100 5x25"
    press(tray, Qt.Key.Key_Delete)
    assert tray.answer() == "-"
    assert press(tray, "9") == [False], "there is no ninth chip"


# ── choices ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_one_choice_answers_at_once(tray_of, qtbot: QtBot) -> None:
    tray = tray_of("choice")
    with qtbot.waitSignal(tray.submitted):
        press(tray, "2")
    assert tray.answer() == "to-prison"
    with qtbot.waitSignal(tray.submitted):
        QTest.mouseClick(tray.buttons["loses-all"], LEFT)
    assert tray.answer() == "loses-all"


def test_several_choices_are_toggled_and_wait_for_enter(tray_of, qtbot: QtBot) -> None:
    tray = tray_of("choices")
    with qtbot.assertNotEmitted(tray.submitted):
        press(tray, "1", "2", "4", "1")
        QTest.mouseClick(tray.buttons["low"], LEFT)
    assert tray.answer() == "black odd low"
    tray.show_solution("black odd low", "black even low")
    verdicts = {choice: button.verdict for choice, button in tray.buttons.items()}
    assert verdicts == {"red": "", "black": "right", "even": "missing", "odd": "wrong", "low": "right", "high": ""}


# ── order ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_steps_are_put_in_order_by_key_and_mouse(tray_of) -> None:
    tray = tray_of("order")
    press(tray, "4", "3", "3")
    QTest.mouseClick(tray.steps["dozens"], LEFT)
    press(tray, "5", "2", "1", Qt.Key.Key_Backspace)
    assert tray.missing()
    press(tray, "1")
    assert tray.answer() == "columns dozens even-chances splits straight-ups"


def test_steps_are_dragged_to_their_place_and_out_again(tray_of) -> None:
    tray = tray_of("order")
    press(tray, "4", "3")
    drag(tray.steps["splits"], QPoint(5, 20) - tray.steps["splits"].geometry().center())
    assert tray.sequence == ["splits", "columns", "dozens"]
    drag(tray.steps["columns"], QPoint(0, 100))
    assert tray.sequence == ["splits", "dozens"]
    assert tray.steps["columns"].pos().y() > tray.steps["dozens"].pos().y()


def drag(button, by: QPoint) -> None:
    start = button.rect().center()
    QTest.mousePress(button, LEFT, pos=start)
    QTest.mouseMove(button, start + by / 2)
    QTest.mouseMove(button, start + by - by / 2)
    QTest.mouseRelease(button, LEFT, pos=start)


def test_steps_of_one_group_may_change_places(tray_of) -> None:
    tray = tray_of("order")
    given = "dozens columns even-chances straight-ups splits"
    tray.put(given)
    tray.show_solution(given, QUESTIONS["order"].draft.solution)
    wrong = [step for step, button in tray.steps.items() if button.verdict == "wrong"]
    assert wrong == ["straight-ups", "splits"]


# ── the felt ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_spots_are_tapped_and_untapped(tray_of) -> None:
    tray = tray_of("spots")
    for spot in ("red", "dozen:2", "red"):
        tray.tap(spot)
    tray.untap("red")
    assert tray.answer() == "dozen:2"
    assert tray.marks() == {"dozen:2": "selected"}
    press(tray, Qt.Key.Key_Backspace)
    assert tray.answer() == "-"


def test_where_one_spot_is_asked_for_another_tap_moves_the_mark(dressed) -> None:
    form = SpotsForm(("straight-up:17", "straight-up:34"), single=True)
    tray = dressed(make_tray(form, make_felt("roulette-french").spoken), SPANISH)
    tray.tap("straight-up:17")
    tray.tap("straight-up:34")
    assert tray.answer() == "straight-up:34"
    tray.tap("straight-up:34")
    assert tray.answer() == "-"


def test_a_spot_is_found_by_typing_its_numbers_or_its_name(tray_of) -> None:
    tray = tray_of("spots")
    press(tray, *"14-17")
    assert "caballo 14-17" in tray.finder.text()
    assert press(tray, Qt.Key.Key_Return) == [True]
    press(tray, *"rojo", Qt.Key.Key_Return)
    assert tray.answer() == "split:14-17 red"
    press(tray, *"xyz")
    assert press(tray, Qt.Key.Key_Return) == [True], "what is typed is not an answer yet"
    assert tray.answer() == "split:14-17 red"
    press(tray, *[Qt.Key.Key_Backspace] * 3)
    assert press(tray, Qt.Key.Key_Return) == [False]


def test_the_answer_button_takes_what_is_still_being_typed(tray_of) -> None:
    tray = tray_of("spots")
    press(tray, *"14-17")
    assert Doubt().problem(tray) == "" and tray.answer() == "split:14-17"
    press(tray, *"xyz")
    assert "xyz" in Doubt().problem(tray) and tray.answer() == "split:14-17"


def test_numbers_alone_mean_the_number_before_any_pair_it_is_in() -> None:
    felt = make_felt("roulette-french")
    spots = tuple(spot for spot in felt.spots() if ":" in spot)

    def name(spot: str) -> str:
        return felt.spoken(spot, Language.ES)

    assert find_spot("17", spots, name) == "straight-up:17"
    assert find_spot("14-17", spots, name) == "split:14-17"
    assert find_spot("cuadro 16", spots, name) == "corner:16-17-19-20"
    assert find_spot(" ", spots, name) is None


def test_chips_are_placed_and_taken_back(tray_of) -> None:
    tray = tray_of("place")
    for spot in ("split:5-8", "split:5-8", "split:10-11"):
        tray.tap(spot)
    tray.untap("split:5-8")
    tray.untap("split:23-24")
    assert tray.answer() == "split:5-8=1 split:10-11=1"
    assert dict(tray.counts()) == {"split:5-8": 1, "split:10-11": 1}
    press(tray, Qt.Key.Key_Backspace)
    assert tray.answer() == "split:5-8=1"


def test_what_was_placed_is_marked_right_missing_and_wrong(tray_of) -> None:
    tray = tray_of("place")
    tray.put("split:5-8=1 split:10-11=2 split:17-20=1")
    tray.show_solution("split:5-8=1 split:10-11=2 split:17-20=1", "split:5-8=1 split:10-11=1 split:13-16=1")
    assert tray.marks() == {
        "split:5-8": "right",
        "split:10-11": "missing",
        "split:13-16": "missing",
        "split:17-20": "wrong",
    }


# ── hands ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_two_cards_make_the_low_hand_and_the_rest_the_high_one(tray_of) -> None:
    tray = tray_of("hands")
    press(tray, "3")
    assert tray.missing()
    QTest.mouseClick(tray.pieces[3], LEFT)
    assert tray.answer() == "low=9H,9C high=AS,KD,7S,4D,4H"


def test_a_card_that_was_set_can_be_taken_out_again(tray_of) -> None:
    tray = tray_of("hands")
    press(tray, "1", "2")
    press(tray, "1")
    assert tray.answer() == "low=KD high=9H,9C,7S,4D,4H"
    assert tray.filling == "low"
    press(tray, "1")
    assert tray.missing() == ""


def test_cards_are_dragged_into_hands(tray_of) -> None:
    tray = tray_of("hands")
    low = tray._hand_box("low").center()
    drag(tray.pieces[2], low - tray.pieces[2].geometry().center())
    assert tray.answer() == "low=9H"
    drag(tray.pieces[2], QPoint(10, 60) - tray.pieces[2].geometry().center())
    assert tray.answer() == ""


def test_the_hand_being_filled_is_chosen_by_key_or_click(tray_of) -> None:
    tray = tray_of("hands")
    press(tray, Qt.Key.Key_Right, "1")
    assert tray.answer() == "high=AS"
    QTest.mouseClick(tray, LEFT, pos=tray._hand_box("low").center())
    press(tray, "2", Qt.Key.Key_Backspace, "3")
    assert tray.answer() == "low=9H high=AS"


# ── calls ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_call_is_typed_and_chosen_part_by_part(tray_of) -> None:
    tray = tray_of("call")
    press(tray, "1", "7")
    assert tray.current == 1, "17 can only be 17: the next part is asked for"
    press(tray, "2", "1")
    QTest.mouseClick(tray.choices[3]["low"], LEFT)
    assert tray.answer() == "17 black odd low"


def test_a_number_that_could_go_on_waits_for_the_space_bar(tray_of) -> None:
    tray = tray_of("call")
    press(tray, "1")
    assert tray.current == 0
    press(tray, Qt.Key.Key_Space)
    assert (tray.current, tray.answer()) == (1, "1")
    press(tray, Qt.Key.Key_Backspace)
    assert (tray.current, tray.answer()) == (0, "")
    press(tray, Qt.Key.Key_Right, "1")
    assert (tray.current, tray.answer()) == (0, "red"), "the part that was skipped is asked for next"


def test_the_first_wrong_part_of_a_call_is_shown(tray_of) -> None:
    tray = tray_of("call")
    tray.put("16 red odd low")
    tray.show_solution("16 black odd low", "17 black even low")
    assert tray.current == 0


# ── figures with their unit ──────────────────────────────────────────────────────────────────────────────────────


def test_a_minus_stands_before_the_currency() -> None:
    assert with_unit(Fraction(-12000), "USD", SPANISH) == "−$12.000"
    assert with_unit(Fraction(-5), "EUR", SPANISH) == "−5 €"
    assert with_unit(Fraction(5, 2), "EUR", ENGLISH) == "€2.50"


@pytest.mark.parametrize("with_focus", [True, False])
def test_delete_clears_a_figure_and_typing_replaces_an_earlier_answer(
    with_focus: bool, dressed: Callable[..., object]
) -> None:
    """1, Delete, 45 is 45; an answer that was put back is replaced by the first digit."""
    tray = dressed(AmountTray(AmountForm()))
    assert isinstance(tray, AmountTray)

    def type_keys(*keys: Qt.Key | str) -> None:
        for key in keys:
            if not with_focus:
                press(tray, key)
            elif isinstance(key, str):
                QTest.keyClicks(tray.fields[0], key)
            else:
                QTest.keyClick(tray.fields[0], key)

    type_keys("1", Qt.Key.Key_Delete, "4", "5")
    assert tray.answer() == "45"
    tray.put("1200")
    type_keys("7", "0")
    assert tray.answer() == "70"
    tray.put("1200")
    type_keys(Qt.Key.Key_Delete)
    assert tray.missing()


@pytest.mark.parametrize("name", ["call", "order", "hands"])
def test_delete_clears_the_whole_answer(name: str, tray_of) -> None:
    tray = tray_of(name)
    tray.put(WRONG_ANSWERS[name])
    for _ in range(4):  # each hand by itself
        press(tray, Qt.Key.Key_Delete, Qt.Key.Key_Right)
    assert tray.missing()
