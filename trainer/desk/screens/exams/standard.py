"""Controller of standard setting: saves the pass mark that the judges set on `standard_screen` for a scheme."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from trainer.desk.screens.exams.standard_screen import StandardScreen
from trainer.exams.errors import RefusedError
from trainer.exams.roles import Right, need
from trainer.exams.scheme import Scheme
from trainer.exams.scheme_checks import check_scheme
from trainer.exams.scheme_files import scheme_text
from trainer.exams.staff import SignedIn
from trainer.exams.standard_setting import facilities, with_standard
from trainer.system.private_files import write_private
from trainer.texts import Message, Names
from trainer.texts.system_errors import system_problem

if TYPE_CHECKING:
    from trainer.desk.screens.exams.controller import ExamController


class StandardController:
    """Standard setting by an examiner, with the judges present."""

    def __init__(self, room: ExamController) -> None:
        self._room = room
        self._shell = room.shell
        self._back: Callable[[], None] = room.show_lobby

    @cached_property
    def screen(self) -> StandardScreen:
        screen = StandardScreen()
        screen.back.connect(self._leave)
        screen.save_wanted.connect(self._save)
        return screen

    def show(self, scheme: Scheme, by: SignedIn, back: Callable[[], None]) -> None:
        need(by.role, Right.WRITE_SCHEME)
        self._back = back
        self.screen.show_scheme(scheme, facilities(scheme, self._room.office.results()))
        self._room.show(self.screen)

    def _leave(self) -> None:
        self._back()

    def _save(self) -> None:
        """Save into the school's own scheme, or into a copy of a shipped one; requires a reason, which stays in the
        history."""
        try:
            path = self._written()
        except RefusedError as error:
            self.screen.tell(error.message)
        except OSError as error:
            self.screen.tell(system_problem(error))
        else:
            self.screen.keep()
            self.screen.tell(Message("exam-room.written", {"path": path}))

    def _written(self) -> str:
        screen, scheme = self.screen, self.screen.scheme
        assert scheme is not None
        why = screen.decision.text().strip()
        if not why:
            screen.decision.setFocus()
            raise RefusedError(Message("exams.refused.no-reason"))
        day = f"{self._room.office.clock.wall():%Y-%m-%d}"
        made = with_standard(scheme, screen.judges(), day, Names(why, why), lowered=screen.lowered.isChecked())
        made = msgspec.structs.replace(made, id=scheme.id.rpartition("/")[2])
        faults = check_scheme(made, made.id, self._shell.workplace.offers, self._room.scheme_files().ids())
        if faults:
            raise RefusedError(faults[0].message)
        path = self._shell.workplace.folders.schemes / f"{made.id}.toml"
        write_private(path, scheme_text(made).encode("utf-8"))
        return str(path)
