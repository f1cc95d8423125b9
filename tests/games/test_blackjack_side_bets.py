"""Side bets: every row of every table, and how often it comes from the rulebook's decks, against published figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb

import pytest

from tests.loops import loop_over
from trainer.equipment.cards import DECK, RANKS, Card, parse_cards
from trainer.games.blackjack.booking import BlackjackBet, book_side_bet, row_of
from trainer.games.blackjack.figures import blackjack, side_bet
from trainer.games.blackjack.side_bets import READERS, Seen
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library

LIBRARY = shipped_library()


def rules_of(rulebook: str, game: str = "blackjack", variant: str = "", **options: str) -> GameRules:
    return load_rules(
        LIBRARY, rulebook, game, variant, {key.replace("_", "-"): value for key, value in options.items()}
    )


def ways(cards: tuple[Card, ...], decks: int) -> int:
    """In how many ways these cards, in any order, come from so many decks."""
    found = 1
    for count in Counter(cards).values():
        found *= comb(decks, count)
    return found


def pairs(decks: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    for cards in combinations_with_replacement(DECK, 2):
        yield cards, ways(cards, decks)


def combinations(rules: GameRules, bet: str, decks: int) -> Counter[str]:
    """How many two-card hands of the decks win each row of a bet; "" is the loss."""
    found: Counter[str] = Counter()
    for cards, count in pairs(decks):
        row = row_of(rules, bet, Seen(first=cards, dealer=parse_cards("2S 3S")))
        assert row is not None
        found[row] += count
    return found


def trios(rules: GameRules, bet: str, decks: int) -> Counter[str]:
    """How many three-card hands win each row of a bet that reads the dealer's up card too."""
    found: Counter[str] = Counter()
    for cards in combinations_with_replacement(DECK, 3):
        row = row_of(rules, bet, Seen(first=cards[:2], dealer=cards[2:]))
        assert row is not None
        found[row] += ways(cards, decks)
    return found


def edge(rules: GameRules, bet: str, counts: Counter[str]) -> Fraction:
    """What the house keeps of each unit staked."""
    table = rules.bets[bet].pay_table
    paid = sum((table[row].ratio * count for row, count in counts.items() if row), Fraction(0))
    return (counts[""] - paid) / counts.total()


@pytest.mark.parametrize("rulebook", ("arica", "bolivia", "coquimbo"))
def test_perfect_pairs_from_six_decks(rulebook: str) -> None:
    """Published for six decks: 1.61 % perfect, 1.93 % coloured, 3.86 % mixed."""
    rules = rules_of(rulebook)
    decks = blackjack(rules).shoe.decks
    counts = combinations(rules, "perfect-pairs", decks)
    assert counts == {
        "perfect-pair": 52 * comb(decks, 2),
        "colour-pair": 26 * decks**2,
        "mixed-pair": 52 * decks**2,
        "": comb(312, 2) - 52 * comb(decks, 2) - 78 * decks**2,
    }
    shares = [float(counts[row] / counts.total()) for row in ("perfect-pair", "colour-pair", "mixed-pair")]
    assert shares == pytest.approx([0.0161, 0.0193, 0.0386], abs=5e-5)
    assert edge(rules, "perfect-pairs", counts) == Fraction(13, 311)


def test_lucky_lucky_from_six_decks() -> None:
    """Published combinations and house edge for six decks (wizardofodds.com, Lucky Lucky, pay table 1): 2.66 %."""
    rules = rules_of("puerto-rico", variant="lucky-lucky")
    counts = trios(rules, "lucky-lucky", blackjack(rules).shoe.decks)
    losing = counts.pop("")
    assert counts == {
        "sevens-suited": 80,
        "six-seven-eight-suited": 864,
        "sevens": 1944,
        "six-seven-eight": 12960,
        "twenty-one-suited": 26568,
        "twenty-one": 406296,
        "twenty": 377568,
        "nineteen": 364320,
    }
    counts[""] = losing
    assert counts.total() == comb(312, 3)
    assert float(edge(rules, "lucky-lucky", counts)) == pytest.approx(0.0266, abs=5e-5)


