"""``trainer certificate``: issue, check, suspend and revoke certificates, and manage the school's keys."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from trainer.cli.exam_prompts import new_secret
from trainer.cli.places import user_places
from trainer.cli.streams import print_stderr, read_secret
from trainer.exams.certificates.card import PREFIX
from trainer.exams.certificates.credential import to_envelope
from trainer.exams.certificates.issuer import Issued, Issuer, check_certifiable
from trainer.exams.certificates.pdf_layout import PaperSize
from trainer.exams.certificates.trust_store import TrustStore
from trainer.exams.certificates.verifier import CheckedCertificate, Verdict, read_certificate_argument
from trainer.exams.clock import MachineClock
from trainer.exams.errors import RefusedError, check_output
from trainer.exams.key_history import note_newer_keys
from trainer.exams.key_ring import KeyRing
from trainer.exams.keys import KeyRole, PrivateKey
from trainer.exams.office import Office
from trainer.exams.roles import Right, need
from trainer.exams.trust import KeyStanding, Trust, parse_time, read_trust
from trainer.exams.verification import verify
from trainer.system.input_files import read_input_file
from trainer.system.private_files import write_atomically
from trainer.texts import Language, Message, say, text

NOT_VALID, WRONG_INPUT = 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    languages = [language.value for language in Language]
    parser.add_argument("--language", choices=languages, default="es")
    parser.add_argument("--folder", type=Path, help="the school's exam folder (default: this user's)")
    commands = parser.add_subparsers(dest="task", required=True, metavar="task")

    def task(name: str, help_text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help_text, description=help_text)
        made.add_argument("--language", choices=languages, default=argparse.SUPPRESS)  # also after the task
        return made

    checking = task("verify", "say whether a certificate is valid: PDF, PNG, credential, or the text of its QR code")
    checking.add_argument("what", nargs="+", help="a file, or the text of a QR code; several: all of one certificate")
    checking.add_argument(
        "--keys", type=Path, action="append", default=[], help="a school's public keys, besides those kept"
    )
    checking.add_argument("--status", type=Path, action="append", default=[], help="a status list of the school")
    checking.add_argument("--json", action="store_true", help="one JSON object for each")
    issuing = task("issue", "issue a certificate from a sealed result that a certifier has confirmed")
    issuing.add_argument("result", type=Path)
    issuing.add_argument("--renews", default="", help="the number of the certificate to renew")
    _add_output(issuing)
    again = task("again", "write a lost certificate again")
    again.add_argument("number")
    _add_output(again)
    revoking = task("revoke", "revoke a certificate for good, or suspend it")
    revoking.add_argument("number")
    revoking.add_argument("--reason", default="")
    how = revoking.add_mutually_exclusive_group()
    how.add_argument("--suspend", action="store_true", help="only until it is reinstated")
    how.add_argument("--reinstate", action="store_true", help="end a suspension")
    status = task("status", "write the signed status lists of today, to be published")
    status.add_argument("--out", type=Path, default=Path())
    task("list", "list the certificates that were issued")
    forget = task("forget", "erase the holder's name; the number and status stay")
    forget.add_argument("number")
    forget.add_argument("--by", required=True, help="the certifier who erases it")
    trusting = task("trust", "keep a school's public keys, to check its certificates with")
    trusting.add_argument("file", type=Path)
    trusting.add_argument("--root", default="", help="the id of its root key, if another school has the same name")
    _add_keys(task("keys", "make, show, replace, export and import the school's keys"))


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=Path(), help="the folder for PDF, PNG, credential and card")
    parser.add_argument("--sheet", choices=[sheet.value for sheet in PaperSize], default=PaperSize.A4.value)


def _add_keys(parser: argparse.ArgumentParser) -> None:
    acts = parser.add_subparsers(dest="act", required=True, metavar="act")
    roles = [role.value for role in KeyRole]
    found = acts.add_parser("found", help="the school's first key, once")
    found.add_argument("school", help="the school's name as it stands on certificates")
    acts.add_parser("list", help="every key there ever was")
    for name, about in (
        ("make", "a first key for a role"),
        ("rotate", "replace a key by a new one"),
        ("export", "carry a key to another machine"),
    ):
        act = acts.add_parser(name, help=about)
        act.add_argument("role", choices=roles)
        if name == "export":
            act.add_argument("file", type=Path)
        if name == "rotate":
            act.add_argument("--by-root", action="store_true", help="sign with the root key, if the old key is lost")
    acts.add_parser("import", help="take a key from another machine").add_argument("file", type=Path)
    acts.add_parser(
        "public", help="write the school's public keys, to give to anybody who checks certificates"
    ).add_argument("file", type=Path)
    stolen = acts.add_parser(
        "compromised", help="a key was stolen: only what the register knew before a moment still counts"
    )
    stolen.add_argument("kid")
    stolen.add_argument("since", help="as 2026-11-16T18:00:00Z")


def run(arguments: argparse.Namespace) -> int:
    """Run a task; returns 0, 1 if a certificate is not valid or something is refused, 2 for wrong input."""
    try:
        return TASKS[arguments.task](arguments, _Context(arguments))
    except RefusedError as error:
        print_stderr(f"trainer certificate: {say(error.message, Language(arguments.language))}")
        return NOT_VALID


class _Context:
    """Folder, keys and stores of this machine, shared by the tasks."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.language = Language(arguments.language)
        self.folder: Path = arguments.folder or user_places().exams
        self.ring = KeyRing(self.folder / "keys", _now)

    def ask(self, what: str, role: KeyRole) -> str:
        prompt = text(f"certificates.ask.{what}", self.language, role=self.role(role))
        return new_secret(prompt, self.language) if what == "new" else read_secret(prompt)

    def role(self, role: KeyRole) -> Message:
        return Message(f"certificates.role.{role.value}")

    def certifier(self) -> PrivateKey:
        return self.ring.unlock(KeyRole.CERTIFIER, self.ask("passphrase", KeyRole.CERTIFIER))

    def issuer(self) -> Issuer:
        return Issuer(self.folder, self.ring.trust, _now)

    @property
    def trust_store(self) -> TrustStore:
        return TrustStore(self.folder, self.ring)


