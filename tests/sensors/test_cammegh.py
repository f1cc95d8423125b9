"""Cammegh wheels: Slingshot 2 and the three protocols of the Mercury 360."""

from __future__ import annotations

from typing import Any

import pytest

from tests.loops import loop_over
from tests.sensors.lines_of_devices import SHELF, events, reasons
from trainer.sensors.decoder import State
from trainer.sensors.dropped import Reason
from trainer.sensors.profile_files import decoder_of

SLINGSHOT = "cammegh-slingshot-2"
WITH_STATUS = (SLINGSHOT, "cammegh", "cammegh-mercury-360-advanced")
STATES = ("start", "place-bets", "ball-in-rim", "no-more-bets", "winning-number", "closed", "dealer-lock")
NUMBERS = [str(number) for number in range(37)] + ["00"]


def status(state: int, spin: int, number: str = " 9", flags: str = "0", rpm: int = 150, direction: int = 0) -> bytes:
    return f"*X;{state};{spin:03d};{number};{flags};{rpm:03d};{direction}\r\n".encode()


def told(profile: str, *pieces: bytes) -> list[dict[str, Any]]:
    """Everything but the states."""
    return [event for event in events(profile, *pieces) if "state" not in event]


@pytest.mark.parametrize("profile", WITH_STATUS)
def test_a_spin_tells_each_change_once(profile: str) -> None:
    stream = status(2, 7) * 20 + status(3, 7) * 9 + status(4, 7, rpm=151) * 9 + b"31\n\r" + status(5, 7, "31") * 9
    first: list[dict[str, Any]] = [{"state": "place-bets", "spin": 7, "rpm": 15.0}, {"direction": "clockwise"}]
    if "mercury" in profile:  # spun by hand: which way is known before what it does
        first.reverse()
    assert events(profile, stream) == [
        *first,
        {"state": "ball-in-rim", "spin": 7, "rpm": 15.0},
        {"state": "no-more-bets", "spin": 7, "rpm": 15.1},
        {"number": "31"},
        {"state": "winning-number", "spin": 7, "rpm": 15.0},
    ]
    assert reasons(profile, stream) == []


@loop_over("profile", WITH_STATUS)
@loop_over("state", range(1, 7))
def test_every_state(profile: str, state: int) -> None:
    assert {"state": STATES[state - 1], "spin": 1, "rpm": 15.0} in events(profile, status(state, 1, "  "))


def test_dealer_lock_is_a_state_of_the_mercury_alone() -> None:
    assert events("cammegh-mercury-360-advanced", status(7, 0))[1]["state"] == "dealer-lock"
    assert reasons(SLINGSHOT, status(7, 1)) == [Reason.UNKNOWN]


@loop_over("profile", WITH_STATUS)
@loop_over("ends", ["\n\r", "\r\n", "\r", "\n"])
def test_every_number_on_its_own_line_however_it_ends(profile: str, ends: str) -> None:
    stream = "".join(f"{number:>2}{ends}" for number in NUMBERS).encode()
    assert events(profile, stream) == [{"number": number} for number in NUMBERS]


@pytest.mark.parametrize("profile", WITH_STATUS)
def test_where_no_line_tells_the_number_the_first_status_does_once_a_spin(profile: str) -> None:
    spins = [(spin, number) for spin, number in enumerate(NUMBERS, 1)]
    stream = b"".join(
        status(2, spin) * 3 + status(4, spin) * 3 + status(5, spin, f"{number:>2}") * 5 for spin, number in spins
    )
    assert [event for event in told(profile, stream) if "number" in event] == [{"number": n} for n in NUMBERS]


def test_the_number_is_told_once_whichever_line_comes_first() -> None:
    stream = status(4, 7) + status(5, 7, "31") + b"31\n\r" + status(5, 7, "31")
    assert [event for event in told(SLINGSHOT, stream) if "number" in event] == [{"number": "31"}]
    assert reasons(SLINGSHOT, stream) == [Reason.REPEAT]


def test_the_same_number_in_two_spins_is_two_numbers() -> None:
    spin = [status(2, n) + status(4, n) + b"31\n\r" + status(5, n, "31") for n in (7, 8)]
    assert sum("number" in event for event in told(SLINGSHOT, *spin)) == 2


@pytest.mark.parametrize("back_from", [3, 4])
def test_a_void_spin_has_no_number(back_from: int) -> None:
    stream = status(2, 7) + status(3, 7) + status(back_from, 7) + status(2, 8) + status(3, 8)
    assert all("number" not in event for event in told(SLINGSHOT, stream))


def test_the_counter_goes_on_after_256() -> None:
    stream = b"".join(status(4, n) + status(5, n, "17") for n in (255, 256, 1))
    assert sum("number" in event for event in told(SLINGSHOT, stream)) == 3


@loop_over("flags", range(16))
def test_every_sum_of_the_warning_flags_and_when_they_clear(flags: int) -> None:
    stream = status(3, 7) + status(3, 7, flags=f"{flags:X}") * 3 + status(3, 7) * 2
    warnings = [event for event in told(SLINGSHOT, stream) if "warnings" in event]
    assert warnings == ([{"warnings": flags}, {"warnings": 0}] if flags else [])


def test_a_change_of_direction() -> None:
    stream = status(2, 7) * 2 + status(2, 7, direction=1) * 2 + status(2, 7)
    assert told(SLINGSHOT, stream) == [
        {"direction": "clockwise"},
        {"direction": "counter-clockwise"},
        {"direction": "clockwise"},
    ]


