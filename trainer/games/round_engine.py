"""The part of a round that every game shares, driven by the ``needs`` and ``acts`` of the rulebook's procedure.

`TableRound` compiles the procedure of one table into *atoms*: single acts such as “call result” or “pay”, each with the
atoms that must come first. Performing an act checks those, books its money against what the bets are due, and remembers
what came too early until it is certain whether the missing act was late or left out. A family subclasses `TableRound`
and supplies what only its game knows: see the hooks below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, ClassVar, Generic

import msgspec

from trainer.games.core import Outcome, Settlement
from trainer.games.round import (
    Act,
    Due,
    Fault,
    Finding,
    Incident,
    Laid,
    Money,
    State,
    StateT,
    Step,
    Waiting,
    finding,
    read_amount,
)
from trainer.rulebooks.schema import Citation, GameRules

put = msgspec.structs.force_setattr  # fills in a state that `perform` has copied and not returned yet
replace = msgspec.structs.replace

PLURAL = frozenset(
    {"take", "pay", "give-back", "pick-up", "deal", "ask", "turn", "burn", "settle"}
)  # done when nothing is left
SPOKEN = frozenset({"call", "close"})
GO_ON = frozenset({"go-on", "approved", "authorised"})
VOID_WORDS = frozenset({"no-spin", "void", "no-dice", "no-throw", "annulled", "misdeal"})


class Atom(msgspec.Struct, frozen=True, eq=False):
    """One act of a step: what it looks like, and which atoms must be done before it."""

    index: int
    step: str
    verb: str
    topic: str
    cite: Citation
    call: str = ""
    part: str = ""
    optional: bool = False
    by: str = "dealer"
    key: str = ""  # verb and topic
    needs: tuple[int, ...] = ()

    @property
    def is_call(self) -> bool:
        return self.verb in SPOKEN


def compile_procedure(rules: GameRules) -> tuple[Atom, ...]:
    """The atoms of a game's procedure, in its order. An act of a step also needs the acts before it in that step."""
    atoms: list[Atom] = []
    of_step: dict[str, list[int]] = {}
    for step_id, step in rules.procedure.items():
        for pattern in step.acts:
            verb, _, topic = pattern.partition(" ")
            by = "inspector" if verb == "says" else "table" if verb == "comes" else "dealer"
            verb, topic = (topic, "") if by != "dealer" else (verb, topic)
            call = topic if verb == "call" else step.call if verb == "close" else ""
            index = len(atoms)
            of_step.setdefault(step_id, []).append(index)
            cite = rules.calls[call].cite if call in rules.calls else step.cite
            atoms.append(Atom(index, step_id, verb, topic, cite, call, step.part, step.optional, by, pattern))
    compiled = []
    for atom in atoms:
        own = of_step[atom.step]
        before = [other for other in own if other < atom.index]
        needed = [index for need in rules.procedure[atom.step].needs for index in last_acts(rules, of_step, need)]
        compiled.append(replace(atom, needs=tuple(dict.fromkeys([*needed, *before[-1:]]))))
    return tuple(compiled)


def last_acts(rules: GameRules, of_step: Mapping[str, Sequence[int]], step_id: str) -> Iterator[int]:
    """The atoms that complete a step; a step without acts stands for the steps it needs itself."""
    if of_step.get(step_id):
        yield from of_step[step_id]
        return
    for need in rules.procedure[step_id].needs:
        yield from last_acts(rules, of_step, need)


