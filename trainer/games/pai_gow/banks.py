"""A player as bank: who is offered it, who may hold it, the house's bet against it, and who cuts the cards."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.games.pai_gow import positions
from trainer.games.pai_gow.figures import CutFigures, pai_gow
from trainer.games.poker import cards
from trainer.rulebooks.schema import GameRules


class BankOffer(Case, frozen=True, tag="bank-offer"):
    """Who is offered the bank, in which order? Seats of the last round's first offer and bank, if there were any."""

    players: tuple[int, ...]
    last_first_offer: int | None = None
    last_bank: int | None = None
    first_round: bool = False


class BankConditions(Case, frozen=True, tag="bank-conditions"):
    """May this player be the bank? ``other_bets`` is what the other players have bet."""

    bet_against_dealer: bool
    chips: Amount
    other_bets: Amount
    house_bet: Amount = ZERO
    co_bank: bool = False
    first_round: bool = False
    banked_last_round: bool = False


class HouseBet(Case, frozen=True, tag="house-bet"):
    """What does the house bet against a bank? ``last_bet`` is that player's last bet against the dealer.

    ``bank_orders`` is what the bank has it lowered to, 0 for none at all.
    """

    last_bet: Amount
    bank_orders: Amount | None = None
    co_bank: bool = False


class CutOffer(Case, frozen=True, tag="cut-offer"):
    """Who is offered the cut, in which order? ``first_to_arrive`` is his seat when the game begins.

    ``bank`` is the bank's seat. Without a bank, ``rounds_without_bank`` is how many such rounds there have been in a
    row, this one counted.
    """

    players: tuple[int, ...]
    first_to_arrive: int | None = None
    bank: int | None = None
    rounds_without_bank: int = 1


class CutPlace(Case, frozen=True, tag="cut"):
    """May the deck be cut here? ``cards_above`` is how many cards lie above the cut card."""

    cards_above: int


def bank_offer(rules: GameRules, situation: BankOffer) -> Decision:
    """The seats that are offered the bank, in order; none in the first round, and not the last bank."""
    bank = pai_gow(rules).bank
    positions.check_offered(rules, "player-bank", "players")
    players = positions.read_seats(rules, situation.players, "players")
    for field in ("last_first_offer", "last_bank"):
        if getattr(situation, field) is not None:
            positions.read_seat(rules, getattr(situation, field), field)
    if situation.first_round:
        return Decision({"order": []}, (Reason("no-bank-in-first-round", {}, bank.first_round_cite),))
    first = positions.next_first_offer(rules, situation.last_first_offer, situation.last_bank)
    order = [seat for seat in positions.round_from(rules, first) if seat in players and seat != situation.last_bank]
    reasons = [Reason("bank-offer", {"first": first}, bank.offer_cite)]
    if situation.last_bank in players:
        reasons.append(Reason("no-two-rounds-running", {}, bank.offer_cite))
    return Decision({"first_offer": first, "order": order}, tuple(reasons))


def house_bet(rules: GameRules, situation: HouseBet) -> Decision:
    """What the house bets: the player's last bet, lowered as the bank orders; nothing against a co-bank."""
    bank = pai_gow(rules).bank
    positions.check_offered(rules, "co-bank" if situation.co_bank else "player-bank", "last_bet")
    if situation.co_bank:
        return Decision({"house_bet": ZERO}, (Reason("no-house-bet-in-co-bank", {}, bank.co_bank_cite),))
    orders = situation.bank_orders
    if orders is not None and not 0 <= orders <= situation.last_bet:
        raise RequestError("bank_orders", "the bank may only have the house's bet lowered, or taken away")
    bet = situation.last_bet if orders is None else orders
    rule = "house-bet" if bet == situation.last_bet else "house-bet-lowered"
    return Decision({"house_bet": bet}, (Reason(rule, {"bet": bet, "last": situation.last_bet}, bank.house_bet_cite),))


def cut_offer(rules: GameRules, situation: CutOffer) -> Decision:
    """The seats that are offered the cut, in order."""
    cite = _cut_figures(rules).offer_cite
    players = positions.read_seats(rules, situation.players, "players")
    if situation.first_to_arrive is not None:
        first = positions.read_seat(rules, situation.first_to_arrive, "first_to_arrive")
        return Decision({"order": [first]}, (Reason("cut-first-to-arrive", {"seat": first}, cite),))
    if situation.bank is not None:
        first, rule = positions.read_seat(rules, situation.bank, "bank"), "cut-bank"
    else:
        count = len(positions.seats(rules))
        first, rule = (max(situation.rounds_without_bank, 1) - 1) % count + 1, "cut-rotates"
    order = [seat for seat in positions.round_from(rules, first) if seat in players]
    return Decision({"order": order}, (Reason(rule, {"seat": first}, cite),))


def cut(rules: GameRules, situation: CutPlace) -> Decision:
    """Whether the deck may be cut at this place: far enough from either end."""
    least, cards_in_deck = _cut_figures(rules).least, len(cards.CARDS)
    if not 0 <= situation.cards_above <= cards_in_deck:
        raise RequestError("cards_above", f"the deck has {cards_in_deck} cards")
    allowed = least <= situation.cards_above <= cards_in_deck - least
    reason = Reason("cut-from-either-end", {"least": least}, _cut_figures(rules).cite)
    return Decision({"allowed": allowed, "least": least, "most": cards_in_deck - least}, (reason,))


def _cut_figures(rules: GameRules) -> CutFigures:
    cut = pai_gow(rules).cut
    if cut is None:
        raise RequestError("case", f"{rules.game} has no cut of cards")
    return cut


def bank_conditions(rules: GameRules, situation: BankConditions) -> Decision:
    """Whether the player may be the bank, and the chips he needs to cover the bets."""
    bank = pai_gow(rules).bank
    positions.check_offered(rules, "co-bank" if situation.co_bank else "player-bank", "case")
    cover, covering = situation.other_bets, bank.conditions_cite
    beyond_the_text = msgspec.structs.replace(covering, and_house=True)
    if situation.co_bank and rules.option("co-bank-cover") == "half":
        cover, covering = cover * (1 - Fraction(bank.share, 100)), beyond_the_text
    if rules.option("cover-house-bet") == "yes":
        cover, covering = cover + situation.house_bet, beyond_the_text
    reasons: list[Reason] = []
    if situation.first_round:
        reasons.append(Reason("no-bank-in-first-round", {}, bank.first_round_cite))
    if situation.banked_last_round:
        reasons.append(Reason("no-two-rounds-running", {}, bank.offer_cite))
    if not situation.bet_against_dealer:
        reasons.append(Reason("no-bet-against-dealer", {}, bank.conditions_cite))
    if situation.chips < cover:
        reasons.append(Reason("cover-too-small", {"chips": situation.chips, "cover": cover}, covering))
    allowed = not reasons
    if allowed:
        reasons.append(Reason("bank-allowed", {"cover": cover}, covering))
    return Decision({"allowed": allowed, "cover": cover}, tuple(reasons))