def _now() -> datetime:
    return datetime.now(UTC)


# ── checking ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _verify(arguments: argparse.Namespace, context: _Context) -> int:
    try:
        given = [read_certificate_argument(what) for what in arguments.what]
    except RefusedError as error:
        print_stderr(f"trainer certificate: {say(error.message, context.language)}")
        return WRONG_INPUT
    verifier = context.trust_store.verifier(_now, [read_trust(read_input_file(path)) for path in arguments.keys])
    for path in arguments.status:
        try:
            verifier.take_status(read_input_file(path).decode("ascii", errors="replace"))
        except RefusedError as error:
            print_stderr(f"trainer certificate: {path}: {say(error.message, context.language)}")
    findings = verifier.verify_together(given)
    for what, finding in zip(arguments.what, findings, strict=True):
        _print_checked(_short(what), finding, context.language, arguments.json)
    return 0 if all(finding.is_valid for finding in findings) else NOT_VALID


def _short(what: str) -> str:
    """Short name of a checked argument: the file name, or the beginning of a text."""
    return what[:20] + "…" if what.strip().startswith((PREFIX, "{", "eyJ")) else Path(what).name


def _print_checked(what: str, finding: CheckedCertificate, language: Language, as_json: bool) -> None:
    if as_json:
        row = {
            "what": what,
            "verdict": finding.verdict.value,
            "reason": say(finding.reason, language),
            "number": finding.number,
            "holder": finding.holder,
            "scheme": finding.scheme,
            "school": finding.school,
            "issued": finding.issued,
            "expires": finding.expires,
            "not-proven": [say(one, language) for one in finding.not_proven],
        }
        print(msgspec.json.encode(row).decode())
        return
    print(f"{what}: {text(f'certificates.word.{finding.verdict.value}', language)}. {say(finding.reason, language)}")
    if finding.holder:
        shown = text(
            "certificates.shown",
            language,
            holder=finding.holder,
            number=finding.number,
            scheme=finding.certificate.scheme_names if finding.certificate else finding.scheme,
            school=finding.school,
            issued=finding.issued[:10],
            expires=finding.expires[:10],
        )
        print(f"  {shown}")
    for one in finding.not_proven if finding.verdict is not Verdict.ALTERED else ():
        print(say(one, language))


def _trust(arguments: argparse.Namespace, context: _Context) -> int:
    offered = context.trust_store.trust(read_input_file(arguments.file), arguments.root)
    print(f"{offered.school}\t{offered.root.kid}")
    return 0


# ── issuing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _issue(arguments: argparse.Namespace, context: _Context) -> int:
    office = Office(context.folder, MachineClock())
    verified = verify(read_input_file(arguments.result), context.ring.trust)
    reference = verified.result.header.candidate
    check_certifiable(verified.sealed, reference, office.results())  # refuse before asking for a passphrase
    candidate = office.people.find(reference)
    if candidate is None:
        raise RefusedError(Message("certificates.refused.nobody"))
    issued = context.issuer().issue(
        verified,
        context.certifier(),
        candidate=candidate,
        language=context.language,
        sheet=PaperSize(arguments.sheet),
        renews=arguments.renews,
        known=office.results(),
    )
    _write(issued, arguments.out)
    return 0


def _again(arguments: argparse.Namespace, context: _Context) -> int:
    issuer = context.issuer()
    certificate = issuer.register.find(arguments.number)
    _write(issuer.reissue(certificate, context.certifier(), PaperSize(arguments.sheet)), arguments.out)
    return 0


