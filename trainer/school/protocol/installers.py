"""Messages with which a laptop takes an installer from the service, piece by piece.

A service that has a release says so in its `Welcome`; only such a service is asked, so that older ones never meet these
messages. The laptop asks for the signed list, verifies it, and then for one piece after another.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from trainer.school.entries import Count
from trainer.school.protocol.limits import Name

PIECE = 262_144  # bytes
_MOST_SUMS = 20_000
_MOST_FILES = 20


class AskRelease(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Asks for the signed list of the release."""


class ReleaseList(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The list of sums with its signature, and the files in it that the service has; empty if it has no release."""

    sums: Annotated[bytes, Meta(max_length=_MOST_SUMS)] = b""
    signature: Annotated[bytes, Meta(max_length=64)] = b""
    files: Annotated[tuple[Name, ...], Meta(max_length=_MOST_FILES)] = ()


class AskPiece(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Asks for a piece of a file, from a byte on."""

    file: Name
    offset: Count


class Piece(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A piece of a file. Without data either others are being served (``wait_ms``: ask again after that time), or the
    service does not have the file (``size`` is 0)."""

    file: Name
    offset: Count
    size: Count = 0  # bytes of the whole file
    data: Annotated[bytes, Meta(max_length=PIECE)] = b""
    wait_ms: Count = 0
