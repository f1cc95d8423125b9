"""What must hold for every drill family of every game, whatever it asks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.drills.made import made
from trainer.drills import families
from trainer.drills.core import Family, Item
from trainer.drills.forms import AmountForm
from trainer.drills.replay import remake
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, Library, shipped_library
from trainer.texts import Language, say

LIBRARY: Library = shipped_library()
A_FEW = range(6)  # seeds of every level; `benchmarks/test_fairness.py` looks at many


def rules_of(game_ids: tuple[str, ...]) -> list[GameRules]:
    """Every variant of every rulebook that regulates one of the games."""
    found = []
    for rulebook in LIBRARY.rulebooks():
        for game_id in LIBRARY.games(rulebook):
            if game_id in game_ids:
                variants = load_rules(LIBRARY, rulebook, game_id).variants or [""]
                found += [load_rules(LIBRARY, rulebook, game_id, variant) for variant in variants]
    return found


def at_every_level(game_ids: tuple[str, ...]) -> Callable[[Callable[[GameRules, Family, int], None]], object]:
    """Makes of what must hold at a level a test for each of those rules, which walks through their levels and names the
    one that fails: to start and report a test for every one of some thousands takes longer than most of them."""

    def walking(check: Callable[[GameRules, Family, int], None]) -> object:
        def walk(rules: GameRules) -> None:
            for family in families(rules.game):
                for level in range(1, len(family.levels) + 1 if family.fits(rules) else 1):
                    try:
                        check(rules, family, level)
                    except BaseException as error:
                        error.add_note(f"at {rules.rulebook}/{rules.game}/{rules.variant} {family.id}/{level}")
                        raise

        walk.__doc__ = check.__doc__
        names = [f"{rules.rulebook}-{rules.game}-{rules.variant}" for rules in rules_of(game_ids)]
        return pytest.mark.parametrize("rules", rules_of(game_ids), ids=names)(walk)

    return walking


def check_level(rules: GameRules, family: Family, level: int, seeds: range = A_FEW) -> None:
    """Questions of a level are complete, reproducible, rightly marked, and can be said in both languages."""
    for seed in seeds:
        question = made(rules, family, level, seed)
        draft = question.draft
        where = str(question.item)
        assert Item.parse(where) == question.item, where
        assert remake(question.item, LIBRARY, family).question.draft == draft, where
        right = family.mark(question, draft.solution)
        assert right.right and not right.mistake, where
        for mistake, wrong in draft.mistakes:
            mark = family.mark(question, wrong)
            assert mark.right == draft.form.same(draft.form.canonical(wrong), draft.solution), (where, mistake)
        assert draft.reasons, where
        if isinstance(draft.form, AmountForm) and "-" in draft.solution:
            assert draft.form.signed, f"{where}: an answer below 0 cannot be typed"
        assert question.target_seconds > 0
        for language in Language:
            assert say(draft.prompt, language), where
            for reason in draft.reasons:
                assert family.explain(reason, language), where
            for mistake, _ in draft.mistakes:
                assert say_mistake(family, mistake, language), where


def check_texts(family: Family) -> None:
    """A family has its name, its sentence and its levels in both languages."""
    for language in Language:
        assert say(family.name, language) and say(family.about, language)
        for level in range(1, len(family.levels) + 1):
            assert say(family.level_name(level), language)


def say_mistake(family: Family, mistake: str, language: Language) -> str:
    from trainer.texts import text  # noqa: PLC0415

    return text(f"{family.area}.mistake.{mistake}", language)
