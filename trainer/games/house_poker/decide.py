"""Answers to `decide` at house poker: hands, the dealer's opening, who wins, the next act, orders, counts, prizes.

Also the cut, how the cards are laid out, and the lights of the progressive. Irregularities are ruled on in
`irregularities`.
"""

from __future__ import annotations

from typing import Any

from trainer.equipment.cards import Card
from trainer.equipment.money import Amount
from trainer.games.core import Bet, Case, Decision, Reason, RequestError
from trainer.games.decks import check_decks
from trainer.games.facts import StatedFact, stated
from trainer.games.house_poker.booking import Duel, compared, dealer_opens, duel, opening_reasons
from trainer.games.house_poker.described_round import HouseRound, SeatHand, read_round
from trainer.games.house_poker.figures import MAIN, bet_figures, compulsory_bets, house_poker, ranking
from trainer.games.house_poker.hands import Hand, announced, called, hand_cite, paid_row, read_hand
from trainer.games.house_poker.irregularities import Irregular, mend
from trainer.games.house_poker.steps import deal_order, in_order, open_table, played, step_facts, stub
from trainer.games.limits import check_stakes
from trainer.games.procedure import Regulated, by_the_book
from trainer.rulebooks.schema import GameRules


class Rank(Case, frozen=True, tag="rank"):
    """What hand is this, which cards make it, and what does it win on each bet? ``ranking`` where there are several."""

    cards: tuple[Card, ...]
    ranking: str = MAIN


class Opens(Case, frozen=True, tag="opens"):
    """Does the croupier open with these cards? One hand, or several of them."""

    dealer: tuple[Card, ...] = ()
    dealer_hands: tuple[tuple[Card, ...], ...] = ()
    community: tuple[Card, ...] = ()


class Compare(Case, frozen=True, tag="compare"):
    """Whose hand is higher, and why?"""

    player: tuple[Card, ...]
    dealer: tuple[Card, ...]
    community: tuple[Card, ...] = ()


class NextAct(Case, frozen=True, tag="next-act"):
    """What does the croupier do next? The bets of each seat, the cards as they come from the pack, what players said.

    ``acts`` is what he has done since without a card or an answer: turned his hand, settled a seat.
    """

    places: dict[str, dict[str, Amount]]
    cards: tuple[Card, ...] = ()
    answers: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    meter: Amount | None = None


class Orders(Case, frozen=True, tag="order"):
    """In which order are these seats served: the deal, the questions, the settling?"""

    seats: tuple[int, ...]


class Stub(Case, frozen=True, tag="stub"):
    """How many cards must the rest of the pack have with so many players? ``counted``: is it right?"""

    players: tuple[int, ...]
    counted: tuple[int, ...] = ()


class Cut(Case, frozen=True, tag="cut"):
    """Is the pack cut well with so many cards taken from the top?"""

    cards: tuple[int, ...]


class Lights(Case, frozen=True, tag="lights"):
    """Do the chips of the progressive agree with the lights?"""

    lights: tuple[int, ...]
    chips: tuple[int, ...]


class Layout(Case, frozen=True, tag="layout"):
    """How many cards does everybody receive, and how does the croupier's hand lie?"""


class PrizeOrder(Case, frozen=True, tag="prize-order"):
    """In which order are these prizes of the progressive paid?"""

    hands: tuple[SeatHand, ...]


Situation = (
    Rank
    | Opens
    | Compare
    | NextAct
    | Orders
    | Stub
    | Cut
    | Lights
    | Layout
    | PrizeOrder
    | Irregular
    | StatedFact
    | Regulated
)


def decide(rules: GameRules, situation: Situation) -> Decision:
    """The answer to a situation, with reasons."""
    match situation:
        case Rank():
            return _rank(rules, situation)
        case Opens():
            return _opens(rules, situation)
        case Compare():
            return _compare(rules, situation)
        case NextAct():
            return next_act(rules, situation)
        case Orders():
            return _orders(rules, situation.seats)
        case Stub():
            return _stub(rules, situation)
        case Cut():
            return _cut(rules, situation.cards)
        case Lights():
            return _lights(rules, situation)
        case Layout():
            return _layout(rules)
        case PrizeOrder():
            return _prize_order(rules, situation.hands)
        case Irregular():
            return mend(rules, situation)
        case StatedFact():
            return stated(rules, situation)
        case _:
            return by_the_book(rules, situation)


