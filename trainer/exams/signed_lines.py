"""Signatures on lines of the register.

The register's hashes need no secret, so whoever can write the file can add a line with right hashes. A line that gives
somebody a key, a certificate its facts or a status its end therefore counts only with a signature.

A signed line can be copied or moved together with its signature. It therefore names the signature of the line that it
replaces, counts once, and comes after that line wherever the two stand in the file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from trainer.exams.canonical import canonical
from trainer.exams.errors import RefusedError
from trainer.exams.keys import Domain, PrivateKey, PublicKey, parse_hex
from trainer.exams.register import Entry

SIGNER, SIGNED, REPLACES = "signer", "signed", "replaces"


def signed_details(
    kind: str, about: str, details: Mapping[str, str], key: PrivateKey, replaced: Entry | None = None
) -> dict[str, str]:
    """Details of a line with the signature of a key over them and over the signature of the line that it replaces."""
    said = {**details}
    if replaced is not None and SIGNED in replaced.details:
        said[REPLACES] = replaced.details[SIGNED]
    signature = key.sign(Domain.REGISTER, _covered(kind, about, said))
    return {**said, SIGNER: str(key.public), SIGNED: signature.hex()}


def is_signed(line: Entry, keys: Collection[PublicKey]) -> bool:
    """Whether one of these keys signed a line."""
    try:
        signer = PublicKey.from_text(line.details[SIGNER])
        covered = _covered(line.kind, line.about, line.details)
        return signer in keys and _verified(str(signer), covered, line.details[SIGNED])
    except (KeyError, RefusedError, ValueError):
        return False


@lru_cache(maxsize=1024)  # the register is read again at every step
def _verified(signer: str, covered: bytes, signature: str) -> bool:
    return PublicKey.from_text(signer).signed(Domain.REGISTER, covered, parse_hex(signature))


def counted_lines(lines: Iterable[Entry], kind: str, keys: Collection[PublicKey]) -> list[Entry]:
    """Lines of a kind that one of these keys signed, each once and after the one it replaces."""
    return [line for line in lines_in_order(lines, kind, keys) if is_signed(line, keys)]


def lines_in_order(lines: Iterable[Entry], kind: str, keys: Collection[PublicKey]) -> list[Entry]:
    """All lines of a kind. Of those that one of these keys signed each stands there once, after the one it replaces.

    The more lines of the same thing precede a line by what they replace, the later it stands. A line that replaces
    nothing is older than all that replace one, and a line whose replaced line is gone is newer than those that reach
    back to the first.
    """
    same_kind = [line for line in lines if line.kind == kind]
    signed: dict[str, Entry] = {}
    for line in same_kind:
        if is_signed(line, keys):
            signed.setdefault(line.details[SIGNED], line)
    waiting: dict[str, list[Entry]] = {}
    for line in signed.values():
        waiting.setdefault(line.about, []).append(line)
    in_turn = {about: iter(sorted(some, key=lambda line: _place(line, signed))) for about, some in waiting.items()}
    found: list[Entry] = []
    for line in same_kind:
        if not is_signed(line, keys):
            found.append(line)
        elif signed[line.details[SIGNED]] is line:
            found.append(next(in_turn[line.about]))
    return found


def _place(line: Entry, signed: Mapping[str, Entry]) -> tuple[bool, int]:
    """Whether a line goes back to one that is gone, and how many lines it goes back over."""
    steps = 0
    while (before := line.details.get(REPLACES, "")) in signed:
        line = signed[before]
        steps += 1
    return bool(before), steps


def _covered(kind: str, about: str, details: Mapping[str, str]) -> bytes:
    said = {name: value for name, value in details.items() if name not in (SIGNER, SIGNED)}
    return canonical({"about": about, "details": said, "kind": kind})
