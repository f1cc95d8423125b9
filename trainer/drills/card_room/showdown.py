"""The showdown: the best five cards, the winner, and the division of the pot."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

from trainer.drills.card_room.table import (
    Dealt,
    board_cards,
    board_count,
    button_at,
    can_make,
    deal,
    note,
    own_cards,
    own_count,
    pick_seats,
    pile,
    round_down,
    scene,
    seat_name,
    table_sign,
    table_stakes,
    whole_pack,
)
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm, HandsForm, Slot
from trainer.drills.kit import print_amounts
from trainer.drills.scene import AnyPiece
from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount, print_amount
from trainer.games.card_room.decide import ShowdownCase, decide
from trainer.games.card_room.figures import Stakes, card_room, hand_ranks
from trainer.games.card_room.hands import Shown, best_hand, rank_of
from trainer.games.card_room.pots import odd_order, rake_threshold, share, split_unit
from trainer.games.card_room.settle import HandEnd, settle
from trainer.games.core import Decision, Reason
from trainer.games.poker import cards
from trainer.rulebooks import GameRules
from trainer.texts import Message

_HANDS = {1: (2, 2), 2: (3, 4), 3: (5, 6), 4: (7, 9)}
_TRIES = 24  # deals to choose from, so that the best hands are close
_PLAIN = 0.7  # share of level 1 hands with a pair at most, however rare that is in the game


def shown_of(rules: GameRules, dealt: Dealt) -> dict[int, Shown]:
    return {seat: best_hand(rules, own, dealt.board) for seat, own in dealt.own.items()}


def as_text(numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(str(cards.CARDS[number]) for number in numbers)


def judged(rules: GameRules, dealt: Dealt) -> Decision:
    """The showdown as the engine decides it."""
    hands = {str(seat): as_text(own) for seat, own in dealt.own.items()}
    return decide(rules, ShowdownCase(hands=hands, board=as_text(dealt.board)))


def table_pieces(rules: GameRules, dealt: Dealt) -> list[AnyPiece]:
    pieces = board_cards(dealt.board)
    for seat, own in dealt.own.items():
        pieces += own_cards(rules, seat, own)
    return pieces


def close_deal(rules: GameRules, rng: random.Random, seats: Sequence[int], split: bool) -> Dealt:
    """A deal whose best hands are close or, with ``split``, equal if some deal has them."""
    if split and not board_count(rules):
        return _equal_deal(rules, rng, seats)
    deals: list[Dealt] = []
    for _ in range(_TRIES * (3 if split else 1)):
        deals.append(deal(rules, rng, seats))
        if split:
            best, second = _two_best(rules, deals[-1])
            if best == second:
                return deals[-1]
    return next((dealt for dealt in deals if _is_close(rules, dealt)), deals[0])


def _two_best(rules: GameRules, dealt: Dealt) -> tuple[int, int]:
    best, second, *_ = sorted((rank_of(rules, own, dealt.board) for own in dealt.own.values()), reverse=True)
    return best, second


def _is_close(rules: GameRules, dealt: Dealt) -> bool:
    """Whether the two best hands are of one category and not equal."""
    best, second = _two_best(rules, dealt)
    return best != second and hand_ranks(rules).category(best) == hand_ranks(rules).category(second)


def _equal_deal(rules: GameRules, rng: random.Random, seats: Sequence[int]) -> Dealt:
    """A deal without a board in which the two best hands are equal: the ranks of one again in other suits."""
    size = own_count(rules)
    while True:
        pack = whole_pack(rules)
        rng.shuffle(pack)
        hand, pack = pack[:size], pack[size:]
        twin = _in_other_suits(hand, pack)
        if len(twin) < size:
            continue
        rest = [number for number in pack if number not in twin]
        others = [rest[place * size : (place + 1) * size] for place in range(len(seats) - 2)]
        hands = [hand, twin, *others]
        ranks = [rank_of(rules, one) for one in hands]
        if ranks[0] == ranks[1] == max(ranks):
            rng.shuffle(hands)
            return Dealt({seat: tuple(own) for seat, own in zip(seats, hands, strict=True)}, ())


def _in_other_suits(hand: Sequence[int], pack: Sequence[int]) -> list[int]:
    """Cards of the deck with the ranks of a hand; fewer if a rank has run out."""
    found: list[int] = []
    for number in hand:
        same = [one for one in pack if cards.RANK[one] == cards.RANK[number] and one not in found]
        found += same[:1]
    return found


# ── who wins ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _who_wins(rules: GameRules, level: int, rng: random.Random) -> Draft:
    least, most = _HANDS[level]
    seats = pick_seats(rules, rng, rng.randint(least, most))[: most if level > 1 else 2]
    dealt = close_deal(rules, rng, seats, split=rng.random() < 0.25)
    told = judged(rules, dealt)
    winners = [str(seat) for seat in told.facts["winners"]]
    mistakes = _who_mistakes(rules, dealt, winners)
    return Draft(
        prompt=Message("card-room.prompt.who-wins"),
        scene=scene(rules, table_pieces(rules, dealt)),
        form=ChoiceForm(tuple(Choice(str(seat), seat_name(seat)) for seat in dealt.own), several=True),
        solution=" ".join(winners),
        reasons=_winning_reasons(rules, told, dealt),
        mistakes=mistakes,
        after=scene(rules, table_pieces(rules, dealt), glow=[f"seat:{seat}/cards" for seat in winners]),
    )


def _winning_reasons(rules: GameRules, told: Decision, dealt: Dealt) -> tuple[Reason, ...]:
    """Reasons for the winners and the best of the others; at a full table the rest is left out."""
    if len(dealt.own) <= 4:
        return told.reasons
    told_of = set(told.facts["winners"])
    others = {seat: rank_of(rules, own, dealt.board) for seat, own in dealt.own.items() if seat not in told_of}
    if others:
        told_of.add(max(others, key=lambda seat: others[seat]))
    return tuple(r for r in told.reasons if r.rule != "seat-has" or r.params["seat"] in told_of)


def _who_mistakes(rules: GameRules, dealt: Dealt, winners: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Mistakes by name and answer: only one of several winners, any five cards where hand and board are prescribed, the
    board ignored."""
    found: list[tuple[str, str]] = []
    if len(winners) > 1:
        found += [("forgot-the-split", seat) for seat in winners]
    if card_room(rules).ranking.uses == "two-and-three":
        free = {seat: hand_ranks(rules).best((*own, *dealt.board)) for seat, own in dealt.own.items()}
        found.append(("used-any-five", _best(free)))
    if dealt.board:
        own = {seat: max((cards.RANK[number] for number in numbers), default=0) for seat, numbers in dealt.own.items()}
        found.append(("looked-at-own-cards", _best(own)))
    return tuple(found)


