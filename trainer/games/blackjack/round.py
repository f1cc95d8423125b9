"""A blackjack round act by act: the deal, the offers, the hands in turn, the dealer's own hand and the settling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.cards import Card
from trainer.games.blackjack.booking import BlackjackBet, book_hand_bet, book_insurance, book_side_bet, row_of
from trainer.games.blackjack.dealer import DealerAct, DealerHand, OnTable, dealer_act
from trainer.games.blackjack.figures import blackjack, side_bet
from trainer.games.blackjack.hands import TWENTY_ONE, Hand, is_ten, points
from trainer.games.blackjack.limits import insurance_bounds
from trainer.games.blackjack.play import Situation, may_double, may_draw, may_insure, may_split, may_surrender
from trainer.games.blackjack.side_bets import Seen
from trainer.games.blackjack.verdict import verdict, waits
from trainer.games.core import Outcome, RequestError, Settlement
from trainer.games.limits import bounds, stated_limits
from trainer.games.round import Act, Due, Fault, Finding, Money, State, finding
from trainer.games.round_engine import Atom, TableRound, corrected, due_of, is_left, limits_of, put, replace
from trainer.rulebooks.schema import Citation, GameRules

HAND_BETS = ("main", "split", "double")
INSURANCES = ("insurance", "insurance-ten")
_SIGNALS = {"card": "hit", "hit": "hit", "draw": "hit", "stand": "stand", "double": "double", "split": "split",
            "surrender": "surrender", "no-card": "stand", "stay": "stand"}  # fmt: skip
UNCLEAR = "unclear"  # a gesture that may mean something else: the player must be asked again
_KINDS = dict.fromkeys(HAND_BETS, "settle hands") | dict.fromkeys(INSURANCES, "settle insurance")
_ALWAYS = frozenset(
    {"open", "close", "deal", "ask card", "take bust", "pay blackjack", "deal dealer", "settle hands", "pick-up"}
)
_FACES = {"face-up": "up", "face-down": "down"}


class Box(msgspec.Struct, frozen=True):
    """A hand on the table, with what its player was asked and said, and what the dealer has done with it."""

    hand: Hand
    asked: bool = False
    signal: str = ""  # what the player wants and the dealer has not done yet
    stood: bool = False
    barred: bool = False  # lost the right to more cards
    picked: bool = False
    gone: bool = False  # settled before the dealer's hand: bust, paid at once, surrendered, even money
    total: int = 0  # of the cards, counted once
    natural: bool = False

    @property
    def bust(self) -> bool:
        return self.total > TWENTY_ONE


def with_hand(box: Box, hand: Hand, **changes: Any) -> Box:
    """A box whose hand has changed, with its cards counted again."""
    return replace(box, hand=hand, total=points(hand.cards).total, natural=hand.is_blackjack, **changes)


class BlackjackState(State, frozen=True, kw_only=True):
    """The cards, who has been offered what, and which calls were made."""

    boxes: tuple[Box, ...] = ()
    dealer: tuple[Card, ...] = ()
    dealing: bool = True  # the two first rounds of cards are not complete
    third_card: bool = False
    even_money: frozenset[int | None] = frozenset()  # seats asked; `None` stands for all of them
    insurance: frozenset[int | None] = frozenset()
    surrender: bool = False
    insurance_closed: bool = False
    plain_asks: bool = False  # a hand was asked for a card without being asked about surrender
    overdrawn: bool = False
    stands: bool = False  # the dealer went on: his hand is what lies
    cut_card: int = -1  # when the cut card came out
    relief: bool = False
    shoe: bool = False  # the script begins with the shuffle
    own_picked: bool = False
    withdrawn: bool = False  # “pay and withdraw” was said
    limits: tuple[Money | None, Money | None] = (None, None)


class BlackjackRound(TableRound[BlackjackState]):
    """Blackjack at one table."""

    state_type = BlackjackState
    hand_game = True
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
        promotions = self.figures.promotions
        self.waits_for_dealer = promotions is None or promotions.mode == "off"  # else a hand may win a prize at once

    # ── where an act belongs ─────────────────────────────────────────────────────────────────────────────────────────

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
            if act.topic in ("card", "card-or-surrender", "hand", "play"):
                return "ask card"
            if act.topic in INSURANCES:
                return "ask insurance-ten" if s.dealer and is_ten(s.dealer[0]) else "ask insurance"
            return None
        if act.do in ("pay", "take", "give-back"):
            return self._money_key(s, act)
        if act.do == "pick-up":
            return "" if self._is_early_pick_up(s, act) else "pick-up"
        if act.do == "cut":
            return "cut house" if act.topic == "house" else "cut player"
        if act.do == "burn":
            return "burn relief" if s.relief else "burn shoe" if s.shoe and not s.boxes else ""
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
        if own and all(box.gone or self._is_gone(s, box) for box in own):
            return ""
        return "settle hands"

    def _is_gone(self, s: Any, box: Box) -> bool:
        """Whether a hand is settled before the dealer's: over 21, or a blackjack that does not wait."""
        return box.gone or box.bust or self._is_paid_at_once(s, box)

    def _is_paid_at_once(self, s: Any, box: Box) -> bool:
        return bool(box.natural and s.dealer and not waits(self.rules, s.dealer[0]))

    def _is_early_pick_up(self, s: Any, act: Act) -> bool:
        boxes = [box for box in s.boxes if box.hand.seat == act.topic and not box.picked]
        return bool(boxes) and any(self._is_gone(s, box) for box in boxes)

    # ── what is still to be done ─────────────────────────────────────────────────────────────────────────────────────

    def applies(self, s: Any, atom: Atom) -> bool:
        key = atom.key
        if key in _ALWAYS:
            return True
        ace = bool(s.dealer) and s.dealer[0].rank == "A"
        if key in ("shuffle", "cut player", "cut house", "burn shoe"):
            return bool(s.shoe)
        if key == "burn relief":
            return bool(s.relief)
        if key == "ask even-money":
            offered = ace and self.figures.even_money.offered
            return offered and any(box.natural for box in s.boxes)
        if key in ("ask insurance", "call no-more-insurance"):
            return ace
        if key == "ask insurance-ten":
            return bool(s.dealer) and is_ten(s.dealer[0]) and "insurance-ten" in self.rules.bets
        if key == "ask surrender":
            return self.figures.surrender.asked != "own-turn" and self._surrender_is_open(s)
        if key == "call total":
            return len(s.dealer) > 1 and any(not self._is_gone(s, box) for box in s.boxes)
        if key == "call blackjack-or-not":
            return len(s.dealer) > 1 and any(bet.bet in INSURANCES and bet.back < bet.stake for bet in s.bets)
        if key in ("show cut-card", "call new-shuffle", "call last-round"):
            return bool(s.cut_card >= 0)
        return super().applies(s, atom)

    def _surrender_is_open(self, s: Any) -> bool:
        way = self.figures.surrender.against
        ace = bool(s.dealer) and s.dealer[0].rank == "A"
        offered = way in ("any-card", "ace-only" if ace else "any-but-ace")
        return offered and any(not self._is_gone(s, box) and not box.natural for box in s.boxes)

    def outstanding(self, s: Any, atom: Atom, act: Act | None) -> bool:
        key = atom.key
        if key == "deal":
            return bool(s.dealing)
        if key == "take bust":
            return any((box.bust or box.gone) and not self._is_cleared(s, box) for box in s.boxes)
        if key == "pay blackjack":
            return any(not self._is_cleared(s, box) for box in self._naturals_before(s, act))
        if atom.verb == "ask" and key != "ask card" and not self.applies(s, atom):
            return False
        if key == "ask card":
            return any(self._is_unfinished(box) for box in s.boxes if not self._is_gone(s, box))
        if key == "ask even-money":
            boxes = [box for box in s.boxes if box.natural]
            return not any(None in s.even_money or box.hand.seat in s.even_money for box in boxes)
        if key in ("ask insurance", "ask insurance-ten"):
            seats = {box.hand.seat for box in s.boxes if not box.gone}
            return not (None in s.insurance or seats <= s.insurance)
        if key == "ask surrender":
            return not s.surrender
        if key == "deal dealer":  # with two cards he has stood: whether he may is judged apart
            return self._draws(s) and (act is None or len(s.dealer) < 2)
        if key.startswith("settle"):
            return self._is_unsettled(s, key)
        if key == "pick-up":
            return not s.own_picked or any(not box.picked for box in s.boxes)
        return super().outstanding(s, atom, act)

    def _is_cleared(self, s: Any, box: Box) -> bool:
        """Whether a hand that is over was settled and its cards picked up."""
        return box.picked and not any(
            is_left(bet, due, "pay") or is_left(bet, due, "take")
            for bet, due in zip(s.bets, s.dues, strict=False)
            if bet.seat == box.hand.seat and bet.bet in HAND_BETS and bet.hand in (None, box.hand.number)
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
        return not (box.asked or box.stood or box.total >= TWENTY_ONE or hand.double or box.barred)

    def _is_unsettled(self, s: Any, key: str) -> bool:
        for bet, due in zip(s.bets, s.dues, strict=False):
            if _KINDS.get(bet.bet, "settle side-bets") == key and (
                is_left(bet, due, "pay") or is_left(bet, due, "take")
            ):
                return True
        return False

    def _on_table(self, s: Any) -> OnTable:
        waiting = [box for box in s.boxes if not self._is_gone(s, box)]
        naturals = sum(box.natural for box in waiting)
        insured = sum(bet.bet in INSURANCES and not bet.closed for bet in s.bets)
        return OnTable(len(waiting) - naturals, naturals, insured)

    def _draws(self, s: Any) -> bool:
        """Whether the dealer must take another card."""
        if s.dealing or s.stands or s.overdrawn:
            return False
        return dealer_act(self.rules, s.dealer, self._on_table(s))[0] is DealerAct.DRAW

    def check_needs(self, s: Any, act: Act, at: int, atom: Atom) -> None:
        if act.do == "ask" and atom.topic == "insurance":  # its order among the offers is an option of the house
            atom = replace(atom, needs=tuple(need for need in atom.needs if self.atoms[need].step != atom.step))
        elif atom.key == "pick-up" and self.with_each_bet and act.topic != "dealer":
            for index, (bet, due) in enumerate(zip(s.bets, s.dues, strict=False)):
                if bet.seat == act.topic and (is_left(bet, due, "pay") or is_left(bet, due, "take")):
                    self.wait_for(s, ("settle", index), atom, self.keys["settle hands"], at, bet.seat)
            return
        super().check_needs(s, act, at, atom)

    def matching(self, s: Any, act: Act) -> list[int]:
        """An act that names no bet concerns the hand: insurances and side bets are named."""
        found = super().matching(s, act)
        if act.bet:
            return found
        hands = [i for i in found if s.bets[i].bet in HAND_BETS and not s.bets[i].closed]
        if act.do != "pay" or any(i < len(s.dues) and is_left(s.bets[i], s.dues[i], "pay") for i in hands):
            return hands or found
        return [i for i in found if self._is_won_aside(s, i)] or hands or found

    def _is_won_aside(self, s: Any, index: int) -> bool:
        due = s.dues[index] if index < len(s.dues) else None
        return s.bets[index].bet not in HAND_BETS and is_left(s.bets[index], due, "pay")

    # ── before the deal ──────────────────────────────────────────────────────────────────────────────────────────────

    def prepare(self, s: Any, before: Mapping[str, Any]) -> None:
        put(s, "limits", limits_of(before))

    def is_late(self, s: Any, act: Act) -> bool:
        if act.bet in ("double", "split") or (act.do == "adds" and not act.facts.get("late")):
            return False
        if act.bet in INSURANCES and "late" not in act.facts:
            return bool(s.insurance_closed or s.third_card)
        return super().is_late(s, act)

    def bet_problem(self, s: Any, act: Act) -> Citation | None:
        stake = act.amount or 0
        if act.bet in INSURANCES:
            return self._insurance_problem(s, act.seat, stake)
        rule = self.rules.bets.get(act.bet)
        if rule is None:
            return self.rules.cite
        if act.bet in ("double", "split"):
            main = next((bet.stake for bet in s.bets if bet.seat == act.seat and bet.bet == "main"), stake)
            for_less = act.bet == "double" and self.figures.double.for_less
            return None if stake == main or (for_less and stake < main) else rule.cite
        known = stated_limits(s.limits[0], s.limits[1], self.figures.limits)
        limit = bounds(self.rules, rule, known)
        return limit.cite if known and not limit.allows(Fraction(stake)) else None

    def _insurance_problem(self, s: Any, seat: int | None, stake: Money) -> Citation | None:
        bet = self._insurance_name(s)
        rule = self.rules.bets.get(bet)
        box = next((box for box in s.boxes if box.hand.seat == seat), None)
        if rule is None or box is None:
            return self.figures.insurance.cite
        now = Situation(s.dealer[0] if s.dealer else None)
        if not may_insure(self.rules, replace(box.hand, left=""), now, bet).allowed:
            offered = any(found.fault is Fault.NOT_ALLOWED and found.step == "insurance" for found in s.findings)
            return None if offered else self.figures.insurance.cite  # the offer was the fault
        least, most = insurance_bounds(self.rules, bet, box.hand.stakes[0], None)
        return None if least <= stake <= most else rule.limit_cite or rule.cite

    def _insurance_name(self, s: Any) -> str:
        return "insurance-ten" if s.dealer and is_ten(s.dealer[0]) else "insurance"

    def lay(self, s: Any, act: Act, at: int) -> None:
        super().lay(s, act, at)
        if act.bet == "main" and not s.bets[-1].late:
            boxes = [*s.boxes, Box(Hand(stakes=(Fraction(act.amount or 0),), seat=act.seat))]
            put(s, "boxes", tuple(sorted(boxes, key=lambda box: (box.hand.seat or 0, box.hand.number))))
        elif act.bet == "double" or (act.do == "adds" and not s.bets[-1].late):
            self._signal(s, act.seat, "double")

    def player(self, s: Any, act: Act, at: int) -> None:
        if act.do in ("signals", "says"):
            answer = _SIGNALS.get(str(act.topic), "")
            if act.topic == "yes" and s.dealer and s.dealer[0].rank == "A":
                box = self._turn_of(s, act.seat)
                if box is not None and box.natural and act.seat in s.even_money:
                    self._set_box(s, box, hand=replace(box.hand, left="even-money"), gone=True)
                    self._decide(s)
            elif answer or act.do == "signals":
                self._signal(s, act.seat, answer or UNCLEAR)
        elif act.do in ("disputes", "objects"):
            is_card = "card" in (act.topic, act.facts.get("about")) or "card" in act.facts
            self.open_incident(s, "disputed-card" if is_card else "disagreement", at, seat=act.seat)
        else:
            super().player(s, act, at)

    def _signal(self, s: Any, seat: int | None, signal: str) -> None:
        box = self._turn_of(s, seat)
        if box is None:
            return
        if signal == "stand":
            self._set_box(s, box, stood=True, signal="")
        else:
            self._set_box(s, box, signal=signal, stood=False)

    def _turn_of(self, s: Any, seat: Any, number: int | None = None) -> Box | None:
        """The hand of a seat that is being played: the first that is not finished."""
        own = [box for box in s.boxes if box.hand.seat == seat and number in (None, box.hand.number)]
        return next((box for box in own if not (box.stood or box.gone or box.bust or box.hand.double)),
                    own[-1] if own else None)  # fmt: skip

    def _set_box(self, s: Any, box: Box, **changes: Any) -> Box:
        changed = with_hand(box, **changes) if "hand" in changes else replace(box, **changes)
        put(s, "boxes", tuple(changed if each is box else each for each in s.boxes))
        return changed

    # ── acts of the dealer ───────────────────────────────────────────────────────────────────────────────────────────

    def dealer(self, s: Any, act: Act, at: int, atom: Atom | None) -> None:
        handler = self._HANDLERS.get(act.do)
        if handler is not None:
            handler(self, s, act, at)

    def _shuffle(self, s: Any, act: Act, at: int) -> None:
        put(s, "shoe", True)

    def _cut(self, s: Any, act: Act, at: int) -> None:
        behind, shoe = act.facts.get("behind"), self.figures.shoe
        if isinstance(behind, int) and act.topic != "player":
            most = shoe.behind_most
            if behind < shoe.behind_least or (most is not None and behind > most):
                self.add(s, finding(Fault.NOT_ALLOWED, at, shoe.behind_cite or shoe.cite, step="house-cut"))

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
        elif act.topic in ("card", "card-or-surrender", "hand", "play"):
            self._ask_hand(s, act, at)

    def _is_ten_up(self, s: Any) -> bool:
        return bool(s.dealer) and is_ten(s.dealer[0])

    def _even_money_first(self) -> bool:
        order = [kind for step in self.rules.orders["offers"].steps for kind in step]
        return "even-money" in order and order.index("even-money") < order.index("insurance")

    def _ask_surrender(self, s: Any, act: Act, at: int) -> None:
        put(s, "surrender", True)
        surrender = self.figures.surrender
        way, ace = surrender.against, bool(s.dealer) and s.dealer[0].rank == "A"
        if way == "none" or (way == "ace-only" and not ace) or (way == "any-but-ace" and ace):
            self.add(s, finding(Fault.NOT_ALLOWED, at, surrender.against_cite, seat=act.seat, step="surrender"))

    def _ask_hand(self, s: Any, act: Act, at: int) -> None:
        box = self._turn_of(s, act.seat)
        own_turn = self.figures.surrender.asked == "own-turn"
        if act.topic == "card-or-surrender":
            put(s, "surrender", True)
        elif own_turn and self._surrender_is_open(s) and box is not None and len(box.hand.cards) == 2:
            put(s, "plain_asks", True)
        self._pass_over(s, act.seat, at)
        if box is not None and (not box.asked or box.signal == UNCLEAR):
            box = self._set_box(s, box, asked=True, signal="" if box.signal == UNCLEAR else box.signal)
        before = [each for each in s.boxes if (each.hand.seat or 0) < (act.seat or 0) and not self._is_gone(s, each)]
        skipped = next((each for each in before if self._is_unfinished(each)), None)
        if skipped is not None:
            cite = self.figures.drawing.cite
            self.note_order(s, at, "ask-hands", ("asked", skipped.hand.seat), cite, act.seat)

    def _pass_over(self, s: Any, seat: Any, at: int) -> None:
        """The dealer turns to another hand: a player who wanted a card has not got it."""
        for box in s.boxes:
            if box.signal in ("hit", "double", UNCLEAR) and box.hand.seat != seat and not box.bust:
                cite = self.figures.drawing.cite
                self.add(s, finding(Fault.SIGNAL_MISREAD, at, cite, seat=box.hand.seat))
                self._set_box(s, box, signal="", stood=True)

    # ── cards ────────────────────────────────────────────────────────────────────────────────────────────────────────

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
        seats = [box.hand for box in s.boxes]
        for rounds in (1, 2):
            for hand in seats:
                if len(hand.cards) < rounds:
                    return hand.seat
            if len(s.dealer) < rounds and (rounds == 1 or self.hole):
                return "dealer"
        return None

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
            self._decide(s)

    def _misdeal(self, s: Any, act: Act, at: int, wanted: Any) -> None:
        cite = self.rules.orders["deal"].cite
        box = next((box for box in s.boxes if box.hand.seat == act.topic), None)
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
            if not ruling.allowed:
                cite = ruling.reasons[0].cite
                self.add(s, finding(Fault.NOT_ALLOWED, at, cite, seat=hand.seat, step="double"))
            hand = replace(hand, double="own")
        double = self.figures.double
        face, cite = (
            (_FACES[double.card], double.card_cite) if box.signal == "double" else ("up", self.figures.deal.cite)
        )
        self._check_face(s, act, at, face, cite)
        put(s, "third_card", s.third_card or not needs_second)
        self._set_box(s, box, hand=hand, signal="")
        if hand.is_bust or hand.double:
            self._decide(s)

    def _judge_card(self, s: Any, act: Act, at: int, box: Box) -> Box:
        """Whether this hand should have got a card; a hand that wanted to be split is split first."""
        hand, cite = box.hand, self.figures.drawing.cite
        if box.signal == "split":
            return self._split(s, box, at)
        if hand.from_split and len(hand.cards) == 1:
            return box
        if box.barred:
            cite = self.rules.irregularities["disputed-card"].cite
            self.add(s, finding(Fault.WRONG_RULING, at, cite, seat=hand.seat, incident="disputed-card"))
            return box
        other = next((each for each in s.boxes if each.signal in ("hit", "double") and each is not box), None)
        if box.signal == "double" and isinstance(act.facts.get("hand"), int) and not hand.from_split:
            self.add(s, finding(Fault.SIGNAL_MISREAD, at, cite, seat=hand.seat))
            return box
        if box.signal in ("hit", "double"):
            if not may_draw(self.rules, hand).allowed and not hand.is_bust and box.signal == "hit":
                self.add(s, finding(Fault.DREW_WRONGLY, at, cite, seat=hand.seat))
            return box
        if other is not None:
            self.add(s, finding(Fault.WRONG_TARGET, at, cite, seat=hand.seat))
            self._set_box(s, other, signal="", stood=True)
        elif hand.double or hand.points.total >= TWENTY_ONE:
            self.add(s, finding(Fault.DREW_WRONGLY, at, cite, seat=hand.seat))
        elif box.stood or box.signal == UNCLEAR:
            self.add(s, finding(Fault.SIGNAL_MISREAD, at, cite, seat=hand.seat))
        elif not box.asked:
            self.add(s, finding(Fault.WRONG_TARGET, at, cite, seat=hand.seat))
        return box

    def _split(self, s: Any, box: Box, at: int) -> Box:
        hand = box.hand
        made = sum(other.hand.seat == hand.seat for other in s.boxes)
        ruling = may_split(self.rules, hand, Situation(s.dealer[0], s.third_card, made))
        if not ruling.allowed:
            self.add(s, finding(Fault.NOT_ALLOWED, at, ruling.reasons[0].cite, seat=hand.seat, step="split"))
            if len(hand.cards) != 2:
                return box
        first = with_hand(box, replace(hand, cards=hand.cards[:1], from_split=True), signal="")
        other = replace(hand, cards=hand.cards[1:], from_split=True, number=hand.number + 1, bet="split")
        second = with_hand(Box(other), other)
        boxes: list[Box] = []
        for each in s.boxes:
            if each is box:
                boxes += [first, second]
            elif each.hand.seat == hand.seat and each.hand.number > hand.number:
                boxes.append(replace(each, hand=replace(each.hand, number=each.hand.number + 1)))
            else:
                boxes.append(each)
        put(s, "boxes", tuple(boxes))
        return first

    def _own_card(self, s: Any, act: Act, at: int, card: Card) -> None:
        self._pass_over(s, None, at)
        figures = self.figures
        self._check_face(s, act, at, "up", figures.deal.cite)
        drawn = self._draws(s)
        put(s, "dealer", (*s.dealer, card))
        if not drawn and not s.overdrawn:
            total, soft = points(s.dealer[:-1])
            cite = figures.dealer.soft_cite if soft and total == figures.dealer.stands_on else figures.dealer.cite
            self.add(s, finding(Fault.DREW_WRONGLY, at, cite, step="dealer-draws"))
            put(s, "overdrawn", True)
        self._decide(s)

    # ── settling ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _decide(self, s: Any) -> None:
        """What every bet is due by the cards that lie; `None` while it waits."""
        done = not s.dealing and (s.stands or s.overdrawn or not self._draws(s)) and len(s.dealer) > 1
        own = DealerHand(s.dealer, done)
        old = s.dues
        put(s, "dues", tuple(
            old[index] if index < len(old) and bet.closed and old[index] is not None else self._due(s, bet, own)
            for index, bet in enumerate(s.bets)
        ))  # fmt: skip

    def _due(self, s: Any, bet: Any, own: DealerHand) -> Due | None:
        if s.dealing or bet.late:
            return None
        if bet.bet in INSURANCES:
            laid = BlackjackBet(bet=self._insurance_name(s), stake=Fraction(bet.stake), seat=bet.seat)
            insurable = s.dealer[0].rank == "A" or is_ten(s.dealer[0])
            if not own.second_known or not insurable or laid.bet not in self.rules.bets:
                return None
            return due_of(book_insurance(self.rules, laid, replace(own, cards=own.cards[:2]), "insurance"))
        if bet.bet not in HAND_BETS:
            return self._side_due(s, bet, own)
        box = self._box_of(s, bet)
        if box is None:
            return None
        if not own.done and self.waits_for_dealer and not (box.bust or box.natural or box.hand.left):
            return None
        found = verdict(self.rules, box.hand, own)
        if found.outcome is Outcome.STAND:
            return None
        name = bet.bet if bet.bet in self.rules.bets else "main"
        laid = BlackjackBet(bet=name, stake=Fraction(bet.stake), seat=bet.seat)
        return due_of(book_hand_bet(self.rules, laid, found))

    def _box_of(self, s: Any, bet: Any) -> Box | None:
        own: list[Box] = [box for box in s.boxes if box.hand.seat == bet.seat]
        if len(own) > 1:
            wanted = [box for box in own if box.hand.number == bet.hand] or [
                box
                for box in own
                if (bet.bet == "double" and box.hand.double)
                or (bet.bet == "split" and box.hand.bet == "split")
                or (bet.bet == "main" and box.hand.bet == "main")
            ]
            return wanted[0] if wanted else own[0]
        return own[0] if own else None

    def _side_due(self, s: Any, bet: Any, own: DealerHand) -> Due | None:
        if bet.bet not in self.rules.bets or side_bet(self.rules, bet.bet).settled != "after-deal":
            return None
        box = next((box for box in s.boxes if box.hand.seat == bet.seat), None)
        if box is None:
            return None
        seen = Seen(first=box.hand.cards[:2], dealer=s.dealer, dealer_done=own.done)
        row = row_of(self.rules, bet.bet, seen)
        laid = BlackjackBet(bet=bet.bet, stake=Fraction(bet.stake), seat=bet.seat)
        return None if row is None else due_of(book_side_bet(self.rules, laid, row, None))

    def pay(self, s: Any, act: Act, at: int) -> None:
        self._before_money(s, act, at)
        super().pay(s, act, at)

    def take(self, s: Any, act: Act, at: int) -> None:
        self._before_money(s, act, at)
        super().take(s, act, at)

    def _before_money(self, s: Any, act: Act, at: int) -> None:
        """A hand is settled: if the dealer should have drawn first, he stood wrongly and his hand is what lies."""
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
        if not hands or all(self._is_gone(s, box) for bet in hands if (box := self._box_of(s, bet)) is not None):
            return None
        seat = hands[0].seat
        cite = self.figures.settling.direction_cite
        for index, (bet, due) in enumerate(zip(s.bets, s.dues, strict=False)):
            if bet.bet not in HAND_BETS or not self._comes_before(bet.seat, seat):
                continue
            box = self._box_of(s, bet)
            if box is None or self._is_gone(s, box):
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

    def _comes_before(self, one: int | None, other: int | None) -> bool:
        """Whether a seat is settled before another."""
        return (one or 0) > (other or 0) if self.from_right else (one or 0) < (other or 0)

    def may_give_back(self, s: Any, act: Act, index: int) -> bool:
        return s.bets[index].bet in HAND_BETS

    def give_back(self, s: Any, act: Act, at: int) -> None:
        box = self._turn_of(s, act.seat)
        main = next((bet for bet in s.bets if bet.seat == act.seat and bet.bet == "main" and not bet.late), None)
        wants = box is not None and box.signal == "surrender"
        is_half = main is not None and act.amount is not None and act.amount < main.stake
        if box is None or s.dealing or act.bet not in ("", "main") or not (wants or is_half) or s.stands:
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
        put(s, "boxes", tuple(replace(box, picked=True) if box.hand.seat == whose else box for box in s.boxes))

    def _called(self, s: Any, act: Act, at: int) -> None:
        if act.topic == "no-more-insurance":
            put(s, "insurance_closed", True)
        elif act.topic == "offer-insurance":
            put(s, "insurance", s.insurance | {None})
        elif act.topic == "pay-and-withdraw":
            put(s, "withdrawn", True)
        elif act.topic == "total" and not s.dealing:
            if self._draws(s) and len(s.dealer) > 1:
                self._stand_wrongly(s, at)
            self._decide(s)

    def _show(self, s: Any, act: Act, at: int) -> None:
        opened = next((each for each in s.incidents if not each.closed), None)
        if opened is None or act.topic == "cut-card":
            return
        if opened.by and "croupier" not in opened.by and not opened.reported:
            self.add(s, finding(Fault.RULED_ALONE, at, opened.cite, incident=opened.id))
        if opened.ruling == "plays":
            self.close_incident(s, opened)

    def _close(self, s: Any, act: Act, at: int) -> None:
        atom = self.keys.get("close")
        if atom is not None and atom.call and act.facts.get("say") is False:
            self.add(s, finding(Fault.CALL_MISSED, None, atom.cite, step=atom.call, severity="serious"))

    _HANDLERS: ClassVar[Mapping[str, Any]] = {
        "shuffle": _shuffle,
        "cut": _cut,
        "burn": _burn,
        "ask": _ask,
        "deal": _deal,
        "pick-up": _pick_up,
        "call": _called,
        "show": _show,
        "close": _close,
    }

    def call_problem(self, s: Any, act: Act) -> Citation | None:
        rule = self.rules.calls.get(str(act.topic))
        if act.topic == "total" and "points" in act.facts and s.dealer:
            cite = rule.cite if rule else self.figures.settling.cite
            return None if act.facts["points"] == points(s.dealer).total else cite
        if act.topic == "blackjack-or-not" and "blackjack" in act.facts and len(s.dealer) > 1:
            natural = len(s.dealer) == 2 and points(s.dealer).total == TWENTY_ONE
            right = bool(act.facts["blackjack"]) == natural
            return None if right else rule.cite if rule else self.figures.insurance.settled_cite
        return None

    # ── the table ────────────────────────────────────────────────────────────────────────────────────────────────────

    def table(self, s: Any, act: Act, at: int) -> None:
        if act.do == "cut-card-out":
            put(s, "cut_card", at)
        elif act.do == "relief":
            put(s, "relief", True)
        else:
            super().table(s, act, at)

    def ruling_of(self, incident_id: str) -> str:
        data = self.rules.irregularities[incident_id].data
        return str(data.get("card") or data.get("action") or data.get("bet") or "")

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

    def _note(self, s: Any, fault: Fault, at: int, cite: Citation, step: str) -> None:
        if not any(each.fault is fault and each.step == step for each in s.findings):
            self.add(s, finding(fault, at, cite, step=step))

    def at_end(self, s: Any) -> Iterator[Finding]:
        if not s.boxes or s.dealing:
            return
        for key in ("ask even-money", "ask insurance", "ask insurance-ten", "ask surrender"):
            atom = self.keys.get(key)
            if atom is None or (self.figures.surrender.asked == "own-turn" and key == "ask surrender"):
                continue
            if self.applies(s, atom) and self.outstanding(s, atom, None):
                yield finding(Fault.SKIPPED, None, atom.cite, step=atom.step)
        if s.plain_asks and not s.surrender:
            atom = self.keys.get("ask surrender")
            cite = atom.cite if atom else self.figures.surrender.cite
            yield finding(Fault.SKIPPED, None, cite, step="surrender")
        for box in s.boxes:
            if not self._is_gone(s, box) and self._is_unfinished(box) and not box.natural:
                cite = self.figures.drawing.cite
                yield finding(Fault.SKIPPED, None, cite, step="ask-hands", seat=box.hand.seat)
        if any(box.hand.left == "surrender" for box in s.boxes) and not s.withdrawn:
            call = self.rules.calls.get("pay-and-withdraw")
            if call is not None:
                yield finding(Fault.CALL_MISSED, None, call.cite, step="pay-and-withdraw")
        if "pick-up" in self.keys or self.with_each_bet:
            missing = next((box for box in s.boxes if not box.picked), None)
            if missing is not None or not s.own_picked:
                seat = missing.hand.seat if missing else None
                yield finding(Fault.SKIPPED, None, self.figures.settling.direction_cite, step="pick-up", seat=seat)
        if s.relief and "burn relief" in self.keys and not s.done >> self.keys["burn relief"].index & 1:
            yield finding(Fault.SKIPPED, None, self.keys["burn relief"].cite, step="relief")

    # ── views ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def todo(self, s: Any, atom: Atom) -> tuple[Act, ...]:
        key = atom.key
        if key == "deal":
            wanted = self._expected(s)
            down = wanted == "dealer" and bool(s.dealer)
            return (Act("deal", topic=wanted, facts={"face": "down" if down else "up"}),)
        if key == "ask even-money":
            return tuple(Act("ask", seat=box.hand.seat, topic="even-money") for box in s.boxes if box.natural)
        if key == "ask insurance-ten":
            seats = [box.hand.seat for box in s.boxes if box.hand.seat not in s.insurance]
            return tuple(Act("ask", seat=seat, topic="insurance") for seat in seats)
        if key == "call no-more-insurance" and not s.insurance:
            return ()
        if key == "call total":
            return (Act("call", topic="total", facts={"points": points(s.dealer).total}),)
        if key == "call blackjack-or-not":
            natural = points(s.dealer).total == TWENTY_ONE
            return (Act("call", topic="blackjack-or-not", facts={"blackjack": natural}),)
        if key in ("take bust", "pay blackjack"):
            return self._next_cleared(s)
        if key == "ask card":
            return self._next_in_turn(s)
        if key == "deal dealer":
            return (Act("deal", topic="dealer", facts={"face": "up"}),)
        if key.startswith("settle"):
            return self._next_settled(s, key)
        if key == "pick-up":
            seats = sorted({box.hand.seat for box in s.boxes if not box.picked}, reverse=self.from_right)
            return (Act("pick-up", topic=seats[0] if seats else "dealer"),)
        if key.startswith("burn"):
            shoe = self.figures.shoe
            return (Act("burn", facts={"cards": shoe.relief_burn if s.relief else shoe.burn}),)
        return super().todo(s, atom)

    def _next_cleared(self, s: Any) -> tuple[Act, ...]:
        """What is to be done with the first hand that is over before the dealer's."""
        box = next((each for each in s.boxes if self._is_gone(s, each) and not self._is_cleared(s, each)), None)
        return () if box is None else self._clear(s, box)

    def _clear(self, s: Any, box: Box) -> tuple[Act, ...]:
        seat = box.hand.seat
        own = [
            (bet, due)
            for bet, due in zip(s.bets, s.dues, strict=False)
            if bet.seat == seat and bet.bet in HAND_BETS and due is not None and not bet.closed
        ]
        pays, loses = sum(due.pays for _, due in own), sum(due.loses for _, due in own)
        if pays:
            return (Act("pay", seat=seat, amount=pays),)
        if loses:
            return (Act("take", seat=seat, amount=loses),)
        return (Act("pick-up", topic=seat or 0),)

    def _next_in_turn(self, s: Any) -> tuple[Act, ...]:
        """The hand whose turn it is: it is asked, gets its card, or is cleared; () while its player is thinking."""
        for box in s.boxes:
            hand = box.hand
            if self._is_gone(s, box):
                if not self._is_cleared(s, box):
                    return self._clear(s, box)
                continue
            if box.signal == "surrender":
                half = self.rules.money(hand.stakes[0] * self.figures.surrender.returned_percent / 100)
                return (Act("give-back", seat=hand.seat, amount=half, facts={"say": "pay-and-withdraw"}),)
            if box.signal or (hand.from_split and len(hand.cards) == 1):
                down = box.signal == "double" and self.figures.double.card == "face-down"
                return (Act("deal", topic=hand.seat or 0, facts={"face": "down" if down else "up"}),)
            if not box.asked and self._is_unfinished(box):
                topic = self.ask_topic(s) if len(hand.cards) == 2 else "card"
                return (Act("ask", seat=hand.seat, topic=topic),)
            if not box.stood and box.total < TWENTY_ONE and not hand.double:
                return ()
        return ()

    def ask_topic(self, s: Any) -> str:
        """How a hand of two cards is asked: also about surrender where that is done in turn."""
        turn = self.figures.surrender.asked == "own-turn" and self._surrender_is_open(s)
        return "card-or-surrender" if turn else "card"

    def _next_settled(self, s: Any, key: str) -> tuple[Act, ...]:
        """The next bet of a kind that is paid or taken, from the side the rulebook names."""
        left = [
            (bet, due)
            for bet, due in zip(s.bets, s.dues, strict=False)
            if _KINDS.get(bet.bet, "settle side-bets") == key
            and (is_left(bet, due, "pay") or is_left(bet, due, "take"))
        ]
        if not left:
            return ()
        seat = (max if self.from_right else min)(bet.seat or 0 for bet, _ in left)
        if self.with_each_bet and key == "settle hands":
            late = [b.hand.seat for b in s.boxes if self._comes_before(b.hand.seat, seat) and not b.picked]
            if late:
                return (Act("pick-up", topic=max(late) if self.from_right else min(late)),)
        own = [(bet, due) for bet, due in left if bet.seat == seat]
        name = "" if key == "settle hands" else own[0][0].bet
        if name:
            own = own[:1]
        pays, loses = sum(due.pays for _, due in own), sum(due.loses for _, due in own)
        if pays:
            return (Act("pay", seat=seat, bet=name, amount=pays),)
        return (Act("take", seat=seat, bet=name, amount=loses),)

    def settlement(self, state: BlackjackState) -> Settlement:
        """The bets that lie, booked by the verdict of each hand."""
        own = DealerHand(state.dealer, done=True)
        results = []
        for bet in state.bets:
            box = self._box_of(state, bet)
            if bet.late or bet.wrong is not None or box is None:
                continue
            if bet.bet in INSURANCES:
                laid = BlackjackBet(bet=self._insurance_name(state), stake=Fraction(bet.stake), seat=bet.seat)
                results.append(book_insurance(self.rules, laid, replace(own, cards=own.cards[:2]), "insurance"))
            elif bet.bet in HAND_BETS:
                laid = BlackjackBet(bet=bet.bet, stake=Fraction(bet.stake), seat=bet.seat)
                results.append(book_hand_bet(self.rules, laid, verdict(self.rules, box.hand, own)))
        return Settlement(tuple(results))


def open_round(rules: GameRules) -> BlackjackRound:
    """The round of a blackjack table; raises `RequestError` for the variants that have other hands or bets."""
    figures = blackjack(rules)
    if figures.switch is not None or figures.free_bet is not None or figures.challenge is not None:
        raise RequestError("game", f"{rules.game} cannot be played act by act yet")
    return BlackjackRound(rules)
