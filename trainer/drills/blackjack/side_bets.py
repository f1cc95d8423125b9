"""Side bets decided by the deal: which row, what it pays, and which bets of a full table win."""

from __future__ import annotations

import random
from fractions import Fraction

from trainer.drills.blackjack.scenes import Shown, a_stake, card_of, table_scene
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm, SpotsForm
from trainer.drills.kit import print_amounts
from trainer.equipment.cards import DECK, RANKS, Card
from trainer.equipment.money import ZERO, Amount, print_amount
from trainer.games.blackjack.booking import BlackjackBet, book_side_bet, row_name, row_of
from trainer.games.blackjack.figures import blackjack, side_bet
from trainer.games.blackjack.limits import side_bet_bounds
from trainer.games.blackjack.order import settling_order
from trainer.games.blackjack.side_bets import Seen
from trainer.games.core import BetResult, Outcome, Reason
from trainer.games.limits import example_limits
from trainer.rulebooks import GameRules
from trainer.texts import Message

_TRIES = 400
_NONE = "none"


def side_bet_of(rules: GameRules) -> str:
    """The side bet of this table that is settled right after the deal; "" if there is none."""
    after_deal = [bet for bet in blackjack(rules).side_bets if side_bet(rules, bet).settled == "after-deal"]
    return after_deal[0] if after_deal else ""


def _count(rules: GameRules) -> int:
    return 4 if blackjack(rules).switch is not None else 2


def _dealt(rules: GameRules, rng: random.Random, wanted: str, up: Card | None = None) -> tuple[Seen, str]:
    """A place's cards and the dealer's first card that give the wanted row, or any row after many tries.

    Cards come from a small part of the deck, chosen anew each time, so that rare rows occur in any rank and suit.
    """
    bet = side_bet_of(rules)
    seen, row = Seen(), ""
    for _ in range(_TRIES):
        part = _part_of_deck(rng, bet, wanted, up)
        first = tuple(rng.choice(part) for _ in range(_count(rules)))
        seen = Seen(first, (up or rng.choice(part if bet in _THREE_CARDS else DECK),))
        found = row_of(rules, bet, seen)
        if found is None:
            continue
        row = found
        if (row or _NONE) == wanted:
            break
    return seen, row


_THREE_CARDS = ("lucky-lucky", "21-plus-3")  # decided with the dealer's first card
_TENS = "TJQK"
_RANKS_OF_ROW = {
    "sevens": "7",
    "sevens-suited": "7",
    "six-seven-eight": "678",
    "six-seven-eight-suited": "678",
    "royal-match": "KQ",
    "kings": "K",
    "suited-kings": "K",
    "spade-kings": "K",
    "suited-twenty": "TJQKA9",
    "twenty": "TJQKA9",
}
_ONE_RANK = ("perfect-pair", "colour-pair", "mixed-pair", "pair", "suited-pair", "three-of-a-kind", "four-of-a-kind")
_ONE_SUIT = (
    "perfect-pair",
    "suited",
    "suited-pair",
    "suited-kings",
    "suited-twenty",
    "royal-match",
    "flush",
    "straight-flush",
    "sevens-suited",
    "six-seven-eight-suited",
    "twenty-one-suited",
)


def _part_of_deck(rng: random.Random, bet: str, wanted: str, up: Card | None) -> list[Card]:
    """Cards among which the row is likely; near the dealer's card, if that counts."""
    about_up = up is not None and bet in _THREE_CARDS
    rank, suit = (up.rank, up.suit) if up and about_up else (rng.choice(RANKS), rng.choice("SHDC"))
    ranks = _RANKS_OF_ROW.get(wanted, RANKS)
    if bet == "super-match" and wanted in ("three-of-a-kind", "two-pair"):
        ranks = rank + rng.choice(RANKS)
    elif bet == "kings-bounty" and wanted == "suited-pair":
        ranks = rng.choice("TJQ")
    elif wanted in _ONE_RANK:
        ranks = rank
    elif wanted.startswith("straight"):
        circle = "A" + RANKS
        at = rng.choice([place for place, other in enumerate(circle) if other == rank])
        ranks = circle[max(0, at - 2) : at + 3]
    elif wanted == _NONE and rng.random() < 0.5:
        ranks = _TENS  # looks like a pair, but is none
    suits = suit if wanted in _ONE_SUIT else "S" if wanted == "spade-kings" else "SHDC"
    return [Card(each, colour) for each in ranks for colour in suits]


