"""Attacks with files and texts that cost more than they are worth, and with other versions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from tests.exams.attack_means import (
    HARMLESS,
    REFUSED,
    OutOfReach,
    Rows,
    drawn,
    register_of,
    regrade,
    reviewed,
)
from tests.exams.terminal_attacks import Attack, hire, sits_once
from tests.exams.terminal_school import STATION, TerminalSchool
from trainer.exams.trust import format_time


def costs() -> Rows:
    def offered(data: bytes, *words: str, name: str = "offered.json") -> Attack:
        def attack(t: TerminalSchool) -> str:
            path = t.home / name
            path.write_bytes(data)
            if words[0] == "certificate":
                return t.certificate(*words[1:], str(path), typed=(STATION,))
            return t.exam(*words, str(path))

        return attack

    deep, long = b"[" * 200_000 + b"]" * 200_000, b'{"result":' + b"9" * 200_000 + b"}"
    many = b"{" + b",".join(b'"%d":1' % number for number in range(300_000)) + b"}"
    for what, data in (("nested 200,000 deep", deep), ("a number of 200,000 digits", long), ("300,000 keys", many)):
        for words in (("take",), ("verify",), ("report",), ("certificate", "trust"), ("certificate", "verify")):
            yield f"{what} to {' '.join(words)}", offered(data, *words), REFUSED
    toml = b"x = " + b"[" * 100_000 + b"]" * 100_000
    yield "a scheme nested 100,000 deep", offered(toml, "check", name="deep.toml"), REFUSED
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\0\0\0"
    yield "a picture of four thousand million rows", offered(png, "certificate", "verify", name="x.png"), REFUSED

    much = "x" * 1_000_000
    yield "a seat of a megabyte", lambda t: t.draw("--candidate", t.candidate(), "--seat", much)[0], REFUSED
    yield "a scheme's name of a megabyte", lambda t: t.draw("--seat", "m", scheme=f"own/{much}")[0], REFUSED
    yield (
        "a reason for another paper of a megabyte",
        lambda t: t.draw("--candidate", t.candidate(), "--seat", "m", "--reason", much)[0],
        HARMLESS,
    )
    yield "a name of a megabyte", lambda t: t.candidate(much, "X9"), REFUSED
    yield "a document of a megabyte", lambda t: t.candidate("Eva", much), REFUSED
    yield "somebody hired with a name of a megabyte", lambda t: hire(t, "eva", much, "examiner"), REFUSED
    yield "a note of a megabyte on a decision", lambda t: t.review(t.result(t.open), "--note", much), HARMLESS
    yield (
        "a correction for a reason of a megabyte",
        lambda t: regrade(t, t.failed, "--void", "1", "--reason", much),
        HARMLESS,
    )
    yield (
        "a correction with an article of a megabyte",
        lambda t: regrade(t, t.failed, "--void", "1", cite=f"art. 4 {much}"),
        HARMLESS,
    )

    def pauses(t: TerminalSchool) -> str:
        """An invigilator wants the result to be too large to be read."""
        paper, code, one = drawn(t)
        pause = (f":pause {much}", "password-vera", ":continue", "password-vera")
        typed = ("password-vera", "", code, "1", "", *pause * 13, ":hand-in", "yes", STATION)
        t.exam("sit", paper, "--candidate", one, "--invigilator", "vera", "--document", much, typed=typed)
        return reviewed(t)

    yield "thirteen pauses for reasons of a megabyte", pauses, "a pause"

    def long_register(t: TerminalSchool) -> str:
        register = register_of(t)
        with register.hold():
            for number in range(3_000):
                register.add("looked", f"{number}", format_time(datetime.now(UTC)), "nora")
        return sits_once(t) + reviewed(t)

    yield "a register with three thousand lines more", long_register, OutOfReach("slower, but right")

    def many_results(t: TerminalSchool) -> str:
        data = t.result(t.open).read_bytes()
        for number in range(300):
            (t.exams / "results" / f"{number:032x}-{'0' * 12}.json").write_bytes(data)
        return sits_once(t) + reviewed(t)

    yield "three hundred copies of a result", many_results, OutOfReach("counted once each by the register's digest")

    def other_version(place: str, key: str, value: object, then: Callable[[TerminalSchool], str]) -> Attack:
        def attack(t: TerminalSchool) -> str:
            for path in t.exams.glob(place):
                t.edit(path, lambda plain: _put(plain, key, value))
            return then(t)

        return attack

    def decides(t: TerminalSchool) -> str:
        return t.review(t.result(t.open))

    for value in (0, 2, -1, 999, "1", None):
        yield (
            f"a result whose paper says version {value!r}",
            other_version("results/*.json", "result.paper.version", value, decides),
            REFUSED,
        )
    yield "a key list that says another version", other_version("keys/*keys.json", "version", 99, decides), REFUSED
    yield "staff without keys, as before", other_version("staff/staff.json", "*.key", "", sits_once), REFUSED
    yield "staff with slower passwords", other_version("staff/staff.json", "*.password", "", sits_once), REFUSED


def _put(plain: object, key: str, value: object) -> None:
    """Set a value at a dotted path, in every element where the path says ``*``."""
    first, _, rest = key.partition(".")
    if first == "*":
        for one in plain if isinstance(plain, list) else []:
            _put(one, rest, value)
    elif isinstance(plain, dict) and rest:
        _put(plain[first], rest, value)
    elif isinstance(plain, dict):
        plain[first] = value
