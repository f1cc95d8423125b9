"""Fair questions: the answer cannot be guessed from habit, and the money shown and asked for can lie on a table.

A draft that fails is made again from the same random source, so the families need not check this themselves.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from trainer.drills.forms import AmountForm
from trainer.drills.scene import Chips
from trainer.equipment.chips import ChipSet
from trainer.equipment.money import Amount, parse_amount
from trainer.games.core import RequestError

if TYPE_CHECKING:
    from trainer.drills.core import Draft
    from trainer.rulebooks import GameRules

COARSEST = 200  # the smallest chip of a stake is at least 1/200 of it: nobody stakes 6,001
_TRIES = 60


def fair_draft(build: Callable[[], Draft], rules: GameRules, drafts: int, source: random.Random) -> Draft:
    """A draft that can lie on a table; of several ``drafts`` one is chosen so that each answer is equally likely."""
    found = [_playable(build, rules) for _ in range(drafts)]
    if drafts == 1:
        return found[0]
    answer = source.choice(sorted({draft.solution for draft in found}))
    return next(draft for draft in found if draft.solution == answer)


def _playable(build: Callable[[], Draft], rules: GameRules) -> Draft:
    for _ in range(_TRIES):
        draft = accepted_draft(build)
        if not unplayable(draft, rules):
            break
    return draft


def accepted_draft(build: Callable[[], Draft]) -> Draft:
    """A draft that the engine accepts: if it refuses the request (a card dealt too often), build another."""
    for _ in range(_TRIES):
        try:
            return build()
        except RequestError as error:
            refused = error
    raise refused


def unplayable(draft: Draft, rules: GameRules) -> str:
    """Why the money of a question cannot lie on a table or be paid from its rack; empty if it can."""
    rack = rules.info.chips
    for piece in draft.scene.pieces:
        if isinstance(piece, Chips) and (why := _strange_pile(piece, rack)):
            return f"{piece.spot}: {why}"
    in_chips = rules.table.pays_in == "chips"
    if in_chips and isinstance(draft.form, AmountForm) and draft.form.unit == rules.info.currency.value:
        for figure in draft.solution.split():
            if not can_pay(rack, abs(parse_amount(figure))):
                return f"{figure} cannot be made with the chips of the rack"
    return ""


def _strange_pile(pile: Chips, rack: ChipSet) -> str:
    """What is wrong with a pile of cash chips; empty if nothing is. Colour chips have no fixed value."""
    counts = {key: count for key, count in pile.counts.items() if key[0].isdigit()}
    values = {key: parse_amount(key) for key in counts}
    known = rack.values
    strange = [key for key, value in values.items() if value not in known]
    if strange:
        return f"the rack has no chip of {strange[0]}"
    total = sum((values[key] * count for key, count in counts.items()), Fraction(0))
    # Chips in front of a player and in a pot may be of any size.
    is_stake = not pile.spot.startswith(("seat:", "pot:"))
    if counts and is_stake and total > COARSEST * min(values.values()):
        return f"a pile of {total} with chips as small as {min(values.values())}"
    return ""


def can_pay(rack: ChipSet, amount: Amount) -> bool:
    """Whether the chips of the rack make up an amount."""
    try:
        rack.cut(amount)
    except ValueError:
        return False
    return True


def can_stake(rack: ChipSet, amount: Amount) -> bool:
    """Whether a player would stake an amount: the rack makes it up without chips that are too small for it."""
    if not can_pay(rack, amount):
        return False
    counts = rack.cut(amount).counts
    return not counts or amount <= COARSEST * min(value for value, count in counts if count)
