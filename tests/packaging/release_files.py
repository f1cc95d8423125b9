"""What accompanies the packages: a bill of materials, SHA-256 sums and their signature."""

from __future__ import annotations

import hashlib
import json
import venv
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key

from tests.packaging.site_folder import BuildError, run

_CYCLONEDX = "cyclonedx-bom==7.5.0"
SUMS = "SHA256SUMS"
SIGNATURE = "SHA256SUMS.sig"


def write_bill_of_materials(site: Path, python: str, work: Path, target: Path) -> None:
    """Write the CycloneDX bill of materials of a folder of installed packages, with the licences of all.

    ``python`` is the version of the Python that is shipped with them.
    """
    environment = work / "environment"
    venv.create(environment, clear=True)
    (library,) = environment.glob("lib/python*/site-packages")
    (library / "site.pth").write_text(f"{site}\n", encoding="utf-8")
    made = work / "sbom.json"
    run(
        "uv", "tool", "run", "--from", _CYCLONEDX, "cyclonedx-py", "environment", "--output-reproducible",
        "--of", "JSON", "-o", made, environment / "bin" / "python",
    )  # fmt: skip
    document: dict[str, Any] = json.loads(made.read_text(encoding="utf-8"))
    interpreter = {
        "type": "platform",
        "bom-ref": f"python=={python}",
        "name": "Python",
        "version": python,
        "licenses": [{"license": {"id": "PSF-2.0"}}],
    }
    document["components"] = [*document["components"], interpreter]
    for component in document["components"]:  # paths of the build machine
        component.pop("externalReferences", None)
    target.write_text(json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


def write_sums(folder: Path, key: Path | None) -> None:
    """Write ``SHA256SUMS`` of the files in a folder and, with the release key, its detached Ed25519 signature.

    Raises `BuildError` if the key is not an Ed25519 key in PEM.
    """
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name not in (SUMS, SIGNATURE))
    lines = [f"{_sha256(path)}  {path.name}\n" for path in files]
    data = "".join(lines).encode()
    (folder / SUMS).write_bytes(data)
    (folder / SIGNATURE).unlink(missing_ok=True)
    if key is not None:
        try:
            private = load_pem_private_key(key.read_bytes(), None)
        except (ValueError, TypeError) as error:
            raise BuildError(f"{key} is not a private key in PEM without a password: {error}") from None
        if not isinstance(private, Ed25519PrivateKey):
            raise BuildError(f"{key} is not an Ed25519 key. Make one with: openssl genpkey -algorithm ed25519")
        (folder / SIGNATURE).write_bytes(private.sign(data))


def failed_files(folder: Path, public_key: Path) -> list[str]:
    """Files that are missing or differ from the signed list; raises `BuildError` if the list is not genuine."""
    public = load_pem_public_key(public_key.read_bytes())
    data = (folder / SUMS).read_bytes()
    try:
        if not isinstance(public, Ed25519PublicKey):
            raise BuildError(f"{public_key} is not an Ed25519 key.")
        public.verify((folder / SIGNATURE).read_bytes(), data)
    except InvalidSignature:
        raise BuildError(f"The signature of {folder / SUMS} is not of this key.") from None
    pairs = [line.split("  ", 1) for line in data.decode().splitlines()]
    return [name for digest, name in pairs if not (folder / name).is_file() or _sha256(folder / name) != digest]


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
