"""The worked cases of the regulations: requests as ``trainer solve`` takes them, with what must be answered.

One file a game family in ``tests/data/worked-cases``, one JSON object a line::

    {"id": …, "situation": in words, "request": {rulebook, game, …, settle | decide | limit}, "expect": {…},
     "cite": lines of the regulation, "basis": the reading where the text leaves a doubt}

``expect`` is a part of the answer: what it holds must stand in the answer exactly, and ``null`` stands for what the
answer does not say. The files are edited by hand.
"""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec

from trainer.games.solving import solve
from trainer.rulebooks import shipped_library

FOLDER = Path(__file__).parents[1] / "data" / "worked-cases"
FAMILIES = tuple(sorted(path.stem for path in FOLDER.glob("*.jsonl")))


class WorkedCase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation of the regulation as a request, and the part of the answer that it settles."""

    id: str
    request: dict[str, Any]
    expect: dict[str, Any]
    situation: str = ""
    cite: str = ""
    basis: str = ""


def worked_cases(family: str) -> list[WorkedCase]:
    """The worked cases of a game family, amounts exact."""
    lines = (FOLDER / f"{family}.jsonl").read_text(encoding="utf-8").splitlines()
    return [msgspec.convert(json.loads(line, parse_float=Decimal), WorkedCase) for line in lines]


def answered(request: dict[str, Any]) -> dict[str, Any]:
    """What ``trainer solve`` prints for a request, read back with exact amounts."""
    printed = msgspec.json.encode(solve(request, shipped_library()))
    answer: dict[str, Any] = json.loads(printed, parse_float=Decimal)
    return answer


def differences(expected: Any, answer: Any, path: str = "") -> list[str]:
    """Where an answer lacks or contradicts what is expected, a line each; what else it says is fine."""
    if isinstance(expected, dict) and isinstance(answer, dict):
        parts = ((f"{path}.{key}" if path else key, value, answer.get(key)) for key, value in expected.items())
    elif isinstance(expected, list) and isinstance(answer, list) and len(expected) == len(answer):
        pairs = enumerate(zip(expected, answer, strict=True))
        parts = ((f"{path}[{index}]", value, given) for index, (value, given) in pairs)
    else:
        same = expected == answer and isinstance(expected, bool) == isinstance(answer, bool)
        return [] if same else [f"{path}: expected {expected!r}, answered {answer!r}"]
    return [line for name, value, given in parts for line in differences(value, given, name)]


def reasons_of(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """The reasons of an answer and of each of its bets."""
    parts = [answer, *(bet for bet in answer.get("bets", ()) if isinstance(bet, dict))]
    return [reason for part in parts for reason in part.get("reasons", ())]
