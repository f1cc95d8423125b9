"""Faults of rule files: every one is found at once, named with its place and its cure, in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trainer
from trainer.cli.rulebook import check
from trainer.equipment import NotReadableError
from trainer.equipment.cards import Card
from trainer.equipment.chips import ChipSet, Stack
from trainer.equipment.dice import Roll
from trainer.equipment.money import Rounding, parse_amount
from trainer.equipment.odds import Odds
from trainer.equipment.shoe import Shoe
from trainer.equipment.tiles import Tile
from trainer.equipment.wheel import WHEELS, Wheel
from trainer.games.craps.figures import Commission
from trainer.games.rules import load_rules
from trainer.rulebooks import Fault, Library, RulebookError
from trainer.rulebooks.library import SHIPPED
from trainer.rulebooks.problems import unreadable
from trainer.rulebooks.schema import Citation, GameRules, Limit
from trainer.texts import Language, say
from trainer.texts.messages import messages

ES, EN = Language.ES, Language.EN
NAME = "mi-escuela/roulette-american.toml"
BASE = 'extends = "arica/roulette-american"\n'


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def faults_in(folder: Path, text: str | bytes) -> list[Fault]:
    return check(write(folder, text))[1]


# ── every fault has words ────────────────────────────────────────────────────────────────────────────────────────────


def raised() -> Iterator[tuple[str, set[str] | None]]:
    """Every id of a fault in the code, with the parameters it is given; none where they are not seen."""
    for path in sorted(Path(trainer.__path__[0]).rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        if not re.search(r"wrong\(|NotReadableError\(|\bfaults\.", code):
            continue
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id in ("wrong", "NotReadableError"):
                    first = node.args[0]
                    assert isinstance(first, ast.Constant), f"{path}:{node.lineno}: name the fault by its id"
                    names = [keyword.arg for keyword in node.keywords]
                    assert None not in names, f"{path}:{node.lineno}: name every parameter"
                    is_form = node.func.id == "NotReadableError"
                    yield (f"not-{first.value}", {"text"}) if is_form else (first.value, {str(name) for name in names})
            elif isinstance(node, ast.Constant) and re.fullmatch(r"faults\.[a-z-]*[a-z]", str(node.value)):
                yield str(node.value).removeprefix("faults."), None


def test_every_fault_the_code_can_raise_has_its_sentence_and_no_sentence_is_left_over() -> None:
    written = messages("faults")
    found = list(raised())
    assert {problem for problem, _ in found} == set(written)
    for problem, params in found:
        if params is not None:
            assert params == set(re.findall(r"\{(\w+)\}", written[problem].es)), problem


FORMS: list[Callable[[str], object]] = [
    *(parse_amount, Odds.parse, Rounding.parse, Limit.parse, Commission.parse, Citation.parse, ChipSet.parse),
    *(Stack.parse, Card.parse, Shoe.parse, Tile.parse, Roll.parse, Wheel.parse),
]


@pytest.mark.parametrize("parse", FORMS)
@given(text=st.text("0123459ATSHJK L%|-/.,x tofrwin²٣", max_size=12))
def test_what_is_no_text_form_is_told_with_the_text_itself(parse: Callable[[str], object], text: str) -> None:
    try:
        parse(text)
    except NotReadableError as error:
        assert error.text.strip() in text
        assert say(unreadable(error), ES).startswith(f"«{error.text}»")
        assert say(unreadable(error), EN).startswith(f"'{error.text}'")


@pytest.mark.parametrize("language", Language)
def test_the_wheels_there_are_stand_in_the_sentence_about_wheels(language: Language) -> None:
    sentence = messages("faults")["not-wheel"].in_language(language)
    assert all(wheel in sentence for wheel in WHEELS)


# ── files ────────────────────────────────────────────────────────────────────────────────────────────────────────────

TEN_FAULTS = """\
extends = "arica/roulette-american"
colour = "green"
default-variant = "triple-zero"

[table]
minimum = "much"

[bets.five-number]
pays = "7 at 1"
odds = "7 to 1"

[bets.street]
names = { es = "Calle" }
maximum = "lots"

[bets.basket]
pays = "11 to 1"

[options.called-bets]
kind = "guess"

