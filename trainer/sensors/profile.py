"""Schema of a device profile (TOML): line settings, framing, messages with fields and tables."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from trainer.texts import Names

Byte = Annotated[int, msgspec.Meta(ge=1, le=255)]
Bits = Annotated[int, msgspec.Meta(ge=0, le=7)]
Length = Annotated[int, msgspec.Meta(ge=4, le=512)]


class Certainty(StrEnum):
    """How reliable a profile is."""

    FOUND = "found"  # from a manual, or from programs and recordings that agree
    TRIED = "tried"  # tested with the device
    GUESSED = "guessed"


class Style(StrEnum):
    """How messages are separated."""

    FRAMED = "framed"  # start byte, sequence character, data, end byte, checksum
    LINES = "lines"  # text lines


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
    STATUS = "status"  # periodic line of a wheel: state, spin, number, flags, speed, direction
    NUMBER = "number"
    DIRECTION = "direction"
    BONUS = "bonus"
    DICE = "dice"
    SIGNAL = "signal"
    REPLY = "reply"  # not relevant to the game
    LICENCE = "licence"


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """Base of the parts of a profile file."""


class Knowledge(_Part, frozen=True):
    """Source of the information, and how reliable it is."""

    text: str
    certainty: Certainty
    danger: Names | None = None  # warning about what not to do with the device


class Line(_Part, frozen=True):
    """Settings of a serial line; the first speed is the default."""

    speeds: tuple[int, ...] = (9600,)
    data_bits: Annotated[int, msgspec.Meta(ge=5, le=8)] = 8
    parity: Literal["none", "even", "odd"] = "none"
    stop_bits: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    flow: Literal["none", "hardware", "software"] = "none"
    tcp_port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0  # of a serial-to-network converter; 0: the user's


class Times(_Part, frozen=True):
    """Time-outs in milliseconds."""

    silence: int = 0  # a device that sends constantly is silent after this time; 0: it may pause
    repeat: int = 0  # interval between copies of a report
    round: int = 0  # longest duration of a coup or spin


class Framing(_Part, frozen=True):
    """How messages begin and end.

    Framed: ``start`` and ``end`` byte, then two hexadecimal characters with the exclusive or of everything from the
    sequence character to the end byte. ``host`` begins a message of another computer, ``accepts`` and ``refuses`` are
    the device's replies to it.

    Lines: ``begins`` is a pattern for the beginning of a message, in case the previous line lost its end; ``alone``
    says that a message without its own line end is damaged; ``closes`` are characters that end a message and belong to
    it.
    """

    style: Style
    longest: Length = 64
    start: Byte = 5
    end: Byte = 3
    host: Byte = 2
    accepts: Byte = 6
    refuses: Byte = 21
    refusals: dict[str, str] = {}  # meaning by hexadecimal code
    begins: str = ""
    alone: bool = False
    closes: str = ""


class Field(_Part, frozen=True):
    """A value in the data of a framed message: bits of a byte (byte 0 is the letter), or a number of characters from
    there. A table translates it; other values are rejected, or become ``other``."""

    byte: Annotated[int, msgspec.Meta(ge=1, le=64)]
    high: Bits = 6
    low: Bits = 0
    characters: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0
    table: str = ""
    other: str = ""


class MessageForm(_Part, frozen=True):
    """One message of a device. Framed messages are named by their letter; lines are tried in order."""

    gives: Gives
    match: str = ""  # lines: regular expression whose named groups are the fields
    fields: dict[str, Field] = {}  # framed messages
    tables: dict[str, str] = {}  # lines: table by field
    fixed: dict[str, str] = {}  # constant fields of this message
    check: Literal["", "sum-hex"] = ""  # lines: checksum of group ``checked`` in group ``check``
    marked: bool = False  # whether the fields' bytes must have their top bit set
    before_status: bool = False  # only of devices without status lines; otherwise it is a reply
    only_in: tuple[str, ...] = ()  # states of the wheel in which this form is valid
    writes: str = ""  # lines: template for the simulator
    ends: str = "\r\n"  # line end of the simulator


class Warning(_Part, frozen=True):
    """Meaning of a wheel's flag: how long it is ignored (milliseconds), and in which states it voids the spin."""

    flag: Byte
    means: Literal["ball-gone", "ball-direction", "sensor", "launch", "rotor-speed", "ball-with-rotor", "void"]
    passed_over: dict[str, int] = {}
    voids: tuple[str, ...] = ()


class Profile(_Part, frozen=True):
    """A device: names, line, framing and messages."""

    kind: Literal["shoe", "wheel", "reader"]
    names: Names
    source: Knowledge
    framing: Framing
    messages: dict[str, MessageForm]
    maker: str = ""
    also: tuple[str, ...] = ()  # other names to find it by
    about: Names | None = None
    transports: tuple[Literal["serial", "tcp", "wedge"], ...] = ("serial", "tcp")
    line: Line = Line()
    times: Times = Times()
    tables: dict[str, dict[str, str]] = {}
    numbers: Literal["padded", "padded-or-zero", "digits"] = "digits"  # notation of numbers
    once: bool = False  # whether the number may be sent several times in one spin
    direction_first: bool = False  # whether a status line's direction is reported before its state
    warnings: tuple[Warning, ...] = ()

    @property
    def gives(self) -> frozenset[Gives]:
        """What the device can report."""
        return frozenset(form.gives for form in self.messages.values())

    @property
    def tells_hands(self) -> bool:
        """Whether the device can tell to which hand a card went."""
        return any(
            form.gives is Gives.CARD and ("to" in form.fields or "(?P<to>" in form.match)
            for form in self.messages.values()
        )

    @property
    def numbers_reports(self) -> bool:
        """Whether each report has a sequence number, so that a missing one is noticed."""
        return self.framing.style is Style.FRAMED
