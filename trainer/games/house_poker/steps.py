"""The steps of a house poker round without mistakes, from the bets to the picking up of the cards.

A `Table` holds what lies there and what was said. `next_step` says what the croupier does now and whether he needs a
card or an answer for it; `perform` does it. The stages come from the rulebook (``rules.course``). `settle` settles the
seats at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.cards import Card, parse_cards
from trainer.equipment.money import Amount
from trainer.games.core import Bet, BetResult, Reason, RequestError
from trainer.games.house_poker.described_round import HouseRound, SeatHand
from trainer.games.house_poker.exchange import dealer_exchange, exchange_figures
from trainer.games.house_poker.figures import Answer, Stage, bet_figures, house_poker
from trainer.games.house_poker.hands import opens, read_hand
from trainer.games.house_poker.settle import settle
from trainer.games.limits import bounds
from trainer.rulebooks.schema import GameRules
from trainer.texts import Names

DEALER, COMMUNITY = "dealer", "community"
To = int | str


class TableSeat(msgspec.Struct, frozen=True):
    """A seat during a round: its stakes, its cards as they lie, and what it has said."""

    seat: int
    stakes: dict[str, Amount]
    cards: tuple[Card, ...] = ()
    first_cards: tuple[Card, ...] = ()
    discards: Card | None = None  # waits for the card he bought
    changes: tuple[Card, ...] = ()  # he gave them up and waits for others
    folded: bool = False
    taken: bool = False
    withdrawn: tuple[str, ...] = ()


class Table(msgspec.Struct, frozen=True):
    """A round under way: seats in the order of their numbers, the middle, the stage, and who is done with it."""

    seats: tuple[TableSeat, ...]
    meter: Amount | None = None
    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()  # as they were laid out
    burned: int = 0
    turned: int = 0
    stage: int = 0
    done: tuple[int, ...] = ()


class Step(msgspec.Struct, frozen=True):
    """What the croupier does now: with which seat, to whom the next card goes, which answers he may hear."""

    act: str
    stage: int
    seat: int | None = None
    to: To | None = None
    answers: dict[str, Answer] = {}
    reasons: tuple[Reason, ...] = ()

    @property
    def takes_card(self) -> bool:
        """Whether a card of the pack is needed for it."""
        return self.to is not None


def open_table(rules: GameRules, stakes: dict[int, dict[str, Amount]], meter: Amount | None = None) -> Table:
    """A table with the bets down and no card dealt."""
    return Table(tuple(TableSeat(seat, dict(stakes[seat])) for seat in sorted(stakes)), meter)


def in_order(rules: GameRules, seats: Sequence[int], first: str) -> list[int]:
    """Seats as they are served from a side of the croupier."""
    return sorted(seats, reverse=first != (rules.first_seat or "left"))


def deal_order(rules: GameRules, seats: Sequence[int]) -> list[To]:
    """To whom each card of the deal goes: one by one round the table, or in packets."""
    deal = house_poker(rules).deal
    middle = deal.laid_out or deal.community
    counts: list[tuple[To, int]] = [(seat, deal.player) for seat in in_order(rules, seats, deal.first)]
    counts += [(DEALER, deal.dealer), (COMMUNITY, middle)]
    if deal.method == "packets":
        return [to for to, cards in counts for _ in range(cards)]
    rounds = max(cards for _, cards in counts)
    return [to for turn in range(rounds) for to, cards in counts if turn < cards]


def stub(rules: GameRules, seats: int) -> int:
    """How many cards the rest of the pack must have with so many hands dealt."""
    deal = house_poker(rules).deal
    return 52 * deal.decks - seats * deal.player - deal.dealer - (deal.laid_out or deal.community)


# ── the next step ────────────────────────────────────────────────────────────────────────────────────────────────────


def next_step(rules: GameRules, table: Table) -> Step:
    """The croupier's next act; ``none`` when the round is over."""
    stages = house_poker(rules).course
    for place in range(table.stage, len(stages)):
        here = table if place == table.stage else msgspec.structs.replace(table, stage=place, done=())
        step = next(_steps(rules, here, stages[place]), None)
        if step is not None:
            return step
    return Step("none", len(stages))


