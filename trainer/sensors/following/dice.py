"""A real craps session followed throw by throw: the point, the shooters, and a layout that lies on the screen."""

from __future__ import annotations

import msgspec

from trainer.equipment.dice import Roll
from trainer.games.core import Settlement
from trainer.games.craps.layout import CrapsBet
from trainer.games.craps.table import Table, play
from trainer.games.craps.throw import LineEvent, Throw, line_event
from trainer.rulebooks import GameRules
from trainer.sensors.events import DiceEvent, Event


class Session(msgspec.Struct, frozen=True):
    """The virtual layout, the throws so far, and how many shooters had the dice."""

    table: Table
    throws: tuple[Roll, ...] = ()
    shooters: int = 1


class Step(msgspec.Struct, frozen=True):
    """What a throw did: to the line, and to every bet that lay."""

    session: Session
    roll: Roll | None = None
    line: LineEvent | None = None
    settlement: Settlement | None = None


class Follower:
    """Follows a session. The line bet that was lost or paid is made again for the next come-out."""

    def __init__(self, rules: GameRules) -> None:
        self.rules = rules

    def begin(self, bets: tuple[CrapsBet, ...]) -> Session:
        return Session(Table(None, bets))

    def hear(self, session: Session, event: Event) -> Step:
        if not isinstance(event, DiceEvent):
            return Step(session)
        roll = Roll.parse(event.dice)
        line = line_event(self.rules, Throw(roll, session.table.point))
        lines = [bet for bet in session.table.bets if bet.bet in ("pass-line", "dont-pass")]
        settlement, after = play(self.rules, session.table, roll)
        if after.point is None:
            after = after.with_bets(*(bet for bet in lines if all(each.bet != bet.bet for each in after.bets)))
        shooters = session.shooters + (line is LineEvent.SEVEN_OUT)
        return Step(Session(after, (*session.throws, roll), shooters), roll, line, settlement)
