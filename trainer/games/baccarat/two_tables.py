"""The engine of baccara on two tables, one banker against two hands: `decide`, `limit`, its file's check, `GAME`."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Literal

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import Amount
from trainer.games.baccarat.bank_figures import bank_game
from trainer.games.baccarat.banked_hands import PointHand, point_act, table_reason, without_choice
from trainer.games.baccarat.burn import BurnCount, CutCardOut, burned, cut_card_out
from trainer.games.baccarat.chemin_de_fer import Auction, auction_of
from trainer.games.baccarat.chemin_de_fer import check as check_bank_game
from trainer.games.baccarat.drawing import banker_verdict, is_natural, total, value
from trainer.games.baccarat.figures import Act
from trainer.games.baccarat.two_tables_settle import TABLES, TwoTableRound, settle, tables_of
from trainer.games.core import Ask, Bet, Case, Decision, Game, Reason, RequestError
from trainer.games.limits import Bounds, Laid, check_limits, limit_reason, may_lie
from trainer.games.procedure import Written, by_the_book
from trainer.rulebooks.problems import MISSING, Finding
from trainer.rulebooks.schema import GameRules

Word = Literal["carta", "no"]


class DealSix(Case, frozen=True, tag="deal"):
    """Which hand owns which of the six cards in order of dealing?"""

    deal: tuple[Card, ...]


class TableHand(Case, frozen=True, tag="side"):
    """What does a table do with these two cards?"""

    side: tuple[Card, ...]
    made_banco: bool = False


class TwoTableBanker(Case, frozen=True, tag="banker"):
    """What does the banker do? Give each table's third card, or nothing where it stood; ``shows`` names a natural.

    ``error_by`` says that the coup was restored after somebody's fault, which binds him to the table.
    """

    banker: tuple[Card, ...]
    asked_tableau: bool = False
    first_third: Card | None = None
    second_third: Card | None = None
    shows: Literal["first", "second"] | None = None
    tableau: Literal["same", "differs"] | None = None
    error_by: Literal["banker", "player", "croupier"] | None = None


class OnTheLine(Case, frozen=True, tag="line"):
    """How does a stake on a line play, in whole units? Between the tables, or before a player's own zone."""

    stake: int
    line: Literal["between-tables", "player-zone"]


class Words(Case, frozen=True, tag="words"):
    """A table said one thing and then another: which word counts?"""

    side: tuple[Card, ...]
    words: tuple[Word, ...]


Situation = DealSix | TableHand | TwoTableBanker | OnTheLine | Words | Auction | BurnCount | CutCardOut | Written


def decide(rules: GameRules, situation: Situation) -> Decision:
    """The act of table, banker or croupier in a situation, with reasons."""
    match situation:
        case DealSix():
            return _deal(rules, situation)
        case TableHand():
            return point_act(rules, PointHand(player=situation.side, made_banco=situation.made_banco))
        case TwoTableBanker():
            return banker_act(rules, situation)
        case OnTheLine():
            return _line(rules, situation)
        case Words():
            return _words(rules, situation)
        case Auction():
            return auction_of(rules, situation)
        case BurnCount():
            return burned(bank_game(rules).burn, situation)
        case CutCardOut():
            return cut_card_out(bank_game(rules).cut_card, situation)
        case _:
            return by_the_book(rules, situation)


def _deal(rules: GameRules, situation: DealSix) -> Decision:
    order = bank_game(rules).deal
    if len(situation.deal) != len(order.order):
        raise RequestError("deal", f"{len(order.order)} cards are dealt, {len(situation.deal)} were given")
    hands: dict[str, list[Card]] = {}
    for card, side in zip(situation.deal, order.order, strict=True):
        hands.setdefault(side.value, []).append(card)
    totals = {side: total(hand) for side, hand in hands.items()}
    return Decision({**hands, "totals": totals}, (Reason("deal-order", {}, order.cite),))


def banker_act(rules: GameRules, hand: TwoTableBanker) -> Decision:
    """draw, stand, show or free.

    The table binds him if he asked for it, a hand shows a natural or the coup was restored after an error. If it says
    different things for the two hands he is free, but after his own error he draws up to the rulebook's total.
    """
    if bound := without_choice(rules, hand.banker):
        return bound
    figures, points = bank_game(rules), total(hand.banker)
    if not (hand.asked_tableau or hand.shows or hand.error_by):
        return _answer(points, "free", Reason("banker-is-free", {}, figures.banker.cite))
    special = figures.two_tables
    if special is None:
        raise RequestError("case", "this game is not played on two tables")
    thirds = {"first": hand.first_third, "second": hand.second_third}
    says = {}
    for table in TABLES:
        if table != hand.shows:
            third = thirds[table]
            says[table] = banker_verdict(figures, points, None if third is None else value(third)).act
    if hand.shows:
        other = next(iter(says))
        act = Act.DRAW if says[other] is Act.OPTIONAL else says[other]
        third = thirds[other]
        why = table_reason(act, points, None if third is None else value(third), rules)
        return _answer(points, act, Reason("natural-binds-banker", {}, special.restored_cite), why)
    differs = hand.tableau == "differs" if hand.tableau else len(set(says.values())) > 1
    if not differs:
        act = says["first"]
        written = special.restored_cite if hand.error_by else figures.banker.tableau_cite
        return _answer(points, act, Reason("table-says-same", {}, written))
    if hand.error_by == "banker":
        act = Act.DRAW if points <= special.banker_error_draws_to else Act.STAND
        params = {"total": points, "limit": special.banker_error_draws_to}
        return _answer(points, act, Reason("banker-error-five-or-less", params, special.restored_cite))
    cite = special.restored_cite if hand.error_by else figures.banker.tableau_cite
    return _answer(points, "free", Reason("table-differs-banker-free", {}, cite))


