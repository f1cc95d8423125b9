"""Reading hands: the name of a hand, whether the dealer opens, and which hand is higher."""

from __future__ import annotations

import random

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.drills.house_poker.scenes import Shown, any_cards, categories, hand_of, rows, table_scene
from trainer.drills.kit import choices
from trainer.equipment.cards import Card, parse_cards
from trainer.games.house_poker.booking import Duel
from trainer.games.house_poker.decide import Compare, Opens, Rank, decide
from trainer.games.house_poker.figures import MAIN, house_poker, opens_from
from trainer.games.house_poker.hands import read_hand
from trainer.games.poker.hands import Category
from trainer.rulebooks import GameRules
from trainer.texts import Message

# ── naming hands ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _split(rules: GameRules, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """A hand split into the player's own cards and the board."""
    own = house_poker(rules).deal.player
    return (cards[:own], cards[own:]) if house_poker(rules).deal.community else (cards, ())


def _read(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Every category equally often; at level 2 those that look better than they are."""
    asked = [category for category in categories(rules) if level > 1 or category not in _RARE]
    category = rng.choice(asked)
    cards = hand_of(rules, rng, category)
    own, middle = _split(rules, cards)
    decision = decide(rules, Rank(cards=cards))
    row = str(decision.facts["row"])
    named = rows(rules)
    wrong = [name for name in named if name != row]
    return Draft(
        prompt=Message("house-poker.prompt.read"),
        scene=table_scene(rules, [Shown(1, own)], community=middle, near=True),
        form=ChoiceForm(tuple(Choice(name, label) for name, label in named.items())),
        solution=row,
        reasons=decision.reasons,
        mistakes=tuple((_misread(name, row), name) for name in wrong),
    )


_RARE = (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH, Category.FOUR_OF_A_KIND)
_RUNS = ("straight", "straight-flush", "royal-flush")


def _misread(given: str, right: str) -> str:
    """The mistake of reading one hand as another."""
    if given in _RUNS and right not in _RUNS:
        return "saw-a-run"
    if right in _RUNS and given not in _RUNS:
        return "missed-the-run"
    if "flush" in (given, right):
        return "missed-the-suit"
    return "another-hand"


# ── does he open ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _near_opening(rules: GameRules, rng: random.Random) -> tuple[Card, ...]:
    """A dealer's hand close to the lowest that opens, equally often on either side."""
    data = house_poker(rules)
    want, least = rng.random() < 0.5, opens_from(rules)
    place = data.hands[MAIN].order.index(read_hand(rules, _least(rules)).category)
    near = data.hands[MAIN].order[: place + 2]
    while True:
        category = rng.choice(near if want else near[: place + 1])
        cards = hand_of(rules, rng, category)
        if want == (read_hand(rules, cards).rank >= least):
            return cards


def _least(rules: GameRules) -> tuple[Card, ...]:
    opening = house_poker(rules).opening
    return parse_cards(opening.least) if opening else ()


def _opens(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Does the dealer open with this hand?"""
    cards = _near_opening(rules, rng)
    decision = decide(rules, Opens(dealer=cards))
    solution = "opens" if decision.facts["dealer_opens"] else "closed"
    other = "closed" if solution == "opens" else "opens"
    return Draft(
        prompt=Message("house-poker.prompt.opens"),
        scene=table_scene(rules, dealer=cards, near=True),
        form=ChoiceForm(choices("house-poker.opening", ("opens", "closed"))),
        solution=solution,
        reasons=decision.reasons,
        mistakes=((f"not-{solution}", other),),
    )


# ── comparing hands ──────────────────────────────────────────────────────────────────────────────────────────────────

_VERDICTS = (Duel.PLAYER.value, Duel.DEALER.value, Duel.TIE.value, Duel.CLOSED.value)


def _compare(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Two hands of different categories; then of the same; then also ties and a dealer who does not open."""
    while True:
        player, dealer = _two_hands(rules, level, rng)
        decision = decide(rules, Compare(player=player, dealer=dealer))
        outcome = str(decision.facts["outcome"])
        same = decision.facts["player_hand"] == decision.facts["dealer_hand"]
        if (level == 1) == (not same) and (level > 2 or outcome not in (Duel.TIE.value, Duel.CLOSED.value)):
            break
        if level > 2:
            break
    return Draft(
        prompt=Message("house-poker.prompt.compare"),
        scene=table_scene(rules, [Shown(1, player)], dealer, near=True),
        form=ChoiceForm(
            choices("house-poker.outcome", [each for each in _VERDICTS if level > 2 or each in _VERDICTS[:2]])
        ),
        solution=outcome,
        reasons=decision.reasons,
        mistakes=tuple((f"not-{outcome}", each) for each in _VERDICTS if each != outcome and level > 2),
    )


def _two_hands(rules: GameRules, level: int, rng: random.Random) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    hands = [category for category in categories(rules) if category not in _RARE]
    first = rng.choice(hands)
    if level == 1:
        second = rng.choice([category for category in hands if category is not first])
    elif level == 2 or rng.random() < 0.4:
        second = first
    else:
        second = rng.choice(hands)
    player = hand_of(rules, rng, first)
    if level == 3 and rng.random() < 0.3:
        return player, _twin(rules, rng, player)
    if level == 3 and rng.random() < 0.3:
        return player, _closed(rules, rng, player)
    return player, hand_of(rules, rng, second, player)


def _twin(rules: GameRules, rng: random.Random, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A hand of the same ranks in other suits, if there is one; else any hand."""
    for _ in range(40):
        twin = tuple(Card(card.rank, rng.choice("SHDC")) for card in cards)
        if len(set(twin) | set(cards)) == 2 * len(cards):
            return twin
    return any_cards(rng, len(cards), cards)


def _closed(rules: GameRules, rng: random.Random, used: tuple[Card, ...]) -> tuple[Card, ...]:
    least = opens_from(rules)
    for _ in range(200):
        cards = any_cards(rng, house_poker(rules).deal.dealer, used)
        if read_hand(rules, cards).rank < least:
            return cards
    return cards


def has_duel(rules: GameRules) -> bool:
    """Whether players have hands of the same kind as the dealer, made of all their cards."""
    deal = house_poker(rules).deal
    return bool(deal.dealer) and deal.dealer == deal.player == house_poker(rules).hands[MAIN].size


def reads_hands(rules: GameRules) -> bool:
    """Whether a hand is the cards a player holds, with those of the board."""
    deal = house_poker(rules).deal
    return deal.player + deal.community == house_poker(rules).hands[MAIN].size


READ = Family(id="read-the-hand", area="house-poker", levels=(Level(4), Level(3)), build=_read, fits=reads_hands)
OPENS = Family(
    id="does-it-open",
    area="house-poker",
    levels=(Level(3), Level(2)),
    build=_opens,
    fits=lambda rules: house_poker(rules).opening is not None and has_duel(rules),
    needs=("read-the-hand",),
)
COMPARE = Family(
    id="whose-hand",
    area="house-poker",
    levels=(Level(5, drafts=8), Level(6), Level(6, drafts=16)),
    build=_compare,
    revision=2,
    fits=has_duel,
    needs=("read-the-hand",),
)
