"""Whatever the engine says can be said in words: every reason and every row, in both languages."""

from __future__ import annotations

import re

import pytest

from tests.games.blackjack_tables import rounds
from tests.games.test_blackjack_tables import TABLES
from trainer.games.blackjack.game import GAME
from trainer.games.core import Reason
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language, text

LIBRARY = shipped_library()


def words(reason: Reason, language: Language) -> str:
    name = reason.rule if "." in reason.rule else f"blackjack.reason.{reason.rule}"
    return text(name, language, **reason.params)


def check(reasons: tuple[Reason, ...]) -> None:
    for reason in reasons:
        for language in Language:
            said = words(reason, language)
            assert said and not re.search(r"\{\w+\}", said), reason


@pytest.mark.parametrize(("rulebook", "game", "variant", "options", "count"), TABLES)
def test_every_reason_of_a_round_can_be_said(
    rulebook: str, game: str, variant: str, options: dict[str, str], count: int
) -> None:
    rules = load_rules(LIBRARY, rulebook, game, variant, options)
    for played in rounds(rules, seed=5, count=25):
        for step, _ in played.steps:
            check(step.reasons)
        for result in played.table.results:
            check(result.reasons)


def test_every_row_has_a_name() -> None:
    for rulebook in LIBRARY.rulebooks():
        for game in LIBRARY.games(rulebook):
            if game in GAME.ids:
                for bet, rule in load_rules(LIBRARY, rulebook, game).bets.items():
                    assert set(rule.outcomes) >= set(rule.pay_table), bet
