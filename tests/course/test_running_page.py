"""The page *How to run it here* of every game that can be dealt live."""

from __future__ import annotations

import pytest

from tests.live.shifts import TABLES
from trainer.course.path import Course
from trainer.games.rules import load_rules
from trainer.rulebooks.library import shipped_library
from trainer.texts import Language, say


@pytest.mark.parametrize("name", TABLES)
def test_every_live_game_has_a_page_with_its_steps_in_order(name: str) -> None:
    """Each step of the procedure with its citation, after the steps it needs, in both languages."""
    rules = load_rules(shipped_library(), *name.split("/"))
    for language in Language:
        page = Course(rules, language, shipped_library()).page("running")
        rows = [line.strip("| ").split(" | ") for line in page.markdown.splitlines() if line[:3].strip("| ").isdigit()]
        steps = [step for step in rules.procedure.values() if step.acts]
        assert [row[0] for row in rows] == [str(number) for number in range(1, len(steps) + 1)]
        for step in steps:
            assert say(step.does, language) in page.markdown
            assert step.cite in page.cites or step.cite.article == "house standard"
        for row in rows:
            assert all(int(need) < int(row[0]) for need in row[3].split(", ") if need.strip().isdigit()), row


def test_a_game_that_cannot_be_dealt_live_has_none() -> None:
    rules = load_rules(shipped_library(), "puerto-rico", "bingo")
    with pytest.raises(KeyError):
        Course(rules, Language.ES, shipped_library()).page("running")