def _steps(rules: GameRules, table: Table, stage: Stage) -> Iterator[Step]:
    """What is left to do in a stage, first things first."""
    entry = rules.procedure[stage.step]
    why = (Reason("table.reason.step", {"does": entry.does}, entry.cite),)
    playing = [each.seat for each in table.seats if not each.folded]
    match stage.act:
        case "deal":
            dealt = sum(len(each.cards) for each in table.seats) + len(table.dealer) + len(table.community)
            order = deal_order(rules, [each.seat for each in table.seats])
            if dealt < len(order):
                yield Step("deal", table.stage, to=order[dealt], reasons=why)
        case "ask":
            for each in table.seats:
                if each.folded and not each.taken:
                    fold = house_poker(rules).fold
                    reason = (Reason("take-fold", {}, fold.cite),) if fold else why
                    yield Step("take-fold", table.stage, each.seat, reasons=reason)
            for seat in in_order(rules, playing, stage.first):
                has = _seat(table, seat).stakes
                left_out = (stage.unless and stage.unless in has) or (stage.only and stage.only not in has)
                if seat not in table.done and not left_out:
                    yield Step(
                        "ask", table.stage, seat, answers=_answers(rules, _seat(table, seat), stage), reasons=why
                    )
        case "sell-cards":
            buyers = [each.seat for each in table.seats if each.discards is not None]
            for seat in in_order(rules, buyers, stage.first):
                yield Step("sell-card", table.stage, seat, to=seat, reasons=why)
        case "exchange":
            answers = _exchange_answers(rules)
            for seat in in_order(rules, playing, stage.first):
                if seat not in table.done:
                    yield Step("ask", table.stage, seat, answers=answers, reasons=why)
            for seat in in_order(rules, playing, stage.first):
                if len(_seat(table, seat).cards) < house_poker(rules).deal.player:
                    yield Step("give-card", table.stage, seat, to=seat, reasons=why)
        case "dealer-exchange" if playing:
            if not table.done:
                found = dealer_exchange(rules, table.dealer)
                yield Step("dealer-exchange", table.stage, reasons=(*why, found.reason))
            if len(table.dealer) < house_poker(rules).deal.dealer:
                yield Step("draw", table.stage, to=DEALER, reasons=why)
        case "settle":
            waiting = [each.seat for each in table.seats if stays_in(rules, each) and each.seat not in table.done]
            for seat in in_order(rules, waiting, house_poker(rules).settling.first):
                yield Step("settle", table.stage, seat, reasons=why)
        case _ if not table.done and _is_needed(rules, table, stage, playing):
            yield Step(stage.act, table.stage, reasons=why)


def _is_needed(rules: GameRules, table: Table, stage: Stage, playing: list[int]) -> bool:
    """Whether something that is done once in a round is done in this one."""
    on_meter = {each.seat for each in table.seats for bet in each.stakes if bet_figures(rules, bet).kind == "meter"}
    match stage.act:
        case "lock-meter":
            return bool(on_meter)
        case "pay-meter":
            return bool(on_meter & {each.seat for each in table.seats if stays_in(rules, each)})
        case "turn-dealer" if not playing:
            # Everybody gave up: his cards are needed only by a bet that counts them too.
            return any(
                bet_figures(rules, bet).cards == "own-and-dealer"
                for each in table.seats
                for bet in staying(rules, each)
            )
        case "announce":
            return bool(playing) and not opens(rules, read_hand(rules, (*table.dealer, *shown(rules, table))))
        case "close-bets" | "pick-up":
            return True
    return bool(playing)


def staying(rules: GameRules, seat: TableSeat) -> dict[str, Amount]:
    """The stakes of a seat that giving up does not cost it."""
    return {bet: stake for bet, stake in seat.stakes.items() if bet_figures(rules, bet).after_fold == "stays"}


def stays_in(rules: GameRules, seat: TableSeat) -> bool:
    """Whether something of a seat is still to be settled: it goes on, or has a bet that lives on without it."""
    return not seat.folded or bool(staying(rules, seat))


def _answers(rules: GameRules, seat: TableSeat, stage: Stage) -> dict[str, Answer]:
    """What may be said now: nobody buys twice, or where no card is sold."""
    sold = any(bet_figures(rules, bet).kind == "price" for bet in rules.bets)
    may_buy = sold and not seat.first_cards and seat.discards is None
    return {name: answer for name, answer in stage.answers.items() if may_buy or not answer.buys}


