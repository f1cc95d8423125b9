"""Hands out installers in pieces, to a few laptops at a time, so that a class's answers never wait for a large file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import NamedTuple
from uuid import UUID

from trainer.school import protocol
from trainer.school.installers.release_folder import ReleaseFolder

MOST_AT_ONCE = 4  # laptops
_IDLE = 5.0  # seconds without a request after which a laptop's turn ends
_LONGEST = 300.0  # seconds after which a turn ends
_REST = 5.0  # seconds that the laptop then waits, so that others get in
_WAIT_MS = 2_000  # milliseconds after which a laptop asks again for a turn


class _Turn(NamedTuple):
    """When a laptop's turn began, and when it last asked."""

    began: float
    asked: float


class InstallerTurns:
    """The release in a folder. A turn is one laptop's download; pieces go only to laptops whose turn it is.

    A laptop has one request under way, so at most `MOST_AT_ONCE` pieces are in memory and on their way.
    """

    def __init__(self, folder: Path | None = None, clock: Callable[[], float] = monotonic) -> None:
        self._folder = ReleaseFolder(folder) if folder is not None else None
        self._clock = clock
        self._lock = Lock()
        self._turns: dict[UUID, _Turn] = {}

    def version(self) -> str:
        """The version that is handed out; empty if there is none."""
        stored = self._folder.stored() if self._folder is not None else None
        return stored.release.version if stored is not None else ""

    def release_list(self) -> protocol.ReleaseList:
        """The signed list of the release; an empty one if there is none."""
        stored = self._folder.stored() if self._folder is not None else None
        return stored.listed if stored is not None else protocol.ReleaseList()

    def piece(self, laptop: UUID, asked: protocol.AskPiece) -> protocol.Piece:
        """The piece that a laptop asked for, or after which time it may ask again."""
        if self._folder is None:
            return protocol.Piece(file=asked.file, offset=asked.offset)
        if not self._takes_turn(laptop):
            return protocol.Piece(file=asked.file, offset=asked.offset, wait_ms=_WAIT_MS)
        piece = self._folder.read_piece(asked.file, asked.offset)
        if asked.offset + len(piece.data) >= piece.size:
            with self._lock:
                self._turns.pop(laptop, None)
        return piece

    def _takes_turn(self, laptop: UUID) -> bool:
        """Whether it is this laptop's turn."""
        now = self._clock()
        with self._lock:
            self._turns = {one: turn for one, turn in self._turns.items() if not _is_forgotten(turn, now)}
            turn = self._turns.get(laptop, _Turn(now, now))
            under_way = sum(not _is_resting(one, now) for one in self._turns.values())
            if _is_resting(turn, now) or (laptop not in self._turns and under_way >= MOST_AT_ONCE):
                return False
            self._turns[laptop] = turn._replace(asked=now)
            return True


def _is_resting(turn: _Turn, now: float) -> bool:
    return now - turn.began >= _LONGEST


def _is_forgotten(turn: _Turn, now: float) -> bool:
    if _is_resting(turn, now):
        return now - turn.began >= _LONGEST + _REST
    return now - turn.asked >= _IDLE
