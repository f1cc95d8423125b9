"""Settles a throw, or a shooter's hand of several throws, for ``trainer solve``."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from trainer.equipment.dice import Roll
from trainer.equipment.money import ZERO, Amount
from trainer.games.core import BetResult, Outcome, RequestError, Settlement
from trainer.games.craps.figures import SEVEN, TOTALS, bet_data, craps
from trainer.games.craps.layout import FLAT_OF, CrapsBet, check_layout, read_point, spot_of
from trainer.games.craps.limits import bounds, flat_stake, is_limited_by_flat, with_centre
from trainer.games.craps.table import Table, left_up, play
from trainer.games.limits import (
    Bounds,
    InPlay,
    OnSpot,
    example_limits,
    given_bounds,
    given_limits,
    settle_each,
    stakes_in_play,
)
from trainer.rulebooks.schema import GameRules


class WorkingBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A bet its player has asked to work although it would be off."""

    bet: str
    on: Any = None


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A throw to settle, or a hand of several in ``rolls``, and what lies on the layout.

    ``point`` is the point before the (first) throw; ``marked_numbers`` carry a bonus lammer. ``working`` names bets
    that their players have asked to work, ``barred`` the craps that is no play if the table's differs. ``minimum`` and
    ``maximum`` are the table's, as in `limit`, where a bet was found outside its limits too late.
    """

    bets: tuple[CrapsBet, ...]
    dice: tuple[int, ...] | None = None
    rolls: tuple[tuple[int, ...], ...] = ()
    phase: Literal["come-out", "point"] | None = None
    point: int | None = None
    working: tuple[WorkingBet, ...] = ()
    barred: Roll | None = None
    previous_roll: int | None = None
    marked_numbers: tuple[int, ...] = ()
    minimum: Amount | None = None
    maximum: Amount | None = None


def settle(rules: GameRules, asked: Round) -> Settlement:
    """Every bet's result in the order given; over several throws, all a bet was paid and how it ended."""
    point = read_point(rules, asked.point, asked.phase, asked.previous_roll)
    _check_table(rules, asked)
    check_layout(rules, asked.bets, point)
    plays = _in_play(rules, asked, point)
    lying: list[CrapsBet | None] = [
        _read_bet(asked, msgspec.structs.replace(bet, stake=play.stake)) if play.stake else None
        for bet, play in zip(asked.bets, plays, strict=True)
    ]
    table = Table(point, (), frozenset(asked.marked_numbers), asked.previous_roll)
    stories: list[list[BetResult]] = [[] for _ in lying]
    settlement = Settlement(())
    for roll in _read_rolls(asked):
        present = {index: bet for index, bet in enumerate(lying) if bet is not None}
        settlement, table = play(
            rules, msgspec.structs.replace(table, bets=tuple(present.values())), roll, asked.barred
        )
        for index, result in zip(present, settlement.bets, strict=True):
            stories[index].append(result)
            lying[index] = left_up(present[index], result)
    ended = iter([_ended(rules, bet, story) for bet, story in zip(asked.bets, stories, strict=True) if story])
    results = settle_each(asked.bets, plays, lambda *_: next(ended))
    return Settlement(results, settlement.reasons, settlement.facts)


def _in_play(rules: GameRules, asked: Round, point: int | None) -> tuple[InPlay, ...]:
    """What of each stake counts under the limits the round gives, if any, and odds by what plays of their flat bet."""
    given = given_limits(rules, asked.minimum, asked.maximum)
    if not given and not any(is_limited_by_flat(rules, bet.bet) for bet in asked.bets):
        return tuple(InPlay(bet.stake) for bet in asked.bets)
    known = with_centre(rules, example_limits(rules, given))
    found: dict[int, InPlay] = {}
    for are_odds in (False, True):
        laid = {index: bet for index, bet in enumerate(asked.bets) if (bet.bet in FLAT_OF) is are_odds}
        playing = [msgspec.structs.replace(asked.bets[index], stake=play.stake) for index, play in found.items()]
        spots = []
        for bet in laid.values():
            flat = flat_stake(bet, playing)
            own = bounds(rules, bet, point, {**known, **flat})
            by_flat = own.maximum if is_limited_by_flat(rules, bet.bet) else None
            own = given_bounds(own, given)
            if by_flat is not None:
                own = msgspec.structs.replace(own, maximum=by_flat)
            alone = are_odds and not any(flat.values())
            spots.append(OnSpot(spot_of(bet), bet.stake, Bounds.of_void(own.cite) if alone else own))
        plays = stakes_in_play(rules, [bet.seat for bet in laid.values()], spots)
        found |= dict(zip(laid, plays, strict=True))
    return tuple(found[index] for index in range(len(asked.bets)))


def _ended(rules: GameRules, bet: CrapsBet, story: list[BetResult]) -> BetResult:
    """A bet's results throw by throw as one: the sums of what it was paid and charged, and the last that decided it."""
    decided = [result for result in story if result.result is not Outcome.STAND]
    last = story[-1]
    facts = {name: value for result in story for name, value in result.facts.items()}
    charged = [result.facts["commission"] for result in story if "commission" in result.facts]
    if charged:  # once when the bet is put up, and again only where a winner that is left up pays again
        facts["commission"] = sum(charged, ZERO) if bet_data(rules, bet.bet).commission_again else charged[0]
    return msgspec.structs.replace(
        last,
        bet=bet,
        result=decided[-1].result if decided else last.result,
        pays=sum((result.pays for result in story), ZERO),
        reasons=tuple(reason for result in (decided or [last]) for reason in result.reasons),
        facts=facts,
    )


def _read_rolls(asked: Round) -> list[Roll]:
    if (asked.dice is None) == (not asked.rolls):
        raise RequestError("dice", "give the dice of one throw, or the rolls of several")
    if asked.dice is not None:
        return [read_roll(asked.dice, "dice")]
    return [read_roll(faces, f"rolls[{index}]") for index, faces in enumerate(asked.rolls)]


def read_roll(faces: tuple[int, ...], field: str) -> Roll:
    """Two faces as a roll; raises `RequestError`."""
    if len(faces) != 2 or not all(1 <= face <= 6 for face in faces):
        raise RequestError(field, "must be two faces from 1 to 6, such as [4, 3]")
    return Roll(faces)


def _check_table(rules: GameRules, asked: Round) -> None:
    """What the request says of the table besides its bets; raises `RequestError`."""
    if asked.barred is not None:
        choice = rules.options.get("barred")
        barred = list(choice.choices) if choice else [str(craps(rules).barred.roll)]
        if str(asked.barred) not in barred:
            raise RequestError("barred", f"must be {' or '.join(barred)} here")
    for index, number in enumerate(asked.marked_numbers):
        if number not in TOTALS or number == SEVEN:
            raise RequestError(f"marked_numbers[{index}]", "must be a total from 2 to 12 other than 7")
    if asked.previous_roll is not None and asked.previous_roll not in TOTALS:
        raise RequestError("previous_roll", "must be a total from 2 to 12")
    lying = [(bet.bet, bet.on) for bet in asked.bets]
    for index, named in enumerate(asked.working):
        if (named.bet, named.on) not in lying:
            raise RequestError(f"working[{index}]", "names no bet of this round")


def _read_bet(asked: Round, bet: CrapsBet) -> CrapsBet:
    if any((named.bet, named.on) == (bet.bet, bet.on) for named in asked.working):
        return msgspec.structs.replace(bet, working=True)
    return bet
