"""Stored names of the different questions of each rung, so that the suite can measure every shipped scheme.

Finding them takes half a minute for all schemes, looking up takes no time. Stored names hold only as long as the digest
of their drill in ``tests/data/revisions.txt``; those of a rung without valid names are found again, which takes longer.
To store the names of rungs whose drills or rulebooks have changed::

    uv run python -m tests.exams.question_counts
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from tests.drills import revisions
from tests.exams.support import SCHEMES, offers
from trainer.exams import exposure, measure, paper_assembly
from trainer.exams.pool import PoolRung, offers_of
from trainer.exams.question_groups import group_names
from trainer.system.digests import sha256

STORED = revisions.KEPT.parent / "exams" / "question-counts.txt"
_DIGITS = 6  # of a name: a drill has some hundred questions at most, so that hardly two have the same


def use_stored_names(patch: pytest.MonkeyPatch) -> None:
    """Let schemes be measured with the stored names of questions."""
    for module in (paper_assembly, exposure):
        patch.setattr(module, "group_names", stored_names)


def stored_names(rung: PoolRung) -> tuple[str, ...]:
    """Beginnings of the names that `group_names` finds."""
    stamp, names = stored().get(rung.key, ("", ()))
    return names if stamp and stamp == stamp_of(rung) else short_names(rung)


def short_names(rung: PoolRung) -> tuple[str, ...]:
    """Beginnings of the names of a rung's questions; whole for a large rung, whose names contain its key."""
    return tuple(name if " " in name else name[:_DIGITS] for name in group_names(rung))


def stamp_of(rung: PoolRung) -> str:
    """Digest of a drill under the rules of its game; empty if it is not stored among the revisions."""
    return stamps().get(f"{rung.rules.rulebook}/{rung.rules.game} {rung.family.id}", "")


@cache
def stamps() -> dict[str, str]:
    lines = revisions.KEPT.read_text(encoding="utf-8").splitlines()
    return {revisions.Line.parse(line).place: sha256(line.encode()).hexdigest()[:8] for line in lines}


@cache
def stored() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Stamp and names of the questions by rung key; no names if there is no end of questions."""
    found = {}
    for line in STORED.read_text(encoding="utf-8").splitlines():
        key, _, values = line.partition(": ")
        stamp, *names = values.split()
        found[key] = (stamp, tuple(names))
    return found


def counted(name: str) -> Iterator[PoolRung]:
    """Rungs whose questions are counted when a scheme is measured."""
    found: dict[str, PoolRung] = {}

    def look(rung: PoolRung) -> tuple[str, ...]:
        found[rung.key] = rung
        return stored_names(rung)

    scheme = SCHEMES.load(name)
    with pytest.MonkeyPatch.context() as patch:
        for module in (paper_assembly, exposure):
            patch.setattr(module, "group_names", look)
        slots = paper_assembly.slots_of(scheme, offers_of(scheme, offers()), {})
        measure.most_exposed(slots)
    yield from found.values()


def main() -> None:
    lines = {
        rung.key: f"{rung.key}: {' '.join([stamp_of(rung), *stored_names(rung)])}\n"
        for name in SCHEMES.ids()
        for rung in counted(name)
        if stamp_of(rung) and " " not in "".join(stored_names(rung))
    }
    STORED.write_text("".join(lines[key] for key in sorted(lines)), encoding="utf-8")


if __name__ == "__main__":
    main()
