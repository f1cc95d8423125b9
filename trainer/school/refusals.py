"""Troubles on their way over the wire: by their ids and parameters, so that each reader hears them in his language.

What comes from elsewhere may be of another program, or made up: what cannot be said is said as a trouble without a
name.
"""

from __future__ import annotations

from trainer.school.errors import SchoolError, StorageError
from trainer.school.protocol import NOT_STORED, Refused, Said
from trainer.texts import Language, Message, Param, say

_DEEPEST = 4  # messages in messages
_LONGEST = 200
_UNNAMED = Message("school.error.trouble")


def refusal(error: SchoolError) -> Refused:
    """A trouble as it is told over the wire. Where a school is kept, and what its database says, is not for all."""
    if isinstance(error, StorageError):
        return Refused(why=NOT_STORED)
    return Refused(why=error.id, params=to_wire(error.message).params)


def to_wire(message: Message, deep: int = 0) -> Said:
    """A message as it travels."""
    return Said(id=message.id, params={key: _packed(value, deep + 1) for key, value in message.params.items()})


def _packed(value: Param, deep: int) -> str | int | Said:
    if isinstance(value, Message) and deep < _DEEPEST:
        return to_wire(value, deep)
    return value if type(value) is int and abs(value) < 2**53 else say(value, Language.EN)[:_LONGEST]


def refusal_message(refused: Refused) -> Message:
    """What the service said, in words of ours."""
    return from_wire(Said(id=f"school.error.{refused.why}", params=refused.params))


def from_wire(told: Said) -> Message:
    """A message that came; where it is none of ours, or lacks what it speaks of, only that there is a trouble."""
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
