"""Devices as the tests speak for them: written here from their descriptions, apart from the program's own writer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from itertools import pairwise
from operator import xor
from typing import Any

import msgspec

from trainer.sensors.decoder import Decoder, Heard, State
from trainer.sensors.dropped import Dropped, Reason
from trainer.sensors.events import encode
from trainer.sensors.profile_files import ProfileShelf, decoder_of

SHELF = ProfileShelf()
PROFILES = tuple(SHELF.files())
TARGETS = {"player": 0, "banker": 1, "burn": 2, "first": 4, "burn-count": 5}
SUITS = {"D": 1, "C": 2, "S": 3, "H": 4}
RANKS = "A23456789TJQK"


@cache
def decoder(profile: str) -> Decoder:
    """A decoder holds no state of a stream, so one serves all."""
    return decoder_of(SHELF.profile(profile))


def angel(sequence: str, letter: str, *data: int | bytes) -> bytes:
    """A report of an Angel Eye."""
    inside = sequence.encode() + letter.encode()
    inside += b"".join(part if isinstance(part, bytes) else bytes([part]) for part in data) + b"\x03"
    return b"\x05" + inside + f"{reduce(xor, inside):02X}".encode()


def drawn(sequence: str, to: str, index: int, card: str, letter: str = "D") -> bytes:
    """A card of an Angel Eye."""
    return angel(sequence, letter, 0x80 | TARGETS[to] << 4 | index, card_byte(card))


def card_byte(card: str) -> int:
    return 0x80 | SUITS[card[1]] << 4 | RANKS.index(card[0]) + 1


def heard(profile: str, *pieces: bytes) -> tuple[list[dict[str, Any]], list[Dropped]]:
    """The events of a stream as `decode` prints them, and what was dropped."""
    state, events, dropped = State(), [], []
    for piece in pieces:
        said = decoder(profile).feed(state, piece)
        state = said.state
        events += said.events
        dropped += said.dropped
    dropped += decoder(profile).finish(state).dropped
    return [msgspec.json.decode(encode(event)) for event in events], dropped


def events(profile: str, *pieces: bytes) -> list[dict[str, Any]]:
    return heard(profile, *pieces)[0]


def reasons(profile: str, *pieces: bytes) -> list[Reason]:
    return [each.reason for each in heard(profile, *pieces)[1]]


def cut(stream: bytes, at: Iterable[int]) -> list[bytes]:
    """A stream in pieces that end at these places."""
    places = [0, *sorted(at), len(stream)]
    return [stream[first:after] for first, after in pairwise(places)]


def fed(profile: str, pieces: Sequence[bytes]) -> tuple[Heard, int]:
    """Everything together, and the most that was ever held back."""
    total, most = Heard(events=[], dropped=[], balls=[]), 0
    for piece in pieces:
        said = decoder(profile).feed(total.state, piece)
        total.state = said.state
        total.events += said.events
        total.dropped += said.dropped
        most = max(most, len(said.state.held))
    return total, most
