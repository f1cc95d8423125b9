"""Finds the rulebook's entry for an irregularity, and its remedy."""

from __future__ import annotations

from typing import Any

import msgspec

from trainer.games.core import Decision, Reason, RequestError
from trainer.games.pai_gow.figures import is_tiles, pai_gow
from trainer.games.pai_gow.positions import seats
from trainer.rulebooks.schema import Citation, GameRules


class Irregular(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What happened: an event by its id, or the counts that show it.

    ``cards`` is how many cards a seat has where that is not the right number, ``stub`` how many are left over,
    ``owner`` whose card or tile was exposed: a player's (his seat, or ``player``, if it is not told), or one of those
    that the rulebook lists. ``wrong_position`` says whether a wrong sum of the dice had a consequence; ``dice`` and
    ``announced`` describe it.
    """

    event: str = ""
    stub: int | None = None
    cards: dict[str, int] = {}
    face_up_in_shoe: int = 0
    owner: int | str | None = None
    dice: tuple[int, ...] = ()
    announced: int | None = None
    wrong_position: bool = True
    co_bank: bool = False


def mend(rules: GameRules, situation: Irregular) -> Decision:
    """The remedy the rulebook gives, as facts and a reason."""
    found = _found(rules, situation)
    if isinstance(found, Citation):
        return Decision({"all_hands": "stand", "action": "continue"}, (Reason("nothing-wrong", {}, found),))
    entry = rules.irregularities[found]
    facts: dict[str, Any] = {"irregularity": found}
    facts |= {name.replace("-", "_"): value for name, value in entry.data.items()}
    return Decision(
        facts, (Reason("irregularity", {"situation": entry.situation, "action": entry.action}, entry.cite),)
    )


def _found(rules: GameRules, situation: Irregular) -> str | Citation:
    """The id of what happened, or what says that nothing did."""
    if situation.face_up_in_shoe:
        found = _face_up(rules, situation)
        if situation.event in ("one-card-face-up", "cards-face-up") and situation.event != found:
            raise RequestError("face_up_in_shoe", f"is {situation.face_up_in_shoe}, which is not {situation.event!r}")
        return found
    if situation.stub is not None:
        return _stub(rules, situation, situation.stub)
    if situation.cards:
        key = _known(rules, "wrong-number-of-cards", "cards")
        return key if _miscounted(rules, situation) else rules.irregularities[key].cite
    piece = "tile" if is_tiles(rules) else "card"
    if situation.event == f"{piece}-exposed":
        return _exposed(rules, str(situation.owner or "player"), piece)
    key = _known(rules, situation.event, "event")
    told = situation.owner is not None and key.endswith(f"{piece}-exposed")
    if told and _exposed(rules, str(situation.owner), piece) != key:
        raise RequestError("owner", f"is {situation.owner}, which is not {key!r}")
    if key == "dice-added-wrongly":
        if situation.dice and situation.announced == sum(situation.dice):
            raise RequestError("announced", f"is what the dice show, which is not {key!r}")
        if not situation.wrong_position:
            return rules.irregularities[key].cite
    return key


def _face_up(rules: GameRules, situation: Irregular) -> str | Citation:
    """One card face up is set aside and counted with the stub; more of them end the round."""
    field = "face_up_in_shoe"
    several = _known(rules, "cards-face-up", field)  # tiles are dealt from no shoe
    if situation.face_up_in_shoe > 1 or rules.option("face-up-card") == "void-round":
        return several
    left = _stub(rules, situation, situation.stub) if situation.stub is not None else None
    return left if isinstance(left, str) else _known(rules, "one-card-face-up", field)


def _stub(rules: GameRules, situation: Irregular, stub: int) -> str | Citation:
    wanted = pai_gow(rules).deal.stub
    if not wanted:
        raise RequestError("stub", f"{rules.game} leaves nothing over")
    if _miscounted(rules, situation):
        return "misdealt"
    return rules.procedure["count-stub"].cite if stub + situation.face_up_in_shoe == wanted else "deck-incomplete"


def _exposed(rules: GameRules, owner: str, piece: str) -> str:
    """A player may keep his hand; whatever else is exposed ends the round, where the rulebook lists its owner."""
    if owner == "player" or owner in seats(rules):
        return _known(rules, f"player-{piece}-exposed", "owner")
    key = _known(rules, f"dealer-{piece}-exposed", "owner")
    owners = rules.irregularities[key].data.get("owners", ())
    if owner not in owners:
        known = ", ".join(("player", *seats(rules), *owners))
        raise RequestError("owner", f"{owner!r} is not whose {piece} can be exposed; there are: {known}")
    return key


def _miscounted(rules: GameRules, situation: Irregular) -> bool:
    return any(count != pai_gow(rules).setting.pieces for count in situation.cards.values())


def _known(rules: GameRules, key: str, field: str) -> str:
    if not key:
        raise RequestError(field, f"is missing; there are: {', '.join(rules.irregularities)}")
    if key not in rules.irregularities:
        raise RequestError(field, f"{key!r} is not in this rulebook; it has: {', '.join(rules.irregularities)}")
    return key
