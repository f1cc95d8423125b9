"""Settles a spin: every bet on the cloth, even chances under the zero rule, announced bets chip by chip.

Stakes found outside the limits count in part or not at all, and bets after “no more bets” are void. Whether a bet may
be placed at all is asked of `limits`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from trainer.equipment.money import ZERO, Amount, Halvings
from trainer.equipment.wheel import ZEROS
from trainer.games.core import Bet, BetResult, Outcome, Reason, RequestError, Settlement, check_met
from trainer.games.limits import (
    Bounds,
    InPlay,
    OnSpot,
    Owner,
    check_stakes,
    given_limits,
    known_bounds,
    owners,
    settled_in_play,
    stakes_in_play,
)
from trainer.games.payment import won
from trainer.games.roulette.announced import chip_value, chips_of, is_announced, placing_reason
from trainer.games.roulette.figures import ZeroRule, roulette, wheel
from trainer.games.roulette.layout import EVEN_CHANCES, INSIDE, Place, bet_of_spot, covered, place_of, spot
from trainer.games.roulette.zero import ZeroChoice, settle_even_chance
from trainer.rulebooks.schema import GameRules


class RouletteBet(Bet, frozen=True):
    """A bet on the cloth. ``chip`` is the value of one chip of an announced bet; the rest concerns the prison.

    ``zeros_met`` counts the zeros this stake has met, the present spin's included.
    """

    chip: Amount | None = None
    choice: ZeroChoice | None = None
    in_prison: bool = False
    zeros_met: Halvings | None = None


class Spin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A spin to settle: what came and what lies on the cloth.

    ``prison``: even chances whose stakes are all in prison.
    ``zero_choice``: the choice at a zero for bets without a ``choice`` of their own.
    ``minimum``, ``maximum``: the table's limits on a number, as in `limit`. The limits of one player (``seat``) on each
    spot follow from them; stakes found outside are treated as the rulebook says.
    """

    winning_number: str
    bets: tuple[RouletteBet, ...]
    last_spin: bool = False
    zero_choice: ZeroChoice | None = None
    prison: tuple[Literal["red", "black", "even", "odd", "low", "high"], ...] = ()
    after_no_more_bets: bool = False
    minimum: Amount | None = None
    maximum: Amount | None = None


class _Part(msgspec.Struct, frozen=True):
    """Chips on one spot: a bet, or one component of an announced bet; ``play`` is what of them counts."""

    bet: RouletteBet
    place: Place
    play: InPlay


def settle(rules: GameRules, spin: Spin) -> Settlement:
    """Every bet's result for the number that came."""
    if spin.winning_number not in wheel(rules):
        raise RequestError("winning_number", f"there is no {spin.winning_number!r} on a {wheel(rules)} wheel")
    given = given_limits(rules, spin.minimum, spin.maximum)
    check_stakes(spin.bets)
    for index, bet in enumerate(spin.bets):
        _check_prison(rules, bet, _imprisoned(spin, bet), spin.winning_number in ZEROS, f"bets[{index}]")
    parts = _parts(rules, spin, given)
    if spin.after_no_more_bets:
        late = {"accepted": False, "action": "return-chips"}
        return Settlement(tuple(_void(rules, bet) for bet in spin.bets), facts=late)
    settled = [_settle_bet(rules, spin, bet, of_bet) for bet, of_bet in zip(spin.bets, parts, strict=True)]
    return Settlement(tuple(settled), facts=_offer(rules, spin))


def _parts(rules: GameRules, spin: Spin, given: Mapping[str, Amount]) -> list[list[_Part]]:
    """The chips of every bet spot by spot, with what of them counts under the limits the round gives, if any.

    Raises `RequestError` for a bet that cannot lie. What is in prison was laid earlier: it does not count again.
    """
    laid = [components(rules, bet, f"bets[{index}]") for index, bet in enumerate(spin.bets)]
    if not given:
        return [[_Part(bet, place_of(rules, bet.bet, bet.on), InPlay(bet.stake)) for bet in of_bet] for of_bet in laid]
    new = [[bet for bet in of_bet if not _imprisoned(spin, bet)] for of_bet in laid]
    plays = iter(stakes_in_play(rules, [bet.seat for of_bet in new for bet in of_bet], on_spots(rules, new, given)))
    return [
        [
            _Part(bet, place_of(rules, bet.bet, bet.on), InPlay(bet.stake) if _imprisoned(spin, bet) else next(plays))
            for bet in of_bet
        ]
        for of_bet in laid
    ]


def components(rules: GameRules, bet: RouletteBet, field: str) -> list[RouletteBet]:
    """The bets on single spots that a bet is: itself, or the chips of an announced one; raises `RequestError`."""
    if not is_announced(rules, bet.bet):
        covered(rules, bet.bet, bet.on, field)
        if bet.chip is not None and bet.stake and (not bet.chip or (bet.stake / bet.chip).denominator != 1):
            raise RequestError(f"{field}.chip", f"a stake of {bet.stake} is not a whole number of chips of {bet.chip}")
        return [bet]
    value = chip_value(rules, bet.bet, bet.on, bet.stake, bet.chip, field)
    chips = chips_of(rules, bet.bet, bet.on, field)
    laid = [(*bet_of_spot(name), count) for name, count in chips.items()]
    return [RouletteBet(bet=kind, on=on, stake=value * count, seat=bet.seat) for kind, on, count in laid]


def _imprisoned(spin: Spin, bet: RouletteBet) -> bool:
    return bet.in_prison or bet.bet in spin.prison


