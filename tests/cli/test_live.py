"""``trainer live judge``: rounds in, findings out, one JSON line each."""

from __future__ import annotations

import io
import sys
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
