"""Which acts of a blackjack round belong to which step, and what is still to be done at any moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from trainer.equipment.cards import Card
from trainer.games.blackjack.booking import HAND_BETS, INSURANCES
from trainer.games.blackjack.dealer import DealerAct, OnTable, dealer_act
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import TWENTY_ONE, is_ten, points
from trainer.games.blackjack.play import insurance_against, may_draw, surrender_problem
from trainer.games.blackjack.round_state import (
    ALWAYS,
    KINDS,
    OFFERS,
    BlackjackState,
    Box,
    with_hand,
)
from trainer.games.blackjack.verdict import waits
from trainer.games.core import Reason
from trainer.games.round import Act, Due, Fault, finding
from trainer.games.round_engine import ONCE, Atom, TableRound, is_left, limits_of, put, replace
from trainer.games.round_money import Kept
from trainer.rulebooks.schema import Citation, GameRules


class OrderOfPlay(TableRound[BlackjackState]):
    """The steps of a blackjack round: which are called for, and which are not done yet."""

    state_type = BlackjackState
    once = ONCE | {"call"}
    hand_game = True
    passed_on = frozenset({"ask"})
    incidents: ClassVar[Mapping[str, str]] = {
        "card-face-up-in-shoe": "exposed-card",
        "card-on-floor": "card-on-floor",
        "card-exposed": "card-seen",
        "misdeal": "wrong-distribution",
        "cards-stuck-together": "cards-stuck-together",
        "cut-card-forgotten": "cut-card-forgotten",
    }

    def __init__(self, rules: GameRules) -> None:
        super().__init__(rules)
        self.figures = blackjack(rules)
        self.keys = {atom.key: atom for atom in self.atoms}
        settling = self.figures.settling
        self.from_right = settling.from_side == "right"
        self.with_each_bet = settling.pick_up == "with-each-bet"
        self.hole = self.figures.deal.hole_card == "face-down"
        self._of_shoe = self.atoms_with("shuffle", "cut player", "cut house", "burn shoe")  # of a new one
        self._deal_over = self.atoms_until(self.keys["deal"])
        self.offers = self.atoms_with(
            "settle side-bets", "ask even-money", "ask insurance", "ask insurance-ten", "ask surrender"
        )
        self.hands = self.atoms_with("pay blackjack", "ask card", "take bust")
        # Without side bets and with them: one may wait for the dealer's second card, so they are never over for good.
        over = self._deal_over | self.offers
        self._offers_over = (over, over & ~self.atoms_with("settle side-bets"))
        self._hands_over = (over | self.hands, self._offers_over[1] | self.hands)
        self._left: Mapping[str, Callable[[Any, Act | None], bool]] = {
            "deal": lambda s, act: bool(s.dealing),
            "take bust": self._busts_lie,
            "pay blackjack": self._naturals_lie,
            "ask card": self._hands_wait,
            "ask even-money": self._even_money_waits,
            "ask insurance": self._insurance_waits,
            "ask insurance-ten": self._insurance_waits,
            "ask surrender": lambda s, act: not s.surrender,
            "deal dealer": self._dealer_waits,
            "settle side-bets": lambda s, act: s.has_side_bets and self._is_unsettled(s, "settle side-bets"),
            "settle insurance": lambda s, act: self._is_unsettled(s, "settle insurance"),
            "settle hands": lambda s, act: self._is_unsettled(s, "settle hands"),
            "pick-up": lambda s, act: not s.own_picked or any(not box.picked for box in s.boxes),
        }
        self._ends: Kept[tuple[Any, ...]] = Kept()  # how hands end, by what they count against the dealer's
        self._dues: Kept[Due | None] = Kept()  # of the bets on hands, by stake and end
        self._problems: Kept[Citation | None] = Kept()  # why a stake may not lie, by bet, stake and limits
        self._seen: tuple[Any, ...] = (None,) * 7  # what the bets were last decided by
        self._drawing: tuple[Any, Any, Any, bool] = (None, None, None, False)
        self._dealing: tuple[Any, Any, Any] = (None, None, None)
        self._targets: Kept[Any] = Kept()  # who gets the next of the first cards, by how many each has
        promotions = self.figures.promotions
        self.waits_for_dealer = promotions is None or promotions.mode == "off"  # else a hand may win a prize at once

    def atom_of(self, s: Any, act: Act) -> Atom | None:
        key = self._key_of(s, act)
        return self.keys.get(key) if key is not None else super().atom_of(s, act)

    def _key_of(self, s: Any, act: Act) -> str | None:
        """The key of the atom an act belongs to; "" for acts that belong to none, `None` for verb and topic."""
        if act.do == "deal":
            if s.dealing and act.topic != "burn":
                return "deal"
            return "deal dealer" if act.topic == "dealer" else "ask card"
        if act.do == "ask":
            if act.topic not in OFFERS:
                return "ask card"
            if act.topic in INSURANCES:
                return "ask insurance-ten" if s.dealer and is_ten(s.dealer[0]) else "ask insurance"
            return None
        if act.do in ("pay", "take", "give-back"):
            return self._money_key(s, act)
        if act.do == "pick-up":
            return "" if self._is_early_pick_up(s, act) else "pick-up"
        if act.do == "show" and "cut" in str(act.topic):
            return "show cut-card"
        if act.do == "cut":
            return "cut house" if act.topic == "house" else "cut player"
        if act.do == "burn":
            of_shoe = s.shoe and s.dealing and all(each.closed for each in s.incidents)
            return "burn relief" if s.relief else "burn shoe" if of_shoe else ""
        return None

    def _money_key(self, s: Any, act: Act) -> str:
        if act.do == "give-back":
            return ""
        targets = [s.bets[index] for index in self.matching(s, act) if not s.bets[index].closed]
        if act.bet in INSURANCES or (targets and all(bet.bet in INSURANCES for bet in targets)):
            return "settle insurance"
        if targets and all(bet.bet not in (*HAND_BETS, *INSURANCES) for bet in targets):
            return "settle side-bets"
        if act.do == "pay" and s.dues and self.is_meant_for_another(s, act):
            return ""
        own = [box for box in s.boxes if box.hand.seat == act.seat]
        if len(own) > 1:  # one of the hands of a split may be over before the others
            boxes = [(bet, self._box_of(s, bet)) for bet in targets]
            over = [bet for bet, box in boxes if box is not None and box.over]
            if act.do == "pay":  # a hand over 21 is not paid
                over = [bet for bet, box in boxes if box is not None and box.over and not box.bust]
            if over and act.amount in (None, *(bet.stake for bet in over), sum(bet.stake for bet in over)):
                return ""
        number = act.facts.get("hand")
        if len(own) > 1 and act.do == "take":  # of split hands the one that is over
            over = [box for box in own if box.bust and not self._is_cleared(s, box)]
            own = [box for box in own if box.hand.number == number] or over or own
        if own and all(box.over or box.signal == "surrender" for box in own):
            return ""
        return "settle hands"

    def _is_paid_at_once(self, s: Any, box: Box) -> bool:
        return bool(box.natural and s.dealer and not waits(self.rules, s.dealer[0]))

    def _is_early_pick_up(self, s: Any, act: Act) -> bool:
        boxes = [box for box in s.boxes if box.hand.seat == act.topic and not box.picked]
        return any(box.over or self._is_settled(s, box) for box in boxes)

    def _is_settled(self, s: Any, box: Box) -> bool:
        """Whether a hand was settled before the dealer's was complete, rightly or not."""
        own = [bet for bet in s.bets if bet.seat == box.hand.seat and bet.bet in HAND_BETS]
        return self._draws(s) and bool(own) and all(bet.closed for bet in own)

    def over_with(self, state: Any) -> int:
        if state.dealing:
            return 0 if state.shoe else self._of_shoe
        if state.hands_over:
            return self._hands_over[state.has_side_bets]
        return self._offers_over[state.has_side_bets] if state.offers_over else self._deal_over

    def applies(self, s: Any, atom: Atom) -> bool:
        key = atom.key
        if key in ALWAYS:
            return True
        ace = bool(s.dealer) and s.dealer[0].rank == "A"
        if key in ("shuffle", "cut player", "cut house", "burn shoe"):
            return bool(s.shoe)
        if key == "burn relief":
            return bool(s.relief)
        if key == "ask even-money":
            offered = ace and self.figures.even_money.offered
            return offered and any(box.natural for box in s.boxes)
        if key == "call no-more-insurance":  # what was never offered is not closed either
            return ace and bool(s.insurance or any(bet.bet in INSURANCES for bet in s.bets))
        if key == "ask insurance":
            return ace
        if key == "ask insurance-ten":
            return bool(s.dealer) and is_ten(s.dealer[0]) and "insurance-ten" in self.rules.bets
        if key == "ask surrender":
            return self.figures.surrender.asked != "own-turn" and self._surrender_is_open(s)
        if key == "call total":
            waiting = any(not box.over for box in s.boxes)
            return len(s.dealer) > 1 and waiting and not self._has_called_blackjack(s)
        if key == "call blackjack-or-not":
            counted = (bet for bet in s.bets if bet.bet in INSURANCES and not bet.late)
            return len(s.dealer) > 1 and any(bet.back < bet.stake for bet in counted)
        if key in ("show cut-card", "call new-shuffle", "call last-round"):
            return bool(s.cut_card >= 0)
        return super().applies(s, atom)

    def _surrender_is_open(self, s: Any) -> bool:
        if surrender_problem(self.rules, s.dealer[0] if s.dealer else None):
            return False
        return any(not box.over and not box.natural for box in s.boxes)

    def outstanding(self, s: Any, atom: Atom, act: Act | None) -> bool:
        check = self._left.get(atom.key)
        if check is None:
            return super().outstanding(s, atom, act)
        if atom.verb == "ask" and atom.key != "ask card" and not self.applies(s, atom):
            return False
        return check(s, act)

    def _has_called_blackjack(self, s: Any) -> bool:
        """Whether the dealer has a blackjack and has called it, which says his total as well."""
        called = self.keys.get("call blackjack-or-not")
        natural = len(s.dealer) == 2 and points(s.dealer).total == TWENTY_ONE
        return called is not None and natural and bool(s.done >> called.index & 1)

    def _busts_lie(self, s: Any, act: Act | None) -> bool:
        """Whether a hand that is over, and no blackjack, has not been taken with its cards."""
        for box in s.boxes:
            if box.over and (box.gone or box.total > TWENTY_ONE) and not self._is_cleared(s, box):
                return True
        return False

    def _naturals_lie(self, s: Any, act: Act | None) -> bool:
        return s.has_natural and any(not self._is_cleared(s, box) for box in self._naturals_before(s, act))

    def _hands_wait(self, s: Any, act: Act | None) -> bool:
        return any(not box.over and self._is_unfinished(box) for box in s.boxes)

    def _even_money_waits(self, s: Any, act: Act | None) -> bool:
        seats = {box.hand.seat for box in s.boxes if box.natural}
        return None not in s.even_money and seats.isdisjoint(s.even_money)

    def _insurance_waits(self, s: Any, act: Act | None) -> bool:
        seats = {box.hand.seat for box in s.boxes if not box.gone}
        return not (None in s.insurance or seats <= s.insurance)

    def _dealer_waits(self, s: Any, act: Act | None) -> bool:
        """Whether the dealer draws; with two cards he has stood: whether he may is judged apart."""
        return self._draws(s) and (act is None or len(s.dealer) < 2)

    def _is_cleared(self, s: Any, box: Box) -> bool:
        """Whether a hand that is over was settled and its cards picked up."""
        return box.picked and not any(
            bet.bet in HAND_BETS and self._box_of(s, bet) is box
            for bet, due in zip(s.bets, s.dues, strict=False)
            if bet.seat == box.hand.seat and (is_left(bet, due, "pay") or is_left(bet, due, "take"))
        )

    def _naturals_before(self, s: Any, act: Act | None) -> list[Box]:
        """Blackjacks that are paid at once and should be paid before this act."""
        naturals = [box for box in s.boxes if self._is_paid_at_once(s, box)]
        if not naturals or act is None or act.topic == "dealer":
            return naturals
        seat = act.seat if act.do == "ask" else act.topic
        return [box for box in naturals if isinstance(seat, int) and (box.hand.seat or 0) < seat]

    def _is_unfinished(self, box: Box) -> bool:
        hand = box.hand
        if box.signal:
            return True
        if hand.from_split and len(hand.cards) > 1 and not may_draw(self.rules, hand).allowed:
            return False  # one card only for each ace
        return not (box.asked or box.stood or box.total >= TWENTY_ONE or hand.double or box.barred)

    def _is_unsettled(self, s: Any, key: str) -> bool:
        for bet, due in zip(s.bets, s.dues, strict=False):
            if due is None or bet.closed or not (due.pays > 0 or (due.loses > 0 and not bet.taken)):
                continue
            if KINDS.get(bet.bet, "settle side-bets") == key:
                return True
        return False

    def _on_table(self, s: Any) -> OnTable:
        waiting = [box for box in s.boxes if not box.over]
        naturals = len([box for box in waiting if box.natural])
        second = len([bet for bet in s.bets if bet.bet in INSURANCES and not bet.closed])
        if not waiting and not second and s.has_side_bets:  # else they change nothing for the dealer
            second = sum(self.waits_aside(s, bet) for bet in s.bets)
        return OnTable(len(waiting) - naturals, naturals, second)

    def waits_aside(self, s: Any, bet: Any) -> bool:
        """Whether a side bet waits for the dealer's second card."""
        raise NotImplementedError

    def dealer_cards(self, s: Any) -> tuple[Card, ...]:
        """The dealer's cards that can be seen: a hole card only when no hand is left to be played."""
        if self.hole and len(s.dealer) == 2 and self._hands_wait(s, None):
            return tuple(s.dealer[:1])
        return tuple(s.dealer)

    def own_act(self, s: Any) -> tuple[DealerAct, Reason]:
        """What the dealer does with his own hand as the table lies, and why."""
        return dealer_act(self.rules, s.dealer, self._on_table(s))

    def _draws(self, s: Any) -> bool:
        """Whether the dealer must take another card."""
        if s.dealing or s.stands or s.overdrawn:
            return False
        dealer, boxes, bets, draws = self._drawing
        if dealer is not s.dealer or boxes is not s.boxes or bets is not s.bets:  # asked again about the same table
            draws = self.own_act(s)[0] is DealerAct.DRAW
            self._drawing = (s.dealer, s.boxes, s.bets, draws)
        return draws

    def check_needs(self, s: Any, act: Act, at: int, atom: Atom) -> None:
        if act.do == "ask" and atom.topic == "insurance":  # its order among the offers is an option of the house
            atom = replace(atom, needs=tuple(need for need in atom.needs if self.atoms[need].step != atom.step))
        elif atom.key == "pick-up" and self.with_each_bet and act.topic != "dealer":
            number = act.facts.get("hand")
            for index, (bet, due) in enumerate(zip(s.bets, s.dues, strict=False)):
                other = isinstance(number, int) and bet.hand not in (None, number)  # of a split pair
                if bet.seat == act.topic and not other and (is_left(bet, due, "pay") or is_left(bet, due, "take")):
                    self.wait_for(s, ("settle", index), atom, self.keys["settle hands"], at, bet.seat)
            return
        elif act.do == "pay" and atom.key == "settle hands" and self._is_natural(s, act.seat):
            atom = replace(atom, step=self.keys["pay blackjack"].step)
        super().check_needs(s, act, at, atom)

    def _is_natural(self, s: Any, seat: int | None) -> bool:
        """Whether a seat has a blackjack, at a table where some of them are paid apart."""
        return "pay blackjack" in self.keys and any(box.natural and box.hand.seat == seat for box in s.boxes)

    def event_of(self, atom: Atom) -> str:
        return "cut-card-out" if atom.key == "show cut-card" else ""

    def matching(self, s: Any, act: Act) -> list[int]:
        """An act that names no bet concerns the hand: insurances and side bets are named."""
        found = super().matching(s, act)
        number = act.facts.get("hand")
        if isinstance(number, int):  # one of the hands of a split pair
            own = [i for i in found if (box := self._box_of(s, s.bets[i])) is not None and box.hand.number == number]
            found = own or found
        if act.bet:
            return found
        hands = [i for i in found if s.bets[i].bet in HAND_BETS and not s.bets[i].closed]
        if act.do == "take":
            return self._lost_with_cards(s, act, hands) or hands or found
        if act.do != "pay" or any(i < len(s.dues) and is_left(s.bets[i], s.dues[i], "pay") for i in hands):
            return hands or found
        return [i for i in found if self._is_won_aside(s, i)] or hands or found

    def _lost_with_cards(self, s: Any, act: Act, hands: list[int]) -> list[int]:
        """Lost bets whose cards are still on the table, if the amount equals one stake or their sum; else empty."""
        lost = [i for i in hands if i < len(s.dues) and is_left(s.bets[i], s.dues[i], "take")]
        lying = [i for i in lost if (box := self._box_of(s, s.bets[i])) is not None and not box.picked]
        stakes = [s.bets[i].stake for i in lying]
        return lying if len(lying) < len(lost) and act.amount in (*stakes, sum(stakes)) else []

    def _is_won_aside(self, s: Any, index: int) -> bool:
        due = s.dues[index] if index < len(s.dues) else None
        return s.bets[index].bet not in HAND_BETS and is_left(s.bets[index], due, "pay")

    def prepare(self, s: Any, before: Mapping[str, Any]) -> None:
        put(s, "limits", limits_of(before))

    def is_open(self, s: Any, key: Any) -> bool:
        if isinstance(key, int):
            return super().is_open(s, key)
        if key[0] == "asked":
            return any(box.hand.seat == key[1] and self._is_unfinished(box) for box in s.boxes)
        if key[0] == "picked":
            return any(box.hand.seat == key[1] and not box.picked for box in s.boxes)
        if key[0] == "own-card":
            return not s.dealer
        if key[0] == "card":
            if key[1] == "dealer":
                return bool(len(s.dealer) < key[2])
            return any(box.hand.seat == key[1] and len(box.hand.cards) < key[2] for box in s.boxes)
        if key[0] == "settle":
            index = key[1]
            return is_left(s.bets[index], s.dues[index], "pay") or is_left(s.bets[index], s.dues[index], "take")
        return super().is_open(s, key)

    def ruling_of(self, incident_id: str) -> str:
        data = self.rules.irregularities[incident_id].data
        return str(data.get("card") or data.get("action") or data.get("bet") or "")

    def _insurance_name(self, s: Any) -> str:
        return insurance_against(s.dealer[0]) if s.dealer else "insurance"

    def _turn_of(self, s: Any, seat: Any, number: int | None = None) -> Box | None:
        """The hand of a seat that is being played: the first that is not finished."""
        own = [box for box in s.boxes if box.hand.seat == seat and number in (None, box.hand.number)]
        return next((box for box in own if not (box.stood or box.gone or box.total >= TWENTY_ONE or box.hand.double)),
                    own[-1] if own else None)  # fmt: skip

    def _set_box(self, s: Any, box: Box, **changes: Any) -> Box:
        if "hand" in changes:
            changed = with_hand(box, **changes)
            put(s, "hands_over", False)
        else:
            changed = replace(box, **changes)
        over = changed.gone or changed.total > TWENTY_ONE or (changed.natural and self._is_paid_at_once(s, changed))
        if over is not changed.over:
            changed = replace(changed, over=over)
        put(s, "boxes", tuple([changed if each is box else each for each in s.boxes]))
        return changed

    def _box_of(self, s: Any, bet: Any) -> Box | None:
        seat, first = bet.seat, None
        for box in s.boxes:
            if box.hand.seat != seat:
                continue
            if first is not None:  # the hands of a split pair; the bet of one that wants to double lies beside it
                own: list[Box] = [each for each in s.boxes if each.hand.seat == seat]
                return next((each for each in own if each.hand.number == bet.hand or each.signal == bet.bet), own[0])
            first = box
        return first

    def _comes_before(self, one: int | None, other: int | None) -> bool:
        """Whether a seat is settled before another."""
        return (one or 0) > (other or 0) if self.from_right else (one or 0) < (other or 0)

    def _note(self, s: Any, fault: Fault, at: int, cite: Citation, step: str) -> None:
        if not any(each.fault is fault and each.step == step for each in s.findings):
            self.add(s, finding(fault, at, cite, step=step))

    def ask_topic(self, s: Any) -> str:
        """How a hand of two cards is asked: also about surrender where that is done in turn."""
        turn = self.figures.surrender.asked == "own-turn" and self._surrender_is_open(s)
        return "card-or-surrender" if turn else "card"
