"""What is refused, and the one sentence that says what and where."""

from __future__ import annotations

from trainer.texts import Language, Message, say


class RefusedError(Exception):
    """Something that cannot be accepted; ``message`` is the sentence that names what and where."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(say(message, Language.EN))


def refused(why: str, **params: object) -> RefusedError:
    """Refusal whose sentence is the text ``exams.refused.WHY``."""
    return RefusedError(Message(f"exams.refused.{why}", dict(params)))
