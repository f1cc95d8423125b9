"""Random full tables: the books balance, and an oracle of its own agrees with every result.

The suite plays a thousand; ``benchmarks/test_blackjack.py`` plays ten thousand.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.blackjack_tables import Played, rounds, told
from trainer.equipment.cards import Card
from trainer.games.blackjack.booking import FREE_BETS, HAND_BETS, INSURANCES
from trainer.games.blackjack.hands import Hand
from trainer.games.blackjack.settle import settle
from trainer.games.blackjack.table import Do
from trainer.games.core import BetResult, Outcome
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library

LIBRARY = shipped_library()
# Eleven kinds of table, together ten thousand rounds, of which the suite plays a tenth.
TABLES = [
    ("arica", "blackjack", "perfect-pairs", {}, 1000),
    ("arica", "blackjack", "classic", {"promotional-prizes": "added", "surrender": "any-card"}, 500),
    ("coquimbo", "blackjack", "perfect-pairs", {}, 1000),
    ("bolivia", "blackjack", "perfect-pairs", {}, 1000),
    ("baleares", "blackjack", "nine-places", {"resplit-aces": "yes"}, 1000),
    ("puerto-rico", "blackjack", "blazing-7s", {"surrender": "yes"}, 1000),
    ("puerto-rico", "blackjack", "kings-bounty", {"hole-card": "face-down", "peek": "with-scanner"}, 750),
    ("puerto-rico", "blackjack", "21-plus-3", {"natural-takes": "original-only", "double-on": "2-to-11"}, 750),
    ("puerto-rico", "blackjack-switch", "", {}, 1000),
    ("puerto-rico", "free-bet-blackjack", "", {}, 1000),
    ("bolivia", "challenge-21", "", {}, 1000),
]


def test_there_are_ten_thousand_tables() -> None:
    assert sum(count for *_, count in TABLES) == 10_000


# ── the oracle ───────────────────────────────────────────────────────────────────────────────────────────────────────


def total(cards: tuple[Card, ...]) -> int:
    """Count by dropping aces from eleven to one while the hand is over 21."""
    values = [11 if c.rank == "A" else 10 if c.rank in "TJQK" else int(c.rank) for c in cards]
    while sum(values) > 21 and 11 in values:
        values[values.index(11)] = 1
    return sum(values)


def natural(cards: tuple[Card, ...]) -> bool:
    return {c.rank for c in cards} & {"A"} != set() and len(cards) == 2 and total(cards) == 21


def prize(rules: GameRules, hand: Hand) -> int:
    """Arica's prizes, typed again from the decree."""
    if rules.rulebook != "arica" or total(hand.cards) > 21:
        return 0
    text = sorted(str(card) for card in hand.cards)
    suited = len({card.suit for card in hand.cards}) == 1
    if text == ["AS", "JS"] and not hand.from_split:
        return 4
    if suited and [t[0] for t in text] == ["7", "7", "7"]:
        return 7
    if suited and [t[0] for t in text] == ["6", "7", "8"]:
        return 5
    return 1 if len(text) == 7 else 0


def expected(rules: GameRules, hand: Hand, dealer: tuple[Card, ...], bet: str) -> tuple[str, Fraction]:
    """How a bet on a hand ends and what it pays for each unit, from the regulations as a croupier knows them."""
    switch, free = rules.game == "blackjack-switch", rules.game == "free-bet-blackjack"
    if hand.left == "surrender":
        return "lose", Fraction(0)
    mine, his = total(hand.cards), total(dealer)
    if mine > 21:
        return "lose", Fraction(0)
    won = prize(rules, hand)
    added = rules.chosen.get("promotional-prizes") == "added"
    if won and not added:
        return "win", Fraction(won)
    extra = Fraction(won if added else 0)
    if hand.left == "even-money":
        return "win", Fraction(1) + extra
    blackjack_pays = Fraction(1) if switch else Fraction(3, 2)
    if natural(hand.cards) and not hand.from_split and not hand.switched:
        paid_already = rules.rulebook != "baleares" and dealer[0].rank in "23456789"
        if not paid_already and natural(dealer):
            return "push", extra
        return "win", blackjack_pays + extra
    if natural(dealer):
        spared = rules.chosen.get("natural-takes") == "original-only" and bet != "main"
        return ("push" if spared else "lose"), extra
    if his == 22 and (switch or free):
        return "push", extra
    if his > 21 or mine > his:
        return "win", 1 + extra
    return ("push" if mine == his else "lose"), extra


def rounded(rules: GameRules, amount: Fraction) -> Fraction:
    """Whole pesos in Chile, whole cents in the Balearic Islands; exact elsewhere."""
    unit = {"arica": Fraction(1), "coquimbo": Fraction(1), "baleares": Fraction(1, 100)}.get(rules.rulebook)
    return amount if unit is None else amount // unit * unit


# ── the books ────────────────────────────────────────────────────────────────────────────────────────────────────────


