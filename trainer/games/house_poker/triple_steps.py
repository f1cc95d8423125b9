"""The steps of a triple shot round without mistakes: the duel, the hand of blackjack, and the six cards of poker.

`round_steps` is a generator: it yields the next act and is sent what the act needs (a card, an answer, or nothing). It
ends when the cards are picked up. `next_act` replays cards and answers on it and tells the act that comes next.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import Amount
from trainer.games.blackjack.hands import TWENTY_ONE, is_blackjack, points
from trainer.games.core import Bet, BetResult, Case, Decision, Reason, RequestError
from trainer.games.house_poker.figures import house_poker
from trainer.games.house_poker.triple_described import (
    BLACKJACK,
    DOUBLE,
    POKER,
    SIX,
    SPLIT,
    WAR,
    TripleHand,
    TripleRound,
    may_draw,
)
from trainer.games.house_poker.triple_settle import settle, twenty_one_figures
from trainer.games.limits import check_stakes
from trainer.rulebooks.schema import GameRules

DEALER = "dealer"


class TripleNextAct(Case, frozen=True, tag="next-act"):
    """What does the croupier do next? The bet of each seat, the cards as they come from the pack, what players said.

    ``acts`` is what he has done since without a card or an answer. Players say card, stand, double or split.
    """

    places: dict[str, Amount]
    cards: tuple[Card, ...] = ()
    answers: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()


class TripleStep(msgspec.Struct, frozen=True):
    """An act: its step of the procedure, with which seat, to whom a card goes, which answers may be heard."""

    act: str
    step: str
    seat: int | None = None
    to: int | str | None = None
    face: str = ""
    answers: tuple[str, ...] = ()


class Seat:
    """A seat during a round."""

    def __init__(self, number: int, stake: Amount) -> None:
        self.number = number
        self.stakes: dict[str, Amount] = {WAR: stake, BLACKJACK: stake, POKER: stake}
        self.player: list[Card] = []
        self.split: list[Card] = []
        self.rest: list[Card] = []
        self.paid = False  # the second bet is settled already

    @property
    def cards(self) -> list[Card]:
        return [*self.player, *self.split, *self.rest]


class TripleTable:
    """Everything that lies on the table; the round changes it as it goes."""

    def __init__(self, stakes: dict[int, Amount]) -> None:
        self.seats = [Seat(number, stakes[number]) for number in sorted(stakes)]
        self.dealer: list[Card] = []

    def results(self, rules: GameRules, seat: Seat, bets: Sequence[str]) -> list[BetResult]:
        """What these bets of a seat come to with the cards that lie there."""
        cards = tuple(seat.cards) if len(seat.cards) == SIX else ()
        hand = TripleHand(seat=seat.number, player=tuple(seat.player), split=tuple(seat.split), cards=cards)
        told = tuple(Bet(bet=name, stake=stake, seat=seat.number) for name, stake in seat.stakes.items())
        settled = settle(rules, TripleRound(bets=told, hands=(hand,), dealer=tuple(self.dealer)))
        return [result for result in settled.bets if result.bet.bet in bets]


Steps = Generator[TripleStep, Any, None]


def round_steps(rules: GameRules, table: TripleTable) -> Steps:
    """The round from the close of bets to the picking up."""
    left = table.seats if rules.first_seat == "left" else table.seats[::-1]
    right = left[::-1] if house_poker(rules).settling.first == "right" else left
    yield TripleStep("close-bets", "close-bets")
    for seat in left:
        seat.player.append((yield TripleStep("deal", "first-card", to=seat.number, face="up")))
    table.dealer.append((yield TripleStep("deal", "first-card", to=DEALER, face="up")))
    for seat in right:
        yield TripleStep("settle", "settle-war", seat.number)
    for seat in left:
        seat.player.append((yield TripleStep("deal", "second-card", to=seat.number, face="up")))
    table.dealer.append((yield TripleStep("deal", "second-card", to=DEALER, face="down")))
    for seat in left:
        yield from _offered(rules, seat)
    yield TripleStep("turn-dealer", "dealer-hand")
    if any(not seat.paid and not is_blackjack(seat.player) for seat in table.seats):
        while points(table.dealer).total < twenty_one_figures(rules).stands_on:
            table.dealer.append((yield TripleStep("deal", "dealer-hand", to=DEALER, face="up")))
    for seat in right:
        if not seat.paid:
            yield TripleStep("settle", "settle-blackjack", seat.number)
    for seat in left:
        while len(seat.cards) < SIX:
            seat.rest.append((yield TripleStep("deal", "complete-six", to=seat.number, face="down")))
    for seat in right:
        yield TripleStep("settle", "settle-poker", seat.number)
    yield TripleStep("pick-up", "pick-up")


def _offered(rules: GameRules, seat: Seat) -> Steps:
    """Cards for one seat: until it stands, goes over, or has so many that it wins."""
    charlie = twenty_one_figures(rules).charlie
    while may_draw(rules, seat.player) and len(seat.player) < charlie:
        answers = ["card", "stand"]
        if len(seat.player) == 2:
            answers.append(DOUBLE)
            if all(card.rank == "A" for card in seat.player):
                answers.append(SPLIT)
        said = yield TripleStep("ask", "offer-cards", seat.number, answers=tuple(answers))
        if said == "stand":
            return
        if said == SPLIT:
            seat.stakes[SPLIT] = seat.stakes[BLACKJACK]
            seat.split = [seat.player.pop()]
            for hand in (seat.player, seat.split):
                hand.append((yield TripleStep("deal", "offer-cards", seat.number, to=seat.number, face="up")))
            return
        face = "down" if said == DOUBLE else "up"
        seat.player.append((yield TripleStep("deal", "offer-cards", seat.number, to=seat.number, face=face)))
        if said == DOUBLE:
            seat.stakes[DOUBLE] = seat.stakes[BLACKJACK]
            break
    total = points(seat.player).total
    if total > TWENTY_ONE:
        seat.paid = True
        yield TripleStep("collect", "settle-blackjack", seat.number)
    elif len(seat.player) >= charlie:
        seat.paid = True
        yield TripleStep("pay-at-once", "six-cards", seat.number)


def next_act(rules: GameRules, asked: TripleNextAct) -> Decision:
    """Play the cards, answers and acts so far, then say what comes next."""
    table = TripleTable(_stakes(rules, asked))
    pack, said, made = list(asked.cards), list(asked.answers), list(asked.acts)
    seen: set[Card] = set()
    for index, card in enumerate(pack):
        if card.is_joker or card in seen:
            raise RequestError(f"cards[{index}]", "there is no joker among the cards, and each card comes once")
        seen.add(card)
    running = round_steps(rules, table)
    step: TripleStep | None = next(running)
    while step is not None and (pack or said or made):
        sent: Any = None
        if step.to is not None:
            if not pack:
                break
            sent = pack.pop(0)
        elif step.answers:
            if not said:
                break
            sent = said.pop(0)
            if sent not in step.answers:
                raise RequestError("answers", f"{sent!r} cannot be said now; that can: {', '.join(step.answers)}")
        elif made and not (pack or said):
            if made[0] != step.act:
                raise RequestError("acts", f"{made[0]!r} does not come now: the next act is {step.act}")
            made.pop(0)
        try:
            step = running.send(sent)
        except StopIteration:
            step = None
    for field, rest in (("answers", said), ("cards", pack), ("acts", made)):
        if rest:
            raise RequestError(field, f"{rest[0]} comes too early or too late")
    if step is None:
        return Decision({"act": "none"}, (Reason("round-over", {}, rules.cite),))
    entry = rules.procedure[step.step]
    return Decision(_step_facts(rules, table, step), (Reason("table.reason.step", {"does": entry.does}, entry.cite),))


def _stakes(rules: GameRules, asked: TripleNextAct) -> dict[int, Amount]:
    most = house_poker(rules).seats
    if not asked.places:
        raise RequestError("places", "is missing: say who has bet what")
    stakes: dict[int, Amount] = {}
    for seat, stake in asked.places.items():
        if not seat.isdecimal() or not 1 <= int(seat) <= most or int(seat) in stakes:
            raise RequestError(f"places.{seat}", f"there is no such seat; there are 1 to {most}")
        check_stakes((Bet(bet=WAR, stake=stake),), f"places.{seat}")
        stakes[int(seat)] = stake
    return stakes


def _step_facts(rules: GameRules, table: TripleTable, step: TripleStep) -> dict[str, Any]:
    facts: dict[str, Any] = {"act": step.act, "step": step.step}
    if step.seat is not None:
        facts["seat"] = step.seat
    if step.to is not None:
        facts |= {"to": step.to, "face": step.face}
    if step.answers:
        facts["answers"] = list(step.answers)
    bets = {
        "settle-war": (WAR,),
        "settle-blackjack": (BLACKJACK, DOUBLE, SPLIT),
        "six-cards": (BLACKJACK, DOUBLE),
        "settle-poker": (POKER,),
    }.get(step.step, ())
    if bets and step.seat is not None:
        seat = next(each for each in table.seats if each.number == step.seat)
        facts["bets"] = table.results(rules, seat, bets)
    return facts
