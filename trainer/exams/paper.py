"""A paper: the complete questions of an exam, so that the file alone is enough to show and mark it.

Texts are in both languages, each answer form says how answers are compared (see `FORMATS.md`), and the rules are
archived. Marking recomputes nothing.
"""

from __future__ import annotations

from typing import Any

import msgspec

from trainer.exams.canonical import canonical
from trainer.exams.scheme import Scheme
from trainer.system.digests import sha256
from trainer.texts import Names

FORM = "croupier-trainer-paper"
VERSION = 1


class PaperReason(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step of the solution, with its citation."""

    says: Names
    cite: str = ""


class PaperMistake(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wrong answer with a name."""

    id: str
    says: Names
    answer: str


class PaperItem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One question. Only ``item`` refers to the program that drew it."""

    number: int  # from 1; 0 is the practice item
    part: str
    item: str
    game: str
    family: str
    level: int
    title: Names  # what kind of question it is
    prompt: Names
    scene: dict[str, Any]  # pieces on the felt
    form: dict[str, Any]  # answer form
    solution: str
    solution_words: Names
    reasons: tuple[PaperReason, ...]
    mistakes: tuple[PaperMistake, ...]
    after: dict[str, Any] | None  # the felt after the right answer
    target_ms: int
    limit_ms: int  # 0: only the part is timed
    difficulty: int  # thousandths of a logit
    rules: str  # digest of the archived rules
    fact: bool = False  # a fact, one of a fixed list, instead of a generated question


class Paper(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A drawn exam. The secret ``nonce`` prevents anybody from guessing the seed by trying its hash."""

    form: str
    version: int
    id: str
    scheme: Scheme
    scheme_digest: str
    seed: str
    nonce: str  # 32 bytes in hexadecimal
    program: str
    drawn: str  # when, ISO 8601 in UTC
    drawn_by: str  # id of the examiner
    redraw_reason: str  # why an earlier paper for the same seat was discarded; usually empty
    rehearsal: bool
    expected: int  # expected marks of a borderline candidate in thousandths: equal in all papers of a scheme
    practice: tuple[PaperItem, ...]
    items: tuple[PaperItem, ...]
    rules: dict[str, str]  # digest → archived rules, base64

    def item(self, number: int) -> PaperItem:
        """Item by number; raises `KeyError`."""
        if not 1 <= number <= len(self.items):
            raise KeyError(number)
        return self.items[number - 1]

    def of_part(self, part: str) -> tuple[PaperItem, ...]:
        return tuple(item for item in self.items if item.part == part)


class Commitment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hashes of a paper that are published before anybody sees it, so that it cannot be changed afterwards."""

    paper: str
    scheme_digest: str
    seed: str  # hash over nonce and seed
    items: tuple[str, ...]  # hash over nonce and item, each
    whole: str  # hash over all of the paper


def seed_commitment(nonce: bytes, seed: str) -> str:
    """Hash that fixes a seed before its paper is drawn; without the nonce nobody can try seeds."""
    return sha256(b"ct-seed-v1\0" + nonce + canonical(seed)).hexdigest()


def rules_digests(paper: Paper) -> str:
    """Games of a paper with the beginning of the digest of their rules: ``craps:0f3a… roulette-american:77b0…``."""
    found = {item.game: item.rules[:16] for item in paper.items}
    return " ".join(f"{game}:{found[game]}" for game in sorted(found))


def commitment_of(paper: Paper) -> Commitment:
    """Commitment to a paper."""
    nonce = bytes.fromhex(paper.nonce)
    plain = msgspec.to_builtins(paper)

    def bound(domain: bytes, value: object) -> str:
        return sha256(domain + b"\0" + nonce + canonical(value)).hexdigest()

    return Commitment(
        paper=paper.id,
        scheme_digest=paper.scheme_digest,
        seed=seed_commitment(nonce, paper.seed),
        items=tuple(bound(b"ct-item-v1", item) for item in plain["items"]),
        whole=bound(b"ct-paper-v1", plain),
    )
