"""Report errors of a command: one sentence each on standard error, and the exit status."""

from __future__ import annotations

from trainer.cli.streams import print_stderr
from trainer.records.errors import NoProfileError, RecordsError, WrongPinError
from trainer.rulebooks.problems import RulebookError
from trainer.runs.plan import PlanError
from trainer.texts import Language, Message, say

WRONG, WRONG_INPUT = 1, 2


def report_problems(command: str, language: Language, *problems: Message) -> int:
    """Print problems with the input, one a line after the command's name; returns the exit status for wrong input."""
    for problem in problems:
        print_stderr(f"trainer {command}: {say(problem, language)}")
    return WRONG_INPUT


def report_error(error: RulebookError | PlanError | RecordsError, command: str, language: Language) -> int:
    """Print an error; returns the exit status. Of the records' errors only an unknown name or a wrong PIN is wrong
    input."""
    if isinstance(error, RulebookError):
        return report_problems(command, language, *(fault.message for fault in error.faults))
    report_problems(command, language, error.message)
    is_input = isinstance(error, PlanError | NoProfileError | WrongPinError)
    return WRONG_INPUT if is_input else WRONG
