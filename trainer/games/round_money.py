"""The money of a round: bets on the cloth, and every payment booked against what the bets are due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

import msgspec

from trainer.games.core import Outcome
from trainer.games.round import Act, Due, Fault, Finding, Laid, Money, Waiting, finding, read_amount, whole
from trainer.rulebooks.schema import Citation, GameRules

put = msgspec.structs.force_setattr  # fills in a state that `perform` has copied and not returned yet
replace = msgspec.structs.replace

REFUSALS = frozenset({"late", "over-maximum", "under-minimum", "not-allowed", "bad-bet", "refused", "limit", "maximum"})
TAKEN_WRONGLY = frozenset({Fault.TOOK_WINNER, Fault.TOOK_PUSH})
PAID_WRONGLY = frozenset({Fault.OVERPAID, Fault.PAID_LOSER, Fault.PAID_PUSH, Fault.WRONG_PERSON})


KeptT = TypeVar("KeptT")


class Kept(dict[Any, KeptT]):
    """Results that a table needs again and again, such as what a stake is due; all are dropped when they are many."""

    most: ClassVar[int] = 4096

    def __setitem__(self, key: Any, value: KeptT) -> None:
        if len(self) >= self.most:
            self.clear()
        super().__setitem__(key, value)


class Ledger:
    """Bets and the acts on their money. What only one game knows comes from the hooks that a family overrides."""

    rules: GameRules
    hand_game: ClassVar[bool] = False  # players have hands of cards that are dealt and picked up

    def add(self, s: Any, found: Finding) -> None:
        """Add a finding; the second bet of a hand makes no second finding of the same act."""
        if found.at is not None and any(
            (each.fault, each.at, each.seat) == (found.fault, found.at, found.seat) for each in s.findings
        ):
            return
        put(s, "findings", (*s.findings, found))

    def set_bet(self, s: Any, index: int, **changes: Any) -> None:
        put(s, "bets", (*s.bets[:index], replace(s.bets[index], **changes), *s.bets[index + 1 :]))

    def lay(self, s: Any, act: Act, at: int) -> None:
        """A player puts chips on the cloth. A bet that the script's header names already lies."""
        stake = act.amount or 0
        late = at >= 0 and self.is_late(s, act)
        hand = act.facts.get("hand")
        wrong = None if late else self.bet_problem(s, act)
        put(s, "bets", (*s.bets, Laid(act.bet, act.seat, stake, act.on, at, hand, late, wrong)))
        put(s, "cloth", s.cloth + stake)
        put(s, "players", s.players - stake)

    def pinch(self, s: Any, act: Act) -> None:
        """A player takes chips of his bet back: only the rest lies."""
        amount = act.amount or 0
        index = next((i for i in self.matching(s, act) if s.bets[i].stake > amount), None)
        if index is not None:
            self.set_bet(s, index, stake=s.bets[index].stake - amount)
            put(s, "cloth", s.cloth - amount)
            put(s, "players", s.players + amount)

    def is_late(self, s: Any, act: Act) -> bool:
        """Whether a bet comes after the close."""
        return bool(act.facts.get("late")) or (s.closed and "late" not in act.facts)

    def bet_problem(self, s: Any, act: Act) -> Citation | None:
        """Why a bet may not be accepted, as the citation of the rule; `None` if it may."""
        return None

    def matching(self, s: Any, act: Act) -> list[int]:
        """The bets an act on money concerns: those of a seat, or the one it names."""
        return [
            index
            for index, bet in enumerate(s.bets)
            if bet.seat == act.seat
            and (not act.bet or bet.bet == act.bet)
            and (act.on is None or same_spot(bet.on, act.on))
            and bet.back < bet.stake + (not bet.stake)
        ]

    def pay(self, s: Any, act: Act, at: int) -> None:
        """Book a payment against what the bets of a player are due."""
        amount = act.amount or 0
        put(s, "rack", s.rack - amount)
        put(s, "players", s.players + amount)
        targets, dues = self.matching(s, act), s.dues
        winners = [i for i in targets if i < len(dues) and is_left(s.bets[i], dues[i], "pay")]
        open_still = [i for i in targets if (i >= len(dues) or dues[i] is None) and not s.bets[i].closed]
        if open_still and not winners and not self.is_meant_for_another(s, act):
            # That it came too early is found by the order of the steps.
            for index in open_still:
                self.set_bet(s, index, paid=amount, closed=True, touched=at)
            return
        if not winners:
            self._pay_nobody(s, act, at, targets)
            return
        self._check_order(s, "pay", winners, at, act.seat)
        wanted = sum(dues[i].pays for i in winners)
        timely = [i for i in winners if not s.bets[i].late]
        if amount != wanted and timely and amount == sum(dues[i].pays for i in timely):
            winners, wanted = timely, amount
        name = act.bet or (s.bets[winners[0]].bet if len(winners) == 1 else "")
        cite = dues[winners[0]].cite
        fee = sum(dues[i].commission for i in winners)
        kept = act.facts.get("commission")
        kept = wanted + fee - amount if kept is None and fee else read_amount(kept or 0, "commission")
        if kept != fee and amount + kept == wanted + fee:
            facts = {"due": fee, "done": kept, "money": kept - fee}
            self.add(s, finding(Fault.COMMISSION, at, cite, seat=act.seat, bet=name, **facts))
        elif amount > wanted and (late := [i for i in targets if s.bets[i].late and not s.bets[i].closed]):
            self.set_bet(s, late[0], paid=amount - wanted, closed=True, touched=at)  # that it lay is the fault
        elif amount != wanted:
            fault = Fault.OVERPAID if amount > wanted else Fault.UNDERPAID
            facts = {"due": wanted, "done": amount, "money": wanted - amount}
            self.add(s, finding(fault, at, cite, seat=act.seat, bet=name, **facts))
        for index in winners:
            self.set_bet(s, index, paid=dues[index].pays, closed=True, touched=at)

    def is_meant_for_another(self, s: Any, act: Act) -> bool:
        """Whether a payment is what another player is due now: then it went to the wrong person."""
        dues: dict[int | None, Money] = {}
        for bet, due in zip(s.bets, s.dues, strict=False):
            if due is not None and is_left(bet, due, "pay"):
                dues[bet.seat] = dues.get(bet.seat, 0) + due.pays
        return act.seat not in dues and act.amount in dues.values()

    def _pay_nobody(self, s: Any, act: Act, at: int, targets: Sequence[int]) -> None:
        """Book a payment to somebody who is due nothing. Which fault it is becomes certain when the others have been
        paid."""
        dues = [s.dues[index] for index in targets if index < len(s.dues) and s.dues[index] is not None]
        results = {due.result for due in dues}
        if self._pays_anew(s, act, at, targets) or self._makes_up(s, act):
            return
        if any(s.bets[index].paid for index in targets) or (results and results <= {Outcome.STAND, Outcome.WIN}):
            fault = Fault.OVERPAID
        else:
            fault = Fault.PAID_PUSH if Outcome.PUSH in results else Fault.PAID_LOSER
        facts = {"due": 0, "done": act.amount} if fault is Fault.OVERPAID else {}
        cite = dues[0].cite if dues else None
        bet = act.bet or (s.bets[targets[0]].bet if len(targets) == 1 else "")
        found = finding(fault, at, cite, seat=act.seat, bet=bet, money=-(act.amount or 0), **facts)
        self.add(s, found)
        put(s, "strays", (*s.strays, (at, act.seat, act.amount or 0, bet)))
        for index in targets:
            if index < len(s.dues) and s.dues[index] is not None and s.dues[index].result is Outcome.LOSE:
                self.set_bet(s, index, touched=at)

    def _pays_anew(self, s: Any, act: Act, at: int, targets: Sequence[int]) -> bool:
        """Whether a payment that was put right is now made once more in full: the wrong one came back for it."""
        known = (index for index in targets if index < len(s.dues) and s.dues[index] is not None)
        again = [index for index in known if s.bets[index].paid and s.bets[index].touched < 0]
        if not again or act.amount != sum(s.dues[index].pays for index in again):
            return False
        put(s, "rack", s.rack + act.amount)
        put(s, "players", s.players - act.amount)
        for index in again:
            self.set_bet(s, index, touched=at)
        return True

    def _makes_up(self, s: Any, act: Act) -> bool:
        """Whether a player now gets the rest: a short payment is put right, or each of his hands paid by itself."""
        for found in s.findings:
            own = found.fault is Fault.UNDERPAID and found.seat == act.seat and not found.corrected
            if own and found.bet in ("", act.bet or found.bet) and found.due - found.done == act.amount:
                hands = sum(bet.seat == act.seat and bet.paid > 0 for bet in s.bets)
                by_hand = self.hand_game and hands > 1 and not act.bet
                others = [each for each in s.findings if each is not found]
                put(s, "findings", tuple(others if by_hand else [*others, corrected(found)]))
                return True
        return False

    def take(self, s: Any, act: Act, at: int) -> None:
        """Book a bet that the dealer takes against what it is due to lose."""
        dues = s.dues
        if s.findings and (self._takes_commission(s, act) or self._takes_back(s, act)):
            return
        if (
            act.topic and act.seat is None and not act.bet
        ):  # the losers of an area: all of them, unless a game has areas
            for index, (bet, due) in enumerate(zip(s.bets, dues, strict=False)):
                if is_left(bet, due, "take"):
                    self.move_to_rack(s, index, due.loses, at)
            return
        targets = [index for index in self.matching(s, act) if not s.bets[index].taken]
        losers = [i for i in targets if i < len(dues) and is_left(s.bets[i], dues[i], "take")]
        if losers and not act.bet:
            targets = losers
        if losers:
            self._check_order(s, "take", losers, at, act.seat)
        left = act.amount
        timely = [i for i in targets if not s.bets[i].late]
        if 0 < len(timely) < len(targets) and left == sum(s.bets[i].stake for i in timely):
            targets = timely  # the late chips stay where they are
        if len(targets) > 1 and not act.bet:
            targets = next(([i] for i in targets if s.bets[i].stake == left), targets)
        for index in targets:
            bet, due = s.bets[index], dues[index] if index < len(dues) else None
            amount = bet.stake if left is None or len(targets) > 1 else left
            self.move_to_rack(s, index, amount, at)
            if due is not None:
                self._judge_taken(s, index, bet, due, amount, at)
            if left is not None and len(targets) > 1:
                left -= amount
        if left and len(targets) > 1:
            loses = sum(dues[i].loses for i in targets if i < len(dues) and dues[i])
            facts = {"due": loses, "done": act.amount, "money": left}
            self.add(s, finding(Fault.RETURNED_WRONG, at, None, seat=act.seat, **facts))

    def _takes_commission(self, s: Any, act: Act) -> bool:
        """Whether the dealer paid a player in full and now takes the commission from him as a separate act.

        The regulations set what the house keeps, not with which gesture: only a wrong amount stays a fault.
        """
        unkept = (f for f in s.findings if f.fault is Fault.COMMISSION and f.seat == act.seat and not f.done)
        owed = next(unkept, None)
        if owed is None or act.amount is None:
            return False
        stakes = [s.bets[index].stake for index in self.matching(s, act) if s.bets[index].paid]
        if act.topic != "commission" and act.amount >= max(stakes, default=0):
            return False
        put(s, "rack", s.rack + act.amount)
        put(s, "players", s.players - act.amount)
        wrong = replace(owed, done=act.amount, money=act.amount - owed.due)
        kept = (wrong if each is owed else each for each in s.findings)
        put(s, "findings", tuple(each for each in kept if each is not wrong or wrong.done != wrong.due))
        return True

    def _takes_back(self, s: Any, act: Act) -> bool:
        """Book that the dealer takes back an overpayment; returns whether this act is one."""
        bets = [(s.bets[index], s.dues[index] if index < len(s.dues) else None) for index in self.matching(s, act)]
        if not act.amount or any(is_left(bet, due, "take") or bet.stake == act.amount for bet, due in bets):
            return False  # the stake of a bet
        for found in s.findings:
            wrong = found.fault in PAID_WRONGLY and found.seat == act.seat and not found.corrected
            if wrong and found.bet in ("", act.bet or found.bet) and found.money == -act.amount:
                put(s, "rack", s.rack + act.amount)
                put(s, "players", s.players - act.amount)
                put(s, "findings", tuple(corrected(each) if each is found else each for each in s.findings))
                put(s, "strays", tuple(each for each in s.strays if each[0] != found.at))
                return True
        return False

    def move_to_rack(self, s: Any, index: int, amount: Money, at: int) -> None:
        """Take chips of a bet off the cloth into the rack."""
        self.set_bet(s, index, taken=s.bets[index].taken + amount, closed=True, touched=at)
        put(s, "rack", s.rack + amount)
        put(s, "cloth", s.cloth - amount)

    def _judge_taken(self, s: Any, index: int, bet: Laid, due: Due, amount: Money, at: int) -> None:
        facts: dict[str, Any] = {"seat": bet.seat, "bet": bet.bet}
        if due.result is Outcome.WIN and not bet.late:
            self.add(s, finding(Fault.TOOK_WINNER, at, due.cite, money=amount, **facts))
        elif due.result in (Outcome.PUSH, Outcome.STAND, Outcome.VOID):
            self.add(s, finding(Fault.TOOK_PUSH, at, due.cite, money=amount, **facts))
        elif bet.back:
            return  # what goes back was judged when it was given
        elif amount != due.loses and due.returned:
            facts |= {"due": due.returned, "done": bet.stake - amount, "money": amount - due.loses}
            self.add(s, finding(Fault.RETURNED_WRONG, at, due.cite, **facts))
        elif amount < due.loses:
            facts |= {"due": due.loses, "done": amount, "money": amount - due.loses}
            self.add(s, finding(Fault.LEFT_LOSER, at, due.cite, **facts))

    def give_back(self, s: Any, act: Act, at: int) -> None:
        """Book chips that go back to a player: a late or wrong bet, or the part of a stake that he keeps."""
        if s.findings and self._puts_back(s, act):
            return
        targets = [i for i in self.matching(s, act) if not s.bets[i].taken or s.dues]
        reason = str(act.facts.get("reason", act.topic or ""))
        refused = [i for i in targets if s.bets[i].late or s.bets[i].wrong is not None]
        if self.gives_up(s, act):
            targets, refused = [i for i in targets if not s.bets[i].late], []
        elif not act.bet and act.amount is not None:
            targets = [i for i in targets if s.bets[i].stake == act.amount] or targets
        if refused and (reason or not s.dues or all(s.bets[i].late for i in targets)):
            index = next((i for i in refused if s.bets[i].stake == act.amount), refused[-1])
            bet = s.bets[index]
            if act.amount is not None and act.amount < bet.stake and not bet.late:  # the excess; the rest plays
                self.set_bet(s, index, stake=bet.stake - act.amount, wrong=None)
                put(s, "players", s.players + act.amount)
                put(s, "cloth", s.cloth - act.amount)
            else:
                self.move_to_player(s, index, act.amount or bet.stake, at)
            return
        if not targets:
            return
        index = targets[-1]
        bet, due = s.bets[index], s.dues[index] if index < len(s.dues) else None
        amount = act.amount if act.amount is not None else bet.stake - bet.taken
        self.move_to_player(s, index, amount, at)
        if s.void or (due is not None and due.result is Outcome.VOID):
            return
        if reason in REFUSALS or (due is None and not self.may_give_back(s, act, index)):
            self.add(s, finding(Fault.GOOD_BET, at, self.betting_cite(), seat=act.seat, bet=bet.bet))
        elif any(found.fault is Fault.RETURNED_WRONG and found.seat == act.seat for found in s.findings):
            self._gave_the_rest(s, index)
        elif due is not None and amount != due.returned and due.result is Outcome.LOSE:
            facts = {"due": due.returned, "done": amount, "money": due.returned - amount}
            short = [f for f in s.findings if f.fault is Fault.LEFT_LOSER and f.at == bet.touched]
            put(s, "findings", tuple(each for each in s.findings if each not in short))  # here it is seen why
            self.add(s, finding(Fault.RETURNED_WRONG, at, due.cite, seat=act.seat, bet=bet.bet, **facts))

    def _puts_back(self, s: Any, act: Act) -> bool:
        """Whether the dealer puts a whole bet back that he should not have taken: then that is put right."""
        for found in s.findings:
            if found.fault not in TAKEN_WRONGLY or found.corrected or found.seat != act.seat:
                continue
            for index in self.matching(s, act):
                bet = s.bets[index]
                if bet.touched == found.at and bet.taken == bet.stake and act.amount in (None, bet.taken):
                    self.undo_money(s, index)
                    put(s, "findings", tuple(corrected(each) if each is found else each for each in s.findings))
                    return True
        return False

    def _gave_the_rest(self, s: Any, index: int) -> None:
        """Remove the finding about a bet that was taken whole once the player has got his part back: the result is
        right."""
        bet, due = s.bets[index], s.dues[index]
        if due is not None and (bet.taken, bet.back) == (due.loses, due.returned):
            kept = (f for f in s.findings if (f.fault, f.seat, f.bet) != (Fault.RETURNED_WRONG, bet.seat, bet.bet))
            put(s, "findings", tuple(kept))

    def gives_up(self, s: Any, act: Act) -> bool:
        """Whether chips go back because their player gives up, not because a bet is refused."""
        return False

    def may_give_back(self, s: Any, act: Act, index: int) -> bool:
        """Whether a bet may go back before anything is decided, without a refusal: a surrender."""
        return False

    def move_to_player(self, s: Any, index: int, amount: Money, at: int) -> None:
        """Give chips of a bet back: those that lie, and what is missing out of those that were taken."""
        bet = s.bets[index]
        from_rack = min(bet.taken, max(0, amount - (bet.stake - bet.taken - bet.back)))
        closed = bet.closed or bet.back + amount >= bet.stake
        self.set_bet(s, index, back=bet.back + amount, taken=bet.taken - from_rack, closed=closed, touched=at)
        put(s, "players", s.players + amount)
        put(s, "cloth", s.cloth - amount + from_rack)
        put(s, "rack", s.rack - from_rack)

    def undo_money(self, s: Any, index: int) -> None:
        """Put right what was done with a bet: chips taken or given back by mistake lie there again."""
        bet, due = s.bets[index], s.dues[index] if index < len(s.dues) else None
        if bet.taken and due is not None and not due.loses:
            put(s, "rack", s.rack - bet.taken)
            put(s, "cloth", s.cloth + bet.taken)
            self.set_bet(s, index, taken=0, closed=False)
        elif bet.back and due is None:
            put(s, "players", s.players - bet.back)
            put(s, "cloth", s.cloth + bet.back)
            self.set_bet(s, index, back=0, closed=False)
        elif bet.paid:  # it is closed; see `_pays_anew`
            self.set_bet(s, index, touched=-1)

    def check_change(self, s: Any, act: Act, at: int) -> None:
        """Compare what the dealer gives in a change with what he takes, if both values are given."""
        takes, gives = (_value_of(act.facts.get(name)) for name in ("takes", "gives"))
        if takes is not None and gives is not None and takes != gives:
            facts = {"due": takes, "done": gives, "money": takes - gives}
            self.add(s, finding(Fault.WRONG_CHANGE, at, None, seat=act.seat, **facts))

    def order_keys(self, s: Any, verb: str, touched: Sequence[int]) -> tuple[str, Any, Citation | None] | None:
        """What should have been settled before these bets: (step, key of `is_open`, citation); `None` if in order."""
        return None

    def _check_order(self, s: Any, verb: str, touched: Sequence[int], at: int, seat: int | None) -> None:
        found = self.order_keys(s, verb, touched)
        if found is not None:
            step, key, cite = found
            self.note_order(s, at, step, key, cite, seat)

    def note_order(self, s: Any, at: int, step: str, key: Any, cite: Citation | None, seat: int | None) -> None:
        """Remember that something was done before what should have preceded it; once for each step."""
        if any(waiting.finding.step == step and waiting.finding.fault == Fault.WRONG_ORDER for waiting in s.waiting):
            return
        if any(found.step == step and found.fault == Fault.WRONG_ORDER for found in s.findings):
            return
        wrong = finding(Fault.WRONG_ORDER, at, cite, seat=seat, step=step)
        put(s, "waiting", (*s.waiting, Waiting(key, wrong)))

    def late_cite(self, bet: str = "") -> Citation | None:
        """Where it stands that late bets do not count, or else until when they may be made."""
        entry = self.rules.irregularities.get("late-bet")
        return entry.cite if entry else self.betting_cite()

    def betting_cite(self) -> Citation | None:
        """Where it stands when bets are made."""
        return next((step.cite for step in self.rules.procedure.values() if "open" in step.acts), None)

    def _bets_at_end(self, s: Any, ended: bool) -> list[Finding]:
        found: list[Finding] = []
        for bet in s.bets:
            if bet.back and bet.back >= bet.stake:  # refused; half of it may also go back as the game goes
                continue
            if bet.late:
                severity = "critical" if bet.paid else "serious"
                facts = {"seat": bet.seat, "bet": bet.bet, "severity": severity, "money": -bet.paid}
                found.append(finding(Fault.LATE_BET, bet.at, self.late_cite(bet.bet), **facts))
            elif bet.wrong is not None:
                found.append(finding(Fault.BAD_BET, bet.at, bet.wrong, seat=bet.seat, bet=bet.bet))
        if not ended or s.void or not s.dues:
            return found
        unpaid: dict[int | None, Money] = {}
        left: dict[tuple[int | None, str], Money] = {}
        strays = {seat for _, seat, _, _ in s.strays}
        for bet, due in zip(s.bets, s.dues, strict=False):
            if due is None or bet.closed or bet.late or (bet.wrong is not None and not bet.back):
                continue
            if is_left(bet, due, "pay"):
                unpaid[bet.seat] = unpaid.get(bet.seat, 0) + due.pays
            elif is_left(bet, due, "take") and bet.seat not in strays:
                kind = "" if self.hand_game else f"{bet.bet} {bet.on}"
                if (bet.seat, kind) not in left:
                    facts = {"seat": bet.seat, "bet": bet.bet, "money": -due.loses}
                    found.append(finding(Fault.LEFT_LOSER, None, due.cite, **facts))
                left[bet.seat, kind] = due.loses
        for seat, amount in unpaid.items():
            if not self._was_paid_to_another(s, amount, seat):
                left_over = ((bet, due) for bet, due in zip(s.bets, s.dues, strict=False) if bet.seat == seat)
                cite = next(due.cite for bet, due in left_over if is_left(bet, due, "pay"))
                found.append(finding(Fault.UNPAID, None, cite, seat=seat, due=amount, done=0, money=amount))
        return found

    def _was_paid_to_another(self, s: Any, amount: Money, seat: int | None) -> bool:
        """Whether a payment to somebody who was due nothing was meant for this player: then that is the fault."""
        for at, wrong_seat, paid, _ in s.strays:
            if paid == amount and wrong_seat != seat:
                others = [found for found in s.findings if found.at != at]  # with whatever else the act was, it is one
                meant = next((f for f in s.findings if f.at == at and f.fault in PAID_WRONGLY), None)
                if meant is None:  # of another role
                    return True
                joined = replace(meant, fault=Fault.WRONG_PERSON, due=None, done=None)
                put(s, "findings", (*others, joined))
                return True
        return False

    def _join_swapped(self, s: Any) -> None:
        """Two players who were paid each other's money are one fault."""
        money = [found for found in s.findings if found.fault in (Fault.OVERPAID, Fault.UNDERPAID)]
        for one in money:
            for two in money:
                if one.at < two.at and (one.due, one.done) == (two.done, two.due) and one.seat != two.seat:
                    joined = replace(one, fault=Fault.WRONG_PERSON, due=None, done=None, money=0)
                    order = [f for f in s.findings if f.fault is Fault.WRONG_ORDER and f.at in (one.at, two.at)]
                    left = [each for each in s.findings if each is not two and each not in order]
                    put(s, "findings", tuple(joined if each is one else each for each in left))
                    return


