"""What a step of the dealer changes: the table afterwards, with every settled bet booked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec.structs import replace

from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.blackjack.booking import (
    FREE_BETS,
    BlackjackBet,
    book_hand_bet,
    book_insurance,
    book_side_bet,
    row_of,
)
from trainer.games.blackjack.challenge_21 import challenge
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.free_bet import lone_push_22_is_over
from trainer.games.blackjack.hands import Hand, Left, is_blackjack, split_pair
from trainer.games.blackjack.limits import insurance_bounds
from trainer.games.blackjack.steps import next_step, seen_by
from trainer.games.blackjack.switch import switched
from trainer.games.blackjack.table import Do, Phase, Step, Table
from trainer.games.blackjack.verdict import verdict
from trainer.games.core import BetResult, Outcome, Reason, RequestError
from trainer.games.limits import InPlay, settled_in_play
from trainer.rulebooks.schema import GameRules


class Given(msgspec.Struct, frozen=True):
    """What comes with a step: the player's answer, the card from the shoe, the stake of an insurance."""

    answer: str = ""
    next_card: Card | None = None
    amount: Amount | None = None

    @property
    def card(self) -> Card:
        if self.next_card is None:
            raise RequestError("card", "is missing: this step takes a card from the shoe")
        return self.next_card


def perform(
    rules: GameRules,
    table: Table,
    answer: str = "",
    card: Card | None = None,
    amount: Amount | None = None,
    step: Step | None = None,
) -> Table:
    """The table after the next step. A step with answers needs one of them, a step that deals needs the card.

    ``amount`` is the stake of an insurance, the most allowed if left out; ``step`` may be passed by who already asked
    for it.
    """
    step = step or next_step(rules, table)
    if step.answers and answer not in step.answers:
        raise RequestError("answer", f"{answer!r} is not allowed now; the player may say: {', '.join(step.answers)}")
    table = replace(table, phase=step.phase, at=step.index)
    return _DOERS[step.do](rules, table, step, Given(answer, card, amount))


def played(
    rules: GameRules, table: Table, cards: tuple[Card, ...], answers: tuple[str, ...] = ()
) -> tuple[Table, Step]:
    """The table after the given cards and answers, and the step that needs something more (or ends the round)."""
    shoe, said = list(cards), list(answers)
    while True:
        step = next_step(rules, table)
        answer = said[0] if step.answers and said else ""
        missing = (step.answers and not answer) or (step.takes_card(answer) and not shoe)
        if step.do.value == "none" or missing or not (shoe or said):
            break
        if step.answers:
            said.pop(0)
        table = perform(rules, table, answer, shoe.pop(0) if step.takes_card(answer) else None, step=step)
    if said:
        before = " before another card is dealt" if step.takes_card() else ""
        raise RequestError("answers", f"{said[0]!r} cannot be said now: nothing is asked{before}")
    if shoe and step.do.value == "none":
        raise RequestError("cards", f"the round is over before {shoe[0]} is dealt")
    return table, step


Doer = Callable[[GameRules, Table, Step, Given], Table]


def _next(table: Table) -> Table:
    return replace(table, at=table.at + 1)


def _hand(table: Table, step: Step) -> Hand:
    return next(hand for hand in table.hands if hand.seat == step.seat and hand.number == step.hand)


def _with_hand(table: Table, old: Hand, new: Hand) -> Table:
    return replace(table, hands=tuple(new if hand is old else hand for hand in table.hands))


def _add(cards: dict[int, tuple[Card, ...]], seat: int | None, card: Card) -> dict[int, tuple[Card, ...]]:
    key = seat or 0
    return {**cards, key: (*cards.get(key, ()), card)}


# ── dealing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _deal(rules: GameRules, table: Table, step: Step, given: Given) -> Table:
    hand = _hand(table, step)
    dealt = _with_hand(table, hand, replace(hand, cards=(*hand.cards, given.card)))
    if step.phase is Phase.DEAL:
        return _next(replace(dealt, first=_add(table.first, step.seat, given.card)))
    return replace(dealt, drawn=_add(table.drawn, step.seat, given.card))


def _deal_own(rules: GameRules, table: Table, step: Step, given: Given) -> Table:
    if table.dealer and not step.face_down and blackjack(rules).challenge is not None:
        return _next(replace(table, bases=(*table.bases, given.card)))
    dealt = replace(
        table, dealer=(*table.dealer, given.card), bases=(*table.bases, given.card)[:1], hole_down=step.face_down
    )
    return _next(dealt)


def _draw(rules: GameRules, table: Table, step: Step, given: Given) -> Table:
    return replace(table, dealer=(*table.dealer, given.card))


# ── booking ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def bets_of(hand: Hand, on: int | None) -> list[BlackjackBet]:
    """The bets that lie on a hand, against the dealer's hand ``on`` where there are several."""
    stake = hand.stakes[(on or 1) - 1]
    bets = [BlackjackBet(bet=hand.bet, stake=stake, seat=hand.seat, hand=hand.number, on=on)]
    if hand.double == "own":
        bets.append(replace(bets[0], bet="double"))
    elif hand.double == "free":
        bets.append(replace(bets[0], bet="free-double"))
    return [_as_marker(bet) if bet.bet in FREE_BETS else bet for bet in bets]


