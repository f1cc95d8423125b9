"""The first hints of a question, before its reasons are told: where to look, then which rule decides."""

from __future__ import annotations

import msgspec

from trainer.desk.look.dress import Dress
from trainer.desk.run.reasons import cite_words
from trainer.desk.trays.felt_tray import BETWEEN_SPOTS, SpotNames
from trainer.drills.core import Question


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
