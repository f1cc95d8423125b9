"""Reasons beside the felt, as hints before an answer and as the why after it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from trainer.desk.controls.emptying import discard
from trainer.desk.controls.words import Words
from trainer.desk.look.dress import Dress
from trainer.drills.core import Family
from trainer.games.core import Reason
from trainer.rulebooks import Citation

_CHAPTER = re.compile(r"(\d+)\.([IVXLC]+\b.*)")  # 01.IV.1
_NUMBERED = re.compile(r"(?:\d+|[IVXLC]+)(?:\.|\(|$).*")  # 3.6(A), II.1.4


def cite_words(cite: Citation, dress: Dress) -> str:
    """A citation as a person cites: «Art. 8», «Cap. 01, IV.1», «Sec. 3.6(A)»; never by the line of a file."""
    if cite.is_house_standard:
        return dress.text("table.house-standard")
    if chapter := _CHAPTER.fullmatch(cite.article):
        return dress.say("verdict.chapter", chapter=chapter[1], section=chapter[2])
    if _NUMBERED.fullmatch(cite.article):
        return dress.say("verdict.section", section=cite.article)
    return cite.article


class ReasonList(QWidget):
    """Reasons one below the other, each with its citation."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[QWidget] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    def show_reasons(self, family: Family, reasons: Sequence[Reason], dress: Dress) -> None:
        discard(*self._shown)
        self._shown = []
        self._layout.setSpacing(dress.px(12))
        for words, citation in family.explain_all(reasons, dress.language):
            entry = QWidget()
            lines = QVBoxLayout(entry)
            lines.setContentsMargins(0, 0, 0, 0)
            lines.setSpacing(dress.px(2))
            said = Words("body" if citation else "strong", wrap=True)  # without a citation it is a heading
            said.setText(words)
            lines.addWidget(said)
            if citation:
                cite = Words("accent-small", wrap=True)
                cite.setText(cite_words(citation, dress))
                lines.addWidget(cite)
            self._shown.append(entry)
            self._layout.addWidget(entry)
