"""Settles a bingo game: prizes from the takings, equal shares, remainders, and an unclaimed line."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.bingo.claims import Judgement, PrizeClaim, judge, winners
from trainer.games.bingo.figures import PRIZES, bingo
from trainer.games.core import BetResult, Outcome, Reason, RequestError, Settlement
from trainer.rulebooks.schema import GameRules

_MOST = 100_000  # cards or winners in one hall


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to settle.

    Either the claims themselves, as ``bets`` with their cards and the balls ``drawn``, or only how many were right:
    ``line_winners``, ``bingo_winners``, ``progressive_winners``. Prizes are given (``line_prize`` …) or made of
    ``cards_sold`` at a ``price`` by the percentages of the house's plan. ``prize`` with ``winners`` (or
    ``valid_claims``, of so many ``claims``) is the short form for one prize. ``carried`` is what the game before left
    over for this bingo; ``progressive_by`` the ball by which the bingo must come to win the progressive.
    """

    bets: tuple[PrizeClaim, ...] = ()
    drawn: tuple[int, ...] = ()
    prize: Amount | None = None
    winners: int | None = None
    valid_claims: int | None = None
    claims: int | None = None
    line_prize: Amount | None = None
    line_winners: int | None = None
    bingo_prize: Amount | None = None
    bingo_winners: int | None = None
    progressive_prize: Amount | None = None
    progressive_winners: int | None = None
    cards_sold: int | None = None
    price: Amount | None = None
    percentages: dict[str, Amount] = {}
    carried: Amount = ZERO
    progressive_by: int | None = None


def settle(rules: GameRules, round_: Round) -> Settlement:
    """Every prize shared among those who are right, and every claim's part of it."""
    _check(rules, round_)
    facts: dict[str, Any] = {}
    reasons: list[Reason] = []
    prizes = _prizes(rules, round_, facts, reasons)
    judged = [judge(rules, claim, round_.drawn, f"bets[{at}].") for at, claim in enumerate(round_.bets)]
    judged = [_by_the_ball(rules, round_, claim, each) for claim, each in zip(round_.bets, judged, strict=True)]
    sharing = {prize: winners(rules, round_.bets, judged, prize) for prize in rules.bets}
    counts = _counts(rules, round_, sharing)
    _line_nobody_claimed(rules, prizes, counts, facts, reasons)
    each: dict[str, Amount] = {}
    for prize, count in counts.items():
        if prize in prizes and count:
            each[prize] = _share(rules, prize, prizes[prize], count, facts, reasons)
    if each:
        facts["paid_in"] = bingo(rules).prizes.paid_in
    if round_.prize is not None and "bingo" in each:
        facts["each"] = each["bingo"]
    if not round_.bets:
        facts["total_payout"] = sum((share * counts[prize] for prize, share in each.items()), ZERO)
    bets = tuple(_claimed(rules, round_.bets, at, judged, sharing, each) for at in range(len(round_.bets)))
    if counts.get("bingo"):
        facts["game"] = "ended"
    elif round_.bets or counts:
        facts["game"] = "goes-on"
    return Settlement(bets, tuple(reasons), facts)


def _check(rules: GameRules, round_: Round) -> None:
    for field in ("winners", "valid_claims", "claims", "cards_sold", *(f"{prize}_winners" for prize in PRIZES)):
        value = getattr(round_, field)
        if value is not None and not 0 <= value <= _MOST:
            raise RequestError(field, f"must be from 0 to {_MOST}")
    for prize in PRIZES:
        for field in (f"{prize}_prize", f"{prize}_winners"):
            if prize not in rules.bets and getattr(round_, field) is not None:
                raise RequestError(field, f"there is no such prize here; there are: {', '.join(rules.bets)}")
    if round_.prize is not None and round_.bingo_prize is not None:
        raise RequestError("prize", "is the short form of bingo_prize; give one of the two")
    if (round_.cards_sold is None) != (round_.price is None):
        raise RequestError("price" if round_.price is None else "cards_sold", "is missing: takings are both together")
    valid = round_.valid_claims
    if valid is not None and round_.claims is not None and valid > round_.claims:
        raise RequestError("valid_claims", "cannot be more than the claims there were")
    short = [count for count in (round_.winners, valid, round_.bingo_winners) if count is not None]
    if len(short) > 1:
        raise RequestError("winners", "is said twice; give winners, valid_claims or bingo_winners")
    counted = [*short, *(getattr(round_, f"{prize}_winners") for prize in PRIZES)]
    if round_.bets and any(count is not None for count in counted):
        raise RequestError("bets", "either the claims or the number of winners, not both")
    for prize, share in round_.percentages.items():
        if prize not in rules.bets:
            raise RequestError(f"percentages.{prize}", f"there are only: {', '.join(rules.bets)}")
        if not 0 <= share <= 100:
            raise RequestError(f"percentages.{prize}", "must be from 0 to 100")
    if sum(round_.percentages.values(), ZERO) > 100:
        raise RequestError("percentages", "are more than 100 together")


