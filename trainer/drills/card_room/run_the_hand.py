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
from trainer.games.card_room.play import dealer_does, describe, next_street, turn_reasons
from trainer.games.card_room.sizes import Choices, choices
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

SERIES = 14
_WRONG = 3  # wrong choices of a question
_ON_RAISES = ("accept", "back-all", "cap-reached", "only-call", "raise-too-large", "raise-too-small")  # rulings
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
            yield _between(rules, hand, dealt, told)
            if hand.street + 1 == len(street_names(rules)):
                break
            hand, told, opening = next_street(rules, hand, dealt.own), [], True
            continue
        if opening:
            yield _turn(rules, rng, hand, dealt, told)
            opening = False
        if rng.random() < _MISTAKE_RATE[level]:
            fault = _player_mistake(rules, rng, hand, dealt, told)
            if fault is not None:
                yield fault
        one, hand = random_act(rules, rng, hand, 0.8)
        told.append(one)
    if hand.phase == "won":
        yield _won(rules, hand, dealt, told)
    else:
        yield from _showdown(rules, hand, dealt, told)


# ── what the dealer does ─────────────────────────────────────────────────────────────────────────────────────────────


def _turn(rules: GameRules, rng: random.Random, hand: Hand, dealt: Dealt, told: list[PlayerAct]) -> Point:
    """A street begins: who acts first?"""
    actor = hand.actor
    assert actor is not None
    street = street_names(rules)[hand.street]
    live = [hand.seats[place] for place in hand.in_hand if hand.seats[place] != actor]
    wrong = (*(f"ask-{seat}" for seat in rng.sample(live, min(3, len(live)))), "deal", "push-now")[:3]
    happened = Message("card-room.run.street-begins", {"street": Message(f"card-room.street.{street}")})
    reasons = tuple(turn_reasons(rules, hand)[:1])
    return Point(hand, dealt, tuple(told), happened, f"ask-{actor}", wrong, reasons)


def _between(rules: GameRules, hand: Hand, dealt: Dealt, told: list[PlayerAct]) -> Point:
    """The betting of a street is over: the next card, the burn before it, or the showdown."""
    data = card_room(rules)
    names = street_names(rules)
    decision = describe(rules, hand)
    happened = Message("card-room.run.round-over", {"street": Message(f"card-room.street.{names[hand.street]}")})
    if hand.street + 1 == len(names):
        first = shows_first(rules, hand)
        others = [hand.seats[place] for place in hand.in_hand if hand.seats[place] != first]
        wrong = (*(f"show-{seat}" for seat in others[:2]), "push-now", "ask-again")[:3]
        return Point(hand, dealt, tuple(told), happened, f"show-{first}", wrong, decision.reasons)
    following = data.streets[names[hand.street + 1]]
    burns = following.burn
    right = "collect-burn-deal" if burns else "collect-deal"
    if "collect-bets" not in dealer_does(rules, hand):
        right = "burn-deal" if burns else "deal"
    every = ("collect-burn-deal", "collect-deal", "burn-deal", "deal", "push-now")
    if right in ("burn-deal", "deal"):  # with no bets to collect, this would not be a mistake
        wrong = tuple(one for one in ("burn-deal", "deal", "push-now", "ask-again") if one != right)
    else:
        wrong = tuple(one for one in every if one != right)
    return Point(hand, dealt, tuple(told), happened, right, wrong, decision.reasons)


def _won(rules: GameRules, hand: Hand, dealt: Dealt, told: list[PlayerAct]) -> Point:
    seat = hand.seats[hand.in_hand[0]]
    others = [one for one in hand.seats if one != seat][:1]
    reasons = (Reason("all-others-folded", {"seat": seat}, card_room(rules).fold_cite),)
    wrong = (f"show-{seat}", "collect-deal", *(f"push-{one}" for one in others))
    return Point(hand, dealt, tuple(told), Message("card-room.run.all-folded"), f"push-{seat}", wrong, reasons)


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
        wrong += ["ask-again"]
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
            happened, right, wrong, reason = found
            return Point(hand, dealt, tuple(told), happened, right, wrong, (reason,))
    return None


Found = tuple[Message, str, tuple[str, ...], Reason]


