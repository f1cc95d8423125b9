"""Bingo with 75 and 90 balls: cards, claims and shares against an oracle that knows nothing of the engine."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.worked_cases import answered
from trainer.drills.bingo.hall import random_card
from trainer.games.bingo.cards import Grid, faults, progress
from trainer.games.bingo.figures import bingo
from trainer.games.core import RequestError
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

LIBRARY = shipped_library()
HALLS = {book: load_rules(LIBRARY, book, "bingo") for book in ("puerto-rico", "bolivia")}
NINETY = [[1, 0, 21, 0, 41, 0, 61, 0, 81], [0, 12, 0, 33, 0, 52, 0, 72, 83], [5, 17, 28, 36, 0, 0, 69, 0, 0]]
UPPER, CENTRE = [1, 21, 41, 61, 81], [12, 33, 52, 72, 83]
SEVENTY_FIVE = [[1, 16, 31, 46, 61], [2, 17, 32, 47, 62], [3, 18, 0, 48, 63], [4, 19, 33, 49, 64], [5, 20, 34, 50, 65]]


def ask(book: str, kind: str, asked: dict[str, Any], **options: str) -> dict[str, Any]:
    return answered({"rulebook": book, "game": "bingo", kind: asked, "options": options})


# ── an oracle of its own ─────────────────────────────────────────────────────────────────────────────────────────────


def well_formed_90(card: Grid) -> bool:
    """L3086, written down again: fifteen different numbers 1-90, five a row, one to three a column."""
    numbers = [n for row in card for n in row if n]
    return (
        len(set(numbers)) == len(numbers) == 15
        and all(1 <= n <= 90 for n in numbers)
        and all(sum(1 for n in row if n) == 5 for row in card)
        and all(any(row[c] for row in card) for c in range(9))
    )


def well_formed_75(card: Grid) -> bool:
    """L2755-2763: column by column fifteen numbers wide, the middle of N empty."""
    for column in range(5):
        cells = [card[row][column] for row in range(5) if (row, column) != (2, 2)]
        if len(set(cells)) != len(cells) or not all(15 * column < n <= 15 * column + 15 for n in cells):
            return False
    return card[2][2] == 0


ORACLE = {"puerto-rico": well_formed_75, "bolivia": well_formed_90}


@pytest.mark.parametrize("book", HALLS)
def test_cards_are_well_formed_as_the_oracle_says(book: str) -> None:
    rng, rules = random.Random(11), HALLS[book]
    highest, bad = bingo(rules).balls.highest, 0
    for _ in range(1500):
        card = [list(row) for row in random_card(rules, rng)]
        for _ in range(rng.choice((0, 1, 1, 2))):
            row, column = rng.randrange(len(card)), rng.randrange(len(card[0]))
            card[row][column] = rng.choice((0, rng.randint(1, highest), highest + 1))
        grid = tuple(map(tuple, card))
        assert (not faults(rules, grid)) == ORACLE[book](grid), grid
        bad += not ORACLE[book](grid)
    assert 400 < bad < 1400


@pytest.mark.parametrize("book", HALLS)
def test_a_figure_is_complete_exactly_when_its_last_number_came(book: str) -> None:
    """Ball by ball through whole draws: the engine's moment is the first at which a shape lies within what came."""
    rng, rules = random.Random(5), HALLS[book]
    balls = list(range(1, bingo(rules).balls.highest + 1))
    for _ in range(40):
        card, name = random_card(rules, rng), rng.choice(list(bingo(rules).figures))
        rng.shuffle(balls)
        sets = [
            {card[r][c] for r, row in enumerate(shape) for c, mark in enumerate(row) if mark == "x"} - {0}
            for shape in bingo(rules).figures[name].shapes
        ]
        moment = next(n for n in range(len(balls) + 1) if any(wanted <= set(balls[:n]) for wanted in sets))
        assert not progress(rules, card, name, balls[: moment - 1]).complete
        for after in (moment, len(balls)):
            found = progress(rules, card, name, balls[:after])
            assert found.complete and found.completed_by == moment


@given(prize=st.integers(0, 10**7), winners=st.integers(1, 60), unit=st.sampled_from(["1", "0.01", "0.25", "5"]))
def test_shares_are_equal_and_nothing_is_lost(prize: int, winners: int, unit: str) -> None:
    """L2784, L3273-3274: what is paid and what is left over make the prize, and the rest is less than a unit each."""
    for book in HALLS:
        answer = ask(book, "settle", {"bingo_prize": prize, "bingo_winners": winners}, rounding=f"down to {unit}")
        each, rest = Fraction(answer["bingo_each"]), Fraction(answer.get("remainder", 0))
        assert each * winners + rest == prize
        assert 0 <= rest < Fraction(unit) * winners
        assert (each / Fraction(unit)).denominator == 1
        assert Fraction(answer["total_payout"]) == each * winners


