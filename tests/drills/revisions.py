"""Digests of some questions of every family, to notice a change that moves them.

If a seed gives another question than before under unchanged rules, raise the family's `revision` in the same change.
Then, and whenever a rulebook or a family is added or changed, the stored digests are updated with::

    uv run python -m tests.drills.revisions
    uv run python -m tests.exams.question_counts

The second finds the questions of changed drills for the exams; without it the suite finds them again in every run.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tests.drills.question_cache import made
from trainer import catalogue
from trainer.drills import families
from trainer.drills.core import Draft, Family
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.rulebooks.archive import plain
from trainer.system.digests import sha256
from trainer.texts.grammar import TERM

KEPT = Path(__file__).parent.parent / "data" / "revisions.txt"
SEEDS = (0, 1, 77)


class Line(msgspec.Struct, frozen=True):
    """A family at one game of one rulebook: its revision, the digest of its questions and that of the rules."""

    rulebook: str
    game: str
    family: str
    revision: int
    questions: str
    rules: str

    @property
    def place(self) -> str:
        return f"{self.rulebook}/{self.game} {self.family}"

    def __str__(self) -> str:
        return f"{self.place} {self.revision} {self.questions} {self.rules}"

    @classmethod
    def parse(cls, text: str) -> Line:
        place, family, revision, questions, rules = text.split()
        rulebook, game = place.split("/")
        return cls(rulebook, game, family, int(revision), questions, rules)


def tables() -> list[tuple[str, str]]:
    library = shipped_library()
    return [
        (book, game) for book in library.rulebooks() for game in library.games(book) if catalogue.drill_modules(game)
    ]


def lines_of(rulebook: str, game: str) -> Iterator[Line]:
    """A line for each family that fits a game with its default variant and options."""
    rules = load_rules(shipped_library(), rulebook, game)
    for family in families(game):
        if family.fits(rules):
            yield Line(rulebook, game, family.id, family.revision, digest(family, rules), rules.digest)


def digest(family: Family, rules: GameRules) -> str:
    drafts = [
        asked(made(rules, family, level, seed).draft) for level in range(1, len(family.levels) + 1) for seed in SEEDS
    ]
    return sha256(msgspec.json.encode(drafts, enc_hook=str)).hexdigest()[:8]


def asked(draft: Draft) -> object:
    """What makes a question: what it says, shows and wants, and the answer; not how mistakes and reasons are named."""
    return _untermed(plain((draft.prompt, draft.scene, draft.form, draft.solution)))


def _untermed(value: Any) -> Any:
    """Without the terms of art of the regulation: they are wording."""
    if isinstance(value, dict):
        return {key: _untermed(part) for key, part in value.items() if not str(key).startswith(TERM)}
    return [_untermed(part) for part in value] if isinstance(value, list | tuple) else value


def kept_lines() -> dict[str, Line]:
    found = map(Line.parse, KEPT.read_text().splitlines())
    return {line.place: line for line in found}


if __name__ == "__main__":
    KEPT.write_text("".join(f"{line}\n" for table in tables() for line in lines_of(*table)))
