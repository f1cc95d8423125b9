"""The Angel Eye II-EX: every message of its table, its repeats, and what it never lets through."""

from __future__ import annotations

import pytest

from tests.loops import loop_over
from tests.sensors.lines_of_devices import RANKS, SUITS, angel, card_byte, drawn, events, heard, reasons
from trainer.sensors.dropped import Reason

ANGEL = "angel-eye-ii-ex"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
ERRORS = "cannot-read overdraw button reverse-at-exit reverse-midway card-code time-out".split()


@pytest.mark.parametrize("to", ["player", "banker", "first"])
def test_every_card_for_every_hand_and_place(to: str) -> None:
    places = (1, 2, 3)
    stream = b"".join(drawn("1", to, place, card) for card in CARDS for place in places)
    assert events(ANGEL, stream) == [{"card": card, "to": to, "index": place} for card in CARDS for place in places]


def test_a_burned_card_is_told_with_its_place_and_an_unseen_one_as_burned() -> None:
    stream = drawn("1", "burn", 4, "KH") + angel("2", "D", 0xA1, 0x80)
    assert events(ANGEL, stream) == [{"burn": "KH", "index": 4}, {"burn": True}]


@pytest.mark.parametrize("count", range(11))
def test_the_burn_count(count: int) -> None:
    assert events(ANGEL, angel("1", "D", 0xD0 | count, 0x80)) == [{"burn_count": count}]


def test_a_retransmission_says_so() -> None:
    stream = drawn("1", "player", 2, "8S", "R") + drawn("2", "burn", 1, "2C", "R")
    assert events(ANGEL, stream) == [
        {"card": "8S", "to": "player", "index": 2, "again": True},
        {"burn": "2C", "index": 1, "again": True},
    ]


@pytest.mark.parametrize(("bits", "mode"), [(0, "lock"), (1, "error"), (2, "setting")])
def test_a_card_outside_a_coup(bits: int, mode: str) -> None:
    assert events(ANGEL, angel("1", "d", 0x80 | bits << 4, card_byte("TD"))) == [{"card": "TD", "outside": mode}]


@loop_over(("bits", "result"), [(1, "player"), (2, "tie"), (4, "banker"), (7, "forced-end")])
@loop_over("pairs", range(4))
def test_the_result_with_its_pairs(bits: int, result: str, pairs: int) -> None:
    expected = {"result": result, "player_pair": bool(pairs & 1), "banker_pair": bool(pairs & 2)}
    assert events(ANGEL, angel("1", "G", 0x80 | bits << 4 | pairs)) == [expected]


@loop_over("code", range(64))
def test_an_error_and_its_end(code: int) -> None:
    name = ERRORS[code - 1] if 1 <= code <= 7 else "unknown"
    stream = angel("1", "E", 0x80 | code) + angel("2", "E", 0xC0 | code) + angel("3", "e", 0x80 | code)
    assert events(ANGEL, stream) == [
        {"error": name, "error_mode": False},
        {"error": name, "error_mode": True},
        {"error_cleared": name},
    ]


def test_the_small_messages() -> None:
    stream = angel("1", "S") + angel("2", "P") + angel("3", "C") + angel("4", "L", 0x81) + angel("5", "L", 0x80)
    assert events(ANGEL, stream + angel("6", "M", b"120034")) == [
        {"state": "start"},
        {"state": "standby"},
        {"cut": True},
        {"lock": True},
        {"lock": False},
        {"preset": "12", "value": "0034"},
    ]


@loop_over("to", ["player", "banker"])
@loop_over("letter", ["D", "R"])
@loop_over("place", [0, *range(4, 16)])
def test_a_place_that_no_hand_has_is_refused(to: str, letter: str, place: int) -> None:
    assert heard(ANGEL, drawn("1", to, place, "8S", letter))[0] == []
    assert reasons(ANGEL, drawn("1", to, place, "8S", letter)) == [Reason.CONTENT]


