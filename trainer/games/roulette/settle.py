"""Settling a spin: every bet on the cloth, the even chances under the zero rule, announced bets chip by chip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.equipment.wheel import ZEROS
from trainer.games.core import Bet, BetResult, Outcome, Reason, RequestError, Settlement
from trainer.games.limits import Bounds, InPlay, bounds, stake_in_play, table_limits, with_excess
from trainer.games.roulette.announced import chip_value, chips_of, is_announced, placing_reason
from trainer.games.roulette.figures import ZeroRule, roulette, wheel
from trainer.games.roulette.layout import EVEN_CHANCES, bet_of_spot, covered, named
from trainer.games.roulette.zero import ZeroChoice, settle_even_chance
from trainer.rulebooks.schema import GameRules


class RouletteBet(Bet, frozen=True):
    """A bet on the cloth. ``chip`` is the value of one chip of an announced bet; the rest concerns the prison.

    ``zeros_met`` counts the zeros this stake has met, the present spin's included.
    """

    chip: Amount | None = None
    choice: ZeroChoice | None = None
    in_prison: bool = False
    zeros_met: int | None = None


class Spin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A spin to settle: what came and what lies on the cloth.

    ``prison`` names even chances all of whose stakes are in prison, ``zero_choice`` what players choose who do not say
    so with their bet. ``min`` and ``max`` are the limits of every bet of this round where they matter (a bet found
    over the maximum after the result).
    """

    winning_number: str
    bets: tuple[RouletteBet, ...]
    last_spin: bool = False
    zero_choice: ZeroChoice | None = None
    prison: tuple[Literal["red", "black", "even", "odd", "low", "high"], ...] = ()
    after_no_more_bets: bool = False
    min: Amount | None = None
    max: Amount | None = None


def settle(rules: GameRules, spin: Spin) -> Settlement:
    """Every bet's result for the number that came."""
    if spin.winning_number not in wheel(rules):
        raise RequestError("winning_number", f"there is no {spin.winning_number!r} on a {wheel(rules)} wheel")
    if spin.after_no_more_bets:
        late = {"accepted": False, "action": "return-chips"}
        return Settlement(tuple(_void(rules, bet) for bet in spin.bets), facts=late)
    bets = tuple(_settle_bet(rules, spin, bet, f"bets[{i}]") for i, bet in enumerate(spin.bets))
    return Settlement(bets, facts=_offer(rules, spin))


def _offer(rules: GameRules, spin: Spin) -> dict[str, Any]:
    """What the players of even chances are offered when zero comes; nothing is said of any other number."""
    if spin.winning_number not in ZEROS or not any(bet.bet in EVEN_CHANCES for bet in spin.bets):
        return {}
    zero = roulette(rules).zero
    prison = zero.even_chances is ZeroRule.HALF_OR_PRISON and not (spin.last_spin and zero.last_spin_cite)
    return {"prison_offered": prison, "choice_allowed": prison}


def _settle_bet(rules: GameRules, spin: Spin, bet: RouletteBet, field: str) -> BetResult:
    if bet.stake <= 0:
        raise RequestError(f"{field}.stake", "must be above 0")
    if is_announced(rules, bet.bet):
        return _settle_announced(rules, spin, bet, field)
    wins_on = covered(rules, bet.bet, bet.on, field)
    imprisoned = bet.in_prison or bet.bet in spin.prison
    _check_prison(rules, bet, imprisoned, field)
    play = _in_play(rules, spin, bet)
    zero = spin.winning_number in ZEROS
    if bet.bet not in EVEN_CHANCES or not (zero or imprisoned):
        return with_excess(_plain(rules, bet, spin.winning_number, wins_on, play.stake), play)
    result = settle_even_chance(
        rules,
        bet,
        number=spin.winning_number,
        wins=spin.winning_number in wins_on,
        zeros_met=bet.zeros_met or (2 if zero and imprisoned else 1),
        choice=bet.choice or spin.zero_choice,
        last_spin=spin.last_spin,
        minimum=lowest_stake(rules, bet.bet, spin.min),
        stake=play.stake,
    )
    return with_excess(result, play)


def lowest_stake(rules: GameRules, kind: str, given: Amount | None) -> Amount:
    """The least that may lie on a bet: what is given, else its minimum at the rulebook's example table."""
    if given is not None:
        return given
    return bounds(rules, rules.bets[kind], table_limits(rules, None, None)).minimum or ZERO


