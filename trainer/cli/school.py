"""``trainer school``: run a school's service, manage its people, and join a school from a laptop."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

from trainer.cli import school_installers, school_laptop
from trainer.cli.error_report import report_problems
from trainer.cli.places import user_places
from trainer.cli.streams import print_stderr
from trainer.records.attempts import from_milliseconds, wall_clock
from trainer.records.database_files import new_file
from trainer.records.errors import ExistsError, RecordsError
from trainer.school import exports
from trainer.school.entries import SealedBody, Sort, body_of, sealed_entry
from trainer.school.errors import (
    BadServiceIdentityError,
    CannotOpenSchoolError,
    NoFormatError,
    NotACertificateError,
    NotAnIdentityCopyError,
    OneServiceError,
    SchoolError,
    StorageError,
    TakenError,
    UnknownError,
)
from trainer.school.installers.release_folder import INSTALLERS
from trainer.school.laptop.join_client import RefusedError
from trainer.school.passwords import check_strength
from trainer.school.protocol import PORT
from trainer.school.refusals import refusal_message
from trainer.school.rights import Action, check_who
from trainer.school.roster import import_roster, read_roster
from trainer.school.storage.backup import back_up, made_at, restore
from trainer.school.storage.entry_book import Incoming
from trainer.school.storage.mixed_records import find_mixed, separate
from trainer.school.storage.people import Class, Person, Role, clean_name
from trainer.school.storage.school_storage import Storage, open_storage
from trainer.system.input_files import read_input_file
from trainer.system.lazy_imports import lazily
from trainer.texts import Language, say, text
from trainer.texts.system_errors import system_problem

with lazily():  # slow imports that only a few tasks need
    from trainer.exams.certificates.trust_store import TrustStore
    from trainer.exams.key_ring import KeyRing
    from trainer.school import bundles
    from trainer.school.discovery import own_addresses
    from trainer.school.lent_keys import keys_to_lend
    from trainer.school.sealed_documents import accept_result, certificate_id, trust_own_keys
    from trainer.school.service.admission import Admission
    from trainer.school.service.app import School
    from trainer.school.service.server import SchoolServer
    from trainer.school.service_identity import ServiceIdentity, has_identity, make_new_identity, restore_identity
    from trainer.school.storage.marking import mark_some

_SWITCH_SECONDS = 0.001  # answers do not wait for the thread that marks them again
_STAFF = [role.value for role in (Role.INSTRUCTOR, Role.EXAMINER, Role.ADMINISTRATOR)]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", type=Path, help="the school's folder: store, certificate (default: this user's)")
    parser.add_argument("--store", help="postgresql://… or a file (default: school.db in the folder)")
    parser.add_argument("--language", choices=[language.value for language in Language], default="es")
    commands = parser.add_subparsers(dest="task", required=True, metavar="task")

    def task(name: str, help_text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=help_text, description=help_text)

    serving = task("serve", "serve the school to laptops, with a code for each class")
    serving.add_argument("--name", default="", help="the school's name, as laptops show it")
    serving.add_argument("--host", default="0.0.0.0")
    serving.add_argument("--port", type=int, default=PORT)
    serving.add_argument("--quiet", action="store_true", help="do not announce it on the local network")
    serving.add_argument(
        "--share-port",
        action="store_true",
        help="let several services of this school on this machine share the port (PostgreSQL, Linux)",
    )
    roster = task("roster", "put the trainees of a CSV file into the school")
    roster.add_argument("file", type=Path)
    roster.add_argument("--class", dest="class_name", default="", help="where the file names no class")
    staff = task("staff", "add an instructor, an examiner or an administrator; prints a password")
    staff.add_argument("role", choices=_STAFF)
    staff.add_argument("name")
    staff.add_argument("login")
    staff.add_argument("--class", dest="class_name", action="append", default=[], help="a class to teach; repeatable")
    task("people", "list people, classes and laptops")
    for name, help_text in (
        ("rename", "give somebody another name"),
        ("rename-class", "give a class another name"),
        ("end-class", "end a class; what was recorded in it stays"),
        ("password", "a new password for staff; a trainee chooses one at the next laptop that joins"),
        ("let-go", "somebody leaves: laptops and logins end, what was recorded stays"),
        ("erase", "erase somebody with all that was recorded; backups that were made before still hold it"),
    ):
        change = task(name, help_text)
        change.add_argument("who", help="a class" if name.endswith("class") else "id or name, as in the list of people")
        if name.startswith("rename"):
            change.add_argument("name")
    withdraw = task("withdraw", "withdraw the key of a lost laptop, by its id in the list of people")
    withdraw.add_argument("laptop")
    giving = task("give", "give somebody a certificate; it comes to his laptops by itself")
    giving.add_argument("who", help="id or name, as in the list of people")
    giving.add_argument("file", type=Path, help="as trainer certificate issue wrote it: PDF, PNG or JSON")
    checking = task("certificates", "say of every certificate of a class whether it is valid today")
    checking.add_argument("class_name")
    table = task("export", "write a class's answers, skills and work for a spreadsheet")
    table.add_argument("class_name")
    table.add_argument("file", type=Path, help="*.xlsx for all tables, *.csv for one")
    table.add_argument("--table", choices=list(exports.TABLES), default="attempts")
    task("backup", "copy the whole school into FILE, and its certificate with the key into FILE.pem").add_argument(
        "file", type=Path
    )
    task("restore", "fill an empty store from such a file").add_argument("file", type=Path)
    _add_identity_arguments(
        task("identity", "show, restore or replace the certificate by which laptops know the service")
    )
    task("separate", "list records that a shared laptop stored under another name too").add_argument(
        "--apply", action="store_true", help="remove them from those to whom they do not belong"
    )
    _add_code_arguments(task("code", "open a new join code, also while the school is served"))
    task("recount", "mark again what was not yet, and add up again what boards show")
    task("audit", "show what was done to people and marks, newest first")
    task("take-in", "take in a bundle that a laptop wrote to a stick").add_argument("file", type=Path)
    hand_out = task("hand-out", "write a bundle for somebody's laptops")
    hand_out.add_argument("login", help="the trainee's id or name")
    hand_out.add_argument("file", type=Path)
    school_installers.add_tasks(task)
    school_laptop.add_tasks(task)


def _add_identity_arguments(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--restore", type=Path, metavar="COPY.pem", help="put back the pair that backup copied")
    which.add_argument("--new", action="store_true", help="make a new pair; every laptop has to join again")


def _add_code_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("class_name", help="the class")
    parser.add_argument("--person", default="", help="only for this person, who changes laptops")


def run(arguments: argparse.Namespace) -> int:
    """Run a task; returns 0, or 1 after one line that says what is wrong (2 if it is the service's certificate)."""
    language = Language(arguments.language)
    try:
        return TASKS[arguments.task](arguments, language) or 0
    except (BadServiceIdentityError, NotAnIdentityCopyError) as error:
        return report_problems("school", language, error.message)
    except (SchoolError, RecordsError) as error:
        print_stderr(f"trainer school: {say(error.message, language)}")
    except RefusedError as error:
        print_stderr(f"trainer school: {say(refusal_message(error.refused), language)}")
    return 1


def _folder(arguments: argparse.Namespace) -> Path:
    return Path(arguments.folder) if arguments.folder else user_places().data / "school"


def _storage(arguments: argparse.Namespace) -> Storage:
    folder = _folder(arguments)
    return open_storage(arguments.store or folder / "school.db", folder=folder)


# Tasks of the school


def _serve(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        folder, host, shares_port = _folder(arguments), arguments.host, arguments.share_port
        if shares_port and not storage.engine.is_shared:
            raise OneServiceError
        try:
            serving = SchoolServer(
                storage, folder, name=arguments.name, host=host, port=arguments.port, shares_port=shares_port
            )
        except OSError as error:
            if error.filename:  # of the service's identity
                raise
            raise CannotOpenSchoolError(where=f"{host}:{arguments.port}", problem=system_problem(error)) from None
        if not storage.people(Role.ADMINISTRATOR):
            password = secrets.token_urlsafe(9)
            with suppress(TakenError):  # another service has just added one, or somebody has this login
                storage.add_person("Administrator", Role.ADMINISTRATOR, "admin", password)
                print(text("school.command.administrator", language, login="admin", password=password))
        if serving.identity.ends < wall_clock():
            print_stderr(text("school.serve.expired", language, day=f"{serving.identity.ends:%Y-%m-%d}"))
        trust_own_keys(storage, user_places().exams)
        serving.school.requests.keys_to_lend = partial(keys_to_lend, user_places().exams)
        serving.school.requests.accept_result = partial(
            accept_result, user_places().exams, service=serving.identity.fingerprint
        )
        addresses = own_addresses() if host == "0.0.0.0" else [host]

        def ready() -> None:
            said = {"school": serving.school.name, "addresses": addresses, "port": str(serving.port)}
            print(text("school.serve.ready", language, **said))
            print_codes(serving.school, language)
            sys.stdout.flush()

        def troubled(trouble: StorageError | None) -> None:
            print_stderr(say(trouble.message, language) if trouble else text("school.serve.stored-again", language))

        serving.school.requests.on_storage_problem = troubled
        sys.setswitchinterval(_SWITCH_SECONDS)
        serving.run(ready, announces=not arguments.quiet)


def print_codes(school: School, language: Language) -> None:
    """Print the code of each class. One that is open, from before a restart or at another service, is on the projector
    and stays as it is."""
    for group in school.storage.classes():
        code, ends = school.admission.open_first_code(group.id)
        until = f"{from_milliseconds(ends).astimezone():%H:%M}"
        told = "school.serve.code" if code else "school.serve.known-code"
        print(text(told, language, name=group.name, code=code, until=until))
    if not school.storage.classes():
        print(text("school.serve.no-classes", language))


def _roster(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        result = import_roster(storage, read_roster(arguments.file), arguments.class_name)
        outside = [one.name for one in storage.people(Role.TRAINEE) if not storage.class_ids(one.id)]
    print(text("school.command.roster", language, **result._asdict()))
    if outside:
        print_stderr(text("school.command.no-class", language, count=len(outside), names=outside[:5]))


def _staff(arguments: argparse.Namespace, language: Language) -> None:
    password = secrets.token_urlsafe(9)
    check_strength(password, is_staff=True)
    with _storage(arguments) as storage:
        person = storage.add_person(arguments.name, Role(arguments.role), arguments.login, password)
        said = {"role": arguments.role, "name": person.name, "login": person.login, "password": password}
        print(text("school.command.added", language, **said))
        for name in arguments.class_name:
            group = storage.class_by_name(name) or storage.add_class(name)
            storage.add_members(group.id, [person.id])


def _people(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        names = {group.id: group.name for group in storage.classes()}
        for person in storage.people():
            groups = ", ".join(sorted(names[number] for number in storage.class_ids(person.id) if number in names))
            print(f"{person.role.value}\t{person.name}\t{person.login}\t{groups}\t{person.stored}")
            for laptop in storage.laptops(person.id):
                sign = "-" if laptop.is_withdrawn else "+"
                print(f"  {sign}\t{laptop.id}\t{laptop.name}\t{_when(laptop.seen)}")


def _withdraw(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        found = next((laptop for laptop in storage.laptops() if str(laptop.id) == arguments.laptop), None)
        if found is None:
            raise UnknownError(what=arguments.laptop)
        storage.withdraw_laptop(found.id)
    print(text("school.command.withdrawn", language, name=found.name))


def _rename(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        storage.rename(_person(storage, arguments.who).id, arguments.name)


def _rename_class(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        storage.rename_class(_class(storage, arguments.who).id, arguments.name)


def _end_class(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        storage.end_class(_class(storage, arguments.who).id)


def _password(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        person = _person(storage, arguments.who)
        password = secrets.token_urlsafe(9) if person.role is not Role.TRAINEE else ""
        storage.set_password(person.id, password)
    if password:
        said = {"role": person.role.value, "name": person.name, "login": person.login, "password": password}
        print(text("school.command.added", language, **said))


def _let_go(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        storage.deactivate(_person(storage, arguments.who).id)


def _erase(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        person = _person(storage, arguments.who)
        storage.erase(person.id)
    print(text("school.command.erased", language, name=person.name))


def _give(arguments: argparse.Namespace, language: Language) -> None:
    document = read_input_file(arguments.file)
    with _storage(arguments) as storage:
        trust_own_keys(storage, user_places().exams)
        person = _person(storage, arguments.who)
        entry = sealed_entry(certificate_id(document), Sort.CERTIFICATE, document)
        (kept,) = storage.keep([Incoming(person.id, None, [entry])])
        if kept.refused:
            raise NotACertificateError(why=kept.refused[0][1])
        storage.log(None, "give-certificate", str(person.id), arguments.file.name[:200])
    print(text("school.command.given", language, name=person.name))


def _certificates(arguments: argparse.Namespace, language: Language) -> None:
    """Print what the school's own keys and status lists say about every certificate of a class."""
    exams = user_places().exams
    verifier = TrustStore(exams, KeyRing(exams / "keys", wall_clock)).verifier(wall_clock)
    with _storage(arguments) as storage:
        for person in storage.members(_class(storage, arguments.class_name).id, Role.TRAINEE):
            for entry in storage.entries_of_sort(person.id, Sort.CERTIFICATE):
                body = body_of(entry)
                if isinstance(body, SealedBody):
                    found = verifier.verify(body.document)
                    print(f"{person.name}\t{found.number}\t{found.verdict.value}\t{say(found.reason, language)}")


def _export(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        group = _class(storage, arguments.class_name)
        match arguments.file.suffix.lower():
            case ".xlsx":
                sheets = [
                    (text(f"school.table.{name}", language), exports.table_of(storage, name, group.id, language))
                    for name in exports.TABLES
                ]
                count = exports.write_xlsx(sheets, arguments.file)
            case ".csv":
                count = exports.write_csv(
                    exports.table_of(storage, arguments.table, group.id, language), arguments.file
                )
            case _:
                raise NoFormatError(name=arguments.file.name)
        storage.log(None, "export", str(group.id), arguments.file.name[:200])
    print(text("school.command.rows", language, path=str(arguments.file), count=count))


def _backup(arguments: argparse.Namespace, language: Language) -> None:
    folder, key_copy = _folder(arguments), arguments.file.with_name(f"{arguments.file.name}.pem")
    if has_identity(folder) and os.path.lexists(key_copy):
        raise ExistsError(path=key_copy)
    with _storage(arguments) as storage:
        count = back_up(storage, arguments.file)
    print(text("school.command.rows", language, path=str(arguments.file), count=count))
    if has_identity(folder):
        with new_file(key_copy) as unfinished:
            unfinished.write_bytes(ServiceIdentity(folder, wall_clock()).copy())
        print(text("school.command.identity-copied", language, path=str(key_copy)))


def _restore(arguments: argparse.Namespace, language: Language) -> None:
    folder, key_copy = _folder(arguments), arguments.file.with_name(f"{arguments.file.name}.pem")
    with _storage(arguments) as storage:
        count = restore(storage, arguments.file)
        joined = sum(not laptop.is_withdrawn for laptop in storage.laptops())
    print(text("school.command.rows", language, path=str(arguments.file), count=count))
    day = f"{from_milliseconds(made_at(arguments.file)):%Y-%m-%d %H:%M}"
    print(text("school.command.as-it-was", language, day=day, laptops=joined))
    if key_copy.is_file() and not has_identity(folder):  # otherwise every laptop would have to join again
        identity = restore_identity(folder, key_copy, wall_clock())
        fingerprint = identity.fingerprint.hex(":").upper()
        print(text("school.command.identity", language, fingerprint=fingerprint, day=f"{identity.ends:%Y-%m-%d}"))


def _identity(arguments: argparse.Namespace, language: Language) -> None:
    folder, now = _folder(arguments), wall_clock()
    if arguments.restore is not None:
        identity = restore_identity(folder, arguments.restore, now)
    elif arguments.new:
        identity = make_new_identity(folder, now)
        print(text("school.command.identity-new", language))
    else:
        identity = ServiceIdentity(folder, now, is_in_use=True)
    fingerprint = identity.fingerprint.hex(":").upper()
    print(text("school.command.identity", language, fingerprint=fingerprint, day=f"{identity.ends:%Y-%m-%d}"))


def _recount(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        while mark_some(storage, 500):
            pass
        storage.recount()


def _separate(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        found = separate(storage) if arguments.apply else find_mixed(storage)
        names = {one.id: one.name for one in storage.people()}
    said = "school.command.separated" if arguments.apply else "school.command.mixed"
    for mixed in found:
        owner, other = names.get(mixed.owner, "–"), names.get(mixed.other, "–")
        print(text(said, language, count=mixed.entries, owner=owner, other=other))
    if not found:
        print(text("school.command.not-mixed", language))


def _code(arguments: argparse.Namespace, language: Language) -> None:
    """Open a code in the storage; a service that runs there accepts it at once."""
    with _storage(arguments) as storage:
        group = _class(storage, arguments.class_name)
        person = _person(storage, arguments.person) if arguments.person else None
        if person is not None and group.id not in storage.class_ids(person.id):
            raise UnknownError(what=arguments.person)
        identity = ServiceIdentity(_folder(arguments), wall_clock(), is_in_use=storage.has_laptops())
        code, ends = Admission(storage, identity.fingerprint, "").open_code(
            group.id, person.id if person else None, None
        )
    until = f"{from_milliseconds(ends).astimezone():%H:%M}"
    name = person.name if person else group.name
    print(text("school.command.code", language, name=name, code=code, until=until))


def _audit(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        check_who(storage, None, Action.SEE_AUDIT)
        for line in storage.audit():
            print(f"{_when(line.at)}\t{line.who or '-'}\t{line.action}\t{line.about}\t{line.details}")


def _take_in(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        result = bundles.import_laptop_bundle(storage, arguments.file)
    print(text("school.command.taken-in", language, **result._asdict()))


def _hand_out(arguments: argparse.Namespace, language: Language) -> None:
    with _storage(arguments) as storage:
        person = _person(storage, arguments.login)
        identity = ServiceIdentity(_folder(arguments), wall_clock(), is_in_use=storage.has_laptops())
        count = bundles.write_school_bundle(storage, identity, person.id, arguments.file)
    print(text("school.command.entries", language, path=str(arguments.file), count=count))


def _installers(arguments: argparse.Namespace, language: Language) -> int:
    return school_installers.manage(arguments, _folder(arguments) / INSTALLERS, language)


def _class(storage: Storage, name: str) -> Class:
    found = storage.class_by_name(name)
    if found is None:
        raise UnknownError(what=name)
    return found


def _person(storage: Storage, who: str) -> Person:
    """Person by login, or by a name that is unique."""
    people, name = storage.people(), clean_name(who)
    found = [one for one in people if name == one.login] or [
        one for one in people if name.casefold() == one.name.casefold()
    ]
    if len(found) != 1:
        raise UnknownError(what=who)
    return found[0]


def _when(milliseconds: int) -> str:
    return datetime.isoformat(from_milliseconds(milliseconds).astimezone(), " ", "seconds")


TASKS: dict[str, Callable[[argparse.Namespace, Language], int | None]] = {
    "serve": _serve,
    "roster": _roster,
    "staff": _staff,
    "people": _people,
    "rename": _rename,
    "rename-class": _rename_class,
    "end-class": _end_class,
    "password": _password,
    "let-go": _let_go,
    "erase": _erase,
    "withdraw": _withdraw,
    "give": _give,
    "certificates": _certificates,
    "export": _export,
    "backup": _backup,
    "restore": _restore,
    "identity": _identity,
    "separate": _separate,
    "code": _code,
    "recount": _recount,
    "audit": _audit,
    "take-in": _take_in,
    "hand-out": _hand_out,
    "installers": _installers,
    "fetch-installer": school_installers.fetch,
    "join": school_laptop.join,
    "sync": school_laptop.sync,
    "carry": school_laptop.carry,
    "bring": school_laptop.bring,
}
