"""Actions of ``trainer exam`` on results: verify, take, review, regrade, report and statistics."""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from trainer.cli.exam_prompts import exam_office, signed_in, unlocked_key
from trainer.cli.exam_text import observation_lines, report_lines
from trainer.cli.streams import print_json, print_stderr
from trainer.exams.certificates.register import CertificateRegister
from trainer.exams.corrections import Corrections
from trainer.exams.errors import RefusedError, check_output
from trainer.exams.keys import KeyRole, PublicKey
from trainer.exams.result import LARGEST_RESULT, Correction
from trainer.exams.roles import Right, need
from trainer.exams.trust import read_trust
from trainer.exams.verification import OneKey, TrustedKeys, Verified, check_regrade_chain, verify
from trainer.system.input_files import read_input_file
from trainer.system.lazy_imports import lazily
from trainer.system.private_files import write_atomically
from trainer.texts import Language, Message, text
from trainer.texts.system_errors import system_problem

with lazily():
    from trainer.exams.certificates.mark_report import draw_report
    from trainer.exams.statistics import write_statistics


def take_action(arguments: argparse.Namespace, language: Language) -> int:
    """Register results from another machine; each must verify and must not be a rehearsal."""
    office = exam_office()
    for path in arguments.files:
        found = verify(read_input_file(path, LARGEST_RESULT), office.keys.trust)
        if found.is_rehearsal:
            raise RefusedError(Message("exams.refused.rehearsal"))
        print(office.store_result(found.sealed))
    return 0


def _trusted(arguments: argparse.Namespace) -> TrustedKeys | None:
    """Keys to verify with: the given ones, else this machine's school; ``None`` if there are none."""
    if arguments.key:
        return OneKey(PublicKey.from_text(arguments.key.strip().lower()))
    if arguments.keys:
        return read_trust(read_input_file(arguments.keys))
    office = exam_office()
    return office.keys.trust if office.keys.exists else None


def verify_action(arguments: argparse.Namespace, language: Language) -> int:
    """Verify results and print a line for each; returns 1 if one does not verify or is no longer current."""
    trusted = _trusted(arguments)
    status, held = 0, []
    for path in arguments.files:
        try:
            found = verify(read_input_file(path, LARGEST_RESULT), trusted)
        except RefusedError as error:
            print(text("exams.verdict.refused", language, file=str(path), reason=error.message))
            status = 1
            continue
        except OSError as error:  # go on with the other files
            print(text("exams.verdict.refused", language, file=str(path), reason=system_problem(error)))
            status = 1
            continue
        held.append(found.sealed)
        verdict = "rehearsal" if found.is_rehearsal else "holds" if found.keys_checked else "no-keys"
        decision = text(f"exams.decision.{found.decision or 'open'}", language)
        print(text(f"exams.verdict.{verdict}", language, file=str(path), decision=decision))
        if not (arguments.key or arguments.keys):
            try:
                exam_office().check_current(found.sealed)
            except RefusedError as error:  # valid, but replaced or decided upon later
                print(text("exams.verdict.not-current", language, file=str(path), reason=error.message))
                status = 1
    check_regrade_chain(held)
    return status


def _read_result(path: Path) -> Verified:
    """A result that verifies with this machine's school, if it has one, and is the latest of its sitting."""
    office = exam_office()
    found = verify(read_input_file(path, LARGEST_RESULT), office.keys.trust if office.keys.exists else None)
    if not found.is_rehearsal and found.keys_checked:
        office.check_known(found.sealed)
    return found


def review_action(arguments: argparse.Namespace, language: Language) -> int:
    """Confirm or refuse a result as certifier, after printing its observations."""
    office = exam_office()
    before = verify(read_input_file(arguments.file, LARGEST_RESULT), office.keys.trust).sealed
    by = signed_in(office, arguments.by, language)
    need(by.role, Right.CONFIRM_RESULT)
    office.check_known(before)
    for line in observation_lines(office.observations(before), language):  # shown before the decision
        print_stderr(line)
    key = unlocked_key(office, KeyRole.CERTIFIER, language)
    print(office.decide(before, by, arguments.decision, key, arguments.note)[1])
    return 0


def regrade_action(arguments: argparse.Namespace, language: Language) -> int:
    """Void or correct items; returns 2 for a malformed correction."""
    office = exam_office()
    before = verify(read_input_file(arguments.file, LARGEST_RESULT), office.keys.trust).sealed
    by = signed_in(office, arguments.by, language)
    second = signed_in(office, arguments.second, language)
    corrected = []
    for given in arguments.correct:
        number, _, answer = given.partition("=")
        if not number.isdecimal() or not answer:
            print_stderr(f"trainer exam: {text('exams.say.correct', language, given=given)}")
            return 2
        corrected.append(Correction(item=int(number), solutions=tuple(answer.split("|")), cite=arguments.cite))
    key = unlocked_key(office, KeyRole.STATION, language)
    corrections = Corrections(
        by=by,
        second=second,
        reason=arguments.reason,
        cite=arguments.cite,
        voided=arguments.void,
        corrected=corrected,
        appeal=arguments.appeal,
    )
    made = office.regrade(before, corrections, key)
    for line in report_lines(made[0], language):
        print(line)
    for line in observation_lines(office.archive.missing(), language):
        print_stderr(line)
    certificates = CertificateRegister(office.folder / "certificates")
    for found in made:
        print(office.archive.path(found))
        assert found.result.regrade is not None
        issued = certificates.of_result(found.result.regrade.parent)
        if issued is not None:
            print_stderr(f"trainer exam: {text('exams.say.certificate-of', language, number=issued.number)}")
    return 0


def report_action(arguments: argparse.Namespace, language: Language) -> int:
    """Print marks, or write reports as JSON or PDF."""
    for path in arguments.files:
        verified = _read_result(path)
        found = verified.sealed
        if not verified.keys_checked and not verified.is_rehearsal:
            print_stderr(f"trainer exam: {text('exams.say.keys-unchecked', language)}")
        if arguments.json:
            print_json(msgspec.json.encode(found.result.marks))
            continue
        if arguments.pdf is not None:
            print(_write_report(verified, arguments.pdf, language))
            continue
        for line in report_lines(found, language):
            print(line)
    return 0


def _write_report(verified: Verified, folder: Path, language: Language) -> Path:
    """Write a report for the candidate: without a name if the person was erased or is unknown here, with the name of
    the school only if its keys sealed the result."""
    office, found = exam_office(), verified.sealed
    candidate = office.people.find(found.result.header.candidate)
    school = office.keys.trust.school if verified.keys_checked else ""
    name = candidate.identity.name if candidate else ""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"report-{found.digest[:12]}-{language.value}.pdf"
    write_atomically(path, draw_report(found, language, name=name, school=school))
    return path


def statistics_action(arguments: argparse.Namespace, language: Language) -> int:
    """Write statistics, and recalibrate difficulties if asked for."""
    office = exam_office()
    check_output(arguments.out, office.folder)
    found = [_read_result(path).sealed for path in arguments.files] or office.results()
    if arguments.calibrate:
        office.calibrate(signed_in(office, arguments.by, language))
    counted = write_statistics(found, arguments.out, language, with_rehearsals=arguments.rehearsals)
    print(text("exams.say.counted", language, count=counted, path=str(arguments.out)))
    return 0
