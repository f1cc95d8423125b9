"""Every row of every pay table, as its section prints it: the figures stand here once more, typed from the text."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.house_poker.tables import CLOSED, HANDS, OPENS, pays, settled
from tests.loops import loop_over

STANDARD = (1, 1, 2, 3, 4, 5, 7, 20, 50, 100)
BALEARES = (1, 1, 2, 3, 4, 5, 7, 20, 25, 100)
RIDE = tuple(HANDS)[1:]


def second_bet(book: str, row: str, ante: int = 10) -> dict[str, Any]:
    bets = [{"bet": "ante", "stake": ante}, {"bet": "bet", "stake": 2 * ante}]
    return settled(book, "caribbean-stud", {"player": HANDS[row].split(), "dealer": OPENS.split(), "bets": bets})


def each_row(table: tuple[int, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("row", "odds"), list(zip(HANDS, table, strict=True)))


@each_row(STANDARD)
def test_arica_iii_3_5_second_bet(row: str, odds: int) -> None:
    answer = second_bet("arica", row)
    assert (pays(answer, "ante"), pays(answer, "bet")) == (10, 20 * odds)


@each_row(STANDARD)
def test_puerto_rico_seccion_7_10_apuesta_bet(row: str, odds: int) -> None:
    answer = second_bet("puerto-rico", row)
    assert (pays(answer, "ante"), pays(answer, "bet")) == (10, 20 * odds)


@each_row(BALEARES)
def test_baleares_11_iii_segunda_apuesta(row: str, odds: int) -> None:
    answer = second_bet("baleares", row)
    assert (pays(answer, "ante"), pays(answer, "bet")) == (10, 20 * odds)


@each_row(STANDARD)
def test_bolivia_2_3_7_1_2_segunda_apuesta(row: str, odds: int) -> None:
    answer = second_bet("bolivia", row)
    assert (pays(answer, "ante"), pays(answer, "bet")) == (10, 20 * odds)


@loop_over("book", ["arica", "puerto-rico", "baleares", "bolivia"])
@loop_over("row", HANDS)
def test_a_bank_that_does_not_open_pays_the_ante_only(book: str, row: str) -> None:
    bets = [{"bet": "ante", "stake": 10}, {"bet": "bet", "stake": 20}]
    answer = settled(book, "caribbean-stud", {"player": HANDS[row].split(), "dealer": CLOSED.split(), "bets": bets})
    assert [(bet["result"], bet["pays"], bet["returned"]) for bet in answer["bets"]] == [
        ("win", 10, 10),
        ("push", 0, 20),
    ]
    assert answer["dealer_qualifies"] is False


@pytest.mark.parametrize(
    ("row", "prize"), [("full-house", 100), ("four-of-a-kind", 300), ("straight-flush", 1000), ("royal-flush", 2000)]
)
def test_baleares_11_iv_seguro(row: str, prize: int) -> None:
    answer = settled(
        "baleares", "caribbean-stud", {"player": HANDS[row].split(), "bets": [{"bet": "insurance", "stake": 5}]}
    )
    assert (pays(answer, "insurance"), answer["bets"][0]["loses"]) == (5 * prize, 5)


@pytest.mark.parametrize(
    ("row", "prize"),
    [("flush", 50), ("full-house", 100), ("four-of-a-kind", 500), ("straight-flush", 3200), ("royal-flush", 32000)],
)
def test_puerto_rico_seccion_7_11_progresivo(row: str, prize: int) -> None:
    bets = [{"bet": "progressive", "stake": 1}]
    answer = settled("puerto-rico", "caribbean-stud", {"player": HANDS[row].split(), "meter": 32000, "bets": bets})
    assert pays(answer, "progressive") == prize


@pytest.mark.parametrize(
    ("row", "prize"),
    [
        ("straight", 20_000),
        ("flush", 25_000),
        ("full-house", 40_000),
        ("four-of-a-kind", 100_000),
        ("straight-flush", 800_000),
        ("royal-flush", 8_000_000),
    ],
)
def test_arica_iii_6_5_pozo(row: str, prize: int) -> None:
    bets = [{"bet": "progressive", "stake": 1, "seat": 2}]
    answer = settled(
        "arica",
        "progressive-jackpot",
        {"hands": [{"seat": 2, "cards": HANDS[row].split()}], "pot": 8_000_000, "bets": bets},
    )
    assert (pays(answer, "progressive"), answer["meter_left"]) == (prize, 8_000_000 - prize)


@pytest.mark.parametrize(
    ("row", "prize"),
    [("flush", 250), ("full-house", 500), ("four-of-a-kind", 2500), ("straight-flush", 8000), ("royal-flush", 80_000)],
)
@pytest.mark.parametrize(
    ("game", "head"), [("progressive-jackpot", {}), ("caribbean-stud", {"variant": "progressive"})]
)
def test_bolivia_2_5_6_pozo(row: str, prize: int, game: str, head: dict[str, str]) -> None:
    bets = [{"bet": "progressive", "stake": 5, "seat": 2}]
    hands = [{"seat": 2, "cards": HANDS[row].split()}]
    answer = settled("bolivia", game, {"hands": hands, "pot": 80_000, "bets": bets}, **head)
    assert (pays(answer, "progressive"), answer["meter_left"]) == (prize, 80_000 - prize)


def riding(book: str, row: str, high: str, **head: Any) -> dict[str, Any]:
    cards = HANDS[row].split() if row != "pair" else f"{high}S {high}D 5C 4H 3S".split()
    bets = [{"bet": bet, "stake": 5} for bet in ("bet-1", "bet-2", "bet-3")]
    return settled(book, "let-it-ride", {"player": cards[:3], "community": cards[3:], "bets": bets}, **head)


@pytest.mark.parametrize(("row", "odds"), list(zip(RIDE, (1, 2, 3, 5, 8, 11, 50, 200, 1000), strict=True)))
def test_puerto_rico_seccion_8_10_tabla(row: str, odds: int) -> None:
    assert pays(riding("puerto-rico", row, "T"), "bet-2") == 5 * odds


@pytest.mark.parametrize(
    ("table", "primary", "secondary"),
    [
        ("blir-08", (1, 2, 3, 5, 8, 11, 50, 200, 1000), (0, 0, 5, 25, 50, 200, 400, 2000, 20000)),
        ("blir-10", (1, 2, 3, 5, 8, 11, 50, 200, 500), (0, 4, 8, 25, 50, 75, 100, 2000, 10000)),
        ("blir-25", (1, 2, 3, 6, 9, 15, 30, 50, 100), (0, 4, 8, 25, 50, 75, 100, 2000, 10000)),
    ],
)
def test_puerto_rico_seccion_8_10_bonificacion(
    table: str, primary: tuple[int, ...], secondary: tuple[int, ...]
) -> None:
    for row, odds, prize in zip(RIDE, primary, secondary, strict=True):
        options = {"pay-table": table}
        assert pays(riding("puerto-rico", row, "T", options=options), "bet-3") == 5 * odds, row
        bonus = {"rank": row, "bets": [{"bet": "let-it-ride-bonus", "stake": 1}]}
        assert pays(settled("puerto-rico", "let-it-ride", bonus, options=options), "let-it-ride-bonus") == prize, row


@pytest.mark.parametrize(("row", "odds"), list(zip(RIDE, (1, 2, 3, 5, 8, 11, 50, 200, 500), strict=True)))
def test_baleares_13_iv_tabla(row: str, odds: int) -> None:
    assert pays(riding("baleares", row, "J"), "bet-1") == 5 * odds


@pytest.mark.parametrize(("book", "high"), [("puerto-rico", "9"), ("baleares", "T")])
def test_a_pair_below_the_lowest_that_pays_loses(book: str, high: str) -> None:
    assert {bet["result"] for bet in riding(book, "pair", high)["bets"]} == {"lose"}


@pytest.mark.parametrize(
    ("cards", "usual", "literal"),
    [
        ("AS KS QS", 40, 40),
        ("7S 8S 9S", 40, 6),
        ("6H 6D 6C", 30, 30),
        ("7S 8D 9C", 6, 0),
        ("AS 2D 3C", 6, 0),
        ("KS 9S 4S", 3, 3),
        ("6H 6D 2C", 1, 1),
        ("KH 9D 2C", 0, 0),
    ],
)
def test_puerto_rico_seccion_8_11_bono_de_tres_cartas(cards: str, usual: int, literal: int) -> None:
    bonus = {"player": cards.split(), "bets": [{"bet": "three-card-bonus", "stake": 5}]}
    for options, odds in (({}, usual), ({"three-card-ranks": "literal"}, literal)):
        assert pays(settled("puerto-rico", "let-it-ride", bonus, options=options), "three-card-bonus") == 5 * odds


# ── caps ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ante", "options", "paid"), [(500, {}, 5000), (500, {"bet-payout-limit": "10000"}, 7000)])
def test_puerto_rico_seccion_7_10_tope_de_la_apuesta_bet(ante: int, options: dict[str, str], paid: int) -> None:
    bets = [{"bet": "ante", "stake": ante}, {"bet": "bet", "stake": 2 * ante}]
    round_ = {"player": HANDS["full-house"].split(), "dealer": OPENS.split(), "bets": bets}
    answer = settled("puerto-rico", "caribbean-stud", round_, options=options)
    assert (pays(answer, "ante"), pays(answer, "bet")) == (ante, paid)


def test_puerto_rico_seccion_8_10_tope_de_la_mano() -> None:
    bets = [{"bet": bet, "stake": 25} for bet in ("bet-1", "bet-2", "bet-3")]
    cards = HANDS["royal-flush"].split()
    answer = settled("puerto-rico", "let-it-ride", {"player": cards[:3], "community": cards[3:], "bets": bets})
    assert answer["total_payout"] == 50_000
    free = {"payout-limit-per-hand": "none"}
    answer = settled(
        "puerto-rico", "let-it-ride", {"player": cards[:3], "community": cards[3:], "bets": bets}, options=free
    )
    assert answer["total_payout"] == 75_000


@pytest.mark.parametrize(("row", "prize"), [("straight-flush", 3_200), ("royal-flush", 32_000)])
def test_baleares_11_v_carrousel(row: str, prize: int) -> None:
    told = {"player": HANDS[row].split(), "meter": 32_000, "bets": [{"bet": "progressive", "stake": 1}]}
    assert pays(settled("baleares", "caribbean-stud", told), "progressive") == prize


@pytest.mark.parametrize(("cards", "bonus"), [("AS KS QS", 100), ("AH KH QH", 25)])
def test_puerto_rico_seccion_13_10_bonificacion_a_los_demas(cards: str, bonus: int) -> None:
    hands = [{"seat": 1, "cards": cards.split()}, {"seat": 2, "cards": ["9C", "6D", "2C"]}]
    bets = [{"bet": "progressive", "stake": 1, "seat": seat} for seat in (1, 2)]
    answer = settled("puerto-rico", "three-card-poker", {"hands": hands, "meter": 4_250, "bets": bets})
    assert [(each["seat"], each["pays"]) for each in answer["bonus"]] == [(2, bonus)]
