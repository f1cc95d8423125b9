"""A service answers laptops from its start, also while it opens the codes of many classes."""

from __future__ import annotations

import socket
from pathlib import Path

from trainer.school.laptop.pinned_https import unverified_context
from trainer.school.service.server import SchoolServer
from trainer.school.storage.school_storage import Storage


def test_laptops_connect_while_the_codes_are_opened(storage: Storage, tmp_path: Path) -> None:
    server = SchoolServer(storage, tmp_path, host="127.0.0.1", port=0)
    versions = []

    def connect_once() -> None:
        try:
            with (
                socket.create_connection(("127.0.0.1", server.port), 3) as plain,
                unverified_context().wrap_socket(plain) as connected,
            ):
                versions.append(connected.version())
        finally:
            server.stop()

    server.run(connect_once, announces=False)
    assert versions == ["TLSv1.3"]
