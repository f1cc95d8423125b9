"""Constants of the protocol, size limits, and the types built from them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

VERSION = 1
PORT = 8420  # where the service listens unless told otherwise
MOST_BYTES = 2_000_000  # of a message
MOST_BYTES_UNKNOWN = 4_000  # of a message from somebody who is not identified yet
MOST_ENTRIES = 500
MOST_WORK = 20_000  # lines of progress in one message
NOT_STORED = "not-stored"  # refusal: the service cannot store anything at the moment
PATHS = {"hello": "/join/hello", "names": "/join/names", "join": "/join", "login": "/login", "live": "/live"}
SERVICE_TYPE = "_croupier._tcp.local."
Nonce: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Name: TypeAlias = Annotated[str, Meta(max_length=200)]
Key: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Signature: TypeAlias = Annotated[bytes, Meta(min_length=64, max_length=64)]
Password: TypeAlias = Annotated[str, Meta(max_length=200)]


class Said(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A message for people, by its id, shown in the reader's language."""

    id: Name
    params: Params = {}


Params: TypeAlias = Annotated[dict[Name, Name | int | Said], Meta(max_length=10)]
