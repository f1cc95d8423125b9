"""Craps: players on the line and the numbers, a shooter, and the dice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from trainer.drills.craps.layouts import SEATS
from trainer.games.craps.figures import craps
from trainer.games.craps.layout import LINES, TRAVELS_TO, CrapsBet, selections
from trainer.games.craps.limits import exact_unit
from trainer.games.craps.table import dice_change_hands
from trainer.games.craps.throw import marked_after, point_after
from trainer.games.round import Act, Incident, Laid, Money, Step
from trainer.live.company.base import Company, Wish, left_of
from trainer.live.guests import Guest

_DURING_POINT = "die-on-floor"  # of a throw for the point; on a come-out the die is "off the table"
_THROWS = 2_500  # milliseconds until the shooter throws


class CrapsCompany(Company):
    """Players and dice at a craps table."""

    family = "craps"
    usual_pace = 48
    moves = Company.moves | {"held-die"}

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        self.point: int | None = None
        self.marked: frozenset[int] = frozenset()
        self.previous: int | None = 7
        self.kept: list[dict[str, Any]] = []
        self.chip = table.rules.info.chips.smallest
        self._upwards = craps(self.rules).shooter.next == "player-to-the-right"  # seats are counted from there
        self.shooter = 0 if self._upwards else SEATS + 1  # before the first
        self.throws = 0

    def places(self) -> int:
        return SEATS

    def before(self) -> dict[str, Any]:
        role = self.table.shift.role
        return {
            **super().before(),
            "role": role if role != "both" else None,
            "point": self.point,
            "marked_numbers": sorted(self.marked),
            "previous_roll": self.previous,
            "shooter": self.shooter if self.shooter in self.table.guests else None,
        }

    def lying(self) -> Sequence[Mapping[str, Any]]:
        return self.kept

    def begin(self) -> None:
        self.throws = 0
        super().begin()

    def wishes(self, guest: Guest) -> Iterator[Wish]:
        number, pattern = self.table.round_number, self.pattern(guest)
        own = {bet["bet"] for bet in self.kept if bet["seat"] == guest.seat}
        stake = self.stake(guest, 2)
        line = "dont-pass" if pattern == "dont" else "pass-line"
        if self.point is None and not own & set(LINES):
            yield line, None, stake
            return
        odds = "dont-pass-odds" if "dont-pass" in own else "pass-odds"
        if pattern in ("odds", "line") and own & set(LINES) and odds not in own and "odds" in guest.style.knows:
            yield odds, None, self._whole(stake, odds, None)
        if pattern == "odds" and "come" in self.rules.bets and self.point is not None and "come-point" not in own:
            yield "come", None, stake
        if pattern == "numbers" and "place" not in own and self.point is not None:
            for on in (6, 8):
                yield "place", on, self._whole(stake, "place", on)
        if pattern == "hard" and "hardway" not in own:
            yield "hardway", self.draws.pick(selections(self.rules, "hardway"), guest.seat, number, "hard"), stake
        if pattern == "field" and self.draws.happens(0.6, guest.seat, number, "field"):
            yield "field", None, stake

    def _whole(self, stake: Money, bet: str, on: int | None) -> Money:
        """The stake, raised until the house can pay it in whole chips."""
        unit = self.chip * exact_unit(self.rules, CrapsBet(bet=bet, stake=Fraction(1), on=on), self.point)
        return int(-(-stake // unit) * unit)

    def lawful(self, act: Act) -> bool:
        if not act.amount or act.bet not in self.rules.bets:
            return False
        state = self.table.state
        trial = replace(state, bets=(*state.bets, Laid(act.bet, act.seat, act.amount, act.on, state.count)))
        return self.round._problem(trial, len(state.bets)) is None

    def main_bet(self) -> str:
        return "field" if "field" in self.rules.bets else super().main_bet()

    def stageable(self) -> dict[str, str]:
        if self.table.shift.real:
            return {}
        return {event: event for event in self.round.events if event in self.rules.irregularities}

    def may_happen(self, event: str) -> bool:
        return event != _DURING_POINT or self.point is not None

    def stage(self, event: str, act: Act, seat: int | None) -> Act | None:
        closes = any(atom.verb == "close" for atom in self.round.atoms)
        if act.by != "dealer" or act.do != ("close" if closes else "dice") or self.table.state.roll is not None:
            return None
        dice = [self.draws.below(6, 0, self.table.round_number, f"staged {n}") + 1 for n in (1, 2)]
        return Act("throw", "table", facts={"dice": dice, "event": event})

    def plan_staged(self, act: Act) -> None:
        self.table.drop_plans("throw")
        self.table.plan(self.table.now + _THROWS, act, "throw")

    def early_cheat(self, guest: Guest, move: str, act: Act) -> Act | None:
        """The shooter holds one die back and lets it slide."""
        if move != "held-die" or guest.seat != self.shooter or "dice-slide" not in self.stageable():
            return None
        return self.stage("dice-slide", act, guest.seat)

    def rule(self, incident: Incident) -> Act | None:
        if incident.ruling == "void":
            return Act("void", topic="throw", facts={"call": self.round.figures.throw.call})
        return super().rule(incident)

    def due(self, steps: Iterator[Step]) -> Iterator[Step]:
        """The dice go to the shooter."""
        shooter = self._next_shooter()
        for step in steps:
            acts = tuple(replace(act, topic=shooter) if act.do == "dice" else act for act in step.acts)
            yield replace(step, acts=acts) if acts != step.acts else step

    def reply(self, act: Act, before: Any) -> None:
        super().reply(act, before)
        table = self.table
        if act.by == "table" and act.do == "throw":  # one that an instructor has ordered stands for the planned one
            table.drop_plans("throw")
        if table.state.void and not before.void:
            self._throw(_THROWS * 2)
        if act.by != "dealer":
            return
        if act.do == "open":
            self.invite()
        elif act.do == "dice" and table.state.roll is None:
            if table.state.shooter in table.guests:
                self.shooter = table.state.shooter
            closes = any(atom.verb == "close" for atom in self.round.atoms)
            self._throw(_THROWS * 4 if closes else _THROWS)
        elif act.do == "close" and table.state.dice_at is not None and table.state.roll is None:
            self._throw(_THROWS)

    def _throw(self, wait: int) -> None:
        table = self.table
        if "dice" in table.shift.real:
            return
        table.drop_plans("throw")
        self.throws += 1
        dice = [self.draws.below(6, 0, table.round_number, f"die {n}", self.throws) + 1 for n in (1, 2)]
        table.plan(table.now + wait, Act("throw", "table", facts={"dice": dice}), "throw")

    def _next_shooter(self) -> int:
        """Who throws next: the shooter, or the player after him if he has no line bet once the bets are down."""
        table = self.table
        seats = {bet.seat for bet in table.state.bets if bet.bet in LINES and not bet.late and not bet.back}
        if table.bets_to_come or not seats:
            seats = set(table.guests)
        return self.shooter if self.shooter in seats else self._after(self.shooter, seats)

    def _after(self, seat: int, seats: Collection[int | None]) -> int:
        """The first of some seats to which the dice go from a seat, round the table."""
        known = sorted((each for each in seats if each is not None), reverse=not self._upwards)
        later = [each for each in known if (each > seat if self._upwards else each < seat)]
        return next(iter((*later, *known)), seat)

    def finished(self, state: Any) -> None:
        if state.roll is None:
            self.kept = [_as_header(bet) for bet in state.bets if left_of(bet)]
            return
        throw = self.round.thrown(state)
        line = self.round.line(state)
        self.kept = []
        for bet, due in zip(state.bets, state.dues, strict=False):
            if bet.taken or bet.back or bet.paid or bet.late or (due is not None and (due.returned or due.loses)):
                continue
            travels = self.round._moves_to(state, bet)
            kept = bet if travels is None else replace(bet, bet=TRAVELS_TO[bet.bet], on=travels)
            self.kept.append(_as_header(kept))
        self.point = point_after(self.rules, throw)
        self.marked = marked_after(throw)
        self.previous = throw.total
        if dice_change_hands(self.rules, line):
            self.shooter = self._after(self.shooter, self.table.guests)


def _as_header(bet: Laid) -> dict[str, Any]:
    return {"seat": bet.seat, "bet": bet.bet, "on": bet.on, "stake": left_of(bet)}
