"""A real wheel followed spin by spin: its numbers, which way it turns, spins that do not count, what it warns of.

The dealer's throw is an act of the game's round, which judges the direction. It is judged once the spin is under way,
because a wheel may report a state and a direction in either order; and only if the spin before was seen. A wheel that
does not count its spins cannot prove that: what it shows is a doubt.
"""

from __future__ import annotations

import msgspec

from trainer.games.core import Reason
from trainer.games.roulette.decide import SpinEvent, spin_counts
from trainer.games.roulette.figures import roulette, wheel
from trainer.games.roulette.round import RouletteRound
from trainer.games.round import Act, Fault
from trainer.rulebooks import GameRules
from trainer.sensors.events import DirectionEvent, Event, MissedEvent, NumberEvent, StateEvent, WarningsEvent
from trainer.sensors.following.core import Finding, of_round
from trainer.sensors.message_events import Ball
from trainer.sensors.profile import Profile, Warning
from trainer.texts import Message

SPINNING = ("ball-in-rim", "no-more-bets")
_FALLEN = "winning-number"
_COUNTER_RESTARTS = ((255, 0), (256, 1))  # Mercury, Slingshot
_ALL_COUNTS = 1_800_000  # milliseconds in which the counter may come round unheard: 255 spins of seven seconds
_ONE_LINE = 250  # milliseconds: a later report comes from another line of the wheel
_TWO_LINES = 1200  # milliseconds from the turn count to the number; if it comes later, the spin may not have counted


class Spins(msgspec.Struct, frozen=True):
    """A wheel as far as it was followed. Times are in milliseconds."""

    state: str = ""
    since: int = 0  # when the state began
    spin: int | None = None  # number of the spin, where the wheel counts them
    direction: str = ""  # as it turns now
    thrown: str = ""  # which way it turned when the ball was thrown in this spin
    thrown_in: int | None = None  # number of the spin in which that was
    before: str = ""  # and in the spin before; empty if that was not seen or did not count
    before_in: int | None = None
    thrown_at: int = 0  # when the ball was thrown in this spin
    before_at: int = 0
    is_judged: bool = False  # whether the direction of this spin was judged
    fallen: str = ""  # number of this spin, once it was told
    numbered: int | None = None  # the last counted spin whose number was reported
    turns: int | None = None  # of the ball, where the wheel counts them
    turned_at: int | None = None  # time of the last report; `None` if there was none
    flags: int = 0
    told: int = 0  # warnings of this spin that were said already
    numbers: tuple[str, ...] = ()
    tells_spins: bool = False  # whether a spin's beginning is told
    void: int = 0  # spins that had no number


class Step(msgspec.Struct, frozen=True):
    """What an event did: the wheel after it, what is to be said, and the number that fell."""

    spins: Spins
    findings: tuple[Finding, ...] = ()
    number: str = ""