def bets_on(table: Table, hand: Hand, on: int | None) -> list[BlackjackBet]:
    """The bets on a hand of this table: those that were told, else those that its stakes are."""
    if table.told is None:
        return bets_of(hand, on)
    own = table.told.bets.get((hand.seat, hand.number), ())
    return [bet for bet in own if on is None or bet.on == on]


def in_play(table: Table, bet: BlackjackBet) -> InPlay | None:
    """The part of a stake that counts, where the round says what its limits were."""
    plays = table.told.in_play if table.told else ()
    return next((play for own, play in plays if own is bet), None)


def book_in_play(table: Table, bet: BlackjackBet, book: Callable[[BlackjackBet], BetResult]) -> BetResult:
    """A bet booked with the part of its stake that counts, and told as it lies."""
    play = in_play(table, bet)
    if play is None:
        return book(bet)
    return settled_in_play(bet, play, lambda stake: replace(book(replace(bet, stake=stake)), bet=bet))


def _as_marker(bet: BlackjackBet) -> BlackjackBet:
    return replace(bet, stake=ZERO, marker=bet.stake)


def _book(rules: GameRules, table: Table, hand: Hand, on: int | None, gone: bool) -> Table:
    """The table with a hand settled: against one of the dealer's hands, or (``gone``) against all at once."""
    found = verdict(rules, hand, table.dealer_hand)
    single = len(hand.stakes) == 1
    rounds = [None] if single else list(range(1, len(hand.stakes) + 1)) if gone else [on]
    results = [
        book_hand_bet(rules, bet, found, in_play(table, bet))
        for number in rounds
        for bet in bets_on(table, hand, number)
    ]
    key = (hand.seat, hand.number)
    return replace(
        table,
        results=(*table.results, *results),
        settled=table.settled | {key},
        gone=table.gone | {key} if gone else table.gone,
    )


def _settle_at_once(rules: GameRules, table: Table, step: Step, given: Given) -> Table:
    return _book(rules, table, _hand(table, step), None, gone=True)


def _settle_hand(rules: GameRules, table: Table, step: Step, given: Given) -> Table:
    picked_up = blackjack(rules).settling.pick_up == "with-each-bet"
    return _book(rules, table, _hand(table, step), step.on, gone=picked_up)


def _settle_side_bet(rules: GameRules, table: Table, step: Step, given: Given) -> Table:
    bet = next(b for b in table.side_bets if b.seat == step.seat and b.bet == step.bet and not table.booked(b))
    over = step.phase in (Phase.SETTLE, Phase.TURNS)
    row = row_of(rules, bet.bet, seen_by(rules, table, bet, over))
    if bet.bet == "pot-of-gold" and step.phase is Phase.SIDE_BETS:
        row = ""
    if bet.bet == "push-22" and lone_push_22_is_over(rules, table.hands):
        free_bet = blackjack(rules).free_bet
        reason = Reason("lone-push-22", {}, free_bet.lone_cite if free_bet else None)
        facts = {"row": "none"}
        lost = book_in_play(
            table, bet, lambda own: BetResult(own, Outcome.LOSE, loses=own.stake, reasons=(reason,), facts=facts)
        )
        return _with_result(table, lost)
    result = book_in_play(table, bet, lambda own: book_side_bet(rules, own, row, table.meter))
    return _with_result(replace(table, meter=result.facts.get("meter_left", table.meter)), result)


def _settle_insurance(rules: GameRules, table: Table, step: Step, given: Given) -> Table:
    bet = next(
        b
        for b in table.insurances
        if (b.seat, b.hand, b.bet, b.on) == (step.seat, step.hand, step.bet, step.on) and not table.booked(b)
    )
    dealer = table.dealer_hand
    first_two = replace(dealer, cards=dealer.cards[:2])
    return _with_result(table, book_in_play(table, bet, lambda own: book_insurance(rules, own, first_two, "insurance")))


def _with_result(table: Table, result: BetResult) -> Table:
    return replace(table, results=(*table.results, result))


# ── the players' answers ─────────────────────────────────────────────────────────────────────────────────────────────


def _offer(rules: GameRules, table: Table, step: Step, given: Given) -> Table:
    hand = _hand(table, step)
    if given.answer == "insure":
        main = hand.stakes[(step.on or 1) - 1]
        least, most = insurance_bounds(rules, step.bet, main, None)
        stake = most if given.amount is None else given.amount
        if not least <= stake <= most or stake == ZERO:
            raise RequestError("amount", f"the insurance must be between {least} and {most}")
        bet = BlackjackBet(bet=step.bet, stake=stake, seat=hand.seat, hand=hand.number, on=step.on)
        table = replace(table, insurances=(*table.insurances, bet))
    elif given.answer in ("even-money", "surrender"):
        table = _leave(rules, table, hand, "even-money" if given.answer == "even-money" else "surrender")
    return _next(table)


