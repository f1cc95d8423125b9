"""Questions that games without a dealer share: prices, prize funds, payment, claim periods, unclaimed prizes."""

from __future__ import annotations

from typing import Any

from trainer.equipment.money import Amount
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.games.counter.figures import counter
from trainer.rulebooks.schema import GameRules


class PriceQuestion(Case, frozen=True, tag="price"):
    """May a play cost this?"""

    prices: tuple[Amount, ...]


class FundQuestion(Case, frozen=True, tag="fund"):
    """How much of what was played must go into prizes at least? ``paid`` asks whether that sum is enough."""

    played: Amount
    paid: Amount | None = None


class PaymentQuestion(Case, frozen=True, tag="payment"):
    """Where may prizes of these sums be paid?"""

    prize: Amount | None = None
    prizes: tuple[Amount, ...] = ()


class Presented(Case, frozen=True, tag="presented"):
    """A prize is claimed after so many days: is it paid? The first day is the one after the result or the issue."""

    days: int


class UnclaimedQuestion(Case, frozen=True, tag="unclaimed"):
    """Prizes nobody collected: who keeps them?"""

    unclaimed: Amount | None = None


def price(rules: GameRules, asked: PriceQuestion) -> Decision:
    """Whether each price is within the regulation's bounds."""
    bounds = counter(rules).price
    if bounds is None:
        raise RequestError("case", f"{rules.rulebook} sets no price for {rules.game}")
    legal = [bounds.minimum <= each <= bounds.maximum for each in asked.prices]
    params = {"minimum": bounds.minimum, "maximum": bounds.maximum}
    return Decision({"legal": legal, "allowed": all(legal), **params}, (Reason("price", params, bounds.cite),))


def fund(rules: GameRules, asked: FundQuestion) -> Decision:
    """The least sum of prizes for what was played, and whether a sum paid reaches it."""
    share = counter(rules).share
    if share is None:
        raise RequestError("case", f"{rules.rulebook} sets no share in prizes for {rules.game}")
    least = asked.played * share.percent / 100
    facts: dict[str, Any] = {"prize_fund": least, "minimum_prizes": least}
    if asked.paid is not None:
        facts["allowed"] = asked.paid >= least
    params = {"percent": share.percent, "played": asked.played, "least": least}
    return Decision(facts, (Reason("prize-share", params, share.cite),))


def payment(rules: GameRules, asked: PaymentQuestion) -> Decision:
    """Where each prize may be paid and, for a single one, in cash or by cheque."""
    where = counter(rules).payment
    if where is None:
        raise RequestError("case", f"{rules.rulebook} does not say where prizes of {rules.game} are paid")
    if (asked.prize is None) == (not asked.prizes):
        raise RequestError("prize", "give one prize, or several as prizes")
    sums = asked.prizes or (asked.prize,)
    places = [_places(rules, each, index) for index, each in enumerate(sums)]
    may = ["shop" in each for each in places]
    facts: dict[str, Any] = {"shop_may_pay": may if asked.prizes else may[0]}
    facts["premises_may_pay"] = facts["shop_may_pay"]
    facts["where"] = places if asked.prizes else places[0]
    cites = [
        where.shop_cite if each == ["shop"] else where.both_cite if "shop" in each else where.office_cite
        for each in places
    ]
    params = {"shop": where.shop, "office": where.office}
    rule = "paid-by-any" if where.any_at_shop else "where-paid"
    reasons = [Reason(rule, params, cite) for cite in dict.fromkeys(cites)]
    means = counter(rules).means
    if means is not None and asked.prize is not None:
        cheque = asked.prize > means.cash or (means.cheque_from and asked.prize == means.cash)
        facts["means"] = "nominative-cheque" if cheque else "cash"
        reasons.append(Reason("means", {"cash": means.cash}, means.cite))
    return Decision(facts, tuple(reasons))


def _places(rules: GameRules, prize: Amount | None, index: int) -> list[str]:
    where = counter(rules).payment
    assert where is not None and prize is not None
    if prize <= 0:
        raise RequestError(f"prizes[{index}]", "must be above 0")
    if prize <= where.shop:
        return ["shop"]
    in_shop = where.any_at_shop or (prize == where.office and where.office_at == "shop")
    if prize < where.office or in_shop:
        return ["shop", "central-office", "authorised-entity"]
    return ["central-office", "authorised-entity"]


def presented(rules: GameRules, asked: Presented) -> Decision:
    """Whether a prize is still paid after so many days."""
    term = counter(rules).term
    if term is None or term.days is None:
        raise RequestError("case", f"{rules.rulebook} leaves the term of {rules.game} to the ticket")
    paid = asked.days <= term.days if term.last_day_counts else asked.days < term.days
    return Decision({"paid": paid, "term_days": term.days}, (Reason("term", {"days": term.days}, term.cite),))


def unclaimed(rules: GameRules, asked: UnclaimedQuestion) -> Decision:
    """Who keeps the prizes that nobody collects."""
    rule = counter(rules).unclaimed
    if rule is None:
        raise RequestError("case", f"{rules.rulebook} does not say what becomes of unclaimed prizes of {rules.game}")
    return Decision({"kept_by": rule.goes_to}, (Reason(f"unclaimed-{rule.goes_to}", {}, rule.cite),))


LimitQuestion = PriceQuestion | FundQuestion | PaymentQuestion


def limit(rules: GameRules, question: LimitQuestion) -> Decision:
    """Prices, the least sum of prizes, and who may pay."""
    match question:
        case PriceQuestion():
            return price(rules, question)
        case FundQuestion():
            return fund(rules, question)
        case PaymentQuestion():
            return payment(rules, question)