def _best(values: dict[int, int]) -> str:
    top = max(values.values())
    return " ".join(str(seat) for seat, value in values.items() if value == top)


# ── which five ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _best_five(rules: GameRules, level: int, rng: random.Random) -> Draft:
    wants_plain = level == 1 and rng.random() < _PLAIN
    for _ in range(60):
        dealt = deal(rules, rng, (1,))
        shown = best_hand(rules, dealt.own[1], dealt.board)
        if (shown.category in ("high-card", "pair")) == wants_plain:
            break
    own, board = dealt.own[1], dealt.board
    pieces = (*as_text(own), *as_text(board))
    equal = tuple(
        _setting(pieces, as_text(five)) for five in _fives(rules, own, board) if _same(rules, five, shown.rank)
    )
    seat = pick_seats(rules, rng, 2)[0]
    laid = board_cards(board) + own_cards(rules, seat, own)
    name = Message(f"card-room.hand.{shown.category}")
    ranking = card_room(rules).ranking
    reasons = (
        Reason(f"uses-{ranking.uses}", {}, ranking.uses_cite),
        Reason("best-is", {"hand": name, "cards": list(map(Card.parse, shown.five))}, ranking.cite),
    )
    wrong = []
    if ranking.uses == "two-and-three":
        ranks = hand_ranks(rules)
        free = as_text(ranks.making(sorted((*own, *board))))
        if set(free) != set(shown.five):
            wrong.append(("used-any-five", _setting(pieces, free)))
    return Draft(
        prompt=Message("card-room.prompt.best-five", {"seat": seat}),
        scene=scene(rules, laid),
        form=HandsForm(
            pieces,
            (
                Slot("hand", Message("card-room.slot.hand"), 5),
                Slot("rest", Message("card-room.slot.rest"), len(pieces) - 5),
            ),
            equal,
        ),
        solution=_setting(pieces, shown.five),
        reasons=reasons,
        mistakes=tuple(wrong),
        after=scene(rules, [*laid, note(f"seat:{seat}", name)]),
    )


