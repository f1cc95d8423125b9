"""Before the first coup and after the last: burning cards, the cut card, and where the shoe goes."""

from __future__ import annotations

import random

from trainer.drills.baccarat.scenes import called, close_up, hand, random_coup
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm
from trainer.drills.scene import AnyPiece, CardPiece, Marker
from trainer.equipment.cards import Card
from trainer.games.baccarat.burn import CutCardOut, burn_reason, cards_to_burn
from trainer.games.baccarat.coup import Winner
from trainer.games.baccarat.decide import ShoeGoes, decide, shoe_goes
from trainer.games.baccarat.figures import baccarat
from trainer.rulebooks import GameRules
from trainer.texts import Message

_RANKS = "A23456789TJQK"


def _burn(rules: GameRules, level: int, number: int) -> Draft:
    """The first card of the shoe: how many cards are burned after it?"""
    burn = baccarat(rules).burn
    card = Card(_RANKS[number], "SHDC"[number % 4])
    count = cards_to_burn(burn, card)
    before = close_up([CardPiece(spot="next", card=str(card))])
    shown = min(card.pips, 10)
    wrong = [("forgot-the-least", str(shown))] if shown < burn.least else []
    wrong += [("burned-the-number-shown", str(shown)), ("tens-counted-nothing", str(shown % 10))]
    wrong += [("counted-the-first-card", str(count - 1)), ("counted-the-first-card", str(count + 1))]
    return Draft(
        prompt=Message("baccarat.prompt.burn"),
        scene=before,
        form=AmountForm(),
        solution=str(count),
        reasons=(burn_reason(burn, card),),
        mistakes=tuple(wrong),
        after=called(before, Message("baccarat.burn-so-many", {"count": count})),
    )


def _shoe(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if baccarat(rules).shoe.travels and (len(_further_coups(rules)) == 1 or rng.random() < 0.6):
        return _passes(rules, rng)
    return _cut_card(rules, rng)


def _passes(rules: GameRules, rng: random.Random) -> Draft:
    """Who has the shoe after this coup?"""
    winner: Winner = rng.choice(("player", "player", "banker", "tie"))  # it passes as often as it stays
    coup, _ = random_coup(baccarat(rules), rng, lambda coup: coup.result.winner == winner)
    players = rng.choice((1, 5, 7)) if baccarat(rules).shoe.lone_player_keeps else 7
    decided = shoe_goes(rules, ShoeGoes(winner=winner, players=players))
    right = "right" if decided.facts["shoe_passes"] else "stays"
    before = close_up(hand("player", coup.player) + hand("banker", coup.banker))
    choices = ("stays", "right")
    wrong = {"stays": "shoe-passes-when-bank-loses", "right": "shoe-stays-unless-bank-loses"}
    return Draft(
        prompt=Message("baccarat.prompt.shoe-passes", {"players": players}),
        scene=before,
        form=ChoiceForm(tuple(Choice(choice, Message(f"baccarat.shoe.{choice}")) for choice in choices)),
        solution=right,
        reasons=decided.reasons,
        mistakes=tuple((wrong[choice], choice) for choice in choices if choice != right),
    )


def _cut_card(rules: GameRules, rng: random.Random) -> Draft:
    """The cut card has come out: how many coups follow the present one?"""
    in_coup = rng.random() < 0.5
    pieces: list[AnyPiece] = [Marker(spot="shoe", kind="cut-card")]
    if in_coup:
        coup, _ = random_coup(baccarat(rules), rng)
        pieces += hand("player", coup.player[:2]) + hand("banker", coup.banker[:2])
    decided = decide(rules, CutCardOut(in_coup=in_coup))
    right, offered = str(decided.facts["further_coups"]), _further_coups(rules)
    return Draft(
        prompt=Message(f"baccarat.prompt.cut-card-{'in-coup' if in_coup else 'between'}"),
        scene=close_up(pieces),
        form=ChoiceForm(tuple(Choice(str(count), Message(f"baccarat.coups.{count}")) for count in offered)),
        solution=right,
        reasons=decided.reasons,
        mistakes=tuple(
            ("dealt-on-after-the-cut-card" if count > int(right) else "stopped-too-early", str(count))
            for count in offered
            if str(count) != right
        ),
    )


BURN = Family(
    id="burn",
    area="baccarat",
    levels=(Level(4),),
    facts=lambda rules, level: len(_RANKS),
    build_fact=_burn,
    fits=lambda rules: baccarat(rules).burn.fixed is None,
)


def _is_worth_asking(rules: GameRules) -> bool:
    """Whether there is something to know: the shoe passes on, or the cut card does not always end it at once."""
    return baccarat(rules).shoe.travels or len(_further_coups(rules)) > 1


def _further_coups(rules: GameRules) -> list[int]:
    """How many coups can follow the cut card at this table: during a coup, or between two."""
    return sorted({decide(rules, CutCardOut(in_coup=in_coup)).facts["further_coups"] for in_coup in (False, True)})


SHOE = Family(
    id="shoe-and-cut-card",
    area="baccarat",
    levels=(Level(6, drafts=4),),
    build=_shoe,
    revision=3,  # 3: only choices that are right at some moment of this table
    fits=_is_worth_asking,
)
