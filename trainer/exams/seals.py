"""Make and seal results: by the station after the sitting, by the certifier after the review, and again after a
regrade."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from trainer.drills.forms import AnswerError
from trainer.exams import events as e
from trainer.exams.canonical import canonical
from trainer.exams.errors import RefusedError, refused
from trainer.exams.keys import Domain, PrivateKey
from trainer.exams.marks import marks_of
from trainer.exams.paper import Paper
from trainer.exams.paper_items import question_of
from trainer.exams.result import (
    FORM,
    VERSION,
    ChainedEvent,
    Correction,
    Regrade,
    Result,
    Review,
    Seal,
    SealedResult,
    SealRole,
    SittingHeader,
    result_digest,
    seal_bytes,
)
from trainer.exams.roles import Right, need, need_other_person
from trainer.exams.sitting_state import Phase, State, replay
from trainer.exams.staff import SignedIn
from trainer.exams.trust import format_time
from trainer.system.people_names import same_name
from trainer.texts import Message

DOMAINS = {
    SealRole.STATION: Domain.RESULT,
    SealRole.CERTIFIER: Domain.REVIEW,
    SealRole.REHEARSAL: Domain.REHEARSAL,
}
CONFIRMED, REJECTED = "confirmed", "refused"


class NothingToRegradeError(RefusedError):
    """These items were voided or corrected in the same way before."""


def result_of(header: SittingHeader, paper: Paper, events: Sequence[ChainedEvent]) -> Result:
    """Result of a sitting that was handed in; raises `RefusedError` if it was not."""
    state = state_after(header, paper, events)
    return Result(
        form=FORM,
        version=VERSION,
        header=header,
        paper=paper,
        events=tuple(events),
        count=len(events),
        last=events[-1].hash,
        marks=marks_of(paper, state.answers, header.extra_time),
        regrade=None,
    )


def state_after(header: SittingHeader, paper: Paper, events: Sequence[ChainedEvent]) -> State:
    """Final state of a sitting; raises `RefusedError` if an event was impossible or the end is missing."""
    state = replay(paper, header.extra_time, [e.read_event(each.event) for each in events])
    if state.phase is not Phase.HANDED_IN:
        raise refused("not-handed-in")
    return state


def sealed(result: Result, key: PrivateKey, at: datetime) -> SealedResult:
    """Result with the seal of the station, or of the rehearsal key."""
    role = SealRole.REHEARSAL if result.is_rehearsal else SealRole.STATION
    return SealedResult(result=result, seals=(_seal(result, role, key, at, None),))


def reviewed(
    before: SealedResult,
    by: SignedIn,
    decision: str,
    key: PrivateKey,
    at: datetime,
    note: str = "",
    anchor: str = "",
) -> SealedResult:
    """Result with a certifier's decision. Somebody who examined or trained the candidate cannot decide.

    ``anchor`` is the newest hash of the register, which the decision then protects against rewriting.
    """
    need(by.role, Right.CONFIRM_RESULT)
    assert decision in (CONFIRMED, REJECTED)
    result = before.result
    if result.is_rehearsal:
        raise refused("rehearsal")
    for own in by.ids:
        check_conflicts(result, own)
    _check_taught(result, by)
    review = Review(
        result=result_digest(result),
        decision=decision,
        by=by.id,
        at=format_time(at),
        note=note[:500],
        anchor=anchor or msgspec.UNSET,
    )
    seal = _seal(result, SealRole.CERTIFIER, key, at, review)
    return SealedResult(result=result, seals=(*before.seals, seal))


def check_conflicts(result: Result, certifier: str) -> None:
    """Raise `RefusedError` if the certifier drew, invigilated, regraded or trained."""
    for person in involved(result):
        need_other_person(certifier, person, "examined")
    for trainer in result.header.trained_by:
        need_other_person(certifier, trainer, "trained")


def _check_taught(result: Result, by: SignedIn) -> None:
    """Raise `RefusedError` if this person trained the candidate.

    A machine that does not know all staff records trainers by name, so names are compared too.
    """
    for trainer in result.header.trained_by:
        if trainer in by.ids or (by.name and same_name(by.name, trainer)):
            need_other_person(trainer, trainer, "trained")


def involved(result: Result) -> frozenset[str]:
    """Ids of all staff who took part in a result."""
    found = {str(each.event["by"]) for each in result.events if each.event.get("by")} | {result.paper.drawn_by}
    regrade = result.regrade
    found |= {regrade.by} if regrade else set()
    found |= {regrade.second} if regrade and isinstance(regrade.second, str) else set()
    return frozenset(found)


def regraded(
    before: SealedResult,
    by: SignedIn,
    reason: str,
    key: PrivateKey,
    at: datetime,
    *,
    voided: Sequence[int] = (),
    corrected: Sequence[Correction] = (),
    cite: str,
    second: SignedIn,
    appeal: bool = False,
    follows: bool = False,
) -> SealedResult:
    """New result that replaces an earlier one, with items voided or corrected, the reason and its article.

    Two people answer for it, ``by`` and ``second``, whose own key signs it. Earlier voids and corrections stay.
    People who were involved before cannot decide an appeal. `Office.regrade` does it for all who had the items;
    ``follows`` marks those: the fact was decided at another result, so conflicts with this candidate do not matter.
    """
    need(by.role, Right.DECIDE_APPEAL if appeal or follows else Right.REGRADE)
    need(second.role, Right.DECIDE_APPEAL)
    for own in by.ids:
        for other in second.ids:
            need_other_person(own, other, "second-person")
    if not any(letter.isdecimal() for letter in cite):
        raise refused("no-article")
    result = before.result
    if not reason.strip():
        raise refused("no-reason")
    decided = (*involved(result), *(seal.review.by for seal in before.seals if seal.review)) if appeal else ()
    if not follows:
        _check_taught(result, by)
        _check_taught(result, second)
    for own in (*by.ids, *second.ids):
        for person in decided:
            need_other_person(own, person, "first-decision")
    for number in (*voided, *(each.item for each in corrected)):
        if not 1 <= number <= len(result.paper.items):
            raise refused("no-item", item=number)
    for each in corrected:
        _check_correction(result.paper, each)
        if each.item in voided:
            raise refused("voided-and-corrected", item=each.item)
        if [other.item for other in corrected].count(each.item) > 1:
            raise refused("corrected-twice", item=each.item)
    earlier = result.regrade
    all_voided = tuple(sorted({*voided, *(earlier.voided if earlier else ())}))
    by_item = {each.item: each for each in (*(earlier.corrected if earlier else ()), *corrected)}
    all_corrected = tuple(by_item[number] for number in sorted(by_item))
    if (all_voided, all_corrected) == ((earlier.voided, earlier.corrected) if earlier else ((), ())):
        raise NothingToRegradeError(Message("exams.refused.nothing-to-regrade"))
    parent = result_digest(result)
    regrade = Regrade(
        parent=parent,
        first=earlier.first if earlier else parent,
        reason=reason[:2000],
        by=by.id,
        at=format_time(at),
        voided=all_voided,
        corrected=all_corrected,
        cite=cite[:200],
        second=second.id,
    )
    if second.signer is not None:
        agreed = second.signer.sign(Domain.REGRADE, regrade_bytes(regrade)).hex()
        regrade = msgspec.structs.replace(regrade, agreed=agreed)
    answers = state_after(result.header, result.paper, result.events).answers
    marks = marks_of(result.paper, answers, result.header.extra_time, all_voided, all_corrected)
    return sealed(msgspec.structs.replace(result, regrade=regrade, marks=marks), key, at)


def regrade_bytes(regrade: Regrade) -> bytes:
    """What the second person signs: the regrade without the signature."""
    return canonical(msgspec.to_builtins(msgspec.structs.replace(regrade, agreed=msgspec.UNSET)))


def _check_correction(paper: Paper, correction: Correction) -> None:
    """Raise `RefusedError` if a corrected solution is not an answer to its item: nobody could be right."""
    form = question_of(paper.item(correction.item)).draft.form
    if not correction.solutions:
        raise refused("no-correction", item=correction.item, answer="")
    try:
        for solution in correction.solutions:
            form.canonical(solution)
    except (AnswerError, ValueError, LookupError, TypeError):
        raise refused("no-correction", item=correction.item, answer=solution[:60]) from None


def _seal(result: Result, role: SealRole, key: PrivateKey, at: datetime, review: Review | None) -> Seal:
    bare = Seal(role=role, key=str(key.public), at=format_time(at), signature="", review=review)
    return msgspec.structs.replace(bare, signature=key.sign(DOMAINS[role], seal_bytes(bare, result)).hex())
