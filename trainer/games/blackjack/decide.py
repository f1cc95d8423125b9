"""Answers of `decide` at blackjack.

What the dealer does (draws, offers, pays, deals, burns, moves cards, plays the next act), what a player may do with a
hand, which row a side bet wins, and what follows on an irregularity.
"""

from __future__ import annotations

from typing import Any

from trainer.equipment.cards import Card
from trainer.equipment.money import Amount
from trainer.games.blackjack.booking import BlackjackBet, book_side_bet, row_of
from trainer.games.blackjack.challenge_21 import between_rounds
from trainer.games.blackjack.dealer import DealerAct, OnTable, dealer_act
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.free_bet import may_double_free, may_split_free, pot_of_gold_lives, take_and_pay
from trainer.games.blackjack.hands import Hand, points
from trainer.games.blackjack.irregularities import Event, resolve
from trainer.games.blackjack.order import deal_order, settling_order
from trainer.games.blackjack.play import (
    Situation as Now,
)
from trainer.games.blackjack.play import (
    may_double,
    may_draw,
    may_insure,
    may_split,
    may_surrender,
    may_take_even_money,
)
from trainer.games.blackjack.side_bets import READERS, Seen
from trainer.games.blackjack.step_effects import played
from trainer.games.blackjack.switch import steps, switched
from trainer.games.blackjack.table import PlaceBets, open_table
from trainer.games.blackjack.verdict import timing_reason, waits
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.games.procedure import Regulated, by_the_book
from trainer.rulebooks.schema import GameRules


class DealerDraw(Case, frozen=True, tag="dealer-draw"):
    """Does the dealer draw? ``hands`` to beat, ``blackjacks`` and ``insurances`` that wait for him are on the table."""

    dealer: tuple[Card, ...]
    hands: int | None = None
    blackjacks: int = 0
    insurances: int = 0


class PlayerDraw(Case, frozen=True, tag="player-draw"):
    """What may the player of this hand do: draw, double, split, surrender?"""

    player: tuple[Card, ...]
    dealer: tuple[Card, ...] = ()
    from_split: bool = False
    hands_now: int = 1
    third_card_given: bool = False


class Offers(Case, frozen=True, tag="offers"):
    """The deal is done: what is offered against this card, and is a blackjack paid now?"""

    dealer: tuple[Card, ...]
    player: tuple[Card, ...] = ()
    third_card_given: bool = False


class Order(Case, frozen=True, tag="order"):
    """In which order are cards dealt, bets of these seats settled, cards picked up? Seats from the dealer's left."""

    seats: tuple[int, ...]


class SplitOrder(Case, frozen=True, tag="split-order"):
    """Which of two split hands is played first, given which lies at the player's right?"""

    right_hand: int = 1


class ShoeQuestion(Case, frozen=True, tag="shoe"):
    """Decks, cards, seats, burned cards, and where the cut card may lie."""


class EndOfRound(Case, frozen=True, tag="end-of-round"):
    """The cut card came out: is the round finished, is another dealt, and who must approve the shuffle?"""

    cut_card_out: bool = True
    mid_round: bool = True


class SideBetRow(Case, frozen=True, tag="side-bet"):
    """Which row does a side bet win with these cards, and what does it pay?"""

    bet: str
    player: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    markers: int | None = None
    stake: Amount | None = None
    meter: Amount | None = None


class SwitchCards(Case, frozen=True, tag="switch"):
    """Where do the cards lie after a switch, and in which steps are they moved?"""

    hand_1: tuple[Card, ...]
    hand_2: tuple[Card, ...]


class FreeBets(Case, frozen=True, tag="free-bets"):
    """Which free bets are offered on this hand, and does Pot of Gold stay?"""

    player: tuple[Card, ...]
    from_split: bool = False
    hands_now: int = 1


class TakeAndPay(Case, frozen=True, tag="take-and-pay"):
    """What is done in which order when the dealer's hand is complete?"""

    dealer: tuple[Card, ...] = ()
    dealer_total: int | None = None


