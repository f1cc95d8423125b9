"""Answers to `decide` at pai gow: setting and ranking hands, positions, a player's bank, the cut, irregularities."""

from __future__ import annotations

from typing import Any

from trainer.equipment.cards import Card
from trainer.equipment.money import Amount
from trainer.equipment.tiles import Tile
from trainer.games.core import Bet, Case, Decision, Reason, RequestError
from trainer.games.pai_gow import banks, positions, setting
from trainer.games.pai_gow.compare import (
    Hands,
    Side,
    check_dealt,
    check_hands,
    check_pieces,
    compare,
    rank_hands,
    read_piece,
)
from trainer.games.pai_gow.figures import (
    hand_figures,
    hand_ranks,
    is_tiles,
    pai_gow,
    tile_figures,
    tile_ranks,
)
from trainer.games.pai_gow.irregularities import Irregular, mend
from trainer.games.poker import cards
from trainer.games.procedure import Regulated, by_the_book
from trainer.games.request_checks import check_listed_once
from trainer.rulebooks.schema import GameRules


class SetHand(Case, frozen=True, tag="set"):
    """How is this hand set? Under the table's house way, or under the one that is named."""

    cards: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    house_way: str = ""


class JudgeSetting(Case, frozen=True, tag="judge-setting"):
    """Is this a lawful setting, and is it the house's?"""

    high: tuple[str, ...]
    low: tuple[str, ...]
    house_way: str = ""


class CompareHands(Case, frozen=True, tag="compare"):
    """Who has the better hands, and what becomes of the bet?"""

    player: Hands
    dealer: Hands


class OrderHands(Case, frozen=True, tag="order"):
    """In which order do these hands (or single tiles) rank, highest first?"""

    hands: tuple[tuple[str, ...], ...] = ()
    tiles: tuple[str, ...] = ()


class StartPosition(Case, frozen=True, tag="start-position"):
    """Which position receives the first card or group? ``bank`` is ``dealer`` or a seat."""

    dice: tuple[int, ...] = ()
    rng: int | None = None
    bank: int | str = "dealer"


class StackOrder(Case, frozen=True, tag="stacks"):
    """Which group goes out first, and where does the dealer lay his hands?

    ``first_stack`` is a bank's choice among groups dealt from the hand, numbered from the dealer's left.
    """

    groups: int
    first_stack: int | None = None


class SpotOrder(Case, frozen=True, tag="two-spots"):
    """A player bets on two spots: which hand does he look at first?"""

    bets: tuple[Bet, ...]


class IrregularityCase(Irregular, Case, frozen=True, tag="irregularity"):
    """Something went wrong: what does the dealer do?"""


Situation = (
    SetHand
    | JudgeSetting
    | CompareHands
    | OrderHands
    | StartPosition
    | StackOrder
    | SpotOrder
    | banks.BankOffer
    | banks.BankConditions
    | banks.HouseBet
    | banks.CutOffer
    | banks.CutPlace
    | IrregularityCase
    | Regulated
)


def decide(rules: GameRules, situation: Situation) -> Decision:
    """The dealer's act in a situation, with reasons."""
    match situation:
        case SetHand():
            return _set(rules, situation)
        case JudgeSetting():
            return _judge(rules, situation)
        case CompareHands():
            return _compare(rules, situation)
        case OrderHands():
            return _order(rules, situation)
        case StartPosition():
            return _start(rules, situation)
        case StackOrder():
            return _stacks(rules, situation)
        case SpotOrder():
            return _two_spots(rules, situation)
        case banks.BankOffer():
            return banks.bank_offer(rules, situation)
        case banks.BankConditions():
            return banks.bank_conditions(rules, situation)
        case banks.HouseBet():
            return banks.house_bet(rules, situation)
        case banks.CutOffer():
            return banks.cut_offer(rules, situation)
        case banks.CutPlace():
            return banks.cut(rules, situation)
        case IrregularityCase():
            return mend(rules, situation)
        case _:
            return by_the_book(rules, situation)


