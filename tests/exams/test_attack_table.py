"""Attacks by insiders with one key, one role, one laptop or one backup each, and what becomes of them.

Every row is an attack that was tried. ``REFUSED`` rows must raise with a sentence; ``TOLD`` rows cannot be refused, and
the certifier must read why before deciding. `trainer/exams/ATTACKS.md` explains the groups.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from tests.exams.attacked_school import (
    KEY_OF,
    PEOPLE,
    ROOT,
    AttackedSchool,
    changed,
    forged,
    forged_header,
    forged_log,
    register_as_drawn,
    stranger_paper,
)
from tests.exams.support import SMALL, offers
from trainer.exams import events as e
from trainer.exams.canonical import canonical, read_canonical
from trainer.exams.certificates.issuer import Issuer
from trainer.exams.certificates.trust_store import TrustStore
from trainer.exams.corrections import Corrections
from trainer.exams.errors import RefusedError
from trainer.exams.events import first_hash, next_hash
from trainer.exams.keys import Domain, KeyRole, PrivateKey
from trainer.exams.log_files import Counter, CounterFile, LogFile
from trainer.exams.office import Office
from trainer.exams.provenance import draw_bytes
from trainer.exams.register import Entry, Register
from trainer.exams.result import ChainedEvent, Correction, SealedResult, SealRole, to_bytes
from trainer.exams.roles import RIGHTS, Right, Role, need
from trainer.exams.seals import regraded, result_of, reviewed, sealed
from trainer.exams.sitting_transfer import move_here
from trainer.exams.trust import new_trust
from trainer.exams.verification import verify
from trainer.texts import Language, Message, say

Attack = Callable[[AttackedSchool], object]
STRANGER = PrivateKey.from_seed(b"\x07" * 32)
TRAVERSALS = ("../x", "a/b", "..", ".", "", "/etc/x", "a\\b", "x" * 65, "a b", "á", "a\0b", "~")


def take(school: AttackedSchool, found: SealedResult, office: Office | None = None) -> None:
    """As `trainer exam take`."""
    office = office or school.office
    office.store_result(verify(to_bytes(found), office.keys.trust).sealed)


# ── group 1: one key ─────────────────────────────────────────────────────────────────────────────────────────────────


def one_key() -> Iterator[tuple[str, Attack]]:
    """A result forged from nothing, sealed with each single key, in each way that one person could think of."""

    def keys(school: AttackedSchool) -> dict[str, PrivateKey]:
        found = {role.value: school.key(role) for role in KeyRole}
        for name in PEOPLE:
            signer = school.by(name).signer
            assert signer is not None
            found[name] = signer
        return found | {"stranger": STRANGER}

    def forge(school: AttackedSchool, how: str, key: PrivateKey) -> None:
        paper = stranger_paper(school)
        signer: PrivateKey | None = key if "signed" in how else None
        drawn, who, wall, header = True, "vera", 0, None
        if how == "paper never drawn":
            drawn = False
        if how.startswith("examiner unknown"):
            paper = stranger_paper(school, by="nobody")
        if how.startswith("invigilator unknown"):
            who = "ghost"
        if how.startswith("invigilator is an examiner"):
            who = "elena"
        if how == "dated 2001":
            paper = stranger_paper(school, drawn="2001-01-01T00:00:00Z")
            header = forged_header(school, paper, created="2001-01-01T00:00:00Z")
            wall = 978_307_200_000
        if how == "dated next year":
            later = school.clock.wall() + timedelta(days=365)
            header = forged_header(school, paper, created=f"{later:%Y-%m-%dT%H:%M:%SZ}")
            wall = int(later.timestamp() * 1000)
        if how == "for another candidate":
            header = forged_header(school, paper, candidate=school.berta.reference)
        if drawn:
            more = {"signature": "00" * 64} if "signature of the draw" in how else {}
            register_as_drawn(school, paper, **more)
        take(school, forged(school, paper, header=header, key=key, invigilator=who, signer=signer, wall=wall))

    ways = (
        "paper never drawn",
        "draw written into the register",
        "draw written into the register, log signed",
        "draw with a made-up signature of the draw",
        "examiner unknown",
        "examiner unknown, log signed",
        "invigilator unknown",
        "invigilator unknown, log signed",
        "invigilator is an examiner, log signed",
        "dated 2001",
        "dated next year",
        "for another candidate",
    )
    for holder in (*(role.value for role in KeyRole), *PEOPLE, "stranger"):
        for way in ways:
            yield (
                f"key of {holder}: {way}",
                lambda school, holder=holder, way=way: forge(school, way, keys(school)[holder]),
            )


def one_password() -> Iterator[tuple[str, Attack]]:
    """A password signs in, opens the key of the role and signs as its person: everything somebody on the staff has.
    They can write into the register's file, too."""

    def forge(school: AttackedSchool, who: str, draw: str, log: str) -> None:
        own = school.by(who).signer
        assert own is not None
        seal = school.key(KeyRole.CERTIFIER if PEOPLE[who] is Role.CERTIFIER else KeyRole.STATION)
        paper = stranger_paper(school, by=who if PEOPLE[who] is Role.EXAMINER else "elena")
        if draw == "signed with the own key":
            details = register_as_drawn(school, paper, just_the_details=True)
            signature = own.sign(Domain.PAPER, draw_bytes(paper.id, details, paper.drawn)).hex()
            register_as_drawn(school, paper, signature=signature)
        elif draw == "before every other":
            details = register_as_drawn(school, paper, just_the_details=True, leave_out="seed")
            school.office.register.add("drawn", paper.id, paper.drawn, paper.drawn_by, **details)
        elif draw == "without its seed":
            register_as_drawn(school, paper, leave_out="seed")
        else:
            register_as_drawn(school, paper, leave_out="seed", **{draw: "yes"})
        name = who if log == "as oneself" else "vera"
        signer = None if log == "as vera, unsigned" else own
        take(school, forged(school, paper, key=seal, invigilator=name, signer=signer))

    for who in PEOPLE:
        for draw in ("signed with the own key", "before every other", "without its seed", "handed", "moved"):
            for log in ("as vera, unsigned", "as vera, signed with the own key", "as oneself"):
                if who == "vera" and log == "as oneself":
                    continue  # the same as the one before
                yield (
                    f"password of {who}: draw {draw}, log {log}",
                    lambda school, who=who, draw=draw, log=log: forge(school, who, draw, log),
                )


