"""Compare the rulings of regulations: same case under another name, same ruling in other words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from trainer.rulebooks.schema import GameRules, Irregularity

CASE = "accident"  # key of a ruling's data with the common name of its case
_CIRCUMSTANCES = (CASE, "event", "when")  # these keys describe the case, not the ruling
_DEALER = re.compile(r"\b(?:croupier|dealer)(?:e?s)?\b")  # each regulation uses its own word


def without_dealer(words: str) -> str:
    """The text without the word for the dealer, which differs between regulations."""
    return _DEALER.sub("", words)


def cases(rules: GameRules) -> dict[str, list[Irregularity]]:
    """Rulings by case: one entry, or several if the regulation distinguishes circumstances."""
    found: dict[str, list[Irregularity]] = {}
    for key, entry in rules.irregularities.items():
        found.setdefault(str(entry.data.get(CASE, key)), []).append(entry)
    return found


def rule_alike(one: Sequence[Irregularity], other: Sequence[Irregularity]) -> bool:
    """Whether two regulations give the same rulings for a case, entry by entry."""
    return len(one) == len(other) and all(map(_is_same_ruling, one, other))


def _is_same_ruling(one: Irregularity, other: Irregularity) -> bool:
    """Whether the data agree or, without data, the text in at least one language."""
    sense, others = (
        {key: value for key, value in each.data.items() if key not in _CIRCUMSTANCES} for each in (one, other)
    )
    if sense and sense == others:
        return True
    pairs = ((one.action.es, other.action.es), (one.action.en, other.action.en))
    return any(without_dealer(ours) == without_dealer(theirs) for ours, theirs in pairs)
