"""Answers of `limit` at blackjack: stakes on a hand and beside it, and whether it may double, split, surrender, insure.

What is limited whatever the cards is in `house_limits`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.blackjack.booking import FREE_BETS, INSURANCES, BlackjackBet
from trainer.games.blackjack.figures import blackjack, side_bet
from trainer.games.blackjack.free_bet import may_double_free, may_split_free
from trainer.games.blackjack.hands import Hand, is_ten
from trainer.games.blackjack.house_limits import (
    CutCardCase,
    DiscardsCase,
    PlacesCase,
    PlayersCase,
    TableCase,
    cut_card_limit,
    discards_limit,
    places_limit,
    players_limit,
    table_limit,
)
from trainer.games.blackjack.play import (
    Ruling,
    Situation,
    double_stake,
    may_double,
    may_insure,
    may_split,
    may_surrender,
)
from trainer.games.blackjack.side_bets import READERS
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.games.limits import Bounds, Laid, bounds, check_stakes, limit_reason, may_lie, stated_limits, table_limits
from trainer.rulebooks.schema import GameRules


class BetsCase(Case, frozen=True, tag="bets"):
    """May these bets of one place stand? ``order`` lists the bets as they were put down, if that matters."""

    bets: tuple[BlackjackBet, ...]
    minimum: Amount | None = None
    maximum: Amount | None = None
    order: tuple[str, ...] = ()
    simultaneous: bool = True


class SideBetCase(Case, frozen=True, tag="side-bet"):
    """Between what limits may a side bet lie, and which of these stakes may?"""

    bet: str
    stakes: tuple[Amount, ...] = ()
    main: Amount | None = None
    minimum: Amount | None = None
    maximum: Amount | None = None


class InsuranceCase(Case, frozen=True, tag="insurance"):
    """May insurance be taken, and for how much?"""

    dealer: tuple[Card, ...] = ()
    bets: tuple[BlackjackBet, ...] = ()
    third_card_given: bool = False
    from_split: bool = False
    minimum: Amount | None = None


class DoubleCase(Case, frozen=True, tag="double"):
    """May this hand (or each of several) double? With bets, is the added stake right?"""

    player: tuple[Card, ...] = ()
    hands: tuple[tuple[Card, ...], ...] = ()
    from_split: bool = False
    bets: tuple[BlackjackBet, ...] = ()
    maximum: Amount | None = None


class SplitCase(Case, frozen=True, tag="split"):
    """May this hand be split, with so many hands or splits already made from the initial hand?"""

    player: tuple[Card, ...]
    hands_now: int = 1
    splits_done: int | None = None


class SurrenderCase(Case, frozen=True, tag="surrender"):
    """May this hand be given up?"""

    dealer: tuple[Card, ...] = ()
    player: tuple[Card, ...] = ()
    third_card_given: bool = False
    from_split: bool = False


class FreeBetCase(Case, frozen=True, tag="free-bet"):
    """May this hand split or double free, or with its own money?"""

    player: tuple[Card, ...]
    request: Literal["free-split", "free-double", "split", "double"]
    from_split: bool = False
    hands_now: int = 1


LimitQuestion = (
    BetsCase
    | SideBetCase
    | InsuranceCase
    | DoubleCase
    | SplitCase
    | SurrenderCase
    | FreeBetCase
    | PlacesCase
    | PlayersCase
    | CutCardCase
    | DiscardsCase
    | TableCase
)


Refuse = Callable[[Reason], None]


def limit(rules: GameRules, question: LimitQuestion) -> Decision:
    """Whether something may be done and within what bounds, with reasons."""
    match question:
        case BetsCase():
            return _bets(rules, question)
        case SideBetCase():
            return _side_bet(rules, question)
        case InsuranceCase():
            return _insurance(rules, question)
        case DoubleCase():
            return _double(rules, question)
        case SplitCase():
            split = question.hands_now > 1 or bool(question.splits_done)
            hand = Hand(question.player, from_split=split)
            now = Situation(hands_now=question.hands_now, splits_done=question.splits_done)
            return _decision(may_split(rules, hand, now))
        case SurrenderCase():
            hand = Hand(question.player, from_split=question.from_split)
            now = Situation(_up(question.dealer), question.third_card_given)
            return _decision(may_surrender(rules, hand, now))
        case FreeBetCase():
            return _free_bet(rules, question)
        case PlacesCase():
            return places_limit(rules, question)
        case PlayersCase():
            return players_limit(rules, question)
        case CutCardCase():
            return cut_card_limit(rules, question)
        case DiscardsCase():
            return discards_limit(rules, question)
        case TableCase():
            return table_limit(rules, question)


def _decision(ruling: Ruling, **more: Any) -> Decision:
    return Decision({"allowed": ruling.allowed, **ruling.facts, **more}, ruling.reasons)


def _up(cards: Sequence[Card]) -> Card | None:
    return cards[0] if cards else None


# ── stakes ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def side_bet_bounds(
    rules: GameRules, bet: str, main: Amount | None, known: dict[str, Amount]
) -> tuple[Amount, Amount | None, list[Reason]]:
    """The least and the most of a side bet as far as a table's limits are known, with reasons.

    The most is `None` if no maximum is known. The table's maximum may cap what the best row pays.
    """
    rule, figures = rules.bets[bet], side_bet(rules, bet)
    own = bounds(rules, rule, known)
    least, cite = own.minimum or ZERO, own.cite
    maxima = [rules.whole_coins(own.maximum)] if own.maximum is not None else []
    reasons: list[Reason] = []
    if figures.within_main and main is not None:
        maxima.append(main)
        reasons.append(Reason("side-bet-within-main", {"main": main}, cite))
    if figures.pay_cap is not None and "maximum" in known:
        best = max(odds.ratio for odds in rule.pay_table.values())
        cap = known["maximum"] * figures.pay_cap
        maxima.append(Amount(math.floor(cap / best)))
        reasons.append(Reason("side-bet-pay-cap", {"times": figures.pay_cap, "cap": cap}, cite))
    most = min(maxima, default=None)
    params = {"bet": rule.names, "least": least, "most": most}
    told = Reason("side-bet-limits", params, cite)
    if own.minimum is None or most is None:
        told = limit_reason(rule.names, Bounds(own.minimum, most, cite))
    return least, most, [told, *reasons]


def _side_bet(rules: GameRules, question: SideBetCase) -> Decision:
    if question.bet not in READERS or question.bet not in rules.bets:
        offered = ", ".join(bet for bet in rules.bets if bet in READERS)
        raise RequestError("bet", f"{question.bet!r} is not a side bet of this table; there are: {offered}")
    known = stated_limits(question.minimum, question.maximum, blackjack(rules).limits)
    if not question.stakes:  # then it shows what the example table would take
        known = table_limits(rules, question.minimum, question.maximum)
    least, most, reasons = side_bet_bounds(rules, question.bet, question.main, known)
    facts: dict[str, Any] = {"minimum": least or None, "maximum": most}
    table = rules.bets[question.bet].pay_table
    if most is not None and table:
        facts["pays_at_maximum"] = most * max(odds.ratio for odds in table.values())
    if question.stakes:
        fits = [stake > 0 and least <= stake and (most is None or stake <= most) for stake in question.stakes]
        facts["allowed"] = fits[0] if len(fits) == 1 else fits
    return Decision(facts, tuple(reasons))


def _bets(rules: GameRules, question: BetsCase) -> Decision:
    """The bets of one place: stakes before the deal, and the size of what was added to them later."""
    if not question.bets and not question.order:
        raise RequestError("bets", "is missing: which bets lie at the place?")
    check_stakes(question.bets)
    stated = stated_limits(question.minimum, question.maximum, blackjack(rules).limits)
    mains = [bet for bet in question.bets if bet.bet == "main"]
    facts: dict[str, Any] = {"allowed": True}
    reasons: list[Reason] = []

    def refuse(reason: Reason) -> None:
        facts["allowed"] = False
        reasons.append(reason)

    laid: list[Laid] = []
    named = {bet.seat for bet in question.bets if bet.seat is not None}
    only = min(named) if len(named) == 1 else 0  # of one place, not every bet names the seat
    for index, bet in enumerate(question.bets):
        if bet.bet not in rules.bets:
            raise RequestError(f"bets[{index}].bet", f"{bet.bet!r} is not a bet of this table")
        rule = rules.bets[bet.bet]
        own = msgspec.structs.replace(bet, seat=bet.seat or only)  # the bets of one place are one player's
        spot = f"{bet.bet}/{bet.hand}/{bet.on}"
        if bet.bet == "main" and stated:
            found = Bounds(stated.get("minimum"), stated.get("maximum"), rule.limit_cite or rule.cite)
            params = {"stake": bet.stake, **stated}
            reason = Reason("main-limits", params, found.cite) if len(stated) == 2 else None
            laid.append(Laid.on(own, spot, found, rule.names, reason=reason))
        elif bet.bet in READERS:
            if not mains:
                refuse(Reason("side-bet-needs-main", {"bet": rule.names}, rule.cite))
                continue
            least, most, why = side_bet_bounds(rules, bet.bet, mains[0].stake, stated)
            facts |= {"minimum": least or None, "maximum": most}
            found = Bounds(least, most, rule.limit_cite or rule.cite)
            laid.append(Laid.on(own, spot, found, rule.names, reasons=tuple(why[1:]), reason=why[0]))
        elif bet.bet in (*INSURANCES, "double", "split") and mains:
            found, why = _added_bounds(rules, bet, mains, question)
            laid.append(Laid.on(own, f"{spot}/{index}", found, rule.names, reasons=tuple(why)))
    lie, found_reasons = may_lie(laid)
    facts["allowed"] = facts["allowed"] and lie.get("allowed", True)
    reasons += found_reasons
    for rule_id in _late_side_bets(rules, question):
        refuse(Reason("side-bet-too-late", {"bet": rules.bets[rule_id].names}, rules.bets[rule_id].cite))
    _check_switch_stakes(rules, mains, refuse)
    _check_challenge_bets(rules, mains, facts, reasons, refuse)
    return Decision(facts, tuple(reasons))


def _added_bounds(
    rules: GameRules, bet: BlackjackBet, mains: Sequence[BlackjackBet], question: BetsCase
) -> tuple[Bounds, list[Reason]]:
    """Limits of a stake that a player adds to his main stake during the round, with reasons."""
    first = next((each for each in mains if each.on == bet.on and each.hand in (None, bet.hand)), mains[0])
    spot = (first.seat, first.hand, first.on)
    main = sum((each.stake for each in mains if (each.seat, each.hand, each.on) == spot), ZERO)
    rule = rules.bets[bet.bet]
    if bet.bet in INSURANCES:
        least, most = insurance_bounds(rules, bet.bet, main, question.minimum)
        cite = rule.limit_cite or rule.cite
        return Bounds(least, most, cite), [Reason("insurance-limit", {"most": most, "main": main}, cite)]
    if bet.bet == "double":
        amount, found = double_stake(rules, main, bet.stake), double_bounds(rules, main, question.maximum)
        whole = None if blackjack(rules).double.for_less else found.maximum
        return Bounds(whole, found.maximum, found.cite), list(amount.reasons)
    return Bounds(main, main, rule.limit_cite or rule.cite), []


def _late_side_bets(rules: GameRules, question: BetsCase) -> list[str]:
    """Side bets put down after the main stake where the regulation wants them before or with it."""
    order = question.order
    if question.simultaneous or "main" not in order:
        return []
    after = order[order.index("main") + 1 :]
    return [bet for bet in after if bet in READERS and bet in rules.bets and side_bet(rules, bet).strict_order]


def _check_switch_stakes(rules: GameRules, mains: Sequence[BlackjackBet], refuse: Refuse) -> None:
    switch = blackjack(rules).switch
    if switch is not None and mains and (len(mains) != 2 or mains[0].stake != mains[1].stake):
        refuse(Reason("equal-stakes", {}, switch.equal_stakes_cite))


def _check_challenge_bets(
    rules: GameRules, mains: Sequence[BlackjackBet], facts: dict[str, Any], reasons: list[Reason], refuse: Refuse
) -> None:
    figures = blackjack(rules).challenge
    if figures is None:
        return
    facts |= {"minimum_bets": figures.least_bets, "maximum_bets": figures.most_bets}
    reason = Reason("challenge-bets", {"least": figures.least_bets, "most": figures.most_bets}, figures.cite)
    rounds = sorted(bet.on if isinstance(bet.on, int) else 0 for bet in mains)
    # The first bets are compulsory and the last is the additional one, so the rounds are 1, 2 or 1, 2, 3.
    fits = figures.least_bets <= len(rounds) <= figures.most_bets and rounds == list(range(1, len(rounds) + 1))
    (reasons.append if fits else refuse)(reason)


def _insurance(rules: GameRules, question: InsuranceCase) -> Decision:
    wanted = next((bet for bet in question.bets if bet.bet in INSURANCES), None)
    mains = [bet for bet in question.bets if bet.bet == "main"]
    facing = [bet for bet in mains if wanted is not None and bet.on == wanted.on]  # Challenge 21: of the same round
    main = next(iter(facing or mains), None)
    up = _up(question.dealer)
    against_ten = "insurance-ten" in rules.bets and up is not None and is_ten(up)
    kind = wanted.bet if wanted else "insurance-ten" if against_ten else "insurance"
    now = Situation(up, question.third_card_given)
    ruling = may_insure(rules, Hand(from_split=question.from_split), now, kind)
    facts: dict[str, Any] = {"insurance_allowed": ruling.allowed}
    reasons, allowed = list(ruling.reasons), ruling.allowed
    if ruling.allowed and main is not None:
        least, most = insurance_bounds(rules, kind, main.stake, question.minimum)
        facts |= {"maximum": most} if not least else {"minimum": least, "maximum": most}
        rule = rules.bets[kind]
        reasons.append(Reason("insurance-limit", {"most": most, "main": main.stake}, rule.limit_cite or rule.cite))
        if wanted is not None and wanted.stake:
            allowed = least <= wanted.stake <= most
    return Decision({"allowed": allowed, **facts}, tuple(reasons))


def insurance_bounds(rules: GameRules, bet: str, main: Amount, minimum: Amount | None) -> tuple[Amount, Amount]:
    """The least and the most of an insurance on a main stake, the most in whole coins."""
    rule = rules.bets[bet]
    least = bounds(rules, rule, {**stated_limits(minimum, None), "main": main}).minimum or ZERO
    if rule.maximum is None:
        return least, main
    most = rules.whole_coins(rule.maximum.amount({**table_limits(rules, minimum, None), "main": main}))
    return most if rule.minimum == rule.maximum else least, most


def _double(rules: GameRules, question: DoubleCase) -> Decision:
    if not question.player and not question.hands:
        raise RequestError("player", "is missing: which cards may be doubled?")
    if question.hands:
        rulings = [may_double(rules, Hand(cards, from_split=question.from_split)) for cards in question.hands]
        reasons = tuple(reason for ruling in rulings for reason in ruling.reasons)
        return Decision({"may_double": [ruling.allowed for ruling in rulings]}, reasons)
    ruling = may_double(rules, Hand(question.player, from_split=question.from_split))
    facts: dict[str, Any] = {"may_double": ruling.allowed, **ruling.facts}
    stakes = {bet.bet: bet.stake for bet in question.bets}
    reasons, allowed = ruling.reasons, ruling.allowed
    if "main" in stakes and "double" in stakes:
        main, added = stakes["main"], stakes["double"]
        amount = double_stake(rules, main, added)
        allowed = allowed and amount.allowed and double_bounds(rules, main, question.maximum).allows(added)
        reasons, facts = (*reasons, *amount.reasons), facts | amount.facts
        double = blackjack(rules).double
        if question.maximum is not None and main + added > question.maximum:
            rule = "double-beyond-maximum" if double.beyond_maximum else "double-within-maximum"
            reasons = (*reasons, Reason(rule, {"maximum": question.maximum}, double.beyond_cite))
    return Decision({"allowed": allowed, **facts}, reasons)


def double_bounds(rules: GameRules, main: Amount, maximum: Amount | None) -> Bounds:
    """The most that may be added to a doubled stake: as much again, within the table's maximum if the house says so."""
    double = blackjack(rules).double
    room = main if maximum is None or double.beyond_maximum else max(ZERO, maximum - main)
    return Bounds(None, min(main, room), double.beyond_cite)


def _free_bet(rules: GameRules, question: FreeBetCase) -> Decision:
    if blackjack(rules).free_bet is None:
        raise RequestError("case", "there are no free bets in this game")
    hand = Hand(question.player, from_split=question.from_split)
    now = Situation(hands_now=question.hands_now)
    if question.request in FREE_BETS:
        free = may_split_free(rules, hand, now) if question.request == "free-split" else may_double_free(rules, hand)
        return _decision(free)
    return _decision(may_split(rules, hand, now) if question.request == "split" else may_double(rules, hand))
