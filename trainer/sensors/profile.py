"""A device profile as its TOML file states it: the line, the framing, the messages with their fields and tables."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from trainer.texts import Names

Byte = Annotated[int, msgspec.Meta(ge=1, le=255)]
Bits = Annotated[int, msgspec.Meta(ge=0, le=7)]
Length = Annotated[int, msgspec.Meta(ge=4, le=512)]


class Certainty(StrEnum):
    """How sure the knowledge in a profile is."""

    FOUND = "found"  # read in a manual, or in programs and recordings that agree
    TRIED = "tried"  # used with the device itself
    GUESSED = "guessed"


class Style(StrEnum):
    """How messages are told apart on the line."""

    FRAMED = "framed"  # a start byte, a sequence character, data, an end byte, check characters
    LINES = "lines"  # text that ends at a carriage return, a line feed, or both in any order


class Gives(StrEnum):
    """What a message is about."""

    CARD = "card"
    BURN = "burn"
    CUT = "cut"
    RESULT = "result"
    ERROR = "error"
    ERROR_CLEARED = "error-cleared"
    LOCK = "lock"
    PRESET = "preset"
    STATE = "state"
    STATUS = "status"  # a wheel's regular line: state, spin, number, flags, speed, direction
    NUMBER = "number"
    DIRECTION = "direction"
    BONUS = "bonus"
    DICE = "dice"
    REPLY = "reply"  # says nothing of the game
    LICENCE = "licence"


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """A part of a profile file."""


class Knowledge(_Part, frozen=True):
    """Where the knowledge comes from and how sure it is."""

    text: str
    certainty: Certainty
    danger: Names | None = None  # what must not be done with the device


class Line(_Part, frozen=True):
    """Settings of a serial line; the first speed is the usual one."""

    speeds: tuple[int, ...] = (9600,)
    data_bits: Annotated[int, msgspec.Meta(ge=5, le=8)] = 8
    parity: Literal["none", "even", "odd"] = "none"
    stop_bits: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    flow: Literal["none", "hardware", "software"] = "none"
    tcp_port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0  # of a serial-to-network box; 0: the user says


class Times(_Part, frozen=True):
    """Time-outs in milliseconds."""

    silence: int = 0  # a line that talks all the time and has said nothing for so long is silent; 0: it may be
    repeat: int = 0  # how far apart the copies of one report are
    round: int = 0  # how long a coup or a spin lasts at most


class Framing(_Part, frozen=True):
    """How messages begin and end.

    Framed: ``start`` and ``end`` byte; after the end two hexadecimal characters of the exclusive or of everything
    from the sequence character through the end byte. ``host`` starts what another computer says, ``accepts`` and
    ``refuses`` are the device's answers to it. Lines: ``begins`` is a pattern of the places where a new message
    begins even if the line before it lost its end, ``closes`` are characters that end a message and belong to it.
    """

    style: Style
    longest: Length = 64
    start: Byte = 5
    end: Byte = 3
    host: Byte = 2
    accepts: Byte = 6
    refuses: Byte = 21
    refusals: dict[str, str] = {}  # code in hexadecimal → what it says
    begins: str = ""
    closes: str = ""


class Field(_Part, frozen=True):
    """Where a value lies in the data of a framed message: bits of a byte (counted from 0, the letter), or so many
    characters from there. A table gives it another name; what is not in the table is refused, or ``other``."""

    byte: Annotated[int, msgspec.Meta(ge=1, le=64)]
    high: Bits = 6
    low: Bits = 0
    characters: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0
    table: str = ""
    other: str = ""


class MessageForm(_Part, frozen=True):
    """One message of a device. Framed ones are named by their letter; lines by any name, tried in order."""

    gives: Gives
    match: str = ""  # of a line: a regular expression whose named groups are the fields
    fields: dict[str, Field] = {}  # of a framed message
    tables: dict[str, str] = {}  # field of a line → its table
    fixed: dict[str, str] = {}  # fields that the message itself means
    check: Literal["", "sum-hex"] = ""  # of a line: groups ``checked`` and ``check``
    marked: bool = False  # whether the bytes of its fields must have their top bit set
    before_status: bool = False  # only from a device that sends no status lines; else it is a reply
    only_in: tuple[str, ...] = ()  # states of the wheel in which a line of this form is one; else it is a tail
    writes: str = ""  # of a line: how a simulator writes it
    ends: str = "\r\n"  # and ends it


class Warning(_Part, frozen=True):
    """What a flag of a wheel means; for how many milliseconds of a state the maker would have it passed over, and in
    which states it makes the spin void."""

    flag: Byte
    means: Literal["ball-gone", "ball-direction", "sensor", "launch", "rotor-speed", "ball-with-rotor", "void"]
    passed_over: dict[str, int] = {}
    voids: tuple[str, ...] = ()


class Profile(_Part, frozen=True):
    """A device: its names, line, framing and messages."""

    kind: Literal["shoe", "wheel", "reader"]
    names: Names
    source: Knowledge
    framing: Framing
    messages: dict[str, MessageForm]
    maker: str = ""
    also: tuple[str, ...] = ()  # other names it is asked for by
    about: Names | None = None
    transports: tuple[Literal["serial", "tcp", "wedge"], ...] = ("serial", "tcp")
    line: Line = Line()
    times: Times = Times()
    tables: dict[str, dict[str, str]] = {}
    numbers: Literal["padded", "padded-or-zero", "digits"] = "digits"  # how a wheel writes its number
    once: bool = False  # whether the number may be heard several times in one spin
    warnings: tuple[Warning, ...] = ()