# ── group 2: the station's key and an honest sitting ─────────────────────────────────────────────────────────────────


def rewritten(school: AttackedSchool, found: SealedResult, edit: Callable[[list[dict[str, object]]], None]) -> None:
    """Change the events of a sealed sitting, compute the chain again and seal it with the station's key."""
    events = [dict(each.event) for each in found.result.events]
    edit(events)
    last, made = first_hash(found.result.header), []
    for number, event in enumerate(events):
        event["n"] = number
        last = next_hash(last, event)
        made.append(ChainedEvent(event=event, hash=last))
    result = result_of(found.result.header, found.result.paper, made)
    school.office.folder.joinpath("results").rename(school.folder / "away")
    lines = school.office.register.path.read_bytes().splitlines(keepends=True)
    kept = [line for line in lines if b'"kind":"result"' not in line]
    school.office.register.path.write_bytes(b"".join(kept[: len(kept)]))
    take(school, sealed(result, school.key(KeyRole.STATION), school.clock.wall()))


def _another(answer: object) -> str:
    """An answer that differs from what was answered: papers are drawn at random, so either may be the right one."""
    return "black odd low" if answer == "red even high" else "red even high"


def one_station() -> Iterator[tuple[str, Attack]]:
    """Answers, times and checkpoints of a real sitting rewritten with the chain computed again."""

    def with_event(kind: str, change: Callable[[dict[str, object]], None], which: int) -> Attack:
        def attack(school: AttackedSchool) -> None:
            def edit(events: list[dict[str, object]]) -> None:
                change([event for event in events if event["kind"] == kind][which])

            rewritten(school, school.sat(2, "7", school.berta), edit)

        return attack

    for which in range(2):
        yield (
            f"station key: answer {which + 1} rewritten",
            with_event("answer", lambda event: event.update(answer=_another(event["answer"])), which),
        )
    yield "station key: document rewritten", with_event("identified", lambda event: event.update(document="none"), 0)
    for who in ("nora", "ghost", "carlos"):
        yield (
            f"station key: invigilator becomes {who}",
            with_event("unlocked", lambda event, who=who: event.update(by=who), 0),
        )
    yield "station key: boot rewritten", with_event("started", lambda event: event.update(boot="other"), 0)
    for which in range(2):
        yield (
            f"station key: checkpoint {which + 1} re-keyed",
            with_event("checkpoint", lambda event: event.update(key=str(STRANGER.public)), which),
        )

    def dropping(kind: str) -> Attack:
        def attack(school: AttackedSchool) -> None:
            def edit(events: list[dict[str, object]]) -> None:
                events[:] = [event for event in events if event["kind"] != kind]

            rewritten(school, school.sat(2, "7", school.berta), edit)

        return attack

    yield "station key: checkpoints dropped", dropping("checkpoint")
    yield "station key: wrong answers dropped", dropping("answer")

    def headed(name: str, value: object) -> Attack:
        def attack(school: AttackedSchool) -> None:
            found = school.sat(2, "7", school.berta)
            header = msgspec.structs.replace(found.result.header, **{name: value})
            signer = school.key(KeyRole.STATION)
            log = forged_log(school, header, found.result.paper)
            take(school, sealed(result_of(header, found.result.paper, log), signer, school.clock.wall()))

        return attack

    for name, value in (
        ("sitting", "a" * 32),
        ("candidate", "b" * 64),
        ("seat", "99"),
        ("extra_time", 25),
        ("attempt", 2),
        ("trained_by", ("nora",)),
        ("created", "2026-11-16T12:00:00Z"),
        ("anchor", "c" * 64),
        ("program", "9"),
    ):
        yield f"station key: header {name} changed", headed(name, value)


