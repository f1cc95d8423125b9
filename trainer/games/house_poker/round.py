"""A round of house poker act by act: ante, deal, the players' decisions, the dealer's hand, settling and picking up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trainer.equipment.cards import Card
from trainer.games.core import RequestError
from trainer.games.decks import next_in_deal
from trainer.games.house_poker.described_round import FOLD, GO
from trainer.games.house_poker.figures import bet_figures
from trainer.games.house_poker.hands import opens, read_hand
from trainer.games.house_poker.round_accidents import PokerAccidents
from trainer.games.house_poker.round_state import ANTE, DEALER, SeatCards, meaning, read_cards
from trainer.games.house_poker.steps import deal_order, in_order
from trainer.games.round import Act, Fault, Finding, finding, read_amount
from trainer.games.round_engine import ONCE, Atom, limits_of, put
from trainer.rulebooks.schema import Citation, GameRules

FOLDED_CARDS = ("fold", "fold-unseen")
NO_HAND = "no-hand"
ASTRAY = frozenset({Fault.WRONG_TARGET, Fault.WRONG_ORDER})  # a card that went to another place than the next one


class HousePokerRound(PokerAccidents):
    """Caribbean stud or three card poker at one table."""

    once = ONCE | {"shuffle", "cut"}

    def __init__(self, rules: GameRules) -> None:
        super().__init__(rules)
        self.keys = {atom.key: atom for atom in self.atoms}
        self._opened: tuple[tuple[Card, ...], bool] = ((), True)
        self._orders: dict[tuple[int, ...], tuple[int | str, ...]] = {}
        self._order: tuple[Any, tuple[int | str, ...]] = (None, ())  # of the bets that lie
        self._next: tuple[Any, Any, Any, int | str | None] = (None, None, None, None)
        self._deal_over = self.atoms_until(self.keys["deal"])
        self._decided = self.atoms_with("ask", "take fold", "pick-up fold", "pick-up fold-unseen", "turn dealer")
        self.unseen = self.keys.get("pick-up fold-unseen")
        self.fold_cards = self.unseen or self.keys.get("pick-up fold")
        stage = next(stage for stage in self.figures.course if stage.act == "ask")
        conduct = rules.conduct.get("decision-order") or rules.conduct.get("decide-order")
        self.asked_first = str(conduct.data.get("first", stage.first)) if conduct else stage.first
        self.ask_cite = conduct.cite if conduct else self.keys["ask"].cite
        self.has_meter = any(self.kind(bet) == "meter" for bet in rules.bets)
        self.incidents = {event: name for event, name in self._usual.items() if name}  # type: ignore[misc]

    def prepare(self, s: Any, before: Mapping[str, Any]) -> None:
        put(s, "planned", dict(before.get("dealt") or {}))
        put(s, "limits", limits_of(before))
        meter = before.get("meter", before.get("pot"))
        put(s, "meter", None if meter is None else read_amount(meter, "meter"))

    def late_cite(self, bet: str = "") -> Citation | None:
        return super().late_cite(bet) or self.keys["close"].cite

    def opens(self, s: Any) -> bool:
        if self.figures.opening is None or len(s.own) != self.figures.deal.dealer:
            return True
        if self._opened[0] != s.own:  # asked again and again about the same hand
            self._opened = (s.own, opens(self.rules, read_hand(self.rules, s.own)))
        return self._opened[1]

    # ── acts of the dealer ───────────────────────────────────────────────────────────────────────────────────────────

    def atom_of(self, s: Any, act: Act) -> Atom | None:
        if act.do == "close":
            decided = s.is_dealt and any(hand.asked or hand.spoke for hand in s.hands)
            return (self.keys.get("close second") if decided else None) or self.keys.get("close")
        if act.do in ("take", "pay"):
            return self._money_atom(s, act)
        if act.do == "turn":
            return self.keys.get("turn dealer" if act.topic == DEALER else "turn hands")
        if act.do == "pick-up":
            hand = self.hand(s, act.topic)
            if hand is not None and hand.spoke == FOLD:
                return self.fold_cards if not s.turned else None
            return self.keys.get("pick-up") if hand is not None or act.topic in (DEALER, "all", "") else None
        if act.do == "ask":
            return self.keys.get("ask")
        if act.do == "deal":
            return None if s.is_dealt or act.topic in ("burn", "discard") else self.keys.get("deal")
        if act.do in ("shuffle", "cut", "open"):
            return self.keys.get(act.do)
        return super().atom_of(s, act)

    def _money_atom(self, s: Any, act: Act) -> Atom | None:
        hand = self.hand(s, act.seat)
        folded = hand is not None and hand.spoke == FOLD
        if act.do == "take" and (folded or not s.turned):
            return self.keys.get("take fold") if folded else None
        if act.bet and self.is_after(act.bet):
            return self.keys.get("settle meter")
        return self.keys.get("settle hands")

    def dealer(self, s: Any, act: Act, at: int, atom: Atom | None) -> None:
        if act.do == "close":
            self._close(s, act, atom)
        elif act.do == "deal":
            self._deal(s, act, at)
        elif act.do == "ask":
            self._ask(s, act, at)
        elif act.do == "turn":
            self._turn(s, act, at)
        elif act.do == "pick-up":
            self._pick_up(s, act, at)
        elif act.do in ("pay", "take"):
            if s.turned:
                self._in_settling_order(s, act.seat, at)
        elif act.do == "burn":
            self.burn(s, act, at)
        elif act.do == "cut":
            self._cut(s, act, at)
        elif act.do == "floor" and (act.topic == "large-win" or act.topic not in (*self.routine, "abuse")):
            put(s, "asks_floor", act.seat)
        elif act.do == "move" or (act.do == "call" and act.topic == "well-dealt"):
            self.mend(s, act, at)
        if act.do in ("say", "floor", "wait", "move"):
            self.put_back(s, act.seat)

    def _close(self, s: Any, act: Act, atom: Atom | None) -> None:
        if not s.is_dealt:
            self.judge_bets(s)
        elif atom is not None and atom.topic == "second":
            put(s, "second_closed", True)
        if atom is not None and atom.call and act.facts.get("say") is False:
            self.add(s, finding(Fault.CALL_MISSED, None, atom.cite, step=atom.call, severity="serious"))
        lock = self.keys.get("lock-out")
        if lock is not None and act.facts.get("lock_out"):
            put(s, "done", s.done | 1 << lock.index)

    def _cut(self, s: Any, act: Act, at: int) -> None:
        cards, least = act.facts.get("cards"), self.figures.least_cut
        if isinstance(cards, int) and least and cards < least:
            self.add(s, finding(Fault.NOT_ALLOWED, at, self.figures.cut_cite, step="cut", due=least, done=cards))

    # ── the deal ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def seats(self, s: Any) -> list[int]:
        """The seats that have a right to cards."""
        return sorted({bet.seat for bet in s.bets if bet.bet == ANTE and not bet.late and not bet.back})

    def _deal(self, s: Any, act: Act, at: int) -> None:
        if act.topic in ("burn", "discard"):
            self.burn(s, act, at)
            return
        if s.is_dealt:
            self._exchange(s, act)
            return
        if not s.hands and not s.own:
            self.judge_bets(s)
            put(s, "closed", True)
        if act.topic == "all":
            self._deal_all(s, act, at)
        else:
            self._deal_card(s, act, at)
        put(s, "is_dealt", self.next_card(s) is None)

    def _deal_all(self, s: Any, act: Act, at: int) -> None:
        deal, cite = self.figures.deal, self.figures.deal.cite
        hands = {**s.planned.get("hands", {}), **act.facts.get("hands", {})}
        late = [int(seat) for seat in hands if any(bet.seat == int(seat) and not bet.back for bet in s.bets)]
        if s.hands or s.own:  # packets on top of the cards that lie
            self.add(s, finding(Fault.DREW_WRONGLY, at, cite, step="deal"))
            put(s, "hands", ())
        for seat in sorted({*self.seats(s), *late}):
            cards = read_cards(hands.get(str(seat), hands.get(seat)), "dealt.hands")
            put(s, "hands", (*s.hands, SeatCards(seat, cards)))
        put(s, "own", read_cards(act.facts.get("dealer", s.planned.get(DEALER)), "dealt.dealer"))
        wanted = "left-to-right" if deal.first == "left" else "right-to-left"
        if act.facts.get("direction", wanted) != wanted:
            self.add(s, finding(Fault.WRONG_ORDER, at, cite, step="deal"))
        elif s.hands and isinstance(act.facts.get("start"), int):
            first = in_order(self.rules, [hand.seat for hand in s.hands], deal.first)[0]
            if act.facts["start"] != first:
                self.add(s, finding(Fault.WRONG_TARGET, at, cite, step="deal", due=first, done=act.facts["start"]))
        last = "up" if deal.up == deal.dealer else "down"
        first_face = "up" if deal.up == 1 else "down"
        faces = (("players_face", "down"), ("dealer_last", last), ("dealer_first", first_face))
        if any(act.facts.get(name, face) != face for name, face in faces):
            self.wrong_face(s, at, deal.up_cite or cite, "deal")
        each = act.facts.get("cards_each", deal.player)
        if each != deal.player:
            self.add(s, finding(Fault.DREW_WRONGLY, at, cite, step="deal", due=deal.player, done=each))

    def next_card(self, s: Any) -> int | str | None:
        """The seat that gets the next card; `None` when all cards are dealt."""
        bets, hands, own, target = self._next
        if bets is not s.bets or hands is not s.hands or own is not s.own:  # asked several times between two cards
            target = self._find_next_card(s)
            self._next = (s.bets, s.hands, s.own, target)
        return target

    def _find_next_card(self, s: Any) -> int | str | None:
        order = self._deal_order(s)
        if s.in_turn[0] is order:
            return order[s.in_turn[1]] if s.in_turn[1] < len(order) else None
        counts: dict[int | str, int] = {hand.seat: len(hand.cards) for hand in s.hands}
        counts[DEALER] = len(s.own)
        return next_in_deal(order, counts)

    def _deal_order(self, s: Any) -> tuple[int | str, ...]:
        """The places that get the cards, in order. For the same seats it is the same object, compared with `is`."""
        bets, order = self._order
        if bets is not s.bets:
            seats = tuple(self.seats(s))
            order = self._orders.setdefault(seats, ()) or tuple(deal_order(self.rules, seats))
            self._orders[seats] = order
            self._order = (s.bets, order)
        return order

    def _deal_card(self, s: Any, act: Act, at: int) -> None:
        deal, target, wanted = self.figures.deal, act.topic, self.next_card(s)
        order, (known, count) = self._deal_order(s), s.in_turn
        if target != wanted:
            self._astray(s, target, at)
            put(s, "in_turn", ((), 0))
        elif known is order or not (s.hands or s.own):
            put(s, "in_turn", (order, count + 1))
        given = act.facts.get("card")
        if not given and s.planned.get("cards_in_order"):
            dealt = sum(len(hand.cards) for hand in s.hands) + len(s.own)
            given = next(iter(s.planned["cards_in_order"][dealt:]), None)
        cards = read_cards([given] if given else (), "card")
        if target == DEALER:
            put(s, "own", (*s.own, *cards))
            face = "up" if len(s.own) == deal.up else "down"
        else:
            hand, face = self.hand(s, target), "down"
            if not isinstance(target, int):
                raise RequestError("to", "a card must be dealt to a seat, to the dealer or to all")
            if hand is None:
                put(s, "hands", (*s.hands, SeatCards(target, cards)))
            else:
                self.set_hand(s, target, cards=(*hand.cards, *cards))
        if act.facts.get("face", face) != face:
            cite = deal.up_cite if target == DEALER else None
            self.wrong_face(s, at, cite or deal.cite, "deal", target if isinstance(target, int) else None)

    def _astray(self, s: Any, target: Any, at: int) -> None:
        """A card went to another place than the next one; only the first is a fault, and none to a late bet.

        A place that still waits for its card of this lap got it out of turn; any other should have got none.
        """
        late = any(bet.late and bet.seat == target and not bet.back for bet in s.bets)
        if not late and not any(found.step == "deal" and found.fault in ASTRAY for found in s.findings):
            held: dict[int | str, int] = {hand.seat: len(hand.cards) for hand in s.hands} | {DEALER: len(s.own)}
            order = self._deal_order(s)
            lap = min(held.get(place, 0) for place in order) if order else 0
            fault = Fault.WRONG_ORDER if target in order and held.get(target, 0) == lap else Fault.WRONG_TARGET
            seat = target if isinstance(target, int) else None
            self.add(s, finding(fault, at, self.figures.deal.cite, step="deal", seat=seat))

    def _exchange(self, s: Any, act: Act) -> None:
        """A card that a player bought takes the place of the one he gave up."""
        hand = self.hand(s, act.topic)
        if hand is not None and hand.discards is not None and act.facts.get("card"):
            left = tuple(card for card in hand.cards if card != hand.discards)
            cards = (*left, *read_cards([act.facts["card"]], "card"))
            self.set_hand(s, hand.seat, cards=cards, discards=None)

    # ── the players' decisions ───────────────────────────────────────────────────────────────────────────────────────

    def player(self, s: Any, act: Act, at: int) -> None:
        hand = self.hand(s, act.seat)
        if hand is not None and act.do in ("says", "signals", "chooses"):
            given = act.facts.get("discards", act.facts.get("discard"))
            if given:
                self.set_hand(s, act.seat, discards=read_cards([given], "discards")[0])
            word = meaning(act)
            if word and not hand.spoke:
                self.set_hand(s, act.seat, spoke=word)
                if word == GO:
                    self.lay_announced(s, act.seat, at)
                if word == FOLD or s.turned:
                    self.decide(s)
            return
        super().player(s, act, at)

    def _ask(self, s: Any, act: Act, at: int) -> None:
        self.set_hand(s, act.seat, asked=True)
        if self.asked_first not in ("left", "right") or act.seat is None:
            return
        for seat in in_order(self.rules, [hand.seat for hand in s.hands], self.asked_first):
            if seat == act.seat:
                return
            hand = self.hand(s, seat)
            if hand is not None and not hand.spoke and not hand.void:
                self.note_order(s, at, self.keys["ask"].step, ("spoke", seat), self.ask_cite, act.seat)
                return

    # ── the dealer's hand and the settling ───────────────────────────────────────────────────────────────────────────

    def _turn(self, s: Any, act: Act, at: int) -> None:
        if act.topic == DEALER:
            if act.facts.get("cards"):
                put(s, "own", read_cards(act.facts["cards"], "cards"))
            put(s, "turned", True)
            self.decide(s)
            put(s, "decided", s.is_dealt and self.nothing_left(s, self._decided))
            return
        hand = self.hand(s, act.topic)
        if hand is None:
            return
        if hand.spoke == FOLD and self.unseen is not None and not self.money_left(s, hand.seat):
            self.wrong_face(s, at, self.unseen.cite, self.unseen.step, hand.seat)
        self.set_hand(s, act.topic, turned=True)
        if s.turned:
            self._in_settling_order(s, hand.seat, at, turns=True)

    def _in_settling_order(self, s: Any, seat: Any, at: int, turns: bool = False) -> None:
        """Hands are settled one after the other from the side that the rulebook names; they may all be turned first,
        in the same order."""
        seats = [hand.seat for hand in s.hands if hand.spoke not in ("", FOLD) and not hand.void]
        if seat not in seats:
            return
        for other in in_order(self.rules, seats, self.first_settled):
            if other == seat:
                return
            hand = self.hand(s, other)
            if not self.is_settled(s, other) and not (turns and hand is not None and hand.turned):
                cite = self.figures.settling.cite
                self.note_order(s, at, self.keys["settle hands"].step, ("settled", other), cite, seat)
                return

    def _pick_up(self, s: Any, act: Act, at: int) -> None:
        hand = self.hand(s, act.topic)
        if hand is not None:
            if hand.spoke == FOLD and self.unseen is not None and act.facts.get("face") == "up":
                self.wrong_face(s, at, self.unseen.cite, self.unseen.step, hand.seat)
            if hand.prize and not hand.authorised:
                self._unauthorised(s, hand, at)
            elif hand.spoke != FOLD and not self._is_out_of_order(s) and s.turned:
                self._in_pick_up_order(s, hand.seat, at)
            self.set_hand(s, hand.seat, picked=True)
        elif act.topic == DEALER:
            left = next((each.seat for each in s.hands if not each.picked), None)
            if left is not None and not self._is_out_of_order(s):
                self.note_order(s, at, self.keys["pick-up"].step, ("picked", left), self.keys["pick-up"].cite, None)
            put(s, "own_picked", True)
        elif act.topic in ("all", ""):
            for each in s.hands:
                if each.prize and not each.authorised and not each.picked:
                    self._unauthorised(s, each, at)
                self.set_hand(s, each.seat, picked=True)
            put(s, "own_picked", True)
        elif act.topic in ("card", "exposed-card", "face-up-card", "discard"):
            self.burn(s, act, at)

    def _unauthorised(self, s: Any, hand: SeatCards, at: int) -> None:
        """A high hand stays face up until its payment is authorised."""
        own = [
            bet_figures(self.rules, bet.bet) for bet in s.bets if bet.seat == hand.seat and bet.bet in self.rules.bets
        ]
        cite = next((figures.approval_cite for figures in own if figures.approval), None)
        step = self.keys["pick-up"].step
        facts = {"seat": hand.seat, "needs": "large-win", "severity": "serious"}
        self.add(s, finding(Fault.TOO_EARLY, at, cite, step=step, **facts))

    def _is_out_of_order(self, s: Any) -> bool:
        found = (*s.findings, *(waiting.finding for waiting in s.waiting))
        return any(each.fault is Fault.WRONG_ORDER for each in found)

    def _in_pick_up_order(self, s: Any, seat: int, at: int) -> None:
        for other in self.playing(s):
            hand = self.hand(s, other)
            if other == seat or hand is None:
                return
            if not hand.picked and not (hand.prize and not hand.authorised):
                atom = self.keys["pick-up"]
                self.note_order(s, at, atom.step, ("picked", other), atom.cite, seat)
                return

    def inspector(self, s: Any, act: Act, at: int) -> None:
        super().inspector(s, act, at)
        if act.do in ("authorised", "approved", "go-on"):
            for hand in s.hands:
                if hand.prize and s.asks_floor in (None, hand.seat):
                    self.set_hand(s, hand.seat, authorised=True)

    # ── calls ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def call_problem(self, s: Any, act: Act) -> Citation | None:
        if act.topic == NO_HAND and s.turned and self.opens(s) and NO_HAND in self.rules.calls:
            return self.rules.calls[NO_HAND].cite
        return None

    # ── the procedure ────────────────────────────────────────────────────────────────────────────────────────────────

    def over_with(self, state: Any) -> int:
        if state.is_dealt:
            return self._deal_over | self._decided if state.decided else self._deal_over
        return 0

    def applies(self, s: Any, atom: Atom) -> bool:
        if atom.key == "lock-out":  # the button is locked with the closing call
            return self.has_meter and (s.done >> self.keys["close"].index & 1 or not s.is_dealt)
        if atom.topic == NO_HAND:
            return bool(s.turned) and not self.opens(s) and bool(self.playing(s))
        if atom.key == "close second" and not self.playing(s):
            return not s.is_dealt
        if atom.key == "turn dealer" and not self.awaits_dealer(s):
            return not s.is_dealt
        return super().applies(s, atom)

    def outstanding(self, s: Any, atom: Atom, act: Act | None) -> bool:
        key = atom.key
        seat = None if act is None else act.topic if act.do in ("pick-up", "turn") else act.seat
        hand = None if seat is None else self.hand(s, seat)
        if key == "deal":
            return not s.is_dealt
        if key == "ask":
            return not (hand.spoke if hand is not None else self.all_spoke(s))
        if key == "take fold":
            return any(self._fold_bets(s, each) for each in ([hand] if hand else s.hands))
        if atom is self.fold_cards:
            return any(self._fold_stays(s, each) for each in s.hands)
        if key == "turn dealer":
            return not s.turned and bool(self.awaits_dealer(s) or not s.is_dealt)
        if key == "turn hands":
            hands = [hand] if hand is not None else s.hands
            return not s.is_dealt or (self.opens(s) and any(not each.turned and self.is_in(each) for each in hands))
        if key == "settle hands":
            return self._is_unsettled(s, hand.seat if hand is not None else None)
        if key == "settle meter":
            return self.anything_left(s, after=True)
        if key == "pick-up":
            return not s.own_picked or any(not each.picked for each in s.hands)
        return super().outstanding(s, atom, act)

    def _is_unsettled(self, s: Any, seat: int | None) -> bool:
        if not s.turned and (seat is not None or self.awaits_dealer(s)):
            return True
        return self.anything_left(s) if seat is None else bool(self.money_left(s, seat))

    def _fold_bets(self, s: Any, hand: SeatCards) -> list[Any]:
        if hand.spoke != FOLD:
            return []
        return [left for left in self.money_left(s, hand.seat) if left[2] == "take" and not self.stays(left[0].bet)]

    def _fold_stays(self, s: Any, hand: SeatCards) -> bool:
        """Whether the cards of a player who gave up still lie there, and no other bet of his needs them."""
        if hand.spoke != FOLD or hand.picked:
            return False
        own = (bet for bet in s.bets if bet.seat == hand.seat and bet.stake and not bet.closed and not bet.taken)
        return not any(self.stays(bet.bet) for bet in own)

    def is_needed(self, atom: Atom, need: Atom, act: Act | None) -> bool:
        if atom is self.fold_cards and need.key == "take fold":
            return False  # the bet and the cards of a player who gives up are taken in any order
        if atom.key == "close second" and need.key != "ask":
            return False  # the second bets close when all have spoken
        # Each hand is turned and settled before the next.
        return act is not None or (atom.key, need.key) != ("settle hands", "turn hands")

    def is_open(self, s: Any, key: Any) -> bool:
        if isinstance(key, tuple) and key[0] in ("spoke", "settled", "picked"):
            hand = self.hand(s, key[1])
            if key[0] == "settled":
                return not self.is_settled(s, key[1])
            return hand is not None and not (hand.spoke if key[0] == "spoke" else hand.picked)
        return super().is_open(s, key)

    def at_end(self, s: Any) -> Iterator[Finding]:
        yield from self.accidents_at_end(s)
        if s.void or not s.is_dealt:
            return
        counted = set(self.seats(s))  # a late ante gives no right to cards: nothing has to be done with them
        hands = [hand for hand in s.hands if hand.seat in counted]
        silent = next((hand for hand in hands if not hand.spoke and not hand.void), None)
        if silent is not None:
            ask = self.keys["ask"]
            yield finding(Fault.SKIPPED, None, ask.cite, step=ask.step, seat=silent.seat)
        if not s.turned and self.awaits_dealer(s):
            yield finding(Fault.SKIPPED, None, self.keys["turn dealer"].cite, step=self.keys["turn dealer"].step)
            return
        hidden = next((hand for hand in s.hands if self.must_turn(s, hand) and not hand.turned), None)
        if hidden is not None:
            turn = self.keys["turn hands"]
            yield finding(Fault.SKIPPED, None, turn.cite, step=turn.step, seat=hidden.seat)
        pick_up = self.keys["pick-up"]
        left = next((hand.seat for hand in hands if not hand.picked), None)
        if (left is not None or not s.own_picked) and not pick_up.optional:
            yield finding(Fault.SKIPPED, None, pick_up.cite, step=pick_up.step, seat=left)

    # ── due acts ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def todo(self, s: Any, atom: Atom) -> tuple[Act, ...]:
        key = atom.key
        if key == "close":
            facts: dict[str, Any] = {"say": True}
            return (
                Act(
                    "close", facts={**facts, "lock_out": True} if self.has_meter and "lock-out" in self.keys else facts
                ),
            )
        if key == "close second":
            return (Act("close", facts={"say": True}),)
        if key == "lock-out":
            return ()
        if key == "cut":
            return (Act("cut", topic=DEALER),)
        if key == "deal":
            target = self.next_card(s)
            up = target == DEALER and len(s.own) + 1 == self.figures.deal.up
            return () if target is None else (Act("deal", topic=target, facts={"face": "up" if up else "down"}),)
        if key == "ask":
            side = self.asked_first if self.asked_first in ("left", "right") else "left"
            for seat in in_order(self.rules, [hand.seat for hand in s.hands if not hand.spoke], side):
                hand = self.hand(s, seat)
                return () if hand is None or hand.asked else (Act("ask", seat=seat, topic="go-or-not"),)
            return ()
        if key == "take fold":
            return tuple(self._money_act(left) for hand in s.hands for left in self._fold_bets(s, hand))
        if atom is self.fold_cards:
            return tuple(Act("pick-up", topic=hand.seat) for hand in s.hands if self._fold_stays(s, hand))
        if key == "turn dealer":
            return (Act("turn", topic=DEALER),)
        if key in ("turn hands", "settle hands"):
            return self._next_settled(s, key)
        if key == "settle meter":
            return tuple(
                self._money_act(left) for hand in s.hands for left in self.money_left(s, hand.seat, after=True)
            )[:1]
        if key == "pick-up":
            return self._next_pick_up(s)
        return super().todo(s, atom)

    def _money_act(self, left: Any) -> Act:
        bet, due, verb = left
        return Act(verb, seat=bet.seat, bet=bet.bet, amount=due.pays if verb == "pay" else due.loses)

    def _next_settled(self, s: Any, key: str) -> tuple[Act, ...]:
        seats = in_order(self.rules, [hand.seat for hand in s.hands], self.first_settled)
        seat = next((each for each in seats if not self.is_settled(s, each)), None)
        hand = self.hand(s, seat)
        if hand is None:
            return ()
        if not hand.turned and self.must_turn(s, hand):
            return (Act("turn", topic=hand.seat),) if key == "turn hands" else ()
        return tuple(map(self._money_act, self.money_left(s, seat))) if key == "settle hands" else ()

    def _next_pick_up(self, s: Any) -> tuple[Act, ...]:
        waiting = next((hand for hand in s.hands if hand.prize and not hand.authorised and not hand.picked), None)
        if waiting is not None:
            asked = s.asks_floor == waiting.seat
            return () if asked else (Act("floor", seat=waiting.seat, topic="large-win"),)
        seats = [hand.seat for hand in s.hands if not hand.picked]
        for seat in in_order(self.rules, seats, self.first_settled):
            return (Act("pick-up", topic=seat),)
        return (Act("pick-up", topic=DEALER),)
