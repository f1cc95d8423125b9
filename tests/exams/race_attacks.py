"""Attacks by two programs at once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

from tests.exams.attack_means import (
    REFUSED,
    Rows,
    drawn,
    register_of,
    verified,
)
from tests.exams.attacked_machines import at, copied_home, left_sitting
from tests.exams.terminal_school import CERTIFIER, STATION, RefusalError, TerminalSchool


def races() -> Rows:
    def at_once(*commands: tuple[tuple[str, ...], tuple[str, ...]], limit: int = 1) -> Callable[[TerminalSchool], str]:
        """Runs commands in programs of their own at the same moment; at most ``limit`` may succeed."""

        def attack(t: TerminalSchool) -> str:
            running = [
                subprocess.Popen(
                    [sys.executable, "-m", "trainer", *words],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    env=dict(os.environ),
                    text=True,
                )
                for words, _ in commands
            ]
            for program, (_, typed) in zip(running, commands, strict=True):
                assert program.stdin is not None
                program.stdin.write("".join(f"{line}\n" for line in typed))
                program.stdin.close()
            said = []
            for program in running:
                assert program.stdout is not None
                with program.stdout:
                    said.append(program.stdout.read())
            done = [program.wait() for program in running]
            assert not any("Traceback" in one for one in said), said
            register_of(t).entries()  # whole
            if done.count(0) <= limit:
                raise RefusalError(1, f"{done}: {said}")
            return f"{done}: {said}"

        return attack

    def draws(t: TerminalSchool) -> str:
        words = ("exam", "paper", "own/small", "--by", "elena", "--candidate", t.candidate(), "--seat", "race")
        return at_once(*[(words, ("password-elena",))] * 3)(t)

    yield "three draws for one seat at once", draws, REFUSED

    def sits(t: TerminalSchool) -> str:
        paper, code, one = drawn(t)
        words = ("exam", "sit", paper, "--candidate", one, "--invigilator", "vera")
        return at_once(*[(words, ("password-vera", "", code, "1", "", ":hand-in", "yes", STATION))] * 3)(t)

    yield "one paper begun by three programs at once", sits, REFUSED

    def resumes(t: TerminalSchool) -> str:
        sitting, code, _ = left_sitting(t)
        words = ("exam", "sit", "--resume", sitting, "--invigilator", "vera")
        return at_once(*[(words, ("password-vera", code, ":hand-in", "yes", STATION))] * 3)(t)

    yield "one sitting resumed by three programs at once", resumes, REFUSED

    def decides(t: TerminalSchool) -> str:
        words = ("exam", "review", str(t.result(t.open)), "--by", "carlos", "--decision")
        typed = ("password-carlos", CERTIFIER)
        said = at_once(((*words, "confirmed"), typed), ((*words, "refused"), typed), limit=0)(t)
        if said.startswith("[0, 0]") and "ya se decidió" not in said:  # neither was told of the other
            return said
        raise RefusalError(1, said)

    yield "confirmed and refused at once", decides, REFUSED

    def certifies(t: TerminalSchool) -> str:
        t.review(t.result(t.open))
        words = ("certificate", "--folder", str(t.exams), "issue", str(t.result(t.open)), "--out")
        return at_once(*[((*words, str(t.home / f"o{n}")), (CERTIFIER,)) for n in range(3)])(t)

    yield "one result certified by three programs at once", certifies, REFUSED

    def takes(t: TerminalSchool) -> str:
        paper, code, one = drawn(t)
        results = []
        for name in ("a", "b"):
            copy = copied_home(t, name)
            at(t, copy, lambda there: there.sit(paper, code, one))
            newest = max((copy / "data" / "exams" / "results").iterdir(), key=lambda path: path.stat().st_mtime_ns)
            results.append(str(newest))
        return at_once(*[(("exam", "take", path), ()) for path in results])(t)

    yield "two results of one paper taken at once", takes, REFUSED

    def suspends(t: TerminalSchool) -> str:
        words = ("certificate", "--folder", str(t.exams), "revoke", t.number, "--reason", "x")
        return at_once((words, (CERTIFIER,)), ((*words, "--suspend"), (CERTIFIER,)), limit=0)(t) + verified(t)

    yield "revoked and suspended at once", suspends, REFUSED

    def corrects(t: TerminalSchool) -> str:
        words = ("exam", "regrade", str(t.result(t.failed)), "--by", "elena", "--second", "nora", "--reason", "unclear")
        typed = ("password-elena", "password-nora", STATION)
        both = [((*words, "--cite", "art. 4", "--void", item), typed) for item in ("1", "2")]
        return at_once(*both)(t)

    yield "two corrections of one result at once", corrects, REFUSED
