"""Dealers who make exactly one mistake: a perfect dealer, and one way of going wrong for every id of a finding.

A mistake either replaces the act that is due (and the dealer goes on correctly from what then lies), or it is made by
leaving out, moving or swapping acts of a finished round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from trainer.games.core import Outcome
from trainer.games.round import Act, Fault
from trainer.live.perfect import World, play


class Planted(msgspec.Struct, frozen=True):
    """A round with one mistake: its acts, the fault, and where it is found (`None`: something was never done)."""

    acts: tuple[Act, ...]
    fault: Fault
    at: int | None


# In place of the act that is due: the acts to perform, and which of them is wrong.
Slip: TypeAlias = Callable[[Any, Any, Act, Random], tuple[list[Act], int | None] | None]
# A finished round with an act left out, moved or swapped, and where that is found.
Edit: TypeAlias = Callable[[Any, list[Act], Random], tuple[list[Act], int | None] | None]


def faulty_round(table: Any, before: Any, world: World, fault: Fault, source: Random) -> Planted | None:
    """A round with one planted fault; `None` if this round gave no occasion for it."""
    if fault in EDITS:
        acts = [act for act, _ in play(table, table.start(before, ()), world)]
        edited = EDITS[fault](table, acts, source)
        return None if edited is None else Planted(tuple(edited[0]), fault, edited[1])
    slips = SLIPS.get(fault, ())
    if not slips:
        return None
    dealer = _Slipping(table, slips, source)
    done = [act for act, _ in play(dealer, table.start(before, ()), world)]
    return None if dealer.at is None and not dealer.slipped else Planted(tuple(done), fault, dealer.at)


class _Slipping:
    """A table whose perfect dealer is led astray once: it is asked for what is due like any other."""

    def __init__(self, table: Any, slips: Sequence[Slip], source: Random) -> None:
        self.table, self.slips, self.source = table, slips, source
        self.rules = table.rules
        self.slipped = False
        self.at: int | None = None
        self.queue: list[Act] = []

    def next_act(self, state: Any) -> Act | None:
        """The wrong act where one is possible, else what is due."""
        if self.queue:
            return self.queue.pop(0)
        right: Act = self.table.next_act(state) or Act("end")
        if not self.slipped:
            for slip in self.slips:
                found = slip(self.table, state, right, self.source)
                if found is not None:
                    acts, wrong = found
                    self.slipped = True
                    self.at = None if wrong is None else state.count + wrong
                    self.queue = acts[1:]
                    return acts[0]
        return right

    def perform(self, state: Any, act: Act) -> Any:
        return self.table.perform(state, act)


# ── slips ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _unit(table: Any) -> int:
    return int(table.rules.table.minimum)


def _overpays(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    return ([replace(act, amount=act.amount + _unit(table))], 0) if act.do == "pay" and act.amount else None


def _underpays(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do != "pay" or not act.amount or act.amount <= _unit(table):
        return None
    return [replace(act, amount=act.amount - _unit(table))], 0


def _pays_loser(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do == "take" and act.seat is not None and act.bet == "":
        return [Act("pay", seat=act.seat, amount=act.amount)], 0
    if act.do == "end" and state.dues and not act.seat:
        losers = {bet.seat for bet in state.bets} - {
            bet.seat for bet, due in zip(state.bets, state.dues, strict=False) if due is None or not due.loses
        }
        return ([Act("pay", seat=min(losers), amount=_unit(table) * 7)], 0) if losers else None
    return None


def _pushes(state: Any) -> list[tuple[int, Any]]:
    pairs = zip(state.bets, state.dues, strict=False)
    return [(bet.seat, bet.stake) for bet, due in pairs if due is not None and due.result is Outcome.PUSH]


def _pays_push(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    found = _pushes(state) if act.do == "pick-up" and len(getattr(state, "dealer", ())) > 1 else []
    return ([Act("pay", seat=found[0][0], amount=found[0][1])], 0) if found else None


def _takes_push(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    found = _pushes(state) if act.do == "pick-up" and len(getattr(state, "dealer", ())) > 1 else []
    return ([Act("take", seat=found[0][0], amount=found[0][1])], 0) if found else None


def _takes_winner(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do != "pay":
        return None
    own = [
        bet
        for bet, due in zip(state.bets, state.dues, strict=False)
        if bet.seat == act.seat and due is not None and due.pays and not bet.closed and act.bet in ("", bet.bet)
    ]
    if len(own) != 1:
        return None
    return [Act("take", seat=act.seat, bet=own[0].bet, on=own[0].on, amount=own[0].stake)], 0


def _returns_wrongly(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do == "give-back" and act.amount and act.amount > 1:
        return [replace(act, amount=act.amount - 1)], 0
    return None


def _turns_wrongly(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do == "spin":
        return [replace(act, facts={**act.facts, "ball": act.facts["wheel"]})], 0
    if (
        act.do == "ask"
        and str(act.topic).startswith("card")
        and state.dealer[0].rank not in "ATJQK"
        and not state.third_card
    ):
        return [Act("ask", topic="insurance")], 0
    return None


def _calls_wrongly(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do != "call":
        return None
    if act.topic == "result" and "number" in act.facts:
        other = "5" if act.facts["number"] != "5" else "6"
        return [replace(act, facts={**act.facts, "number": other})], 0
    if act.topic == "total":
        return [replace(act, facts={"points": act.facts["points"] + 1})], 0
    return None


def _is_first_card(state: Any, act: Act) -> bool:
    return act.do == "deal" and not any(box.hand.cards for box in state.boxes)


def _late_bet(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if not state.closed or any(bet.late for bet in state.bets) or act.do not in ("deal", "call"):
        return None
    bet = "main" if act.do == "deal" else "straight-up"
    on = ["1"] if bet == "straight-up" else None
    late = Act("bets", "player", 8, "", bet, on, _unit(table), {"late": True})
    return [late, act], 0


def _bad_bet(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do == "spin":
        return [Act("bets", "player", 8, "", "split", ["1", "36"], _unit(table)), act], 0
    if table.hand_game and _is_first_card(state, act):
        return [Act("bets", "player", 1, "", "tie", None, _unit(table), {"late": False}), act], 0
    return None


def _refuses(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if not (_is_first_card(state, act) if table.hand_game else act.do == "spin"):
        return None
    bet, on = ("main", None) if table.hand_game else ("straight-up", ["1"])
    laid = Act("bets", "player", 9, "", bet, on, _unit(table), {"late": False})
    back = Act("give-back", seat=9, bet=bet, on=on, amount=_unit(table), facts={"reason": "late"})
    return [laid, back, act], 1


def _draws(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    settles = act.do in ("pay", "take") and act.bet == "" and len(getattr(state, "dealer", ())) > 1
    if (act.do == "call" and act.topic == "total") or settles:
        return [Act("deal", topic="dealer", facts={"face": "up", "card": "2S"})], 0
    return None


def _stands(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do == "deal" and act.topic == "dealer" and not state.dealing and len(state.dealer) > 1:
        total = sum(1 if card.rank == "A" else 10 if card.rank in "TJQK" else int(card.rank) for card in state.dealer)
        if "A" not in {card.rank for card in state.dealer} and "total" in table.required_calls:
            return [Act("call", topic="total", facts={"points": total})], 0
    return None


def _wrong_target(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do == "deal" and isinstance(act.topic, int) and not state.dealing:
        others = [box for box in state.boxes if box.hand.seat > act.topic and not box.asked and box.total < 11]
        if others:
            return [replace(act, topic=others[0].hand.seat, facts={**act.facts, "card": "2D"})], 0
    return None


def _wrong_face(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do == "deal":
        return [replace(act, facts={**act.facts, "face": "down" if act.facts["face"] == "up" else "up"})], 0
    return None


def _misreads(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do == "deal" and isinstance(act.topic, int) and not state.dealing:
        later = [box for box in state.boxes if box.hand.seat > act.topic and not box.asked and not box.natural]
        between = [box for box in state.boxes if later and act.topic < box.hand.seat < later[0].hand.seat]
        if later and later[0].total < 21 and not between:
            return [Act("ask", seat=later[0].hand.seat, topic=table.ask_topic(state))], 0
    return None


def _burns_wrongly(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do == "burn":
        return [replace(act, facts={"cards": act.facts["cards"] + 1})], 0
    return None


def _marks_wrongly(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do == "mark" and act.topic == "number":
        return [replace(act, on="5" if act.on != "5" else "6")], 0
    return None


def _false_alarm(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do in ("call", "ask") and not state.incidents:
        about = "foreign-object" if act.topic == "result" else "exposed-card"
        return ([Act("floor", topic=about), act], 0) if about in table.rules.irregularities else None
    return None


def _misses_incident(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do == "close" and not table.hand_game:
        return [Act("object-in-wheel", "table"), act], 0
    if act.do == "ask" and "exposed-card" in table.rules.irregularities:
        return [Act("card-face-up-in-shoe", "table"), act], 0
    return None


def _rules_alone(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do == "close" and not table.hand_game and table.figures.no_spin.by != "croupier":
        return [Act("object-in-wheel", "table"), Act("void", topic="spin", facts={"call": "no-spin"})], 1
    return None


def _rules_wrongly(table: Any, state: Any, act: Act, source: Random) -> tuple[list[Act], int] | None:
    if act.do == "ask" and "card-seen" in table.rules.irregularities:
        return [Act("card-exposed", "table"), Act("burn", facts={"cards": 1}), act], 1
    return None


SLIPS: dict[Fault, tuple[Slip, ...]] = {
    Fault.OVERPAID: (_overpays,),
    Fault.UNDERPAID: (_underpays,),
    Fault.PAID_LOSER: (_pays_loser,),
    Fault.PAID_PUSH: (_pays_push,),
    Fault.TOOK_PUSH: (_takes_push,),
    Fault.TOOK_WINNER: (_takes_winner,),
    Fault.RETURNED_WRONG: (_returns_wrongly,),
    Fault.NOT_ALLOWED: (_turns_wrongly,),
    Fault.CALL_WRONG: (_calls_wrongly,),
    Fault.LATE_BET: (_late_bet,),
    Fault.BAD_BET: (_bad_bet,),
    Fault.GOOD_BET: (_refuses,),
    Fault.DREW_WRONGLY: (_draws,),
    Fault.STOOD_WRONGLY: (_stands,),
    Fault.WRONG_TARGET: (_wrong_target,),
    Fault.WRONG_FACE: (_wrong_face,),
    Fault.SIGNAL_MISREAD: (_misreads,),
    Fault.BURN_WRONG: (_burns_wrongly,),
    Fault.READ_WRONG: (_marks_wrongly,),
    Fault.FALSE_ALARM: (_false_alarm,),
    Fault.INCIDENT_MISSED: (_misses_incident,),
    Fault.RULED_ALONE: (_rules_alone,),
    Fault.WRONG_RULING: (_rules_wrongly,),
}


# ── edits ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _places(acts: Sequence[Act], verb: str, topic: str = "") -> list[int]:
    return [
        index
        for index, act in enumerate(acts)
        if act.by == "dealer" and act.do == verb and (not topic or act.topic == topic)
    ]


def _leaves_unpaid(table: Any, acts: list[Act], source: Random) -> tuple[list[Act], None] | None:
    seats = [act.seat for act in acts if act.do == "pay"]
    once = [i for i in _places(acts, "pay") if acts[i].bet != "insurance" and seats.count(acts[i].seat) == 1]
    if not once:
        return None
    return _without(acts, once[-1]), None


def _leaves_loser(table: Any, acts: list[Act], source: Random) -> tuple[list[Act], None] | None:
    single = [i for i in _places(acts, "take") if acts[i].seat is not None]
    return (_without(acts, single[-1]), None) if single else None


def _pays_another(table: Any, acts: list[Act], source: Random) -> tuple[list[Act], int] | None:
    paid = {act.seat for act in acts if act.do == "pay"}
    losers = {act.seat for act in acts if act.do == "bets" and act.seat not in paid}
    pays = [i for i in _places(acts, "pay") if acts[i].bet != "insurance"]
    seats = [acts[i].seat for i in pays]
    once = [i for i in pays if seats.count(acts[i].seat) == 1]
    amounts = [acts[i].amount for i in pays]
    once = [i for i in once if amounts.count(acts[i].amount) == 1]
    if not once or not losers:
        return None
    return [*acts[: once[-1]], replace(acts[once[-1]], seat=sorted(losers, key=str)[0]), *acts[once[-1] + 1 :]], once[
        -1
    ]


def _pays_early(table: Any, acts: list[Act], source: Random) -> tuple[list[Act], int] | None:
    takes, pays = _places(acts, "take"), _places(acts, "pay")
    if table.hand_game:
        for index in takes:  # a bust hand: its bet and cards are taken after the next hand was asked
            if index + 2 < len(acts) and acts[index + 1].do == "pick-up" and acts[index + 2].do == "ask":
                moved = [acts[index + 2], acts[index], acts[index + 1]]
                return [*acts[:index], *moved, *acts[index + 3 :]], index
        return None
    if not takes or not pays or takes[0] > pays[0] or any(acts[i].do == "ask" for i in range(takes[0], pays[0])):
        return None
    return _moved(acts, pays[0], takes[0]), takes[0]


def _skips(table: Any, acts: list[Act], source: Random) -> tuple[list[Act], None] | None:
    found = _places(acts, "mark", "number") or _places(acts, "pick-up", "dealer")
    return (_without(acts, found[0]), None) if found else None


def _swaps(table: Any, acts: list[Act], source: Random) -> tuple[list[Act], int] | None:
    ranked = not table.hand_game and table.figures.paying.between_players is not None
    verbs = ("pay", "take") if table.hand_game else ("pay",) if ranked else ("take",)
    last_card = max(_places(acts, "deal"), default=0) if table.hand_game else 0
    for index in range(len(acts) - 1):
        one, two = acts[index], acts[index + 1]
        if not (one.by == two.by == "dealer" and one.do in verbs and two.do in verbs):
            continue
        if table.hand_game and (one.bet or two.bet):
            continue
        if ranked and not table.ranks_apart(acts, one, two):
            continue
        if index > last_card and (one.seat, one.topic, one.bet) != (two.seat, two.topic, two.bet):
            return [*acts[:index], two, one, *acts[index + 2 :]], index
    return None


def _misses_call(table: Any, acts: list[Act], source: Random) -> tuple[list[Act], None] | None:
    found = _places(acts, "call")
    return (_without(acts, found[-1]), None) if found else None


def _calls_late(table: Any, acts: list[Act], source: Random) -> tuple[list[Act], int] | None:
    for index in reversed(_places(acts, "call")):
        after = next((i for i in range(index + 1, len(acts)) if acts[i].by == "dealer"), None)
        if acts[index].topic in ("result", "total") and after is not None and acts[after].do in ("mark", "pay", "take"):
            return _moved(acts, index, after), after
    return None


def _closes_early(table: Any, acts: list[Act], source: Random) -> tuple[list[Act], int] | None:
    slow = next((i for i, act in enumerate(acts) if act.do == "ball-slows"), None)
    if slow is None or not table.closes_when_slow:
        return None
    return _moved(acts, slow + 1, slow), slow


def _without(acts: list[Act], index: int) -> list[Act]:
    return acts[:index] + acts[index + 1 :]


def _moved(acts: list[Act], index: int, to: int) -> list[Act]:
    left = _without(acts, index)
    return [*left[:to], acts[index], *left[to:]]


EDITS: dict[Fault, Edit] = {
    Fault.UNPAID: _leaves_unpaid,
    Fault.LEFT_LOSER: _leaves_loser,
    Fault.WRONG_PERSON: _pays_another,
    Fault.TOO_EARLY: _pays_early,
    Fault.SKIPPED: _skips,
    Fault.WRONG_ORDER: _swaps,
    Fault.CALL_MISSED: _misses_call,
    Fault.CALL_LATE: _calls_late,
    Fault.CALL_EARLY: _closes_early,
}
