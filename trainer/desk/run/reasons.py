"""Reasons beside the felt, as hints before an answer and as the why after it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

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


class _Entry(QWidget):
    """One reason and, below it, its citation; without one it is a heading."""

    def __init__(self) -> None:
        super().__init__()
        self._said = Words("body", wrap=True)
        self._cite = Words("accent-small", wrap=True)
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.addWidget(self._said)
        self._lines.addWidget(self._cite)

    def show_reason(self, words: str, citation: Citation | None, dress: Dress) -> None:
        self._lines.setSpacing(dress.px(2))
        self._said.set_role("body" if citation else "strong")
        self._said.setText(words)
        self._cite.setVisible(citation is not None)
        if citation:
            self._cite.setText(cite_words(citation, dress))


class ReasonList(QWidget):
    """Reasons one below the other, each with its citation."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[_Entry] = []  # those not needed now are hidden: making them anew is slow
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    def show_reasons(self, family: Family, reasons: Sequence[Reason], dress: Dress) -> None:
        self._layout.setSpacing(dress.px(12))
        explained = family.explain_all(reasons, dress.language)
        while len(self._entries) < len(explained):
            entry = _Entry()
            self._entries.append(entry)
            self._layout.addWidget(entry)
        for entry, (words, citation) in zip(self._entries, explained, strict=False):
            entry.show_reason(words, citation, dress)
        for position, entry in enumerate(self._entries):
            entry.setVisible(position < len(explained))
