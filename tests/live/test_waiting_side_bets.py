"""Side bets that wait for the dealer's second card: Puerto Rico L2394 (King's Bounty) and L2419 (Royal Match)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from trainer.games.round import Act
from trainer.games.rules import load_rules
from trainer.live.judge import open_table
from trainer.rulebooks.library import shipped_library

SPADE_KINGS = ("KS", "KS")


def follow_due(variant: str, first: Sequence[str], cards: str, answers: str = "stand", **options: str) -> list[Act]:
    """Payments and takes of a dealer who does what is due, at a table with one player; he must make no fault.

    ``first`` are the player's two cards, ``cards`` all others in the order they come, the dealer's up card first.
    """
    table = open_table(load_rules(shipped_library(), "puerto-rico", "blackjack", variant, options))
    up, *later = cards.split()
    hole = [later.pop(0)] if options else []
    shoe, said = [first[0], up, first[1], *hole, *later], answers.split()
    state = table.perform(table.start({}, ()), Act("open"))
    for bet, stake in (("main", 100), (variant, 5)):
        state = table.perform(state, Act("bets", "player", 1, "", bet, None, stake))
    money, n = [], 0
    while not state.over:
        act = table.next_act(state) or Act("end")
        if act.do == "deal":
            act = replace(act, facts={**act.facts, "card": shoe.pop(0)})
        state = table.perform(state, act)
        money += [act] if act.do in ("pay", "take") else []
        asked = [box for box in state.boxes if box.asked and not box.stood and not box.signal and box.total < 21]
        if asked and len(state.dealer) == 1 + len(hole):
            answer = said.pop(0) if said else "stand"
            if answer == "split":
                state = table.perform(state, Act("bets", "player", 1, "", "split", None, 100))
            state = table.perform(state, Act("signals", "player", 1, answer))
        n += 1
        assert n < 60, "the round does not end"
    assert state.findings == () and state.rack + state.cloth + state.players == 0
    return money


def paid(money: Sequence[Act], bet: str) -> list[Any]:
    return [act.amount for act in money if act.do == "pay" and act.bet == bet]


@pytest.mark.parametrize(
    ("dealer", "pays"),
    [("AD KD", 5000), ("AD 9D", 500), ("TD 5C 6C", 500), ("TD AC", 5000), ("9D 8C", 500)],
)
@pytest.mark.parametrize("hole", ["none", "face-down"])
def test_kings_of_spades_are_paid_when_the_dealers_second_card_is_seen(dealer: str, pays: int, hole: str) -> None:
    told = {"hole-card": hole} if hole != "none" else {}
    money = follow_due("kings-bounty", SPADE_KINGS, dealer, **told)
    assert paid(money, "kings-bounty") == [pays]


def test_a_hole_card_that_lies_face_down_decides_nothing() -> None:
    """The player stands on his turn before the dealer turns his card."""
    table = open_table(
        load_rules(shipped_library(), "puerto-rico", "blackjack", "kings-bounty", {"hole-card": "face-down"})
    )
    state = table.start({}, ())
    for bet, stake in (("main", 100), ("kings-bounty", 5)):
        state = table.perform(state, Act("bets", "player", 1, "", bet, None, stake))
    for to, card in ((1, "KS"), ("dealer", "AD"), (1, "KS"), ("dealer", "KD")):
        face = "down" if card == "KD" else "up"
        state = table.perform(state, Act("deal", topic=to, facts={"face": face, "card": card}))
    assert state.dues == (None, None)
    state = table.perform(state, Act("ask", seat=1, topic="card"))
    state = table.perform(state, Act("signals", "player", 1, "stand"))
    assert [due.pays for due in state.dues] == [0, 5000]


def test_a_side_bet_is_read_from_the_two_cards_as_dealt_when_the_pair_is_split() -> None:
    money = follow_due("kings-bounty", SPADE_KINGS, "AD 5C 6C KD", "split stand stand")
    assert paid(money, "kings-bounty") == [5000]


def test_the_dealer_takes_a_second_card_for_a_side_bet_that_waits_when_no_hand_does() -> None:
    """Both hands of the split pair go over 21; the kings of spades still wait for the second card."""
    money = follow_due("kings-bounty", SPADE_KINGS, "AD 5C 9C 6C 9D KD", "split hit hit")
    assert paid(money, "kings-bounty") == [5000]