def _check_prison(rules: GameRules, bet: RouletteBet, imprisoned: bool, field: str) -> None:
    zero = roulette(rules).zero
    if imprisoned and bet.bet not in EVEN_CHANCES:
        raise RequestError(f"{field}.in_prison", "only even chances can be in prison")
    if imprisoned and zero.even_chances is not ZeroRule.HALF_OR_PRISON:
        raise RequestError(f"{field}.in_prison", f"there is no prison at this table ({zero.cite})")
    if bet.zeros_met is not None and bet.zeros_met < 1:
        raise RequestError(f"{field}.zeros_met", "must be 1 or more")


def _plain(rules: GameRules, bet: RouletteBet, number: str, wins_on: frozenset[str], stake: Amount) -> BetResult:
    rule = rules.bets[bet.bet]
    params = {"number": number, "bet": named(rules, bet.bet, bet.on)}
    if number not in wins_on:
        reason = Reason("number-not-covered", params, rule.cite)
        return BetResult(bet, Outcome.LOSE, loses=stake, reasons=(reason,))
    if rule.pays is None:
        raise ValueError(f"{rules.rulebook}/{rules.game}: bet {bet.bet} has no odds")
    pays = rules.money(rule.pays.pays(stake))
    reasons = (
        Reason("number-covered", params, rule.cite),
        Reason("table.reason.pays", {"odds": rule.pays, "stake": stake, "pays": pays}, rule.cite),
    )
    return BetResult(bet, Outcome.WIN, pays=pays, returned=stake, reasons=reasons)


def _settle_announced(rules: GameRules, spin: Spin, bet: RouletteBet, field: str) -> BetResult:
    """A set of chips wins if any of its chips wins; the others are taken."""
    value = chip_value(rules, bet.bet, bet.on, bet.stake, bet.chip, field)
    parts: list[BetResult] = []
    for name, count in chips_of(rules, bet.bet, bet.on, field).items():
        kind, on = bet_of_spot(name)
        part = RouletteBet(bet=kind, on=on, stake=value * count)
        play = _in_play(rules, spin, part)
        parts.append(with_excess(_plain(rules, part, spin.winning_number, covered(rules, kind, on), play.stake), play))
    winners = [part for part in parts if part.result is Outcome.WIN]
    reasons = [placing_reason(rules, bet.bet, bet.on)]
    reasons += [reason for part in winners for reason in part.reasons]
    if not winners:
        reasons.append(Reason("set-not-covered", {"number": spin.winning_number}, reasons[0].cite))
    return BetResult(
        bet,
        Outcome.WIN if winners else Outcome.LOSE,
        pays=sum((part.pays for part in parts), ZERO),
        loses=sum((part.loses for part in parts), ZERO),
        returned=sum((part.returned for part in parts), ZERO),
        reasons=tuple(reasons),
        facts={"numbers": _numbers(rules, bet), **_excess(parts)},
    )


def _excess(parts: Sequence[BetResult]) -> dict[str, Any]:
    """What goes back of a set whose chips were found over the maximum, and who has to know."""
    outside = [part.facts for part in parts if part.facts]
    if not outside:
        return {}
    returned = sum((facts["excess_returned"] for facts in outside), ZERO)
    in_play = sum((part.facts.get("stake_in_play", part.bet.stake) for part in parts), ZERO)
    return {**outside[0], "stake_in_play": in_play, "excess_returned": returned}


def _numbers(rules: GameRules, bet: RouletteBet) -> Sequence[str]:
    numbers: set[str] = set()
    for name in chips_of(rules, bet.bet, bet.on):
        numbers |= covered(rules, *bet_of_spot(name))
    return sorted(numbers, key=lambda number: (int(number), len(number)))


def _in_play(rules: GameRules, spin: Spin, bet: RouletteBet) -> InPlay:
    """The stake that counts, where the round says what the limits of its bets were."""
    if spin.min is None and spin.max is None:
        return InPlay(bet.stake)
    rule = rules.bets[bet.bet]
    return stake_in_play(rules, bet.stake, Bounds(spin.min, spin.max, rule.limit_cite or rule.cite))


def _void(rules: GameRules, bet: RouletteBet) -> BetResult:
    late = rules.irregularities["late-bet"]
    return BetResult(bet, Outcome.VOID, returned=bet.stake, reasons=(Reason("late-bet", {}, late.cite),))
