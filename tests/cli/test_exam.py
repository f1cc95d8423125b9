"""An exam in the terminal, from the staff's passwords to a regraded result."""

from __future__ import annotations

import io
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.exams.support import SCHEMES
from tests.exams.terminal_school import SCHEME
from trainer.cli.main import main
from trainer.exams.clock import MachineClock
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole
from trainer.exams.office import Office
from trainer.exams.roles import Role

PHRASE = "una frase larga"
SMALL = "own/small"  # a scheme of five questions; those that are shipped have a hundred and more
PAYMENTS = """
[parts.payments]
names = { es = "Pagos", en = "Payments" }
weight = 50
minutes = 5
draws = [{ count = 5, from = ["pay-tables/1"] }]
"""


def write_small_schemes(home: Path) -> None:
    schemes = home / "data" / "schemes" / "own"
    schemes.mkdir(parents=True)
    (schemes / "small.toml").write_text(SCHEME.replace("count = 2", "count = 5"), encoding="utf-8")
    in_two_parts = SCHEME.replace("count = 2", "count = 5").replace("weight = 100", "weight = 50") + PAYMENTS
    (schemes / "two-parts.toml").write_text(in_two_parts, encoding="utf-8")


class School:
    """A school in its own home folder, and a way to type."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys
        write_small_schemes(home)
        self.office = Office(home / "data" / "exams", MachineClock())
        self.office.keys.found("Escuela Sur", PHRASE)
        root = self.office.keys.unlock(KeyRole.ROOT, PHRASE)
        for role in (KeyRole.STATION, KeyRole.CERTIFIER):
            self.office.keys.make(role, PHRASE, PHRASE)
        for person, staff_role in (
            ("vera", Role.INVIGILATOR),
            ("elena", Role.EXAMINER),
            ("nora", Role.EXAMINER),
            ("carlos", Role.CERTIFIER),
        ):
            self.office.staff.add(person, person, staff_role, f"password-{person}", root)

    def type(self, *arguments: str, lines: tuple[str, ...] = (), status: int = 0) -> str:
        self._monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["exam", *arguments]) == status
        captured = self._capsys.readouterr()
        return captured.out + captured.err


@pytest.fixture
def school(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> School:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path))
    return School(tmp_path, monkeypatch, capsys)


def test_a_paper_is_drawn_sat_left_resumed_sealed_reviewed_and_regraded(school: School) -> None:
    reference = school.type("candidate", "--name", "Ana Ruiz", "--document", "X1").strip()
    draw = ("paper", "own/two-parts", "--by", "elena", "--seat", "1", "--candidate", reference)
    drawn = school.type(*draw, lines=("password-elena",))
    found = re.search(r"Examen (\w{32}) con 10 preguntas\. Código para el vigilante: (\S+)", drawn)
    assert found is not None
    paper, code = found.groups()
    sit = ("sit", paper, "--candidate", reference, "--invigilator", "vera")
    begun = school.type(
        *sit, lines=("password-vera", "", code, "1", "", ":hint", ":flag", ":next", ":nonsense"), status=1
    )
    for said in ("compruebe que es Ana Ruiz", "1/10", "no hay pistas", "marcadas: 1", "2/10", "Órdenes:"):
        assert said in begun
    again = re.search(r"--resume (\w+)", begun)
    assert again is not None
    resume = ("sit", "--resume", again[1], "--invigilator", "vera")
    assert "el código no abre" in school.type(*resume, lines=("password-vera", "WRONG"), status=1)
    ended = school.type(
        *resume, lines=("password-vera", code, ":part", ":part", ":hand-in", "no", ":hand-in", "sí", PHRASE)
    )
    for said in ("2/10", "entregar hay que confirmarlo", "Entregado"):
        assert said in ended
    (file,) = map(str, (school.office.folder / "results").glob("*.json"))
    assert "válido, sellado por la escuela (sin revisar)" in school.type("verify", file)
    assert "not passed" in school.type("report", file, "--language", "en")
    review = ("review", file, "--decision", "confirmed", "--by")
    refused = school.type(*review, "elena", lines=("password-elena",), status=1)
    assert "eso no lo puede hacer" in refused
    school.type(*review, "carlos", lines=("password-carlos", PHRASE))
    assert "(confirmed by the certifier)" in school.type("verify", file, "--language", "en")
    assert "already sat" in school.type(*sit, "--language", "en", status=1)
    regraded = school.type(
        *("regrade", file, "--by", "elena", "--second", "nora", "--cite", "art. 12"),
        *("--reason", "ambigua", "--void", "1"),
        lines=("password-elena", "password-nora", PHRASE),
    )
    assert "Vuelto a calificar: ambigua" in regraded and "0/4" in regraded
    assert "no es lo último que dijo la escuela" in school.type("verify", file, status=1)
    assert "no hay" in school.type("erase", "0" * 64, "--by", "carlos", lines=("password-carlos",), status=1)
    both = school.type("verify", str(school.office.folder / "nothing"), file, status=1)
    assert "no está" in both and "válido" in both  # a missing file does not hide the others
    school.type("erase", reference, "--by", "carlos", lines=("password-carlos",))
    school.office.check_all()  # every seal holds without the person
    assert school.office.people.find(reference) is None


def drawn_for(school: School, seat: str, candidate: str) -> tuple[str, str]:
    draw = ("paper", SMALL, "--by", "elena", "--seat", seat, "--candidate", candidate)
    said = school.type(*draw, lines=("password-elena",))
    found = re.search(r"Examen (\w{32}) .*: (\S+)", said)
    assert found is not None
    return found[1], found[2]


def test_a_sitting_goes_on_from_wherever_it_was_left(school: School) -> None:
    """A wrong password, a wrong code, the machine checked but not started, handed in but not sealed."""
    reference = school.type("candidate", "--name", "Ana Ruiz", "--document", "X1").strip()
    paper, code = drawn_for(school, "1", reference)
    sit = ("sit", paper, "--candidate", reference, "--invigilator", "vera")
    school.type(*sit, lines=("wrong",), status=1)
    assert not list((school.office.folder / "sittings").glob("*")), "a wrong password begins nothing"
    begun = school.type(*sit, lines=("password-vera", "", "WRONG"), status=1)
    sitting = re.findall(r"[0-9a-f]{32}", begun)[-1]
    assert f"siga con él: {sitting}" in school.type(*sit, status=1)
    resume = ("sit", "--resume", sitting, "--invigilator", "vera")
    said = school.type(*resume, lines=("password-vera", code), status=1)
    assert "Pregunta de práctica" in said and "0/0" not in said and f"--resume {sitting}" in said
    said = school.type(
        *resume, lines=("password-vera", code, "1", "", ":flag 3", ":flag x", ":hand-in", "sí", "wrong"), status=1
    )
    assert "1/5" in said and "marcadas: 3" in said and "Órdenes" in said and "Entregado" in said
    said = school.type(*resume, lines=(code, "wrong", "wrong again", PHRASE))
    assert said.count("no abre esta clave") == 2
    (file,) = (school.office.folder / "results").glob("*.json")
    assert str(file) in said


def test_a_sitting_moves_from_the_disk_of_a_machine_that_died(school: School, tmp_path: Path) -> None:
    reference = school.type("candidate", "--name", "Ana Ruiz", "--document", "X1").strip()
    paper, code = drawn_for(school, "1", reference)
    sit = ("sit", paper, "--candidate", reference, "--invigilator", "vera")
    sitting = school.type(*sit, lines=("password-vera", "", code, "1", "", ":flag 2"), status=1).split()[3]
    dead = tmp_path / "dead"
    shutil.copytree(school.office.folder, dead)
    for name in ("register.jsonl", "sittings", "counters", "papers", "people"):
        path = school.office.folder / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    assert sitting in school.type("move", str(dead))
    move = ("move", str(dead), sitting, "--by", "vera")
    assert "falta el motivo" in school.type(*move, lines=("password-vera",), status=1)
    school.type(*move, "--reason", "sin corriente", lines=("password-vera",))
    assert "ya está en este ordenador" in school.type(*move, "--reason", "otra vez", lines=("password-vera",), status=1)
    resume = ("sit", "--resume", sitting, "--invigilator", "vera")
    said = school.type(*resume, lines=("password-vera", code, ":hand-in", "sí", PHRASE))
    assert "1/5" in said and "marcadas: 2" in said
    (file,) = map(str, (school.office.folder / "results").glob("*.json"))
    assert "se siguió en otro ordenador: sin corriente" in school.type("report", file)
    assert school.office.people.find(reference) is not None
    with pytest.raises(RefusedError, match="goes on at another machine"):
        Office(dead, MachineClock()).reopen(sitting)
    assert Office(dead, MachineClock()).unfinished() == []


def test_unknown_people_and_invalid_names_are_reported(school: School) -> None:
    reference = school.type("candidate", "--name", "Ana Ruiz", "--document", "X2").strip()
    paper, _ = drawn_for(school, "1", reference)
    sit = ("sit", paper, "--invigilator", "vera", "--candidate")
    for nobody in ("abc", "0" * 64):
        assert "ningún candidato con esa referencia" in school.type(*sit, nobody, status=1)
    for name, document, born, says in (
        ("Ana", "", "", "un nombre y un documento"),
        ("\u202eAna", "X1", "", "un nombre y un documento"),
        ("Ana", "X1", "31/02/1990", "no es un día"),
        ("Ana", "X1", "1990-02-31", "no es un día"),
    ):
        asked = ("candidate", "--name", name, "--document", document, "--born", born)
        assert says in school.type(*asked, status=1)
    staff = ("staff", "../x", "--name", "X", "--role", "examiner")
    assert "nombre corto" in school.type(*staff, lines=(PHRASE, "a long password"), status=1)


def test_a_result_that_was_touched_is_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path))
    write_small_schemes(tmp_path)
    out = tmp_path / "out"
    for _ in range(2):  # the same can be made again
        assert main(["exam", "rehearse", SMALL, "--seed", "3", "--skill", "1", "--out", str(out)]) == 0
        report = capsys.readouterr().out
        assert "ENSAYO" in report
        assert "estuvo parado" not in report  # nobody waits in a rehearsal, and no machine slept
    (file,) = out.glob("*/result.json")
    assert main(["exam", "verify", str(file), "--language", "en"]) == 0
    assert "a rehearsal, unchanged" in capsys.readouterr().out
    data = file.read_bytes()
    number = data.index(b'"answer":"', data.index(b'"events":')) + 10
    file.write_bytes(data[:number] + bytes([data[number] ^ 1]) + data[number + 1 :])
    assert main(["exam", "verify", str(file), "--language", "en"]) == 1
    assert re.search(r"refused: event \d+ was changed", capsys.readouterr().out)
    assert main(["exam", "verify", str(tmp_path / "nothing.json")]) == 1
    assert main(["exam", "rehearse", SMALL, "--skill", "7"]) == 2
    assert main(["exam", "paper", "no/such"]) == 2


def test_a_paper_can_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exam", "paper", "arica/twenty-spins", "--seed", "1", "--answers", "--language", "en"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("\n   = ") == SCHEMES.load("arica/twenty-spins").count