class NextRound(Case, frozen=True, tag="next-round"):
    """A round of Challenge 21 has ended: what becomes of the dealer's cards?"""

    dealer: tuple[Card, ...]
    round: int


class NextAct(Case, frozen=True, tag="next-act"):
    """What does the dealer do next? Bets, the cards as they came out of the shoe, and the players' answers so far."""

    places: tuple[PlaceBets, ...]
    cards: tuple[Card, ...] = ()
    answers: tuple[str, ...] = ()
    meter: Amount | None = None


Situation = (
    DealerDraw
    | PlayerDraw
    | Offers
    | Order
    | SplitOrder
    | ShoeQuestion
    | EndOfRound
    | SideBetRow
    | SwitchCards
    | FreeBets
    | TakeAndPay
    | NextRound
    | NextAct
    | Event
    | Regulated
)


def decide(rules: GameRules, situation: Situation) -> Decision:
    """The dealer's act in a situation, with reasons."""
    match situation:
        case DealerDraw():
            return _dealer_draw(rules, situation)
        case PlayerDraw():
            return _player_draw(rules, situation)
        case Offers():
            return _offers(rules, situation)
        case Order():
            return _order(rules, situation)
        case SplitOrder():
            reason = Reason("right-hand-first", {}, blackjack(rules).split.cite)
            return Decision({"plays_first": situation.right_hand}, (reason,))
        case ShoeQuestion():
            return _shoe(rules)
        case EndOfRound():
            return _end_of_round(rules, situation)
        case SideBetRow():
            return _side_bet(rules, situation)
        case SwitchCards():
            return _switch(rules, situation)
        case FreeBets():
            return _free_bets(rules, situation)
        case TakeAndPay():
            return _take_and_pay(rules, situation)
        case NextRound():
            return _next_round(rules, situation)
        case NextAct():
            return _next_act(rules, situation)
        case Event():
            return resolve(rules, situation)
        case _:
            return by_the_book(rules, situation)


def _dealer_draw(rules: GameRules, situation: DealerDraw) -> Decision:
    if not situation.dealer:
        raise RequestError("dealer", "is missing: which cards has the dealer?")
    waiting = situation.blackjacks or situation.insurances
    hands = situation.hands if situation.hands is not None else 0 if waiting else 1
    table = OnTable(hands, situation.blackjacks, situation.insurances)
    act, reason = dealer_act(rules, situation.dealer, table)
    total, soft = points(situation.dealer)
    facts = {"act": act.value, "dealer_draws": act is DealerAct.DRAW, "total": total, "soft": soft}
    return Decision({**facts, "dealer_total": total}, (reason,))


def _player_draw(rules: GameRules, situation: PlayerDraw) -> Decision:
    if not situation.player:
        raise RequestError("player", "is missing: which cards has the player?")
    hand = Hand(situation.player, from_split=situation.from_split)
    up = situation.dealer[0] if situation.dealer else None
    now = Now(up, situation.third_card_given, situation.hands_now)
    draw = may_draw(rules, hand)
    others = {
        "may_double": may_double(rules, hand),
        "may_split": may_split(rules, hand, now),
        **({"may_surrender": may_surrender(rules, hand, now)} if up else {}),
    }
    facts: dict[str, Any] = {"allowed": draw.allowed, "may_draw": draw.allowed, **draw.facts, "soft": hand.points.soft}
    facts |= {name: ruling.allowed for name, ruling in others.items()}
    reasons = (*draw.reasons, *(reason for ruling in others.values() for reason in ruling.reasons))
    return Decision(facts, reasons)