# ── group 3: a copied laptop ─────────────────────────────────────────────────────────────────────────────────────────


def one_laptop() -> Iterator[tuple[str, Attack]]:
    """The same paper sat again on a copy of the school's folder, and the better one brought in."""

    def again(first: int, second: int, *, taken: bool, other: bool, shared: bool = False) -> Attack:
        def attack(school: AttackedSchool) -> None:
            paper, code = school.draw("5", school.berta, shared=shared)
            copy = school.copy("copy")
            sitting = school.work(school.begin(paper, code, school.berta), first)
            if taken:
                school.office.seal(sitting, school.key(KeyRole.STATION))
            sitting.close()
            who = school.ana if other else school.berta
            better = school.work(school.begin(paper, code, who, copy), second)
            found, _ = copy.seal(better, school.key(KeyRole.STATION))
            better.close()
            take(school, found)

        return attack

    for first, second in ((2, 5), (5, 2), (0, 4)):
        for taken in (True, False):
            yield (
                f"laptop: paper sat twice ({first} and {second} right), first {'taken' if taken else 'not yet sealed'}",
                again(first, second, taken=taken, other=False),
            )
    yield "laptop: somebody else sits the paper on a copy", again(2, 5, taken=True, other=True)
    yield "laptop: a shared paper sat twice by one person", again(2, 5, taken=True, other=False, shared=True)

    def put_back(keep: int, with_counter: bool) -> Attack:
        def attack(school: AttackedSchool) -> None:
            paper, code = school.draw("5", school.berta)
            sitting = school.begin(paper, code, school.berta)
            name = sitting.header.sitting
            log, counter = school.office.sitting_path(name) / "events.jsonl", school.office.counter_path(name)
            early = log.read_bytes(), counter.read_bytes()
            for number in (1, 2, 3):
                if sitting.item != number:
                    sitting.show(number)
                school.answer(sitting)
            sitting.checkpoint()
            sitting.close()
            lines = early[0].splitlines(keepends=True)
            log.write_bytes(b"".join(lines[: len(lines) - keep]))
            if with_counter:
                file = LogFile(log, sitting.header)
                file.read()
                CounterFile(counter).write(Counter(turn=10_000, count=len(file.events), last=file.last, used=0, wall=0))
            school.office.reopen(name)

        return attack

    for keep in range(4):
        for with_counter in (True, False):
            what = "log and counter" if with_counter else "log"
            yield f"laptop: {what} put back, {keep} more lines lost", put_back(keep, with_counter)

    def moved(name: str) -> Attack:
        def attack(school: AttackedSchool) -> None:
            paper, code = school.draw("5", school.berta)
            sitting = school.begin(paper, code, school.berta)
            sitting.close()
            dead = school.copy("dead")
            path = dead.sitting_path(sitting.header.sitting)
            header = msgspec.structs.replace(sitting.header, sitting=name)
            (path / "header.json").write_bytes(canonical(msgspec.to_builtins(header)))
            second = school.copy("second")
            shutil.rmtree(second.folder / "sittings")
            second.register.path.unlink()
            move_here(second, dead.folder, name, school.by("vera"), "it died")

        return attack

    for name in TRAVERSALS:
        yield f"laptop: a sitting called {name[:12]!r} is moved", moved(name)


