"""Graded hints: first where to look, then which rule decides, then the method; only then the reasons of the answer."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from trainer.drills.core import Draft, Question
from trainer.drills.forms import AmountForm, ChipsForm, OrderForm, SpotsForm
from trainer.drills.scene import AnyPiece, DicePiece, Marker
from trainer.drills.terms import in_terms
from trainer.drills.wording import citation_words
from trainer.rulebooks import Citation
from trainer.rulebooks.schema import HOUSE_STANDARD
from trainer.texts import Language, Message, say, text

_BETWEEN = " · "
_MOST_SPOTS = 6  # a hint that names more spots does not help
_MOST_ARTICLES = 4  # likewise; each reason cites its article anyway
_AND = re.compile(r", (?!\()")  # splits articles, but not the letters of one article: ``13.9(B), (H)``
_DEALER = "dealer"  # spot of the dealer's cards
_BESIDE_THE_ROUND = ("bead", "road", "rack")  # spots that the answer never depends on: the score of a shoe, the sign
_RULINGS = ("table.reason.irregularity", "in-game")  # reasons that are rulings on an irregularity


class Hint(msgspec.Struct, frozen=True):
    """A hint in words, and the spots of the felt it refers to."""

    says: str
    spots: tuple[str, ...] = ()


def first_hints(question: Question, language: Language, spot_name: Callable[[str], str]) -> list[Hint]:
    """The hints before the first reason of the answer, in the terms of the question's regulation."""
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
    """The spots on which the answer depends; empty if the answer does not depend on the felt.

    What glows after the answer is used only if a figure is asked for: if a spot, a seat or a winner is asked for, it
    would be the answer itself.
    """
    draft, scene = question.draft, question.draft.scene
    if question.family.asked_in_words or isinstance(draft.form, OrderForm):
        return ()
    if isinstance(draft.form, SpotsForm) and draft.form.asks_for_numbers:
        return ()  # the felt only takes the answer
    lying = _spots(draft, lambda piece: piece.spot.partition(":")[0] not in _BESIDE_THE_ROUND)
    after = draft.after.glow if draft.after and draft.after.felt == scene.felt else ()
    if any(reason.rule in _RULINGS for reason in draft.reasons):
        lying = scene.glow or _spots(draft, lambda piece: isinstance(piece, DicePiece))
    elif isinstance(draft.form, AmountForm | ChipsForm) and set(after) & set(lying) and len(after) <= _MOST_SPOTS:
        return after
    elif len(lying) > _MOST_SPOTS:  # the result decides all the other bets
        lying = _spots(draft, lambda piece: isinstance(piece, Marker | DicePiece) or piece.spot == _DEALER)
    answered = {word.partition("=")[0] for word in draft.solution.split()}
    return lying if len(lying) <= _MOST_SPOTS and set(lying) != answered else ()


def _spots(draft: Draft, wanted: Callable[[AnyPiece], bool]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(piece.spot for piece in draft.scene.pieces if wanted(piece)))


def _decided(draft: Draft, rule: Message, language: Language) -> str:
    """The rule, with the articles that the reasons cite, each once."""
    cited = [reason.cite for reason in draft.reasons if reason.cite]
    articles = dict.fromkeys(part for cite in cited if not cite.is_house_standard for part in _AND.split(cite.article))
    named = [Citation(", ".join(articles))] if articles else []
    named += [Citation(HOUSE_STANDARD)] * any(cite.is_house_standard or cite.and_house for cite in cited)
    if not named or len(articles) > _MOST_ARTICLES:
        return text("hints.decided", language, rule=rule)
    words = "; ".join(citation_words(cite, language) for cite in named)
    return text("hints.decided-by", language, rule=rule, articles=words)