def _offers(rules: GameRules, situation: Offers) -> Decision:
    if not situation.dealer:
        raise RequestError("dealer", "is missing: which card does the dealer show?")
    up, hand = situation.dealer[0], Hand(situation.player)
    now = Now(up, situation.third_card_given)
    rulings = {
        "offer_insurance": may_insure(rules, hand, now),
        **({"offer_insurance_ten": may_insure(rules, hand, now, "insurance-ten")} if _has_ten_insurance(rules) else {}),
        "offer_surrender": may_surrender(rules, hand, now),
    }
    if hand.is_blackjack:
        rulings["offer_even_money"] = may_take_even_money(rules, hand, now)
    facts: dict[str, Any] = {name: ruling.allowed for name, ruling in rulings.items()}
    made = {name.removeprefix("offer_").replace("_", "-") for name, is_made in facts.items() if is_made}
    facts["offer_order"] = [kind for step in rules.orders["offers"].steps for kind in step if kind in made]
    reasons = [reason for ruling in rulings.values() for reason in ruling.reasons]
    if hand.is_blackjack:
        facts["pay_now"] = not waits(rules, up)
        reasons.append(timing_reason(rules, up))
    return Decision(facts, tuple(reasons))


def _has_ten_insurance(rules: GameRules) -> bool:
    return "insurance-ten" in rules.bets


def _order(rules: GameRules, situation: Order) -> Decision:
    seats = sorted(situation.seats)
    figures = blackjack(rules)
    settle = settling_order(rules, seats)
    facts = {
        "deal_order": deal_order(rules, [str(seat) for seat in seats], "dealer"),
        "face_up": figures.deal.hole_card == "none",
        "settle_order": settle,
        "pick_up_order": [*map(str, settle), "dealer"],
        "ask_order": seats,
        "side_bets_moment": "before-first-players-third-card",
    }
    reasons = (
        Reason("deal-order", {}, rules.orders["deal"].cite),
        Reason(f"settle-from-the-{figures.settling.from_side}", {}, figures.settling.direction_cite),
    )
    return Decision(facts, reasons)


def _shoe(rules: GameRules) -> Decision:
    """The figures of the shoe; a machine that shuffles all the time has no cut card and burns only where it is told."""
    figures = blackjack(rules)
    shoe, cards = figures.shoe, figures.shoe.decks * 52
    facts: dict[str, Any] = {"decks": shoe.decks, "cards": cards, "seats": figures.places.seats}
    facts |= {"relief_burn": shoe.relief_burn, "continuous": shoe.continuous}
    reasons: list[Reason] = []
    if shoe.continuous:
        facts["burn"] = shoe.machine_burn
        reasons.append(Reason("no-cut-card", {}, shoe.cite))
        if shoe.machine_burn:
            reasons.append(Reason("burn", {"cards": shoe.machine_burn}, shoe.burn_cite))
    else:
        facts |= {
            "burn": shoe.burn,
            "behind_cut_card_minimum": shoe.behind_least,
            "behind_cut_card_maximum": shoe.behind_most,
            "cards_before_cut_card_maximum": cards - shoe.behind_least,
        }
        reasons.append(Reason("burn", {"cards": shoe.burn}, shoe.burn_cite))
    if shoe.relief_burn:
        reasons.append(Reason("relief-burn", {"cards": shoe.relief_burn}, shoe.relief_cite))
    reasons.append(Reason("shoe", {"decks": shoe.decks, "cards": cards}, shoe.cite))
    return Decision(facts, tuple(reasons))


def _end_of_round(rules: GameRules, situation: EndOfRound) -> Decision:
    shoe = blackjack(rules).shoe
    if shoe.continuous or not situation.cut_card_out:
        reason = Reason("no-cut-card" if shoe.continuous else "goes-on", {}, shoe.cite)
        return Decision({"act": "next-round", "shuffle": False}, (reason,))
    entry = rules.irregularities["cut-card-out"]
    facts: dict[str, Any] = {"act": "finish-round" if situation.mid_round else "shuffle", "shuffle": True}
    facts |= {"finish_round": situation.mid_round, "extra_rounds": 0}
    if shoe.reshuffle_approval:
        facts["approval"] = shoe.reshuffle_approval
    reason = Reason("table.reason.irregularity", {"situation": entry.situation, "action": entry.action}, entry.cite)
    return Decision(facts, (reason,))


