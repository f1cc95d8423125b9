"""State of a sitting, computed from its events: the one place that says which event is allowed when.

A sitting checks each event here before writing it. Verification replays all events of a result, so a log with an
impossible event is refused.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from trainer.exams import events as e
from trainer.exams.errors import RefusedError, refused
from trainer.exams.paper import Paper, PaperItem
from trainer.exams.scheme import Order, Part
from trainer.texts import Message

SLOWEST_FRAME = 50  # milliseconds; timed parts are refused on slower machines
LONGEST_LATENCY = 200
CLOCKS_APART_MS = 1000  # tolerated difference between exam time and the clock from one event to the next
MOST_EXTRA_MS = 4 * 60 * 60 * 1000


class Phase(StrEnum):
    """Phase of a sitting. Texts: ``exams.phase.ID``."""

    LOCKED = "locked"
    IDENTIFIED = "identified"
    UNLOCKED = "unlocked"
    CHECKED = "checked"  # the machine was checked; practice is possible
    RUNNING = "running"
    PAUSED = "paused"
    HANDED_IN = "handed-in"


# Phases in which an event is allowed; events that are not listed are allowed until the sitting is handed in.
_PHASES: dict[type[e.Event], tuple[Phase, ...]] = {
    e.Identified: (Phase.LOCKED,),
    e.Unlocked: (Phase.IDENTIFIED,),
    e.MachineChecked: (Phase.UNLOCKED, Phase.CHECKED),
    e.Practised: (Phase.CHECKED,),
    e.Started: (Phase.CHECKED,),
    e.PartStarted: (Phase.RUNNING,),
    e.Shown: (Phase.RUNNING,),
    e.Given: (Phase.RUNNING,),
    e.Flagged: (Phase.RUNNING,),
    e.ItemClosed: (Phase.RUNNING,),
    e.PartFinished: (Phase.RUNNING,),
    e.Paused: (Phase.RUNNING,),
    e.Continued: (Phase.PAUSED,),
    e.ExtraTime: (Phase.RUNNING, Phase.PAUSED),
    e.HandedIn: (Phase.RUNNING, Phase.PAUSED),
}


class LastAnswer(msgspec.Struct, frozen=True):
    """Last answer to an item, with its corrected time in milliseconds."""

    answer: str
    corrected: int


class State:
    """Everything that follows from the events so far."""

    def __init__(self, paper: Paper | None, extra_time: int) -> None:
        """``paper`` may be given later, when it is unlocked: no event before that needs it."""
        self.known_paper = paper
        self.extra_time = extra_time
        self.phase = Phase.LOCKED
        self.count = 0
        self.used = 0
        self.ms, self.boot = 0, ""  # of the last event
        self.part: Part | None = None
        self.item = 0  # number of the item shown; 0: none
        self.part_used = 0
        self.item_used: dict[int, int] = {}
        self.answers: dict[int, LastAnswer] = {}
        self.flags: set[int] = set()
        self.shown: set[int] = set()
        self.closed: set[int] = set()
        self.done: set[str] = set()  # parts
        self.granted = 0  # milliseconds added to the part
        self.wrong_codes = 0
        self.incidents = 0
        self.timed_parts = True
        self.frame_ms = self.latency_ms = 0  # of the machine, as measured
        self.identified_by = ""

    @property
    def paper(self) -> Paper:
        """The paper; raises `RefusedError` while it is locked."""
        if self.known_paper is None:
            raise refused("not-in-phase", phase=Message(f"exams.phase.{self.phase.value}"))
        return self.known_paper

    # ── times ────────────────────────────────────────────────────────────────────────────────────────────────────

    def stretched(self, milliseconds: int) -> int:
        """A time limit with the candidate's extra time."""
        return milliseconds * (100 + self.extra_time) // 100

    @property
    def part_limit(self) -> int:
        """Time limit of the current part in milliseconds; 0 if only its items are timed."""
        minutes = self.part.minutes if self.part else 0
        return self.stretched(minutes * 60_000) + self.granted if minutes else 0

    @property
    def part_left(self) -> int | None:
        """Time left in the part at the last event, in milliseconds; ``None`` if only items are timed."""
        return max(0, self.part_limit - self.part_used) if self.part_limit else None

    def item_limit(self, item: PaperItem) -> int:
        """Time limit of an item with extra time, in milliseconds; 0 for none."""
        return self.stretched(item.limit_ms) if item.limit_ms else 0

    @property
    def item_left(self) -> int | None:
        """Time left for the item at the last event, in milliseconds; ``None`` if it is not timed."""
        if not self.item:
            return None
        limit = self.item_limit(self.paper.item(self.item))
        return max(0, limit - self.item_used.get(self.item, 0)) if limit else None

    # ── open parts and items ─────────────────────────────────────────────────────────────────────────────────────

    @property
    def is_forward(self) -> bool:
        """Whether the current part has no way back."""
        return self.part is not None and self.part.order is Order.FORWARD

    @property
    def items(self) -> tuple[PaperItem, ...]:
        """Items of the current part."""
        return self.paper.of_part(self.part.id) if self.part else ()

    def is_open(self, number: int) -> bool:
        """Whether an item may be shown now."""
        own = [item.number for item in self.items]
        if number not in own or number in self.closed:
            return False
        if not self.is_forward:
            return True
        waiting = [other for other in own if other not in self.closed and other not in self.answers]
        return bool(waiting) and number == waiting[0]

    @property
    def next_open(self) -> int:
        """Next open unanswered item after the current one, wrapping around; 0 if there is none."""
        own = [item.number for item in self.items]
        after = [number for number in own if number > self.item] + [number for number in own if number <= self.item]
        return next((number for number in after if self.is_open(number) and number not in self.answers), 0)

    @property
    def next_part(self) -> Part | None:
        """First part that is not finished; ``None`` at the end."""
        return next((part for part in self.paper.scheme.parts if part.id not in self.done), None)

    @property
    def part_after(self) -> Part | None:
        """The part that follows the current one."""
        own = self.part.id if self.part else ""
        return next((part for part in self.paper.scheme.parts if part.id not in self.done and part.id != own), None)

    @property
    def is_last_part(self) -> bool:
        return len(self.done) + 1 >= len(self.paper.scheme.parts)

    # ── events ───────────────────────────────────────────────────────────────────────────────────────────────────

    def check(self, event: e.AnyEvent) -> None:
        """Raise `RefusedError` with the reason if this event is impossible now."""
        if event.n != self.count:
            raise refused("event-missing", event=self.count, found=event.n)
        if self.phase is Phase.HANDED_IN:
            raise refused("closed")
        if event.used < self.used or (event.used != self.used and self.phase is not Phase.RUNNING):
            raise refused("time-does-not-fit", event=event.n)
        lacks_actor = not isinstance(event, e.HandedIn) and getattr(event, "by", "somebody") == ""
        if not self._clocks_fit(event) or lacks_actor:
            raise refused("time-does-not-fit", event=event.n)
        if type(event) in _PHASES and self.phase not in _PHASES[type(event)]:
            raise refused("not-in-phase", phase=Message(f"exams.phase.{self.phase.value}"))
        match event:
            case e.Committed():
                self._need(self.count == 0, "not-now")
            case e.PartStarted(part=part):
                following = self.next_part
                self._need(self.part is None and following is not None and following.id == part, "not-open-part")
            case e.Shown(item=item):
                self._need(self.is_open(item), "not-open", item=item)
            case e.Given():
                self._check_answer(event)
            case e.Flagged(item=item):
                self._need(not self.is_forward and self.is_open(item), "not-open", item=item)
            case e.ItemClosed(item=item):
                self._need(item == self.item != 0, "not-open", item=item)
                limit = self.item_limit(self.paper.item(item))
                self._need(limit > 0 and self._item_time(event) >= limit, "time-left", item=item)
            case e.PartFinished(part=part):
                self._need(self.part is not None and self.part.id == part, "not-open-part")
            case e.ExtraTime(added=added):
                self._need(self.part_limit > 0 and 0 < added <= MOST_EXTRA_MS - self.granted, "extra-time")
            case _:
                pass

    def _clocks_fit(self, event: e.AnyEvent) -> bool:
        """Whether the monotonic clock and the exam time advanced together; after a restart or a resumption only the
        sign is checked."""
        if not self.count or event.boot != self.boot or isinstance(event, e.Resumed):
            return event.ms >= 0
        passed = event.ms - self.ms
        is_running = self.phase is Phase.RUNNING
        return passed >= 0 and (not is_running or abs(event.used - self.used - passed) <= CLOCKS_APART_MS)

    def _check_answer(self, event: e.Given) -> None:
        self._need(event.item == self.item and self.is_open(event.item), "not-open", item=event.item)
        raw, limit = self._item_time(event), self.item_limit(self.paper.item(event.item))
        if event.raw != raw or min(event.frame, event.latency, event.stalls) < 0:
            raise refused("time-does-not-fit", event=event.n)
        # Corrections must not exceed what was measured.
        if event.frame > self.frame_ms or event.latency > self.latency_ms or event.stalls > raw:
            raise refused("time-does-not-fit", event=event.n)
        over = self.part_limit and self.part_used + event.used - self.used > self.part_limit
        if over or (limit and raw > limit):
            raise refused("time-up", item=event.item)
        if len(event.answer) > e.LONGEST_ANSWER or not event.answer.isprintable():
            raise refused("bad-answer", item=event.item)

    def apply(self, event: e.AnyEvent) -> None:
        """Apply the next event; after `RefusedError` nothing has changed."""
        self.check(event)
        if self.phase is Phase.RUNNING:
            passed = event.used - self.used
            self.part_used += passed if self.part else 0
            if self.item:
                self.item_used[self.item] = self.item_used.get(self.item, 0) + passed
        self.used, self.ms, self.boot = event.used, event.ms, event.boot
        self.count += 1
        match event:
            case e.Identified(by=by):
                self.phase, self.identified_by = Phase.IDENTIFIED, by
            case e.Unlocked():
                self.phase = Phase.UNLOCKED
            case e.MachineChecked(timed_parts=timed, frame_ms=frame, latency_ms=latency):
                self.phase, self.timed_parts = Phase.CHECKED, timed
                self.frame_ms, self.latency_ms = frame, latency
            case e.Started() | e.Continued():
                self.phase = Phase.RUNNING
            case e.PartStarted(part=part):
                self.part, self.part_used, self.granted = self.paper.scheme.part(part), 0, 0
            case e.Shown(item=item):
                self.item = item
                self.shown.add(item)
            case e.Given(item=item, answer=answer):
                self.answers[item] = LastAnswer(answer, event.corrected)
                if self.is_forward:
                    self._close(item)
            case e.Flagged(item=item, on=on):
                (self.flags.add if on else self.flags.discard)(item)
            case e.ItemClosed(item=item):
                self._close(item)
            case e.PartFinished(part=part):
                self.done.add(part)
                self.flags.clear()
                self.part, self.item = None, 0
            case e.Paused():
                self.phase = Phase.PAUSED
            case e.ExtraTime(added=added):
                self.granted += added
            case e.Incident():
                self.incidents += 1
            case e.WrongCode():
                self.wrong_codes += 1
            case e.HandedIn():
                self.phase, self.item = Phase.HANDED_IN, 0
            case _:
                pass

    def _close(self, item: int) -> None:
        self.closed.add(item)
        self.flags.discard(item)
        self.item = 0

    def _item_time(self, event: e.AnyEvent) -> int:
        return self.item_used.get(self.item, 0) + event.used - self.used

    def _need(self, holds: bool, why: str, **params: object) -> None:
        if not holds:
            raise refused(why, **params)


def replay(paper: Paper | None, extra_time: int, happened: list[e.AnyEvent]) -> State:
    """State after some events; raises `RefusedError` at the first impossible one."""
    state = State(paper, extra_time)
    for event in happened:
        try:
            state.apply(event)
        except RefusedError as error:
            params = {"event": event.n, "reason": error.message}
            raise RefusedError(Message("exams.refused.unlawful-event", params)) from None
    return state
