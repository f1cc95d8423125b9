"""The steps of a game's learning path for home, as data: pages and drills, each new, done, learning, mastered or
fading.

`path_view` paints the path.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from trainer.course.comparison import COMPARED
from trainer.course.path import EXAMINED, Course
from trainer.course.reading_progress import ReadingBook, done_drill, page_name
from trainer.desk.screens.home.front_page import DRILL_LENGTH
from trainer.desk.screens.home.study import Level
from trainer.rulebooks import Library
from trainer.runs.offers import Offer
from trainer.study.skills import place_of, rung_key
from trainer.texts import Language, say

_DRILL = "drill:"


class Step(msgspec.Struct, frozen=True):
    """A page or a drill of the path. ``stand`` is ``new``, ``done`` (a page was read, a drill finished
    without counting), ``learning``, ``mastered`` or ``fading``."""

    page: str  # id of its page in the course; that of a drill is a worked example
    title: str
    number: int = 0  # of a page; 0 for a drill
    drill: str = ""
    stand: str = "new"
    value: float = 0.0  # how well a drill is known, from 0 to 1
    was_read: bool = False
    is_done: bool = False  # a page was read; a drill was finished once, or as many questions of it were answered


class GamePath(msgspec.Struct, frozen=True):
    """The steps of a game in teaching order."""

    steps: tuple[Step, ...] = ()

    @property
    def place(self) -> int:
        """Index of the first step that was not taken yet; -1 if there is none."""
        return next((index for index, step in enumerate(self.steps) if not step.is_done), -1)

    @property
    def next_step(self) -> Step | None:
        return self.steps[self.place] if self.place >= 0 else None

    @property
    def pages(self) -> int:
        return sum(not step.drill for step in self.steps)

    @property
    def is_begun(self) -> bool:
        return any(step.is_done or step.was_read for step in self.steps)


def read_path(
    offer: Offer, library: Library, language: Language, book: ReadingBook | None, levels: Mapping[str, Level]
) -> GamePath:
    """The path of a game for a trainee. ``levels`` are the levels begun, by rung. Pages that compare regulations or
    tell how the table is examined are left out. A game without a course has all its drills as steps."""
    rules, steps, pages = offer.rules, [], 0
    drills = {family.id: family for family in offer.families}

    def is_read(page: str) -> bool:
        return book is not None and book.is_read(page_name(rules.rulebook, rules.game, page))

    def drill_step(page: str, title: str, drill: str) -> Step:
        keys = [rung_key(drill, level, place_of(rules)) for level in range(1, len(drills[drill].levels) + 1)]
        known = [levels[key] for key in keys if key in levels]
        stand = "done" if is_read(done_drill(drill)) else "new"
        if known:
            stands = {level.stand for level in known}
            is_mastered = len(known) == len(keys) and stands == {"mastered"}
            stand = "fading" if "fading" in stands else "mastered" if is_mastered else "learning"
        value = sum(level.value for level in known) / len(keys)
        is_done = is_read(done_drill(drill)) or sum(level.answers for level in known) >= DRILL_LENGTH
        return Step(page, title, drill=drill, stand=stand, value=value, was_read=is_read(page), is_done=is_done)

    for heading in Course(rules, language, library).contents:
        if heading.id in COMPARED or heading.id == EXAMINED:
            continue
        if heading.id.startswith(_DRILL):
            drill = heading.id.removeprefix(_DRILL)
            if drill in drills:
                steps.append(drill_step(heading.id, heading.title, drill))
            continue
        pages += 1
        was_read = is_read(heading.id)
        stand = "done" if was_read else "new"
        steps.append(Step(heading.id, heading.title, pages, stand=stand, was_read=was_read, is_done=was_read))
    if not steps:  # a game without a course
        steps = [drill_step("", say(family.name, language), family.id) for family in offer.families]
    return GamePath(tuple(steps))
