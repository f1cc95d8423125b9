"""The dealer's announcement of a coup: points of both rows and the winning chances."""

from __future__ import annotations

from trainer.games.trente_et_quarante.figures import trente
from trainer.games.trente_et_quarante.rows import Coup
from trainer.rulebooks.schema import GameRules
from trainer.texts import Names


def call_id(rules: GameRules, coup: Coup) -> str:
    """The call of the rulebook that a coup asks for; "" where the colour chance is not known."""
    if coup.winning_row is None:
        return "tie-best" if coup.is_tie_at(trente(rules).rows.stops_at) else "tie"
    return f"{coup.winning_row}-{coup.color_chance}" if coup.color_chance else ""


def result_call(rules: GameRules, coup: Coup) -> Names | None:
    """The call with both rows' points filled in, black first; by their units where the rulebook calls units."""
    name = call_id(rules, coup)
    if name not in rules.calls:
        return None
    says = rules.calls[name].says
    black, red = spoken_total(rules, coup.black_total), spoken_total(rules, coup.red_total)
    return Names(says.es.format(negro=black, rojo=red), says.en.format(black=black, red=red))


def spoken_total(rules: GameRules, total: int) -> int:
    """A total as it is called: 32 is 2 where units are called, and 40 stays 40."""
    if trente(rules).calling.totals == "full":
        return total
    return total % 10 or total
