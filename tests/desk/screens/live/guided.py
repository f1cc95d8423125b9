"""A beginner at level 1 who presses the keys that the guide shows, in a real screen with a clock moved by hand."""

from __future__ import annotations

from trainer.desk.screens.live.screen import LiveScreen
from trainer.desk.screens.live.texts import first_act
from trainer.games.round import Act
from trainer.live.shift import Shift
from trainer.live.spelling import spell
from trainer.live.styles import usual_seats
from trainer.live.table import LiveTable
from trainer.rulebooks.library import shipped_library

_TICKS = 6000  # of 100 ms: ten minutes


class HandClock:
    """Nanoseconds that pass when somebody says so."""

    def __init__(self) -> None:
        self.nanoseconds = 0

    def __call__(self) -> int:
        return self.nanoseconds

    def pass_by(self, milliseconds: int) -> None:
        self.nanoseconds += milliseconds * 1_000_000


def open_shift(screen: LiveScreen, name: str, *, level: int = 1, rounds: int = 1, seed: int = 7) -> None:
    """Begin a shift on a screen."""
    rulebook, game = name.split("/")
    shift = Shift(rulebook, game, seats=usual_seats(4), level=level, rounds=rounds, seed=seed)
    screen.begin(LiveTable(shift, shipped_library()))
    screen._ticks.stop()  # the test ticks


def follow_the_guide(screen: LiveScreen, clock: HandClock) -> list[str]:
    """Press what is due until the shift is over; returns the keys."""
    table = screen.table
    assert table is not None
    pressed: list[str] = []
    for _ in range(_TICKS):
        if table.over:
            return pressed
        clock.pass_by(100)
        screen.tick()
        act = first_act(table.due())
        if act is None and table.next_time() is None:
            act = Act("end")
        if act is None or not screen.console.guide.line.keys:
            continue
        for key in spell(screen.keyboard, act, table.state, screen.typed):
            pressed.append(key)
            screen.press(key)
    raise AssertionError(f"no end: {screen.console.guide.line}, due {table.due()}")
