"""Prizes from the progressive meter: one winner, several, and what each receives in the order of payment."""

from __future__ import annotations

import random

from msgspec import structs

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.house_poker.scenes import Shown, hand_of, seat_label, table_scene
from trainer.drills.kit import plus, print_by_seat
from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.core import Bet, Reason, Settlement
from trainer.games.house_poker.described_round import HouseRound, SeatHand
from trainer.games.house_poker.figures import MAIN, bet_figures, house_poker
from trainer.games.house_poker.settle import settle
from trainer.games.meter import MeterFigures
from trainer.games.poker.hands import Category
from trainer.rulebooks import GameRules
from trainer.texts import Message

_WINNERS = {1: 1, 2: 2, 3: 3}


def meter_bet(rules: GameRules) -> str:
    """The bet that pays from the meter for hands of the main ranking; empty if there is none."""
    found = [bet for bet in rules.bets if bet_figures(rules, bet).meter and bet_figures(rules, bet).ranking == MAIN]
    return found[0] if found else ""


def _meter(rules: GameRules) -> MeterFigures:
    found = bet_figures(rules, meter_bet(rules)).meter
    if found is None:
        raise ValueError(f"{rules.rulebook}/{rules.game} has no meter")
    return found


def _rows(rules: GameRules, level: int, rng: random.Random, count: int) -> list[str]:
    """Rows of the winners; of several, the first has a share of the meter, and the second often the same row."""
    prizes = _meter(rules).prizes
    rows = list(prizes)
    shares = [row for row, prize in prizes.items() if prize.share is not None]
    if count == 1:
        return [rng.choice(rows)]
    first = rng.choice(shares)
    second = first if rng.random() < 0.4 else rng.choice(rows)
    return [first, second, *(rng.choice(rows) for _ in range(count - 2))]


def _share(rules: GameRules, level: int, rng: random.Random) -> Draft:
    bet, figures = meter_bet(rules), house_poker(rules)
    count = _WINNERS[level]
    seats = sorted(rng.sample(range(1, figures.seats + 1), count))
    rows = _rows(rules, level, rng, count)
    rng.shuffle(rows)
    used: list[Card] = []
    shown, hands = [], []
    rule = rules.bets[bet]
    most = min(5, int(rule.maximum.factor)) if rule.maximum and not rule.maximum.of else 1
    stakes = {seat: Amount(rng.randint(1, most)) for seat in seats}
    for seat, row in zip(seats, rows, strict=True):
        cards = hand_of(rules, rng, Category(row), used)
        used += cards
        shown.append(Shown(seat, cards, {bet: stakes[seat]}))
        hands.append(SeatHand(seat=seat, cards=cards))
    meter = rules.table.minimum * rng.randint(2_000, 20_000) + min(rules.info.chips.values) * rng.randint(0, 9)
    bets = tuple(Bet(bet=bet, stake=stakes[seat], seat=seat) for seat in seats)
    settled = settle(rules, HouseRound(bets=bets, hands=tuple(hands), meter=meter))
    order = [int(prize["seat"]) for prize in settled.facts.get("prizes", ())] or seats
    paid = {int(result.bet.seat or 0): result.pays for result in settled.bets}
    before = table_scene(rules, shown, meter=meter)
    # As notes: a prize is more chips than fit at a seat.
    prizes = [plus(f"paid:{seat}", paid[seat]) for seat in order]
    return Draft(
        prompt=Message("house-poker.prompt.prizes", {"meter": meter}),
        scene=before,
        form=AmountForm(tuple(seat_label(seat) for seat in order), rules.info.currency.value),
        solution=print_by_seat(paid, order),
        reasons=tuple(reason for seat in order for reason in _seat_reasons(settled, seat)),
        mistakes=tuple(_mistakes(rules, meter, paid, stakes, dict(zip(seats, rows, strict=True)), order)),
        after=structs.replace(before, pieces=(*before.pieces, *prizes)),
    )


def _seat_reasons(settled: Settlement, seat: int) -> list[Reason]:
    own = [reason for result in settled.bets if result.bet.seat == seat for reason in result.reasons]
    return [Reason("at-seat", {"seat": seat}), *own]


def _mistakes(
    rules: GameRules,
    meter: Amount,
    paid: dict[int, Amount],
    stakes: dict[int, Amount],
    rows: dict[int, str],
    order: list[int],
) -> list[tuple[str, str]]:
    """Every share taken of the whole meter, nothing divided, or the stake returned with the prize."""
    prizes = _meter(rules).prizes
    of_all = {
        seat: rules.money(meter * (prizes[row].share or ZERO) / 100) if prizes[row].share else paid[seat]
        for seat, row in rows.items()
    }
    undivided = {
        seat: paid[seat] * (sum(other == rows[seat] for other in rows.values()) if prizes[rows[seat]].share else 1)
        for seat in paid
    }
    with_stake = {seat: pays + stakes[seat] for seat, pays in paid.items()}
    found = [("share-of-the-whole", of_all), ("share-not-divided", undivided), ("added-the-stake", with_stake)]
    right = print_by_seat(paid, order)
    return [(mistake, print_by_seat(wrong, order)) for mistake, wrong in found if print_by_seat(wrong, order) != right]


PRIZES = Family(
    id="share-the-prizes",
    area="house-poker",
    levels=(Level(8), Level(18), Level(30)),
    build=_share,
    revision=3,  # 3: the meter is named
    fits=lambda rules: bool(meter_bet(rules)) and house_poker(rules).deal.player == 5,
    needs=("pay-table",),
)
