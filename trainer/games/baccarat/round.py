"""A coup as a round: a new shoe, bets, calls, exposed cards, the order of the procedure, commission and payment.

What happens to the cards themselves is in `round_cards`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from trainer.games.baccarat.burn import cards_to_burn
from trainer.games.baccarat.drawing import total
from trainer.games.baccarat.figures import Side
from trainer.games.baccarat.limits import refused_bets
from trainer.games.baccarat.round_cards import SIDES, BaccaratState, CoupCards, as_bet, card_of
from trainer.games.baccarat.settle import settle_bet
from trainer.games.baccarat.table import seats_in_order
from trainer.games.core import RequestError, Settlement
from trainer.games.round import Act, Fault, Finding, Incident, Laid, Money, Waiting, finding
from trainer.games.round_engine import ONCE, Atom, is_left, limits_of, put, replace
from trainer.games.round_money import Kept, first_box
from trainer.rulebooks.schema import Citation, GameRules

WINNER = "winner"  # stands in the procedure for the call of whoever wins
NEW_SHOE = ("shuffle", "cut", "cut-card", "burn")  # steps of a shoe, not of a coup
SHOWN = "shown"  # a card that fell is shown to the players before it is used
NEXT_VOID = "next-round-void"


class BaccaratRound(CoupCards):
    """Punto banco and its relatives in which the house is the bank."""

    incidents: ClassVar[Mapping[str, str]] = {
        "card-face-up-in-shoe": "card-face-up",
        "card-on-floor": "card-on-floor",
        "cards-stuck": "cards-stuck",
        "card-in-discard-slot": "card-in-discard-slot",
        "misdeal": "dealing-error",
    }
    harmless = frozenset({"used", "continues", "keeps-value", ""})
    once = ONCE | {"shuffle", "cut", "call", "turn", "burn", "pick-up"}

    def __init__(self, rules: GameRules) -> None:
        super().__init__(rules)
        self.by_croupier = self.figures.deal.by == "croupier"
        self._undone: dict[tuple[tuple[int, ...], int], tuple[Atom, ...]] = {}  # needs, by what is done
        # Why a player's bets together may not lie, by the bets and the limits.
        self._problems: Kept[tuple[Citation | None, ...]] = Kept()
        self._deal = next(
            atom for atom in self.atoms if atom.step == "deal" and atom.verb in ("deal", "shoe-holder-deals")
        )
        self._close = next((atom for atom in self.atoms if atom.verb == "close"), None)
        self._cards = next((atom for atom in self.atoms if atom.topic == "cards"), None)
        self.holder_deals = [atom for atom in self.atoms if atom.verb in ("deal", "shoe-holder-deals")]
        self._shoe_steps = [atom for atom in self.atoms if atom.step in NEW_SHOE]
        self._of_shoe = sum(1 << atom.index for atom in self._shoe_steps)

    # ── before the coup ──────────────────────────────────────────────────────────────────────────────────────────────

    def prepare(self, s: Any, before: Mapping[str, Any]) -> None:
        put(s, "limits", limits_of(before))
        put(s, "cut_out", bool(before.get("cut_card_out")))

    def _judge_bets(self, s: Any) -> None:
        """Find the bets that may not lie. A tie may be laid before the bet it needs, so all are looked at together."""
        of_seat: dict[int | None, list[int]] = {}
        for index, bet in enumerate(s.bets):
            if not bet.late and not bet.back:
                of_seat.setdefault(bet.seat, []).append(index)
        for timely in of_seat.values():
            for index, wrong in zip(timely, self._refused(s, [s.bets[index] for index in timely]), strict=True):
                bet = s.bets[index]
                if bet.at >= 0 and bet.wrong is not wrong:  # what lay before the round was accepted before it
                    self.set_bet(s, index, wrong=wrong)

    def _refused(self, s: Any, bets: list[Laid]) -> tuple[Citation | None, ...]:
        """Why each of a player's bets may not lie, `None` if it may."""
        key = (s.limits, *((bet.bet, str(bet.on), bet.stake) for bet in bets))
        if key not in self._problems:
            least, most = (None if each is None else Fraction(each) for each in s.limits)
            refused = refused_bets(self.rules, [as_bet(bet) for bet in bets], least, most)
            self._problems[key] = tuple(refused.get(place) for place in range(len(bets)))
        return self._problems[key]

    # ── cards ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def table(self, s: Any, act: Act, at: int) -> None:
        if act.do == "shoe-holder-deals":
            self._begin(s)
            order = self._cards or self._close
            if order is not None and order.call and not s.done >> order.index & 1:
                late = finding(Fault.CALL_LATE, None, order.cite, step=order.call)
                if not any(waiting.key == order.index for waiting in s.waiting):
                    put(s, "waiting", (*s.waiting, Waiting(order.index, late, late)))
            self._lay_card(s, act, at, by_dealer=False)
        elif act.do == "cut-card-out":
            put(s, "cut_out", True)
        elif act.do in ("card-exposed", "card-face-up-in-shoe"):
            self._exposed(s, act, at)
        else:
            super().table(s, act, at)

    def _exposed(self, s: Any, act: Act, at: int) -> None:
        """A card is seen: the first of the next coup annuls that one, any other goes where it belongs."""
        card = str(act.facts.get("card", ""))
        if self.is_over(s) and "next-round-card-exposed" in self.rules.irregularities:
            self.open_incident(s, "next-round-card-exposed", at, card=card, ruling=NEXT_VOID)
        elif act.do == "card-face-up-in-shoe":
            entry = self.rules.irregularities.get("card-face-up")
            put(s, "face_up", card_of(act) if card else None)
            self.open_incident(s, "card-face-up", at, card=card, ruling=str(entry.data["card"]) if entry else "")
        else:
            self.open_incident(s, "cards-seen", at, card=card)

    def lay(self, s: Any, act: Act, at: int) -> None:
        super().lay(s, act, at)
        if s.dues:
            self._decide(s)

    def _begin(self, s: Any) -> None:
        """The first card closes the bets where no call does."""
        if not s.player and not s.banker:
            put(s, "closed", True)
            self._judge_bets(s)

    def give_back(self, s: Any, act: Act, at: int) -> None:
        if not s.closed:
            self._judge_bets(s)
        super().give_back(s, act, at)

    # ── acts of the dealer ───────────────────────────────────────────────────────────────────────────────────────────

    def atom_of(self, s: Any, act: Act) -> Atom | None:
        burns = act.do == "burn" or (act.do == "deal" and act.topic == "burn")
        if burns and (self._is_within_coup(s) or self._face_up_incident(s) is not None):
            return None
        if act.do == "pick-up" and "card-" in str(act.topic):  # a card that fell, not the hands
            return None
        if act.do == "deal" and act.topic in SIDES:
            return self._third[str(act.topic)] if self.is_dealt(s) else self._deal if self.by_croupier else None
        if act.do == "call":
            topic = str(act.topic)
            if topic in ("player-wins", "banker-wins", "tie"):
                return self._atom_at.get(("dealer", "call", WINNER))
            for side in SIDES:
                if topic == f"{side}-stands":
                    return self._called[side]
            return self._atom_at.get(("dealer", "call", topic))
        return super().atom_of(s, act)

    def check_needs(self, s: Any, act: Act, at: int, atom: Atom) -> None:
        if act.do == "call" and atom.topic == WINNER:
            self._stands_silently(s, at)
        elif act.do == "call" and atom is self._called[Side.BANKER]:
            self._stands_silently(s, at, (Side.PLAYER.value,))
        if s.passed_over is None or act.topic != Side.PLAYER:
            self._check_draw_call(s, act)
        super().check_needs(s, act, at, atom)

    def dealer(self, s: Any, act: Act, at: int, atom: Atom | None) -> None:
        if act.do == "close":
            self._judge_bets(s)
            if atom is not None and atom.call and act.facts.get("say") is False:
                self.add(s, finding(Fault.CALL_MISSED, None, atom.cite, step=atom.call, severity="serious"))
        elif act.do == "deal" and act.topic == "burn" and self._face_up_incident(s) is None:
            self._turn_first(s, act, at)
        elif act.do == "deal" and act.topic != "burn":
            self._begin(s)
            self._lay_card(s, act, at, by_dealer=True)
        elif act.do in ("burn", "deal"):
            self._burn(s, act, at)
        elif act.do == "mark" and act.topic == "commission":
            self._mark_commission(s, act)
        elif act.do == "turn" and act.topic not in SIDES:  # both hands at once
            for side in SIDES:
                turn = self._atom_at.get(("dealer", "turn", side))
                put(s, "done", s.done | (1 << turn.index if turn is not None else 0))
        elif act.do == "cut" and "behind" in act.facts:
            self._cut(s, act, at)
        elif act.do == "call":
            self._draw_or_stand(s, act, at)
            if act.topic == NEXT_VOID:
                self._close_all(s, (NEXT_VOID,))
        elif act.do in ("show", "say", "move") or (act.do == "pick-up" and act.topic not in ("all", "")):
            self._close_all(s, ("continues", "keeps-value", "reorder", SHOWN))

    def ruling_of(self, incident_id: str) -> str:
        data = self.rules.irregularities[incident_id].data
        if data.get("action") == "reorder":
            return "reorder"
        return SHOWN if data.get("both-faces-shown") else super().ruling_of(incident_id)

    def _close_all(self, s: Any, rulings: tuple[str, ...]) -> None:
        for incident in s.incidents:
            if not incident.closed and incident.ruling in rulings:
                self.close_incident(s, incident)

    def _mark_commission(self, s: Any, act: Act) -> None:
        """A commission that was not kept is marked as a debt in the player's box, where the regulation allows it."""
        if "commission-paid" not in self.rules.options:
            return
        put(s, "owing", s.owing | {act.seat})
        owed = [
            found
            for found in s.findings
            if found.fault is Fault.COMMISSION and found.seat == act.seat and not found.done
        ]
        if owed and act.amount in (None, owed[0].due):
            put(s, "findings", tuple(each for each in s.findings if each is not owed[0]))

    def pay(self, s: Any, act: Act, at: int) -> None:
        fee = self._fee(s, act) if act.seat in s.owing else 0
        super().pay(s, act, at)
        if not fee:
            return
        here = [found for found in s.findings if found.at == at]  # his commission was marked or taken before
        put(s, "findings", tuple(each for each in s.findings if each not in here or each.done))
        if not here:
            self._charged(s, act, at, fee, 2 * fee)

    def take(self, s: Any, act: Act, at: int) -> None:
        fee = self._fee(s, act) if act.topic == "commission" and act.amount is not None else 0
        if not fee or act.amount is None:
            super().take(s, act, at)
            return
        put(s, "rack", s.rack + act.amount)  # before the bet is paid in full
        put(s, "players", s.players - act.amount)
        put(s, "owing", s.owing | {act.seat})
        if act.amount != fee:
            self._charged(s, act, at, fee, act.amount)

    def _fee(self, s: Any, act: Act) -> Money:
        """The commission on the bets that a payment to a player would pay now."""
        left = (index for index in self.matching(s, act) if index < len(s.dues))
        fees: list[Money] = [s.dues[index].commission for index in left if is_left(s.bets[index], s.dues[index], "pay")]
        return sum(fees, 0)

    def _charged(self, s: Any, act: Act, at: int, due: Money, done: Money) -> None:
        facts = {"seat": act.seat, "due": due, "done": done, "money": done - due}
        self.add(s, finding(Fault.COMMISSION, at, self.rules.bets["banker"].cite, **facts))

    def _turn_first(self, s: Any, act: Act, at: int) -> None:
        put(s, "turned", card_of(act))
        if act.facts.get("face") == "down":
            self.add(s, finding(Fault.WRONG_FACE, at, self.figures.burn.cite, step="burn"))

    def _burn(self, s: Any, act: Act, at: int) -> None:
        """Burn cards of a new shoe, or a card that came face up."""
        cards = act.facts.get("cards")
        opened = self._face_up_incident(s)
        if opened is not None:
            if opened.ruling == "used":
                self.add(s, finding(Fault.WRONG_RULING, at, opened.cite, incident=opened.id))
            self.close_incident(s, opened)
            put(s, "face_up", None)
            return
        burn = self.figures.burn
        due = burn.fixed if burn.fixed is not None else cards_to_burn(burn, s.turned) if s.turned else None
        due = 0 if self._is_within_coup(s) else due  # nothing is burned there without a reason
        if due is not None and cards is not None and cards != due:
            self.add(s, finding(Fault.BURN_WRONG, at, burn.cite, due=due, done=cards, step="burn"))

    def _face_up_incident(self, s: Any) -> Incident | None:
        return next((each for each in s.incidents if not each.closed and each.id == "card-face-up"), None)

    def _cut(self, s: Any, act: Act, at: int) -> None:
        cut, behind = self.figures.cut_card, act.facts["behind"]
        if isinstance(behind, int) and not cut.behind_least <= behind <= cut.behind_most:
            self.add(s, finding(Fault.NOT_ALLOWED, at, cut.cite, step="cut-card"))

    def call_facts(self, s: Any, call: str) -> dict[str, Any]:
        player, banker = total(s.player), total(s.banker)
        if call == "totals":
            return {"player": total(s.player[:2]), "banker": total(s.banker[:2])}
        if call in ("player-wins", "banker-wins", "tie"):
            return {"player": player, "banker": banker}
        if call in ("player-stands", "player-total"):
            return {"total": player}
        return {"total": banker} if call == "banker-stands" else {}

    def call_problem(self, s: Any, act: Act) -> Citation | None:
        call = str(act.topic)
        rule = self.rules.calls.get(call)
        cite = rule.cite if rule is not None else self._third[Side.PLAYER].cite
        if not self.is_dealt(s):
            return None
        if call in ("player-wins", "banker-wins", "tie") and call != self.winner_call(s):
            return cite
        if call == "natural" and not self.is_natural(s):
            return cite
        wanted = self.call_facts(s, call)
        said = {name: act.facts[name] for name in wanted if name in act.facts}
        if call == "tie" and "total" in act.facts:
            said["player"] = act.facts["total"]
        return None if all(wanted[name] == told for name, told in said.items()) else cite

    def winner_call(self, s: Any) -> str:
        winner = self.result(s).winner
        return winner if winner == "tie" else f"{winner}-wins"

    def add(self, s: Any, found: Finding) -> None:
        """Name the call that was really missing: the winner's, or whether a hand draws."""
        if found.fault in (Fault.CALL_MISSED, Fault.CALL_EARLY, Fault.CALL_LATE):
            if found.step == WINNER:
                call = self.winner_call(s)
                found = replace(found, step=call, cite=str(self.rules.calls[call].cite))
            for side in SIDES:
                if found.step == f"{side}-draws" and len(s.player if side == Side.PLAYER else s.banker) < 3:
                    found = replace(found, step=f"{side}-stands")
        super().add(s, found)

    # ── the procedure ────────────────────────────────────────────────────────────────────────────────────────────────

    def applies(self, s: Any, atom: Atom) -> bool:
        if atom.step in NEW_SHOE:
            return self._has_new_shoe(s)
        if atom.topic == "last-hand":
            return bool(s.cut_out)
        if atom.step == "third-cards" and self.is_dealt(s):
            if self.is_natural(s) and not s.astray:
                return False
            if atom is self._total:
                return len(s.player) > 2
        return super().applies(s, atom) or atom.step == "third-cards"

    def _has_new_shoe(self, s: Any) -> bool:
        return bool(s.done & self._of_shoe)

    def _is_within_coup(self, s: Any) -> bool:
        """Whether a card of a coup lies and nothing of a new shoe is left to do."""
        return bool(s.player) and s.done & self._of_shoe in (0, self._of_shoe)

    def over_with(self, state: Any) -> int:
        return 0 if state.done & self._of_shoe else self._of_shoe

    def outstanding(self, s: Any, atom: Atom, act: Act | None) -> bool:
        if atom is self._deal:
            return not self.is_dealt(s)
        if atom.verb in ("take", "pay") and not s.dues:
            return True
        if atom.step == "third-cards" and atom.verb == "deal":
            return self.must_draw(s, atom.topic)
        if atom.step in NEW_SHOE and not self._has_new_shoe(s):
            return False
        return super().outstanding(s, atom, act)

    def unmet(self, s: Any, atom: Atom, act: Act | None, known: dict[int, bool] | None = None) -> Atom | None:
        """The first unmet need; one that this coup does not call for (a third card) stands for its own needs."""
        found = super().unmet(s, atom, act, known)
        if found is not None:
            return found
        key = (atom.needs, s.done | self.over_with(s))
        others = self._undone.get(key)
        if others is None:
            others = tuple(self.atoms[index] for index in atom.needs if not key[1] >> index & 1)
            self._undone[key] = others
        for other in others:
            further = self.unmet(s, other, act, known)
            if further is not None:
                return further
        return None

    def annul(self, s: Any) -> None:
        """A coup that is annulled is over: its cards go away and the stakes go back."""
        put(s, "dues", ())
        put(s, "waiting", ())
        put(s, "done", s.done | (1 << len(self.atoms)) - 1)

    def at_end(self, s: Any) -> Iterator[Finding]:
        self._check_draw_call(s, Act("end"))
        opened = any(s.done >> atom.index & 1 for atom in self.atoms if atom.verb in ("open", "close"))
        if self._has_new_shoe(s) and opened:
            skipped = {atom.step: atom for atom in self._shoe_steps if not s.done >> atom.index & 1}
            for step, atom in skipped.items():
                if not any(found.fault is Fault.SKIPPED and found.step == step for found in s.findings):
                    yield finding(Fault.SKIPPED, None, atom.cite, step=step)
        hidden = next((atom for atom in self.atoms if atom.verb == "turn" and not s.done >> atom.index & 1), None)
        if hidden is not None and s.dues and not s.void:
            yield finding(Fault.SKIPPED, None, hidden.cite, step=hidden.step)
        pick_up = self._atom_at.get(("dealer", "pick-up", ""))
        if pick_up is not None and s.dues and not s.void and not s.done >> pick_up.index & 1:
            yield finding(Fault.SKIPPED, None, pick_up.cite, step=pick_up.step)

    # ── views ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def settlement(self, state: BaccaratState) -> Settlement:
        if not self.is_over(state):
            raise RequestError("player", "the coup is not over")
        result = self.result(state)
        laid = [bet for bet in state.bets if not bet.late and bet.wrong is None]
        return Settlement(tuple(settle_bet(self.rules, as_bet(bet), result, self.terms) for bet in laid))

    def todo(self, s: Any, atom: Atom) -> tuple[Act, ...]:
        if atom.verb in ("deal", "shoe-holder-deals") and atom.topic != "burn":
            return self._next_card(s, atom)
        if atom.verb == "call":
            return self._next_call(s, atom)
        if atom.verb in ("take", "pay"):
            return self._next_box(s, atom.verb)
        if atom.verb == "pick-up":
            return (Act("pick-up", topic="all"),)
        if atom.verb == "cut":
            behind = {"behind": self.figures.cut_card.behind_least} if atom.topic == "house" else {}
            return (Act("cut", topic=atom.topic or "player", facts=behind),)
        if atom.verb == "deal":
            return (Act("deal", topic="burn", facts={"face": "up"}),)
        if atom.verb == "burn":
            burn = self.figures.burn
            due = burn.fixed if burn.fixed is not None else cards_to_burn(burn, s.turned) if s.turned else 0
            return (Act("burn", facts={"cards": due}),)
        return super().todo(s, atom)

    def _next_card(self, s: Any, atom: Atom) -> tuple[Act, ...]:
        side = self.next_hand(s)
        if side is None or (atom is not self._deal and atom.topic != side):
            return ()
        facts = {"face": self.first_face if atom is self._deal else "up"}
        if self.by_croupier:
            return (Act("deal", topic=side, facts=facts),)
        return (Act("shoe-holder-deals", "table", topic=side, facts=facts),)

    def _next_call(self, s: Any, atom: Atom) -> tuple[Act, ...]:
        call = atom.topic
        if call == WINNER:
            call = self.winner_call(s)
        for side in SIDES:
            if atom is self._called[side] and not self.must_draw(s, side):
                call = f"{side}-stands"
        return (Act("call", topic=call, facts=self.call_facts(s, call)),)

    def _next_box(self, s: Any, verb: str) -> tuple[Act, ...]:
        left = [(bet, due) for bet, due in zip(s.bets, s.dues, strict=False) if is_left(bet, due, verb)]
        seats = {bet.seat for bet, _ in left if bet.seat is not None}
        order = {seat: place for place, seat in enumerate(seats_in_order(self.rules, sorted(seats)))}
        left.sort(key=lambda each: order.get(each[0].seat, -1))
        return first_box(left, verb)
