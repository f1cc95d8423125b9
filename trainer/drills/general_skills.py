"""Skills of every table: reading and cutting chips, fewest chips, counting a rack and a table, pace, whom to call,
and the steps of tasks such as a buy-in.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm, OrderForm
from trainer.drills.kit import felt_of, swapped
from trainer.drills.scene import Chips, Note, Scene
from trainer.equipment.money import Amount, print_amount
from trainer.games.core import Reason
from trainer.rulebooks import Citation, GameRules
from trainer.rulebooks.schema import HOUSE_STANDARD
from trainer.texts import Message, Param

AREA = "trade"
STACK = 20  # number of chips in a full stack
_PLACES = 6  # places for piles in front of the croupier
_TRADE = Citation(HOUSE_STANDARD)


def _why(rule: str, **params: Param) -> Reason:
    return Reason(rule, params, _TRADE)


def _pile(spot: int, counts: Mapping[Amount, int]) -> Chips:
    return Chips(spot=f"pile:{spot}", counts={print_amount(value): count for value, count in counts.items()})


def _usual(rules: GameRules) -> tuple[Amount, ...]:
    """The common whole denominations, highest first."""
    whole = [value for value in rules.info.chips.values if value.denominator == 1]
    return tuple(whole[-5:])


def at_work(rules: GameRules) -> Scene:
    """The croupier's place with a stack of each common denomination."""
    return Scene(
        felt=felt_of(rules), pieces=tuple(_pile(n, {value: STACK}) for n, value in enumerate(_usual(rules), 1))
    )


# ── reading chips ────────────────────────────────────────────────────────────────────────────────────────────────────


def _read_a_stack(rules: GameRules, level: int, rng: random.Random) -> Draft:
    values = _usual(rules)
    piles: list[dict[Amount, int]] = []
    for _ in range((1, 1, 3)[level - 1]):
        chosen = sorted(rng.sample(values, 1 if level == 1 else 2), reverse=True)
        piles.append({value: rng.randint(2, 9) for value in chosen})
    total = sum((value * count for pile in piles for value, count in pile.items()), Fraction(0))
    counted = sum(count for pile in piles for count in pile.values())
    reasons = [
        _why("trade.reason.pile", count=count, value=value, total=value * count)
        for pile in piles
        for value, count in pile.items()
    ]
    return Draft(
        prompt=Message("trade.prompt.read-a-stack"),
        scene=Scene(felt=felt_of(rules), pieces=tuple(_pile(2 + place, pile) for place, pile in enumerate(piles, 0))),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(total),
        reasons=(*reasons, _why("trade.reason.together", total=total)),
        mistakes=(("counted-chips", str(counted)), ("one-chip-less", print_amount(total - min(piles[-1])))),
    )


def _cut(rules: GameRules, level: int, rng: random.Random) -> Draft:
    count = rng.randint(21, 99) if level == 1 else rng.randint(101, 260)
    stacks, over = divmod(count, STACK)
    value = rng.choice(_usual(rules))
    return Draft(
        prompt=Message("trade.prompt.cut", {"count": count, "value": value}),
        scene=Scene(felt=felt_of(rules), pieces=_heaped(value, count, rng)),
        after=Scene(felt=felt_of(rules), pieces=_in_stacks(value, stacks, over)),
        form=AmountForm(labels=(Message("trade.label.stacks"), Message("trade.label.over"))),
        solution=f"{stacks} {over}",
        reasons=(_why("trade.reason.cut", count=count, stacks=stacks, size=STACK, over=over),),
        mistakes=(("stacks-of-ten", f"{count // 10} {count % 10}"),),
    )


