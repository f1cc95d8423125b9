"""The dealer's own exchange at draw poker: which cards are discarded."""

from __future__ import annotations

import random

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.drills.house_poker.scenes import any_cards, hand_of, table_scene
from trainer.equipment.cards import RANKS, Card
from trainer.games.house_poker.exchange import Exchange, dealer_exchange
from trainer.games.house_poker.figures import house_poker
from trainer.games.poker.hands import Category
from trainer.rulebooks import GameRules
from trainer.texts import Message

_PAT = (Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND)
_RULES = (
    "draw-pat",
    "draw-two-pair",
    "draw-three-of-a-kind",
    "draw-pair",
    "draw-four-flush",
    "draw-four-straight",
    "draw-nothing",
)


def _held(rules: GameRules, rng: random.Random, rule: str, level: int) -> tuple[Card, ...]:
    """Five cards that a rule decides; from level 2 on, pairs that hide four to a flush or a straight."""
    if rule == "draw-pat":
        return hand_of(rules, rng, rng.choice(_PAT))
    if rule == "draw-two-pair":
        return hand_of(rules, rng, Category.TWO_PAIR)
    if rule == "draw-three-of-a-kind":
        return hand_of(rules, rng, Category.THREE_OF_A_KIND)
    while True:
        if rule == "draw-four-flush":
            suit = rng.choice("SHDC")
            cards = [Card(rank, suit) for rank in rng.sample(RANKS, 4)] + list(any_cards(rng, 1))
        elif rule == "draw-four-straight":
            low = rng.randint(0, len(RANKS) - 4)
            run = [Card(rank, rng.choice("SHDC")) for rank in RANKS[low : low + 4]]
            cards = run + list(any_cards(rng, 1))
        elif rule == "draw-pair" and level > 1:
            low, suit = rng.randint(0, len(RANKS) - 4), rng.choice("SHDC")
            same = rng.random() < 0.5
            four = [Card(rank, suit if same else rng.choice("SHDC")) for rank in RANKS[low : low + 4]]
            paired = rng.choice(four)
            cards = [*four, Card(paired.rank, rng.choice([each for each in "SHDC" if each != paired.suit]))]
        else:
            cards = list(any_cards(rng, 5))
        if len(set(cards)) == 5 and dealer_exchange(rules, cards).reason.rule == rule:
            rng.shuffle(cards)
            return tuple(cards)


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Level 1: every rule equally often; level 2: mostly the tempting ones."""
    tempting = ("draw-pair", "draw-four-flush", "draw-four-straight", "draw-nothing")
    cards = _held(rules, rng, rng.choice(_RULES if level == 1 or rng.random() < 0.3 else tempting), level)
    found = dealer_exchange(rules, cards)
    solution = _written(cards, found.changes)
    return Draft(
        prompt=Message("house-poker.prompt.exchange"),
        scene=table_scene(rules, dealer=cards, near=True),
        form=ChoiceForm(tuple(Choice(str(card), card.sign) for card in cards), several=True),
        solution=solution,
        reasons=(found.reason,),
        mistakes=tuple(_mistakes(cards, found, solution)),
        after=table_scene(rules, dealer=found.keeps, near=True),
    )


def _written(cards: tuple[Card, ...], changed: tuple[Card, ...]) -> str:
    return " ".join(str(card) for card in cards if card in changed) or "-"


def _mistakes(cards: tuple[Card, ...], found: Exchange, solution: str) -> list[tuple[str, str]]:
    suits = [card.suit for card in cards]
    high = sorted(cards, key=lambda card: card.order, reverse=True)
    four = tuple(card for card in cards if suits.count(card.suit) < 4) if max(map(suits.count, suits)) == 4 else ()
    counts = [card.rank for card in cards]
    single = [card for card in cards if counts.count(card.rank) == 1]
    told = [
        ("changed-nothing", "-"),
        ("kept-four-to-a-flush", _written(cards, four)),
        ("kept-only-three-high", _written(cards, tuple(high[3:]))),
        ("changed-all-singles", _written(cards, tuple(single) if len(single) < len(cards) else ())),
    ]
    return [(name, answer) for name, answer in told if answer != solution and (answer != "-" or name == told[0][0])]


DISCARD = Family(
    id="dealer-exchange",
    area="house-poker",
    levels=(Level(7), Level(6)),
    build=_build,
    fits=lambda rules: house_poker(rules).exchange is not None,
    needs=("read-the-hand",),
)
