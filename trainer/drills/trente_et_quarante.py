"""Trente et quarante drills: counting a row, calling the coup, the winning chances, the 31-31 and its insurance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, CallForm, Choice, ChoiceForm
from trainer.drills.kit import cash, felt_of, plus, scene_on
from trainer.drills.regulation import irregularities, procedure
from trainer.drills.scene import AnyPiece, CardPiece, Chips, Note, Scene
from trainer.drills.wording import rounding_words
from trainer.equipment.cards import DECK, Card
from trainer.equipment.money import ZERO, Amount, print_amount
from trainer.games.core import BetResult, Reason
from trainer.games.trente_et_quarante.calls import result_call
from trainer.games.trente_et_quarante.figures import CHANCES, trente
from trainer.games.trente_et_quarante.rows import Coup, count, from_stack
from trainer.games.trente_et_quarante.settle import Round, coup_reasons, settle
from trainer.games.trente_et_quarante.tie import TrenteBet, premium
from trainer.rulebooks import GameRules
from trainer.texts import Message

AREA = "trente-et-quarante"
_TRIES = 3000
_SHOWN = 40  # number of cards drawn for a coup: more than any coup needs


def _coup(rules: GameRules, rng: random.Random, wanted: Callable[[Coup], bool] = lambda coup: True) -> Coup:
    """A coup for which ``wanted`` is true, from a shuffled stack."""
    for _ in range(_TRIES):
        cards = [DECK[index % len(DECK)] for index in rng.sample(range(len(DECK) * 6), _SHOWN)]
        coup = from_stack(trente(rules), cards)
        if wanted(coup):
            return coup
    raise ValueError("no coup of that kind came out of the stack")


def _row(name: str, cards: Iterable[Card]) -> list[AnyPiece]:
    return [CardPiece(spot=f"row:{name}", card=str(card), offset=index) for index, card in enumerate(cards)]


def _scene(rules: GameRules, pieces: Sequence[AnyPiece], glow: Iterable[str] = ()) -> Scene:
    return scene_on(felt_of(rules), pieces, glow)


def _cards_of(coup: Coup) -> list[AnyPiece]:
    return _row("black", coup.black_row) + _row("red", coup.red_row)


def _called(rules: GameRules, coup: Coup, extra: Sequence[AnyPiece] = ()) -> Scene:
    """Both rows with the call above them and the winning boxes glowing."""
    pieces: list[AnyPiece] = [*_cards_of(coup), *extra]
    words = result_call(rules, coup)
    if words is not None:
        pieces.append(Note(spot="call", says=words))
    return _scene(rules, pieces, coup.winners)


def _stake(rules: GameRules, bet: TrenteBet) -> Chips:
    return cash(rules, bet.bet, bet.stake)


def _settled(rules: GameRules, results: Sequence[BetResult]) -> list[AnyPiece]:
    """The boxes after the coup: what remains of each stake, and the payment beside each winner."""
    pieces: list[AnyPiece] = []
    for result in results:
        kept = result.returned + result.stays
        pieces += [cash(rules, result.bet.bet, kept)] if kept else []
        if result.pays:
            pieces.append(plus(result.bet.bet, result.pays))
    return pieces


# ── counting ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _count(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 1:
        return _another_card(rules, rng)
    coup = _coup(rules, rng)
    if level == 2:
        name = rng.choice(("black", "red"))
        cards = coup.black_row if name == "black" else coup.red_row
        points = count(cards)
        return Draft(
            prompt=Message(f"{AREA}.prompt.count-row"),
            scene=_scene(rules, _row(name, cards)),
            form=AmountForm(),
            solution=str(points),
            reasons=(Reason("row-count", {"cards": _sum(cards), "total": points}, trente(rules).rows.cite),),
            mistakes=tuple(_count_mistakes(cards)),
        )
    black, red = coup.black_total, coup.red_total
    cite = trente(rules).rows.cite
    return Draft(
        prompt=Message(f"{AREA}.prompt.count-both"),
        scene=_scene(rules, _cards_of(coup)),
        form=AmountForm((rules.bets["black"].names, rules.bets["red"].names)),
        solution=f"{black} {red}",
        reasons=(
            Reason("row-count", {"cards": _sum(coup.black_row), "total": black}, cite),
            Reason("row-count", {"cards": _sum(coup.red_row), "total": red}, cite),
        ),
        mistakes=(("swapped-the-rows", f"{red} {black}"), ("left-the-last-card-out", _without_last(coup))),
        after=_called(rules, coup),
    )


def _another_card(rules: GameRules, rng: random.Random) -> Draft:
    """An unfinished row near its end: does it get another card?"""
    rows = trente(rules).rows
    while True:
        coup = _coup(rules, rng)
        cards = coup.black_row[: rng.randint(3, len(coup.black_row))]
        points = count(cards)
        if points >= 24:
            break
    goes_on = points < rows.stops_at
    reason = Reason("row-goes-on" if goes_on else "row-stops", {"total": points, "stop": rows.stops_at}, rows.cite)
    wrong = ("stopped-the-row-early", "stops") if goes_on else ("went-past-thirty-one", "goes-on")
    return Draft(
        prompt=Message(f"{AREA}.prompt.another-card"),
        scene=_scene(rules, _row("black", cards)),
        form=ChoiceForm(tuple(Choice(answer, Message(f"{AREA}.row.{answer}")) for answer in ("goes-on", "stops"))),
        solution="goes-on" if goes_on else "stops",
        reasons=(reason,),
        mistakes=(wrong,),
    )


def _sum(cards: Sequence[Card]) -> str:
    return " + ".join(str(card.pips) for card in cards)


def _count_mistakes(cards: Sequence[Card]) -> list[tuple[str, str]]:
    figures_as_nothing = sum(card.pips % 10 for card in cards)
    aces_as_eleven = sum(11 if card.rank == "A" else card.pips for card in cards)
    return [
        ("figures-counted-nothing", str(figures_as_nothing)),
        ("aces-counted-eleven", str(aces_as_eleven)),
        ("left-the-last-card-out", str(count(cards[:-1]))),
    ]


def _without_last(coup: Coup) -> str:
    return f"{count(coup.black_row[:-1])} {count(coup.red_row[:-1])}"


# ── calling ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _call(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Which row and which colour chance win; level 2 includes ties."""
    if level == 2 and rng.random() < 0.35:
        coup = _coup(rules, rng, lambda coup: coup.winning_row is None)
    else:
        coup = _coup(rules, rng, lambda coup: coup.winning_row is not None)
    rows = ("black", "red", "tie")
    chances = ("color", "inverse", "none")
    form = CallForm(
        (
            tuple(Choice(row, Message(f"{AREA}.wins.{row}")) for row in rows),
            tuple(Choice(chance, Message(f"{AREA}.wins.{chance}")) for chance in chances),
        )
    )
    row, chance = coup.winning_row or "tie", coup.color_chance or "none"
    return Draft(
        prompt=Message(f"{AREA}.prompt.call"),
        scene=_scene(rules, _cards_of(coup)),
        form=form,
        solution=f"{row} {chance}",
        reasons=coup_reasons(rules, coup),
        mistakes=tuple(_call_mistakes(row, chance)),
        after=_called(rules, coup),
    )


