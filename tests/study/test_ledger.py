"""What is added up from attempts, one after another."""

import pytest

from tests.records.support import HandClock
from tests.study.support import entry, is_fact
from tests.study.test_pathologies import Practice, table
from trainer.records.attempts import to_milliseconds
from trainer.study import gain
from trainer.study.ledger import OPEN_MISTAKES, Ledger
from trainer.study.mastery import WINDOW, WRONG
from trainer.study.parameters import BROUGHT_ALONG
from trainer.study.repetition import DAY_MS

TABLE = "baleares/roulette-french"
DAY = "2026-11-16"


def utc_day(milliseconds: int) -> int:
    return 719_163 + milliseconds // 86_400_000


@pytest.fixture
def ledger() -> Ledger:
    return Ledger(utc_day, is_fact)


def test_a_day_counts_everything_and_a_rung_only_what_counts(ledger: Ledger, clock: HandClock) -> None:
    ledger.add(entry(clock, "sums/1", 1))
    ledger.add(entry(clock, "sums/1", 2, right=False, counts=0, behaviour="learn"))
    day, rung = ledger.days[DAY], ledger.rungs[f"sums/1 {TABLE}"]
    assert (day.answers, day.right, day.counted, day.milliseconds) == (2, 1, 1, 6000)
    assert (rung.answers, rung.right, rung.window) == (1, 1, [60])


def test_what_goes_wrong_while_learning_comes_back_and_costs_little(ledger: Ledger, clock: HandClock) -> None:
    ledger.add(entry(clock, "sums/1", 1))
    for family in ("sums", "facts"):
        ledger.add(entry(clock, f"{family}/1", 2, right=False, counts=0, behaviour="learn"))
    assert list(ledger.open) == [(f"sums/1 {TABLE}", 2), (f"facts/1 {TABLE}", 2)]
    assert [tally.count for tally in ledger.mistakes.values()] == [1, 1]
    assert list(ledger.cards[f"facts/1 {TABLE}"]) == [2]  # due again in a moment
    assert ledger.rungs[f"sums/1 {TABLE}"].answers == 1
    assert ledger.bests.streak == 1


@pytest.mark.parametrize("right", [True, False])
def test_learning_moves_the_ability_both_ways_and_less_than_what_counts(clock: HandClock, right: bool) -> None:
    means = []
    for counts in (1, 0):
        ledger = Ledger(utc_day, is_fact)
        for number in range(5):
            ledger.add(entry(clock, "sums/1", number, right=right, counts=counts))
        means.append(ledger.abilities[f"sums {TABLE}"].mean)
    sign = 1 if right else -1
    assert sign * means[0] > sign * means[1] > 0


def test_simulated_devices_leave_no_trace_on_a_rung(ledger: Ledger, clock: HandClock) -> None:
    ledger.add(entry(clock, "sums/1", 0, counts=0, dealt="17"))
    assert not ledger.rungs


def test_the_window_keeps_the_last_answers_with_their_time_in_percent(ledger: Ledger, clock: HandClock) -> None:
    for number in range(WINDOW + 5):
        ledger.add(entry(clock, "sums/1", number, milliseconds=50 * number))
    ledger.add(entry(clock, "sums/1", 99, right=False))
    ledger.add(entry(clock, "sums/1", 99, milliseconds=10**7))
    window = ledger.rungs[f"sums/1 {TABLE}"].window
    assert len(window) == WINDOW
    assert window[:2] == [7, 8]
    assert window[-2:] == [WRONG, 999]


def test_versions_and_options_of_the_rules_are_the_same_skill_and_variants_are_not(
    ledger: Ledger, clock: HandClock
) -> None:
    for kind in (f"sums {TABLE}@1+00000000", f"sums {TABLE}@2+11111111 zero=half", f"sums {TABLE}:double@2+11111111"):
        ledger.add(entry(clock, "sums/1", 1, kind=kind))
    assert {key: rung.answers for key, rung in ledger.rungs.items()} == {
        f"sums/1 {TABLE}": 2,
        f"sums/1 {TABLE}:double": 1,
    }


def test_facts_are_cards_and_what_is_answered_moves_the_abilities(ledger: Ledger, clock: HandClock) -> None:
    ledger.add(entry(clock, "facts/1", 3))
    ledger.add(entry(clock, "sums/1", 3))
    assert set(ledger.cards) == {f"facts/1 {TABLE}"}
    assert set(ledger.cards[f"facts/1 {TABLE}"]) == {3}
    assert set(ledger.abilities) == {f"sums {TABLE}", f"facts {TABLE}", TABLE}
    assert all(ability.mean > 0 for ability in ledger.abilities.values())


def test_only_the_first_answers_on_a_rung_say_what_was_known_before(ledger: Ledger, clock: HandClock) -> None:
    for number in range(BROUGHT_ALONG):
        ledger.add(entry(clock, "sums/1", number))
    before = ledger.abilities[TABLE].mean
    for number in range(50):
        ledger.add(entry(clock, "sums/1", number))
    assert ledger.abilities[TABLE].mean == before > 0
    ledger.add(entry(clock, "sums/2", 1))
    assert ledger.abilities[TABLE].mean > before


