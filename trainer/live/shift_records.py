"""A finished shift in a trainee's records: a session of its own, and an attempt for each skill that a round asked for.

An item is ``live-SKILL/LEVEL RULEBOOK/GAME@VERSION #SEED=ROUND``: a round of a shift is nothing that a drill could ask
again, so what was dealt is named and no mistake is brought back. Guided rounds and those that were run by a simulated
device or a dealer of the program are stored without counting.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import msgspec

from trainer.drills.core import Item
from trainer.games.core import RequestError
from trainer.live.debrief import SKILLS
from trainer.live.score import group_of
from trainer.live.shift import Shift, read_shift_code, shift_code
from trainer.live.table import LiveTable, Played
from trainer.records.attempts import Attempt
from trainer.records.sessions import Session
from trainer.records.store import Store
from trainer.study.skills import LIVE

KIND = "live"  # of the session
BEHAVIOUR = "live"
GUIDED = 1  # the level that shows every step, with its clock standing still


def store_shift(store: Store, profile: UUID, table: LiveTable, *, simulated: bool = False) -> Session | None:
    """Store the finished rounds of a shift, all or none; `None` if no round was finished.

    Raises `RecordsError` or `OSError` if they cannot be stored. Guided rounds do not count: every step was shown.
    ``simulated`` ones do not either: a device dealt that is not real, or that missed something.
    """
    finished = [played for played in table.log if played.ended >= 0]
    if not finished:
        return None
    session = store.add_session(profile, KIND, shift_code(table.shift))
    counts = not simulated and table.shift.level > GUIDED
    attempts: list[Attempt] = []
    for played in finished:
        shown = tuple(attempts_of(table, played))
        for skill, right, mistake in shown:
            attempt = store.new_attempt(
                profile=profile,
                item=str(item_of(table, played, skill)),
                answer="right" if right else mistake,
                right=right,
                # The round's time is shared among its skills, so that a day's practice is as long as it was.
                milliseconds=max(played.ended - played.began - played.idle, 0) // len(shown),
                target_ms=3_600_000 // table.pace // len(shown),
                behaviour=BEHAVIOUR,
                counts=counts,
                session=session.id,
            )
            attempts.append(attempt)
    store.record_all(attempts)
    return session


class Comparison(msgspec.Struct, frozen=True):
    """How much was right in a shift and in earlier ones, in per cent of what was asked, newest first."""

    now: int
    before: tuple[int, ...] = ()  # other shifts at this table and level
    same: tuple[int, ...] = ()  # this very shift: same players, same seed


def compare(store: Store, profile: UUID, table: LiveTable, session: Session, most: int = 3) -> Comparison:
    """Compare the shift stored as ``session`` with the trainee's last shifts at this table and level, and with the
    last times that he ran this very shift; at most ``most`` of each."""
    before: list[int] = []
    same: list[int] = []
    for other in store.newest_sessions(profile, KIND):
        if other.id == session.id:
            continue
        try:
            shift = read_shift_code(other.plan)
        except RequestError:
            continue
        found = same if shift == table.shift else before
        if _table_of(shift) != _table_of(table.shift) or len(found) == most:
            continue
        share = _right_share(store, other)
        if share is not None:
            found.append(share)
        if len(before) == len(same) == most:
            break
    return Comparison(_right_share(store, session) or 0, tuple(before), tuple(same))


def _table_of(shift: Shift) -> tuple[str, str, str, int]:
    return shift.rulebook, shift.game, shift.variant, shift.level


def _right_share(store: Store, session: Session) -> int | None:
    answers, right, _, _ = store.session_totals(session)
    return round(100 * right / answers) if answers else None


def item_of(table: LiveTable, played: Played, skill: str) -> Item:
    """The name of a skill in a round."""
    rules = table.rules
    variant = rules.variant if rules.variant != rules.default_variant else ""
    return Item(
        family=f"{LIVE}{skill}",
        level=table.shift.level,
        rulebook=rules.rulebook,
        game=rules.game,
        version=rules.version,
        seed=table.shift.seed,
        variant=variant,
        options=rules.changed,
        dealt=str(played.number),
    )


def attempts_of(table: LiveTable, played: Played) -> Iterator[tuple[str, bool, str]]:
    """The skills that a round asked for, whether each was shown, and else the first fault."""
    faults: dict[str, str] = {}
    for found in played.all_findings:
        faults.setdefault(SKILLS[group_of(found.fault)], found.fault.value)
    acts = {(act.by, act.do) for _, act in played.acts}
    asked = {"order"}
    asked |= {"payout"} if acts & {("dealer", "pay"), ("dealer", "take")} else set()
    asked |= {"calls"} if acts & {("dealer", "call"), ("dealer", "close")} else set()
    asked |= {"signals"} if acts & {("player", "signals"), ("dealer", "deal")} else set()
    asked |= {"incidents"} if played.staged else set()
    clean = played.ended - played.began - played.idle
    if table.shift.level > GUIDED:
        asked.add("pace")
        if clean * table.pace > 3_600_000:
            faults.setdefault("pace", "slow")
    for skill in sorted(asked | set(faults)):
        yield skill, skill not in faults, faults.get(skill, "")
