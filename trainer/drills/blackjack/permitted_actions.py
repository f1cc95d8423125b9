"""What this table allows on a hand: draw, double, split, surrender."""

from __future__ import annotations

import random

from trainer.drills.blackjack.scenes import Shown, a_stake, any_card, card_of, compulsory_bets, hand_of, table_scene
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import ChoiceForm
from trainer.drills.kit import choices
from trainer.drills.scene import Scene
from trainer.equipment.cards import Card
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import Hand
from trainer.games.blackjack.play import Ruling, Situation, may_double, may_draw, may_split, may_surrender
from trainer.rulebooks import GameRules
from trainer.texts import Message

_SEAT = 4
_ALL = ("draw", "double", "split", "surrender")


def _rulings(rules: GameRules, hand: Hand, now: Situation) -> dict[str, Ruling]:
    return {
        "draw": may_draw(rules, hand),
        "double": may_double(rules, hand),
        "split": may_split(rules, hand, now),
        "surrender": may_surrender(rules, hand, now),
    }


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 1:
        return _one(rules, rng, "double", Hand(_near_a_double(rng)), Situation(any_card(rng)))
    if level == 2:
        return _split(rules, rng)
    if level == 3 and blackjack(rules).surrender.against == "none":
        return _any_one(rules, rng)
    if level == 3:
        hand = Hand(hand_of(rng, 2))
        return _one(rules, rng, "surrender", hand, Situation(card_of(rng, rng.choice(("A", "A", "23456789TJQK")))))
    return _several(rules, rng, level)


def _any_one(rules: GameRules, rng: random.Random) -> Draft:
    """One question about any of the actions, for tables at which nobody may surrender."""
    what = rng.choice(("draw", "double", "split", "surrender"))
    if what == "split":
        return _split(rules, rng)
    cards = hand_of(rng, rng.choice((2, 3)), total=rng.choice((11, 16, 20, 21, 21))) if what == "draw" else None
    return _one(rules, rng, what, Hand(cards or _near_a_double(rng)), Situation(any_card(rng)))


def _near_a_double(rng: random.Random) -> tuple[Card, ...]:
    return hand_of(rng, 2, total=rng.choice((8, 9, 10, 11, 11, 12, 18, 19, 20, 21)))


def _pair(rng: random.Random) -> tuple[Card, ...]:
    if rng.random() < 0.25:
        return (card_of(rng, "TJQK"), card_of(rng, "TJQK"))
    rank = rng.choice("AA23456789")
    return (card_of(rng, rank), card_of(rng, rank))


def _split(rules: GameRules, rng: random.Random) -> Draft:
    cards = _pair(rng) if rng.random() < 0.8 else hand_of(rng, 2)
    most = blackjack(rules).split.most_hands or 6
    made = rng.randint(1, most)
    hand = Hand(cards, from_split=made > 1)
    return _one(rules, rng, "split", hand, Situation(any_card(rng), hands_now=made), hands=made)


def _one(rules: GameRules, rng: random.Random, what: str, hand: Hand, now: Situation, hands: int = 1) -> Draft:
    ruling = _rulings(rules, hand, now)[what]
    solution, wrong = ("yes", "no") if ruling.allowed else ("no", "yes")
    params = {"hands": hands}
    name = f"blackjack.prompt.may-{what}" + ("-again" if hands > 1 else "")
    return Draft(
        prompt=Message(name, params),
        scene=_scene(rules, rng, hand, now),
        form=ChoiceForm(choices("blackjack.answer", ("yes", "no"))),
        solution=solution,
        reasons=ruling.reasons,
        mistakes=((f"refused-{what}" if ruling.allowed else f"allowed-{what}", wrong),),
    )


def _several(rules: GameRules, rng: random.Random, level: int) -> Draft:
    """Everything that is allowed on a hand, including hands from a split."""
    split = level == 5 and rng.random() < 0.6
    hand = Hand(from_split=split)
    while not hand.cards or (hand.split_aces and len(hand.cards) > 2):  # split aces get one card each
        cards = rng.choice((_pair(rng), _near_a_double(rng), hand_of(rng, 2), hand_of(rng, 3)))
        hand = Hand(cards, from_split=split)
    now = Situation(any_card(rng), third_card_given=split, hands_now=2 if split else 1)
    rulings = _rulings(rules, hand, now)
    allowed = [what for what in _ALL if rulings[what].allowed]
    form = ChoiceForm(choices("blackjack.play", _ALL), several=True)
    mistakes = []
    for what in _ALL:
        changed = [other for other in _ALL if (other in allowed) != (other == what)]
        mistakes.append((f"refused-{what}" if what in allowed else f"allowed-{what}", " ".join(changed) or "-"))
    return Draft(
        prompt=Message("blackjack.prompt.may-what-split" if split else "blackjack.prompt.may-what"),
        scene=_scene(rules, rng, hand, now),
        form=form,
        solution=" ".join(allowed) or "-",
        reasons=tuple(reason for ruling in rulings.values() for reason in ruling.reasons),
        mistakes=tuple(mistakes),
    )


def _scene(rules: GameRules, rng: random.Random, hand: Hand, now: Situation) -> Scene:
    stake = a_stake(rules, rng, 5)
    place = Shown(_SEAT, (hand.cards,), (stake,) * compulsory_bets(rules))
    return table_scene(rules, [place], [now.up] if now.up else [])


FAMILY = Family(
    id="may-they",
    area="blackjack",
    levels=(Level(3.5, drafts=32), Level(4, drafts=16), Level(4, drafts=8), Level(7), Level(8)),
    build=_build,
    revision=3,
)
