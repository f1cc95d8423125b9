"""Equipment of the table: cards, shoe, dice, tiles, wheels, chips, money and odds.

Every value has a one-line text form: ``parse`` reads it, ``str`` writes it. Nothing here knows the rules of a game.
"""

from __future__ import annotations


class NotReadableError(ValueError):
    """A text is not the text form of a value. ``kind`` names the expected form or the reason.

    The message ``faults.not-KIND`` tells the author of the text what to write.
    """

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(kind, text)
        self.kind = kind
        self.text = text

    def __str__(self) -> str:
        return f"{self.text!r} is not readable as {self.kind}"
