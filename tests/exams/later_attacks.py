"""A second round of attacks: moved sittings, copied laptops, exchanged files, steps in another order, keys of another
school, and commands turned against the school's own files.

`test_attack_terminal.py` runs them.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.exams.attacked_machines import ROOT, at, copied_home, left_sitting, other_school, resumed
from tests.exams.terminal_attacks import Attack, Rows, hire, sits_once
from tests.exams.terminal_school import CERTIFIER, SCHEME, STATION, RefusalError, TerminalSchool

# ── moved sittings and copied laptops ────────────────────────────────────────────────────────────────────────────────


def moved() -> Rows:
    """A sitting carried to another machine, or back, to gain time or a second try."""

    def move(t: TerminalSchool, folder: Path, sitting: str, by: str = "vera", reason: str = "broken") -> str:
        return t.exam("move", str(folder), sitting, "--by", by, "--reason", reason, typed=(f"password-{by}",))

    def from_copy(change: Callable[[Path, str], object], by: str = "vera", reason: str = "broken") -> Attack:
        """The laptop dies; its copied folder is changed before the sitting goes on at the school."""

        def attack(t: TerminalSchool) -> str:
            clean = copied_home(t, "clean")
            sitting, code, _ = left_sitting(t, ":flag 1", ":flag 2")
            folder = t.exams
            change(folder, sitting)

            def go_on(there: TerminalSchool) -> str:
                move(there, folder, sitting, by, reason)
                return resumed(there, sitting, code)

            return at(t, clean, go_on)

        return attack

    def log(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[Path, str], object]:
        def apply(folder: Path, sitting: str) -> None:
            path = folder / "sittings" / sitting / "events.jsonl"
            path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))

        return apply

    def header(name: str, value: object) -> Callable[[Path, str], object]:
        def apply(folder: Path, sitting: str) -> None:
            path = folder / "sittings" / sitting / "header.json"
            plain = json.loads(path.read_bytes()) | {name: value}
            path.write_text(json.dumps(plain, sort_keys=True, separators=(",", ":")), encoding="utf-8")

        return apply

    yield "moved with its log cut", from_copy(log(lambda lines: lines[:-2]))
    yield "moved with a line twice", from_copy(log(lambda lines: [*lines, lines[-1]]))
    yield "moved with its log emptied", from_copy(log(lambda lines: []))
    yield "moved with extra time in its header", from_copy(header("extra_time", 25))
    yield "moved as a first attempt", from_copy(header("attempt", 2))
    yield "moved as somebody else's", from_copy(header("candidate", "c" * 64))
    yield "moved as a rehearsal", from_copy(header("rehearsal", True))
    yield "moved under a name outside the folder", from_copy(header("sitting", "../../gone"))
    yield "moved by an examiner", from_copy(lambda folder, sitting: None, by="elena")
    yield "moved by a certifier", from_copy(lambda folder, sitting: None, by="carlos")
    yield "moved without a reason", from_copy(lambda folder, sitting: None, reason="  ")

    def here(t: TerminalSchool) -> str:
        """Moves a sitting of this machine to this machine, to get its time back."""
        sitting, code, _ = left_sitting(t)
        move(t, t.exams, sitting)
        return resumed(t, sitting, code)

    yield "moved from this machine to this machine", here

    def both(t: TerminalSchool) -> str:
        """Goes on with the sitting on the copy and on the laptop, and hands in the better one second."""
        sitting, code, _ = left_sitting(t)
        copy = copied_home(t)
        at(t, copy, lambda there: resumed(there, sitting, code))
        resumed(t, sitting, code)
        second = next((copy / "data" / "exams" / "results").glob(f"{sitting}*"))
        return t.exam("take", str(second))

    yield "a copied laptop finishes the same sitting", both

    def after_sealing(t: TerminalSchool) -> str:
        sitting, code, _ = left_sitting(t)
        copy = copied_home(t)
        resumed(t, sitting, code)
        return move(t, copy / "data" / "exams", sitting)

    yield "moved back after it was sealed", after_sealing

    def copy_sits(t: TerminalSchool) -> str:
        """The paper is sat on a copied laptop first, as practice, and then honestly."""
        one = t.candidate()
        paper, code = t.draw("--candidate", one)
        copy = copied_home(t)
        at(t, copy, lambda there: there.sit(paper, code, one))
        t.sit(paper, code, one)
        second = max((copy / "data" / "exams" / "results").iterdir(), key=lambda path: path.stat().st_mtime_ns)
        return t.exam("take", str(second))

    yield "the same paper sat on a copied laptop, and its result offered", copy_sits

    def practised(t: TerminalSchool) -> str:
        """Draws on a copy until the paper is easy, and offers a result of a paper that only the copy knows."""
        one = t.candidate()
        copy = copied_home(t)

        def sits(there: TerminalSchool) -> str:
            for number in range(3):
                drawn = there.draw("--candidate", one, "--seat", f"q{number}", "--reason", "x")
            return there.sit(*drawn, one)

        at(t, copy, sits)
        second = max((copy / "data" / "exams" / "results").iterdir(), key=lambda path: path.stat().st_mtime_ns)
        return t.exam("take", str(second))

    yield "a paper drawn on a copied laptop, and its result offered", practised

    def forgets(what: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            sitting, code, _ = left_sitting(t, ":flag 1")
            path = t.exams / what.format(sitting=sitting)
            shutil.rmtree(path) if path.is_dir() else path.unlink()
            return resumed(t, sitting, code)

        return attack

    for what in (
        "counters/{sitting}",
        "sittings/{sitting}/header.json",
        "sittings/{sitting}/events.jsonl",
        "sittings/{sitting}/paper.json",
        "sittings/{sitting}",
        "keys/school-keys.json",
        "staff",
    ):
        yield f"{what} deleted during a sitting", forgets(what)

    def exchanged(what: str) -> Attack:
        """Two candidates exchange a file of their running sittings."""

        def attack(t: TerminalSchool) -> str:
            first, code, _ = left_sitting(t)
            second, _, _ = left_sitting(t, document="Y7")
            shutil.copy(t.exams / what.format(sitting=second), t.exams / what.format(sitting=first))
            return resumed(t, first, code)

        return attack

    for what in (
        "counters/{sitting}",
        "sittings/{sitting}/header.json",
        "sittings/{sitting}/events.jsonl",
        "sittings/{sitting}/paper.json",
    ):
        yield f"{what} of another candidate", exchanged(what)
    for name in ("../sittings", "..", "/", "a/b", "x" * 300, "\0", ""):
        yield f"resumes {name[:12]!r}", _resumes(name)


def _resumes(name: str) -> Attack:
    return lambda t: resumed(t, name, "AAAA-AAAA-AAAA")


# ── somebody on the staff, out of turn ───────────────────────────────────────────────────────────────────────────────


def out_of_turn() -> Rows:
    """One person of the staff who takes the steps of the work in another order, or at somebody else's result."""

    def regrades(*words: str, by: str = "elena", second: str = "nora") -> Attack:
        def attack(t: TerminalSchool) -> str:
            typed = (f"password-{by}", f"password-{second}", STATION)
            return t.exam(
                *("regrade", str(t.result(t.open)), "--by", by, "--second", second, "--reason", "x"),
                *("--cite", "art. 4", *words),
                typed=typed,
            )

        return attack

    for words in (
        ("--void", "0"),
        ("--void", "-1"),
        ("--void", "99999999999999999999"),
        ("--correct", "1="),
        ("--correct", "1"),
        ("--correct", "=1"),
        ("--correct", "99=1"),
        ("--correct", "1=\x1b[2J"),
        ("--correct", "²=1"),
        (),
    ):
        yield f"regrades with {' '.join(words)!r}", regrades(*words)
    yield "an invigilator seconds a correction", regrades("--void", "1", second="vera")

    def seconds_and_decides(t: TerminalSchool) -> str:
        regrades("--void", "1", second="carlos")(t)
        return t.review(t.newest_result(t.open[:32]))

    yield "a certifier seconds a correction and then decides", seconds_and_decides
    yield "an invigilator corrects", regrades("--void", "1", by="vera")
    yield "the examiner who drew hears the appeal", regrades("--void", "1", "--appeal")

    def earlier_file(t: TerminalSchool) -> str:
        """A refused result is decided on again from a copy of its file before the refusal."""
        before = t.result(t.open).read_bytes()
        t.review(t.result(t.open), decision="refused")
        t.result(t.open).write_bytes(before)
        return t.review(t.result(t.open))

    yield "a refusal cut off by an earlier file", earlier_file

    def parent(t: TerminalSchool) -> str:
        """A certificate from the result as it was before an item was voided."""
        before = t.result(t.passed).read_bytes()
        number = json.loads(before)["result"]["paper"]["items"][0]["number"]
        t.exam(
            *("regrade", str(t.result(t.passed)), "--by", "elena", "--second", "nora", "--reason", "x"),
            *("--cite", "art. 4", "--void", str(number)),
            typed=("password-elena", "password-nora", STATION),
        )
        return t.certificate("issue", str(t.result(t.passed)), "--out", str(t.home / "o"), typed=(CERTIFIER,))

    yield "a certificate of a result that was replaced", parent
    yield (
        "a certificate with the station's passphrase",
        lambda t: t.certificate("issue", str(t.result(t.passed)), typed=(STATION,)),
    )
    yield (
        "a certificate of a refused result",
        lambda t: (
            t.review(t.result(t.open), decision="refused")
            + t.certificate("issue", str(t.result(t.open)), typed=(CERTIFIER,))
        ),
    )
    yield (
        "a certificate that renews one that does not exist",
        lambda t: (
            t.review(t.result(t.open))
            + t.certificate("issue", str(t.result(t.open)), "--renews", "0000-0000", typed=(CERTIFIER,))
        ),
    )

    def unknown_copy(t: TerminalSchool) -> str:
        """Another school's certifier decides on this school's result."""
        mine = other_school(t)
        shutil.copy(t.result(t.open), mine.home / "r.json")
        return at(t, mine.home, lambda there: there.exam("take", str(mine.home / "r.json")))

    yield "a result taken by another school of the same name", unknown_copy

    def retired(t: TerminalSchool) -> str:
        """Somebody who left supervises with the password that is still known."""
        t.exam("staff", "vera", "--retire", typed=(ROOT,))
        return sits_once(t)

    yield "a retired invigilator supervises", retired

    def retires_during(t: TerminalSchool) -> str:
        sitting, code, _ = left_sitting(t)
        t.exam("staff", "vera", "--retire", typed=(ROOT,))
        return resumed(t, sitting, code)

    yield "an invigilator who left continues a sitting", retires_during

    def retired_draws(t: TerminalSchool) -> str:
        t.exam("staff", "elena", "--retire", typed=(ROOT,))
        return t.draw("--candidate", t.school.clara.reference)[0]

    yield "a retired examiner draws", retired_draws
    for person in ("VERA", "../vera", "vera ", "a/b", "x" * 200, "vera\n", "-vera"):
        yield f"a member of staff called {person[:10]!r}", _hires(person)
    yield (
        "the station's passphrase hires",
        lambda t: t.exam("staff", "eva", "--name", "Eva", "--role", "certifier", typed=(STATION, "password-eva")),
    )
    yield (
        "an invigilator makes herself a certifier",
        lambda t: t.exam("staff", "vera", "--role", "certifier", typed=("password-vera", "password-vera")),
    )
    yield "erases outside the folder", lambda t: _erase(t, "../staff/staff")
    yield "erases everybody", lambda t: _erase(t, "*")
    yield "erases somebody who never was", lambda t: _erase(t, "0" * 64)
    yield (
        "declares a key stolen with the certifier's passphrase",
        lambda t: t.certificate("keys", "compromised", _kid(t), "2020-01-01T00:00:00Z", typed=(CERTIFIER,)),
    )
    yield (
        "declares a key stolen in the future",
        lambda t: t.certificate("keys", "compromised", _kid(t), "2999-01-01T00:00:00Z", typed=(ROOT,)),
    )
    yield (
        "declares an unknown key stolen",
        lambda t: t.certificate("keys", "compromised", "feedfeedfeedfeed", "2020-01-01T00:00:00Z", typed=(ROOT,)),
    )
    yield (
        "revokes what was never issued",
        lambda t: t.certificate("revoke", "AAAA-0000", "--reason", "x", typed=(CERTIFIER,)),
    )

    def unrevokes(t: TerminalSchool) -> str:
        t.certificate("revoke", t.number, "--reason", "fraud", typed=(CERTIFIER,))
        return t.certificate("revoke", t.number, "--reinstate", "--reason", "x", typed=(CERTIFIER,))

    yield "reinstates a revoked certificate", unrevokes

    def rewrites_revoked(t: TerminalSchool) -> str:
        t.certificate("revoke", t.number, "--reason", "fraud", typed=(CERTIFIER,))
        t.certificate("again", t.number, "--out", str(t.home / "o"), typed=(CERTIFIER,))
        t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))
        return t.certificate("verify", str(next((t.home / "o").glob("*.pdf"))))

    yield "writes a revoked certificate again", rewrites_revoked


