"""House options: every choice changes an answer, what has no choice says so, and a step stands where an option says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games import choice_readings
from tests.games.option_witnesses import LIBRARY, is_only_stated, shows_it, wanted, witnesses
from trainer.games.rules import load_rules
from trainer.rulebooks import Library, RulebookError
from trainer.rulebooks.library import SHIPPED

PAI_GOW = ("puerto-rico", "pai-gow-poker")
WITNESSES = witnesses()


def test_every_choice_of_every_option_has_a_witness() -> None:
    """If not: ``uv run python -m tests.games.option_witnesses`` finds one, or the choice changes nothing."""
    have = {witness.place for witness in WITNESSES}
    without = [
        f"{book}/{name} {option}={choices[0]}"
        for book, name, option, choices in wanted()
        if not any((book, name, option, choice) in have for choice in choices)
    ]
    assert without == []


def test_another_choice_gives_another_answer() -> None:
    """A fifth of them; ``benchmarks/test_house_options.py`` hears all."""
    assert [witness.place for witness in WITNESSES[::5] if not shows_it(witness)] == []


def test_what_a_choice_cites_was_read() -> None:
    """If not: ``uv run python -m tests.games.choice_readings`` shows what is new."""
    assert choice_readings.lines() == choice_readings.read_already()


def test_a_witness_is_an_engine_unless_the_choice_is_only_stated() -> None:
    """Who asks for a fact says so by its kind, and its choice sets nothing that an engine reckons with."""
    for witness in WITNESSES:
        assert (witness.kind == "statement") is witness.asks_for_a_fact, witness.place
        if witness.kind == "statement":
            rules = load_rules(LIBRARY, witness.rulebook, witness.game)
            assert is_only_stated(rules, witness.option, witness.choice), witness.place


def test_what_leaves_no_choice_says_why_it_is_read_so() -> None:
    for book in LIBRARY.rulebooks():
        for name in LIBRARY.games(book):
            for key, option in load_rules(LIBRARY, book, name).options.items():
                if option.kind == "choice":
                    assert option.choices, (book, name, key)
                    assert option.is_reading is (len(option.choices) == 1)
                assert option.why.es.strip(), (book, name, key)


@pytest.mark.parametrize(
    ("options", "order"),
    [
        ({}, "close-bets start-position side-bets deal count-stub pick-up-unbet players-set"),
        ({"start-by": "dice"}, "close-bets start-position deal count-stub pick-up-unbet shaker-away players-set"),
        ({"dealing": "hand"}, "close-bets deal count-stub start-position side-bets deliver pick-up-unbet players-set"),
        (
            {"dealing": "hand", "start-by": "dice"},
            "close-bets deal count-stub start-position deliver pick-up-unbet shaker-away players-set",
        ),
    ],
)
def test_10_7_to_10_10_the_round_follows_the_way_of_dealing_and_of_starting(
    options: dict[str, str], order: str
) -> None:
    steps = list(load_rules(LIBRARY, *PAI_GOW, options=options).procedure)
    assert steps[1 : steps.index("players-set") + 1] == order.split()


def test_a_step_beside_one_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    text = 'extends = "arica/roulette-american"\n[procedure.pay]\nafter = "nowhere"\n'
    (tmp_path / "own" / "roulette-american.toml").write_text(text)
    with pytest.raises(RulebookError, match=r"procedure\.pay\.after.*procedure\.nowhere"):
        load_rules(Library([tmp_path, SHIPPED]), "own", "roulette-american")
