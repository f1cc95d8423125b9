"""Controller of the results: review, incidents, report, void an item, confirm or refuse, issue a certificate.

What can be done depends on the role of the person who has signed in. The list of certificates is opened from here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from trainer.desk.screens.exams.certificates import WRITTEN, CertificatesController, issuer_of, write_forms
from trainer.desk.screens.exams.formats import percent
from trainer.desk.screens.exams.review_screen import Act, ReviewScreen, Shown
from trainer.desk.style.style import current_style
from trainer.desk.widgets.choice_list import Listing, Row
from trainer.desk.widgets.form import Field, Question
from trainer.exams.certificates.mark_report import draw_report
from trainer.exams.certificates.register import CertificateRegister
from trainer.exams.corrections import Corrections
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole
from trainer.exams.observations import Observation
from trainer.exams.result import SealedResult, to_bytes
from trainer.exams.roles import Right, Role, may, need
from trainer.exams.seals import CONFIRMED, REJECTED
from trainer.exams.staff import SignedIn
from trainer.exams.verification import verify
from trainer.system.private_files import write_private
from trainer.texts import Message

if TYPE_CHECKING:
    from trainer.desk.screens.exams.controller import ExamController

_MOST_NOTED = 6  # incidents above a decision


class ResultsController:
    """The list of results and its actions, for examiners and certifiers."""

    def __init__(self, room: ExamController) -> None:
        self._room = room
        self._office = room.office
        self._shell = room.shell

    @cached_property
    def screen(self) -> ReviewScreen:
        return ReviewScreen()

    def begin(self) -> None:
        self._room.sign_in((Role.EXAMINER, Role.CERTIFIER), self._list, self._room.show_lobby)

    def _list(self, by: SignedIn, password: str) -> None:
        need(by.role, Right.SEE_RESULT)
        current = [found for found in self._office.results() if not self._office.is_superseded(found)]
        newest = sorted(current, key=lambda found: found.result.header.created, reverse=True)
        self._room.choose(
            Listing(
                title=Message("exam-room.results-title"),
                says=Message("exam-room.results-says"),
                rows=tuple(
                    Row(
                        self._name(found),
                        Message("exam-room.result-note", self._note(found)),
                        partial(self._show, found, by, password),
                    )
                    for found in newest
                ),
                none=Message("exam-room.no-results"),
                back=self._room.show_lobby,
                letters=self._letters(by, password),
            )
        )

    def _letters(self, by: SignedIn, password: str) -> tuple[tuple[str, Message, Callable[[], None]], ...]:
        if not may(by.role, Right.REVOKE_CERTIFICATE):
            return ()
        show = partial(self.certificates.show, by, password, lambda: self._list(by, password))
        return (("K", Message("exam-room.certificates"), show),)

    @cached_property
    def certificates(self) -> CertificatesController:
        return CertificatesController(self._room)

    def _name(self, found: SealedResult) -> str:
        candidate = self._office.people.find(found.result.header.candidate)
        return candidate.identity.name if candidate else found.result.header.candidate[:16]

    def _note(self, found: SealedResult) -> dict[str, object]:
        marks = found.result.marks
        reviews = [seal.review.decision for seal in found.seals if seal.review]
        state = "rehearsal" if found.result.is_rehearsal else reviews[-1] if reviews else "waiting"
        return {
            "scheme": found.result.paper.scheme.names,
            "percent": percent(marks),
            "passed": Message(f"exam-room.mark-{'passed' if marks.passed else 'failed'}"),
            "state": Message(f"exam-room.review-{state}"),
            "day": found.result.header.created[:10],
        }

    def _show(self, found: SealedResult, by: SignedIn, password: str, place: int = 0) -> None:
        """Verify the seals of a result, then show it on its felts."""

        def show() -> None:
            verify(to_bytes(found), self._office.keys.trust)
            self.screen.show_paper(
                Shown(
                    title=self._name(found),
                    line=Message("exam-room.result-note", self._note(found)),
                    paper=found.result.paper,
                    marks=found.result.marks.items,
                    regrade=found.result.regrade,
                    acts=self._acts(found, by, password),
                    back=lambda: self._list(by, password),
                ),
                place,
            )
            self._room.show(self.screen)

        self._room.try_to(show)

    def _acts(self, found: SealedResult, by: SignedIn, password: str) -> tuple[Act, ...]:
        """The actions that this person may take with this result."""
        acts = [Act("M", Message("exam-room.act-report"), lambda _: self._report(found))]
        if may(by.role, Right.SEE_INCIDENTS) and (seen := self._office.observations(found)):
            label = Message("exam-room.act-noted", {"count": len(seen)})
            acts.append(Act("N", label, lambda item: self._show_noted(found, by, password, item - 1)))
        if found.result.is_rehearsal:
            return tuple(acts)
        if may(by.role, Right.REGRADE):
            acts.append(Act("V", Message("exam-room.act-void"), lambda item: self._ask_void(found, by, password, item)))
        if may(by.role, Right.CONFIRM_RESULT):
            if not found.is_confirmed:
                acts.append(Act("C", Message("exam-room.act-confirm"), self._deciding(found, by, password, CONFIRMED)))
                acts.append(Act("R", Message("exam-room.act-refuse"), self._deciding(found, by, password, REJECTED)))
            elif found.result.marks.passed:
                acts.append(Act("I", Message("exam-room.act-issue"), lambda _: self._ask_issue(found, by, password)))
        return tuple(acts)

    def _show_noted(self, found: SealedResult, by: SignedIn, password: str, place: int) -> None:
        """Show the incidents in the sitting's log."""
        back = partial(self._show, found, by, password, place)
        self._room.choose(
            Listing(
                title=Message("exam-room.noted-title"),
                says=Message("exam-room.noted-says"),
                rows=tuple(Row(*_noted_words(one), back) for one in self._office.observations(found)),
                none=Message("exam-room.nothing"),
                back=back,
            )
        )

    # ── actions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _ask_void(self, found: SealedResult, by: SignedIn, password: str, item: int) -> None:
        def void(given: dict[str, str]) -> None:
            station = self._office.keys.unlock(KeyRole.STATION, password)
            second = self._office.staff.sign_in(given["second"], given["password"])
            corrections = Corrections(
                by=by,
                second=second,
                reason=given["why"],
                cite=given["cite"],
                voided=(item,),
                appeal=found.is_confirmed,
            )
            new = self._office.regrade(found, corrections, station)[0]
            self._show(new, by, password, item - 1)
            issued = CertificateRegister(self._office.folder / "certificates").of_result(found.digest)
            if issued is not None:
                warning = Message("exam-room.certificate-stands", {"number": issued.number})
                self._shell.tell(warning, instead_of="exam-room.written")

        self._room.ask(
            Question(
                title=Message("exam-room.void-title", {"item": item}),
                says=Message("exam-room.void-says"),
                fields=(
                    Field("why", Message("exam-room.reason")),
                    Field("cite", Message("exam-room.article")),
                    Field("second", Message("exam-room.second"), choices=self._seconds(by)),
                    Field("password", Message("exam-room.second-password"), secret=True),
                ),
                main=Message("exam-room.act-void"),
                then=void,
                back=lambda: self._show(found, by, password, item - 1),
            )
        )

    def _seconds(self, by: SignedIn) -> tuple[tuple[str, Message], ...]:
        """Who can confirm a correction: other examiners first, because a certifier who does cannot decide later."""
        others = self._office.staff.active(Role.EXAMINER, Role.CERTIFIER)
        in_order = sorted(others, key=lambda one: one.role is Role.CERTIFIER)
        return tuple(
            (one.id, Message("exam-room.second-name", {"name": one.name, "role": Message(f"exams.role.{one.role}")}))
            for one in in_order
            if one.id not in by.ids
        )

    def _deciding(self, found: SealedResult, by: SignedIn, password: str, decision: str) -> Callable[[int], None]:
        def decide(given: dict[str, str]) -> None:
            key = self._office.keys.unlock(KeyRole.CERTIFIER, password)
            new, _ = self._office.decide(found, by, decision, key, given["note"])
            self._show(new, by, password)

        return lambda item: self._room.ask(
            Question(
                title=Message(f"exam-room.decide-{decision}"),
                says=self._before_deciding(found),
                fields=(Field("note", Message("exam-room.note"), optional=True),),
                main=Message("exam-room.act-confirm" if decision == CONFIRMED else "exam-room.act-refuse"),
                then=decide,
                back=lambda: self._show(found, by, password, item - 1),
            )
        )

    def _before_deciding(self, found: SealedResult) -> Message:
        """What the certifier reads above the decision: the first incidents, each kind once, and how many there are."""
        says = Message("exam-room.decide-says", {"name": self._name(found)})
        seen = self._office.observations(found)
        if not seen:
            return says
        says = Message("exam-room.decide-noted", {"before": says, "count": len(seen)})
        for what in list({repr(one.what): one.what for one in seen}.values())[:_MOST_NOTED]:
            says = Message("exam-room.decide-line", {"before": says, "what": what})
        return says

    def _report(self, found: SealedResult) -> None:
        def write() -> None:
            language = current_style().language
            data = draw_report(found, language, name=self._name(found), school=self._office.keys.trust.school)
            path = self._office.folder / WRITTEN / f"report-{found.digest[:12]}-{language.value}.pdf"
            write_private(path, data)
            self._shell.tell(Message("exam-room.written", {"path": str(path)}), instead_of="exam-room.written")

        self._room.try_to(write)

    def _ask_issue(self, found: SealedResult, by: SignedIn, password: str) -> None:
        self._room.ask(
            Question(
                title=Message("exam-room.issue-title"),
                says=Message("exam-room.issue-says", {"name": self._name(found)}),
                fields=(Field("renews", Message("exam-room.renews"), optional=True),),
                main=Message("exam-room.act-issue"),
                then=lambda given: self._issue(found, by, password, given["renews"]),
                back=lambda: self._show(found, by, password),
            )
        )

    def _issue(self, found: SealedResult, by: SignedIn, password: str, renews: str) -> None:
        need(by.role, Right.ISSUE_CERTIFICATE)
        office = self._office
        candidate = office.people.find(found.result.header.candidate)
        if candidate is None:
            raise RefusedError(Message("certificates.refused.nobody"))
        key = office.keys.unlock(KeyRole.CERTIFIER, password)
        issuer = issuer_of(office)
        issued = issuer.issue(
            verify(to_bytes(found), office.keys.trust),
            key,
            candidate=candidate,
            language=current_style().language,
            renews=renews,
            certifier=office.staff.person(by.id).name,
            known=office.results(),
        )
        path = write_forms(office, issued)
        issuer.write_lists(key)
        self._room.ask(
            Question(
                title=Message("exam-room.issued-title"),
                says=Message("exam-room.issued-says", {"path": str(path), "name": candidate.identity.name}),
                main=Message("exam-room.to-lobby"),
                then=lambda _: self._room.show_lobby(),
                back=self._room.show_lobby,
                shown=issued.certificate.number,
            )
        )


def _noted_words(one: Observation) -> tuple[Message, Message]:
    """An incident and its time in the exam, as texts."""
    detail = {"what": one.what, "detail": one.detail}
    said = Message("exam-room.noted-row" if one.detail else "exam-room.noted-bare", detail)
    if one.used_ms is None:
        return said, Message("exam-room.noted-outside")
    times = {"at": _minutes(one.used_ms), "lasted": _minutes(one.lasted_ms)}
    return said, Message("exam-room.noted-note" if one.lasted_ms else "exam-room.noted-at", times)


def _minutes(milliseconds: int) -> str:
    minutes, seconds = divmod(-(-milliseconds // 1000), 60)
    return f"{minutes}:{seconds:02d}"
