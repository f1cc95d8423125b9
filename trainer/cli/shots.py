"""``trainer shots DIR``: render every screen and felt as PNG files, for documentation and inspection."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

from trainer.system.lazy_imports import lazily

with lazily():  # loads Qt
    from trainer.desk.shots.pictures import take_shots


_SIZE = re.compile(r"(\d{3,5})x(\d{3,5})(?:@([1-4](?:\.\d+)?))?")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="where the PNG files go; made if it is not there")
    parser.add_argument("--only", default="", help="only shots whose name contains this or, with * and ?, fits it")
    parser.add_argument(
        "--size", type=_size, help="WxH of the window in pixels of the screen; WxH@1.25 where it scales"
    )
    parser.add_argument("--side", choices=("dealer", "players"), default="dealer", help="from which tables are seen")
    parser.add_argument("--text", type=_text_size, default=100, help="size of the text in per cent, 90 to 160")


def _size(words: str) -> tuple[int, int, float]:
    found = _SIZE.fullmatch(words)
    if found is None:
        raise argparse.ArgumentTypeError(f"{words!r} is no size: write 1280x720, or 1366x768@1.25")
    return int(found[1]), int(found[2]), float(found[3] or 1)


def _text_size(words: str) -> int:
    if not words.isdecimal() or not 90 <= int(words) <= 160:
        raise argparse.ArgumentTypeError(f"{words!r} is no text size: write 90 to 160")
    return int(words)


def run(arguments: argparse.Namespace) -> int:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    size = None
    if arguments.size is not None:
        width, height, scaling = arguments.size
        os.environ["QT_SCALE_FACTOR"] = str(scaling)
        size = (round(width / scaling), round(height / scaling))
    taken = take_shots(arguments.folder, arguments.only, size, arguments.side, arguments.text)
    for path in taken:
        print(path, flush=True)
    return 0
