"""Skills, times and states of the school as texts."""

from __future__ import annotations

from datetime import datetime, timedelta

from trainer.desk.screens.progress.texts import moment_words
from trainer.desk.style.style import Style
from trainer.records.attempts import from_milliseconds
from trainer.school.laptop.sync_client import SyncClient
from trainer.school.skill_names import mistake_name, skill_name
from trainer.texts import say

_MINUTE = 60_000
_SHORTLY = timedelta(hours=18)


def skill_words(skill: str, style: Style) -> str:
    return skill_name(skill, style.language)


def short_name(name: str, most: int = 26) -> str:
    """A name that has room in a line: of a long one the last words are initials, and no word is cut but one that is
    too long by itself.

    >>> short_name("Héctor Villanueva Santander de la Fuente")
    'Héctor Villanueva S. F.'
    >>> short_name("Donaudampfschifffahrtsgesellschaftskapitän")
    'Donaudampfschifffahrtsges…'
    """
    words = name.split()
    for whole in range(len(words), 0, -1):
        initials = [f"{word[0]}." for word in words[whole:] if word[0].isupper()]
        if len(short := " ".join([*words[:whole], *initials])) <= most:
            return short
    return f"{words[0][: most - 1]}…" if words else name


def mistake_words(mistake: str, style: Style) -> str:
    return mistake_name(mistake, style.language)


def when_words(milliseconds: int, now: datetime, style: Style) -> str:
    """A time to the minute, with the date unless it is today."""
    moment = from_milliseconds(milliseconds).astimezone()
    if abs(now - moment) < _SHORTLY and moment.date() == now.astimezone().date():
        return f"{moment:%H:%M}"
    return moment_words(moment, style)


def state_words(core: SyncClient, now: datetime, style: Style) -> tuple[str, str]:
    """The state of the connection and the time of the last synchronisation, as a sentence and a line below it."""
    sentence = style.text(f"school.state.{core.state.value}", school=core.link.school)
    if core.is_accepted and core.trouble is not None:
        sentence = say(core.trouble, style.language)
    lines = [
        style.text("school.sync.last", when=when_words(core.synced, now, style))
        if core.synced
        else style.text("school.sync.never")
    ]
    if core.refused:
        lines.append(style.text("school.sync.refused", count=len(core.refused), why=next(iter(core.refused.values()))))
    if core.waiting:
        lines.append(style.text("school.sync.waiting", count=core.waiting))
    minutes = round(abs(core.ahead) / _MINUTE)
    if minutes:
        lines.append(style.text("school.sync.ahead" if core.ahead > 0 else "school.sync.behind", minutes=minutes))
    return sentence, " · ".join(lines)
