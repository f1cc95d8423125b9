"""A class that is served by this desk; its owner needs no password on this machine.

The service lends laptops the keys of this machine's exam office, and passes on to it the results that they send.
"""

from __future__ import annotations

import secrets
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from trainer.desk.screens.school.instructor_link import InstructorLink
from trainer.school.discovery import own_addresses
from trainer.school.lent_keys import keys_to_lend
from trainer.school.protocol import PORT
from trainer.school.sealed_documents import accept_result, trust_own_keys
from trainer.school.service.server import SchoolServer
from trainer.school.storage.people import Role
from trainer.school.storage.school_storage import open_storage

_LOGIN = "this-desk"


class HostedClass:
    """A service in this process with a link to it. Raises `SchoolError` or `OSError` if it cannot be opened."""

    def __init__(
        self, folder: Path, exams: Path, name: str, school: str, first_class: str, parent: QObject, *, port: int = PORT
    ) -> None:
        self.storage = open_storage(folder / "school.db", folder=folder)
        trust_own_keys(self.storage, exams)
        try:
            self.serving = self._serving(folder, school, port)
            self.serving.school.requests.keys_to_lend = partial(keys_to_lend, exams)
            self.serving.school.requests.accept_result = partial(
                accept_result, exams, service=self.serving.identity.fingerprint
            )
        except BaseException:
            self.storage.close()
            raise
        owner = self.storage.by_login(_LOGIN) or self.storage.add_person(name, Role.ADMINISTRATOR, _LOGIN)
        if not self.storage.classes():
            self.storage.add_class(first_class, owner.id)
        for group in self.storage.classes():
            self.storage.add_members(group.id, [owner.id], owner.id)
        self._owner = owner.id
        self.serving.in_background()
        address = f"127.0.0.1:{self.serving.port}"
        self.link = InstructorLink(address, self.serving.identity.fingerprint, self._new_login(), parent)
        self.link.renew = self._new_login
        self.link.start()

    def _new_login(self) -> bytes:
        """A login of this desk. The class may be open for days, longer than any login."""
        token = secrets.token_bytes(32)
        self.storage.add_login(self._owner, token)
        return token

    def _serving(self, folder: Path, school: str, port: int) -> SchoolServer:
        """Serve at the usual port, or at any free one."""
        try:
            return SchoolServer(self.storage, folder, name=school, port=port)
        except OSError:
            return SchoolServer(self.storage, folder, name=school, port=0)

    @property
    def addresses(self) -> str:
        """The addresses to type at the laptops."""
        suffix = "" if self.serving.port == PORT else f":{self.serving.port}"
        return ", ".join(f"{address}{suffix}" for address in own_addresses())

    def stop(self) -> None:
        self.link.stop()
        self.link.deleteLater()
        self.serving.stop()
        self.storage.close()
