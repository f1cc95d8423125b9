"""A real shoe followed card by card: a translator from the device's events to the acts of a coup's round.

A card that was not read is a state of the coup, not a fault. The follower keeps a coup for each value that the card may
have, and reports a fault only if every one of them shows it. Where it cannot know what was dealt it stops judging until
the next coup is known to begin.

Three things depend on the device. If it tells the hands, cards are laid where it says; otherwise they are laid by the
drawing table, and no drawing error can be seen. If it numbers its reports, a missing one is noticed; otherwise whatever
does not fit is a doubt. If it reports the result of a coup, only the result ends the coup for certain.

The rest of a coup is doubtful after a pause of the line (nine lost reports leave no gap in the numbers), after an error
of unknown meaning, and after a card that left the shoe outside the coup.

A shoe that tells results may count other coups than the dealer deals: it was switched off and on, or a coup was ended
by force, perhaps while nobody heard it. After everything uncertain the follower therefore joins the shoe again: it
judges from the first coup that follows one which the shoe told whole, from its first card to its end.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeAlias

import msgspec

from trainer.equipment.cards import Card
from trainer.games.baccarat.burn import burn_reason, cards_to_burn
from trainer.games.baccarat.coup import END, Expected, Result
from trainer.games.baccarat.drawing import total
from trainer.games.core import Reason
from trainer.games.round import Fault
from trainer.games.round import Finding as RoundFinding
from trainer.rulebooks import GameRules
from trainer.sensors.events import (
    BurnEvent,
    CardEvent,
    CutEvent,
    ErrorEvent,
    Event,
    LockEvent,
    MissedEvent,
    ResultEvent,
    StateEvent,
)
from trainer.sensors.following.core import LOST, PUSHED_BACK, UNREAD, Finding, not_read, of_round
from trainer.sensors.following.coup_judges import FIRST, judge_of
from trainer.texts import Message

PLAYER, BANKER = "player", "banker"
Hand: TypeAlias = tuple[Card, ...]
# One card of each value; suits do not matter for a coup.
_EACH_VALUE = tuple(Card.parse(rank + "S") for rank in "A23456789T")
_MOST_UNKNOWN = 2
_MOST_CARDS = 3  # of a hand
_PLACES = ((PLAYER, 1), (BANKER, 1), (PLAYER, 2), (BANKER, 2))


class Phase(StrEnum):
    """Where the table stands."""

    JOINING = "joining"  # somebody has just begun to look, perhaps in the middle of a coup
    LOST = "lost"  # the cards dealt are not known; waits for the next coup
    BURNING = "burning"  # a new shoe, before its first coup
    BETWEEN = "between"  # coups
    DEALING = "dealing"


class Slot(msgspec.Struct, frozen=True):
    """A card of the coup: its hand, and its face, or `None` if it was not read."""

    to: str
    card: Card | None


class Table(msgspec.Struct, frozen=True):
    """A table at a real shoe."""

    phase: Phase = Phase.BETWEEN
    slots: tuple[Slot, ...] = ()  # cards of the coup, in the order in which they came
    possible: tuple[Any, ...] = ()  # the coup, for every value that unread cards may have
    missing: int | None = 0  # reports lost since the last card; None: an unknown number
    coups: int = 0  # finished ones
    first: Card | None = None  # turned for the burn
    burned: int = 0
    is_burn_seen: bool = True  # whether every card of the burn was reported
    cut: bool = False  # the cutting card is out
    left: int | None = None  # coups that may still be dealt from this shoe
    last: CardEvent | None = None  # report of the last card, to recognise a second one
    is_doubtful: bool = False  # what is found in this coup is a doubt
    has_guesses: bool = False  # the device did not read a card of this coup, so it may guess what follows
    has_waited: bool = False  # reports of this coup may be lost, because the line was silent while a question was open
    is_joining: bool = False  # the device may count other coups than the dealer, until it has told a whole one

    @property
    def cards(self) -> int:
        return len(self.slots)

    @property
    def unread(self) -> int:
        """Number of cards of the coup that were not read."""
        return sum(slot.card is None for slot in self.slots)

    @property
    def is_out_of_step(self) -> bool:
        """Whether a coup that begins now may be the rest of another one."""
        return self.is_joining or self.phase is Phase.JOINING or self.missing != 0

    @property
    def is_known(self) -> bool:
        """Whether all cards of the coup so far are known."""
        return not self.unread and self.missing == 0

    def hand(self, to: str) -> tuple[Card | None, ...]:
        return tuple(slot.card for slot in self.slots if slot.to == to)

    @property
    def player(self) -> Hand:
        """The known cards of the player's hand."""
        return tuple(card for card in self.hand(PLAYER) if card is not None)

    @property
    def banker(self) -> Hand:
        return tuple(card for card in self.hand(BANKER) if card is not None)