# ── group 4: files that are offered ──────────────────────────────────────────────────────────────────────────────────


def one_file() -> Iterator[tuple[str, Attack]]:
    """Names that leave their folder, results changed after sealing, and files that are too large."""

    def named(field: str, name: str) -> Attack:
        def attack(school: AttackedSchool) -> None:
            found = school.sat(5, "7", school.berta)
            header = msgspec.structs.replace(found.result.header, **{field: name})
            result = msgspec.structs.replace(found.result, header=header)
            made = sealed(result, school.key(KeyRole.STATION), school.clock.wall())
            school.office.store_result(made) if field == "sitting" else take(school, made)

        return attack

    for name in TRAVERSALS:
        yield f"file: header.sitting is {name[:12]!r}", named("sitting", name)
        yield f"file: header.paper is {name[:12]!r}", named("paper", name)

    def edited(what: str, edit: Callable[[dict[str, object]], None], read: str) -> tuple[str, Attack]:
        def attack(school: AttackedSchool) -> None:
            found = changed(school.sat(2, "7", school.berta), edit)
            if read == "take":
                take(school, found)
            elif read == "report":
                verify(to_bytes(found), school.office.keys.trust)
                school.office.check_known(found)
            elif read == "results":
                school.office.archive.path(found).write_bytes(to_bytes(found))
                if found.digest not in [one.digest for one in school.office.results()]:
                    raise RefusedError(_left_out())
            else:
                school.office.check_known(found)

        return f"file: {what}, then {read}", attack

    def put(*keys: str, value: object) -> Callable[[dict[str, object]], None]:
        def edit(plain: dict[str, object]) -> None:
            place: object = plain["result"]
            for key in keys[:-1]:
                place = place[int(key) if key.isdecimal() else key]  # type: ignore[index]
            place[int(keys[-1]) if keys[-1].isdecimal() else keys[-1]] = value  # type: ignore[index]

        return edit

    for what, edit in (
        ("passed set", put("marks", "passed", value=True)),
        ("total set", put("marks", "millionths", value=990_000)),
        ("an item's mark set", put("marks", "items", "4", "right", value=True)),
        ("an answer set", put("events", "9", "event", "answer", value="x")),
        ("the candidate set", put("header", "candidate", value="a" * 64)),
        ("the pass mark set", put("paper", "scheme", "pass-mark", value=1)),
        ("the date set", put("header", "created", value="2026-01-01T00:00:00Z")),
        ("the rehearsal flag set", put("header", "rehearsal", value=True)),
    ):
        for read in ("take", "report", "results", "review"):
            yield edited(what, edit, read)


def _left_out() -> Message:
    return Message("exams.refused.not-taken")


# ── group 5: one role ────────────────────────────────────────────────────────────────────────────────────────────────


