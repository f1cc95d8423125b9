"""Every solution of every drill can be given at the desk: the tray takes it and hands it back as the right answer."""

from __future__ import annotations

import pytest

from tests.drills.checks import rules_of
from tests.drills.question_cache import made
from trainer.catalogue import DRILLED
from trainer.desk.answering.trays import make_tray
from trainer.desk.answering.trays.amount import AmountTray
from trainer.desk.table import Imprint, make_felt
from trainer.drills import families
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.rulebooks.library import GENERAL


def first_rules(game: str) -> GameRules:
    """The rules of a game in the first rulebook that has it."""
    return load_rules(shipped_library(), "arica", GENERAL) if game == GENERAL else rules_of((game,))[0]


@pytest.mark.parametrize("rules", [first_rules(game) for game in DRILLED], ids=DRILLED)
def test_every_solution_can_be_answered(rules: GameRules, owned) -> None:
    for family in families(rules.game):
        for level in range(1, len(family.levels) + 1 if family.fits(rules) else 0):
            for seed in (1, 5) if level == len(family.levels) else (1,):
                question = made(rules, family, level, seed)
                form, where = question.draft.form, str(question.item)
                tray = make_tray(form, make_felt(question.draft.scene.felt, Imprint(rules)).spoken)
                owned(tray)
                tray.put(question.draft.solution.replace("|", " "))
                assert tray.missing() == "", where
                assert family.mark(question, tray.answer()).right, where
                if isinstance(tray, AmountTray):
                    assert all(field.hasAcceptableInput() for field in tray.fields), where
