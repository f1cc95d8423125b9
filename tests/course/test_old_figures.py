"""A house that changes a figure is told which inherited sentences still give the old one."""

from __future__ import annotations

from pathlib import Path

import pytest

from trainer.cli.main import main
from trainer.cli.rulebook import old_sentences
from trainer.texts import Language, say

BASE = 'extends = "coquimbo/blackjack"\n'
CUT = '[procedure.house-cut]\ndoes = {{ es = "Con {0} cartas detrás.", en = "With {0} cards behind." }}\n'


def notes(folder: Path, text: str) -> dict[str, str]:
    path = folder / "mi-escuela" / "blackjack.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(BASE + text)
    return {fault.key: say(fault.problem, Language.EN) for fault in old_sentences(path)}


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
