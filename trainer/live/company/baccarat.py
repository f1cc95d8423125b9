"""Punto banco: players who follow a side, and the shoe, dealt by the dealer or by the player who holds it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from trainer.games.baccarat.limits import refused_bets
from trainer.games.baccarat.round_cards import as_bet
from trainer.games.round import Act, Incident, Laid, Money, Step
from trainer.live.company.base import Company, Wish
from trainer.live.company.shoe import Shoe
from trainer.live.guests import Guest

_MAIN = ("player", "banker")
_OTHER = {"player": "banker", "banker": "player"}
_HOLDER_DEALS = 900  # milliseconds a card


class BaccaratCompany(Company):
    """Players and shoe at a table of punto banco."""

    events = frozenset({"card-face-up-in-shoe", "card-on-floor", "cards-stuck", "misdeal"})
    family = "baccarat"
    usual_pace = 72

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        figures = self.round.figures
        self.shoe = Shoe(self.draws, figures.shoe.decks, max(figures.cut_card.behind_least, 10))
        self.sides = [bet for bet in self.rules.bets if bet not in (*_MAIN, "tie")]
        self._lawful: dict[Any, bool] = {}
        self._shuffle = next((atom for atom in self.round.atoms if atom.verb == "shuffle"), None)
        self.last_winner = "banker"
        self.needs_shuffle = True
        self.cut_told = False

    def places(self) -> int:
        """The boxes of the cloth, as far as a shift has players for them."""
        return min(int(self.round.figures.places.seats[0]), super().places())

    def before(self) -> dict[str, Any]:
        return {**super().before(), "cut_card_out": False}

    def wishes(self, guest: Guest) -> Iterator[Wish]:
        number, pattern, side = self.table.round_number, self.pattern(guest), self._side(guest)
        stake = self.stake(guest, 2)
        yield side, None, self._payable(guest, stake) if side == "banker" else stake
        if pattern == "tie" or self.draws.happens(0.1, guest.seat, number, "tie"):
            yield "tie", None, self.minimum
        if self.sides and "side-bets" in guest.style.knows:
            extra = self.draws.pick(self.sides, guest.seat, number, "extra")
            yield extra, side if extra == "dragon-bonus" else None, self.minimum

    def _payable(self, guest: Guest, stake: Money) -> Money:
        """A stake on the bank whose commission of five or ten per cent the house's chips can make up."""
        step = int(self.rules.info.chips.smallest * 20) or 1
        wanted = -(-stake // step) * step
        return wanted if wanted <= min(guest.chips, self.maximum) else stake

    def _side(self, guest: Guest) -> str:
        """The hand on which a player bets in this round."""
        fixed = {"player": "player", "banker": "banker", "follow": self.last_winner, "chop": _OTHER[self.last_winner]}
        drawn = self.draws.pick(_MAIN, guest.seat, self.table.round_number, "side")
        return fixed.get(self.pattern(guest), drawn)

    def lawful(self, act: Act) -> bool:
        if not act.amount:
            return False
        own = [bet for bet in self.table.state.bets if bet.seat == act.seat and not bet.back]
        key = (act.seat, act.bet, act.on, act.amount, *((bet.bet, bet.on, bet.stake) for bet in own))
        if key not in self._lawful:  # players make the same bets again and again
            laid = [*own, Laid(act.bet, act.seat, act.amount, act.on)]
            limits = (Fraction(self.minimum), Fraction(self.maximum))
            self._lawful[key] = len(own) not in refused_bets(self.rules, list(map(as_bet, laid)), *limits)
        return self._lawful[key]

    def take_back(self, card: str) -> None:
        self.shoe.cards.append(card)

    def complete(self, act: Act) -> Act:
        if act.do in ("deal", "shoe-holder-deals") and "card" not in act.facts:
            return self.with_card(act, self.shoe.draw())
        if act.do == "burn" and not self.table.state.player:
            cards = act.facts.get("cards", 0)
            for _ in range(cards if isinstance(cards, int) and 0 < cards < 20 else 0):
                self.shoe.draw()
        return act

    def stage(self, event: str, act: Act, seat: int | None) -> Act | None:
        if event == "misdeal":
            dealt = act.do in ("deal", "shoe-holder-deals") and self.round.is_dealt(self.table.state)
            return Act(event, "table") if dealt else None
        if act.by != "dealer" or act.do != "close":
            return None
        seen = {"card": self.shoe.cards[-1]} if event == "card-face-up-in-shoe" and self.shoe.cards else {}
        return Act(event, "table", facts=seen)

    def rule(self, incident: Incident) -> Act | None:
        return Act("move", topic="cards") if incident.ruling == "reorder" else super().rule(incident)

    def bad_bets(self, guest: Guest) -> Iterator[Wish]:
        yield _OTHER[self._side(guest)], None, self.minimum // 2

    def due(self, steps: Iterator[Step]) -> Iterator[Step]:
        state = self.table.state
        atom = self._shuffle
        if self.needs_shuffle and atom is not None and not state.done and not state.bets:
            yield Step(atom.step, (Act("shuffle"),), atom.by, "", atom.cite)
        yield from steps

    def reply(self, act: Act, before: Any) -> None:
        super().reply(act, before)
        if act.by == "dealer":
            if act.do == "open":
                self.invite()
            elif act.do == "shuffle":
                self.shoe.shuffle()
                self.needs_shuffle = self.cut_told = False
        if act.do in ("deal", "shoe-holder-deals") and self.shoe.is_cut and not self.cut_told:
            self.cut_told = True
            self.table.plan(self.table.now + 100, Act("cut-card-out", "table"))
        if not self.round.by_croupier and act.do in ("open", "close", "call", "deal", "shoe-holder-deals", "turn"):
            self._holder_deals()

    def _holder_deals(self) -> None:
        """Let the holder of the shoe deal as soon as the procedure allows it."""
        if "shoe" in self.table.shift.real or self.table.is_planned("holder"):
            return
        for step in self.round.due_among(self.table.state, self.round.holder_deals):
            for act in step.acts:
                if act.by == "table" and act.do == "shoe-holder-deals":
                    self.table.plan(max(self.table.now, self.last_bet) + _HOLDER_DEALS, act, "holder")
                    return

    def finished(self, state: Any) -> None:
        if self.round.is_dealt(state) and self.round.is_over(state):
            winner = self.round.result(state).winner
            self.last_winner = winner if winner in _MAIN else self.last_winner
        self.needs_shuffle = self.needs_shuffle or self.cut_told
