"""Answers to `limit` at baccarat: bets and the bets they need beside them, players and places, decks and cut.

Also what the regulation asks of a table's own limits and their changes, and the cash the house must hold.
`refused_bets` tells a live round which bets may not lie.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.baccarat.bets import MAIN, bet_figures, both_sides_refused, check_bets, spot_of
from trainer.games.baccarat.figures import HouseBank, baccarat
from trainer.games.core import Bet, Decision, Reason, RequestError
from trainer.games.limits import Bounds, Laid, beside, bounds, every_limit, may_lie, stated_limits, table_limits
from trainer.games.posted import LimitChange, LimitChanges, change_of_limits, posted_facts
from trainer.rulebooks.schema import Citation, GameRules

Check = tuple[dict[str, Any], Reason]  # facts with ``allowed``, and why


class LimitQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """May this stand? Give bets, or what a table or a player wants to do; ``minimum`` and ``maximum`` are the table's.

    ``players`` want to sit at a table of so many ``places`` (the largest there is, if not said; without players: may a
    cloth have so many); ``cards_at_end`` is
    what a player's cut leaves at the shorter end, ``cards_behind`` what lies behind the cut card, ``shoe_holder_bets``
    what the player who deals bets on. ``changes`` of the table's limits are answered one by one.
    """

    bets: tuple[Bet, ...] = ()
    minimum: Amount | None = None
    maximum: Amount | None = None
    players: int | None = None
    places: int | None = None
    standing: bool = False
    places_of_one_player: int | None = None
    coups_without_bet: int | None = None
    decks: int | None = None
    cards_at_end: int | None = None
    cards_behind: int | None = None
    shoe_holder_bets: tuple[str, ...] | None = None
    changes: tuple[LimitChange, ...] = ()


def limit(rules: GameRules, question: LimitQuestion) -> Decision:
    """Whether everything asked is allowed, with the limits that say so; if nothing is, the limits of every bet.

    Changes of limits are answered alone.
    """
    _refuse_what_is_not_ruled(rules, question)
    if question.changes:
        return change_of_limits(rules, LimitChanges(changes=question.changes))
    known = table_limits(rules, question.minimum, question.maximum)
    if question.maximum is None:
        known["maximum"] = main_maximum(rules, known)
    checks = [*_table_checks(rules, question), *_player_checks(rules, question)]
    facts: dict[str, Any] = {}
    reasons: list[Reason] = []
    if question.bets:
        facts, reasons = may_lie(_laid(rules, question.bets, _stated(rules, question.minimum, question.maximum)))
        checks += _both_sides(rules, question.bets)
    elif not checks or question.maximum is not None or (question.minimum is not None and by_multiples(rules)):
        names = {kind: rule.names for kind, rule in rules.bets.items()}
        facts, reasons = every_limit(names, {kind: capped(rules, kind, known) for kind in rules.bets})
    for shown, reason in checks:
        allowed = facts.get("allowed", True) and shown.get("allowed", True)
        facts |= shown
        if "allowed" in shown or "allowed" in facts:
            facts["allowed"] = allowed
        reasons.append(reason)
    return Decision(facts, tuple(reasons))


def refused_bets(
    rules: GameRules, bets: Sequence[Bet], minimum: Amount | None, maximum: Amount | None
) -> dict[int, Citation]:
    """The bets, by their place, that may not lie together on a cloth, with what refuses each of them.

    Of a player's bets on both hands, where the house does not take them, the later one is refused.
    """
    refused = {place: rules.cite for place, bet in enumerate(bets) if bet.bet not in rules.bets}
    known = {place: bet for place, bet in enumerate(bets) if place not in refused}
    try:
        laid = _laid(rules, list(known.values()), _stated(rules, minimum, maximum))
    except RequestError:  # a bet on something that it cannot be made on
        return refused
    shown, _ = may_lie(laid)
    for place, each, entry in zip(known, laid, shown["bets"], strict=True):
        if entry.get("allowed") is False:
            reason = each.reasons[0].cite if each.reasons else None
            refused[place] = reason or each.bounds.cite
    both = rules.options["both-sides"].cite if rules.chosen.get("both-sides") == "refused" else None
    if both is not None:
        for place, bet in known.items():
            earlier = [bets[other] for other in known if other < place]
            if bet.bet in MAIN and any(
                each.seat == bet.seat and each.bet in MAIN and each.bet != bet.bet for each in earlier
            ):
                refused.setdefault(place, both)
    return refused


def _stated(rules: GameRules, minimum: Amount | None, maximum: Amount | None) -> dict[str, Amount]:
    """What stakes are judged by; a maximum may follow from the minimum that is given."""
    found = stated_limits(minimum, maximum, baccarat(rules).limits)
    if by_multiples(rules) and maximum is None and minimum is not None:
        found["maximum"] = main_maximum(rules, table_limits(rules, minimum, None))
    return found


def by_multiples(rules: GameRules) -> bool:
    """Whether the maximum of a table follows from its minimum."""
    limits = baccarat(rules).limits
    return limits is not None and bool(limits.multiples)


def main_maximum(rules: GameRules, known: dict[str, Amount]) -> Amount:
    """The table's maximum: where the main bets go up to a multiple of the minimum, that multiple."""
    return bounds(rules, rules.bets["player"], known).maximum or known["maximum"]


