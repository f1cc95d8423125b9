"""Attacks from the command line by outsiders, candidates and single members of the staff.

`test_attack_terminal.py` runs them.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.exams.terminal_school import CERTIFIER, STATION, RefusalError, TerminalSchool

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
    yield (
        "the name on a certificate erased",
        lambda t: t.certificate("forget", t.number, "--by", "carlos", typed=("guess",)),
    )
    yield (
        "papers balanced by other results",
        lambda t: t.exam("statistics", "--calibrate", "--out", str(t.home / "x.csv")),
    )
    yield "erase somebody without a password", lambda t: t.exam("erase", t.school.ana.reference, "--by", "carlos")
    yield "erase somebody as nobody", lambda t: t.exam("erase", t.school.ana.reference, "--by", "", typed=("",))
    yield "revoke without the passphrase", lambda t: t.certificate("revoke", t.number, "--reason", "x", typed=("",))
    yield "publish lists without the passphrase", lambda t: t.certificate("status", "--out", str(t.home), typed=("x",))
    yield "a lost certificate without the passphrase", lambda t: t.certificate("again", t.number, typed=("",))
    yield (
        "a second founding of the school",
        lambda t: t.certificate("keys", "found", "Escuela", typed=("new root key",)),
    )
    yield "a second certifier key", lambda t: t.certificate("keys", "make", "certifier", typed=("long enough", "no"))
    yield "a key exported without its passphrase", lambda t: t.certificate("keys", "export", "root", "x", typed=("",))

    def export(role: str) -> Attack:
        return lambda t: t.certificate("keys", "rotate", role, typed=("long enough", "wrong"))

    for role in ("station", "certifier"):
        yield f"the {role} key replaced with a wrong passphrase", export(role)
    yield (
        "the name on a certificate erased as nobody",
        lambda t: t.certificate("forget", t.number, "--by", "", typed=("",)),
    )
    yield (
        "the name on a certificate erased by an examiner",
        lambda t: t.certificate("forget", t.number, "--by", "elena", typed=("password-elena",)),
    )

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

    yield (
        "PDF: a page appended",
        changed(".pdf", lambda data: data + b"\n1 0 obj<</Type/Page>>endobj\nstartxref\n0\n%%EOF\n"),
    )
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
            key, jwt = next((k, v) for k, v in envelope.items() if isinstance(v, str) and "eyJ" in v)
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
        yield f"{percent} % extra time", lambda t, percent=percent: sits_once(t, "--extra-time", percent)

    def drops(t: TerminalSchool) -> str:
        """Leaves a sitting that goes badly and sits the same paper again."""
        one = t.candidate()
        paper, code = t.draw("--candidate", one)
        with pytest.raises(RefusalError):
            t.exam(
                "sit", paper, "--candidate", one, "--invigilator", "vera", typed=("password-vera", "", code, "1", "")
            )
        return t.sit(paper, code, one)

    yield "a sitting left and the paper sat from the beginning", drops
    yield "answers after handing in", _answers_after
    yield (
        "own result certified before the decision",
        lambda t: t.certificate("issue", str(t.result(t.open)), typed=(CERTIFIER,)),
    )
    yield "a failed result certified", lambda t: t.certificate("issue", str(t.result(t.failed)), typed=(CERTIFIER,))
    yield (
        "a certificate renewed with another exam",
        lambda t: t.certificate("issue", str(t.result(t.open)), "--renews", t.number, typed=(CERTIFIER,)),
    )


def _must_change(reference: str, t: TerminalSchool, name: str) -> str:
    """A name is taken only as plain text; what is stored must not be what was typed."""
    if json.loads((t.exams / "people" / f"{reference}.json").read_bytes())["identity"]["name"] != name:
        raise RefusalError(1, "taken without the characters that hide something")
    return reference


def sits_once(t: TerminalSchool, *more: str) -> str:
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
        hire(t, "elena2", "Elena", "examiner")
        words = ("--reason", "ambiguous", "--cite", "art. 4", "--void", "1")
        return t.exam(
            *("regrade", str(t.result(t.open)), "--by", "elena", "--second", "elena2", *words),
            typed=("password-elena", "password-elena2", STATION),
        )

    yield "examiner seconds herself under a second id", other_id

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
    yield (
        "certifier decides before the passphrase is right",
        lambda t: t.exam(
            *("review", str(t.result(t.open)), "--by", "carlos", "--decision", "confirmed"),
            typed=("password-carlos", "no"),
        ),
    )
    yield "examiner draws for nobody", lambda t: t.draw("--seat", "z")
    yield "examiner draws for a made-up person", lambda t: t.draw("--candidate", "0" * 64)
    yield (
        "examiner draws twice without a reason",
        lambda t: [t.draw("--candidate", t.school.clara.reference) for _ in "ab"],
    )
    yield (
        "examiner redraws with a blank reason",
        lambda t: [t.draw("--candidate", t.school.clara.reference, "--reason", " \t") for _ in "ab"],
    )
    yield "invigilator draws", lambda t: t.draw("--candidate", t.school.clara.reference, by="vera")
    yield "certifier draws", lambda t: t.draw("--candidate", t.school.clara.reference, by="carlos")
    yield "certifier invigilates", lambda t: _sits_by(t, "carlos")
    yield "examiner invigilates", lambda t: _sits_by(t, "nora")
    yield (
        "invigilator looks at a sample",
        lambda t: t.exam("paper", "own/small", "--answers", "--by", "vera", typed=("password-vera",)),
    )
    yield "invigilator decides", lambda t: t.review(t.result(t.open), by="vera")
    yield (
        "examiner erases a candidate who failed",
        lambda t: t.exam("erase", t.school.clara.reference, "--by", "elena", typed=("password-elena",)),
    )
    for who in ("vera", "carlos"):
        yield (
            f"{who} calibrates",
            lambda t, who=who: t.exam(
                *("statistics", "--calibrate", "--by", who, "--out", str(t.home / "x.csv")), typed=(f"password-{who}",)
            ),
        )
    yield (
        "staff without the root passphrase",
        lambda t: t.exam("staff", "eva", "--name", "Eva", "--role", "certifier", typed=(CERTIFIER, "password-eva")),
    )
    yield "certifier becomes examiner too", lambda t: hire(t, "carlos2", "Carlos", "examiner")
    for cite in ("", "   ", "see above"):
        yield (
            f"two examiners void with the article {cite!r}",
            lambda t, cite=cite: t.exam(
                *("regrade", str(t.result(t.open)), "--by", "elena", "--second", "nora"),
                *("--reason", "x", "--cite", cite, "--void", "1"),
                typed=("password-elena", "password-nora", STATION),
            ),
        )
    yield (
        "everything is voided",
        lambda t: (
            t.exam(
                *("regrade", str(t.result(t.failed)), "--by", "elena", "--second", "nora"),
                *("--reason", "x", "--cite", "art. 4", "--void", "1", "2", "3"),
                typed=("password-elena", "password-nora", STATION),
            )
            + t.review(t.newest_result())
            + t.certificate("issue", str(t.newest_result()), typed=(CERTIFIER,))
        ),
    )


def _sits_by(t: TerminalSchool, by: str) -> str:
    one = t.candidate()
    return t.sit(*t.draw("--candidate", one), one, by=by)


def hire(t: TerminalSchool, person: str, name: str, role: str) -> str:
    typed = ("the root key", f"password-{person}")
    return t.exam("staff", person, "--name", name, "--role", role, typed=typed)
