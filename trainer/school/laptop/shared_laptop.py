"""Several people on one laptop: which profile joins as whom, and whose the exam documents are."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import msgspec

from trainer.records.profiles import ProfileBook
from trainer.school.entries import Sort
from trainer.school.laptop.links import Link, LinkBook
from trainer.school.laptop.local_entries import SealedStore
from trainer.texts import Language, text


class OwnDocuments:
    """The exam documents of one profile. The folder is shared by all profiles of a laptop."""

    def __init__(self, folder: SealedStore, book: LinkBook, profile: UUID) -> None:
        self._folder, self._book, self._profile = folder, book, profile
        self._mine: dict[UUID, bool] = {}

    def documents(self) -> Iterator[UUID]:
        return (number for number in self._folder.documents() if self._is_mine(number))

    def document(self, number: UUID) -> bytes | None:
        return self._folder.document(number)

    def keep_document(self, number: UUID, document: bytes) -> None:
        self._is_mine(number)
        self._folder.keep_document(number, document)

    def _is_mine(self, number: UUID) -> bool:
        if number not in self._mine:
            self._mine[number] = self._book.claim_document(number, self._profile)
        return self._mine[number]


def profile_to_join(store: ProfileBook, book: LinkBook, current: UUID | None, link: Link) -> UUID | None:
    """The profile for a link: the current one if it may join as that person, else the person's own if there is one."""
    if current is not None and book.may_join(current, link.fingerprint, link.person, link.name):
        return current
    mine = book.profile_of(link.fingerprint, link.person)
    return mine if any(profile.id == mine for profile in store.profiles()) else None


def with_profile(store: ProfileBook, book: LinkBook, current: UUID | None, link: Link) -> Link:
    """A new link with the profile it is for, which is created for a person who has none on this laptop. A profile that
    nobody has named yet gets the person's name."""
    taken = {one.name.casefold() for one in store.profiles()}
    names = (link.name, *(f"{link.name} {number}" for number in range(2, len(taken) + 3)))
    free = next(name for name in names if name.casefold() not in taken)
    profile = profile_to_join(store, book, current, link)
    if profile is None:
        profile = store.add_profile(free).id
    elif store.profile(profile).name in {text("desk.profile.first", language) for language in Language}:
        store.rename_profile(profile, free)
    return msgspec.structs.replace(link, profile=profile)


def own_documents(folders: dict[Sort, SealedStore], book: LinkBook, profile: UUID) -> dict[Sort, SealedStore]:
    """The documents of one profile, by their sort."""
    return {sort: OwnDocuments(folder, book, profile) for sort, folder in folders.items()}
