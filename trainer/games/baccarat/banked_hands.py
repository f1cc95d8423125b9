"""What point and banker do with two cards when a player holds the bank: must draw, must stand, may choose, shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from trainer.equipment.cards import Card
from trainer.games.baccarat.bank_figures import bank_game
from trainer.games.baccarat.drawing import banker_verdict, is_natural, player_verdict, total, value
from trainer.games.baccarat.figures import Act
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.rulebooks.schema import GameRules


class PointHand(Case, frozen=True, tag="point"):
    """What does the point do with these two cards? ``asks_advice``: he asks the croupier."""

    player: tuple[Card, ...]
    made_banco: bool = False
    asks_advice: bool = False


class BankerHand(Case, frozen=True, tag="banker"):
    """What does the banker do with these two cards, the point having drawn a card or said no?"""

    banker: tuple[Card, ...]
    asked_tableau: bool = False
    player_third: Card | None = None
    player_said: Literal["carta", "no"] | None = None


def point_act(rules: GameRules, hand: PointHand) -> Decision:
    """draw, stand, optional, show, or free where he made banco and the house allows it."""
    figures = bank_game(rules)
    if len(hand.player) != 2:
        raise RequestError("player", "give the first two cards")
    points = total(hand.player)
    if is_natural(figures, points):
        reason = Reason("point-shows", {"total": points}, figures.natural.cite)
        return Decision({"total": points, "action": "show"}, (reason,))
    if hand.made_banco and rules.chosen.get("free-banco") == "yes":
        return Decision(
            {"total": points, "action": "free"}, (Reason("banco-is-free", {}, rules.options["free-banco"].cite),)
        )
    verdict = player_verdict(figures, points)
    if verdict.act is Act.OPTIONAL and hand.asks_advice and figures.point.advice_on_five:
        reason = Reason("advice-on-five", {"total": points}, figures.point.advice_cite)
        return Decision({"total": points, "action": figures.point.advice_on_five}, (reason,))
    name = {Act.DRAW: "player-draws", Act.STAND: "player-stands", Act.OPTIONAL: "player-may-choose"}[verdict.act]
    return Decision({"total": points, "action": verdict.act}, (Reason(name, {"total": points}, verdict.cite),))


def without_choice(rules: GameRules, banker: Sequence[Card]) -> Decision | None:
    """What the banker does regardless of the punto: shows a natural and draws on zero; `None` if the punto matters."""
    figures = bank_game(rules)
    if len(banker) != 2:
        raise RequestError("banker", "give the first two cards")
    points = total(banker)
    if is_natural(figures, points):
        reason = Reason("banker-shows", {"total": points}, figures.natural.cite)
        return Decision({"total": points, "banker_action": "show"}, (reason,))
    if points == 0 and figures.banker.zero_draws:
        reason = Reason("banker-zero-draws", {}, figures.banker.cite)
        return Decision({"total": points, "banker_action": "draw"}, (reason,))
    return None


def banker_act(rules: GameRules, hand: BankerHand) -> Decision:
    """draw, stand, optional, show; free where the banker did not ask for the table and is not bound to it."""
    if bound := without_choice(rules, hand.banker):
        return bound
    figures, points = bank_game(rules), total(hand.banker)
    facts: dict[str, Any] = {"total": points}
    if figures.banker.free and not hand.asked_tableau:
        return Decision({**facts, "banker_action": "free"}, (Reason("banker-is-free", {}, figures.banker.cite),))
    if hand.player_third is None and hand.player_said != "no":
        raise RequestError("player_third", "give the point's third card, or say that he said no")
    third = None if hand.player_third is None else value(hand.player_third)
    verdict = banker_verdict(figures, points, third)
    follows = Reason("banker-follows-table", {}, figures.banker.tableau_cite)
    return Decision({**facts, "banker_action": verdict.act}, (follows, table_reason(verdict.act, points, third, rules)))


def table_reason(act: Act, points: int, third: int | None, rules: GameRules) -> Reason:
    """The cell of the banker's table."""
    cite = banker_verdict(bank_game(rules), points, third).cite
    word = {Act.DRAW: "draws", Act.STAND: "stands", Act.OPTIONAL: "may-choose"}[act]
    if third is None:
        return Reason(f"banker-{word}-player-stood", {"total": points}, cite)
    return Reason(f"banker-{word}-on-third", {"total": points, "third": third}, cite)
