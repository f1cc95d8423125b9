"""Boule: pay the layout, announce the number, and apply the limits."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import count

from msgspec import structs

from trainer.drills import regulation
from trainer.drills.core import Draft, Family, Level
from trainer.drills.fairness import can_stake
from trainer.drills.forms import AmountForm, CallForm, Choice, ChoiceForm
from trainer.drills.scene import Marker, Note
from trainer.drills.small_wheels.scenes import paid_scene, scene, spot, stake
from trainer.equipment.money import ZERO, Amount, print_amount
from trainer.games.boule import EVEN_CHANCES, NUMBERS, Announcement, Throw, boule, decide, settle, winning_chances
from trainer.games.core import Bet, Reason
from trainer.games.limits import bounds
from trainer.rulebooks import GameRules
from trainer.texts import Message

_NONE = "none"


def _ball(number: int) -> Marker:
    return Marker(spot=f"hole:{number}", kind="ball")


# ── paying ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _pay(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """One number, then chances and numbers together; at the last level the 5 comes up more often."""
    number = boule(rules).numbers.middle if level == 3 and rng.random() < 0.4 else rng.choice(NUMBERS)
    bets = _bets(rules, rng, level, number)
    settlement = settle(rules, Throw(winning_number=number, bets=tuple(bets)))
    before = scene(rules, bets, _ball(number))
    total = settlement.total_payout
    winners = [result for result in settlement.bets if result.pays]
    reasons = [reason for result in (winners or settlement.bets) for reason in result.reasons]
    return Draft(
        prompt=Message("wheels.prompt.boule-pay", {"number": number}),
        scene=before,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(total),
        reasons=tuple(reasons),
        mistakes=tuple(_mistakes(rules, bets, number, total)),
        after=paid_scene(rules, before, settlement),
    )


def _bets(rules: GameRules, rng: random.Random, level: int, number: int) -> list[Bet]:
    if level == 1:
        return [Bet(bet="number", on=number, stake=stake(rules, rng))]
    chances = rng.sample(EVEN_CHANCES, 2 if level == 2 else 4)
    others = rng.sample([other for other in NUMBERS if other != number], 2)
    return [
        *(Bet(bet=chance, stake=stake(rules, rng) * 5) for chance in chances),
        *(Bet(bet="number", on=on, stake=stake(rules, rng)) for on in sorted((number, *others))),
    ]


def _mistakes(rules: GameRules, bets: list[Bet], number: int, total: Amount) -> list[tuple[str, str]]:
    wrong: list[tuple[str, Amount]] = []
    winners = [bet for bet in bets if bet.on == number or bet.bet in winning_chances(rules, number)]
    wrong.append(("added-the-stake", total + sum((bet.stake for bet in winners), ZERO)))
    for bet in bets:
        if bet.bet == "number" and bet.on == number:
            odds = rules.bets["number"].pays
            wrong.append(("paid-eight", total + bet.stake))
            wrong.append(("forgot-the-number", total - (odds.pays(bet.stake) if odds else ZERO)))
    if number == boule(rules).numbers.middle:
        odd = sum((bet.stake for bet in bets if bet.bet == "odd"), ZERO)
        halves = sum((bet.stake / 2 for bet in bets if bet.bet in EVEN_CHANCES), ZERO)
        wrong += [("five-is-not-odd", total + odd), ("five-halves-nothing", total + halves)]
    for bet in bets:
        if bet not in winners:
            wrong.append(("paid-a-loser", total + bet.stake))
    return [(mistake, print_amount(amount)) for mistake, amount in wrong if amount >= 0 and amount != total]


# ── announcing ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _announce(rules: GameRules, level: int, index: int) -> Draft:
    """Colour, parity and half of a number; the 5 has none."""
    number = NUMBERS[index]
    decision = decide(rules, Announcement(number=number))
    wins = winning_chances(rules, number)
    pairs = (("red", "black"), ("even", "odd"), ("low", "high"))
    none = Choice(_NONE, Message("wheels.none"))
    parts = tuple((*(Choice(bet, rules.bets[bet].names) for bet in pair), none) for pair in pairs)
    right = [next((bet for bet in pair if bet in wins), _NONE) for pair in pairs]
    wrong: list[tuple[str, str]] = []
    for index_of_part, (pair, said) in enumerate(zip(pairs, right, strict=True)):
        for other in pair:
            if other != said:
                words = [*right[:index_of_part], other, *right[index_of_part + 1 :]]
                wrong.append(("five-has-no-chance" if said == _NONE else "wrong-chance", " ".join(words)))
    return Draft(
        prompt=Message("wheels.prompt.boule-announce", {"number": number}),
        scene=scene(rules, (), _ball(number)),
        form=CallForm(parts),
        solution=" ".join(right),
        reasons=decision.reasons,
        mistakes=tuple(wrong),
        after=scene(rules, (), _ball(number), Note(spot="call", says=_words(decision.reasons[0]))),
    )


def _words(announced: Reason) -> Message:
    return Message(f"wheels.reason.{announced.rule}", announced.params)


# ── limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _limits(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The maximum of a bet for a given minimum; then whether a player's bet stays."""
    minimum = Fraction(rng.choice((1, 2, 5, 10)))
    kind = rng.choice(("number", *EVEN_CHANCES))
    bet = Bet(bet=kind, on=rng.choice(NUMBERS) if kind == "number" else None)
    found = bounds(rules, rules.bets[kind], {"minimum": minimum, "maximum": rules.table.maximum})
    assert found.minimum is not None and found.maximum is not None
    params = {"bet": rules.bets[kind].names, "minimum": found.minimum, "maximum": found.maximum}
    reason = Reason("limit-times", {**params, "times": found.maximum / minimum}, found.cite)
    shown = scene(rules, [structs.replace(bet, stake=found.minimum)], glow=[spot(bet)])
    # The catalogue gives a range: the question must say which end of it applies at this table.
    maxima = Message(f"wheels.maxima.{rules.option('boule-max')}")
    if level == 1:
        other = rules.bets["red" if kind == "number" else "number"].maximum
        wrong = [("limit-of-another-bet", other.amount({"minimum": minimum}))] if other else []
        return Draft(
            prompt=Message(
                "wheels.prompt.limit-most", {"bet": rules.bets[kind].names, "minimum": minimum, "maxima": maxima}
            ),
            scene=shown,
            form=AmountForm(unit=rules.info.currency.value),
            solution=print_amount(found.maximum),
            reasons=(reason,),
            mistakes=tuple((mistake, print_amount(amount)) for mistake, amount in wrong),
        )
    over, under = (_staked(rules, found.maximum, step) for step in (minimum, -minimum))
    amount = rng.choice((found.maximum, over, found.minimum, under))
    stands = found.allows(amount)
    return Draft(
        prompt=Message("wheels.prompt.limit-stand", {**params, "minimum": minimum, "maxima": maxima, "stake": amount}),
        scene=scene(rules, [structs.replace(bet, stake=amount)], glow=[spot(bet)]),
        form=ChoiceForm(tuple(Choice(key, Message(f"wheels.{key}")) for key in ("stands", "refused"))),
        solution="stands" if stands else "refused",
        reasons=(reason,),
        mistakes=(("limit-of-another-bet", "refused" if stands else "stands"),),
    )


def _staked(rules: GameRules, limit: Amount, step: Amount) -> Amount:
    """The next amount above a limit that a player would stake."""
    return next(amount for number in count(1) if can_stake(rules.info.chips, amount := limit + number * step))


FAMILIES: tuple[Family, ...] = (
    Family(
        id="boule-announce",
        area="wheels",
        levels=(Level(4),),
        facts=lambda rules, level: len(NUMBERS),
        build_fact=_announce,
    ),
    Family(id="boule-pay", area="wheels", levels=(Level(4), Level(12), Level(18)), build=_pay),
    Family(id="boule-limits", area="wheels", levels=(Level(8), Level(8, drafts=12)), build=_limits, revision=4),
    regulation.procedure("wheels"),
)
