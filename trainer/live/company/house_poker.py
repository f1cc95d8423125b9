"""Caribbean stud and three card poker: players who go or give up, and a pack that is dealt card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from trainer.equipment.cards import RANKS
from trainer.games.house_poker.described_round import FOLD
from trainer.games.house_poker.round_accidents import MISDEAL, MISDEAL_MENDED
from trainer.games.house_poker.round_state import SeatCards
from trainer.games.round import Act, Incident, Money, Step
from trainer.live.company.base import Company, Wish
from trainer.live.company.shoe import PACK
from trainer.live.guests import Guest

_METER = 10_000  # what the progressive stands at, in table minimums


class HousePokerCompany(Company):
    """Players and pack at a table of house poker."""

    events = frozenset({"card-face-up-in-shoe", "card-exposed", MISDEAL, MISDEAL_MENDED})
    family = "poker"
    pinches = False
    moves = Company.moves | {"bent-card"}
    usual_pace = 50

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        second = [bet for bet in self.rules.bets if self.round.is_decision(bet) and self.round.kind(bet) == "duel"]
        self.second = second[0]
        rule = self.rules.bets[self.second].minimum
        self.times = int(rule.amount({"ante": Fraction(1)})) if rule is not None else 1
        stakeless = set(self.round.bonuses)
        self.sides = [
            bet
            for bet in self.rules.bets
            if bet not in ("ante", *stakeless) and not self.round.is_decision(bet) and self.round.kind(bet) != "meter"
        ]
        self.pack: list[str] = []

    def places(self) -> int:
        return int(self.round.figures.seats)

    def before(self) -> dict[str, Any]:
        return {**super().before(), "meter": _METER * self.minimum}

    def begin(self) -> None:
        self.pack = self.draws.shuffled(PACK, self.table.round_number, "pack")
        super().begin()

    def wishes(self, guest: Guest) -> Iterator[Wish]:
        ante = self.stake(guest)
        if ante * (self.times + 2) > guest.chips:
            ante = self.minimum if self.minimum * (self.times + 2) <= guest.chips else 0
        yield "ante", None, ante
        if self.sides and "side-bets" in guest.style.knows and ante:
            yield self.draws.pick(self.sides, guest.seat, self.table.round_number, "side"), None, ante

    def lawful(self, act: Act) -> bool:
        state = self.table.state
        if not act.amount or (act.bet == "ante" and any(bet.seat == act.seat and not bet.back for bet in state.bets)):
            return False
        return self.round.size_problem(state, act.bet, act.seat, act.amount) is None

    def main_bet(self) -> str:
        return "ante"

    def stage(self, event: str, act: Act, seat: int | None) -> Act | None:
        state = self.table.state
        if act.by != "dealer" or act.do != "deal" or state.is_dealt != (event != "card-face-up-in-shoe"):
            return None
        if event in (MISDEAL, MISDEAL_MENDED):
            return Act(event, "table", facts={"can_reorder": event == MISDEAL_MENDED})
        if event == "card-exposed":
            known = [hand.seat for hand in state.hands]
            chosen = seat if seat in known else known[0] if known else None
            return None if chosen is None else Act(event, "table", chosen, facts={"owner": chosen})
        return Act(event, "table", facts={"card": self.pack[-1]} if self.pack else {})

    def early_cheat(self, guest: Guest, move: str, act: Act) -> Act | None:
        """A player bends a card of his hand while he is asked."""
        if move != "bent-card" or act.do != "ask" or act.seat != guest.seat:
            return None
        return Act("bends", "player", guest.seat)

    def rule(self, incident: Incident) -> Act | None:
        if incident.ruling == "reorder":
            return Act("call", topic="well-dealt") if self.table.state.reordered else Act("move", topic="cards")
        if incident.ruling == "put-back":
            return Act("say", seat=incident.seat, topic="put-it-back")
        if incident.ruling == "void-hand":
            return Act("void", seat=incident.seat, topic="hand")
        return super().rule(incident)

    def due(self, steps: Iterator[Step]) -> Iterator[Step]:
        state = self.table.state
        if state.hands and not state.is_dealt:
            return self.next_card(steps)
        return iter(()) if state.is_dealt and not state.turned and self._all_wait(state.hands) else steps

    def _all_wait(self, hands: Sequence[SeatCards]) -> bool:
        """Whether a player thinks, and nobody who gave up has left bets or cards that the dealer could clear."""
        thinking = False
        for hand in hands:
            if hand.spoke == FOLD and not hand.picked:
                return False
            thinking = thinking or (hand.asked and not hand.spoke)
        return thinking

    def take_back(self, card: str) -> None:
        self.pack.append(card)

    def complete(self, act: Act) -> Act:
        if act.do == "burn" and self.pack:
            self.pack.pop()
        if act.do != "deal" or "card" in act.facts or act.topic in ("burn", "discard") or "hands" in act.facts:
            return act
        if act.topic == "all":
            deal = self.round.figures.deal
            hands = {
                str(seat): [self._card() for _ in range(deal.player)] for seat in self.round.seats(self.table.state)
            }
            own = [self._card() for _ in range(deal.dealer)]
            return Act("deal", topic="all", facts={**act.facts, "hands": hands, "dealer": own})
        return self.with_card(act, self._card())

    def _card(self) -> str:
        return self.pack.pop() if self.pack else "2S"

    def reply(self, act: Act, before: Any) -> None:
        super().reply(act, before)
        if act.by != "dealer":
            return
        table = self.table
        if act.do == "open":
            self.invite()
        elif act.do == "ask" and act.seat in table.guests:
            self._decide(table.guests[act.seat])
        elif act.do == "floor" and table.state.turned and act.topic in ("large-win", "", "payment"):
            table.plan(table.now + 2500, Act("authorised", "inspector"))

    def _decide(self, guest: Guest) -> None:
        state = self.table.state
        hand = self.round.hand(state, guest.seat)
        if hand is None or hand.spoke:
            return
        when = self.later(guest, "go")
        antes = (bet for bet in state.bets if bet.seat == guest.seat and bet.bet == "ante" and not bet.back)
        ante: Money = next((bet.stake for bet in antes), 0)
        stake = ante * self.times
        act = Act("bets", "player", guest.seat, "", self.second, None, stake)
        enough = stake <= self.table.books.purses[guest.seat]
        if enough and self._goes(guest, hand.cards) and self.round.bet_problem(state, act) is None:
            self.table.plan(when, act)
        else:
            self.table.plan(when, Act("says", "player", guest.seat, "fold"))

    def _goes(self, guest: Guest, cards: Any) -> bool:
        ranks = Counter(card.rank for card in cards)
        pair = max(ranks.values(), default=0) > 1
        high = max((RANKS.index(card.rank) for card in cards if card.rank in RANKS), default=0)
        good = pair or high >= RANKS.index("K" if len(cards) > 3 else "Q")
        if self.pattern(guest) == "hopeful":
            good = good or high >= RANKS.index("T")
        wrong = self.draws.happens(guest.style.errors, guest.seat, self.table.round_number, "error")
        return good != wrong
