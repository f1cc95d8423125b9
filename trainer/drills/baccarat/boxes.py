"""All boxes of a coup: which are taken, in which order, and what each winner is paid."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from trainer.drills.baccarat.players import random_bets
from trainer.drills.baccarat.scenes import (
    DEALT,
    called,
    cards_needed,
    hand,
    random_coup,
    said_once,
    scene,
    spot_of,
    stake,
)
from trainer.drills.core import Draft, Family, Level
from trainer.drills.dealt import refused, takes_cards
from trainer.drills.forms import AmountForm, ChipsForm, Choice, OrderForm, SpotsForm
from trainer.drills.kit import print_amounts
from trainer.drills.scene import AnyPiece, Note, Scene
from trainer.equipment.cards import parse_cards
from trainer.equipment.money import Amount
from trainer.games.baccarat.calls import winner_call
from trainer.games.baccarat.commission import terms
from trainer.games.baccarat.coup import Coup, deal
from trainer.games.baccarat.figures import baccarat
from trainer.games.baccarat.settle import settle_bet
from trainer.games.baccarat.table import boxes_in_order
from trainer.games.core import Bet, BetResult, Outcome
from trainer.rulebooks import GameRules
from trainer.texts import Message

_TRIES = 200  # layouts tried for a dealt coup before it is refused

CoupOf = Callable[[bool], Coup]
"""Gives a coup for another try; told whether it may be a tie."""


def _round(
    rules: GameRules, rng: random.Random, coups: CoupOf, players: int, least_winners: int, ties: bool = True
) -> tuple[Coup, list[Bet], list[BetResult]]:
    """A coup and the bets on it, with at least ``least_winners`` winners and one loser."""
    commission = terms(rules)
    while True:
        bets = random_bets(rules, rng, players)
        coup = coups(ties)
        results = [settle_bet(rules, bet, coup.result, commission) for bet in bets]
        winners = sum(result.result is Outcome.WIN for result in results)
        if winners >= least_winners and any(result.result is Outcome.LOSE for result in results):
            return coup, bets, results


def _scene(rules: GameRules, coup: Coup, bets: Sequence[Bet], shown: bool = True) -> Scene:
    pieces: list[AnyPiece] = hand("player", coup.player) + hand("banker", coup.banker)
    pieces += [stake(rules, bet, shown=shown) for bet in bets]
    before = scene(rules, pieces)
    words = winner_call(rules, coup.result)
    return called(before, words) if words else before


def _label(rules: GameRules, bet: Bet) -> Message:
    return Message("baccarat.box", {"seat": bet.seat, "bet": rules.bets[bet.bet].names})


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    def any_coup(ties: bool) -> Coup:
        coup, _ = random_coup(
            baccarat(rules), rng, lambda coup: coup.result.winner != "tie" or (ties and rng.random() < 0.3)
        )
        return coup

    return _LEVELS[level - 1](rules, rng, any_coup)


def _build_dealt(rules: GameRules, level: int, dealt: str, rng: random.Random) -> Draft:
    """Bets on a coup that was dealt; not every coup has enough winners and losers for every level."""
    coup = deal(baccarat(rules), parse_cards(dealt), DEALT)
    tries = iter(range(_TRIES))

    def this_coup(ties: bool) -> Coup:
        if next(tries, None) is None or (coup.result.winner == "tie" and not ties):
            raise refused("no-question")
        return coup

    return _LEVELS[level - 1](rules, rng, this_coup)


def _tap_losers(rules: GameRules, rng: random.Random, coups: CoupOf) -> Draft:
    coup, bets, results = _round(rules, rng, coups, players=5, least_winners=1)
    losers = [spot_of(result.bet) for result in results if result.result is Outcome.LOSE]
    kept = [spot_of(result.bet) for result in results if result.result is not Outcome.LOSE]
    form = SpotsForm(tuple(spot_of(bet) for bet in bets))
    reasons = [reason for result in results if result.result is Outcome.LOSE for reason in result.reasons]
    wrong = [("swept-a-winner", [*losers, spot]) for spot in kept]
    wrong += [("left-a-loser", [other for other in losers if other != spot]) for spot in losers]
    left = [bet for bet in bets if spot_of(bet) in kept]
    return Draft(
        prompt=Message("baccarat.prompt.tap-losers"),
        scene=_scene(rules, coup, bets),
        form=form,
        solution=form.canonical(" ".join(losers)),
        reasons=said_once(reasons),
        mistakes=tuple((name, form.canonical(" ".join(spots) or "-")) for name, spots in wrong),
        after=_scene(rules, coup, left),
    )


def _order(rules: GameRules, rng: random.Random, coups: CoupOf) -> Draft:
    """Losing boxes first, then winners, in the direction of this house."""
    while True:
        coup, bets, results = _round(rules, rng, coups, players=4, least_winners=2, ties=False)
        moved = [result for result in results if result.result in (Outcome.WIN, Outcome.LOSE)]
        if 4 <= len(moved) <= 6:
            break
    decided = boxes_in_order(rules, bets, coup.result.winner, coup.player, coup.banker)
    take, pay = (_ids(decided.facts[name]) for name in ("take", "pay"))
    order = [*take, *pay]
    names = {spot_of(bet): _label(rules, bet) for bet in bets}
    steps = tuple(Choice(spot, names[spot]) for spot in sorted(order, key=lambda spot: int(spot.rpartition(":")[2])))
    return Draft(
        prompt=Message("baccarat.prompt.settle-order"),
        scene=_scene(rules, coup, bets),
        form=OrderForm(steps),
        solution=" | ".join(order),
        reasons=decided.reasons,
        mistakes=(
            ("paid-before-taking", " ".join([*pay, *take])),
            ("went-the-other-way-round", " ".join([*reversed(take), *reversed(pay)])),
            ("box-by-box", " ".join(step.id for step in steps)),
        ),
    )


def _ids(boxes: Sequence[dict[str, object]]) -> list[str]:
    return [f"{box['bet']}{'-' + str(box['on']) if 'on' in box else ''}:{box['seat']}" for box in boxes]


def _amounts(rules: GameRules, rng: random.Random, coups: CoupOf) -> Draft:
    coup, bets, results = _round(rules, rng, coups, players=4, least_winners=2, ties=True)
    winners = [result for result in results if result.result is Outcome.WIN][:4]
    labels = tuple(_label(rules, result.bet) for result in winners)
    right = [result.pays for result in winners]
    stakes = [result.bet.stake for result in winners]
    wrong = [("paid-even-money", stakes), ("added-the-stake", [p + s for p, s in zip(right, stakes, strict=True)])]
    for index in range(len(right)):
        slipped = [*right]
        slipped[index] = stakes[index]
        wrong.append(("one-box-wrong", slipped))
    return Draft(
        prompt=Message("baccarat.prompt.pay-each"),
        scene=_scene(rules, coup, bets),
        form=AmountForm(labels, unit=rules.info.currency.value),
        solution=print_amounts(right),
        reasons=said_once(reason for result in winners for reason in result.reasons),
        mistakes=tuple((name, print_amounts(amounts)) for name, amounts in wrong),
        after=_paid(rules, coup, bets, winners),
    )


def _chips(rules: GameRules, rng: random.Random, coups: CoupOf) -> Draft:
    """One winning box is paid from the rack; the stake must be counted."""
    smallest = rules.info.chips.smallest
    while True:
        coup, bets, results = _round(rules, rng, coups, players=3, least_winners=1)
        winners = [result for result in results if result.result is Outcome.WIN and result.pays % smallest == 0]
        if winners:
            break
    won = rng.choice(winners)
    cut = rules.info.chips.cut
    wrong: list[tuple[str, Amount]] = [
        ("added-the-stake", won.pays + won.bet.stake),
        ("paid-even-money", won.bet.stake),
    ]
    return Draft(
        prompt=Message("baccarat.prompt.pay-from-rack", {"box": _label(rules, won.bet)}),
        scene=_scene(rules, coup, bets, shown=False),
        form=ChipsForm(rules.info.chips.colours, unit=rules.info.currency.value),
        solution=str(cut(won.pays)),
        reasons=won.reasons,
        mistakes=tuple((name, str(cut(amount))) for name, amount in wrong if amount > 0),
        after=_paid(rules, coup, bets, [won]),
    )


def _paid(rules: GameRules, coup: Coup, bets: Sequence[Bet], winners: Sequence[BetResult]) -> Scene:
    """The felt with the payment beside each winner's box."""
    paid = {spot_of(result.bet): result.pays for result in winners}
    pieces: list[AnyPiece] = hand("player", coup.player) + hand("banker", coup.banker)
    pieces += [stake(rules, bet, shown=False) for bet in bets]
    pieces += [Note(spot=spot, says=Message("baccarat.paid", {"amount": amount})) for spot, amount in paid.items()]
    return scene(rules, pieces, paid)


_LEVELS = (_tap_losers, _order, _amounts, _chips)

FAMILY = Family(
    id="settle-boxes",
    area="baccarat",
    levels=(Level(10), Level(14), Level(18), Level(12)),
    build=_build,
    revision=2,
    build_dealt=_build_dealt,
    takes_dealt=takes_cards(lambda rules, level, cards: cards_needed(rules, cards), seeded=True),
    needs=("call-the-winner",),
)
