"""Sessions with real equipment: events come in, questions are asked or actions judged, in one run.

*Asked*: before each action the run asks what comes next, and after each round what it pays. *Watched*: nothing is
asked; the dealer's actions are the answers, and only wrong ones are reported. Attempts are stored with the dealt cards
either way. They count only if the cards are real: not at a simulator or a recording.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from enum import StrEnum

from msgspec import structs

from trainer.drills.core import Question
from trainer.drills.dealt import DealtError
from trainer.drills.scene import Scene
from trainer.equipment.cards import Card
from trainer.rulebooks import GameRules
from trainer.runs.offers import Offers
from trainer.runs.plan import MOST_QUESTIONS, Plan, rung_name
from trainer.runs.records_file import RecordsFile
from trainer.runs.run import Asked, Run, Stage, Waiting
from trainer.runs.run_factory import DrillSession
from trainer.runs.summary import Answered, Placed
from trainer.sensors.events import Event
from trainer.sensors.following.core import PAUSE, Finding
from trainer.sensors.following.pace import Pace, Target, target_of
from trainer.sensors.manual_input import typed_event
from trainer.sensors.profile import Gives
from trainer.texts import Message

_MILLISECOND = 1_000_000  # nanoseconds
_ROUNDS_FOR_A_PACE = 2


class Origin(StrEnum):
    """Where the events of a session come from."""

    DEVICE = "device"
    HAND = "hand"
    SIMULATOR = "simulator"
    RECORDING = "recording"

    @property
    def is_real(self) -> bool:
        """Whether somebody really deals, so that answers and pace count."""
        return self in (Origin.DEVICE, Origin.HAND)


class Session(ABC):
    """What all sessions share: the run, the pace, the last error. Events go to `hear`."""

    main = ""  # drill that the session is recorded under
    level = 1
    waits_for = ""
    needs: frozenset[Gives] = frozenset()  # the device must send one of these

    def __init__(
        self,
        plan: Plan,
        offers: Offers,
        recording: RecordsFile,
        clock: Callable[[], int],
        rng: random.Random,
        *,
        watched: bool = False,
        origin: Origin = Origin.HAND,
    ) -> None:
        rungs = (rung_name(self.main, self.level),)
        named = structs.replace(plan, rungs=rungs, dealt=True, dealt_by=origin.value, length=MOST_QUESTIONS)
        self.watched = watched
        self.origin = origin
        self.offer = offers.offer(plan.rulebook, plan.game, plan.variant, plan.options)
        self.rules: GameRules = self.offer.rules
        self.pace = Pace()
        self.finding: Finding | None = None  # shown until the trainee continues
        self.judged: Answered | None = None  # last wrong action
        self.corrections = 0
        self._clock = clock
        self._rng = rng
        self._coming: deque[Question] = deque()
        self._heard_at: int | None = None  # when the device last told something
        self._was_asked = False  # whether a question was open since its last report
        keeper = DrillSession(named, offers, recording, rng)
        self.run = Run(keeper.plan, self, keeper, clock)

    @property
    def cannot_see(self) -> Message | None:
        """What this device does not show, so that nobody relies on it; `None` if nothing is to be said."""
        return None

    @property
    def counts(self) -> bool:
        """Whether answers about this round count."""
        return self.origin.is_real

    # ── source of the run ────────────────────────────────────────────────────────────────────────────────────────

    def next_asked(self) -> Asked | Waiting | None:
        if not self._coming:
            return Waiting(self.waits_for)
        return Asked(self._coming.popleft(), self.rules, self.counts)

    def arrived(self, what: str) -> None:
        """Handle typed input."""
        if what:
            self.take(typed_event(what, self.waits_for), by_hand=True)

    def placed(self) -> Placed | None:
        return None

    # ── incoming events ──────────────────────────────────────────────────────────────────────────────────────────

    @property
    def now(self) -> int:
        """Milliseconds on the run's clock."""
        return self._clock() // _MILLISECOND

    @property
    def target(self) -> Target | None:
        """Usual number of rounds an hour."""
        return target_of(self.rules.game, self.rules.family)

    def hear(self, event: Event, by_hand: bool = False) -> Finding | None:
        """Process an event and continue the run; returns what was wrong. The verdict on a right answer closes with the
        next event."""
        self._was_asked = not self.watched and (self._was_asked or self.run.stage is not Stage.WAITING)
        if self.run.stage is Stage.JUDGED and self.judged is None and self.run.answered[-1].mark.right:
            self.run.go_on()
        self.take(event, by_hand=by_hand)
        if self.run.stage is Stage.WAITING:
            self.run.arrived("")
        self._was_asked = not self.watched and self.run.stage is not Stage.WAITING
        return self.finding

    def note_pause(self) -> None:
        """Note that the device was silent for `PAUSE` before the event that follows."""
        self._heard_at = self.now - PAUSE

    def _has_paused(self, by_hand: bool) -> bool:
        """Whether the device was silent so long before this event that reports may be lost without a notice."""
        if by_hand:
            return False
        before, self._heard_at = self._heard_at, self.now
        return before is not None and self.now - before >= PAUSE

    @abstractmethod
    def take(self, event: Event, *, by_hand: bool = False) -> None:
        """Follow an event and queue the questions that arise."""

    @property
    @abstractmethod
    def scene(self) -> Scene:
        """The table as it is now."""

    @property
    @abstractmethod
    def can_correct(self) -> bool:
        """Whether the last event can be taken back."""

    @abstractmethod
    def take_back(self, event: Event) -> Event:
        """Return to the state before the last event; returns the replacement event."""

    @property
    def places(self) -> Sequence[Card | None]:
        """The cards of the round in the order in which they came, `None` for one that was not read; empty where only
        the last event can be corrected."""
        return ()

    def correct(self, event: Event, place: int | None = None, *, inserts: bool = False) -> None:
        """Replace the event at a place (from 0) of the round, or insert one before it; without a place, the card that
        was not read, else the last event. Questions about it are withdrawn. Nothing happens if the round has no such
        place: the correction may come from a table whose round was heard from an earlier card on."""
        if not self.can_correct or (place is not None and not 0 <= place < len(self.places) + inserts):
            return
        self.finding = self.judged = None
        self.corrections += 1
        replacing = self._change(event, place, inserts)
        if self.run.stage is Stage.JUDGED:  # the judged answer depended on it
            self.run.go_on()
        self._withdraw()
        if replacing is not None:
            self.hear(replacing, by_hand=True)
        else:
            self._changed()
            if self.run.stage is Stage.WAITING:
                self.run.arrived("")

    def _change(self, event: Event, place: int | None, inserts: bool) -> Event | None:
        """Change a round whose events are all known; returns an event that is heard instead, if any."""
        return self.take_back(event)

    def _changed(self) -> None:  # noqa: B027
        """Queue the questions of a round that was changed; by default there are none."""

    def go_on(self) -> None:
        """Continue with the next round after an error."""
        self.finding = self.judged = None
        if self.run.stage is Stage.JUDGED:
            self.run.go_on()

    def _ask(self, family: str, level: int, dealt: str) -> None:
        """Queue a question about what was dealt, if the drill has one."""
        try:
            drill = self.offer.family(family)
        except KeyError:
            return
        seeded = drill.takes_dealt is not None and drill.takes_dealt.seeded
        try:
            self._coming.append(drill.make_dealt(self.rules, level, dealt, self._rng.getrandbits(31) if seeded else 0))
        except DealtError:
            return

    def _ask_fact(self, family: str, level: int, number: int) -> None:
        """Queue a fact, if there is a drill for it; no seed is drawn."""
        try:
            drill = self.offer.family(family)
        except KeyError:
            return
        self._coming.append(drill.make(self.rules, level, number))

    def _answered_by(self, act: str, cards: str) -> None:
        """The dealer's action answers the question about these cards; a right answer needs no verdict. Questions about
        other cards stay without an answer. It is stored when the next round begins: until then a card that was misread
        can be corrected."""
        run = self.run
        self._withdraw(cards)
        if self.judged is not None and any(question.item.family == self.main for question in self._coming):
            self.judged = None  # nobody has closed the last verdict; its finding stays until somebody does
            run.go_on()
        if run.stage is not Stage.ASKING or run.question.item.family != self.main:
            self._coming = deque(question for question in self._coming if question.item.family != self.main)
            return
        answered = run.answer(act, is_final=False)
        if answered is not None and answered.mark.right:
            run.go_on()
        else:
            self.judged = answered

    def _withdraw(self, but: str | None = None) -> None:
        """Withdraw questions whose basis was misread or aborted; ``but`` are cards whose questions remain."""
        self._coming = deque(each for each in self._coming if not self._rests_on_last(each) or each.item.dealt == but)
        run = self.run
        if run.stage is Stage.ASKING and self._rests_on_last(run.question) and run.question.item.dealt != but:
            run.withdraw()

    def _take_back(self, cards: str) -> None:
        """Forget the dealer's actions that were judged on other cards than those that lie there, as far as they are not
        stored yet."""
        self.run.take_back(lambda each: self._rests_on_last(each.question) and not _begins(cards, each))

    def _rests_on_last(self, question: Question) -> bool:
        """Whether a question depends on the last event; at a shoe, questions on the previous coup do not."""
        return question.item.family == self.main

    def _found(self, finding: Finding | None) -> None:
        """Show a finding; a doubt does not replace something that was wrong."""
        is_wrong = self.finding is not None and not self.finding.doubt and self.finding.stops
        if finding is not None and not (finding.doubt and is_wrong):
            self.finding = finding

    def _begin_round(self) -> None:
        """What was uncertain about the round before is over, and its actions are stored."""
        self.run.save()
        if self.finding is not None and self.finding.doubt:
            self.finding = None


def _begins(cards: str, answered: Answered) -> bool:
    """Whether the cards that were answered about are the first of these."""
    dealt = answered.question.item.dealt.split()
    return cards.split()[: len(dealt)] == dealt


def pace_words(session: Session) -> Message | None:
    """Current pace beside the usual one; `None` at a simulator or a recording, which have none."""
    if not session.origin.is_real:
        return None
    rate, target = session.pace.an_hour, session.target
    if rate is None or session.pace.rounds < _ROUNDS_FOR_A_PACE:
        return None
    params = {"rounds": round(rate), "target": target.rounds if target else 0}
    return Message("sensors.pace.beside-target" if target else "sensors.pace.alone", params)