def _heaped(value: Amount, count: int, rng: random.Random) -> tuple[Chips, ...]:
    """Chips as players push them over: in uneven piles side by side."""
    heights: list[int] = []
    while (left := count - sum(heights)) > STACK:
        heights.append(rng.randint(STACK // 2, min(STACK - 1, left - 1)))
    heights.append(left)
    return tuple(
        Chips(spot=f"pile:{place % _PLACES + 1}", counts={print_amount(value): height})
        for place, height in enumerate(heights)
    )


def _in_stacks(value: Amount, stacks: int, over: int) -> tuple[Chips, ...]:
    """The same chips cut into full stacks, with the remainder in a place of its own."""
    each = -(-stacks // (_PLACES - 1))  # stacks on each place
    heights = [min(each, stacks - start) * STACK for start in range(0, stacks, each)]
    return tuple(_pile(place, {value: height}) for place, height in enumerate([*heights, over], 1) if height)


# ── fewest chips ─────────────────────────────────────────────────────────────────────────────────────────────────────


def fewest_chips(values: tuple[Amount, ...], amount: Amount) -> int:
    """The smallest number of whole chips that make an amount, for any denominations.

    Taking the highest chips first does not always give it: with chips of 20 and 25, two make 40.

    >>> fewest_chips((Fraction(25), Fraction(20), Fraction(5)), Fraction(40))
    2
    """
    unit = min(values)
    sizes = [int(value / unit) for value in values]
    wanted = int(amount / unit)
    best = [0] + [wanted + 1] * wanted
    for sum_ in range(1, wanted + 1):
        best[sum_] = 1 + min((best[sum_ - size] for size in sizes if size <= sum_), default=wanted)
    return best[wanted]


def _fewest(rules: GameRules, level: int, rng: random.Random) -> Draft:
    values = _usual(rules)
    smallest = values[-1]
    if level == 1:
        amount = smallest * rng.randint(3, int(values[-3] / smallest) + 3)
        laid = at_work(rules)  # shows which denominations there are
        prompt = Message("trade.prompt.fewest", {"amount": amount})
    else:
        low, lower = values[-2], values[-1]
        counts = {low: rng.randint(6, 40), lower: rng.randint(6, 40)}
        amount = sum((value * count for value, count in counts.items()), Fraction(0))
        pieces = (_pile(2, {low: counts[low]}), _pile(4, {lower: counts[lower]}))
        laid = Scene(felt=felt_of(rules), pieces=pieces)
        params = {"first": counts[low], "second": counts[lower], "higher": low, "lower": lower}
        prompt = Message("trade.prompt.colour-up", params)
    fewest = fewest_chips(values, amount)
    cut = rules.info.chips.cut(amount)
    reasons = [_why("trade.reason.chips", count=count, value=value) for value, count in cut.counts]
    return Draft(
        prompt=prompt,
        scene=laid,
        form=AmountForm(unit="chips"),
        solution=str(fewest),
        reasons=(*reasons, _why("trade.reason.fewest", count=fewest, amount=amount)),
        mistakes=(("one-too-many", str(fewest + 1)),),
    )


# ── the table's count ────────────────────────────────────────────────────────────────────────────────────────────────


def _float(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The tubes of a rack, counted from the highest value down."""
    values = _usual(rules)[-(3 if level == 1 else 5) :]
    counts = {value: rng.randint(1, 4) * STACK + (rng.randint(0, 9) if level > 1 else 0) for value in values}
    total = sum((value * count for value, count in counts.items()), Fraction(0))
    pieces = tuple(_pile(place, {value: count}) for place, (value, count) in enumerate(counts.items(), 1))
    listed = [Message("trade.tube", {"count": count, "value": value}) for value, count in counts.items()]
    reasons = [
        _why("trade.reason.pile", count=count, value=value, total=value * count) for value, count in counts.items()
    ]
    return Draft(
        prompt=Message("trade.prompt.float", {"tubes": listed}),
        scene=Scene(felt=felt_of(rules), pieces=pieces),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(total),
        reasons=(*reasons, _why("trade.reason.together", total=total)),
        mistakes=(("forgot-a-tube", print_amount(total - values[-1] * counts[values[-1]])),),
    )


def table_result(opened: int, closed: int, fills: int, credits: int, drop: int) -> int:
    """What a table won: closing less opening float, less fills, plus credits and the drop.

    >>> table_result(opened=30_000, closed=28_400, fills=10_000, credits=5_000, drop=12_500)
    5900
    """
    return closed - opened - fills + credits + drop


def _result(rules: GameRules, level: int, rng: random.Random) -> Draft:
    unit = max(int(_usual(rules)[0]), 100)
    opened, drop = rng.randint(20, 60) * unit, rng.randint(5, 30) * unit
    fills = rng.randint(1, 2) * 10 * unit
    credits = rng.randint(1, 2) * 5 * unit if level > 1 else 0
    closed = opened + fills - credits + rng.randint(-20, 15) * unit
    params = {"opened": opened, "closed": closed, "fills": fills, "credits": credits, "drop": drop}
    result = table_result(**params)
    return Draft(
        prompt=Message("trade.prompt.result", params),
        scene=Scene(
            felt=felt_of(rules),
            pieces=tuple(
                Note(spot=f"pile:{place}", says=Message(f"trade.slip.{name}", {"amount": params[name]}))
                for place, name in enumerate(("opened", "fills", "credits", "closed", "drop"), 1)
            ),
        ),
        form=AmountForm(unit=rules.info.currency.value, signed=True),
        solution=str(result),
        reasons=(_why("trade.reason.result", result=result, **params),),
        mistakes=(
            ("fills-added", str(closed - opened + fills + credits + drop)),
            ("without-the-drop", str(result - drop)),
        ),
    )


def _pace(rules: GameRules, level: int, rng: random.Random) -> Draft:
    minutes = rng.choice((5, 10)) if level == 1 else rng.choice((6, 8, 12, 15))
    rounds = rng.randint(3, 20) * (1 if level == 1 else 2)
    hourly = Fraction(rounds * 60, minutes)
    rounds += int(hourly.denominator != 1) * (
        minutes - rounds % minutes
    )  # so that the rounds per hour are a whole number
    hourly = Fraction(rounds * 60, minutes)
    return Draft(
        prompt=Message("trade.prompt.pace", {"rounds": rounds, "minutes": minutes}),
        scene=at_work(rules),
        form=AmountForm(),
        solution=print_amount(hourly),
        reasons=(_why("trade.reason.pace", rounds=rounds, times=Fraction(60, minutes), hourly=hourly),),
        mistakes=(("minutes-times-rounds", str(rounds * minutes)),),
    )


# ── whom to call ─────────────────────────────────────────────────────────────────────────────────────────────────────

ACTS = ("go-on", "put-right", "call")
# The right action for each situation; the sentences are in the texts.
SITUATIONS: dict[str, str] = {
    "notes-in-hand": "put-right",
    "false-note": "call",
    "late-chip": "put-right",
    "late-chip-wins": "call",
    "hidden-chip": "call",
    "hand-over-stack": "call",
    "paid-short-and-gone": "call",
    "swept-a-winner": "call",
    "two-claim-a-colour": "call",
    "colour-carried-off": "put-right",
    "foreign-chips": "call",
    "spoken-bet": "put-right",
    "called-in-time": "go-on",
    "between-two-spots": "put-right",
    "friend-sits-down": "call",
    "tip-in-hand": "put-right",
    "asks-for-advice": "put-right",
    "card-on-the-floor": "call",
    "card-face-up": "call",
    "bent-ace": "call",
    "seat-skipped": "call",
    "hole-card-seen": "call",
    "dice-off-the-table": "call",
    "guest-insults": "call",
    "slurred-speech": "call",
    "rent-is-due": "call",
    "phone-on-the-layout": "put-right",
    "fill-differs": "call",
    "lost-the-count": "call",
    "order-seems-wrong": "go-on",
    "clean-payment": "go-on",
    "change-called": "go-on",
    "guest-thanks": "go-on",
    "shuffle-announced": "go-on",
    "stack-proved": "go-on",
    "loser-leaves": "go-on",
    "late-cash": "put-right",
    "glass-on-the-rail": "put-right",
    "talks-of-other-guests": "put-right",
}


def _situation(rules: GameRules, level: int, number: int) -> Draft:
    key = list(SITUATIONS)[number]
    act = SITUATIONS[key]
    return Draft(
        prompt=Message(f"trade.situation.{key}"),
        scene=at_work(rules),
        form=ChoiceForm(tuple(Choice(each, Message(f"trade.act.{each}")) for each in ACTS)),
        solution=act,
        reasons=(_why(f"trade.why.{key}"),),
        mistakes=tuple(("another-act", each) for each in ACTS if each != act),
    )


# ── step by step ─────────────────────────────────────────────────────────────────────────────────────────────────────

WORKS: dict[str, tuple[str, ...]] = {
    "buy-in": ("spread-notes", "call-amount", "wait-for-ok", "cut-and-prove", "push-to-player", "notes-to-the-box"),
    "colour-up": ("break-down", "say-total", "wait-for-ok", "cut-beside", "push-to-player", "rack-the-players"),
    "opening": ("lid-off", "count-before-him", "compare-slip", "both-sign", "slip-to-the-box"),
    "fill": ("ask-in-writing", "cage-brings", "count-in-sight", "both-sign", "slip-to-the-box", "into-the-rack"),
    "closing": ("last-round", "count-before-him", "write-slip", "both-sign", "copy-to-the-box", "lid-on"),
    "own-mistake": ("hands-still", "call-supervisor", "say-what-happened", "he-rebuilds", "correct-as-told"),
}


def _steps(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The steps of a task, four of them or all, to be put in order."""
    work = rng.choice(list(WORKS))
    steps = WORKS[work]
    chosen = sorted(rng.sample(steps, 4 if level == 1 else len(steps)), key=steps.index)
    shown = rng.sample(chosen, len(chosen))
    return Draft(
        prompt=Message("trade.prompt.steps-in-order", {"work": Message(f"trade.work.{work}")}),
        scene=at_work(rules),
        form=OrderForm(tuple(Choice(step, Message(f"trade.step.{step}")) for step in shown)),
        solution=" | ".join(chosen),
        reasons=tuple(_why("trade.reason.step", step=Message(f"trade.step.{step}")) for step in chosen),
        mistakes=(("last-two-swapped", swapped(chosen, -2)), ("backwards", " ".join(reversed(chosen)))),
    )


FAMILIES: tuple[Family, ...] = (
    Family(id="read-a-stack", area=AREA, levels=(Level(3), Level(5), Level(10)), build=_read_a_stack),
    Family(id="cut-in-stacks", area=AREA, levels=(Level(4), Level(6)), build=_cut, revision=2),
    Family(id="fewest-chips", area=AREA, levels=(Level(6), Level(12)), build=_fewest, revision=3),
    Family(id="count-the-float", area=AREA, levels=(Level(30), Level(60)), build=_float, revision=2),
    Family(id="table-result", area=AREA, levels=(Level(40), Level(50)), build=_result, revision=2),
    Family(
        id="steps-in-order", area=AREA, levels=(Level(15), Level(20)), build=_steps, revision=2, asked_in_words=True
    ),
    Family(id="pace", area=AREA, levels=(Level(6), Level(10)), build=_pace, revision=2, asked_in_words=True),
    Family(
        id="call-or-go-on",
        area=AREA,
        asked_in_words=True,
        levels=(Level(8),),
        facts=lambda rules, level: len(SITUATIONS),
        build_fact=_situation,
        revision=2,  # 2: chips lie in front of the croupier
    ),
)
