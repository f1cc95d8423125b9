"""Files that somebody names are read within bounds, whatever they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from trainer.cli.main import main
from trainer.given_files import LARGEST, read_given

NAMING = (
    ["exam", "verify", "FILE"], ["exam", "take", "FILE"], ["exam", "report", "FILE"], ["certificate", "trust", "FILE"],
    ["certificate", "verify", "FILE"], ["certificate", "verify", "{}", "--keys", "FILE"],
    ["certificate", "verify", "{}", "--status", "FILE"], ["certificate", "keys", "import", "FILE"],
    ["school", "give", "Ana", "FILE"], ["sensors", "replay", "FILE"],
)  # fmt: skip


def test_a_file_is_read_whole_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"as it is\x00")
    assert read_given(tmp_path / "file") == b"as it is\x00"
    with (tmp_path / "film").open("wb") as file:
        file.truncate(LARGEST + 1)
    for path in (tmp_path / "film", Path("/dev/zero"), tmp_path, tmp_path / "gone"):
        with pytest.raises(OSError, match=path.name):
            read_given(path)


@pytest.mark.parametrize("arguments", NAMING, ids=" ".join)
def test_a_film_is_refused_in_a_sentence_by_every_command_that_reads_a_file(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path / "home"))
    with (tmp_path / "film").open("wb") as film:
        film.truncate(1 << 40)
    assert main([str(tmp_path / "film") if word == "FILE" else word for word in arguments]) in (1, 2)
    assert len(capsys.readouterr().err.splitlines()) == 1
