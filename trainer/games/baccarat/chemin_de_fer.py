"""The engine of chemin de fer, where a player holds the bank: answers of `decide`, the check of its file, `GAME`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from trainer.equipment.money import Amount
from trainer.games.baccarat.bank import garage
from trainer.games.baccarat.bank_figures import BankGameFigures, bank_game
from trainer.games.baccarat.banked_hands import BankerHand, PointHand, banker_act, point_act
from trainer.games.baccarat.banked_limits import BankLimits, limit
from trainer.games.baccarat.banked_settle import BankedRound, settle
from trainer.games.baccarat.bets import MAIN
from trainer.games.baccarat.burn import BurnCount, CutCardOut, burned, cut_card_out
from trainer.games.baccarat.chemin_errors import CheminFault, fault
from trainer.games.baccarat.coup import Winner
from trainer.games.baccarat.drawing import table_faults
from trainer.games.baccarat.punters import Bid, Punt, auction, may_follow, opponent
from trainer.games.core import Ask, Case, Decision, Game, Reason, RequestError
from trainer.games.limits import check_limits
from trainer.games.procedure import Regulated, by_the_book
from trainer.rulebooks.problems import MISSING, Finding, wrong
from trainer.rulebooks.schema import GameRules
from trainer.rulebooks.validation import faults_of


class Opponent(Case, frozen=True, tag="opponent"):
    """Who gets the cards against the bank, or decides for the points?"""

    bets: tuple[Punt, ...]
    bank: Amount | None = None
    banker_seat: int | None = None
    seats: int | None = None


class GarageCase(Case, frozen=True, tag="garage"):
    """What goes to the garage? ``minimum`` is the points' minimum at this table."""

    minimum: Amount | None = None
    bank: Amount | None = None
    stakes_total: Amount | None = None
    winnings: Amount | None = None


class AfterCoup(Case, frozen=True, tag="after-coup"):
    """What becomes of bank and shoe after this result?"""

    winner: Winner


class Auction(Case, frozen=True, tag="auction"):
    """Who gets the bank, and for how much? Without bids that count, somebody must take it.

    ``banker_seat`` is who just passed the bank; he and any others ``excluded``, such as his partner, may not bid.
    """

    bids: tuple[Bid, ...] = ()
    banker_seat: int | None = None
    excluded: tuple[int, ...] = ()
    minimum: Amount | None = None


class BancoSuivi(Case, frozen=True, tag="banco-seguido"):
    """May this player repeat his banco?"""

    lost_banco: bool = False
    lone_bettor: bool = False
    other_saw_cards: bool = False


Situation = (
    PointHand
    | BankerHand
    | Opponent
    | GarageCase
    | AfterCoup
    | Auction
    | BancoSuivi
    | CheminFault
    | BurnCount
    | CutCardOut
    | Regulated
)


def decide(rules: GameRules, situation: Situation) -> Decision:
    """The act of point, banker or croupier in a situation, with reasons."""
    match situation:
        case PointHand():
            return point_act(rules, situation)
        case BankerHand():
            return banker_act(rules, situation)
        case Opponent():
            return opponent(rules, situation.bets, situation.bank, situation.banker_seat, situation.seats)
        case GarageCase():
            found = garage(rules, situation.minimum, situation.bank, situation.stakes_total, situation.winnings)
            if not found.facts and situation.bank is not None and situation.minimum is None:
                raise RequestError("minimum", "is missing: what a bank may hold goes by it")
            if not found.facts:
                raise RequestError("bank", "give the bank, with stakes_total for what they cover, or the winnings")
            return Decision(found.facts, found.reasons)
        case AfterCoup():
            return _after(rules, situation.winner)
        case Auction():
            return auction_of(rules, situation)
        case BancoSuivi():
            return may_follow(rules, situation.lost_banco, situation.lone_bettor, situation.other_saw_cards)
        case CheminFault():
            return fault(rules, situation)
        case BurnCount():
            return burned(bank_game(rules).burn, situation)
        case CutCardOut():
            return cut_card_out(bank_game(rules).cut_card, situation)
        case _:
            return by_the_book(rules, situation)


def auction_of(rules: GameRules, situation: Auction) -> Decision:
    """Who gets the bank; the banker who passed it may not bid."""
    check_limits(situation.minimum, None)
    out = (*situation.excluded, *((situation.banker_seat,) if situation.banker_seat is not None else ()))
    return auction(rules, situation.bids, situation.minimum, out, situation.banker_seat)


def _after(rules: GameRules, winner: Winner) -> Decision:
    shoe = bank_game(rules).shoe
    cite = shoe.travel_cite or shoe.cite
    loses = winner in shoe.passes_after
    facts: dict[str, Any] = {"banker_loses_bank": loses, "banker_loses_shoe": loses}
    if not loses:
        return Decision(facts, (Reason("bank-stays", {}, cite),))
    facts["direction"] = shoe.direction
    calls = [rules.calls[name].says.es for name in ("shoe-passes", "shoe-runs") if name in rules.calls]
    if calls:
        facts["calls"] = calls
    return Decision(facts, (Reason("bank-passes", {}, cite),))


def check(rules: GameRules) -> Iterable[Finding]:
    """What this engine cannot use in a file of a player-held bank."""
    found = faults_of(rules.rules, BankGameFigures, "rules")
    if found:
        return found
    figures = bank_game(rules)
    found += table_faults(figures)
    found += [(f"bets.{bet}", MISSING) for bet in MAIN if bet not in rules.bets]
    if (figures.bank.deduction is None) == ("commission" not in rules.options):
        found.append(("rules.bank.deduction", wrong("here-or-option", option="commission")))
    if "settle" not in rules.orders:
        found.append(("orders.settle", MISSING))
    return found


GAME = Game(
    ids=("chemin-de-fer",),
    family="baccarat",
    check=check,
    asks={
        "settle": Ask(BankedRound, settle),
        "decide": Ask(Situation, decide),
        "limit": Ask(BankLimits, limit),
    },
)
