"""Checks that every question of every drill family must pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.drills.question_cache import made
from trainer.drills import families
from trainer.drills.core import Family, Item
from trainer.drills.forms import AmountForm
from trainer.drills.replay import remake
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, Library, shipped_library
from trainer.texts import Language, say, text

LIBRARY: Library = shipped_library()
A_FEW = range(6)  # seeds of every level; `benchmarks/test_fairness.py` checks many more


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
    """Decorator that makes one test for each of the rules from a check of a level.

    The test runs the check on every level and notes which one failed. A test for each of some thousand levels would
    take longer to start and report than to run.
    """

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
    """Check that questions of a level are complete, reproducible, judged rightly, and worded in both languages."""
    for seed in seeds:
        question = made(rules, family, level, seed)
        draft = question.draft
        where = str(question.item)
        assert Item.parse(where) == question.item, where
        if seed == seeds[0]:  # making a question again takes longer than all the other checks
            assert remake(question.item, LIBRARY, family).question.draft == draft, where
        right = family.mark(question, draft.solution)
        assert right.right and not right.mistake, where
        answers = [
            (mistake, draft.form.canonical(wrong)) for mistake, wrong in draft.mistakes if wrong != draft.solution
        ]
        for mistake, wrong in answers:
            mark = family.mark(question, wrong)
            if not mark.right and {other for other, same in answers if same == wrong} == {mistake}:
                assert mark.mistake == family.mistake_id(mistake), where
        assert draft.reasons, where
        if isinstance(draft.form, AmountForm) and "-" in draft.solution:
            assert draft.form.signed, f"{where}: an answer below 0 cannot be typed"
        assert question.target_seconds > 0
        offered = [*getattr(draft.form, "choices", ()), *getattr(draft.form, "steps", ())]
        for language in Language:
            assert say(draft.prompt, language), where
            said = [say(choice.label, language) for choice in offered]
            assert len(set(said)) == len(said), f"{where}: two choices are worded alike: {said}"
            for reason in draft.reasons:
                assert family.explain(reason, language), where
            for mistake, _ in draft.mistakes:
                assert say_mistake(family, mistake, language), where


def check_texts(family: Family) -> None:
    """Check that a family has its name, its sentence and its levels in both languages."""
    for language in Language:
        assert say(family.name, language) and say(family.about, language)
        for level in range(1, len(family.levels) + 1):
            assert say(family.level_name(level), language)


def say_mistake(family: Family, mistake: str, language: Language) -> str:
    return text(family.mistake_id(mistake), language)
