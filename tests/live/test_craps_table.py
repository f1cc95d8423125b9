"""Who throws at craps, and stakes that a house can pay in chips."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.live.shifts import opened
from trainer.games.craps.throw import LineEvent
from trainer.games.round import Act, Fault
from trainer.live.perfect import Dealer

CRAPS = ("arica/craps", "baleares/craps", "bolivia/craps", "puerto-rico/craps")


def last_states(name: str, *, asks_often: bool = False, **told: Any) -> list[Any]:
    """The last state of each round, with what was thrown; ``asks_often`` looks ten times a second at what is due."""
    table = opened(name, rounds=40, level=1, seed=5, **told)
    dealer, found = Dealer(table), []
    while not table.over:
        number, state = table.round_number, table.state
        coming = table.next_time() if asks_often else None
        while coming is not None and table.bets_to_come and table.now + 100 < coming:
            table.advance(table.now + 100)
            table.due()
        dealer.step()
        if (table.over or table.round_number != number) and state.roll is not None:
            found.append((state, table.round.line(state)))
    return found


@pytest.mark.parametrize("name", CRAPS)
@pytest.mark.parametrize("asks_often", [False, True])
def test_the_shooter_keeps_the_dice_until_a_seven_out(name: str, asks_often: bool) -> None:
    thrown = last_states(name, asks_often=asks_often)
    assert [line for _, line in thrown].count(LineEvent.SEVEN_OUT) >= 3
    for (state, line), (following, _) in pairwise(thrown):
        assert (state.shooter != following.shooter) == (line is LineEvent.SEVEN_OUT)


@pytest.mark.parametrize(("direction", "expected"), [("clockwise", [7, 6, 5]), ("right", [1, 2, 3])])
def test_the_dice_go_round_as_the_house_says(direction: str, expected: list[int]) -> None:
    """Seats are counted from the dealers' right: clockwise is downwards."""
    shooters = [state.shooter for state, _ in last_states("arica/craps", options={"dice-direction": direction})]
    assert list(dict.fromkeys(shooters))[:3] == expected


def test_a_shooter_loses_the_dice_with_the_line_where_the_house_says_so() -> None:
    thrown = last_states("arica/craps", options={"dice-pass-on": "line-loss"})
    lost = (LineEvent.SEVEN_OUT, LineEvent.CRAPS)
    assert any(line is LineEvent.CRAPS for _, line in thrown)
    for (state, line), (following, _) in pairwise(thrown):
        assert (state.shooter != following.shooter) == (line in lost)


@pytest.mark.parametrize("name", CRAPS)
def test_players_stake_what_can_be_paid_in_chips(name: str) -> None:
    thrown = last_states(name, seats=tuple(enumerate(("number-player", "whale", "talker", "card-counter"), 1)))
    chip = opened(name).rules.info.chips.smallest
    won = [
        (bet, due) for state, _ in thrown for bet, due in zip(state.bets, state.dues, strict=True) if due and due.pays
    ]
    assert len(won) > 20
    assert [bet for bet, due in won if bet.stake % chip or due.pays % chip] == []


def test_the_dice_belong_to_the_shooter_until_he_loses_them() -> None:
    table = opened("arica/craps", rounds=0, minutes=10, level=1, seed=5)
    dealer = Dealer(table)
    while table.company.point is None or table.state.roll is not None or table.bets_to_come:
        dealer.step()
    shooter = table.company.shooter
    other = next(bet.seat for bet in table.state.bets if bet.seat not in (None, shooter))
    table.perform(Act("dice", topic=other, facts={"how": "stick"}))
    [found] = table.findings
    assert (found.fault, found.step, found.seat) == (Fault.NOT_ALLOWED, "pass-on", other)


def test_a_die_falls_during_the_series_for_the_point_only_while_there_is_one() -> None:
    staged = []
    for seed in range(1, 13):
        table = opened("arica/craps", rounds=60, level=5, seed=seed)
        dealer = Dealer(table)
        while not table.over:
            dealer.step()
        staged += [each.before["point"] for each in table.log for _, kind, _ in each.staged if kind == "die-on-floor"]
    assert len(staged) >= 3 and None not in staged
