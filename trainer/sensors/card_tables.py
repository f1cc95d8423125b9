"""Sessions with a real shoe: baccarat games and blackjack."""

from __future__ import annotations

from trainer.drills.baccarat.scenes import close_up, hand
from trainer.drills.blackjack.scenes import Shown, table_scene
from trainer.drills.scene import Scene
from trainer.equipment.cards import Card, print_cards
from trainer.games.baccarat.coup import END
from trainer.games.blackjack.figures import blackjack as blackjack_figures
from trainer.runs.run import Asked, Waiting
from trainer.sensors.events import CardEvent, Event, StateEvent
from trainer.sensors.following import baccarat, blackjack
from trainer.sensors.following.counting import CardCount
from trainer.sensors.profile import Gives
from trainer.sensors.sessions import Session

_OVER = StateEvent("standby")


class ShoeSession(Session):
    """A baccarat shoe. When asked, the trainee also calls the winner and settles the boxes.

    ``knows_end`` says whether the device reports the end of a coup. If it does not, a complete coup ends with the
    answer that says so or with the next card; when watched, as soon as it is complete.
    """

    main = "next-card"
    waits_for = "cards"
    needs = frozenset([Gives.CARD])
    bound = True  # whether the bank must follow the drawing table

    def __init__(self, *arguments: object, knows_end: bool = True, fresh: bool = False, **named: object) -> None:
        self.table = baccarat.Table(baccarat.Phase.JOINING)
        self._knows_end = knows_end
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.follower = baccarat.Follower(self.rules, knows_end=knows_end or not self.watched, bound=self.bound)
        self.last: baccarat.Ended | None = None
        self._count = CardCount(self.follower.figures.shoe.decks)
        self._before: list[baccarat.Table] = []  # earlier states of this coup, to take back a misread card
        if fresh:
            self.table = self.follower.hear(self.table, StateEvent("start")).table

    def next_asked(self) -> Asked | Waiting | None:
        """The next question; if no end is reported, a complete coup ends when nothing is left to ask."""
        if not self._coming and self._is_over:
            self._follow(_OVER)
        return super().next_asked()

    @property
    def _is_over(self) -> bool:
        """Whether the coup is complete and the device will not report its end."""
        table = self.table
        if self._knows_end or table.phase is not baccarat.Phase.DEALING or table.cards < baccarat.FIRST:
            return False
        return self.follower.expected(table).acts == {END}

    def take(self, event: Event, *, by_hand: bool = False) -> None:
        if isinstance(event, CardEvent) and self._is_over:
            self._follow(_OVER, answers=True)
        self._follow(event, answers=True)
        self._found(self._count.hear(event))

    def _follow(self, event: Event, *, answers: bool = False) -> None:
        before = self.table
        step = self.follower.hear(before, event)
        self.table = step.table
        if isinstance(event, CardEvent) and step.table != before:
            self._before.append(before)
            self.pace = self.pace.begun(self.now)
        was_decided = before.phase is baccarat.Phase.DEALING and before.cards >= baccarat.FIRST
        if step.act and was_decided and answers:
            self._answered_by(step.act)
        elif was_decided and not step.act and self.table.cards < before.cards:
            self._withdraw()  # otherwise the next round would answer it
        self._found(step.finding)
        if step.ended is not None:
            self._ended(step.ended)
        dealing = self.table.phase is baccarat.Phase.DEALING
        if dealing and self.table.cards >= baccarat.FIRST and self.table != before:
            self._decides()

    def _decides(self) -> None:
        """Queue the question whether the cards on the table need another one."""
        self._ask("next-card", 1, print_cards(_as_dealt(self.table)))

    def _ended(self, ended: baccarat.Ended) -> None:
        self.last = ended
        self._before.clear()
        self.pace = self.pace.ended(self.now)
        if not self.watched:
            dealt = print_cards(ended.dealt)
            self._ask("call-the-winner", 2 if len(ended.dealt) > baccarat.FIRST else 1, dealt)
            self._ask("settle-boxes", 3, dealt)

    @property
    def can_correct(self) -> bool:
        return bool(self._before)

    def take_back(self, event: Event) -> Event:
        wrong, self.table = self.table, self._before.pop()
        drawn = baccarat.PLAYER if len(wrong.player) > len(self.table.player) else baccarat.BANKER
        held, holds = ((t.player if drawn == baccarat.PLAYER else t.banker) for t in (self.table, wrong))
        if len(holds) > len(held):
            self._count.take_back(holds[-1])
        if isinstance(event, CardEvent) and not event.to and len(holds) > len(held):
            return CardEvent(event.card, drawn, len(held) + 1)
        return event

    def go_on(self) -> None:
        super().go_on()
        if self.table.phase is baccarat.Phase.STOPPED:
            self.table = self.follower.go_on(self.table)
            self._before.clear()

    @property
    def scene(self) -> Scene:
        table = self.table
        shown = table if table.cards or self.last is None else self.last
        return close_up(hand("player", shown.player) + hand("banker", shown.banker))


