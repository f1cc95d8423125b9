"""Decoders under load: ten million bytes of noise a profile, a thousand shoes there and back, and how many times as
quick as its line each is.

    uv run pytest benchmarks/test_sensors.py -n 0 -s
"""

from __future__ import annotations

import random
import time
import tracemalloc

import pytest

from benchmarks.sizes import IS_SMOKE, sized
from tests.sensors.lines_of_devices import PROFILES, SHELF
from trainer.games.baccarat.figures import baccarat
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.sensors.decoder import State
from trainer.sensors.events import Event
from trainer.sensors.profile import Style
from trainer.sensors.profile_files import decoder_of
from trainer.sensors.simulators import Said, simulate

RULES = baccarat(load_rules(shipped_library(), "arica", "punto-banco"))
SPEAKING = tuple(name for name in PROFILES if name not in ("rfid-reader", "angel-eye-ii-ex-tcp"))
BYTES = sized(10_000_000, 20_000)
PIECE = 10_000
SHOES = sized(1000, 2)
LEAST = 1000  # times the line's own speed


def said(profile: str, seed: int, rounds: int | None = None) -> list[Said]:
    return list(simulate(SHELF.profile(profile), RULES, seed, rounds))


@pytest.mark.parametrize("profile", PROFILES)
def test_ten_million_fuzzed_bytes(profile: str) -> None:
    """Nothing raises, memory stays bounded, and every whole message between the noise is found."""
    description = SHELF.profile(profile)
    decoder, rng = decoder_of(description), random.Random(profile)
    messages = [each for each in said(profile, 1, 3) if each.events] if profile != "rfid-reader" else []
    is_framed = description.framing.style is Style.FRAMED
    state, fed, found, planted, most = State(), 0, 0, 0, 0
    began = time.perf_counter()
    tracemalloc.start()
    while fed < BYTES:
        noise = rng.randbytes(PIECE)
        heard = decoder.feed(state, noise + (b"" if is_framed else b"\r\n"))
        fed += PIECE
        state = heard.state
        if messages:
            # A whole spin or coup in clear: its first message is a repeat of nothing.
            heard = decoder.feed(State(state.held, b"", state.skipping), b"".join(each.raw for each in messages))
            wanted = [event for each in messages for event in each.events]
            planted += len(wanted)
            left = iter(heard.events)
            found += sum(event in left for event in wanted)
            fed += sum(len(each.raw) for each in messages)
        state = heard.state
        most = max(most, len(state.held))
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    print(
        f"\n{profile}: {fed / 1e6:.1f} million bytes in {time.perf_counter() - began:.0f} s, {found} of {planted} "
        f"planted events found, at most {most} bytes held back, {held / 1e6:.1f} MB at the peak"
    )
    assert found == planted
    assert most < 200 and held < 64e6


@pytest.mark.parametrize("profile", SPEAKING)
def test_a_thousand_shoes_round_trip(profile: str) -> None:
    decoder = decoder_of(SHELF.profile(profile))
    events = 0
    for seed in range(SHOES):
        everything = said(profile, seed, None if SHELF.profile(profile).kind == "shoe" else 20)
        meant: list[Event] = [event for each in everything for event in each.events]
        assert decoder.feed(State(), b"".join(each.raw for each in everything)).events == meant
        events += len(meant)
    print(f"\n{profile}: {SHOES} shoes or sessions of spins, {events} events there and back")


@pytest.mark.parametrize("profile", SPEAKING)
def test_throughput_against_the_line(profile: str) -> None:
    """A device's own talk, in pieces as a port gives them, against what its line can carry; of this process's own time,
    for the machine may be busy."""
    description = SHELF.profile(profile)
    decoder = decoder_of(description)
    pieces = [each.raw for seed in range(sized(40, 1)) for each in said(profile, seed, 80)]
    stream = b"".join(pieces)
    chunks = [stream[at : at + 512] for at in range(0, len(stream), 512)]
    best = 0.0
    for _ in range(sized(5, 1)):
        state, began = State(), time.process_time()
        for chunk in chunks:
            state = decoder.feed(state, chunk).state
        best = max(best, len(stream) / (time.process_time() - began))
    line = description.line
    carried = line.speeds[0] / (1 + line.data_bits + line.stop_bits)
    print(f"\n{profile}: {best / 1e6:.2f} MB/s, {best / carried:,.0f} times a line of {line.speeds[0]} baud")
    assert IS_SMOKE or best / carried >= LEAST
