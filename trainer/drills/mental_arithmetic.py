"""How a dealer works out a payment in the head: chips times odds, added up, then times the value of a chip.

The lines are made from the reasons of the answer. If a payment was rounded, capped or had commission taken, there are
none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm

import msgspec

from trainer.drills.core import Family, Question
from trainer.drills.forms import AmountForm, ChipsForm
from trainer.equipment.chips import Stack
from trainer.equipment.money import parse_amount
from trainer.equipment.odds import Odds, OddsKind
from trainer.games.core import Reason
from trainer.texts import Language, say, text

_PAYS = ("table.reason.bet-pays", "table.reason.pays")
_CHIPS = "chips"  # unit of an answer in number of chips


class Paid(msgspec.Struct, frozen=True):
    """A bet that was paid at plain odds, without rounding, cap or commission."""

    win: int
    to: int
    stake: Fraction

    @property
    def pays(self) -> Fraction:
        return self.stake * self.win / self.to


def workings(question: Question, language: Language) -> list[str]:
    """A line of arithmetic for each player's payment; empty if there is nothing to work out."""
    form = question.draft.form
    counts_pieces = isinstance(form, AmountForm) and form.unit == _CHIPS
    answers = _answers(question)
    lines = []
    for heading, paid in _groups(question.draft.reasons):
        if sum((one.pays for one in paid), Fraction(0)) in answers and (line := _line(paid, counts_pieces, language)):
            lines.append(_headed(question.family, heading, line, language))
    return lines


def _answers(question: Question) -> list[Fraction]:
    """The amounts of the solution: a line is shown only if it comes to one of them."""
    form, solution = question.draft.form, question.draft.solution
    if isinstance(form, ChipsForm):
        return [Stack.parse(solution).value]
    return [parse_amount(word) for word in solution.split()] if isinstance(form, AmountForm) else []


def in_chips(question: Question, language: Language) -> str:
    """A payment in the house's chips, the highest first; empty if the answer is not a single amount."""
    form, rules = question.draft.form, question.rules
    if not isinstance(form, AmountForm) or form.unit == _CHIPS or len(form.labels) > 1 or rules is None:
        return ""
    try:
        amount = parse_amount(question.draft.solution)
        stack = rules.info.chips.cut(amount)
    except ValueError:  # not an amount, or the chips cannot make it up
        return ""
    if amount <= 0:
        return ""
    parts = [text("table.working.chips-of", language, count=count, value=value) for value, count in stack.counts]
    return text("table.working.chips", language, parts=parts)


def _headed(family: Family, heading: Reason | None, line: str, language: Language) -> str:
    return f"{family.explain(heading, language).rstrip(':.')}: {line}" if heading else line


def _groups(reasons: Sequence[Reason]) -> Iterator[tuple[Reason | None, list[Paid]]]:
    """The paid bets of each player; a player with anything but plain payments is left out."""
    heading: Reason | None = None
    paid: list[Paid] = []
    is_plain = True
    for reason in (*reasons, None):
        if reason is None or reason.cite is None:
            if paid and is_plain:
                yield heading, paid
            heading, paid, is_plain = reason, [], True
        elif reason.rule in _PAYS:
            odds, stake, pays = (reason.params.get(name) for name in ("odds", "stake", "pays"))
            if isinstance(odds, Odds) and isinstance(stake, Fraction) and odds.kind is OddsKind.TO:
                one = Paid(*_whole(odds), stake)
                is_plain = is_plain and one.pays == pays
                paid.append(one)
            else:
                is_plain = False


def _whole(odds: Odds) -> tuple[int, int]:
    """Odds in whole numbers: 7 to 6, 3 to 2."""
    times = lcm(Fraction(odds.win).denominator, Fraction(odds.stake).denominator)
    return int(odds.win * times), int(odds.stake * times)


def _line(paid: list[Paid], counts_pieces: bool, language: Language) -> str:
    if any(one.to != 1 for one in paid):
        return " + ".join(_share(one, language) for one in paid) + _sum(paid, language) if _is_worth(paid) else ""
    unit = Fraction(1) if counts_pieces else _unit([one.stake for one in paid])
    pieces: dict[int, Fraction] = {}
    for one in paid:
        pieces[one.win] = pieces.get(one.win, Fraction(0)) + one.stake / unit
    if len(paid) < 2 and (unit == 1 or pieces[paid[0].win] == 1):
        return ""  # a single product is already in the reason
    terms = " + ".join(f"{say(count, language)} × {win}" for win, count in sorted(pieces.items()))
    total = sum((count * win for win, count in pieces.items()), Fraction(0))
    if unit == 1:
        return f"{terms} = {say(total, language)}"
    return text("table.working.pieces", language, terms=terms, pieces=total, value=unit, total=total * unit)


def _share(one: Paid, language: Language) -> str:
    stake = say(one.stake, language)
    if one.to == 1:
        return f"{stake} × {one.win}"
    return f"{stake} ÷ {one.to} × {one.win}"


def _sum(paid: list[Paid], language: Language) -> str:
    return f" = {say(sum((one.pays for one in paid), Fraction(0)), language)}"


def _is_worth(paid: list[Paid]) -> bool:
    return len(paid) > 1 or paid[0].win != 1


def _unit(stakes: Sequence[Fraction]) -> Fraction:
    """The largest chip value that divides all stakes."""
    below = lcm(*(stake.denominator for stake in stakes))
    return Fraction(gcd(*(int(stake * below) for stake in stakes)), below)
