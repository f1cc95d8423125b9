"""A shift is a value: its code and its JSON form give it back, and a damaged code says what is wrong."""

from __future__ import annotations

import msgspec
import pytest

from tests.live.shifts import TABLES, shift
from tests.loops import loop_over
from trainer.games.core import RequestError
from trainer.live.shift import Pinned, Shift, read_shift, read_shift_code, shift_code


@loop_over("name", TABLES)
def test_a_code_gives_the_shift_back(name: str) -> None:
    value = shift(name, level=5, minutes=20, pace=40, role="base", real=("dice",), pinned=[(4, "cap", 5)])
    assert read_shift_code(shift_code(value)) == value
    assert read_shift(msgspec.json.encode(value)) == value


def test_a_code_may_be_typed_carelessly() -> None:
    code = shift_code(shift("arica/craps"))
    assert read_shift_code(code.lower().replace("-", "  ").replace("0", "o").replace("1", "l")) == shift("arica/craps")


def test_every_wrong_letter_is_noticed() -> None:
    code = shift_code(shift("arica/craps")).replace("-", "")
    for place, letter in enumerate(code):
        wrong = code[:place] + ("A" if letter != "A" else "B") + code[place + 1 :]
        with pytest.raises(RequestError, match="code: "):
            read_shift_code(wrong)


@pytest.mark.parametrize("text", ["", "UVW", "hello", "0" * 30, shift_code(shift("arica/craps"))[:-7]])
def test_what_is_no_code_gets_a_sentence(text: str) -> None:
    with pytest.raises(RequestError, match=r"^code: .{15}"):
        read_shift_code(text)


def test_two_players_cannot_share_a_seat() -> None:
    value = Shift("arica", "craps", seats=((2, "drunk"), (2, "whale")))
    with pytest.raises(RequestError, match=r"seats\[1\]: seat 2 is taken twice"):
        read_shift(msgspec.json.encode(value))


def test_a_field_that_no_shift_has_is_named() -> None:
    with pytest.raises(RequestError, match="croupier"):
        read_shift({"rulebook": "arica", "game": "craps", "croupier": "Ana"})


def test_pinned_incidents_are_part_of_the_value() -> None:
    assert shift("arica/craps", pinned=[(3, "pinch", 5)]).incidents == (Pinned(3, "pinch", 5),)
