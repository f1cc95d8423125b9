"""Players against a player-held bank: the auction of the bank, banco announcements, priority of bets, who plays the
hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, get_args

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.baccarat.bank_figures import bank_game
from trainer.games.baccarat.bets import cloth_of
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
    rules: GameRules, bids: Sequence[Bid], minimum: Amount | None, excluded: Sequence[int], banker_seat: int | None
) -> Decision:
    """Who gets the bank: the highest bid; of equal ones a seated player's, then by the order of priority, or by lot.

    Bids of those who may not take part (who just passed the bank, and his partner) or below the minimum do not count.
    """
    figures = bank_game(rules)
    bank = figures.bank
    offers = [bid for bid in bids if bid.seat not in excluded and bid.amount > 0]
    heard = [bid for bid in offers if minimum is None or bid.amount >= minimum]
    if not heard and bank.without_bids == "game-over":
        return Decision({"game_over": True}, (Reason("nobody-bids-game-over", {}, bank.auction_cite),))
    if not heard:
        amount = bank.minimum.amount({"minimum": minimum or rules.table.minimum})
        facts = {"bank_goes_to": "right-of-leaving-banker", "amount": amount}
        return Decision(facts, (Reason("nobody-bids", {"amount": amount}, bank.auction_cite),))
    highest = max(bid.amount for bid in heard)
    equal = [bid.seat for bid in heard if bid.amount == highest]
    if bank.equal_bids == "by-lot" and len(equal) > 1:
        facts = {"by_lot": equal, "amount": highest}
        return Decision(facts, (Reason("equal-bids-by-lot", {"seats": equal, "amount": highest}, bank.auction_cite),))
    places = cloth_of(figures.places, [banker_seat, *(bid.seat for bid in bids)], None)
    best = min(heard, key=lambda bid: (-bid.amount, bid.standing, _away(rules, bid.seat, banker_seat, places)))
    reason = Reason("highest-bid", {"seat": best.seat, "amount": best.amount}, bank.auction_cite)
    unheard = sorted(bid.seat for bid in bids if bid.seat in excluded and bid.amount >= best.amount)
    why = [Reason("may-not-bid", {"seats": unheard}, bank.auction_cite)] if unheard else []
    return Decision({"bank_goes_to": best.seat, "amount": best.amount}, (*why, reason))


def may_follow(rules: GameRules, lost_banco: bool, lone_bettor: bool, other_saw_cards: bool) -> Decision:
    """Whether a player may call banco suivi: he made banco and lost, or bet alone; not once another saw the cards."""
    cite = bank_game(rules).point.suivi_cite
    if cite is None:
        raise RequestError("case", "this rulebook knows no banco suivi")
    entitled = lost_banco or lone_bettor
    name = "suivi-cards-seen" if entitled and other_saw_cards else "suivi-allowed" if entitled else "suivi-refused"
    return Decision({"allowed": name == "suivi-allowed"}, (Reason(name, {}, cite),))


def _away(rules: GameRules, seat: int | None, banker_seat: int | None, places: int) -> int:
    """How late a seat comes in the order of priority; who has none comes last."""
    if seat is None:
        return places
    if bank_game(rules).point.on_equal_bets == "from-banker-right":
        # Seats are counted on to the banker's right: the next number where seat 1 is at the croupier's right.
        step = 1 if rules.first_seat == "right" else -1
        return (step * (seat - (banker_seat or 0)) - 1) % places
    if bank_game(rules).point.on_equal_bets == "from-croupier-left":
        return seat if rules.first_seat == "left" else places - seat
    return seat


def by_priority(
    rules: GameRules,
    bets: Sequence[Punt],
    points: Sequence[int],
    bank: Amount | None,
    banker_seat: int | None,
    seats: int | None,
) -> list[int]:
    """Stakes against the bank, by their places in a request, in the order in which the bank answers for them.

    Who makes banco comes first, whether he says so or not; then the seated before the standing, each by the rulebook's
    order of the seats. Equal ones keep the order in which they were laid.
    """
    figures = bank_game(rules)
    places = cloth_of(figures.places, [banker_seat, *(bets[index].seat for index in points)], seats)
    named = dict(zip(points, _bancos_named([bets[index] for index in points], bank), strict=True))

    def place(index: int) -> tuple[int, bool, int]:
        bet = named[index]
        announced = _BEFORE.index(bet.announced) if bet.announced else len(_BEFORE)
        return announced, bet.standing, _away(rules, bet.seat, banker_seat, places)

    return sorted(points, key=place)


def stakes_by_player(bets: Iterable[Bet]) -> list[Amount]:
    """What each player has against the bank; a bet without a seat is taken by itself."""
    seated: dict[int, Amount] = {}
    alone: list[Amount] = []
    for bet in bets:
        if bet.bet != "player":
            continue
        if bet.seat is None or getattr(bet, "standing", False):
            alone.append(bet.stake)
        else:
            seated[bet.seat] = seated.get(bet.seat, ZERO) + bet.stake
    return [*seated.values(), *alone]


def makes_banco(bets: Iterable[Punt], bank: Amount | None) -> bool:
    """Whether somebody plays against the whole bank."""
    every = list(bets)
    called = any(bet.announced in ("banco", "banco-seguido") for bet in every)
    return called or (bank is not None and bank in stakes_by_player(every))


def _bancos_named(bets: Sequence[Punt], bank: Amount | None) -> list[Punt]:
    """Who stakes the whole bank makes banco, whether he says so or not."""
    whole = [makes_banco([other for other in bets if _is_one_player(bet, other)], bank) for bet in bets]
    return [
        msgspec.structs.replace(bet, announced="banco") if makes and bet.announced is None else bet
        for bet, makes in zip(bets, whole, strict=True)
    ]


def _is_one_player(bet: Punt, other: Punt) -> bool:
    """A standing player has a seat's place and not its stakes; a bet without a seat is taken by itself."""
    seated = bet.seat is not None and not (bet.standing or other.standing)
    return bet is other or (seated and bet.seat == other.seat)


