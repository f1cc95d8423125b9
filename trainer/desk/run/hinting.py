"""Hints, graded: where to look, which rule decides, then the reasons one by one to the figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from trainer.desk.look.dress import Dress
from trainer.desk.run.reasons import cite_words
from trainer.desk.trays.felt_tray import BETWEEN_SPOTS, SpotNames
from trainer.drills.core import Question

if TYPE_CHECKING:
    from trainer.desk.run.screen import RunnerScreen


class FirstHint(msgspec.Struct, frozen=True):
    """A hint in words, and the spots that light up with it."""

    says: str
    spots: tuple[str, ...] = ()


def first_hints(question: Question, spot_name: SpotNames, dress: Dress) -> list[FirstHint]:
    """Where to look and which rule decides, as far as the question knows; its reasons follow one by one."""
    draft, found = question.draft, []
    spots = draft.after.glow if draft.after and draft.after.felt == draft.scene.felt else ()
    if spots:
        names = BETWEEN_SPOTS.join(spot_name(spot, dress.language) for spot in spots)
        found.append(FirstHint(dress.say("runner.hint-where", spots=names), spots))
    cited = [cite_words(reason.cite, dress) for reason in draft.reasons if reason.cite]
    if cited:
        rules = BETWEEN_SPOTS.join(dict.fromkeys(cited))
        found.append(FirstHint(dress.say("runner.hint-rule", rules=rules)))
    return found


class Hinting:
    """What was looked at of a question on the drill screen before its answer."""

    def __init__(self, screen: RunnerScreen) -> None:
        self._screen = screen
        self._seen = 0  # of the first hints; the run knows of the reasons

    def begin(self) -> None:
        """Another question is asked."""
        self._seen = 0

    def said(self) -> list[str]:
        """The first hints that were looked at, in words."""
        return [hint.says for hint in self._first()[: self._seen]] if self._seen else []

    def give(self) -> bool:
        """One hint more; tells whether there was one."""
        screen, first = self._screen, self._first()
        if self._seen == len(first):
            return screen.run.hint() is not None
        lit = first[self._seen].spots
        self._seen += 1
        if lit:
            scene = structs.replace(screen.run.question.draft.scene, glow=lit)
            screen.felt.show_scene(scene, screen.dress.language)
            screen.show_answer()
        return True

    def _first(self) -> list[FirstHint]:
        return first_hints(self._screen.run.question, self._screen.spot_name, self._screen.dress)
