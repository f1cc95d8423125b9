"""What the user chose about the desk itself, kept in one small JSON file."""

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

_LARGEST_FILE = 1_000_000  # bytes; ours have some hundred
_PROFILE = re.compile("[0-9a-f]{32}")


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Language, appearance, and where the user left off; no ``last`` means that nothing was drilled yet."""

    language: Language = Language.ES
    appearance: Literal["dark", "light"] = "dark"
    reduce_motion: bool = False
    sound: Literal["off", "sounds", "voice"] = "off"  # of the table; with a voice calls are spoken too
    four_colours: bool = False
    cloth: Literal["", "green", "burgundy", "blue"] = ""
    full_screen: bool = False
    maximised: bool = False  # the window, when it was closed
    place: tuple[int, int, int, int] | None = None  # of the window: left, top, width, height
    side: Literal["dealer", "players"] = "dealer"  # from which the tables are seen
    text_size: Annotated[int, msgspec.Meta(ge=90, le=160)] = 100  # per cent
    rulebook: str = ""  # the regulation shown at home
    last: Plan | None = None
    profile: str = ""  # who answered last
    lasts: dict[str, Plan] = {}  # by profile: where the others who practise here left off
    asks_pin: bool = False  # whether that profile has a PIN, which is asked for at the start


def load_settings(path: Path, stamp: str) -> tuple[Settings, Message | None]:
    """The settings of a file, or the defaults if there is none, and what the user should be told.

    What cannot be read of a file is as if it were not set. The file, or whatever lies in its place, is then set aside
    under a name with ``stamp``; one that may not even be looked at stays where it is.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > _LARGEST_FILE:  # of a pipe one would wait for ever
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
    """Where the user left off as it was written before there were plans."""

    rulebook: str
    game: str
    family: str
    level: int = 1
    variant: str = ""
    behaviour: str = "learn"


def read_settings(data: bytes) -> tuple[Settings, bool]:
    """The settings that can be read of a file's content, one by one, and whether that was all of it."""
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
    """Without a profile that cannot be the name of one."""
    if not settings.profile or _PROFILE.fullmatch(settings.profile):
        return settings, True
    return structs.replace(settings, profile=""), False


def save_settings(settings: Settings, path: Path) -> None:
    """Write the settings atomically; raises `OSError`."""
    write_private(path, msgspec.json.format(msgspec.json.encode(settings), indent=2))
