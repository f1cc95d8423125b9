"""What really came at a table (a number, dice, cards) as the source of a question, in the notation of the equipment.

A family that can be asked about it says what it takes: which kind of thing, and how many more of them must come before
there is a question. What is malformed, impossible under the rules, or gives nothing to ask is refused with a sentence.
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
    """Kinds of things that come at a table."""

    NUMBER = "number"
    DICE = "dice"
    CARDS = "cards"


class DealtError(ValueError):
    """What was dealt cannot be asked about; ``message`` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return say(self.message, Language.EN)


def refused(why: str, **params: Param) -> DealtError:
    """Why not, by its id in the message file."""
    return DealtError(Message(f"dealt.{why}", params))


class DealtText(msgspec.Struct, frozen=True):
    """What was dealt in its one text form, and how many more must come before it is whole."""

    text: str
    missing: int = 0


class TakesDealt(msgspec.Struct, frozen=True):
    """What a family can be asked about: the kind of thing, and how a text of it is read at a table.

    ``read`` gets the rules, the level and the text; it raises `DealtError` for what cannot be, or can no longer become,
    a question. Where ``seeded``, the seed makes what is not dealt: the bets that lie. Where they are ``laid_first``,
    they lie before anything comes, and stay the same whatever does.
    """

    kind: DealtKind
    read: Callable[[GameRules, int, str], DealtText]
    seeded: bool = False
    laid_first: bool = False

    def missing(self, rules: GameRules, level: int, dealt: str) -> int:
        """How many more must come: 0 when there is a question."""
        return self.read(rules, level, dealt).missing


def takes_number(numbers: Callable[[GameRules], Sequence[str]]) -> TakesDealt:
    """A family about one of these numbers."""

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
    """A family about a throw of so many dice."""

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
    """A family about throws of so many dice, one after the other, on bets that lie before the first."""
    one = takes_dice(count)

    def read(rules: GameRules, level: int, text: str) -> DealtText:
        throws = [one.read(rules, level, word) for word in text.split()] or [one.read(rules, level, "")]
        return DealtText(" ".join(throw.text for throw in throws), max(throw.missing for throw in throws))

    return TakesDealt(DealtKind.DICE, read, seeded=True, laid_first=True)


def takes_cards(needed: Callable[[GameRules, int, Sequence[Card]], int], *, seeded: bool = False) -> TakesDealt:
    """A family about cards in the order in which they came; ``needed`` says how many it takes, given the first."""

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
