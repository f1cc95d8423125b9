"""What the dealer does when something goes wrong: the situation is found in the rulebook and its remedy given."""

from __future__ import annotations

from typing import Any

import msgspec

from trainer.games.core import Decision, Reason, RequestError
from trainer.games.pai_gow.figures import is_tiles, pai_gow
from trainer.rulebooks.schema import GameRules


class Irregular(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What happened: an event by its id, or the counts that show it.

    ``cards`` is how many cards a seat has where that is not the right number, ``stub`` how many are left over,
    ``owner`` whose card or tile was exposed. ``wrong_position`` says whether a wrong sum of the dice had a consequence;
    ``dice`` and ``announced`` describe it.
    """

    event: str = ""
    stub: int | None = None
    cards: dict[str, int] = {}
    face_up_in_shoe: int = 0
    owner: str = ""
    dice: tuple[int, ...] = ()
    announced: int | None = None
    wrong_position: bool = True
    co_bank: bool = False


def mend(rules: GameRules, situation: Irregular) -> Decision:
    """The remedy the rulebook gives, as facts and a reason."""
    key = _key(rules, situation)
    if key is None:
        return Decision({"all_hands": "stand", "action": "continue"}, (Reason("nothing-wrong", {}, None),))
    entry = rules.irregularities[key]
    facts: dict[str, Any] = {"irregularity": key}
    facts |= {name.replace("-", "_"): value for name, value in entry.data.items()}
    return Decision(
        facts, (Reason("irregularity", {"situation": entry.situation, "action": entry.action}, entry.cite),)
    )


def _key(rules: GameRules, situation: Irregular) -> str | None:
    """The id of what happened, or nothing if the round simply goes on."""
    if situation.face_up_in_shoe:
        if situation.face_up_in_shoe > 1 or rules.option("face-up-card") == "void-round":
            return _known(rules, "cards-face-up", "face_up_in_shoe")
        if situation.stub is None:
            return _known(rules, "one-card-face-up", "face_up_in_shoe")
    if situation.stub is not None:
        return _stub(rules, situation, situation.stub)
    if situation.cards:
        return _known(rules, "wrong-number-of-cards", "cards") if _miscounted(rules, situation) else None
    piece = "tile" if is_tiles(rules) else "card"
    if situation.event == f"{piece}-exposed":
        owner = "player" if situation.owner.isdigit() or situation.owner in ("", "player") else "dealer"
        return _known(rules, f"{owner}-{piece}-exposed", "owner")
    if situation.event == "dice-added-wrongly" and not situation.wrong_position:
        return None
    return _known(rules, situation.event, "event")


def _stub(rules: GameRules, situation: Irregular, stub: int) -> str | None:
    wanted = pai_gow(rules).deal.stub
    if not wanted:
        raise RequestError("stub", f"{rules.game} leaves nothing over")
    if stub + situation.face_up_in_shoe == wanted:
        return None
    return "misdealt" if _miscounted(rules, situation) else "deck-incomplete"


def _miscounted(rules: GameRules, situation: Irregular) -> bool:
    return any(count != pai_gow(rules).setting.pieces for count in situation.cards.values())


def _known(rules: GameRules, key: str, field: str) -> str:
    if key not in rules.irregularities:
        raise RequestError(field, f"{key!r} is not in this rulebook; it has: {', '.join(rules.irregularities)}")
    return key
