"""Attacks with look-alike names, links, sizes and exchanged files."""

from __future__ import annotations

import contextlib
import json
import shutil
from pathlib import Path

import msgspec
import pytest

from tests.exams.attack_means import REFUSED, OutOfReach, Rows, drawn
from tests.exams.attacked_machines import left_sitting, resumed
from tests.exams.terminal_attacks import Attack, hire
from tests.exams.terminal_school import CERTIFIER, SCHEME, RefusalError, TerminalSchool
from trainer.exams.events import first_hash, next_hash
from trainer.exams.log_files import CounterFile

# ── names, links and sizes ───────────────────────────────────────────────────────────────────────────────────────────


def files() -> Rows:
    """Look-alike names, links and huge files, without a password."""

    def candidate_named(name: str) -> Attack:
        """The invigilator sits an exam that she supervises herself, under a name that looks like hers."""

        def attack(t: TerminalSchool) -> str:
            one = t.candidate(name, "V1")
            t.sit(*t.draw("--candidate", one), one)
            return t.review(t.newest_result())

        return attack

    for what, name in (("Cyrillic", "Vеra"), ("full width", "Ｖｅｒａ"), ("mathematical", "𝐕𝐞𝐫𝐚"), ("Greek", "Verα")):
        yield f"vera sits her own exam in {what} letters", candidate_named(name), REFUSED
    for what, name in (("Cyrillic", "Cаrlos"), ("spaced", "C a r l o s"), ("accented", "Càrlôs")):
        yield f"the certifier hired as examiner in {what} letters", _hires(name), REFUSED
    for document in ("X⑨", "X₉", "x9\u0301", "Ⅹ9", "X\u20099"):
        yield f"sits again with the document {document!r}", _again_with(document), REFUSED
    for document in ("Хо9", "X9ı"):
        yield (
            f"a document in other letters {document!r}",
            lambda t, document=document: t.candidate("Eva", document),
            REFUSED,
        )

    def huge(place: str, size: int) -> Attack:
        def attack(t: TerminalSchool) -> str:
            path = t.exams / place
            path.parent.mkdir(exist_ok=True)
            with path.open("wb") as file:
                file.truncate(size)
            said = t.draw("--candidate", t.school.clara.reference)[0]
            return said + t.review(t.result(t.open))

        return attack

    for place in ("staff/staff.json", "keys/school-keys.json"):
        yield f"{place} of 3 GB", huge(place, 3 << 30), REFUSED
    harmless = OutOfReach("passed over: the work goes on")
    for place in ("results/x.json", "people/x.json", "papers/x.json", "certificates/x.json"):
        yield f"{place} of 3 GB", huge(place, 3 << 30), harmless
    yield "a register of 5 GB", huge("register.jsonl", 5 << 30), REFUSED
    yield "erasures of 3 GB", huge("people/erased.txt", 3 << 30), REFUSED

    def linked(place: str, target: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            path = t.exams / place.format(open=t.open)
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
            path.symlink_to(target.format(home=t.home))
            said = t.draw("--candidate", t.school.clara.reference)[0]
            return said + t.review(t.exams / "results" / t.open)

        return attack

    yield "the register linked to nothing", linked("register.jsonl", "/dev/null"), REFUSED
    yield "the register linked to noise", linked("register.jsonl", "/dev/urandom"), REFUSED
    yield "the register linked to itself", linked("register.jsonl", "register.jsonl"), REFUSED
    yield "the staff linked to an empty folder", linked("staff", "{home}/out"), REFUSED
    yield "the keys linked to an empty folder", linked("keys", "{home}/out"), REFUSED
    yield "the results linked to an empty folder", linked("results", "{home}/out"), REFUSED
    yield "a result linked to noise", linked("results/{open}", "/dev/urandom"), REFUSED

    def output(*words: str) -> Attack:
        """A command writes its output into the school's folder; then honest work goes on."""

        def attack(t: TerminalSchool) -> str:
            before = {path: path.read_bytes() for path in t.exams.rglob("*") if path.is_file()}
            given = [word.format(exams=t.exams, passed=t.result(t.passed), number=t.number) for word in words]
            typed = (CERTIFIER,)
            with contextlib.suppress(RefusalError):
                (t.certificate if given[0] in ("again", "status", "issue") else t.exam)(*given, typed=typed)
            lost = [
                path for path, data in before.items() if not path.exists() or not path.read_bytes().startswith(data)
            ]
            known = {t.exams / "statuses.json", t.exams / "statuses.published", *(t.exams / "lists").glob("*")}
            if set(lost) - known:
                return f"written over: {lost}"
            t.review(t.result(t.open))
            raise RefusalError(1, "nothing of the school was written over, and the work goes on")

        return attack

    yield "a rehearsal written into the results", output("rehearse", "own/small", "--out", "{exams}/results"), REFUSED
    yield "a rehearsal written over the folder", output("rehearse", "own/small", "--out", "{exams}"), REFUSED
    yield (
        "a certificate written into the certificates",
        output("again", "{number}", "--out", "{exams}/certificates"),
        REFUSED,
    )
    yield "status lists written into the keys", output("status", "--out", "{exams}/keys"), REFUSED
    yield "reports written into the results", output("report", "{passed}", "--pdf", "{exams}/results"), REFUSED

    def swapped_scheme(t: TerminalSchool) -> str:
        """The exam's file is changed after its paper was drawn: easier to pass, and with more time."""
        paper, code, one = drawn(t)
        path = t.home / "data" / "schemes" / "own" / "small.toml"
        easy = SCHEME.replace("pass-mark = 60", "pass-mark = 0").replace("minutes = 5", "minutes = 500")
        path.write_text(easy, encoding="utf-8")
        t.sit(paper, code, one)
        result = json.loads(t.newest_result().read_bytes())["result"]
        if result["marks"]["passed"] or result["paper"]["scheme"]["parts"][0]["minutes"] != 5:
            return "the new file counts"
        raise RefusalError(1, "the paper counts")

    yield "the exam's file exchanged after the draw", swapped_scheme, REFUSED

    def lookalike_exam(t: TerminalSchool) -> str:
        """A made-up exam that bears the name of a shipped one, but asks for 1 %."""
        path = t.home / "data" / "schemes" / "own" / "roulette-initial.toml"
        easy = SCHEME.replace("pass-mark = 60", "pass-mark = 1")
        names = 'names = { es = "Ruleta: examen inicial", en = "Roulette: initial exam" }'
        path.write_text(easy.replace('names = { es = "Pequeño", en = "Small" }', names), encoding="utf-8")
        one = t.candidate()
        t.sit(*t.draw("--candidate", one, scheme="own/roulette-initial"), one)
        return t.review(t.newest_result())

    yield "a made-up exam with the name of a shipped one", lookalike_exam, "exam of the school's own"

    def renamed(name: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            path = t.result(t.open).with_name(name)
            t.result(t.open).rename(path)
            return t.review(path)

        return attack

    named = OutOfReach("a file's name says nothing: the register knows its content")
    yield "a result renamed", renamed("x.json"), named
    yield "a result renamed as another's", lambda t: renamed(t.passed)(t), "not in the folder"

    def rolled_back(t: TerminalSchool) -> str:
        """Log and counter of before the last answers are put back together; less than ten answers were given."""
        sitting, code, _ = left_sitting(t, ":flag 1")
        kept = [(path, path.read_bytes()) for path in _files_of(t, sitting)]
        with pytest.raises(RefusalError):
            t.exam(
                *("sit", "--resume", sitting, "--invigilator", "vera"), typed=("password-vera", code, "1", ":flag 1")
            )
        for path, data in kept:
            path.write_bytes(data)
        resumed(t, sitting, code)
        return t.review(t.newest_result())

    yield "log and counter put back together within ten answers", rolled_back, REFUSED

    def recomputed(t: TerminalSchool) -> str:
        """An answer in the log of a waiting sitting is changed, and all hashes after it; the counter as well."""
        sitting, code, _ = left_sitting(t, "1", ":flag 1")
        path = t.exams / "sittings" / sitting / "events.jsonl"
        header = json.loads((path.parent / "header.json").read_bytes())
        rows = [json.loads(line) for line in path.read_bytes().splitlines()]
        last = first_hash(header)
        for row in rows:
            if row["event"]["kind"] == "flagged":
                row["event"]["on"] = False
            last = row["hash"] = next_hash(last, row["event"])
        text = "".join(
            json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n" for row in rows
        )
        path.write_text(text, encoding="utf-8")
        counter = CounterFile(t.exams / "counters" / sitting)
        known = counter.read()
        assert known is not None
        for turn in (known.turn + 1, known.turn + 2):
            counter.write(msgspec.structs.replace(known, last=last, turn=turn))
        resumed(t, sitting, code)
        return t.review(t.newest_result())

    def blanked(t: TerminalSchool) -> str:
        """The counter is overwritten with blanks and the log cut after the last checkpoint."""
        sitting, code, _ = left_sitting(t, "1", ":flag 1")
        path = t.exams / "sittings" / sitting / "events.jsonl"
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-2]))
        (t.exams / "counters" / sitting).write_bytes(b" " * 512)
        return resumed(t, sitting, code)

    yield "the counter blanked and the log cut", blanked, REFUSED
    yield (
        "log and counter rewritten after the last checkpoint",
        recomputed,
        "rests on this machine",
    )


def _files_of(t: TerminalSchool, sitting: str) -> list[Path]:
    return [t.exams / "sittings" / sitting / "events.jsonl", t.exams / "counters" / sitting]


def _hires(name: str) -> Attack:
    return lambda t: hire(t, "zeta", name, "examiner")


def _again_with(document: str) -> Attack:
    def attack(t: TerminalSchool) -> str:
        one = t.candidate()
        t.sit(*t.draw("--candidate", one, "--seat", "a"), one)
        two = t.candidate("Dora Paz", document)
        return t.sit(*t.draw("--candidate", two, "--seat", "b"), two)

    return attack
