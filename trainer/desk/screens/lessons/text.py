"""Which games have a lesson, asked often: home shows a button for each that has."""

from __future__ import annotations

from functools import cache

from trainer.course.lessons import lesson_file
from trainer.texts import Language


@cache
def has_lesson(game: str, language: Language) -> bool:
    return lesson_file(game, language) is not None
