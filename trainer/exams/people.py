"""Identities of candidates, separate from their results.

Sealed files know a candidate only by a hash over identity and salt. Deleting the record breaks that link while every
seal stays valid. The list of erased candidates is applied again when records come back from a backup.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Collection
from pathlib import Path

import msgspec

from trainer.exams.canonical import canonical
from trainer.exams.errors import RefusedError
from trainer.exams.trust import is_day
from trainer.system.digests import sha256
from trainer.system.input_files import read_input_file
from trainer.system.people_names import is_visible, mixes_scripts
from trainer.system.private_files import write_private
from trainer.texts import Message

_SALT_BYTES = 32
LONGEST_IDENTITY = 200


class Identity(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person as the exam knows them. ``staff`` is their staff id if they also work at the school."""

    name: str
    document: str  # its number, as far as the school wants it
    born: str = ""
    staff: str = ""


class Candidate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Identity and salt: the record that can be deleted."""

    identity: Identity
    salt: str

    @property
    def reference(self) -> str:
        """Hash that stands for the candidate in sealed files."""
        return reference_of(self.identity, bytes.fromhex(self.salt))


def read_candidate(data: bytes) -> Candidate | None:
    """Parse a record; ``None`` if it is not one."""
    try:
        found = msgspec.json.decode(data, type=Candidate)
        return found if found.reference else None
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


def document_key(document: str) -> str:
    """Letters and digits of a document number: punctuation, case, accents, letter widths and the script of the digits
    do not matter."""
    plain = unicodedata.normalize("NFKD", document).casefold()
    digits = (str(unicodedata.decimal(letter, letter)) for letter in plain)
    return "".join(letter for letter in digits if letter.isalnum())


def reference_of(identity: Identity, salt: bytes) -> str:
    """Hash of an identity and its salt."""
    return sha256(b"ct-cand-v1\0" + salt + canonical(msgspec.to_builtins(identity))).hexdigest()


class People:
    """Candidate records of a school, one file each, and the list of erased candidates.

    ``also_erased`` returns erasures that another file knows, because a restored backup may bring the list back as well.
    """

    def __init__(self, folder: Path, also_erased: Callable[[], Collection[str]] = frozenset) -> None:
        self.folder = folder
        self._also_erased = also_erased

    def add(self, identity: Identity) -> Candidate:
        """Create the record of a person, or return the existing one. Texts are normalized to NFC."""
        fields = {name: _one_form(getattr(identity, name)) for name in identity.__struct_fields__}
        fits = all(len(value) <= LONGEST_IDENTITY and is_visible(value) for value in fields.values())
        if not (fields["name"] and fields["document"] and fits):  # invisible characters could hide an identity
            raise RefusedError(Message("exams.refused.no-identity"))
        if mixes_scripts(fields["name"]):
            raise RefusedError(Message("exams.refused.name-letters", {"name": fields["name"]}))
        if not document_key(fields["document"]).isascii():  # a letter that looks like another gives a new identity
            raise RefusedError(Message("exams.refused.document-letters"))
        if fields["born"] and not is_day(fields["born"]):
            raise RefusedError(Message("exams.refused.no-day", {"day": fields["born"]}))
        known = next((each for each in self.everybody() if each.identity == Identity(**fields)), None)
        if known is not None:
            return known
        candidate = Candidate(identity=Identity(**fields), salt=os.urandom(_SALT_BYTES).hex())
        self.keep(candidate)
        return candidate

    def keep(self, candidate: Candidate) -> None:
        """Store a record as it is, also one from another machine of the school."""
        write_private(self.path(candidate.reference), canonical(msgspec.to_builtins(candidate)))

    def find(self, reference: str) -> Candidate | None:
        """Candidate of a reference; ``None`` if erased or unknown here."""
        return self._find(reference, self.erased())

    def _find(self, reference: str, erased: Collection[str]) -> Candidate | None:
        if reference in erased:
            self.path(reference).unlink(missing_ok=True)  # restored from a backup
            return None
        try:
            found = read_candidate(read_input_file(self.path(reference)))
        except FileNotFoundError:
            return None
        return found if found is not None and found.reference == reference else None

    def everybody(self) -> list[Candidate]:
        """All candidates that were not erased."""
        paths = sorted(self.folder.glob("*.json")) if self.folder.is_dir() else []
        erased = self.erased()
        return [found for path in paths if (found := self._find(path.stem, erased)) is not None]

    def erase(self, reference: str) -> None:
        """Delete a candidate. Their sealed results remain and refer to nobody."""
        _check(reference)
        with_one_more = "\n".join(sorted({*self.erased(), reference})) + "\n"
        write_private(self.folder / "erased.txt", with_one_more.encode("ascii"))
        self.path(reference).unlink(missing_ok=True)

    def erased(self) -> frozenset[str]:
        """References of erased candidates."""
        try:
            listed = read_input_file(self.folder / "erased.txt").decode("ascii", errors="replace").split()
        except FileNotFoundError:
            listed = []
        return frozenset({*listed, *self._also_erased()})

    def path(self, reference: str) -> Path:
        """File of a record; raises `RefusedError` if the reference is malformed."""
        _check(reference)
        return self.folder / f"{reference}.json"


def _check(reference: str) -> None:
    if len(reference) != 64 or not set(reference) <= set("0123456789abcdef"):
        raise RefusedError(Message("exams.refused.no-candidate", {"candidate": reference[:70]}))


def _one_form(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(text.split()))
