"""What lies on the felt in the middle of a live round, as the scene that the desk draws."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from trainer.drills.blackjack.scenes import Shown, table_scene
from trainer.drills.kit import cash_or_note
from trainer.drills.scene import Chips, Marker, Scene
from trainer.games.blackjack.round_state import HAND_BETS, INSURANCES, BlackjackState
from trainer.games.core import RequestError
from trainer.games.roulette.layout import covered, spot
from trainer.games.roulette.round import RouletteState
from trainer.games.round import Laid
from trainer.rulebooks.schema import GameRules


def scene_of(rules: GameRules, state: Any) -> Scene:
    """The felt of a round: chips by spot and owner, cards face up or down, and the markers on the cloth."""
    if isinstance(state, RouletteState):
        return _roulette(rules, state)
    if isinstance(state, BlackjackState):
        return _blackjack(rules, state)
    raise RequestError("game", f"there is no picture of a live round of {rules.game} yet")


def left_on_cloth(bet: Laid) -> Fraction:
    """The part of a stake that still lies."""
    return Fraction(bet.stake) - Fraction(bet.taken) - Fraction(bet.back)


def _roulette(rules: GameRules, state: RouletteState) -> Scene:
    pieces: list[Any] = []
    for bet in state.bets:
        try:
            covered(rules, bet.bet, bet.on)
        except RequestError:  # chips between spots have no place in a drawn scene
            continue
        owner = str(bet.seat or "")
        chips = cash_or_note(rules, spot(bet.bet, bet.on), left_on_cloth(bet))
        pieces += [replace(each, owner=owner, value=None) if isinstance(each, Chips) else each for each in chips]
    if state.marked:
        pieces.append(Marker(spot=spot("straight-up", [state.marked]), kind="dolly"))
    return Scene(felt=str(rules.rules["felt"]), pieces=tuple(pieces))


def _blackjack(rules: GameRules, state: BlackjackState) -> Scene:
    places = []
    for seat in dict.fromkeys(box.hand.seat or 0 for box in state.boxes):
        boxes = [box for box in state.boxes if box.hand.seat == seat]
        laid = [bet for bet in state.bets if bet.seat == seat]
        stakes = [left_on_cloth(bet) for bet in laid if bet.bet in HAND_BETS and bet.bet != "double"]
        sides = {bet.bet: left_on_cloth(bet) for bet in laid if bet.bet not in (*HAND_BETS, *INSURANCES)}
        insured = sum((left_on_cloth(bet) for bet in laid if bet.bet in INSURANCES), Fraction(0))
        paid = sum((Fraction(bet.paid) for bet in laid), Fraction(0))
        hands = tuple(() if box.picked else box.hand.cards for box in boxes)
        doubles = tuple(box.hand.double for box in boxes)
        places.append(Shown(seat, hands, tuple(stakes), doubles, sides=sides, insurance=insured, paid=paid))
    return table_scene(rules, places, () if state.own_picked else state.dealer)
