"""Request form of a house poker round to settle: bets, cards and decisions; rejects impossible rounds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.core import Bet, RequestError, check_told
from trainer.games.decks import check_decks
from trainer.games.house_poker.figures import MAIN, bet_figures, compulsory_bets, has_stake, house_poker
from trainer.games.house_poker.hands import Hand, announced, opens, read_hand
from trainer.games.limits import bounds, check_stakes
from trainer.rulebooks.schema import BetRule, GameRules

FOLD, GO = "fold", "bet"
# What players say in the five regulations, by what it means.
WORDS: dict[str, str] = {
    "fold": FOLD,
    "no-voy": FOLD,
    "no voy": FOLD,
    "no-ir": FOLD,
    "no ir": FOLD,
    "paso": FOLD,
    "rendirse": FOLD,
    "bet": GO,
    "play": GO,
    "raise": GO,
    "voy": GO,
    "ir": GO,
}


class SeatHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a seat holds and did: its cards, or the hand as it is called (``rank``).

    ``first_cards`` are those it was dealt before it bought one; ``hand`` tells several hands of one table apart where
    they have no seats. A bet on the meter counts only while ``light_on``.
    """

    seat: int | None = None
    hand: int | None = None
    cards: tuple[Card, ...] = ()
    rank: str = ""
    first_cards: tuple[Card, ...] = ()
    action: str = ""
    folded: bool = False
    bought_card: bool = False
    light_on: bool = True
    withdrawn: tuple[str, ...] = ()


class HouseRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A round to settle: the bets, the hands of the seats (``player`` for bets without one) and the croupier's.

    ``said`` is what each seat answered, ``withdrawn`` the bets that were taken back, ``meter`` (or ``pot``) what the
    progressive showed when betting closed. ``dealer_opens`` replaces the croupier's cards if they do not
    matter. Without either, bets that depend on them stay on the table. ``minimum`` and ``maximum`` are the table's, as
    in `limit`, where a bet was found outside its limits too late.
    """

    bets: tuple[Bet, ...]
    player: tuple[Card, ...] = ()
    rank: str = ""
    first_cards: tuple[Card, ...] = ()
    action: str = ""
    folded: bool = False
    bought_card: bool = False
    light_on: bool = True
    withdrawn: tuple[str, ...] = ()
    hands: tuple[SeatHand, ...] = ()
    said: dict[str, str] = {}
    dealer: tuple[Card, ...] = ()
    dealer_rank: str = ""
    dealer_opens: bool | None = None
    community: tuple[Card, ...] = ()
    meter: Amount | None = None
    pot: Amount | None = None
    minimum: Amount | None = None
    maximum: Amount | None = None


Key = tuple[int | None, int | None]


class Place(msgspec.Struct, frozen=True):
    """A seat (or a hand) in a round: its bets, its hand in each ranking it is read in, and what it did."""

    key: Key
    field: str
    bets: dict[str, Bet]
    goes: bool = False  # he said that he stays in
    hands: dict[str, Hand] = {}  # by "ranking:cards"
    folded: bool = False
    bought: bool = False
    light_on: bool = True
    withdrawn: tuple[str, ...] = ()


class Told(msgspec.Struct, frozen=True):
    """A round as it was read: places, and the croupier's hand as far as it is known."""

    places: tuple[Place, ...]
    dealer: Hand | None = None
    dealer_opens: bool | None = None
    meter: Amount | None = None


def read_round(rules: GameRules, told: HouseRound) -> Told:
    """The round with everything checked; raises `RequestError` for one that cannot be."""
    check_stakes(told.bets)
    check_bets(rules, told.bets)
    seats = _seat_hands(rules, told)
    _check_cards(rules, told, seats)
    places = []
    for key in dict.fromkeys((bet.seat, bet.hand) for bet in told.bets):
        field, seat = seats.get(key, ("", SeatHand(seat=key[0], hand=key[1])))
        places.append(_place(rules, told, key, field, seat))
    for key, (field, _) in seats.items():
        if field and key not in {place.key for place in places} and told.bets:
            raise RequestError(field, "has no bet")
    dealer = _dealer(rules, told)
    if dealer is not None and house_poker(rules).opening is not None:
        check_told("dealer_opens", told.dealer_opens, opens(rules, dealer))
    return Told(tuple(places), dealer, told.dealer_opens, _meter(told))


