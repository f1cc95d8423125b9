"""Results are accepted and refused alike by the program and by a verifier written from FORMATS.md alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.exams.result_elsewhere import NotSoError, check
from tests.exams.support import AGREED, CERTIFIER, EXAMINER, NOW, Room, keys, plain, small_paper, trust
from tests.exams.test_results import rechained, resealed
from trainer.exams.canonical import canonical
from trainer.exams.errors import RefusedError
from trainer.exams.keys import Domain, KeyRole, PrivateKey, rehearsal_key
from trainer.exams.result import Correction, SealedResult, to_bytes
from trainer.exams.seals import CONFIRMED, REJECTED, regraded, reviewed
from trainer.exams.verification import verify

STATION, REVIEW = keys()[KeyRole.STATION], keys()[KeyRole.CERTIFIER]
PUBLIC = {
    "station": [str(STATION.public)],
    "certifier": [str(REVIEW.public)],
    "rehearsal": [str(rehearsal_key().public)],
}
STRANGER = PrivateKey.from_seed(b"q" * 32)
Plain = dict[str, Any]


def _copied(found: Plain) -> Plain:
    """Deep copy, ten times as fast as `copy.deepcopy`."""
    return msgspec.json.decode(msgspec.json.encode(found), type=Plain)


@pytest.fixture(scope="module")
def line(small_result: SealedResult) -> list[SealedResult]:
    return line_of(small_result)


def line_of(small_result: SealedResult) -> list[SealedResult]:
    """A confirmed result, its regrade, and a second regrade that was refused and then confirmed."""
    first = reviewed(small_result, CERTIFIER, CONFIRMED, REVIEW, NOW + timedelta(hours=1))
    second = regraded(
        first,
        EXAMINER,
        "item 2 was ambiguous",
        STATION,
        NOW + timedelta(days=1),
        voided=[2],
        **AGREED,
    )
    third = regraded(second, EXAMINER, "a rule was corrected", STATION, NOW + timedelta(days=2), **AGREED, corrected=[
        Correction(item=1, solutions=("black odd low",), cite="Circular 4")
    ])  # fmt: skip
    for decision in (REJECTED, CONFIRMED):
        third = reviewed(third, CERTIFIER, decision, REVIEW, NOW + timedelta(days=3))
    return [first, second, third]


def test_what_was_sealed_holds_for_both(line: list[SealedResult], tmp_path: Path) -> None:
    failed = Room(tmp_path / "f").sat(1)
    retimed = Room(tmp_path / "e", extra_time=25).sat(4)
    for found in (*line, failed, retimed):
        assert check(to_bytes(found), PUBLIC)["passed"] == verify(to_bytes(found), trust()).result.marks.passed


def _spliced(found: Plain, other: Plain) -> Iterator[Plain]:
    """Events dropped, doubled, swapped, moved to the end, taken from another log."""
    for number in range(len(found["result"]["events"])):
        for act in ("drop", "double", "swap", "last", "theirs"):
            changed = _copied(found)
            events = changed["result"]["events"]
            if act == "drop":
                del events[number]
            elif act == "double":
                events.insert(number, events[number])
            elif act == "swap" and number + 1 < len(events):
                events[number], events[number + 1] = events[number + 1], events[number]
            elif act == "last" and number + 1 < len(events):
                events.append(events.pop(number))
            elif act == "theirs" and number < len(other["result"]["events"]):
                events[number] = other["result"]["events"][number]
            else:
                continue
            yield changed
            if act in ("drop", "double"):
                counted = _copied(changed)
                counted["result"]["count"] = len(events)
                yield counted


def _rebuilt(found: Plain) -> Iterator[Plain]:
    """The chain rebuilt over another header or event, without a valid signature."""
    signers = (None, STRANGER, REVIEW, keys()[KeyRole.ROOT], rehearsal_key())
    changes: list[tuple[str, Any]] = [
        ("candidate", "0" * 64),
        ("extra_time", 100),
        ("attempt", 2),
        ("trained_by", []),
        ("seat", "2"),
        ("created", "2020-01-01T00:00:00Z"),
        ("anchor", "1" * 64),
        ("sitting", "s9"),
        ("station", str(STRANGER.public)),
    ]
    for field, value in changes:
        for signer in signers:
            changed = _copied(found)
            changed["result"]["header"][field] = value
            rechained(changed)
            yield resealed(changed, signer) if signer else changed
    for number, each in enumerate(found["result"]["events"]):
        if each["event"]["kind"] in ("answer", "handed-in", "identified"):
            changed = _copied(found)
            changed["result"]["events"][number]["event"]["wall"] += 3_600_000
            yield rechained(changed)


def _sealed_otherwise(found: Plain, others: list[Plain]) -> Iterator[Plain]:
    """Seals removed, reordered, taken from another result, with another role, time or domain."""
    for seals in ([], found["seals"][1:], found["seals"][::-1], [*found["seals"], found["seals"][0]]):
        yield found | {"seals": seals}
    for other in others:
        yield found | {"seals": other["seals"]}
        yield found | {"seals": [found["seals"][0], *other["seals"][1:], *other["seals"][1:]]}
        yield found | {"result": other["result"]}
    for number, seal in enumerate(found["seals"]):
        for field, value in (
            ("at", "2026-11-15T00:00:00Z"),
            ("at", "yesterday"),
            ("role", "rehearsal"),
            ("role", "certifier" if number == 0 else "station"),
            ("key", str(STRANGER.public)),
            ("signature", "00" * 64),
            ("signature", seal["signature"][:-2]),
        ):
            changed = _copied(found)
            changed["seals"][number][field] = value
            yield changed
        if number:
            for field, value in (("decision", "refused"), ("decision", "passed"), ("by", "elena"), ("note", "x")):
                changed = _copied(found)
                changed["seals"][number]["review"][field] = value
                yield changed
    for domain in Domain:
        if domain is not Domain.RESULT:
            yield resealed(_copied(found), STATION, domain)


def _marked_otherwise(found: Plain) -> Iterator[Plain]:
    """What an insider with the station's key could try with marks and regrade."""
    for part in range(2):
        changed = _copied(found)
        changed["result"]["marks"]["parts"][part]["passed"] ^= True
        yield changed
    for item in range(5):
        for field, value in (("given", "red odd high 9"), ("millionths", 999), ("voided", True)):
            changed = _copied(found)
            changed["result"]["marks"]["items"][item][field] = value
            yield changed
    for field, value in (("passed", False), ("millionths", 1)):
        changed = _copied(found)
        changed["result"]["marks"][field] = value
        yield changed
    for field, value in (("reason", " "), ("parent", ""), ("first", "12"), ("voided", []), ("voided", [1, 2, 3])):
        changed = _copied(found)
        if changed["result"]["regrade"]:
            changed["result"]["regrade"][field] = value
            yield changed


