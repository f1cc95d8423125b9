"""Scenes and answers in plain words, for paper, terminals and cards."""

from __future__ import annotations

import re
from collections.abc import Iterable

from trainer.drills.forms import (
    AmountForm,
    AnswerForm,
    CallForm,
    ChipsForm,
    Choice,
    ChoiceForm,
    HandsForm,
    OrderForm,
    PlaceForm,
    SpotsForm,
)
from trainer.drills.scene import CardPiece, Chips, DicePiece, Marker, Note, TilePiece
from trainer.drills.terms import in_terms
from trainer.equipment.chips import Stack
from trainer.equipment.money import Amount, Rounding, parse_amount
from trainer.rulebooks import Citation, GameRules, Option
from trainer.texts import Language, Message, Names, say, text
from trainer.texts.messages import has_message, number

_CHAPTER = re.compile(r"(\d+)\.([IVXLC]+\b.*)")  # 01.IV.1
_NUMBERED = re.compile(r"(?:\d+|[IVXLC]+)(?:\.|\(|$).*")  # 3.6(A), II.1.4


def answer_in_words(form: AnswerForm, solution: str, language: Language) -> str:
    """The solution in the words of its form, where it has any."""
    given = solution.replace("|", " ").split()  # a bar only parts groups of steps
    match form:
        case OrderForm(steps=steps):  # a step may be a sentence, or have a point within
            return " → ".join(_labelled(steps, word, language).rstrip(".") for word in given)
        case ChoiceForm(choices=choices):
            return " · ".join(_labelled(choices, word, language) for word in given)
        case CallForm(parts=parts):  # a word may mean one thing in one part and another in the next
            return " · ".join(_labelled(part, word, language) for part, word in zip(parts, given, strict=False))
    return solution


def _labelled(choices: Iterable[Choice], chosen: str, language: Language) -> str:
    return next((say(choice.label, language) for choice in choices if choice.id == chosen), chosen)


def solution_in_words(form: AnswerForm, solution: str, rules: GameRules | None, language: Language) -> str:
    """An answer in words, whatever its form; figures in the language's notation, spots by the names of the rules."""
    match form:
        case AmountForm():
            return "  ".join(number(parse_amount(figure), language) for figure in solution.split())
        case ChipsForm():
            counts = Stack.parse(solution).counts
            return " ".join(f"{count}x{number(value, language)}" for value, count in counts) or solution
        case SpotsForm():
            return taps_in_words(form, solution, rules, language)
        case PlaceForm():
            placed = [word.partition("=") for word in solution.split()]
            return ", ".join(f"{spot_words(rules, spot, language)} = {count}" for spot, _, count in placed)
        case HandsForm(slots=slots):
            labels = {slot.id: say(slot.label, language) for slot in slots}
            hands = [word.partition("=") for word in solution.split()]
            return "; ".join(f"{labels[hand]}: {pieces.replace(',', ' ')}" for hand, _, pieces in hands)
    return answer_in_words(form, solution, language)


def taps_in_words(form: SpotsForm, solution: str, rules: GameRules | None, language: Language) -> str:
    """What is tapped by the names of the rules; where nothing but numbers can be, those: they are no bets then."""
    kinds = {spot.partition(":")[0] for spot in form.spots}
    if kinds == {"straight-up"}:
        return ", ".join(spot.partition(":")[2] for spot in solution.split())
    return ", ".join(spot_words(rules, spot, language) for spot in solution.split())


def are_numbers(choices: tuple[Choice, ...]) -> bool:
    """Whether what is chosen is itself a number (a seat, a total): then no other numbers are put before it."""
    return any(choice.id.isdigit() for choice in choices)


def citation_words(cite: Citation, language: Language) -> str:
    """A citation as a person cites: «Art. 8», «Cap. 01, IV.1», «Sec. 3.6(A)»; never by the line of a file."""
    if cite.and_house:
        said = citation_words(Citation(cite.article, cite.lines), language)
        return text("table.partly-house", language, said=said)
    if cite.is_house_standard:
        return text("table.house-standard", language)
    parts = cite.article.split(", ")
    if len(parts) > 1 and any(map(_CHAPTER.fullmatch, parts)):
        return "; ".join(citation_words(Citation(part), language) for part in parts)
    if chapter := _CHAPTER.fullmatch(cite.article):
        return text("desk.verdict.chapter", language, chapter=chapter[1], section=chapter[2])
    if _NUMBERED.fullmatch(cite.article):
        return text("desk.verdict.section", language, section=cite.article)
    return cite.article


