"""Acts that a dealer could do and should not: every one is accepted, and the round still comes to its end."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from tests.live.shifts import opened
from trainer.games.core import RequestError
from trainer.games.round import Act
from trainer.live.perfect import Dealer
from trainer.live.table import LiveTable

MOST_STEPS = 700  # of a round; more is a dead end
PLACES = (1, 2, 3, 4, 5, 6, 7, 8, "dealer", "player", "banker", "all", "")
PLAIN = ("end", "open", "wait", "shuffle", "burn", "close", "turn", "set", "count", "drop", "say", "deal", "pick-up")


def strange_act(table: LiveTable, done: list[Act], rng: Random) -> Act:
    """Something that is due or was done before, in its own form or changed, or something that nothing calls for."""
    earlier = [act for act in done[-40:] if act.do != "set"]  # the cards of another hand cannot be set
    known = [act for step in table.due() for act in step.acts if act.by == "dealer"] + earlier
    act = rng.choice(known or [Act("wait")])
    match rng.randrange(9):
        case 0 | 1:
            return act
        case 2:
            return replace(act, seat=rng.randrange(1, 10))
        case 3:
            return replace(act, topic=rng.choice(PLACES))
        case 4 if act.amount:
            return replace(act, amount=rng.choice((act.amount * 2, act.amount + 1, 1)))
        case 5:
            return Act("correct", facts={"act": rng.randrange(table.state.count + 1)})
        case 6:
            return Act("void", topic=rng.choice(("round", "spin", "throw", "hand")))
        case 7 if act.do in ("take", "pay"):
            return replace(act, do={"take": "give-back", "pay": "take"}[act.do])
        case _:
            return Act(rng.choice(PLAIN), topic=rng.choice(PLACES))


def strange_shift(name: str, seed: int, rounds: int = 2) -> LiveTable:
    """A shift of a perfect dealer who now and then does something strange; raises `AssertionError` at a dead end."""
    rng, table, done = Random(seed), opened(name, rounds=rounds, seed=seed, level=1 + seed % 5), []
    dealer, often = Dealer(table), rng.choice((0.03, 0.1, 0.3))
    number, steps = 0, 0
    while not table.over:
        number, steps = (number, steps + 1) if table.round_number == number else (table.round_number, 0)
        assert steps < MOST_STEPS, (name, seed, done[-4:])
        if rng.random() < often:
            try:
                table.perform(strange_act(table, done, rng))
            except RequestError:  # it cannot be done, and nothing has changed
                continue
        elif (act := dealer.step()) is not None:
            done.append(act)
    table.books.check()
    return table
