"""Deliberate mistakes of a simulated dealer: `MISTAKES` has a function for each fault that replaces an act.

A function is called with the act that is due and the act after it, each `NOTHING` if there is none or it is not known.
It returns what the dealer does instead, or `None` if the mistake is not possible at this moment. Faults of a dealer who
does not react (late bets, bad bets, incidents, questions) are in `faulty_dealer`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from trainer.games.blackjack.booking import INSURANCES
from trainer.games.core import Outcome
from trainer.games.craps.layout import LINES
from trainer.games.house_poker.described_round import FOLD
from trainer.games.roulette.round import EVERYTHING
from trainer.games.round import Act, Fault
from trainer.games.round_money import is_left
from trainer.live.table import LiveTable

NOTHING = Act("")


class Slip(msgspec.Struct, frozen=True):
    """A mistake at one moment: the dealer does ``acts`` instead of the act that is ``due``, or leaves that act out.

    ``wrong`` is the index of the act that is the fault. If the dealer ``believes`` that he did the right act, he does
    not do the one that was due later.
    """

    due: Act
    acts: tuple[Act, ...] = ()
    wrong: int | None = 0
    believes: bool = False


Mistake = Callable[[LiveTable, Act, Act], Slip | None]


def _instead(due: Act, *acts: Act) -> Slip:
    """Do these acts instead of the one that is due, and go on correctly from there."""
    return Slip(due, acts)


def _put_off(due: Act, then: Act, wrong: int = 0) -> Slip:
    """Do the next act before the one that is due."""
    return Slip(due, (then, due), wrong)


# ── money ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _overpaid(table: LiveTable, due: Act, then: Act) -> Slip | None:
    if due.do != "pay" or not due.amount:
        return None
    return _instead(due, replace(due, amount=due.amount + table.company.minimum))


def _underpaid(table: LiveTable, due: Act, then: Act) -> Slip | None:
    least = table.company.minimum
    if due.do != "pay" or not due.amount or due.amount <= least or due.facts.get("commission"):
        return None
    return _instead(due, replace(due, amount=due.amount - least))


def _unpaid(table: LiveTable, due: Act, then: Act) -> Slip | None:
    return Slip(due) if due.do == "pay" and due.amount else None


def _left_loser(table: LiveTable, due: Act, then: Act) -> Slip | None:
    if due.do != "take":
        return None
    state, round_ = table.state, table.round
    if table.company.family != "roulette":
        return Slip(due) if due.seat is not None else None
    lost = [bet for bet, each in zip(state.bets, state.dues, strict=False) if is_left(bet, each, "take")]
    own = [bet for bet in lost if (bet.seat, bet.bet) == (due.seat, due.bet)]
    area = round_.area(state, own[0]) if own and len(round_.clear_rank) > 1 else due.topic or EVERYTHING
    here = [bet for bet in lost if area in (round_.area(state, bet), EVERYTHING)]
    return Slip(due) if len(here) == 1 else None  # a bet alone in its area: the sweep of others would take it


def _paid_loser(table: LiveTable, due: Act, then: Act) -> Slip | None:
    if due.do != "take" or not due.amount or due.seat is None:
        return None
    if not due.bet and _has_split(table, due.seat):
        return None  # the other hand of the pair might be meant
    return _instead(due, Act("pay", seat=due.seat, bet=due.bet, on=due.on, amount=due.amount), due)


def _has_split(table: LiveTable, seat: Any) -> bool:
    """Whether a player has made two hands of a pair."""
    return any(bet.seat == seat and bet.bet == "split" for bet in table.state.bets)


def _paid_loser_at_roulette(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """A player who has lost everything gets something when all others are paid."""
    state = table.state
    if due.do != "end":
        return None
    pairs = list(zip(state.bets, state.dues, strict=False))
    spared = {bet.seat for bet, each in pairs if each is None or not each.loses}
    losers = sorted({bet.seat for bet, _ in pairs if bet.seat is not None} - spared)
    if not losers or not state.dues:
        return None
    return _instead(due, Act("pay", seat=losers[0], amount=table.company.minimum * 7))


def _took_winner(table: LiveTable, due: Act, then: Act) -> Slip | None:
    if due.do != "pay":
        return None
    own = [bet for bet in table.state.bets if (bet.seat, bet.bet) == (due.seat, due.bet) and not bet.closed]
    if not due.bet:
        own = [bet for bet in table.state.bets if bet.seat == due.seat and not bet.closed]
    if len(own) != 1 or not own[0].stake:
        return None
    taken = Act("take", seat=due.seat, bet=own[0].bet, on=own[0].on, amount=own[0].stake)
    return Slip(due, (taken,), believes=True)


def _pushed(table: LiveTable, due: Act) -> Any:
    """A push that still lies while bets are being settled."""
    if due.do not in ("pay", "take", "pick-up"):
        return None
    pairs = zip(table.state.bets, table.state.dues, strict=False)
    found = (bet for bet, due in pairs if due is not None and due.result is Outcome.PUSH and not bet.closed)
    return next((bet for bet in found if bet.stake and not bet.late), None)


def _paid_push(table: LiveTable, due: Act, then: Act) -> Slip | None:
    bet = _pushed(table, due)
    if bet is None or any(each.seat == bet.seat and each.bet != bet.bet for each in table.state.bets):
        return None
    return _instead(due, Act("pay", seat=bet.seat, bet=bet.bet, on=bet.on, amount=bet.stake), due)


def _took_push(table: LiveTable, due: Act, then: Act) -> Slip | None:
    bet = _pushed(table, due)
    if bet is None:
        return None
    return _instead(due, Act("take", seat=bet.seat, bet=bet.bet, on=bet.on, amount=bet.stake), due)


def _commission(table: LiveTable, due: Act, then: Act) -> Slip | None:
    fee = due.facts.get("commission")
    if due.do != "pay" or not fee or due.amount is None or table.company.family == "craps":
        return None
    return _instead(due, replace(due, amount=due.amount + fee, facts={**due.facts, "commission": 0}))


def _returned_wrong(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """Keep one unit of a half that goes back."""
    if due.do != "give-back" or due.facts.get("reason") or not due.amount or due.amount <= 1:
        return None
    return _instead(due, replace(due, amount=due.amount - 1))


def _took_whole(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """After a zero, take a whole even chance of which only half is lost."""
    if due.do != "take" or not due.bet:
        return None
    for bet, each in zip(table.state.bets, table.state.dues, strict=False):
        if each is not None and each.loses and each.returned and not bet.closed and bet.seat == due.seat:
            own = [one for one in table.state.bets if (one.seat, one.bet) == (bet.seat, bet.bet)]
            if bet.bet == due.bet and len(own) == 1:
                return Slip(due, (replace(due, amount=bet.stake),), believes=True)
    return None


def _wrong_change(table: LiveTable, due: Act, then: Act) -> Slip | None:
    gives = due.facts.get("gives")
    if due.do != "change" or not isinstance(gives, dict):
        return None
    return _instead(due, replace(due, facts={**due.facts, "gives": {name: n + 1 for name, n in gives.items()}}))


def _wrong_person(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """A payment to a player who is due nothing."""
    state = table.state
    owed: dict[int | None, Any] = {}
    for bet, each in zip(state.bets, state.dues, strict=False):
        if each is not None and each.pays:
            owed[bet.seat] = owed.get(bet.seat, 0) + each.pays
    if due.do != "pay":
        return None
    other = next((bet.seat for bet in state.bets if bet.seat not in owed), None)
    if other is None or list(owed.values()).count(due.amount) != 1 or owed[due.seat] != due.amount:
        return None
    return Slip(due, (Act("pay", seat=other, amount=due.amount),), believes=True)


# ── order and calls ──────────────────────────────────────────────────────────────────────────────────────────────────


def _skipped(table: LiveTable, due: Act, then: Act) -> Slip | None:
    left_out = ("count", "cut", "mark", "move", "pick-up", "show", "turn", "unmark")
    if due.do not in left_out or table.state.incidents:
        return None
    if due.do == "pick-up" and _has_split(table, due.topic):
        return None  # the cards go with those of the other hand
    return Slip(due)


def _wrong_order(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """The payment, the take or the cards of one player after those of the next; the first card to another player."""
    family, state = table.company.family, table.state
    if family == "poker" and due.do == "deal" and not state.hands and table.round_number % 2:
        seats = sorted({bet.seat for bet in state.bets if bet.seat not in (None, due.topic) and not bet.back})
        return _instead(due, replace(due, topic=seats[0])) if seats and not state.incidents else None
    if due.do != then.do or due.do not in ("pay", "take", "pick-up"):
        return None
    if (due.seat or due.topic) == (then.seat or then.topic) or family in ("baccarat", "craps"):
        return None  # there the boxes are settled in any order
    if family == "blackjack" and (due.bet or then.bet or (due.do == "pick-up" and table.round.with_each_bet)):
        return None
    if family == "roulette" and (due.do != "take" or due.seat is not None or then.seat is not None):
        return None  # who is paid first depends on what he has won; only areas are cleared in an order
    if family == "poker" and (not state.turned or any(hand.prize or hand.spoke == FOLD for hand in state.hands)):
        return None  # folded cards go at any time, a high hand waits to be authorised
    return _put_off(due, then)


def _too_early(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """The winners before the losers, the next hand before this one is gone, the puck before the call."""
    if table.state.incidents:
        return None
    if then.do == "ask" and isinstance(due.topic, int) and (then.seat or 0) < due.topic:
        return None  # a blackjack of a later hand
    return _put_off(due, then) if (due.do, then.do) in _EARLY[table.company.family] else None


_EARLY: dict[str, tuple[tuple[str, str], ...]] = {
    "roulette": (("take", "pay"), ("take", "unmark")),
    "baccarat": (("take", "pay"),),
    "pai-gow": (("pick-up", "turn"),),
    "poker": (("pick-up", "turn"),),
    "craps": (("call", "mark"), ("call", "unmark")),
    "blackjack": (("pick-up", "ask"),),
}


def _not_allowed(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """The ball with the wheel, insurance without an ace, dice by hand, a cut too small, a shake too few."""
    facts, figures, state = due.facts, table.round.figures, table.state
    if due.do == "spin":
        return _instead(due, replace(due, facts={**facts, "ball": facts["wheel"]}))
    if due.do == "dice":
        return _instead(due, replace(due, facts={"how": "hand"}))
    if due.do == "shake" and facts.get("times", 0) > 1:
        return _instead(due, replace(due, facts={**facts, "times": facts["times"] - 1}))
    if due.do == "cut" and table.company.family in ("poker", "pai-gow"):
        least = figures.least_cut if table.company.family == "poker" else figures.cut and figures.cut.least
        return _instead(due, replace(due, facts={**facts, "cards": least - 1})) if least else None
    if due.do == "cut" and isinstance(facts.get("behind"), int) and facts["behind"] > 0:
        return _instead(due, replace(due, facts={**facts, "behind": 0}))
    asks = due.do == "ask" and str(due.topic).startswith("card") and table.company.family == "blackjack"
    if asks and state.dealer[0].rank not in "ATJQK" and not state.third_card:
        return _instead(due, Act("ask", topic="insurance"))
    return None


def _call_missed(table: LiveTable, due: Act, then: Act) -> Slip | None:
    if due.do != "call" or table.state.incidents:
        return None
    waits = table.company.family == "baccarat" and not table.round.by_croupier  # who holds the shoe waits for calls
    return None if waits and not table.round.is_over(table.state) else Slip(due)


def _call_wrong(table: LiveTable, due: Act, then: Act) -> Slip | None:
    if due.do != "call":
        return None
    for name, value in due.facts.items():
        if name == "number" and isinstance(value, str):
            return _instead(due, replace(due, facts={**due.facts, name: "5" if value != "5" else "6"}))
        if isinstance(value, int) and not isinstance(value, bool):
            other = value % 9 + 1 if value % 9 + 1 != value else value - 1
            return _instead(due, replace(due, facts={**due.facts, name: other}))
    return None


def _call_early(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """The result before the ball, the dice or the cards have told it."""
    family, state = table.company.family, table.state
    end = Act("end")
    if due is NOTHING and family == "roulette" and state.closed and state.number is None and not state.incidents:
        return _instead(end, Act("call", topic="result", facts={"number": table.round.wheel.order[0]}))
    if due is NOTHING and family == "craps" and state.dice_at is not None and state.roll is None and not state.void:
        return _instead(end, Act("call", topic="result", facts={"total": 7, "effect": "natural"}))
    if due is NOTHING and family == "pai-gow" and state.shaken and state.total is None and not state.incidents:
        return _instead(end, Act("call", topic="total", facts={"total": 7}))
    if state.incidents:
        return None
    if due.do == "turn" and then.do == "call":
        return _put_off(due, then)
    second = family == "blackjack" and due.do == "deal" and due.topic == "dealer" and len(state.dealer) == 1
    if second and not state.dealing and any(bet.bet in INSURANCES for bet in state.bets):
        return _instead(due, Act("call", topic="blackjack-or-not", facts={"blackjack": False}))
    return None


def _call_late(table: LiveTable, due: Act, then: Act) -> Slip | None:
    settling = ("pay", "take", "turn", "pick-up", *(() if table.company.family == "craps" else ("mark",)))
    if due.do != "call" or then.do not in settling or table.state.incidents:
        return None
    if due.topic == "no-more-insurance":
        return None  # even money is paid before or after it
    return _put_off(due, then, wrong=1)


# ── bets ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _good_bet(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """Give a good bet back just before the bets are closed."""
    if due.do not in ("close", "dice", "spin") or table.affairs.refused:
        return None
    seats = [bet.seat for bet in table.state.bets]
    for bet in table.state.bets:  # with another bet of his it might carry that one
        good = bet.at >= 0 and bet.wrong is None and not bet.late and not bet.back
        if good and bet.bet not in LINES and seats.count(bet.seat) == 1:
            facts = {"reason": "late"}
            back = Act("give-back", seat=bet.seat, bet=bet.bet, on=bet.on, amount=bet.stake, facts=facts)
            return _instead(due, back)
    return None


# ── cards, dice, signals ─────────────────────────────────────────────────────────────────────────────────────────────


def _drew(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """A card for the dealer's own finished hand, or for a hand that has to stand."""
    family, state = table.company.family, table.state
    if state.incidents:
        return None
    if family == "blackjack":
        settles = due.do in ("pay", "take") and due.bet == "" and len(state.dealer) > 1
        if (due.do == "call" and due.topic == "total") or settles:
            return _instead(due, Act("deal", topic="dealer", facts={"face": "up", "card": "2S"}))
    if family == "baccarat" and table.round.by_croupier and due.do == "call":
        if str(due.topic).endswith("-stands"):
            return _instead(due, Act("deal", topic=str(due.topic).split("-")[0], facts={"face": "up"}))
        over = table.round.is_over(state) and len(state.player) == 2 and table.round.is_natural(state)
        if over and due.topic == table.round.winner_call(state):
            return _instead(due, Act("deal", topic="player", facts={"face": "up"}))
    return None


