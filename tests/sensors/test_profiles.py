"""Profile files: those that are shipped, how they are found, and faults with their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loops import loop_over
from tests.sensors.lines_of_devices import PROFILES, SHELF
from trainer.sensors.profile import Certainty
from trainer.sensors.profile_files import NoProfileError, ProfileShelf, faults_of


@loop_over("name", PROFILES)
def test_every_shipped_profile_is_sound_and_says_where_it_comes_from(name: str) -> None:
    assert faults_of(SHELF.files()[name]) == []
    profile = SHELF.profile(name)
    assert profile.source.text and profile.source.certainty in Certainty
    assert profile.about is not None


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("angel-eye", "angel-eye-ii-ex"),
        ("Angel Eye II-EX", "angel-eye-ii-ex"),
        ("bee-tek", "bee-tek"),
        ("cammegh", "cammegh"),
        ("slingshot-2", "cammegh-slingshot-2"),
        ("cammegh-slingshot", "cammegh-slingshot-2"),
        ("cammegh-basic", "cammegh-mercury-360-basic"),
        ("mercury-360-extended", "cammegh-mercury-360-extended"),
        ("open", "open-line"),
        ("wedge", "keyboard-wedge"),
        ("generic-number-lines", "number-lines"),
    ],
)
def test_a_profile_is_found_by_what_people_call_it(asked: str, meant: str) -> None:
    assert SHELF.find(asked) == meant


@pytest.mark.parametrize("asked", ["", "shoe", "angel", "mercury"])
def test_a_name_that_says_too_little_is_refused_with_those_there_are(asked: str) -> None:
    with pytest.raises(NoProfileError) as error:
        SHELF.find(asked)
    assert error.value.message.params["known"]


FRAMED = (SHELF.folders[0] / "angel-eye-ii-ex.toml").read_text("utf-8")
LINES = (SHELF.folders[0] / "open-line.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "old", "new", "key"),
    [
        (FRAMED, 'kind = "shoe"', 'kind = "boot"', "kind"),
        (FRAMED, "start = 0x05", "start = 300", "framing.start"),
        (FRAMED, 'certainty = "found"', 'certainty = "sure"', "source.certainty"),
        (FRAMED, 'table = "targets"', 'table = "aims"', "messages.D.fields.to.table"),
        (FRAMED, "high = 6, low = 4", "high = 4, low = 6", "messages.D.fields.to.low"),
        (FRAMED, "speeds = [4800, 9600]", "speeds = []", "line.speeds"),
        (FRAMED, "[messages.D]", "[messages.DD]", "messages.DD"),
        (FRAMED, 'FF = "other"', 'QQ = "other"', "framing.refusals.QQ"),
        (FRAMED, "fields.lock", "fields.luck", "messages.L"),
        (FRAMED, 'state = "standby"', 'state = "asleep"', "messages.P.state"),
        (FRAMED, '"overdraw"', '"too-much"', "messages.E.error"),
        (FRAMED, "byte = 3, characters = 4", "byte = 40, characters = 4", "messages.M.fields.value.byte"),
        (LINES, "(?P<number>", "(?P<numero>", "messages.number"),
        (LINES, "match = '(?i)SPIN *'", "match = '(SPIN'", "messages.spin.match"),
        (LINES, "match = '(?i)SPIN *'\n", "", "messages.spin.match"),
        (LINES, 'to = "hands"', 'to = "feet"', "messages.card.tables.to"),
        (LINES, "begins = '(?i)", "begins = '(", "framing.begins"),
    ],
)
def test_a_fault_is_named_by_its_key(tmp_path: Path, text: str, old: str, new: str, key: str) -> None:
    assert old in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(old, new), "utf-8")
    assert key in [fault.key for fault in faults_of(file)]


def test_a_file_may_extend_another_but_not_itself(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('extends = "angel-eye-ii-ex"\nline = { speeds = [9600] }\n', "utf-8")
    (tmp_path / "lost.toml").write_text('extends = "nothing"\n', "utf-8")
    (tmp_path / "ring.toml").write_text('extends = "ring"\n', "utf-8")
    shelf = ProfileShelf([tmp_path])
    assert shelf.profile("mine").line.speeds == (9600,)
    assert shelf.profile("mine").messages == shelf.profile("angel-eye-ii-ex").messages
    assert [fault.key for name in ("lost", "ring") for fault in faults_of(tmp_path / f"{name}.toml")] == ["extends"] * 2
    assert {name for name, _ in shelf.profiles()} == {*PROFILES, "mine"}, "a broken file takes no other with it"