@pytest.mark.parametrize("profile", WITH_STATUS)
def test_a_tail_is_no_number(profile: str) -> None:
    """A reader that joins late hears the end of a line."""
    for tail in (b"1\r\n", b"0\r\n", b";1\r\n", b"9;0;144;0\r\n", b"37\r\n", b"99\r\n"):
        assert told(profile, tail + status(2, 7)) == [{"direction": "clockwise"}]


def test_a_mercury_may_write_zero_with_one_character() -> None:
    stream = status(4, 7) + b"0\r\n" + status(5, 7, " 0")
    for profile in ("cammegh-mercury-360-advanced", "cammegh"):
        assert [event for event in told(profile, stream) if "number" in event] == [{"number": "0"}]
    assert reasons(SLINGSHOT, b"0\r\n") == [Reason.UNKNOWN]


@pytest.mark.parametrize("profile", WITH_STATUS)
def test_a_line_that_runs_into_the_next_hides_nothing(profile: str) -> None:
    for length in range(len(status(2, 7))):
        after = events(profile, status(2, 7)[:length] + status(5, 7, "31"))
        assert {"number": "31"} in after, length


def test_bonus_numbers_with_their_licence() -> None:
    lines = b"".join(f"*Y;{bonus};{value:03d}\r\n".encode() for bonus in range(1, 7) for value in (0, 77, 255))
    expected = [{"bonus": bonus, "value": value} for bonus in range(1, 7) for value in (0, 77, 255)]
    assert events(SLINGSHOT, lines) == expected
    assert events(SLINGSHOT, b"*Y;1;123;30\r\n") == [{"bonus": 1, "value": 123}]
    assert reasons(SLINGSHOT, b"*Y;1;999\r\n*Y;1;999;0\r\n") == [Reason.LICENCE] * 2
    assert reasons(SLINGSHOT, b"*Y;7;001\r\n*Y;1;256\r\n") == [Reason.CONTENT] * 2
    assert events("cammegh-mercury-360-advanced", b"*Y:1:123\r\n") == [{"bonus": 1, "value": 123}]
    assert reasons("cammegh-mercury-360-advanced", b"*Y:P:5\r\n*Y:A:12\r\n") == [Reason.REPLY] * 2


@pytest.mark.parametrize("profile", WITH_STATUS)
def test_replies_to_others_give_nothing(profile: str) -> None:
    replies = (
        b"*P OK\r\n*P NO\r\n*u OK\r\n*F 0\r\n*F 21\r\n*F 100\r\n*W 17\r\n*W;1;2;3\r\n*M;9\r\n*S V2.07\r\n*S\r\n*o 1\r\n"
    )
    assert told(profile, status(2, 7) + replies) == [{"direction": "clockwise"}]
    assert reasons(profile, status(2, 7) + replies) == [Reason.REPLY] * 12


@pytest.mark.parametrize("profile", ["cammegh-mercury-360-basic", "cammegh"])
def test_the_basic_protocol(profile: str) -> None:
    stream = b"".join(f"*S\r\n*N\r\n*W {number:>2}\r\n".encode() for number in NUMBERS)
    states: list[dict[str, Any]] = [{"state": state} for state in ("start", "no-more-bets", "winning-number")]
    game = [[*states, {"number": number}] for number in NUMBERS]
    assert events(profile, stream) == [event for spin in game for event in spin]
    assert events(profile, b"*S\r\n*N\r\n*W 17\r\n*W 17\r\n")[3:] == [{"number": "17"}]


@pytest.mark.parametrize("profile", ["cammegh-mercury-360-extended", "cammegh"])
def test_the_extended_protocol_measures_the_ball(profile: str) -> None:
    line = b"*X;3;007; 9;0;150;0;0112;0A;1;04000; 9\r\n"
    unknown = b"*X;3;007; 9;0;150;0;????;??;?;?????;??\r\n"
    heard = decoder_of(SHELF.profile(profile)).feed(State(), line + unknown)
    told = events(profile, line + unknown)
    assert sorted(map(str, told)) == ["{'direction': 'clockwise'}", "{'state': 'ball-in-rim', 'spin': 7, 'rpm': 15.0}"]
    first, second = heard.balls
    assert (first.turns, first.seconds, first.direction, first.flags, first.pocket) == (
        10, 0.5, "counter-clockwise", 0x112, "9",
    )  # fmt: skip
    assert (second.turns, second.seconds, second.direction, second.flags, second.pocket) == (None, None, "", None, "")


@loop_over("between", [(7,), (1,), (6,), (4,), (1, 6, 1), (7, 5, 7)])
def test_a_spin_has_one_number_whatever_states_follow_it(between: tuple[int, ...]) -> None:
    """The dealer locks the wheel, the rotor slows down, or a state flickers."""
    stream = status(4, 7) + b"31\n\r" + status(5, 7, "31") + b"".join(status(state, 7, "31") for state in between)
    stream += status(5, 7, "31") * 2 + b"31\n\r"
    numbers = [event for event in told("cammegh-mercury-360-advanced", stream) if "number" in event]
    assert numbers == [{"number": "31"}]


def test_a_number_told_while_the_ball_still_runs_is_told_once() -> None:
    stream = status(3, 7) + b"31\n\r" + status(4, 7) + status(5, 7, "31")
    numbers = [event for event in told("cammegh-mercury-360-advanced", stream) if "number" in event]
    assert numbers == [{"number": "31"}]


def test_another_ball_in_the_same_count_has_its_own_number() -> None:
    spins = status(5, 7, "31") + status(2, 7, "31") + status(3, 7, "31") + status(5, 7, "31")
    assert sum("number" in event for event in told("cammegh-mercury-360-advanced", spins)) == 2
