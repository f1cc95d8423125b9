"""Difficulties of rungs that an examiner had estimated from the school's results, to balance later papers by.

The register has the digest of the file. A file that somebody changed or put there counts for nothing, because with
wrong difficulties a paper could be made easy.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from trainer.exams.pool import MOST_DIFFICULT
from trainer.exams.register import Register
from trainer.exams.result import SealedResult
from trainer.exams.statistics import countable_results, difficulties, item_figures, rung_of
from trainer.system.digests import sha256
from trainer.system.input_files import read_input_file
from trainer.system.private_files import write_private

FILE = "difficulties.json"
_REGISTERED = "calibrated"  # kind of the register's line


def stored_difficulties(folder: Path, register: Register) -> dict[str, float]:
    """Difficulties in logits by rung, as the last calibration stored them; empty if there was none."""
    try:
        data = read_input_file(folder / FILE)
        lines = register.of_kind(_REGISTERED)
        if not lines or lines[-1].about != sha256(data).hexdigest():
            return {}
        found = msgspec.json.decode(data, type=dict[str, float])
    except (FileNotFoundError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}
    return {rung: value for rung, value in found.items() if abs(value) <= MOST_DIFFICULT}


def calibrate(folder: Path, register: Register, results: Sequence[SealedResult], at: str, by: str) -> dict[str, float]:
    """Estimate difficulties from results, register them and store them."""
    found = difficulties(item_figures(countable_results(results), rung_of))
    data = msgspec.json.format(msgspec.json.encode(found))
    register.add(_REGISTERED, sha256(data).hexdigest(), at, by)
    write_private(folder / FILE, data)
    return found
