"""The weave of the cloth is a shipped picture, so that starting needs no pillow; this is how it was made."""

from __future__ import annotations

import random
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

from trainer.system.resources import folder

SIDE = 192
SEED = 1905


def make_weave() -> Image.Image:
    """Noise drawn out along and across, as faint light and dark threads; the edges meet when it is tiled."""
    noise = Image.frombytes("L", (SIDE, SIDE), random.Random(SEED).randbytes(SIDE * SIDE))
    tiled = Image.new("L", (SIDE * 3, SIDE * 3))
    for x in range(3):
        for y in range(3):
            tiled.paste(noise, (x * SIDE, y * SIDE))
    middle = (SIDE, SIDE, 2 * SIDE, 2 * SIDE)
    along = tiled.filter(ImageFilter.BoxBlur((1.6, 0.0))).crop(middle)
    across = tiled.filter(ImageFilter.BoxBlur((0.0, 1.6))).crop(middle)
    threads = ImageChops.blend(along, across, 0.5)
    pixels = bytearray()
    for value in threads.tobytes():
        shade = 255 if value > 128 else 0
        pixels += bytes((shade, shade, shade, min(24, round(abs(value - 128) * 0.26))))
    return Image.frombytes("RGBA", (SIDE, SIDE), bytes(pixels))


def test_the_shipped_weave_is_that_of_the_recipe() -> None:
    shipped = Image.open(Path(folder("assets")) / "weave.png").convert("RGBA")
    made = make_weave()
    assert shipped.size == made.size
    assert shipped.getchannel("A").tobytes() == made.getchannel("A").tobytes()
    visible = made.getchannel("A").point(lambda alpha: 255 if alpha else 0)
    difference = ImageChops.difference(shipped.convert("L"), made.convert("L"))
    assert ImageChops.multiply(difference, visible).getextrema() == (0, 0)
