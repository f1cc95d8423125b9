"""The house's edge, computed from the engine as a Markov chain, equals the published figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from trainer.course.lessons import lesson
from trainer.games import game
from trainer.games.craps.edge import edges, house_edge
from trainer.games.craps.layout import CrapsBet
from trainer.games.edges import expected_value
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language

# As printed in the books on craps, in percent; the exact fractions behind them where they are short.
PUBLISHED = {
    "pass-line": Fraction(7, 495),  # 1.414 %
    "dont-pass": Fraction(3, 220),  # 1.364 %, the tie on the barred 12 counted
    "come": Fraction(7, 495),
    "dont-come": Fraction(3, 220),
    "field": Fraction(1, 18),  # 5.556 % at 2 to 1 on 2 and 12
    "big-6": Fraction(1, 11),
    "big-8": Fraction(1, 11),
    "any-seven": Fraction(1, 6),
    "any-craps": Fraction(1, 9),
    "craps-2": Fraction(5, 36),
    "craps-12": Fraction(5, 36),
    "craps-3": Fraction(1, 9),
    "eleven": Fraction(1, 9),
    "craps-eleven": Fraction(1, 9),
    "horn": Fraction(1, 6),  # 4 to 1 flat
    "over-7": Fraction(1, 6),
    "under-7": Fraction(1, 6),
}
BY_NUMBER = {
    "place": {4: Fraction(1, 15), 5: Fraction(1, 25), 6: Fraction(1, 66)},  # 6.667, 4.000, 1.515 %
    "place-lose": {4: Fraction(1, 33), 5: Fraction(1, 40), 6: Fraction(1, 55)},  # 3.030, 2.500, 1.818 %
    "hardway": {4: Fraction(1, 9), 6: Fraction(1, 11)},  # 11.11 % at 7 to 1, 9.09 % at 9 to 1
    "buy": {4: Fraction(1, 21)},  # 4.762 % with 5 % of the stake
    "lay": {4: Fraction(1, 41)},  # 2.439 % with 5 % of the win
}
NO_EDGE = ("pass-odds", "dont-pass-odds", "come-odds", "dont-come-odds")


@pytest.mark.parametrize("book", ["arica", "puerto-rico", "baleares", "bolivia"])
def test_edges_are_the_published_ones(book: str) -> None:
    rules = load_rules(shipped_library(), book, "craps")
    for found in edges(rules):
        where = f"{found.bet} {found.on}"
        if book == "bolivia" and found.bet in ("hardway", "any-seven"):
            assert found.edge == 0, where  # 3.1.7.2 L2447, L2456: 10, 8 and 5 to 1 are the true odds
        elif found.bet in NO_EDGE:
            assert found.edge == 0, where
        elif found.bet in PUBLISHED:
            assert found.edge == PUBLISHED[found.bet], where
        elif found.bet in BY_NUMBER:
            assert all(found.edge == BY_NUMBER[found.bet][min(on, 14 - on)] for on in found.on), where
        elif found.bet == "hop":
            assert found.edge == (Fraction(5, 36) if found.on[0][0] == found.on[0][1] else Fraction(1, 9)), where
        else:
            assert found.bet in ("all-small", "all-tall", "make-em-all"), where


@pytest.mark.parametrize(("bet", "percent"), [("all-small", "7.761"), ("all-tall", "7.761"), ("make-em-all", "7.464")])
def test_bonus_craps_edges(bet: str, percent: str) -> None:
    """34 to 1 on five numbers and 175 to 1 on ten, before any seven."""
    rules = load_rules(shipped_library(), "puerto-rico", "craps")
    assert f"{float(house_edge(rules, CrapsBet(bet=bet, stake=Fraction(1)))) * 100:.3f}" == percent


def test_chance_of_all_small_by_inclusion_and_exclusion() -> None:
    """P(all of a set before a 7) = Σ (−1)^|T| · 6 / (6 + ways of T), an independent road to the same edge."""
    rules = load_rules(shipped_library(), "puerto-rico", "craps")
    ways = {total: 6 - abs(7 - total) for total in range(2, 13)}
    for bet, need, price in (("all-small", range(2, 7), 34), ("make-em-all", [*range(2, 7), *range(8, 13)], 175)):
        numbers = list(need)
        chance = Fraction(0)
        for bits in range(2 ** len(numbers)):
            chosen = [number for index, number in enumerate(numbers) if bits >> index & 1]
            chance += (-1) ** len(chosen) * Fraction(6, 6 + sum(ways[number] for number in chosen))
        assert house_edge(rules, CrapsBet(bet=bet, stake=Fraction(1))) == 1 - chance * (price + 1)


def test_options_change_the_edge() -> None:
    library = shipped_library()
    four_way = load_rules(library, "baleares", "craps", options={"horn": "four-way"})
    assert house_edge(four_way, CrapsBet(bet="horn", stake=Fraction(4))) == Fraction(1, 8)  # 12.5 %, the books' horn
    for_one = load_rules(library, "bolivia", "craps", options={"hardway-odds": "for-one"})
    assert house_edge(for_one, CrapsBet(bet="hardway", on=4, stake=Fraction(1))) == Fraction(1, 9)
    assert house_edge(for_one, CrapsBet(bet="any-seven", stake=Fraction(1))) == Fraction(1, 6)
    small = house_edge(load_rules(library, "puerto-rico", "craps"), CrapsBet(bet="place", on=6, stake=Fraction(5)))
    assert small == Fraction(1, 11)  # even money below $6 makes it a big 6
    off = load_rules(library, "puerto-rico", "craps", options={"working-on-come-out": "off"})
    assert house_edge(off, CrapsBet(bet="place", on=6, stake=Fraction(6))) == Fraction(
        1, 66
    )  # resting costs time, not money


def test_the_edge_is_in_the_lesson() -> None:
    text = lesson(load_rules(shipped_library(), "arica", "craps"), Language.ES)
    assert text is not None and all(f"{edge}\N{NO-BREAK SPACE}%" in text for edge in ("1,414", "1,364", "11,111"))


def test_games_that_do_not_end_are_refused() -> None:
    with pytest.raises(ValueError, match="never leaves"):
        expected_value("here", lambda state: (Fraction(0), {state: Fraction(1)}))
    with pytest.raises(ValueError, match="does not seem to end"):
        expected_value(0, lambda state: (Fraction(0), {state + 1: Fraction(1, 2)}), limit=50)


def test_a_chain_with_cycles() -> None:
    """Ruin from 2 of 5 at even odds: the chance to reach 5 is 2/5."""

    def moves(money: int) -> tuple[Fraction, dict[int, Fraction]]:
        onward = {money + step: Fraction(1, 2) for step in (-1, 1) if 0 < money + step < 5}
        return (Fraction(1, 2) if money == 4 else Fraction(0)), onward

    assert expected_value(2, moves) == Fraction(2, 5)


def test_the_game_offers_its_edges() -> None:
    assert game("craps").edges is edges
