"""Craps session with real dice: lays random bets for each shooter on the screen and asks what every throw pays.

The device reports only throws, not what the dealer does, so the session follows only the point.
"""

from __future__ import annotations

from trainer.drills.core import Question
from trainer.drills.dealt import DealtError
from trainer.drills.scene import DicePiece, Scene
from trainer.equipment.dice import Roll
from trainer.games.craps.table import Table, play
from trainer.games.craps.throw import LineEvent, Throw, line_event
from trainer.sensors.events import DiceEvent, Event
from trainer.sensors.following.pace import Pace
from trainer.sensors.profile import Gives
from trainer.sensors.sessions import Session

_DICE = 2
_ANY = "1-2"  # placeholder for the first layout, before any throw


class DiceSession(Session):
    """Craps with real dice: what each throw pays on a layout on the screen.

    A shooter's hand is played on one layout: undecided bets stay, come bets travel, the line bet is made again. The
    next shooter gets a new layout.
    """

    main = "whole-hand"
    waits_for = "dice"
    needs = frozenset([Gives.DICE])

    def __init__(self, *arguments: object, level: int = 3, **named: object) -> None:
        self.level = level
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.line = Table(None, ())  # the point
        self.throws: list[str] = []  # throws of this shooter
        self._is_new_shooter = True
        self._before: tuple[Table, list[str], Pace, Scene, int, bool] | None = None
        self._lay()

    def _lay(self) -> None:
        """Lay out the bets for a shooter."""
        self._seed = self._rng.getrandbits(31)
        laid = self._question(_ANY).draft.scene
        bets = tuple(piece for piece in laid.pieces if not isinstance(piece, DicePiece))
        self._scene = Scene(felt=laid.felt, pieces=bets)

    def _question(self, throws: str) -> Question:
        return self.offer.family(self.main).make_dealt(self.rules, self.level, throws, self._seed)

    def take(self, event: Event, *, by_hand: bool = False) -> None:
        if not isinstance(event, DiceEvent) or not _is_throw(event.dice):
            return
        before = (self.line, self.throws, self.pace, self._scene, self._seed, self._is_new_shooter)
        if self._is_new_shooter and self.throws:
            self.throws = []
            self._lay()
        roll = Roll.parse(event.dice)
        decided = line_event(self.rules, Throw(roll, self.line.point))
        _, self.line = play(self.rules, self.line, roll)
        self.throws = [*self.throws, event.dice]
        self._is_new_shooter = decided is LineEvent.SEVEN_OUT
        self._before = before
        self.pace = self.pace.ended(self.now)
        try:
            question = self._question(" ".join(self.throws))
        except DealtError:
            return
        self._scene = question.draft.after or question.draft.scene
        if question.draft.solution != "0":  # no question about a throw that pays nothing
            self._coming.append(question)

    @property
    def can_correct(self) -> bool:
        return self._before is not None

    def take_back(self, event: Event) -> Event:
        if self._before is not None:
            self.line, self.throws, self.pace, self._scene, self._seed, self._is_new_shooter = self._before
            self._before = None
        return event

    def _rests_on_last(self, question: Question) -> bool:
        return True  # every question depends on the last throw, so a correction withdraws it

    @property
    def scene(self) -> Scene:
        return self._scene


def _is_throw(text: str) -> bool:
    """Whether the event is a throw of two dice."""
    return len(Roll.parse(text).faces) == _DICE
