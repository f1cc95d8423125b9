"""Answers to `limit` at house poker: each bet beside the others of its seat, posted limits, bets taken back.

`in_play` tells `settle` what of each stake counts where stakes outside the limits are found too late.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.core import Bet, Decision, Reason, RequestError
from trainer.games.house_poker.described_round import Key, check_bets, is_a_size, withdrawable
from trainer.games.house_poker.figures import bet_figures, compulsory_bets, has_stake, house_poker
from trainer.games.limits import (
    Bounds,
    InPlay,
    Laid,
    OnSpot,
    bounds,
    check_maximum,
    given_limits,
    known_bounds,
    may_lie,
    stakes_in_play,
    stated_limits,
    table_limits,
)
from trainer.games.posted import posted_facts, posted_reasons
from trainer.rulebooks.schema import GameRules


class LimitQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """May these bets stand, what must lie beside them, and which may be taken back?

    ``minimum`` and ``maximum`` are the table's. ``dealing_started`` asks of bets that come after the first card;
    ``withdraw`` whether a bet may be taken back with ``community_open`` cards turned (`None`: of every bet).
    """

    bets: tuple[Bet, ...] = ()
    minimum: Amount | None = None
    maximum: Amount | None = None
    dealing_started: bool = False
    withdraw: str = ""
    community_open: int | None = None


def limit(rules: GameRules, question: LimitQuestion) -> Decision:
    """Each bet's limits and whether it may stand; what a second bet or a card costs; what may be taken back."""
    check_maximum(rules, question.maximum)
    known = table_limits(rules, question.minimum, question.maximum)
    check_bets(rules, question.bets)
    facts: dict[str, Any] = {}
    reasons: list[Reason] = []
    if question.community_open is not None and not withdrawable(rules):
        return _sizes(rules, question)
    if question.withdraw or question.community_open is not None:
        return _withdrawal(rules, question)
    by_table = [bet for bet in rules.bets if has_stake(rules, bet) and _by_table(rules, bet)]
    asked = question.bets or tuple(Bet(bet=bet) for bet in by_table)
    stated = stated_limits(question.minimum, question.maximum, house_poker(rules).limits)
    laid = _laid(rules, asked, stated if question.bets else known, question.dealing_started)
    facts, reasons = may_lie(laid)
    facts |= _required(rules, question.bets, known)
    equal = house_poker(rules).equal
    if equal is not None and question.bets:
        wrong = lacks_equal_bets(rules, question.bets)
        facts |= {"equal_required": True, "total_staked": sum((bet.stake for bet in question.bets), ZERO)}
        if "allowed" in facts:  # a stake was named
            facts["allowed"] = facts["allowed"] and not wrong
        reasons.append(Reason("equal-bets", {"bets": [rules.bets[bet].names for bet in equal.bets]}, equal.cite))
    posted = house_poker(rules).limits
    if posted is not None:
        facts |= posted_facts(posted, question.minimum, question.maximum)
        reasons += posted_reasons(posted)
    return Decision(facts, tuple(reasons))


def _by_table(rules: GameRules, bet: str) -> bool:
    """Whether the limits of a bet depend on the table alone."""
    limits = (rules.bets[bet].minimum, rules.bets[bet].maximum)
    return all(limit is None or limit.of in ("", "minimum", "maximum") for limit in limits)


def _laid(rules: GameRules, bets: tuple[Bet, ...], table: dict[str, Amount], started: bool) -> list[Laid]:
    beside: dict[Key, dict[str, Amount]] = defaultdict(dict)
    for bet in bets:
        beside[bet.seat, bet.hand][bet.bet] = bet.stake
    laid: list[Laid] = []
    for bet in bets:
        rule, figures = rules.bets[bet.bet], bet_figures(rules, bet.bet)
        others = beside[bet.seat, bet.hand]
        found = bet_bounds(rules, bet.bet, {**table, **others})
        why: tuple[Reason, ...] = ()
        if started and figures.at == "start":
            why = (Reason("too-late", {"bet": rule.names}, rule.limit_cite or rule.cite),)
        elif figures.needs and figures.needs not in others:
            params = {"bet": rule.names, "needs": rules.bets[figures.needs].names}
            why = (Reason("needs-bet", params, figures.needs_cite or rule.cite),)
        elif bet.stake and (missing := _lacks(rules, bet.bet, others)):
            params = {"bet": rule.names, "needs": rules.bets[missing].names}
            why = (Reason("needs-bet", params, bet_figures(rules, missing).needs_cite or rule.cite),)
        elif bet.stake and "ante" in others and not is_a_size(rules, bet.bet, bet.stake, others["ante"]):
            sizes = [times * others["ante"] for times in figures.times]
            why = (Reason("one-of-sizes", {"bet": rule.names, "sizes": sizes}, rule.limit_cite or rule.cite),)
        laid.append(Laid.on(bet, spot_of(bet), found, rule.names, refused=bool(why), reasons=why))
    return laid


