"""A throw as a round: the dice go out, the bets are closed, the throw is judged and called, and the layout is settled.

Two people run the table: the *stick* handles the dice and the calls, the *base* the bets, and the puck where the
rulebook gives it to a croupier. A round is judged for one of them or for both; what the other did is performed, not
judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from trainer.equipment.dice import Roll
from trainer.games.core import RequestError, Settlement
from trainer.games.craps.decide import throw_events
from trainer.games.craps.figures import craps
from trainer.games.craps.layout import LINES, TRAVELS_TO, CrapsBet, check
from trainer.games.craps.limits import LimitQuestion, Wish, limit, may_change
from trainer.games.craps.settle import read_roll
from trainer.games.craps.throw import LineEvent, Throw, line_event, marked_after, point_after, settle_bet
from trainer.games.round import Act, Due, Fault, Finding, Laid, Money, State, Step, Waiting, finding, read_amount
from trainer.games.round_engine import Atom, TableRound, due_of, is_left, limits_of, put, replace
from trainer.games.round_money import first_box
from trainer.rulebooks.schema import Citation, GameRules

STICK, BASE = "stick", "base"
# Other words for what happens to the dice.
ALSO_CALLED = {
    word: name
    for name, words in {
        "die-off-table": "off-table dice-off-table die-out dice-out",
        "die-on-die": "stacked dice-stacked die-stacked",
        "die-on-chips": "on-chips die-on-chip dice-on-chips",
        "die-leaning": "leaning cocked die-cocked dice-leaning",
        "dice-slide": "slide slid dice-slid",
        "short-of-wall": "short short-throw",
        "short-of-cord": "before-cord not-past-cord",
        "die-in-dice-cup": "die-in-cup in-cup",
        "die-in-reserve-bowl": "die-in-basket in-basket in-bowl",
        "die-on-point": "diamond die-on-corner die-on-edge",
        "one-die-first": "one-die dice-apart",
        "die-on-rail": "on-rail die-on-rim",
        "dice-broken": "broken die-broken",
    }.items()
    for word in words.split()
}
NUMBER = "number"  # a throw that decides nothing on the line, as it is called
_MONEY = frozenset(
    {
        Fault.OVERPAID, Fault.UNDERPAID, Fault.UNPAID, Fault.PAID_LOSER, Fault.PAID_PUSH, Fault.TOOK_WINNER,
        Fault.TOOK_PUSH, Fault.LEFT_LOSER, Fault.COMMISSION, Fault.RETURNED_WRONG, Fault.WRONG_CHANGE,
        Fault.WRONG_PERSON,
    }
)  # fmt: skip
# Faults of the person who sees a bet: it must be refused, or left where it is.
_OF_BOTH = frozenset({Fault.LATE_BET, Fault.BAD_BET, Fault.GOOD_BET})
_EFFECTS = frozenset(event.value for event in LineEvent)
_STICKMEN = ("tallador", "stickman")


class CrapsState(State, frozen=True, kw_only=True, gc=False):
    """A throw: the point before it, the dice, and what the crew did with dice, puck and come bets."""

    role: str = ""  # whose acts are judged; empty for both
    point: int | None = None
    marked: frozenset[int] = frozenset()  # numbers with a bonus lammer
    previous_roll: int | None = None
    limits: tuple[Money | None, Money | None] = (None, None)
    roll: Roll | None = None
    holder: int | None = None  # who had the dice before the round, or to whom they go on
    shooter: int | None = None
    dice_at: int | None = None  # when the dice went out to the shooter
    thrown_at: int = -1
    closed_again: bool = False  # the bets on the throw that follows this one
    moved: frozenset[int] = frozenset()  # come bets that the dealer has moved
    explain: str = ""  # the void throw whose rule nobody has explained to the shooter yet


class CrapsRound(TableRound[CrapsState]):
    """Craps at one table."""

    state_type = CrapsState
    harmless = frozenset({"valid"})

    def __init__(self, rules: GameRules) -> None:
        super().__init__(rules)
        self.figures = craps(rules)
        self.events = throw_events(rules)
        self.mover = next((step for step in ("travel", "pay") if step in rules.procedure), "pay")
        self._close = next((atom for atom in self.atoms if atom.verb == "close"), None)
        self._throw = next(atom for atom in self.atoms if atom.verb == "throw")
        self._called = next(atom for atom in self.atoms if atom.topic == "result")
        self._after_throw = [atom for atom in self.atoms if atom.index >= self._throw.index]

    # ── before the throw ─────────────────────────────────────────────────────────────────────────────────────────────

    def prepare(self, s: Any, before: Mapping[str, Any]) -> None:
        role, point = before.get("role"), before.get("point")
        put(s, "role", role if role in (STICK, BASE) else "")
        put(s, "point", point if isinstance(point, int) else None)
        put(s, "marked", frozenset(before.get("marked_numbers") or ()))
        put(s, "previous_roll", before.get("previous_roll"))
        put(s, "holder", number_of(before.get("shooter")))
        put(s, "limits", limits_of(before))

    def lay(self, s: Any, act: Act, at: int) -> None:
        super().lay(s, as_travelled(act), at)
        if s.dues:
            self._decide(s)

    def matching(self, s: Any, act: Act) -> list[int]:
        return super().matching(s, act) or super().matching(s, as_travelled(act))

    def is_late(self, s: Any, act: Act) -> bool:
        """Once a throw is called, bets are made for the next one."""
        if s.roll is not None and s.done >> self._called.index & 1 and not s.closed_again:
            return bool(act.facts.get("late"))
        return super().is_late(s, act)

    def _judge_bets(self, s: Any) -> None:
        """Find the bets that may not lie. Odds may be laid before their line bet, so all are looked at together."""
        for index, bet in enumerate(s.bets):
            if bet.at >= 0 and not bet.late and not bet.back:
                self.set_bet(s, index, wrong=self._problem(s, index))

    def _problem(self, s: Any, index: int) -> Citation | None:
        """Why a bet may not be made now, as the citation of the rule."""
        asked, rule = as_bet(s.bets[index]), self.rules.bets.get(s.bets[index].bet)
        if rule is None:
            return self.rules.cite
        others = [as_bet(bet) for place, bet in enumerate(s.bets) if place != index and not bet.back]
        spot = (asked.seat, asked.bet, asked.on)
        raised = any((bet.seat, bet.bet, bet.on) == spot for bet in map(as_bet, s.bets[:index]))
        try:
            check(self.rules, asked, "bet")
            wish: Wish = "increase" if raised else "new-bet"
            may, reason = may_change(self.rules, asked, wish, s.point, s.previous_roll, others)
        except RequestError:
            return rule.cite
        if not may:
            return reason.cite or rule.cite
        least, most = (None if each is None else Fraction(each) for each in s.limits)
        known = tuple(bet for bet in others if bet.bet in self.rules.bets)
        question = LimitQuestion(bets=(asked,), minimum=least, maximum=most, point=s.point, lying=known)
        try:
            allowed = limit(self.rules, question).facts.get("allowed", True)
        except RequestError:  # another bet cannot lie: that is found by itself
            return None
        return None if allowed else rule.limit_cite or rule.cite

    def _check_shooter(self, s: Any) -> None:
        """The shooter must have a line bet before he throws; the dice should not have gone to him without one."""
        if s.dice_at is None or s.shooter is None:
            return
        lines = [bet for bet in s.bets if bet.seat == s.shooter and bet.bet in LINES and not bet.late]
        if any(not bet.back or s.point is not None for bet in lines):  # he had one when he came out
            return
        cite = self.rules.irregularities["shooter-without-line-bet"].cite
        facts = {"seat": s.shooter, "incident": "shooter-without-line-bet", "severity": "serious"}
        self.add(s, finding(Fault.NOT_ALLOWED, s.dice_at, cite, **facts))

    # ── the throw ────────────────────────────────────────────────────────────────────────────────────────────────────

    def table(self, s: Any, act: Act, at: int) -> None:
        if act.do != "throw":
            super().table(s, act, at)
            return
        if s.roll is not None and not s.void:
            self._next_throw(s)
        faces = act.facts.get("dice")
        put(s, "roll", read_roll(tuple(faces) if isinstance(faces, list | tuple) else (), "dice"))
        put(s, "void", False)
        put(s, "thrown_at", at)
        self._check_shooter(s)
        self._judge_bets(s)
        if self._close is not None and not s.done >> self._close.index & 1:
            late = finding(Fault.CALL_LATE, None, self._close.cite, step=self._close.call, severity="serious")
            put(s, "waiting", (*s.waiting, Waiting(self._close.index, late, late)))
        put(s, "closed", True)
        event = str(act.facts.get("event") or "")
        event = ALSO_CALLED.get(event, event)
        if event in self.events:
            self.open_incident(s, event, at)
        self._decide(s)

    def thrown(self, s: Any) -> Throw:
        return Throw(s.roll, s.point, s.marked)

    def line(self, s: Any) -> LineEvent:
        return line_event(self.rules, self.thrown(s))

    def _decide(self, s: Any) -> None:
        """Compute the result of every bet, late and wrong ones included: the crew is judged by the bets on the
        layout."""
        throw = self.thrown(s)
        dues: list[Due | None] = []
        for laid in s.bets:
            if laid.at > s.thrown_at and not laid.late:
                dues.append(None)
                continue
            try:
                check(self.rules, as_bet(laid), "bet")
                due = due_of(settle_bet(self.rules, as_bet(laid), throw))
                # Of a bet that is split over several totals the payment is net of the parts that lose.
                dues.append(replace(due, loses=0) if due.pays else due)
            except (RequestError, ValueError):
                dues.append(None)
        put(s, "dues", tuple(dues))

    def _next_throw(self, s: Any) -> None:
        """Another throw follows: what was left undone is found, and the bets that stay lie for it."""
        for found in (*self._bets_at_end(s, True), *self._unmoved(s)):
            self.add(s, found)
        throw = self.thrown(s)
        kept = []
        for bet, due in zip(s.bets, s.dues, strict=False):
            if bet.taken or bet.back or (due is not None and due.returned):
                continue
            travels = self._moves_to(s, bet)
            clean = replace(bet, paid=0, closed=False, late=False, touched=-1, at=-1 if due else bet.at)
            kept.append(clean if travels is None else replace(clean, bet=TRAVELS_TO[bet.bet], on=travels))
        put(s, "bets", tuple(kept))
        put(s, "waiting", tuple(each for each in s.waiting if isinstance(each.key, int)))
        put(s, "point", point_after(self.rules, throw))
        put(s, "marked", marked_after(throw))
        put(s, "previous_roll", throw.total)
        put(s, "moved", frozenset())
        self.annul(s)
        if self._close is not None and not s.closed_again:
            put(s, "done", s.done & ~(1 << self._close.index))
        put(s, "closed_again", False)

    def annul(self, s: Any) -> None:
        """The dice go out again; the bets stay."""
        done = s.done
        for atom in self._after_throw:
            done &= ~(1 << atom.index)
        put(s, "done", done)
        put(s, "roll", None)
        put(s, "dues", ())
        put(s, "closed", False)

    # ── acts of the crew ─────────────────────────────────────────────────────────────────────────────────────────────

    def dealer(self, s: Any, act: Act, at: int, atom: Atom | None) -> None:
        if act.do == "dice":
            self._dice(s, act, at, atom)
        elif act.do == "close":
            if atom is not None and atom.call and act.facts.get("say") is False:
                self.add(s, finding(Fault.CALL_MISSED, None, atom.cite, step=atom.call, severity="serious"))
            put(s, "closed_again", s.roll is not None)
        elif act.do == "mark" and act.topic == "point":
            self._mark(s, act, at, atom)
        elif act.do == "move":
            self._move(s, act, at)
        elif act.do == "say" or (act.do == "call" and str(act.topic).startswith(("explain", "rule"))):
            put(s, "explain", "")

    def _dice(self, s: Any, act: Act, at: int, atom: Atom | None) -> None:
        how, to = act.facts.get("how"), number_of(act.topic) or act.seat
        # The stick may touch the dice to inspect them (which the act then says) or to pick them up from the floor.
        excused = len(act.facts) > 1 or any(each.id in ("die-on-floor", "die-off-table") for each in s.incidents)
        if how not in (None, "stick") and not excused:
            cite = atom.cite if atom is not None else None
            self.add(s, finding(Fault.NOT_ALLOWED, at, cite, step="pass-dice"))
        if s.roll is not None:
            unsettled = next((key for key in self._unsettled(s)), None)
            if unsettled is not None:
                early = finding(Fault.TOO_EARLY, at, None, step="pass-dice", needs="pay")
                put(s, "waiting", (*s.waiting, Waiting(unsettled, early)))
            if to is not None and to == s.shooter and self.line(s) is LineEvent.SEVEN_OUT:
                self.add(s, finding(Fault.NOT_ALLOWED, at, self.figures.shooter.cite, step="pass-on", seat=to))
            return
        own = any(bet.seat == s.holder and bet.bet in LINES and not bet.late and not bet.back for bet in s.bets)
        if own and to is not None and to != s.holder:  # who has no line bet may not throw, and the dice go on
            self.add(s, finding(Fault.NOT_ALLOWED, at, self.figures.shooter.cite, step="pass-on", seat=to))
        put(s, "shooter", to)
        put(s, "dice_at", at)

    def _unsettled(self, s: Any) -> Iterator[tuple[str, int]]:
        """The bets that the base has not settled yet, as keys of what the dice should have waited for."""
        for index, (bet, due) in enumerate(zip(s.bets, s.dues, strict=False)):
            yield from ((verb, index) for verb in ("take", "pay") if is_left(bet, due, verb))

    def _mark(self, s: Any, act: Act, at: int, atom: Atom | None) -> None:
        """The puck goes on the point that was just thrown."""
        point = None if s.roll is None else point_after(self.rules, self.thrown(s))
        number = number_of(act.on)
        step = atom.step if atom is not None else "mark"
        if point is not None and number is not None and number != point:
            cite = atom.cite if atom is not None else None
            self.add(s, finding(Fault.READ_WRONG, at, cite, due=point, done=number, step=step))
        else:
            self.put_right(s, (f for f in s.findings if f.fault is Fault.READ_WRONG and f.step == step))

    def _moves_to(self, s: Any, bet: Laid) -> int | None:
        """The number to which a come bet goes after this throw."""
        if bet.bet not in TRAVELS_TO or s.roll is None:
            return None
        total = s.roll.total
        return total if total in self.figures.come_out.points else None

    def _move(self, s: Any, act: Act, at: int) -> None:
        to = number_of(act.topic) or number_of(act.on)
        for index, bet in enumerate(s.bets):
            wanted = self._moves_to(s, bet)
            if bet.seat != act.seat or bet.bet != act.bet or wanted is None:
                continue
            if index in s.moved:
                misread = (f for f in s.findings if f.fault is Fault.READ_WRONG and f.seat == act.seat)
                self.put_right(s, (f for f in misread if f.bet == act.bet and to == wanted))
                continue
            put(s, "moved", s.moved | {index})
            if to != wanted:
                facts = {"seat": act.seat, "bet": act.bet, "due": wanted, "done": to, "step": self.mover}
                self.add(s, finding(Fault.READ_WRONG, at, self.rules.bets[bet.bet].cite, **facts))
            return

    def pay(self, s: Any, act: Act, at: int) -> None:
        """Book a payment; a commission may be kept from it, or be taken beside it, which a payment need not say."""
        dues = [s.dues[index] for index in self.matching(s, act) if s.dues and s.dues[index] is not None]
        fee = sum(due.commission for due in dues)
        kept = read_amount(act.facts.get("commission", fee), "commission")
        if fee and kept == fee and act.amount == sum(due.pays for due in dues) - fee:
            act = replace(act, amount=act.amount + kept)
            put(s, "rack", s.rack + kept)
            put(s, "players", s.players - kept)
        if fee:
            act = replace(act, facts={**act.facts, "commission": kept})
        super().pay(s, act, at)

    def _dealer_acts(self, s: Any, act: Act, at: int) -> None:
        if act.do == "call" and act.topic == self.figures.throw.call:  # who calls it annuls the throw
            act = Act("void", topic="throw", facts={"call": str(act.topic)})
        super()._dealer_acts(s, act, at)

    def _void(self, s: Any, act: Act, at: int) -> None:
        voided = [each for each in s.incidents if not each.closed and each.ruling == "void"]
        if voided and self.figures.throw.explain:
            put(s, "explain", voided[0].id)
        if not act.facts.get("call"):
            call = self.figures.throw.call
            self.add(s, finding(Fault.CALL_MISSED, None, self.rules.calls[call].cite, step=call, severity="serious"))
        super()._void(s, act, at)

    def give_back(self, s: Any, act: Act, at: int) -> None:
        if not s.dues:
            self._judge_bets(s)
        targets = self.matching(s, act)
        lawful = targets and s.bets[targets[-1]].wrong is None and not s.bets[targets[-1]].late
        if lawful and not s.dues and not act.facts.get("reason") and not self.may_give_back(s, act, targets[-1]):
            bet = s.bets[targets[-1]]
            cite = may_change(self.rules, as_bet(bet), "withdraw", s.point)[1].cite
            incident = "pass-taken-down" if "pass-taken-down" in self.rules.irregularities else ""
            self.move_to_player(s, targets[-1], act.amount or bet.stake, at)
            self.add(s, finding(Fault.NOT_ALLOWED, at, cite, seat=bet.seat, bet=bet.bet, incident=incident))
            return
        super().give_back(s, act, at)

    def may_give_back(self, s: Any, act: Act, index: int) -> bool:
        return may_change(self.rules, as_bet(s.bets[index]), "withdraw", s.point)[0]

    def call_facts(self, s: Any, call: str) -> dict[str, Any]:
        if call != "result" or s.roll is None:
            return {}
        line = self.line(s)
        return {"total": s.roll.total, "effect": NUMBER if line is LineEvent.NO_DECISION else line.value}

    def call_problem(self, s: Any, act: Act) -> Citation | None:
        if act.topic != "result" or s.roll is None:
            return None
        wanted, effect = self.call_facts(s, "result"), act.facts.get("effect")
        told = LineEvent.NO_DECISION if effect == NUMBER else effect
        line = self.line(s)
        right = act.facts.get("total", wanted["total"]) == wanted["total"] and (told == line or told not in _EFFECTS)
        return None if right else self.rules.calls["result"].cite

    def wait_for(self, s: Any, key: Any, atom: Atom, need: Atom, at: int, seat: int | None) -> None:
        """Taking, paying and the puck must wait for another person's call: before it they are too early."""
        super().wait_for(s, key, atom, need, at, seat)
        if atom.is_call or not need.is_call or need.verb == "close" or (atom.verb in ("take", "pay") and not s.role):
            return
        put(s, "waiting", tuple(replace(each, late=None) if each.key == key else each for each in s.waiting))

    # ── roles of findings ────────────────────────────────────────────────────────────────────────────────────────────

    def add(self, s: Any, found: Finding) -> None:
        of_a_bet = found.fault in _OF_BOTH or (found.fault is Fault.NOT_ALLOWED and found.bet)
        if s.role and not of_a_bet and self.role_of(found) != s.role:
            return
        super().add(s, found)

    def role_of(self, found: Finding) -> str:
        """Who answers for a finding: the one whose step it is, the base for money, else the stick."""
        if found.fault in _MONEY:
            return BASE
        step = self.rules.procedure.get(found.step)
        if step is None or step.by in _STICKMEN or found.incident:
            return STICK
        return BASE

    # ── the procedure ────────────────────────────────────────────────────────────────────────────────────────────────

    def applies(self, s: Any, atom: Atom) -> bool:
        if atom.topic == "point" and s.roll is not None:
            line = self.line(s)
            decided = (LineEvent.POINT_MADE, LineEvent.SEVEN_OUT)
            return not atom.optional and (line is LineEvent.POINT if atom.verb == "mark" else line in decided)
        if atom.verb == "move":
            return False  # counted bet by bet
        return super().applies(s, atom)

    def outstanding(self, s: Any, atom: Atom, act: Act | None) -> bool:
        if atom.verb in ("take", "pay") and not s.dues:
            return True
        return super().outstanding(s, atom, act)

    def _unmoved(self, s: Any) -> Iterator[Finding]:
        for index, bet in enumerate(s.bets):
            if self._moves_to(s, bet) is not None and index not in s.moved and not bet.back and not bet.taken:
                cite = self.rules.bets[bet.bet].cite
                yield finding(Fault.SKIPPED, None, cite, seat=bet.seat, bet=bet.bet, step=self.mover)

    def at_end(self, s: Any) -> Iterator[Finding]:
        yield from self._unmoved(s)
        if s.explain:
            cite = self.rules.irregularities[s.explain].cite
            yield finding(Fault.SKIPPED, None, cite, step="explain", incident=s.explain)

    # ── views ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def settlement(self, state: CrapsState) -> Settlement:
        if state.roll is None:
            raise RequestError("dice", "the dice have not been thrown")
        throw = self.thrown(state)
        laid = [as_bet(bet) for bet in state.bets if not bet.late and bet.wrong is None]
        return Settlement(tuple(settle_bet(self.rules, bet, throw) for bet in laid))

    def due_steps(self, state: CrapsState) -> Iterator[Step]:
        yield from super().due_steps(state)
        if not state.done >> self._called.index & 1:
            return
        cite = self.rules.procedure[self.mover].cite
        for index, bet in enumerate(state.bets):
            if (to := self._moves_to(state, bet)) is not None and index not in state.moved:
                yield Step(self.mover, (Act("move", seat=bet.seat, bet=bet.bet, topic=to),), cite=cite)

    def todo(self, s: Any, atom: Atom) -> tuple[Act, ...]:
        if atom.verb == "dice":
            shooter = s.shooter if s.shooter is not None else self._first_shooter(s)
            return (Act("dice", topic=shooter, facts={"how": "stick"}),) if shooter is not None else ()
        if atom.verb == "mark":
            return (Act("mark", topic="point", on=s.roll.total),) if s.roll is not None else ()
        if atom.verb == "unmark" and s.roll is None:
            return ()
        if atom.verb == "call" and s.roll is None:
            return ()
        if atom.verb in ("take", "pay"):
            return self._next_bet(s, atom.verb)
        return super().todo(s, atom)

    def _first_shooter(self, s: Any) -> int | None:
        return next((bet.seat for bet in s.bets if bet.bet in LINES and bet.seat is not None), None)

    def _next_bet(self, s: Any, verb: str) -> tuple[Act, ...]:
        steps = self.rules.orders["clear" if verb == "take" else "pay"].steps
        rank = {group: place for place, step in enumerate(steps) for group in step}
        left = [(bet, due) for bet, due in zip(s.bets, s.dues, strict=False) if is_left(bet, due, verb)]
        left.sort(key=lambda each: rank.get(self.rules.bets[each[0].bet].group, 0))
        return first_box(left, verb)


def number_of(value: Any) -> int | None:
    """A seat or a number of the layout in any notation; `None` for anything else."""
    return int(value) if str(value).isdigit() else None


def as_travelled(act: Act) -> Act:
    """An act on a come bet that has moved to a number, with the name that such a bet then has."""
    return replace(act, bet=TRAVELS_TO[act.bet]) if act.bet in TRAVELS_TO and number_of(act.on) else act


def as_bet(laid: Laid) -> CrapsBet:
    """A bet on the layout as `settle` takes it."""
    on = tuple(laid.on) if isinstance(laid.on, list) else laid.on
    return CrapsBet(bet=laid.bet, on=on, stake=Fraction(laid.stake), seat=laid.seat)
