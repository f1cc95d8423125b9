"""Limits: may this box stay, and how much may be bet on a tie or side bet."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from trainer.drills.baccarat.players import seats_of, side_stake, stake_for
from trainer.drills.baccarat.scenes import said_once, scene, stake
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm, Choice, ChoiceForm
from trainer.drills.scene import AnyPiece, Note
from trainer.equipment.money import Amount, print_amount
from trainer.games.baccarat.bets import BONUS, MAIN
from trainer.games.baccarat.figures import baccarat
from trainer.games.baccarat.limits import LimitQuestion, capped, limit
from trainer.games.core import Bet, Decision
from trainer.rulebooks import GameRules
from trainer.texts import Message


def _extras(rules: GameRules) -> list[str]:
    return [kind for kind in rules.bets if kind not in MAIN]


def _capped_kinds(rules: GameRules) -> list[str]:
    """Bets whose maximum differs from the table's."""
    known = {"minimum": rules.table.minimum, "maximum": rules.table.maximum}
    return [kind for kind in _extras(rules) if capped(rules, kind, known).maximum != rules.table.maximum]


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 1:
        return _may_stand(rules, rng)
    return _most(rules, rng) if _capped_kinds(rules) else _refused(rules, rng)


def _box(rules: GameRules, rng: random.Random) -> list[Bet]:
    """The bets of one seat, often with one that is not allowed."""
    seat = rng.choice(seats_of(rules))
    kind = rng.choice(_extras(rules))
    on = rng.choice(MAIN) if kind == BONUS else None
    extra = Bet(bet=kind, on=on, stake=side_stake(rules, rng, kind), seat=seat)
    main = Bet(bet=rng.choice(MAIN), stake=stake_for(rules, rng), seat=seat)
    ways = ["right", "right", "alone", "over", "under"]
    if "both-sides" in rules.options:
        ways.append("both")  # asked only if the house has decided it
    way = rng.choice(ways)
    if way == "alone":
        return [extra]
    if way == "over":
        more = rules.info.chips.step(rules.table.maximum)
        return [Bet(bet=main.bet, stake=rules.table.maximum + more, seat=seat)]
    if way == "under":
        return [Bet(bet=main.bet, stake=_below(rules), seat=seat)]
    if way == "both":
        other = "player" if main.bet == "banker" else "banker"
        return [main, Bet(bet=other, stake=main.stake, seat=seat)]
    return [main, extra]


def _below(rules: GameRules) -> Amount:
    smallest = rules.info.chips.smallest
    half = rules.table.minimum / 2
    return half - half % smallest or smallest


def _ruled(rules: GameRules, bets: Sequence[Bet]) -> Decision:
    """The ruling on these bets at the table whose limits are shown."""
    return limit(rules, LimitQuestion(bets=tuple(bets), minimum=rules.table.minimum, maximum=rules.table.maximum))


def _may_stand(rules: GameRules, rng: random.Random) -> Draft:
    bets = _box(rules, rng)
    decided = _ruled(rules, bets)
    right = "stands" if decided.facts["allowed"] else "refused"
    pieces: list[AnyPiece] = [stake(rules, bet) for bet in bets]
    limits = {"minimum": rules.table.minimum, "maximum": rules.table.maximum}
    pieces.append(Note(spot="call", says=Message("baccarat.table-limits", limits)))
    wrong = ("refused-a-good-bet", "refused") if right == "stands" else ("let-a-bad-bet-stand", "stands")
    return Draft(
        prompt=Message("baccarat.prompt.may-stand"),
        scene=scene(rules, pieces),
        form=ChoiceForm(tuple(Choice(answer, Message(f"baccarat.limit.{answer}")) for answer in ("stands", "refused"))),
        solution=right,
        reasons=decided.reasons,
        mistakes=(wrong,),
    )


def _refused(rules: GameRules, rng: random.Random) -> Draft:
    """Four players at a table where no bet has a maximum of its own: whose bets may not stay?"""
    boxes = {bets[0].seat: bets for bets in (_box(rules, rng) for _ in range(12))}
    shown = dict(sorted(boxes.items(), key=lambda box: box[0] or 0)[:4])
    ruled = {seat: _ruled(rules, bets) for seat, bets in shown.items()}
    refused = [seat for seat, decided in ruled.items() if not decided.facts["allowed"]]
    form = ChoiceForm(
        tuple(Choice(str(seat), Message("baccarat.seat", {"seat": seat})) for seat in shown), several=True
    )
    limits = {"minimum": rules.table.minimum, "maximum": rules.table.maximum}
    pieces: list[AnyPiece] = [stake(rules, bet) for bets in shown.values() for bet in bets]
    right = form.canonical(" ".join(map(str, refused)) or "-")
    wrong = [("let-a-bad-bet-stand", [other for other in refused if other != seat]) for seat in refused]
    wrong += [("refused-a-good-bet", [*refused, seat]) for seat in shown if seat not in refused]
    return Draft(
        prompt=Message("baccarat.prompt.who-is-refused"),
        scene=scene(rules, [*pieces, Note(spot="call", says=Message("baccarat.table-limits", limits))]),
        form=form,
        solution=right,
        reasons=said_once(reason for decided in ruled.values() for reason in decided.reasons),
        mistakes=tuple((name, form.canonical(" ".join(map(str, seats)) or "-")) for name, seats in wrong),
    )


def _maxima(rules: GameRules) -> list[Amount]:
    """Maximums that a table with this minimum may have."""
    limits = baccarat(rules).limits
    if limits is not None and limits.multiples:
        return [rules.table.minimum * multiple for multiple in limits.multiples]
    return [rules.table.maximum * factor for factor in (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(4))]


def _most(rules: GameRules, rng: random.Random) -> Draft:
    """The maximum of a tie or side bet, given the table's maximum."""
    kind = rng.choice(_capped_kinds(rules))
    maximum = rng.choice(_maxima(rules))
    known = {"minimum": rules.table.minimum, "maximum": maximum}
    found = capped(rules, kind, known)
    most = found.maximum if found.maximum is not None else maximum
    odds = rules.bets[kind].pays or next(iter(rules.bets[kind].pay_table.values()))
    reasons = limit(rules, LimitQuestion(maximum=maximum)).reasons
    asked = [reason for reason in reasons if reason.params.get("bet") == rules.bets[kind].names]
    return Draft(
        prompt=Message("baccarat.prompt.most", {"bet": rules.bets[kind].names, "maximum": maximum}),
        scene=scene(rules, [Note(spot="call", says=Message("baccarat.table-limits", known))]),
        form=AmountForm(unit=rules.info.currency.value),
        solution=print_amount(most),
        reasons=tuple(asked),
        mistakes=(
            ("took-the-table-maximum", print_amount(maximum)),
            ("counted-the-stake-in", print_amount(Fraction(maximum // (odds.ratio + 1)))),
        ),
    )


FAMILY = Family(id="limits", area="baccarat", levels=(Level(7, drafts=4), Level(9, drafts=4)), build=_build, revision=2)
