"""Random bets on a craps layout by their outcome on a throw, as bets for the engine and as pieces for the felt.

A spot names the bet, its number and its player: ``place:6@3`` is the place bet of seat 3 on the 6. Seats 1 to 4 are at
the left end of the table, 5 to 8 at the right.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from trainer.drills.kit import cash, felt_of, plus, scene_on
from trainer.drills.scene import AnyPiece, Chips, DicePiece, Marker, Note, Scene
from trainer.equipment.dice import ALL_ROLLS, Roll
from trainer.equipment.money import Amount
from trainer.games.core import Outcome, Settlement
from trainer.games.craps.figures import When, bet_data, craps
from trainer.games.craps.layout import BONUS, FLAT_OF, LINE_ODDS, CrapsBet, selections, spot_of
from trainer.games.craps.limits import bounds, exact_unit
from trainer.games.craps.table import left_up
from trainer.games.craps.throw import Throw, settle_bet
from trainer.rulebooks import GameRules
from trainer.texts import Message, Names

SEATS = 8
USUAL_SEAT = 3
ENDS = ("left", "right")
_TRAVELLED = ("come-point", "dont-come-point", "come-odds", "dont-come-odds")


def spot(bet: CrapsBet) -> str:
    """The spot of a bet on the felt, with the player's seat."""
    return f"{spot_of(bet)}@{bet.seat or USUAL_SEAT}"


def coin(rules: GameRules) -> Amount:
    """The smallest chip for bets: one unit of money, or the house's smallest chip if that is more."""
    return max(Fraction(1), rules.info.chips.smallest)


def title(rules: GameRules, bet: CrapsBet, point: int | None = None) -> Message | Names:
    """The name of a bet with its number or pair."""
    on = spot_of(bet).partition(":")[2] or (str(point) if bet.bet in LINE_ODDS and point else "")
    names = rules.bets[bet.bet].names
    return Message("craps.bet-on", {"bet": names, "on": on}) if on else names


def state(point: int | None) -> Message:
    """The table before a throw in words: a come-out, or the point."""
    return Message("craps.state.come-out") if point is None else Message("craps.state.point", {"point": point})


# ── choosing bets ────────────────────────────────────────────────────────────────────────────────────────────────────


def table_limits(rules: GameRules) -> dict[str, Amount]:
    """The amounts that limits of bets refer to, at the rulebook's example table."""
    return {"minimum": rules.table.minimum, "maximum": rules.table.maximum, "centre": coin(rules)}


