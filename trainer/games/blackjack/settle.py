"""Settles a described round by replaying it through the table's state machine.

`reconstruct` puts the deal on the table; from there `next_step` says what the dealer does and `perform` does it.
Players answer as the described hands show that they did; an answer that is not allowed raises `RequestError`. If a card
is missing, the replay stops and open bets stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.blackjack.answers import ruling_on
from trainer.games.blackjack.booking import (
    HAND_BETS,
    INSURANCES,
    BlackjackBet,
    book_hand_bet,
    book_insurance,
    book_side_bet,
    row_of,
)
from trainer.games.blackjack.dealer import DealerAct, by_table, dealer_act
from trainer.games.blackjack.described_round import DescribedRound, check_round
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import Hand
from trainer.games.blackjack.limits import insurance_bounds
from trainer.games.blackjack.play import Situation, may_insure, may_surrender, may_take_even_money
from trainer.games.blackjack.reconstruction import Final, Origin, Reconstruction, reconstruct
from trainer.games.blackjack.step_effects import book_in_play, in_play, perform
from trainer.games.blackjack.steps import next_step, on_table, seen_by
from trainer.games.blackjack.table import Do, Phase, Step
from trainer.games.blackjack.verdict import verdict
from trainer.games.core import BetResult, Outcome, Reason, RequestError, Settlement
from trainer.rulebooks.schema import GameRules

_PLAYED = (Phase.DEALER, Phase.SETTLE, Phase.PICK_UP, Phase.OVER)


def settle(rules: GameRules, round_: DescribedRound) -> Settlement:
    """Every bet's result; raises `RequestError` for a round that cannot have been."""
    check_round(rules, round_)
    dealt = reconstruct(rules, round_)
    _check_choices(rules, round_, dealt)
    replay = _Replay(rules, round_, dealt)
    replay.run()
    results = tuple(replace(replay.result(entry), bet=bet) for entry, bet in zip(dealt.bets, round_.bets, strict=True))
    return Settlement(results, tuple(replay.dealer_reasons), _facts(rules, round_, dealt, replay, results))


def _check_choices(rules: GameRules, round_: DescribedRound, dealt: Reconstruction) -> None:
    """A surrender or even money that is not allowed against the dealer's card is no round that can be settled."""
    now = Situation(round_.up)
    for origin in dealt.origins.values():
        for final in origin.finals:
            if final.left:
                ask = may_surrender if final.left == "surrender" else may_take_even_money
                ruling = ask(rules, Hand(final.cards, from_split=final.from_split, count=final.count), now)
                if not ruling.allowed:
                    what = final.left.replace("-", " ")
                    raise RequestError("choice", f"{what} is not allowed here ({ruling.reasons[0].cite})")


