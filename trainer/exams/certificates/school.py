"""The school's details for its certificates, from ``school.toml``."""

from __future__ import annotations

from pathlib import Path

import msgspec

from trainer.exams.errors import RefusedError
from trainer.rulebooks import RulebookError
from trainer.rulebooks.validation import convert, read_toml
from trainer.system.input_files import read_input_file
from trainer.texts import Message
from trainer.texts.system_errors import system_problem

_LARGEST_LOGO = 4_000_000


class School(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``school.toml``: place, address of the published status lists, logo, and the certifier's name."""

    place: str = ""
    url: str = ""
    logo: str = ""  # a PNG or JPEG beside the file
    certifier: str = ""


def read_school(path: Path) -> tuple[School, bytes]:
    """School details and logo bytes; defaults if there is no file. Raises `RefusedError`."""
    if not path.exists():
        return School(), b""
    try:
        school: School = convert(read_toml(path), School, str(path))
        logo = read_input_file(path.parent / school.logo) if school.logo else b""
    except RulebookError as error:
        raise RefusedError(error.faults[0].message) from None
    except OSError as error:
        raise RefusedError(system_problem(error)) from None
    if school.url and not school.url.lower().startswith(("https://", "http://")):
        raise RefusedError(Message("certificates.refused.url", {"url": school.url[:200]}))
    if len(logo) > _LARGEST_LOGO:
        raise RefusedError(Message("certificates.refused.logo"))
    return school, logo
