"""Questions in a regulation's own terms of art: Arica says *línea* where others say *seisena*.

Texts refer to a term by its sign (``{@six-line}``, see `trainer.texts.grammar`). If the rulebook has its own word for
the term, the word is added to the message's parameters here.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message, Names
from trainer.texts.grammar import TERM, terms_in
from trainer.texts.messages import messages, template_of


def in_terms(said: Any, rules: GameRules | None, area: str = "") -> Any:
    """A value with the regulation's terms filled into its messages; ``area`` is the text area of its reasons."""
    own = rules.info.terms if rules is not None else {}
    return _filled(said, own, area) if own else said


def in_terms_of(said: Any, rules: GameRules, area: str) -> Any:
    """The same for a text of another regulation; terms without a word of their own get the usual word."""
    return _filled(said, {**messages("terms"), **rules.info.terms}, area)


def mistake_message(mistake: str, rules: GameRules | None) -> Message:
    """A named mistake in the terms of the rules under which it was made."""
    message: Message = in_terms(Message(mistake), rules)
    return message


def _filled(said: Any, own: dict[str, Names], area: str) -> Any:
    match said:
        case str() | Names() | int():  # most values are of these types
            return said
        case Message(id=message_id, params=params):
            return Message(message_id, _params(message_id, params, own, area))
        case Reason(rule=rule, params=params, cite=cite):
            message_id = rule if "." in rule else f"{area}.reason.{rule}"
            return Reason(rule, _params(message_id, params, own, area), cite)
        case tuple():
            return tuple(_filled(part, own, area) for part in said)
        case list():
            return [_filled(part, own, area) for part in said]
        case msgspec.Struct():
            return msgspec.structs.replace(
                said, **{name: _filled(getattr(said, name), own, area) for name in said.__struct_fields__}
            )
    return said


def _params(message_id: str, params: dict[str, Any], own: dict[str, Names], area: str) -> dict[str, Any]:
    terms = {f"{TERM}{term}": own[term] for term in _terms_of(message_id) if term in own}
    return {**terms, **{key: _filled(value, own, area) for key, value in params.items()}}


@cache
def terms_of_area(area: str) -> frozenset[str]:
    """The terms of art that occur in the messages of an area."""
    return frozenset().union(*(terms_in(names.es) | terms_in(names.en) for names in messages(area).values()))


@cache
def _terms_of(message_id: str) -> frozenset[str]:
    try:
        names = template_of(message_id)
    except KeyError:
        return frozenset()
    return terms_in(names.es) | terms_in(names.en)
