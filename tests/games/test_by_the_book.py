"""What a rulebook says in words can be asked of every game in the same way."""

from __future__ import annotations

import pytest

from trainer.games.rules import load_rules
from trainer.games.solving import solve
from trainer.rulebooks import shipped_library

LIBRARY = shipped_library()
GAMES = [(book, game) for book in LIBRARY.rulebooks() for game in LIBRARY.games(book)]


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_game_tells_its_steps_and_its_rules_of_conduct(book: str, game: str) -> None:
    rules = load_rules(LIBRARY, book, game)
    told = solve({"rulebook": book, "game": game, "decide": {"case": "procedure"}}, LIBRARY)
    assert told["order"] == list(rules.procedure)
    for rule, entry in rules.conduct.items():
        answer = solve({"rulebook": book, "game": game, "decide": {"case": "conduct", "rule": rule}}, LIBRARY)
        assert answer["reasons"][0]["cite"] == str(entry.cite)
