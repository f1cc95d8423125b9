"""Kinds of run; a session is stored with its kind."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """Why questions are asked. Texts: ``study.session.ID`` and ``study.session-about.ID``."""

    DRILL = "drill"  # a drill that the trainee chose
    TODAY = "today"  # today's session
    PATH = "path"  # the next rung only
    MISTAKES = "mistakes"  # wrong answers that have not been corrected since
    CHALLENGE = "challenge"  # as many right answers as possible within a time
    CLASS = "class"  # the same items for everybody
    PLACEMENT = "placement"
    AGAIN = "again"  # given items whose answers were seen
    OWN = "own"  # a named mixture of drills
