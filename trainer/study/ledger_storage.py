"""Store ledgers: load at the start, update with every answer, rebuild when needed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar
from uuid import UUID

import msgspec

from trainer.records.attempts import split_item, to_milliseconds
from trainer.records.errors import DamagedError
from trainer.records.progress_callback import Progress, no_progress
from trainer.records.sessions import SIMULATED
from trainer.records.store import Attempt, Derived, LogEntry, Store
from trainer.study.ability import Ability
from trainer.study.calibration import Calibration
from trainer.study.days import DayOf, day_name, day_number
from trainer.study.ledger import IsFact, Ledger, OnDemand, day_key, day_of_rung
from trainer.study.repetition import Card
from trainer.study.tallies import Bests, DayTally, MistakeTally, OpenMistake, PlacementTally, RungDay, RungTally, Tempo
from trainer.system.log import timed

_log = logging.getLogger(__name__)

FORM = 11  # version of the derived data; ledgers of another version are rebuilt
_MEASURED_SINCE = 9  # version since which mastery is measured as it is now
_STEP = 5000  # attempts between two progress reports

Value = TypeVar("Value")


def open_ledger(
    store: Store,
    profile: UUID,
    day_of: DayOf,
    is_fact: IsFact,
    progress: Progress = no_progress,
    *,
    looks_at_all: bool = False,
) -> Ledger:
    """The ledger of a profile up to its last attempt; rebuilt if none is stored or readable.

    ``looks_at_all`` also validates the values that are otherwise loaded on demand; used the first time after opening a
    file.
    """
    try:
        folded = _folded(store, profile)
        ledger = _read(store, profile, day_of, is_fact)
        if looks_at_all:
            _look_at_the_rest(store, profile)
    except (
        msgspec.DecodeError,
        ValueError,
        TypeError,
        RecursionError,
        DamagedError,
    ):  # all of it can be computed again
        folded = None
    if folded is None:
        is_older = _is_older(store, profile)
        ledger = rebuild(store, profile, day_of, is_fact, progress)
        ledger.was_older = is_older and ledger.folded != b""
        return ledger
    ledger.folded = folded
    if store.newest(profile) != folded:
        catch_up(store, profile, ledger)
    return ledger


def rebuild(store: Store, profile: UUID, day_of: DayOf, is_fact: IsFact, progress: Progress = no_progress) -> Ledger:
    """Compute the ledger from all attempts and store it, unless the store is read-only."""
    with timed(_log, "computing the ledger from all answers", slow_after=10.0):
        return _rebuild(store, profile, day_of, is_fact, progress)


def _rebuild(store: Store, profile: UUID, day_of: DayOf, is_fact: IsFact, progress: Progress) -> Ledger:
    ledger = Ledger(day_of, is_fact)
    total = store.count(profile)
    add = ledger.add
    done = 0
    for done, entry in enumerate(store.log(profile), start=1):
        add(entry)
        if done % _STEP == 0:
            progress(done, total)
    progress(done, total)
    ledger.closed.clear()
    ledger.changed_mistakes.clear()
    ledger.is_whole = True
    if not store.read_only:
        store.replace_derived(profile, everything(ledger))
    return ledger


def catch_up(store: Store, profile: UUID, ledger: Ledger) -> None:
    """Add the attempts that were recorded without the ledger, and store the changes."""
    changed: dict[tuple[str, str], Derived] = {}
    for entry in store.log(profile, after=ledger.folded):
        ledger.add(entry)
        changed |= {(value.sort, value.key): value for value in changes(ledger, entry)}
    if not store.read_only:
        store.write_derived(profile, changed.values())


def log_entry(attempt: Attempt, session_kind: str) -> LogEntry:
    """A new attempt in the form of a log entry."""
    return (
        *(attempt.id.bytes, *split_item(attempt.item), int(attempt.right), attempt.mistake, attempt.milliseconds),
        *(attempt.target_ms, attempt.behaviour, int(attempt.counts), attempt.session.hex, session_kind),
        to_milliseconds(attempt.at),
    )


def changes(ledger: Ledger, entry: LogEntry) -> Iterator[Derived]:
    """Derived values changed by the last added attempt."""
    _, kind_text, level, seed, dealt, right, mistake, _, _, _, counts, _, session_kind, at = entry
    yield _folded_value(ledger)
    if session_kind == SIMULATED:
        return
    day = day_name(ledger.day_of(at))
    yield _value("day", day, ledger.days[day])
    yield _value("bests", "", ledger.bests)
    yield _value("tempo", "", ledger.tempo)
    for closed in ledger.closed:
        yield Derived("open", _fact_key(*closed), None)
    ledger.closed.clear()
    for changed in ledger.changed_mistakes:
        if changed in ledger.open:
            yield _value("open", _fact_key(*changed), ledger.open[changed])
    ledger.changed_mistakes.clear()
    kind = ledger.kinds[kind_text]
    rung = kind.rung(level)
    if counts or not dealt:
        yield _value("rung", rung, ledger.rungs[rung])
        yield _value("ability", kind.skill, ledger.abilities[kind.skill])
        yield _value("ability", kind.place, ledger.abilities[kind.place])
        for name, calibration in ledger.calibrations.items():
            yield _value("calibration", name, calibration)
        if kind.is_fact:
            yield _value("card", _fact_key(rung, seed), ledger.cards[rung][seed])
    if counts:
        if ledger.rungs[rung].day_answers:
            yield _value("rung-day", f"{rung} {day}", day_of_rung(ledger.rungs[rung]))
        if kind.place in ledger.placements:
            yield _value("placement", kind.place, ledger.placements[kind.place])
    if mistake and not right:
        yield _value("mistake", f"{mistake} {kind.skill}", ledger.mistakes[f"{mistake} {kind.skill}"])
    if not right and not dealt:
        yield _value("open", _fact_key(rung, seed), ledger.open[rung, seed])


def everything(ledger: Ledger) -> Iterator[Derived]:
    """All derived values of a ledger."""
    yield _folded_value(ledger)
    yield _value("bests", "", ledger.bests)
    yield _value("tempo", "", ledger.tempo)
    today = {day_key(rung, tally.day): day_of_rung(tally) for rung, tally in ledger.rungs.items()}
    tables: dict[str, Mapping[str, object]] = {
        "rung": ledger.rungs,
        "ability": ledger.abilities,
        "calibration": ledger.calibrations,
        "day": ledger.days,
        "rung-day": {key: tally for key, tally in (ledger.rung_days | today).items() if tally.answers},
        "mistake": ledger.mistakes,
        "placement": ledger.placements,
        "card": {_fact_key(rung, seed): card for rung, deck in ledger.cards.items() for seed, card in deck.items()},
        "open": {_fact_key(rung, seed): one for (rung, seed), one in ledger.open.items()},
    }
    for sort, table in tables.items():
        for key, value in table.items():
            yield _value(sort, key, value)


def _read(store: Store, profile: UUID, day_of: DayOf, is_fact: IsFact) -> Ledger:
    ledger = Ledger(day_of, is_fact)
    ledger.rungs.update(_table(store, profile, "rung", RungTally))
    ledger.abilities.update(_table(store, profile, "ability", Ability))
    ledger.mistakes.update(_table(store, profile, "mistake", MistakeTally))
    ledger.placements.update(_table(store, profile, "placement", PlacementTally))
    for key, card in _table(store, profile, "card", Card):
        rung, seed = _split_fact_key(key)
        ledger.cards.setdefault(rung, {})[seed] = card
    waiting = ((_split_fact_key(key), one) for key, one in _table(store, profile, "open", OpenMistake))
    ledger.open.update(sorted(waiting, key=lambda pair: pair[1].example))
    for _, bests in _table(store, profile, "bests", Bests):
        ledger.bests = bests
    for _, tempo in _table(store, profile, "tempo", Tempo):
        ledger.tempo = tempo
    ledger.calibrations.update(_table(store, profile, "calibration", Calibration))
    ledger.days = OnDemand(_from_store(store, profile, "day", DayTally))
    ledger.rung_days = OnDemand(_from_store(store, profile, "rung-day", RungDay))
    return ledger


def all_days(store: Store, profile: UUID, ledger: Ledger) -> list[DayTally]:
    """All days of practice."""
    if ledger.is_whole:
        return list(ledger.days.values())
    return [tally for _, tally in _table(store, profile, "day", DayTally)]


def _look_at_the_rest(store: Store, profile: UUID) -> None:
    for key, _ in (*_table(store, profile, "day", DayTally), *_table(store, profile, "rung-day", RungDay)):
        day_number(key.rpartition(" ")[2])


def _table(store: Store, profile: UUID, sort: str, kind: type[Value]) -> Iterator[tuple[str, Value]]:
    decode = msgspec.json.Decoder(kind).decode
    return ((key, decode(value)) for key, value in store.derived(profile, sort))


def _from_store(store: Store, profile: UUID, sort: str, kind: type[Value]) -> Callable[[str], Value]:
    """Loader for `OnDemand`: reads a value from the store or creates it."""

    def get(key: str) -> Value:
        found = store.derived(profile, sort, low=key, high=key + "\0")
        return msgspec.json.decode(found[0][1], type=kind) if found else kind()

    return get


def _folded(store: Store, profile: UUID) -> bytes | None:
    for _, value in store.derived(profile, "meta"):
        form, folded = msgspec.json.decode(value, type=tuple[int, str])
        if form == FORM:
            return bytes.fromhex(folded)
    return None


def _is_older(store: Store, profile: UUID) -> bool:
    """Whether an earlier program with other estimates wrote the stored ledger."""
    try:
        return any(
            msgspec.json.decode(value, type=tuple[int, str])[0] < _MEASURED_SINCE
            for _, value in store.derived(profile, "meta")
        )
    except (msgspec.DecodeError, DamagedError):
        return False


def _folded_value(ledger: Ledger) -> Derived:
    return _value("meta", "folded", (FORM, ledger.folded.hex()))


def _value(sort: str, key: str, value: object) -> Derived:
    return Derived(sort, key, msgspec.json.encode(value).decode())


def _fact_key(rung: str, seed: int) -> str:
    return f"{rung} #{seed}"


def _split_fact_key(key: str) -> tuple[str, int]:
    rung, _, seed = key.rpartition(" #")
    return rung, int(seed)
