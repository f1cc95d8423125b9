"""A command that is refused: a sentence for each thing that is wrong, and the exit status that goes with it."""

from __future__ import annotations

from trainer.cli.streams import print_stderr
from trainer.records.errors import NoProfileError, RecordsError, WrongPinError
from trainer.rulebooks.problems import RulebookError
from trainer.runs.plan import PlanError
from trainer.texts import Language, Message, say

WRONG, WRONG_INPUT = 1, 2


def report_problems(command: str, language: Language, *problems: Message) -> int:
    """What is wrong with the input, a line each, after the name of the command."""
    for problem in problems:
        print_stderr(f"trainer {command}: {say(problem, language)}")
    return WRONG_INPUT


def report_error(error: RulebookError | PlanError | RecordsError, command: str, language: Language) -> int:
    """As ``report_problems``; of records only a name or a PIN is input, their file is not."""
    if isinstance(error, RulebookError):
        return report_problems(command, language, *(fault.message for fault in error.faults))
    report_problems(command, language, error.message)
    is_input = isinstance(error, PlanError | NoProfileError | WrongPinError)
    return WRONG_INPUT if is_input else WRONG
