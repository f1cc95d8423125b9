"""Easy Roll: who places which bet, rulings on throws, who keeps the dice, and the order of a round."""

from __future__ import annotations

import random

from msgspec import structs

from trainer.drills.core import ONE_ORDER, Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm, OrderForm
from trainer.drills.irregularity_scenes import dice_after
from trainer.drills.kit import swapped
from trainer.drills.scene import Scene
from trainer.drills.small_wheels.scenes import scene, spot, stake
from trainer.games.core import Bet, Reason
from trainer.games.easy_roll import ON_SOMETHING, PlacedBy, decide, easy_roll, keeps_dice
from trainer.games.procedure import irregularity
from trainer.rulebooks import GameRules
from trainer.texts import Message

_BETS = 5  # bets on the table behind a question in words
_TABLES = 1000  # different tables behind such questions


def _bet(rules: GameRules, kind: str) -> Bet:
    return Bet(bet=kind, on=easy_roll(rules).push.roll if kind in ON_SOMETHING else None)


def _under_way(rules: GameRules, seed: int) -> Scene:
    """The table before a throw, with some bets on it."""
    rng = random.Random(seed)
    kinds = rng.sample(list(rules.bets), _BETS)
    roll = easy_roll(rules).push.roll
    bets = [Bet(bet=kind, on=roll if kind == "combination" else None, stake=stake(rules, rng)) for kind in kinds]
    return scene(rules, bets)


def _laid(rules: GameRules, bet: Bet) -> Bet:
    """A minimum bet in its box."""
    return structs.replace(bet, on=bet.on if bet.bet == "combination" else None, stake=rules.table.minimum)


def _placed(rules: GameRules, level: int, index: int) -> Draft:
    """Who places the chips of this bet?"""
    bet = _bet(rules, list(rules.bets)[index])
    decision = decide(rules, PlacedBy(bets=(bet,)))
    solution = str(decision.facts["bets"][0]["placed_by"])
    other = "dealer" if solution == "player" else "player"
    return Draft(
        prompt=Message("wheels.prompt.placed-by", {"bet": rules.bets[bet.bet].names}),
        scene=scene(rules, [_laid(rules, bet)], glow=[spot(bet) if bet.bet == "combination" else bet.bet]),
        form=ChoiceForm(tuple(Choice(key, Message(f"wheels.placed.{key}")) for key in ("player", "dealer"))),
        solution=solution,
        reasons=decision.reasons,
        mistakes=(("wrong-hands", other),),
    )


def _events(rules: GameRules) -> list[str]:
    return list(rules.irregularities)


def _throw(rules: GameRules, level: int, index: int) -> Draft:
    """Something happened: what does the dealer do? Wrong answers are the rulings on other events."""
    event = _events(rules)[index]
    decision = irregularity(rules, event)
    # The ruling on another event may be much the same, and would be right here too: leave it out.
    others = [other for other in _events(rules) if rules.irregularities[other].data != rules.irregularities[event].data]
    shown = sorted({event, *random.Random(index).sample(others, 3)}, key=_events(rules).index)
    situation = rules.irregularities[event].situation
    table = _under_way(rules, index)
    # The only combination that the article names.
    lying = dice_after(event, "-".join(easy_roll(rules).push.roll), table.pieces[0].spot)
    return Draft(
        prompt=Message("wheels.prompt.event", {"what": situation}),
        scene=structs.replace(table, pieces=(*table.pieces, *lying)),
        form=ChoiceForm(tuple(Choice(key, rules.irregularities[key].action) for key in shown)),
        solution=event,
        reasons=decision.reasons,
        mistakes=tuple(("wrong-remedy", key) for key in shown if key != event),
    )


def _keeps(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Does the shooter keep the dice? On the push roll a line bet is a push."""
    push = easy_roll(rules).push
    results = [rng.choice(("win", "push", "lose")) for _ in range(1 if level == 1 else rng.randint(2, 3))]
    decision = keeps_dice(rules, results)
    solution, other = ("keeps", "passes") if decision.facts["shooter_keeps_dice"] else ("passes", "keeps")
    words = [Message(f"wheels.result.{result}") for result in results]
    reasons = [*decision.reasons]
    if "push" in results:
        reasons.append(Reason("push-roll", {"roll": push.roll}, push.cite))
    return Draft(
        prompt=Message("wheels.prompt.keeps-dice", {"results": words}),
        scene=_under_way(rules, rng.randrange(_TABLES)),
        form=ChoiceForm(tuple(Choice(key, Message(f"wheels.dice.{key}")) for key in ("keeps", "passes"))),
        solution=solution,
        reasons=tuple(reasons),
        mistakes=(("push-keeps-dice" if "push" in results else "wrong-shooter", other),),
    )


def _order(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The steps of a round, to be put in order."""
    steps = list(rules.procedure)
    chosen = sorted(rng.sample(steps, 4 if level == 1 else len(steps)), key=steps.index)
    shuffled = rng.sample(chosen, len(chosen))
    reasons = tuple(
        Reason("table.reason.procedure", {}, cite) for cite in dict.fromkeys(rules.procedure[s].cite for s in chosen)
    )
    return Draft(
        prompt=Message("wheels.prompt.order"),
        scene=_under_way(rules, rng.randrange(_TABLES)),
        form=OrderForm(tuple(Choice(step, rules.procedure[step].does) for step in shuffled)),
        solution=" | ".join(chosen),
        reasons=reasons,
        mistakes=(("last-two-swapped", swapped(chosen, -2)), ("backwards", " ".join(reversed(chosen)))),
    )


FAMILIES: tuple[Family, ...] = (
    Family(
        id="round-order",
        area="wheels",
        levels=(Level(20), Level(35, one_sided=ONE_ORDER)),
        build=_order,
        revision=2,
    ),
    Family(
        id="placed-by",
        area="wheels",
        levels=(Level(4),),
        facts=lambda rules, level: len(rules.bets),
        build_fact=_placed,
        revision=2,  # 2: the bet lies on the table
    ),
    Family(
        id="throw-rules",
        area="wheels",
        levels=(Level(10),),
        facts=lambda rules, level: len(_events(rules)),
        build_fact=_throw,
        revision=3,  # 3: the dice lie as the throw left them
    ),
    Family(
        id="keeps-dice",
        area="wheels",
        levels=(Level(5, drafts=8), Level(6, drafts=64)),
        build=_keeps,
        revision=4,
        asked_in_words=True,
    ),
)
