"""Who plays against a player's bank: banco, banco with the table, the highest bet, and the order of priority."""

from __future__ import annotations

import random

from trainer.drills.baccarat.scenes import scene
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.drills.kit import cash
from trainer.drills.scene import AnyPiece, Note
from trainer.games.baccarat.bank_figures import bank_game
from trainer.games.baccarat.punters import Announced, Bid, Punt, auction, opponent
from trainer.rulebooks import GameRules
from trainer.texts import Message

_ROUNDS = 40


def _announcements(rng: random.Random, seats: list[int]) -> dict[int, Announced]:
    """Two calls of banco, or one with the table that another may complete."""
    first, second = rng.sample(seats, 2)
    way = rng.choice(("bancos", "table", "completed"))
    if way == "bancos":
        return {first: "banco", second: "banco"}
    return {first: "con-la-mesa"} if way == "table" else {first: "con-la-mesa", second: "ultimo-completo"}


def _auction(rules: GameRules, rng: random.Random) -> Draft:
    """Several bids for a bank that nobody took in turn; the player who gave it up may not bid."""
    minimum = rules.table.minimum
    seats = rng.sample(range(1, 10), 4)
    leaver = seats[0]
    amounts = sorted((minimum * units for units in rng.sample(range(2, 10), 3)), reverse=True)
    if bank_game(rules).point.on_equal_bets == "from-banker-right" and rng.random() < 0.5:
        amounts[1] = amounts[0]
    amounts.insert(0, rng.choice((amounts[0] + minimum, minimum)))  # the first bid is not always the highest
    bids = tuple(Bid(amount=amount, seat=seat) for seat, amount in zip(seats, amounts, strict=True))
    decided = auction(rules, bids, minimum, (leaver,), leaver)
    right = str(decided.facts["bank_goes_to"])
    pieces: list[AnyPiece] = [
        Note(
            spot=f"player:{bid.seat}",
            says=Message("baccarat.bid-of-leaver" if bid.seat == leaver else "baccarat.bid", {"amount": bid.amount}),
        )
        for bid in bids
    ]
    return Draft(
        prompt=Message("baccarat.prompt.auction"),
        scene=scene(rules, pieces, [f"player:{leaver}"]),
        form=_seat_form(sorted(seats)),
        solution=right,
        reasons=decided.reasons,
        mistakes=tuple(
            ("the-leaver-bid" if seat == leaver else "wrong-player", str(seat)) for seat in seats if str(seat) != right
        ),
    )


def _seat_form(seats: list[int]) -> ChoiceForm:
    return ChoiceForm(tuple(Choice(str(seat), Message("baccarat.seat", {"seat": seat})) for seat in seats))


def _who_plays(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Who gets the cards against the bank, or decides for the punters? Level 3: who gets the bank.

    Priority favours one side of the table, so rounds are drawn until the right seat comes at a place chosen before.
    """
    if level == 3:
        return _auction(rules, rng)
    place = rng.random()
    for _ in range(_ROUNDS):
        draft = _punters(rules, level, rng)
        assert isinstance(draft.form, ChoiceForm)
        seats = [choice.id for choice in draft.form.choices]
        if seats.index(draft.solution) == int(place * len(seats)):
            break
    return draft


def _punters(rules: GameRules, level: int, rng: random.Random) -> Draft:
    """Players against the bank; level 2 has announcements or, at tables without them, more and mostly equal stakes."""
    figures = bank_game(rules)
    places, banker = 9, rng.randint(1, 9)
    players = 6 if level == 2 and not figures.point.holds_cards else 4
    seats = sorted(rng.sample([seat for seat in range(1, places + 1) if seat != banker], players))
    bank = rules.table.minimum * 2 * rng.randint(10, 30)
    stakes = [rules.table.minimum * rng.randint(1, 6) for _ in seats]
    if rng.random() < (0.5 if players == 4 else 0.8):
        stakes[rng.randrange(players)] = stakes[rng.randrange(players)] = max(stakes) + rules.table.minimum
    announced = _announcements(rng, seats) if level == 2 and figures.point.holds_cards else {}
    for seat, words in announced.items():
        stakes[seats.index(seat)] = bank if words == "banco" else bank / 2
    bets = tuple(
        Punt(bet="player", stake=stake, seat=seat, announced=announced.get(seat))
        for seat, stake in zip(seats, stakes, strict=True)
    )
    decided = opponent(rules, bets, bank, banker, places)
    right = str(next(iter(decided.facts.values())))
    pieces: list[AnyPiece] = [cash(rules, f"player:{bet.seat}", bet.stake) for bet in bets]
    pieces.append(cash(rules, "bank", bank))
    pieces += [
        Note(spot=f"player:{seat}", says=Message(f"baccarat.announced.{word}")) for seat, word in announced.items()
    ]
    key = "who-plays" if figures.point.holds_cards else "who-decides"
    params: dict[str, object] = {"banker": banker, "bank": bank}
    highest = str(max(zip(stakes, seats, strict=True))[1])
    return Draft(
        prompt=Message(f"baccarat.prompt.{key}", params),
        scene=scene(rules, pieces, [f"player:{banker}"]),
        form=_seat_form(seats),
        solution=right,
        reasons=decided.reasons,
        mistakes=tuple(
            (_mistake(str(seat) == highest, bool(announced)), str(seat)) for seat in seats if str(seat) != right
        ),
    )


def _mistake(highest: bool, announced: bool) -> str:
    if not highest:
        return "wrong-player"
    return "overlooked-the-announcement" if announced else "wrong-priority"


FAMILY = Family(id="who-plays", area="baccarat", levels=(Level(8), Level(9), Level(8)), build=_who_plays, revision=3)
