"""The proof over every hand: the classes are all there, each with its weight, and a sample of them is proved."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tests.games.pai_gow.tables import POKER, cards_way
from trainer.cli import main, prove
from trainer.cli.prove import Progress, Work, prove_cards
from trainer.games.pai_gow.deal import GROUPS
from trainer.games.pai_gow.figures import hand_ranks
from trainer.games.pai_gow.proof import PUBLISHED, Tally, best_of_seven, prove_part
from trainer.games.poker import cards
from trainer.games.poker.classes import ALL_HANDS, class_count, group_count, parts, walk
from trainer.games.poker.hands import Category

TRUMP = cards_way("trump-plaza-ac")


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path / "home"))


def test_there_are_as_many_classes_as_combinatorics_says() -> None:
    assert (class_count(False), class_count(True)) == (6_009_159, 962_988)
    assert comb(52, 7) + comb(52, 6) == ALL_HANDS == 154_143_080
    assert sum(PUBLISHED.values()) == ALL_HANDS
    for joker, hands in ((False, comb(52, 7)), (True, comb(52, 6))):
        assert sum(group_count(sizes, joker) for sizes in GROUPS) == hands


def test_a_class_stands_for_exactly_the_hands_that_renaming_suits_makes_of_it() -> None:
    rng = random.Random(2)
    for part in rng.sample(parts(), 12):
        for hand, weight in list(walk(part))[:: max(1, part.first)][:3]:
            shown = cards.as_cards(hand)
            namings = [dict(zip("SHDCK", (*suits, "K"), strict=True)) for suits in permutations("SHDC")]
            renamed = {frozenset(card.rank + naming[card.suit] for card in shown) for naming in namings}
            assert len(renamed) == weight


def test_no_class_comes_twice_and_none_is_missing() -> None:
    """Suit lengths 5-1-1 with the joker left out: every hand of that kind is renamed to a class that was walked."""
    lengths = (5, 1, 1, 0)
    walked = [hand for part in parts() if not part.joker and part.lengths == lengths for hand, _ in walk(part)]
    assert len(walked) == len(set(walked)) == comb(13, 5) * comb(14, 2)
    total = sum(weight for part in parts() if part.lengths == lengths for _, weight in walk(part))
    assert total == comb(13, 5) * 13 * 13 * 4 * 3


def test_the_best_of_seven_is_the_best_of_its_21_five_card_hands() -> None:
    ranks = hand_ranks(POKER)
    rng = random.Random(9)
    seen: Counter[Category] = Counter()
    for index in range(3000):
        few = [number for number in range(53) if cards.SUITS[number] & (3 if index % 3 else 15)]
        dealt = tuple(sorted(rng.sample(few, 7)))
        best = max(ranks.five(five) for five in combinations(dealt, 5))
        assert best_of_seven(dealt)[1] is ranks.category(best), cards.as_cards(dealt)
        seen[ranks.category(best)] += 1
    assert len(seen) >= 9


def test_a_sample_of_the_proof() -> None:
    tally = Tally()
    for part in random.Random(4).sample(parts(), 40):
        tally.add(prove_part(TRUMP, part))
    assert tally.classes > 10_000
    assert not tally.faults
    assert sum(tally.rules.values()) == sum(tally.categories.values()) == sum(tally.shapes.values()) == tally.hands


def test_short_suits_agree_with_published_and_combinatorial_figures() -> None:
    """All six-card hands with the joker and the aces' groups: 13 + 1 shapes, counted in full for one suit pattern."""
    part = next(part for part in parts() if part.joker and part.lengths == (6, 0, 0, 0))
    numbers = [number for number, each in enumerate(parts()) if each.joker and each.lengths == part.lengths]
    tally = Tally()
    for number in numbers:
        tally.add(prove_part(TRUMP, parts()[number]))
    assert tally.hands == comb(13, 6) * 4
    # With the joker, six of a suit are a flush at least.
    assert set(tally.categories) <= {Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}


# ── the command ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_stopped_proof_goes_on_where_it_stopped(tmp_path: Path) -> None:
    state = tmp_path / "proofs" / "trump.json"
    with open(tmp_path / "screen", "w") as screen:  # noqa: PTH123
        first, done = prove_cards(Work("trump-plaza-ac", "puerto-rico", state, 1, most_parts=5), screen)
        assert not done and len(first.done) == 5
        second, _ = prove_cards(Work("trump-plaza-ac", "puerto-rico", state, 1, most_parts=4), screen)
        together, _ = prove_cards(Work("trump-plaza-ac", "puerto-rico", tmp_path / "other", 1, most_parts=9), screen)
    assert second.done == together.done and len(second.done) == 9
    assert second.tally == together.tally
    assert second.seconds > first.seconds
    assert "hands" in (tmp_path / "screen").read_text(encoding="utf-8")


def test_ctrl_c_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walked = prove._walk_part

    def stops_at_three(number: int) -> Any:
        if number == 3:
            raise KeyboardInterrupt
        return walked(number)

    monkeypatch.setattr(prove, "_walk_part", stops_at_three)
    state = tmp_path / "trump.json"
    with open(tmp_path / "screen", "w") as screen:  # noqa: PTH123
        progress, done = prove_cards(Work("trump-plaza-ac", "puerto-rico", state, 1), screen)
    assert not done
    assert Progress.load(state).done == progress.done == {0, 1, 2}


def test_several_processes_count_the_same(tmp_path: Path) -> None:
    with open(tmp_path / "screen", "w") as screen:  # noqa: PTH123
        one, _ = prove_cards(Work("trump-plaza-ac", "puerto-rico", tmp_path / "one", 1, most_parts=16), screen)
        two, _ = prove_cards(Work("trump-plaza-ac", "puerto-rico", tmp_path / "two", 2, most_parts=16), screen)
    assert one.tally == two.tally


def test_a_broken_state_is_begun_again(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text("{half", encoding="utf-8")
    assert Progress.load(state).done == set()


def test_prove_tiles_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "house-way", "traditional"]) == 0
    shown = capsys.readouterr().out
    assert "deals 35,960, by combinatorics 35,960" in shown
    assert "every hand is set by exactly one rule, lawfully" in shown
    assert "never decides" in shown  # rule 1, which rule 0 always goes before


def test_prove_names_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "house-way", "nothing"]) == 2
    assert "there are: pai-gow-poker/ballys-ac" in capsys.readouterr().err
    broken = tmp_path / "own.toml"
    broken.write_text("game = ", encoding="utf-8")
    assert main(["prove", "house-way", str(broken)]) == 2
    assert "is not TOML" in capsys.readouterr().err


def test_rulebook_check_looks_over_a_house_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "traditional"\nnames = { es = "x", en = "x" }\nwithout = ["4e-low"]\n', encoding="utf-8")
    assert main(["rulebook", "check", str(own)]) == 1
    shown = capsys.readouterr()
    assert shown.err == "Manera de la casa comprobada; errores: 1\n"
    assert "no las decide ninguna regla" in shown.out and "nota:" in shown.out
    assert main(["rulebook", "check", str(own), "--language", "en"]) == 1
    shown = capsys.readouterr()
    assert shown.err == "House way checked; faults: 1\n"
    assert "decided by no rule" in shown.out and "note:" in shown.out
    own.write_text('extends = "traditional"\n[[rules]]\nid = "4a"\nplay = "x"\n', encoding="utf-8")
    assert main(["rulebook", "check", str(own)]) == 1
    assert "names: falta" in capsys.readouterr().out
