"""``trainer drill``: run drills and sessions in the terminal, for machines without a display or over ssh.

It can also print the plan of a run instead of running it, and resume the last run.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from msgspec import structs

from trainer.cli.error_report import report_error, report_problems
from trainer.cli.places import user_places
from trainer.cli.records_access import ask_pin
from trainer.cli.run_text import question_lines, summary_lines, title_line, verdict_lines
from trainer.cli.streams import discard_output
from trainer.drills.dealt import DealtError
from trainer.drills.forms import AnswerError
from trainer.drills.hints import Hint, first_hints
from trainer.drills.option_dependence import OptionDependence, option_words
from trainer.drills.wording import spot_words
from trainer.games.rules import load_rules
from trainer.records.errors import RecordsError
from trainer.rulebooks import RulebookError
from trainer.runs.class_plan import CLASS_LENGTH, class_plan
from trainer.runs.house_options import house_options, typed_options
from trainer.runs.offers import Offers
from trainer.runs.own_drills import own_drills, read_code
from trainer.runs.plan import MOST_QUESTIONS, Kind, Plan, PlanError, drill_plan, read_plan, session_plan
from trainer.runs.records_file import RecordsFile
from trainer.runs.run import RECORDING_FAILURES, Run, Stage
from trainer.runs.run_factory import open_run, resume_run
from trainer.study.behaviours import BEHAVIOURS
from trainer.study.settings import Settings, settings_of
from trainer.system.input_files import path_exists
from trainer.texts import Language, Message, say, text

KINDS = ("drill", "today", "path", "mistakes", "challenge-60", "challenge-180", "class", "placement", "own")
HINT = "?"  # typed in place of an answer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kind", choices=KINDS, default="drill", help="a chosen drill, or a session of the study")
    parser.add_argument("--rulebook", default="arica")
    parser.add_argument("--game", default="roulette-american")
    parser.add_argument("--variant", default="")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="a house option, as `trainer house` lists them (default: what the profile's house plays)",
    )
    parser.add_argument("--drill", help="drill family (default: the game's first)")
    parser.add_argument("--level", type=int, default=1)
    parser.add_argument("--behaviour", choices=list(BEHAVIOURS), help="of a chosen drill (default: practise)")
    parser.add_argument("--count", type=int, help="how many questions")
    parser.add_argument("--seed", type=int, help="first seed: the same seed asks the same questions, without counting")
    parser.add_argument(
        "--code", default="", help="of a class: the same code gives everybody the same questions; of an own drill"
    )
    parser.add_argument("--name", default="", help="of an own drill, as it is kept with the profile")
    parser.add_argument("--highest-level", type=int, default=0, help="of a class (default: all levels)")
    parser.add_argument("--plan", type=Path, help="a file with the plan to ask, as --print-plan writes it")
    parser.add_argument("--print-plan", action="store_true", help="write the plan in place of asking it")
    parser.add_argument("--resume", action="store_true", help="go on with the run that was left last")
    parser.add_argument("--profile", help="whose practice it is (default: the first profile)")
    parser.add_argument("--language", choices=[language.value for language in Language], default="es")


def run(arguments: argparse.Namespace) -> int:
    language = Language(arguments.language)
    places = user_places()
    offers = Offers(places.library())
    recording = RecordsFile(places.progress, lambda: datetime.now(UTC), lambda: text("desk.profile.first", language))
    lines, out = sys.stdin, sys.stdout
    try:
        # --print-plan neither creates records nor asks for the PIN of a profile that was not named.
        if arguments.profile or not arguments.print_plan:
            _use_profile(recording, arguments.profile, language)
        house = _house(recording) if path_exists(places.progress) else None
        if arguments.print_plan:
            print(plan_of(arguments, offers, house), file=out)
            return 0
        rng = random.Random()
        if arguments.resume:
            opened = resume_run(offers, recording, time.monotonic_ns, rng)
        else:
            opened = open_run(plan_of(arguments, offers, house), offers, recording, time.monotonic_ns, rng)
        if opened is None or opened.stage is Stage.FINISHED:
            nothing = "nothing-left" if arguments.resume else "nothing-to-ask"
            return report_problems("drill", language, *recording.notices, Message(f"drill.{nothing}"))
        return TerminalRun(opened, recording, language, lines, out, OptionDependence(offers.library)).ask_all()
    except (RulebookError, PlanError, RecordsError) as error:
        return report_error(error, "drill", language)
    finally:
        recording.close()


def plan_of(arguments: argparse.Namespace, offers: Offers, house: Settings | None = None) -> Plan:
    """Plan for the command-line arguments, with the profile's house options unless options are given.

    Raises `RulebookError` or `PlanError` if the arguments name something that does not exist.
    """
    if arguments.plan:
        return read_plan(arguments.plan)
    _check(arguments)
    if arguments.kind == "own":
        return _own_plan(arguments, house or Settings())
    table = (arguments.rulebook, arguments.game, arguments.variant)
    options = house_options(house, offers.library, *table) if house else {}
    if arguments.option:
        options |= typed_options(load_rules(offers.library, *table), arguments.option, Language(arguments.language))
    offer = offers.offer(*table, options)
    count = arguments.count or 0
    if arguments.kind == "class":
        return class_plan(offer, arguments.code, arguments.highest_level, count or CLASS_LENGTH)
    if arguments.kind != "drill":
        plan = session_plan(arguments.kind, arguments.rulebook, arguments.game, arguments.variant)
        return structs.replace(plan, length=count)
    if not offer.families:
        raise PlanError(Message("sessions.none.other"))
    family = offer.planned(arguments.drill or offer.families[0].id, arguments.level)
    plan = drill_plan(
        arguments.rulebook,
        arguments.game,
        family.id,
        arguments.level,
        variant=arguments.variant,
        behaviour=arguments.behaviour or "practise",
        options=offer.rules.changed,
    )
    if arguments.seed is None:
        return structs.replace(plan, length=count)
    first = family.make(offer.rules, arguments.level, arguments.seed)
    items = [structs.replace(first.item, seed=arguments.seed + place) for place in range(count or 10)]
    return structs.replace(plan, kind=Kind.AGAIN, items=tuple(map(str, items)), behaviour="learn")


def _own_plan(arguments: argparse.Namespace, kept: Settings) -> Plan:
    """Custom drill by its code, or by its name among the profile's."""
    if arguments.code:
        plan = read_code(arguments.code)
    else:
        own = own_drills(kept)
        if arguments.name not in own:
            raise PlanError(Message("own.no-such", {"name": arguments.name, "known": list(own)}))
        plan = own[arguments.name]
    return structs.replace(plan, length=arguments.count or plan.length)


