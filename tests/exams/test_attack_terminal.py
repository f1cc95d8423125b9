"""Attacks from the command line and the files on disk, each with one means, and what the program says to them.

Refused attacks must end with a sentence and an exit status of 1 or 2. Attacks that cannot be refused must be told to
the certifier. `trainer/exams/ATTACKS.md` explains both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.exams import disk_attacks, later_attacks, terminal_attacks
from tests.exams.fresh_attacks import FOUND, attacks_that_found_something
from tests.exams.terminal_attacks import Attack, Rows
from tests.exams.terminal_school import RefusalError, TerminalSchool

TOLD = [*disk_attacks.told(), *later_attacks.told()]
GROUPS: dict[str, Callable[[], Rows]] = {
    "outsider": terminal_attacks.outsider,
    "forged certificate": terminal_attacks.forged_certificate,
    "candidate": terminal_attacks.candidate,
    "role": terminal_attacks.one_role,
    "disk": disk_attacks.one_disk,
    "moved": later_attacks.moved,
    "out of turn": later_attacks.out_of_turn,
    "another school": later_attacks.stranger_keys,
    "no password": later_attacks.without_password,
}
REFUSED = [(f"{group}: {what}", attack) for group, rows in GROUPS.items() for what, attack in rows()]
NEWEST = attacks_that_found_something()
STRAY = list(disk_attacks.stray_files())


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TerminalSchool]:
    with pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("terminal") / "home"
        patch.setenv("TRAINER_HOME", str(home))
        patch.chdir(home.parent)
        school = TerminalSchool(home)
        school.certify()
        yield school


@pytest.fixture
def attacked(base: TerminalSchool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TerminalSchool:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return base.fresh(tmp_path / "home")


@pytest.mark.parametrize(("what", "attack"), REFUSED, ids=[what for what, _ in REFUSED])
def test_an_attack_from_the_terminal_is_refused(what: str, attack: Attack, attacked: TerminalSchool) -> None:
    with pytest.raises(RefusalError) as refusal:
        attack(attacked)
    assert refusal.value.status in (1, 2), refusal.value.said
    assert len(refusal.value.said.split()) >= 3 and "Traceback" not in refusal.value.said


@pytest.mark.parametrize(("what", "attack"), STRAY, ids=[what for what, _ in STRAY])
def test_a_stray_file_is_passed_over_or_named(what: str, attack: Attack, attacked: TerminalSchool) -> None:
    try:
        attack(attacked)
    except RefusalError as refusal:
        place = what.split(" is ", maxsplit=1)[0].rsplit("/", maxsplit=1)[-1].removesuffix(".json")
        assert refusal.status in (1, 2) and (place in refusal.said or "staff" in what or "keys" in what), refusal.said


@pytest.mark.parametrize(("what", "attack", "words"), TOLD, ids=[what for what, _, _ in TOLD])
def test_what_cannot_be_refused_is_told(what: str, attack: Attack, words: str, attacked: TerminalSchool) -> None:
    assert words in str(attack(attacked))


@pytest.mark.parametrize(("what", "attack", "words"), NEWEST, ids=[what for what, _, _ in NEWEST])
def test_a_defect_that_an_attack_found_is_cured(
    what: str, attack: Attack, words: str, attacked: TerminalSchool
) -> None:
    if words:
        assert words in str(attack(attacked))
        return
    with pytest.raises(RefusalError) as refusal:
        attack(attacked)
    assert refusal.value.status in (1, 2), refusal.value.said


def test_there_are_enough_attacks_and_each_is_another() -> None:
    assert len(NEWEST) == len(FOUND)
    assert len(REFUSED) >= 280 and len({what for what, _ in REFUSED}) == len(REFUSED)
