"""Example requests of each game, for its schema and for rehearsing a rulebook.

They are in ``example-requests/GAME.jsonl``, one request a line by its kind: ``{"settle": …}`` for example.
Games of one engine share the file that is named after the first of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from trainer.games.core import AskKind, Game

FOLDER = Path(__file__).with_name("example-requests")
Example = dict[str, Any]


def examples_of(game: Game) -> Mapping[AskKind, tuple[Example, ...]]:
    """The examples of each question that a game answers."""
    lines = _lines(game.ids[0])
    return {kind: tuple(line[kind] for line in lines if kind in line) for kind in game.asks}


@cache
def _lines(name: str) -> tuple[dict[AskKind, Example], ...]:
    lines = msgspec.json.Decoder(dict[AskKind, Example]).decode_lines((FOLDER / f"{name}.jsonl").read_bytes())
    return tuple(lines)
