"""Pay a blackjack now or wait, depending on the dealer's card."""

from __future__ import annotations

import random
from collections.abc import Sequence

from trainer.drills.blackjack.scenes import (
    Shown,
    a_stake,
    any_blackjack,
    card_of,
    compulsory_bets,
    standing_hand,
    table_scene,
)
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import ChoiceForm, SpotsForm
from trainer.drills.kit import choices
from trainer.equipment.cards import Card
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import Hand
from trainer.games.blackjack.play import Situation, may_take_even_money
from trainer.games.blackjack.promotions import prize_of, wins_prize_at_once
from trainer.games.blackjack.verdict import timing_reason, waits
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

_CHOICES = ("pay-now", "wait", "offer-even-money")


def decision(rules: GameRules, cards: tuple[Card, ...], up: Card) -> tuple[str, tuple[Reason, ...]]:
    """What the dealer does with a blackjack when its turn comes, and why."""
    figures, hand = blackjack(rules), Hand(cards)
    if figures.promotions and wins_prize_at_once(rules, hand):
        cite = figures.promotions.prizes[prize_of(rules, hand)].cite
        return "pay-now", (Reason("prize-at-once", {}, cite),)
    reason = timing_reason(rules, up)
    if not waits(rules, up):
        return "pay-now", (reason,)
    even = may_take_even_money(rules, hand, Situation(up))
    return ("offer-even-money", (*even.reasons, reason)) if even.allowed else ("wait", (reason, *even.reasons))


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 3 or (level == 2 and _always_waits(rules)):
        return _table(rules, rng, 3 if level == 2 else blackjack(rules).places.seats)
    low = level == 1 and not _always_waits(rules)
    ranks = ("23456789", "TJQK") if low else ("23456789", "TJQK", "A", "A")
    up, cards = card_of(rng, rng.choice(ranks)), any_blackjack(rng)
    offered = _possible(rules, ranks)
    solution, reasons = decision(rules, cards, up)
    wrong = {"pay-now": "paid-too-early", "wait": "kept-him-waiting", "offer-even-money": "no-even-money-here"}
    if solution == "offer-even-money":
        wrong["wait"] = "forgot-even-money"
    place = Shown(3, (cards,), (a_stake(rules, rng),) * compulsory_bets(rules))
    return Draft(
        prompt=Message("blackjack.prompt.pay-or-wait", {"card": up}),
        scene=table_scene(rules, [place], [up]),
        form=ChoiceForm(choices("blackjack.moment", offered)),
        solution=solution,
        reasons=reasons,
        mistakes=tuple((wrong[choice], choice) for choice in offered if choice != solution),
    )


def _possible(rules: GameRules, ranks: Sequence[str]) -> tuple[str, ...]:
    """The choices that are right against some card of these ranks: what a house never does is not offered."""
    blackjack_hand = (Card("A", "S"), Card("K", "H"))
    right = {decision(rules, blackjack_hand, Card(rank, "S"))[0] for rank in "".join(ranks)}
    prizes = {"pay-now"} if blackjack(rules).promotions else set()
    return tuple(choice for choice in _CHOICES if choice in right | prizes)


def _always_waits(rules: GameRules) -> bool:
    """Whether a blackjack waits against every card: then only the ace, with even money, makes a difference."""
    return all(waits(rules, Card(rank, "S")) for rank in "79T")


def _table(rules: GameRules, rng: random.Random, count: int) -> Draft:
    """Several seats after the deal: tap every hand that is paid now or, if all wait, is offered even money."""
    seats = sorted(rng.sample(range(1, blackjack(rules).places.seats + 1), count))
    asked = "offer-even-money" if _always_waits(rules) else "pay-now"
    up = card_of(rng, rng.choice(("23456789", "23456789", "TJQK", "A") if asked == "pay-now" else ("9TJQK", "A", "A")))
    with_blackjack = set(rng.sample(seats, rng.randint(1, 3)))
    places, paid_now = [], []
    reasons: tuple[Reason, ...] = ()
    for seat in seats:
        cards = any_blackjack(rng) if seat in with_blackjack else standing_hand(rng)[:2]
        places.append(Shown(seat, (cards,), (a_stake(rules, rng, 5),) * compulsory_bets(rules)))
        if seat in with_blackjack:
            what, found = decision(rules, cards, up)
            reasons += found
            paid_now += [f"hand:{seat}"] if what == asked else []
    form = SpotsForm(tuple(f"hand:{seat}" for seat in seats))
    every = form.canonical(" ".join(f"hand:{seat}" for seat in sorted(with_blackjack)))
    solution = form.canonical(" ".join(paid_now) or "-")
    early, late = ("paid-too-early", "kept-him-waiting")
    if asked == "offer-even-money":
        early, late = ("no-even-money-here", "forgot-even-money")
    mistakes = [(early, every), (late, "-")]
    return Draft(
        prompt=Message(f"blackjack.prompt.tap-{asked}", {"card": up}),
        scene=table_scene(rules, places, [up]),
        form=form,
        solution=solution,
        reasons=reasons,
        mistakes=tuple((name, answer) for name, answer in mistakes if answer != solution),
    )


FAMILY = Family(
    id="pay-or-wait",
    area="blackjack",
    levels=(Level(3, drafts=4), Level(4, drafts=12), Level(8)),
    build=_build,
    revision=4,
    fits=lambda rules: blackjack(rules).switch is None,
)
