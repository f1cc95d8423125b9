"""Blackjack and wheels followed at a real table; pace; one shoe for a class."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tests.sensors.faulty_wheels import KINDS, WHEELS, Wheel
from tests.sensors.lines_of_devices import SHELF, decoder
from tests.sensors.simulated_blackjack import play_round, shoe
from trainer.equipment.cards import DECK, parse_cards
from trainer.games.blackjack.dealer import DealerAct
from trainer.games.round import Fault
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.sensors.decoder import State
from trainer.sensors.events import (
    HAND_DONE,
    BurnEvent,
    CardEvent,
    CutEvent,
    DirectionEvent,
    ErrorEvent,
    Event,
    MissedEvent,
    NumberEvent,
    SignalEvent,
    StateEvent,
    WarningsEvent,
)
from trainer.sensors.following import blackjack, wheel
from trainer.sensors.following.pace import Pace, target_of
from trainer.sensors.following.sharing import Relay, taken
from trainer.sensors.message_events import Ball

STAND, END = StateEvent(HAND_DONE), StateEvent("standby")


def rules_of(rulebook: str, game: str) -> GameRules:
    return load_rules(shipped_library(), rulebook, game)


# ── blackjack ────────────────────────────────────────────────────────────────────────────────────────────────────────


def cards(text: str) -> list[Event]:
    return [CardEvent(str(card)) for card in parse_cards(text)]


def played(follower: blackjack.Follower, *events: Event) -> tuple[blackjack.Table, list[str]]:
    table, found = blackjack.Table(), []
    for event in events:
        step = follower.hear(table, event)
        table = step.table
        found += [step.finding.id] if step.finding else []
    return table, found


REGULATIONS = ["arica", "coquimbo", "baleares", "bolivia", "puerto-rico"]


@pytest.mark.parametrize("rulebook", REGULATIONS)
def test_rounds_with_splits_doubles_insurance_and_surrender_pass_and_lie_as_they_were_dealt(rulebook: str) -> None:
    rules = rules_of(rulebook, "blackjack")
    did: set[str] = set()
    for number in range(8):
        rng = random.Random(f"{rulebook} {number}")
        left, seats = shoe(rng, rules), rng.randint(1, 4)
        follower, table = blackjack.Follower(rules, seats), blackjack.Table()
        while len(left) > 60:
            right = play_round(rng, rules, seats, left)
            did |= right.did
            for event in right.events:
                step = follower.hear(table, event)
                assert step.finding is None, (event, step.finding)
                table = step.table
            assert (list(table.hands), table.dealer) == (right.hands, right.dealer)
            too_many = follower.hear(table, CardEvent("5S")).finding
            assert too_many is not None and too_many.fault is Fault.DREW_WRONGLY and too_many.cite
            step = follower.hear(table, END)
            assert step.finding is None and step.ended is not None
            table = step.table
    assert {"stand", "double", "split"} <= did


@pytest.mark.parametrize("rulebook", REGULATIONS)
def test_every_wrong_act_of_the_dealer_is_caught_with_the_citation_of_the_round(rulebook: str) -> None:
    follower = blackjack.Follower(rules_of(rulebook, "blackjack"), seats=2)
    rng = random.Random(rulebook)
    caught = 0
    for _ in range(150):
        table = blackjack.Table()
        while table.phase is not blackjack.Phase.DEALER:
            is_stand = table.phase is blackjack.Phase.PLAYERS and rng.random() < 0.5
            step = follower.hear(table, STAND if is_stand else CardEvent(str(rng.choice(DECK))))
            assert step.finding is None
            table = step.table
        while True:
            act, reason = follower.dealer_must(table)
            card = CardEvent(str(rng.choice(DECK)))
            right, wrong = (card, END) if act is DealerAct.DRAW else (END, card)
            found = follower.hear(table, wrong).finding
            assert found is not None and not found.doubt
            assert found.fault is (Fault.STOOD_WRONGLY if act is DealerAct.DRAW else Fault.DREW_WRONGLY)
            assert act is DealerAct.STOP or found.cite == str(reason.cite)
            caught += 1
            step = follower.hear(table, right)
            assert step.finding is None
            table = step.table
            if step.ended is not None:
                break
    assert table.rounds == 1 and caught > 200


def test_section_4_7_a_puerto_rico_a_hand_with_21_may_draw_when_it_says_so() -> None:
    follower = blackjack.Follower(rules_of("puerto-rico", "blackjack"), 1)
    table, found = played(follower, *cards("5H 9S 6H TS"))
    first, _ = played(follower, *cards("5H 9S 6H"))
    dealt = cards("5H 9S 6H") if first.phase is blackjack.Phase.PLAYERS else cards("5H 9S 6H TS")
    table, found = played(follower, *dealt, *cards("TH"), SignalEvent("hit"), *cards("2C"))
    assert not found and [str(card) for card in table.hands[0]][-1] == "2C", "the card is the player's"
    table, found = played(follower, *dealt, *cards("TH 2C"))
    assert [str(card) for card in table.dealer][-1] == "2C", "without a word the hand stands"


@pytest.mark.parametrize("rulebook", ["arica", "puerto-rico"])
def test_without_numbers_nothing_at_blackjack_is_blamed_on_the_dealer(rulebook: str) -> None:
    """A report lost, doubled or unreadable at every place of some rounds."""
    rules, rng = rules_of(rulebook, "blackjack"), random.Random(5)
    follower = blackjack.Follower(rules, 2, numbered=False)
    for _ in range(4):
        right = play_round(rng, rules, 2, shoe(rng, rules)).events
        for place in range(len(right)):
            for instead in ([], [right[place]] * 2, [ErrorEvent("cannot-read", False)], [MissedEvent()]):
                table = blackjack.Table()
                for event in (*right[:place], *instead, *right[place + 1 :], END):
                    step = follower.hear(table, event)
                    table = step.table
                    assert step.finding is None or step.finding.doubt


def test_a_split_or_a_double_that_the_rules_do_not_allow_is_told_and_the_hand_goes_on() -> None:
    follower = blackjack.Follower(rules_of("arica", "blackjack"), seats=1)
    table, found = played(follower, *cards("8S 6D 9S"), SignalEvent("split"), *cards("5H 6H"))
    assert found == ["not-allowed-split"] and len(table.hands) == 2


def test_without_numbered_reports_what_does_not_fit_is_a_doubt_about_the_reading() -> None:
    follower = blackjack.Follower(rules_of("arica", "blackjack"), seats=1, numbered=False)
    table = blackjack.Table()
    for event in [*cards("TS TD 9S"), STAND, *cards("8H")]:
        table = follower.hear(table, event).table
    found = follower.hear(table, CardEvent("5S")).finding
    assert found is not None and found.doubt and found.message.id == "sensors.found.if-all-was-read"


@pytest.mark.parametrize("place", range(6))
def test_a_card_that_was_not_read_is_entered_and_the_round_judged_again(place: int) -> None:
    follower = blackjack.Follower(rules_of("arica", "blackjack"), seats=1)
    right: list[Event] = [*cards("5S TD 4S"), *cards("9S"), STAND, *cards("6H"), *cards("5H")]
    missing: list[Event] = [*right]
    at = [index for index, event in enumerate(right) if isinstance(event, CardEvent)][place]
    missing[at] = ErrorEvent("cannot-read", True)
    table, found = played(follower, *missing)
    assert found == ["not-read"] and table.phase is blackjack.Phase.LOST
    assert played(follower, *missing, END, *right, END)[0].rounds == 1, "the next round is judged again"
    log = tuple(right[at] if isinstance(event, MissedEvent) else event for event in table.log)
    step = follower.corrected(table, log)
    assert step.finding is None and step.table.dealer == tuple(parse_cards("TD 6H 5H"))
    assert follower.hear(step.table, END).ended is not None


def test_a_burn_and_a_cut_card_missed_at_blackjack() -> None:
    follower = blackjack.Follower(rules_of("arica", "blackjack"), seats=1)
    burn = follower.rules.rules["shoe"]["burn"]
    fresh: list[Event] = [StateEvent("start"), *[BurnEvent(True)] * burn]
    assert played(follower, *fresh, *cards("9S 8D"))[1] == []
    assert played(follower, *fresh, BurnEvent(True), *cards("9S"))[1] == ["burn-wrong"]
    locked = CardEvent("5S", outside="lock")
    assert played(follower, fresh[0], *[locked] * burn, *cards("9S"))[1] == [], "burned with the shoe locked"
    _, found = played(follower, *cards("TS TD"), CutEvent(True), *cards("TH"), STAND, *cards("9S"), END, *cards("5S"))
    assert found == ["cut-missed"]


def test_a_round_that_ends_before_the_players_were_told_is_not_judged() -> None:
    follower = blackjack.Follower(rules_of("arica", "blackjack"), seats=2)
    table, found = played(follower, *cards("2S 3S 4S 5S 6S"), STAND, END)
    assert found == [] and table.rounds == 0 and table.phase is blackjack.Phase.BETWEEN


# ── the wheel ────────────────────────────────────────────────────────────────────────────────────────────────────────


def spun(follower: wheel.Follower, *events: tuple[int, Event | Ball]) -> tuple[wheel.Spins, list[str]]:
    spins, found = wheel.Spins(), []
    for at, event in events:
        if isinstance(event, Ball):
            spins = follower.measure(spins, event)
            continue
        step = follower.hear(spins, event, at)
        spins = step.spins
        found += [each.id for each in step.findings]
    return spins, found


def spin(way: str, number: str) -> list[tuple[int, Event | Ball]]:
    states = [StateEvent("place-bets"), DirectionEvent(way), StateEvent("ball-in-rim"), StateEvent("no-more-bets")]
    return [(0, event) for event in (*states, NumberEvent(number), StateEvent("winning-number"))]


@pytest.mark.parametrize(("rulebook", "alternates"), [("arica", True), ("puerto-rico", False)])
def test_a_wheel_that_must_turn_the_other_way_and_does_not(rulebook: str, alternates: bool) -> None:
    follower = wheel.Follower(rules_of(rulebook, "roulette-american"))
    same = [*spin("clockwise", "17"), *spin("clockwise", "5")]
    other = [*spin("clockwise", "17"), *spin("counter-clockwise", "5"), *spin("clockwise", "9")]
    assert spun(follower, *same)[1] == (["same-direction"] if alternates else [])
    assert spun(follower, *other)[1] == []
    assert spun(follower, *other)[0].numbers == ("17", "5", "9")


def direction_findings(lines: list[bytes]) -> list[tuple[str, bool]]:
    """What is found in the status lines of a Slingshot, and whether it is a doubt."""
    follower = wheel.Follower(rules_of("arica", "roulette-american"), SHELF.profile("cammegh-slingshot-2"))
    spins, found = wheel.Spins(), []
    for event in decoder("cammegh-slingshot-2").feed(State(), b"".join(lines)).in_order():
        step = follower.hear(spins, event)
        spins = step.spins
        found += [(each.id, each.doubt) for each in step.findings]
    return found


def status_lines(number: int, way: int) -> list[bytes]:
    """A spin: bets, ball thrown, no more bets, number."""
    return [f"*X;{state};{number:03};17;0;150;{way}\r\n".encode() for state in (2, 3, 4, 5)]


def counted(number: int) -> list[tuple[int, Event]]:
    """A spin in the same direction as every other."""
    states = [StateEvent("ball-in-rim", number), StateEvent("no-more-bets", number), NumberEvent("17")]
    return [(0, event) for event in (DirectionEvent("clockwise"), *states)]


def test_a_wheel_that_counts_its_spins_is_never_blamed_for_a_spin_that_was_not_heard() -> None:
    """Every stretch of lines is lost in turn; before and after an odd number of spins it turns the same way."""
    assert direction_findings([*status_lines(256, 0), *status_lines(1, 0)]) == [("same-direction", False)]
    hours = [(at, event) for at, (_, event) in enumerate([*counted(7), *counted(8)])]
    late = [(at + 1_800_000 * (at > 2), event) for at, event in hours]
    follower = wheel.Follower(rules_of("arica", "roulette-american"))
    assert spun(follower, *hours)[1] == ["same-direction"] and spun(follower, *late)[1] == [], "it may have come round"
    switched: list[tuple[int, Event]] = [*hours[:4], (4, StateEvent("start")), *hours[4:]]
    assert spun(follower, *switched)[1] == [], "it may count anew"
    right = [line for number in range(1, 6) for line in status_lines(number, number % 2)]
    for first in range(len(right)):
        for after in range(first, len(right) + 1):
            assert direction_findings(right[:first] + right[after:]) == [], (first, after)


def test_a_number_is_told_once_although_the_cable_was_unplugged_after_it() -> None:
    follower = wheel.Follower(rules_of("arica", "roulette-american"))
    first, second = StateEvent("winning-number", 1), StateEvent("winning-number", 2)
    events = [first, NumberEvent("17"), MissedEvent(), first, NumberEvent("17"), MissedEvent(), second]
    spins, found = spun(follower, *((0, event) for event in (*events, NumberEvent("17"))))
    assert spins.numbers == ("17", "17") and not found
    again = [first, NumberEvent("17"), StateEvent("ball-in-rim", 1), first, NumberEvent("5")]
    assert spun(follower, *((0, event) for event in again))[0].numbers == ("17", "5"), "another ball has its own number"


def test_a_wheel_that_does_not_count_its_spins_shows_only_a_doubt() -> None:
    follower, spins = wheel.Follower(rules_of("arica", "roulette-american")), wheel.Spins()
    found = []
    for _, event in (*spin("clockwise", "17"), *spin("clockwise", "5")):
        step = follower.hear(spins, event)  # type: ignore[arg-type]
        spins, found = step.spins, [*found, *step.findings]
    assert [(each.id, each.doubt) for each in found] == [("same-direction", True)]


def test_the_direction_of_a_throw_may_be_told_after_the_state() -> None:
    """A wheel spun by hand changes its direction and the ball is thrown within the same half second."""
    follower = wheel.Follower(rules_of("arica", "roulette-american"))
    first = spin("clockwise", "17")
    states = [StateEvent("place-bets"), StateEvent("ball-in-rim"), DirectionEvent("counter-clockwise")]
    after = [(0, event) for event in (*states, StateEvent("no-more-bets"), NumberEvent("5"))]
    assert spun(follower, *first, *after)[1] == []


def test_after_a_spin_that_was_not_seen_the_direction_is_not_judged() -> None:
    follower = wheel.Follower(rules_of("arica", "roulette-american"))
    missed: tuple[int, Event | Ball] = (0, MissedEvent())
    assert spun(follower, *spin("clockwise", "17"), missed, *spin("clockwise", "5"), *spin("clockwise", "9"))[1] == [
        "same-direction"
    ], "only the third, whose spin before was seen"


def test_a_void_spin_may_be_repeated_the_same_way() -> None:
    follower = wheel.Follower(rules_of("arica", "roulette-american"))
    void = spin("counter-clockwise", "5")[:4]
    assert spun(follower, *spin("clockwise", "17"), *void, *spin("counter-clockwise", "5"))[1] == []


def test_a_number_told_only_with_the_state_is_one_number() -> None:
    follower = wheel.Follower(rules_of("arica", "roulette-american"))
    events = [
        event
        for number in ("17", "17", "5")
        for event in (StateEvent("ball-in-rim"), StateEvent("winning-number"), NumberEvent(number))
    ]
    assert spun(follower, *[(0, event) for event in events])[0].numbers == ("17", "17", "5")


@pytest.mark.parametrize("turns", range(6))
def test_a_ball_that_fell_too_soon_is_no_spin_by_the_rulebook(turns: int) -> None:
    follower = wheel.Follower(rules_of("arica", "roulette-american"))
    least = int(follower.rules.irregularities["ball-turns"].data["minimum-turns"])
    events = spin("clockwise", "17")
    events[3:3] = [(0, Ball(turns=turn)) for turn in range(turns + 1)]
    spins, found = spun(follower, *events)
    assert found == (["too-few-turns"] if turns < least else [])
    assert spins.void == (turns < least) and spins.numbers == (() if turns < least else ("17",))


def test_a_void_spin_is_counted_and_has_no_number() -> None:
    follower = wheel.Follower(rules_of("arica", "roulette-american"))
    states = [StateEvent(state) for state in ("place-bets", "ball-in-rim", "no-more-bets", "place-bets")]
    spins, _ = spun(follower, *[(0, state) for state in states])
    assert (spins.void, spins.numbers) == (1, ())


def test_warnings_wait_as_the_maker_advises_and_are_said_once() -> None:
    follower = wheel.Follower(rules_of("arica", "roulette-american"), SHELF.profile("cammegh-slingshot-2"))
    rim = (1000, StateEvent("ball-in-rim"))
    assert spun(follower, rim, (2000, WarningsEvent(8)))[1] == []
    spins, _ = spun(follower, rim, (2000, WarningsEvent(8)))
    step = follower.tick(spins, 4100)
    assert [found.id for found in step.findings] == ["warned"]
    assert follower.tick(step.spins, 9000).findings == ()
    assert spun(follower, rim, (1500, WarningsEvent(2)))[1] == ["spin-void"]


def test_a_spin_whose_beginning_was_not_heard_has_its_number() -> None:
    follower = wheel.Follower(rules_of("arica", "roulette-american"))
    states = [("ball-in-rim", 7), ("winning-number", 7), ("no-more-bets", 8), ("winning-number", 8)]
    events: list[Event] = [StateEvent(state, spin) for state, spin in states]
    events[2:2] = [NumberEvent("17")]
    assert spun(follower, *[(0, event) for event in (*events, NumberEvent("5"))])[0].numbers == ("17", "5")


def test_a_direction_that_changes_while_the_ball_runs_proves_nothing() -> None:
    follower = wheel.Follower(rules_of("arica", "roulette-american"))
    first = [DirectionEvent("clockwise"), StateEvent("ball-in-rim", 7), NumberEvent("17")]
    second = [DirectionEvent("counter-clockwise"), StateEvent("ball-in-rim", 8)]
    changed = [(500, DirectionEvent("clockwise")), (900, StateEvent("no-more-bets", 8)), (990, NumberEvent("5"))]
    assert spun(follower, *[(0, event) for event in (*first, *second)], *changed)[1] == []


@pytest.mark.parametrize("profile", WHEELS)
def test_a_wheel_on_a_bad_line_tells_every_number_once_and_blames_no_right_throw(profile: str) -> None:
    at = Wheel(profile, rules_of("arica", "roulette-american"), seed=1, count=8, errors=0.3)
    assert at.sound[-1].numbers == tuple(spin.number for spin in at.truth if spin.counts)
    assert at.sound[-1].blamed == at.wrong
    for place, kind in product(range(len(at.lines)), KINDS):
        assert at.problems(place, kind) == [], (place, kind)


def test_a_number_that_is_not_on_the_wheel() -> None:
    follower = wheel.Follower(rules_of("baleares", "roulette-french"))
    assert spun(follower, (0, NumberEvent("00")))[1] == ["no-such-number"]


# ── pace, sharing ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_pace_is_reckoned_over_the_last_rounds() -> None:
    pace = Pace().begun(0)
    assert pace.an_hour is None
    for number in range(1, 31):
        pace = pace.ended(number * 60_000)
    assert pace.an_hour == pytest.approx(60)
    for number in range(1, 11):
        pace = pace.ended(30 * 60_000 + number * 30_000)
    assert pace.an_hour == pytest.approx(120) and pace.seconds_a_round == pytest.approx(30)
    assert pace.rounds == 40


def test_every_followed_game_has_a_usual_pace() -> None:
    for rulebook, game in (("arica", "punto-banco"), ("arica", "blackjack"), ("arica", "roulette-american")):
        assert target_of(game, rules_of(rulebook, game).family) is not None
    craps = rules_of("arica", "craps")
    assert target_of(craps.game, craps.family) is not None
    mini = target_of("mini-baccarat", "baccarat")
    assert mini is not None and mini.rounds == 150


def test_what_is_dealt_at_the_front_arrives_at_every_laptop() -> None:
    relay = Relay()
    first: list[Event | None] = []
    second: list[Event | None] = []
    relay.listen(lambda line: first.append(taken(line)))
    stop = relay.listen(lambda line: second.append(taken(line)))
    relay.send(CardEvent("8S", "player", 1))
    stop()
    relay.send(NumberEvent("17"))
    assert first == [CardEvent("8S", "player", 1), NumberEvent("17")]
    assert second == first[:1]
    assert taken("hello") is None and taken("{}") is None and taken('{"card": 5}') is None and taken("x" * 5000) is None
