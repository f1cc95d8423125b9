"""Whatever comes on a line: however it is cut, damaged or drowned in noise."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.loops import loop_over
from tests.sensors.lines_of_devices import PROFILES, SHELF, cut, fed
from trainer.games.baccarat.figures import baccarat
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.sensors.decoder import State
from trainer.sensors.events import Event
from trainer.sensors.profile_files import decoder_of
from trainer.sensors.simulators import Said, simulate

RULES = baccarat(load_rules(shipped_library(), "arica", "punto-banco"))
SPEAKING = tuple(name for name in PROFILES if name != "rfid-reader")  # which has no tags of its own
MOST_HELD = 200  # bytes
# Pieces of every dialect, whole and broken, so that chance finds the places where they meet.
WORDS = [
    b"\x05", b"\x051D\x81\xb8\x037F", b"\x051S\x0361", b"\x03", b"\x02", b"\x06", b"\x15", b"*0D21D7", b"\r", b"\n",
    b" [Game]<Card:4S> ", b"[", b"<", b">", b"*X;2;007; 9;0;144;0", b"*X;5;007;31;0;144;0", b"*", b"31", b" 5", b"0",
    b"CARD 8H", b"CA", b"RD 8H", b"NUMBER 17", b"SPIN", b"BURN", b"*S", b"*W 17", b"*N", b"x" * 70, b"\xff", b"1080",
    b"<Alarm:E3>", b"]", b"3-4", b"0|04A1B2C3",
]  # fmt: skip


def said(profile: str, seed: int, rounds: int | None = None) -> list[Said]:
    return list(simulate(SHELF.profile(profile), RULES, seed, rounds))


def meant(everything: list[Said]) -> list[Event]:
    return [event for each in everything for event in each.events]


@pytest.mark.parametrize("profile", PROFILES)
@settings(max_examples=30)
@given(words=st.lists(st.sampled_from(WORDS) | st.binary(max_size=6), max_size=25), data=st.data())
def test_any_cutting_of_any_stream_gives_the_same_events(profile: str, words: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(words)
    whole, _ = fed(profile, [stream])
    places = data.draw(st.lists(st.integers(0, len(stream)), max_size=8))
    for pieces in (cut(stream, places), cut(stream, range(len(stream)))):
        in_pieces, most = fed(profile, pieces)
        assert in_pieces.events == whole.events
        assert most <= MOST_HELD


@pytest.mark.parametrize("profile", SPEAKING)
def test_a_simulated_device_means_what_it_says(profile: str) -> None:
    for seed in range(2):
        everything = said(profile, seed, 12)
        assert everything
        assert fed(profile, [each.raw for each in everything])[0].events == meant(everything)


@pytest.mark.parametrize("profile", SPEAKING)
def test_split_at_every_byte(profile: str) -> None:
    everything = [each for each in said(profile, 5, 3) if each.events]
    stream, events = b"".join(each.raw for each in everything), meant(everything)
    for place in range(len(stream)):
        assert fed(profile, cut(stream, [place]))[0].events == events


@pytest.mark.parametrize("profile", SPEAKING)
def test_every_whole_message_inside_noise_is_found(profile: str) -> None:
    """Noise between messages; where a line has no mark of its own at its beginning, it at least begins a line."""
    rng = random.Random(18)
    marked = bool(SHELF.profile(profile).framing.begins) or SHELF.profile(profile).framing.style == "framed"
    everything = said(profile, 6, 4)
    stream = bytearray()
    for each in everything:
        stream += rng.randbytes(rng.randint(0, 40)).translate(None, b"*[")
        stream += b"" if marked and each.raw[:1] in b"\x05*[C" else b"\r\n"
        stream += each.raw
    heard, most = fed(profile, [bytes(stream)])
    wanted = meant(everything)
    found = iter(heard.events)
    assert all(event in found for event in wanted), "in this order, whatever else the noise said"
    assert heard.dropped and most <= MOST_HELD


@loop_over("profile", PROFILES)
def test_noise_raises_nothing_and_fills_no_memory(profile: str) -> None:
    rng = random.Random(profile)
    decoder = decoder_of(SHELF.profile(profile))
    state = State()
    for _ in range(100):
        noise = rng.randbytes(1000)
        heard = decoder.feed(state, noise)
        told = sum(len(each.raw) for each in heard.dropped)
        assert told + len(heard.state.held) <= len(noise) + len(state.held) + 200, "nothing is told twice"
        state = heard.state
        assert len(state.held) <= MOST_HELD


@loop_over("profile", PROFILES)
def test_a_flood_without_an_end_is_passed_over(profile: str) -> None:
    heard, most = fed(profile, [b"\x05A" + b"A" * 3000, b"*X" + b"1" * 3000, b"[" * 3000] * 20)
    assert not heard.events
    assert most <= MOST_HELD
