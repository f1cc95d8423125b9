"""Random card-room tables: stakes, players, stacks, deals, simulated betting, and the pieces on the felt.

Spots: ``seat:N`` (the player's chips), ``seat:N/cards``, ``seat:N/bet``, ``button:N``, ``board``, ``pot:1`` and higher,
``burn``, ``muck``, ``rake`` and ``call``.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec

from trainer.drills.kit import cash, felt_of, scene_on
from trainer.drills.scene import AnyPiece, CardPiece, Marker, Note, Scene
from trainer.equipment.money import ZERO, Amount
from trainer.games.card_room.betting import act, start
from trainer.games.card_room.figures import Stakes, card_room, stakes, street_names
from trainer.games.card_room.hand import ActName, Hand
from trainer.games.card_room.play import next_street, sighted, up_cards
from trainer.games.card_room.pots import Pot, part
from trainer.games.card_room.seats import is_mano
from trainer.games.card_room.sizes import Choices, choices
from trainer.games.poker import cards
from trainer.rulebooks import GameRules
from trainer.texts import Message, Names

MOST_SHOWN = 9  # most hands on one table


class Dealt(msgspec.Struct, frozen=True):
    """A shuffled deck dealt to seats: all own cards and the whole board, as numbers."""

    own: dict[int, tuple[int, ...]]
    board: tuple[int, ...]


class PlayerAct(msgspec.Struct, frozen=True):
    """An action of a player."""

    seat: int
    act: ActName
    to: Amount | None = None


def own_count(rules: GameRules) -> int:
    return sum(len(street.own) for street in card_room(rules).streets.values())


def board_count(rules: GameRules) -> int:
    return sum(street.board for street in card_room(rules).streets.values())


def most_seats(rules: GameRules) -> int:
    """The most players that the deck suffices for and the felt can show."""
    data = card_room(rules)
    pack = 4 * (cards.ACE - data.pack.lowest + 1)
    burns = sum(street.burn for street in data.streets.values())
    aside = data.last_card.set_aside if data.last_card else 0
    return min(MOST_SHOWN, data.players.most, (pack - board_count(rules) - burns - aside) // own_count(rules))


def pick_seats(rules: GameRules, rng: random.Random, count: int) -> tuple[int, ...]:
    """``count`` seats of the table, in order; at least as many as the game needs."""
    most = card_room(rules).players.most
    wanted = max(min(count, most_seats(rules)), min(card_room(rules).players.least, most_seats(rules)))
    return tuple(sorted(rng.sample(range(1, most + 1), wanted)))


def whole_pack(rules: GameRules) -> list[int]:
    """Every card of the game's deck."""
    lowest = card_room(rules).pack.lowest
    every = range(len(cards.CARDS))
    return [number for number in every if number != cards.JOKER_NUMBER and cards.RANK[number] >= lowest]


def deal(rules: GameRules, rng: random.Random, seats: Sequence[int]) -> Dealt:
    """All cards of a hand, dealt from one deck."""
    pack = whole_pack(rules)
    rng.shuffle(pack)
    size, common = own_count(rules), board_count(rules)
    own = {seat: tuple(pack[place * size : (place + 1) * size]) for place, seat in enumerate(seats)}
    return Dealt(own, tuple(pack[len(seats) * size : len(seats) * size + common]))


def table_stakes(rules: GameRules, rng: random.Random, level: int = 1) -> Stakes:
    """Limits at which rooms play, with a smallest chip that can make half a bet."""
    least = rules.table.minimum * rng.choice((1,) if level == 1 else (1, 2, 4))
    chip = next((value for value in rules.info.chips.values if least / 2 % value == 0), rules.info.chips.values[-1])
    return stakes(rules, Fraction(least), None, chip)


def sign_kind(rules: GameRules) -> str:
    """What the sign of the table states: its maximum only if a bet or the commission depends on it."""
    data = card_room(rules)
    limits = [limit for street in data.streets.values() for limit in (street.least, street.most)]
    depends = any(limit.of == "maximum" for limit in (*limits, data.rake.cap) if limit is not None)
    return "sign" if depends else "minimum-sign"


