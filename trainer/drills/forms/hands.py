"""Answers in hands: cards or tiles set into two or more hands, as at pai gow."""

from __future__ import annotations

import random
from typing import Any, ClassVar, Self

import msgspec

from trainer.drills.forms.base import AnswerError, Form, Label, Printer, labelled, plain_label
from trainer.equipment.cards import Card
from trainer.rulebooks import GameRules
from trainer.texts import Language, Names, say


class Slot(msgspec.Struct, frozen=True):
    """One hand to fill: its id, its name and the number of cards or tiles it takes."""

    id: str
    label: Label
    size: int


class HandsForm(Form, frozen=True):
    """Cards or tiles set into hands: ``low=AS,KD high=9H,8H,7H,6H,5H``; the order within a hand does not matter.

    Settings listed in ``equal`` are right as well.
    """

    kind: ClassVar[str] = "hands"

    pieces: tuple[str, ...]
    slots: tuple[Slot, ...]
    equal: tuple[str, ...] = ()  # settings as right as the solution: which of two sixes lies where does not matter

    def canonical(self, answer: str) -> str:
        hands: dict[str, list[str]] = {slot.id: [] for slot in self.slots}
        for word in answer.split():
            hand_id, _, pieces = word.partition("=")
            if hand_id not in hands:
                raise AnswerError("no-such-hand", hand=hand_id, hands=list(hands))
            hands[hand_id] = pieces.split(",") if pieces else []
        for slot in self.slots:
            if len(hands[slot.id]) != slot.size:
                raise AnswerError("hand-size", hand=slot.label, size=slot.size, given=len(hands[slot.id]))
        if sorted(piece for hand in hands.values() for piece in hand) != sorted(self.pieces):
            raise AnswerError("each-piece-once")
        return " ".join(f"{slot.id}={','.join(sorted(hands[slot.id], key=self.pieces.index))}" for slot in self.slots)

    def same(self, given: str, solution: str) -> bool:
        right = {self.canonical(each) for each in self.equal}
        wanted = self.canonical(solution)
        return given == wanted or (wanted in right and given in right)

    def parse_typed(self, line: str, language: Language, rules: GameRules | None = None) -> str:
        known = {str(place): slot.id for place, slot in enumerate(self.slots, start=1)}
        known |= {say(slot.label, language).casefold(): slot.id for slot in self.slots}
        hands = [word.partition("=") for word in line.split()]
        for hand, _, _ in hands:
            if known.get(hand.casefold(), hand) not in known.values():
                raise AnswerError("no-such-hand", hand=hand, hands=[str(place + 1) for place in range(len(self.slots))])
        return " ".join(f"{known.get(hand.casefold(), hand)}{sign}{pieces}" for hand, sign, pieces in hands)

    def input_help(self, language: Language, rules: GameRules | None) -> list[str]:
        return [
            f"{place}=… ({slot.size}) {say(slot.label, language)}" for place, slot in enumerate(self.slots, start=1)
        ]

    def words(self, answer: str, language: Language, rules: GameRules | None) -> str:
        return "; ".join(f"{hand}: {pieces.replace(',', ' ')}" for hand, pieces in self._hands(answer, language))

    def prose(self, answer: str, language: Language, rules: GameRules | None) -> str:
        hands = self._hands(answer, language)
        signs = [" ".join(map(_sign, pieces.split(","))).replace("★", "joker") for _, pieces in hands]
        return "; ".join(f"{hand}: {sign}" for (hand, _), sign in zip(hands, signs, strict=True))

    def _hands(self, answer: str, language: Language) -> list[tuple[str, str]]:
        labels = {slot.id: say(slot.label, language) for slot in self.slots}
        words = [word.partition("=") for word in answer.split()]
        return [(labels[hand], pieces) for hand, _, pieces in words]

    def lines(self, answer: str, printer: Printer) -> list[str]:
        hands = {hand: pieces.split(",") for hand, _, pieces in (word.partition("=") for word in answer.split())}
        signs = ["  ".join(map(_sign, hands[slot.id])) for slot in self.slots]
        return labelled([slot.label for slot in self.slots], signs, printer.language)

    def to_plain(self, rules: GameRules | None) -> dict[str, Any]:
        slots = [{"id": slot.id, "label": plain_label(slot.label), "size": slot.size} for slot in self.slots]
        return {"kind": self.kind, "pieces": list(self.pieces), "slots": slots, "equal": list(self.equal)}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Self:
        slots = tuple(Slot(each["id"], Names(**each["label"]), each["size"]) for each in plain["slots"])
        return cls(tuple(plain["pieces"]), slots, tuple(plain["equal"]))

    def guesses(self, solution: str, source: random.Random) -> list[str]:
        shuffled = source.sample(self.pieces, len(self.pieces))
        hands = []
        for slot in self.slots:
            hands.append(f"{slot.id}={','.join(shuffled[: slot.size])}")
            shuffled = shuffled[slot.size :]
        return [" ".join(hands)]


def _sign(piece: str) -> str:
    """A card or tile as people write it: ``A♠``, ``2-4``; the joker is ``★``."""
    return piece if "-" in piece else Card.parse(piece).sign