# ── hands ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _rank(rules: GameRules, asked: Rank) -> Decision:
    figures = house_poker(rules).hands
    if asked.ranking not in figures:
        raise RequestError("ranking", f"{asked.ranking!r} is not one of: {', '.join(figures)}")
    size = ranking(rules, asked.ranking).order.size
    if not size <= len(asked.cards) <= 7:
        raise RequestError("cards", f"are {size} to 7, not {len(asked.cards)}")
    check_pack({"cards": asked.cards})
    hand = read_hand(rules, asked.cards, asked.ranking)
    pays: dict[str, Any] = {}
    for bet, rule in rules.bets.items():
        row = paid_row(hand, rule.pay_table) if bet_figures(rules, bet).ranking == asked.ranking else ""
        if row:
            pays[bet] = rule.pay_table[row].ratio
    facts = {
        "hand": hand.told,
        "row": hand.row,
        "category": hand.category.value,
        "cards": list(hand.cards),
        "pays": pays,
    }
    return Decision(facts, (_has(rules, hand),))


def _opens(rules: GameRules, asked: Opens) -> Decision:
    if house_poker(rules).opening is None:
        raise RequestError("case", f"the croupier need not open at {rules.game}")
    hands = asked.dealer_hands or (asked.dealer,)
    found = []
    for index, cards in enumerate(hands):
        field = f"dealer_hands[{index}]" if asked.dealer_hands else "dealer"
        if not cards:
            raise RequestError(field, "is missing")
        told = read_round(rules, HouseRound(bets=(), dealer=cards, community=asked.community))
        found.append((bool(dealer_opens(rules, told)), told.dealer.told if told.dealer else "", told))
    reasons = tuple(reason for _, _, told in found for reason in opening_reasons(rules, told))
    if not asked.dealer_hands:
        does, row, _ = found[0]
        return Decision({"dealer_opens": does, "dealer_qualifies": does, "dealer_hand": row}, reasons)
    opened = [does for does, _, _ in found]
    facts = {"dealer_opens": opened, "dealer_qualifies": opened, "dealer_hand": [row for _, row, _ in found]}
    return Decision(facts, reasons)


def _compare(rules: GameRules, asked: Compare) -> Decision:
    if not any(bet_figures(rules, bet).kind == "duel" for bet in rules.bets):
        raise RequestError("case", f"nobody plays against the croupier at {rules.game}")
    bets = tuple(Bet(bet=bet, stake=Amount(1)) for bet in compulsory_bets(rules))
    told = read_round(rules, HouseRound(bets=bets, player=asked.player, dealer=asked.dealer, community=asked.community))
    if not asked.player or told.dealer is None:
        raise RequestError("player" if not asked.player else "dealer", "is missing")
    place, dealer = told.places[0], told.dealer
    hand = place.hands[f"{MAIN}:all"]
    higher = compared(rules, told, place)
    outcome = duel(rules, told, place)
    facts: dict[str, Any] = {"player_hand": hand.told, "dealer_hand": dealer.told, "higher": higher.value}
    facts["outcome"] = outcome.value
    does = dealer_opens(rules, told)
    if does is not None:
        facts |= {"dealer_opens": does, "dealer_qualifies": does}
    settling = house_poker(rules).settling
    names = {Duel.PLAYER: "player-higher", Duel.DEALER: "dealer-higher", Duel.TIE: "hands-equal"}
    params = {"player": called(rules, hand), "dealer": called(rules, dealer)}
    cites = {Duel.PLAYER: settling.win_cite, Duel.DEALER: settling.lose_cite, Duel.TIE: settling.tie_cite}
    reason = Reason(names[higher], params, cites[higher] or settling.cite)
    return Decision(facts, (*opening_reasons(rules, told), reason))


