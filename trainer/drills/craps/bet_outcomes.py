"""What a throw does to each bet: it wins, loses, stays, is returned, or travels to a number."""

from __future__ import annotations

import random

from trainer.drills.core import Draft, Family, Level
from trainer.drills.craps.layouts import (
    USUAL_SEAT,
    any_point,
    even_stake,
    lying_bets,
    paid_scene,
    roll_of,
    sample_kinds,
    scene,
    spot,
    staked,
    state,
    title,
)
from trainer.drills.forms import CallForm, Choice, ChoiceForm
from trainer.equipment.dice import Roll
from trainer.games.core import BetResult
from trainer.games.craps.figures import craps
from trainer.games.craps.layout import COMES, FLAT_OF, CrapsBet
from trainer.games.craps.table import Table, play
from trainer.rulebooks import GameRules
from trainer.texts import Message

_FATES = ("win", "lose", "stand", "push", "moves")
_CHOICES = tuple(Choice(fate, Message(f"craps.fate.{fate}")) for fate in _FATES)
_MOVING = (*COMES, "come-point", "dont-come-point", "pass-line", "dont-pass")


def outcome_id(result: BetResult) -> str:
    """The outcome of a bet as a choice id; a travelling bet has its own."""
    return "moves" if "moves_to" in result.facts else result.result.value


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 3:
        return _travel(rules, rng)
    kinds = _MOVING if level == 1 else None
    count = {1: 1, 2: 1, 4: 3, 5: 5}[level]
    point = None if rng.random() < 0.3 else any_point(rules, rng)
    roll = Roll.thrown(rng)
    picked = sample_kinds(rng, lying_bets(rules, point, kinds), count)
    laid = staked(rules, rng, picked, point)
    settlement, _ = play(rules, Table(point, tuple(laid)), roll)
    asked = {(bet.bet, bet.on) for bet in picked}  # the bet that odds belong to may lie beside them
    bets = [bet for bet in laid if (bet.bet, bet.on) in asked]
    results = [result for result in settlement.bets if (result.bet.bet, result.bet.on) in asked]
    fates = [outcome_id(result) for result in results]
    before = scene(rules, laid, point=point, roll=roll, glow=[spot(bets[0])] if count == 1 else ())
    params = {"state": state(point), "roll": str(roll), "bet": title(rules, bets[0], point)}
    several = count > 1
    titles = tuple(title(rules, bet, point) for bet in bets)
    return Draft(
        prompt=Message("craps.prompt.fates", {**params, "bets": titles})
        if several
        else Message("craps.prompt.fate", params),
        scene=before,
        form=CallForm(tuple(_CHOICES for _ in bets), titles) if several else ChoiceForm(_CHOICES),
        solution=" ".join(fates),
        reasons=tuple(reason for result in results for reason in result.reasons),
        mistakes=tuple(_mistakes(results, fates)),
        after=paid_scene(rules, before, settlement),
    )


def _mistakes(results: list[BetResult], fates: list[str]) -> list[tuple[str, str]]:
    """One bet at a time with a wrong outcome, and the name of that mistake."""
    found: list[tuple[str, str]] = []
    for index, result in enumerate(results):
        for wrong in _FATES:
            if wrong == fates[index]:
                continue
            answer = " ".join([*fates[:index], wrong, *fates[index + 1 :]])
            found.append((_slip(result, fates[index], wrong), answer))
    return found


def _slip(result: BetResult, right: str, wrong: str) -> str:
    if right == "moves":
        return "forgot-to-travel"
    if right == "push" and result.bet.bet not in FLAT_OF:
        return "barred-forgotten"
    if result.bet.bet in COMES and right in ("win", "lose"):
        return "come-first-throw"
    if right == "stand":
        return "touched-a-standing-bet"
    return {("win", "lose"): "took-a-winner", ("lose", "win"): "paid-a-loser"}.get((right, wrong), "left-a-decided-bet")


def _travel(rules: GameRules, rng: random.Random) -> Draft:
    """Where a come or don't come bet goes after this throw."""
    point = any_point(rules, rng)
    roll = roll_of(rng, craps(rules).come_out.points) if rng.random() < 0.7 else Roll.thrown(rng)
    kind = rng.choice([kind for kind in COMES if kind in rules.bets])
    bet = even_stake(rules, rng, CrapsBet(bet=kind, seat=USUAL_SEAT), point)
    settlement, after = play(rules, Table(point, (bet,)), roll)
    result = settlement.bets[0]
    numbers = tuple(Choice(str(number), str(number)) for number in craps(rules).come_out.points)
    ends = tuple(Choice(fate, Message(f"craps.fate.{fate}")) for fate in ("win", "lose", "push"))
    solution = str(result.facts["moves_to"]) if "moves_to" in result.facts else result.result.value
    wrong = [("went-to-the-point", str(point)), ("come-first-throw", "win"), ("come-first-throw", "lose")]
    return Draft(
        prompt=Message(
            "craps.prompt.travel", {"state": state(point), "roll": str(roll), "bet": rules.bets[kind].names}
        ),
        scene=scene(rules, [bet], point=point, roll=roll),
        form=ChoiceForm((*numbers, *ends)),
        solution=solution,
        reasons=result.reasons,
        mistakes=tuple((mistake, answer) for mistake, answer in wrong if answer != solution),
        after=scene(rules, after.bets, point=after.point, roll=roll),
    )


FAMILY = Family(
    id="fate-of-bets",
    area="craps",
    levels=(Level(5, drafts=24), Level(5, drafts=40), Level(5), Level(14), Level(22)),
    build=_build,
    revision=3,
)
