"""What lies on the felt in the middle of a live round, as the scene that the desk draws."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from trainer.drills.baccarat.scenes import spot_of
from trainer.drills.blackjack.scenes import Shown, table_scene
from trainer.drills.craps.layouts import pucks
from trainer.drills.craps.layouts import spot as craps_spot
from trainer.drills.house_poker.scenes import Shown as PokerSeat
from trainer.drills.house_poker.scenes import table_scene as poker_scene
from trainer.drills.kit import cash_or_note, felt_of, scene_on
from trainer.drills.pai_gow.scenes import hands_at
from trainer.drills.scene import AnyPiece, CardPiece, Chips, DicePiece, Marker, Note, Scene
from trainer.equipment.dice import Roll
from trainer.games.baccarat.round_cards import SIDES, BaccaratState, as_bet
from trainer.games.blackjack.booking import HAND_BETS, INSURANCES
from trainer.games.blackjack.round_state import BlackjackState
from trainer.games.core import RequestError
from trainer.games.craps.round import CrapsState
from trainer.games.craps.round import as_bet as craps_bet
from trainer.games.house_poker.described_round import FOLD
from trainer.games.house_poker.round_state import PokerState
from trainer.games.pai_gow.round_state import DEALER, PaiGowState
from trainer.games.pai_gow.settle import PAI_GOW
from trainer.games.pai_gow.starting_number import STARTING_NUMBER
from trainer.games.roulette.layout import covered, spot
from trainer.games.roulette.round import RouletteState
from trainer.games.round import Act, Laid
from trainer.rulebooks.schema import GameRules


def scene_of(rules: GameRules, state: Any, round_: Any = None, paid: Sequence[Act] = ()) -> Scene:
    """The felt of a round: chips by spot and owner, cards face up or down, and the markers on the cloth.

    No amount is written beside chips: counting them is the dealer's part. ``round_`` tells what was turned or marked;
    ``paid`` are the payments that lie there, right or wrong.
    """
    for kind, draw in _FELTS.items():
        if isinstance(state, kind):
            scene: Scene = draw(rules, state, round_, paid)
            pieces = tuple(replace(each, value=None) if isinstance(each, Chips) else each for each in scene.pieces)
            return replace(scene, pieces=pieces)
    raise RequestError("game", f"there is no picture of a live round of {rules.game} yet")


def payments(acts: Sequence[Act]) -> tuple[Act, ...]:
    """The payments among the acts of a round that were not put right."""
    corrected = {act.facts["act"] for act in acts if act.do == "correct"}
    return tuple(act for place, act in enumerate(acts) if act.do == "pay" and place not in corrected)


def _paid_to(paid: Sequence[Act], seat: int | None) -> Fraction:
    return sum((Fraction(act.amount or 0) for act in paid if act.seat == seat), Fraction(0))


def handed(rules: GameRules, acts: Sequence[Act]) -> dict[int, Fraction]:
    """What players have been handed in a round. At roulette chips are pushed to them; elsewhere they lie by the bet."""
    if "roulette" not in rules.game:
        return {}
    paid = payments(acts)
    return {act.seat: _paid_to(paid, act.seat) for act in paid if act.seat is not None}


def _is_done(round_: Any, state: Any, verb: str, topic: str) -> bool:
    """Whether an act of the dealer was done in this round."""
    atom = round_._atom_at.get(("dealer", verb, topic)) if round_ is not None else None
    return atom is not None and bool(state.done >> atom.index & 1)


def left_on_cloth(bet: Laid) -> Fraction:
    """The part of a stake that still lies."""
    return Fraction(bet.stake) - Fraction(bet.taken) - Fraction(bet.back)


def _roulette(rules: GameRules, state: RouletteState, round_: Any, paid: Sequence[Act]) -> Scene:
    pieces: list[Any] = []
    for bet in state.bets:
        try:
            covered(rules, bet.bet, bet.on)
            at = spot(bet.bet, bet.on)
        except RequestError:  # a bet that cannot be made lies beside the middle of its first number, on no line
            if not isinstance(bet.on, list) or not bet.on:
                continue
            at = f"beside:{bet.on[0]}"
        owner = str(bet.seat or "")
        chips = cash_or_note(rules, at, left_on_cloth(bet))
        pieces += [replace(each, owner=owner, value=None) if isinstance(each, Chips) else each for each in chips]
    if state.marked:
        pieces.append(Marker(spot=spot("straight-up", [state.marked]), kind="dolly"))
    return Scene(felt=str(rules.rules["felt"]), pieces=tuple(pieces))


def _blackjack(rules: GameRules, state: BlackjackState, round_: Any, paid: Sequence[Act]) -> Scene:
    places = []
    for seat in dict.fromkeys(box.hand.seat or 0 for box in state.boxes):
        boxes = [box for box in state.boxes if box.hand.seat == seat]
        laid = [bet for bet in state.bets if bet.seat == seat]
        stakes = [left_on_cloth(bet) for bet in laid if bet.bet in HAND_BETS and bet.bet != "double"]
        sides = {bet.bet: left_on_cloth(bet) for bet in laid if bet.bet not in (*HAND_BETS, *INSURANCES)}
        insured = sum((left_on_cloth(bet) for bet in laid if bet.bet in INSURANCES), Fraction(0))
        hands = tuple(() if box.picked else box.hand.cards for box in boxes)
        doubles = tuple(box.hand.double for box in boxes)
        places.append(
            Shown(seat, hands, tuple(stakes), doubles, sides=sides, insurance=insured, paid=_paid_to(paid, seat))
        )
    return table_scene(rules, places, () if state.own_picked else state.dealer)


def _as_bets(bets: Sequence[Laid], paid: Sequence[Act]) -> tuple[Laid, ...]:
    """Payments as piles that lie beside the bet that each is for; one for no bet of the player is handed to him."""
    piles = []
    for act in paid:
        own = [bet for bet in bets if bet.seat == act.seat and act.bet in ("", bet.bet) and act.on in (None, bet.on)]
        if own:
            won = next((bet for bet in own if bet.paid), own[0])
            piles.append(Laid(won.bet, won.seat, act.amount or 0, won.on))
    return tuple(piles)


def _piles(rules: GameRules, bets: Any, spot_for: Any) -> list[AnyPiece]:
    """Piles of chips of some bets, each on its spot with its owner."""
    pieces: list[AnyPiece] = []
    for bet in bets:
        chips = cash_or_note(rules, spot_for(bet), left_on_cloth(bet))
        pieces += [replace(each, owner=str(bet.seat or "")) if isinstance(each, Chips) else each for each in chips]
    return pieces


def _baccarat(rules: GameRules, state: BaccaratState, round_: Any, paid: Sequence[Act]) -> Scene:
    pieces = _piles(rules, (*state.bets, *_as_bets(state.bets, paid)), lambda bet: spot_of(as_bet(bet)))
    if state.turned is not None and not (state.player or state.banker or _is_done(round_, state, "burn", "")):
        pieces.append(CardPiece(spot="discard", card=str(state.turned)))  # it says how many cards are burned
    down = round_ is not None and round_.first_face == "down"
    if not _is_done(round_, state, "pick-up", ""):
        for side in SIDES:
            hidden = down and not _is_done(round_, state, "turn", side)
            for place, card in enumerate(state.player if side == "player" else state.banker):
                face_up = place == 2 or not hidden
                text = str(card) if face_up else ""
                pieces.append(
                    CardPiece(spot=f"cards:{side}", card=text, face_up=face_up, across=place == 2, offset=place)
                )
    return scene_on(felt_of(rules), pieces)


def _craps(rules: GameRules, state: CrapsState, round_: Any, paid: Sequence[Act]) -> Scene:
    known = [bet for bet in (*state.bets, *_as_bets(state.bets, paid)) if bet.bet in rules.bets]
    moved = {}
    if round_ is not None:
        moved = {index: round_._moves_to(state, state.bets[index]) for index in state.moved}
    pieces = _piles(rules, known, lambda bet: craps_spot(craps_bet(_travelled(state, bet, moved))))
    point = state.point
    if _is_done(round_, state, "mark", "point") and state.roll is not None:
        point = state.roll.total
    elif _is_done(round_, state, "unmark", "point"):
        point = None
    pieces += pucks(point)
    if state.roll is not None:
        pieces.append(DicePiece(spot="dice", roll=str(state.roll)))
    pieces += [Marker(spot=f"bonus:{number}", kind="lammer", label=str(number)) for number in sorted(state.marked)]
    return scene_on(felt_of(rules), pieces)


def _travelled(state: CrapsState, bet: Laid, moved: dict[int, int]) -> Laid:
    """A come bet that the dealer has moved lies on its number."""
    to = next((number for index, number in moved.items() if state.bets[index] is bet), None)
    return bet if to is None else replace(bet, bet=f"{bet.bet}-point", on=to)


def _house_poker(rules: GameRules, state: PokerState, round_: Any, paid: Sequence[Act]) -> Scene:
    seats = []
    hands = {hand.seat: hand for hand in state.hands}
    for seat in dict.fromkeys([*(bet.seat for bet in state.bets), *hands]):
        if seat is None:
            continue
        hand = hands.get(seat)
        bets: dict[str, Fraction] = {}
        for bet in state.bets:
            if bet.seat == seat and left_on_cloth(bet):
                bets[bet.bet] = bets.get(bet.bet, Fraction(0)) + left_on_cloth(bet)
        cards = hand.cards if hand is not None and not hand.picked else ()
        turned, folded = (hand.turned, hand.spoke == FOLD) if hand is not None else (False, False)
        seats.append(PokerSeat(seat, cards, bets, _paid_to(paid, seat), face_up=turned, folded=folded))
    own = () if state.own_picked else state.own
    return poker_scene(rules, seats, own, dealer_hidden=not state.turned)


def _pai_gow(rules: GameRules, state: PaiGowState, round_: Any, paid: Sequence[Act]) -> Scene:
    pieces = _piles(
        rules,
        (*state.bets, *_as_bets(state.bets, paid)),
        lambda bet: f"{'bet' if bet.bet == PAI_GOW else 'side'}:{bet.seat}",
    )
    numbers = [bet for bet in state.bets if bet.bet == STARTING_NUMBER and left_on_cloth(bet) > 0]
    pieces += [Note(spot=f"side:{bet.seat}", says=str(bet.on)) for bet in numbers]
    if state.dice:
        pieces.append(DicePiece(spot="shaker", roll=str(Roll(state.dice))))
    elif state.total is not None and rules.chosen.get("start-by") == "generator":
        pieces.append(Note(spot="generator", says=str(state.total)))
    for hand in state.hands:
        if hand.picked:
            continue
        if hand.hands is None:
            pieces += _face_down(f"high:{hand.seat}", len(hand.cards))
        elif hand.turned:
            pieces += hands_at(rules, str(hand.seat), hand.hands)
        else:
            pieces += _face_down(f"high:{hand.seat}", len(hand.hands.high))
            pieces += _face_down(f"low:{hand.seat}", len(hand.hands.low))
    if state.own and not state.own_picked:
        if state.own_hands is not None:
            pieces += hands_at(rules, DEALER, state.own_hands)
        elif state.own_turned:
            pieces += [CardPiece(spot="high:dealer", card=card, offset=place) for place, card in enumerate(state.own)]
        else:
            pieces += _face_down("high:dealer", len(state.own))
    return scene_on(felt_of(rules), pieces)


def _face_down(spot_name: str, count: int) -> list[AnyPiece]:
    return [CardPiece(spot=spot_name, card="", face_up=False, offset=place) for place in range(count)]


_FELTS: dict[type, Any] = {
    RouletteState: _roulette,
    BlackjackState: _blackjack,
    BaccaratState: _baccarat,
    CrapsState: _craps,
    PokerState: _house_poker,
    PaiGowState: _pai_gow,
}