def _side_bet(rules: GameRules, situation: SideBetRow) -> Decision:
    if situation.bet not in READERS or situation.bet not in rules.bets:
        known = ", ".join(bet for bet in rules.bets if bet in READERS)
        raise RequestError("bet", f"{situation.bet!r} is not a side bet of this table; there are: {known or 'none'}")
    seen = Seen(
        situation.player,
        situation.dealer,
        situation.drawn,
        dealer_done=True,
        markers=situation.markers,
        round_over=True,
    )
    row = row_of(rules, situation.bet, seen)
    facts: dict[str, Any] = {"row": row or ("none" if row == "" else "waits")}
    if situation.stake is None:
        rule = rules.bets[situation.bet]
        return Decision(facts, (Reason("side-bet-row", {"bet": rule.names}, rule.cite),))
    bet = BlackjackBet(bet=situation.bet, stake=situation.stake)
    result = book_side_bet(rules, bet, row, situation.meter)
    return Decision({**facts, "result": result.result, "pays": result.pays}, result.reasons)


def _switch(rules: GameRules, situation: SwitchCards) -> Decision:
    if blackjack(rules).switch is None:
        raise RequestError("case", "there is no switch in this game")
    if len(situation.hand_1) != 2 or len(situation.hand_2) != 2:
        raise RequestError("hand_1", "a switch needs two hands of two cards each")
    one, two = switched(Hand(situation.hand_1), Hand(situation.hand_2))
    acts, reason = steps(rules)
    facts = {"hand_1": one.cards, "hand_2": two.cards, "steps": acts, "natural": [one.is_blackjack, two.is_blackjack]}
    return Decision(facts, (reason,))


def _free_bets(rules: GameRules, situation: FreeBets) -> Decision:
    if blackjack(rules).free_bet is None:
        raise RequestError("case", "there are no free bets in this game")
    hand = Hand(situation.player, from_split=situation.from_split)
    split = may_split_free(rules, hand, Now(hands_now=situation.hands_now))
    double = may_double_free(rules, hand)
    facts: dict[str, Any] = {"free_split": split.allowed, "free_double": double.allowed}
    facts["marker"] = "right-of-original-bet"
    reasons = (*split.reasons, *double.reasons)
    if not situation.from_split:
        pot = pot_of_gold_lives(rules, situation.player)
        facts["pot_of_gold"] = "stays" if pot.allowed else "collect"
        reasons += pot.reasons
    return Decision(facts, reasons)


def _take_and_pay(rules: GameRules, situation: TakeAndPay) -> Decision:
    if blackjack(rules).free_bet is None:
        raise RequestError("case", "this order belongs to Free Bet")
    if situation.dealer_total is None and not situation.dealer:
        raise RequestError("dealer", "is missing: give the dealer's cards or 'dealer_total'")
    total = situation.dealer_total if situation.dealer_total is not None else points(situation.dealer).total
    steps_in_order, reason = take_and_pay(rules, total)
    order = [act for step in steps_in_order for act in step]
    return Decision({"order": order, "dealer_total": total}, (reason,))


def _next_round(rules: GameRules, situation: NextRound) -> Decision:
    if blackjack(rules).challenge is None:
        raise RequestError("case", "rounds with a base card belong to Challenge 21")
    if not situation.dealer:
        raise RequestError("dealer", "is missing: which cards has the dealer?")
    rounds = blackjack(rules).dealer.hands
    if not 1 <= situation.round <= rounds:
        raise RequestError("round", f"there are rounds 1 to {rounds}")
    found = between_rounds(rules, situation.dealer, situation.round)
    facts = {"discard": found.discard, "base_card": str(found.base), "moves_to_box": found.box}
    return Decision(facts, (found.reason,))


def _next_act(rules: GameRules, situation: NextAct) -> Decision:
    """Play the cards and answers so far, then say what comes next and which answers are legal."""
    opened = open_table(rules, situation.places, situation.meter)
    table, step = played(rules, opened, situation.cards, situation.answers)
    facts: dict[str, Any] = {"act": step.do.value, "phase": step.phase.value}
    where = {"seat": step.seat, "hand": step.hand, "bet": step.bet or None, "on": step.on}
    facts |= {name: value for name, value in where.items() if value is not None}
    if step.answers:
        facts["answers"] = step.answers
    facts |= {"dealer": table.shown, "settled": table.results}
    return Decision(facts, step.reasons)