def shown(rules: GameRules, table: Table) -> tuple[Card, ...]:
    """The community cards that count, in the order they are turned: of those laid out the burned one lay on top."""
    deal = house_poker(rules).deal
    if not deal.laid_out or deal.laid_out == deal.community:
        return table.community
    return tuple(reversed(table.community[: deal.community]))


# ── doing it ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def perform(rules: GameRules, table: Table, step: Step, answer: str = "", card: Card | None = None) -> Table:
    """The table after a step; raises `RequestError` for an answer that cannot be given now."""
    if step.stage != table.stage:
        table = msgspec.structs.replace(table, stage=step.stage, done=())
    if step.act in ("deal", "give-card", "draw") and card is not None:
        return _dealt(table, step.to, card)
    if step.act == "dealer-exchange":
        kept = dealer_exchange(rules, table.dealer).keeps
        return msgspec.structs.replace(table, dealer=kept, done=(0,))
    if step.act == "sell-card" and card is not None and step.seat is not None:
        seat = _seat(table, step.seat)
        cards = tuple(card if held == seat.discards else held for held in seat.cards)
        return _with(table, msgspec.structs.replace(seat, cards=cards, first_cards=seat.cards, discards=None))
    if step.act == "take-fold" and step.seat is not None:
        seat = _seat(table, step.seat)
        left = staying(rules, seat) or seat.stakes
        return _with(table, msgspec.structs.replace(seat, taken=True, stakes=left))
    if step.act == "ask" and step.seat is not None:
        return _answered(rules, table, step, answer)
    if step.act == "turn-community":
        stage = house_poker(rules).course[step.stage]
        table = msgspec.structs.replace(table, turned=table.turned + stage.cards)
    if step.act == "burn":
        table = msgspec.structs.replace(table, burned=table.burned + 1)
    return msgspec.structs.replace(table, done=(*table.done, step.seat or 0))


def _dealt(table: Table, to: To | None, card: Card) -> Table:
    if to == DEALER:
        return msgspec.structs.replace(table, dealer=(*table.dealer, card))
    if to == COMMUNITY:
        return msgspec.structs.replace(table, community=(*table.community, card))
    seat = _seat(table, int(to or 0))
    return _with(table, msgspec.structs.replace(seat, cards=(*seat.cards, card)))


def _answered(rules: GameRules, table: Table, step: Step, said: str) -> Table:
    seat = _seat(table, step.seat or 0)
    word, _, thing = said.partition(" ")
    if word not in step.answers:
        raise RequestError("answers", f"{said!r} cannot be said now; that can: {', '.join(step.answers)}")
    answer = step.answers[word]
    if answer.changes:
        given = _changes(rules, seat, thing)
        kept = tuple(card for card in seat.cards if card not in given)
        table = _with(table, msgspec.structs.replace(seat, cards=kept, first_cards=seat.cards, changes=given))
        return msgspec.structs.replace(table, done=(*table.done, seat.seat))
    if answer.buys:
        seat = msgspec.structs.replace(seat, discards=_discard(seat, thing))
    stakes = dict(seat.stakes)
    if answer.puts:
        known = dict(stakes)
        stake = answer.times * known["ante"] if answer.times else bounds(rules, rules.bets[answer.puts], known).minimum
        if stake is not None:
            stakes[answer.puts] = stake
    if answer.buys:
        price = next(bet for bet in rules.bets if bet_figures(rules, bet).kind == "price")
        stakes[price] = bounds(rules, rules.bets[price], dict(stakes)).minimum or stakes["ante"]
    withdrawn = (*seat.withdrawn, answer.takes) if answer.takes else seat.withdrawn
    if answer.takes:
        stakes.pop(answer.takes, None)
    seat = msgspec.structs.replace(seat, stakes=stakes, withdrawn=withdrawn, folded=seat.folded or answer.folds)
    table = _with(table, seat)
    asked_again = answer.buys and not answer.puts  # who only bought a card still has to say whether he goes
    return table if asked_again else msgspec.structs.replace(table, done=(*table.done, seat.seat))


