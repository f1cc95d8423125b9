"""Every house option, alone and in pairs: each choice is heard, and two that can be chosen together can be played."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.games.option_witnesses import shows_it, witnesses
from trainer.games.rules import load_rules
from trainer.rulebooks import Library, RulebookError
from trainer.rulebooks.library import SHIPPED

# One deck has fewer cards than the deck that stays behind the cut card there.
NOT_TOGETHER = {
    ("puerto-rico", "blackjack", "cut-depth", "decks"),
    ("puerto-rico", "free-bet-blackjack", "cut-depth", "decks"),
}


@pytest.mark.exhaustive
def test_every_choice_gives_another_answer() -> None:
    assert [witness.place for witness in witnesses() if not shows_it(witness)] == []


@pytest.mark.exhaustive
def test_every_pair_of_choices_can_be_played_together() -> None:
    library = Library([SHIPPED])
    pairs, refused = 0, set()
    for book in library.rulebooks():
        for name in library.games(book):
            options = library.load_unchecked(book, name).options
            choices = [(key, one) for key, option in options.items() for one in option.set if one != option.default]
            for (key, one), (other, two) in combinations(choices, 2):
                if key == other:
                    continue
                pairs += 1
                try:
                    load_rules(
                        Library([SHIPPED]) if pairs % 500 == 0 else library, book, name, "", {key: one, other: two}
                    )
                except RulebookError:
                    refused.add((book, name, *sorted((key, other))))
    print(f"{pairs} pairs of choices, refused: {len(refused)}")
    assert refused == NOT_TOGETHER
