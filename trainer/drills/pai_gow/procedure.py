"""Procedure: where the deal starts, the steps in order, and rulings on irregularities."""

from __future__ import annotations

import random

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm, OrderForm, SpotsForm
from trainer.drills.irregularity_scenes import with_irregularity
from trainer.drills.kit import felt_of, swapped
from trainer.drills.pai_gow.scenes import note, scene
from trainer.drills.round_scenes import round_scene
from trainer.drills.scene import AnyPiece, DicePiece, Marker
from trainer.equipment.dice import Roll
from trainer.games.core import Reason
from trainer.games.pai_gow.decide import StartPosition, decide
from trainer.games.pai_gow.figures import pai_gow
from trainer.games.pai_gow.positions import as_seat, count_from, seats, start_position
from trainer.rulebooks import GameRules
from trainer.texts import Message

# ── starting position ────────────────────────────────────────────────────────────────────────────────────────────────

_ROUNDS = 1000  # different rounds behind a question in words


def _spot(position: int | str) -> str:
    return f"position:{position}"


def _by_dice(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Three dice, counted from the dealer as 1: tap the position that receives the first hand."""
    return _start(rules, StartPosition(dice=Roll.thrown(rng, pai_gow(rules).start.dice).faces), "pai-gow.prompt.start")


def _with_bank(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The same with a player as bank, from whom the count starts."""
    dice = Roll.thrown(rng, pai_gow(rules).start.dice).faces
    return _start(rules, StartPosition(dice=dice, bank=int(rng.choice(seats(rules)))), "pai-gow.prompt.start-bank")


def _by_number(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The same with the number of the generator."""
    number = rng.randint(1, pai_gow(rules).start.highest_number)
    return _start(rules, StartPosition(rng=number), "pai-gow.prompt.start-number")


def _start(rules: GameRules, situation: StartPosition, prompt: str) -> Draft:
    positions = pai_gow(rules).start.positions
    decision = decide(rules, situation)
    total, found = int(decision.facts["total"]), decision.facts["start_position"]
    by_number = situation.rng is not None
    pieces: list[AnyPiece] = (
        [note("generator", str(situation.rng))]
        if by_number
        else [DicePiece(spot="shaker", roll=str(Roll(situation.dice)))]
    )
    if situation.bank != positions[0]:
        pieces.append(Marker(spot=f"chung:{situation.bank}", kind="chung"))
    one, _ = count_from(rules, str(situation.bank), by_number)
    wrong = {
        "counted-from-zero": start_position(rules, total + 1, one),
        "counted-from-the-dealer": start_position(rules, total, positions[0]),
        "counted-left-to-right": start_position(rules, 2 - total, one),
    }
    return Draft(
        prompt=Message(prompt, {"bank": situation.bank} if situation.bank != positions[0] else {}),
        scene=scene(rules, pieces),
        form=SpotsForm(tuple(_spot(position) for position in positions), single=True),
        solution=_spot(found),
        reasons=decision.reasons,
        mistakes=tuple((name, _spot(as_seat(position))) for name, position in wrong.items()),
        after=scene(rules, pieces, glow=(_spot(found),)),
    )


# ── the steps of a round ─────────────────────────────────────────────────────────────────────────────────────────────


def _steps(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Steps of the procedure, to be put in order."""
    every = _asked_steps(rules)
    chosen = sorted(rng.sample(every, level + 2), key=every.index)
    shown = list(chosen)
    while shown == chosen:
        rng.shuffle(shown)
    return Draft(
        prompt=Message("pai-gow.prompt.steps"),
        scene=round_scene(rules, felt_of(rules), rng.randrange(_ROUNDS)),
        form=OrderForm(tuple(Choice(step, rules.procedure[step].does) for step in shown)),
        solution="|".join(chosen),
        reasons=tuple(
            Reason("step", {"what": rules.procedure[step].does}, rules.procedure[step].cite) for step in chosen
        ),
        mistakes=(("first-two-exchanged", swapped(chosen, 0)),),
    )


def _asked_steps(rules: GameRules) -> list[str]:
    """The steps of a round; those of the side bet only at a table with a generator."""
    with_side_bets = rules.chosen.get("start-by") == "generator"
    return [step for step in rules.procedure if step != "side-bets" or with_side_bets]


# ── irregularities ───────────────────────────────────────────────────────────────────────────────────────────────────


def _irregularity(rules: GameRules, level: int, index: int) -> Draft:
    """Something goes wrong: choose the regulation's ruling."""
    keys = list(rules.irregularities)
    key = keys[index]
    entry = rules.irregularities[key]
    remedies = {rules.irregularities[other].action.es: other for other in reversed(keys)}
    own = remedies[entry.action.es]
    # A ruling of the same kind (“reshuffle” beside “all hands void, reshuffle”) would not be wrong: leave it out.
    others = [other for other in remedies.values() if _kind(rules, other) != _kind(rules, own)]
    rng = random.Random(index)
    shown = [own, *rng.sample(others, min(3, len(others)) if level == 1 else min(5, len(others)))]
    rng.shuffle(shown)
    return Draft(
        prompt=Message("pai-gow.prompt.irregularity", {"situation": entry.situation}),
        scene=with_irregularity(round_scene(rules, felt_of(rules), index), key, rng),
        form=ChoiceForm(tuple(Choice(other, rules.irregularities[other].action) for other in shown)),
        solution=own,
        reasons=(Reason("irregularity", {"situation": entry.situation, "action": entry.action}, entry.cite),),
        mistakes=tuple(("another-remedy", other) for other in shown if other != own),
    )


def _kind(rules: GameRules, key: str) -> str:
    """What a ruling does, without its extent: ``remix`` for ``remix-whole-set``."""
    return str(rules.irregularities[key].data["action"]).partition("-")[0]


START = Family(id="starting-position", area="pai-gow", levels=(Level(8), Level(5)), build=_by_dice)
START_BANK = Family(
    id="starting-position-bank",
    area="pai-gow",
    levels=(Level(10), Level(7)),
    build=_with_bank,
    # With tiles, the count from a player's bank is unclear (11.7(J)): asked only if the house has decided it.
    fits=lambda rules: rules.option("player-bank") == "yes" and pai_gow(rules).start.bank_counts_as_one,
    needs=("starting-position",),
)
START_NUMBER = Family(
    id="starting-position-number",
    area="pai-gow",
    levels=(Level(6),),
    build=_by_number,
    fits=lambda rules: pai_gow(rules).start.highest_number > 0,
)
STEPS = Family(
    id="steps-in-order",
    area="pai-gow",
    levels=(Level(15), Level(20), Level(30)),
    build=_steps,
    # Dealing from the hand, groups are made before the starting position is found (10.8): another order.
    fits=lambda rules: rules.chosen.get("dealing") != "hand",
    revision=2,  # 2: a round lies on the table
)
IRREGULAR = Family(
    id="irregularities",
    area="pai-gow",
    levels=(Level(12), Level(15)),
    facts=lambda rules, level: len(rules.irregularities),
    build_fact=_irregularity,
    revision=4,  # 4: each irregularity is shown at its moment
)
