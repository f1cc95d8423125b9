"""A connected device: its transport, its decoder, its health, its recording, and the relay to a class.

What comes in a flood is thrown away; while nothing can be decoded, other line speeds are tried.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from PySide6.QtCore import QObject, QTimer, Signal

from trainer.desk.screens.sensors.transports import Transport
from trainer.sensors.decoder import Heard, State
from trainer.sensors.events import Event, MissedEvent
from trainer.sensors.following.core import PAUSE
from trainer.sensors.following.sharing import Paused, Relay
from trainer.sensors.health import Health, Link, admitted, counted, link_of
from trainer.sensors.manual_input import Correction
from trainer.sensors.profile import Profile
from trainer.sensors.profile_files import decoder_of
from trainer.sensors.recordings import Heading, correction_line, hand_line, heading_line, link_line, raw_line
from trainer.sensors.sessions import Origin

_log = logging.getLogger(__name__)
_TICK = 250  # milliseconds
_SLEEP = 1_000  # milliseconds that the wall clock gains on the monotonic clock only while the computer sleeps


def _milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


def _wall_milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Listener(QObject):
    """Listens to one device.

    ``heard`` emits an event and whether it was entered by hand, ``dropped`` bytes that gave no event, ``raw`` all
    bytes, ``measured`` a wheel's ball timings, ``linked`` the state of the connection, ``corrected`` a
    correction of the round, ``paused`` that the device at the front of a class was silent before the next event,
    ``not_recorded`` why the recording stopped.
    """

    heard = Signal(object, bool)
    corrected = Signal(object)
    paused = Signal()
    not_recorded = Signal(object)
    dropped = Signal(object)
    raw = Signal(bytes)
    measured = Signal(object)
    linked = Signal(Link)

    def __init__(
        self,
        name: str,
        profile: Profile,
        transport: Transport,
        clock: Callable[[], int] = _milliseconds,
        parent: QObject | None = None,
        *,
        wall_clock: Callable[[], int] = _wall_milliseconds,
    ) -> None:
        super().__init__(parent)
        self.name, self.profile, self.transport = name, profile, transport
        self.relay = Relay()
        self.link = Link.CLOSED
        self.thrown_away = 0  # bytes dropped in a flood
        self._clock, self._wall_clock = clock, wall_clock
        self._apart = wall_clock() - clock()
        self._decoder = decoder_of(profile)
        self._state = State()
        self._health = Health()
        self._last_byte: int | None = None
        self._last_event: int | None = None
        self._began = clock()
        self._file: BinaryIO | None = None
        transport.setParent(self)
        transport.received.connect(self._received)
        transport.linked.connect(self._transport_linked)
        transport.entered.connect(self.enter)
        self._ticking = QTimer(self)
        self._ticking.setInterval(_TICK)
        self._ticking.timeout.connect(self.tick)

    def open(self) -> None:
        self._ticking.start()
        self.transport.open()

    def close(self) -> None:
        self._ticking.stop()
        self.transport.close()
        self.stop_recording()

    @property
    def now(self) -> int:
        """Milliseconds since it was created."""
        return self._clock() - self._began

    @property
    def origin(self) -> Origin:
        """Whether a device, a person, a simulator or a recording speaks."""
        return self.transport.origin

    def enter(self, what: Event | Correction, replaced: Event | None = None) -> None:
        """Handle an event or a correction entered by hand; ``replaced`` is the last event, if that is corrected."""
        self.relay.send(what)
        if isinstance(what, Correction):
            self._write(correction_line(self.now, what, replaced))
            self.corrected.emit(what)
        else:
            self._write(hand_line(self.now, what))
            self.heard.emit(what, True)

    def hear_shared(self, what: Event | Correction | Paused) -> None:
        """Handle what is relayed from the front of the class."""
        self._notice_sleep()
        if isinstance(what, Paused):
            self.paused.emit()
            return
        event = what.event if isinstance(what, Correction) else what
        self._health = counted(self._health, Heard(self._state, events=[event]), self.now)
        self._last_byte = self.now
        if isinstance(what, Correction):
            self.corrected.emit(what)
        else:
            self.heard.emit(what, False)
        self._look()

    # ── recording ────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def is_recording(self) -> bool:
        return self._file is not None

    def record(self, path: Path, at: datetime, device: str = "") -> None:
        """Write everything that comes from now on to a file; raises `OSError`."""
        self.stop_recording()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("xb")
        self._file.write(heading_line(Heading(self.name, at.isoformat(timespec="seconds"), device)))
        self._file.flush()

    def stop_recording(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):  # write errors were already reported
                file.close()

    def _write(self, line: bytes) -> None:
        """Write a line of the recording to the disk at once. A full disk ends the recording, not the session."""
        if self._file is None:
            return
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            _log.warning("the recording of a device ended", exc_info=True)
            self.stop_recording()
            self.not_recorded.emit(error)

    # ── the line ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _received(self, piece: bytes) -> None:
        self._notice_sleep()
        now, was_flooded = self.now, self._health.flooded
        self._health, taken = admitted(self._health, self.profile, len(piece), now)
        self.thrown_away += len(piece) - taken
        is_cut, piece = taken < len(piece), piece[:taken]
        self._last_byte = now
        if piece:
            self.raw.emit(piece)
            self._write(raw_line(now, piece))
            found = self._decoder.feed(self._state, piece)
            self._state = found.state
            self._health = counted(self._health, found, now)
            for each in found.dropped:
                _log.debug("dropped %d bytes: %s", len(each.raw), each.reason.value)
                self.dropped.emit(each)
            for ball in found.balls:
                self.measured.emit(ball)
            for event in found.in_order():
                if self._last_event is not None and now - self._last_event >= PAUSE:
                    self.relay.send(Paused())
                self._last_event = now
                self.relay.send(event)
                self.heard.emit(event, False)
        if is_cut:  # nothing that follows fits what came before
            self._state = State(wheel=self._state.wheel)
            if not was_flooded:
                self._miss()
        self._look()

    def _transport_linked(self, link: Link) -> None:
        self._write(link_line(self.now, link.value))
        if link in (Link.LOST, Link.CLOSED):
            for each in self._decoder.finish(self._state).dropped:
                self.dropped.emit(each)
            self._state, self._health, self._last_byte = State(), Health(), None
        if link is Link.LOST:
            self._miss()
        self._is(link)

    def _miss(self) -> None:
        """Tell that reports are missing, nobody knows how many."""
        self.relay.send(MissedEvent())
        self.heard.emit(MissedEvent(), False)

    def _notice_sleep(self) -> None:
        """Tell that reports are missing if this computer slept: its monotonic clock may stand still meanwhile, so that
        nobody would see a pause of the line."""
        before, self._apart = self._apart, self._wall_clock() - self._clock()
        if self._apart - before >= _SLEEP and self.origin is Origin.DEVICE:
            self._miss()

    def tick(self) -> None:
        """Check for sleep, a silent line or the end of a flood."""
        self._notice_sleep()
        self._look()

    def _look(self) -> None:
        if self.transport.link is not Link.QUIET:  # that is, it is open
            return
        last = self._last_byte if self.transport.tells_all or self._last_byte is None else self.now
        link = link_of(self._health, self.profile, self.now, last)
        if link is Link.GARBLED and self._health.last_event is None and self.transport.try_other_speed():
            self._state, self._health = State(wheel=self._state.wheel), Health()
            return
        self._is(link)

    def _is(self, link: Link) -> None:
        if link is not self.link:
            _log.info("device with profile %s: %s", self.name, link.value)
            self.link = link
            self.linked.emit(link)
            if link in (Link.SILENT, Link.GARBLED) and self._health.last_event is not None:
                self._miss()  # a whole round may have passed
