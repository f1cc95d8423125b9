"""The dealer's calls for a third card and for the winner: the rulebook's words with the totals filled in."""

from __future__ import annotations

from trainer.games.baccarat.coup import Result
from trainer.games.baccarat.figures import Side
from trainer.rulebooks.schema import GameRules
from trainer.texts import Names


def winner_call(rules: GameRules, result: Result) -> Names | None:
    """What is announced at the end of a coup: ``gana punto 6 a 2``; `None` if the totals are not known."""
    if result.player_total is None or result.banker_total is None:
        return None
    name = "tie" if result.winner == "tie" else f"{result.winner}-wins"
    return spoken(rules, name, result.player_total, result.banker_total)


def draw_call(rules: GameRules, side: Side, draws: bool, player: int, banker: int) -> Names | None:
    """What is announced for the third card of a hand: that it draws, or stands; `None` without such a call."""
    return spoken(rules, f"{side.value}-{'draws' if draws else 'stands'}", player, banker)


def spoken(rules: GameRules, name: str, player: int, banker: int) -> Names | None:
    """A call with both totals filled in; `None` if the rulebook has no such call."""
    if name not in rules.calls:
        return None
    says = rules.calls[name].says
    return Names(says.es.format(punto=player, banca=banker), says.en.format(player=player, banker=banker))
