"""Players as data: styles, what they say, and how often things happen, read from TOML folders."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from trainer.games.core import RequestError
from trainer.system.input_files import read_input_file
from trainer.texts import Names

SHIPPED = Path(__file__).parent / "players"
PER_HOUR = "per-hour"


class Style(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a kind of player bets, reacts and talks; what the fields mean is told in ``players/styles.toml``."""

    names: Names
    guests: tuple[str, ...]
    bankroll: tuple[int, int]
    unit: tuple[int, int] = (1, 3)
    bets: tuple[int, int] = (1, 3)
    tempo: int = 1500
    pattern: dict[str, str] = {}
    errors: float = 0.1
    signals: Literal["clear", "sloppy", "silent"] = "clear"
    late: int = 0
    talk: int = 1
    temper: float = 0.2
    honesty: float = 0.2
    claims: Literal["at-once", "later", "never"] = "later"
    false_claims: bool = False
    tips: int = 1
    drink: float = 0.0
    language: Literal["es", "en"] = "es"
    knows: tuple[str, ...] = ()
    cheats: tuple[str, ...] = ()
    doubles: bool = False  # doubles the stake after a loss


class Spoken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ways in which one thing is said."""

    says: tuple[Names, ...]


class Crowd(msgspec.Struct, frozen=True):
    """All styles, lines and frequencies that a table can draw on."""

    styles: Mapping[str, Style]
    lines: Mapping[str, Spoken]
    per_hour: Mapping[str, tuple[float, ...]]

    def style(self, style_id: str) -> Style:
        if style_id not in self.styles:
            raise RequestError("seats", f"there is no style {style_id!r}; there are: {', '.join(self.styles)}")
        return self.styles[style_id]

    def often(self, kind: str, level: int) -> float:
        """How often an hour something happens at a level from 1 to 5."""
        return self.per_hour[kind][level - 1]


@cache
def crowd(folders: tuple[Path, ...] = ()) -> Crowd:
    """The shipped styles with those of a school's folders added; a later file replaces what has the same id."""
    styles: dict[str, Style] = {}
    lines: dict[str, Spoken] = {}
    often: dict[str, tuple[float, ...]] = {}
    for folder in (SHIPPED, *folders):
        for path in sorted(folder.glob("*.toml")):
            found = _read(path)
            for name, entry in found.items():
                where = f"{path.name} [{name}]"
                if name == PER_HOUR:
                    often |= _convert(entry, dict[str, tuple[float, float, float, float, float]], where)
                elif isinstance(entry, dict) and "says" in entry:
                    lines[name] = _convert(entry, Spoken, where)
                else:
                    styles[name] = _convert(entry, Style, where)
    return Crowd(styles, lines, often)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_input_file(path).decode())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RequestError(path.name, f"cannot be read: {error}") from None


def _convert(entry: Any, kind: Any, where: str) -> Any:
    try:
        return msgspec.convert(entry, kind)
    except msgspec.ValidationError as error:
        raise RequestError(where, str(error)) from None


def usual_seats(count: int, styles: Sequence[str] | None = None) -> tuple[tuple[int, str], ...]:
    """Players for a table if nobody chose them: the styles in turn."""
    known = list(styles or crowd().styles)
    return tuple((seat, known[(seat - 1) % len(known)]) for seat in range(1, count + 1))
