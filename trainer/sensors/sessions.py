"""A real table in the hands of a trainee: events come in, questions are asked or acts judged, all through one run.

*Asked*: before each act the run asks what comes next, after each round what it pays. *Watched*: nothing is asked; what
the dealer does is his answer, and only a wrong one is told. Either way an attempt is kept with what was dealt.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence

from msgspec import structs

from trainer.drills.baccarat.cloth import close_up, hand
from trainer.drills.blackjack.scenes import Shown, table_scene
from trainer.drills.core import Family, Question
from trainer.drills.dealt import DealtError
from trainer.drills.scene import DicePiece, Marker, Scene
from trainer.equipment.cards import Card, print_cards
from trainer.games.roulette.figures import wheel as wheel_of
from trainer.games.roulette.layout import spot
from trainer.rulebooks import GameRules
from trainer.runs.offers import Offers
from trainer.runs.opening import Quick
from trainer.runs.plan import MOST_QUESTIONS, Plan, rung_name
from trainer.runs.recording import Recording
from trainer.runs.run import Asked, Run, Stage, Waiting
from trainer.runs.summary import Answered, Placed
from trainer.sensors.building import Ball
from trainer.sensors.by_hand import typed_event
from trainer.sensors.events import CardEvent, DiceEvent, Event, NumberEvent, StateEvent
from trainer.sensors.following import baccarat, blackjack, wheel
from trainer.sensors.following.core import Finding
from trainer.sensors.following.pace import Pace, Target, target_of
from trainer.sensors.schema import Profile
from trainer.texts import Message

_MILLISECOND = 1_000_000  # nanoseconds
_ROUNDS_FOR_A_PACE = 2


class Session(ABC):
    """What all real tables share: the run, the pace, what was wrong last. ``hear`` takes what comes."""

    main = ""  # the drill whose name and records the session goes under
    level = 1
    waits_for = ""

    def __init__(
        self,
        plan: Plan,
        offers: Offers,
        recording: Recording,
        clock: Callable[[], int],
        rng: random.Random,
        *,
        watched: bool = False,
    ) -> None:
        named = structs.replace(plan, rungs=(rung_name(self.main, self.level),), dealt=True, length=MOST_QUESTIONS)
        self.watched = watched
        self.offer = offers.offer(plan.rulebook, plan.game, plan.variant, plan.options)
        self.rules: GameRules = self.offer.rules
        self.pace = Pace()
        self.finding: Finding | None = None  # until somebody goes on
        self.judged: Answered | None = None  # an act that was wrong
        self.corrections = 0
        self._clock = clock
        self._rng = rng
        self._coming: deque[Question] = deque()
        keeper = Quick(named, offers, recording, rng)
        self.run = Run(keeper.plan, self, keeper, clock)

    # ── what the run asks of its source ──────────────────────────────────────────────────────────────────────────

    def next_asked(self) -> Asked | Waiting | None:
        return Asked(self._coming.popleft(), self.rules) if self._coming else Waiting(self.waits_for)

    def arrived(self, what: str) -> None:
        """Something typed."""
        if what:
            self.take(typed_event(what, self.waits_for))

    def placed(self) -> Placed | None:
        return None

    # ── what comes ───────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def now(self) -> int:
        """Milliseconds of the run's own clock."""
        return self._clock() // _MILLISECOND

    @property
    def target(self) -> Target | None:
        """Rounds an hour that are usual at this game."""
        return target_of(self.rules.game, self.rules.family)

    def hear(self, event: Event) -> Finding | None:
        """Take what came and go on with the run; gives what was wrong. A right answer's verdict has been seen when the
        next thing comes."""
        if self.run.stage is Stage.JUDGED and self.judged is None and self.run.answered[-1].mark.right:
            self.run.go_on()
        self.take(event)
        if self.run.stage is Stage.WAITING:
            self.run.arrived("")
        return self.finding

    @abstractmethod
    def take(self, event: Event) -> None:
        """Follow an event: questions that arise are put into the queue."""

    @property
    @abstractmethod
    def scene(self) -> Scene:
        """The table as it lies."""

    @property
    def can_correct(self) -> bool:
        return False

    def correct(self, event: Event) -> None:
        """Put something else in the place of what was read last; where nothing can be taken back it comes as well."""
        self.hear(event)

    def go_on(self) -> None:
        """After something wrong, to the next round."""
        self.finding = self.judged = None
        if self.run.stage is Stage.JUDGED:
            self.run.go_on()

    def _ask(self, family: str, level: int, dealt: str) -> None:
        """Put a question about what was dealt into the queue, where there is one."""
        try:
            drill = self.offer.family(family)
        except KeyError:
            return
        seeded = drill.takes_dealt is not None and drill.takes_dealt.seeded
        try:
            self._coming.append(drill.make_dealt(self.rules, level, dealt, self._rng.getrandbits(31) if seeded else 0))
        except DealtError:
            return

    def _answered_by(self, act: str) -> None:
        """The dealer has done what was asked: that is the answer. A right one passes without a word."""
        run = self.run
        if run.stage is not Stage.ASKING or run.question.item.family != self.main:
            self._coming = deque(question for question in self._coming if question.item.family != self.main)
            return
        answered = run.answer(act)
        if answered is not None and answered.mark.right:
            run.go_on()
        else:
            self.judged = answered

    def _found(self, finding: Finding | None) -> None:
        if finding is not None:
            self.finding = finding


