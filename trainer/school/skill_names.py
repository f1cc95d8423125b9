"""Skills and mistakes in words, for boards and spreadsheets."""

from __future__ import annotations

from trainer import drills
from trainer.texts import Language, say, text


def skill_name(skill: str, language: Language) -> str:
    """A skill by the name of its drill; by its id if the drill no longer exists."""
    family, _, place = skill.partition(" ")
    family = family.partition("~")[0]  # totals of earlier versions name the drill's revision
    game = place.partition("/")[2].partition(":")[0]
    try:
        return say(drills.family(game, family).name, language)
    except (KeyError, ImportError):
        return family


def mistake_name(mistake: str, language: Language) -> str:
    """A mistake in words; by its id if this version of the program does not know it."""
    try:
        return text(mistake, language) if mistake else ""
    except KeyError:
        return mistake
