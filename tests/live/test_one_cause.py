"""What a dealer does in two gestures is judged by what they come to: one cause is at most one fault."""

from __future__ import annotations

from typing import Any

import pytest

from tests.live.scripts import scripts
from tests.live.shifts import opened
from trainer.games.house_poker.described_round import FOLD
from trainer.games.round import Act, Fault
from trainer.live.judge import Judge
from trainer.live.perfect import Dealer
from trainer.rulebooks.library import shipped_library


def script_of(name: str) -> dict[str, Any]:
    return next(each for each in scripts() if each["id"] == name)


def faults(script: dict[str, Any], events: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Fault, act, due and done of every finding."""
    found = Judge(shipped_library()).judge({**script, "script": events})["findings"]
    return [(each["fault"], each["at"], each.get("due"), each.get("done")) for each in found]


@pytest.mark.parametrize(("share", "left"), [(1, []), (2, [("commission", 20, 10000, 20000)])])
def test_commission_taken_apart_is_a_fault_only_if_it_is_wrong(share: int, left: list[Any]) -> None:
    """Arica L1124 and Baleares L758 set the rate that is deducted, not the gesture."""
    script = script_of("bax-001")
    at, pay = next((i, e) for i, e in enumerate(script["script"]) if e.get("commission"))
    paid = {**pay, "amount": pay["amount"] + pay["commission"]}
    fee = paid.pop("commission")
    taken = {"by": "dealer", "do": "take", "seat": pay["seat"], "what": "commission", "amount": fee * share}
    assert faults(script, [*script["script"][:at], paid, taken, *script["script"][at + 1 :]]) == left


def test_the_whole_bet_of_a_winner_is_no_commission() -> None:
    script = script_of("bax-001")
    at, pay = next((i, e) for i, e in enumerate(script["script"]) if e.get("commission"))
    paid = {**pay, "amount": pay["amount"] + pay["commission"]}
    paid.pop("commission")
    stake = next(bet["stake"] for bet in script["bets"] if bet["seat"] == pay["seat"])
    taken = {"by": "dealer", "do": "take", "seat": pay["seat"], "amount": stake}
    found = faults(script, [*script["script"][:at], paid, taken, *script["script"][at + 1 :]])
    assert [fault for fault, *_ in found] == ["commission", "took-winner"]


@pytest.mark.parametrize(("parts", "found"), [((1000, 1000), []), ((1000, 500), ["bad-bet-accepted"])])
def test_chips_added_to_a_bet_at_caribbean_stud_are_judged_with_it(parts: tuple[int, int], found: list[str]) -> None:
    """The second bet is exactly twice the ante, in however many gestures the chips are put down."""
    script = script_of("cs-02")
    at, bet = next((i, e) for i, e in enumerate(script["script"]) if e.get("bet") == "bet" and e.get("seat") == 1)
    assert bet["stake"] == 2000
    first, more = ({**bet, "does": verb, "stake": stake} for verb, stake in zip(("bets", "adds"), parts, strict=True))
    told = faults(script, [*script["script"][:at], first, more, *script["script"][at + 1 :]])
    assert [fault for fault, *_ in told if fault == "bad-bet-accepted"] == found


@pytest.mark.parametrize(
    ("late", "left"), [({}, [("left-loser", None)]), ({"hand": 1}, [("too-early", 16), ("left-loser", None)])]
)
def test_left_bet_of_a_bust_hand_is_one_fault_after_a_split(late: dict[str, int], left: list[Any]) -> None:
    """A take that names no hand concerns the hand whose cards lie, not the bet that was left when cards went."""
    script = script_of("blx-094")
    by = {"by": "dealer"}
    own = [{**by, "do": "deal", "to": 1, "hand": 1, "face": "up", "card": card} for card in ("5D", "KD")]
    hit = {"by": "player", "seat": 1, "does": "signals", "hand": 1, "signal": "hit"}
    clears = {**by, "do": "pick-up", "whose": 1}
    second = {**by, "do": "deal", "to": 1, "hand": 2, "face": "up", "card": "8H"}
    events = [*script["script"][:12], own[0], hit, own[1], clears, second, *script["script"][15:21]]
    take = {**by, "do": "take", "seat": 1, "amount": 10000, **late}
    found = faults(script, [*events, take, *script["script"][22:]])
    assert [(fault, at) for fault, at, *_ in found] == left


def test_the_late_card_of_a_hand_that_was_passed_over_is_no_second_fault() -> None:
    """Arica L610: the dealer asks the next hand before he has dealt; the player still gets the card he wanted."""
    script = script_of("blx-001")
    events = script["script"]
    asks, card = events[18], events[16]
    assert (asks["seat"], card["to"]) == (3, 2)
    found = faults(script, [*events[:16], asks, events[19], card, events[17], *events[20:]])
    assert [(fault, at) for fault, at, *_ in found] == [("signal-misread", 16)]


def test_asking_back_a_hand_that_stands_passes_nobody_over() -> None:
    script = script_of("blx-001")
    events = script["script"]
    again, stands, wants = events[12], events[13], events[15]
    assert (again["do"], stands["signal"], wants["signal"]) == ("ask", "stand", "hit")
    assert faults(script, [*events[:16], again, stands, *events[16:]]) == []


@pytest.mark.parametrize("rulebook", ["arica", "coquimbo"])
def test_who_calls_his_blackjack_has_called_his_total(rulebook: str) -> None:
    """Arica L712 orders the total announced, in no fixed words."""
    script = {**script_of("blx-001"), "rulebook": rulebook}
    events = script["script"]
    by = {"by": "dealer"}
    cards = [{**by, "do": "deal", "to": "dealer", "face": "up", "card": card} for card in ("KC", "AH")]
    takes = [{**by, "do": "take", "seat": seat, "amount": stake} for seat, stake in ((3, 20000), (2, 10000), (1, 5000))]
    called = {**by, "do": "call", "id": "blackjack-or-not", "blackjack": True}
    before, after = [*events[:8], cards[0], *events[9:20], cards[1]], [*takes, *events[25:]]
    assert "call-missed" not in [fault for fault, *_ in faults(script, [*before, called, *after])]
    assert "call-missed" in [fault for fault, *_ in faults(script, [*before, *after])]


def half_at_zero(*events: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The faults of a spin with zero at Bolivia (L2782: even chances lose half), cleared by these acts."""
    script = script_of("rox-064")
    at = next(i for i, e in enumerate(script["script"]) if e.get("do") == "take")
    column, red, *rest = script["script"][at:]
    assert (column["bet"], red["bet"], red["amount"]) == ("column", "red", 10)
    sweeps = [{"by": "dealer", "do": "take", "group": group} for group in ("columns", "even-chances-and-dozens")]
    return [
        (fault, done - at if done is not None else done, *left)
        for fault, done, *left in faults(script, [*script["script"][:at], *sweeps, *events, *rest])
    ]


def give_back(amount: int) -> dict[str, Any]:
    return {"by": "dealer", "do": "give-back", "seat": 1, "bet": "red", "amount": amount}


def test_a_sweep_takes_whole_stacks_and_the_half_that_goes_back_makes_it_right() -> None:
    assert half_at_zero(give_back(10)) == []
    assert half_at_zero() == [("returned-wrong", 1, 10, 0)]
    assert half_at_zero(give_back(5)) == [("returned-wrong", 2, 10, 5)]


@pytest.mark.parametrize(("back", "left"), [(10, []), (5, [("returned-wrong", 11, 10, 0)])])
def test_a_bet_taken_whole_is_no_fault_once_its_half_is_given_back(back: int, left: list[Any]) -> None:
    script = script_of("rou-34")
    events = [*script["script"][:12], give_back(back), *script["script"][12:]]
    assert faults(script, events) == left


def test_what_goes_back_out_of_the_rack_leaves_the_cloth_as_it_is() -> None:
    script = script_of("rou-34")
    judge = Judge(shipped_library())
    state = judge.table(script).start({}, ())
    for event in [*script["script"][:12], give_back(10)]:
        state = judge.table(script).perform(state, Act.from_event(event))
    red, zero, column = state.bets
    assert (red.taken, red.back, column.taken) == (10, 10, 10)
    assert (state.rack, state.cloth) == (20, zero.stake)


@pytest.mark.parametrize(("from_right", "expected"), [(True, set()), (False, {Fault.WRONG_ORDER})])
def test_all_hands_may_be_turned_before_the_first_is_settled_in_the_order_of_settling(
    from_right: bool, expected: set[Fault]
) -> None:
    table = opened("puerto-rico/three-card-poker", level=1, rounds=8)
    dealer = Dealer(table)
    while not table.over:
        closed = [hand.seat for hand in table.state.hands if hand.spoke not in ("", FOLD) and not hand.turned]
        if table.state.turned and closed:
            for seat in sorted(closed, reverse=from_right):
                table.perform(Act("turn", topic=seat))
        dealer.step()
    assert {found.fault for each in table.log for found in each.all_findings} == expected
