"""The ways to answer. Every answer has a one-line text form, so that it can be typed, stored, compared and printed.

A form reads what was answered (`canonical`, raising `AnswerError` with the cure) and says whether it is the same as the
solution (`same`). The desk shows each form as its own tray.
"""

from __future__ import annotations

import msgspec

from trainer.equipment.chips import Stack
from trainer.equipment.money import Amount, parse_amount, print_amount
from trainer.texts import Language, Message, Names, Param, say


class AnswerError(ValueError):
    """What was given is not an answer at all; carries what to tell the trainee."""

    def __init__(self, problem: str, **params: Param) -> None:
        self.message = Message(f"answer.{problem}", params)
        super().__init__(say(self.message, Language.EN))


class Choice(msgspec.Struct, frozen=True):
    """Something to choose or to put in order."""

    id: str
    label: Message | Names | str


class Form(msgspec.Struct, frozen=True):
    """What all forms of answer have in common."""

    def canonical(self, answer: str) -> str:
        """The answer in its one text form; raises `AnswerError` if it is not an answer of this form."""
        raise NotImplementedError

    def same(self, given: str, solution: str) -> bool:
        """Whether a canonical answer is as right as the solution."""
        return given == solution

    def equals(self, given: str, answer: str) -> bool:
        """Whether a canonical answer is exactly this one, right or wrong."""
        return self.same(given, answer)


class AmountForm(Form, frozen=True):
    """One figure or several (per bet, per player): ``175`` or ``175 35 20``."""

    labels: tuple[Message | Names | str, ...] = ()  # empty: a single figure
    unit: str = ""  # currency code, "chips", or nothing for a bare number
    signed: bool = False  # figures may be below 0, for what is taken

    def canonical(self, answer: str) -> str:
        words = answer.replace(";", " ").split()
        wanted = max(1, len(self.labels))
        if len(words) != wanted:
            raise AnswerError("figure-count", wanted=wanted, given=len(words))
        try:
            return " ".join(print_amount(parse_amount(word)) for word in words)
        except ValueError:
            raise AnswerError("not-a-figure", given=answer) from None


class ChipsForm(Form, frozen=True):
    """Chips taken from the rack: ``2x100 3x25``; any chips of the right value are right."""

    rack: tuple[tuple[Amount, str], ...]  # denominations with their colours, highest first
    unit: str = ""

    def canonical(self, answer: str) -> str:
        try:
            stack = Stack.parse(answer)
        except ValueError:
            raise AnswerError("not-chips", given=answer) from None
        for value, _ in stack.counts:
            if value not in dict(self.rack):
                raise AnswerError("not-in-rack", value=value)
        return str(stack)

    def same(self, given: str, solution: str) -> bool:
        return Stack.parse(given).value == Stack.parse(solution).value


class ChoiceForm(Form, frozen=True):
    """One of several things by its id, or (``several``) all that apply: ``draw``; ``red odd``; none is ``-``."""

    choices: tuple[Choice, ...]
    several: bool = False

    def canonical(self, answer: str) -> str:
        words = [] if answer.strip() == "-" and self.several else answer.split()
        order = [choice.id for choice in self.choices]
        for word in words:
            if word not in order:
                raise AnswerError("not-a-choice", given=word, choices=order)
        if not self.several and len(words) != 1:
            raise AnswerError("choose-one")
        return " ".join(sorted(set(words), key=order.index)) or "-"


class OrderForm(Form, frozen=True):
    """Steps put in order: ``column red street``; in the solution ``|`` parts groups whose members may change places."""

    steps: tuple[Choice, ...]

    def canonical(self, answer: str) -> str:
        words = answer.replace("|", " ").split()
        wanted = [step.id for step in self.steps]
        if sorted(words) != sorted(wanted):
            raise AnswerError("each-step-once", steps=wanted)
        return " ".join(words)

    def same(self, given: str, solution: str) -> bool:
        rest = given.split()
        for group in solution.split("|"):
            members = group.split()
            if sorted(rest[: len(members)]) != sorted(members):
                return False
            rest = rest[len(members) :]
        return not rest

    def equals(self, given: str, answer: str) -> bool:
        """Steps may change places only in a solution; any other order is that order alone."""
        return self.same(given, answer) if "|" in answer else given == self.canonical(answer)


class SpotsForm(Form, frozen=True):
    """Spots tapped on the felt: ``split:14-17 red``; none is ``-``."""

    spots: tuple[str, ...]  # what can be tapped

    def canonical(self, answer: str) -> str:
        words = [] if answer.strip() == "-" else answer.split()
        for word in words:
            if word not in self.spots:
                raise AnswerError("no-such-spot", spot=word)
        return " ".join(sorted(set(words), key=self.spots.index)) or "-"


class PlaceForm(Form, frozen=True):
    """Chips placed on spots: ``split:4-7=1 street:0-2-3=2``; none is ``-``."""

    spots: tuple[str, ...]
    chip: str = ""  # the chip that is placed, by value or colour

    def canonical(self, answer: str) -> str:
        counts: dict[str, int] = {}
        for word in [] if answer.strip() == "-" else answer.split():
            spot, _, count = word.partition("=")
            if spot not in self.spots:
                raise AnswerError("no-such-spot", spot=spot)
            if not (count or "1").isdigit():
                raise AnswerError("not-a-placing", given=word)
            counts[spot] = counts.get(spot, 0) + int(count or 1)
        kept = sorted((spot for spot in counts if counts[spot]), key=self.spots.index)
        return " ".join(f"{spot}={counts[spot]}" for spot in kept) or "-"


class Slot(msgspec.Struct, frozen=True):
    """A place that takes so many pieces, such as the low hand of pai gow."""

    id: str
    label: Message | Names | str
    size: int


class HandsForm(Form, frozen=True):
    """Cards or tiles set into hands: ``low=AS,KD high=9H,8H,7H,6H,5H``; within a hand order does not count."""

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


class CallForm(Form, frozen=True):
    """A call put together word by word, one choice a part: ``17 black odd low``.

    ``labels`` say what each part is about (a bet, a seat), where its choices do not.
    """

    parts: tuple[tuple[Choice, ...], ...]
    labels: tuple[Message | Names | str, ...] = ()

    def canonical(self, answer: str) -> str:
        words = answer.split()
        if len(words) != len(self.parts):
            raise AnswerError("call-parts", wanted=len(self.parts), given=len(words))
        for word, part in zip(words, self.parts, strict=True):
            if word not in {choice.id for choice in part}:
                raise AnswerError("not-a-choice", given=word, choices=[choice.id for choice in part])
        return " ".join(words)


AnswerForm = AmountForm | ChipsForm | ChoiceForm | OrderForm | SpotsForm | PlaceForm | HandsForm | CallForm
