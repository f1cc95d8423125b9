"""The hints shown for a question, one at a time; lights up the spots that they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from trainer.desk.style.style import current_style
from trainer.system.lazy_imports import lazily

with lazily():  # for the first hint
    from trainer.desk.screens.run.announcements import announce
    from trainer.drills.hints import first_hints

if TYPE_CHECKING:
    from trainer.desk.screens.run.screen import RunnerScreen
    from trainer.drills.hints import Hint


class ShownHints:
    """The hints that were shown for the current question."""

    def __init__(self, screen: RunnerScreen) -> None:
        self._screen = screen
        self._seen = 0  # number of general hints shown; the run counts the reasons

    def begin(self) -> None:
        """Forget the hints of the last question."""
        self._seen = 0

    def said(self) -> list[str]:
        """The general hints shown so far, as texts."""
        return [hint.says for hint in self._first()[: self._seen]] if self._seen else []

    def give(self) -> bool:
        """Show one more hint; tells whether there was one."""
        screen, first = self._screen, self._first()
        if self._seen == len(first):
            reason = screen.run.hint()
            if reason is not None:
                announce(screen, screen.run.question.family.explain(reason, current_style().language))
            return reason is not None
        lit = first[self._seen].spots
        announce(screen, first[self._seen].says)
        self._seen += 1
        if lit:
            scene = structs.replace(screen.run.question.draft.scene, glow=lit)
            screen.felt.show_scene(scene, current_style().language)
            screen.show_answer()
        return True

    def _first(self) -> list[Hint]:
        screen, language = self._screen, current_style().language
        return first_hints(screen.run.question, language, lambda spot: screen.spot_name(spot, language))
