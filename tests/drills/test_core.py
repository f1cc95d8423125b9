"""How answers are judged, whatever the drill."""

from __future__ import annotations

import pytest

from tests.drills.checks import LIBRARY
from trainer.drills import family
from trainer.games.rules import load_rules


@pytest.mark.parametrize(
    ("book", "game", "drill", "named"),
    [
        ("puerto-rico", "pai-gow-poker", "steps-in-order", "pai-gow.mistake.first-two-exchanged"),
        ("arica", "punto-banco", "procedure", "baccarat.mistake.swapped-two-steps"),
    ],
)
def test_two_steps_are_called_exchanged_only_where_just_these_two_were(
    book: str, game: str, drill: str, named: str
) -> None:
    asked = family(game, drill)
    question = asked.make(load_rules(LIBRARY, book, game), len(asked.levels), 1)
    first, second, *rest = question.draft.solution.replace("|", " ").split()
    assert asked.mark(question, " ".join([second, first, *rest])).mistake == named
    assert asked.mark(question, " ".join([second, first, *reversed(rest)])).mistake == ""
    assert asked.mark(question, " ".join([*rest, first, second])).mistake == ""
