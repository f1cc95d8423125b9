"""Sessions with a real shoe: baccarat games and blackjack."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from trainer.drills.baccarat.scenes import close_up, hand
from trainer.drills.blackjack.scenes import Shown, table_scene
from trainer.drills.scene import AnyPiece, CardPiece, Scene
from trainer.equipment.cards import Card, print_cards
from trainer.games.baccarat.coup import END
from trainer.games.blackjack.figures import blackjack as blackjack_figures
from trainer.games.blackjack.hands import Hand
from trainer.runs.run import Asked, Waiting
from trainer.sensors.events import CardEvent, ErrorEvent, Event, MissedEvent, StateEvent
from trainer.sensors.following import baccarat, blackjack
from trainer.sensors.following.card_count import CardCount
from trainer.sensors.following.core import UNREAD
from trainer.sensors.following.coup_judges import FIRST
from trainer.sensors.profile import Gives
from trainer.sensors.sessions import Origin, Session
from trainer.texts import Message

_OVER = StateEvent("standby")


class ShoeSession(Session):
    """A baccarat shoe. When asked, the trainee also calls the winner and settles the boxes.

    ``knows_end`` says whether the device reports the end of a coup. If it does not, a complete coup ends with the
    answer that says so or with the next card; when watched, as soon as it is complete. ``numbered`` says whether the
    device numbers its reports. What the dealer does is an answer only if the device tells the hands, because otherwise
    every card is laid by the drawing table and would be right; and only where a mistake could be proved as well.
    ``tells_hands`` is `None` if there is no shoe and every card is typed.
    """

    main = "next-card"
    waits_for = "cards"
    needs = frozenset([Gives.CARD])
    bound = True  # whether the bank must follow the drawing table

    def __init__(
        self,
        *arguments: object,
        knows_end: bool = True,
        numbered: bool = True,
        tells_hands: bool | None = True,
        fresh: bool = False,
        **named: object,
    ) -> None:
        self._may_tell_hands = tells_hands
        self.table = baccarat.Table(baccarat.Phase.JOINING)
        self._knows_end = knows_end
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.follower = baccarat.Follower(
            self.rules,
            numbered=numbered,
            knows_end=knows_end or not self.watched,
            tells_results=knows_end,
            bound=self.bound,
        )
        self.tells_hands: bool | None = None  # unknown before the first card
        self._count = CardCount(self.follower.figures.shoe.decks)
        self._coup = self.table  # the last table with cards on it
        self._is_in_step = True  # whether the shoe is known to count the dealer's coup, or the table was just opened
        if fresh:
            self.table = self.follower.hear(self.table, StateEvent("start")).table

    @property
    def cannot_see(self) -> Message | None:
        if not self.watched:
            return None
        if self._may_tell_hands is None:
            return Message("sensors.table.typed-cards")
        if self.tells_hands is False or not self._may_tell_hands:
            return Message("sensors.table.no-hands-told")
        if not self.follower.numbered:
            return Message("sensors.table.not-numbered")
        is_joining = self.table.is_joining or self.table.phase is baccarat.Phase.JOINING
        return Message("sensors.table.joining") if self._knows_end and is_joining else None

    @property
    def counts(self) -> bool:
        return super().counts and self._is_in_step

    def next_asked(self) -> Asked | Waiting | None:
        """The next question; if no end is reported, a complete coup ends when nothing is left to ask."""
        if not self._coming and self._is_over:
            self._follow(_OVER)
        return super().next_asked()

    @property
    def _is_over(self) -> bool:
        """Whether the coup is complete and the device will not report its end."""
        table = self.table
        if self._knows_end or table.phase is not baccarat.Phase.DEALING or table.cards < FIRST:
            return False
        return table.is_known and self.follower.due(table).acts == {END}

    def take(self, event: Event, *, by_hand: bool = False) -> None:
        before = self.table
        if self._has_paused(by_hand):
            self.table = (self.follower.waited if self._was_asked else self.follower.paused)(before)
            self._keep_step(before, is_doubtful=not self._was_asked)
        is_card = isinstance(event, CardEvent) or (isinstance(event, ErrorEvent) and event.error in UNREAD)
        if is_card and self._is_over:
            self._follow(_OVER, answers=True)
        if isinstance(event, CardEvent) and not event.again:
            self.tells_hands = bool(event.to)
        self._follow(event, answers=True)
        self._found(self._count.hear(event))

    def _follow(self, event: Event, *, answers: bool = False) -> None:
        before = self.table
        step = self.follower.hear(before, event)
        self.table = step.table
        if isinstance(event, CardEvent) and step.table != before:
            self.pace = self.pace.begun(self.now)
        if self.table.cards == 1 and before.cards != 1:
            self._begin_round()
            self._is_in_step = not (self._knows_end and before.is_joining)
        was_decided = before.phase is baccarat.Phase.DEALING and before.cards >= FIRST
        if step.act and was_decided and answers and self.tells_hands and self.follower.is_sure(before):
            self._answered_by(step.act, _known(before))
        elif was_decided and self.table != before and (step.act or not self._is_certain(before)):
            self._withdraw()  # otherwise the next round would answer it
        self._keep_step(before, is_doubtful=self.table.is_doubtful and not before.is_doubtful)
        self._tell(step)
        if (self.table.phase, self.table.slots) != (before.phase, before.slots):  # else it was asked before
            self._decides_if_known()

    def _keep_step(self, before: baccarat.Table, *, is_doubtful: bool) -> None:
        """Note that the shoe may not count the dealer's coup any more, if what came within it makes that uncertain."""
        if before.phase is baccarat.Phase.DEALING and self.table.phase is baccarat.Phase.DEALING:
            begins_to_join = self.table.is_joining and not before.is_joining
            if is_doubtful or begins_to_join or self.table.has_guesses:
                self._is_in_step = False

    def _is_certain(self, before: baccarat.Table) -> bool:
        """Whether the coup goes on with all its cards known."""
        return self.table.phase is before.phase and self.table.is_known and self.table.cards >= before.cards

    def _tell(self, step: baccarat.Step) -> None:
        if step.table.slots:
            self._coup = step.table
        elif step.ended is not None:
            self._coup = step.ended.coup
        self._found(step.finding)
        if step.ended is not None:
            self._ended(step.ended)

    def _decides_if_known(self) -> None:
        table = self.table
        if table.phase is baccarat.Phase.DEALING and table.is_known and table.cards >= FIRST:
            self._decides()

    def _decides(self) -> None:
        """Queue the question whether the cards on the table need another one."""
        self._ask("next-card", 1, _known(self.table))

    def _ended(self, ended: baccarat.Ended) -> None:
        self.pace = self.pace.ended(self.now)
        if not self.watched:
            dealt = print_cards(ended.dealt)
            self._ask("call-the-winner", 2 if len(ended.dealt) > FIRST else 1, dealt)
            self._ask("settle-boxes", 3, dealt)

    # ── corrections ──────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def places(self) -> Sequence[Card | None]:
        return tuple(slot.card for slot in self._shown.slots)

    @property
    def can_correct(self) -> bool:
        return bool(self._shown.slots)

    def take_back(self, event: Event) -> Event:
        return event

    def _change(self, event: Event, place: int | None, inserts: bool) -> Event | None:
        if not isinstance(event, CardEvent):
            return event
        coup = self._shown
        cards = [slot.card for slot in coup.slots]
        if place is None:
            place = cards.index(None) if None in cards else len(cards) - 1
        if not inserts and (wrong := cards[place]) is not None:
            self._count.take_back(wrong)
        self._count.hear(event)
        is_over = not self.table.slots
        if is_over and self.table.coups == coup.coups + 1:
            self.pace = msgspec.structs.replace(self.pace, ends=self.pace.ends[:-1])
        step = self.follower.corrected(coup, place, Card.parse(event.card), inserts=inserts)
        self._coup = step.table if step.ended is None else step.ended.coup
        if is_over:
            step = self.follower.ended_again(self.table, step)
        self.table = step.table
        self._withdraw()
        self._take_back(_known(self._coup))
        self._tell(step)
        return None

    def _changed(self) -> None:
        if not self.table.is_doubtful:  # other cards may still be missing
            self._decides_if_known()

    def go_on(self) -> None:
        super().go_on()
        self.table = self.follower.go_on(self.table)

    @property
    def _shown(self) -> baccarat.Table:
        """The table with cards on it: the present coup, or the last one until the next begins."""
        return self.table if self.table.slots else self._coup

    @property
    def unread(self) -> int:
        """Number of cards on the felt that were not read."""
        return self._shown.unread

    @property
    def scene(self) -> Scene:
        table = self._shown
        return close_up([*_pieces("player", table), *_pieces("banker", table)])


