"""``trainer school join``, ``sync``, ``carry`` and ``bring``: what a laptop does with the school it belongs to."""

from __future__ import annotations

import argparse
import asyncio
import platform
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from uuid import UUID

from trainer.cli.places import user_places
from trainer.cli.streams import print_stderr, read_secret
from trainer.exams.errors import RefusedError
from trainer.records.attempts import to_milliseconds, wall_clock
from trainer.records.store import Profile, Store
from trainer.school import protocol
from trainer.school.errors import AnotherPersonError, SchoolError
from trainer.school.laptop.join_client import JoinClient
from trainer.school.laptop.links import Link, LinkBook
from trainer.school.laptop.local_entries import RecordsEntries
from trainer.school.laptop.sync_client import SyncClient
from trainer.system.lazy_imports import lazily
from trainer.texts import Language, say, text
from trainer.texts.system_errors import system_problem

with lazily():  # slow imports that only a few tasks need
    from trainer.exams.clock import MachineClock
    from trainer.exams.office import Office
    from trainer.school import bundles
    from trainer.school.discovery import find_services
    from trainer.school.laptop.asyncio_transport import sync_once
    from trainer.school.laptop.pinned_https import PinnedHTTPS, names_to_join
    from trainer.school.laptop.shared_laptop import own_documents, with_profile
    from trainer.school.lent_keys import KeysAccepted, accept_keys
    from trainer.school.sealed_documents import document_folders
    from trainer.school.storage.people import clean_name


def add_tasks(task: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the arguments of the laptop's tasks."""
    joining = task("join", "join a class from this laptop, with the code on the projector")
    joining.add_argument("code")
    joining.add_argument("--address", default="", help="where the school is (default: look for it)")
    joining.add_argument("--name", default="", help="in whose name")
    for name, help_text in (
        ("sync", "come into step with the school"),
        ("carry", "write all that is recorded here to a bundle, for the school"),
        ("bring", "take in a bundle that the school wrote"),
    ):
        laptop = task(name, help_text)
        if name != "sync":
            laptop.add_argument("file", type=Path)
        every = "all that have joined" if name == "sync" else "the first that has joined"
        laptop.add_argument("--profile", default="", help=f"default: {every}")
        laptop.add_argument("--records", type=Path, help="the records file (default: this user's)")
    joining.add_argument("--profile", default="", help="default: the first")
    joining.add_argument("--records", type=Path, help="the records file (default: this user's)")


def join(arguments: argparse.Namespace, language: Language) -> int:
    """Join a class with the code on the projector."""
    addresses = [arguments.address] if arguments.address else find_services()
    for address in addresses:
        https = PinnedHTTPS(address)
        talk = JoinClient(arguments.code, address, platform.node() or "laptop")
        try:
            names = names_to_join(talk, https)
        except SchoolError:
            if address == addresses[-1]:
                raise
            continue
        wanted = clean_name(arguments.name).casefold() if arguments.name else ""
        chosen = [line for line in names if line.name.casefold() == wanted or len(names) == 1]
        if len(chosen) != 1:
            print_stderr(text("school.command.who", language, names=[line.name for line in names]))
            return 1
        with open_records(arguments) as store, closing(open_links()) as book:
            named = _profile(store, arguments)
            if (
                arguments.profile
                and named
                and not book.may_join(named.id, https.fingerprint, chosen[0].id, chosen[0].name)
            ):
                raise AnotherPersonError(name=chosen[0].name)
            asked = talk.join(chosen[0].id, read_secret(text("school.command.password", language)))
            link = talk.joined(https.post(protocol.PATHS["join"], asked), https.fingerprint)
            book.store_link(with_profile(store, book, named.id if named else None, link))
        print(text("school.command.joined", language, name=link.name, class_name=link.class_name))
        return 0
    print_stderr(text("school.command.no-service", language))
    return 1


def sync(arguments: argparse.Namespace, language: Language) -> int:
    """Synchronize with the school once: the named profile, or every profile of this laptop that has joined."""
    with open_records(arguments) as store, closing(open_links()) as book:
        links = linked(store, book, arguments, language)
        return max((_sync_profile(store, book, link, language) for link in links), default=1)


def _sync_profile(store: Store, book: LinkBook, link: Link, language: Language) -> int:
    core = SyncClient(link, book, entries_of(store, book, link.profile), lambda: to_milliseconds(wall_clock()))
    core.on_notice = partial(_noticed, link, language)
    if asyncio.run(sync_once(core)):
        print(text("school.command.in-step", language, school=link.school))
        return 0
    trouble = core.trouble
    print_stderr(
        say(trouble, language) if trouble else text("school.command.not-in-step", language, count=core.waiting)
    )
    return 1


def _noticed(link: Link, language: Language, notice: protocol.Notice) -> None:
    """Handle a notice of the service: without a desk, only the school's keys matter."""
    if not isinstance(notice, protocol.SchoolKeys):
        return
    office = Office(user_places().exams, MachineClock())
    try:
        took = accept_keys(office, notice, link.fingerprint)
    except (RefusedError, OSError) as error:
        problem = error.message if isinstance(error, RefusedError) else system_problem(error)
        print_stderr(text("school.keys.refused", language, problem=problem))
        return
    if took is not KeysAccepted.KNOWN:
        trust = office.keys.trust
        print(text(f"school.keys.{took.value}", language, school=trust.school, kid=trust.root.kid))


def carry(arguments: argparse.Namespace, language: Language) -> int:
    """Write everything recorded here to a bundle for the school."""
    with open_records(arguments) as store, closing(open_links()) as book:
        for link in linked(store, book, arguments, language)[:1]:
            count = bundles.write_laptop_bundle(link, entries_of(store, book, link.profile), arguments.file)
            print(text("school.command.entries", language, path=str(arguments.file), count=count))
            return 0
    return 1


def bring(arguments: argparse.Namespace, language: Language) -> int:
    """Import a bundle from the school."""
    with open_records(arguments) as store, closing(open_links()) as book:
        for link in linked(store, book, arguments, language)[:1]:
            local = entries_of(store, book, link.profile)
            assigned, count = bundles.import_school_bundle(link, local, arguments.file)
            book.store_assigned(link.profile, protocol.encoded(assigned))
            print(text("school.command.entries", language, path=str(arguments.file), count=count))
            return 0
    return 1


def entries_of(store: Store, book: LinkBook, profile: UUID) -> RecordsEntries:
    """Everything of a profile that is synchronized: records, results and certificates."""
    documents = own_documents(document_folders(user_places().exams), book, profile)
    return RecordsEntries(lambda: store, profile, documents)


def open_records(arguments: argparse.Namespace) -> Store:
    return Store(arguments.records or user_places().progress)


def _profile(store: Store, arguments: argparse.Namespace) -> Profile | None:
    """The named or the first profile; ``None`` on a laptop that was never used."""
    return store.profile(arguments.profile) if arguments.profile else next(iter(store.profiles()), None)


def open_links() -> LinkBook:
    return LinkBook(user_places().data / "schools.db")


def linked(store: Store, book: LinkBook, arguments: argparse.Namespace, language: Language) -> list[Link]:
    """The link of the named profile, or those of all profiles; says so if there is none."""
    profiles = [store.profile(arguments.profile)] if arguments.profile else store.profiles()
    links = [link for profile in profiles if (link := book.link(profile.id)) is not None]
    if not links:
        print_stderr(text("school.command.not-linked", language))
    return links
