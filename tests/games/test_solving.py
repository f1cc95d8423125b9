"""Whatever a line holds, it is answered: by an answer, or by an error that names the field."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.laboratory.requests import RAW, damaged_line
from tests.loops import loop_over
from trainer.games.solving import answer_line
from trainer.rulebooks import Library, shipped_library
from trainer.rulebooks.library import SHIPPED

LIBRARY = shipped_library()


def ask(rulebook: str, game: str, **asked: Any) -> dict[str, Any]:
    return answer_line(json.dumps({"rulebook": rulebook, "game": game, **asked}).encode(), 1, LIBRARY)


def test_what_is_wrong_with_a_file_names_the_file_and_is_not_taken_for_a_field_of_the_line(tmp_path: Path) -> None:
    school = tmp_path / "own"
    school.mkdir()
    (school / "craps.toml").write_text('extends = "arica/craps"\nremove = ["cite"]\n')
    library = Library([SHIPPED, tmp_path])

    def told(**asked: object) -> dict[str, object]:
        line = {"rulebook": "arica", "game": "craps", "settle": {}, **asked}
        found: dict[str, object] = answer_line(json.dumps(line).encode(), 1, library)["error"]
        return found

    assert (told(rulebook="own")["field"], told(rulebook="own")["file"]) == ("cite", str(school / "craps.toml"))
    assert (told(rulebook="moon")["field"], told(game="moon")["field"]) == ("rulebook", "game")
    for asked in ({"rulebook": "moon"}, {"variant": "moon"}, {"options": {"moon": "full"}}):
        assert "file" not in told(**asked)


@pytest.mark.parametrize("seed", range(40))
def test_a_sample_of_damaged_requests_is_answered_line_by_line(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        line = damaged_line(rng)
        assert msgspec.json.encode(answer_line(line, 1, LIBRARY)), line


@loop_over("line", RAW, ids=lambda line: repr(line[:40]))
def test_what_is_no_request_is_an_error(line: bytes) -> None:
    answer = answer_line(line, 7, LIBRARY)
    assert answer["error"]["line"] == 7
    assert answer["error"]["problem"]
    assert msgspec.json.encode(answer)


@pytest.mark.parametrize("stake", [10**13, -(10**13), "1e5000", "1e99999999", "1/1000003", "9" * 50, 2**63])
def test_an_amount_out_of_range_is_refused_at_its_field(stake: Any) -> None:
    answer = ask("arica", "roulette-american", settle={"winning_number": "1", "bets": [{"bet": "red", "stake": stake}]})
    assert answer["error"]["field"] == "settle.bets[0].stake"


def test_two_chip_values_under_an_announced_bet_are_judged_by_where_its_chips_lie() -> None:
    """4.2.6.3 of the Bolivian regulation: different values only where the rule names the bets."""
    bets = [{"bet": "neighbours", "on": "17", "stake": 50}]
    mixed = ask("bolivia", "roulette-american", limit={"chip_values": [5, 10], "bets": bets})
    assert mixed["allowed"] is False
    assert [reason["rule"] for reason in mixed["reasons"]][-1] == "mixed-chips-forbidden"


@pytest.mark.parametrize("banker", [["4S", "4D"], ["KS", "9D"]])
def test_a_card_called_for_a_natural_bank_is_discarded(banker: list[str]) -> None:
    situation = {"case": "irregularity", "event": "croupier-said-card", "banker": banker, "drawn": ["5S"]}
    answer = ask("baleares", "chemin-de-fer", decide=situation)
    assert answer["card_kept"] is None
    assert answer["discarded"] == ["5S"]


@pytest.mark.parametrize("often", [-1, 1_000_000])
def test_a_stake_was_halved_once_at_least_and_never_a_million_times(often: int) -> None:
    bet = {"bet": "odd", "stake": 40, "in_prison": True, "zeros_met": often}
    answer = ask("baleares", "roulette-french", settle={"winning_number": "0", "bets": [bet]})
    assert answer["error"]["field"] == "settle.bets[0].zeros_met"
    bet = {"bet": "black", "stake": 40, "in_prison": True, "ties_met": often}
    answer = ask("baleares", "trente-et-quarante", settle={"black_total": 31, "red_total": 31, "bets": [bet]})
    assert answer["error"]["field"] == "settle.bets[0].ties_met"


def test_a_round_of_challenge_21_is_a_number() -> None:
    bets = [{"bet": "main", "on": "6-4", "stake": 10}, {"bet": "main", "on": 1, "stake": 10}]
    assert ask("bolivia", "challenge-21", limit={"case": "bets", "bets": bets})


def test_the_same_key_twice_is_an_error_and_not_the_last_one() -> None:
    line = b'{"rulebook": "arica", "game": "craps", "limit": {"minimum": 5, "minimum": 10}}'
    assert answer_line(line, 1, LIBRARY)["error"]["field"] == "minimum"


def test_a_dragon_bonus_is_on_a_hand_also_where_only_the_order_is_asked() -> None:
    bets = [{"bet": "player", "stake": 10, "seat": 1}, {"bet": "dragon-bonus", "stake": 10, "seat": 1}]
    hands = {"player": ["4S", "4H"], "banker": ["2S", "3H"]}
    situation = {"case": "settle-order", "winner": "player", "bets": bets, **hands}
    answer = ask("puerto-rico", "commission-free-baccarat", decide=situation)
    assert answer["error"]["field"] == "decide.bets[1].on"


def test_tiles_come_from_no_shoe_so_none_lies_face_up_in_it() -> None:
    answer = ask("puerto-rico", "pai-gow-tiles", decide={"case": "irregularity", "face_up_in_shoe": 1})
    assert answer["error"]["field"] == "decide.face_up_in_shoe"
