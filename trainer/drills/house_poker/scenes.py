"""House poker scenes: cards and chips of seats, and random hands and stakes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import msgspec

from trainer.drills.kit import cash_or_note, felt_of, scene_on
from trainer.drills.scene import AnyPiece, CardPiece, Note, Scene
from trainer.equipment.cards import DECK, RANKS, Card
from trainer.equipment.money import Amount
from trainer.games.house_poker.figures import MAIN, bet_figures, house_poker
from trainer.games.house_poker.hands import read_hand
from trainer.games.house_poker.limits import bet_bounds
from trainer.games.poker.hands import BY_GROUPS, Category, straights
from trainer.rulebooks import GameRules
from trainer.texts import Message, Names

_SUITS = "SHDC"
_TRIES = 400  # tries for a hand of a category from the remaining cards


class Shown(msgspec.Struct, frozen=True):
    """A seat on the felt: cards, face up or down or, if it has given up, in a packet that lies across; its bets by id,
    and what it was paid."""

    seat: int
    cards: tuple[Card, ...] = ()
    bets: dict[str, Amount] = {}
    paid: Amount = Amount(0)
    face_up: bool = True
    folded: bool = False


def chips(rules: GameRules, spot: str, amount: Amount) -> list[AnyPiece]:
    """An amount in the house's chips; as a note if they cannot make it up."""
    return cash_or_note(rules, spot, amount, "house-poker.amount")


def cards_at(spot: str, cards: Sequence[Card], *, hidden: Iterable[int] = ()) -> list[AnyPiece]:
    """Cards in a row; those at the places ``hidden`` lie face down."""
    down = set(hidden)
    return [
        CardPiece(spot=spot, card=str(card), face_up=place not in down, offset=place)
        for place, card in enumerate(cards)
    ]


def table_scene(
    rules: GameRules,
    seats: Iterable[Shown] = (),
    dealer: Sequence[Card] = (),
    *,
    community: Sequence[Card] = (),
    turned: int | None = None,
    dealer_hidden: bool = False,
    meter: Amount | None = None,
    near: bool = False,
    glow: Iterable[str] = (),
) -> Scene:
    """A felt with seats, the dealer's hand (with all but the up card hidden, if wanted) and the board."""
    deal = house_poker(rules).deal
    hidden = [place for place in range(len(dealer)) if dealer_hidden and place != deal.up - 1]
    pieces = cards_at("dealer", dealer, hidden=hidden) if dealer else []
    down = range(len(community)) if turned is None else range(turned, len(community))
    pieces += cards_at("community", community, hidden=[] if turned is None else down)
    for seat in seats:
        hand = range(0) if seat.face_up else range(len(seat.cards))
        if seat.folded and seat.cards and not seat.face_up:
            pieces.append(CardPiece(spot=f"hand:{seat.seat}", card="", face_up=False, across=True))
        else:
            pieces += cards_at(f"hand:{seat.seat}", seat.cards, hidden=hand)
        for bet, stake in seat.bets.items():
            pieces += chips(rules, f"{bet}:{seat.seat}", stake)
        pieces += chips(rules, f"paid:{seat.seat}", seat.paid)
    if meter is not None:
        names = next(rule.names for name, rule in rules.bets.items() if bet_figures(rules, name).meter)
        pieces.append(Note(spot="meter", says=Message("house-poker.meter", {"bet": names, "amount": meter})))
    felt = felt_of(rules)
    return scene_on(f"{felt}-near" if near else felt, pieces, glow)


# ── hands ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def categories(rules: GameRules, name: str = MAIN) -> tuple[Category, ...]:
    """The categories of hands at this table, lowest first."""
    return house_poker(rules).hands[name].order


def hand_of(
    rules: GameRules, rng: random.Random, category: Category, used: Iterable[Card] = (), name: str = MAIN
) -> tuple[Card, ...]:
    """A hand of a category without the cards in ``used``, in the order of the deal.

    If too few cards are left for it, any cards.
    """
    gone, size = set(used), house_poker(rules).hands[name].size
    for _ in range(_TRIES):
        cards = _try(rng, category, size)
        if len(set(cards)) == size and not gone & set(cards) and read_hand(rules, cards, name).category is category:
            rng.shuffle(cards)
            return tuple(cards)
    return any_cards(rng, size, gone)


def _try(rng: random.Random, category: Category, size: int) -> list[Card]:
    """Cards that are likely to be of a category."""
    if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH, Category.MINI_ROYAL):
        every = straights(size)
        best = category in (Category.ROYAL_FLUSH, Category.MINI_ROYAL)
        ranks: Sequence[int] = every[0] if best else rng.choice(every)
        suit = rng.choice(_SUITS)
        mixed = category is Category.STRAIGHT
        return [Card(RANKS[rank - 2], rng.choice(_SUITS) if mixed else suit) for rank in ranks]
    if category is Category.FLUSH:
        suit = rng.choice(_SUITS)
        return [Card(rank, suit) for rank in rng.sample(RANKS, size)]
    if category is Category.ACE_KING:
        return [Card(rank, rng.choice(_SUITS)) for rank in ("A", "K", *rng.sample(RANKS[:-2], size - 2))]
    groups = next(groups for groups, found in BY_GROUPS.items() if found is category and sum(groups) == size)
    return [
        Card(rank, suit)
        for rank, count in zip(rng.sample(RANKS, len(groups)), groups, strict=True)
        for suit in rng.sample(_SUITS, count)
    ]


def any_cards(rng: random.Random, count: int, used: Iterable[Card] = ()) -> tuple[Card, ...]:
    """Random cards from the deck."""
    gone = set(used)
    return tuple(rng.sample([card for card in DECK if card not in gone], count))


def a_hand(rules: GameRules, rng: random.Random, used: Iterable[Card] = (), *, rare: float = 0.5) -> tuple[Card, ...]:
    """A random hand, sometimes one of a rare category."""
    deal = house_poker(rules).deal
    if deal.player == house_poker(rules).hands[MAIN].size and rng.random() < rare:
        weights = [8 if category.value in _SELDOM else 3 for category in categories(rules)]
        return hand_of(rules, rng, rng.choices(categories(rules), weights)[0], used)
    return any_cards(rng, deal.player, used)


_SELDOM = ("two-pair", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind")


# ── stakes ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def a_stake(rules: GameRules, rng: random.Random, most: int = 10) -> Amount:
    """A usual first bet: a multiple of the minimum that the table allows."""
    minimum, maximum = rules.table.minimum, rules.table.maximum
    return minimum * rng.randint(1, min(most, int(maximum / minimum)))


def stake_on(rules: GameRules, bet: str, ante: Amount) -> Amount:
    """The stake of a bet beside a first bet: its exact size, or an amount that the table allows."""
    known = {"minimum": rules.table.minimum, "maximum": rules.table.maximum}
    found = bet_bounds(rules, bet, {**dict.fromkeys(rules.bets, ante), **known})
    stake = ante if found.minimum is None else max(found.minimum, ante)
    return stake if found.maximum is None else min(found.maximum, stake)


def seat_label(seat: int) -> Message:
    return Message("house-poker.seat", {"seat": seat})


def rows(rules: GameRules, name: str = MAIN) -> dict[str, Names]:
    """Every row of hands at this table with its name, highest first."""
    figures = house_poker(rules).hands[name]
    found: dict[str, Names] = {}
    for category in reversed(figures.order):
        own = {row: entry.names for row, entry in figures.rows.items() if entry.category is category}
        found |= own
        if all(figures.rows[row].least or figures.rows[row].suit for row in own):  # other hands of the category remain
            found[category.value] = figures.names[category.value]
    return found
