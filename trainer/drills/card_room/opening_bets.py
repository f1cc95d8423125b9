"""Minimum and maximum of the opening bet in each betting round."""

from __future__ import annotations

from trainer.drills.bet_limits import sign_on_the_table
from trainer.drills.card_room.table import scene, sign_kind, table_sign
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.kit import print_amounts
from trainer.equipment.money import Amount
from trainer.games.card_room.figures import card_room, street_names
from trainer.games.card_room.limits import ActLimit, limit
from trainer.rulebooks import GameRules
from trainer.texts import Message

_SIZES = (1, 2, 3, 5)  # multiples of the example table's limits
_FORCED = ("after-blinds", "low-card")  # rounds opened by a forced bet, which the limit drills ask about
_LABELS = ("card-room.size.least", "card-room.size.most")


def _streets(rules: GameRules) -> list[str]:
    """The betting rounds that a player opens with a voluntary bet."""
    return [name for name in street_names(rules) if card_room(rules).streets[name].opens not in _FORCED]


def _bets(rules: GameRules, street: str, minimum: Amount, maximum: Amount) -> tuple[Amount, ...]:
    """Minimum and maximum; one figure if they are the same or there is no maximum."""
    facts = limit(rules, ActLimit(act="bet", street=street, minimum=minimum, maximum=maximum)).facts
    least, most = facts["minimum"], facts["maximum"]
    return (least,) if most is None or most == least else (least, most)


def _draft(rules: GameRules, level: int, number: int) -> Draft:
    size, place = divmod(number, len(_streets(rules)))
    street, size = _streets(rules)[place], _SIZES[size]
    minimum, maximum = rules.table.minimum * size, rules.table.maximum * size
    decision = limit(rules, ActLimit(act="bet", street=street, minimum=minimum, maximum=maximum))
    wanted = _bets(rules, street, minimum, maximum)
    others = {_bets(rules, other, minimum, maximum) for other in street_names(rules)} - {wanted}
    kind = "opening-bets" if len(wanted) > 1 else "opening-bet" if decision.facts["maximum"] else "opening-least"
    sign = table_sign(rules, minimum, maximum)
    return Draft(
        prompt=Message(f"card-room.prompt.{kind}", {"table": sign, "street": Message(f"card-room.street.{street}")}),
        scene=scene(rules, [sign_on_the_table(rules, sign_kind(rules), sign.params)]),
        form=AmountForm(tuple(map(Message, _LABELS)) if len(wanted) > 1 else (), unit=rules.info.currency.value),
        solution=print_amounts(wanted),
        reasons=decision.reasons[:1],
        mistakes=tuple(
            ("another-street", print_amounts(other)) for other in sorted(others) if len(other) == len(wanted)
        ),
    )


def _fits(rules: GameRules) -> bool:
    """Whether the rounds differ; if not, the sign of the table says everything."""
    table = rules.table
    return len({_bets(rules, street, table.minimum, table.maximum) for street in _streets(rules)}) > 1


OPENING_BETS = Family(
    id="opening-bets",
    area="card-room",
    levels=(Level(9),),
    facts=lambda rules, level: len(_streets(rules)) * len(_SIZES),
    build_fact=_draft,
    revision=2,
    fits=_fits,
)