def one_role() -> Iterator[tuple[str, Attack]]:
    """Everything a role may not do, and corrections by one person."""
    for right in Right:
        for role in Role:
            if role not in RIGHTS[right]:
                yield f"role: {role.value} does {right.value}", lambda school, role=role, right=right: need(role, right)

    def correction(**changes: object) -> Attack:
        def attack(school: AttackedSchool) -> None:
            found = school.sat(2, "7", school.berta)
            asked: dict[str, object] = {
                "by": "elena",
                "second": "nora",
                "reason": "ambiguous",
                "cite": "art. 4",
                "voided": (3, 4, 5),
            } | changes
            corrections = Corrections(
                by=school.by(str(asked["by"])),
                second=school.by(str(asked["second"])),
                reason=str(asked["reason"]),
                cite=str(asked["cite"]),
                voided=asked["voided"],  # type: ignore[arg-type]
            )
            school.office.regrade(found, corrections, school.key(KeyRole.STATION))

        return attack

    yield "role: examiner voids the wrong items without a reason", correction(reason=" ")
    yield "role: examiner voids without an article", correction(cite="")
    yield "role: examiner voids with an article that has no number", correction(cite="as agreed")
    yield "role: examiner seconds herself", correction(second="elena")
    yield "role: invigilator seconds", correction(second="vera")
    yield "role: invigilator voids", correction(by="vera")
    yield "role: certifier voids", correction(by="carlos")
    yield "role: an item that is not there is voided", correction(voided=(99,))

    def forged_regrade(second: str, signed_by: str) -> Attack:
        def attack(school: AttackedSchool) -> None:
            found = school.sat(2, "7", school.berta)
            signer = {"nobody": None, "station": school.key(KeyRole.STATION), "elena": school.by("elena").signer}
            other = msgspec.structs.replace(school.by("nora"), id=second, signer=signer[signed_by])
            new = regraded(
                found,
                school.by("elena"),
                "ambiguous",
                school.key(KeyRole.STATION),
                school.clock.wall(),
                voided=(3, 4, 5),
                cite="art. 4",
                second=other,
            )
            take(school, new)

        return attack

    for second in ("nora", "ghost", "vera"):
        for signed_by in ("nobody", "station", "elena"):
            yield (
                f"role: examiner forges the second person {second}, signed by {signed_by}",
                forged_regrade(second, signed_by),
            )

    def unknown_parent(school: AttackedSchool) -> None:
        paper = stranger_paper(school)
        found = forged(school, paper)
        take(
            school,
            regraded(
                found,
                school.by("elena"),
                "x",
                school.key(KeyRole.STATION),
                school.clock.wall(),
                voided=(1,),
                cite="art. 4",
                second=school.by("nora"),
            ),
        )

    yield "role: a regrade of a result that nobody took", unknown_parent

    def decide(name: str, role: KeyRole) -> Attack:
        def attack(school: AttackedSchool) -> None:
            found = school.sat(5, "7", school.berta)
            new = reviewed(found, school.by(name), "confirmed", school.key(role), school.clock.wall())
            take(school, new)

        return attack

    for name in ("elena", "vera", "nora"):
        yield f"role: {name} decides with the certifier's key", decide(name, KeyRole.CERTIFIER)
    yield "role: the certifier decides with the station's key", decide("carlos", KeyRole.STATION)
    yield "role: the certifier decides with the root key", decide("carlos", KeyRole.ROOT)

    def issue_untaken(school: AttackedSchool) -> None:
        found = forged(school, stranger_paper(school))
        key = school.key(KeyRole.CERTIFIER)
        confirmed = reviewed(found, school.by("carlos"), "confirmed", key, school.clock.wall())
        issuer = Issuer(school.office.folder, school.office.keys.trust, school.clock.wall)
        issuer.issue(verify(to_bytes(confirmed), school.office.keys.trust), key, candidate=school.ana)

    yield "role: the certifier issues from a result that nobody took", issue_untaken

    def redraw(seat: str, who: str) -> Attack:
        def attack(school: AttackedSchool) -> None:
            school.draw("Seat 1", school.berta)
            candidate = {"berta": school.berta, "nobody": None}[who]
            school.office.draw(SMALL, school.by("elena"), seat, offers(), candidate=candidate)

        return attack

    for seat in ("Seat 1", "SEAT1", "seat1 ", "seat-1", " seat 1", "Seat  1"):
        yield f"role: examiner draws again for {seat!r}", redraw(seat, "nobody")
    yield "role: examiner draws again for the same person at another seat", redraw("another", "berta")

    def swapped(school: AttackedSchool) -> None:
        paper, code = school.draw("5", school.berta)
        school.begin(paper, code, school.ana)

    yield "role: invigilator gives a paper to somebody else", swapped


# ── group 6: keys, passwords, registers and backups ──────────────────────────────────────────────────────────────────