def test_21_plus_3_from_six_decks() -> None:
    """Published for six decks at 9 to 1: a house edge of 3.24 %; the Xtreme table has other odds on the same hands."""
    rules = rules_of("puerto-rico", variant="21-plus-3")
    counts = trios(rules, "21-plus-3", blackjack(rules).shoe.decks)
    losing = counts.pop("")
    assert counts == {
        "straight-flush": 12 * 4 * 6**3,
        "three-of-a-kind": 13 * comb(24, 3),
        "straight": 12 * 60 * 6**3,
        "flush": 4 * comb(78, 3) - 12 * 4 * 6**3 - 52 * comb(6, 3),
    }
    counts[""] = losing
    assert float(edge(rules, "21-plus-3", counts)) == pytest.approx(0.0324, abs=5e-5)
    xtreme = rules_of("puerto-rico", variant="21-plus-3", **{"21_plus_3_table": "xtreme"})
    odds = {row: str(odds) for row, odds in xtreme.bets["21-plus-3"].pay_table.items()}
    assert odds == {
        "straight-flush": "30 to 1",
        "three-of-a-kind": "20 to 1",
        "straight": "10 to 1",
        "flush": "5 to 1",
    }


def test_royal_match_from_six_decks() -> None:
    """Published for six decks at 25 and 2.5 to 1: a house edge of 6.67 %."""
    rules = rules_of("puerto-rico", variant="royal-match")
    counts = combinations(rules, "royal-match", blackjack(rules).shoe.decks)
    assert counts["royal-match"] == 4 * 36
    assert counts["suited"] == 4 * comb(78, 2) - 4 * 36
    assert float(edge(rules, "royal-match", counts)) == pytest.approx(0.0667, abs=5e-5)


def test_kings_bounty_from_six_decks() -> None:
    rules = rules_of("puerto-rico", variant="kings-bounty")
    counts = combinations(rules, "kings-bounty", blackjack(rules).shoe.decks)
    pair, cross = comb(6, 2), 36
    twenties = comb(96, 2) + 24 * 24  # two ten-values, or ace and nine
    wins = {
        "spade-kings": pair,
        "suited-kings": 3 * pair,
        "suited-pair": 12 * pair,
        "suited-twenty": 4 * (6 * cross + cross),  # two different ten-values of a suit, or its ace and nine
        "kings": comb(24, 2) - 4 * pair,
    }
    assert counts == wins | {"twenty": twenties - sum(wins.values()), "": comb(312, 2) - twenties}


def test_bet_the_set_from_six_decks() -> None:
    rules = rules_of("puerto-rico", variant="bet-the-set")
    counts = combinations(rules, "bet-the-set", blackjack(rules).shoe.decks)
    suited = 52 * comb(6, 2)
    assert counts == {"suited-pair": suited, "pair": 13 * comb(24, 2) - suited, "": comb(312, 2) - 13 * comb(24, 2)}


def test_super_match_from_six_decks() -> None:
    rules = rules_of("puerto-rico", "blackjack-switch")
    found: Counter[str] = Counter()
    for ranks in combinations_with_replacement(RANKS, 4):
        count = 1
        for number in Counter(ranks).values():
            count *= comb(24, number)
        row = row_of(rules, "super-match", Seen(first=tuple(Card(rank, "S") for rank in ranks)))
        assert row is not None
        found[row] += count
    assert found["four-of-a-kind"] == 13 * comb(24, 4)
    assert found["three-of-a-kind"] == 13 * comb(24, 3) * 12 * 24
    assert found["two-pair"] == comb(13, 2) * comb(24, 2) ** 2
    assert found.total() == comb(312, 4)


# ── row by row ───────────────────────────────────────────────────────────────────────────────────────────────────────


def blazing(first: str, drawn: str = "") -> str | None:
    rules = rules_of("puerto-rico", variant="blazing-7s")
    return row_of(rules, "blazing-7s", Seen(parse_cards(first), drawn=parse_cards(drawn), round_over=True))


