"""The engine of triple shot: answers of `decide` and `limit`, house edges and `GAME`.

Three equal bets lie on the same cards: for the higher first card, for blackjack and for a poker hand.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

import msgspec

from trainer.equipment.cards import RANKS, Card, Suit
from trainer.equipment.money import Amount
from trainer.games.blackjack.hands import TWENTY_ONE, is_blackjack, points
from trainer.games.core import Ask, Bet, Case, Decision, Game, Reason, RequestError
from trainer.games.edges import Edge
from trainer.games.facts import StatedFact
from trainer.games.house_poker.decide import Cut, Orders, Rank, check_pack
from trainer.games.house_poker.decide import decide as decide_common
from trainer.games.house_poker.figures import house_poker
from trainer.games.house_poker.game import check
from trainer.games.house_poker.irregularities import Irregular
from trainer.games.house_poker.limits import LimitQuestion, lacks_equal_bets
from trainer.games.house_poker.limits import limit as limit_common
from trainer.games.house_poker.long_edges import long_key
from trainer.games.house_poker.table_edges import table_edge
from trainer.games.house_poker.triple_described import INSURANCE, POKER, SIX, WAR, TripleRound
from trainer.games.house_poker.triple_settle import settle, twenty_one_figures, war_figures, war_height
from trainer.games.house_poker.triple_steps import TripleNextAct, next_act
from trainer.games.procedure import Regulated
from trainer.games.stored_edges import stored_or_computed
from trainer.rulebooks.schema import GameRules

# ── decide ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Higher(Case, frozen=True, tag="high-card"):
    """Whose first card is higher?"""

    player: Card
    dealer: Card


class DealerDraws(Case, frozen=True, tag="dealer-draws"):
    """Does the croupier take another card in the blackjack part?"""

    dealer: tuple[Card, ...]


class Completing(Case, frozen=True, tag="complete-six"):
    """How many cards does each player need for his six, and how are they dealt?"""

    cards_held: tuple[int, ...]


Situation = Higher | DealerDraws | Completing | TripleNextAct | Rank | Orders | Cut | Irregular | StatedFact | Regulated


def decide(rules: GameRules, situation: Situation) -> Decision:
    """The answer to a situation, with reasons."""
    match situation:
        case Higher():
            return _higher(rules, situation)
        case DealerDraws():
            return _dealer_draws(rules, situation.dealer)
        case Completing():
            return _completing(rules, situation.cards_held)
        case TripleNextAct():
            return next_act(rules, situation)
        case _:
            return decide_common(rules, situation)


def _higher(rules: GameRules, asked: Higher) -> Decision:
    check_pack({"player": (asked.player,), "dealer": (asked.dealer,)})
    figures = war_figures(rules)
    player, dealer = war_height(figures, asked.player), war_height(figures, asked.dealer)
    winner = "tie" if player == dealer else "player" if player > dealer else "dealer"
    facts: dict[str, Any] = {"winner": winner}
    if winner == "tie":
        facts["player_loses_share"] = figures.tie_loses
    params = {"player": asked.player, "dealer": asked.dealer}
    rule = {"tie": "war-tie", "player": "war-won", "dealer": "war-lost"}[winner]
    return Decision(facts, (Reason(rule, params, figures.cite if winner == "tie" else figures.rank_cite),))


def _dealer_draws(rules: GameRules, cards: tuple[Card, ...]) -> Decision:
    if len(cards) < 2:
        raise RequestError("dealer", "are at least two cards")
    check_pack({"dealer": cards})
    figures, total = twenty_one_figures(rules), points(cards).total
    draws = total < figures.stands_on
    rule = "dealer-draws" if draws else "dealer-went-over" if total > TWENTY_ONE else "dealer-stands"
    params = {"total": total, "dealer": total}
    return Decision({"act": "draw" if draws else "stand", "total": total}, (Reason(rule, params, figures.dealer_cite),))


def _completing(rules: GameRules, held: tuple[int, ...]) -> Decision:
    for index, count in enumerate(held):
        if not 0 <= count <= SIX:
            raise RequestError(f"cards_held[{index}]", f"are 0 to {SIX}")
    entry = rules.procedure["complete-six"]
    facts = {"cards_to_deal": [SIX - count for count in held], "face": "down", "from": "left"}
    return Decision(facts, (Reason("table.reason.step", {"does": entry.does}, entry.cite),))


# ── limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class TripleLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """May these bets stand; may this hand be doubled or opened; may one more player sit down?"""

    bets: tuple[Bet, ...] = ()
    minimum: Amount | None = None
    maximum: Amount | None = None
    player: tuple[Card, ...] = ()
    request: Literal["", "double", "split", "insurance", "surrender"] = ""
    players_seated: int | None = None


def limit(rules: GameRules, asked: TripleLimit) -> Decision:
    """Whether bets, requests and players are admitted."""
    if asked.players_seated is not None:
        entry = rules.conduct["players"]
        facts = {"allowed": 0 <= asked.players_seated < house_poker(rules).seats, "maximum": house_poker(rules).seats}
        return Decision(facts, (Reason("table.reason.conduct", {"says": entry.says}, entry.cite),))
    if asked.request:
        return _request(rules, asked)
    found = limit_common(rules, LimitQuestion(bets=asked.bets, minimum=asked.minimum, maximum=asked.maximum))
    if lacks_equal_bets(rules, asked.bets):
        return Decision({**found.facts, "refused": "three-equal-bets-required"}, found.reasons)
    return found


def _request(rules: GameRules, asked: TripleLimit) -> Decision:
    if asked.request in ("double", "split") and len(asked.player) != 2:
        raise RequestError("player", "are two cards: it is asked on the first two")
    check_pack({"player": asked.player})
    figures, option = twenty_one_figures(rules), rules.options["triple-shot-insurance"]
    aces = bool(asked.player) and all(card.rank == "A" for card in asked.player)
    if asked.request == "double" and is_blackjack(asked.player):
        return Decision({"allowed": False}, (Reason("natural-not-doubled", {}, figures.natural_cite),))
    if asked.request == "double":
        return Decision({"allowed": True, "extra_cards": 1}, (Reason("double-any-two", {}, figures.play_cite),))
    if asked.request == "split" and aces:
        return Decision(
            {"allowed": True, "extra_cards_per_hand": 1}, (Reason("aces-only-split", {}, figures.play_cite),)
        )
    if asked.request == "split":
        return Decision({"allowed": False}, (Reason("aces-only-split", {}, figures.play_cite),))
    if asked.request == "insurance" and INSURANCE in rules.bets:
        rule = rules.bets[INSURANCE]
        return Decision({"allowed": True}, (Reason("insurance-offered", {"bet": rule.names}, rule.cite),))
    return Decision({"allowed": False}, (Reason("not-granted", {}, option.cite),))


# ── the house's edge ─────────────────────────────────────────────────────────────────────────────────────────────────


def edges(rules: GameRules) -> tuple[Edge, ...]:
    """The edge on the duel, from every pair of first cards, and on poker, from all hands of six.

    How a player plays his blackjack hand changes nothing of his six cards: each is as likely as any other. The edge of
    the second bet depends on his play: see `twenty_one_edge`.
    """
    figures, deck = war_figures(rules), [Card(rank, suit) for rank in RANKS for suit in Suit]
    lost = Fraction(0)
    for mine in deck:
        for his in deck:
            if mine != his:
                player, dealer = war_height(figures, mine), war_height(figures, his)
                lost += figures.tie_loses if player == dealer else 1 if player < dealer else -1
    pairs = len(deck) * (len(deck) - 1)
    return (Edge(WAR, (), lost / pairs), Edge(POKER, (), table_edge(rules, POKER, SIX)))


GAME = Game(
    ids=("triple-shot",),
    family="house-poker",
    check=check,
    edges=stored_or_computed("triple-shot", edges, long_key),
    asks={
        "settle": Ask(TripleRound, settle),
        "decide": Ask(Situation, decide),
        "limit": Ask(TripleLimit, limit),
    },
)
