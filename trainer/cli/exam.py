"""``trainer exam``: schemes, papers, sittings and sealed results, for machines without a display and for scripts."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from trainer.cli.error_report import report_error
from trainer.cli.exam_prompts import ask_new_secret, ask_secret, exam_office, signed_in, unlocked_key
from trainer.cli.exam_results import (
    regrade_action,
    report_action,
    review_action,
    statistics_action,
    take_action,
    verify_action,
)
from trainer.cli.exam_text import check_summary, measure_lines, paper_lines, report_lines, scheme_line, survey_lines
from trainer.cli.places import user_places
from trainer.cli.streams import print_json, print_stderr
from trainer.exams.certificates.register import CertificateRegister
from trainer.exams.draw_survey import survey
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole
from trainer.exams.measure import measure
from trainer.exams.office import Office
from trainer.exams.paper import Paper
from trainer.exams.paper_assembly import DrawRequest, draw_paper
from trainer.exams.people import Identity
from trainer.exams.rehearsal import rehearse
from trainer.exams.roles import Right, Role, need
from trainer.exams.scheme import Scheme
from trainer.exams.scheme_checks import check_scheme, require_valid, scheme_notes
from trainer.exams.scheme_files import SHIPPED, Schemes
from trainer.exams.seals import CONFIRMED, REJECTED
from trainer.exams.trust import format_time
from trainer.rulebooks import RulebookError
from trainer.runs.offers import Offers
from trainer.system.lazy_imports import lazily
from trainer.texts import Language, Message, say, text

with lazily():
    from trainer.cli.exam_sitting import sit_in_terminal
    from trainer.exams.sitting_transfer import move_here, sittings_in

_SURVEYED = 100  # papers


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="action")

    def action(name: str, help_text: str) -> argparse.ArgumentParser:
        found = actions.add_parser(name, help=help_text, description=help_text)
        found.add_argument("--language", choices=[language.value for language in Language], default="es")
        return found

    _add_papers(action)
    _add_results(action)
    _add_people(action)


def _add_papers(action: Callable[[str, str], argparse.ArgumentParser]) -> None:
    schemes = action("schemes", "list the available exams")
    schemes.add_argument("--rulebook", default="")
    schemes.add_argument("--json", action="store_true")
    check = action("check", "list every fault of an exam's file and how well it measures")
    check.add_argument("exams", nargs="*", help="names as ‘exam schemes’ lists them, or files (default: all)")
    check.add_argument(
        "--papers",
        type=int,
        metavar="N",
        help=f"draw N papers, count how often they ask the same (default: {_SURVEYED} of each that is named, 0 of all)",
    )
    paper = action("paper", "draw a paper: to look at, or for a seat (--by, --seat) with a code for the invigilator")
    paper.add_argument("scheme")
    paper.add_argument("--seed", default="", help="the same seed gives the same sample; a seat's paper takes none")
    paper.add_argument("--answers", action="store_true", help="with the answers and their reasons")
    paper.add_argument("--json", action="store_true", help="the whole paper as its file holds it")
    paper.add_argument("--by", default="", help="the examiner who draws it for a candidate")
    paper.add_argument("--seat", default="", help="the seat it is for")
    paper.add_argument("--candidate", default="", help="the candidate it is for, as ‘exam candidate’ printed")
    paper.add_argument("--open", default="", metavar="PAPER", help="show a drawn paper; the register records it")
    paper.add_argument("--reason", default="", help="why the seat gets another paper")
    paper.add_argument("--shared", action="store_true", help="the same for everybody: each candidate sits it once")
    rehearsal = action("rehearse", "let a simulated candidate sit a paper; no certificate can come of it")
    rehearsal.add_argument("scheme")
    rehearsal.add_argument("--seed", type=int, default=1)
    rehearsal.add_argument("--skill", type=float, default=0.8, help="the share of items it gets right")
    rehearsal.add_argument("--out", type=Path, default=Path("rehearsal"))
    sit = action("sit", "sit a paper in the terminal, supervised by the invigilator")
    sit.add_argument("paper", nargs="?", default="", help="the paper that was drawn")
    sit.add_argument("--candidate", default="", help="the candidate, as ‘exam candidate’ printed")
    sit.add_argument("--invigilator", default="")
    sit.add_argument("--document", default="id-card", help="what the identity was checked with")
    sit.add_argument("--extra-time", type=int, default=0, help="percent, as accommodation")
    sit.add_argument("--trained-by", nargs="*", action="extend", default=[], help="staff who trained the candidate")
    sit.add_argument("--resume", default="", help="an interrupted sitting")
    sit.add_argument("--rehearse", default="", metavar="SCHEME", help="sit an exam for practice, without staff")

    move = action("move", "continue a sitting of a machine that died, from its disk, a stick or a copy")
    move.add_argument("folder", type=Path, help="its exam folder, as ‘data/exams’")
    move.add_argument("sitting", nargs="?", default="", help="which one (default: list them)")
    move.add_argument("--by", default="", help="the invigilator")
    move.add_argument("--reason", default="")


def _add_results(action: Callable[[str, str], argparse.ArgumentParser]) -> None:
    verify_ = action("verify", "verify sealed results")
    verify_.add_argument("files", type=Path, nargs="+")
    _add_keys(verify_)
    take = action("take", "register results from another machine of the school")
    take.add_argument("files", type=Path, nargs="+")
    review = action("review", "confirm or refuse a result as certifier")
    review.add_argument("file", type=Path)
    review.add_argument("--by", required=True)
    review.add_argument("--decision", choices=(CONFIRMED, REJECTED), required=True)
    review.add_argument("--note", default="")
    regrade = action("regrade", "void items or correct answers; writes a new sealed result that replaces the old one")
    regrade.add_argument("file", type=Path)
    regrade.add_argument("--by", required=True)
    regrade.add_argument("--reason", required=True)
    regrade.add_argument("--void", type=int, nargs="*", action="extend", default=[], metavar="ITEM")
    regrade.add_argument("--correct", nargs="*", action="extend", default=[], metavar="ITEM=ANSWER")
    regrade.add_argument("--cite", required=True, help="the article that the correction rests on")
    regrade.add_argument("--second", required=True, help="the second person, who signs in as well")
    regrade.add_argument("--appeal", action="store_true")
    report = action("report", "the marks of a result, part by part, with what to study")
    report.add_argument("files", type=Path, nargs="+")
    report.add_argument("--json", action="store_true")
    report.add_argument("--pdf", type=Path, help="a folder: the reports as PDF, with the candidates' names")
    statistics = action("statistics", "item and paper statistics as CSV or XLSX")
    statistics.add_argument("files", type=Path, nargs="*", help="results (default: all that are kept here)")
    statistics.add_argument("--out", type=Path, required=True, help="a file: .csv or .xlsx")
    statistics.add_argument("--calibrate", action="store_true", help="balance papers by all results from now on")
    statistics.add_argument("--by", default="", help="the examiner who balances papers (--calibrate)")
    statistics.add_argument("--rehearsals", action="store_true", help="count rehearsals too, to try it")


def _add_people(action: Callable[[str, str], argparse.ArgumentParser]) -> None:
    staff = action("staff", "add somebody to the staff of the exams, change a password or role, or retire them")
    staff.add_argument("id")
    staff.add_argument("--name", default="")
    staff.add_argument("--role", choices=[role.value for role in Role if role is not Role.CANDIDATE])
    staff.add_argument("--retire", action="store_true", help="can no longer sign in; the id stays in the logs")
    candidate = action("candidate", "add a candidate; prints the reference that stands in sealed files")
    candidate.add_argument("--name", required=True)
    candidate.add_argument("--document", required=True)
    candidate.add_argument("--born", default="")
    erase = action("erase", "erase a candidate; sealed results stay, without a link to the person")
    erase.add_argument("candidate")
    erase.add_argument("--by", required=True)


def _add_keys(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--keys", type=Path, help="the school's public list of keys (default: the one of this machine)")
    parser.add_argument("--key", default="", help="one public key in hexadecimal")


def run(arguments: argparse.Namespace) -> int:
    language = Language(arguments.language)
    try:
        return _ACTIONS[arguments.action](arguments, language)
    except RulebookError as error:
        return report_error(error, "exam", language)
    except RefusedError as error:
        print_stderr(f"trainer exam: {say(error.message, language)}")
        return 1


def _schemes() -> Schemes:
    return Schemes([SHIPPED, user_places().schemes])


def _offers() -> Offers:
    return Offers(user_places().library())


# ── schemes and papers ───────────────────────────────────────────────────────────────────────────────────────────────


def _list_schemes(arguments: argparse.Namespace, language: Language) -> int:
    schemes = _schemes()
    found, faults = [], []
    for name in schemes.ids():
        try:
            found.append(schemes.load(name))
        except RulebookError as error:  # list the others all the same
            faults += error.faults
    wanted = [scheme for scheme in found if arguments.rulebook in ("", scheme.rulebook)]
    if arguments.json:
        print_json(msgspec.json.format(msgspec.json.encode(wanted)))
    else:
        for scheme in wanted:
            print(scheme_line(scheme, language))
    for fault in faults:
        print_stderr(f"trainer exam: {say(fault.message, language)}")
    return 2 if faults else 0


def _check(arguments: argparse.Namespace, language: Language) -> int:
    schemes, offers = _schemes(), _offers()
    papers = (_SURVEYED if arguments.exams else 0) if arguments.papers is None else arguments.papers
    names = schemes.ids()
    given = [(schemes.path(name), name) if name in names else (Path(name), "") for name in arguments.exams]
    targets = given or [(schemes.path(name), name) for name in names]
    faults = 0
    for path, name in targets:
        try:
            scheme = schemes.read(path, name)
            found = check_scheme(scheme, str(path), offers, names)
        except RulebookError as error:
            found, scheme = error.faults, None
        for fault in found:
            print(say(fault.message, language))
        if scheme is not None and not found:
            if arguments.exams:
                for note in scheme_notes(scheme):
                    print(text("faults.note", language, note=note))
            if scheme.rulebook:
                for line in measure_lines(scheme, measure(scheme, offers), language):
                    print(line)
                if papers > 0:
                    for line in survey_lines(survey(scheme, offers, papers), language):
                        print(line)
        faults += len(found)
    print_stderr(check_summary(len(targets), faults, language))
    return 1 if faults else 0


def _paper(arguments: argparse.Namespace, language: Language) -> int:
    scheme = _schemes().load(arguments.scheme)
    if arguments.by:
        return _draw(arguments, scheme, language)
    if (arguments.answers or arguments.json) and exam_office().keys.exists:
        raise RefusedError(Message("exams.refused.look-unsigned"))
    paper = _sample(scheme, arguments.seed)
    if arguments.json:
        print_json(msgspec.json.format(msgspec.json.encode(paper)))
    else:
        for line in paper_lines(paper, language, with_answers=arguments.answers):
            print(line)
    return 0


def _draw(arguments: argparse.Namespace, scheme: Scheme, language: Language) -> int:
    """Draw a paper; with ``--open`` or ``--answers`` show one with its answers, and the register records who looked."""
    office = exam_office()
    by = signed_in(office, arguments.by, language)
    if arguments.open or arguments.answers:
        if arguments.open:
            paper = office.open_paper(arguments.open, ask_secret("code", "", language), by)
        else:
            need(by.role, Right.SEE_PAPER)
            office.note_look(scheme.id, by.id)
            paper = _sample(scheme, arguments.seed)
        for line in paper_lines(paper, language, with_answers=True):
            print(line)
        return 0
    if arguments.seed:
        raise RefusedError(Message("exams.refused.chosen-seed"))
    candidate = office.people.find(arguments.candidate) if arguments.candidate else None
    if candidate is None and not arguments.shared:
        raise RefusedError(Message("exams.refused.paper-for-whom"))
    paper, code = office.draw(
        scheme,
        by,
        arguments.seat or arguments.candidate or arguments.scheme,
        _offers(),
        candidate=None if arguments.shared else candidate,
        reason=arguments.reason,
        shared=arguments.shared,
    )
    print(text("exams.say.drawn", language, paper=paper.id, items=len(paper.items), code=code))
    return 0


def _sample(scheme: Scheme, seed: str) -> Paper:
    """A sample paper to look at, marked as a rehearsal."""
    now = datetime.now(UTC)
    drawing = DrawRequest(seed=seed or os.urandom(8).hex(), nonce=os.urandom(32), now=now, by="preview", rehearsal=True)
    offers = _offers()
    return draw_paper(require_valid(scheme, offers), drawing, offers)


def _rehearse(arguments: argparse.Namespace, language: Language) -> int:
    scheme = _schemes().load(arguments.scheme)
    if not 0 <= arguments.skill <= 1:
        print_stderr(f"trainer exam: {text('exams.say.skill', language)}")
        return 2
    found, path = rehearse(scheme, arguments.seed, arguments.skill, arguments.out, _offers())
    for line in report_lines(found, language):
        print(line)
    print(path)
    return 0


# ── sittings and results ─────────────────────────────────────────────────────────────────────────────────────────────


def _sit(arguments: argparse.Namespace, language: Language) -> int:
    return sit_in_terminal(arguments, exam_office(), _schemes(), _offers(), language)


def _move(arguments: argparse.Namespace, language: Language) -> int:
    office = exam_office()
    if not arguments.sitting:
        for header in sittings_in(arguments.folder):
            print(f"{header.sitting}  {header.scheme}  {header.created}")
        return 0
    by = signed_in(office, arguments.by, language)
    move_here(office, arguments.folder, arguments.sitting, by, arguments.reason)
    print(text("exams.say.left", language, sitting=arguments.sitting))
    return 0


# ── people ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _staff(arguments: argparse.Namespace, language: Language) -> int:
    office = exam_office()
    root = unlocked_key(office, KeyRole.ROOT, language)
    if arguments.retire:
        gone = office.staff.retire(arguments.id, root)
        print(text("exams.refused.retired", language, person=gone.name, day=gone.until[:10]))
        return 0
    if not arguments.role:
        raise RefusedError(Message("exams.refused.staff-name", {"person": arguments.id}))
    password = ask_new_secret("new-password", arguments.id, language)
    person = office.staff.add(arguments.id, arguments.name, Role(arguments.role), password, root)
    print(text("exams.say.staff", language, person=person.id, role=Message(f"exams.role.{person.role.value}")))
    return 0


def _candidate(arguments: argparse.Namespace, language: Language) -> int:
    identity = Identity(name=arguments.name, document=arguments.document, born=arguments.born)
    print(exam_office().people.add(identity).reference)
    return 0


def _erase(arguments: argparse.Namespace, language: Language) -> int:
    office = exam_office()
    by = signed_in(office, arguments.by, language)
    need(by.role, Right.ERASE_PERSON)
    if not office.knows(arguments.candidate):  # a typing error must not look like a successful erasure
        raise RefusedError(Message("exams.refused.no-candidate", {"candidate": arguments.candidate[:70]}))
    office.register.add("erased", arguments.candidate, format_time(office.clock.wall()), by.id)
    office.people.erase(arguments.candidate)
    _forget_certificates(office, arguments.candidate)
    print(text("exams.say.erased", language))
    return 0


def _forget_certificates(office: Office, candidate: str) -> None:
    """Erase the candidate's name from their certificates; numbers and statuses stay."""
    theirs = {found.digest for found in office.results() if found.result.header.candidate == candidate}
    register = CertificateRegister(office.folder / "certificates")
    for certificate in list(register):
        if certificate.result in theirs:
            register.forget(certificate.number)


_ACTIONS: dict[str, Callable[[argparse.Namespace, Language], int]] = {
    "schemes": _list_schemes,
    "check": _check,
    "paper": _paper,
    "rehearse": _rehearse,
    "sit": _sit,
    "move": _move,
    "take": take_action,
    "verify": verify_action,
    "review": review_action,
    "regrade": regrade_action,
    "report": report_action,
    "statistics": statistics_action,
    "staff": _staff,
    "candidate": _candidate,
    "erase": _erase,
}
