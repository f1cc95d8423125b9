"""Drills made from a rulebook alone, for any game: the ruling on an irregularity, and the steps of a procedure.

The text area of the game has the names of families and levels, prompts, mistakes and short names of the steps
(``step.ID``).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from trainer.drills.core import ONE_ORDER, Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm, OrderForm
from trainer.drills.irregularity_scenes import moment_of, scene_kinds, with_irregularity
from trainer.drills.kit import felt_of, swapped
from trainer.drills.old_figures import outdated
from trainer.drills.round_scenes import round_scene
from trainer.games.core import Reason
from trainer.games.procedure import irregularity
from trainer.rulebooks import GameRules
from trainer.rulebooks.schema import Irregularity
from trainer.texts import Message

_ROUNDS = 1000  # different rounds that may be shown behind a question in words
_NEAREST = 4  # the most plausible wrong rulings; the ones shown are drawn from them
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_RULINGS = 3  # rulings to choose from: more whole sentences do not fit on the tray
_SHORTEST = {1: 3, 2: 5}  # fewest steps of a part of the procedure that is asked, by level
_WINDOW = {1: 4, 2: 6}  # most steps to put in order, by level
_FEWEST = 3  # level 1 leaves out a step unless only these remain


def irregularities(area: str, asked: Callable[[Irregularity], bool] = lambda entry: True) -> Family:
    """Family: something goes wrong, choose this regulation's ruling. ``asked`` selects the cases."""

    def cases(rules: GameRules) -> list[str]:
        old = outdated(rules)
        return [
            key for key, entry in rules.irregularities.items() if asked(entry) and f"irregularities.{key}" not in old
        ]

    def build(rules: GameRules, level: int, number: int) -> Draft:
        event = cases(rules)[number]
        right = rules.irregularities[event]
        old = outdated(rules)
        rulings = {
            entry.action.en: key
            for key, entry in rules.irregularities.items()
            if _contradict(entry, right) and f"irregularities.{key}" not in old
        }
        rng = random.Random(number)
        nearest = sorted(rulings.values(), key=lambda key: (-_likeness(rules, event, key), key))[:_NEAREST]
        others = rng.sample(nearest, min(_RULINGS - 1, len(nearest)))
        shown = rng.sample([event, *others], len(others) + 1)
        return Draft(
            prompt=Message(f"{area}.prompt.irregularity", {"situation": right.situation}),
            scene=with_irregularity(round_scene(rules, felt_of(rules), number, event), event, rng, _seats(rules)),
            form=ChoiceForm(tuple(Choice(key, rules.irregularities[key].action) for key in shown)),
            solution=event,
            reasons=irregularity(rules, event).reasons,
            mistakes=tuple(("another-ruling", key) for key in others),
        )

    return Family(
        id="irregularities",
        area=area,
        levels=(Level(9),),
        facts=lambda rules, level: len(cases(rules)),
        build_fact=build,
        fits=lambda rules: bool(cases(rules)),
        revision=6,  # 6: at baccarat on two tables a card that left the shoe lies before it
    )


def _contradict(one: Irregularity, other: Irregularity) -> bool:
    """Whether two rulings cannot both be right: different words and, if both carry data, different data."""
    if one.action == other.action:
        return False
    if not (one.data and other.data):
        return True
    facts, others = ({key: str(value) for key, value in entry.data.items()} for entry in (one, other))
    return not (facts.items() <= others.items() or others.items() <= facts.items())


def _likeness(rules: GameRules, event: str, other: str) -> int:
    """How well the ruling on another irregularity could be the ruling on this one, judged by its moment and words."""
    asked, entry = rules.irregularities[event], rules.irregularities[other]
    kinds = scene_kinds()
    likeness = 4 * (moment_of(event) == moment_of(other)) + (kinds.get(event) == kinds.get(other))
    likeness += min(2, len(asked.data.keys() & entry.data.keys()))
    return likeness + min(2, len(_nouns(asked.situation.es) & _nouns(entry.action.es)))


def _nouns(sentence: str) -> set[str]:
    """The longer words of a sentence, without their endings."""
    return {word[:5] for word in _LONG_WORD.findall(sentence.casefold())}


def procedure(area: str) -> Family:
    """Family: put consecutive steps of a procedure in order."""

    def build(rules: GameRules, level: int, rng: random.Random) -> Draft:
        every = _part(rules, level, rng)
        count = min(_WINDOW[level], len(every) if level > 1 else max(_FEWEST, len(every) - 1))
        start = rng.randrange(len(every) - count + 1)
        order = every[start : start + count]
        steps = tuple(Choice(step, Message(f"{area}.step.{step}")) for step in sorted(order))
        reasons = [
            Reason("table.reason.step", {"does": rules.procedure[step].does}, rules.procedure[step].cite)
            for step in order
        ]
        return Draft(
            prompt=Message(f"{area}.prompt.procedure"),
            scene=round_scene(rules, felt_of(rules), rng.randrange(_ROUNDS)),
            form=OrderForm(steps),
            solution=" | ".join(order),
            reasons=tuple(reasons),
            mistakes=(
                *(("swapped-two-steps", swapped(order, place)) for place in range(count - 1)),
                ("backwards", " ".join(reversed(order))),
            ),
        )

    return Family(
        id="procedure",
        area=area,
        levels=(Level(12, one_sided=ONE_ORDER), Level(18, one_sided=ONE_ORDER)),
        build=build,
        revision=4,  # 4: a round lies on the table, and level 1 asks for fewer steps
    )


def _part(rules: GameRules, level: int, rng: random.Random) -> list[str]:
    """The steps of one part of the procedure; longer parts are chosen more often, very short ones never."""
    parts: dict[str, list[str]] = {}
    for step, rule in rules.procedure.items():
        parts.setdefault(rule.part, []).append(step)
    asked = [steps for steps in parts.values() if len(steps) >= _SHORTEST[level]] or [max(parts.values(), key=len)]
    return asked[0] if len(asked) == 1 else rng.choices(asked, weights=[len(steps) for steps in asked])[0]


def _seats(rules: GameRules) -> int:
    """Number of numbered seats.

    If a regulation has several tables: the larger one, at chemin de fer the smaller one.
    """
    seats = rules.rules.get("places", {}).get("seats", 0)
    if isinstance(seats, int):
        return seats
    return int(min(seats) if rules.game == "chemin-de-fer" else seats[0])
