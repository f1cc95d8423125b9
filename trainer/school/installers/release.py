"""A release of the program: a package for each system, the SHA-256 sums of the packages, and their signature.

The build signs the sums with the release key and puts the public half of that key into every package. So a laptop
believes only whoever builds the program, not the school's service, which only hands the files on.
"""

from __future__ import annotations

import platform
import re
import sys
from enum import StrEnum
from pathlib import Path

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from trainer import __version__
from trainer.exams.keys import BadKeyError, PublicKey
from trainer.school.errors import (
    MixedReleaseError,
    NoReleaseKeyError,
    NotAReleaseKeyError,
    OlderReleaseError,
    UnsignedReleaseError,
)
from trainer.system.input_files import read_input_file
from trainer.system.resources import release_key

SUMS = "SHA256SUMS"
SIGNATURE = "SHA256SUMS.sig"
MOST_SUMS = 20_000  # bytes of the list
LARGEST = 300_000_000  # bytes of a package
_LARGEST_KEY = 4_000
_VERSION = r"\d{1,6}(?:\.\d{1,6}){1,3}"
_LINE = re.compile(r"([0-9a-f]{64})  ([^/\\\n]+)")


class Package(StrEnum):
    """A kind of package. Texts: ``installers.how.ID``."""

    SETUP = "setup"  # Windows, for one user
    PORTABLE = "portable"  # Windows, on a stick
    DEB = "deb"  # Debian and Ubuntu
    RUN = "run"  # other distributions of Linux

    def file_name(self, version: str) -> str:
        """The name of the file of a version.

        >>> Package.DEB.file_name("0.2.0")
        'croupier-trainer_0.2.0_amd64.deb'
        """
        return _FILES[self].format(version=version)


_FILES = {
    Package.SETUP: "croupier-trainer-{version}-setup.exe",
    Package.PORTABLE: "croupier-trainer-{version}-windows-portable.zip",
    Package.DEB: "croupier-trainer_{version}_amd64.deb",
    Package.RUN: "croupier-trainer-{version}-linux-x86_64.run",
}


class Release(msgspec.Struct, frozen=True, kw_only=True):
    """The packages of one version, with the SHA-256 sum of each in hexadecimal digits."""

    version: str
    sums: dict[Package, str]

    def file_name(self, package: Package) -> str:
        return package.file_name(self.version)


def version_numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, for comparison; empty if it is none.

    >>> version_numbers("0.10.0") > version_numbers("0.9.2"), version_numbers("new")
    (True, ())
    """
    return tuple(int(number) for number in version.split(".")) if re.fullmatch(_VERSION, version, re.ASCII) else ()


def is_newer(version: str, than: str = __version__) -> bool:
    """Whether a version is later than another, by default than this program's."""
    return version_numbers(version) > version_numbers(than)


def read_sums(data: bytes) -> Release:
    """The packages in a list of sums; raises `MixedReleaseError` unless they are of exactly one version.

    Other files in the list, such as the bill of materials, are left out.
    """
    found: dict[str, dict[Package, str]] = {}
    for line in data.decode("utf-8", "replace").splitlines():
        if parts := _LINE.fullmatch(line):
            digest, name = parts.groups()
            for package in Package:
                pattern = re.escape(_FILES[package]).replace(re.escape("{version}"), f"({_VERSION})")
                if same := re.fullmatch(pattern, name, re.ASCII):
                    found.setdefault(same[1], {})[package] = digest
    if len(found) != 1:
        raise MixedReleaseError(versions=", ".join(sorted(found)) or "–")
    ((version, sums),) = found.items()
    return Release(version=version, sums=sums)


def read_release(data: bytes, signature: bytes, key: PublicKey) -> Release:
    """The packages in a signed list of sums; raises `UnsignedReleaseError` if the signature is not of this key."""
    if not key.verifies_raw(data, signature):
        raise UnsignedReleaseError
    return read_sums(data)


def newer_release(data: bytes, signature: bytes, key: PublicKey) -> Release:
    """Like `read_release`; raises `OlderReleaseError` unless the release is newer than this program."""
    release = read_release(data, signature, key)
    if not is_newer(release.version):
        raise OlderReleaseError(version=release.version, own=__version__)
    return release


def read_release_key(path: Path) -> PublicKey:
    """A public release key in PEM; raises `OSError`, or `NotAReleaseKeyError` if it is something else."""
    data = read_input_file(path, _LARGEST_KEY)
    try:
        key = load_pem_public_key(data)
        if isinstance(key, Ed25519PublicKey):
            return PublicKey(key.public_bytes_raw())
    except (ValueError, UnsupportedAlgorithm, BadKeyError):
        pass
    raise NotAReleaseKeyError(path=path)


def pinned_key() -> PublicKey:
    """The public release key in this program; raises `NoReleaseKeyError` if it was not installed from a package."""
    try:
        return read_release_key(release_key())
    except (OSError, NotAReleaseKeyError):
        raise NoReleaseKeyError from None


def own_package() -> Package | None:
    """The kind of package from which this program was installed, or that fits its system; None if there is none."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return None
    if sys.platform == "win32":
        is_portable = (Path(sys.executable).parents[1] / "records").is_dir()
        return Package.PORTABLE if is_portable else Package.SETUP
    if sys.platform == "linux":
        return Package.DEB if Path(sys.prefix).is_relative_to("/opt/croupier-trainer") else Package.RUN
    return None