class Follower:
    """Follows a wheel under the rules of its game. The profile says what its warnings mean and how long they are
    passed over, as the maker advises."""

    def __init__(self, rules: GameRules, profile: Profile | None = None) -> None:
        self.rules = rules
        self._figures = roulette(rules)
        self._round = RouletteRound(rules)
        self._wheel = wheel(rules)
        self._warnings = profile.warnings if profile is not None else ()

    def hear(self, spins: Spins, event: Event, at: int = 0, *, by_hand: bool = False) -> Step:
        match event:
            case StateEvent():
                return self._state(spins, event, at)
            case DirectionEvent():
                turned = msgspec.structs.replace(spins, direction=event.direction)
                if spins.state == "ball-in-rim":  # reported after the state on the same line, or a contradiction
                    is_same_line = at - spins.since < _ONE_LINE
                    turned = msgspec.structs.replace(turned, thrown=event.direction if is_same_line else "")
                return Step(turned)
            case MissedEvent():
                unknown = {"before": "", "thrown": "", "turns": None, "spin": None}
                return Step(msgspec.structs.replace(spins, is_judged=True, fallen="", **unknown))
            case WarningsEvent():
                return self.tick(msgspec.structs.replace(spins, flags=event.warnings), at)
            case NumberEvent():
                return self._number(spins, event.number, at, by_hand)
        return Step(spins)

    def measure(self, spins: Spins, ball: Ball, at: int = 0) -> Spins:
        """What the wheel measured of the ball."""
        if ball.turns is None or spins.state not in SPINNING:
            return spins
        return msgspec.structs.replace(spins, turns=max(spins.turns or 0, ball.turns), turned_at=at)

    def tick(self, spins: Spins, at: int) -> Step:
        """Time has passed: a warning that lasts long enough is said once."""
        found: list[Finding] = []
        told = spins.told
        for warning in self._warnings:
            if not spins.flags & warning.flag or told & warning.flag:
                continue
            if at - spins.since < warning.passed_over.get(spins.state, 0):
                continue
            told |= warning.flag
            found.append(self._warned(warning, spins))
        return Step(msgspec.structs.replace(spins, told=told), tuple(found))

    def _warned(self, warning: Warning, spins: Spins) -> Finding:
        says = Message(f"sensors.warning.{warning.means}")
        if spins.state in warning.voids:
            cite = self._figures.no_spin.cite
            return Finding("spin-void", {"why": says}, (Reason("sensors.reason.no-spin", {}, cite),), stops=False)
        return Finding("warned", {"why": says}, stops=False)

    def _state(self, spins: Spins, event: StateEvent, at: int) -> Step:
        state = event.state
        now = msgspec.structs.replace(spins, state=state, since=at, spin=event.spin)
        if event.spin is not None and event.spin != spins.spin:
            now = msgspec.structs.replace(now, fallen="", thrown="")
        is_same_count = state == "place-bets" and event.spin is not None and event.spin == spins.numbered
        if is_same_count or (state == "start" and event.spin is None):  # the wheel may count anew
            now = msgspec.structs.replace(now, before="", thrown="")
        if state == "ball-in-rim":
            return Step(
                msgspec.structs.replace(
                    now,
                    thrown=spins.direction,
                    thrown_in=event.spin,
                    thrown_at=at,
                    turns=None,
                    told=0,
                    tells_spins=True,
                    is_judged=False,
                    fallen="",
                    numbered=None,
                )
            )
        if state in ("place-bets", "start") and spins.state in SPINNING:  # the spin had no number: it did not count
            return Step(msgspec.structs.replace(now, void=spins.void + 1, before="", thrown="", told=0))
        if state == "place-bets":
            now = msgspec.structs.replace(now, fallen="")
        return self._turned(now) if state in ("no-more-bets", _FALLEN) else Step(now)

    def _turned(self, spins: Spins) -> Step:
        """Judge the direction of the throw, once a spin."""
        if spins.is_judged or not spins.thrown:
            return Step(spins)
        judged = msgspec.structs.replace(spins, is_judged=True)
        has_come_round = spins.thrown_at - spins.before_at >= _ALL_COUNTS
        if has_come_round or not _follows(spins.before_in, spins.thrown_in):
            return Step(judged)
        start = self._round.start({"previous_wheel": spins.before}, ())
        act = Act("spin", facts={"wheel": spins.thrown})
        found = self._round.findings(start, act, self._round.perform(start, act))
        wrong = next((each for each in found if each.fault is Fault.NOT_ALLOWED), None)
        if wrong is None:
            return Step(judged)
        way = Message(f"sensors.direction.{spins.thrown}")
        reason = Reason("sensors.reason.wheel-alternates", {}, self._figures.turning.cite)
        finding = of_round(wrong, {"way": way}, (reason,), doubt=spins.thrown_in is None)
        return Step(judged, (msgspec.structs.replace(finding, id="same-direction", stops=False),))

    def _number(self, spins: Spins, number: str, at: int, by_hand: bool) -> Step:
        if number not in self._wheel:
            return Step(spins, (Finding("no-such-number", {"number": number}, stops=False),))
        previous = spins.numbers[-1] if spins.numbers else None
        is_counted = spins.spin is not None and spins.spin == spins.numbered
        if (is_counted or (spins.tells_spins and spins.fallen)) and not by_hand:
            again = self._told_again(number, spins.fallen or previous or number)
            return Step(msgspec.structs.replace(spins, before="") if again else spins, again)
        turned = self._turned(spins)
        spins = turned.spins
        after = msgspec.structs.replace(
            spins,
            state=_FALLEN,
            fallen=number,
            numbered=spins.spin,
            before=spins.thrown,
            before_in=spins.thrown_in,
            before_at=spins.thrown_at,
            thrown="",
        )
        if spins.turned_at is not None and (spins.turns is None or at - spins.turned_at > _TWO_LINES):
            after = msgspec.structs.replace(after, before="")  # whether the spin counted is not known
        elif spins.turns is not None:
            decided = spin_counts(self.rules, SpinEvent(landed=number, turns=spins.turns, previous_number=previous))
            if not decided.facts["valid"]:
                found = Finding("too-few-turns", {"turns": spins.turns}, decided.reasons, stops=False)
                void = msgspec.structs.replace(after, void=spins.void + 1, before="")
                return Step(void, (*turned.findings, found))
        return Step(msgspec.structs.replace(after, numbers=(*spins.numbers, number)), turned.findings, number)

    @staticmethod
    def _told_again(number: str, previous: str) -> tuple[Finding, ...]:
        """A second number without a spin: the same is the same ball, another is a contradiction."""
        if number == previous:
            return ()
        return (Finding("number-again", {"number": number, "before": previous}, stops=False),)


def _follows(before: int | None, now: int | None) -> bool:
    """Whether a spin is the next after another; a wheel that counts none does not contradict it."""
    if before is None or now is None:
        return before is now
    return now == before + 1 or (before, now) in _COUNTER_RESTARTS
