"""Acts of the live table are estimated like drills and asked by none."""

from __future__ import annotations

import pytest

from tests.records.support import HandClock, answered
from tests.study.support import is_fact, rules, rungs, trainee
from trainer.records.store import Store
from trainer.study.ledger_storage import rebuild
from trainer.study.live_skills import LiveSkill, is_live, live_item, live_rung
from trainer.study.progress import themes


@pytest.mark.parametrize("skill", LiveSkill)
def test_acts_of_a_shift_become_answers_on_a_rung_of_their_own(
    store: Store, clock: HandClock, skill: LiveSkill
) -> None:
    who = trainee(store)
    for number in range(12):
        answered(store, who.profile, item=live_item(skill, rules(), number), right=number > 5)
    ledger = rebuild(store, who.profile, who._day_of, is_fact)
    tally = ledger.rungs[live_rung(skill, rules())]
    assert (tally.answers, tally.right) == (12, 6)
    assert is_live(live_rung(skill, rules()))
    assert live_rung(skill, rules()) not in {rung.key for rung in rungs()}
    assert themes(ledger).weak == ()
    assert not ledger.open
