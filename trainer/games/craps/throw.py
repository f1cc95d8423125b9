"""One throw: what it does to the line, and what it does to each bet."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from trainer.equipment.dice import Roll
from trainer.equipment.money import ZERO, Amount
from trainer.equipment.odds import Odds
from trainer.games.core import BetResult, Outcome, Reason, RequestError
from trainer.games.craps.figures import SEVEN, BetData, SmallStake, bet_data, commission_rounding, craps
from trainer.games.craps.layout import (
    AGAINST_NUMBER,
    BONUS,
    COMES,
    FLAT_OF,
    FOR_NUMBER,
    LINES,
    ONE_THROW,
    CrapsBet,
    hop_pair,
    named,
    number_of,
    ordered,
)
from trainer.rulebooks.schema import Citation, GameRules


class LineEvent(StrEnum):
    """What a throw does to the line."""

    NATURAL = "natural"
    CRAPS = "craps"
    POINT = "point"  # a point is set
    POINT_MADE = "point-made"
    SEVEN_OUT = "seven-out"
    NO_DECISION = "no-decision"


class Throw(msgspec.Struct, frozen=True):
    """A valid throw and the table it falls on: the point, the numbers the bonus lammers mark, the barred craps."""

    roll: Roll
    point: int | None = None
    marked: frozenset[int] = frozenset()
    barred: Roll | None = None  # `None`: the rulebook's

    @property
    def total(self) -> int:
        return self.roll.total


def line_event(rules: GameRules, throw: Throw) -> LineEvent:
    """What the throw does to the line."""
    come_out = craps(rules).come_out
    if throw.point is None:
        if throw.total in come_out.naturals:
            return LineEvent.NATURAL
        return LineEvent.CRAPS if throw.total in come_out.craps else LineEvent.POINT
    if throw.total == throw.point:
        return LineEvent.POINT_MADE
    return LineEvent.SEVEN_OUT if throw.total == SEVEN else LineEvent.NO_DECISION


def point_after(rules: GameRules, throw: Throw) -> int | None:
    """The point once this throw is called; `None` means that the next throw is a come-out."""
    match line_event(rules, throw):
        case LineEvent.POINT:
            return throw.total
        case LineEvent.NO_DECISION:
            return throw.point
        case _:
            return None


def marked_after(throw: Throw) -> frozenset[int]:
    """The numbers with a bonus lammer once this throw is called; a 7 removes them all."""
    return frozenset() if throw.total == SEVEN else throw.marked | {throw.total}


def is_working(rules: GameRules, bet: CrapsBet, point: int | None) -> bool:
    """Whether the throw counts for a bet: as its player asked, else as the rulebook says."""
    if bet.working is not None:
        return bet.working
    return point is not None or not bet_data(rules, bet.bet).off_on_come_out


def _small_stake(rules: GameRules, bet: CrapsBet, key: str) -> SmallStake | None:
    """The other odds of a stake too small for the usual ones, where the rulebook has them."""
    small = bet_data(rules, bet.bet).small_stake
    return small if small is not None and bet.stake < small.below and key in map(str, small.on) else None


def odds_of(rules: GameRules, bet: CrapsBet, key: str) -> Odds:
    """The odds of a bet for an outcome (a number, a total, ``easy`` or ``hard``)."""
    rule, small = rules.bets[bet.bet], _small_stake(rules, bet, key)
    if small is not None:
        return small.pays
    odds = rule.pay_table.get(key, rule.pays)
    if odds is None:
        raise ValueError(f"{rules.rulebook}/{rules.game}: bet {bet.bet} has no odds for {key}")
    return odds


def commission_of(rules: GameRules, bet: CrapsBet) -> Amount:
    """The commission paid on top of a bet when it is put up; 0 where there is none."""
    commission = bet_data(rules, bet.bet).commission
    if commission is None:
        return ZERO
    win = rules.pays(odds_of(rules, bet, str(bet.on)), bet.stake)
    return commission_rounding(rules).apply(commission.amount(bet.stake, win))


def settle_bet(rules: GameRules, bet: CrapsBet, throw: Throw) -> BetResult:
    """What a throw does to one bet; the layout must know the bet."""
    if not is_working(rules, bet, throw.point):
        return _off(rules, bet, throw)
    if bet.bet in LINES or bet.bet in COMES:
        return _line(rules, bet, throw)
    if bet.bet in FOR_NUMBER:
        return _for_number(rules, bet, throw)
    if bet.bet in AGAINST_NUMBER:
        return _against_number(rules, bet, throw)
    if bet.bet in BONUS:
        return _bonus(rules, bet, throw)
    if bet.bet in ONE_THROW:
        return _one_throw(rules, bet, throw)
    return _hardway(rules, bet, throw) if bet.bet == "hardway" else _hop(rules, bet, throw)


# ── how a bet ends ───────────────────────────────────────────────────────────────────────────────────────────────────


def _win(rules: GameRules, bet: CrapsBet, key: str, reason: Reason) -> BetResult:
    rule, data, odds = rules.bets[bet.bet], bet_data(rules, bet.bet), odds_of(rules, bet, key)
    exact = odds.pays(bet.stake)
    pays = rules.pays(odds, bet.stake)
    small = _small_stake(rules, bet, key)
    reasons = [reason, *([Reason("small-stake", {"below": small.below}, rule.cite)] if small else [])]
    paid = {"bet": named(rules, bet), "odds": odds, "stake": bet.stake, "pays": exact}
    reasons.append(Reason("table.reason.bet-pays", paid, data.pays_cite or rule.cite))
    if pays != exact:
        reasons.append(Reason("rounded", {"exact": exact, "pays": pays}, rules.options["rounding"].cite))
    facts: dict[str, Any] = {}
    if data.commission is not None:
        facts["commission"] = commission_of(rules, bet)
        params = {"percent": data.commission.share * 100, "commission": facts["commission"]}
        reasons.append(Reason(f"commission-on-{data.commission.of}", params, rule.cite))
        if data.commission_again and data.stays_up:
            reasons.append(Reason("commission-again", {"commission": facts["commission"]}, rule.cite))
    kept = {"stays": bet.stake} if data.stays_up else {"returned": bet.stake}
    return BetResult(bet, Outcome.WIN, pays=pays, reasons=tuple(reasons), facts=facts, **kept)


def _lose(rules: GameRules, bet: CrapsBet, rule: str, **params: Any) -> BetResult:
    reason = Reason(rule, params, rules.bets[bet.bet].cite)
    return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(reason,))


def _stand(rules: GameRules, bet: CrapsBet, rule: str, cite: Citation | None = None, **params: Any) -> BetResult:
    reason = Reason(rule, params, cite or rules.bets[bet.bet].cite)
    return BetResult(bet, Outcome.STAND, stays=bet.stake, reasons=(reason,))


def _off(rules: GameRules, bet: CrapsBet, throw: Throw) -> BetResult:
    """A bet that is off stays, but odds go back when the bet they belong to is decided."""
    data = bet_data(rules, bet.bet)
    cite = data.off_cite or rules.bets[bet.bet].cite
    if bet.bet in FLAT_OF and throw.total in (number_of(bet, throw.point), SEVEN):
        reason = Reason("odds-off-return", {"total": throw.total}, cite)
        return BetResult(bet, Outcome.PUSH, returned=bet.stake, reasons=(reason,))
    return _stand(rules, bet, "off" if throw.point is None else "called-off", cite)


# ── kinds of bets ────────────────────────────────────────────────────────────────────────────────────────────────────


def _line(rules: GameRules, bet: CrapsBet, throw: Throw) -> BetResult:
    """Pass and don't pass; come and don't come, whose first throw is a come-out of their own."""
    figures, cite, total = craps(rules), rules.bets[bet.bet].cite, throw.total
    for_player = bet.bet in ("pass-line", "come")
    own = throw if bet.bet in LINES else Throw(throw.roll, None, barred=throw.barred)
    event = line_event(rules, own)
    if event is LineEvent.CRAPS and not for_player and ordered(throw.roll) == (throw.barred or figures.barred.roll):
        reason = Reason("barred", {"roll": throw.roll}, figures.barred.cite)
        return BetResult(bet, Outcome.PUSH, returned=bet.stake, reasons=(reason,))
    if event is LineEvent.POINT:
        if bet.bet in LINES:
            return _stand(rules, bet, "point-set", total=total)
        moved = _stand(rules, bet, "travels", total=total)
        return BetResult(bet, moved.result, stays=moved.stays, reasons=moved.reasons, facts={"moves_to": total})
    if event is LineEvent.NO_DECISION:
        return _stand(rules, bet, "no-decision", total=total, point=throw.point)
    side = "for" if for_player else "against"
    if (event in (LineEvent.NATURAL, LineEvent.POINT_MADE)) == for_player:
        return _win(rules, bet, "", Reason(f"{event.value}-{side}", {"total": total}, cite))
    return _lose(rules, bet, f"{event.value}-{side}", total=total)


def _for_number(rules: GameRules, bet: CrapsBet, throw: Throw) -> BetResult:
    number = number_of(bet, throw.point)
    if throw.total == number:
        return _win(rules, bet, str(number), Reason("number-came", {"number": number}, rules.bets[bet.bet].cite))
    if throw.total == SEVEN:
        return _lose(rules, bet, "seven-takes", number=number)
    return _stand(rules, bet, "number-waits", number=number, total=throw.total)


def _against_number(rules: GameRules, bet: CrapsBet, throw: Throw) -> BetResult:
    number = number_of(bet, throw.point)
    if throw.total == SEVEN:
        return _win(rules, bet, str(number), Reason("seven-pays", {"number": number}, rules.bets[bet.bet].cite))
    if throw.total == number:
        return _lose(rules, bet, "number-takes", number=number)
    return _stand(rules, bet, "number-waits", number=number, total=throw.total)


def _hardway(rules: GameRules, bet: CrapsBet, throw: Throw) -> BetResult:
    number = number_of(bet, None)
    if throw.total == number and throw.roll.is_double:
        return _win(rules, bet, str(number), Reason("hard-way", {"number": number}, rules.bets[bet.bet].cite))
    if throw.total == number:
        return _lose(rules, bet, "easy-way", number=number, roll=throw.roll)
    if throw.total == SEVEN:
        return _lose(rules, bet, "seven-takes", number=number)
    if bet_data(rules, bet.bet).one_throw:
        return _lose(rules, bet, "other-total", total=throw.total)
    return _stand(rules, bet, "number-waits", number=number, total=throw.total)


def _one_throw(rules: GameRules, bet: CrapsBet, throw: Throw) -> BetResult:
    data = bet_data(rules, bet.bet)
    if throw.total not in data.totals:
        return _lose(rules, bet, "other-total", total=throw.total)
    if data.split:
        return _split(rules, bet, data, throw)
    reason = Reason("total-came", {"total": throw.total}, rules.bets[bet.bet].cite)
    return _win(rules, bet, str(throw.total), reason)


def _split(rules: GameRules, bet: CrapsBet, data: BetData, throw: Throw) -> BetResult:
    """A bet that is equal parts of others: the part that came is paid, the others are taken."""
    unpriced = [part for part in data.split if part not in rules.bets]
    if unpriced:
        raise RequestError(f"options.{bet.bet}", f"cannot be split: {', '.join(unpriced)} is not offered")
    part_stake = bet.stake / len(data.split)
    parts = [settle_bet(rules, CrapsBet(bet=part, stake=part_stake), throw) for part in data.split]
    won = [part for part in parts if part.result is Outcome.WIN]
    reason = Reason("split-stake", {"parts": len(parts), "stake": part_stake}, rules.bets[bet.bet].cite)
    return BetResult(
        bet,
        Outcome.WIN,
        pays=sum((part.pays for part in won), ZERO),
        loses=part_stake * (len(parts) - len(won)),
        returned=part_stake * len(won),
        reasons=(reason, *(reason for part in won for reason in part.reasons)),
    )


def _hop(rules: GameRules, bet: CrapsBet, throw: Throw) -> BetResult:
    pair = hop_pair(bet)
    if ordered(throw.roll) != pair:
        return _lose(rules, bet, "other-pair", roll=throw.roll, pair=pair)
    way = "hard" if pair.is_double else "easy"
    return _win(rules, bet, way, Reason("pair-came", {"pair": pair}, rules.bets[bet.bet].cite))


def _bonus(rules: GameRules, bet: CrapsBet, throw: Throw) -> BetResult:
    needed = frozenset(bet_data(rules, bet.bet).totals)
    if throw.total == SEVEN:
        return _lose(rules, bet, "seven-takes-bonus")
    missing = sorted(needed - marked_after(throw))
    if missing:
        return _stand(rules, bet, "bonus-waits", missing=missing)
    return _win(rules, bet, "", Reason("bonus-complete", {"numbers": sorted(needed)}, rules.bets[bet.bet].cite))
