"""Attacks by a second program that changes the same file in the midst of a step, and odd words in arguments."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from tests.exams.attack_means import REFUSED, Rows, drawn, issue, regrade, reviewed
from tests.exams.attacked_machines import ROOT, left_sitting, resumed
from tests.exams.terminal_attacks import Attack, hire
from tests.exams.terminal_school import CERTIFIER, STATION, RefusalError, TerminalSchool

BOTH = "both"


def lost_updates() -> Rows:
    """Two programs change a file at once: the first has read it when the second begins."""

    def during(
        place: str, step: Callable[[TerminalSchool], object], other: Callable[[TerminalSchool], object]
    ) -> Callable[[TerminalSchool], list[str]]:
        """Run another step when the first is about to call a function; returns what was refused."""

        def attack(t: TerminalSchool) -> list[str]:
            module, _, name = place.rpartition(".")
            todo, refused = [1], []

            def attempt(it: Callable[[TerminalSchool], object]) -> None:
                try:
                    it(t)
                except RefusalError as refusal:
                    assert refusal.status in (1, 2), refusal.said
                    refused.append(refusal.said)

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("trainer.exams.register._PATIENCE", 0.5)
                patch.setattr("trainer.exams.key_ring._PATIENCE", 0.5)
                real = getattr(import_module(module), name)

                def slow(*words: Any, **more: Any) -> Any:
                    if todo:
                        todo.clear()
                        attempt(other)
                    return real(*words, **more)

                patch.setattr(f"{module}.{name}", slow)
                attempt(step)
            return refused

        return attack

    def two_hired(t: TerminalSchool) -> str:
        write = "trainer.exams.staff.write_private"
        refused = during(
            write,
            lambda t: hire(t, "olga", "Olga", "invigilator"),
            lambda t: hire(t, "hugo", "Hugo", "invigilator"),
        )(t)
        for who in ("olga", "hugo"):
            if not any(who in said for said in refused):
                one = t.candidate(f"Eva {who}", who)
                t.sit(*t.draw("--candidate", one, "--seat", who), one, by=who)
        return BOTH

    yield "two people hired at once", two_hired, BOTH

    def hired_and_retired(t: TerminalSchool) -> str:
        refused = during(
            "trainer.exams.staff.write_private",
            lambda t: hire(t, "olga", "Olga", "invigilator"),
            lambda t: t.exam("staff", "vera", "--retire", typed=(ROOT,)),
        )(t)
        for who, there in (("olga", True), ("vera", bool(refused))):
            one = t.candidate(f"Eva {who}", who)
            paper = t.draw("--candidate", one, "--seat", who)
            if there:
                t.sit(*paper, one, by=who)
            else:
                with pytest.raises(RefusalError, match="left the staff"):
                    t.sit(*paper, one, by=who)
        return BOTH

    yield "somebody hired while another leaves", hired_and_retired, BOTH

    def keys_replaced(t: TerminalSchool) -> str:
        write = "trainer.exams.key_ring.write_private"
        refused = during(
            write,
            lambda t: t.certificate("keys", "rotate", "certifier", typed=("new certifier", CERTIFIER)),
            lambda t: t.certificate("keys", "rotate", "station", typed=("new station", STATION)),
        )(t)
        listed = t.certificate("keys", "list")
        ended = [line for line in listed.splitlines() if "nded" in line]
        assert len(ended) == 2 - len(refused), listed
        return BOTH

    yield "two keys replaced at once", keys_replaced, BOTH

    def made_at_once(t: TerminalSchool) -> str:
        home = t.home.parent / "attacker"
        t.certificate("keys", "found", "Otra", typed=(ROOT,), home=home)
        refused = during(
            "trainer.exams.key_ring.write_private",
            lambda t: t.certificate("keys", "make", "certifier", typed=("new certifier", ROOT), home=home),
            lambda t: t.certificate("keys", "make", "station", typed=("new station", ROOT), home=home),
        )(t)
        assert len(t.certificate("keys", "list", home=home).splitlines()) == 3 - len(refused)
        return BOTH

    yield "two keys made at once", made_at_once, BOTH

    def replaced_twice(t: TerminalSchool) -> str:
        refused = during(
            "trainer.exams.key_ring.write_private",
            lambda t: t.certificate("keys", "rotate", "certifier", typed=("one passphrase", CERTIFIER)),
            lambda t: t.certificate("keys", "rotate", "certifier", typed=("two passphrase", CERTIFIER)),
        )(t)
        for phrase in ("one passphrase", "two passphrase"):
            try:
                t.certificate("status", "--out", str(t.home / "n"), typed=(phrase,))
            except RefusalError:
                continue
            return BOTH
        raise AssertionError(f"nobody can sign: {refused}")

    yield "one key replaced by two programs at once", replaced_twice, BOTH

    def founded_twice(t: TerminalSchool) -> str:
        home = t.home.parent / "attacker"
        refused = during(
            "trainer.exams.key_ring.write_private",
            lambda t: t.certificate("keys", "found", "Otra", typed=("one passphrase",), home=home),
            lambda t: t.certificate("keys", "found", "Nueva", typed=("two passphrase",), home=home),
        )(t)
        if len(refused) != 1:
            return "twice"
        raise RefusalError(1, refused[0])

    yield "one school founded by two programs at once", founded_twice, REFUSED

    def erased_meanwhile(t: TerminalSchool) -> str:
        """Her name is erased while her certificate is being signed."""
        t.review(t.result(t.open))
        refused = during(
            "trainer.exams.certificates.issuer.draw_certificate",
            lambda t: issue(t, t.open),
            lambda t: t.exam("erase", t.school.berta.reference, "--by", "carlos", typed=("password-carlos",)),
        )(t)
        if refused:
            raise RefusalError(1, refused[0])
        return "both"

    yield "a name erased while its certificate is signed", erased_meanwhile, REFUSED

    def forgotten_meanwhile(t: TerminalSchool) -> str:
        """The name on a certificate is erased while it is printed again."""
        during(
            "trainer.exams.certificates.issuer.draw_certificate",
            lambda t: t.certificate("again", t.number, "--out", str(t.home / "o"), typed=(CERTIFIER,)),
            lambda t: t.certificate("forget", t.number, "--by", "carlos", typed=("password-carlos",)),
        )(t)
        return t.certificate("list")

    yield "a name forgotten while its certificate is printed", forgotten_meanwhile, "\t\ttest/small"

    def replaced_meanwhile(t: TerminalSchool) -> str:
        """The certifier's key is replaced while a certificate is being signed with it."""
        t.review(t.result(t.open))
        during(
            "trainer.exams.certificates.issuer.draw_certificate",
            lambda t: issue(t, t.open),
            lambda t: t.certificate("keys", "rotate", "certifier", typed=("a new one", CERTIFIER)),
        )(t)
        said = t.certificate("list")
        written = {path.stem.removeprefix("certificate-") for path in (t.home / "o").glob("*.pdf")}
        bad = [line for line in said.splitlines() if line.split("\t")[0] in written and "VALID" not in line]
        return f"handed out and not issued: {bad}" if bad else BOTH

    yield "a key replaced while a certificate is signed", replaced_meanwhile, BOTH

    def corrected_meanwhile(t: TerminalSchool) -> str:
        """An item is voided while the result is being certified."""
        t.review(t.result(t.open))
        refused = during(
            "trainer.exams.certificates.issuer.draw_certificate",
            lambda t: issue(t, t.open),
            lambda t: regrade(t, t.open, "--void", "1"),
        )(t)
        if not refused:
            return "certified and replaced"
        raise RefusalError(1, refused[0])

    yield "a result corrected while it is certified", corrected_meanwhile, REFUSED

    def decided_meanwhile(t: TerminalSchool) -> str:
        refused = during(
            "trainer.exams.office.reviewed",
            lambda t: t.review(t.result(t.open)),
            lambda t: t.review(t.result(t.open), decision="refused"),
        )(t)
        if refused:
            raise RefusalError(1, refused[0])
        return issue(t, t.open)

    yield "confirmed while it is being refused", decided_meanwhile, REFUSED


