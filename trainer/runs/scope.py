"""Limits on the questions of an own drill: how many bets, chips and seats, and which numbers.

The drills know nothing of this: the limits are compared with the scene of each question, and only questions within them
are asked. So every item is still a seed and can be made again anywhere.
"""

from __future__ import annotations

import msgspec

from trainer.drills.scene import Chips, DicePiece, Marker, Scene

_MOST = 99  # highest count
_LONGEST = 8  # characters of a number or chip value
_DOLLY = "dolly"


_LISTS = ("numbers", "values")


class Scope(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Limits on what lies on the felt; 0 or empty means no limit."""

    least_bets: int = 0
    most_bets: int = 0
    most_chips: int = 0  # in one bet
    most_seats: int = 0
    numbers: tuple[str, ...] = ()  # numbers of the wheel, or sums of the dice
    values: tuple[str, ...] = ()  # values of the chips

    def __post_init__(self) -> None:
        for figure in (self.least_bets, self.most_bets, self.most_chips, self.most_seats):
            if not 0 <= figure <= _MOST:
                raise ValueError(f"bets, chips and seats go from 0 to {_MOST}")
        for names in (self.numbers, self.values):
            if len(names) > _MOST or any(not name or len(name) > _LONGEST for name in names):
                raise ValueError(f"at most {_MOST} numbers or values of at most {_LONGEST} letters")

    def __str__(self) -> str:
        """As one word, which can be typed.

        >>> str(Scope(most_bets=3, numbers=("17", "20")))
        'most-bets:3,numbers:17+20'
        """
        given = {name: value for name, value in msgspec.structs.asdict(self).items() if value}
        words = {name: "+".join(value) if isinstance(value, tuple) else str(value) for name, value in given.items()}
        return ",".join(f"{name.replace('_', '-')}:{word}" for name, word in words.items())

    @classmethod
    def parse(cls, word: str) -> Scope:
        """Read limits from their text form; raises `ValueError`.

        >>> Scope.parse("most-bets:3,numbers:17+20") == Scope(most_bets=3, numbers=("17", "20"))
        True
        """
        pairs = [part.partition(":") for part in word.split(",") if part]
        given = {name.replace("-", "_"): value.split("+") if name in _LISTS else value for name, _, value in pairs}
        return msgspec.convert(given, cls, strict=False)

    @property
    def is_open(self) -> bool:
        """Whether there are no limits."""
        return self == _OPEN

    def distance(self, scene: Scene) -> int:
        """How far a scene is outside the limits; 0 if it is within.

        A limit that does not apply to the table (a number at a card table) is ignored.
        """
        piles = [piece for piece in scene.pieces if isinstance(piece, Chips) and not piece.ghost]
        owners = {pile.owner for pile in piles if pile.owner}
        values = {value for pile in piles for value in pile.counts}
        highest = max((sum(pile.counts.values()) for pile in piles), default=0)
        came = _result_of(scene)
        far = max(0, self.least_bets - len(piles)) if piles else 0
        for found, most in ((len(piles), self.most_bets), (highest, self.most_chips), (len(owners), self.most_seats)):
            far += max(0, found - most) if most else 0
        far += bool(self.numbers) and came is not None and came not in self.numbers
        return far + (len(values - set(self.values)) if self.values else 0)


def _result_of(scene: Scene) -> str | None:
    """The number under the dolly, or the sum of the dice; `None` if there is neither."""
    for piece in scene.pieces:
        if isinstance(piece, Marker) and piece.kind == _DOLLY:
            return piece.spot.rpartition(":")[2]
        if isinstance(piece, DicePiece):
            return str(sum(int(face) for face in piece.roll if face.isdigit()))
    return None


_OPEN = Scope()
