"""The dealer's next step in the middle of a round, and the order of his steps."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from trainer.drills.blackjack.scenes import Shown, a_stake, compulsory_bets, hand_of, hand_spot, table_scene
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm, OrderForm
from trainer.drills.kit import felt_of, swapped
from trainer.drills.round_scenes import round_scene
from trainer.drills.scene import Scene
from trainer.equipment.cards import DECK
from trainer.equipment.money import ZERO, Amount
from trainer.games.blackjack.booking import HAND_BETS
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import TWENTY_ONE, Hand
from trainer.games.blackjack.limits import side_bet_bounds
from trainer.games.blackjack.order import settling_order
from trainer.games.blackjack.play import may_draw
from trainer.games.blackjack.side_bets import READERS
from trainer.games.blackjack.step_effects import perform
from trainer.games.blackjack.steps import next_step
from trainer.games.blackjack.table import Do, Phase, PlaceBets, Step, Table, open_table
from trainer.games.core import Outcome, Reason
from trainer.games.limits import example_limits
from trainer.rulebooks import GameRules
from trainer.texts import Message

_SEATS = 4
_ROUNDS = 1000  # different rounds behind a question in words
_LEVEL_PHASES = {
    1: (Phase.DEAL, Phase.SIDE_BETS, Phase.SWITCH, Phase.OFFERS),
    2: (Phase.TURNS,),
    3: (Phase.DEALER, Phase.SETTLE, Phase.PICK_UP),
    4: tuple(Phase),
}
_CHOICES = 4


def _opened(rules: GameRules, rng: random.Random) -> Table:
    figures = blackjack(rules)
    seats = sorted(rng.sample(range(1, figures.places.seats + 1), _SEATS))
    places = []
    for seat in seats:
        stake = a_stake(rules, rng, 4)
        stakes = (stake,) * (2 if figures.switch or figures.challenge else 1)
        sides = {bet: _side_stake(rules, bet, stake) for bet in figures.side_bets if rng.random() < 0.5}
        places.append(PlaceBets(seat, stakes, sides))
    return open_table(rules, places, rules.table.maximum)


def _side_stake(rules: GameRules, bet: str, main: Amount) -> Amount:
    """Half the table minimum, within the limits of the bet."""
    least, most, _ = side_bet_bounds(rules, bet, main, example_limits(rules, {}))
    wanted = max(least, rules.table.minimum / 2)
    return wanted if most is None else min(wanted, most)


def _said(rng: random.Random, table: Table, step: Step) -> str:
    """A player's realistic answer: nobody stands on 11 or less, hardly anybody draws on 17 or more."""
    answers = step.answers
    if step.do is Do.ASK:
        hand = next(hand for hand in table.hands_at(step.seat or 0) if hand.number == step.hand)
        if hand.points.total < 12 and len(answers) > 1:
            answers = tuple(answer for answer in answers if answer != "stand")
        elif hand.points.total > 16 and rng.random() < 0.9:
            return "stand"
    return rng.choice(answers) if answers else ""


def played_to(
    rules: GameRules, rng: random.Random, wanted: Callable[[Step], bool]
) -> tuple[Table, Step, dict[Do, Step]]:
    """A random round stopped at one of the wanted steps, and a wanted step of each kind of this round.

    Rounds are played until one has a wanted step. Each kind of step of the round is equally likely.
    """
    while True:
        table = _opened(rules, rng)
        shoe = list(DECK) * blackjack(rules).shoe.decks
        rng.shuffle(shoe)
        stops: list[tuple[Table, Step]] = []
        while True:
            step = next_step(rules, table)
            if step.do is Do.NONE:
                break
            if wanted(step):
                stops.append((table, step))
            answer = _said(rng, table, step)
            table = perform(rules, table, answer, shoe.pop() if step.takes_card(answer) else None, step=step)
        if stops:
            by_kind = {step.do: (at, step) for at, step in rng.sample(stops, len(stops))}
            return *by_kind[rng.choice(sorted(by_kind))], {do: step for do, (_, step) in by_kind.items()}


def scene_of(rules: GameRules, table: Table, step: Step) -> Scene:
    """The table before a step: what remains, what was paid, and notes for what cannot be seen.

    That a player stood, or that a push was settled, leaves no trace on the felt; without a note nobody could tell whose
    turn it is.
    """
    figures = blackjack(rules)
    places: list[Shown] = []
    notes: dict[str, Message] = {}
    picked_up = _picked_up(rules, table)
    for seat in table.seats:
        hands = [hand for hand in table.hands_at(seat) if (hand.seat, hand.number) not in table.gone]
        if seat in picked_up or not hands:
            continue
        for number, hand in enumerate(hands, 1):
            said = _unseen(rules, table, hand, step)
            if said:
                notes[hand_spot(rules, seat, number, len(hands))] = Message(f"blackjack.{said}")
        places.append(_place_shown(rules, table, seat, hands))
    insured = [bet for bet in table.insurances if not table.booked(bet) and not figures.challenge]
    left = {bet.seat for bet in insured} - {place.seat for place in places}  # insured, with the hand already gone
    places += [Shown(seat, (), insurance=_insured(table, seat)) for seat in sorted(filter(None, left))]
    box = f"dealer:{table.challenge}" if figures.challenge else ""
    return table_scene(rules, places, table.dealer, hole_down=table.hole_down, dealer_spot=box, notes=notes)