def _call_mistakes(row: str, chance: str) -> list[tuple[str, str]]:
    if row == "tie":
        return [
            ("overlooked-the-tie", f"{winner} {other}") for winner in ("black", "red") for other in ("color", "inverse")
        ]
    other_row = "red" if row == "black" else "black"
    other_chance = "inverse" if chance == "color" else "color"
    return [
        ("farther-row-won", f"{other_row} {chance}"),
        ("farther-row-won", f"{other_row} {other_chance}"),
        ("colour-of-the-wrong-card", f"{row} {other_chance}"),
    ]


# ── money ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _bets(rules: GameRules, rng: random.Random) -> list[TrenteBet]:
    kinds = rng.sample(CHANCES, rng.randint(2, 4))
    return [TrenteBet(bet=kind, stake=rules.table.minimum * rng.randint(1, 20)) for kind in kinds]


def _pay(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Level 1: which boxes win; level 2: how much the table is paid."""
    bets = _bets(rules, rng)
    if level == 1 and rng.random() < 0.2:
        best = trente(rules).rows.stops_at
        coup = _coup(rules, rng, lambda coup: coup.winning_row is None and not coup.is_tie_at(best))
    else:
        coup = _coup(rules, rng, lambda coup: coup.winning_row is not None)
    settled = settle(rules, Round(bets=tuple(bets), black_row=coup.black_row, red_row=coup.red_row))
    pieces: list[AnyPiece] = [*_cards_of(coup), *(_stake(rules, bet) for bet in bets)]
    before = _scene(rules, pieces)
    after = _called(rules, coup, [_stake(rules, bet) for bet in bets])
    reasons = (*coup_reasons(rules, coup), *(box.reasons[0] for box in settled.bets))
    if level == 1:
        form = ChoiceForm(tuple(Choice(chance, rules.bets[chance].names) for chance in CHANCES), several=True)
        winners = " ".join(coup.winners) or "-"
        opposite = {"black": "red", "red": "black", "color": "inverse", "inverse": "color"}
        wrong = [("farther-row-won", [opposite[chance] for chance in coup.winners])]
        if coup.winners:
            wrong.append(("colour-of-the-wrong-card", [coup.winners[0], opposite[coup.winners[1]]]))
        return Draft(
            prompt=Message(f"{AREA}.prompt.winning-chances"),
            scene=before,
            form=form,
            solution=form.canonical(winners),
            reasons=reasons,
            mistakes=tuple((name, form.canonical(" ".join(chances) or "-")) for name, chances in wrong),
            after=after,
        )
    paid = settled.total_payout
    every = sum((bet.stake for bet in bets), ZERO)
    return Draft(
        prompt=Message(f"{AREA}.prompt.table-is-paid"),
        scene=before,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(paid),
        reasons=reasons,
        mistakes=(("paid-the-losers-too", print_amount(every)), ("added-the-stake", print_amount(2 * paid))),
        after=_called(rules, coup, _settled(rules, settled.bets)),
    )


def _tie(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Level 1: what happens to a bet at 31-31; level 2: how much the house takes; level 3: the next coup."""
    figures = trente(rules)
    stake = rules.table.minimum * 2 * rng.randint(1, 20)
    chance = rng.choice(CHANCES)
    if level == 3:
        return _after_the_tie(rules, rng, chance, stake)
    said = rng.choice(_player_choices(rules, level))
    bet = TrenteBet(bet=chance, stake=stake, **_CHOICES[said])
    coup = _coup(rules, rng, lambda coup: coup.is_tie_at(figures.rows.stops_at))
    settled = settle(rules, Round(bets=(bet,), black_row=coup.black_row, red_row=coup.red_row)).bets[0]
    pieces = [*_cards_of(coup), _stake(rules, bet), Note(spot=chance, says=Message(f"{AREA}.said.{said}"))]
    before = _scene(rules, pieces)
    if level == 1:
        held = "stays-blocked" if figures.tie.way == "half-lost" else "prison"
        fates = ("half-blocked", held, "lost") if held == "stays-blocked" else ("half-taken", held, "untouched")
        right = _outcome_id(settled, held)
        return Draft(
            prompt=Message(f"{AREA}.prompt.tie-fate", {"bet": rules.bets[chance].names}),
            scene=before,
            form=ChoiceForm(tuple(Choice(fate, Message(f"{AREA}.fate.{fate}")) for fate in fates)),
            solution=right,
            reasons=settled.reasons,
            mistakes=tuple(("overlooked-the-choice", fate) for fate in fates if fate != right),
        )
    return Draft(
        prompt=Message(f"{AREA}.prompt.tie-taken", {"bet": rules.bets[chance].names}),
        scene=before,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(settled.loses),
        reasons=settled.reasons,
        mistakes=(
            ("took-everything", print_amount(stake)),
            ("took-nothing", "0"),
            ("took-half", print_amount(stake / 2)),
        ),
        after=_scene(rules, [*_cards_of(coup), *_settled(rules, [settled])]),
    )


# The bet for each thing that a player may have put on a box or said about it at 31-31.
_CHOICES: dict[str, dict[str, Any]] = {
    "withdraw": {"choice": "withdraw"},
    "prison": {"choice": "prison"},
    "insured": {"insured": True},
    "wait": {"choice": "wait"},
    "give-up": {"choice": "give-up"},
    "held": {"in_prison": True},
    "held-insured": {"in_prison": True, "insured": True},
}


def _player_choices(rules: GameRules, level: int) -> tuple[str, ...]:
    """What a player may have said or done under the rule of the house; at level 2 the house takes something."""
    if trente(rules).tie.way == "half-lost":
        of_a_fate = ("wait", "wait", "give-up", "held", "held-insured", "held-insured")  # each fate as often
        return of_a_fate if level == 1 else ("wait", "give-up", "held")
    return ("withdraw", "prison", "insured") if level == 1 else ("withdraw", "prison")


def _outcome_id(settled: BetResult, held: str) -> str:
    """What happened to a bet, as a choice id; ``held`` is the id for a bet that stays whole on the table."""
    if settled.stays:
        return "half-blocked" if settled.loses else held
    if not settled.loses:
        return "untouched"
    return "half-taken" if settled.returned else "lost"


def _after_the_tie(rules: GameRules, rng: random.Random, chance: str, stake: Amount) -> Draft:
    """A stake held from the last coup, and the rows of this coup: what goes back to the player?"""
    bet = TrenteBet(bet=chance, stake=stake, in_prison=True)
    coup = _coup(rules, rng, lambda coup: not coup.is_tie_at(trente(rules).rows.stops_at))
    settled = settle(rules, Round(bets=(bet,), black_row=coup.black_row, red_row=coup.red_row)).bets[0]
    held = Note(spot=chance, says=Message(f"{AREA}.said.held"))
    return Draft(
        prompt=Message(f"{AREA}.prompt.after-tie", {"bet": rules.bets[chance].names}),
        scene=_scene(rules, [*_cards_of(coup), _stake(rules, bet), held]),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(settled.returned),
        reasons=settled.reasons,
        mistakes=(
            ("paid-the-prisoner", print_amount(2 * stake)),
            ("freed-a-loser", print_amount(stake)),
            ("freed-half", print_amount(stake / 2)),
            ("took-everything", "0"),
        ),
        after=_called(rules, coup, _settled(rules, [settled])),
    )


def _insurance(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """What insuring a stake costs."""
    insurance = trente(rules).insurance
    stake = rules.table.minimum * rng.choice((1, 2, 3, 5, 7, 10, 15, 20, 25, 40, 60, 100))
    cost = premium(rules, stake)
    rounding = rounding_words(insurance.rounding)
    exact = (stake if insurance.of == "stake" else stake / 2) * insurance.percent / 100
    reasons = [Reason("insurance-price", {"percent": insurance.percent, "premium": exact}, insurance.cite)]
    if exact != cost:
        option = rules.options.get("insurance-rounding")
        found = {"exact": exact, "premium": cost}
        reasons.append(Reason("insurance-rounded", found, option.cite if option else insurance.cite))
    return Draft(
        prompt=Message(f"{AREA}.prompt.insurance-{insurance.when}", {"stake": stake, "rounding": rounding}),
        scene=_scene(rules, [_stake(rules, TrenteBet(bet=rng.choice(CHANCES), stake=stake))]),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(cost),
        reasons=tuple(reasons),
        mistakes=(
            ("insured-at-ten-percent", print_amount(stake / 10)),
            ("insured-half-the-stake", print_amount(stake / 200)),
            ("forgot-to-round-up", print_amount(stake / 100)),
        ),
    )


FAMILIES: tuple[Family, ...] = (
    Family(id="count-rows", area=AREA, levels=(Level(5), Level(7), Level(12)), build=_count),
    Family(id="call-the-coup", area=AREA, levels=(Level(10), Level(10)), build=_call, needs=("count-rows",)),
    Family(id="pay-the-chances", area=AREA, levels=(Level(10), Level(12)), build=_pay, needs=("call-the-coup",)),
    Family(id="thirty-one-tie", area=AREA, levels=(Level(6), Level(7), Level(12)), build=_tie, revision=2),
    Family(id="insurance", area=AREA, levels=(Level(5),), build=_insurance, revision=3),
    procedure(AREA),
    irregularities(AREA),
)
