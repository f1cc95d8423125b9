"""Irregularities of a round of house poker: which entry of the rulebook fits, and what the dealer did about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from trainer.games.house_poker.described_round import FOLD
from trainer.games.house_poker.round_settling import PokerMoney
from trainer.games.house_poker.round_state import DEALER
from trainer.games.round import Act, Fault, Finding, Incident, finding
from trainer.games.round_engine import put, replace
from trainer.rulebooks.schema import GameRules

# Entries of the rulebooks for what can happen at a table; the first one that a rulebook has is used.
DEALER_SEEN = (
    "dealer-covered-card-seen",
    "hole-card-exposed",
    "dealer-cards-seen",
    "dealer-card-exposed",
    "exposed-card",
)
SEVERAL_SEEN = "dealer-cards-seen"  # more than one of his cards, the one that lies open by rule included
PLAYER_SEEN = ("one-player-card-seen", "player-card-seen", "exposed-card")
PLAYERS_SEEN = ("two-player-cards-seen", *PLAYER_SEEN)
FACE_UP = ("card-face-up", "one-card-face-up", "exposed-card")
FACES_UP = ("cards-face-up", *FACE_UP)
MISDEAL, MISDEAL_MENDED = "misdeal", "misdeal-mended"  # of cards that cannot be put in order, and that can
MENDED = ("misdeal-mended", "wrong-distribution-mended")
MISDEALT = (
    "misdeal", "wrong-distribution-beyond-order", "wrong-distribution", "wrong-card-count", "wrong-number-of-cards",
)  # fmt: skip
BEYOND_ORDER = (*MISDEALT, "wrong-distribution-objected")
MISCOUNTED = ("player-wrong-card-count", "wrong-card-count", "wrong-number-of-cards", "misdeal")
DEALER_MISCOUNTED = ("dealer-wrong-card-count", "wrong-card-count", "wrong-number-of-cards", "misdeal")
TAKEN_BACK = ("bet-taken-back", "late-bet")

_VOIDS = ("all-hands", "whole-play")
_VOID_ACTIONS = ("all-hands-void", "cancel-", "burn-cards", "burn-all")
_RULINGS = {
    "burn-card": "burn",
    "burn-one-card": "burn",
    "discard-card-and-continue": "burn",
    "reorder": "reorder",
    "reorder-announcing": "reorder",
    "use-as-next-card": "used",
    "continue": "continues",
    "put-it-back": "put-back",
}


class PokerAccidents(PokerMoney):
    """What goes wrong at a table of house poker."""

    harmless: ClassVar[frozenset[str]] = frozenset({"", "continues", "used"})

    def __init__(self, rules: GameRules) -> None:
        super().__init__(rules)
        first = {
            "card-exposed": PLAYER_SEEN,
            "card-face-up-in-shoe": FACE_UP,
            MISDEAL: MISDEALT,
            MISDEAL_MENDED: MENDED,
        }
        mended = rules.irregularities.get("wrong-distribution")
        base = ("wrong-distribution",) if mended and mended.data.get("can-reorder") is True else ()
        self._mended = (*MENDED, *base)
        self._usual = {event: self.entry(ids) for event, ids in first.items()}

    def entry(self, ids: tuple[str, ...]) -> str:
        """The first of several irregularities that the rulebook knows; "" if it knows none."""
        return next((name for name in ids if name in self.rules.irregularities), "")

    def ruling_of(self, incident_id: str) -> str:
        data = self.rules.irregularities[incident_id].data
        action = str(data.get("action", ""))
        if data.get("void") == "that-hand":
            return "void-hand"
        if data.get("void") in _VOIDS or data.get("play") == "void" or data.get("round") in ("annulled", "void"):
            return "void"
        if action.startswith(_VOID_ACTIONS):
            return "void"
        return _RULINGS.get(action, str(data.get("round", "")))

    def table(self, s: Any, act: Act, at: int) -> None:
        if act.do == MISDEAL_MENDED:
            act = replace(act, do=MISDEAL, facts={**act.facts, "can_reorder": True})
        if act.do not in ("card-exposed", "card-face-up-in-shoe", MISDEAL):
            super().table(s, act, at)
            return
        owner = act.facts.get("owner", act.topic if act.topic != "" else act.seat)
        count = _number(act)
        seat = owner if isinstance(owner, int) else act.seat
        ids: tuple[str, ...]
        if act.do == "card-exposed" and owner == DEALER:
            put(s, "own_seen", s.own_seen + count)
            ids = DEALER_SEEN
        elif act.do == "card-exposed":
            put(s, "seen", s.seen + count)
            ids = PLAYERS_SEEN if s.seen > 1 else PLAYER_SEEN
        elif act.do == "card-face-up-in-shoe":
            earlier = [each for each in s.incidents if each.id in FACE_UP] if self.entry(FACES_UP[:1]) else []
            ids = FACES_UP if count + len(earlier) > 1 else FACE_UP
            for each in earlier:  # with the second card it is another irregularity
                self.close_incident(s, each)
        elif act.facts.get("can_reorder") and not act.facts.get("player_objects"):
            ids = (*self._mended, *MISDEALT)
        elif owner == DEALER:
            ids = DEALER_MISCOUNTED
        else:
            ids = MISDEALT if seat is None else MISCOUNTED
        name = self.entry(ids)
        if not name or (name == SEVERAL_SEEN and s.own_seen + bool(self.figures.deal.up) < 2):
            return
        if self.rules.irregularities[name].data.get("until") == "decisions" and self.all_spoke(s):
            return
        silent = "can_reorder" not in act.facts and not act.facts.get("player_objects")
        put(s, "mendable", act.do == MISDEAL and silent and bool(self.entry(self._mended)))
        self.open_incident(s, name, at, seat=seat, card=str(act.facts.get("card", "")))

    def player(self, s: Any, act: Act, at: int) -> None:
        if act.do == "pinches":
            name = self.entry(TAKEN_BACK)
            if name:
                self.open_incident(s, name, at, seat=act.seat, ruling="put-back")
        elif act.do == "objects":
            self._objects(s)
        else:
            super().player(s, act, at)

    def _objects(self, s: Any) -> None:
        """A player objects to putting a misdeal in order: as if it could not be, even when that has been done."""
        name = self.entry(("wrong-distribution-objected", *MISDEALT))
        judged = {found.incident for found in s.findings}
        misdealt = (each for each in s.incidents if each.id in (*self._mended, *BEYOND_ORDER) and each.id not in judged)
        incident = next(misdealt, None)
        if not name or incident is None or s.void:
            return
        put(s, "mendable", False)
        self.close_incident(s, incident)
        self.open_incident(s, name, incident.at, seat=incident.seat)

    def all_spoke(self, s: Any) -> bool:
        return bool(s.hands) and all(hand.spoke or hand.void for hand in s.hands)

    # ── what the dealer does about it ────────────────────────────────────────────────────────────────────────────────

    def opened(self, s: Any, *rulings: str) -> Incident | None:
        return next((each for each in s.incidents if not each.closed and (not rulings or each.ruling in rulings)), None)

    def burn(self, s: Any, act: Act, at: int) -> None:
        """A card is burned or discarded, which some irregularities ask for."""
        incident = self.opened(s, "burn") or self.opened(s)
        if incident is None:
            if act.do == "burn":
                cards = act.facts.get("cards", 1)
                self.add(s, finding(Fault.BURN_WRONG, at, self.figures.deal.cite, due=0, done=cards, step="deal"))
            return
        whole = incident.ruling == "void" and "burn" in str(self.rules.irregularities[incident.id].data.get("action"))
        if incident.ruling != "burn" and not whole:
            self.add(s, finding(Fault.WRONG_RULING, at, incident.cite, incident=incident.id))
        self.close_incident(s, incident)
        if whole:
            put(s, "void", True)
            self.annul(s)

    def _misdealt(self, s: Any) -> Incident | None:
        """The deal that must be put in order and announced."""
        return self.opened(s, "reorder") or (self.opened(s) if s.mendable else None)

    def mend(self, s: Any, act: Act, at: int) -> None:
        """Cards are put in order, and that is announced."""
        incident = self._misdealt(s)
        if incident is None:
            astray = next((each for each in s.incidents if not each.closed and each.id in BEYOND_ORDER), None)
            if astray is not None:
                self.add(s, finding(Fault.WRONG_RULING, at, astray.cite, incident=astray.id))
                self.close_incident(s, astray)
            return
        if act.do == "call":
            self.close_incident(s, incident)
        else:
            changed = replace(incident, reported=True)
            put(s, "incidents", tuple(changed if each is incident else each for each in s.incidents))
            put(s, "reordered", True)

    def put_back(self, s: Any, seat: int | None) -> None:
        """The dealer makes a player put his bet back, or tells him to."""
        incident = self.opened(s, "put-back")
        if (incident is not None and incident.seat in (None, seat)) or (incident is not None and seat is None):
            self.close_incident(s, incident)

    def _void(self, s: Any, act: Act, at: int) -> None:
        hand = self.hand(s, act.seat)
        incident = self.opened(s, "void-hand")
        if hand is not None and act.topic in ("hand", ""):
            if incident is None or incident.seat not in (None, act.seat):
                self.add(s, finding(Fault.WRONG_RULING, at, incident.cite if incident else None, seat=act.seat))
            if incident is not None:
                self.close_incident(s, incident)
            self.set_hand(s, act.seat, void=True, spoke=hand.spoke or FOLD)
            return
        super()._void(s, act, at)

    def accidents_at_end(self, s: Any) -> Iterator[Finding]:
        if s.reordered and self._misdealt(s) is not None and "well-dealt" in self.rules.calls:
            yield finding(Fault.CALL_MISSED, None, self.rules.calls["well-dealt"].cite, step="well-dealt")


def _number(act: Act) -> int:
    """How many cards an event is about."""
    cards = act.facts.get("cards", act.facts.get("count", 1))
    return len(cards) if isinstance(cards, list | tuple) else int(cards)
