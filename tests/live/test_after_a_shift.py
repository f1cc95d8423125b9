"""After a shift: marks, the debrief, and the file that plays it again."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.live.shifts import ONE_OF_EACH, TABLES, opened, played
from trainer.games.core import RequestError
from trainer.games.round import Act, Fault, Finding
from trainer.live.act_log import read_act
from trainer.live.debrief import debrief
from trainer.live.faulty_dealer import FaultyDealer
from trainer.live.perfect import Dealer
from trainer.live.replay import Recorder, compare, play_again, read_replay, replay_bytes, resume
from trainer.live.score import WEIGHTS, grades, group_of, mark, pace_mark, score, weight
from trainer.live.table import LiveTable
from trainer.rulebooks.library import shipped_library


def test_marks_are_those_of_the_worked_examples() -> None:
    """Two wrong payments in 20 rounds 8.5; one critical and four minor in 40: 8.3; pace 80 % 5.5."""
    assert mark(2 * WEIGHTS["serious"], 20) == 850
    assert mark(WEIGHTS["critical"] + 4 * WEIGHTS["minor"], 40) == 830
    assert pace_mark(Fraction(80), 100) == 550
    assert (mark(WEIGHTS["critical"], 20) + pace_mark(Fraction(80), 100)) // 2 == 625
    assert [pace_mark(Fraction(part), 100) for part in (30, 60, 100, 150)] == [100, 100, 1000, 1000]


def test_the_fifth_fault_of_one_id_counts_one_grade_higher() -> None:
    same = [Finding(Fault.OVERPAID)] * 6
    assert grades([*same, Finding(Fault.UNPAID)]) == ["serious"] * 4 + ["critical"] * 2 + ["serious"]


def test_a_minor_fault_that_was_put_right_weighs_nothing() -> None:
    assert weight(Finding(Fault.SKIPPED, corrected=True, severity="minor"), "minor") == 0
    assert weight(Finding(Fault.OVERPAID, corrected=True, severity="minor"), "minor") == WEIGHTS["minor"]


def test_every_fault_belongs_to_a_group() -> None:
    assert {group_of(fault) for fault in Fault} == {"money", "order", "calls", "bets", "cards", "incidents", "manner"}


def test_a_debrief_shows_each_fault_with_what_should_have_been_done() -> None:
    table = opened("arica/blackjack", level=1, rounds=6)
    dealer = FaultyDealer(table, Fault.OVERPAID)
    while not table.over:
        dealer.play_round()
    told = debrief(table, shipped_library())
    assert len(told.strip) == 6 and len(told.moments) == len(dealer.planted) > 3
    for one in told.moments:
        assert one.done is not None and one.right is not None and one.scene is not None
        assert (one.done.amount or 0) - (one.right.amount or 0) == table.company.minimum
        assert one.span[0] < one.time < one.span[1]
    assert [(habit.fault, habit.skill, habit.count) for habit in told.habits] == [
        ("overpaid", "payout", len(told.moments))
    ]
    assert told.score.technique < 900 < told.score.faults_mark
    assert told.score.money_off == table.company.minimum * len(told.moments) == -told.score.house_gain
    assert sum(cell.won for cell in told.strip) == sum(cell.due for cell in told.strip) - told.score.money_off


@pytest.mark.parametrize(
    ("fault", "verb"),
    [
        (Fault.SIGNAL_MISREAD, "deal"),
        (Fault.UNPAID, "pay"),
        (Fault.TOOK_WINNER, "pay"),
        (Fault.LEFT_LOSER, "take"),
        (Fault.INCIDENT_MISSED, "floor"),
    ],
)
def test_the_right_act_is_about_the_player_and_the_step_of_the_fault(fault: Fault, verb: str) -> None:
    """An offer that was left out as well, which is due first, is not the answer to every fault."""
    table = opened("arica/blackjack", level=3, rounds=8)
    dealer = FaultyDealer(table, fault)
    while not table.over:
        dealer.play_round()
    moments = [one for one in debrief(table, shipped_library()).moments if one.finding.fault is fault]
    assert moments
    for one in moments:
        assert one.right is not None
        assert one.right.do == verb
        assert one.finding.seat in (None, one.right.seat, one.right.topic)
        if one.finding.due is not None:
            assert one.right.amount == one.finding.due


def test_a_skipped_step_is_shown_even_if_another_had_to_come_first() -> None:
    table = opened("arica/blackjack", level=1, rounds=1, pinned=[])
    dealer = Dealer(table)
    while (act := dealer.next_act()) is None or act.do != "ask" or act.topic != "card":
        dealer.step()
    table.perform(Act("end"))
    skipped = {one.finding.step: one.right for one in debrief(table, shipped_library()).moments if one.right}
    asked = skipped["ask-hands"]
    assert (asked.do, asked.topic) == ("ask", "card")
    assert skipped["pick-up"].do == "pick-up"


def dealt_without(name: str, verbs: set[str]) -> LiveTable:
    """A shift of a dealer who never does some of his acts."""
    table = opened(name, level=1, rounds=12)
    while not table.over:
        acts = [act for step in table.due() for act in step.acts if act.by == "dealer" and act.do not in verbs]
        if table.bets_to_come or (not acts and table.next_time() is not None):
            table.advance(table.next_time() or table.now)
        else:
            table.perform(acts[0] if acts else Act("end"))
    return table


def test_the_right_act_of_a_loser_that_was_left_is_to_take_it_even_if_the_bets_were_never_closed() -> None:
    told = debrief(dealt_without("arica/craps", {"close", "take"}), shipped_library())
    left = [one for one in told.moments if one.finding.fault is Fault.LEFT_LOSER]
    missed = [one for one in told.moments if one.finding.fault is Fault.CALL_MISSED]
    assert len(left) >= 3 and len(missed) >= 3
    for one in left:
        assert one.right is not None
        assert (one.right.do, one.right.seat, one.right.bet) == ("take", one.finding.seat, one.finding.bet)
    assert {one.right.do for one in missed if one.right is not None} == {"close"}


def test_a_clean_shift_has_full_marks_for_technique() -> None:
    told = score(played("arica/craps"))
    assert told.technique == told.faults_mark == 1000 and told.grades == {} and told.hospitality is None


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_replay_comes_out_the_same_and_a_changed_act_names_its_round(name: str, tmp_path: Path) -> None:
    path = tmp_path / "shift.jsonl"
    table = opened(name, rounds=4, level=5)
    dealer = Dealer(table)
    with Recorder(table, path) as recorder:
        dealer.performs = recorder.perform
        while not table.over:
            dealer.play_round()
    replay = read_replay(path.read_bytes())
    assert compare(replay, play_again(replay.shift, replay.acts, shipped_library())) is None
    last_pay = max(index for index, (_, act) in enumerate(replay.acts) if act.do in ("pay", "take", "call"))
    time, act = replay.acts[last_pay]
    began = next(each.number for each in table.log if each.began <= time <= each.ended)
    changed = (*replay.acts[:last_pay], (time + 1, act), *replay.acts[last_pay + 1 :])
    different = compare(replay, play_again(replay.shift, changed, shipped_library()))
    assert different is not None and different.round == began


def test_a_killed_shift_goes_on_where_it_was(tmp_path: Path) -> None:
    """The file is cut anywhere, as when the program is killed: what is whole is played again, and nothing is lost."""
    path = tmp_path / "shift.jsonl"
    table = opened("arica/blackjack", rounds=3, level=5)
    dealer = Dealer(table)
    with Recorder(table, path) as recorder:
        dealer.performs = recorder.perform
        while not table.over:
            dealer.play_round()
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    for cut in range(header, len(whole), len(whole) // 7):
        path.write_bytes(whole[:cut])
        with resume(path, shipped_library()) as recorder:
            acts = sum(line.startswith(b"[") for line in whole[:cut].split(b"\n")[:-1])
            assert len(recorder.table.dealt) in (acts, acts + 1)  # a last line may lack only its line break
            dealer = Dealer(recorder.table)
            dealer.performs = recorder.perform
            while not recorder.table.over:
                dealer.play_round()
        replay = read_replay(path.read_bytes())
        assert compare(replay, play_again(replay.shift, replay.acts, shipped_library())) is None
        assert len(replay.digests) == 3


def test_acts_with_cents_survive_the_file() -> None:
    act = read_act({"do": "pay", "seat": 3, "amount": "15/2", "facts": {"commission": "1/2"}})
    assert act == Act("pay", seat=3, amount=Fraction(15, 2), facts={"commission": Fraction(1, 2)})


@pytest.mark.parametrize("name", TABLES)
def test_a_shift_comes_out_of_its_file_as_it_was_played(name: str) -> None:
    """Among them one whose surrendered halves are whole amounts: the file could not be read again."""
    table = played(name, rounds=5, seed=3, level=4)
    replay = read_replay(replay_bytes(table))
    assert len(replay.digests) == 5
    assert compare(replay, play_again(replay.shift, replay.acts, shipped_library())) is None


HEADER = b'{"format":"trainer-live/1","shift":{"rulebook":"arica","game":"craps"}}\n'


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "line 1: is no header"),
        (b'{"format": "x"}\n', "line 1: is no header of a replay; its format must be 'trainer-live/1'"),
        (HEADER + b"{x\n[1,{}]\n", "line 2: is not JSON"),
        (HEADER + b'[1,{"by":"me"}]\n', "line 2: an act"),
    ],
)
def test_a_damaged_file_says_where(data: bytes, says: str) -> None:
    with pytest.raises(RequestError) as error:
        read_replay(data)
    assert str(error.value).startswith(says)


def test_the_right_act_of_a_bet_that_was_let_lie_is_to_give_it_back() -> None:
    table = opened("puerto-rico/three-card-poker", level=1, rounds=3, pinned=[(1, "bad-bet", 3)])
    dealer = FaultyDealer(table, Fault.BAD_BET)
    while not table.over:
        dealer.play_round()
    [one] = [each for each in debrief(table, shipped_library()).moments if each.finding.fault is Fault.BAD_BET]
    assert one.right is not None
    assert (one.right.do, one.right.seat, one.right.bet) == ("give-back", 3, "ante")
