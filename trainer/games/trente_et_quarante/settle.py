"""Settles a coup: the four even chances, neutral ties, the tie at 31, and a coup ended by the stop card."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.core import BetResult, Outcome, Reason, RequestError, Settlement, check_met, check_told
from trainer.games.decks import check_decks
from trainer.games.limits import (
    InPlay,
    OnSpot,
    check_stakes,
    given_limits,
    known_bounds,
    settled_in_play,
    stakes_in_play,
)
from trainer.games.payment import won
from trainer.games.trente_et_quarante.calls import result_call
from trainer.games.trente_et_quarante.figures import CHANCES, trente
from trainer.games.trente_et_quarante.rows import ColorChance, Coup, from_rows, from_stack, longest
from trainer.games.trente_et_quarante.tie import TrenteBet, held, premium, settle_prisoner, settle_tie
from trainer.rulebooks.schema import GameRules


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A coup to settle: the cards after the burn in order, the two rows, or their totals.

    With totals alone, ``winning_color_chance`` says what the first card decided. ``stop_card``: it came out before the
    coup was decided. ``minimum`` and ``maximum`` are the limits of what one player (``seat``) has on a chance, where
    they matter.
    """

    bets: tuple[TrenteBet, ...]
    shoe_after_burn: tuple[Card, ...] = ()
    black_row: tuple[Card, ...] = ()
    red_row: tuple[Card, ...] = ()
    black_total: int | None = None
    red_total: int | None = None
    winning_color_chance: ColorChance | None = None
    stop_card: bool = False
    last_coup: bool = False
    after_no_more_bets: bool = False
    minimum: Amount | None = None
    maximum: Amount | None = None


def settle(rules: GameRules, given: Round) -> Settlement:
    """Every bet's result for the rows that came."""
    check_bets(given.bets)
    check_stakes(given.bets)
    known = given_limits(rules, given.minimum, given.maximum)
    if given.after_no_more_bets:
        return Settlement(tuple(_void(rules, bet, "late-bet", "late-bet") for bet in given.bets))
    if given.stop_card:
        return stopped(rules, given.bets)
    coup = coup_of(rules, given)
    plays = _in_play(rules, given.bets, known)

    def settled(index: int) -> BetResult:
        bet, least, last = given.bets[index], known.get("minimum", ZERO), given.last_coup
        return settled_in_play(
            bet, plays[index], lambda stake: settle_bet(rules, bet, stake, coup, least, last, f"bets[{index}]")
        )

    results = [settled(index) for index in range(len(given.bets))]
    facts = coup.facts()
    call = result_call(rules, coup)
    if call is not None:
        facts["call"] = call.es
    if coup.winning_row is None:
        facts["coup"] = "blocked" if coup.is_tie_at(trente(rules).rows.stops_at) else "neutral"
    return Settlement(tuple(results), coup_reasons(rules, coup), facts)


def check_bets(bets: Sequence[TrenteBet]) -> None:
    """Raise `RequestError` for a bet that is no chance of this game."""
    for index, bet in enumerate(bets):
        if bet.bet not in CHANCES:
            raise RequestError(f"bets[{index}].bet", f"{bet.bet!r} is not a chance; there are: {', '.join(CHANCES)}")
        if bet.on is not None:
            raise RequestError(f"bets[{index}].on", f"{bet.bet} is not made on anything; leave it out")


def _in_play(rules: GameRules, bets: Sequence[TrenteBet], known: dict[str, Amount]) -> list[InPlay]:
    """What of each stake counts under the limits the round gives; what is in prison was laid earlier."""
    new = [bet for bet in bets if not bet.in_prison]
    found = [OnSpot(bet.bet, bet.stake, known_bounds(rules.bets[bet.bet], known)) for bet in new]
    plays = iter(stakes_in_play(rules, [bet.seat for bet in new], found))
    return [InPlay(bet.stake) if bet.in_prison else next(plays) for bet in bets]


