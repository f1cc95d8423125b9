"""Controller of the list of certificates that a school has issued: print again, suspend, reinstate or revoke.

Each of these writes new status lists. The functions for the files of a certificate are also used when one is issued.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from trainer.desk.widgets.choice_list import Listing, Row
from trainer.desk.widgets.form import Field, Question
from trainer.exams.certificates.certificate import Certificate
from trainer.exams.certificates.credential import to_envelope
from trainer.exams.certificates.issuer import Issued, Issuer
from trainer.exams.certificates.trust_store import OWN_LISTS
from trainer.exams.keys import KeyRole
from trainer.exams.office import Office
from trainer.exams.roles import Right, need
from trainer.exams.staff import SignedIn
from trainer.system.private_files import write_private
from trainer.texts import Message

if TYPE_CHECKING:
    from trainer.desk.screens.exams.controller import ExamController

WRITTEN = "written"


class CertificatesController:
    """The list of issued certificates and its actions, for certifiers."""

    def __init__(self, room: ExamController) -> None:
        self._room = room
        self._office = room.office

    def show(self, by: SignedIn, password: str, back: Callable[[], None]) -> None:
        need(by.role, Right.REVOKE_CERTIFICATE)
        self._room.choose(
            Listing(
                title=Message("exam-room.certificates"),
                says=Message("exam-room.certificates-says"),
                rows=tuple(
                    Row(
                        self._name(one),
                        _note(one, state),
                        partial(self._ask_what, one, state, password, lambda: self.show(by, password, back)),
                    )
                    for one, state, _ in reversed(issuer_of(self._office).listed())
                ),
                none=Message("exam-room.no-certificates"),
                back=back,
            )
        )

    @staticmethod
    def _name(one: Certificate) -> str:
        return one.holder or one.number  # the holder's name was erased

    def _ask_what(self, one: Certificate, state: str, password: str, back: Callable[[], None]) -> None:
        issuer = issuer_of(self._office)
        purpose, reason = issuer.book.standing(one.number)
        acts = ["again"]
        if purpose != "revocation":
            acts += ["reinstate" if purpose else "suspend", "revoke"]
        self._room.choose(
            Listing(
                title=Message("exam-room.certificate-of", {"name": self._name(one)}),
                says=Message("exam-room.certificate-why", {"note": _note(one, state), "why": reason})
                if reason
                else _note(one, state),
                rows=tuple(
                    Row(
                        Message(f"exam-room.certificate-{act}"),
                        Message(f"exam-room.certificate-{act}-about"),
                        partial(self._ask_why, act, one, state, password, back),
                    )
                    for act in acts
                ),
                none=Message("exam-room.nothing"),
                back=back,
            )
        )

    def _ask_why(self, act: str, one: Certificate, state: str, password: str, back: Callable[[], None]) -> None:
        has_reason = act in ("suspend", "revoke")
        self._room.ask(
            Question(
                title=Message(f"exam-room.certificate-{act}"),
                says=Message("exam-room.certificate-sure", {"name": self._name(one), "number": one.number}),
                fields=(Field("why", Message("exam-room.reason")),) if has_reason else (),
                main=Message(f"exam-room.certificate-{act}"),
                then=lambda given: self._do(act, one, password, given.get("why", ""), back),
                back=lambda: self._ask_what(one, state, password, back),
            )
        )

    def _do(self, act: str, one: Certificate, password: str, why: str, back: Callable[[], None]) -> None:
        issuer, key = issuer_of(self._office), self._office.keys.unlock(KeyRole.CERTIFIER, password)
        done: Path
        if act == "again":
            done = write_forms(self._office, issuer.reissue(one, key))
        else:
            if act == "revoke":
                issuer.revoke(one.number, why, key)
            elif act == "suspend":
                issuer.suspend(one.number, why, key)
            else:
                issuer.reinstate(one.number, key)
            done = self._office.folder / OWN_LISTS
        issuer.write_lists(key)
        self._room.ask(
            Question(
                title=Message(f"exam-room.certificate-{act}-done"),
                says=Message(f"exam-room.{'issued-says' if act == 'again' else 'lists-written'}", _said(one, done)),
                main=Message("exam-room.certificates"),
                then=lambda _: back(),
                back=back,
                shown=one.number,
            )
        )


def _note(one: Certificate, state: str) -> Message:
    word = Message(f"certificates.word.{state}")
    params = {"number": one.number, "scheme": one.scheme_names, "until": one.expires[:10], "state": word}
    return Message("exam-room.certificate-note", params)


def _said(one: Certificate, path: Path) -> dict[str, str]:
    return {"name": one.holder or one.number, "path": str(path)}


def issuer_of(office: Office) -> Issuer:
    """The issuer of the certificates of an office."""
    return Issuer(office.folder, office.keys.trust, office.clock.wall)


def write_forms(office: Office, issued: Issued) -> Path:
    """Write the files of a certificate; returns the path of the one to print."""
    stem = office.folder / WRITTEN / f"certificate-{issued.certificate.number}"
    for ending, data in ((".png", issued.picture), (".json", to_envelope(issued.credential)), (".pdf", issued.pdf)):
        path = stem.with_name(stem.name + ending)
        write_private(path, data)
    return path
