"""``trainer sensors``: its output, what it refuses, and a simulation piped into a decoder."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from tests.sensors.lines_of_devices import PROFILES, drawn
from trainer.cli.main import main


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.fixture
def trainer(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Callable[..., tuple[bytes, str]]:
    """Run a command with bytes as input; returns its output and errors."""

    def run(*arguments: str, given: bytes = b"") -> tuple[bytes, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
        assert main(["sensors", *arguments]) == 0
        written, told = capsysbinary.readouterr()
        return written, told.decode()

    return run


def test_events_go_to_the_output_and_what_was_dropped_to_the_errors_with_its_reason(
    trainer: Callable[..., tuple[bytes, str]],
) -> None:
    card = drawn("1", "player", 1, "8S")
    given = b"??" + card * 2 + card[:4]
    written, told = trainer("decode", "--profile", "angel-eye-ii-ex", "--language", "en", given=given)
    assert written == b'{"card":"8S","to":"player","index":1}\n'
    assert told.splitlines() == [
        "noise: 3F 3F: noise between messages",
        "repeat: 05 31 44 81 B8 03 34 46: a repeat: it was heard before",
        "unfinished: 05 31 44 81: unfinished when the line ended",
    ]


def test_a_simulation_can_be_decoded_and_recorded_and_the_recording_replayed(
    tmp_path: Path, trainer: Callable[..., tuple[bytes, str]]
) -> None:
    simulated, _ = trainer("simulate", "angel-eye", "--seed", "5", "--rounds", "3")
    decoded, _ = trainer("decode", "--profile", "angel-eye", given=simulated)
    file = str(tmp_path / "shoe.jsonl")
    recorded, _ = trainer("record", file, "--profile", "angel-eye", given=simulated)
    replayed, _ = trainer("replay", file)
    timed, _ = trainer("replay", file, "--times")
    assert decoded.count(b'"card"') >= 12
    assert recorded == replayed == decoded
    assert [json.loads(line)["event"] for line in timed.splitlines()] == [
        json.loads(line) for line in decoded.splitlines()
    ]


def test_a_wheel_may_tell_what_it_measures_of_the_ball(trainer: Callable[..., tuple[bytes, str]]) -> None:
    line = b"*X;3;007; 9;0;150;0;0112;0A;1;04000; 9\r\n"
    written, told = trainer("decode", "--profile", "mercury-360-extended", "--balls", given=line)
    assert written.count(b"\n") == 2
    assert json.loads(told)["ball"]["turns"] == 10


def test_the_list_names_every_profile(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sensors", "list", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["profile"] for each in told] == list(PROFILES)
    assert all(each["certainty"] in ("found", "tried", "guessed") and each["source"] for each in told)
    assert main(["sensors", "list"]) == 0
    assert "angel-eye-ii-ex" in capsys.readouterr().out


def test_check_names_the_faults_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "open-line"\nkind = "boot"\n[framing]\nlongest = 1\n', "utf-8")
    assert main(["sensors", "check", str(file), "--language", "en"]) == 1
    told = capsys.readouterr().out
    assert "kind: " in told and "framing.longest: " in told
    assert main(["sensors", "check"]) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["decode", "--profile", "nothing"],
        ["simulate", "rfid-reader"],
        ["replay", "nowhere.jsonl"],
        ["check", "nowhere.toml"],
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sensors", *arguments]) == 2
    assert capsys.readouterr().err.startswith("trainer sensors: ")


def test_a_file_that_is_no_recording_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("hello\n")
    assert main(["sensors", "replay", str(tmp_path / "notes.txt")]) == 2
    assert "notes.txt" in capsys.readouterr().err


def test_a_schools_own_profile_is_found_in_its_folder(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = own_home / "home" / "data" / "sensors"
    folder.mkdir(parents=True)
    (folder / "mi-rueda.toml").write_text('extends = "number-lines"\n', "utf-8")
    assert main(["sensors", "list"]) == 0
    assert "mi-rueda" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["simulate", "open-line", "--rounds", "0"],
        ["simulate", "open-line", "--rounds", "-3"],
        ["simulate", "open-line", "--rounds", "9" * 40],
        ["simulate", "open-line", "--pace", "0"],
        ["simulate", "open-line", "--pace", "nan"],
        ["simulate", "open-line", "--pace", "inf"],
        ["record", "x", "--profile", "open-line", "--seconds", "-1"],
        ["record", "x", "--profile", "open-line", "--speed", "0"],
    ],
)
def test_figures_that_cannot_be_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["sensors", *arguments])
    assert ended.value.code == 2 and arguments[-1] in capsys.readouterr().err


@pytest.mark.parametrize("where", [["--tcp", "box:99999"], ["--tcp", ":"], ["--port", "/dev/no-such-port"]])
def test_what_cannot_be_listened_to_is_told_with_a_cure(
    where: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: QCoreApplication
) -> None:
    """Uses the tests' own Qt application, because a process has only one."""
    file = tmp_path / "file"
    assert main(["sensors", "record", str(file), "--profile", "open-line", *where]) == 1
    told = capsys.readouterr().err
    assert not file.exists(), "nothing was recorded"
    assert where[1] in told and "Errno" not in told and told.count("\n") == 1


def test_no_recording_is_written_over(
    trainer: Callable[..., tuple[bytes, str]], tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "evening.jsonl"
    trainer("record", str(file), "--profile", "open-line", given=b"CARD 8H\nCARD")
    kept = file.read_bytes()
    assert main(["sensors", "record", str(file), "--profile", "open-line"]) == 1
    assert file.read_bytes() == kept and str(file).encode() in capsysbinary.readouterr().err


def test_a_damaged_recording_is_replayed_as_far_as_it_can_be_read_and_that_is_told(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "damaged.jsonl"
    file.write_bytes(b'{"profile":"open-line","recording":1}\n{x\n{"at":5,"raw":"434152442038480a"}\n')
    assert main(["sensors", "replay", str(file), "--language", "en"]) == 1
    told = capsysbinary.readouterr()
    assert told.out == b'{"card":"8H"}\n' and b"1 line" in told.err
