"""Questions about what was really dealt: a number, dice or cards from a table, in the notation of the equipment.

A family that supports this says which kind of input it takes and how many more numbers, dice or cards it needs. Input
that is malformed, impossible under the rules, or gives nothing to ask is refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.cards import Card, parse_cards, print_cards
from trainer.equipment.dice import Roll
from trainer.rulebooks import GameRules
from trainer.rulebooks.problems import unreadable
from trainer.texts import Language, Message, Param, say


class DealtKind(StrEnum):
    """Kinds of input from a table."""

    NUMBER = "number"
    DICE = "dice"
    CARDS = "cards"


class DealtError(ValueError):
    """No question can be made from what was dealt; ``message`` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return say(self.message, Language.EN)


def refused(why: str, **params: Param) -> DealtError:
    """The error for a message id in the area ``dealt``."""
    return DealtError(Message(f"dealt.{why}", params))


class DealtText(msgspec.Struct, frozen=True):
    """What was dealt, in its canonical text, and how many more pieces a question needs."""

    text: str
    missing: int = 0


class TakesDealt(msgspec.Struct, frozen=True):
    """What a family can be asked about: the kind of input, and how its text is read.

    ``read`` gets the rules, the level and the text; it raises `DealtError` for what cannot be, or can no longer become,
    a question. With ``seeded``, the seed decides what is not dealt: the bets. With ``laid_first``, the bets lie before
    the deal and do not depend on it.
    """

    kind: DealtKind
    read: Callable[[GameRules, int, str], DealtText]
    seeded: bool = False
    laid_first: bool = False

    def missing(self, rules: GameRules, level: int, dealt: str) -> int:
        """How many more pieces are needed; 0 if there is a question."""
        return self.read(rules, level, dealt).missing


def takes_number(numbers: Callable[[GameRules], Sequence[str]]) -> TakesDealt:
    """Input for a family about one of these numbers."""

    def read(rules: GameRules, level: int, text: str) -> DealtText:
        known = numbers(rules)
        words = text.split()
        if len(words) > 1:
            raise refused("too-many", count=len(words) - 1)
        if words and words[0] not in known:
            raise refused("no-such-number", number=words[0])
        return DealtText("".join(words), 1 - len(words))

    return TakesDealt(DealtKind.NUMBER, read, seeded=True)


def takes_dice(count: int) -> TakesDealt:
    """Input for a family about one throw of ``count`` dice."""

    def read(rules: GameRules, level: int, text: str) -> DealtText:
        if not text.strip():
            return DealtText("", count)
        try:
            roll = Roll.parse(text)
        except NotReadableError as error:
            raise DealtError(unreadable(error)) from None
        if len(roll.faces) > count:
            raise refused("too-many", count=len(roll.faces) - count)
        return DealtText(str(roll), count - len(roll.faces))

    return TakesDealt(DealtKind.DICE, read, seeded=True)


def takes_throws(count: int) -> TakesDealt:
    """Input for a family about successive throws of ``count`` dice, on bets that lie before the first throw."""
    one = takes_dice(count)

    def read(rules: GameRules, level: int, text: str) -> DealtText:
        throws = [one.read(rules, level, word) for word in text.split()] or [one.read(rules, level, "")]
        return DealtText(" ".join(throw.text for throw in throws), max(throw.missing for throw in throws))

    return TakesDealt(DealtKind.DICE, read, seeded=True, laid_first=True)


def takes_cards(needed: Callable[[GameRules, int, Sequence[Card]], int], *, seeded: bool = False) -> TakesDealt:
    """Input for a family about cards in the order of the deal; ``needed`` gives their number, given those so far."""

    def read(rules: GameRules, level: int, text: str) -> DealtText:
        try:
            cards = parse_cards(text)
        except NotReadableError as error:
            raise DealtError(unreadable(error)) from None
        if any(card.is_joker for card in cards):
            raise refused("joker")
        wanted = needed(rules, level, cards)
        if len(cards) > wanted:
            raise refused("too-many", count=len(cards) - wanted)
        return DealtText(print_cards(cards), wanted - len(cards))

    return TakesDealt(DealtKind.CARDS, read, seeded=seeded)