def one_backup() -> Iterator[tuple[str, Attack]]:
    """Passphrases that open too much, delays that are forgotten, registers that are rewritten or put back."""
    for role in (KeyRole.STATION, KeyRole.CERTIFIER):
        yield (
            f"key: the root passphrase opens the {role.value} key",
            lambda school, role=role: school.office.keys.unlock(role, ROOT),
        )
    for role in KeyRole:
        for other in KeyRole:
            if role is not other:
                yield (
                    f"key: the passphrase of {other.value} opens {role.value}",
                    lambda school, role=role, other=other: school.office.keys.unlock(role, KEY_OF[other]),
                )

    def guess(delete: str) -> Attack:
        def attack(school: AttackedSchool) -> None:
            for _ in range(4):
                with pytest.raises(RefusedError):
                    school.office.staff.sign_in("vera", "wrong")
            for path in school.office.folder.glob(delete):
                path.unlink()
            school.office.staff.sign_in("vera", "password-vera")

        return attack

    for delete in ("staff/tries.json", "staff/*.tmp", "counters/*", "*.lock"):
        yield f"password: wrong tries, then {delete} is deleted", guess(delete)

    def second_school(name: str) -> Attack:
        def attack(school: AttackedSchool) -> None:
            other = new_trust(name, STRANGER, school.clock.wall())
            TrustStore(school.office.folder, school.office.keys).trust(other.to_bytes())

        return attack

    for name in ("Escuela", "ESCUELA", " Escuela ", "Éscuela"):
        yield f"key: another school called {name!r} is trusted", second_school(name)

    def line_changed(kind: str, old: bytes, new: bytes) -> Attack:
        def attack(school: AttackedSchool) -> None:
            """Rewrite lines of one kind and compute the whole chain again."""
            found = school.sat(5, "7", school.berta)
            rewrite(school.office.register, kind, old, new)
            key = school.key(KeyRole.CERTIFIER)
            school.office.check_known(found)
            refuse_if_told(school, found, "register")
            take(school, reviewed(found, school.by("carlos"), "confirmed", key, school.clock.wall()))

        return attack

    for kind, old, new in (
        ("drawn", b'"seat":"7"', b'"seat":"8"'),
        ("drawing", b'"seat":"7"', b'"seat":"8"'),
        ("staff", b'"role":"certifier"', b'"role":"examiner"'),
        ("drawn", b'"reason":""', b'"reason":"x"'),
        ("drawing", b'"by":"elena"', b'"by":"nora"'),
    ):
        yield f"register: {kind} lines rewritten ({old.decode()}), chain computed again", line_changed(kind, old, new)

    def line_broken(how: str) -> Attack:
        def attack(school: AttackedSchool) -> None:
            found = school.sat(5, "7", school.berta)
            path = school.office.register.path
            lines = path.read_bytes().splitlines(keepends=True)
            path.write_bytes(
                {
                    "deleted": b"",
                    "one line cut out": b"".join(lines[:3] + lines[4:]),
                    "two lines swapped": b"".join([lines[1], lines[0], *lines[2:]]),
                    "a line doubled": b"".join([*lines, lines[-1]]),
                    "put back to before the sitting": b"".join(lines[:-4]),
                    "result line cut off": b"".join(lines[:-1]),
                }[how]
            )
            school.office.check_known(found)

        return attack

    for how in (
        "deleted",
        "one line cut out",
        "two lines swapped",
        "a line doubled",
        "put back to before the sitting",
        "result line cut off",
    ):
        yield f"register: {how}", line_broken(how)


def rewrite(register: Register, kind: str, old: bytes, new: bytes) -> None:
    """Change lines of a register and compute every hash again."""
    lines = register.path.read_bytes().splitlines()
    register.path.unlink()
    for line in lines:
        is_meant = f'"kind":"{kind}"'.encode() in line
        entry = msgspec.convert(read_canonical(line.replace(old, new) if is_meant else line), Entry)
        register.add(entry.kind, entry.about, entry.at, entry.by, **entry.details)


def refuse_if_told(school: AttackedSchool, found: SealedResult, word: str) -> None:
    """Turn what the certifier reads into a refusal, for attacks that end at the certifier."""
    told = [say(one.what, Language.EN) for one in school.office.observations(found)]
    if any(word in one and "rewritten" in one for one in told):
        raise RefusedError(Message("exams.noted.register-rewritten", {"sitting": ""}))


GROUPS = {
    "one key": one_key,
    "one password": one_password,
    "the station's key and an honest sitting": one_station,
    "one laptop": one_laptop,
    "one file": one_file,
    "one role": one_role,
    "one backup, password or register": one_backup,
}
REFUSED = [(what, attack) for group in GROUPS.values() for what, attack in group()]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> AttackedSchool:
    return AttackedSchool(tmp_path_factory.mktemp("attacked"))


