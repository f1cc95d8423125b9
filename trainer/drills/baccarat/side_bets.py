"""Side bets: the three-card hands of EZ and commission-free baccarat, and bonus bets on the margin."""

from __future__ import annotations

import random
from collections.abc import Callable

from trainer.drills.baccarat.players import seats_of, side_stake, special_bets, stake_for
from trainer.drills.baccarat.scenes import called, hand, random_coup, scene, settled_boxes, stake
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm
from trainer.drills.scene import AnyPiece, Scene
from trainer.equipment.money import ZERO, print_amount
from trainer.games.baccarat.bets import BONUS, MAIN, bet_figures, bonus_row, is_special_hand, odds_of
from trainer.games.baccarat.calls import winner_call
from trainer.games.baccarat.coup import Coup
from trainer.games.baccarat.figures import Side, baccarat
from trainer.games.baccarat.settle import settle_bet
from trainer.games.core import Bet, BetResult, Outcome
from trainer.rulebooks import GameRules
from trainer.texts import Message

_FATES = ("win", "lose", "push")


def _aimed(rules: GameRules, rng: random.Random) -> Coup:
    """A coup in which a side bet wins, or nearly: the right total with another number of cards."""
    figures = baccarat(rules)
    bet = bet_figures(rules, rng.choice(special_bets(rules)))
    side = bet.hand or Side.BANKER

    def near(coup: Coup) -> bool:
        result = coup.result
        return result.total_of(side) == bet.total and rng.random() < (
            0.6 if result.cards_of(side) == bet.cards else 0.2
        )

    wanted: Callable[[Coup], bool] = near
    if rng.random() < 0.6:
        wanted = lambda coup: is_special_hand(coup.result, bet)  # noqa: E731 - a named function would say no more
    return random_coup(figures, rng, wanted)[0]


def _cards(rules: GameRules, coup: Coup, bets: list[Bet]) -> Scene:
    return scene(rules, [*_hands(coup), *(stake(rules, bet) for bet in bets)])


def _hands(coup: Coup) -> list[AnyPiece]:
    return hand("player", coup.player) + hand("banker", coup.banker)


def _special(rules: GameRules, level: int, rng: random.Random) -> Draft:
    coup = _aimed(rules, rng)
    seat = rng.choice(seats_of(rules))
    bets = [
        Bet(bet=rng.choice(MAIN), stake=stake_for(rules, rng), seat=seat),
        *(Bet(bet=kind, stake=side_stake(rules, rng, kind), seat=seat) for kind in special_bets(rules)),
        Bet(bet="tie", stake=side_stake(rules, rng, "tie"), seat=seat),
    ]
    results = [settle_bet(rules, bet, coup.result, None) for bet in bets]
    before = _cards(rules, coup, bets)
    words = winner_call(rules, coup.result)
    after = called(before, words) if words else before
    if level == 1:
        return _bet_outcome(rules, rng, results, before, after)
    paid = sum((result.pays for result in results), ZERO)
    settled = scene(rules, [*_hands(coup), *settled_boxes(rules, results)])
    pushed = [result for result in results if result.result is Outcome.PUSH and result.bet.bet == "banker"]
    wrong = [("paid-the-push", paid + result.bet.stake) for result in pushed]
    wrong += [
        ("paid-a-losing-side-bet", paid + odds_of(rules, lost.bet.bet).pays(lost.bet.stake)) for lost in _lost(results)
    ]
    wrong += [("forgot-a-winning-bet", paid - won.pays) for won in results if won.pays]
    wrong += [("added-the-stake", paid + won.bet.stake) for won in results if won.pays]
    return Draft(
        prompt=Message("baccarat.prompt.seat-is-paid", {"seat": seat}),
        scene=before,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(paid),
        reasons=tuple(reason for result in results for reason in result.reasons),
        mistakes=tuple((name, print_amount(amount)) for name, amount in wrong if amount != paid),
        after=called(settled, words) if words else settled,
    )