def table_sign(rules: GameRules, minimum: Amount, maximum: Amount | None) -> Message:
    """The sign of a table, as a question states it."""
    return Message(f"by-heart.table.{sign_kind(rules)}", {"minimum": minimum, "maximum": maximum})


def smallest_chip(rules: GameRules, table: Stakes) -> Message | str:
    """The smallest chip as a question states it; empty where the commission is not rounded down to it."""
    is_rounded_to_chips = card_room(rules).rake.rounding == "down-to-chip"
    return Message("card-room.smallest-chip", {"chip": table.chip}) if is_rounded_to_chips else ""


def round_down(amount: Amount, chip: Amount) -> Amount:
    """An amount rounded down to whole chips, at least one."""
    return max(chip, amount // chip * chip)


def can_make(rules: GameRules, amount: Amount) -> bool:
    """Whether the house's chips can make up an amount."""
    return amount % rules.info.chips.values[-1] == 0


def random_stacks(rng: random.Random, table: Stakes, seats: Sequence[int], short: bool = False) -> dict[int, Amount]:
    """The players' stacks: deep or, with ``short``, some with only a few bets left."""
    found = {}
    for seat in seats:
        bets = rng.choice((2, 3, 5, 8)) if short and rng.random() < 0.45 else rng.randrange(20, 80)
        found[seat] = round_down(table.minimum * bets + rng.randrange(0, 10) * table.chip, table.chip)
    return found


# ── players who act ──────────────────────────────────────────────────────────────────────────────────────────────────


def begin(rules: GameRules, table: Stakes, stacks: Mapping[int, Amount], button: int | None, dealt: Dealt) -> Hand:
    """A hand with its forced bets made."""
    first = card_room(rules).streets[street_names(rules)[0]]
    opener = sighted(rules, first, dealt.own, 0, list(stacks))
    return start(rules, table, stacks, button, opener)


def random_act(rules: GameRules, rng: random.Random, hand: Hand, loose: float = 0.72) -> tuple[PlayerAct, Hand]:
    """What the player to act does, and the hand after it: mostly check or call, sometimes bet, raise or fold."""
    can = choices(rules, hand)
    told = _wished(rules, rng, hand, can, loose)
    return told, act(rules, hand, told.act, told.to, can=can)


def _wished(rules: GameRules, rng: random.Random, hand: Hand, can: Choices, loose: float) -> PlayerAct:
    wish = rng.random()
    if can.least is not None and can.most is not None and (wish < 0.3 or (not can.can_check and can.call is None)):
        return PlayerAct(can.seat, "raise" if can.raises else "bet", _size(rules, rng, hand, can))
    if can.can_check:
        return PlayerAct(can.seat, "check")
    if can.can_fold and wish > loose:
        return PlayerAct(can.seat, "fold")
    return PlayerAct(can.seat, "call")


def _size(rules: GameRules, rng: random.Random, hand: Hand, can: Choices) -> Amount:
    """A realistic size of a bet or raise: the minimum, a few times it, or the pot."""
    assert can.least is not None and can.most is not None
    unit = hand.table.of(u) if (u := card_room(rules).betting.unit) else hand.table.chip
    step = max(hand.table.minimum, can.least - hand.level)
    # Nobody bets a single chip even if it is allowed; a forced bet is completed to the full bet.
    usual = can.least if hand.bring_in else max(can.least, hand.level + hand.table.minimum)
    wanted = usual + rng.choice((0, 0, 1, 2, 3)) * step
    to = hand.level + (wanted - hand.level) // unit * unit if wanted > can.least else can.least
    return can.least if not can.least <= to <= can.most else to


def play_until(
    rules: GameRules,
    rng: random.Random,
    hand: Hand,
    dealt: Dealt,
    street: int,
    acts: int,
    loose: float = 0.85,
) -> tuple[Hand, list[PlayerAct]]:
    """A hand played to some action of a street, or as far as it goes; with the actions of that street."""
    told: list[PlayerAct] = []
    while True:
        if hand.phase == "round-over":
            if hand.street + 1 >= len(street_names(rules)):
                return hand, told
            hand, told = next_street(rules, hand, dealt.own), []
            continue
        if hand.phase != "betting" or (hand.street >= street and len(told) >= acts):
            return hand, told
        one, hand = random_act(rules, rng, hand, loose if hand.street >= street else 0.95)
        told.append(one)


# ── the felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def scene(rules: GameRules, pieces: Iterable[AnyPiece], glow: Iterable[str] = ()) -> Scene:
    return scene_on(felt_of(rules), pieces, glow)


def pile(rules: GameRules, spot: str, amount: Amount) -> list[AnyPiece]:
    """Cash chips on a spot; empty for 0."""
    return [cash(rules, spot, amount)] if amount > 0 else []


def own_cards(rules: GameRules, seat: int, numbers: Sequence[int], street: int | None = None) -> list[AnyPiece]:
    """A player's cards: all face up (a showdown), or as they lie in play on a street."""
    if street is None:
        return [CardPiece(spot=f"seat:{seat}/cards", card=str(cards.CARDS[n]), offset=i) for i, n in enumerate(numbers)]
    faces = [face for one in list(card_room(rules).streets.values())[: street + 1] for face in one.own]
    return [
        CardPiece(
            spot=f"seat:{seat}/cards",
            card=str(cards.CARDS[number]) if face == "up" else "",
            face_up=face == "up",
            offset=place,
        )
        for place, (number, face) in enumerate(zip(numbers, faces, strict=False))
    ]


def board_cards(numbers: Sequence[int]) -> list[AnyPiece]:
    return [
        CardPiece(spot="board", card=str(cards.CARDS[number]), offset=place) for place, number in enumerate(numbers)
    ]


def closed_card(spot: str, place: int) -> CardPiece:
    return CardPiece(spot=spot, card="", face_up=False, offset=place)


def button_at(rules: GameRules, button: int | None) -> list[AnyPiece]:
    if card_room(rules).button is None or button is None:
        return []
    if is_mano(rules):
        return [Marker(spot=f"button:{button}", kind="button", label="M")]
    return [Marker(spot=f"button:{button}", kind="dealer-button")]


def note(spot: str, says: Message | Names | str) -> Note:
    return Note(spot=spot, says=says)


def hand_pieces(rules: GameRules, hand: Hand, dealt: Dealt, told: Sequence[PlayerAct] = ()) -> list[AnyPiece]:
    """A hand in play: cards, button, bets, pots, and the actions of this street."""
    pieces = button_at(rules, hand.button)
    shown = sum(street.board for street in list(card_room(rules).streets.values())[: hand.street + 1])
    pieces += board_cards(dealt.board[:shown])
    if card_room(rules).board_lies_closed:
        pieces += [closed_card("board", place) for place in range(shown, len(dealt.board))]
    for place, seat in enumerate(hand.seats):
        if not hand.folded[place]:
            pieces += own_cards(rules, seat, dealt.own[seat], hand.street)
        pieces += pile(rules, f"seat:{seat}/bet", hand.bets[place])
        pieces += pile(rules, f"seat:{seat}", hand.stacks[place])
    for number, pot in enumerate(pots_in_middle(hand), 1):
        pieces += pile(rules, f"pot:{number}", pot.amount)
    pieces += [note(f"seat:{one.seat}", act_words(one)) for one in _last_words(told)]
    return pieces


def pots_in_middle(hand: Hand) -> tuple[Pot, ...]:
    """The pots in the middle, without the bets of this street."""
    paid = {seat: hand.paid[place] - hand.bets[place] for place, seat in enumerate(hand.seats)}
    folded = [seat for place, seat in enumerate(hand.seats) if hand.folded[place]]
    return part(paid, folded).pots if any(paid.values()) else ()


def _last_words(told: Sequence[PlayerAct]) -> list[PlayerAct]:
    return list({one.seat: one for one in told}.values())


def act_words(one: PlayerAct) -> Message:
    """An action in the words of the table."""
    return Message(f"card-room.act.{one.act}", {"to": one.to if one.to is not None else ZERO})


def seat_name(seat: int) -> Message:
    return Message("card-room.seat", {"seat": seat})


def visible_cards(rules: GameRules, hand: Hand, dealt: Dealt) -> dict[int, tuple[int, ...]]:
    """The visible cards of everybody still in."""
    return {hand.seats[p]: up_cards(rules, dealt.own[hand.seats[p]], hand.street) for p in hand.in_hand}
