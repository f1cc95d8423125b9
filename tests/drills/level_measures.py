"""Measures of the questions of a level: can they be guessed, can their money lie on a table, do levels differ.

The suite measures a few seeds of every table, `benchmarks/test_fairness.py` three hundred of every variant.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

import msgspec

from tests.drills.question_cache import made
from trainer.drills import families
from trainer.drills.core import Draft, Family, Question
from trainer.drills.fairness import unplayable
from trainer.drills.forms import AmountForm, CallForm, ChoiceForm, OrderForm
from trainer.drills.scene import CardPiece, Chips
from trainer.equipment.money import parse_amount
from trainer.rulebooks import GameRules
from trainer.texts import Language, Message, say

SEEDS = 6  # of a level that the suite measures
MORE_SEEDS = 12  # if all of these have the same answer
MOST = 0.70  # largest share of the seeds of a level with the same answer
_ALIKE = 0.20  # levels that differ by less count as equal
_TEMPO = {Language.ES: "ritmo", Language.EN: "speed"}  # word in the name of a level that is only faster


def rungs(rules: GameRules) -> Iterator[tuple[Family, int]]:
    """Every level of every family that fits the rules."""
    for family in families(rules.game):
        if family.fits(rules):
            yield from ((family, level) for level in range(1, len(family.levels) + 1))


def questions(rules: GameRules, family: Family, level: int, seeds: int) -> list[Question]:
    """The questions of the first seeds; of a family of facts, facts from first to last."""
    facts = family.facts(rules, level) if family.facts is not None else seeds
    most = min(seeds, facts)
    return [made(rules, family, level, place * facts // most) for place in range(most)]


def one_sided(asked: list[Question], most: float) -> str:
    """A sentence if one answer is too frequent at a level without a stated reason; else empty."""
    level = asked[0].family.levels[asked[0].item.level - 1]
    answer, times = Counter(question.draft.solution for question in asked).most_common(1)[0]
    if times <= most * len(asked) or len(asked) < 3 or level.one_sided:
        return ""
    return f"{asked[0].item}: {answer!r} is the answer to {times} of {len(asked)}"


def same_place(asked: list[Question], most: float) -> str:
    """A sentence if the right choice stands too often at the same place among four or more; else empty."""
    places = Counter(
        [choice.id for choice in form.choices].index(question.draft.solution.split()[0])
        for question in asked
        if isinstance(form := question.draft.form, ChoiceForm) and len(form.choices) > 3 and not form.several
    )
    if places.total() < 20 or places.most_common(1)[0][1] <= most * places.total():
        return ""
    place, times = places.most_common(1)[0]
    return f"{asked[0].item}: choice {place + 1} is right {times} of {places.total()} times"


def unreal(asked: list[Question]) -> Iterator[str]:
    """Sentences for the questions whose money cannot lie on a table."""
    for question in asked:
        assert question.rules is not None
        if why := unplayable(question.draft, question.rules):
            yield f"{question.item}: {why}"


class Measure(msgspec.Struct, frozen=True):
    """Properties of the questions of a level with their frequencies, and mean values."""

    kinds: dict[str, Counter[str]]
    means: dict[str, float]


def measured(asked: list[Question]) -> Measure:
    kinds: dict[str, Counter[str]] = {}
    sums: Counter[str] = Counter()
    for question in asked:
        draft = question.draft
        for name, value in _kinds(draft):
            kinds.setdefault(name, Counter())[value] += 1
        for name, figure in _figures(draft):
            sums[name] += figure  # type: ignore[assignment]
    return Measure(kinds, {name: total / len(asked) for name, total in sums.items()})


def _kinds(draft: Draft) -> Iterator[tuple[str, str]]:
    yield "prompt", draft.prompt.id
    yield "asked", str(sorted(str(value) for value in draft.prompt.params.values() if isinstance(value, Message | str)))
    yield "listed", str([len(value) for value in draft.prompt.params.values() if isinstance(value, list)])
    yield "form", type(draft.form).__name__
    match draft.form:
        case ChoiceForm(choices=choices) | OrderForm(steps=choices):
            yield "choices", str(len(choices))
            yield "answer", draft.solution if isinstance(draft.form, ChoiceForm) else ""
        case CallForm():
            yield "answer", draft.solution
        case AmountForm(labels=labels):
            yield "labels", str(len(labels))
    yield "pieces", str(sorted({type(piece).__name__ for piece in draft.scene.pieces}))
    hands: dict[str, list[str]] = {}
    for piece in draft.scene.pieces:
        if isinstance(piece, CardPiece):
            hands.setdefault(piece.spot, []).append(piece.card[:1])
    shapes = {spot: str(sorted(ranks.count(rank) for rank in set(ranks))) for spot, ranks in hands.items()}
    for spot, shape in shapes.items():
        yield "hands", f"{spot} {shape}"
    yield "hands alike", str(len(shapes) - len(set(shapes.values())))
    yield "aces alone", str(sum(ranks == ["A"] for ranks in hands.values()))  # the dealer's up card
    for reason in draft.reasons:
        told = [value.id if isinstance(value, Message) else value for value in reason.params.values()]
        said = [value for value in told if isinstance(value, str)]  # for example the name of a hand
        yield "reasons", f"{reason.rule} {said} {reason.cite}"


def _figures(draft: Draft) -> Iterator[tuple[str, float]]:
    piles = [piece for piece in draft.scene.pieces if isinstance(piece, Chips)]
    yield "pieces", len(draft.scene.pieces)
    yield "hands", len({piece.spot for piece in draft.scene.pieces if isinstance(piece, CardPiece)})
    yield "chips", sum(sum(pile.counts.values()) for pile in piles)
    yield "denominations", sum(len(pile.counts) for pile in piles)
    yield "reasons", len(draft.reasons)
    yield "words", len(draft.solution.split())
    if isinstance(draft.form, AmountForm):
        amounts = [abs(parse_amount(word)) for word in draft.solution.split()]
        yield "size", sum(math.log2(1 + float(amount)) for amount in amounts)


def same_as_below(asked: list[Question], below: list[Question]) -> str:
    """A sentence if a level equals the one below, unless it is faster and its name says so; else empty."""
    here, there = measured(asked), measured(below)
    for name in here.kinds.keys() | there.kinds.keys():
        one, other = here.kinds.get(name, Counter()), there.kinds.get(name, Counter())
        shares = [abs(one[key] / max(1, one.total()) - other[key] / max(1, other.total())) for key in one | other]
        if sum(shares) / 2 >= _ALIKE:
            return ""
    for name, mean in here.means.items():
        if abs(mean - there.means[name]) > _ALIKE / 2 * max(mean, there.means[name]):
            return ""
    family, level = asked[0].family, asked[0].item.level
    faster = asked[0].target_seconds < below[0].target_seconds
    if faster and all(word in say(family.level_name(level), language) for language, word in _TEMPO.items()):
        return ""
    return f"{asked[0].item}: differs in nothing from the level below"
