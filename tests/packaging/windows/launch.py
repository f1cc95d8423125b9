"""Starts the program. A folder ``records`` beside it makes it portable: everything is then stored in that folder."""

import os
import sys
from pathlib import Path

records = Path(sys.executable).parents[1] / "records"
if records.is_dir():
    os.environ.setdefault("TRAINER_HOME", str(records))

from trainer.__main__ import run  # noqa: E402

sys.exit(run())
