"""Single rounds without a shift: every regulation's roulette and blackjack, with players who bet and answer at random.

Everything is drawn from a seeded source, so that the same seed gives the same round.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Protocol

from msgspec.structs import replace

from trainer.equipment.cards import RANKS
from trainer.games.roulette.layout import EVEN_CHANCES, inside_bets
from trainer.games.roulette.round import RouletteRound
from trainer.games.round import Act
from trainer.games.rules import load_rules
from trainer.live.judge import open_table
from trainer.live.perfect import DeadEndError
from trainer.rulebooks.library import shipped_library

MOST_ACTS = 2000
TABLES = (
    "arica/roulette-american",
    "bolivia/roulette-american",
    "bolivia/roulette-french",
    "baleares/roulette-american",
    "baleares/roulette-french",
    "puerto-rico/roulette-american",
    "arica/blackjack",
    "coquimbo/blackjack",
    "bolivia/blackjack",
    "baleares/blackjack",
    "puerto-rico/blackjack",
)


@cache
def table(name: str) -> Any:
    """The round of a game, compiled once."""
    rulebook, game = name.split("/")
    return open_table(load_rules(shipped_library(), rulebook, game))


def world(name: str, seed: int) -> Any:
    """Players and chance for one round."""
    kind: Any = RouletteWorld if "roulette" in name else BlackjackWorld
    return kind(table(name), Random(seed))


class World(Protocol):
    """Everybody but the dealer: players, the ball, the dice, the shoe, the inspector."""

    def first(self) -> list[Act]:
        """What the players do before the dealer's first act after opening: they bet."""
        ...

    def reply(self, state: Any, act: Act) -> list[Act]:
        """What an act of the dealer leads to."""
        ...

    def card(self) -> str:
        """The next card of the shoe."""
        ...


def play(table: Any, state: Any, world: World) -> Iterator[tuple[Act, Any]]:
    """Play a round to its end: every act with the state after it."""
    for _ in range(MOST_ACTS):
        act = table.next_act(state) or Act("end")
        if act.do == "deal" and "card" not in act.facts:
            act = replace(act, facts={**act.facts, "card": world.card()})
        state = table.perform(state, act)
        yield act, state
        if act.do == "end":
            return
        replies = world.first() if act.do == "open" else world.reply(state, act)
        for reply in replies:
            state = table.perform(state, reply)
            yield reply, state
    raise DeadEndError(f"{table.rules.rulebook}/{table.rules.game}: no end after {MOST_ACTS} acts")


class RouletteWorld:
    """Players with random bets, and a ball that falls anywhere."""

    def __init__(self, table: RouletteRound, source: Random, players: int = 6, bets: int = 20) -> None:
        self.table, self.source = table, source
        inside = inside_bets(table.rules)
        self.spots: list[tuple[str, Any]] = [(bet, list(on)) for bet, spots in inside.items() for on in sorted(spots)]
        self.spots += [(bet, None) for bet in EVEN_CHANCES]
        self.spots += [(bet, part) for bet in ("column", "dozen") for part in (1, 2, 3)]
        self.players, self.bets = players, bets

    def first(self) -> list[Act]:
        unit = int(self.table.rules.table.minimum)
        laid = []
        for _ in range(self.bets):
            bet, on = self.source.choice(self.spots)
            stake = unit * 2 * self.source.randint(1, 5)
            laid.append(Act("bets", "player", self.source.randint(1, self.players), "", bet, on, stake))
        return laid

    def reply(self, state: Any, act: Act) -> list[Act]:
        if act.do == "spin":
            return [Act("ball-slows", "table")]
        if act.do == "close":
            number = self.source.choice(self.table.wheel.order)
            return [Act("ball-falls", "table", facts={"number": number})]
        if act.do == "show":
            return [Act("approved", "inspector")]
        if act.do == "ask":
            choice = self.source.choice(("withdraw", "prison"))
            return [Act("chooses", "player", act.seat, choice)]
        return []

    def card(self) -> str:
        raise NotImplementedError


class BlackjackWorld:
    """Players who mostly play sensibly, and an endless shoe."""

    def __init__(self, table: Any, source: Random, seats: int = 7) -> None:
        self.table, self.source = table, source
        self.seats = min(seats, table.figures.places.seats)

    def first(self) -> list[Act]:
        unit = int(self.table.rules.table.minimum)
        return [
            Act("bets", "player", seat, "", "main", None, unit * 2 * self.source.randint(1, 5))
            for seat in range(1, self.seats + 1)
        ]

    def card(self) -> str:
        return self.source.choice(RANKS) + self.source.choice("SHDC")

    def reply(self, state: Any, act: Act) -> list[Act]:
        if act.do == "ask" and act.topic == "even-money":
            return [Act("says", "player", act.seat, self.source.choice(("yes", "no")))]
        if act.do == "ask" and act.topic == "insurance":
            return self._insurances(state, act)
        seat = act.seat if act.do == "ask" else act.topic
        if act.do == "ask" and act.topic in ("card", "card-or-surrender"):
            return self._decide(state, seat, surrender=act.topic != "card")
        if act.do == "deal" and isinstance(seat, int) and not state.dealing:
            return self._decide(state, seat)
        return []

    def _insurances(self, state: Any, act: Act) -> list[Act]:
        if act.seat is not None:
            return [Act("says", "player", act.seat, "no")]
        seats = {box.hand.seat for box in state.boxes}
        mains = [bet for bet in state.bets if bet.bet == "main" and bet.seat in seats]
        wanted = [bet for bet in mains if self.source.random() < 0.3]
        return [Act("bets", "player", bet.seat, "", "insurance", None, bet.stake // 2) for bet in wanted]

    def _decide(self, state: Any, seat: Any, surrender: bool = False) -> list[Act]:
        box = next((box for box in state.boxes if box.hand.seat == seat), None)
        if box is None or not box.asked or box.total >= 21 or box.stood or box.hand.double or box.natural:
            return []
        if surrender and box.total == 16 and self.source.random() < 0.3:
            return [Act("says", "player", seat, "surrender")]
        if box.total == 11 and len(box.hand.cards) == 2 and self.source.random() < 0.6:
            stake = next(bet.stake for bet in state.bets if bet.seat == seat and bet.bet == "main")
            return [Act("bets", "player", seat, "", "double", None, stake), Act("signals", "player", seat, "double")]
        return [Act("signals", "player", seat, "hit" if box.total < 15 else "stand")]
