"""What the bets of a blackjack round are due, and in which order they are settled and the cards picked up."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from trainer.equipment.cards import Card
from trainer.games.blackjack.booking import (
    HAND_BETS,
    INSURANCES,
    BlackjackBet,
    book_hand_bet,
    book_insurance,
    book_side_bet,
    row_of,
)
from trainer.games.blackjack.dealer import DealerHand
from trainer.games.blackjack.figures import side_bet
from trainer.games.blackjack.hands import is_ten, points
from trainer.games.blackjack.play import Situation, may_double, may_split, may_surrender
from trainer.games.blackjack.promotions import prize_of, wins_prize_at_once
from trainer.games.blackjack.round_order import OrderOfPlay
from trainer.games.blackjack.round_state import (
    BlackjackState,
    Box,
)
from trainer.games.blackjack.side_bets import Seen
from trainer.games.blackjack.verdict import verdict
from trainer.games.core import BetResult, Outcome, Settlement
from trainer.games.round import Act, Due, Fault, finding
from trainer.games.round_engine import due_of, is_left, put, replace
from trainer.rulebooks.schema import Citation


class SettlingActs(OrderOfPlay):
    """Payments, bets that are taken, stakes given back, and cards picked up."""

    def _decide(self, s: Any, seat: int | None = None) -> None:
        """What every bet is due by the cards that lie; `None` while it waits.

        If only the hand of one seat has changed since the last time, the bets of the others are not looked at again.
        """
        seen = (s.dealer, s.boxes, s.bets, s.dues, s.stands, s.overdrawn, s.dealing)
        if all(new is old for new, old in zip(seen, self._seen, strict=True)):
            return
        cards = self.dealer_cards(s)
        done = not s.dealing and (s.stands or s.overdrawn or not self._draws(s)) and len(cards) > 1
        own = DealerHand(cards, done)
        his = (cards[0].rank if cards else "", len(cards) > 1, own.total, own.is_blackjack, done)
        known = len(s.dues)
        dues = []
        for index, bet in enumerate(s.bets):
            old = s.dues[index] if index < known else None
            stays = (bet.closed and old is not None) or (seat is not None and bet.seat != seat and index < known)
            dues.append(old if stays else self._due(s, bet, own, his))
        put(s, "dues", tuple(dues))
        self._seen = (s.dealer, s.boxes, s.bets, s.dues, s.stands, s.overdrawn, s.dealing)

    def _due(self, s: Any, bet: Any, own: DealerHand, his: tuple[Any, ...]) -> Due | None:
        """What a bet is due; for bets on hands it is kept by all that it depends on."""
        if s.dealing or bet.late:
            return None
        box = self._box_of(s, bet) if bet.bet in HAND_BETS else None
        if box is None:
            booked = self._booked(s, bet, own)
            return None if booked is None else due_of(booked)
        prize = "" if self.waits_for_dealer else prize_of(self.rules, box.hand)
        if not (own.done or box.over or box.natural or prize):
            return None
        hand = (box.total, box.natural, box.hand.left, prize, his)
        ends = self._ends.get(hand)
        if ends is None:
            found = verdict(self.rules, box.hand, own)
            parts = (found.outcome, found.row, found.halved, found.spared, found.prize, found.added)
            ends = self._ends[hand] = (*parts, found.reasons[-1].rule)
        key = (bet.bet, bet.stake, ends)
        if key not in self._dues:
            booked = self._booked(s, bet, own)
            self._dues[key] = None if booked is None else due_of(booked)
        return self._dues[key]

    def _booked(self, s: Any, bet: Any, own: DealerHand) -> BetResult | None:
        """A bet settled by the cards that lie; `None` while it waits."""
        if bet.bet in INSURANCES:
            laid = BlackjackBet(bet=self._insurance_name(s), stake=Fraction(bet.stake), seat=bet.seat)
            insurable = s.dealer[0].rank == "A" or is_ten(s.dealer[0])
            if not own.second_known or not insurable or laid.bet not in self.rules.bets:
                return None
            return book_insurance(self.rules, laid, replace(own, cards=own.cards[:2]), "insurance")
        if bet.bet not in HAND_BETS:
            return self._booked_aside(s, bet, own)
        box = self._box_of(s, bet)
        if box is None:
            return None
        decided = own.done or box.bust or box.natural or box.hand.left
        if not decided and (self.waits_for_dealer or not wins_prize_at_once(self.rules, box.hand)):
            return None
        found = verdict(self.rules, box.hand, own)
        if found.outcome is Outcome.STAND:
            return None
        name = bet.bet if bet.bet in self.rules.bets else "main"
        return book_hand_bet(self.rules, BlackjackBet(bet=name, stake=Fraction(bet.stake), seat=bet.seat), found)

    def _booked_aside(self, s: Any, bet: Any, own: DealerHand) -> BetResult | None:
        row = self._row_aside(s, bet, own.cards)
        laid = BlackjackBet(bet=bet.bet, stake=Fraction(bet.stake), seat=bet.seat)
        return None if row is None else book_side_bet(self.rules, laid, row, None)

    def _row_aside(self, s: Any, bet: Any, dealer: tuple[Card, ...]) -> str | None:
        """The row that a side bet wins, "" if it loses, `None` while it waits."""
        if bet.bet not in self.rules.bets or side_bet(self.rules, bet.bet).settled != "after-deal":
            return None
        box = next((box for box in s.boxes if box.hand.seat == bet.seat), None)
        return None if box is None else row_of(self.rules, bet.bet, Seen(box.first or box.hand.cards[:2], dealer))

    def waits_aside(self, s: Any, bet: Any) -> bool:
        if bet.bet in HAND_BETS or bet.bet in INSURANCES or bet.closed or bet.late or bet.back:
            return False
        known = bet.bet in self.rules.bets and side_bet(self.rules, bet.bet).settled == "after-deal"
        return known and self._row_aside(s, bet, self.dealer_cards(s)) is None

    def pay(self, s: Any, act: Act, at: int) -> None:
        self._before_money(s, act, at)
        super().pay(s, act, at)

    def take(self, s: Any, act: Act, at: int) -> None:
        self._before_money(s, act, at)
        box = self._turn_of(s, act.seat)
        if box is not None and self._gives_up(s, box):
            self._set_box(s, box, hand=replace(box.hand, left="surrender"), gone=True, signal="")
            self._decide(s)
        super().take(s, act, at)

    def _before_money(self, s: Any, act: Act, at: int) -> None:
        """Before a hand is settled: if the dealer should have drawn, he stood wrongly, and his hand counts as it
        lies."""
        if self.hole:
            self._decide(s)
        key = self._money_key(s, act)
        if key == "settle hands" and len(s.dealer) > 1 and not s.dealing and self._draws(s) and not s.stands:
            self._stand_wrongly(s, at)
        if len(s.dues) < len(s.bets) and not s.dealing:
            self._decide(s)

    def _stand_wrongly(self, s: Any, at: int) -> None:
        total, soft = points(s.dealer)
        dealer = self.figures.dealer
        cite = dealer.soft_cite if soft and total == dealer.stands_on else dealer.cite
        self.add(s, finding(Fault.STOOD_WRONGLY, at, cite, step="dealer-draws"))
        put(s, "stands", True)
        self._decide(s)

    def order_keys(self, s: Any, verb: str, touched: Sequence[int]) -> tuple[str, Any, Citation | None] | None:
        side = [s.bets[index] for index in touched if s.bets[index].bet not in (*HAND_BETS, *INSURANCES)]
        if side:
            return self._side_order(s, side[0].seat)
        hands = [s.bets[index] for index in touched if s.bets[index].bet in HAND_BETS and s.bets[index].seat]
        if not hands or all(box.over for bet in hands if (box := self._box_of(s, bet)) is not None):
            return None
        seat = hands[0].seat
        cite = self.figures.settling.direction_cite
        for index, (bet, due) in enumerate(zip(s.bets, s.dues, strict=False)):
            if bet.bet not in HAND_BETS or not self._comes_before(bet.seat, seat):
                continue
            box = self._box_of(s, bet)
            if box is None or box.over:
                continue
            if is_left(bet, due, "pay") or is_left(bet, due, "take"):
                return "settle", ("settle", index), cite
        if self.with_each_bet:
            late = next((b for b in s.boxes if self._comes_before(b.hand.seat, seat) and not b.picked), None)
            if late is not None:
                return "settle", ("picked", late.hand.seat), self.figures.settling.pick_up_cite
        return None

    def _side_order(self, s: Any, seat: int | None) -> tuple[str, Any, Citation | None] | None:
        settling = self.figures.settling
        for index, (bet, due) in enumerate(zip(s.bets, s.dues, strict=False)):
            is_side = bet.bet not in (*HAND_BETS, *INSURANCES)
            open_still = is_left(bet, due, "pay") or is_left(bet, due, "take")
            if is_side and open_still and self._comes_before(bet.seat, seat):
                return "side-bets", ("settle", index), settling.side_bets_cite or settling.cite
        return None

    def _gives_up(self, s: Any, box: Box) -> bool:
        """Whether a player has said that he surrenders, and may."""
        if s.dealing or box.signal != "surrender":
            return False
        return may_surrender(self.rules, box.hand, Situation(s.dealer[0], s.third_card)).allowed

    def gives_up(self, s: Any, act: Act) -> bool:
        given_up = any(box.hand.seat == act.seat and box.hand.left == "surrender" for box in s.boxes)
        return given_up and not act.facts.get("reason")

    def may_give_back(self, s: Any, act: Act, index: int) -> bool:
        return s.bets[index].bet in HAND_BETS

    def give_back(self, s: Any, act: Act, at: int) -> None:
        box = self._turn_of(s, act.seat)
        main = next((bet for bet in s.bets if bet.seat == act.seat and bet.bet == "main" and not bet.late), None)
        wants = box is not None and box.signal == "surrender"
        is_half = main is not None and act.amount is not None and act.amount < main.stake
        refused = bool(act.facts.get("reason"))
        if box is None or s.dealing or act.bet not in ("", "main") or not (wants or is_half) or s.stands or refused:
            if box is not None and not s.dealing:
                self._refuse_second_bet(s, act, box)
            super().give_back(s, act, at)
            if s.dealing:  # a bet that went back has no hand
                laid = {bet.seat for bet in s.bets if bet.bet == "main" and bet.back < bet.stake}
                put(s, "boxes", tuple(each for each in s.boxes if each.hand.seat in laid))
            return
        if "say" in act.facts:
            put(s, "withdrawn", True)
        ruling = may_surrender(self.rules, box.hand, Situation(s.dealer[0], s.third_card))
        if not ruling.allowed:
            cite = ruling.reasons[0].cite
            self.add(s, finding(Fault.NOT_ALLOWED, at, cite, seat=act.seat, step="surrender", severity="serious"))
        self._set_box(s, box, hand=replace(box.hand, left="surrender"), gone=True, signal="")
        self._decide(s)
        super().give_back(s, act, at)

    def _refuse_second_bet(self, s: Any, act: Act, box: Box) -> None:
        """Chips that double or split a hand which may not: giving them back is right, and he is asked again."""
        index = next((i for i in self.matching(s, act) if s.bets[i].bet in ("double", "split")), None)
        if index is None:
            return
        wish = box.signal if box.signal in ("double", "split") else s.bets[index].bet
        if wish == "split":
            hands = sum(each.hand.seat == box.hand.seat for each in s.boxes)
            ruling = may_split(self.rules, box.hand, Situation(s.dealer[0], s.third_card, hands))
        else:
            ruling = may_double(self.rules, box.hand)
        if not ruling.allowed:
            self.set_bet(s, index, wrong=ruling.reasons[0].cite)
            self._set_box(s, box, signal="", stood=False)

    def _pick_up(self, s: Any, act: Act, at: int) -> None:
        whose = act.topic
        if whose in ("all", ""):
            put(s, "boxes", tuple(replace(box, picked=True) for box in s.boxes))
            put(s, "own_picked", True)
            return
        opened = next((each for each in s.incidents if not each.closed and each.id == "card-on-floor"), None)
        if opened is not None and whose in ("floor", "card", "card-on-floor"):
            if "croupier" not in opened.by and not opened.reported:
                self.add(s, finding(Fault.RULED_ALONE, at, opened.cite, incident=opened.id))
            self.close_incident(s, opened)
            return
        done = len(s.dealer) > 1 and not self._draws(s)  # then all hands of a seat go
        early = self._is_early_pick_up(s, act)
        cite = self.figures.settling.pick_up_cite or self.figures.settling.direction_cite
        if whose == "dealer":
            put(s, "own_picked", True)
            left = next((box for box in s.boxes if not box.picked), None)
        elif early or self.with_each_bet or not isinstance(whose, int):
            left = None
        else:
            waiting = (box for box in s.boxes if not box.picked and self._comes_before(box.hand.seat, whose))
            left = next(waiting, None)
        if left is not None:
            self.note_order(s, at, "pick-up", ("picked", left.hand.seat), cite, None)
        number = act.facts.get("hand")
        for box in s.boxes:
            stays = early and not done and not box.over and not self._is_settled(s, box)
            if box.hand.seat == whose and number in (None, box.hand.number) and not stays:
                self._set_box(s, box, picked=True)

    def settlement(self, state: BlackjackState) -> Settlement:
        """The bets that lie, side bets included, booked by the cards."""
        own = DealerHand(state.dealer, done=True)
        laid = [bet for bet in state.bets if not bet.late and bet.wrong is None]
        booked = (self._booked(state, bet, own) for bet in laid)
        return Settlement(tuple(each for each in booked if each is not None))
