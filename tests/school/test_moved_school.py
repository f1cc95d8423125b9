"""A school at another address or port is found again, and only by its certificate."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import pytest
from zeroconf import ServiceInfo, ServiceStateChange
from zeroconf._utils.name import service_type_name

from tests.school.laptops import MemoryEntries
from tests.school.people import Clock, a_class, a_laptop, some_entries
from trainer.records.attempts import to_milliseconds, wall_clock
from trainer.school import discovery, protocol
from trainer.school.discovery import FoundService, find_school
from trainer.school.entries import NOBODY
from trainer.school.laptop.address_search import AddressSearch
from trainer.school.laptop.asyncio_transport import AsyncioTransport, sync_once
from trainer.school.laptop.links import Link, LinkBook
from trainer.school.laptop.pinned_https import unverified_context
from trainer.school.laptop.sync_client import State, SyncClient
from trainer.school.service.server import SchoolServer
from trainer.school.storage.school_storage import Storage, open_storage


def served(storage: Storage, folder: Path) -> SchoolServer:
    serving = SchoolServer(storage, folder, host="127.0.0.1", port=0)
    serving.in_background(announces=False)
    return serving


def a_joined_laptop(storage: Storage, serving: SchoolServer) -> Link:
    _, (ana, _) = a_class(storage)
    laptop, key = a_laptop(storage, ana)
    return Link(
        profile=NOBODY,
        school="Escuela",
        address=f"127.0.0.1:{serving.port}",
        fingerprint=serving.identity.fingerprint,
        laptop=laptop.id.bytes,
        key=key.seed,
        person=ana.id.bytes,
        name=ana.name,
        class_name="Lunes",
    )


def now() -> int:
    return to_milliseconds(wall_clock())


def test_a_laptop_finds_its_school_at_another_port_and_remembers_it(storage: Storage, tmp_path: Path) -> None:
    first = served(storage, tmp_path / "school")
    link = a_joined_laptop(storage, first)
    book = LinkBook(None)
    book.store_link(link)
    first.stop()
    second = served(storage, tmp_path / "school")
    elsewhere = open_storage(None)
    stranger = served(elsewhere, tmp_path / "another")
    core = SyncClient(link, book, MemoryEntries(some_entries(3)), now)
    announced = [f"127.0.0.1:{stranger.port}", f"127.0.0.1:{second.port}"]

    async def meet() -> None:
        transport = AsyncioTransport(
            core, tick=0.05, look=lambda fingerprint, name: announced, wait=lambda failures: 0.1
        )
        running = asyncio.create_task(transport.run())
        async with asyncio.timeout(60):
            while core.state is not State.IN_STEP:
                await asyncio.sleep(0.05)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(meet())
    found = book.link(NOBODY)
    assert found is not None and found.address == announced[1]
    assert storage.person(storage.people()[0].id).stored == 4
    second.stop()
    stranger.stop()
    elsewhere.close()


def test_a_sync_without_contact_does_not_say_that_all_is_in_step(storage: Storage, tmp_path: Path) -> None:
    serving = served(storage, tmp_path / "school")
    link = a_joined_laptop(storage, serving)
    book = LinkBook(None)
    book.store_link(link)
    local = MemoryEntries(some_entries(3))
    assert asyncio.run(sync_once(SyncClient(link, book, local, now), 30))
    serving.stop()
    # Everything was sent earlier and nothing waits, but nobody answers today.
    assert not asyncio.run(sync_once(SyncClient(link, book, local, now), 1))


def test_an_announced_certificate_wins_and_an_old_service_is_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = bytes(range(32))
    heard = [
        FoundService("10.0.0.1:8420", "Escuela", ""),
        FoundService("10.0.0.2:8420", "Escuela", "ff" * 16),
        FoundService("10.0.0.3:9000", "Otro nombre", mine.hex()[:32]),
        FoundService("10.0.0.4:8420", "Academia", ""),
    ]
    monkeypatch.setattr(discovery, "_heard", lambda patience, most, counts, ends: list(filter(counts, heard)))
    assert find_school(mine, "Escuela") == ["10.0.0.3:9000", "10.0.0.1:8420"]


def test_the_last_address_is_tried_first_and_between_searches(clock: Clock) -> None:
    search = AddressSearch("a")
    assert not search.is_due(0)
    search.failed()
    search.failed()
    assert search.is_due(0) and not search.is_due(14_000)
    search.found(["a", "b", "c"])
    tried = []
    while not search.is_due(15_000):
        tried.append(search.address)
        search.failed()
    assert tried == ["b", "a", "c", "a"]  # a stranger may have announced the others, and the school is back
    search.found(["d"])
    assert search.reached() and search.last == search.address == "d" and not search.is_due(99_000)
    assert not search.reached()


def test_a_forwarded_address_is_not_believed(storage: Storage, tmp_path: Path) -> None:
    serving = served(storage, tmp_path / "school")
    guess = protocol.encoded(protocol.Login(login="dora", password="guess"))

    def refusal(number: int) -> str:
        connection = http.client.HTTPSConnection("127.0.0.1", serving.port, timeout=15, context=unverified_context())
        connection.request("POST", protocol.PATHS["login"], guess, {"X-Forwarded-For": f"10.1.1.{number}"})
        answer = protocol.read_answer(connection.getresponse().read())
        connection.close()
        assert isinstance(answer, protocol.Refused)
        return answer.why

    assert [refusal(number) for number in range(6)] == ["wrong-password"] * 5 + ["slow-down"]
    serving.stop()


@pytest.mark.parametrize("letter", ["e", "\N{LATIN SMALL LETTER N WITH TILDE}", "\N{BLACK CHESS QUEEN}"])
def test_schools_of_one_long_name_are_announced_under_names_of_their_own(
    letter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[ServiceInfo] = []

    class Network:
        def __init__(self, interfaces: list[str]) -> None:
            pass

        async def async_register_service(self, info: ServiceInfo, *, allow_name_change: bool) -> None:
            service_type_name(info.name)  # raises an error if it is too long
            announced.append(info)

    monkeypatch.setattr(discovery, "AsyncZeroconf", Network)
    for port in (8420, 8421):
        asyncio.run(discovery._register(letter * 120, port, ["127.0.0.1"], bytes(32)))
    assert len({info.name for info in announced}) == 2


def test_a_school_is_found_among_many_that_a_stranger_announces(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = bytes(range(32))

    class Network:
        def get_service_info(self, kind: str, name: str, timeout: int) -> SimpleNamespace:
            number = int(name.split()[1].partition(".")[0])
            announced = {b"f": mine.hex()[:32].encode()} if number == 100 else {}
            return SimpleNamespace(port=number, properties=announced, parsed_addresses=lambda: ["10.0.0.1"])

        def close(self) -> None:
            pass

    class Browser:
        def __init__(self, network: Network, kind: str, handlers: list[Callable[..., None]]) -> None:
            for number in range(101):
                handlers[0](network, kind, f"Escuela {number}.{kind}", ServiceStateChange.Added)

        def cancel(self) -> None:
            pass

    monkeypatch.setattr(discovery, "Zeroconf", Network)
    monkeypatch.setattr(discovery, "ServiceBrowser", Browser)
    found = find_school(mine, "Escuela", 0.01)
    assert found[0] == "10.0.0.1:100" and len(found) == 50


def announced_names(monkeypatch: pytest.MonkeyPatch, names: list[str], found: Callable[[str, float], object]) -> None:
    """Services of these names are announced one after another; ``found`` returns the announcement of a name within some
    seconds."""

    class Network:
        def get_service_info(self, kind: str, name: str, timeout: int) -> object:
            return found(name.partition(".")[0], timeout / 1000)

        def close(self) -> None:
            pass

    class Browser:
        def __init__(self, network: Network, kind: str, handlers: list[Callable[..., None]]) -> None:
            self._is_over = False
            Thread(target=self._announce, args=(network, kind, handlers[0])).start()

        def _announce(self, network: Network, kind: str, handler: Callable[..., None]) -> None:
            for name in names:
                if not self._is_over:
                    handler(network, kind, f"{name}.{kind}", ServiceStateChange.Added)

        def cancel(self) -> None:
            self._is_over = True

    monkeypatch.setattr(discovery, "Zeroconf", Network)
    monkeypatch.setattr(discovery, "ServiceBrowser", Browser)


def test_names_without_an_address_do_not_delay_the_school(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = bytes(range(32))

    def found(name: str, seconds: float) -> object:
        if name != "Escuela":
            Event().wait(seconds)  # until the search for its address is given up
            return None
        announced = {b"f": mine.hex()[:32].encode()}
        return SimpleNamespace(port=8420, properties=announced, parsed_addresses=lambda: ["10.0.0.1"])

    announced_names(monkeypatch, [*(f"Nadie {number}" for number in range(400)), "Escuela"], found)
    assert find_school(mine, "Escuela", 3.0) == ["10.0.0.1:8420"]


def test_a_name_that_is_none_does_not_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = bytes(range(32))
    announced = {b"f": mine.hex()[:32].encode()}

    def found(name: str, seconds: float) -> object:
        ServiceInfo(protocol.SERVICE_TYPE, f"{name}.{protocol.SERVICE_TYPE}")  # checks the name, as zeroconf does
        return SimpleNamespace(port=8420, properties=announced, parsed_addresses=lambda: ["10.0.0.1"])

    announced_names(monkeypatch, ["\x07", "Escuela"], found)
    assert find_school(mine, "Escuela", 0.5) == ["10.0.0.1:8420"]


def test_a_school_is_found_in_time_among_many_that_show_its_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = bytes(range(32))

    def found(name: str, seconds: float) -> object:
        announced = {b"f": mine.hex()[:32].encode()}
        return SimpleNamespace(port=int(name), properties=announced, parsed_addresses=lambda: ["10.0.0.1"])

    announced_names(monkeypatch, [str(number) for number in range(1, 151)], found)
    searches = [find_school(mine, "Escuela", 1.0) for _ in range(12)]
    assert all(len(one) == 50 for one in searches) and any("10.0.0.1:150" in one for one in searches)
