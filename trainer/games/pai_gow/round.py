"""A round of pai gow poker act by act: start, deal, stub, the setting of the hands, comparing, taking and paying."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from trainer.games.core import Outcome, RequestError
from trainer.games.pai_gow.positions import as_seat, count_from, dealing_direction, start_position
from trainer.games.pai_gow.round_settling import PaiGowMoney
from trainer.games.pai_gow.round_state import DEALER, VOIDS, WITHDRAWS, SetHand, hands_of
from trainer.games.pai_gow.setting import HouseSetting, follows, set_hand
from trainer.games.pai_gow.settle import PAI_GOW
from trainer.games.pai_gow.starting_number import STARTING_NUMBER
from trainer.games.round import Act, Fault, Finding, Incident, finding
from trainer.games.round_engine import ONCE, Atom, corrected, limits_of, put, replace
from trainer.rulebooks.schema import Citation, GameRules

UNBET = ("spots-without-bet", "unbet", "without-bet")
RESHAKE = "reshake"
DICE_EVENTS = {
    "dice-not-flat": "dice-not-flat",
    "not-flat": "dice-not-flat",
    "die-out-of-shaker": "die-out-of-shaker",
    "die-out": "die-out-of-shaker",
}
SAID = {
    "gana": Outcome.WIN, "wins": Outcome.WIN, "pierde": Outcome.LOSE, "loses": Outcome.LOSE,
    "empate": Outcome.PUSH, "empuje": Outcome.PUSH, "tie": Outcome.PUSH,
}  # fmt: skip


class PaiGowPokerRound(PaiGowMoney):
    """Pai gow poker at one table, dealt from a shoe."""

    harmless: ClassVar[frozenset[str]] = frozenset({"", "continues", "completed"})
    once = ONCE | {"shuffle", "cut", "count", "set"}

    def __init__(self, rules: GameRules) -> None:
        super().__init__(rules)
        self.keys = {atom.key: atom for atom in self.atoms}
        self._set: tuple[tuple[str, ...], HouseSetting | None] = ((), None)
        self._deal_over = self.atoms_until(self.keys["deal"])
        self._before_comparing = self.atoms_with("count stub", "pick-up unbet", "wait players", "turn dealer")
        setting = self.keys["turn dealer"].index
        self.before_setting = tuple(atom for atom in self._of_round if atom.index < setting)
        self.incidents = {  # type: ignore[misc]
            "card-exposed": "player-card-exposed",
            "card-face-up-in-shoe": "one-card-face-up",
            "misdeal": "wrong-number-of-cards",
        }

    def prepare(self, s: Any, before: Mapping[str, Any]) -> None:
        put(s, "planned", dict(before.get("dealt") or {}))
        put(s, "limits", limits_of(before))
        self.judge_lying_bets(s)

    def ruling_of(self, incident_id: str) -> str:
        data = self.rules.irregularities[incident_id].data
        action = str(data.get("action", ""))
        if data.get("all-hands") in ("void", "dead") or data.get("round") == "void":
            return "void"
        if action == "shake-again":
            return RESHAKE
        return {"discard-rack": "burn", "player-may-void-his-hand": "player-decides"}.get(action, "")

    # ── the table and the players ────────────────────────────────────────────────────────────────────────────────────

    def table(self, s: Any, act: Act, at: int) -> None:
        owner = act.facts.get("owner", act.topic if act.topic != "" else act.seat)
        count = act.facts.get("cards", act.facts.get("count", 1))
        count = len(count) if isinstance(count, list) else count
        if act.do in DICE_EVENTS:
            self.open_incident(s, DICE_EVENTS[act.do], at)
        elif act.do in ("dice", "number", "generator", "rng"):
            self._dice(s, act, at)
        elif act.do == "card-exposed":
            name = "dealer-card-exposed" if owner in (DEALER, "bank") else "player-card-exposed"
            put(s, "exposed", owner if isinstance(owner, int) else None)
            self.open_incident(s, name, at, seat=owner if isinstance(owner, int) else None)
        elif act.do == "card-face-up-in-shoe":
            earlier = [each for each in s.incidents if each.id == "one-card-face-up"]
            for each in earlier:  # with the second card it is another irregularity
                self.close_incident(s, each)
            several = count + len(earlier) > 1 or self.rules.option("face-up-card") == "void-round"
            self.open_incident(s, "cards-face-up" if several else "one-card-face-up", at)
        else:
            super().table(s, act, at)

    def _dice(self, s: Any, act: Act, at: int) -> None:
        dice = act.facts.get("dice")
        event = "dice-not-flat" if act.facts.get("flat") is False else str(act.facts.get("event", ""))
        if event in DICE_EVENTS:
            self.open_incident(s, DICE_EVENTS[event], at)
        number = act.facts.get("number", act.facts.get("total", act.topic if isinstance(act.topic, int) else None))
        total = sum(dice) if isinstance(dice, list) else dice if isinstance(dice, int) else number
        put(s, "total", total)
        put(s, "dice", tuple(dice) if isinstance(dice, list) else ())
        self.decide(s)

    def player(self, s: Any, act: Act, at: int) -> None:
        hand = self.hand(s, act.seat)
        if act.do == "sets" and hand is not None:
            self.set_seat(s, act.seat, hands=hands_of(act))
            if s.own_hands is not None:
                self.decide(s)
        elif hand is not None and act.do in ("says", "chooses", "signals", "withdraws", "leaves"):
            word = str(act.topic or act.do).strip().lower()
            asked = next((each for each in s.incidents if each.ruling == "player-decides"), None)
            if word in WITHDRAWS and not hand.turned:
                self.set_seat(s, act.seat, withdrawn=True)
            elif asked is not None and s.exposed == act.seat:
                if not asked.closed:
                    self.close_incident(s, asked)
                self.set_seat(s, act.seat, void=word in VOIDS)
            self.decide(s)
        else:
            super().player(s, act, at)

    # ── acts of the dealer ───────────────────────────────────────────────────────────────────────────────────────────

    def atom_of(self, s: Any, act: Act) -> Atom | None:
        if act.do == "shake":
            return self.keys.get("shake away" if s.is_dealt else "shake")
        if act.do in ("take", "pay"):
            side = act.bet == STARTING_NUMBER or not s.is_dealt
            hand = self.hand(s, act.seat)
            if hand is not None and hand.withdrawn:
                return None
            return self.keys.get("settle side-bets" if side else f"{act.do} hands")
        if act.do == "turn":
            return self.keys.get("turn dealer" if act.topic == DEALER else "turn hands")
        if act.do == "pick-up":
            return self._pick_up_atom(s, act)
        if act.do in ("deal", "shuffle", "cut", "close", "set"):
            return None if act.topic in ("burn", "discard") else self.keys.get(act.do)
        return self.keys.get(f"{act.do} {act.topic}")

    def _pick_up_atom(self, s: Any, act: Act) -> Atom | None:
        if act.topic in UNBET:
            return self.keys.get("pick-up unbet")
        if act.topic in (DEALER, "all", ""):
            return self.keys.get("pick-up dealer")
        hand = self.hand(s, act.topic)
        if hand is None or hand.withdrawn or hand.void:
            return None
        return self.keys.get("pick-up won" if self.result_of(s, hand.seat) is Outcome.WIN else "pick-up lost")

    def dealer(self, s: Any, act: Act, at: int, atom: Atom | None) -> None:
        handler = getattr(self, f"_{act.do.replace('-', '_')}_act", None)
        if handler is not None:
            handler(s, act, at)
        if act.do in ("ask", "say", "wait", "floor"):
            asked = self._opened(s, "player-decides")
            if asked is not None:
                self.close_incident(s, asked)

    def _opened(self, s: Any, ruling: str) -> Incident | None:
        return next((each for each in s.incidents if not each.closed and each.ruling == ruling), None)

    def _close_act(self, s: Any, act: Act, at: int) -> None:
        atom = self.keys["close"]
        if act.facts.get("say") is False:
            self.add(s, finding(Fault.CALL_MISSED, None, atom.cite, step=atom.call, severity="serious"))

    def _cut_act(self, s: Any, act: Act, at: int) -> None:
        cards, cut = act.facts.get("cards"), self.figures.cut
        if cut is not None and isinstance(cards, int) and cards < cut.least:
            self.add(s, finding(Fault.NOT_ALLOWED, at, cut.cite, step="shuffle", due=cut.least, done=cards))

    def _shake_act(self, s: Any, act: Act, at: int) -> None:
        start, times = self.figures.start, act.facts.get("times")
        atom = self.keys.get("shake away" if s.is_dealt else "shake")
        if atom is None:
            return
        again = self._opened(s, RESHAKE)
        if again is not None and not s.is_dealt:
            self.close_incident(s, again)
            call = self.rules.calls["no-roll"]
            self.add(s, finding(Fault.CALL_MISSED, None, call.cite, step="no-roll"))
        wrong = isinstance(times, int) and (times != 1 if s.is_dealt else times < start.shakes)
        astray = s.is_dealt and (act.facts.get("covered") is False or act.facts.get("then", "right") != "right")
        if wrong or astray:
            facts = {"due": 1 if s.is_dealt else start.shakes, "done": times} if wrong else {}
            self.add(s, finding(Fault.NOT_ALLOWED, at, atom.cite, step=atom.step, **facts))
        put(s, "shaken", True)

    def _call_act(self, s: Any, act: Act, at: int) -> None:
        if act.topic == "no-roll":
            again = self._opened(s, RESHAKE)
            if again is not None:
                self.close_incident(s, again)
        elif act.topic == "total":
            if s.total is None and "dice" in s.planned and all(each.closed for each in s.incidents):
                atom = self.keys["call total"]
                self.add(s, finding(Fault.CALL_EARLY, at, atom.cite, step=atom.call))
            said = act.facts.get("total", act.facts.get("number", act.facts.get("points")))
            put(s, "announced", said if isinstance(said, int) else s.total)
        elif act.topic == "result" and act.seat is not None:
            said = str(act.facts.get("says", act.facts.get("result", "said")))
            self.set_seat(s, act.seat, called=str(SAID.get(said, said)))

    def _deal_act(self, s: Any, act: Act, at: int) -> None:
        if act.topic in ("burn", "discard"):
            self._burn_act(s, act, at)
            return
        put(s, "closed", True)
        deal = self.figures.deal
        planned = {**s.planned.get("hands", {}), **act.facts.get("hands", {})}
        lying = [bet for bet in s.bets if bet.bet == PAI_GOW and not bet.back and bet.seat is not None]
        bets = {bet.seat for bet in lying if not bet.late or str(bet.seat) in map(str, planned)}
        hands = [SetHand(seat, tuple(planned.get(str(seat), planned.get(seat)) or ())) for seat in sorted(bets)]
        put(s, "hands", tuple(hands))
        put(s, "own", tuple(act.facts.get(DEALER, s.planned.get(DEALER)) or ()))
        put(s, "is_dealt", True)
        start, numbers = act.facts.get("start"), [each for each in (s.announced, s.total) if each is not None]
        if start is not None and numbers and str(start) not in map(self.start_from, numbers):
            wanted = self.start_from(numbers[-1])
            facts = {"due": int(wanted), "done": int(start)} if wanted.isdigit() and str(start).isdigit() else {}
            self.add(s, finding(Fault.WRONG_TARGET, at, self.figures.start.cite, step="start-position", **facts))
        if act.facts.get("direction", dealing_direction(self.rules)) != dealing_direction(self.rules):
            self.add(s, finding(Fault.WRONG_ORDER, at, deal.cite, step="deal"))
        if act.facts.get("face", "down") != "down":
            self.add(s, finding(Fault.WRONG_FACE, at, deal.cite, step="deal"))
        each, pieces = act.facts.get("cards_each"), self.figures.setting.pieces
        if each not in (None, pieces):
            self.add(s, finding(Fault.DREW_WRONGLY, at, deal.cite, step="deal", due=pieces, done=each))

    def start_from(self, number: int) -> str:
        """The position that gets the first card."""
        first, _ = count_from(self.rules, DEALER, self.rules.chosen.get("start-by") == "generator")
        return start_position(self.rules, number, first)

    def _count_act(self, s: Any, act: Act, at: int) -> None:
        cards = act.facts.get("cards")
        if act.topic != "stub" or not isinstance(cards, int) or cards == self.figures.deal.stub:
            return
        racked = any(incident.id == "one-card-face-up" for incident in s.incidents)
        if racked and cards + 1 == self.figures.deal.stub:
            return
        pieces = self.figures.setting.pieces
        dealt = [hand.cards for hand in s.hands if hand.cards] + ([s.own] if s.own else [])
        misdealt = any(len(cards) != pieces for cards in dealt)
        self.open_incident(s, "misdealt" if misdealt else "deck-incomplete", at)

    def _burn_act(self, s: Any, act: Act, at: int) -> None:
        incident = next((each for each in s.incidents if not each.closed), None)
        if incident is not None:
            if incident.ruling != "burn":
                self.add(s, finding(Fault.WRONG_RULING, at, incident.cite, incident=incident.id))
            self.close_incident(s, incident)

    def _turn_act(self, s: Any, act: Act, at: int) -> None:
        if act.topic == DEALER:
            put(s, "own_turned", True)
            return
        hand = self.hand(s, act.topic)
        if hand is None:
            return
        if hand.withdrawn:
            self.add(s, finding(Fault.WRONG_FACE, at, self.figures.withdrawal.cite, seat=hand.seat, step="withdrawal"))
            return
        for other in s.hands:
            if other.seat < hand.seat and not other.turned and self._is_compared(other):
                atom = self.keys["turn hands"]
                self.note_order(s, at, atom.step, ("turned", other.seat), atom.cite, hand.seat)
                break
        for other in s.hands:
            if other.seat != hand.seat and other.turned and not self._is_cleared(s, other):
                self.wait_for(
                    s, ("cleared", other.seat), self.keys["turn hands"], self.keys["take hands"], at, hand.seat
                )
                break
        self.set_seat(s, hand.seat, turned=True)

    def _is_compared(self, hand: SetHand) -> bool:
        return not hand.withdrawn and not hand.void

    def _is_cleared(self, s: Any, hand: SetHand) -> bool:
        """Whether a lost bet and the cards of a loss or a push are gone; a wrong call is the fault of what follows."""
        result = self.result_of(s, hand.seat)
        if result in (None, Outcome.WIN) or (hand.called and hand.called != result):
            return True
        return hand.picked and not self.left(s, "take", seat=hand.seat)

    def _house_way(self, pieces: tuple[str, ...]) -> HouseSetting:
        """The dealer's pieces set by the house way; kept, because it is asked again when he has set them."""
        key = tuple(sorted(pieces))
        kept, setting = self._set
        if setting is None or kept != key:
            setting = set_hand(self.rules, pieces)
            self._set = (key, setting)
        return setting

    def _set_act(self, s: Any, act: Act, at: int) -> None:
        hands = hands_of(act)
        cards = (*hands.high, *hands.low)
        earlier = s.set_at
        put(s, "own_hands", hands)
        put(s, "own", cards)
        put(s, "set_at", at)
        try:
            right = follows(self.rules, hands, self._house_way(cards))
        except RequestError:
            right = False
        if not right:
            cite = self.keys["set"].cite
            self.add(s, finding(Fault.SET_WRONG, at, cite, step=self.keys["set"].step))
        elif earlier >= 0:
            reset = (corrected(each) if each.fault is Fault.SET_WRONG else each for each in s.findings)
            put(s, "findings", tuple(reset))
        put(s, "comparing", s.is_dealt and self.nothing_left(s, self._before_comparing))
        self.decide(s)

    def _correct(self, s: Any, act: Act) -> None:
        super()._correct(s, act)
        if act.facts.get("act", act.topic) == s.set_at and s.own_hands is not None:
            put(s, "own_hands", set_hand(self.rules, s.own).printed)
            self.decide(s)

    def _pay_act(self, s: Any, act: Act, at: int) -> None:
        for bet, _ in self.left(s, "pay"):
            if s.is_dealt and bet.seat is not None and act.seat is not None and bet.seat < act.seat:
                if self.result_of(s, act.seat) is Outcome.WIN:
                    atom = self.keys["pay hands"]
                    self.note_order(s, at, atom.step, ("paid", bet.seat), atom.cite, act.seat)
                return

    def _pick_up_act(self, s: Any, act: Act, at: int) -> None:
        hand = self.hand(s, act.topic)
        if hand is not None:
            if hand.withdrawn and act.facts.get("face") == "up":
                cite = self.figures.withdrawal.cite
                self.add(s, finding(Fault.WRONG_FACE, at, cite, seat=hand.seat, step="withdrawal"))
            self.set_seat(s, hand.seat, picked=True)
        elif act.topic in UNBET:
            if act.facts.get("face") == "up":
                atom = self.keys["pick-up unbet"]
                self.add(s, finding(Fault.WRONG_FACE, at, atom.cite, step=atom.step))
        elif act.topic == DEALER:
            other = next((each.seat for each in s.hands if not each.picked), None)
            if other is not None:
                atom = self.keys["pick-up dealer"]
                self.note_order(s, at, atom.step, ("picked", other), atom.cite, None)
            put(s, "own_picked", True)
        elif act.topic in ("all", ""):
            put(s, "hands", tuple(replace(each, picked=True) for each in s.hands))
            put(s, "own_picked", True)
        else:
            self._burn_act(s, act, at)

    def late_cite(self, bet: str = "") -> Citation | None:
        return super().late_cite(bet) or self.keys["close"].cite

    def may_give_back(self, s: Any, act: Act, index: int) -> bool:
        hand = self.hand(s, act.seat)
        return hand is not None and hand.void

    def _void(self, s: Any, act: Act, at: int) -> None:
        again = self._opened(s, RESHAKE)
        hand = self.hand(s, act.seat)
        if again is not None and act.topic in ("roll", "throw", "shake", "dice", ""):
            self.close_incident(s, again)
        elif hand is not None and hand.void:
            return
        else:
            super()._void(s, act, at)

    # ── calls ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def call_facts(self, s: Any, call: str) -> dict[str, Any]:
        return {"total": s.total} if call == "total" and s.total is not None else {}

    def call_problem(self, s: Any, act: Act) -> Citation | None:
        rule = self.rules.calls.get(str(act.topic))
        if rule is None:
            return None
        if act.topic == "total" and s.total is not None:
            said = act.facts.get("total", act.facts.get("number", act.facts.get("points", s.total)))
            return None if said == s.total else rule.cite
        result = self.result_of(s, act.seat)
        if act.topic == "result" and result is not None:
            said = act.facts.get("says", act.facts.get("result", result))
            return None if SAID.get(str(said), said) == result else rule.cite
        return None

    # ── the procedure ────────────────────────────────────────────────────────────────────────────────────────────────

    def over_with(self, state: Any) -> int:
        if state.is_dealt:
            return self._deal_over | self._before_comparing if state.comparing else self._deal_over
        return 0

    def applies(self, s: Any, atom: Atom) -> bool:
        if atom.key == "wait players":
            return any(not hand.is_ready for hand in s.hands) or not s.is_dealt
        if atom.key == "call result":
            return not s.over
        return super().applies(s, atom)

    def outstanding(self, s: Any, atom: Atom, act: Act | None) -> bool:
        if s.void:
            return False
        key = atom.key
        seat = None if act is None else act.topic if act.do in ("pick-up", "turn") else act.seat
        hand = None if seat is None else self.hand(s, seat)
        hands = s.hands if hand is None else (hand,)
        if key == "deal":
            return not s.is_dealt
        if key == "settle side-bets":
            return bool(self.left(s, "take", side=True) or self.left(s, "pay", side=True))
        if key == "pick-up unbet":
            return len(s.hands) < len(self.spots) and not s.done >> atom.index & 1
        if key == "turn dealer":
            return not s.own_turned
        if key == "wait players":
            return self.applies(s, atom)
        if key in ("turn hands", "call result"):
            own = hands if act is not None and act.do in ("take", "pick-up", "call") else s.hands
            compared = [each for each in own if self._is_compared(each)]
            return any(not (each.turned if key == "turn hands" else each.called) for each in compared)
        if key in ("take hands", "pay hands"):
            verb = key.split()[0]
            own_seat = seat if hand is not None and act is not None and act.do == "pick-up" else None
            return bool(self.left(s, verb, seat=own_seat)) or s.own_hands is None
        if key in ("pick-up lost", "pick-up won"):
            return any(not each.picked and self._is_won(s, each) == (key == "pick-up won") for each in s.hands)
        if key == "pick-up dealer":
            return not s.own_picked
        return super().outstanding(s, atom, act)

    def _is_won(self, s: Any, hand: SetHand) -> bool:
        return self.result_of(s, hand.seat) is Outcome.WIN

    def is_needed(self, atom: Atom, need: Atom, act: Act | None) -> bool:
        if act is not None and need.verb == "pick-up" and need.key != "pick-up unbet":
            return False  # cards that lie too long are judged when the next hand is exposed
        if act is not None and act.do in ("pay", "pick-up") and need.key == "call result":
            return False  # a call that was left out is a fault of its own
        both = (atom.key, need.key)
        if both == ("pick-up lost", "take hands"):
            return False  # the bet and the cards of a loser go in any order
        # Hand by hand.
        return act is not None or both not in (("call result", "turn hands"), ("pick-up won", "pay hands"))

    def is_open(self, s: Any, key: Any) -> bool:
        if isinstance(key, tuple) and key[0] in ("turned", "cleared", "paid", "picked"):
            hand = self.hand(s, key[1])
            if hand is None:
                return False
            if key[0] == "cleared":
                return not self._is_cleared(s, hand)
            if key[0] == "paid":
                return bool(self.left(s, "pay", seat=hand.seat))
            return not (hand.turned if key[0] == "turned" else hand.picked)
        return super().is_open(s, key)

    def at_end(self, s: Any) -> Iterator[Finding]:
        if s.void or not s.is_dealt:
            return
        for key, missing in (("turn dealer", not s.own_turned), ("pick-up unbet", self._unbet_lie(s))):
            if missing:
                yield finding(Fault.SKIPPED, None, self.keys[key].cite, step=self.keys[key].step)
        if s.own_hands is None:
            return
        for hand in s.hands:
            if not self._is_compared(hand):
                continue
            if not hand.turned:
                atom = self.keys["turn hands"]
                yield finding(Fault.SKIPPED, None, atom.cite, step=atom.step, seat=hand.seat)
            elif not hand.called:
                call = self.rules.calls["result"]
                yield finding(Fault.CALL_MISSED, None, call.cite, step="result", seat=hand.seat)
        left = next((hand.seat for hand in s.hands if not hand.picked), None)
        if left is not None or not s.own_picked:
            atom = self.keys["pick-up dealer"]
            yield finding(Fault.SKIPPED, None, atom.cite, step=atom.step, seat=left)

    def _unbet_lie(self, s: Any) -> bool:
        return self.outstanding(s, self.keys["pick-up unbet"], None)

    # ── due acts ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def todo(self, s: Any, atom: Atom) -> tuple[Act, ...]:
        key = atom.key
        facts: dict[str, Any]
        if key == "close":
            return (Act("close", facts={"say": True}),)
        if key == "cut":
            return (Act("cut", topic="player"),)
        if key == "shake":
            return (Act("shake", facts={"times": self.figures.start.shakes}),)
        if key == "shake away":
            return (Act("shake", facts={"times": 1, "covered": True, "then": "right"}),)
        if key == "call total":
            return () if s.total is None else (Act("call", topic="total", facts=self.call_facts(s, "total")),)
        if key == "deal":
            if s.total is None:  # the number that says where the deal begins has not come
                return ()
            position = self.start_from(s.total)
            facts = {"cards_each": self.figures.setting.pieces, "direction": dealing_direction(self.rules)}
            return (Act("deal", topic="all", facts={**facts, "start": as_seat(position)}),)
        if key == "count stub":
            return (Act("count", topic="stub", facts={"cards": self.figures.deal.stub}),)
        if key == "pick-up unbet":
            return (Act("pick-up", topic=UNBET[0]),)
        if key == "wait players":
            return ()
        if key == "set":
            hands = self._house_way(s.own).printed
            return (Act("set", facts={"high": list(hands.high), "low": list(hands.low)}),)
        if key == "settle side-bets":
            left = [(verb, *each) for verb in ("take", "pay") for each in self.left(s, verb, side=True)]
            return tuple(_money_act(*each) for each in left[:1])
        if key == "turn dealer":
            return (Act("turn", topic=DEALER),)
        if key == "pay hands":
            paid = sorted(self.left(s, "pay"), key=lambda each: each[0].seat or 0)
            return tuple(_money_act("pay", *each) for each in paid[:1])
        if key == "pick-up dealer":
            return (Act("pick-up", topic=DEALER),) if all(hand.picked for hand in s.hands) else ()
        if key == "pick-up won":
            done = [hand for hand in s.hands if not hand.picked and self._is_won(s, hand)]
            return tuple(Act("pick-up", topic=hand.seat) for hand in done if not self.left(s, "pay", seat=hand.seat))
        if key in ("turn hands", "call result", "take hands", "pick-up lost"):
            return self._next_compared(s, key)
        return super().todo(s, atom)

    def _next_compared(self, s: Any, key: str) -> tuple[Act, ...]:
        """The next act on the hand that is being compared: expose it, announce, take, pick up."""
        lost = {bet.seat: (bet, due) for bet, due in self.left(s, "take")}
        for hand in s.hands:
            if self._is_compared(hand) and not hand.turned:
                step, act = "turn hands", Act("turn", topic=hand.seat)
            elif self._is_compared(hand) and not hand.called:
                result = self.result_of(s, hand.seat)
                facts = {"says": result.value if result else ""}
                step, act = "call result", Act("call", seat=hand.seat, topic="result", facts=facts)
            elif hand.seat in lost:
                step, act = "take hands", _money_act("take", *lost[hand.seat])
            elif not hand.picked and self.result_of(s, hand.seat) is not Outcome.WIN:
                step, act = "pick-up lost", Act("pick-up", topic=hand.seat)
            else:
                continue
            return (act,) if step == key else ()
        return ()


def _money_act(verb: str, bet: Any, due: Any) -> Act:
    if verb == "take":
        return Act("take", seat=bet.seat, bet=bet.bet, on=bet.on, amount=due.loses)
    facts = {"commission": due.commission} if due.commission else {}
    return Act("pay", seat=bet.seat, bet=bet.bet, on=bet.on, amount=due.pays, facts=facts)


def open_round(rules: GameRules) -> PaiGowPokerRound:
    """The round of a table; raises `RequestError` where the cards are dealt from the hand in stacks."""
    round_ = PaiGowPokerRound(rules)
    if round_.figures.deal.method == "hand":
        raise RequestError("options.dealing", f"{rules.game} dealt from the hand cannot be played act by act yet")
    return round_
