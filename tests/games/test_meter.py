"""The progressive meter under the regulations that have one: prizes, several winners, the odd unit, the new start."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from trainer.games.meter import MeterFigures, MeterPrize, Winner, grown, must_be_won, pay_meter


def share(percent: int, **more: object) -> MeterPrize:
    return MeterPrize(share=Fraction(percent), **more)  # type: ignore[arg-type]


ARICA = MeterFigures(
    prizes={
        "straight": MeterPrize(fixed=Fraction(20_000)),
        "flush": MeterPrize(fixed=Fraction(25_000)),
        "full-house": MeterPrize(fixed=Fraction(40_000)),
        "four-of-a-kind": MeterPrize(fixed=Fraction(100_000)),
        "straight-flush": share(10),
        "royal-flush": share(100),
    },
    unit=Fraction(1),
)
BOLIVIA = MeterFigures(
    prizes={
        "flush": MeterPrize(times=Fraction(50)),
        "full-house": MeterPrize(times=Fraction(100)),
        "four-of-a-kind": MeterPrize(times=Fraction(500)),
        "straight-flush": share(10, most_times=Fraction(5_000)),
        "royal-flush": share(100),
    },
    unit=Fraction(1),
)
PUERTO_RICO = MeterFigures(
    prizes={
        "flush": MeterPrize(fixed=Fraction(50)),
        "full-house": MeterPrize(fixed=Fraction(100)),
        "straight-flush": share(10, several="each"),
        "royal-flush": share(100),
    },
    seed=Fraction(10_000),
    increment=Fraction(70),
    order="in-turn",
    fixed_from="house",
)

Named = tuple[str, int] | str


def paid(figures: MeterFigures, meter: int, *winners: Named) -> tuple[list[int | Fraction], int | Fraction]:
    """What the winners receive, named from the one served first, and what the meter has left."""
    named = [Winner(row, Fraction(1)) if isinstance(row, str) else Winner(row[0], Fraction(row[1])) for row in winners]
    settled = pay_meter(figures, Fraction(meter), named)
    return [payment.pays for payment in settled.payments], settled.left


def test_arica_l1594_and_l1612_each_fixed_prize_is_paid_out_of_the_pot() -> None:
    assert paid(ARICA, 12_000_000, "flush", "flush") == ([25_000, 25_000], 11_950_000)


def test_arica_l1613_the_indivisible_peso_goes_to_the_winner_served_first() -> None:
    assert paid(ARICA, 9_000_010, "straight-flush", "straight-flush") == ([450_001, 450_000], 8_100_009)


def test_arica_l1614_the_tenth_goes_out_before_the_whole_whoever_sits_where() -> None:
    assert paid(ARICA, 10_000_000, "royal-flush", "straight-flush") == ([9_000_000, 1_000_000], 0)
    both = paid(ARICA, 10_000_000, "straight-flush", "straight-flush", "royal-flush")
    assert both == ([500_000, 500_000, 9_000_000], 0)


def test_arica_l1615_percentages_are_of_what_the_fixed_prizes_leave() -> None:
    assert paid(ARICA, 10_000_000, "straight-flush", "four-of-a-kind") == ([990_000, 100_000], 8_910_000)


def test_bolivia_l2203_multiples_of_the_own_stake() -> None:
    winners = [("flush", 2), ("full-house", 4), ("four-of-a-kind", 6)]
    assert paid(BOLIVIA, 50_000, *winners) == ([100, 400, 3_000], 46_500)


def test_bolivia_l2207_a_tenth_is_at_most_5000_times_the_bet_and_the_rest_stays() -> None:
    assert paid(BOLIVIA, 200_000, ("straight-flush", 5)) == ([20_000], 180_000)
    assert paid(BOLIVIA, 200_000, ("straight-flush", 2)) == ([10_000], 190_000)
    settled = pay_meter(BOLIVIA, Fraction(200_000), [Winner("straight-flush", Fraction(2))])
    assert settled.payments[0].capped


def test_bolivia_l2216_three_winners_and_an_odd_unit() -> None:
    assert paid(BOLIVIA, 90_001, *["royal-flush"] * 3) == ([30_001, 30_000, 30_000], 0)
    assert paid(BOLIVIA, 100_000, *[("straight-flush", 10)] * 3) == ([3_334, 3_333, 3_333], 90_000)


def test_puerto_rico_l757_each_at_his_turn_by_the_meter_as_it_then_stands() -> None:
    assert paid(PUERTO_RICO, 30_000, "straight-flush", "straight-flush") == ([3_000, 2_700], 24_300)
    assert paid(PUERTO_RICO, 30_000, "flush", "straight-flush") == ([50, 3_000], 27_000)


def test_puerto_rico_l757_royals_share_the_meter_as_it_stood_when_the_first_is_paid() -> None:
    assert paid(PUERTO_RICO, 30_000, "straight-flush", "royal-flush", "royal-flush")[0] == [3_000, 13_500, 13_500]


def test_puerto_rico_l756_who_comes_after_the_whole_is_paid_by_the_meter_that_started_again() -> None:
    settled = pay_meter(
        PUERTO_RICO, Fraction(30_000), [Winner("royal-flush", Fraction(1)), Winner("straight-flush", Fraction(1))]
    )
    assert [payment.pays for payment in settled.payments] == [30_000, 1_000]
    assert settled.won_whole and settled.next == 10_000


def test_a_meter_grows_by_its_share_of_the_stakes_up_to_where_it_must_be_won() -> None:
    assert grown(PUERTO_RICO, Fraction(10_000), [Fraction(1)] * 4) == Fraction("10002.8")
    assert not must_be_won(PUERTO_RICO, Fraction(10**9))
    capped = MeterFigures(prizes={"royal-flush": share(100)}, increment=Fraction(50), must_hit=Fraction(500))
    assert grown(capped, Fraction(499), [Fraction(10)]) == 500
    assert must_be_won(capped, Fraction(500)) and not must_be_won(capped, Fraction(499))


def test_fixed_prizes_beyond_the_meter_are_paid_in_full_by_the_house() -> None:
    settled = pay_meter(ARICA, Fraction(60_000), [Winner("four-of-a-kind", Fraction(1))])
    assert (settled.payments[0].pays, settled.left, settled.house_adds) == (100_000, 0, 40_000)


@pytest.mark.parametrize(
    "figures",
    [
        MeterFigures(prizes={"flush": MeterPrize()}),
        MeterFigures(prizes={"flush": MeterPrize(share=Fraction(10), times=Fraction(5))}),
        MeterFigures(prizes={"flush": share(150)}),
        MeterFigures(prizes={"flush": share(10)}, seed=Fraction(-1)),
        MeterFigures(prizes={"flush": share(10)}, unit=Fraction(0)),
    ],
)
def test_a_meter_that_cannot_be_is_not_usable(figures: MeterFigures) -> None:
    assert not figures.is_usable
    assert ARICA.is_usable and BOLIVIA.is_usable and PUERTO_RICO.is_usable


@pytest.mark.parametrize("figures", [ARICA, BOLIVIA], ids=["arica", "bolivia"])
@given(data=st.data())
def test_what_is_paid_and_what_is_left_is_what_there_was(figures: MeterFigures, data: st.DataObject) -> None:
    meter = Fraction(data.draw(st.integers(0, 10**7)))
    rows = st.sampled_from(list(figures.prizes))
    winners = data.draw(st.lists(st.builds(Winner, rows, st.integers(1, 10).map(Fraction)), max_size=7))
    settled = pay_meter(figures, meter, winners)
    assert sum(payment.pays for payment in settled.payments) + settled.left == meter + settled.house_adds
    assert all(payment.pays.denominator == 1 and payment.pays >= 0 for payment in settled.payments)


# ── where the regulations leave a house its choice ───────────────────────────────────────────────────────────────────


def test_bolivia_l2217_what_the_cap_cuts_off_goes_to_the_royal_or_stays() -> None:
    both = ("royal-flush", "straight-flush")  # 10 % are 100,000, of which the cap leaves 5,000
    assert paid(BOLIVIA, 1_000_000, *both) == ([995_000, 5_000], 0)
    assert paid(replace(BOLIVIA, cut_off="kept"), 1_000_000, *both) == ([900_000, 5_000], 95_000)


def test_bolivia_l2207_the_cap_holds_for_each_part_or_for_the_whole() -> None:
    whole = replace(
        BOLIVIA, prizes={**BOLIVIA.prizes, "straight-flush": share(10, most_times=Fraction(5_000), most_of="all")}
    )
    two = (("straight-flush", 10), ("straight-flush", 10))  # 10 % are 100,000
    assert paid(BOLIVIA, 1_000_000, *two) == ([50_000, 50_000], 900_000)
    assert paid(whole, 1_000_000, *two) == ([25_000, 25_000], 950_000)


def test_bolivia_l2218_a_part_is_reckoned_from_what_is_left_or_from_what_there_was() -> None:
    winners = (("straight-flush", 1), ("full-house", 10))
    assert paid(BOLIVIA, 10_000, *winners) == ([900, 1_000], 8_100)
    assert paid(replace(BOLIVIA, shares_of="start"), 10_000, *winners) == ([1_000, 1_000], 8_000)


def test_bolivia_l2096_a_pot_that_does_not_suffice_is_filled_up_or_pays_what_it_holds() -> None:
    assert paid(BOLIVIA, 300, "four-of-a-kind") == ([500], 0)
    assert paid(replace(BOLIVIA, beyond="nobody"), 300, "full-house", "four-of-a-kind") == ([100, 200], 0)


def test_arica_l1613_two_odd_pesos_go_to_the_first_or_one_to_each() -> None:
    three = ("royal-flush",) * 3
    assert paid(ARICA, 1_000_001, *three) == ([333_335, 333_333, 333_333], 0)
    assert paid(replace(ARICA, odd="one-each"), 1_000_001, *three) == ([333_334, 333_334, 333_333], 0)


def test_arica_l1594_a_fixed_prize_is_paid_for_every_credit_or_once() -> None:
    assert paid(ARICA, 1_000_000, ("flush", 3)) == ([75_000], 925_000)
    assert paid(replace(ARICA, fixed_per="winner"), 1_000_000, ("flush", 3)) == ([25_000], 975_000)
