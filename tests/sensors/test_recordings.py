"""Recorded sessions: played again they say the same, and what was entered by hand stays told apart."""

from __future__ import annotations

import pytest

from tests.loops import loop_over
from tests.sensors.lines_of_devices import SHELF, angel, drawn
from trainer.sensors.dropped import Dropped
from trainer.sensors.events import CardEvent
from trainer.sensors.manual_input import Correction
from trainer.sensors.profile_files import decoder_of
from trainer.sensors.recordings import (
    Heading,
    Played,
    RecordingError,
    correction_line,
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
    recording = read_recording(lines)
    assert recording.heading.profile == "angel-eye-ii-ex" and not recording.skipped
    first, second = sorted(play(DECODER, recording.entries), key=lambda each: isinstance(each, Dropped))
    assert first == Played(20, CardEvent("8S", "player", 1))
    assert isinstance(second, Dropped)


def test_what_was_put_right_by_hand_is_told_as_such() -> None:
    wrong, right = CardEvent("8S", "player", 1), CardEvent("9S", "player", 1)
    lines = [
        heading_line(Heading("angel-eye-ii-ex")),
        raw_line(0, CARD),
        correction_line(900, Correction(right), wrong),
    ]
    played = list(play(DECODER, read_recording(lines).entries))
    assert played == [Played(0, wrong), Played(900, right, by_hand=True, corrects=wrong)]


def test_after_a_gap_half_a_message_does_not_go_on() -> None:
    lines = [
        heading_line(Heading("angel-eye-ii-ex")),
        raw_line(0, CARD[:3]),
        link_line(5, "lost"),
        raw_line(9, CARD[3:]),
    ]
    played = list(play(DECODER, read_recording(lines).entries))
    assert played and all(isinstance(each, Dropped) for each in played)


def test_a_recording_that_was_cut_off_is_read_as_far_as_it_goes() -> None:
    lines = [heading_line(Heading("angel-eye-ii-ex")), raw_line(0, CARD), raw_line(1, angel("2", "S"))[:-9]]
    recording = read_recording(lines)
    assert list(play(DECODER, recording.entries)) == [Played(0, CardEvent("8S", "player", 1))]
    assert recording.skipped == (3,), "and that is told"


@loop_over(
    "damaged",
    [
        b'{"at":1,"raw":"zz"}\n',
        b'{"at":1,"by_hand":{"nothing":1}}\n',
        b'{"at":1,"by_hand":{"card":"ZZ"}}\n',
        b'{"at":1,"by_hand":{"state":"nonsense"}}\n',
        b'{"at":1,"by_hand":{"dice":"7-1"}}\n',
        b'{"at":1,"by_hand":{"number":"99"}}\n',
        b'{"at":-5,"raw":"05"}\n',
        b"\xff\n",
        b"{garbage\n",
        b"[1,2]\n",
        b"null\n",
        heading_line(Heading("angel-eye-ii-ex")),
    ],
)
def test_a_damaged_line_is_left_out_and_told_and_the_rest_is_played(damaged: bytes) -> None:
    half = raw_line(0, CARD + CARD[:3])
    whole = raw_line(9, drawn("2", "banker", 1, "9S"))
    recording = read_recording([heading_line(Heading("angel-eye-ii-ex")), half, damaged, whole])
    played = [each for each in play(DECODER, recording.entries) if isinstance(each, Played)]
    assert [each.event for each in played] == [CardEvent("8S", "player", 1), CardEvent("9S", "banker", 1)]
    assert recording.skipped == (3,)


def test_empty_lines_a_byte_order_mark_and_a_tail_of_zeros_are_no_damage() -> None:
    lines = [b"\xef\xbb\xbf" + heading_line(Heading("angel-eye-ii-ex")), b"\r\n", raw_line(0, CARD), b"\0" * 512]
    recording = read_recording(lines)
    assert len(recording.entries) == 1 and not recording.skipped


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [b"hello\n"],
        [b'{"profile":"open-line"}\n'],
        [b'{"profile":"open-line","recording":99}\n'],
    ],
)
def test_what_is_no_recording_is_refused(lines: list[bytes]) -> None:
    with pytest.raises(RecordingError):
        read_recording(lines)
