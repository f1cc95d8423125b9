"""The wheel beside the layout shows what the ball and the wheel do, irregularities included."""

from __future__ import annotations

import pytest

from trainer.desk.screens.live.wheel import RunningWheel
from trainer.equipment.wheel import WHEELS
from trainer.games.round import Act

SPIN = Act("spin", facts={"wheel": "clockwise", "ball": "counter-clockwise"})


@pytest.fixture
def wheel() -> RunningWheel:
    made = RunningWheel(next(iter(WHEELS.values())))
    made.follow(1_000, SPIN)
    return made


def test_a_wheel_that_stops_stands_until_the_next_spin(wheel: RunningWheel) -> None:
    assert wheel.wheel_angle(4_000) != wheel.wheel_angle(3_000)
    wheel.follow(4_000, Act("wheel-stops", "table"))
    assert wheel.wheel_angle(9_000) == wheel.wheel_angle(4_000)
    assert wheel.ball_angle(9_000) != wheel.ball_angle(4_000)
    wheel.follow(20_000, SPIN)
    assert wheel.wheel_angle(23_000) != wheel.wheel_angle(22_000)


def test_a_ball_that_hangs_rests_where_it_was(wheel: RunningWheel) -> None:
    wheel.follow(4_000, Act("ball-hangs", "table"))
    assert wheel.ball_angle(9_000) == wheel.ball_angle(4_000) is not None
    assert wheel.wheel_angle(9_000) != wheel.wheel_angle(4_000)


@pytest.mark.parametrize(
    "act", [Act("ball-leaves-wheel", "table"), Act("call", topic="no-spin"), Act("void", topic="spin")]
)
def test_no_ball_runs_when_it_has_left_the_wheel_or_the_spin_is_void(wheel: RunningWheel, act: Act) -> None:
    assert wheel.is_running
    wheel.follow(4_000, act)
    assert not wheel.is_running
    assert wheel.ball_angle(5_000) is None