def limits_of(before: Mapping[str, Any]) -> tuple[Money | None, Money | None]:
    """The table's minimum and maximum where the script tells them."""
    given: dict[str, Any] = {}
    for name in ("table", "limits"):
        if isinstance(before.get(name), Mapping):
            given |= before[name]
    given |= before
    found = [None if given.get(name) is None else read_amount(given[name], name) for name in ("minimum", "maximum")]
    return found[0], found[1]


def _value_of(chips: Any) -> Money | None:
    """The value of chips: an amount, or counts by value; `None` if their values are not given."""
    if not isinstance(chips, Mapping):
        return None if chips is None else read_amount(chips, "change")
    if not all(str(value).replace(".", "", 1).isdigit() for value in chips):
        return None
    return sum((read_amount(value, "change") * read_amount(count, "change") for value, count in chips.items()), 0)


def is_left(bet: Laid, due: Due | None, verb: str) -> bool:
    """Whether a bet is still to be paid or taken."""
    if due is None or bet.closed:
        return False
    if verb == "pay":
        return due.pays > 0
    return due.loses > 0 and not bet.taken


def first_box(left: Sequence[tuple[Laid, Due]], verb: str) -> tuple[Act, ...]:
    """The act that pays or takes the first open bet together with the other bets in its box; empty if none is open."""
    if not left:
        return ()
    bet, _ = left[0]
    box = [due for one, due in left if (one.seat, one.bet, one.on) == (bet.seat, bet.bet, bet.on)]
    if verb == "take":
        return (Act("take", seat=bet.seat, bet=bet.bet, on=bet.on, amount=sum(due.loses for due in box)),)
    fee = sum(due.commission for due in box)
    facts = {"commission": fee} if fee else {}
    return (Act("pay", seat=bet.seat, bet=bet.bet, on=bet.on, amount=sum(due.pays for due in box), facts=facts),)


def same_spot(laid: Any, named: Any) -> bool:
    """Whether two spots are the same, however their numbers are ordered."""
    if isinstance(laid, list | tuple) and isinstance(named, list | tuple):
        return sorted(map(str, laid)) == sorted(map(str, named))
    if isinstance(laid, list | tuple) and len(laid) == 1:
        return str(laid[0]) == str(named)
    if isinstance(named, list | tuple) and len(named) == 1:
        return str(laid) == str(named[0])
    return str(laid) == str(named)


def due_of(result: Any) -> Due:
    """What a settled bet asks of the dealer's hands."""
    cite = next((reason.cite for reason in reversed(result.reasons) if reason.cite is not None), None)
    return Due(
        result.result, whole(result.pays), whole(result.loses), whole(result.returned),
        whole(result.facts.get("commission", 0)), cite,
    )  # fmt: skip


_LOWER = {"critical": "serious", "serious": "minor", "minor": "minor"}


def corrected(found: Finding) -> Finding:
    """A finding that was put right before it did harm: one grade lower."""
    return replace(found, corrected=True, severity=_LOWER[found.severity])