def check_bets(rules: GameRules, bets: Sequence[Bet]) -> None:
    """Raise `RequestError` for a bet that there is not, twice on one spot, or at a seat that there is not."""
    figures = house_poker(rules)
    laid: set[tuple[str, Key]] = set()
    for index, bet in enumerate(bets):
        if bet.bet not in rules.bets:
            known = ", ".join(rules.bets)
            raise RequestError(f"bets[{index}].bet", f"{bet.bet!r} is no bet here; there are: {known}")
        if not has_stake(rules, bet.bet):
            raise RequestError(f"bets[{index}].bet", f"{bet.bet} has no stake of its own: leave it out")
        if bet.on is not None:
            raise RequestError(f"bets[{index}].on", f"{bet.bet} is one box; leave it out")
        if bet.seat is not None and not 1 <= bet.seat <= figures.seats:
            raise RequestError(f"bets[{index}].seat", f"there is no seat {bet.seat}; there are 1 to {figures.seats}")
        spot = (bet.bet, (bet.seat, bet.hand))
        if spot in laid:
            raise RequestError(f"bets[{index}].bet", f"{bet.bet} lies there already")
        laid.add(spot)


def _seat_hands(rules: GameRules, told: HouseRound) -> dict[Key, tuple[str, SeatHand]]:
    """All descriptions of seats, by seat and hand, with the field that contains each."""
    found: dict[Key, tuple[str, SeatHand]] = {}
    for index, each in enumerate(told.hands):
        key = (each.seat, each.hand)
        if key in found or key == (None, None):
            problem = "stands there already" if key in found else "is missing: say whose hand it is"
            raise RequestError(f"hands[{index}].seat", problem)
        if each.seat is not None and not 1 <= each.seat <= house_poker(rules).seats:
            raise RequestError(f"hands[{index}].seat", f"there is no seat {each.seat}")
        found[key] = (f"hands[{index}]", each)
    alone = SeatHand(
        cards=told.player,
        rank=told.rank,
        first_cards=told.first_cards,
        action=told.action,
        folded=told.folded,
        bought_card=told.bought_card,
        light_on=told.light_on,
        withdrawn=told.withdrawn,
    )
    if alone != SeatHand():
        keys = list(dict.fromkeys((bet.seat, bet.hand) for bet in told.bets)) or [(None, None)]
        if len(keys) > 1 or (keys[0] in found and (alone.cards or alone.rank)):
            raise RequestError("player", "is one hand: tell those of several seats in hands")
        if keys[0] in found:  # fields of the round describe its only hand
            field, own = found[keys[0]]
            said = {name: getattr(alone, name) for name in alone.__struct_fields__}
            plain = SeatHand()
            changed = {name: value for name, value in said.items() if value != getattr(plain, name)}
            found[keys[0]] = (field, msgspec.structs.replace(own, **changed))
        else:
            found[keys[0]] = ("", alone)
    for seat, words in told.said.items():
        number = next((key for key in ((bet.seat, bet.hand) for bet in told.bets) if str(key[0]) == seat), None)
        if number is None:
            raise RequestError(f"said.{seat}", "there is no bet at this seat")
        field, each = found.get(number, ("", SeatHand(seat=number[0], hand=number[1])))
        found[number] = (field, msgspec.structs.replace(each, action=words))
    return found


def _check_cards(rules: GameRules, told: HouseRound, seats: dict[Key, tuple[str, SeatHand]]) -> None:
    """The right number of cards everywhere, none of them a joker, none twice."""
    deal = house_poker(rules).deal
    given: dict[str, tuple[Card, ...]] = {}
    for field, each in seats.values():
        path = f"{field}.cards" if field else "player"
        given[path] = each.cards
        _count(path, each.cards, deal.player)
        first = f"{field}.first_cards" if field else "first_cards"
        _count(first, each.first_cards, deal.player)
        if each.first_cards:
            bought = [card for card in each.first_cards if card not in each.cards]
            if len(bought) > _most_changed(rules) or not each.cards:
                raise RequestError(first, "differ from the cards by more than may be exchanged")
            given[first] = tuple(bought)
    given["dealer"] = told.dealer
    _count("dealer", told.dealer, deal.dealer)
    given["community"] = told.community
    _count("community", told.community, deal.community)
    for field, cards in given.items():
        for index, card in enumerate(cards):
            if card.is_joker:
                raise RequestError(f"{field}[{index}]", "there is no joker among the cards of this game")
    check_decks(deal.decks, given)


