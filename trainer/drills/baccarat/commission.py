"""Commission on winning banker bets: its amount, the payout, what is marked, and what is owed at the end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from msgspec import structs

from trainer.drills.baccarat.players import seats_of, stake_under_commission
from trainer.drills.baccarat.scenes import hand, random_coup, scene, stake
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.kit import print_amounts
from trainer.drills.scene import AnyPiece, Chips, Marker, Note, Scene
from trainer.equipment.money import ZERO, Amount, print_amount
from trainer.games.baccarat.commission import Terms, Way, terms
from trainer.games.baccarat.coup import Result
from trainer.games.baccarat.figures import baccarat
from trainer.games.baccarat.settle import settle_bet
from trainer.games.core import Bet, BetResult
from trainer.rulebooks import GameRules
from trainer.texts import Message

_OTHER_RATES = (Fraction(5), Fraction(10))


def fits(rules: GameRules) -> bool:
    return terms(rules) is not None


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level <= 2:
        return _one_box(rules, level, rng)
    if level == 3:
        return _several_boxes(rules, rng)
    return _owed(rules, rng) if "commission-paid" in rules.options else _several_boxes(rules, rng, boxes=5)


def _terms(rules: GameRules, way: Way) -> Terms:
    found = terms(rules, way=way)
    assert found is not None, "the drill fits only tables with a commission"
    return found


def _table(rules: GameRules, rng: random.Random, bets: Sequence[Bet]) -> Scene:
    """A winning bank with the stakes on it."""
    coup, _ = random_coup(baccarat(rules), rng, lambda coup: coup.result.winner == "banker")
    pieces: list[AnyPiece] = hand("player", coup.player) + hand("banker", coup.banker)
    return scene(rules, [*pieces, *(stake(rules, bet) for bet in bets)], [f"banker:{bet.seat}" for bet in bets])


def _settled(rules: GameRules, bet: Bet, terms_now: Terms) -> BetResult:
    return settle_bet(rules, bet, Result("banker"), terms_now)


def _one_box(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Level 1: the commission; level 2: the payout."""
    now = _terms(rules, "at-once")
    amount = stake_under_commission(rules, rng, now.percent, 8 if level == 1 else 30)
    bet = Bet(bet="banker", stake=amount, seat=rng.choice(seats_of(rules)))
    result = _settled(rules, bet, now)
    kept: Amount = result.facts["commission"]
    wanted = kept if level == 1 else result.pays
    before = _table(rules, rng, [bet])
    wrong: list[tuple[str, Amount]] = [
        ("gave-the-payment", result.pays) if level == 1 else ("gave-the-commission", kept),
        ("commission-of-the-return", kept * 2 if level == 1 else bet.stake - 2 * kept),
        ("forgot-the-commission", ZERO if level == 1 else bet.stake),
    ]
    for rate in _OTHER_RATES:
        if rate != now.percent:
            other = bet.stake * rate / 100
            wrong.append(("rate-of-another-house", other if level == 1 else bet.stake - other))
    return Draft(
        prompt=Message(f"baccarat.prompt.commission-{level}", {"stake": bet.stake, "percent": now.percent}),
        scene=before,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(wanted),
        reasons=result.reasons,
        mistakes=tuple((name, print_amount(amount)) for name, amount in wrong),
        after=_noted(before, {f"banker:{bet.seat}": result.pays}),
    )


