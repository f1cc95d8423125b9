"""Damage by the thousand: requests, school rulebooks, records, exports, homes, terminals, and what came of them."""

from __future__ import annotations

import random
import shutil
import time
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from benchmarks.sizes import sized
from tests.laboratory.documents import kinds, visit_document
from tests.laboratory.homes import HOMES as HOMES_OF_COMMANDS
from tests.laboratory.moving import HOMES, Moved, visit_home, visit_import, visit_restore
from tests.laboratory.records import Came, visit_records
from tests.laboratory.requests import damaged_line
from tests.laboratory.terminals import CLOSED, COMMANDS, LETTERS, Ended, ended, interrupted
from tests.laboratory.visit import visit
from trainer.games.solving import answer_line
from trainer.rulebooks import shipped_library

RECORDS = sized(1_000, 2)
DOCUMENTS = sized(300, 1)  # of each kind
MOVES = sized(250, 1)  # imports, and as many restores
HANGS = 60.0  # seconds
SCHOOLS = sized(1_000, 2)
LINES = sized(100_000, 50)
LONGEST_SECONDS = 5.0  # for one line, on a busy machine
INTERRUPTS = sized(12, 1)  # of each command
DESK: tuple[tuple[str, ...], ...] = ((), ("--now",), ("--safe",))


def test_a_thousand_damaged_schools(tmp_path: Path) -> None:
    visits = [visit(tmp_path / str(seed), seed) for seed in range(10_000, 10_000 + SCHOOLS)]
    usable = sum(each.is_usable for each in visits)
    unforeseen = sum(each.unforeseen for each in visits)
    lines = sum(each.lines for each in visits)
    figures = f"{usable} usable, {SCHOOLS - usable} faulty, {unforeseen} unforeseen, {lines} lines answered"
    print(f"\n{SCHOOLS} schools: {figures}")
    assert unforeseen == 0


def test_a_hundred_thousand_damaged_lines() -> None:
    library = shipped_library()
    answered, longest = 0, 0.0
    for seed in range(LINES):
        line = damaged_line(random.Random(seed))
        began = time.monotonic()
        answer = answer_line(line, seed, library)
        assert msgspec.json.encode(answer)
        answered += "error" not in answer
        longest = max(longest, time.monotonic() - began)
    print(f"\n{LINES} lines: {answered} answered, {LINES - answered} errors; the longest took {longest:.2f} s")
    assert longest < LONGEST_SECONDS


def test_a_thousand_damaged_records_and_logs(tmp_path: Path) -> None:
    came: list[Came] = []
    tracebacks: list[str] = []
    hangs = 0
    for seed in range(10_000, 10_000 + RECORDS):
        began = time.monotonic()
        try:
            came.append(visit_records(tmp_path / str(seed), seed))
        except Exception as error:
            tracebacks.append(f"{seed}: {error!r}")
        hangs += time.monotonic() - began > HANGS
        shutil.rmtree(tmp_path / str(seed))
    readable, rescued = sum(one.readable for one in came), sum(one.rescued for one in came)
    explained = sum(one.is_found for one in came)
    whole = sum(one.is_whole for one in came)
    unseen = sum(not one.is_found and not one.is_whole for one in came)
    print(
        f"\n{RECORDS} damaged records tried: {explained} explained by the check, {whole} could be read as before,",
        end=" ",
    )
    print(f"{unseen} neither; of {readable} readable answers {rescued} rescued, {readable - rescued} lost,", end=" ")
    print(f"{sum(one.changed for one in came)} changed; {len(tracebacks)} tracebacks, {hangs} hangs")
    assert not tracebacks
    assert readable == rescued
    assert unseen == 0
    assert hangs == 0


def test_five_hundred_imports_and_restores(tmp_path: Path) -> None:
    for name, visit_one in (("imports", visit_import), ("restores", visit_restore)):
        moved: list[Moved] = []
        for seed in range(20_000, 20_000 + MOVES):
            moved.append(visit_one(tmp_path / name / str(seed), seed))
            shutil.rmtree(tmp_path / name / str(seed))
        taken = sum(one.is_taken for one in moved)
        longest = max(one.seconds for one in moved)
        print(f"\n{MOVES} {name} tried: {taken} taken, {MOVES - taken} explained, the longest took {longest:.1f} s")
        assert longest < HANGS


@pytest.mark.exhaustive
def test_thirty_kinds_of_home(tmp_path: Path) -> None:
    sentences = {kind: visit_home(tmp_path / str(number), kind) for number, kind in enumerate(HOMES)}
    print(
        f"\n{len(sentences)} homes tried: {sum(map(bool, sentences.values()))} explained, the others used as they are"
    )


def test_damaged_files_of_exams_schools_devices_and_readers(tmp_path: Path) -> None:
    taken, longest = Counter[str](), 0.0
    for kind in kinds():
        for seed in range(DOCUMENTS):
            folder = tmp_path / "one"
            read = visit_document(folder, kind, seed + 10_000)
            taken[kind] += read.is_taken
            longest = max(longest, read.seconds)
            shutil.rmtree(folder)
        print(f"\n{kind}: {DOCUMENTS} tried, {taken[kind]} read, {DOCUMENTS - taken[kind]} refused", end="")
    print(f"\n{DOCUMENTS * len(kinds())} damaged files: the longest took {longest:.2f} s")
    assert longest < HANGS


def told(name: str, found: list[Ended]) -> None:
    """Print what came of it; nothing may end in the words of a programmer."""
    wrong = [each for each in found if not each.is_right]
    clean, explained = (sum(each.is_right and (each.status == 0) == fine for each in found) for fine in (True, False))
    print(f"\n{name}: {len(found)} tried, {clean} clean, {explained} explained, {len(wrong)} tracebacks or hangs")
    assert not wrong, wrong[:3]


@pytest.mark.exhaustive
def test_every_command_in_every_terminal(tmp_path: Path) -> None:
    found = [ended(command, tmp_path, streams) for command in COMMANDS for streams in CLOSED]
    found += [
        ended(command, tmp_path, environment={"PYTHONIOENCODING": letters})
        for command in COMMANDS
        for letters in LETTERS
    ]
    found += [ended(command, tmp_path, environment={"LC_ALL": "C", "PYTHONUTF8": "0"}) for command in COMMANDS]
    told("terminals", found)


@pytest.mark.exhaustive
def test_every_command_in_every_home(tmp_path: Path) -> None:
    found = []
    for name, make in HOMES_OF_COMMANDS.items():
        for number, command in enumerate((*COMMANDS[:1], *COMMANDS[4:10])):
            home = tmp_path / f"{name}-{number}"
            home.mkdir()
            make(home)
            found.append(ended(command, home))
    told(f"{len(HOMES_OF_COMMANDS)} homes", found)


@pytest.mark.exhaustive
def test_ctrl_c_at_any_moment(tmp_path: Path) -> None:
    source = random.Random(7)
    for command in (
        *DESK,
        ("drill",),
        ("games",),
        ("rulebook", "check"),
        ("solve",),
        ("shots", str(tmp_path / "shots")),
    ):
        found = [interrupted(command, tmp_path / "home", source.uniform(0.1, 4.0)) for _ in range(INTERRUPTS)]
        in_time = [each for each in found if not each.was_too_early]
        slowest = max(each.seconds for each in found)
        too_early = len(found) - len(in_time)
        name = f"Ctrl-C in {' '.join(command) or 'the desk'}"
        told(f"{name} ({too_early} too early; the slowest end took {slowest:.2f} s)", in_time)
        assert slowest < LONGEST_SECONDS
