"""What the dealer does: set a hand, compare, rank, find the starting position, mend what went wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.equipment.tiles import Tile
from trainer.games.core import Bet, Decision, Reason, RequestError
from trainer.games.pai_gow import cards, positions, setting
from trainer.games.pai_gow.compare import Hands, Side, check_pieces, compare, rank_hands, read_piece
from trainer.games.pai_gow.figures import hand_figures, hand_ranks, is_tiles, pai_gow, tile_figures, tile_ranks
from trainer.games.pai_gow.irregularities import Irregular, mend
from trainer.rulebooks.schema import GameRules


class _Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="case"):
    """A situation, told apart by ``case``."""


class SetHand(_Case, frozen=True, tag="set"):
    """How is this hand set? Under the table's house way, or under the one that is named."""

    cards: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    house_way: str = ""


class JudgeSetting(_Case, frozen=True, tag="judge-setting"):
    """Is this a lawful setting, and is it the house's?"""

    high: tuple[str, ...]
    low: tuple[str, ...]
    house_way: str = ""


class CompareHands(_Case, frozen=True, tag="compare"):
    """Who has the better hands, and what becomes of the bet?"""

    player: Hands
    dealer: Hands


class OrderHands(_Case, frozen=True, tag="order"):
    """In which order do these hands (or single tiles) rank, highest first?"""

    hands: tuple[tuple[str, ...], ...] = ()
    tiles: tuple[str, ...] = ()


class StartPosition(_Case, frozen=True, tag="start-position"):
    """Which position receives the first card or group? ``bank`` is ``dealer`` or a seat."""

    dice: tuple[int, ...] = ()
    rng: int | None = None
    bank: int | str = "dealer"


class StackOrder(_Case, frozen=True, tag="stacks"):
    """Which group goes out first, and where does the dealer lay his hands? ``first_stack`` is a bank's choice."""

    groups: int
    first_stack: int = 1


class SpotOrder(_Case, frozen=True, tag="two-spots"):
    """A player bets on two spots: which hand does he look at first?"""

    bets: tuple[Bet, ...]


class BankOffer(_Case, frozen=True, tag="bank-offer"):
    """Who is offered the bank, in which order? Seats of the last round's first offer and bank, if there were any."""

    players: tuple[int, ...]
    last_first_offer: int | None = None
    last_bank: int | None = None
    first_round: bool = False


class BankConditions(_Case, frozen=True, tag="bank-conditions"):
    """May this player be the bank? ``other_bets`` is what the other players have bet."""

    bet_against_dealer: bool
    chips: Amount
    other_bets: Amount
    house_bet: Amount = ZERO
    co_bank: bool = False
    first_round: bool = False
    banked_last_round: bool = False


class IrregularityCase(Irregular, _Case, frozen=True, tag="irregularity"):
    """Something went wrong: what does the dealer do?"""


Situation = (
    SetHand
    | JudgeSetting
    | CompareHands
    | OrderHands
    | StartPosition
    | StackOrder
    | SpotOrder
    | BankOffer
    | BankConditions
    | IrregularityCase
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
        case BankOffer():
            return _bank_offer(rules, situation)
        case BankConditions():
            return _bank_conditions(rules, situation)
        case IrregularityCase():
            return mend(rules, situation)


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
    check_pieces(rules, [("", hands)])
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
    check_pieces(rules, [("player", situation.player), ("dealer", situation.dealer)])
    found = compare(rules, situation.player, situation.dealer, Side.DEALER)
    facts: dict[str, Any] = {"result": found.result}
    if found.high is not None and found.low is not None:
        facts |= {"high_hand": found.high, "low_hand": found.low}
    if found.fault:
        facts["foul"] = True
    return Decision(facts, found.reasons)


def _order(rules: GameRules, situation: OrderHands) -> Decision:
    if situation.tiles:
        return _order_tiles(rules, situation.tiles)
    tiles = is_tiles(rules)
    keyed: list[tuple[int, list[str]]] = []
    for index, hand in enumerate(situation.hands):
        pieces = [read_piece(tiles, text, f"hands[{index}]") for text in hand]
        if len({len(other) for other in situation.hands}) != 1 or len(pieces) not in _sizes(rules):
            raise RequestError(f"hands[{index}]", "hands of one size are ranked: high hands or low hands")
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
    deal, wanted = figures.deal, len(figures.start.positions)
    if situation.groups != wanted or not 1 <= situation.first_stack <= wanted:
        raise RequestError("groups", f"{rules.game} is dealt in {wanted} groups, numbered from the dealer's left")
    reasons = [Reason("groups-go-out", {}, deal.cite)]
    facts: dict[str, Any] = {"first_group_to": "start-position", "direction": positions.dealing_direction(rules)}
    if deal.first_group:
        facts |= {"first_group": deal.first_group, "face": "up"}
        facts |= {"dealer_high_hand": deal.dealer_high_hand, "dealer_low_hand": deal.dealer_low_hand}
        reasons.append(Reason("dealer-lays-hands", {}, deal.laid_cite))
    else:
        facts["order"] = positions.stack_order(situation.first_stack, wanted)
    return Decision(facts, tuple(reasons))


def _two_spots(rules: GameRules, situation: SpotOrder) -> Decision:
    spots = pai_gow(rules).spots
    if len(situation.bets) > spots.most:
        raise RequestError("bets", f"a player may bet on {spots.most} spots at most")
    seats = [bet.seat or 0 for bet in situation.bets]
    order = sorted(zip((-bet.stake for bet in situation.bets), seats, strict=True))
    equal = len({bet.stake for bet in situation.bets}) == 1
    reason = Reason("equal-bets-right-to-left" if equal else "larger-bet-first", {}, spots.cite)
    return Decision({"order": [seat for _, seat in order]}, (reason,))


def _bank_offer(rules: GameRules, situation: BankOffer) -> Decision:
    bank = pai_gow(rules).bank
    if situation.first_round:
        return Decision({"order": []}, (Reason("no-bank-in-first-round", {}, bank.first_round_cite),))
    first = positions.next_first_offer(rules, situation.last_first_offer, situation.last_bank)
    order = positions.bank_offers(rules, first, situation.players, situation.last_bank)
    return Decision({"first_offer": first, "order": order}, (Reason("bank-offer", {"first": first}, bank.offer_cite),))


def _bank_conditions(rules: GameRules, situation: BankConditions) -> Decision:
    bank = pai_gow(rules).bank
    cover = situation.other_bets
    if situation.co_bank and rules.option("co-bank-cover") == "half":
        cover *= 1 - Fraction(bank.share, 100)
    if rules.option("cover-house-bet") == "yes":
        cover += situation.house_bet
    reasons: list[Reason] = []
    if situation.first_round:
        reasons.append(Reason("no-bank-in-first-round", {}, bank.first_round_cite))
    if situation.banked_last_round:
        reasons.append(Reason("no-two-rounds-running", {}, bank.offer_cite))
    if not situation.bet_against_dealer:
        reasons.append(Reason("no-bet-against-dealer", {}, bank.conditions_cite))
    if situation.chips < cover:
        reasons.append(Reason("cover-too-small", {"chips": situation.chips, "cover": cover}, bank.conditions_cite))
    allowed = not reasons
    if allowed:
        reasons.append(Reason("bank-allowed", {"cover": cover}, bank.conditions_cite))
    return Decision({"allowed": allowed, "cover": cover}, tuple(reasons))
