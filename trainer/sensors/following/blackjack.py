"""Blackjack from a real shoe: a translator from cards and the players' wishes to the acts of the round.

No shoe knows what a player wants. That a hand stands, doubles, is split or surrendered is typed, or sent by a school's
own device; every other card goes to the hand whose turn it is, and after the last hand to the dealer. A hand with 21
stands unless it is told that it draws. A word may be typed twice, too early or too late: if the round would be right
without it or beside its place, nobody is accused.

A shoe that does not number its reports proves nothing about the dealer's hand: what does not fit is then a doubt. So is
what is found before the first end of a round is heard, and after a pause of the line, an unknown error or a card
outside the round, until the next end of a round.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from typing import Any

import msgspec

from trainer.equipment.cards import Card
from trainer.games.blackjack.booking import INSURANCES, surrender_return
from trainer.games.blackjack.dealer import DealerAct
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import TWENTY_ONE, points
from trainer.games.blackjack.play import Situation, insurance_against, may_draw, may_take_even_money
from trainer.games.blackjack.round import open_round
from trainer.games.blackjack.round_state import BlackjackState, Box
from trainer.games.core import Reason
from trainer.games.round import Act, Fault
from trainer.games.round import Finding as RoundFinding
from trainer.games.round import finding as found_by_hand
from trainer.rulebooks import GameRules
from trainer.sensors.events import (
    BurnEvent,
    CardEvent,
    CutEvent,
    ErrorEvent,
    Event,
    MissedEvent,
    SignalEvent,
    StateEvent,
)
from trainer.sensors.following.core import PUSHED_BACK, UNREAD, Finding, not_read, of_round

HIT = "hit"
_NOBODY_STANDS, _NOBODY_DRAWS = 11, 18  # up to this total; from this hard total on
VISIBLE = frozenset({Fault.DREW_WRONGLY, Fault.STOOD_WRONGLY, Fault.NOT_ALLOWED, Fault.BURN_WRONG})


class Phase(StrEnum):
    """Where the table stands."""

    BURNING = "burning"
    BETWEEN = "between"
    DEALING = "dealing"  # the first cards
    PLAYERS = "players"
    DEALER = "dealer"
    LOST = "lost"  # a card was not read, or something was wrong; the end of the round is waited for


class Table(msgspec.Struct, frozen=True):
    """A table: the round, and the events it was made from, so that any of them can be corrected."""

    phase: Phase = Phase.BETWEEN
    state: BlackjackState | None = None
    log: tuple[Event, ...] = ()  # cards, wishes and gaps of this round
    rounds: int = 0
    burned: int = 0
    is_burn_seen: bool = True
    cut: bool = False
    is_cut_sure: bool = True  # whether the cut card came out in a round, and no new shoe can have begun since
    is_doubtful: bool = False  # findings are doubts until the next end of a round
    on_21: bool = False  # the last card made 21: the hand stands unless HIT is reported

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The players' hands in the order in which they are served."""
        return tuple(box.hand.cards for box in self.state.boxes) if self.state is not None else ()

    @property
    def dealer(self) -> tuple[Card, ...]:
        return self.state.dealer if self.state is not None else ()


class Ended(msgspec.Struct, frozen=True):
    """A round that is over."""

    hands: tuple[tuple[Card, ...], ...]
    dealer: tuple[Card, ...]


class Step(msgspec.Struct, frozen=True):
    """What an event did: the table after it, the dealer's act where it was his, what is to be said, the round it
    ended."""

    table: Table
    act: str = ""
    finding: Finding | None = None
    ended: Ended | None = None


