"""Settlement of a poker hand: pots, rake, winners and their shares."""

from __future__ import annotations

from typing import Any

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.card_room.figures import Stakes, card_room, read_street, stakes
from trainer.games.card_room.hands import Shown, best_hand, each_once, read_cards, winners
from trainer.games.card_room.pots import Pot, odd_order, part, rake, share, split_unit
from trainer.games.core import Reason, RequestError, Settlement
from trainer.games.percent_taken import percent_taken
from trainer.rulebooks.schema import GameRules
from trainer.texts import Message


class HandEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a hand ended. Seats are numbers from 1 in the order of play.

    Either ``paid``, what each seat put into the hand, with those who ``folded``; or ``pots`` as they lie. Winners come
    from ``hands`` (own cards by seat) and the ``board``, or are named: ``winners`` for every pot alike, or seats with
    the ``best_first``, equal ones together. Who is in the hand but shows none of the ``hands`` has given his up.
    ``reached`` is the last street dealt, ``before`` what each pot held when the commission fell due, ``button`` the
    button's seat. Without winners only pots and commission are told.
    """

    paid: dict[str, Amount] = {}
    folded: tuple[int, ...] = ()
    pots: tuple[Amount, ...] = ()
    hands: dict[str, tuple[str, ...]] = {}
    board: tuple[str, ...] = ()
    winners: tuple[int, ...] = ()
    best_first: tuple[tuple[int, ...], ...] = ()
    button: int | None = None
    reached: str | None = None
    before: tuple[Amount, ...] = ()
    rake_percent: Amount | None = None
    minimum: Amount | None = None
    maximum: Amount | None = None
    smallest_chip: Amount | None = None


def settle(rules: GameRules, end: HandEnd) -> Settlement:
    """Settle every pot: rake, winners and shares."""
    table = stakes(rules, end.minimum, end.maximum, end.smallest_chip)
    if bool(end.paid) == bool(end.pots):
        raise RequestError("paid", "give what each seat put in, or the pots as they lie")
    paid = {read_seat(seat, f"paid.{seat}"): amount for seat, amount in end.paid.items()}
    _check(rules, end, paid)
    parted = part(paid, end.folded) if paid else None
    pots = parted.pots if parted else tuple(Pot(amount, ()) for amount in end.pots)
    percent = rake_percent(rules, end.rake_percent)
    amounts = [pot.amount for pot in pots]
    if end.before and len(end.before) != len(amounts):
        raise RequestError("before", f"there are {len(amounts)} pots")
    for index, (held, amount) in enumerate(zip(end.before, amounts, strict=False)):
        if not 0 <= held <= amount:
            raise RequestError(f"before[{index}]", f"is not between nothing and what the pot holds, {amount}")
    named = end.minimum is not None or end.maximum is not None  # without given limits the rake has no cap
    raked = rake(rules, table, amounts, percent, end.reached, end.before or None, capped=named)
    shown = show(rules, end.hands, end.board)
    facts: dict[str, Any] = {"pots": []}
    reasons: list[Reason] = []
    data = card_room(rules)
    if parted and len(pots) > 1:
        reasons.append(Reason("side-pots", {"count": len(pots)}, data.side_pot_cite))
    if parted and parted.returned:
        facts["returned"] = dict(parted.returned)
        (seat, back), *_ = parted.returned.items()
        reasons.append(Reason("uncalled-returned", {"seat": seat, "amount": back}, data.side_pot_cite))
    reasons += raked.reasons
    won: dict[int, Amount] = {}
    for pot, taken in zip(pots, raked.rakes, strict=True):
        line, why = _pot(rules, end, table, pot, taken, shown)
        facts["pots"].append(line)
        reasons += why
        for seat, amount in line.get("shares", {}).items():
            won[seat] = won.get(seat, ZERO) + amount
    facts["rake"] = sum(raked.rakes, ZERO)
    facts["rakes"] = list(raked.rakes)
    facts["total"] = sum(amounts, ZERO)
    facts["rake_percent"] = percent
    if won:
        facts["won"] = won
        facts["split"] = any(len(line.get("winners", ())) > 1 for line in facts["pots"])
    if shown:
        facts["hands"] = {seat: one.category for seat, one in shown.items()}
        closed = [seat for seat in sorted(paid) if seat not in shown and seat not in end.folded]
        if closed:
            facts["given_up"] = closed
            reasons.append(Reason("closed-cards-lose", {}, data.showdown.closed_cite))
    return Settlement((), tuple(reasons), facts)


def _check(rules: GameRules, end: HandEnd, paid: dict[int, Amount]) -> None:
    most = card_room(rules).players.most
    for seat in paid:
        check_seat(rules, seat, f"paid.{seat}")
    if end.button is not None:
        check_seat(rules, end.button, "button")
    if len(end.pots) > most:
        raise RequestError("pots", f"{most} players make {most} pots at most")
    for index, amount in enumerate(end.pots):
        if amount <= 0:
            raise RequestError(f"pots[{index}]", "must be above 0")
    if paid and len(paid) < 2:
        raise RequestError("paid", "a hand has two players at least")
    if paid and not any(paid.values()):
        raise RequestError("paid", "nobody put anything in")
    for index, seat in enumerate(end.folded):
        if seat not in paid:
            raise RequestError(f"folded[{index}]", f"seat {seat} put nothing in")
    if paid and len(end.folded) >= len(paid):
        raise RequestError("folded", "somebody is left in the hand")
    _check_winners(end, paid)
    for seat in (*end.winners, *(seat for group in end.best_first for seat in group)):
        check_seat(rules, seat, "winners" if end.winners else "best_first")
    for place in end.hands:
        number = read_seat(place, f"hands.{place}")
        check_seat(rules, number, f"hands.{place}")
        if paid and (number not in paid or number in end.folded):
            raise RequestError(f"hands.{place}", "is not in the hand")
    if end.reached is not None:
        read_street(rules, end.reached, "reached")


def _check_winners(end: HandEnd, paid: dict[int, Amount]) -> None:
    named = [*end.winners, *(seat for group in end.best_first for seat in group)]
    field = "winners" if end.winners else "best_first"
    if bool(end.winners) + bool(end.best_first) + bool(end.hands) > 1:
        raise RequestError(field, "say who wins in one way: winners, best_first or hands")
    for seat in named:
        if seat < 1 or (paid and (seat not in paid or seat in end.folded)):
            raise RequestError(field, f"seat {seat} is not in the hand")
    if len(set(named)) != len(named):
        raise RequestError(field, "names a seat twice")


def _pot(
    rules: GameRules, end: HandEnd, table: Stakes, pot: Pot, taken: Amount, shown: dict[int, Shown]
) -> tuple[dict[str, Any], list[Reason]]:
    data = card_room(rules)
    line: dict[str, Any] = {"amount": pot.amount, "rake": taken, "paid": pot.amount - taken}
    if pot.eligible:
        line["eligible"] = list(pot.eligible)
    best = _winners(end, pot, shown)
    if not best:
        return line, []
    order = odd_order(rules, best, end.button)
    shares = share(pot.amount - taken, order, split_unit(rules, table))
    line["winners"] = sorted(best)
    line["shares"] = dict(sorted(shares.shares.items()))
    reasons = []
    if len(best) > 1:
        reasons.append(Reason("pot-split", {"count": len(best)}, data.ranking.tie_cite))
    elif best[0] in shown:
        name = Message(f"card-room.hand.{shown[best[0]].category}")
        reasons.append(Reason("pot-won-by", {"seat": best[0], "hand": name}, data.ranking.cite))
    else:
        reasons.append(Reason("pot-won", {"seat": best[0]}, data.fold_cite))
    if shares.odd_to and len(best) > 1:
        line["odd_chip_to"] = list(shares.odd_to)
        reasons.append(
            Reason(f"odd-chip-{data.showdown.odd_chip}", {"seats": list(shares.odd_to)}, data.showdown.odd_cite)
        )
    return line, reasons


def _winners(end: HandEnd, pot: Pot, shown: dict[int, Shown]) -> tuple[int, ...]:
    if len(pot.eligible) == 1:
        return pot.eligible
    for group in end.best_first or ((end.winners,) if end.winners else ()):
        found = tuple(seat for seat in group if not pot.eligible or seat in pot.eligible)
        if found:
            return found
    if end.winners or end.best_first:
        raise RequestError("winners" if end.winners else "best_first", "names nobody who plays for one of the pots")
    among = [seat for seat in pot.eligible if seat in shown] if pot.eligible else list(shown)
    if end.hands and not among:
        raise RequestError("hands", "nobody who plays for one of the pots shows his cards")
    return winners(shown, among) if among else ()


def show(rules: GameRules, hands: dict[str, tuple[str, ...]], board: tuple[str, ...]) -> dict[int, Shown]:
    """Hands by seat with what they make; raises `RequestError` if cards are missing or occur twice."""
    if not hands:
        return {}
    numbers = {"board": read_cards(rules, board, "board")}
    numbers |= {f"hands.{seat}": read_cards(rules, own, f"hands.{seat}") for seat, own in hands.items()}
    each_once(numbers)
    check_sizes(rules, {seat: len(own) for seat, own in hands.items()}, len(board))
    return {
        read_seat(seat, f"hands.{seat}"): best_hand(rules, numbers[f"hands.{seat}"], numbers["board"]) for seat in hands
    }


def check_sizes(rules: GameRules, own: dict[str, int], board: int) -> None:
    """Raise `RequestError` if a player or the board does not have the cards of a complete hand."""
    streets = card_room(rules).streets.values()
    wanted = sum(len(street.own) for street in streets)
    common = sum(street.board for street in streets)
    last = card_room(rules).last_card is not None  # one common card may replace everybody's last card
    if board != common and not (last and board == 1):
        raise RequestError("board", f"{rules.game} has {common} cards on the board, not {board}")
    for seat, count in own.items():
        if count != wanted - (last and board == 1):
            raise RequestError(f"hands.{seat}", f"a player of {rules.game} has {wanted} cards, not {count}")


def check_seat(rules: GameRules, seat: int, field: str) -> None:
    """Raise `RequestError` for a seat that the table does not have."""
    most = card_room(rules).players.most
    if not 1 <= seat <= most:
        raise RequestError(field, f"seats go from 1 to {most}")


def read_seat(text: str, field: str) -> int:
    """Parse a seat number that is written as a key."""
    if not text.isdecimal() or not 0 < int(text) < 100:
        raise RequestError(field, "seats are numbered from 1")
    return int(text)


def rake_percent(rules: GameRules, given: Amount | None = None) -> Amount:
    """Rake percentage: the one given, else the house's; raises `RequestError` if it is not allowed."""
    return percent_taken(rules, "rake-percent", "rake_percent", given)
