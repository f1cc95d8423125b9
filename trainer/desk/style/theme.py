"""The one place of colours and type: surroundings, cloths, cards, chips, tiles and the fonts that are shipped.

Colours are ``#RRGGBB`` texts, so that a theme can be built and compared without Qt running; `colour` turns one into a
`QColor`, with an opacity if wanted. Type steps are pixels at scale 1: ``font(STEPS.body)``, ``font(28, bold=True)``.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

import msgspec
from PySide6.QtGui import QColor, QFont, QFontDatabase

from trainer.system.resources import folder


class Theme(msgspec.Struct, frozen=True):
    """Surroundings of the felt, by role. Text colours reach 4.5 : 1 on window, panel and raised."""

    name: str
    window: str
    panel: str
    raised: str  # also hover
    line: str  # thin borders between panels
    text: str
    quiet: str
    accent: str
    on_accent: str  # text on a surface filled with the accent
    right: str
    wrong: str
    note: str
    on_signal: str  # text on a surface filled with right, wrong or note
    rail: tuple[str, str]  # the table's edge, light and dark side


DARK = Theme(
    name="dark",
    window="#14181C",
    panel="#1C2228",
    raised="#27303A",
    line="#36414D",
    text="#EDEFF2",
    quiet="#9AA7B4",
    accent="#D6B25E",
    on_accent="#1B1508",
    right="#3FB37F",
    wrong="#EC746B",
    note="#5AA9E6",
    on_signal="#0C1013",
    rail=("#5B3A24", "#2A1810"),
)
LIGHT = Theme(
    name="light",
    window="#F4F1EA",
    panel="#FFFFFF",
    raised="#ECE7DB",
    line="#D5CEBF",
    text="#1B1F24",
    quiet="#56616B",
    accent="#7E5812",
    on_accent="#FFFFFF",
    right="#19704A",
    wrong="#B3302A",
    note="#1F63A8",
    on_signal="#FFFFFF",
    rail=("#7A5233", "#43291A"),
)
THEMES = MappingProxyType({theme.name: theme for theme in (DARK, LIGHT)})


class Cloth(msgspec.Struct, frozen=True):
    """A table's cloth: lit from above its centre, darker towards the edge."""

    centre: str
    edge: str


CLOTHS = MappingProxyType(
    {
        "green": Cloth("#12805A", "#0A4E37"),
        "burgundy": Cloth("#8A2A3A", "#4C111D"),
        "blue": Cloth("#2563A0", "#0F3358"),
    }
)


class Print(msgspec.Struct, frozen=True):
    """What is printed on cloth, in the same ink on every table."""

    ivory: str = "#F2EAD3"
    red: str = "#B3262E"
    black: str = "#15181A"
    green: str = "#0B6B45"
    gold: str = "#E3C377"


PRINT = Print()


class CardInk(msgspec.Struct, frozen=True):
    """The faces and backs of cards."""

    paper: str = "#FBFAF6"
    edge: str = "#CFC8BA"
    red: str = "#B5121B"
    black: str = "#14161A"
    blue: str = "#1B63C6"  # diamonds of a four-colour deck
    green: str = "#17803F"  # clubs of a four-colour deck
    back: str = "#8C1C2B"
    gold: str = "#C49A3F"


CARD = CardInk()


class TileInk(msgspec.Struct, frozen=True):
    """Pai gow tiles."""

    body: str = "#17191C"
    white: str = "#F5F1E6"
    red: str = "#C4312B"


TILE = TileInk()


class ChipInk(msgspec.Struct, frozen=True):
    """A chip's body, its edge spots and what is written on it."""

    body: str
    spots: str
    label: str


_IVORY = "#F4EFE2"
_INK = "#1A1A1A"

# Cash chips by colour name.
CHIPS = MappingProxyType(
    {
        "white": ChipInk("#EFEBE0", "#2E5C9A", _INK),
        "red": ChipInk("#C22A2E", _IVORY, _IVORY),
        "green": ChipInk("#118055", _IVORY, _IVORY),
        "black": ChipInk("#23262B", _IVORY, _IVORY),
        "purple": ChipInk("#6B3FA0", _IVORY, _IVORY),
        "orange": ChipInk("#E07B1A", _INK, _INK),
        "blue": ChipInk("#1F5FB0", _IVORY, _IVORY),
        "sky": ChipInk("#72BCEB", _INK, _INK),
        "yellow": ChipInk("#F2D94A", _INK, _INK),
        "pink": ChipInk("#DB84B4", _INK, _INK),
        "brown": ChipInk("#7B4B2A", _IVORY, _IVORY),
        "grey": ChipInk("#8B9299", _INK, _INK),
        "gold": ChipInk("#C9A24A", _INK, _INK),
    }
)

