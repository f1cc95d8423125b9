"""Decoder for framed messages: start byte, sequence character, data, end byte, two checksum characters.

The data contains no control characters, so a start byte always begins a frame and a damaged frame ends there.
"""

from __future__ import annotations

import re
from functools import lru_cache, reduce
from operator import xor

from trainer.sensors.decoder import LINES_KEPT, Decoder, Heard, State
from trainer.sensors.dropped import Reason
from trainer.sensors.events import StateEvent
from trainer.sensors.message_events import Built, Refusal, build, refused
from trainer.sensors.profile import Field, Gives, MessageForm, Profile

_TOP_BIT = 0x80
_LAST_SEQUENCE = 9
_NEW_SHOE = StateEvent("start")
_NOISE_TOLD = 64  # bytes of noise reported together


def check_characters(checked: bytes) -> bytes:
    """Exclusive or of the bytes, as two hexadecimal characters."""
    return b"%02X" % reduce(xor, checked, 0)


class FramedDecoder(Decoder):
    """Decoder for a profile with frames."""

    def __init__(self, profile: Profile) -> None:
        super().__init__(profile)
        framing = profile.framing
        self._start, self._host = framing.start, framing.host
        self._accepts, self._refuses = framing.accepts, framing.refuses
        self._refusals = {int(code, 16): says for code, says in framing.refusals.items()}
        start, end, host, most = (_byte(framing.start), _byte(framing.end), _byte(framing.host), framing.longest)
        # A complete frame, and a prefix of one whose rest may still come.
        inside = b"[^\\x00-\\x1f]{1,%d}" % most
        self._whole = re.compile(start + b"([ -~]" + inside + end + b")([0-9A-F]{2})")
        maybe = b"(?:[ -~](?:[^\\x00-\\x1f]{0,%d}(?:%b[0-9A-F]{0,2})?)?)?" % (most, end)
        self._begun = re.compile(start + maybe)
        self._other = re.compile(host + b"[^\\x00-\\x1f]{0,%d}(?:%b[0-9A-F]{0,2})?" % (most, end))
        self._sign = re.compile(b"[%b%b%b%b]" % (start, host, _byte(framing.accepts), _byte(framing.refuses)))
        self._meaning = lru_cache(LINES_KEPT)(self._read)

    def feed(self, state: State, data: bytes) -> Heard:
        heard = Heard(events=[], dropped=[], balls=[], gaps=[])
        stream = state.held + data
        last, wheel, sequence, at, size = state.last, state.wheel, state.sequence, 0, len(stream)
        find, whole = self._sign.search, self._whole.match
        while True:
            sign = find(stream, at)
            found = size if sign is None else sign.start()
            while found - at >= _NOISE_TOLD:
                heard.drop(Reason.NOISE, stream[at : at + _NOISE_TOLD])
                at += _NOISE_TOLD
            if sign is None:
                break
            if found > at:
                heard.drop(Reason.NOISE, stream[at:found])
                at = found
            if stream[at] != self._start:
                after = self._pass_other(heard, stream, at)
            elif frame := whole(stream, at):
                after = frame.end()
                inside = frame[1]
                if inside == last and check_characters(inside) == frame[2]:
                    heard.drop(Reason.REPEAT, frame[0])
                else:
                    meaning = self._meaning(inside, frame[2])
                    if type(meaning) is not Refusal:
                        last = inside
                    sequence = self._follow_sequence(heard, sequence, inside, meaning)
                    wheel = self._take(heard, wheel, meaning, frame[0])
            else:
                after = self._pass_broken(heard, stream, at)
            if after == at:  # incomplete
                break
            at = after
        heard.state = State(stream[at:], last, False, wheel, sequence)
        return heard

    def _follow_sequence(self, heard: Heard, before: int, inside: bytes, meaning: Built) -> int:
        """Note the reports that are missing between two frames; returns the sequence number of this one.

        It steps from 1 to 9 and starts again. What it does at a new shoe is uncertain: the number of such a report is
        returned as negative, and a gap after it has an unknown size."""
        if isinstance(meaning, Refusal) and meaning.reason is Reason.CHECK:
            return before
        now = inside[0] - ord("0")
        if not 1 <= now <= _LAST_SEQUENCE:
            return 0
        if meaning == _NEW_SHOE:
            return -now
        if isinstance(meaning, Refusal) and now == before:  # another copy
            return before
        missed = (now - abs(before) - 1) % _LAST_SEQUENCE if before else 0
        if missed:
            heard.miss(missed if before > 0 else 0)
        form = self.profile.messages.get(chr(inside[1]))
        if isinstance(meaning, Refusal) and form is not None and form.gives is Gives.CARD:
            heard.miss(1)
        return now

    def _pass_broken(self, heard: Heard, stream: bytes, at: int) -> int:
        """Index after an incomplete frame, or of its beginning if the rest may still come."""
        begun = self._begun.match(stream, at)
        after = begun.end() if begun else at + 1
        if after == len(stream) and after - at <= self.profile.framing.longest:
            return at
        has_end = stream.find(self.profile.framing.end, at, after) >= 0
        is_long = after - at > self.profile.framing.longest
        heard.drop(Reason.CHECK if has_end else Reason.TOO_LONG if is_long else Reason.BROKEN, stream[at:after])
        return after

    def _pass_other(self, heard: Heard, stream: bytes, at: int) -> int:
        """Index after a message of another computer or the device's reply; ``at`` if it is incomplete."""
        if stream[at] == self._accepts:
            heard.drop(Reason.ACKNOWLEDGED, stream[at : at + 1])
            return at + 1
        if stream[at] == self._refuses:
            if at + 1 == len(stream):
                return at
            says = self._refusals.get(stream[at + 1])
            heard.drop(Reason.REFUSED, stream[at : at + (1 if says is None else 2)], says or "")
            return at + (1 if says is None else 2)
        begun = self._other.match(stream, at)
        after = begun.end() if begun else at + 1
        is_whole = stream.find(self.profile.framing.end, at, after) == after - 3
        if after == len(stream) and not is_whole and after - at <= self.profile.framing.longest:
            return at
        heard.drop(Reason.HOST, stream[at:after])
        return after

    def _read(self, inside: bytes, check: bytes) -> Built:
        """Meaning of the bytes between start byte and checksum."""
        if check != (right := check_characters(inside)):
            return Refusal(Reason.CHECK, f"{check.decode()}, {right.decode()}")
        data = inside[1:-1]  # without sequence character and end byte
        letter = chr(data[0])
        form = self.profile.messages.get(letter)
        if form is None:
            return Refusal(Reason.UNKNOWN, letter if letter.isprintable() else "")
        if len(data) != length_of(form):
            return refused(f"length {len(data)}")
        fields = dict(form.fixed)
        for name, field in form.fields.items():
            value = self._value(form, field, data)
            if value is None:
                return refused(name)
            fields[name] = value
        return build(form, fields, self.profile.numbers)

    def _value(self, form: MessageForm, field: Field, data: bytes) -> str | None:
        """Value of a field after its table; None if the table lacks it."""
        if field.characters:
            return data[field.byte : field.byte + field.characters].decode("latin-1")
        byte = data[field.byte]
        if form.marked and not byte & _TOP_BIT:
            return None
        value = str((byte >> field.low) & ((1 << (field.high - field.low + 1)) - 1))
        if not field.table:
            return value
        return self.profile.tables[field.table].get(value, field.other or None)


def length_of(form: MessageForm) -> int:
    """Length of a message's data in bytes, including its letter."""
    return 1 + max((field.byte + max(field.characters, 1) - 1 for field in form.fields.values()), default=0)


def _byte(value: int) -> bytes:
    """A byte in a regular expression."""
    return b"\\x%02x" % value