def capped(rules: GameRules, bet: str, known: dict[str, Amount]) -> Bounds:
    """The limits of a bet: main bets go up to the table's maximum, of which the house may have chosen the multiple.

    A maximum that keeps the payment of another bet within the table's is rounded as the rulebook says.
    """
    found = bounds(rules, rules.bets[bet], known)
    if bet in MAIN:
        return Bounds(found.minimum, known.get("maximum"), found.cite)
    limits = baccarat(rules).limits
    if limits is None or found.maximum is None or found.maximum == known["maximum"]:
        return found
    return Bounds(found.minimum, limits.cap_rounding.apply(found.maximum), found.cite)


def _laid(rules: GameRules, bets: Sequence[Bet], known: dict[str, Amount]) -> list[Laid]:
    """The bets of one question; raises `RequestError` for one that cannot lie on this cloth."""
    check_bets(rules, bets)
    laid: list[Laid] = []
    for bet in bets:
        found, names = capped(rules, bet.bet, known), rules.bets[bet.bet].names
        figures, minimum = bet_figures(rules, bet.bet), known.get("minimum", ZERO)
        needs = figures.needs_main
        main = beside(bet.seat, [other.stake for other in bets if other.bet in MAIN and other.seat == bet.seat])
        wanted = {"no": True, "any": main > 0, "table-minimum": main >= minimum and main > 0}
        wanted["of-a-seat"] = main > 0 or bet.seat is None
        wanted["table-minimum-if-below"] = bet.stake >= minimum or main >= minimum
        refused = bool(bet.stake) and not wanted[needs]
        asked = "any" if needs == "of-a-seat" else needs
        missing = Reason(f"needs-main-{asked}", {"bet": names, "minimum": minimum}, figures.needs_cite)
        reasons = (missing,) if refused else ()
        laid.append(Laid.on(bet, spot_of(bet), found, names, refused=refused, reasons=reasons))
    return laid


def _both_sides(rules: GameRules, bets: Sequence[Bet]) -> list[Check]:
    """Whether one player may bet on both hands, where the house has ruled on it."""
    cite = both_sides_refused(rules, bets)
    return [({"allowed": False}, Reason("both-sides-refused", {}, cite))] if cite else []


def _refuse_what_is_not_ruled(rules: GameRules, question: LimitQuestion) -> None:
    figures = baccarat(rules)
    if question.coups_without_bet is not None and figures.places.idle_coups is None:
        raise RequestError("coups_without_bet", "this rulebook sets no limit to sitting out")
    if question.shoe_holder_bets is not None and figures.shoe_holder is None:
        raise RequestError("shoe_holder_bets", "nobody has to bet at this table because he deals")


