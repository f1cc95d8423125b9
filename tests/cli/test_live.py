"""``trainer live judge``: rounds in, findings out, one JSON line each."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from tests.live.scripts import FOLDER
from trainer.cli.main import main


def test_a_file_of_rounds_is_judged_line_by_line(capfd: pytest.CaptureFixture[str]) -> None:
    main(["live", "judge", str(FOLDER / "roulette.jsonl")])
    answers = [msgspec.json.decode(line) for line in capfd.readouterr().out.splitlines()]
    assert len(answers) == len((FOLDER / "roulette.jsonl").read_text(encoding="utf-8").splitlines())
    assert all(answer.keys() == {"id", "findings"} for answer in answers)


def test_a_round_that_cannot_be_judged_stops_no_other(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clean = {"id": "ñ", "rulebook": "arica", "game": "roulette-american", "script": []}
    lines = [b"not json", b"[]", msgspec.json.encode({"id": "x", "rulebook": "atlantis"}), msgspec.json.encode(clean)]
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"\n".join(lines))))
    assert main(["live", "judge"]) == 2
    answers = [msgspec.json.decode(line) for line in capfd.readouterr().out.splitlines()]
    assert [("error" in answer) for answer in answers] == [True, True, True, False]
    assert answers[-1] == {"id": "ñ", "findings": []}


def test_play_writes_a_shift_and_replay_checks_it(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "shift.jsonl"
    assert main(["live", "play", "arica/craps", "--rounds", "3", "--level", "5", "--replay", str(path)]) == 0
    *rounds, shift = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [each["findings"] for each in rounds] == [[], [], []] and shift["rounds"] == 3
    assert main(["live", "replay", str(path)]) == 0
    again = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [each["hash"] for each in again[:-1]] == [each["hash"] for each in rounds]
    assert main(["live", "play", shift["shift"], "--rounds", "1"]) == 0
    code = json.loads(capfd.readouterr().out.splitlines()[0])
    assert code["acts"] == rounds[0]["acts"]
    text = path.read_text(encoding="utf-8").replace(rounds[1]["hash"], "0" * 12)
    path.write_text(text, encoding="utf-8")
    assert main(["live", "replay", str(path)]) == 1
    assert "round 2 does not come out as it was played" in capfd.readouterr().err


def test_play_with_a_faulty_dealer_tells_what_was_planted(capfd: pytest.CaptureFixture[str]) -> None:
    main(["live", "play", "arica/roulette-american", "--rounds", "4", "--dealer", "overpaid", "--level", "1"])
    *rounds, _ = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    planted = [each for each in rounds if each["planted"]]
    assert planted
    assert all([found["fault"] for found in each["findings"]] == ["overpaid"] for each in planted)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["QQQQQ"], "'QQQQQ' is none; name a JSON file, RULEBOOK/GAME or the whole code of a shift"),
        (["QQQQQ-QQQQQ-QQQQQ-QQQQQ"], "code: "),
        (["no-shift.json"], "no-shift.json: it is not there"),
        (["."], "it is a folder and not a file; name a file"),
        (["arica/chess"], "chess"),
        (["arica/craps", "--dealer", "lazy"], "'lazy' is neither 'perfect' nor a fault"),
        (["arica/craps", "--rounds", "0"], "--rounds: must be 1 or more"),
        (["arica/craps", "--rounds", "20000"], "shift: rounds: it must be 10000 or less"),
        (["arica/craps", "--seed", "-1"], "shift: seed: it must be 0 or more"),
        (["arica/craps", "--rounds", "1", "--replay", "no-folder/x.jsonl"], "no-folder/x.jsonl: it is not there"),
    ],
)
def test_what_cannot_be_played_gets_a_sentence(
    arguments: list[str], says: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["live", "play", *arguments]) == 2
    told = capfd.readouterr()
    assert says in told.err and told.out == ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{}", "shift: “rulebook” is missing"),
        ("[]", "shift: it must be an object"),
        ("", "shift: its end is missing"),
        ("[" * 5000, "shift: "),
        ('{"rulebook": "arica", "game": "craps", "level": 9}', "shift: level: it must be 5 or less"),
    ],
)
def test_a_file_that_is_no_shift_gets_a_sentence(
    text: str, says: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "shift"
    path.write_text(text, encoding="utf-8")
    assert main(["live", "play", str(path)]) == 2
    assert says in capfd.readouterr().err


HEADER = '{"format": "trainer-live/1", "shift": {"rulebook": "arica", "game": "craps", "rounds": 1}}'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: is no header of a replay"),
        ("[" * 5000, "line 1: is no header of a replay"),
        (HEADER.replace('{"rulebook": "arica", "game": "craps", "rounds": 1}', "1.5"), "shift: "),
        (HEADER + '\n[5, {"do": "open"}]\n[4, {"do": "close"}]\n', "line 3: its time is before that of the act above"),
        (HEADER + '\n[5, {"do": "pay", "amount": "1/0"}]\n', "line 2: 1/0 is no fraction"),
        (HEADER + '\n[5, {"do": "pay", "amount": 1' + "0" * 30 + "}]\n", "is too large a number"),
        (HEADER + "\n" + "[" * 5000 + "\n[]\n", "line 2: is not JSON"),
    ],
)
def test_a_file_that_is_no_replay_gets_a_sentence(
    text: str, says: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "replay"
    path.write_text(text, encoding="utf-8")
    assert main(["live", "replay", str(path)]) == 2
    assert says in capfd.readouterr().err


def test_a_line_that_is_nested_too_deep_is_no_failure_of_the_program(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"[" * 5000)))
    assert main(["live", "judge"]) == 2
    assert "line 1 is not JSON" in capfd.readouterr().out