def _has(rules: GameRules, hand: Hand) -> Reason:
    return Reason("player-has", {"hand": called(rules, hand)}, hand_cite(rules, hand))


def check_pack(given: dict[str, tuple[Card, ...]]) -> None:
    """Raise `RequestError` for a joker, or a card that comes twice."""
    for field, cards in given.items():
        for index, card in enumerate(cards):
            if card.is_joker:
                raise RequestError(f"{field}[{index}]", "there is no joker among the cards of this game")
    check_decks(1, given)


# ── the round ────────────────────────────────────────────────────────────────────────────────────────────────────────


def next_act(rules: GameRules, asked: NextAct) -> Decision:
    """Play the cards, answers and acts so far, then say what comes next."""
    figures = house_poker(rules)
    if not asked.places:
        raise RequestError("places", "is missing: say who has bet what")
    stakes: dict[int, dict[str, Amount]] = {}
    for seat, laid in asked.places.items():
        if not seat.isdecimal() or not 1 <= int(seat) <= figures.seats or int(seat) in stakes:
            raise RequestError(f"places.{seat}", f"there is no such seat; there are 1 to {figures.seats}")
        for bet in laid:
            if bet not in rules.bets:
                raise RequestError(f"places.{seat}.{bet}", f"is no bet here; there are: {', '.join(rules.bets)}")
            if bet_figures(rules, bet).at != "start":
                raise RequestError(f"places.{seat}.{bet}", "is put down later: it follows from what the player says")
        check_stakes((Bet(bet=bet, stake=stake) for bet, stake in laid.items()), f"places.{seat}")
        missing = [bet for bet in compulsory_bets(rules) if bet not in laid]
        if missing:
            raise RequestError(f"places.{seat}.{missing[0]}", "is missing")
        if figures.equal and len({laid[bet] for bet in figures.equal.bets}) > 1:
            raise RequestError(f"places.{seat}", f"{', '.join(figures.equal.bets)} must all be of one size")
        stakes[int(seat)] = laid
    check_pack({"cards": asked.cards})
    table, step = played(rules, open_table(rules, stakes, asked.meter), asked.cards, asked.answers, asked.acts)
    reasons = step.reasons or (Reason("round-over", {}, rules.cite),)
    return Decision(step_facts(rules, table, step), reasons)


def _orders(rules: GameRules, seats: tuple[int, ...]) -> Decision:
    figures = house_poker(rules)
    for index, seat in enumerate(seats):
        if not 1 <= seat <= figures.seats or seat in seats[:index]:
            raise RequestError(f"seats[{index}]", f"there are seats 1 to {figures.seats}, each once")
    settle = in_order(rules, seats, figures.settling.first)
    asks = [stage for stage in figures.course if stage.act == "ask"]
    facts: dict[str, Any] = {
        "deal": in_order(rules, seats, figures.deal.first),
        "order": settle,
        "settle": settle,
        "settle_from": figures.settling.first,
        "deal_from": figures.deal.first,
    }
    reasons = [Reason("deal-order", {}, figures.deal.cite), Reason("settle-order", {}, figures.settling.cite)]
    if asks:
        facts["ask"] = in_order(rules, seats, asks[0].first)
        facts["ask_from"] = asks[0].first
    meters = [rules.bets[bet].cite for bet in rules.bets if bet_figures(rules, bet).kind == "meter"]
    if meters:
        facts["meter"] = "after-the-base-game" if figures.settling.meter == "after" else "with-each-hand"
    return Decision(facts, tuple(reasons))


def _stub(rules: GameRules, asked: Stub) -> Decision:
    figures = house_poker(rules)
    for index, players in enumerate(asked.players):
        if not 1 <= players <= figures.seats:
            raise RequestError(f"players[{index}]", f"are 1 to {figures.seats}")
    if asked.counted and len(asked.counted) != len(asked.players):
        raise RequestError("counted", "must have as many entries as players")
    facts: dict[str, Any] = {"stub_cards": [stub(rules, players) for players in asked.players]}
    if asked.counted:
        facts["right"] = [wanted == found for wanted, found in zip(facts["stub_cards"], asked.counted, strict=True)]
    if figures.stub_every:
        facts["count_every"] = figures.stub_every
    return Decision(facts, (Reason("stub", {}, figures.stub_cite or figures.deal.cite),))


