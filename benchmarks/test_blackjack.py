"""How many full rounds a second the machine plays, card by card, with every bet booked and every reason kept; and the
books of ten thousand of them.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from benchmarks.sizes import IS_SMOKE, sized
from tests.games.blackjack_tables import Cards, play
from tests.games.test_blackjack_tables import TABLES as KINDS_OF_TABLE
from tests.games.test_blackjack_tables import play_tables
from trainer.equipment.cards import Card
from trainer.games.blackjack.dealer import EVERYBODY, DealerAct, dealer_act
from trainer.games.blackjack.figures import blackjack
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

TABLES = [
    ("coquimbo", "blackjack", "perfect-pairs"),
    ("puerto-rico", "blackjack", "lucky-lucky"),
    ("puerto-rico", "blackjack-switch", ""),
    ("puerto-rico", "free-bet-blackjack", ""),
    ("bolivia", "challenge-21", ""),
]


@pytest.mark.benchmark(group="full rounds, all seats, side bets down")
@pytest.mark.parametrize(("rulebook", "game", "variant"), TABLES)
def test_rounds_per_second(benchmark: Any, rulebook: str, game: str, variant: str) -> None:
    rules = load_rules(shipped_library(), rulebook, game, variant)
    rng = random.Random(7)
    cards = Cards(rules, rng)
    played = benchmark(play, rules, rng, cards)
    assert len(played.table.seats) == blackjack(rules).places.seats
    if IS_SMOKE:
        return
    per_second = 1 / benchmark.stats.stats.mean
    benchmark.extra_info["rounds per second"] = round(per_second)
    print(f"\n{rulebook} {game} {variant}: {per_second:.0f} rounds a second")


@pytest.mark.benchmark(group="a dealer's hand drawn to its end")
def test_dealers_hand(benchmark: Any) -> None:
    rules = load_rules(shipped_library(), "arica", "blackjack")
    rng = random.Random(7)
    shoe = Cards(rules, rng)
    shoe.fresh_if_needed()
    cards = shoe.cards[:20]

    def draw_to_the_end() -> list[Card]:
        hand = [cards[0]]
        while dealer_act(rules, hand, EVERYBODY)[0] is DealerAct.DRAW:
            hand.append(cards[len(hand)])
        return hand

    assert len(benchmark(draw_to_the_end)) >= 2


@pytest.mark.parametrize(("rulebook", "game", "variant", "options", "count"), KINDS_OF_TABLE)
def test_ten_thousand_full_tables_keep_the_books(
    rulebook: str, game: str, variant: str, options: dict[str, str], count: int
) -> None:
    play_tables(load_rules(shipped_library(), rulebook, game, variant, options), sized(count, 20))
