"""Run the hand: one hand from the blinds to the pot. What does the dealer do now?

The players act on their own, and sometimes one makes a mistake: acts out of turn, bets in two motions, raises too
little, too much or once too often, calls with too few chips, or throws in a large chip without a word. Each question is
the next moment of the same hand at which the dealer must do something; when a hand is over, the next begins.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import msgspec

from trainer.drills.card_room.pots import pot_name
from trainer.drills.card_room.showdown import judged
from trainer.drills.card_room.table import (
    Dealt,
    PlayerAct,
    begin,
    deal,
    hand_pieces,
    own_cards,
    pick_seats,
    pots_in_middle,
    random_act,
    random_stacks,
    scene,
    table_stakes,
)
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.drills.scene import Scene
from trainer.games.card_room.betting import collect, shows_first
from trainer.games.card_room.figures import card_room, street_names
from trainer.games.card_room.hand import Hand
from trainer.games.card_room.play import describe, next_street, turn_reasons
from trainer.games.card_room.sizes import Choices, choices
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

SERIES = 14
_WRONG = 3  # wrong choices of a question
_ON_RAISES = ("accept", "cap-reached", "only-call", "raise-too-large", "raise-too-small")  # rulings
_BY_RULE = {  # rulings that only some regulations know, by the irregularity that asks for them
    "large-chip-without-word": "call-and-change",
    "too-few-chips-to-call": "add-missing",
    "bet-out-of-turn": "stands-no-raise",
}
_PUSH_RATE = 0.2  # how often pushing the pot is offered although it is too early
_ASKED_RATE = 0.2  # how often the dealer is asked about a turn in the middle of a street
_DEAL_RATE = 0.55  # how often about its end, so that dealing is not right more often than another act
_PLAYERS = {1: 3, 2: 4, 3: 5}
_MISTAKE_RATE = {1: 0.0, 2: 0.25, 3: 0.3}  # how often the dealer must rule on what a player does, by level


class Point(msgspec.Struct, frozen=True):
    """A moment of a hand at which the dealer must do something, and what it is."""

    hand: Hand
    dealt: Dealt
    told: tuple[PlayerAct, ...]
    happened: Message
    right: str
    wrong: tuple[str, ...]
    reasons: tuple[Reason, ...]
    open_cards: bool = False


def points(rules: GameRules, rng: random.Random, level: int) -> Iterator[Point]:
    """The moments of one hand after another."""
    while True:
        yield from _one_hand(rules, rng, level)


def _one_hand(rules: GameRules, rng: random.Random, level: int) -> Iterator[Point]:
    table = table_stakes(rules, rng, level)
    seats = pick_seats(rules, rng, _PLAYERS[level])
    dealt = deal(rules, rng, seats)
    button = rng.choice(seats) if card_room(rules).button is not None else None
    hand = begin(rules, table, random_stacks(rng, table, seats, short=level == 3), button, dealt)
    told: list[PlayerAct] = []
    opening = True
    while hand.phase in ("betting", "round-over"):
        if hand.phase == "round-over":
            if rng.random() < _DEAL_RATE:
                yield _next_act(rules, rng, hand, dealt, told)
            if hand.street + 1 == len(street_names(rules)):
                break
            hand, told, opening = next_street(rules, hand, dealt.own), [], True
            continue
        if opening or rng.random() < _ASKED_RATE:
            yield _next_act(rules, rng, hand, dealt, told)
            opening = False
        if rng.random() < _MISTAKE_RATE[level]:
            fault = _player_mistake(rules, rng, hand, dealt, told)
            if fault is not None:
                yield fault
        one, hand = random_act(rules, rng, hand, 0.8)
        told.append(one)
    if hand.phase == "won":
        yield _next_act(rules, rng, hand, dealt, told)
    else:
        yield from _showdown(rules, hand, dealt, told)


# ── what the dealer does ─────────────────────────────────────────────────────────────────────────────────────────────


def _next_act(rules: GameRules, rng: random.Random, hand: Hand, dealt: Dealt, told: list[PlayerAct]) -> Point:
    """The dealer's next act. The words do not say whether the street is over: the felt does.

    Whatever the moment, seats can be asked, the next card can come (on the last street: the first hand is shown) and at
    times the pot can go to somebody, so that no act is known by its wording.
    """
    names = street_names(rules)
    live = [hand.seats[place] for place in hand.in_hand]
    last = hand.street + 1 == len(names)
    right, reasons = _right_act(rules, hand, live)
    asked = [seat for seat in rng.sample(hand.seats, len(hand.seats)) if f"ask-{seat}" != right]
    on = f"show-{rng.choice(live)}" if last else _deal(rules, hand)
    wrong = [] if right.startswith(("show", "burn", "collect", "deal")) else [on]
    if not right.startswith("push") and rng.random() < _PUSH_RATE:
        wrong.append(f"push-{rng.choice(live)}")
    wrong = [*wrong, *(f"ask-{seat}" for seat in asked)][:_WRONG]
    street = Message(f"card-room.street.{names[hand.street]}")
    happened = Message("card-room.run.on-street", {"street": street})
    return Point(hand, dealt, tuple(told), happened, right, tuple(wrong), reasons)


def _right_act(rules: GameRules, hand: Hand, live: list[int]) -> tuple[str, tuple[Reason, ...]]:
    if hand.phase == "won":
        return f"push-{live[0]}", (Reason("all-others-folded", {"seat": live[0]}, card_room(rules).fold_cite),)
    if hand.actor is not None:
        return f"ask-{hand.actor}", tuple(turn_reasons(rules, hand)[:1])
    if hand.street + 1 == len(street_names(rules)):
        return f"show-{shows_first(rules, hand)}", describe(rules, hand).reasons
    return _deal(rules, hand), describe(rules, hand).reasons


def _deal(rules: GameRules, hand: Hand) -> str:
    """How the next street is dealt: bets that lie are collected first, and a card burned where the rules say so."""
    burns = card_room(rules).streets[street_names(rules)[hand.street + 1]].burn
    collects = any(bet > 0 for bet in hand.bets)
    if collects:
        return "collect-burn-deal" if burns else "collect-deal"
    return "burn-deal" if burns else "deal"


def _showdown(rules: GameRules, hand: Hand, dealt: Dealt, told: list[PlayerAct]) -> Iterator[Point]:
    live = [hand.seats[place] for place in hand.in_hand]
    if len(live) < 2:
        return
    hand = collect(hand)
    shown = Dealt({seat: dealt.own[seat] for seat in sorted(live)}, dealt.board)
    pots = pots_in_middle(hand)
    # The last side pot first: players who were all-in for less have no part in it.
    for number, pot in reversed(list(enumerate(pots))):
        playing = Dealt({seat: shown.own[seat] for seat in sorted(pot.eligible)}, dealt.board)
        if len(playing.own) < 2:
            continue
        decision = judged(rules, playing)
        winners = decision.facts["winners"]
        right = "push-" + "-".join(map(str, winners))
        best = judged(rules, shown).facts["winners"]
        wrong = ["push-" + "-".join(map(str, best))]
        wrong += [f"push-{seat}" for seat in live if [seat] != winners]
        wrong += ["push-" + "-".join(map(str, sorted(pair))) for pair in combinations(live, 2)]
        wrong += [f"push-{seat}" for seat in hand.seats]
        happened = Message("card-room.run.cards-shown")
        if len(pots) > 1:
            happened = Message("card-room.run.pot-shown", {"pot": pot_name(number)})
        rest = tuple(one for one in dict.fromkeys(wrong) if one != right)[:3]
        reasons = decision.reasons
        if len(pots) > 1:
            seats = {"pot": pot_name(number), "amount": pot.amount, "seats": ", ".join(map(str, pot.eligible))}
            reasons = (Reason("pot-holds", seats, card_room(rules).side_pot_cite), *reasons)
        yield Point(hand, shown, (), happened, right, rest, reasons, open_cards=True)


# ── players' mistakes ────────────────────────────────────────────────────────────────────────────────────────────────


def _player_mistake(
    rules: GameRules, rng: random.Random, hand: Hand, dealt: Dealt, told: list[PlayerAct]
) -> Point | None:
    """A player's mistake on which this regulation has a rule; `None` if none fits the moment."""
    can = choices(rules, hand)
    kinds = [
        _string_bet,
        _too_small,
        _too_large,
        _lawful,
        _too_many,
        _out_of_turn,
        _check_over_bet,
        _large_chip,
        _short_call,
    ]
    for kind in rng.sample(kinds, len(kinds)):
        found = kind(rules, rng, hand, can)
        if found is not None:
            happened, right, reason = found
            wrong = tuple(ruling for ruling in _rulings(rules, hand, can) if ruling != right)
            return Point(hand, dealt, tuple(told), happened, right, wrong, (reason,))
    return None