# The seven colours of roulette players: apart from each other also for eyes that confuse red, green or blue.
PLAYER_CHIPS = MappingProxyType(
    {
        "blue": ChipInk("#1A55B0", _IVORY, _IVORY),
        "yellow": ChipInk("#FAE95C", _INK, _INK),
        "pink": ChipInk("#D86FAE", _INK, _INK),
        "green": ChipInk("#129A70", _IVORY, _INK),
        "orange": ChipInk("#E07614", _INK, _INK),
        "sky": ChipInk("#8CD2F8", _INK, _INK),
        "brown": ChipInk("#5A3015", _IVORY, _IVORY),
    }
)
# Colour of a player at roulette → its second mark, the sign in the middle of the chip.
ROULETTE_MARKS = MappingProxyType(
    {
        "blue": "disc",
        "yellow": "triangle",
        "pink": "diamond",
        "green": "square",
        "orange": "cross",
        "sky": "ring",
        "brown": "star",
    }
)
ROULETTE_COLOURS = tuple(ROULETTE_MARKS)

# Cash chips where the house names no colours of its own.
CASH_COLOURS = MappingProxyType(
    {
        "0.25": "pink",
        "0.50": "sky",
        "1": "white",
        "2": "yellow",
        "2.50": "pink",
        "5": "red",
        "10": "blue",
        "20": "yellow",
        "25": "green",
        "50": "sky",
        "100": "black",
        "200": "brown",
        "250": "pink",
        "500": "purple",
        "1000": "orange",
        "2000": "white",
        "2500": "sky",
        "5000": "brown",
        "10000": "yellow",
        "20000": "pink",
        "25000": "blue",
        "50000": "red",
        "100000": "gold",
    }
)


def colour(text: str, opacity: float = 1.0) -> QColor:
    """A colour of this module for Qt, with an opacity from 0 to 1."""
    value = QColor(text)
    value.setAlphaF(opacity)
    return value


class Steps(msgspec.Struct, frozen=True):
    """Type sizes in pixels at scale 1."""

    small: int = 12
    body: int = 14
    large: int = 16
    title: int = 20
    figure: int = 28
    answer: int = 40


STEPS = Steps()

_TEXT_FAMILY = "Inter"
_CONDENSED_FAMILY = "Barlow Condensed SemiBold"
_CONDENSED_BOLD_FAMILY = "Barlow Condensed"
_TABULAR_FIGURES = QFont.Tag("tnum")
_ALTERNATES_BY_NEIGHBOUR = QFont.Tag("calt")  # a colon or a dash of another shape beside a figure


@cache
def load_fonts() -> None:
    """Make the shipped fonts known to Qt; needs a running application and does its work once."""
    for path in sorted((folder("assets") / "fonts").iterdir()):
        if path.suffix in (".otf", ".ttf") and QFontDatabase.addApplicationFont(str(path)) < 0:
            raise RuntimeError(f"the font {path} cannot be read: install the program again")


def font(
    step: float, bold: bool = False, condensed: bool = False, scale: float = 1.0, equal_figures: bool = True
) -> QFont:
    """A shipped font; ``step`` in pixels, times ``scale``.

    Figures of equal width are glyphs without a character of their own, which text copied from a PDF lacks. Without
    ``equal_figures`` the font has only glyphs that can be read back.
    """
    return QFont(_font(max(1, round(step * scale)), bold, condensed, equal_figures))


@cache
def _font(pixels: int, bold: bool, condensed: bool, equal_figures: bool) -> QFont:
    load_fonts()
    if condensed:
        face = QFont(_CONDENSED_BOLD_FAMILY if bold else _CONDENSED_FAMILY)
        face.setWeight(QFont.Weight.Bold if bold else QFont.Weight.DemiBold)
    else:
        face = QFont(_TEXT_FAMILY)
        face.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        if equal_figures:
            face.setFeature(_TABULAR_FIGURES, 1)
        else:
            face.setFeature(_ALTERNATES_BY_NEIGHBOUR, 0)
    face.setPixelSize(pixels)
    face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return face
