"""A guest who insults, a card that nobody asked for, a pace far below the table's: what happens, and what is found."""

from __future__ import annotations

from typing import Any

import pytest

from tests.live.shifts import ONE_OF_EACH, TABLES, opened, played
from trainer.games.round import Act, Fault
from trainer.live.faulty_dealer import FaultyDealer
from trainer.live.perfect import Dealer

CARDS = [name for name in TABLES if "roulette" not in name and "craps" not in name]
DISPUTED = ["arica/blackjack", "bolivia/blackjack", "coquimbo/blackjack", "puerto-rico/blackjack"]


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_an_abusive_guest_is_for_the_floor(name: str) -> None:
    pinned = [(number, "abuse", 3) for number in (1, 2)]
    table = played(name, rounds=2, level=1, pinned=pinned)
    assert [found for each in table.log for found in each.all_findings] == []
    called = [act for each in table.log for _, act in each.acts if act.do == "floor" and act.topic == "abuse"]
    assert [act.seat for act in called] == [3, 3]
    silent = opened(name, rounds=1, level=1, pinned=pinned[:1])
    FaultyDealer(silent, Fault.NO_ANSWER).play_round()
    assert [(found.fault, found.seat, found.step) for found in silent.log[0].own] == [(Fault.NO_ANSWER, 3, "abuse")]


def test_a_dealer_far_below_the_pace_is_told_once_every_five_minutes() -> None:
    table = opened("arica/blackjack", rounds=7, level=1)
    dealer = Dealer(table, pause=4_000)
    while not table.over:
        dealer.play_round()
    slow = [(each.number, found) for each in table.log for found in each.own if found.fault is Fault.SLOW]
    assert [number for number, _ in slow] == [2, 4, 6]
    assert all(found.due == table.pace and (found.done or 0) < 0.6 * table.pace for _, found in slow)
    assert all(found.severity == "minor" and found.basis == "trade" for _, found in slow)


@pytest.mark.parametrize("name", DISPUTED)
def test_a_card_that_was_not_asked_for_is_burned(name: str) -> None:
    table = played(name, rounds=3, level=1, pinned=[(number, "disputed-card") for number in (1, 2, 3)])
    assert [found for each in table.log for found in each.all_findings] == []
    assert [kind for each in table.log for _, kind, _ in each.staged].count("disputed-card") == 3
    for each in table.log:
        does: list[Any] = [act for _, act in each.acts]
        place = next(n for n, act in enumerate(does) if act.do == "disputes")
        burned = next(n for n, act in enumerate(does) if act.do == "burn" and n > place)
        floor = [act for act in does[place:burned] if act.do == "floor"]
        assert bool(floor) == (name == "puerto-rico/blackjack")  # it is burned before the supervisor there


@pytest.mark.parametrize("name", CARDS)
def test_every_bet_of_a_finished_round_was_decided(name: str) -> None:
    """A seat that the game does not have would never be paid."""
    table = played(name, rounds=5, level=4)
    for each in table.log:
        state = table.round.start(each.before, each.lying)
        for _, act in each.acts:
            state = table.round.perform(state, act)
        lying = [(bet, due) for bet, due in zip(state.bets, state.dues, strict=False) if not bet.late and not bet.back]
        assert state.void or (len(state.dues) == len(state.bets) and all(due is not None for _, due in lying))


@pytest.mark.parametrize("name", ["arica/blackjack", "puerto-rico/three-card-poker", "baleares/punto-banco"])
def test_a_player_leaves_with_his_chips_and_another_takes_his_place(name: str) -> None:
    table = opened(name, rounds=3, level=1, pinned=[(2, "newcomer", 5)])
    seats, before = list(table.guests), table.guests[5]
    dealer = Dealer(table)
    dealer.play_round()
    after = table.guests[5]
    assert list(table.guests) == seats and after.style_id != before.style_id
    assert table.books.purses[5] == after.chips == after.start
    while not table.over:
        dealer.play_round()
    table.books.check_purses()
    assert table.findings == ()


@pytest.mark.parametrize("wish", ["hit", "stand"])
def test_a_player_who_is_asked_again_repeats_his_signal(wish: str) -> None:
    table = opened("arica/blackjack", rounds=20, level=1)
    dealer = Dealer(table)

    def signals() -> list[Any]:
        return [act for _, act in table.record.acts if act.do == "signals"]

    while not (made := signals()) or made[-1].topic != wish or table.record.acts[-1][1] is not made[-1]:
        dealer.step()
    asked = made[-1]
    table.perform(Act("ask", seat=asked.seat, topic="card"))
    table.advance(table.now + 10_000)
    assert signals()[-1] == asked
    assert len(signals()) == len(made) + 1
    assert table.findings == ()
