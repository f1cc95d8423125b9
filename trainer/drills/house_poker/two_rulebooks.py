"""The same cards at two tables: what each regulation pays for them."""

from __future__ import annotations

import random

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.house_poker.hand_ranks import has_duel
from trainer.drills.house_poker.scenes import Shown, a_hand, any_cards, categories, hand_of, table_scene
from trainer.drills.house_poker.settlement import seat_reasons
from trainer.drills.kit import other_rulebooks
from trainer.drills.terms import in_terms_of
from trainer.equipment.cards import Card
from trainer.equipment.money import Amount, print_amount
from trainer.games.core import Bet, Reason, Settlement
from trainer.games.house_poker.described_round import HouseRound
from trainer.games.house_poker.figures import bet_figures
from trainer.games.house_poker.limits import bet_bounds
from trainer.games.house_poker.settle import settle
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.texts import Message


def _settled(rules: GameRules, ante: Amount, player: tuple[Card, ...], dealer: tuple[Card, ...]) -> Settlement:
    """Ante and second bet, in the size that this table requires."""
    second = next(bet for bet in rules.bets if bet_figures(rules, bet).at == "decision")
    stake = bet_bounds(rules, second, {"ante": ante}).minimum or ante
    bets = (Bet(bet="ante", stake=ante), Bet(bet=second, stake=stake))
    return settle(rules, HouseRound(bets=bets, player=player, dealer=dealer))


_FEW = 6  # number of three-card categories
ANTES = ((10, 20, 50, 100), (15, 35, 125, 250))
"""By level: small ones, and some at which a cap is felt."""


def _high_hand(rules: GameRules, rng: random.Random) -> tuple[Card, ...]:
    """A hand that regulations pay differently: the highest of five cards, or any of three."""
    known = categories(rules)
    return hand_of(rules, rng, rng.choice(known[-3:] if len(known) > _FEW else known))


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """A winning hand with the ante; two times out of three the tables pay it differently."""
    library = shipped_library()
    here = load_rules(library, rules.rulebook, rules.game)
    books = [load_rules(library, book, rules.game) for book in other_rulebooks(rules)]
    apart = rng.random() < 2 / 3
    while True:
        there, ante = rng.choice(books), Amount(rng.choice(ANTES[level - 1]))
        player = _high_hand(rules, rng) if apart else a_hand(rules, rng, rare=0.8)
        dealer = any_cards(rng, len(player), player)
        mine, theirs = _settled(here, ante, player, dealer), _settled(there, ante, player, dealer)
        if mine.total_payout and (mine.total_payout != theirs.total_payout) is apart:
            break
    names = (here.info.names, there.info.names)
    first, second = print_amount(mine.total_payout), print_amount(theirs.total_payout)
    mistakes = [("same-everywhere", f"{first} {first}"), ("rulebooks-swapped", f"{second} {first}")]
    solution = f"{first} {second}"
    return Draft(
        prompt=Message("house-poker.prompt.two-rulebooks", {"ante": ante, "here": names[0], "there": names[1]}),
        scene=table_scene(here, [Shown(1, player, {"ante": ante})], dealer, near=True),
        form=AmountForm(names),
        solution=solution,
        reasons=(*_table_reasons(here, mine), *in_terms_of(_table_reasons(there, theirs), there, "house-poker")),
        mistakes=tuple(each for each in mistakes if each[1] != solution),
    )


def _table_reasons(rules: GameRules, settled: Settlement) -> list[Reason]:
    reasons = seat_reasons(settled.bets)
    reasons += [reason for reason in settled.reasons if reason.rule == "bonus-paid"]
    return [Reason("in-rulebook", {"book": rules.info.names}, None), *reasons]


TWO_RULEBOOKS = Family(
    id="two-rulebooks",
    area="house-poker",
    levels=(Level(20), Level(25)),
    build=_build,
    fits=lambda rules: (
        has_duel(rules) and rules.rulebook in shipped_library().rulebooks() and bool(other_rulebooks(rules))
    ),
    needs=("settle-a-seat",),
    revision=2,
)
