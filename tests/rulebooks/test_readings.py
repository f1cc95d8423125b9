"""Rules were read against the lines they cite by somebody who did not write them; a changed one is read again."""

from __future__ import annotations

import pytest

from tests.rulebooks.readings import VERDICTS, pairs, read_already, verdict_on
from trainer.rulebooks import shipped_library

pytestmark = pytest.mark.readings


@pytest.mark.parametrize("rulebook", shipped_library().rulebooks())
def test_every_entry_that_was_read_still_says_the_same(rulebook: str) -> None:
    there = {each.line for each in pairs(rulebook)}
    changed = [line for line in read_already(rulebook) if line not in there]
    assert changed == [], "read these again: python -m tests.rulebooks.readings RULEBOOK GAME"
    assert set(read_already(rulebook).values()) <= set(VERDICTS)


@pytest.mark.parametrize("rulebook", shipped_library().rulebooks())
def test_every_entry_was_read(rulebook: str) -> None:
    known = read_already(rulebook)
    assert [each.place for each in pairs(rulebook) if each.line not in known] == []


@pytest.mark.parametrize("rulebook", shipped_library().rulebooks())
def test_what_cites_lines_is_a_rule_and_what_cites_none_is_the_houses(rulebook: str) -> None:
    verdicts = read_already(rulebook)
    for each in pairs(rulebook):
        if each.line in verdicts:
            assert verdicts[each.line] == verdict_on(each.cite), each.place