def _several_boxes(rules: GameRules, rng: random.Random, boxes: int = 3) -> Draft:
    """What each box is paid or, if the house marks commission, what is marked."""
    marked = "commission-paid" in rules.options and rng.random() < 0.5
    now = _terms(rules, "marked" if marked else "at-once")
    seats = sorted(rng.sample(seats_of(rules), min(boxes, len(seats_of(rules)))))
    bets = [Bet(bet="banker", stake=stake_under_commission(rules, rng, now.percent, 30), seat=seat) for seat in seats]
    results = [_settled(rules, bet, now) for bet in bets]
    key = "commission_marked" if marked else "commission"
    kept = [result.facts[key] for result in results]
    right = kept if marked else [result.pays for result in results]
    before = _table(rules, rng, bets)
    labels = tuple(Message("baccarat.seat", {"seat": seat}) for seat in seats)
    even = [bet.stake for bet in bets]
    wrong = [("forgot-the-commission", even)]
    wrong.append(
        ("gave-the-payment", [e - k for e, k in zip(even, kept, strict=True)])
        if marked
        else ("gave-the-commission", kept)
    )
    for index in range(len(seats)):
        slipped = [*right]
        slipped[index] = even[index] if not marked else kept[index] * 2
        wrong.append(("one-box-wrong", slipped))
    prompt = "baccarat.prompt.mark-boxes" if marked else "baccarat.prompt.pay-boxes"
    after = (
        _marked(before, dict(zip(seats, kept, strict=True)))
        if marked
        else _noted(before, {f"banker:{seat}": result.pays for seat, result in zip(seats, results, strict=True)})
    )
    return Draft(
        prompt=Message(prompt, {"percent": now.percent}),
        scene=before,
        form=AmountForm(labels, unit=rules.info.currency.value),
        solution=print_amounts(right),
        reasons=tuple(reason for result in results for reason in result.reasons[1:]),
        mistakes=tuple((name, print_amounts(amounts)) for name, amounts in wrong),
        after=after,
    )


def _owed(rules: GameRules, rng: random.Random) -> Draft:
    """The shoe ends: what does the player owe for the marks in his box?"""
    now = _terms(rules, "marked")
    seat = rng.choice(seats_of(rules))
    stakes = [stake_under_commission(rules, rng, now.percent, 8) for _ in range(rng.randint(3, 4))]
    results = [_settled(rules, Bet(bet="banker", stake=amount, seat=seat), now) for amount in stakes]
    owed = sum((result.facts["commission_marked"] for result in results), ZERO)
    pieces: list[AnyPiece] = [Note(spot="call", says=Message("baccarat.won-on-bank", {"seat": seat, "stakes": stakes}))]
    before = scene(rules, pieces, [f"commission:{seat}"])
    total_stake = sum(stakes, ZERO)
    return Draft(
        prompt=Message("baccarat.prompt.owed", {"seat": seat, "percent": now.percent}),
        scene=before,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(owed),
        reasons=tuple(reason for result in results for reason in result.reasons[1:]),
        mistakes=(
            ("left-the-last-coup-out", print_amount(owed - results[-1].facts["commission_marked"])),
            ("commission-of-the-return", print_amount(owed * 2)),
            ("added-the-stakes", print_amount(total_stake)),
        ),
        after=_marked(before, {seat: owed}),
        target_seconds=12.0,
    )


def _noted(before: Scene, paid: dict[str, Amount]) -> Scene:
    """The felt with the payment beside each box; the values of the stakes are hidden."""
    pieces = [
        structs.replace(piece, value=None) if isinstance(piece, Chips) and piece.spot in paid else piece
        for piece in before.pieces
    ]
    notes = [Note(spot=spot, says=Message("baccarat.paid", {"amount": amount})) for spot, amount in paid.items()]
    return Scene(felt=before.felt, pieces=(*pieces, *notes), glow=before.glow)


def _marked(before: Scene, owed: dict[int, Amount]) -> Scene:
    marks = tuple(
        Marker(spot=f"commission:{seat}", kind="commission", label=print_amount(amount))
        for seat, amount in owed.items()
    )
    return Scene(felt=before.felt, pieces=(*before.pieces, *marks), glow=before.glow)


FAMILY = Family(
    id="commission",
    area="baccarat",
    levels=(Level(5), Level(6), Level(14), Level(16)),
    build=_build,
    revision=2,
    fits=fits,
)
