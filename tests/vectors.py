"""The worked cases of the regulations, and how their expectations are compared with answers."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "data" / "vectors"


# The worked cases use several words for a limit, and name people as they are called; the program has one id for each.
_LIMITS = {"max": "maximum", "max_stake": "maximum", "min": "minimum", "min_stake": "minimum"}
_PEOPLE = ("called_by", "notify_first", "authorised_by", "inform", "announces")


def cases(name: str) -> list[dict[str, Any]]:
    """The worked cases of one file, amounts exact, in the program's words for limits and people."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [_in_our_words(json.loads(line, parse_float=Decimal)) for line in lines if line.strip()]


def _in_our_words(part: Any) -> Any:
    if isinstance(part, dict):
        people = {
            key: part[key].replace("croupier ", "").replace(" ", "-")
            for key in _PEOPLE
            if isinstance(part.get(key), str)
        }
        return {_LIMITS.get(key, key): _in_our_words(value) for key, value in {**part, **people}.items()}
    return [_in_our_words(each) for each in part] if isinstance(part, list) else part


def missing(expected: Any, answer: Any, path: str = "") -> list[str]:
    """Where an answer lacks or contradicts what is expected; extra parts of the answer are fine."""
    if isinstance(expected, dict):
        if not isinstance(answer, dict):
            return [f"{path}: expected {expected!r}, got {answer!r}"]
        found: list[str] = []
        for key, part in expected.items():
            found += [f"{path}.{key}: absent"] if key not in answer else missing(part, answer[key], f"{path}.{key}")
        return found
    if isinstance(expected, list):
        if not isinstance(answer, list) or len(answer) != len(expected):
            return [f"{path}: expected {expected!r}, got {answer!r}"]
        return [
            line
            for index, (e, a) in enumerate(zip(expected, answer, strict=True))
            for line in missing(e, a, f"{path}[{index}]")
        ]
    return [] if expected == answer else [f"{path}: expected {expected!r}, got {answer!r}"]
