"""Attacks 28 to 43: no change of a sealed result goes unnoticed, and each is named."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
import rfc8785

from tests.exams.support import AGREED, CERTIFIER, CODE, EXAMINER, NOW, Room, keys, plain, small_paper, trust
from trainer.exams.canonical import canonical
from trainer.exams.errors import RefusedError
from trainer.exams.events import first_hash, next_hash
from trainer.exams.keys import Domain, KeyRole, PrivateKey, rehearsal_key
from trainer.exams.locked_paper import open_paper, read_locked
from trainer.exams.marks import marks_of, timed_worth
from trainer.exams.result import Correction, SealedResult, seal_bytes, to_bytes
from trainer.exams.roles import Role
from trainer.exams.seals import CONFIRMED, regraded, result_of, reviewed, sealed
from trainer.exams.sitting_state import LastAnswer
from trainer.exams.staff import SignedIn
from trainer.exams.trust import Trust
from trainer.exams.verification import OneKey, check_regrade_chain, verify

STATION, REVIEW = KeyRole.STATION, KeyRole.CERTIFIER


def refusal(data: bytes | dict[str, Any], trusted: Trust | OneKey | None = None) -> str:
    with pytest.raises(RefusedError) as caught:
        verify(data if isinstance(data, bytes) else canonical(data), trusted or trust())
    return str(caught.value)


@pytest.fixture
def changed(small_result: SealedResult) -> dict[str, Any]:
    return copy.deepcopy(plain(small_result))


def resealed(found: dict[str, Any], key: PrivateKey, domain: Domain = Domain.RESULT) -> dict[str, Any]:
    """The result signed again, whatever it holds."""
    holder = msgspec.convert(found, SealedResult)
    seal = msgspec.structs.replace(holder.seals[0], key=str(key.public), signature="")
    signature = key.sign(domain, seal_bytes(seal, holder.result)).hex()
    found["seals"][0] |= {"key": str(key.public), "signature": signature}
    return found


def rechained(found: dict[str, Any]) -> dict[str, Any]:
    last = first_hash(found["result"]["header"])
    for each in found["result"]["events"]:
        last = each["hash"] = next_hash(last, each["event"])
    found["result"]["last"] = last
    found["result"]["count"] = len(found["result"]["events"])
    return found


def test_a_result_holds_and_says_who_vouches(small_result: SealedResult) -> None:
    found = verify(to_bytes(small_result), trust())
    assert found.result.marks.passed
    assert found.result.marks.millionths == 1_000_000
    assert not found.is_rehearsal
    assert not found.can_be_certified  # nobody has reviewed it
    confirmed = reviewed(small_result, CERTIFIER, CONFIRMED, keys()[REVIEW], NOW + timedelta(hours=1))
    assert verify(to_bytes(confirmed), trust()).can_be_certified


def test_the_public_key_alone_is_enough(small_result: SealedResult) -> None:
    assert verify(to_bytes(small_result), OneKey(keys()[STATION].public)).keys_checked
    assert "not of this school" in refusal(to_bytes(small_result), OneKey(keys()[REVIEW].public))


def test_28_every_single_bit_of_a_small_result_counts(small_result: SealedResult) -> None:
    """The signature and the canonical form detect every bit; this tests that the change is named."""
    data = to_bytes(small_result)
    start = data.index(b'"events":')
    end = data.index(b'"form"', start)
    for place in range(start, end, 41):
        flipped = bytearray(data)
        flipped[place] ^= 1 << (place % 8)
        refusal(bytes(flipped))


def test_28_a_changed_event_is_named(changed: dict[str, Any]) -> None:
    for number, each in enumerate(changed["result"]["events"]):
        found = copy.deepcopy(changed)
        found["result"]["events"][number]["event"]["ms"] = each["event"]["ms"] + 1
        assert refusal(found) == f"event {number} was changed"


def test_29_a_cut_tail_is_counted(changed: dict[str, Any]) -> None:
    whole = changed["result"]["count"]
    del changed["result"]["events"][-3:]
    assert refusal(changed) == f"{whole - 3} events, {whole} sealed: the end is missing"


def test_30_and_31_swapped_dropped_and_doubled_events_are_named(changed: dict[str, Any]) -> None:
    events = changed["result"]["events"]
    for number in range(1, len(events) - 1):
        swapped, dropped, doubled = copy.deepcopy(changed), copy.deepcopy(changed), copy.deepcopy(changed)
        mixed = swapped["result"]["events"]
        mixed[number], mixed[number + 1] = mixed[number + 1], mixed[number]
        assert refusal(swapped) == f"event {number} is missing: in its place stands {number + 1}"
        del dropped["result"]["events"][number]
        assert refusal(dropped) == f"event {number} is missing: in its place stands {number + 1}"
        doubled["result"]["events"].insert(number, doubled["result"]["events"][number - 1])
        assert refusal(doubled) == f"event {number - 1} stands again at place {number}"


def test_32_the_answers_of_another_do_not_fit_the_header(changed: dict[str, Any], tmp_path: Path) -> None:
    other = plain(Room(tmp_path, small_paper("8"), sitting="s2").sat(3))
    changed["result"]["events"] = other["result"]["events"]
    assert "event 0 was changed" in refusal(changed)
    changed["result"]["header"] = other["result"]["header"]
    changed["result"] |= {key: other["result"][key] for key in ("count", "last")}
    assert "not the paper of that commitment" in refusal(changed)


def test_33_a_chain_built_again_lacks_the_signature(changed: dict[str, Any]) -> None:
    changed["result"]["events"][-1]["event"]["wall"] += 60_000
    assert "signature of seal 1 does not fit" in refusal(rechained(changed))
    stranger = PrivateKey.from_seed(b"s" * 32)
    assert "not of this school" in refusal(resealed(rechained(changed), stranger))
    certifier = resealed(rechained(changed), keys()[REVIEW])
    assert "another station" in refusal(certifier, OneKey(keys()[REVIEW].public))


@pytest.mark.parametrize(("field", "value"), [("ms", 0), ("ms", 2**53 - 1), ("used", 0), ("raw", 1)])
def test_a_station_that_signs_impossible_times_is_not_believed(changed: dict[str, Any], field: str, value: int) -> None:
    events = [each["event"] for each in changed["result"]["events"]]
    answer = next(event for event in events if event["kind"] == "answer" and event["item"] == 3)
    answer[field] = value
    assert re.fullmatch(
        r"event \d+ could not happen: the time of event \d+ does not fit the one before",
        refusal(resealed(rechained(changed), keys()[STATION])),
    )


@pytest.mark.parametrize(("field", "value"), [("frame", 18), ("latency", 2000), ("stalls", 3_600_000)])
def test_no_more_is_taken_off_a_time_than_was_measured(changed: dict[str, Any], field: str, value: int) -> None:
    events = [each["event"] for each in changed["result"]["events"]]
    next(event for event in events if event["kind"] == "answer")[field] = value
    assert "does not fit the one before" in refusal(resealed(rechained(changed), keys()[STATION]))


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("extra_time", 300, "does not provide for 300%"),
        ("extra_time", -50, "does not provide for −50%"),
        ("attempt", 0, "no retake is left"),
        ("attempt", 99, "no retake is left"),
    ],
)
def test_a_station_grants_no_more_than_the_scheme(changed: dict[str, Any], field: str, value: int, said: str) -> None:
    changed["result"]["header"][field] = value
    assert said in refusal(resealed(rechained(changed), keys()[STATION]))


def test_any_value_replaced_by_another_is_refused(small_result: SealedResult) -> None:
    """Every replaced value is refused with a sentence and never crashes the program."""
    source = random.Random(64)
    values = [None, True, -1, 2**53 - 1, "", "x" * 300, "\u202e", [], {}, [[]], {"es": "a", "en": "b"}, {"id": 1}]
    whole = plain(small_result)
    places = [path for path in nodes(whole) if path]
    for _ in range(120):
        found = plain(small_result)
        *way, last = source.choice(places)
        inside: Any = found
        for step in way:
            inside = inside[step]
        inside[last] = source.choice(values)
        if found != whole:
            refusal(found)


def nodes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from nodes(part, (*path, key))


def test_34_a_seal_of_another_kind_is_told(changed: dict[str, Any]) -> None:
    assert refusal(resealed(changed, keys()[STATION], Domain.REVIEW)) == "seal 1 is of another kind"


def test_35_a_rehearsal_stays_a_rehearsal(tmp_path: Path) -> None:
    paper = msgspec.structs.replace(small_paper(), rehearsal=True)
    room = Room(tmp_path, paper)
    found = plain(sealed(room.sat().result, rehearsal_key(), NOW))
    found["result"]["header"]["station"] = str(rehearsal_key().public)
    rehearsal = resealed(rechained(found), rehearsal_key(), Domain.REHEARSAL)
    assert verify(canonical(rehearsal), trust()).is_rehearsal
    assert not verify(canonical(rehearsal), trust()).can_be_certified
    with pytest.raises(RefusedError, match="no certificate can come of it"):
        reviewed(msgspec.convert(rehearsal, SealedResult), CERTIFIER, CONFIRMED, keys()[REVIEW], NOW)
    for flags in (("header",), ("paper",), ("header", "paper")):
        disguised = copy.deepcopy(rehearsal)
        for part in flags:
            disguised["result"][part]["rehearsal"] = False
        assert refusal(disguised)
        disguised["seals"][0]["role"] = "station"
        assert refusal(disguised)


def test_36_only_one_way_to_write_it(small_result: SealedResult) -> None:
    data = to_bytes(small_result)
    spaced = json.dumps(json.loads(data), ensure_ascii=False).encode()
    doubled = data.replace(b'"version":1}', b'"version":1,"version":1}')
    fractional = data.replace(b'"count":', b'"count":1.0,"x":', 1)
    found = plain(small_result)
    del found["result"]["paper"]["scheme"]["history"]  # a key with its usual value
    for written in (
        canonical(found),
        spaced,
        data + b"\n",
        doubled,
        fractional,
        data.replace(b'"must_pass":true', b'"must_pass":1'),
    ):
        assert written != data
        refusal(written)
    assert "canonical" in refusal(spaced)
    assert rfc8785.dumps(json.loads(data)) == data


def regrade(before: SealedResult, **changes: Any) -> SealedResult:
    return regraded(
        before,
        EXAMINER,
        "item 2 was ambiguous",
        keys()[STATION],
        NOW + timedelta(days=1),
        **AGREED,
        **changes,
    )


def test_a_regrade_refers_to_what_it_replaces_and_says_why(small_result: SealedResult) -> None:
    second = regrade(small_result, voided=[2])
    corrected = [Correction(item=1, solutions=("black odd low",), cite="Circular 4")]
    later = NOW + timedelta(days=2)
    third = regraded(second, EXAMINER, "a rule was corrected", keys()[STATION], later, **AGREED, corrected=corrected)
    for found in (second, third):
        verify(to_bytes(found), trust())
    assert second.result.regrade is not None and third.result.regrade is not None
    assert second.result.regrade.parent == small_result.digest
    assert (third.result.regrade.parent, third.result.regrade.first) == (second.digest, small_result.digest)
    assert third.result.regrade.voided == (2,)
    assert third.result.marks.parts[0].items == 2 and third.result.marks.parts[0].right == 1
    check_regrade_chain([small_result, second, third])


def test_a_correction_says_what_is_right_and_says_it_once(small_result: SealedResult) -> None:
    none, one, other = (Correction(item=4, solutions=given, cite="art. 5") for given in ((), ("1",), ("2",)))
    for corrected, said in (((none,), "is no answer"), ((one, other), "item 4 is corrected twice")):
        with pytest.raises(RefusedError, match=said):
            regraded(
                small_result,
                EXAMINER,
                "the rule says so",
                keys()[KeyRole.STATION],
                NOW,
                corrected=corrected,
                **AGREED,
            )


def test_results_that_named_the_first_of_several_mistakes_still_hold(tmp_path: Path) -> None:
    room = Room(tmp_path, small_paper("6"))
    sitting = room.started()
    sitting.finish_part()
    sitting.answer("72")  # one-off in the table, and the stake added
    sitting.hand_in(confirmed=True)
    now = sealed(result_of(sitting.header, *sitting.collect()), keys()[STATION], NOW)
    assert now.result.marks.items[3].mistake == "roulette.mistake.one-off"
    for named, holds in (("added-the-stake", True), ("misread-dozen", False)):
        old = plain(now)
        old["result"]["marks"]["items"][3]["mistake"] = f"roulette.mistake.{named}"
        data = canonical(resealed(old, keys()[STATION]))
        if holds:
            verify(data, trust())
        else:
            assert "the mark recomputed differs" in refusal(data)


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4", b'{"format":"croupier-trainer keys"}', b"\xff" * 9], ids=repr)
def test_another_file_is_not_called_a_result_that_somebody_changed(data: bytes) -> None:
    with pytest.raises(RefusedError, match="no sealed result but another file"):
        verify(data, trust())


def test_37_a_regrade_without_reason_or_parent_is_incomplete(small_result: SealedResult) -> None:
    with pytest.raises(RefusedError, match="reason is missing"):
        regraded(small_result, EXAMINER, "  ", keys()[STATION], NOW, **AGREED)
    for field in ("reason", "parent", "first", "by"):
        found = plain(regrade(small_result, voided=[2]))
        found["result"]["regrade"][field] = ""
        assert "regrade is incomplete" in refusal(resealed(found, keys()[STATION]))


def test_38_a_circle_of_regrades_has_no_first_result(small_result: SealedResult) -> None:
    second = regrade(small_result, voided=[2])
    found = plain(regrade(second, voided=[3]))
    found["result"]["regrade"]["first"] = found["result"]["regrade"]["parent"]
    third = msgspec.convert(resealed(found, keys()[STATION]), SealedResult)
    wrong = msgspec.structs.replace(second.result.regrade, first=third.digest)  # type: ignore[type-var]
    other = sealed(msgspec.structs.replace(second.result, regrade=wrong), keys()[STATION], NOW)
    with pytest.raises(RefusedError, match="no first result"):
        check_regrade_chain([small_result, other])


def test_39_and_40_marks_are_computed_again(
    changed: dict[str, Any], small_result: SealedResult, tmp_path: Path
) -> None:
    failed = plain(Room(tmp_path).sat(1))
    assert failed["result"]["marks"]["passed"] is False
    failed["result"]["marks"]["passed"] = True
    assert refusal(resealed(failed, keys()[STATION])) == "the mark recomputed differs"
    voided = plain(regrade(small_result, voided=[2]))
    voided["result"]["marks"] = changed["result"]["marks"]
    assert refusal(resealed(voided, keys()[STATION])) == "the mark recomputed differs"


def test_41_a_weak_key_or_a_second_form_of_a_signature_is_refused(changed: dict[str, Any]) -> None:
    order = 2**252 + 27742317777372353535851937790883648493
    signature = bytes.fromhex(changed["seals"][0]["signature"])
    second = int.from_bytes(signature[32:], "little") + order
    malleable = copy.deepcopy(changed)
    malleable["seals"][0]["signature"] = (signature[:32] + second.to_bytes(32, "little")).hex()
    assert "signature of seal 1" in refusal(malleable)
    weak = copy.deepcopy(changed)
    weak["seals"][0]["key"] = "01" + "00" * 31
    weak["result"]["header"]["station"] = weak["seals"][0]["key"]
    assert "seal 1 does not hold" in refusal(rechained(weak))


def test_42_a_key_past_its_end_was_not_valid_then(small_result: SealedResult) -> None:
    root, station = keys()[KeyRole.ROOT], keys()[STATION]
    newer = PrivateKey.from_seed(b"n" * 32)
    later = NOW + timedelta(days=30)
    rotated = trust().replaced(station.public, newer.public, later, root)
    assert verify(to_bytes(small_result), rotated)  # what it sealed while it was in force holds
    late = sealed(small_result.result, station, later + timedelta(days=1))
    assert "was not valid then" in refusal(to_bytes(late), rotated)
    stolen = trust().compromised(station.public, NOW - timedelta(days=1), root)
    assert "doubtful" in refusal(to_bytes(small_result), stolen)


def test_43_a_key_of_the_same_short_name_is_not_the_key(changed: dict[str, Any]) -> None:
    stranger = PrivateKey.from_seed(b"z" * 32)
    changed["result"]["header"]["station"] = str(stranger.public)
    assert "is not of this school" in refusal(resealed(rechained(changed), stranger))
    assert "is not for that" in refusal(resealed_as_certifier(changed))


def resealed_as_certifier(found: dict[str, Any]) -> dict[str, Any]:
    certifier = keys()[REVIEW]
    found["result"]["header"]["station"] = str(certifier.public)
    return resealed(rechained(found), certifier)


def test_57_58_and_61_trainers_and_examiners_decide_nothing(small_result: SealedResult) -> None:
    key = keys()[REVIEW]
    with pytest.raises(RefusedError, match="conflict of interest"):
        reviewed(small_result, SignedIn("tomas", Role.CERTIFIER), CONFIRMED, key, NOW)
    # A machine that did not know all staff recorded the trainer by name.
    with pytest.raises(RefusedError):
        reviewed(small_result, SignedIn("t-certifier", Role.CERTIFIER, "Tomás"), CONFIRMED, key, NOW)
    with pytest.raises(RefusedError):
        regraded(
            small_result,
            SignedIn("t-examiner", Role.EXAMINER, "TOMAS"),
            "why",
            key,
            NOW,
            voided=[1],
            **AGREED,
        )
    for person in ("elena", "vera"):  # drew the paper; invigilated
        with pytest.raises(RefusedError, match="same person"):
            reviewed(small_result, SignedIn(person, Role.CERTIFIER), CONFIRMED, key, NOW)
    with pytest.raises(RefusedError, match="may not do this"):
        reviewed(small_result, EXAMINER, CONFIRMED, key, NOW)
    decided = reviewed(small_result, CERTIFIER, CONFIRMED, key, NOW)
    for first in (EXAMINER, CERTIFIER):
        with pytest.raises(RefusedError, match="appeal is decided by somebody else"):
            regraded(decided, first, "appeal", keys()[STATION], NOW, voided=[1], appeal=True, **AGREED)
    other = SignedIn("otto", Role.EXAMINER)
    assert regraded(
        decided, other, "appeal", keys()[STATION], NOW, voided=[1], appeal=True, **AGREED
    ).result.marks.passed


def test_time_counts_as_the_worked_figures_say() -> None:
    assert timed_worth(12_310 - 17 - 63, 8_000, 16_000) == 735_625
    assert timed_worth(13_330 - 50 - 150 - 900, 8_000, 16_000) == 735_625
    assert [timed_worth(ms, 8_000, 16_000) for ms in (0, 8_000, 16_000, 99_000)] == [
        1_000_000,
        1_000_000,
        500_000,
        500_000,
    ]
    assert timed_worth(16_000, 8_000, 16_000, extra_time=100) == 1_000_000  # stretches limit and target


def test_marks_weigh_parts_and_hold_against_the_pass_mark() -> None:
    paper = small_paper()
    answers = {item.number: LastAnswer(item.solution, 0) for item in paper.items}
    assert marks_of(paper, answers, 0).millionths == 1_000_000
    without_speed = {number: kept for number, kept in answers.items() if number <= 3}
    found = marks_of(paper, without_speed, 0)
    assert (found.millionths, found.passed) == (400_000, False)
    assert marks_of(paper, without_speed, 0, voided=[4, 5]).passed  # a part without items left weighs nothing


OLD = Path(__file__).parent.parent / "data" / "exams"


def test_files_of_before_november_2026_still_verify() -> None:
    """A result that was confirmed, regraded and confirmed again, and a locked paper, as earlier programs wrote them."""
    data = (OLD / "result-2026-11-16.json").read_bytes()
    found = verify(data, trust())
    assert found.can_be_certified and to_bytes(found.sealed) == data
    assert found.result.regrade is not None and found.result.regrade.second is msgspec.UNSET
    paper = open_paper(read_locked((OLD / "paper-2026-11-16.json").read_bytes()), CODE)
    assert paper == found.result.paper
