"""How large the benchmarks are: full by default, one small round each with ``pytest benchmarks --smoke``.

CI smoke-runs them so that they keep working; figures and bounds on time mean something only at full size.
"""

from __future__ import annotations

import os
from typing import TypeVar

IS_SMOKE = os.environ.get("BENCHMARKS_SMOKE") == "1"  # set by conftest.py

Size = TypeVar("Size", int, float)


def sized(full: Size, smoke: Size) -> Size:
    """The full size of a benchmark, or a small one in a smoke run."""
    return smoke if IS_SMOKE else full
