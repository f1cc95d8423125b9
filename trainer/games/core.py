"""What every engine takes and gives: bets, results with reasons, decisions, their JSON form, and the type `Game`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any, Literal, TypeVar

import msgspec

from trainer.equipment.money import ZERO, Amount, print_amount
from trainer.games.edges import Edge
from trainer.rulebooks.problems import Finding
from trainer.rulebooks.schema import Citation, GameRules
from trainer.rulebooks.validation import ReadError, convert, read
from trainer.texts import Language, Message, Names, say


class RequestError(ValueError):
    """A round or situation that is impossible: names the faulty field and what would be right.

    Problems that any request can have are messages. Problems that only one engine can find are in English, the language
    of the people who write requests.
    """

    def __init__(self, field_path: str, problem: Message | str) -> None:
        said = say(problem, Language.EN)
        super().__init__(f"{field_path}: {said}" if field_path else said)
        self.field_path = field_path
        self.problem = problem


def check_told(field_path: str, told: object, shown: object) -> None:
    """Raise `RequestError` if a request states a value that differs from what its cards show; `None` states nothing.

    >>> check_told("winner", None, "banker")
    """
    if told is not None and told != shown:
        raise RequestError(field_path, f"is {told}, but what is shown says {shown}")


def check_met(field_path: str, met: int | None, in_prison: bool, now: bool) -> None:
    """Raise `RequestError` for a count of zeros (or ties) that a stake cannot have met; `None` is not checked.

    ``now`` says whether this round brings another one. A stake in prison has met one before it; any other has not.

    >>> check_met("bets[0].zeros_met", 2, in_prison=True, now=True)
    """
    least = in_prison + now
    if met is None or (met >= least and (in_prison or met == least)):
        return
    cure = f"must be {least} or more" if in_prison else "must be 1" if now else "leave it out"
    raise RequestError(field_path, f"{cure}: only a stake in prison has met one in an earlier round")


class Outcome(StrEnum):
    """How a bet ends a round."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"  # the stake goes back
    STAND = "stand"  # the stake stays on the table
    VOID = "void"  # the bet never counted


class Reason(msgspec.Struct, frozen=True, gc=False):
    """One step of the way to a result: a rule by its id, what it was applied to, and where it is written."""

    rule: str
    params: dict[str, Any] = {}
    cite: Citation | None = None


class Bet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, gc=False):
    """A stake on something: the vocabulary's form. Games add fields of their own by subclassing."""

    bet: str
    on: Any = None
    stake: Amount = ZERO
    seat: int | None = None
    hand: int | None = None


class BetResult(msgspec.Struct, frozen=True, gc=False):
    """A settled bet: what the house pays, what it takes, what goes back, what stays, and why.

    The stake is always accounted for: ``loses + returned + stays == stake``.
    """

    bet: Bet
    result: Outcome
    pays: Amount = ZERO
    loses: Amount = ZERO
    returned: Amount = ZERO
    stays: Amount = ZERO
    reasons: tuple[Reason, ...] = ()
    facts: dict[str, Any] = {}  # moves_to, in_prison, commission …


class Settlement(msgspec.Struct, frozen=True):
    """A settled round: every bet in the order given, and what concerns the round as a whole."""

    bets: tuple[BetResult, ...]
    reasons: tuple[Reason, ...] = ()
    facts: dict[str, Any] = {}
    besides: Amount = ZERO  # paid without a bet of its own: a bonus

    @property
    def total_payout(self) -> Amount:
        """All that the house pays, stakes not counted."""
        return sum((bet.pays for bet in self.bets), self.besides)


class Decision(msgspec.Struct, frozen=True):
    """An answer to a situation: named facts (``act``, ``winner``, ``order`` …) and the reasons."""

    facts: dict[str, Any]
    reasons: tuple[Reason, ...] = ()


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="case"):
    """One of several situations that `decide` or `limit` can be asked about, told apart by ``case``."""


AskKind = Literal["settle", "decide", "limit"]


class Ask(msgspec.Struct, frozen=True):
    """One thing a game can be asked: the form of the question, and who answers it."""

    request: Any  # a struct, or a union of structs tagged by ``case``
    answer: Callable[[GameRules, Any], Settlement | Decision]


class Game(msgspec.Struct, frozen=True):
    """A game as the rest of the program finds it."""

    ids: tuple[str, ...]
    family: str
    asks: dict[AskKind, Ask]
    check: Callable[[GameRules], Iterable[Finding]]  # rule data this engine cannot use
    edges: Callable[[GameRules], Sequence[Edge]] | None = None  # the house's edge on each bet, where it is known
    round: Callable[[GameRules], Any] | None = None  # a `trainer.games.round.Round` bound to one table's rules


Figures = TypeVar("Figures")
_figures: dict[tuple[str, str, str, Any], Any] = {}


def figures(rules: GameRules, kind: type[Figures]) -> Figures:
    """The ``[rules]`` table of a game as the struct its engine reads; kept, because drills ask for it all the time."""
    key = (rules.rulebook, rules.game, rules.digest, kind)
    if key not in _figures:
        _figures[key] = convert(rules.rules, kind, f"{rules.rulebook}/{rules.game}.toml", "rules")
    found: Figures = _figures[key]
    return found


def read_request(ask: Ask, data: Any, path: str) -> Any:
    """Plain data as the request an `Ask` takes; raises `RequestError` with the field's path."""
    try:
        return read(data, ask.request, path)
    except ReadError as error:
        field, problem = error.faults[0]
        raise RequestError(field, problem) from None


def plain(value: Any) -> Any:
    """Any result as JSON data: amounts stay exact, reasons and citations become text."""
    if isinstance(value, Fraction):
        written = print_amount(value)
        if value.denominator == 1:
            return int(value)
        return written if "/" in written else msgspec.Raw(written.encode())
    if isinstance(value, Settlement):
        return {
            "bets": [plain(bet) for bet in value.bets],
            "total_payout": plain(value.total_payout),
            **plain(value.facts),
            "reasons": plain(value.reasons),
        }
    if isinstance(value, BetResult):
        sums = {"pays": value.pays, "loses": value.loses, "returned": value.returned}
        if value.stays:
            sums["stays"] = value.stays
        return {
            **plain(value.bet),
            "result": value.result.value,
            **plain(sums),
            **plain(value.facts),
            "reasons": plain(value.reasons),
        }
    if isinstance(value, Decision):
        return {**plain(value.facts), "reasons": plain(value.reasons)}
    if isinstance(value, Reason):
        written_reason = {"rule": value.rule, **({"params": plain(value.params)} if value.params else {})}
        return {**written_reason, "cite": str(value.cite)} if value.cite else written_reason
    if isinstance(value, Bet):
        names = dict.fromkeys((*Bet.__struct_fields__, *value.__struct_fields__))
        fields = {name: getattr(value, name) for name in names}
        return {name: plain(part) for name, part in fields.items() if part is not None and part is not False}
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, Names):
        return {"es": value.es, "en": value.en}
    if isinstance(value, Message):
        return {"message": value.id, **({"params": plain(value.params)} if value.params else {})}
    if value is None or isinstance(value, bool | int | StrEnum):
        return value
    return str(value)
