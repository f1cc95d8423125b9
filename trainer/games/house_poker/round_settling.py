"""The money of a round of house poker: which bets may lie, and what each of them is due."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from trainer.games.core import Bet, BetResult, Outcome, RequestError, Settlement
from trainer.games.house_poker.booking import book
from trainer.games.house_poker.described_round import FOLD, GO, HouseRound, Place, SeatHand, Told, dealt_place
from trainer.games.house_poker.figures import STAKELESS, bet_figures, house_poker
from trainer.games.house_poker.hands import read_hand
from trainer.games.house_poker.round_state import PokerState, SeatCards
from trainer.games.house_poker.settle import Spot, book_round, settle
from trainer.games.house_poker.steps import in_order
from trainer.games.limits import bounds, stated_limits
from trainer.games.round import Act, Due, Fault, Finding, Laid, finding, whole
from trainer.games.round_engine import TableRound, due_of, put, replace
from trainer.rulebooks.schema import Citation, GameRules

_NOTHING_TOLD = Told(())
_NOTHING: list[tuple[Laid, Due, str]] = []
# The bets that are still to be settled by seat, with what is due and how: with the hands, and after all of them.
Lying = tuple[dict[Any, list[tuple[Laid, Due, str]]], dict[Any, list[tuple[Laid, Due, str]]]]


class PokerMoney(TableRound[PokerState]):
    """Bets of a table of house poker, judged by `settle`."""

    state_type: ClassVar[type[PokerState]] = PokerState
    hand_game = True

    def __init__(self, rules: GameRules) -> None:
        super().__init__(rules)
        self.figures = house_poker(rules)
        self._kinds = {name: bet_figures(rules, name).kind for name in rules.bets}
        self._decisions = {name for name in rules.bets if bet_figures(rules, name).at == "decision"}
        self._with_dealer = {name for name in rules.bets if bet_figures(rules, name).cards == "own-and-dealer"}
        self._staying = {name for name in rules.bets if bet_figures(rules, name).after_fold == "stays"}
        self.bonuses = [name for name, kind in self._kinds.items() if kind in STAKELESS]
        self._sizes: dict[Any, Citation | None] = {}
        self._kept_stakes: dict[Any, dict[str, Bet]] = {}
        self.first_settled = self.figures.settling.first
        self._left: tuple[Any, Any, Lying] = (None, None, ({}, {}))

    # ── hands ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def hand(self, s: Any, seat: Any) -> SeatCards | None:
        for hand in s.hands:
            if hand.seat == seat:
                return hand  # type: ignore[no-any-return]
        return None

    def set_hand(self, s: Any, seat: Any, **changes: Any) -> None:
        hands = s.hands
        for index, hand in enumerate(hands):
            if hand.seat == seat:
                put(s, "hands", (*hands[:index], replace(hand, **changes), *hands[index + 1 :]))
                return

    def playing(self, s: Any) -> list[int]:
        """The seats that are still in the round, in the order in which they are settled."""
        seats = [hand.seat for hand in s.hands if hand.spoke != FOLD and not hand.void]
        return in_order(self.rules, seats, self.first_settled)

    def kind(self, bet: str) -> str:
        return self._kinds.get(bet, "")

    def stays(self, bet: str) -> bool:
        """Whether a bet plays on with the cards of a player who gives up."""
        return bet in self._staying

    def awaits_dealer(self, s: Any) -> bool:
        """Whether the dealer's hand is still to decide something: a player, or a bet that is read from it as well."""
        if self.playing(s):
            return True
        return any(bet.bet in self._with_dealer and bet.stake and not bet.late and not bet.closed for bet in s.bets)

    # ── which bets may lie ───────────────────────────────────────────────────────────────────────────────────────────

    def is_decision(self, bet: str) -> bool:
        """Whether a bet is put down by a player who stays in, after the deal."""
        return bet in self._decisions

    def is_late(self, s: Any, act: Act) -> bool:
        if self.is_decision(act.bet) and "late" not in act.facts:
            return bool(s.second_closed)
        return super().is_late(s, act)

    def bet_problem(self, s: Any, act: Act) -> Citation | None:
        if not self.is_decision(act.bet):
            return None if act.bet in self.rules.bets else self.rules.cite  # its size is judged at the close
        hand = self.hand(s, act.seat)
        if hand is not None and hand.spoke == FOLD:
            return self.rules.bets[act.bet].cite
        return self.size_problem(s, act.bet, act.seat, act.amount or 0)

    def stakes(self, s: Any, seat: Any) -> dict[str, Fraction]:
        found: dict[str, Fraction] = {}
        for bet in s.bets:
            if bet.seat == seat and not bet.late and not bet.back and bet.stake:
                found.setdefault(bet.bet, Fraction(bet.stake))
        return found

    def size_problem(self, s: Any, name: str, seat: Any, stake: Any) -> Citation | None:
        """Why a bet may not lie beside the others of its seat; `None` if it may."""
        own = ((bet.bet, bet.stake) for bet in s.bets if bet.seat == seat and not bet.late and not bet.back)
        key = (name, stake, s.limits, *own)
        if key not in self._sizes:  # players make the same bets again and again
            self._sizes[key] = self._find_size_problem(s, name, seat, stake)
        return self._sizes[key]

    def _find_size_problem(self, s: Any, name: str, seat: Any, stake: Any) -> Citation | None:
        rule, figures = self.rules.bets.get(name), bet_figures(self.rules, name)
        if rule is None:
            return self.rules.cite
        beside = self.stakes(s, seat)
        if figures.needs and figures.needs not in beside and self.kind(name) != "price":
            return figures.needs_cite or rule.cite
        limit = bounds(self.rules, rule, {**stated_limits(*s.limits), **beside})
        return None if limit.allows(Fraction(stake)) else limit.cite

    def judge_bets(self, s: Any) -> None:
        """Judge the first bets by their size, once all of them lie."""
        for index, bet in enumerate(s.bets):
            if bet.bet in self.rules.bets and not bet.late and not bet.back and not self.is_decision(bet.bet):
                wrong = self.size_problem(s, bet.bet, bet.seat, bet.stake)
                if wrong is not bet.wrong:
                    self.set_bet(s, index, wrong=wrong)

    def lay(self, s: Any, act: Act, at: int) -> None:
        if at < 0 and self.is_decision(act.bet):  # of a script's header: nobody can have put it down before the deal
            put(s, "announced", (*s.announced, act))
            return
        super().lay(s, act, at)
        if act.do == "adds" and not s.bets[-1].late:
            self._join_added(s)
        hand = self.hand(s, act.seat)
        if hand is not None and self.is_decision(act.bet) and self.kind(act.bet) == "duel" and not hand.spoke:
            self.set_hand(s, act.seat, spoke=GO)
        if s.turned and s.dues:
            self.decide(s)

    def _join_added(self, s: Any) -> None:
        """Chips that a player adds to his bet make one larger bet, which is judged as a whole."""
        added = s.bets[-1]
        lying = ((i, bet) for i, bet in enumerate(s.bets[:-1]) if (bet.seat, bet.bet) == (added.seat, added.bet))
        index, bet = next(((i, bet) for i, bet in lying if not (bet.late or bet.back or bet.closed)), (-1, added))
        if index < 0:
            return
        stake = bet.stake + added.stake
        put(s, "bets", s.bets[:-1])
        wrong = self.size_problem(s, bet.bet, bet.seat, stake) if self.is_decision(bet.bet) else bet.wrong
        self.set_bet(s, index, stake=stake, at=added.at, wrong=wrong)

    def lay_announced(self, s: Any, seat: Any, at: int) -> None:
        """A player who stays in puts down the second bet that the script's header gives him."""
        for act in s.announced:
            if act.seat == seat:
                self.lay(s, act, at)

    def give_back(self, s: Any, act: Act, at: int) -> None:
        if not s.is_dealt:
            self.judge_bets(s)
        super().give_back(s, act, at)
        hand = self.hand(s, act.seat)
        voided = [each for each in s.incidents if each.ruling == "void-hand" and each.seat in (None, act.seat)]
        for incident in voided if hand is not None else ():
            if not incident.closed:
                self.close_incident(s, incident)
            self.set_hand(s, act.seat, void=True)

    def may_give_back(self, s: Any, act: Act, index: int) -> bool:
        return any(each.ruling == "void-hand" and each.seat in (None, act.seat) for each in s.incidents)

    # ── settlement of bets ───────────────────────────────────────────────────────────────────────────────────────────

    def decide(self, s: Any) -> None:
        """Settle what is decided: bets of players who gave up, and everything once the dealer's hand is turned."""
        if s.void:
            return
        before = s.dues
        bets = tuple(bet for bet in s.bets if bet.bet not in self.bonuses or bet.stake or bet.paid)
        put(s, "bets", bets)
        results, bonus = self._results(s)
        dues: list[Due | None] = [self._due(s, bet, results) for bet in bets]
        if not s.turned:  # who gave up before is settled already
            dues = [before[i] if i < len(before) and before[i] is not None else due for i, due in enumerate(dues)]
        if s.turned and self.bonuses:
            paid = {(bet.seat, bet.bet) for bet in bets}
            for seat in self.playing(s):
                for name in self.bonuses:
                    if (seat, name) not in paid:
                        put(s, "bets", (*s.bets, Laid(name, seat, 0)))
                        pays = bonus.get((seat, name), 0)
                        result = Outcome.WIN if pays else Outcome.STAND
                        dues.append(Due(result, pays, cite=self.rules.bets[name].cite))
        put(s, "dues", tuple(dues))
        for index, (bet, due) in enumerate(zip(s.bets, s.dues, strict=True)):
            known = before[index] if index < len(before) else None
            if bet.taken and due is not None and known is None and self.kind(bet.bet) not in ("meter", "price"):
                self._judge_taken(s, index, bet, due, bet.taken, bet.touched)

    def _due(self, s: Any, bet: Laid, results: dict[tuple[Any, str], BetResult]) -> Due | None:
        result = results.get((bet.seat, bet.bet))
        hand = self.hand(s, bet.seat)
        if result is None or hand is None or result.result is Outcome.STAND:
            return None
        if not s.turned and not (hand.spoke == FOLD and (result.result is Outcome.LOSE or self._all_gave_up(s, bet))):
            return None
        due, size = due_of(result), result.bet.stake
        if bet.stake == size or not size:
            return due
        share = Fraction(bet.stake) / size
        parts = {name: whole(getattr(due, name) * share) for name in ("pays", "loses", "returned", "commission")}
        return replace(due, **parts)

    def _all_gave_up(self, s: Any, bet: Laid) -> bool:
        """Whether a bet is decided without the dealer's hand, because nobody has stayed in."""
        return bet.bet not in self._with_dealer and all(hand.spoke == FOLD or hand.void for hand in s.hands)

    def _results(self, s: Any) -> tuple[dict[tuple[Any, str], BetResult], dict[tuple[Any, str], Any]]:
        """The results of all seats that are decided, by seat and bet, and the bonuses without a stake."""
        known: set[int | None] = set()
        if not s.turned:
            pairs = list(zip(s.bets, (*s.dues, *[None] * len(s.bets)), strict=False))
            known = {bet.seat for bet, due in pairs if due is not None} - {
                bet.seat for bet, due in pairs if due is None
            }
        results: dict[tuple[Any, str], BetResult] = {}
        bonus: dict[tuple[Any, str], Any] = {}
        playing: list[SeatCards] = []
        for hand in s.hands:
            if not hand.cards or hand.void or hand.seat in known or not (hand.spoke == FOLD or self._stays(s, hand)):
                continue
            if hand.spoke == FOLD and (bets := self._lost_by_fold(s, hand)):
                results |= bets
            else:
                playing.append(hand)
        try:
            settled = [self._settle(s, playing)] if playing else []
        except RequestError:  # one seat that cannot be settled must not stop the others
            settled = []
            for hand in playing:
                try:
                    settled.append(self._settle(s, [hand]))
                except RequestError:
                    continue
        for found, facts in settled:
            for ((seat, _), name), result in found.items():
                results[seat, name] = result
                if "approved_by" in result.facts and result.pays and s.turned:
                    self.set_hand(s, seat, prize=True)
            for extra in facts.get("bonus", ()):
                bonus[extra.get("seat"), extra["bet"]] = whole(extra["pays"])
        return results, bonus

    def _stays(self, s: Any, hand: SeatCards) -> bool:
        """Whether a player who stays in can be settled: the dealer's hand is turned, and his second bet lies."""
        return s.turned and bool(hand.spoke) and self._has_gone(s, hand)

    def _lost_by_fold(self, s: Any, hand: SeatCards) -> dict[tuple[Any, str], BetResult]:
        """The results of a player who gave up, if he loses all his bets whatever his cards are."""
        bets = self._staked(s, hand)
        if any(bet_figures(self.rules, name).after_fold != "lost" or self.kind(name) == "meter" for name in bets):
            return {}
        place = Place((hand.seat, None), "", bets, folded=True)
        booked = {(hand.seat, name): book(self.rules, _NOTHING_TOLD, place, bet) for name, bet in bets.items()}
        return {spot: result for spot, result in booked.items() if result is not None}

    def _has_gone(self, s: Any, hand: SeatCards) -> bool:
        duels = {bet.bet for bet in s.bets if bet.seat == hand.seat and self.kind(bet.bet) == "duel"}
        return hand.spoke == FOLD or any(self.is_decision(bet) for bet in duels)

    def _staked(self, s: Any, hand: SeatCards) -> dict[str, Bet]:
        """The bets of a seat that are settled with its hand, each with the stake that should lie."""
        own = [bet for bet in s.bets if bet.seat == hand.seat]
        folded = hand.spoke == FOLD
        key = (hand.seat, folded, *((bet.bet, bet.stake, bet.back, bet.late) for bet in own))
        staked = self._kept_stakes.get(key)
        if staked is None:  # players make the same bets again and again
            staked = self._kept_stakes[key] = {}
            sizes = self.stakes(s, hand.seat)
            for bet in sorted(own, key=_is_late):
                known = bet.bet in self.rules.bets and bet.bet not in self.bonuses
                if bet.back < bet.stake and known and not (folded and self.is_decision(bet.bet)):
                    laid = Bet(bet=bet.bet, stake=self._right_size(bet, sizes), seat=hand.seat)
                    staked.setdefault(bet.bet, laid)
        return staked

    def _told(self, s: Any, hands: list[SeatCards]) -> HouseRound:
        """The round of some seats as `settle` is asked about it."""
        staked = {hand.seat: self._staked(s, hand) for hand in hands}
        shown = [
            SeatHand(seat=hand.seat, cards=hand.cards, folded=hand.spoke == FOLD) for hand in hands if staked[hand.seat]
        ]
        bets = tuple(bet for own in staked.values() for bet in own.values())
        return HouseRound(bets=bets, hands=tuple(shown), dealer=s.own if s.turned else (), meter=s.meter)

    def _settle(self, s: Any, hands: list[SeatCards]) -> tuple[dict[Spot, BetResult], dict[str, Any]]:
        told = self._told(s, hands)
        staked: dict[int | None, dict[str, Bet]] = {hand.seat: self._staked(s, hand) for hand in hands}
        places = tuple(dealt_place(self.rules, told, shown, staked[shown.seat]) for shown in told.hands)
        dealer = read_hand(self.rules, told.dealer) if told.dealer else None
        return book_round(self.rules, Told(places, dealer, None, s.meter))

    def _right_size(self, bet: Laid, sizes: dict[str, Fraction]) -> Fraction:
        """The stake that should lie: a bet of another size is settled in proportion."""
        limit = bounds(self.rules, self.rules.bets[bet.bet], sizes)
        stake = Fraction(bet.stake)
        if limit.maximum is not None and stake > limit.maximum:
            return Fraction(limit.maximum)
        return Fraction(limit.minimum) if limit.minimum is not None and stake < limit.minimum else stake

    def settlement(self, state: PokerState) -> Settlement:
        """Every bet of every seat that has spoken, by the game's own `settle`."""
        if not state.turned:
            raise RequestError("dealer", "the dealer's hand is not turned yet")
        hands = [hand for hand in state.hands if hand.cards and self._has_gone(state, hand)]
        return settle(self.rules, self._told(state, hands))

    # ── paying and taking ────────────────────────────────────────────────────────────────────────────────────────────

    def _bets_at_end(self, s: Any, ended: bool) -> list[Finding]:
        """The chips of a progressive bet are in its device: one that loses does not lie on the cloth."""
        found = super()._bets_at_end(s, ended)
        return [each for each in found if each.fault is not Fault.LEFT_LOSER or self.kind(each.bet) != "meter"]

    def is_after(self, bet: str) -> bool:
        """Whether a bet is settled after all the hands: a prize of the meter, where the rulebook says so."""
        return self.kind(bet) == "meter" and self.figures.settling.meter == "after"

    def money_left(self, s: Any, seat: Any, *, after: bool = False) -> list[tuple[Laid, Due, str]]:
        """What is still to be paid or taken at a seat."""
        return self._lying(s)[after].get(seat, _NOTHING)

    def anything_left(self, s: Any, *, after: bool = False) -> bool:
        """Whether something is still to be paid or taken at any seat."""
        return bool(self._lying(s)[after])

    def _lying(self, s: Any) -> Lying:
        bets, dues, left = self._left
        if bets is not s.bets or dues is not s.dues:  # asked for every seat between two acts
            left = self._find_left(s)
            self._left = (s.bets, s.dues, left)
        return left

    def _find_left(self, s: Any) -> Lying:
        found: Lying = ({}, {})
        for bet, due in zip(s.bets, s.dues, strict=False):
            if due is None or bet.closed or bet.late or bet.wrong is not None:
                continue
            verb = "pay" if due.pays > 0 else "take" if due.loses > 0 and not bet.taken else ""
            if verb:
                found[self.is_after(bet.bet)].setdefault(bet.seat, []).append((bet, due, verb))
        return found

    def is_settled(self, s: Any, seat: Any) -> bool:
        hand = self.hand(s, seat)
        shown = hand is None or hand.turned or not self.must_turn(s, hand)
        return shown and not self.money_left(s, seat)

    def must_turn(self, s: Any, hand: SeatCards) -> bool:
        """Whether a player's hand must be turned: to compare it with a dealer's hand that opens."""
        return self.is_in(hand) and self.opens(s)

    def is_in(self, hand: SeatCards) -> bool:
        """Whether a player goes on, so that his hand is compared with the dealer's."""
        return hand.spoke == GO and not hand.void

    def opens(self, s: Any) -> bool:
        raise NotImplementedError

    def pay(self, s: Any, act: Act, at: int) -> None:
        if act.bet in self.bonuses and not s.turned:  # that the dealer's hand was not turned is the fault
            put(s, "rack", s.rack - (act.amount or 0))
            put(s, "players", s.players + (act.amount or 0))
            return
        super().pay(s, act, at)

    def take(self, s: Any, act: Act, at: int) -> None:
        early = [i for i in self.matching(s, act) if self.kind(s.bets[i].bet) == "meter" and not s.turned]
        super().take(s, act, at)
        for index in early:  # the chips go into the tray before the deal; a prize is still paid
            if s.bets[index].taken:
                self.set_bet(s, index, closed=False)

    def annul(self, s: Any) -> None:
        """A round that is annulled is over: all bets go back."""
        put(s, "dues", ())
        put(s, "waiting", ())
        put(s, "done", s.done | (1 << len(self.atoms)) - 1)

    def wrong_face(self, s: Any, at: int, cite: Citation | None, step: str, seat: Any = None) -> None:
        self.add(s, finding(Fault.WRONG_FACE, at, cite, step=step, seat=seat))


def _is_late(bet: Laid) -> bool:
    return bet.late
