"""Made-up releases of the program, signed with a test key."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from trainer.exams.keys import PublicKey
from trainer.school.installers.release import SIGNATURE, SUMS, Package

BYTES = 600_000  # of a package: three pieces


class Maker:
    """Whoever builds and signs the program."""

    def __init__(self) -> None:
        self._private = Ed25519PrivateKey.generate()
        self.key = PublicKey(self._private.public_key().public_bytes_raw())

    def release(
        self, folder: Path, *versions: str, kinds: Iterable[Package] = (Package.RUN, Package.SETUP), size: int = BYTES
    ) -> Path:
        """A folder with a package of each kind and version, and their signed sums."""
        folder.mkdir()
        lines = ["0" * 64 + "  bill.cdx.json\n"]
        for version in versions:
            for kind in kinds:
                data = random.Random(kind.name + version).randbytes(size)
                (folder / kind.file_name(version)).write_bytes(data)
                lines.append(f"{hashlib.sha256(data).hexdigest()}  {kind.file_name(version)}\n")
        self.sign(folder, "".join(lines).encode())
        return folder

    def pem(self) -> bytes:
        """The public key as the build pins it."""
        return self._private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    def sign(self, folder: Path, sums: bytes) -> None:
        (folder / SUMS).write_bytes(sums)
        (folder / SIGNATURE).write_bytes(self._private.sign(sums))
