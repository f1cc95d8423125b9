"""Announcing the service on the local network by mDNS, and finding services that are announced there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import NamedTuple

from zeroconf import BadTypeInNameException, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncZeroconf

from trainer.school import protocol

_log = logging.getLogger(__name__)

_PATIENCE = 3.0  # seconds
_LOOK_AGAIN = 5.0  # seconds between two looks at this machine's addresses
_MOST = 50
_LONGEST_LABEL = 50  # bytes of a school's name; with what follows it a label has at most 63
_CERTIFICATE = b"f"  # property of an announcement


class FoundService(NamedTuple):
    """A service that is announced on the local network. Only its certificate proves which school it is."""

    address: str
    name: str  # as announced, cut to fit
    fingerprint: str  # of its certificate; empty for older services


def find_services(patience: float = _PATIENCE, most: int = 20) -> list[str]:
    """Addresses of the services that answer within ``patience`` seconds. Joining proves which one is the right one."""
    return list(dict.fromkeys(one.address for one in _heard(patience, most, lambda found: True, lambda found: True)))


def find_school(fingerprint: bytes, name: str, patience: float = _PATIENCE) -> list[str]:
    """Addresses at which a school may be reached now, best first: the services that announce its certificate, then
    those without one that have its name."""
    wanted, label = _short(fingerprint), _label(name)

    def may_be_it(found: FoundService) -> bool:
        return found.fingerprint == wanted or (not found.fingerprint and found.name.startswith(label))

    heard = _heard(patience, _MOST, may_be_it, lambda found: found.fingerprint == wanted)
    return list(dict.fromkeys(one.address for one in sorted(heard, key=lambda found: not found.fingerprint)))


def _heard(
    patience: float, most: int, counts: Callable[[FoundService], bool], ends: Callable[[FoundService], bool]
) -> list[FoundService]:
    """The services that count and answer in time; stops shortly after one was heard that ``ends`` the search. If there
    are too many, others are left out first, then any."""
    found: list[FoundService] = []
    heard = Event()

    def changed(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        # A service announces its address with its name. Names without one, which a stranger can announce in any number
        # and which take a second each, wait in turn and delay no other.
        if state_change is not ServiceStateChange.Removed and not ask(zeroconf, service_type, name, timeout=0):
            with contextlib.suppress(RuntimeError):  # the search is over
                asking.submit(ask, zeroconf, service_type, name, timeout=1000)

    def ask(zeroconf: Zeroconf, service_type: str, name: str, timeout: int) -> bool:
        """Look for the address of a name; returns whether the search for it is over."""
        try:
            info = zeroconf.get_service_info(service_type, name, timeout)
        except BadTypeInNameException:  # a stranger can announce any name; the browser's thread must go on
            return True
        if info is not None:
            announced = info.properties.get(_CERTIFICATE) or b""
            label, fingerprint = name.removesuffix(f".{service_type}"), announced.decode("ascii", "replace")
            fresh = [FoundService(f"{one}:{info.port}", label, fingerprint) for one in info.parsed_addresses()]
            # Others, however many a stranger announces, leave room for those that end the search.
            found.extend(one for one in fresh if counts(one) and (ends(one) or len(found) < most))
            if any(map(ends, fresh)):
                heard.set()
        return info is not None

    try:
        zeroconf = Zeroconf()
    except OSError:  # no network
        return []
    asking = ThreadPoolExecutor(_MOST, "school search")
    try:
        browser = ServiceBrowser(zeroconf, protocol.SERVICE_TYPE, handlers=[changed])
        if heard.wait(patience):
            Event().wait(0.3)  # a second service may answer slightly later
        browser.cancel()
    finally:
        asking.shutdown(cancel_futures=True)
        zeroconf.close()
    if len(found) > most:
        random.shuffle(found)  # repeated searches find a school among many services that claim to be it
    return sorted(found, key=lambda one: not ends(one))[:most]


def own_addresses() -> list[str]:
    """The addresses at which laptops can reach this machine, the one of the default route first."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing; asks the system which route it would take
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    usable = [address for address in dict.fromkeys(map(str, found)) if not address.startswith("127.")]
    return usable or ["127.0.0.1"]


async def announce(name: str, port: int, host: str, fingerprint: bytes) -> None:
    """Announce the service by mDNS until cancelled, again whenever this machine's addresses change.

    If that fails, laptops that do not know the address need it typed in.
    """
    announced: AsyncZeroconf | None = None
    last: list[str] = []
    try:
        while True:
            addresses = await asyncio.to_thread(own_addresses) if host == "0.0.0.0" else [host]
            if addresses != last:
                await _withdraw(announced)
                announced, last = await _register(name, port, addresses, fingerprint), addresses
            await asyncio.sleep(_LOOK_AGAIN)
    finally:
        await _withdraw(announced)


async def stop_announcing(announcing: asyncio.Task[None]) -> None:
    """Withdraw the announcement."""
    announcing.cancel()
    with contextlib.suppress(OSError, asyncio.CancelledError):
        await announcing


async def _register(name: str, port: int, addresses: list[str], fingerprint: bytes) -> AsyncZeroconf | None:
    try:
        announced = AsyncZeroconf(interfaces=addresses)
        info = ServiceInfo(
            protocol.SERVICE_TYPE,
            # The number keeps services of one name apart that start at the same moment, for example after a power cut.
            f"{_label(name)} {secrets.token_hex(4)}.{protocol.SERVICE_TYPE}",
            addresses=[socket.inet_aton(address) for address in addresses],
            port=port,
            properties={b"v": str(protocol.VERSION).encode(), _CERTIFICATE: _short(fingerprint).encode()},
        )
        await announced.async_register_service(info, allow_name_change=True)
    except Exception:  # zeroconf raises many kinds of errors; the service runs without an announcement
        _log.warning("the service is not announced on the local network", exc_info=True)
        return None
    return announced


async def _withdraw(announced: AsyncZeroconf | None) -> None:
    if announced is not None:
        with contextlib.suppress(OSError):
            await announced.async_unregister_all_services()
        await announced.async_close()


def _label(name: str) -> str:
    """The beginning of a school's name, as announced."""
    label = "".join(letter for letter in name if letter.isprintable() and letter != ".")[:40]
    return label.encode("utf-8", "ignore")[:_LONGEST_LABEL].decode("utf-8", "ignore") or "school"


def _short(fingerprint: bytes) -> str:
    """The beginning of a fingerprint, as announced."""
    return fingerprint.hex()[:32]