def even_stake(
    rules: GameRules,
    rng: random.Random,
    bet: CrapsBet,
    point: int | None,
    most_units: int = 10,
    flat: Amount | None = None,
) -> CrapsBet:
    """The bet with an allowed stake that is paid in whole chips; ``flat`` is the bet that odds belong to."""
    unit = unit_stake(rules, bet, point)
    known = table_limits(rules) | ({FLAT_OF[bet.bet]: flat} if flat is not None else {})
    most = bounds(rules, bet, point, known).maximum
    units = most_units if most is None else max(1, min(most_units, int(most // unit)))
    return msgspec.structs.replace(bet, stake=unit * rng.randint(1, units))


def staked(
    rules: GameRules, rng: random.Random, bets: Sequence[CrapsBet], point: int | None, seat: int = USUAL_SEAT
) -> list[CrapsBet]:
    """A player's bets with stakes that are allowed together, odds preceded by the bet they belong to."""
    found: dict[tuple[str, Any], CrapsBet] = {}
    for bet in with_flat_bets(bets):
        own = msgspec.structs.replace(bet, seat=seat)
        flat = (FLAT_OF.get(own.bet, ""), own.on)
        if flat in found:  # with single odds, the bet must be large enough for odds that are paid exactly
            stake = max(found[flat].stake, unit_stake(rules, own, point))
            found[flat] = msgspec.structs.replace(found[flat], stake=stake)
        base = found[flat].stake if flat in found else None
        found[own.bet, own.on] = even_stake(rules, rng, own, point, flat=base)
    return list(found.values())


def unit_stake(rules: GameRules, bet: CrapsBet, point: int | None) -> Amount:
    """The smallest stake from the minimum that is paid in whole chips."""
    split, minimum = bet_data(rules, bet.bet).split, rules.bets[bet.bet].minimum
    unit = (Fraction(len(split)) if split else exact_unit(rules, bet, point)) * coin(rules)
    least = minimum.amount(table_limits(rules)) if minimum else unit
    return -(-least // unit) * unit


def can_lie(rules: GameRules, kind: str, point: int | None) -> bool:
    """Whether a bet may be on the layout in this state; the bonus bets have drills of their own."""
    if kind in BONUS:
        return False
    accepted = bet_data(rules, kind).accepted
    return point is not None or accepted not in (When.POINT, *((When.WITH_LINE,) if kind in LINE_ODDS else ()))


def lying_bets(rules: GameRules, point: int | None, kinds: Iterable[str] | None = None) -> list[CrapsBet]:
    """Every bet that may be on the layout in this state, without stakes.

    A bet that travelled is never on the point's own number: the throw that set the point decided it.
    """
    return [
        CrapsBet(bet=kind, on=on)
        for kind in (rules.bets if kinds is None else [kind for kind in kinds if kind in rules.bets])
        if can_lie(rules, kind, point)
        for on in selections(rules, kind)
        if on != point or kind not in _TRAVELLED
    ]


def by_outcome(
    rules: GameRules, bets: Iterable[CrapsBet], roll: Roll, point: int | None
) -> dict[Outcome, list[CrapsBet]]:
    """Bets grouped by what a throw does to them."""
    fates: dict[Outcome, list[CrapsBet]] = {outcome: [] for outcome in Outcome}
    for bet in bets:
        probe = msgspec.structs.replace(bet, stake=Fraction(1))
        fates[settle_bet(rules, probe, Throw(roll, point)).result].append(bet)
    return fates


_FOR_AND_AGAINST = (
    (("pass-line", "pass-odds"), ("dont-pass", "dont-pass-odds")),
    (("come",), ("dont-come",)),
    (("come-point", "come-odds", "place", "buy"), ("dont-come-point", "dont-come-odds", "place-lose", "lay")),
)


def are_opposed(one: CrapsBet, other: CrapsBet) -> bool:
    """Whether two bets are opposed, so that no player makes both."""
    return one.on == other.on and any(
        (one.bet in side and other.bet in against) or (one.bet in against and other.bet in side)
        for side, against in _FOR_AND_AGAINST
    )


def sample_kinds(
    rng: random.Random, bets: Sequence[CrapsBet], count: int, beside: Sequence[CrapsBet] = ()
) -> list[CrapsBet]:
    """Some bets for one player: each kind equally likely, none twice, none opposed to another.

    ``beside`` are bets that the player has already.
    """
    by_kind: dict[str, list[CrapsBet]] = {}
    for bet in bets:
        by_kind.setdefault(bet.bet, []).append(bet)
    found: list[CrapsBet] = []
    for kind in rng.sample(sorted(by_kind), len(by_kind)):
        fitting = [bet for bet in by_kind[kind] if not any(are_opposed(bet, had) for had in (*beside, *found))]
        if fitting and len(found) < count:
            found.append(rng.choice(fitting))
    return found


def with_flat_bets(bets: Sequence[CrapsBet]) -> list[CrapsBet]:
    """The bets without stakes, each once, odds preceded by the bet they belong to."""
    found: list[CrapsBet] = []
    for bet in bets:
        flat = FLAT_OF.get(bet.bet)
        base = [CrapsBet(bet=flat, on=None if bet.bet in LINE_ODDS else bet.on)] if flat else []
        found += [each for each in (*base, bet) if each not in found]
    return found


def any_point(rules: GameRules, rng: random.Random) -> int:
    return rng.choice(craps(rules).come_out.points)


def roll_of(rng: random.Random, totals: Iterable[int]) -> Roll:
    """A random roll with one of these totals."""
    wanted = set(totals)
    return rng.choice([roll for roll in ALL_ROLLS if roll.total in wanted])


# ── the felt ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def pile(rules: GameRules, bet: CrapsBet) -> Chips:
    """A bet as chips on its spot."""
    return cash(rules, spot(bet), bet.stake, owner=str(bet.seat or USUAL_SEAT))


def pucks(point: int | None) -> list[AnyPiece]:
    """The puck at each end of the table."""
    if point is None:
        return [Marker(spot=f"puck:off@{end}", kind="puck", label="off") for end in ENDS]
    return [Marker(spot=f"puck:{point}@{end}", kind="puck", label="on") for end in ENDS]


def scene(
    rules: GameRules,
    bets: Iterable[CrapsBet] = (),
    *,
    point: int | None = None,
    roll: Roll | None = None,
    marked: Iterable[int] = (),
    call: Message | Names | None = None,
    glow: Iterable[str] = (),
) -> Scene:
    """The layout with bets, pucks, dice, bonus lammers, and words in front of the stickman."""
    pieces: list[AnyPiece] = [*(pile(rules, bet) for bet in bets), *pucks(point)]
    if roll is not None:
        pieces.append(DicePiece(spot="dice", roll=str(roll)))
    pieces += [Marker(spot=f"bonus:{number}", kind="lammer", label=str(number)) for number in sorted(marked)]
    if call is not None:
        pieces.append(Note(spot="call", says=call))
    return scene_on(felt_of(rules), pieces, glow)


def paid_scene(rules: GameRules, before: Scene, settlement: Settlement) -> Scene:
    """The felt after the payout: losing bets gone, payments beside winners, travelling bets moved."""
    kept = [piece for piece in before.pieces if not isinstance(piece, Chips) and not piece.spot.startswith("puck")]
    pieces: list[AnyPiece] = [*kept, *pucks(settlement.facts["point"])]
    glow: list[str] = []
    for result in settlement.bets:
        bet = CrapsBet(bet=result.bet.bet, on=result.bet.on, stake=result.bet.stake, seat=result.bet.seat)
        if result.result is Outcome.LOSE:
            continue
        if not result.pays:
            pieces.append(pile(rules, left_up(bet, result) or bet))
            continue
        name = spot(bet)
        glow.append(name)
        pieces.append(msgspec.structs.replace(pile(rules, bet), value=None))
        try:
            pieces.append(pile(rules, msgspec.structs.replace(bet, stake=result.pays)))
        except ValueError:  # no chips make up this payment
            pieces.append(plus(name, result.pays))
    return scene_on(before.felt, pieces, glow)
