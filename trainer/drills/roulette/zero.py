"""Zero: which bets lose, what is returned, what goes to prison, and what happens to it there."""

from __future__ import annotations

import random
from fractions import Fraction

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm
from trainer.drills.kit import cash_or_note, felt_of, plus, print_amounts, scene_on
from trainer.drills.scene import AnyPiece, Marker, Note, Scene
from trainer.equipment.money import ZERO, Amount, print_amount
from trainer.games.core import BetResult, Outcome, Settlement
from trainer.games.roulette.figures import SecondZero, ZeroRule, roulette, wheel
from trainer.games.roulette.layout import EVEN_CHANCES, bet_of_spot, covered, numbers_of_spots, spot
from trainer.games.roulette.settle import RouletteBet, Spin, settle
from trainer.games.roulette.zero import ZeroChoice
from trainer.rulebooks import GameRules
from trainer.texts import Message

_FATES = ("lost", "half-lost", "prison", "stays-paid")


def _has_prison(rules: GameRules) -> bool:
    return roulette(rules).zero.even_chances is ZeroRule.HALF_OR_PRISON


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 1:
        return _outcome(rules, rng)
    if level == 2:
        return _amount(rules, rng, bets=1)
    if level == 3:
        return _amount(rules, rng, bets=4)
    if not _has_prison(rules):
        return _amount(rules, rng, bets=8) if level == 4 else _taken_and_paid(rules, rng)
    if level == 4:
        return _prison_spin(rules, rng)
    halves = roulette(rules).zero.second_zero is SecondZero.HALVES_AGAIN
    return _zero_again(rules, rng) if halves else _prison_spin(rules, rng, zero=True)


def _zero(rules: GameRules, rng: random.Random) -> str:
    return rng.choice(wheel(rules).zeros)


def _stake(rules: GameRules, rng: random.Random) -> Amount:
    """An even number of table minimums, so that half of it can be paid in chips."""
    return rules.table.minimum * 2 * rng.randint(1, 10)


def _scene(rules: GameRules, bets: list[RouletteBet], number: str | None) -> Scene:
    pieces: list[AnyPiece] = []
    for bet in bets:
        place = f"prison:{bet.bet}" if bet.in_prison else spot(bet.bet, bet.on)
        pieces += cash_or_note(rules, place, bet.stake)
        if bet.choice is not None:
            pieces.append(Note(spot=place, says=Message(f"roulette.choice.{bet.choice}")))
    if number is not None:
        pieces.append(_dolly(number))
    return scene_on(felt_of(rules), pieces)


def _dolly(number: str) -> Marker:
    return Marker(spot=spot("straight-up", [number]), kind="dolly")


def _afterwards(rules: GameRules, settlement: Settlement, number: str) -> Scene:
    """The layout after the bank took its part: remaining stakes, and the payment beside each winner."""
    pieces: list[AnyPiece] = []
    glow = []
    for result in settlement.bets:
        place = spot(result.bet.bet, result.bet.on)
        in_prison = result.stays and result.result is Outcome.STAND
        pieces += cash_or_note(
            rules, f"prison:{result.bet.bet}" if in_prison else place, result.returned + result.stays
        )
        if result.pays:
            glow.append(place)
            pieces.append(plus(place, result.pays))
    pieces.append(_dolly(number))
    return scene_on(felt_of(rules), pieces, glow)


def _choice(rules: GameRules, rng: random.Random) -> ZeroChoice | None:
    if not _has_prison(rules):
        return None
    return "withdraw" if rng.random() < 0.5 else "prison"


def _random_bet(rules: GameRules, rng: random.Random, even: bool) -> RouletteBet:
    if even:
        return RouletteBet(bet=rng.choice(EVEN_CHANCES), stake=_stake(rules, rng), choice=_choice(rules, rng))
    others = ["dozen:1", "dozen:3", "column:2", "column:3"]
    others += [spot("straight-up", [rng.choice(wheel(rules).zeros)]), spot("split", ["1", "2"])]
    kind, on = bet_of_spot(rng.choice(others))
    return RouletteBet(bet=kind, on=on, stake=rules.table.minimum * rng.randint(1, 5))


def _outcome_of(result: BetResult) -> str:
    if result.result is Outcome.WIN:
        return "stays-paid"
    if result.result is Outcome.STAND:
        return "prison"
    return "half-lost" if result.returned else "lost"


