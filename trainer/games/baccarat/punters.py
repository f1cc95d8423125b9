"""Who plays against a player-held bank: announcements, priorities, and who decides for the points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.baccarat.bank_figures import BankGameFigures, bank_game
from trainer.games.core import Bet, Decision, Reason, RequestError
from trainer.rulebooks.schema import GameRules

Announced = Literal["banco-seguido", "banco", "banco-en-asociacion", "ultimo-completo", "con-la-mesa"]
# Who repeats a lost banco goes before a new one, one player before several who share it, and who completes the
# table's banco before who began it.
_BEFORE: tuple[Announced, ...] = get_args(Announced)


class Punt(Bet, frozen=True):
    """A stake against the bank, or for it where the house takes that; ``seat`` of a standing player is his place."""

    standing: bool = False
    announced: Announced | None = None


class Bid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a player offers for the bank in an auction."""

    amount: Amount
    seat: int
    standing: bool = False


def auction(
    rules: GameRules, bids: Sequence[Bid], minimum: Amount, excluded: Sequence[int], banker_seat: int | None
) -> Decision:
    """Who gets the bank: the highest bid; of equal ones a seated player's, then by the order of priority, or by lot.

    Bids of those who may not take part (who just passed the bank, and his partner) or below the minimum do not count.
    """
    figures = bank_game(rules)
    bank = figures.bank
    heard = [bid for bid in bids if bid.seat not in excluded and bid.amount >= minimum]
    if not heard and bank.without_bids == "game-over":
        return Decision({"game_over": True}, (Reason("nobody-bids-game-over", {}, bank.auction_cite),))
    if not heard:
        amount = bank.minimum.amount({"minimum": minimum})
        facts = {"bank_goes_to": "right-of-leaving-banker", "amount": amount}
        return Decision(facts, (Reason("nobody-bids", {"amount": amount}, bank.auction_cite),))
    highest = max(bid.amount for bid in heard)
    equal = [bid.seat for bid in heard if bid.amount == highest]
    if bank.equal_bids == "by-lot" and len(equal) > 1:
        facts = {"by_lot": equal, "amount": highest}
        return Decision(facts, (Reason("equal-bids-by-lot", {"seats": equal, "amount": highest}, bank.auction_cite),))
    best = min(heard, key=lambda bid: (-bid.amount, bid.standing, _away(figures, bid.seat, banker_seat, None)))
    reason = Reason("highest-bid", {"seat": best.seat, "amount": best.amount}, bank.auction_cite)
    return Decision({"bank_goes_to": best.seat, "amount": best.amount}, (reason,))


def may_follow(rules: GameRules, lost_banco: bool, lone_bettor: bool, other_saw_cards: bool) -> Decision:
    """Whether a player may call banco suivi: he made banco and lost, or bet alone; not once another saw the cards."""
    cite = bank_game(rules).point.suivi_cite
    if cite is None:
        raise RequestError("case", "this rulebook knows no banco suivi")
    entitled = lost_banco or lone_bettor
    name = "suivi-cards-seen" if entitled and other_saw_cards else "suivi-allowed" if entitled else "suivi-refused"
    return Decision({"allowed": name == "suivi-allowed"}, (Reason(name, {}, cite),))


def _away(figures: BankGameFigures, seat: int | None, banker_seat: int | None, seats: int | None) -> int:
    """How late a seat comes in the order of priority."""
    places = seats or figures.places.seats[0]
    here = seat or places
    return (here - (banker_seat or 0) - 1) % places if figures.point.on_equal_bets == "from-banker-right" else here


def by_priority(
    rules: GameRules, bets: Sequence[Punt], points: Sequence[int], banker_seat: int | None, seats: int | None
) -> list[int]:
    """Stakes against the bank, by their places in a request, in the order in which the bank answers for them.

    Who makes banco comes first; where the rulebook ranks the players, the seated before the standing and by numbers
    from the banker's right. Equal ones keep the order in which they were laid.
    """
    figures = bank_game(rules)
    ranked = figures.point.on_equal_bets == "from-banker-right"

    def place(index: int) -> tuple[int, bool, int]:
        bet = bets[index]
        announced = _BEFORE.index(bet.announced) if bet.announced else len(_BEFORE)
        away = _away(figures, bet.seat, banker_seat, seats) if ranked and banker_seat is not None else 0
        return announced, ranked and bet.standing, away

    return sorted(points, key=place)


def opponent(
    rules: GameRules, bets: Sequence[Punt], bank: Amount | None, banker_seat: int | None, seats: int | None
) -> Decision:
    """The seat that plays against the bank, or decides for the points: announcements first, then the highest bet."""
    figures = bank_game(rules)
    punts = [bet for bet in bets if bet.bet == "player"]
    for index, bet in enumerate(punts):
        if bet.announced in ("con-la-mesa", "ultimo-completo") and bank is not None and bet.stake * 2 != bank:
            raise RequestError(f"bets[{index}].stake", f"banco con la mesa takes half the bank, {bank / 2}")
        if bet.announced in ("banco", "banco-seguido") and bank is not None and bet.stake != bank:
            raise RequestError(f"bets[{index}].stake", f"banco takes the whole bank, {bank}")

    def priority(bet: Punt) -> tuple[bool, int]:
        """Seated before standing, then by numbers from the banker's right (or from the croupier's left)."""
        return bet.standing, _away(figures, bet.seat, banker_seat, seats)

    key = "cards_to_seat" if figures.point.holds_cards else "decider"
    cite = figures.point.cite
    for announced in _BEFORE:
        callers = sorted((bet for bet in punts if bet.announced == announced), key=priority)
        if callers:
            order = rules.orders.get("opponent")
            where = order.cite if order else cite
            seat = callers[0].seat
            if seat is None:
                return Decision({key: "standing"}, (Reason("cards-to-standing", {}, where),))
            return Decision({key: seat}, (Reason(f"cards-to-{announced}", {"seat": seat}, where),))
    totals: dict[tuple[bool, int], tuple[Amount, Punt]] = {}
    for bet in punts:
        if not (bet.standing and figures.point.holds_cards):
            together, _ = totals.get(priority(bet), (ZERO, bet))
            totals[priority(bet)] = (together + bet.stake, bet)
    if not totals:
        raise RequestError("bets", "no seated player bets against the bank")
    best = min(totals, key=lambda place: (-totals[place][0], place))
    stake, chosen = totals[best]
    name = "cards-to-highest-bet" if figures.point.holds_cards else "highest-bet-decides"
    return Decision({key: chosen.seat}, (Reason(name, {"seat": chosen.seat, "stake": stake}, cite),))
