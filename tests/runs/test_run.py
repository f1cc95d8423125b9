"""The state machine of a run, without Qt."""

from __future__ import annotations

import pytest

from tests.desk.questions import Clock, Questions, Recorder, run_of, sum_question
from trainer.drills import family
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.runs.plan import Plan, Verdicts
from trainer.runs.run import Run, Stage
from trainer.runs.summary import NANOSECONDS, tally
from trainer.study.behaviours import BEHAVIOURS, LEARN, PRACTISE, SPEED, Behaviour
from trainer.texts import Language, Message


def start(
    behaviour: Behaviour = PRACTISE, numbers: tuple[int, ...] = (1, 2, 3), recorder: Recorder | None = None
) -> Run:
    return run_of((sum_question(n) for n in numbers), recorder=recorder, behaviour=behaviour)


def test_a_run_asks_judges_and_ends_when_there_are_no_more_questions() -> None:
    run = start(numbers=(1, 2))
    assert (run.stage, run.number) == (Stage.ASKING, 1)
    assert run.answer("8").mark.right
    assert (run.stage, run.number) == (Stage.JUDGED, 1)
    run.go_on()
    assert (run.stage, run.number) == (Stage.ASKING, 2)
    run.answer("9")
    run.go_on()
    assert run.stage is Stage.FINISHED


def test_a_run_ends_at_its_length_however_many_questions_there_are() -> None:
    run = run_of((sum_question(1) for _ in range(9)), length=2)
    for _ in range(2):
        run.answer("8")
        run.prepare()
        run.go_on()
    assert run.stage is Stage.FINISHED


def test_an_empty_source_makes_a_finished_run() -> None:
    assert start(numbers=()).stage is Stage.FINISHED


def test_an_answer_is_recorded_before_its_judgement_is_returned() -> None:
    recorder = Recorder()
    run = start(recorder=recorder)
    answered = run.answer("8")
    assert recorder.kept == [answered]


def test_text_that_is_not_an_answer_keeps_the_question_open() -> None:
    recorder = Recorder()
    run = start(recorder=recorder)
    with pytest.raises(ValueError, match="not a figure"):
        run.answer("eight")
    assert run.stage is Stage.ASKING
    assert not recorder.kept
    assert run.answer("8").mark.right


def test_a_recorder_that_fails_loses_nothing_and_is_tried_again_in_order() -> None:
    recorder = Recorder(failures=1)
    run = start(recorder=recorder)
    first = run.answer("8")
    assert run.stage is Stage.JUDGED
    assert (run.unrecorded, run.trouble) == ([first], Message("system.full"))
    run.go_on()
    second = run.answer("9")
    assert recorder.kept == [first, second]
    assert (run.unrecorded, run.trouble) == ([], "")


def test_leaving_tries_once_more_to_record() -> None:
    recorder = Recorder(failures=1)
    run = start(recorder=recorder)
    first = run.answer("8")
    run.leave()
    assert recorder.kept == [first]
    assert run.stage is Stage.FINISHED


def test_a_bug_is_not_caught_as_a_recording_failure() -> None:
    run = start(recorder=Recorder(failures=1, error=TypeError("a bug")))
    with pytest.raises(TypeError):
        run.answer("8")
    assert len(run.unrecorded) == 1


def test_time_is_that_of_the_clock_and_stops_with_the_answer() -> None:
    clock = Clock()
    run = run_of([sum_question(1), sum_question(2)], clock)
    clock.pass_seconds(2.5)
    assert run.elapsed_nanoseconds == 2.5 * NANOSECONDS
    answered = run.answer("8")
    clock.pass_seconds(60)
    assert run.elapsed_nanoseconds == answered.nanoseconds == 2.5 * NANOSECONDS
    run.go_on()
    assert run.elapsed_nanoseconds == 0


def test_only_speed_closes_a_question_and_only_when_its_time_is_up() -> None:
    clock = Clock()
    for behaviour in BEHAVIOURS.values():
        run = run_of([sum_question(1)], clock, behaviour=behaviour)
        clock.pass_seconds(5.9)
        assert not run.is_time_up
        clock.pass_seconds(0.1)
        assert run.is_time_up is (behaviour is SPEED)
    closed = run.close_unanswered()
    assert (closed.mark.right, closed.mark.given, closed.mark.solution) == (False, "", "8")
    assert not run.is_time_up


def test_hints_are_the_reasons_one_by_one_and_only_where_the_behaviour_gives_them() -> None:
    run = start(LEARN)
    assert [run.hint().rule, run.hint().rule, run.hint()] == ["first", "second", None]
    assert run.answer("8").hints == 2
    run.go_on()
    assert run.hints == ()
    assert start(PRACTISE).hint() is None


def test_totals_are_the_last_hints() -> None:
    rules = load_rules(shipped_library(), "puerto-rico", "roulette-american")
    question = family("roulette-american", "pay-the-layout").make(rules, 6, 3)
    run = run_of([question], behaviour=LEARN)
    told = []
    while (reason := run.hint()) is not None:
        told.append(question.family.explain(reason, Language.EN))
        assert list(run.hints) == [one for one in question.draft.reasons if one in run.hints], "as the verdict has them"
    tells = [any(f" {figure} " in f"{line} " for figure in question.draft.solution.split()) for line in told]
    assert any(tells) and tells == sorted(tells)
    assert run.hints == question.draft.reasons


def test_the_behaviour_decides_what_counts_and_a_hint_ends_it() -> None:
    helped = Behaviour("helped", counts=True, hints=True, shows_time=False)
    assert not start(LEARN).answer("8").counts
    assert start(PRACTISE).answer("8").counts
    run = start(helped)
    assert run.counts
    run.hint()
    assert not run.counts
    assert not run.answer("8").counts


