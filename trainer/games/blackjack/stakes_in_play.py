"""The part of each stake that counts when stakes outside the table's limits are found too late."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trainer.equipment.money import ZERO, Amount
from trainer.games.blackjack.booking import FREE_BETS, INSURANCES, BlackjackBet
from trainer.games.blackjack.limits import double_bounds, insurance_bounds, side_bet_bounds
from trainer.games.limits import Bounds, InPlay, OnSpot, check_limits, example_limits, given_bounds, stakes_in_play
from trainer.rulebooks.schema import GameRules

Plays = tuple[tuple[BlackjackBet, InPlay], ...]
HandBets = Mapping[int, Sequence[Sequence[Sequence[BlackjackBet]]]]
"""By place, for each of its first hands, for each hand that it became: the bets on it."""


def stakes_that_play(
    rules: GameRules,
    minimum: Amount | None,
    maximum: Amount | None,
    places: HandBets,
    beside: Sequence[BlackjackBet],
) -> Plays:
    """Each bet with the part of it that counts; nothing where the round does not say what its limits were.

    Everything that depends on a main stake is measured by what plays of it: doubles, splits, the markers of free bets,
    insurances, and side bets that may not exceed it. ``beside`` are the side bets and insurances.
    """
    if minimum is None and maximum is None:
        return ()
    check_limits(minimum, maximum)
    rule = rules.bets["main"]
    bounds = Bounds(minimum, maximum, rule.limit_cite or rule.cite)
    mains = [
        (place, bet, OnSpot(f"{number}/{bet.on}", bet.stake, bounds))
        for place, firsts in places.items()
        for number, hands in enumerate(firsts)
        for bet in hands[0]
        if bet.bet == "main"
    ]
    found = _in_play(rules, mains)
    markers: list[tuple[BlackjackBet, InPlay]] = []
    added: list[tuple[int, BlackjackBet, OnSpot]] = []
    for place, firsts in places.items():
        for number, hands in enumerate(firsts):
            for index, bet in ((index, bet) for index, hand in enumerate(hands) for bet in hand if bet.bet != "main"):
                main = _playing(found, hands[0], bet.on)
                if main is None:
                    continue
                if bet.bet in FREE_BETS:
                    markers.append((bet, _marker_in_play(found, hands[0], bet, main)))
                    continue
                own = Bounds(None, main, bounds.cite)
                if bet.bet == "double":
                    own = double_bounds(rules, main, maximum)
                own = own if main else Bounds.of_void(bounds.cite)
                added.append((place, bet, OnSpot(f"{number}/{index}/{bet.bet}/{bet.on}", bet.stake, own)))
    for bet in beside:
        insures = bet.bet in INSURANCES
        firsts = places.get(bet.seat or 0, ())[(bet.hand or 1) - 1 if insures else 0 :]
        main = _playing(found, firsts[0][0], bet.on if insures else None) if firsts else None
        own = _beside_bounds(rules, bet, main, minimum, maximum)
        spot = f"{bet.bet}/{bet.hand}/{bet.on}" if insures else bet.bet
        added.append((bet.seat or 0, bet, OnSpot(spot, bet.stake, own)))
    return (*found, *_in_play(rules, added), *markers)


def _beside_bounds(
    rules: GameRules, bet: BlackjackBet, main: Amount | None, minimum: Amount | None, maximum: Amount | None
) -> Bounds:
    """Limits of a side bet or an insurance that follow from the part of the main stake that counts and the limits
    given."""
    rule = rules.bets[bet.bet]
    cite = rule.limit_cite or rule.cite
    if main == 0:
        return Bounds.of_void(cite)
    if bet.bet in INSURANCES:
        return Bounds(None, None if main is None else insurance_bounds(rules, bet.bet, main, minimum)[1], cite)
    given = {name: value for name, value in (("minimum", minimum), ("maximum", maximum)) if value is not None}
    least, most, _ = side_bet_bounds(rules, bet.bet, main, example_limits(rules, given))
    limit = rule.maximum
    if limit is not None and limit.of and limit.of not in given:
        most = None
    return given_bounds(Bounds(least, most, cite), given)


def _marker_in_play(mains: Plays, first: Sequence[BlackjackBet], bet: BlackjackBet, main: Amount) -> InPlay:
    """What a free bet is worth: the original bet as it stands after it was cut or declared void."""
    cut = [play for own, play in mains if own.on == bet.on and any(own is one for one in first)]
    reasons = tuple(reason for play in cut for reason in play.reasons)
    return InPlay(main, reasons=reasons if main != bet.marker else ())


def _in_play(rules: GameRules, laid: Sequence[tuple[int, BlackjackBet, OnSpot]]) -> Plays:
    plays = stakes_in_play(rules, [place for place, _, _ in laid], [spot for _, _, spot in laid])
    return tuple((bet, play) for (_, bet, _), play in zip(laid, plays, strict=True))


def _playing(plays: Plays, bets: Sequence[BlackjackBet], on: int | None) -> Amount | None:
    """The part of some bets' main stakes that counts; `None` if none of them is given."""
    own = [play.stake for bet, play in plays if any(bet is one for one in bets) and on in (None, bet.on)]
    return sum(own, ZERO) if own else None