def _hires(person: str) -> Attack:
    return lambda t: hire(t, person, "Vera Dos", "certifier")


def _erase(t: TerminalSchool, who: str) -> str:
    return t.exam("erase", who, "--by", "carlos", typed=("password-carlos",))


def _kid(t: TerminalSchool) -> str:
    return next(line.split("\t")[0] for line in t.certificate("keys", "list").splitlines() if "ertif" in line)


# ── keys and lists of a stranger ─────────────────────────────────────────────────────────────────────────────────────


def stranger_keys() -> Rows:
    """Somebody with a school of their own, of the same name, and files to exchange."""

    def swapped_key(t: TerminalSchool) -> str:
        files = {line.split("\t")[1]: line.split("\t")[-1] for line in t.certificate("keys", "list").splitlines()}
        (mine,), (theirs,) = ([key for role, key in files.items() if word in role] for word in ("tation", "ertif"))
        shutil.copy(t.exams / "keys" / f"{mine}.key", t.exams / "keys" / f"{theirs}.key")
        return t.exam(
            *("review", str(t.result(t.open)), "--by", "carlos", "--decision", "confirmed"),
            typed=("password-carlos", STATION),
        )

    yield "the station's key file in place of the certifier's", swapped_key

    def own_list(t: TerminalSchool) -> str:
        """The school's list of keys replaced by the attacker's, of the same name."""
        mine = other_school(t)
        for path in (mine.exams / "keys").iterdir():
            shutil.copy(path, t.exams / "keys" / path.name)
        return t.certificate("verify", str(t.written(".pdf")))

    yield "all keys replaced by those of another school", own_list

    def own_list_decides(t: TerminalSchool) -> str:
        mine = other_school(t)
        for path in (mine.exams / "keys").iterdir():
            shutil.copy(path, t.exams / "keys" / path.name)
        return t.review(t.result(t.open))

    yield "all keys replaced, and a result decided with them", own_list_decides

    def trusted(*more: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            mine = other_school(t)
            public = mine.home / "public.json"
            at(t, mine.home, lambda there: there.certificate("keys", "public", str(public)))
            return t.certificate("trust", str(public), *more)

        return attack

    yield "a school of the same name trusted", trusted()
    yield "a school of the same name trusted with another root", trusted("--root", "feedfeedfeedfeed")

    def imported(role: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            mine = other_school(t)
            file = mine.home / "key.json"
            typed = (f"{role} key",)
            at(t, mine.home, lambda there: there.certificate("keys", "export", role, str(file), typed=typed))
            return t.certificate("keys", "import", str(file), typed=typed)

        return attack

    for role in ("station", "certifier"):
        yield f"another school's {role} key imported", imported(role)

    def with_keys(t: TerminalSchool) -> str:
        """Verifies this school's certificate against the attacker's list."""
        mine = other_school(t, "Otra")
        public = mine.home / "public.json"
        at(t, mine.home, lambda there: there.certificate("keys", "public", str(public)))
        return t.exam("verify", str(t.result(t.passed)), "--keys", str(public))

    yield "a result verified with another school's keys", with_keys
    yield (
        "a result verified with a key that fits every message",
        lambda t: t.exam("verify", str(t.result(t.passed)), "--key", "01" + "00" * 31),
    )
    yield (
        "a result verified with the key of nobody",
        lambda t: t.exam("verify", str(t.result(t.passed)), "--key", "ab" * 32),
    )

    def old_status(t: TerminalSchool) -> str:
        """The list of before the revocation is offered with the certificate."""
        old = next((t.home / "out").glob("*status*"), None) or next((t.home / "out").glob("*revoc*"))
        t.certificate("revoke", t.number, "--reason", "fraud", typed=(CERTIFIER,))
        t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))
        return t.certificate("verify", str(t.written(".pdf")), "--status", str(old))

    yield "an earlier status list offered after a revocation", old_status

    def other_status(t: TerminalSchool) -> str:
        """A status list of the attacker's own school."""
        mine = other_school(t)
        at(t, mine.home, lambda there: there.certificate("status", "--out", str(mine.home), typed=("certifier key",)))
        t.certificate("revoke", t.number, "--reason", "fraud", typed=(CERTIFIER,))
        lists = [word for path in mine.home.glob("*.j*") for word in ("--status", str(path))]
        assert lists
        return t.certificate("verify", str(t.written(".pdf")), *lists)

    yield "a status list of another school", other_status
    yield (
        "two certificates in one file",
        lambda t: (
            t.written(".txt").write_bytes(t.written(".txt").read_bytes() * 2)
            and t.certificate("verify", str(t.written(".txt")))
        ),
    )
    yield (
        "a card beside somebody else's credential",
        lambda t: t.certificate("verify", str(t.written(".txt")), str(t.result(t.passed))),
    )


