"""Every attack on the exams that is listed in `tests/exams/fresh_attacks.py`, and what becomes of it.

uv run pytest benchmarks/test_exam_attacks.py -n 0 -s
"""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.sizes import sized
from tests.exams.attack_means import OutOfReach
from tests.exams.fresh_attacks import every_attack
from tests.exams.terminal_attacks import Attack
from tests.exams.terminal_school import RefusalError, TerminalSchool
from tests.exams.test_attack_terminal import attacked, base

__all__ = ["attacked", "base"]

ATTACKS = every_attack()[: sized(1_000, 4)]


@pytest.mark.parametrize(("what", "attack", "words"), ATTACKS, ids=[what for what, _, _ in ATTACKS])
def test_an_attack_is_refused_or_told_or_out_of_reach(
    what: str, attack: Attack, words: str, attacked: TerminalSchool, tmp_path: Path
) -> None:
    try:
        said = str(attack(attacked))
    except RefusalError as refusal:
        print(f"\n{what}: refused: {refusal.said.strip().splitlines()[-1][:160]}", end="")
        assert refusal.status in (1, 2) and "Traceback" not in refusal.said
        assert not words or isinstance(words, OutOfReach), f"refused, not told: {refusal.said}"
        return
    print(f"\n{what}: {'out of reach: ' + words if isinstance(words, OutOfReach) else 'told: ' + words}", end="")
    assert words, f"accepted: {said[-1500:]}"
    assert isinstance(words, OutOfReach) or words in said, said
