"""Reasons in words: repeated lines are merged, headings separate what belongs together."""

from __future__ import annotations

from trainer import drills
from trainer.games.core import Reason
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.rulebooks.schema import Citation
from trainer.texts import Language

HERE, THERE = Citation("II.1", "L1"), Citation("II.2", "L2")


def zero(cite: Citation) -> Reason:
    return Reason("zero-takes-all", {"number": "0"}, cite)


def seat(total: int) -> Reason:
    return Reason("colour-total", {"colour": "Rosa", "total": total}, None)


def test_repeated_reasons_are_merged_with_their_count() -> None:
    family = drills.family("roulette-french", "zero")
    lines = family.explain_all([zero(HERE), zero(HERE), zero(THERE), zero(HERE)], Language.EN)
    said = "On 0 the even chances lose the whole stake."
    assert lines == [(f"{said} ×3", HERE), (said, THERE)]


def test_reasons_are_counted_separately_below_each_heading() -> None:
    family = drills.family("roulette-french", "zero")
    lines = family.explain_all([seat(5), zero(HERE), seat(5), zero(HERE)], Language.EN)
    said = "On 0 the even chances lose the whole stake."
    assert lines == [("Rosa, 5 in all:", None), (said, HERE)] * 2


def test_a_payout_of_several_colours_adds_up_line_by_line() -> None:
    """What stands below a colour's heading is its total: the trainee can find his slip."""
    rules = load_rules(shipped_library(), "baleares", "roulette-french")
    family = drills.family("roulette-french", "pay-the-layout")
    for seed in range(30):
        draft = family.make(rules, 7, seed).draft
        totals: list[list[object]] = []
        for reason in draft.reasons:
            if reason.cite is None:
                totals.append([reason.params["total"], 0])
            else:
                totals[-1][1] += reason.params["pays"]
        assert [said for said, _ in totals] == [added for _, added in totals]
        assert draft.solution == " ".join(str(said) for said, _ in totals)
