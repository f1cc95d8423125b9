"""A coup as a round: a new shoe, the deal, third cards by the tables, the calls, and the settlement of every box.

The hands are judged by the cards that lie. A third card that the table does not give is one fault, and what follows is
judged as if it belonged there; the same holds for a hand that stands although it must draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from trainer.equipment import NotReadableError
from trainer.equipment.cards import Card
from trainer.games.baccarat.burn import cards_to_burn
from trainer.games.baccarat.commission import terms
from trainer.games.baccarat.coup import Result, verdict_of
from trainer.games.baccarat.drawing import Verdict, is_natural, total
from trainer.games.baccarat.figures import Act as DrawAct
from trainer.games.baccarat.figures import Side, baccarat
from trainer.games.baccarat.limits import refused_bets
from trainer.games.baccarat.settle import settle_bet
from trainer.games.baccarat.table import seats_in_order
from trainer.games.core import Bet, RequestError, Settlement
from trainer.games.round import Act, Due, Fault, Finding, Incident, Laid, Money, State, Waiting, finding, read_amount
from trainer.games.round_engine import Atom, TableRound, due_of, is_left, put, replace
from trainer.rulebooks.schema import Citation, GameRules

SIDES = (Side.PLAYER.value, Side.BANKER.value)
WINNER = "winner"  # stands in the procedure for the call of whoever wins
NEW_SHOE = ("shuffle", "cut", "cut-card", "burn")  # steps of a shoe, not of a coup
NEXT_VOID = "next-round-void"


class BaccaratState(State, frozen=True, kw_only=True):
    """A coup: the cards, what was called, and what the dealer did about a new shoe."""

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    stood: frozenset[str] = frozenset()  # hands that were called to stand, rightly or not
    astray: bool = False  # a card was drawn that the tables do not give, or went to the wrong hand
    misfaced: bool = False
    misdealt: tuple[int, str, str | None] | None = None  # a wrong card: when, its hand, and the hand it belongs to
    draw_call: tuple[str, int] | None = None  # a hand that was wrongly called to draw, and when
    face_up: Card | None = None  # a card that lies face up in the shoe
    turned: Card | None = None  # the first card of a new shoe
    cut_out: bool = False  # the cut card has come out
    limits: tuple[Money | None, Money | None] = (None, None)


class BaccaratRound(TableRound[BaccaratState]):
    """Punto banco and its relatives in which the house is the bank."""

    state_type = BaccaratState
    incidents: ClassVar[Mapping[str, str]] = {
        "card-face-up-in-shoe": "card-face-up",
        "card-on-floor": "card-on-floor",
        "cards-stuck": "cards-stuck",
        "card-in-discard-slot": "card-in-discard-slot",
        "misdeal": "dealing-error",
    }

    def __init__(self, rules: GameRules) -> None:
        super().__init__(rules)
        self.figures = baccarat(rules)
        self.terms = terms(rules)
        self.by_croupier = self.figures.deal.by == "croupier"
        self.first_face = "up" if self.figures.deal.face_up else "down"
        self._deal = next(
            atom for atom in self.atoms if atom.step == "deal" and atom.verb in ("deal", "shoe-holder-deals")
        )
        third = [atom for atom in self.atoms if atom.step == "third-cards"]
        self._third = {side: next(a for a in third if a.verb == "deal" and a.topic == side) for side in SIDES}
        self._called = {side: next(a for a in third if a.topic == f"{side}-draws") for side in SIDES}
        self._total = next((atom for atom in third if atom.topic == "player-total"), None)
        self._close = next((atom for atom in self.atoms if atom.verb == "close"), None)
        self._cards = next((atom for atom in self.atoms if atom.topic == "cards"), None)
        self._shoe_steps = [atom for atom in self.atoms if atom.step in NEW_SHOE]

    # ── the tables ───────────────────────────────────────────────────────────────────────────────────────────────────

    def verdict(self, s: BaccaratState, side: str) -> Verdict | None:
        """What the tables say of a hand's third card; `None` where a natural ends the coup."""
        if self.is_natural(s) and not s.astray:
            return None
        own = total((s.player if side == Side.PLAYER else s.banker)[:2])
        if is_natural(self.figures, own):
            return None
        return verdict_of(self.figures, s.player, s.banker, Side(side))

    def must_draw(self, s: BaccaratState, side: str) -> bool:
        """Whether a hand still has to get its third card."""
        hand = s.player if side == Side.PLAYER else s.banker
        if not self.is_dealt(s) or len(hand) > 2 or side in s.stood:
            return False
        verdict = self.verdict(s, side)
        return verdict is not None and verdict.act is DrawAct.DRAW

    def is_dealt(self, s: BaccaratState) -> bool:
        return len(s.player) + len(s.banker) >= len(self.figures.deal.order)

    def next_hand(self, s: BaccaratState) -> str | None:
        """The hand the next card belongs to; `None` when the coup is over."""
        dealt = len(s.player) + len(s.banker)
        if dealt < len(self.figures.deal.order):
            return self.figures.deal.order[dealt].value
        return next((side for side in SIDES if self.must_draw(s, side)), None)

    def is_over(self, s: BaccaratState) -> bool:
        return self.is_dealt(s) and self.next_hand(s) is None

    def is_natural(self, s: BaccaratState) -> bool:
        return any(is_natural(self.figures, total(hand[:2])) for hand in (s.player, s.banker))

    def result(self, s: BaccaratState) -> Result:
        return Result.of_totals(
            total(s.player), total(s.banker), len(s.player), len(s.banker), self.is_natural(s) and not s.astray
        )

    # ── before the coup ──────────────────────────────────────────────────────────────────────────────────────────────

    def prepare(self, s: Any, before: Mapping[str, Any]) -> None:
        limits = [before.get("minimum"), before.get("maximum")]
        put(s, "limits", tuple(None if each is None else read_amount(each, "before") for each in limits))
        put(s, "cut_out", bool(before.get("cut_card_out")))

    def _judge_bets(self, s: Any) -> None:
        """Find the bets that may not lie. A tie may be laid before the bet it needs, so all are looked at together."""
        timely = [index for index, bet in enumerate(s.bets) if not bet.late and not bet.back]
        least, most = (None if each is None else Fraction(each) for each in s.limits)
        refused = refused_bets(self.rules, [as_bet(s.bets[index]) for index in timely], least, most)
        for place, index in enumerate(timely):
            self.set_bet(s, index, wrong=refused.get(place))

    # ── cards ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def table(self, s: Any, act: Act, at: int) -> None:
        if act.do == "shoe-holder-deals":
            self._begin(s)
            if self._cards is not None and not s.done >> self._cards.index & 1:
                late = finding(Fault.CALL_LATE, None, self._cards.cite, step=self._cards.call)
                if not any(waiting.key == self._cards.index for waiting in s.waiting):
                    put(s, "waiting", (*s.waiting, Waiting(self._cards.index, late, late)))
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

    def _lay_card(self, s: Any, act: Act, at: int, *, by_dealer: bool) -> None:
        """A card goes to a hand. Only what the dealer himself did wrong is a finding."""
        side, card = str(act.topic), card_of(act)
        if side not in SIDES:
            raise RequestError("to", f"{side!r} is neither player nor banker")
        self._settle_face_up(s, card)
        wanted, first = self.next_hand(s), not self.is_dealt(s)
        hand = s.player if side == Side.PLAYER else s.banker
        if not s.astray and side != wanted:
            self._misplaced(s, at, side, wanted, first=first, by_dealer=by_dealer)
        face = act.facts.get("face")
        lawful = self.first_face if first else "up"
        if by_dealer and face is not None and face != lawful and card != s.face_up and not s.misfaced:
            cite = self.figures.deal.cite if first else self._third[side].cite
            self.add(s, finding(Fault.WRONG_FACE, at, cite, step="deal" if first else "third-cards"))
            put(s, "misfaced", True)
        if card == s.face_up:
            put(s, "face_up", None)
        put(s, side, (*hand, card))
        if not first:
            put(s, "done", s.done | 1 << self._third[side].index)
        if s.draw_call is not None and s.draw_call[0] == side:
            put(s, "draw_call", None)
        self._decide(s)

    def _misplaced(self, s: Any, at: int, side: str, wanted: str | None, *, first: bool, by_dealer: bool) -> None:
        natural = self.is_dealt(s) and self.is_natural(s)
        put(s, "astray", True)
        put(s, "misdealt", (at, side, wanted))
        drew = side == Side.PLAYER and len(s.player) == 2 and side not in s.stood
        if first or (wanted is not None and not drew):
            if by_dealer:
                step = "deal" if first else "third-cards"
                cite = self.figures.deal.cite if first else self._third[wanted or side].cite
                self.add(s, finding(Fault.WRONG_TARGET, at, cite, step=step))
            if not first:
                put(s, "stood", frozenset(SIDES))
                self._spare_calls(s, SIDES)
            return
        if side in s.stood and self._retract(s, side):  # called to stand, drawn all the same as the table says
            return
        verdict = self._plain_verdict(s, side)
        cite = verdict.cite if verdict is not None else self.figures.natural.cite
        if by_dealer or s.draw_call is not None:
            self.add(s, finding(Fault.DREW_WRONGLY, at, cite, step="third-cards"))
        self._spare_calls(s, SIDES if natural else (side,))

    def _plain_verdict(self, s: Any, side: str) -> Verdict | None:
        if self.is_natural(s):
            return None
        return self.verdict(s, side)

    def _retract(self, s: Any, side: str) -> bool:
        """A hand that was wrongly called to stand gets its card after all: then only the call was wrong."""
        call = f"{side}-stands"
        found = next((each for each in s.findings if each.fault is Fault.STOOD_WRONGLY and each.step == call), None)
        if found is None:
            return False
        changed = replace(found, fault=Fault.CALL_WRONG, severity="minor")
        put(s, "findings", tuple(changed if each is found else each for each in s.findings))
        put(s, "astray", False)
        return True

    def _correct(self, s: Any, act: Act) -> None:
        """A wrong card is put right: it goes to the hand it belongs to, or away."""
        super()._correct(s, act)
        if s.misdealt is None or s.misdealt[0] != act.facts.get("act", act.topic):
            return
        _, side, wanted = s.misdealt
        hand = s.player if side == Side.PLAYER else s.banker
        put(s, side, hand[:-1])
        if wanted is not None:
            put(s, wanted, (*(s.player if wanted == Side.PLAYER else s.banker), hand[-1]))
        put(s, "astray", False)
        put(s, "stood", frozenset())
        self._decide(s)

    def _spare_calls(self, s: Any, sides: tuple[str, ...]) -> None:
        """After a wrong card the calls about it belong to the same fault."""
        spared = {atom.index for side in sides for atom in (self._called[side], self._third[side])}
        if self._total is not None and sides:
            spared.add(self._total.index)
        for index in spared:
            put(s, "done", s.done | 1 << index)
        put(s, "waiting", tuple(each for each in s.waiting if each.key not in spared))

    def _settle_face_up(self, s: Any, card: Card) -> None:
        """A card that came face up is dealt: the right thing where it is used, the wrong one where it is removed."""
        for incident in s.incidents:
            if (
                incident.closed
                or incident.id != "card-face-up"
                or (incident.card and Card.parse(incident.card) != card)
            ):
                continue
            if incident.ruling == "used":
                self.close_incident(s, incident)

    def _decide(self, s: Any) -> None:
        """What every bet is due, as soon as no hand may draw any more."""
        if not self.is_over(s):
            put(s, "dues", ())
            return
        result = self.result(s)
        dues: list[Due | None] = []
        for laid in s.bets:
            try:
                dues.append(due_of(settle_bet(self.rules, as_bet(laid), result, self.terms)))
            except RequestError:
                dues.append(None)
        put(s, "dues", tuple(dues))

    # ── acts of the dealer ───────────────────────────────────────────────────────────────────────────────────────────

    def atom_of(self, s: Any, act: Act) -> Atom | None:
        burns = act.do == "burn" or (act.do == "deal" and act.topic == "burn")
        if burns and self._face_up_incident(s) is not None:
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
        self._check_draw_call(s, act)
        super().check_needs(s, act, at, atom)

    def _stands_silently(self, s: Any, at: int, sides: tuple[str, ...] = SIDES) -> None:
        """The coup goes on without a card that the table gives: the hand was left standing."""
        for side in sides:
            if self.must_draw(s, side):
                verdict = self.verdict(s, side)
                cite = verdict.cite if verdict is not None else None
                self.add(s, finding(Fault.STOOD_WRONGLY, at, cite, step="third-cards"))
                put(s, "stood", s.stood | {side})
                self._spare_calls(s, (side,))
        self._decide(s)

    def _check_draw_call(self, s: Any, act: Act) -> None:
        """A hand was wrongly called to draw, and no card followed: the call was wrong."""
        if s.draw_call is None or (act.do == "deal" and act.topic == s.draw_call[0]):
            return
        side, at = s.draw_call
        cite = self.rules.calls[f"{side}-draws"].cite
        self.add(s, finding(Fault.CALL_WRONG, at, cite, step=f"{side}-draws"))
        put(s, "draw_call", None)

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
        elif act.do == "turn" and act.topic not in SIDES:  # both hands at once
            for side in SIDES:
                turn = self._atom_at.get(("dealer", "turn", side))
                put(s, "done", s.done | (1 << turn.index if turn is not None else 0))
        elif act.do == "change":
            self.check_change(s, act, at)
        elif act.do == "cut" and "behind" in act.facts:
            self._cut(s, act, at)
        elif act.do == "call":
            self._draw_or_stand(s, act, at)
            if act.topic == NEXT_VOID:
                self._close_all(s, (NEXT_VOID,))
        elif act.do in ("show", "say", "move") or (act.do == "pick-up" and act.topic not in ("all", "")):
            self._close_all(s, ("continues", "keeps-value", "reorder"))

    def _close_all(self, s: Any, rulings: tuple[str, ...]) -> None:
        for incident in s.incidents:
            if not incident.closed and incident.ruling in rulings:
                self.close_incident(s, incident)

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
        if due is not None and cards is not None and cards != due:
            self.add(s, finding(Fault.BURN_WRONG, at, burn.cite, due=due, done=cards, step="burn"))

    def _face_up_incident(self, s: Any) -> Incident | None:
        return next((each for each in s.incidents if not each.closed and each.id == "card-face-up"), None)

    def _cut(self, s: Any, act: Act, at: int) -> None:
        cut, behind = self.figures.cut_card, act.facts["behind"]
        if isinstance(behind, int) and not cut.behind_least <= behind <= cut.behind_most:
            self.add(s, finding(Fault.NOT_ALLOWED, at, cut.cite, step="cut-card"))

    def _draw_or_stand(self, s: Any, act: Act, at: int) -> None:
        """A call that a hand draws or stands: what it says is done, and judged by the tables."""
        for side in SIDES:
            must = self.must_draw(s, side)
            hand = s.player if side == Side.PLAYER else s.banker
            if act.topic == f"{side}-draws" and not must and len(hand) < 3 and self.is_dealt(s) and not s.astray:
                put(s, "draw_call", (side, at))
            elif act.topic == f"{side}-stands":
                if must:
                    verdict = self.verdict(s, side)
                    cite = verdict.cite if verdict is not None else None
                    self.add(s, finding(Fault.STOOD_WRONGLY, at, cite, step=f"{side}-stands"))
                put(s, "stood", s.stood | {side})
                self._decide(s)

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
        return any(s.done >> atom.index & 1 for atom in self._shoe_steps)

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

    def unmet(self, s: Any, atom: Atom, act: Act | None) -> Iterator[Atom]:
        """A need that this coup does not call for, such as a third card, stands for its own needs."""
        found = list(super().unmet(s, atom, act))
        yield from found
        for index in atom.needs:
            if self.atoms[index] not in found and not s.done >> index & 1:
                yield from self.unmet(s, self.atoms[index], act)

    def annul(self, s: Any) -> None:
        """A coup that is annulled is over: its cards go away and the stakes go back."""
        put(s, "dues", ())
        put(s, "waiting", ())
        put(s, "done", s.done | (1 << len(self.atoms)) - 1)

    def _missed_incidents(self, s: Any) -> list[Finding]:
        """Of what goes on as if nothing had happened, nothing can be missed."""
        settled = ("used", "continues", "keeps-value", "")
        left = [each for each in s.incidents if each.ruling not in settled]
        keep = s.incidents
        put(s, "incidents", tuple(left))
        found = super()._missed_incidents(s)
        put(s, "incidents", keep)
        return found

    def at_end(self, s: Any) -> Iterator[Finding]:
        self._check_draw_call(s, Act("end"))
        opened = any(s.done >> atom.index & 1 for atom in self.atoms if atom.verb in ("open", "close"))
        if self._has_new_shoe(s) and opened and not self.is_dealt(s):
            skipped = {atom.step: atom for atom in self._shoe_steps if not s.done >> atom.index & 1}
            for step, atom in skipped.items():
                if not any(found.fault is Fault.SKIPPED and found.step == step for found in s.findings):
                    yield finding(Fault.SKIPPED, None, atom.cite, step=step)
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
        for bet, due in left[:1]:
            if verb == "take":
                return (Act("take", seat=bet.seat, bet=bet.bet, on=bet.on, amount=due.loses),)
            facts = {"commission": due.commission} if due.commission else {}
            return (Act("pay", seat=bet.seat, bet=bet.bet, on=bet.on, amount=due.pays, facts=facts),)
        return ()


def card_of(act: Act) -> Card:
    """The card of an act; raises `RequestError` if it names none."""
    try:
        card = Card.parse(str(act.facts.get("card", "")))
    except NotReadableError:
        raise RequestError("card", f"{act.facts.get('card')!r} is not a card, such as 7H") from None
    if card.is_joker:
        raise RequestError("card", "the joker only cuts; it belongs to no hand")
    return card


def as_bet(laid: Laid) -> Bet:
    """A bet on the cloth as `settle` takes it."""
    return Bet(bet=laid.bet, on=laid.on, stake=Fraction(laid.stake), seat=laid.seat)
