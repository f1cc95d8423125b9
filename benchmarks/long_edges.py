"""The edges that take minutes, each worked out for all tables that share its figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from benchmarks import draw, ultimate
from trainer.games.edges import Edge
from trainer.games.house_poker.figures import house_poker
from trainer.games.house_poker.long_edges import capped, long_key
from trainer.games.house_poker.opening_edge import ante_edges
from trainer.games.house_poker.pull_back_edges import pull_back_edge
from trainer.games.house_poker.twenty_one_edge import twenty_one_edges
from trainer.games.stored_edges import Written, as_written
from trainer.rulebooks import GameRules

STAKES = tuple(Fraction(stake) for stake in (25, 100, 250, 500, 1_000, 2_500, 10_000))
Tables = list[GameRules]


def work_out(
    every: Iterable[GameRules], known: dict[str, Written], told: Callable[[str, Written], None]
) -> dict[str, Written]:
    """The long edges of these tables, those that are known already left alone, those of no table left out."""
    forms: dict[str, GameRules] = {}
    for rules in every:
        for form in (rules, *(capped(rules, stake) for stake in stakes_of(rules))):
            forms.setdefault(long_key(form), form)
    found = {key: known[key] for key in forms if key in known}
    waiting: dict[str, dict[str, GameRules]] = {}
    for key, form in forms.items():
        if key not in known:
            hands = house_poker(form).hands["main"]
            waiting.setdefault(f"{form.game} {hands.side_cards} {hands.same_hand}", {})[key] = form
    for group in waiting.values():
        for key, edge in zip(group, _LONG[next(iter(group.values())).game](list(group.values())), strict=True):
            found[key] = as_written([edge])
            told(key, found[key])
    return found


def folded_shares(every: Iterable[GameRules], known: dict[str, Written]) -> dict[str, Written]:
    """For tables where a bet is lost by folding though the board may make its hand: how often each row is folded."""
    forms = {long_key(rules): rules for rules in every if rules.game == "ultimate-texas-holdem"}
    found = {key: known[key] for key in forms if key in known}
    waiting = {key: rules for key, rules in forms.items() if key not in known}
    groups: dict[str, dict[str, GameRules]] = {}
    for key, rules in waiting.items():
        hands = house_poker(rules).hands["main"]
        groups.setdefault(f"{hands.side_cards} {hands.same_hand}", {})[key] = rules
    for group in groups.values():
        for key, play in zip(group, ultimate.best_play(list(group.values())), strict=True):
            found[key] = {row: str(share) for row, share in play.folded.items() if share}
    return found


def stakes_of(rules: GameRules) -> list[Fraction]:
    """The stakes at which a cap is felt: from the first of the usual ones on that it touches to the highest allowed."""
    figures = house_poker(rules)
    highest = figures.limits.highest_maximum if figures.limits else None
    return [
        stake
        for stake in STAKES
        if highest is not None and stake <= highest and any(cap.per in ("bet", "hand") for cap in figures.caps)
    ]


def at_high_stakes(rules: GameRules, long: dict[str, Written]) -> dict[str, Written]:
    """By stake: what the cap of a table makes of its edge."""
    found: dict[str, Written] = {}
    for stake in stakes_of(rules):
        equal = house_poker(rules).equal
        if equal is not None:
            edge = Edge(equal.bets[-1], (), pull_back_edge(rules, stake))
            found[str(stake)] = as_written([edge])
        else:
            found[str(stake)] = long[long_key(capped(rules, stake))]
    return found


def _caribbean_stud(tables: Tables) -> list[Edge]:
    return [Edge("ante", (), edge) for edge in ante_edges(*tables)]


def _ultimate(tables: Tables) -> list[Edge]:
    return [Edge("ante", (), edge) for edge in ultimate.ante_edges(tables)]


def _draw_poker(tables: Tables) -> list[Edge]:
    return [draw.ante_edge(rules) for rules in tables]


def _triple_shot(tables: Tables) -> list[Edge]:
    return [Edge("blackjack", (), edge) for edge in twenty_one_edges(*tables)]


_LONG: dict[str, Callable[[Tables], list[Edge]]] = {
    "caribbean-stud": _caribbean_stud,
    "draw-poker": _draw_poker,
    "triple-shot": _triple_shot,
    "ultimate-texas-holdem": _ultimate,
}
"""By game: the edges of several tables that rank hands alike."""