def _stood(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """No card for the dealer's own hand or for a side that must draw."""
    family, state = table.company.family, table.state
    if state.incidents:
        return None
    if family == "blackjack" and due.do == "deal" and due.topic == "dealer" and not state.dealing:
        if len(state.dealer) < 2 or any(card.rank == "A" for card in state.dealer):
            return None
        if "total" not in table.round.required_calls:
            return None
        total = sum(10 if card.rank in "TJQK" else int(card.rank) for card in state.dealer)
        return _instead(due, Act("call", topic="total", facts={"points": total}))
    if family == "baccarat" and due.do == "call" and str(due.topic).endswith("-draws"):
        stands = str(due.topic).replace("-draws", "-stands")
        return _instead(due, Act("call", topic=stands, facts=table.round.call_facts(state, stands)))
    return None


def _wrong_target(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """A card for somebody else than whose turn it is."""
    family, state = table.company.family, table.state
    if due.do != "deal" or state.incidents:
        return None
    if family == "blackjack" and isinstance(due.topic, int) and not state.dealing:
        others = [box for box in state.boxes if box.hand.seat > due.topic and not box.asked and box.total < 11]
        if others:
            return _instead(due, replace(due, topic=others[0].hand.seat, facts={**due.facts, "card": "2D"}))
    if family == "baccarat" and due.topic == "player" and not state.player:
        return _instead(due, replace(due, topic="banker"))
    if family == "pai-gow" and due.facts.get("start") is not None:
        return _instead(due, replace(due, facts={**due.facts, "start": 1 if due.facts["start"] != 1 else 2}))
    if family == "poker" and isinstance(due.topic, int) and len(state.hands) == 1 and len(state.hands[0].cards) == 1:
        return _instead(due, replace(due, topic=state.hands[0].seat))  # who got the first card gets the second too
    return None


def _wrong_face(table: LiveTable, due: Act, then: Act) -> Slip | None:
    if due.do != "deal" or due.topic == "burn":
        return None
    if due.topic == "all":
        return _instead(due, replace(due, facts={**due.facts, "face": "up"}))
    if due.facts.get("face") not in ("up", "down"):
        return None
    return _instead(due, replace(due, facts={**due.facts, "face": "down" if due.facts["face"] == "up" else "up"}))


def _burn_wrong(table: LiveTable, due: Act, then: Act) -> Slip | None:
    if table.state.incidents:
        return None
    if due.do == "deal" and table.company.family == "poker" and table.state.hands:
        return _instead(due, Act("burn", facts={"cards": 1}))  # in the middle of the deal, without a reason
    if due.do != "burn":
        return None
    return _instead(due, replace(due, facts={**due.facts, "cards": due.facts.get("cards", 1) + 1}))


def _set_wrong(table: LiveTable, due: Act, then: Act) -> Slip | None:
    if due.do != "set":
        return None
    high, low = list(due.facts["high"]), list(due.facts["low"])
    return _instead(due, replace(due, facts={"high": [*low, *high[:3]], "low": high[3:]}))


def _read_wrong(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """The marker or the puck on another number, a come bet to another box."""
    if due.do == "mark" and due.topic in ("point", "number"):
        others = [4, 10] if due.topic == "point" else ["5", "6"]
        return _instead(due, replace(due, on=next(each for each in others if str(each) != str(due.on))))
    if due.do == "move" and table.company.family == "craps":
        return _instead(due, replace(due, topic=4 if due.topic != 4 else 10))
    return None


def _misread(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """The next hand is asked although this one has signalled for a card."""
    if due.do != "deal" or table.company.family != "blackjack":
        return None
    state = table.state
    if not isinstance(due.topic, int) or state.dealing or state.incidents:
        return None
    own = [box for box in state.boxes if box.hand.seat == due.topic]
    if [box.signal in ("hit", "double") for box in own] != [True]:
        return None  # who passes over a pair may have taken the split for a double, or comes back to it out of order
    later = [box for box in state.boxes if box.hand.seat > due.topic and not box.asked and not box.natural]
    between = [box for box in state.boxes if later and due.topic < box.hand.seat < later[0].hand.seat]
    if not later or later[0].total >= 21 or between:
        return None
    return _instead(due, Act("ask", seat=later[0].hand.seat, topic=table.round.ask_topic(state)))


# ── incidents and guests ─────────────────────────────────────────────────────────────────────────────────────────────


def _wrong_ruling(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """A good spin, throw or round is annulled."""
    state, family = table.state, table.company.family
    begun = {"roulette": ("call", "mark"), "craps": ("call",)}.get(family, ("ask", "turn", "call"))
    if due.do not in begun or state.incidents or state.void or (not state.dues and family == "roulette"):
        return None
    topic, call = {"roulette": ("spin", "no-spin"), "craps": ("throw", "void")}.get(family, ("round", ""))
    if family == "craps":
        if state.roll is None:
            return None
        call = table.round.figures.throw.call
    facts = {"call": call} if call else {}
    return _instead(due, Act("void", topic=topic, facts=facts))


def _ruled_alone(table: LiveTable, due: Act, then: Act) -> Slip | None:
    """The dealer rules on something that is for the floor."""
    if due.do != "floor":
        return None
    for incident in table.state.incidents:
        for_floor = incident.by and "croupier" not in incident.by
        if not incident.closed and not incident.reported and for_floor:
            if incident.ruling.startswith("reorder"):
                return _instead(due, Act("move", topic="cards"))
            if incident.id == "card-on-floor":
                return _instead(due, Act("pick-up", topic="floor"))
            ruling = table.company.rule(incident)
            if ruling is not None and ruling.do not in ("floor", "ask", "say"):
                return _instead(due, ruling)
    return None


def _false_alarm(table: LiveTable, due: Act, then: Act) -> Slip | None:
    about = sorted(table.company.stageable().values())
    state = table.state
    if not about or state.incidents or due.do not in ("call", "ask", "take"):
        return None
    return None if any(bet.late for bet in state.bets) else _instead(due, Act("floor", topic=about[0]))


def _advice(table: LiveTable, due: Act, then: Act) -> Slip | None:
    if due.do != "say":
        return None
    asked = any(request.advice for request in table.affairs.requests if request.seat == due.seat)
    return _instead(due, replace(due, topic="advice")) if asked else None


def _one_of(*mistakes: Mistake) -> Mistake:
    """The first of several mistakes that is possible at this moment."""

    def made(table: LiveTable, due: Act, then: Act) -> Slip | None:
        return next((slip for each in mistakes if (slip := each(table, due, then)) is not None), None)

    return made


MISTAKES: dict[Fault, Mistake] = {
    Fault.OVERPAID: _overpaid,
    Fault.UNDERPAID: _underpaid,
    Fault.UNPAID: _unpaid,
    Fault.PAID_LOSER: _one_of(_paid_loser, _paid_loser_at_roulette),
    Fault.PAID_PUSH: _paid_push,
    Fault.TOOK_WINNER: _took_winner,
    Fault.TOOK_PUSH: _took_push,
    Fault.LEFT_LOSER: _left_loser,
    Fault.COMMISSION: _commission,
    Fault.RETURNED_WRONG: _one_of(_returned_wrong, _took_whole),
    Fault.WRONG_CHANGE: _wrong_change,
    Fault.WRONG_PERSON: _wrong_person,
    Fault.TOO_EARLY: _too_early,
    Fault.SKIPPED: _skipped,
    Fault.WRONG_ORDER: _wrong_order,
    Fault.NOT_ALLOWED: _not_allowed,
    Fault.CALL_MISSED: _call_missed,
    Fault.CALL_WRONG: _call_wrong,
    Fault.CALL_EARLY: _call_early,
    Fault.CALL_LATE: _call_late,
    Fault.GOOD_BET: _good_bet,
    Fault.DREW_WRONGLY: _drew,
    Fault.STOOD_WRONGLY: _stood,
    Fault.WRONG_TARGET: _wrong_target,
    Fault.WRONG_FACE: _wrong_face,
    Fault.BURN_WRONG: _burn_wrong,
    Fault.SET_WRONG: _set_wrong,
    Fault.READ_WRONG: _read_wrong,
    Fault.SIGNAL_MISREAD: _misread,
    Fault.WRONG_RULING: _wrong_ruling,
    Fault.RULED_ALONE: _ruled_alone,
    Fault.FALSE_ALARM: _false_alarm,
    Fault.GAVE_ADVICE: _advice,
}
