"""Scenes of boule, big six and Easy Roll: random stakes, bets in chips, and the felt after the payout."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from fractions import Fraction

import msgspec

from trainer.drills.kit import cash, felt_of, scene_on
from trainer.drills.scene import AnyPiece, Chips, Scene
from trainer.equipment.money import Amount
from trainer.games.core import Bet, Outcome, Settlement
from trainer.rulebooks import GameRules


def spot(bet: Bet) -> str:
    """The spot of a bet: its id and, after a colon, its selection."""
    return bet.bet if bet.on is None else f"{bet.bet}:{bet.on}"


def stake(rules: GameRules, rng: random.Random, most: int = 20) -> Amount:
    """A whole stake that a player of this table would make, from the minimum up."""
    unit = max(Fraction(1), rules.info.chips.smallest)
    return unit * rng.randint(math.ceil(rules.table.minimum / unit), most)


def pile(rules: GameRules, bet: Bet) -> Chips:
    return cash(rules, spot(bet), bet.stake)


def scene(rules: GameRules, bets: Iterable[Bet], *pieces: AnyPiece, glow: Iterable[str] = ()) -> Scene:
    """The layout with bets and other pieces."""
    laid: list[AnyPiece] = [*(pile(rules, bet) for bet in bets), *pieces]
    return scene_on(felt_of(rules), laid, glow)


def paid_scene(rules: GameRules, before: Scene, settlement: Settlement) -> Scene:
    """The felt after the payout: losing bets gone, winners glowing with their payment beside them."""
    pieces: list[AnyPiece] = [piece for piece in before.pieces if not isinstance(piece, Chips)]
    for result in settlement.bets:
        if result.result is Outcome.LOSE:
            continue
        stake_pile = pile(rules, result.bet)
        pieces.append(msgspec.structs.replace(stake_pile, value=None) if result.pays else stake_pile)
        if result.pays:
            pieces.append(pile(rules, Bet(bet=result.bet.bet, on=result.bet.on, stake=result.pays)))
    glow = tuple(spot(result.bet) for result in settlement.bets if result.pays)
    return scene_on(before.felt, pieces, glow)
