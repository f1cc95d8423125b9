"""What accompanies the packages: a bill of materials, SHA-256 sums, their signature, and the key that proves it."""

from __future__ import annotations

import hashlib
import json
import venv
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from tests.packaging.site_folder import ROOT, BuildError, run
from trainer.school.installers.release import SIGNATURE, SUMS
from trainer.system.resources import release_key

_CYCLONEDX = "cyclonedx-bom==7.5.0"


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
    add_licences(document["components"], site)
    for component in document["components"]:  # paths of the build machine
        component.pop("externalReferences", None)
    target.write_text(json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


def add_licences(components: list[dict[str, Any]], site: Path) -> None:
    """Give components without a licence the one that their package names in free text.

    CycloneDX's tool leaves out some texts that are no SPDX identifiers. Raises `BuildError` if a package names none.
    """
    named = {found.name: found.metadata.json.get("license") for found in distributions(path=[str(site)])}
    for component in components:
        if not component.get("licenses"):
            if not (text := named.get(component["name"])):
                raise BuildError(f"The licence of {component['name']} is unknown.")
            component["licenses"] = [{"license": {"name": text}}]


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
        (folder / SIGNATURE).write_bytes(_read_key(key).sign(data))


def pin_release_key(site: Path, key: Path | None) -> None:
    """Put the public release key into the installed program, which then verifies installers with it.

    Raises `BuildError` if the key is not an Ed25519 key in PEM.
    """
    if key is not None:
        public = _read_key(key).public_key()
        pinned = site / release_key().relative_to(ROOT)
        pinned.write_bytes(public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))


def _read_key(path: Path) -> Ed25519PrivateKey:
    """The private release key in a file."""
    try:
        key = load_pem_private_key(path.read_bytes(), None)
    except (ValueError, TypeError) as error:
        raise BuildError(f"{path} is not a private key in PEM without a password: {error}") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BuildError(f"{path} is not an Ed25519 key. Make one with: openssl genpkey -algorithm ed25519")
    return key


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