def _most_changed(rules: GameRules) -> int:
    """How many cards of his hand a player may change: one where cards are bought."""
    exchange = house_poker(rules).exchange
    return 1 if exchange is None else exchange.most


def _count(field: str, cards: Sequence[Card], wanted: int) -> None:
    if cards and len(cards) != wanted:
        problem = f"are {wanted}, not {len(cards)}" if wanted else "there are none in this game"
        raise RequestError(field, problem)


def dealt_place(rules: GameRules, told: HouseRound, seat: SeatHand, bets: dict[str, Bet]) -> Place:
    """A seat of a round whose bets and cards are known to be possible: nothing is checked but the number of cards."""
    _count("cards", seat.cards, house_poker(rules).deal.player)
    bought = any(bet_figures(rules, bet).kind == "price" for bet in bets)
    hands = _hands(rules, told, bets, seat, "cards")
    return Place((seat.seat, None), "", bets, hands=hands, folded=seat.folded, bought=bought)


def _place(rules: GameRules, told: HouseRound, key: Key, field: str, seat: SeatHand) -> Place:
    bets = {bet.bet: bet for bet in told.bets if (bet.seat, bet.hand) == key}
    where = f"{field}." if field else ""
    meant = WORDS.get(seat.action.strip().lower(), "")
    if seat.action and not meant:
        raise RequestError(f"{where}action", f"{seat.action!r} says nothing here; there are: {', '.join(WORDS)}")
    folded = seat.folded or meant == FOLD
    if seat.folded and meant == GO:
        raise RequestError(f"{where}folded", "a player who goes on has not folded")
    _check_put_down(rules, told, bets, folded, seat.withdrawn)
    for index, bet in enumerate(seat.withdrawn):
        if bet not in withdrawable(rules):
            known = ", ".join(withdrawable(rules)) or "none"
            raise RequestError(f"{where}withdrawn[{index}]", f"{bet!r} cannot be taken back; that can: {known}")
    changed = house_poker(rules).exchange is not None and bool(seat.first_cards) and seat.first_cards != seat.cards
    bought = seat.bought_card or changed or any(bet_figures(rules, bet).kind == "price" for bet in bets)
    hands = _hands(rules, told, bets, seat, f"{where}cards" if field else "player")
    if seat.rank and seat.cards and f"{MAIN}:all" in hands:
        check_told(f"{where}rank", seat.rank, hands[f"{MAIN}:all"].told)
    return Place(key, field, bets, meant == GO, hands, folded, bought, seat.light_on, seat.withdrawn)


def withdrawable(rules: GameRules) -> tuple[str, ...]:
    """The bets that a player may take back at some stage of the round."""
    answers = (answer for stage in house_poker(rules).course for answer in stage.answers.values())
    return tuple(dict.fromkeys(answer.takes for answer in answers if answer.takes))


def _check_put_down(
    rules: GameRules, told: HouseRound, bets: dict[str, Bet], folded: bool, withdrawn: Sequence[str]
) -> None:
    """Bets of the right size beside the others, and none of a second round where a player gave up."""
    known = {name: bet.stake for name, bet in bets.items()}
    index = {id(bet): place for place, bet in enumerate(told.bets)}
    for name, bet in bets.items():
        field, rule = f"bets[{index[id(bet)]}]", rules.bets[name]
        if folded and _comes_with_going(rules, name):
            raise RequestError(f"{field}.bet", f"{name} is not put down by a player who gives up")
        figures = bet_figures(rules, name)
        if figures.kind == "duel" and figures.at == "decision" and figures.needs not in ("", *known):
            raise RequestError(f"{field}.bet", f"{name} lies only beside {figures.needs}")
        beside = {limit.of for limit in (rule.minimum, rule.maximum) if limit and limit.of in rules.bets}
        if not beside and is_one_amount(rule) and bet.stake != bounds(rules, rule, {}).minimum:
            raise RequestError(f"{field}.stake", f"must be exactly {bounds(rules, rule, {}).minimum}")
        if beside <= known.keys() and beside:
            found = bounds(rules, rule, known)
            if not found.allows(bet.stake):
                least, most = found.minimum, found.maximum
                wanted = f"exactly {most}" if least == most else f"from {least} to {most}"
                raise RequestError(f"{field}.stake", f"must be {wanted} beside {', '.join(sorted(beside))}")
        if "ante" in known and not is_a_size(rules, name, bet.stake, known["ante"]):
            sizes = ", ".join(str(each * known["ante"]) for each in bet_figures(rules, name).times)
            raise RequestError(f"{field}.stake", f"must be one of {sizes} beside ante")
    equal, compulsory = house_poker(rules).equal, compulsory_bets(rules)
    missing = [name for name in compulsory if name not in known]
    if equal is None and missing and len(missing) < len(compulsory):
        raise RequestError("bets", f"{missing[0]} is missing: it lies beside {compulsory[0]}")
    stakes = {known[name] for name in equal.bets if name in known} if equal else set()
    if equal and len(stakes) > 1:
        raise RequestError("bets", f"{', '.join(equal.bets)} must all be of one size")
    if equal and stakes and equal.bets[-1] not in known:
        raise RequestError("bets", f"{equal.bets[-1]} is missing: it always stays")
    if equal and equal.in_order:
        _check_in_order(equal.bets[:-1], [bet for bet in known if bet not in withdrawn], told)