class _Replay:
    """A described round, replayed from the deal to the last bet."""

    def __init__(self, rules: GameRules, round_: DescribedRound, dealt: Reconstruction) -> None:
        self.rules = rules
        self.round = round_
        self.dealt = dealt
        self.table = dealt.table
        self.early = round_.moment != "end-of-round"
        self.dealers: list[tuple[Card, ...]] = []  # his finished hands
        self.dealer_reasons: list[Reason] = []
        self.taken = 0  # cards from the shoe
        self._lying = [list(cards) for cards in dealt.dealer]
        self._shoe = list(round_.next_cards)
        self._waiting = dict(dealt.offered)
        self._checked = False
        self._spans = {key: origin.spans() for key, origin in dealt.origins.items()}

    # ── the steps ──

    def run(self) -> None:
        """Go as far as the told cards lead."""
        while True:
            step = next_step(self.rules, self.table)
            if self.early and step.phase is not Phase.SIDE_BETS:
                return
            if step.phase in _PLAYED and not self._checked:
                self._check_played()
            if step.phase in _PLAYED and self._lies_more(step):
                continue
            if step.do is Do.ANNOUNCE or step.phase in (Phase.SETTLE, Phase.PICK_UP, Phase.OVER):
                self._note_dealer()
            if step.phase in (Phase.PICK_UP, Phase.OVER):
                self.dealers.append(self.table.dealer)
                return
            if not self._do(step):
                return

    def _do(self, step: Step) -> bool:
        """Perform a step, unless the card it needs is missing from the description."""
        if step.do is Do.MOVE_BASE:
            self.dealers.append(self.table.dealer)
        answer, card, amount = self._answer(step) if step.answers else ("", None, None)
        if step.takes_card(answer) and card is None:
            card = self._second_card(step) if step.do is Do.DEAL else self._dealer_card()
            if card is None:
                self._note_dealer()
                return False
        if step.answers and answer not in step.answers:
            step = self._with_own_money(step, answer)
        self.table = perform(self.rules, self.table, answer, card, amount, step)
        if answer == "insure":
            self._place_insurance(step)
        elif answer in ("split", "free-split"):
            self._split(step)
        return True

    def _lies_more(self, step: Step) -> bool:
        """Add the next card that lies before the dealer although no described place needs it: an undescribed one may
        have."""
        if step.do in (Do.DRAW, Do.SHOW_HOLE, Do.SETTLE_INSURANCE) or not self._of_this_hand():
            return False
        if step.do is Do.SETTLE_SIDE_BET and step.phase is Phase.DEALER:
            return False
        dealer = self.table.dealer
        if len(dealer) > 1 and by_table(self.rules, dealer)[0] is not DealerAct.DRAW:
            several = len(self._lying) > 1
            place = len(dealer) - (1 if several else 0)
            field = f"rounds[{self.table.challenge - 1}][{place}]" if several else f"dealer[{place}]"
            total = by_table(self.rules, dealer)[1].params["total"]
            raise RequestError(field, f"the dealer does not draw on {total}: such a card is burned, leave it out")
        drawn = (*dealer, self._of_this_hand().pop(0))
        self.table = replace(self.table, dealer=drawn, announced=False, hole_down=False)
        return True

    def _of_this_hand(self) -> list[Card]:
        hand = self.table.challenge - 1
        return self._lying[hand] if hand < len(self._lying) else []

    def _dealer_card(self) -> Card | None:
        if self._of_this_hand():
            return self._of_this_hand().pop(0)
        if not self._shoe or len(self._lying) > 1:
            return None
        self.taken += 1
        return self._shoe.pop(0)

    def _note_dealer(self) -> None:
        """Why the dealer draws or draws no more, once a hand."""
        if self.table.dealer and len(self.dealer_reasons) < self.table.challenge:
            self.dealer_reasons.append(dealer_act(self.rules, self.table.dealer, on_table(self.rules, self.table))[1])

    # ── the players ──

    def _origin(self, hand: Hand) -> tuple[tuple[int | None, int], Origin]:
        key = (hand.seat, hand.origin)
        return key, self.dealt.origins[hand.seat or 0, hand.origin]

    def _hand(self, step: Step) -> Hand:
        return next(hand for hand in self.table.hands if (hand.seat, hand.number) == (step.seat, step.hand))

    def _span(self, hand: Hand) -> tuple[int, int]:
        """Which of the told hands this one becomes."""
        key, _ = self._origin(hand)
        own = [other for other in self.table.hands if (other.seat, other.origin) == (hand.seat, hand.origin)]
        return self._spans[key][own.index(hand)]

    def _final(self, hand: Hand) -> Final:
        return self._origin(hand)[1].finals[self._span(hand)[0]]

    def _second_card(self, step: Step) -> Card | None:
        """The card that a split hand receives: its own second, or that of the pair it is split as again."""
        hand = self._hand(step)
        _, origin = self._origin(hand)
        start, end = self._span(hand)
        if end - start == 1:
            return origin.finals[start].cards[1]
        return origin.finals[origin.split_off(start, end)].cards[0]

    def _answer(self, step: Step) -> tuple[str, Card | None, Amount | None]:
        """What the player must have said, with the card he received or the insurance he put down."""
        if step.do is Do.ASK_SWITCH:
            return "keep", None, None  # the described hands already show its result
        hand = self._hand(step)
        _, origin = self._origin(hand)
        final = self._final(hand)
        if step.do is Do.OFFER_INSURANCE:
            found = self._insurance(step)
            return ("decline", None, None) if found is None else ("insure", None, self._insured(step, hand, found))
        if step.do in (Do.OFFER_EVEN_MONEY, Do.ASK_SURRENDER):
            said = {"even-money": "even-money", "surrender": "surrender"}.get(final.left, "")
            return (said, None, None) if said in step.answers else (step.answers[1], None, None)
        start, end = self._span(hand)
        if final.left == "surrender" and "surrender" in step.answers:
            return "surrender", None, None
        if not origin.replayed:
            return "stand", None, None
        if end - start > 1:
            new = origin.finals[origin.split_off(start, end)]
            return "free-split" if new.has("free-split") else "split", None, None
        if len(hand.cards) == len(final.cards):
            return "stand", None, None
        says = {"own": "double", "free": "free-double"}.get(final.double, "draw") if len(hand.cards) == 2 else "draw"
        return says, final.cards[len(hand.cards)], None

    def _split(self, step: Step) -> None:
        """Remember which told hands the two new ones become, and put the bets of the second on it."""
        kept = self._hand(step)
        key, origin = self._origin(kept)
        own = [hand for hand in self.table.hands if (hand.seat, hand.origin) == (kept.seat, kept.origin)]
        place = own.index(kept)
        start, end = self._spans[key][place]
        middle = origin.split_off(start, end)
        self._spans[key][place : place + 1] = [(start, middle), (middle, end)]
        told = self.table.told
        if told is not None:
            new = {(kept.seat, kept.number + 1): tuple(origin.finals[middle].bets)}
            self.table = replace(self.table, told=replace(told, bets={**told.bets, **new}))

    def _with_own_money(self, step: Step, answer: str) -> Step:
        """A split or double that is offered free may be paid for; every other answer nobody may give is refused."""
        hand = self._hand(step)
        if f"free-{answer}" in step.answers and ruling_on(self.rules, self.table, hand, answer).allowed:
            return replace(step, answers=(*step.answers, answer))
        final = self._final(hand)
        ruling = ruling_on(self.rules, self.table, hand, answer)
        cite, may = ruling.reasons[0].cite, ", ".join(step.answers)
        problem = f"{answer} is not allowed on {_text(hand.cards)} ({cite}); the player may: {may}"
        raise RequestError(final.field, problem)

    def _check_played(self) -> None:
        """Check that every hand ended as described and that every insurance was put down."""
        self._checked = True
        for hand in self.table.hands:
            _, origin = self._origin(hand)
            final = self._final(hand)
            if origin.replayed and (hand.cards != final.cards or self._span(hand)[1] - self._span(hand)[0] > 1):
                ruling = ruling_on(self.rules, self.table, hand, "draw")
                cite, told = ruling.reasons[0].cite, _text(final.cards)
                problem = f"{told} cannot have been: no card on {_text(hand.cards)} ({cite})"
                raise RequestError(final.cards_field, problem)
            if final.left and hand.left != final.left and (origin.replayed or final.left == "even-money"):
                raise RequestError("choice", f"{final.left.replace('-', ' ')} is not offered on this hand")
        for index, bet in self._waiting.items():
            hand = next(hand for hand in self.table.hands if hand.seat == bet.seat and hand.origin == bet.hand)
            now = Situation(self.table.up)
            ruling = may_insure(self.rules, replace(hand, from_split=False), now, bet.bet)
            problem = f"there is no {bet.bet} on this hand against {self.table.up} ({ruling.reasons[0].cite})"
            raise RequestError(f"bets[{index}].bet", problem)

    # ── insurances ──

    def _insurance(self, step: Step) -> int | None:
        for index, bet in self._waiting.items():
            if (bet.seat, bet.hand, bet.bet, bet.on) == (step.seat, step.hand, step.bet, step.on):
                return index
        return None

    def _insured(self, step: Step, hand: Hand, index: int) -> Amount:
        bet = self._waiting[index]
        least, most = insurance_bounds(self.rules, bet.bet, hand.stakes[(step.on or 1) - 1], self.round.minimum)
        if not least <= bet.stake <= most:
            raise RequestError(f"bets[{index}].stake", f"the insurance must be between {least} and {most}")
        return bet.stake

    def _place_insurance(self, step: Step) -> None:
        """The told bet itself lies there."""
        index = self._insurance(step)
        if index is not None:
            told = self._waiting.pop(index)
            self.table = replace(self.table, insurances=(*self.table.insurances[:-1], told))

    # ── results ──

    def result(self, bet: BlackjackBet) -> BetResult:
        """How a bet ended; if the replay did not reach its end, as far as the description says."""
        for found in self.table.results:
            if found.bet is bet:
                return found
        if bet.bet in HAND_BETS:
            return self._hand_bet(bet)
        if bet.bet in INSURANCES:
            dealer = self.table.dealer_hand
            return book_in_play(self.table, bet, lambda own: book_insurance(self.rules, own, dealer, "bets"))
        row = row_of(self.rules, bet.bet, seen_by(self.rules, self.table, bet, over=not self.early))
        return book_in_play(self.table, bet, lambda own: book_side_bet(self.rules, own, row, self.table.meter))

    def _hand_bet(self, bet: BlackjackBet) -> BetResult:
        if self.early:
            reason = Reason("not-yet", {}, blackjack(self.rules).settling.cite)
            return book_in_play(
                self.table, bet, lambda own: BetResult(own, Outcome.STAND, stays=own.stake, reasons=(reason,))
            )
        told = self.table.told
        key = next(key for key, bets in told.bets.items() if any(own is bet for own in bets)) if told else (None, 1)
        hand = next(hand for hand in self.table.hands if (hand.seat, hand.number) == key)
        dealer = self.table.dealer_hand
        if (bet.on or 1) > self.table.challenge:  # a later hand of the dealer, whose first card is on the table
            dealer = replace(dealer, cards=dealer.cards[:1], done=False)
        return book_hand_bet(self.rules, bet, verdict(self.rules, hand, dealer), in_play(self.table, bet))


