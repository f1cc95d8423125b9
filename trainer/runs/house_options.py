"""House options a trainee practises under, game by game, stored with the profile.

A regulation leaves points open, and houses differ. Options are stored for a rulebook's game, for all its variants; only
values that differ from the defaults are stored, so that a corrected default reaches everybody. A plan contains its own
options: a class plays by the house of whoever made its plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from msgspec import structs

from trainer.equipment import NotReadableError
from trainer.equipment.money import print_amount
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, Library, Option
from trainer.rulebooks.consistency import option_problem
from trainer.runs.plan import PlanError
from trainer.study.settings import Settings
from trainer.texts import Language, Message
from trainer.texts.numbers import read_figure

_LONGEST = 200  # characters of the input that an error message repeats


def house_key(rulebook: str, game: str) -> str:
    return f"{rulebook}/{game}"


def house_options(settings: Settings, library: Library, rulebook: str, game: str, variant: str = "") -> dict[str, str]:
    """The options of the trainee's house at a table that differ from the defaults; raises `RulebookError`.

    Options and choices that no longer exist, or that the variant does not have, are ignored.
    """
    kept = settings.houses.get(house_key(rulebook, game))
    if not kept:
        return {}
    return standing_options(load_rules(library, rulebook, game, variant), kept)


def standing_options(rules: GameRules, kept: Mapping[str, str]) -> dict[str, str]:
    """The stored options that the rules still have and that differ from the default."""
    return {
        key: value
        for key, value in kept.items()
        if key in rules.options
        and value != rules.options[key].default
        and not option_problem(rules.options[key], value)
    }


def in_page_order(rules: GameRules) -> list[tuple[str, Option]]:
    """The options of a game in display order: the house's choices first, then the readings of unclear rules."""
    return sorted(rules.options.items(), key=lambda entry: entry[1].is_reading)


def typed_value(option: Option, typed: str, language: Language) -> str | Message:
    """A typed option value as it is stored, or the message why it cannot be chosen.

    A choice is typed by its id, a rounding in words, an amount in the language's own notation.
    """
    words = typed.split()
    if option.kind != "choice" and words and words != ["exact"]:
        with suppress(NotReadableError):
            words[-1] = print_amount(read_figure(words[-1], language))
    value = " ".join(words)
    return option_problem(option, value) or value


def typed_options(rules: GameRules, given: Sequence[str], language: Language) -> dict[str, str]:
    """Options typed as ``OPTION=VALUE``; raises `PlanError` for an unknown option or value."""
    found: dict[str, str] = {}
    for pair in given:
        key, sign, typed = pair.partition("=")
        if not sign or key.strip() not in rules.options:
            raise PlanError(Message("house.told-pair", {"given": pair[:_LONGEST], "known": list(rules.options)}))
        value = typed_value(rules.options[key.strip()], typed, language)
        if isinstance(value, Message):
            raise PlanError(Message("system.at", {"path": key.strip(), "problem": value}))
        found[key.strip()] = value
    return found


def with_house(settings: Settings, rulebook: str, game: str, options: Mapping[str, str]) -> Settings:
    """The settings with new house options for a game; empty options are the default house."""
    others = {key: kept for key, kept in settings.houses.items() if key != house_key(rulebook, game)}
    mine = {house_key(rulebook, game): dict(sorted(options.items()))} if options else {}
    return structs.replace(settings, houses=dict(sorted((others | mine).items())))