def _string_bet(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    if can.call is None or can.least is None or can.call < can.to_call or hand.level == 0:
        return None
    entry = rules.irregularities.get("string-bet")
    cite = entry.cite if entry else card_room(rules).betting.raise_cite
    params = {"seat": can.seat, "call": can.to_call, "more": can.least - hand.level}
    reason = Reason("no-string-bets", {}, cite)
    return Message("card-room.run.string-bet", params), "only-call", _others("only-call"), reason


def _too_small(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    if can.least is None or hand.level == 0 or can.stack <= can.least:
        return None
    short = can.least - hand.level - hand.table.chip
    if short < hand.table.chip or card_room(rules).betting.raise_least == "any":
        return None
    params = {"seat": can.seat, "to": hand.level + short}
    reason = Reason("raise-at-least", {"least": can.least - hand.level}, card_room(rules).betting.raise_cite)
    return Message("card-room.run.raises", params), "raise-too-small", _others("raise-too-small"), reason


def _too_large(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    """A raise above the maximum of the street or the pot."""
    if can.most is None or hand.level == 0 or can.stack <= can.most + hand.table.minimum:
        return None
    params = {"seat": can.seat, "to": can.most + hand.table.minimum}
    size = {"least": can.least, "most": can.most}
    reason = Reason("raise-between", size, card_room(rules).betting.raise_cite)
    return Message("card-room.run.raises", params), "raise-too-large", _others("raise-too-large"), reason


def _lawful(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    """A raise of the least or the largest size: it stands."""
    if can.least is None or hand.level == 0 or can.stack <= can.least:
        return None
    most = can.least if can.most is None or can.most > can.stack else can.most
    params = {"seat": can.seat, "to": rng.choice((can.least, most))}
    reason = Reason("raise-at-least", {"least": can.least - hand.level}, card_room(rules).betting.raise_cite)
    return Message("card-room.run.raises", params), "accept", _others("accept"), reason


def _others(right: str) -> tuple[str, ...]:
    """The wrong rulings on a raise."""
    return tuple(ruling for ruling in _ON_RAISES if ruling != right)


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
    wrong = ("accept", "back-all", f"fold-{can.seat}")
    reason = Reason("table.reason.irregularity", words, entry.cite)
    return Message("card-room.run.large-chip", params), "call-and-change", wrong, reason


def _short_call(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    """A call with too few chips by a player who has more."""
    entry = rules.irregularities.get("too-few-chips-to-call")
    put = can.to_call - hand.table.chip
    if entry is None or can.call is None or can.call < can.to_call or put <= 0:
        return None
    words = {"situation": entry.situation, "action": entry.action}
    wrong = ("accept", "back-all", f"fold-{can.seat}")
    reason = Reason("table.reason.irregularity", words, entry.cite)
    params = {"seat": can.seat, "call": can.to_call, "put": put}
    return Message("card-room.run.short-call", params), "add-missing", wrong, reason


def _too_many(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    if can.why_not != "cap":
        return None
    betting = card_room(rules).betting
    reason = Reason("raises-most", {"count": betting.raises}, betting.raises_cite)
    happened = Message("card-room.run.too-many", {"seat": can.seat, "count": hand.raises})
    return happened, "cap-reached", ("accept", "back-all", "raise-too-large", "raise-too-small"), reason


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
        wrong = ("back-turn", "accept", f"fold-{early}")
        return Message("card-room.run.out-of-turn", params), "stands-no-raise", wrong, reason
    if "declarations" not in rules.conduct:
        return None
    fact = rules.conduct["declarations"]
    reason = Reason("table.reason.conduct", {"says": fact.says}, fact.cite)
    wrong = ("accept", "stands-no-raise", f"fold-{early}")
    return Message("card-room.run.out-of-turn", params), "back-turn", wrong, reason


def _check_over_bet(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Found | None:
    if can.call is None:
        return None
    reason = Reason("check-not-over-a-bet", {}, card_room(rules).betting.cite)
    wrong = ("accept", "cap-reached", f"fold-{can.seat}")
    return Message("card-room.run.check-over-bet", {"seat": can.seat, "call": can.to_call}), "no-check", wrong, reason


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
    if kind in ("ask", "show", "fold", "push") and seats.replace("-", "").isdigit():
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
        "fold": "too-hard-on-him",
    }.get(kind, "another-act")


RUN = Family(
    id="run-the-hand",
    area="card-room",
    levels=(Level(10), Level(12), Level(14)),
    series=SERIES,
    build_series=_run,
    revision=5,  # 5: lawful raises are asked too, and neither the choices nor their order tell which one is right
    needs=("whose-action", "who-wins"),
)
