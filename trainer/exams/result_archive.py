"""The results stored on this machine, as far as the register knows them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from trainer.exams.errors import RefusedError, check_file_name
from trainer.exams.keys import parse_hex
from trainer.exams.observations import Observation
from trainer.exams.register import Register
from trainer.exams.result import LARGEST_RESULT, SealedResult, from_bytes
from trainer.exams.signed_lines import REPLACES, SIGNED, SIGNER
from trainer.exams.trust import format_time, signature_digest
from trainer.system.input_files import read_input_file
from trainer.texts import Message

_ANCHORS = 20  # results that the register is compared with before a decision


class ResultArchive:
    """The folder of sealed results. Files that were changed or put there count as not stored."""

    def __init__(self, folder: Path, register: Register) -> None:
        self.folder = folder
        self._register = register

    def path(self, found: SealedResult) -> Path:
        """File of a result stored here."""
        return self.folder / f"{check_file_name(found.result.header.sitting)}-{found.digest[:12]}.json"

    def all(self) -> list[SealedResult]:
        """All results that the register knows."""
        return self._registered(sorted(self.folder.glob("*.json")))

    def newest(self) -> list[SealedResult]:
        """The newest results, which the register is compared with before a decision."""
        return self._registered(sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime)[-_ANCHORS:])

    def _registered(self, paths: Sequence[Path]) -> list[SealedResult]:
        known = {entry.about for entry in self._register.of_kind("result")}
        found = []
        for path in paths:
            if not path.stem.endswith("-second"):
                try:
                    one = from_bytes(read_input_file(path, LARGEST_RESULT))
                    if one.digest in known:
                        self._register.check_decisions(one.digest, one.decisions)
                        found.append(one)
                except (RefusedError, OSError):
                    continue
        return found

    def missing(self) -> list[Observation]:
        """Whether results that the register knows are not in the folder: corrections and statistics do not reach
        them."""
        lines = self._register.of_kind("result")
        replaced = {line.details["parent"] for line in lines}
        missing = {line.about for line in lines} - replaced - {found.digest for found in self.all()}
        return [Observation(None, Message("exams.noted.results-missing", {"count": len(missing)}))] if missing else []

    def proven_before(self, moment: datetime) -> frozenset[str]:
        """Digests of all signatures that the register knew before a moment.

        They stay valid if a key turns out to have been stolen at that moment.
        """
        entries = self._register.before(format_time(moment))
        results = {entry.about for entry in entries if entry.kind == "result"}
        seals = [seal.signature for found in self.all() if found.digest in results for seal in found.seals[:1]]
        seals += [entry.details["signature"] for entry in entries if entry.kind == "review"]
        issued = [entry.details for entry in entries if entry.kind == "certificate"]
        plain = ("facts", "nameless", "result", "index", SIGNER, SIGNED, REPLACES)
        proven = {each for details in issued for name, each in details.items() if name not in plain}
        seals += [entry.details[SIGNED] for entry in entries if SIGNED in entry.details]
        for seal in seals:
            with contextlib.suppress(ValueError):  # a result file that was changed
                proven.add(signature_digest(parse_hex(seal)))
        return frozenset(proven)
