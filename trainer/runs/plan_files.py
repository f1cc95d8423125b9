"""Plans as files, to take a run to another laptop: the same file asks the same questions."""

from __future__ import annotations

from pathlib import Path

from trainer.runs.plan import Plan, PlanError
from trainer.system.input_files import read_input_file
from trainer.system.private_files import write_atomically
from trainer.texts import Message
from trainer.texts.system_errors import system_problem

_LONGEST = 1_000_000  # bytes; every valid plan is far smaller


def read_plan(path: Path) -> Plan:
    """The plan in a file; raises `PlanError` with the reason and the path."""
    try:
        return Plan.parse(read_input_file(path, _LONGEST).decode("utf-8-sig"))
    except OSError as error:
        raise PlanError(system_problem(error)) from None
    except UnicodeDecodeError:
        raise PlanError(Message("sessions.plan.no-text", {"path": str(path)})) from None
    except PlanError as error:
        raise PlanError(Message("system.at", {"path": str(path), "problem": error.message})) from None


def write_plan(plan: Plan, path: Path) -> None:
    """Write a plan to a file for others to read; raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, f"{plan}\n".encode())
