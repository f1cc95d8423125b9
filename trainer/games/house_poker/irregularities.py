"""Finds the rulebook's entry for an irregularity, and its remedy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trainer.equipment.cards import RANKS, Card
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.rulebooks.agreement import CASE
from trainer.rulebooks.schema import GameRules, Irregularity

# What an entry may ask of the circumstances, in its data, beside the ``event`` it belongs to.
_CONDITIONS = (
    "event",
    "least-card",
    "least-count",
    "most-count",
    "can-reorder",
    "player-objects",
    "saw-cards",
    "misdeal",
)


class Irregular(Case, frozen=True, tag="irregularity"):
    """Something happened that should not: what is done?

    ``card`` is the one that was seen, ``count`` how many there were; the rest are circumstances that some rulebooks ask
    for: whether the cards can be put in order, whether a player objects, whether he had seen his cards, whether
    somebody has a wrong number of cards.
    """

    event: str
    card: Card | None = None
    count: int | None = None
    can_reorder: bool | None = None
    player_objects: bool | None = None
    saw_cards: bool | None = None
    misdeal: bool | None = None


def mend(rules: GameRules, case: Irregular) -> Decision:
    """The remedy the rulebook gives, as facts and a reason."""
    name = _found(rules, case)
    entry = rules.irregularities[name]
    words: dict[str, Any] = {"situation": entry.situation, "action": entry.action}
    hidden = (*_CONDITIONS, CASE)
    facts = {key.replace("-", "_"): value for key, value in entry.data.items() if key not in hidden}
    reason = Reason("table.reason.irregularity", words, entry.cite)
    return Decision({"irregularity": name, **words, **facts}, (reason,))


def _found(rules: GameRules, case: Irregular) -> str:
    """The entry that fits: among those of the event the one whose conditions are met, else the event's own."""
    if case.count is not None and case.count < 1:
        raise RequestError("count", "must be 1 or more")
    entries = {
        name: entry for name, entry in rules.irregularities.items() if entry.data.get("event", name) == case.event
    }
    if case.event in rules.irregularities:
        entries.setdefault(case.event, rules.irregularities[case.event])
    if not entries:
        known = ", ".join(rules.irregularities)
        raise RequestError("event", f"{case.event!r} is nothing this rulebook names; it names: {known}")
    fitting = [name for name, entry in entries.items() if _fits(entry, case)]
    if fitting:
        return max(fitting, key=lambda name: len(entries[name].data.keys() & set(_CONDITIONS)))
    if case.event in entries:
        _check_circumstances(entries[case.event], case)
        return case.event
    asked = sorted({key for entry in entries.values() for key in entry.data if key in _CONDITIONS} - {"event"})
    told = [key.removeprefix("least-").removeprefix("most-").replace("-", "_") for key in asked]
    raise RequestError(told[0], f"is missing: say {', '.join(dict.fromkeys(told))}")


def _fits(entry: Irregularity, case: Irregular) -> bool:
    """Whether everything an entry asks of the circumstances is so."""
    return all(given is not None and met for _, given, met in _conditions(entry, case))


def _check_circumstances(entry: Irregularity, case: Irregular) -> None:
    """Raise `RequestError` for a circumstance that contradicts the irregularity that was named."""
    for field, given, met in _conditions(entry, case):
        if given is not None and not met:
            raise RequestError(field, f"is {given}, which is not {case.event!r}: {entry.situation.en}")


def _conditions(entry: Irregularity, case: Irregular) -> Iterator[tuple[str, Any, bool]]:
    """Each condition of an entry: the field it is about, what the case says of it, and whether that meets it."""
    data, count, card = entry.data, case.count, case.card
    if "least-card" in data:
        yield "card", card, card is not None and card.order >= RANKS.index(data["least-card"]) + 2
    if "least-count" in data:
        yield "count", count, count is not None and count >= data["least-count"]
    if "most-count" in data:
        yield "count", count, count is not None and count <= data["most-count"]
    for key in ("can-reorder", "player-objects", "saw-cards", "misdeal"):
        if key in data:
            given = getattr(case, key.replace("-", "_"))
            yield key.replace("-", "_"), given, given == data[key]
