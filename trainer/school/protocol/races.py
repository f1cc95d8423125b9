"""Messages of a race."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from trainer.school.entries import Count, Text
from trainer.school.protocol.limits import Name


class RaceRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a race is about: the questions of a plan, the same for everybody, and the teams, if any."""

    id: UUID
    class_id: UUID
    plan: Annotated[str, Meta(max_length=200_000)]
    length: Annotated[int, Meta(ge=1, le=100)]
    teams: Annotated[tuple[tuple[Name, tuple[UUID, ...]], ...], Meta(max_length=50)] = ()
    is_relay: bool = False  # the members of a team answer in turn


class RaceQuestion(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The current question, sent to everybody at the same moment. Number 0 is the start line."""

    race: RaceRules
    number: Count
    turn: Annotated[tuple[UUID, ...], Meta(max_length=1_000)] = ()  # who answers, in a relay


class RaceAnswer(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A laptop's answer. The time runs from when its screen had painted the question."""

    race: UUID
    number: Count
    right: bool
    painted_ms: Annotated[int, Meta(ge=0, le=3_600_000)]  # from painted to answered
    mistake: Text = ""


class RaceLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the standings."""

    name: Name
    rights: Count
    answers: Count
    milliseconds: Count


class RaceStandings(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The standings, by right answers and then by time; after the end also the hardest questions."""

    race: UUID
    number: Count
    answered: Count  # how many have answered the current question
    runners: Count
    lines: Annotated[tuple[RaceLine, ...], Meta(max_length=1_000)]
    teams: Annotated[tuple[RaceLine, ...], Meta(max_length=50)] = ()
    hardest: Annotated[
        tuple[tuple[int, int], ...], Meta(max_length=100)
    ] = ()  # question number, number of wrong answers
    is_over: bool = False


class RaceOrder(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The instructor opens a race, asks the next question, or ends it."""

    race: RaceRules
    order: Annotated[str, Meta(pattern="^(open|next|end)$")]
