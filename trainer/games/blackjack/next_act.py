"""Finds the dealer's next act at a table described by its bets, the cards in order, and the players' answers."""

from __future__ import annotations

from typing import Any

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import Amount
from trainer.games.blackjack.course import next_step
from trainer.games.blackjack.perform import perform
from trainer.games.blackjack.table import PlaceBets, Step, Table, open_table
from trainer.games.core import Case, Decision, RequestError
from trainer.rulebooks.schema import GameRules


class PlaceOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A place with its stakes and side bets."""

    seat: int
    stakes: tuple[Amount, ...]
    side_bets: dict[str, Amount] = {}


class NextAct(Case, frozen=True, tag="next-act"):
    """What does the dealer do next? Bets, the cards as they came out of the shoe, and the players' answers so far."""

    places: tuple[PlaceOf, ...]
    cards: tuple[Card, ...] = ()
    answers: tuple[str, ...] = ()
    meter: Amount | None = None


def next_act(rules: GameRules, situation: NextAct) -> Decision:
    """Play the cards and answers so far, then say what comes next and which answers are legal."""
    places = [PlaceBets(place.seat, place.stakes, place.side_bets) for place in situation.places]
    table, step = played(rules, open_table(rules, places, situation.meter), situation.cards, situation.answers)
    facts: dict[str, Any] = {"act": step.do.value, "phase": step.phase.value}
    where = {"seat": step.seat, "hand": step.hand, "bet": step.bet or None, "on": step.on}
    facts |= {name: value for name, value in where.items() if value is not None}
    if step.answers:
        facts["answers"] = step.answers
    facts |= {"dealer": table.shown, "settled": table.results}
    return Decision(facts, step.reasons)


def played(
    rules: GameRules, table: Table, cards: tuple[Card, ...], answers: tuple[str, ...] = ()
) -> tuple[Table, Step]:
    """The table after the given cards and answers, and the step that needs something more (or ends the round)."""
    shoe, said = list(cards), list(answers)
    while True:
        step = next_step(rules, table)
        answer = said[0] if step.answers and said else ""
        missing = (step.answers and not answer) or (step.takes_card(answer) and not shoe)
        if step.do.value == "none" or missing or not (shoe or said):
            break
        if step.answers:
            said.pop(0)
        table = perform(rules, table, answer, shoe.pop(0) if step.takes_card(answer) else None, step=step)
    if said:
        before = " before another card is dealt" if step.takes_card() else ""
        raise RequestError("answers", f"{said[0]!r} cannot be said now: nothing is asked{before}")
    if shoe and step.do.value == "none":
        raise RequestError("cards", f"the round is over before {shoe[0]} is dealt")
    return table, step
