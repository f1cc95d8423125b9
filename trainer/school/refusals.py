"""Error messages over the network: sent by id and parameters, so that each reader sees their own language.

Messages from elsewhere may come from another version or be forged; one that cannot be shown becomes a general error.
"""

from __future__ import annotations

from trainer.school.errors import SchoolError, StorageError
from trainer.school.protocol import NOT_STORED, Refused, Said
from trainer.texts import Language, Message, Param, say

_DEEPEST = 4  # levels of nested messages
_LONGEST = 200
_UNNAMED = Message("school.error.trouble")


def refusal(error: SchoolError) -> Refused:
    """The reply for an error. Storage errors are sent without details, which are for the instructor only."""
    if isinstance(error, StorageError):
        return Refused(why=NOT_STORED)
    return Refused(why=error.id, params=to_wire(error.message).params)


def to_wire(message: Message, deep: int = 0) -> Said:
    """A message in its form on the network."""
    return Said(id=message.id, params={key: _packed(value, deep + 1) for key, value in message.params.items()})


def _packed(value: Param, deep: int) -> str | int | Said:
    if isinstance(value, Message) and deep < _DEEPEST:
        return to_wire(value, deep)
    return value if type(value) is int and abs(value) < 2**53 else say(value, Language.EN)[:_LONGEST]


def refusal_message(refused: Refused) -> Message:
    """The message of a refusal by the service."""
    return from_wire(Said(id=f"school.error.{refused.why}", params=refused.params))


def from_wire(told: Said) -> Message:
    """A received message; a general error if its id or parameters are unknown."""
    found = _unpacked(told)
    try:
        for language in Language:
            say(found, language)
    except (KeyError, ValueError, TypeError):
        return _UNNAMED
    return found


def _unpacked(told: Said) -> Message:
    params = {key: _unpacked(value) if isinstance(value, Said) else value for key, value in told.params.items()}
    return Message(told.id, params)