def _lacks(rules: GameRules, bet: str, own: Collection[str]) -> str:
    """A compulsory bet that is missing beside another at the start of a round, or an empty string.

    Equal bets are judged together by `lacks_equal_bets`. With a bet of a later moment the question is about that one.
    """
    if house_poker(rules).equal is not None or any(bet_figures(rules, name).at != "start" for name in own):
        return ""
    compulsory = compulsory_bets(rules)
    return next((name for name in compulsory if name not in own), "") if bet in compulsory else ""


def spot_of(bet: Bet) -> str:
    """The box a bet lies on: each hand of a player has its own."""
    return bet.bet if bet.hand is None else f"{bet.bet}:{bet.hand}"


def in_play(rules: GameRules, bets: Sequence[Bet], minimum: Amount | None, maximum: Amount | None) -> list[InPlay]:
    """What of each stake counts under the limits a round gives, if any.

    A bet that is measured by another is measured by what plays of that one, and does not play without it.
    """
    given = given_limits(rules, minimum, maximum)
    if not given:
        return [InPlay(bet.stake) for bet in bets]
    plays: dict[int, InPlay] = {}
    whole: dict[Key, dict[str, Amount]] = defaultdict(dict)
    for bet in bets:
        whole[bet.seat, bet.hand][bet.bet] = bet.stake
    for level in sorted({_level(rules, bet.bet) for bet in bets}):
        playing: dict[Key, dict[str, Amount]] = defaultdict(dict)
        for index, play in plays.items():
            playing[bets[index].seat, bets[index].hand][bets[index].bet] = play.stake
        laid = {index: bet for index, bet in enumerate(bets) if _level(rules, bet.bet) == level}
        spots = [
            _on_spot(rules, bet, given, whole[bet.seat, bet.hand], playing[bet.seat, bet.hand]) for bet in laid.values()
        ]
        plays |= zip(laid, stakes_in_play(rules, [bet.seat for bet in laid.values()], spots), strict=True)
    return [plays[index] for index in range(len(bets))]


def _hangs_on(rules: GameRules, bet: str) -> set[str]:
    """The bets that a bet is measured by or lies beside."""
    limits = (rules.bets[bet].minimum, rules.bets[bet].maximum)
    return {bet_figures(rules, bet).needs, *(each.of for each in limits if each)} & rules.bets.keys()


def _level(rules: GameRules, bet: str, seen: frozenset[str] = frozenset()) -> int:
    """How many bets must be known before this one: 0 for an ante, 1 for a bet whose size depends on it."""
    others = _hangs_on(rules, bet) - seen - {bet}
    return max((1 + _level(rules, other, seen | {bet}) for other in others), default=0)


def _on_spot(
    rules: GameRules, bet: Bet, given: dict[str, Amount], whole: dict[str, Amount], playing: dict[str, Amount]
) -> OnSpot:
    """A stake with the limits that follow from what the round gives and from what plays of the bets beside it.

    A bet that is a multiple of another (``times``) stays that multiple of what plays of it.
    """
    rule = rules.bets[bet.bet]
    beside = [playing[other] for other in _hangs_on(rules, bet.bet) if other in playing]
    if beside and not any(beside):
        return OnSpot(spot_of(bet), bet.stake, Bounds.of_void(rule.limit_cite or rule.cite))
    found = _in_units(rules, bet.bet, known_bounds(rule, {**given, **playing}))
    other = rule.maximum.of if rule.maximum else ""
    if bet_figures(rules, bet.bet).times and playing.get(other, whole.get(other)) != whole.get(other):
        same_multiple = bet.stake / whole[other] * playing[other]
        found = msgspec.structs.replace(found, maximum=min(same_multiple, found.maximum or same_multiple))
    return OnSpot(spot_of(bet), bet.stake, found)


def bet_bounds(rules: GameRules, bet: str, known: dict[str, Amount]) -> Bounds:
    """The known limits of a bet: limits that depend on a missing bet are left open."""
    return _in_units(rules, bet, bounds(rules, rules.bets[bet], known))


