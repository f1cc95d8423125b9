"""Pictures of the live table: the page before a shift, every game in the middle of a round, pause and debrief."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from trainer.desk.shots.pictures import Desk, Shot
from trainer.games.round import Act
from trainer.live.perfect import Dealer
from trainer.live.shift import Shift
from trainer.live.styles import usual_seats
from trainer.live.table import LiveTable

_SEED = 11
_MOST_STEPS = 400
# Where each picture is taken: the table, the players, and the verb that the dealer is about to do.
_TABLES = {
    "roulette": ("arica", "roulette-american", 6, "pay"),
    "roulette-french": ("baleares", "roulette-french", 6, "take"),
    "blackjack": ("arica", "blackjack", 6, "pay"),
    "punto-banco": ("arica", "punto-banco", 6, "take"),
    "craps": ("arica", "craps", 6, "call"),
    "pai-gow-poker": ("puerto-rico", "pai-gow-poker", 6, "set"),
    "three-card-poker": ("puerto-rico", "three-card-poker", 6, "ask"),
    "caribbean-stud": ("arica", "caribbean-stud", 6, "turn"),
}


def live_shots() -> Iterator[Shot]:
    """Every screen of the live table."""
    yield Shot("live-start", _start)
    for name in _TABLES:
        yield Shot(f"live-{name}", partial(_in_a_round, name=name, level=1))
    yield Shot("live-roulette-calls", partial(_in_a_round, name="roulette", level=3, keys=("c",)))
    yield Shot("live-blackjack-pays", partial(_in_a_round, name="blackjack", level=3, keys=("p", "2", "1", "5")))
    yield Shot("live-blackjack-signals", partial(_signalled, name="blackjack"))
    yield Shot("live-pause", _paused)
    yield Shot("live-debrief", partial(_debriefed, wrong=True))
    yield Shot("live-debrief-clean", partial(_debriefed, wrong=False))


def _start(desk: Desk) -> None:
    desk.window.show_home()
    desk.window.open_screen("live")


def _begin(desk: Desk, name: str, level: int) -> LiveTable:
    rulebook, game, players, _ = _TABLES[name]
    shift = Shift(rulebook, game, seats=usual_seats(players), level=level, rounds=5, seed=_SEED)
    desk.window.show_home()
    desk.window.study.live.begin_exactly(shift)
    screen = desk.window.study.live.table
    screen.stop()
    assert screen.table is not None
    return screen.table


def _in_a_round(desk: Desk, name: str, level: int, keys: tuple[str, ...] = ()) -> None:
    table = _begin(desk, name, level)
    _play_until(table, _TABLES[name][3])
    screen = desk.window.study.live.table
    screen.begin(table)
    for key in keys:
        screen.press(key)
    screen.console.finish()
    screen.stop()


def _play_until(table: LiveTable, verb: str) -> None:
    """Let a perfect dealer play until he is about to do something."""
    dealer = Dealer(table)
    for _ in range(_MOST_STEPS):
        act = dealer.next_act()
        if act is not None and act.do == verb and not (verb == "take" and not act.seat and not act.topic):
            return
        dealer.step()


def _signalled(desk: Desk, name: str) -> None:
    """A player shows what he wants."""
    table = _begin(desk, name, 3)
    dealer = Dealer(table)
    for _ in range(_MOST_STEPS):
        dealer.step()
        if any((bubble := guest.shows(table.now)) and bubble.signal for guest in table.guests.values()):
            break
    screen = desk.window.study.live.table
    screen.begin(table)
    screen.stop()


def _paused(desk: Desk) -> None:
    _in_a_round(desk, "roulette", 3)
    screen = desk.window.study.live.table
    screen.go_on()
    screen.pause()


def _debriefed(desk: Desk, wrong: bool) -> None:
    """Three rounds, in which payments were too high and a call was forgotten."""
    table = _begin(desk, "roulette", 3)
    dealer = Dealer(table)
    for _ in range(_MOST_STEPS * 3):
        if table.round_number > 3:
            break
        act = dealer.next_act()
        if wrong and act is not None and act.do == "pay" and act.amount:
            table.perform(Act("pay", seat=act.seat, bet=act.bet, on=act.on, amount=act.amount + 500))
        else:
            dealer.step()
    desk.window.study.live.table.end_wanted.emit()
    desk.window.study.live.debrief.freeze()
