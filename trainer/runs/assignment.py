"""What is to be drilled: regulation, game, variant, drill, level and behaviour."""

from __future__ import annotations

import msgspec


class Assignment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A choice of drill by ids; an empty variant is the game's usual one."""

    rulebook: str
    game: str
    family: str
    level: int = 1
    variant: str = ""
    behaviour: str = "learn"


# What a first-time user is offered: the plainest payout of the best-known game.
FIRST = Assignment(rulebook="baleares", game="roulette-french", family="pay-the-layout")
