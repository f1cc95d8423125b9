"""Spot the dealer's fault: a coup as it was dealt and called, with at most one mistake in it."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from trainer.drills.baccarat.scenes import called, close_up, hand, random_cards, random_coup
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.drills.scene import AnyPiece, CardPiece
from trainer.equipment.cards import Card
from trainer.games.baccarat.calls import winner_call
from trainer.games.baccarat.coup import Coup, Result
from trainer.games.baccarat.drawing import total
from trainer.games.baccarat.figures import baccarat
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

FAULTS = ("nothing", "player-too-many", "player-too-few", "bank-too-many", "bank-too-few", "wrong-call")


class Dealt(msgspec.Struct, frozen=True):
    """A coup as it was dealt and called, and its fault."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    called: Result
    fault: str


def _spoiled(rules: GameRules, rng: random.Random, fault: str) -> tuple[Coup, Dealt]:
    """A right coup, and the same one with a fault; the call fits the cards unless the call is the fault."""
    figures = baccarat(rules)
    extra = random_cards(rng, 1)[0]
    wanted: dict[str, Callable[[Coup], bool | None]] = {
        "player-too-many": lambda coup: not coup.player_draws and not coup.banker_draws,
        "player-too-few": lambda coup: coup.player_draws and not coup.banker_draws,
        "bank-too-many": lambda coup: not coup.banker_draws and not coup.natural and total(coup.banker[:2]) >= 3,
        "bank-too-few": lambda coup: coup.banker_draws and total(coup.banker[:2]) >= 3,
    }
    test = wanted.get(fault, _any_coup)
    coup, _ = random_coup(figures, rng, lambda coup: bool(test(coup)))
    player, banker = coup.player, coup.banker
    if fault == "player-too-many":
        player = (*player, extra)
    elif fault == "player-too-few":
        player = player[:2]
    elif fault == "bank-too-many":
        banker = (*banker, extra)
    elif fault == "bank-too-few":
        banker = banker[:2]
    result = Result.of_totals(total(player), total(banker), len(player), len(banker))
    if fault == "wrong-call":
        result = _miscalled(rng, result)
    return coup, Dealt(player, banker, result, fault)


def _any_coup(coup: Coup) -> bool:
    return True


def _miscalled(rng: random.Random, result: Result) -> Result:
    """Other points than the cards have."""
    player, banker = result.player_total or 0, result.banker_total or 0
    while True:
        wrong_player, wrong_banker = rng.choice(((player, rng.randrange(10)), (rng.randrange(10), banker)))
        if (wrong_player, wrong_banker) != (player, banker):
            return Result.of_totals(wrong_player, wrong_banker)


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    shown = FAULTS[:5] if level == 1 else FAULTS
    fault = rng.choice((*shown, *(("nothing",) if level == 1 else ("nothing", "wrong-call"))))
    coup, dealt = _spoiled(rules, rng, fault)
    words = winner_call(rules, dealt.called)
    cards = close_up(hand("player", dealt.player) + hand("banker", dealt.banker))
    before = called(cards, words) if words else cards
    right = close_up(_as_it_should_lie("player", coup, dealt) + _as_it_should_lie("banker", coup, dealt))
    unseen = fault.endswith("too-few")
    right_words = None if unseen else winner_call(rules, coup.result)
    return Draft(
        prompt=Message("baccarat.prompt.whats-wrong"),
        scene=before,
        form=ChoiceForm(tuple(Choice(name, Message(f"baccarat.fault.{name}")) for name in shown)),
        solution=fault,
        reasons=coup.reasons[: 1 if fault == "player-too-few" else 2]
        if unseen
        else (*coup.reasons, *_call_reason(rules, coup.result)),
        mistakes=tuple(_mistakes(fault, shown)),
        after=called(right, right_words) if right_words else right,
    )


def _as_it_should_lie(side: str, coup: Coup, dealt: Dealt) -> list[AnyPiece]:
    """A hand put right; a card that was never drawn is shown face down."""
    right, lying = (coup.player, dealt.player) if side == "player" else (coup.banker, dealt.banker)
    missing = CardPiece(spot=f"cards:{side}", card="", face_up=False, across=True, offset=2)
    return [*hand(side, lying), missing] if len(right) > len(lying) else hand(side, right)


def _call_reason(rules: GameRules, result: Result) -> tuple[Reason, ...]:
    words = winner_call(rules, result)
    name = "tie" if result.winner == "tie" else f"{result.winner}-wins"
    return (Reason("call-winner", {"call": words}, rules.calls[name].cite),) if words else ()


def _mistakes(right: str, shown: tuple[str, ...]) -> list[tuple[str, str]]:
    found = []
    for name in shown:
        if name == right:
            continue
        if right == "nothing":
            found.append(("found-a-fault-that-is-none", name))
        elif name == "nothing":
            found.append(("let-a-fault-pass", name))
        elif {right.partition("-")[0], name.partition("-")[0]} == {"player", "bank"}:
            found.append(("blamed-the-other-hand", name))
        else:
            found.append(("named-another-fault", name))
    return found


FAMILY = Family(
    id="whats-wrong",
    area="baccarat",
    levels=(Level(8, drafts=10), Level(9)),
    build=_build,
    revision=2,
    needs=("third-card", "call-the-winner"),
)
