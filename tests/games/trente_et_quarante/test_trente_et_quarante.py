"""Trente et quarante: rows that stop where they must, ties, prison and insurance, and the classic odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.equipment.cards import DECK, Card, parse_cards
from trainer.games import game
from trainer.games.core import Outcome, RequestError, read_request
from trainer.games.example_requests import examples_of
from trainer.games.rules import load_rules
from trainer.games.trente_et_quarante.figures import CHANCES, trente
from trainer.games.trente_et_quarante.rows import count, from_rows, from_stack
from trainer.rulebooks import GameRules, shipped_library

BOOKS = ["baleares", "bolivia"]


def load(rulebook: str, **options: str) -> GameRules:
    chosen = {key.replace("_", "-"): value for key, value in options.items()}
    return load_rules(shipped_library(), rulebook, "trente-et-quarante", "", chosen)


def ask(rules: GameRules, kind: Any, **data: Any) -> Any:
    wanted = game(rules.game).asks[kind]
    return wanted.answer(rules, read_request(wanted, data, kind))


@given(book=st.sampled_from(BOOKS), cards=st.permutations(list(DECK) * 2).map(lambda cards: cards[:40]))
def test_rows_stop_at_the_first_total_of_31_or_more(book: str, cards: list[Card]) -> None:
    coup = from_stack(trente(load(book)), cards)
    for row, total in ((coup.black_row, coup.black_total), (coup.red_row, coup.red_total)):
        assert 31 <= total <= 40
        assert count(row) == total
        assert count(row[:-1]) <= 30
    assert coup.black_row + coup.red_row == tuple(cards[: len(coup.black_row) + len(coup.red_row)])


@given(
    book=st.sampled_from(BOOKS),
    cards=st.permutations(list(DECK) * 2).map(lambda cards: cards[:40]),
    stake=st.integers(1, 500),
)
def test_the_four_chances_balance(book: str, cards: list[Card], stake: int) -> None:
    rules = load(book)
    bets = [{"bet": chance, "stake": stake} for chance in CHANCES]
    settled = ask(rules, "settle", shoe_after_burn=[str(card) for card in cards], bets=bets)
    for box in settled.bets:
        assert box.loses + box.returned + box.stays == stake
    results = Counter(box.result for box in settled.bets)
    if settled.facts["winning_row"] is not None:
        assert results == {Outcome.WIN: 2, Outcome.LOSE: 2}
        assert settled.total_payout == 2 * stake
    else:
        assert len(results) == 1


def test_the_two_books_read_colour_from_different_cards() -> None:
    """Black row begins red, red row begins black and wins: Baleares looks at the first, Bolivia at the second."""
    black, red = parse_cards("7H KD 9C 8S"), parse_cards("TS 9D 8H 4C")
    assert from_rows(trente(load("baleares")), black, red).color_chance == "color"
    assert from_rows(trente(load("bolivia")), black, red).color_chance == "inverse"


@pytest.mark.parametrize("book", BOOKS)
def test_rows_dealt_wrongly_are_named(book: str) -> None:
    figures = trente(load(book))
    with pytest.raises(RequestError, match="it goes on"):
        from_rows(figures, parse_cards("KS QS JS"), parse_cards("KS QS JS AS"))
    with pytest.raises(RequestError, match="before its last card"):
        from_rows(figures, parse_cards("KS QS JS AS 2S"), parse_cards("KS QS JS AS"))


def test_l514_baleares_half_back_or_prison() -> None:
    rules = load("baleares")
    tie = {"black_total": 31, "red_total": 31}
    box = ask(rules, "settle", **tie, bets=[{"bet": "black", "stake": 25, "choice": "withdraw"}]).bets[0]
    assert (box.result, box.returned) == (Outcome.LOSE, Fraction(25, 2))
    box = ask(rules, "settle", **tie, bets=[{"bet": "black", "stake": 25}]).bets[0]
    assert (box.result, box.stays) == (Outcome.STAND, 25)
    box = ask(rules, "settle", **tie, bets=[{"bet": "black", "stake": 500, "insured": True}]).bets[0]
    assert (box.result, box.returned, box.facts["insurance_kept"]) == (Outcome.PUSH, 500, 5)
    box = ask(rules, "settle", **tie, last_coup=True, bets=[{"bet": "black", "stake": 40, "in_prison": True}]).bets[0]
    assert (box.loses, box.returned) == (30, 10)


def test_l514_baleares_a_deposit_may_go_back_unless_31_31_comes() -> None:
    bets = [{"bet": "black", "stake": 500, "insured": True}]
    for effect, kept in (("stake-untouched", 5), ("kept-at-the-tie", 0)):
        rules = load("baleares", insurance_effect=effect)
        won = ask(rules, "settle", black_total=32, red_total=35, bets=bets).bets[0]
        assert (won.pays, won.facts["insurance_kept"]) == (500, kept)
        tie = ask(rules, "settle", black_total=31, red_total=31, bets=bets).bets[0]
        assert (tie.returned, tie.facts["insurance_kept"]) == (500, 5)


def test_l514_baleares_prison_ends_with_the_next_decision() -> None:
    rules = load("baleares")
    prisoner = [{"bet": "black", "stake": 40, "in_prison": True}]
    won = ask(rules, "settle", black_total=32, red_total=35, bets=prisoner).bets[0]
    assert (won.result, won.pays, won.returned) == (Outcome.PUSH, 0, 40)
    neutral = ask(rules, "settle", black_total=35, red_total=35, bets=prisoner).bets[0]
    assert (neutral.result, neutral.stays) == (Outcome.STAND, 40)


def test_l2077_bolivia_takes_half_and_blocks_half() -> None:
    rules = load("bolivia")
    tie = {"black_total": 31, "red_total": 31}
    box = ask(rules, "settle", **tie, bets=[{"bet": "red", "stake": 25}]).bets[0]
    assert (box.result, box.loses, box.stays) == (Outcome.STAND, 13, 12)
    box = ask(rules, "settle", **tie, bets=[{"bet": "red", "stake": 20, "choice": "give-up"}]).bets[0]
    assert (box.result, box.loses) == (Outcome.LOSE, 20)
    blocked = {"bet": "red", "stake": 10, "in_prison": True}
    assert ask(rules, "settle", **tie, bets=[blocked]).bets[0].loses == 10
    assert ask(rules, "settle", **tie, bets=[{**blocked, "insured": True}]).bets[0].stays == 10
    freed = ask(rules, "settle", black_total=38, red_total=33, bets=[blocked]).bets[0]
    assert (freed.result, freed.returned, freed.pays) == (Outcome.PUSH, 10, 0)


def test_l2086_bolivia_insures_in_whole_chips() -> None:
    assert ask(load("bolivia"), "decide", case="insurance", stake=250).facts["deposit"] == 3


def test_a_colour_bet_needs_the_first_card() -> None:
    with pytest.raises(RequestError, match="first card"):
        ask(load("baleares"), "settle", black_total=32, red_total=35, bets=[{"bet": "color", "stake": 5}])


def test_calls_in_both_forms() -> None:
    rows = {"black_row": "QD KC 5S 7H".split(), "red_row": "9S TC JH 6C".split()}
    assert ask(load("baleares"), "decide", case="coup", **rows).facts["call"] == "2, 5: negro gana, color pierde"
    full = ask(load("baleares", call_form="full-totals"), "decide", case="coup", **rows)
    assert full.facts["call"] == "32, 35: negro gana, color pierde"
    bolivian = ask(load("bolivia"), "decide", case="coup", **rows).facts["call"]
    assert bolivian == "Negro 32, rojo 35: negro e inverso gana"


@cache
def _chance_of(total: int) -> Fraction:
    """The chance that a row of independent cards passes through a total below 31, counted from zero."""
    if total == 0:
        return Fraction(1)
    return sum(
        (_chance_of(total - pips) * Fraction(4 if pips == 10 else 1, 13) for pips in range(1, 11) if total >= pips),
        Fraction(0),
    )


def test_published_chance_of_the_refait() -> None:
    """A row ends on 31 in 14.8 % of coups and both do in 2.19 %: the house's edge of 1.10 % where half is lost."""
    rules = load("baleares")
    stop = trente(rules).rows.stops_at
    ends = {
        total: sum(
            _chance_of(before) * Fraction(4 if total - before == 10 else 1, 13)
            for before in range(max(0, total - 10), stop)
        )
        for total in range(stop, stop + 10)
    }
    assert sum(ends.values()) == 1
    assert f"{float(ends[31]):.6f}" == "0.148061"
    assert f"{float(ends[31] ** 2 * 100):.2f}" == "2.19"
    edge = Fraction(0)
    for black, red in combinations_with_replacement(ends, 2):
        weight = ends[black] * ends[red] * (1 if black == red else 2)
        if black == red:
            bets = [{"bet": "black", "stake": 200, "choice": "withdraw"}]
            box = ask(rules, "settle", black_total=black, red_total=red, bets=bets).bets[0]
            edge += weight * (box.loses - box.pays) / 200
    assert f"{float(edge * 100):.2f}" == "1.10"