def _place_shown(rules: GameRules, table: Table, seat: int, hands: list[Hand]) -> Shown:
    """A place with its remaining stakes and markers, and what was paid."""
    settled = {hand.number for hand in hands if table.is_settled(hand)}
    own = [result for result in table.results if result.bet.seat == seat and result.bet.bet in HAND_BETS]
    own = [result for result in own if result.bet.hand in {hand.number for hand in hands}]
    lost = {(result.bet.hand, result.bet.on or 1) for result in own if result.result is Outcome.LOSE}
    challenge = blackjack(rules).challenge is not None
    # In Challenge 21 a place has a box for each round, not for each hand.
    boxes = [(hands[0], on) for on in range(1, len(hands[0].stakes) + 1)] if challenge else [(h, 1) for h in hands]
    taken = {(h.number, 1) for h in hands if h.number in settled and h.bet == "free-split"} | lost
    return Shown(
        seat,
        tuple(hand.cards for hand in hands),
        tuple(ZERO if (hand.number, on) in taken else hand.stakes[on - 1] for hand, on in boxes),
        tuple("" if hand.number in settled and hand.double == "free" else hand.double for hand in hands),
        tuple(hand.bet == "free-split" and hand.number not in settled for hand in hands),
        {bet.bet: bet.stake for bet in table.side_bets if bet.seat == seat and not table.booked(bet)},
        ZERO if challenge else _insured(table, seat),
        paid=sum((result.pays for result in own), ZERO),
        turned=table.announced,
    )


def _insured(table: Table, seat: int | None) -> Amount:
    return sum((bet.stake for bet in table.insurances if bet.seat == seat and not table.booked(bet)), ZERO)


def _picked_up(rules: GameRules, table: Table) -> list[int]:
    """The seats whose cards have been picked up."""
    left = {hand.seat for hand in table.hands if (hand.seat, hand.number) not in table.gone}
    order = [seat for seat in settling_order(rules, table.seats) if seat in left]
    return order[: table.at] if table.phase is Phase.PICK_UP else []


def _unseen(rules: GameRules, table: Table, hand: Hand, step: Step) -> str:
    """What happened to a hand without a trace in its cards and chips."""
    if table.is_settled(hand):
        return "settled"
    full = hand.points.total >= TWENTY_ONE and not may_draw(rules, hand).allowed
    complete = hand.is_blackjack or hand.double or full
    passed = step.phase is Phase.TURNS and table.hands.index(hand) < step.index
    return "stood" if passed and not complete else ""


def _label(rules: GameRules, step: Step) -> tuple[str, Message]:
    """A step with its seat, as a choice."""
    where = f"-{step.seat}" if step.seat is not None else ""
    params: dict[str, object] = {"seat": step.seat} if step.seat is not None else {}
    if step.bet and step.bet in READERS:
        params["bet"] = rules.bets[step.bet].names
    name = f"blackjack.do.{step.do.value}" + ("" if step.seat is not None else "-all" if _needs_seat(step.do) else "")
    return f"{step.do.value}{where}", Message(name, params)


def _needs_seat(do: Do) -> bool:
    return do in (Do.DEAL, Do.ASK, Do.PAY_BLACKJACK, Do.COLLECT_BUST, Do.SETTLE_HAND, Do.PICK_UP)


def _shows_whose_turn(do: Do) -> bool:
    """Whether the felt shows at which seat the step is due; a declined offer cannot be seen."""
    return _needs_seat(do) or do in (Do.SETTLE_SIDE_BET, Do.PAY_PRIZE)


def _build(rules: GameRules, level: int, rng: random.Random) -> Draft:
    phases = _LEVEL_PHASES[level]
    table, step, kinds = played_to(rules, rng, lambda s: s.phase in phases and s.do is not Do.CLOSE_BETS)
    solution, right = _label(rules, step)
    options: dict[str, tuple[Message, str]] = {solution: (right, "")}
    for other in _other_steps(rng, table, step, kinds):
        name, label = _label(rules, other)
        options.setdefault(name, (label, "wrong-seat" if other.do is step.do else "another-act-first"))
    ids = rng.sample(sorted(options), len(options))
    return Draft(
        prompt=Message("blackjack.prompt.next-act"),
        scene=scene_of(rules, table, step),
        form=ChoiceForm(tuple(Choice(name, options[name][0]) for name in ids)),
        solution=solution,
        reasons=step.reasons,
        mistakes=tuple((mistake, name) for name, (_, mistake) in options.items() if mistake),
    )


