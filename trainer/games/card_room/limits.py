"""Answers to `limit` in the card room: bet and raise sizes, forced bets, buy-ins, players, rake, table stakes."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.card_room.figures import card_room, forced, read_street, stakes, street_names
from trainer.games.card_room.hand import Hand
from trainer.games.card_room.sizes import choices, is_free, is_full, is_in_units, least_raise, pot_limit, span
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.rulebooks.schema import HOUSE_STANDARD, Citation, GameRules


class ActLimit(Case, frozen=True, tag="act"):
    """May this act stand, and between which sizes? ``amount`` is the bet, or what a raise adds to the highest bet.

    ``bet`` is the highest bet of the street, ``own_bet`` what the player has of it before him, ``raises_made`` how many
    raises there were, ``pot`` what lies in the middle without the bets of this street. ``opened_for`` is the first bet
    of the street and ``last_raise`` the size of the last raise; if they are not told, all raises were as large as the
    first bet. ``all_in``: it is all he has. ``both_agree``: the last two want to play without limits. ``opens``: he is
    the first to act on this street; if that is not told, he is taken to be while nobody has bet.
    """

    act: Literal["check", "call", "fold", "bet", "raise", "all-in"]
    street: str = ""
    amount: Amount | None = None
    bet: Amount | None = None
    own_bet: Amount = ZERO
    opened_for: Amount | None = None
    last_raise: Amount | None = None
    pot: Amount = ZERO
    raises_made: int = 0
    players_left: int = 3
    all_in: bool = False
    both_agree: bool = False
    opens: bool | None = None
    minimum: Amount | None = None
    maximum: Amount | None = None


class ForcedBets(Case, frozen=True, tag="forced-bets"):
    """Ante, blinds and bring-in at a table with these limits, and whether it may post them."""

    minimum: Amount | None = None
    maximum: Amount | None = None


class Purchase(Case, frozen=True, tag="buy-in"):
    """How much must or may be bought: at the start, again with ``chips`` left, or on return after ``minutes_away``?

    ``buy_in`` is the house's own starting amount, where the regulation leaves it to the house.
    """

    minimum: Amount | None = None
    maximum: Amount | None = None
    buy_in: Amount | None = None
    chips: Amount | None = None
    amount: Amount | None = None
    hand_in_progress: bool = False
    cashed_out: Amount | None = None
    minutes_away: int | None = None


class SeatLimit(Case, frozen=True, tag="players"):
    """May one more player sit down, and may the table play?"""

    players_seated: int


class RakeLimit(Case, frozen=True, tag="rake"):
    """May the house take this percentage?"""

    percent: Amount


class TableStakes(Case, frozen=True, tag="table-stakes"):
    """How much may a player bet of what lies before him, chips and cash?"""

    chips: Amount
    cash: Amount = ZERO


class NewPlayer(Case, frozen=True, tag="new-player"):
    """What does a new player post to be dealt in at once? ``seat`` if he sits where a blind is due."""

    blind: Literal["", "small-blind", "big-blind"] = ""
    minimum: Amount | None = None


Question = ActLimit | ForcedBets | Purchase | SeatLimit | RakeLimit | TableStakes | NewPlayer


def limit(rules: GameRules, question: Question) -> Decision:
    """What is allowed, the minimum and maximum, and why."""
    if not isinstance(question, ActLimit | Purchase) or question.amount is None:
        return _answer(rules, question)
    if question.minimum is not None or question.maximum is not None:
        return _answer(rules, question)
    return _at_any_table(rules, question, question.amount)


def _at_any_table(rules: GameRules, question: ActLimit | Purchase, amount: Amount) -> Decision:
    """At a table without given limits, refuse an amount only for rules that apply at every table."""
    table, here = stakes(rules), _answer(rules, question)
    higher = msgspec.structs.replace(question, minimum=table.minimum * 100, maximum=table.maximum * 100)
    there = _answer(rules, higher)
    if here.facts == there.facts:
        return here
    facts = {name: value if there.facts[name] == value else None for name, value in here.facts.items()}
    reasons = [reason for reason in here.reasons if reason in there.reasons]
    if facts.get("raise_allowed", True):
        least, most = facts.get("minimum"), facts.get("maximum", facts.get("max_buy_in"))
        enough = amount > 0 and (least is None or amount >= least or "counts_as_raise" in facts)
        facts["allowed"] = enough and (most is None or amount <= most)
        if most is not None:
            reasons.append(Reason("amount-at-most", {"most": most}, card_room(rules).betting.cite))
    return Decision(facts, tuple(reasons))


def _answer(rules: GameRules, question: Question) -> Decision:
    match question:
        case ActLimit():
            return _act(rules, question)
        case ForcedBets():
            return _forced(rules, question)
        case Purchase():
            return _purchase(rules, question)
        case SeatLimit():
            return _players(rules, question.players_seated)
        case RakeLimit():
            return _rake(rules, question.percent)
        case TableStakes():
            return _table_stakes(rules, question)
        case NewPlayer():
            return _new_player(rules, question)


# ── acts ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _act(rules: GameRules, question: ActLimit) -> Decision:
    data = card_room(rules)
    names = street_names(rules)
    name = question.street or names[1 if len(names) > 1 else 0]
    street = read_street(rules, name)
    hand = _situation(rules, question, names.index(name))
    if question.act in ("check", "call", "fold"):
        return _plain_act(rules, question, hand)
    raising = question.act == "raise" or (question.act == "all-in" and hand.level > 0)
    if raising and hand.level == 0:
        hand = msgspec.structs.replace(hand, level=hand.opened, bets=(ZERO, hand.opened, *hand.bets[2:]))
    free = is_free(rules, hand)
    least, most = span(data, hand, street, 0, free)
    base = hand.level if raising else ZERO
    facts: dict[str, Any] = {"minimum": least - base, "maximum": None if most is None else most - base}
    if raising:
        facts |= {"raise_to_least": least, "raise_to_most": most}
    reasons = _size_reasons(rules, question, name, raising, facts)
    allowed = True
    if raising and data.betting.raises is not None:
        facts["max_raises"] = None if free else data.betting.raises
        facts["raise_allowed"] = free or question.raises_made < data.betting.raises
        allowed = facts["raise_allowed"]
        rule = "raises-free" if free else "raises-most"
        reasons.append(
            Reason(rule, {"count": data.betting.raises}, _free_cite(rules) if free else data.betting.raises_cite)
        )
    elif raising:
        facts["raise_allowed"] = True
        reasons.append(Reason("raises-any-number", {}, data.betting.raises_cite))
    if data.betting.structure == "pot-limit":
        facts |= _pot_facts(rules, hand, raising)
    if question.amount is not None:
        to = base + question.amount
        sized = (to >= least or question.all_in or question.act == "all-in") and (most is None or to <= most)
        units = question.all_in or question.act == "all-in" or is_in_units(rules, hand, to)
        if data.betting.unit is not None:
            unit = hand.table.of(data.betting.unit)
            reasons.append(Reason("in-units", {"unit": unit}, data.betting.unit_cite or data.betting.cite))
        allowed = allowed and sized and units
        if question.all_in or question.act == "all-in":
            facts["counts_as_raise"] = raising and is_full(data, hand, street, to)
            reasons.append(
                Reason("all-in-counts", {"least": least_raise(data, hand, street)}, data.betting.all_in_cite)
            )
    facts["allowed"] = allowed
    return Decision(facts, tuple(reasons))


def _situation(rules: GameRules, question: ActLimit, street: int) -> Hand:
    """Build a hand in the middle of a street from the details given, as far as bet sizes depend on them."""
    data = card_room(rules)
    table = stakes(rules, question.minimum, question.maximum)
    if question.players_left < 2:
        raise RequestError("players_left", "two players at least are in")
    rule = list(data.streets.values())[street]
    least = table.of(rule.least) if rule.least else table.chip
    forced_level = ZERO
    if street == 0 and not question.bet and question.act != "bet":
        forced_level = next((forced(rules, bet, table) for bet in ("big-blind", "blind") if bet in rules.bets), ZERO)
    level = question.bet or forced_level
    each = level / (1 + question.raises_made) if level else least
    opened = question.opened_for if question.opened_for is not None else each
    step = question.last_raise if question.last_raise is not None else each
    count = question.players_left
    if question.own_bet > level:
        raise RequestError("own_bet", "is above the highest bet")
    bets = (question.own_bet, level, *(ZERO,) * (count - 2))
    return Hand(
        table=table,
        seats=tuple(range(1, count + 1)),
        button=None,
        stacks=(Amount(10**12),) * count,
        bets=bets,
        paid=(question.own_bet + question.pot, *bets[1:]),
        folded=(False,) * count,
        street=street,
        phase="betting",
        waiting=(0,),
        level=level,
        opened=opened,
        step=step,
        raises=question.raises_made,
        fulls=1 + question.raises_made,
        seen=(0,) * count,
        faced=(-Amount(1),) * count,
        agreed=question.both_agree,
        opener=0 if question.opens or (question.opens is None and not level) else 1,
    )


def _plain_act(rules: GameRules, question: ActLimit, hand: Hand) -> Decision:
    """Check, call and fold: allowed as `choices` allows them to the player whose turn it is."""
    data = card_room(rules)
    street = data.streets[street_names(rules)[hand.street]]
    can = choices(rules, hand)
    if question.act == "call":
        why = Reason("call-allowed" if can.to_call else "nothing-to-call", {}, data.betting.cite)
        return Decision({"allowed": can.to_call > 0, "to_call": can.to_call}, (why,))
    if question.act == "fold":
        why = (
            Reason("fold-allowed", {}, data.fold_cite)
            if can.can_fold
            else Reason("opener-stays", {}, street.opens_cite)
        )
        return Decision({"allowed": can.can_fold}, (why,))
    allowed, why = can.can_check, Reason("check-allowed", {}, data.betting.cite)
    if can.to_call and not allowed:
        why = Reason("check-not-over-a-bet", {}, data.betting.cite)
    elif not allowed:
        why = Reason("opener-bets", {}, street.opens_cite)
    elif street.opens == "after-blinds" and not can.to_call:
        allowed = data.betting.big_blind_option
        cite = data.betting.big_blind_cite or data.betting.cite
        why = Reason("big-blind-checks" if allowed else "big-blind-closed", {}, cite)
    return Decision({"allowed": allowed}, (why,))


def _size_reasons(
    rules: GameRules, question: ActLimit, name: str, raising: bool, facts: dict[str, Any]
) -> list[Reason]:
    data = card_room(rules)
    cite = data.betting.raise_cite if raising else data.streets[name].bet_cite
    kind = "raise" if raising else "bet"
    if facts["maximum"] is None:
        return [Reason(f"{kind}-at-least", {"least": facts["minimum"]}, cite)]
    if facts["maximum"] == facts["minimum"]:
        return [Reason(f"{kind}-exactly", {"size": facts["minimum"]}, cite)]
    return [Reason(f"{kind}-sizes", {"least": facts["minimum"], "most": facts["maximum"]}, cite)]


def _free_cite(rules: GameRules) -> Citation:
    betting = card_room(rules).betting
    return betting.free_heads_up or betting.free_if_agreed or betting.raises_cite


def _pot_facts(rules: GameRules, hand: Hand, raising: bool) -> dict[str, Any]:
    data = card_room(rules)
    most = pot_limit(data, hand, 0)
    facts: dict[str, Any] = {"total_put_in": most - hand.bets[0]}
    if raising:
        facts["max_raise_on_top_of_call"] = most - hand.level
    return facts


# ── table, purchases, players ────────────────────────────────────────────────────────────────────────────────────────


def _forced(rules: GameRules, question: ForcedBets) -> Decision:
    data = card_room(rules)
    table = stakes(rules, question.minimum, question.maximum)
    facts: dict[str, Any] = {"minimum": table.minimum, "maximum": table.maximum}
    reasons: list[Reason] = []
    for bet in ("ante", "small-blind", "big-blind", "blind", "bring-in"):
        if bet in rules.bets:
            amount = forced(rules, bet, table)
            facts[bet.replace("-", "_")] = amount
            reasons.append(Reason("forced-bet", {"bet": rules.bets[bet].names, "amount": amount}, rules.bets[bet].cite))
    if data.spread is not None and data.spread_cite is not None:
        wanted = table.minimum * data.spread
        facts["compliant"] = table.maximum == wanted if data.spread_exact else table.maximum >= wanted
        rule = "spread-exact" if data.spread_exact else "spread-least"
        reasons.append(Reason(rule, {"times": data.spread}, data.spread_cite))
    if data.buy_in.least is not None:
        facts["min_buy_in"] = table.of(data.buy_in.least)
        reasons.append(Reason("buy-in-least", {"least": facts["min_buy_in"]}, data.buy_in.cite))
    for name, street in data.streets.items():
        if street.least is not None and street.least == street.most:
            facts.setdefault("opening_bets", {})[name] = table.of(street.least)
    if not reasons:
        raise RequestError("case", f"{rules.game} has no forced bets")
    return Decision(facts, tuple(reasons))


def _purchase(rules: GameRules, question: Purchase) -> Decision:
    data = card_room(rules)
    rule = data.buy_in
    table = stakes(rules, question.minimum, question.maximum)
    if question.hand_in_progress:
        cite = rule.during_hand_cite or rule.again_cite
        return Decision({"allowed": False}, (Reason("no-purchase-in-hand", {}, cite),))
    if question.cashed_out is not None:
        return _comes_back(rules, question)
    facts: dict[str, Any] = {}
    reasons: list[Reason] = []
    least = table.of(rule.least) if rule.least else question.buy_in
    if least is not None:
        facts["min_buy_in"] = least
        reasons.append(Reason("buy-in-least", {"least": least}, rule.cite))
    if rule.most is not None and (not rule.most_in or data.betting.structure in rule.most_in):
        facts["max_buy_in"] = table.of(rule.most)
        reasons.append(Reason("buy-in-most", {"most": facts["max_buy_in"]}, rule.most_cite or rule.cite))
    if question.chips is not None:
        most = _again(rules, question, facts)
        facts["maximum"] = facts["max_rebuy"] = most
        facts |= _again_least(rules, question)
        if most is not None:
            reasons.append(Reason("rebuy-most", {"most": most}, rule.again_cite))
    if question.amount is not None:
        top = facts.get("maximum", facts.get("max_buy_in"))
        low = facts.get("min_buy_in") if question.chips is None else facts.get("min_rebuy", ZERO)
        facts["allowed"] = (low is None or question.amount >= low) and (top is None or question.amount <= top)
        if question.chips is not None and rule.again == "shortfall-or-whole":
            facts["allowed"] = question.amount in (low, top)
    if not reasons:
        reasons.append(Reason("buy-in-by-house", {}, rule.cite))
    return Decision(facts, tuple(reasons))


def _again(rules: GameRules, question: Purchase, facts: dict[str, Any]) -> Amount | None:
    """The maximum of a re-buy with some chips left."""
    rule = card_room(rules).buy_in
    chips = question.chips or ZERO
    match rule.again:
        case "up-to-most":
            top = facts.get("max_buy_in")
            return None if top is None else max(ZERO, top - chips)
        case "band":
            table = stakes(rules, question.minimum, question.maximum)
            return table.of(rule.again_most) if rule.again_most else None
    if question.buy_in is None:
        raise RequestError("buy_in", "is missing: the house sets it")
    short = max(ZERO, question.buy_in - chips)
    return max(short, question.buy_in) if rule.again == "shortfall-or-whole" else short


def _again_least(rules: GameRules, question: Purchase) -> dict[str, Amount]:
    """The minimum of a re-buy as a fact: from the regulation's range, or the difference to the house's buy-in; empty
    without one."""
    rule = card_room(rules).buy_in
    if rule.again == "band" and rule.again_least is not None:
        return {"min_rebuy": stakes(rules, question.minimum, question.maximum).of(rule.again_least)}
    if rule.again == "shortfall-or-whole" and question.buy_in is not None:
        return {"min_rebuy": max(ZERO, question.buy_in - (question.chips or ZERO))}
    return {}


def _comes_back(rules: GameRules, question: Purchase) -> Decision:
    rule = card_room(rules).buy_in
    if rule.return_cite is None:
        raise RequestError("cashed_out", f"{rules.rulebook} says nothing of coming back to {rules.game}")
    if question.minutes_away is None:
        raise RequestError("minutes_away", "is missing")
    bound = question.minutes_away < rule.return_minutes
    table = stakes(rules, question.minimum, question.maximum)
    usual = table.of(rule.least) if rule.least else ZERO
    required = max(question.cashed_out or ZERO, ZERO) if bound else usual
    why = Reason("comes-back" if bound else "comes-back-late", {"minutes": rule.return_minutes}, rule.return_cite)
    return Decision({"required_buy_in": required}, (why,))


def _players(rules: GameRules, seated: int) -> Decision:
    rule = card_room(rules).players
    most = rule.filled or rule.most
    facts = {"allowed": seated < most, "may_play": rule.least <= seated <= rule.most, "least": rule.least, "most": most}
    reasons = [Reason("players-most", {"least": rule.least, "most": rule.most}, rule.cite)]
    if most < rule.most:
        reasons.append(Reason("seats-filled", {"most": most}, rule.filled_cite or Citation(HOUSE_STANDARD)))
    return Decision(facts, tuple(reasons))


def _rake(rules: GameRules, percent: Amount) -> Decision:
    option = rules.options["rake-percent"]
    least, most = option.between or (ZERO, Amount(100))
    facts: dict[str, Any] = {"least": least, "most": most, "allowed": least <= percent <= most}
    between = Reason("rake-between", {"least": least, "most": most}, option.between_cite or option.cite)
    by_house = (Reason("rake-by-house", {}, option.cite),) if option.between_cite else ()
    return Decision(facts, (*by_house, between))


def _table_stakes(rules: GameRules, question: TableStakes) -> Decision:
    rule = card_room(rules).buy_in
    if rule.cash_cite is None:
        raise RequestError("case", f"{rules.rulebook} says nothing of cash on the table at {rules.game}")
    plays = question.chips + (question.cash if rule.cash_plays else ZERO)
    facts = {"max_bet_from_table": plays, "bet_form": "chips-only", "cash_allowed": rule.cash_plays}
    return Decision(facts, (Reason("cash-plays" if rule.cash_plays else "no-cash", {}, rule.cash_cite),))


def _new_player(rules: GameRules, question: NewPlayer) -> Decision:
    cite = card_room(rules).new_player_cite
    if cite is None:
        raise RequestError("case", f"{rules.rulebook} says nothing of new players at {rules.game}")
    table = stakes(rules, question.minimum)
    if question.blind:
        bet = question.blind
        facts: dict[str, Any] = {"must_post": bet, "amount": forced(rules, bet, table)}
        return Decision(facts, (Reason("new-player-in-blind", {"bet": rules.bets[bet].names}, cite),))
    if rules.chosen.get("new-player", "posts") == "free":
        return Decision({"must_post": ZERO}, (Reason("new-player-free", {}, cite),))
    big = forced(rules, "big-blind", table)
    return Decision({"must_post": big}, (Reason("new-player-posts", {"amount": big}, cite),))
