"""Attacks with homes that were copied in part and files in one another's places."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from tests.exams.attack_means import (
    HARMLESS,
    REFUSED,
    Rows,
    drawn,
    issue,
    reviewed,
)
from tests.exams.attacked_machines import at, copied_home
from tests.exams.terminal_attacks import Attack, sits_once
from tests.exams.terminal_school import TerminalSchool
from trainer.exams.keys import KeyRole


def halves() -> Rows:
    def without(place: str, then: Callable[[TerminalSchool], str], *, offers: bool = False) -> Attack:
        """A copy of the home without one of its places goes on; what it makes is brought to the school."""

        def attack(t: TerminalSchool) -> str:
            paper, code, one = drawn(t)
            copy = copied_home(t) / "data" / "exams" / place
            shutil.rmtree(copy) if copy.is_dir() else copy.unlink()

            def there(other: TerminalSchool) -> str:
                return other.sit(paper, code, one) if offers else then(other)

            home = copy.parent.parent.parent if copy.parent.name == "exams" else copy.parents[3]
            said = at(t, home, there)
            if not offers:
                return said
            newest = max((home / "data" / "exams" / "results").iterdir(), key=lambda path: path.stat().st_mtime_ns)
            t.exam("take", str(newest))
            return reviewed(t)

        return attack

    def decides(t: TerminalSchool) -> str:
        return t.review(t.result(t.open))

    for place in ("staff", "keys", "register.jsonl", "people", "results"):
        yield (
            f"decided on a copy without {place}",
            without(place, decides),
            ("records of" if place == "people" else REFUSED),
        )
    for place in ("papers", "register.jsonl", "staff", "keys"):
        yield f"sat on a copy without {place}", without(place, decides, offers=True), REFUSED
    yield (
        "sat on a copy without counters",
        without("counters", decides, offers=True),
        "another machine",
    )
    yield "sat on a copy without results", without("results", decides, offers=True), "another machine"

    def sits(t: TerminalSchool) -> str:
        return sits_once(t) + reviewed(t)

    def torn(t: TerminalSchool) -> str:
        """The copy was made while the register was written: its last line is half there."""
        copy = copied_home(t)
        register = copy / "data" / "exams" / "register.jsonl"
        register.write_bytes(register.read_bytes()[:-40])
        return at(t, copy, sits)

    yield "a copy with a register that ends in the midst of a line", torn, HARMLESS

    def exchanged(one: str, two: str, then: Callable[[TerminalSchool], str]) -> Attack:
        def attack(t: TerminalSchool) -> str:
            first = next(t.exams.glob(one))
            second = next(path for path in t.exams.glob(two) if path != first)
            data = first.read_bytes()
            first.write_bytes(second.read_bytes())
            second.write_bytes(data)
            return then(t)

        return attack

    def other_key(t: TerminalSchool) -> str:
        mine = t.school.key(KeyRole.CERTIFIER).public
        return exchanged(f"keys/{mine}.key", "keys/*.key", decides)(t)

    yield "the file of the certifier's key exchanged with another", other_key, REFUSED
    yield "the files of two results exchanged", exchanged("results/*", "results/*", decides), HARMLESS
    yield (
        "the files of two papers exchanged",
        lambda t: (
            first := drawn(t),
            drawn(t, "Eva Y7", "Y7", "y"),
            exchanged(f"papers/{first[0]}*", "papers/*", lambda t: t.sit(*first))(t),
        )[2],
        REFUSED,
    )

    def instead(place: str, make: Callable[[Path], object], then: Callable[[TerminalSchool], str]) -> Attack:
        def attack(t: TerminalSchool) -> str:
            there = t.exams / place
            shutil.rmtree(there) if there.is_dir() else there.unlink(missing_ok=True)
            make(there)
            return then(t)

        return attack

    def sits_and_certifies(t: TerminalSchool) -> str:
        return sits_once(t) + issue(t, t.passed)

    for place in ("register.jsonl", "staff/staff.json", "statuses.json"):
        yield f"a folder in place of {place}", instead(place, Path.mkdir, sits_and_certifies), REFUSED
    for place in ("people", "results", "papers", "sittings", "counters", "staff"):
        yield f"a file in place of {place}", instead(place, Path.touch, sits), REFUSED
    for place in ("results", "papers", "sittings"):
        yield f"{place} as a link to itself", instead(place, lambda there: there.symlink_to(there), sits), REFUSED
