"""When two questions are the same for a candidate, and when one gives another away.

A paper asks nothing twice. Another cloth does not make another question, nor another number where the answer is a
choice: “The ball falls cleanly on 32. Does the spin count?” is asked once. Where the question is in the cards, dice or
chips on the felt and not in the words, those make the difference.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from trainer.drills.core import Question
from trainer.drills.scene import Scene
from trainer.exams.canonical import canonical
from trainer.exams.paper_items import piece_to_plain
from trainer.system.digests import sha256
from trainer.texts import Language, say

_NUMBER = re.compile(r"\d+(?:[.,\s]\d+)*")
_CARD = re.compile(r"(?:#|\b[AJQK])[♠♥♦♣]")
_WORDS_ALONE = ("order", "call")  # forms whose answer is made of words; the felt adds nothing
_FEW_PIECES = 6
_LEAST_GIVEN_AWAY = 4  # words of an answer that another question may not contain


class Gist(msgspec.Struct, frozen=True):
    """What a question asks and answers, in words, to compare it with others."""

    key: str  # equal for two questions that are the same for the candidate
    family: str
    is_fact: bool
    words: str
    numbers: frozenset[str]  # in the words
    answer: str
    told: frozenset[str]  # parts of the solution
    is_seen: bool  # the question is in the many pieces on the felt, so that no other is the same

    def gives_away(self, other: Gist) -> bool:
        """Whether one of the two questions answers the other."""
        return self._tells(other) or other._tells(self) or self.is_reverse(other)

    @property
    def has_long_answer(self) -> bool:
        """Whether a candidate would recognize the answer in the words of another question."""
        return self.answer.count(" ") + 1 >= _LEAST_GIVEN_AWAY

    def _tells(self, other: Gist) -> bool:
        """Whether this question contains the long answer of another."""
        return other.has_long_answer and other.answer in self.words

    def is_reverse(self, other: Gist) -> bool:
        """Whether two facts are one asked from both ends: right of 5 is 22, left of 22 is 5."""
        if not self.is_fact or self.family != other.family or not self.numbers or self.numbers == other.numbers:
            return False
        return self.numbers <= other.told and other.numbers <= self.told


class AskedGists:
    """Gists of the questions in a paper, indexed so that a new question is compared with all of them at once."""

    def __init__(self) -> None:
        self._keys: set[str] = set()
        self._words = ""  # of all questions, one a line
        self._long_answers: list[str] = []
        self._facts: dict[str, list[Gist]] = {}  # by family

    def add(self, gist: Gist) -> None:
        self._keys.add(gist.key)
        self._words += f"{gist.words}\n"
        if gist.has_long_answer:
            self._long_answers.append(gist.answer)
        if gist.is_fact:
            self._facts.setdefault(gist.family, []).append(gist)

    def exclude(self, gist: Gist) -> bool:
        """Whether a question is in the paper already, or gives away one of the paper, or is given away by one."""
        return (
            gist.key in self._keys
            or (gist.has_long_answer and gist.answer in self._words)
            or any(answer in gist.words for answer in self._long_answers)
            or any(gist.is_reverse(fact) for fact in self._facts.get(gist.family, ()))
        )


def gist_of(question: Question) -> Gist:
    """Gist of a question."""
    draft, rules = question.draft, question.rules
    words = say(draft.prompt, Language.ES)
    kind = str(draft.form.to_plain(rules)["kind"])
    numbers = frozenset(_NUMBER.findall(words))
    stem = _CARD.sub("#", _NUMBER.sub("#", words)) if kind == "choice" else words
    is_fact = question.family.facts is not None
    # Numbers in the words say what happened; a felt with many pieces, such as a bingo card, is the question itself.
    is_told = bool(numbers) and len(draft.scene.pieces) <= _FEW_PIECES
    shown: list[Any] = [] if is_fact or is_told or kind in _WORDS_ALONE else _pieces(draft.scene)
    answer = draft.form.words(draft.solution, Language.ES, rules)
    key = sha256(canonical([question.family.id, stem, answer, shown])).hexdigest()
    return Gist(
        key,
        question.family.id,
        is_fact,
        words.casefold(),
        numbers,
        answer.casefold(),
        frozenset(draft.solution.split()),
        len(shown) > _FEW_PIECES,
    )


def _pieces(scene: Scene) -> list[Any]:
    """Pieces on the felt as plain data, cards without suits; not the cloth."""
    plain = [piece_to_plain(piece, None, words=False) for piece in scene.pieces]
    return [one | {"card": one["card"][:-1]} if "card" in one else one for one in plain]
