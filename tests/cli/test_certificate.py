"""``trainer certificate`` from the school's first key to a revoked certificate."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.exams.support import CERTIFIER, MACHINE, SMALL, offers
from trainer.cli.main import main
from trainer.exams.keys import KeyRole
from trainer.exams.office import Office
from trainer.exams.people import Identity
from trainer.exams.rehearsal import RehearsalClock, rehearse
from trainer.exams.roles import Role
from trainer.exams.seals import reviewed


class Typing:
    """The command line, with answers to its prompts."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *words: str, typed: str = "", status: int = 0) -> str:
        self._monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        given = ["certificate", "--language", "en", "--folder", str(self.folder), *words]
        assert main(given) == status
        out = self._capsys.readouterr()
        return out.out if not status else out.out + out.err


@pytest.fixture
def trainer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typing:
    return Typing(tmp_path / "exams", monkeypatch, capsys)


def sat_and_confirmed(folder: Path) -> Path:
    """A sealed and confirmed result of a small sitting, in the school's folder."""
    clock = RehearsalClock(datetime.now(UTC))
    office = Office(folder, clock)
    station = office.keys.unlock(KeyRole.STATION, "station key")
    root = office.keys.unlock(KeyRole.ROOT, "the root key")
    for name, role in (("elena", Role.EXAMINER), ("vera", Role.INVIGILATOR), ("carlos", Role.CERTIFIER)):
        office.staff.add(name, name.title(), role, f"password-{name}", root)
    elena, vera = (office.staff.sign_in(name, f"password-{name}") for name in ("elena", "vera"))
    ana = office.people.add(Identity(name="Ana Rojas", document="X1"))
    paper, code = office.draw(SMALL, elena, "1", offers(), candidate=ana)
    sitting = office.begin(paper.id, ana, station.public)
    sitting.identify(vera, ana, "passport")
    sitting.unlock(vera, code)
    sitting.check_machine(MACHINE)
    sitting.start()
    for number in range(1, 6):
        if sitting.item != number:
            sitting.show(number)
        clock.ms += 1000
        question = sitting.question
        sitting.answer(question.draft.form.canonical(question.draft.solution))
        if number == 3:
            sitting.finish_part()
    sitting.hand_in(confirmed=True)
    found, _ = office.seal(sitting, station)
    sitting.close()
    key = office.keys.unlock(KeyRole.CERTIFIER, "certifier key")
    return office.store_result(reviewed(found, CERTIFIER, "confirmed", key, clock.wall()))


def test_from_the_first_key_to_a_revoked_certificate(trainer: Typing, tmp_path: Path) -> None:
    assert "Escuela" in trainer("keys", "found", "Escuela", typed="the root key\n")
    trainer("keys", "make", "station", typed="station key\nthe root key\n")
    trainer("keys", "make", "certifier", typed="certifier key\nthe root key\n")
    assert trainer("keys", "list").count("in force") == 3
    result, out = sat_and_confirmed(trainer.folder), tmp_path / "out"
    _, path = rehearse(SMALL, 1, 1.0, tmp_path / "rehearsal", offers())
    assert "rehearsal" in trainer("issue", str(path), typed="certifier key\n", status=1)
    refused = trainer("issue", str(result), "--out", str(out), typed="wrong\n", status=1)
    assert "passphrase does not open" in refused
    written = trainer("issue", str(result), "--out", str(out), typed="certifier key\n").split()
    assert [Path(path).suffix for path in written] == [".pdf", ".png", ".json", ".txt"]
    assert "STATUS UNKNOWN" in trainer("verify", written[0], status=1)
    lists = trainer("status", "--out", str(out), typed="certifier key\n").split()
    assert len(lists) == 2
    for path in written:
        said = trainer("verify", path)
        assert "VALID" in said and "Ana Rojas" in said
    card = Path(written[3]).read_text()
    assert "VALID" in trainer("verify", written[0], card)
    number = Path(written[0]).stem.removeprefix("certificate-")
    assert "already" in trainer("issue", str(result), "--out", str(out), typed="certifier key\n", status=1)
    elsewhere = Typing(tmp_path / "elsewhere", trainer._monkeypatch, trainer._capsys)
    assert "UNKNOWN ISSUER" in elsewhere("verify", written[1], status=1)
    trainer("keys", "public", str(tmp_path / "school.json"))
    elsewhere("trust", str(tmp_path / "school.json"))
    given = ["--status", lists[0], "--status", lists[1]]
    assert json.loads(elsewhere("verify", written[1], "--json", *given))["verdict"] == "valid"
    assert "reason" in trainer("revoke", number, typed="certifier key\n", status=1)
    trainer("revoke", number.lower(), "--reason", "fraud", typed="certifier key\n")
    assert "REVOKED" in trainer("verify", written[2], status=1)
    assert "REVOKED\tfraud" in trainer("list")
    fresh = trainer("status", "--out", str(out / "new"), typed="certifier key\n").split()
    assert "REVOKED" in elsewhere("verify", card, "--status", fresh[0], "--status", fresh[1], status=1)
    assert "REVOKED" in elsewhere("verify", card, *given, status=1)  # the older lists do not bring it back
    assert "no file that exists" in trainer("verify", "no such thing", status=2)
    assert "ALTERED" in trainer("verify", card[:-1], status=1)
    again = trainer("again", number, "--sheet", "letter", "--out", str(out / "again"), typed="certifier key\n").split()
    assert "REVOKED" in trainer("verify", again[0], status=1)
    trainer("forget", number, "--by", "carlos", typed="password-carlos\n")
    assert "Ana Rojas" not in trainer("list") and number in trainer("list")


def test_keys_are_replaced_carried_and_declared_stolen(trainer: Typing, tmp_path: Path) -> None:
    trainer("keys", "found", "Escuela", typed="the root key\n")
    trainer("keys", "make", "certifier", typed="certifier key\nthe root key\n")
    assert "at least 8" in trainer("keys", "make", "station", typed="short\nthe root key\n", status=1)
    trainer("keys", "export", "certifier", str(tmp_path / "carried.key"), typed="certifier key\n")
    trainer("keys", "import", str(tmp_path / "carried.key"), typed="certifier key\n")
    assert "does not open" in trainer("keys", "export", "certifier", str(tmp_path / "x"), typed="\n", status=1)
    kid = trainer("keys", "list").splitlines()[-1].split("\t")[0]
    trainer("keys", "rotate", "certifier", "--by-root", typed="certifier new\nthe root key\n")
    said = trainer("keys", "list")
    assert said.count("ended") == 1 and kid in said
    trainer("keys", "compromised", kid, "2026-01-01T00:00:00Z", typed="the root key\n")
    assert "no moment" in trainer("keys", "compromised", kid, "yesterday", typed="the root key\n", status=1)
