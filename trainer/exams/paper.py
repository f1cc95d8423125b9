"""A paper: the questions of an exam in full, so that it can be shown and marked by whoever has only this file.

Words stand in both languages; the form says how an answer is given and compared (see `README.md`); the rules are
archived. Nothing in a paper is computed again when it is marked.
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
    """A step of the way to the answer, with where it is written."""

    says: Names
    cite: str = ""


class PaperMistake(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wrong answer that has a name."""

    id: str
    says: Names
    answer: str


class PaperItem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One question. ``item`` is its name in the program that drew it; everything else does without that program."""

    number: int  # from 1; 0 is the practice item
    part: str
    item: str
    game: str
    family: str
    level: int
    title: Names  # what kind of question it is
    prompt: Names
    scene: dict[str, Any]  # what lies on the felt
    form: dict[str, Any]  # how it is answered
    solution: str
    solution_words: Names
    reasons: tuple[PaperReason, ...]
    mistakes: tuple[PaperMistake, ...]
    after: dict[str, Any] | None  # the felt as it should look afterwards
    target_ms: int
    limit_ms: int  # 0: only the part is timed
    difficulty: int  # thousandths of a logit
    rules: str  # digest of the archived rules
    fact: bool = False  # whether it is one of few that are asked again and again, not made for this paper


class Paper(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A drawn exam. ``nonce`` keeps anybody from finding the seed by trying its hash."""

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
    redraw_reason: str  # why an earlier paper for the same seat was thrown away; usually empty
    rehearsal: bool
    expected: int  # thousandths of a mark that who just passes would have: equal in all papers of a scheme
    practice: tuple[PaperItem, ...]
    items: tuple[PaperItem, ...]
    rules: dict[str, str]  # digest → archived rules, base64

    def item(self, number: int) -> PaperItem:
        """An item by its number; `KeyError` if there is none."""
        if not 1 <= number <= len(self.items):
            raise KeyError(number)
        return self.items[number - 1]

    def of_part(self, part: str) -> tuple[PaperItem, ...]:
        return tuple(item for item in self.items if item.part == part)


class Commitment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is made known of a paper before anybody sees it, so that nobody can change it afterwards."""

    paper: str
    scheme_digest: str
    seed: str  # hash over nonce and seed
    items: tuple[str, ...]  # hash over nonce and item, each
    whole: str  # hash over all of the paper


def commitment_of(paper: Paper) -> Commitment:
    """The commitment to a paper."""
    nonce = bytes.fromhex(paper.nonce)
    plain = msgspec.to_builtins(paper)

    def bound(domain: bytes, value: object) -> str:
        return sha256(domain + b"\0" + nonce + canonical(value)).hexdigest()

    return Commitment(
        paper=paper.id,
        scheme_digest=paper.scheme_digest,
        seed=bound(b"ct-seed-v1", paper.seed),
        items=tuple(bound(b"ct-item-v1", item) for item in plain["items"]),
        whole=bound(b"ct-paper-v1", plain),
    )
