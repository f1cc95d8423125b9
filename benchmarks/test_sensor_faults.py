"""Real tables on bad lines, and blackjack with everything that players do: nobody is blamed for what did not happen.

uv run pytest benchmarks/test_sensor_faults.py -n 0 -s

The whole run takes a quarter of an hour of processor time. ``SENSOR_SHOES=7`` bounds it to seven shoes of each device,
drawn by lot with the seed ``SENSOR_LOT``, so that several runs add up. Single faults are tried on all shoes, pairs on a
tenth of them; an erring dealer deals a fifth.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from benchmarks.sizes import sized
from tests.sensors.faulty_lines import AFTER, DEVICES, NUMBERED, STRETCH, TELLS_HANDS, Line, Said, single_faults
from tests.sensors.faulty_wheels import KINDS, WHEELS, Wheel
from tests.sensors.simulated_blackjack import END, play_round, shoe
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.sensors.events import CardEvent
from trainer.sensors.following import blackjack

RULES = load_rules(shipped_library(), "arica", "punto-banco")
SHOES = sized(int(os.environ.get("SENSOR_SHOES", "100")), 1)
LOT = random.Random(int(os.environ.get("SENSOR_LOT", "32")))
SEEDS = [LOT.randrange(1_000_000) for _ in range(SHOES)] if "SENSOR_SHOES" in os.environ else list(range(SHOES))
PAIRED = SEEDS[: max(1, SHOES // 10)]
SHORT = 12  # coups, for pairs at devices that do not tell the hands: they keep many states apart and can prove nothing
BLACKJACK_SHOES = sized(int(os.environ.get("SENSOR_SHOES", "100")) * 2, 1)  # of each regulation
ERRORS = 0.3  # share of coups in which the second dealer errs
FEWER = 5  # times fewer shoes of his
SPINS = sized(20, 5)  # a session


@pytest.mark.parametrize("errors", [0.0, ERRORS])
@pytest.mark.parametrize("device", DEVICES)
def test_a_fault_at_every_place_of_a_hundred_shoes(device: str, errors: float) -> None:
    counts: Counter[str] = Counter()
    for seed in SEEDS if not errors else SEEDS[: max(1, SHOES // FEWER)]:
        line = Line(device, RULES, seed, sized(None, 2), errors)
        assert errors or line.said == Said()
        assert not line.said.accused
        counts["coups"] += line.sound[-1].table.coups
        counts["errors found on the sound line"] += line.said.proved
        for place, kind in single_faults(line):
            said, is_back = line.with_one(place, kind)
            assert not said.accused, (seed, place, kind)
            counts[kind] += 1
            counts[f"{kind}, told"] += bool(said.told)
            counts["errors found beside a fault"] += said.proved
            if device in TELLS_HANDS and place + STRETCH + AFTER < len(line.reports):
                assert is_back, (seed, place, kind)
                counts["followed again"] += 1
            if not errors and device in NUMBERED and kind in ("lost", "cannot-read", "unplugged"):
                is_inside = 0 < place < len(line.reports) - STRETCH
                assert said.told or not is_inside, (seed, place, kind)
    print(device, errors, dict(counts))


@pytest.mark.parametrize("errors", [0.0, ERRORS])
@pytest.mark.parametrize("device", DEVICES)
def test_every_two_faults_on_ten_shoes(device: str, errors: float) -> None:
    followed = faults = 0
    coups = sized(None if device in TELLS_HANDS else SHORT, 1)
    for seed in PAIRED if not errors else PAIRED[: max(1, len(PAIRED) // FEWER)]:
        found = Line(device, RULES, seed, coups, errors).every(2)
        assert not found.false, (seed, found.false[:10])
        followed, faults = followed + found.followed, faults + found.faults
    print(device, errors, "states followed:", followed, "faults tried:", faults)


@pytest.mark.parametrize("errors", [0.0, ERRORS])
@pytest.mark.parametrize("profile", WHEELS)
def test_a_fault_at_every_line_of_a_hundred_sessions_at_a_wheel(profile: str, errors: float) -> None:
    """Every number once, every wrong throw and no other, no spin that counted called void."""
    rules, counts = load_rules(shipped_library(), "arica", "roulette-american"), Counter[str]()
    for seed in SEEDS if not errors else SEEDS[: max(1, SHOES // FEWER)]:
        wheel = Wheel(profile, rules, seed, SPINS, errors)
        heard = wheel.sound[-1]
        assert heard.numbers == tuple(spin.number for spin in wheel.truth if spin.counts)
        assert heard.blamed == wheel.wrong and not set(heard.void) & set(wheel.counting)
        counts["spins"] += len(wheel.truth)
        counts["wrong throws"] += len(wheel.wrong)
        counts["no spin"] += sum(not spin.counts for spin in wheel.truth)
        for place in range(len(wheel.lines)):
            for kind in KINDS:
                assert wheel.problems(place, kind) == [], (seed, place, kind)
                counts[kind] += 1
    print(profile, errors, dict(counts))


@pytest.mark.parametrize("rulebook", ["arica", "baleares", "bolivia", "coquimbo", "puerto-rico"])
def test_two_hundred_shoes_of_blackjack(rulebook: str) -> None:
    rules = load_rules(shipped_library(), rulebook, "blackjack")
    did: Counter[str] = Counter()
    for number in range(BLACKJACK_SHOES):
        rng = random.Random(f"{rulebook} {number}")
        left, seats = shoe(rng, rules), rng.randint(1, 5)
        follower, table = blackjack.Follower(rules, seats), blackjack.Table()
        while len(left) > 60:
            right = play_round(rng, rules, seats, left)
            did.update(right.did)
            for event in right.events:
                step = follower.hear(table, event)
                assert step.finding is None, (number, event, step.finding)
                table = step.table
            assert (list(table.hands), table.dealer) == (right.hands, right.dealer)
            wrong = follower.hear(table, CardEvent("5S")).finding
            assert wrong is not None and wrong.fault is not None and not wrong.doubt
            step = follower.hear(table, END)
            assert step.finding is None and step.ended is not None
            table = step.table
            did["rounds"] += 1
    print(rulebook, dict(did))