def _rulings(rules: GameRules, hand: Hand, can: Choices) -> tuple[str, ...]:
    """The rulings on players' mistakes that this game knows and that could be right now."""
    betting = card_room(rules).betting
    fits = {
        "cap-reached": betting.raises is not None and hand.raises >= betting.raises,
        "raise-too-small": betting.raise_least != "any",
        "raise-too-large": can.most is not None and can.stack > can.most + hand.table.minimum,
    }
    on_raises = [ruling for ruling in _ON_RAISES if fits.get(ruling, True)]
    by_rule = [ruling for event, ruling in _BY_RULE.items() if event in rules.irregularities]
    if "bet-out-of-turn" not in rules.irregularities and "declarations" in rules.conduct:
        by_rule.append("back-turn")
    return (*on_raises, "no-check", *by_rule)


Found = tuple[Message, str, Reason]


def _string_bet(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    if can.call is None or can.least is None or can.call < can.to_call or hand.level == 0:
        return None
    entry = rules.irregularities.get("string-bet")
    cite = entry.cite if entry else card_room(rules).betting.raise_cite
    params = {"seat": can.seat, "call": can.to_call, "more": can.least - hand.level}
    reason = Reason("no-string-bets", {}, cite)
    return Message("card-room.run.string-bet", params), "only-call", reason


def _too_small(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    if can.least is None or hand.level == 0 or can.stack <= can.least:
        return None
    short = can.least - hand.level - hand.table.chip
    if short < hand.table.chip or card_room(rules).betting.raise_least == "any":
        return None
    params = {"seat": can.seat, "to": hand.level + short}
    reason = Reason("raise-at-least", {"least": can.least - hand.level}, card_room(rules).betting.raise_cite)
    return Message("card-room.run.raises", params), "raise-too-small", reason


def _too_large(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    """A raise above the maximum of the street or the pot."""
    if can.most is None or hand.level == 0 or can.stack <= can.most + hand.table.minimum:
        return None
    params = {"seat": can.seat, "to": can.most + hand.table.minimum}
    size = {"least": can.least, "most": can.most}
    reason = Reason("raise-between", size, card_room(rules).betting.raise_cite)
    return Message("card-room.run.raises", params), "raise-too-large", reason


def _lawful(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    """A raise of the least or the largest size: it stands."""
    if can.least is None or hand.level == 0 or can.stack <= can.least:
        return None
    most = can.least if can.most is None or can.most > can.stack else can.most
    params = {"seat": can.seat, "to": rng.choice((can.least, most))}
    reason = Reason("raise-at-least", {"least": can.least - hand.level}, card_room(rules).betting.raise_cite)
    return Message("card-room.run.raises", params), "accept", reason


def _large_chip(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    """One chip, larger than the call, without a word: some regulations say what it means."""
    entry = rules.irregularities.get("large-chip-without-word")
    larger = [
        value for value in rules.info.chips.values if can.to_call < value <= can.stack - hand.bets[hand.waiting[0]]
    ]
    if entry is None or can.call is None or can.call < can.to_call or not larger:
        return None
    words = {"situation": entry.situation, "action": entry.action}
    params = {"seat": can.seat, "call": can.to_call, "chip": larger[-1]}
    reason = Reason("table.reason.irregularity", words, entry.cite)
    return Message("card-room.run.large-chip", params), "call-and-change", reason


def _short_call(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    """A call with too few chips by a player who has more."""
    entry = rules.irregularities.get("too-few-chips-to-call")
    put = can.to_call - hand.table.chip
    if entry is None or can.call is None or can.call < can.to_call or put <= 0:
        return None
    words = {"situation": entry.situation, "action": entry.action}
    reason = Reason("table.reason.irregularity", words, entry.cite)
    params = {"seat": can.seat, "call": can.to_call, "put": put}
    return Message("card-room.run.short-call", params), "add-missing", reason


def _too_many(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    if can.why_not != "cap":
        return None
    betting = card_room(rules).betting
    reason = Reason("raises-most", {"count": betting.raises}, betting.raises_cite)
    happened = Message("card-room.run.too-many", {"seat": can.seat, "count": hand.raises})
    return happened, "cap-reached", reason


def _out_of_turn(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    waiting = [hand.seats[place] for place in hand.waiting[1:]]
    if not waiting or hand.level == 0:
        return None
    early = rng.choice(waiting)
    params = {"seat": early, "turn": can.seat}
    if "bet-out-of-turn" in rules.irregularities:
        entry = rules.irregularities["bet-out-of-turn"]
        words = {"situation": entry.situation, "action": entry.action}
        reason = Reason("table.reason.irregularity", words, entry.cite)
        return Message("card-room.run.out-of-turn", params), "stands-no-raise", reason
    if "declarations" not in rules.conduct:
        return None
    fact = rules.conduct["declarations"]
    reason = Reason("table.reason.conduct", {"says": fact.says}, fact.cite)
    return Message("card-room.run.out-of-turn", params), "back-turn", reason


def _check_over_bet(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    if can.call is None:
        return None
    reason = Reason("check-not-over-a-bet", {}, card_room(rules).betting.cite)
    return Message("card-room.run.check-over-bet", {"seat": can.seat, "call": can.to_call}), "no-check", reason


# ── the question ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _run(rules: GameRules, level: int, rng: random.Random, place: int) -> Draft:
    for number, point in enumerate(points(rules, rng, level)):  # noqa: B007
        if number == place:
            break
    order = random.Random(f"{place} {sorted((point.right, *point.wrong))}")  # must not depend on which one is right
    wrong = order.sample(sorted(point.wrong), min(_WRONG, len(point.wrong)))
    shown = order.sample(sorted((point.right, *wrong)), 1 + len(wrong))
    return Draft(
        prompt=Message("card-room.prompt.run", {"happened": point.happened, "minimum": point.hand.table.minimum}),
        scene=_scene(rules, point),
        form=ChoiceForm(tuple(Choice(one, act_name(rules, point.hand, one)) for one in shown)),
        solution=point.right,
        reasons=point.reasons,
        mistakes=tuple((_mistake(one), one) for one in wrong),
    )


def _scene(rules: GameRules, point: Point) -> Scene:
    if not point.open_cards:
        return scene(rules, hand_pieces(rules, point.hand, point.dealt, point.told))
    pieces = hand_pieces(rules, point.hand, point.dealt)
    pieces = [piece for piece in pieces if not piece.spot.endswith("/cards")]
    for seat, own in point.dealt.own.items():
        pieces += own_cards(rules, seat, own)
    return scene(rules, pieces)


def act_name(rules: GameRules, hand: Hand, name: str) -> Message:
    """A choice in words; acts that name seats have them after a dash."""
    kind, _, seats = name.partition("-")
    if kind in ("ask", "show", "push") and seats.replace("-", "").isdigit():
        several = len(seats.split("-")) > 1
        listed = seats.replace("-", ", ")
        return Message(f"card-room.do.{kind}-several" if several else f"card-room.do.{kind}", {"seat": listed})
    names = street_names(rules)
    following = names[min(hand.street + 1, len(names) - 1)]
    does = "deals" if card_room(rules).streets[following].own else "turns"
    params = {"street": Message(f"card-room.street.{following}"), "does": Message(f"card-room.{does}")}
    return Message(f"card-room.do.{name}", params)


def _mistake(name: str) -> str:
    kind = name.partition("-")[0]
    return {
        "ask": "asked-another",
        "show": "showed-another",
        "push": "pushed-to-another",
        "accept": "let-it-pass",
    }.get(kind, "another-act")


RUN = Family(
    id="run-the-hand",
    area="card-room",
    levels=(Level(10), Level(12), Level(14)),
    series=SERIES,
    build_series=_run,
    revision=6,  # 6: any act can be right at any moment; a wrong ruling is right at another moment of the game
    needs=("whose-action", "who-wins"),
)
