"""Both ends of a shoe: how many cards are burned before the first coup, how many coups follow the cut card."""

from __future__ import annotations

from typing import Any

from trainer.equipment.cards import Card
from trainer.games.baccarat.figures import Burn, CutCard
from trainer.games.core import Case, Decision, Reason, RequestError


class BurnCount(Case, frozen=True, tag="burn"):
    """How many cards are burned when this card (or, shoe by shoe, these cards) is turned first?"""

    first_card: Card | None = None
    first_cards: tuple[Card, ...] = ()


class CutCardOut(Case, frozen=True, tag="cut-card"):
    """The cut card is out: how many coups follow the present one?"""

    in_coup: bool = True


def cards_to_burn(burn: Burn, first_card: Card) -> int:
    """How many further cards are burned after the card that was turned."""
    if burn.fixed is not None:
        return burn.fixed
    shown = _shown(burn, first_card)
    count = min(max(shown, burn.least), burn.most)
    return count - 1 if burn.first_card_counts else count


def burn_reason(burn: Burn, first_card: Card | None) -> Reason:
    """Why so many."""
    if burn.fixed is not None or first_card is None:
        return Reason("burn-fixed" if burn.fixed else "burn-none", {"count": burn.fixed or 0}, burn.cite)
    count, shown = cards_to_burn(burn, first_card), _shown(burn, first_card)
    params = {"shown": shown, "count": count, "least": burn.least, "most": burn.most}
    if shown != count and not burn.first_card_counts:
        return Reason("burn-at-least" if shown < count else "burn-at-most", params, burn.cite)
    return Reason("burn-first-card-counts" if burn.first_card_counts else "burn-by-card", params, burn.cite)


def _shown(burn: Burn, first_card: Card) -> int:
    """The number the first card stands for here."""
    if first_card.is_joker:
        raise RequestError("first_card", "the joker (JK) says no number: turn the next card")
    return burn.ten if first_card.pips == 10 else first_card.pips


def burned(burn: Burn, situation: BurnCount) -> Decision:
    """How many cards are burned, for each card that is turned first."""
    cards = situation.first_cards or ((situation.first_card,) if situation.first_card is not None else ())
    if burn.fixed is None and not cards:
        raise RequestError("first_card", "is missing: the card turned first says how many are burned")
    counts = [cards_to_burn(burn, card) for card in cards] or [burn.fixed or 0]
    reasons = tuple(burn_reason(burn, card) for card in cards or (None,))
    return Decision({"burn": counts if situation.first_cards else counts[0]}, reasons)


def cut_card_out(cut: CutCard, situation: CutCardOut) -> Decision:
    """How many coups are still played, and how many cards lie behind the cut card."""
    follow = cut.after_current if situation.in_coup else cut.between_coups
    facts: dict[str, Any] = {"further_coups": follow, "finish_current": situation.in_coup}
    if cut.behind_least == cut.behind_most:
        facts["cards_behind"] = cut.behind_least
    else:
        facts["cards_behind"] = [cut.behind_least, cut.behind_most]
    name = "cut-card-in-coup" if situation.in_coup else "cut-card-between"
    cite = cut.cite if situation.in_coup else cut.between_cite or cut.cite
    return Decision(facts, (Reason(name, {"coups": follow}, cite),))
