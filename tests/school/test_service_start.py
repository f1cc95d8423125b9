"""A service answers laptops from its start, and a restart leaves the open codes as they are."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.school.laptops import FINGERPRINT
from tests.school.scenes import Scene
from trainer.cli.main import main
from trainer.cli.school import print_codes
from trainer.school.laptop.pinned_https import unverified_context
from trainer.school.service.app import School
from trainer.school.service.server import SchoolServer
from trainer.school.storage.school_storage import Storage
from trainer.texts import Language


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


def test_a_restart_opens_no_other_codes(scene: Scene, capsys: pytest.CaptureFixture[str]) -> None:
    print_codes(scene.school, Language.EN)
    codes = scene.storage.codes()
    first = capsys.readouterr().out.splitlines()
    print_codes(School(scene.storage, FINGERPRINT), Language.EN)
    assert scene.storage.codes() == codes and len(codes) == 2
    assert first[0].startswith("The code of the class Lunes is open already")
    assert first[1].startswith("Code of the class Martes: ")
    assert all("is open already" in line for line in capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(("host", "problem"), [("127.0.0.1", "another program uses that port"), ("192.0.2.99", "")])
def test_an_address_where_nothing_can_be_served_is_told(
    host: str, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = ["school", "--folder", str(tmp_path), "--language", "en", "serve", "--quiet"]
        assert main([*command, "--host", host, "--port", str(port)]) == 1
    told = capsys.readouterr().err
    assert f"{host}:{port} cannot be opened: {problem or 'this computer does not have that address'}" in told
