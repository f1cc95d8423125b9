"""Our card room beside independent engines: eval7 judges showdowns, PokerKit plays hands and parts pots.

Samples; ``benchmarks/test_card_room.py`` runs the whole numbers.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.card_room.oracle import KINDS, all_in_pots, compare, usual_games
from tests.games.card_room.showdowns import SIZES, disagreements, synthetic_disagreements
from trainer.games.card_room.pots import part, share
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

LIBRARY = shipped_library()


@pytest.mark.parametrize("game", SIZES)
@pytest.mark.parametrize("hands", [2, 4])
def test_showdowns_end_as_eval7_says(game: str, hands: int) -> None:
    rules = load_rules(LIBRARY, "bolivia", game)
    assert disagreements(rules, 300 if game == "omaha" else 1500, seed=hands, hands=hands) == 0


def test_synthetic_showdowns_end_as_the_letter_of_the_regulation_says() -> None:
    assert synthetic_disagreements(load_rules(LIBRARY, "baleares", "synthetic-poker"), 600, seed=1) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_turns_calls_and_sizes_are_those_of_pokerkit(kind: str) -> None:
    rules, rng = usual_games()[kind].rules, random.Random(f"betting {kind}")
    found = [line for _ in range(60) for line in compare(kind, rules, rng)[1]]
    assert found == []


def test_side_pots_are_those_of_pokerkit() -> None:
    rng = random.Random("pots")
    for _ in range(200):
        mine, theirs = all_in_pots(rng)
        assert mine == theirs


@given(
    paid=st.dictionaries(st.integers(1, 10), st.integers(0, 500).map(Fraction), min_size=2, max_size=10),
    data=st.data(),
)
def test_no_chip_is_lost_in_the_pots(paid: dict[int, Fraction], data: st.DataObject) -> None:
    folded = data.draw(st.lists(st.sampled_from(sorted(paid)), max_size=len(paid) - 1, unique=True))
    parted = part(paid, folded)
    back = sum(parted.returned.values(), Fraction(0))
    if any(paid[seat] for seat in paid if seat not in folded):
        assert sum((pot.amount for pot in parted.pots), Fraction(0)) + back == sum(paid.values())
    for pot in parted.pots:
        assert pot.amount > 0 and pot.eligible and not set(pot.eligible) & set(folded)
    sizes = [len(pot.eligible) for pot in parted.pots]
    assert sizes == sorted(sizes, reverse=True) and len(set(sizes)) == len(sizes)


@given(
    amount=st.integers(1, 10_000).map(Fraction),
    winners=st.lists(st.integers(1, 10), min_size=1, max_size=9, unique=True),
    chip=st.sampled_from((Fraction(1, 100), Fraction(1, 4), Fraction(1), Fraction(5))),
)
def test_shares_are_the_pot_and_differ_by_one_chip_at_most(
    amount: Fraction, winners: list[int], chip: Fraction
) -> None:
    shares = share(amount, winners, chip).shares
    assert sum(shares.values()) == amount
    assert max(shares.values()) - min(shares.values()) <= chip
    assert list(shares.values()) == sorted(shares.values(), reverse=True)
