"""A plan: what a run asks, with which behaviour, how long it lasts, and when verdicts are given.

A plan has one text form, which is stored with its session and can be taken to another laptop as a file. It names every
drill: a class paper is drawn from the plan alone, so a drill that is added to the program does not change it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from trainer.drills.core import Item
from trainer.runs.scope import Scope
from trainer.study.run_kinds import Kind
from trainer.system.input_files import read_input_file
from trainer.system.private_files import write_atomically
from trainer.texts import Language, Message, say
from trainer.texts.parse_errors import parser_problem
from trainer.texts.system_errors import system_problem

__all__ = ["FIRST", "Kind", "Plan", "PlanError", "Scope", "Verdicts", "drill_plan", "rung_name", "session_plan"]


MOST_QUESTIONS = 10_000
CHALLENGES = (60, 180)  # seconds
_MOST_SECONDS = 24 * 60 * 60
_HIGHEST_LEVEL = 999
_LONGEST_REASON = 200
_MOST_TOLD = 5  # unknown words that an error message lists
LONGEST_NAME = 60  # characters of an own drill's name
_LARGEST_FILE = 1_000_000  # bytes; every valid plan is far smaller


class PlanError(ValueError):
    """A text that is not a plan, or a plan that cannot be asked here; ``message`` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return say(self.message, Language.EN)