def _check_in_order(asked: Sequence[str], lying: Sequence[str], told: HouseRound) -> None:
    """Who took one of the bets back has none of those that were asked about after it."""
    for first, then in pairwise(asked):
        if then in lying and first not in lying:
            index = next(place for place, bet in enumerate(told.bets) if bet.bet == then)
            raise RequestError(f"bets[{index}].bet", f"{then} is taken back with {first}")


def _comes_with_going(rules: GameRules, name: str) -> bool:
    """Whether only players who stay in put down this bet: a second bet, or a bet that needs one."""
    figures = bet_figures(rules, name)
    if figures.kind == "price":
        return bool(figures.needs) and bet_figures(rules, figures.needs).at == "decision"
    return figures.at == "decision"


def is_one_amount(rule: BetRule) -> bool:
    """Whether a bet is one sum of money wherever it lies."""
    return rule.minimum is not None and not rule.minimum.of and rule.minimum == rule.maximum


def is_a_size(rules: GameRules, name: str, stake: Amount, ante: Amount) -> bool:
    """Whether a bet may be so large beside an ante: one of its sizes, or anything between two of them."""
    figures = bet_figures(rules, name)
    low, high = figures.between or (ZERO, ZERO)
    return not figures.times or stake in [each * ante for each in figures.times] or low * ante <= stake <= high * ante


def _hands(rules: GameRules, told: HouseRound, bets: dict[str, Bet], seat: SeatHand, field: str) -> dict[str, Hand]:
    """The player's hand in every ranking that one of his bets looks at, as far as its cards are known."""
    found: dict[str, Hand] = {}
    wanted = {(bet_figures(rules, bet).ranking, bet_figures(rules, bet).cards) for bet in bets}
    for name, which in sorted({*wanted, (MAIN, "all")}):
        hand = _hand(rules, told, seat, name, which, field)
        if hand is not None:
            found[f"{name}:{which}"] = hand
    return found


def _hand(rules: GameRules, told: HouseRound, seat: SeatHand, name: str, which: str, field: str) -> Hand | None:
    if seat.rank and not seat.cards:
        return announced(rules, seat.rank, "rank" if field == "player" else field.replace("cards", "rank"), name)
    deal = house_poker(rules).deal
    if not seat.cards:
        return None
    if which == "own":
        return read_hand(rules, seat.cards, name)
    if which == "first":
        return read_hand(rules, seat.first_cards or seat.cards, name)
    if which == "own-and-dealer":
        return read_hand(rules, (*seat.cards, *told.dealer), name) if told.dealer else None
    if deal.community and not told.community:
        return None
    return read_hand(rules, (*seat.cards, *told.community), name)


def _dealer(rules: GameRules, told: HouseRound) -> Hand | None:
    if told.dealer_rank:
        if told.dealer:
            raise RequestError("dealer_rank", "is not needed beside the cards")
        return announced(rules, told.dealer_rank, "dealer_rank")
    if not told.dealer:
        return None
    if house_poker(rules).deal.community and not told.community:
        raise RequestError("community", "is missing: the croupier's hand needs it")
    return read_hand(rules, (*told.dealer, *told.community))


def _meter(told: HouseRound) -> Amount | None:
    if told.meter is not None and told.pot is not None and told.meter != told.pot:
        raise RequestError("pot", "is another than meter: give one of them")
    return told.meter if told.meter is not None else told.pot


def shown_hand(place: Place) -> Hand | None:
    """The main hand of a place, or if it has none, another one that its bets use; `None` without cards."""
    return place.hands.get(f"{MAIN}:all") or next(iter(place.hands.values()), None)
