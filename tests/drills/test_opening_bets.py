"""Minimum and maximum of an opening bet, round by round."""

from __future__ import annotations

import pytest

from trainer.drills.card_room.opening_bets import OPENING_BETS
from trainer.games.rules import load_rules
from trainer.rulebooks import Citation, shipped_library
from trainer.texts import Message

# By round: the least and the most in minima of the table; one figure where they are the same or nothing limits it.
# Before the flop there are blinds, and the third card's low one is forced to open: no most of that bet is written.
ROUNDS = {
    ("bolivia", "five-card-stud"): {"first": (1, 5), "second": (2, 10), "third": (3,), "fourth": (4,)},  # L1263-1266
    ("bolivia", "seven-card-stud"): {  # 2.3.5.6 L1644-1652
        "fourth": (1, 10),
        "fifth": (2, 20),
        "sixth": (3, 40),
        "seventh": (4, 60),
    },
    ("bolivia", "texas-holdem"): {"flop": (1,), "turn": (2,), "river": (2,)},  # 2.3.5.4 L1461-1465
}


@pytest.mark.parametrize(("rulebook", "game"), ROUNDS)
def test_the_bets_of_a_round_are_those_of_its_article(rulebook: str, game: str) -> None:
    rules = load_rules(shipped_library(), rulebook, game)
    met = {}
    for seed in range(40):
        draft = OPENING_BETS.make(rules, 1, seed).draft
        table, street = draft.prompt.params["table"], draft.prompt.params["street"]
        assert isinstance(table, Message) and isinstance(street, Message)
        minima = tuple(int(figure) // int(table.params["minimum"]) for figure in draft.solution.split())
        assert met.setdefault(street.id.rpartition(".")[2], minima) == minima
        assert draft.reasons[0].cite == Citation.parse(rules.rules["streets"][street.id.rpartition(".")[2]]["bet-cite"])
    assert met == ROUNDS[rulebook, game]


def test_it_is_not_asked_where_every_round_has_the_same_bets() -> None:
    assert not OPENING_BETS.fits(load_rules(shipped_library(), "baleares", "synthetic-poker"))
