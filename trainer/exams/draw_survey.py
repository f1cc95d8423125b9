"""Draw many papers of a scheme and look at what they have in common: how often one question comes up, and how many
pieces are on the felts.

`measure` computes how often a draw plans to ask a question; a survey counts how often it does. Generated questions come
from a stock of some seeds a rung, because making them takes nine tenths of the time of a draw. A small stock makes
repeated questions more likely, never less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import ceil, sqrt

import msgspec

from trainer.drills.core import Question
from trainer.exams.paper_assembly import ADMITTED, Drawn, asked_of_rungs, draw_questions, slots_of
from trainer.exams.pool import PoolRung, offers_of
from trainer.exams.question_groups import by_rung, made_question
from trainer.exams.same_question import Gist
from trainer.exams.scheme import Scheme
from trainer.runs.offers import Offers
from trainer.texts import Message

MOST_UNEVEN = 1.15  # weight of the heaviest paper as a multiple of the lightest
_STOCK = 40  # least number of questions in the stock of a generated rung
_STOCK_SHARE = 10  # questions in stock for each that a paper asks of a rung
_COUNTED = 1000  # seeds below are those of `question_groups`, which stand for one question each
_DEVIATIONS = 3.5  # of sixty questions that are asked as often as possible, one in seventy exceeds this by chance


class Survey(msgspec.Struct, frozen=True):
    """Figures of some papers of a scheme."""

    papers: int
    exposure: float  # share of the papers that ask the most frequent question
    rung: str  # where that comes from
    prompt: Message  # and what it asks
    lightest: int  # weight of the lightest paper, see `Drawn.weight`
    heaviest: int

    @property
    def by_chance(self) -> float:
        """Share of this many papers that a question may be in by chance, if the lottery of the draw is fair."""
        return min(1.0, ADMITTED + _DEVIATIONS * sqrt(ADMITTED * (1 - ADMITTED) / self.papers))

    @property
    def uneven(self) -> float:
        """Weight of the heaviest paper as a multiple of the lightest."""
        return self.heaviest / self.lightest if self.lightest else 1.0

    @property
    def is_fair(self) -> bool:
        """Whether chance explains how often the most frequent question came up."""
        return self.exposure <= self.by_chance


def sample_papers(scheme: Scheme, offers: Offers, count: int) -> Iterator[list[Drawn]]:
    """Questions of some papers; raises `RulebookError` or `RefusedError` if no paper can be drawn."""
    slots = slots_of(scheme, offers_of(scheme, offers), {})
    asked = asked_of_rungs(slots)

    def from_stock(rung: PoolRung, seed: int) -> tuple[Question, Gist]:
        if rung.facts or rung.family.series > 1:
            return made_question(rung, seed)
        stock, size = _stock(rung), _STOCK + ceil(_STOCK_SHARE * asked.get(rung.key, 0.0))
        place = seed if seed < _COUNTED else seed % size
        if place not in stock:
            stock[place] = made_question(rung, place)
        return stock[place]

    yield from draw_questions(scheme, slots, (f"survey/{number}" for number in range(count)), from_stock)


def survey(scheme: Scheme, offers: Offers, papers: int) -> Survey:
    """Figures of some papers, at least one; raises as `sample_papers`."""
    asked: Counter[str] = Counter()
    examples: dict[str, Drawn] = {}
    weights: list[int] = []
    for drawn in sample_papers(scheme, offers, papers):
        asked.update(one.gist.key for one in drawn)
        examples.update((one.gist.key, one) for one in drawn)
        weights.append(sum(one.weight for one in drawn))
    key, most = asked.most_common(1)[0]
    example = examples[key]
    return Survey(papers, most / papers, example.rung.key, example.question.draft.prompt, min(weights), max(weights))


@by_rung
def _stock(rung: PoolRung) -> dict[int, tuple[Question, Gist]]:
    """Generated questions of a rung that were made before, by seed."""
    return {}
