"""Claims of a prize: whether the card is good, who called in time, and who shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from trainer.games.bingo.cards import (
    Grid,
    Progress,
    check_drawn,
    check_grid,
    faults,
    figure_of_prize,
    progress,
)
from trainer.games.bingo.figures import bingo
from trainer.games.core import Bet, Reason, RequestError
from trainer.rulebooks.schema import GameRules


class PrizeClaim(Bet, frozen=True):
    """A prize that is called out: ``bet`` is the prize, ``seat`` the player, ``card`` the numbers (0: a blank place).

    ``after`` is how many balls had come when it was called (all of them if not given), ``heard`` whose voice came
    first where the house goes by that. A card that was ``defaced``, bought for another game, or put together of
    several cards wins nothing; ``paid_progressive`` says whether its amount was paid with the card.
    """

    card: Grid = ()
    number: int | None = None
    figure: str | None = None
    after: int | None = None
    heard: int = 1
    defaced: bool = False
    of_this_game: bool = True
    cards: int = 1
    paid_progressive: bool = True


class Judgement(msgspec.Struct, frozen=True):
    """Whether a claim is good by itself, why, and how far its card is."""

    good: bool
    why: str  # an id
    reasons: tuple[Reason, ...]
    progress: Progress
    after: int


def judge(rules: GameRules, claim: PrizeClaim, drawn: Sequence[int], field: str) -> Judgement:
    """A claim by itself, nobody else's considered; ``field`` is its path with the dot that parts it from its fields."""
    _check(rules, claim, drawn, field)
    ours = bingo(rules)
    after = len(drawn) if claim.after is None else claim.after
    name = claim.figure or figure_of_prize(rules, claim.bet, f"{field}figure")
    found = progress(rules, claim.card, name, drawn[:after], f"{field}figure")
    params: dict[str, Any] = {"figure": ours.figures[name].names}

    def refused(why: str, cite: Any, **more: Any) -> Judgement:
        return Judgement(False, why, (Reason(f"claim-{why}", params | more, cite),), found, after)

    broken = faults(rules, claim.card)
    if broken:
        return refused("card-faulty", ours.card.cite)
    if claim.cards > 1:
        return refused("several-cards", _of(rules, "irregularities", "line-from-two-cards", ours.claims.cite))
    if not claim.of_this_game:
        return refused("other-game", _of(rules, "conduct", "one-game", ours.claims.cite))
    if claim.defaced:
        return refused("defaced", _of(rules, "irregularities", "card-defaced", ours.claims.cite))
    if claim.bet == "progressive" and ours.prizes.progressive_must_pay and not claim.paid_progressive:
        return refused("progressive-not-paid", ours.prizes.progressive_cite)
    if not found.complete:
        return refused("missing", ours.claims.wrong_cite, numbers=list(found.missing))
    if ours.claims.late == "no" and found.completed_by < after:
        return refused("late", ours.claims.late_cite, ball=drawn[found.completed_by - 1])
    good = Reason("claim-good", params | {"ball": drawn[found.completed_by - 1]}, ours.claims.cite)
    return Judgement(True, "complete", (good,), found, after)


def _of(rules: GameRules, part: str, key: str, otherwise: Any) -> Any:
    """Where a rule stands that one regulation writes as an irregularity and another as conduct."""
    entries = getattr(rules, part)
    return entries[key].cite if key in entries else otherwise


def _check(rules: GameRules, claim: PrizeClaim, drawn: Sequence[int], field: str) -> None:
    if claim.bet not in rules.bets:
        raise RequestError(f"{field}bet", f"{claim.bet!r} is no prize here; there are: {', '.join(rules.bets)}")
    if not claim.card:
        raise RequestError(f"{field}card", "is missing: write its rows, 0 for a blank place")
    check_drawn(rules, drawn)
    check_grid(rules, claim.card, f"{field}card")
    if claim.after is not None and not 0 <= claim.after <= len(drawn):
        raise RequestError(f"{field}after", f"must be from 0 to {len(drawn)}, the balls that were drawn")
    if claim.cards < 1:
        raise RequestError(f"{field}cards", "must be 1 or more")
    if claim.heard < 1:
        raise RequestError(f"{field}heard", "must be 1 or more")
    if claim.stake:
        raise RequestError(f"{field}stake", "a claim has no stake: the card was the bet")
    for name in ("on", "hand"):
        if getattr(claim, name) is not None:
            raise RequestError(f"{field}{name}", "means nothing at bingo; leave it out")
    if claim.figure and claim.figure in bingo(rules).figures:
        prize = bingo(rules).figures[claim.figure].prize
        if claim.bet not in (prize, "progressive"):
            raise RequestError(f"{field}figure", f"{claim.figure} wins the prize {prize}, not {claim.bet}")


def winners(rules: GameRules, claims: Sequence[PrizeClaim], judged: Sequence[Judgement], prize: str) -> list[int]:
    """The places of the claims that share a prize: those good on the earliest ball, or heard first."""
    good = [at for at, claim in enumerate(claims) if claim.bet == prize and judged[at].good]
    if not good:
        return []
    first = min(judged[at].after for at in good)
    together = [at for at in good if judged[at].after == first]
    if bingo(rules).claims.together == "first-voice":
        voice = min(claims[at].heard for at in together)
        together = [at for at in together if claims[at].heard == voice]
    return together
