"""Years of practice made up in seconds: sessions of a few drills each, on most days, some of it facts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from trainer.records.attempts import EPOCH, from_milliseconds, make_id
from trainer.records.store import Session, Store

SKILLS = 20
LEVELS = 3
FACTS = 40
START_MS = 1_700_000_000_000
DAY_MS = 86_400_000
PLAN = '{"kind": "today", "table": "baleares/roulette-french"}'
ANSWERS = ("175", "draw", "2x100 3x25", "35 17 8", "banker", "split:14-17=1 street:13-14-15=2")


def is_fact(family: str, game: str) -> bool:
    """Every other family asks facts."""
    return int(family.partition("-")[2]) % 2 == 0


def fill(path: Path, attempts: int, days: int, profiles: int = 1, seed: int = 1) -> None:
    """Make a file with so many attempts of each of some profiles, spread over some days."""
    with Store(path, lambda: EPOCH) as store:
        for number in range(1, profiles + 1):
            profile = store.add_profile(f"Trainee {number}")
            with store.writing() as connection:
                rows = practice(random.Random(seed + number), store, profile.id, number, attempts, days)
                connection.executemany(f"INSERT INTO attempts VALUES ({', '.join('?' * 16)})", rows)


def practice(
    source: random.Random, store: Store, owner: UUID, profile: int, attempts: int, days: int
) -> Iterator[tuple[object, ...]]:
    """Rows of the table of attempts, in the order of events."""
    a_session = 25
    texts = store.text_number
    sessions_a_day = max(1, round(attempts / days / a_session))
    app, unnamed, practise = texts("0.1.0"), texts(""), texts("practise")
    kinds = [texts(f"family-{skill} baleares/roulette-french@1+ab12cd34") for skill in range(SKILLS)]
    mistakes = [texts(f"roulette.mistake.number-{number}") for number in range(30)]
    made = session_number = 0
    now = START_MS
    while made < attempts:
        day, part = divmod(session_number, sessions_a_day)
        now = max(now + 1, START_MS + day * DAY_MS + part * 600_000 % (DAY_MS // 2))
        began = from_milliseconds(now)
        session = store.write_session(Session(id=make_id(now), profile=owner, kind="today", plan=PLAN, began=began))
        session_number += 1
        drills = [(source.randrange(SKILLS), source.randint(1, LEVELS)) for _ in range(3)]
        for _ in range(min(a_session, attempts - made)):
            skill, level = source.choice(drills)
            now += source.randrange(2000, 9000)
            right = source.random() < 0.85
            seed = source.randrange(FACTS) if skill % 2 == 0 else source.getrandbits(31)
            mistake = unnamed if right or source.random() < 0.3 else source.choice(mistakes)
            yield (
                *(
                    profile,
                    make_id(now).bytes,
                    kinds[skill],
                    level,
                    seed,
                    None,
                    source.choice(ANSWERS),
                    int(right),
                    mistake,
                ),
                *(source.randrange(1000, 9000), 5000, practise, int(source.random() < 0.95), session, now, app),
            )
            made += 1
