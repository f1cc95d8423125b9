"""The bank's money at chemin de fer: the cagnotte of each coup, and what goes to the garage."""

from __future__ import annotations

import random

from trainer.drills.baccarat.scenes import said_once, scene, settled_boxes
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.kit import cash, cash_or_note, plus
from trainer.drills.scene import AnyPiece, Note
from trainer.equipment.money import ZERO, Amount, print_amount
from trainer.games.baccarat.bank import deduction_percent, garage
from trainer.games.baccarat.bank_figures import bank_game
from trainer.games.baccarat.banked_settle import BankedRound, settle
from trainer.games.baccarat.punters import Punt
from trainer.rulebooks import GameRules
from trainer.texts import Message

_BANCO = 4  # seat of the player who calls banco


def _units(rules: GameRules, rng: random.Random, least: int, most: int) -> Amount:
    return rules.table.minimum * rng.randint(least, most)


def _stakes(rules: GameRules, rng: random.Random, bank: Amount, players: int) -> list[Punt]:
    """Stakes against a bank that it covers, in multiples of the minimum."""
    minimum = rules.table.minimum
    left = bank
    punts: list[Punt] = []
    for seat in sorted(rng.sample(range(1, 10), players)):
        if left < minimum:
            break
        stake = minimum * rng.randint(1, max(1, int(left / minimum / 2)))
        punts.append(Punt(bet="player", stake=stake, seat=seat))
        left -= stake
    return punts


def _cagnotte(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Level 1: what goes into the cagnotte; level 2: what the bank holds afterwards."""
    bank = _units(rules, rng, 10, 60)
    punts = _stakes(rules, rng, bank, rng.randint(2, 4))
    banker_wins = level == 1 or rng.random() < 0.65
    totals = (rng.randint(0, 5), rng.randint(6, 9))
    player, banker = totals if banker_wins else (totals[1], totals[0])
    settled = settle(rules, BankedRound(bets=tuple(punts), bank=bank, player_total=player, banker_total=banker))
    deducted: Amount = settled.facts["deduction"]
    after: Amount = settled.facts["bank_after"]
    in_play = sum((bet.stake for bet in punts), ZERO)
    percent = deduction_percent(rules)
    pieces: list[AnyPiece] = [
        cash(rules, "bank", bank),
        *(cash(rules, f"player:{bet.seat}", bet.stake) for bet in punts),
    ]
    result = Message(f"baccarat.wins-by.{'banker' if banker_wins else 'player'}", {"player": player, "banker": banker})
    call = Note(spot="call", says=result)
    pieces.append(call)
    done: list[AnyPiece] = [call, *cash_or_note(rules, "bank", after), *settled_boxes(rules, settled.bets)]
    done += [plus("cagnotte", deducted)] if deducted else []
    if level == 1:
        solution = deducted
        wrong = [
            ("cagnotte-of-the-whole-bank", bank * percent / 100),
            ("cagnotte-of-the-new-bank", after * percent / 100),
        ]
    else:
        solution = after
        wrong = [("forgot-the-cagnotte", after + deducted), ("counted-the-stakes-twice", after + in_play)]
        wrong.append(("bank-unchanged", bank))
    return Draft(
        prompt=Message(f"baccarat.prompt.cagnotte-{level}", {"percent": percent}),
        scene=scene(rules, pieces),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(solution),
        reasons=said_once((*settled.reasons, *(reason for box in settled.bets for reason in box.reasons))),
        mistakes=tuple((name, print_amount(amount)) for name, amount in wrong if amount >= 0),
        after=scene(rules, done),
    )


def _garage(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Level 1: what exceeds the bank's maximum; level 2: what may be taken out, or is not covered."""
    minimum = rules.table.minimum
    bank = minimum * 5 * rng.randint(12, 30)  # in fives, as a bank of that size is stacked
    figures = bank_game(rules).bank
    pieces: list[AnyPiece]  # pieces besides the bank
    if level == 1 and figures.maximum is not None:
        found = garage(rules, minimum, bank, None, None)
        right: Amount = found.facts[f"{figures.over_maximum}_garage"]
        prompt = Message("baccarat.prompt.garage-maximum", {"bank": bank, "minimum": minimum})
        wrong = [("kept-the-whole-bank", ZERO), ("gave-what-stays", bank - right)]
        held, pieces = bank, []
    elif figures.uncovered_excluded and rng.random() < 0.5:
        stakes = minimum * rng.randint(20, 60)
        bank = minimum * rng.randint(61, 100)
        found = garage(rules, minimum, bank, stakes, None)
        right = found.facts["compulsory_garage"]
        prompt = Message("baccarat.prompt.garage-uncovered", {"bank": bank, "stakes": stakes})
        wrong = [("gave-what-stays", stakes), ("kept-the-whole-bank", ZERO)]
        held, pieces = bank, [cash(rules, f"player:{_BANCO}", stakes)]
    else:
        winnings = minimum * rng.choice((40, 50, 51, 60, 75, 90))
        found = garage(rules, minimum, None, None, winnings)
        right = found.facts["voluntary_garage"]
        prompt = Message("baccarat.prompt.garage-voluntary", {"winnings": winnings, "minimum": minimum})
        threshold = found.reasons[-1].params["threshold"]
        wrong = [("garage-from-fifty", winnings)] if winnings <= threshold else []
        wrong += [("garage-of-the-excess", max(ZERO, winnings - threshold)), ("garage-of-all", winnings)]
        wrong.append(("kept-the-whole-bank", ZERO))
        held, pieces = winnings, []
    return Draft(
        prompt=prompt,
        scene=scene(rules, [cash(rules, "bank", held), *pieces]),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(right),
        reasons=found.reasons[-1:],
        mistakes=tuple((name, print_amount(amount)) for name, amount in wrong if amount != right),
        after=scene(
            rules, [*cash_or_note(rules, "bank", held - right), *pieces, *cash_or_note(rules, "garage", right)]
        ),
    )


CAGNOTTE = Family(id="cagnotte", area="baccarat", levels=(Level(8), Level(12)), build=_cagnotte, revision=2)
GARAGE = Family(
    id="garage", area="baccarat", levels=(Level(7), Level(9)), build=_garage, revision=4, needs=("cagnotte",)
)
