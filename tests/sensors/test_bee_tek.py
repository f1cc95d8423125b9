"""The Bee-Tek shoe in both its dialects."""

from __future__ import annotations

import pytest

from tests.sensors.lines_of_devices import events, reasons
from trainer.sensors.dropped import Reason

SUITS = "HDCS"
RANKS = "A23456789TJQK"


def code(card: str) -> bytes:
    """A card as the shoe writes it."""
    inside = f"0D{SUITS.index(card[1])}{RANKS.index(card[0]) + 1:X}"
    return f"*{inside}{sum(inside.encode()) % 256:02X}\r\n".encode()


def test_the_two_codes_that_were_seen() -> None:
    assert (code("AC"), code("KH")) == (b"*0D21D7\r\n", b"*0D0DE8\r\n")


def test_all_52_codes_and_all_52_spoken_cards() -> None:
    cards = [rank + suit for suit in SUITS for rank in RANKS]
    assert events("bee-tek", b"".join(map(code, cards))) == [{"card": card} for card in cards]
    for mode in ("Game", "Manual Burn Cards"):
        spoken = "".join(f" [{mode}]<Card:{card}> \r\n" for card in cards).encode()
        assert events("bee-tek", spoken) == [{"card": card} for card in cards]
        assert reasons("bee-tek", spoken) == []


def test_a_ten_may_be_spoken_with_two_characters() -> None:
    assert events("bee-tek", b" [Game]<Card:10H>  [Game]<Card:TH> \r\n") == [{"card": "TH"}] * 2


def test_equal_lines_are_equal_cards() -> None:
    assert events("bee-tek", code("8S") * 3) == [{"card": "8S"}] * 3


def test_a_wrong_sum_is_refused() -> None:
    assert reasons("bee-tek", b"*0D21D8\r\n") == [Reason.CHECK]
    assert reasons("bee-tek", b"*0D41D9\r\n*0D20D6\r\n") == [Reason.UNKNOWN] * 2


def test_what_precedes_the_star_is_skipped() -> None:
    assert events("bee-tek", b"D7\xff" + code("AC")) == [{"card": "AC"}]


def test_what_was_not_read_and_what_alarms() -> None:
    assert events("bee-tek", b" [Game]<Game> \r\n [Game]<Alarm:E3 Card Not Read> \r\n [GameAlarm]<Alarm:E1> \r\n") == [
        {"error": "cannot-read", "error_mode": False},
        {"error": "alarm", "error_mode": False},
        {"error": "alarm", "error_mode": True},
    ]
    assert events("bee-tek", b"<W0x01>\r\n<Alarm:E3 Card Not Read>\r\n") == [
        {"error": "unknown", "error_mode": False},
        {"error": "alarm", "error_mode": False},
    ]


@pytest.mark.parametrize("length", range(1, 9))
def test_a_line_that_runs_into_the_next_hides_nothing(length: int) -> None:
    assert events("bee-tek", code("8S")[:length] + code("AC"))[-1] == {"card": "AC"}
    assert events("bee-tek", b" [Game]<Card:4S> "[:length] + code("AC"))[-1] == {"card": "AC"}
