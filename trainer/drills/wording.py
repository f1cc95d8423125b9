"""Words for spots, pieces, citations and options: for paper, terminals and flash cards."""

from __future__ import annotations

import re

from trainer.drills.scene import AnyPiece, CardPiece, Chips, DicePiece, Marker, Note, TilePiece
from trainer.drills.terms import in_terms
from trainer.equipment.money import Amount, Rounding, parse_amount
from trainer.rulebooks import Citation, GameRules, Option
from trainer.texts import Language, Message, Names, say, text
from trainer.texts.messages import has_message

_CHAPTER = re.compile(r"(\d+)\.([IVXLC]+\b.*)")  # 01.IV.1
_NUMBERED = re.compile(r"(?:\d+|[IVXLC]+)(?:\.|\(|$).*")  # 3.6(A), II.1.4


def citation_words(cite: Citation, language: Language) -> str:
    """A citation as people write it: «Art. 8», «Cap. 01, IV.1», «Sec. 3.6(A)»; never with line numbers."""
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
    """The value of a house option as words: a choice by its name, a rounding in words, or an amount."""
    if chosen in option.choices:
        return option.choices[chosen]
    if option.kind == "rounding":
        rounding = Rounding.parse(chosen)
        return Message(f"table.chosen-rounding.{rounding.way}", {"unit": rounding.unit})
    return parse_amount(chosen)


def rounding_words(rounding: Rounding) -> Message:
    """How a commission is rounded, for questions whose answer depends on it."""
    return Message(f"table.rounding.{rounding.way}", {"unit": rounding.unit})


_OF_SOMEBODY = {  # places without a number
    "position:dealer": Message("spots.position-of-dealer"),
    "position:dead-hand": Message("spots.position-of-dead-hand"),
}


def spot_words(rules: GameRules | None, spot: str, language: Language) -> str:
    """A spot in the regulation's own names: ``split:14-17`` is *Caballo 14-17*."""
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
    """The kind of a spot: the name of a bet, perhaps with one of two sides (``dragon-bonus-banker``), or a word."""
    bets = rules.bets if rules is not None else {}
    if kind in bets:
        return say(bets[kind].names, language)
    bet, _, side = kind.rpartition("-")
    if bet in bets:
        return f"{say(bets[bet].names, language)} ({_word(f'spots.word.{side}', side, language)})"
    return _word(f"spots.kind.{kind}", kind, language, rules)


def _on_words(rules: GameRules | None, kind: str, on: str, language: Language) -> str:
    """Which spot of its kind it is: a bet, an outcome of its bet, a colour, a word or a number."""
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
    piece: AnyPiece,
    language: Language,
    rules: GameRules | None = None,
) -> str:
    """A piece on a spot, in words."""
    spot = spot_words(rules, piece.spot, language)
    return say(Message("spots.with", {"spot": spot, "what": _lying(piece, language)}), language)


def _lying(piece: AnyPiece, language: Language) -> str:
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
    """A chip by its value, in the language's notation, or by its colour."""
    return say(parse_amount(kind), language) if kind[0].isdigit() else _word(f"table.colour.{kind}", kind, language)
