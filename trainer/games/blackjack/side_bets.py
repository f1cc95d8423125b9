"""Side bets of blackjack: which row of its pay table a bet wins with the cards on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import msgspec

from trainer.equipment.cards import Card
from trainer.games.blackjack.dealer import may_make_blackjack
from trainer.games.blackjack.figures import SideBetFigures
from trainer.games.blackjack.hands import PIPS, TWENTY_ONE, is_blackjack, points

LOSES = ""
WAITS = None  # a card that decides is not on the table yet


class Seen(msgspec.Struct, frozen=True):
    """The cards that side bets are read from.

    ``first`` are the player's first cards as dealt (four in Switch), ``dealer`` the dealer's so far, ``drawn`` the
    player's further cards in the order they came; ``markers`` counts the free bets used.
    """

    first: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    dealer_done: bool = False
    dealer_total: int | None = None
    dealer_blackjack: bool | None = None
    markers: int | None = None
    round_over: bool = False

    @property
    def three(self) -> tuple[Card, ...]:
        """The player's two cards and the dealer's up card."""
        return (*self.first[:2], *self.dealer[:1])


Row = str | None
Reader = Callable[[Seen, SideBetFigures], Row]


def one_suit(cards: Sequence[Card]) -> bool:
    return len({card.suit for card in cards}) == 1


def one_colour(cards: Sequence[Card]) -> bool:
    return len({card.is_red for card in cards}) == 1


def perfect_pairs(seen: Seen, _: SideBetFigures) -> Row:
    """A pair by rank: of one suit, of one colour, or mixed."""
    if len(seen.first) < 2:
        return WAITS
    one, two = seen.first[:2]
    if one.rank != two.rank:
        return LOSES
    if one.suit == two.suit:
        return "perfect-pair"
    return "colour-pair" if one.is_red == two.is_red else "mixed-pair"


def lucky_lucky(seen: Seen, _: SideBetFigures) -> Row:
    """Three cards: sevens, 6-7-8, or a count of 19 to 21 with every ace as one or eleven."""
    cards = seen.three
    if len(cards) < 3:
        return WAITS
    suited = "-suited" if one_suit(cards) else ""
    ranks = sorted(card.rank for card in cards)
    if ranks == ["7", "7", "7"]:
        return f"sevens{suited}"
    if ranks == ["6", "7", "8"]:
        return f"six-seven-eight{suited}"
    counts = {sum(count) for count in product(*((1, 11) if c.rank == "A" else (PIPS[c.rank],) for c in cards))}
    if TWENTY_ONE in counts:
        return f"twenty-one{suited}"
    return "twenty" if 20 in counts else "nineteen" if 19 in counts else LOSES


def kings_bounty(seen: Seen, figures: SideBetFigures) -> Row:
    """Two cards that count 20, kings and suits higher; kings of spades may wait for the dealer's second card."""
    cards = seen.first[:2]
    if len(cards) < 2:
        return WAITS
    one, two = cards
    if points(cards).total != 20:
        return LOSES
    suited, pair = one.suit == two.suit, one.rank == two.rank
    if pair and one.rank == "K":
        if not suited:
            return "kings"
        return _spade_kings(seen, figures) if one.suit == "S" else "suited-kings"
    if suited:
        return "suited-pair" if pair else "suited-twenty"
    return "twenty"


def _spade_kings(seen: Seen, figures: SideBetFigures) -> Row:
    dealer = _dealer_blackjack(seen)
    if not figures.top_row_waits or dealer is False:
        return "spade-kings"
    return "spade-kings-and-blackjack" if dealer else WAITS


def _dealer_blackjack(seen: Seen) -> bool | None:
    """Whether the dealer has a blackjack, `None` while he may still get one."""
    if seen.dealer_blackjack is not None:
        return seen.dealer_blackjack
    if len(seen.dealer) > 1:
        return is_blackjack(seen.dealer[:2])
    if seen.dealer and not may_make_blackjack(seen.dealer[0]):
        return False
    return None