def _fives(rules: GameRules, own: Sequence[int], board: Sequence[int]) -> list[tuple[int, ...]]:
    if card_room(rules).ranking.uses == "two-and-three":
        return [two + three for two in combinations(own, 2) for three in combinations(board, 3)]
    return list(combinations((*own, *board), 5))


def _same(rules: GameRules, five: tuple[int, ...], rank: int) -> bool:
    return hand_ranks(rules).five(five) == rank


def _setting(pieces: Sequence[str], five: Sequence[str]) -> str:
    rest = [piece for piece in pieces if piece not in five]
    return f"hand={','.join(five)} rest={','.join(rest)}"


# ── split it ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _split(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """A pot shared by several hands: what does each get, after commission and with the odd chip?"""
    count = 2 if level == 1 else rng.choice((2, 3))
    table = table_stakes(rules, rng, level)
    seats = pick_seats(rules, rng, max(count + 1, 4))
    winners = tuple(sorted(rng.sample(seats, count)))
    button = rng.choice(seats) if card_room(rules).button is not None else None
    percent = Amount(rules.option("rake-percent"))
    still_in = level == 3 and not card_room(rules).rake.taken_after  # else it was taken before the last bets
    while True:
        odd = rng.randrange(1, 8) if level > 1 else 0
        bets = rng.randrange(6, 160 if card_room(rules).rake.of == "whole-pot" else 60)
        pot = round_down(table.minimum * bets + rake_threshold(rules), table.chip * count) + odd * table.chip
        rake, shares, reasons = _shared(rules, pot, winners, button, table, percent if still_in else None)
        is_whole = (pot - rake) % split_unit(rules, table) == 0  # the shares can be paid in chips of this table
        if is_whole and all(can_make(rules, each) for each in (rake, *shares.values())):
            break
    pieces = [*button_at(rules, button), *pile(rules, "pot:1", pot)]
    pieces += [note(f"seat:{seat}", Message("card-room.winner")) for seat in winners]
    wrong = [("odd-chip-to-another", print_amounts(shares[seat] for seat in reversed(winners)))]
    if still_in:
        wrong.insert(0, ("forgot-the-rake", " ".join([print_amount(pot / count)] * count)))
    sign = table_sign(rules, table.minimum, table.maximum)
    params = {"table": sign, "pot": pot, "rake": rake, "chip": table.chip, "percent": percent}
    return Draft(
        prompt=Message("card-room.prompt.split" if still_in else "card-room.prompt.split-net", params),
        scene=scene(rules, pieces),
        form=AmountForm(tuple(seat_name(seat) for seat in winners), unit=rules.info.currency.value),
        solution=print_amounts(shares[seat] for seat in winners),
        reasons=reasons,
        mistakes=tuple(wrong),
        after=scene(
            rules, [*button_at(rules, button), *(p for s in winners for p in pile(rules, f"seat:{s}", shares[s]))]
        ),
    )


def _shared(
    rules: GameRules,
    pot: Amount,
    winners: tuple[int, ...],
    button: int | None,
    table: Stakes,
    percent: Amount | None,
) -> tuple[Amount, dict[int, Amount], tuple[Reason, ...]]:
    """The commission (0 if it was taken before), each winner's share, and why."""
    if percent is not None:
        end = HandEnd(
            pots=(pot,),
            winners=winners,
            button=button,
            rake_percent=percent,
            minimum=table.minimum,
            maximum=table.maximum,
            smallest_chip=table.chip,
        )
        told = settle(rules, end)
        return told.facts["rake"], told.facts["won"], told.reasons
    data = card_room(rules)
    order = odd_order(rules, winners, button)
    parts = share(pot, order, split_unit(rules, table))
    reasons = [Reason("pot-split", {"count": len(winners)}, data.ranking.tie_cite)]
    if parts.odd_to:
        reasons.append(
            Reason(f"odd-chip-{data.showdown.odd_chip}", {"seats": list(parts.odd_to)}, data.showdown.odd_cite)
        )
    return ZERO, parts.shares, tuple(reasons)


BEST_FIVE = Family(
    id="best-five",
    area="card-room",
    levels=(Level(14), Level(18)),
    build=_best_five,
    revision=3,
    fits=lambda rules: own_count(rules) != 5,
)
WHO_WINS = Family(
    id="who-wins",
    area="card-room",
    levels=(Level(12), Level(18), Level(28), Level(40)),
    build=_who_wins,
    revision=2,
)
SPLIT = Family(
    id="split-the-pot",
    area="card-room",
    levels=(Level(12), Level(15), Level(22)),
    build=_split,
    revision=5,
    needs=("who-wins",),
)
