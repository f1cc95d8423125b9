"""Games without a dealer: the race pool against an oracle of its own, and what is paid, where and until when."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.worked_cases import answered
from tests.loops import loop_over
from trainer.games.core import RequestError
from trainer.games.counter import lototrot
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

CATEGORIES = ("7/7", "6/7", "5/7", "4/7")
LOTOTROT = load_rules(shipped_library(), "baleares", "lototrot")


def ask(game: str, kind: str, asked: dict[str, Any], **options: str) -> dict[str, Any]:
    book = "baleares" if game in ("lototrot", "promotrot") else "bolivia"
    return answered({"rulebook": book, "game": game, kind: asked, "options": options})


winners = st.fixed_dictionaries({category: st.integers(0, 400) for category in CATEGORIES})


@given(prizes=st.integers(0, 10**7), accumulated=st.integers(0, 400_000), reserve=st.integers(0, 50_000), won=winners)
def test_14_iii_9_not_a_cent_is_lost_and_no_lower_category_pays_more(
    prizes: int, accumulated: int, reserve: int, won: dict[str, int]
) -> None:
    """What comes in (prizes, pot, reserve) is paid, accumulates or lies in the reserve; exact before rounding."""
    day = lototrot.RaceDay(
        prizes=Fraction(prizes), accumulated=Fraction(accumulated), reserve=Fraction(reserve), winners=won
    )
    facts = lototrot.settle(LOTOTROT, day).facts
    paid = sum((facts["each"][category] * won[category] for category in facts["each"]), Fraction(0))
    kept = facts.get("reserve", 0) + (facts["accumulated"] if not won["7/7"] else 0)
    came = prizes + accumulated + reserve
    assert 0 <= came - paid - kept < Fraction(1, 100) * (sum(won.values()) + 1)  # only fractions of a cent
    assert (not won["7/7"]) == ("accumulated" in facts)


@given(
    sums=st.tuples(st.integers(1, 10**6), st.integers(1, 10**6)),
    counts=st.tuples(st.integers(1, 500), st.integers(1, 500)),
)
def test_14_iii_9_7_two_categories_are_put_right_as_written(sums: tuple[int, int], counts: tuple[int, int]) -> None:
    """The article step by step: as they are; else halves; else one division for all."""
    upper, lower = Fraction(sums[0], counts[0]), Fraction(sums[1], counts[1])
    if lower > upper:
        half = Fraction(sum(sums), 2)
        upper, lower = half / counts[0], half / counts[1]
        if lower > upper:
            upper = lower = Fraction(sum(sums), sum(counts))
    day = lototrot.RaceDay(
        sums={"6/7": Fraction(sums[0]), "5/7": Fraction(sums[1])}, winners={"6/7": counts[0], "5/7": counts[1]}
    )
    each = lototrot.settle(LOTOTROT, day).facts["each"]
    assert each == {"6/7": Fraction(int(upper * 100), 100), "5/7": Fraction(int(lower * 100), 100)}
    assert each["5/7"] <= each["6/7"]


@pytest.mark.parametrize(
    ("accumulated", "options", "first"),
    [
        (149_999, {}, 3000),
        (150_000, {}, 3000),
        (150_001, {}, 2000),
        (150_000, {"at-threshold": "above"}, 2000),
        (148_000, {"accumulated-counts": "with-the-day"}, 2000),
        (148_000, {}, 3000),
    ],
)
def test_14_iii_9_2_the_pot_decides_the_percentages(accumulated: int, options: dict[str, str], first: int) -> None:
    answer = ask("lototrot", "settle", {"prizes": 10_000, "accumulated": accumulated}, **options)
    assert answer["shares"]["7/7"] == first
    assert sum(answer["shares"].values()) == 10_000


def test_14_iii_9_5_sums_run_down_step_by_step_and_end_in_the_reserve() -> None:
    asked = {"sums": {"6/7": 100, "5/7": 200, "4/7": 300}, "winners": {"6/7": 0, "5/7": 0, "4/7": 3}}
    assert ask("lototrot", "settle", asked)["each"] == {"4/7": 200}
    nobody = {**asked, "winners": {"7/7": 0, "6/7": 0, "5/7": 0, "4/7": 0}}
    answer = ask("lototrot", "settle", nobody)
    assert (answer["reserve"], answer["each"]) == (600, {})


@pytest.mark.parametrize(
    ("horse", "starters", "carries"),
    [(5, [1, 2, 3, 4, 6], 6), (5, [1, 2, 3, 4, 7, 8], 7), (8, [2, 3, 7], 2), (7, [1, 6], 1)],
)
def test_14_iii_5_4_1_the_next_that_started_carries_the_bet(horse: int, starters: list[int], carries: int) -> None:
    assert ask("lototrot", "decide", {"case": "withdrawn", "horse": horse, "starters": starters})["horse"] == carries


@loop_over(("prize", "shop"), [(119, True), (120, True), (121, True), (299, True), (300, False), (301, False)])
@loop_over("game", ["lototrot", "promotrot"])
def test_14_iii_10_2_who_may_pay(game: str, prize: int, shop: bool) -> None:
    assert ask(game, "limit", {"case": "payment", "prize": prize})["shop_may_pay"] is shop


@pytest.mark.parametrize(
    ("prize", "options", "means"),
    [(1000, {}, "cash"), (1001, {}, "nominative-cheque"), (1000, {"exact-cheque": "cheque"}, "nominative-cheque")],
)
def test_14_iii_10_6_cash_or_cheque(prize: int, options: dict[str, str], means: str) -> None:
    assert ask("lototrot", "decide", {"case": "payment", "prize": prize}, **options)["means"] == means


@pytest.mark.parametrize(
    ("days", "options", "paid"), [(30, {}, True), (31, {}, False), (30, {"last-day": "does-not-count"}, False)]
)
def test_15_ii_6_6_thirty_days(days: int, options: dict[str, str], paid: bool) -> None:
    assert ask("promotrot", "decide", {"case": "presented", "days": days}, **options)["paid"] is paid


def test_unclaimed_prizes_go_different_ways() -> None:
    """L1865-1867 against L1947: two games of one regulation, two answers."""
    assert ask("lototrot", "decide", {"case": "unclaimed"})["kept_by"] == "next-7-of-7"
    assert ask("promotrot", "decide", {"case": "unclaimed"})["kept_by"] == "organiser"


@pytest.mark.parametrize(
    ("game", "asked", "paid", "refund"),
    [
        ("lottery", {"days": 60}, True, None),
        ("lottery", {"days": 61}, False, "none"),
        ("lottery", {"days": 61, "printed_term": 90}, True, None),
        ("lottery", {"trouble": "altered"}, False, "none"),
        ("instant-lottery", {"trouble": "misprinted"}, False, "price"),
        ("instant-lottery", {"trouble": "number-hidden"}, False, "none"),
        ("instant-lottery", {"days": 20, "printed_term": 15}, False, "none"),
    ],
)
def test_7_1_6_and_7_2_6_which_tickets_are_paid(
    game: str, asked: dict[str, Any], paid: bool, refund: str | None
) -> None:
    answer = ask(game, "decide", {"case": "ticket", **asked})
    assert (answer["paid"], answer.get("refund")) == (paid, refund)


@pytest.mark.parametrize(("percent", "allowed"), [(84, False), (85, True), (100, True)])
def test_5_1_6_3_the_least_theoretical_return(percent: int, allowed: bool) -> None:
    assert ask("gaming-machines", "limit", {"theoretical_return": percent})["allowed"] is allowed


@pytest.mark.parametrize(
    ("game", "kind", "asked", "field"),
    [
        ("lototrot", "settle", {"prizes": 5, "played": 5}, "prizes"),
        ("lototrot", "settle", {"sums": {"8/7": 5}}, "sums.8/7"),
        ("lototrot", "settle", {"prizes": 5, "winners": {"6/7": -1}}, "winners.6/7"),
        ("lototrot", "decide", {"case": "category", "hits": 8}, "hits"),
        ("lototrot", "decide", {"case": "withdrawn", "horse": 2, "starters": [1, 2]}, "horse"),
        ("lottery", "decide", {"case": "ticket", "trouble": "misprinted"}, "trouble"),
        ("instant-lottery", "decide", {"case": "ticket", "days": 5}, "printed_term"),
        ("gaming-machines", "limit", {"theoretical_return": 101}, "theoretical_return"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(game: str, kind: str, asked: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestError) as error:
        ask(game, kind, asked)
    assert error.value.field_path == f"{kind}.{field}"
