"""What the user chose about the desk itself, kept in one small JSON file."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from trainer.private_files import make_private
from trainer.runs.plan import Plan, drill_plan
from trainer.texts import Language


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Language, appearance, and where the user left off; no ``last`` means that nothing was drilled yet."""

    language: Language = Language.ES
    appearance: Literal["dark", "light"] = "dark"
    reduce_motion: bool = False
    four_colours: bool = False
    cloth: Literal["", "green", "burgundy", "blue"] = ""
    full_screen: bool = False
    rulebook: str = ""  # the regulation shown at home
    last: Plan | None = None
    profile: str = ""  # who answered last
    asks_pin: bool = False  # whether that profile has a PIN, which is asked for at the start


def load_settings(path: Path, stamp: str) -> tuple[Settings, Path | None]:
    """The settings of a file, or the defaults if there is none.

    A file that cannot be read as settings is set aside under a name with ``stamp`` (never overwritten) and its new
    path is returned, so that the user can be told.
    """
    if not path.exists():
        return Settings(), None
    try:
        return _decode(path.read_bytes()), None
    except (msgspec.DecodeError, UnicodeDecodeError):
        aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
        path.rename(aside)
        return Settings(), aside


class _LastDrill(msgspec.Struct):
    """Where the user left off as it was written before there were plans."""

    rulebook: str
    game: str
    family: str
    level: int = 1
    variant: str = ""
    behaviour: str = "learn"


class _Before(msgspec.Struct):
    last: _LastDrill


def _decode(data: bytes) -> Settings:
    try:
        return msgspec.json.decode(data, type=Settings)
    except msgspec.ValidationError:
        last = msgspec.json.decode(data, type=_Before).last
        fields = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        plan = drill_plan(
            last.rulebook, last.game, last.family, last.level, variant=last.variant, behaviour=last.behaviour
        )
        return msgspec.json.decode(msgspec.json.encode(fields | {"last": plan}), type=Settings)


def save_settings(settings: Settings, path: Path) -> None:
    """Write the file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    make_private(fresh)
    fresh.write_bytes(msgspec.json.format(msgspec.json.encode(settings), indent=2))
    fresh.replace(path)
