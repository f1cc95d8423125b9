"""What the dealer does when something goes wrong: the accident is found in the rulebook by what happened.

An entry of the rulebook may answer for an accident under another name (``event`` in its data), and only under
conditions (``when``): one card face up, or two; a protected hand, or not. Figures that follow from what happened (what
goes back, what must be added, how many cards are burned) are worked out here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trainer.equipment.money import Amount
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.rulebooks.agreement import CASE
from trainer.rulebooks.schema import GameRules, Irregularity

_HIDDEN = ("event", "when", "works-out", CASE)


class Irregular(Case, frozen=True, tag="irregularity"):
    """Something irregular happened: what does the dealer do? Details are needed only where they matter.

    ``count``: cards face up or seen. ``occurrence``: how often this player has done it. ``players_served_since``:
    players dealt to after the error. ``cards_dealt_early``, ``players_left``, ``remaining``: numbers. ``to_call``,
    ``pushed``: chips. ``in_pot``: what the player has in the pot.
    """

    event: str
    count: int | None = None
    which: int | None = None
    occurrence: int | None = None
    protected: bool | None = None
    in_pot: Amount | None = None
    players_served_since: int | None = None
    players_left: int | None = None
    cards_dealt_early: int | None = None
    remaining: int | None = None
    to_call: Amount | None = None
    pushed: Amount | None = None
    street: str | None = None
    can_reorder: bool | None = None
    player_objects: bool | None = None
    blind_made: bool | None = None
    reraised: bool | None = None
    saw_his_cards: bool | None = None
    third_card_up: bool | None = None


_DETAILS = tuple(name for name in Irregular.__struct_fields__ if name != "event")


def mend(rules: GameRules, situation: Irregular) -> Decision:
    """The rulebook's ruling, as facts with a reason."""
    key, entry = find(rules, situation)
    facts: dict[str, Any] = {"irregularity": key, "situation": entry.situation, "ruling": entry.action}
    facts |= {name.replace("-", "_"): value for name, value in entry.data.items() if name not in _HIDDEN}
    facts |= _worked_out(entry, situation)
    words = {"situation": entry.situation, "action": entry.action}
    return Decision(facts, (Reason("table.reason.irregularity", words, entry.cite),))


def find(rules: GameRules, situation: Irregular) -> tuple[str, Irregularity]:
    """The rulebook entry for what happened; raises `RequestError` that names a missing detail or the known events."""
    if situation.count is not None and situation.count < 1:
        raise RequestError("count", "must be 1 or more")
    entries = {key: entry for key, entry in rules.irregularities.items() if entry.data.get("event") == situation.event}
    plain = rules.irregularities.get(situation.event)
    if plain is not None:  # the usual entry, unless the details make it a different irregularity
        other = next((key for key, entry in entries.items() if _holds(entry.data.get("when", {}), situation)), None)
        if other is not None:
            return other, entries[other]
        for name, wanted in plain.data.get("when", {}).items():
            given = getattr(situation, _detail(name))
            if given is not None and not _holds({name: wanted}, situation):
                problem = f"is {given}, which is not {situation.event!r}: {plain.situation.en}"
                raise RequestError(_detail(name), problem)
        return situation.event, plain
    if not entries:
        known = ", ".join(events(rules))
        raise RequestError("event", f"{situation.event!r} is nothing this rulebook names; it names: {known}")
    for key, entry in entries.items():
        if _holds(entry.data.get("when", {}), situation):
            return key, entry
    asked = sorted({_detail(name) for entry in entries.values() for name in entry.data.get("when", {})})
    raise RequestError(asked[0], f"say more of it: {', '.join(asked)}")


def events(rules: GameRules) -> tuple[str, ...]:
    """Names of the irregularities that a rulebook rules on."""
    return tuple(dict.fromkeys(str(entry.data.get("event", key)) for key, entry in rules.irregularities.items()))


def _detail(condition: str) -> str:
    return condition.removesuffix("-least").removesuffix("-most").replace("-", "_")


def _holds(conditions: dict[str, Any], situation: Irregular) -> bool:
    """Whether all conditions of an entry hold. Names ending in ``-least`` and ``-most`` are bounds, others must be
    equal."""
    for name, wanted in conditions.items():
        given = getattr(situation, _detail(name), None)
        if given is None:
            return False
        if name.endswith("-least"):
            if given < wanted:
                return False
        elif name.endswith("-most"):
            if given > wanted:
                return False
        elif given != wanted:
            return False
    return True


def wrong_conditions(rules: GameRules) -> Iterator[tuple[str, str]]:
    """Conditions that no field of a situation can meet, with their keys."""
    for key, entry in rules.irregularities.items():
        conditions = entry.data.get("when", {})
        for name in conditions if isinstance(conditions, dict) else ("when",):
            if _detail(name) not in _DETAILS:
                yield f"irregularities.{key}.data.when.{name}", name


def _worked_out(entry: Irregularity, situation: Irregular) -> dict[str, Any]:
    """Figures that follow from what happened, as the entry asks for them."""
    match entry.data.get("works-out"):
        case "refund" if situation.in_pot is not None:
            return {"refund": situation.in_pot}
        case "no-refund" if situation.in_pot is not None:
            return {"refund": Amount(0)}
        case "missing-chips" if situation.to_call is not None and situation.pushed is not None:
            if situation.pushed >= situation.to_call:
                raise RequestError("pushed", f"is not short of {situation.to_call}")
            return {"must_add": situation.to_call - situation.pushed}
        case "excess-chips" if situation.to_call is not None and situation.pushed is not None:
            if situation.pushed <= situation.to_call:
                raise RequestError("pushed", f"is not above {situation.to_call}")
            return {"returned": situation.pushed - situation.to_call}
        case "burn-for-each" if situation.players_left is not None and situation.cards_dealt_early is not None:
            total = situation.players_left + situation.cards_dealt_early
            return {"extra_cards_burned": situation.players_left, "total_burned": total}
        case "replaced-cards" if situation.count is not None and situation.remaining is not None:
            replaced = situation.count - 1
            if replaced > situation.remaining:
                return {"action": "void-deal", "void": "whole-play"}
            return {"valid": "first", "replaced": replaced}
    return {}