def _lost(results: list[BetResult]) -> list[BetResult]:
    return [result for result in results if result.result is Outcome.LOSE and result.bet.bet not in MAIN]


def _bet_outcome(rules: GameRules, rng: random.Random, results: list[BetResult], before: Scene, after: Scene) -> Draft:
    """What happens to one of the bets of a box?"""
    asked = rng.choice(results)
    right = asked.result.value
    return Draft(
        prompt=Message("baccarat.prompt.fate", {"bet": rules.bets[asked.bet.bet].names}),
        scene=before,
        form=ChoiceForm(tuple(Choice(fate, Message(f"baccarat.fate.{fate}")) for fate in _FATES)),
        solution=right,
        reasons=asked.reasons,
        mistakes=tuple((_outcome_mistake(asked, fate), fate) for fate in _FATES if fate != right),
        after=after,
    )


def _outcome_mistake(asked: BetResult, given: str) -> str:
    if asked.bet.bet == "banker" and asked.result is Outcome.PUSH:
        return "paid-the-push" if given == "win" else "took-the-push"
    if given == "push":
        return "saw-a-push"
    return "paid-a-losing-side-bet" if given == "win" else "forgot-a-winning-bet"


def _bonus(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """The bonus on a hand: which row, and what it pays."""
    rule = rules.bets[BONUS]
    side = Side(rng.choice(MAIN))
    rows = [*rule.pay_table, "natural-tie", ""]
    wanted = rng.choice(rows)
    coup, _ = random_coup(baccarat(rules), rng, lambda coup: bonus_row(rule, coup.result, side) == wanted)
    bet = Bet(bet=BONUS, on=side.value, stake=side_stake(rules, rng, BONUS), seat=rng.choice(seats_of(rules)))
    result = settle_bet(rules, bet, coup.result, None)
    before = _cards(rules, coup, [bet])
    on_side = Message(f"baccarat.bonus-on.{side.value}")
    noted = called(before, on_side)
    if level == 1:
        labels = {row: Message("baccarat.pays", {"odds": odds}) for row, odds in rule.pay_table.items()}
        labels |= {"natural-tie": Message("baccarat.fate.push"), "": Message("baccarat.fate.lose")}
        ids = {row: row.replace(" ", "-") or "lose" for row in rows}
        wrong = [("natural-is-its-own-row", ids[row]) for row in rows if wanted == "natural" and row != wanted]
        wrong += [("counted-the-margin-wrong", ids[row]) for row in rows if row != wanted]
        return Draft(
            prompt=Message("baccarat.prompt.bonus-row", {"hand": Message(f"baccarat.side.{side.value}")}),
            scene=noted,
            form=ChoiceForm(tuple(Choice(ids[row], labels[row]) for row in rows)),
            solution=ids[wanted],
            reasons=result.reasons,
            mistakes=tuple(wrong),
        )
    others = {odds.pays(bet.stake) for odds in rule.pay_table.values()} - {result.pays}
    return Draft(
        prompt=Message("baccarat.prompt.bonus-pays", {"hand": Message(f"baccarat.side.{side.value}")}),
        scene=noted,
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(result.pays),
        reasons=result.reasons,
        mistakes=(
            *(("counted-the-margin-wrong", print_amount(amount)) for amount in sorted(others)),
            ("added-the-stake", print_amount(result.pays + bet.stake)),
        ),
        after=called(scene(rules, [*_hands(coup), *settled_boxes(rules, [result])]), on_side),
    )


SPECIAL_HANDS = Family(
    id="special-hands",
    area="baccarat",
    levels=(Level(6, drafts=32), Level(14)),
    build=_special,
    revision=3,
    fits=lambda rules: bool(special_bets(rules)),
    needs=("call-the-winner",),
)
BONUS_FAMILY = Family(
    id="dragon-bonus",
    area="baccarat",
    levels=(Level(7), Level(9)),
    build=_bonus,
    fits=lambda rules: BONUS in rules.bets,
    needs=("call-the-winner",),
)
