"""The answers that a player may give on a hand at his turn, and why another is refused."""

from __future__ import annotations

from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.free_bet import may_double_free, may_split_free
from trainer.games.blackjack.hands import Hand
from trainer.games.blackjack.play import Ruling, Situation, may_double, may_draw, may_split, may_surrender
from trainer.games.blackjack.table import Table
from trainer.rulebooks.schema import GameRules


def situation(table: Table, hand: Hand) -> Situation:
    """The facts about a table on which the choices for a hand depend."""
    made = sum(other.seat == hand.seat and other.origin == hand.origin for other in table.hands)
    return Situation(table.up, table.third_card_given, made)


def ruling_on(rules: GameRules, table: Table, hand: Hand, answer: str) -> Ruling:
    """Whether a player may give this answer on his hand, and why; an answer without a rule of its own is a draw."""
    now = situation(table, hand)
    match answer:
        case "double":
            return may_double(rules, hand)
        case "free-double":
            return may_double_free(rules, hand)
        case "split":
            return may_split(rules, hand, now)
        case "free-split":
            return may_split_free(rules, hand, now)
        case "surrender":
            return may_surrender(rules, hand, now)
        case _:
            return may_draw(rules, hand)


def legal_answers(rules: GameRules, table: Table, hand: Hand) -> tuple[str, ...]:
    """The answers that the player of a hand may give at his turn."""
    figures, now = blackjack(rules), situation(table, hand)
    found = ["stand"]
    if may_draw(rules, hand).allowed:
        found.append("draw")
    free = figures.free_bet is not None
    if free and may_double_free(rules, hand).allowed:
        found.append("free-double")
    elif may_double(rules, hand).allowed:
        found.append("double")
    if free and may_split_free(rules, hand, now).allowed:
        found.append("free-split")
    elif may_split(rules, hand, now).allowed:
        found.append("split")
    if figures.surrender.asked == "own-turn" and may_surrender(rules, hand, now).allowed:
        found.append("surrender")
    return tuple(found)
