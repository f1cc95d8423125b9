"""All texts of a question, and the checks of their wording."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from trainer.drills import families
from trainer.drills.core import Question
from trainer.drills.forms import AmountForm, CallForm, ChoiceForm, HandsForm, OrderForm, SpotsForm
from trainer.drills.mental_arithmetic import workings
from trainer.drills.scene import Note
from trainer.drills.terms import mistake_message
from trainer.drills.wording import citation_words, piece_in_words, spot_words
from trainer.rulebooks import GameRules
from trainer.texts import Language, Names, say
from trainer.texts.grammar import parsed, terms_in
from trainer.texts.messages import areas, messages

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")

# Common words of the other language. Words that occur in the regulation itself are allowed.
_FOREIGN = {
    Language.ES: frozenset(
        "the with of and to from is are wins loses pays paid stake stakes bets player players bank house standard"
        " down up rounded exact draw stand nearest table dealer seat".split()
    ),
    Language.EN: frozenset(
        "el los las una del con para por gana pierde paga cobra apuesta apuestas banca jugador jugadores mesa ficha"
        " fichas carta cartas puesto casa máximo mínimo se su".split()
    ),
}
_NOTATION = re.compile(r"(?<!\w)[2-9TJQKA][SHDC](?!\w)")
_STOPS = re.compile(r"[?!][.:]|[.,;]:|:[.,;]|\.[,;]|[,;]\.")
_BOTH = {"chung"}  # words that are equal to their ids
_EMPTY = re.compile(r":\s*[.;,]|,\s*[.,;:]|\(\s*\)|«\s*»|“\s*”|\s[.,;:](?:\s|$)|(?:^|[^.])\.\.(?:[^.]|$)")


def lines(question: Question, language: Language) -> Iterator[tuple[str, str]]:
    """Every text of a question, with its kind."""
    draft, family, rules = question.draft, question.family, question.rules
    yield "prompt", say(draft.prompt, language)
    for label in _labels(question):
        yield "label", say(label, language)
    for piece in draft.scene.pieces:
        if isinstance(piece, Note):
            yield "note", say(piece.says, language)
        yield "piece", piece_in_words(piece, language, rules)
    if not isinstance(draft.form, HandsForm | AmountForm):  # these are printed in other ways
        yield "answer", draft.form.words(draft.solution, language, rules)
    yield from (("working", line) for line in workings(question, language))
    for words, citation in family.explain_all(draft.reasons, language):
        yield "reason", words
        if citation is not None:
            yield "citation", citation_words(citation, language)
    for mistake, _ in draft.mistakes:
        yield "mistake", say(mistake_message(f"{family.area}.mistake.{mistake}", rules), language)


def told_by_ids(question: Question) -> Iterator[str]:
    """Spanish words for spots and pieces that contain an id instead of a name."""
    assert question.rules is not None
    form = question.draft.form
    for spot in form.spots if isinstance(form, SpotsForm) else ():
        words, on = spot_words(question.rules, spot, Language.ES), spot.partition("@")[0].partition(":")[2]
        if "-" in on and on.replace("-", "").isalpha() and on in words:
            yield words
    for piece in question.draft.scene.pieces:
        words = piece_in_words(piece, Language.ES, question.rules)
        place = piece.spot.partition("@")[0]
        ids = {place.partition(":")[0], place.partition("/")[2], getattr(piece, "kind", "")} - {*question.rules.bets}
        ids = {name for name in ids if len(name) > 1 and name in words and name not in _BOTH}
        if any(re.search(rf"(?<![\w-]){name}(?![\w-])", words) for name in ids):
            yield words


def _labels(question: Question) -> Iterator[Any]:
    match question.draft.form:
        case ChoiceForm(choices=choices) | OrderForm(steps=choices):
            yield from (choice.label for choice in choices)
        case CallForm(parts=parts, labels=labels):
            yield from labels
            yield from (choice.label for part in parts for choice in part)
        case AmountForm(labels=labels):
            yield from labels
        case HandsForm(slots=slots):
            yield from (slot.label for slot in slots)


def faults(kind: str, words: str, language: Language, own: Own) -> Iterator[str]:
    """Problems of a text under the rules of a regulation."""
    if "{" in words or "}" in words or "@" in words:
        yield "a placeholder is left"
    if "|" in words:
        yield "an answer as the program writes it"
    if _STOPS.search(words):
        yield "two stops"
    if "  " in words:
        yield "two spaces"
    if _EMPTY.search(words):
        yield "an empty list"
    if kind != "piece" and _NOTATION.search(words):
        yield "a card in the program's own notation"
    found = re.search(r"(?<![\d.,/:×·-])\b1 ([^\W\d_]+)", words)
    if found and found[1] in _plurals(language):
        yield f"one of several: {found[0]!r}"
    if kind == "citation":
        if language is Language.ES and words == "house standard":
            yield "an English citation"
        return
    foreign = {word.casefold() for word in _WORD.findall(words)} & _FOREIGN[language] - own.words[language]
    if foreign:
        yield f"words of the other language: {', '.join(sorted(foreign))}"
    for usual in own.not_said.get(language, ()):
        if re.search(rf"\b{re.escape(usual)}\b", words, re.IGNORECASE):
            yield f"a term of another regulation: {usual}"


@cache
def _plurals(language: Language) -> frozenset[str]:
    """Plural words of the message templates."""
    found = set()
    for area in areas():
        for names in messages(area).values():
            for _, _, spec in parsed(names.in_language(language)):
                if "|" in spec:
                    found.update(spec.split("|")[-1].split()[:1])
    return frozenset(found - {"are", "were", "do", "make", "son", "se", "have"})


class Own(msgspec.Struct, frozen=True):
    """The words of a regulation, and the usual terms that it replaces by its own."""

    words: dict[Language, frozenset[str]]
    not_said: dict[Language, tuple[str, ...]]


def own_of(rules: GameRules) -> Own:
    texts: dict[Language, list[str]] = {language: [] for language in Language}
    _collect(rules, texts)
    words = {
        language: frozenset(word.casefold() for text in found for word in _WORD.findall(text))
        for language, found in texts.items()
    }
    usual = messages("terms")
    named = {
        term
        for area in {family.area for family in families(rules.game)}
        for names in messages(area).values()
        for term in terms_in(names.es) | terms_in(names.en)
    }
    others = {
        language: tuple(
            usual[term].in_language(language)
            for term, own in rules.info.terms.items()
            if term in named
            and own.in_language(language) != usual[term].in_language(language)
            and not any(usual[term].in_language(language) in text.casefold() for text in texts[language])
        )
        for language in Language
    }
    return Own(words, others)


def _collect(value: Any, texts: dict[Language, list[str]]) -> None:
    """Collect every text of the rules in both languages."""
    if isinstance(value, Names):
        for language in Language:
            texts[language].append(value.in_language(language))
    elif isinstance(value, dict):
        if set(value) == {"es", "en"}:
            for language in Language:
                texts[language].append(str(value[language.value]))
        for part in value.values():
            _collect(part, texts)
    elif isinstance(value, list | tuple):
        for part in value:
            _collect(part, texts)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            if name != "terms":
                _collect(getattr(value, name), texts)
