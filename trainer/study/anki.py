"""Export fact cards to Anki as the tab-separated text file that its import reads.

The front has the question and the table in words, the back the answer with its reasons and articles. The item is the
card's id, so that a second import updates the card instead of adding it again.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TextIO

from trainer.drills.core import Question
from trainer.drills.wording import citation_words, piece_in_words
from trainer.study.skills import Rung
from trainer.texts import Language, say

_HEAD = (
    "#separator:tab",
    "#html:true",
    "#guid column:1",
    "#deck column:2",
    "#columns:guid\tdeck\tfront\tback",
)


def write_cards(rungs: Iterable[Rung], language: Language, file: TextIO) -> int:
    """Write a card for every fact of some rungs; returns the number of cards."""
    file.writelines(f"{line}\n" for line in _HEAD)
    number = 0
    for rung in rungs:
        deck = "::".join(
            say(part, language).replace("::", ":")
            for part in (rung.rules.info.names, rung.rules.names, rung.family.name)
        )
        for seed in range(rung.facts):
            question = rung.question(seed)
            fields = (f"{rung.key} #{seed}", deck, _front(question, language), _back(question, language))
            file.write("\t".join(field.replace("\t", " ").replace("\n", "<br>") for field in fields) + "\n")
            number += 1
    return number


def _front(question: Question, language: Language) -> str:
    lines = [say(question.draft.prompt, language)]
    lines += [piece_in_words(piece, language, question.rules) for piece in question.draft.scene.pieces]
    return "<br>".join(escape(line) for line in lines if line)


def _back(question: Question, language: Language) -> str:
    lines = [f"<b>{escape(question.draft.form.words(question.draft.solution, language, question.rules))}</b>"]
    for words, citation in question.family.explain_all(question.draft.reasons, language):
        lines.append(escape(f"{words} [{citation_words(citation, language)}]" if citation else words))
    return "<br>".join(lines)
