"""Pai gow poker: players who set their hands, the shaker or the number generator, and a pack with a joker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trainer.games.pai_gow.round import RESHAKE
from trainer.games.pai_gow.setting import set_hand
from trainer.games.pai_gow.settle import PAI_GOW
from trainer.games.pai_gow.starting_number import STARTING_NUMBER, side_bet_offered
from trainer.games.round import Act, Incident, Step
from trainer.live.company.base import Company, Wish
from trainer.live.company.shoe import PACK
from trainer.live.guests import Guest

_PACK = (*PACK, "JK")
_SETS = 4  # times his usual reaction that a player needs to set his hand


class PaiGowCompany(Company):
    """Players, dice and pack at a table of pai gow poker."""

    family = "pai-gow"
    pinches = False
    moves = Company.moves | {"bent-card"}
    usual_pace = 34

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        self.by_generator = self.rules.chosen.get("start-by") == "generator"
        self.sides = side_bet_offered(self.rules)
        self.shakes = 0

    def places(self) -> int:
        return int(max(self.round.spots))

    def begin(self) -> None:
        self.shakes = 0
        super().begin()

    def wishes(self, guest: Guest) -> Iterator[Wish]:
        if guest.seat not in self.round.spots:
            return
        yield PAI_GOW, None, self.stake(guest)
        if self.sides and "side-bets" in guest.style.knows:
            on = self.draws.between((1, 7), guest.seat, self.table.round_number, "number")
            yield STARTING_NUMBER, on, self.minimum // 2 or 1

    def lawful(self, act: Act) -> bool:
        if not act.amount or self._has_bet(act):
            return False
        return super().lawful(act)

    def _has_bet(self, act: Act) -> bool:
        return any(bet.seat == act.seat and bet.bet == act.bet and not bet.back for bet in self.table.state.bets)

    def main_bet(self) -> str:
        return PAI_GOW

    def stageable(self) -> dict[str, str]:
        events = {"card-face-up-in-shoe": "one-card-face-up", "card-exposed": "player-card-exposed"}
        if not self.by_generator:
            events["dice-not-flat"] = "dice-not-flat"
        return {event: name for event, name in events.items() if name in self.rules.irregularities}

    def stage(self, event: str, act: Act, seat: int | None) -> Act | None:
        state = self.table.state
        if act.by != "dealer":
            return None
        if event == "dice-not-flat":
            return Act(event, "table") if act.do == "shake" and not state.is_dealt else None
        if act.do != "deal" or not state.hands:
            return None
        if event == "card-exposed":
            return Act(event, "table", state.hands[0].seat, facts={"owner": state.hands[0].seat})
        return Act(event, "table")

    def early_cheat(self, guest: Guest, move: str, act: Act) -> Act | None:
        """A player bends a card while he sets his hands."""
        state = self.table.state
        if move != "bent-card" or act.do != "count" or guest.seat not in {hand.seat for hand in state.hands}:
            return None
        return Act("bends", "player", guest.seat)

    def rule(self, incident: Incident) -> Act | None:
        if incident.ruling == RESHAKE:
            return Act("call", topic="no-roll")
        if incident.ruling == "player-decides":
            return Act("ask", seat=incident.seat, topic="void-hand")
        return super().rule(incident)

    def due(self, steps: Iterator[Step]) -> Iterator[Step]:
        """Dice that did not lie flat are shaken again."""
        state = self.table.state
        again = state.shaken and state.total is None and not self.table.is_planned("dice") and not state.void
        if again and not self.by_generator:
            yield Step("start-position", (Act("shake", facts={"times": self.round.figures.start.shakes}),))
            return
        if state.is_dealt and state.own_hands is None and any(not hand.is_ready for hand in state.hands):
            steps = self.round.due_among(state, self.round.before_setting)  # the dealer waits for the players
        yield from steps

    def complete(self, act: Act) -> Act:
        if act.do != "deal" or act.topic in ("burn", "discard") or "hands" in act.facts:
            return act
        pack = self.draws.shuffled(_PACK, self.table.round_number, "pack")
        pieces = self.round.figures.setting.pieces
        hands = {str(seat): [pack.pop() for _ in range(pieces)] for seat in self.round.spots}
        return Act(
            "deal", topic=act.topic, facts={**act.facts, "hands": hands, "dealer": [pack.pop() for _ in range(pieces)]}
        )

    def reply(self, act: Act, before: Any) -> None:
        super().reply(act, before)
        if act.do == "dice-not-flat":
            self.table.drop_plans("dice")
        if act.by != "dealer":
            return
        table, number = self.table, self.table.round_number
        if act.do == "close" and self.by_generator and table.state.total is None:
            drawn = self.draws.between((1, 7), 0, number, "generator")
            table.plan(table.now + 600, Act("number", "table", facts={"number": drawn}))
        elif act.do == "shake" and not table.state.is_dealt and "dice" not in table.shift.real:
            self.shakes += 1
            dice = [self.draws.below(6, 0, number, f"die {n}", self.shakes) + 1 for n in (1, 2, 3)]
            table.plan(table.now + 600, Act("dice", "table", facts={"dice": dice}), "dice")
        elif act.do == "deal" and table.state.is_dealt and not before.is_dealt:
            self._set_hands()

    def _set_hands(self) -> None:
        for hand in self.table.state.hands:
            guest = self.table.guests.get(hand.seat)
            tempo = (guest.style.tempo if guest else 1000) * _SETS
            n = self.draws.reaction(tempo, hand.seat, self.table.round_number, "set")
            set_ = set_hand(self.rules, hand.cards).printed
            facts = {"high": list(set_.high), "low": list(set_.low)}
            self.table.plan(self.table.now + n, Act("sets", "player", hand.seat, facts=facts))
