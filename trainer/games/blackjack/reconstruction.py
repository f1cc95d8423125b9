"""Reconstructs the table after the deal from a described round, so that `settle` can replay what followed.

Every place gets the two cards it was dealt. Its described hands are stored beside the table: they show what the player
answered at each step. A seat has one first hand, in Switch two; a hand without a seat is a place of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, islice
from typing import Literal

import msgspec
from msgspec.structs import replace

from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.blackjack.booking import HAND_BETS, INSURANCES, BlackjackBet
from trainer.games.blackjack.challenge_21 import challenge
from trainer.games.blackjack.described_round import DescribedRound, HandOf
from trainer.games.blackjack.figures import blackjack, side_bet
from trainer.games.blackjack.hands import Hand, Left, Points
from trainer.games.blackjack.play import double_stake
from trainer.games.blackjack.side_bets import READERS
from trainer.games.blackjack.stakes_in_play import stakes_that_play
from trainer.games.blackjack.table import HandKey, Phase, Table, Told
from trainer.games.core import RequestError
from trainer.rulebooks.schema import GameRules

_BUST = Points(22, False)
_WITHOUT_FIRST_CARDS = ("push-22", "pot-of-gold")  # side bets that no first cards decide


class Final:
    """A hand as it lies at the end, and the bets on it."""

    def __init__(self, told: HandOf, field: str, number: int, from_split: bool, left: Left) -> None:
        self.told = told
        self.field = field
        self.number = number
        self.from_split = from_split
        self.left = left
        self.cards = told.cards
        self.bets: list[BlackjackBet] = []

    @property
    def cards_field(self) -> str:
        """Where the cards were told."""
        return self.field if self.field == "player" else f"{self.field}.cards"

    @property
    def count(self) -> Points | None:
        """The total that is given instead of cards; `None` if there are cards, or neither is given."""
        if self.cards:
            return None
        return _BUST if self.told.bust else Points(self.told.total, False) if self.told.total is not None else None

    @property
    def double(self) -> Literal["", "own", "free"]:
        return "own" if self.has("double") else "free" if self.has("free-double") else ""

    def has(self, *kinds: str) -> bool:
        return any(bet.bet in kinds for bet in self.bets)

    @property
    def stakes(self) -> tuple[Amount, ...]:
        """The main stake against each hand of the dealer; 0 if none is given."""
        last = max((bet.on or 1 for bet in self.bets), default=1)
        mains = [bet for bet in self.bets if bet.bet in ("main", "split")]
        return tuple(sum((bet.stake for bet in mains if (bet.on or 1) == on), ZERO) for on in range(1, last + 1))


class Origin:
    """The hands that came from one first hand, in order, and its first two cards if they are given separately."""

    def __init__(self, place: int, finals: list[Final], named: tuple[Card, ...]) -> None:
        self.place = place
        self.finals = finals
        self.named = named

    @property
    def replayed(self) -> bool:
        """Whether all cards are given, so that the hands can be replayed."""
        return all(final.cards for final in self.finals)

    def spans(self) -> list[tuple[int, int]]:
        """For each hand on the table after the deal, from which to which of the told hands it becomes."""
        last = len(self.finals)
        return [(0, last)] if self.replayed else [(place, place + 1) for place in range(last)]

    def split_off(self, start: int, end: int) -> int:
        """Which of the hands from ``start`` up to ``end`` begins with the second card of the pair they came from."""
        if start == 0 and end == len(self.finals) and len(self.named) > 1:
            for place in range(1, end):
                if self.finals[place].cards[0] == self.named[1]:
                    return place
        return start + 1

    def first(self) -> tuple[Card, ...]:
        """The two cards of the deal, as far as they are known."""
        own = self.finals[0].cards
        if self.named or not own:
            return self.named
        if len(self.finals) == 1:
            return () if self.finals[0].from_split else own[:2]
        return (own[0], self.finals[1].cards[0]) if len(self.finals) == 2 and self.replayed else ()


class Reconstruction(msgspec.Struct, frozen=True):
    """The table after the deal of a described round; ``bets`` are the described ones, each with its place."""

    table: Table
    bets: tuple[BlackjackBet, ...]
    origins: dict[HandKey, Origin]  # by place and number of the first hand
    offered: dict[int, BlackjackBet]  # insurances that must be offered before they lie, by their index
    dealer: tuple[tuple[Card, ...], ...]  # what lies before the dealer beyond the cards of the deal, hand by hand


def reconstruct(rules: GameRules, round_: DescribedRound) -> Reconstruction:
    """The table after the deal, and what was played on it; raises `RequestError` for bets that do not fit the hands."""
    by_seat = _finals(round_)
    bets: list[BlackjackBet] = []
    for index, bet in enumerate(round_.bets):
        bets.append(replace(bet))
        if bet.bet in HAND_BETS:
            _hand_of_bet(round_, by_seat, bet, f"bets[{index}]").bets.append(bets[-1])
    places = _places(rules, round_, by_seat)
    for origins in places.values():
        _check_bets(rules, origins)
    offered: dict[int, BlackjackBet] = {}
    for index, bet in enumerate(round_.bets):
        if bet.bet not in HAND_BETS:
            bets[index] = _beside(rules, places, by_seat, bet, f"bets[{index}]")
            if bet.bet in INSURANCES and _is_offered(round_, places, bets[index], index):
                offered[index] = bets[index]
    dealer, to_come = _dealer(rules, round_)
    first = {place: _first(rules, origins) for place, origins in places.items()}
    hands, on_hands = _hands(round_, places)
    side_bets = [bet for bet in bets if bet.bet in READERS]
    by_place = {place: [origin.finals for origin in origins] for place, origins in places.items()}
    hand_bets = {place: [[final.bets for final in finals] for finals in own] for place, own in by_place.items()}
    beside = [bet for bet in bets if bet.bet not in HAND_BETS]
    plays = stakes_that_play(rules, round_.minimum, round_.maximum, hand_bets, beside)
    table = Table(
        hands=hands,
        side_bets=tuple(side_bets),
        insurances=tuple(bet for index, bet in enumerate(bets) if bet.bet in INSURANCES and index not in offered),
        phase=Phase.SIDE_BETS,
        dealer=dealer,
        bases=_bases(rules, round_),
        hole_down=blackjack(rules).deal.hole_card == "face-down" and len(dealer) > 1,
        first=first,
        drawn=dict.fromkeys(places, round_.drawn) if round_.drawn else {},
        meter=round_.meter,
        told=Told(on_hands, round_.dealer_total, round_.dealer_natural, round_.markers, plays),
    )
    _check_side_bets(rules, round_, table, places)
    origins_by_hand: dict[HandKey, Origin] = {
        (place, number): origin for place, own in places.items() for number, origin in enumerate(own, 1)
    }
    return Reconstruction(table, tuple(bets), origins_by_hand, offered, to_come)


# ── hands ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _finals(round_: DescribedRound) -> dict[int | None, list[Final]]:
    """By seat: its hands, in the order of their numbers; those without one have the numbers that are left."""
    by_seat: dict[int | None, list[Final]] = {}
    numbered = {(given.seat, given.hand) for _, given in round_.told_hands()}
    for field, given in round_.told_hands():
        row = by_seat.setdefault(given.seat, [])
        left = (number for number in count(1) if (given.seat, number) not in numbered)
        number = given.hand or next(islice(left, sum(final.told.hand is None for final in row), None))
        if any(other.number == number for other in row):
            raise RequestError(f"{field}.hand", f"there are two hands {number} at this seat")
        split = given.from_split or round_.split or _split_by_its_bets(round_, given.seat, number)
        row.append(Final(given, field, number, split, given.choice or round_.choice or ""))
    for row in by_seat.values():
        row.sort(key=lambda final: final.number)
    # Asked without a hand: about side bets, an insurance, or what a surrender gives back.
    return by_seat or {None: [Final(HandOf(), "player", 1, False, round_.choice or "")]}


def _split_by_its_bets(round_: DescribedRound, seat: int | None, number: int) -> bool:
    """Whether a split bet tells that a hand comes from a split.

    With one initial hand at the seat every hand does. With several (Switch, or a player on two places) only the hand
    that carries the split bet surely does; of the others the hand itself must say so.
    """
    own = [bet for bet in round_.bets if bet.seat == seat]
    splits = [bet for bet in own if bet.bet in ("split", "free-split")]
    initial_hands = {bet.hand for bet in own if bet.bet == "main"}
    return bool(splits) if len(initial_hands) <= 1 else any(bet.hand == number for bet in splits)


def _row_of(by_seat: dict[int | None, list[Final]], bet: BlackjackBet) -> list[Final] | None:
    """The hands at a bet's seat; where there is only one place, neither it nor the bet need name the seat."""
    if bet.seat not in by_seat and len(by_seat) == 1:
        [(seat, row)] = by_seat.items()
        return row if seat is None or bet.seat is None else None
    return by_seat.get(bet.seat)


