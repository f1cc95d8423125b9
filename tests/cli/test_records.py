"""``trainer records`` and ``trainer stats`` as a school's administrator uses them."""

from __future__ import annotations

import csv
import errno
import io
import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.records.support import HandClock
from trainer.cli import main
from trainer.cli.places import user_places
from trainer.cli.records import Bar
from trainer.drills import families
from trainer.games.rules import load_rules
from trainer.records.backup import DailyBackups
from trainer.records.errors import ReadOnlyError
from trainer.records.store import Store
from trainer.rulebooks import shipped_library
from trainer.study.questions import Questions
from trainer.study.run_kinds import Kind
from trainer.study.skills import path
from trainer.study.trainee import Trainee

ANSWERS = 40
KEPT = Path(__file__).parent.parent / "data" / "records"  # one file of every earlier format


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path / "home"))


@pytest.fixture
def practised() -> Iterator[Path]:
    """Records of a trainee who answered some questions, every third one wrong."""
    file = user_places().progress
    clock = HandClock()
    with Store(file, clock) as store:
        rules = load_rules(shipped_library(), "baleares", "roulette-french")
        trainee = Trainee(store, store.add_profile("Ana").id, path(rules, families("roulette-french")))
        questions = Questions(trainee, Kind.TODAY, Random(1))
        session = store.add_session(trainee.profile, "today", "")
        for number in range(ANSWERS):
            choice = questions.next_choice()
            assert choice is not None
            question = choice.rung.question(choice.seed)
            clock.move(seconds=20)
            wrong = number % 3 == 0 and question.draft.mistakes
            answer = question.draft.mistakes[0][1] if wrong else question.draft.solution
            trainee.record(question, question.family.mark(question, answer), 3000, "practise", True, session)
    yield file


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_profiles_check_and_rebuild(practised: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["records", "profiles"]) == 0
    assert lines(capsys)[0].startswith(f"Ana\t{ANSWERS}\t")
    assert main(["records", "check"]) == 0
    assert lines(capsys) == [f"{practised}\tok"]
    for more in ([], ["--profile", "ana"]):
        assert main(["records", "rebuild", *more]) == 0
        assert lines(capsys)[0].startswith(f"Ana\t{ANSWERS} attempts\t")


