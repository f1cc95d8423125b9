"""The command line as scripts and schools use it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from trainer.catalogue import BY_GAME
from trainer.cli import main
from trainer.cli.start import has_display


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path / "home"))


def stdin(text: str | bytes) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(text if isinstance(text, bytes) else text.encode()))


def solve(
    lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, list[dict]]:  # type: ignore[type-arg]
    monkeypatch.setattr("sys.stdin", stdin("\n".join(lines)))
    status = main(["solve"])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def settle(bet: dict, rulebook: str = "arica", game: str = "roulette-american", number: str = "17") -> str:  # type: ignore[type-arg]
    request = {"rulebook": rulebook, "game": game, "settle": {"winning_number": number, "bets": [bet]}}
    return json.dumps(request)


ASK = '{"rulebook": "arica", "game": "roulette-american", '


@pytest.mark.parametrize(
    ("line", "field", "problem"),
    [
        (settle({"bet": "split", "on": ["1", "9"], "stake": 5}), "settle.bets[0].on", "1-9 is not a split"),
        (settle({"bet": "red", "stake": 0}), "settle.bets[0].stake", "must be above 0"),
        (settle({"bet": "red", "stake": -5}), "settle.bets[0].stake", "must not be below 0"),
        (
            settle({"bet": "straight-up", "on": ["00"], "stake": 5}, "baleares", "roulette-french"),
            "settle.bets[0].on",
            "there is no '00' on a single-zero wheel",
        ),
        (settle({"bet": "red", "stake": "much"}), "settle.bets[0].stake", "is not an amount"),
        (settle({"bet": "red", "stake": 5, "colour": "x"}), "settle.bets[0].colour", "unknown key"),
        (settle({"bet": "moon", "stake": 5}), "settle.bets[0].bet", "'moon' is not taken at this table"),
        (settle({"bet": "column", "on": 4, "stake": 5}), "settle.bets[0].on", "must be 1, 2 or 3"),
        (settle({"bet": "tercio", "stake": 60}), "settle.bets[0].bet", "'tercio' is not taken"),
        (settle({"bet": "tercio", "stake": 61, "chip": 10}, "baleares"), "settle.bets[0].chip", "takes 6 equal chips"),
        (settle({"bet": "red", "stake": 5}, number="37"), "settle.winning_number", "there is no '37'"),
        (settle({"bet": "red", "stake": 5, "in_prison": True}), "settle.bets[0].in_prison", "no prison at this table"),
        ("{", "", "is not JSON"),
        ("[]", "", "must be a JSON object"),
        ('{"rulebook": "arica"}', "game", "is missing"),
        ('{"rulebook": "arica", "game": "roulette-american"}', "", "ask exactly one of"),
        (ASK + '"decide": {"case": "x"}}', "decide.case", "'x' is not one of"),
        (ASK + '"decide": {"case": []}}', "decide.case", "a list is not one of"),
        ('{"rulebook": "atlantis", "game": "roulette-american", "limit": {}}', "rulebook", "there are: arica"),
        (ASK + '"options": {"a": "b"}, "limit": {}}', "options.a", "no such"),
        ('{"rulebook": "arica", "game": "roulette-american", "hello": 1}', "hello", "unknown key"),
    ],
)
def test_bad_input_names_the_field_and_the_reason(line, field, problem, monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    good = settle({"bet": "red", "stake": 5})
    status, answers = solve([good, line, good], monkeypatch, capsys)
    assert status == 2
    assert answers[1]["error"]["field"] == field
    assert answers[1]["error"]["line"] == 2
    assert problem in answers[1]["error"]["problem"]
    assert answers[0]["total_payout"] == answers[2]["total_payout"] == 0


@pytest.mark.parametrize(
    ("overlay", "language", "field", "problem"),
    [
        ('[bets.red]\npays = "x"', "es", "bets.red.pays", "«x» no es un pago"),
        ('[bets.red]\npays = "x"', "en", "bets.red.pays", "'x' is not a pair of odds"),
        ("[rules]\nwheel = 3", "es", "rules.wheel", "debe ser un texto, no 3"),  # found only by the engine
        ("[rules]\nwheel = 3", "en", "rules.wheel", "must be text, not 3"),
    ],
)
def test_solve_says_what_is_wrong_with_a_rulebook(  # type: ignore[no-untyped-def]
    overlay, language, field, problem, tmp_path, monkeypatch, capsys
) -> None:
    path = tmp_path / "home" / "data" / "rulebooks" / "own" / "roulette-american.toml"
    path.parent.mkdir(parents=True)
    path.write_text(f'extends = "arica/roulette-american"\n{overlay}\n')
    monkeypatch.setattr("sys.stdin", stdin(settle({"bet": "red", "stake": 5}, "own")))
    assert main(["solve", "--language", language]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["field"] == field
    assert problem in error["problem"]


def test_a_line_the_program_fails_on_stops_no_other_and_is_loud(monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    def fails_on_the_second(line: bytes, number: int, *_: object) -> dict[str, int]:
        if number == 2:
            raise ZeroDivisionError
        return {"total_payout": number}

    monkeypatch.setattr("trainer.cli.solve.answer_line", fails_on_the_second)
    monkeypatch.setattr("sys.stdin", stdin("a\nb\nc\n"))
    assert main(["solve"]) == 3
    said = capsys.readouterr()
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert answers[0] == {"total_payout": 1} and answers[2] == {"total_payout": 3}
    assert answers[1]["error"]["line"] == 2
    assert "ZeroDivisionError" in said.err


def test_lines_that_are_too_long_or_no_text_stop_no_other(monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    good = settle({"bet": "red", "stake": 5}).encode()
    monkeypatch.setattr("sys.stdin", stdin(b"\n".join((b"[" * 2_500_000, good, b"\xff\xfe", good))))
    assert main(["solve"]) == 2
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["error" in answer for answer in answers] == [True, False, True, False]
    assert answers[2]["error"]["line"] == 3


def test_games_lists_every_game_and_the_faults_of_own_rulebooks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "home" / "data" / "rulebooks" / "own"
    own.mkdir(parents=True)
    (own / "roulette-american.toml").write_text('extends = "arica/roulette-american"\n[rules]\npaying = 5\n')
    other = "[variants.mini-craps.set.rules]\nseats = 1000000000\n"
    (own / "craps.toml").write_text(f'extends = "arica/craps"\n{other}')
    assert main(["games", "--json"]) == 0
    listed = {(game["rulebook"], game["game"]): game for game in json.loads(capsys.readouterr().out)}
    assert {key for key in listed if key[1].startswith("roulette")} == {
        ("arica", "roulette-american"),
        ("puerto-rico", "roulette-american"),
        ("baleares", "roulette-american"),
        ("baleares", "roulette-french"),
        ("bolivia", "roulette-american"),
        ("bolivia", "roulette-french"),
        ("own", "roulette-american"),
    }
    faulty = listed.pop(("own", "roulette-american"))
    assert "rules.paying" in faulty["fault"]["es"]
    assert all("fault" not in game and game["drills"] for game in listed.values())
    craps = listed["own", "craps"]
    assert craps["variants"] and "seats" in craps["faults"][0]["es"]
    assert main(["games"]) == 0
    printed = capsys.readouterr().out
    assert "rules.paying" in printed and craps["faults"][0]["es"] in printed


def test_solve_keeps_amounts_exact_and_ids(monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    line = json.dumps(
        {
            "id": "a1",
            "rulebook": "baleares",
            "game": "roulette-french",
            "settle": {"winning_number": "0", "bets": [{"bet": "red", "stake": "0.10", "choice": "withdraw"}]},
        }
    )
    status, (answer,) = solve([line], monkeypatch, capsys)
    assert status == 0
    assert answer["id"] == "a1"
    assert answer["bets"][0]["returned"] == 0.05
    assert answer["bets"][0]["reasons"][0]["cite"].startswith("01.IV.1")


@pytest.mark.parametrize("game_id", sorted(BY_GAME))
def test_schema_examples_are_answered(game_id: str, monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["solve", "--schema", game_id]) == 0
    described = json.loads(capsys.readouterr().out)
    examples = [json.dumps(example) for ask in described.values() for example in ask["examples"]]
    assert examples
    status, answers = solve(examples, monkeypatch, capsys)
    assert status == 0, answers


def test_rulebook_check_of_a_faulty_file_exits_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own" / "roulette-american.toml"
    path.parent.mkdir()
    path.write_text('extends = "arica/roulette-american"\ncolour = 1\n')
    assert main(["rulebook", "check", str(path)]) == 1
    told = capsys.readouterr()
    assert told.out.startswith(f"{path}: colour: esta clave no se conoce; hay: about, bets, ")
    assert told.err == "Juegos comprobados: 1; errores: 1\n"
    assert main(["rulebook", "check", str(path), "--language", "en"]) == 1
    told = capsys.readouterr()
    assert told.out.startswith(f"{path}: colour: unknown key; there are: about, bets, ")
    assert told.err == "Games checked: 1; faults: 1\n"


def test_rulebook_check_of_nothing_exits_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebook", "check", str(tmp_path / "none")]) == 2
    assert "no hay ningún archivo ni carpeta" in capsys.readouterr().err


def test_without_a_display_the_program_goes_on_in_the_terminal(monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main([]) == 0
    told = capsys.readouterr()
    assert len(told.err.splitlines()) == 1 and "terminal" in told.err
    assert "1/20" in told.out


def test_display() -> None:
    assert has_display("win32", {})
    assert has_display("linux", {"DISPLAY": ":0"})
    assert not has_display("linux", {"DISPLAY": ""})


@pytest.mark.parametrize(
    ("file", "lines", "key"),
    [
        ("own/general-rules.toml", 'extends = "arica/general-rules"\nconduct = 5\n', "conduct"),
        ("own/general-rules.toml", "=\n", ""),
        ("own/rulebook.toml", 'extends = "arica/rulebook"\nchips = 5\n', "chips"),
        ("house-ways/pai-gow-poker/own.toml", 'game = "pai-gow-poker"\nrules = 5\n', "rules"),
        ("house-ways/pai-gow-tiles/own.toml", "=\n", ""),
    ],
)
def test_rulebook_check_looks_at_what_games_share(
    file: str, lines: str, key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "home" / "data" / "rulebooks" / file
    path.parent.mkdir(parents=True)
    path.write_text(lines)
    for asked in (["rulebook", "check", str(path)], ["rulebook", "check", str(tmp_path / "home/data/rulebooks")]):
        assert main(asked) == 1, asked
        said = capsys.readouterr().out
        assert path.name in said and key in said


def test_a_second_interrupt_while_the_log_is_closed_ends_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["trainer.cli.main"], "stop_log", interrupted)
    assert main(["rulebook", "folder"]) == 130