def _hand_of_bet(
    round_: DescribedRound, by_seat: dict[int | None, list[Final]], bet: BlackjackBet, field: str
) -> Final:
    row = _row_of(by_seat, bet)
    unknown = row is not None and not row[0].cards and row[0].count is None
    if row is None or (unknown and bet.bet in HAND_BETS and round_.choice != "surrender"):
        where = f"seat {bet.seat}" if bet.seat is not None else "the player"
        raise RequestError(field, f"there is no hand of {where} to settle {bet.bet} with")
    if bet.hand is None:
        return row[1] if bet.bet in ("split", "free-split") and len(row) == 2 else row[0]
    for final in row:
        if final.number == bet.hand:
            return final
    raise RequestError(f"{field}.hand", f"there is no hand {bet.hand} at this seat")


def _places(
    rules: GameRules, round_: DescribedRound, by_seat: dict[int | None, list[Final]]
) -> dict[int, list[Origin]]:
    """The first hands by place, each with the hands that came from it."""
    places: dict[int, list[Origin]] = {}
    together = blackjack(rules).switch is not None
    for seat in sorted(by_seat, key=lambda seat: seat or 0):
        groups: list[list[Final]] = []
        for final in by_seat[seat]:
            if not groups or not final.from_split or not groups[-1][-1].from_split or final.has("main"):
                groups.append([])
            groups[-1].append(final)
        most = 2 if together else 1
        if seat is not None and len(groups) > most:
            problem = f"seat {seat} has no other first hand: say that it is from_split, or give it a seat of its own"
            raise RequestError(groups[most][0].field, problem)
        for index, group in enumerate(groups):
            if not together or index == 0:
                places[len(places) + 1] = []
            told = [final.told.first_two for final in group if final.told.first_two]
            places[len(places)].append(Origin(len(places), group, told[0] if told else round_.first_two))
    return places