def coup_of(rules: GameRules, given: Any) -> Coup:
    """The coup a request describes, by cards or by totals."""
    figures = trente(rules)
    cards = {name: getattr(given, name) for name in ("shoe_after_burn", "black_row", "red_row")}
    check_decks(max(figures.stack.decks_allowed), cards)
    if given.shoe_after_burn and (given.black_row or given.red_row):
        raise RequestError("shoe_after_burn", "is not needed beside the rows")
    if given.shoe_after_burn or given.black_row or given.red_row:
        stack = given.shoe_after_burn
        shown = from_stack(figures, stack) if stack else from_rows(figures, given.black_row, given.red_row)
        for field, found in (("black_total", shown.black_total), ("red_total", shown.red_total)):
            check_told(field, getattr(given, field), found)
        check_told("winning_color_chance", given.winning_color_chance, shown.color_chance)
        return shown
    if given.black_total is None or given.red_total is None:
        raise RequestError("shoe_after_burn", "give the cards, the two rows, or their totals")
    for field, total in (("black_total", given.black_total), ("red_total", given.red_total)):
        least, most = figures.rows.stops_at, longest(figures)
        if not least <= total <= most:
            raise RequestError(field, f"a row ends from {least} to {most}, not on {total}")
    chance = given.winning_color_chance if given.black_total != given.red_total else None
    return Coup(given.black_total, given.red_total, color_chance=chance)


def settle_bet(
    rules: GameRules, bet: TrenteBet, stake: Amount, coup: Coup, minimum: Amount, last_coup: bool, field: str = ""
) -> BetResult:
    """One bet on one coup; ``stake`` is the part of it that plays."""
    figures, rule = trente(rules), rules.bets[bet.bet]
    check_met(f"{field}.ties_met", bet.ties_met, bet.in_prison, coup.is_tie_at(figures.rows.stops_at))
    if coup.is_tie_at(figures.rows.stops_at):
        return settle_tie(rules, bet, stake, minimum, last_coup, field)
    if coup.winning_row is not None and bet.bet in ("color", "inverse") and coup.color_chance is None:
        raise RequestError(field, f"{bet.bet} depends on the first card: give the rows, or winning_color_chance")
    wins = bet.bet in coup.winners
    if bet.in_prison:
        return settle_prisoner(rules, bet, stake, wins, row_tie=coup.winning_row is None)
    insured = {}
    if bet.insured and figures.insurance.when == "with-the-bet":
        paid = premium(rules, stake, field)
        insured = {"insurance_kept": paid if figures.insurance.kept == "always" else Fraction(0)}
    if coup.winning_row is None:
        reason = Reason("neutral-coup", {"total": coup.black_total}, figures.tie.cite)
        return BetResult(bet, Outcome.PUSH, returned=stake, reasons=(reason,), facts=insured)
    params = {"bet": rule.names, "black": coup.black_total, "red": coup.red_total}
    if not wins:
        return BetResult(
            bet, Outcome.LOSE, loses=stake, reasons=(Reason("chance-loses", params, rule.cite),), facts=insured
        )
    return won(rules, bet, stake, rule.pays, rule.cite, Reason("chance-wins", params, rule.cite), facts=insured)


def coup_reasons(rules: GameRules, coup: Coup) -> tuple[Reason, ...]:
    """Why the rows and the colour chance came out so."""
    figures = trente(rules)
    totals = {"black": coup.black_total, "red": coup.red_total}
    if coup.winning_row is None:
        name = "rows-tie-best" if coup.is_tie_at(figures.rows.stops_at) else "rows-tie"
        return (Reason(name, totals, figures.tie.cite),)
    reasons = [Reason(f"{coup.winning_row}-row-nearer", totals, figures.rows.cite)]
    if coup.color_chance is not None:
        reasons.append(Reason(f"{coup.color_chance}-by-{figures.color.card}", {}, figures.color.cite))
    return tuple(reasons)


def stopped(rules: GameRules, bets: tuple[TrenteBet, ...]) -> Settlement:
    """The stop card came in the middle of a coup: void, or held until the cards are shuffled.

    A void coup gives back what was laid for it; what is in prison from an earlier one stays there.
    """
    cut = trente(rules).cut_card
    if cut.in_coup == "void":
        voided = tuple(
            held(bet, bet.stake, Reason("stop-card-prisoner", {}, cut.cite))
            if bet.in_prison
            else _void(rules, bet, "stop-card", "stop-card-voids")
            for bet in bets
        )
        reasons = (Reason("stop-card-voids", {}, cut.cite),)
        return Settlement(voided, reasons, {"coup": "void", "cards_counted": cut.behind_least})
    reason = Reason("stop-card-holds", {}, cut.cite)
    staying = tuple(
        held(bet, bet.stake, reason)
        if bet.in_prison
        else BetResult(bet, Outcome.STAND, stays=bet.stake, reasons=(reason,))
        for bet in bets
    )
    return Settlement(staying, (reason,), {"coup": "held"})


def _void(rules: GameRules, bet: TrenteBet, event: str, reason: str) -> BetResult:
    cite = rules.irregularities[event].cite
    return BetResult(bet, Outcome.VOID, returned=bet.stake, reasons=(Reason(reason, {}, cite),))