def _answer(points: int, act: str, *reasons: Reason) -> Decision:
    return Decision({"total": points, "banker_action": act}, reasons)


def _line(rules: GameRules, situation: OnTheLine) -> Decision:
    """A stake between the tables plays on both, the larger part on the first; before the player's zone half plays."""
    if situation.stake <= 0:
        raise RequestError("stake", "must be above 0")
    special = bank_game(rules).two_tables
    cite = special.line_cite if special else bank_game(rules).bank.cite
    half, rest = divmod(situation.stake, 2)
    if situation.line == "between-tables":
        facts = {"first": half + rest, "second": half}
        return Decision(facts, (Reason("line-between-tables" if rest else "line-in-halves", facts, cite),))
    plays = Fraction(situation.stake, 2)
    return Decision({"plays": plays}, (Reason("line-player-zone", {"plays": plays}, cite),))


def _words(rules: GameRules, situation: Words) -> Decision:
    figures = bank_game(rules)
    special = figures.two_tables
    if special is None or len(situation.side) != 2 or not situation.words:
        raise RequestError("words", "give the two cards and what was said")
    points = total(situation.side)
    if is_natural(figures, points):
        if situation.words[0] == "no":
            return Decision({"may_show": False}, (Reason("natural-said-no", {"total": points}, special.error_cite),))
        return Decision({"restored": True}, (Reason("natural-asked", {"total": points}, special.error_cite),))
    action = point_act(rules, PointHand(player=situation.side)).facts["action"]
    if action == Act.OPTIONAL:
        said = situation.words[0]
        return Decision({"valid_word": said}, (Reason("first-word-counts", {"total": points}, special.error_cite),))
    right: Word = "carta" if action == Act.DRAW else "no"
    restored = any(word != right for word in situation.words)
    name = "word-restored" if restored else f"player-{'draws' if action == Act.DRAW else 'stands'}"
    reason = Reason(name, {"total": points}, special.error_cite)
    return Decision({"valid_word": right, "restored": restored}, (reason,))


class TwoTableLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """May this stand? A new deposit after the bank was broken, a free bank's sessions, players at a table, stakes.

    ``minimum`` is the least that a stake may be at this table.
    """

    initial_deposit: Amount | None = None
    deposit: Amount | None = None
    free_bank: bool = False
    players_per_table: int | None = None
    minimum: Amount | None = None
    bets: tuple[Bet, ...] = ()


def limit(rules: GameRules, question: TwoTableLimits) -> Decision:
    """Answers one question: a new deposit, else players, else a free bank, else the stakes and their minimum."""
    figures = bank_game(rules)
    if question.initial_deposit is not None:
        least = question.initial_deposit
        facts: dict[str, Any] = {"new_deposit_minimum": least}
        if question.deposit is not None:
            facts["allowed"] = question.deposit >= least
        return Decision(facts, (Reason("new-deposit", {"least": least}, figures.bank.taking_cite),))
    if question.players_per_table is not None:
        least_players = figures.players.least
        facts = {"allowed": question.players_per_table >= least_players, "minimum": least_players}
        return Decision(facts, (Reason("players-per-table", {"least": least_players}, figures.players.cite),))
    free = figures.free_bank
    if question.free_bank and free is not None:
        facts = {"tables": free.tables, "sessions": free.sessions, "shoes_per_session": free.shoes_per_session}
        return Decision(facts, (Reason("free-bank-sessions", facts, free.cite),))
    check_limits(question.minimum, None)
    rule = rules.bets["player"]
    bounds = Bounds(question.minimum, None, rule.limit_cite or rule.cite)
    tables = tables_of(rules, question.bets)
    laid = [Laid.on(bet, table, bounds, rule.names) for bet, table in zip(question.bets, tables, strict=True)]
    facts = {name: value for name, value in may_lie(laid)[0].items() if name == "allowed"}
    if question.bets and question.minimum is None:
        return Decision(facts, (limit_reason(rule.names, bounds),))
    least = question.minimum or rules.table.minimum
    return Decision(facts | {"minimum": least}, (Reason("stake-from-minimum", {"least": least}, bounds.cite),))


def check(rules: GameRules) -> Iterable[Finding]:
    """What this engine cannot use in a file of the game on two tables."""
    found = list(check_bank_game(rules))
    if not found and bank_game(rules).two_tables is None:
        found.append(("rules.two-tables", MISSING))
    return found


GAME = Game(
    ids=("baccarat-two-tables",),
    family="baccarat",
    check=check,
    asks={
        "settle": Ask(TwoTableRound, settle),
        "decide": Ask(Situation, decide),
        "limit": Ask(TwoTableLimits, limit),
    },
)
