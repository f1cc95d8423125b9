"""Roles in an exam and what each may do, in one table; some tasks must be done by different people."""

from __future__ import annotations

from enum import StrEnum

from trainer.exams.errors import RefusedError
from trainer.texts import Message


class Role(StrEnum):
    """Role of a person in an exam. Texts: ``exams.role.ID``."""

    CANDIDATE = "candidate"
    INVIGILATOR = "invigilator"  # supervises sittings, does not judge
    EXAMINER = "examiner"  # draws papers, reviews results, voids items
    CERTIFIER = "certifier"  # decides; must not have examined or trained the candidate


class Right(StrEnum):
    """Something that can be done or seen. Texts: ``exams.right.ID``."""

    ANSWER = "answer"
    SEE_OWN_ITEM = "see-own-item"
    HAND_IN = "hand-in"
    IDENTIFY = "identify"
    UNLOCK = "unlock"
    PAUSE = "pause"
    RESUME = "resume"
    GIVE_EXTRA_TIME = "give-extra-time"
    END_SITTING = "end-sitting"
    SEE_INCIDENTS = "see-incidents"
    WRITE_SCHEME = "write-scheme"
    DRAW_PAPER = "draw-paper"
    SEE_PAPER = "see-paper"  # with the answers
    SEE_RESULT = "see-result"
    REGRADE = "regrade"
    SEE_STATISTICS = "see-statistics"
    CONFIRM_RESULT = "confirm-result"
    ISSUE_CERTIFICATE = "issue-certificate"
    REVOKE_CERTIFICATE = "revoke-certificate"
    USE_CERTIFIER_KEY = "use-certifier-key"
    DECIDE_APPEAL = "decide-appeal"
    ERASE_PERSON = "erase-person"


_C, _I, _E, _Z = Role.CANDIDATE, Role.INVIGILATOR, Role.EXAMINER, Role.CERTIFIER
RIGHTS: dict[Right, frozenset[Role]] = {
    Right.ANSWER: frozenset({_C}),
    Right.SEE_OWN_ITEM: frozenset({_C}),
    Right.HAND_IN: frozenset({_C}),
    Right.IDENTIFY: frozenset({_I}),
    Right.UNLOCK: frozenset({_I}),
    Right.PAUSE: frozenset({_I}),
    Right.RESUME: frozenset({_I}),
    Right.GIVE_EXTRA_TIME: frozenset({_I}),
    Right.END_SITTING: frozenset({_I}),
    Right.SEE_INCIDENTS: frozenset({_I, _E, _Z}),
    Right.WRITE_SCHEME: frozenset({_E}),
    Right.DRAW_PAPER: frozenset({_E}),
    Right.SEE_PAPER: frozenset({_E, _Z}),
    Right.SEE_RESULT: frozenset({_E, _Z}),
    Right.REGRADE: frozenset({_E}),
    Right.SEE_STATISTICS: frozenset({_E, _Z}),
    Right.CONFIRM_RESULT: frozenset({_Z}),
    Right.ISSUE_CERTIFICATE: frozenset({_Z}),
    Right.REVOKE_CERTIFICATE: frozenset({_Z}),
    Right.USE_CERTIFIER_KEY: frozenset({_Z}),
    Right.DECIDE_APPEAL: frozenset({_E, _Z}),
    Right.ERASE_PERSON: frozenset({_Z}),
}


def may(role: Role, right: Right) -> bool:
    """Whether a role has a right."""
    return role in RIGHTS[right]


def need(role: Role, right: Right) -> None:
    """Raise `RefusedError` if a role does not have a right."""
    if not may(role, right):
        params = {"role": Message(f"exams.role.{role.value}"), "right": Message(f"exams.right.{right.value}")}
        raise RefusedError(Message("exams.refused.role", params))


def need_other_person(one: str, other: str, what: str) -> None:
    """Raise `RefusedError` if one person does two tasks that need two people.

    ``what`` is the kind of conflict: ``own-exam``, ``examined``, ``trained`` or ``first-decision``.
    """
    if one and one == other:
        raise RefusedError(Message(f"exams.conflict.{what}"))
