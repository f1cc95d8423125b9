"""The current style of the desk in one value: language, theme, scale, size of the text, motion, and how tables look.

Widgets read `current_style` when they write texts, measure or paint. `apply_style` makes another style the current one
and tells a widget and everything in it: whatever inherits `Styled` restyles itself.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

import msgspec
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from trainer.desk.style.theme import DARK, Theme, font
from trainer.texts import Language, Param, text

SMALLEST_WIDTH, SMALLEST_HEIGHT = 1024, 560  # a screen of 1024×600 under the bar of the window
USUAL_WIDTH, USUAL_HEIGHT = 1280, 720
_LARGEST_SCALE = 2.0
_SCALE_STEP = 0.25
_SMALL_STEP = 0.05  # below the usual size
_LARGEST_TEXT = 1.2  # that a window of 1280×720 has room for
LEAST_TARGET = 44  # pixels that a finger hits, however small the window is
_SPACES_GROW = 0.35  # of what the text grows by, so that large text still finds room


class Style(msgspec.Struct, frozen=True):
    """Language, theme, scale (1 is a window of 1280×720), whether things move, how tables look, and the size of
    the text.

    Spaces and type scale separately: of a larger text size, spaces take only a part (`_SPACES_GROW`).
    """

    language: Language
    theme: Theme
    scale: float = 1.0
    motion: bool = True
    cloth: str = ""  # of the tables; each felt's own if empty
    four_colours: bool = False  # of the suits
    side: str = "dealer"  # from which tables are seen
    text_size: float = 1.0  # of the person, beside what the window makes of it
    equal_figures: bool = True  # figures of equal width; not in a PDF, whose text layer would lose them

    def say(self, message_id: str, **params: Param) -> str:
        """A message of the desk in the language: ``style.say("home.start")``."""
        return text(f"desk.{message_id}", self.language, **params)

    def text(self, message_id: str, **params: Param) -> str:
        """A message of any area in the language: ``style.text("settings.title")``."""
        return text(message_id, self.language, **params)

    def px(self, size: float) -> int:
        """A length given at scale 1, in pixels."""
        return round(size * self.scale * (1 + (self.text_size - 1) * _SPACES_GROW))

    def target(self, size: float) -> int:
        """Like `px`, but at least `LEAST_TARGET`: for what a finger must hit."""
        return max(LEAST_TARGET, self.px(size))

    @property
    def type_scale(self) -> float:
        """The size of type beside that at scale 1; in a small window it shrinks at half the pace of what is around."""
        return min(1.0, (1 + self.scale) / 2) * max(1.0, self.scale) * self.text_size

    def type_px(self, step: float) -> int:
        """A type size given at scale 1, in pixels."""
        return max(1, round(step * self.type_scale))

    def font(self, step: float, bold: bool = False, condensed: bool = False) -> QFont:
        return font(step, bold, condensed, self.type_scale, self.equal_figures)


_current = Style(Language.ES, DARK)  # of this process, like Qt's own palette and font


def current_style() -> Style:
    return _current


def use_style(style: Style) -> None:
    """Make a style the current one for widgets that are created from now on."""
    global _current  # noqa: PLW0603 - one style for the whole program
    _current = style


class _StyleChange(QEvent):
    """A change of style. Qt passes changes of language on to all children of a widget, so it is one of those."""

    def __init__(self) -> None:
        super().__init__(QEvent.Type.LanguageChange)
        self.reached: list[Styled] = []  # parents before their children


if TYPE_CHECKING:
    _Mixin = QWidget
else:
    _Mixin = object


class Styled(_Mixin):
    """Mixin of widgets that have something to do when the style changes; put it before the Qt class.

    ``restyle`` writes texts and sizes again from what the widget knows. It is called for children before their parents,
    so that a parent can measure them; nobody passes a change on.
    """

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if isinstance(event, _StyleChange):
            event.reached.append(self)

    def restyle(self) -> None:
        """Write texts and sizes again in the current style."""


def apply_style(widget: QWidget, style: Style) -> None:
    """Make a style the current one, and restyle a widget and everything in it."""
    use_style(style)
    change = _StyleChange()
    QCoreApplication.sendEvent(widget, change)
    for styled in reversed(change.reached):
        if shiboken6.isValid(styled):
            styled.restyle()


def text_size_for(wanted: int, width: int, height: int) -> float:
    """The text size that somebody chose, in per cent, as far as a window has room for it: no word is ever cut.

    >>> text_size_for(160, 1280, 720), text_size_for(160, 1920, 1080), text_size_for(90, 1024, 600)
    (1.2, 1.6, 0.9)
    """
    room = _LARGEST_TEXT * min(width / USUAL_WIDTH, height / USUAL_HEIGHT)
    return min(wanted / 100, max(1.0, round(room, 2)))


def scale_for(width: int, height: int) -> float:
    """The scale of a window, in steps, so that resizing restyles seldom.

    It grows at half the window's pace: on a large screen the felt takes most of what is left over. The nearest step
    counts, so that the title bar of a maximised window changes nothing.

    >>> scale_for(1280, 720), scale_for(1920, 1080), scale_for(3840, 2160), scale_for(1024, 600)
    (1.0, 1.25, 2.0, 0.8)
    >>> scale_for(1366, 749), scale_for(1600, 861), scale_for(1920, 1020), scale_for(2560, 1421)
    (1.0, 1.0, 1.25, 1.5)
    """
    growth = min(width / USUAL_WIDTH, height / USUAL_HEIGHT) - 1
    if growth < 0:
        return round(1 + floor(growth / _SMALL_STEP + 1e-9) * _SMALL_STEP, 2)
    steps = floor(growth / 2 / _SCALE_STEP + 0.5)
    return min(_LARGEST_SCALE, 1 + steps * _SCALE_STEP)
