"""Colours are readable and the shipped fonts are those the list names."""

from __future__ import annotations

import hashlib
import re
from itertools import combinations
from math import dist

import pytest
from PySide6.QtGui import QFontInfo, QFontMetricsF

from trainer.desk.style import theme
from trainer.system.resources import folder


def luminance(text: str) -> float:
    parts = [int(text[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", theme.THEMES)
@pytest.mark.parametrize("ground", ["window", "panel", "raised"])
@pytest.mark.parametrize("ink", ["text", "quiet", "accent", "right", "wrong", "note"])
def test_text_reaches_four_and_a_half_to_one(name, ground, ink):
    shown = theme.THEMES[name]
    assert contrast(getattr(shown, ink), getattr(shown, ground)) >= 4.5


@pytest.mark.parametrize("name", theme.THEMES)
def test_text_on_filled_surfaces_can_be_read(name):
    shown = theme.THEMES[name]
    assert contrast(shown.on_accent, shown.accent) >= 4.5
    for filled in (shown.right, shown.wrong, shown.note):
        assert contrast(shown.on_signal, filled) >= 4.5


@pytest.mark.parametrize("name", theme.CHIPS)
def test_values_on_chips_can_be_read(name):
    ink = theme.CHIPS[name]
    assert contrast(ink.label, ink.body) >= 4.0


@pytest.mark.parametrize("name", theme.PLAYER_CHIPS)
def test_marks_on_players_chips_can_be_read(name):
    ink = theme.PLAYER_CHIPS[name]
    assert contrast(ink.label, ink.body) >= 4.5


# How the three kinds of colour blindness see linear red, green and blue (Machado, Oliveira and Fernandes 2009).
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def seen(text: str, eye: str) -> tuple[float, float, float]:
    """A colour as an eye sees it, in CIELAB."""
    parts = [int(text[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    mixed = (sum(weight * part for weight, part in zip(row, linear, strict=True)) for row in EYES[eye])
    red, green, blue = (min(1.0, max(0.0, part)) for part in mixed)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eye", EYES)
def test_players_colours_keep_apart_for_every_eye(eye):
    for one, other in combinations(theme.PLAYER_CHIPS.values(), 2):
        assert dist(seen(one.body, eye), seen(other.body, eye)) > 20


def test_every_player_s_colour_has_a_mark_of_its_own():
    assert theme.PLAYER_CHIPS.keys() == theme.ROULETTE_MARKS.keys()
    assert len(set(theme.ROULETTE_MARKS.values())) == 7


@pytest.mark.parametrize("cloth", theme.CLOTHS)
def test_print_can_be_read_on_every_cloth(cloth):
    dye = theme.CLOTHS[cloth]
    assert contrast(theme.PRINT.ivory, dye.centre) >= 3.9
    assert contrast(theme.PRINT.ivory, dye.edge) >= 7


def test_cards_reach_seven_to_one():
    for ink in (theme.CARD.red, theme.CARD.black):
        assert contrast(ink, theme.CARD.paper) >= 6.5


def test_fonts_are_the_shipped_ones(qapp):
    for bold in (False, True):
        assert QFontInfo(theme.font(20, bold=bold)).family().startswith("Inter")
        assert QFontInfo(theme.font(20, bold=bold, condensed=True)).family().startswith("Barlow Condensed")


def test_figures_have_equal_width(qapp):
    metrics = QFontMetricsF(theme.font(28, bold=True))
    widths = [metrics.horizontalAdvance(figure) for figure in "0123456789"]
    assert max(widths) - min(widths) < 0.1


def test_type_scales(qapp):
    assert theme.font(theme.STEPS.body, scale=2).pixelSize() == 28


def test_the_licence_list_names_every_font_with_its_hash():
    listed = dict(
        re.findall(
            r"^\| (fonts/\S+).*\| ([0-9a-f]{64}) \|$", (folder("assets") / "LICENCES.md").read_text("utf-8"), re.M
        )
    )
    assets = folder("assets")
    shipped = {path.relative_to(assets).as_posix(): path for path in (assets / "fonts").rglob("*.[ot]tf")}
    assert listed.keys() == shipped.keys()
    for name, path in shipped.items():
        assert hashlib.sha256(path.read_bytes()).hexdigest() == listed[name]