def _other_steps(rng: random.Random, table: Table, step: Step, kinds: dict[Do, Step]) -> Iterator[Step]:
    """Wrong steps, chosen so that the choices alone do not tell the right one.

    They are steps of the same round. At most one kind that is done at a seat, the right one or another, is offered at
    two seats.
    """
    others = [kinds[do] for do in rng.sample(sorted(do for do in kinds if do is not step.do), len(kinds) - 1)]
    lying = {hand.seat for hand in table.hands if (hand.seat, hand.number) not in table.gone}
    elsewhere = [seat for seat in table.seats if seat != step.seat and seat in lying] or [*table.seats]
    seats = rng.sample(elsewhere, min(2, len(elsewhere)))
    if step.seat is not None and _shows_whose_turn(step.do):
        seats = [step.seat, seats[0]]
    if step.seat is not None and not others:  # only the seat is in question
        yield from (Step(step.do, seat, bet=step.bet) for seat in rng.sample(elsewhere, min(3, len(elsewhere))))
        return
    offered = [step, *others[: _CHOICES - 2]]
    twice = rng.choice([*(each.do for each in offered if _shows_whose_turn(each.do)), None])
    for shown in offered:
        at = seats if shown.do is twice else [step.seat] if shown is step else [rng.choice(seats)]
        yield from [Step(shown.do, seat, bet=shown.bet) for seat in at] if _shows_whose_turn(shown.do) else [shown]


NEXT_ACT = Family(
    id="next-act",
    area="blackjack",
    levels=(Level(7, drafts=3), Level(7), Level(8), Level(9)),
    build=_build,
    revision=4,
    needs=("dealer-hand", "may-they"),
)


# ── order ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _order(rules: GameRules, level: int, rng: random.Random) -> Draft:
    if level == 1:
        return _seats_in_order(rules, rng)
    return _procedure(rules, rng, 4 if level == 2 else 6)


def _seats_in_order(rules: GameRules, rng: random.Random) -> Draft:
    """Deal, ask, settle or pick up: the seats in order."""
    seats = sorted(rng.sample(range(1, blackjack(rules).places.seats + 1), 4))
    what = rng.choice(("deal", "ask", "settle", "pick-up"))
    figures = blackjack(rules)
    side = figures.settling.from_side
    order = seats if what in ("deal", "ask") else settling_order(rules, seats)
    reason = {
        "deal": Reason("deal-order", {}, rules.orders["deal"].cite),
        "ask": Reason("ask-in-turn", {}, figures.drawing.cite),
        "settle": Reason(f"settle-from-the-{side}", {}, figures.settling.direction_cite),
        "pick-up": Reason(f"pick-up-from-the-{side}", {}, figures.settling.direction_cite),
    }[what]
    hands = 2 if figures.switch else 1
    stakes = {seat: (a_stake(rules, rng, 3),) * max(hands, compulsory_bets(rules)) for seat in seats}
    steps = tuple(Choice(str(seat), Message("blackjack.seat", {"seat": seat})) for seat in rng.sample(seats, 4))
    held = 0 if what == "deal" else hands  # hands without any offer to make
    places = [
        Shown(seat, tuple(hand_of(rng, 2, aces=False) for _ in range(held)), staked) for seat, staked in stakes.items()
    ]
    dealer = hand_of(rng, {"deal": 0, "ask": 1}.get(what, 2), aces=False)
    return Draft(
        prompt=Message(f"blackjack.prompt.order-{what}"),
        scene=table_scene(rules, places, dealer),
        form=OrderForm(steps),
        solution=" | ".join(map(str, order)),
        reasons=(reason,),
        mistakes=(("from-the-wrong-side", " ".join(map(str, reversed(order)))),),
    )


def _procedure(rules: GameRules, rng: random.Random, count: int) -> Draft:
    """Some steps of the regulation's procedure, to be put in order."""
    ids = [key for step in rules.orders["round"].steps for key in step]
    first = rng.randint(0, len(ids) - count)
    window = ids[first : first + count + 2]
    picked = set(rng.sample(window, min(count, len(window))))
    chosen = [key for key in window if key in picked]
    steps = tuple(Choice(key, rules.procedure[key].does) for key in rng.sample(chosen, len(chosen)))
    place = rng.randrange(len(chosen) - 1)
    reasons = tuple(
        Reason("procedure-step", {"number": n, "does": rules.procedure[key].does}, rules.procedure[key].cite)
        for n, key in enumerate(chosen, 1)
    )
    return Draft(
        prompt=Message("blackjack.prompt.order-procedure"),
        scene=round_scene(rules, felt_of(rules), rng.randrange(_ROUNDS)),
        form=OrderForm(steps),
        solution=" | ".join(chosen),
        reasons=reasons,
        mistakes=(("two-steps-swapped", swapped(chosen, place)), ("backwards", " ".join(reversed(chosen)))),
    )


ORDER = Family(
    id="in-order",
    area="blackjack",
    levels=(Level(8), Level(20), Level(30)),
    build=_order,
    revision=3,  # 3: the cards in question lie on the table
)
