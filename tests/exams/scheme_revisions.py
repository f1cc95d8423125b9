"""Digests of what the shipped schemes ask, to notice a scheme that was changed without a line in its history.

Whoever changes a scheme raises its ``revision``, adds a line to its ``history`` and stores the new digests with::

    uv run python -m tests.exams.scheme_revisions
"""

from __future__ import annotations

from typing import Any

import msgspec

from tests.drills import revisions
from tests.exams.support import SCHEMES
from trainer.exams.canonical import canonical
from trainer.exams.scheme import Scheme
from trainer.system.digests import sha256

STORED = revisions.KEPT.parent / "exams" / "scheme-revisions.txt"
_WORDING = ("names", "history", "revision", "not_assessed")


def digest_of(scheme: Scheme) -> str:
    """Digest of everything in a scheme that changes a paper, its marks or its conditions; not of its wording."""
    plain: dict[str, Any] = msgspec.to_builtins(scheme)
    for part in plain["parts"]:
        part.pop("names")
    return sha256(canonical({key: value for key, value in plain.items() if key not in _WORDING})).hexdigest()[:16]


def lines() -> dict[str, tuple[int, str]]:
    """Revision and digest of every shipped scheme as it is now."""
    found = {name: SCHEMES.load(name) for name in SCHEMES.ids()}
    return {name: (scheme.revision, digest_of(scheme)) for name, scheme in found.items()}


def stored() -> dict[str, tuple[int, str]]:
    rows = (line.split() for line in STORED.read_text(encoding="utf-8").splitlines())
    return {name: (int(revision), digest) for name, revision, digest in rows}


if __name__ == "__main__":
    text = "".join(f"{name} {revision} {digest}\n" for name, (revision, digest) in lines().items())
    STORED.write_text(text, encoding="utf-8")
