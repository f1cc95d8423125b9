"""Cloths print what the rules and the texts say, and nothing of their own."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtGui import QImage, QPainter

from tests.loops import loop_over
from trainer import catalogue
from trainer.desk import table
from trainer.desk.shots.imprints import imprint_for, other_choices, usual_rules
from trainer.desk.style.theme import DARK
from trainer.desk.table import Imprint, make_felt
from trainer.desk.table.drawing import render_scene
from trainer.desk.table.imprint import in_print
from trainer.drills.scene import Scene
from trainer.equipment.odds import Odds
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, Library, shipped_library
from trainer.rulebooks.library import SHIPPED
from trainer.texts import Language, Names
from trainer.texts.messages import messages

FOLDER = Path(table.__file__).parent
USUAL = list(usual_rules(shipped_library()))
STRANGE = Odds.parse("97 to 13")
LETTERS = re.compile(r"[^\W\d_]{2,}")


def name_of(rules: GameRules) -> str:
    return f"{rules.rulebook}-{rules.game}-{rules.variant}"


@pytest.fixture
def printed(qapp: object, monkeypatch: pytest.MonkeyPatch) -> Callable[[GameRules, Language], list[str]]:
    """All that is lettered on the cloth of some rules."""
    lettered: list[str] = []

    def watch(module: Any, name: str, text_at: int) -> None:
        own = getattr(module, name)

        def letter(*arguments: Any, **options: Any) -> Any:
            lettered.append(arguments[text_at])
            return own(*arguments, **options)

        monkeypatch.setattr(module, name, letter)

    for path in FOLDER.glob("**/*.py"):
        place = path.relative_to(FOLDER.parent).with_suffix("").parts
        module = import_module(".".join(("trainer", "desk", *place)).removesuffix(".__init__"))
        if hasattr(module, "fit_text") and path.stem != "drawing":
            watch(module, "fit_text", 0)
        for name in ("print_arc_text", "print_in_box"):
            if hasattr(module, name):
                watch(module, name, 1)

    def paint(rules: GameRules, language: Language) -> list[str]:
        lettered.clear()
        felt = make_felt(rules.rules["felt"], Imprint(rules))
        picture = QImage(320, 180, QImage.Format.Format_ARGB32_Premultiplied)
        painter = QPainter(picture)
        felt.paint(painter, DARK, language)
        painter.end()
        return list(lettered)

    return paint


def with_bets(rules: GameRules, change: Callable[[str, Any], Any]) -> GameRules:
    bets = {bet: change(bet, rule) for bet, rule in rules.bets.items()}
    return msgspec.structs.replace(rules, bets=bets, digest=change.__name__)


def all_names(value: Any) -> Iterator[Names]:
    """Every name within some rules, wherever it stands."""
    if isinstance(value, Names):
        yield value
    elif isinstance(value, dict):
        if set(value) == {"es", "en"}:
            yield Names(value["es"], value["en"])
        for part in value.values():
            yield from all_names(part)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from all_names(getattr(value, field))


def all_odds(rules: GameRules) -> list[Odds]:
    return [odds for bet in rules.bets.values() for odds in (bet.pays, *bet.pay_table.values()) if odds]


def vocabulary(rules: GameRules, language: Language) -> set[str]:
    parts = (rules.names, rules.bets, rules.rules, rules.info.terms)
    words = [names.in_language(language) for part in parts for names in all_names(part)]
    words += [names.in_language(language) for area in ("cloth", "poker", "terms") for names in messages(area).values()]
    words += [in_print(odds, language) for odds in all_odds(rules)]
    return {found for text in words for found in LETTERS.findall(text.upper())}


@loop_over(("rules", "language"), product(USUAL, Language))
def test_every_word_on_a_cloth_stands_in_the_rules_or_the_texts(
    rules: GameRules, language: Language, printed: Callable[..., list[str]]
) -> None:
    known = vocabulary(rules, language)
    found = {word for text in printed(rules, language) for word in LETTERS.findall(text.upper())}
    assert found <= known
    assert found, "a cloth says something"


@loop_over(("rules", "language"), product(USUAL, Language))
def test_a_bet_by_another_name_stands_on_the_cloth_by_that_name(
    rules: GameRules, language: Language, printed: Callable[..., list[str]]
) -> None:
    def rename(bet: str, rule: Any) -> Any:
        return msgspec.structs.replace(rule, names=Names(f"Zeta {bet}", f"Zed {bet}"))

    own, other = Imprint(rules), Imprint(with_bets(rules, rename))
    before, after = printed(rules, language), printed(other.rules, language)
    for bet in rules.bets:
        if own.label(bet).in_language(language) in before:
            assert {in_print(other.label(bet), language), in_print(other.sign(bet), language)} & set(after), bet


@loop_over(("rules", "language"), product(USUAL, Language))
def test_other_odds_are_printed_in_place_of_the_old(
    rules: GameRules, language: Language, printed: Callable[..., list[str]]
) -> None:
    def raise_odds(bet: str, rule: Any) -> Any:
        pays = STRANGE if rule.pays else None
        return msgspec.structs.replace(rule, pays=pays, pay_table=dict.fromkeys(rule.pay_table, STRANGE))

    said = {in_print(odds, language) for odds in all_odds(rules)}
    of_odds = re.compile(r"[\d.,]*\d (?:A|TO|POR|FOR) \d+")
    before = {found for text in printed(rules, language) for found in of_odds.findall(text)}
    after = {found for text in printed(with_bets(rules, raise_odds), language) for found in of_odds.findall(text)}
    assert before <= said
    assert after == ({in_print(STRANGE, language)} if before else set())


@pytest.mark.parametrize("game", ["roulette-american", "blackjack", "craps", "punto-banco", "big-six"])
def test_cloths_that_print_odds_do(game: str, printed: Callable[..., list[str]]) -> None:
    rules = next(rules for rules in USUAL if rules.game == game)
    assert re.search(r"\d+ A \d+", "\n".join(printed(rules, Language.ES)))


@pytest.mark.parametrize("rules", USUAL, ids=name_of)
def test_every_choice_of_every_option_has_a_cloth(rules: GameRules, qapp: object) -> None:
    for chosen in other_choices(shipped_library(), rules):
        assert make_felt(chosen.rules["felt"], Imprint(chosen)).spots(), chosen.chosen


# ── house options and school files ───────────────────────────────────────────────────────────────────────────────────


def test_a_bank_that_stands_on_soft_17_says_so_on_its_cloth(printed: Callable[..., list[str]]) -> None:
    library = shipped_library()
    words = {
        choice: "\n".join(printed(load_rules(library, "arica", "blackjack", "", {"soft-17": choice}), Language.ES))
        for choice in ("draw", "stand")
    }
    assert "17 SUAVE" in words["draw"]
    assert "17 SUAVE" not in words["stand"]
    assert "SE PLANTA CON 17" in words["stand"]


@pytest.mark.parametrize(
    ("game", "change", "language", "wanted"),
    [
        ("roulette-american", '[bets.column]\npays = "3 to 1"', Language.ES, "3 A 1"),
        ("blackjack", '[bets.main.pay-table]\nblackjack = "6 to 5"', Language.EN, "BLACKJACK PAYS 6 TO 5"),
        ("blackjack", '[bets.insurance]\npays = "3 to 1"', Language.ES, "SEGURO PAGA 3 A 1"),
        ("craps", '[bets.field.pay-table]\n12 = "3 to 1"', Language.ES, "PAGA 3 A 1"),
        ("punto-banco", '[bets.tie]\npays = "9 to 1"', Language.ES, "9 A 1"),
        ("craps", '[bets.come.names]\nes = "Venga"\nen = "Coming"', Language.EN, "COMING"),
    ],
)
def test_what_a_school_changes_is_printed(
    game: str, change: str, language: Language, wanted: str, tmp_path: Path, printed: Callable[..., list[str]]
) -> None:
    school = tmp_path / "escuela"
    school.mkdir()
    (school / f"{game}.toml").write_text(f'extends = "arica/{game}"\n{change}\n', encoding="utf-8")
    library = Library([tmp_path, SHIPPED])
    assert wanted not in printed(load_rules(library, "arica", game), language)
    assert wanted in printed(load_rules(library, "escuela", game), language)


@pytest.mark.parametrize(("book", "wanted"), [("arica", "medio pleno 14-17"), ("baleares", "caballo 14-17")])
def test_spots_are_spoken_of_in_the_regulations_own_terms(book: str, wanted: str, qapp: object) -> None:
    rules = load_rules(shipped_library(), book, "roulette-american")
    assert make_felt(rules.rules["felt"], Imprint(rules)).spoken("split:14-17", Language.ES) == wanted


def test_pictures_of_one_felt_under_two_rules_are_told_apart(qapp: object) -> None:
    library = shipped_library()
    two = [load_rules(library, "arica", "blackjack", "", {"soft-17": choice}) for choice in ("draw", "stand")]
    assert len({rules.rules["felt"] for rules in two}) == 1
    one, other = (render_scene(Scene(felt=r.rules["felt"]), Imprint(r), Language.ES, (640, 360)) for r in two)
    assert one != other


# ── felt code ────────────────────────────────────────────────────────────────────────────────────────────────────────

# Ids and spots, colours, and the letter by which others are measured.
NO_WORDS = re.compile(r"[a-z0-9:/@._-]*|#[0-9A-Fa-f]{6}|H{1,2}| ")


def prose(path: Path) -> Iterator[str]:
    """String literals of a module that are no ids, colours, docstrings or words of an error."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise):
            silent |= {id(part) for part in ast.walk(node)}
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            silent.add(id(node.value))  # docstrings
        if isinstance(node, ast.AnnAssign):
            silent |= {id(part) for part in ast.walk(node.annotation)}
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent
        if is_text and re.search(r"\w", node.value) and not NO_WORDS.fullmatch(node.value):
            yield node.value


DRAWING = {"view", "drawing", "picture_cache", "arrangement", "base", "marks", "cloth", "imprint", "__init__"}
FELT_MODULES = sorted(
    path for folder in (FOLDER, FOLDER / "layouts") for path in folder.glob("*.py") if path.stem not in DRAWING
)


@loop_over("path", FELT_MODULES, ids=lambda path: path.stem)
def test_felt_code_has_no_words_and_no_odds_of_its_own(path: Path) -> None:
    assert list(prose(path)) == []
    assert "Names(" not in path.read_text(encoding="utf-8")
    assert "Odds(" not in path.read_text(encoding="utf-8")


def test_the_felts_of_the_catalogue_are_those_that_rules_name_or_drills_show() -> None:
    for felt_id in catalogue.felt_modules():
        assert imprint_for(felt_id).rules.names