@pytest.mark.parametrize(
    ("first", "drawn", "row"),
    [
        ("7H 7H", "7H", "three-sevens-suited"),
        ("7H 7D", "7H", "three-sevens-colour"),
        ("7H 7D", "7C", "three-sevens"),
        ("7H 7D", "4C", "two-sevens"),
        ("7H 7D", "", "two-sevens"),
        ("7S 3D", "7C", "one-seven"),
        ("KS 7D", "", "one-seven"),
        ("KS 4D", "7C", ""),
    ],
)
def test_seccion_4_15_blazing_sevens(first: str, drawn: str, row: str) -> None:
    assert blazing(first, drawn) == row


def test_seccion_4_15_meter_and_stake() -> None:
    """The whole meter, a tenth of it, or the printed odds; the dollar stays with the house."""
    rules = rules_of("puerto-rico", variant="blazing-7s")
    bet = BlackjackBet(bet="blazing-7s", stake=Fraction(1))
    meter = Fraction(4350)
    for row, pays in [
        ("three-sevens-suited", 4350),
        ("three-sevens-colour", 435),
        ("three-sevens", 200),
        ("two-sevens", 25),
        ("one-seven", 2),
    ]:
        result = book_side_bet(rules, bet, row, meter)
        assert (result.pays, result.loses, result.returned) == (pays, 1, 0)
    kept = rules_of("puerto-rico", variant="blazing-7s", blazing_stake_returned="yes")
    assert book_side_bet(kept, bet, "one-seven").returned == 1


def test_kings_bounty_spade_kings_wait_for_the_dealers_second_card() -> None:
    rules = rules_of("puerto-rico", variant="kings-bounty")

    def row(dealer: str, with_rules: GameRules = rules) -> str | None:
        return row_of(with_rules, "kings-bounty", Seen(parse_cards("KS KS"), parse_cards(dealer)))

    assert row("AH") is None and row("TD") is None
    assert row("9H") == "spade-kings"
    assert row("AH QD") == "spade-kings-and-blackjack"
    assert row("AH 9D") == "spade-kings"
    assert row("AH", rules_of("puerto-rico", variant="kings-bounty", kings_bounty_top_row="pay-100")) == "spade-kings"


def test_royal_match_crown_treasure_and_the_dealers_suit() -> None:
    crown = rules_of("puerto-rico", variant="royal-match", crown_treasure="yes")
    suit = rules_of("puerto-rico", variant="royal-match", royal_match_needs_dealer_suit="yes")

    def row(rules: GameRules, player: str, dealer: str) -> str | None:
        return row_of(rules, "royal-match", Seen(parse_cards(player), parse_cards(dealer)))

    assert row(crown, "KH QH", "KD") is None
    assert row(crown, "KH QH", "9D") == "royal-match"
    assert row(crown, "KH QH", "KD QD") == "crown-treasure"
    assert row(crown, "KH QH", "KD QC") == "royal-match"
    assert row(suit, "4H 9H", "7S") == ""
    assert row(suit, "4H 9H", "7H") is None
    assert row(suit, "4H 9H", "7H 2H") == "suited"


def test_push_22_tables() -> None:
    plain = rules_of("puerto-rico", "free-bet-blackjack")
    by_suit = rules_of("puerto-rico", "free-bet-blackjack", push_22_table="50-20-8")

    def row(rules: GameRules, dealer: str) -> str | None:
        return row_of(rules, "push-22", Seen(dealer=parse_cards(dealer), dealer_done=True))

    assert row(plain, "8H 6H 8H") == "twenty-two" and row(plain, "8H 6H 7H") == "" and row(plain, "TH 6H 9H") == ""
    assert row(by_suit, "8H 6H 8H") == "suited-22"
    assert row(by_suit, "8H 6D 8H") == "colour-22"
    assert row(by_suit, "8H 6S 8H") == "other-22"
    assert set(by_suit.bets["push-22"].pay_table) == {"suited-22", "colour-22", "other-22"}