def _ask(rules: GameRules, table: Table, step: Step, given: Given) -> Table:
    hand = _hand(table, step)
    if given.answer == "stand":
        return _next(table)
    if given.answer == "surrender":
        return _leave(rules, table, hand, "surrender")
    table = replace(table, third_card_given=True)
    if given.answer in ("split", "free-split"):
        return _split(table, hand, free=given.answer == "free-split")
    drawn = replace(hand, cards=(*hand.cards, given.card), double=_DOUBLES.get(given.answer, ""))
    return replace(_with_hand(table, hand, drawn), drawn=_add(table.drawn, hand.seat, given.card))


_DOUBLES: dict[str, Literal["own", "free"]] = {"double": "own", "free-double": "free"}


def _leave(rules: GameRules, table: Table, hand: Hand, how: Left) -> Table:
    """The table after a player took even money or gave up."""
    gone = replace(hand, left=how)
    return _book(rules, _with_hand(table, hand, gone), gone, None, gone=True)


def _split(table: Table, hand: Hand, free: bool) -> Table:
    """Two hands of one card each; the later hands of the seat move up a number."""
    kept, new = split_pair(hand, "free-split" if free else "split")
    hands: list[Hand] = []
    for other in table.hands:
        if other is hand:
            hands += [kept, new]
        elif other.seat == hand.seat and other.number > hand.number:
            hands.append(replace(other, number=other.number + 1))
        else:
            hands.append(other)
    moved = {key for key in table.settled if key[0] == hand.seat and key[1] > hand.number}
    shift = {(seat, number + 1) for seat, number in moved}
    later = replace(
        table,
        hands=tuple(hands),
        settled=(table.settled - moved) | shift,
        gone=(table.gone - moved) | {key for key in shift if (key[0], key[1] - 1) in table.gone},
    )
    if table.told is not None:
        return replace(later, told=table.told.moved(hand.seat, hand.number))
    insurances = tuple(_moved(bet, hand) for bet in table.insurances)
    results = tuple(
        replace(result, bet=_moved(result.bet, hand)) if isinstance(result.bet, BlackjackBet) else result
        for result in table.results
    )
    return replace(later, insurances=insurances, results=results)


def _moved(bet: BlackjackBet, split: Hand) -> BlackjackBet:
    """A bet on a hand that counts one more since the one before it was split."""
    later = bet.seat == split.seat and (bet.hand or 0) > split.number
    return replace(bet, hand=(bet.hand or 0) + 1) if later else bet


def _ask_switch(rules: GameRules, table: Table, step: Step, given: Given) -> Table:
    if given.answer == "switch":
        first, second = table.hands_at(step.seat or 0)
        one, two = switched(first, second)
        table = _with_hand(_with_hand(table, first, one), second, two)
    return _next(table)


# ── the dealer's own hand ────────────────────────────────────────────────────────────────────────────────────────────


def _look(rules: GameRules, table: Table, step: Step, given: Given) -> Table:
    if is_blackjack(table.dealer):
        return replace(table, phase=Phase.DEALER, at=0)
    return _next(table)


def _show_hole(rules: GameRules, table: Table, step: Step, given: Given) -> Table:
    return replace(table, hole_down=False)


def _announce(rules: GameRules, table: Table, step: Step, given: Given) -> Table:
    return replace(table, announced=True)


def _move_base(rules: GameRules, table: Table, step: Step, given: Given) -> Table:
    """The next of the dealer's hands: the base card moves to its box, or his own first card for it is taken."""
    base = table.bases[table.challenge] if challenge(rules).base_card == "own" else table.dealer[0]
    return replace(
        table,
        phase=Phase.DEALER,
        at=0,
        dealer=(base,),
        challenge=table.challenge + 1,
        announced=False,
        settled=table.gone,
    )


def _go_on(rules: GameRules, table: Table, step: Step, given: Given) -> Table:
    return _next(table)


_DOERS: dict[Do, Doer] = {
    Do.CLOSE_BETS: _go_on,
    Do.DEAL: _deal,
    Do.DEAL_OWN: _deal_own,
    Do.SETTLE_SIDE_BET: _settle_side_bet,
    Do.ASK_SWITCH: _ask_switch,
    Do.OFFER_EVEN_MONEY: _offer,
    Do.OFFER_INSURANCE: _offer,
    Do.CLOSE_INSURANCE: _go_on,
    Do.ASK_SURRENDER: _offer,
    Do.LOOK: _look,
    Do.PAY_BLACKJACK: _settle_at_once,
    Do.PAY_PRIZE: _settle_at_once,
    Do.ASK: _ask,
    Do.COLLECT_BUST: _settle_at_once,
    Do.SHOW_HOLE: _show_hole,
    Do.DRAW: _draw,
    Do.SETTLE_INSURANCE: _settle_insurance,
    Do.ANNOUNCE: _announce,
    Do.SETTLE_HAND: _settle_hand,
    Do.MOVE_BASE: _move_base,
    Do.PICK_UP: _go_on,
    Do.PICK_UP_OWN: _go_on,
    Do.NONE: _go_on,
}
