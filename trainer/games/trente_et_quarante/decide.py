"""Answers to `decide` at trente et quarante: next card, coup and call, burn, stop card, payment order, insurance."""

from __future__ import annotations

from typing import Any

from trainer.equipment.cards import Card
from trainer.equipment.money import Amount
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.games.decks import check_decks
from trainer.games.procedure import Written, by_the_book, irregularity
from trainer.games.trente_et_quarante.calls import result_call
from trainer.games.trente_et_quarante.figures import CHANCES, trente
from trainer.games.trente_et_quarante.rows import ColorChance, count, longest
from trainer.games.trente_et_quarante.settle import check_bets, coup_of, coup_reasons, stopped
from trainer.games.trente_et_quarante.tie import TrenteBet, premium
from trainer.rulebooks.schema import GameRules


class RowSoFar(Case, frozen=True, tag="row"):
    """Does this row get another card? Give its cards or its total."""

    row: tuple[Card, ...] = ()
    total: int | None = None


class CoupResult(Case, frozen=True, tag="coup"):
    """What comes of these cards: totals, winners, call, and which of these bets are blocked?"""

    bets: tuple[TrenteBet, ...] = ()
    shoe_after_burn: tuple[Card, ...] = ()
    black_row: tuple[Card, ...] = ()
    red_row: tuple[Card, ...] = ()
    black_total: int | None = None
    red_total: int | None = None
    winning_color_chance: ColorChance | None = None


class BurnFirst(Case, frozen=True, tag="burn"):
    """How many cards are burned from a new stack, and when if it was forgotten?"""

    missed: bool = False


class StopCard(Case, frozen=True, tag="stop-card"):
    """The stop card is out: what becomes of the coup and of these bets?"""

    in_coup: bool = True
    bets: tuple[TrenteBet, ...] = ()


class PayOrder(Case, frozen=True, tag="pay-order"):
    """In which order are these winning chances paid?"""

    winning: tuple[str, ...]


class Insure(Case, frozen=True, tag="insurance"):
    """What does it cost to insure this stake?"""

    stake: Amount


class StuckCards(Case, frozen=True, tag="stuck-cards"):
    """So many cards came out stuck together: are they burned, do they count?"""

    cards: int


Situation = RowSoFar | CoupResult | BurnFirst | StopCard | PayOrder | Insure | StuckCards | Written


def decide(rules: GameRules, situation: Situation) -> Decision:
    """The croupier's act in a situation, with reasons."""
    match situation:
        case RowSoFar():
            return _row(rules, situation)
        case CoupResult():
            return _coup(rules, situation)
        case BurnFirst():
            return _burn(rules, situation)
        case StopCard():
            return _stop_card(rules, situation)
        case PayOrder():
            return pay_order(rules, situation.winning)
        case Insure():
            cost = premium(rules, situation.stake)
            insurance = trente(rules).insurance
            reason = Reason("insurance-price", {"percent": insurance.percent, "premium": cost}, insurance.cite)
            return Decision({"deposit": cost, "when": insurance.when}, (reason,))
        case StuckCards():
            decided = irregularity(rules, "cards-stuck")
            burned = {"burn_cards": situation.cards} if decided.facts.get("burned") else {}
            return Decision({**decided.facts, **burned}, decided.reasons)
        case _:
            return by_the_book(rules, situation)


def _row(rules: GameRules, situation: RowSoFar) -> Decision:
    rows = trente(rules).rows
    if not situation.row and situation.total is None:
        raise RequestError("row", "give the cards of the row or its total")
    points = count(situation.row) if situation.row else situation.total or 0
    if not 0 <= points <= longest(trente(rules)):
        field = "row" if situation.row else "total"
        raise RequestError(field, f"no row has {points}: it stops at {rows.stops_at} or over")
    check_decks(max(trente(rules).stack.decks_allowed), {"row": situation.row})
    before = count(situation.row[:-1])
    if before >= rows.stops_at:
        raise RequestError("row", f"had {before} before its last card: it stops at {rows.stops_at} or over")
    more = points < rows.stops_at
    name = "row-goes-on" if more else "row-stops"
    return Decision(
        {"total": points, "another_card": more}, (Reason(name, {"total": points, "stop": rows.stops_at}, rows.cite),)
    )


def _coup(rules: GameRules, situation: CoupResult) -> Decision:
    check_bets(situation.bets)
    coup = coup_of(rules, situation)
    facts = coup.facts()
    call = result_call(rules, coup)
    if call is not None:
        facts["call"] = call.es
    if coup.winning_row is None:
        blocked = coup.is_tie_at(trente(rules).rows.stops_at)
        facts["coup"] = "blocked" if blocked else "neutral"
        if blocked:
            facts["blocked"] = [bet.bet for bet in situation.bets] if situation.bets else list(CHANCES)
    return Decision(facts, coup_reasons(rules, coup))


def _burn(rules: GameRules, situation: BurnFirst) -> Decision:
    burn = trente(rules).burn
    facts: dict[str, Any] = {"burn": burn.count}
    if situation.missed and burn.count:
        missed = irregularity(rules, "burn-missed")
        return Decision({**facts, "burn_at": missed.facts["burn_five_at"]}, missed.reasons)
    return Decision(facts, (Reason("burn-fixed" if burn.count else "burn-none", facts, burn.cite),))


def _stop_card(rules: GameRules, situation: StopCard) -> Decision:
    cut = trente(rules).cut_card
    if not situation.in_coup:
        return Decision({"coup": "ended", "shuffle": True}, (Reason("stop-card-between", {}, cut.cite),))
    check_bets(situation.bets)
    settled = stopped(rules, situation.bets)
    bets = [
        {"bet": box.bet.bet, "result": box.result.value, "pays": box.pays, "returned": box.returned}
        for box in settled.bets
    ]
    name = "stop-card-voids" if cut.in_coup == "void" else "stop-card-holds"
    return Decision({**settled.facts, "bets": bets}, (Reason(name, {}, cut.cite),))


def pay_order(rules: GameRules, winning: tuple[str, ...]) -> Decision:
    """Winning chances in the order in which they are paid."""
    order = rules.orders["pay"]
    for index, chance in enumerate(winning):
        if chance not in CHANCES:
            raise RequestError(f"winning[{index}]", f"{chance!r} is not a chance")
    for one, other in (("red", "black"), ("color", "inverse")):
        if one in winning and other in winning:
            field = f"winning[{max(winning.index(one), winning.index(other))}]"
            raise RequestError(field, f"{one} and {other} do not win the same coup")
    found = [chance for step in order.steps for chance in step if chance in winning]
    return Decision({"order": found}, (Reason("pay-order", {}, order.cite),))
