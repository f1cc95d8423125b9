"""Big six: pay a symbol, pay the layout, judge a spin, and find the maximum stake."""

from __future__ import annotations

import random
from fractions import Fraction

from trainer.drills import regulation
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm
from trainer.drills.scene import Marker
from trainer.drills.small_wheels.scenes import paid_scene, scene, spot, stake
from trainer.equipment.money import ZERO, Amount, print_amount
from trainer.games.big_six import SYMBOL, Spin, big_six, settle, symbol_bounds, symbol_names, wheel_order, winner
from trainer.games.core import Bet, Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message


def _symbols(rules: GameRules) -> list[str]:
    return list(big_six(rules).wheel.cells)


def _pointer(rules: GameRules, symbol: str, nth: int = 0) -> Marker:
    """The pointer at one of the symbol's cells."""
    cells = [index for index, cell in enumerate(wheel_order(rules)) if cell == symbol]
    return Marker(spot=f"cell:{cells[nth % len(cells)]}", kind="pointer")


# ── the price of a symbol ────────────────────────────────────────────────────────────────────────────────────────────

_STAKES = {1: (1, 2, 5, 10), 2: (3, 4, 6, 7, 8, 9, 12, 15, 20, 25)}


def _price(rules: GameRules, level: int, index: int) -> Draft:
    symbol = _symbols(rules)[index % len(_symbols(rules))]
    amount = Fraction(_STAKES[level][index // len(_symbols(rules))])
    bet = Bet(bet=SYMBOL, on=symbol, stake=amount)
    settlement = settle(rules, Spin(symbol=symbol, bets=(bet,)))
    result = settlement.bets[0]
    table = rules.bets[SYMBOL].pay_table
    wrong: list[tuple[str, Amount]] = [("added-the-stake", result.pays + amount)]
    if symbol.isdigit():
        wrong.append(("paid-the-cells", amount * int(symbol)))
    wrong += [("price-of-another-symbol", odds.pays(amount)) for other, odds in table.items() if other != symbol]
    before = scene(rules, [bet], _pointer(rules, symbol, index))
    return Draft(
        prompt=Message("wheels.prompt.symbol", {"symbol": symbol_names(rules)[symbol], "stake": amount}),
        scene=before,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(result.pays),
        reasons=result.reasons,
        mistakes=tuple((m, print_amount(value)) for m, value in wrong if value != result.pays),
        after=paid_scene(rules, before, settlement),
    )


def _price_count(rules: GameRules, level: int) -> int:
    return len(_symbols(rules)) * len(_STAKES[level])


# ── the layout ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _pay(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """All boxes covered: pay the winners; at level 2 check first whether the spin is valid."""
    came = rng.choice(wheel_order(rules)) if rng.random() < 0.5 else rng.choice(_symbols(rules))
    count = 4 if level == 1 else len(_symbols(rules))
    boxes = rng.sample(_symbols(rules), count)
    if came not in boxes:
        boxes[0] = came
    bets = [Bet(bet=SYMBOL, on=box, stake=stake(rules, rng)) for box in sorted(boxes, key=_symbols(rules).index)]
    turns = None if level == 1 else rng.choice((2, 2, 3, 4, 6, 8))
    spin = Spin(symbol=came, bets=tuple(bets), turns=turns)
    settlement = settle(rules, spin)
    total = settlement.total_payout
    before = scene(rules, bets, _pointer(rules, came, rng.randrange(len(wheel_order(rules)))))
    staked = sum((bet.stake for bet in bets if bet.on == came), ZERO)
    paid = rules.bets[SYMBOL].pay_table[came].pays(staked)
    wrong = [("added-the-stake", paid + staked), ("paid-a-short-spin", paid)]
    params = {"symbol": symbol_names(rules)[came], "turns": turns or 0}
    return Draft(
        prompt=Message("wheels.prompt.wheel-pay" if turns is None else "wheels.prompt.wheel-turns", params),
        scene=before,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(total),
        reasons=(*settlement.reasons, *(reason for r in settlement.bets if r.pays for reason in r.reasons)),
        mistakes=tuple((m, print_amount(value)) for m, value in wrong if value != total),
        after=paid_scene(rules, before, settlement),
    )


# ── the spin ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _spin(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The pointer rests between two cells or on one, at level 2 perhaps after too few turns: what now?

    Whether a symbol wins or the wheel is spun again is drawn first, as often as there are such choices.
    """
    draft = _any_spin(rules, level, rng)
    assert isinstance(draft.form, ChoiceForm)
    if len(draft.form.choices) > 2:
        wins = rng.randrange(len(draft.form.choices)) < 2
        while (draft.solution != "again") != wins:
            draft = _any_spin(rules, level, rng)
    return draft


def _any_spin(rules: GameRules, level: int, rng: random.Random) -> Draft:
    order, names = wheel_order(rules), symbol_names(rules)
    place = rng.choice([index for index, cell in enumerate(order) if cell != order[(index + 1) % len(order)]])
    passed, after = order[place], order[(place + 1) % len(order)]
    turns = rng.choice((2, 2, 3, 5, 8)) if level == 2 else None
    between = rng.random() < 0.6
    if between:
        spin = Spin(bets=(), pointer="between", passed=passed, next=after, turns=turns)
    else:
        spin = Spin(bets=(), symbol=passed, turns=turns)
    came, why = winner(rules, spin)
    choices = [
        Choice(symbol, Message("wheels.spin.wins", {"symbol": names[symbol]}))
        for symbol in sorted((passed, after), key=_symbols(rules).index)
    ]
    if level == 2 or winner(rules, Spin(bets=(), pointer="between", passed=passed, next=after))[0] is None:
        choices.append(Choice("again", Message("wheels.spin.again")))
    solution = "again" if came is None else passed
    too_short = why.rule == "short-spin"
    wrong = {
        passed: "paid-a-short-spin" if too_short else "ruled-by-previous",
        after: "took-the-next",
        "again": "voided-a-good-spin",
    }
    offered = {choice.id for choice in choices}
    rests = "between" if between else "on"
    said = Message(f"wheels.spin.{rests}", {"passed": names[passed], "next": names[after]})
    if turns is not None:
        said = Message(f"wheels.spin.{rests}-turns", {"passed": names[passed], "next": names[after], "turns": turns})
    return Draft(
        prompt=Message(
            "wheels.prompt.spin", {"what": said, "sign": Message(f"wheels.sign.{big_six(rules).between.rule}")}
        ),
        scene=scene(rules, (), Marker(spot=f"{'pin' if between else 'cell'}:{place}", kind="pointer")),
        form=ChoiceForm(tuple(choices)),
        solution=solution,
        reasons=(why,),
        mistakes=tuple((mistake, key) for key, mistake in wrong.items() if key in offered - {solution}),
    )


# ── limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _most(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The maximum stake under a maximum payout."""
    system = big_six(rules).maximum_payout
    assert system is not None
    payout = system.most * rng.choice((Fraction(9, 10), Fraction(18, 25), Fraction(1, 2), Fraction(9, 25), 1))
    symbol = rng.choice(_symbols(rules))
    known = {"minimum": rules.table.minimum, "maximum": rules.table.maximum}
    found = symbol_bounds(rules, symbol, known, payout)
    assert found.maximum is not None
    odds = rules.bets[SYMBOL].pay_table[symbol]
    wrong = [("took-the-payout", payout), ("did-not-round", payout / odds.ratio)]
    wrong += [("price-of-another-symbol", Fraction(payout // o.ratio)) for o in rules.bets[SYMBOL].pay_table.values()]
    names = symbol_names(rules)[symbol]
    bet = Bet(bet=SYMBOL, on=symbol, stake=rules.table.minimum)
    params = {"symbol": names, "payout": payout, "odds": odds, "maximum": found.maximum}
    return Draft(
        prompt=Message("wheels.prompt.payout-most", {"symbol": names, "payout": payout}),
        scene=scene(rules, [bet], glow=[spot(bet)]),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(found.maximum),
        reasons=(Reason("payout-divided", params, found.cite),),
        mistakes=tuple((m, print_amount(value)) for m, value in wrong if value != found.maximum),
    )


FAMILIES: tuple[Family, ...] = (
    Family(
        id="wheel-prices",
        area="wheels",
        levels=(Level(4), Level(6)),
        facts=_price_count,
        build_fact=_price,
    ),
    Family(id="wheel-pay", area="wheels", levels=(Level(8), Level(10)), build=_pay, needs=("wheel-prices",)),
    Family(id="wheel-spin", area="wheels", levels=(Level(6), Level(7)), build=_spin, revision=3),
    Family(
        id="payout-limit",
        area="wheels",
        levels=(Level(10),),
        build=_most,
        revision=2,  # 2: a minimum bet lies on the layout
        fits=lambda rules: big_six(rules).maximum_payout is not None,
    ),
    regulation.procedure("wheels"),
)
