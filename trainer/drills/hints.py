"""Hints, graded: where to look, which rule decides, how one goes about it; then the reasons come to the figure."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from trainer.drills.core import Draft, Question
from trainer.drills.forms import AmountForm, ChipsForm
from trainer.drills.scene import DicePiece, Marker
from trainer.drills.wording import as_people_cite
from trainer.texts import Language, text

_BETWEEN = " · "
_MOST_SPOTS = 6  # that are worth naming; of more one is none the wiser
_DEALER = "dealer"  # the spot of the dealer's cards


class Hint(msgspec.Struct, frozen=True):
    """A hint in words, and the spots of the felt that it is about."""

    says: str
    spots: tuple[str, ...] = ()


def first_hints(question: Question, language: Language, spot_name: Callable[[str], str]) -> list[Hint]:
    """All that is said before the first reason of the answer."""
    draft, drill = question.draft, f"{question.family.area}.{question.family.id}"
    found = []
    if spots := spots_to_look_at(draft):
        names = _BETWEEN.join(dict.fromkeys(map(spot_name, spots)))
        found.append(Hint(text("hints.where", language, spots=names), spots))
    found.append(Hint(_decided(draft, text(f"hints.rule.{drill}", language), language)))
    found.append(Hint(text(f"hints.method.{drill}", language)))
    return found


def spots_to_look_at(draft: Draft) -> tuple[str, ...]:
    """What the answer rests on. What glows after it is shown only where a figure is asked for: where a spot, a seat or
    a winner is, it would be the answer itself."""
    asks_a_figure = isinstance(draft.form, AmountForm | ChipsForm)
    if asks_a_figure and draft.after and draft.after.felt == draft.scene.felt and draft.after.glow:
        return draft.after.glow
    pieces = draft.scene.pieces
    lying = tuple(dict.fromkeys(piece.spot for piece in pieces))
    if len(lying) > _MOST_SPOTS:  # what came decides for all the others
        came = (piece.spot for piece in pieces if isinstance(piece, Marker | DicePiece) or piece.spot == _DEALER)
        lying = tuple(dict.fromkeys(came))
    answered = {word.partition("=")[0] for word in draft.solution.split()}
    return lying if len(lying) <= _MOST_SPOTS and set(lying) != answered else ()


def _decided(draft: Draft, rule: str, language: Language) -> str:
    cited = [as_people_cite(reason.cite, language).split("; ") for reason in draft.reasons if reason.cite]
    if not cited:
        return text("hints.decided", language, rule=rule)
    articles = "; ".join(dict.fromkeys(article for articles in cited for article in articles))
    return text("hints.decided-by", language, rule=rule, articles=articles)
