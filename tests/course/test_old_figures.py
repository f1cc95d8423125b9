"""A house that changes a figure is told which inherited sentences give the old one, and its pages say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.course.changed_figures import still_asked, unmarked
from trainer.cli.main import main
from trainer.cli.rulebook import old_sentences
from trainer.course import path
from trainer.course.old_figures import marked
from trainer.course.path import Course
from trainer.drills import regulation, rule_words, rulebook_facts, table_rules
from trainer.drills.number_words import every_figure_in
from trainer.drills.old_figures import OldFigure
from trainer.drills.rule_words import figures
from trainer.drills.table_rules import cases
from trainer.games.rules import load_rules
from trainer.rulebooks.library import SHIPPED, Library, shipped_library
from trainer.texts import Language, say

BASE = 'extends = "coquimbo/blackjack"\n'
CUT = '[procedure.house-cut]\ndoes = {{ es = "Con {0} cartas detrás.", en = "With {0} cards behind." }}\n'


def notes(folder: Path, text: str) -> dict[str, str]:
    file = folder / "mi-escuela" / "blackjack.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(BASE + text)
    return {fault.key: say(fault.problem, Language.EN) for fault in old_sentences(file)}


def test_a_sentence_that_keeps_a_changed_figure_is_named(tmp_path: Path) -> None:
    found = notes(tmp_path, "[rules.shoe]\nbehind-most = 100\n")
    assert list(found) == ["procedure.house-cut"]
    assert "still says 104, and rules.shoe.behind-most is now 100" in found["procedure.house-cut"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[rules.shoe]\nbehind-most = 100\n" + CUT.format(100),  # the sentence was changed too
        '[bets.insurance]\npays = "3 to 1"\n',  # no sentence gives this price
    ],
)
def test_nothing_is_noted_where_no_sentence_keeps_an_old_figure(tmp_path: Path, text: str) -> None:
    assert notes(tmp_path, text) == {}


def test_a_number_in_words_is_found(tmp_path: Path) -> None:
    assert "conduct.places" in notes(tmp_path, "[rules.places]\nper-player = 3\n")


def test_notes_are_no_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notes(tmp_path, "[rules.shoe]\nbehind-most = 100\n")
    assert main(["rulebook", "check", str(tmp_path / "mi-escuela" / "blackjack.toml")]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("nota: ") and "104" in told.out and "errores: 0" in told.err


def test_the_pages_of_a_house_mark_the_sentences_of_the_regulation(tmp_path: Path) -> None:
    """Every sentence that still gives the old figure, on whatever page, is followed by the figure of the house."""
    notes(tmp_path, "[rules.shoe]\nbehind-most = 100\n")
    library = Library([tmp_path, SHIPPED])
    for language, remark in ((Language.ES, "cambiado 104 por 100"), (Language.EN, "changed 104 to 100")):
        course = Course(load_rules(library, "mi-escuela", "blackjack"), language, library)
        lines = [line for page in ("shoe", "round", "running") for line in course.page(page).markdown.split("\n")]
        old = [line for line in lines if "104" in line]
        assert len(old) == 2 and all(remark in line for line in old)


def test_no_page_keeps_a_figure_that_a_house_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each figure of a game is changed in turn; `benchmarks/test_course.py` looks at every game."""
    assert list(unmarked("puerto-rico", "big-six", tmp_path)) == []
    monkeypatch.setattr(path, "with_old_figures_marked", lambda rules, library: rules)
    assert list(unmarked("puerto-rico", "big-six", tmp_path))


def test_no_question_is_about_a_sentence_with_a_figure_that_a_house_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house with three places a player would have been asked for the two of the regulation."""
    notes(tmp_path, "[rules.places]\nper-player = 3\n")
    house = load_rules(Library([tmp_path, SHIPPED]), "mi-escuela", "blackjack")
    before = load_rules(shipped_library(), "coquimbo", "blackjack")
    asked = {each.entry for each in figures(before)}
    assert "conduct.places" in asked - {each.entry for each in figures(house)}
    assert len(cases(house)) < len(cases(before))
    assert list(still_asked("puerto-rico", "big-six", tmp_path)) == []
    for module in (rule_words, table_rules, regulation, rulebook_facts):
        monkeypatch.setattr(module, "outdated", lambda rules: frozenset())
    assert list(still_asked("puerto-rico", "big-six", tmp_path))


@pytest.mark.parametrize(("words", "figure"), [("10 a 25.000 dólares", 25_000), ("diez mil", 10_000), ("veinte", 20)])
def test_rare_number_words_and_thousands_are_figures_too(words: str, figure: int) -> None:
    found = every_figure_in(words, Language.ES)
    assert figure in found and 1000 not in found and 25 not in found


def test_a_regulation_has_no_remarks_and_several_changes_of_one_sentence_have_one_each() -> None:
    rules = load_rules(shipped_library(), "coquimbo", "blackjack")
    found = [OldFigure("procedure", "house-cut", f"rules.{old}", old, 3) for old in (52, 104, 104)]
    changed = marked(rules, found)
    assert say(changed.procedure["house-cut"].does, Language.ES).count("la casa ha cambiado") == 2
    assert marked(rules, []) == rules
    told = Course(rules, Language.ES, shipped_library()).page("round").markdown
    assert "la casa ha cambiado" not in told