def _write(issued: Issued, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / f"certificate-{issued.certificate.number}"
    for ending, data in (
        (".pdf", issued.pdf),
        (".png", issued.picture),
        (".json", to_envelope(issued.credential)),
        (".txt", issued.card.encode()),
    ):
        path = stem.with_name(stem.name + ending)
        write_atomically(path, data)
        print(path)


def _revoke(arguments: argparse.Namespace, context: _Context) -> int:
    issuer = context.issuer()
    number = issuer.register.find(arguments.number).number
    key = context.certifier()
    if arguments.reinstate:
        issuer.reinstate(number, key)
    elif arguments.suspend:
        issuer.suspend(number, arguments.reason, key)
    else:
        issuer.revoke(number, arguments.reason, key)
    issuer.write_lists(key)
    print(number)
    return 0


def _status(arguments: argparse.Namespace, context: _Context) -> int:
    issuer, key = context.issuer(), context.certifier()
    for path in issuer.write_lists(key):
        copy = arguments.out / path.name
        copy.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(copy, read_input_file(path))
        print(copy)
    return 0


def _list(_: argparse.Namespace, context: _Context) -> int:
    for one, state, reason in context.issuer().listed():
        word = text(f"certificates.word.{state}", context.language)
        print("\t".join((one.number, one.holder, one.scheme, one.issued[:10], one.expires[:10], word, reason)))
    return 0


def _forget(arguments: argparse.Namespace, context: _Context) -> int:
    office = Office(context.folder, MachineClock())
    password = read_secret(text("exams.ask.password", context.language, who=arguments.by))
    need(office.staff.sign_in(arguments.by, password).role, Right.ERASE_PERSON)
    context.issuer().register.forget(arguments.number)
    print(arguments.number)
    return 0


# ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _keys(arguments: argparse.Namespace, context: _Context) -> int:
    ring = context.ring
    match arguments.act:
        case "found":
            trust = ring.found(arguments.school, context.ask("new", KeyRole.ROOT))
            print(f"{trust.school}\t{trust.root}")
        case "list":
            _list_keys(ring.trust, context)
        case "make":
            role = KeyRole(arguments.role)
            print(ring.make(role, context.ask("new", role), context.ask("passphrase", KeyRole.ROOT)))
        case "rotate":
            role = KeyRole(arguments.role)
            by = KeyRole.ROOT if arguments.by_root else role
            office = Office(context.folder, MachineClock())
            print(office.replace_key(role, context.ask("new", role), context.ask("passphrase", by), by))
        case "export":
            role, file = KeyRole(arguments.role), check_output(arguments.file, context.folder)
            write_atomically(file, ring.export(role, context.ask("passphrase", role)))
            print(arguments.file)
        case "import":
            data = read_input_file(arguments.file)
            if data.startswith(b'{"format":"croupier-trainer keys'):
                trust = ring.import_trust(data)
                note_newer_keys(Office(context.folder, MachineClock()).register, trust, _now())
                print(trust.school)
            else:
                print(ring.import_key(data, context.ask("passphrase", KeyRole.STATION)).public)
        case "public":
            write_atomically(check_output(arguments.file, context.folder), ring.trust.to_bytes())
            print(arguments.file)
        case "compromised":
            _compromise(arguments, context)
    return 0


def _list_keys(trust: Trust, context: _Context) -> None:
    for role in KeyRole:
        for key in trust.keys(role):
            good = trust.judge(key, role, _now()) is KeyStanding.GOOD
            state = text(f"certificates.key.{'in-force' if good else 'ended'}", context.language)
            print(f"{key.kid}\t{say(context.role(role), context.language)}\t{trust.began(key).date()}\t{state}\t{key}")


def _compromise(arguments: argparse.Namespace, context: _Context) -> None:
    keys = [key for key in context.ring.trust.keys(None) if key.kid == arguments.kid]
    if len(keys) != 1:
        raise RefusedError(Message("keys.unknown-key", {"kid": arguments.kid}))
    try:
        since = parse_time(arguments.since)
    except ValueError:
        raise RefusedError(Message("certificates.refused.time", {"given": arguments.since})) from None
    office = Office(context.folder, MachineClock())
    proven = office.declare_compromised(keys[0], since, context.ask("passphrase", KeyRole.ROOT))
    print(keys[0])
    print_stderr(f"trainer certificate: {text('certificates.said-compromised', context.language, count=proven)}")


TASKS: dict[str, Callable[[argparse.Namespace, _Context], int]] = {
    "verify": _verify,
    "trust": _trust,
    "issue": _issue,
    "again": _again,
    "revoke": _revoke,
    "status": _status,
    "list": _list,
    "forget": _forget,
    "keys": _keys,
}