@given(cards=st.integers(0, 5000), price=st.integers(1, 100), line=st.integers(0, 40), bingo_=st.integers(0, 60))
def test_l3269_the_takings_are_prizes_pot_and_house_to_the_last_coin(
    cards: int, price: int, line: int, bingo_: int
) -> None:
    shares = {"line": line, "bingo": bingo_}
    answer = ask("bolivia", "settle", {"cards_sold": cards, "price": price, "percentages": shares})
    assert answer["takings"] == cards * price
    parts = [Fraction(answer[key]) for key in ("line_prize", "bingo_prize", "house")]
    assert sum(parts) == cards * price and all(part >= 0 for part in parts)
    assert parts[0] == Fraction(cards * price * line, 100) // 1


# ── claims ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def line_claims(*claims: dict[str, Any], drawn: list[int], **options: str) -> list[tuple[str, Any]]:
    asked = {"drawn": drawn, "line_prize": 301, "bets": [{"bet": "line", "card": NINETY, **each} for each in claims]}
    return [(bet["why"], bet["pays"]) for bet in ask("bolivia", "settle", asked, **options)["bets"]]


@pytest.mark.parametrize("book", HALLS)
def test_what_decide_refuses_settle_does_not_pay(book: str) -> None:
    """The same claim asked both ways, with every trouble a claim can have."""
    rng, rules, seen = random.Random(3), HALLS[book], set()
    for _ in range(400):
        name = rng.choice(list(bingo(rules).figures))
        prize = bingo(rules).figures[name].prize
        card = random_card(rules, rng)
        shape = rng.choice(bingo(rules).figures[name].shapes)
        wanted = [card[r][c] for r, row in enumerate(shape) for c, mark in enumerate(row) if mark == "x" and card[r][c]]
        others = [ball for ball in range(1, bingo(rules).balls.highest + 1) if ball not in wanted]
        drawn = rng.sample(others, 10) + wanted[: len(wanted) - rng.choice((0, 0, 1))]
        claim: dict[str, Any] = {"card": card, "figure": name, "after": len(drawn) - rng.choice((0, 0, 0, 1))}
        claim |= rng.choice(({}, {}, {}, {"defaced": True}, {"cards": 2}, {"of_this_game": False}))
        said = ask(book, "decide", {"case": "claim", "prize": prize, "drawn": drawn, **claim})
        round_ = {"drawn": drawn, f"{prize}_prize": 700, "bets": [{"bet": prize, **claim}]}
        settled = ask(book, "settle", round_)["bets"][0]
        assert (settled["accepted"], settled["why"]) == (said["accepted"], said["why"])
        assert settled["pays"] == (700 if said["accepted"] else 0)
        seen.add(said["why"])
    assert {"complete", "missing", "defaced", "several-cards", "other-game"} <= seen


def test_l3199_a_line_called_late_is_good_until_another_was_right_before() -> None:
    drawn = [*CENTRE, 90, 2, *UPPER]
    assert line_claims({"after": 7}, drawn=drawn) == [("complete", 301)]
    assert line_claims({"after": 7}, {"after": 6}, drawn=drawn) == [("another-before", 0), ("complete", 301)]
    assert line_claims({"after": 7}, {"after": 7}, drawn=drawn) == [("complete", 150), ("complete", 150)]


def test_l3206_a_wrong_claim_gets_nothing_and_takes_nothing_from_the_others() -> None:
    drawn = [*CENTRE, 90]
    assert line_claims({"after": 4}, {"after": 6}, drawn=drawn) == [("missing", 0), ("complete", 301)]


@pytest.mark.parametrize(
    ("field", "why"), [("defaced", "defaced"), ("cards", "several-cards"), ("of_this_game", "other-game")]
)
def test_l3199_l3200_l3245_cards_that_never_win(field: str, why: str) -> None:
    spoilt = {"defaced": True, "cards": 2, "of_this_game": False}
    assert line_claims({field: spoilt[field]}, drawn=CENTRE) == [(why, 0)]


def test_l3210_after_the_order_no_claim_counts() -> None:
    asked = {"case": "claim", "prize": "line", "card": NINETY, "drawn": CENTRE}
    assert ask("bolivia", "decide", asked)["accepted"]
    closed = ask("bolivia", "decide", {**asked, "order_given": True})
    assert (closed["accepted"], closed["why"], closed["next"]) == (False, "order-given", "resume")
    assert closed["reasons"][0]["cite"] == "6.1.4 L3210"


