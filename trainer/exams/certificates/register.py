"""What a school has issued: one small file a certificate, by its number."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from trainer.exams.canonical import read_canonical
from trainer.exams.certificates.certificate import Certificate, read_number
from trainer.exams.errors import RefusedError
from trainer.system.input_files import read_input_file
from trainer.system.private_files import write_private
from trainer.texts import Message


class CertificateRegister:
    """The issued certificates of a school, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, certificate: Certificate) -> None:
        """Write one down before it is handed out; a number is never used twice."""
        if self._path(certificate.number).exists():
            raise RefusedError(Message("certificates.status.taken", {"number": certificate.number}))
        self._write(certificate)

    def _write(self, certificate: Certificate) -> None:
        write_private(self._path(certificate.number), certificate.to_bytes())

    def find(self, number: str) -> Certificate:
        """A certificate by its number, with or without its hyphens; raises `RefusedError` if there is none."""
        wanted = number.strip().upper().replace("-", "")
        wanted = "-".join(wanted[start : start + 4] for start in range(0, len(wanted), 4))
        try:
            read_number(wanted)
            return self._read(self._path(wanted))
        except (ValueError, FileNotFoundError):
            raise RefusedError(Message("certificates.status.unknown-number")) from None

    def __iter__(self) -> Iterator[Certificate]:
        """All of them, in the order of their issue."""
        found = [self._read(path) for path in self.folder.glob("*.json")] if self.folder.is_dir() else []
        return iter(sorted(found, key=lambda one: (one.issued, one.number)))

    def forget(self, number: str) -> None:
        """Erase the holder's name, and with it the person; number, dates and status stay, so that it can be revoked."""
        self._write(msgspec.structs.replace(self.find(number), holder="", certifier=""))

    def of_result(self, digest: str) -> Certificate | None:
        """The certificate that came of a result, if one did."""
        return next((one for one in self if one.result == digest), None)

    def _path(self, number: str) -> Path:
        return self.folder / f"{number}.json"

    @staticmethod
    def _read(path: Path) -> Certificate:
        try:
            return msgspec.convert(read_canonical(read_input_file(path)), Certificate)
        except (msgspec.ValidationError, RefusedError):
            raise RefusedError(Message("certificates.refused.register", {"path": str(path)})) from None
