"""Scenes and answers in plain words, for paper, terminals and cards."""

from __future__ import annotations

from trainer.drills.forms import AnswerForm, CallForm, ChoiceForm, OrderForm
from trainer.drills.scene import CardPiece, Chips, DicePiece, Marker, Note, TilePiece
from trainer.texts import Language, say


def answer_in_words(form: AnswerForm, solution: str, language: Language) -> str:
    """The solution in the words of its form, where it has any."""
    match form:
        case ChoiceForm(choices=choices) | OrderForm(steps=choices):
            words = {choice.id: say(choice.label, language) for choice in choices}
        case CallForm(parts=parts):
            words = {choice.id: say(choice.label, language) for part in parts for choice in part}
        case _:
            words = {}
    return " · ".join(words.get(word, word) for word in solution.split()) if words else solution


def piece_in_words(piece: Chips | CardPiece | TilePiece | DicePiece | Marker | Note, language: Language) -> str:
    """What lies on a spot."""
    match piece:
        case Chips(counts=counts):
            return f"{piece.spot}: " + ", ".join(f"{count} × {kind}" for kind, count in counts.items())
        case CardPiece(card=card):
            return f"{piece.spot}: {card if piece.face_up and card else '?'}"
        case TilePiece(tile=tile):
            return f"{piece.spot}: {tile if piece.face_up else '?'}"
        case DicePiece(roll=roll):
            return f"{piece.spot}: {roll}"
        case Marker(kind=kind, label=label):
            return f"{piece.spot}: {label or kind}"
        case Note(says=says):
            return f"{piece.spot}: {say(says, language)}"
