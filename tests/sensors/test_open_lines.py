"""The open line profile, number lines and readers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sensors.lines_of_devices import events, reasons
from trainer.sensors.decoder import State
from trainer.sensors.dropped import Reason
from trainer.sensors.profile_files import ProfileShelf, decoder_of

WORDS = [
    ("CARD 8H", {"card": "8H"}),
    ("CARD 10S", {"card": "TS"}),
    ("card td", {"card": "TD"}),
    ("CARD 8H PLAYER 2", {"card": "8H", "to": "player", "index": 2}),
    ("CARD KC BANKER", {"card": "KC", "to": "banker"}),
    ("NUMBER 17", {"number": "17"}),
    ("NUMBER 0", {"number": "0"}),
    ("NUMBER 00", {"number": "00"}),
    ("SPIN", {"state": "ball-in-rim"}),
    ("NO-MORE-BETS", {"state": "no-more-bets"}),
    ("PLACE-BETS", {"state": "place-bets"}),
    ("BURN", {"burn": True}),
    ("BURN KH", {"burn": "KH"}),
    ("CUT", {"cut": True}),
    ("DICE 3 4", {"dice": "3-4"}),
    ("DICE 6-6", {"dice": "6-6"}),
    ("DIRECTION COUNTER-CLOCKWISE", {"direction": "counter-clockwise"}),
    ("STAND", {"signal": "stand"}),
    ("split", {"signal": "split"}),
    ("EVEN-MONEY", {"signal": "even-money"}),
    ("START", {"state": "start"}),
    ("END", {"state": "standby"}),
    ("ERROR", {"error": "unknown", "error_mode": False}),
    ("ERROR overdraw", {"error": "overdraw", "error_mode": False}),
]


@pytest.mark.parametrize("ends", ["\n", "\r", "\r\n", "\n\r", "\r\r\n\n"])
def test_every_word_of_the_open_line_profile_however_a_line_ends(ends: str) -> None:
    stream = "".join(words + ends for words, _ in WORDS).encode()
    assert events("open-line", stream) == [event for _, event in WORDS]
    assert reasons("open-line", stream) == []


@pytest.mark.parametrize(
    "line", ["CARD 1H", "CARD 8", "CARD", "NUMBER 37", "NUMBER", "BURN 8", "SPINS", "DICE 7 1", "x"]
)
def test_a_line_that_says_nothing_known_is_told(line: str) -> None:
    assert events("open-line", line.encode() + b"\n") == []
    assert len(reasons("open-line", line.encode() + b"\n")) == 1


def test_noise_before_a_line_hides_nothing() -> None:
    assert events("open-line", b"\xff\x00CARD 8H\nCARD 8CARD 9H\n\xfexCUT\n") == [
        {"card": "8H"},
        {"card": "9H"},
        {"cut": True},
    ]
    assert events("open-line", b"\xfe" * 5000 + b"CARD 8H\n") == [{"card": "8H"}]


@pytest.mark.parametrize("line", ["DISCARD 8H", "RESPIN", "RE-SPIN", "UNCUT", "PHONE-NUMBER 17", "AFTERBURN KH"])
def test_a_word_inside_another_is_no_event(line: str) -> None:
    assert events("open-line", f"{line}\nCARD 8H\n".encode()) == [{"card": "8H"}]


def test_an_unfinished_line_is_no_line() -> None:
    assert events("open-line", b"NUMBER 1") == []
    assert reasons("open-line", b"NUMBER 1") == [Reason.UNFINISHED]


@pytest.mark.parametrize("ends", ["\r", "\r\n", "\n"])
def test_number_lines(ends: str) -> None:
    numbers = [str(number) for number in range(37)] + ["00"]
    assert events("number-lines", ends.join([*numbers, ""]).encode()) == [{"number": number} for number in numbers]
    assert events("number-lines", f"05{ends} 7{ends}17{ends}17{ends}".encode()) == [
        {"number": number} for number in ("5", "7", "17", "17")
    ]
    assert len(reasons("number-lines", f"37{ends}123{ends}-1{ends}1a{ends}".encode())) == 4


def test_a_reader_that_types_sends_cards_numbers_and_dice() -> None:
    stream = b"8S\r10h\r1080\rP2130\r4010\r17\r3-4\rBURN\rCUT\r"
    assert events("keyboard-wedge", stream) == [
        {"card": "8S"}, {"card": "TH"}, {"card": "8S"}, {"card": "KH"}, {"card": "AD"},
        {"number": "17"}, {"dice": "3-4"}, {"burn": True}, {"cut": True},
    ]  # fmt: skip


def test_every_barcode_of_the_studio() -> None:
    cards = [(suit, rank) for suit in range(1, 5) for rank in range(1, 14)]
    stream = "".join(f"{suit}{rank:02d}0\r\n" for suit, rank in cards).encode()
    assert events("wedge", stream) == [{"card": "A23456789TJQK"[rank - 1] + "SHCD"[suit - 1]} for suit, rank in cards]


def test_a_schools_own_file_names_its_tags(tmp_path: Path) -> None:
    (tmp_path / "mi-lector.toml").write_text('extends = "rfid-reader"\n[tables.tags]\n04A10BC3 = "8S"\n', "utf-8")
    decoder = decoder_of(ProfileShelf([tmp_path]).profile("mi-lector"))
    heard = decoder.feed(State(), b"Reader 0: Firmware Version: 0x92\r\n0|04A1 0BC3\r\n1|FFFFFFFF\r\n")
    assert [event.card for event in heard.events] == ["8S"]  # type: ignore[union-attr]
    assert [(each.reason, each.detail) for each in heard.dropped] == [
        (Reason.REPLY, ""),
        (Reason.UNKNOWN_CARD, "FFFFFFFF"),
    ]