# ── hands ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _set(rules: GameRules, situation: SetHand) -> Decision:
    tiles = is_tiles(rules)
    given = situation.tiles if tiles else situation.cards
    answer = setting.set_hand(rules, given, situation.house_way)
    high, low = list(answer.printed.high), list(answer.printed.low)
    facts: dict[str, Any] = {"high": high, "low": low} if tiles else {"front": low, "back": high}
    facts |= {"rule": answer.decider.rule.id, "house_way": answer.way.name}
    if answer.decider.rule.cite:
        facts["article"] = answer.decider.rule.cite.article
    if answer.way.law:
        facts["lawful"] = [{"low": h.low, "high": h.high} for h in setting.different_lawful(rules, answer)]
    if len(answer.equal) > 1:
        facts["equal"] = [{"low": hands.low, "high": hands.high} for hands in answer.equal]
    return Decision(facts, (answer.reason,))


def _judge(rules: GameRules, situation: JudgeSetting) -> Decision:
    hands = Hands(high=situation.high, low=situation.low)
    check_hands(rules, [("", hands)])
    check_dealt(rules, [("high", hands)])
    ranked = rank_hands(rules, hands)
    outcomes = pai_gow(rules).outcomes
    if isinstance(ranked, str):
        return Decision({"allowed": False, "fault": ranked}, (Reason("wrong-number", {}, outcomes.wrong_number),))
    params = {"high": ranked.high_name, "low": ranked.low_name}
    if ranked.fault:
        return Decision({"allowed": False, "fault": ranked.fault}, (Reason("foul", params, outcomes.foul),))
    answer = setting.set_hand(rules, (*hands.high, *hands.low), situation.house_way)
    facts: dict[str, Any] = {"allowed": True, "house_setting": setting.follows(rules, hands, answer)}
    if answer.way.law:
        facts["lawful"] = setting.is_lawful(hands, answer)
    return Decision(facts, (Reason("no-foul", params, pai_gow(rules).setting.cite), answer.reason))


def _compare(rules: GameRules, situation: CompareHands) -> Decision:
    shown = [("player", situation.player), ("dealer", situation.dealer)]
    check_hands(rules, shown)
    check_dealt(rules, shown)
    dealer, reset = setting.as_submitted(rules, situation.dealer, "dealer", pai_gow(rules).house_way.reset_cite)
    found = compare(rules, situation.player, dealer, Side.DEALER)
    facts: dict[str, Any] = {"result": found.result}
    if found.high is not None and found.low is not None:
        facts |= {"high_hand": found.high, "low_hand": found.low}
    if found.fault:
        facts["foul"] = True
    return Decision(facts, (*reset, *found.reasons))


def _order(rules: GameRules, situation: OrderHands) -> Decision:
    if situation.tiles:
        return _order_tiles(rules, situation.tiles)
    if not situation.hands:
        raise RequestError("hands", "is missing: give the hands to be ranked")
    tiles = is_tiles(rules)
    check_listed_once("hands", [tuple(sorted(hand)) for hand in situation.hands])
    keyed: list[tuple[int, list[str]]] = []
    for index, hand in enumerate(situation.hands):
        pieces = [read_piece(tiles, text, f"hands[{index}]") for text in hand]
        if len({len(other) for other in situation.hands}) != 1 or len(pieces) not in _sizes(rules):
            raise RequestError(f"hands[{index}]", "hands of one size are ranked: high hands or low hands")
        check_pieces(rules, [(f"hands[{index}]", hand)])
        keyed.append((_strength(rules, pieces), list(hand)))
    order = [hand for _, hand in sorted(keyed, key=lambda entry: -entry[0])]
    cite = tile_figures(rules)[1].cite if tiles else hand_figures(rules).cite
    return Decision({"order": order}, (Reason("order-of-hands", {}, cite),))


def _sizes(rules: GameRules) -> tuple[int, int]:
    sizes = pai_gow(rules).setting
    return sizes.high, sizes.low


def _strength(rules: GameRules, pieces: list[Card | Tile]) -> int:
    tiles = [piece for piece in pieces if isinstance(piece, Tile)]
    if tiles:
        return tile_ranks(rules).hand_of(tiles).strength
    numbers = cards.numbers(piece for piece in pieces if isinstance(piece, Card))
    ranks = hand_ranks(rules)
    return ranks.five(numbers) if len(numbers) == 5 else ranks.two(numbers)