def _as_dealt(table: baccarat.Table) -> list[Card]:
    """Cards in the order in which they left the shoe."""
    first = [table.player[0], table.banker[0], table.player[1], table.banker[1]]
    return [*first, *table.player[2:], *table.banker[2:]]


class BankedShoeSession(ShoeSession):
    """A shoe at a game in which a player holds the bank: questions are about the point's hand. What the dealer does is
    not an answer, because the choice is the players'."""

    main = "point-hand"
    bound = False

    def _decides(self) -> None:
        if self.table.cards == baccarat.FIRST and not self.watched:
            self._ask(self.main, 1, print_cards(list(self.table.player)))

    def _answered_by(self, act: str) -> None:
        self._withdraw()


class BlackjackSession(Session):
    """Blackjack from a shoe: questions are about the dealer's hand."""

    main = "dealer-hand"
    level = 4
    waits_for = "cards"
    needs = frozenset([Gives.CARD])

    def __init__(self, *arguments: object, seats: int = 1, **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self.follower = blackjack.Follower(self.rules, seats)
        self.table = blackjack.Table()
        self._count = CardCount(blackjack_figures(self.rules).shoe.decks)
        self._before: list[tuple[blackjack.Table, Card]] = []  # earlier states, each with the next card

    def take(self, event: Event, *, by_hand: bool = False) -> None:
        before = self.table
        step = self.follower.hear(before, event)
        self.table = step.table
        if isinstance(event, CardEvent):
            self.pace = self.pace.begun(self.now)
            if step.table != before:
                self._before.append((before, Card.parse(event.card)))
        if step.act:
            self._answered_by(step.act)
        elif before.dealer and not self.table.dealer:
            self._withdraw()
        self._found(step.finding)
        if step.ended is not None:
            self.pace = self.pace.ended(self.now)
            self._before.clear()
        decides = self.table.phase is blackjack.Phase.DEALER and len(self.table.dealer) > 1
        if decides and self.table != before and self.follower.dealer_must(self.table)[0] != "stop":
            self._ask(self.main, self.level, print_cards(list(self.table.dealer)))
        self._found(self._count.hear(event))

    @property
    def can_correct(self) -> bool:
        return bool(self._before)

    def take_back(self, event: Event) -> Event:
        self.table, misread = self._before.pop()
        self._count.take_back(misread)
        return event

    def go_on(self) -> None:
        super().go_on()
        if self.table.phase is blackjack.Phase.STOPPED:
            self.table = self.follower.go_on(self.table)
            self._before.clear()

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
        return bool(self.table.hands)

    def play_boxes(self, count: int) -> None:
        """Set the number of boxes from the next round on; not allowed during a round."""
        if not self.is_dealing and 1 <= count <= self.most_boxes:
            self.follower = blackjack.Follower(self.rules, count)

    @property
    def scene(self) -> Scene:
        stake = self.rules.table.minimum
        places = [Shown(seat, (cards,), (stake,)) for seat, cards in enumerate(self.table.hands, 1)]
        return table_scene(self.rules, places, self.table.dealer)