class Follower:
    """Follows one game with so many boxes; raises `RequestError` for games that have no round yet.

    ``numbered`` says whether the device numbers its reports (or a person types everything), ``typed`` whether a person
    types what the players want and may forget a word.
    """

    def __init__(self, rules: GameRules, seats: int, *, numbered: bool = True, typed: bool = False) -> None:
        self.rules = rules
        self.seats = seats
        self.numbered = numbered
        self.typed = typed
        self.round = open_round(rules)
        self._figures = blackjack(rules)

    # ── whose turn it is ─────────────────────────────────────────────────────────────────────────────────────────

    def turn(self, state: BlackjackState) -> Box | None:
        """The hand that is being played; `None` when it is the dealer's turn."""
        return next((box for box in state.boxes if not self._is_finished(state, box)), None)

    def _is_finished(self, state: BlackjackState, box: Box) -> bool:
        hand = box.hand
        has_21 = box.total >= TWENTY_ONE and box.signal != HIT
        if box.stood or box.gone or hand.left or has_21 or hand.double:
            return True
        if hand.from_split and len(hand.cards) < 2:
            return False
        return box.signal == "" and not may_draw(self.rules, hand).allowed

    def dealer_must(self, table: Table) -> tuple[DealerAct, Reason]:
        """What the dealer does now with his own hand."""
        assert table.state is not None
        return self.round.own_act(table.state)

    def paused(self, table: Table) -> Table:
        """The table after the line was silent for `core.PAUSE` or longer."""
        return _with(table, is_doubtful=True, is_cut_sure=False)

    def is_sure(self, table: Table) -> bool:
        """Whether no report of this round and no player's word can be missing, so that what is found is certain."""
        return self.numbered and not table.is_doubtful and (not self.typed or self._are_done(table))

    def _are_done(self, table: Table) -> bool:
        """Whether a word ended the turn of every hand. One that its cards ended may have stood before, and these cards
        be the dealer's."""
        if table.state is None:
            return True
        return table.phase is Phase.DEALER and all(self._was_ended(table, box) for box in table.state.boxes)

    def _was_ended(self, table: Table, box: Box) -> bool:
        if box.natural and not box.hand.left:  # unless even money may have been taken
            return not may_take_even_money(self.rules, box.hand, Situation(table.dealer[0])).allowed
        return bool(box.stood or box.hand.double or box.hand.left)

    # ── events ───────────────────────────────────────────────────────────────────────────────────────────────────

    def hear(self, table: Table, event: Event) -> Step:
        """What an event does to the table. Where words are typed, an accusation is a doubt if one slip explains it."""
        step = self._heard(table, event)
        if not self.typed or step.table.is_doubtful:
            return step
        is_accused = step.finding is not None and step.finding.fault is not None and not step.finding.doubt
        was_accused = table.phase is Phase.LOST and isinstance(event, CardEvent)
        log = step.table.log or table.log  # none is left at the end of a round
        if not (is_accused or was_accused) or not any(map(self._is_right, _slips(log))):
            return step
        doubt = msgspec.structs.replace(step.finding, doubt=True) if step.finding is not None else None
        return Step(_with(step.table, is_doubtful=bool(step.table.log)), finding=doubt)

    def _is_right(self, log: tuple[Event, ...]) -> bool:
        """Whether nothing is wrong in a round of these events."""
        step = Step(Table())
        for event in (*log, StateEvent("standby")):
            step = self._heard(step.table, event)
            if step.finding is not None or step.table.is_doubtful:
                return False
        return step.ended is not None

    def _heard(self, table: Table, event: Event) -> Step:
        match event:
            case StateEvent(state="start"):
                burns = self._figures.shoe.burn > 0 and not self._figures.shoe.continuous
                return Step(Table(phase=Phase.BURNING if burns else Phase.BETWEEN, rounds=table.rounds))
            case CutEvent():
                is_sure = table.is_cut_sure and table.phase not in (Phase.BETWEEN, Phase.LOST)
                return Step(_with(table, cut=True, is_cut_sure=is_sure))
            case StateEvent(state="hand-done"):
                return self._signal(table, SignalEvent("stand"))
            case StateEvent(state="standby" | "place-bets"):
                return self._end(table)
            case SignalEvent():
                return self._signal(table, event)
            case MissedEvent():
                return self._missed(table, event)
            case ErrorEvent(error=error) if error in UNREAD | PUSHED_BACK:
                return self._missed(table, MissedEvent(1))
            case ErrorEvent():
                return Step(_doubtful(table))
            case BurnEvent(again=False) if table.phase is Phase.BURNING:
                return Step(_with(table, burned=table.burned + 1))
            case CardEvent(outside="lock") if table.phase is Phase.BURNING:
                return Step(_with(table, burned=table.burned + 1))
            case CardEvent(outside="", again=False):
                return self._card(table, event)
            case CardEvent():
                return Step(_doubtful(table))
        return Step(table)

    def corrected(self, table: Table, log: tuple[Event, ...]) -> Step:
        """The round made again from other events; it is judged from its first card."""
        step = Step(Table(rounds=table.rounds, cut=False, is_doubtful=table.is_doubtful))
        for event in log:
            step = self.hear(step.table, event)
            if step.finding is not None and not step.finding.doubt:
                break
        return msgspec.structs.replace(step, table=_with(step.table, cut=table.cut))

    def _missed(self, table: Table, event: MissedEvent) -> Step:
        """A card was not read: nothing after it is certain until the round is over or the card is entered."""
        if table.phase is Phase.BURNING:
            return Step(_with(table, is_burn_seen=False, burned=table.burned + event.missed))
        told = not_read() if table.phase is not Phase.LOST else None
        if table.phase is Phase.BETWEEN and not self.numbered and not event.missed:
            return Step(table)
        return Step(_with(table, phase=Phase.LOST, log=(*table.log, event), cut=False), finding=told)

    def _card(self, table: Table, event: CardEvent) -> Step:
        if table.phase is Phase.LOST:
            return Step(_with(table, log=(*table.log, event)))
        found = None
        if table.phase is Phase.BURNING:
            if table.burned < self._figures.shoe.burn and table.is_burn_seen:  # shoes tell all cards alike
                return Step(_with(table, burned=table.burned + 1))
            found = self._burn_finding(table)
            table = _with(table, phase=Phase.BETWEEN)
        if table.phase is Phase.BETWEEN:
            if table.cut and self.numbered:
                shoe = self._figures.shoe
                params = {"least": shoe.behind_least, "most": shoe.behind_most or shoe.decks * 52}
                cite = shoe.behind_cite or shoe.cite
                reason = Reason("cut-card-behind", params, cite)
                doubt = not self.is_sure(table) or not table.is_cut_sure
                found = Finding("cut-missed", {}, (reason,), fault=Fault.NOT_ALLOWED, doubt=doubt, cite=str(cite))
            table = Table(Phase.DEALING, self._begun(), rounds=table.rounds, is_doubtful=table.is_doubtful)
        assert table.state is not None
        step = self._dealt(_with(table, log=(*table.log, event)), table.state, event.card)
        return msgspec.structs.replace(step, finding=found or step.finding)

    def _burn_finding(self, table: Table) -> Finding | None:
        if not table.is_burn_seen:
            return None
        start = self.round.start({}, ())
        _, found = self._performed(start, Act("burn", facts={"cards": table.burned}))
        if found is None:
            return None
        shoe = self._figures.shoe
        is_sure = self.is_sure(table) and table.burned > 0  # a shoe that is switched on again is not burned again
        return of_round(found, {}, (Reason("burn", {"cards": shoe.burn}, shoe.burn_cite),), doubt=not is_sure)

    def _begun(self) -> BlackjackState:
        """A round with a bet in every box, and the bets closed."""
        stake = self.rules.table.minimum or 1
        bets = [{"bet": "main", "seat": seat, "stake": stake} for seat in range(1, self.seats + 1)]
        state = self.round.start({}, bets)
        for act in (Act("open"), Act("close", facts={"say": True})):
            state = self.round.perform(state, act)
        return state

    def _dealt(self, table: Table, state: BlackjackState, card: str) -> Step:
        """A card goes to whom it is due."""
        table = _with(table, on_21=False)
        facts: dict[str, Any] = {"card": card}
        if state.dealing:
            due = self.round.next_act(state)
            to = due.topic if due is not None and due.do == "deal" else "dealer"
            return self._after(table, *self._performed(state, Act("deal", topic=to, facts=facts)))
        box = self.turn(state)
        if box is None:
            reason = self.dealer_must(table)[1]
            state, found = self._performed(state, Act("deal", topic="dealer", facts=facts))
            step = self._after(table, state, found, {"total": points(state.dealer[:-1]).total}, (reason,))
            return msgspec.structs.replace(step, act=DealerAct.DRAW.value)
        seat = box.hand.seat or 0
        table = self._after_wish(table, box, HIT)
        if not box.signal and not (box.hand.from_split and len(box.hand.cards) < 2):
            state = self.round.perform(self._asked(state, box), Act("signals", "player", seat, HIT))
        if box.hand.from_split or box.signal == "split":
            facts["hand"] = box.hand.number
        dealt, found = self._performed(state, Act("deal", topic=seat, facts=facts))
        hand = next(each.hand for each in dealt.boxes if (each.hand.seat, each.hand.number) == (seat, box.hand.number))
        on_21 = hand.points.total == TWENTY_ONE and may_draw(self.rules, hand).allowed
        return self._after(_with(table, on_21=on_21), dealt, found)

    def _closed(self, state: BlackjackState) -> BlackjackState:
        """A split hand that can take no more cards stands, so that the next of its seat is played."""
        for box in state.boxes:
            hand = box.hand
            is_open = not (box.stood or box.gone or box.total >= TWENTY_ONE or hand.double)
            if hand.from_split and is_open and self._is_finished(state, box):
                state = self.round.perform(state, Act("signals", "player", hand.seat, "stand"))
        return state

    def _after_wish(self, table: Table, box: Box, wish: str) -> Table:
        """The table after a player's wish. One that nobody has shows that a word was not typed in its place."""
        is_card_due = box.signal in ("double", "split") or (box.hand.from_split and len(box.hand.cards) < 2)
        if wish == HIT:
            is_odd = not is_card_due and box.total >= _NOBODY_DRAWS and not box.hand.points.soft
        else:
            is_odd = is_card_due or (wish == "stand" and box.total <= _NOBODY_STANDS)
        return _with(table, is_doubtful=True) if self.typed and is_odd else table

    def _asked(self, state: BlackjackState, box: Box) -> BlackjackState:
        if box.asked:
            return state
        topic = self.round.ask_topic(state) if len(box.hand.cards) == 2 else "card"
        return self.round.perform(state, Act("ask", seat=box.hand.seat, topic=topic))

    def _signal(self, table: Table, event: SignalEvent) -> Step:
        """What a player wants, at his turn; insurance and even money also before it."""
        if table.phase is Phase.LOST:
            return Step(_doubtful(_with(table, log=(*table.log, event))))
        state = table.state
        if table.phase not in (Phase.PLAYERS, Phase.DEALER) or state is None:
            return Step(table)
        logged = _with(table, log=(*table.log, event))
        if event.signal == "stand" and table.on_21:
            return Step(_with(logged, on_21=False))
        if event.signal == HIT:  # only a hand with 21 has to say so
            if not table.on_21:
                return Step(logged)
            _, seat, number = state.last_card
            state = self.round.perform(state, Act("ask", seat=seat, topic="card"))
            wants = Act("signals", "player", seat, HIT, facts={"hand": number})
            return self._after(_with(logged, on_21=False), self.round.perform(state, wants), None)
        if event.signal == "insurance":
            return self._after(logged, *self._insured(state, event.seat))
        if event.signal == "even-money":
            return self._after(logged, *self._even_money(state, event.seat))
        box = self.turn(state)
        if box is None:  # a word before it was forgotten
            return Step(_doubtful(table))
        seat = box.hand.seat
        logged = self._after_wish(logged, box, event.signal)
        state = self._asked(state, box)
        state, found = self._performed(state, Act("signals", "player", seat, event.signal))
        if event.signal == "surrender":
            half = surrender_return(self.rules, box.hand.stakes[0])[1]
            gives = Act("give-back", seat=seat, amount=half, facts={"say": "pay-and-withdraw"})
            state, found = self._performed(state, gives)
        return self._after(logged, state, found)

    def _insured(self, state: BlackjackState, seat: int | None) -> tuple[BlackjackState, RoundFinding | None]:
        """A player insures; the seat matters little, the dealer's second card is drawn for any insurance."""
        insured = {bet.seat for bet in state.bets if bet.bet in INSURANCES}
        open_seats = [box.hand.seat for box in state.boxes if box.hand.seat not in insured]
        if not open_seats:
            return state, None
        seat = seat if seat in open_seats else open_seats[0]
        main = next(bet.stake for bet in state.bets if bet.seat == seat)
        name = insurance_against(state.dealer[0]) if state.dealer else "insurance-ten"
        state, found = self._performed(state, Act("ask", seat=seat, topic="insurance"))
        laid = Act("bets", "player", seat, "", name, None, self.rules.money(Fraction(main) / 2), {"late": False})
        return self.round.perform(state, laid), found

    def _even_money(self, state: BlackjackState, seat: int | None) -> tuple[BlackjackState, RoundFinding | None]:
        naturals = [box.hand.seat for box in state.boxes if box.natural and not box.gone]
        if not naturals:
            return state, None
        seat = seat if seat in naturals else naturals[0]
        state, found = self._performed(state, Act("ask", seat=seat, topic="even-money"))
        return self.round.perform(state, Act("says", "player", seat, "even-money")), found

    # ── judgement ────────────────────────────────────────────────────────────────────────────────────────────────

    def _performed(self, state: BlackjackState, act: Act) -> tuple[BlackjackState, RoundFinding | None]:
        after = self.round.perform(state, act)
        found = (each for each in self.round.findings(state, act, after) if each.fault in VISIBLE)
        return after, next(found, None)

    def _after(
        self,
        table: Table,
        state: BlackjackState,
        found: RoundFinding | None,
        params: dict[str, object] | None = None,
        reasons: tuple[Reason, ...] = (),
    ) -> Step:
        state = self._closed(state)
        phase = Phase.DEALING if state.dealing else Phase.PLAYERS if self.turn(state) is not None else Phase.DEALER
        after = _with(table, state=state, phase=phase)
        if found is None:
            return Step(after)
        facts = {"step": found.step, "seat": found.seat or 0, **(params or {"total": 0})}
        finding = of_round(found, facts, reasons, doubt=not self.is_sure(_with(table, state=state)))
        if found.fault is Fault.NOT_ALLOWED:  # the hand is played on as it lies
            return Step(after, finding=msgspec.structs.replace(finding, id=f"not-allowed-{found.step}", stops=False))
        if found.fault is Fault.DREW_WRONGLY and found.seat is not None:
            return Step(after, finding=msgspec.structs.replace(finding, id="hand-drew", stops=False))
        return Step(_with(after, phase=Phase.LOST), finding=msgspec.structs.replace(finding, id=f"dealer-{finding.id}"))

    def _end(self, table: Table) -> Step:
        """The dealer ends the round."""
        state = table.state
        after = Table(rounds=table.rounds, cut=table.cut, is_cut_sure=table.is_cut_sure)
        if table.phase in (Phase.BETWEEN, Phase.BURNING) or state is None:
            return Step(after if table.phase is Phase.LOST else _with(table, is_doubtful=False))
        if table.phase is not Phase.DEALER:
            return Step(after)  # the wishes of the remaining players were not reported
        act, reason = self.dealer_must(table)
        ended = Ended(table.hands, table.dealer)
        if act is not DealerAct.DRAW:
            return Step(_with(after, rounds=table.rounds + 1), DealerAct.STAND.value, None, ended)
        _, found = self._performed(state, Act("call", topic="total", facts={"points": points(state.dealer).total}))
        found = found or found_by_hand(Fault.STOOD_WRONGLY, None, reason.cite, step="dealer-draws")
        facts: dict[str, object] = {"total": points(state.dealer).total}
        finding = of_round(found, facts, (reason,), doubt=not self.is_sure(table))
        finding = msgspec.structs.replace(finding, id=f"dealer-{finding.id}")
        return Step(after, DealerAct.STAND.value, finding)


def _slips(log: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """The round as it was if one of its words was not said at all, one event earlier, or one event later."""
    for at, event in enumerate(log):
        if isinstance(event, SignalEvent):
            others = (*log[:at], *log[at + 1 :])
            yield others
            yield from ((*others[:place], event, *others[place:]) for place in (max(0, at - 1), at + 1))


def _doubtful(table: Table) -> Table:
    """The table when a card may have left the shoe without a report of its place."""
    return _with(table, is_doubtful=True, is_burn_seen=False)


def _with(table: Table, **changes: Any) -> Table:
    return msgspec.structs.replace(table, **changes)