def odd_words() -> Rows:
    """Arguments and typed words that somebody tries."""
    more: tuple[str, ...]
    for more in (
        ("--void", "0"),
        ("--void", "-1"),
        ("--void", "99"),
        ("--correct", "1="),
        ("--correct", "=1"),
        ("--correct", "1==x"),
        ("--correct", "x=1"),
        ("--correct", "1"),
        ("--correct", "99=1"),
        ("--correct", "1=nonsense"),
        (),
    ):
        yield (
            f"a correction {' '.join(more) or 'of nothing'!r}",
            _regrade_with(more),
            REFUSED,
        )
    yield "one item voided three times in one correction", _void_again, "corrected 1 items"
    for who in ("../people", "", "0" * 64, "*", "a" * 5000, "\n"):
        yield f"a paper for the candidate {who[:9]!r}", lambda t, who=who: t.draw("--candidate", who)[0], REFUSED
        yield (
            f"the candidate {who[:9]!r} erased",
            lambda t, who=who: t.exam("erase", who, "--by", "carlos", typed=("password-carlos",)),
            REFUSED,
        )
    for number in ("", "../statuses", "0000-0000-0000-0", "*", "ñ", "1" * 5000):
        for task in ("again", "revoke", "forget"):
            yield f"{task} the certificate {number[:9]!r}", _on_number(task, number), REFUSED
    for since in ("2026-11-16", "now", "9999-12-31T23:59:59Z", "2026-11-16T18:00:00", "0001-01-01T00:00:00Z"):
        yield (
            f"a key stolen since {since!r}",
            _stolen_since(since),
            "0 seals" if since[:4] == "0001" else REFUSED,
        )

    def answers(*typed: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            sitting, code, _ = left_sitting(t)
            return resumed(t, sitting, code, *typed) + reviewed(t)

        return attack

    no_answer = "That is not an answer"
    for typed in ("\u0663 1 1", "1 1 1 1", "+1 1 1", "\u22121 1 1", "1e0 1 1", "0x1 1 1", "1.0 1 1"):
        yield f"an answer {typed[:9]!r}", answers(typed), no_answer
    yield "an answer of 100,000 letters", answers("x" * 100_000), "too long"
    yield "a command in full width", answers("\uff1ahand-in"), no_answer
    yield "an answer with commas", answers("1,1,1"), "2/2"
    for command in (":HAND-IN", ": hand-in", ":", "::", ":\x1b[2J"):
        yield f"types {command!r}", answers(command), "Commands:"

    def interrupted_twice(t: TerminalSchool) -> str:
        sitting, code, _ = left_sitting(t)
        for _ in range(3):
            with pytest.raises(RefusalError):
                t.exam("sit", "--resume", sitting, "--invigilator", "vera", typed=("password-vera", code))
        resumed(t, sitting, code)
        return reviewed(t)

    yield "a sitting left four times", interrupted_twice, "interrupted"

    def another(t: TerminalSchool) -> str:
        """The second paper of a candidate is begun while the first is open."""
        _, _, one = left_sitting(t)
        return t.sit(*t.draw("--candidate", one, "--seat", "other", "--reason", "x"), one)

    yield "a second paper begun while the first is open", another, REFUSED
    yield "a drawn paper sat with a code in small letters and spaces", _small_code, "Handed in"


def _regrade_with(words: tuple[str, ...]) -> Attack:
    return lambda t: regrade(t, t.open, *words)


def _void_again(t: TerminalSchool) -> str:
    return regrade(t, t.open, "--void", "1", "1", "--void", "1") + reviewed(t)


def _on_number(task: str, number: str) -> Attack:
    def attack(t: TerminalSchool) -> str:
        more = {"again": (), "revoke": ("--reason", "x"), "forget": ("--by", "carlos")}[task]
        typed = ("password-carlos",) if task == "forget" else (CERTIFIER,)
        return t.certificate(task, number, *more, typed=typed)

    return attack


def _stolen_since(since: str) -> Attack:
    def attack(t: TerminalSchool) -> str:
        line = next(line for line in t.certificate("keys", "list").splitlines() if "ertifier" in line)
        return t.certificate("keys", "compromised", line.split("\t")[0], since, typed=(ROOT,))

    return attack


def _small_code(t: TerminalSchool) -> str:
    paper, code, one = drawn(t)
    return t.sit(paper, f" {code.lower().replace('-', ' ')} ", one)
