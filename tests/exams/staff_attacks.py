"""Attacks by the holder of one passphrase, or by one member of the staff."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from tests.exams.attack_means import REFUSED, OutOfReach, Rows, drawn, issue, offer, opened, register_of
from tests.exams.attacked_machines import ROOT, copied_home, left_sitting, resumed
from tests.exams.attacked_school import forged, forged_header, forged_log
from tests.exams.terminal_attacks import Attack, sits_once
from tests.exams.terminal_school import CERTIFIER, STATION, RefusalError, TerminalSchool
from trainer.exams.keys import KeyRole
from trainer.exams.seals import result_of, sealed
from trainer.exams.trust import format_time

# ── one passphrase ───────────────────────────────────────────────────────────────────────────────────────────────────


def one_passphrase() -> Rows:
    """The passphrase of one key, typed wherever a passphrase or password is asked for."""
    words = {"station": STATION, "certifier": CERTIFIER, "root": ROOT}
    for role, phrase in words.items():
        for person in ("elena", "vera", "carlos"):
            yield f"the {role} passphrase as the password of {person}", _signs_in(person, phrase), REFUSED
        for other in words:
            if other != role:
                yield f"the {role} passphrase exports the {other} key", _exports(other, phrase), REFUSED
                yield f"the {role} passphrase replaces the {other} key", _rotates(other, phrase), REFUSED
    yield "the station passphrase makes a root key", lambda t: _make(t, "root", STATION), REFUSED
    yield "the certifier passphrase makes a station key", lambda t: _make(t, "station", CERTIFIER), REFUSED
    yield "the root passphrase founds the school again", _founds, REFUSED
    yield (
        "the station passphrase decides",
        lambda t: t.exam(
            *("review", str(t.result(t.open)), "--by", "carlos", "--decision", "confirmed"), typed=(STATION, STATION)
        ),
        REFUSED,
    )
    yield "the station passphrase revokes", lambda t: t.certificate("revoke", t.number, typed=(STATION,)), REFUSED
    yield (
        "the root passphrase certifies",
        lambda t: t.certificate("issue", str(t.result(t.passed)), typed=(ROOT,)),
        REFUSED,
    )

    def replaced(role: str, phrase: str) -> Attack:
        """The holder of a key replaces it; honest staff go on with the passphrase they know."""

        def attack(t: TerminalSchool) -> str:
            t.certificate("keys", "rotate", role, typed=("a new passphrase", phrase))
            if role == "station":
                return sits_once(t)
            return t.review(t.result(t.open))

        return attack

    for role in ("station", "certifier"):
        yield f"the {role} key replaced by its holder, unnoticed", replaced(role, words[role]), REFUSED

    def old_station(t: TerminalSchool) -> str:
        """The station key was replaced. Its old file and passphrase seal a sitting of today with an earlier date."""
        old = t.school.key(KeyRole.STATION)
        paper_id, code, one = drawn(t)
        t.certificate("keys", "rotate", "station", typed=("a new passphrase", STATION))
        paper = opened(t, paper_id, code)
        header = forged_header(
            t.school, paper, candidate=one, created=format_time(datetime.now(UTC)), station=str(old.public)
        )
        log = forged_log(t.school, header, paper, signer=None, wall=int(datetime.now(UTC).timestamp() * 1000))
        return offer(t, sealed(result_of(header, paper, log), old, datetime.now(UTC) - timedelta(hours=1)))

    yield "a station key that was replaced seals with an earlier date", old_station, REFUSED

    def stolen_station(t: TerminalSchool) -> str:
        """A station key declared stolen seals a result of before."""
        key = t.school.key(KeyRole.STATION)
        paper_id, code, one = drawn(t)
        t.certificate("keys", "compromised", key.public.kid, "2020-01-01T00:00:00Z", typed=(ROOT,))
        paper = opened(t, paper_id, code)
        header = forged_header(t.school, paper, candidate=one, created=format_time(datetime.now(UTC)))
        return offer(t, forged(t.school, paper, header=header, key=key))

    yield "a stolen station key seals again", stolen_station, REFUSED


def _signs_in(person: str, phrase: str) -> Attack:
    if person == "elena":
        return lambda t: t.exam("paper", "own/small", "--by", person, "--answers", typed=(phrase,))
    if person == "carlos":
        return lambda t: t.exam("erase", t.school.ana.reference, "--by", person, typed=(phrase,))

    def supervises(t: TerminalSchool) -> str:
        paper, code, one = drawn(t)
        typed = (phrase, "", code, "1", "", ":hand-in", "yes", STATION)
        return t.exam("sit", paper, "--candidate", one, "--invigilator", person, typed=typed)

    return supervises


def _exports(role: str, phrase: str) -> Attack:
    return lambda t: t.certificate("keys", "export", role, str(t.home / "x.key"), typed=(phrase,))


def _rotates(role: str, phrase: str) -> Attack:
    return lambda t: t.certificate("keys", "rotate", role, typed=("a new passphrase", phrase))


def _make(t: TerminalSchool, role: str, phrase: str) -> str:
    return t.certificate("keys", "make", role, typed=("a new passphrase", phrase))


def _founds(t: TerminalSchool) -> str:
    return t.certificate("keys", "found", "Escuela", typed=(ROOT,))


# ── one member of the staff ──────────────────────────────────────────────────────────────────────────────────────────


def one_person() -> Rows:
    """An examiner, an invigilator or a certifier, with the password and nothing else."""

    def chooses(*seats: str) -> Attack:
        """An examiner draws papers for everybody until one is easy, each for another seat, and gives out the best."""

        def attack(t: TerminalSchool) -> str:
            papers = [t.draw("--shared", "--seat", seat) for seat in seats]
            one = t.candidate()
            t.sit(*papers[-1], one)
            return t.review(t.newest_result())

        return attack

    never_sat = "never sat"
    yield "examiner draws until it is easy, for many seats", chooses("a", "b", "c", "d"), never_sat
    yield "examiner draws until it is easy, for seats in other digits", chooses("seat 1", "seat １", "seat 𝟙"), REFUSED
    yield "examiner draws until it is easy, for seats with marks", chooses("seat 1", "seat-1."), REFUSED
    yield "examiner draws until it is easy, for look-alike seats", chooses("aula", "аula"), never_sat

    def for_others(t: TerminalSchool) -> str:
        """Draws for people who do not exist and gives out the best as one for everybody."""
        for number in range(3):
            t.draw("--candidate", t.candidate(f"Nadie {number}", f"N{number}"), "--seat", f"n{number}")
        return chooses("z")(t)  # type: ignore[return-value]

    yield "examiner draws for made-up people first", for_others, "drawn for a seat"

    def early_look(t: TerminalSchool) -> str:
        paper, code, one = drawn(t)
        t.exam("paper", "own/small", "--by", "nora", "--open", paper, typed=("password-nora", code))
        t.sit(paper, code, one)
        return t.review(t.newest_result())

    yield "another examiner looks before the sitting", early_look, "looked at this paper"

    def late_look(t: TerminalSchool) -> str:
        sitting, code, _one = left_sitting(t)
        paper = register_of(t).find("began", sitting).details["paper"]  # type: ignore[union-attr]
        t.exam("paper", "own/small", "--by", "elena", "--open", paper, typed=("password-elena", code))
        resumed(t, sitting, code)
        return t.review(t.newest_result())

    yield "an examiner looks while the candidate waits", late_look, "looked at this paper"

    def guesses(t: TerminalSchool) -> str:
        paper, _, _ = drawn(t)
        for number in range(8):
            try:
                t.exam("paper", "own/small", "--by", "nora", "--open", paper, typed=("password-nora", f"AAAA-{number}"))
            except RefusalError as refusal:
                last = refusal
        if "second" not in last.said:
            return last.said
        raise last

    yield "an examiner guesses the code of a colleague's paper", guesses, REFUSED
    yield (
        "examiner looks at a sample as JSON",
        lambda t: t.exam("paper", "own/small", "--by", "elena", "--json", typed=("password-elena",)),
        REFUSED,
    )
    yield (
        "examiner signs in with a colleague's id",
        lambda t: (
            t.draw("--candidate", t.school.clara.reference, by="nora")
            and t.exam("paper", "own/small", "--by", "nora", "--answers", typed=("password-elena",))
        ),
        REFUSED,
    )
    yield "examiner draws for somebody who was erased", _draws_erased, REFUSED
    yield "examiner draws again while the first paper is being sat", _draws_during, "another paper"
    yield (
        "examiner confirms what she drew",
        lambda t: t.exam(
            *("review", str(t.result(t.open)), "--by", "elena", "--decision", "confirmed"),
            typed=("password-elena", CERTIFIER),
        ),
        REFUSED,
    )

    def salami(t: TerminalSchool) -> str:
        """Two examiners void the wrong items of one candidate one by one, so that each step looks small."""
        paper = json.loads(t.result(t.failed).read_bytes())["result"]["paper"]["items"]
        path = t.result(t.failed)
        for item in paper[:-1]:
            with pytest.MonkeyPatch.context():
                t.exam(
                    *("regrade", str(path), "--by", "elena", "--second", "nora", "--reason", "unclear"),
                    *("--cite", "art. 4", "--void", str(item["number"])),
                    typed=("password-elena", "password-nora", STATION),
                )
            path = t.newest_result(t.failed[:32])
        return t.review(path)

    yield "items voided one by one", salami, "void"

    def hidden(t: TerminalSchool) -> str:
        """A correction does not reach a result whose file was renamed as if it were a refused one."""
        path = t.result(t.open)
        path.rename(path.with_name(f"{path.stem}-second.json"))
        number = str(json.loads(t.result(t.passed).read_bytes())["result"]["paper"]["items"][0]["number"])
        return t.exam(
            *("regrade", str(t.result(t.passed)), "--by", "elena", "--second", "nora", "--reason", "unclear"),
            *("--cite", "art. 4", "--void", number),
            typed=("password-elena", "password-nora", STATION),
        )

    yield "a result hidden from a correction by its name", hidden, "not in the folder"

    def lost(t: TerminalSchool) -> str:
        t.result(t.open).unlink()
        return sits_and_reviews(t)

    yield "a result deleted", lost, "not in the folder"

    def during(*typed: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            paper, code, one = drawn(t)
            words = ("password-vera", "", code, "1", "", *typed, ":hand-in", "yes", STATION)
            t.exam("sit", paper, "--candidate", one, "--invigilator", "vera", typed=words)
            return t.review(t.newest_result())

        return attack

    yield "invigilator gives an hour", during(":time 60 late start", "password-vera"), "60"
    for minutes in ("0", "999999999", "٣٠٠"):
        yield f"invigilator gives {minutes} minutes", _gives(minutes), REFUSED
    yield "invigilator gives time without a reason", _gives("5", ""), REFUSED
    yield (
        "invigilator pauses without a reason",
        during(":pause", "password-vera", ":continue", "password-vera"),
        "a pause",
    )
    yield "a candidate gives himself time", during(":time 60 x", "guess"), "wrong"
    yield (
        "a candidate ends a pause",
        during(":pause x", "password-vera", ":continue", "guess", ":continue", "password-vera"),
        "wrong",
    )
    yield "invigilator uses the code of another paper", _other_code, REFUSED
    yield "invigilator sits two papers of one candidate at once", _two_papers, REFUSED
    yield "invigilator writes control signs as the document", _document, REFUSED

    def decides(*more: str, file: str = "open") -> Attack:
        return lambda t: t.review(t.result(getattr(t, file)), *more)

    yield "certifier writes control signs as the note", _writes_note, "confirmed"
    yield "certifier decides as CARLOS", lambda t: t.review(t.result(t.open), by="CARLOS"), REFUSED
    yield "certifier confirms a refused evidence file", _second_file, REFUSED
    yield "certifier certifies twice", lambda t: issue(t, t.passed), REFUSED
    yield "certifier certifies on a copy of the folder too", _issue_on_copy, OutOfReach("the certifier's key signs")
    yield "certifier revokes without a reason", lambda t: t.certificate("revoke", t.number, typed=(CERTIFIER,)), REFUSED
    yield "certifier reinstates what was not suspended", _reinstates, REFUSED
    yield "certifier forgets a name and writes it again", _forgets_again, REFUSED


def _writes_note(t: TerminalSchool) -> str:
    t.review(t.result(t.open), "--note", "\x1b[2Jgone\nVALID")
    return t.exam("verify", str(t.result(t.open))) + t.exam("report", str(t.result(t.open)))


def sits_and_reviews(t: TerminalSchool) -> str:
    sits_once(t)
    return t.review(t.newest_result())


def _draws_erased(t: TerminalSchool) -> str:
    one = t.candidate()
    t.sit(*t.draw("--candidate", one), one)
    t.exam("erase", one, "--by", "carlos", typed=("password-carlos",))
    return t.draw("--candidate", one, "--seat", "q")[0]


def _draws_during(t: TerminalSchool) -> str:
    sitting, code, one = left_sitting(t)
    t.draw("--candidate", one, "--seat", "q")
    resumed(t, sitting, code)
    return t.review(t.newest_result())


def _gives(minutes: str, why: str = " late start") -> Attack:
    def attack(t: TerminalSchool) -> str:
        paper, code, one = drawn(t)
        words = (
            "password-vera",
            "",
            code,
            "1",
            "",
            f":time {minutes}{why}",
            "password-vera",
            ":hand-in",
            "yes",
            STATION,
        )
        t.exam("sit", paper, "--candidate", one, "--invigilator", "vera", typed=words)
        if '"kind":"extra-time"' in t.newest_result().read_text(encoding="utf-8"):
            return "given"
        raise RefusalError(1, "no time was given, with a sentence")

    return attack


def _other_code(t: TerminalSchool) -> str:
    paper, _, one = drawn(t)
    _, code = t.draw("--candidate", t.school.clara.reference, "--seat", "y")
    return t.sit(paper, code, one)


def _two_papers(t: TerminalSchool) -> str:
    _, _, one = left_sitting(t)
    return t.sit(*t.draw("--candidate", one, "--seat", "q", "--reason", "x"), one)


def _document(t: TerminalSchool) -> str:
    paper, code, one = drawn(t)
    said = t.sit(paper, code, one, "--document", "\x1b[2J\npassport")
    said += t.exam("report", str(t.newest_result()))
    if "\x1b" in t.newest_result().read_text(encoding="utf-8"):
        return said
    raise RefusalError(1, "stored as plain text")


def _second_file(t: TerminalSchool) -> str:
    path = t.result(t.open)
    copy = path.with_name(f"{path.stem}-second.json")
    plain = json.loads(path.read_bytes())
    plain["result"]["marks"]["passed"] = True
    copy.write_text(json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":")), encoding="utf-8")
    return t.review(copy) if plain != json.loads(path.read_bytes()) else t.exam("take", str(copy / "x"))


def _issue_on_copy(t: TerminalSchool) -> str:
    t.review(t.result(t.open))
    copy = copied_home(t)
    issue(t, t.open)
    return t.certificate("issue", str(t.result(t.open)), "--out", str(copy), typed=(CERTIFIER,), home=copy)


def _reinstates(t: TerminalSchool) -> str:
    return t.certificate("revoke", t.number, "--reinstate", "--reason", "x", typed=(CERTIFIER,))


def _forgets_again(t: TerminalSchool) -> str:
    t.certificate("forget", t.number, "--by", "carlos", typed=("password-carlos",))
    return t.certificate("again", t.number, typed=(CERTIFIER,))