@loop_over("card", [0x80, 0x88, 0xB0, 0xBE, 0xBF, 0xD8, 0xF8])
@loop_over("letter", ["D", "R", "d"])
def test_no_suit_and_no_rank_are_refused(card: int, letter: str) -> None:
    assert reasons(ANGEL, angel("1", letter, 0x81, card)) == [Reason.CONTENT]


def test_a_report_that_comes_three_times_is_one() -> None:
    frames = [angel("1", "S"), angel("2", "P"), drawn("3", "player", 1, "8S"), drawn("4", "banker", 1, "8S")]
    single = events(ANGEL, b"".join(frames))
    tripled = b"".join(frame * 3 for frame in frames)
    assert events(ANGEL, tripled) == single
    assert reasons(ANGEL, tripled) == [Reason.REPEAT] * 8


def test_the_sequence_starts_again_and_no_number_is_remembered_as_seen() -> None:
    """Nine reports later the same card may come to the same place under the same number."""
    coup = [drawn(str(number), "player", 1 + number % 3, "8S") for number in range(1, 10)]
    assert len(events(ANGEL, b"".join(coup) * 4)) == 36


def test_a_frame_with_a_bad_check_marks_no_sequence_as_seen() -> None:
    good = drawn("5", "player", 1, "8S")
    damaged = good[:-2] + b"00"
    assert events(ANGEL, damaged + good) == [{"card": "8S", "to": "player", "index": 1}]
    assert reasons(ANGEL, damaged + good) == [Reason.CHECK]


def test_after_a_start_the_same_report_is_a_new_one() -> None:
    """A simulator does not step the sequence at S."""
    card = drawn("1", "player", 1, "8S")
    assert len(events(ANGEL, card + angel("1", "S") + card)) == 3


def test_other_hosts_and_the_shoes_answers_are_passed_over() -> None:
    """Serial-to-network boxes have several listeners."""
    inside = b"OPLK01\x03"
    command = b"\x02" + inside + b"41"
    card = drawn("1", "player", 1, "8S")
    refusals = b"".join(b"\x15" + bytes([code]) for code in (1, 2, 3, 0x11, 0x12, 0x13, 0x14, 0x21, 0x22, 0xFF))
    stream = (
        command + b"\x06" + card + refusals + drawn("2", "banker", 1, "9H") + b"\x15" + drawn("3", "player", 2, "2C")
    )
    assert [event["card"] for event in events(ANGEL, stream)] == ["8S", "9H", "2C"]
    told = reasons(ANGEL, stream)
    assert told == [Reason.HOST, Reason.ACKNOWLEDGED, *[Reason.REFUSED] * 11]


@pytest.mark.parametrize("length", range(1, 8))
def test_a_frame_cut_short_hides_nothing(length: int) -> None:
    good = drawn("2", "banker", 1, "9H")
    assert events(ANGEL, drawn("1", "player", 1, "8S")[:length] + good) == events(ANGEL, good)


@pytest.mark.parametrize("place", range(8))
def test_one_wrong_bit_anywhere_is_found_and_hides_nothing(place: int) -> None:
    first, second = drawn("1", "player", 1, "8S"), drawn("2", "banker", 1, "9H")
    for bit in range(8):
        damaged = bytearray(first)
        damaged[place] ^= 1 << bit
        assert events(ANGEL, bytes(damaged) + second) == events(ANGEL, second)


def test_an_unknown_letter_and_a_wrong_length_are_told() -> None:
    assert reasons(ANGEL, angel("1", "Z", 0x81)) == [Reason.UNKNOWN]
    assert reasons(ANGEL, angel("1", "D", 0x81)) == [Reason.CONTENT]
    assert reasons(ANGEL, angel("1", "S", 0x81)) == [Reason.CONTENT]
    assert reasons(ANGEL, b"\x05" + b"1" + b"D" * 200) == [Reason.TOO_LONG, *[Reason.NOISE] * 2, Reason.UNFINISHED]
