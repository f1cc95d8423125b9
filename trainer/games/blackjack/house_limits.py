"""Limits that hold whatever the cards: places, players, the cut card, discards, and a table's own limits."""

from __future__ import annotations

import itertools
from typing import Any

from trainer.equipment.money import Amount
from trainer.games.blackjack.figures import blackjack
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.games.limits import stated_limits
from trainer.rulebooks.schema import GameRules


class PlacesCase(Case, frozen=True, tag="places"):
    """May one player take so many places, and with these stakes, his first place first?"""

    wanted: int | None = None
    stakes: tuple[Amount, ...] = ()
    maximum: Amount | None = None


class PlayersCase(Case, frozen=True, tag="players"):
    """May so many people sit down, and may the game start with them?"""

    players: int


class CutCardCase(Case, frozen=True, tag="cut-card"):
    """May so many cards lie behind the cut card?"""

    cards_behind: int


class DiscardsCase(Case, frozen=True, tag="discards"):
    """May so many cards gather in the discard rack of a shuffling machine?"""

    cards: int


class TableCase(Case, frozen=True, tag="table"):
    """Which maxima may a table with this minimum have?"""

    minimum: Amount
    maximum: Amount | None = None


def places_limit(rules: GameRules, question: PlacesCase) -> Decision:
    """Whether a player may take the places, and with which stakes on the further ones."""
    places = blackjack(rules).places
    if question.wanted is None and not question.stakes:
        raise RequestError("wanted", "is missing: how many places, or which stakes on them?")
    wanted = question.wanted if question.wanted is not None else len(question.stakes)
    most = places.per_player or places.seats
    allowed = 1 <= wanted <= most
    facts: dict[str, Any] = {"maximum": places.per_player}
    reasons = [Reason("places-a-player", {"most": most}, places.cite)]
    if question.maximum is not None and any(stake > question.maximum for stake in question.stakes):
        allowed = False
        main = rules.bets["main"]
        reasons.append(Reason("maximum-each-place", {"maximum": question.maximum}, main.limit_cite or main.cite))
    if question.stakes and places.scale and places.scale_holds != "off":
        known = {"first": question.stakes[0], **stated_limits(None, question.maximum)}
        scale = itertools.takewhile(lambda limit: limit.of in known, places.scale)
        wanted_stakes = [question.stakes[0], *(limit.amount(known) for limit in scale)]
        facts["required"] = wanted_stakes[: len(question.stakes)]
        for stake, required, rule in zip(question.stakes[1:], wanted_stakes[1:], places.scale, strict=False):
            exact = places.scale_holds == "exact" or rule.of == "maximum"
            allowed = allowed and (stake == required if exact else stake >= required)
        reasons.append(Reason("scale-of-places", {"required": facts["required"]}, places.scale_cite))
    return Decision({"allowed": allowed, **facts}, tuple(reasons))


def players_limit(rules: GameRules, question: PlayersCase) -> Decision:
    """Whether so many players may sit down and start."""
    places = blackjack(rules).places
    facts = {
        "allowed": places.hands_to_start <= question.players <= places.seats,
        "minimum_players": places.hands_to_start,
        "maximum": places.seats,
    }
    reason = Reason("players-at-the-table", {"least": places.hands_to_start, "most": places.seats}, places.cite)
    return Decision(facts, (reason,))


def cut_card_limit(rules: GameRules, question: CutCardCase) -> Decision:
    """Whether so many cards may lie behind the cut card; a machine that shuffles all the time has none."""
    shoe = blackjack(rules).shoe
    most = shoe.behind_most
    allowed = question.cards_behind >= shoe.behind_least and (most is None or question.cards_behind <= most)
    allowed = allowed and not shoe.continuous
    params = {"least": shoe.behind_least, "most": most if most is not None else shoe.decks * 52}
    rule = "no-cut-card" if shoe.continuous else "cut-card-behind"
    facts = {} if shoe.continuous else {"minimum": shoe.behind_least, "maximum": most}
    cite = shoe.cite if shoe.continuous else shoe.behind_cite or shoe.cite
    return Decision({"allowed": allowed, **facts}, (Reason(rule, params, cite),))


def discards_limit(rules: GameRules, question: DiscardsCase) -> Decision:
    """Whether so many cards may gather; any number where the regulation sets none."""
    shoe = blackjack(rules).shoe
    most = shoe.discards_most
    reason = Reason("discards", {"most": most or 0}, shoe.discards_cite or shoe.cite)
    if most is None:
        reason = Reason("discards-free", {}, shoe.cite)
    return Decision({"allowed": most is None or question.cards <= most, "maximum_cards": most}, (reason,))


def table_limit(rules: GameRules, question: TableCase) -> Decision:
    """Which maxima the regulation allows with the minimum; `RequestError` if it prints no limits."""
    limits = blackjack(rules).limits
    if limits is None:
        raise RequestError("case", "this regulation prints no limits for blackjack tables: the house sets them")
    facts: dict[str, Any] = {}
    allowed = True
    if limits.multiples:
        facts["allowed_maxima"] = [question.minimum * times for times in limits.multiples]
        allowed = question.maximum is None or question.maximum in facts["allowed_maxima"]
    if limits.spread is not None:
        facts["lowest_allowed_maximum"] = question.minimum * limits.spread
        allowed = allowed and (question.maximum is None or question.maximum >= facts["lowest_allowed_maximum"])
    if limits.lowest_minimum is not None and limits.highest_maximum is not None:
        facts["allowed_range"] = [limits.lowest_minimum, limits.highest_maximum]
        allowed = allowed and limits.lowest_minimum <= question.minimum
        allowed = allowed and (question.maximum or question.minimum) <= limits.highest_maximum
    rule = "limits-by-multiples" if limits.multiples else "limits-by-spread"
    params = {"times": limits.multiples} if limits.multiples else {"spread": limits.spread or 0}
    return Decision({"allowed": allowed, **facts}, (Reason(rule, params, limits.cite),))
