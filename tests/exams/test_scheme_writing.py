"""A scheme that is written is the scheme that is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.exams.support import SCHEMES
from trainer.exams.scheme_files import draws_text, read_draws, scheme_text


def test_every_shipped_scheme_is_read_again_as_it_was(tmp_path: Path) -> None:
    for scheme_id in SCHEMES.ids():
        scheme = SCHEMES.load(scheme_id)
        path = tmp_path / "own.toml"
        path.write_text(scheme_text(scheme), encoding="utf-8")
        assert SCHEMES.read(path, scheme_id) == scheme
        for part in scheme.parts:
            assert read_draws(draws_text(part)) == part.draws


@pytest.mark.parametrize("wrong", ["pay-tables", "x zero", "20 zero", "20 × ", "many × zero"])
def test_what_draws_nothing_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError):
        read_draws(wrong)
