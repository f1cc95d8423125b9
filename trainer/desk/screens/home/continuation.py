"""Decides what the large button of the front page does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from trainer.desk.screens.home.front_page import DRILL_LENGTH
from trainer.desk.style.style import Style
from trainer.system.lazy_imports import lazily
from trainer.texts import say

if TYPE_CHECKING:
    from trainer.desk.screens.home.path import GamePath
    from trainer.desk.screens.home.study import HomeStudy

with lazily():  # the front page is painted before the records are read
    from trainer.desk.screens.home.study import plan_words


class Continuation(msgspec.Struct, frozen=True):
    """The next step for a trainee and the label of its button. Both fields are `None` until they were read."""

    study: HomeStudy | None
    path: GamePath | None

    @property
    def kind(self) -> str:
        """``left`` resumes a session, ``today`` starts today's session if reviews of another day are due or the path is
        done, ``step`` takes the next step of the path, and ``drill`` starts the suggested drill."""
        study, path = self.study, self.path
        if study and study.left:
            return "left"
        plan = study.plan if study else None
        is_path_done = path is None or path.next_step is None
        if study and plan is not None and ((plan.due and study.has_old_reviews) or is_path_done):
            return "today"
        return "step" if path is not None and path.next_step is not None else "drill"

    def label(self, style: Style) -> str:
        study, path = self.study, self.path
        label = style.text("front.continue.soon")
        match self.kind:
            case "left" if study and study.left:
                label = style.text("front.continue.left", name=say(study.left.name, style.language))
            case "today" if study and study.plan:
                label = plan_words(study.plan, style)[0]
            case "step" if path and (step := path.next_step):
                key = "page" if not step.drill else "drill" if step.was_read or not step.page else "example"
                key = "begin" if key == "page" and path.place == 0 else key
                label = style.text(f"front.continue.{key}", number=step.number, count=DRILL_LENGTH)
        return label

    def note(self, style: Style) -> str:
        """The line below the label."""
        study, path = self.study, self.path
        match self.kind:
            case "left" if study and study.left:
                left = study.left
                return style.text("front.continue.left-note", count=left.length - left.answered, length=left.length)
            case "today" if study and study.plan:
                return plan_words(study.plan, style)[1]
            case "step" if path and (step := path.next_step):
                if step.drill:
                    return style.text("lesson.drill-named", title=step.title)
                has_drill = any(after.drill for after in path.steps[path.place + 1 : path.place + 2])
                key = "page-note" if has_drill else "page-alone-note"
                return style.text(f"front.continue.{key}", title=step.title, count=DRILL_LENGTH)
        return ""
