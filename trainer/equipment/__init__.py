"""What lies on and beside the table: cards, shoe, dice, tiles, wheels, chips, money and odds.

Every value has a one-line text form: ``parse`` reads it, ``str`` prints it back. Nothing here knows a rule of a game.
"""

from __future__ import annotations


class NotReadableError(ValueError):
    """A text that is not the form of a value; ``kind`` names what was wanted, or why it cannot be.

    Whoever wrote the text is told what to write instead by the message ``faults.not-KIND``.
    """

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(kind, text)
        self.kind = kind
        self.text = text

    def __str__(self) -> str:
        return f"{self.text!r} is not readable as {self.kind}"
