"""A round as a sequence of acts: the values every game shares and the `Round` protocol.

A dealer, the players, the table (ball, dice, shoe) and the inspector perform *acts*. A `Round` is bound to the rules of
one table. It says which steps are due, performs any possible act, lawful or not, and reports what was wrong with it as
findings. The machinery that most games share is in `round_engine`; each family adds its own module ``round.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.money import parse_amount
from trainer.games.core import Outcome, RequestError, Settlement
from trainer.rulebooks.schema import Citation

Money: TypeAlias = int | Fraction  # whole amounts stay ``int``: they are exact as well, and much faster
Basis = Literal["regulation", "house", "trade"]
Severity = Literal["minor", "serious", "critical"]


class Fault(StrEnum):
    """Everything a dealer can do wrong, by the ids of findings."""

    OVERPAID = "overpaid"
    UNDERPAID = "underpaid"
    UNPAID = "unpaid"
    PAID_LOSER = "paid-loser"
    PAID_PUSH = "paid-push"
    TOOK_WINNER = "took-winner"
    TOOK_PUSH = "took-push"
    LEFT_LOSER = "left-loser"
    COMMISSION = "commission"
    RETURNED_WRONG = "returned-wrong"
    WRONG_CHANGE = "wrong-change"
    WRONG_PERSON = "wrong-person"
    TOO_EARLY = "too-early"
    SKIPPED = "skipped"
    WRONG_ORDER = "wrong-order"
    NOT_ALLOWED = "not-allowed"
    CALL_MISSED = "call-missed"
    CALL_WRONG = "call-wrong"
    CALL_EARLY = "call-early"
    CALL_LATE = "call-late"
    LATE_BET = "late-bet-accepted"
    BAD_BET = "bad-bet-accepted"
    GOOD_BET = "good-bet-refused"
    DREW_WRONGLY = "drew-wrongly"
    STOOD_WRONGLY = "stood-wrongly"
    WRONG_TARGET = "wrong-target"
    WRONG_FACE = "wrong-face"
    BURN_WRONG = "burn-wrong"
    SET_WRONG = "set-wrong"
    READ_WRONG = "read-wrong"
    SIGNAL_MISREAD = "signal-misread"
    INCIDENT_MISSED = "incident-missed"
    WRONG_RULING = "wrong-ruling"
    RULED_ALONE = "ruled-alone"
    FALSE_ALARM = "false-alarm"
    SLOW = "slow"
    NO_ANSWER = "no-answer"
    GAVE_ADVICE = "gave-advice"


_MINOR = {
    Fault.TOO_EARLY, Fault.SKIPPED, Fault.WRONG_ORDER, Fault.NOT_ALLOWED, Fault.CALL_MISSED, Fault.CALL_WRONG,
    Fault.CALL_EARLY, Fault.CALL_LATE, Fault.FALSE_ALARM, Fault.SLOW, Fault.NO_ANSWER, Fault.GAVE_ADVICE,
    Fault.BURN_WRONG,
}  # fmt: skip
USUAL_SEVERITY: Mapping[Fault, Severity] = {fault: "minor" if fault in _MINOR else "serious" for fault in Fault}


class Act(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that somebody did, or that the table did.

    ``topic`` says what the act is about: which call, which area, whose cards. ``facts`` holds the other parameters.
    """

    do: str
    by: str = "dealer"
    seat: int | None = None
    topic: str | int = ""
    bet: str = ""
    on: Any = None
    amount: Money | None = None
    facts: dict[str, Any] = {}

    @classmethod
    def from_event(cls, event: Mapping[str, Any], path: str = "script") -> Act:
        """Read an event of a script; raises `RequestError` that names the field.

        >>> Act.from_event({"by": "dealer", "do": "call", "id": "total", "points": 17})
        Act(do='call', by='dealer', seat=None, topic='total', bet='', on=None, amount=None, facts={'points': 17})
        """
        if not isinstance(event, Mapping):
            raise RequestError(path, "must be an object")
        facts = dict(event)
        by = facts.pop("by", None)
        verb = facts.pop(_VERB_KEY.get(by, ""), None) if isinstance(by, str) else None
        if not isinstance(verb, str):
            wanted = ", ".join(f"by {who} with {key}" for who, key in _VERB_KEY.items())
            raise RequestError(path, f"needs an actor and an act: {wanted}")
        topic = next((facts.pop(key) for key in _TOPIC_KEYS if isinstance(facts.get(key), str | int)), "")
        seat = facts.pop("seat", None)
        if isinstance(seat, str) and seat.isdigit():
            seat = int(seat)
        if seat is not None and (not isinstance(seat, int) or isinstance(seat, bool)):
            raise RequestError(f"{path}.seat", "must be a number")
        if isinstance(topic, str) and topic.isdigit():
            topic = int(topic)
        if topic == "" and verb in _OF_A_SEAT and seat is not None:
            topic = seat
        bet = facts.pop("bet", "")
        amount = next((facts.pop(key) for key in ("amount", "stake") if key in facts), None)
        on = facts.pop("on", None)
        if amount is not None:
            amount = read_amount(amount, f"{path}.amount")
        return cls(verb, by, seat, topic, str(bet), on, amount, facts)


_VERB_KEY = {"dealer": "do", "player": "does", "table": "comes", "inspector": "says"}
_OF_A_SEAT = ("deal", "pick-up", "turn")  # whose cards: a seat says it as well
_TOPIC_KEYS = ("id", "what", "group", "about", "kind", "whose", "to", "who", "signal", "answer", "choice")


