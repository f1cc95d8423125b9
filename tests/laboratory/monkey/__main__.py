"""``uv run python -m tests.laboratory.monkey``: let the monkey at the desk."""

from __future__ import annotations

import argparse
import itertools
import os
import shutil
import sys
import tempfile
from pathlib import Path

from tests.laboratory.monkey.runs import ACTS, describe, furnished, run_one, run_seeds


def main() -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    parser = argparse.ArgumentParser(prog="monkey", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="of processor time")
    parser.add_argument("--seed", type=int, default=1, help="of the first run; the next run has the next one")
    parser.add_argument("--acts", type=int, default=ACTS, help="of one run")
    parser.add_argument("--keep", type=Path, help="folder for the home folders of failed runs")
    parser.add_argument("--once", action="store_true", help="only the run of --seed")
    parser.add_argument("--script", type=Path, help="repeat the acts of this file (acts.txt of a failed run) once")
    parser.add_argument("--known", action="append", default=[], help="beginning of a failure that is only counted")
    given = parser.parse_args()
    if given.script is not None:
        return _repeat(given.script, given.seed)
    seeds = iter([given.seed]) if given.once else itertools.count(given.seed)
    total = run_seeds(seeds, given.minutes * 60, _tell, given.acts, given.keep, given.known)
    return 1 if total.failed else 0


def _tell(line: str) -> None:
    print(line, flush=True)


def _repeat(script: Path, seed: int) -> int:
    with tempfile.TemporaryDirectory(prefix="monkey-") as scratch:
        folder = Path(scratch) / "again"
        shutil.copytree(furnished(Path(scratch)), folder)
        outcome = run_one(seed, len(script.read_text(encoding="utf-8").splitlines()), folder, script)
        print(describe(outcome, folder) if outcome.failures else f"{outcome.acts} acts without a failure")
    return 1 if outcome.failures else 0


if __name__ == "__main__":
    sys.exit(main())
