"""The burn: how many cards leave the shoe unplayed before the first coup."""

from __future__ import annotations

from trainer.equipment.cards import Card
from trainer.games.baccarat.figures import Burn
from trainer.games.core import Reason, RequestError


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