def _check(arguments: argparse.Namespace) -> None:
    """Raise `PlanError` for arguments that contradict each other; no argument is silently ignored."""
    if arguments.count is not None and not 1 <= arguments.count <= MOST_QUESTIONS:
        raise PlanError(Message("sessions.plan.count", {"most": MOST_QUESTIONS}))
    if arguments.kind == "class" and not arguments.code.strip():
        raise PlanError(Message("sessions.plan.no-code"))
    if arguments.kind != "drill":
        given = {"--seed": arguments.seed, "--behaviour": arguments.behaviour, "--drill": arguments.drill}
        if arguments.kind != "class":  # sessions use the house options stored with the profile
            given["--option"] = arguments.option or None
        for option, value in given.items():
            if value is not None:
                raise PlanError(Message("sessions.plan.of-drills", {"option": option}))


def _use_profile(recording: RecordsFile, name: str | None, language: Language) -> None:
    """Select the named or the first profile, asking for its PIN if it has one.

    If the records cannot be opened, this raises only when a profile was named; otherwise the drill runs without
    records.
    """
    try:
        store = recording.store()
        profile = store.profile(name) if name else recording.current()
    except RECORDING_FAILURES:
        if name:
            raise
        return
    ask_pin(store, profile, language)
    recording.switch(profile.id)


def _house(recording: RecordsFile) -> Settings | None:
    """Settings of the profile, or ``None`` if the records cannot be opened."""
    try:
        return settings_of(*recording.open())
    except RECORDING_FAILURES:
        return None


