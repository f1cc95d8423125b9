"""A school that is attacked from its command line and its files, with real passwords.

Attacks type `trainer exam` and `trainer certificate` and change files on disk, as somebody without the source would.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.exams.attacked_school import KEY_OF, AttackedSchool
from trainer.cli.main import main
from trainer.exams.keys import KeyRole
from trainer.exams.seals import reviewed

SCHEME = """
names = { es = "Pequeño", en = "Small" }
level = "initial"
rulebook = "baleares"
games = ["roulette-french"]
pass-mark = 60
extra-time = [25]
retakes = 1
wait-days = 30

[parts.calls]
names = { es = "Anuncios", en = "Calls" }
weight = 100
minutes = 5
draws = [{ count = 2, from = ["announce/1"] }]
"""
STATION, CERTIFIER = KEY_OF[KeyRole.STATION], KEY_OF[KeyRole.CERTIFIER]
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")


class RefusalError(Exception):
    """What the program said to an attack, and its exit status."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(f"{status}: {said}")
        self.status, self.said = status, said


class TerminalSchool:
    """An `AttackedSchool` in a home folder, with a passed and confirmed result and a certificate."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.school = AttackedSchool(home / "data", datetime.now(UTC) - timedelta(minutes=20), "exams")
        schemes = home / "data" / "schemes" / "own"
        schemes.mkdir(parents=True)
        (schemes / "small.toml").write_text(SCHEME, encoding="utf-8")
        found = self.school.sat(5, "1", self.school.ana)
        key = self.school.key(KeyRole.CERTIFIER)
        there = self.school.office
        confirmed = reviewed(found, self.school.by("carlos"), "confirmed", key, self.school.clock.wall())
        self.passed = there.store_result(confirmed).name  # confirmed, and certified below
        self.open = there.archive.path(self.school.sat(5, "2", self.school.berta)).name
        self.failed = there.archive.path(self.school.sat(0, "3", self.school.clara)).name
        self.number = ""

    def certify(self) -> None:
        out = self.home / "out"
        self.certificate("issue", str(self.result(self.passed)), "--out", str(out), typed=(CERTIFIER,))
        self.number = next(out.glob("*.pdf")).stem.removeprefix("certificate-")
        self.certificate("status", "--out", str(out), typed=(CERTIFIER,))

    @property
    def exams(self) -> Path:
        return self.home / "data" / "exams"

    def result(self, name: str) -> Path:
        return self.exams / "results" / name

    def written(self, ending: str) -> Path:
        return self.home / "out" / f"certificate-{self.number}{ending}"

    def fresh(self, home: Path) -> TerminalSchool:
        """A copy for one attack."""
        shutil.copytree(self.home, home)
        copy = TerminalSchool.__new__(TerminalSchool)
        vars(copy).update(vars(self))
        copy.home = home
        return copy

    # ── typing ───────────────────────────────────────────────────────────────────────────────────────────────────

    def exam(self, *words: str, typed: tuple[str, ...] = ()) -> str:
        return self._type(["exam", words[0], "--language", "en", *words[1:]], typed)

    def certificate(self, *words: str, typed: tuple[str, ...] = (), home: Path | None = None) -> str:
        folder = (home or self.home) / "data" / "exams"
        return self._type(["certificate", "--language", "en", "--folder", str(folder), *words], typed)

    def _type(self, words: list[str], typed: tuple[str, ...]) -> str:
        """What the program prints; raises `RefusalError` if it refuses."""
        out, stdin = io.StringIO(), sys.stdin
        sys.stdin = io.StringIO("".join(f"{line}\n" for line in typed))
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                try:
                    status = main(words)
                except SystemExit as end:
                    status = end.code if isinstance(end.code, int) else 1
        finally:
            sys.stdin = stdin
        said = out.getvalue()
        assert not _CONTROL.search(said), f"control characters reach the terminal: {said!r}"
        if status:
            raise RefusalError(status, said)
        return said

    # ── steps ────────────────────────────────────────────────────────────────────────────────────────────────────

    def candidate(self, name: str = "Dora Paz", document: str = "X9", **more: str) -> str:
        given = [word for key, value in more.items() for word in (f"--{key}", value)]
        return self.exam("candidate", "--name", name, "--document", document, *given).strip()

    def draw(self, *more: str, by: str = "elena", scheme: str = "own/small") -> tuple[str, str]:
        said = self.exam("paper", scheme, "--by", by, *more, typed=(f"password-{by}",))
        found = re.search(r"(\w{32}) .*?(\w{4}-\w{4}-\w{4})", said)
        assert found is not None, said
        return found[1], found[2]

    def sit(self, paper: str, code: str, who: str, *more: str, by: str = "vera", answers: tuple[str, ...] = ()) -> str:
        typed = (f"password-{by}", "", code, "1", "", *answers, ":hand-in", "yes", STATION)
        return self.exam("sit", paper, "--candidate", who, "--invigilator", by, *more, typed=typed)

    def review(self, file: Path, *more: str, decision: str = "confirmed", by: str = "carlos") -> str:
        typed = (f"password-{by}", CERTIFIER)
        return self.exam("review", str(file), "--by", by, "--decision", decision, *more, typed=typed)

    def newest_result(self, sitting: str = "") -> Path:
        return max((self.exams / "results").glob(f"{sitting}*.json"), key=lambda path: path.stat().st_mtime_ns)

    def edit(self, path: Path, change: Callable[[dict[str, object]], object], *, canonical: bool = True) -> None:
        """Change a JSON file and write it as the program would."""
        plain = json.loads(path.read_bytes())
        change(plain)
        separators = (",", ":") if canonical else None
        path.write_text(json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=separators), encoding="utf-8")
