"""What a real shoe, wheel or pair of dice reports, as acts of a round at the live table."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from trainer.equipment.dice import Roll
from trainer.games.round import Act
from trainer.rulebooks.schema import GameRules
from trainer.sensors.events import (
    DIRECTIONS,
    BurnCountEvent,
    BurnEvent,
    CardEvent,
    DiceEvent,
    DirectionEvent,
    ErrorEvent,
    Event,
    MissedEvent,
    NumberEvent,
    StateEvent,
)
from trainer.sensors.following.core import PUSHED_BACK, UNREAD

_DEALS = frozenset({"deal", "shoe-holder-deals"})
_HANDS = ("player", "banker")
_KINDS = {"blackjack": "shoe", "baccarat": "shoe", "wheel": "wheel", "dice": "dice"}


def real_kind(rules: GameRules) -> str:
    """The equipment that a device can bring to the live table of a game: shoe, wheel or dice; "" if none."""
    return next((kind for family, kind in _KINDS.items() if family in rules.family), "")


def is_gap(event: Event) -> bool:
    """Whether a device tells that it missed something, or that a card is not where it belongs."""
    return isinstance(event, MissedEvent) or (isinstance(event, ErrorEvent) and event.error in UNREAD | PUSHED_BACK)


def brings(event: Event) -> bool:
    """Whether a card, a number or a throw comes with an event."""
    return isinstance(event, BurnEvent | CardEvent | DiceEvent | NumberEvent) and not getattr(event, "again", False)


class LiveActs:
    """Keeps what later events depend on: the rotor's direction and the cards that were burned."""

    def __init__(self) -> None:
        self._direction = ""
        self._burned = 0
        self._spins = self._slows = False  # whether a ball runs, and whether it was told to slow down

    def hear(self, event: Event, due: Sequence[Act]) -> tuple[Act, ...]:
        """The acts that an event stands for.

        ``due`` are the dealer's and the shoe holder's lawful acts: a shoe that does not tell the hand is believed to
        have dealt to the hand whose card it is. Retransmissions and what is no act give none.
        """
        if isinstance(event, BurnEvent):
            self._burned += not event.again
            wanted = next((act.facts.get("cards") for act in due if act.do == "burn"), None)
            return self._flush() if self._burned == wanted else ()
        burned = self._flush()
        match event:
            case BurnCountEvent(again=False):
                return (*burned, Act("burn", facts={"cards": event.burn_count}))
            case CardEvent(to="first", again=False):
                return (*burned, Act("deal", topic="burn", facts={"card": event.card, "face": "up"}))
            case CardEvent(outside="", again=False):
                return (*burned, *_dealt(event, due))
            case DirectionEvent():
                self._direction = event.direction
            case StateEvent(state="ball-in-rim") if not self._spins:
                return (*burned, self._spin(due))
            case StateEvent(state="no-more-bets") if self._spins and not self._slows:
                return (*burned, self._slow())
            case NumberEvent():
                spin = () if self._spins else (self._spin(due),)  # a wheel that tells the number alone
                self._spins = False
                return (*burned, *spin, Act("ball-falls", "table", facts={"number": event.number}))
            case DiceEvent():
                roll = Roll.parse(event.dice)
                return (*burned, Act("throw", "table", facts={"dice": list(roll.faces)}))
        return burned

    def before(self, act: Act) -> tuple[Act, ...]:
        """What has happened by the time the dealer does something by hand.

        Burned cards are over when he goes on. A ball slows down when he closes the bets, if the wheel does not tell.
        """
        burned = self._flush()
        if act.do == "spin":
            self._spins, self._slows = True, False
        elif act.do in ("void", "end"):
            self._spins = False
        elif act.do == "close" and self._spins and not self._slows:
            return (*burned, self._slow())
        return burned

    def _slow(self) -> Act:
        self._slows = True
        return Act("ball-slows", "table")

    def _flush(self) -> tuple[Act, ...]:
        cards, self._burned = self._burned, 0
        return (Act("burn", facts={"cards": cards}),) if cards else ()

    def _spin(self, due: Sequence[Act]) -> Act:
        """A spin in the direction that the wheel told; as it is due where the wheel tells none."""
        self._spins, self._slows = True, False
        wanted = next((act for act in due if act.do == "spin"), None)
        wheel = self._direction or (str(wanted.facts["wheel"]) if wanted is not None else DIRECTIONS[0])
        [ball] = set(DIRECTIONS) - {wheel}
        return Act("spin", facts={"wheel": wheel, "ball": ball})


def _dealt(event: CardEvent, due: Sequence[Act]) -> tuple[Act, ...]:
    deals = [act for act in due if act.do in _DEALS]
    wanted = next((act for act in deals if event.to in ("", act.topic)), deals[0] if deals else None)
    if wanted is None:
        if event.to not in _HANDS:
            return ()  # nobody's turn, and the shoe does not report whose card it is
        wanted = Act("deal", facts={"face": "up"})
    topic = event.to if event.to in _HANDS else wanted.topic
    return (replace(wanted, topic=topic, facts={**wanted.facts, "card": event.card}),)
