"""Attacks on the files on disk by somebody without a password, and what cannot be refused.

`test_attack_terminal.py` runs them.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.exams.terminal_attacks import EVE, Attack, Rows, hire, put, sits_once
from tests.exams.terminal_school import CERTIFIER, SCHEME, STATION, RefusalError, TerminalSchool
from trainer.exams.certificates.certificate import new_number

# ── one disk or backup ───────────────────────────────────────────────────────────────────────────────────────────────


def one_disk() -> Rows:
    """Files changed, deleted or put back by somebody without any password; honest staff go on working."""

    def certificate_file(field: str, value: object) -> Attack:
        def attack(t: TerminalSchool) -> str:
            t.edit(t.exams / "certificates" / f"{t.number}.json", put(field, value))
            return t.certificate("again", t.number, "--out", str(t.home / "again"), typed=(CERTIFIER,))

        return attack

    for field, value in (
        ("holder", EVE),
        ("expires", "2999-01-01T00:00:00Z"),
        ("reached", 9_999),
        ("level", "professional"),
        ("scheme", "arica/roulette-professional"),
        ("sat", "2020-01-01T00:00:00Z"),
        ("status", 5),
        ("school", "Another"),
        ("regulation", "Another"),
    ):
        yield f"certificate's {field} changed, then written again", certificate_file(field, value)

    def made_up(t: TerminalSchool) -> str:
        mine = json.loads((t.exams / "certificates" / f"{t.number}.json").read_bytes())
        mine |= {"number": new_number(), "holder": EVE}
        text = json.dumps(mine, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        (t.exams / "certificates" / f"{mine['number']}.json").write_text(text, encoding="utf-8")
        return t.certificate("again", str(mine["number"]), "--out", str(t.home / "again"), typed=(CERTIFIER,))

    yield "a certificate file made up, then written again", made_up

    def twice(t: TerminalSchool) -> str:
        (t.exams / "certificates" / f"{t.number}.json").unlink()
        return t.certificate("issue", str(t.result(t.passed)), "--out", str(t.home / "o"), typed=(CERTIFIER,))

    yield "certificate's file deleted, then issued again", twice

    def unrevoked(how: Callable[[Path, bytes], object]) -> Attack:
        def attack(t: TerminalSchool) -> str:
            path = t.exams / "statuses.json"
            before = path.read_bytes()
            t.certificate("revoke", t.number, "--reason", "fraud", typed=(CERTIFIER,))
            how(path, before)
            t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))
            return t.certificate("verify", str(t.written(".pdf")))

        return attack

    yield "status book put back after a revocation", unrevoked(lambda path, before: path.write_bytes(before))
    yield "status book deleted after a revocation", unrevoked(lambda path, before: path.unlink())
    yield (
        "revocation cut out of the status book",
        unrevoked(
            lambda path, before: path.write_text(
                _without_revocation(path.read_text(encoding="utf-8")), encoding="utf-8"
            )
        ),
    )

    def suspended(t: TerminalSchool) -> str:
        path = t.exams / "statuses.json"
        before = path.read_bytes()
        t.certificate("revoke", t.number, "--suspend", "--reason", "fraud", typed=(CERTIFIER,))
        path.write_bytes(before)
        t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))
        return t.certificate("verify", str(t.written(".pdf")))

    yield "status book put back after a suspension", suspended

    def stolen(t: TerminalSchool) -> str:
        """A stolen certifier key is declared; the key list of before is put back."""
        path = t.exams / "keys" / "school-keys.json"
        before = path.read_bytes()
        kid = next(line.split("\t")[0] for line in t.certificate("keys", "list").splitlines() if "ertif" in line)
        t.certificate("keys", "compromised", kid, "2020-01-01T00:00:00Z", typed=("the root key",))
        path.write_bytes(before)
        return t.review(t.result(t.open))

    yield "key list put back after a key was declared stolen", stolen

    def retired(t: TerminalSchool) -> str:
        path = t.exams / "staff" / "staff.json"
        before = path.read_bytes()
        t.exam("staff", "vera", "--retire", typed=("the root key",))
        path.write_bytes(before)
        return sits_once(t)

    yield "staff file put back after somebody left", retired

    def person(field: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            path = t.exams / "people" / f"{t.school.berta.reference}.json"
            t.edit(path, lambda plain: plain["identity"].update({field: EVE}))  # type: ignore[attr-defined]
            t.review(t.result(t.open))
            return t.certificate("issue", str(t.result(t.open)), typed=(CERTIFIER,))

        return attack

    for field in ("name", "document", "staff"):
        yield f"candidate's {field} changed, then certified", person(field)

    def swapped_papers(t: TerminalSchool) -> str:
        one = t.candidate()
        mine, _ = t.draw("--candidate", one, "--seat", "a")
        other, other_code = t.draw("--candidate", t.school.clara.reference, "--seat", "b")
        folder = t.exams / "papers"
        shutil.copy(folder / f"{other}.json", folder / f"{mine}.json")
        return t.sit(mine, other_code, one)

    yield "paper file replaced by another", swapped_papers

    def header(field: str, value: object) -> Attack:
        def attack(t: TerminalSchool) -> str:
            one = t.candidate()
            paper, code = t.draw("--candidate", one)
            with pytest.raises(RefusalError) as left:
                typed = ("password-vera", "", code, "1", "")
                t.exam("sit", paper, "--candidate", one, "--invigilator", "vera", typed=typed)
            sitting = next((t.exams / "sittings").glob(f"{_sitting_of(left.value.said)}*"))
            t.edit(sitting / "header.json", put(field, value))
            resume = ("sit", "--resume", sitting.name, "--invigilator", "vera")
            return t.exam(*resume, typed=("password-vera", code, ":hand-in", "yes", STATION))

        return attack

    for field, value in (
        ("extra_time", 25),
        ("attempt", 9),
        ("candidate", "a" * 64),
        ("created", "2020-01-01T00:00:00Z"),
        ("rehearsal", True),
        ("scheme_digest", "b" * 64),
    ):
        yield f"header's {field} changed during a sitting", header(field, value)

    def log_line(change: Callable[[list[bytes]], list[bytes]]) -> Attack:
        def attack(t: TerminalSchool) -> str:
            one = t.candidate()
            paper, code = t.draw("--candidate", one)
            with pytest.raises(RefusalError) as left:
                typed = ("password-vera", "", code, "1", "", ":flag 1", ":flag 2")
                t.exam("sit", paper, "--candidate", one, "--invigilator", "vera", typed=typed)
            name = _sitting_of(left.value.said)
            path = next((t.exams / "sittings" / name).glob("*.jsonl"))
            path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))
            resume = ("sit", "--resume", name, "--invigilator", "vera")
            return t.exam(*resume, typed=("password-vera", code, ":hand-in", "yes", STATION))

        return attack

    for what, change in (
        ("its last line twice", lambda lines: [*lines, lines[-1]]),
        ("a line of another kind", lambda lines: [*lines, b'{"event":{},"hash":""}\n']),
        ("two lines swapped", lambda lines: [*lines[:-2], lines[-1], lines[-2]]),
        ("the last line lost", lambda lines: lines[:-1]),
        ("nothing", lambda lines: []),
        ("a null byte", lambda lines: [*lines, b"\0\n"]),
    ):
        yield f"log of a sitting with {what}", log_line(change)  # type: ignore[arg-type]

    def schemes(t: TerminalSchool) -> str:
        """A shipped exam made easy by a file of the same name."""
        folder = t.home / "data" / "schemes" / "coquimbo"
        folder.mkdir()
        (folder / "renewal.toml").write_text(SCHEME.replace("60", "1"), encoding="utf-8")
        said = t.exam("schemes")
        line = next(line for line in said.splitlines() if line.startswith("coquimbo/renewal"))
        if " 1 " not in line and " 2 " not in line:
            raise RefusalError(1, "the shipped exam counts")
        return line

    yield "a shipped exam replaced by a file of the same name", schemes

    def traversal(scheme: str) -> Attack:
        return lambda t: t.draw("--candidate", t.school.clara.reference, scheme=scheme)

    for scheme in ("../schemes/own/small", "/etc/passwd", "own/small.toml", "own//small", "", "own/small\0"):
        yield f"exam called {scheme!r}", traversal(scheme)

    def second_home(t: TerminalSchool) -> str:
        """A certificate issued on a copy of the folder as well."""
        copy = t.home.parent / "copy"
        shutil.copytree(t.home, copy)
        t.review(t.result(t.open))
        shutil.copy(t.result(t.open), copy / "data" / "exams" / "results" / t.open)
        return t.certificate("issue", str(t.result(t.open)), typed=(CERTIFIER,), home=copy)

    yield "a certificate issued on a copy that does not know the decision", second_home


def _sitting_of(said: str) -> str:
    return next(word for word in said.replace("‘", " ").split() if len(word.strip(".’")) == 32).strip(".’")


def _without_revocation(text: str) -> str:
    plain = json.loads(text)

    def clean(value: object) -> object:
        if isinstance(value, dict):
            return {key: None if key == "revoked" else clean(each) for key, each in value.items()}
        return [clean(each) for each in value] if isinstance(value, list) else value

    return json.dumps(clean(plain))


# ── files that must not stop the school ──────────────────────────────────────────────────────────────────────────────


def stray_files() -> Rows:
    """A file where it does not belong; honest work must go on or end with a sentence."""
    bodies = {"garbage": b"\xff\xfe\0garbage", "a list": b"[1]", "deep": b"[" * 9000}
    places = (
        "people/notes.json",
        "people/erased.txt",
        "results/x.json",
        "certificates/x.json",
        "difficulties.json",
        "statuses.published",
        "school.toml",
        "staff/staff.json",
        "keys/school-keys.json",
        "papers/x.json",
    )
    for place in places:
        for what, body in bodies.items():
            yield f"{place} is {what}", lambda t, place=place, body=body: _works(t, place, body)
    yield "statuses.published is far away", lambda t: _works(t, "statuses.published", b"9999-12-31T23:59:59Z")
    yield (
        "difficulties are infinite",
        lambda t: _works(t, "difficulties.json", b'{"announce/1 baleares/roulette-french":1e308}'),
    )


def _works(t: TerminalSchool, place: str, body: bytes) -> str:
    (t.exams / place).write_bytes(body)
    said = t.draw("--candidate", t.school.clara.reference)[0]
    said += t.review(t.result(t.open))
    said += t.certificate("issue", str(t.result(t.open)), "--out", str(t.home / "o"), typed=(CERTIFIER,))
    return said + t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))


# ── what cannot be refused is told ───────────────────────────────────────────────────────────────────────────────────


def told() -> Iterator[tuple[str, Attack, str]]:
    """Attacks that leave a valid result, and the words that the certifier reads before the decision."""

    def sits(t: TerminalSchool, by: str = "vera", **who: str) -> str:
        one = t.candidate(**who)
        t.sit(*t.draw("--candidate", one, "--seat", f"s{len(one)}{by}{len(who)}"), one, by=by)
        return t.review(t.newest_result())

    def two_ids(t: TerminalSchool) -> str:
        hire(t, "elena3", "Elena", "invigilator")
        return sits(t, "elena3")

    yield "one person draws and invigilates under two ids", two_ids, "may be the same person"

    def reason(text: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            one = t.candidate()
            t.draw("--candidate", one)
            t.sit(*t.draw("--candidate", one, "--reason", text), one)
            said = t.review(t.newest_result())
            assert max(map(len, said.splitlines())) < 900 and "\n   no incidents" not in said
            return said

        return attack

    for text in ("a\n   no incidents", "\x1b[2Jgone", "x" * 60_000):
        yield f"examiner redraws with the reason {text[:8]!r}", reason(text), "another paper"
    yield (
        "a decision is taken back",
        lambda t: t.review(t.result(t.open), decision="refused") + t.review(t.result(t.open)),
        "decided on before: carlos",
    )

    def erased(t: TerminalSchool) -> str:
        one = t.candidate()
        t.sit(*t.draw("--candidate", one, "--seat", "a"), one)
        t.exam("erase", one, "--by", "carlos", typed=("password-carlos",))
        return sits(t)

    yield "a candidate is erased and sits again", erased, "records of 1 people"

    def deleted(t: TerminalSchool) -> str:
        one = t.candidate()
        t.sit(*t.draw("--candidate", one, "--seat", "a"), one)
        (t.exams / "people" / f"{one}.json").unlink()
        return sits(t)

    yield "a candidate's record is deleted and made again", deleted, "records of 1 people"

    def other_document(t: TerminalSchool) -> str:
        sits(t)
        return sits(t, name="DORA PAZ", document="P77")

    yield "a candidate sits again with another document", other_document, "with document X9"

    def looked(t: TerminalSchool) -> str:
        one = t.candidate()
        paper, code = t.draw("--candidate", one)
        t.exam("paper", "own/small", "--by", "elena", "--open", paper, typed=("password-elena", code))
        t.sit(paper, code, one)
        return t.review(t.newest_result())

    yield "examiner looks at the paper", looked, "looked at this paper"

    def on_staff(t: TerminalSchool) -> str:
        return sits(t, name="Nora", document="N1")

    yield "an examiner sits an exam of the school", on_staff, "may be “nora”"
