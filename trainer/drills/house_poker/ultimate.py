"""Ultimate Texas Hold'em: what each bet of a seat wins or loses, and how large a Play bet may be now."""

from __future__ import annotations

import random

import msgspec

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm
from trainer.drills.house_poker.best_five import more_cards
from trainer.drills.house_poker.scenes import Shown, any_cards, categories, chips, hand_of, table_scene
from trainer.drills.house_poker.settlement import seat_reasons
from trainer.drills.kit import print_amounts
from trainer.drills.scene import Scene
from trainer.equipment.cards import Card
from trainer.equipment.money import Amount, print_amount
from trainer.games.core import Bet, Outcome, Settlement
from trainer.games.house_poker.described_round import HouseRound
from trainer.games.house_poker.figures import bet_figures, house_poker
from trainer.games.house_poker.hands import opens, read_hand
from trainer.games.house_poker.limits import LimitQuestion, limit
from trainer.games.house_poker.settle import settle
from trainer.rulebooks import GameRules
from trainer.texts import Message


def _cards(rules: GameRules, rng: random.Random) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
    """Player, dealer and board; hands with a row in the pay tables and dealers who do not qualify are frequent."""
    deal = house_poker(rules).deal
    closed = rng.random() < 0.3
    strong = rng.random() < 0.5
    while True:
        if strong:
            five = hand_of(rules, rng, rng.choice(categories(rules)[3:]))
            rest = any_cards(rng, deal.player + deal.community - len(five), five)
            seven = list(five + rest)
            rng.shuffle(seven)
        else:
            seven = list(any_cards(rng, deal.player + deal.community))
        player, middle = tuple(seven[: deal.player]), tuple(seven[deal.player :])
        dealer = any_cards(rng, deal.dealer, seven)
        if opens(rules, read_hand(rules, (*dealer, *middle))) != closed:
            return player, dealer, middle
        strong = strong and rng.random() < 0.8


def _stakes(rules: GameRules, rng: random.Random, level: int) -> dict[str, Amount]:
    ante = rules.table.minimum * rng.choice((2, 4, 6, 10) if level == 1 else (1, 3, 5, 7, 9))
    stakes = {"ante": ante, "blind": ante, "play": ante * rng.choice(bet_figures(rules, "play").times or (Amount(1),))}
    if level > 1:
        stakes["trips"] = rules.table.minimum * rng.randint(1, int(ante / rules.table.minimum))
    return stakes


def _settle(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Each bet by itself: paid, lost, or 0 if it is returned."""
    stakes = _stakes(rules, rng, level)
    player, dealer, middle = _cards(rules, rng)
    bets = tuple(Bet(bet=name, stake=stake, seat=1) for name, stake in stakes.items())
    settled = settle(rules, HouseRound(bets=bets, player=player, dealer=dealer, community=middle))
    nets = {result.bet.bet: result.pays - result.loses for result in settled.bets}
    solution = _written(nets)
    scene = table_scene(rules, [Shown(1, player, stakes)], dealer, community=middle, near=True)
    return Draft(
        prompt=Message("house-poker.prompt.settle-bets"),
        scene=scene,
        form=AmountForm(tuple(rules.bets[name].names for name in nets), rules.info.currency.value, signed=True),
        solution=solution,
        reasons=tuple(seat_reasons(settled.bets)),
        mistakes=tuple(_mistakes(rules, settled, nets, solution)),
        after=_after(rules, scene, settled),
    )


def _written(nets: dict[str, Amount]) -> str:
    return print_amounts(nets.values())


def _mistakes(rules: GameRules, settled: Settlement, nets: dict[str, Amount], solution: str) -> list[tuple[str, str]]:
    stakes = {result.bet.bet: result.bet.stake for result in settled.bets}
    told: list[tuple[str, dict[str, Amount]]] = []
    results = {result.bet.bet: result.result for result in settled.bets}
    if results["play"] is Outcome.WIN:
        told.append(("blind-paid-even", {**nets, "blind": stakes["blind"]}))
        told.append(("ante-always-paid", {**nets, "ante": stakes["ante"]}))
    if results["play"] is Outcome.LOSE and results["ante"] is Outcome.PUSH:
        told.append(("took-the-ante", {**nets, "ante": -stakes["ante"]}))
        told.append(("gave-all-back", dict.fromkeys(nets, Amount(0))))
    return [(name, _written(wrong)) for name, wrong in told if _written(wrong) != solution]


def _after(rules: GameRules, scene: Scene, settled: Settlement) -> Scene:
    paid = chips(rules, "paid:1", settled.total_payout)
    lost = {f"{result.bet.bet}:1" for result in settled.bets if result.result is Outcome.LOSE}
    kept = tuple(piece for piece in scene.pieces if piece.spot not in lost)
    return msgspec.structs.replace(scene, pieces=(*kept, *paid))


def _size(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """What a player may bet on Play now: a multiple of the ante that depends on the cards turned."""
    deal = house_poker(rules).deal
    ante = rules.table.minimum * rng.randint(1, 8 if level == 1 else 15)
    turned = rng.choice((0, 3, deal.community))
    decision = limit(rules, LimitQuestion(bets=(Bet(bet="ante", stake=ante),), community_open=turned))
    allowed = decision.facts["allowed_play"]
    offered = sorted({ante * times for times in range(1, 6)})
    community = any_cards(rng, deal.community)
    seat = Shown(1, any_cards(rng, deal.player, community), {"ante": ante, "blind": ante})
    solution = " ".join(f"a{print_amount(amount)}" for amount in offered if amount in allowed)
    every = " ".join(f"a{print_amount(amount)}" for amount in offered[:4])
    return Draft(
        prompt=Message("house-poker.prompt.play-size", {"ante": ante}),
        scene=table_scene(rules, [seat], community=community, turned=turned, near=True, glow=["play:1"]),
        form=ChoiceForm(
            tuple(
                Choice(f"a{print_amount(amount)}", Message("house-poker.amount", {"amount": amount}))
                for amount in offered
            ),
            several=True,
        ),
        solution=solution,
        reasons=decision.reasons,
        mistakes=(("any-size-at-any-time", every),) if every != solution else (),
    )


def _is_ultimate(rules: GameRules) -> bool:
    return more_cards(rules) and "blind" in rules.bets and "play" in rules.bets


SETTLE = Family(
    id="settle-ultimate",
    area="house-poker",
    levels=(Level(20), Level(25)),
    build=_settle,
    fits=_is_ultimate,
    needs=("best-five", "pay-table"),
)
SIZE = Family(
    id="play-size",
    area="house-poker",
    levels=(Level(6), Level(6)),
    build=_size,
    fits=_is_ultimate,
)
