"""No level can be answered from the words of its questions alone; `benchmarks/blind_reader.py` prints the table."""

from __future__ import annotations

import pytest

from benchmarks.blind_reader import MOST_ABOVE_CHANCE, Asked, score, scores
from benchmarks.sizes import IS_SMOKE, sized
from tests.drills.checks import LIBRARY
from tests.drills.revisions import tables
from trainer.games.rules import load_rules

SEEDS = sized(300, 4)


@pytest.mark.parametrize(("rulebook", "game"), tables())
def test_words_alone_do_not_tell_the_answer(rulebook: str, game: str) -> None:
    found = list(scores([load_rules(LIBRARY, rulebook, game)], SEEDS))
    told = [
        f"{each.place}: {each.read:.0%}, by chance {each.chance:.0%}"
        for each in found
        if each.above > MOST_ABOVE_CHANCE
    ]
    assert IS_SMOKE or not told, "\n".join(told)


def test_a_betrayed_answer_is_found() -> None:
    fair = [Asked("Who wins?", ("the player", "the bank"), number * 7 // 3 % 2) for number in range(60)]
    betrayed = [Asked("Who wins?", (f"seat {number % 5}, always", f"seat {number % 3}"), 0) for number in range(60)]
    mixed = [Asked(each.prompt, each.choices[:: 1 - 2 * (n % 2)], n % 2) for n, each in enumerate(betrayed)]
    assert score("mixed", mixed).above > 0.3 > score("fair", fair).above
