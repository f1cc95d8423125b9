"""Controller of the exam schemes: preview a sample paper, edit a copy, set the pass mark."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from trainer.desk.screens.exams.review_screen import Act, ReviewScreen, Shown
from trainer.desk.screens.exams.scheme_editor import SchemeEditor
from trainer.desk.screens.exams.standard import StandardController
from trainer.desk.style.style import current_style
from trainer.exams.errors import RefusedError
from trainer.exams.paper_assembly import DrawRequest, draw_paper
from trainer.exams.roles import Right, Role, need
from trainer.exams.scheme import Scheme
from trainer.exams.scheme_checks import check_scheme, drawable_sources, require_valid, scheme_notes
from trainer.exams.scheme_files import scheme_text
from trainer.exams.staff import SignedIn
from trainer.system.private_files import write_private
from trainer.texts import Message, say

if TYPE_CHECKING:
    from trainer.desk.screens.exams.controller import ExamController


class SchemeController:
    """The list of schemes and its actions, for examiners, because a sample shows the answers."""

    def __init__(self, room: ExamController) -> None:
        self._room = room
        self._shell = room.shell

    @cached_property
    def screen(self) -> ReviewScreen:
        return ReviewScreen()

    def begin(self) -> None:
        self._room.sign_in((Role.EXAMINER,), lambda by, _: self._list(by), self._room.show_lobby)

    def _list(self, by: SignedIn) -> None:
        need(by.role, Right.SEE_PAPER)
        title = Message("exam-room.preview-title")
        self._room.list_schemes(title, lambda scheme: self.preview(scheme, by), self._room.show_lobby)

    def preview(self, scheme: Scheme, by: SignedIn, back: Callable[[], None] | None = None) -> None:
        """Draw a sample paper of a scheme and show it; nobody sits it, and who has seen it is noted."""

        def draw() -> None:
            drawing = DrawRequest(
                seed=os.urandom(8).hex(),
                nonce=os.urandom(32),
                now=self._room.office.clock.wall(),
                by=by.id,
                rehearsal=True,
            )
            offers = self._shell.workplace.offers
            paper = draw_paper(require_valid(scheme, offers), drawing, offers)
            self._room.office.note_look(scheme.id, by.id)
            self.screen.show_paper(
                Shown(
                    title=self._room.scheme_name(scheme),
                    line=Message("exam-room.preview-line", {"count": len(paper.items)}),
                    paper=paper,
                    acts=(
                        Act("N", Message("exam-room.another"), lambda _: self.preview(scheme, by, back)),
                        Act("E", Message("exam-room.edit-copy"), lambda _: self.edit(scheme, by)),
                        Act("C", Message("exam-room.standard-act"), lambda _: self.set_standard(scheme, by)),
                    ),
                    back=back or (lambda: self._list(by)),
                )
            )
            self._room.show(self.screen)

        self._room.try_to(draw)

    def set_standard(self, scheme: Scheme, by: SignedIn) -> None:
        self.standard.show(scheme, by, lambda: self._list(by))

    @cached_property
    def standard(self) -> StandardController:
        return StandardController(self._room)

    # ── one's own ────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def editor(self) -> SchemeEditor:
        screen = SchemeEditor()
        screen.check_wanted.connect(self._check)
        screen.save_wanted.connect(self._save)
        screen.preview_wanted.connect(self._preview)
        screen.back.connect(self._leave_editor)
        return screen

    def edit(self, scheme: Scheme, by: SignedIn) -> None:
        """Open a copy of a scheme in the editor."""
        need(by.role, Right.WRITE_SCHEME)
        self._by = by
        self.editor.edit(scheme, drawable_sources(scheme, self._shell.workplace.offers))
        self._room.show(self.editor)

    def _leave_editor(self) -> None:
        self._list(self._by)

    def _show_editor(self) -> None:
        self._room.show(self.editor)

    def _read(self) -> tuple[Scheme | None, list[str]]:
        """The scheme in the editor, and its errors as texts."""
        language = current_style().language
        try:
            scheme = self.editor.read()
        except RefusedError as error:
            return None, [say(error.message, language)]
        faults = check_scheme(scheme, scheme.id, self._shell.workplace.offers, self._room.scheme_files().ids())
        return scheme, [f"{self.editor.place_of(fault.key)}: {say(fault.problem, language)}" for fault in faults]

    def _check(self) -> bool:
        """Show all errors of the scheme, or what its figures mean."""
        scheme, faults = self._read()
        language = current_style().language
        if scheme is not None and not faults:
            notes = [say(note, language) for note in scheme_notes(scheme)]
            self.editor.tell([current_style().text("exam-room.no-faults"), *notes])
            return True
        self.editor.tell(faults)
        return False

    def _preview(self) -> None:
        if self._check():
            scheme, _ = self._read()
            if scheme is not None:
                self.preview(scheme, self._by, self._show_editor)

    def _save(self) -> None:
        """Save the scheme among the school's own, if it has no errors."""
        if not self._check():
            return
        scheme, _ = self._read()
        if scheme is None:
            return

        def write() -> None:
            path = self._shell.workplace.folders.schemes / f"{scheme.id}.toml"
            write_private(path, scheme_text(scheme).encode("utf-8"))
            self.editor.keep()
            self.editor.tell([current_style().text("exam-room.written", path=str(path))])

        self._room.try_to(write)