def read_amount(value: Any, path: str) -> Money:
    """A number of a JSON document as an exact amount; whole numbers stay ``int``, which is faster."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    try:
        return parse_amount(Decimal(str(value)) if isinstance(value, float) else value)
    except (NotReadableError, ValueError, ArithmeticError):
        raise RequestError(path, f"{value!r} is not an amount") from None


def whole(amount: Money) -> Money:
    """The same amount as ``int`` if it is a whole number."""
    return amount.numerator if amount.denominator == 1 else amount


class Step(msgspec.Struct, frozen=True, gc=False):
    """A step of the procedure that is due, with the acts that would carry it out."""

    id: str
    acts: tuple[Act, ...]
    by: str = "croupier"
    call: str = ""
    cite: Citation | None = None


class Finding(msgspec.Struct, frozen=True, gc=False):
    """Something done wrong.

    ``at`` is the index of the act, `None` for something that was never done. ``money`` is what the house gained or
    lost by it.
    """

    fault: Fault
    at: int | None = None
    seat: int | None = None
    bet: str = ""
    due: Money | None = None
    done: Money | None = None
    step: str = ""
    needs: str = ""
    incident: str = ""
    corrected: bool = False
    basis: Basis = "regulation"
    cite: str = ""
    money: Money | None = None
    severity: Severity = "serious"


def basis_of(cite: Citation | None) -> Basis:
    """Whether a citation is the regulation's or the house's; without one it is a custom of the trade."""
    if cite is None:
        return "trade"
    return "house" if cite.is_house_standard else "regulation"


def finding(fault: Fault, at: int | None, cite: Citation | None, **facts: Any) -> Finding:
    """A finding with its usual severity, and the basis that its citation has."""
    facts.setdefault("severity", USUAL_SEVERITY[fault])
    return Finding(fault, at, basis=basis_of(cite), cite=str(cite) if cite else "trade", **facts)


class Due(msgspec.Struct, frozen=True, gc=False):
    """What a bet is due: the part of its settlement that the dealer's hands carry out."""

    result: Outcome
    pays: Money = 0
    loses: Money = 0
    returned: Money = 0
    commission: Money = 0
    cite: Citation | None = None


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A bet on the cloth, and what has been done with it so far.

    ``wrong`` tells why the bet should not have been accepted. ``closed`` bets need nothing more from the dealer;
    ``touched`` is the index of the last act on its money, -1 if there was none or it was put right.
    """

    bet: str
    seat: int | None
    stake: Money
    on: Any = None
    at: int = -1
    hand: int | None = None
    late: bool = False
    wrong: Citation | None = None
    choice: str = ""
    paid: Money = 0
    taken: Money = 0
    back: Money = 0
    closed: bool = False
    touched: int = -1


class Waiting(msgspec.Struct, frozen=True, gc=False):
    """An act that came before something it needs. It becomes a finding once ``key`` is done after all."""

    key: Any
    finding: Finding
    late: Finding | None = None  # instead, where the fault is that ``key`` came late: a call


class Incident(msgspec.Struct, frozen=True, gc=False):
    """An irregularity that has happened. ``ruling`` is what must be done about it; ``seen`` once the dealer reacted."""

    id: str
    at: int
    ruling: str = ""
    by: tuple[str, ...] = ()  # who decides, where it is not the dealer
    seat: int | None = None
    card: str = ""
    cite: Citation | None = None
    reported: bool = False  # the floor was called
    closed: bool = False


class State(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything about a round that any game has. Families add their own fields by subclassing."""

    count: int = 0  # acts performed so far
    done: int = 0  # bit set of the atoms of the procedure that were performed
    bets: tuple[Laid, ...] = ()
    dues: tuple[Due | None, ...] = ()  # of each bet, once the result is known
    closed: bool = False  # no more bets
    over: bool = False
    void: bool = False  # the spin, throw or round was annulled
    waiting: tuple[Waiting, ...] = ()
    strays: tuple[tuple[int, int | None, Money, str], ...] = ()  # payments to somebody who was due nothing
    incidents: tuple[Incident, ...] = ()
    findings: tuple[Finding, ...] = ()
    # What has moved since the start; the three sums always add up to nothing.
    rack: Money = 0
    cloth: Money = 0
    players: Money = 0


StateT = TypeVar("StateT", bound=State)


class Round(Protocol[StateT]):
    """The round of one game at one table. Values in, values out: no clock, no random source."""

    def start(self, before: Mapping[str, Any], bets: Iterable[Mapping[str, Any]]) -> StateT:
        """The table before the first act: what went before, and the bets that lie already."""
        ...

    def due(self, state: StateT) -> Sequence[Step]:
        """The steps that are lawful now: not done, and everything they need is done."""
        ...

    def perform(self, state: StateT, act: Act) -> StateT:
        """The table after any possible act, lawful or not."""
        ...

    def findings(self, before: StateT, act: Act, after: StateT) -> tuple[Finding, ...]:
        """What the act showed to be wrong: itself, or something earlier that it makes certain."""
        ...

    def finish(self, state: StateT) -> StateT:
        """The table when nothing more follows: what was left undone becomes a finding."""
        ...

    def settlement(self, state: StateT) -> Settlement:
        """Every bet that lies, settled by the game's own `settle`."""
        ...
