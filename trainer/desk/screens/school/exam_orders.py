"""Exams that a school runs on this laptop.

Papers and keys that arrive, the invigilator's orders, reports of incidents, backup copies of the sitting and the
service's signatures on its checkpoints.
"""

from __future__ import annotations

import contextlib
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from PySide6.QtCore import QObject, Signal

from trainer.desk.screens.exams.sitting_screen import SittingScreen
from trainer.desk.style.style import current_style
from trainer.exams.errors import RefusedError
from trainer.exams.locked_paper import read_locked
from trainer.exams.roles import Role as ExamRole
from trainer.exams.staff import SignedIn
from trainer.records.attempts import to_milliseconds
from trainer.runs.run import RECORDING_FAILURES, problem_of
from trainer.school.laptop.sync_client import SyncClient
from trainer.school.lent_keys import KeysAccepted, accept_keys, can_examine, forget_keys
from trainer.school.protocol import CounterSigned, ExamOrder, Incident, SchoolKeys, SittingCopy, Welcome
from trainer.school.sealed_documents import accept_paper
from trainer.school.sitting_copies import LAST, SittingCopies
from trainer.system.digests import sha256
from trainer.texts import Message

if TYPE_CHECKING:
    from trainer.desk.shell.protocol import Shell

_A_DAY = 24 * 3_600_000  # milliseconds
_SAID = "school.exam."  # a newer order replaces older notices


class ExamOrders(QObject):
    """``ordered`` emits each order of the invigilator to this laptop."""

    ordered = Signal(object)

    def __init__(self, shell: Shell, parent: QObject) -> None:
        super().__init__(parent)
        self._shell = shell
        self._copies = SittingCopies(shell.workplace.folders.exams)
        self._copied_for: Welcome | None = None

    def _now(self) -> datetime:
        return self._shell.workplace.now()

    def obey(self, order: ExamOrder, core: SyncClient) -> None:
        """Store a paper that arrives, or pass an order on to the sitting.

        After a lost connection all orders come again; those already known are ignored.
        """
        if order.order != "begin":
            # The service has checked that this is an examiner, so no password is needed here.
            by = SignedIn(order.by or "school", ExamRole.INVIGILATOR)
            why = current_style().text("school.exam.from-afar")
            if self._shell.exams.sitting.obey(order.order, order.sitting.hex, by, why):
                self._shell.tell(Message(f"school.exam.ordered-{order.order}"), _SAID)
            self.ordered.emit(order)
            return
        try:
            is_new = accept_paper(
                self._shell.workplace.folders.exams, order.paper, core.link.name, order.by, self._now()
            )
            names = read_locked(order.paper).names
        except RefusedError as error:
            self._shell.tell(Message("school.error.malformed", {"why": error.message}))
            return
        except ValueError:
            self._shell.tell(Message("school.error.malformed", {"why": Message("school.why.unreadable")}))
            return
        except RECORDING_FAILURES as error:
            self._shell.tell(Message("school.error.malformed", {"why": problem_of(error)}))
            return
        if is_new:
            lacks = "" if can_examine(self._shell.exams.office) else "no-keys"
            if lacks and abs(core.ahead) > _A_DAY:  # keys are valid from a certain day, by this laptop's clock
                lacks = "wrong-clock"
            self._shell.tell(Message(f"school.exam.{lacks or 'arrived'}", {"exam": names}), _SAID)
            if lacks:  # better now than when the exam begins
                self.report(core, order.sitting.hex, lacks)
        self.ordered.emit(order)

    def accept_keys(self, keys: SchoolKeys, core: SyncClient) -> None:
        """Store the school's keys, which an exam needs on this laptop."""
        office = self._shell.exams.office
        try:
            took = accept_keys(office, keys, core.link.fingerprint)
        except RefusedError as error:
            self._shell.tell(Message("school.keys.refused", {"problem": error.message}), _SAID)
        except RECORDING_FAILURES as error:
            self._shell.tell(Message("school.keys.refused", {"problem": problem_of(error)}), _SAID)
        else:
            if took is not KeysAccepted.KNOWN:
                trust = office.keys.trust
                params = {"school": trust.school, "kid": trust.root.kid}
                self._shell.tell(Message(f"school.keys.{took.value}", params), _SAID)

    def forget_keys(self, core: SyncClient) -> None:
        """Remove the school's keys, because this laptop leaves the school."""
        with contextlib.suppress(OSError, RefusedError):
            forget_keys(self._shell.exams.office, core.link.fingerprint.hex())

    def copy(self, core: SyncClient) -> None:
        """Send a copy of the current sitting to the service, so that another laptop can continue it."""
        shown = self._shell.shown_screen()
        if not isinstance(shown, SittingScreen) or not core.is_accepted:
            return
        if core.welcome is not self._copied_for:
            self._copied_for = core.welcome
            self._copies.resend_all()
        for copy in self._copies.changed(shown.sitting.header.sitting):
            core.send_message(copy)

    def take_countersignature(self, signed: CounterSigned, core: SyncClient) -> None:
        """Log the service's signature on a checkpoint, if it is the service that this laptop joined."""
        shown = self._shell.shown_screen()
        if not isinstance(shown, SittingScreen) or shown.sitting.header.sitting != signed.sitting:
            return
        if sha256(signed.certificate).digest() != core.link.fingerprint:
            return
        with contextlib.suppress(RefusedError, OSError):  # the exam goes on without it
            shown.sitting.countersigned(signed.checkpoint, signed.hash, signed.at, signed.certificate, signed.signature)

    def take_copy(self, copy: SittingCopy) -> None:
        """Store the sitting of a broken laptop, to be continued here."""
        try:
            self._copies.store(copy)
        except RECORDING_FAILURES as error:
            self._shell.tell(Message("school.error.malformed", {"why": problem_of(error)}))
            return
        if copy.name == LAST:
            self._shell.tell(Message("school.exam.moved"), _SAID)

    def report(self, core: SyncClient, paper: str, kind: str) -> None:
        """Report an incident to the invigilator. Those of a sitting are also in its log."""
        core.send_message(Incident(sitting=UUID(hex=paper), kind=kind[:200], at=to_milliseconds(self._now())))
