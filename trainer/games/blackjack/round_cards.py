"""Cards of a live blackjack round: deal, offers, players' bets and signals, splits, burning, the dealer's hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from trainer.equipment import NotReadableError
from trainer.equipment.cards import Card
from trainer.games.blackjack.booking import HAND_BETS, INSURANCES
from trainer.games.blackjack.hands import Hand, is_ten, points, split_pair
from trainer.games.blackjack.limits import insurance_bounds
from trainer.games.blackjack.order import deal_order
from trainer.games.blackjack.play import Situation, may_double, may_draw, may_insure, may_split, surrender_problem
from trainer.games.blackjack.round_settling import SettlingActs
from trainer.games.blackjack.round_state import (
    ACCEPTED,
    FACES,
    SIGNALS,
    UNCLEAR,
    Box,
    with_hand,
)
from trainer.games.core import RequestError
from trainer.games.decks import next_in_deal
from trainer.games.limits import bounds, stated_limits
from trainer.games.round import Act, Fault, Money, finding
from trainer.games.round_engine import corrected, put, replace
from trainer.rulebooks.schema import Citation


class CardActs(SettlingActs):
    """What the players ask for, and the cards that are dealt and burned."""

    def is_late(self, s: Any, act: Act) -> bool:
        if act.bet in ("double", "split") or (act.do == "adds" and not act.facts.get("late")):
            return False
        if act.bet in INSURANCES and "late" not in act.facts:
            return bool(s.insurance_closed or s.third_card)
        return super().is_late(s, act)

    def late_cite(self, bet: str = "") -> Citation | None:
        if bet not in INSURANCES:
            return super().late_cite(bet)
        late = self.rules.irregularities.get("late-insurance")
        call = self.rules.calls.get("no-more-insurance")
        return late.cite if late else call.cite if call else self.figures.insurance.cite

    def bet_problem(self, s: Any, act: Act) -> Citation | None:
        stake = act.amount or 0
        if act.bet in INSURANCES:
            return self._insurance_problem(s, act.seat, stake)
        rule = self.rules.bets.get(act.bet)
        if rule is None:
            return self.rules.cite
        if act.bet in ("double", "split"):
            mains = (bet for bet in s.bets if bet.seat == act.seat and bet.bet == "main" and bet.back < bet.stake)
            main = next((bet.stake for bet in mains), stake)
            for_less = act.bet == "double" and self.figures.double.for_less
            return None if stake == main or (for_less and stake < main) else rule.cite
        key = (act.bet, stake, s.limits)
        if key not in self._problems:  # players make the same bets again and again
            known = stated_limits(s.limits[0], s.limits[1], self.figures.limits)
            limit = bounds(self.rules, rule, known)
            self._problems[key] = limit.cite if known and not limit.allows(Fraction(stake)) else None
        return self._problems[key]

    def _insurance_problem(self, s: Any, seat: int | None, stake: Money) -> Citation | None:
        bet = self._insurance_name(s)
        rule = self.rules.bets.get(bet)
        box = next((box for box in s.boxes if box.hand.seat == seat), None)
        if rule is None or box is None:
            return self.figures.insurance.cite
        now = Situation(s.dealer[0] if s.dealer else None)
        if not may_insure(self.rules, box.hand, now, bet).allowed:
            offered = any(found.fault is Fault.NOT_ALLOWED and found.step == "insurance" for found in s.findings)
            return None if offered else self.figures.insurance.cite  # the offer was the fault
        least, most = insurance_bounds(self.rules, bet, box.hand.stakes[0], None)
        return None if least <= stake <= most else rule.limit_cite or rule.cite

    def lay(self, s: Any, act: Act, at: int) -> None:
        if act.bet in ("double", "split") and "hand" in act.facts:  # which hand it belongs to is seen with its card
            act = replace(act, facts={name: fact for name, fact in act.facts.items() if name != "hand"})
        super().lay(s, act, at)
        if act.bet not in HAND_BETS and act.bet not in INSURANCES:
            put(s, "has_side_bets", True)
        if act.bet == "main" and act.do == "bets" and not s.bets[-1].late:
            boxes = [*s.boxes, Box(Hand(stakes=(Fraction(act.amount or 0),), seat=act.seat))]
            put(s, "boxes", tuple(sorted(boxes, key=lambda box: (box.hand.seat or 0, box.hand.number))))
        elif act.bet == "double":
            self._signal(s, act.seat, "double")

    def player(self, s: Any, act: Act, at: int) -> None:
        if act.do == "adds" and act.bet in ("", "main") and not s.dealing and not act.facts.get("late"):
            act = replace(act, bet="double")
        if act.do in ("signals", "says", "chooses"):
            answer = SIGNALS.get(str(act.topic), "")
            if act.topic in ACCEPTED and s.dealer and s.dealer[0].rank == "A":
                box = self._turn_of(s, act.seat)
                if box is not None and box.natural and act.seat in s.even_money:
                    self._set_box(s, box, hand=replace(box.hand, left="even-money"), gone=True)
                    self._decide(s)
            elif answer or act.do == "signals":
                self._signal(s, act.seat, answer or UNCLEAR, act.facts.get("hand"))
        elif act.do in ("disputes", "objects"):
            is_card = "card" in (act.topic, act.facts.get("about")) or "card" in act.facts
            self.open_incident(s, "disputed-card" if is_card else "disagreement", at, seat=act.seat)
        else:
            super().player(s, act, at)

    def _signal(self, s: Any, seat: int | None, signal: str, number: int | None = None) -> None:
        """A seat signals for the hand that is being played, or for the one it points at by its number."""
        box = self._turn_of(s, seat, number)
        if box is None:
            return
        if signal == "stand":
            self._set_box(s, box, stood=True, signal="")
            if self.hole:  # with the last hand the dealer turns his card
                self._decide(s)
        else:
            self._set_box(s, box, signal=signal, stood=False)

    def _shuffle(self, s: Any, act: Act, at: int) -> None:
        put(s, "shoe", True)

    def _cut(self, s: Any, act: Act, at: int) -> None:
        """Judge how deep the house's cut card lies, unless the regulation lets it lie anywhere and only the house has a
        usual depth."""
        behind, shoe = act.facts.get("behind"), self.figures.shoe
        cite = shoe.behind_cite or shoe.cite
        if isinstance(behind, int) and act.topic != "player" and not cite.is_house_standard:
            most = shoe.behind_most
            if behind < shoe.behind_least or (most is not None and behind > most):
                self.add(s, finding(Fault.NOT_ALLOWED, at, cite, step="house-cut"))

    def _burn(self, s: Any, act: Act, at: int) -> None:
        count = act.facts.get("cards", 1)
        opened = [each for each in s.incidents if not each.closed]
        shoe = self.figures.shoe
        if opened:
            if opened[0].ruling == "plays":
                self.add(s, finding(Fault.WRONG_RULING, at, opened[0].cite, incident=opened[0].id))
            self._burn_disputed(s, opened[0].seat, opened[0].id)
            if not opened[0].by or opened[0].reported or "croupier" in opened[0].by:
                self.close_incident(s, opened[0])
            else:
                self.add(s, finding(Fault.RULED_ALONE, at, opened[0].cite, incident=opened[0].id))
                self.close_incident(s, opened[0])
            return
        if s.overdrawn and isinstance(count, int):
            put(s, "dealer", s.dealer[:-count])
            put(s, "overdrawn", False)
            wrong = (Fault.DREW_WRONGLY,)
            put(s, "findings", tuple(corrected(each) if each.fault in wrong else each for each in s.findings))
            self._decide(s)
            return
        if s.dealing and not s.dealer and (s.relief or not any(box.hand.cards for box in s.boxes)):
            due, cite = (shoe.relief_burn, shoe.relief_cite) if s.relief else (shoe.burn, shoe.burn_cite)
            if isinstance(count, int) and count != due:
                self.add(s, finding(Fault.BURN_WRONG, at, cite or shoe.cite, due=due, done=count))

    def _pick_up(self, s: Any, act: Act, at: int) -> None:
        opened = next((each for each in s.incidents if not each.closed), None)
        to_discards = isinstance(act.topic, str) and act.topic not in ("dealer", "all", "")
        if opened is not None and opened.ruling == "burn" and to_discards:
            self._burn(s, act, at)
        else:
            super()._pick_up(s, act, at)

    def _burn_disputed(self, s: Any, seat: int | None, incident: str) -> None:
        """A disputed card leaves its hand; some regulations then bar the hand from more cards."""
        if incident != "disputed-card":
            return
        box = next((box for box in s.boxes if box.hand.seat == seat and len(box.hand.cards) > 2), None)
        barred = self.rules.irregularities[incident].data.get("may-draw-again") is False
        if box is not None:
            hand = replace(box.hand, cards=box.hand.cards[:-1], double="")
            self._set_box(s, box, hand=hand, barred=barred, stood=barred, signal="")
            self._decide(s)

    def _ask(self, s: Any, act: Act, at: int) -> None:
        ace = bool(s.dealer) and s.dealer[0].rank == "A"
        figures = self.figures
        if act.topic == "even-money":
            put(s, "even_money", s.even_money | {act.seat})
            if not ace or not figures.even_money.offered:
                self.add(s, finding(Fault.NOT_ALLOWED, at, figures.even_money.cite, seat=act.seat, step="even-money"))
            elif s.insurance and self._even_money_first():
                cite = self.rules.orders["offers"].cite
                self._note(s, Fault.WRONG_ORDER, at, cite, "ace-offers")
        elif act.topic in INSURANCES:
            put(s, "insurance", s.insurance | {act.seat})
            if (s.dealer and self._insurance_name(s) not in self.rules.bets) or not (ace or self._is_ten_up(s)):
                self.add(s, finding(Fault.NOT_ALLOWED, at, figures.insurance.cite, seat=act.seat, step="insurance"))
        elif act.topic == "surrender":
            self._ask_surrender(s, act, at)
        else:
            self._ask_hand(s, act, at)

    def _is_ten_up(self, s: Any) -> bool:
        return bool(s.dealer) and is_ten(s.dealer[0])

    def _even_money_first(self) -> bool:
        order = [kind for step in self.rules.orders["offers"].steps for kind in step]
        return "even-money" in order and order.index("even-money") < order.index("insurance")

    def _ask_surrender(self, s: Any, act: Act, at: int) -> None:
        put(s, "surrender", True)
        if surrender_problem(self.rules, s.dealer[0] if s.dealer else None):
            cite = self.figures.surrender.against_cite
            self.add(s, finding(Fault.NOT_ALLOWED, at, cite, seat=act.seat, step="surrender"))

    def _ask_hand(self, s: Any, act: Act, at: int) -> None:
        box = self._turn_of(s, act.seat)
        own_turn = self.figures.surrender.asked == "own-turn"
        if act.topic == "card-or-surrender":
            put(s, "surrender", True)
        elif own_turn and self._surrender_is_open(s) and box is not None and len(box.hand.cards) == 2:
            put(s, "plain_asks", True)
        if not s.offers_over and not s.dealing:
            put(s, "offers_over", self.nothing_left(s, self.offers))
        self._pass_over(s, act.seat, at)
        if box is not None and (not box.asked or box.signal == UNCLEAR):
            box = self._set_box(s, box, asked=True, signal="" if box.signal == UNCLEAR else box.signal)
        before = [each for each in s.boxes if (each.hand.seat or 0) < (act.seat or 0) and not each.over]
        skipped = next((each for each in before if self._is_unfinished(each)), None)
        if skipped is not None:
            cite = self.figures.drawing.cite
            self.note_order(s, at, "ask-hands", ("asked", skipped.hand.seat), cite, act.seat)

    def _pass_over(self, s: Any, seat: Any, at: int) -> None:
        """The dealer turns to another hand: a player who wanted a card has not got it.

        To ask a player again who has stood is no such turn.
        """
        if s.split_at >= 0:
            self._join_split(s, seat)
        turned_to = self._turn_of(s, seat) if seat is not None else None
        if turned_to is not None and turned_to.stood and not turned_to.passed:
            return
        for box in s.boxes:
            if box.signal in ("hit", "double", "split", UNCLEAR) and box.hand.seat != seat and not box.bust:
                cite = self.figures.drawing.cite
                self.add(s, finding(Fault.SIGNAL_MISREAD, at, cite, seat=box.hand.seat))
                self._set_box(s, box, signal="", stood=True, passed="" if box.signal == UNCLEAR else box.signal)

    def _deal(self, s: Any, act: Act, at: int) -> None:
        if act.topic == "burn":
            return
        try:
            card = Card.parse(str(act.facts["card"]))
        except (KeyError, NotReadableError):
            raise RequestError("card", "a card that is dealt must be named") from None
        put(s, "closed", True)
        if s.dealing:
            self._first_cards(s, act, at, card)
        elif act.topic == "dealer":
            self._own_card(s, act, at, card)
        else:
            self._player_card(s, act, at, card)

    def _expected(self, s: Any) -> Any:
        """Who gets the next card of the first two rounds."""
        boxes, dealer, target = self._dealing
        if boxes is not s.boxes or dealer is not s.dealer:  # asked several times between two cards
            target = self._find_expected(s)
            self._dealing = (s.boxes, s.dealer, target)
        return target

    def _find_expected(self, s: Any) -> Any:
        dealt = [(box.hand.seat, len(box.hand.cards)) for box in s.boxes]
        key = (len(s.dealer), *dealt)
        if key not in self._targets:
            order = deal_order(self.rules, [seat for seat, _ in dealt], "dealer")
            self._targets[key] = next_in_deal(order, {"dealer": len(s.dealer), **dict(dealt)})
        return self._targets[key]

    def _first_cards(self, s: Any, act: Act, at: int, card: Card) -> None:
        wanted = self._expected(s)
        if act.topic != wanted:
            self._misdeal(s, act, at, wanted)
        down = act.topic == "dealer" and self.hole and len(s.dealer) == 1
        self._check_face(s, act, at, "down" if down else "up", self.figures.deal.cite)
        if act.topic == "dealer":
            put(s, "dealer", (*s.dealer, card))
        else:
            box = next((box for box in s.boxes if box.hand.seat == act.topic), None)
            if box is not None:
                self._set_box(s, box, hand=replace(box.hand, cards=(*box.hand.cards, card)))
        if self._expected(s) is None:
            put(s, "dealing", False)
            put(s, "has_natural", any(box.natural for box in s.boxes))
            for natural in [each for each in s.boxes if each.natural]:  # his own card may have come after theirs
                self._set_box(s, natural)
            self._decide(s)

    def _misdeal(self, s: Any, act: Act, at: int, wanted: Any) -> None:
        cite = self.rules.orders["deal"].cite
        box = next((box for box in s.boxes if box.hand.seat == act.topic), None)
        if (box or act.topic == "dealer") and any(each.finding.step == "first-cards" for each in s.waiting):
            return  # the hand that was passed over is still waiting: the cards after it are no other fault
        count = len(s.dealer) if act.topic == "dealer" else len(box.hand.cards) if box else 9
        least = min([len(each.hand.cards) for each in s.boxes] + [len(s.dealer) + (0 if self.hole else 1)])
        if count > least or (box is None and act.topic != "dealer"):
            known = len(s.dealer) if wanted == "dealer" else None
            if known == 0 and box is not None and count < 2:
                self.note_order(s, at, "first-cards", ("own-card",), cite, None)
                return
            seat = act.topic if isinstance(act.topic, int) else None
            self.add(s, finding(Fault.WRONG_TARGET, at, cite, seat=seat, step="first-cards"))
        else:
            self.note_order(s, at, "first-cards", ("card", wanted, least + 1), cite, None)

    def _check_face(self, s: Any, act: Act, at: int, wanted: str, cite: Citation) -> None:
        face = act.facts.get("face")
        if face is not None and face != wanted and not any(found.at == at for found in s.findings):
            seat = act.topic if isinstance(act.topic, int) else None
            self.add(s, finding(Fault.WRONG_FACE, at, cite, seat=seat))

    def _player_card(self, s: Any, act: Act, at: int, card: Card) -> None:
        number = act.facts.get("hand")
        box = self._turn_of(s, act.topic, number if isinstance(number, int) else None)
        if box is None:
            self.add(s, finding(Fault.WRONG_TARGET, at, self.figures.drawing.cite, step="ask-hands"))
            return
        box = self._judge_card(s, act, at, box)
        hand = replace(box.hand, cards=(*box.hand.cards, card))
        needs_second = hand.from_split and len(hand.cards) == 2
        if box.signal == "double":
            ruling = may_double(self.rules, box.hand)
            misread = any(found.fault is Fault.SIGNAL_MISREAD and found.at == at for found in s.findings)
            if not ruling.allowed and not misread:
                cite = ruling.reasons[0].cite
                facts = {"seat": hand.seat, "step": "double", "severity": "serious"}  # it puts more money at risk
                self.add(s, finding(Fault.NOT_ALLOWED, at, cite, **facts))
            hand = replace(hand, double="own")
            doubled = self._pending(s, hand.seat, "double")
            if doubled is not None:
                self.set_bet(s, doubled, hand=hand.number)
        double = self.figures.double
        face, cite = (
            (FACES[double.card], double.card_cite) if box.signal == "double" else ("up", self.figures.deal.cite)
        )
        self._check_face(s, act, at, face, cite)
        put(s, "third_card", s.third_card or not needs_second)
        put(s, "last_card", (at, hand.seat, hand.number))
        self._set_box(s, box, hand=hand, signal="", passed="")
        if len(s.dealer) > 1:
            self._decide(s)
        elif hand.is_bust or hand.double:
            self._decide(s, hand.seat)

    def _judge_card(self, s: Any, act: Act, at: int, box: Box) -> Box:
        """Whether this hand should have got a card; a hand that wanted to be split is split first.

        The card of a hand that was passed over comes late, but it is the right one.
        """
        if box.passed and not box.signal:
            box = self._set_box(s, box, signal=box.passed, stood=False)
        hand, cite = box.hand, self.figures.drawing.cite
        numbered = isinstance(act.facts.get("hand"), int)
        if box.signal == "split":
            if act.facts.get("face") == "down" and self.figures.double.card == "face-down" and not numbered:
                self.add(s, finding(Fault.SIGNAL_MISREAD, at, cite, seat=hand.seat))
                self._rename_bet(s, hand.seat, "split", "double")
                return self._set_box(s, box, signal="double")
            if not numbered:
                put(s, "split_at", at)
            return self._split(s, box, at)
        if hand.from_split and len(hand.cards) == 1:
            return box
        if box.barred:
            cite = self.rules.irregularities["disputed-card"].cite
            self.add(s, finding(Fault.WRONG_RULING, at, cite, seat=hand.seat, incident="disputed-card"))
            return box
        other = next((each for each in s.boxes if each.signal in ("hit", "double") and each is not box), None)
        if box.signal == "double" and numbered and not hand.from_split:
            self.add(s, finding(Fault.SIGNAL_MISREAD, at, cite, seat=hand.seat))
            return self._split(s, box, at, misread=True)
        if box.signal in ("hit", "double"):
            if not may_draw(self.rules, hand).allowed and not hand.is_bust and box.signal == "hit":
                self.add(s, finding(Fault.DREW_WRONGLY, at, cite, seat=hand.seat))
            return box
        if other is not None:
            self.add(s, finding(Fault.WRONG_TARGET, at, cite, seat=hand.seat))
            self._set_box(s, other, signal="", stood=True, passed=other.signal)
            return box
        ruling = may_draw(self.rules, hand)
        if not ruling.allowed:
            self.add(s, finding(Fault.DREW_WRONGLY, at, ruling.reasons[0].cite, seat=hand.seat))
        elif box.stood or box.asked:  # he has not asked for this card, or not clearly
            self.add(s, finding(Fault.SIGNAL_MISREAD, at, cite, seat=hand.seat))
        else:
            self.add(s, finding(Fault.WRONG_TARGET, at, cite, seat=hand.seat))
        return box

    def _split(self, s: Any, box: Box, at: int, *, misread: bool = False) -> Box:
        hand = box.hand
        made = sum(other.hand.seat == hand.seat for other in s.boxes)
        ruling = may_split(self.rules, hand, Situation(s.dealer[0], s.third_card, made))
        self._rename_bet(s, hand.seat, "double", "split")
        if not ruling.allowed and not misread:
            facts = {"seat": hand.seat, "step": "split", "severity": "serious"}
            self.add(s, finding(Fault.NOT_ALLOWED, at, ruling.reasons[0].cite, **facts))
            if len(hand.cards) != 2:
                return box
        kept, new = split_pair(hand)
        dealt = box.first or hand.cards[:2]
        first, second = with_hand(box, kept, signal="", first=dealt), with_hand(Box(new), new)
        boxes: list[Box] = []
        for each in s.boxes:
            if each is box:
                boxes += [first, second]
            elif each.hand.seat == hand.seat and each.hand.number > hand.number:
                boxes.append(replace(each, hand=replace(each.hand, number=each.hand.number + 1)))
            else:
                boxes.append(each)
        put(s, "boxes", tuple(boxes))
        self._part_bets(s, hand)
        return first

    def _part_bets(self, s: Any, hand: Hand) -> None:
        """Divide the bets of a split pair: the new bet goes to the new hand, the others stay."""
        new = self._pending(s, hand.seat, "split")
        for index, bet in enumerate(s.bets):
            if bet.seat == hand.seat and bet.bet in HAND_BETS:
                before = bet.hand or 1
                number = hand.number + 1 if index == new else before + 1 if before > hand.number else before
                self.set_bet(s, index, hand=number)

    def _pending(self, s: Any, seat: int | None, name: str) -> int | None:
        """The bet beside a hand that has not been split or doubled with it yet."""
        bets = enumerate(s.bets)
        return next((i for i, bet in bets if bet.seat == seat and bet.bet == name and bet.hand is None), None)

    def _rename_bet(self, s: Any, seat: int | None, was: str, name: str) -> None:
        """Chips beside a bet double or split it, as the hand is then played."""
        index = self._pending(s, seat, was)
        if index is not None:
            self.set_bet(s, index, bet=name)

    def _join_split(self, s: Any, seat: Any) -> None:
        """The dealer turns to another hand: a pair that got only one card was not split but doubled."""
        halves = [box for box in s.boxes if box.hand.from_split and box.hand.seat != seat]
        if [len(box.hand.cards) for box in halves] != [2, 1] or halves[0].hand.seat != halves[1].hand.seat:
            return
        first, second = halves
        self.add(s, finding(Fault.SIGNAL_MISREAD, s.split_at, self.figures.drawing.cite, seat=first.hand.seat))
        cards = (first.hand.cards[0], *second.hand.cards, first.hand.cards[1])
        hand = replace(first.hand, cards=cards, from_split=False, double="own")
        put(s, "boxes", tuple(box for box in s.boxes if box is not second))
        self._set_box(s, first, hand=hand, signal="", stood=True)
        for index, bet in enumerate(s.bets):
            if bet.seat == hand.seat and bet.bet in HAND_BETS:
                self.set_bet(s, index, hand=1, bet="double" if bet.bet == "split" else bet.bet)
        self._decide(s)

    def _correct(self, s: Any, act: Act) -> None:
        """A card that was dealt by mistake leaves its hand again; a bet that was refused by mistake has one."""
        super()._correct(s, act)
        at, seat, number = s.last_card
        if at == act.facts.get("act", act.topic):
            if number == 0:
                put(s, "dealer", s.dealer[:-1])
                put(s, "overdrawn", False)
            for box in s.boxes:
                if (box.hand.seat, box.hand.number) == (seat, number):
                    self._set_box(s, box, hand=replace(box.hand, cards=box.hand.cards[:-1], double=""), stood=True)
            self._decide(s)
        known = {box.hand.seat for box in s.boxes}
        again = [b for b in s.bets if b.bet == "main" and b.seat not in known and not b.back and not b.late]
        if again and s.dealing:
            boxes = [*s.boxes, *(Box(Hand(stakes=(Fraction(bet.stake),), seat=bet.seat)) for bet in again)]
            put(s, "boxes", tuple(sorted(boxes, key=lambda box: (box.hand.seat or 0, box.hand.number))))

    def _own_card(self, s: Any, act: Act, at: int, card: Card) -> None:
        self._pass_over(s, None, at)
        figures = self.figures
        self._check_face(s, act, at, "up", figures.deal.cite)
        drawn = self._draws(s)
        if len(s.dealer) == 1:
            put(s, "hands_over", s.offers_over and self.nothing_left(s, self.hands))
        put(s, "dealer", (*s.dealer, card))
        put(s, "last_card", (at, None, 0))
        if not drawn and not s.overdrawn:
            total, soft = points(s.dealer[:-1])
            cite = figures.dealer.soft_cite if soft and total == figures.dealer.stands_on else figures.dealer.cite
            self.add(s, finding(Fault.DREW_WRONGLY, at, cite, step="dealer-draws"))
            put(s, "overdrawn", True)
        self._decide(s)
