"""Controller of the sensors page: finds devices and other sources, listens to one, records it, relays it to a class.

Behind the page are the real table, which practises with the device or watches the dealer, and the live table.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from trainer.desk.screens.sensors.class_table import SHARED_PORT, ClassTable, SharedTransport
from trainer.desk.screens.sensors.devices import Device, KnownDevices, address_of, list_devices
from trainer.desk.screens.sensors.listener import Listener
from trainer.desk.screens.sensors.screen import SensorsScreen, Source
from trainer.desk.screens.sensors.table_screen import RealTableScreen
from trainer.desk.screens.sensors.transports import (
    HandTransport,
    RecordedTransport,
    SerialTransport,
    SimulatedTransport,
    TcpTransport,
    Transport,
)
from trainer.desk.screens.sensors.trial import Trial, tries_for
from trainer.desk.screens.sensors.wedge import WedgeTransport
from trainer.desk.shell.navigation import Place
from trainer.desk.shell.protocol import Shell
from trainer.desk.table.picture_cache import PictureCache
from trainer.drills.dealt import DealtError
from trainer.games.baccarat.figures import BaccaratFigures, baccarat
from trainer.games.core import RequestError
from trainer.games.rules import load_rules
from trainer.runs.offers import Offer
from trainer.runs.plan import Plan
from trainer.sensors.card_tables import BlackjackSession, ShoeSession
from trainer.sensors.encoder import CannotSayError
from trainer.sensors.following.sharing import Front
from trainer.sensors.health import Link
from trainer.sensors.live_acts import real_kind
from trainer.sensors.manual_input import typed_event
from trainer.sensors.profile import Gives, Profile
from trainer.sensors.profile_files import ProfileShelf
from trainer.sensors.real_tables import session_kind
from trainer.sensors.recordings import RecordingError, read_recording, skipped_words
from trainer.sensors.sessions import Origin, Session, pace_words
from trainer.sensors.simulated_ports import simulated_ports
from trainer.sensors.simulators import simulate
from trainer.sensors.wheel_table import WheelSession
from trainer.system.input_files import read_input_file
from trainer.texts import Message
from trainer.texts.system_errors import system_problem

SIMULATED_RULES = ("arica", "punto-banco")  # rules by which a simulated shoe draws
_UNKNOWN = "open-line"  # for a device at the front whose profile this computer has not: it numbers no reports
_MOST_RECORDINGS = 20


class SensorsController:
    """Listens to one device at a time, also while a table is open."""

    def __init__(self, shell: Shell, deal: Callable[[Offer, Listener], None]) -> None:
        """``deal`` opens the live table for a device."""
        self._shell = shell
        self._deal = deal
        self._page_place = Place(lambda: shell.show_screen(self.page), self.disconnect)
        self._table_place = Place(lambda: shell.show_screen(self.table), self._stop_table)
        folders = shell.workplace.folders
        self.recordings = folders.recordings
        self._folder = folders.sensors
        self.shelf = ProfileShelf([self._folder])
        self.remembered = KnownDevices(folders.devices)
        self.listener: Listener | None = None
        self.simulated_pace = 1.0
        self._offer: Offer | None = None
        self.class_table: ClassTable | None = None
        self._typed_addresses = {"tcp": "", "shared": "", "port": ""}

    # ── the page ─────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def page(self) -> SensorsScreen:
        screen = SensorsScreen()
        for signal, slot in (
            (screen.back, self._shell.navigation.pop),
            (screen.look_wanted, self.look),
            (screen.source_chosen, self._suggest_profile),
            (screen.connect_wanted, self.connect_source),
            (screen.disconnect_wanted, self.disconnect),
            (screen.entered, self._enter),
            (screen.trial_wanted, self._trial),
            (screen.record_wanted, self._record),
            (screen.share_wanted, self._share),
            (screen.table_wanted, self.open_table),
            (screen.live_wanted, self.open_live),
        ):
            signal.connect(slot)
        return screen

    def show(self, offer: Offer | None) -> None:
        """Open the page for the table that is selected at home."""
        self._offer = offer
        kind = session_kind(offer.families) if offer is not None else None
        self.page.can_practise = kind is not None
        self.page.can_deal = offer is not None and bool(real_kind(offer.rules))
        self.page.tell(None if kind is not None else Message("sensors.page.no-table"))
        self.look()
        self._shell.navigation.push(self._page_place)

    def look(self) -> None:
        """Search for devices again."""
        self.page.show_sources(list(self._sources()), dict(self.shelf.profiles()))
        if self.page.source is not None:
            self._suggest_profile(self.page.source)

    def _sources(self) -> Iterator[Source]:
        for device in list_devices():
            known = self.remembered.profile_of(device)
            yield Source("serial", device.port, device.name, device.maker, device.serial_number, known)
        for port, profile in simulated_ports(self._folder):
            yield Source("terminal", port, "", profile=profile)
        yield Source("simulated", "", "")
        yield Source("hand", "", "")
        for kind, address in self._typed_addresses.items():
            yield Source(kind, address, "")
        yield Source("wedge", "", "")
        if self.recordings.is_dir():
            for file in sorted(self.recordings.glob("*.jsonl"), reverse=True)[:_MOST_RECORDINGS]:
                yield Source("recorded", file.name, "")

    def _suggest_profile(self, source: Source) -> None:
        """Select the profile that a device had last, or the usual one of its kind."""
        known = self.remembered.profile_of(Device(source.where, serial_number=source.serial_number))
        usual = {"wedge": "keyboard-wedge", "hand": "keyboard-wedge", "recorded": source.where.rsplit("-", 2)[0]}
        self.page.choose_profile(source.profile or known or usual.get(source.kind, self._usual_device()))

    def _usual_device(self) -> str:
        is_wheel = self._offer is not None and self._offer.rules.family == "wheel"
        return "cammegh-mercury-360-advanced" if is_wheel else "angel-eye-ii-ex"

    # ── listening ────────────────────────────────────────────────────────────────────────────────────────────────

    def connect_source(self, source: Source, name: str) -> None:
        """Listen to a source with a profile; errors are shown on the page."""
        self.disconnect()
        self._notice: Message | None = None
        profile = self.shelf.profile(name)
        transport = self._transport(source, name, profile)
        if transport is None:
            return
        if source.kind == "serial":
            self.remembered.remember(Device(source.where, serial_number=source.serial_number), name)
        self.listener = Listener(name, profile, transport)
        self.listener.not_recorded.connect(self._not_recorded)
        if isinstance(transport, SharedTransport):
            transport.told.connect(self.listener.hear_shared)
            transport.named.connect(self._named)
        self.page.tell(self._notice)
        self.page.show_listener(self.listener, source)
        self.listener.open()
        if source.kind == "serial" and self._is_one_of_two(source, name):
            self.page.tell(Link.TWO.cure)

    def disconnect(self) -> None:
        """Stop listening; a table that is open goes on by hand."""
        self._stop_sharing()
        listener, self.listener = self.listener, None
        if listener is not None:
            if "table" in self.__dict__:
                self.table.end_listening()
            self.page.show_listener(None)
            listener.close()
            listener.deleteLater()

    def close(self) -> None:
        """Close the device, and store the last round of the table, when the window closes."""
        if "table" in self.__dict__:
            self.table.end_listening()
        self.disconnect()

    def _transport(self, source: Source, name: str, profile: Profile) -> Transport | None:
        match source.kind:
            case "serial" | "terminal":
                return SerialTransport(profile, Device(source.where, source.name, source.maker, source.serial_number))
            case "port":
                if not source.where.strip():
                    self.page.ask_for(Message("sensors.page.needs-port"))
                    return None
                return SerialTransport(profile, Device(source.where.strip()))
            case "wedge":
                return WedgeTransport()
            case "tcp" | "shared":
                is_shared = source.kind == "shared"
                address = address_of(source.where, SHARED_PORT if is_shared else profile.line.tcp_port)
                if address is None:
                    self.page.ask_for(Message(f"sensors.page.{'needs-front' if is_shared else 'needs-address'}"))
                    return None
                return SharedTransport(*address) if is_shared else TcpTransport(*address)
            case "recorded":
                return self._recorded(self.recordings / source.where)
            case "simulated":
                rules = self._simulated_rules()
                seed = self._shell.workplace.rng.getrandbits(31)
                try:
                    said = list(simulate(profile, rules, seed))
                except CannotSayError:
                    self.page.tell(Message("sensors.cannot-simulate", {"name": name}))
                    return None
                return SimulatedTransport(said, self.simulated_pace)
        return HandTransport()

    def _simulated_rules(self) -> BaccaratFigures:
        """The rules of the selected table if it is punto banco, else the default ones."""
        offer = self._offer
        if offer is not None and session_kind(offer.families) is ShoeSession:
            return baccarat(offer.rules)
        return baccarat(load_rules(self._shell.workplace.offers.library, *SIMULATED_RULES))

    def _recorded(self, path: Path) -> Transport | None:
        try:
            recording = read_recording(io.BytesIO(read_input_file(path)))
            if recording.skipped:
                self._notice = skipped_words(path.name, recording.skipped)
            return RecordedTransport(recording.entries)
        except RecordingError as error:
            self.page.tell(Message("sensors.no-recording", {"file": path.name, "line": error.line}))
        except OSError as error:
            self.page.tell(system_problem(error))
        return None

    def _is_one_of_two(self, source: Source, name: str) -> bool:
        """Whether another connected device was used with the same profile."""
        others = [device for device in list_devices() if device.port != source.where]
        return any(self.remembered.profile_of(device) == name for device in others)

    def _enter(self, text: str) -> None:
        """Handle text typed on the page: the address of a network box, or an event entered by hand."""
        source = self.page.source
        if self.listener is None and source is not None and source.kind in self._typed_addresses:
            self._typed_addresses[source.kind] = text
            self.look()
            self.connect_source(Source(source.kind, text, ""), self.page.profile_name)
            return
        if self.listener is None:
            return
        waits_for = "cards" if Gives.CARD in self.listener.profile.gives else "number"
        for kind in (waits_for, "dice", "number"):
            try:
                self.listener.enter(typed_event(text, kind))
            except DealtError as error:
                trouble = error.message
                continue
            self.page.tell(None)
            return
        self.page.tell(trouble)

    def _trial(self) -> None:
        if self.listener is not None:
            self.page.show_trial(None if self.page.trial else Trial(tries_for(self.listener.profile)))

    def _record(self) -> None:
        listener = self.listener
        if listener is None:
            return
        if listener.is_recording:
            listener.stop_recording()
            self.page.tell(None)
            return
        now = self._shell.workplace.now()
        path = self.recordings / f"{listener.name}-{now:%Y%m%d-%H%M%S}.jsonl"
        try:
            listener.record(path, now)
            self.page.tell(Message("sensors.page.recording-to", {"path": str(path)}))
        except OSError as error:
            self._not_recorded(error)

    def _not_recorded(self, error: OSError) -> None:
        self.page.tell(Message("sensors.page.not-recorded", {"problem": system_problem(error)}))

    # ── one table for a class ────────────────────────────────────────────────────────────────────────────────────

    def _share(self) -> None:
        """Start or stop relaying the device to the laptops of a class."""
        if self.class_table is not None:
            self._stop_sharing()
            self.page.tell(None)
        elif self.listener is not None:
            front = Front(self.listener.name, simulated=not self.listener.origin.is_real)
            shared = ClassTable(front, self.listener.relay)
            if not shared.open():
                shared.close()
                self.page.tell(Message("sensors.page.not-shared"))
                return
            self.class_table = shared
            self.page.is_shared = True
            self.page.tell(Message("sensors.page.shared-at", {"address": shared.address}))

    def _stop_sharing(self) -> None:
        shared, self.class_table = self.class_table, None
        self.page.is_shared = False
        if shared is not None:
            shared.close()
            shared.deleteLater()

    def _named(self, name: str) -> None:
        """Use the profile of the device at the front. A table that was opened before it was known which device that is,
        or whether it is simulated, begins anew."""
        listener = self.listener
        if listener is None:
            return
        is_known = name in dict(self.shelf.profiles())
        before, listener.profile = listener.profile, self.shelf.profile(name if is_known else _UNKNOWN)
        if is_known:
            self.page.choose_profile(name)
        session = self.table.session if "table" in self.__dict__ and self.table.listener is listener else None
        if session is None or (listener.profile == before and session.origin is listener.origin):
            return
        if (again := self.session(session.watched)) is not None:
            self.table.begin(again, listener)

    # ── the real table ───────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def table(self) -> RealTableScreen:
        screen = RealTableScreen(PictureCache(self._shell.workplace.folders.tables))
        screen.ended.connect(self._end_table)
        return screen

    def open_table(self, watched: bool) -> None:
        """Open the real table, with the connected device or by hand only; if ``watched``, it asks nothing."""
        session = self.session(watched)
        if session is not None:
            self._shell.navigation.push(self._table_place)
            self.table.begin(session, self.listener)
            if self.listener is not None and not session.needs & self.listener.profile.gives:
                self.table.tell(Message(f"sensors.table.no-{session.waits_for}"))

    def open_live(self) -> None:
        """Open the live table: its cards, numbers or dice come from the device."""
        if self._offer is not None and self.listener is not None:
            self._deal(self._offer, self.listener)

    def session(self, watched: bool) -> Session | None:
        """A session at the selected table; `None` if that game, or its variant, has no real table."""
        offer, tools = self._offer, self._shell.workplace
        kind = session_kind(offer.families) if offer is not None else None
        if offer is None or kind is None:
            return None
        rules = offer.rules
        chosen = {key: value for key, value in rules.chosen.items() if value != rules.options[key].default}
        variant = "" if rules.variant == rules.default_variant else rules.variant
        plan = Plan(rulebook=rules.rulebook, game=rules.game, variant=variant, options=chosen)
        shared = (plan, tools.offers, tools.recording, tools.clock, tools.rng)
        is_heard = self.listener is not None and self.listener.origin is not Origin.HAND
        profile = self.listener.profile if self.listener is not None and is_heard else None
        common: dict[str, Any] = {
            "watched": watched,
            "origin": self.listener.origin if self.listener is not None else Origin.HAND,
        }
        is_sure = profile is None or profile.numbers_reports  # typed cards are as sure as numbered reports
        if issubclass(kind, ShoeSession):
            knows_end = profile is not None and Gives.RESULT in profile.gives
            has_shoe = profile is not None and Gives.CARD in profile.gives
            tells_hands = profile.tells_hands if profile is not None and has_shoe else None
            return kind(*shared, **common, numbered=is_sure, knows_end=knows_end, tells_hands=tells_hands)
        if kind is BlackjackSession:
            try:
                tells_signals = profile is not None and Gives.SIGNAL in profile.gives
                return BlackjackSession(*shared, **common, tells_signals=tells_signals)
            except RequestError:  # a variant whose round is not played act by act
                self.page.tell(Message("sensors.page.no-table"))
                return None
        if kind is WheelSession:
            return WheelSession(*shared, **common, profile=profile)
        return kind(*shared, **common)

    def _stop_table(self) -> None:
        self.table.end_listening()

    def _end_table(self) -> None:
        """Return to the page and show the result of the session."""
        session = self.table.session
        self._shell.navigation.pop()
        if session is not None:
            answered = session.run.answered
            right = sum(each.mark.right for each in answered)
            params = {"rounds": session.pace.rounds, "answers": len(answered), "right": right}
            self.page.tell(Message("sensors.page.practised", params | {"pace": pace_words(session) or ""}))
