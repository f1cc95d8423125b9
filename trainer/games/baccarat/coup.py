"""A coup as the cards fall: who draws, when it is over, who wins and by how much, and the rule behind each step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from trainer.equipment.cards import Card
from trainer.games.baccarat.bank_figures import BankerDraws
from trainer.games.baccarat.drawing import (
    DrawingRules,
    Verdict,
    banker_verdict,
    is_natural,
    player_verdict,
    total,
    value,
)
from trainer.games.baccarat.figures import Act, Side
from trainer.games.core import Reason, RequestError, check_told

Winner = Literal["player", "banker", "tie"]


class Result(msgspec.Struct, frozen=True):
    """How a coup ended: who won and, where the hands are known, their totals and numbers of cards."""

    winner: Winner
    player_total: int | None = None
    banker_total: int | None = None
    player_cards: int = 0
    banker_cards: int = 0
    natural: bool = False

    @classmethod
    def of_totals(
        cls, player: int, banker: int, player_cards: int = 0, banker_cards: int = 0, natural: bool = False
    ) -> Result:
        winner: Winner = "tie" if player == banker else "player" if player > banker else "banker"
        return cls(winner, player, banker, player_cards, banker_cards, natural)

    def agrees_with(self, winner: Winner | None, player: int | None = None, banker: int | None = None) -> Result:
        """The same result, unless a request names another winner or other totals than its cards show."""
        if winner is not None and winner != self.winner:
            raise RequestError("winner", f"the hands say {self.winner}, not {winner}")
        check_told("player_total", player, self.player_total)
        check_told("banker_total", banker, self.banker_total)
        return self

    @property
    def margin(self) -> int | None:
        """Points between the two hands; `None` if the totals are not known."""
        if self.player_total is None or self.banker_total is None:
            return None
        return abs(self.player_total - self.banker_total)

    def total_of(self, side: Side) -> int | None:
        return self.player_total if side is Side.PLAYER else self.banker_total

    def cards_of(self, side: Side) -> int:
        return self.player_cards if side is Side.PLAYER else self.banker_cards


class Coup(msgspec.Struct, frozen=True):
    """The hands so far and what is known of the draws; `None` where a card must fall first.

    ``waits_for`` is the hand whose next card is missing; a coup that waits for nothing is over.
    """

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    natural: bool
    player_draws: bool | None
    banker_draws: bool | None
    waits_for: Side | None
    reasons: tuple[Reason, ...]
    used: int = 0  # how many of the next cards went to a hand

    @property
    def is_over(self) -> bool:
        return self.waits_for is None

    @property
    def result(self) -> Result:
        """The result of a coup that is over."""
        return Result.of_totals(
            total(self.player), total(self.banker), len(self.player), len(self.banker), self.natural
        )

    def facts(self) -> dict[str, Any]:
        """The coup in the vocabulary's words, as far as it has come."""
        facts: dict[str, Any] = {
            "player_cards": self.player,
            "banker_cards": self.banker,
            "player_first_two": total(self.player[:2]),
            "banker_first_two": total(self.banker[:2]),
            "natural": self.natural,
        }
        if self.player_draws is not None:
            facts["player_draws"] = self.player_draws
        if self.banker_draws is not None:
            facts["banker_draws"] = self.banker_draws
        facts |= {"player_total": total(self.player), "banker_total": total(self.banker), "play_over": self.is_over}
        if self.is_over:
            facts |= {"winner": self.result.winner, "margin": self.result.margin}
        return facts


def deal(rules: DrawingRules, shoe: Sequence[Card], order: Sequence[Side], five: Act | None = None) -> Coup:
    """A coup from the cards in the order in which they leave the shoe."""
    if len(shoe) < len(order):
        raise RequestError("shoe", f"a coup needs at least {len(order)} cards, {len(shoe)} were given")
    first = list(zip(shoe, order, strict=False))
    player = [card for card, side in first if side is Side.PLAYER]
    banker = [card for card, side in first if side is Side.BANKER]
    return follow(rules, player, banker, shoe[len(order) :], five)


def follow(
    rules: DrawingRules,
    player: Sequence[Card],
    banker: Sequence[Card],
    next_cards: Sequence[Card] = (),
    five: Act | None = None,
) -> Coup:
    """A coup from the hands on the cloth and the cards that come next, as far as they go.

    ``five`` says what the point does where the table leaves him the choice. A third card that the table does not give
    is a `RequestError`: such a coup is put right before it is settled.
    """
    for field, hand in (("player", player), ("banker", banker)):
        if len(hand) not in (2, 3):
            raise RequestError(field, f"a hand has two or three cards, {len(hand)} were given")
    two_player, two_banker = total(player[:2]), total(banker[:2])
    if is_natural(rules, two_player) or is_natural(rules, two_banker):
        if len(player) + len(banker) > 4:
            field = "player" if len(player) > 2 else "banker"
            raise RequestError(field, "nobody draws after a natural: take the third card away")
        reason = _natural_reason(rules, two_player, two_banker)
        return Coup(tuple(player), tuple(banker), True, False, False, None, (reason,))

    coming = list(next_cards)
    verdict = verdict_of(rules, player, banker, Side.PLAYER)
    draws = _decided(verdict, five, "player")
    reasons = [_player_reason(verdict, two_player, draws)]
    point = _with_third(tuple(player), draws, coming, verdict, "player")
    if point is None:
        return Coup(tuple(player), tuple(banker), False, draws, None, Side.PLAYER, tuple(reasons))

    third = value(point[2]) if draws else None
    banker_says = verdict_of(rules, point, banker, Side.BANKER)
    banker_draws = _decided(banker_says, None, "banker")
    reasons.append(banker_reason(banker_says, two_banker, third, banker_draws))
    bank = _with_third(tuple(banker), banker_draws, coming, banker_says, "banker")
    waits_for = Side.BANKER if bank is None else None
    used = len(next_cards) - len(coming)
    return Coup(point, bank or tuple(banker), False, draws, banker_draws, waits_for, tuple(reasons), used)