def _order_tiles(rules: GameRules, given: tuple[str, ...]) -> Decision:
    if not is_tiles(rules):
        raise RequestError("tiles", f"{rules.game} has no tiles")
    ranks = tile_ranks(rules)
    check_pieces(rules, [("tiles", given)])
    tiles = [read_piece(True, text, f"tiles[{index}]") for index, text in enumerate(given)]
    order = sorted((tile for tile in tiles if isinstance(tile, Tile)), key=lambda tile: ranks.number[tile])
    reason = Reason("order-of-tiles", {}, tile_figures(rules)[0].cite)
    return Decision({"order": [str(tile) for tile in order]}, (reason,))


# ── positions ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _start(rules: GameRules, situation: StartPosition) -> Decision:
    start = pai_gow(rules).start
    bank = positions.read_bank(rules, situation.bank)
    if situation.rng is not None:
        if not 1 <= situation.rng <= start.highest_number:
            problem = (
                f"must be from 1 to {start.highest_number}" if start.highest_number else "is not used in this game"
            )
            raise RequestError("rng", problem)
        total = situation.rng
    else:
        if len(situation.dice) != start.dice or not all(1 <= face <= 6 for face in situation.dice):
            raise RequestError("dice", f"give the faces of {start.dice} dice, or the generator's number as rng")
        total = sum(situation.dice)
    one, cite = positions.count_from(rules, bank, by_number=situation.rng is not None)
    found = positions.start_position(rules, total, one)
    order = [positions.as_seat(position) for position in positions.dealing_order(rules, found)]
    facts = {"total": total, "start_position": positions.as_seat(found), "order": order}
    params = {"total": total, "one": positions.position_name(one), "start": positions.position_name(found)}
    return Decision(facts, (Reason("start-position", params, cite),))


def _stacks(rules: GameRules, situation: StackOrder) -> Decision:
    figures = pai_gow(rules)
    deal, stacks, wanted = figures.deal, figures.stacks, len(figures.start.positions)
    if situation.groups != wanted:
        raise RequestError("groups", f"{rules.game} is dealt in {wanted} groups")
    facts: dict[str, Any] = {"first_group": stacks.first, "first_group_to": "start-position"}
    reasons = [Reason(f"groups-from-{stacks.first}", {}, stacks.cite)]
    if stacks.bank_cite is not None:
        first = 1 if situation.first_stack is None else situation.first_stack
        if not 1 <= first <= wanted:
            raise RequestError("first_stack", f"the groups are numbered from the dealer's left, 1 to {wanted}")
        facts["order"] = positions.stack_order(first, wanted)
        if situation.first_stack is not None:
            facts["first_group"] = first
            reasons = [Reason("bank-chooses-group", {"group": first}, stacks.bank_cite)]
    elif situation.first_stack is not None:
        raise RequestError("first_stack", f"in {rules.game} nobody chooses the first group")
    if deal.laid_cite is not None:
        facts |= {"dealer_high_hand": deal.dealer_high_hand, "dealer_low_hand": deal.dealer_low_hand, "face": "up"}
        reasons.append(Reason("dealer-lays-hands", {}, deal.laid_cite))
    return Decision(facts, tuple(reasons))


def _two_spots(rules: GameRules, situation: SpotOrder) -> Decision:
    spots = pai_gow(rules).spots
    if not 1 <= len(situation.bets) <= spots.most:
        raise RequestError("bets", f"a player bets on one spot, or on {spots.most} at most")
    if len(situation.bets) > 1 and rules.option("two-spots") == "no":
        raise RequestError("bets", "this table does not offer it: option two-spots is no")
    order: list[tuple[Amount, int]] = []
    for index, bet in enumerate(situation.bets):
        if bet.seat is None:
            raise RequestError(f"bets[{index}].seat", "is missing")
        order.append((-bet.stake, positions.read_seat(rules, bet.seat, f"bets[{index}].seat")))
    seats = sorted(seat for _, seat in order)
    if seats != list(range(seats[0], seats[0] + len(seats))):
        raise RequestError("bets", "the spots of a player are adjacent")
    equal = len({bet.stake for bet in situation.bets}) == 1
    reason = Reason("equal-bets-right-to-left" if equal else "larger-bet-first", {}, spots.cite)
    return Decision({"order": [seat for _, seat in sorted(order)]}, (reason,))
