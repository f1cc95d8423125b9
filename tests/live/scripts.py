"""Scripted rounds and how findings are compared with the faults they should have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

FOLDER = Path(__file__).parents[1] / "data" / "live-rounds"
ORDER_FAULTS = {"too-early", "wrong-order", "call-early", "call-late"}


def scripts(*names: str) -> list[dict[str, Any]]:
    """The rounds of some files of ``tests/data/live-rounds``; of all of them if none is named."""
    files = [FOLDER / f"{name}.jsonl" for name in names] or sorted(FOLDER.glob("*.jsonl"))
    return [msgspec.json.decode(line) for file in files for line in file.read_bytes().splitlines() if line.strip()]


def differences(script: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
    """What a judge's answer says otherwise than the script: missed, invented and differing findings."""
    answer = msgspec.json.decode(msgspec.json.encode(answer))  # amounts as the judge prints them
    if "error" in answer:
        return [f"error: {answer['error']}"]
    left = list(answer["findings"])
    found: list[str] = []
    for fault in script["faults"]:
        match = next((each for each in left if _is_same(fault, each)), None)
        if match is None:
            found.append(f"missed {_told(fault)}")
            continue
        left.remove(match)
        found += [
            f"{fault['fault']}: {key} is {match.get(key)!r}, not {fault[key]!r}"
            for key in ("due", "done")
            if key in fault and match.get(key) != fault[key]
        ]
        if fault.get("corrected", False) != match["corrected"]:
            found.append(f"{fault['fault']}: corrected is {match['corrected']}")
    found += [f"invented {_told(each)}" for each in left if each["fault"] not in (script.get("may") or ())]
    return [] if script["tier"] == "contested" else found


def _is_same(fault: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    return bool(fault["fault"] == found["fault"] and fault["at"] == found["at"])


def _told(fault: Mapping[str, Any]) -> str:
    shown = ("fault", "at", "seat", "step", "needs", "incident", "due", "done")
    return " ".join(f"{key}={fault[key]}" for key in shown if fault.get(key) is not None)


def of_game(rounds: Iterable[dict[str, Any]], *games: str) -> list[dict[str, Any]]:
    return [script for script in rounds if script["game"] in games]
