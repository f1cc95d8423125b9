"""Short names of the staff: which may be new, which can be mistaken for each other, and one for a new person."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import count

from trainer.exams.key_ring import ROOT_LOCK
from trainer.exams.roles import Role
from trainer.system.people_names import looks_alike, same_name

_LONGEST = 60
_RESERVED = (ROOT_LOCK, "preview", "rehearsal")  # stand in place of somebody on locks and papers


def is_short_name(text: str) -> bool:
    """Whether a text can be a new short name: Latin letters, also with accents, figures and single hyphens between."""
    is_plain = unicodedata.normalize("NFKC", text) == text and not any(map(unicodedata.combining, text))
    parts = _without_accents(text).split("-")
    return is_plain and len(text) <= _LONGEST and all(part.isascii() and part.isalnum() for part in parts)


def is_like_another(short_name: str, others: Iterable[str]) -> bool:
    """Whether a short name can be mistaken for one of others, or for one that the program uses."""
    return any(looks_alike(short_name, other) for other in (*others, *_RESERVED))


def new_short_name(name: str, role: Role, known: Mapping[str, tuple[str, Role | None]]) -> str:
    """Short name for a person, ``ana-diaz-examiner``, with a number if somebody else has it or one like it.

    ``known`` has the names of the short names there are, with their roles (``None``: retired). Who was here under this
    name and role gets the same short name again.

    >>> new_short_name("José Núñez", Role.EXAMINER, {}), new_short_name("Вера", Role.EXAMINER, {})
    ('jose-nunez-examiner', 'examiner')
    """
    words = re.findall("[a-z0-9]+", _without_accents(name).lower())
    for number in count(1):
        ending = f"{role.value}-{number}" if number > 1 else role.value
        found = "-".join(filter(None, ["-".join(words)[: _LONGEST - 1 - len(ending)].strip("-"), ending]))
        if found in known:
            before, held = known[found]
            if same_name(before, name) and held in (role, None):
                return found
        elif not is_like_another(found, known):
            return found
    raise AssertionError("unreachable")


def _without_accents(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))
