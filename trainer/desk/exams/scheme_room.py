"""Exam schemes: a sample of any paper on its felts; a school's own are made with the editor."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING

from trainer.desk.exams.review import Act, ReviewScreen, Shown
from trainer.exams.drawing import Drawing, draw_paper
from trainer.exams.roles import Right, Role, need
from trainer.exams.scheme import Scheme
from trainer.exams.staff import SignedIn
from trainer.texts import Message

if TYPE_CHECKING:
    from trainer.desk.exams.room import ExamRoom


class SchemeRoom:
    """For examiners: a sample shows questions with their answers."""

    def __init__(self, room: ExamRoom) -> None:
        self._room = room
        self._hall = room.hall

    @cached_property
    def screen(self) -> ReviewScreen:
        return ReviewScreen(self._hall.dress)

    def begin(self) -> None:
        self._room.sign_in((Role.EXAMINER,), lambda by, _: self._list(by), self._room.show_lobby)

    def _list(self, by: SignedIn) -> None:
        need(by.role, Right.SEE_PAPER)
        title = Message("exam-room.preview-title")
        self._room.list_schemes(title, lambda scheme: self.preview(scheme, by), self._room.show_lobby)

    def preview(self, scheme: Scheme, by: SignedIn) -> None:
        """Any paper of a scheme, drawn as a rehearsal: nobody sits it."""

        def draw() -> None:
            drawing = Drawing(
                seed=os.urandom(8).hex(),
                nonce=os.urandom(32),
                now=self._room.office.clock.wall(),
                by=by.id,
                rehearsal=True,
            )
            paper = draw_paper(scheme, drawing, self._hall.workplace.offers)
            self.screen.show_paper(
                Shown(
                    title=self._room.scheme_name(scheme),
                    line=Message("exam-room.preview-line", {"count": len(paper.items)}),
                    paper=paper,
                    acts=(Act("N", Message("exam-room.another"), lambda _: self.preview(scheme, by)),),
                    back=lambda: self._list(by),
                )
            )
            self._hall.show_screen(self.screen)

        self._room.try_to(draw)
