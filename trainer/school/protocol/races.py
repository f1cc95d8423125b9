"""Races."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from trainer.school.entries import Count, Text
from trainer.school.protocol.limits import Name


class RaceRules(msgspec.Struct, frozen=True, kw_only=True):
    """What is raced over: the questions of a plan, the same for all, in teams if there are any."""

    id: UUID
    class_id: UUID
    plan: Annotated[str, Meta(max_length=200_000)]
    length: Annotated[int, Meta(ge=1, le=100)]
    teams: Annotated[tuple[tuple[Name, tuple[UUID, ...]], ...], Meta(max_length=50)] = ()
    is_relay: bool = False  # in a relay, the members of a team answer in turn


class RaceQuestion(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The next question of a race, which all get at the same moment; number 0 is the start line."""

    race: RaceRules
    number: Count
    turn: Annotated[tuple[UUID, ...], Meta(max_length=1_000)] = ()  # of a relay: who answers


class RaceAnswer(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """How a laptop answered: the time runs from when its own screen had painted the question."""

    race: UUID
    number: Count
    right: bool
    painted_ms: Annotated[int, Meta(ge=0, le=3_600_000)]  # from painted to answered
    mistake: Text = ""


class RaceLine(msgspec.Struct, frozen=True, kw_only=True):
    """A place in the standings."""

    name: Name
    rights: Count
    answers: Count
    milliseconds: Count


class RaceStandings(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """By accuracy, then by time; with the questions that most got wrong, once it is over."""

    race: UUID
    number: Count
    answered: Count  # how many have answered the present question
    runners: Count
    lines: Annotated[tuple[RaceLine, ...], Meta(max_length=1_000)]
    teams: Annotated[tuple[RaceLine, ...], Meta(max_length=50)] = ()
    hardest: Annotated[tuple[tuple[int, int], ...], Meta(max_length=100)] = ()  # question, how many got it wrong
    is_over: bool = False


class RaceOrder(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Open a race, put the next question, end it."""

    race: RaceRules
    order: Annotated[str, Meta(pattern="^(open|next|end)$")]