def _text(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def _facts(
    rules: GameRules, round_: DescribedRound, dealt: Reconstruction, replay: _Replay, results: Sequence[BetResult]
) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    table, dealer = replay.table, replay.table.dealer_hand
    if blackjack(rules).challenge is not None:
        lying = [*replay.dealers, *([table.dealer] if len(replay.dealers) < table.challenge else [])]
        totals = [by_table(rules, cards)[1].params["total"] for cards in lying if len(cards) > 1]
        facts |= {"dealer_totals": totals} if totals else {}
    elif table.dealer or dealer.total_given is not None:
        whole = replace(dealer, cards=table.dealer)
        facts |= {"dealer_total": whole.total, "dealer_done": bool(replay.dealers) or dealer.done}
        if table.dealer:
            facts |= {"dealer": [str(card) for card in table.dealer], "dealer_cards_taken": replay.taken}
        if facts["dealer_done"]:
            facts["dealer_draws_again"] = False
    finals = [final for origin in dealt.origins.values() for final in origin.finals]
    if any(round_.told_hands()):
        hands = [
            Hand(final.cards, from_split=final.from_split, switched=final.told.switched or round_.switched)
            for final in finals
        ]
        facts["blackjack"] = [hand.is_blackjack for hand in hands]
    if any(final.left == "surrender" for final in finals):
        call = rules.calls.get("pay-and-withdraw")
        facts |= {"allowed": True, **({"call": call.says.es.lower()} if call else {})}
    facts["house_takes"] = sum((result.loses for result in results), ZERO)
    facts["net"] = sum((result.pays - result.loses for result in results), ZERO)
    return facts
