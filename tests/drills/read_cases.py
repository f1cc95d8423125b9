"""Which cases of `trainer/drills/table-rules.toml` were read beside the rule that decides them, table by table.

A case holds for every game that has an entry of its name, and two regulations, or two choices of one option, may say
different things under one name: each pair is a line of ``tests/data/table-rules.txt`` with a hash of both. A new or
changed pair is printed, to be read, and then taken into the list, by::

    uv run python -m tests.drills.read_cases
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tests.drills.revisions import tables
from trainer.drills.table_rules import Case, Entry, cases, wordings
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.texts import Names

READ = Path(__file__).parent.parent / "data" / "table-rules.txt"


def asked_tables() -> list[GameRules]:
    """Every game of every regulation, and what holds at all its tables."""
    library = shipped_library()
    everywhere = [(book, "general-rules") for book in library.rulebooks() if library.has(book, "general-rules")]
    return [load_rules(library, *table) for table in (*tables(), *everywhere)]


def pairs() -> Iterator[tuple[str, str]]:
    """Every case under every regulation that is asked about it: its line, and what is to be read."""
    for rules in asked_tables():
        for case in cases(rules):
            for entry in wordings(rules.rulebook, rules.game)[case.entry]:
                seen = hashlib.sha256(msgspec.json.encode((case.happens, sentences(entry)))).hexdigest()[:12]
                yield f"{rules.rulebook}/{rules.game} {case.entry} {case.answer} {seen}", told(case, entry)


def sentences(entry: Entry) -> list[Names]:
    """What an entry says, without the figures it keeps for the engine."""
    return [value for value in msgspec.structs.asdict(entry).values() if isinstance(value, Names)]


def told(case: Case, entry: Entry) -> str:
    said = " ".join(names.es for names in sentences(entry))
    return f"{case.entry}: {case.happens.es} / {case.happens.en}\n  {case.answer}: {said}"


def kept() -> frozenset[str]:
    return frozenset(READ.read_text(encoding="utf-8").splitlines())


if __name__ == "__main__":
    read = kept() if READ.exists() else frozenset()
    found = dict(pairs())
    for line, words in found.items():
        if line not in read:
            print(words)
    READ.write_text("".join(f"{line}\n" for line in sorted(found)), encoding="utf-8")
