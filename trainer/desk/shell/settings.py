"""The user's settings of the desk, stored in one JSON file."""

from __future__ import annotations

import re
import stat
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import structs

from trainer.runs.plan import Plan, drill_plan
from trainer.system.input_files import read_input_file
from trainer.system.private_files import write_private
from trainer.system.tolerant_json import read_fields
from trainer.texts import Language, Message
from trainer.texts.system_errors import system_problem

_LARGEST_FILE = 1_000_000  # bytes; a normal file has a few hundred
_PROFILE = re.compile("[0-9a-f]{32}")


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Look and sound of the desk, place of its window, and what was chosen and drilled last (``last``, if any)."""

    language: Language = Language.ES
    appearance: Literal["dark", "light"] = "dark"
    reduce_motion: bool = False
    sound: Literal["off", "sounds", "voice"] = "sounds"  # "voice" also speaks the calls
    four_colours: bool = False
    cloth: Literal["", "green", "burgundy", "blue"] = ""
    full_screen: bool = False
    maximised: bool = False  # state of the window when it was closed
    place: tuple[int, int, int, int] | None = None  # position and size of the window: left, top, width, height
    side: Literal["dealer", "players"] = "dealer"  # side from which tables are shown
    text_size: Annotated[int, msgspec.Meta(ge=90, le=160)] = 100  # per cent
    rulebook: str = ""  # the regulation that home shows
    game: str = ""  # the game that is chosen at home
    daily_goal: Annotated[int, msgspec.Meta(ge=0, le=500)] = 20  # answers a day; 0: no goal, streak or bests
    last: Plan | None = None
    profile: str = ""  # id of the profile that answered last
    lasts: dict[str, Plan] = {}  # last drill of the other profiles, by profile id
    asks_pin: bool = False  # whether that profile has a PIN, asked for at the start


def load_settings(path: Path, stamp: str) -> tuple[Settings, Message | None]:
    """Load the settings; returns them with a message for the user if something was wrong.

    Fields that cannot be read get their defaults. The damaged file, or whatever lies in its place, is renamed with
    ``stamp``; a file without read permission is left alone.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > _LARGEST_FILE:  # reading a pipe would block
            return Settings(), _set_aside(path, stamp)
        settings, is_whole = read_settings(read_input_file(path))
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        return Settings(), Message("desk.window.settings-unreadable", {"problem": system_problem(error)})
    return settings, None if is_whole else _set_aside(path, stamp)


def _set_aside(path: Path, stamp: str) -> Message:
    aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    try:
        path.rename(aside)
    except OSError as error:
        return Message("desk.window.settings-unreadable", {"problem": system_problem(error)})
    return Message("desk.window.settings-set-aside", {"path": str(aside)})


class _LastDrill(msgspec.Struct):
    """The last drill in the format used before plans existed."""

    rulebook: str
    game: str
    family: str
    level: int = 1
    variant: str = ""
    behaviour: str = "learn"


def read_settings(data: bytes) -> tuple[Settings, bool]:
    """Parse the settings field by field; tells whether all fields could be read."""
    settings, is_whole = read_fields(data, Settings, _read_field)
    settings, is_sound = _sound(settings)
    return settings, is_whole and is_sound


def _read_field(name: str, kind: object, raw: msgspec.Raw) -> object:
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError:
        if name != "last":
            raise
    last = msgspec.json.decode(raw, type=_LastDrill)
    return drill_plan(last.rulebook, last.game, last.family, last.level, variant=last.variant, behaviour=last.behaviour)


def _sound(settings: Settings) -> tuple[Settings, bool]:
    """Drop a profile id that is not valid."""
    if not settings.profile or _PROFILE.fullmatch(settings.profile):
        return settings, True
    return structs.replace(settings, profile=""), False


def save_settings(settings: Settings, path: Path) -> None:
    """Write the settings atomically; raises `OSError`."""
    write_private(path, msgspec.json.format(msgspec.json.encode(settings), indent=2))
