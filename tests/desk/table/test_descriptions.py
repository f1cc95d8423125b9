"""The felt says in words what lies on it, and every control has a name."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit

from tests.desk.table.cloths import make_felt as sample_felt
from trainer.catalogue import DRILLED
from trainer.desk.shots.samples import sample_questions
from trainer.desk.style.theme import ROULETTE_MARKS
from trainer.desk.table import Imprint, make_felt
from trainer.desk.table.descriptions import scene_lines, scene_words
from trainer.drills import families
from trainer.drills.scene import CardPiece, Chips, Marker, Scene
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language, text
from trainer.texts.messages import number

GAMES = [
    (book, game) for book in shipped_library().rulebooks() for game in shipped_library().games(book) if game in DRILLED
]


@pytest.mark.parametrize(("book", "game"), GAMES[::2])
def test_the_words_of_every_scene_are_its_bets(book: str, game: str, qapp) -> None:
    rules = load_rules(shipped_library(), book, game)
    for family in families(game):
        if not family.fits(rules):
            continue
        scene = family.make(rules, len(family.levels), 3).draft.scene
        felt = make_felt(scene.felt, Imprint(rules))
        lines = scene_lines(felt, scene, Language.ES)
        laid = [piece for piece in scene.pieces if not isinstance(piece, Chips) or any(piece.counts.values())]
        assert len(lines) == len({piece.spot for piece in laid})
        said = Counter(int(count) for line in lines for count in re.findall(r"(\d+) fichas?(?: de|,)", line))
        chips = [
            count for piece in scene.pieces if isinstance(piece, Chips) for count in piece.counts.values() if count
        ]
        assert said == Counter(chips), family.id
        for piece in laid:
            spoken = felt.spoken(piece.spot, Language.ES)
            assert any(line.startswith(f"{spoken}: ") for line in lines)


def test_chips_are_named_by_value_or_by_colour_and_sign(qapp) -> None:
    scene = Scene(
        felt="roulette-french",
        pieces=(
            Chips(spot="straight-up:17", counts={"blue": 2}, owner="blue"),
            Chips(spot="red", counts={"25": 2, "5": 1}, value=55),
            Marker(spot="straight-up:17", kind="dolly"),
        ),
    )
    felt = sample_felt("roulette-french")
    assert scene_words(felt, scene, Language.ES) == (
        "pleno 17: 2 fichas, azul (disco); marcador del número. rojo: 2 fichas de 25, 1 ficha de 5; valen 55."
    )
    assert scene_words(felt, Scene(felt="roulette-french"), Language.EN) == "Nothing lies on the felt."


SIGNS = {
    "disc": ("disco", "disc"),
    "triangle": ("triángulo", "triangle"),
    "diamond": ("rombo", "diamond"),
    "square": ("cuadrado", "square"),
    "cross": ("cruz", "cross"),
    "ring": ("anillo", "ring"),
    "star": ("estrella", "star"),
}


@pytest.mark.parametrize("colour", ROULETTE_MARKS)
def test_a_colour_is_named_with_the_sign_on_its_chips(colour: str) -> None:
    """In fields, questions and reasons too: who cannot tell the colours reads by the sign."""
    for language, sign in zip((Language.ES, Language.EN), SIGNS[ROULETTE_MARKS[colour]], strict=True):
        assert text(f"table.colour.{colour}", language).endswith(f" ({sign})")


def test_cards_are_said_by_rank_and_suit_and_covered_ones_are_not_told(qapp) -> None:
    pieces = (CardPiece(spot="dealer", card="AS"), CardPiece(spot="dealer", card="KD", face_up=False))
    felt = sample_felt("blackjack-7")
    words = scene_words(felt, Scene(felt="blackjack-7", pieces=pieces), Language.ES)
    assert "as de picas; carta tapada" in words and "rey" not in words


def test_a_screen_reader_hears_the_table_in_both_languages(open_window) -> None:
    window = open_window()
    window.ask([sample_questions()["amount"]] * 2, "practise")
    felt = window.runner.felt
    felt.describe()
    assert f"2 fichas de {number(25, Language.ES)}" in felt.accessibleDescription()
    window.switch_language()
    felt.describe()
    assert "2 chips of 25" in felt.accessibleDescription()


@pytest.mark.parametrize("name", list(sample_questions()))
def test_every_control_has_a_name(name: str, open_window) -> None:
    window = open_window()
    window.ask([sample_questions()[name]], "practise")
    QApplication.processEvents()
    for control in window.findChildren(QAbstractButton) + window.findChildren(QLineEdit):
        if control.isVisible():
            assert control.accessibleName(), control


def test_a_screen_reader_is_told_the_question_its_table_the_hints_and_the_verdict(
    open_window, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: told.append(event.message()))
    window = open_window()
    question = sample_questions()["amount"]
    window.ask([question] * 2, "learn")
    runner = window.runner
    assert runner.bar.question.text() in told[-1] and "2 fichas de 25" in told[-1]
    for _ in range(4):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_F4)
    assert "caballo 14-17" in told[1] and told[2].startswith("La respuesta se apoya en") and len(told) == 5
    QTest.keyClicks(QApplication.focusWidget(), "1")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    why = question.family.explain(question.draft.reasons[0], Language.ES)
    assert told[-1].startswith("Incorrecto. ") and why in told[-1]
