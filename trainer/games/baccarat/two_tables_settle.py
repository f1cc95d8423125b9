"""Settling against two tables at once: each hand against the banker's, the balance of both, the house's deduction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.baccarat.bank import covered, deducted, deduction_percent, deduction_reason
from trainer.games.baccarat.bank_figures import TwoCardWin, bank_game
from trainer.games.baccarat.drawing import is_natural, player_verdict, points_of, total
from trainer.games.baccarat.figures import Act
from trainer.games.baccarat.punters import Punt, is_free_banco
from trainer.games.core import Bet, BetResult, Outcome, Reason, RequestError, Settlement, check_told
from trainer.games.decks import check_decks
from trainer.games.limits import check_stakes
from trainer.rulebooks.schema import GameRules

Table = Literal["first", "second"]
TABLES: tuple[Table, ...] = ("first", "second")
Verdict = Literal["player", "banker", "tie"]


class Totals(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The points of the three hands after all draws."""

    first: int
    second: int
    banker: int


class TableResults(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the banker won (or, below zero, lost) at each table."""

    first: Amount
    second: Amount


class TwoTableRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A coup against two tables.

    Give the hands ``first``, ``second`` and ``banker`` as they ended, or their ``totals`` where these decide; where
    only the deduction is asked, ``banker_result`` at each table will do. ``bank`` is what a limited bank holds: it
    answers for no more: the first table before the second, each by seat number, or for all in proportion where the
    house chose so. A free bank answers for all.
    """

    bets: tuple[Bet, ...] = ()
    first: tuple[Card, ...] = ()
    second: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    totals: Totals | None = None
    banker_result: TableResults | None = None
    bank: Amount | None = None


def settle(rules: GameRules, given: TwoTableRound) -> Settlement:
    """Every stake at its table, the banker's balance and what the house deducts of it."""
    if given.banker_result is not None and given.bets:
        raise RequestError("banker_result", "give the bets and the hands, or what the banker won, not both")
    if given.banker_result is not None:
        gains = {"first": given.banker_result.first, "second": given.banker_result.second}
        taken, reason = _deduction(rules, gains)
        return Settlement((), (reason,), {"deduction": taken, "banker_net": sum(gains.values(), ZERO) - taken})
    check_stakes(given.bets)
    tables = tables_of(rules, given.bets)
    verdicts, facts, reasons = _verdicts(rules, given)
    plays = _in_play(rules, given)
    settled: list[BetResult] = []
    gains = {"first": ZERO, "second": ZERO}
    for bet, table, stake in zip(given.bets, tables, plays, strict=True):
        settled.append(_settle_bet(rules, bet, table, verdicts[table], stake))
        gains[table] += {"player": -stake, "banker": stake, "tie": ZERO}[verdicts[table]]
    taken, reason = _deduction(rules, gains)
    facts |= {"deduction": taken, "banker_result": gains, "banker_net": sum(gains.values(), ZERO) - taken}
    if given.bank is not None:
        facts["bank_after"] = given.bank + facts["banker_net"]
    return Settlement(tuple(settled), (*reasons, reason), facts)


def compare(rules: GameRules, hand: tuple[int, int], banker: tuple[int, int]) -> Verdict:
    """Who wins between two hands of (points, number of cards): some totals of two cards beat three."""
    if _two_card_win(rules, hand, banker):
        return "player"
    if _two_card_win(rules, banker, hand):
        return "banker"
    if hand[0] == banker[0]:
        return "tie"
    return "player" if hand[0] > banker[0] else "banker"


def _two_card_win(rules: GameRules, hand: tuple[int, int], other: tuple[int, int]) -> TwoCardWin | None:
    """The rule by which a hand of two cards wins against the other of three, whatever their totals."""
    special = bank_game(rules).two_tables
    if special is None or hand[1] != 2 or other[1] != 3:
        return None
    rule = special.two_card_wins.get(str(hand[0]))
    return rule if rule and other[0] in rule.beats else None


def _verdicts(
    rules: GameRules, given: TwoTableRound
) -> tuple[dict[Table, Verdict], dict[str, Any], tuple[Reason, ...]]:
    if given.totals is not None and not (given.first or given.second or given.banker):
        for name in ("first", "second", "banker"):
            points_of(getattr(given.totals, name), f"totals.{name}")
        points = {"first": (given.totals.first, 0), "second": (given.totals.second, 0)}
        banker = (given.totals.banker, 0)
        for table in TABLES:
            if hangs_on_cards(rules, points[table][0], banker[0]):
                text = f"{points[table][0]} against {banker[0]} depends on the number of cards: give the hands"
                raise RequestError(f"totals.{table}", text)
    else:
        hands: dict[str, Sequence[Card]] = {"first": given.first, "second": given.second, "banker": given.banker}
        for field, hand in hands.items():
            if len(hand) not in (2, 3):
                raise RequestError(field, f"a hand has two or three cards, {len(hand)} were given")
        check_decks(bank_game(rules).shoe.decks, hands)
        _check_hands(rules, given)
        points = {table: (total(hands[table]), len(hands[table])) for table in TABLES}
        banker = (total(given.banker), len(given.banker))
        for name, hand in hands.items() if given.totals is not None else ():
            check_told(f"totals.{name}", getattr(given.totals, name), total(hand))
    verdicts: dict[Table, Verdict] = {table: compare(rules, points[table], banker) for table in TABLES}
    pairs = [pair for table in TABLES for pair in ((points[table], banker), (banker, points[table]))]
    won = {hand[0]: rule for hand, other in pairs if (rule := _two_card_win(rules, hand, other))}
    reasons = tuple(
        Reason("two-card-natural-wins", {"total": natural, "beats": won[natural].beats}, won[natural].cite)
        for natural in sorted(won)
    )
    totals = {"first": points["first"][0], "second": points["second"][0], "banker": banker[0]}
    return verdicts, {"totals": totals, "winners": dict(verdicts)}, reasons


def hangs_on_cards(rules: GameRules, hand: int, banker: int) -> bool:
    """Whether two totals may be won by either side, or by nobody, as one was made with two cards and one with three."""
    cards = (2, 3)
    return len({compare(rules, (hand, own), (banker, other)) for own in cards for other in cards}) > 1


def _check_hands(rules: GameRules, given: TwoTableRound) -> None:
    """Raise `RequestError` for hands that drew or stood against the table; who makes banco may be free of it."""
    figures = bank_game(rules)
    banker = total(given.banker[:2])
    free = is_free_banco(rules, [Punt(bet=bet.bet, stake=bet.stake, seat=bet.seat) for bet in given.bets], given.bank)
    open_tables = 0
    for table in TABLES:
        hand: tuple[Card, ...] = getattr(given, table)
        points = total(hand[:2])
        shown = is_natural(figures, points) or is_natural(figures, banker)
        open_tables += not shown
        act = Act.STAND if shown else Act.OPTIONAL if free else player_verdict(figures, points).act
        if act is not Act.OPTIONAL and (act is Act.DRAW) != (len(hand) > 2):
            cite = figures.natural.cite if shown else player_verdict(figures, points).cite
            must = "nobody draws after a natural" if shown else f"it {act.value}s on {points}"
            raise RequestError(table, f"{must} ({cite})")
    if is_natural(figures, banker) and len(given.banker) > 2:
        raise RequestError("banker", f"nobody draws after a natural ({figures.natural.cite})")
    if banker == 0 and figures.banker.zero_draws and open_tables and len(given.banker) == 2:
        raise RequestError("banker", f"the banker draws on zero ({figures.banker.cite}): give his third card")


def _in_play(rules: GameRules, given: TwoTableRound) -> list[Amount]:
    """What a limited bank answers for: the first table before the second, each from the banker out, or all alike."""
    stakes = [bet.stake for bet in given.bets]
    together = sum(stakes, ZERO)
    if given.bank is None or not bank_game(rules).bank.limited or together <= given.bank:
        return stakes
    if rules.chosen.get("short-bank") == "pro-rata":
        return [rules.money(stake * given.bank / together) for stake in stakes]

    def place(index: int) -> tuple[bool, bool, int]:
        bet = given.bets[index]
        return bet.on != "first", bet.seat is None, bet.seat or 0

    order = sorted(range(len(stakes)), key=place)
    parts = covered(rules, given.bank, [(given.bets[index].seat, stakes[index]) for index in order])
    plays = dict(zip(order, parts, strict=True))
    return [plays[index] for index in range(len(stakes))]


def _settle_bet(rules: GameRules, bet: Bet, table: Table, verdict: Verdict, stake: Amount) -> BetResult:
    rule = rules.bets["player"]
    back = bet.stake - stake
    facts = {"uncovered": back} if back else {}
    short = (Reason("stake-not-covered", {"back": back}, bank_game(rules).bank.uncovered_cite),) if back else ()
    if stake == 0:
        return BetResult(bet, Outcome.VOID, returned=bet.stake, reasons=short, facts=facts)
    if verdict == "tie":
        reasons = (*short, Reason("equal-is-void", {}, rule.cite))
        return BetResult(bet, Outcome.PUSH, returned=bet.stake, reasons=reasons, facts=facts)
    if verdict == "banker":
        reasons = (*short, Reason(f"{table}-table-lost", {}, rule.cite))
        return BetResult(bet, Outcome.LOSE, loses=stake, returned=back, reasons=reasons, facts=facts)
    reasons = (*short, Reason("paid-from-bank", {"pays": stake}, rule.cite))
    return BetResult(bet, Outcome.WIN, pays=stake, returned=bet.stake, reasons=reasons, facts=facts)


def _deduction(rules: GameRules, gains: dict[str, Amount]) -> tuple[Amount, Reason]:
    """The house's part: of the net gain, or of the winning table where the house chose so; nothing without a gain."""
    net = sum(gains.values(), ZERO)
    base = net
    if net > 0 and rules.chosen.get("deduction-base") == "winning-side":
        base = sum((gain for gain in gains.values() if gain > 0), ZERO)
    percent = deduction_percent(rules)
    taken = deducted(rules, base, percent)
    return taken, deduction_reason(rules, base, percent, taken)


def tables_of(rules: GameRules, bets: Sequence[Bet]) -> list[Table]:
    """The table of each bet; raises `RequestError` for a bet that is not the punters'."""
    return [_table_of(bet, f"bets[{index}].on") for index, bet in enumerate(bets)]


def _table_of(bet: Bet, field: str) -> Table:
    if bet.bet != "player":
        raise RequestError(field.replace(".on", ".bet"), "only bets of the punters are settled here")
    for table in TABLES:
        if bet.on == table:
            return table
    raise RequestError(field, f"a bet is on the first or the second table, not on {bet.on!r}")