def _table_checks(rules: GameRules, question: LimitQuestion) -> Iterator[Check]:
    figures = baccarat(rules)
    limits = figures.limits
    shown: dict[str, Any] = {}
    if limits is not None and limits.multiples and question.minimum is not None and not question.bets:
        maxima = [question.minimum * multiple for multiple in limits.multiples]
        shown = {"allowed_maximums": maxima}
        if question.maximum is not None:
            shown["allowed"] = question.maximum in maxima
        yield shown, Reason("maximum-multiples", {"multiples": limits.multiples}, limits.cite)
    if limits is not None and limits.spread is not None and question.minimum is not None and not question.bets:
        shown = posted_facts(limits, question.minimum, question.maximum)
        if "compliant" in shown:
            shown["allowed"] = shown.pop("compliant")
        if limits.lowest_minimum is not None and limits.highest_maximum is not None:
            shown["allowed_range"] = [limits.lowest_minimum, limits.highest_maximum]
        params = {"spread": limits.spread, "least": question.minimum * limits.spread}
        yield shown, Reason("limit-spread", params, limits.cite)
    if figures.house_bank is not None and question.maximum is not None and not question.bets:
        bank = additional_bank(figures.house_bank, question.maximum)
        yield {"additional_bank": bank}, Reason("house-bank", {"bank": bank}, figures.house_bank.cite)
    if question.decks is not None:
        shoe = figures.shoe
        allowed = question.decks in (shoe.decks_allowed or [shoe.decks])
        params = {"decks": shoe.decks_allowed or [shoe.decks]}
        yield {"allowed": allowed}, Reason("decks-allowed", params, shoe.cite)
    cut = figures.cut_card
    if question.cards_at_end is not None:
        cite = cut.cut_cite or cut.cite
        allowed = question.cards_at_end >= cut.player_cut_least
        yield (
            {"allowed": allowed, "minimum": cut.player_cut_least},
            Reason("player-cut", {"least": cut.player_cut_least}, cite),
        )
    if question.cards_behind is not None:
        span = [cut.behind_least, cut.behind_most]
        allowed = span[0] <= question.cards_behind <= span[1]
        reason = Reason("cards-behind-cut-card", {"least": span[0], "most": span[1]}, cut.cite)
        yield {"allowed": allowed, "allowed_range": span}, reason


def _player_checks(rules: GameRules, question: LimitQuestion) -> Iterator[Check]:
    figures = baccarat(rules)
    places = figures.places
    if question.players is not None or question.places is not None:
        most = max(places.seats) if question.places is None else question.places
        allowed = (question.players is None or 0 < question.players <= most) and most in places.seats
        shown: dict[str, Any] = {"allowed": allowed, "maximum": most}
        cite = places.seats_cite or places.cite
        if most not in places.seats:
            shown["places_allowed"] = sorted(places.seats)
            yield shown, Reason("places-of-the-cloth", {"places": sorted(places.seats)}, cite)
        else:
            yield shown, Reason("places", {"most": most}, cite)
    if question.standing:
        name = "standing-allowed" if places.standing else "standing-refused"
        yield {"allowed": places.standing}, Reason(name, {}, places.cite)
    if question.places_of_one_player is not None:
        allowed = question.places_of_one_player <= 1 or not places.one_place_each
        name = "one-place-each" if places.one_place_each else "several-places"
        yield {"allowed": allowed}, Reason(name, {}, places.one_place_cite or places.cite)
    if question.coups_without_bet is not None and places.idle_coups is not None:
        keeps = question.coups_without_bet <= places.idle_coups
        reason = Reason("idle-seat", {"coups": places.idle_coups}, places.idle_cite or places.cite)
        yield {"allowed": keeps, "keeps_seat": keeps}, reason
    if question.shoe_holder_bets is not None and figures.shoe_holder is not None:
        duty = figures.shoe_holder
        allowed = any(bet in duty.must_bet for bet in question.shoe_holder_bets)
        sides = [rules.bets[side].names for side in duty.must_bet]
        yield {"allowed": allowed, "must_bet": duty.must_bet}, Reason("shoe-holder-bets", {"bets": sides}, duty.cite)


def additional_bank(bank: HouseBank, maximum: Amount) -> Amount:
    """The additional cash for a table maximum: its step, or the last step and so much for each ``above_each`` above."""
    if bank.fixed is not None:
        return bank.fixed
    for step in bank.steps:
        if maximum <= step.maximum:
            return step.bank
    last = bank.steps[-1]
    if bank.above_each is None or bank.above_bank is None:
        return last.bank
    return last.bank + bank.above_bank * math.ceil((maximum - last.maximum) / bank.above_each)