def test_backup_and_restore(practised: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.db"
    assert main(["records", "backup", str(copy)]) == 0
    assert main(["records", "backup", str(copy)]) == 1
    assert "ya existe" in capsys.readouterr().err
    with Store(practised) as store:
        store.add_profile("Bruno")
    assert main(["records", "restore", str(copy)]) == 0
    kept = Path(lines(capsys)[-1].split("\t")[1])
    with Store(practised) as store, Store(kept) as replaced:
        assert [profile.name for profile in store.profiles()] == ["Ana"]
        assert [profile.name for profile in replaced.profiles()] == ["Ana", "Bruno"]


def test_export_and_import(practised: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ana.trainee"
    assert main(["records", "export", "Ana", str(file)]) == 0
    other = ["records", "--records", str(tmp_path / "other.db")]
    assert main([*other, "import", str(file)]) == 0
    assert main([*other, "import", str(file), "--into", "ana"]) == 0
    assert lines(capsys)[1:] == [f"Ana\t{ANSWERS} added\t0 known", f"Ana\t0 added\t{ANSWERS} known"]


def test_csv_to_a_file_and_to_the_screen(practised: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["records", "csv", "Ana"]) == 0
    shown = capsys.readouterr().out
    assert main(["records", "csv", "Ana", str(tmp_path / "ana.csv")]) == 0
    assert (tmp_path / "ana.csv").read_text(encoding="utf-8") == shown
    rows = list(csv.DictReader(io.StringIO(shown)))
    assert len(rows) == ANSWERS
    assert {row["right"] for row in rows} == {"0", "1"}


@pytest.mark.parametrize("language", ["es", "en"])
def test_fact_cards_for_anki(tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str) -> None:
    file = tmp_path / "cards.txt"
    arguments = ["records", "--language", language, "anki", "baleares", "roulette-french", str(file)]
    assert main(arguments) == 0
    head, cards = [], []
    for line in file.read_text(encoding="utf-8").splitlines():
        (head if line.startswith("#") else cards).append(line)
    assert head == [
        *("#separator:tab", "#html:true", "#guid column:1", "#deck column:2"),
        "#columns:guid\tdeck\tfront\tback",
    ]
    fields = [card.split("\t") for card in cards]
    assert {len(field) for field in fields} == {4}
    assert len({field[0] for field in fields}) == len(fields)
    assert len(fields) == int(lines(capsys)[0].split("\t")[1].split()[0])
    assert all(field[2] and field[3].startswith("<b>") for field in fields)
    assert main(arguments) == 1


def test_damage_is_reported_and_repaired(practised: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = bytearray(practised.read_bytes())
    content[4096:8192] = b"\xa5" * 4096
    practised.write_bytes(content)
    assert main(["records", "--language", "en", "check"]) == 1
    assert "trainer records repair" in capsys.readouterr().err
    assert main(["records", "--language", "en", "repair"]) == 0
    assert "set aside untouched" in lines(capsys)[0]
    assert main(["records", "check"]) == 0


def test_troubles_are_one_line_and_status_1(
    practised: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store(practised):
        assert main(["records", "--language", "en", "rebuild"]) == 1
    assert "already open in another window" in capsys.readouterr().err
    for arguments in (
        ["export", "Nobody", str(tmp_path / "x")],
        ["import", str(tmp_path / "nothing")],
        ["restore", str(tmp_path / "nothing")],
        ["anki", "nowhere", "roulette-french", str(tmp_path / "cards")],
    ):
        assert main(["records", *arguments]) == 1
        error = capsys.readouterr().err
        assert error.startswith("trainer records: ")
        assert error.count("\n") == 1


def test_stats_in_words(practised: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for language, words in (("es", "respuestas"), ("en", "answers")):
        assert main(["stats", "--language", language]) == 0
        shown = capsys.readouterr().out
        assert shown.startswith(f"Ana: {ANSWERS} {words}")
        assert "baleares/roulette-french" in shown
        assert re.search(r"\b[a-z-]+/1\b", shown), "the levels that were practised"
        assert re.search(r"\d+ (y el|and) \d+\s?%", shown), "the range of each estimate"


def test_stats_for_scripts_also_while_the_desk_is_open(practised: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store(practised):
        assert main(["stats", "--json", "--profile", "Ana"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["answers"], found["days"]) == (ANSWERS, 1)
    assert found["records"]["day"] == found["right"]
    assert found["tables"]["baleares/roulette-french"][0]["rung"].endswith("/1")
    assert sum(one["count"] for one in found["mistakes"]) > 0


def test_stats_without_records_or_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats"]) == 1
    capsys.readouterr()
    with Store(user_places().progress) as store:
        store.add_profile("Ana")
    assert main(["stats"]) == 0
    assert lines(capsys) == ["Ana: Aún no hay respuestas registradas."]
    assert main(["stats", "--profile", "Bea"]) == 2, "a name that there is not is wrong input, as in every command"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_progress_bar_moves_on_a_terminal_and_is_silent_elsewhere() -> None:
    terminal, file = Terminal(), io.StringIO()
    for out in (terminal, file):
        bar = Bar("Ana", out)
        for done in (0, 5, 5, 10):
            bar(done, 10)
    assert terminal.getvalue().count("\r") == 3
    assert terminal.getvalue().endswith("] 100% 10/10\n")
    assert file.getvalue() == ""


def test_an_attempt_without_its_session_is_found_and_repaired(
    practised: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(practised)) as connection:
        connection.execute("DELETE FROM sessions")
        connection.commit()
    assert main(["records", "check"]) == 1
    assert "dañados" in capsys.readouterr().err
    assert main(["records", "repair"]) == 0
    assert main(["records", "check"]) == 0
    with Store(practised, read_only=True) as store:
        assert store.count(store.profile("Ana").id) == ANSWERS


def test_rules_and_sessions_go_with_an_exported_profile(
    practised: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["records", "export", "Ana", str(tmp_path / "ana.trainee")]) == 0
    other = tmp_path / "other.db"
    assert main(["records", "--records", str(other), "import", str(tmp_path / "ana.trainee")]) == 0
    with Store(practised, read_only=True) as here, Store(other, read_only=True) as there:
        ana = here.profile("Ana").id
        assert there.sessions(ana) == here.sessions(ana) != []
        assert [there.rules(digest) for digest in there.digests(ana)] == [here.rules(d) for d in here.digests(ana)]
        assert None not in [there.rules(digest) for digest in there.digests(ana)]
    assert main(["records", "--records", str(other), "rebuild"]) == 0
    capsys.readouterr()
    assert main(["stats", "--records", str(other), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["answers"] == ANSWERS


def test_a_table_that_cannot_be_written_leaves_nothing_half_done(
    practised: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "ana.csv")

    monkeypatch.setattr("trainer.records.profile_transfer.write_csv", fail)
    assert main(["records", "csv", "Ana", str(tmp_path / "tables" / "ana.csv")]) == 1
    assert "ana.csv: " in capsys.readouterr().err
    before = sorted(tmp_path.iterdir())
    assert main(["records", "csv", "Ana", str(tmp_path / "ana.csv")]) == 1
    assert "no queda sitio" in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("kept", sorted(KEPT.glob("*.db")), ids=lambda kept: kept.stem)
@pytest.mark.parametrize("task", ["profiles", "check", "export", "csv", "stats"])
def test_a_command_that_reads_brings_records_of_an_earlier_form_up_to_date(
    task: str, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "old.db"
    shutil.copy(kept, file)
    name = "Ana" if kept.stem == "v1.0" else "Bruno Núñez"  # without a PIN
    more = {"export": [name, str(tmp_path / "one.trainee")], "csv": [name]}.get(task, [])
    command = ["stats", "--records", str(file)] if task == "stats" else ["records", "--records", str(file), task, *more]
    assert main(command) == 0
    told = capsys.readouterr()
    assert told.out
    (copy,) = tmp_path.glob("old.format-*.db")
    assert str(copy) in told.err


@pytest.mark.parametrize("kept", sorted(KEPT.glob("*.db")), ids=lambda kept: kept.stem)
def test_records_of_an_earlier_form_are_backed_up_as_they_are(kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    shutil.copy(kept, file)
    before = file.read_bytes()
    assert main(["records", "--records", str(file), "backup", str(tmp_path / "copy.db")]) == 0
    assert file.read_bytes() == before
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy, closing(sqlite3.connect(file)) as old:
        assert list(copy.iterdump()) == list(old.iterdump())


def test_where_an_earlier_form_may_not_be_written_it_is_said_that_it_is_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise ReadOnlyError(path=tmp_path)

    file = tmp_path / "old.db"
    shutil.copy(KEPT / "v2.0.db", file)
    monkeypatch.setattr("trainer.records.database.upgrade", refuse)
    assert main(["records", "--records", str(file), "--language", "en", "profiles"]) == 1
    assert "earlier version" in capsys.readouterr().err


@pytest.mark.parametrize("task", [["csv", "Ana"], ["export", "Ana", "ana.trainee"]])
def test_a_pin_is_asked_for_before_anything_leaves_the_laptop(
    practised: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    task: list[str],
) -> None:
    with Store(practised) as store:
        store.set_pin(store.profile("Ana").id, "2468")
    monkeypatch.chdir(tmp_path)
    for pin in ("1111\n", ""):
        monkeypatch.setattr("sys.stdin", io.StringIO(pin))
        assert main(["records", *task]) == 1
        found = capsys.readouterr()
        assert "Ese no es el PIN de Ana" in found.err
        assert found.out == "" and not (tmp_path / "ana.trainee").exists()
    monkeypatch.setattr("sys.stdin", io.StringIO("2468\n"))
    assert main(["records", *task]) == 0


def test_backups_are_listed_and_the_newest_is_restored_with_one_command(
    practised: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["records", "restore"]) == 1
    assert "copia de seguridad" in capsys.readouterr().err
    with Store(practised) as store:
        DailyBackups(practised).keep(store, store.clock())
    practised.write_bytes(b"rubbish")
    assert main(["records", "backups"]) == 0
    head, line = lines(capsys)
    assert re.match(r"Copias de seguridad: 1, \d+,\d MB en ", head)
    assert main(["records", "restore"]) == 0
    assert main(["records", "restore", line.partition("\t")[0]]) == 0
    assert main(["records", "profiles"]) == 0
    assert lines(capsys)[-1].startswith(f"Ana\t{ANSWERS}\t")


def test_repair_says_what_it_saved_and_of_sound_records_that_they_are(
    practised: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = practised.read_bytes()
    assert main(["records", "repair"]) == 0
    assert "no hay nada que reparar" in capsys.readouterr().out
    assert practised.read_bytes() == before and not list(practised.parent.glob("*damaged*"))
    for kept in KEPT.glob("*.db"):  # of earlier forms
        shutil.copy(kept, tmp_path / kept.name)
        assert main(["records", "--records", str(tmp_path / kept.name), "--language", "en", "repair"]) == 0
        assert "are sound" in capsys.readouterr().out
    with closing(sqlite3.connect(practised)) as damaged:
        damaged.execute("UPDATE attempts SET milliseconds = 'x' WHERE id = (SELECT min(id) FROM attempts)")
        damaged.commit()
    with Store(practised):
        assert main(["records", "repair"]) == 1
    assert "otra ventana" in capsys.readouterr().err
    assert main(["records", "repair"]) == 0
    assert f"{ANSWERS - 1} respuestas" in capsys.readouterr().out
    assert main(["stats"]) == 0
