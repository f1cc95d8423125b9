"""The sounds of the table (cards, chips, dice, ball) and the spoken calls.

Sounds are synthesized here as short bursts of noise. Calls are spoken by the system's voice. Both can be switched off;
a system that can neither play nor speak stays silent.
"""

from __future__ import annotations

import random
import struct
import wave
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, QUrl, qInstallMessageHandler

from trainer.drills.scene import CardPiece, Chips, DicePiece, Marker, Scene
from trainer.system.lazy_imports import lazily
from trainer.texts import Language

with lazily():  # a system may lack what they need
    from PySide6.QtMultimedia import QMediaDevices, QSoundEffect
    from PySide6.QtTextToSpeech import QTextToSpeech

_RATE = 22_050  # samples a second
_LOUDEST = 9_000
_VOLUME = 0.35  # of the system's
# Of each sound: when each knock begins and how long it rings, in milliseconds, and how dull it is (1 is plain noise).
_KNOCKS: dict[str, tuple[tuple[tuple[int, int], ...], int]] = {
    "cards": (((0, 70),), 2),
    "chips": (((0, 25), (60, 25), (110, 30)), 1),
    "dice": (((0, 35), (90, 30), (150, 40)), 4),
    "ball": (((0, 20), (70, 20), (125, 20), (165, 20), (195, 45)), 3),
}
SOUNDS = tuple(_KNOCKS)


def sound_of(before: Scene | None, after: Scene) -> str:
    """The sound of the pieces that are new in a scene; empty if none are."""
    lay = before.pieces if before is not None else ()
    new = [piece for piece in after.pieces if piece not in lay]
    for kind, name in ((DicePiece, "dice"), (CardPiece, "cards"), (Marker, "ball"), (Chips, "chips")):
        if any(isinstance(piece, kind) for piece in new):
            return name
    return ""


def write_sound(name: str, path: Path) -> None:
    """Write a sound as a WAV file; raises `OSError`."""
    knocks, dullness = _KNOCKS[name]
    source = random.Random(name)
    length = max(start + ring for start, ring in knocks) * _RATE // 1000
    samples = [0.0] * length
    for start, ring in knocks:
        count, heard = ring * _RATE // 1000, 0.0
        for place in range(count):
            heard += (source.uniform(-1, 1) - heard) / dullness
            samples[start * _RATE // 1000 + place] += heard * (1 - place / count) ** 3
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(_RATE)
        file.writeframes(b"".join(struct.pack("<h", round(max(-1, min(1, one)) * _LOUDEST)) for one in samples))


class TableSounds(QObject):
    """Plays sounds and speaks calls; does nothing on a system that cannot."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._effects: dict[str, QObject] = {}
        self._voice: QTextToSpeech | None = None
        self._has_looked = False  # for a voice

    def play(self, name: str) -> bool:
        """Play a sound; returns whether the system can."""
        if name not in self._effects:
            try:
                if QMediaDevices.defaultAudioOutput().isNull():
                    return False
                path = self._folder / f"{name}.wav"
                if not path.exists():
                    write_sound(name, path)
                effect = QSoundEffect(self)
            except (ImportError, OSError):  # the system lacks what Qt's sounds need, or there is no room for the file
                return False
            effect.setVolume(_VOLUME)
            effect.setSource(QUrl.fromLocalFile(str(path)))
            self._effects[name] = effect
        self._effects[name].play()  # type: ignore[attr-defined]
        return True

    def speak(self, words: str, language: Language) -> bool:
        """Speak a text; returns whether the system has a voice for the language."""
        if not self._has_looked:
            self._has_looked = True
            self._voice = _find_voice(self)
        voice = self._voice
        if voice is None:
            return False
        wanted = QLocale(language.value).language()
        locale = next((one for one in voice.availableLocales() if one.language() == wanted), None)
        if locale is None:
            return False
        if voice.locale().language() != wanted:
            voice.setLocale(locale)
        voice.say(words)  # in place of what it was still saying
        return True


def _find_voice(parent: QObject) -> QTextToSpeech | None:
    """The system's voice; `None` if it has none that works. What Qt says about missing engines is not shown."""
    shown = qInstallMessageHandler(lambda *_: None)
    try:
        if not QTextToSpeech.availableEngines():
            return None
        voice = QTextToSpeech(parent)
        return None if voice.state() is QTextToSpeech.State.Error else voice
    except ImportError:
        return None
    finally:
        qInstallMessageHandler(shown)
