"""Plays the sounds of a run: cards, dice or the ball of a question, the payment, and the spoken call."""

from __future__ import annotations

from trainer.desk.style.sounds import TableSounds, sound_of
from trainer.drills.core import Question
from trainer.drills.forms import CallForm
from trainer.texts import Language


def hear_question(sounds: TableSounds, question: Question) -> None:
    """Play the sound of a new question."""
    if name := sound_of(None, question.draft.scene):
        sounds.play(name)


def hear_verdict(sounds: TableSounds, question: Question, language: Language, speaks: bool) -> None:
    """Play the sound of the payment and speak the right call."""
    draft = question.draft
    if draft.after is not None and (name := sound_of(draft.scene, draft.after)):
        sounds.play(name)
    if speaks and isinstance(draft.form, CallForm):
        sounds.speak(draft.form.words(draft.solution, language, None).replace(" · ", ", "), language)
