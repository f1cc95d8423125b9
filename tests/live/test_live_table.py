"""A perfect dealer runs every table without a fault; the same shift and acts are the same table."""

from __future__ import annotations

import tracemalloc

import pytest
from msgspec.structs import replace

from tests.live.shifts import ONE_OF_EACH, TABLES, opened, played, step_until
from trainer.games.core import RequestError
from trainer.games.round import Act, Fault
from trainer.live.perfect import Dealer


@pytest.mark.parametrize("name", TABLES)
def test_a_perfect_dealer_of_a_busy_night_makes_no_fault(name: str) -> None:
    table = played(name, level=5, rounds=8, seed=11)
    assert [found for each in table.log for found in each.all_findings] == []
    books = table.books
    assert sum(books.purses.values()) + sum(books.pockets.values()) == books.players
    assert books.rack + books.players + books.drop + books.tips == books.total
    assert books.won == books.rack + books.drop - books.opening_rack
    assert sum(each.won for each in table.log) == sum(each.due for each in table.log)
    assert all(len(each.acts) > 5 and each.digest for each in table.log)


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_it_does_not_matter_how_often_the_clock_is_moved(name: str) -> None:
    first = played(name, rounds=3, level=5)
    again = opened(name, rounds=3, level=5)
    for time, act in first.dealt:
        while again.now + 90 < time:
            again.advance(again.now + 90)
        again.advance(time)
        again.perform(act)
    assert [each.digest for each in again.log] == [each.digest for each in first.log]
    assert again.over


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_player_more_changes_no_other_player(name: str) -> None:
    """Every choice is drawn by itself: a sixth player leaves the bets of the other five as they were."""
    seats = tuple((seat, "regular") for seat in range(1, 7))
    bets = []
    for more in ((), ((6, "whale"),)):
        table = opened(name, seats=(*seats[:5], *more), level=1)
        Dealer(table).play_round()
        acts = [act for _, act in table.log[0].acts]
        firsts = [
            n for n, act in enumerate(acts) if act.do in ("close", "deal", "spin", "dice") and act.topic != "burn"
        ]
        begun = firsts[0]
        bets.append([act for act in acts[:begun] if act.do == "bets" and act.seat != 6])
    assert len(bets[0]) >= 4
    assert bets[0] == bets[1]


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_another_seed_is_another_shift(name: str) -> None:
    assert played(name, rounds=2).log[-1].digest != played(name, rounds=2, seed=4).log[-1].digest


def test_a_shift_ends_by_rounds_or_by_minutes() -> None:
    assert len(played("arica/craps", rounds=3).log) == 3
    table = played("arica/craps", rounds=0, minutes=2)
    assert table.now >= 120_000 and table.log[-2].ended < 120_000
    with pytest.raises(RequestError, match="the shift is over"):
        table.perform(Act("open"))


def test_an_impossible_act_changes_nothing() -> None:
    table = opened("arica/roulette-american")
    step_until(table, "mark")
    before = (table.state, len(table.record.acts), len(table.dealt))
    with pytest.raises(RequestError, match="there is no '99' on this wheel"):
        table.perform(Act("ball-falls", "table", facts={"number": "99"}))
    assert (table.state, len(table.record.acts), len(table.dealt)) == before


def test_a_real_wheel_and_a_real_shoe_bring_their_own() -> None:
    table = opened("arica/roulette-american", real=("wheel",))
    table.perform(step_until(table, "spin"))
    assert table.next_time() is None or table.bets_to_come
    table.advance(table.now + 60_000)
    assert table.state.number is None
    table.perform(Act("ball-slows", "table"))
    table.perform(Act("close", facts={"say": True}))
    table.perform(Act("ball-falls", "table", facts={"number": "17"}))
    assert table.state.number == "17"
    cards = opened("arica/blackjack")
    act = step_until(cards, "deal")
    cards.perform(Act("deal", topic=act.topic, facts={**act.facts, "card": "7H"}))
    assert str(cards.state.boxes[0].hand.cards[0]) == "7H"


def test_players_wait_for_the_dealer_and_not_for_the_clock() -> None:
    """Nobody bets before the bets are open, however long the dealer lets them wait."""
    table = opened("arica/roulette-american", level=1)
    table.advance(120_000)
    assert not [act for _, act in table.record.acts if act.do == "bets"]
    table.perform(Act("open"))
    table.advance(table.now + 30_000)
    assert len([act for _, act in table.record.acts if act.do == "bets"]) > 5


def test_signals_are_shown_as_they_look_and_not_as_they_are_meant() -> None:
    table = opened("arica/blackjack", level=1)
    step_until(table, "take")
    seen = {act.topic for _, act in table.record.acts if act.do == "signals"}
    assert seen & {"hit", "stand"}
    shown = [guest.bubble for guest in table.guests.values() if guest.bubble and guest.bubble.signal]
    assert shown and all(bubble.signal not in bubble.says.en for bubble in shown)


def test_calls_name_the_figures_that_must_be_said() -> None:
    calls = {call.id: call for call in opened("baleares/roulette-french").calls()}
    assert calls["result"].figures == ("number", "colour", "parity", "half")
    assert calls["no-more-bets"].says.es == "No va más"


def test_the_acts_of_finished_rounds_take_little_memory() -> None:
    """As objects they took 27 KiB a round of blackjack, 2 MB an hour."""
    table = opened("arica/blackjack", rounds=0)
    dealer = Dealer(table)
    for _ in range(20):
        dealer.play_round()
    tracemalloc.start()
    try:
        for _ in range(20):
            dealer.play_round()
        grown, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert grown / 20 < 12 * 1024


def test_the_acts_of_a_finished_round_can_still_be_read() -> None:
    """Every act of the dealer comes back as he did it."""
    for name in ONE_OF_EACH:
        table, done = opened(name, rounds=3), []
        dealer = Dealer(table)
        while not table.over:
            act = dealer.step()
            if act is not None:
                done.append(act)
        assert [act for _, act in table.dealt] == done
        assert all(each.acts[-1] == (each.ended, Act("end")) for each in table.log)


def test_a_result_that_is_called_wrongly_for_a_hand_names_its_player() -> None:
    table = opened("puerto-rico/pai-gow-poker")
    while (act := step_until(table, "call")).topic != "result":
        Dealer(table).step()
    wrong = "win" if act.facts["says"] != "win" else "lose"
    [found] = table.perform(replace(act, facts={"says": wrong}))
    assert (found.fault, found.seat) == (Fault.CALL_WRONG, act.seat)