def on_spots(rules: GameRules, laid: Sequence[Sequence[RouletteBet]], known: Mapping[str, Amount]) -> list[OnSpot]:
    """The stakes on single spots that each bet consists of, with the limits that follow from what is known.

    If a player's inside bets reach the minimum together, a single one of them has no minimum.
    """
    whose = owners([of_bet[0].seat if of_bet else None for of_bet in laid])
    parts = [(owner, bet) for owner, of_bet in zip(whose, laid, strict=True) for bet in of_bet]
    inside: dict[Owner, Amount] = {}
    for owner, bet in parts:
        if bet.bet in INSIDE:
            inside[owner] = inside.get(owner, ZERO) + bet.stake
    found: list[OnSpot] = []
    for owner, bet in parts:
        limit = known_bounds(rules.bets[bet.bet], known)
        reached = inside_total_applies(rules) and inside.get(owner, ZERO) >= (limit.minimum or ZERO)
        if reached and bet.bet in INSIDE:
            limit = Bounds(None, limit.maximum, limit.cite)
        found.append(OnSpot(spot(bet.bet, bet.on), bet.stake, limit))
    return found


def inside_total_applies(rules: GameRules) -> bool:
    """Whether inside bets reach the minimum together rather than one by one."""
    return rules.chosen.get("minimum-applies") == "inside-total"


def _offer(rules: GameRules, spin: Spin) -> dict[str, Any]:
    """What the players of even chances are offered when zero comes; nothing is said of any other number."""
    if spin.winning_number not in ZEROS or not any(bet.bet in EVEN_CHANCES for bet in spin.bets):
        return {}
    zero = roulette(rules).zero
    prison = zero.even_chances is ZeroRule.HALF_OR_PRISON and not (spin.last_spin and zero.last_spin_cite)
    return {"prison_offered": prison, "choice_allowed": prison}


def _settle_bet(rules: GameRules, spin: Spin, bet: RouletteBet, parts: Sequence[_Part]) -> BetResult:
    if is_announced(rules, bet.bet):
        return _settle_announced(rules, spin, bet, parts)
    (part,) = parts
    zero, imprisoned = spin.winning_number in ZEROS, _imprisoned(spin, bet)
    if bet.bet not in EVEN_CHANCES or not (zero or imprisoned):
        return _settle_part(rules, spin, part)

    def settled(stake: Amount) -> BetResult:
        return settle_even_chance(
            rules,
            bet,
            number=spin.winning_number,
            wins=spin.winning_number in part.place.numbers,
            zeros_met=bet.zeros_met or (2 if zero and imprisoned else 1),
            choice=bet.choice or spin.zero_choice,
            last_spin=spin.last_spin,
            minimum=spin.minimum or ZERO,
            stake=stake,
        )

    return settled_in_play(bet, part.play, settled)


def _settle_part(rules: GameRules, spin: Spin, part: _Part) -> BetResult:
    return settled_in_play(
        part.bet, part.play, lambda stake: _plain(rules, part.bet, spin.winning_number, part.place, stake)
    )


def _check_prison(rules: GameRules, bet: RouletteBet, imprisoned: bool, is_zero: bool, field: str) -> None:
    """Raise `RequestError` for a bet in a prison that this table does not have, or for zeros it cannot have met."""
    if not imprisoned and bet.zeros_met is None:
        return
    zero = roulette(rules).zero
    check_met(f"{field}.zeros_met", bet.zeros_met, imprisoned, is_zero and bet.bet in EVEN_CHANCES)
    if imprisoned and bet.bet not in EVEN_CHANCES:
        raise RequestError(f"{field}.in_prison", "only even chances can be in prison")
    if imprisoned and zero.even_chances is not ZeroRule.HALF_OR_PRISON:
        raise RequestError(f"{field}.in_prison", f"there is no prison at this table ({zero.cite})")


def _plain(rules: GameRules, bet: RouletteBet, number: str, place: Place, stake: Amount) -> BetResult:
    rule = rules.bets[bet.bet]
    params = {"number": number, "bet": place.names}
    if number not in place.numbers:
        reason = Reason("number-not-covered", params, rule.cite)
        return BetResult(bet, Outcome.LOSE, loses=stake, reasons=(reason,))
    return won(rules, bet, stake, rule.pays, rule.cite, Reason("number-covered", params, rule.cite))


def _settle_announced(rules: GameRules, spin: Spin, bet: RouletteBet, laid: Sequence[_Part]) -> BetResult:
    """A set of chips wins if any of its chips wins; the others are taken. It is void if none of them counts."""
    parts = [_settle_part(rules, spin, part) for part in laid]
    winners = [part for part in parts if part.result is Outcome.WIN]
    reasons = [placing_reason(rules, bet.bet, bet.on)]
    reasons += [reason for part in winners for reason in part.reasons]
    if not winners:
        reasons.append(Reason("set-not-covered", {"number": spin.winning_number}, reasons[0].cite))
    void = all(part.result is Outcome.VOID for part in parts)
    if void:
        reasons = [reason for part in parts[:1] for reason in part.reasons]
    return BetResult(
        bet,
        Outcome.VOID if void else Outcome.WIN if winners else Outcome.LOSE,
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


def _void(rules: GameRules, bet: RouletteBet) -> BetResult:
    late = rules.irregularities["late-bet"]
    return BetResult(bet, Outcome.VOID, returned=bet.stake, reasons=(Reason("late-bet", {}, late.cite),))
