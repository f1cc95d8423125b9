"""What of each stake counts where it was found too late that some lay outside the limits of their table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trainer.equipment.money import ZERO, Amount
from trainer.games.blackjack.booking import BlackjackBet
from trainer.games.blackjack.limits import side_bet_bounds
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
    side_bets: Sequence[BlackjackBet],
) -> Plays:
    """Each bet with the part of it that counts; nothing where the round does not say what its limits were.

    A double and a split are measured by what plays of their main stake, and so is a side bet that may not exceed it.
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
    added = [
        (place, bet, OnSpot(f"{number}/{index}/{bet.bet}/{bet.on}", bet.stake, Bounds(None, most, bounds.cite)))
        for place, firsts in places.items()
        for number, hands in enumerate(firsts)
        for index, hand in enumerate(hands)
        for bet in hand
        if bet.bet in ("double", "split") and (most := _playing(found, hands[0], bet.on)) is not None
    ]
    given = {name: value for name, value in (("minimum", minimum), ("maximum", maximum)) if value is not None}
    known = example_limits(rules, given)
    beside = []
    for bet in side_bets:
        first = places[bet.seat or 0][0][0] if places.get(bet.seat or 0) else ()
        main = _playing(found, first, None)
        least, most, _ = side_bet_bounds(rules, bet.bet, main, known)
        limit = rules.bets[bet.bet].maximum
        if limit is not None and limit.of and limit.of not in given:  # nothing follows from what is not told
            most = None
        own = given_bounds(Bounds(least, most, bounds.cite), given) if main != 0 else Bounds(None, ZERO, bounds.cite)
        beside.append((bet.seat or 0, bet, OnSpot(bet.bet, bet.stake, own)))
    return (*found, *_in_play(rules, added), *_in_play(rules, beside))


def _in_play(rules: GameRules, laid: Sequence[tuple[int, BlackjackBet, OnSpot]]) -> Plays:
    plays = stakes_in_play(rules, [place for place, _, _ in laid], [spot for _, _, spot in laid])
    return tuple((bet, play) for (_, bet, _), play in zip(laid, plays, strict=True))


def _playing(plays: Plays, bets: Sequence[BlackjackBet], on: int | None) -> Amount | None:
    """What plays of the main stakes among some bets; `None` where none of them is told."""
    own = [play.stake for bet, play in plays if any(bet is one for one in bets) and on in (None, bet.on)]
    return sum(own, ZERO) if own else None
