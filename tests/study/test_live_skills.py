"""Acts of the live table are estimated like drills, and no drill asks them."""

from __future__ import annotations

from tests.records.support import HandClock
from tests.study.support import entry, is_fact, rungs
from trainer.records.attempts import to_milliseconds
from trainer.study.ledger import Ledger
from trainer.study.progress import themes
from trainer.study.skills import LIVE, is_live

TABLE = "baleares/roulette-french"


def test_acts_of_a_shift_are_answers_on_a_rung_of_their_own(clock: HandClock) -> None:
    ledger = Ledger(lambda milliseconds: 719_163 + milliseconds // 86_400_000, is_fact)
    for number in range(12):
        ledger.add(entry(clock, f"{LIVE}payout/2", 5, right=number > 5, dealt=str(number), milliseconds=90_000))
    tally = ledger.rungs[f"{LIVE}payout/2 {TABLE}"]
    assert (tally.answers, tally.right) == (12, 6)
    assert ledger.abilities[TABLE].mean < 0
    assert not any(is_live(rung.key) for rung in rungs())
    assert not themes(ledger).weak and not ledger.open
    assert ledger.tempo.pace == 1.0, "a round is no answer to a question"
    assert ledger.today(to_milliseconds(clock())).answers == 12
