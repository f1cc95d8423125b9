"""The part of a round that every game shares, driven by the ``needs`` and ``acts`` of the rulebook's procedure.

`TableRound` compiles the procedure of one table into *atoms*: single acts such as “call result” or “pay”, each with the
atoms that must come first. Performing an act checks those, books its money against what the bets are due, and remembers
what came too early until it is certain whether the missing act was late or left out. A family subclasses `TableRound`
and supplies what only its game knows: see the hooks below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from typing import Any, ClassVar, Generic

import msgspec

from trainer.games.core import RequestError, Settlement
from trainer.games.round import (
    Act,
    Fault,
    Finding,
    State,
    StateT,
    Step,
    Waiting,
    finding,
    read_amount,
)
from trainer.games.round_incidents import IncidentBook
from trainer.games.round_money import corrected, due_of, is_left, limits_of, put, replace, same_spot
from trainer.rulebooks.schema import Citation, GameRules

# Acts that are done several times: their step is complete when nothing is left to do.
PLURAL = frozenset(
    {"take", "pay", "give-back", "pick-up", "deal", "shoe-holder-deals", "ask", "turn", "burn", "settle"}
)
ONCE = frozenset({"open", "close", "spin", "mark", "unmark", "show"})  # done means that nothing is left of them
SPOKEN = frozenset({"call", "close"})
# Acts that have no place in the round at all: that they came too early, or before others, is no fault beside it.
OUT_OF_PLACE = frozenset(
    {
        Fault.DREW_WRONGLY, Fault.WRONG_TARGET, Fault.SIGNAL_MISREAD, Fault.PAID_LOSER, Fault.PAID_PUSH,
        Fault.TOOK_PUSH,
    }
)  # fmt: skip
GO_ON = frozenset(
    {"go-on", "goes-on", "continue", "play-on", "stands", "valid", "approved", "authorised", "paid-right"}
)
VOID_WORDS = ("no-spin", "void", "no-dice", "no-throw", "annul", "misdeal", "nula", "nulo")  # parts of his words


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
            if verb == "close" and topic and not call:  # the second bets are closed with the same words
                call = "no-more-bets" if "no-more-bets" in rules.calls else ""
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


class TableRound(IncidentBook, Generic[StateT]):
    """A round at one table. Subclasses name their state and override the hooks that concern them."""

    state_type: ClassVar[type[State]] = State
    once: ClassVar[frozenset[str]] = ONCE  # verbs of which nothing is left when they are done
    passed_on: ClassVar[frozenset[str]] = frozenset()  # verbs whose own needs count instead where they do not apply

    def __init__(self, rules: GameRules) -> None:
        self.rules = rules
        self.atoms = compile_procedure(rules)
        self._again = PLURAL - self.once
        self._of_round = tuple(atom for atom in self.atoms if not atom.part)
        self._not_done: dict[tuple[int, int], tuple[Atom, ...]] = {}  # by what is done and over: atoms that may be due
        self._needed: dict[tuple[tuple[int, ...], int, int], tuple[Atom, ...]] = {}  # the needs that may be unmet
        self._atom_at: dict[tuple[str, str, str], Atom] = {}
        for atom in self.atoms:
            self._atom_at.setdefault((atom.by, atom.verb, atom.topic), atom)
        spoken = {atom.topic for atom in self.atoms if atom.verb == "call"}
        self.closing_calls = {atom.call for atom in self.atoms if atom.verb == "close" and atom.call} - spoken
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
        s: StateT = state.__copy__()  # type: ignore[attr-defined]
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
        known = {id(found) for found in before.findings}
        return tuple(found for found in after.findings if id(found) not in known)

    def finish(self, state: StateT) -> StateT:
        """The table when nothing more follows: what was never done becomes a finding."""
        if state.over:
            return state
        s = copy(state)
        self._conclude(s, ended=False)
        return s

    def due(self, state: StateT) -> tuple[Step, ...]:
        """The steps whose needs are met and that are not done, with the acts that carry them out."""
        return tuple(self.due_steps(state))

    def next_act(self, state: StateT) -> Act | None:
        """The first act of the dealer that is due; `None` while he must wait for somebody else."""
        return next((act for step in self.due_steps(state) for act in step.acts if act.by == "dealer"), None)

    def due_steps(self, state: StateT) -> Iterator[Step]:
        """The steps of `due` as an iterator, so that a caller who needs only the first does not compute the others."""
        done, over = state.done, self.over_with(state)
        atoms = self._not_done.get((done, over))
        if atoms is None:
            left = (atom for atom in self._of_round if atom.verb not in self.once or not done >> atom.index & 1)
            atoms = self._not_done[done, over] = tuple(atom for atom in left if not over >> atom.index & 1)
        return self.due_among(state, atoms)

    def over_with(self, state: StateT) -> int:
        """Bit set of the atoms that can no longer occur in the round, such as the deal."""
        return 0

    def atoms_until(self, last: Atom) -> int:
        """Bit set of an atom and all before it."""
        return (1 << last.index + 1) - 1

    def atoms_with(self, *keys: str) -> int:
        """Bit set of the atoms with some keys, as far as the procedure has them."""
        return sum(1 << atom.index for atom in self.atoms if atom.key in keys)

    def nothing_left(self, s: Any, atoms: int) -> bool:
        """Whether nothing of some atoms, given as a bit set, is still to be done."""
        return not any(atoms >> atom.index & 1 and self._is_lacking(s, atom, None) for atom in self._of_round)

    def due_among(self, state: StateT, atoms: Iterable[Atom]) -> Iterator[Step]:
        """The steps of some atoms that are due."""
        known: dict[int, bool] = {}  # of the atoms that were looked at, whether something of them is lacking
        for atom in atoms:
            plural = atom.verb in PLURAL
            if not plural and not self.applies(state, atom):
                known[atom.index] = False
                continue
            known[atom.index] = lacking = self.outstanding(state, atom, None)
            if not lacking or (plural and not self.applies(state, atom)):
                continue
            if atom.needs and self.unmet(state, atom, None, known) is not None:
                continue
            acts = self.todo(state, atom)
            if acts:
                yield Step(atom.step, acts, atom.by, atom.call, atom.cite)

    def undone(self, state: StateT) -> Iterator[Step]:
        """The steps of which something is still to be done, even if what they need is not done yet.

        A step whose acts depend on what is not there yet, such as cards, has none.
        """
        for atom in self._of_round:
            if self._is_lacking(state, atom, None):
                acts: tuple[Act, ...] = ()
                with suppress(RequestError):
                    acts = self.todo(state, atom)
                yield Step(atom.step, acts, atom.by, atom.call, atom.cite)

    def settlement(self, state: StateT) -> Settlement:
        """Every bet that lies, settled by the game's own `settle`."""
        raise NotImplementedError

    # ── hooks of a family ────────────────────────────────────────────────────────────────────────────────────────────

    def prepare(self, s: Any, before: Mapping[str, Any]) -> None:
        """Fill in what went before the round: the last number, the point …"""

    def atom_of(self, s: Any, act: Act) -> Atom | None:
        """The atom that an act of the dealer carries out, if any; by verb and topic unless a family knows better."""
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

    def could_be_done(self, s: Any, atom: Atom) -> bool:
        """Whether an atom could be done at all: a marker that was never set cannot be taken off."""
        return True

    def event_of(self, atom: Atom) -> str:
        """What must have happened at the table for an atom to be called for; "" if it belongs to every round."""
        return ""

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
            self.pinch(s, act)
            if s.closed:
                self.open_incident(s, "bet-touched-late", at, seat=act.seat)
        elif act.do == "bends":
            self.open_incident(s, "card-bent", at, seat=act.seat)

    def table(self, s: Any, act: Act, at: int) -> None:
        """The effect of what the ball, the dice or the shoe does."""
        if act.do in self.incidents:
            self.open_incident(s, self.incidents[act.do], at, seat=act.seat)

    def inspector(self, s: Any, act: Act, at: int) -> None:
        """The effect of what the inspector says: a round is annulled by him, or goes on."""
        reported = any(each.reported and not each.closed and each.ruling == "void" for each in s.incidents)
        annuls = any(word in act.do.lower().replace(" ", "-") for word in VOID_WORDS)
        if annuls or (reported and act.do not in GO_ON):
            put(s, "incidents", tuple(replace(incident, closed=True) for incident in s.incidents))
            put(s, "void", True)
            self.annul(s)

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
        if act.do == "call" and act.topic in self.closing_calls:
            act = Act("close", facts={"say": True})
        atom = self.atom_of(s, act)
        if atom is not None:
            self.check_needs(s, act, at, atom)
        if act.do == "call":
            self._call(s, act, at)
        elif act.do == "close":
            put(s, "closed", True)
            if s.findings and atom is not None and act.facts.get("say") is not False and not s.dues:  # waved before
                waved = (Fault.CALL_MISSED, atom.call)
                put(s, "findings", tuple(each for each in s.findings if (each.fault, each.step) != waved))
        elif act.do == "open":
            self._open(s, at)
        elif act.do == "floor":
            self._floor(s, act, at)
        elif act.do == "void":
            self._void(s, act, at)
        elif act.do == "change":
            self.check_change(s, act, at)
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

    def unmet(self, s: Any, atom: Atom, act: Act | None, known: dict[int, bool] | None = None) -> Atom | None:
        """The first atom that an atom still needs, `None` if all are done. ``known``: see `_is_lacking`."""
        key = (atom.needs, s.done, self.over_with(s))
        needed = self._needed.get(key)
        if needed is None:
            needs = (self.atoms[index] for index in atom.needs if not key[2] >> index & 1)
            needed = tuple(need for need in needs if need.verb in self._again or not s.done >> need.index & 1)
            self._needed[key] = needed
        for need in needed:
            if self._is_lacking(s, need, act, known):
                if self.is_needed(atom, need, act):
                    return need
            elif need.verb in self.passed_on and not self.applies(s, need):
                further = self.unmet(s, need, act, known)
                if further is not None:
                    return further
        return None

    def is_needed(self, atom: Atom, need: Atom, act: Act | None) -> bool:
        """Whether a need of an atom applies to this act, or to the due act if it is `None`."""
        return True

    def _is_lacking(self, s: Any, need: Atom, act: Act | None, known: dict[int, bool] | None = None) -> bool:
        """Whether something of an atom is called for and still to be done before ``act``.

        ``known`` holds the answers for the same state and no act: many atoms need the same others.
        """
        if known is None:
            return (need.verb in PLURAL or self.applies(s, need)) and self.outstanding(s, need, act)
        found = known.get(need.index)
        if found is None:
            found = (need.verb in PLURAL or self.applies(s, need)) and self.outstanding(s, need, None)
            known[need.index] = found
        return found

    def check_needs(self, s: Any, act: Act, at: int, atom: Atom) -> None:
        """Remember an act that comes before what it needs; only the first one for each step."""
        need = self.unmet(s, atom, act)
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
        late = self._call_fault(Fault.CALL_LATE, need) if need.is_call else None
        put(s, "waiting", (*s.waiting, Waiting(key, early, late)))

    def _call_fault(self, fault: Fault, atom: Atom) -> Finding:
        """A finding about a call; the one that closes the bets is serious."""
        severity = {"severity": "serious"} if atom.verb == "close" else {}
        return finding(fault, None, atom.cite, step=atom.call, **severity)

    def _resolve(self, s: Any, at: int) -> None:
        """Turn waiting acts whose missing need is done now into findings."""
        still: list[Waiting] = []
        for waiting in s.waiting:
            if self.is_open(s, waiting.key):
                still.append(waiting)
            elif not any(found.at == waiting.finding.at and found.fault in OUT_OF_PLACE for found in s.findings):
                self.add(s, waiting.finding if waiting.late is None else replace(waiting.late, at=at))
        if len(still) < len(s.waiting):
            put(s, "waiting", tuple(still))

    def _call(self, s: Any, act: Act, at: int) -> None:
        cite = self.call_problem(s, act)
        if cite is not None:
            facts = self.called_figure(s, act)
            self.add(s, finding(Fault.CALL_WRONG, at, cite, seat=act.seat, step=str(act.topic), **facts))
        elif s.findings:
            atom = self.atom_of(s, act)
            wrong = (found for found in s.findings if found.fault is Fault.CALL_WRONG and found.seat == act.seat)
            self.put_right(s, (each for each in wrong if self.atom_of(s, replace(act, topic=each.step)) is atom))

    def called_figure(self, s: Any, act: Act) -> dict[str, Any]:
        """The figure a call should have named and the one it named, where it names a single one that is wrong."""
        for name in ("total", "points", "number"):
            told, wanted = act.facts.get(name), self.call_facts(s, str(act.topic)).get(name)
            if str(told).isdigit() and str(wanted).isdigit() and str(told) != str(wanted):
                return {"due": int(str(wanted)), "done": int(str(told))}
        return {}

    def put_right(self, s: Any, wrong: Iterable[Finding]) -> None:
        """Mark those of the wrong findings as corrected after which no chips have moved: the dealer has put them
        right."""
        last = max((bet.touched for bet in s.bets), default=-1)
        mended = {id(found) for found in wrong if found.at is not None and found.at > last and not found.corrected}
        if mended:
            put(s, "findings", tuple(corrected(each) if id(each) in mended else each for each in s.findings))

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
                self.undo_money(s, index)

    # ── the end ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def is_begun(self, s: Any) -> bool:
        """Whether a round was played at all: a buy-in or the closing of a table has no result to call."""
        begun = any(s.done >> atom.index & 1 for atom in self.atoms if not atom.part and atom.verb != "end")
        return begun or bool(s.bets)

    def _conclude(self, s: Any, *, ended: bool) -> None:
        """Find what was never done. A script without ``end`` is judged only by what it began."""
        put(s, "over", True)
        ended = ended and self.is_begun(s)
        parts = {atom.part for atom in self.atoms if atom.part and s.done >> atom.index & 1}
        for waiting in s.waiting:  # the inspector's approval was not waited for
            if isinstance(waiting.key, int) and self.atoms[waiting.key].by == "inspector":
                self.add(s, waiting.finding)
        put(s, "waiting", ())
        lost = not s.dues and any(each.ruling == "void" and self.is_missed(each) for each in s.incidents)
        last = max((atom.index for atom in self.atoms if not atom.part and s.done >> atom.index & 1), default=-1)
        for atom in self.atoms:
            began = ended or (atom.optional and atom.index < last)
            if (
                atom.part not in (parts | {""} if began else parts)
                or (atom.verb in PLURAL and not (atom.verb == "burn" and atom.optional))
                or atom.verb == "open"
                or atom.by != "dealer"
            ):
                continue
            if s.done >> atom.index & 1 or s.void or lost or not self.could_be_done(s, atom):
                continue
            if self.applies(s, atom):
                if atom.call:
                    self.add(s, self._call_fault(Fault.CALL_MISSED, atom))
                elif not any(each.fault is Fault.SKIPPED and each.step == atom.step for each in s.findings):
                    event = self.event_of(atom)
                    self.add(s, finding(Fault.SKIPPED, None, atom.cite, step=atom.step, incident=event))
        self._join_swapped(s)
        for found in (*self._missed_incidents(s), *self._bets_at_end(s, ended), *self.at_end(s)):
            self.add(s, found)


__all__ = [
    "Atom",
    "TableRound",
    "compile_procedure",
    "corrected",
    "due_of",
    "is_left",
    "limits_of",
    "put",
    "replace",
    "same_spot",
]