class TableRound(Generic[StateT]):
    """A round at one table. Subclasses name their state and override the hooks that concern them."""

    state_type: ClassVar[type[State]] = State
    hand_game: ClassVar[bool] = False  # players have hands of cards that are dealt and picked up
    incidents: ClassVar[Mapping[str, str]] = {}  # event of the table or a player → irregularity of the rulebook
    routine: ClassVar[frozenset[str]] = frozenset(  # what the floor is told without anything being wrong
        {"colour-value", "large-win", "claim", "dispute", "tip", "fill", "relief", "shuffle", "change", "limit",
         "disagreement", "buy-in", "cut-card", "cut-card-out", "closing"}
    )  # fmt: skip

    def __init__(self, rules: GameRules) -> None:
        self.rules = rules
        self.atoms = compile_procedure(rules)
        self._atom_at: dict[tuple[str, str, str], Atom] = {}
        for atom in self.atoms:
            self._atom_at.setdefault((atom.by, atom.verb, atom.topic), atom)
        self.required_calls = {atom.call for atom in self.atoms if atom.call}
        self.closes_when_slow = any(atom.by == "table" for atom in self.atoms)

    # ── the protocol ─────────────────────────────────────────────────────────────────────────────────────────────────

    def start(self, before: Mapping[str, Any], bets: Iterable[Mapping[str, Any]] = ()) -> StateT:
        """The table before the first act; ``bets`` lie already."""
        state: Any = self.state_type()
        for bet in bets:
            amount = read_amount(bet.get("stake", 0), "bets.stake")
            act = Act("bets", "player", bet.get("seat"), "", str(bet.get("bet", "")), bet.get("on"), amount, {})
            self.lay(state, act, -1)
        self.prepare(state, before)
        return state  # type: ignore[no-any-return]

    def perform(self, state: StateT, act: Act) -> StateT:
        """The table after an act. Findings it leads to are added to ``findings`` of the state."""
        s = copy(state)
        at = state.count
        put(s, "count", at + 1)
        if act.by == "dealer":
            self._dealer_acts(s, act, at)
        elif act.by == "player":
            self.player(s, act, at)
        elif act.by == "table":
            self.table(s, act, at)
        else:
            self.inspector(s, act, at)
        if act.by != "dealer":
            atom = self._atom_at.get((act.by, act.do, ""))
            if atom is not None:
                put(s, "done", s.done | 1 << atom.index)
        if s.waiting:
            self._resolve(s, at)
        return s

    def findings(self, before: StateT, act: Act, after: StateT) -> tuple[Finding, ...]:
        """The findings that an act added or corrected."""
        if before.findings is after.findings:
            return ()
        known = set(before.findings)
        return tuple(found for found in after.findings if found not in known)

    def finish(self, state: StateT) -> StateT:
        """The table when nothing more follows: what was never done becomes a finding."""
        if state.over:
            return state
        s = copy(state)
        self._conclude(s, ended=False)
        return s

    def due(self, state: StateT) -> tuple[Step, ...]:
        """The steps whose needs are met and that are not done, with the acts that carry them out."""
        return tuple(self._due_steps(state))

    def next_act(self, state: StateT) -> Act | None:
        """The first act of the dealer that is due; `None` while he must wait for somebody else."""
        return next((act for step in self._due_steps(state) for act in step.acts if act.by == "dealer"), None)

    def _due_steps(self, state: StateT) -> Iterator[Step]:
        for atom in self.atoms:
            if atom.part or not self.applies(state, atom) or not self.outstanding(state, atom, None):
                continue
            if next(self.unmet(state, atom, None), None) is not None:
                continue
            acts = self.todo(state, atom)
            if acts:
                yield Step(atom.step, acts, atom.by, atom.call, atom.cite)

    def settlement(self, state: StateT) -> Settlement:
        """Every bet that lies, settled by the game's own `settle`."""
        raise NotImplementedError

    # ── hooks of a family ────────────────────────────────────────────────────────────────────────────────────────────

    def prepare(self, s: Any, before: Mapping[str, Any]) -> None:
        """Fill in what went before the round: the last number, the point …"""

    def atom_of(self, s: Any, act: Act) -> Atom | None:
        """The atom that an act of the dealer carries out; by verb and topic unless a family knows better."""
        topic = act.topic if isinstance(act.topic, str) else ""
        return self._atom_at.get(("dealer", act.do, topic)) or self._atom_at.get(("dealer", act.do, ""))

    def outstanding(self, s: Any, atom: Atom, act: Act | None) -> bool:
        """Whether something of an atom is still to be done before ``act`` (or before anything else, if `None`)."""
        if atom.verb == "take":
            return any(is_left(bet, due, "take") for bet, due in zip(s.bets, s.dues, strict=False))
        if atom.verb == "pay":
            return any(is_left(bet, due, "pay") for bet, due in zip(s.bets, s.dues, strict=False))
        return not s.done >> atom.index & 1

    def applies(self, s: Any, atom: Atom) -> bool:
        """Whether an atom is called for in this round at all."""
        return not atom.optional

    def todo(self, s: Any, atom: Atom) -> tuple[Act, ...]:
        """The acts that carry out an atom that is due; () while it must wait for a player or the table."""
        if atom.verb == "call":
            return (Act("call", topic=atom.topic, facts=self.call_facts(s, atom.topic)),)
        if atom.verb == "close":
            return (Act("close", facts={"say": bool(atom.call)}),)
        return (Act(atom.verb, atom.by, topic=atom.topic),)

    def call_facts(self, s: Any, call: str) -> dict[str, Any]:
        """What a call must say now; see `call_problem`."""
        return {}

    def call_problem(self, s: Any, act: Act) -> Citation | None:
        """Why a call is wrong, as the citation of what it should be; `None` if it is right."""
        return None

    def dealer(self, s: Any, act: Act, at: int, atom: Atom | None) -> None:
        """The effect of an act of the dealer that concerns one game only: cards, dice, markers."""

    def player(self, s: Any, act: Act, at: int) -> None:
        """The effect of what a player does."""
        if act.do in ("bets", "adds"):
            self.lay(s, act, at)
        elif act.do == "pinches":
            self.open_incident(s, "bet-touched-late", at, seat=act.seat)

    def table(self, s: Any, act: Act, at: int) -> None:
        """The effect of what the ball, the dice or the shoe does."""
        if act.do in self.incidents:
            self.open_incident(s, self.incidents[act.do], at, seat=act.seat)

    def inspector(self, s: Any, act: Act, at: int) -> None:
        """The effect of what the inspector says: a round is annulled by him, or goes on."""
        reported = any(each.reported and not each.closed and each.ruling == "void" for each in s.incidents)
        if act.do in VOID_WORDS or (reported and act.do not in GO_ON):
            put(s, "incidents", tuple(replace(incident, closed=True) for incident in s.incidents))
            put(s, "void", True)
            self.annul(s)

    def annul(self, s: Any) -> None:
        """Start again after the spin, throw or round was annulled; the bets stay."""

    def bet_problem(self, s: Any, act: Act) -> Citation | None:
        """Why a bet may not be accepted, as the citation of the rule; `None` if it may."""
        return None

    def is_late(self, s: Any, act: Act) -> bool:
        """Whether a bet comes after the close."""
        return bool(act.facts.get("late")) or (s.closed and "late" not in act.facts)

    def order_keys(self, s: Any, verb: str, touched: Sequence[int]) -> tuple[str, Any, Citation | None] | None:
        """What should have been settled before these bets: (step, key of `is_open`, citation); `None` if in order."""
        return None

    def at_end(self, s: Any) -> Iterator[Finding]:
        """Findings that only this game makes when the round is over."""
        return iter(())

    def is_open(self, s: Any, key: Any) -> bool:
        """Whether what a waiting act needs is still undone. Keys: an atom's index, or (verb, index of a bet)."""
        if isinstance(key, int):
            return self.outstanding(s, self.atoms[key], None)
        verb, index = key
        return is_left(s.bets[index], s.dues[index] if index < len(s.dues) else None, verb)

    # ── acts of the dealer ───────────────────────────────────────────────────────────────────────────────────────────

    def _dealer_acts(self, s: Any, act: Act, at: int) -> None:
        if act.do == "correct":
            self._correct(s, act)
            return
        atom = self.atom_of(s, act)
        if atom is not None:
            self.check_needs(s, act, at, atom)
        if act.do == "call":
            self._call(s, act, at)
        elif act.do == "close":
            put(s, "closed", True)
        elif act.do == "open":
            self._open(s, at)
        elif act.do == "floor":
            self._floor(s, act, at)
        elif act.do == "void":
            self._void(s, act, at)
        self.dealer(s, act, at, atom)
        if act.do == "pay":
            self.pay(s, act, at)
        elif act.do == "take":
            self.take(s, act, at)
        elif act.do == "give-back":
            self.give_back(s, act, at)
        if atom is not None:
            put(s, "done", s.done | 1 << atom.index)
        if act.do == "end":
            self._conclude(s, ended=True)

    def _open(self, s: Any, at: int) -> None:
        """Open the bets; nobody may still be waiting for his money."""
        put(s, "closed", False)
        for index, (bet, due) in enumerate(zip(s.bets, s.dues, strict=False)):
            if is_left(bet, due, "pay"):
                early = finding(Fault.TOO_EARLY, at, None, step="open-bets", needs="pay")
                put(s, "waiting", (*s.waiting, Waiting(("pay", index), early)))
                return

    def _counts(self, s: Any, need: int) -> bool:
        return self.atoms[need].verb in PLURAL or self.applies(s, self.atoms[need])

    def unmet(self, s: Any, atom: Atom, act: Act | None) -> Iterator[Atom]:
        """What an atom still needs."""
        for index in atom.needs:
            if self._counts(s, index) and self.outstanding(s, self.atoms[index], act):
                yield self.atoms[index]

    def check_needs(self, s: Any, act: Act, at: int, atom: Atom) -> None:
        """Remember an act that comes before what it needs; only the first one for each step."""
        need = next(self.unmet(s, atom, act), None)
        if need is not None:
            self.wait_for(s, need.index, atom, need, at, act.seat)

    def wait_for(self, s: Any, key: Any, atom: Atom, need: Atom, at: int, seat: int | None) -> None:
        """Remember that an atom was performed before another that it needs."""
        if any(waiting.key == key for waiting in s.waiting):
            return
        facts: dict[str, Any] = {"seat": seat, "needs": need.step}
        if atom.is_call:
            early = finding(Fault.CALL_EARLY, at, atom.cite, step=atom.call, **facts)
        else:
            early = finding(Fault.TOO_EARLY, at, need.cite, step=atom.step, severity="serious", **facts)
        late = finding(Fault.CALL_LATE, None, need.cite, step=need.call) if need.is_call else None
        put(s, "waiting", (*s.waiting, Waiting(key, early, late)))

    def note_order(self, s: Any, at: int, step: str, key: Any, cite: Citation | None, seat: int | None) -> None:
        """Remember that something was done before what should have preceded it; once for each step."""
        if any(waiting.finding.step == step and waiting.finding.fault == Fault.WRONG_ORDER for waiting in s.waiting):
            return
        if any(found.step == step and found.fault == Fault.WRONG_ORDER for found in s.findings):
            return
        wrong = finding(Fault.WRONG_ORDER, at, cite, seat=seat, step=step)
        put(s, "waiting", (*s.waiting, Waiting(key, wrong)))

    def _resolve(self, s: Any, at: int) -> None:
        """Turn waiting acts whose missing need is done now into findings."""
        still: list[Waiting] = []
        for waiting in s.waiting:
            if self.is_open(s, waiting.key):
                still.append(waiting)
            elif waiting.late is not None:
                self.add(s, replace(waiting.late, at=at))
            else:
                self.add(s, waiting.finding)
        if len(still) < len(s.waiting):
            put(s, "waiting", tuple(still))

    def _call(self, s: Any, act: Act, at: int) -> None:
        cite = self.call_problem(s, act)
        if cite is not None:
            self.add(s, finding(Fault.CALL_WRONG, at, cite, step=str(act.topic)))

    def _correct(self, s: Any, act: Act) -> None:
        """Put an earlier act right: its findings stay, marked as corrected, and its money is as it should be."""
        which = act.facts.get("act", act.topic)
        put(s, "findings", tuple(corrected(found) if found.at == which else found for found in s.findings))
        waiting = tuple(
            replace(each, finding=corrected(each.finding)) if each.finding.at == which else each for each in s.waiting
        )
        put(s, "waiting", waiting)
        for index, bet in enumerate(s.bets):
            if bet.touched == which:
                self.set_bet(s, index, closed=True)

    # ── bets and money ───────────────────────────────────────────────────────────────────────────────────────────────

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
        """A payment to somebody who is due nothing: what it was is certain only when the others have been paid."""
        dues = [s.dues[index] for index in targets if index < len(s.dues) and s.dues[index] is not None]
        results = {due.result for due in dues}
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

    def take(self, s: Any, act: Act, at: int) -> None:
        """Book a bet that the dealer takes against what it is due to lose."""
        dues = s.dues
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
        targets = [i for i in self.matching(s, act) if not s.bets[i].taken or s.dues]
        reason = str(act.facts.get("reason", act.topic or ""))
        refused = [i for i in targets if s.bets[i].late or s.bets[i].wrong is not None]
        if not act.bet and act.amount is not None:
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
            self.add(s, finding(Fault.GOOD_BET, at, None, seat=act.seat, bet=bet.bet))
        elif due is not None and amount != due.returned and due.result is Outcome.LOSE:
            facts = {"due": due.returned, "done": amount, "money": due.returned - amount}
            self.add(s, finding(Fault.RETURNED_WRONG, at, due.cite, seat=act.seat, bet=bet.bet, **facts))

    def may_give_back(self, s: Any, act: Act, index: int) -> bool:
        """Whether a bet may go back before anything is decided, without a refusal: a surrender."""
        return False

    def move_to_player(self, s: Any, index: int, amount: Money, at: int) -> None:
        bet = s.bets[index]
        self.set_bet(s, index, back=bet.back + amount, closed=bet.closed or amount == bet.stake, touched=at)
        put(s, "players", s.players + amount)
        put(s, "cloth", s.cloth - amount)

    def check_change(self, s: Any, act: Act, at: int) -> None:
        """Compare what the dealer gives in a change with what he takes, both told by value."""
        takes, gives = (_value_of(act.facts.get(name)) for name in ("takes", "gives"))
        if takes is not None and gives is not None and takes != gives:
            facts = {"due": takes, "done": gives, "money": takes - gives}
            self.add(s, finding(Fault.WRONG_CHANGE, at, None, seat=act.seat, **facts))

    def _check_order(self, s: Any, verb: str, touched: Sequence[int], at: int, seat: int | None) -> None:
        found = self.order_keys(s, verb, touched)
        if found is not None:
            step, key, cite = found
            self.note_order(s, at, step, key, cite, seat)

    # ── incidents ────────────────────────────────────────────────────────────────────────────────────────────────────

    def open_incident(
        self, s: Any, incident_id: str, at: int, *, seat: int | None = None, card: str = "", **changes: Any
    ) -> None:
        """An irregularity of the rulebook happened; one that the rulebook does not know needs no reaction."""
        entry = self.rules.irregularities.get(incident_id)
        if entry is None:
            return
        by = entry.data.get("by", ())
        by = tuple(by) if isinstance(by, list | tuple) else (by,) if by else ()
        incident = Incident(incident_id, at, self.ruling_of(incident_id), by, seat, card, entry.cite)
        put(s, "incidents", (*s.incidents, replace(incident, **changes)))

    def ruling_of(self, incident_id: str) -> str:
        """What an irregularity asks for, from its data: ``void``, ``burn``, ``plays`` …"""
        data = self.rules.irregularities[incident_id].data
        for key in ("spin", "throw", "round", "hand", "card"):
            if isinstance(data.get(key), str):
                return str(data[key])
        return ""

    def close_incident(self, s: Any, incident: Incident, **changes: Any) -> None:
        changed = replace(incident, closed=True, **changes)
        put(s, "incidents", tuple(changed if each is incident else each for each in s.incidents))

    def _floor(self, s: Any, act: Act, at: int) -> None:
        opened = [incident for incident in s.incidents if not incident.closed]
        if opened:
            put(s, "incidents", tuple(replace(each, reported=True) for each in s.incidents))
            return
        about = str(act.topic)
        if about in self.routine or s.incidents:
            return
        entry = self.rules.irregularities.get(self.incidents.get(about, about))
        if entry is not None:
            self.add(s, finding(Fault.FALSE_ALARM, at, None))

    def _void(self, s: Any, act: Act, at: int) -> None:
        opened = [incident for incident in s.incidents if not incident.closed]
        voiding = [incident for incident in opened if incident.ruling == "void"]
        if voiding:
            incident = voiding[0]
            if incident.by and not incident.reported:
                self.add(s, finding(Fault.RULED_ALONE, at, incident.cite, incident=incident.id))
            for each in voiding:
                self.close_incident(s, each)
        elif opened:
            self.add(s, finding(Fault.WRONG_RULING, at, opened[0].cite, incident=opened[0].id))
            self.close_incident(s, opened[0])
        elif not s.void:
            self.add(s, finding(Fault.WRONG_RULING, at, None))
        put(s, "void", True)
        self.annul(s)

    # ── the end ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _conclude(self, s: Any, *, ended: bool) -> None:
        """Find what was never done. A script without ``end`` is judged only by what it began."""
        put(s, "over", True)
        parts = {atom.part for atom in self.atoms if atom.part and s.done >> atom.index & 1}
        for waiting in s.waiting:  # the inspector's approval was not waited for
            if isinstance(waiting.key, int) and self.atoms[waiting.key].by == "inspector":
                self.add(s, waiting.finding)
        put(s, "waiting", ())
        for atom in self.atoms:
            if (
                atom.part not in (parts | {""} if ended else parts)
                or atom.verb in PLURAL
                or atom.verb == "open"
                or atom.by != "dealer"
            ):
                continue
            if not s.done >> atom.index & 1 and self.applies(s, atom):
                if atom.call:
                    self.add(s, finding(Fault.CALL_MISSED, None, atom.cite, step=atom.call))
                else:
                    self.add(s, finding(Fault.SKIPPED, None, atom.cite, step=atom.step))
        self._join_swapped(s)
        for found in (*self._missed_incidents(s), *self._bets_at_end(s, ended), *self.at_end(s)):
            self.add(s, found)

    def _join_swapped(self, s: Any) -> None:
        """Two players who were paid each other's money are one fault."""
        money = [found for found in s.findings if found.fault in (Fault.OVERPAID, Fault.UNDERPAID)]
        for one in money:
            for two in money:
                if one.at < two.at and (one.due, one.done) == (two.done, two.due) and one.seat != two.seat:
                    joined = replace(one, fault=Fault.WRONG_PERSON, due=None, done=None, money=0)
                    left = tuple(joined if each is one else each for each in s.findings if each is not two)
                    put(s, "findings", left)
                    return

    def _missed_incidents(self, s: Any) -> list[Finding]:
        return [
            finding(
                Fault.INCIDENT_MISSED,
                incident.at,
                incident.cite,
                incident=incident.id,
                seat=incident.seat,
                severity="critical" if incident.ruling == "void" else "serious",
            )
            for incident in s.incidents
            if not incident.closed and not incident.reported
        ]

    def _bets_at_end(self, s: Any, ended: bool) -> list[Finding]:
        found: list[Finding] = []
        for bet in s.bets:
            if bet.back:
                continue
            if bet.late:
                severity = "critical" if bet.paid else "serious"
                facts = {"seat": bet.seat, "bet": bet.bet, "severity": severity, "money": -bet.paid}
                found.append(finding(Fault.LATE_BET, bet.at, self.late_cite(), **facts))
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
                cite = next(due.cite for bet, due in zip(s.bets, s.dues, strict=False) if bet.seat == seat and due)
                found.append(finding(Fault.UNPAID, None, cite, seat=seat, due=amount, done=0, money=amount))
        return found

    def _was_paid_to_another(self, s: Any, amount: Money, seat: int | None) -> bool:
        """Whether a payment to somebody who was due nothing was meant for this player: then that is the fault."""
        for at, wrong_seat, paid, _ in s.strays:
            if paid == amount and wrong_seat != seat:
                changed = tuple(
                    replace(found, fault=Fault.WRONG_PERSON, due=None, done=None) if found.at == at else found
                    for found in s.findings
                )
                put(s, "findings", changed)
                return True
        return False

    def late_cite(self) -> Citation | None:
        """Where it stands that late bets do not count."""
        entry = self.rules.irregularities.get("late-bet")
        return entry.cite if entry else None


