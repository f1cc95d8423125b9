"""Some laptops of a simulated class in a process of their own: real records, real client, one answer every two seconds.

Started by `test_school`, killed by it, and started again. What the service has acknowledged is written to a file at
once, so that it can be held against what the service has in the end.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from uuid import UUID

import msgspec

from trainer.records.attempts import to_milliseconds, wall_clock
from trainer.records.store import Store
from trainer.school import protocol
from trainer.school.laptop.asyncio_transport import AsyncioTransport
from trainer.school.laptop.links import Link, LinkBook
from trainer.school.laptop.local_entries import RecordsEntries
from trainer.school.laptop.sync_client import State, SyncClient

EVERY = 2.0  # seconds between answers
ITEM = "pay-the-layout/{level} baleares/roulette-french@1+ab12cd34 #{seed}"
MISTAKE = "roulette.mistake.added-the-stake"


class TimedBook(LinkBook):
    """Notes when the service acknowledged what, on the disk and with the time it took."""

    def __init__(self, path: Path, acknowledged: Path) -> None:
        super().__init__(path)
        self.sent: dict[bytes, float] = {}
        self.online: set[bytes] = set()  # made while the laptop was connected
        self._file = acknowledged.open("a", encoding="ascii", buffering=1)

    def mark_known(self, profile: UUID, known: Iterable[tuple[bytes, bytes]], pulled: int) -> None:
        known = list(known)
        now = time.perf_counter()
        for number, _ in known:
            began = self.sent.pop(number, None)
            took = round((now - began) * 1000, 1) if began is not None else -1
            self._file.write(f"{number.hex()} {took} {int(number in self.online)}\n")
        super().mark_known(profile, known, pulled)


class Laptop:
    """One trainee, who answers at his own pace for some time."""

    def __init__(self, folder: Path, link: Link) -> None:
        name = link.laptop.hex()
        self.store = Store(folder / f"{name}.db")
        profiles = self.store.profiles()
        self.profile = profiles[0] if profiles else self.store.add_profile(link.name)
        link = msgspec.structs.replace(link, profile=self.profile.id)
        self.book = TimedBook(folder / f"{name}.links", folder / f"{name}.acknowledged")
        self.core = SyncClient(
            link, self.book, RecordsEntries(lambda: self.store, self.profile.id), lambda: to_milliseconds(wall_clock())
        )
        self.transport = AsyncioTransport(self.core, tick=1.0)
        self.rng = random.Random(f"{name} {time.time_ns()}")
        self.session = self.store.add_session(self.profile.id, "drill", "")

    def answer(self) -> None:
        right = self.rng.random() < 0.7
        attempt = self.store.new_attempt(
            profile=self.profile.id,
            item=ITEM.format(level=self.rng.randrange(1, 4), seed=self.rng.getrandbits(31)),
            answer=str(self.rng.randrange(500)),
            right=right,
            mistake="" if right else MISTAKE,
            milliseconds=self.rng.randrange(800, 9000),
            target_ms=4000,
            behaviour="practise",
            counts=True,
            session=self.session.id,
        )
        self.store.record(attempt)
        self.book.sent[attempt.id.bytes] = time.perf_counter()
        if self.core.is_accepted:
            self.book.online.add(attempt.id.bytes)
        self.core.tick()
        self.core.report(
            protocol.Status(doing=protocol.Doing.RUN, skill="pay-the-layout", answered=3, length=20, target_ms=4000)
        )

    async def live(self, seconds: float, cuts: float) -> None:
        """Answer for some time; cut the network every so many seconds on average (0: never); then come into step."""
        running = asyncio.create_task(self.transport.run())
        ends = time.monotonic() + seconds
        await asyncio.sleep(self.rng.random() * EVERY)
        while time.monotonic() < ends:
            self.answer()
            if cuts and self.rng.random() < EVERY / cuts:
                self.transport.cut()
                asyncio.get_running_loop().call_later(self.rng.random() * 4, self.transport.mend)
            await asyncio.sleep(EVERY * (0.8 + 0.4 * self.rng.random()))
        patience = time.monotonic() + 120
        while (self.core.waiting or self.core.state is not State.IN_STEP) and time.monotonic() < patience:
            self.core.tick()
            await asyncio.sleep(0.2)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def main(folder: Path, names: list[str], seconds: float, cuts: float) -> None:
    links = json.loads((folder / "links.json").read_text(encoding="utf-8"))
    laptops = [Laptop(folder, msgspec.convert(links[name], Link)) for name in names]
    await asyncio.gather(*(laptop.live(seconds, cuts) for laptop in laptops))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[4:], float(sys.argv[2]), float(sys.argv[3])))
