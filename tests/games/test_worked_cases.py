"""Every worked case of the regulations, through the same door as ``trainer solve``."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.games.worked_cases import FAMILIES, WorkedCase, answered, differences, reasons_of, worked_cases
from trainer.drills import families
from trainer.texts.messages import messages

ALL = [case for family in FAMILIES for case in worked_cases(family)]
FIELD = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("family", FAMILIES)
def test_worked_cases(family: str) -> None:
    """Every one that is answered otherwise is told, with its id and article."""
    wrong = [told for case in worked_cases(family) if (told := told_of(case))]
    assert not wrong, "\n".join(wrong)


def told_of(case: WorkedCase) -> str:
    try:
        wrong = differences(case.expect, answered(case.request))
    except Exception as error:
        wrong = [repr(error)]
    return "\n".join([f"{case.id}: {case.situation} ({case.cite})", *wrong]) if wrong else ""


def test_every_worked_case_has_its_own_id_and_expects_something() -> None:
    assert len({case.id for case in ALL}) == len(ALL) > 800
    assert all(case.expect for case in ALL)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_reason_of_a_worked_case_can_be_said(family: str) -> None:
    """A message in both languages, every parameter it speaks of, and the article."""
    said = 0
    for case in worked_cases(family):
        for reason in reasons_of(answered(case.request)):
            area, name = message_of(case.request["game"], reason["rule"])
            wanted = FIELD.findall(messages(area)[name].es)
            assert set(wanted) <= reason.get("params", {}).keys(), (case.id, reason)
            assert reason["cite"], (case.id, reason)
            said += 1
    assert said


def message_of(game: str, rule: str) -> tuple[str, str]:
    """The text area and the message of a reason; a rule that all games share names its own."""
    if "." in rule:
        area, name = rule.split(".", 1)
        return area, name
    return families(game)[0].area, f"reason.{rule}"


@pytest.mark.parametrize(
    ("expected", "answer", "lines"),
    [
        ({"pays": 5}, {"pays": 5, "loses": 0}, []),
        ({"pays": 5}, {}, ["pays: expected 5, answered None"]),
        ({"at_once": None}, {}, []),
        ({"at_once": None}, {"at_once": True}, ["at_once: expected None, answered True"]),
        ({"allowed": True}, {"allowed": 1}, ["allowed: expected True, answered 1"]),
        ({"bets": [{}, {"pays": 5}]}, {"bets": [{}, {"pays": 6}]}, ["bets[1].pays: expected 5, answered 6"]),
        ({"bets": [{}]}, {"bets": []}, ["bets: expected [{}], answered []"]),
    ],
)
def test_what_is_expected_must_be_answered_exactly(expected: Any, answer: Any, lines: list[str]) -> None:
    assert differences(expected, answer) == lines
