"""What is heard of a run: what comes onto the table with a question, what is paid, and the call."""

from __future__ import annotations

from trainer.desk.style.sounds import TableSounds, sound_of
from trainer.drills.core import Question
from trainer.drills.forms import CallForm
from trainer.texts import Language


def hear_question(sounds: TableSounds, question: Question) -> None:
    """Cards, dice or the ball of a new question."""
    if name := sound_of(None, question.draft.scene):
        sounds.play(name)


def hear_verdict(sounds: TableSounds, question: Question, language: Language, speaks: bool) -> None:
    """What the payment sounds like, and the right call spoken."""
    draft = question.draft
    if draft.after is not None and (name := sound_of(draft.scene, draft.after)):
        sounds.play(name)
    if speaks and isinstance(draft.form, CallForm):
        sounds.speak(draft.form.words(draft.solution, language, None).replace(" · ", ", "), language)
