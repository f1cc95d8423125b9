"""Reasons beside the felt, as hints before an answer and as the why after it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from trainer.desk.controls.emptying import discard
from trainer.desk.controls.words import Words
from trainer.desk.look.dress import Dress
from trainer.drills.core import Family
from trainer.games.core import Reason
from trainer.rulebooks import Citation


def cite_words(cite: Citation, dress: Dress) -> str:
    """A citation as it stands under a reason."""
    article = dress.text("table.house-standard") if cite.is_house_standard else cite.article
    return dress.say("verdict.cite", article=article, lines=cite.lines) if cite.lines else article


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
