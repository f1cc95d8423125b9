"""A player as bank, and the house beside him: what comes from the centre, what is missing, what is left."""

from __future__ import annotations

import random
from fractions import Fraction

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm
from trainer.drills.kit import print_amounts
from trainer.drills.pai_gow.scenes import bet_at, note, scene
from trainer.drills.scene import AnyPiece, Marker, Scene
from trainer.equipment.money import ZERO, Amount
from trainer.games.pai_gow.banks import BankConditions, bank_conditions
from trainer.games.pai_gow.figures import pai_gow
from trainer.games.pai_gow.positions import seats as seats_of
from trainer.games.pai_gow.settle import PaiGowBet, PaiGowRound, settle
from trainer.rulebooks import GameRules
from trainer.texts import Message

_STEP = 5  # step of stakes
# The figures that are asked for each kind of bank, in order.
_SOLE = ("collected_from_bank", "bank_commission", "to_bank")
_CO_BANK = ("collected_from_bank", "from_table_inventory", "to_table_inventory", "bank_commission", "to_co_bank")


def _books(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Bets with their results against a bank: what does the bank pay or receive?"""
    co_bank = level >= 3 and rules.option("co-bank") == "yes"
    seats = seats_of(rules)
    bank = rng.choice(seats)
    players = [seat for seat in seats if seat != bank]
    rng.shuffle(players)
    placed = sorted(players[: (2, 4, 4, 5)[level - 1]])
    wants_surplus = rng.random() < 0.6
    for _ in range(60):
        bets = [PaiGowBet(bet="pai-gow", stake=_stake(rules, rng), seat=int(seat)) for seat in placed]
        results = {seat: rng.choice(("win", "lose", "lose", "push")) for seat in placed}
        if level in (2, 4) and not co_bank:
            bets.append(PaiGowBet(bet="pai-gow", stake=_stake(rules, rng), seat="dealer"))
            results["dealer"] = rng.choice(("win", "lose", "push"))
        coup = PaiGowRound(bets=tuple(bets), results=results, bank=int(bank), co_bank=co_bank)  # type: ignore[arg-type]
        settlement = settle(rules, coup)
        if bool(settlement.facts["surplus"]) == wants_surplus:
            break
    facts, keys = settlement.facts, _CO_BANK if co_bank else _SOLE
    pieces: list[AnyPiece] = [Marker(spot=f"chung:{bank}", kind="chung")]
    for bet in bets:
        spot = str(bet.seat)
        pieces += [bet_at(rules, spot, bet.stake), note(f"bet:{spot}", Message(f"pai-gow.result.{results[spot]}"))]
    figures = pai_gow(rules)
    percent = Fraction(figures.commission.percent, 100)
    own_share = 1 - Fraction(figures.bank.share, 100) if co_bank else Fraction(1)
    surplus: Amount = facts["surplus"]
    no_commission = dict(facts) | {"bank_commission": ZERO, keys[-1]: facts[keys[-1]] + facts["bank_commission"]}
    exact_share = surplus * percent * own_share
    not_rounded = dict(facts) | {
        "bank_commission": exact_share,
        keys[-1]: facts[keys[-1]] + facts["bank_commission"] - exact_share,
    }
    wrong = [
        ("no-commission-on-surplus", no_commission),
        ("commission-not-rounded", not_rounded),
        ("shortage-all-from-bank", facts | {"collected_from_bank": facts["shortage"], "from_table_inventory": ZERO}),
    ]
    return Draft(
        prompt=Message("pai-gow.prompt.co-bank" if co_bank else "pai-gow.prompt.bank", {"bank": bank}),
        scene=scene(rules, pieces),
        form=AmountForm(labels=tuple(_label(key) for key in keys), unit=rules.info.currency.value),
        solution=print_amounts(facts[key] for key in keys),
        reasons=settlement.reasons,
        mistakes=tuple((name, print_amounts(values[key] for key in keys)) for name, values in wrong),
    )


def _label(key: str) -> Message:
    return Message(f"pai-gow.books.{key.replace('_', '-')}")


def _stake(rules: GameRules, rng: random.Random) -> Amount:
    least = int(rules.table.minimum)
    return Fraction(rng.randrange(least, 10 * least + 1, 5))


def _may_bank(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """A player wants the bank: may he have it, and if not, why?"""
    why = rng.choice(("allowed", "allowed", "first-round", "banked-last-round", "no-bet", "cover"))
    others = Fraction(rng.randrange(50, 800, 5))
    chips = others + rng.randrange(0, 200, 5) if why != "cover" else others - rng.randrange(5, 50, 5)
    situation = BankConditions(
        bet_against_dealer=why != "no-bet",
        chips=chips,
        other_bets=others,
        first_round=why == "first-round",
        banked_last_round=why == "banked-last-round",
    )
    decision = bank_conditions(rules, situation)
    keys = ("allowed", "first-round", "banked-last-round", "no-bet", "cover")
    params = {
        "chips": chips,
        "others": others,
        "round": Message("pai-gow.bank.this-is-first" if situation.first_round else "pai-gow.bank.this-is-later"),
        "last": Message("pai-gow.bank.banked" if situation.banked_last_round else "pai-gow.bank.did-not-bank"),
        "bet": Message("pai-gow.bank.did-bet" if situation.bet_against_dealer else "pai-gow.bank.did-not-bet"),
    }
    return Draft(
        prompt=Message("pai-gow.prompt.may-bank", params),
        scene=_asked_for(rules, others),
        form=ChoiceForm(tuple(Choice(key, Message(f"pai-gow.bank.{key}")) for key in keys)),
        solution=why,
        reasons=decision.reasons,
        mistakes=(("bank-too-lightly", "allowed"), *(("bank-refused-wrongly", key) for key in keys[1:])),
    )


def _asked_for(rules: GameRules, others: Amount) -> Scene:
    """The first player asks for the bank: his place glows, and the other players' bets lie before them."""
    asker, *rest = seats_of(rules)
    share = Fraction(others // len(rest) // _STEP * _STEP)
    stakes = [share] * (len(rest) - 1) + [others - share * (len(rest) - 1)]
    bets = [bet_at(rules, seat, stake) for seat, stake in zip(rest, stakes, strict=True) if stake]
    return scene(rules, bets, glow=(f"bet:{asker}",))


BOOKS = Family(
    id="bank-books",
    area="pai-gow",
    levels=(Level(25), Level(30), Level(40), Level(45)),
    build=_books,
    fits=lambda rules: rules.option("player-bank") == "yes",
    needs=("commission",),
)
MAY_BANK = Family(
    id="may-he-bank",
    area="pai-gow",
    levels=(Level(12, drafts=8),),
    build=_may_bank,
    revision=3,
    fits=lambda rules: rules.option("player-bank") == "yes",
)
