"""Buy-ins, questions, claims, late bets and incidents: answered rightly, wrongly or not at all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.live.shifts import TABLES, faulty, opened, played, step_until
from trainer.games.core import RequestError
from trainer.games.round import Act, Fault
from trainer.live.faulty_dealer import FaultyDealer
from trainer.live.keys import Keyboard, Typed
from trainer.live.perfect import Dealer
from trainer.live.spelling import spell
from trainer.live.styles import crowd, usual_seats
from trainer.live.table import LiveTable, Played

DURING_POINT = "die-on-floor"  # an irregularity of craps that needs a point


def with_one(name: str, kind: str, **told: object) -> tuple[LiveTable, Played]:
    table = played(name, rounds=1, level=1, pinned=[(1, kind)], **told)
    return table, table.log[0]


def test_money_of_a_buy_in_ends_in_the_drop_box_and_its_chips_with_the_player() -> None:
    table, record = with_one("arica/blackjack", "buy-in")
    bought = next(act for _, act in record.acts if act.do == "lays-money")
    assert table.books.drop == bought.amount
    quiet = played("arica/blackjack", rounds=1, level=1)
    assert table.books.rack == quiet.books.rack - bought.amount
    assert table.books.players == quiet.books.players


def test_colour_chips_are_sold_in_the_order_of_the_regulation() -> None:
    table = played("arica/roulette-american", rounds=2, level=1, pinned=[(1, "leaving", 3)])  # a newcomer follows
    acts = [(act.do, act.topic) for _, act in table.log[1].acts if act.by == "dealer"]
    wanted = [("mark", "value"), ("floor", "colour-value"), ("change", "buy-in")]
    assert [act for act in acts if act in wanted] == wanted


def test_a_buy_in_that_nobody_answers_goes_back_to_its_owner() -> None:
    table, dealer = faulty("arica/blackjack", Fault.NO_ANSWER)
    assert dealer.planted and table.books.drop == 0


def test_an_incident_that_voids_the_spin_is_repeated_and_a_missed_one_is_critical() -> None:
    _, record = with_one("arica/roulette-american", "foreign-object")
    done = [act.do for _, act in record.acts]
    assert done.count("spin") == 2 and done.index("floor") < done.index("no-spin")
    assert [name for _, name, _ in record.staged] == ["foreign-object"] and record.findings == ()
    table, dealer = faulty("arica/roulette-american", Fault.INCIDENT_MISSED, events=("object-in-wheel",))
    found = table.log[0].findings
    assert dealer.planted and [(one.fault, one.severity) for one in found] == [(Fault.INCIDENT_MISSED, "critical")]


@pytest.mark.parametrize("name", [name for name in TABLES if not re.match("puerto-rico/.*baccarat", name)])
def test_every_irregularity_that_can_be_staged_has_a_right_reaction(name: str) -> None:
    events = sorted(set(opened(name).company.stageable().values()))
    assert events
    waits = [DURING_POINT] * 5 if DURING_POINT in events else []  # one of these rounds has a point
    order = [event for event in events if event != DURING_POINT] + waits
    table = played(name, rounds=len(order), level=1, pinned=list(enumerate(order, 1)))
    assert [found for each in table.log for found in each.all_findings] == []
    staged = {kind for each in table.log for _, kind, _ in each.staged}
    assert staged >= set(events)


def test_who_was_paid_short_claims_and_the_floor_hears_it() -> None:
    table = opened("arica/blackjack", level=1, seats=tuple((seat, "regular") for seat in range(1, 8)))
    dealer = FaultyDealer(table, Fault.UNDERPAID)
    for _ in range(3):
        dealer.play_round()
    claims = [act for each in table.log for _, act in each.acts if act.do == "disputes"]
    assert claims and all(act.amount == table.company.minimum for act in claims)


@pytest.mark.parametrize("name", ["arica/blackjack", "arica/roulette-american", "arica/craps"])
def test_a_true_claim_from_an_earlier_round_is_paid_without_a_fault(name: str) -> None:
    table = opened(name, level=1, rounds=6, seats=tuple((seat, "column-player") for seat in range(1, 6)))
    assert {guest.style.claims for guest in table.guests.values()} == {"later"}
    dealer = FaultyDealer(table, Fault.UNDERPAID)
    while not dealer.planted:
        dealer.play_round()
    honest, number = Dealer(table), table.round_number
    while not (claims := [each for each in table.affairs.requests if each.kind == "claim"]):
        honest.step()
    [claim] = claims
    rack, purse = table.books.rack, table.books.purses[claim.seat]
    right = honest.next_act()
    assert right is not None and (right.do, right.seat) == ("floor", claim.seat)
    while right is None or right.do != "settle":
        honest.step()
        right = honest.next_act()
    board = Keyboard.of_table(table)
    typed, act = Typed(), None
    for key in spell(board, right, table.state):
        typed, act = board.press(typed, key, table.state)
    assert act is not None and (act.do, act.seat, act.amount) == ("pay", claim.seat, claim.amount)
    table.perform(act)
    assert table.books.purses[claim.seat] - purse == rack - table.books.rack == claim.amount
    assert claim not in table.affairs.requests
    honest.play_round()
    assert table.log[number - 1].all_findings == ()


def test_whoever_was_not_paid_claims_in_the_next_round() -> None:
    table = opened("arica/blackjack", level=1, rounds=6, seats=tuple((seat, "regular") for seat in range(1, 8)))
    dealer = FaultyDealer(table, Fault.UNPAID)
    while not dealer.planted:
        dealer.play_round()
    missing = [(found.seat, found.money) for found in table.log[-2].all_findings]
    Dealer(table).play_round()
    claims = [(act.seat, act.amount) for _, act in table.log[-2].acts if act.do == "disputes"]
    assert missing and claims == missing


def test_a_corrected_payment_takes_the_money_back() -> None:
    table = opened("arica/roulette-american", level=1, seed=5)
    dealer = Dealer(table)
    while (act := dealer.next_act()) is None or act.do != "pay":
        dealer.step()
    due = act.amount or 0
    right = table.books.purses[act.seat] + due
    at = table.state.count
    table.perform(Act("pay", seat=act.seat, bet=act.bet, on=act.on, amount=due + 500))
    assert table.books.purses[act.seat] == right + 500
    table.perform(Act("correct", facts={"act": at}))
    assert table.books.purses[act.seat] == right


def test_a_school_adds_its_own_style_and_a_wrong_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        '[aunt]\nnames = { es = "Tía", en = "Aunt" }\nguests = ["Paca"]\nbankroll = [10, 20]\n', encoding="utf-8"
    )
    people = crowd((tmp_path,))
    assert len(people.styles) == 15 and people.style("aunt").guests == ("Paca",)
    (tmp_path / "own.toml").write_text("[aunt]\nbankroll = 3\n", encoding="utf-8")
    crowd.cache_clear()
    with pytest.raises(RequestError, match=r"own.toml \[aunt\]: .*bankroll|names"):
        crowd((tmp_path,))
    with pytest.raises(RequestError, match="there is no style 'uncle'; there are: tourist"):
        crowd().style("uncle")


def test_there_are_fourteen_styles_and_all_of_them_play() -> None:
    seats = usual_seats(9)
    assert len({style for _, style in usual_seats(14)}) == 14
    table = played("puerto-rico/roulette-american", seats=seats, rounds=2, level=2)
    assert {act.seat for _, act in table.log[0].acts if act.do == "bets"} == {seat for seat, _ in seats}


def test_a_bet_that_went_back_is_no_measure_for_a_double() -> None:
    """The first bet of a hand was refused; the second one is what may be doubled."""
    table = opened("puerto-rico/blackjack", level=3, rounds=60, seed=1002)
    state = table.round.start({"minimum": 10, "maximum": 2000}, ())
    for act in (
        Act("bets", "player", 5, bet="main", amount=5),
        Act("give-back", seat=5, bet="main", amount=5, facts={"reason": "not-allowed"}),
        Act("bets", "player", 5, bet="main", amount=10),
    ):
        state = table.round.perform(state, act)
    assert table.round.bet_problem(state, Act("bets", "player", 5, bet="double", amount=10)) is None
    assert table.round.bet_problem(state, Act("bets", "player", 5, bet="double", amount=15)) is not None


@pytest.mark.parametrize("kind", ["buy-in", "change", "question"])
def test_a_wish_stays_until_it_is_answered(kind: str) -> None:
    """The bubble of a player ends after a moment; what he waits for is still told, and money still lies there."""
    table = opened("arica/roulette-american", pinned=[(1, kind, 2)], level=5)
    table.advance(20_000)
    guest = table.guests[2]
    assert guest.shows(table.now) is None
    assert table.affairs.wish(2) is not None
    assert (2 in table.affairs.money_laid()) == (kind == "buy-in")
    dealer = Dealer(table)
    while table.affairs.requests:
        dealer.step()
    assert table.affairs.wish(2) is None
    assert not table.affairs.money_laid()


def test_a_colour_is_worth_a_chip_of_the_house_also_when_more_is_bought() -> None:
    for seed in range(20):
        table = opened("arica/roulette-american", pinned=[(1, "buy-in", 2)], seed=seed)
        values = {int(value) for value, _ in table.rules.info.chips.colours}
        assert {guest.unit for guest in table.guests.values()} <= values
        table.advance(20_000)
        assert [request.value for request in table.affairs.requests if request.seat == 2] == [table.guests[2].unit]


def test_a_late_chip_is_given_back_also_where_bonuses_lie_behind_the_bets() -> None:
    """A cheat caps an ante after the payments; the free bonuses of the table were laid after every bet."""
    seats = tuple(enumerate(tuple(crowd().styles)[7:14], 1))
    pinned = [(number, "cap", 1 + number % 7) for number in range(1, 5)]
    table = played("puerto-rico/three-card-poker", seats=seats, rounds=4, level=1, seed=4, pinned=pinned)
    acts = [act for each in table.log for _, act in each.acts]
    assert any(act.do == "adds" and act.facts.get("late") for act in acts)
    assert any(act.do == "give-back" for act in acts) and not table.findings


def test_an_announced_bet_is_repeated_and_its_chips_are_placed() -> None:
    """Neighbours or a series, where the regulation has them: the chips lie as if the player had put them down."""
    table, record = with_one("baleares/roulette-american", "announced-bet")
    asked = next(act for _, act in record.acts if act.topic == "announced-bet")
    after = [act for _, act in record.acts][[act for _, act in record.acts].index(asked) :]
    said = next(place for place, act in enumerate(after) if act.do == "say")
    laid = [[act.bet, act.on, act.amount] for act in after[said:] if act.do == "bets" and act.seat == asked.seat]
    assert [bet for bet in asked.facts["bets"] if bet not in laid] == []
    assert record.all_findings == ()
    assert table.books.cloth == 0


def test_an_announced_bet_that_nobody_repeats_is_no_bet() -> None:
    table, dealer = faulty("baleares/roulette-american", Fault.NO_ANSWER, rounds=1, kinds=("announced-bet",))
    [asked] = [act for _, act in table.log[0].acts if act.topic == "announced-bet"]
    assert dealer.planted and [one.fault for one in table.log[0].all_findings] == [Fault.NO_ANSWER]
    laid = [[act.bet, act.on] for _, act in table.log[0].acts if act.do == "bets" and act.seat == asked.seat]
    assert any([bet, on] not in laid for bet, on, _ in asked.facts["bets"])


@pytest.mark.parametrize(("name", "cards"), [("arica/blackjack", 3), ("puerto-rico/blackjack", 1)])
def test_a_dealer_who_comes_in_as_relief_burns_the_cards_of_the_regulation(name: str, cards: int) -> None:
    table = played(name, rounds=2, level=1, pinned=[(2, "relief")])
    acts = [act for _, act in table.log[1].acts]
    burned = next(act for act in acts if act.do == "burn")
    first = next(place for place, act in enumerate(acts) if act.do == "deal")
    assert burned.facts == {"cards": cards}
    assert acts.index(burned) < first
    assert table.findings == ()


def test_ar_l273_colour_chips_are_changed_before_the_board_is_cleared() -> None:
    table = opened("arica/roulette-american", rounds=2, level=1, pinned=[(1, "leaving", 2)])
    leaver = table.guests[2].name
    dealer = Dealer(table)
    while table.round_number == 1:
        dealer.step()
    done = [(act.do, act.topic) for _, act in table.log[0].acts if act.seat == 2]
    assert done == [("leaves", ""), ("change", "cash-out"), ("unmark", "value")]
    assert table.guests[2].name != leaver and table.findings == ()
    table = opened("arica/roulette-american", rounds=1, level=1, pinned=[(1, "leaving", 2)])
    change = step_until(table, "change")
    table.perform(Act("unmark", seat=2, topic="value"))
    found = table.perform(change)
    assert [(each.fault, each.step) for each in found] == [(Fault.TOO_EARLY, "clear-board")]


def test_a_rack_that_runs_low_is_filled_and_a_fill_is_not_won() -> None:
    table = opened("arica/roulette-american", rounds=1, level=1, pinned=[(1, "fill")])
    table.books.pay(1, table.books.rack // 3)
    short, won = table.books.opening_rack - table.books.rack, table.books.won
    assert step_until(table, "floor").topic == "fill"
    table.perform(Act("floor", topic="fill"))
    assert (table.books.fills, table.books.won) == (short, won)
    assert [
        each.step for each in faulty("arica/blackjack", Fault.NO_ANSWER, rounds=1, kinds=("fill",))[0].findings
    ] == ["fill"]


def test_a_round_wins_the_same_whether_somebody_buys_in_or_not() -> None:
    _, record = with_one("arica/blackjack", "buy-in")
    _, quiet = with_one("arica/blackjack", "small-talk")
    assert record.won == quiet.won


@pytest.mark.parametrize(
    ("name", "move", "opened_by"),
    [
        ("arica/roulette-american", "under", "bets"),
        ("arica/blackjack", "hidden-chip", "adds"),
        ("arica/caribbean-stud", "bent-card", "bends"),  # also after a misdeal that was put in order
        ("puerto-rico/three-card-poker", "bent-card", "bends"),
        ("puerto-rico/pai-gow-poker", "bent-card", "bends"),
        ("arica/craps", "held-die", "throw"),
    ],
)
def test_a_move_is_seen_before_it_is_made_and_a_dealer_who_overlooks_it_is_at_fault(
    name: str, move: str, opened_by: str
) -> None:
    pinned = [(number, move, 1 + number % 6) for number in range(1, 13)]
    table = opened(name, rounds=12, level=3, seed=5, pinned=pinned)
    dealer = Dealer(table)
    while not any(act.do == "tells" for _, act in table.record.asides):
        dealer.step()
    told = next(act for _, act in table.record.asides if act.do == "tells")
    bubble = table.guests[told.seat].bubble
    assert told.topic == move and bubble.until - bubble.at == 400 and bubble.says.en
    while not (table.record.acts and table.record.acts[-1][1].do == opened_by):
        dealer.step()
    ignored = table.record.acts[-1][1]
    finished = table.round.perform(table.state, Act("end"))
    at = next(i for i, (_, act) in enumerate(table.record.acts) if act is ignored)
    assert at in [each.at for each in finished.findings]
    while not table.over:
        dealer.play_round()
    assert table.findings == () and all(not each.all_findings for each in table.log)


def test_a_pinch_that_nobody_reports_is_missed_at_punto_banco_too() -> None:
    table = opened("arica/punto-banco", rounds=1, level=1)
    step_until(table, "call")
    bet = next(each for each in table.state.bets if each.stake >= 2)
    after = table.round.perform(table.state, Act("pinches", "player", bet.seat, "", bet.bet, bet.on, 1))
    found = table.round.perform(after, Act("end")).findings
    assert (Fault.INCIDENT_MISSED, "bet-touched-late") in [(each.fault, each.incident) for each in found]


def test_players_with_colour_chips_leave_by_themselves_and_the_acts_can_be_typed() -> None:
    table = played("arica/roulette-american", rounds=30, level=5, seed=3)
    assert table.findings == () and all(not each.all_findings for each in table.log)
    changed = [act for each in table.log for _, act in each.acts if act.topic in ("cash-out", "value")]
    keyboard = Keyboard(table.rules, len(table.guests), {seat: guest.colour for seat, guest in table.guests.items()})
    assert {act.do for act in changed} >= {"change", "unmark"}
    for act in changed:
        if act.do == "mark":
            continue
        typed, read = Typed(), None
        for key in spell(keyboard, act, table.state):
            typed, read = keyboard.press(typed, key, table.state)
        assert read is not None and (read.do, read.topic, read.seat) == (act.do, act.topic, act.seat)
        assert read.facts.get("takes") == act.facts.get("takes") and read.on == act.on


@pytest.mark.parametrize(
    ("move", "verbs"),
    [("decoy", ["bets", "adds"]), ("switch", ["pinches", "adds"]), ("nudge", ["pinches", "bets"])],
)
def test_every_act_of_a_move_has_its_tell_and_goes_back(move: str, verbs: list[str]) -> None:
    pinned = [(number, move, 1 + number % 6) for number in range(1, 13)]
    table = played("arica/roulette-american", rounds=12, level=3, seed=5, pinned=pinned)
    moved = [each for each in table.log if move in [kind for _, kind, _ in each.staged]]
    assert moved and table.findings == ()
    for record in moved:
        seat = next(seat for _, kind, seat in record.staged if kind == move)
        tells = [act.facts["ms"] for _, act in record.asides if act.do == "tells" and act.topic == move]
        made = [act.do for _, act in record.acts if act.seat == seat and (act.do == "pinches" or act.facts.get("late"))]
        assert tells == [400, 400] and made == verbs


def test_the_value_of_a_colour_is_marked_once_and_not_when_its_player_buys_more() -> None:
    """Arica L262-265: the value chip lies under the colour for the whole of its player's game."""
    table = played("arica/roulette-american", rounds=2, level=1, pinned=[(1, "buy-in", 3), (2, "buy-in", 3)])
    acts = [act for each in table.log for _, act in each.acts if act.by == "dealer"]
    assert [act.seat for act in acts if (act.do, act.topic) == ("change", "buy-in")] == [3, 3]
    assert not any((act.do, act.topic) in (("mark", "value"), ("floor", "colour-value")) for act in acts)
    assert table.findings == ()


def test_a_newcomer_buys_in_and_his_value_must_be_marked() -> None:
    pinned = [(1, "leaving", 3)]
    table = played("arica/roulette-american", rounds=2, level=1, pinned=pinned)
    assert table.findings == ()
    marked = [act.seat for _, act in table.log[1].acts if (act.do, act.topic) == ("mark", "value")]
    assert marked == [3]
    assert 3 in table.state.board
    careless = opened("arica/roulette-american", rounds=2, level=1, pinned=pinned)
    dealer = Dealer(careless)
    while not careless.over:
        act = dealer.next_act()
        if act is not None and (act.do, act.topic) in (("mark", "value"), ("floor", "colour-value")):
            cash = careless.affairs.requests[0].amount
            chips = {careless.guests[3].colour: int(cash // careless.guests[3].unit)}
            careless.perform(Act("change", seat=3, topic="buy-in", facts={"takes": {"cash": cash}, "gives": chips}))
        else:
            dealer.step()
    assert {(found.fault, found.step) for found in careless.findings} == {(Fault.SKIPPED, "mark-value")}
