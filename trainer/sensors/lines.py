"""Decoder for lines of text that end with a carriage return, a line feed, or both in any order.

A profile may say where messages begin (at a star or a bracket). Then a message that lost its end does not hide the
next, and a message is complete when the next begins, unless the profile wants every message on a line of its own.
Anything else needs its line end, because it may be the rest of a damaged message.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from trainer.sensors.decoder import LINES_KEPT, Decoder, Heard, State
from trainer.sensors.dropped import Reason
from trainer.sensors.message_events import Built, Refusal, build, refused
from trainer.sensors.profile import MessageForm, Profile
from trainer.sensors.wheel_memory import WheelMemory

_TAIL = 16  # bytes kept of an overlong line, where a message may begin
_ENDS = re.compile(b"[\r\n]")


class LineDecoder(Decoder):
    """Decoder for a profile with lines."""

    def __init__(self, profile: Profile) -> None:
        super().__init__(profile)
        framing = profile.framing
        self._begins = re.compile(framing.begins.encode()) if framing.begins else None
        self._closes = [(mark.encode(), mark.encode() + b"\n") for mark in framing.closes]
        self._forms = [(re.compile(form.match.encode()), form) for form in profile.messages.values()]
        self._meaning = lru_cache(LINES_KEPT)(self._read)
        self._single = lru_cache(LINES_KEPT)(self._read_single)

    def feed(self, state: State, data: bytes) -> Heard:
        heard = Heard(events=[], dropped=[], balls=[], gaps=[])
        for mark, ended in self._closes:
            data = data.replace(mark, ended)
        *lines, rest = _ENDS.split(state.held + data)
        wheel, skipping = state.wheel, state.skipping
        single, said = self._single, self._said
        for line in lines:
            if not line and not skipping:
                continue
            if not skipping and (found := single(line)) is not None:
                wheel = said(heard, wheel, line, found)
                continue
            wheel = self._line(heard, wheel, line, skipping)
            skipping = False
        if begun := self._beginnings(rest):
            # All but the last message in here are complete.
            wheel, rest = self._before(heard, wheel, rest, begun, skipping), rest[begun[-1] :]
            skipping = False
        longest = self.profile.framing.longest
        if len(rest) > longest or skipping:
            keep = min(_TAIL, len(rest))
            if len(rest) > keep:
                heard.drop(Reason.TOO_LONG, rest[: len(rest) - keep])
            rest, skipping = rest[len(rest) - keep :], True
        heard.state = State(rest, b"", skipping, wheel)
        return heard

    def _beginnings(self, text: bytes) -> list[int]:
        """Where messages begin in a text. A word inside another one begins none: ``DISCARD``, ``RESPIN``."""
        if self._begins is None:
            return []
        return [found.start() for found in self._begins.finditer(text) if not _is_inside_word(text, found.start())]

    def _line(self, heard: Heard, wheel: WheelMemory, line: bytes, skipping: bool) -> WheelMemory:
        """Decode a complete line."""
        if begun := self._beginnings(line):
            wheel = self._before(heard, wheel, line, begun, skipping)
            return self._message(heard, wheel, line[begun[-1] :])
        if skipping or len(line) > self.profile.framing.longest:
            heard.drop(Reason.TOO_LONG, line)
            return wheel
        return self._message(heard, wheel, line) if line.strip() else wheel

    def _before(self, heard: Heard, wheel: WheelMemory, text: bytes, begun: list[int], skipping: bool) -> WheelMemory:
        """Decode everything before the last beginning of a message."""
        if (early := text[: begun[0]]).strip():
            heard.drop(Reason.TOO_LONG if skipping else Reason.NOISE, early)
        for first, after in pairwise(begun):
            if self.profile.framing.alone:  # its rest may have been lost together with the line end
                wheel = self._take(heard, wheel, Refusal(Reason.BROKEN), text[first:after])
            else:
                wheel = self._message(heard, wheel, text[first:after])
        return wheel

    def _message(self, heard: Heard, wheel: WheelMemory, line: bytes) -> WheelMemory:
        if len(line) > self.profile.framing.longest:
            heard.drop(Reason.TOO_LONG, line)
            return wheel
        return self._said(heard, wheel, line, self._meaning(line))

    def _said(
        self, heard: Heard, wheel: WheelMemory, line: bytes, found: tuple[Built, MessageForm | None]
    ) -> WheelMemory:
        meaning, form = found
        if form is not None:
            if form.before_status and wheel.spin is not None:
                meaning = Refusal(Reason.REPLY)
            elif form.only_in and wheel.state not in form.only_in:
                meaning = Refusal(Reason.NOISE)
        return self._take(heard, wheel, meaning, line)

    def _read_single(self, line: bytes) -> tuple[Built, MessageForm | None] | None:
        """Meaning of a line that is exactly one message; None if it has to be split."""
        if len(line) > self.profile.framing.longest or not line.strip():
            return None
        if any(self._beginnings(line)):
            return None
        return self._meaning(line)

    def _read(self, line: bytes) -> tuple[Built, MessageForm | None]:
        """Meaning of a line, and its form."""
        for pattern, form in self._forms:
            if found := pattern.fullmatch(line):
                fields = dict(form.fixed)
                for name, value in found.groupdict().items():
                    if value is None:
                        continue
                    said = value.decode("latin-1")
                    table = form.tables.get(name)
                    if table is not None:
                        entry = self.profile.tables[table].get(said.upper().replace(" ", ""))
                        if entry is None:
                            is_card = name == "card"
                            return (Refusal(Reason.UNKNOWN_CARD, said) if is_card else refused(f"{name} {said}")), form
                        said = entry
                    fields[name.replace("_", "-")] = said
                if form.check and fields.pop("check") != sum_characters(fields.pop("checked")):
                    return Refusal(Reason.CHECK, found["check"].decode()), form
                return build(form, fields, self.profile.numbers), form
        return Refusal(Reason.UNKNOWN), None


def _is_inside_word(text: bytes, at: int) -> bool:
    """Whether letters stand directly before a letter, as part of a word; after noise they are noise."""
    if not text[at : at + 1].isalpha():
        return False
    start = at
    while start and (text[start - 1 : start].isalpha() or text[start - 1 : start] == b"-"):
        start -= 1
    return start < at and (start == 0 or text[start - 1 : start].isspace())


def sum_characters(checked: str) -> str:
    """Sum of the characters modulo 256, as two hexadecimal characters."""
    return f"{sum(checked.encode('latin-1')) % 256:02X}"
