"""Blackjack: players who answer by signals, and a shoe with a cut card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trainer.games.blackjack.booking import HAND_BETS, INSURANCES, surrender_return
from trainer.games.blackjack.hands import TWENTY_ONE, points
from trainer.games.blackjack.play import Situation, may_double, may_draw, may_split, may_surrender
from trainer.games.blackjack.round_state import UNCLEAR, Box
from trainer.games.round import Act, State, Step, whole
from trainer.live.affairs import RELIEF
from trainer.live.company.base import Company, Wish
from trainer.live.company.shoe import Shoe
from trainer.live.guests import Guest

_LOW = "23456"
DISPUTED = "disputed-card"
_SULKS = 8_000  # milliseconds after which a player goes on whose card was not taken back


class BlackjackCompany(Company):
    """Players and shoe at a blackjack table."""

    events = frozenset({"card-face-up-in-shoe", "cards-stuck-together", "card-on-floor", "card-exposed", "misdeal"})
    family = "blackjack"
    pinches = False
    usual_pace = 70

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        shoe = self.round.figures.shoe
        self.shoe = Shoe(self.draws, shoe.decks, max(shoe.behind_least or 0, 52))
        self.sides = [bet for bet in self.rules.bets if bet not in (*HAND_BETS, *INSURANCES)]
        self.cut_told = False
        self.needs_shuffle = True
        self.answered = 0

    def places(self) -> int:
        return int(self.round.figures.places.seats)

    def begin(self) -> None:
        self.answered = 0
        super().begin()
        table = self.table
        if RELIEF in table.affairs.kinds and "burn relief" in self.round.keys and not self.needs_shuffle:
            table.plan(table.now, Act("relief", "table"))
            table.record.staged.append((table.now, RELIEF, None))

    def wishes(self, guest: Guest) -> Iterator[Wish]:
        stake = self.stake(guest)
        yield "main", None, stake
        if self.sides and "side-bets" in guest.style.knows:
            side = self.draws.pick(self.sides, guest.seat, self.table.round_number, "side")
            yield side, None, self.minimum

    def lawful(self, act: Act) -> bool:
        if not act.amount or (act.bet == "main" and self._has_bet(act.seat)):
            return False
        return super().lawful(act)

    def _has_bet(self, seat: int | None) -> bool:
        return any(bet.seat == seat and bet.bet == "main" and bet.back < bet.stake for bet in self.table.state.bets)

    def stageable(self) -> dict[str, str]:
        disputed = {DISPUTED: DISPUTED} if DISPUTED in self.rules.irregularities else {}
        return super().stageable() | disputed

    def stage(self, event: str, act: Act, seat: int | None) -> Act | None:
        if event == DISPUTED:
            return self._dispute(act, seat)
        if act.by != "dealer" or act.do != "ask" or act.topic not in ("card", "card-or-surrender"):
            return None
        seen = {"card": self.shoe.cards[-1]} if event == "card-face-up-in-shoe" and self.shoe.cards else {}
        return Act(event, "table", facts=seen)

    def _dispute(self, act: Act, seat: int | None) -> Act | None:
        """A player says that he has not asked for the card he got."""
        if act.do != "deal" or not isinstance(act.topic, int) or self.table.state.dealing:
            return None
        own = [box for box in self.table.state.boxes if box.hand.seat == act.topic]
        if len(own) != 1 or seat not in (None, act.topic) or own[0].hand.double or own[0].total >= TWENTY_ONE:
            return None
        self.table.say(act.topic, DISPUTED, at=self.table.now + 200)
        return Act("disputes", "player", act.topic, "card", facts={"card": act.facts.get("card", "")})

    def take_back(self, card: str) -> None:
        self.shoe.cards.append(card)

    def complete(self, act: Act) -> Act:
        if act.do == "deal" and "card" not in act.facts:
            return self.with_card(act, self.shoe.draw())
        if act.do == "burn" and "shoe" not in self.table.shift.real and self._disputing() is None:
            cards = act.facts.get("cards", 1)
            for _ in range(cards if isinstance(cards, int) and 0 < cards < 20 else 0):
                self.shoe.draw()
        return act

    def due(self, steps: Iterator[Step]) -> Iterator[Step]:
        state = self.table.state
        if state.dealing and state.dealer:
            yield from self.next_card(steps)
            return
        if state.dealing:
            relief = self.round.keys.get("burn relief")
            if state.relief and relief is not None and not state.done >> relief.index & 1:
                yield Step(relief.step, self.round.todo(state, relief), relief.by, relief.call, relief.cite)
            if self.needs_shuffle and not state.shoe and "shuffle" in self.round.keys and not state.boxes:
                atom = self.round.keys["shuffle"]
                yield Step(atom.step, (Act("shuffle"),), atom.by, "", atom.cite)
            yield from steps
            return
        if state.hands_over:
            yield from steps
            return
        thinking = False
        for box in state.boxes:
            if not box.asked and not box.signal:
                continue
            if box.signal == UNCLEAR:
                yield Step("ask-hands", (Act("ask", seat=box.hand.seat, topic="card"),))
                return
            if box.signal == "surrender" and self.round.figures.surrender.asked != "own-turn":
                cite = self.round.figures.surrender.cite
                yield Step("surrender", (self._give_half(box),), "croupier", "", cite)
            thinking = thinking or self._is_thinking(box)
        if thinking or self.table.is_planned("answer"):
            return
        for step in steps:
            if step.acts[0].do != "pick-up" or not self._is_late_pick_up(step.acts[0]):
                yield step

    def _is_thinking(self, box: Box) -> bool:
        """Whether a hand was asked and has not answered yet: the dealer waits for it."""
        done = box.stood or box.signal or box.gone or box.barred or box.hand.double or box.total >= TWENTY_ONE
        return box.asked and not done

    def _is_late_pick_up(self, act: Act) -> bool:
        """Whether an act picks up a hand that waits for the dealer's cards."""
        state = self.table.state
        if not self.round._draws(state):
            return False
        return not any(box.hand.seat == act.topic and box.over for box in state.boxes)

    def _give_half(self, box: Box) -> Act:
        half = surrender_return(self.rules, box.hand.stakes[0])[1]
        words = {"say": "pay-and-withdraw"} if "pay-and-withdraw" in self.rules.calls else {}
        return Act("give-back", seat=box.hand.seat, amount=whole(half), facts=words)

    def _disputing(self) -> int | None:
        """The seat of a player who disputes his card."""
        opened = (each for each in self.table.state.incidents if each.id == DISPUTED and not each.closed)
        return next((each.seat for each in opened), None)

    def reply(self, act: Act, before: Any) -> None:
        super().reply(act, before)
        if act.do == "disputes" and act.topic == "card":
            self.table.drop_plans(f"hand {act.seat}")
            self._decide(act.seat, after=_SULKS)
        if act.by != "dealer":
            return
        if act.do == "open":
            self.invite()
        elif act.do == "shuffle":
            self.shoe.shuffle()
            self.needs_shuffle = self.cut_told = False
        elif act.do == "ask":
            self._asked(act)
        elif act.do == "burn":
            for each in before.incidents:
                if each.id == DISPUTED and not each.closed:
                    self.table.drop_plans(f"hand {each.seat}")
                    self._decide(each.seat)
        elif act.do == "deal":
            if self.shoe.is_cut and not self.cut_told:
                self.cut_told = True
                self.table.plan(self.table.now + 100, Act("cut-card-out", "table"))
            if isinstance(act.topic, int) and not before.dealing:
                self._decide(act.topic)

    def finished(self, state: State) -> None:
        self.needs_shuffle = self.needs_shuffle or self.cut_told

    # ── what players answer ──────────────────────────────────────────────────────────────────────────────────────────

    def _asked(self, act: Act) -> None:
        state, number = self.table.state, self.table.round_number
        if act.topic in ("card", "card-or-surrender"):
            if not self._repeats(act.seat):
                self._decide(act.seat, surrender=act.topic == "card-or-surrender")
            return
        for guest in self.table.guests.values():
            if act.seat not in (None, guest.seat):
                continue
            box = self._box(guest.seat)
            if box is None:
                continue
            if act.topic == "even-money" and box.natural:
                word = self.draws.pick(("yes", "no"), guest.seat, number, "even-money")
                self.table.plan(self.later(guest, "even-money"), Act("says", "player", guest.seat, word))
            elif act.topic in INSURANCES and not box.gone:
                self._insure(guest, box, one=act.seat is not None)
            elif act.topic == "surrender" and self._would_surrender(guest, box) and not state.third_card:
                self.table.plan(
                    self.later(guest, "surrender"), Act("says", "player", guest.seat, "surrender"), "answer"
                )

    def _repeats(self, seat: int | None) -> bool:
        """Whether a player has signalled before; asked once more, he signals the same again."""
        box = self._box(seat)
        if box is None or not (box.stood or box.signal) or box.barred or "surrender" in (box.signal, box.passed):
            return False
        if not self.table.is_planned(f"hand {seat}"):
            when = self.later(self.table.guests.get(seat or 0), "again")
            self.table.plan(when, Act("signals", "player", seat, box.signal or box.passed or "stand"), f"hand {seat}")
        return True

    def _insure(self, guest: Guest, box: Box, *, one: bool) -> None:
        number = self.table.round_number
        mains = (bet for bet in self.table.state.bets if bet.seat == guest.seat and bet.bet == "main" and not bet.back)
        main = next((bet.stake for bet in mains), 0)
        wants = "insurance" in guest.style.knows and self.draws.happens(0.4, guest.seat, number, "insurance")
        stake = main // 2 if isinstance(main, int) else 0
        if wants and stake and stake <= guest.chips:
            act = Act("bets", "player", guest.seat, "", "insurance", None, stake)
            if self.round.bet_problem(self.table.state, act) is None:
                self.table.plan_bet(self.later(guest, "insurance"), act, until="insurance")
                return
        if one:
            self.table.plan(self.later(guest, "insurance"), Act("says", "player", guest.seat, "no"))

    def _box(self, seat: int | None) -> Box | None:
        box: Box | None = self.round._turn_of(self.table.state, seat)
        return box

    def _would_surrender(self, guest: Guest, box: Box) -> bool:
        if "surrender" not in guest.style.knows or box.gone or box.natural or len(box.hand.cards) != 2:
            return False
        up = self.table.state.dealer[0] if self.table.state.dealer else None
        if up is None or box.total not in (15, 16) or up.rank in _LOW:
            return False
        return may_surrender(self.rules, box.hand, Situation(up, self.table.state.third_card)).allowed

    def _decide(self, seat: Any, surrender: bool = False, after: int = 0) -> None:
        """A hand says what it wants, if it is its turn and it may still choose."""
        box = self._box(seat)
        if box is None or not box.asked or box.stood or box.gone or box.natural or box.hand.double or box.total >= 21:
            return
        guest = self.table.guests.get(seat)
        if guest is None:
            return
        self.answered += 1
        n = self.answered
        when, tag = self.later(guest, "hand", n) + after, f"hand {seat}"
        if surrender and self._would_surrender(guest, box):
            self.table.plan(when, Act("says", "player", seat, "surrender"))
            return
        if self.table.affairs.is_unclear(guest, n):
            self.table.plan(when, Act("signals", "player", seat, "unclear"), tag)
            return
        wish = self._wish(guest, box, n)
        if wish in ("double", "split"):
            stake = whole(box.hand.stakes[0])
            facts = {"hand": box.hand.number + 1} if wish == "split" else (
                {"hand": box.hand.number} if box.hand.from_split else {}
            )  # fmt: skip
            self.table.plan(when, Act("bets", "player", seat, "", wish, None, stake, facts), tag)
            if wish == "double":
                return
        self.table.plan(when, Act("signals", "player", seat, wish), tag)

    def _wish(self, guest: Guest, box: Box, n: int) -> str:
        """What a player wants: basic strategy in short, with the errors of his style."""
        dealer, number = self.table.state.dealer, self.table.round_number
        total, soft = points(box.hand.cards)
        pattern = self.pattern(guest)
        weak = bool(dealer) and dealer[0].rank in _LOW  # asked before the dealer has a card
        if pattern == "timid":
            wish = "stand" if total >= 12 and not soft else "hit"
        elif pattern == "wild":
            wish = "hit" if total < 18 else "stand"
        else:
            need = 18 if soft else (12 if weak else 17)
            wish = "hit" if total < need else "stand"
        if self.draws.happens(guest.style.errors, guest.seat, number, "error", n):
            wish = "stand" if wish == "hit" and total > 11 else "hit"
        if not may_draw(self.rules, box.hand).allowed:
            return "stand"
        if len(box.hand.cards) == 2 and pattern != "timid" and box.hand.stakes[0] <= self._chips(guest):
            if total in (10, 11) and weak and not soft and not box.hand.from_split and self._may(may_double, box):
                return "double"
            if self._is_pair(box) and self._may_split(box):
                return "split"
        return "hit" if total < 12 and wish == "stand" else wish

    def _chips(self, guest: Guest) -> Any:
        return self.table.books.purses.get(guest.seat, 0)

    def _is_pair(self, box: Box) -> bool:
        one, two = box.hand.cards
        return one.rank == two.rank and one.rank in "8A" and not box.hand.from_split

    def _may(self, rule: Any, box: Box) -> bool:
        return bool(rule(self.rules, box.hand).allowed)

    def _may_split(self, box: Box) -> bool:
        state = self.table.state
        made = sum(each.hand.seat == box.hand.seat for each in state.boxes)
        return bool(may_split(self.rules, box.hand, Situation(state.dealer[0], state.third_card, made)).allowed)
