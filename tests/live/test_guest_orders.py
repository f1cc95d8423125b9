"""Guests and irregularities that an instructor orders: they trouble the dealer and are part of the replay."""

from __future__ import annotations

import pytest

from tests.live.shifts import ONE_OF_EACH, opened
from trainer.games.round import Act, Fault
from trainer.live.guest_orders import ORDERS, OrderedIncident, guest_acts
from trainer.live.perfect import Dealer
from trainer.live.replay import compare, play_again, read_replay, replay_bytes
from trainer.rulebooks.library import shipped_library


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_what_an_instructor_orders_is_answered_and_replayed(name: str) -> None:
    """A perfect dealer deals with every order without a fault, and the file of the shift comes out the same."""
    table = opened(name, level=1, rounds=6, seed=12)
    dealer, orders, incident = Dealer(table), list(ORDERS), None
    while not table.over:
        if orders and table.state.bets and not table.bets_to_come:
            order = orders.pop(0)
            incident = OrderedIncident(table) if order == "incident" else incident
            for act in guest_acts(table, order):
                table.perform(act)
        done = dealer.step()
        staged = incident.staged(table, done) if incident is not None and done is not None else None
        if staged is not None:
            incident = None
            table.perform(staged)
    assert orders == []
    assert [found.fault for found in table.findings] == []
    replay = read_replay(replay_bytes(table))
    assert compare(replay, play_again(replay.shift, replay.acts, shipped_library())) is None


def test_a_guest_who_is_not_answered_is_a_fault_of_the_dealer() -> None:
    table = opened("arica/blackjack", level=1, rounds=1, seed=12)
    dealer = Dealer(table)
    for _ in range(8):
        dealer.step()
    [asks, talks] = guest_acts(table, "question", 2)
    table.perform(asks)
    table.perform(talks)
    assert table.guests[2].shows(table.now) is not None
    for _ in range(200):
        act = next((act for step in table.due() for act in step.acts if act.by == "dealer" and act.do != "say"), None)
        coming = table.next_time()
        if table.over:
            break
        if act is None and coming is not None:
            table.advance(coming)
        else:
            table.perform(act or Act("end"))
            if not table.over:
                table.advance(table.now + 700)
    assert [found.fault for found in table.findings if found.seat == 2] == [Fault.NO_ANSWER]


def test_nobody_is_played_at_an_empty_seat() -> None:
    table = opened("arica/blackjack", level=1, rounds=1)
    assert guest_acts(table, "claim", 9) == ()
    assert guest_acts(table, "nonsense") == ()


def test_an_ordered_throw_stands_for_the_one_that_was_to_come() -> None:
    """The dice are thrown once, however slowly the dealer reacts, in the shift and in its replay."""
    table = opened("arica/craps", level=1, rounds=2, seed=12)
    dealer, incident = Dealer(table, pause=1), OrderedIncident(table)
    while not table.over:
        done = dealer.step()
        staged = incident.staged(table, done) if done is not None else None
        if staged is not None:
            incident.event = ""
            table.perform(staged)
            before = [act for _, act in table.record.acts if act.do == "throw"]
            table.advance(table.now + 20_000)
            assert [act for _, act in table.record.acts if act.do == "throw"] == before
    replay = read_replay(replay_bytes(table))
    assert compare(replay, play_again(replay.shift, replay.acts, shipped_library())) is None
