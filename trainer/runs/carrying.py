"""A plan as a file, carried from one laptop to another: whoever reads it asks the same questions."""

from __future__ import annotations

from pathlib import Path

from trainer.private_files import hand_out_whole
from trainer.runs.plan import Plan, PlanError
from trainer.texts import Message
from trainer.texts.system import system_problem

_LONGEST = 1_000_000  # bytes; the longest plan there can be is a small part of it


def read_plan(path: Path) -> Plan:
    """The plan of a file; raises `PlanError` with the reason and the file."""
    try:
        with path.open("rb") as file:
            data = file.read(_LONGEST + 1)
    except OSError as error:
        raise PlanError(system_problem(error)) from None
    if len(data) > _LONGEST:
        raise PlanError(Message("sessions.plan.too-long", {"path": str(path)}))
    try:
        return Plan.parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise PlanError(Message("sessions.plan.no-text", {"path": str(path)})) from None
    except PlanError as error:
        raise PlanError(Message("system.at", {"path": str(path), "problem": error.message})) from None


def write_plan(plan: Plan, path: Path) -> None:
    """Write a plan for others; raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    hand_out_whole(path, f"{plan}\n".encode())
