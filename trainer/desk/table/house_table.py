"""Where a question is asked: what stands above the felt, and the colours of the house's chips."""

from __future__ import annotations

import msgspec

from trainer.desk.table.imprint import Imprint
from trainer.equipment.money import print_amount
from trainer.rulebooks import GameRules
from trainer.texts import Names


class Table(msgspec.Struct, frozen=True):
    """A game under a regulation, as the drill screen shows it."""

    game: Names
    rulebook: Names
    chip_colours: dict[str, str]  # by denomination
    imprint: Imprint  # what is printed on the cloth


def table_of(rules: GameRules) -> Table:
    colours = {print_amount(value): colour for value, colour in rules.info.chips.colours}
    return Table(rules.names, rules.info.names, colours, Imprint(rules))
