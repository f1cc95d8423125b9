"""The kinds of run, by which sessions are kept and told apart."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """Why questions are asked. Texts: ``study.session.ID`` and ``study.session-about.ID``."""

    DRILL = "drill"  # what the trainee chose
    TODAY = "today"  # mixed by need
    PATH = "path"  # the next rung, and only that
    MISTAKES = "mistakes"  # what was answered wrong and not yet right since
    CHALLENGE = "challenge"  # as many right as the seconds allow
    CLASS = "class"  # everybody gets the same items from one plan
    PLACEMENT = "placement"
    AGAIN = "again"  # certain items, whose answers were seen
    OWN = "own"  # drills that somebody put together under a name