def verdict_of(rules: DrawingRules, player: Sequence[Card], banker: Sequence[Card], side: Side) -> Verdict:
    """What the tables say of a hand's third card where no natural ends the coup; the bank's follows the player's."""
    if side is Side.PLAYER:
        return player_verdict(rules, total(player[:2]))
    return banker_verdict(rules, total(banker[:2]), value(player[2]) if len(player) > 2 else None)


class Expected(msgspec.Struct, frozen=True):
    """What may come next in a coup, and why: a card for a hand, or the end."""

    acts: frozenset[str]  # player, banker, end
    reasons: tuple[Reason, ...] = ()


END = "end"


def expected(
    rules: DrawingRules,
    player: Sequence[Card],
    banker: Sequence[Card],
    order: Sequence[Side],
    free: BankerDraws | None = None,
) -> Expected:
    """What may follow the cards that lie; ``free`` is given where the bank may choose and has not asked for the table.

    The hands are taken as they lie, with third cards that the table would not give as well.
    """
    dealt = len(player) + len(banker)
    if dealt < len(order):
        return Expected(frozenset([order[dealt].value]))
    two_player, two_banker = total(player[:2]), total(banker[:2])
    if is_natural(rules, two_player) or is_natural(rules, two_banker):
        return Expected(frozenset([END]), (_natural_reason(rules, two_player, two_banker),))
    acts: set[str] = set()
    reasons: list[Reason] = []
    if len(player) == 2 and len(banker) == 2:
        verdict = verdict_of(rules, player, banker, Side.PLAYER)
        if verdict.act is not Act.STAND:
            acts.add(Side.PLAYER.value)
            reasons.append(_player_reason(verdict, two_player, True))
        if verdict.act is Act.DRAW:
            return Expected(frozenset(acts), tuple(reasons))
        reasons.append(_player_reason(verdict, two_player, False))
    third = value(player[2]) if len(player) > 2 else None
    says = verdict_of(rules, player, banker, Side.BANKER)
    if len(banker) > 2:
        return Expected(frozenset([END]), (banker_reason(says, two_banker, third, True),))
    if free is not None and free.free and not (two_banker == 0 and free.zero_draws):
        chosen = Reason("banker-is-free", {}, free.cite)
        return Expected(frozenset([*acts, Side.BANKER.value, END]), (*reasons, chosen))
    if says.act is not Act.STAND:
        acts.add(Side.BANKER.value)
        reasons.append(banker_reason(says, two_banker, third, True))
    if says.act is not Act.DRAW:
        acts.add(END)
        reasons.append(banker_reason(says, two_banker, third, False))
    return Expected(frozenset(acts), tuple(reasons))


def banker_reason(verdict: Verdict, banker: int, third: int | None, draws: bool) -> Reason:
    """Why the bank hand draws or stands."""
    act = "draws" if draws else "stands"
    if third is None:
        return Reason(f"banker-{act}-player-stood", {"total": banker}, verdict.cite)
    return Reason(f"banker-{act}-on-third", {"total": banker, "third": third}, verdict.cite)


def _natural_reason(rules: DrawingRules, player: int, banker: int) -> Reason:
    who = [side for side, points in ((Side.PLAYER, player), (Side.BANKER, banker)) if is_natural(rules, points)]
    name = "both" if len(who) == 2 else who[0].value
    return Reason(f"natural-{name}", {"player": player, "banker": banker}, rules.natural.cite)


def _player_reason(verdict: Verdict, player: int, draws: bool) -> Reason:
    chosen = "-by-choice" if verdict.act is Act.OPTIONAL else ""
    return Reason(f"player-{'draws' if draws else 'stands'}{chosen}", {"total": player}, verdict.cite)


def _decided(verdict: Verdict, five: Act | None, field: str) -> bool:
    if verdict.act is not Act.OPTIONAL:
        return verdict.act is Act.DRAW
    if five is None:
        choice = "punto_five" if field == "player" else field
        raise RequestError(choice, f"the {field} hand may choose on {verdict.row}: say what it did")
    return five is Act.DRAW


def _with_third(
    hand: tuple[Card, ...], draws: bool, coming: list[Card], verdict: Verdict, field: str
) -> tuple[Card, ...] | None:
    """The hand with its third card if it draws, from the hand itself or from what comes; `None` if it is missing."""
    if not draws:
        if len(hand) > 2:
            problem = f"the {field} hand stands on {total(hand[:2])} here ({verdict.cite}): take its third card away"
            raise RequestError(field, problem)
        return hand
    if len(hand) > 2:
        return hand
    return (*hand, coming.pop(0)) if coming else None
