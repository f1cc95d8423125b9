"""Counting a hand: its total, and whether it is hard or soft."""

from __future__ import annotations

import random

from trainer.drills.blackjack.scenes import Shown, hand_of, table_scene
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, AnswerForm, ChoiceForm
from trainer.drills.kit import choices
from trainer.equipment.cards import Card
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import PIPS, points
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

_SEAT = 4


def _cards(level: int, rng: random.Random) -> tuple[Card, ...]:
    if level == 1:
        return hand_of(rng, 2, aces=False)
    if level == 2:
        return hand_of(rng, rng.choice((3, 4)), aces=False)
    if level in (3, 4):
        return hand_of(rng, rng.choice((2, 3, 3, 4)), aces=True)
    return hand_of(rng, rng.choice((4, 5, 6)), aces=True)


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    cards = _cards(level, rng)
    total, soft = points(cards)
    low, aces = sum(PIPS[card.rank] for card in cards), sum(card.rank == "A" for card in cards)
    form: AnswerForm
    if level == 4:
        form = ChoiceForm(choices("blackjack.kind", ("hard", "soft")))
        solution, other = ("soft", "hard") if soft else ("hard", "soft")
        wrong = [("hard-for-soft" if soft else "soft-for-hard", other)]
        prompt = Message("blackjack.prompt.hard-or-soft")
    else:
        form, solution = AmountForm(), str(total)
        wrong = [("ace-as-one", str(low))] if soft else [("ace-as-eleven", str(low + 10))] if aces else []
        wrong += [("every-ace-eleven", str(low + 10 * aces))] if aces > 1 else []
        wrong += [("one-card-left-out", str(points(cards[:-1]).total)), ("one-off", str(total + 1))]
        wrong += [("one-off", str(total - 1)), ("ten-off", str(total + 10)), ("ten-off", str(total - 10))]
        prompt = Message("blackjack.prompt.count")
    rule = "count-soft" if soft else "count-hard"
    reason = Reason(rule, {"cards": list(cards), "total": total, "low": low}, blackjack(rules).drawing.cite)
    place = Shown(_SEAT, (cards,))
    spot = f"hand:{_SEAT}"
    return Draft(
        prompt=prompt,
        scene=table_scene(rules, [place]),
        form=form,
        solution=solution,
        reasons=(reason,),
        mistakes=tuple((mistake, answer) for mistake, answer in wrong if answer != solution),
        after=table_scene(rules, [place], notes={spot: str(total)}),
    )


FAMILY = Family(
    id="count-a-hand",
    area="blackjack",
    levels=(Level(2), Level(3.5), Level(3.5), Level(3, drafts=8), Level(5)),
    build=_build,
    revision=3,
)
