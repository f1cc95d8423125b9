"""Answers name people by the ids of the rulebook's staff; that they speak in ids at all is asked of every game."""

from __future__ import annotations

from trainer.games.rules import load_rules
from trainer.games.solving import solve
from trainer.rulebooks import shipped_library

LIBRARY = shipped_library()


def test_renaming_somebody_changes_no_answer() -> None:
    """Who calls a void spin, and who is told of a bet outside the limits, are entries of the staff."""
    for book, name, kind, asked, fact in (
        ("arica", "roulette-american", "decide", {"case": "spin", "event": "ball-turns", "turns": 2}, "called_by"),
        ("arica", "craps", "decide", {"case": "throw", "event": "dice-slide"}, "called_by"),
        (
            "arica",
            "roulette-american",
            "settle",
            {"winning_number": "1", "maximum": 5, "bets": [{"bet": "red", "stake": 99}]},
            "notify_first",
        ),
    ):
        answer = solve({"rulebook": book, "game": name, kind: asked}, LIBRARY)
        found = answer["bets"][0] if kind == "settle" else answer
        assert found[fact] in load_rules(LIBRARY, book, name).staff
