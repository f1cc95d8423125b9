"""Own drills: a trainee's own selection under a name, stored with the profile and shared as a code or a file.

A code is the packed plan itself: it needs no server and can be pasted from a message.
"""

from __future__ import annotations

import base64
import binascii
import zlib

from msgspec import structs

from trainer.runs.plan import Kind, Plan, PlanError
from trainer.study.settings import Settings
from trainer.texts import Message

SIGN = "CT1-"  # prefix of every code
_LONGEST = 100_000  # characters of a code, and bytes of the unpacked plan


def own_drills(settings: Settings) -> dict[str, Plan]:
    """The own drills of a trainee by name, in alphabetical order; unreadable ones are left out."""
    found: dict[str, Plan] = {}
    for name, text in sorted(settings.own.items(), key=lambda kept: kept[0].casefold()):
        try:
            plan = Plan.parse(text)
        except PlanError:
            continue
        if plan.kind is Kind.OWN:
            found[name] = plan
    return found


def with_own(settings: Settings, plan: Plan) -> Settings:
    """The settings with an own drill added, or replaced if the name exists."""
    return structs.replace(settings, own={**settings.own, plan.name: str(plan)})


def without_own(settings: Settings, name: str) -> Settings:
    return structs.replace(settings, own={other: text for other, text in settings.own.items() if other != name})


def code_of(plan: Plan) -> str:
    """A plan as a code.

    >>> plan = Plan(kind=Kind.OWN, rulebook="arica", game="craps", name="Dados", rungs=("pay-the-roll/2 arica/craps",))
    >>> code_of(plan).startswith(SIGN) and read_code(code_of(plan)) == plan
    True
    """
    return SIGN + base64.urlsafe_b64encode(zlib.compress(str(plan).encode(), 9)).decode().rstrip("=")


def read_code(text: str) -> Plan:
    """The own drill in a code, or in the text of a plan; raises `PlanError`."""
    given = "".join(text.split()) if text.strip().startswith(SIGN) else text.strip()
    if given.startswith(SIGN):
        given = _unpacked(given.removeprefix(SIGN))
    plan = Plan.parse(given)
    if plan.kind is not Kind.OWN or not plan.name or not plan.rungs:
        raise PlanError(Message("own.other-kind"))
    return plan


def _unpacked(code: str) -> str:
    try:
        packed = base64.b64decode(code[:_LONGEST] + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, _LONGEST)
        if unpacking.unconsumed_tail or not unpacking.eof:
            raise PlanError(Message("own.no-code"))
        return text.decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        if isinstance(error, PlanError):
            raise
        raise PlanError(Message("own.no-code")) from None
