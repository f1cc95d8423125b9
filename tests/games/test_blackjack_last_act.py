"""Settling is the last act of a round: told as a question, a round ends as it did at the table, card for card."""

from __future__ import annotations

import random

import pytest

from tests.games.blackjack_tables import rounds, told
from trainer.equipment.cards import DECK
from trainer.games.blackjack.settle import settle
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

TABLES = [
    ("arica", "blackjack", "perfect-pairs", {}),
    ("arica", "blackjack", "classic", {"promotional-prizes": "added", "surrender": "any-card"}),
    ("coquimbo", "blackjack", "perfect-pairs", {}),
    ("bolivia", "blackjack", "perfect-pairs", {}),
    ("baleares", "blackjack", "nine-places", {"resplit-aces": "yes"}),
    ("puerto-rico", "blackjack", "blazing-7s", {"surrender": "yes"}),
    ("puerto-rico", "blackjack", "kings-bounty", {}),
    ("puerto-rico", "blackjack", "kings-bounty", {"hole-card": "face-down", "peek": "with-scanner"}),
    ("puerto-rico", "blackjack", "royal-match", {"crown-treasure": "yes"}),
    ("puerto-rico", "blackjack", "21-plus-3", {"natural-takes": "original-only", "double-on": "2-to-11"}),
    ("puerto-rico", "blackjack-switch", "", {}),
    ("puerto-rico", "free-bet-blackjack", "", {}),
    ("puerto-rico", "free-bet-blackjack", "", {"push-22-single-player": "draw"}),
    ("bolivia", "challenge-21", "", {}),
]


@pytest.mark.parametrize("seats", [1, 2, 4])
@pytest.mark.parametrize(("rulebook", "game", "variant", "options"), TABLES)
def test_a_round_told_to_settle_ends_as_it_did_at_the_table(
    rulebook: str, game: str, variant: str, options: dict[str, str], seats: int
) -> None:
    rules = load_rules(shipped_library(), rulebook, game, variant, options)
    rng = random.Random(seats)
    for played in rounds(rules, seed=seats, count=30, seats=seats):
        more = tuple(rng.sample(DECK, 3))
        for answer in (settle(rules, told(rules, played)), settle(rules, told(rules, played, more))):
            for asked, done in zip(answer.bets, played.table.results, strict=True):
                assert (asked.result, asked.pays, asked.loses, asked.returned) == (
                    done.result,
                    done.pays,
                    done.loses,
                    done.returned,
                ), (done, played.table.hands, played.dealers)
        if game != "challenge-21":
            assert answer.facts["dealer"] == [str(card) for card in played.table.dealer], played.table
