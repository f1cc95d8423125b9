"""The errors of a school that people can be told about, each with a message in both languages."""

from __future__ import annotations

from typing import Any

from trainer.texts import Language, Message, text


class SchoolError(Exception):
    """An error with a ``message`` that says what happened and what to do. ``id`` identifies it in the protocol."""

    id = "trouble"

    def __init__(self, **params: Any) -> None:
        said = {key: value if isinstance(value, Message) else str(value) for key, value in params.items()}
        self.message = Message(f"school.error.{self.id}", said)
        super().__init__(text(self.message.id, Language.EN, **self.message.params))


class CannotOpenSchoolError(SchoolError):
    """The storage cannot be opened, or the service cannot be reached."""

    id = "cannot-open"


class SchoolTooNewError(SchoolError):
    """A newer program made the storage. It is left untouched."""

    id = "too-new"


class StorageError(SchoolError):
    """Reading or writing the storage failed; the transaction was rolled back."""

    id = "storage"


class NoFormatError(SchoolError):
    """An export file has an ending other than .xlsx and .csv."""

    id = "no-format"


class NotACertificateError(SchoolError):
    """The file to give to a trainee is not a certificate of this school."""

    id = "not-a-certificate"


class NotAStoreError(SchoolError):
    """The storage address names a kind of database that is not supported."""

    id = "not-a-store"


class OneServiceError(SchoolError):
    """Several services were to use a store that only one can use."""

    id = "one-service"


class AlreadyServedError(SchoolError):
    """Another service uses the same file."""

    id = "already-served"


class NoDriverError(SchoolError):
    """PostgreSQL is wanted but its driver is not installed."""

    id = "no-driver"


class BadServiceIdentityError(SchoolError):
    """The service's certificate or key is missing or damaged, or they do not belong together; nothing was changed."""

    id = "bad-identity"


class SwappedIdentityError(BadServiceIdentityError):
    """The files of the service's certificate and of its key have each other's names."""

    id = "swapped-identity"


class NotAnIdentityCopyError(SchoolError):
    """A file that is to be restored does not hold a certificate with its key."""

    id = "not-an-identity"


class NotAllowedError(SchoolError):
    """The permission table forbids it."""

    id = "not-allowed"


class UnknownError(SchoolError):
    """There is no such person, class, laptop or assignment."""

    id = "unknown"


class TakenError(SchoolError):
    """Somebody else has this name or login."""

    id = "taken"


class ConflictError(SchoolError):
    """The change contradicts what is stored: a duplicate id or a missing reference."""

    id = "conflict"


class ClassFullError(SchoolError):
    """A class would have too many members."""

    id = "class-full"


class FullError(SchoolError):
    """A person or a class has stored as much as it may."""

    id = "full"


class EmptyNameError(SchoolError):
    """A name is empty or too long."""

    id = "empty-name"


class WrongPasswordError(SchoolError):
    """Wrong name or wrong password; the message does not say which."""

    id = "wrong-password"


class WeakPasswordError(SchoolError):
    """A password is too short or too long."""

    id = "weak-password"


class SlowDownError(SchoolError):
    """Too many wrong attempts."""

    id = "slow-down"


class WrongCodeError(SchoolError):
    """The code is wrong or has expired, or another service answered."""

    id = "wrong-code"


class StaleJoinError(SchoolError):
    """A join request was replayed or took too long."""

    id = "stale-join"


class NotJoinedError(SchoolError):
    """The laptop's key is unknown or was withdrawn."""

    id = "not-joined"


class SessionOverError(SchoolError):
    """The login has expired."""

    id = "session-over"


class OtherCertificateError(SchoolError):
    """The service shows another certificate than the pinned one."""

    id = "other-certificate"


class MalformedError(SchoolError):
    """A message cannot be decoded."""

    id = "malformed"


class TamperedError(SchoolError):
    """The signature of a batch or bundle does not fit its content."""

    id = "tampered"


class NotABundleError(SchoolError):
    """A file is not a complete bundle."""

    id = "not-a-bundle"


class BadRosterError(SchoolError):
    """A roster cannot be read; the message names the line and the field."""

    id = "bad-roster"


class NotABackupError(SchoolError):
    """A file is not a complete backup of a school."""

    id = "not-a-backup"


class NotEmptyError(SchoolError):
    """A backup can be restored only into an empty storage."""

    id = "not-empty"


class AnotherPersonError(SchoolError):
    """A profile belongs to another person; its records must not be sent in this person's name."""

    id = "another-person"


class NoReleaseKeyError(SchoolError):
    """This program was not installed from a package, so it holds no key with which to verify an installer."""

    id = "no-release-key"


class NotAReleaseKeyError(SchoolError):
    """A file is not a public release key."""

    id = "not-a-release-key"


class UnsignedReleaseError(SchoolError):
    """The list of sums is not signed with the release key."""

    id = "unsigned-release"


class MixedReleaseError(SchoolError):
    """The list of sums names packages of no version or of several."""

    id = "mixed-release"


class OlderReleaseError(SchoolError):
    """A release is not newer than what is there already."""

    id = "older-release"


class EmptyReleaseError(SchoolError):
    """A folder holds none of the packages in its list."""

    id = "empty-release"


class DamagedInstallerError(SchoolError):
    """A file is not the one in the signed list."""

    id = "damaged-installer"


class NoInstallerError(SchoolError):
    """The school has no installer (any more), or none for this laptop's system."""

    id = "no-installer"
