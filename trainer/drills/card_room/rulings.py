"""Rulings on accidents: misdeal or play on? Each game and regulation has its own ruling on the same accident.

Wrong answers are the rulings of other games on the same accident, then rulings on similar accidents, so that only the
article of this game decides.
"""

from __future__ import annotations

import random

from trainer.drills.card_room.accident_scenes import accident_pieces
from trainer.drills.card_room.ruling_matrix import merged_ruling, rulings_of, shipped_cells
from trainer.drills.card_room.table import scene
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.games.card_room.irregularities import Irregular, mend
from trainer.rulebooks import GameRules
from trainer.rulebooks.schema import Irregularity
from trainer.texts import Message

_SHOWN = 4
# Rulings of all games, grouped by the kind of accident. A ruling may belong to several kinds.
KINDS: tuple[tuple[str, ...], ...] = (
    (  # a card of a player is seen, or dealt wrongly
        "burn-card-and-replace",
        "void-whole-play",
        "third-card-face-down",
        "collect-all-cards-and-restart",
        "hand-dead-ante-back",
        "continue",
    ),
    (  # the deck
        "all-cards-back-and-reshuffle",
        "discard-card-and-continue",
        "hand-void",
        "reshuffle",
        "round-dead-chips-back-deck-replaced",
        "burn-cards",
        "replace-cards",
    ),
    (  # the order of the deal
        "correct",
        "card-after-last-player",
        "reorder-cards",
        "burn-cards",
        "collect-all-cards-and-restart",
        "discard-those-cards-only",
    ),
    (
        "hand-annulled",
        "card-stays-in-play",
        "continue",
        "void-whole-play",
        "burn-card-and-replace",
    ),  # cards off the table
    (  # burns and common cards
        "hand-annulled",
        "continue",
        "replace-that-card",
        "first-counts-others-replaced",
        "burn-one-for-each-player",
        "one-common-card",
        "shuffle-it-back",
    ),
    (  # the last card of stud
        "all-players-receive-seventh-face-up",
        "all-seventh-cards-turned-up",
        "set-aside-cards-used",
        "no-more-raises-cards-up",
        "card-stays-betting-goes-on",
        "one-common-card",
        "place-keeps-receiving-cards",
    ),
    (  # a hand that its player did not protect
        "no-redress",
        "refund-his-chips",
        "both-hands-void",
        "loses-unless-rebuilt",
        "hand-given-up",
        "cards-speak",
    ),
    (  # cards that a player shows
        "warn-player",
        "player-loses-hand",
        "cover-again",
        "show-to-all",
        "continue",
        "hand-given-up",
    ),
    (  # bets
        "only-the-call-stands",
        "counts-as-call",
        "add-missing-chips",
        "bet-stands-no-raise",
        "put-bet-back",
        "return-last-bet",
        "nothing-returned",
    ),
    (  # players who are away, new or slow
        "small-blind-to-pot-and-big-blind",
        "small-blind-to-pot",
        "post-from-absent-players-chips",
        "new-player-posts-blind",
        "void-that-hand",
        "void-that-hand-bet-lost",
        "player-folds",
        "post-or-play-smaller-pot",
        "warn-player",
    ),
    (  # the room
        "ask-to-leave",
        "player-leaves-table",
        "keep-seat-fifteen-minutes",
        "direction-decides",
        "void-whole-play",
    ),
)


def asked_accidents(rules: GameRules) -> list[str]:
    """The accidents that are asked about."""
    return [key for key, entry in rules.irregularities.items() if _ruling(entry)]


def _ruling(entry: Irregularity) -> str:
    return str(entry.data.get("action", ""))


def rival_rulings(ruling: str) -> list[str]:
    """Rulings on accidents of the same kinds."""
    found = dict.fromkeys(one for kind in KINDS if ruling in kind for one in kind)
    return [one for one in found if merged_ruling(one) != merged_ruling(ruling)]


def ruling_name(ruling: str) -> Message:
    return Message(f"card-room.ruling.{ruling}")


def _rule(rules: GameRules, level: int, number: int) -> Draft:
    event = asked_accidents(rules)[number]
    entry = rules.irregularities[event]
    right = _ruling(entry)
    rng = random.Random(f"{rules.rulebook} {rules.game} {event}")
    rivals = [one for one in rulings_of(rules, str(entry.data.get("accident", ""))) if one != merged_ruling(right)]
    rng.shuffle(rivals)
    like = [one for one in rival_rulings(right) if one not in rivals]
    others = [*rivals, *rng.sample(like, len(like))]
    # What this regulation orders nowhere would betray itself as wrong.
    here = {cell.ruling for cell in shipped_cells() if cell.rulebook == rules.rulebook}
    shown = sorted(others, key=lambda one: one not in here)[: _SHOWN - 1]
    rng.shuffle(shown)
    shown.insert(number % _SHOWN, right)  # the right answer takes every place in turn
    return Draft(
        prompt=Message("card-room.prompt.ruling", {"situation": entry.situation}),
        scene=scene(rules, accident_pieces(rules, rng, event, entry)),
        form=ChoiceForm(tuple(Choice(one, ruling_name(one)) for one in shown)),
        solution=right,
        reasons=mend(rules, Irregular(event=event)).reasons,
        mistakes=tuple(("ruling-of-another-game", one) for one in shown if one != right),
    )


RULING = Family(
    id="misdeal-or-play-on",
    area="card-room",
    levels=(Level(9),),
    facts=lambda rules, level: len(asked_accidents(rules)),
    build_fact=_rule,
    revision=6,  # 6: wrong answers that this regulation orders elsewhere
)
