"""Days of practice begin at five in the morning."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from trainer.records.attempts import to_milliseconds
from trainer.study.days import day_name, day_number, days_in

NIGHT = datetime(2026, 11, 17, 4, 59, tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "zone", "expected"),
    [
        (NIGHT, UTC, date(2026, 11, 16)),
        (NIGHT + timedelta(minutes=1), UTC, date(2026, 11, 17)),
        (NIGHT, timezone(timedelta(hours=1)), date(2026, 11, 17)),
        (NIGHT, timezone(timedelta(hours=-11)), date(2026, 11, 16)),
    ],
)
def test_a_night_shift_belongs_to_the_day_it_began(moment: datetime, zone: timezone, expected: date) -> None:
    day = days_in(zone)(to_milliseconds(moment))
    assert day == expected.toordinal()
    assert day_number(day_name(day)) == day


def test_without_a_zone_the_computers_own_is_taken() -> None:
    moment = datetime(2026, 11, 17, 12, 0).astimezone()
    assert days_in(None)(to_milliseconds(moment)) == date(2026, 11, 17).toordinal()
