"""Attacks on the status of certificates, with wrong clocks, with names in other alphabets, and with odd file names."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.exams.attack_means import (
    REFUSED,
    OutOfReach,
    Rows,
    drawn,
    issue,
    reviewed,
    shifted,
    verified,
)
from tests.exams.attacked_machines import ROOT, left_sitting
from tests.exams.terminal_attacks import Attack, hire, sits_once
from tests.exams.terminal_school import CERTIFIER, STATION, RefusalError, TerminalSchool
from trainer.exams.certificates import status_lists
from trainer.exams.keys import PrivateKey
from trainer.exams.trust import new_trust

PASSED_OVER = OutOfReach("passed over: the work goes on")
SLOW = OutOfReach("the key is in force only from that moment; another can be made with the root key")


def _publish(t: TerminalSchool) -> str:
    return t.certificate("status", "--out", str(t.home / "new"), typed=(CERTIFIER,))


def _revoke(t: TerminalSchool, *more: str, reason: str = "x") -> str:
    return t.certificate("revoke", t.number, *more, "--reason", reason, typed=(CERTIFIER,))


def _lists(t: TerminalSchool) -> str:
    return t.certificate("list")


def statuses() -> Rows:
    """The disk, or a clock that is wrong once."""

    def taken_back(*how: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            _revoke(t, *how)
            t.edit(
                t.exams / "statuses.json",
                lambda p: [p["entries"][t.number].pop(name, None) for name in ("revoked", "suspended")],  # type: ignore[index]
                canonical=False,
            )
            return _lists(t)

        return attack

    yield "a revocation taken out of the status book, listed", taken_back(), "REVOKED"
    yield "a suspension taken out of the status book, listed", taken_back("--suspend"), "SUSPENDED"

    def stamped(stamp: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            (t.exams / "statuses.published").write_text(stamp, encoding="ascii")
            _publish(t)
            return verified(t)

        return attack

    for stamp in ("2099-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "soon", "", "2001-01-01T00:00:00Z"):
        yield f"a last publication at {stamp!r}", stamped(stamp), "VALID"

    def ahead(step: Callable[[TerminalSchool], str], days: float) -> Attack:
        """A step while the clock is wrong; then it is set right, and the lists are published."""

        def attack(t: TerminalSchool) -> str:
            with suppress(RefusalError):
                shifted(step, days=days)(t)
            _publish(t)
            return verified(t)

        return attack

    yield "the lists published a year ahead once", ahead(_publish, 365), "VALID"
    yield "the lists published ten days ahead once", ahead(_publish, 10), "VALID"
    yield "the lists published eighty years ahead once", ahead(_publish, 80 * 365), "VALID"
    yield "revoked with the clock a year ahead", ahead(_revoke, 365), REFUSED
    yield "revoked with the clock ten minutes back", ahead(_revoke, -10 / 1440), REFUSED

    def seen_ahead(t: TerminalSchool) -> str:
        """This machine's own verifier took the lists, too, while its clock was ahead."""
        shifted(lambda s: _publish(s) + verified(s), days=365)(t)
        _publish(t)
        return verified(t)

    yield "the lists published and seen a year ahead once", seen_ahead, REFUSED

    def behind(t: TerminalSchool) -> str:
        """The list of the revocation is dated later than that of before, though the clock is back."""
        shifted(_revoke, minutes=-10)(t)
        return verified(t)

    yield "revoked with the clock ten minutes back, and verified at once", behind, REFUSED

    def days_behind(t: TerminalSchool, *, is_seen: bool) -> str:
        """The clock was right when the lists were published, and goes back more than a day before the revocation."""
        shifted(lambda s: _publish(s) + (verified(s) if is_seen else ""), days=10)(t)
        _revoke(t)
        return shifted(verified, days=10, minutes=1)(t)

    yield "revoked with the clock ten days back", lambda t: days_behind(t, is_seen=False), REFUSED
    yield "revoked with the clock ten days back, the lists of before seen", lambda t: days_behind(t, is_seen=True), ""

    def without(*names: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            _revoke(t)
            verified_once(t)
            for name in names:
                shutil.rmtree(t.exams / name, ignore_errors=True)
            return verified(t)

        return attack

    def verified_once(t: TerminalSchool) -> None:
        with pytest.raises(RefusalError):
            verified(t)

    yield "a revoked certificate where the school's lists were deleted", without("lists"), REFUSED
    yield "a revoked certificate where the lists seen were deleted", without("seen"), REFUSED
    yield "a revoked certificate where all lists were deleted", without("lists", "seen"), REFUSED

    def meanwhile(t: TerminalSchool) -> str:
        """Another program revokes while the lists of before are being signed."""
        build, todo = status_lists.build_status_list_credential, [1]

        def slow(*words: object, **more: object) -> object:
            if todo:
                todo.clear()
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr("trainer.exams.register._PATIENCE", 0.5)
                    try:
                        _revoke(t)
                    except RefusalError as refusal:  # it has to wait
                        told.append(refusal.said)
            return build(*words, **more)

        told: list[str] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(status_lists, "build_status_list_credential", slow)
            _publish(t)
        if told:
            raise RefusalError(1, told[0])
        return verified(t)

    yield "revoked while another program signs the lists", meanwhile, REFUSED

    def moved_away(t: TerminalSchool) -> str:
        (t.exams / "school.toml").write_text('url = "https://example.org/lists"', encoding="utf-8")
        shutil.rmtree(t.exams / "lists")
        shutil.rmtree(t.exams / "seen", ignore_errors=True)
        _publish(t)
        return verified(t)

    yield "the address of the lists changed after the issue", moved_away, REFUSED
    for what, reason in (("lines", "x\nAAAA-AAAA-AAAA-A\tEva\tVALID"), ("a tab", "x\tVALID")):
        yield (
            f"revoked for a reason with {what}",
            lambda t, reason=reason: _one_line(t, _revoke(t, reason=reason) + _lists(t)),
            "REVOKED",
        )


def _one_line(t: TerminalSchool, said: str) -> str:
    rows = [line for line in said.splitlines() if t.number in line and "\t" in line]
    assert len(rows) == 1 and rows[0].count("\t") == 6 and "AAAA-AAAA-AAAA-A\tEva" not in said, said
    return said


def far_clocks() -> Rows:
    """Steps while the clock shows another century."""
    later = OutOfReach("not yet valid until then")
    for years in (-100, -10, 100, 150, 200, 7500):
        yield (
            f"a certificate issued {years:+} years away",
            lambda t, years=years: (
                t.review(t.result(t.open)),
                shifted(lambda s: issue(s, s.open), days=365 * years)(t),
            )[1],
            later if years in (100, 150) else REFUSED,
        )

    def again(t: TerminalSchool) -> str:
        """The certifier's key was replaced, so that a lost certificate is written with the present date."""
        t.certificate("keys", "rotate", "certifier", typed=("a new passphrase", CERTIFIER))
        words = ("again", t.number, "--out", str(t.home / "o"))
        return shifted(lambda s: s.certificate(*words, typed=("a new passphrase",)), days=365 * 200)(t)

    yield "a certificate printed again 200 years away", again, REFUSED
    for years in (-100, 7900):
        yield (
            f"a paper drawn {years:+} years away",
            lambda t, years=years: shifted(lambda s: drawn(s)[0], days=365 * years)(t),
            OutOfReach("nothing rests on this date but that the sitting is later"),
        )
        yield (
            f"a result decided {years:+} years away",
            lambda t, years=years: shifted(lambda s: s.review(s.result(s.open)), days=365 * years)(t),
            REFUSED,
        )

    def hired(t: TerminalSchool) -> str:
        """The clock was a year ahead when the invigilator was hired."""
        shifted(lambda s: hire(s, "olga", "Olga", "invigilator"), days=365)(t)
        try:
            one = t.candidate()
            return t.sit(*t.draw("--candidate", one), one, by="olga")
        except RefusalError:
            hire(t, "olga", "Olga", "invigilator")
            one = t.candidate("Eva Rey", "Z1")
            t.sit(*t.draw("--candidate", one), one, by="olga")
            return reviewed(t)

    yield "somebody hired with the clock a year ahead, and again", hired, "school's own"

    def replaced(t: TerminalSchool) -> str:
        """The clock was a year ahead when the station's key was replaced."""
        words = ("keys", "rotate", "station")
        shifted(lambda s: s.certificate(*words, typed=("a new one", STATION)), days=365)(t)
        try:
            return sits_once(t)
        except RefusalError:
            t.certificate(*words, "--by-root", typed=("a newer one", ROOT))
            one = t.candidate("Eva Rey", "Z1")
            paper, code = t.draw("--candidate", one)
            typed = ("password-vera", "", code, "1", "", ":hand-in", "yes", "a newer one")
            return t.exam("sit", paper, "--candidate", one, "--invigilator", "vera", typed=typed)

    yield "a key replaced with the clock a year ahead, and again", replaced, SLOW

    def guesses(t: TerminalSchool, count: int) -> None:
        for _ in range(count):
            with pytest.raises(RefusalError):
                t.exam("erase", t.school.clara.reference, "--by", "carlos", typed=("a guess",))

    def toggled(t: TerminalSchool) -> str:
        """Guesses while the clock is ahead, and more at once when it is right again."""
        shifted(lambda s: str(guesses(s, 6)), days=1)(t)
        return t.review(t.result(t.open))

    yield "guesses with the clock a day ahead, then the password at once", toggled, REFUSED


def whole_alphabets() -> Rows:
    """Names that are written in another alphabet as a whole and look the same."""
    pepe = "\u0420\u0435\u0440\u0435"  # Cyrillic, looks like Pepe

    def school(first: str, second: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            for number, name in enumerate((first, second), 1):
                made = new_trust(name, PrivateKey.from_seed(bytes([number]) * 32), datetime.now(UTC))
                (t.home / "mine.json").write_bytes(made.to_bytes())
                said = t.certificate("trust", str(t.home / "mine.json"))
            return said

        return attack

    for first, second in (
        ("COSTA", "\u0421\u041e\u0405\u0422\u0410"),
        ("COSTA", "\u0441\u043e\u0455\u0442\u0430"),
        ("KAPA", "\u039a\u0391\u03a1\u0391"),
        ("Costa Norte", "\u0421\u043e\u0455\u0442\u0430 Norte"),
        ("Ola", "\u039f\u0406\u0430"),
    ):
        yield f"a school {second!r} after {first!r}", school(first, second), REFUSED

    def own_exam(t: TerminalSchool) -> str:
        hire(t, "pepe", "Pepe", "certifier")
        one = t.candidate(pepe, "Q5")
        t.sit(*t.draw("--candidate", one), one)
        return t.review(t.newest_result(), by="pepe")

    yield "a certifier sits as 'Рере' and decides", own_exam, REFUSED

    def two_roles(t: TerminalSchool) -> str:
        hire(t, "pepe", "Pepe", "certifier")
        return hire(t, "jose", pepe, "examiner")

    yield "a certifier hired as the examiner 'Рере'", two_roles, REFUSED

    def trained(t: TerminalSchool) -> str:
        hire(t, "pepe", "Pepe", "certifier")
        sits_once(t, "--trained-by", pepe)
        return t.review(t.newest_result(), by="pepe")

    yield "trained by 'Рере', who decides", trained, REFUSED
    for name in ("Root", "r00t", "rehearsal", "PREVIEW", "previevv", "rnario-", "a--b", "-a", "", "a" * 61):
        yield (
            f"hired under the short name {name[:12]!r}",
            lambda t, name=name: hire(t, name, "Olga Rey", "examiner"),
            "",
        )

    yield "a candidate named with an invisible letter", lambda t: t.candidate("Dora\u3164Paz", "X9"), REFUSED
    yield "hired in Greek and Cyrillic", lambda t: hire(t, "olga", "\u039f\u0406\u0430", "examiner"), REFUSED
    yield "hired with an invisible letter", lambda t: hire(t, "olga", "Olga\u2800Rey", "examiner"), REFUSED

    def alike(first: str, second: str) -> Attack:
        def attack(t: TerminalSchool) -> str:
            hire(t, first, "Olga Rey", "invigilator")
            return hire(t, second, "Eva Rey", "invigilator")

        return attack

    for first, second in (
        ("mario", "rnario"),
        ("wanda", "vvanda"),
        ("lola", "1ola"),
        ("olga", "0lga"),
        ("ana-li", "anali"),
    ):
        yield f"hired as {second!r} beside {first!r}", alike(first, second), REFUSED
    unseen = ("\u200b", "\u3164", "Escuela\u2800", "Esc\u3164uela", "Esc\u034fuela", "Escuela\ufe0f", "\U000e0100")
    for name in ("", "   ", *unseen, "Esc\u202euela", "Escuela\nVALID", "Esc\x1b[2Juela", "\ud83c", "A" * 100_000):
        yield (
            f"a school founded as {name[:8]!r}",
            lambda t, name=name: t.certificate("keys", "found", name, typed=(ROOT,), home=t.home.parent / "attacker"),
            REFUSED,
        )


def file_names() -> Rows:
    """Files with names that are no text, or that change what a terminal shows."""

    def planted(folder: str, name: bytes, make: Callable[[bytes], object]) -> Attack:
        def attack(t: TerminalSchool) -> str:
            place = os.fsencode(t.exams / folder)
            os.makedirs(place, exist_ok=True)  # noqa: PTH103
            make(os.path.join(place, name))  # noqa: PTH118
            said = []
            for step in (sits_once, reviewed, lambda t: issue(t, t.open), _lists, _publish, statistics):
                try:
                    said.append(step(t))
                except RefusalError as refusal:
                    assert refusal.status in (1, 2), refusal.said
                    said.append(refusal.said)
            return "".join(said)

        return attack

    def statistics(t: TerminalSchool) -> str:
        return t.exam("statistics", "--out", str(t.home / "x.csv"))

    def file(path: bytes) -> None:
        Path(os.fsdecode(path)).write_bytes(b"{}")

    for folder in ("results", "people", "papers", "certificates", "sittings", "counters", "keys", "trusted", "lists"):
        yield f"a file \\xff.json in {folder}", planted(folder, b"\xff.json", file), PASSED_OVER
        yield f"a folder x.json in {folder}", planted(folder, b"x.json", os.mkdir), PASSED_OVER
    for folder in ("results", "certificates", "sittings", "trusted"):
        yield f"a name with an escape in {folder}", planted(folder, b"\x1b[2J\nVALID.json", file), PASSED_OVER

    def left(t: TerminalSchool) -> str:
        """The folder of a sitting got a name with an escape."""
        sitting, _, _ = left_sitting(t)
        (t.exams / "sittings" / sitting).rename(t.exams / "sittings" / "\x1b[2Jx")
        return sits_once(t) + reviewed(t)

    yield "a sitting's folder named with an escape", left, PASSED_OVER
