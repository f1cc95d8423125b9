"""Any act that a dealer could do is accepted, whatever it is, and leads to no dead end and no crash."""

from __future__ import annotations

import pytest

from tests.live.scripts import scripts
from tests.live.shifts import TABLES, opened, step_until
from tests.live.strange_acts import strange_shift
from trainer.games.core import RequestError
from trainer.games.round import Act
from trainer.live.judge import Judge
from trainer.live.perfect import Dealer
from trainer.live.replay import compare, play_again, read_replay, replay_bytes
from trainer.live.table import LiveTable
from trainer.rulebooks.library import shipped_library


@pytest.mark.parametrize("name", TABLES)
def test_a_dealer_may_do_anything_and_the_shift_can_be_replayed(name: str) -> None:
    table = strange_shift(name, seed=len(name))
    replay = read_replay(replay_bytes(table))
    assert compare(replay, play_again(replay.shift, replay.acts, shipped_library())) is None


def ended(table: LiveTable) -> list[tuple[str, bool]]:
    Dealer(table).play_round()
    return [(found.fault.value, found.corrected) for found in table.log[0].all_findings]


def test_a_hand_asked_before_the_dealer_has_a_card_answers() -> None:
    table = opened("puerto-rico/blackjack", rounds=1)
    while not any(len(box.hand.cards) == 1 for box in table.state.boxes):
        Dealer(table).step()
    table.perform(Act("ask", seat=table.state.boxes[0].hand.seat, topic="card"))
    assert "too-early" in dict(ended(table))


def test_a_new_shoe_burned_after_the_first_card_is_burned_all_the_same() -> None:
    for name in ("coquimbo/blackjack", "arica/punto-banco"):
        table = opened(name, rounds=1)
        burn = step_until(table, "burn" if "blackjack" in name else "deal")
        table.perform(Act("deal", topic=1 if "blackjack" in name else "player", facts={"face": "up"}))
        table.perform(burn)
        found = ended(table)
        assert table.over, name
        assert "skipped" not in dict(found), name


def test_a_card_that_cannot_be_dealt_is_the_next_one_again() -> None:
    for name in ("bolivia/three-card-poker", "puerto-rico/baccarat"):
        table = opened(name, rounds=1)
        while not table.state.closed and not table.state.done:
            Dealer(table).step()
        with pytest.raises(RequestError):
            table.perform(Act("deal", topic="all together", facts={"face": "down"}))
        ended(table)
        replay = read_replay(replay_bytes(table))
        assert compare(replay, play_again(replay.shift, replay.acts, shipped_library())) is None, name


def test_more_given_back_than_lies_closes_the_bet() -> None:
    table = opened("bolivia/craps", rounds=1)
    step_until(table, "dice")
    bet = table.state.bets[0]
    table.perform(Act("give-back", seat=bet.seat, bet=bet.bet, on=bet.on, amount=bet.stake + 1))
    ended(table)
    assert table.over


def test_packets_on_top_of_single_cards_are_one_card_too_many() -> None:
    table = opened("puerto-rico/three-card-poker", rounds=1)
    table.perform(step_until(table, "deal"))
    table.perform(Act("deal", topic="all", facts={"cards_each": 3}))
    assert ("drew-wrongly", False) in ended(table)


def test_an_act_put_right_twice_is_put_right_once() -> None:
    table = opened("arica/punto-banco", rounds=1)
    while not table.state.closed:
        Dealer(table).step()
    table.perform(Act("deal", topic="banker", facts={"face": "down"}))
    for _ in range(2):
        table.perform(Act("correct", facts={"act": table.state.count - 1 - _}))
    assert ("wrong-target", True) in ended(table)


def test_a_payment_of_the_base_to_another_player_does_not_concern_the_stick() -> None:
    """The payment is not the stick's, so there is no finding that it could be joined with."""
    script = next(each for each in scripts() if each["id"] == "cr-29")
    events = [{**event, "seat": 2} if event.get("bet") == "pass-line" and event.get("do") == "pay" else event
              for event in script["script"] if not event.get("late") and event.get("bet") != "any-seven"]  # fmt: skip
    assert Judge(shipped_library()).judge({**script, "script": events})["findings"] == []