def _in_units(rules: GameRules, bet: str, found: Bounds) -> Bounds:
    """Limits whose maximum is a stake that can be laid in the units of a bet."""
    unit = bet_figures(rules, bet).unit
    if unit is None or found.maximum is None:
        return found
    return msgspec.structs.replace(found, maximum=found.maximum // unit * unit)


def lacks_equal_bets(rules: GameRules, bets: Sequence[Bet]) -> bool:
    """Whether a player has not laid all the compulsory equal bets, or not all of one size.

    With a bet of a later moment (a double) the question is about that moment, when some are settled already.
    """
    equal = house_poker(rules).equal
    laid: dict[Key, dict[str, Amount]] = defaultdict(dict)
    for bet in bets:
        own = laid[bet.seat, bet.hand]
        own[bet.bet] = own.get(bet.bet, ZERO) + bet.stake
    for own in laid.values():
        later = any(bet_figures(rules, name).at != "start" for name in own)
        stakes = {own.get(name, ZERO) for name in (equal.bets if equal else ()) if not later or name in own}
        if len(stakes) > 1:
            return True
    return False


def _required(rules: GameRules, bets: tuple[Bet, ...], table: dict[str, Amount]) -> dict[str, Any]:
    """The exact size of each bet whose size follows from another bet, as a fact; empty if there are none."""
    first: dict[str, Amount] = {}
    for bet in bets:
        first.setdefault(bet.bet, bet.stake)
    required: dict[str, Any] = {}
    for name in rules.bets:
        if _by_table(rules, name):
            continue
        found = bet_bounds(rules, name, {**table, **first})
        if found.maximum is not None and found.minimum == found.maximum:
            required[name] = found.minimum
    return {"required": required} if required else {}


def _sizes(rules: GameRules, question: LimitQuestion) -> Decision:
    """What a player may put down with so many community cards turned: every size, or that he may not."""
    stakes = {bet.bet: bet.stake for bet in question.bets}
    if "ante" not in stakes:
        raise RequestError("bets", "is missing: say what the ante is")
    turned = 0
    for stage in house_poker(rules).course:
        turned += stage.cards if stage.act == "turn-community" else 0
        sizes: dict[str, list[Amount]] = defaultdict(list)
        for answer in stage.answers.values():
            if answer.puts and answer.times:
                sizes[answer.puts].append(answer.times * stakes["ante"])
        if turned == question.community_open and sizes:
            facts: dict[str, Any] = {f"allowed_{bet}": found for bet, found in sizes.items()}
            allowed = all(_among(rules, bet, stakes[bet], found) for bet, found in sizes.items() if bet in stakes)
            entry = rules.procedure[stage.step]
            reason = Reason("table.reason.step", {"does": entry.does}, entry.cite)
            return Decision({**facts, "allowed": allowed}, (reason,))
    raise RequestError("community_open", "nothing is put down with so many cards turned")


def _among(rules: GameRules, bet: str, stake: Amount, sizes: list[Amount]) -> bool:
    """Whether a stake is one of the sizes of a moment, or lies between them where anything there may be put down."""
    between = bet_figures(rules, bet).between is not None and len(sizes) > 1
    return stake in sizes or (between and min(sizes) <= stake <= max(sizes))


def _withdrawal(rules: GameRules, question: LimitQuestion) -> Decision:
    """Whether bets may be taken back at this moment: each has its own, told by the community cards turned so far."""
    course, turned = house_poker(rules).course, 0
    moments: dict[str, tuple[int, str]] = {}
    for stage in course:
        turned += stage.cards if stage.act == "turn-community" else 0
        for answer in stage.answers.values():
            if answer.takes:
                moments[answer.takes] = (turned, stage.step)
    if not withdrawable(rules):
        raise RequestError("withdraw", "no bet can be taken back in this game")
    if question.withdraw and question.withdraw not in rules.bets:
        known = ", ".join(rules.bets)
        raise RequestError("withdraw", f"{question.withdraw!r} is no bet here; there are: {known}")
    asked = [question.withdraw] if question.withdraw else [bet.bet for bet in question.bets] or list(rules.bets)
    now = question.community_open or 0
    equal, last = house_poker(rules).equal, max(moment for moment, _ in moments.values())
    later = last if equal is not None and equal.later_too else 0
    shown = [
        {"bet": bet, "withdraw_allowed": bet in moments and moments[bet][0] <= now <= max(moments[bet][0], later)}
        for bet in asked
    ]
    reasons = []
    for bet, (_, step) in moments.items():
        entry = rules.procedure[step]
        if bet in asked:
            reasons.append(Reason("table.reason.step", {"does": entry.does}, entry.cite))
    facts: dict[str, Any] = {"bets": shown, "allowed": all(each["withdraw_allowed"] for each in shown)}
    if not reasons:
        reasons = [Reason("always-stays", {"bet": rules.bets[bet].names}, rules.bets[bet].cite) for bet in asked]
    return Decision(facts, tuple(reasons))