REFUSALS = frozenset({"late", "over-maximum", "under-minimum", "not-allowed", "bad-bet", "refused", "limit", "maximum"})


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
    """The value of chips: an amount, or how many there are of each value; `None` if they are not told by value."""
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


def same_spot(laid: Any, named: Any) -> bool:
    """Whether two spots are the same, however their numbers are ordered."""
    if isinstance(laid, list | tuple) and isinstance(named, list | tuple):
        return sorted(map(str, laid)) == sorted(map(str, named))
    if isinstance(laid, list | tuple) and len(laid) == 1:
        return str(laid[0]) == str(named)
    if isinstance(named, list | tuple) and len(named) == 1:
        return str(laid) == str(named[0])
    return str(laid) == str(named)


_LOWER = {"critical": "serious", "serious": "minor", "minor": "minor"}


def corrected(found: Finding) -> Finding:
    """A finding that was put right before it did harm: one grade lower."""
    return replace(found, corrected=True, severity=_LOWER[found.severity])


def due_of(result: Any) -> Due:
    """What a settled bet asks of the dealer's hands."""
    cite = next((reason.cite for reason in reversed(result.reasons) if reason.cite is not None), None)
    return Due(
        result.result, _whole(result.pays), _whole(result.loses), _whole(result.returned),
        _whole(result.facts.get("commission", 0)), cite,
    )  # fmt: skip


def _whole(amount: Money) -> Money:
    """An amount as ``int`` where it is whole."""
    return amount.numerator if amount.denominator == 1 else amount
