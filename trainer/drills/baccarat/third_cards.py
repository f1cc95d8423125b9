"""Third cards: who draws after the first four cards, after the player's third card, and in a whole coup."""

from __future__ import annotations

import random
from collections.abc import Sequence

from trainer.drills.baccarat.calls import CALL_LABELS, THIRDS_LABEL, call_form, call_mistakes, call_of
from trainer.drills.baccarat.scenes import (
    DEALT,
    called,
    cards_needed,
    close_up,
    hand,
    next_cards,
    points_note,
    random_cards,
    random_coup,
)
from trainer.drills.core import Draft, Family, Level
from trainer.drills.dealt import refused, takes_cards
from trainer.drills.forms import CallForm, Choice, ChoiceForm
from trainer.equipment.cards import Card, parse_cards
from trainer.games.baccarat.calls import draw_call, winner_call
from trainer.games.baccarat.coup import Coup, deal
from trainer.games.baccarat.drawing import total
from trainer.games.baccarat.figures import Side, baccarat
from trainer.rulebooks import GameRules
from trainer.texts import Message

_NEXT = ("natural", "player-draws", "banker-draws", "both-stand")
THIRDS = ("none", "player", "banker", "both")


def _next_act(coup: Coup) -> str:
    """What happens after the first four cards: nothing more, or which hand gets the next card."""
    if coup.natural:
        return "natural"
    if coup.player_draws:
        return "player-draws"
    return "banker-draws" if coup.banker_draws else "both-stand"


def thirds_of(coup: Coup) -> str:
    """Which hands got a third card."""
    if coup.player_draws and coup.banker_draws:
        return "both"
    return "player" if coup.player_draws else "banker" if coup.banker_draws else "none"


def _first_four(rules: GameRules, level: int, rng: random.Random) -> Draft:
    wanted = rng.choice(_NEXT)
    coup, _ = random_coup(baccarat(rules), rng, lambda coup: _next_act(coup) == wanted)
    player, banker = coup.player[:2], coup.banker[:2]
    pieces = hand("player", player) + hand("banker", banker)
    if level == 1:
        pieces += [points_note("player", player), points_note("banker", banker)]
    before = close_up(pieces)
    return Draft(
        prompt=Message("baccarat.prompt.first-four"),
        scene=before,
        form=ChoiceForm(tuple(Choice(act, Message(f"baccarat.next.{act}")) for act in _NEXT)),
        solution=wanted,
        reasons=coup.reasons if coup.natural or not coup.player_draws else coup.reasons[:1],
        mistakes=_first_four_mistakes(wanted, total(player), total(banker)),
        after=called(before, Message(f"baccarat.next.{wanted}")),
    )


def _first_four_mistakes(right: str, player: int, banker: int) -> tuple[tuple[str, str], ...]:
    """Every wrong act with the rule that was overlooked."""
    found: list[tuple[str, str]] = []
    for act in _NEXT:
        if act == right:
            continue
        if right == "natural":
            found.append(("missed-the-natural", act))
        elif act == "natural":
            found.append(("saw-a-natural", act))
        elif act == "player-draws":
            found.append(("player-drew-on-six-or-seven", act))
        elif right == "player-draws":
            found.append(("player-must-draw-to-five", act))
        elif right == "banker-draws":
            found.append(("bank-draws-when-player-stood", act))
        else:
            found.append(("bank-drew-on-six-or-seven", act))
    return tuple(found)


def _hard(coup: Coup) -> bool:
    """Whether the coup is in a row of the bank's table that causes hesitation."""
    return bool(coup.player_draws) and total(coup.banker[:2]) in (3, 4, 5, 6)