def _stake(rules: GameRules, rng: random.Random, main: Amount) -> Amount:
    """A stake within the limits of the bet, in whole chips."""
    least, most, _ = side_bet_bounds(rules, side_bet_of(rules), main, example_limits(rules, {}))
    unit = rules.info.chips.smallest if rules.info.chips.smallest >= 1 else Fraction(1)
    steps = int((most or least * 5) / unit)
    first = max(1, int(-(-least // unit)))
    return unit * rng.randint(first, max(first, min(steps, first + 9)))


def _rows(rules: GameRules) -> list[str]:
    """The rows that the dealt cards can decide."""
    figures = side_bet(rules, side_bet_of(rules))
    late = {"spade-kings-and-blackjack"} | (set() if figures.crown else {"crown-treasure"})
    return [row for row in rules.bets[side_bet_of(rules)].pay_table if row not in late]


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 3:
        return _tap_winners(rules, rng)
    if level == 4:
        return _pay_all(rules, rng)
    wanted = rng.choice([*_rows(rules), _NONE])
    seen, row = _dealt(rules, rng, wanted)
    main = a_stake(rules, rng, 5)
    stake = _stake(rules, rng, main)
    bet = side_bet_of(rules)
    result = book_side_bet(rules, BlackjackBet(bet=bet, stake=stake), row)
    scene = table_scene(rules, [_place(rules, 3, seen, main, stake)], seen.dealer)
    if level == 1:
        rows = [*_rows(rules), _NONE]
        options = tuple(Choice(name, row_name(rules, bet, name)) for name in rows)
        solution = row or _NONE
        return Draft(
            prompt=Message("blackjack.prompt.side-bet-row", {"bet": rules.bets[bet].names}),
            scene=scene,
            form=ChoiceForm(options),
            solution=solution,
            reasons=result.reasons,
            mistakes=tuple((_misread(solution, name), name) for name in rows if name != solution),
        )
    net = result.pays if result.result is Outcome.WIN else -stake
    others = {odds.pays(stake) for odds in rules.bets[bet].pay_table.values()} - {net}
    wrong = [("side-bet-other-row", print_amount(amount)) for amount in sorted(others)]
    wrong += [("side-bet-added-the-stake", print_amount(net + stake))] if net > 0 else []
    wrong += [("side-bet-took-a-winner", print_amount(-stake))] if net > 0 else []
    wrong += [("side-bet-gave-it-back", "0")]
    return Draft(
        prompt=Message("blackjack.prompt.side-bet-pay", {"bet": rules.bets[bet].names, "stake": stake}),
        scene=scene,
        form=AmountForm(unit=rules.info.currency.value, signed=True),
        solution=print_amount(net),
        reasons=result.reasons,
        mistakes=tuple(wrong),
        after=table_scene(
            rules, [_place(rules, 3, seen, main, _kept(result), result.pays)], seen.dealer, glow=[f"{bet}:3"]
        ),
    )


def _misread(solution: str, given: str) -> str:
    if given == _NONE:
        return "side-bet-missed-it"
    return "side-bet-saw-too-much" if solution == _NONE else "side-bet-other-row"


def _place(rules: GameRules, seat: int, seen: Seen, main: Amount, stake: Amount, paid: Amount = ZERO) -> Shown:
    cards = seen.first
    hands = (cards[:2], cards[2:]) if len(cards) == 4 else (cards,)
    return Shown(seat, hands, (main,) * len(hands), sides={side_bet_of(rules): stake}, paid=paid)


def _kept(result: BetResult) -> Amount:
    """What remains on the felt of a settled bet."""
    return result.returned + result.stays


def _table(rules: GameRules, rng: random.Random) -> tuple[Card, list[tuple[int, Seen, Amount, Amount, str]]]:
    """A full table with side bets: seat, cards, main stake, side stake and row of each."""
    up = card_of(rng, "23456789")
    rows = []
    for seat in range(1, blackjack(rules).places.seats + 1):
        wanted = rng.choice(_rows(rules)) if rng.random() < 0.45 else _NONE
        seen, row = _dealt(rules, rng, wanted, up)
        main = a_stake(rules, rng, 4)
        rows.append((seat, seen, main, _stake(rules, rng, main), row))
    return up, rows


def _tap_winners(rules: GameRules, rng: random.Random) -> Draft:
    up, table = _table(rules, rng)
    bet = side_bet_of(rules)
    form = SpotsForm(tuple(f"{bet}:{seat}" for seat, *_ in table))
    winners = [seat for seat, *_, row in table if row]
    solution = form.canonical(" ".join(f"{bet}:{seat}" for seat in winners) or "-")
    places = [_place(rules, seat, seen, main, stake) for seat, seen, main, stake, _ in table]
    reasons = tuple(
        book_side_bet(rules, BlackjackBet(bet=bet, stake=stake, seat=seat), row).reasons[0]
        for seat, _, _, stake, row in table
    )
    mistakes = []
    for seat, *_ in table:
        changed = [s for s, *_ in table if (s in winners) != (s == seat)]
        name = "side-bet-missed-it" if seat in winners else "side-bet-saw-too-much"
        mistakes.append((name, form.canonical(" ".join(f"{bet}:{s}" for s in changed) or "-")))
    return Draft(
        prompt=Message("blackjack.prompt.side-bet-tap", {"bet": rules.bets[bet].names}),
        scene=table_scene(rules, places, [up]),
        form=form,
        solution=solution,
        reasons=reasons,
        mistakes=tuple(mistakes),
    )


def _pay_all(rules: GameRules, rng: random.Random) -> Draft:
    """Every side bet of the table, paid and taken from the dealer's right."""
    up, table = _table(rules, rng)
    table = table[: rng.randint(3, 5)]
    bet = side_bet_of(rules)
    results = {
        seat: book_side_bet(rules, BlackjackBet(bet=bet, stake=stake, seat=seat), row)
        for seat, _, _, stake, row in table
    }
    order = settling_order(rules, sorted(results))
    net = {seat: result.pays or -result.bet.stake for seat, result in results.items()}
    solution = print_amounts(net[seat] for seat in order)
    places = [_place(rules, seat, seen, main, stake) for seat, seen, main, stake, _ in table]
    settled = [
        _place(rules, seat, seen, main, _kept(results[seat]), results[seat].pays) for seat, seen, main, *_ in table
    ]
    reasons = tuple(r for seat in order for r in (Reason("at-seat", {"seat": seat}), *results[seat].reasons))
    wrong = {
        "from-the-wrong-side": print_amounts(net[seat] for seat in reversed(order)),
        "side-bet-gave-it-back": print_amounts(max(net[seat], ZERO) for seat in order),
    }
    return Draft(
        prompt=Message("blackjack.prompt.side-bet-pay-all", {"bet": rules.bets[bet].names}),
        scene=table_scene(rules, places, [up]),
        form=AmountForm(
            tuple(Message("blackjack.seat", {"seat": s}) for s in order), rules.info.currency.value, signed=True
        ),
        solution=solution,
        reasons=reasons,
        mistakes=tuple((mistake, answer) for mistake, answer in wrong.items() if answer != solution),
        after=table_scene(rules, settled, [up]),
    )


FAMILY = Family(
    id="side-bets",
    area="blackjack",
    levels=(Level(5), Level(7), Level(10), Level(25)),
    build=_build,
    fits=lambda rules: bool(side_bet_of(rules)),
)
