"""Regulations as data: one folder a rulebook, one TOML file a game, every fact with its citation.

`schema` defines what a file may contain, `merge` how files build on each other, `validation` reads a file and reports
all its problems at once, `consistency` checks what types cannot, `problems` defines the error messages, and `library`
finds the files and turns them into `GameRules`.
"""

from trainer.rulebooks.library import Library, shipped_library
from trainer.rulebooks.problems import Fault, RulebookError
from trainer.rulebooks.schema import BetRule, Citation, GameRules, Limit, Option, RulebookInfo

__all__ = [
    "BetRule",
    "Citation",
    "Fault",
    "GameRules",
    "Library",
    "Limit",
    "Option",
    "RulebookError",
    "RulebookInfo",
    "shipped_library",
]
