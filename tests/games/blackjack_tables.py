"""Random full tables, played step by step as the dealer would, and an oracle that knows nothing of the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from trainer.equipment.cards import DECK, Card
from trainer.games.blackjack.described_round import DescribedRound, HandOf
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.limits import side_bet_bounds
from trainer.games.blackjack.step_effects import perform
from trainer.games.blackjack.steps import next_step
from trainer.games.blackjack.table import Do, PlaceBets, Step, Table, open_table
from trainer.games.limits import example_limits
from trainer.rulebooks import GameRules

METER = Fraction(4350)


@dataclass(slots=True)
class Played:
    """A finished round: the last table, the dealer's hands in order, and the steps with the players' answers."""

    table: Table
    dealers: list[tuple[Card, ...]] = field(default_factory=list)
    steps: list[tuple[Step, str]] = field(default_factory=list)


class Cards:
    """A shoe that is shuffled anew when its cut card came out."""

    def __init__(self, rules: GameRules, rng: random.Random) -> None:
        self.rules, self.rng = rules, rng
        self.cards: list[Card] = []

    def fresh_if_needed(self) -> None:
        shoe = blackjack(self.rules).shoe
        if len(self.cards) < max(shoe.behind_least, 104):
            self.cards = list(DECK) * shoe.decks
            self.rng.shuffle(self.cards)
            del self.cards[: shoe.burn]

    def draw(self) -> Card:
        return self.cards.pop()


def random_places(rules: GameRules, rng: random.Random, seats: int | None = None) -> list[PlaceBets]:
    """A full table, or so many seats: odd stakes too, and every side bet of the cloth on most places."""
    figures = blackjack(rules)
    places = []
    for seat in range(1, (seats or figures.places.seats) + 1):
        half = Fraction(1, 2) if rules.info.currency.decimals else 1  # there is no half peso
        stake = rules.table.minimum * rng.randint(1, 8) + rng.choice((0, 0, 1, half))
        count = 2 if figures.switch else 1
        stakes: tuple[Fraction, ...] = (stake,) * count
        if figures.challenge:
            stakes = tuple(stake + rng.choice((0, 5)) for _ in range(rng.choice((2, 3))))
        sides: dict[str, Fraction] = {}
        for bet in figures.side_bets:
            least, most, _ = side_bet_bounds(rules, bet, stake, example_limits(rules, {}))
            if rng.random() < 0.8:
                sides[bet] = rng.choice((least, most if most is not None else least))
        places.append(PlaceBets(seat, stakes, sides))
    return places


def play(rules: GameRules, rng: random.Random, cards: Cards, seats: int | None = None) -> Played:
    """One round with random but legal answers."""
    cards.fresh_if_needed()
    table = open_table(rules, random_places(rules, rng, seats), METER)
    played = Played(table)
    while True:
        step = next_step(rules, table)
        if step.do is Do.NONE:
            break
        answer = answer_to(step, rng)
        if step.do in (Do.MOVE_BASE, Do.PICK_UP_OWN):
            played.dealers.append(table.dealer)
        table = perform(rules, table, answer, cards.draw() if step.takes_card(answer) else None, step=step)
        played.steps.append((step, answer))
        assert len(played.steps) < 500, "the round does not end"
    played.table = table
    return played


def answer_to(step: Step, rng: random.Random) -> str:
    """Splits and doubles more often than at a real table: they are what goes wrong."""
    if not step.answers:
        return ""
    eager = [answer for answer in step.answers if "split" in answer or "double" in answer or answer == "insure"]
    return rng.choice(eager) if eager and rng.random() < 0.5 else rng.choice(step.answers)


def rounds(rules: GameRules, seed: int, count: int, seats: int | None = None) -> Iterator[Played]:
    rng = random.Random(seed)
    cards = Cards(rules, rng)
    for _ in range(count):
        yield play(rules, rng, cards, seats)


def told(rules: GameRules, played: Played, to_come: tuple[Card, ...] | None = None) -> DescribedRound:
    """A finished round as somebody would tell it to have it settled: hands, bets, and the dealer's cards.

    With ``to_come`` only the dealer's first card (and a hole card) lies, and the shoe holds what he drew and these.
    """
    table = played.table
    hands = tuple(
        HandOf(
            cards=hand.cards,
            seat=hand.seat,
            hand=hand.number,
            from_split=hand.from_split,
            switched=hand.switched,
            choice=hand.left or None,
            first_two=table.first[hand.seat or 0],
        )
        for hand in table.hands
    )
    bets = tuple(result.bet for result in table.results)
    if blackjack(rules).challenge is not None:
        drawn = tuple(cards[1:] for cards in played.dealers)
        return DescribedRound(bets=bets, hands=hands, base_card=table.dealer[0], rounds=drawn)
    lies = 2 if blackjack(rules).deal.hole_card == "face-down" else 1
    if to_come is None:
        return DescribedRound(bets=bets, hands=hands, dealer=table.dealer, meter=METER)
    shoe = (*table.dealer[lies:], *to_come)
    return DescribedRound(bets=bets, hands=hands, dealer=table.dealer[:lies], next_cards=shoe, meter=METER)