def _prizes(rules: GameRules, round_: Round, facts: dict[str, Any], reasons: list[Reason]) -> dict[str, Amount]:
    """The prizes in money: as given, else by percentage of what the cards brought in."""
    ours = bingo(rules).prizes
    prizes: dict[str, Amount] = {}
    if round_.cards_sold is not None and round_.price is not None:
        takings = round_.cards_sold * round_.price
        facts["takings"] = takings
        params = {"cards": round_.cards_sold, "price": round_.price, "takings": takings}
        reasons.append(Reason("takings", params, ours.plan_cite))
        plan = round_.percentages or {prize: Fraction(share) for prize, share in ours.percentages.items()}
        for prize, share in plan.items():
            amount = rules.money(takings * share / 100)
            key = "progressive_added" if prize == "progressive" else f"{prize}_prize"
            facts[key] = amount
            named = {"prize": rules.bets[prize].names, "share": share, "takings": takings, "amount": amount}
            reasons.append(Reason("percentage", named, ours.plan_cite))
            if prize != "progressive":
                prizes[prize] = amount
        facts["house"] = takings - sum((facts[key] for key in facts if key != "takings"), ZERO)
    for prize in rules.bets:
        given = getattr(round_, f"{prize}_prize")
        if given is not None:
            prizes[prize] = given
    if round_.prize is not None:
        prizes["bingo"] = round_.prize
    if round_.carried:
        prizes["bingo"] = prizes.get("bingo", ZERO) + round_.carried
        facts["bingo_prize"] = prizes["bingo"]
        reasons.append(Reason("carried", {"amount": round_.carried, "prize": prizes["bingo"]}, ours.remainder_cite))
    return prizes


def _counts(rules: GameRules, round_: Round, sharing: dict[str, list[int]]) -> dict[str, int]:
    """How many shares each prize is cut into."""
    if round_.bets:
        by_player = bingo(rules).prizes.share_by == "player"
        return {
            prize: len({_owner(round_.bets[at], at) for at in places}) if by_player else len(places)
            for prize, places in sharing.items()
        }
    given = {prize: getattr(round_, f"{prize}_winners") for prize in rules.bets}
    for short in (round_.winners, round_.valid_claims):
        if short is not None:
            given["bingo"] = short
    return {prize: count for prize, count in given.items() if count is not None}


def _owner(claim: PrizeClaim, at: int) -> str:
    return f"seat {claim.seat}" if claim.seat is not None else f"claim {at}"


def _by_the_ball(rules: GameRules, round_: Round, claim: PrizeClaim, judged: Judgement) -> Judgement:
    """The progressive is lost where the bingo came after the ball that the house posted for it."""
    if round_.progressive_by is None or claim.bet != "progressive" or not judged.good:
        return judged
    if judged.progress.completed_by <= round_.progressive_by:
        return judged
    params = {"ball": judged.progress.completed_by, "by": round_.progressive_by}
    reason = Reason("claim-progressive-too-late", params, bingo(rules).prizes.progressive_cite)
    return msgspec.structs.replace(judged, good=False, why="progressive-too-late", reasons=(reason,))


def _line_nobody_claimed(
    rules: GameRules, prizes: dict[str, Amount], counts: dict[str, int], facts: dict[str, Any], reasons: list[Reason]
) -> None:
    ours = bingo(rules).prizes
    if not prizes.get("line") or counts.get("line") != 0 or not counts.get("bingo") or not ours.unclaimed_line:
        return
    line = prizes.pop("line")
    facts["line_goes_to"] = ours.unclaimed_line
    if ours.unclaimed_line == "bingo":
        prizes["bingo"] = prizes.get("bingo", ZERO) + line
        facts["bingo_prize"] = prizes["bingo"]
    reasons.append(Reason(f"line-unclaimed-{ours.unclaimed_line}", {"amount": line}, ours.unclaimed_cite))


def _share(
    rules: GameRules, prize: str, amount: Amount, count: int, facts: dict[str, Any], reasons: list[Reason]
) -> Amount:
    """Equal shares, rounded as the house does, and where the rest goes."""
    ours = bingo(rules).prizes
    each = rules.money(amount / count)
    facts[f"{prize}_each"] = each
    params = {"prize": rules.bets[prize].names, "amount": amount, "winners": count, "each": each}
    reasons.append(Reason("equal-shares", params, ours.share_cite))
    rest = amount - each * count
    if rest < 0:
        facts["house_adds"] = facts.get("house_adds", ZERO) - rest
    if rest > 0:
        facts["remainder"] = facts.get("remainder", ZERO) + rest
        facts["remainder_goes_to"] = ours.remainder
        reasons.append(Reason(f"remainder-{ours.remainder}", {"amount": rest}, ours.remainder_cite))
    return each


def _claimed(
    rules: GameRules,
    claims: Sequence[PrizeClaim],
    at: int,
    judged: Sequence[Judgement],
    sharing: dict[str, list[int]],
    each: dict[str, Amount],
) -> BetResult:
    claim, own = claims[at], judged[at]
    facts: dict[str, Any] = {"accepted": at in sharing[claim.bet], "why": own.why}
    if facts["accepted"]:
        share = each.get(claim.bet, ZERO)
        if bingo(rules).prizes.share_by == "player" and claim.seat is not None:
            mine = [other for other in sharing[claim.bet] if claims[other].seat == claim.seat]
            share = share if mine[0] == at else ZERO  # one share a player, paid on the first of his cards
        return BetResult(claim, Outcome.WIN, pays=share, reasons=own.reasons, facts=facts)
    reasons = own.reasons
    if own.good:
        facts["why"] = "another-before"
        named = {"figure": rules.bets[claim.bet].names}
        reasons = (Reason("claim-another-before", named, bingo(rules).claims.together_cite),)
    return BetResult(claim, Outcome.VOID, reasons=reasons, facts=facts)
