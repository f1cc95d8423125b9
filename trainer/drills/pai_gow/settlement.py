"""Comparing and settling: who wins, the payment less commission, and the side bet on the starting number."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, CallForm, Choice, ChoiceForm
from trainer.drills.kit import print_amounts
from trainer.drills.pai_gow.hands import is_disputed, lawful_settings, random_table
from trainer.drills.pai_gow.scenes import bet_at, hands_at, near, note, scene
from trainer.drills.scene import AnyPiece
from trainer.drills.wording import rounding_words
from trainer.equipment.money import ZERO, Amount, print_amount
from trainer.games.core import BetResult, Outcome, Reason, Settlement
from trainer.games.pai_gow.compare import Comparison, Hands, Side, compare
from trainer.games.pai_gow.figures import is_tiles, pai_gow
from trainer.games.pai_gow.setting import set_hand
from trainer.games.pai_gow.settle import PaiGowBet, PaiGowRound, commission, settle
from trainer.games.pai_gow.starting_number import side_bet, side_bet_offered, side_bet_pays
from trainer.rulebooks import GameRules
from trainer.texts import Message

_RESULTS = (Outcome.WIN, Outcome.LOSE, Outcome.PUSH)
_STAKES = (10, 15, 20, 25, 30, 35, 40, 50, 60, 75, 85, 90, 100, 110, 125, 150, 175, 200, 225, 250, 300, 330, 375, 500)


def _stake(rules: GameRules, rng: random.Random) -> Amount:
    fitting = [stake for stake in _STAKES if rules.table.minimum <= stake <= rules.table.maximum]
    return Fraction(rng.choice(fitting))


def _hands(rules: GameRules, rng: random.Random, seats: int) -> tuple[Hands, list[Hands]]:
    """The dealer's hands, set the house way, and the players': most set the same way, some as players do."""
    wants_copy = rng.random() < 0.35
    attempts = 0
    while True:
        attempts += 1
        dealt = random_table(rules, rng, seats + 1)
        dealer = set_hand(rules, dealt[0]).printed
        players = [
            set_hand(rules, pieces).printed if rng.random() < 0.7 else rng.choice(lawful_settings(rules, pieces))
            for pieces in dealt[1:]
        ]
        if any(_in_doubt(rules, dealer, hands) for hands in players):
            continue
        sides = [compare(rules, hands, dealer, Side.DEALER) for hands in players]
        copied = any(Side.COPY in (side.high, side.low) for side in sides)
        if copied or not wants_copy or attempts >= 40:
            return dealer, players


def _in_doubt(rules: GameRules, dealer: Hands, player: Hands) -> bool:
    return is_disputed(rules, (dealer.high, player.high)) or is_disputed(rules, (dealer.low, player.low))


def _results_form(seats: int) -> CallForm | ChoiceForm:
    choices = tuple(Choice(result.value, Message(f"pai-gow.result.{result.value}")) for result in _RESULTS)
    if seats == 1:
        return ChoiceForm(choices)
    return CallForm((choices,) * seats, _seat_labels(seats))


def _seat_labels(seats: int) -> tuple[Message, ...]:
    return tuple(Message("pai-gow.seat", {"seat": seat}) for seat in range(1, seats + 1))


def _table(rules: GameRules, dealer: Hands, players: list[Hands]) -> list[AnyPiece]:
    laid: list[AnyPiece] = hands_at(rules, "dealer", dealer)
    for seat, hands in enumerate(players, start=1):
        laid += hands_at(rules, str(seat), hands)
    return laid


def _compare(rules: GameRules, level: int, rng: random.Random) -> Draft:
    seats = (1, 3, 6)[level - 1]
    dealer, players = _hands(rules, rng, seats)
    found = [compare(rules, hands, dealer, Side.DEALER) for hands in players]
    results = [comparison.result for comparison in found]
    copies_to_player = [_judged(comparison, copies_win=True) for comparison in found]
    zeros_win = [_judged(comparison, zero_wins=True) for comparison in found]
    high_only = [Outcome.WIN if comparison.high is Side.PLAYER else Outcome.LOSE for comparison in found]
    return Draft(
        prompt=Message("pai-gow.prompt.compare" if seats == 1 else "pai-gow.prompt.compare-seats"),
        scene=(near if seats == 1 else scene)(rules, _table(rules, dealer, players)),
        form=_results_form(seats),
        solution=" ".join(results),
        reasons=found[0].reasons if seats == 1 else tuple(_at_seats([comparison.reasons for comparison in found])),
        mistakes=(
            ("copy-to-the-player", " ".join(copies_to_player)),
            ("zero-counted", " ".join(zeros_win)),
            ("only-the-high-hand", " ".join(high_only)),
        ),
    )


def _judged(comparison: Comparison, *, copies_win: bool = False, zero_wins: bool = False) -> Outcome:
    """The result if copies were given to the player, or if a low hand of zero could win."""
    better = (Side.PLAYER, Side.COPY) if copies_win else (Side.PLAYER,)
    zero = any(reason.rule == "zero-never-wins" for reason in comparison.reasons)
    high, low = comparison.high in better, comparison.low in better or (zero and zero_wins)
    return Outcome.WIN if high and low else Outcome.PUSH if high or low else Outcome.LOSE


# ── settling six seats ───────────────────────────────────────────────────────────────────────────────────────────────


def _settle(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """What each winner receives: the win less commission; nothing for the others."""
    seats = (1, 3, 6)[level - 1]
    stakes = [_stake(rules, rng) for _ in range(seats)]
    bets = tuple(PaiGowBet(bet="pai-gow", stake=stake, seat=seat) for seat, stake in enumerate(stakes, start=1))
    pieces: list[AnyPiece] = [bet_at(rules, str(seat), stake) for seat, stake in enumerate(stakes, start=1)]
    if level < 3:
        announced = ["win"] if level == 1 else [rng.choice(("win", "win", "lose", "push")) for _ in stakes]
        announced[rng.randrange(seats)] = "win"  # at least one winner
        results = {str(seat): result for seat, result in enumerate(announced, start=1)}
        pieces += [note(f"bet:{seat}", Message(f"pai-gow.result.{result}")) for seat, result in results.items()]
        coup = PaiGowRound(bets=bets, results=results)  # type: ignore[arg-type]
    else:
        dealer, players = _hands(rules, rng, seats)
        pieces += _table(rules, dealer, players)
        coup = PaiGowRound(bets=bets, dealer=dealer, seats={str(i): hands for i, hands in enumerate(players, start=1)})
    settlement = settle(rules, coup)
    show = near if seats == 1 else scene
    return Draft(
        prompt=Message(
            "pai-gow.prompt.settle" if seats == 1 else "pai-gow.prompt.settle-seats",
            {"rounding": rounding_words(pai_gow(rules).commission.rounding)},
        ),
        scene=show(rules, pieces),
        form=AmountForm(labels=_seat_labels(seats) if seats > 1 else (), unit=rules.info.currency.value),
        solution=print_amounts([_net(result) for result in settlement.bets]),
        reasons=_short_reasons(settlement),
        mistakes=_settling_mistakes(rules, settlement),
        after=show(rules, [*pieces, *_payments(rules, settlement)]),
    )


def _net(result: BetResult) -> Amount:
    net: Amount = result.facts.get("net_to_player", ZERO)
    return net


def _settling_mistakes(rules: GameRules, settlement: Settlement) -> tuple[tuple[str, str], ...]:
    exact = Fraction(pai_gow(rules).commission.percent, 100)
    bets = settlement.bets
    return (
        ("forgot-the-commission", print_amounts([bet.pays for bet in bets])),
        ("commission-not-rounded", print_amounts([bet.pays - bet.pays * exact for bet in bets])),
        ("added-the-stake", print_amounts([_net(bet) + (bet.bet.stake if bet.pays else ZERO) for bet in bets])),
        ("only-the-commission", print_amounts([bet.facts.get("commission", ZERO) for bet in bets])),
        ("paid-the-pushes", print_amounts([_net(bet) or (bet.returned if not bet.pays else ZERO) for bet in bets])),
    )


def _short_reasons(settlement: Settlement) -> tuple[Reason, ...]:
    """All reasons of a single bet; for several bets only the outcome and the commission."""
    if len(settlement.bets) == 1:
        return settlement.bets[0].reasons
    return tuple(_at_seats([result.reasons for result in settlement.bets]))


_DECIDING = ("both-higher", "only-high-higher", "only-low-higher", "neither-higher", "commission", "zero-never-wins")


def _at_seats(reasons_by_seat: list[tuple[Reason, ...]]) -> Iterator[Reason]:
    """The outcome and the commission at each seat, from the first."""
    for seat, reasons in enumerate(reasons_by_seat, start=1):
        for reason in reasons:
            if reason.rule in _DECIDING or reason.rule.startswith(("announced", "high-copy", "low-copy")):
                what = Message(f"pai-gow.reason.{reason.rule}", reason.params)
                yield Reason("at-seat", {"seat": seat, "what": what}, reason.cite)


def _payments(rules: GameRules, settlement: Settlement) -> list[AnyPiece]:
    """What lies beside the winning bets afterwards, in chips if they can make it up."""
    winners = [result for result in settlement.bets if result.pays]
    return [bet_at(rules, str(result.bet.seat), _net(result), spot="pay") for result in winners]


# ── the commission by itself ─────────────────────────────────────────────────────────────────────────────────────────

_COMMISSION_LEVELS: dict[int, tuple[int, ...]] = {
    1: tuple(range(5, 105, 5)),
    2: (1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 16, 17, 18, 19, 21, 22, 26, 27, 33, 37, 42, 48, 53, 64, 71, 86, 97),
    3: (*range(105, 505, 15), 335, 515, 640, 775, 925, 1250, 1475, 2050, 3325),
}


def _wins(rules: GameRules, level: int) -> list[int]:
    """The wins of a level that are possible at this table."""
    return [won for won in _COMMISSION_LEVELS[level] if rules.table.minimum <= won <= rules.table.maximum]


def _commission(rules: GameRules, level: int, index: int) -> Draft:
    won = Fraction(_wins(rules, level)[index])
    figures = pai_gow(rules).commission
    taken, exact = commission(rules, won), won * Fraction(figures.percent, 100)
    params = {"percent": figures.percent, "won": won, "commission": taken}
    wrong = [
        ("commission-not-rounded", exact),
        ("ten-percent", commission(rules, 2 * won)),
        ("net-instead", won - taken),
    ]
    if taken != exact:
        wrong.append(("rounded-down", taken - figures.rounding.unit))
    return Draft(
        prompt=Message(
            "pai-gow.prompt.commission",
            {"won": won, "percent": figures.percent, "rounding": rounding_words(figures.rounding)},
        ),
        scene=near(rules, [bet_at(rules, "1", won)]),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(taken),
        reasons=(Reason("commission", params, figures.cite),),
        mistakes=tuple((name, print_amount(amount)) for name, amount in wrong),
        after=near(rules, [bet_at(rules, "1", won), bet_at(rules, "1", won - taken, spot="pay")]),
    )


# ── the side bet ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _side_bet(rules: GameRules, level: int, rng: random.Random) -> Draft:
    figures, odds = side_bet(rules, None)
    highest = pai_gow(rules).start.highest_number
    number = rng.randint(1, highest)
    # The regulation says nothing about half dollars: they are not asked.
    stakes = [stake for stake in range(1, 41) if odds.pays(Fraction(stake)).denominator == 1]
    count = 1 if level == 1 else rng.randint(2, 4)
    chosen = [number, *rng.sample([n for n in range(1, highest + 1) if n != number], count - 1)]
    if level == 2 and rng.random() < 0.2:
        chosen[0] = number % highest + 1
    bets = tuple(
        PaiGowBet(bet="starting-number", on=on, stake=Fraction(rng.choice(stakes)), seat=seat)
        for seat, on in enumerate(dict.fromkeys(chosen), start=1)
    )
    settlement = settle(rules, PaiGowRound(bets=bets, rng=number))
    total = settlement.total_payout
    pieces: list[AnyPiece] = [note("generator", str(number))]
    for bet in bets:
        pieces.append(bet_at(rules, str(bet.seat), bet.stake, spot="side"))
        pieces.append(note(f"side:{bet.seat}", str(bet.on)))
    staked = sum((bet.stake for bet in bets if bet.on == number), ZERO)
    everything = sum((side_bet_pays(rules, figures, odds, bet.stake) for bet in bets), ZERO)
    return Draft(
        prompt=Message("pai-gow.prompt.side-bet", {"number": number, "odds": odds}),
        scene=scene(rules, pieces),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(total),
        reasons=tuple(reason for result in settlement.bets for reason in result.reasons),
        mistakes=(
            ("added-the-stake", print_amount(total + staked)),
            ("paid-every-number", print_amount(everything)),
            ("took-commission", print_amount(total - commission(rules, total))),
        ),
        after=scene(
            rules,
            [*pieces, *(bet_at(rules, str(won.bet.seat), won.pays, spot="pay") for won in settlement.bets if won.pays)],
        ),
    )


COMPARE = Family(id="compare", area="pai-gow", levels=(Level(10), Level(25), Level(45)), build=_compare)
SETTLE = Family(
    id="settle-with-commission",
    area="pai-gow",
    levels=(Level(8), Level(20), Level(75)),
    build=_settle,
    revision=2,
    needs=("commission", "compare"),
)
COMMISSION = Family(
    id="commission",
    area="pai-gow",
    levels=(Level(5), Level(6), Level(8)),
    facts=lambda rules, level: len(_wins(rules, level)),
    build_fact=_commission,
    revision=2,
)
SIDE_BET = Family(
    id="side-bet",
    area="pai-gow",
    levels=(Level(6), Level(10)),
    build=_side_bet,
    fits=lambda rules: not is_tiles(rules) and side_bet_offered(rules),
)
