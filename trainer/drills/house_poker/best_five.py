"""Hands chosen from more cards: the best five, its name, and whether the dealer qualifies."""

from __future__ import annotations

import random
from itertools import combinations

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.drills.house_poker.scenes import Shown, any_cards, categories, hand_of, rows, table_scene
from trainer.drills.kit import choices
from trainer.equipment.cards import Card
from trainer.games.house_poker.decide import Opens, Rank, decide
from trainer.games.house_poker.figures import MAIN, house_poker, ranking
from trainer.games.house_poker.hands import opens, read_hand
from trainer.games.poker.cards import numbers
from trainer.games.poker.hands import Category
from trainer.rulebooks import GameRules
from trainer.texts import Message

_RARE = (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


def _count(rules: GameRules) -> int:
    deal = house_poker(rules).deal
    return deal.player + deal.community


def _dealt(rules: GameRules, rng: random.Random, category: Category) -> tuple[Card, ...]:
    """Cards whose best five are of a category, in any order."""
    while True:
        five = hand_of(rules, rng, category)
        cards = [*five, *any_cards(rng, _count(rules) - len(five), five)]
        if read_hand(rules, cards).category is category:
            rng.shuffle(cards)
            return tuple(cards)


def _laid(rules: GameRules, cards: tuple[Card, ...]) -> tuple[Shown, tuple[Card, ...]]:
    own = house_poker(rules).deal.player
    return Shown(1, cards[:own]), cards[own:]


def _name(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Every category equally often; the rarest from level 2 on."""
    asked = [category for category in categories(rules) if level > 1 or category not in _RARE]
    cards = _dealt(rules, rng, rng.choice(asked))
    decision = decide(rules, Rank(cards=cards))
    row, named = str(decision.facts["hand"]), rows(rules)
    seat, middle = _laid(rules, cards)
    return Draft(
        prompt=Message("house-poker.prompt.best-five", {"cards": len(cards)}),
        scene=table_scene(rules, [seat], community=middle, near=True),
        form=ChoiceForm(tuple(Choice(name, label) for name, label in named.items())),
        solution=row,
        reasons=decision.reasons,
        mistakes=tuple(("another-hand", name) for name in named if name != row),
    )


def _which(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Ask for the best five cards; deals again until no other five are as good."""
    while True:
        cards = _dealt(rules, rng, rng.choice(categories(rules)))
        ranks, best = ranking(rules), read_hand(rules, cards)
        equal = [five for five in combinations(cards, 5) if ranks.five(numbers(five)) == best.rank]
        if len(equal) == 1:
            break
    five = " ".join(str(card) for card in cards if card in equal[0])
    seat, middle = _laid(rules, cards)
    high = sorted(cards, key=lambda card: card.order, reverse=True)[:5]
    wrong = " ".join(str(card) for card in cards if card in high)
    return Draft(
        prompt=Message("house-poker.prompt.which-five"),
        scene=table_scene(rules, [seat], community=middle, near=True),
        form=ChoiceForm(tuple(Choice(str(card), card.sign) for card in cards), several=True),
        solution=five,
        reasons=decide(rules, Rank(cards=cards)).reasons,
        mistakes=(("took-the-highest", wrong),) if wrong != five else (),
    )


def _qualifies(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The dealer's cards with the board: mostly close to the lowest hand that qualifies."""
    wanted, deal = rng.random() < 0.5, house_poker(rules).deal
    while True:
        cards = any_cards(rng, _count(rules))
        hand = read_hand(rules, cards)
        near = hand.category in categories(rules)[: 2 if level == 1 else 3]
        if near and opens(rules, hand) == wanted:
            break
    dealer, community = cards[: deal.dealer], cards[deal.dealer :]
    decision = decide(rules, Opens(dealer=dealer, community=community))
    solution, other = ("opens", "closed") if wanted else ("closed", "opens")
    return Draft(
        prompt=Message("house-poker.prompt.opens"),
        scene=table_scene(rules, dealer=dealer, community=community, near=True),
        form=ChoiceForm(choices("house-poker.opening", ("opens", "closed"))),
        solution=solution,
        reasons=decision.reasons,
        mistakes=((f"not-{solution}", other),),
    )


def more_cards(rules: GameRules) -> bool:
    """Whether a player gets more cards than a hand has."""
    return _count(rules) > house_poker(rules).hands[MAIN].size


NAME = Family(id="best-five", area="house-poker", levels=(Level(6), Level(5)), build=_name, fits=more_cards)
WHICH = Family(
    id="which-five",
    area="house-poker",
    levels=(Level(9),),
    build=_which,
    fits=more_cards,
    needs=("best-five",),
)
QUALIFIES = Family(
    id="does-it-qualify",
    area="house-poker",
    levels=(Level(4), Level(4)),
    build=_qualifies,
    fits=lambda rules: more_cards(rules) and house_poker(rules).opening is not None,
    needs=("best-five",),
)
