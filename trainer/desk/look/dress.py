"""How everything looks and speaks at a moment: language, theme, scale and motion in one value.

Every widget of the desk has a method ``wear(dress)`` that writes its texts and takes its sizes and colours anew, so
that language, theme and size can change at any time.
"""

from __future__ import annotations

import msgspec
from PySide6.QtGui import QFont

from trainer.desk.look.theme import Theme, font
from trainer.texts import Language, Param, text

SMALLEST_WIDTH, SMALLEST_HEIGHT = 1280, 720
_LARGEST_SCALE = 2.0
_SCALE_STEP = 0.25


class Dress(msgspec.Struct, frozen=True):
    """Language, theme, scale (1 is a window of 1280×720), whether things move, and the house's cloth and cards."""

    language: Language
    theme: Theme
    scale: float = 1.0
    motion: bool = True
    cloth: str = ""  # of the tables; each felt's own if empty
    four_colours: bool = False  # of the suits

    def say(self, message_id: str, **params: Param) -> str:
        """A message of the desk in the language: ``dress.say("home.start")``."""
        return text(f"desk.{message_id}", self.language, **params)

    def text(self, message_id: str, **params: Param) -> str:
        """A message of any area in the language: ``dress.text("settings.title")``."""
        return text(message_id, self.language, **params)

    def px(self, size: float) -> int:
        """A length given at scale 1, in pixels."""
        return round(size * self.scale)

    def font(self, step: float, bold: bool = False, condensed: bool = False) -> QFont:
        return font(step, bold, condensed, self.scale)


def scale_for(width: int, height: int) -> float:
    """The scale of a window, in quarter steps, so that resizing restyles seldom.

    It grows at half the window's pace: on a large screen the felt takes most of what is left over.

    >>> scale_for(1280, 720), scale_for(1920, 1080), scale_for(3840, 2160)
    (1.0, 1.25, 2.0)
    """
    growth = min(width / SMALLEST_WIDTH, height / SMALLEST_HEIGHT) - 1
    steps = int(max(0.0, growth) / 2 / _SCALE_STEP)
    return min(_LARGEST_SCALE, 1 + steps * _SCALE_STEP)
