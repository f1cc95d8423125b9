"""Session with a real wheel: call the number, name its neighbours, clear and pay the layout."""

from __future__ import annotations

from collections.abc import Sequence

from trainer.drills.core import Question
from trainer.drills.scene import Marker, Scene
from trainer.games.roulette.figures import wheel as wheel_of
from trainer.games.roulette.layout import spot
from trainer.sensors.events import Event, NumberEvent, StateEvent
from trainer.sensors.following import wheel
from trainer.sensors.following.core import Finding
from trainer.sensors.following.pace import Pace
from trainer.sensors.message_events import Ball
from trainer.sensors.profile import Gives, Profile
from trainer.sensors.sessions import Session

_ON_THE_FELT, _BY_HEART = 1, 3  # levels: the call with the dolly visible, the neighbours without the wheel


class WheelSession(Session):
    """A roulette wheel: the call, the neighbours, what is cleared, what the layout pays; when watched, pace and
    direction."""

    main = "pay-the-layout"
    waits_for = "number"
    needs = frozenset([Gives.NUMBER, Gives.STATUS])

    def __init__(self, *arguments: object, profile: Profile | None = None, level: int = 3, **named: object) -> None:
        self.level = level
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.follower = wheel.Follower(self.rules, profile)
        self.spins = wheel.Spins()
        self.findings: list[Finding] = []
        self._before: tuple[wheel.Spins, Pace] | None = None  # state before the last number, to take back a misread one

    def take(self, event: Event, *, by_hand: bool = False) -> None:
        before = self.spins, self.pace
        step = self.follower.hear(self.spins, event, self.now, by_hand=by_hand)
        self.spins = step.spins
        self._tell(step.findings)
        if isinstance(event, StateEvent | NumberEvent):
            self.pace = self.pace.begun(self.now)
        if step.number:
            self._before = before
            self.pace = self.pace.ended(self.now)
            if not self.watched:
                self._ask_about(step.number)

    def _ask_about(self, number: str) -> None:
        place = wheel_of(self.rules).order.index(number)
        self._ask_fact("announce", _ON_THE_FELT, place)
        self._ask_fact("wheel-order", _BY_HEART, place)
        self._ask("clear-and-pay", 1, number)
        self._ask(self.main, self.level, number)

    @property
    def can_correct(self) -> bool:
        return self._before is not None

    def take_back(self, event: Event) -> Event:
        if self._before is not None:
            (self.spins, self.pace), self._before = self._before, None
        return event

    def _rests_on_last(self, question: Question) -> bool:
        return True

    def measure(self, ball: Ball) -> None:
        """Handle the wheel's measurements of the ball."""
        self.spins = self.follower.measure(self.spins, ball, self.now)

    def tick(self) -> None:
        """Handle the passing of time: report warnings that persist."""
        step = self.follower.tick(self.spins, self.now)
        self.spins = step.spins
        self._tell(step.findings)

    def _tell(self, findings: Sequence[Finding]) -> None:
        for finding in findings:
            self.findings.append(finding)
            self._found(finding)

    @property
    def scene(self) -> Scene:
        felt = self.offer.family(self.main).make(self.rules, 1, 1).draft.scene.felt
        if not self.spins.numbers:
            return Scene(felt=felt)
        return Scene(felt=felt, pieces=(Marker(spot=spot("straight-up", [self.spins.numbers[-1]]), kind="dolly"),))
