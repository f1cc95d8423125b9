"""Folders of a user."""

from __future__ import annotations

import sys
from pathlib import Path

import platformdirs
import pytest

from trainer.cli.places import user_places


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs itself is asked")
@pytest.mark.parametrize("data", ["", "/srv/data", "relative/data"])
@pytest.mark.parametrize("config", ["", "/srv/config"])
def test_the_folders_are_those_of_the_standard(monkeypatch: pytest.MonkeyPatch, data: str, config: str) -> None:
    monkeypatch.delenv("TRAINER_HOME", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/srv/cache")
    monkeypatch.setenv("XDG_DATA_HOME", data)
    monkeypatch.setenv("XDG_CONFIG_HOME", config)
    places = user_places()
    assert places.config == platformdirs.user_config_path("croupier-trainer", False)
    assert places.cache == platformdirs.user_cache_path("croupier-trainer", False)
    if data != "relative/data":  # XDG: relative paths are ignored
        assert places.data == platformdirs.user_data_path("croupier-trainer", False)
    else:
        assert places.data == Path.home() / ".local/share/croupier-trainer"


def test_one_folder_holds_everything_if_wanted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path))
    places = user_places()
    assert {places.data.parent, places.config.parent, places.cache.parent} == {tmp_path}
    assert places.progress.is_relative_to(places.data)