def option_value(option: Option, chosen: str) -> Message | Names | Amount:
    """What was chosen for a house option, to be said: a choice by its name, a rounding in words, an amount."""
    if chosen in option.choices:
        return option.choices[chosen]
    if option.kind == "rounding":
        rounding = Rounding.parse(chosen)
        return Message(f"table.chosen-rounding.{rounding.way}", {"unit": rounding.unit})
    return parse_amount(chosen)


def rounding_words(rounding: Rounding) -> Message:
    """How a commission is rounded, for the questions whose answer hangs on it."""
    return Message(f"table.rounding.{rounding.way}", {"unit": rounding.unit})


_OF_SOMEBODY = {  # places that have no number
    "position:dealer": Message("spots.position-of-dealer"),
    "position:dead-hand": Message("spots.position-of-dead-hand"),
}


def spot_words(rules: GameRules | None, spot: str, language: Language) -> str:
    """A place on the felt by the regulation's own names: ``split:14-17`` is *Caballo 14-17*."""
    place, _, owner = spot.partition("@")
    if place in _OF_SOMEBODY:
        return say(_OF_SOMEBODY[place], language)
    kind, _, on = place.partition(":")
    on, _, nth = on.partition(":")
    seat, _, part = on.partition("/")
    of_seat = part and not part.isdigit()
    words = f"{_kind_words(rules, kind, language)} {_on_words(rules, kind, seat if of_seat else on, language)}".strip()
    if of_seat:
        words = f"{words} ({_word(f'spots.word.{part}', part, language)})"
    if nth:
        words = say(Message("spots.of-several", {"spot": words, "number": nth}), language)
    if not owner:
        return words
    if owner.isdigit():
        return say(Message("spots.of-player", {"spot": words, "player": owner}), language)
    return f"{words} ({_word(f'spots.word.{owner}', owner, language, rules)})"


def _kind_words(rules: GameRules | None, kind: str, language: Language) -> str:
    """What kind of place it is: a bet by its name, also on one of two sides (``dragon-bonus-banker``), or a word."""
    bets = rules.bets if rules is not None else {}
    if kind in bets:
        return say(bets[kind].names, language)
    bet, _, side = kind.rpartition("-")
    if bet in bets:
        return f"{say(bets[bet].names, language)} ({_word(f'spots.word.{side}', side, language)})"
    return _word(f"spots.kind.{kind}", kind, language, rules)


def _on_words(rules: GameRules | None, kind: str, on: str, language: Language) -> str:
    """Which of its kind a place is: a bet, an outcome of its bet, a colour, a word or a number."""
    bets = rules.bets if rules is not None else {}
    if on in bets:
        return say(bets[on].names, language)
    if kind in bets and on in bets[kind].outcomes:
        return say(bets[kind].outcomes[on], language)
    if has_message(f"table.colour.{on}"):
        return say(Message(f"table.colour.{on}"), language)
    return _word(f"spots.word.{on}", on, language, rules)


def _word(message_id: str, otherwise: str, language: Language, rules: GameRules | None = None) -> str:
    return say(in_terms(Message(message_id), rules), language) if has_message(message_id) else otherwise


def piece_in_words(
    piece: Chips | CardPiece | TilePiece | DicePiece | Marker | Note,
    language: Language,
    rules: GameRules | None = None,
) -> str:
    """What lies on a spot."""
    spot = spot_words(rules, piece.spot, language)
    return say(Message("spots.with", {"spot": spot, "what": _lying(piece, language)}), language)


def _lying(piece: Chips | CardPiece | TilePiece | DicePiece | Marker | Note, language: Language) -> str:
    match piece:
        case Chips(counts=counts):
            return ", ".join(f"{count} × {_chip(kind, language)}" for kind, count in counts.items())
        case CardPiece(card=card):
            return card if piece.face_up and card else "?"
        case TilePiece(tile=tile):
            return tile if piece.face_up else "?"
        case DicePiece(roll=roll, state=state):
            return f"{roll} ({say(Message(f'speech.dice-state.{state}'), language)})" if state else roll
        case Marker(kind=kind, label=label):
            words = _word(f"spots.marker.{kind}", kind, language)
            return f"{words} {_word(f'spots.word.{label}', label, language)}" if label else words
        case Note(says=says):
            return say(says, language)


def _chip(kind: str, language: Language) -> str:
    """A chip by its value, written the language's way, or by its colour."""
    return say(parse_amount(kind), language) if kind[0].isdigit() else _word(f"table.colour.{kind}", kind, language)
