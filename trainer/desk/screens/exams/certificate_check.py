"""Controller of the offline check of a certificate, from its file or from the text of its QR code.

For a certificate of another school, that school's keys and status lists can be given as files.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from trainer.desk.widgets.form import LONGEST_PASTED, Field, Question
from trainer.exams.certificates.trust_store import TrustStore
from trainer.exams.certificates.verifier import CheckedCertificate, read_certificate_argument
from trainer.exams.errors import RefusedError
from trainer.system.input_files import read_input_file
from trainer.texts import Message

if TYPE_CHECKING:
    from trainer.desk.screens.exams.controller import ExamController

_QUOTES = "\"' "


class CertificateCheckController:
    """Asks for a certificate and shows the verdict; open to everybody."""

    def __init__(self, room: ExamController) -> None:
        self._room = room

    def begin(self) -> None:
        self._room.ask(
            Question(
                title=Message("exam-room.check-title"),
                says=Message("exam-room.check-says"),
                fields=(
                    Field("what", Message("exam-room.check-what"), longest=LONGEST_PASTED),
                    Field("keys", Message("exam-room.check-keys"), optional=True, longest=LONGEST_PASTED),
                    Field("status", Message("exam-room.check-status"), optional=True, longest=LONGEST_PASTED),
                ),
                main=Message("exam-room.check-do"),
                then=self._check,
                back=self._room.show_lobby,
            )
        )

    def _check(self, given: dict[str, str]) -> None:
        office = self._room.office
        shelf = TrustStore(office.folder, office.keys)
        if given["keys"]:
            shelf.trust(_file(given["keys"]))
        verifier = shelf.verifier(office.clock.wall)
        for name in filter(None, given["status"].split(";")):
            verifier.take_status(_file(name).decode("ascii", "replace"))
        self._show(verifier.verify(read_certificate_argument(given["what"].strip(_QUOTES))))

    def _show(self, finding: CheckedCertificate) -> None:
        facts: Message | str = ""
        rest = finding.not_proven[0] if finding.not_proven else ""
        if finding.holder:
            scheme = finding.certificate.scheme_names if finding.certificate else finding.scheme
            params = {
                "holder": finding.holder,
                "number": finding.number,
                "scheme": scheme,
                "school": finding.school,
                "issued": finding.issued[:10],
                "expires": finding.expires[:10],
            }
            facts = Message("certificates.shown", params)
        self._room.ask(
            Question(
                title=Message(f"certificates.word.{finding.verdict.value}"),
                says=Message("exam-room.check-found", {"reason": finding.reason, "facts": facts, "rest": rest}),
                main=Message("exam-room.check-another"),
                then=lambda _: self.begin(),
                back=self._room.show_lobby,
            )
        )


def _file(name: str) -> bytes:
    path = Path(name.strip(_QUOTES))
    if not _is_file(path):
        raise RefusedError(Message("exam-room.no-file", {"path": str(path)[:200]}))
    return read_input_file(path)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long or too odd to be a file name
        return False