def test_doubt_2_shares_go_by_card_or_by_player() -> None:
    claims = [{"seat": 1}, {"seat": 1}, {"seat": 2}]
    assert [pays for _, pays in line_claims(*claims, drawn=CENTRE)] == [100, 100, 100]
    assert [pays for _, pays in line_claims(*claims, drawn=CENTRE, shares="player")] == [150, 0, 150]


def test_doubt_3_a_line_may_have_to_come_from_left_to_right() -> None:
    backwards = CENTRE[::-1]
    assert line_claims({}, drawn=backwards) == [("complete", 301)]
    assert line_claims({}, drawn=backwards, **{"line-order": "left-to-right"}) == [("missing", 0)]
    assert line_claims({}, drawn=CENTRE, **{"line-order": "left-to-right"}) == [("complete", 301)]


@pytest.mark.parametrize(
    ("choice", "bingo_each", "goes_to"),
    [("bingo", 700, "bingo"), ("next-game", 500, "next-game"), ("house", 500, "house")],
)
def test_doubt_8_a_line_nobody_calls(choice: str, bingo_each: int, goes_to: str) -> None:
    asked = {"line_prize": 200, "line_winners": 0, "bingo_prize": 500, "bingo_winners": 1}
    answer = ask("bolivia", "settle", asked, **{"unclaimed-line": choice})
    assert (answer["bingo_each"], answer["line_goes_to"]) == (bingo_each, goes_to)


def horizontal(after: int | None, heard: int = 1) -> dict[str, Any]:
    return {"bet": "bingo", "card": SEVENTY_FIVE, "figure": "horizontal", "after": after, "heard": heard}


def test_puerto_rico_takes_no_late_claim_unless_the_house_says_so() -> None:
    drawn = [1, 16, 31, 46, 61, 75]
    asked = {"drawn": drawn, "bingo_prize": 900, "bets": [horizontal(6)]}
    assert ask("puerto-rico", "settle", asked)["bets"][0]["why"] == "late"
    late = ask("puerto-rico", "settle", asked, **{"late-claim": "until-other"})
    assert late["bets"][0]["pays"] == 900


def test_l2784_at_the_same_time_is_the_same_ball_or_the_same_voice() -> None:
    asked = {"drawn": [1, 16, 31, 46, 61], "bingo_prize": 900, "bets": [horizontal(5, 2), horizontal(5, 1)]}
    assert [bet["pays"] for bet in ask("puerto-rico", "settle", asked)["bets"]] == [450, 450]
    voices = ask("puerto-rico", "settle", asked, **{"same-time": "first-voice"})
    assert [bet["pays"] for bet in voices["bets"]] == [0, 900]


def test_l2755_the_free_centre_counts_or_is_not_used() -> None:
    asked = {"case": "card", "card": SEVENTY_FIVE, "drawn": [3, 18, 48, 63], "figure": "horizontal"}
    assert ask("puerto-rico", "decide", asked)["horizontal"]
    with pytest.raises(RequestError, match="crosses the centre"):
        ask("puerto-rico", "decide", asked, **{"free-centre": "not-used"})


def test_l2780_who_did_not_pay_the_progressive_does_not_win_it() -> None:
    asked = {
        "drawn": [1, 5, 61, 65],
        "progressive_prize": 5000,
        "progressive_by": 4,
        "bets": [
            {"bet": "progressive", "card": SEVENTY_FIVE, "figure": "four-corners", "paid_progressive": paid}
            for paid in (True, False)
        ],
    }
    won, lost = ask("puerto-rico", "settle", asked)["bets"]
    assert (won["pays"], lost["pays"], lost["why"]) == (5000, 0, "progressive-not-paid")
    late = ask("puerto-rico", "settle", {**asked, "progressive_by": 3})
    assert late["bets"][0]["why"] == "progressive-too-late"


@pytest.mark.parametrize(
    ("asked", "minimum", "may"),
    [
        ({"cards_sold": 10}, 10, True),
        ({"cards_sold": 9}, 10, False),
        ({"cards_sold": 24, "positions": 240}, 24, True),
        ({"cards_sold": 24, "positions": 241}, 25, False),
        ({"cards_sold": 6, "positions": 240, "posted": 5}, 5, True),
    ],
)
def test_l3150_how_many_cards_a_game_needs(asked: dict[str, int], minimum: int, may: bool) -> None:
    answer = ask("bolivia", "limit", {"case": "start", **asked})
    assert (answer["minimum"], answer["may_start"]) == (minimum, may)


