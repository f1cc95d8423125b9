"""Controller that continues a sitting of a broken machine here, from its disk, a memory stick or a copy."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from trainer.desk.screens.exams.formats import local_minute
from trainer.desk.widgets.choice_list import Listing, Row
from trainer.desk.widgets.form import LONGEST_PASTED, Field, Question
from trainer.exams.errors import RefusedError
from trainer.exams.result import SittingHeader
from trainer.exams.roles import Role
from trainer.exams.sitting_transfer import move_here, sittings_in
from trainer.exams.staff import SignedIn
from trainer.school.sitting_copies import FOLDER as FROM_SCHOOL
from trainer.texts import Message

if TYPE_CHECKING:
    from trainer.desk.screens.exams.controller import ExamController

_QUOTES = "\"' "


class SittingTransferController:
    """Takes over a sitting from a broken machine, for the invigilator."""

    def __init__(self, room: ExamController) -> None:
        self._room = room

    def begin(self) -> None:
        self._room.sign_in((Role.INVIGILATOR,), lambda by, _: self._ask_folder(by), self._room.show_lobby)

    def _ask_folder(self, by: SignedIn) -> None:
        sent = self._room.office.folder / FROM_SCHOOL
        self._room.ask(
            Question(
                title=Message("exam-room.move-title"),
                says=Message("exam-room.move-says"),
                fields=(
                    Field(
                        "folder",
                        Message("exam-room.move-folder"),
                        value=str(sent) if sittings_in(sent) else "",
                        longest=LONGEST_PASTED,
                    ),
                    Field("reason", Message("exam-room.reason")),
                ),
                main=Message("exam-room.move-look"),
                then=lambda given: self._list(by, Path(given["folder"].strip(_QUOTES)), given["reason"]),
                back=self._room.show_lobby,
            )
        )

    def _list(self, by: SignedIn, folder: Path, reason: str) -> None:
        found = sittings_in(folder)
        if not found:
            raise RefusedError(Message("exam-room.move-none", {"path": str(folder)[:200]}))
        self._room.choose(
            Listing(
                title=Message("exam-room.move-title"),
                says=Message("exam-room.move-which"),
                rows=tuple(
                    Row(
                        Message("exam-room.seat-of", {"seat": header.seat or "–"}),
                        Message("exam-room.move-note", {"scheme": header.scheme, "at": local_minute(header.created)}),
                        partial(self._move, by, folder, header, reason),
                    )
                    for header in found
                ),
                none=Message("exam-room.nothing"),
                back=lambda: self._ask_folder(by),
            )
        )

    def _move(self, by: SignedIn, folder: Path, header: SittingHeader, reason: str) -> None:
        move_here(self._room.office, folder, header.sitting, by, reason)
        self._room.sitting.take_up(header.sitting)
