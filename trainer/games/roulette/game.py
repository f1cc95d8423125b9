"""Registration of roulette: its questions and its checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from trainer.equipment.wheel import WHEELS
from trainer.games.core import Ask, Game, RequestError
from trainer.games.roulette.decide import Situation, decide
from trainer.games.roulette.figures import CLOTHS, RouletteFigures, ZeroRule, roulette
from trainer.games.roulette.layout import EVEN_CHANCES, bet_of_spot, covered
from trainer.games.roulette.limits import LimitQuestion, limit
from trainer.games.roulette.round import RouletteRound
from trainer.games.roulette.settle import Spin, settle
from trainer.rulebooks.problems import MISSING, Finding, listed, not_one_of, wrong
from trainer.rulebooks.schema import GameRules
from trainer.rulebooks.validation import faults_of


def check(rules: GameRules) -> Iterable[Finding]:
    """What this engine cannot use in a roulette file."""
    found = faults_of(rules.rules, RouletteFigures, "rules")
    if found:
        return found
    data = roulette(rules)
    if data.wheel not in WHEELS:
        found.append(("rules.wheel", wrong("not-wheel", text=data.wheel)))
        return found
    if data.felt not in CLOTHS[data.wheel]:
        found.append(("rules.felt", not_one_of(data.felt, CLOTHS[data.wheel])))
    found += _zero_faults(rules)
    if data.zero.even_chances is ZeroRule.HALF_OR_PRISON:
        if data.zero.second_zero is None:
            found.append(("rules.zero.second-zero", wrong("missing-second-zero")))
        if "no-choice" not in rules.options:
            found.append(("options.no-choice", wrong("missing-no-choice")))
    found += [(f"bets.{bet}.pays", MISSING) for bet, rule in rules.bets.items() if rule.pays is None]
    found += [(f"bets.{bet}", MISSING) for bet in ("straight-up", *EVEN_CHANCES) if bet not in rules.bets]
    for name in ("pay", "clear"):
        if name not in rules.orders:
            found.append((f"orders.{name}", MISSING))
    found += [(f"calls.{call}", MISSING) for call in ("result", "no-spin") if call not in rules.calls]
    if "late-bet" not in rules.irregularities:
        found.append(("irregularities.late-bet", MISSING))
    if data.no_spin.by not in rules.staff:
        found.append(("rules.no-spin.by", wrong("no-entry", entry=f"staff.{data.no_spin.by}")))
    groups = sorted({rule.group for rule in rules.bets.values() if rule.group})
    for group in data.cash_chips.mixed_on if data.cash_chips else ():
        if group not in groups:
            found.append(("rules.cash-chips.mixed-on", not_one_of(group, groups)))
    most = (len(WHEELS[data.wheel].order) - 1) // 2
    if data.announced.offered and data.announced.neighbours_each_side < 1:
        found.append(("rules.announced.neighbours-each-side", wrong("missing-neighbours")))
    elif data.announced.neighbours_each_side > most:
        found.append(("rules.announced.neighbours-each-side", wrong("count", least=1, most=most)))
    for bet in {bet for step in rules.orders["pay"].steps for bet in step} if "pay" in rules.orders else ():
        if bet not in rules.bets and bet != "five-number":
            found.append(("orders.pay.steps", wrong("no-entry", entry=f"bets.{bet}")))
    for name, announced in data.announced.sets.items():
        for spot in announced.chips:
            try:
                covered(rules, *bet_of_spot(spot))
            except (RequestError, ValueError):
                found.append((f"rules.announced.sets.{name}.chips", wrong("not-spot", spot=spot)))
    return found


def _zero_faults(rules: GameRules) -> Iterator[Finding]:
    """Bets with zeros that this wheel does not have: a zero touches only the other zero and the first row."""
    data, zeros = roulette(rules), WHEELS[roulette(rules).wheel].zeros
    beside = (*zeros, "1", "2", "3")
    combinations = data.zero_combinations
    written = (
        ("splits", 2, combinations.splits),
        ("streets", 3, combinations.streets),
        ("corners", 4, combinations.corners),
    )
    for name, count, spots in written:
        for spot in spots:
            numbers = spot.split("-")
            fits = len(set(numbers)) == len(numbers) == count and set(numbers) <= set(beside)
            if not fits or not set(numbers) & set(zeros):
                problem = wrong("zero-combination", text=spot, count=count, known=listed(beside))
                yield f"rules.zero-combinations.{name}", problem
    if "five-number" in rules.bets and "00" not in zeros:
        yield "bets.five-number", wrong("not-on-wheel", number="00")


GAME = Game(
    ids=("roulette-french", "roulette-american"),
    family="wheel",
    check=check,
    round=RouletteRound,
    asks={
        "settle": Ask(Spin, settle),
        "decide": Ask(Situation, decide),
        "limit": Ask(LimitQuestion, limit),
    },
)