def test_l3264_an_error_put_right_before_the_next_ball() -> None:
    asked = {"case": "irregularity", "event": "caller-error", "cards_sold": 120, "price": 5}
    right_away = {**asked, "corrected_before_next_ball": True}
    assert ask("bolivia", "decide", asked)["refund_total"] == 600
    assert ask("bolivia", "decide", right_away)["game"] == "goes-on"
    strict = ask("bolivia", "decide", right_away, **{"caller-error": "always-annuls"})
    assert (strict["game"], strict["refund_total"]) == ("annulled", 600)


@pytest.mark.parametrize(
    ("circumstance", "facts", "reason"),
    [
        ({"substantial": False}, {"game": "goes-on", "refund": 0}, ("error-without-effect", "L3264")),
        ({"corrected_before_next_ball": True}, {"game": "goes-on", "refund": 0}, ("error-put-right", "house standard")),
        ({"prizes_paid": True}, {"claim_accepted": False}, ("table.reason.irregularity", "L3258")),
    ],
)
def test_l3258_and_l3264_a_caller_error_that_annuls_nothing_says_why(
    circumstance: dict[str, bool], facts: dict[str, Any], reason: tuple[str, str]
) -> None:
    """It was said to annul the game, and a game whose prizes were paid was annulled."""
    asked = {"case": "irregularity", "event": "caller-error", "cards_sold": 120, "price": 5, **circumstance}
    answer = ask("bolivia", "decide", asked)
    assert answer.items() >= facts.items() and "refund_total" not in answer and "cards" not in answer
    assert [each["rule"] for each in answer["reasons"]] == [reason[0]]
    assert answer["reasons"][0]["cite"].endswith(reason[1])


def test_l3258_before_the_prizes_are_paid_a_claim_is_heard() -> None:
    asked = {"case": "irregularity", "event": "announcement-claim"}
    before, after = (ask("bolivia", "decide", {**asked, "prizes_paid": paid}) for paid in (False, True))
    assert (before["claim_accepted"], after["claim_accepted"]) == (True, False)
    assert before["reasons"][0]["rule"] == "claim-before-prizes" and "action" not in before


@pytest.mark.parametrize(
    ("book", "kind", "asked", "field"),
    [
        ("bolivia", "decide", {"case": "ball", "number": 91}, "number"),
        ("puerto-rico", "decide", {"case": "ball", "number": 76}, "number"),
        ("bolivia", "decide", {"case": "card", "card": NINETY, "drawn": [5, 5]}, "drawn[1]"),
        ("bolivia", "decide", {"case": "card", "card": NINETY[:2]}, "card"),
        ("bolivia", "settle", {"bingo_prize": -1, "bingo_winners": 1}, "bingo_prize"),
        ("bolivia", "settle", {"prize": 5, "winners": 2, "valid_claims": 2}, "winners"),
        ("puerto-rico", "settle", {"line_prize": 5, "line_winners": 1}, "line_prize"),
        ("puerto-rico", "settle", {"valid_claims": 3, "claims": 2, "prize": 5}, "valid_claims"),
        ("puerto-rico", "settle", {"drawn": [1], "bets": [{"bet": "bingo", "card": SEVENTY_FIVE}]}, "bets[0].figure"),
        ("bolivia", "settle", {"bets": [{"bet": "line", "card": NINETY, "after": 1}]}, "bets[0].after"),
        ("bolivia", "settle", {"cards_sold": 4}, "price"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(book: str, kind: str, asked: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestError) as error:
        ask(book, kind, asked)
    assert error.value.field_path == f"{kind}.{field}"


@pytest.mark.parametrize(
    ("machine", "options", "change", "rule", "cite"),
    [
        ("pneumatic", {}, True, "ball-set", "6.1.3.1 L3093-3097"),
        ("drum", {}, True, "ball-set", "house standard"),
        ("drum", {"ball-set": "pneumatic-only"}, False, "ball-set-until-faulty", "6.1.3.1 L3093-3097"),
    ],
)
def test_l3095_a_thousand_games_are_written_for_pneumatic_machines(
    machine: str, options: dict[str, str], change: bool, rule: str, cite: str
) -> None:
    answer = ask("bolivia", "limit", {"case": "ball-set", "games": 1001, "machine": machine}, **options)
    reason = answer["reasons"][0]
    assert (answer["must_change"], reason["rule"], reason["cite"]) == (change, rule, cite)
