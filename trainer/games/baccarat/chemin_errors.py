"""Irregularities at chemin de fer: the ruling and, if cards decide it, which one counts, who may draw, who wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from trainer.equipment.cards import Card
from trainer.games.baccarat.bank_figures import bank_game
from trainer.games.baccarat.drawing import banker_verdict, is_natural, total, value
from trainer.games.baccarat.figures import Act
from trainer.games.core import Case, Decision, RequestError
from trainer.games.procedure import irregularity
from trainer.rulebooks.schema import GameRules


class CheminFault(Case, frozen=True, tag="irregularity"):
    """Something went wrong: what is done? ``event`` is the id of an irregularity of the rulebook.

    If the answer depends on the cards, give them: the two-card hands, the third card the point drew (or that he said
    no), the cards drawn or given by mistake.
    """

    event: str
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    third_cards: tuple[Card, ...] = ()
    player_third: Card | None = None
    player_stood: bool = False


def fault(rules: GameRules, given: CheminFault) -> Decision:
    """The ruling; if it depends on the cards, with the result computed from them."""
    decided = irregularity(rules, given.event)
    reckon = _RECKONED.get(given.event)
    if reckon is None:
        return decided
    return Decision({**decided.facts, **reckon(rules, given)}, decided.reasons)


def _croupier_said_card(rules: GameRules, given: CheminFault) -> dict[str, Any]:
    points = total(_hand(given.banker, "banker"))
    drawn = list(given.drawn)
    figures = bank_game(rules)
    if is_natural(figures, points) or banker_verdict(figures, points, None).act is not Act.DRAW:
        return {"card_kept": None, "discarded": drawn, "banker_total": points}
    if not drawn:
        return {"banker_draws": True, "banker_total": points}
    facts: dict[str, Any] = {"card_kept": drawn[0], "banker_total": total([*given.banker, drawn[0]])}
    if drawn[1:]:
        facts["discarded"] = drawn[1:]
    return facts


def _player_two_thirds(rules: GameRules, given: CheminFault) -> dict[str, Any]:
    hand, thirds = _hand(given.player, "player"), _two(given.third_cards)
    kept = max(thirds, key=lambda card: total([*hand, card]))
    return {"card_kept": kept, "player_total": total([*hand, kept])}


def _banker_two_thirds(rules: GameRules, given: CheminFault) -> dict[str, Any]:
    hand, thirds = _hand(given.banker, "banker"), _two(given.third_cards)
    kept = min(thirds, key=lambda card: total([*hand, card]))
    return {"card_kept": kept, "banker_total": total([*hand, kept])}


def _fifth_card(rules: GameRules, given: CheminFault) -> dict[str, Any]:
    if not (given.banker and given.drawn):
        return {}
    return {"card_kept": given.drawn[0], "banker_total": total([*_hand(given.banker, "banker"), given.drawn[0]])}


def _third_in_basket(rules: GameRules, given: CheminFault) -> dict[str, Any]:
    if not given.banker:
        return {}
    stands_on = rules.irregularities[given.event].data["banker-may-not-draw-on"]
    return {"banker_may_draw": total(_hand(given.banker, "banker")) != stands_on}


def _follows_table(optional_draws: bool) -> Callable[[GameRules, CheminFault], dict[str, Any]]:
    """The banker by his table, the optional cells drawn or left to him."""

    def reckon(rules: GameRules, given: CheminFault) -> dict[str, Any]:
        if not given.banker:
            return {}
        if given.player_third is None and not given.player_stood:
            raise RequestError("player_third", "give the point's third card, or player_stood")
        third = None if given.player_third is None else value(given.player_third)
        points = total(_hand(given.banker, "banker"))
        if is_natural(bank_game(rules), points):
            return {"banker_action": "show"}
        act = banker_verdict(bank_game(rules), points, third).act
        if act is Act.OPTIONAL and optional_draws:
            act = Act.DRAW
        return {"banker_action": act}

    return reckon


def _wrong_word(rules: GameRules, given: CheminFault) -> dict[str, Any]:
    if not given.player:
        return {"banker_may_refuse_card": True}
    always_draws = rules.irregularities[given.event].data["card-is-due-on"]
    return {"banker_may_refuse_card": total(_hand(given.player, "player")) != always_draws}


def _forgot_to_show(rules: GameRules, given: CheminFault) -> dict[str, Any]:
    if not (given.player and given.banker):
        return {}
    figures = bank_game(rules)
    if not is_natural(figures, total(_hand(given.player, "player"))):
        raise RequestError("player", "has no natural that could have been shown")
    return {"winner": "banker"} if is_natural(figures, total(_hand(given.banker, "banker"))) else {}


_RECKONED: dict[str, Callable[[GameRules, CheminFault], dict[str, Any]]] = {
    "croupier-said-card": _croupier_said_card,
    "fifth-card": _fifth_card,
    "player-two-thirds": _player_two_thirds,
    "banker-two-thirds": _banker_two_thirds,
    "third-card-in-basket": _third_in_basket,
    "croupier-exposed-card": _follows_table(optional_draws=False),
    "croupier-exposed-both": _follows_table(optional_draws=True),
    "banker-exposed-both": _follows_table(optional_draws=False),
    "advice": _follows_table(optional_draws=False),
    "wrong-word": _wrong_word,
    "forgot-to-show": _forgot_to_show,
}


def _hand(cards: Sequence[Card], field: str) -> Sequence[Card]:
    if len(cards) != 2:
        raise RequestError(field, "give the first two cards")
    return cards


def _two(cards: Sequence[Card]) -> Sequence[Card]:
    if len(cards) != 2:
        raise RequestError("third_cards", "give the two third cards")
    return cards
