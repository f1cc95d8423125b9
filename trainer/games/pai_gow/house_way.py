"""What both pai gow games share in reading a house way: locating a faulty rule, and naming the rule that decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec

from trainer.equipment import NotReadableError
from trainer.rulebooks.house_ways import in_own_file
from trainer.rulebooks.problems import Fault, RulebookError, listed, unreadable, wrong
from trainer.rulebooks.schema import Case, HouseRule, HouseWay
from trainer.texts import Message

Read = TypeVar("Read")


class WordError(ValueError):
    """Something a house way says that is not in its language; ``key`` is where, as far as it is known yet."""

    def __init__(self, problem: Message, key: str = "") -> None:
        super().__init__(problem, key)
        self.problem = problem
        self.key = key


@contextmanager
def within(key: str) -> Iterator[None]:
    """Context manager that adds a key of the file to every error raised inside it."""
    try:
        yield
    except WordError as error:
        raise WordError(error.problem, f"{key}.{error.key}" if error.key else key) from None
    except NotReadableError as error:
        raise WordError(unreadable(error), key) from None


class Decider(msgspec.Struct, frozen=True):
    """The rule and the case of it that decided; cases count from 1. Keys are their places in the file."""

    rule: HouseRule
    case: Case
    number: int
    rule_key: str
    key: str

    @property
    def conditions(self) -> list[tuple[str, dict[str, Any]]]:
        """The condition tables that must hold, with their keys: the rule's and the case's own."""
        own = [(f"{self.key}.when", self.case.when)]
        return own if self.case is self.rule else [(f"{self.rule_key}.when", self.rule.when), *own]


def read_all(way: HouseWay, read: Callable[[Decider], Read]) -> list[Read]:
    """Read every case in order with ``read``; raises `RulebookError` with all that it could not read."""
    done: list[Read] = []
    faults: list[Fault] = []
    for index, rule in enumerate(way.rules):
        for number, case in enumerate(rule.cases or [rule], start=1):
            rule_key = f"rules[{index}]"
            key = f"{rule_key}.cases[{number - 1}]" if rule.cases else rule_key
            try:
                done.append(read(Decider(rule, case, number, rule_key, key)))
            except WordError as error:
                problem = wrong("in-rule", problem=error.problem, rule=rule.id)
                fault = in_own_file(way.places, way.name, error.key, problem)
                faults += [fault] if fault not in faults else []  # a rule's own conditions are read with every case
    if faults:
        raise RulebookError(faults)
    return done


_PLACEMENTS: dict[str, object] = {
    "front": "",
    "back": "",
    "play": "",
    "ways": 1,
    "prefer": [],
    "provided": "",
    "drop": "",
    "keep": [],
}


def only_uses(decider: Decider, fields: tuple[str, ...], game: str) -> None:
    """Raise a `WordError` for a placement of the other game, or one beside a list of cases."""
    used = [field for field, unused in _PLACEMENTS.items() if getattr(decider.case, field) != unused]
    for field in used:
        if field not in fields:
            raise WordError(wrong("other-placement", game=game, known=listed(fields)), f"{decider.key}.{field}")
    if decider.case is not decider.rule:
        for field, unused in _PLACEMENTS.items():
            if getattr(decider.rule, field) != unused:
                raise WordError(wrong("beside-cases"), f"{decider.rule_key}.{field}")
