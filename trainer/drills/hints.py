"""Hints, graded: where to look, which rule decides, how one goes about it; then the reasons come to the figure."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from trainer.drills.core import Draft, Question
from trainer.drills.forms import AmountForm, ChipsForm, OrderForm
from trainer.drills.scene import DicePiece, Marker, Piece
from trainer.drills.terms import in_terms
from trainer.drills.wording import citation_words
from trainer.rulebooks import Citation
from trainer.rulebooks.schema import HOUSE_STANDARD
from trainer.texts import Language, Message, say, text

_BETWEEN = " · "
_MOST_SPOTS = 6  # that are worth naming; of more one is none the wiser
_MOST_ARTICLES = 4  # likewise; each stands beside its reason too
_AND = re.compile(r", (?!\()")  # between articles, not between the letters of one: ``13.9(B), (H)``
_DEALER = "dealer"  # the spot of the dealer's cards
_BESIDE_THE_ROUND = ("bead", "road", "rack")  # the score of a shoe, the sign whose limits the question tells
_RULINGS = ("table.reason.irregularity", "in-game")  # reasons that tell what is done after an accident


class Hint(msgspec.Struct, frozen=True):
    """A hint in words, and the spots of the felt that it is about."""

    says: str
    spots: tuple[str, ...] = ()


def first_hints(question: Question, language: Language, spot_name: Callable[[str], str]) -> list[Hint]:
    """All that is said before the first reason of the answer, in the terms of the regulation it is asked under."""
    drill = f"{question.family.area}.{question.family.id}"
    rule, method = (in_terms(Message(f"hints.{step}.{drill}"), question.rules) for step in ("rule", "method"))
    found = []
    if spots := spots_to_look_at(question):
        names = _BETWEEN.join(dict.fromkeys(map(spot_name, spots)))
        found.append(Hint(text("hints.where", language, spots=names), spots))
    found.append(Hint(_decided(question.draft, rule, language)))
    found.append(Hint(say(method, language)))
    return found


def spots_to_look_at(question: Question) -> tuple[str, ...]:
    """What the answer rests on, if that lies on the felt: an order or a rule asked in words does not, an accident may.

    What glows after the answer is shown only where a figure is asked for: where a spot, a seat or a winner is, it would
    be the answer itself.
    """
    draft, scene = question.draft, question.draft.scene
    if question.family.asked_in_words or isinstance(draft.form, OrderForm):
        return ()
    lying = _spots(draft, lambda piece: piece.spot.partition(":")[0] not in _BESIDE_THE_ROUND)
    after = draft.after.glow if draft.after and draft.after.felt == scene.felt else ()
    if any(reason.rule in _RULINGS for reason in draft.reasons):
        lying = scene.glow or _spots(draft, lambda piece: isinstance(piece, DicePiece))
    elif isinstance(draft.form, AmountForm | ChipsForm) and set(after) & set(lying) and len(after) <= _MOST_SPOTS:
        return after
    elif len(lying) > _MOST_SPOTS:  # what came decides for all the others
        lying = _spots(draft, lambda piece: isinstance(piece, Marker | DicePiece) or piece.spot == _DEALER)
    answered = {word.partition("=")[0] for word in draft.solution.split()}
    return lying if len(lying) <= _MOST_SPOTS and set(lying) != answered else ()


def _spots(draft: Draft, wanted: Callable[[Piece], bool]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(piece.spot for piece in draft.scene.pieces if wanted(piece)))


def _decided(draft: Draft, rule: Message, language: Language) -> str:
    """The rule, with the articles that the reasons cite, each named once."""
    cited = [reason.cite for reason in draft.reasons if reason.cite]
    articles = dict.fromkeys(part for cite in cited if not cite.is_house_standard for part in _AND.split(cite.article))
    named = [Citation(", ".join(articles))] if articles else []
    named += [Citation(HOUSE_STANDARD)] * any(cite.is_house_standard or cite.and_house for cite in cited)
    if not named or len(articles) > _MOST_ARTICLES:
        return text("hints.decided", language, rule=rule)
    words = "; ".join(citation_words(cite, language) for cite in named)
    return text("hints.decided-by", language, rule=rule, articles=words)
