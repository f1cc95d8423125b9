"""Calling the winner of a coup: *gana punto, 6 a 2*."""

from __future__ import annotations

import random

from trainer.drills.baccarat.scenes import DEALT, called, cards_needed, close_up, hand, random_coup
from trainer.drills.core import Draft, Family, Level
from trainer.drills.dealt import takes_cards
from trainer.drills.forms import CallForm, Choice
from trainer.equipment.cards import parse_cards
from trainer.games.baccarat.calls import winner_call
from trainer.games.baccarat.coup import Coup, Result, deal
from trainer.games.baccarat.figures import baccarat
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

WINNERS = ("player", "banker", "tie")
CALL_LABELS = tuple(Message(f"baccarat.part.{part}") for part in ("winner", "points", "others"))
THIRDS_LABEL = Message("baccarat.part.thirds")


def call_form() -> CallForm:
    """Winner, its points, the other hand's points; for a tie the points are said twice."""
    winners = tuple(Choice(winner, Message(f"baccarat.wins.{winner}")) for winner in WINNERS)
    points = tuple(Choice(str(number), str(number)) for number in range(10))
    return CallForm((winners, points, points), CALL_LABELS)


def call_of(result: Result) -> str:
    """The right call as an answer: ``player 6 2``."""
    player, banker = result.player_total, result.banker_total
    return f"banker {banker} {player}" if result.winner == "banker" else f"{result.winner} {player} {banker}"


def call_mistakes(result: Result) -> list[tuple[str, str]]:
    """Wrong calls of named mistakes."""
    player, banker = result.player_total, result.banker_total
    if result.winner == "tie":
        return [("gave-a-tie-away", f"player {player} {banker}"), ("gave-a-tie-away", f"banker {banker} {player}")]
    other = "banker" if result.winner == "player" else "player"
    high, low = (player, banker) if result.winner == "player" else (banker, player)
    return [
        ("called-the-other-hand", f"{other} {high} {low}"),
        ("called-the-other-hand", f"{other} {low} {high}"),
        ("called-points-backwards", f"{result.winner} {low} {high}"),
    ]


def _wanted(level: int, rng: random.Random, coup: Coup) -> bool:
    cards = len(coup.player) + len(coup.banker)
    if coup.result.winner == "tie" and rng.random() < 0.5:
        return False
    return cards == 4 if level == 1 else cards > 4


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    return _draft(rules, random_coup(baccarat(rules), rng, lambda coup: _wanted(level, rng, coup))[0])


def _build_dealt(rules: GameRules, level: int, dealt: str, rng: random.Random) -> Draft:
    return _draft(rules, deal(baccarat(rules), parse_cards(dealt), DEALT))


def _draft(rules: GameRules, coup: Coup) -> Draft:
    before = close_up(hand("player", coup.player) + hand("banker", coup.banker))
    words = winner_call(rules, coup.result)
    name = "tie" if coup.result.winner == "tie" else f"{coup.result.winner}-wins"
    winner = coup.result.winner
    glow = ("cards:player", "cards:banker") if winner == "tie" else (f"cards:{winner}",)
    return Draft(
        prompt=Message("baccarat.prompt.call"),
        scene=before,
        form=call_form(),
        solution=call_of(coup.result),
        reasons=(Reason("call-winner", {"call": words or ""}, rules.calls[name].cite),),
        mistakes=tuple(call_mistakes(coup.result)),
        after=called(before, words, glow) if words else None,
    )


FAMILY = Family(
    id="call-the-winner",
    area="baccarat",
    levels=(Level(6), Level(6)),
    build=_build,
    build_dealt=_build_dealt,
    takes_dealt=takes_cards(lambda rules, level, cards: cards_needed(rules, cards)),
    needs=("count-points",),
)