def fresh(base: AttackedSchool, folder: Path) -> AttackedSchool:
    """A copy of the school for one attack."""
    shutil.copytree(base.office.folder, folder / "school")
    school = AttackedSchool.__new__(AttackedSchool)
    vars(school).update(vars(base))
    school.folder = folder
    school.clock = type(base.clock)(base.clock.start)
    school.clock.ms = base.clock.ms
    school.office = Office(folder / "school", school.clock)
    school.untouched = school.office.register.path.stat().st_size
    return school


@pytest.mark.parametrize(("what", "attack"), REFUSED, ids=[what for what, _ in REFUSED])
def test_an_attack_with_one_means_is_refused(what: str, attack: Attack, base: AttackedSchool, tmp_path: Path) -> None:
    school = fresh(base, tmp_path)
    with pytest.raises(RefusedError) as refusal:
        attack(school)
    assert len(say(refusal.value.message, Language.ES).split()) >= 3
    outside = {path.name for path in tmp_path.iterdir()} - {"school", "copy", "dead", "second", "away"}
    assert not outside, "nothing was written outside the school's folder"


def test_there_are_enough_attacks_and_each_is_another() -> None:
    assert len(REFUSED) >= 240 and len({what for what, _ in REFUSED}) == len(REFUSED)


# ── what cannot be refused is told ───────────────────────────────────────────────────────────────────────────────────


def told(school: AttackedSchool, found: SealedResult) -> str:
    return " | ".join(f"{say(one.what, Language.EN)} {one.detail}" for one in school.office.observations(found))


def test_told_an_answer_in_no_time(base: AttackedSchool, tmp_path: Path) -> None:
    school = fresh(base, tmp_path)
    paper, code = school.draw("7", school.berta)
    sitting = school.begin(paper, code, school.berta)
    answer = school.answer
    school.answer = lambda sitting: (setattr(school.clock, "ms", school.clock.ms - 3990), answer(sitting))  # type: ignore[method-assign,assignment,func-returns-value]
    school.work(sitting)
    found, _ = school.office.seal(sitting, school.key(KeyRole.STATION))
    sitting.close()
    assert "5 of 5 answers came faster than anybody reads the item, 5 of them right" in told(school, found)


def test_told_a_second_sitting_another_paper_and_a_look(base: AttackedSchool, tmp_path: Path) -> None:
    school = fresh(base, tmp_path)
    school.draw("7", school.berta)
    elena = school.by("elena")
    paper, code = school.office.draw(SMALL, elena, "7", offers(), candidate=school.berta, reason="the printer jammed")
    school.office.open_paper(paper.id, code, elena)
    copy = school.copy("copy")
    sitting = school.work(school.begin(paper, code, school.berta), 2)
    found, _ = school.office.seal(sitting, school.key(KeyRole.STATION))
    sitting.close()
    better = school.work(school.begin(paper, code, school.berta, copy), 5)
    second, _ = copy.seal(better, school.key(KeyRole.STATION))
    better.close()
    with pytest.raises(RefusedError, match="kept as evidence"):
        take(school, second)
    read = told(school, found)
    for said in ("a second sitting of the same paper", "drew another paper", "elena looked at this paper"):
        assert said in read


def test_told_a_whole_laptop_put_back_shows_only_at_the_school(base: AttackedSchool, tmp_path: Path) -> None:
    """Out of reach without a network: log, counter and register put back together. The certifier reads what is missing,
    and the copy that a school's service received during the sitting refuses it."""
    school = fresh(base, tmp_path)
    paper, code = school.draw("7", school.berta)
    laptop = school.copy("copy")
    first = school.begin(paper, code, school.berta, laptop)
    backup = tmp_path / "second"
    shutil.copytree(laptop.folder, backup)
    school.answer(first)
    log = (laptop.sitting_path(first.header.sitting) / "events.jsonl").read_bytes()
    first.close()
    again = Office(backup, school.clock)
    sitting = again.reopen(first.header.sitting)
    sitting.resume(school.by("vera"), code)
    found, _ = again.seal(school.work(sitting), school.key(KeyRole.STATION))
    sitting.close()
    school.office.note_copy(found.result.header, log)
    with pytest.raises(RefusedError, match="put back to an earlier state"):
        take(school, found)
    alone = fresh(base, tmp_path / "dead")
    alone.office.register.path.write_bytes(school.office.register.path.read_bytes())
    lines = [line for line in alone.office.register.path.read_bytes().splitlines(keepends=True) if b"copy" not in line]
    alone.office.register.path.write_bytes(b"".join(lines))
    take(alone, found)
    read = told(alone, found)
    assert "a machine put back to an earlier copy would not be noticed" in read and "another machine" in read


