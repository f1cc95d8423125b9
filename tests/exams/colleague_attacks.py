"""Attacks by one member of the staff with an own password: corrections, conflicts of interest, schemes."""

from __future__ import annotations

from tests.exams.attack_means import (
    HARMLESS,
    REFUSED,
    OutOfReach,
    Rows,
    own_scheme,
    regrade,
    reviewed,
    verified,
)
from tests.exams.attacked_machines import ROOT
from tests.exams.terminal_attacks import hire, sits_once
from tests.exams.terminal_school import CERTIFIER, SCHEME, TerminalSchool


def staff() -> Rows:
    yield (
        "corrects an item to what the candidate answered, alone",
        lambda t: regrade(t, t.failed, "--correct", "1=x", second="elena"),
        REFUSED,
    )
    yield "corrects an item to nonsense", lambda t: regrade(t, t.failed, "--correct", "1=blah blah"), REFUSED
    yield "corrects and voids the same item", lambda t: regrade(t, t.failed, "--correct", "1=1", "--void", "1"), REFUSED
    yield "voids item zero", lambda t: regrade(t, t.failed, "--void", "0"), REFUSED
    yield "voids a negative item", lambda t: regrade(t, t.failed, "--void=-1"), REFUSED
    yield "voids nothing", lambda t: regrade(t, t.failed), REFUSED
    yield "voids one item twice", lambda t: regrade(t, t.failed, "--void", "1", "1") + reviewed(t), HARMLESS
    yield (
        "seconds with a retired colleague",
        lambda t: (
            t.exam("staff", "nora", "--retire", typed=(ROOT,)),
            regrade(t, t.failed, "--void", "1"),
        )[1],
        REFUSED,
    )
    yield (
        "an article that does not exist",
        lambda t: regrade(t, t.failed, "--void", "1", cite="art. 99999"),
        OutOfReach("two people sign the article, the certifier reads it; the program does not know every text"),
    )
    yield "a reason of control signs", lambda t: regrade(t, t.failed, "--void", "1", "--reason", "\x1b[2Jok"), HARMLESS
    yield "voids a certified result's item", lambda t: regrade(t, t.passed, "--void", "1"), HARMLESS
    yield (
        "issues again after a certified result was replaced",
        lambda t: (
            regrade(t, t.passed, "--void", "1"),
            t.certificate("issue", str(t.result(t.passed)), "--out", str(t.home / "o"), typed=(CERTIFIER,)),
        )[1],
        REFUSED,
    )
    for who in ("CARLOS", " carlos", "Сarlos", "Carlos"):
        yield f"trained by {who!r}, who decides", lambda t, who=who: _trained_by(t, who), REFUSED
    yield "trained by nobody known", lambda t: _trained_by(t, "ghost"), "trained by “ghost”"
    yield "trained by a whole name in Cyrillic letters", lambda t: _trained_by(t, "Сагlоѕ"), REFUSED
    yield "trained by the examiner who drew", lambda t: sits_once(t, "--trained-by", "elena"), REFUSED
    yield "trained by the invigilator", lambda t: sits_once(t, "--trained-by", "vera") + reviewed(t), HARMLESS
    yield "an examiner becomes a certifier and decides on her own paper", _promoted, REFUSED
    yield "an invigilator becomes a certifier and decides on her own room", lambda t: _promoted(t, "vera"), REFUSED
    yield (
        "a certifier with another's password",
        lambda t: t.exam(
            *("review", str(t.result(t.open)), "--by", "carlos", "--decision", "confirmed"),
            typed=("password-elena", CERTIFIER),
        ),
        REFUSED,
    )
    yield "a second certifier overrules a refusal", _overruled, "decided on before"
    yield "a result confirmed whose paper was voided by nobody", lambda t: t.review(t.result(t.failed)), HARMLESS
    yield (
        "a failed and confirmed result certified",
        lambda t: (
            t.review(t.result(t.failed)),
            t.certificate("issue", str(t.result(t.failed)), "--out", str(t.home / "o"), typed=(CERTIFIER,)),
        )[1],
        REFUSED,
    )
    yield (
        "refused after it was certified",
        lambda t: (
            t.review(t.result(t.passed), decision="refused"),
            verified(t),
        )[1],
        HARMLESS,
    )
    yield (
        "renews with its own result",
        lambda t: t.certificate(
            "issue", str(t.result(t.passed)), "--renews", t.number, "--out", str(t.home / "o"), typed=(CERTIFIER,)
        ),
        REFUSED,
    )
    yield (
        "renews somebody else's certificate",
        lambda t: (
            t.review(t.result(t.open)),
            t.certificate(
                "issue", str(t.result(t.open)), "--renews", t.number, "--out", str(t.home / "o"), typed=(CERTIFIER,)
            ),
        )[1],
        REFUSED,
    )
    yield "a scheme with a pass mark of nothing", lambda t: _with_scheme(t, "pass-mark = 60", "pass-mark = 0"), REFUSED
    yield "a scheme with a pass mark below zero", lambda t: _with_scheme(t, "pass-mark = 60", "pass-mark = -1"), REFUSED
    yield (
        "a scheme with a pass mark above everything",
        lambda t: _with_scheme(t, "pass-mark = 60", "pass-mark = 101"),
        REFUSED,
    )
    yield "a scheme of no questions", lambda t: _with_scheme(t, "count = 2", "count = 0"), REFUSED
    yield "a scheme of a million questions", lambda t: _with_scheme(t, "count = 2", "count = 1000000"), REFUSED
    yield "a scheme of negative minutes", lambda t: _with_scheme(t, "minutes = 5", "minutes = -5"), REFUSED
    yield "a scheme that gives a year", lambda t: _with_scheme(t, "minutes = 5", "minutes = 525600"), REFUSED
    yield "a scheme with a million retakes", lambda t: _with_scheme(t, "retakes = 1", "retakes = 1000000"), HARMLESS
    yield "a scheme with an escape in its name", lambda t: _with_scheme(t, "Small", "Sm\\u001b[2Jall"), REFUSED
    yield (
        "a scheme whose extra time is a thousandfold",
        lambda t: _with_scheme(t, "extra-time = [25]", "extra-time = [100000]"),
        REFUSED,
    )
    yield (
        "a scheme of another level than its questions",
        lambda t: _with_scheme(t, 'level = "initial"', 'level = "professional"'),
        "of the school's own",
    )
    yield (
        "a scheme outside the folder",
        lambda t: t.draw("--candidate", t.candidate(), scheme=str(t.home / "data" / "schemes" / "own" / "small.toml")),
        REFUSED,
    )
    yield "64 answers in no time", _quick, "faster than"


def _trained_by(t: TerminalSchool, who: str) -> str:
    sits_once(t, "--trained-by", who)
    return reviewed(t)


def _promoted(t: TerminalSchool, who: str = "elena") -> str:
    t.exam("staff", who, "--role", "certifier", typed=(ROOT, f"password-{who}"))
    return t.review(t.result(t.open), by=who)


def _overruled(t: TerminalSchool) -> str:
    t.review(t.result(t.open), decision="refused")
    hire(t, "diego", "Diego", "certifier")
    return t.review(t.newest_result(t.open[:32]), by="diego")


def _with_scheme(t: TerminalSchool, old: str, new: str) -> str:
    assert old in SCHEME
    name = own_scheme(t, "other", lambda text: text.replace(old, new))
    one = t.candidate()
    t.sit(*t.draw("--candidate", one, scheme=name), one)
    return reviewed(t)


def _quick(t: TerminalSchool) -> str:
    name = own_scheme(t, "long", lambda text: text.replace("count = 2", "count = 20"))
    one = t.candidate()
    answers = tuple("1 1 1" for _ in range(20))
    t.sit(*t.draw("--candidate", one, scheme=name), one, answers=answers)
    return reviewed(t)
