"""The ways to answer. Every answer has a one-line text form, so that it can be typed, stored, compared and printed.

A form reads what was answered (`canonical`, raising `ValueError` with the cure) and says whether it is the same as the
solution (`same`). The desk shows each form as its own tray.
"""

from __future__ import annotations

from dataclasses import dataclass

from trainer.equipment.chips import Stack
from trainer.equipment.money import Amount, parse_amount, print_amount
from trainer.texts import Message, Names


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose or to put in order."""

    id: str
    label: Message | Names | str


@dataclass(frozen=True, slots=True)
class AmountForm:
    """One figure or several (per bet, per player): ``175`` or ``175 35 20``."""

    labels: tuple[Message | Names | str, ...] = ()  # empty: a single figure
    unit: str = ""  # currency code, "chips", or nothing for a bare number

    def canonical(self, answer: str) -> str:
        words = answer.replace(";", " ").split()
        wanted = max(1, len(self.labels))
        if len(words) != wanted:
            raise ValueError(f"{wanted} figures are asked for, {len(words)} were given")
        return " ".join(print_amount(parse_amount(word)) for word in words)

    def same(self, given: str, solution: str) -> bool:
        return given == solution


@dataclass(frozen=True, slots=True)
class ChipsForm:
    """Chips taken from the rack: ``2x100 3x25``; any chips of the right value are right."""

    rack: tuple[tuple[Amount, str], ...]  # denominations with their colours, highest first
    unit: str = ""

    def canonical(self, answer: str) -> str:
        stack = Stack.parse(answer)
        for value, _ in stack.counts:
            if value not in dict(self.rack):
                raise ValueError(f"there are no chips of {print_amount(value)} in the rack")
        return str(stack)

    def same(self, given: str, solution: str) -> bool:
        return Stack.parse(given).value == Stack.parse(solution).value


@dataclass(frozen=True, slots=True)
class ChoiceForm:
    """One of several things by its id, or (``several``) all that apply: ``draw``; ``red odd``; none is ``-``."""

    choices: tuple[Choice, ...]
    several: bool = False

    def canonical(self, answer: str) -> str:
        words = [] if answer.strip() == "-" and self.several else answer.split()
        order = [choice.id for choice in self.choices]
        for word in words:
            if word not in order:
                raise ValueError(f"{word!r} is not one of: {', '.join(order)}")
        if not self.several and len(words) != 1:
            raise ValueError("choose one")
        return " ".join(sorted(set(words), key=order.index)) or "-"

    def same(self, given: str, solution: str) -> bool:
        return given == solution


@dataclass(frozen=True, slots=True)
class OrderForm:
    """Steps put in order: ``column red street``; in the solution ``|`` parts groups whose members may change places."""

    steps: tuple[Choice, ...]

    def canonical(self, answer: str) -> str:
        words = answer.replace("|", " ").split()
        wanted = [step.id for step in self.steps]
        if sorted(words) != sorted(wanted):
            raise ValueError(f"put each of these once: {', '.join(wanted)}")
        return " ".join(words)

    def same(self, given: str, solution: str) -> bool:
        rest = given.split()
        for group in solution.split("|"):
            members = group.split()
            if sorted(rest[: len(members)]) != sorted(members):
                return False
            rest = rest[len(members) :]
        return not rest


@dataclass(frozen=True, slots=True)
class SpotsForm:
    """Spots tapped on the felt: ``split:14-17 red``; none is ``-``."""

    spots: tuple[str, ...]  # what can be tapped

    def canonical(self, answer: str) -> str:
        words = [] if answer.strip() == "-" else answer.split()
        for word in words:
            if word not in self.spots:
                raise ValueError(f"there is no spot {word!r} to tap")
        return " ".join(sorted(set(words), key=self.spots.index)) or "-"

    def same(self, given: str, solution: str) -> bool:
        return given == solution


@dataclass(frozen=True, slots=True)
class PlaceForm:
    """Chips placed on spots: ``split:4-7=1 street:0-2-3=2``; none is ``-``."""

    spots: tuple[str, ...]
    chip: str = ""  # the chip that is placed, by value or colour

    def canonical(self, answer: str) -> str:
        counts: dict[str, int] = {}
        for word in [] if answer.strip() == "-" else answer.split():
            spot, _, count = word.partition("=")
            if spot not in self.spots:
                raise ValueError(f"there is no spot {spot!r} to place chips on")
            if not (count or "1").isdigit():
                raise ValueError(f"{word!r}: write the number of chips after '='")
            counts[spot] = counts.get(spot, 0) + int(count or 1)
        kept = sorted((spot for spot in counts if counts[spot]), key=self.spots.index)
        return " ".join(f"{spot}={counts[spot]}" for spot in kept) or "-"

    def same(self, given: str, solution: str) -> bool:
        return given == solution


@dataclass(frozen=True, slots=True)
class Slot:
    """A place that takes so many pieces, such as the low hand of pai gow."""

    id: str
    label: Message | Names | str
    size: int


@dataclass(frozen=True, slots=True)
class HandsForm:
    """Cards or tiles set into hands: ``low=AS,KD high=9H,8H,7H,6H,5H``; within a hand order does not count."""

    pieces: tuple[str, ...]
    slots: tuple[Slot, ...]

    def canonical(self, answer: str) -> str:
        hands: dict[str, list[str]] = {slot.id: [] for slot in self.slots}
        for word in answer.split():
            hand_id, _, pieces = word.partition("=")
            if hand_id not in hands:
                raise ValueError(f"there is no hand {hand_id!r}; there are: {', '.join(hands)}")
            hands[hand_id] = pieces.split(",") if pieces else []
        for slot in self.slots:
            if len(hands[slot.id]) != slot.size:
                raise ValueError(f"{slot.id} takes {slot.size}, {len(hands[slot.id])} were set")
        if sorted(piece for hand in hands.values() for piece in hand) != sorted(self.pieces):
            raise ValueError("each piece is set once")
        return " ".join(f"{slot.id}={','.join(sorted(hands[slot.id], key=self.pieces.index))}" for slot in self.slots)

    def same(self, given: str, solution: str) -> bool:
        return given == self.canonical(solution)


@dataclass(frozen=True, slots=True)
class CallForm:
    """A call put together word by word, one choice a part: ``17 black odd low``."""

    parts: tuple[tuple[Choice, ...], ...]

    def canonical(self, answer: str) -> str:
        words = answer.split()
        if len(words) != len(self.parts):
            raise ValueError(f"the call has {len(self.parts)} parts, {len(words)} were given")
        for word, part in zip(words, self.parts, strict=True):
            if word not in {choice.id for choice in part}:
                raise ValueError(f"{word!r} is not one of: {', '.join(choice.id for choice in part)}")
        return " ".join(words)

    def same(self, given: str, solution: str) -> bool:
        return given == solution


AnswerForm = AmountForm | ChipsForm | ChoiceForm | OrderForm | SpotsForm | PlaceForm | HandsForm | CallForm
