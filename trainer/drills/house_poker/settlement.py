"""Settlement: one seat bet by bet, in figures or chips, and the whole table."""

from __future__ import annotations

import random
from collections.abc import Iterable

import msgspec

from trainer.drills.core import Draft, Family, Level
from trainer.drills.fairness import can_pay
from trainer.drills.forms import AmountForm, ChipsForm
from trainer.drills.house_poker.hand_ranks import has_duel
from trainer.drills.house_poker.scenes import (
    Shown,
    a_hand,
    a_stake,
    any_cards,
    seat_label,
    stake_on,
    table_scene,
)
from trainer.drills.kit import print_by_seat
from trainer.drills.scene import Scene
from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount, parse_amount, print_amount
from trainer.games.core import Bet, BetResult, Outcome, Reason, Settlement
from trainer.games.house_poker.bonuses import bonus_of, bonus_reasons
from trainer.games.house_poker.described_round import HouseRound, SeatHand
from trainer.games.house_poker.figures import MAIN, bet_figures, house_poker, opens_from
from trainer.games.house_poker.hands import read_hand
from trainer.games.house_poker.settle import settle
from trainer.games.house_poker.steps import in_order
from trainer.rulebooks import GameRules
from trainer.texts import Message

_SEATS = {1: 2, 2: 4, 3: 7}
_NOBODY_IS_PAID = (
    0.2  # share of the tables without a winner that are asked, so that paying is practised even if most hands lose
)
_OF_THE_HANDS = (
    "player-has",
    "opens",
    "does-not-open",
    "told-open",
    "told-closed",
    "player-higher",
    "dealer-higher",
    "hands-equal",
    "side-cards-decide",
)


class Round(msgspec.Struct, frozen=True):
    """A round for a drill: what is shown, and what is settled."""

    seats: tuple[Shown, ...]
    told: HouseRound
    folded: tuple[int, ...] = ()


# ── laying a round ───────────────────────────────────────────────────────────────────────────────────────────────────


def first_bet(rules: GameRules) -> str:
    """The bet that every player makes."""
    equal = house_poker(rules).equal
    return equal.bets[-1] if equal else next(iter(rules.bets))


def random_round(rules: GameRules, rng: random.Random, seats: list[int], *, sides: bool) -> Round:
    """Random seats with their bets and cards, the dealer's hand and the board."""
    deal = house_poker(rules).deal
    used: list[Card] = []
    dealer = _dealer(rules, rng)
    used += dealer
    community = any_cards(rng, deal.community, used)
    used += community
    shown, hands, bets, folded = [], [], [], []
    for seat in seats:
        cards = a_hand(rules, rng, used)
        used += cards
        folds = len(seats) > 2 and house_poker(rules).fold is not None and rng.random() < 0.12
        stakes = random_bets(rules, rng, sides=sides, folds=folds)
        folded += [seat] if folds else []
        shown.append(Shown(seat, () if folds else cards, stakes))
        hands.append(SeatHand(seat=seat, cards=cards, folded=folds, withdrawn=()))
        bets += [Bet(bet=name, stake=stake, seat=seat) for name, stake in stakes.items()]
    told = HouseRound(
        bets=tuple(bets), hands=tuple(hands), dealer=dealer, community=community, meter=_meter(rules, rng)
    )
    return Round(tuple(shown), told, tuple(folded))


def random_bets(rules: GameRules, rng: random.Random, *, sides: bool, folds: bool = False) -> dict[str, Amount]:
    """The bets of one seat: the compulsory ones, and sometimes others."""
    ante, equal = a_stake(rules, rng), house_poker(rules).equal
    stakes: dict[str, Amount] = {}
    for name in rules.bets:
        figures = bet_figures(rules, name)
        if equal and name in equal.bets:
            if name == equal.bets[-1] or rng.random() < 0.5:
                stakes[name] = ante
        elif figures.kind == "duel":
            if not (folds and figures.at == "decision"):
                stakes[name] = stake_on(rules, name, ante)
        elif sides and figures.kind in ("hand", "meter") and rng.random() < 0.5:
            limits = (rules.bets[name].minimum, rules.bets[name].maximum)
            depends = any(limit is not None and limit.of in rules.bets for limit in limits)
            if stake := stake_on(rules, name, ante if depends else rules.table.minimum):
                stakes[name] = stake
    return stakes


