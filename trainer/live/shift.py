"""A shift at the live table as a value: table, rules, players, pace, incidents and seed. The same value is the same
shift, wherever it is run, but for what the dealer does. A short code carries it to another laptop.
"""

from __future__ import annotations

import zlib
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from trainer.games.core import RequestError
from trainer.texts import Language, say
from trainer.texts.parse_errors import parser_problem

Role = Literal["stick", "base", "both"]
MOST_SEATS = 9
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no letters that are easily confused
_ALIKE = str.maketrans("ILO", "110")
_VERSION = 1
# What codes usually hold: it makes them short. A change needs a new `_VERSION`.
_USUAL = (
    b"shoewheeldicebothbasestickthree-card-pokercaribbean-studpai-gow-pokercrapsbaccaratpunto-bancoroulette-frenchroulette-"
    b"americanblackjackpuerto-ricobaleares\xa8coquimbo\xa7bolivia\xa5aricacheatanglerdrunktalkersilentsuperstitiouscouple"
    b"whalecard-countermartingalecolumn-playernumber-playerregulartourist\x92\x01\x92\x02\x92\x03\x92\x04\x92\x05\x92\x06\x92\x07"
)


class Pinned(msgspec.Struct, frozen=True, array_like=True):
    """An incident or a cheat's move that must happen: in which round, which one, and at which seat if it has one."""

    round: Annotated[int, Meta(ge=1, le=10_000)]
    id: str
    seat: Annotated[int, Meta(ge=0, le=MOST_SEATS)] = 0


class Shift(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Everything that decides a shift but the dealer. ``rounds`` or ``minutes`` end it; 0 is no limit.

    ``pace`` is the number of rounds an hour that is wanted; 0 stands for the game's usual one. ``real`` names what is
    brought from outside instead of the table's own chance: ``shoe``, ``wheel`` or ``dice``.
    """

    rulebook: str
    game: str
    variant: str = ""
    options: dict[str, str] = {}
    seats: tuple[tuple[Annotated[int, Meta(ge=1, le=MOST_SEATS)], str], ...] = ()
    level: Annotated[int, Meta(ge=1, le=5)] = 3
    pace: Annotated[int, Meta(ge=0, le=400)] = 0
    rounds: Annotated[int, Meta(ge=0, le=10_000)] = 0
    minutes: Annotated[int, Meta(ge=0, le=720)] = 0
    incidents: tuple[Pinned, ...] = ()
    seed: Annotated[int, Meta(ge=0, le=0xFFFFFFFF)] = 1
    role: Role = "both"
    real: tuple[Literal["shoe", "wheel", "dice"], ...] = ()


class _Packed(msgspec.Struct, frozen=True, array_like=True):
    """A shift in the order of a code; fields are only ever added at the end."""

    rulebook: str
    game: str
    seats: tuple[tuple[int, str], ...]
    seed: int
    level: int = 3
    rounds: int = 0
    minutes: int = 0
    pace: int = 0
    variant: str = ""
    options: dict[str, str] = {}
    incidents: tuple[Pinned, ...] = ()
    role: Role = "both"
    real: tuple[str, ...] = ()


_PLAIN = _Packed("", "", (), -1)


def shift_code(shift: Shift) -> str:
    """The code of a shift, to be shared: letters and digits in groups of five."""
    told = [getattr(shift, name) for name in _Packed.__struct_fields__]
    while told[-1] == getattr(_PLAIN, _Packed.__struct_fields__[len(told) - 1]):
        told.pop()
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _USUAL)
    data = squeezer.compress(msgspec.msgpack.encode(told)) + squeezer.flush()
    data = bytes([_VERSION]) + (zlib.crc32(data) & 0xFFFF).to_bytes(2, "big") + data
    number, letters = int.from_bytes(data, "big"), []
    for _ in range((len(data) * 8 + 4) // 5):
        number, digit = divmod(number, 32)
        letters.append(_LETTERS[digit])
    text = "".join(reversed(letters))
    return "-".join(text[place : place + 5] for place in range(0, len(text), 5))


def read_shift_code(text: str) -> Shift:
    """The shift of a code; raises `RequestError` with a sentence that says what is wrong with it."""
    letters = "".join(text.upper().translate(_ALIKE).replace("-", " ").split())
    strange = next((letter for letter in letters if letter not in _LETTERS), None)
    if strange is not None:
        raise RequestError("code", f"{strange!r} is in no code: a code has digits and letters but no U")
    number = 0
    for letter in letters:
        number = number * 32 + _LETTERS.index(letter)
    length = len(letters) * 5 // 8
    if length < 8 or number >> length * 8:
        raise RequestError("code", "letters are missing or too many: copy the whole code")
    data = number.to_bytes(length, "big")
    if data[0] != _VERSION:
        raise RequestError("code", "was made by a newer version of the program, or letters are missing")
    if zlib.crc32(data[3:]) & 0xFFFF != int.from_bytes(data[1:3], "big"):
        raise RequestError("code", "a letter is wrong: compare it with the original")
    try:
        opener = zlib.decompressobj(-15, _USUAL)
        packed = msgspec.msgpack.decode(opener.decompress(data[3:], 65536), type=_Packed)
        told = {name: getattr(packed, name) for name in _Packed.__struct_fields__}
        return check_shift(msgspec.convert(msgspec.to_builtins(told), Shift))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise RequestError("code", f"holds no shift: {error}") from None


def read_shift(data: bytes | str | dict[str, Any]) -> Shift:
    """A shift from its JSON form; raises `RequestError` that names the field."""
    try:
        shift = msgspec.convert(data, Shift) if isinstance(data, dict) else msgspec.json.decode(data, type=Shift)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise RequestError("shift", say(parser_problem(error), Language.EN)) from None
    return check_shift(shift)


def check_shift(shift: Shift) -> Shift:
    """The same shift; raises `RequestError` if a seat is taken twice."""
    taken: set[int] = set()
    for index, (seat, _) in enumerate(shift.seats):
        if seat in taken:
            raise RequestError(f"seats[{index}]", f"seat {seat} is taken twice")
        taken.add(seat)
    return shift
