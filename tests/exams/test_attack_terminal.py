"""Attacks from the command line and the files on disk, each with one means, and what the program says to them.

`REFUSED` attacks must end with a sentence and an exit status of 1 or 2. `TOLD` attacks cannot be refused; the words
after them must reach the certifier. `trainer/exams/ATTACKS.md` explains both.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.exams.terminal_school import CERTIFIER, SCHEME, STATION, TerminalSchool, Typed
from trainer.exams import key_files, key_ring, locked_paper, office
from trainer.exams import staff as staff_module
from trainer.exams.key_files import Cost
from trainer.records import profiles

Attack = Callable[[TerminalSchool], object]
Rows = Iterator[tuple[str, Attack]]
EVE = "Eva Falsa"


def put(name: str, value: object) -> Callable[[dict[str, object]], object]:
    return lambda plain: plain.update({name: value})


# ── outsiders: no password, no key ───────────────────────────────────────────────────────────────────────────────────


def outsider() -> Rows:
    """Somebody at the keyboard of an unlocked machine, or with a file to offer."""
    yield "answers of a sample as JSON", lambda t: t.exam("paper", "own/small", "--json")
    yield "answers of a sample as JSON with a seed", lambda t: t.exam("paper", "own/small", "--json", "--seed", "42")
    yield "answers of a sample", lambda t: t.exam("paper", "own/small", "--answers")
    yield "the name on a certificate erased", lambda t: t.certificate("forget", t.number)
    yield "papers balanced by other results", lambda t: t.exam("statistics", "--calibrate", "--out", str(t.home / "x.csv"))
    yield "erase somebody without a password", lambda t: t.exam("erase", t.school.ana.reference, "--by", "carlos")
    yield "erase somebody as nobody", lambda t: t.exam("erase", t.school.ana.reference, "--by", "", typed=("",))
    yield "revoke without the passphrase", lambda t: t.certificate("revoke", t.number, "--reason", "x", typed=("",))
    yield "publish lists without the passphrase", lambda t: t.certificate("status", "--out", str(t.home), typed=("x",))
    yield "a lost certificate without the passphrase", lambda t: t.certificate("again", t.number, typed=("",))
    yield "a second founding of the school", lambda t: t.certificate("keys", "found", "Escuela", typed=("new root key",))
    yield "a second certifier key", lambda t: t.certificate("keys", "make", "certifier", typed=("long enough", "no"))
    yield "a key exported without its passphrase", lambda t: t.certificate("keys", "export", "root", "x", typed=("",))

    def export(role: str) -> Attack:
        return lambda t: t.certificate("keys", "rotate", role, typed=("long enough", "wrong"))

    for role in ("station", "certifier"):
        yield f"the {role} key replaced with a wrong passphrase", export(role)
    yield "an empty staff password", lambda t: t.draw("--candidate", t.school.ana.reference, "--reason", "x", by="")

    def offered(data: bytes, action: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            path = t.home / "offered.json"
            path.write_bytes(data)
            if action == "issue":
                return t.certificate("issue", str(path), typed=(CERTIFIER,))
            if action == "import":
                return t.certificate("keys", "import", str(path), typed=(STATION,))
            if action == "certificate":
                return t.certificate("verify", str(path))
            return t.exam(action, str(path))

        return attack

    deep = b'{"result":' + b"[" * 20_000 + b"]" * 20_000 + b',"seals":[]}'
    files = {
        "an empty file": b"",
        "twenty thousand brackets": deep,
        "a number of 5000 digits": b'{"result":' + b"9" * 5000 + b',"seals":[]}',
        "a lone surrogate": b'{"result":"\\ud800","seals":[]}',
        "keys twice": b'{"result":{},"result":{},"seals":[]}',
        "NaN": b'{"result":NaN,"seals":[]}',
        "a byte order mark": b"\xef\xbb\xbf{}",
        "UTF-16": '{"result":{},"seals":[]}'.encode("utf-16"),
        "no seals": b'{"result":{},"seals":[]}',
        "a zip": b"PK\x03\x04" + bytes(100),
    }
    for what, data in files.items():
        for action in ("take", "report", "issue", "import", "certificate"):
            yield f"{what} to {action}", offered(data, action)

    def special(make: Callable[[Path], object], action: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            path = t.home / "special.json"
            make(path)
            return t.exam(action, str(path))

        return attack

    for action in ("take", "verify", "report"):
        yield f"a folder to {action}", special(lambda path: path.mkdir(), action)
        yield f"a link to itself to {action}", special(lambda path: path.symlink_to(path), action)
        yield f"an endless device to {action}", lambda t, action=action: t.exam(action, "/dev/zero")


def forged_certificate() -> Rows:
    """A certificate changed by somebody without a key."""

    def changed(ending: str, change: Callable[[bytes], bytes]) -> Attack:
        def attack(t: TerminalSchool) -> str:
            path = t.written(ending)
            data = change(path.read_bytes())
            assert data != path.read_bytes()
            path.write_bytes(data)
            return t.certificate("verify", str(path))

        return attack

    yield "PDF: a page appended", changed(".pdf", lambda data: data + b"\n1 0 obj<</Type/Page>>endobj\nstartxref\n0\n%%EOF\n")
    yield "PDF: bytes before it", changed(".pdf", lambda data: b"%!PS\n" + data)
    yield "PDF: cut off", changed(".pdf", lambda data: data[: len(data) // 2])
    yield "PDF: a bit of its text", changed(".pdf", lambda data: data.replace(b"stream\n", b"stream\r", 1))
    yield "PNG: pixels of another", changed(".png", _other_pixels)
    yield "PNG: cut off", changed(".png", lambda data: data[:-30])
    yield "card: a letter", changed(".txt", lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:])
    yield "card: twice", changed(".txt", lambda data: data.strip() + data.strip())
    yield "credential: a field beside it", changed(".json", lambda data: data.replace(b"{", b'{"holder":"Eva",', 1))

    def token(change: Callable[[dict[str, object], dict[str, object]], object]) -> Attack:
        def rewrite(data: bytes) -> bytes:
            envelope = json.loads(data)
            key, jwt = next((k, v) for k, v in envelope.items() if isinstance(v, str) and v.count(".") == 2)
            prefix, _, bare = jwt.rpartition(",")
            head, body, signature = bare.split(".")
            header, payload = _from64(head), _from64(body)
            change(header, payload)
            envelope[key] = (prefix + "," if prefix else "") + ".".join((_to64(header), _to64(payload), signature))
            return json.dumps(envelope).encode()

        return changed(".json", rewrite)

    yield "credential: no algorithm", token(lambda header, _: header.update(alg="none"))
    yield "credential: symmetric algorithm", token(lambda header, _: header.update(alg="HS256"))
    yield "credential: own key in the header", token(lambda header, _: header.update(jwk={"kty": "OKP", "x": "AAAA"}))
    yield "credential: another key id", token(lambda header, _: header.update(kid="did:key:z6Mk"))
    yield "credential: valid for ever", token(lambda _, payload: payload.update(validUntil="2999-01-01T00:00:00Z"))
    yield "credential: without a status", token(lambda _, payload: payload.pop("credentialStatus", None))
    yield "credential: another holder", token(lambda _, payload: payload.update(name=EVE))

    def bomb(t: TerminalSchool) -> str:
        packed = zlib.compress(bytes(60_000_000), 9)
        chunk = b"iTXtopenbadgecredential\0\1\0\0\0" + packed
        data = t.written(".png").read_bytes()
        framed = (len(chunk) - 4).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")
        t.written(".png").write_bytes(data[:33] + framed + data[33:])
        return t.certificate("verify", str(t.written(".png")))

    yield "PNG: a compressed text of 60 MB", bomb


def _other_pixels(data: bytes) -> bytes:
    at = data.index(b"IDAT") + 30
    return data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]


def _from64(text: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    return found


def _to64(plain: dict[str, object]) -> str:
    return base64.urlsafe_b64encode(json.dumps(plain).encode()).decode().rstrip("=")


# ── candidates ───────────────────────────────────────────────────────────────────────────────────────────────────────


def candidate() -> Rows:
    """Somebody who wants another attempt, another name or another time."""

    def again(name: str, document: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            one = t.candidate()
            t.sit(*t.draw("--candidate", one, "--seat", "a"), one)
            other = t.candidate(name, document)
            paper, code = t.draw("--candidate", other, "--seat", "b", "--reason", "again")
            return t.sit(paper, code, other)

        return attack

    for name, document in (
        ("Dora Paz", "x9"),
        ("Dora Paz", " X 9 "),
        ("Dora Paz", "X-9"),
        ("Dora Páz", "X9"),
        ("D. Paz", "X.9"),
        ("Dora Paz", "Ｘ9"),
        ("Dora Paz", "X٩"),
        ("Dora Paz", "Х9"),  # a Cyrillic letter
    ):
        yield f"sits again at once as {name!r} with document {document!r}", again(name, document)
    for what, name in (
        ("a line break", "Ana\nVALID"),
        ("an escape", "Ana\x1b[2J"),
        ("right to left", "Ana\u202eeva"),
        ("nothing", "   "),
        ("a zero width space", "Ana\u200bRojas"),
        ("300 letters", "A" * 300),
    ):
        yield f"a name with {what}", lambda t, name=name: _must_change(t.candidate(name, "X8"), t, name)
    yield "a day of birth in the future tense", lambda t: t.candidate(born="31/02/2001")
    for percent in ("26", "-25", "100000"):
        yield f"{percent} % extra time", lambda t, percent=percent: _sits(t, "--extra-time", percent)

    def drops(t: TerminalSchool) -> str:
        """Leaves a sitting that goes badly and sits the same paper again."""
        one = t.candidate()
        paper, code = t.draw("--candidate", one)
        with pytest.raises(Typed):
            t.exam("sit", paper, "--candidate", one, "--invigilator", "vera", typed=("password-vera", "", code, "1", ""))
        return t.sit(paper, code, one)

    yield "a sitting left and the paper sat from the beginning", drops
    yield "answers after handing in", lambda t: _answers_after(t)
    yield "own result certified before the decision", lambda t: t.certificate(
        "issue", str(t.result(t.open)), typed=(CERTIFIER,)
    )
    yield "a failed result certified", lambda t: t.certificate("issue", str(t.result(t.failed)), typed=(CERTIFIER,))
    yield "a certificate renewed with another exam", lambda t: t.certificate(
        "issue", str(t.result(t.open)), "--renews", t.number, typed=(CERTIFIER,)
    )


def _must_change(reference: str, t: TerminalSchool, name: str) -> str:
    """A name is taken only as plain text; what is stored must not be what was typed."""
    if json.loads((t.exams / "people" / f"{reference}.json").read_bytes())["identity"]["name"] != name:
        raise Typed(1, "taken without the characters that hide something")
    return reference


def _sits(t: TerminalSchool, *more: str) -> str:
    one = t.candidate()
    return t.sit(*t.draw("--candidate", one), one, *more)


def _answers_after(t: TerminalSchool) -> str:
    one = t.candidate()
    paper, code = t.draw("--candidate", one)
    said = t.sit(paper, code, one)
    return t.exam("sit", "--resume", said.split()[1], "--invigilator", "vera", typed=("password-vera", code, ":go 1"))


# ── one role ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def one_role() -> Rows:
    """An examiner, an invigilator or a certifier with their password, and the station's passphrase."""

    def twice(first: str, second: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            words = ("--reason", "ambiguous", "--cite", "art. 4", "--void", "1")
            return t.exam(
                *("regrade", str(t.result(t.open)), "--by", first, "--second", second, *words),
                typed=(f"password-{first}", f"password-{first}", STATION),
            )

        return attack

    for second in ("ELENA", "elena ", "Elena", "ｅlena", "elena-"):
        yield f"examiner seconds herself as {second!r}", twice("elena", second)

    def other_id(t: TerminalSchool) -> str:
        _hire(t, "elena2", "Elena", "examiner")
        words = ("--reason", "ambiguous", "--cite", "art. 4", "--void", "1")
        return t.exam(
            *("regrade", str(t.result(t.open)), "--by", "elena", "--second", "elena2", *words),
            typed=("password-elena", "password-elena2", STATION),
        )

    yield "examiner seconds herself under a second id", other_id

    def examines_and_invigilates(t: TerminalSchool) -> str:
        _hire(t, "elena3", "Elena", "invigilator")
        one = t.candidate()
        return t.sit(*t.draw("--candidate", one), one, by="elena3")

    yield "one person draws and invigilates under two ids", examines_and_invigilates

    def own_exam(name: str, by: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            one = t.candidate(name)
            t.sit(*t.draw("--candidate", one, by="nora" if by == "elena" else "elena"), one)
            return t.review(t.newest_result())

        return attack

    for name, by in (("Carlos", "carlos"), ("CÁRLOS", "carlos"), ("Vera", "vera")):
        yield f"{by} sits as {name!r} and takes part in the own exam", own_exam(name, by)

    def draws_for_herself(t: TerminalSchool) -> str:
        return t.draw("--candidate", t.candidate("Elena"))[0]

    yield "examiner draws a paper for herself", draws_for_herself
    yield "certifier decides before the passphrase is right", lambda t: t.exam(
        *("review", str(t.result(t.open)), "--by", "carlos", "--decision", "confirmed"), typed=("password-carlos", "no")
    )
    yield "examiner draws for nobody", lambda t: t.draw("--seat", "z")
    yield "examiner draws for a made-up person", lambda t: t.draw("--candidate", "0" * 64)
    yield "examiner draws twice without a reason", lambda t: [t.draw("--candidate", t.school.clara.reference) for _ in "ab"]
    yield "examiner redraws with a blank reason", lambda t: [
        t.draw("--candidate", t.school.clara.reference, "--reason", " \t") for _ in "ab"
    ]
    for reason in ("a\nb", "\x1b[2Jgone", "x" * 100_000):
        yield f"examiner gives the reason {reason[:8]!r}", lambda t, reason=reason: [
            t.draw("--candidate", t.school.clara.reference, "--reason", reason) for _ in "ab"
        ]
    yield "invigilator draws", lambda t: t.draw("--candidate", t.school.clara.reference, by="vera")
    yield "certifier draws", lambda t: t.draw("--candidate", t.school.clara.reference, by="carlos")
    yield "certifier invigilates", lambda t: _sits_by(t, "carlos")
    yield "examiner invigilates", lambda t: _sits_by(t, "nora")
    yield "invigilator looks at a sample", lambda t: t.exam(
        "paper", "own/small", "--answers", "--by", "vera", typed=("password-vera",)
    )
    yield "invigilator decides", lambda t: t.review(t.result(t.open), by="vera")
    yield "a second decision takes back the first", lambda t: [
        t.review(t.result(t.open), decision="refused"),
        t.review(t.result(t.open)),
    ]
    yield "examiner erases a candidate who failed", lambda t: t.exam(
        "erase", t.school.clara.reference, "--by", "elena", typed=("password-elena",)
    )
    yield "examiner calibrates by a rehearsal", lambda t: t.exam(
        "statistics", str(t.result(t.open)), "--calibrate", "--out", str(t.home / "x.csv")
    )
    yield "staff without the root passphrase", lambda t: t.exam(
        "staff", "eva", "--name", "Eva", "--role", "certifier", typed=(CERTIFIER, "password-eva")
    )
    yield "certifier becomes examiner too", lambda t: _hire(t, "carlos2", "Carlos", "examiner")
    for cite in ("", "   ", "see above"):
        yield f"two examiners void with the article {cite!r}", lambda t, cite=cite: t.exam(
            *("regrade", str(t.result(t.open)), "--by", "elena", "--second", "nora"),
            *("--reason", "x", "--cite", cite, "--void", "1"),
            typed=("password-elena", "password-nora", STATION),
        )
    yield "everything is voided", lambda t: t.exam(
        *("regrade", str(t.result(t.failed)), "--by", "elena", "--second", "nora"),
        *("--reason", "x", "--cite", "art. 4", "--void", "1", "2", "3"),
        typed=("password-elena", "password-nora", STATION),
    ) + t.review(t.newest_result()) + t.certificate("issue", str(t.newest_result()), typed=(CERTIFIER,))


def _sits_by(t: TerminalSchool, by: str) -> str:
    one = t.candidate()
    return t.sit(*t.draw("--candidate", one), one, by=by)


def _hire(t: TerminalSchool, person: str, name: str, role: str) -> str:
    typed = ("the root key", f"password-{person}")
    return t.exam("staff", person, "--name", name, "--role", role, typed=typed)


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
        ("reached", 10_000),
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
        mine |= {"number": _next_number(t.number), "holder": EVE}
        text = json.dumps(mine, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        (t.exams / "certificates" / f"{mine['number']}.json").write_text(text, encoding="utf-8")
        return t.certificate("again", str(mine["number"]), "--out", str(t.home / "again"), typed=(CERTIFIER,))

    yield "a certificate file made up, then written again", made_up

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
    yield "revocation cut out of the status book", unrevoked(
        lambda path, before: path.write_text(_without_revocation(path.read_text(encoding="utf-8")), encoding="utf-8")
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
        return _sits(t)

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
        mine, code = t.draw("--candidate", one, "--seat", "a")
        other, other_code = t.draw("--candidate", t.school.clara.reference, "--seat", "b")
        folder = t.exams / "papers"
        shutil.copy(folder / f"{other}.json", folder / f"{mine}.json")
        return t.sit(mine, other_code, one)

    yield "paper file replaced by another", swapped_papers

    def header(field: str, value: object) -> Attack:
        def attack(t: TerminalSchool) -> str:
            one = t.candidate()
            paper, code = t.draw("--candidate", one)
            with pytest.raises(Typed) as left:
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
            with pytest.raises(Typed) as left:
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
            raise Typed(1, "the shipped exam counts")
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


def _next_number(number: str) -> str:
    from trainer.exams.certificates.certificate import new_number

    return new_number()


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
    yield "difficulties are infinite", lambda t: _works(t, "difficulties.json", b'{"announce/1 baleares/roulette-french":1e308}')


def _works(t: TerminalSchool, place: str, body: bytes) -> str:
    (t.exams / place).write_bytes(body)
    said = t.draw("--candidate", t.school.clara.reference)[0]
    said += t.review(t.result(t.open))
    said += t.certificate("issue", str(t.result(t.open)), "--out", str(t.home / "o"), typed=(CERTIFIER,))
    return said + t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))


GROUPS: dict[str, Callable[[], Rows]] = {
    "outsider": outsider,
    "forged certificate": forged_certificate,
    "candidate": candidate,
    "role": one_role,
    "disk": one_disk,
}
REFUSED = [(f"{group}: {what}", attack) for group, rows in GROUPS.items() for what, attack in rows()]
STRAY = list(stray_files())


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TerminalSchool]:
    with pytest.MonkeyPatch.context() as patch:
        cheaply(patch)
        home = tmp_path_factory.mktemp("terminal") / "home"
        patch.setenv("TRAINER_HOME", str(home))
        patch.chdir(home.parent)
        school = TerminalSchool(home)
        school.certify()
        yield school


def cheaply(patch: pytest.MonkeyPatch) -> None:
    """Passwords of tests are no secret."""
    for module, name in ((profiles, "_MEMORY_KIB"), (staff_module, "_KEY_MEMORY_KIB")):
        patch.setattr(module, name, 8)
    patch.setattr(profiles, "_ROUNDS", 1)
    cheap = Cost(8, 1, 1)
    for function in (locked_paper.lock_paper, key_files.lock_key, key_files.with_lock, key_ring.KeyRing.__init__):
        defaults = tuple(cheap if isinstance(each, Cost) else each for each in function.__defaults__ or ())
        patch.setattr(function, "__defaults__", defaults)
    patch.setattr(office, "_USUAL", cheap)


@pytest.fixture
def attacked(base: TerminalSchool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TerminalSchool:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return base.fresh(tmp_path / "home")


@pytest.mark.parametrize(("what", "attack"), REFUSED, ids=[what for what, _ in REFUSED])
def test_an_attack_from_the_terminal_is_refused(what: str, attack: Attack, attacked: TerminalSchool) -> None:
    with pytest.raises(Typed) as refusal:
        attack(attacked)
    assert refusal.value.status in (1, 2), refusal.value.said
    assert len(refusal.value.said.split()) >= 3 and "Traceback" not in refusal.value.said


@pytest.mark.parametrize(("what", "attack"), STRAY, ids=[what for what, _ in STRAY])
def test_a_stray_file_is_passed_over_or_named(what: str, attack: Attack, attacked: TerminalSchool) -> None:
    try:
        attack(attacked)
    except Typed as refusal:
        place = what.split(" is ")[0].split("/")[-1].removesuffix(".json")
        assert refusal.status in (1, 2) and (place in refusal.said or "staff" in what or "keys" in what), refusal.said


def test_there_are_enough_attacks_and_each_is_another() -> None:
    assert len(REFUSED) >= 150 and len({what for what, _ in REFUSED}) == len(REFUSED)


assert os.name  # the attacks with links and devices need a POSIX system