def test_told_a_correction_that_makes_somebody_pass_counts_for_all(base: AttackedSchool, tmp_path: Path) -> None:
    school = fresh(base, tmp_path)
    found = school.sat(2, "7", school.berta)
    correction = Correction(item=4, solutions=("1",), cite="art. 4")
    corrections = Corrections(
        by=school.by("elena"),
        second=school.by("nora"),
        reason="the felt was wrong",
        cite="art. 4",
        voided=(3, 5),
        corrected=(correction,),
    )
    made = school.office.regrade(found, corrections, school.key(KeyRole.STATION))
    assert "elena and nora voided or corrected 3 items, 3 of them wrong here" in told(school, made[0])
    regrade = made[0].result.regrade
    assert regrade is not None and regrade.second == "nora" and regrade.agreed
    key = school.key(KeyRole.CERTIFIER)
    with pytest.raises(RefusedError, match="same person"):
        reviewed(
            made[0], msgspec.structs.replace(school.by("carlos"), id="nora"), "confirmed", key, school.clock.wall()
        )


@pytest.mark.parametrize("fails_at", [1, 2])
def test_a_correction_that_failed_half_way_is_repeated(
    base: AttackedSchool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails_at: int
) -> None:
    """The first result was replaced, so the correction could not be repeated for the others, and nobody was told."""
    school = fresh(base, tmp_path)
    paper, code = school.draw("room", shared=True)
    both = []
    for who in (school.ana, school.berta):
        sitting = school.work(school.begin(paper, code, who), 2)
        both.append(school.office.seal(sitting, school.key(KeyRole.STATION))[0])
        sitting.close()
    people = {"by": school.by("elena"), "second": school.by("nora")}
    corrections = Corrections(**people, reason="ambiguous", cite="art. 4", voided=(3,))
    left, add = [fails_at], Register.add

    def failing(register: Register, kind: str, *given: str, **details: str) -> Entry:
        left[0] -= kind == "result"
        if kind == "result" and not left[0]:
            raise OSError(28, "full")
        return add(register, kind, *given, **details)

    with monkeypatch.context() as patch:
        patch.setattr(Register, "add", failing)
        with pytest.raises(OSError, match="full"):
            school.office.regrade(both[0], corrections, school.key(KeyRole.STATION))
    for found in both:
        if not school.office.is_superseded(found):
            assert "item 3" in told(school, found)
    assert school.office.regrade(both[0], corrections, school.key(KeyRole.STATION))
    assert all(school.office.is_superseded(found) for found in both)
    current = [one for one in school.office.results() if not school.office.is_superseded(one)]
    assert [one.result.regrade.voided for one in current if one.result.regrade] == [(3,), (3,)]


def test_an_honest_sitting_is_taken_and_certified(base: AttackedSchool, tmp_path: Path) -> None:
    school = fresh(base, tmp_path)
    found = school.sat(5, "7", school.berta)
    key = school.key(KeyRole.CERTIFIER)
    anchor = school.office.register.anchor
    confirmed = reviewed(found, school.by("carlos"), "confirmed", key, school.clock.wall(), "", anchor)
    take(school, confirmed)
    issuer = Issuer(school.office.folder, school.office.keys.trust, school.clock.wall)
    verified = verify(to_bytes(confirmed), school.office.keys.trust)
    assert issuer.issue(verified, key, candidate=school.berta).certificate.holder == "Berta Soto"
    assert [seal.role for seal in confirmed.seals] == [SealRole.STATION, SealRole.CERTIFIER]
    assert sum(each.event["kind"] == "checkpoint" for each in found.result.events) == 2
    assert any(isinstance(e.read_event(each.event), e.Checkpoint) for each in found.result.events)
