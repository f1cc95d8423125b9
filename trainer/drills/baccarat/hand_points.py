"""Points of a hand: tens and court cards count nothing, and only the last digit of the sum counts."""

from __future__ import annotations

import random

from trainer.drills.baccarat.drawing_table import drawing
from trainer.drills.baccarat.scenes import called, close_up, hand, random_cards, random_coup
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.equipment.cards import Card
from trainer.games.baccarat.drawing import total
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.rulebooks.schema import Citation
from trainer.texts import Message


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 3:
        return _both(rules, rng)
    cards = _worth_counting(rng, 2 if level == 1 else 3)
    side = rng.choice(("player", "banker"))
    before = close_up(hand(side, cards))
    points = total(cards)
    return Draft(
        prompt=Message(f"baccarat.prompt.count-{level}"),
        scene=before,
        form=AmountForm(),
        solution=str(points),
        reasons=(Reason("points", {"cards": _names(cards), "total": points}, _values_cite(rules)),),
        mistakes=tuple(_mistakes(cards)),
        after=called(before, str(points)),
    )


def _values_cite(rules: GameRules) -> Citation:
    natural = drawing(rules).natural
    return natural.values_cite or natural.cite


def _worth_counting(rng: random.Random, count: int) -> list[Card]:
    """Cards of which at most one counts nothing, so that they must be added up."""
    while True:
        cards = random_cards(rng, count)
        if sum(card.pips == 10 for card in cards) <= 1:
            return cards


def _both(rules: GameRules, rng: random.Random) -> Draft:
    coup, _ = random_coup(drawing(rules), rng, lambda coup: len(coup.player) + len(coup.banker) > 4)
    before = close_up(hand("player", coup.player) + hand("banker", coup.banker))
    player, banker = total(coup.player), total(coup.banker)
    cite = _values_cite(rules)
    return Draft(
        prompt=Message("baccarat.prompt.count-3"),
        scene=before,
        form=AmountForm((Message("baccarat.side.player"), Message("baccarat.side.banker"))),
        solution=f"{player} {banker}",
        reasons=(
            Reason("points", {"cards": _names(coup.player), "total": player}, cite),
            Reason("points", {"cards": _names(coup.banker), "total": banker}, cite),
        ),
        mistakes=(
            ("swapped-the-hands", f"{banker} {player}"),
            ("forgot-the-third-card", f"{total(coup.player[:2])} {total(coup.banker[:2])}"),
        ),
        after=called(before, f"{player} – {banker}"),
    )


def _mistakes(cards: list[Card]) -> list[tuple[str, str]]:
    found = [("kept-the-tens", str(sum(card.pips for card in cards)))]
    found.append(("kept-the-tens", str(sum(card.pips % 10 for card in cards))))
    found.append(("figures-counted-up", str(sum(_counted_up(card) for card in cards) % 10)))
    if len(cards) == 3:
        found.append(("forgot-the-third-card", str(total(cards[:2]))))
    return found


def _counted_up(card: Card) -> int:
    """Knave 11, queen 12, king 13, as a beginner may count."""
    return {"J": 11, "Q": 12, "K": 13}.get(card.rank, card.pips)


def _names(cards: list[Card] | tuple[Card, ...]) -> str:
    return " + ".join(str(card.pips % 10) for card in cards)


FAMILY = Family(id="count-points", area="baccarat", levels=(Level(3), Level(4), Level(6)), build=_build)
