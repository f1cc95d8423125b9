"""The money of a round of pai gow poker: which bets may lie, and what each of them is due, by `settle`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from trainer.games.core import BetResult, Outcome, RequestError, Settlement
from trainer.games.limits import stated_limits
from trainer.games.pai_gow.compare import Hands
from trainer.games.pai_gow.figures import pai_gow
from trainer.games.pai_gow.positions import seats
from trainer.games.pai_gow.round_state import PaiGowState, SetHand
from trainer.games.pai_gow.settle import PAI_GOW, PaiGowBet, PaiGowRound, settle
from trainer.games.pai_gow.starting_number import STARTING_NUMBER, bet_bounds, side_bet_offered
from trainer.games.round import Act, Due, Laid, whole
from trainer.games.round_engine import TableRound, due_of, is_left, put, replace
from trainer.rulebooks.schema import Citation, GameRules

_MOST_KEPT = 500  # results of bets


class PaiGowMoney(TableRound[PaiGowState]):
    """Bets of a table of pai gow poker."""

    state_type: ClassVar[type[PaiGowState]] = PaiGowState
    hand_game = True

    def __init__(self, rules: GameRules) -> None:
        super().__init__(rules)
        self.figures = pai_gow(rules)
        self._left: tuple[Any, Any, dict[tuple[str, bool], list[tuple[Laid, Due]]]] = (None, None, {})
        self._dues: dict[Any, Due | None] = {}
        self._problems: dict[Any, Citation | None] = {}
        self.spots = [int(seat) for seat in seats(rules)]

    def hand(self, s: Any, seat: Any) -> SetHand | None:
        for hand in s.hands:
            if hand.seat == seat:
                return hand  # type: ignore[no-any-return]
        return None

    def set_seat(self, s: Any, seat: Any, **changes: Any) -> None:
        put(s, "hands", tuple(replace(hand, **changes) if hand.seat == seat else hand for hand in s.hands))

    # ── which bets may lie ───────────────────────────────────────────────────────────────────────────────────────────

    def bet_problem(self, s: Any, act: Act) -> Citation | None:
        return self._problem(s, act.bet, act.amount or 0)

    def _problem(self, s: Any, name: str, stake: Any) -> Citation | None:
        key = (name, stake, s.limits)
        if key not in self._problems:  # players make the same bets again and again
            self._problems[key] = self._find_problem(s, name, stake)
        return self._problems[key]

    def _find_problem(self, s: Any, name: str, stake: Any) -> Citation | None:
        rule = self.rules.bets.get(name)
        if rule is None:
            return self.rules.cite
        if name == STARTING_NUMBER and not side_bet_offered(self.rules):
            return self.figures.starting_number.needs_cite if self.figures.starting_number else rule.cite
        known = stated_limits(*s.limits)
        if name == STARTING_NUMBER and "maximum" not in known:
            return None
        limit = bet_bounds(self.rules, name, None, known)
        return None if limit.allows(Fraction(stake)) else limit.cite

    def judge_lying_bets(self, s: Any) -> None:
        """Judge the bets of the header once the table's limits are known."""
        for index, bet in enumerate(s.bets):
            self.set_bet(s, index, wrong=self._problem(s, bet.bet, bet.stake))

    # ── settlement of bets ───────────────────────────────────────────────────────────────────────────────────────────

    def decide(self, s: Any) -> None:
        """Settle what is decided: side bets by the number, withdrawn bets, and hands once the dealer has set."""
        if s.void:
            return
        if len(self._dues) > _MOST_KEPT:
            self._dues.clear()
        self._compare_all(s)
        put(s, "dues", tuple(self._due(s, bet) for bet in s.bets))

    def _key(self, s: Any, bet: Laid, hand: SetHand | None) -> tuple[Any, ...]:
        """What the due of a bet depends on."""
        seen = (s.total,) if hand is None else (hand.hands, hand.withdrawn, hand.void, s.own_hands)
        return (bet.bet, bet.seat, bet.stake, str(bet.on), *seen)

    def _compare_all(self, s: Any) -> None:
        """Compare the hands of all seats with the dealer's at once, which is faster than one after the other."""
        if s.own_hands is None:
            return
        left: dict[tuple[Any, ...], PaiGowBet] = {}
        hands: dict[str, Hands] = {}
        for bet in s.bets:
            hand = self.hand(s, bet.seat) if bet.bet == PAI_GOW else None
            if hand is None or hand.hands is None or hand.withdrawn or hand.void:
                continue
            key = self._key(s, bet, hand)
            if key not in self._dues:
                left[key] = PaiGowBet(bet=bet.bet, stake=Fraction(bet.stake), seat=bet.seat)
                hands[str(bet.seat)] = hand.hands
        try:
            coup = PaiGowRound(bets=tuple(left.values()), dealer=s.own_hands, seats=hands)
            results = settle(self.rules, coup).bets if left else ()
        except RequestError:  # one hand that cannot be compared: `_due` finds out which
            return
        self._dues |= zip(left, map(_net_due, results), strict=True)

    def _due(self, s: Any, bet: Laid) -> Due | None:
        """What a bet is due; kept, because every act of a player asks for all bets again."""
        hand = None if bet.bet == STARTING_NUMBER else self.hand(s, bet.seat)
        if hand is not None and s.own_hands is None and not hand.withdrawn and not hand.void:
            return None
        key = self._key(s, bet, hand)
        if key not in self._dues:
            try:
                result = self._result(s, bet)
            except RequestError:
                result = None
            self._dues[key] = None if result is None else _net_due(result)
        return self._dues[key]

    def _result(self, s: Any, bet: Laid) -> BetResult | None:
        if bet.bet == STARTING_NUMBER:
            if s.total is None:
                return None
            side = PaiGowBet(bet=bet.bet, on=bet.on, stake=Fraction(bet.stake), seat=bet.seat)
            return settle(self.rules, PaiGowRound(bets=(side,), rng=s.total)).bets[0]
        hand = self.hand(s, bet.seat)
        if bet.bet != PAI_GOW or hand is None:
            return None
        main = PaiGowBet(bet=bet.bet, stake=Fraction(bet.stake), seat=bet.seat)
        if hand.withdrawn:
            return settle(self.rules, PaiGowRound(bets=(main,), withdrawn=(hand.seat,))).bets[0]
        if hand.void:
            return settle(self.rules, PaiGowRound(bets=(main,), voided=(hand.seat,))).bets[0]
        if hand.hands is None or s.own_hands is None:
            return None
        coup = PaiGowRound(bets=(main,), dealer=s.own_hands, seats={str(hand.seat): hand.hands})
        return settle(self.rules, coup).bets[0]

    def result_of(self, s: Any, seat: Any) -> Outcome | None:
        """How the bet of a seat stands against the dealer's hands; `None` while it is not decided."""
        for bet, due in zip(s.bets, s.dues, strict=False):
            if bet.seat == seat and bet.bet == PAI_GOW and due is not None:
                return due.result  # type: ignore[no-any-return]
        return None

    def left(self, s: Any, verb: str, *, side: bool = False, seat: Any = None) -> list[tuple[Laid, Due]]:
        """The bets that are still to be paid or taken: side bets, or the others."""
        bets, dues, left = self._left
        if bets is not s.bets or dues is not s.dues:  # asked again and again between two acts
            pairs = [pair for pair in zip(s.bets, s.dues, strict=False) if not pair[0].closed and not pair[0].late]
            left = {
                (each, aside): [p for p in pairs if is_left(*p, each) and (p[0].bet == STARTING_NUMBER) == aside]
                for each in ("take", "pay")
                for aside in (False, True)
            }
            self._left = (s.bets, s.dues, left)
        found = left[verb, side]
        return found if seat is None else [pair for pair in found if pair[0].seat == seat]

    def lay(self, s: Any, act: Act, at: int) -> None:
        super().lay(s, act, at)
        if s.dues:
            self.decide(s)

    def settlement(self, state: PaiGowState) -> Settlement:
        """Every bet of every seat, by the game's own `settle`."""
        if state.own_hands is None:
            raise RequestError("dealer", "the dealer has not set his hands yet")
        found = [result for bet in state.bets if not bet.back and (result := self._result(state, bet)) is not None]
        return Settlement(tuple(found))

    def annul(self, s: Any) -> None:
        """A round that is annulled is over: all bets go back."""
        put(s, "dues", ())
        put(s, "waiting", ())
        put(s, "done", s.done | (1 << len(self.atoms)) - 1)


def _net_due(result: BetResult) -> Due:
    """What a bet is due, its winnings without the commission."""
    due = due_of(result)
    if not due.commission:
        return due
    return replace(due, pays=whole(due.pays - due.commission))
