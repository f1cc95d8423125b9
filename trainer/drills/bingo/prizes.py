"""Prizes: shared among winners, and calculated from the sale of cards."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from trainer.drills.bingo.hall import won
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.scene import Scene
from trainer.equipment.money import Amount, RoundingWay, print_amount
from trainer.games.bingo.figures import bingo
from trainer.games.bingo.prizes import Round, settle
from trainer.rulebooks import GameRules
from trainer.texts import Message


def _share(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """A prize that divides evenly; one with a remainder; one that must be calculated first."""
    prize = rng.choice([bet for bet in rules.bets if bet != "progressive"])
    winners = rng.randint(2, 4 + level)
    if level == 3:
        return _from_the_sale(rules, rng, prize, winners)
    unit = _unit(rules)
    amount = winners * rng.randint(20, 300) * unit * 5
    if level == 2:
        amount += unit * rng.randint(1, winners - 1)
    given: dict[str, Any] = {f"{prize}_prize": amount, f"{prize}_winners": winners}
    settled = settle(rules, Round(**given))
    each, rest = settled.facts[f"{prize}_each"], settled.facts.get("remainder", Fraction(0))
    params = {"prize": rules.bets[prize].names, "amount": amount, "winners": winners, "unit": unit}
    scene = _winners(rules, prize, winners, (f"prize:{prize}", print_amount(amount)))
    unit_name = rules.info.currency.value
    if level == 1:
        return Draft(
            prompt=Message("bingo.prompt.share", params),
            scene=scene,
            form=AmountForm(unit=unit_name),
            solution=print_amount(each),
            reasons=settled.reasons,
            mistakes=(("gave-everybody-all", print_amount(amount)), ("one-winner-less", _text(amount, winners - 1))),
        )
    return Draft(
        prompt=Message("bingo.prompt.share-with-rest", params),
        scene=scene,
        form=AmountForm((Message("bingo.label.each"), Message("bingo.label.rest")), unit=unit_name),
        solution=f"{print_amount(each)} {print_amount(rest)}",
        reasons=settled.reasons,
        mistakes=(
            ("rounded-up", f"{print_amount(each + unit)} {print_amount(rest)}"),
            ("forgot-the-rest", f"{print_amount(each)} 0"),
        ),
    )


def _winners(rules: GameRules, prize: str, winners: int, *notes: tuple[str, Message | str]) -> Scene:
    """One of the winning cards, and how many there are."""
    said = ("call", Message("bingo.winning-cards", {"winners": winners}))
    return won(rules, random.Random(winners), prize, (said, *notes))


def _text(amount: Amount, parts: int) -> str:
    """A share rounded to a whole number, as a hurried dealer would write it."""
    return print_amount(Fraction(int(amount / max(1, parts))))


def _unit(rules: GameRules) -> Amount:
    """The smallest step of a share: that of the rounding, else the smallest chip."""
    rounding = rules.rounding
    return rules.info.chips.smallest if rounding.way is RoundingWay.EXACT else rounding.unit


def _from_the_sale(rules: GameRules, rng: random.Random, prize: str, winners: int) -> Draft:
    share = bingo(rules).prizes.percentages[prize]
    price = Fraction(rng.choice((2, 5, 10)))
    cards = winners * rng.randint(4, 20) * 10
    given: dict[str, Any] = {"cards_sold": cards, "price": price, f"{prize}_winners": winners}
    settled = settle(rules, Round(**given))
    amount, each = settled.facts[f"{prize}_prize"], settled.facts[f"{prize}_each"]
    takings = settled.facts["takings"]
    params = {
        "prize": rules.bets[prize].names,
        "cards": cards,
        "price": price,
        "share": share,
        "winners": winners,
    }
    return Draft(
        prompt=Message("bingo.prompt.share-of-sale", params),
        scene=_winners(rules, prize, winners),
        form=AmountForm((Message("bingo.label.prize"), Message("bingo.label.each")), unit=rules.info.currency.value),
        solution=f"{print_amount(amount)} {print_amount(each)}",
        reasons=settled.reasons,
        mistakes=(
            ("shared-the-takings", f"{print_amount(takings)} {print_amount(rules.money(takings / winners))}"),
            ("forgot-to-share", f"{print_amount(amount)} {print_amount(amount)}"),
        ),
    )


FAMILIES: tuple[Family, ...] = (
    Family(id="share-the-prize", area="bingo", levels=(Level(10), Level(15), Level(25)), build=_share, revision=2),
)
