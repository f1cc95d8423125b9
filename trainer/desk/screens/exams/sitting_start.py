"""Asks what is needed to start a sitting: the paper, the candidate, and the code that unlocks the paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from trainer.desk.screens.exams.formats import local_minute
from trainer.desk.widgets.choice_list import Listing, Row
from trainer.desk.widgets.form import Field, Question
from trainer.exams.attempts import is_shared
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole
from trainer.exams.people import Identity
from trainer.exams.register import Entry
from trainer.exams.roles import Role
from trainer.exams.sitting import Sitting, check_other_person
from trainer.exams.staff import SignedIn
from trainer.texts import Message, Param

if TYPE_CHECKING:
    from trainer.desk.screens.exams.controller import ExamController

_DOCUMENTS = ("identity-card", "passport", "licence")


class SittingStart:
    """The questions to the invigilator until a sitting is unlocked; then calls ``then`` with it."""

    def __init__(self, room: ExamController, then: Callable[[Sitting], None]) -> None:
        self._room = room
        self._office = room.office
        self._then = then

    def begin(self) -> None:
        self._room.sign_in((Role.INVIGILATOR,), self._choose_paper, self._room.show_lobby)

    def _choose_paper(self, by: SignedIn, password: str) -> None:
        register = self._office.register
        for doubt in self._office.warnings():
            self._room.shell.tell(doubt)
        sat = {entry.details["paper"] for entry in register.of_kind("began")}
        waiting = [entry for entry in register.of_kind("drawn") if entry.about not in sat or is_shared(entry)]
        self._room.choose(
            Listing(
                title=Message("exam-room.papers-title"),
                says=Message("exam-room.papers-says"),
                rows=tuple(self._paper_row(entry, by, password) for entry in reversed(waiting)),
                none=Message("exam-room.no-papers"),
                back=self._room.show_lobby,
            )
        )

    def _paper_row(self, entry: Entry, by: SignedIn, password: str) -> Row:
        try:
            scheme: Param = self._office.locked(entry.about).names
        except RefusedError:  # a missing or damaged file is reported when it is chosen
            scheme = entry.details["scheme"]
        note = {"scheme": scheme, "at": local_minute(entry.at), "paper": entry.about[:12]}
        return Row(
            Message("exam-room.seat-of", {"seat": entry.details["seat"]}),
            Message("exam-room.paper-note", note),
            lambda: self._ask_identity(entry, by, password),
        )

    def _ask_identity(self, entry: Entry, by: SignedIn, password: str) -> None:
        extra = [("0", Message("exam-room.no-extra-time"))]
        shares = self._office.locked(entry.about).extra_time
        extra += [(str(share), Message("exam-room.extra-share", {"share": share})) for share in shares]
        self._room.ask(
            Question(
                title=Message("exam-room.identity-title"),
                says=Message("exam-room.identity-says"),
                fields=(
                    Field("name", Message("exam-room.name")),
                    Field("number", Message("exam-room.document-number")),
                    Field("document", Message("exam-room.document"), choices=document_choices()),
                    Field("extra", Message("exam-room.extra-time"), choices=tuple(extra)),
                    Field("trained", Message("exam-room.trained-by"), optional=True),
                    Field("code", Message("exam-room.code")),
                ),
                main=Message("exam-room.unlock"),
                then=lambda given: self._unlock(entry, by, password, given),
                back=lambda: self._choose_paper(by, password),
            )
        )

    def _unlock(self, entry: Entry, by: SignedIn, password: str, given: dict[str, str]) -> None:
        """Register the candidate, begin the sitting and unlock the paper.

        Nothing has begun until the code is right, so a mistyped name can still be corrected.
        """
        station = self._office.keys.unlock(KeyRole.STATION, password)
        identity = Identity(name=given["name"], document=given["number"])
        check_other_person(by, identity)
        wrong = self._office.check_code(entry.about, given["code"])
        candidate = self._office.people.add(identity)
        sitting = self._office.begin(
            entry.about,
            candidate,
            station.public,
            seat=entry.details["seat"],
            extra_time=int(given["extra"]),
            trained_by=self._office.staff.ids_of(given["trained"].split(",")),
        )
        try:
            sitting.note_wrong_codes(wrong)
            sitting.identify(by, candidate, given["document"])
            sitting.unlock(by, given["code"])
        except BaseException:
            sitting.close()  # it can be resumed from the lobby
            raise
        self._then(sitting)


def document_choices() -> tuple[tuple[str, Message], ...]:
    return tuple((kind, Message(f"exam-room.document-{kind}")) for kind in _DOCUMENTS)