def _dealer(rules: GameRules, rng: random.Random) -> tuple[Card, ...]:
    """The dealer's hand, which opens two times out of three."""
    deal = house_poker(rules).deal
    if not deal.dealer:
        return ()
    want, least = rng.random() < 0.68, opens_from(rules)
    while True:
        cards = any_cards(rng, deal.dealer)
        whole = deal.dealer == house_poker(rules).hands[MAIN].size
        if not whole or (read_hand(rules, cards).rank >= least) == want:
            return cards


def _meter(rules: GameRules, rng: random.Random) -> Amount | None:
    if not any(bet_figures(rules, bet).meter for bet in rules.bets):
        return None
    return rules.table.minimum * 100 * rng.randint(20, 200)


# ── one seat ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _one_seat(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """What the house pays this seat in all; at level 2 in chips."""
    nothing = rng.random() < (0.12 if level == 1 else 0)  # in chips, the form would give a payment of nothing away
    while True:
        laid = random_round(rules, rng, [1], sides=level > 1)
        settled = settle(rules, laid.told)
        total = settled.total_payout
        if (total == 0) is nothing:
            break
    scene = _scene(rules, laid, near=True)
    rack = rules.info.chips.colours
    in_chips = level == 2 and can_pay(rules.info.chips, total)
    wrong = _seat_mistakes(rules, settled)
    return Draft(
        prompt=Message("house-poker.prompt.settle-chips" if in_chips else "house-poker.prompt.settle-one"),
        scene=scene,
        form=ChipsForm(rack, rules.info.currency.value) if in_chips else AmountForm(unit=rules.info.currency.value),
        solution=str(rules.info.chips.cut(total)) if in_chips else print_amount(total),
        reasons=_reasons(settled),
        mistakes=tuple(_in_chips(rules, wrong) if in_chips else wrong),
        after=_paid(rules, laid, settled, near=True),
    )


