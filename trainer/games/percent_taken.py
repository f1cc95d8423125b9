"""Percentage that the house takes: fixed by the regulation, or chosen by the house within a range."""

from __future__ import annotations

from trainer.equipment.money import ZERO, Amount, parse_amount, print_amount
from trainer.games.core import RequestError
from trainer.rulebooks.consistency import option_problem
from trainer.rulebooks.schema import GameRules


def percent_taken(
    rules: GameRules, option: str, field: str, given: Amount | None, fixed: Amount | None = None
) -> Amount:
    """The percentage given in a request, else the one in force; raises `RequestError` outside the allowed range."""
    if option not in rules.options:
        if given is not None and given != (fixed or ZERO):
            raise RequestError(field, f"is {print_amount(fixed or ZERO)} by the regulation")
        return fixed or ZERO
    if given is None:
        return parse_amount(rules.chosen[option])
    problem = option_problem(rules.options[option], print_amount(given))
    if problem:
        raise RequestError(field, problem)
    return given