def _third_card(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 1:
        return _bank_after_third(rules, random_coup(baccarat(rules), rng, _hard)[0])
    return _who_draws(
        rules, level, *random_coup(baccarat(rules), rng, lambda coup: not coup.natural or rng.random() < 0.4)
    )


def _third_card_dealt(rules: GameRules, level: int, dealt: str, rng: random.Random) -> Draft:
    cards = parse_cards(dealt)
    coup = deal(baccarat(rules), cards, DEALT)
    if level == 1:
        return _bank_after_third(rules, coup)
    # The number of cards at the shoe must not give the answer away.
    return _who_draws(rules, level, coup, [*cards, *random_cards(rng, 6 - len(cards))])


def _cards_for_third(rules: GameRules, level: int, cards: Sequence[Card]) -> int:
    """Number of cards needed: for the bank's decision, up to the player's third card; else the whole coup."""
    needed = cards_needed(rules, cards)
    if level > 1 or len(cards) < len(DEALT):
        return needed
    coup = deal(baccarat(rules), cards[: len(DEALT)], DEALT)
    if not coup.player_draws:
        raise refused("no-question")
    return len(DEALT) + 1


def _who_draws(rules: GameRules, level: int, coup: Coup, cards: Sequence[Card]) -> Draft:
    player, banker = coup.player[:2], coup.banker[:2]
    pieces = hand("player", player) + hand("banker", banker) + next_cards(cards[4:])
    before = close_up(pieces)
    after = close_up(hand("player", coup.player) + hand("banker", coup.banker))
    call = winner_call(rules, coup.result)
    if call is not None:
        after = called(after, call, _glow(coup))
    thirds = tuple(Choice(which, Message(f"baccarat.thirds.{which}")) for which in THIRDS)
    solution = thirds_of(coup)
    mistakes = [(wrong_thirds(coup, which), which) for which in THIRDS if which != solution]
    if level == 2:
        return Draft(
            prompt=Message("baccarat.prompt.who-draws"),
            scene=before,
            form=ChoiceForm(thirds),
            solution=solution,
            reasons=coup.reasons,
            mistakes=tuple(mistakes),
            after=after,
        )
    form = CallForm((thirds, *call_form().parts), (THIRDS_LABEL, *CALL_LABELS))
    call_words = call_of(coup.result)
    wrong = [(name, f"{which} {call_words}") for name, which in mistakes]
    wrong += [(name, f"{solution} {words}") for name, words in call_mistakes(coup.result)]
    return Draft(
        prompt=Message("baccarat.prompt.whole-coup"),
        scene=before,
        form=form,
        solution=f"{solution} {call_words}",
        reasons=coup.reasons,
        mistakes=tuple(wrong),
        after=after,
    )


def wrong_thirds(coup: Coup, given: str) -> str:
    """The mistake that leads to these third cards."""
    if coup.natural:
        return "missed-the-natural"
    if (given in ("player", "both")) != coup.player_draws:
        return "player-must-draw-to-five" if coup.player_draws else "player-drew-on-six-or-seven"
    if not coup.player_draws:
        return "bank-draws-when-player-stood" if coup.banker_draws else "bank-drew-on-six-or-seven"
    return "stood-against-the-table" if coup.banker_draws else "drew-against-the-table"


def _bank_after_third(rules: GameRules, coup: Coup) -> Draft:
    """The player has his third card: does the bank draw?"""
    banker: tuple[Card, ...] = coup.banker[:2]
    before = close_up(hand("player", coup.player) + hand("banker", banker))
    draws = bool(coup.banker_draws)
    words = draw_call(rules, Side.BANKER, draws, total(coup.player), total(banker))
    return Draft(
        prompt=Message("baccarat.prompt.bank-draws"),
        scene=before,
        form=ChoiceForm(tuple(Choice(act, Message(f"baccarat.act.{act}")) for act in ("draw", "stand"))),
        solution="draw" if draws else "stand",
        reasons=coup.reasons[1:],
        mistakes=(("stood-against-the-table", "stand") if draws else ("drew-against-the-table", "draw"),),
        after=called(before, words) if words else None,
    )


def _glow(coup: Coup) -> tuple[str, ...]:
    winner = coup.result.winner
    return ("cards:player", "cards:banker") if winner == "tie" else (f"cards:{winner}",)


FIRST_FOUR = Family(
    id="first-four",
    area="baccarat",
    levels=(Level(5), Level(4)),
    build=_first_four,
    needs=("count-points",),
)
THIRD_CARD = Family(
    id="third-card",
    area="baccarat",
    levels=(Level(4), Level(6, drafts=12), Level(10)),
    build=_third_card,
    revision=2,
    build_dealt=_third_card_dealt,
    takes_dealt=takes_cards(_cards_for_third),
    needs=("bank-table",),
)
