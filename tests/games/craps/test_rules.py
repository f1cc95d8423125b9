"""What the four regulations say of throws, shooters, handling of bets and limits, article by article."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.loops import loop_over
from trainer.equipment.dice import Roll
from trainer.games.core import RequestError
from trainer.games.craps import decide, limits
from trainer.games.craps.layout import COMES, FLAT_OF, CrapsBet, selections
from trainer.games.craps.settle import Round, WorkingBet, settle
from trainer.games.craps.table import Table, play
from trainer.games.craps.throw import Throw
from trainer.games.procedure import Irregular
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library

LIBRARY = shipped_library()
BOOKS = ("arica", "puerto-rico", "baleares", "bolivia")


def rules_of(book: str, **options: str) -> GameRules:
    return load_rules(LIBRARY, book, "craps", options={key.replace("_", "-"): value for key, value in options.items()})


def valid(book: str, event: str, **options: str) -> bool:
    return bool(decide.throw_counts(rules_of(book, **options), event).facts["valid"])


# ── throws ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("event", "counts"),
    [
        ("die-on-chips", {"arica": False, "bolivia": False, "baleares": False, "puerto-rico": True}),
        ("die-leaning", {"arica": False, "bolivia": False, "puerto-rico": True}),
        ("short-of-wall", {"arica": False, "bolivia": False, "baleares": True, "puerto-rico": True}),
        ("die-on-die", dict.fromkeys(BOOKS, False)),
        ("die-off-table", dict.fromkeys(BOOKS, False)),
        ("dice-slide", dict.fromkeys(BOOKS, False)),
        ("short-of-cord", {"puerto-rico": False}),
        ("die-on-point", {"puerto-rico": False}),
        ("one-die-first", {"puerto-rico": False}),
        ("player-calls-no-dice", {"puerto-rico": True}),
    ],
)
def test_which_throws_count_where(event: str, counts: dict[str, bool]) -> None:
    """L1764-1768, L1894-1896; L2329-2333, L2425-2427; L686-688; L200-208: the same die counts here and not there."""
    assert {book: valid(book, event) for book in counts} == counts


def test_seccion_3_5_operator_may_require_the_rail() -> None:
    assert not valid("puerto-rico", "short-of-wall", far_wall="required")


def test_who_calls_a_void_throw() -> None:
    for book, call, by in (
        ("arica", "tirada nula", "tallador"),
        ("bolivia", "tirada nula", "tallador"),
        ("baleares", "tirada nula", "stickman"),
        ("puerto-rico", "no dice", "stickman"),
    ):
        facts = decide.throw_counts(rules_of(book), "dice-slide").facts
        assert (facts["call"], facts["called_by"]) == (call, by)


def test_unknown_events_are_refused_with_those_there_are() -> None:
    with pytest.raises(RequestError, match="it names: dice-broken"):
        decide.throw_counts(rules_of("arica"), "earthquake")


@pytest.mark.parametrize("book", BOOKS)
def test_the_stick_calls_all_36_throws(book: str) -> None:
    """On a come-out 8 naturals, 4 craps and 24 points; with point 6, five made, six sevens and the rest nothing."""
    rules = rules_of(book)
    rolls = [Roll((a, b)) for a in range(1, 7) for b in range(1, 7)]
    first = [str(decide.announce(rules, Throw(roll)).facts["line"]) for roll in rolls]
    assert {event: first.count(event) for event in set(first)} == {"natural": 8, "craps": 4, "point": 24}
    second = [str(decide.announce(rules, Throw(roll, 6)).facts["line"]) for roll in rolls]
    expected = {"point-made": 5, "seven-out": 6, "no-decision": 25}
    assert {event: second.count(event) for event in set(second)} == expected
    ways = [decide.announce(rules, Throw(roll)).facts["way"] for roll in rolls]
    assert (ways.count("hard"), ways.count("easy")) == (4, 12)


# ── shooter and dice ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", BOOKS)
def test_a_shooter_needs_a_line_bet(book: str) -> None:
    """L1746; L177; L694; L2315."""
    rules = rules_of(book)
    for bet, may in (("pass-line", True), ("dont-pass", True), ("field", False)):
        asked = decide.MayThrow(bets=(CrapsBet(bet=bet, stake=Fraction(5)),))
        assert decide.decide(rules, asked).facts["may_throw"] is may


@pytest.mark.parametrize(
    ("book", "next_shooter"),
    [
        ("arica", "clockwise"),
        ("puerto-rico", "player-to-the-left"),
        ("baleares", "clockwise"),
        ("bolivia", "clockwise"),
    ],
)
def test_dice_go_on_after_the_seven_out_only(book: str, next_shooter: str) -> None:
    rules = rules_of(book)
    out = decide.decide(rules, decide.DiceGoOn(dice=(4, 3), point=9)).facts
    assert (out["dice_change_hands"], out["next_shooter"]) == (True, next_shooter)
    for dice, point in (((4, 3), None), ((1, 1), None), ((5, 4), 9), ((6, 5), 9)):
        assert not decide.decide(rules, decide.DiceGoOn(dice=dice, point=point)).facts["dice_change_hands"]


def test_who_loses_the_dice_is_an_option_in_arica() -> None:
    rules = rules_of("arica", dice_pass_on="line-loss", dice_direction="right")
    facts = decide.decide(rules, decide.DiceGoOn(dice=(1, 1))).facts
    assert (facts["dice_change_hands"], facts["next_shooter"]) == (True, "player-to-the-right")


def test_arica_1820_single_craps_are_described_and_their_price_is_the_houses() -> None:
    (bet,) = settle(rules_of("arica"), Round(dice=(1, 1), bets=(CrapsBet(bet="craps-2", stake=Fraction(1000)),))).bets
    cites = {reason.rule: str(reason.cite) for reason in bet.reasons}
    assert cites == {"total-came": "IV.1.5 L1820", "table.reason.bet-pays": "house standard"}


def test_arica_1798_the_field_is_played_at_any_time_and_taking_it_down_is_the_houses() -> None:
    field = CrapsBet(bet="field", stake=Fraction(1000))
    cites = [limits.may_change(rules_of("arica"), field, wish, None)[1].cite for wish in ("new-bet", "withdraw")]
    assert list(map(str, cites)) == ["IV.1 L1798, L1920", "house standard"]


@pytest.mark.parametrize("book", BOOKS)
def test_dice_are_changed_before_a_come_out_and_not_during_a_point(book: str) -> None:
    """L1754; L209; L684; L2325: but for a die on the floor."""
    rules = rules_of(book)
    for asked, allowed in (
        (decide.ChangeDice(phase="come-out"), True),
        (decide.ChangeDice(phase="point"), False),
        (decide.ChangeDice(phase="point", die_on_floor=True), True),
    ):
        assert decide.decide(rules, asked).facts["allowed"] is allowed


def test_a_shooter_who_leaves_loses_his_pass_line_in_chile_and_bolivia() -> None:
    """L1780, L1893; L2424; the others say nothing, so the bet stays."""
    bets = (CrapsBet(bet="pass-line", stake=Fraction(30)), CrapsBet(bet="place", on=6, stake=Fraction(12)))
    for book, fates in (
        ("arica", ["lose", "stand"]),
        ("bolivia", ["lose", "stand"]),
        ("baleares", ["stand", "stand"]),
        ("puerto-rico", ["stand", "stand"]),
    ):
        facts = decide.decide(rules_of(book), decide.ShooterLeaves(bets=bets, point=9)).facts
        assert [result.result.value for result in facts["bets"]] == fates
    taken = decide.decide(rules_of("arica"), decide.ShooterLeaves(bets=bets, point=9)).facts["bets"][1]
    assert taken.facts["may_take"]


def test_iv_1_7_who_leaves_before_a_point_takes_his_line_bet_where_it_is_free() -> None:
    """L1780 locks the pass line once a point is set; L2342 from the start; L1893, L2424: a locked one is lost."""
    bets = (CrapsBet(bet="pass-line", stake=Fraction(30)), CrapsBet(bet="come-point", on=6, stake=Fraction(10)))
    left = {
        book: decide.decide(rules_of(book), decide.ShooterLeaves(bets=bets)).facts["bets"]
        for book in ("arica", "bolivia")
    }
    assert [result.result.value for result in left["arica"]] == ["stand", "stand"]
    assert [result.facts["may_take"] for result in left["arica"]] == [True, False]
    assert left["bolivia"][0].result.value == "lose"


def test_a_void_throw_is_told_the_same_through_both_doors() -> None:
    """L1766, L205: asked as a throw or as an irregularity, the call and its caller are named."""
    for book, event in (("arica", "die-on-chips"), ("puerto-rico", "die-on-die"), ("puerto-rico", "die-leaning")):
        as_throw = decide.decide(rules_of(book), decide.ThrowEvent(event=event)).facts
        as_written = decide.decide(rules_of(book), Irregular(event=event)).facts
        assert as_throw.items() <= as_written.items()


def test_dice_in_reserve_by_the_size_of_the_set() -> None:
    """L1673, L2254: of five or six, three or four; L548: four; L312: three."""
    for book, reserve in (("arica", [3, 4]), ("bolivia", [3, 4]), ("baleares", 4), ("puerto-rico", 3)):
        assert decide.decide(rules_of(book), decide.ReserveDice()).facts["reserve"] == reserve
    assert decide.decide(rules_of("bolivia"), decide.ReserveDice(dice_set=5, picked=2)).facts["reserve"] == 3
    with pytest.raises(RequestError, match="picks 2 dice"):
        decide.decide(rules_of("bolivia"), decide.ReserveDice(dice_set=5, picked=4))


def test_staff_of_whole_and_reduced_tables() -> None:
    """L1690; L2275; L169; L552, L560."""
    staff = decide.Staff()
    assert decide.decide(rules_of("puerto-rico"), staff).facts["croupiers"] == 3
    assert decide.decide(rules_of("arica"), staff).facts["croupiers"] == [2, 3]
    mini = load_rules(LIBRARY, "baleares", "craps", "reduced-table")
    assert decide.decide(mini, staff).facts == {"croupiers": 1, "jobs": ["croupier-stickman"]}
    assert decide.decide(rules_of("puerto-rico"), decide.ReserveDice()).facts["reserve"] == 3
    with pytest.raises(RequestError, match="5 or 6 dice"):
        decide.decide(rules_of("arica"), decide.ReserveDice(dice_set=7))


# ── what a player may do ─────────────────────────────────────────────────────────────────────────────────────────────


@loop_over(
    ("book", "bet", "wish", "point", "may"),
    [
        ("arica", "pass-line", "increase", 6, True),  # L1780
        ("arica", "pass-line", "reduce", 6, False),
        ("arica", "pass-line", "withdraw", 6, False),
        ("arica", "pass-line", "new-bet", 6, False),
        ("arica", "dont-pass", "withdraw", 6, True),  # L1784
        ("arica", "dont-pass", "increase", None, False),
        ("bolivia", "dont-pass", "increase", 6, False),  # L2344
        ("bolivia", "pass-line", "withdraw", 9, False),  # L2342
        ("bolivia", "pass-line", "withdraw", None, False),  # L2342: "no pueden ser retiradas", point or not
        ("bolivia", "pass-line", "reduce", None, True),  # L2342: not reduced after a point
        ("arica", "pass-line", "withdraw", None, True),  # L1780: locked once a point is set
        ("bolivia", "come", "new-bet", None, False),  # L2350, L2442
        ("bolivia", "field", "new-bet", None, True),  # L2352
        ("baleares", "pass-line", "withdraw", None, False),  # L586
        ("baleares", "big-6", "withdraw", 5, True),  # L594
        ("puerto-rico", "pass-line", "new-bet", 4, False),
        ("puerto-rico", "come", "new-bet", 4, True),
    ],
)
def test_handling(book: str, bet: str, wish: limits.Wish, point: int | None, may: bool) -> None:
    asked = CrapsBet(bet=bet, stake=Fraction(10))
    allowed, reason = limits.may_change(rules_of(book), asked, wish, point)
    assert allowed is may and reason.cite is not None


@pytest.mark.parametrize(
    ("bet", "wish", "lines"),
    [
        ("all-tall", "new-bet", "L288, L294"),  # only after a 7
        ("all-tall", "withdraw", ""),  # 3.7 does not say whether it may be taken down
        ("pass-odds", "new-bet", "L268, L283"),
        ("pass-odds", "withdraw", ""),
        ("place", "increase", ""),
        ("come", "new-bet", ""),  # priced (L228) and not explained
    ],
)
def test_articulo_3_is_cited_for_handling_only_where_it_says_it(bet: str, wish: limits.Wish, lines: str) -> None:
    _, reason = limits.may_change(rules_of("puerto-rico"), CrapsBet(bet=bet, on=6, stake=Fraction(10)), wish, 6)
    assert reason.cite is not None
    assert reason.cite.lines == lines and reason.cite.is_house_standard is (not lines)


def test_l177_does_not_say_in_which_order_zones_are_collected() -> None:
    assert rules_of("puerto-rico").orders["clear"].cite.is_house_standard
    first = rules_of("puerto-rico", payment_order="line-first").orders
    assert first["clear"].steps[0] == first["pay"].steps[0] == ["line"]


@pytest.mark.parametrize(
    ("point", "previous", "may"),
    [(None, 7, True), (None, None, True), (None, 11, False), (None, 2, False), (6, 7, False), (6, 5, False)],
)
def test_seccion_3_7_bonus_bets_only_on_a_come_out_after_a_seven(
    point: int | None, previous: int | None, may: bool
) -> None:
    for bet in ("all-small", "all-tall", "make-em-all"):
        assert limits.may_change(rules_of("puerto-rico"), CrapsBet(bet=bet), "new-bet", point, previous)[0] is may
    refused = rules_of("puerto-rico", bonus_on_first_roll="refused")
    assert not limits.may_change(refused, CrapsBet(bet="all-small"), "new-bet", None, None)[0]


def test_odds_need_their_flat_bet() -> None:
    rules = rules_of("baleares")
    lying = [CrapsBet(bet="come-point", on=9, stake=Fraction(20))]
    for number, may in ((9, True), (5, False)):
        bet = CrapsBet(bet="come-odds", on=number, stake=Fraction(20))
        assert limits.may_change(rules, bet, "new-bet", 6, lying=lying)[0] is may


def test_odds_are_refused_where_nothing_lies() -> None:
    """L1834, L642: with ``lying`` given, the flat bet must be in it; without it, it is taken to lie."""
    for book in BOOKS:
        bets = (CrapsBet(bet="pass-odds", stake=Fraction(10) if book != "arica" else Fraction(1000)),)
        asked = limits.LimitQuestion(request="new-bet", point=6, bets=bets)
        assert limits.limit(rules_of(book), asked).facts["allowed"]
        nothing = limits.LimitQuestion(request="new-bet", point=6, bets=bets, lying=())
        assert not limits.limit(rules_of(book), nothing).facts["allowed"]


# ── limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@given(flat=st.integers(1, 500), point=st.sampled_from((4, 5, 6, 8, 9, 10)))
def test_06_iv_2_full_lay_odds_win_exactly_the_flat_bet(flat: int, point: int) -> None:
    """L668-674: 200, 150 and 120 % at 1 to 2, 2 to 3, 5 to 6, and wrong bets of 220, 160, 125 % win what they back."""
    rules = rules_of("baleares")
    known = {"minimum": Fraction(1), "maximum": Fraction(flat), "centre": Fraction(1), "dont-pass": Fraction(flat)}
    for bet in (CrapsBet(bet="dont-pass-odds"), CrapsBet(bet="place-lose", on=point)):
        most = limits.bounds(rules, bet, point, known).maximum
        assert most is not None
        assert rules.bets[bet.bet].pay_table[str(point)].pays(most) == flat


@pytest.mark.parametrize(
    ("options", "point", "most"),
    [
        ({}, 5, 50),
        ({"odds_multiple": "2"}, 5, 20),
        ({"lay_odds_measured_by": "winnings"}, 4, 100),
        ({"lay_odds_measured_by": "winnings"}, 6, 60),
    ],
)
def test_seccion_3_6_lay_odds_by_stake_or_by_winnings(options: dict[str, str], point: int, most: int) -> None:
    """L283: five times the original bet; by stake unless the house measures the winnings."""
    rules = rules_of("puerto-rico", **options)
    asked = limits.LimitQuestion(
        point=point, bets=(CrapsBet(bet="dont-pass-odds"),), lying=(CrapsBet(bet="dont-pass", stake=Fraction(10)),)
    )
    assert limits.limit(rules, asked).facts["bets"][0]["maximum"] == most


def test_seccion_3_6_full_odds_may_round_up_to_an_exact_stake() -> None:
    """L281: $7 at single odds on a 5 is $7, or $8 where the house rounds up to the even stake."""
    asked = limits.LimitQuestion(
        point=5, bets=(CrapsBet(bet="pass-odds"),), lying=(CrapsBet(bet="pass-line", stake=Fraction(7)),)
    )
    plain = limits.limit(rules_of("puerto-rico", odds_multiple="1"), asked).facts["bets"][0]
    assert (plain["maximum"], plain["unit"], plain["maximum_exact"]) == (7, 2, 6)
    rounded = limits.limit(rules_of("puerto-rico", odds_multiple="1", full_odds_round_up="yes"), asked)
    assert rounded.facts["bets"][0]["maximum"] == 8


@pytest.mark.parametrize(
    ("book", "point", "kinds", "stakes", "most"),
    [
        ("baleares", 4, ("pass-line", "pass-odds"), (20, 30), 20),  # L668: single odds
        ("baleares", 6, ("dont-pass", "dont-pass-odds"), (20, 30), 24),  # L670: 120 %
        ("puerto-rico", 5, ("pass-line", "pass-odds"), (10, 60), 50),  # L283: five times
        ("puerto-rico", 9, ("come-point", "come-odds"), (10, 60), 50),
    ],
)
def test_odds_above_their_flat_bet_are_cut_at_any_table(
    book: str, point: int, kinds: tuple[str, str], stakes: tuple[int, int], most: int
) -> None:
    """`limit` and `settle` measure odds by their flat bet also where the request gives no limits of the table."""
    on = {"come-point": 9, "come-odds": 9}
    bets = tuple(
        CrapsBet(bet=kind, on=on.get(kind), stake=Fraction(stake)) for kind, stake in zip(kinds, stakes, strict=True)
    )
    rules = rules_of(book)
    judged = limits.limit(rules, limits.LimitQuestion(point=point, bets=bets, lying=bets)).facts["bets"][1]
    assert (judged["maximum"], judged["allowed"]) == (most, False)
    odds = settle(rules, Round(point=point, dice=(1, 1), bets=bets)).bets[1]
    assert odds.facts["stake_in_play"] == most


def test_06_iv_2_multiple_bets_by_their_win() -> None:
    """L666: with 120 on the even-money bets, a craps 2 may have a maximum from 4 to 12."""
    for choice, most in (("x1", 4), ("x2", 8), ("x3", 12)):
        question = limits.LimitQuestion(maximum=Fraction(120), bets=(CrapsBet(bet="craps-2"),))
        found = limits.limit(rules_of("baleares", multiple_max=choice), question).facts["bets"][0]
        assert (found["maximum"], found["maximum_range"]) == (most, [4, 12])


def test_06_iv_2_a_multiple_bet_may_be_smaller_than_the_tables_minimum() -> None:
    """L662, L666: at a table from 5 to 120 a craps 2 has a maximum of 4."""
    bets = (CrapsBet(bet="craps-2", stake=Fraction(4)), CrapsBet(bet="under-7", stake=Fraction(4)))
    asked = limits.LimitQuestion(minimum=Fraction(5), maximum=Fraction(120), bets=bets)
    facts = limits.limit(rules_of("baleares"), asked).facts["bets"]
    assert [bet["allowed"] for bet in facts] == [True, False]


def test_a_maximum_that_is_not_given_is_one_the_regulation_allows() -> None:
    """L664: the least of 20 to 1000 times the minimum, or what the house takes; L216: ten times the minimum."""
    for book, options, minimum, maximum in (
        ("baleares", {}, 10, 200),
        ("baleares", {"simple_max": "100"}, 10, 1000),
        ("puerto-rico", {}, 5, 500),
        ("puerto-rico", {}, 100, 1000),
    ):
        found = limits.limit(rules_of(book, **options), limits.LimitQuestion(minimum=Fraction(minimum))).facts
        assert found["maximum"]["pass-line"] == maximum


def test_the_whole_layout_has_the_odds_of_the_bets_that_lie() -> None:
    """L670: 150 % of 20 on the 5; L668: as much as the come bet on the 9."""
    lying = (CrapsBet(bet="dont-pass", stake=Fraction(20)), CrapsBet(bet="come-point", on=9, stake=Fraction(30)))
    most = limits.limit(rules_of("baleares"), limits.LimitQuestion(point=5, lying=lying)).facts["maximum"]
    assert (most["dont-pass-odds"], most["come-odds"]) == (30, 30)


@pytest.mark.parametrize(
    ("question", "field"),
    [
        (limits.LimitQuestion(minimum=Fraction(0)), "minimum"),
        (limits.LimitQuestion(maximum=Fraction(-5)), "maximum"),
        (limits.LimitQuestion(centre_minimum=Fraction(0)), "centre_minimum"),
        (limits.LimitQuestion(previous_roll=13), "previous_roll"),
        (limits.LimitQuestion(lying=(CrapsBet(bet="field"),)), "lying[0].stake"),
        (limits.LimitQuestion(bets=(CrapsBet(bet="dont-pass-odds", stake=Fraction(9)),)), "point"),
        (limits.LimitQuestion(point=6, bets=(CrapsBet(bet="pass-odds", on=8, stake=Fraction(9)),)), "bets[0].on"),
    ],
)
def test_impossible_limits_name_the_field(question: limits.LimitQuestion, field: str) -> None:
    with pytest.raises(RequestError) as caught:
        limits.limit(rules_of("baleares"), question)
    assert caught.value.field_path == field


@pytest.mark.parametrize(
    ("minimum", "maximum", "fine"), [(5, 50, True), (5, 49, False), (1, 100, False), (5, 10001, False)]
)
def test_seccion_3_6_table_limits(minimum: int, maximum: int, fine: bool) -> None:
    """L215-216: from $2 to $10,000, ten times apart."""
    question = limits.LimitQuestion(minimum=Fraction(minimum), maximum=Fraction(maximum))
    assert limits.limit(rules_of("puerto-rico"), question).facts["compliant"] is fine


# ── asking ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@loop_over(
    ("asked", "field"),
    [
        (Round(bets=(CrapsBet(bet="horn", stake=Fraction(4)),), dice=(1, 1)), "bets[0].bet"),
        (Round(bets=(CrapsBet(bet="place", on=7, stake=Fraction(4)),), dice=(1, 1)), "bets[0].on"),
        (Round(bets=(CrapsBet(bet="hop", on=[1, 1], stake=Fraction(4)),), dice=(1, 1)), "bets[0].on"),
        (Round(bets=(CrapsBet(bet="field", on=3, stake=Fraction(4)),), dice=(1, 1)), "bets[0].on"),
        (Round(bets=(CrapsBet(bet="field"),), dice=(1, 1)), "bets[0].stake"),
        (Round(bets=(CrapsBet(bet="pass-odds", stake=Fraction(4)),), dice=(1, 1)), "bets[0].bet"),
        (Round(bets=(), dice=(1, 7)), "dice"),
        (Round(bets=()), "dice"),
        (Round(bets=(), dice=(1, 2), point=7), "point"),
        (Round(bets=(), dice=(1, 2), point=6, phase="come-out"), "point"),
        (Round(bets=(), dice=(1, 2), phase="point"), "point"),
        (Round(bets=(), dice=(1, 2), barred=Roll((3, 4))), "barred"),
        (Round(bets=(), dice=(1, 2), barred=Roll((1, 2))), "barred"),
        (Round(bets=(), dice=(1, 2), marked_numbers=(6, 7)), "marked_numbers[1]"),
        (Round(bets=(), dice=(1, 2), previous_roll=1), "previous_roll"),
        (Round(bets=(), dice=(1, 2), working=(WorkingBet(bet="hardway", on=6),)), "working[0]"),
        (Round(bets=(CrapsBet(bet="place", on="6", stake=Fraction(6)),), dice=(1, 1)), "bets[0].on"),
        (Round(bets=(CrapsBet(bet="place", on=Decimal(6), stake=Fraction(6)),), dice=(1, 1)), "bets[0].on"),
        (Round(bets=(CrapsBet(bet="pass-odds", on=8, stake=Fraction(4)),), dice=(1, 1), point=6), "bets[0].on"),
        (
            Round(bets=(CrapsBet(bet="pass-line", stake=Fraction(4), working=False),), dice=(1, 1), point=6),
            "bets[0].working",
        ),
    ],
)
def test_impossible_rounds_name_the_field(asked: Round, field: str) -> None:
    with pytest.raises(RequestError) as caught:
        settle(rules_of("puerto-rico"), asked)
    assert caught.value.field_path == field


def test_iv_1_5_only_an_operator_who_may_choose_bars_another_craps() -> None:
    """L1782, L576, L2343 bar the 12; L308 lets the operator choose."""
    asked = Round(bets=(CrapsBet(bet="dont-pass", stake=Fraction(10)),), dice=(1, 1), barred=Roll((1, 1)))
    assert settle(rules_of("puerto-rico"), asked).bets[0].result.value == "push"
    for book in ("arica", "baleares", "bolivia"):
        with pytest.raises(RequestError, match="must be 6-6 here"):
            settle(rules_of(book), asked)


@pytest.mark.parametrize("dice", [(4, 2), (4, 3)])
def test_odds_called_off_go_back_when_their_bet_is_decided(dice: tuple[int, int]) -> None:
    bets = (CrapsBet(bet="pass-line", stake=Fraction(10)), CrapsBet(bet="pass-odds", stake=Fraction(20), working=False))
    line, odds = settle(rules_of("puerto-rico"), Round(bets=bets, dice=dice, point=6)).bets
    assert line.result.value in ("win", "lose")
    assert odds.result.value == "push" and odds.returned == 20


def test_seccion_3_6_a_hand_tells_every_commission_and_where_a_bet_went() -> None:
    """L254: a bought 4 that comes twice pays its 5 % each time; a come bet that went to the 9 still says so."""
    bets = (CrapsBet(bet="buy", on=4, stake=Fraction(40)), CrapsBet(bet="come", stake=Fraction(10)))
    asked = Round(bets=bets, rolls=((3, 1), (5, 4), (2, 2), (6, 5)), point=8)
    bought, _ = settle(rules_of("puerto-rico"), asked).bets
    assert bought.pays == 160 and bought.facts["commission"] == 4
    moved = settle(rules_of("puerto-rico"), Round(bets=bets[1:], rolls=((5, 4), (6, 5)), point=8)).bets[0]
    assert (moved.result.value, moved.facts) == ("stand", {"moves_to": 9})


@given(data=st.data())
def test_a_hand_in_one_question_is_the_hand_throw_by_throw(data: st.DataObject) -> None:
    """Settling several rolls at once pays what settling them one after the other pays."""
    rules = rules_of(data.draw(st.sampled_from(BOOKS)))
    kinds = [kind for kind in rules.bets if kind not in FLAT_OF and kind not in COMES]
    bets = tuple(
        CrapsBet(bet=kind, on=data.draw(st.sampled_from(selections(rules, kind))), stake=Fraction(1320))
        for kind in data.draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=4))
    )
    faces = st.tuples(st.integers(1, 6), st.integers(1, 6))
    rolls = data.draw(st.lists(faces, min_size=1, max_size=8))
    table, paid = Table(None, bets), Fraction(0)
    for roll in rolls:
        settlement, table = play(rules, table, Roll(roll))
        paid += settlement.total_payout
    whole = settle(rules, Round(bets=bets, rolls=tuple(rolls)))
    assert whole.total_payout == paid
    assert sum((result.stays for result in whole.bets), Fraction(0)) == sum((b.stake for b in table.bets), Fraction(0))
    assert whole.facts["point"] == table.point