@pytest.mark.parametrize("book", BOOKS)
def test_every_example_of_the_schema_is_answered(book: str) -> None:
    rules = load(book)
    for kind, wanted in game(rules.game).asks.items():
        for example in examples_of(game(rules.game))[kind]:
            assert wanted.answer(rules, read_request(wanted, example, kind))


@pytest.mark.parametrize(
    ("book", "data", "field"),
    [
        ("baleares", {"black_row": ["JK", "KS", "KH", "KD"], "red_row": ["KS", "KH", "KD", "2D"]}, ""),
        ("baleares", {"shoe_after_burn": ["KH", "KS", "KD", "KC"]}, "shoe_after_burn"),
        ("baleares", {"black_total": 41, "red_total": 33}, "black_total"),
        ("baleares", {"black_total": 31, "red_total": 31, "choice": "give-up"}, "bets[0].choice"),
        ("bolivia", {"black_total": 31, "red_total": 31, "choice": "withdraw"}, "bets[0].choice"),
    ],
)
def test_a_coup_that_cannot_be_is_refused_not_settled(book: str, data: dict[str, Any], field: str) -> None:
    bet = {"bet": "red", "stake": 40}
    if "choice" in data:
        bet["choice"] = data["choice"]
    coup = {key: value for key, value in data.items() if key != "choice"}
    with pytest.raises(RequestError) as refused:
        ask(load(book), "settle", bets=[bet], **coup)
    assert refused.value.field_path == field


