"""Sounds of the table, and whether the system asks for little motion."""

from __future__ import annotations

import os
import wave
from pathlib import Path
from types import SimpleNamespace

import pytest

from trainer.desk.style import sounds as sounds_module
from trainer.desk.style.motion import reduces_motion
from trainer.desk.style.sounds import SOUNDS, TableSounds, sound_of, write_sound
from trainer.drills.scene import CardPiece, Chips, DicePiece, Marker, Scene
from trainer.texts import Language

BETS = (Chips(spot="red", counts={"5": 1}),)


@pytest.mark.parametrize("name", SOUNDS)
def test_every_sound_is_short_and_the_same_every_time(name: str, tmp_path: Path) -> None:
    for file in ("one.wav", "other.wav"):
        write_sound(name, tmp_path / file)
    assert (tmp_path / "one.wav").read_bytes() == (tmp_path / "other.wav").read_bytes()
    with wave.open(str(tmp_path / "one.wav")) as sound:
        assert 0.05 < sound.getnframes() / sound.getframerate() < 0.4


def test_what_comes_onto_the_table_is_heard() -> None:
    before = Scene(felt="any", pieces=BETS)
    assert sound_of(None, before) == "chips"
    assert sound_of(before, before) == ""
    for piece, name in (
        (CardPiece(spot="dealer", card="AS"), "cards"),
        (DicePiece(spot="dice", roll="1-2"), "dice"),
        (Marker(spot="straight-up:7", kind="dolly"), "ball"),
    ):
        assert sound_of(before, Scene(felt="any", pieces=(*BETS, piece))) == name


def test_where_the_folder_cannot_be_written_or_nothing_can_play_it_stays_silent(qapp: object, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    sounds = TableSounds(tmp_path / "file" / "sounds")
    assert sounds.play("chips") is False
    assert sounds.speak("rojo", Language.ES) in (True, False)


def test_without_a_device_nothing_is_played(qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    device = SimpleNamespace(isNull=lambda: True)
    monkeypatch.setattr(sounds_module, "QMediaDevices", SimpleNamespace(defaultAudioOutput=lambda: device))
    assert TableSounds(tmp_path / "sounds").play("chips") is False
    assert not (tmp_path / "sounds").exists()


@pytest.mark.parametrize(
    ("file", "content", "still"),
    [
        (".config/kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", True),
        (".config/kdeglobals", "[KDE]\nAnimationDurationFactor=1.4\n", False),
        (".config/gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n", True),
        (".config/gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=true\n", False),
        (".config/gtk-4.0/settings.ini", "no settings at all", False),
    ],
)
def test_what_was_asked_of_the_system_holds(file: str, content: str, still: bool, tmp_path: Path) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(content, encoding="utf-8")
    assert reduces_motion("linux", tmp_path, {}) is still


def test_where_it_cannot_be_found_out_things_move(tmp_path: Path) -> None:
    assert not reduces_motion("linux", tmp_path, {})
    assert not reduces_motion("darwin", tmp_path)
    assert not reduces_motion("win32", tmp_path)


@pytest.mark.parametrize(("said", "still"), [("false", True), ("true", False), ("", False)])
def test_whoever_asked_gnome_for_little_motion_has_it_here(tmp_path: Path, said: str, still: bool) -> None:
    asked = tmp_path / "gsettings"
    asked.write_text(f'#!/bin/sh\n[ "$3" = enable-animations ] && echo {said} || exit 1\n', encoding="utf-8")
    asked.chmod(0o755)
    gnome = {"XDG_CURRENT_DESKTOP": "ubuntu:GNOME", "PATH": f"{tmp_path}:{os.defpath}"}
    assert reduces_motion("linux", tmp_path, gnome) is still


def test_a_gnome_that_cannot_be_asked_moves_as_usual(tmp_path: Path) -> None:
    gnome = {"XDG_CURRENT_DESKTOP": "GNOME", "PATH": str(tmp_path)}
    assert not reduces_motion("linux", tmp_path, gnome)
