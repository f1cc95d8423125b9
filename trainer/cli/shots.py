"""``trainer shots DIR``: every screen and felt as PNG files, for documentation and for looking at."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from trainer.lazily import lazily

with lazily():  # Qt is loaded for the desk alone
    from trainer.desk.shots.pictures import take_shots


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="where the PNG files go; made if it is not there")
    parser.add_argument("--only", default="", help="only shots whose name contains this")


def run(arguments: argparse.Namespace) -> int:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    for path in take_shots(arguments.folder, only=arguments.only):
        print(path, flush=True)
    return 0