def _outcome(rules: GameRules, rng: random.Random) -> Draft:
    """What happens to one bet when zero comes up."""
    number = _zero(rules, rng)
    bet = _random_bet(rules, rng, even=rng.random() < (0.7 if _has_prison(rules) else 0.5))
    if rng.random() < 0.15:  # a bet that covers the zero wins
        bet = RouletteBet(bet="straight-up", on=[number], stake=rules.table.minimum * rng.randint(1, 5))
    settlement = settle(rules, Spin(winning_number=number, bets=(bet,)))
    fates = _possible_fates(rules, number)
    return Draft(
        prompt=Message("roulette.prompt.zero-fate", {"number": number, "bet": rules.bets[bet.bet].names}),
        scene=_scene(rules, [bet], number),
        form=ChoiceForm(tuple(Choice(fate, Message(f"roulette.fate.{fate}")) for fate in fates)),
        solution=_outcome_of(settlement.bets[0]),
        reasons=settlement.bets[0].reasons,
        mistakes=tuple((name, fate) for name, fate in _outcome_mistakes(rules, bet) if fate in fates),
    )


def _possible_fates(rules: GameRules, zero: str) -> tuple[str, ...]:
    """What a zero can do to a bet in this house."""
    choices: tuple[ZeroChoice | None, ...] = ("withdraw", "prison") if _has_prison(rules) else (None,)
    evens = [RouletteBet(bet=EVEN_CHANCES[0], stake=rules.table.minimum, choice=choice) for choice in choices]
    settlement = settle(rules, Spin(winning_number=zero, bets=tuple(evens)))
    found = {"lost", "stays-paid", *map(_outcome_of, settlement.bets)}
    return tuple(fate for fate in _FATES if fate in found)


def _outcome_mistakes(rules: GameRules, bet: RouletteBet) -> tuple[tuple[str, str], ...]:
    if bet.bet not in EVEN_CHANCES:
        protected = ("half-lost", "prison") if _has_prison(rules) else ("half-lost",)
        return tuple(("protected-another-bet", fate) for fate in protected)
    if _has_prison(rules):
        other = "prison" if bet.choice == "withdraw" else "half-lost"
        return (("ignored-the-choice", other), ("zero-rule-of-another-house", "lost"))
    return (("zero-rule-of-another-house", "lost"), ("zero-rule-of-another-house", "half-lost"))


