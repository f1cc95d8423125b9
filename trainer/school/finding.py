"""Finding services on the local network, as they announce themselves."""

from __future__ import annotations

from threading import Event

from zeroconf import ServiceBrowser, ServiceStateChange, Zeroconf

from trainer.school import protocol

_PATIENCE = 3.0  # seconds


def find_services(patience: float = _PATIENCE, most: int = 20) -> list[str]:
    """The addresses of services that answer within some seconds; whether one is ours, its proof will tell."""
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
            Event().wait(0.3)  # a second service may answer a little later
        browser.cancel()
    finally:
        zeroconf.close()
    return list(dict.fromkeys(found))