def forgeries(line: list[SealedResult], folder: Path) -> list[bytes]:
    """About a hundred forged results."""
    first, second, third = (plain(found) for found in line)
    other = plain(Room(folder / "o", small_paper("8"), sitting="s2").sat(3))
    twin = plain(Room(folder / "t", sitting="s3").sat(5))  # the same paper, sat by the same person once more
    rehearsal = plain(Room(folder / "r", msgspec.structs.replace(small_paper(), rehearsal=True)).sat())
    forged = [
        *_spliced(first, other),
        *_spliced(first, twin),
        *_rebuilt(first),
        *_sealed_otherwise(first, [second, third, other, twin, rehearsal]),
        *_sealed_otherwise(third, [first, second]),
        *(resealed(changed, STATION) for changed in _marked_otherwise(second)),
    ]
    # A file from before its last decision is valid; only the register knows that it is not current.
    true = {
        canonical(one | {"seals": one["seals"][:count]})
        for one in (first, second, third, other, twin)
        for count in range(1, 4)
    }
    return [data for data in map(canonical, forged) if data not in true]


def refused_by_both(data: bytes) -> None:
    with pytest.raises(RefusedError):
        verify(data, trust())
    with pytest.raises(NotSoError):
        check(data, PUBLIC)


def test_what_was_forged_is_refused_by_both(line: list[SealedResult], tmp_path: Path) -> None:
    found = forgeries(line, tmp_path)
    assert len(found) > 300
    for data in found[::11]:  # all of them in the benchmarks
        refused_by_both(data)