def _exchange_answers(rules: GameRules) -> dict[str, Answer]:
    stage = next(stage for stage in house_poker(rules).course if stage.act == "exchange")
    return stage.answers


def _changes(rules: GameRules, seat: TableSeat, thing: str) -> tuple[Card, ...]:
    """The cards a player wants to change: some of his own, no more than he may."""
    try:
        given = parse_cards(thing)
    except NotReadableError:
        raise RequestError("answers", "say which cards are changed: change 9C 4D") from None
    most = exchange_figures(rules).most
    if not 1 <= len(set(given)) == len(given) <= most:
        raise RequestError("answers", f"one to {most} cards are changed")
    missing = [card for card in given if card not in seat.cards]
    if missing:
        raise RequestError("answers", f"seat {seat.seat} does not hold {missing[0]}")
    return tuple(given)


def _discard(seat: TableSeat, thing: str) -> Card:
    try:
        card = Card.parse(thing)
    except NotReadableError:
        raise RequestError("answers", "say which card is exchanged: buy 9C") from None
    if card not in seat.cards:
        raise RequestError("answers", f"seat {seat.seat} does not hold {card}")
    return card


def _seat(table: Table, number: int) -> TableSeat:
    return next(each for each in table.seats if each.seat == number)


def _with(table: Table, seat: TableSeat) -> Table:
    seats = tuple(seat if each.seat == seat.seat else each for each in table.seats)
    return msgspec.structs.replace(table, seats=seats)


# ── the round it comes to ────────────────────────────────────────────────────────────────────────────────────────────


def as_round(rules: GameRules, table: Table) -> HouseRound:
    """The round as it is settled."""
    bets = tuple(
        Bet(bet=name, stake=stake, seat=each.seat) for each in table.seats for name, stake in each.stakes.items()
    )
    hands = tuple(
        SeatHand(
            seat=each.seat,
            cards=each.cards,
            first_cards=each.first_cards,
            folded=each.folded,
            bought_card=bool(each.changes),
            withdrawn=each.withdrawn,
        )
        for each in table.seats
    )
    community = shown(rules, table) if house_poker(rules).deal.community else ()
    return HouseRound(bets=bets, hands=hands, dealer=table.dealer, community=community, meter=table.meter)


def results_of(rules: GameRules, table: Table, seat: int) -> list[BetResult]:
    """What a seat's bets come to, at its turn to be settled."""
    return [result for result in settle(rules, as_round(rules, table)).bets if result.bet.seat == seat]


# ── asked as a situation ─────────────────────────────────────────────────────────────────────────────────────────────


def played(
    rules: GameRules, table: Table, cards: Sequence[Card], answers: Sequence[str], acts: Sequence[str] = ()
) -> tuple[Table, Step]:
    """The table after these cards and answers, then after these acts of the croupier; and the step that comes next."""
    pack, said, made = list(cards), list(answers), list(acts)
    while True:
        step = next_step(rules, table)
        missing = (step.answers and not said) or (step.takes_card and not pack)
        if step.act == "none" or missing or not (pack or said or made):
            break
        if not (pack or said):
            if made[0] != step.act:
                raise RequestError("acts", f"{made[0]!r} does not come now: the next act is {step.act}")
            made.pop(0)
        answer = said.pop(0) if step.answers else ""
        table = perform(rules, table, step, answer, pack.pop(0) if step.takes_card else None)
    for field, left in (("answers", said), ("cards", pack), ("acts", made)):
        if left:
            raise RequestError(field, f"{left[0]} comes too early or too late: the next act is {step.act}")
    return table, step


def step_facts(rules: GameRules, table: Table, step: Step) -> dict[str, Any]:
    """A step as named facts."""
    facts: dict[str, Any] = {"act": step.act}
    if step.seat is not None:
        facts["seat"] = step.seat
    if step.to is not None:
        facts["to"] = step.to
    if step.answers:
        facts["answers"] = list(step.answers)
    if step.act == "settle" and step.seat is not None:
        facts["bets"] = results_of(rules, table, step.seat)
    return facts


def answer_names(step: Step) -> dict[str, Names]:
    """What may be answered, in words."""
    return {name: answer.names for name, answer in step.answers.items()}
