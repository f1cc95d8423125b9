"""Read a paper from its file and check it: anything the program would not have written is refused with a sentence."""

from __future__ import annotations

import base64
import binascii
from typing import Any

import msgspec

from trainer.drills.core import Item
from trainer.drills.forms import AnswerError
from trainer.exams import paper as papers
from trainer.exams.canonical import NotCanonicalError, canonical, read_canonical
from trainer.exams.errors import RefusedError
from trainer.exams.paper import Paper, PaperItem
from trainer.exams.paper_items import archive_hash, question_of
from trainer.exams.scheme import Scheme, exact, scheme_digest
from trainer.texts import Message
from trainer.texts.parse_errors import parser_problem

_NONCE_BYTES = 32


def paper_from_bytes(data: bytes) -> Paper:
    """Parse and check a paper; raises `RefusedError`."""
    paper = paper_from_plain(read_canonical(data))
    # Fields with default values must be present. msgspec's faster writer usually gives the same bytes.
    if msgspec.json.encode(paper, order="sorted") != data and paper_to_bytes(paper) != data:
        raise NotCanonicalError(Message("keys.not-canonical"))
    return paper


def paper_to_bytes(paper: Paper) -> bytes:
    return canonical(msgspec.to_builtins(paper))


def paper_from_plain(plain: Any) -> Paper:
    """Convert and check a paper; raises `RefusedError`."""
    try:
        paper = msgspec.convert(plain, Paper)
    except msgspec.ValidationError as error:
        raise RefusedError(Message("exams.refused.not-a-paper-because", {"reason": parser_problem(error)})) from None
    check_paper(paper)
    return paper


def check_paper(paper: Paper) -> None:
    """Raise `RefusedError` for the first inconsistency within a paper."""
    if paper.form != papers.FORM or paper.version != papers.VERSION:
        raise RefusedError(Message("exams.refused.not-a-paper"))
    if paper.scheme_digest != scheme_digest(paper.scheme):
        raise RefusedError(Message("exams.refused.other-scheme"))
    if len(paper.items) != paper.scheme.count:
        raise RefusedError(
            Message("exams.refused.items-missing", {"found": len(paper.items), "wanted": paper.scheme.count})
        )
    try:
        if len(bytes.fromhex(paper.nonce)) != _NONCE_BYTES:
            raise ValueError
    except ValueError:
        raise RefusedError(Message("exams.refused.not-a-paper")) from None
    _check_marks(paper.scheme)
    _check_items(paper)
    check_rules(paper)


def _check_marks(scheme: Scheme) -> None:
    """Pass marks must be percentages, because verifying computes the marks again."""
    for mark in (scheme.pass_mark, *(part.pass_mark for part in scheme.parts)):
        try:
            exact(mark)
        except ValueError as error:
            raise RefusedError(Message("exams.refused.not-a-paper-because", {"reason": str(error)})) from None


def _check_items(paper: Paper) -> None:
    seen: dict[bytes, int] = {}
    counts: dict[str, int] = {}
    for place, item in enumerate(paper.items, start=1):
        if item.number != place or not _is_named(item):
            raise RefusedError(Message("exams.refused.item-changed", {"item": place}))
        content = canonical(_asked(item))
        if content in seen:
            raise RefusedError(Message("exams.refused.item-twice", {"item": place, "first": seen[content]}))
        seen[content] = place
        counts[item.part] = counts.get(item.part, 0) + 1
    for part in paper.scheme.parts:
        if counts.pop(part.id, 0) != part.count:
            raise RefusedError(Message("exams.refused.part-count", {"part": part.id}))
    if counts:
        raise RefusedError(Message("exams.refused.part-count", {"part": next(iter(counts))}))
    for item in (*paper.practice, *paper.items):
        question = question_of(item)
        try:
            right = question.family.mark(question, item.solution).right
        except (AnswerError, ValueError, LookupError, TypeError, AttributeError) as error:
            params = {"item": item.number, "reason": str(error)[:200]}
            raise RefusedError(Message("exams.refused.bad-item", params)) from None
        if not right or item.target_ms < 1 or item.limit_ms < 0:
            raise RefusedError(Message("exams.refused.item-changed", {"item": item.number}))


def _is_named(item: PaperItem) -> bool:
    """Whether game, drill and level of an item agree with its item id."""
    try:
        named = Item.parse(item.item)
    except ValueError:
        return False
    return (named.game, named.family, named.level) == (item.game, item.family, item.level)


def _asked(item: PaperItem) -> list[Any]:
    """What makes two items the same question."""
    return [item.prompt.es, item.scene, item.form, item.solution]


def check_rules(paper: Paper) -> None:
    """Raise `RefusedError` unless the archived rules match their digests."""
    for digest, data in paper.rules.items():
        try:
            found = archive_hash(base64.b64decode(data, validate=True))
        except (ValueError, binascii.Error):
            found = ""
        if found != digest:
            raise RefusedError(Message("exams.refused.rules-swapped", {"rules": digest}))
    missing = {item.rules for item in paper.items} - paper.rules.keys()
    if missing:
        raise RefusedError(Message("exams.refused.rules-swapped", {"rules": min(missing)}))
