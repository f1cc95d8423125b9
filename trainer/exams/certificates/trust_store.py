"""What a verifier keeps on disk: the key lists of trusted schools and the newest status lists seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from trainer.exams.certificates.status_lists import NewestLists
from trainer.exams.certificates.verifier import Verifier
from trainer.exams.errors import RefusedError
from trainer.exams.key_ring import KeyRing
from trainer.exams.trust import Trust, TrustError, read_trust
from trainer.system.input_files import read_input_file
from trainer.system.people_names import looks_alike, mixes_scripts
from trainer.system.private_files import write_private
from trainer.texts import Message

TRUSTED, SEEN, OWN_LISTS = "trusted", "seen", "lists"


class TrustStore:
    """Key lists in ``trusted``, status lists in ``seen``, and the own school's status lists in ``lists``."""

    def __init__(self, folder: Path, ring: KeyRing) -> None:
        self._folder = folder
        self._ring = ring

    def trusted(self) -> list[Trust]:
        """Key lists of all trusted schools, the own school first."""
        kept = self._folder / TRUSTED
        found = [read_trust(read_input_file(path)) for path in sorted(kept.glob("*.json"))] if kept.is_dir() else []
        return [*([self._ring.trust] if self._ring.exists else []), *found]

    def trust(self, data: bytes, root: str = "") -> Trust:
        """Trust a school; a newer list of a trusted school must extend the stored one.

        Another school whose name looks the same is trusted only if ``root`` gives the short id of its root key: a
        certificate shows the name, so somebody must have compared the key.
        """
        offered = read_trust(data)
        if mixes_scripts(offered.school):
            raise TrustError(Message("exams.refused.name-letters", {"name": offered.school}))
        for known in self.trusted():
            is_other = known.root != offered.root and looks_alike(known.school, offered.school)
            if is_other and root != offered.root.kid:
                keys = {"known": known.root.kid, "kid": offered.root.kid}
                raise TrustError(Message("keys.same-name", {"school": offered.school, "other": known.school, **keys}))
        path = self._folder / TRUSTED / f"{offered.root.kid}.json"
        if path.exists() and not offered.extends(read_trust(read_input_file(path))):
            raise TrustError(Message("keys.other-list", {"school": offered.school}))
        write_private(path, offered.to_bytes())
        return offered

    def verifier(self, clock: Callable[[], datetime], more: Sequence[Trust] = ()) -> Verifier:
        """Verifier for the trusted schools and some more."""
        verifier = Verifier([*self.trusted(), *more], NewestLists(self._folder / SEEN), clock)
        for path in sorted((self._folder / OWN_LISTS).glob("*.jwt")):
            try:
                verifier.take_status(read_input_file(path).decode("ascii", errors="replace"))
            except RefusedError:  # outdated: the verdict will say that the status is unknown
                continue
        return verifier