def test_the_first_answer_tells_a_rung_that_was_known_before_from_one_that_was_not() -> None:
    """A trainee who knows most of a table: one answer once moved the estimate of a rung by a few hundredths only."""
    practice = Practice(table(), lambda rung, number: rung.level > 2 or rung.family.id != "zero")
    rungs = {rung.key.partition(" ")[0]: rung for rung in practice.rungs}
    for name in ("pay/1", "pay/2", "pay/3", "limits/1", "limits/2", "facts-few/1"):
        for number in range(3):
            practice.answer(rungs[name], number, "0")
    before = practice.standing.chance(rungs["zero/1"], practice.now)
    assert 0.6 < before < 0.95
    practice.answer(rungs["zero/1"], 0, "0")
    practice.answer(rungs["zero/3"], 0, "0")
    assert practice.standing.chance(rungs["zero/1"], practice.now) < before - 0.12
    assert practice.standing.chance(rungs["zero/3"], practice.now) > 0.8
    assert practice.ledger.rungs[rungs["zero/3"].key].known_before > 0.6


def test_what_was_known_before_is_soon_finished_and_its_review_can_wait() -> None:
    """An expert was asked five questions on each known rung, and again some days later."""
    practice = Practice(table(), lambda rung, number: True)
    rungs = {rung.key.partition(" ")[0]: rung for rung in practice.rungs}
    for name in ("pay/1", "pay/2", "pay/3", "limits/1", "limits/2", "zero/1"):
        for number in range(3):
            practice.answer(rungs[name], number, "0")
    other, tally = rungs["zero/2"], practice.standing.ledger.rungs
    for number in range(2):
        practice.answer(other, number, "0")
    assert tally[other.key].known_before >= 0.9
    assert practice.standing.is_finished(other, practice.now)
    for number in range(2, 6):
        practice.answer(other, number, "0")
    assert tally[other.key].known_before >= 0.9
    now = practice.now + 3 * DAY_MS
    worth = gain.of_generated(practice.standing, other, now)
    tally[other.key].known_before = 0.0
    assert worth < 0.5 * gain.of_generated(practice.standing, other, now)


def test_new_and_due_facts_are_counted_by_day(ledger: Ledger, clock: HandClock) -> None:
    for seed, milliseconds in ((1, 1000), (2, 9000)):  # known at once; still in its first steps
        ledger.add(entry(clock, "facts/1", seed, milliseconds=milliseconds))
    clock.move(minutes=15)
    for seed in (1, 2):
        ledger.add(entry(clock, "facts/1", seed))
    assert (ledger.days[DAY].introduced, ledger.days[DAY].reviewed) == (2, 0)
    clock.move(days=20)
    for seed in (1, 2, 3):
        ledger.add(entry(clock, "facts/1", seed))
    assert (ledger.days["2026-12-06"].introduced, ledger.days["2026-12-06"].reviewed) == (1, 2)


def test_not_to_know_a_fact_at_first_sight_does_not_count_against_it(ledger: Ledger, clock: HandClock) -> None:
    ledger.add(entry(clock, "facts/1", 1, right=False))
    assert ledger.rungs[f"facts/1 {TABLE}"].window == []
    ledger.add(entry(clock, "facts/1", 1, right=False))
    assert ledger.rungs[f"facts/1 {TABLE}"].window == [WRONG]
    ledger.add(entry(clock, "facts/1", 2))
    assert ledger.rungs[f"facts/1 {TABLE}"].window == [WRONG, 60]


def test_a_mistake_is_gone_after_two_fresh_questions_on_different_days(ledger: Ledger, clock: HandClock) -> None:
    rung = f"sums/1 {TABLE}"
    ledger.add(entry(clock, "sums/1", 5, right=False))
    ledger.add(entry(clock, "sums/2", 6))  # another rung
    ledger.add(entry(clock, "sums/1", 5))  # the same question again
    ledger.add(entry(clock, "sums/1", 6, counts=0))  # with help
    assert ledger.due_mistakes(to_milliseconds(clock())) == [(rung, 5)]
    ledger.add(entry(clock, "sums/1", 7))
    ledger.add(entry(clock, "sums/1", 8))
    assert ledger.due_mistakes(to_milliseconds(clock())) == []
    assert list(ledger.open) == [(rung, 5)]
    clock.move(days=1)
    assert ledger.due_mistakes(to_milliseconds(clock())) == [(rung, 5)]
    ledger.add(entry(clock, "sums/1", 9))
    assert not ledger.open


def test_the_same_mistake_in_a_fresh_question_starts_over(ledger: Ledger, clock: HandClock) -> None:
    ledger.add(entry(clock, "sums/1", 5, right=False))
    ledger.add(entry(clock, "sums/1", 6))
    clock.move(days=1)
    ledger.add(entry(clock, "sums/1", 7, right=False))
    ledger.add(entry(clock, "sums/1", 8))
    assert list(ledger.open) == [(f"sums/1 {TABLE}", 7)]


