"""Shifts for tests: one table for each game and regulation, run by dealers that need no screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trainer.games.round import Fault
from trainer.live.faulty_dealer import FaultyDealer
from trainer.live.perfect import Dealer
from trainer.live.shift import Pinned, Shift
from trainer.live.styles import usual_seats
from trainer.live.table import LiveTable
from trainer.rulebooks.library import shipped_library

TABLES = (
    "arica/blackjack",
    "arica/caribbean-stud",
    "arica/craps",
    "arica/punto-banco",
    "arica/roulette-american",
    "baleares/blackjack",
    "baleares/caribbean-stud",
    "baleares/craps",
    "baleares/punto-banco",
    "baleares/roulette-american",
    "baleares/roulette-french",
    "bolivia/blackjack",
    "bolivia/caribbean-stud",
    "bolivia/craps",
    "bolivia/punto-banco",
    "bolivia/roulette-american",
    "bolivia/roulette-french",
    "bolivia/three-card-poker",
    "coquimbo/blackjack",
    "puerto-rico/baccarat",
    "puerto-rico/blackjack",
    "puerto-rico/caribbean-stud",
    "puerto-rico/commission-free-baccarat",
    "puerto-rico/craps",
    "puerto-rico/ez-baccarat",
    "puerto-rico/mini-baccarat",
    "puerto-rico/mini-ez-baccarat",
    "puerto-rico/pai-gow-poker",
    "puerto-rico/roulette-american",
    "puerto-rico/three-card-poker",
)
ONE_OF_EACH = (
    "arica/roulette-american",
    "arica/blackjack",
    "baleares/punto-banco",
    "arica/craps",
    "puerto-rico/pai-gow-poker",
    "puerto-rico/caribbean-stud",
)


def shift(name: str, **told: Any) -> Shift:
    """A shift at a table, with seven players unless told otherwise."""
    rulebook, game = name.split("/")
    pinned = tuple(Pinned(*each) for each in told.pop("pinned", ()))
    facts: dict[str, Any] = {"seats": usual_seats(7), "rounds": 6, "seed": 3, "level": 3} | told
    return Shift(rulebook, game, incidents=pinned, **facts)


def opened(name: str, **told: Any) -> LiveTable:
    return LiveTable(shift(name, **told), shipped_library())


def played(name: str, **told: Any) -> LiveTable:
    """A shift that a perfect dealer has played to its end."""
    table = opened(name, **told)
    dealer = Dealer(table)
    while not table.over:
        dealer.play_round()
    return table


# What a mistake needs: something that happens in every round.
OCCASION = {
    Fault.LATE_BET: "late-bet",
    Fault.BAD_BET: "bad-bet",
    Fault.WRONG_CHANGE: "buy-in",
    Fault.NO_ANSWER: "question",
    Fault.GAVE_ADVICE: "question",
}


def faulty(
    name: str, fault: Fault, rounds: int = 6, seed: int = 7, events: Sequence[str] = (), kinds: Sequence[str] = ()
) -> tuple[LiveTable, FaultyDealer]:
    """A shift of a dealer with one kind of mistake; one of ``events`` is staged in every round.

    ``kinds`` happen instead of what the mistake usually needs.
    """
    staged = kinds or ((OCCASION[fault],) if fault in OCCASION else events)
    pinned = [(number, staged[number % len(staged)]) for number in range(1, rounds + 1)] if staged else []
    table = opened(name, rounds=rounds, level=1, seed=seed, pinned=pinned)
    dealer = FaultyDealer(table, fault)
    while not table.over:
        dealer.play_round()
    return table, dealer


def step_until(table: LiveTable, verb: str) -> Any:
    """Let a perfect dealer go on until an act of a kind is due; the act is returned and not done."""
    dealer = Dealer(table)
    for _ in range(400):
        act = dealer.next_act()
        if act is not None and act.do == verb and not (table.bets_to_come and verb in ("close", "spin")):
            return act
        dealer.step()
    raise AssertionError(f"{verb} is never due")
