"""Recorded sessions: played again they say the same, and what was entered by hand stays told apart."""

from __future__ import annotations

import pytest

from tests.sensors.lines_of_devices import SHELF, angel, drawn
from trainer.sensors.dropping import Dropped
from trainer.sensors.events import CardEvent
from trainer.sensors.reading import decoder_of
from trainer.sensors.recording import (
    Heading,
    Played,
    RecordingError,
    hand_line,
    heading_line,
    link_line,
    play,
    raw_line,
    read_recording,
)

DECODER = decoder_of(SHELF.profile("angel-eye-ii-ex"))
CARD = drawn("1", "player", 1, "8S")


def test_a_recording_plays_what_came_with_its_times() -> None:
    lines = [heading_line(Heading("angel-eye-ii-ex")), raw_line(10, CARD[:3]), raw_line(20, CARD[3:] + CARD)]
    heading, entries = read_recording(lines)
    assert heading.profile == "angel-eye-ii-ex"
    first, second = sorted(play(DECODER, entries), key=lambda each: isinstance(each, Dropped))
    assert first == Played(20, CardEvent("8S", "player", 1))
    assert isinstance(second, Dropped)


def test_what_was_put_right_by_hand_is_told_as_such() -> None:
    wrong, right = CardEvent("8S", "player", 1), CardEvent("9S", "player", 1)
    lines = [heading_line(Heading("angel-eye-ii-ex")), raw_line(0, CARD), hand_line(900, right, wrong)]
    played = list(play(DECODER, read_recording(lines)[1]))
    assert played == [Played(0, wrong), Played(900, right, by_hand=True, corrects=wrong)]


def test_after_a_gap_half_a_message_does_not_go_on() -> None:
    lines = [
        heading_line(Heading("angel-eye-ii-ex")),
        raw_line(0, CARD[:3]),
        link_line(5, "lost"),
        raw_line(9, CARD[3:]),
    ]
    played = list(play(DECODER, read_recording(lines)[1]))
    assert played and all(isinstance(each, Dropped) for each in played)


def test_a_recording_that_was_cut_off_is_read_as_far_as_it_goes() -> None:
    lines = [heading_line(Heading("angel-eye-ii-ex")), raw_line(0, CARD), raw_line(1, angel("2", "S"))[:-9]]
    assert len(read_recording(lines)[1]) == 1


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [b"hello\n"],
        [b'{"profile":"open-line"}\n'],
        [b'{"profile":"open-line","recording":99}\n'],
        [heading_line(Heading("open-line")), b'{"at":1,"raw":"zz"}\n'],
        [heading_line(Heading("open-line")), b'{"at":1,"by_hand":{"nothing":1}}\n'],
        [heading_line(Heading("open-line")), b"\xff\n"],
    ],
)
def test_what_is_no_recording_is_refused(lines: list[bytes]) -> None:
    with pytest.raises(RecordingError):
        read_recording(lines)
