"""Roulette: players with their numbers, and a ball that slows down and falls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from trainer.games.roulette.announced import NEIGHBOURS, chips_of
from trainer.games.roulette.layout import EVEN_CHANCES, inside_bets
from trainer.games.round import Act, Incident, Money, State
from trainer.live.company.base import Company, Wish
from trainer.live.guests import Guest

_BALL_RUNS = (9_000, 15_000)  # until it slows down
_STOPS = ("ball-leaves-wheel", "ball-hangs", "wheel-stops")  # after these no number comes
_BALL_FALLS = (4_000, 7_000)  # after that


class RouletteCompany(Company):
    """Players and ball at a roulette table."""

    family = "roulette"
    usual_pace = 38
    moves = Company.moves | {"under", "nudge"}

    events = frozenset(
        {
            "object-in-wheel",
            "ball-leaves-wheel",
            "ball-hangs",
            "wheel-stops",
            "wheel-fault",
            "faulty-throw",
            "ball-short",
        }
    )

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        self.order: Sequence[str] = self.round.wheel.order
        self.around: dict[str, list[tuple[str, Any]]] = {number: [] for number in self.order}
        for bet, spots in inside_bets(self.rules).items():
            for on in sorted(spots):
                for number in on:
                    self.around[number].append((bet, list(on)))
        self.parts = [(bet, part) for bet in ("column", "dozen") if bet in self.rules.bets for part in (1, 2, 3)]
        self.evens = [bet for bet in EVEN_CHANCES if bet in self.rules.bets]
        self.spins = 0  # of this round: a spin that was annulled is repeated
        self.wheel = ""
        self.prisoners: list[dict[str, Any]] = []
        self.during: list[Act] = []

    def before(self) -> dict[str, Any]:
        last = bool(self.table.shift.rounds) and self.table.round_number >= self.table.shift.rounds
        facts: dict[str, Any] = {"previous_wheel": self.wheel, "last_spin": last}
        facts["board"] = [seat for seat, guest in self.table.guests.items() if guest.on_board]
        if self.prisoners:
            facts["prison"] = self.prisoners
        return facts

    def lying(self) -> Sequence[Mapping[str, Any]]:
        return self.prisoners

    def begin(self) -> None:
        self.spins = 0
        self.during = []
        super().begin()

    def invite(self) -> None:
        """Every third bet of a player comes while the ball runs, the others before."""
        if self.invited:
            return
        self.invited = True
        self.table.affairs.invited()
        count: Counter[int | None] = Counter()
        for time, act in self.planned_bets():
            count[act.seat] += 1
            if count[act.seat] % 3 == 0:
                self.during.append(act)
            else:
                self.table.plan_bet(time, act)

    def wishes(self, guest: Guest) -> Iterator[Wish]:
        number, pattern = self.table.round_number, self.pattern(guest)
        count = self.draws.between(guest.style.bets, guest.seat, number, "bets")
        if pattern in ("even", "outside"):
            yield from self._outside(guest, number, pattern, count)
            return
        if pattern == "mixed":
            yield from self._outside(guest, number, pattern, 1)
            count -= 1
        favourite = self._favourite(guest, 0)
        spots: list[tuple[str, Any]] = []
        if pattern == "full-number":
            spots = self.around[favourite]
        elif pattern == "cluster":
            near = self.around[favourite]
            spots = [near[0], *(self.draws.pick(near, guest.seat, number, "near", n) for n in range(count - 1))]
        elif pattern == "neighbours":
            place = self.order.index(favourite)
            size = len(self.order)
            spots = [("straight-up", [self.order[(place + step) % size]]) for step in (-2, -1, 0, 1, 2)]
        else:
            for n in range(count):
                chosen = self._favourite(guest, self.draws.below(4, guest.seat, number, "which", n))
                spots.append(self.around[chosen][0 if n % 2 == 0 else self.draws.below(
                    len(self.around[chosen]), guest.seat, number, "spot", n)])  # fmt: skip
        seen = []
        for bet, on in spots[:12]:
            if (bet, on) not in seen:
                seen.append((bet, on))
                yield bet, on, self.stake(guest)

    def _outside(self, guest: Guest, number: int, pattern: str, count: int) -> Iterator[Wish]:
        spots: Sequence[tuple[str, Any]] = [(bet, None) for bet in self.evens]
        if pattern != "even":
            spots = [*self.parts, *(spots if pattern == "mixed" else ())]
        seen = set()
        for n in range(count):
            bet, on = self.draws.pick(spots, guest.seat, number, "outside", n)
            if (bet, on) not in seen:
                seen.add((bet, on))
                yield bet, on, self.stake(guest, 2)

    def stake(self, guest: Guest, times: int = 1) -> Money:
        """Whole chips of his colour: who has none left buys more before he bets again."""
        return super().stake(guest, times) // guest.unit * guest.unit

    def _favourite(self, guest: Guest, which: int) -> str:
        return self.draws.pick(self.order, guest.seat, 0, "favourite", which)

    def lawful(self, act: Act) -> bool:
        return bool(act.amount) and super().lawful(act)

    def reply(self, act: Act, before: State) -> None:
        super().reply(act, before)
        table, number = self.table, self.table.round_number
        if act.by == "dealer":
            if act.do == "open":
                self.invite()
            elif act.do == "spin":
                self._spin(act)
            elif act.do == "show":
                table.plan(table.now + 800, Act("approved", "inspector"))
            elif act.do == "ask" and act.topic == "half-or-prison":
                seats = [act.seat] if act.seat is not None else list(table.state.asked)
                for seat in seats:
                    choice = self.draws.pick(("withdraw", "prison"), seat or 0, number, "zero")
                    table.plan(self.later(seat, "zero"), Act("chooses", "player", seat, choice))
        elif act.by == "table" and act.do in _STOPS:
            table.drop_plans("ball")
        elif act.by == "table" and act.do == "ball-slows" and "wheel" not in table.shift.real:
            fall = self.draws.between(_BALL_FALLS, 0, number, "falls", self.spins)
            fallen = self.draws.pick(self.order, 0, number, "number", self.spins)
            table.plan(table.now + fall, Act("ball-falls", "table", facts={"number": fallen}), "ball")

    def _spin(self, act: Act) -> None:
        self.spins += 1
        self.wheel = str(act.facts.get("wheel", ""))
        table = self.table
        table.drop_plans("ball")
        last = table.now
        for bet in self.during:
            time = self.later(bet.seat, f"during {bet.bet} {bet.on}")
            table.plan_bet(time, bet)
            last = max(last, time)
        self.during = []
        if "wheel" in table.shift.real:
            return
        runs = self.draws.between(_BALL_RUNS, 0, table.round_number, "runs", self.spins)
        table.plan(max(table.now + runs, last + 200), Act("ball-slows", "table"), "ball")

    def stage(self, event: str, act: Act, seat: int | None) -> Act | None:
        return Act(event, "table") if act.by == "dealer" and act.do == "spin" else None

    def plan_staged(self, act: Act) -> None:
        runs = self.draws.between((2_000, 7_000), 0, self.table.round_number, "incident")
        self.table.plan(self.table.now + runs, act, "incident")

    def rule(self, incident: Incident) -> Act | None:
        if incident.ruling == "void":
            return Act("void", topic="spin", facts={"call": "no-spin"})
        return super().rule(incident)

    def announced(self, guest: Guest) -> tuple[str, dict[str, Any], tuple[Wish, ...]] | None:
        """A number and its neighbours on the wheel, or one of the series of the rulebook, each chip a unit."""
        announced = self.round.figures.announced
        if not announced.offered:
            return None
        kinds = [NEIGHBOURS, *announced.sets] if announced.neighbours_each_side else list(announced.sets)
        kind = self.draws.pick(kinds, guest.seat, self.table.round_number, "announced")
        number = self._favourite(guest, 0)
        chips = chips_of(self.rules, kind, number if kind == NEIGHBOURS else None)
        bets = tuple((*_spot(name), guest.unit * count) for name, count in chips.items())
        return kind, {"number": number, "amount": guest.unit}, bets

    def bad_bets(self, guest: Guest) -> Iterator[Wish]:
        yield "split", ["1", "36"], self.minimum

    def late_bets(self, guest: Guest) -> Iterator[Wish]:
        yield "straight-up", [self._favourite(guest, 0)], self.stake(guest)

    def finished(self, state: Any) -> None:
        for seat, guest in self.table.guests.items():
            guest.on_board = seat in state.board
        self.prisoners = [
            {"seat": bet.seat, "bet": bet.bet, "on": bet.on, "stake": bet.stake - bet.taken - bet.back}
            for bet in state.bets
            if bet.choice == "prison"
            and bet.stake > bet.taken + bet.back
            and not bet.paid
            and state.number in ("0", "00")
        ]


def _spot(name: str) -> tuple[str, list[str]]:
    """A spot of an announced bet, such as ``split:4-7``, as bet and numbers."""
    bet, _, numbers = name.partition(":")
    return bet, numbers.split("-")
