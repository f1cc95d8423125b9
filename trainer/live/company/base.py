"""Base class of the simulated surroundings of a dealer: what players bet and answer, and what ball, dice and shoe do.

Each family of games subclasses `Company`. It plans acts at times of the shift's clock; the table performs them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from trainer.games.round import Act, Incident, Laid, Money, State, Step
from trainer.live.guests import Guest
from trainer.live.incidents import usual_ruling
from trainer.live.shift import MOST_SEATS

if TYPE_CHECKING:
    from trainer.live.table import LiveTable

Wish = tuple[str, Any, Money]  # bet, on, stake
_HIGH_CHIP = 5  # times the minimum: a chip that is worth hiding


class Company:
    """Players and chance at one table."""

    family: ClassVar[str] = ""
    usual_pace: ClassVar[int] = 50  # rounds an hour with a full table
    first_deals: ClassVar[frozenset[str]] = frozenset({"open", "spin", "close", "dice", "shake"})  # bets come at last

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.round = table.round
        self.rules = table.rules
        self.draws = table.draws
        self.minimum: int = int(table.rules.table.minimum) or 1
        self.maximum: int = int(table.rules.table.maximum or 0) or self.minimum * 100
        self.opens = any(atom.verb == "open" for atom in self.round.atoms)
        self.invited = False
        self.last_bet = 0  # when the last of the players has bet

    def places(self) -> int:
        """How many players the table has room for."""
        return MOST_SEATS

    # ── a round ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def before(self) -> dict[str, Any]:
        """What went before the round: see `prepare` of the family's round."""
        return {"minimum": self.minimum, "maximum": self.maximum}

    def lying(self) -> Sequence[Mapping[str, Any]]:
        """The bets that lie from the round before."""
        return ()

    def begin(self) -> None:
        """A round begins. Where nobody opens the bets, they begin by themselves."""
        self.invited = False
        if not self.opens:
            self.invite()

    def invite(self) -> None:
        """The players bet, each in his own time."""
        if not self.invited:
            self.invited = True
            self.table.affairs.invited()
            self.last_bet = self.table.now
            for time, act in self.planned_bets():
                self.table.plan_bet(time, act)
                self.last_bet = max(self.last_bet, time)

    def planned_bets(self) -> Iterator[tuple[int, Act]]:
        """What all players will bet, with the times at which they do."""
        number = self.table.round_number
        for guest in self.table.guests.values():
            if self.table.affairs.bets_no_more(guest.seat):
                continue
            time = self.table.now + self.draws.reaction(guest.style.tempo, guest.seat, number, "first bet")
            for n, (bet, on, stake) in enumerate(self.wishes(guest)):
                if stake:
                    yield time, Act("bets", "player", guest.seat, "", bet, on, stake)
                time += self.draws.reaction(guest.style.tempo // 2, guest.seat, number, "next bet", n)

    def wishes(self, guest: Guest) -> Iterator[Wish]:
        """What a player wants to bet in this round."""
        return iter(())

    def lawful(self, act: Act) -> bool:
        """Whether a bet may be made now; a player who does not mean to break a rule makes no other."""
        return self.round.bet_problem(self.table.state, act) is None

    def complete(self, act: Act) -> Act:
        """An act of the dealer with what the table's own equipment brings: cards."""
        return act

    def take_back(self, card: str) -> None:
        """A card that `complete` drew could not be dealt: it is the next one again."""

    def reply(self, act: Act, before: State) -> None:
        """Plan the acts that follow from an act, whoever did it."""
        if act.by == "dealer" and not self.invited and act.do in self.first_deals:
            self.invite()

    def finished(self, state: State) -> None:
        """The round is over: remember what the next one needs."""

    def due(self, steps: Iterator[Step]) -> Iterator[Step]:
        """The steps that are due, with what only this table knows: whose turn the dice are, that a shoe is at its
        end."""
        return steps

    def next_card(self, steps: Iterator[Step]) -> Iterator[Step]:
        """The steps while cards are being dealt: the next card first, so that nobody looks for it among the others."""
        atom = self.round.keys["deal"]
        yield Step(atom.step, self.round.todo(self.table.state, atom), atom.by, atom.call, atom.cite)
        yield from (step for step in steps if step.id != atom.step)

    # ── irregularities and cheats ────────────────────────────────────────────────────────────────────────────────────

    def stageable(self) -> dict[str, str]:
        """Events that can be staged at this table, with the irregularity of the rulebook that each is."""
        known = self.rules.irregularities
        if self.table.shift.real:  # a real shoe, wheel or pair of dice has irregularities of its own
            return {}
        return {event: name for event, name in self.round.incidents.items() if name in known and event in self.events}

    events: ClassVar[frozenset[str]] = frozenset()

    def may_happen(self, event: str) -> bool:
        """Whether an event can be drawn for the round that begins; what is pinned happens in any case."""
        return True

    def stage(self, event: str, act: Act, seat: int | None) -> Act | None:
        """The act that stages an event, if it can happen after this act."""
        return None

    def plan_staged(self, act: Act) -> None:
        """Let the staged event happen."""
        self.table.plan(self.table.now + 200, act, "incident")

    def rule(self, incident: Incident) -> Act | None:
        """What a dealer who knows the rulebook does about an incident."""
        return usual_ruling(incident, "")

    def announced(self, guest: Guest) -> tuple[str, dict[str, Any], tuple[Wish, ...]] | None:
        """A bet that a player calls out: the line he says, its figures, and the chips; `None` if the game takes no such
        bets."""
        return None

    def bad_bets(self, guest: Guest) -> Iterator[Wish]:
        """Bets that may not lie: above the maximum, below the minimum."""
        bet = self.main_bet()
        yield bet, None, self.maximum * 2
        if self.minimum > 1:
            yield bet, None, self.minimum // 2

    def late_bets(self, guest: Guest) -> Iterator[Wish]:
        """What a player bets who comes too late."""
        yield self.main_bet(), None, self.minimum

    def main_bet(self) -> str:
        """The bet that everybody makes."""
        return next(iter(self.rules.bets))

    def cheat(self, guest: Guest, move: str) -> tuple[Act, ...]:
        """The acts of a cheat's move once the result is known; () if there is no occasion for it."""
        state, chip = self.table.state, self.minimum
        own = [
            (bet, due)
            for bet, due in zip(state.bets, state.dues, strict=False)
            if bet.seat == guest.seat and due is not None and not bet.late and not bet.closed
        ]
        won = next((bet for bet, due in own if due.pays), None)
        lost = next((bet for bet, due in own if due.loses and bet.stake >= 2 * chip and self.pinches), None)
        adds = [] if won is None else [self._late_chip("adds", guest, (won.bet, won.on, chip))]
        pinch = [] if lost is None else [Act("pinches", "player", guest.seat, "", lost.bet, lost.on, chip)]
        purse = self.table.books.purses[guest.seat]
        if move in ("cap", "past-post") and purse >= chip:
            return tuple(adds)
        if move == "decoy" and won is not None:  # a chip that everybody sees, and then the one that matters
            wishes = [wish for wish in self.late_bets(guest) if wish[:2] != (won.bet, won.on) and wish[2]]
            if wishes and wishes[0][2] + chip <= purse:
                return (self._late_chip("bets", guest, wishes[0]), *adds)
        if move == "hidden-chip" and won is not None and purse >= _HIGH_CHIP * chip:
            return (self._late_chip("adds", guest, (won.bet, won.on, _HIGH_CHIP * chip)),)
        spot = next(
            (
                bet
                for bet, due in zip(state.bets, state.dues, strict=False)
                if bet.seat != guest.seat and due is not None and due.pays and not bet.late and not bet.closed
            ),
            None,
        )
        if move in ("under", "nudge") and spot is not None and purse >= chip:
            late = self._late_chip("bets", guest, (spot.bet, spot.on, chip))
            return (late,) if move == "under" else (*pinch, late) if pinch else ()
        if move == "pinch":
            return tuple(pinch)
        if move == "switch" and adds and pinch:  # chips of a bet that lost go to the one that won
            return (*pinch, *adds)
        return ()

    def _late_chip(self, verb: str, guest: Guest, wish: Wish) -> Act:
        bet, on, stake = wish
        return Act(verb, "player", guest.seat, "", bet, on, stake, {"late": True})

    def early_cheat(self, guest: Guest, move: str, act: Act) -> Act | None:
        """The move of a cheat before the result, if an act of the dealer is its moment."""
        return None

    pinches: ClassVar[bool] = True
    moves: ClassVar[frozenset[str]] = frozenset({"past-post", "pinch", "cap", "decoy", "switch", "hidden-chip"})

    # ── words for the families ───────────────────────────────────────────────────────────────────────────────────────

    def stake(self, guest: Guest, times: int = 1) -> Money:
        """What a player stakes now: his unit, doubled after losses if that is his way, within his chips."""
        wanted = guest.unit * times
        if guest.style.doubles and guest.streak > 0:
            wanted *= 1 << min(guest.streak, 5)
        wanted = min(wanted, self.maximum)
        if wanted <= guest.chips:
            return wanted
        return self.minimum if guest.chips >= self.minimum else 0

    def later(self, guest_or_seat: Guest | int | None, kind: str, n: int = 0) -> int:
        """When somebody reacts to what happens now."""
        seat = guest_or_seat.seat if isinstance(guest_or_seat, Guest) else guest_or_seat
        guest = self.table.guests.get(seat) if seat is not None else None
        tempo = guest.style.tempo if guest else 1000
        return self.table.now + self.draws.reaction(tempo, seat or 0, self.table.round_number, kind, n)

    def pattern(self, guest: Guest) -> str:
        return guest.style.pattern.get(self.family, "")

    def with_card(self, act: Act, card: str) -> Act:
        return replace(act, facts={**act.facts, "card": card})


def left_of(bet: Laid) -> Money:
    """The part of a stake that still lies."""
    return bet.stake - bet.taken - bet.back
