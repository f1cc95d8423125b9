"""A race: everybody gets the same question at the same moment; right answers count first, then time.

Each laptop measures its time from when its own screen had painted the question, so a slow laptop loses nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from uuid import UUID

import msgspec

from trainer.school.protocol import RaceAnswer, RaceLine, RaceQuestion, RaceRules, RaceStandings
from trainer.school.storage.live_state import RaceState


class _StoredRace(msgspec.Struct, frozen=True):
    rules: RaceRules
    runners: tuple[UUID, ...]


class Race:
    """A race of one class, from the start line to the review."""

    def __init__(self, rules: RaceRules, names: Mapping[UUID, str], number: int = 0, *, is_over: bool = False) -> None:
        self.rules = rules
        self.number = number  # current question, from 1; 0 at the start line
        self.is_over = is_over
        self._names = dict(names)
        self._answers: dict[tuple[int, UUID], RaceAnswer] = {}

    @classmethod
    def restored(cls, state: RaceState, names: Mapping[UUID, str]) -> Race:
        """A race from its stored state; ``names`` are those of the class's trainees today."""
        stored = msgspec.msgpack.decode(state.body, type=_StoredRace)
        runners = {person: names[person] for person in stored.runners if person in names}
        race = cls(stored.rules, runners, state.number, is_over=state.is_over)
        for number, person, answer in state.answers:
            race._answers[number, person] = msgspec.msgpack.decode(answer, type=RaceAnswer)
        return race

    def stored(self) -> bytes:
        """What does not change during the race, for the storage."""
        return msgspec.msgpack.encode(_StoredRace(self.rules, tuple(self._names)))

    @property
    def question(self) -> RaceQuestion:
        """The message with the current question."""
        return RaceQuestion(race=self.rules, number=self.number, turn=self.turn)

    @property
    def turn(self) -> tuple[UUID, ...]:
        """Who answers the current question: everybody who is here, or in a relay one member of each team in turn."""
        if not self.number:
            return ()
        if not self.rules.is_relay:
            return tuple(self._names)
        teams = ([person for person in members if person in self._names] for _, members in self.rules.teams)
        return tuple(members[(self.number - 1) % len(members)] for members in teams if members)

    def go_on(self) -> None:
        """Continue with the next question, or end after the last."""
        if self.number >= self.rules.length:
            self.is_over = True
        elif not self.is_over:
            self.number += 1

    def end(self) -> None:
        """End the race."""
        self.is_over = True

    def answer(self, person: UUID, answer: RaceAnswer) -> bool:
        """Accept an answer; only the first, to the current question, by somebody whose turn it is. Returns whether it
        counts."""
        key = (answer.number, person)
        if self.is_over or answer.number != self.number or person not in self.turn or key in self._answers:
            return False
        self._answers[key] = answer
        return True

    @property
    def all_answered(self) -> bool:
        """Whether everybody whose turn it is has answered."""
        return bool(self.number) and all((self.number, person) in self._answers for person in self.turn)

    def standings(self) -> RaceStandings:
        """The current standings."""
        people = [self._line(name, [person], person) for person, name in self._names.items()]
        teams = [self._line(name, members) for name, members in self.rules.teams]
        wrong = Counter(number for (number, _), answer in self._answers.items() if not answer.right)
        return RaceStandings(
            race=self.rules.id,
            number=self.number,
            answered=sum(1 for number, _ in self._answers if number == self.number),
            runners=len(self.turn),
            lines=() if self.rules.is_relay else _ranked(people),
            teams=_ranked(teams),
            hardest=tuple(sorted(wrong.items(), key=lambda pair: (-pair[1], pair[0]))) if self.is_over else (),
            is_over=self.is_over,
        )

    def _line(self, name: str, people: Iterable[UUID], person: UUID | None = None) -> RaceLine:
        members = set(people)
        answers = [answer for (_, person), answer in self._answers.items() if person in members]
        rights = [answer for answer in answers if answer.right]
        return RaceLine(
            name=name,
            person=person,
            rights=len(rights),
            answers=len(answers),
            milliseconds=sum(answer.painted_ms for answer in rights),
        )


def _ranked(lines: Iterable[RaceLine]) -> tuple[RaceLine, ...]:
    """Lines sorted by right answers, then by time."""
    return tuple(sorted(lines, key=lambda line: (-line.rights, line.milliseconds, line.name.casefold())))
