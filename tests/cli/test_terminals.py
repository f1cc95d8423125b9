"""Broken terminals and systems: every command ends with one sentence and the right exit status."""

from __future__ import annotations

import codecs
import io
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.laboratory.terminals import COMMANDS, LETTERS, LINE, ended, has_spoken, interrupted, shows_a_screen
from trainer import texts
from trainer.cli.main import main
from trainer.cli.places import NoHomeError, user_places
from trainer.cli.streams import prepare_streams, replace_unencodable
from trainer.records.store import Store
from trainer.system.toml_cache import read_toml


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Home folder of somebody whose name has an accent."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "data").mkdir()
    with Store(folder / "data" / "progress.db") as store:
        store.add_profile("José")
    return folder


@pytest.mark.parametrize("arguments", [each for each in COMMANDS if each != ("games", "--json")], ids=" ".join)
def test_a_full_device_is_told_in_a_sentence(arguments: tuple[str, ...], home: Path) -> None:
    found = ended(arguments, home, ">/dev/full")
    assert found.is_right, found
    if arguments[:2] != ("rulebook", "check"):  # prints nothing about valid rulebooks
        assert found.status == 1
        assert ("no queda sitio en el disco" in found.err) != (arguments[0] == "solve")


@pytest.mark.parametrize("streams", ["<&-", ">&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("arguments", [("stats",), ("solve",), ("drill",)], ids=" ".join)
def test_closed_streams_end_a_command_cleanly(arguments: tuple[str, ...], streams: str, home: Path) -> None:
    found = ended(arguments, home, streams)
    assert found.is_right, found
    assert found.status == (2 if arguments == ("solve",) and "<" in streams else 0)


@pytest.mark.parametrize(
    ("arguments", "letters"),
    [(("house", "baleares", "boule"), "ascii"), (("drill",), "latin-1"), (("stats",), "cp850")],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_a_terminal_of_few_letters_shows_what_it_can(arguments: tuple[str, ...], letters: str, home: Path) -> None:
    found = ended(arguments, home, environment={"PYTHONIOENCODING": letters})
    assert found.is_right and found.status == 0, found
    assert found.out.strip()


def test_only_signs_of_the_desk_have_no_substitute() -> None:
    codecs.register_error("ascii-substitute", replace_unencodable)
    files = Path(texts.__file__).parent.glob("*.toml")
    shown = {letter for path in files for letter in str(read_toml(path))}
    assert len(shown) > 90
    for letters in LETTERS:
        lost = {letter for letter in shown if letter.encode(letters, "ascii-substitute") == "?".encode(letters)} - {"?"}
        assert lost <= {"▶", "⚑", "■", "●", "⇧"}, letters


def test_json_stays_exact_where_letters_are_few(home: Path) -> None:
    asked = ("house", "arica", "roulette-american", "--json")
    plain = ended(asked, home, environment={"PYTHONIOENCODING": "ascii"})
    usual = ended(asked, home, environment={"PYTHONIOENCODING": "utf-8"})
    assert plain.out.isascii() and not usual.out.isascii()
    assert json.loads(plain.out) == json.loads(usual.out)


@pytest.mark.parametrize("letters", ["utf-8:strict", "ascii:strict"])
def test_no_name_acts_on_the_terminal(letters: str, tmp_path: Path) -> None:
    """Names from other laptops and file names may contain escapes and marks that change the writing direction."""
    (tmp_path / "data").mkdir()
    with Store(tmp_path / "data" / "progress.db") as store:
        store.add_profile("Ana")
        store.connection.execute("UPDATE profiles SET name = ?", ("\x1b[31mAna\u202e\x9b",))
    (tmp_path / "lines").write_text('{"\\u202e\\u001b\\u007f": 1}')
    strange = (("records", "profiles"), ("solve", f"{tmp_path}/\x1b[31m\u2066\udcff"), ("solve", f"{tmp_path}/lines"))
    shown = [ended(arguments, tmp_path, environment={"PYTHONIOENCODING": letters}) for arguments in strange]
    for found in shown:
        assert found.is_right, found
        assert not set(found.out + found.err) & set("\x1b\x9b\x7f\u202e\u2066\udcff"), found
    assert "Ana" in shown[0].out
    assert json.loads(shown[2].out)["error"]["field"] == "\u202e\x1b\x7f"  # JSON stays exact


def test_an_impossible_time_zone_is_replaced_by_utc(home: Path) -> None:
    found = ended(("stats",), home, environment={"TZ": "XXX99:99:99"})
    assert (found.status, found.is_right) == (0, True), found


@pytest.mark.parametrize("arguments", [[], ["games"], ["drill"]])
def test_a_clock_beyond_all_counting_is_told(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def beyond() -> float:
        raise OverflowError("timestamp too large to convert to C _PyTime_t")

    monkeypatch.setattr("time.time", beyond)
    assert main(arguments) == 1
    assert "reloj" in capsys.readouterr().err


def test_a_reader_that_closes_the_pipe_ends_solve_quietly(tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    lines.write_text(f"{LINE}\n" * 3000)
    piped = f'"{sys.executable}" -m trainer solve "{lines}" | head -1'
    shell = ["bash", "-c", f"set -o pipefail; {piped}"]
    done = subprocess.run(shell, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1 and not done.stderr


@pytest.mark.parametrize("language", ["es", "en"])
def test_what_the_system_refuses_is_said_in_the_users_language(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").write_text("a file")
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("sys.stdin", None)
    assert main(["solve", str(tmp_path), "--language", language]) == 2
    assert ("es una carpeta" if language == "es" else "it is a folder") in capsys.readouterr().err


def test_a_failure_of_the_program_is_a_sentence_a_report_and_status_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path))

    def fail(_: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("trainer.cli.games.run", fail)
    assert main(["games"]) == 3
    said = capsys.readouterr().err
    (report,) = (tmp_path / "data" / "reports").iterdir()
    assert len(said.splitlines()) == 1 and str(report) in said
    assert "Traceback" in report.read_text() and "in fail" in report.read_text()


def test_an_account_without_a_home_is_told_what_to_set(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("TRAINER_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("pathlib.Path.home", nowhere)
    with pytest.raises(NoHomeError):
        user_places()
    assert main(["rulebook", "folder"]) == 1
    assert "TRAINER_HOME" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [(), ("--now",)], ids=" ".join)
def test_ctrl_c_ends_the_desk(arguments: tuple[str, ...], tmp_path: Path) -> None:
    found = interrupted(arguments, tmp_path, shows_a_screen(tmp_path))
    assert (found.status, found.is_right) == (130, True), found


@pytest.mark.parametrize(("arguments", "typed"), [(("drill",), ""), (("solve",), f"{LINE}\n")])
def test_ctrl_c_ends_what_waits_for_a_line(arguments: tuple[str, ...], typed: str, tmp_path: Path) -> None:
    found = interrupted(arguments, tmp_path, has_spoken, typed=typed)
    assert (found.status, found.is_right) == (130, True), found


def test_ctrl_c_ends_a_working_command(tmp_path: Path) -> None:
    shots = tmp_path / "shots"
    found = interrupted(("shots", str(shots)), tmp_path / "home", lambda _: any(shots.glob("*.png")))
    assert (found.status, found.is_right) == (130, True), found


@pytest.mark.parametrize(
    "signals",
    [(signal.SIGTERM,), (signal.SIGHUP,), (signal.SIGINT, signal.SIGINT), (signal.SIGHUP, signal.SIGTERM)],
    ids=lambda signals: " ".join(each.name for each in signals),
)
def test_the_end_of_a_session_and_a_second_ctrl_c_end_the_desk(
    signals: tuple[signal.Signals, ...], tmp_path: Path
) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # in case the tests were started with nohup
    found = interrupted((), tmp_path / "home", shows_a_screen(tmp_path / "home"), signals)
    # A signal during Python's own shutdown kills the process.
    assert found.status in (130, *(-each for each in signals[1:])) and not found.err, found
    assert not (tmp_path / "home" / "config" / "starting").exists()  # the next start is a normal one


def test_a_display_that_is_not_there_leads_to_the_terminal(home: Path) -> None:
    found = ended(("--language", "en"), home, environment={"QT_QPA_PLATFORM": "xcb", "DISPLAY": ":4711"})
    assert (found.status, found.is_right) == (0, True), found
    assert found.err.startswith("No window can be opened") and len(found.err.splitlines()) == 1


def test_a_codec_that_is_not_a_character_set_is_replaced(home: Path) -> None:
    found = ended(("stats",), home, environment={"PYTHONIOENCODING": "idna"})
    assert (found.status, found.is_right) == (0, True), found
    assert "Aun no hay respuestas" in found.out


def test_what_programs_read_ends_its_lines_in_one_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, where Python's own stream ends every line in two."""
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="cp1252", newline="\r\n"))
    prepare_streams()
    print("uno\ndos")
    sys.stdout.flush()
    assert written.getvalue() == b"uno\ndos\n"