def _known(table: baccarat.Table) -> str:
    """The cards of the coup that were read, in the order in which they came."""
    return print_cards([slot.card for slot in table.slots if slot.card is not None])


def _pieces(side: str, table: baccarat.Table) -> list[AnyPiece]:
    """A hand on the felt; a card that was not read lies face down."""
    cards = table.hand(side)
    shown = hand(side, [card or Card.parse("AS") for card in cards])
    return [
        piece
        if card is not None
        else CardPiece(spot=f"cards:{side}", card="", face_up=False, across=place == 2, offset=place)
        for place, (piece, card) in enumerate(zip(shown, cards, strict=True))
    ]


class BankedShoeSession(ShoeSession):
    """A shoe at a game in which a player holds the bank: questions are about the point's hand. What the dealer does is
    not an answer, because the choice is the players'."""

    main = "point-hand"
    bound = False

    @property
    def cannot_see(self) -> Message | None:
        return super().cannot_see or Message("sensors.table.bank-not-seen")

    def _decides(self) -> None:
        if self.table.cards == FIRST and not self.watched:
            self._ask(self.main, 1, print_cards(list(self.table.player)))

    def _answered_by(self, act: str, cards: str) -> None:
        self._withdraw()


class BlackjackSession(Session):
    """Blackjack from a shoe: questions are about the dealer's hand. ``tells_signals`` says whether the device also
    tells what the players want. Raises `RequestError` for games without a round.

    Beside a shoe these words are typed, late or not at all, and no device that tells them numbers its reports. So what
    does not fit is a doubt, unless one person types everything in its order.
    """

    main = "dealer-hand"
    level = 4
    waits_for = "cards"
    needs = frozenset([Gives.CARD])

    def __init__(
        self,
        *arguments: object,
        seats: int = 1,
        tells_signals: bool = False,
        **named: object,
    ) -> None:
        self._tells_signals = tells_signals
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        is_typed = self.origin is Origin.HAND
        self.follower = blackjack.Follower(self.rules, seats, numbered=is_typed, typed=is_typed)
        self.table = blackjack.Table(is_doubtful=not is_typed)  # a round may be under way
        self._count = CardCount(blackjack_figures(self.rules).shoe.decks)
        self._round = self.table  # the last table with cards on it

    @property
    def cannot_see(self) -> Message | None:
        is_sure = self.follower.numbered or not self.watched
        if self._tells_signals:
            return None if is_sure else Message("sensors.table.not-numbered")
        return Message("sensors.table.tell-the-players" if is_sure else "sensors.table.no-players-told")

    def take(self, event: Event, *, by_hand: bool = False) -> None:
        if self._has_paused(by_hand):
            self.table = self.follower.paused(self.table)
        before = self.table
        step = self.follower.hear(before, event)
        if isinstance(event, CardEvent):
            self.pace = self.pace.begun(self.now)
        if step.table.is_doubtful and not before.is_doubtful:  # findings of this round prove nothing
            self._take_back("")
            super().go_on()
        if len(step.table.log) == 1 and len(before.log) != 1:
            self._begin_round()
        self._apply(before, step)
        if (self.table.phase, self.table.dealer) != (before.phase, before.dealer):  # else it was asked before
            self._decides()
        self._found(self._count.hear(event))

    def _apply(self, before: blackjack.Table, step: blackjack.Step) -> None:
        self.table = step.table
        if step.table.log:
            self._round = step.table
        if step.act and self.follower.is_sure(before):
            self._answered_by(step.act, print_cards(list(before.dealer)))
        elif before.dealer and (step.act or not self.table.dealer or self.table.phase is not before.phase):
            self._withdraw()
        self._found(step.finding)
        if step.ended is not None:
            self.pace = self.pace.ended(self.now)

    def _decides(self) -> None:
        table = self.table
        is_dealers = table.phase is blackjack.Phase.DEALER and len(table.dealer) > 1
        if is_dealers and self.follower.dealer_must(table)[0] != "stop":
            self._ask(self.main, self.level, print_cards(list(table.dealer)))

    # ── corrections ──────────────────────────────────────────────────────────────────────────────────────────────

    def _card_places(self) -> list[int]:
        """Indices of cards and gaps in the log of the round."""
        return [at for at, event in enumerate(self._round.log) if isinstance(event, CardEvent | MissedEvent)]

    @property
    def places(self) -> Sequence[Card | None]:
        events = [self._round.log[at] for at in self._card_places()]
        return tuple(Card.parse(each.card) if isinstance(each, CardEvent) else None for each in events)

    @property
    def can_correct(self) -> bool:
        return bool(self._card_places())

    def take_back(self, event: Event) -> Event:
        return event

    def _change(self, event: Event, place: int | None, inserts: bool) -> Event | None:
        if not isinstance(event, CardEvent):
            return event
        cards, at = self.places, self._card_places()
        if place is None:
            place = cards.index(None) if None in cards else len(cards) - 1
        log = list(self._round.log)
        if inserts:
            log.insert(at[place] if place < len(at) else len(log), event)
        else:
            if (wrong := cards[place]) is not None:
                self._count.take_back(wrong)
            log[at[place]] = event
        self._count.hear(event)
        if not self.table.log and self.table.rounds == self._round.rounds + 1:
            self.pace = msgspec.structs.replace(self.pace, ends=self.pace.ends[:-1])
        self._withdraw()
        step = self.follower.corrected(self._round, tuple(log))
        self._take_back(print_cards(list(step.ended.dealer if step.ended is not None else step.table.dealer)))
        self._apply(self.table, msgspec.structs.replace(step, act=""))
        return None

    def _changed(self) -> None:
        self._decides()

    @property
    def boxes(self) -> int:
        """Number of boxes dealt to in a round."""
        return self.follower.seats

    @property
    def most_boxes(self) -> int:
        """Number of boxes on the layout."""
        return blackjack_figures(self.rules).places.seats

    @property
    def is_dealing(self) -> bool:
        """Whether a round is in progress."""
        return bool(self.table.log)

    def play_boxes(self, count: int) -> None:
        """Set the number of boxes from the next round on; not allowed during a round."""
        if not self.is_dealing and 1 <= count <= self.most_boxes:
            told = {"numbered": self.follower.numbered, "typed": self.follower.typed}
            self.follower = blackjack.Follower(self.rules, count, **told)

    @property
    def unread(self) -> int:
        """Number of cards of the round that were not read."""
        return sum(card is None for card in self.places)

    @property
    def scene(self) -> Scene:
        stake = self.rules.table.minimum
        table = self.table if self.table.state is not None else self._round
        by_seat: dict[int, list[Hand]] = {}
        for box in table.state.boxes if table.state is not None else ():
            by_seat.setdefault(box.hand.seat or 1, []).append(box.hand)
        places = [
            Shown(
                seat,
                tuple(each.cards for each in hands),
                (stake,) * len(hands),
                double=tuple(each.double for each in hands),
            )
            for seat, hands in by_seat.items()
        ]
        return table_scene(self.rules, places, table.dealer)
