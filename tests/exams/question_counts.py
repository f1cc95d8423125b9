"""Stored numbers of different questions of each rung, so that the suite can measure every shipped scheme.

Counting takes half a minute for all schemes, looking up takes no time. A stored number holds only as long as the digest
of its drill in ``tests/data/revisions.txt``; a rung without a valid number is counted again. To store the numbers of
all rungs again, after drills or rulebooks have changed::

    uv run python -m tests.exams.question_counts
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from tests.drills import revisions
from tests.exams.support import SCHEMES, offers
from trainer.exams import measure, paper_assembly
from trainer.exams.pool import PoolRung, offers_of
from trainer.exams.question_groups import Groups, question_groups
from trainer.system.digests import sha256

STORED = revisions.KEPT.parent / "exams" / "question-counts.txt"


def use_stored_counts(patch: pytest.MonkeyPatch) -> None:
    """Let schemes be measured with the stored numbers of questions."""
    for module in (paper_assembly, measure):
        patch.setattr(module, "question_groups", groups_by_count)


def groups_by_count(rung: PoolRung) -> Groups:
    """As many groups as `question_groups` finds; what is in them is not stored."""
    stamp, count = stored().get(rung.key, ("", 0))
    return ((0,),) * count if stamp and stamp == stamp_of(rung) else question_groups(rung)


def stamp_of(rung: PoolRung) -> str:
    """Digest of a drill under the rules of its game; empty if it is not stored among the revisions."""
    return stamps().get(f"{rung.rules.rulebook}/{rung.rules.game} {rung.family.id}", "")


@cache
def stamps() -> dict[str, str]:
    lines = revisions.KEPT.read_text(encoding="utf-8").splitlines()
    return {revisions.Line.parse(line).place: sha256(line.encode()).hexdigest()[:8] for line in lines}


@cache
def stored() -> dict[str, tuple[str, int]]:
    """Stamp and number of questions by rung key; 0 questions if there is no end of them."""
    found = {}
    for line in STORED.read_text(encoding="utf-8").splitlines():
        key, stamp, count = line.rsplit(" ", 2)
        found[key] = (stamp, int(count))
    return found


def counted(name: str) -> Iterator[PoolRung]:
    """Rungs whose questions are counted when a scheme is measured."""
    found: dict[str, PoolRung] = {}

    def look(rung: PoolRung) -> Groups:
        found[rung.key] = rung
        return question_groups(rung)

    scheme = SCHEMES.load(name)
    with pytest.MonkeyPatch.context() as patch:
        for module in (paper_assembly, measure):
            patch.setattr(module, "question_groups", look)
        slots = paper_assembly.slots_of(scheme, offers_of(scheme, offers()), {})
        measure.most_exposed(slots)
    yield from found.values()


def main() -> None:
    lines = {
        rung.key: f"{rung.key} {stamp_of(rung)} {len(question_groups(rung))}\n"
        for name in SCHEMES.ids()
        for rung in counted(name)
        if stamp_of(rung)
    }
    STORED.write_text("".join(lines[key] for key in sorted(lines)), encoding="utf-8")


if __name__ == "__main__":
    main()