# ── what is told ─────────────────────────────────────────────────────────────────────────────────────────────────────


def told() -> Iterator[tuple[str, Attack, str]]:
    """Attacks that leave a valid result, and the words that the certifier reads before the decision."""

    def easy_exam(t: TerminalSchool) -> str:
        """The school's own exam asks for 1 % while one paper is drawn."""
        sits_once(t)
        path = t.home / "data" / "schemes" / "own" / "small.toml"
        path.write_text(SCHEME.replace("pass-mark = 60", "pass-mark = 1"), encoding="utf-8")
        one = t.candidate("Eva Y7", "Y7")
        drawn = t.draw("--candidate", one, "--seat", "y")
        path.write_text(SCHEME, encoding="utf-8")
        t.sit(*drawn, one)
        return t.review(t.newest_result())

    def other_rules(t: TerminalSchool) -> str:
        """The school's own rules pay a split differently while one paper is drawn."""
        rules = t.home / "data" / "rulebooks" / "casa" / "roulette-french.toml"
        rules.parent.mkdir(parents=True)
        honest = 'extends = "baleares/roulette-french"\n'
        rules.write_text(honest, encoding="utf-8")
        exam = SCHEME.replace('"baleares"', '"casa"')
        (t.home / "data" / "schemes" / "own" / "small.toml").write_text(exam, encoding="utf-8")
        sits_once(t)
        rules.write_text(f'{honest}[bets.split]\npays = "18 to 1"\n', encoding="utf-8")
        one = t.candidate("Eva Y7", "Y7")
        drawn = t.draw("--candidate", one, "--seat", "y")
        rules.write_text(honest, encoding="utf-8")
        t.sit(*drawn, one)
        return t.review(t.newest_result())

    yield "the school's own rules changed for one paper", other_rules, "another version of its scheme or rules"
    yield "the school's own exam made easy for one paper", easy_exam, "another version of its scheme"


