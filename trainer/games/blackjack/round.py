"""The live round of classic blackjack: the dealer's calls, the acts that are due, and what is missing at the end.

The cards are in `round_cards`, the money in `round_settling`, the order of the steps in `round_order`. Switch, Free Bet
and Challenge 21 have no live round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from trainer.games.blackjack.booking import HAND_BETS, surrender_return
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import TWENTY_ONE, points
from trainer.games.blackjack.round_cards import CardActs
from trainer.games.blackjack.round_state import (
    KINDS,
    Box,
)
from trainer.games.core import RequestError
from trainer.games.round import Act, Fault, Finding, finding
from trainer.games.round_engine import Atom, is_left, put
from trainer.rulebooks.schema import Citation, GameRules


class BlackjackRound(CardActs):
    """Blackjack at one table."""

    harmless = frozenset({"plays"})

    _HANDLERS: ClassVar[Mapping[str, str]] = {
        "shuffle": "_shuffle",
        "cut": "_cut",
        "burn": "_burn",
        "ask": "_ask",
        "deal": "_deal",
        "pick-up": "_pick_up",
        "call": "_called",
        "show": "_show",
        "move": "_reorder",
        "close": "_close",
    }

    def dealer(self, s: Any, act: Act, at: int, atom: Atom | None) -> None:
        handler = self._HANDLERS.get(act.do)
        if handler is not None:
            getattr(self, handler)(s, act, at)

    def _called(self, s: Any, act: Act, at: int) -> None:
        if act.topic in ("total", "blackjack-or-not") and len(s.dealer) == 1 and not s.dealing and self._draws(s):
            call = self.rules.calls.get(str(act.topic))  # nobody knows it before his second card
            cite = call.cite if call else self.figures.dealer.cite
            self.add(s, finding(Fault.CALL_EARLY, at, cite, step=str(act.topic)))
        elif act.topic == "no-more-insurance":
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

    def _reorder(self, s: Any, act: Act, at: int) -> None:
        """Misdealt cards are put in order, which some regulations leave to the floor."""
        opened = next((each for each in s.incidents if not each.closed and each.ruling.startswith("reorder")), None)
        if opened is None:
            return
        if opened.by and "croupier" not in opened.by and not opened.reported:
            self.add(s, finding(Fault.RULED_ALONE, at, opened.cite, incident=opened.id))
        self.close_incident(s, opened)

    def _close(self, s: Any, act: Act, at: int) -> None:
        atom = self.keys.get("close")
        if atom is not None and atom.call and act.facts.get("say") is False:
            self.add(s, finding(Fault.CALL_MISSED, None, atom.cite, step=atom.call, severity="serious"))

    def call_facts(self, s: Any, call: str) -> dict[str, Any]:
        if call == "total" and s.dealer:
            return {"points": points(s.dealer).total}
        if call == "blackjack-or-not" and len(s.dealer) > 1:
            return {"blackjack": len(s.dealer) == 2 and points(s.dealer).total == TWENTY_ONE}
        return super().call_facts(s, call)

    def call_problem(self, s: Any, act: Act) -> Citation | None:
        rule = self.rules.calls.get(str(act.topic))
        wanted = self.call_facts(s, str(act.topic))
        for name, figure in wanted.items():
            if name in act.facts and act.facts[name] != figure:
                cites = {"total": self.figures.settling.cite, "blackjack-or-not": self.figures.insurance.settled_cite}
                return rule.cite if rule else cites[str(act.topic)]
        return None

    def table(self, s: Any, act: Act, at: int) -> None:
        if act.do == "cut-card-out":
            put(s, "cut_card", at)
        elif act.do == "relief":
            put(s, "relief", True)
        else:
            super().table(s, act, at)

    def at_end(self, s: Any) -> Iterator[Finding]:
        if s.boxes and s.dealing and any(box.hand.cards for box in s.boxes):
            yield from self._undealt(s)
        if not s.boxes or s.dealing:
            return
        if len(s.dealer) == 1 and self._draws(s) and "call total" not in self.keys:
            yield finding(Fault.SKIPPED, None, self.figures.dealer.cite, step="dealer-draws")
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
        waiting = (box for box in s.boxes if not box.over and not box.natural)
        for seat in dict.fromkeys(box.hand.seat for box in waiting if self._is_unfinished(box)):
            yield finding(Fault.SKIPPED, None, self.figures.drawing.cite, step="ask-hands", seat=seat)
        given = {bet.seat for bet in s.bets if bet.back}
        if any(box.hand.left == "surrender" and box.hand.seat in given for box in s.boxes) and not s.withdrawn:
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

    def _undealt(self, s: Any) -> Iterator[Finding]:
        """Hands that were asked or settled without their two cards."""
        missing = [box.hand.seat for box in s.boxes if len(box.hand.cards) < 2]
        played = any(box.asked or box.stood for box in s.boxes)
        for seat in missing if played else ():
            yield finding(Fault.SKIPPED, None, self.rules.orders["deal"].cite, step="second-cards", seat=seat)

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
        if key in ("take bust", "pay blackjack"):
            return self._next_cleared(s)
        if key == "ask card":
            return self._next_in_turn(s)
        if key == "deal dealer":
            return (Act("deal", topic="dealer", facts={"face": "up"}),)
        if key.startswith("settle"):
            return self._next_settled(s, key)
        if key == "pick-up":
            if not s.dealer:
                return ()
            seats = sorted({box.hand.seat for box in s.boxes if not box.picked}, reverse=self.from_right)
            return (Act("pick-up", topic=seats[0] if seats else "dealer"),)
        if key.startswith("burn"):
            shoe = self.figures.shoe
            return (Act("burn", facts={"cards": shoe.relief_burn if s.relief else shoe.burn}),)
        return super().todo(s, atom)

    def _next_cleared(self, s: Any) -> tuple[Act, ...]:
        """What is to be done with the first hand that is over before the dealer's."""
        box = next((each for each in s.boxes if each.over and not self._is_cleared(s, each)), None)
        return () if box is None else self._clear(s, box)

    def _clear(self, s: Any, box: Box) -> tuple[Act, ...]:
        seat = box.hand.seat
        own = [
            (bet, due)
            for bet, due in zip(s.bets, s.dues, strict=False)
            if bet.seat == seat
            and bet.bet in HAND_BETS
            and due is not None
            and not bet.closed
            and self._box_of(s, bet) is box
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
            if box.over:
                if not self._is_cleared(s, box):
                    return self._clear(s, box)
                continue
            if box.signal == "surrender":
                half = surrender_return(self.rules, hand.stakes[0])[1]
                return (Act("give-back", seat=hand.seat, amount=half, facts={"say": "pay-and-withdraw"}),)
            if box.signal or (hand.from_split and len(hand.cards) == 1):
                down = box.signal == "double" and self.figures.double.card == "face-down"
                facts: dict[str, Any] = {"face": "down" if down else "up"}
                if hand.from_split:
                    facts["hand"] = hand.number
                return (Act("deal", topic=hand.seat or 0, facts=facts),)
            if not box.asked and self._is_unfinished(box):
                topic = self.ask_topic(s) if len(hand.cards) == 2 else "card"
                return (Act("ask", seat=hand.seat, topic=topic),)
            if box.asked and not box.stood and box.total < TWENTY_ONE and not hand.double:
                return ()
        return ()

    def _next_settled(self, s: Any, key: str) -> tuple[Act, ...]:
        """The next bet of a kind that is paid or taken, from the side the rulebook names."""
        left = [
            (bet, due)
            for bet, due in zip(s.bets, s.dues, strict=False)
            if KINDS.get(bet.bet, "settle side-bets") == key and (is_left(bet, due, "pay") or is_left(bet, due, "take"))
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


def open_round(rules: GameRules) -> BlackjackRound:
    """The round of a blackjack table; raises `RequestError` for the variants that have other hands or bets."""
    figures = blackjack(rules)
    if figures.switch is not None or figures.free_bet is not None or figures.challenge is not None:
        raise RequestError("game", f"{rules.game} cannot be played act by act yet")
    return BlackjackRound(rules)
