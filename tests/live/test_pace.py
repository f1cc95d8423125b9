"""The keys are few enough: who types a key every quarter of a second reaches the pace of a real table.

The clock is the shift's own, so that the figures are the same on every machine.
"""

from __future__ import annotations

import pytest

from trainer.games.round import Act
from trainer.live.keys import Keyboard, Typed
from trainer.live.score import pace_of
from trainer.live.shift import Shift
from trainer.live.spelling import spell
from trainer.live.styles import usual_seats
from trainer.live.table import LiveTable
from trainer.rulebooks.library import shipped_library

A_KEY = 250  # milliseconds
THOUGHT = 300  # milliseconds before an act
ROUNDS = 6
_MOST_ACTS = 4000
_WAITS = frozenset({"spin", "close", "deal", "dice", "call"})
# Rounds an hour of real tables, with every seat taken.
PACES = {
    "arica/roulette-american": (7, 38),
    "arica/blackjack": (6, 70),
    "arica/punto-banco": (6, 72),
    "arica/craps": (8, 48),
    "puerto-rico/pai-gow-poker": (6, 34),
    "arica/caribbean-stud": (6, 50),
}


class Typist:
    """Types what is due, a key at a time, while the shift goes on."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        colours = {seat: guest.colour for seat, guest in table.guests.items()}
        self.board = Keyboard(table.rules, max(table.guests), colours)
        self.line = Typed()

    def play(self) -> None:
        table = self.table
        for _ in range(_MOST_ACTS):
            if table.over:
                return
            act = next((act for step in table.due() for act in step.acts if act.by == "dealer"), None)
            coming = table.next_time()
            if act is None and coming is None:
                act = Act("end")
            if act is None or (table.bets_to_come and act.do in _WAITS and coming is not None):
                table.advance(coming if coming is not None else table.now)
            else:
                self.type(act)
        raise AssertionError(f"no end: {table.due()}")

    def type(self, act: Act) -> None:
        table = self.table
        table.advance(table.now + THOUGHT)
        for key in spell(self.board, act, table.state, self.line):
            table.advance(table.now + A_KEY)
            self.line, done = self.board.press(self.line, key, table.state, None)
            if done is not None:
                table.perform(done)


@pytest.mark.parametrize("name", PACES)
def test_typing_reaches_the_pace_of_a_real_table(name: str) -> None:
    rulebook, game = name.split("/")
    seats, wanted = PACES[name]
    shift = Shift(rulebook, game, seats=usual_seats(seats), level=1, rounds=ROUNDS, seed=21)
    table = LiveTable(shift, shipped_library())
    Typist(table).play()
    assert pace_of(table.log[1:]) >= wanted  # the first begins with the shuffle
    assert [found for played in table.log for found in played.all_findings] == []


@pytest.mark.parametrize("level", (3, 5))
@pytest.mark.parametrize("name", PACES)
def test_keys_answer_whatever_happens_at_a_table(name: str, level: int) -> None:
    """Requests, claims, late bets, cheats and irregularities: all that is due can be typed, and nothing is a fault."""
    rulebook, game = name.split("/")
    shift = Shift(rulebook, game, seats=usual_seats(5), level=level, rounds=8, seed=5)
    table = LiveTable(shift, shipped_library())
    Typist(table).play()
    assert [found for played in table.log for found in played.all_findings] == []