class Ended(msgspec.Struct, frozen=True):
    """A coup that is over: its hands and result, and the table with its last card."""

    player: Hand
    banker: Hand
    result: Result
    coup: Table

    @property
    def dealt(self) -> Hand:
        """The cards as they left the shoe."""
        first = (self.player[0], self.banker[0], self.player[1], self.banker[1])
        return (*first, *self.player[2:], *self.banker[2:])


class Step(msgspec.Struct, frozen=True):
    """What an event did: the table after it, the act that was observed, what is to be said, and the coup it ended."""

    table: Table
    act: str = ""
    finding: Finding | None = None
    ended: Ended | None = None


class Follower:
    """Follows one game.

    ``numbered`` says whether the device numbers its reports (or a person types them, which is as sure), ``knows_end``
    whether the end of a coup is told, by the device or by hand, ``tells_results`` whether the device tells who won,
    ``bound`` whether a bank that may choose must follow the table.
    """

    def __init__(
        self,
        rules: GameRules,
        *,
        numbered: bool = True,
        knows_end: bool = True,
        tells_results: bool = False,
        bound: bool = True,
    ) -> None:
        self.rules = rules
        self.judge = judge_of(rules, bound=bound)
        self.figures = self.judge.figures
        self.numbered = numbered
        self.knows_end = knows_end
        self.tells_results = tells_results

    def due(self, table: Table) -> Expected:
        """What may come next in a coup, under any value of the unread cards."""
        found = [self.judge.due(state) for state in table.possible or (self.judge.start(),)]
        return Expected(frozenset().union(*(each.acts for each in found)), found[0].reasons)

    def paused(self, table: Table) -> Table:
        """The table after the line was silent for `PAUSE` or longer. Between two coups that is usual."""
        if table.phase in (Phase.BETWEEN, Phase.BURNING):
            return _with(table, is_doubtful=True)
        return _doubtful(table)

    def waited(self, table: Table) -> Table:
        """The table after a trainee was asked for `PAUSE` or longer: he waits with the next card while he answers, but
        reports may have been lost as well."""
        return _with(table, has_waited=True)

    def is_sure(self, table: Table) -> bool:
        """Whether what is found is certain: no report of this coup can be missing without a notice, and it is the
        dealer's coup."""
        is_doubtful = table.is_doubtful or table.has_guesses or table.has_waited
        return self.numbered and not is_doubtful and not (self.tells_results and table.is_joining)

    # ── events ───────────────────────────────────────────────────────────────────────────────────────────────────

    def hear(self, table: Table, event: Event) -> Step:
        """What an event does to the table."""
        match event:
            case StateEvent(state="start"):
                return Step(self._started(table))
            case CutEvent():
                return Step(self._cut(table))
            case MissedEvent():
                return self._missed(table, event.missed)
            case ErrorEvent(error=error) if error in UNREAD:
                return self._unread(table)
            case ErrorEvent(error=error) if error in PUSHED_BACK:
                return self._missed(table, 0)
            case ErrorEvent(error="overdraw"):
                return self._overdrawn(table)
            case ErrorEvent():
                return Step(_doubtful(table))
            case LockEvent() if table.phase is Phase.DEALING:
                return Step(_doubtful(table))
            case BurnEvent(again=False):
                return Step(self._burn(table, event.burn, event.index or 0))
            case CardEvent(outside="lock") if table.phase is Phase.BURNING:
                return Step(self._burn(table, event.card))  # a locked shoe's cards are burned
            case CardEvent(outside=outside) if outside:  # it may be the next card of the coup
                waits = table.phase is Phase.DEALING and self.due(table).acts != {END}
                return self._missed(table, 0) if waits else Step(_doubtful(table))
            case CardEvent(to="first"):
                return Step(_with(table, first=Card.parse(event.card)))
            case CardEvent(again=True):
                return self._again(table, event)
            case CardEvent() if event.index is not None and event == table.last:
                return Step(_doubtful(table))  # reported twice, or an equal card of another coup
            case CardEvent():
                step = self._card(table, event)
                return msgspec.structs.replace(step, table=_with(step.table, last=event))
            case ResultEvent(result="forced-end"):
                return Step(_cleared(_doubtful(table)))
            case ResultEvent():
                return self._end(_with(table, last=None), event.result)
            case StateEvent(state="standby" | "place-bets"):
                return self._end(_with(table, last=None))
        return Step(table)

    def go_on(self, table: Table) -> Table:
        """Put aside cards that are not judged any more. If the device tells the hands, it also tells when the next coup
        begins; otherwise the next card begins it."""
        tells_hands = table.last is not None and bool(table.last.to)
        return _cleared(table) if table.phase is Phase.LOST and not tells_hands else table

    # ── reports that are missing ─────────────────────────────────────────────────────────────────────────────────

    def _missed(self, table: Table, count: int) -> Step:
        """Reports were lost. What was said about the burn and the cut card is not certain any more."""
        table = _with(table, is_burn_seen=False, cut=False, left=None, last=None)
        count = 0 if table.is_doubtful else count  # it may be nine more
        if table.phase is Phase.DEALING:
            lost = None if not count or table.missing is None else table.missing + count
            return Step(_with(table, missing=lost, is_joining=table.is_joining or lost is None), finding=not_read())
        if table.phase is Phase.BETWEEN and count:
            return Step(_with(table, missing=count), finding=not_read())
        if table.phase in (Phase.JOINING, Phase.LOST):
            return Step(_with(table, missing=None, is_joining=True))
        return self._lose(table)

    def _unread(self, table: Table) -> Step:
        """A card is out and its face is unknown. It lies where the next one belongs, if that is certain. The shoe does
        not know its value either, so the hands and the end that it tells of this coup prove nothing."""
        if table.phase is Phase.BURNING:  # the last of the burn, or the first of the coup
            return self._lose(table)
        if table.phase not in (Phase.DEALING, Phase.BETWEEN):
            return Step(table)
        if table.missing != 0:
            return self._lose(table)
        if table.phase is Phase.BETWEEN:
            table = _with(_cleared(table), phase=Phase.DEALING, possible=(self.judge.start(),))
        due = self.due(table).acts
        if len(due) > 1 or due == {END}:
            return self._lose(table)
        laid = _with(self._laid(table, min(due), None)[0], has_guesses=True)
        return Step(laid, finding=not_read()) if laid.unread <= _MOST_UNKNOWN else self._lose(table)

    def _lose(self, table: Table) -> Step:
        """Stop judging until the next coup is known to begin; the cards stay on the felt."""
        return Step(_with(table, phase=Phase.LOST, missing=None, is_joining=True), finding=LOST)

    # ── the burn and the cut card ────────────────────────────────────────────────────────────────────────────────

    def _started(self, table: Table) -> Table:
        """A new shoe, or the same one switched off and on: only a burn tells them apart, and none does if a coup or a
        burn was under way."""
        is_burning = table.phase is Phase.BURNING and bool(table.burned or table.first)
        is_inside = is_burning or table.phase in (Phase.DEALING, Phase.LOST)
        phase = Phase.BETWEEN if self.figures.burn.fixed == 0 else Phase.BURNING
        return Table(phase, coups=table.coups, is_joining=True, is_burn_seen=not is_inside)

    def _to_burn(self, table: Table) -> int | None:
        """How many cards are to be burned; `None` while the card that says it has not been turned."""
        burn = self.figures.burn
        if burn.fixed is not None:
            return burn.fixed
        return None if table.first is None else cards_to_burn(burn, table.first)

    def _burn(self, table: Table, face: str | bool, index: int = 0) -> Table:
        if table.phase is not Phase.BURNING:  # the manager's decision, or a new shoe that was not heard
            return _with(table, cut=False, left=None)
        is_next = not index or index in (table.burned + 1, table.burned + 2)  # the first card may be counted or not
        has_begun = table.first is not None or index != 1  # after a pause it may be the burn of another shoe
        if not is_next or (table.is_doubtful and has_begun):
            table = _with(table, is_burn_seen=False)
        table = _with(table, is_doubtful=False)
        table = _with(table, is_joining=table.is_joining and not table.is_burn_seen)  # a new shoe
        if self._to_burn(table) is None and isinstance(face, str):
            return _with(table, first=Card.parse(face))
        if not table.burned and table.first is not None and face == str(table.first):
            return _with(table, burned=1, is_burn_seen=False)  # the first card reported twice, or an equal one
        return _with(table, burned=table.burned + 1)

    def _after_burn(self, table: Table, event: CardEvent, card: Card) -> Step:
        """The first card of a new shoe's first coup, or one that is burned from a shoe that tells all cards alike."""
        wanted = self._to_burn(table)
        if not event.to and (wanted is None or table.burned < wanted):
            if wanted is None:
                return Step(_with(table, first=card))
            return Step(_with(table, burned=table.burned + 1))
        found = self.judge.burn(table.first, table.burned) if table.is_burn_seen and event.to else None
        # Lost reports make a burn too short and never too long: nine leave no gap in the numbers, and a burn is quick.
        is_sure = self.numbered and not table.is_joining and wanted is not None and table.burned > wanted
        begun = self._card(_with(table, phase=Phase.BETWEEN), event)
        if found is None or begun.finding is not None:
            return begun
        reason = burn_reason(self.figures.burn, table.first)
        if found.fault is Fault.SKIPPED:
            reason = Reason("sensors.reason.first-card-says", {}, self.figures.burn.cite)
        return msgspec.structs.replace(begun, finding=of_round(found, {}, (reason,), doubt=not is_sure))

    def _cut(self, table: Table) -> Table:
        if table.cut or table.phase in (Phase.JOINING, Phase.LOST):
            return table
        out = _with(table, cut=True)
        return out if table.phase is Phase.DEALING else _with(out, left=self.figures.cut_card.between_coups)

    # ── cards ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _card(self, table: Table, event: CardEvent) -> Step:
        card = Card.parse(event.card)
        if table.phase is Phase.BURNING:
            return self._after_burn(table, event, card)
        if not event.to:
            return self._card_alone(table, card)
        begins = event.to == PLAYER and event.index == 1
        if table.phase in (Phase.JOINING, Phase.LOST):  # not judged, but it lies on the felt
            is_shown = not begins and len(table.hand(event.to)) < _MOST_CARDS
            shown = _with(table, slots=(*table.slots, Slot(event.to, card))) if is_shown else table
            return self._begin(table, card, PLAYER) if begins else Step(shown)
        if table.phase is Phase.BETWEEN:
            if begins or (event.index is None and table.missing == 0):
                return self._begin(table, card, event.to)
            table = _with(_cleared(table), phase=Phase.DEALING, possible=(self.judge.start(),), missing=table.missing)
        return self._next_place(table, event, card, begins=begins)

    def _card_alone(self, table: Table, card: Card) -> Step:
        """A card of a device that does not tell the hand: it goes where the drawing table says."""
        if table.phase is Phase.LOST:
            return Step(table)
        if table.phase is not Phase.DEALING:
            return self._begin(table, card, self.figures.deal.order[0].value)
        if table.missing != 0:
            return self._lose(table)
        due = self.due(table).acts
        if due == {END} and table.is_known and self.numbered:
            return self._lay(table, PLAYER, card)
        hands = due - {END}
        if len(hands) != 1 or (table.unread and len(due) > 1):
            return self._lose(table)
        return self._lay(table, min(hands), card)

    def _next_place(self, table: Table, event: CardEvent, card: Card, *, begins: bool) -> Step:
        """A card of a coup, whose place the device told: it follows, comes twice, or shows that others are missing."""
        held = table.hand(event.to)
        index = event.index or len(held) + 1
        if begins and table.cards >= FIRST:  # the next coup has begun without word about the end of this one
            ended = self._end(table)
            begun = self._begin(ended.table, card, PLAYER)
            finding = ended.finding or begun.finding
            return msgspec.structs.replace(begun, act=ended.act, ended=ended.ended, finding=finding)
        if index <= len(held):
            if held[index - 1] == card and table.missing == 0:
                return Step(_doubtful(table))
            is_again = held[index - 1] is None and table.missing == 0 and not table.is_doubtful
            if is_again:  # drawn again after it could not be read, or the card behind one that the shoe did not count
                return self._lose(self._fill(table, event.to, index, card).table)
            return self._begin(_with(table, is_joining=True), card, PLAYER) if begins else self._lose(table)
        filled = self._with_gaps(table, event.to, index)
        if filled is None:
            is_next = index == len(held) + 1  # it lies on the felt, although it is not judged
            return self._lose(_with(table, slots=(*table.slots, Slot(event.to, card))) if is_next else table)
        step = self._lay(filled, event.to, card)
        is_told = step.finding is not None or filled.unread == table.unread
        return step if is_told else msgspec.structs.replace(step, finding=not_read(filled.unread - table.unread))

    def _with_gaps(self, table: Table, to: str, index: int) -> Table | None:
        """The table with the unread cards that must lie before this place; `None` if that is not certain."""
        places = {(slot.to, number) for number, slot in _numbered(table.slots)}
        before = _PLACES[: _PLACES.index((to, index))] if (to, index) in _PLACES else _PLACES
        gaps = [place for place in before if place not in places]
        if self.numbered and table.missing == 0:
            # All reports came, so the dealer gave a third card to this hand too early. The first four cards are given
            # their places by the shoe: out of order they show that it counts another coup than this.
            return table if not gaps and index == len(table.hand(to)) + 1 else None
        if index > 2 and to == BANKER and table.missing and not gaps and self.due(table).acts == {PLAYER}:
            gaps = [(PLAYER, 3)]
        lost = len(gaps) if table.missing == 0 else table.missing
        is_third_in_doubt = index > 2 and table.missing != 0 and not gaps
        if lost is None or is_third_in_doubt or table.unread + len(gaps) > _MOST_UNKNOWN:
            return None
        if lost != len(gaps):
            return None  # the shoe may have begun anew
        for hand, _ in gaps:
            table = self._laid(table, hand, None)[0]
        return _with(table, missing=0)

    def _begin(self, table: Table, card: Card, to: str) -> Step:
        """The first card of a coup."""
        is_first = to == self.figures.deal.order[0].value
        fresh = _with(_cleared(table), phase=Phase.DEALING, possible=(self.judge.start(),))
        fresh = _with(fresh, is_doubtful=table.is_doubtful and not is_first, is_joining=table.is_out_of_step)
        if table.left == 0 and self.numbered:
            cut = self.figures.cut_card
            reason = Reason("cut-card-in-coup", {"coups": cut.after_current}, cut.cite)
            # A shoe that counts another coup than the dealer's begins its next one earlier.
            found = Finding("cut-missed", {}, (reason,), fault=Fault.NOT_ALLOWED, doubt=True, cite=str(cut.cite))
            return Step(self._laid(_with(fresh, left=None, cut=False), to, card)[0], to, found)
        if table.left:
            fresh = _with(fresh, left=table.left - 1)
        return self._lay(fresh, to, card)

    def _lay(self, table: Table, to: str, card: Card) -> Step:
        """A card goes to a hand, and is judged."""
        due = self.due(table)
        drawn, found = self._laid(table, to, card)
        act = to if table.is_known else ""
        if not found:
            is_over = not self.knows_end and drawn.cards >= FIRST and drawn.is_known and self.due(drawn).acts == {END}
            return msgspec.structs.replace(self._end(drawn), act=act) if is_over else Step(drawn, act)
        is_certain = self.is_sure(table)
        hands = {"hand": Message(f"baccarat.side.{to}"), "due": self._due_words(due, to)}
        finding = of_round(found, hands, due.reasons, doubt=not is_certain)
        return Step(_with(drawn, phase=Phase.LOST), act if is_certain else "", finding)

    def _laid(self, table: Table, to: str, card: Card | None) -> tuple[Table, RoundFinding | None]:
        """The table with a card more, and the fault that every possible coup shows."""
        cards = _EACH_VALUE if card is None else (card,)
        after = [self.judge.lay(state, to, each) for state in table.possible for each in cards]
        found = [fault for _, fault in after if fault is not None]
        possible = tuple(state for state, _ in after)
        drawn = _with(table, slots=(*table.slots, Slot(to, card)), possible=possible)
        is_proved = card is not None and len(found) == len(after) and len({each.fault for each in found}) == 1
        return drawn, found[0] if is_proved else None

    def _due_words(self, due: Expected, to: str) -> Message:
        return Message(f"baccarat.side.{min(due.acts - {END}, default=to)}")

    def _again(self, table: Table, event: CardEvent) -> Step:
        """A retransmission fills a place that was not read; it begins no coup and replaces no card. If it tells a card
        that was not heard before, others may be missing too."""
        held = table.hand(event.to)
        if table.phase is Phase.BETWEEN and event.to in (PLAYER, BANKER):
            return Step(_doubtful(table))
        if table.phase is not Phase.DEALING or not event.to or event.index is None:
            return Step(table)
        if event.index <= len(held):
            is_read = held[event.index - 1] is not None
            return Step(table) if is_read else self._fill(table, event.to, event.index, Card.parse(event.card))
        is_next = event.index == len(held) + 1 and event.to in self.due(table).acts
        if not is_next or not table.cards:
            return Step(_doubtful(table))
        missing = max(0, (table.missing or 0) - 1)
        return self._lay(_with(table, missing=missing), event.to, Card.parse(event.card))

    def _fill(self, table: Table, to: str, index: int, card: Card) -> Step:
        """A card that was not read before is known now."""
        place = [(slot.to, number) for number, slot in _numbered(table.slots)].index((to, index))
        filled = self.corrected(table, place, card)
        return msgspec.structs.replace(filled, act="")

    def _overdrawn(self, table: Table) -> Step:
        """The shoe itself says that a card was drawn too many."""
        due = self.due(table)
        if table.phase is not Phase.DEALING or not table.is_known or table.cards < FIRST or due.acts != {END}:
            return Step(_doubtful(table))
        cite = due.reasons[-1].cite if due.reasons else self.figures.natural.cite
        # A third card that the shoe counts may be the first of the next coup, if the dealer drew none.
        doubt = not self.is_sure(table) or table.cards > FIRST
        found = Finding("overdrawn", {}, due.reasons, fault=Fault.DREW_WRONGLY, doubt=doubt, cite=str(cite))
        return Step(_with(table, phase=Phase.LOST, is_joining=True), "" if doubt else PLAYER, found)

    # ── corrections ──────────────────────────────────────────────────────────────────────────────────────────────

    def corrected(self, table: Table, place: int, card: Card, *, inserts: bool = False) -> Step:
        """The coup with another card at a place (from 0), or with a card more before it.

        The coup is judged again from its first card, with a doubt while other cards of it are missing. Where a card is
        inserted, those after it are laid by the drawing table, because the device may have counted without it.
        """
        cards = [slot.card for slot in table.slots]
        hands = [slot.to for slot in table.slots]
        of = [*hands[:place], PLAYER, *hands[place:]] if inserts else hands  # where they lie if they are not judged
        if table.phase is Phase.JOINING and not inserts:  # nobody knows what came before these cards
            slots = [*table.slots]
            slots[place] = Slot(hands[place], card)
            return Step(_with(table, slots=tuple(slots)))
        if inserts:
            cards.insert(place, card)
            hands = []
        else:
            cards[place] = card
        is_in_step = not (self.tells_results and table.is_joining)
        missing = ((0, 1) if is_in_step else (1,)) if inserts else (0,)
        is_whole = table.phase is not Phase.JOINING and table.missing in missing
        fresh = _with(_cleared(table), phase=Phase.DEALING, possible=(self.judge.start(),))
        fresh = _with(fresh, has_guesses=table.has_guesses, has_waited=table.has_waited)
        again = Step(_with(fresh, is_doubtful=table.is_doubtful or not is_whole))
        for number, each in enumerate(cards):
            due = self.due(again.table).acts - {END}
            to = hands[number] if hands else min(due, default=PLAYER)
            if each is None:
                again = Step(self._laid(again.table, to, None)[0])
                continue
            again = self._lay(again.table, to, each)
            if again.finding is not None or again.ended is not None:
                left = [Slot(to, left) for to, left in zip(of[number + 1 :], cards[number + 1 :], strict=True)]
                return self._with_others(again, left)
        return again

    def ended_again(self, now: Table, again: Step) -> Step:
        """A coup that was corrected after its end. It ends once more unless it was given up, and the shoe goes on from
        where it is ``now``."""
        was_given_up = now.coups == again.table.coups and self.due(again.table).acts != {END}
        over = again if again.finding or again.ended or was_given_up else self._end(again.table)
        is_joining = now.is_joining or over.table.is_joining
        return msgspec.structs.replace(over, table=_with(now, coups=over.table.coups, is_joining=is_joining))

    def _with_others(self, again: Step, left: list[Slot]) -> Step:
        """A corrected coup that seems to end before these cards. They stay on the felt for the next correction."""
        if not left:
            return again
        table = again.table if again.ended is None else again.ended.coup
        table = _with(table, slots=(*table.slots, *left), phase=Phase.LOST)
        return Step(table, "", again.finding or LOST)

    # ── the end ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _end(self, table: Table, result: str = "") -> Step:
        """The dealer, or the device, ends the coup."""
        is_told = bool(result) or not self.tells_results
        if table.phase is Phase.BURNING:  # a result of a coup that was not received
            if result:
                return Step(_cleared(_doubtful(table)))
            is_over = table.burned > 0 or table.first is not None  # so that a card which comes now may be no burn
            return Step(_with(table, missing=0, is_doubtful=table.is_doubtful or is_over))
        if table.phase is not Phase.DEALING:
            is_unheard = table.phase is Phase.BETWEEN and bool(result)
            over = _cleared(table) if table.phase is not Phase.BETWEEN else _with(table, missing=0)
            return Step(_with(over, is_doubtful=False, is_joining=table.is_out_of_step or is_unheard))
        is_joining = table.is_joining or not is_told or table.has_guesses
        after = _with(_cleared(table), left=self._left(table), is_doubtful=False, is_joining=is_joining)
        if table.missing != 0:
            return Step(after)  # the missing reports may be cards
        due = self.due(table)
        ended = [self.judge.end(state) for state in table.possible]
        found = [fault for _, fault in ended if fault is not None]
        if found and len(found) == len(ended):
            params = {"hand": self._due_words(due, PLAYER), "due": self._due_words(due, PLAYER)}
            is_sure = self.is_sure(table) and is_told and table.cards >= FIRST
            finding = of_round(found[0], params, due.reasons, doubt=not is_sure)
            return Step(_with(after, slots=table.slots), END if is_sure else "", finding)
        if found or table.unread:
            return Step(after)  # it depends on a card that was not read
        after = _with(after, coups=table.coups + 1)
        counted = Result.of_totals(total(table.player), total(table.banker), len(table.player), len(table.banker))
        coup = Ended(table.player, table.banker, counted, table)
        if result and result != counted.winner:
            said, shown = (Message(f"baccarat.wins.{each}") for each in (result, counted.winner))
            differs = Finding("result-differs", {"said": said, "shown": shown}, stops=False, doubt=True)
            return Step(_with(after, is_joining=True), "", differs, coup)
        is_whole = not (table.is_doubtful or table.has_guesses)
        return Step(_with(after, is_joining=False) if is_whole else after, END, None, coup)

    def _left(self, table: Table) -> int | None:
        return self.figures.cut_card.after_current if table.cut and table.left is None else table.left


def _numbered(slots: tuple[Slot, ...]) -> list[tuple[int, Slot]]:
    """The slots with their place in their hand, from 1."""
    seen = {PLAYER: 0, BANKER: 0}
    numbered = []
    for slot in slots:
        seen[slot.to] += 1
        numbered.append((seen[slot.to], slot))
    return numbered


def _with(table: Table, **changes: Any) -> Table:
    return msgspec.structs.replace(table, **changes)


def _doubtful(table: Table) -> Table:
    """The table when a card may have left the shoe without a report of its place, or a coup that the device counts is
    not the dealer's."""
    return _with(table, is_doubtful=True, is_joining=True, is_burn_seen=False)


def _cleared(table: Table) -> Table:
    over = _with(table, slots=(), possible=(), missing=0, phase=Phase.BETWEEN)
    return _with(over, has_guesses=False, has_waited=False)
