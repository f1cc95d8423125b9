"""Which articles a choice of the house makes an answer cite, and that somebody read whether their lines say it.

The usual choices are read with the entries of the rulebooks (`tests.rulebooks.readings`). What another choice makes an
engine cite is seen only in an answer, so every reason that the witness of a choice is told by it, and not without it,
is one line of ``tests/data/choice-readings.txt``: the choice, the rule, the citation and the verdict.

``python -m tests.games.choice_readings`` prints what was not read yet; with ``--read`` it is kept as read.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tests.games.option_witnesses import answers, witnesses
from tests.rulebooks.readings import verdict_on

FILE = Path(__file__).parents[1] / "data" / "choice-readings.txt"


def cited(answer: Any) -> Iterator[tuple[str, str, str]]:
    """Every reason in an answer: its rule, what it cites and what it was applied to."""
    if isinstance(answer, dict):
        if isinstance(answer.get("cite"), str) and "rule" in answer:
            yield answer["rule"], answer["cite"], str(answer.get("params"))
        for part in answer.values():
            yield from cited(part)
    elif isinstance(answer, list):
        for part in answer:
            yield from cited(part)


def lines() -> list[str]:
    """What the choices of all houses cite, with the only verdict that a reader can have left it with."""
    found: list[str] = []
    for each in witnesses():
        if each.request:
            usual, other = (list(cited(msgspec.json.decode(told or "{}"))) for told in answers(each))
            place = f"{each.rulebook}/{each.game} {each.option}={each.choice}"
            new = dict.fromkeys(reason[:2] for reason in other if reason not in usual)
            found += [f"{place} | {rule} | {cite} | {verdict_on(cite)}" for rule, cite in new]
    return found


def read_already() -> list[str]:
    return FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []


def main() -> None:
    now, known = lines(), set(read_already())
    if "--read" in sys.argv:
        FILE.write_text("".join(f"{line}\n" for line in now), encoding="utf-8")
    print("\n".join(line for line in now if line not in known))


if __name__ == "__main__":
    main()