def without_password() -> Rows:
    """Files that change what is drawn or decided, and outputs that are written over the school's own files."""

    def difficulties(t: TerminalSchool) -> str:
        """Says that hard questions are easy, so that papers are balanced with easy ones."""
        (t.exams / "difficulties.json").write_text('{"announce/1 baleares/roulette-french":-9.0}', encoding="utf-8")
        sits_once(t)
        found = json.loads(t.newest_result().read_bytes())["result"]["paper"]["items"][0]["difficulty"]
        if found != -9000:
            raise RefusalError(1, "the file counts for nothing")
        return str(found)

    yield "difficulties that nobody estimated", difficulties

    def shipped_rules(t: TerminalSchool) -> str:
        """A regulation of the program pays a split differently by a file of the same name."""
        path = t.home / "data" / "rulebooks" / "baleares" / "roulette-french.toml"
        path.parent.mkdir(parents=True)
        path.write_text('extends = "baleares/roulette-french"\n[bets.split]\npays = "18 to 1"\n', encoding="utf-8")
        sits_once(t)
        return _rules_differ(t)

    yield "a shipped regulation changed by a file of the same name", shipped_rules

    def over(*words: str) -> Attack:
        """A command that writes its output over the register, after which honest work goes on."""

        def attack(t: TerminalSchool) -> str:
            register = t.exams / "register.jsonl"
            before = register.read_bytes()
            given = [word.format(register=register) for word in words]
            try:
                (t.exam if given[0] != "keys" else t.certificate)(*given)
            except RefusalError:
                assert register.read_bytes().startswith(before)
                raise
            return t.review(t.result(t.open))

        return attack

    yield "statistics written over the register", over("statistics", "--out", "{register}")
    yield "public keys written over the register", over("keys", "public", "{register}")
    yield "reports written into the register", over("report", "{register}", "--pdf", "{register}")

    def register(change: Callable[[list[bytes]], list[bytes]]) -> Attack:
        def attack(t: TerminalSchool) -> str:
            path = t.exams / "register.jsonl"
            path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))
            return t.review(t.result(t.open)) + sits_once(t)

        return attack

    yield "two lines of the register exchanged", register(lambda lines: [*lines[:-2], lines[-1], lines[-2]])
    yield "a line of the register dropped", register(lambda lines: [*lines[:5], *lines[6:]])
    yield "a line of the register twice", register(lambda lines: [*lines, lines[-1]])
    yield "the register with other line ends", register(lambda lines: [line[:-1] + b"\r\n" for line in lines])
    yield "a blank line in the register", register(lambda lines: [*lines, b"\n"])
    yield "the register in other letters", register(lambda lines: [line.upper() for line in lines])

    def loose(what: str) -> Attack:
        """A result that the school has, renamed or linked to."""

        def attack(t: TerminalSchool) -> str:
            path, other = t.result(t.passed), t.result(t.open)
            if what == "exchanged":
                first, second = path.read_bytes(), other.read_bytes()
                path.write_bytes(second)
                other.write_bytes(first)
            if what == "linked":
                other.unlink()
                other.symlink_to(path)
            return t.certificate("issue", str(other), "--out", str(t.home / "o"), typed=(CERTIFIER,))

        return attack

    yield "the files of two results exchanged, and one certified", loose("exchanged")
    yield "a result linked to another, and certified", loose("linked")

    def wrong_password(t: TerminalSchool) -> str:
        """An outsider begins a candidate's exam, so that the attempt is lost."""
        one = t.candidate()
        paper, code = t.draw("--candidate", one)
        with pytest.raises(RefusalError) as guessed:
            t.exam("sit", paper, "--candidate", one, "--invigilator", "vera", typed=("guess",))
        try:
            t.sit(paper, code, one)
        except RefusalError as refusal:
            return f"the attempt is lost: {refusal.said}"
        raise guessed.value

    yield "an outsider begins somebody's exam", wrong_password


def _rules_differ(t: TerminalSchool) -> str:
    """Raises `RefusalError` if the newest result was drawn from the same rules as the first."""
    mine, first = (
        json.loads(path.read_bytes())["result"]["paper"]["rules"] for path in (t.newest_result(), t.result(t.passed))
    )
    if set(mine) <= set(first):
        raise RefusalError(1, "the regulation of the program counts")
    return "other rules"
