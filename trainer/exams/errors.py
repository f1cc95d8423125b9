"""The error of everything that exams refuse, with the sentence to show."""

from __future__ import annotations

from trainer.texts import Language, Message, say


class RefusedError(Exception):
    """Something cannot be accepted; ``message`` is a sentence that says what and where."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(say(message, Language.EN))


def refused(why: str, **params: object) -> RefusedError:
    """Refusal with the text ``exams.refused.WHY``."""
    return RefusedError(Message(f"exams.refused.{why}", dict(params)))