[procedure.spin]
does = "Girar"
"""
TOLD = {
    "colour": ("esta clave no se conoce; hay: about, bets,", "unknown key; there are: about, bets,"),
    "table.minimum": ("«much» no es un importe: escriba cifras", "'much' is not an amount: write digits"),
    "bets.five-number.pays": (
        "«7 at 1» no es un pago: escriba «35 to 1» (35 a 1), «3 to 2» (3 a 2) o «9 for 1» (9 por 1)",
        "'7 at 1' is not a pair of odds: write '35 to 1', '3 to 2' or '9 for 1'",
    ),
    "bets.five-number.odds": ("esta clave no se conoce; hay: cite,", "unknown key; there are: cite,"),
    "bets.street.maximum": ("«lots» no es un límite: escriba «500»", "'lots' is not a limit: write '500'"),
    "bets.basket.names": ("falta: escríbalo", "is missing: write it"),
    "bets.basket.wins": ("falta: escríbalo", "is missing: write it"),
    "bets.basket.cite": ("falta: escríbalo", "is missing: write it"),
    "options.called-bets.kind": (
        "«guess» no vale; escriba uno de estos: choice, amount, rounding",
        "'guess' is not one of: choice, amount, rounding",
    ),
    "procedure.spin.does": ("debe ser una tabla, no «Girar»", "must be a table, not 'Girar'"),
}


def test_a_file_with_ten_faults_lists_ten_faults_with_file_and_key_in_both_languages(tmp_path: Path) -> None:
    path = write(tmp_path, TEN_FAULTS)
    _, faults = check(path)
    assert len(faults) == 10
    assert {fault.key for fault in faults} == set(TOLD)
    for fault in faults:
        for language, problem in zip((ES, EN), TOLD[fault.key], strict=True):
            assert say(fault.message, language).startswith(f"{path}: {fault.key}: {problem}")
        assert str(fault) == say(fault.message, EN)


@pytest.mark.parametrize(
    ("text", "key", "es", "en"),
    [
        (
            'extends = "nowhere/roulette"',
            "extends",
            "no existe el archivo nowhere/roulette.toml",
            "no file nowhere/roulette.toml",
        ),
        ("extends = 3", "extends", "3 debe nombrar un archivo", "3 must name a file"),
        (f'extends = "{NAME[:-5]}"', "extends", "en círculo: mi-escuela/", "in a circle: mi-escuela/"),
        (
            BASE + "this is not toml",
            "",
            "línea 2, columna 6: «this is not toml»",
            "line 2, column 6: 'this is not toml'",
        ),
        (BASE + "[table]\n[table]", "", "la línea 3, columna 7, repite", "line 3, column 7 says again"),
        (BASE + "about = [1", "", "línea 2, columna 11, queda algo abierto", "column 11 something is left open"),
        (BASE.encode() + "# Año".encode("latin-1"), "", "la línea 2 no está en UTF-8", "line 2 is not in UTF-8"),
        (BASE + 'rulebook = "x"', "rulebook", "lo rellena el programa", "filled in by the program"),
        (
            BASE + 'remove = "bets.street"',
            "remove",
            "debe ser una lista, no «bets.street»",
            "must be a list, not 'bets",
        ),
        (BASE + "options = 3", "options", "debe ser una tabla, no 3", "must be a table, not 3"),
        (BASE + "cite = true", "cite", "no como true", "not as true"),
        (
            BASE + 'default-variant = "x"',
            "default-variant",
            "no existe la variante «x»; elija entre: double-zero",
            "there is no variant 'x'; choose: double-zero",
        ),
        (
            BASE + '[options.called-bets]\ndefault = "x"',
            "options.called-bets.default",
            "«x» no vale; escriba uno de estos: ",
            "'x' is not one of: ",
        ),
        (BASE + '[rules]\nwheel = "big"', "rules.wheel", "«big» no es una ruleta", "'big' is not a wheel"),
        (
            BASE + '[procedure.spin]\ncall = "x"',
            "procedure.spin.call",
            "nombra [calls.x], que no existe",
            "names [calls.x], which is not there",
        ),
        (BASE + 'game = "moon"', "game", "el archivo se llama como el juego", "is called like the game"),
        (BASE + 'remove = ["orders.clear"]', "orders.clear", "falta", "is missing"),
    ],
)
def test_faults_name_the_place_and_the_cure(tmp_path: Path, text: str | bytes, key: str, es: str, en: str) -> None:
    faults = faults_in(tmp_path, text)
    assert [fault.key for fault in faults] == [key]
    assert es in say(faults[0].problem, ES)
    assert en in say(faults[0].problem, EN)


@pytest.mark.parametrize("key", [field.replace("_", "-") for field in GameRules.__struct_fields__])
@pytest.mark.parametrize("value", ["3", "true", '["x"]', "{ x = 1 }"])
def test_nothing_that_can_stand_under_a_key_breaks_the_check(tmp_path: Path, key: str, value: str) -> None:
    """A text in place of a text is no fault; everything else is told in both languages."""
    for fault in faults_in(tmp_path, f"{BASE}{key} = {value}"):
        assert say(fault.message, ES) != say(fault.message, EN)


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        ("arica/blackjack", "shoe.decks = 1000000"),
        ("arica/blackjack", "shoe.decks-allowed = [6, 1000000]"),
        ("baleares/punto-banco", "seats = 1000000000"),
        ("puerto-rico/big-six", "wheel.cells.one = 5000"),
    ],
)
def test_more_things_than_lie_on_any_table_are_refused(tmp_path: Path, game: str, rule: str) -> None:
    path = tmp_path / "own" / f"{game.partition('/')[2]}.toml"
    path.parent.mkdir()
    path.write_text(f'extends = "{game}"\n[rules]\n{rule}\n')
    _, faults = check(path)
    assert faults and all(rule.partition(" ")[0].split(".")[0] in fault.key for fault in faults)


def test_a_file_that_may_not_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, BASE)

    def refused(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("trainer.system.toml_cache.read_input_file", refused)
    faults = Library([tmp_path]).faults("mi-escuela", "roulette-american")
    monkeypatch.undo()
    assert [str(fault) for fault in faults] == [
        f"{path}: cannot be read: you have no permission; change the permissions or choose another folder"
    ]


def test_a_fault_that_nobody_reads_is_not_put_into_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, TEN_FAULTS)

    def asked(area: str) -> None:
        raise AssertionError(f"{area}.toml was opened")

    monkeypatch.setattr("trainer.texts.messages._area", asked)
    with suppress(RulebookError):
        load_rules(Library([tmp_path, SHIPPED]), "mi-escuela", "roulette-american")


def test_what_is_never_looked_at_in_a_school_s_folder_is_said(tmp_path: Path) -> None:
    write(tmp_path, BASE)
    (tmp_path / "arica").mkdir()
    (tmp_path / "arica" / "craps.toml").write_text('extends = "bolivia/craps"\n', encoding="utf-8")
    (tmp_path / "loose.toml").write_text("a = 1\n", encoding="utf-8")
    games, found = check(tmp_path)
    assert games == 1
    assert [(Path(fault.file).name, fault.problem.id) for fault in found] == [
        ("arica", "faults.shipped-name"),
        ("loose.toml", "faults.loose-file"),
    ]