def _in_chips(rules: GameRules, wrong: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Wrong amounts as chips, if the chips can make them up."""
    amounts = [(mistake, parse_amount(value)) for mistake, value in wrong]
    return [
        (mistake, str(rules.info.chips.cut(value))) for mistake, value in amounts if can_pay(rules.info.chips, value)
    ]


def seat_reasons(results: Iterable[BetResult]) -> list[Reason]:
    """The reasons for a seat's bets; those about the hands apply to all bets and are listed once."""
    found: list[Reason] = []
    for reason in (reason for result in results for reason in result.reasons):
        if reason.rule not in _OF_THE_HANDS or reason not in found:
            found.append(reason)
    return found


def _reasons(settled: Settlement) -> tuple[Reason, ...]:
    bonus = [reason for reason in settled.reasons if reason.rule == "bonus-paid"]
    return (*seat_reasons(settled.bets), *bonus)


def _seat_mistakes(rules: GameRules, settled: Settlement) -> list[tuple[str, str]]:
    total = settled.total_payout
    staked = sum((result.bet.stake for result in settled.bets if result.pays), ZERO)
    even = sum((result.bet.stake for result in settled.bets if result.pays), ZERO)
    back = sum((result.returned for result in settled.bets if result.result is Outcome.PUSH), ZERO)
    found = [("added-the-stake", total + staked), ("all-even-money", even), ("paid-a-push", total + back)]
    if settled.facts.get("dealer_opens") is False:
        table = ZERO
        for result in settled.bets:
            rule = rules.bets[result.bet.bet]
            row = settled.facts.get("player_hand", "")
            if rule.pay_table and row in rule.pay_table and result.result is Outcome.PUSH:
                table += rule.pay_table[row].pays(result.bet.stake)
        found.append(("paid-a-closed-bet", total + table))
    return [(mistake, print_amount(value)) for mistake, value in found if value != total]


# ── the table ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _table(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Every seat's balance, in the order in which the dealer settles."""
    count = min(_SEATS[level], house_poker(rules).seats)
    seats = sorted(rng.sample(range(1, house_poker(rules).seats + 1), count))
    while True:
        laid = random_round(rules, rng, seats, sides=level > 1)
        settled = settle(rules, laid.told)
        if settled.total_payout or rng.random() < _NOBODY_IS_PAID:
            break
    order = in_order(rules, seats, house_poker(rules).settling.first)
    net = {seat: _net(settled, seat) for seat in seats}
    return Draft(
        prompt=Message("house-poker.prompt.settle-table"),
        scene=_scene(rules, laid),
        form=AmountForm(tuple(seat_label(seat) for seat in order), rules.info.currency.value, signed=True),
        solution=print_by_seat(net, order),
        reasons=tuple(reason for seat in order for reason in reasons_at(rules, settled, seat)),
        mistakes=tuple(_table_mistakes(settled, net, order)),
        after=_paid(rules, laid, settled),
    )


def _net(settled: Settlement, seat: int) -> Amount:
    own = (result.pays - result.loses for result in settled.bets if result.bet.seat == seat)
    return sum(own, bonus_of(settled, seat))


def reasons_at(rules: GameRules, settled: Settlement, seat: int) -> list[Reason]:
    """Why a seat is paid: its bets, and what it receives without a stake."""
    own = [result for result in settled.bets if result.bet.seat == seat]
    return [Reason("at-seat", {"seat": seat}), *seat_reasons(own), *bonus_reasons(rules, settled.facts, seat)]


def _table_mistakes(settled: Settlement, net: dict[int, Amount], order: list[int]) -> list[tuple[str, str]]:
    """One seat at a time settled wrongly, by common mistakes."""
    found: list[tuple[str, str]] = []

    def add(mistake: str, seat: int, wrong: Amount) -> None:
        if wrong != net[seat]:
            found.append((mistake, print_by_seat({**net, seat: wrong}, order)))

    for seat in order:
        own = [result for result in settled.bets if result.bet.seat == seat]
        stakes = sum((result.bet.stake for result in own), ZERO)
        pushed = sum((result.returned for result in own if result.result is Outcome.PUSH), ZERO)
        won = sum((result.bet.stake for result in own if result.pays), ZERO)
        if pushed:
            add("took-a-push", seat, net[seat] - pushed)
            add("paid-a-push", seat, net[seat] + pushed)
        if net[seat] > 0:
            add("all-even-money", seat, won)
            add("added-the-stake", seat, net[seat] + won)
        elif net[seat] < 0:
            add("paid-a-loser", seat, stakes)
    backwards = print_by_seat(net, order[::-1])
    if backwards != print_by_seat(net, order):
        found.append(("from-the-wrong-side", backwards))
    return found


# ── pictures ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _scene(rules: GameRules, laid: Round, *, near: bool = False) -> Scene:
    return table_scene(
        rules,
        laid.seats,
        laid.told.dealer,
        community=laid.told.community,
        meter=laid.told.meter,
        near=near,
    )


def _paid(rules: GameRules, laid: Round, settled: Settlement, *, near: bool = False) -> Scene:
    """The table afterwards: lost stakes gone, payments beside what stays."""
    seats = [seat_afterwards(seat, settled) for seat in laid.seats]
    told = laid.told
    return table_scene(rules, seats, told.dealer, community=told.community, meter=told.meter, near=near)


def seat_afterwards(seat: Shown, settled: Settlement) -> Shown:
    """A seat with what remains of its bets and what it was paid."""
    own = [result for result in settled.bets if (result.bet.seat or 1) == seat.seat]
    kept = {result.bet.bet: result.returned + result.stays for result in own}
    paid = sum((result.pays for result in own), bonus_of(settled, seat.seat))
    return msgspec.structs.replace(seat, bets=kept, paid=paid)


def settles_here(rules: GameRules) -> bool:
    """Whether a round consists of whole hands, against the dealer or a pay table."""
    deal = house_poker(rules).deal
    whole = deal.player + deal.community == house_poker(rules).hands[MAIN].size
    return has_duel(rules) or (whole and house_poker(rules).equal is not None)


ONE = Family(
    id="settle-a-seat",
    area="house-poker",
    levels=(Level(8), Level(14)),
    build=_one_seat,
    fits=settles_here,
    needs=("read-the-hand", "pay-table"),
    revision=3,  # the progressive's amount by its name
)
TABLE = Family(
    id="settle-the-table",
    area="house-poker",
    levels=(Level(16), Level(30), Level(55)),
    build=_table,
    fits=settles_here,
    needs=("settle-a-seat",),
    revision=3,  # 3: at most tables somebody is paid
)