def _next_line(lines: TextIO | None) -> str:
    """Next input line; empty at the end of input or if there is none."""
    try:
        return lines.readline() if lines is not None and not lines.closed else ""
    except (OSError, UnicodeError):
        return ""


class TerminalRun:
    """A run in the terminal: prints questions and verdicts, and reads answers.

    Each answer is stored before its verdict is printed. If that fails, a warning follows the verdict and storing is
    tried again with the next answer.
    """

    def __init__(
        self,
        run: Run,
        recording: RecordsFile,
        language: Language,
        lines: TextIO | None,
        out: TextIO,
        dependence: OptionDependence | None = None,
    ) -> None:
        self.run = run
        self._dependence = dependence
        self._recording = recording
        self._language = language
        self._lines = lines
        self._out = out
        self._is_titled = False
        self._first_hints: list[Hint] = []  # for the current question

    def ask_all(self) -> int:
        """Ask until the run or the input ends; returns the exit status, 1 if an answer could not be stored.

        On an interrupt it prints the summary before it raises `KeyboardInterrupt`.
        """
        interrupted = False
        try:
            while self._step():
                pass
        except KeyboardInterrupt:
            interrupted = True
        except BrokenPipeError:
            discard_output(sys.stdout)  # the reader closed the pipe
            self.run.leave()
            return 1
        self.run.leave()
        self._print(*summary_lines(self.run.summary(), self._language))
        if interrupted:
            raise KeyboardInterrupt
        return 1 if self.run.unrecorded else 0

    def _step(self) -> bool:
        """Ask the next question or read what the run waits for; returns whether there may be more."""
        if self.run.stage is Stage.WAITING:
            return self._wait()
        if self.run.stage is not Stage.ASKING:
            return False
        if not self._is_titled:
            self._print(title_line(self.run, self._language))
            self._is_titled = True
        return self._ask()

    def _wait(self) -> bool:
        """Print what the next question needs and read it; returns whether the input goes on."""
        self._print(say(self.run.waiting, self._language))
        print("> ", end="", file=self._out, flush=True)
        line = _next_line(self._lines)
        if line.strip():
            try:
                self.run.arrived(line.strip())
            except DealtError as error:
                self._print(text("drill.not-an-answer", self._language, problem=error.message))
        return bool(line)

    def _ask(self) -> bool:
        """Ask one question; returns whether it was answered before the input or the time ended."""
        run = self.run
        depends_on = self._dependence.options(run.question) if self._dependence else ()
        self._print(*question_lines(run, self._language, option_words(run.question, depends_on)))
        run.get_ready()
        rules, language = run.question.rules, self._language
        self._first_hints = first_hints(run.question, language, lambda spot: spot_words(rules, spot, language))
        while True:
            self._print_notices()
            print("> ", end="", file=self._out, flush=True)
            line = _next_line(self._lines)
            if not line or run.seconds_left == 0:
                self._print("")
                return False
            if line.strip() == HINT and self._give_hint():
                continue
            try:
                self._take(line)
            except AnswerError as error:
                self._print(text("drill.not-an-answer", self._language, problem=error.message))
            else:
                return True

    def _give_hint(self) -> bool:
        if self._first_hints and self.run.behaviour.hints:
            self._print(f"   · {self._first_hints.pop(0).says}")
            return True
        reason = self.run.hint()
        if reason is not None:
            self._print(f"   · {self.run.question.family.explain(reason, self._language)}")
        return reason is not None

    def _take(self, line: str) -> None:
        """Submit an answer and print its verdict if the plan shows it now; raises `AnswerError`."""
        run = self.run
        if run.is_time_up:
            answered = run.close_unanswered()
        else:
            answered = run.answer(run.question.draft.form.parse_typed(line, self._language, run.question.rules))
        if answered is not None:
            self._print(*verdict_lines(answered, self._language))
        if run.trouble:
            self._print(text("drill.not-kept", self._language, count=len(run.unrecorded), problem=run.trouble))
        if run.stage is Stage.JUDGED:
            run.go_on()

    def _print_notices(self) -> None:
        while self._recording.notices:
            self._print(say(self._recording.notices.pop(0), self._language))

    def _print(self, *lines: str) -> None:
        for line in lines:
            print(line, file=self._out, flush=True)
