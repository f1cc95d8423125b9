"""Which cases of `trainer/drills/table-rules.toml` a person has compared with the rule that decides them.

A case applies to every game with an entry of its name, and two regulations, or two choices of an option, may word the
entry differently. Each pair of case and wording is a line of ``tests/data/table-rules.txt`` with a hash of both. To
print new and changed pairs for review, and then add them to the list::

    uv run python -m tests.drills.reviewed_cases
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
    """The rules of every game of every regulation, and its general rules."""
    library = shipped_library()
    everywhere = [(book, "general-rules") for book in library.rulebooks() if library.has(book, "general-rules")]
    return [load_rules(library, *table) for table in (*tables(), *everywhere)]


def pairs() -> Iterator[tuple[str, str]]:
    """Every case with every wording that decides it: its line in the file, and the text to review."""
    for rules in asked_tables():
        for case in cases(rules):
            for entry in wordings(rules.rulebook, rules.game)[case.entry]:
                seen = hashlib.sha256(msgspec.json.encode((case.happens, sentences(entry)))).hexdigest()[:12]
                yield f"{rules.rulebook}/{rules.game} {case.entry} {case.answer} {seen}", told(case, entry)


def sentences(entry: Entry) -> list[Names]:
    """The sentences of an entry, without its data for the engine."""
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
