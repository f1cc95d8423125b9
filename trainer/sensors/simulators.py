"""Simulated shoes, wheels and dice: deal and spin by a seed and send what real devices send."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.dice import Roll
from trainer.equipment.shoe import Shoe
from trainer.games.baccarat.burn import cards_to_burn
from trainer.games.baccarat.coup import follow
from trainer.games.baccarat.drawing import DrawingRules
from trainer.games.baccarat.figures import CoupFigures
from trainer.sensors.encoder import CannotSayError, Writer
from trainer.sensors.events import (
    BurnEvent,
    CardEvent,
    CutEvent,
    DiceEvent,
    DirectionEvent,
    Event,
    NumberEvent,
    ResultEvent,
    StateEvent,
    WarningsEvent,
)
from trainer.sensors.profile import Gives, Profile, Style

NUMBERS = tuple(str(number) for number in range(37))
_STEP = 500  # milliseconds between two lines
_COPIES = 3
# States of a spin and the number of lines each lasts.
_SPIN = (("place-bets", 30), ("ball-in-rim", 26), ("no-more-bets", 40), ("winning-number", 10))


class Said(msgspec.Struct, frozen=True):
    """Bytes of a simulated device, milliseconds after the previous ones, with the events they mean."""

    after: int
    raw: bytes
    events: tuple[Event, ...] = ()


def simulate(profile: Profile, rules: CoupFigures, seed: int, rounds: int | None = None) -> Iterator[Said]:
    """Run a device: a shoe of correctly dealt coups, or spins; at most ``rounds``."""
    rng = random.Random(seed)
    gives = {form.gives for form in profile.messages.values()}
    if Gives.STATUS in gives:
        return _wheel(profile, rng, rounds or 20)
    return _shoe(profile, rules, rng, rounds) if Gives.CARD in gives else _numbers(profile, rng, rounds or 20)


def say_card(writer: Writer, card: Card, to: str, index: int) -> tuple[bytes, Event]:
    """Bytes for a card; with its hand if the device knows it."""
    for event in (CardEvent(str(card), to, index), CardEvent(str(card))):
        try:
            return writer.write(event), event
        except CannotSayError:
            continue
    raise CannotSayError(str(card))


def repeated(profile: Profile, raw: bytes, after: int, events: tuple[Event, ...]) -> Iterator[Said]:
    """The messages with the copies that the device sends."""
    yield Said(after, raw, events)
    if profile.framing.style is Style.FRAMED:
        for _ in range(_COPIES - 1):
            yield Said(profile.times.repeat, raw)


def _shoe(profile: Profile, rules: CoupFigures, rng: random.Random, rounds: int | None) -> Iterator[Said]:
    """A shoe of coups with the cut card near its end; the coup in which it appears is completed. Cards are burned by
    the rules if the device reports burns."""
    writer = Writer(profile)
    cards = list(Shoe.shuffled(rng, rules.shoe.decks).cards)
    cut_at = rng.randint(14, 30)
    is_cut = False

    def told(event: Event, after: int) -> Iterator[Said]:
        try:
            raw = writer.write(event)
        except CannotSayError:  # no message for it
            return
        yield from repeated(profile, raw, after, (event,))

    yield from told(StateEvent("start"), 0)
    if any(_can_say(profile, BurnEvent(str(cards[0]), place)) for place in (1, None)):
        burned = 1 if rules.burn.fixed is None else 0  # the card that determines the number
        burned += cards_to_burn(rules.burn, cards[0])
        for place in range(burned):
            yield from told(_burned(profile, cards.pop(0), place + 1), 1500)
    dealt = 0
    while len(cards) > 6 and (rounds is None or dealt < rounds) and not is_cut:
        yield from told(StateEvent("standby"), 2000)
        if len(cards) <= cut_at:  # the cut card appears between two coups
            is_cut = True
            yield from told(CutEvent(True), 1000)
            if not rules.cut_card.between_coups:
                return
        hands: dict[str, list[Card]] = {"player": [], "banker": []}
        for to in coup_order(rules, cards):
            if not is_cut and len(cards) <= cut_at:
                is_cut = True
                yield from told(CutEvent(True), 1000)
            card = cards.pop(0)
            hands[to].append(card)
            raw, event = say_card(writer, card, to, len(hands[to]))
            yield from repeated(profile, raw, 1500, (event,))
        yield from told(result_event(hands["player"], hands["banker"], rules), 1500)
        dealt += 1


def _can_say(profile: Profile, event: Event) -> bool:
    """Whether the device has a message for an event."""
    try:
        Writer(profile).write(event)
    except CannotSayError:
        return False
    return True


def _burned(profile: Profile, card: Card, place: int) -> Event:
    """A burned card, with its position if the device reports positions."""
    event = BurnEvent(str(card), place)
    return event if _can_say(profile, event) else BurnEvent(str(card))


def coup_order(rules: DrawingRules, cards: Sequence[Card]) -> Iterator[str]:
    """Hands that get the next cards, by the drawing table."""
    player, banker = (cards[0], cards[2]), (cards[1], cards[3])
    coup = follow(rules, player, banker, cards[4:6])
    yield from ("player", "banker", "player", "banker")
    if coup.player_draws:
        yield "player"
    if coup.banker_draws:
        yield "banker"


def result_event(player: Sequence[Card], banker: Sequence[Card], rules: DrawingRules) -> ResultEvent:
    """Result that a shoe with knowledge of the coup sends at its end."""
    winner = follow(rules, player, banker).result.winner
    return ResultEvent(winner, player[0].rank == player[1].rank, banker[0].rank == banker[1].rank)


def _wheel(profile: Profile, rng: random.Random, spins: int) -> Iterator[Said]:
    """Spins with two status lines a second and the number on its own line; some spins are void."""
    writer = Writer(profile)
    number, direction, flags, last = "", 0, 0, ("", -1)
    names = ("clockwise", "counter-clockwise")
    heard_direction, heard_flags = "", 0
    for spin in range(1, spins + 1):
        fallen = rng.choice(NUMBERS)
        direction = 1 - direction
        speed = rng.randint(140, 180)
        is_void = rng.random() < 0.1
        for state, lines in _SPIN:
            if state == "winning-number":
                if is_void:
                    break
                number = fallen
                yield Said(_STEP, writer.line(Gives.NUMBER, number=number), (NumberEvent(number),))
            flags = 8 if is_void and state == "no-more-bets" else 0
            for turn in range(lines):
                rpm = speed + rng.randint(-1, 1)
                events: list[Event] = []
                if last != (state, spin):
                    events.append(StateEvent(state, spin % 256, rpm / 10))
                    last = (state, spin)
                if names[direction] != heard_direction:
                    heard_direction = names[direction]
                    place = 0 if profile.direction_first else len(events)
                    events.insert(place, DirectionEvent(heard_direction))
                if flags != heard_flags:
                    heard_flags = flags
                    events.append(WarningsEvent(flags))
                raw = writer.line(
                    Gives.STATUS, state=state, spin=spin % 256, number=number, flags=flags, rpm=rpm,
                    direction=names[direction], sensor=0x10, turns=turn, ball="1", ticks=32768, pocket=number,
                )  # fmt: skip
                yield Said(_STEP, raw, tuple(events))


def _numbers(profile: Profile, rng: random.Random, spins: int) -> Iterator[Said]:
    """Spins of a wheel that sends little more than the number."""
    writer = Writer(profile)
    for _ in range(spins):
        told: Sequence[tuple[int, Event]] = (
            (0, StateEvent("start")),
            (20_000, StateEvent("no-more-bets")),
            (15_000, NumberEvent(rng.choice(NUMBERS))),
        )
        for after, event in told:
            try:
                raw = writer.write(event)
            except CannotSayError:
                continue
            yield Said(after, raw, tuple(writer.meaning(raw)))


def throws(profile: Profile, seed: int, count: int) -> Iterator[Said]:
    """Throws of two dice."""
    writer, rng = Writer(profile), random.Random(seed)
    for _ in range(count):
        event = DiceEvent(str(Roll.thrown(rng)))
        yield Said(20_000, writer.write(event), (event,))