@pytest.mark.parametrize("markers", range(8))
def test_seccion_29_6_pot_of_gold(markers: int) -> None:
    rules = rules_of("puerto-rico", "free-bet-blackjack")
    bet = BlackjackBet(bet="pot-of-gold", stake=Fraction(1))
    result = book_side_bet(rules, bet, row_of(rules, "pot-of-gold", Seen(markers=markers)))
    assert result.pays == [0, 3, 12, 30, 50, 100, 100, 100][markers]


def example_of(rules: GameRules, bet: str) -> Callable[[str], Seen]:
    """Cards that win each row, written by hand, for the test that no row is forgotten."""
    hands = {
        "perfect-pair": "5H 5H",
        "colour-pair": "5H 5D",
        "mixed-pair": "5H 5S",
        "sevens-suited": "7H 7H 7H",
        "sevens": "7H 7H 7S",
        "six-seven-eight-suited": "8D 6D 7D",
        "six-seven-eight": "8D 6D 7C",
        "twenty-one-suited": "KD 5D 6D",
        "twenty-one": "AS 9D AH",
        "twenty": "AC 9D KH",
        "nineteen": "AS 9D 9H",
        "straight-flush": "QS KS AS",
        "three-of-a-kind": "9H 9H 9H",
        "straight": "2D AS 3C",
        "flush": "2D 9D KD",
        "spade-kings-and-blackjack": "KS KS AH KD",
        "spade-kings": "KS KS AH 2D",
        "suited-kings": "KD KD 5C",
        "suited-pair": "TD TD 5C",
        "suited-twenty": "AD 9D 5C",
        "kings": "KD KC 5C",
        "crown-treasure": "KD QD QS KS",
        "royal-match": "KD QD 5C",
        "suited": "KD 5D 5C",
        "pair": "5D 5C 5H",
        "four-of-a-kind": "5D 5C 5H 5S",
        "two-pair": "5D 6C 5H 6S",
        "one-seven": "7D 5C",
        "two-sevens": "7D 7C 5D",
        "three-sevens": "7D 7C 7D",
        "twenty-two": "TH 6S 6D",
    }

    def seen(row: str) -> Seen:
        if bet == "kings-bounty" and row == "twenty":
            return Seen(parse_cards("AD 9C"), parse_cards("5C"))
        if bet == "super-match":
            ranks = {"three-of-a-kind": "9H 9D 9S 2C"}.get(row, hands.get(row, ""))
            return Seen(first=parse_cards(ranks))
        if bet == "push-22":
            return Seen(dealer=parse_cards(hands[row]), dealer_done=True)
        if bet == "pot-of-gold":
            return Seen(markers=int(row))
        cards = parse_cards(hands[row])
        drawn = cards[2:] if bet == "blazing-7s" else ()
        return Seen(cards[:2], () if drawn else cards[2:], drawn, round_over=True)

    return seen


def all_side_bets() -> list[tuple[GameRules, str]]:
    found = []
    for rulebook, game in product(LIBRARY.rulebooks(), ("blackjack", "blackjack-switch", "free-bet-blackjack")):
        if game in LIBRARY.games(rulebook):
            rules = load_rules(
                LIBRARY,
                rulebook,
                game,
                "",
                {"crown-treasure": "yes"} if rulebook == "puerto-rico" and game == "blackjack" else {},
            )
            found += [(rules, bet) for bet in rules.bets if bet in READERS]
    return found


@loop_over(("rules", "bet"), all_side_bets(), ids=lambda value: getattr(value, "rulebook", value))
def test_every_row_of_every_table_can_be_won_and_pays_its_odds(rules: GameRules, bet: str) -> None:
    table = rules.bets[bet].pay_table
    seen = example_of(rules, bet)
    for row, odds in table.items():
        assert row_of(rules, bet, seen(row)) == row
        stake = Fraction(4)
        result = book_side_bet(rules, BlackjackBet(bet=bet, stake=stake), row)
        assert result.pays == odds.win / odds.stake * stake
        assert result.loses + result.returned == stake
    meter = side_bet(rules, bet).meter
    assert len(table) + len(meter.prizes if meter else ()) >= 1