def _hands(
    round_: DescribedRound, places: dict[int, list[Origin]]
) -> tuple[tuple[Hand, ...], dict[HandKey, tuple[BlackjackBet, ...]]]:
    """The hands after the deal; those that cannot be replayed are taken as described."""
    hands: list[Hand] = []
    bets: dict[HandKey, tuple[BlackjackBet, ...]] = {}
    for place, origins in places.items():
        number = 0
        for n, origin in enumerate(origins, 1):
            for final in origin.finals[:1] if origin.replayed else origin.finals:
                number += 1
                is_pair = origin.replayed and len(origin.finals) > 1
                second = origin.split_off(0, len(origin.finals)) if is_pair else 0
                hand = Hand(
                    (final.cards[0], origin.finals[second].cards[0]) if is_pair else final.cards[:2],
                    final.stakes,
                    place,
                    number,
                    origin=n,
                    from_split=final.from_split and not is_pair,
                    double="" if origin.replayed else final.double,
                    switched=final.told.switched or round_.switched,
                    count=final.count,
                )
                hands.append(hand if origin.replayed else replace(hand, cards=final.cards))
                bets[place, number] = tuple(final.bets)
    return tuple(hands), bets


def _first(rules: GameRules, origins: Sequence[Origin]) -> tuple[Card, ...]:
    """The cards of the deal from which side bets are read: four in Switch."""
    if blackjack(rules).switch is None or origins[0].named:
        return origins[0].first()
    return tuple(card for origin in origins[:2] for card in origin.first())


# ── bets ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _check_bets(rules: GameRules, origins: Sequence[Origin]) -> None:
    """The stakes of a place fit each other: as much again for a double or a split, markers worth the original bet."""
    if blackjack(rules).switch is not None:
        mains = [origin.finals[0] for origin in origins if origin.finals[0].has("main")]
        if len({final.stakes for final in mains}) > 1:
            raise RequestError(f"{mains[1].field}", "a player stakes the same on his two hands")
    for origin in origins:
        stakes = _staked(origin.finals[0], "main")
        for final in origin.finals:
            _check_double(final)
            doubled, split = _staked(final, "double"), _staked(final, "split")
            for on, stake in stakes.items():
                if on in doubled and not double_stake(rules, stake, doubled[on]).allowed:
                    raise RequestError(final.field, f"a double of {doubled[on]} does not fit a stake of {stake}")
                if split.get(on, stake) != stake:
                    raise RequestError(final.field, f"a split needs the original stake again, {stake}")
                if any(bet.marker not in (None, stake) for bet in final.bets if bet.on == on):
                    raise RequestError(final.field, f"a marker is worth the original bet, {stake}")


def _staked(final: Final, kind: str) -> dict[int | None, Amount]:
    """The stakes on a hand in bets of a kind, by the dealer's hand they are against; several bets add up."""
    found: dict[int | None, Amount] = {}
    for bet in final.bets:
        if bet.bet == kind:
            found[bet.on] = found.get(bet.on, ZERO) + bet.stake
    return found