def is_free_banco(rules: GameRules, bets: Iterable[Punt], bank: Amount | None) -> bool:
    """Whether the point may draw or stand as he likes because he makes banco and the house allows it."""
    return rules.chosen.get("free-banco") == "yes" and makes_banco(bets, bank)


def check_punts(rules: GameRules, bets: Sequence[Punt], bank: Amount | None, banker_seat: int | None = None) -> None:
    """Raise `RequestError` for a bet that is not taken against this bank, or that the banker makes himself."""
    taken = ("player", "banker") if bank_game(rules).bank.outside_bank_bets else ("player",)
    for index, bet in enumerate(bets):
        if bet.bet not in taken:
            problem = (
                f"{bet.bet!r} is not taken here: only bets against the bank are; what the banker puts up is 'bank'"
            )
            raise RequestError(f"bets[{index}].bet", problem)
        if bet.on is not None:
            raise RequestError(f"bets[{index}].on", f"{bet.bet} is not made on anything; leave it out")
        if bet.announced in ("con-la-mesa", "ultimo-completo") and bank is not None and bet.stake * 2 != bank:
            raise RequestError(f"bets[{index}].stake", f"banco con la mesa takes half the bank, {bank / 2}")
        if bet.announced in ("banco", "banco-seguido") and bank is not None and bet.stake != bank:
            raise RequestError(f"bets[{index}].stake", f"banco takes the whole bank, {bank}")
        if bet.bet == "player" and bet.seat is not None and bet.seat == banker_seat and not bet.standing:
            raise RequestError(f"bets[{index}].seat", "the banker does not bet against his own bank")


def opponent(
    rules: GameRules, bets: Sequence[Punt], bank: Amount | None, banker_seat: int | None, seats: int | None
) -> Decision:
    """The seat that plays against the bank, or decides for the points: announcements first, then the highest bet."""
    figures = bank_game(rules)
    punts = _bancos_named([bet for bet in bets if bet.bet == "player"], bank)
    check_punts(rules, bets, bank, banker_seat)

    def priority(bet: Punt) -> tuple[bool, int]:
        """Seated before standing, then by numbers from the banker's right (or from the croupier's left)."""
        return bet.standing, _away(rules, bet.seat, banker_seat, places)

    places = cloth_of(figures.places, [banker_seat, *(bet.seat for bet in punts)], seats)
    key = "cards_to_seat" if figures.point.holds_cards else "decider"
    cite = figures.point.cite
    equal = (Reason(f"equal-bets-{figures.point.on_equal_bets}", {}, cite),)
    for announced in _BEFORE:
        callers = sorted((bet for bet in punts if bet.announced == announced), key=priority)
        if callers:
            order = rules.orders.get("opponent")
            where = order.cite if order else cite
            seat = callers[0].seat
            if seat is None:
                return Decision({key: "standing"}, (Reason("cards-to-standing", {}, where),))
            why = Reason(f"cards-to-{announced}", {"seat": seat}, where)
            return Decision({key: seat}, (why, *(equal if len(callers) > 1 else ())))
    totals: dict[int, Amount] = {}
    for bet in punts:
        if bet.seat is not None and not bet.standing:
            totals[bet.seat] = totals.get(bet.seat, ZERO) + bet.stake
    deciders = [bet for bet in punts if not (bet.standing and figures.point.holds_cards)]
    if not deciders:
        raise RequestError("bets", "no seated player bets against the bank")

    def staked(bet: Punt) -> Amount:
        return bet.stake if bet.seat is None or bet.standing else totals[bet.seat]

    chosen = min(deciders, key=lambda bet: (-staked(bet), priority(bet)))
    stake = staked(chosen)
    name = "cards-to-highest-bet" if figures.point.holds_cards else "highest-bet-decides"
    why = Reason(name, {"seat": chosen.seat, "stake": stake}, cite)
    is_tied = len({bet.seat for bet in deciders if staked(bet) == stake}) > 1
    return Decision({key: chosen.seat}, (why, *(equal if is_tied else ())))