def _amount(rules: GameRules, rng: random.Random, bets: int) -> Draft:
    """How much the bank takes from the layout when zero comes up."""
    number = _zero(rules, rng)
    kinds = rng.sample(EVEN_CHANCES, min(bets, 6)) if bets > 1 else [rng.choice(EVEN_CHANCES)]
    placed = [
        RouletteBet(bet=kind, stake=_stake(rules, rng), choice=_choice(rules, rng)) for kind in kinds[: (bets + 1) // 2]
    ]
    placed += [_random_bet(rules, rng, even=False) for _ in range(bets - len(placed))]
    settlement = settle(rules, Spin(winning_number=number, bets=tuple(placed)))
    taken = _taken(settlement)
    whole = sum((bet.stake for bet in placed if number not in covered(rules, bet.bet, bet.on)), ZERO)
    halves = sum((bet.stake / 2 for bet in placed if bet.bet in EVEN_CHANCES), ZERO)
    return Draft(
        prompt=Message("roulette.prompt.zero-taken", {"number": number}),
        scene=_scene(rules, placed, number),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(taken),
        reasons=tuple(reason for result in settlement.bets for reason in result.reasons),
        mistakes=tuple(
            (name, print_amount(value))
            for name, value in (("took-everything", whole), ("only-the-halves", halves), ("halved-all", whole / 2))
        ),
        after=_afterwards(rules, settlement, number),
    )


def _taken_and_paid(rules: GameRules, rng: random.Random) -> Draft:
    """A full layout with bets on the zero: what the bank takes, and what it pays."""
    number = _zero(rules, rng)
    kinds = rng.sample(EVEN_CHANCES, 4)
    placed = [RouletteBet(bet=kind, stake=_stake(rules, rng)) for kind in kinds]
    placed += [_random_bet(rules, rng, even=False) for _ in range(3)]
    others = {name: numbers for name, numbers in numbers_of_spots(rules).items() if number in numbers}
    for name in rng.sample(sorted(others), rng.randint(1, 2)):
        kind, on = bet_of_spot(name)
        placed.append(RouletteBet(bet=kind, on=on, stake=rules.table.minimum * rng.randint(1, 5)))
    settlement = settle(rules, Spin(winning_number=number, bets=tuple(placed)))
    taken, paid = _taken(settlement), settlement.total_payout
    staked = sum((bet.stake for bet in placed), ZERO)
    won = sum((result.bet.stake for result in settlement.bets if result.pays), ZERO)
    wrong = {
        "took-everything": (staked, ZERO),
        "swept-a-winner": (taken + won, paid),
        "added-the-stake": (taken, paid + won),
        "halved-all": (taken / 2, paid),
    }
    return Draft(
        prompt=Message("roulette.prompt.zero-taken-and-paid", {"number": number}),
        scene=_scene(rules, placed, number),
        form=AmountForm((Message("roulette.taken"), Message("roulette.paid")), rules.info.currency.value),
        solution=f"{print_amount(taken)} {print_amount(paid)}",
        reasons=tuple(reason for result in settlement.bets for reason in result.reasons),
        mistakes=tuple((name, print_amounts(amounts)) for name, amounts in wrong.items()),
        after=_afterwards(rules, settlement, number),
    )


def _taken(settlement: Settlement) -> Amount:
    return sum((result.loses for result in settlement.bets), ZERO)


def _prison_spin(rules: GameRules, rng: random.Random, zero: bool = False) -> Draft:
    """Stakes in prison and the next number: how much is returned? With ``zero`` it may be another zero."""
    number = rng.choice([n for n in wheel(rules).order if n not in wheel(rules).zeros])
    if zero and rng.random() < 0.35:
        number = _zero(rules, rng)
    kinds = rng.sample(EVEN_CHANCES, 5 if zero else rng.randint(2, 3))
    met = 2 if number in wheel(rules).zeros else 1  # the zero that imprisoned the stakes, and perhaps this one
    placed = [RouletteBet(bet=kind, stake=_stake(rules, rng), in_prison=True, zeros_met=met) for kind in kinds]
    settlement = settle(rules, Spin(winning_number=number, bets=tuple(placed)))
    freed = sum((result.returned for result in settlement.bets), ZERO)
    paid = sum((bet.stake for bet in placed if number in covered(rules, bet.bet, None)), ZERO)
    return Draft(
        prompt=Message("roulette.prompt.prison-freed", {"number": number}),
        scene=_scene(rules, placed, number),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(freed),
        reasons=tuple(reason for result in settlement.bets for reason in result.reasons),
        mistakes=(
            ("paid-the-prisoner", print_amount(freed + paid)),
            ("freed-half", print_amount(freed / 2)),
            ("freed-everyone", print_amount(sum((bet.stake for bet in placed), Fraction(0)))),
        ),
        after=_afterwards(rules, settlement, number),
    )


def _zero_again(rules: GameRules, rng: random.Random) -> Draft:
    """Zero comes up on a stake that is already in prison, perhaps on the last spin."""
    halves = roulette(rules).zero.second_zero is SecondZero.HALVES_AGAIN
    last = halves and rng.random() < 0.5
    zeros = rng.choice((2, 3)) if halves else 2
    stake = rules.table.minimum * rng.choice((2, 4, 8, 16, 20, 40))
    bet = RouletteBet(bet=rng.choice(EVEN_CHANCES), stake=stake, choice="withdraw", in_prison=True, zeros_met=zeros)
    settlement = settle(rules, Spin(winning_number="0", bets=(bet,), last_spin=last))
    returned = settlement.bets[0].returned
    key = "roulette.prompt.zero-again-last" if last else "roulette.prompt.zero-again"
    return Draft(
        prompt=Message(key, {"zeros": zeros, "minimum": rules.table.minimum}),
        scene=_scene(rules, [bet], "0"),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(returned),
        reasons=settlement.bets[0].reasons,
        mistakes=tuple(
            (name, print_amount(value))
            for name, value in (
                ("halved-once", stake / 2),
                ("freed-everyone", stake),
                ("forgot-the-lock", stake / 2**zeros),
            )
        ),
        after=_afterwards(rules, settlement, "0"),
    )


FAMILIES = (
    Family(
        id="zero",
        area="roulette",
        levels=(Level(5, drafts=24), Level(6), Level(15), Level(12), Level(16)),
        build=_build,
        revision=3,
    ),
)
