"""Register of issued certificates: one small file for each, named by its number."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from trainer.exams.canonical import read_canonical
from trainer.exams.certificates.certificate import Certificate, parse_number
from trainer.exams.errors import RefusedError
from trainer.system.input_files import read_input_file
from trainer.system.private_files import write_private
from trainer.texts import Message


class CertificateRegister:
    """Issued certificates of a school, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, certificate: Certificate) -> None:
        """Store a certificate before it is handed out; raises `RefusedError` if another result has the number."""
        path = self._path(certificate.number)
        if path.exists() and self._read(path).result != certificate.result:
            raise RefusedError(Message("certificates.status.taken", {"number": certificate.number}))
        self._write(certificate)

    def _write(self, certificate: Certificate) -> None:
        write_private(self._path(certificate.number), certificate.to_bytes())

    def find(self, number: str) -> Certificate:
        """Certificate by number, with or without hyphens; raises `RefusedError`."""
        wanted = number.strip().upper().replace("-", "")
        wanted = "-".join(wanted[start : start + 4] for start in range(0, len(wanted), 4))
        try:
            parse_number(wanted)
            return self._read(self._path(wanted))
        except (ValueError, FileNotFoundError):
            raise RefusedError(Message("certificates.status.unknown-number")) from None

    def __iter__(self) -> Iterator[Certificate]:
        """All certificates in order of issue; copies of a file under another name are left out."""
        paths = list(self.folder.glob("*.json")) if self.folder.is_dir() else []
        found = [one for path in paths if (one := self._read(path)).number == path.stem]
        return iter(sorted(found, key=lambda one: (one.issued, one.number)))

    def forget(self, number: str) -> None:
        """Erase the names on a certificate. Number, dates and status stay, so that it can still be revoked."""
        self._write(msgspec.structs.replace(self.find(number), holder="", certifier=""))

    def of_result(self, digest: str) -> Certificate | None:
        """Certificate issued for a result, or ``None``."""
        return next((one for one in self if one.result == digest), None)

    def _path(self, number: str) -> Path:
        return self.folder / f"{number}.json"

    @staticmethod
    def _read(path: Path) -> Certificate:
        try:
            return msgspec.convert(read_canonical(read_input_file(path)), Certificate)
        except (msgspec.ValidationError, RefusedError):
            raise RefusedError(Message("certificates.refused.register", {"path": str(path)})) from None
