"""The regulations as data: one folder a rulebook, one TOML file a game, every fact with its citation.

`schema` says what a file may hold, `merging` how files build on each other, `reading` finds every mistake of a file at
once, `sense` what fits and still makes none, `faults` says what can be wrong, `library` where files are looked for and
how they become `GameRules`.
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