def _cut(rules: GameRules, cards: tuple[int, ...]) -> Decision:
    figures = house_poker(rules)
    if figures.least_cut is None or figures.cut_cite is None:
        raise RequestError("case", f"{rules.rulebook} does not say how many cards are cut")
    for index, taken in enumerate(cards):
        if not 0 <= taken <= 52:
            raise RequestError(f"cards[{index}]", "are 0 to 52")
    facts = {"valid": [figures.least_cut <= taken < 52 for taken in cards], "least": figures.least_cut}
    return Decision(facts, (Reason("least-cut", {"least": figures.least_cut}, figures.cut_cite),))


def _lights(rules: GameRules, asked: Lights) -> Decision:
    lit = [bet for bet in rules.bets if bet_figures(rules, bet).light]
    if not lit:
        raise RequestError("case", f"no bet of {rules.game} has a light here")
    if len(asked.lights) != len(asked.chips):
        raise RequestError("chips", "must have as many entries as lights")
    figures = bet_figures(rules, lit[0])
    cite = figures.light_cite or rules.bets[lit[0]].cite
    match = [lights == chips for lights, chips in zip(asked.lights, asked.chips, strict=True)]
    return Decision({"match": match}, (Reason("lights-and-chips", {}, cite),))


def _layout(rules: GameRules) -> Decision:
    deal = house_poker(rules).deal
    facts: dict[str, Any] = {"cards": deal.player, "cards_at_a_time": deal.player if deal.method == "packets" else 1}
    if deal.dealer:
        facts |= {"face_down": deal.dealer - (1 if deal.up else 0), "face_up": 1 if deal.up else 0}
        facts["bank_last"] = deal_order(rules, [1])[-1] == "dealer"
        if deal.up:
            facts["face_up_card"] = deal.up
            facts["bank_card_up"] = "last" if deal.up == deal.dealer else "first"
    if deal.community:
        laid = deal.laid_out or deal.community
        facts |= {"community": deal.community, "community_dealt": laid, "burn": laid if laid > deal.community else None}
        if laid > deal.community:
            facts |= {"first_community": laid - 1, "second_community": laid - 2}
        facts = {name: value for name, value in facts.items() if value is not None}
    return Decision(facts, (Reason("layout", {}, deal.up_cite or deal.cite),))


def _prize_order(rules: GameRules, hands: tuple[SeatHand, ...]) -> Decision:
    name = next((bet for bet in rules.bets if bet_figures(rules, bet).meter is not None), "")
    meter = bet_figures(rules, name).meter if name else None
    if meter is None:
        raise RequestError("case", f"there is no progressive at {rules.game} here")
    figures = house_poker(rules)
    won: dict[int, str] = {}
    for index, each in enumerate(hands):
        if each.seat is None or not 1 <= each.seat <= figures.seats or each.seat in won:
            raise RequestError(f"hands[{index}].seat", f"must be one of 1 to {figures.seats}, each once")
        if not each.rank and not each.cards:
            raise RequestError(f"hands[{index}].rank", "is missing")
        hand = (
            read_hand(rules, each.cards, bet_figures(rules, name).ranking)
            if each.cards
            else announced(rules, each.rank, f"hands[{index}].rank", bet_figures(rules, name).ranking)
        )
        row = paid_row(hand, meter.prizes)
        if row:
            won[each.seat] = row
    rows = list(meter.prizes)
    seats = in_order(rules, list(won), figures.settling.first)
    if meter.order == "smallest-first":
        seats.sort(key=lambda seat: rows.index(won[seat]))
    when = "after-the-base-game" if figures.settling.meter == "after" else "with-each-hand"
    facts = {"order": [won[seat] for seat in seats], "seats": seats, "when": when}
    return Decision(facts, (Reason(f"prizes-{meter.order}", {}, meter.cite or rules.bets[name].cite),))