def test_a_fact_is_corrected_by_the_same_question(ledger: Ledger, clock: HandClock) -> None:
    ledger.add(entry(clock, "facts/1", 1, right=False))
    ledger.add(entry(clock, "facts/1", 2, right=False))
    ledger.add(entry(clock, "facts/1", 1))
    assert list(ledger.open) == [(f"facts/1 {TABLE}", 2)]


def test_only_the_last_wrong_answers_wait(ledger: Ledger, clock: HandClock) -> None:
    for seed in range(OPEN_MISTAKES + 10):
        ledger.add(entry(clock, "facts/1", seed, right=False))
    assert [seed for _, seed in ledger.open] == list(range(10, OPEN_MISTAKES + 10))


def test_named_mistakes_are_counted_and_old_ones_weigh_less(ledger: Ledger, clock: HandClock) -> None:
    ledger.add(entry(clock, "sums/1", 1, right=False))
    clock.move(days=30)
    last = entry(clock, "sums/2", 2, right=False)
    ledger.add(last)
    ledger.add(entry(clock, "sums/2", 2, right=False, mistake=""))
    (tally,) = ledger.mistakes.values()
    assert list(ledger.mistakes) == [f"sums.mistake.forgot-the-second sums {TABLE}"]
    assert (tally.count, tally.weight, tally.example) == (2, pytest.approx(1.5), last[0].hex())


def test_personal_records(ledger: Ledger, clock: HandClock) -> None:
    for day, rights in enumerate(["1101111", "11", "1"]):
        for number, right in enumerate(rights):
            ledger.add(entry(clock, "sums/1", 10 * day + number, right=right == "1"))
        clock.move(days=1)
    clock.move(days=3)
    ledger.add(entry(clock, "sums/1", 99))
    bests = ledger.bests
    assert (bests.longest_streak.value, bests.streak) == (8, 8)
    assert (bests.longest_day_run.value, bests.day_run) == (3, 1)
    assert bests.most_right_in_a_day.value == 6


def test_challenges_are_counted_one_by_one(ledger: Ledger, clock: HandClock) -> None:
    runs = (("a", "challenge-60", 5), ("b", "challenge-60", 3), ("c", "challenge-180", 9), ("d", "today", 20))
    for name, kind, right in runs:
        for number in range(right):
            ledger.add(entry(clock, "sums/1", number, session=name, session_kind=kind))
        ledger.add(entry(clock, "sums/1", 99, right=False, session=name, session_kind=kind))
    assert {kind: best.value for kind, best in ledger.bests.challenges.items()} == {
        "challenge-60": 5,
        "challenge-180": 9,
    }


def test_a_new_placement_test_takes_the_place_of_an_earlier_one(ledger: Ledger, clock: HandClock) -> None:
    for number in range(6):
        ledger.add(entry(clock, "sums/1", number, right=False, behaviour="placement", session="1"))
    for number in range(7):
        ledger.add(entry(clock, "sums/3", number, behaviour="placement", session="2"))
    assert (ledger.placements[TABLE].session, len(ledger.placements[TABLE].answers)) == ("2", 7)


def test_the_tempo_follows_the_trainee_and_not_the_breaks(ledger: Ledger, clock: HandClock) -> None:
    for number in range(200):
        clock.move(seconds=3600 if number % 50 == 0 else 16)
        ledger.add(entry(clock, "sums/1", number, milliseconds=10_000))
    assert ledger.tempo.pace == pytest.approx(2.0, abs=0.01)
    assert ledger.tempo.pause == pytest.approx(6.0, abs=0.01)
    assert ledger.tempo.seconds(5.0) == pytest.approx(16.0, abs=0.1)


def test_a_clock_set_back_spoils_nothing(ledger: Ledger, clock: HandClock) -> None:
    ledger.add(entry(clock, "facts/1", 1))
    ledger.add(entry(clock, "sums/1", 1))
    clock.move(days=-500)
    ledger.add(entry(clock, "facts/1", 1))
    ledger.add(entry(clock, "sums/1", 2))
    now = to_milliseconds(clock())
    assert 0 < ledger.cards[f"facts/1 {TABLE}"][1].retention(now) <= 1
    assert ledger.today(now).answers == 2


def test_a_question_that_was_dealt_does_not_wait_to_be_asked_again(ledger: Ledger, clock: HandClock) -> None:
    """Its seed alone does not name it; and the question of that seed is another one."""
    ledger.add(entry(clock, "sums/1", 7, right=False))
    ledger.add(entry(clock, "sums/1", 7, right=False, dealt="17"))
    ledger.add(entry(clock, "sums/1", 7, dealt="17"))
    assert list(ledger.open) == [(f"sums/1 {TABLE}", 7)]
    assert ledger.rungs[f"sums/1 {TABLE}"].answers == 3


def test_the_revisions_of_a_family_are_one_skill(ledger: Ledger, clock: HandClock) -> None:
    ledger.add(entry(clock, "sums/1", 7))
    ledger.add(entry(clock, "sums/1", 7, kind="sums~2 baleares/roulette-french@1+ab12cd34"))
    assert list(ledger.rungs) == [f"sums/1 {TABLE}"]