def _check_double(final: Final) -> None:
    if final.has("double") and final.has("free-double"):
        raise RequestError(final.field, "a hand is doubled once, free or with the player's own money")
    if final.double and final.cards and len(final.cards) != 3:
        raise RequestError(final.cards_field, "a doubled hand has three cards")
    if final.double and final.left:
        raise RequestError(f"{final.field}.choice", "a doubled hand is neither given up nor paid at par")


def _beside(
    rules: GameRules,
    places: dict[int, list[Origin]],
    by_seat: dict[int | None, list[Final]],
    bet: BlackjackBet,
    field: str,
) -> BlackjackBet:
    """A side bet or an insurance with the place (and the first hand) it belongs to."""
    row = _row_of(by_seat, bet)
    if row is None:
        raise RequestError(field, f"there is no hand of seat {bet.seat} to settle {bet.bet} with")
    final = row[0] if bet.hand is None else next((each for each in row if each.number == bet.hand), None)
    if final is None:
        raise RequestError(f"{field}.hand", f"there is no hand {bet.hand} at this seat")
    for place, origins in places.items():
        for number, origin in enumerate(origins, 1):
            if final in origin.finals:
                several = len(origin.finals[0].stakes) > 1
                return replace(bet, seat=place, hand=number, on=bet.on if several else None)
    raise ValueError("a hand without a place")


def _is_offered(round_: DescribedRound, places: dict[int, list[Origin]], bet: BlackjackBet, index: int) -> bool:
    """Whether an insurance is offered during the replay: its main stake and the dealer's first card are given."""
    stakes = places[bet.seat or 0][(bet.hand or 1) - 1].finals[0].stakes
    if not any(stakes):
        return False
    on = round_.bets[index].on or 1
    if on > len(stakes) or not stakes[on - 1]:
        raise RequestError(f"bets[{index}].on", "there is no bet against this hand of the dealer to insure")
    return round_.up is not None


def _check_side_bets(rules: GameRules, round_: DescribedRound, table: Table, places: dict[int, list[Origin]]) -> None:
    for index, bet in enumerate(round_.bets):
        if bet.bet in HAND_BETS or bet.bet in INSURANCES:
            continue
        if bet.bet not in READERS:
            raise RequestError(f"bets[{index}].bet", f"this engine cannot settle {bet.bet!r}")
    for bet in table.side_bets:
        if bet.bet not in _WITHOUT_FIRST_CARDS and len(table.first.get(bet.seat or 0, ())) < 2:
            raise RequestError("first_two", f"is missing: {bet.bet} is read from the first two cards of the place")
        main = places[bet.seat or 0][0].finals[0].stakes[0]
        same = sum((other.stake for other in table.side_bets if (other.bet, other.seat) == (bet.bet, bet.seat)), ZERO)
        if side_bet(rules, bet.bet).within_main and main and same > main:
            raise RequestError("bets", f"{bet.bet} is never above the main stake, {main}")
    free = sum(bet.bet in ("free-split", "free-double") for bet in round_.bets)
    if free and round_.markers is not None and round_.markers != free:
        raise RequestError("markers", f"{free} markers lie on the hands")


# ── the dealer ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _dealer(rules: GameRules, round_: DescribedRound) -> tuple[tuple[Card, ...], tuple[tuple[Card, ...], ...]]:
    """The dealer's cards after the deal, and the further cards of each of his hands."""
    hands = blackjack(rules).dealer.hands
    if round_.base_card is not None:
        if hands == 1:
            raise RequestError("base_card", "belongs to Challenge 21; here the dealer's cards are 'dealer'")
        if len(round_.rounds) > hands:
            raise RequestError("rounds", f"there are {hands} rounds")
        own = challenge(rules).base_card == "own"  # then each later round begins with a first card of its own
        drawn = tuple(cards[1:] if own and index else cards for index, cards in enumerate(round_.rounds))
        return (round_.base_card,), drawn
    cards = round_.dealer or ((round_.dealer_up,) if round_.dealer_up else ())
    dealt = 2 if blackjack(rules).deal.hole_card == "face-down" else 1
    return cards[:dealt], (cards[dealt:],)


def _bases(rules: GameRules, round_: DescribedRound) -> tuple[Card, ...]:
    """The first cards of the dealer's hands, where each has its own."""
    up = round_.up
    if up is None:
        return ()
    return (up, *(cards[0] for cards in round_.rounds[1:] if cards))