def royal_match(seen: Seen, figures: SideBetFigures) -> Row:
    """Two cards of one suit; king and queen higher; with the crown, the dealer's king and queen too.

    Where the rulebook asks for the dealer's suit, his first two cards must be of the same one.
    """
    cards = seen.first[:2]
    if len(cards) < 2:
        return WAITS
    if not one_suit(cards):
        return LOSES
    if figures.needs_dealer_suit:
        if not seen.dealer or (seen.dealer[0].suit == cards[0].suit and len(seen.dealer) < 2):
            return WAITS
        if any(card.suit != cards[0].suit for card in seen.dealer[:2]):
            return LOSES
    if not _king_and_queen(cards):
        return "suited"
    if not figures.crown:
        return "royal-match"
    if len(seen.dealer) < 2:
        return "royal-match" if seen.dealer and seen.dealer[0].rank not in "KQ" else WAITS
    dealer = seen.dealer[:2]
    return "crown-treasure" if one_suit(dealer) and _king_and_queen(dealer) else "royal-match"


def _king_and_queen(cards: Sequence[Card]) -> bool:
    return {card.rank for card in cards} == {"K", "Q"}


def bet_the_set(seen: Seen, figures: SideBetFigures) -> Row:
    """A pair, by rank or (house option) by value, higher in one suit."""
    if len(seen.first) < 2:
        return WAITS
    one, two = seen.first[:2]
    equal = one.rank == two.rank or (figures.pair_by == "value" and PIPS[one.rank] == PIPS[two.rank])
    if not equal:
        return LOSES
    return "suited-pair" if one.suit == two.suit else "pair"


def twenty_one_plus_three(seen: Seen, _: SideBetFigures) -> Row:
    """A three-card poker hand; the ace is low or high in a straight. Three identical cards are three of a kind."""
    cards = seen.three
    if len(cards) < 3:
        return WAITS
    orders = sorted(card.order for card in cards)
    low_ace = sorted(1 if order == 14 else order for order in orders)
    straight = any(row == list(range(row[0], row[0] + 3)) for row in (orders, low_ace))
    suited = one_suit(cards)
    if straight and suited:
        return "straight-flush"
    if orders[0] == orders[2]:
        return "three-of-a-kind"
    return "straight" if straight else "flush" if suited else LOSES


def super_match(seen: Seen, _: SideBetFigures) -> Row:
    """The first four cards of both hands, by rank; one pair loses."""
    if len(seen.first) < 4:
        return WAITS
    ranks = [card.rank for card in seen.first]
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    by_counts = {(4,): "four-of-a-kind", (3, 1): "three-of-a-kind", (2, 2): "two-pair"}
    return by_counts.get(tuple(counts), LOSES)


def blazing_sevens(seen: Seen, _: SideBetFigures) -> Row:
    """Sevens among the first two cards, and a third one drawn to two of them; a card that busts does not count."""
    if len(seen.first) < 2:
        return WAITS
    sevens = [card for card in seen.first[:2] if card.rank == "7"]
    if len(sevens) < 2:
        return "one-seven" if sevens else LOSES
    if seen.drawn and seen.drawn[0].rank == "7":  # it makes 21, so the card that counts is never the one that busts
        trio = (*sevens, seen.drawn[0])
        return "three-sevens" + ("-suited" if one_suit(trio) else "-colour" if one_colour(trio) else "")
    return "two-sevens" if seen.drawn or seen.round_over else WAITS


def push_22(seen: Seen, _: SideBetFigures) -> Row:
    """The dealer's final hand of exactly 22."""
    total = points(seen.dealer).total if seen.dealer_total is None else seen.dealer_total
    if not seen.dealer_done:
        return WAITS
    return "twenty-two" if total == 22 else LOSES


def suited_push_22(seen: Seen, figures: SideBetFigures) -> Row:
    """The same by suit and colour, where the house has that table."""
    row = push_22(seen, figures)
    if row != "twenty-two":
        return row
    return "suited-22" if one_suit(seen.dealer) else "colour-22" if one_colour(seen.dealer) else "other-22"


def pot_of_gold(seen: Seen, _: SideBetFigures) -> Row:
    """The number of free-bet markers used in the player's hand."""
    if seen.markers is None:
        return WAITS
    return str(seen.markers) if seen.markers else LOSES


READERS: dict[str, Reader] = {
    "perfect-pairs": perfect_pairs,
    "lucky-lucky": lucky_lucky,
    "kings-bounty": kings_bounty,
    "royal-match": royal_match,
    "bet-the-set": bet_the_set,
    "21-plus-3": twenty_one_plus_three,
    "super-match": super_match,
    "blazing-7s": blazing_sevens,
    "push-22": push_22,
    "pot-of-gold": pot_of_gold,
}
