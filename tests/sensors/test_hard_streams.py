"""Streams worked out by hand from the devices' descriptions: other dialects, half lines, stale buffers, new shoes.

Each is decoded whole and byte by byte, and gives exactly these events.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.sensors.lines_of_devices import angel, decoder, drawn, events
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.sensors.decoder import State
from trainer.sensors.events import MissedEvent
from trainer.sensors.following.baccarat import Follower, Phase, Table

ANGEL, BEE, OPEN = "angel-eye-ii-ex", "bee-tek", "open-line"
SLINGSHOT, BASIC, ADVANCED = "cammegh-slingshot-2", "cammegh-mercury-360-basic", "cammegh-mercury-360-advanced"
P1, B1 = drawn("1", "player", 1, "8S"), drawn("2", "banker", 1, "9H")
START = angel("9", "S")


def card(text: str, to: str = "", index: int = 0) -> dict[str, Any]:
    return {"card": text, **({"to": to, "index": index} if to else {})}


EIGHT, NINE = card("8S", "player", 1), card("9H", "banker", 1)
STARTED = {"state": "start"}


def state(name: str, spin: int) -> dict[str, Any]:
    return {"state": name, "spin": spin, "rpm": 14.4}


def line(number: int, spin: int, landed: str = " 9", flags: str = "0", way: int = 0) -> bytes:
    return f"*X;{number};{spin:03};{landed};{flags};144;{way}\r\n".encode()


CLOCKWISE = {"direction": "clockwise"}
STREAMS: dict[str, tuple[str, bytes, list[dict[str, Any]]]] = {
    # Angel Eye
    "three copies": (ANGEL, P1 * 3, [EIGHT]),
    "two copies broken, the third whole": (ANGEL, P1[:4] + P1[:-1] + b"0" + P1, [EIGHT]),
    "copies of two reports in turn": (ANGEL, P1 + B1 + P1, [EIGHT, NINE, EIGHT]),
    "same sequence, other data": (ANGEL, P1 + drawn("1", "banker", 1, "9H"), [EIGHT, NINE]),
    "same data, other sequence": (ANGEL, P1 + drawn("2", "player", 1, "8S"), [EIGHT, EIGHT]),
    "nine steps to one": (ANGEL, drawn("9", "player", 1, "8S") + drawn("1", "banker", 1, "9H"), [EIGHT, NINE]),
    "start forgets the last report": (ANGEL, P1 + START + P1, [EIGHT, STARTED, EIGHT]),
    "start does not step the sequence": (ANGEL, P1 + angel("1", "S") + B1, [EIGHT, STARTED, NINE]),
    "sequence zero is unusual but whole": (ANGEL, drawn("0", "player", 1, "8S"), [EIGHT]),
    "check 4f in place of 4F": (ANGEL, P1[:-2] + P1[-2:].lower() + B1, [NINE]),
    "host talks in between": (ANGEL, P1[:3] + b"\x02ab\x0300" + P1, [EIGHT]),
    "acknowledged inside the stream": (ANGEL, b"\x06" + P1 + b"\x06\x06" + B1, [EIGHT, NINE]),
    "refused with its code": (ANGEL, b"\x15\x21" + P1, [EIGHT]),
    "refused at the very end": (ANGEL, P1 + b"\x15", [EIGHT]),
    "place four of a hand": (ANGEL, angel("1", "D", 0x84, 0xB8) + B1, [NINE]),
    "place zero of a hand": (ANGEL, angel("1", "D", 0x80, 0xB8) + B1, [NINE]),
    "no suit": (ANGEL, angel("1", "D", 0x81, 0x88) + B1, [NINE]),
    "no rank": (ANGEL, angel("1", "D", 0x81, 0xB0) + B1, [NINE]),
    "rank fourteen": (ANGEL, angel("1", "D", 0x81, 0xBE) + B1, [NINE]),
    "target three": (ANGEL, angel("1", "D", 0xB1, 0xB8) + B1, [NINE]),
    "card without its top bits": (ANGEL, angel("1", "D", 0x01, 0x38) + B1, [NINE]),
    "retransmission": (ANGEL, drawn("1", "player", 1, "8S", "R"), [EIGHT | {"again": True}]),
    "error in error mode": (ANGEL, angel("1", "E", 0xC1), [{"error": "cannot-read", "error_mode": True}]),
    "error without error mode": (ANGEL, angel("1", "E", 0x82), [{"error": "overdraw", "error_mode": False}]),
    "error of a newer shoe": (ANGEL, angel("1", "E", 0x9F), [{"error": "unknown", "error_mode": False}]),
    "locked and drawn": (ANGEL, angel("1", "L", 0x81) + angel("2", "d", 0x80, 0xB8),
                         [{"lock": True}, card("8S") | {"outside": "lock"}]),
    "a shoe that ends within a coup": (ANGEL, P1 + angel("2", "C") + drawn("3", "banker", 1, "9H") + angel("4", "S"),
                                       [EIGHT, {"cut": True}, NINE, STARTED]),
    "frame that never ends": (ANGEL, b"\x05" + b"1D" * 40 + P1, [EIGHT]),
    "start byte twice": (ANGEL, b"\x05" + P1, [EIGHT]),
    "forced end": (ANGEL, angel("1", "G", 0xF0),
                   [{"result": "forced-end", "player_pair": False, "banker_pair": False}]),
    "tie with both pairs": (ANGEL, angel("1", "G", 0xA3),
                            [{"result": "tie", "player_pair": True, "banker_pair": True}]),
    # Bee-Tek
    "ace of clubs as a code": (BEE, b"*0D21D7\r\n", [card("AC")]),
    "king of hearts as a code": (BEE, b"*0D0DE8\r\n", [card("KH")]),
    "both dialects in one stream": (BEE, b"*0D21D7\r\n [Game]<Card:4S> \r\n", [card("AC"), card("4S")]),
    "code with a wrong sum": (BEE, b"*0D21D8\r\n*0D0DE8\r\n", [card("KH")]),
    "half a code, then a whole one": (BEE, b"*0D21*0D0DE8\r\n", [card("KH")]),
    "equal cards follow each other": (BEE, b"*0D21D7\r\n*0D21D7\r\n", [card("AC"), card("AC")]),
    "characters before the star": (BEE, b"7D7*0D21D7\r\n", [card("AC")]),
    "manual burn mode": (BEE, b" [Manual Burn Cards]<Card:10D> \r\n", [card("TD")]),
    "not read": (BEE, b" [Game]<Game> \r\n", [{"error": "cannot-read", "error_mode": False}]),
    "alarm": (BEE, b" [Game]<Alarm:E3 Card Not Read> \r\n", [{"error": "alarm", "error_mode": False}]),
    "no line end between two": (BEE, b"[Game]<Card:4S>[Game]<Card:5S>\r\n", [card("4S"), card("5S")]),
    "suit four does not exist": (BEE, b"*0D41D9\r\n*0D21D7\r\n", [card("AC")]),
    # open line
    "discard is no card": (OPEN, b"DISCARD 8H\nCARD 9H\n", [card("9H")]),
    "respin is no spin": (OPEN, b"RESPIN\nSPIN\n", [{"state": "ball-in-rim"}]),
    "half a line before the plug": (OPEN, b"RD 8H\nCARD 9H\n", [card("9H")]),
    "a line that lost its end": (OPEN, b"CARD 8HCARD 9H\n", [card("9H")]),
    "a number that lost its end": (OPEN, b"NUMBER 1NUMBER 18\n", [{"number": "18"}]),
    "a joker": (OPEN, b"CARD XX\nCARD 9H\n", [card("9H")]),
    "place four": (OPEN, b"CARD 8H PLAYER 4\nCARD 9H\n", [card("9H")]),
    "a word that begins like another": (OPEN, b"ENDING\nSTARTED\nEND\n", [{"state": "standby"}]),
    "the last line has no end": (OPEN, b"CARD 8H\nCARD 9H", [card("8H")]),
    "a hand with 21 draws": (OPEN, b"HIT\nhit\n", [{"signal": "hit"}, {"signal": "hit"}]),
    # wheels
    "number on both lines": (SLINGSHOT, line(5, 7, "17") + b"17\r\n" + line(5, 7, "17"),
                             [state("winning-number", 7), {"number": "17"}, CLOCKWISE]),
    "bare number ends LF CR": (SLINGSHOT, line(4, 7) + b" 9\n\r" + line(5, 7),
                               [state("no-more-bets", 7), CLOCKWISE, {"number": "9"}, state("winning-number", 7)]),
    "single zero": (SLINGSHOT, line(4, 7) + b" 0\n\r", [state("no-more-bets", 7), CLOCKWISE, {"number": "0"}]),
    "double zero": (SLINGSHOT, line(4, 7) + b"00\n\r", [state("no-more-bets", 7), CLOCKWISE, {"number": "00"}]),
    "a tail is no number": (SLINGSHOT, b"1\r\n" + line(2, 7), [state("place-bets", 7), CLOCKWISE]),
    "before the first spin": (SLINGSHOT, line(1, 1, "  "), [state("start", 1), CLOCKWISE]),
    "void spin": (SLINGSHOT, line(4, 7) + line(2, 8),
                  [state("no-more-bets", 7), CLOCKWISE, state("place-bets", 8)]),
    "counter goes on at one": (SLINGSHOT, line(5, 256, "17") + line(2, 1, "17") + line(5, 1, "17"),
                               [state("winning-number", 256), {"number": "17"}, CLOCKWISE, state("place-bets", 1),
                                state("winning-number", 1), {"number": "17"}]),
    "flags add up and clear": (SLINGSHOT, line(3, 7, flags="F") + line(3, 7),
                               [state("ball-in-rim", 7), CLOCKWISE, {"warnings": 15}, {"warnings": 0}]),
    "half a status, then a whole one": (SLINGSHOT, b"*X;2;00" + line(2, 7), [state("place-bets", 7), CLOCKWISE]),
    "number thirty-seven": (SLINGSHOT, line(5, 7, "37") + line(5, 7, "36"),
                            [state("winning-number", 7), {"number": "36"}, CLOCKWISE]),
    "replies of the wheel": (SLINGSHOT, b"*P OK\r\n*F 21\r\n*u OK\r\n" + line(2, 7),
                             [state("place-bets", 7), CLOCKWISE]),
    "a spin whose beginning was not heard": (BASIC, b"*S\r\n*N\r\n*W 17\r\n*W 17\r\n*W 18\r\n",
                                             [{"state": "start"}, {"state": "no-more-bets"},
                                              {"state": "winning-number"}, {"number": "17"},
                                              {"state": "winning-number"}, {"number": "18"}]),
    "basic protocol": (BASIC, b"*S\r\n*N\r\n*W 17\r\n*W 17\r\n",
                       [{"state": "start"}, {"state": "no-more-bets"}, {"state": "winning-number"}, {"number": "17"}]),
}  # fmt: skip


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_gives_these_events_whole_and_byte_by_byte(name: str) -> None:
    profile, stream, wanted = STREAMS[name]
    assert events(profile, stream) == wanted
    assert events(profile, *(bytes([byte]) for byte in stream)) == wanted


FOLLOWER = Follower(load_rules(shipped_library(), "arica", "punto-banco"))


def followed(*pieces: bytes | None) -> tuple[Table, list[str]]:
    """An Angel Eye followed; ``None`` unplugs it and plugs it in again."""
    now, table, found = State(), Table(), []
    for piece in pieces:
        heard = decoder(ANGEL).feed(now, piece) if piece is not None else None
        now = heard.state if heard is not None else State()
        for event in heard.in_order() if heard is not None else [MissedEvent()]:
            step = FOLLOWER.hear(table, event)
            table = step.table
            found += [step.finding.id] if step.finding is not None else []
    return table, found


def test_a_line_that_lost_its_end_is_told_as_a_gap() -> None:
    """The open line takes one event a line; whether `CARD 8H` was all of it nobody knows."""
    heard = decoder(OPEN).feed(State(), b"CARD 8HCARD 9H\n")
    assert [type(event).__name__ for event in heard.in_order()] == ["MissedEvent", "CardEvent"]


def natural(first: int) -> bytes:
    """A coup that ends with four cards and its result; reports are numbered from ``first``."""
    places = [("player", 1, "9S"), ("banker", 1, "3D"), ("player", 2, "KS"), ("banker", 2, "2H")]
    numbers = [str((first - 1 + step) % 9 + 1) for step in range(5)]
    dealt = b"".join(drawn(number, *place) for number, place in zip(numbers, places, strict=False))
    return dealt + angel(numbers[4], "G", 0x90)


def test_a_new_shoe_that_begins_in_a_gap_is_not_blamed_for_its_burn_or_its_cut_card() -> None:
    """The cut card is out; start and burn of the next shoe are not heard."""
    table, found = followed(natural(1), angel("6", "C"), None, natural(3), natural(8), natural(4), natural(9))
    assert not set(found) - {"not-read", "lost-track"} and table.coups == 5


def test_a_new_shoe_within_a_coup_puts_the_coup_aside() -> None:
    table, found = followed(natural(1)[:16], angel("9", "S"))
    assert table.phase is Phase.BURNING and not table.slots and not found


def test_a_stale_buffer_after_plugging_in_repeats_cards_and_blames_nobody() -> None:
    """The adapter sends the end of the old coup once more, in the middle of a frame."""
    old = natural(1)
    for cut in range(0, len(old), 3):
        table, found = followed(old, angel("6", "P"), None, old[cut:], angel("7", "P"), natural(8), angel("4", "P"))
        assert not set(found) - {"not-read", "lost-track"}, cut
        assert table.phase is Phase.BETWEEN and table.coups >= 2, cut