class Verdicts(StrEnum):
    """When the trainee sees whether an answer was right. It is recorded at once in any case."""

    AT_ONCE = "at-once"
    AT_END = "at-end"
    NEVER = "never"


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a run asks.

    A length or time of 0 leaves it to the behaviour or the study. An empty variant is the default, and options are
    those that differ from the defaults.
    """

    kind: Kind = Kind.DRILL
    rulebook: str
    game: str
    variant: str = ""
    options: Mapping[str, str] = {}
    # Families with their levels, ``pay-the-layout/3``; empty: all of the table. An own drill also names the table:
    # ``pay-the-layout/3 arica/roulette-american``.
    rungs: tuple[str, ...] = ()
    items: tuple[str, ...] = ()  # these items, in order
    seed: int = 0  # seed of a class paper
    dealt: bool = False  # questions are about what is really dealt
    dealt_by: str = ""  # at a real table: device, hand, simulator or recording
    paced: bool = False  # a race: the service says when a question starts and ends
    behaviour: str = "practise"
    length: int = 0
    seconds: int = 0  # time limit of the whole run
    verdicts: Verdicts = Verdicts.AT_ONCE
    name: str = ""  # name of an own drill
    only: Scope = Scope()  # limits of its questions
    assignment: str = ""  # id of the school's assignment that its sessions work on

    @classmethod
    def parse(cls, text: str) -> Plan:
        """The plan in a text; raises `PlanError`.

        >>> plan = drill_plan("baleares", "roulette-french", "pay-the-layout", 3)
        >>> Plan.parse(str(plan)) == plan
        True
        """
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            newer = _not_yet_known(text)
            if newer:
                raise PlanError(Message("sessions.plan.newer", {"unknown": newer})) from None
            raise PlanError(Message("sessions.plan.no-plan", {"reason": parser_problem(error)})) from None

    def __post_init__(self) -> None:
        """Refuse values that no plan can have: a plan may come from a file of another laptop."""
        for rung in self.rungs:
            family, _, level = rung.partition(" ")[0].partition("/")
            is_elsewhere = " " in rung and self.kind is not Kind.OWN
            is_level = level.isascii() and level.isdecimal() and len(level) <= len(str(_HIGHEST_LEVEL))
            if is_elsewhere or not family or not is_level:
                raise _plan_error("no-rung", rung=rung[:_LONGEST_REASON], example="pay-the-layout/3")
        for name, figure, most in (("length", self.length, MOST_QUESTIONS), ("seconds", self.seconds, _MOST_SECONDS)):
            if not 0 <= figure <= most:
                raise _plan_error("range", field=name, most=most)
        if self.kind is Kind.CHALLENGE and self.seconds not in CHALLENGES:
            raise _plan_error("challenge", seconds=[str(each) for each in CHALLENGES])
        for name, given, kind in (
            ("items", self.items, Kind.AGAIN),
            ("seed", self.seed, Kind.CLASS),
            ("dealt", self.dealt, Kind.DRILL),
            ("name", self.name, Kind.OWN),
            ("only", not self.only.is_open, Kind.OWN),
        ):
            if given and self.kind is not kind:
                raise _plan_error("not-of-its-kind", field=name, kind=kind.value, given=self.kind.value)
        if len(self.name) > LONGEST_NAME:
            raise _plan_error("long-name", most=LONGEST_NAME)
        if len(self.rungs) > MOST_QUESTIONS or len(self.items) > MOST_QUESTIONS:
            raise _plan_error("too-many", most=MOST_QUESTIONS)

    def __str__(self) -> str:
        return msgspec.json.encode(self, order="deterministic").decode()

    @property
    def family(self) -> str:
        """The first drill of the plan; empty if it names none."""
        return self.rungs[0].partition("/")[0] if self.rungs else ""

    @property
    def level(self) -> int:
        return int(self.rungs[0].partition(" ")[0].partition("/")[2]) if self.rungs else 1

    @property
    def place(self) -> str:
        """The table as it is written in keys."""
        return f"{self.rulebook}/{self.game}" + (f":{self.variant}" if self.variant else "")

    @property
    def session_kind(self) -> str:
        """The kind under which its session is stored and shown; challenges of different lengths are different kinds."""
        return f"{self.kind.value}-{self.seconds}" if self.kind is Kind.CHALLENGE else self.kind.value


def _plan_error(problem: str, /, **params: Any) -> PlanError:
    return PlanError(Message(f"sessions.plan.fault.{problem}", params))


def _not_yet_known(text: str) -> list[str]:
    """Keys, or the kind, that this version does not know, if the text is otherwise a plan of a newer version."""
    try:
        given = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return []
    if not {"rulebook", "game"} <= given.keys():
        return []
    unknown = [key for key in given if key not in Plan.__struct_fields__]
    kind = given.get("kind", Kind.DRILL)
    if isinstance(kind, str) and kind not in list(Kind):
        unknown.append(kind)
    return [word[:LONGEST_NAME] for word in unknown[:_MOST_TOLD]]


def rung_name(family: str, level: int) -> str:
    """A drill with its level, as a plan names it."""
    return f"{family}/{level}"


def drill_plan(
    rulebook: str,
    game: str,
    family: str,
    level: int = 1,
    *,
    variant: str = "",
    behaviour: str = "learn",
    options: Mapping[str, str] | None = None,
) -> Plan:
    """A plan for one drill at one level; ``options`` are those of the house that differ from the defaults."""
    rungs = (rung_name(family, level),)
    return Plan(rulebook=rulebook, game=game, variant=variant, options=options or {}, rungs=rungs, behaviour=behaviour)


def again_plan(items: Sequence[Item], behaviour: str) -> Plan:
    """A plan for given items in order, all of one table; its drill is that of the first."""
    first = items[0]
    return Plan(
        kind=Kind.AGAIN,
        rulebook=first.rulebook,
        game=first.game,
        variant=first.variant,
        options=first.options,
        rungs=(rung_name(first.family, first.level),),
        items=tuple(map(str, items)),
        behaviour=behaviour,
    )


def session_plan(kind: str, rulebook: str, game: str, variant: str = "") -> Plan:
    """A plan for a kind of session at a table: ``today``, ``challenge-60``; `ValueError` for an unknown kind.

    >>> session_plan("challenge-60", "arica", "craps").seconds
    60
    """
    word, _, seconds = kind.partition("-")
    timed = int(seconds) if seconds else 0
    behaviour = word if word in ("placement", "challenge") else "practise"
    return Plan(kind=Kind(word), rulebook=rulebook, game=game, variant=variant, behaviour=behaviour, seconds=timed)


# Offered to a first-time user: the simplest payout of the best-known game.
FIRST = drill_plan("baleares", "roulette-french", "pay-the-layout")


def read_plan(path: Path) -> Plan:
    """The plan in a file; raises `PlanError` with the reason and the path."""
    try:
        return Plan.parse(read_input_file(path, _LARGEST_FILE).decode("utf-8-sig"))
    except OSError as error:
        raise PlanError(system_problem(error)) from None
    except UnicodeDecodeError:
        raise PlanError(Message("sessions.plan.no-text", {"path": str(path)})) from None
    except PlanError as error:
        raise PlanError(Message("system.at", {"path": str(path), "problem": error.message})) from None


def write_plan(plan: Plan, path: Path) -> None:
    """Write a plan to a file for others to read; raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, f"{plan}\n".encode())
