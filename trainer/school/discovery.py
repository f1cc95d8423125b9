"""Announcing the service on the local network by mDNS, and finding services that are announced there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from threading import Event

from zeroconf import ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncZeroconf

from trainer.school import protocol

_log = logging.getLogger(__name__)

_PATIENCE = 3.0  # seconds


def find_services(patience: float = _PATIENCE, most: int = 20) -> list[str]:
    """Addresses of the services that answer within ``patience`` seconds. Joining proves which one is the right one."""
    found: list[str] = []
    heard = Event()

    def changed(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is not ServiceStateChange.Added or len(found) >= most:
            return
        info = zeroconf.get_service_info(service_type, name, timeout=1000)
        if info is not None:
            found.extend(f"{address}:{info.port}" for address in info.parsed_addresses())
            heard.set()

    try:
        zeroconf = Zeroconf()
    except OSError:  # no network
        return []
    try:
        browser = ServiceBrowser(zeroconf, protocol.SERVICE_TYPE, handlers=[changed])
        if heard.wait(patience):
            Event().wait(0.3)  # a second service may answer slightly later
        browser.cancel()
    finally:
        zeroconf.close()
    return list(dict.fromkeys(found))


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


async def stop_announcing(announcing: asyncio.Task[AsyncZeroconf | None]) -> None:
    """Withdraw the announcement."""
    if not announcing.done():
        announcing.cancel()
    with contextlib.suppress(OSError, asyncio.CancelledError):
        announced = await announcing
        if announced is not None:
            await announced.async_unregister_all_services()
            await announced.async_close()


async def announce(name: str, port: int, host: str) -> AsyncZeroconf | None:
    """Announce the service by mDNS; None if that fails, and then laptops need the address typed in."""
    addresses = own_addresses() if host == "0.0.0.0" else [host]
    label = "".join(letter for letter in name if letter.isprintable() and letter != ".")[:40] or "school"
    try:
        announced = AsyncZeroconf(interfaces=addresses)
        info = ServiceInfo(
            protocol.SERVICE_TYPE,
            f"{label}.{protocol.SERVICE_TYPE}",
            addresses=[socket.inet_aton(address) for address in addresses],
            port=port,
            properties={"v": str(protocol.VERSION)},
        )
        await announced.async_register_service(info, allow_name_change=True)
    except Exception:  # zeroconf raises many kinds of errors; the service runs without an announcement
        _log.warning("the service is not announced on the local network", exc_info=True)
        return None
    return announced