def test_the_streak_is_the_right_answers_in_a_row() -> None:
    run = start(numbers=(1, 2, 3, 4))
    streaks = []
    for given in ("8", "9", "0", "11"):
        run.answer(given)
        streaks.append(run.streak)
        run.go_on()
    assert streaks == [1, 2, 0, 1]


def test_a_prepared_question_is_made_once_and_asked_next() -> None:
    made: list[int] = []

    def questions():
        while True:
            made.append(len(made))
            yield sum_question(len(made))

    run = run_of(questions())
    run.prepare()
    assert len(made) == 1, "nothing is prepared while a question is open"
    run.answer("8")
    run.prepare()
    run.prepare()
    assert len(made) == 2
    run.go_on()
    assert len(made) == 2
    assert run.question.item.seed == 2


@pytest.mark.parametrize("wrong_move", [lambda run: run.go_on(), lambda run: (run.answer("8"), run.answer("8"))])
def test_a_call_in_the_wrong_stage_is_refused(wrong_move) -> None:
    with pytest.raises(RuntimeError, match="the run is"):
        wrong_move(start())


def test_the_tally_adds_up_and_finds_the_worst() -> None:
    clock = Clock()
    run = run_of((sum_question(n) for n in (1, 2, 3, 4)), clock)
    for given, seconds in (("8", 2), ("5", 3), ("4", 9), ("11", 6)):
        clock.pass_seconds(seconds)
        run.answer(given)
        run.go_on()
    result = tally(run.answered)
    assert (result.right, result.wrong) == (2, 2)
    assert (result.seconds, result.target_seconds) == (4.0, 4.0)
    assert result.mistakes == (("samples.mistake.paid-as-corner", 2),)
    assert result.worst is run.answered[2]


def test_without_wrong_answers_the_slowest_beyond_its_target_is_the_worst() -> None:
    clock = Clock()
    run = run_of([sum_question(1), sum_question(2)], clock)
    clock.pass_seconds(1)
    run.answer("8")
    run.go_on()
    assert tally(run.answered).worst is None
    clock.pass_seconds(5)
    run.answer("9")
    assert tally(run.answered).worst is run.answered[1]
    assert tally([]).worst is None


# ── waiting for something outside ────────────────────────────────────────────────────────────────────────────────


def test_a_run_waits_for_something_outside_and_asks_when_it_is_there() -> None:
    clock = Clock()
    source = Questions(["shoe", sum_question(1), "shoe", sum_question(2)])
    run = Run(Plan(rulebook="book", game="game"), source, Recorder(), clock)
    assert (run.stage, run.waits_for, run.number) == (Stage.WAITING, "shoe", 0)
    with pytest.raises(RuntimeError, match="the run is waiting"):
        run.answer("8")
    clock.pass_seconds(30)
    run.arrived("KS 9H")
    assert (run.stage, run.waits_for, source.came) == (Stage.ASKING, "", ["KS 9H"])
    assert run.elapsed_nanoseconds == 0, "nobody is slow because the shoe was"
    run.answer("8")
    run.prepare()
    run.go_on()
    assert run.stage is Stage.WAITING
    run.arrived("2C")
    assert run.question.draft.solution == "9"


def test_early_input_is_stored_until_it_is_needed() -> None:
    run = run_of([sum_question(1), "shoe", sum_question(2)])
    run.arrived("KS")
    assert run.stage is Stage.ASKING, "the question stands"
    run.leave()
    run.arrived("2C")
    assert run.stage is Stage.FINISHED


def test_the_time_of_a_timed_run_begins_with_its_first_question() -> None:
    clock = Clock()
    run = run_of(["invigilator", sum_question(1)], clock, seconds=60)
    clock.pass_seconds(300)
    assert run.seconds_left == 60
    run.arrived("begin")
    clock.pass_seconds(10)
    assert run.seconds_left == 50


# ── when verdicts are given ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("verdicts", [Verdicts.AT_END, Verdicts.NEVER])
def test_verdicts_that_are_not_given_at_once_are_recorded_at_once(verdicts: Verdicts) -> None:
    recorder = Recorder()
    run = run_of([sum_question(1), sum_question(2)], recorder=recorder, verdicts=verdicts)
    assert run.answer("8") is None
    assert (run.stage, run.number) == (Stage.ASKING, 2), "there is nothing to read: the next question follows"
    assert [one.mark.right for one in recorder.kept] == [True]
    assert (run.answered, run.answers, run.streak) == ([], 1, 0)
    assert run.close_unanswered() is None
    assert run.stage is Stage.FINISHED
    assert [one.mark.right for one in recorder.kept] == [True, False]


def test_verdicts_at_the_end_are_given_then_and_those_that_are_never_given_are_not() -> None:
    at_end = run_of([sum_question(1)], verdicts=Verdicts.AT_END)
    at_end.answer("8")
    assert [one.mark.right for one in at_end.answered] == [True]
    assert at_end.summary().tally.right == 1
    never = run_of([sum_question(1)], verdicts=Verdicts.NEVER)
    never.answer("8")
    assert (never.answered, never.summary().tally, never.summary().answers) == ([], None, 1)


def test_a_run_that_is_left_early_gives_the_verdicts_it_owes() -> None:
    run = run_of([sum_question(1), sum_question(2)], verdicts=Verdicts.AT_END, length=2)
    run.answer("8")
    assert run.answered == []
    run.leave()
    assert len(run.answered) == 1
    assert not run.summary().is_whole
