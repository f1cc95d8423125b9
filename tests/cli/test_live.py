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
        (["QQQQQ"], "code: "),
        (["arica/chess"], "chess"),
        (["arica/craps", "--dealer", "lazy"], "'lazy' is neither 'perfect' nor a fault"),
        (["arica/craps", "--rounds", "-3"], "shift: "),
    ],
)
def test_what_cannot_be_played_gets_a_sentence(
    arguments: list[str], says: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["live", "play", *arguments]) == 2
    told = capfd.readouterr()
    assert says in told.err and told.out == ""