def check_books(rules: GameRules, played: Played) -> None:
    """Every chip that was put down is accounted for, and every bet that was made is settled once."""
    table = played.table
    for result in table.results:
        assert result.loses + result.returned + result.stays == result.bet.stake
        assert result.result is not Outcome.STAND and result.reasons
        assert result.pays >= 0 and result.loses >= 0 and result.returned >= 0
    put_down = [stake * chips_on(hand) for hand in table.hands for stake in hand.stakes]
    put_down += [bet.stake for bet in (*table.side_bets, *table.insurances)]
    assert sum((result.bet.stake for result in table.results), Fraction(0)) == sum(put_down)
    keys = [(r.bet.bet, r.bet.seat, r.bet.hand, r.bet.on) for r in table.results]
    assert len(keys) == len(set(keys))


def chips_on(hand: Hand) -> int:
    """How many stakes of the player's own money lie on a hand."""
    return (hand.bet != "free-split") + (hand.double == "own")


def check_results(rules: GameRules, played: Played) -> None:
    """Each hand's bets end as the oracle says."""
    hands = {(hand.seat, hand.number): hand for hand in played.table.hands}
    for result in played.table.results:
        if result.bet.bet in HAND_BETS:
            check_hand_bet(rules, played, hands, result)
        elif result.bet.bet in INSURANCES:
            dealer = played.dealers[(result.bet.on or 1) - 1]
            won = natural(dealer[:2])
            assert (result.result is Outcome.WIN) == won
            odds = 5 if result.bet.bet == "insurance-ten" else 2
            assert result.pays == (rounded(rules, odds * result.bet.stake) if won else 0)


def check_hand_bet(
    rules: GameRules, played: Played, hands: dict[tuple[int | None, int], Hand], result: BetResult
) -> None:
    hand = hands[result.bet.seat, result.bet.hand or 1]
    dealer = played.dealers[min((result.bet.on or 1), len(played.dealers)) - 1]
    end, ratio = expected(rules, hand, dealer, result.bet.bet)
    worth = result.bet.marker if result.bet.bet in FREE_BETS else result.bet.stake
    assert result.result.value == end, (hand, dealer, result)
    if prize(rules, hand) and ratio > prize(rules, hand) > 0:
        parts = [ratio - prize(rules, hand), Fraction(prize(rules, hand))]
        assert result.pays == sum(rounded(rules, part * worth) for part in parts)
    else:
        assert result.pays == rounded(rules, ratio * worth), (hand, dealer, result)
    if hand.left == "surrender":
        assert result.returned == rounded(rules, result.bet.stake / 2)


def check_settle_agrees(rules: GameRules, played: Played) -> None:
    """The same round asked as one question gives the same results."""
    answer = settle(rules, told(rules, played))
    for asked, done in zip(answer.bets, played.table.results, strict=True):
        assert (asked.result, asked.pays, asked.loses, asked.returned) == (
            done.result,
            done.pays,
            done.loses,
            done.returned,
        ), (asked, played.dealers)


def check_order(rules: GameRules, played: Played) -> None:
    """Deal from the dealer's left, ask from the left, settle and pick up from the right."""
    settled = [step.seat for step, _ in played.steps if step.do is Do.SETTLE_HAND and (step.on or 1) == 1]
    assert settled == sorted(settled, key=lambda seat: -(seat or 0))
    asked = [step.seat or 0 for step, _ in played.steps if step.do is Do.ASK]
    assert asked == sorted(asked)
    picked = [step.seat or 0 for step, _ in played.steps if step.do is Do.PICK_UP]
    assert picked == sorted(picked, reverse=True)
    assert played.steps[-1][0].do is Do.PICK_UP_OWN


@pytest.mark.parametrize(("rulebook", "game", "variant", "options", "count"), TABLES)
def test_random_full_tables_keep_the_books(
    rulebook: str, game: str, variant: str, options: dict[str, str], count: int
) -> None:
    play_tables(load_rules(LIBRARY, rulebook, game, variant, options), count // 10)


def play_tables(rules: GameRules, count: int) -> None:
    """Play so many full tables and check each; some have splits and doubles."""
    seen: set[str] = set()
    for number, played in enumerate(rounds(rules, seed=len(rules.game) + count, count=count)):
        check_books(rules, played)
        check_results(rules, played)
        check_order(rules, played)
        if number % 4 == 0:
            check_settle_agrees(rules, played)
        seen |= {result.bet.bet for result in played.table.results}
    assert seen >= {"main", "split", "double"} - ({"double"} if rules.game == "free-bet-blackjack" else set())


@pytest.mark.parametrize(
    ("choice", "order"),
    [
        ("insurance-first", [Do.OFFER_INSURANCE, Do.ASK_SWITCH]),
        ("switch-first", [Do.ASK_SWITCH, Do.OFFER_INSURANCE]),
    ],
)
def test_puerto_rico_20_1_the_switch_is_asked_for_after_insurance_or_before_it(choice: str, order: list[Do]) -> None:
    rules = load_rules(LIBRARY, "puerto-rico", "blackjack-switch", "", {"insurance-and-switch": choice})
    for played in rounds(rules, seed=3, count=40, seats=2):
        asked = [step.do for step, _ in played.steps if step.do in order]
        if Do.OFFER_INSURANCE in asked:
            assert list(dict.fromkeys(asked)) == order
            check_books(rules, played)
            check_results(rules, played)
            return
    raise AssertionError("the dealer never showed an ace")