@pytest.mark.parametrize(("total", "more"), [(0, True), (30, True), (31, False), (40, False)])
def test_l528_l2002_a_row_goes_on_until_31(total: int, more: bool) -> None:
    for book in ("baleares", "bolivia"):
        assert ask(load(book), "decide", case="row", total=total).facts["another_card"] is more
        with pytest.raises(RequestError):
            ask(load(book), "decide", case="row", total=41)


def test_l514_the_house_rounds_its_insurance_up_to_the_cent() -> None:
    assert ask(load("baleares"), "decide", case="insurance", stake="12.50").facts["deposit"] == Fraction(13, 100)
    with pytest.raises(RequestError):
        ask(load("baleares"), "decide", case="insurance", stake=-5)


def test_l514_a_house_may_insure_only_from_a_threshold() -> None:
    rules = load("baleares", insurance_threshold="100")
    assert ask(rules, "limit", insure=99).facts == {"allowed": False, "minimum": 100}
    assert ask(rules, "limit", insure=100).facts == {"allowed": True, "deposit": 1}


def test_l2084_l2086_bolivia_what_follows_the_tie_is_cited_where_it_stands() -> None:
    rules, stake = load("bolivia"), {"bet": "red", "stake": 40, "insured": True}
    insured = ask(rules, "settle", black_total=31, red_total=31, bets=[stake])
    assert insured.bets[0].facts == {"in_prison": True, "blocked": 20, "insurance": 1}
    for black, red in ((35, 33), (33, 35)):
        blocked = {"bet": "red", "stake": 20, "in_prison": True}
        settled = ask(rules, "settle", bets=[blocked], black_total=black, red_total=red)
        assert str(settled.bets[0].reasons[0].cite) == "2.4.5.2 L2084"
