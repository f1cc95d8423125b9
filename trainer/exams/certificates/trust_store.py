"""What somebody who checks certificates keeps: the schools they trust, and the newest status lists they have seen."""

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
from trainer.system.private_files import write_private
from trainer.texts import Message

TRUSTED, SEEN, OWN_LISTS = "trusted", "seen", "lists"


class TrustStore:
    """The lists of keys in ``trusted``, the status lists in ``seen``, and those of one's own school in ``lists``."""

    def __init__(self, folder: Path, ring: KeyRing) -> None:
        self._folder = folder
        self._ring = ring

    def trusted(self) -> list[Trust]:
        """One's own school first."""
        kept = self._folder / TRUSTED
        found = [read_trust(read_input_file(path)) for path in sorted(kept.glob("*.json"))] if kept.is_dir() else []
        return [*([self._ring.trust] if self._ring.exists else []), *found]

    def trust(self, data: bytes) -> Trust:
        """Trust a school from now on; a newer list of one that is trusted must go on from it."""
        offered = read_trust(data)
        path = self._folder / TRUSTED / f"{offered.root.kid}.json"
        if path.exists() and not offered.extends(read_trust(read_input_file(path))):
            raise TrustError(Message("keys.other-list", {"school": offered.school}))
        write_private(path, offered.to_bytes())
        return offered

    def verifier(self, clock: Callable[[], datetime], more: Sequence[Trust] = ()) -> Verifier:
        """A verifier for these schools and some more."""
        verifier = Verifier([*self.trusted(), *more], NewestLists(self._folder / SEEN), clock)
        for path in sorted((self._folder / OWN_LISTS).glob("*.jwt")):
            try:
                verifier.take_status(read_input_file(path).decode("ascii", errors="replace"))
            except RefusedError:  # an old one: the verdict says that the status is not known
                continue
        return verifier
