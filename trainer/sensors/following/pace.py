"""The pace of a real table: rounds an hour over the last ten rounds, and the pace that is usual in the trade."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from trainer.rulebooks.validation import convert, read_toml

_HOUR = 3_600_000  # milliseconds
_LATELY = 10  # rounds
_FILE = Path(__file__).parent / "paces.toml"


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The usual number of rounds an hour, and its source."""

    rounds: int
    source: str


class _Targets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    families: dict[str, Target]
    games: dict[str, Target] = {}


@cache
def _targets() -> _Targets:
    found: _Targets = convert(read_toml(_FILE), _Targets, str(_FILE))
    return found


def target_of(game: str, family: str) -> Target | None:
    """The usual pace of a game, or else of its family."""
    return _targets().games.get(game) or _targets().families.get(family)


class Pace(msgspec.Struct, frozen=True):
    """When the first round began and when each ended, in milliseconds of any clock."""

    began: int | None = None
    ends: tuple[int, ...] = ()

    def begun(self, at: int) -> Pace:
        """The same pace, with its beginning if it had none."""
        return self if self.began is not None else Pace(at, self.ends)

    def ended(self, at: int) -> Pace:
        """This pace with one more round, which ended at a moment."""
        return msgspec.structs.replace(self.begun(at), ends=(*self.ends, at))

    @property
    def rounds(self) -> int:
        return len(self.ends)

    @property
    def an_hour(self) -> float | None:
        """Rounds an hour over the last ten rounds; `None` before the first has ended."""
        marks = [self.began, *self.ends] if self.began is not None else list(self.ends)
        lately = [mark for mark in marks if mark is not None][-(_LATELY + 1) :]
        if len(lately) < 2 or lately[-1] <= lately[0]:
            return None
        return (len(lately) - 1) * _HOUR / (lately[-1] - lately[0])

    @property
    def seconds_a_round(self) -> float | None:
        rate = self.an_hour
        return 3600 / rate if rate else None
