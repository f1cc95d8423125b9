"""Irregularities at blackjack for `decide`: what the rulebook orders, and the hands and bets that are settled by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO
from trainer.games.blackjack.booking import BlackjackBet, odds_of, paid
from trainer.games.blackjack.dealer import DealerAct, by_table
from trainer.games.blackjack.described_round import DescribedRound, HandOf
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import is_blackjack, points
from trainer.games.blackjack.settle import settle
from trainer.games.blackjack.verdict import BLACKJACK
from trainer.games.core import BetResult, Decision, Outcome, Reason, RequestError
from trainer.games.request_checks import check_listed_once
from trainer.rulebooks.schema import GameRules, Irregularity


class IrregularityData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    """The ``data`` of an irregularity in the rulebook; each field becomes a fact of the answer."""

    card: str | None = None  # burn, plays
    soft_17: str | None = None  # plays: a card drawn on soft 17 is not burned
    may_draw_again: bool | None = None
    round_continues: bool | None = None
    decides: str | None = None
    burn: int | None = None
    action: str | None = None
    by: str | list[str] | None = None
    bet: str | None = None  # void, none
    hand: str | None = None  # dead
    pays: str | None = None  # the row of the main bet that two-card 21s are paid by
    allowed: bool | None = None
    show_to_public: bool | None = None
    announce: str | None = None
    finish_round: bool | None = None
    finish_hands_in_play: bool | None = None
    extra_rounds: int | None = None
    approval: str | None = None
    push_22: str | None = None


class Event(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="case", tag="irregularity"
):
    """An irregularity by its id in the rulebook (``event``), with the cards and bets on the table."""

    event: str
    dealer: tuple[Card, ...] = ()
    extra_card: Card | None = None
    card: Card | None = None
    player: tuple[Card, ...] = ()
    hands: tuple[HandOf, ...] = ()
    bets: tuple[BlackjackBet, ...] = ()
    seat: int | None = None
    cards: int | None = None


def resolve(rules: GameRules, event: Event) -> Decision:
    """The ruling as facts with reasons; hands and bets that it decides are settled."""
    entry = rules.irregularities.get(event.event)
    if entry is None:
        known = ", ".join(rules.irregularities)
        raise RequestError("event", f"{event.event!r} is not an irregularity this rulebook names; it names: {known}")
    unnumbered = [hand for hand in event.hands if hand.hand is None and not hand.from_split]
    if blackjack(rules).switch is None:
        check_listed_once("hands", [hand.seat for hand in unnumbered if hand.seat is not None])
    facts = {name.replace("-", "_"): value for name, value in entry.data.items()}
    reasons: tuple[Reason, ...] = (
        Reason("table.reason.irregularity", {"situation": entry.situation, "action": entry.action}, entry.cite),
    )
    special = _SPECIAL.get(event.event)
    if special is not None:
        more, found = special(rules, event, entry)
        facts |= more
        reasons += found
    return Decision(facts, reasons)


Resolved = tuple[dict[str, Any], tuple[Reason, ...]]


def _overdraw(rules: GameRules, event: Event, entry: Irregularity) -> Resolved:
    """The dealer drew a card: it is burned if he had to stand, and plays if he had to draw or the text allows it."""
    if not event.dealer:
        return {}, ()
    act, reason = by_table(rules, event.dealer)
    drawn = event.extra_card or event.card
    soft_17 = points(event.dealer) == (blackjack(rules).dealer.stands_on, True)
    plays = act is DealerAct.DRAW or (soft_17 and entry.data.get("soft-17") == "plays")
    dealer = (*event.dealer, drawn) if plays and drawn else event.dealer
    facts: dict[str, Any] = {"card": "plays" if plays else "burn", "dealer_total": points(dealer).total}
    if drawn is not None:
        facts |= {"extra_card": facts["card"], "burned": [] if plays else [str(drawn)]}
    if not event.bets or (plays and by_table(rules, dealer)[0] is DealerAct.DRAW):
        return facts, (reason,)
    # The dealer's total, not his cards: `settle` would refuse a card that plays although his table forbids drawing it.
    told: dict[str, Any] = {"dealer_total": facts["dealer_total"]} if plays else {"dealer": dealer}
    settled = settle(rules, DescribedRound(bets=event.bets, player=event.player, hands=event.hands, **told))
    return facts | {"bets": settled.bets, "total_payout": settled.total_payout}, (reason, *settled.reasons)


def _disputed(rules: GameRules, event: Event, entry: Irregularity) -> Resolved:
    facts: dict[str, Any] = {}
    card = event.card or event.extra_card
    if card is not None:
        facts["burned"] = [str(card)]
    if event.player:
        facts["hand_total"] = points(event.player).total
    return facts, ()


def _no_cut_card(rules: GameRules, event: Event, entry: Irregularity) -> Resolved:
    """Only two-card 21s are paid; all other bets are void."""
    row = str(entry.data.get("pays", BLACKJACK))
    hands = event.hands or ((HandOf(cards=event.player),) if event.player else ())
    paid_hands = [hand for hand in hands if _two_card_21(hand)]
    facts: dict[str, Any] = {
        "hands": [{**_where(hand), "result": "paid" if hand in paid_hands else "void"} for hand in hands]
    }
    if event.bets:
        winners = {(hand.seat, hand.hand) for hand in paid_hands}
        facts["bets"] = [_pay_or_void(rules, bet, (bet.seat, bet.hand) in winners, row, entry) for bet in event.bets]
    return facts, ()


def _where(hand: HandOf) -> dict[str, int]:
    places = {"seat": hand.seat, "hand": hand.hand}
    return {name: number for name, number in places.items() if number is not None}


def _two_card_21(hand: HandOf) -> bool:
    return is_blackjack(hand.cards) and not hand.from_split


def _pay_or_void(rules: GameRules, bet: BlackjackBet, wins: bool, row: str, entry: Irregularity) -> BetResult:
    if not wins or bet.bet != "main":
        return _void(bet, entry)
    pays, reasons = paid(rules, odds_of(rules, rules.bets["main"], row), bet.stake, entry.cite)
    return BetResult(bet, Outcome.WIN, pays, ZERO, bet.stake, reasons=reasons)


def _void(bet: BlackjackBet, entry: Irregularity) -> BetResult:
    return BetResult(bet, Outcome.VOID, returned=bet.stake, reasons=(Reason("bet-void", {}, entry.cite),))


def _no_card(rules: GameRules, event: Event, entry: Irregularity) -> Resolved:
    bets: Sequence[BetResult] = [_void(bet, entry) for bet in event.bets]
    return ({"bets": bets}, ()) if bets else ({}, ())


def _surplus(rules: GameRules, event: Event, entry: Irregularity) -> Resolved:
    """Every card too many is burned."""
    return _burned(event, least=1, keeps=0)


def _stuck(rules: GameRules, event: Event, entry: Irregularity) -> Resolved:
    """All but one of the cards that came out together are burned."""
    return _burned(event, least=2, keeps=1)


def _burned(event: Event, least: int, keeps: int) -> Resolved:
    if event.cards is None:
        return {}, ()
    if event.cards < least:
        raise RequestError("cards", f"must be {least} or more: {event.event!r} is about at least so many")
    return {"burn": event.cards - keeps}, ()


_SPECIAL = {
    "dealer-overdraw": _overdraw,
    "extra-cards": _surplus,
    "disputed-card": _disputed,
    "cut-card-forgotten": _no_cut_card,
    "no-card-dealt": _no_card,
    "late-bet": _no_card,
    "cards-stuck-together": _stuck,
}
