"""Whether regulations rule alike: the same case under whatever name, the same ruling in whatever words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from trainer.rulebooks.schema import GameRules, Irregularity

CASE = "accident"  # what a ruling's data calls its case, where regulations have it under several names
_CIRCUMSTANCES = (CASE, "event", "when")  # of the case, not of what is done about it
_DEALER = re.compile(r"\b(?:croupier|dealer)(?:e?s)?\b")  # who is named by each regulation in its own word


def without_dealer(words: str) -> str:
    """Words to compare: another name for who deals is no difference."""
    return _DEALER.sub("", words)


def cases(rules: GameRules) -> dict[str, list[Irregularity]]:
    """What a regulation rules in each case: one entry, or several where it tells the circumstances apart."""
    found: dict[str, list[Irregularity]] = {}
    for key, entry in rules.irregularities.items():
        found.setdefault(str(entry.data.get(CASE, key)), []).append(entry)
    return found


def rule_alike(one: Sequence[Irregularity], other: Sequence[Irregularity]) -> bool:
    """Whether two regulations do the same in a case, told apart alike."""
    return len(one) == len(other) and all(map(_is_same_ruling, one, other))


def _is_same_ruling(one: Irregularity, other: Irregularity) -> bool:
    """The same in their data; or in words, and what differs in one language alone is a wording."""
    sense, others = (
        {key: value for key, value in each.data.items() if key not in _CIRCUMSTANCES} for each in (one, other)
    )
    if sense and sense == others:
        return True
    pairs = ((one.action.es, other.action.es), (one.action.en, other.action.en))
    return any(without_dealer(ours) == without_dealer(theirs) for ours, theirs in pairs)
