"""The cards of a coup: which hand the next one belongs to, what a wrong one means, and what every bet is due.

The hands are judged by the cards that lie. A third card that the table does not give is one fault, and what follows is
judged as if it belonged there; the same holds for a hand that stands although it must draw.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from trainer.equipment import NotReadableError
from trainer.equipment.cards import Card
from trainer.games.baccarat.commission import terms
from trainer.games.baccarat.coup import Result, verdict_of
from trainer.games.baccarat.drawing import Verdict, is_natural, total
from trainer.games.baccarat.figures import Act as DrawAct
from trainer.games.baccarat.figures import Side, baccarat
from trainer.games.baccarat.settle import settle_bet
from trainer.games.core import Bet, RequestError
from trainer.games.round import Act, Due, Fault, Laid, Money, State, finding
from trainer.games.round_engine import TableRound, due_of, put, replace
from trainer.games.round_money import Kept
from trainer.rulebooks.schema import GameRules

SIDES = (Side.PLAYER.value, Side.BANKER.value)


class BaccaratState(State, frozen=True, kw_only=True, gc=False):
    """A coup: the cards, what was called, and what the dealer did about a new shoe."""

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    stood: frozenset[str] = frozenset()  # hands that were called to stand, rightly or not
    astray: bool = False  # a card was drawn that the tables do not give, or went to the wrong hand
    misfaced: bool = False
    misdealt: tuple[int, str, str | None] | None = None  # a wrong card: when, its hand, and the hand it belongs to
    passed_over: int | None = None  # when the bank's turn came although the player had to draw
    draw_call: tuple[str, int] | None = None  # a hand that was wrongly called to draw, and when
    face_up: Card | None = None  # a card that lies face up in the shoe
    turned: Card | None = None  # the first card of a new shoe
    owing: frozenset[int | None] = frozenset()  # whose commission was marked, or taken before the bet was paid
    cut_out: bool = False  # the cut card has come out
    limits: tuple[Money | None, Money | None] = (None, None)


class CoupCards(TableRound[BaccaratState]):
    """The part of a coup's round that follows the cards."""

    state_type = BaccaratState

    def __init__(self, rules: GameRules) -> None:
        super().__init__(rules)
        self.figures = baccarat(rules)
        self.terms = terms(rules)
        self._naturals: tuple[Any, Any, bool] = (None, None, False)
        self._drawing: tuple[Any, Any, Any, Any, dict[str, bool]] = (None, None, None, None, {})
        self._dues: Kept[Due | None] = Kept()  # by bet, stake and result
        self.first_face = "up" if self.figures.deal.face_up else "down"
        third = [atom for atom in self.atoms if atom.step == "third-cards"]
        self._third = {side: next(a for a in third if a.verb == "deal" and a.topic == side) for side in SIDES}
        self._called = {side: next(a for a in third if a.topic == f"{side}-draws") for side in SIDES}
        self._total = next((atom for atom in third if atom.topic == "player-total"), None)

    def verdict(self, s: BaccaratState, side: str) -> Verdict | None:
        """What the tables say of a hand's third card; `None` where a natural ends the coup."""
        if self.is_natural(s) and not s.astray:
            return None
        own = total((s.player if side == Side.PLAYER else s.banker)[:2])
        if is_natural(self.figures, own):
            return None
        return verdict_of(self.figures, s.player, s.banker, Side(side))

    def must_draw(self, s: BaccaratState, side: str) -> bool:
        """Whether a hand still has to get its third card."""
        player, banker, stood, astray, found = self._drawing
        if player is not s.player or banker is not s.banker or stood is not s.stood or astray is not s.astray:
            found = {each: self._must_draw(s, each) for each in SIDES}
            self._drawing = (s.player, s.banker, s.stood, s.astray, found)
        return found[side]

    def _must_draw(self, s: BaccaratState, side: str) -> bool:
        hand = s.player if side == Side.PLAYER else s.banker
        if not self.is_dealt(s) or len(hand) > 2 or side in s.stood:
            return False
        verdict = self.verdict(s, side)
        return verdict is not None and verdict.act is DrawAct.DRAW

    def is_dealt(self, s: BaccaratState) -> bool:
        return len(s.player) + len(s.banker) >= len(self.figures.deal.order)

    def next_hand(self, s: BaccaratState) -> str | None:
        """The hand the next card belongs to; `None` when the coup is over."""
        dealt = len(s.player) + len(s.banker)
        if dealt < len(self.figures.deal.order):
            return self.figures.deal.order[dealt].value
        return next((side for side in SIDES if self.must_draw(s, side)), None)

    def is_over(self, s: BaccaratState) -> bool:
        return self.is_dealt(s) and self.next_hand(s) is None

    def is_natural(self, s: BaccaratState) -> bool:
        player, banker, found = self._naturals
        if player is not s.player or banker is not s.banker:  # asked again and again about the same cards
            found = any(is_natural(self.figures, total(hand[:2])) for hand in (s.player, s.banker))
            self._naturals = (s.player, s.banker, found)
        return found

    def result(self, s: BaccaratState) -> Result:
        return Result.of_totals(
            total(s.player), total(s.banker), len(s.player), len(s.banker), self.is_natural(s) and not s.astray
        )

    def _lay_card(self, s: Any, act: Act, at: int, *, by_dealer: bool) -> None:
        """A card goes to a hand. Only what the dealer himself did wrong is a finding."""
        side, card = str(act.topic), card_of(act)
        if side not in SIDES:
            raise RequestError("to", f"{side!r} is neither player nor banker")
        self._settle_face_up(s, card)
        wanted, first = self.next_hand(s), not self.is_dealt(s)
        if side == Side.PLAYER and len(s.player) == 2 and s.passed_over is not None:
            self._swap(s)
        hand = s.player if side == Side.PLAYER else s.banker
        if not s.astray and side != wanted:
            self._misplaced(s, at, side, wanted, first=first, by_dealer=by_dealer)
        face = act.facts.get("face")
        lawful = self.first_face if first else "up"
        if by_dealer and face is not None and face != lawful and card != s.face_up and not s.misfaced:
            cite = self.figures.deal.cite if first else self._third[side].cite
            self.add(s, finding(Fault.WRONG_FACE, at, cite, step="deal" if first else "third-cards"))
            put(s, "misfaced", True)
        if card == s.face_up:
            put(s, "face_up", None)
        put(s, side, (*hand, card))
        if not first:
            put(s, "done", s.done | 1 << self._third[side].index)
        if s.draw_call is not None and s.draw_call[0] == side:
            put(s, "draw_call", None)
        self._decide(s)

    def _misplaced(self, s: Any, at: int, side: str, wanted: str | None, *, first: bool, by_dealer: bool) -> None:
        natural = self.is_dealt(s) and self.is_natural(s)
        put(s, "astray", True)
        put(s, "misdealt", (at, side, wanted))
        drew = side == Side.PLAYER and len(s.player) == 2 and side not in s.stood
        if first or (wanted is not None and not drew):
            if by_dealer:
                step = "deal" if first else "third-cards"
                cite = self.figures.deal.cite if first else self._third[wanted or side].cite
                self.add(s, finding(Fault.WRONG_TARGET, at, cite, step=step))
            if not first:
                put(s, "stood", frozenset(SIDES))
                put(s, "passed_over", at if wanted == Side.PLAYER else None)
                self._spare_calls(s, SIDES)
            return
        if side in s.stood and self._retract(s, side):  # called to stand, drawn all the same as the table says
            return
        verdict = self._plain_verdict(s, side)
        cite = verdict.cite if verdict is not None else self.figures.natural.cite
        if by_dealer or s.draw_call is not None:
            self.add(s, finding(Fault.DREW_WRONGLY, at, cite, step="third-cards"))
        self._spare_calls(s, SIDES if natural else (side,))

    def _swap(self, s: Any) -> None:
        """The player draws after the bank: the two were only in the wrong order."""
        for found in s.findings:
            if found.at == s.passed_over and found.fault in (Fault.STOOD_WRONGLY, Fault.WRONG_TARGET):
                changed = replace(found, fault=Fault.WRONG_ORDER, severity="minor")
                put(s, "findings", tuple(changed if each is found else each for each in s.findings))
        put(s, "passed_over", None)
        put(s, "draw_call", None)
        put(s, "astray", True)

    def _plain_verdict(self, s: Any, side: str) -> Verdict | None:
        if self.is_natural(s):
            return None
        return self.verdict(s, side)

    def _retract(self, s: Any, side: str) -> bool:
        """A hand that was wrongly called to stand gets its card after all: then only the call was wrong."""
        call = f"{side}-stands"
        found = next((each for each in s.findings if each.fault is Fault.STOOD_WRONGLY and each.step == call), None)
        if found is None:
            return False
        changed = replace(found, fault=Fault.CALL_WRONG, severity="minor")
        put(s, "findings", tuple(changed if each is found else each for each in s.findings))
        put(s, "astray", False)
        return True

    def _correct(self, s: Any, act: Act) -> None:
        """A wrong card is put right: it goes to the hand it belongs to, or away."""
        super()._correct(s, act)
        if s.misdealt is None or s.misdealt[0] != act.facts.get("act", act.topic):
            return
        _, side, wanted = s.misdealt
        put(s, "misdealt", None)
        hand = s.player if side == Side.PLAYER else s.banker
        put(s, side, hand[:-1])
        if wanted is not None:
            put(s, wanted, (*(s.player if wanted == Side.PLAYER else s.banker), hand[-1]))
        put(s, "astray", False)
        put(s, "stood", frozenset())
        self._decide(s)

    def _spare_calls(self, s: Any, sides: tuple[str, ...]) -> None:
        """After a wrong card the calls about it belong to the same fault."""
        spared = {atom.index for side in sides for atom in (self._called[side], self._third[side])}
        if self._total is not None and sides:
            spared.add(self._total.index)
        for index in spared:
            put(s, "done", s.done | 1 << index)
        put(s, "waiting", tuple(each for each in s.waiting if each.key not in spared))

    def _settle_face_up(self, s: Any, card: Card) -> None:
        """A card that came face up is dealt: the right thing where it is used, the wrong one where it is removed."""
        for incident in s.incidents:
            if (
                incident.closed
                or incident.id != "card-face-up"
                or (incident.card and Card.parse(incident.card) != card)
            ):
                continue
            if incident.ruling == "used":
                self.close_incident(s, incident)

    def _decide(self, s: Any) -> None:
        """What every bet is due, as soon as no hand may draw any more."""
        if not self.is_over(s):
            put(s, "dues", ())
            return
        result = self.result(s)
        put(s, "dues", tuple([self._due(laid, result) for laid in s.bets]))

    def _due(self, laid: Laid, result: Result) -> Due | None:
        key = (laid.bet, str(laid.on), laid.stake, result)
        if key not in self._dues:
            try:
                self._dues[key] = due_of(settle_bet(self.rules, as_bet(laid), result, self.terms))
            except RequestError:
                self._dues[key] = None
        return self._dues[key]

    def _stands_silently(self, s: Any, at: int, sides: tuple[str, ...] = SIDES) -> None:
        """The coup goes on without a card that the table gives: the hand was left standing."""
        for side in sides:
            if self.must_draw(s, side):
                verdict = self.verdict(s, side)
                cite = verdict.cite if verdict is not None else None
                self.add(s, finding(Fault.STOOD_WRONGLY, at, cite, step="third-cards"))
                put(s, "stood", s.stood | {side})
                put(s, "passed_over", at if side == Side.PLAYER else s.passed_over)
                self._spare_calls(s, (side,))
        self._decide(s)

    def _check_draw_call(self, s: Any, act: Act) -> None:
        """A hand was wrongly called to draw, and no card followed: the call was wrong."""
        if s.draw_call is None or (act.do == "deal" and act.topic == s.draw_call[0]):
            return
        side, at = s.draw_call
        cite = self.rules.calls[f"{side}-draws"].cite
        self.add(s, finding(Fault.CALL_WRONG, at, cite, step=f"{side}-draws"))
        put(s, "draw_call", None)

    def _draw_or_stand(self, s: Any, act: Act, at: int) -> None:
        """A call that a hand draws or stands: what it says is done, and judged by the tables."""
        for side in SIDES:
            must = self.must_draw(s, side)
            hand = s.player if side == Side.PLAYER else s.banker
            if act.topic == f"{side}-draws" and not must and len(hand) < 3 and self.is_dealt(s) and not s.astray:
                put(s, "draw_call", (side, at))
            elif act.topic == f"{side}-stands":
                if must:
                    verdict = self.verdict(s, side)
                    cite = verdict.cite if verdict is not None else None
                    self.add(s, finding(Fault.STOOD_WRONGLY, at, cite, step=f"{side}-stands"))
                put(s, "stood", s.stood | {side})
                self._decide(s)


def card_of(act: Act) -> Card:
    """The card of an act; raises `RequestError` if it names none."""
    try:
        card = Card.parse(str(act.facts.get("card", "")))
    except NotReadableError:
        raise RequestError("card", f"{act.facts.get('card')!r} is not a card, such as 7H") from None
    if card.is_joker:
        raise RequestError("card", "the joker only cuts; it belongs to no hand")
    return card


def as_bet(laid: Laid) -> Bet:
    """A bet on the cloth as `settle` takes it."""
    return Bet(bet=laid.bet, on=laid.on, stake=Fraction(laid.stake), seat=laid.seat)