class ShoeSession(Session):
    """A baccarat shoe. Asked, the winner is called and the boxes are settled, too."""

    main = "next-card"
    waits_for = "cards"

    def __init__(self, *arguments: object, knows_end: bool = True, fresh: bool = False, **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.follower = baccarat.Follower(self.rules, knows_end=knows_end)
        self.table = baccarat.Table(baccarat.Phase.JOINING)
        self.last: baccarat.Ended | None = None
        self._before: list[baccarat.Table] = []  # of this coup, to take a misread card back
        if fresh:
            self.table = self.follower.hear(self.table, StateEvent("start")).table

    def take(self, event: Event) -> None:
        before = self.table
        step = self.follower.hear(before, event)
        self.table = step.table
        if isinstance(event, CardEvent) and step.table != before:
            self._before.append(before)
            self.pace = self.pace.begun(self.now)
        is_decided = before.phase is baccarat.Phase.DEALING and before.cards >= baccarat.FIRST
        if step.act and is_decided:
            self._answered_by(step.act)
        self._found(step.finding)
        if step.ended is not None:
            self._ended(step.ended)
        dealing = self.table.phase is baccarat.Phase.DEALING
        if dealing and self.table.cards >= baccarat.FIRST and self.table != before:
            self._ask("next-card", 1, print_cards(_as_dealt(self.table)))

    def _ended(self, ended: baccarat.Ended) -> None:
        self.last = ended
        self._before.clear()
        self.pace = self.pace.ended(self.now)
        if not self.watched:
            dealt = print_cards(ended.dealt)
            self._ask("call-the-winner", 2 if len(ended.dealt) > baccarat.FIRST else 1, dealt)
            self._ask("settle-boxes", 3, dealt)

    @property
    def can_correct(self) -> bool:
        return bool(self._before)

    def correct(self, event: Event) -> None:
        """Take the last card back and put another in its place; what was asked about it is withdrawn."""
        if not self._before:
            return
        wrong = self.table
        self.table = self._before.pop()
        self.finding = None
        self.corrections += 1
        self._coming.clear()
        if self.run.stage is Stage.ASKING and self.run.question.item.family == self.main:
            self.run.withdraw()
        if isinstance(event, CardEvent) and not event.to:
            drawn = baccarat.PLAYER if len(wrong.player) > len(self.table.player) else baccarat.BANKER
            place = len(self.table.player if drawn == baccarat.PLAYER else self.table.banker) + 1
            event = CardEvent(event.card, drawn, place)
        self.hear(event)

    def go_on(self) -> None:
        super().go_on()
        if self.table.phase is baccarat.Phase.STOPPED:
            self.table = self.follower.go_on(self.table)
            self._before.clear()

    @property
    def scene(self) -> Scene:
        table = self.table
        shown = table if table.cards or self.last is None else self.last
        return close_up(hand("player", shown.player) + hand("banker", shown.banker))


def _as_dealt(table: baccarat.Table) -> list[Card]:
    """The cards in the order in which they left the shoe."""
    first = [table.player[0], table.banker[0], table.player[1], table.banker[1]]
    return [*first, *table.player[2:], *table.banker[2:]]


class BlackjackSession(Session):
    """Blackjack from a shoe: the dealer's own hand is asked about or watched."""

    main = "dealer-hand"
    level = 4
    waits_for = "cards"

    def __init__(self, *arguments: object, seats: int = 1, **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.follower = blackjack.Follower(self.rules, seats)
        self.table = blackjack.Table()

    def take(self, event: Event) -> None:
        before = self.table
        step = self.follower.hear(before, event)
        self.table = step.table
        if isinstance(event, CardEvent):
            self.pace = self.pace.begun(self.now)
        if step.act:
            self._answered_by(step.act)
        self._found(step.finding)
        if step.ended is not None:
            self.pace = self.pace.ended(self.now)
        decides = self.table.phase is blackjack.Phase.DEALER and len(self.table.dealer) > 1
        if decides and self.table != before and self.follower.dealer_must(self.table)[0] != "stop":
            self._ask(self.main, self.level, print_cards(list(self.table.dealer)))

    def go_on(self) -> None:
        super().go_on()
        if self.table.phase is blackjack.Phase.STOPPED:
            self.table = self.follower.go_on(self.table)

    @property
    def scene(self) -> Scene:
        stake = self.rules.table.minimum
        places = [Shown(seat, (cards,), (stake,)) for seat, cards in enumerate(self.table.hands, 1)]
        return table_scene(self.rules, places, self.table.dealer)


class WheelSession(Session):
    """A roulette wheel: the neighbours of the number, then what the layout pays; watched, its pace and direction."""

    main = "pay-the-layout"
    waits_for = "number"

    def __init__(self, *arguments: object, profile: Profile | None = None, level: int = 3, **named: object) -> None:
        self.level = level
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.follower = wheel.Follower(self.rules, profile)
        self.spins = wheel.Spins()
        self.findings: list[Finding] = []

    def take(self, event: Event) -> None:
        step = self.follower.hear(self.spins, event, self.now)
        self.spins = step.spins
        self._tell(step.findings)
        if isinstance(event, StateEvent | NumberEvent):
            self.pace = self.pace.begun(self.now)
        if step.number:
            self.pace = self.pace.ended(self.now)
            if not self.watched:
                self._ask_neighbours(step.number)
                self._ask(self.main, self.level, step.number)

    def measure(self, ball: Ball) -> None:
        """What the wheel says of its ball."""
        self.spins = self.follower.measure(self.spins, ball)

    def tick(self) -> None:
        """Time has passed: warnings that last are told."""
        step = self.follower.tick(self.spins, self.now)
        self.spins = step.spins
        self._tell(step.findings)

    def _tell(self, findings: Sequence[Finding]) -> None:
        for finding in findings:
            self.findings.append(finding)
            self._found(finding)

    def _ask_neighbours(self, number: str) -> None:
        """A fact that the number itself names: no seed is drawn for it."""
        drill = self.offer.family("wheel-order")
        self._coming.append(drill.make(self.rules, 3, wheel_of(self.rules).order.index(number)))

    @property
    def scene(self) -> Scene:
        felt = self.offer.family(self.main).make(self.rules, 1, 1).draft.scene.felt
        if not self.spins.numbers:
            return Scene(felt=felt)
        return Scene(felt=felt, pieces=(Marker(spot=spot("straight-up", [self.spins.numbers[-1]]), kind="dolly"),))


class DiceSession(Session):
    """Craps with real dice: what each throw pays on a layout that lies on the screen."""

    main = "pay-the-roll"
    waits_for = "dice"

    def __init__(self, *arguments: object, level: int = 3, **named: object) -> None:
        self.level = level
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.throws: list[str] = []

    def take(self, event: Event) -> None:
        if isinstance(event, DiceEvent):
            self.throws.append(event.dice)
            self.pace = self.pace.ended(self.now)
            self._ask(self.main, self.level, event.dice)

    @property
    def scene(self) -> Scene:
        felt = self.offer.family(self.main).make(self.rules, 1, 1).draft.scene.felt
        return Scene(felt=felt, pieces=(DicePiece(spot="dice", roll=self.throws[-1]),) if self.throws else ())


# The area and the id of a drill → the real table it is practised at.
KINDS: dict[tuple[str, str], type[Session]] = {
    ("baccarat", "next-card"): ShoeSession,
    ("blackjack", "dealer-hand"): BlackjackSession,
    ("roulette", "pay-the-layout"): WheelSession,
    ("craps", "pay-the-roll"): DiceSession,
}


def session_kind(families: Sequence[Family]) -> type[Session] | None:
    """The kind of real table that a game with these drills can be practised at; nothing if there is none."""
    there = {(family.area, family.id) for family in families}
    return next((kind for drill, kind in KINDS.items() if drill in there), None)


def pace_words(session: Session) -> Message | None:
    """How quickly it goes, beside what is usual."""
    rate, target = session.pace.an_hour, session.target
    if rate is None or session.pace.rounds < _ROUNDS_FOR_A_PACE:
        return None
    params = {"rounds": round(rate), "target": target.rounds if target else 0}
    return Message("sensors.pace.beside-target" if target else "sensors.pace.alone", params)
