"""The school's exam keys on joined laptops: what an exam needs there comes over the pinned connection.

Every laptop receives the school's public keys. The invigilators' sealed records and the station key, locked with their
passwords, go only to laptops where an examiner has handed out a paper that is not finished. Keys from a service are
trusted as long as the laptop belongs to that service, and never replace keys that were created or imported by hand.
"""

from __future__ import annotations

import logging
from enum import StrEnum
from pathlib import Path

from trainer.exams.clock import MachineClock
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole
from trainer.exams.office import Office
from trainer.exams.roles import Role
from trainer.exams.trust import TrustError, format_time, read_trust
from trainer.school.protocol import SchoolKeys
from trainer.system.input_files import read_input_file
from trainer.system.private_files import write_private
from trainer.texts import Message

_log = logging.getLogger(__name__)

_FROM = "from-school"  # file beside the keys with the fingerprint of the service they came from


class KeysAccepted(StrEnum):
    """What became of the offered keys. Texts: ``school.keys.ID``."""

    KNOWN = "known"
    NEW = "new"  # this laptop had no keys
    GROWN = "grown"  # the same school has published more about its keys


def keys_to_lend(exams: Path, for_exam: bool) -> SchoolKeys | None:
    """The keys that the serving machine lends to a laptop; None if it has none or they are damaged."""
    office = Office(exams, MachineClock())
    if not office.keys.exists:
        return None
    try:
        public = office.keys.trust.to_bytes()
        people = office.staff.active(Role.INVIGILATOR) if for_exam else ()
        people = tuple(one for one in people if office.staff.person(one.id) == one)
    except (RefusedError, OSError):
        _log.warning("the exam keys cannot be lent", exc_info=True)
        return None
    station = office.keys.lent(KeyRole.STATION, [one.id for one in people])
    return SchoolKeys(public=public, staff=office.staff.lent(people) if station else b"", station=station)


def accept_keys(office: Office, offered: SchoolKeys, fingerprint: bytes) -> KeysAccepted:
    """Store the keys that the service with a pinned certificate lends. Raises `RefusedError` if they are invalid, or
    belong to another school than keys that were installed by hand or are needed by a sitting."""
    trust = read_trust(offered.public)
    marked = office.keys.folder / _FROM
    came_from = _came_from(marked)
    took = KeysAccepted.KNOWN
    if not office.keys.exists or not _is_same_school(office, offered):
        if office.keys.exists and (came_from in ("", fingerprint.hex()) or office.unfinished()):
            params = {"school": office.keys.trust.school, "other": trust.school}
            raise TrustError(Message("school.keys.other", params))
        forget_keys(office, came_from)
        took = KeysAccepted.NEW
    elif len(trust.statements) > len(office.keys.trust.statements):
        took = KeysAccepted.GROWN
    if took is not KeysAccepted.KNOWN:
        office.keys.import_trust(offered.public)
        details = {"school": trust.school, "service": fingerprint.hex()}
        office.register.add("lent-keys", trust.root.kid, format_time(office.clock.wall()), "", **details)
    if took is KeysAccepted.NEW or (came_from and came_from != fingerprint.hex()):
        write_private(marked, fingerprint.hex().encode("ascii"))
    if offered.station and (took is KeysAccepted.NEW or came_from or not can_examine(office)):
        office.staff.keep_lent(offered.staff, Role.INVIGILATOR)
        office.keys.keep_lent(offered.station, KeyRole.STATION)
    return took


def _came_from(marked: Path) -> str:
    """The fingerprint (hexadecimal) of the service that the keys came from; empty if they are this machine's own."""
    return read_input_file(marked).decode("ascii", errors="replace") if marked.exists() else ""


def _is_same_school(office: Office, offered: SchoolKeys) -> bool:
    """Whether one list of keys extends the other: the service may know more than the laptop, or less."""
    here, there = office.keys.trust, read_trust(offered.public)
    return there.extends(here) or here.extends(there)


def forget_keys(office: Office, fingerprint: str) -> None:
    """Delete the keys of the service with this fingerprint (hexadecimal) when the laptop leaves it.

    Keys that a sitting still needs, and keys of this machine's own, stay.
    """
    marked = office.keys.folder / _FROM
    if not fingerprint or _came_from(marked) != fingerprint or office.unfinished():
        return
    office.staff.forget()
    office.keys.forget()
    marked.unlink()


def can_examine(office: Office) -> bool:
    """Whether an exam can be sat and sealed on this machine."""
    try:
        has_people = bool(office.staff.active(Role.INVIGILATOR))
    except RefusedError:
        return False
    return has_people and office.keys.exists and office.keys.has(KeyRole.STATION)
