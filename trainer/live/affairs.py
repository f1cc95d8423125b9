"""What happens beside the bets of a round: buy-ins, change, questions, claims, tips, and bets that must be refused.

The level's frequencies, or the shift's pinned events, decide which of them happen in a round. If the game's round does
not judge an answer of the dealer, the table does, by the custom of the trade.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from trainer.games.core import RequestError
from trainer.games.round import Act, Fault, Finding, Money, State, Step, finding, read_amount
from trainer.live.guests import Guest
from trainer.texts import Names

if TYPE_CHECKING:
    from trainer.live.table import LiveTable

ANNOUNCED = "announced-bet"  # called out by a player; the dealer repeats it and places the chips
NEWCOMER = "newcomer"  # a player leaves, and another takes his place
RELIEF = "relief"  # the dealer comes in for another, who leaves the table
LOTTERY = (
    "buy-in", "change", "question", "late-bet", "bad-bet", ANNOUNCED, "claim", "tip", "cheat", "abuse", "small-talk",
    RELIEF, NEWCOMER,
)  # fmt: skip
MOVES = (
    "past-post", "pinch", "cap", "decoy", "switch", "under", "nudge", "hidden-chip", "bent-card", "held-die",
)  # fmt: skip
LEAVING = "leaving"  # a player with colour chips goes: they are changed, then the board is cleared
FILL = "fill"  # the rack runs low
ABUSE = "abuse"  # words that a dealer does not answer himself
ADVICE = frozenset({"advice", "recommend", "gave-advice"})
_LIES_AGAIN = frozenset({Fault.TOOK_WINNER, Fault.TOOK_PUSH})  # put right by the round: the chips lie there again
_SETTLED_BY = {"claim": ("floor", "correct"), ABUSE: ("floor",), FILL: ("floor",)}
SETTLE = "settle"  # the payment of a true claim from an earlier round
_LOW_RACK = 2  # part of the opening rack below which it must be filled
_PATIENCE = 6_000  # milliseconds that a player waits for a bet to go back before he goes on
_TOO_MUCH = frozenset({Fault.OVERPAID, Fault.PAID_LOSER, Fault.PAID_PUSH})
_MONEY_LOST = frozenset({Fault.UNDERPAID, Fault.UNPAID, Fault.TOOK_WINNER, Fault.TOOK_PUSH})


class Request(msgspec.Struct):
    """Something that a player waits for."""

    kind: str  # buy-in, change, leaving, question, announced-bet, claim, abuse, fill
    seat: int  # 0 for the table itself
    at: int
    amount: Money = 0
    advice: bool = False
    colour: str = ""
    value: Money = 0  # of a colour chip
    since_round: int = 0
    answered: bool = False
    is_owed: bool = False  # a true claim from an earlier round, in which the payment can no longer be put right
    reported: bool = False  # a claim that is owed: the inspector has found it true
    says: Names | None = None  # how he asked
    bets: tuple[tuple[str, Any, Money], ...] = ()  # what he announced: bet, on, stake
    changed: bool = False  # the colour chips of a player who leaves


class Affairs:
    """Requests of a shift, and the bets that must go back."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.requests: list[Request] = []
        self.refused: list[Act] = []  # bets that somebody must give back
        self.refused_at = 0
        self.kinds: set[str] = set()  # what was drawn for this round
        self.later: list[tuple[int, Money]] = []  # what players miss from the round before, by seat
        self.unclear: set[int] = set()
        self.buyers: set[int] = set()
        self.parts = [atom for atom in table.round.atoms if atom.part == "buy-in"]
        self.changes_colours = any(atom.part == LEAVING for atom in table.round.atoms)
        self.going: set[int] = set()  # seats whose players bet no more in this round
        self.leaving: set[int] = set()  # seats whose players have changed their colour chips and go

    # ── a round ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def begin(self) -> None:
        """A round begins: draw what happens beside it."""
        table, number = self.table, self.table.round_number
        self.unclear, self.buyers, self.going = set(), set(), set()
        self.refused = []
        pinned = {each.id: each.seat for each in table.shift.incidents if each.round == number}
        self.kinds = {kind for kind in LOTTERY if self._is_drawn(kind)}
        self.kinds |= {kind for kind in LOTTERY if kind in pinned}
        self.kinds |= {"cheat"} if any(move in pinned for move in MOVES) else set()
        self.pinned = pinned
        for seat in sorted(self.leaving):
            self._make_room(seat)
        self.leaving = set()
        if LEAVING in pinned and (leaving := self._someone(LEAVING)) is not None:
            self._leave(leaving)
        if FILL in pinned or table.books.rack < table.books.opening_rack // _LOW_RACK:
            self._wait_for(Request(FILL, 0, table.now))
        if NEWCOMER in self.kinds and (leaving := self._someone(NEWCOMER)) is not None:
            self._change_guest(leaving)
        for seat, amount in self.later:
            if seat in table.guests:
                self._claim(seat, amount, true=True, is_owed=True)
        self.later = []
        broke = [guest for guest in table.guests.values() if guest.chips < guest.unit]
        one_by_one = table.company.family == "roulette"  # colour chips are sold to one player after the other
        for poor in broke[:1] if one_by_one else broke:
            self._buy_in(poor)
        guest: Guest | None
        if "buy-in" in self.kinds and not broke and (guest := self._someone("buy-in")) is not None:
            self._buy_in(guest)
        if "change" in self.kinds and (guest := self._someone("change")) is not None:
            self._ask_change(guest)
        if "question" in self.kinds and (guest := self._someone("question", "talk")) is not None:
            self._question(guest)
        if "tip" in self.kinds and (guest := self._someone("tip", "tips")) is not None:
            amount = min(self.table.company.minimum, guest.chips)
            if amount:
                table.plan(self._soon("tip"), Act("tips", "player", guest.seat, amount=amount))
                table.say(guest.seat, "tip", at=self._soon("tip"))
        if "small-talk" in self.kinds and (guest := self._someone("small-talk", "talk")) is not None:
            table.say(guest.seat, "small-talk", at=self._soon("small-talk"))
        if ABUSE in self.kinds and (guest := self._someone(ABUSE, "drink")) is not None:
            table.say(guest.seat, ABUSE, at=self._soon(ABUSE))

    def invited(self) -> None:
        """The players begin to bet: one of them wrongly, before he has bet as he may."""
        if "bad-bet" in self.kinds and (guest := self._someone("bad-bet")) is not None:
            self._bad_bet(guest)
        if ANNOUNCED in self.kinds and (guest := self._someone(ANNOUNCED)) is not None:
            self._announce(guest)

    def _is_drawn(self, kind: str) -> bool:
        table = self.table
        share = table.crowd.often(kind, table.shift.level) / table.pace
        return table.draws.happens(share, 0, table.round_number, kind)

    def _soon(self, kind: str) -> int:
        return self.table.now + self.table.draws.between((800, 5000), 0, self.table.round_number, f"when {kind}")

    def _someone(self, kind: str, weight: str = "") -> Guest | None:
        """A player for something: the pinned one, or one drawn by a weight of his style."""
        guests = [guest for guest in self.table.guests.values() if guest.seat not in self.going]
        seat = self.pinned.get(kind, 0)
        if seat:
            return self.table.guests.get(seat)
        weights = [max(int(getattr(guest.style, weight) * 10), 0) if weight else 1 for guest in guests]
        if not sum(weights):
            return None
        drawn = self.table.draws.below(sum(weights), 0, self.table.round_number, f"who {kind}")
        for guest, share in zip(guests, weights, strict=True):
            drawn -= share
            if drawn < 0:
                return guest
        return None

    # ── requests ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _change_guest(self, guest: Guest) -> None:
        """Let a player leave, unless he still has a bet on the table; a player with colour chips changes them first."""
        table, seat = self.table, guest.seat
        waits = any(bet.seat == seat for bet in table.state.bets) or any(seat == each for each, _ in self.later)
        wanted = any(seat == each for kind, each in self.pinned.items() if kind != NEWCOMER)
        if waits or wanted or getattr(table.company, "shooter", None) == seat:
            return
        if self.changes_colours:
            self._leave(guest)
        elif not self.parts:
            self._make_room(seat)

    def _make_room(self, seat: int) -> None:
        """A player goes, and another takes his place."""
        table = self.table
        table.change_guest(seat)
        table.record.staged.append((table.now, NEWCOMER, seat))
        table.say(seat, NEWCOMER, at=table.now + 500)

    def _leave(self, guest: Guest) -> None:
        """A player with colour chips wants to go: he bets no more, and asks for chips of the house."""
        if self.changes_colours and guest.chips >= guest.unit:
            self.buyers.add(guest.seat)
            self.going.add(guest.seat)
            when = self._soon(LEAVING)
            self.table.plan(when, Act("leaves", "player", guest.seat))

    def bets_no_more(self, seat: int) -> bool:
        """Whether a player who is about to leave makes no bets in this round."""
        return seat in self.going

    def _buy_in(self, guest: Guest) -> None:
        table = self.table
        value = guest.unit if self.parts else table.company.minimum  # a colour keeps what it is worth
        amount = value * 20 * max(1, int(guest.unit // value))  # twenty of his usual stakes, in whole chips
        if amount > table.books.pockets[guest.seat]:
            return
        wants: dict[str, Any] = {"colour": guest.colour, "value": value} if self.parts else {}
        act = Act("lays-money", "player", guest.seat, amount=amount, facts={"wants": wants})
        self.buyers.add(guest.seat)
        when = self._soon(f"buy-in {guest.seat}")
        table.plan(when, act)
        table.say(guest.seat, "buy-in", {"amount": amount}, when)

    def _ask_change(self, guest: Guest) -> None:
        amount = self.table.company.minimum * 10
        if guest.chips >= amount and guest.seat not in self.buyers:
            when = self._soon("change")
            self.table.plan(when, Act("asks", "player", guest.seat, "change", amount=amount))
            self.table.say(guest.seat, "change", {"amount": amount}, when)

    def _question(self, guest: Guest) -> None:
        table = self.table
        advice = table.draws.happens(0.4, guest.seat, table.round_number, "advice")
        when = self._soon("question")
        table.plan(when, Act("asks", "player", guest.seat, "advice" if advice else "rules"))
        table.say(guest.seat, "question-advice" if advice else "question-rules", at=when)

    def _announce(self, guest: Guest) -> None:
        """A player calls out a bet on several numbers, where the house takes such bets."""
        found = self.table.company.announced(guest)
        if found is not None and sum(stake for _, _, stake in found[2]) <= guest.chips:
            line, figures, bets = found
            when = self._soon(ANNOUNCED)
            self.table.plan(when, Act("asks", "player", guest.seat, ANNOUNCED, facts={"bets": bets}))
            self.table.say(guest.seat, f"{ANNOUNCED}-{line}", figures, when)

    def _bad_bet(self, guest: Guest) -> None:
        """A bet that no house accepts: above the maximum, below the minimum, or between spots."""
        table, company = self.table, self.table.company
        for bet, on, stake in company.bad_bets(guest):
            act = Act("bets", "player", guest.seat, "", bet, on, stake, {"bad": True})
            if stake <= guest.chips and not company.lawful(act):
                table.plan(table.now + 50, act, "bad-bet")
                return

    def _claim(self, seat: int, amount: Money, *, true: bool, is_owed: bool = False) -> None:
        table = self.table
        when = table.now + table.draws.between((1200, 3000), seat, table.round_number, "claim")
        facts = {"owed": True} if is_owed else {}
        table.plan(when, Act("disputes", "player", seat, "payment", amount=amount or None, facts=facts))
        table.say(seat, "claim" if true else "claim-false", {"amount": amount} if amount else {}, when)

    # ── reactions to acts ────────────────────────────────────────────────────────────────────────────────────────────

    def reply(self, act: Act, before: State) -> tuple[Finding, ...]:
        """Something was done: a request, an answer, or an occasion for somebody who waits for it."""
        if act.by == "player":
            self._noticed(act)
        elif act.by == "dealer":
            after: State = self.table.state
            found = self._answered(act)
            if after.closed and not before.closed:
                self._closed()
            if after.findings is not before.findings:
                self._money_is_wrong(act, before, after)
            if "cheat" in self.kinds:
                self._before_the_result(act)
            self._decided()
            return found
        elif act.by == "table":
            if self.table.state.closed and not before.closed:
                self._closed()
            self._decided()
        return ()

    def _noticed(self, act: Act) -> None:
        """A player asks for something, or makes a bet that must go back."""
        table, seat = self.table, act.seat
        if seat is None:
            return
        amount = act.amount or 0
        if act.do == "lays-money":
            wants = act.facts.get("wants") or {}
            request = Request("buy-in", seat, table.now, amount, colour=str(wants.get("colour", "")))
            request.value = wants.get("value", 0)
            self._wait_for(request)
            table.books.lay_cash(seat, amount)
        elif act.do == "asks":
            if act.topic == ANNOUNCED:
                if not table.state.closed:
                    self._wait_for(Request(ANNOUNCED, seat, table.now, bets=tuple(act.facts["bets"])))
                return
            kind = "change" if act.topic == "change" else "question"
            self._wait_for(Request(kind, seat, table.now, amount, advice=act.topic == "advice"))
        elif act.do == "disputes" and act.topic == "payment":
            self._wait_for(Request("claim", seat, table.now, amount, is_owed=bool(act.facts.get("owed"))))
        elif act.do == "leaves" and seat in table.guests and self.changes_colours:
            guest = table.guests[seat]
            chips = int(table.books.purses[seat] // guest.unit)
            request = Request(LEAVING, seat, table.now, chips * guest.unit, colour=guest.colour, value=guest.unit)
            self._wait_for(request)
            table.say(seat, LEAVING, {"count": chips})
        elif act.do == "tips":
            table.books.tip(seat, amount)
            table.record.staged.append((table.now, "tip", seat))
        elif act.do in ("bets", "adds"):
            late = any(bet.late and bet.at == table.state.count - 1 for bet in table.state.bets)
            if late or act.facts.get("bad"):
                self.refused.append(act)
                self.refused_at = table.now

    def heard(self, act: Act) -> None:
        """Words beside the game: who insults the dealer is for the floor."""
        if act.topic == ABUSE and act.seat is not None:
            self._wait_for(Request(ABUSE, act.seat, self.table.now))

    def is_refused(self, seat: int | None, now: int) -> bool:
        """Whether a player waits for a bet that must go back; after a while he bets all the same."""
        return now - self.refused_at < _PATIENCE and any(bet.seat == seat for bet in self.refused)

    def _wait_for(self, request: Request) -> None:
        request.since_round = self.table.round_number
        self.requests.append(request)
        self.table.record.staged.append((self.table.now, request.kind, request.seat))

    def _answered(self, act: Act) -> tuple[Finding, ...]:
        if act.do == "change":
            return self._changed(act)
        if act.do == SETTLE and (claim := self._owed(act)) is not None:
            self.table.books.pay(act.seat, claim.amount)
            claim.answered = True
            self._clear()
        if act.do == "unmark" and act.topic == "value":
            self._board_cleared(act)
        if act.do == "drop":
            self.table.books.drop_cash()
        elif act.do == "give-back":
            self.refused = [bet for bet in self.refused if bet.seat != act.seat or act.bet not in ("", bet.bet)]
        elif act.do in ("say", "floor", "correct", "ask", "call"):
            return self._spoken(act)
        return ()

    def _spoken(self, act: Act) -> tuple[Finding, ...]:
        """Words to a player: an answer to a question; a claim is for the floor."""
        found: list[Finding] = []
        if not self.requests:
            return ()
        for request in self.requests:
            if act.seat not in (None, request.seat) or (act.seat is None and act.do not in ("floor", "correct", "say")):
                continue
            if request.kind == "question" and act.do == "say":
                request.answered = True
                if request.advice and act.topic in ADVICE:
                    at = self.table.state.count - 1
                    found.append(finding(Fault.GAVE_ADVICE, at, None, seat=request.seat))
            elif request.kind == ANNOUNCED and act.do == "say":
                request.answered = True
                for bet, on, stake in request.bets:
                    laid = Act("bets", "player", request.seat, "", bet, on, stake)
                    self.table.plan_bet(self.table.now + 200, laid)
            elif request.is_owed:
                request.reported = request.reported or act.do == "floor"
            elif act.do in _SETTLED_BY.get(request.kind, ()):
                request.answered = True
                if request.kind == FILL:
                    self.table.books.fill()
        self._clear()
        return tuple(found)

    def complete(self, act: Act) -> Act:
        """A payment that settles a claim from an earlier round is not one of this round."""
        is_plain = act.do == "pay" and not act.bet and not act.facts
        return msgspec.structs.replace(act, do=SETTLE) if is_plain and self._owed(act) is not None else act

    def _owed(self, act: Act) -> Request | None:
        """The claim that a payment settles: one that was found true, of the same player and amount."""
        wanted = (act.seat, act.amount)
        return next((each for each in self.requests if each.reported and (each.seat, each.amount) == wanted), None)

    def _changed(self, act: Act) -> tuple[Finding, ...]:
        """Chips for money, or chips for chips: book what was given, and compare it where the round does not."""
        table = self.table
        request = next(
            (each for each in self.requests if each.kind in ("buy-in", "change", LEAVING) and each.seat == act.seat),
            None,
        )
        takes, gives = (value_of(act.facts.get(name), request) for name in ("takes", "gives"))
        if gives is None:
            gives = act.amount
        due: Money = request.amount if request is not None else takes or 0
        if gives is None:
            gives = due
        if request is None or request.kind != "buy-in":
            table.books.pay(act.seat, gives - (takes if takes is not None else due))
        else:
            table.books.pay(act.seat, gives)
        at = table.state.count - 1
        judged = any(each.fault is Fault.WRONG_CHANGE and each.at == at for each in table.state.findings)
        found: tuple[Finding, ...] = ()
        if gives != due and not judged:
            facts: dict[str, Any] = {"due": due, "done": gives, "money": due - gives}
            found = (finding(Fault.WRONG_CHANGE, at, None, seat=act.seat, **facts),)
        if request is not None:
            request.changed, request.answered = True, request.kind != LEAVING
            self._clear()
        return found

    def _board_cleared(self, act: Act) -> None:
        """The chip that showed what a colour is worth leaves the board: its player goes."""
        for request in self.requests:
            if request.kind == LEAVING and request.changed and act.seat in (None, request.seat):
                request.answered = True
                self.leaving.add(request.seat)
        self._clear()

    def _clear(self) -> None:
        now = self.table.now
        for request in self.requests:
            if request.answered:
                self.table.record.idle += now - request.at
        self.requests = [request for request in self.requests if not request.answered]

    # ── occasions ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _closed(self) -> None:
        """The bets are closed: somebody is late."""
        if "late-bet" not in self.kinds or (guest := self._someone("late-bet", "late")) is None:
            return
        table = self.table
        for bet, on, stake in table.company.late_bets(guest):
            if 0 < stake <= table.books.purses[guest.seat]:
                when = table.now + table.draws.between((300, 1400), 0, table.round_number, "late")
                table.plan(when, Act("bets", "player", guest.seat, "", bet, on, stake, {"late": True}))
                table.say(guest.seat, "bet-late", at=when)
                return

    def _decided(self) -> None:
        """The result is known: the moment for a cheat, and for a claim that has no ground."""
        table = self.table
        if not self.kinds & {"cheat", "claim"} or not any(table.state.dues):
            return
        if "cheat" in self.kinds:
            guest, move = self._move()
            if guest is None or self._cheat(guest, move, table.company.cheat(guest, move)):
                self.kinds.discard("cheat")
        if "claim" in self.kinds:
            anglers = [guest for guest in table.guests.values() if guest.style.false_claims]
            guest = table.guests.get(self.pinned.get("claim", 0)) or (anglers[0] if anglers else None)
            self.kinds.discard("claim")
            if guest is not None:
                self._claim(guest.seat, 0, true=False)

    def _move(self) -> tuple[Guest | None, str]:
        """The guest who cheats now and his move: the pinned one, or one of his style that this game allows."""
        table = self.table
        pinned = next((each for each in MOVES if each in self.pinned), "")
        cheats = [guest for guest in table.guests.values() if guest.style.cheats]
        guest = table.guests.get(self.pinned.get(pinned, 0)) or (cheats[0] if cheats else None)
        if guest is None or pinned:
            return guest, pinned
        moves = [move for move in guest.style.cheats if move in table.company.moves]
        return guest, table.draws.pick(moves, guest.seat, table.round_number, "move") if moves else ""

    def _before_the_result(self, act: Act) -> None:
        """An act of the dealer is the moment for a move that is made with cards or dice in the hand."""
        guest, move = self._move()
        made = self.table.company.early_cheat(guest, move, act) if guest is not None else None
        if guest is not None and made is not None and self._cheat(guest, move, (made,)):
            self.kinds.discard("cheat")

    def _cheat(self, guest: Guest, move: str, acts: Sequence[Act]) -> bool:
        """A cheat's move, with a tell that can be seen before it."""
        table = self.table
        shown = 400 if table.shift.level < 5 else 250
        for n, act in enumerate(acts):
            begins = table.now + 300 + n * shown
            table.plan(begins, Act("tells", "player", guest.seat, move, facts={"ms": shown}))
            table.plan(begins + shown, act, "cheat")
        if acts:
            table.record.staged.append((table.now, move, guest.seat))
        return bool(acts)

    def _money_is_wrong(self, act: Act, before: State, after: State) -> None:
        """Players who were paid wrongly: who is short may claim at once; who is honest says so."""
        table = self.table
        for found in table.round.findings(before, act, after):
            guest = table.guests.get(found.seat) if found.seat is not None else None
            if found.corrected:
                self._corrected(act, found)
            elif guest is None:
                continue
            elif found.fault in _MONEY_LOST:
                if guest.style.claims == "at-once":
                    self._claim(guest.seat, abs(found.money or 0), true=True)
            elif found.fault in _TOO_MUCH and table.draws.happens(
                guest.style.honesty, guest.seat, table.round_number, "honest"
            ):
                table.say(guest.seat, "honest", at=table.now + 1500)

    def _corrected(self, act: Act, found: Finding) -> None:
        """Move the money of a correction, unless the round has moved it already."""
        if found.money and act.do == "correct" and found.fault not in _LIES_AGAIN:
            self.table.books.pay(found.seat, found.money)

    def is_unclear(self, guest: Guest, n: int) -> bool:
        """Whether the n-th signal of a round is one that must be asked back; once for a player and round."""
        table = self.table
        if guest.style.signals != "sloppy" or guest.seat in self.unclear:
            return False
        share = table.crowd.often("unclear", table.shift.level) / table.pace / 2
        if not table.draws.happens(share, guest.seat, table.round_number, "unclear", n):
            return False
        self.unclear.add(guest.seat)
        return True

    def asked(self, seat: int, line: str, words: Names) -> None:
        """Note the words with which a player has made his request."""
        for request in self.requests:
            if request.seat == seat and request.says is None and line.startswith(request.kind):
                request.says = words

    def wish(self, seat: int) -> Names | None:
        """What a player still waits for, in his own words."""
        return next((each.says for each in self.requests if each.seat == seat and each.says is not None), None)

    def money_laid(self) -> dict[int, Money]:
        """The money that players have laid on the table to buy in, by seat."""
        return {each.seat: each.amount for each in self.requests if each.kind == "buy-in"}

    # ── the end, and what is due ─────────────────────────────────────────────────────────────────────────────────────

    def finished(self, state: State) -> tuple[Finding, ...]:
        """The round is over: who was not answered. Money that was not changed goes back to its owner."""
        table, found = self.table, []
        for request in self.requests:
            if request.kind == "buy-in":
                table.books.give_back_cash(request.seat, request.amount)
            found.append(finding(Fault.NO_ANSWER, None, None, seat=request.seat or None, step=request.kind))
        self.requests = []
        self.later = list(self._missed(state))
        table.books.drop_cash()
        return tuple(found)

    def _missed(self, state: State) -> Iterator[tuple[int, Money]]:
        """What players will claim in the next round: those who claim later, and those who waited for this one's end."""
        for found in state.findings:
            guest = self.table.guests.get(found.seat) if found.seat is not None else None
            if guest is None or found.fault not in _MONEY_LOST or found.corrected:
                continue
            if guest.style.claims == "later" or (guest.style.claims == "at-once" and found.fault is Fault.UNPAID):
                yield guest.seat, found.money or 0

    def due(self) -> tuple[Step, ...]:
        """What must be answered now, before the round goes on."""
        if not self.requests and not self.refused:
            return ()
        steps = [Step("refuse-bet", (self._give_back(act),)) for act in self.refused]
        for request in self.requests:
            if request.kind == "buy-in":
                steps.append(Step("buy-in", (self._hand_over(request),)))
            elif request.kind == "change":
                value = self.table.company.minimum
                facts = {
                    "takes": {str(request.amount): 1},
                    "gives": {str(value): int(request.amount // value)},
                }
                steps.append(Step("change", (Act("change", seat=request.seat, topic="change", facts=facts),)))
            elif request.kind == LEAVING:
                steps.append(Step(LEAVING, (self._change_colours(request),)))
            elif request.kind == FILL:
                steps.append(Step(FILL, (Act("floor", topic=FILL),)))
            elif request.kind == "question":
                steps.append(Step("answer", (Act("say", seat=request.seat, topic="rules"),)))
            elif request.kind == ANNOUNCED:
                steps.append(Step(ANNOUNCED, (Act("say", seat=request.seat, topic="repeat"),)))
            elif request.reported:
                steps.append(Step(request.kind, (Act(SETTLE, seat=request.seat, amount=request.amount),)))
            else:
                steps.append(Step(request.kind, (Act("floor", seat=request.seat, topic=request.kind),)))
        return tuple(steps)

    def _change_colours(self, request: Request) -> Act:
        """The next act for a player who leaves: his colour chips into chips of the house, then the board."""
        if request.changed:
            return Act("unmark", seat=request.seat, topic="value", on=request.colour)
        chip = self.table.company.minimum
        takes, gives = {request.colour: int(request.amount // request.value)}, {str(chip): int(request.amount // chip)}
        facts = {"takes": takes, "gives": gives}
        return Act("change", seat=request.seat, topic="cash-out", facts=facts)

    def _give_back(self, act: Act) -> Act:
        reason = "not-allowed" if act.facts.get("bad") else "late"
        return Act("give-back", seat=act.seat, bet=act.bet, on=act.on, amount=act.amount, facts={"reason": reason})

    def _hand_over(self, request: Request) -> Act:
        """The next act of a buy-in: where the rulebook has colour chips, the value of a new colour is marked and told
        first."""
        state = self.table.state
        marked = self.table.guests[request.seat].on_board
        for atom in self.parts:
            if not marked and not state.done >> atom.index & 1:
                if atom.verb == "mark":
                    return Act("mark", seat=request.seat, topic="value", facts={"value": request.value})
                if atom.verb == "floor":
                    return Act("floor", topic=atom.topic)
        gives = {str(self.table.company.minimum): int(request.amount // self.table.company.minimum)}
        if request.colour:
            gives = {request.colour: int(request.amount // (request.value or 1))}
        facts = {"takes": {"cash": request.amount}, "gives": gives}
        return Act("change", seat=request.seat, topic="buy-in", facts=facts)


def value_of(chips: Any, request: Request | None) -> Money | None:
    """The value of chips given by value and number, or by the colour of the player who asked."""
    if chips is None:
        return None
    if not isinstance(chips, Mapping):
        return read_amount(chips, "change")
    total: Money = 0
    for name, count in chips.items():
        text = str(name)
        if text.replace(".", "", 1).isdigit():
            value = int(text) if text.isdigit() else read_amount(text, "change")
            total += value * read_amount(count, "change")
        elif text in ("cash", "money", "value"):
            total += read_amount(count, "change")
        elif request is not None and request.value:
            total += request.value * read_amount(count, "change")
        else:
            return None
    return total


__all__ = ["Affairs", "Request", "RequestError", "value_of"]
